// SPDX-License-Identifier: MIT
#pragma once

// What TIFF files of heights say beside their samples: GeoTIFF's and GDAL's tags.

#include <quincunx/base.h>
#include <stdbool.h>
#include <tiffio.h>

typedef struct height_tags {
    double cell_x, cell_z; // 0: not said
    bool is_ground;        // GeoTIFF: a value is a height
    bool has_scale;        // height = scale * value + offset
    double scale, offset;
    bool has_no_data;
    double no_data; // as a value of the file
} height_tags;

height_tags qx_height_read_tags(TIFF *tiff);

/// A decimal number at the start of a text, with a point in every locale, within 1 unit in the last
/// place or so; "nan" and what is no number give false.
bool qx_height_parse_number(const char *text, size_t size, double *number);
