// SPDX-License-Identifier: MIT
// The rules of Blaster Classic: a pure state that advances by ticks. Knows no net, no particle, no
// sound and no picture; what happened in a tick is told as events, from which those are made. No
// allocation, no clock; the same seed, options and inputs give the same bytes everywhere.
#pragma once

#include "controls.h"
#include "rules.h"

#include <quincunx/random.h>

#include <stdbool.h>
#include <stdint.h>

#define BULLETS_MAX 128
#define ENEMIES_MAX THINGS_MAX
#define EVENTS_MAX 512 // what is more in one tick is not told

typedef struct place {
    float x, y; // pixels of the arena, from its left top
} place;

typedef struct ship {
    place at;
    place velocity;    // by its own engine in the latest tick, for the exhaust: no pull of holes
    float facing;      // radians: where it flies, or flew last
    place aim;         // unit vector while it fires, else (0, 0)
    uint32_t cooldown; // ticks until it may fire
    uint32_t dead;     // ticks until it returns where it died; 0 alive; stands still when over
} ship;

typedef struct bullet {
    place at, velocity;
} bullet;

typedef enum enemy_kind { ENEMY_SEEKER, ENEMY_WANDERER } enemy_kind;

// One that fades in is harmless, at rest, neither pulled nor swallowed; but bullets hit it. One that
// waits for the lightning is out of the game: nothing moves it, nothing else hits it, and it harms
// nobody.
typedef struct enemy {
    enemy_kind kind;
    place at, velocity;
    float heading; // wanderer: radians
    float spin;    // wanderer: radians of its picture
    uint32_t age;  // ticks; fades in below ENEMY_FADE_TICKS
    uint32_t id;   // unlike any other of this game
    bool waits;    // for the lightning
} enemy;

typedef struct hole {
    place at;
    uint32_t hits; // left
    float spray;   // radians, 0 to 4 pi, so that its half turns without a jump
    uint32_t age;
    uint32_t id;
} hole;

#define EVENT_HOLE 2u // as `what`, after the two enemy_kinds

#define STRIKE_TARGETS_MAX (ENEMIES_MAX + HOLES_MAX)

typedef struct strike_target {
    place at;
    uint32_t what, id;
} strike_target;

// "The button": lightning that jumps from the ship through all that is there when it is pressed, in
// chains. Target i is of chain i % chains; those of one chain are struck one after the other.
typedef struct strike {
    uint32_t charge, need;  // points of the gun; full when equal, and then it stays
    place from;             // where the ship was
    uint32_t chains;        // of the latest strike
    uint32_t count, struck; // equal where none goes on
    uint32_t pace;          // targets a tick
    strike_target targets[STRIKE_TARGETS_MAX];
} strike;

typedef enum event_kind {
    EVENT_SHOT,            // at: between the two muzzles, direction
    EVENT_BULLET_GONE,     // at: on the arena's border, direction
    EVENT_SPAWN,           // at, what (an enemy_kind, or EVENT_HOLE)
    EVENT_ENEMY_DEAD,      // at, what, value: points with the multiplier; direction of the bullet
    EVENT_ENEMY_SWALLOWED, // at, what: into a hole, no points
    EVENT_HOLE_HIT,        // at, direction of the bullet; also for the last hit
    EVENT_HOLE_DEAD,       // at, value: points
    EVENT_SHIP_DEAD,       // at
    EVENT_SHIP_RETURN,     // at
    EVENT_EXTRA_LIFE,      // value: lives now
    EVENT_MULTIPLIER,      // value: the multiplier now, 1 when it fell back
    EVENT_GAME_OVER,       // value: the score
    EVENT_VANISHED,        // at, what: gone with the ship that died, no points
    EVENT_STRIKE_READY,    // the charge is full
    EVENT_STRIKE,          // at: the ship, value: how many will be struck
    EVENT_STRIKE_LINK,     // at, what: the struck one, direction: the *place* before it in its
                           // chain, value: which of the strike's targets
    EVENT_STRIKE_REFUSED   // pressed without a full charge, or with nothing there
} event_kind;

typedef struct event {
    event_kind kind;
    uint32_t what;
    uint32_t id; // of the enemy or hole
    place at, direction;
    uint32_t value;
} event;

// How the player steers; part of what a game starts from.
typedef enum steering {
    STEERING_TWIN, // move and aim apart
    STEERING_ONE   // one stick; aims and fires by itself at what is most pressing
} steering;

// What the ship is told in one tick, made from tick_input or by the bot.
typedef struct orders {
    place move;  // length at most 1
    place aim;   // unit vector to fire, (0, 0) not to
    bool strike; // the button was pressed
} orders;

// A stick under a finger: its middle is where the finger came down. That finger alone moves it,
// until it lifts.
typedef struct finger_pad {
    uint32_t pointer; // index in tick_input, 0 while no finger has it
    place middle, at; // pixels of the arena
} finger_pad;

typedef struct blaster {
    qx_random random;
    uint32_t tick;
    steering steering;
    ship ship;
    uint32_t bullet_count, enemy_count, hole_count;
    bullet bullets[BULLETS_MAX];
    enemy enemies[ENEMIES_MAX];
    hole holes[HOLES_MAX];
    uint32_t next_id;
    strike strike;
    float spawn_chance; // one in floor(this)
    uint32_t score, best_multiplier, kills;
    uint32_t lives, next_life;            // next_life: the score that brings one
    uint32_t multiplier, multiplier_left; // left: ticks until it falls back to 1
    bool over;                            // the last life is lost; show it for GAME_OVER_TICKS
    uint32_t over_ticks;                  // since then
    finger_pad move_pad, aim_pad;
    uint32_t fingers;     // bits of the pointers that were down: a pad is chosen by coming down;
                          // bit 0: the mouse's right button
    uint32_t event_count; // of the latest tick
    event events[EVENTS_MAX];
} blaster;

void blaster_start(blaster *game, uint64_t seed, steering how);

// One tick; once the game is over only the clock and the last bullets go on. Orders may be any
// numbers, even NaN.
void blaster_tick(blaster *game, const orders *given);

// Orders from a tick's input; call it once a tick, it keeps the touch pads. What moves: stick or
// keys, else a finger in the left half of the arena. What aims and fires: stick or keys, else a
// finger in the right half, else the left button or ACTION_PRIMARY toward the mouse while that was
// the last to aim, else ACTION_PRIMARY ahead. With STEERING_ONE all fingers move and it aims by
// itself. What strikes: ACTION_SECONDARY, the mouse's right button, or a finger that comes down on
// the button at TOUCH_STRIKE_X, TOUCH_STRIKE_Y. view_x, view_y: place of the arena's left top in the scene's view, world units.
orders blaster_orders(blaster *game, const tick_input *input, float view_x, float view_y);

// A press now would strike: charged, the ship alive, something there.
bool blaster_strike_ready(const blaster *game);

// The place before a target in its chain: the ship's, or another target's.
place blaster_strike_before(const strike *s, uint32_t target);

// Everything that the rules depend on; never events.
uint64_t blaster_hash(const blaster *game);

// A player good enough to be watched. Looks at the state alone, so it is deterministic too.
orders blaster_bot(const blaster *game);
