// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

/// @file
/// Line drawings as SVG 1.1: nets, bolts, mazes to print, cut or put on a page. Part of the library
/// `formats`.
///
/// Does: write straight lines with widths and colours. Neighbours in the array that look alike
/// become one path, painted at once: translucent ones do not add up where they cross.
/// Does not: read SVG, fill shapes, set text.
///
///     const qx_svg_line line = { .from = { 10, 10 }, .to = { 90, 50 }, .width = 2,
///                                .colour = 0x3366FFFF };
///     qx_result result = qx_svg_save_file(&(qx_svg){ .width = 100, .height = 60, .lines = &line, .count = 1 },
///                                         "line.svg", NULL, &error);
///
/// Same bits: the same drawing gives the same bytes on every machine and in every locale.
/// Threads: calls are independent of each other.

/// What one unit of a drawing is.
typedef enum qx_svg_unit {
    QX_SVG_PIXEL = 0,  ///< CSS pixels.
    QX_SVG_MILLIMETRE  ///< For printers, plotters and cutters.
} qx_svg_unit;

/// A straight line with round ends.
typedef struct qx_svg_line {
    qx_vec2 from, to; ///< Units of the drawing, y down; within +-1e6.
    float width;      ///< 0 to 1e6.
    uint32_t colour;  ///< 0xRRGGBBAA.
} qx_svg_line;

/// A drawing. Zero means the default; only width and height must be given.
typedef struct qx_svg {
    float width, height;      ///< Units, above 0, at most 1e6; what lies outside is cut off.
    qx_svg_unit unit;         ///< Default QX_SVG_PIXEL.
    uint32_t background;      ///< 0xRRGGBBAA. Default: none.
    uint32_t decimals;        ///< Digits behind the point of coordinates and widths, 1 to 6.
                              ///< Default 2.
    const char *title;        ///< UTF-8, for people and screen readers. Default: none.
    const qx_svg_line *lines; ///< In order of drawing; may be NULL where count is 0.
    size_t count;
} qx_svg;

/// Writes a drawing into memory from `allocator` (NULL: malloc).
/// @param bytes  Receives UTF-8 text without a final zero; give it back with the allocator's free
///               and `size`. NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (a value out of range or not finite), QX_NO_MEMORY.
QX_API qx_result qx_svg_save_memory(const qx_svg *drawing, const qx_allocator *allocator,
                                    uint8_t **bytes, size_t *size);

/// Writes a drawing into a file; "-" means standard output.
/// @return As qx_svg_save_memory, and QX_FILE_ERROR with the system's reason in error->message.
QX_API qx_result qx_svg_save_file(const qx_svg *drawing, const char *path,
                                  const qx_allocator *allocator, qx_error *error);
