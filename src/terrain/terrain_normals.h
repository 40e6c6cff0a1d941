// SPDX-License-Identifier: MIT
#pragma once

#include "terrain_internal.h"
#include "terrain_normals_kernel.h"

#include <quincunx/terrain_mesh.h>

// Slopes of a field's vertices by one rule, with what lies beyond its borders. Normals, tangents
// and octahedral numbers are made from slopes.
typedef struct terrain_shade {
    const qx_terrain *t;
    const terrain_kernels *kernels;
    qx_terrain_normals rule;
    qx_terrain_neighbours around; // those of another size left out
} terrain_shade;

const terrain_kernels *terrain_choose_kernels(qx_simd simd);

/// False where a neighbour's samples along a border are of another number than ours.
bool terrain_neighbours_fit(const qx_terrain *t, const qx_terrain_neighbours *neighbours);

terrain_shade terrain_shade_of(const qx_terrain *t, qx_terrain_normals rule,
                               const qx_terrain_neighbours *neighbours);

/// Of `count` vertices of a row, at most TERRAIN_RUN. A hole has none: 0 and 0.
void terrain_slopes(const terrain_shade *shade, uint32_t column, uint32_t row, uint32_t count,
                    float *x, float *z);
