// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// The inner loop of the greedy triangulation, compiled once for each instruction set from
// terrain_tin_kernel.c: the largest |start + i * across - area * height[i]| of `count` samples, and
// the first i that has it. At least one sample.
typedef struct tin_span {
    double start, across, area;
    uint32_t count;
    uint32_t at;  // out
    double worst; // in and out: what is not above it is not looked for
} tin_span;

typedef struct tin_kernels {
    void (*span_16)(const uint16_t *codes, tin_span *span);
    void (*span_32)(const float *heights, tin_span *span);
} tin_kernels;

extern const tin_kernels tin_kernels_scalar;
#if defined(__x86_64__)
extern const tin_kernels tin_kernels_sse2, tin_kernels_avx2, tin_kernels_avx512;
#elif defined(__aarch64__)
extern const tin_kernels tin_kernels_neon;
#endif
