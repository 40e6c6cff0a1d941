// SPDX-License-Identifier: MIT
// One period of each wave in several versions that hold more and more harmonics, so that a voice
// can pick the richest one whose harmonics all lie below half the sample rate: nothing folds back,
// at any pitch.
#pragma once

#include <stdint.h>

#define WAVETABLE_BITS 11
#define WAVETABLE_SIZE (1u << WAVETABLE_BITS)
#define WAVETABLE_LEVELS 18

// One value more than a period, equal to the first, so that reading between two values needs no
// wrap.
typedef struct wavetable {
    float sine[WAVETABLE_SIZE + 1];
    float saw[WAVETABLE_LEVELS][WAVETABLE_SIZE + 1];
    float triangle[WAVETABLE_LEVELS][WAVETABLE_SIZE + 1];
} wavetable;

void wavetable_fill(wavetable *t);

// The richest level with at most this many harmonics; level 0, a sine, where even that is too much.
uint32_t wavetable_level(float harmonics);

// Linear between two values; the whole range of phase is one period.
static inline float wavetable_read(const float *table, uint32_t phase)
{
    const uint32_t index = phase >> (32 - WAVETABLE_BITS);
    const uint32_t rest = phase & ((1u << (32 - WAVETABLE_BITS)) - 1u);
    const float share = (float)(int32_t)rest * (1.0f / (float)(1u << (32 - WAVETABLE_BITS)));
    return table[index] + (table[index + 1] - table[index]) * share;
}
