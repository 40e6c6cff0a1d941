// SPDX-License-Identifier: MIT
#pragma once

#include "terrain.h"

/// @file
/// Height maps as files: PNG of every type, raw, PGM, TIFF; written as 16-bit PNG, raw, PGM. Part
/// of the library `formats`.
///
/// Does: read samples as they are, 16 bits kept; tell what the file says of scale and no-data.
/// Does not: lay them down in the world (terrain.h does), reproject, read a TIFF's second band.
///
///     qx_height_map map;
///     if (qx_height_load_file("alps.png", NULL, NULL, &map, &error) != QX_OK) return 1;
///     const qx_terrain_desc desc = { .samples = map.samples, .high = 4000, .width = 20000 };
///     qx_result result = qx_terrain_create(&desc, NULL, &terrain);
///     qx_height_destroy(&map, NULL);
///
/// Threads: calls are independent of each other.

/// How a picture's colours are to be taken.
typedef enum qx_height_encoding {
    QX_HEIGHT_AUTO = 0,    ///< Grey where the picture is grey (R = G = B everywhere), else packed
                           ///< RGB.
    QX_HEIGHT_GREY,        ///< A coloured picture is refused: luminance is not guessed.
    QX_HEIGHT_RGB,         ///< Packed; a picture of one channel keeps its bits, which is the same.
    QX_HEIGHT_TERRAIN_RGB,
    QX_HEIGHT_TERRARIUM
} qx_height_encoding;

/// Bytes without a header.
typedef enum qx_height_raw {
    QX_HEIGHT_RAW_NONE = 0,
    QX_HEIGHT_RAW_U16_LITTLE, QX_HEIGHT_RAW_U16_BIG,
    QX_HEIGHT_RAW_F32_LITTLE, QX_HEIGHT_RAW_F32_BIG
} qx_height_raw;

/// Zero means the default.
typedef struct qx_height_options {
    qx_height_encoding encoding;
    bool alpha_is_mask;  ///< Alpha 0 is a hole. Default: alpha is not looked at.
    qx_height_raw raw;   ///< The file is raw, of this size. Default: told by its first bytes.
    uint32_t columns, rows;
    size_t limit;        ///< Most bytes of decoded samples; files may have 4 times as many. Default
                         ///< 4 GiB.
} qx_height_options;

/// A map in memory.
typedef struct qx_height_map {
    qx_terrain_samples samples; ///< Tightly packed; data from the allocator.
    uint8_t *mask;              ///< A byte a sample, 0 a hole; NULL: none.
    size_t bytes;               ///< Of samples.data.
    bool has_no_data;           ///< The file says so (GDAL's tag).
    double no_data;             ///< As the samples are stored here, as qx_terrain_desc wants it.
    double cell_x, cell_z;      ///< Size of a cell the file gives (GeoTIFF), its units; 0: none.
    double low, high;           ///< Heights of t = 0 and 1 of TIFF's unsigned integers (v metres,
                                ///< or GDAL's scale and offset); equal where the file says nothing.
    uint32_t bits;              ///< Of a channel in the file.
    const char *format;         ///< "PNG", "raw", "PGM", "TIFF".
} qx_height_map;

/// Reads a map of 2 x 2 to 65,536 x 65,536 samples:
/// - PNG of every type; palettes become RGB first. Grey of up to 8 bits gives U8 (t = v / (2^bits
///   - 1) is exact there), 16 bits U16, colours RGB8 or the kind asked for (16 bits a channel are
///   rounded to 8 there).
/// - PGM, text and binary. A greatest value of 255 gives U8, any other U16: t = v / greatest,
///   rounded.
/// - TIFF of one band, 8 to 32 bits of integers or 32 and 64 of floats, strips or tiles, bare or
///   LZW, Deflate, PackBits, ZSTD, LZMA, LERC. Unsigned integers of up to 16 bits stay what they
///   are, all else becomes F32, scale and offset (GDAL's) applied.
/// On failure error->message says what to do, as far as that is known.
/// @param map  All zero on failure.
/// @return QX_OK, QX_BAD_VALUE, QX_BAD_DATA, QX_TRUNCATED, QX_TOO_LARGE, QX_UNSUPPORTED (TIFF in a
///         build without libtiff; a kind that is not read), QX_NO_MEMORY.
QX_API qx_result qx_height_load_memory(const void *bytes, size_t size,
                                       const qx_height_options *options,
                                       const qx_allocator *allocator, qx_height_map *map,
                                       qx_error *error);

/// As above from a file ("-": standard input), and QX_NOT_FOUND, QX_FILE_ERROR.
QX_API qx_result qx_height_load_file(const char *path, const qx_height_options *options,
                                     const qx_allocator *allocator, qx_height_map *map,
                                     qx_error *error);

/// Gives its memory back and zeroes it; `allocator` as at load.
QX_API void qx_height_destroy(qx_height_map *map, const qx_allocator *allocator);

/// Whether TIFF files are read by this build: it needs libtiff 4.5, the first that takes nothing
/// global for its messages.
QX_API bool qx_height_has_tiff(void);

/// What is written.
typedef enum qx_height_format {
    QX_HEIGHT_PNG16 = 0, ///< Grey of 16 bits.
    QX_HEIGHT_PGM16,
    QX_HEIGHT_R16,       ///< Little-endian.
    QX_HEIGHT_R32        ///< Little-endian floats.
} qx_height_format;

/// Gives one row of samples after the other, from the top: uint16_t (float for R32) in the
/// machine's order.
typedef void (*qx_height_rows)(void *user, uint32_t row, void *samples);

/// Writes a map of 2 x 2 to 65,536 x 65,536 samples row by row: constant memory, whatever its size.
/// @return QX_OK, QX_BAD_VALUE, QX_NO_MEMORY, QX_FILE_ERROR.
QX_API qx_result qx_height_save_file(const char *path, qx_height_format format, uint32_t columns,
                                     uint32_t rows, qx_height_rows give, void *user,
                                     const qx_allocator *allocator, qx_error *error);
