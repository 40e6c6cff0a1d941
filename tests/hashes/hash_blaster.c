// SPDX-License-Identifier: MIT
#include "hashes.h"

#include "blaster/blaster.h"

#include <quincunx/hash.h>

#define BOT_TICKS 500u
#define HANDS_TICKS 3000u
#define VIEW_LEFT 169.0f // of an arena in the middle of 1138 x 640
#define VIEW_TOP 20.0f

static pointer finger_at(qx_random *random)
{
    const int32_t x = (int32_t)qx_random_below(random, 1138 * PLACE_SCALE);
    const int32_t y = (int32_t)qx_random_below(random, 640 * PLACE_SCALE);
    return (pointer){ x, y, qx_random_below(random, 6) != 0 };
}

static int16_t axis(qx_random *random)
{
    return (int16_t)((int32_t)qx_random_below(random, 46001) - 23000);
}

// Sticks, then fingers, then the mouse, each for a while.
static tick_input hands(qx_random *random, uint32_t tick)
{
    tick_input in = { .view_width = 1138, .view_height = 640 };
    if (qx_random_below(random, 50) == 0) in.pressed = ACTION_BIT(ACTION_SECONDARY);
    switch (tick / 60 % 3) {
    case 0:
        in.move_x = axis(random);
        in.move_y = axis(random);
        in.aim_x = axis(random);
        in.aim_y = axis(random);
        break;
    case 1:
        in.pointers[1] = finger_at(random);
        in.pointers[2] = finger_at(random);
        break;
    default:
        in.pointers[0] = finger_at(random);
        in.aim_by_pointer = 1;
        break;
    }
    return in;
}

static uint64_t play_on(uint64_t hash, blaster *game, const orders *given)
{
    blaster_tick(game, given);
    const uint64_t now = blaster_hash(game);
    return qx_hash_bytes(hash, &now, sizeof now);
}

// Lives do not run out and the button fills by itself, so that enemies, holes, deaths, returns and
// lightning all come to pass.
static uint64_t add_hands(uint64_t hash, blaster *game, steering how)
{
    qx_random random;
    qx_random_seed(&random, 7, 9);
    blaster_start(game, 11, how);
    for (uint32_t tick = 0; tick < HANDS_TICKS; tick++) {
        const tick_input in = hands(&random, tick);
        const orders given = blaster_orders(game, &in, VIEW_LEFT, VIEW_TOP);
        if (game->lives < 2) game->lives = LIVES_START;
        if (tick % 250 == 0) game->strike.charge = game->strike.need;
        hash = play_on(hash, game, &given);
    }
    return hash;
}

static uint64_t add_bot(uint64_t hash, blaster *game)
{
    blaster_start(game, 42, STEERING_TWIN);
    for (uint32_t tick = 0; tick < BOT_TICKS; tick++) {
        const orders given = blaster_bot(game);
        hash = play_on(hash, game, &given);
    }
    return hash;
}

uint64_t hash_blaster(qx_simd simd)
{
    (void)simd; // no kernels here
    blaster game;
    uint64_t hash = add_hands(QX_HASH_START, &game, STEERING_TWIN);
    hash = add_hands(hash, &game, STEERING_ONE);
    return add_bot(hash, &game);
}
