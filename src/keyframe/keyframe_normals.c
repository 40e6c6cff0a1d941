// SPDX-License-Identifier: MIT
#include <quincunx/keyframe_pose.h>

#include "keyframe_keys.h"

#include <math.h>

// Normals from triangles: each triangle's cross product is its normal times twice its area, so the
// plain sum at a vertex is the area-weighted one.

static vertex cross_of(const float *a, const float *b, const float *c)
{
    const double ux = (double)b[0] - (double)a[0], uy = (double)b[1] - (double)a[1];
    const double uz = (double)b[2] - (double)a[2], vx = (double)c[0] - (double)a[0];
    const double vy = (double)c[1] - (double)a[1], vz = (double)c[2] - (double)a[2];
    return (vertex){ uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx };
}

// (0, 0, 1) where there is no direction, or none that is a number.
static void store(float *normal, vertex n)
{
    const double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    const double by = 1.0 / length;
    const bool good = length > 0.0 && length < INFINITY; // false for NaN
    normal[0] = good ? (float)(n.x * by) : 0.0f;
    normal[1] = good ? (float)(n.y * by) : 0.0f;
    normal[2] = good ? (float)(n.z * by) : 1.0f;
}

static void add(float *normal, vertex n)
{
    normal[0] += (float)n.x;
    normal[1] += (float)n.y;
    normal[2] += (float)n.z;
}

static qx_result check(uint32_t vertex_count, const uint32_t *indices, uint32_t index_count)
{
    if (index_count % 3 != 0) return QX_BAD_VALUE;
    for (uint32_t i = 0; i < index_count; i++)
        if (indices[i] >= vertex_count) return QX_BAD_VALUE;
    return QX_OK;
}

qx_result qx_keyframe_normals_build(const float *positions, size_t position_stride,
                                    uint32_t vertex_count, const uint32_t *indices,
                                    uint32_t index_count, bool smooth, float *normals,
                                    size_t normal_stride)
{
    size_t from, to;
    if (!keyframe_stride_resolve(position_stride, &from) ||
        !keyframe_stride_resolve(normal_stride, &to))
        return QX_BAD_VALUE;
    const qx_result result = check(vertex_count, indices, index_count);
    if (result != QX_OK) return result;
    for (uint32_t i = 0; i < vertex_count; i++) {
        float *normal = vertex_at_mutable(normals, to, i);
        normal[0] = normal[1] = normal[2] = 0.0f;
    }
    for (uint32_t i = 0; i < index_count; i += 3) {
        const uint32_t *corner = indices + i;
        const vertex n =
            cross_of(vertex_at(positions, from, corner[0]), vertex_at(positions, from, corner[1]),
                     vertex_at(positions, from, corner[2]));
        for (int k = 0; k < 3; k++) {
            float *normal = vertex_at_mutable(normals, to, corner[k]);
            if (smooth) {
                add(normal, n);
            } else {
                store(normal, n);
            }
        }
    }
    for (uint32_t i = 0; i < vertex_count; i++) {
        float *normal = vertex_at_mutable(normals, to, i);
        store(normal, (vertex){ (double)normal[0], (double)normal[1], (double)normal[2] });
    }
    return QX_OK;
}
