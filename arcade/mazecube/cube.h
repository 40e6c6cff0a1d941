// SPDX-License-Identifier: MIT
// The cube's own turning, and which slice of it is shown. Pure functions; the same bits everywhere.
// World: x right, y up, z toward the viewer; gravity points down.
#pragma once

#include "vector.h"

#include <stdint.h>

typedef struct cube {
    quat turn;        // cube to world, always of length 1
    vec spin, before; // angular velocity in the cube's frame now and a tick ago, radians / s
} cube;

#define CUBE_MAX_SPIN 6.0 // radians / s that hands can give it

// One tick of 1/60 s by an angular velocity in world space, any numbers. The spin follows it with
// the time constant CUBE_EASE, so that hands cannot jerk it; what a drag asks for is turned in
// full, 40 ms late.
#define CUBE_EASE 0.04 // seconds
void cube_step(cube *c, vec world_spin);

// The world's down (0, -1, 0), in the cube's frame.
vec cube_down(const cube *c);

// The angular velocity, in world space, that brings the nearest face under the ball's feet: toward
// the nearest of the 24 rotations that put faces square, 0 when it is there (within 0.005 degrees).
vec cube_snap(const cube *c);

// An arcball of the given radius around a centre (Shoemake 1992): the rotation vector, in world
// space, between two places of a pointer, x right and y up from the centre. The cube turns by twice
// the arc, so that any rotation is in reach of one drag. 0 for what is no number.
vec cube_arc(double from_x, double from_y, double to_x, double to_y, double radius);

// --- the slice

// The six directions as qx_maze_face counts them: 0 -x, 1 +x, 2 -y, 3 +y, 4 -z, 5 +z.
typedef enum slice_rule {
    SLICE_CLEAN = 0, // the face most turned downward (or to the camera)
    SLICE_ARTICLE    // the article's three arrows
} slice_rule;

typedef struct slice {
    uint32_t face;  // shown: the slice lies across its axis, on this side's wall as its floor
    uint32_t index; // of the cells along that axis
    bool ceiling;   // of the article's rule: the ceiling is shown, not the floor
    uint32_t face_before, index_before; // what fades out
    double fade;                        // 0 just changed .. 1 done
    uint32_t wanted;                    // the face that leads, and for how many ticks it has
    uint32_t waited;
} slice;

#define SLICE_LEAD 0.15     // by which a new face must lead
#define SLICE_DWELL_TICKS 9 // 150 ms
#define SLICE_FADE_TICKS 15
#define SLICE_MARGIN 0.1 // cells past the boundary

// argmax over the six faces of direction . face, the lowest of equals.
uint32_t slice_face(vec direction);

// The article's rule for a pivot in the cube's frame relative to its middle. Three arrows begin in
// spot1, the cube's lowest corner, and point along +x, +y, +z; spot2 is the opposite corner. Pivot
// nearer to spot1: the two nearest arrows, the floor of the layer; else the two farthest, the
// ceiling. The two name the face they lie in, on the pivot's side of the cube. Ties: spot1 and
// spot2 equally near count as not nearer, of equal arrows the face of the lowest axis is named.
uint32_t slice_article(vec pivot, bool *ceiling);

void slice_start(slice *s, slice_rule rule, vec direction, vec ball, const uint32_t size[3]);
// A tick: direction (or pivot) in the cube's frame, the ball's place in cells. Another face comes
// when it has led by SLICE_LEAD for SLICE_DWELL_TICKS on end: under the clean rule of the
// direction's components (of length 1) along both faces; under the article's of the sum of its
// components beyond 0, or of that along the named axis beyond that along the shown one. What lies
// in what fades out comes back from where it is, so that nothing pops.
void slice_step(slice *s, slice_rule rule, vec direction, vec ball, const uint32_t size[3]);
