// SPDX-License-Identifier: MIT
#pragma once

// The inner loops of making maps, compiled once an instruction set (cmake/QxKernels.cmake).

#include <stdint.h>

// One octave of gradient noise over a lattice that repeats.
typedef struct noise_octave {
    uint32_t seed;
    uint32_t doublings;         // cells of the base lattice are cut in two so many times
    int32_t period_x, period_y; // of this octave's lattice, 1 or more
    float shift_x, shift_y;     // 0 to 1 cell: octaves would all be 0 at the same places
} noise_octave;

// A piece of a row: base cells and the place within them, which may lie up to one cell outside.
typedef struct noise_row {
    uint32_t count;
    const int32_t *cell_x;
    const float *x;
    int32_t cell_y;
    const float *y;
} noise_row;

typedef struct make_kernels {
    // About -1 to 1, mean 0.
    void (*noise)(const noise_octave *octave, const noise_row *row, float *out);
    // One round of slides for a row. `rows` are above, here, below, each with a sample to the left
    // and right of it; NaN takes and gives nothing. What is steeper than `rest` to a neighbour (at
    // the corners `rest_across`) goes there in part.
    void (*slide)(const float *const rows[3], uint32_t count, float rest, float rest_across,
                  float *out);
} make_kernels;

extern const make_kernels make_kernels_scalar;
extern const make_kernels make_kernels_sse2;
extern const make_kernels make_kernels_avx2;
extern const make_kernels make_kernels_avx512;
extern const make_kernels make_kernels_neon;
