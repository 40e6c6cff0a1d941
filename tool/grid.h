// SPDX-License-Identifier: MIT
#pragma once

// `qx grid`: what its two halves, simulation and pictures, share.

#include <quincunx/quincunx.h>
#include <stdbool.h>

typedef enum grid_format { GRID_SVG, GRID_PNG, GRID_JSON, GRID_BY_NAME } grid_format;

/// How a net is shown.
typedef struct grid_picture {
    int format; // a grid_format, never GRID_BY_NAME
    double width, height;
    uint32_t colour, highlight, background; // 0xRRGGBBAA
    double line_width;
    double scale; // pixels a world unit, for PNG
    double glow;  // reach around a line in world units, for PNG
    uint64_t tick;
} grid_picture;

/// Writes the net as it is now.
/// @return QX_OK, or why not, with error->message filled.
qx_result grid_picture_save(const grid_picture *picture, const qx_grid *grid, const char *path,
                            qx_error *error);
