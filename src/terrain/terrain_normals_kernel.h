// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/base.h>

// The inner loops of meshes and normals, compiled once for each instruction set from
// terrain_normals_kernel.c. They work on runs of at most TERRAIN_RUN vertices of a row.

#define TERRAIN_RUN 128u

// Which samples around a vertex make its slopes.
typedef enum terrain_rule {
    TERRAIN_CENTRAL = 0, // left, right, up, down
    TERRAIN_SIX_RT_LB,   // the six triangles around it, all cells cut from right top to left bottom
    TERRAIN_SIX_LT_RB,
    TERRAIN_EIGHT, // alternating cells, where eight triangles meet; where four do is TERRAIN_CENTRAL
    TERRAIN_RULES
} terrain_rule;

// Rows of samples around a run, each at the run's first column; one before and one after the run
// are read too. x and z scale differences: of codes or heights, over the cells they span, for each
// rule.
typedef struct terrain_run {
    const void *up, *here, *down;
    uint32_t count;
    terrain_rule rule;
    float x, z;
} terrain_run;

// Code 0 and 65,535.
typedef struct terrain_code {
    double low, span;
    float high;
} terrain_code;

typedef struct terrain_kernels {
    void (*slopes_of_codes)(const terrain_run *run, float *x, float *z);
    void (*slopes_of_heights)(const terrain_run *run, float *x, float *z);
    // Three floats a vertex.
    void (*normals)(const float *x, const float *z, uint32_t count, float *normals);
    // 2 x 16 bit a vertex, the first one in the lower half.
    void (*octahedral)(const float *x, const float *z, uint32_t count, uint32_t *normals);
    void (*decode)(const terrain_code *code, const uint16_t *codes, uint32_t count, float *heights);
    void (*positions)(const float *x, const float *heights, float z, uint32_t count, float *places);
    void (*pairs)(const float *u, float v, uint32_t count, float *pairs);
    // Four floats a vertex, from slopes along x.
    void (*tangents)(const float *x, uint32_t count, float *tangents);
    void (*indices)(const uint32_t *pattern, uint32_t first, uint32_t count, uint32_t *indices);
    void (*indices16)(const uint32_t *pattern, uint32_t first, uint32_t count, uint16_t *indices);
    // Copies whole lines of 64 bytes past the caches; after the last ones they must be settled.
    void (*stream)(void *to, const void *from, size_t bytes);
    void (*settle)(void);
} terrain_kernels;

extern const terrain_kernels terrain_kernels_scalar;
#if defined(__x86_64__)
extern const terrain_kernels terrain_kernels_sse2, terrain_kernels_avx2, terrain_kernels_avx512;
#elif defined(__aarch64__)
extern const terrain_kernels terrain_kernels_neon;
#endif
