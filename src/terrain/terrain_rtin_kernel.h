// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The inner loops of RTIN, compiled once for each instruction set from terrain_rtin_kernel.c.

// A tile of 64 x 64 cells. Its columns stand in eight groups of eight lanes that lie eight apart:
// column 8 * lane + step is [row][step][lane]. So lanes are different squares where squares are
// small, and squares of 4 cells keep them as busy as those of 4,096. Step 8 is step 0 of the next
// lane.
#define RTIN_TILE 64u
#define RTIN_LANES 8u
#define RTIN_STEPS 9u

typedef struct rtin_tile {
    double heights[RTIN_TILE + 1][RTIN_STEPS][RTIN_LANES];
} rtin_tile;

// Squares of one size side by side, one a lane (large ones in several lanes), and the rows of them
// that a tile has.
typedef struct rtin_squares {
    double left_top[RTIN_LANES], right_top[RTIN_LANES], left_bottom[RTIN_LANES];
    double right_bottom[RTIN_LANES], centre[RTIN_LANES];
    double x[RTIN_LANES];    // of step 0 in the square
    double flip[RTIN_LANES]; // 1: cut from right top to left bottom
    double side;
    uint32_t first_step, end_step; // min(side, 8) of them
    uint32_t row;                  // of the tile, at `top` of the square
    uint32_t top, bottom;          // rows of the square, the last one excluded
} rtin_squares;

// The largest deviations from the halves of a square and from its four quarters. Squares of 16
// cells and more have lanes that are all left or all right: both are then in `left`. Rounded up.
typedef struct rtin_worst {
    float halves[RTIN_LANES];
    float left[RTIN_LANES], right[RTIN_LANES], top[RTIN_LANES], bottom[RTIN_LANES];
} rtin_worst;

// Three rows of samples, and errors of the middle one.
typedef struct rtin_rows_16 {
    const uint16_t *above, *row, *below;
} rtin_rows_16;

typedef struct rtin_rows_32 {
    const float *above, *row, *below;
} rtin_rows_32;

// Errors of a row and of those around it: of edges, the rows next to it; of centres, two away, as
// are the samples.
typedef struct rtin_around {
    const float *above, *below;
    float *errors;
    uint32_t columns;
    bool exact; // what is there counts
    bool flip;  // the first square is cut from right top to left bottom
} rtin_around;

typedef struct rtin_kernels {
    void (*measure)(const rtin_squares *squares, const rtin_tile *tile, rtin_worst *worst);
    // Errors of the finest vertices of an even row (odd columns alone, others stay) and of an odd
    // one, of which the first square is cut from right top to left bottom where `flip`.
    void (*even_16)(const uint16_t *row, uint32_t columns, float *errors);
    void (*odd_16)(const rtin_rows_16 *rows, uint32_t columns, bool flip, float *errors);
    void (*even_32)(const float *row, uint32_t columns, float *errors);
    void (*odd_32)(const rtin_rows_32 *rows, uint32_t columns, bool flip, float *errors);
    // Of squares of 4 cells, which are a fifth of all: edges' middles of a row and of the row between
    // two, then that row's centres.
    void (*level_16)(const rtin_around *at, const uint16_t *row);
    void (*upright_16)(const rtin_around *at, const rtin_rows_16 *rows);
    void (*centres_16)(const rtin_around *at, const rtin_rows_16 *rows);
    void (*level_32)(const rtin_around *at, const float *row);
    void (*upright_32)(const rtin_around *at, const rtin_rows_32 *rows);
    void (*centres_32)(const rtin_around *at, const rtin_rows_32 *rows);
    // Bits of those of 64 * count errors that are larger than `most`.
    void (*above)(const float *errors, float most, size_t count, uint64_t *bits);
} rtin_kernels;

extern const rtin_kernels rtin_kernels_scalar;
#if defined(__x86_64__)
extern const rtin_kernels rtin_kernels_sse2, rtin_kernels_avx2, rtin_kernels_avx512;
#elif defined(__aarch64__)
extern const rtin_kernels rtin_kernels_neon;
#endif
