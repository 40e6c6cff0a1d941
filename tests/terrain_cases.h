// SPDX-License-Identifier: MIT
#pragma once

// Height fields for the tests of terrain, and what they must be by the plainest of rules. Each
// includes what it needs of cmocka before this.

#include <quincunx/random.h>
#include <quincunx/terrain_mesh.h>

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static inline qx_terrain *create(const qx_terrain_desc *desc)
{
    qx_terrain *terrain;
    assert_int_equal(qx_terrain_create(desc, NULL, &terrain), QX_OK);
    assert_non_null(terrain);
    return terrain;
}

static inline qx_terrain *of_floats(const float *heights, uint32_t columns, uint32_t rows)
{
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = columns, .rows = rows }
    };
    return create(&desc);
}

static inline float height_at(const qx_terrain *terrain, uint32_t column, uint32_t row)
{
    float height;
    (void)qx_terrain_get_height(terrain, column, row, &height);
    return height;
}

static inline bool is_hole(const qx_terrain *terrain, uint32_t column, uint32_t row)
{
    float height;
    return !qx_terrain_get_height(terrain, column, row, &height);
}

static inline uint32_t between(qx_random *random, uint32_t least, uint32_t most)
{
    return least + qx_random_below(random, most - least + 1);
}
