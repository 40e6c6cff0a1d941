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

static inline qx_bolt_bounds bolt_box_bounds(const bolt_box *box)
{
    if (box->low[0] > box->high[0]) return (qx_bolt_bounds){ 0 };
    return (qx_bolt_bounds){ { box->low[0], box->low[1], box->low[2] },
                             { box->high[0], box->high[1], box->high[2] } };
}
