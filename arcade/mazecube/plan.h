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

// Works on a game at its start; `budget` bounds the simulated ticks (0: a generous default). False
// where it found no way, or memory lacks. The same level gives the same plan everywhere.
bool plan_solve(plan *p, const level_desc *level, uint32_t budget);

// The orders of a plan at a tick of the game; how a face is brought down is the same in the search.
orders plan_orders(const plan *p, const mazecube *game);
