// SPDX-License-Identifier: MIT
// The hand that carries out a plan, and what a level is worth by it.
#include "plan.h"

#define GAIN 9.0  // 1 / s: the hand slows down before the face is there
#define THIRD 20u // of a second, in ticks

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
