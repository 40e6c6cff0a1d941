// SPDX-License-Identifier: MIT
#pragma once

#include "grid_kernel.h"

// How pushes are added up, compiled once for each instruction set from grid_push_kernel.c: block by
// block of columns and a few rows at a time, all pushes of one shape that reach them one after the
// other while the sums stay in registers.

// Rows that are looked up and pushed together.
#define GRID_GROUP 4u

typedef enum grid_shape {
    GRID_RADIAL_FLAT,     // as GRID_RADIAL_EVEN with its centre at z = 0, which most have
    GRID_RADIAL_EVEN,     // a * w
    GRID_RADIAL_CORE,     // a * w / (b + d²)
    GRID_ALONG,           // w along a direction
    GRID_ALONG_TUTORIAL,  // 10 / (10 + d) along a direction inside a hard radius
    GRID_AROUND,          // a * w, turned by 90 degrees
    GRID_SHELL,           // on a sphere around the centre
    GRID_CAPSULE,         // away from a segment
    GRID_BAND,            // along a direction, in a straight band
    GRID_RADIAL_TUTORIAL, // a / (b + d²) inside a hard radius; last, since it multiplies GRID_SLOW
    GRID_SHAPES
} grid_shape;

// A push, prepared: places relative to the middle of the net, so that mirrored pushes give mirrored
// bits. The weight w is (s - d²)², s being the square of the radius (or of a band's half breadth);
// what makes it 1 at d = 0 is in the factors.
typedef struct grid_push {
    grid_shape shape;
    uint32_t run; // the same for successive pushes that differ in their centre alone
    float x, y, z;
    float square; // s
    float radius; // of the shell
    float a, b;
    float ax, ay, az;     // acceleration along a direction
    float slow;           // what GRID_SLOW goes down by, over w
    float edge_x, edge_y; // the segment's vector, or the band's unit normal
    float inverse_edge;   // 1 / |edge|², 0 for a point
    // For finding what it may reach: a capsule of this reach around a segment.
    double from_x, from_y, to_x, to_y, reach;
} grid_push;

typedef struct grid_span {
    uint32_t first, end;
} grid_span;

// Hits that one call takes, a bit each.
#define GRID_HITS 64u

// Pushes of one shape that reach a group of rows.
typedef struct grid_pass {
    const grid_push *hits[GRID_HITS];
    uint32_t count;
    const uint64_t *turns; // a block of GRID_BLOCK columns each: the hits that begin or end there
    grid_span blocks;      // that get sums
    grid_span summed;      // those that have some already
    // The group.
    const float *fields; // of the first row
    const float *rest_x; // of the columns
    const float *rest_y; // of the rows
    float *out;          // accelerations and slowing of the first row
    uint32_t stride, rows;
} grid_pass;

typedef struct grid_push_kernels {
    // Adds what the hits do to the sums.
    void (*add[GRID_SHAPES])(const grid_pass *pass);
} grid_push_kernels;

extern const grid_push_kernels grid_push_kernels_scalar;
#if defined(__x86_64__)
extern const grid_push_kernels grid_push_kernels_sse2, grid_push_kernels_avx2,
    grid_push_kernels_avx512;
#elif defined(__aarch64__)
extern const grid_push_kernels grid_push_kernels_neon;
#endif
