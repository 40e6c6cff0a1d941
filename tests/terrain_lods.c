// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "terrain_cases.h"
#include "terrain_lods.h"

#include <quincunx/terrain_make.h>

qx_terrain_patch lod_patches[LOD_PATCHES];

const lod_kind lod_kinds[LOD_KINDS] = {
    { false, false, false, false, QX_TERRAIN_RT_LB },
    { true, false, false, false, QX_TERRAIN_RT_LB },
    { false, true, false, true, QX_TERRAIN_LT_RB },
    { true, true, false, false, QX_TERRAIN_LT_RB },
    { false, false, true, true, QX_TERRAIN_ALTERNATING },
    { true, false, true, false, QX_TERRAIN_LT_RB },
};

qx_terrain *lod_field(uint64_t seed, lod_kind k, uint32_t columns, uint32_t rows, float high)
{
    const size_t samples = (size_t)columns * rows;
    float *heights = malloc(samples * sizeof *heights);
    uint16_t *codes = malloc(samples * sizeof *codes);
    uint8_t *mask = malloc(samples);
    assert_true(heights && codes && mask);
    const qx_terrain_make make = { .columns = columns, .rows = rows, .seed = seed, .octaves = 7 };
    assert_int_equal(qx_terrain_generate(&make, NULL, heights), QX_OK);
    for (size_t i = 0; i < samples; i++) {
        codes[i] = (uint16_t)(heights[i] * 65535);
        mask[i] = !k.holes || heights[i] > 0.45f;
        heights[i] = heights[i] * high - 10;
    }
    const qx_terrain_desc desc = { .samples = { .data = k.floats ? (const void *)heights : codes,
                                                .kind = k.floats ? QX_TERRAIN_F32 : QX_TERRAIN_U16,
                                                .columns = columns,
                                                .rows = rows },
                                   .low = k.inverted ? high - 10 : -10,
                                   .high = k.inverted ? -10 : high - 10,
                                   .depth = 1.3f * (float)(rows - 1),
                                   .width = (float)(columns - 1),
                                   .diagonal = k.diagonal,
                                   .periodic = k.periodic,
                                   .mask = mask };
    qx_terrain *t = create(&desc);
    free(heights);
    free(codes);
    free(mask);
    return t;
}

qx_terrain_lod *lod_of(const qx_terrain *t, bool normals)
{
    qx_terrain_lod *lod;
    const qx_terrain_lod_desc desc = { .normals = normals };
    assert_int_equal(qx_terrain_lod_create(t, &desc, NULL, &lod), QX_OK);
    assert_non_null(lod);
    return lod;
}

float lod_anywhere(qx_random *random, float half)
{
    return qx_random_range(random, -1.3f * half, 1.3f * half);
}

uint32_t lod_choose(const qx_terrain_lod *lod, const qx_terrain_view *view,
                    qx_terrain_ranges *ranges)
{
    *ranges = qx_terrain_lod_sample_ranges(lod, view);
    const uint32_t count = qx_terrain_lod_build(lod, view, ranges, lod_patches, LOD_PATCHES);
    assert_true(count <= LOD_PATCHES);
    return count;
}
