// SPDX-License-Identifier: MIT
#include "sound_grid.h"

#define A2 110.0f
#define E3 164.81f
#define A3 220.0f
#define C4 261.63f
#define D4 293.66f
#define E4 329.63f
#define G4 392.0f
#define A4 440.0f
#define C5 523.25f
#define E5 659.26f
#define A5 880.0f

const patch sound_grid[SOUND_GRID_KINDS] = {
    { // explode: a soft drum that falls an octave, with a breath of air
      .wave = WAVE_TRIANGLE, .noise = 0.25f,
      .attack = 0.003f, .decay = 0.45f, .release = 0.1f,
      .pitch = A3, .pitch_end = A2,
      .cutoff = 2400.0f, .cutoff_end = 180.0f, .resonance = 0.15f,
      .gain = 0.5f, .echo = 0.2f },
    { // implode: drawn in, an octave upward, and cut off
      .wave = WAVE_SAW, .noise = 0.05f,
      .attack = 0.30f, .decay = 0.05f, .sustain = 0.5f, .release = 0.09f,
      .pitch = E3, .pitch_end = E4,
      .cutoff = 250.0f, .cutoff_end = 2200.0f, .resonance = 0.3f,
      .gain = 0.31f, .echo = 0.3f },
    { // directed: a plucked string
      .wave = WAVE_SQUARE,
      .attack = 0.002f, .decay = 0.32f,
      .pitch = D4,
      .cutoff = 2600.0f, .cutoff_end = 300.0f, .resonance = 0.25f,
      .gain = 0.23f, .echo = 0.3f },
    { // vortex: a slow spin, the pitch circling
      .wave = WAVE_TRIANGLE,
      .attack = 0.08f, .decay = 0.25f, .sustain = 0.5f, .hold = 0.1f, .release = 0.35f,
      .pitch = A4,
      .vibrato_rate = 6.0f, .vibrato_depth = 0.6f, .fm_ratio = 0.5f, .fm_depth = 0.9f,
      .cutoff = 1600.0f, .cutoff_end = 900.0f,
      .gain = 0.33f, .echo = 0.35f },
    { // ring: a bell
      .wave = WAVE_SINE,
      .attack = 0.002f, .decay = 1.1f,
      .pitch = C5,
      .fm_ratio = 3.0f, .fm_depth = 0.9f,
      .gain = 0.23f, .echo = 0.35f },
    { // line: a bowed slide of a fourth
      .wave = WAVE_SAW,
      .attack = 0.02f, .decay = 0.28f, .sustain = 0.3f, .release = 0.2f,
      .pitch = E4, .pitch_end = A4,
      .cutoff = 900.0f, .cutoff_end = 2600.0f, .resonance = 0.2f,
      .gain = 0.39f, .echo = 0.25f },
    { // wave: surf
      .wave = WAVE_SINE, .noise = 0.85f,
      .attack = 0.28f, .decay = 0.5f, .sustain = 0.25f, .release = 0.6f,
      .pitch = G4,
      .cutoff = 800.0f, .cutoff_end = 2400.0f, .resonance = 0.1f,
      .gain = 0.9f, .echo = 0.2f },
};

const patch sound_grid_held[SOUND_GRID_KINDS] = {
    { // explode: a low purr
      .wave = WAVE_TRIANGLE, .noise = 0.2f,
      .attack = 0.05f, .sustain = 1.0f,
      .pitch = A2, .vibrato_rate = 9.0f, .vibrato_depth = 0.25f,
      .cutoff = 420.0f, .resonance = 0.1f,
      .gain = 0.25f, .echo = 0.1f },
    { // implode: a dark fifth that swallows
      .wave = WAVE_SAW,
      .attack = 0.12f, .sustain = 1.0f,
      .pitch = E3, .vibrato_rate = 3.0f, .vibrato_depth = 0.15f,
      .cutoff = 480.0f, .resonance = 0.35f,
      .gain = 0.22f, .echo = 0.2f },
    { // directed: a reed
      .wave = WAVE_SQUARE,
      .attack = 0.04f, .sustain = 1.0f,
      .pitch = D4, .vibrato_rate = 5.0f, .vibrato_depth = 0.1f,
      .cutoff = 800.0f, .resonance = 0.15f,
      .gain = 0.115f, .echo = 0.2f },
    { // vortex: circling
      .wave = WAVE_TRIANGLE,
      .attack = 0.10f, .sustain = 1.0f,
      .pitch = A3, .vibrato_rate = 4.5f, .vibrato_depth = 0.5f, .fm_ratio = 0.5f, .fm_depth = 0.9f,
      .cutoff = 1200.0f,
      .gain = 0.19f, .echo = 0.25f },
    { // ring: a glass rubbed
      .wave = WAVE_SINE,
      .attack = 0.15f, .sustain = 1.0f,
      .pitch = C5, .vibrato_rate = 5.5f, .vibrato_depth = 0.12f, .fm_ratio = 2.0f, .fm_depth = 0.3f,
      .gain = 0.11f, .echo = 0.3f },
    { // line: a bow on a string
      .wave = WAVE_SAW,
      .attack = 0.07f, .sustain = 1.0f,
      .pitch = E4, .vibrato_rate = 5.0f, .vibrato_depth = 0.15f,
      .cutoff = 1100.0f, .resonance = 0.15f,
      .gain = 0.2f, .echo = 0.2f },
    { // wave: wind with a note in it
      .wave = WAVE_SINE, .noise = 0.85f,
      .attack = 0.15f, .sustain = 1.0f,
      .pitch = G4, .vibrato_rate = 0.7f, .vibrato_depth = 0.2f,
      .cutoff = 1200.0f, .resonance = 0.2f,
      .gain = 0.7f, .echo = 0.1f },
};
