// SPDX-License-Identifier: MIT
// Where to shoot: for the one-stick player and for the bot.
#include "parts.h"
#include "place.h"

// What makes a target less pressing, in pixels of distance.
#define FADING_LATER 90.0f   // it harms nobody yet
#define WANDERER_LATER 60.0f // it may never come
#define HOLE_LATER 170.0f    // it takes ten hits
#define TURN_LATER 45.0f // a radian away from where the gun points: one that swings about misses
#define HOLE_FARTHEST 230.0f // from farther away its push stops every bullet

// How a hit is foreseen: the bullets' flight is guessed from the distance, then from where the
// target will be by then.
static place foresee(place from, place at, place step)
{
    place ahead = at;
    for (uint32_t round = 0; round < 3; round++) {
        const float flight = (distance(from, ahead) - BULLET_AHEAD) / BULLET_SPEED;
        ahead = inside(add(at, scale(step, clamp(flight, 0.0f, 90.0f))), ENEMY_RADIUS);
    }
    return ahead;
}

// Velocities are told as they are after the tick's loss; the next step makes up for it.
static place enemy_step(const enemy *e)
{
    return e->age < ENEMY_FADE_TICKS ? e->velocity : scale(e->velocity, 1.0f / ENEMY_KEEP);
}

// The cosine serves as measure of the turn: 0 ahead, 2 behind.
static float turn_needed(const blaster *game, place aim)
{
    const place now = game->ship.aim;
    return is_zero(now) ? 0.0f : 1.0f - dot(now, aim);
}

typedef struct choice {
    place aim;
    float lateness; // the least is the most pressing
} choice;

static void offer(const blaster *game, choice *best, place at, place step, float lateness)
{
    const place aim = unit(sub(foresee(game->ship.at, at, step), game->ship.at));
    if (is_zero(aim)) return;
    lateness += TURN_LATER * turn_needed(game, aim);
    if (lateness < best->lateness) *best = (choice){ aim, lateness };
}

place blaster_aim(const blaster *game)
{
    choice best = { { 0.0f, 0.0f }, 1e9f };
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const enemy *e = &game->enemies[i];
        if (e->waits) continue;
        float lateness = distance(game->ship.at, e->at);
        if (e->age < ENEMY_FADE_TICKS) lateness += FADING_LATER;
        if (e->kind == ENEMY_WANDERER) lateness += WANDERER_LATER;
        offer(game, &best, e->at, enemy_step(e), lateness);
    }
    for (uint32_t i = 0; i < game->hole_count; i++) {
        const place at = game->holes[i].at;
        const float away = distance(game->ship.at, at);
        if (away < HOLE_FARTHEST) offer(game, &best, at, (place){ 0.0f, 0.0f }, away + HOLE_LATER);
    }
    return best.aim;
}
