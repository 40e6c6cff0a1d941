// SPDX-License-Identifier: MIT
#pragma once

// A PNG in memory as libpng reads it, and what all who read one ask of it.

#include <png.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct png_source {
    const uint8_t *bytes;
    size_t size, offset;
    bool ended; // asked for bytes behind the last one
} png_source;

// The source has to outlive the reading. Text, profiles and the like are never unpacked; pictures
// wider or higher than `most` are refused.
void qx_png_read_from(png_structp png, png_source *source, uint32_t most);

// For png_create_read_struct_2: warnings are never printed.
void qx_png_ignore_warning(png_structp png, png_const_charp message);
