// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/terrain_make.h>

enum { COLUMNS = 545, ROWS = 33 };

// Every shape, with weather, tileable or not.
uint64_t hash_terrain_make(qx_simd simd)
{
    static float heights[COLUMNS * ROWS];
    uint64_t hash = QX_HASH_START;
    for (int i = 0; i < 2 * QX_TERRAIN_SHAPE_COUNT; i++) {
        const qx_terrain_make make = { .columns = COLUMNS,
                                       .rows = ROWS,
                                       .seed = (uint64_t)i << 40 | 3,
                                       .shape = (qx_terrain_shape)(i / 2),
                                       .tileable = i % 2 == 1,
                                       .rain = 500,
                                       .slides = 3,
                                       .simd = simd };
        qx_terrain_generate(&make, NULL, heights);
        hash = qx_hash_floats(hash, heights, COLUMNS * ROWS);
    }
    return hash;
}
