// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

// Vertices in the caller's memory, and one in hand.

typedef struct vertex {
    double x, y, z;
} vertex;

static inline const float *vertex_at(const float *first, size_t stride, uint32_t index)
{
    return (const float *)(const void *)((const char *)first + stride * index);
}

static inline float *vertex_at_mutable(float *first, size_t stride, uint32_t index)
{
    return (float *)(void *)((char *)first + stride * index);
}
