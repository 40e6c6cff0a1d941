// SPDX-License-Identifier: MIT
#pragma once

#include "terrain_internal.h"

// Heights of many places, compiled once for each instruction set from terrain_sample_kernel.c. The
// same operations in the same order as terrain_cell.h, so the same bits. Holes are not looked at:
// their places get a height from what the samples hold.

#define TERRAIN_BATCH 64u

// Places of a batch, found and on their way into the cache.
typedef struct terrain_batch {
    double u[TERRAIN_BATCH], v[TERRAIN_BATCH];
    int32_t column[TERRAIN_BATCH], row[TERRAIN_BATCH];
    int32_t within[TERRAIN_BATCH]; // 1, or 0 outside the field
} terrain_batch;

typedef struct terrain_sample_kernels {
    // `count` is at most TERRAIN_BATCH; what lies behind it in the batch is of no matter.
    void (*find)(const qx_terrain *t, const qx_vec2 *places, uint32_t count, terrain_batch *batch);
    void (*heights)(const qx_terrain *t, const terrain_batch *batch, uint32_t count,
                    float *heights);
} terrain_sample_kernels;

extern const terrain_sample_kernels terrain_sample_kernels_scalar;
#if defined(__x86_64__)
extern const terrain_sample_kernels terrain_sample_kernels_sse2, terrain_sample_kernels_avx2,
    terrain_sample_kernels_avx512;
#elif defined(__aarch64__)
extern const terrain_sample_kernels terrain_sample_kernels_neon;
#endif
