// SPDX-License-Identifier: MIT
// The rules of Maze Cube: a pure state that advances by ticks of 1/60 s. Knows no picture, no sound,
// no file; what happened in a tick is told as events. Allocates only in mazecube_start; the same
// level and orders give the same bytes everywhere.
#pragma once

#include "ball.h"
#include "cube.h"
#include "levels.h"

#define MAZECUBE_EVENTS 32
#define MAZECUBE_TRAIL 128
#define MAZECUBE_PENALTY (5 * 60) // ticks a hint costs
#define MAZECUBE_HINT_TICKS 240

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
    uint32_t *checkpoints; // places in path; junctions of the solution
    uint32_t checkpoint_count;

    cube cube;
    ball ball;
    slice slice;
    slice_rule rule;
    uint32_t tick;              // since the start, this attempt's
    uint32_t time;              // ticks that count, penalties included
    uint32_t moved;             // ticks since the cube was first turned: the clock begins there
    bool frozen, gave_up, over; // over: the ball has left
    uint32_t over_ticks;
    uint32_t hints, undos;
    uint32_t hint_left, hint_from; // ticks; place in path
    uint32_t checkpoint;           // latest reached, 0 is the start
    uint32_t farthest;             // place in path
    vec trail[MAZECUBE_TRAIL];     // of late, trail_next is the oldest
    uint32_t trail_next;
    uint32_t event_count;
    mazecube_event events[MAZECUBE_EVENTS];
} mazecube;

// False where memory lacks.
bool mazecube_start(mazecube *game, const level_desc *level, slice_rule rule);
void mazecube_stop(mazecube *game);

// One tick. Orders may be any numbers, even NaN.
void mazecube_tick(mazecube *game, const orders *given);

// 3 stars within par, 2 within twice, 1 for getting out; 0 for giving up.
uint32_t mazecube_stars(const mazecube *game);

// Everything the rules depend on; never events.
uint64_t mazecube_hash(const mazecube *game);
