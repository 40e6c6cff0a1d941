// SPDX-License-Identifier: MIT
#pragma once

#include "terrain_normals.h"

// A mesh's description with every default filled in.
typedef struct terrain_mesh_plan {
    qx_terrain_normals normals;
    float repeat;
    uint32_t copies[2], copy[2]; // along x and z
    qx_terrain_area area;
    uint32_t columns, rows; // of the area
} terrain_mesh_plan;

/// False where the description is out of range; NULL is a description of defaults.
bool terrain_plan_mesh(const qx_terrain *t, const qx_terrain_mesh_desc *desc,
                       terrain_mesh_plan *plan);
