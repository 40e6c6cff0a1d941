// SPDX-License-Identifier: MIT
#pragma once

// What the files about time share. Not installed.

#include <quincunx/keyframe.h>

// Where a clock stands, unrolled through all repetitions: ticks, and 65,536ths of one.
typedef struct keyframe_position {
    int64_t whole;
    int32_t part; // 0 to 65,535
} keyframe_position;

keyframe_position keyframe_position_at(const qx_keyframe_clock *clock, int64_t now);

// The moment as the clock counts it: within QX_KEYFRAME_MOST.
int64_t keyframe_moment(int64_t now);

// Rounded down; b above 0.
static inline int64_t keyframe_floor_divide(int64_t a, int64_t b)
{
    const int64_t q = a / b;
    return q * b > a ? q - 1 : q;
}
