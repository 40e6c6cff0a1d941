// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/bolt.h>

#include <float.h>

// The box around all that a build writes; empty is inside out. Kernels widen four at a time, of
// x, y, z and one to be ignored each.
typedef struct bolt_box {
    float low[16], high[16];
} bolt_box;

static inline bolt_box bolt_box_empty(void)
{
    bolt_box box;
    for (int i = 0; i < 16; i++) {
        box.low[i] = FLT_MAX;
        box.high[i] = -FLT_MAX;
    }
    return box;
}

static inline void bolt_box_add(bolt_box *box, qx_vec3 place)
{
    const float at[] = { place.x, place.y, place.z };
    for (int i = 0; i < 3; i++) {
        box->low[i] = at[i] < box->low[i] ? at[i] : box->low[i];
        box->high[i] = at[i] > box->high[i] ? at[i] : box->high[i];
    }
}

static inline float bolt_box_low(const bolt_box *box, int axis)
{
    float low = box->low[axis];
    for (int i = axis; i < 16; i += 4) low = box->low[i] < low ? box->low[i] : low;
    return low + 0.0f; // 0, not -0: which of the two comes first is a matter of order
}

static inline float bolt_box_high(const bolt_box *box, int axis)
{
    float high = box->high[axis];
    for (int i = axis; i < 16; i += 4) high = box->high[i] > high ? box->high[i] : high;
    return high + 0.0f;
}

static inline qx_bolt_bounds bolt_box_bounds(const bolt_box *box)
{
    return (qx_bolt_bounds){
        { bolt_box_low(box, 0), bolt_box_low(box, 1), bolt_box_low(box, 2) },
        { bolt_box_high(box, 0), bolt_box_high(box, 1), bolt_box_high(box, 2) },
    };
}
