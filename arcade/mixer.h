// SPDX-License-Identifier: MIT
// What happens to the voices once they are added up: values that move without clicks, the echo
// line, the leveller that keeps crowds of effects in bounds, and the soft limit at the very end.
#pragma once

#include "synth.h"

// A gain that runs to its target; each block has a value it begins and one it ends with.
typedef struct mixer_gain {
    float from, to, target;
} mixer_gain;

void mixer_gain_step(mixer_gain *g, float seconds, float settle);

// Ping-pong: a sound comes back left, then right, duller and softer each time.
typedef struct mixer_echo {
    float *left, *right; // size each
    uint32_t size, at;
    float delay, delay_target; // in frames; moves like a tape's speed
    float feedback, feedback_target;
    float damp, dull[2]; // one-pole low pass in the way back
    uint32_t quiet; // frames since anything was in the line; size or more means nothing is left
} mixer_echo;

// Allocates the line; false where memory lacks.
bool mixer_echo_create(mixer_echo *e, float rate);
void mixer_echo_destroy(mixer_echo *e);
void mixer_echo_set(mixer_echo *e, float seconds, float feedback, float rate);
bool mixer_echo_idle(const mixer_echo *e);

// Takes out->send, adds to out->left and out->right.
void mixer_echo_run(mixer_echo *e, synth_output *out);

// Turns crowds down: fast when they come, slowly back. Only effects pass through it, so music never
// pumps.
typedef struct mixer_leveller {
    float gain;
} mixer_leveller;

void mixer_leveller_run(mixer_leveller *l, synth_output *out, float seconds);

// Straight up to 0.6, then ever flatter; |result| < 1 for every finite value.
float mixer_soft_limit(float value);
