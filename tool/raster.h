// SPDX-License-Identifier: MIT
#pragma once

// A picture of glowing lines without a GPU: what PNG output is drawn with.

#include <quincunx/base.h>
#include <quincunx/png.h>
#include <stdbool.h>

/// Linear light. Lines are laid over each other by the greater value, so that neither crossings nor
/// joints grow bright.
typedef struct line_raster {
    uint32_t width, height;
    float *light; // three floats a pixel
} line_raster;

/// False without memory. At most 16,384 pixels a side.
bool raster_create(line_raster *raster, uint32_t width, uint32_t height);

void raster_destroy(line_raster *raster);

/// An anti-aliased line with round ends and a soft glow around it.
/// @param from, to  Pixels from the left top corner; may lie outside; within +-1e6.
/// @param width     Pixels; below 1 it is drawn 1 wide and fainter.
/// @param glow      How far the glow reaches beyond the line, pixels; 0 for none.
/// @param colour    0xRRGGBBAA; alpha is a factor.
void raster_line(line_raster *raster, qx_vec2 from, qx_vec2 to, float width, float glow,
                 uint32_t colour);

/// Writes pixels of 8 bits over `background` (0xRRGGBBAA, as opaque).
/// @param pixels  width * height * 3 bytes.
void raster_build(const line_raster *raster, uint32_t background, uint8_t *pixels);
