// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "error.h"
#include "height_read.h"
#include "height_tiff_tags.h"

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

// libtiff reads from the bytes where they lie ("mapped"), by rows or tiles. Its own small memory
// comes from malloc; no more than the map may take at once.
enum { LEAST_MEMORY = 1 << 20 };

// Half a step above the largest float.
#define ROUNDED_TO_INFINITY 0x1.FFFFFFp+127

typedef struct height_tiff {
    const height_source *source;
    TIFF *tiff;
    toff_t at;
    char message[128]; // libtiff's first
    uint32_t columns, rows, tile_columns, tile_rows;
    uint16_t bits, format, compression;
    bool tiled, inverted;
    height_tags tags;
    uint8_t *part; // a row or a tile as libtiff gives it
    size_t part_bytes;
} height_tiff;

// --- libtiff's questions

static tmsize_t read_bytes(thandle_t user, void *out, tmsize_t wanted)
{
    height_tiff *reader = user;
    if (wanted < 0 || reader->at > reader->source->size) return 0;
    const size_t left = reader->source->size - (size_t)reader->at;
    const size_t size = (size_t)wanted < left ? (size_t)wanted : left;
    memcpy(out, reader->source->bytes + reader->at, size);
    reader->at += size;
    return (tmsize_t)size;
}

static tmsize_t write_nothing(thandle_t user, void *bytes, tmsize_t size)
{
    (void)user;
    (void)bytes;
    (void)size;
    return 0;
}

static toff_t seek(thandle_t user, toff_t offset, int from)
{
    height_tiff *reader = user;
    if (from == SEEK_CUR) offset += reader->at;
    if (from == SEEK_END) offset += reader->source->size;
    return reader->at = offset;
}

static int nothing_to_close(thandle_t user)
{
    (void)user;
    return 0;
}

static toff_t get_size(thandle_t user)
{
    const height_tiff *reader = user;
    return reader->source->size;
}

static int map_bytes(thandle_t user, void **bytes, toff_t *size)
{
    const height_tiff *reader = user;
    *bytes = (void *)reader->source->bytes; // opened to be read: never written
    *size = reader->source->size;
    return 1;
}

static void unmap_nothing(thandle_t user, void *bytes, toff_t size)
{
    (void)user;
    (void)bytes;
    (void)size;
}

static int note_error(TIFF *tiff, void *user, const char *module, const char *format, va_list list)
{
    height_tiff *reader = user;
    (void)tiff;
    (void)module;
    if (reader->message[0] == '\0')
        vsnprintf(reader->message, sizeof reader->message, format, list);
    for (char *at = reader->message; *at; at++)
        if (*at == '\n' || *at == '\r') *at = ' ';
    return 1; // nobody else is told
}

static int ignore_warning(TIFF *tiff, void *user, const char *module, const char *format,
                          va_list list)
{
    (void)tiff;
    (void)user;
    (void)module;
    (void)format;
    (void)list;
    return 1;
}

static qx_result damaged(const height_tiff *reader, uint64_t offset)
{
    return qx_error_set(reader->source->error, QX_BAD_DATA, offset,
                        "the TIFF is damaged%s%s: export it once more",
                        reader->message[0] ? ": " : "", reader->message);
}

// --- which kinds are read

typedef struct compression {
    uint16_t number;
    uint32_t ratio; // most bytes that one byte can become
} compression;

static const compression compressions[] = {
    { COMPRESSION_NONE, 1 },
    { COMPRESSION_LZW, 4096 },
    { COMPRESSION_PACKBITS, 128 },
    { COMPRESSION_DEFLATE, 1032 },
    { COMPRESSION_ADOBE_DEFLATE, 1032 },
    { COMPRESSION_ZSTD, 1 << 20 },
    { COMPRESSION_LZMA, 1 << 20 },
    { COMPRESSION_LERC, 1 << 20 },
};

static const compression *find_compression(uint16_t number)
{
    for (size_t i = 0; i < sizeof compressions / sizeof compressions[0]; i++)
        if (compressions[i].number == number) return &compressions[i];
    return NULL;
}

static qx_result unsupported(const height_tiff *reader, const char *what, unsigned number)
{
    return qx_error_set(reader->source->error, QX_UNSUPPORTED, 0,
                        "this TIFF has %s (%u), which is not read: export one band of integers or "
                        "floats, bare or deflated",
                        what, number);
}

static bool is_sample(uint16_t format, uint16_t bits)
{
    if (format == SAMPLEFORMAT_IEEEFP) return bits == 32 || bits == 64;
    return bits == 8 || bits == 16 || bits == 32;
}

static qx_result check_kind(height_tiff *reader)
{
    uint16_t bands = 1, photometric = PHOTOMETRIC_MINISBLACK, orientation = 1;
    TIFF *tiff = reader->tiff;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &bands);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &reader->bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &reader->format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &reader->compression);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
    TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
    if (reader->format == SAMPLEFORMAT_VOID) reader->format = SAMPLEFORMAT_UINT;
    if (bands != 1) return unsupported(reader, "several bands", bands);
    if (reader->format < 1 || reader->format > SAMPLEFORMAT_IEEEFP)
        return unsupported(reader, "complex samples", reader->format);
    if (!is_sample(reader->format, reader->bits))
        return unsupported(reader, "another number of bits", reader->bits);
    if (!find_compression(reader->compression) || !TIFFIsCODECConfigured(reader->compression))
        return unsupported(reader, "another compression", reader->compression);
    if (photometric > PHOTOMETRIC_MINISBLACK) return unsupported(reader, "colours", photometric);
    if (orientation != ORIENTATION_TOPLEFT)
        return unsupported(reader, "rows that do not run from the left top", orientation);
    reader->inverted = photometric == PHOTOMETRIC_MINISWHITE;
    return QX_OK;
}

// Unsigned integers of up to 16 bits stay what they are.
static bool stays(const height_tiff *reader)
{
    return reader->format == SAMPLEFORMAT_UINT && reader->bits <= 16;
}

static qx_terrain_kind kind_of(const height_tiff *reader)
{
    if (!stays(reader)) return QX_TERRAIN_F32;
    return reader->bits == 8 ? QX_TERRAIN_U8 : QX_TERRAIN_U16;
}

// --- values

static double value_of(const height_tiff *reader, const uint8_t *at)
{
    uint64_t bits = 0;
    uint32_t word = 0;
    uint16_t half = 0;
    float single;
    double wide;
    switch (reader->bits) {
    case 8: return reader->format == SAMPLEFORMAT_INT ? (double)(int8_t)*at : (double)*at;
    case 16:
        memcpy(&half, at, sizeof half);
        return reader->format == SAMPLEFORMAT_INT ? (double)(int16_t)half : (double)half;
    case 32:
        memcpy(&word, at, sizeof word);
        memcpy(&single, at, sizeof single);
        if (reader->format == SAMPLEFORMAT_IEEEFP) return (double)single;
        return reader->format == SAMPLEFORMAT_INT ? (double)(int32_t)word : (double)word;
    default:
        memcpy(&bits, at, sizeof bits);
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
}

// Scaled, as a float; infinite, and so a hole, where no float is so large.
static float height_of(const height_tiff *reader, double value)
{
    const double height = value * reader->tags.scale + reader->tags.offset;
    if (height >= ROUNDED_TO_INFINITY) return INFINITY;
    if (height <= -ROUNDED_TO_INFINITY) return -INFINITY;
    return (float)height;
}

static void take_integers(const height_tiff *reader, const uint8_t *from, uint8_t *to, size_t count)
{
    const size_t bytes = count * (reader->bits / 8);
    memcpy(to, from, bytes);
    if (reader->inverted) // 65,535 - v is the same as every bit inverted
        for (size_t i = 0; i < bytes; i++) to[i] = (uint8_t)~to[i];
}

// A run of samples within a row.
static void take(const height_tiff *reader, const uint8_t *from, uint32_t row, uint32_t column,
                 uint32_t count)
{
    const qx_terrain_samples *samples = &reader->source->map->samples;
    uint8_t *to = (uint8_t *)qx_height_row(reader->source, row) + column * samples->step;
    if (stays(reader)) {
        take_integers(reader, from, to, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const float height = height_of(reader, value_of(reader, from + i * (reader->bits / 8)));
        memcpy(to + i * sizeof height, &height, sizeof height);
    }
}

// A part that GDAL left out since all of it is no-data.
static void fill(const height_tiff *reader, uint32_t row, uint32_t column, uint32_t count)
{
    const qx_height_map *map = reader->source->map;
    const size_t step = map->samples.step;
    uint8_t *to = (uint8_t *)qx_height_row(reader->source, row) + column * step;
    const float height = map->has_no_data ? (float)map->no_data : NAN;
    const uint16_t code = stays(reader) ? (uint16_t)map->no_data : 0;
    for (size_t i = 0; i < count; i++) {
        if (step == 1) to[i] = (uint8_t)code;
        if (step == 2) memcpy(to + i * step, &code, step);
        if (step == 4) memcpy(to + i * step, &height, step);
    }
}

// --- parts: strips and tiles

static bool is_missing(const height_tiff *reader, uint32_t part)
{
    return TIFFGetStrileByteCount(reader->tiff, part) == 0;
}

// Bytes of a part as they are when unpacked, which its packed bytes must be able to make.
static uint64_t unpacked(const height_tiff *reader, uint32_t part)
{
    const uint64_t sample = reader->bits / 8;
    if (reader->tiled) return (uint64_t)reader->tile_columns * reader->tile_rows * sample;
    const uint64_t first = (uint64_t)part * reader->tile_rows;
    const uint64_t left = first < reader->rows ? reader->rows - first : 0;
    return reader->columns * (left < reader->tile_rows ? left : reader->tile_rows) * sample;
}

// Before memory is taken.
static qx_result check_part(const height_tiff *reader, uint32_t part)
{
    const uint64_t offset = TIFFGetStrileOffset(reader->tiff, part);
    const uint64_t size = TIFFGetStrileByteCount(reader->tiff, part);
    const uint64_t file = reader->source->size;
    qx_error *error = reader->source->error;
    if (size == 0 && reader->tags.has_no_data) return QX_OK;
    if (offset > file || size > file - offset)
        return qx_error_set(error, QX_TRUNCATED, file,
                            "the file ends too early, part %u of its samples is missing: fetch or "
                            "export it once more",
                            (unsigned)part);
    if (unpacked(reader, part) / find_compression(reader->compression)->ratio > size)
        return qx_error_set(
            error, QX_TRUNCATED, offset,
            "%u x %u samples cannot lie in these %llu bytes: fetch or export it once more",
            (unsigned)reader->columns, (unsigned)reader->rows, (unsigned long long)size);
    return QX_OK;
}

static uint32_t part_count(const height_tiff *reader)
{
    return reader->tiled ? TIFFNumberOfTiles(reader->tiff) : TIFFNumberOfStrips(reader->tiff);
}

static uint64_t parts_expected(const height_tiff *reader)
{
    const uint64_t down = (reader->rows - 1) / reader->tile_rows + 1;
    return reader->tiled ? down * ((reader->columns - 1) / reader->tile_columns + 1) : down;
}

static qx_result check_parts(height_tiff *reader)
{
    TIFF *tiff = reader->tiff;
    reader->tiled = TIFFIsTiled(tiff);
    if (reader->tiled) {
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &reader->tile_columns);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &reader->tile_rows);
    } else {
        TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &reader->tile_rows);
        if (reader->tile_rows > reader->rows) reader->tile_rows = reader->rows;
        reader->tile_columns = reader->columns;
    }
    // Tiles may be larger than the map, as writers round them up, but not by much.
    if (reader->tile_columns == 0 || reader->tile_rows == 0 ||
        reader->tile_columns / 2 > reader->columns + 512 ||
        reader->tile_rows / 2 > reader->rows + 512)
        return damaged(reader, 0);
    if (part_count(reader) != parts_expected(reader)) return damaged(reader, 0);
    for (uint32_t part = 0; part < part_count(reader); part++) {
        const qx_result result = check_part(reader, part);
        if (result != QX_OK) return result;
    }
    return QX_OK;
}

static qx_result read_strips(height_tiff *reader)
{
    for (uint32_t row = 0; row < reader->rows; row++) {
        const uint32_t strip = row / reader->tile_rows;
        if (is_missing(reader, strip)) {
            fill(reader, row, 0, reader->columns);
            continue;
        }
        if (TIFFReadScanline(reader->tiff, reader->part, row, 0) != 1)
            return damaged(reader, TIFFGetStrileOffset(reader->tiff, strip));
        take(reader, reader->part, row, 0, reader->columns);
    }
    return QX_OK;
}

static qx_result read_tile(height_tiff *reader, uint32_t tile, uint32_t column, uint32_t row)
{
    const uint32_t left = reader->columns - column, below = reader->rows - row;
    const uint32_t columns = left < reader->tile_columns ? left : reader->tile_columns;
    const uint32_t rows = below < reader->tile_rows ? below : reader->tile_rows;
    const bool missing = is_missing(reader, tile);
    const tmsize_t size = (tmsize_t)reader->part_bytes;
    if (!missing && TIFFReadEncodedTile(reader->tiff, tile, reader->part, size) != size)
        return damaged(reader, TIFFGetStrileOffset(reader->tiff, tile));
    const size_t stride = (size_t)reader->tile_columns * (reader->bits / 8);
    for (uint32_t i = 0; i < rows; i++) {
        if (missing)
            fill(reader, row + i, column, columns);
        else
            take(reader, reader->part + i * stride, row + i, column, columns);
    }
    return QX_OK;
}

static qx_result read_tiles(height_tiff *reader)
{
    const uint32_t across = (reader->columns - 1) / reader->tile_columns + 1;
    for (uint32_t tile = 0; tile < part_count(reader); tile++) {
        const uint32_t column = tile % across * reader->tile_columns;
        const uint32_t row = tile / across * reader->tile_rows;
        const qx_result result = read_tile(reader, tile, column, row);
        if (result != QX_OK) return result;
    }
    return QX_OK;
}

// --- all of it

static void describe(const height_tiff *reader)
{
    qx_height_map *map = reader->source->map;
    const height_tags *tags = &reader->tags;
    const double most = reader->bits == 8 ? 255.0 : 65535.0;
    map->bits = reader->bits;
    map->format = "TIFF";
    map->cell_x = tags->cell_x;
    map->cell_z = tags->cell_z;
    if (stays(reader)) {
        const bool fits = tags->no_data >= 0.0 && tags->no_data <= most;
        map->has_no_data = tags->has_no_data && fits;
        if (map->has_no_data)
            map->no_data = reader->inverted ? most - tags->no_data : tags->no_data;
        if (tags->is_ground || tags->has_scale) {
            map->low = tags->offset;
            map->high = most * tags->scale + tags->offset;
        }
        return;
    }
    const bool single = reader->format == SAMPLEFORMAT_IEEEFP && reader->bits == 32;
    const height_tiff plain = { .tags = { .scale = 1.0 } };
    const double stored = single ? (double)height_of(&plain, tags->no_data) : tags->no_data;
    const float height = height_of(reader, stored);
    map->has_no_data =
        tags->has_no_data && height - height == 0.0f; // infinite ones are holes anyway
    if (map->has_no_data) map->no_data = (double)height;
}

static qx_result take_memory(height_tiff *reader)
{
    const qx_result result =
        qx_height_begin(reader->source, reader->columns, reader->rows, kind_of(reader));
    if (result != QX_OK) return result;
    const tmsize_t bytes =
        reader->tiled ? TIFFTileSize(reader->tiff) : TIFFScanlineSize(reader->tiff);
    const uint64_t rows = reader->tiled ? reader->tile_rows : 1;
    const uint64_t expected = rows * reader->tile_columns * (reader->bits / 8u);
    if (bytes <= 0 || (uint64_t)bytes != expected) return damaged(reader, 0);
    reader->part = qx_allocate(reader->source->allocator, (size_t)bytes, alignof(max_align_t));
    reader->part_bytes = (size_t)bytes;
    if (reader->part) return QX_OK;
    return qx_error_set(reader->source->error, QX_NO_MEMORY, 0, "out of memory");
}

static qx_result read_directory(height_tiff *reader)
{
    if (!TIFFGetField(reader->tiff, TIFFTAG_IMAGEWIDTH, &reader->columns) ||
        !TIFFGetField(reader->tiff, TIFFTAG_IMAGELENGTH, &reader->rows))
        return damaged(reader, 0);
    qx_result result = check_kind(reader);
    if (result != QX_OK) return result;
    reader->tags = qx_height_read_tags(reader->tiff);
    result = qx_height_check_size(reader->source, reader->columns, reader->rows, kind_of(reader));
    if (result == QX_OK) result = check_parts(reader);
    if (result == QX_OK) result = take_memory(reader);
    return result;
}

static qx_result read_all(height_tiff *reader)
{
    qx_result result = read_directory(reader);
    if (result != QX_OK) return result;
    describe(reader);
    result = reader->tiled ? read_tiles(reader) : read_strips(reader);
    return result;
}

static TIFF *open_memory(height_tiff *reader)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    const size_t limit = reader->source->options->limit + LEAST_MEMORY;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, limit < SIZE_MAX / 2 ? (tmsize_t)limit : 0);
    TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, reader);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, reader);
    TIFF *tiff = TIFFClientOpenExt("map", "r", reader, read_bytes, write_nothing, seek,
                                   nothing_to_close, get_size, map_bytes, unmap_nothing, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

bool qx_height_has_tiff(void)
{
    return true;
}

qx_result qx_height_read_tiff(const height_source *source)
{
    height_tiff reader = { .source = source };
    reader.tiff = open_memory(&reader);
    if (!reader.tiff) return damaged(&reader, 0);
    const qx_result result = read_all(&reader);
    TIFFClose(reader.tiff);
    qx_release(source->allocator, reader.part, reader.part_bytes);
    return result;
}
