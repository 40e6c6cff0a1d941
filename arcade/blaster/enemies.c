// SPDX-License-Identifier: MIT
// Seekers fly at the ship, wanderers about; all fade in first.
#include "parts.h"
#include "place.h"

// Wanderers turn back where their picture would touch the border.
#define WANDERER_BORDER (ENEMY_RADIUS + 1.0f)

void blaster_enemy_add(blaster *game, enemy_kind kind, place at)
{
    if (game->enemy_count == ENEMIES_MAX) return;
    enemy *e = &game->enemies[game->enemy_count++];
    *e = (enemy){ .kind = kind, .at = at, .id = game->next_id++ };
    if (kind == ENEMY_WANDERER) e->heading = qx_random_range(&game->random, -HALF_TURN, HALF_TURN);
    blaster_tell(game, (event){ EVENT_SPAWN, (uint32_t)kind, e->id, .at = at });
}

void blaster_enemy_remove(blaster *game, uint32_t index)
{
    game->enemies[index] = game->enemies[--game->enemy_count];
}

static void seek(const blaster *game, enemy *e)
{
    const place ahead = unit(sub(game->ship.at, e->at)); // (0, 0) exactly on the ship
    e->velocity = add(e->velocity, scale(ahead, SEEKER_PUSH));
}

static float wrapped(float angle)
{
    if (angle > HALF_TURN) return angle - 2.0f * HALF_TURN;
    if (angle < -HALF_TURN) return angle + 2.0f * HALF_TURN;
    return angle;
}

static float turn_back(blaster *game, place at)
{
    const place centre = { ARENA_WIDTH / 2.0f, ARENA_HEIGHT / 2.0f };
    const float quarter = HALF_TURN / 2.0f;
    return wrapped(angle_of(sub(centre, at)) + qx_random_range(&game->random, -quarter, quarter));
}

static void wander(blaster *game, enemy *e)
{
    const uint32_t active = e->age - ENEMY_FADE_TICKS;
    if (active % WANDERER_TURN_TICKS == 0)
        e->heading =
            wrapped(e->heading + qx_random_range(&game->random, -WANDERER_TURN, WANDERER_TURN));
    e->velocity = add(e->velocity, scale(toward(e->heading), WANDERER_PUSH));
    e->spin = wrapped(e->spin - WANDERER_SPIN);
    if (!is_inside(e->at, WANDERER_BORDER)) e->heading = turn_back(game, e->at);
}

// Also one that fades in moves when others shove it.
static void move(enemy *e)
{
    e->at = inside(add(e->at, e->velocity), ENEMY_RADIUS);
    e->velocity = scale(e->velocity, ENEMY_KEEP);
    e->age++;
}

void blaster_enemies_tick(blaster *game)
{
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        enemy *e = &game->enemies[i];
        if (e->waits) continue;
        if (e->age >= ENEMY_FADE_TICKS) {
            if (e->kind == ENEMY_SEEKER)
                seek(game, e);
            else
                wander(game, e);
        }
        move(e);
    }
}
