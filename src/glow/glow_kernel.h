// SPDX-License-Identifier: MIT
#pragma once

#include "glow_internal.h"

// The inner loops of the rasteriser, compiled once for each instruction set from glow_kernel.c.

// Rows are drawn in bands of so many, counted from the picture's top: places are reckoned from a
// band's first row, so bands are the same for any number of workers.
#define GLOW_BAND_ROWS 32u

// Strokes that are drawn together, at most, and columns of the tiles in which they are.
#define GLOW_BATCH 128u
#define GLOW_TILE 64u

// A light in pixels.
typedef struct glow_reach {
    double radius;
    float ratio; // the widest one's radius over this one's
    float red, green, blue;
} glow_reach;

// The strips in which a line's light lies, where they cross columns and rows of pixels: across is the
// strip on both sides of the line, along the one between its ends. Their middles move by a slope from
// column to column; a strip so broad is stretched times that high.
typedef struct glow_strips {
    double across_slope, across_stretch;
    double along_at, along_slope, along_stretch; // at from_x
} glow_strips;

// A line in pixels, ready to be drawn.
typedef struct glow_stroke {
    double from_x, from_y;
    double left, top, right, bottom; // the line's box
    double way_x, way_y;             // from -> to, of length 1
    double length;
    double unit;                   // 1 / the widest radius
    glow_reach reach[GLOW_LIGHTS]; // widest first; dark and small ones at the end
    glow_strips strips;
} glow_stroke;

// Rows of a picture that one call may write.
typedef struct glow_band {
    float *planes[3];
    uint32_t width;
    uint32_t first, end; // rows, at most GLOW_BAND_ROWS
} glow_band;

typedef struct glow_kernels {
    // Each pixel gets the strokes' light in their order. More than one stroke at once only where the
    // band is whole tiles wide.
    void (*draw_max)(const glow_stroke *strokes, uint32_t count, const glow_band *band);
    void (*draw_sum)(const glow_stroke *strokes, uint32_t count, const glow_band *band);
} glow_kernels;

extern const glow_kernels glow_kernels_scalar;
#if defined(__x86_64__)
extern const glow_kernels glow_kernels_sse2, glow_kernels_avx2, glow_kernels_avx512;
#elif defined(__aarch64__)
extern const glow_kernels glow_kernels_neon;
#endif
