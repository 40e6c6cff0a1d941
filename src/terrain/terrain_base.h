// SPDX-License-Identifier: MIT
#pragma once

#include "terrain_internal.h"

#include <quincunx/terrain_base.h>

// A block on its way to the caller. The ground's vertices have the numbers below `tops`.
typedef struct base_writer {
    const qx_terrain *t;
    const qx_terrain_base_desc *desc;
    bool whole;          // the ground has no gaps: the underside is a fan
    uint64_t tops, rims; // vertices of the ground; edges of its border, at most
    uint64_t ground;     // indices of the ground
    qx_vec3 *positions;
    uint32_t *indices;
    uint64_t vertices, count; // so far; count: of indices
} base_writer;

void base_put_triangle(base_writer *w, uint32_t a, uint32_t b, uint32_t c);

// A vertex straight below one of the ground.
void base_put_bottom(base_writer *w, uint32_t top, uint64_t number);

// The wall below the edge a to b of a triangle of the ground, and its part of a fan.
void base_put_rim(base_writer *w, uint32_t a, uint32_t b, uint32_t under_a, uint32_t under_b);

// terrain_base_places.c: counts and checks a ground of places.
qx_result base_plan_places(base_writer *w);

// terrain_base_edges.c: walls and underside where the border has to be looked for, once the ground
// is written.
size_t base_edges_bound(const base_writer *w); // SIZE_MAX where that is too large
qx_result base_close_edges(base_writer *w, uint32_t *scratch);
