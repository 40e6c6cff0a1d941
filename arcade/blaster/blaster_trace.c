// SPDX-License-Identifier: MIT
#include "blaster_scene.h"

#define JUMP 60.0f // farther in a tick nothing flies: it was put there

void trace_keep(trace *t, const blaster *game)
{
    t->ship = game->ship.at;
    t->facing = game->ship.facing;
    t->enemy_count = game->enemy_count;
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        t->ids[i] = game->enemies[i].id;
        t->enemies[i] = game->enemies[i].at;
    }
}

static place between(place from, place to, float blend)
{
    const place way = sub(to, from);
    if (length(way) > JUMP) return to;
    return add(from, scale(way, blend));
}

place trace_ship(const trace *t, const blaster *game, float blend)
{
    return between(t->ship, game->ship.at, blend);
}

// The short way round.
float trace_facing(const trace *t, const blaster *game, float blend)
{
    const float turn = game->ship.facing - t->facing;
    const float whole = 2.0f * HALF_TURN;
    return t->facing + blend * (turn - whole * floorf((turn + HALF_TURN) / whole));
}

// Most are where they were in the list.
static uint32_t find(const trace *t, uint32_t id, uint32_t index)
{
    if (index < t->enemy_count && t->ids[index] == id) return index;
    for (uint32_t i = 0; i < t->enemy_count; i++)
        if (t->ids[i] == id) return i;
    return ENEMIES_MAX;
}

place trace_enemy(const trace *t, const blaster *game, uint32_t index, float blend)
{
    const enemy *e = &game->enemies[index];
    const uint32_t was = find(t, e->id, index);
    return was < ENEMIES_MAX ? between(t->enemies[was], e->at, blend) : e->at;
}
