// SPDX-License-Identifier: MIT
#pragma once

// Fields of every kind for the tests of levels of detail, and who looks at them.

#include <quincunx/random.h>
#include <quincunx/terrain_lod.h>

#include <stdint.h>

typedef struct lod_kind {
    bool floats, holes, periodic, inverted;
    qx_terrain_diagonal diagonal;
} lod_kind;

#define LOD_KINDS 6u
extern const lod_kind lod_kinds[LOD_KINDS];

#define LOD_PATCHES 20000
extern qx_terrain_patch lod_patches[LOD_PATCHES]; // those chosen last

// Hills, islands where there are holes.
qx_terrain *lod_field(uint64_t seed, lod_kind k, uint32_t columns, uint32_t rows, float high);
qx_terrain_lod *lod_of(const qx_terrain *t, bool normals);
// A little beyond `half` to both sides of 0.
float lod_anywhere(qx_random *random, float half);
uint32_t lod_choose(const qx_terrain_lod *lod, const qx_terrain_view *view,
                    qx_terrain_ranges *ranges);
