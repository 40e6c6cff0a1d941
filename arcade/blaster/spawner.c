// SPDX-License-Identifier: MIT
// What appears, ever faster while the ship lives.
#include "parts.h"
#include "place.h"

void blaster_spawner_start(blaster *game)
{
    game->spawn_chance = SPAWN_START;
}

static bool is_full(const blaster *game)
{
    return 1 + game->bullet_count + game->enemy_count + game->hole_count >= THINGS_MAX;
}

// Wherever the ship is, more than half of the arena is far enough.
static place far_from_ship(blaster *game)
{
    place at;
    do {
        at.x = qx_random_range(&game->random, ENEMY_RADIUS, ARENA_WIDTH - ENEMY_RADIUS);
        at.y = qx_random_range(&game->random, ENEMY_RADIUS, ARENA_HEIGHT - ENEMY_RADIUS);
    } while (within(at, game->ship.at, SPAWN_DISTANCE));
    return at;
}

static void maybe_enemy(blaster *game, enemy_kind kind)
{
    const uint32_t chance = (uint32_t)game->spawn_chance;
    if (qx_random_below(&game->random, chance) != 0 || is_full(game)) return;
    blaster_enemy_add(game, kind, far_from_ship(game));
}

static void maybe_hole(blaster *game)
{
    if (game->hole_count == HOLES_MAX) return;
    if (qx_random_below(&game->random, SPAWN_HOLE) != 0 || is_full(game)) return;
    blaster_hole_add(game, far_from_ship(game));
}

void blaster_spawner_tick(blaster *game)
{
    if (game->ship.dead == 0) {
        maybe_enemy(game, ENEMY_SEEKER);
        maybe_enemy(game, ENEMY_WANDERER);
        maybe_hole(game);
    }
    if (game->spawn_chance > SPAWN_LEAST) game->spawn_chance -= SPAWN_FALL;
    if (game->spawn_chance < SPAWN_LEAST) game->spawn_chance = SPAWN_LEAST;
}
