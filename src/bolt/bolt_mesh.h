// SPDX-License-Identifier: MIT
#pragma once

#include "bolt_ahead.h"
#include "bolt_box.h"
#include "bolt_pose.h"

#include <math.h>

// A ribbon in work.
struct bolt_mesh {
    bolt_reader reader;
    bolt_sides sides;
    bolt_ahead ahead;
    bool begun;           // some of the bolt was written
    bool crowded;         // into a buffer that no cache holds
    const uint32_t *bent; // the next joint that is no mitre
    const qx_vec3 *eye;   // NULL: along z
    qx_vec3 normal;       // of the segment that leads on from the chunk before
};

// bolt_ribbon.c: false where nothing is to be written. Leaves `crowded` and `ahead` to the caller.
bool bolt_mesh_start(bolt_mesh *w, const qx_bolt *bolt, const qx_bolt_pose *pose,
                     const qx_bolt_camera *camera);
// Writes the next chunk's vertices, at most BOLT_CHUNK_VERTICES, or after the last what ends a
// bolt (which looks at the vertex before), and moves `to` behind them; up to BOLT_SPARE beyond may be written over. True for a chunk.
bool bolt_mesh_next(bolt_mesh *w, qx_bolt_vertex **to);
// Widens a box by vertices; writes over 3 beyond.
void bolt_mesh_bound(const qx_bolt *bolt, qx_bolt_vertex *vertices, uint32_t count, bolt_box *box);

// A point has at most four pairs: itself with the cap and the new beginning of a turn back, or
// between both caps of a strand that it is all of, behind a link.
#define BOLT_CHUNK_VERTICES (8u * BOLT_CHUNK)
#define BOLT_SPARE (2u * BOLT_BLOCK)

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
