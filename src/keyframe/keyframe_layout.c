// SPDX-License-Identifier: MIT
#include "keyframe_layout.h"

#include "keyframe_keys.h"

#include <string.h>

bool keyframe_layout_resolve(const qx_keyframe_layout *layout, qx_keyframe_layout *used)
{
    *used = *layout;
    return keyframe_stride_resolve(layout->position_stride, &used->position_stride) &&
           keyframe_stride_resolve(layout->normal_stride, &used->normal_stride);
}

bool keyframe_layout_is_tight(const qx_keyframe_layout *to)
{
    const size_t tight = 3 * sizeof(float);
    return (!to->positions || to->position_stride == tight) &&
           (!to->normals || to->normal_stride == tight);
}

static void put_one(float *to, size_t stride, size_t first, size_t count, const float *values)
{
    char *at = (char *)to + stride * first;
    if (stride == 3 * sizeof(float)) {
        memcpy(at, values, count * stride);
        return;
    }
    for (size_t i = 0; i < count; i++) memcpy(at + i * stride, values + 3 * i, 3 * sizeof(float));
}

// By four floats, of which the next write puts the fourth right: half as many instructions as by
// three.
static void put_interleaved(float *at, size_t count, const float *positions, const float *normals)
{
    if (count == 0) return;
    for (size_t i = 0; i + 1 < count; i++) {
        memcpy(at + 6 * i, positions + 3 * i, 4 * sizeof(float));
        memcpy(at + 6 * i + 3, normals + 3 * i, 4 * sizeof(float));
    }
    memcpy(at + 6 * (count - 1), positions + 3 * (count - 1), 3 * sizeof(float));
    memcpy(at + 6 * (count - 1) + 3, normals + 3 * (count - 1), 3 * sizeof(float));
}

void keyframe_layout_put(const qx_keyframe_layout *to, size_t first, size_t count,
                         const float *positions, const float *normals)
{
    const size_t both = 6 * sizeof(float);
    if (positions && normals && to->normals == to->positions + 3 && to->position_stride == both &&
        to->normal_stride == both) {
        put_interleaved(to->positions + 6 * first, count, positions, normals);
        return;
    }
    if (positions) put_one(to->positions, to->position_stride, first, count, positions);
    if (normals) put_one(to->normals, to->normal_stride, first, count, normals);
}
