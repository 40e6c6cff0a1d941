// SPDX-License-Identifier: MIT
// What the terrain room sounds like: air, steps, and what rolls.
#pragma once

#include "sound.h"

typedef enum terrain_voice {
    TERRAIN_WIND, // held: the air at the ears
    TERRAIN_GUST, // held: its whistle, when it is fast
    TERRAIN_STEP,
    TERRAIN_LAND,
    TERRAIN_JUMP,
    TERRAIN_SPLASH,
    TERRAIN_ROLL, // held
    TERRAIN_KNOCK,
    TERRAIN_PLACE,
    TERRAIN_BRUSH, // held: earth that is moved
    TERRAIN_VOICES
} terrain_voice;

extern const patch sound_terrain[TERRAIN_VOICES];
