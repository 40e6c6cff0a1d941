// SPDX-License-Identifier: MIT
// Levels of detail: errors, normals, what is chosen and where its vertices lie.
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/terrain_lod.h>
#include <quincunx/terrain_make.h>

#define SIDE 300u
#define PATCHES 512u

static uint64_t hash_view(uint64_t hash, const qx_terrain_lod *lod, int turn)
{
    qx_terrain_patch patches[PATCHES];
    const qx_terrain_view view = { .eye = { 20.0f * (float)turn - 90, 30, 13.0f * (float)turn },
                                   .planes = { { 0.3f, 0.1f, 1, 40 } },
                                   .error = 2.0f + 9.0f * (float)turn };
    const qx_terrain_ranges ranges = qx_terrain_lod_sample_ranges(lod, &view);
    const uint32_t all = qx_terrain_lod_build(lod, &view, &ranges, patches, PATCHES);
    const uint32_t count = all < PATCHES ? all : PATCHES;
    hash = qx_hash_floats(hash, ranges.reach, ranges.levels);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t what[] = { patches[i].column, patches[i].row, patches[i].level,
                                  patches[i].quarters };
        hash = qx_hash_bytes(hash, what, sizeof what);
        for (uint32_t v = 0; v < 33; v += 3) {
            const qx_vec3 at = qx_terrain_lod_sample_vertex(lod, &ranges, &patches[i], v, 32 - v);
            hash = qx_hash_floats(hash, &at.x, 3);
        }
    }
    return hash;
}

uint64_t hash_terrain_lod(qx_simd simd)
{
    static float heights[SIDE * SIDE];
    const qx_terrain_make make = { .columns = SIDE, .rows = SIDE, .seed = 5, .simd = simd };
    if (qx_terrain_generate(&make, NULL, heights) != QX_OK) return 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) heights[i] *= 50.0f;
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = SIDE, .rows = SIDE },
        .simd = simd
    };
    qx_terrain *terrain;
    if (qx_terrain_create(&desc, NULL, &terrain) != QX_OK) return 0;
    qx_terrain_lod *lod;
    uint64_t hash = 0;
    if (qx_terrain_lod_create(terrain, &(qx_terrain_lod_desc){ .normals = true }, NULL, &lod) ==
        QX_OK) {
        const qx_terrain_lod_info info = qx_terrain_lod_get_info(lod);
        hash = qx_hash_floats(0, info.errors, info.levels);
        hash = qx_hash_bytes(hash, qx_terrain_lod_get_normals(lod), 2u * SIDE * SIDE);
        for (int turn = 0; turn < 8; turn++) hash = hash_view(hash, lod, turn);
        qx_terrain_lod_destroy(lod);
    }
    qx_terrain_destroy(terrain);
    return hash;
}
