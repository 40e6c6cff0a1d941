// SPDX-License-Identifier: MIT
#pragma once

#include "bolt_pose.h"

#include <math.h>

// A ribbon in work.
struct bolt_mesh {
    bolt_reader reader;
    bolt_sides sides;
    const qx_bolt_vertex *vertices;
    const qx_bolt_vertex *strip; // where the strip in work began
    uint32_t *next_index;
    uint32_t strip_count;
    bolt_strip strips[2 * BOLT_CHUNK]; // a strand's last point may be one that turns back
    uint32_t first;                    // added to every index
    const uint32_t *bent;              // the next joint that is no mitre
    const qx_vec3 *eye;                // NULL: along z
    qx_vec3 normal;                    // of the segment that leads on from the chunk before
};

// From a point to the eye.
static inline qx_vec3 bolt_view_at(const bolt_mesh *w, size_t slot)
{
    const bolt_chunk *c = &w->reader.chunk;
    if (!w->eye) return (qx_vec3){ 0.0f, 0.0f, 1.0f };
    return (qx_vec3){ w->eye->x - c->x[slot], w->eye->y - c->y[slot], w->eye->z - c->z[slot] };
}

static inline qx_vec3 bolt_cross(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// Unit length; x where there is none.
static inline qx_vec3 bolt_normalise(qx_vec3 v)
{
    const float square = (v.x * v.x + v.y * v.y) + v.z * v.z;
    if (!(square > 1e-30f)) return (qx_vec3){ 1.0f, 0.0f, 0.0f };
    const float inverse = 1.0f / sqrtf(square);
    return (qx_vec3){ v.x * inverse, v.y * inverse, v.z * inverse };
}
