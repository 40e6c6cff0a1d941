// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/bolt.h>

#include <float.h>

// The box around all that a build writes; empty is inside out.
typedef struct bolt_box {
    float low[4], high[4]; // x, y, z and one to be ignored, for kernels
} bolt_box;

static inline bolt_box bolt_box_empty(void)
{
    return (bolt_box){ { FLT_MAX, FLT_MAX, FLT_MAX, 0.0f },
                       { -FLT_MAX, -FLT_MAX, -FLT_MAX, 0.0f } };
}

static inline void bolt_box_add(bolt_box *box, qx_vec3 place)
{
    const float at[] = { place.x, place.y, place.z };
    for (int i = 0; i < 3; i++) {
        box->low[i] = at[i] < box->low[i] ? at[i] : box->low[i];
        box->high[i] = at[i] > box->high[i] ? at[i] : box->high[i];
    }
}

// Adding 0 makes 0 of -0: which of the two comes out as the least is a matter of order.
static inline qx_bolt_bounds bolt_box_bounds(const bolt_box *box)
{
    const float *low = box->low, *high = box->high;
    if (low[0] > high[0]) return (qx_bolt_bounds){ 0 };
    return (qx_bolt_bounds){ { low[0] + 0.0f, low[1] + 0.0f, low[2] + 0.0f },
                             { high[0] + 0.0f, high[1] + 0.0f, high[2] + 0.0f } };
}
