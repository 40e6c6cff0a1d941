// SPDX-License-Identifier: MIT
#pragma once

#include "terrain_internal.h"

#include <quincunx/terrain_base.h>

// A block on its way to the caller. The ground's vertices have the numbers below `tops`.
typedef struct base_writer {
    const qx_terrain *t;
    const qx_terrain_base_desc *desc;
    bool whole;          // the ground has no gaps: the underside is a fan
    uint64_t tops, rims; // vertices of the ground; edges of its border
    uint64_t ground;     // indices of the ground
    qx_vec3 *positions;  // NULL while counting
    uint32_t *indices;
    uint64_t count;        // of indices so far
    uint32_t *rim_numbers; // by vertices of the ground, where it is one of places: of a fan's rim
    uint32_t rim_count;
} base_writer;

// A wall below the edge a to b of a triangle of the ground, and its part of a fan.
void base_put_wall(base_writer *w, uint32_t a, uint32_t b);

// terrain_base_places.c: grounds of places. Counts and checks; writes the ground and its walls.
qx_result base_plan_places(base_writer *w, size_t *scratch);
qx_result base_put_places(base_writer *w, uint32_t *scratch);
