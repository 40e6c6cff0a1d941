// SPDX-License-Identifier: MIT
// What happens where things touch, in the original's order: enemies among themselves, bullets and
// enemies, the ship and enemies, then each hole with enemies, bullets and the ship.
#include "parts.h"
#include "place.h"

// --- enemies among themselves

// A pair that lies exactly on one place, as clamped into a corner, has no direction; it would stay
// together for good.
static place shove_of(place apart)
{
    if (is_zero(apart)) apart.x = 1.0f;
    return scale(apart, ENEMY_SHOVE / (dot(apart, apart) + 1.0f));
}

static void shove_pairs(blaster *game)
{
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        enemy *a = &game->enemies[i];
        for (uint32_t j = i + 1; j < game->enemy_count; j++) {
            enemy *b = &game->enemies[j];
            if (a->waits || b->waits || !within(a->at, b->at, 2.0f * ENEMY_RADIUS)) continue;
            const place shove = shove_of(sub(a->at, b->at));
            a->velocity = add(a->velocity, shove);
            b->velocity = sub(b->velocity, shove);
        }
    }
}

// --- bullets

uint32_t blaster_enemy_kill(blaster *game, uint32_t index, place direction)
{
    static const uint32_t points[] = {
        [ENEMY_SEEKER] = SEEKER_POINTS, [ENEMY_WANDERER] = WANDERER_POINTS
    };
    const enemy e = game->enemies[index];
    blaster_enemy_remove(game, index);
    const uint32_t brought = blaster_score_kill(game, points[e.kind]);
    blaster_tell(game,
                 (event){ EVENT_ENEMY_DEAD, (uint32_t)e.kind, e.id, e.at, direction, brought });
    return brought;
}

// The first bullet that touches this place, or bullet_count.
static uint32_t find_bullet(const blaster *game, place at, float radius)
{
    for (uint32_t i = 0; i < game->bullet_count; i++)
        if (within(game->bullets[i].at, at, radius + BULLET_RADIUS)) return i;
    return game->bullet_count;
}

static place take_bullet(blaster *game, uint32_t index)
{
    const place direction = unit(game->bullets[index].velocity);
    blaster_bullet_remove(game, index);
    return direction;
}

static void bullets_on_enemies(blaster *game)
{
    for (uint32_t i = game->enemy_count; i-- > 0;) {
        if (game->enemies[i].waits) continue;
        const uint32_t hit = find_bullet(game, game->enemies[i].at, ENEMY_RADIUS);
        if (hit == game->bullet_count) continue;
        blaster_strike_charge(game, blaster_enemy_kill(game, i, take_bullet(game, hit)));
    }
}

// --- the ship

static bool ship_touches(const blaster *game, place at, float radius)
{
    return game->ship.dead == 0 && within(game->ship.at, at, radius + SHIP_RADIUS);
}

static bool ship_on_enemy(const blaster *game)
{
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const enemy *e = &game->enemies[i];
        if (e->waits) continue;
        if (e->age >= ENEMY_FADE_TICKS && ship_touches(game, e->at, ENEMY_RADIUS)) return true;
    }
    return false;
}

// --- holes

static void swallow(blaster *game, const hole *h)
{
    for (uint32_t i = game->enemy_count; i-- > 0;) {
        const enemy *e = &game->enemies[i];
        if (e->age < ENEMY_FADE_TICKS || e->waits) continue;
        if (!within(e->at, h->at, HOLE_RADIUS + ENEMY_RADIUS)) continue;
        blaster_tell(game, (event){ EVENT_ENEMY_SWALLOWED, (uint32_t)e->kind, e->id, .at = e->at });
        blaster_enemy_remove(game, i);
    }
}

uint32_t blaster_hole_hit(blaster *game, hole *h, place direction)
{
    h->hits--;
    blaster_tell(game, (event){ EVENT_HOLE_HIT, EVENT_HOLE, h->id, h->at, direction, 0 });
    if (h->hits > 0) return 0;
    const uint32_t brought = blaster_score_kill(game, HOLE_POINTS);
    blaster_tell(game, (event){ EVENT_HOLE_DEAD, EVENT_HOLE, h->id, h->at, direction, brought });
    return brought;
}

static void bullets_on_hole(blaster *game, hole *h)
{
    while (h->hits > 0) {
        const uint32_t hit = find_bullet(game, h->at, HOLE_RADIUS);
        if (hit == game->bullet_count) return;
        blaster_strike_charge(game, blaster_hole_hit(game, h, take_bullet(game, hit)));
    }
}

static bool ship_in_hole(blaster *game)
{
    for (uint32_t i = game->hole_count; i-- > 0;) {
        hole *h = &game->holes[i];
        swallow(game, h);
        bullets_on_hole(game, h);
        if (h->hits == 0)
            blaster_hole_remove(game, i);
        else if (ship_touches(game, h->at, HOLE_RADIUS))
            return true;
    }
    return false;
}

void blaster_contacts_tick(blaster *game)
{
    shove_pairs(game);
    bullets_on_enemies(game);
    if (ship_on_enemy(game) || ship_in_hole(game)) blaster_ship_die(game);
}
