// SPDX-License-Identifier: MIT
#include "hashes.h"

#include "mazecube/plan.h"

#include <quincunx/hash.h>
#include <quincunx/random.h>

#define HANDS_TICKS 2000u
#define HANDS_LEVEL 30u
#define PLAN_LEVELS 3u

static uint64_t add_game(uint64_t hash, const mazecube *game)
{
    const uint64_t now = mazecube_hash(game);
    return qx_hash_bytes(hash, &now, sizeof now);
}

// Hands that turn, snap, freeze, ask for hints and undo.
static orders hands(qx_random *random, vec spin)
{
    return (orders){ .spin = spin,
                     .snap = qx_random_below(random, 30) == 0,
                     .freeze = qx_random_below(random, 200) == 0,
                     .hint = qx_random_below(random, 500) == 0,
                     .undo = qx_random_below(random, 500) == 0 };
}

static vec spin_of(qx_random *random)
{
    vec spin;
    spin.x = qx_random_range(random, -6.0f, 6.0f);
    spin.y = qx_random_range(random, -6.0f, 6.0f);
    spin.z = qx_random_range(random, -6.0f, 6.0f);
    return spin;
}

static uint64_t add_hands(uint64_t hash, slice_rule rule)
{
    static mazecube game;
    const level_desc level = level_get(HANDS_LEVEL);
    qx_random random;
    vec spin = { 0.0, 0.0, 0.0 };
    qx_random_seed(&random, 7, 9);
    if (!mazecube_start(&game, &level, rule)) return 0;
    for (uint32_t tick = 0; tick < HANDS_TICKS; tick++) {
        if (tick % 20 == 0) spin = spin_of(&random);
        const orders given = hands(&random, spin);
        mazecube_tick(&game, &given);
        hash = add_game(hash, &game);
    }
    mazecube_stop(&game);
    return hash;
}

// The solver's plan, found here and played.
static uint64_t add_plan(uint64_t hash, uint32_t number)
{
    static mazecube game;
    static plan p;
    const level_desc level = level_get(number);
    if (!plan_solve(&p, &level, 0) || !mazecube_start(&game, &level, SLICE_CLEAN)) return 0;
    while (!game.over && game.tick < p.ticks) {
        const orders given = plan_orders(&p, &game);
        mazecube_tick(&game, &given);
        hash = add_game(hash, &game);
    }
    mazecube_stop(&game);
    return hash;
}

uint64_t hash_mazecube(qx_simd simd)
{
    (void)simd; // no kernels here
    uint64_t hash = add_hands(QX_HASH_START, SLICE_CLEAN);
    hash = add_hands(hash, SLICE_ARTICLE);
    for (uint32_t i = 0; i < PLAN_LEVELS; i++) hash = add_plan(hash, 2 + 6 * i);
    return hash;
}
