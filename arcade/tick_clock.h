// SPDX-License-Identifier: MIT
// Real time into whole ticks: sixty a second at any display rate. Counts in integers, so nothing
// drifts and the same sequence of frame times always gives the same ticks.
#pragma once

#include <stdint.h>

#define TICKS_PER_SECOND 60u

// After a stall at most this many ticks are made up for; the rest of the lost time is dropped.
#define TICKS_PER_FRAME 8u

typedef struct tick_clock {
    uint64_t behind; // real time not yet played, in nanoseconds times TICKS_PER_SECOND
} tick_clock;

// Adds a frame's real time and returns how many ticks are due now.
uint32_t tick_clock_advance(tick_clock *c, uint64_t nanoseconds);

// How far real time is between the last tick and the next, 0..1.
float tick_clock_blend(const tick_clock *c);
