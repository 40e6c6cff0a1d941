// SPDX-License-Identifier: MIT
// The player's ship: flies, fires, dies, returns.
#include "parts.h"
#include "place.h"

void blaster_ship_start(blaster *game)
{
    game->ship =
        (ship){ .at = { ARENA_WIDTH / 2.0f, ARENA_HEIGHT / 2.0f }, .facing = -HALF_TURN / 2.0f };
}

// A stick longer than 1 would be faster than the ship; keys pressed diagonally made it so in the
// original.
static place stick(place wanted)
{
    const place direction = unit(wanted);
    const float push = length(wanted);
    return push < 1.0f ? scale(direction, push) : direction;
}

static void fly(blaster *game, place wanted)
{
    ship *s = &game->ship;
    const place push = stick(wanted);
    s->velocity = scale(push, SHIP_SPEED);
    if (!is_zero(push)) s->facing = angle_of(push);
    const place moved = add(s->velocity, blaster_holes_pull(game, s->at));
    s->at = inside(add(s->at, moved), SHIP_HALF);
}

// Both bullets fly side by side. Two numbers, drawn one after the other: their sum is most often
// near 0.
static void shoot(blaster *game)
{
    const ship *s = &game->ship;
    const float first = qx_random_range(&game->random, -BULLET_SPREAD, BULLET_SPREAD);
    const float second = qx_random_range(&game->random, -BULLET_SPREAD, BULLET_SPREAD);
    const place flight = toward(angle_of(s->aim) + first + second);
    const place muzzle = add(s->at, scale(s->aim, BULLET_AHEAD));
    const place aside = { -s->aim.y * BULLET_ASIDE, s->aim.x * BULLET_ASIDE };
    blaster_bullet_add(game, sub(muzzle, aside), scale(flight, BULLET_SPEED));
    blaster_bullet_add(game, add(muzzle, aside), scale(flight, BULLET_SPEED));
    blaster_tell(game, (event){ .kind = EVENT_SHOT, .at = muzzle, .direction = flight });
}

static void fire(blaster *game, place wanted)
{
    ship *s = &game->ship;
    s->aim = unit(wanted);
    if (s->cooldown > 0) s->cooldown--;
    if (s->cooldown > 0 || is_zero(s->aim)) return;
    s->cooldown = FIRE_TICKS;
    shoot(game);
}

static void wait_for_return(blaster *game)
{
    if (game->over || --game->ship.dead > 0) return;
    blaster_tell(game, (event){ .kind = EVENT_SHIP_RETURN, .at = game->ship.at });
}

void blaster_ship_tick(blaster *game, const orders *given)
{
    if (game->ship.dead > 0) {
        wait_for_return(game);
        return;
    }
    fly(game, given->move);
    fire(game, given->aim);
}

static void take_all_along(blaster *game)
{
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const enemy *e = &game->enemies[i];
        blaster_tell(game, (event){ EVENT_VANISHED, (uint32_t)e->kind, e->id, .at = e->at });
    }
    for (uint32_t i = 0; i < game->hole_count; i++) {
        const hole *h = &game->holes[i];
        blaster_tell(game, (event){ EVENT_VANISHED, EVENT_HOLE, h->id, .at = h->at });
    }
    game->enemy_count = game->hole_count = 0;
}

void blaster_ship_die(blaster *game)
{
    ship *s = &game->ship;
    s->velocity = s->aim = (place){ 0.0f, 0.0f };
    s->cooldown = 0;
    blaster_tell(game, (event){ .kind = EVENT_SHIP_DEAD, .at = s->at });
    take_all_along(game);
    blaster_strike_stop(game);
    blaster_spawner_start(game);
    game->lives--;
    game->over = game->lives == 0;
    s->dead = game->over ? GAME_OVER_TICKS : RESPAWN_TICKS;
    if (game->over)
        blaster_tell(game, (event){ .kind = EVENT_GAME_OVER, .at = s->at, .value = game->score });
}
