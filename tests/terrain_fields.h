// SPDX-License-Identifier: MIT
#pragma once

// Fields for the tests of simplification.

#include <quincunx/terrain_simplify.h>

#include <stdbool.h>

// How samples of a test field come about.
typedef enum field_kind {
    FIELD_NOISE = 0, // each for itself
    FIELD_HILLS,     // bent smoothly, with a little noise
    FIELD_PLANE,     // tilted; whole numbers, so that no rounding is in it
    FIELD_KIND_COUNT
} field_kind;

typedef struct field_case {
    uint32_t columns, rows;
    uint64_t seed;
    field_kind kind;
    bool floats;    // else 16-bit codes
    uint32_t holes; // of 1,000 samples
    qx_simd simd;
} field_case;

qx_terrain *make_field(const field_case *c);

// Its samples as make_field has them: heights for floats, codes else.
double field_sample(const field_case *c, uint32_t column, uint32_t row);

// A mesh taken out of a simplifier.
typedef struct simple_mesh {
    uint32_t *places, *indices;
    qx_terrain_simple_counts counts;
} simple_mesh;

simple_mesh build_rtin(qx_terrain_rtin *rtin, float error);
simple_mesh build_tin(const qx_terrain_tin *tin);
void free_mesh(simple_mesh *mesh);

// Fails unless the mesh has the true error asked for, covers all it should, each inner side is
// shared by two triangles in opposite directions, each vertex is used and none is there twice.
void check_mesh(const qx_terrain *terrain, const simple_mesh *mesh, double error);

// Twice the area of all triangles, in cells.
uint64_t mesh_area(const simple_mesh *mesh);

// Vertices on the border of `columns` x `rows` samples, sorted along it: of column 0 or the last,
// row 0 or the last. Returns how many.
typedef enum field_side { SIDE_LEFT = 0, SIDE_RIGHT, SIDE_TOP, SIDE_BOTTOM } field_side;
uint32_t border_of(const simple_mesh *mesh, uint32_t columns, uint32_t rows, field_side side,
                   uint32_t *along);
