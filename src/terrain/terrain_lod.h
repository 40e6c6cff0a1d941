// SPDX-License-Identifier: MIT
#pragma once

// What the files of the level of detail share. Not installed.

#include "terrain_internal.h"

#include <quincunx/terrain_lod.h>

// Errors are kept for tiles of so many cells, or of one cell of the level where that is larger.
#define LOD_TILE 32u

// A hole takes its height from the block of the pyramid around it, up to this level: 64 cells.
#define LOD_FILL_LEVEL 3u

struct qx_terrain_lod {
    qx_allocator allocator;
    const qx_terrain *t;
    uint32_t levels;
    float errors[QX_TERRAIN_MAX_LEVELS];
    float *tiles; // largest errors, of levels 1 and up
    size_t tile_start[QX_TERRAIN_MAX_LEVELS];
    uint32_t tile_columns[QX_TERRAIN_MAX_LEVELS], tile_rows[QX_TERRAIN_MAX_LEVELS];
    float pyramid_low, pyramid_span; // that holes were filled by
    int8_t *normals;                 // NULL where they are not kept
    size_t bytes;                    // of the one block of memory all lies in
};

static inline uint32_t lod_tile_side(uint32_t level)
{
    return 1u << level > LOD_TILE ? 1u << level : LOD_TILE;
}

static inline uint32_t lod_at_most(uint32_t value, uint32_t most)
{
    return value < most ? value : most;
}

// The height that is drawn, also where there is a hole.
float lod_height(const qx_terrain *t, uint32_t column, uint32_t row);
uint16_t lod_code(const qx_terrain *t, uint32_t column, uint32_t row); // of a coded field

// terrain_lod_errors.c
size_t lod_errors_plan(qx_terrain_lod *lod); // how many tiles
// Of the tiles that an area of samples reaches; all of them with workers.
void lod_errors_build(qx_terrain_lod *lod, const qx_terrain_area *area);
void lod_errors_build_all(qx_terrain_lod *lod, const qx_workers *workers);
