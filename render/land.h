// SPDX-License-Identifier: MIT
#pragma once

// What the files that draw land share. Not installed.

#include "state.h"

#include <quincunx/terrain_draw.h>

#define LAND_SIDE 16u                                    // cells of a quarter of a patch
#define LAND_CORNERS ((LAND_SIDE + 1) * (LAND_SIDE + 1)) // its vertices
#define LAND_TRIANGLE_INDICES (6u * LAND_SIDE * LAND_SIDE)
#define LAND_LINE_INDICES (6u * LAND_SIDE * LAND_SIDE)
#define LAND_DETAIL 256u // texels of the painted texture, along a side

typedef enum land_texture {
    LAND_HEIGHTS, // texture units 2 and up, in this order
    LAND_NORMALS,
    LAND_SHADE,
    LAND_PAINT,
    LAND_PRESENT, // where the field has holes
    LAND_TEXTURES
} land_texture;

// How the grid of a quarter is cut, and its edges as lines.
typedef enum land_grid { LAND_RT_LB, LAND_LT_RB, LAND_ALTERNATING, LAND_GRIDS } land_grid;

typedef struct land_instance {
    int32_t column, row, level, unused; // first vertex of a quarter
    int32_t right, down;                // columns and rows to its copy of the field
} land_instance;

// Sun and shade of a map of fewer samples.
typedef struct land_shade {
    uint32_t columns, rows;
    float cell_x, cell_z; // world units a texel
    bool wraps;           // goes on across the borders
    float *heights;       // row by row
    float *scratch;       // four lines, of columns + 2 or rows + 2
    uint8_t *texels;      // sun, openness
    qx_vec3 sun;          // the sun's light is of
    float water;          // level, which is lit where the ground is below it
    bool lit;
} land_shade;

struct qx_land {
    const qx_terrain_lod *lod;
    const qx_terrain *terrain;
    qx_terrain_info info; // of when it was made or last updated
    land_shade shade;
    uint32_t capacity; // instances
    qx_terrain_patch *patches;
    land_instance *instances;
    void *rows; // texels on their way to the GPU
    size_t rows_bytes;
    uint8_t *paint; // LAND_DETAIL squared, while it is made
    size_t bytes;   // of the one block of memory all lies in
    GLuint textures[LAND_TEXTURES];
    GLuint array, stream, block;
    GLuint grids[LAND_GRIDS], lines[LAND_GRIDS]; // indices
    qx_land_look look;                           // of the draw that is queued
    bool queued;
    qx_land_count count;
};

// land_shade.c
size_t land_shade_floats(const land_shade *shade); // heights and scratch
// Openness anew, after the heights of an area of texels have changed; the sun's light is then
// unknown.
void land_shade_open(land_shade *shade, const qx_terrain_area *changed);
// False where neither the sun nor the water has moved since.
bool land_shade_light(land_shade *shade, qx_vec3 sun, float water);
float land_shade_sun(const land_shade *shade, float column, float row);

// land_paint.c: tones of grass and of rock, slopes of rock; `texels` of four bytes.
void land_paint(uint8_t *texels, uint64_t seed);

// land_textures.c
bool land_textures_make(qx_land *land, uint64_t seed);
void land_textures_update(qx_land *land, const qx_terrain_area *area);
void land_shade_upload(const qx_land *land);

// land_show.c
void land_show(qx_render *render, qx_space_pass pass, const void *user);
