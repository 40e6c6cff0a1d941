// SPDX-License-Identifier: MIT
// Black holes: pull ship and enemies, push bullets away.
#include "parts.h"
#include "place.h"

#define SPRAY_PERIOD 100 // ticks until half the spray's angle has turned once

void blaster_hole_add(blaster *game, place at)
{
    if (game->hole_count == HOLES_MAX) return;
    hole *h = &game->holes[game->hole_count++];
    *h = (hole){ .at = at, .hits = HOLE_HITS, .id = game->next_id++ };
    blaster_tell(game, (event){ EVENT_SPAWN, EVENT_HOLE, h->id, .at = at });
}

void blaster_hole_remove(blaster *game, uint32_t index)
{
    game->holes[index] = game->holes[--game->hole_count];
}

static place pull_of(const hole *h, place at)
{
    const place inward = sub(h->at, at);
    const float share = length(inward) / HOLE_REACH;
    if (!(share < 1.0f)) return (place){ 0.0f, 0.0f };
    return scale(unit(inward), HOLE_PULL * (1.0f - share));
}

place blaster_holes_pull(const blaster *game, place at)
{
    place sum = { 0.0f, 0.0f };
    for (uint32_t i = 0; i < game->hole_count; i++) sum = add(sum, pull_of(&game->holes[i], at));
    return sum;
}

static void push_bullets(blaster *game, place from)
{
    for (uint32_t i = 0; i < game->bullet_count; i++) {
        bullet *b = &game->bullets[i];
        if (!within(b->at, from, HOLE_REACH)) continue;
        b->velocity = add(b->velocity, scale(unit(sub(b->at, from)), HOLE_REPEL));
    }
}

void blaster_holes_tick(blaster *game)
{
    for (uint32_t i = 0; i < game->hole_count; i++) {
        hole *h = &game->holes[i];
        h->age++;
        // From the age, not added up: no error grows.
        h->spray = (float)((double)(h->age % SPRAY_PERIOD) * HOLE_SPRAY_TURN);
        push_bullets(game, h->at);
    }
    if (game->hole_count == 0) return;
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        enemy *e = &game->enemies[i];
        if (e->age < ENEMY_FADE_TICKS) continue;
        e->velocity = add(e->velocity, blaster_holes_pull(game, e->at));
    }
}
