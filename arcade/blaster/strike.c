// SPDX-License-Identifier: MIT
// "The button": points of the gun charge it; a press sends lightning from the ship through
// everything there is. Whom it strikes, and in which order, is settled when it is pressed; those
// who wait for it are out of the game meanwhile, so that each chain ends exactly where it was
// foreseen. Its kills count like any, but charge nothing: else one strike would pay for the next.
#include "parts.h"
#include "place.h"

void blaster_strike_start(blaster *game)
{
    game->strike = (strike){ .need = STRIKE_FIRST };
}

// What was gathered outlives the ship: a life is price enough.
void blaster_strike_stop(blaster *game)
{
    game->strike.count = game->strike.struck = 0;
}

void blaster_strike_charge(blaster *game, uint32_t points)
{
    strike *s = &game->strike;
    if (s->charge == s->need) return;
    const uint32_t missing = s->need - s->charge;
    s->charge += points < missing ? points : missing;
    if (s->charge == s->need)
        blaster_tell(game, (event){ .kind = EVENT_STRIKE_READY, .at = game->ship.at });
}

static bool goes_on(const strike *s)
{
    return s->struck < s->count;
}

bool blaster_strike_ready(const blaster *game)
{
    const strike *s = &game->strike;
    return s->charge == s->need && !goes_on(s) && game->ship.dead == 0 &&
           game->enemy_count + game->hole_count > 0;
}

place blaster_strike_before(const strike *s, uint32_t target)
{
    return target < s->chains ? s->from : s->targets[target - s->chains].at;
}

// --- whom, and in which order

// All of the arena is always in view. What fades in can be shot, and so it can be struck.
static void mark_all(blaster *game)
{
    strike *s = &game->strike;
    s->count = s->struck = 0;
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        enemy *e = &game->enemies[i];
        e->waits = true;
        s->targets[s->count++] = (strike_target){ e->at, (uint32_t)e->kind, e->id };
    }
    for (uint32_t i = 0; i < game->hole_count; i++)
        s->targets[s->count++] =
            (strike_target){ game->holes[i].at, EVENT_HOLE, game->holes[i].id };
}

static uint32_t nearest(const strike *s, uint32_t first, place from)
{
    uint32_t best = first;
    float least = 1e30f;
    for (uint32_t i = first; i < s->count; i++) {
        const place way = sub(s->targets[i].at, from);
        const float far = dot(way, way);
        if (far >= least) continue;
        least = far;
        best = i;
    }
    return best;
}

// The chains take turns: each goes on to what is nearest to its end of all that is left.
static void put_in_order(strike *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t next = nearest(s, i, blaster_strike_before(s, i));
        const strike_target taken = s->targets[next];
        s->targets[next] = s->targets[i];
        s->targets[i] = taken;
    }
}

static uint32_t chains_for(uint32_t targets)
{
    const uint32_t chains = targets < 4 ? 1 : targets < 9 ? 2 : targets < 16 ? 3 : 4;
    return chains < STRIKE_CHAINS ? chains : STRIKE_CHAINS;
}

static void begin(blaster *game)
{
    strike *s = &game->strike;
    mark_all(game);
    s->from = game->ship.at;
    s->chains = chains_for(s->count);
    const uint32_t longest = (s->count + s->chains - 1) / s->chains;
    s->pace = s->chains * ((longest + STRIKE_TICKS - 1) / STRIKE_TICKS);
    put_in_order(s);
    s->charge = 0;
    s->need = s->need + STRIKE_MORE < STRIKE_MOST ? s->need + STRIKE_MORE : STRIKE_MOST;
    blaster_tell(game, (event){ .kind = EVENT_STRIKE, .at = s->from, .value = s->count });
}

// --- striking

static void strike_enemy(blaster *game, uint32_t id, place direction)
{
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        if (game->enemies[i].id != id) continue;
        blaster_enemy_kill(game, i, direction);
        return;
    }
}

// It may have burst before.
static void strike_hole(blaster *game, uint32_t id, place direction)
{
    for (uint32_t i = 0; i < game->hole_count; i++) {
        hole *h = &game->holes[i];
        if (h->id != id) continue;
        for (uint32_t hit = 0; hit < STRIKE_HOLE_HITS && h->hits > 0; hit++)
            blaster_hole_hit(game, h, direction);
        if (h->hits == 0) blaster_hole_remove(game, i);
        return;
    }
}

static void strike_next(blaster *game)
{
    strike *s = &game->strike;
    const strike_target t = s->targets[s->struck];
    const place before = blaster_strike_before(s, s->struck);
    const place direction = unit(sub(t.at, before));
    blaster_tell(game, (event){ EVENT_STRIKE_LINK, t.what, t.id, t.at, before, s->struck });
    s->struck++;
    if (t.what == EVENT_HOLE)
        strike_hole(game, t.id, direction);
    else
        strike_enemy(game, t.id, direction);
}

static void press(blaster *game)
{
    if (blaster_strike_ready(game))
        begin(game);
    else if (game->ship.dead == 0 && !goes_on(&game->strike))
        blaster_tell(game, (event){ .kind = EVENT_STRIKE_REFUSED, .at = game->ship.at });
}

void blaster_strike_tick(blaster *game, const orders *given)
{
    if (given->strike) press(game);
    for (uint32_t i = 0; i < game->strike.pace && goes_on(&game->strike); i++) strike_next(game);
}
