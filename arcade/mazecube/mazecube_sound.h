// SPDX-License-Identifier: MIT
// What Maze Cube sounds like: the ball rolls as it moves and on what, impacts follow their strength,
// the exit sings softly from where it is. Reads the game and never changes it; nothing in here
// reaches the rules.
#pragma once

#include "mazecube.h"
#include "sound.h"

// What sound remembers from tick to tick; cosmetic. Zeroed is ready for a new game.
typedef struct mazecube_ears {
    uint32_t music_seed;
    bool playing;   // the music was started
    float speed;    // of rolling, cells / s, eased
    float groove;   // 0 one wall, 1 two or more, eased
    uint32_t hits;  // heard: no two in a row are alike
    uint32_t tune;  // the tick the farewell is at, from 1; 0 silent
    uint32_t stars; // it tells
} mazecube_ears;

// Where the exit is, as it is seen: -1 left .. 1 right, and how far the ball is from it, cells.
typedef struct mazecube_bearing {
    float pan, distance;
} mazecube_bearing;

// Call once after each mazecube_tick; without a sound it does nothing. Never allocates.
void mazecube_sound(sound *s, const mazecube *game, mazecube_bearing exit, mazecube_ears *ears);
// Music alone, while nothing moves.
void mazecube_sound_rest(sound *s, mazecube_ears *ears);
