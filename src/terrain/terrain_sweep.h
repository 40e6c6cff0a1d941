// SPDX-License-Identifier: MIT
#pragma once

// The first touch of a moving sphere, in world units and double.

#include "terrain_internal.h"

typedef struct terrain_vec {
    double x, y, z;
} terrain_vec;

typedef struct terrain_sweep {
    terrain_vec from, step; // the centre, and how it moves over a distance of 1
    double radius;          // above 0
    // For walkers: ground goes on downward without end, so that borders and holes have walls, and
    // what the sphere touches from the start counts only where it moves into it, unless `resting`.
    bool solid;
    bool resting;
    double distance; // in: how far to look; out: of the first touch
    bool found;
    terrain_vec place, normal; // where it touches; from there to the centre, of length 1
    uint32_t column, row, triangle;
    // Kept by the search.
    double apart; // at distance 0: from the centre to the place
    double room;  // the radius and a bit
    bool walls;   // of the triangle at hand
} terrain_sweep;

static inline terrain_vec terrain_add(terrain_vec a, terrain_vec b, double by)
{
    return (terrain_vec){ a.x + b.x * by, a.y + b.y * by, a.z + b.z * by };
}

static inline terrain_vec terrain_minus(terrain_vec a, terrain_vec b)
{
    return (terrain_vec){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline double terrain_dot(terrain_vec a, terrain_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline terrain_vec terrain_cross(terrain_vec a, terrain_vec b)
{
    return (terrain_vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// terrain_touch.c: the touch of one triangle, counter-clockwise from above, where it comes before
// what has been found. True where it does.
bool terrain_touch_triangle(terrain_sweep *s, const terrain_vec corner[3]);

// terrain_sphere.c: the first touch of the field.
bool terrain_sweep_field(const qx_terrain *t, terrain_sweep *s);
