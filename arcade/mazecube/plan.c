// SPDX-License-Identifier: MIT
// The hand that carries out a plan, and what a level is worth by it.
#include "plan.h"

#include "plan_search.h"

#include <stdlib.h>

#define GENEROUS 6000000u // simulated ticks
#define GAIN 9.0          // 1 / s: the hand slows down before the face is there
#define THIRD 20u         // of a second, in ticks
#define TRIES_A_SIZE 2u
#define TRY (PLAN_CERTIFY_TICKS / 4) // most plans take a tenth of this

// --- the hand

// About the horizontal line at right angles to the face, the shorter way round. A face that points
// straight up can go either way: then about the cube's axis after the face's own.
vec plan_turn(const cube *c, uint32_t face)
{
    const double sign = face & 1 ? 1.0 : -1.0;
    const vec axes[3] = { { sign, 0.0, 0.0 }, { 0.0, sign, 0.0 }, { 0.0, 0.0, sign } };
    const vec at = quat_apply(c->turn, axes[face / 2 % 3]);
    const vec across = { at.z, 0.0, -at.x }; // at x (0, -1, 0)
    const double sine = vec_length(across);
    const double angle = qx_atan2(sine, -at.y);
    const double rate = angle * GAIN < PLAN_RATE ? angle * GAIN : PLAN_RATE;
    if (sine > 1e-6) return vec_scale(across, rate / sine);
    if (at.y < 0.0) return (vec){ 0.0, 0.0, 0.0 };
    return vec_scale(quat_apply(c->turn, axes[(face / 2 + 1) % 3]), rate);
}

orders plan_orders(const plan *p, const mazecube *game)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        end += p->moves[i].ticks;
        if (game->tick < end) return (orders){ .spin = plan_turn(&game->cube, p->moves[i].face) };
    }
    return (orders){ .snap = false };
}

uint32_t plan_par(const plan *p)
{
    uint32_t turns = 0;
    for (uint32_t i = 0; i < p->count; i++)
        turns += i == 0 || p->moves[i].face != p->moves[i - 1].face;
    return p->ticks + p->ticks / 4 + THIRD * turns;
}

// --- solving

// Played by the rules to its end.
static bool is_true(const plan *p, mazecube *game)
{
    while (!game->over && game->tick < p->ticks) {
        const orders given = plan_orders(p, game);
        mazecube_tick(game, &given);
    }
    return game->over && game->tick == p->ticks;
}

// Gives up when *spent reaches the budget. The seed of what is solved is the one level_build came to.
static bool solve(plan *p, level_desc *level, uint32_t budget, uint32_t *spent)
{
    mazecube *game = malloc(sizeof *game);
    bool solved = false;
    p->count = p->ticks = 0;
    if (game && mazecube_start(game, level, SLICE_CLEAN)) {
        solved = plan_search(p, game, budget, spent) && is_true(p, game);
        if (solved) level->seed = game->level.seed;
        mazecube_stop(game);
    }
    free(game);
    return solved;
}

bool plan_solve(plan *p, const level_desc *level, uint32_t budget)
{
    uint32_t spent = 0;
    level_desc tried = *level;
    return solve(p, &tried, budget ? budget : GENEROUS, &spent);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

bool plan_certify(plan *p, level_desc *level)
{
    uint32_t spent = 0;
    for (level_desc tried = *level; tried.size >= LEVEL_SIZE_MIN; tried.size--) {
        for (uint32_t i = 0; i < TRIES_A_SIZE && spent < PLAN_CERTIFY_TICKS; i++) {
            if (solve(p, &tried, least(spent + TRY, PLAN_CERTIFY_TICKS), &spent)) {
                *level = tried;
                level->par = plan_par(p);
                return true;
            }
            tried = level_another(&tried);
        }
    }
    return false;
}
