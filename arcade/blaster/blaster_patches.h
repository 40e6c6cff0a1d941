// SPDX-License-Identifier: MIT
// Blaster's voices. All pitches belong to A minor pentatonic (A C D E G), whose root and mode the
// music shares, so that any of them may sound together.
#pragma once

#include "sound.h"

#define BLASTER_ROOT 55.0f // Hz: A1

typedef enum blaster_voice {
    VOICE_SHOT,
    VOICE_FIZZLE, // a bullet ends at the border
    VOICE_SEEKER_SPAWN,
    VOICE_WANDERER_SPAWN,
    VOICE_HOLE_SPAWN,
    VOICE_SEEKER_DEAD,
    VOICE_WANDERER_DEAD,
    VOICE_SWALLOWED,
    VOICE_VANISHED, // gone with the ship
    VOICE_HOLE_HIT,
    VOICE_HOLE_DEAD,
    VOICE_HOLE_DEAD_DEEP,
    VOICE_SHIP_DEAD,
    VOICE_SHIP_DEAD_FALL,
    VOICE_SHIP_DEAD_DEEP,
    VOICE_SHIP_RETURN,
    VOICE_STRIKE, // lightning leaves the ship
    VOICE_STRIKE_DEEP,
    VOICE_RIPPLE, // it jumps on
    VOICE_DUD,    // pressed in vain
    VOICE_MULTIPLIER,
    VOICE_LAPSE, // the multiplier falls back
    VOICE_CHIME,
    VOICE_FAREWELL,
    VOICE_PULSE,
    VOICE_HUM,   // held: a hole, anywhere
    VOICE_GROWL, // held: a hole that has the ship in its reach
    BLASTER_VOICES
} blaster_voice;

extern const patch blaster_patches[BLASTER_VOICES];
