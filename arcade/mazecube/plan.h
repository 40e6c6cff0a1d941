// SPDX-License-Identifier: MIT
// A solver that really rolls the ball: a search over the six directions of gravity, played through
// the same cube and ball as a player's. Says how long it takes (par), and steers the bot.
#pragma once

#include "mazecube.h"

#define PLAN_MOVES 4096

// Turn the cube until this face is down, and hold it there for so many ticks all in all.
typedef struct plan_move {
    uint8_t face;
    uint16_t ticks;
} plan_move;

typedef struct plan {
    uint32_t count, ticks; // ticks until the ball is out
    plan_move moves[PLAN_MOVES];
} plan;

// Works on a level's start; `budget` bounds the simulated ticks (0: a generous default). False
// where it found no way within it, memory lacks, or level_fault has something to say. What is found
// has been played through mazecube_tick to its end. The same level gives the same plan everywhere.
bool plan_solve(plan *p, const level_desc *level, uint32_t budget);

// Solves the level, or level_another of it, and so on, in a smaller cube after a few; sets its par.
// Never more than PLAN_CERTIFY_TICKS simulated in all, a fraction of a second. False as above.
#define PLAN_CERTIFY_TICKS 200000
bool plan_certify(plan *p, level_desc *level);

// The same in slices, for who has something better to do meanwhile. However it is cut, it comes to
// the same. Effort is counted in simulated ticks; a slice is a few dozen more at most, and the start
// of a game once a maze is drawn.
#define PLAN_SLICE 1500 // a tick: all is done within 90 of them
typedef struct plan_making plan_making;
plan_making *plan_making_begin(const level_desc *level); // NULL where memory lacks
bool plan_making_run(plan_making *m, uint32_t effort);   // true while there is more to be done
bool plan_making_is_of(const plan_making *m, const level_desc *level); // it began with this one
// Does what is left, and gives what plan_certify would.
bool plan_making_take(plan_making *m, plan *p, level_desc *level);
void plan_making_drop(plan_making *m); // NULL is fine

// The orders of a plan at a tick of the game; how a face is brought down is the same in the search.
orders plan_orders(const plan *p, const mazecube *game);

// Angular velocity, world space, that brings a face of the cube down at a calm hand's rate.
#define PLAN_RATE 4.0 // radians / s
vec plan_turn(const cube *c, uint32_t face);

// Ticks for three stars: the plan knows the way and never errs. Who has played a level a few times
// needs a third of a second more for each turn of the cube, and a quarter more for the rest.
uint32_t plan_par(const plan *p);
