// SPDX-License-Identifier: MIT
// The menu's sounds: small glassy plucks on the notes A, D and E, so that any order of them sounds
// right.
#include "sound.h"

const patch sound_menu_move = {
    .wave = WAVE_SINE,
    .attack = 0.002f,
    .decay = 0.11f,
    .pitch = 880.0f,
    .fm_ratio = 2.0f,
    .fm_depth = 0.5f,
    .gain = 0.33f,
    .echo = 0.12f,
};

const patch sound_menu_confirm = {
    .wave = WAVE_TRIANGLE,
    .attack = 0.003f,
    .decay = 0.10f,
    .sustain = 0.45f,
    .hold = 0.04f,
    .release = 0.35f,
    .pitch = 587.33f,
    .pitch_end = 880.0f,
    .cutoff = 1800.0f,
    .cutoff_end = 5000.0f,
    .resonance = 0.2f,
    .gain = 0.33f,
    .echo = 0.4f,
};

const patch sound_menu_back = {
    .wave = WAVE_TRIANGLE,
    .attack = 0.003f,
    .decay = 0.10f,
    .sustain = 0.4f,
    .hold = 0.02f,
    .release = 0.25f,
    .pitch = 659.26f,
    .pitch_end = 440.0f,
    .cutoff = 2600.0f,
    .cutoff_end = 900.0f,
    .resonance = 0.1f,
    .gain = 0.36f,
    .echo = 0.25f,
};

const patch sound_menu_change = {
    .wave = WAVE_SINE,
    .attack = 0.002f,
    .decay = 0.07f,
    .pitch = 1174.66f,
    .fm_ratio = 1.0f,
    .fm_depth = 0.8f,
    .gain = 0.52f,
    .echo = 0.08f,
};
