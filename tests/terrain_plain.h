// SPDX-License-Identifier: MIT
#pragma once

// Fields by chance, and the plainest answers to what terrain.h answers: every triangle is asked.

#include <quincunx/random.h>
#include <quincunx/terrain.h>

typedef struct plain_point {
    double x, y, z;
} plain_point;

typedef struct plain_triangle {
    plain_point corner[3]; // counter-clockwise from above
    uint32_t column, row, triangle;
} plain_triangle;

// A field and all triangles that are there.
typedef struct plain_field {
    qx_terrain *terrain;
    qx_terrain_info info;
    plain_triangle *triangles;
    uint32_t count;
    double range; // of its heights; at least 1e-3
    double cell;  // the longer side of a cell
} plain_field;

// How rough a field is made.
typedef enum plain_kind { PLAIN_ANY = 0, PLAIN_WHOLE, PLAIN_GENTLE } plain_kind;

// Of 2 to `most` samples a side, any diagonal, codes or floats, with holes by chance (PLAIN_ANY).
plain_field plain_by_chance(uint64_t seed, uint32_t most, plain_kind kind);
plain_field plain_of(const qx_terrain_desc *desc);
void plain_free(plain_field *field);

// Height of the triangle over a place, of any triangle that is not further off than 1e-9 cells.
qx_terrain_where plain_height(const plain_field *field, double x, double z, double *height);

// The nearest hit that no rounding can take away: false for what only grazes along a triangle.
bool plain_ray(const plain_field *field, const qx_terrain_ray *ray, double *distance);

// From a place to the nearest triangle.
double plain_distance(const plain_field *field, plain_point place);

plain_point plain_at(const qx_terrain_ray *ray, double distance);
