// SPDX-License-Identifier: MIT
// The ball and the walls it rolls on: analytic swept sphere against the boxes of the maze's lattice,
// in the cube's frame, at a fixed tick. Knows no game. No allocation after lattice_open, no clock;
// the same bits everywhere.
//
// Units: cells and seconds. The cube is (0, 0, 0) to (width, height, depth); cell (x, y, z) has its
// middle at (x + 1/2, y + 1/2, z + 1/2). Walls are WALL thick, half to each side of the plane
// between two cells; all posts and beams of the lattice are solid; outside of the outer walls is
// nothing.
#pragma once

#include "vector.h"

#include <quincunx/maze.h>

#define WALL 0.16
#define BALL_RADIUS 0.30
#define BALL_STEPS 4      // of a tick of 1/60 s
#define BALL_GRAVITY 14.0 // cells / s^2: one second from end to end of a small cube
#define BALL_MAX_SPEED 30.0

// Which lattice boxes are solid, and the holes in the outside.
typedef struct lattice {
    uint32_t size[3];  // cells
    uint32_t count[3]; // 2 * size + 1 boxes
    uint64_t *solid;   // a bit a box
    size_t words;
} lattice;

// The walls of a maze with openings in its outside. QX_OK, QX_NO_MEMORY, QX_BAD_VALUE.
qx_result lattice_open(lattice *l, const qx_maze *maze, const qx_maze_opening *openings,
                       uint32_t opening_count);
void lattice_close(lattice *l);
bool lattice_solid(const lattice *l, int x, int y, int z); // box indices; outside is not solid

typedef struct ball {
    vec at, velocity; // of the cube's frame
    uint32_t
        contacts; // walls touched in the latest step, bit 2 * axis + (1: the wall is on the high side)
    double hit;    // hardest speed into a wall in the latest step, cells / s
    double rolled; // length rolled on walls in the latest step, cells
} ball;

// What acts on it in one step.
typedef struct ball_forces {
    vec gravity;     // cells / s^2 in the cube's frame
    vec spin;        // the cube's angular velocity in its own frame, radians / s
    vec spin_change; // and its change, radians / s^2
    vec centre;      // what the cube turns about
} ball_forces;

// The turn's own accelerations (Euler, centrifugal, Coriolis) together are no more than this.
#define BALL_TURN_CAP (1.5 * BALL_GRAVITY)

// One step of 1 / (60 * BALL_STEPS) s. The forces may be any numbers, even NaN; the ball never ends
// in a wall.
void ball_step(ball *b, const lattice *l, const ball_forces *forces);

// Kinetic energy with the spin of a rolling ball (7/10 v^2 in contact, 1/2 v^2 in the air, both of
// unit mass) plus potential in a still cube's gravity.
double ball_energy(const ball *b, vec gravity);

// How deep the surface is within a wall, in cells: 0 or less outside. For tests.
double ball_depth(const lattice *l, vec at);

// The cell it is in; false outside of the cube.
bool ball_cell(const lattice *l, const ball *b, uint32_t cell[3]);
