// SPDX-License-Identifier: MIT
// What the lightning room sounds like. Noise makes most of it; what has a pitch belongs to A minor
// pentatonic as all the house's effects do.
#pragma once

#include "sound.h"

typedef enum sound_lightning_voice {
    LIGHTNING_CRACK,  // a near strike
    LIGHTNING_SNAP,   // a return stroke, or one far off
    LIGHTNING_ZAP,    // along a chain
    LIGHTNING_SPARK,  // a small one between clouds
    LIGHTNING_CLAP,   // near thunder
    LIGHTNING_RUMBLE, // far thunder
    LIGHTNING_ROLL,   // what thunder ends in
    LIGHTNING_CLICK,  // a mark taken or set
    LIGHTNING_VOICES
} sound_lightning_voice;

extern const patch sound_lightning[LIGHTNING_VOICES];

// While an arc burns; while a hand draws one: give these to sound_hold.
extern const patch sound_lightning_hum, sound_lightning_buzz;
