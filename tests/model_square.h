// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/model.h>

/// A model made by hand: the unit square as two triangles that share no vertices, with two keys, 0.1 s
/// apart, the second 3 nearer to the viewer; normals to the viewer.
typedef struct square {
    float positions[2][6][3], normals[2][6][3], places[6][2];
    uint32_t indices[6];
    int64_t times[2];
    qx_model_clip clip;
    qx_model_mesh mesh;
    qx_model model;
} square;

void make_square(square *s);
