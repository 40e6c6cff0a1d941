// SPDX-License-Identifier: MIT
#pragma once

#include "keyframe_kernel.h"
#include "keyframe_vertex.h"

#include <quincunx/keyframe_pose.h>

#define KEYFRAME_MOST_VERTICES (UINT32_C(1) << 28)
#define KEYFRAME_MOST_VALUE 1e9f
#define KEYFRAME_MOST_WEIGHT 1e6f

struct qx_keyframe_keys {
    qx_allocator allocator;
    const keyframe_kernels *kernels;
    qx_keyframe_keys_info info;
    size_t blocks;
    size_t block; // floats, or packed: codes, of a key's block of positions; packed: and of normals
    float *positions, *normals; // FLOATS
    uint16_t *codes;            // PACKED
    keyframe_frame *frames;
};

/// QX_UNSUPPORTED, QX_BAD_VALUE.
qx_result keyframe_kernels_find(qx_simd simd, const keyframe_kernels **kernels);

/// 12 where it is 0; false where it is none.
bool keyframe_stride_resolve(size_t stride, size_t *used);

/// Whether all are finite and within KEYFRAME_MOST_VALUE.
bool keyframe_values_are_good(const float *values, size_t stride, uint32_t count);

/// A normal as it is kept: of length 1, the very same where it was.
void keyframe_normal_keep(const float *normal, float kept[3]);

/// Writes a key to its place, packed.
void keyframe_pack(qx_keyframe_keys *keys, uint32_t key, const float *positions,
                   size_t position_stride, const float *normals, size_t normal_stride,
                   float *position_error, float *normal_error);

static inline size_t keyframe_blocks_of(uint32_t vertices)
{
    return ((size_t)vertices + KEYFRAME_BLOCK - 1) / KEYFRAME_BLOCK;
}

/// Adds a key to what a pose is made of.
static inline void keyframe_parts_add(keyframe_parts *parts, const qx_keyframe_keys *keys,
                                      uint32_t key, float weight)
{
    const size_t at = keys->blocks * keys->block * key;
    const uint32_t k = parts->count++;
    parts->weight[k] = weight;
    parts->block = keys->block;
    if (keys->codes) {
        parts->codes[k] = keys->codes + at;
        parts->frames[k] = &keys->frames[key];
    } else {
        parts->positions[k] = keys->positions + at;
        parts->normals[k] = keys->normals ? keys->normals + at : NULL;
    }
    if (weight > parts->weight[parts->nearest]) parts->nearest = k;
}

/// Blocks of a pose.
static inline void keyframe_pose_blocks(const qx_keyframe_keys *keys, const keyframe_parts *parts,
                                        size_t first, size_t count, float *positions,
                                        float *normals, bool stream)
{
    (keys->codes ? keys->kernels->packed : keys->kernels->floats)(parts, first, count, positions,
                                                                  normals, stream);
}
