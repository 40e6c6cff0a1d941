// SPDX-License-Identifier: MIT
// What Blaster sounds like: the events of a tick become one-shots, the holes hum, the last life
// beats, and the music thickens with danger. Reads the game and never changes it; nothing in here
// reaches the rules.
#pragma once

#include "blaster.h"
#include "sound.h"

// Tunes of a few notes that go on over some ticks.
typedef enum blaster_tune {
    TUNE_RETURN,
    TUNE_EXTRA_LIFE,
    TUNE_GAME_OVER,
    TUNE_READY,
    BLASTER_TUNES
} blaster_tune;

// What sound remembers from tick to tick; cosmetic, never hashed. Zeroed is ready for a new game; a
// game that starts over in the same ears is noticed by its clock.
typedef struct blaster_ears {
    uint32_t music_seed;          // set by the scene: other seeds, other music
    float danger;                 // 0..1, eased
    float told;                   // the intensity the music has
    bool playing;                 // the music was started
    uint32_t last_tick;           // of the game
    uint32_t multiplier;          // heard last
    uint32_t pulse;               // ticks since the last life began to beat
    uint32_t tune[BLASTER_TUNES]; // the tick each one is at, from 1; 0 silent
} blaster_ears;

// Call once after each blaster_tick; without a sound it does nothing. Never allocates.
void blaster_sound(sound *s, const blaster *game, blaster_ears *ears);

// 0..1: how much is going on, before it is eased. 0 while the ship is dead.
float blaster_danger(const blaster *game);
