// SPDX-License-Identifier: MIT
// The ball and the walls it rolls on: analytic swept sphere against the boxes of the maze's
// lattice, in the cube's frame, at a fixed tick. Knows no game. No allocation after lattice_open,
// no clock; the same bits everywhere.
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
#define BALL_STEPS 4        // of a tick of 1/60 s
#define BALL_GRAVITY 14.0   // cells / s^2: under a second from end to end of a small cube
#define BALL_MAX_SPEED 30.0 // an eighth of a cell a step

// How it feels. A third of the speed comes back from a wall, so that a fall over five cells ends
// after two bounces that are seen; what is slower than BALL_SOFT stays on the wall at once, so that
// nothing chatters.
#define BALL_RESTITUTION 0.35
#define BALL_SOFT 0.4 // cells / s: a bounce is BALL_RESTITUTION of what exceeds it

// Rolling friction brakes by this share of what presses the ball to the wall: a ball left alone at
// one cell a second stops after one cell. It is that of a level wall; it fades out as the wall
// tilts to BALL_LEVEL, a tangent of 3 degrees, beyond which the law of rolling holds as it stands.
// So a ball stays where it is up to 1.6 degrees, and a wall needs not be held level to the hair.
#define BALL_FRICTION 0.04
#define BALL_LEVEL 0.0524

// Which lattice boxes are solid. Box 2 i of an axis is the wall plane i, box 2 i + 1 the inside of
// cell i. Cells that a mask leaves out are solid.
typedef struct lattice {
    uint32_t size[3];  // cells
    uint32_t count[3]; // 2 * size + 1 boxes
    uint64_t *solid;   // a bit a box
    size_t words;
} lattice;

#define LATTICE_MAX 255 // cells an axis

// The walls of a maze with openings in its outside. QX_OK, QX_NO_MEMORY, QX_BAD_VALUE (an axis
// longer than LATTICE_MAX, an opening that leads not outside).
qx_result lattice_open(lattice *l, const qx_maze *maze, const qx_maze_opening *openings,
                       uint32_t opening_count);
void lattice_close(lattice *l);
bool lattice_solid(const lattice *l, int x, int y, int z); // box indices; outside is not solid

typedef struct ball {
    vec at, velocity; // of the cube's frame
    double roll;      // speed of its surface by its own spin, cells / s; rolling: that of the ball

    // Of the latest step, for the ear.
    uint32_t contacts; // walls touched, bit 2 * axis + (1: the wall is on the high side)
    double hit;        // hardest speed into a wall, cells / s
    double rolled;     // length rolled on walls, cells
} ball;

// What acts on it in one step.
typedef struct ball_forces {
    vec gravity;     // cells / s^2 in the cube's frame
    vec spin;        // the cube's angular velocity in its own frame, radians / s
    vec spin_change; // and its change, radians / s^2
    vec centre;      // what the cube turns about
} ball_forces;

// The turn's own accelerations (Euler, centrifugal, Coriolis) together are no more than this.
// Uncapped they are ten times gravity in a quick turn and pin the ball to the outside; capped at
// half of gravity they are felt, and it still falls to where the player turned it.
#define BALL_TURN_CAP (0.5 * BALL_GRAVITY)
#define BALL_GRAVITY_CAP (10.0 * BALL_GRAVITY)

// One step of 1 / (60 * BALL_STEPS) s. The forces may be any numbers, even NaN; the ball never ends
// in a wall.
void ball_step(ball *b, const lattice *l, const ball_forces *forces);

// Kinetic energy with its spin (1/2 v^2 + 1/5 roll^2, of unit mass: 7/10 v^2 when it rolls) plus
// potential in a still cube's gravity. Never grows in one.
double ball_energy(const ball *b, vec gravity);

// How deep the surface is within a wall, in cells: 0 or less outside, at least -1. For tests;
// shares no code with ball_step.
double ball_depth(const lattice *l, vec at);

// The cell it is in; false outside of the cube.
bool ball_cell(const lattice *l, const ball *b, uint32_t cell[3]);
