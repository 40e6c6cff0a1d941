// SPDX-License-Identifier: MIT
// The parts of the walls near a ball: what it touches, and what a straight way runs into. A ball
// and a wall are a point and the wall grown round by the ball's radius: that is made of plates over
// faces, cylinders along edges and spheres around corners.
#pragma once

#include "ball.h"

// Where the boxes of an axis begin and end. Neighbours share the very same numbers, so that no gap
// and no step is between them.
static inline double lattice_low(int box)
{
    return box % 2 ? 0.5 * (box - 1) + 0.5 * WALL : 0.5 * box - 0.5 * WALL;
}

static inline double lattice_high(int box)
{
    return box % 2 ? 0.5 * (box + 1) - 0.5 * WALL : 0.5 * box + 0.5 * WALL;
}

// The box a place is in; -2 and LATTICE_MAX * 2 + 2 stand for all beyond.
static inline int lattice_box(double at)
{
    if (!(at > -0.5 * WALL)) return -2;
    if (at >= LATTICE_MAX + 0.5 * WALL) return 2 * LATTICE_MAX + 2;
    const int plane = (int)(at + 0.5 * WALL);
    return at < plane + 0.5 * WALL ? 2 * plane : 2 * plane + 1;
}

// One part: a face, an edge or a corner of a box, seen from outside. Only parts that stand out of
// the walls as a whole: what a neighbour covers can be touched by nothing, and would be a seam.
typedef struct wall_part {
    double edge[3];         // along the axes it is passed on
    double low[3], high[3]; // along the others
    double side[3];         // 1 or -1 where the ball is beyond `edge`, 0 along the others
    uint32_t passed;        // axes of `edge`, a bit each
} wall_part;

#define WALL_PARTS 96 // no place of any lattice has as many: see test_ball.c

typedef struct walls {
    uint32_t count;
    wall_part part[WALL_PARTS];
} walls;

// All parts that a ball can touch on a way of at most this length, which is at most 0.2.
void walls_find(walls *w, const lattice *l, vec at, double way);

// Up to here from the surface a ball touches.
#define WALL_TOUCH 1e-9

#define TOUCH_MAX 16
typedef struct touches {
    uint32_t count;
    vec normal[TOUCH_MAX]; // from the wall to the ball, no two alike
} touches;

// What the ball touches. Lifts it out of walls where rounding brought it below a surface.
void walls_touch(const walls *w, vec *at, touches *t);

// The share of a straight way, 0 to 1, after which a wall is met that was not touched before; 1
// where none is. The ball is brought there, onto the surface.
double walls_sweep(const walls *w, vec *at, vec way);
