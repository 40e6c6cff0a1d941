// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

/// @file
/// PNG pictures, 8 bits a channel: written from memory, read back into memory. Part of the library
/// `formats`.
///
/// Does: write RGB and RGBA; read every PNG type as RGB or RGBA of 8 bits.
/// Does not: keep 16-bit samples (height maps have their own loader), colour profiles or text.
///
///     const qx_image image = { pixels, 640, 360, 3 };
///     qx_result result = qx_png_save_file(&image, "shot.png", NULL, &error);
///
/// Files appear whole or not at all: written beside their name, then renamed.
/// Threads: calls are independent of each other.

/// Largest file that is read.
#define QX_PNG_MAX_BYTES (1u << 30)

/// Most pixels of a picture that is read, 16,384 x 16,384: a small file may claim, and hold, very
/// many of one colour.
#define QX_PNG_MAX_PIXELS (1u << 28)

/// Pixels row by row from the top, tightly packed.
typedef struct qx_image {
    uint8_t *pixels;   ///< width * height * channels bytes.
    uint32_t width;    ///< 1 to 65,535.
    uint32_t height;   ///< 1 to 65,535.
    uint32_t channels; ///< 3 (RGB) or 4 (RGBA).
} qx_image;

/// Writes a picture into memory from `allocator` (NULL: malloc).
/// @param bytes  Receives the file's bytes; give them back with the allocator's free and `size`.
///               NULL on failure.
/// @return QX_OK, QX_BAD_VALUE, QX_NO_MEMORY.
QX_API qx_result qx_png_save_memory(const qx_image *image, const qx_allocator *allocator,
                                    uint8_t **bytes, size_t *size);

/// Writes a picture into a file; "-" means standard output.
/// @return As qx_png_save_memory, and QX_FILE_ERROR with the system's reason in error->message.
QX_API qx_result qx_png_save_file(const qx_image *image, const char *path,
                                  const qx_allocator *allocator, qx_error *error);

/// Reads a picture.
/// @param channels  3 or 4: what the pixels shall be; alpha is dropped or set opaque as needed.
/// @param image     Receives pixels from `allocator` (size width * height * channels); all zero on
///                  failure.
/// @return QX_OK, QX_BAD_VALUE, QX_BAD_DATA, QX_TRUNCATED, QX_TOO_LARGE, QX_NO_MEMORY.
QX_API qx_result qx_png_load_memory(const void *bytes, size_t size, uint32_t channels,
                                    const qx_allocator *allocator,
                                    qx_image *image, qx_error *error);

/// As qx_png_load_memory from a file ("-": standard input) of at most QX_PNG_MAX_BYTES, and
/// QX_NOT_FOUND, QX_FILE_ERROR.
QX_API qx_result qx_png_load_file(const char *path, uint32_t channels,
                                  const qx_allocator *allocator, qx_image *image,
                                  qx_error *error);
