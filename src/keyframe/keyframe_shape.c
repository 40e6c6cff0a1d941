// SPDX-License-Identifier: MIT
#include <quincunx/keyframe_pose.h>

#include "keyframe_vertex.h"

#include <math.h>

// What can be asked of one pose: its box, and where a ray meets it.

qx_keyframe_box qx_keyframe_pose_bounds(const float *positions, size_t stride,
                                        uint32_t vertex_count)
{
    if (vertex_count == 0) return (qx_keyframe_box){ { 0, 0, 0 }, { 0, 0, 0 } };
    const size_t step = stride ? stride : 12;
    const float *p = positions;
    qx_keyframe_box box = { { p[0], p[1], p[2] }, { p[0], p[1], p[2] } };
    for (uint32_t i = 1; i < vertex_count; i++) {
        p = vertex_at(positions, step, i);
        box.low.x = p[0] < box.low.x ? p[0] : box.low.x;
        box.low.y = p[1] < box.low.y ? p[1] : box.low.y;
        box.low.z = p[2] < box.low.z ? p[2] : box.low.z;
        box.high.x = p[0] > box.high.x ? p[0] : box.high.x;
        box.high.y = p[1] > box.high.y ? p[1] : box.high.y;
        box.high.z = p[2] > box.high.z ? p[2] : box.high.z;
    }
    return box;
}

// --- rays
// Source: Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection" (1997), in double.

#define EDGE 1e-9 // triangles reach a little over their edges, so that no ray slips through between

static vertex read(const float *p)
{
    return (vertex){ (double)p[0], (double)p[1], (double)p[2] };
}

static vertex minus(vertex a, vertex b)
{
    return (vertex){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static vertex cross(vertex a, vertex b)
{
    return (vertex){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static double dot(vertex a, vertex b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The distance along the ray, or a negative number.
static double meet(vertex origin, vertex direction, vertex a, vertex b, vertex c)
{
    const vertex ab = minus(b, a), ac = minus(c, a);
    const vertex p = cross(direction, ac);
    const double volume = dot(ab, p);
    if (volume == 0.0) return -1.0;
    const vertex from = minus(origin, a);
    const double u = dot(from, p) / volume;
    const vertex q = cross(from, ab);
    const double v = dot(direction, q) / volume;
    if (!(u >= -EDGE && v >= -EDGE && u + v <= 1.0 + EDGE)) return -1.0;
    return dot(ac, q) / volume;
}

bool qx_keyframe_pose_ray(const float *positions, size_t stride, const uint32_t *indices,
                          uint32_t index_count, qx_vec3 origin, qx_vec3 direction, float *distance,
                          uint32_t *triangle)
{
    const size_t step = stride ? stride : 12;
    const vertex from = read(&origin.x), along = read(&direction.x);
    double nearest = INFINITY;
    for (uint32_t i = 0; i + 2 < index_count; i += 3) {
        const double at = meet(from, along, read(vertex_at(positions, step, indices[i])),
                               read(vertex_at(positions, step, indices[i + 1])),
                               read(vertex_at(positions, step, indices[i + 2])));
        if (!(at >= 0.0 && at < nearest)) continue;
        nearest = at;
        *triangle = i / 3;
    }
    *distance = nearest < INFINITY ? (float)nearest : 0.0f;
    return nearest < INFINITY;
}
