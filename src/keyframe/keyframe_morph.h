// SPDX-License-Identifier: MIT
#pragma once

#include "keyframe_kernel.h"

#include <quincunx/keyframe_pose.h>

// Base and targets as they are kept: block after block of vertices with all that belongs to them,
// so that a pose reads memory from one end to the other.

struct qx_keyframe_morph {
    qx_allocator allocator;
    const keyframe_kernels *kernels;
    qx_keyframe_morph_info info;
    size_t blocks, chunks;
    uint32_t dense_count; // slots of dense targets; those of sparse ones follow
    uint32_t *slots;      // their targets
    // A block: positions (x, y, z after each other), then, where there are any, normals
    // (16 x, 16 y, 16 z) of the base and of each dense target.
    float *floats;
    size_t record; // floats in a block with all of this
    // Sparse: a vertex's delta of position and of normal, where there are any; its place in the
    // chunk; how many entries each target has in each chunk, and where those of a chunk begin.
    float *deltas;
    uint8_t *places;
    uint16_t *counts;
    uint64_t *starts;
};

static inline size_t keyframe_chunk_blocks(const qx_keyframe_morph *m, size_t chunk)
{
    const size_t left = m->blocks - chunk * KEYFRAME_CHUNK;
    return left < KEYFRAME_CHUNK ? left : KEYFRAME_CHUNK;
}

// Positions of the base (0) or a dense slot (from 1 on) in a block; normals follow them.
static inline float *keyframe_block_floats(const qx_keyframe_morph *m, size_t block, uint32_t which)
{
    return m->floats + m->record * block + KEYFRAME_TRIPLES * (m->info.normals ? 2u : 1u) * which;
}
