// SPDX-License-Identifier: MIT
// The bot. Each tick it imagines holding the stick in some directions for half a second, foresees
// where those near will be, and takes what keeps it safest and in a good place. Its hand and its
// gun turn with a human's inertia.
#include "parts.h"
#include "place.h"

#define DIRECTIONS 16
#define THREATS 14        // the nearest are looked at
#define LOOK_REACH 340.0f // as far as these
#define STEPS 8           // that it looks ahead
#define STEP_TICKS 4.0f
#define CRUISE 0.4f     // of full stick, besides full and none
#define HAND 0.16f      // share of the way that the stick moves to its wanted place in a tick
#define HAND_STEP 0.45f // the same within STEP_TICKS
#define GUN_TURN 0.4f   // radians a tick at most

// What things cost, in the same unit: 1 is a threat that just touches.
#define COST_DEATH 60.0f
#define COST_TURN 0.12f    // of taking the stick from one side to the other, a quarter of it
#define COST_GOAL 0.3f     // of being 100 pixels from where it would like to be
#define COST_BORDER 1.6f   // at the border itself
#define BORDER_FROM 110.0f // pixels
#define GAP_HALF 45.0f     // pixels of gap at which a threat weighs a quarter
#define SEEKER_STEP (SEEKER_PUSH / (1.0f - ENEMY_KEEP))

#define HOLE_STANCE 170.0f // from a hole: near enough for its bullets to arrive
#define SWING_TICKS 80
#define SWING 0.7f     // tangent of how far ahead
#define TOUR_TICKS 450 // from side to side and back, about
#define TOUR_WIDTH 270.0f
#define TOUR_HEIGHT 180.0f
#define CALM 150.0f // nothing dangerous is nearer

#define STRIKE_CROWD 7u     // worth a full charge
#define STRIKE_NEAR 16.0f   // pixels of gap: it is lost without
#define SPARING_FROM 100.0f // once charged it shoots at what is nearer, and lets a crowd gather

typedef struct threat {
    place at, step;
    float away;     // how near it is, with what speaks for it
    float reach;    // distance that kills
    float sleeping; // ticks until it is dangerous
    bool seeks;
} threat;

typedef struct outlook {
    place from;
    threat threats[THREATS]; // the nearest first
    uint32_t count;
    place goal; // where it would like to be
} outlook;

// --- what it sees

static void see(outlook *o, threat seen)
{
    seen.away = distance(o->from, seen.at) - seen.reach + 2.0f * seen.sleeping;
    if (seen.away > LOOK_REACH) return;
    uint32_t at = o->count;
    if (o->count < THREATS)
        o->count++;
    else if (o->threats[--at].away <= seen.away)
        return;
    for (; at > 0 && o->threats[at - 1].away > seen.away; at--) o->threats[at] = o->threats[at - 1];
    o->threats[at] = seen;
}

static threat threat_of(const enemy *e)
{
    const bool fading = e->age < ENEMY_FADE_TICKS;
    return (threat){ .at = e->at,
                     .step = scale(e->velocity, fading ? 1.0f : 1.0f / ENEMY_KEEP),
                     .reach = ENEMY_RADIUS + SHIP_RADIUS,
                     .sleeping = fading ? (float)(ENEMY_FADE_TICKS - e->age) : 0.0f,
                     .seeks = e->kind == ENEMY_SEEKER };
}

static void look_round(const blaster *game, outlook *o)
{
    for (uint32_t i = 0; i < game->enemy_count; i++)
        if (!game->enemies[i].waits) see(o, threat_of(&game->enemies[i]));
    for (uint32_t i = 0; i < game->hole_count; i++)
        see(o, (threat){ .at = game->holes[i].at, .reach = HOLE_RADIUS + SHIP_RADIUS });
}

// --- where it would like to be

// Swings to and fro at a distance from a hole, ahead of where it is now.
static place swing_about(const blaster *game, const outlook *o, place hole_at)
{
    const place away = unit(sub(o->from, hole_at));
    const float side = game->tick / SWING_TICKS % 2 == 0 ? SWING : -SWING;
    const place ahead = unit((place){ away.x - side * away.y, away.y + side * away.x });
    return inside(add(hole_at, scale(ahead, HOLE_STANCE)), BORDER_FROM);
}

// A way through the whole arena that never repeats: who stands still is dull to watch.
static place tour(const blaster *game)
{
    const double turn = (double)game->tick * (2.0 * (double)HALF_TURN / TOUR_TICKS);
    const double x = 0.75 * qx_cos(turn) + 0.25 * qx_cos(2.3 * turn + 1.0);
    const double y = 0.70 * qx_sin(1.27 * turn) + 0.30 * qx_sin(2.9 * turn + 2.0);
    return (place){ ARENA_WIDTH / 2.0f + TOUR_WIDTH * (float)x,
                    ARENA_HEIGHT / 2.0f + TOUR_HEIGHT * (float)y };
}

static void choose_goal(const blaster *game, outlook *o)
{
    const bool calm = o->count == 0 || o->threats[0].away > CALM;
    o->goal = tour(game);
    if (game->hole_count > 0 && calm) o->goal = swing_about(game, o, game->holes[0].at);
}

// --- what a way would cost

static void foresee(threat *t, place target)
{
    if (t->seeks && t->sleeping <= 0.0f) t->step = scale(unit(sub(target, t->at)), SEEKER_STEP);
    t->at = add(t->at, scale(t->step, STEP_TICKS));
    t->sleeping -= STEP_TICKS;
}

static float nearness(const threat *t, place at)
{
    if (t->sleeping > 0.0f) return 0.0f;
    const float gap = distance(t->at, at) - t->reach;
    if (gap <= 0.0f) return COST_DEATH;
    const float share = GAP_HALF / (GAP_HALF + gap);
    return share * share;
}

static float border_cost(place at)
{
    const float x = fminf(at.x, ARENA_WIDTH - at.x), y = fminf(at.y, ARENA_HEIGHT - at.y);
    const float deep_x = clamp((BORDER_FROM - x) / BORDER_FROM, 0.0f, 1.0f);
    const float deep_y = clamp((BORDER_FROM - y) / BORDER_FROM, 0.0f, 1.0f);
    return COST_BORDER * (deep_x * deep_x + deep_y * deep_y);
}

static float threat_cost(threat *threats, uint32_t count, place at)
{
    float cost = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        foresee(&threats[i], at);
        cost += nearness(&threats[i], at);
    }
    return cost;
}

// Stops looking once it costs more than the limit: no part of it is negative.
static float way_cost(const outlook *o, place stick, place stick_now, float limit)
{
    threat threats[THREATS];
    for (uint32_t i = 0; i < o->count; i++) threats[i] = o->threats[i];
    const place change = sub(stick, stick_now);
    float cost = COST_TURN * dot(change, change), weight = 1.0f;
    place at = o->from, hand = stick_now;
    for (uint32_t step = 0; step < STEPS && cost < limit; step++, weight -= 0.5f / STEPS) {
        hand = add(hand, scale(sub(stick, hand), HAND_STEP));
        at = inside(add(at, scale(hand, SHIP_SPEED * STEP_TICKS)), SHIP_HALF);
        cost += weight * threat_cost(threats, o->count, at);
    }
    return cost + border_cost(at) + COST_GOAL * distance(at, o->goal) / 100.0f;
}

// The stick as it is is looked at first: it is often good, and then the others are soon given up.
static place best_way(const outlook *o, place stick_now)
{
    place best = stick_now;
    float least = way_cost(o, best, stick_now, INFINITY);
    for (uint32_t i = 0; i <= 2 * DIRECTIONS; i++) {
        const float angle = (float)(i % DIRECTIONS) * (2.0f * HALF_TURN / DIRECTIONS);
        const float push = i == 2 * DIRECTIONS ? 0.0f : i < DIRECTIONS ? 1.0f : CRUISE;
        const place stick = scale(toward(angle), push);
        const float cost = way_cost(o, stick, stick_now, least);
        if (cost >= least) continue;
        least = cost;
        best = stick;
    }
    return best;
}

// --- hands

static place steer(const blaster *game, outlook *o)
{
    choose_goal(game, o);
    const place now = scale(game->ship.velocity, 1.0f / SHIP_SPEED);
    return add(now, scale(sub(best_way(o, now), now), HAND));
}

static place swing_gun(place now, place wanted)
{
    if (is_zero(now) || is_zero(wanted)) return wanted;
    const float turn =
        (float)qx_atan2((double)(now.x * wanted.y - now.y * wanted.x), (double)dot(now, wanted));
    if (turn >= -GUN_TURN && turn <= GUN_TURN) return wanted;
    return toward(angle_of(now) + clamp(turn, -GUN_TURN, GUN_TURN));
}

static bool presses(const blaster *game, const outlook *o)
{
    if (!blaster_strike_ready(game)) return false;
    if (game->enemy_count >= STRIKE_CROWD) return true;
    return o->count > 0 && o->threats[0].away < STRIKE_NEAR;
}

static place aim(const blaster *game, const outlook *o)
{
    const bool spares =
        blaster_strike_ready(game) && (o->count == 0 || o->threats[0].away > SPARING_FROM);
    return spares ? (place){ 0.0f, 0.0f } : swing_gun(game->ship.aim, blaster_aim(game));
}

orders blaster_bot(const blaster *game)
{
    if (game->ship.dead > 0) return (orders){ 0 };
    outlook o = { .from = game->ship.at };
    look_round(game, &o);
    return (orders){ steer(game, &o), aim(game, &o), presses(game, &o) };
}
