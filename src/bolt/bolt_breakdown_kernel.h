// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/base.h>

// The inner loops of breakdown, compiled once for each instruction set from
// bolt_breakdown_kernel.c. Lengths are in cells. Arrays are padded to whole blocks; sums run in 16
// lanes whatever the processor's width, so that every set gives the same bits.

#define BREAKDOWN_BLOCK 16u
// Sites whose weights are added up together, so that choosing has few sums to walk along.
#define BREAKDOWN_GROUP 256u

// Places where a particle may grow next. Padding behind `count` repeats site 0.
typedef struct breakdown_sites {
    float *x, *y, *z;
    float *potential;
    float *weight;
    float *sums; // of weights, lane by lane: BREAKDOWN_BLOCK a group
    uint32_t count;
} breakdown_sites;

typedef struct breakdown_range {
    float low, high;
} breakdown_range;

typedef struct breakdown_kernels {
    // A new particle: takes strength / distance off every potential. Returns their range.
    breakdown_range (*repel_flat)(const breakdown_sites *sites, qx_vec3 at, float strength);
    breakdown_range (*repel_solid)(const breakdown_sites *sites, qx_vec3 at, float strength);
    // Sum of 1 / distance to particles; padding lies so far away that it adds nothing to speak of.
    float (*crowd)(const float *x, const float *y, const float *z, uint32_t count, qx_vec3 at);
    // weight = ((potential - low) * scale)^eta, 0 below low and in the padding; and sums of them.
    void (*weigh)(const breakdown_sites *sites, float low, float scale, float eta);
} breakdown_kernels;

extern const breakdown_kernels breakdown_kernels_scalar;
#if defined(__x86_64__)
extern const breakdown_kernels breakdown_kernels_sse2, breakdown_kernels_avx2,
    breakdown_kernels_avx512;
#elif defined(__aarch64__)
extern const breakdown_kernels breakdown_kernels_neon;
#endif
