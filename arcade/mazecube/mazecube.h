// SPDX-License-Identifier: MIT
// The rules of Maze Cube: a pure state that advances by ticks of 1/60 s. Knows no picture, no
// sound, no file; what happened in a tick is told as events. Allocates only in mazecube_start; the
// same level and orders give the same bytes everywhere.
#pragma once

#include "ball.h"
#include "cube.h"
#include "levels.h"

#define MAZECUBE_EVENTS 32
#define MAZECUBE_TRAIL 128
#define MAZECUBE_PENALTY (5 * 60) // ticks a hint costs
#define MAZECUBE_HINT_TICKS 240
#define MAZECUBE_HINT_CELLS 3
#define MAZECUBE_TRAIL_STEP 0.125    // cells
#define MAZECUBE_FALL 180            // ticks
#define MAZECUBE_TURN (1.0 / 4096.0) // radians / s: slower than this is no turn
#define MAZECUBE_SOFTEST 0.25        // cells / s: softer hits are not told

typedef enum mazecube_event_kind {
    MAZECUBE_HIT,        // value: speed into a wall, cells / s
    MAZECUBE_CHECKPOINT, // value: its number
    MAZECUBE_UNDO,
    MAZECUBE_HINT,
    MAZECUBE_FREEZE,
    MAZECUBE_THAW,
    MAZECUBE_SHOWN,  // the solution is shown: given up
    MAZECUBE_SLICE,  // another slice is shown
    MAZECUBE_LEFT,   // through the exit
    MAZECUBE_REFUSED // what was asked for cannot be now
} mazecube_event_kind;

typedef struct mazecube_event {
    mazecube_event_kind kind;
    double value;
} mazecube_event;

// What the player does in a tick.
typedef struct orders {
    vec spin;  // wanted angular velocity of the cube, world space, radians / s
    bool snap; // held: toward the nearest face
    bool freeze, hint, undo, give_up; // pressed
} orders;

typedef struct mazecube {
    level_desc level;
    qx_maze *maze;
    lattice walls;
    qx_maze_route route;
    uint64_t *path; // cells from start to exit, path_count of them
    uint32_t path_count;
    uint32_t *places;      // for each cell the place in path that is nearest, its own on the path
    uint32_t *checkpoints; // places in path; junctions of the solution
    uint32_t checkpoint_count;

    cube cube;
    ball ball;          // its hit and rolled are those of the tick's last step
    double hit, rolled; // hardest hit and length rolled in the latest tick
    slice slice;
    slice_rule rule;
    uint32_t tick;  // since the start, this attempt's
    uint32_t moved; // ticks since the cube was first turned: the clock begins there, and goes on
                    // while the ball is frozen, for that is a brake too
    uint32_t time;  // ticks that count: moved, and MAZECUBE_PENALTY for each hint
    bool frozen, gave_up, over; // over: the ball has left
    uint32_t over_ticks;
    uint32_t hints, undos;
    uint32_t hint_left, hint_from; // ticks; place in path of the first cell that glows
    uint32_t hint_count;           // cells that glow, up to MAZECUBE_HINT_CELLS
    uint32_t checkpoint; // number of the latest reached, its place is checkpoints[number - 1]; 0 is
                         // the start
    uint32_t farthest;   // place in path
    vec trail[MAZECUBE_TRAIL]; // of late, one every MAZECUBE_TRAIL_STEP cells; trail_next: oldest
    uint32_t trail_next;
    uint32_t event_count;
    mazecube_event events[MAZECUBE_EVENTS];
} mazecube;

// The ball lies at rest on the floor of cell (0, 0, 0), face 2 is down. False where memory lacks or
// level_fault has something to say; the game is empty then.
bool mazecube_start(mazecube *game, const level_desc *level, slice_rule rule);
void mazecube_stop(mazecube *game);

// Another slice may be shown then, without the dwell.
void mazecube_change_rule(mazecube *game, slice_rule rule);

// One tick. Orders may be any numbers, even NaN. A press of freeze holds the ball and the cube
// where they are, the next lets go, and the ball starts from rest. Undo puts the ball to the latest
// checkpoint at rest, the cube stays as it is turned. Hints are refused while one glows and after
// giving up; everything is once the ball has left, which then falls for MAZECUBE_FALL ticks.
void mazecube_tick(mazecube *game, const orders *given);

// What turns the cube and rolls the ball in a tick, and all that does: the solver's too.
typedef struct mazecube_motion {
    cube cube;
    ball ball;
    double hit, rolled;
} mazecube_motion;
void mazecube_roll(mazecube_motion *m, const lattice *walls, vec spin);

// 3 stars within par, 2 within twice, 1 for getting out; 0 for giving up, and before. Without a par
// (0) every way out earns 1. Tenths of a second are compared, as they are shown: who reads the time
// that was asked for has earned it.
#define MAZECUBE_TENTH 6 // ticks
uint32_t mazecube_stars(const mazecube *game);
uint32_t mazecube_stars_of(uint32_t time, uint32_t par); // for getting out at a time

// Everything the rules depend on; never events.
uint64_t mazecube_hash(const mazecube *game);
