// SPDX-License-Identifier: MIT
// Start, the order of a tick, and the hash.
#include "parts.h"

#include <quincunx/hash.h>

#define RULES_STREAM 1 // of the seed; what is cosmetic draws from others

void blaster_start(blaster *game, uint64_t seed, steering how)
{
    *game = (blaster){ .steering = how, .next_id = 1 };
    qx_random_seed(&game->random, seed, RULES_STREAM);
    blaster_ship_start(game);
    blaster_spawner_start(game);
    blaster_score_start(game);
    blaster_strike_start(game);
}

void blaster_tell(blaster *game, event what)
{
    if (game->event_count < EVENTS_MAX) game->events[game->event_count++] = what;
}

void blaster_tick(blaster *game, const orders *given)
{
    game->tick++;
    game->event_count = 0;
    if (game->over) game->over_ticks++;
    blaster_score_tick(game);
    blaster_holes_tick(game);
    blaster_bullets_tick(game);
    blaster_enemies_tick(game);
    blaster_ship_tick(game, given);
    blaster_strike_tick(game, given);
    blaster_contacts_tick(game);
    if (!game->over) blaster_spawner_tick(game);
}

// --- hash: field by field, for structs have gaps

static uint64_t hash_whole(uint64_t hash, uint64_t value)
{
    return qx_hash_bytes(hash, &value, sizeof value);
}

static uint64_t hash_places(uint64_t hash, place a, place b)
{
    const float values[] = { a.x, a.y, b.x, b.y };
    return qx_hash_floats(hash, values, 4);
}

static uint64_t hash_ship(uint64_t hash, const ship *s)
{
    hash = hash_places(hash, s->at, s->velocity);
    hash = qx_hash_floats(hash, (const float[]){ s->facing, s->aim.x, s->aim.y }, 3);
    return hash_whole(hash, (uint64_t)s->cooldown << 32 | s->dead);
}

static uint64_t hash_enemy(uint64_t hash, const enemy *e)
{
    hash = hash_places(hash, e->at, e->velocity);
    hash = qx_hash_floats(hash, (const float[]){ e->heading, e->spin }, 2);
    hash = hash_whole(hash, (uint64_t)e->age << 32 | e->id);
    return hash_whole(hash, (uint64_t)e->kind << 1 | e->waits);
}

static uint64_t hash_hole(uint64_t hash, const hole *h)
{
    hash = qx_hash_floats(hash, (const float[]){ h->at.x, h->at.y, h->spray }, 3);
    hash = hash_whole(hash, (uint64_t)h->age << 32 | h->id);
    return hash_whole(hash, h->hits);
}

static uint64_t hash_strike(uint64_t hash, const strike *s)
{
    hash = hash_whole(hash, (uint64_t)s->charge << 32 | s->need);
    hash = hash_whole(hash, (uint64_t)s->count << 32 | s->struck);
    hash = hash_whole(hash, (uint64_t)s->chains << 32 | s->pace);
    hash = qx_hash_floats(hash, (const float[]){ s->from.x, s->from.y }, 2);
    for (uint32_t i = 0; i < s->count; i++) {
        const strike_target *t = &s->targets[i];
        hash = qx_hash_floats(hash, (const float[]){ t->at.x, t->at.y }, 2);
        hash = hash_whole(hash, (uint64_t)t->what << 32 | t->id);
    }
    return hash;
}

static uint64_t hash_pad(uint64_t hash, const finger_pad *p)
{
    return hash_whole(hash_places(hash, p->middle, p->at), p->pointer);
}

static uint64_t hash_score(uint64_t hash, const blaster *game)
{
    hash = hash_whole(hash, (uint64_t)game->score << 32 | game->kills);
    hash = hash_whole(hash, (uint64_t)game->lives << 32 | game->next_life);
    hash = hash_whole(hash, (uint64_t)game->multiplier << 32 | game->multiplier_left);
    hash = hash_whole(hash, (uint64_t)game->best_multiplier << 32 | game->over_ticks);
    return hash_whole(hash, game->over);
}

static uint64_t hash_things(uint64_t hash, const blaster *game)
{
    hash = hash_whole(hash, (uint64_t)game->bullet_count << 32 | game->enemy_count);
    hash = hash_whole(hash, (uint64_t)game->hole_count << 32 | game->next_id);
    for (uint32_t i = 0; i < game->bullet_count; i++)
        hash = hash_places(hash, game->bullets[i].at, game->bullets[i].velocity);
    for (uint32_t i = 0; i < game->enemy_count; i++) hash = hash_enemy(hash, &game->enemies[i]);
    for (uint32_t i = 0; i < game->hole_count; i++) hash = hash_hole(hash, &game->holes[i]);
    return hash;
}

uint64_t blaster_hash(const blaster *game)
{
    uint64_t hash = hash_whole(QX_HASH_START, game->random.state);
    hash = hash_whole(hash, game->random.increment);
    hash = hash_whole(hash, (uint64_t)game->tick << 32 | (uint64_t)game->steering);
    hash = hash_ship(hash, &game->ship);
    hash = hash_things(hash, game);
    hash = qx_hash_floats(hash, &game->spawn_chance, 1);
    hash = hash_score(hash, game);
    hash = hash_strike(hash, &game->strike);
    hash = hash_pad(hash_pad(hash, &game->move_pad), &game->aim_pad);
    return hash_whole(hash, game->fingers);
}
