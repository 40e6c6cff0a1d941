// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/terrain_base.h>
#include <quincunx/terrain_make.h>

#include <stdbool.h>
#include <stddef.h>

// A block of so many samples with holes: the ground twice and walls around holes.
enum { SIDE = 33, SAMPLES = SIDE * SIDE, VERTICES = 6 * SAMPLES, INDICES = 36 * SAMPLES };

static float heights[SAMPLES];
static qx_vec3 positions[VERTICES];
static uint32_t indices[INDICES], scratch[8 * SAMPLES];

static uint64_t add_block(uint64_t hash, const qx_terrain *t, const qx_terrain_base_desc *desc)
{
    qx_terrain_base_counts counts;
    if (qx_terrain_base_bound(t, desc, &counts) != QX_OK) return 0;
    if (counts.vertices > VERTICES || counts.indices > INDICES) return 0;
    if (counts.scratch > sizeof scratch) return 0;
    if (qx_terrain_base_build(t, desc, positions, indices, scratch, &counts) != QX_OK) return 0;
    bool used[VERTICES] = { false };
    for (uint64_t i = 0; i < counts.indices; i++) {
        hash = qx_hash_bytes(hash, &indices[i], sizeof indices[i]);
        used[indices[i]] = true;
    }
    for (uint64_t i = 0; i < counts.vertices; i++)
        if (used[i]) hash = qx_hash_floats(hash, &positions[i].x, 3);
    return hash;
}

static uint64_t add_field(uint64_t hash, qx_simd simd, bool holes)
{
    static const uint32_t places[] = { 0, 3u << 16, 3, 3u << 16 | 3 },
                          ground[] = { 0, 1, 2, 2, 1, 3 };
    const qx_terrain_make make = { .columns = SIDE, .rows = SIDE, .seed = 9, .simd = simd };
    if (qx_terrain_generate(&make, NULL, heights) != QX_OK) return 0;
    for (int i = 0; i < SAMPLES; i++) // 2e9 is beyond all heights
        if (holes && i % 11 == 5) heights[i] = 2e9f;
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = SIDE, .rows = SIDE },
        .width = 7,
        .diagonal = QX_TERRAIN_ALTERNATING,
        .simd = simd,
    };
    qx_terrain *t;
    if (qx_terrain_create(&desc, NULL, &t) != QX_OK) return 0;
    hash = add_block(hash, t, &(qx_terrain_base_desc){ .bottom = -0.3f });
    if (!holes) hash = add_block(hash, t, &(qx_terrain_base_desc){ -1, places, 4, ground, 6 });
    qx_terrain_destroy(t);
    return hash;
}

uint64_t hash_terrain_base(qx_simd simd)
{
    return add_field(add_field(QX_HASH_START, simd, false), simd, true);
}
