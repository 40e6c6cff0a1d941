// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/bolt.h>

#include <stdbool.h>

// Obstacles of a breakdown, seen from the frame in which it grows: the origin at the bolt's start,
// x toward its end, lengths in cells. Where the bolt is flat all places have z = 0 and boxes are
// endless along z.

typedef struct place3 {
    double x, y, z;
} place3;

// Takes places of the world into the frame.
typedef struct cell_frame {
    place3 origin;
    place3 x, y, z; // a cell's length along each axis of the frame is 1: world vectors over cell
    double way;     // from start to end, in cells
    bool flat;
} cell_frame;

typedef struct obstacle {
    place3 centre;
    double radius; // of a ball; 0 for a box
    place3 half;   // of a box, along the axes of the world
    double reach;  // of the ball around it
} obstacle;

typedef struct obstacle_set {
    const obstacle *all;
    uint32_t count;
    place3 x, y, z; // axes of the world in the frame: the sides of boxes
} obstacle_set;

// All zero, way too, where the ends lie on each other.
cell_frame cell_frame_of(qx_vec3 from, qx_vec3 to, double cell, qx_bolt_space space);
place3 cell_frame_place(const cell_frame *frame, qx_vec3 world);

// Fills room for desc->obstacle_count; none where the frame has no length.
obstacle_set obstacle_set_of(const cell_frame *frame, const qx_bolt_desc *desc, double cell,
                             obstacle *room);
// How far a place is from the surface; 0 inside.
double obstacle_distance(const obstacle_set *set, const obstacle *o, place3 place);
// Does the straight line between two places come as near as `margin`?
bool obstacle_blocks(const obstacle_set *set, const obstacle *o, place3 from, place3 to,
                     double margin);
bool obstacle_set_blocks(const obstacle_set *set, place3 from, place3 to, double margin);

static inline place3 place3_of(qx_vec3 v)
{
    return (place3){ (double)v.x, (double)v.y, (double)v.z };
}

static inline place3 place3_between(place3 from, place3 to)
{
    return (place3){ to.x - from.x, to.y - from.y, to.z - from.z };
}

static inline double place3_dot(place3 a, place3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
