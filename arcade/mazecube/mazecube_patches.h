// SPDX-License-Identifier: MIT
// Maze Cube's voices. What has a pitch belongs to D minor pentatonic (D F G A C), whose root the
// music shares, so that any of them may sound together.
#pragma once

#include "sound.h"

#define MAZECUBE_ROOT 73.42f // Hz: D2

typedef enum mazecube_voice {
    VOICE_ROLL,        // held: the body of a rolling ball
    VOICE_ROLL_GRAIN,  // held: what a quick one adds
    VOICE_ROLL_GROOVE, // held: between two walls
    VOICE_TOCK,        // a soft hit
    VOICE_KNOCK,       // a hard one
    VOICE_CHECKPOINT,
    VOICE_HINT,
    VOICE_FREEZE,
    VOICE_THAW,
    VOICE_UNDO,
    VOICE_SHOWN,
    VOICE_SLICE,
    VOICE_REFUSED,
    VOICE_BELL, // of the farewell
    VOICE_EXIT, // held: the exit sings
    MAZECUBE_VOICES
} mazecube_voice;

extern const patch mazecube_patches[MAZECUBE_VOICES];
