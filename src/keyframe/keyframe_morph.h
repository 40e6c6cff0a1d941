// SPDX-License-Identifier: MIT
#pragma once

#include "keyframe_kernel.h"

#include <quincunx/keyframe_pose.h>

// Targets as they are kept: dense ones as whole arrays, in the order of the base's; of sparse ones
// what is not zero, vertex after vertex, with the first entry of every chunk.

typedef struct keyframe_deltas {
    // Dense: as long as the base. Sparse: x, y, z an entry. NULL: none.
    const float *positions, *normals;
    // Sparse; NULL of dense ones.
    const uint8_t *places;  // in the chunk
    const uint32_t *chunks; // first entry of each, and one more: the end
} keyframe_deltas;

struct qx_keyframe_morph {
    qx_allocator allocator;
    const keyframe_kernels *kernels;
    qx_keyframe_morph_info info;
    size_t blocks;
    float *positions, *normals; // base: x, y, z after each other; blocks of 16 x, 16 y, 16 z
    keyframe_deltas *targets;
};
