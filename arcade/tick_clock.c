// SPDX-License-Identifier: MIT
#include "tick_clock.h"

// In units of `behind` a tick is a whole number, which it is not in nanoseconds.
#define TICK UINT64_C(1000000000)

uint32_t tick_clock_advance(tick_clock *c, uint64_t nanoseconds)
{
    const uint64_t longest = UINT64_C(1000000000); // also keeps the product below far from overflow
    const uint64_t real = nanoseconds < longest ? nanoseconds : longest;
    c->behind += real * TICKS_PER_SECOND;
    uint64_t due = c->behind / TICK;
    c->behind %= TICK;
    return due < TICKS_PER_FRAME ? (uint32_t)due : TICKS_PER_FRAME;
}

float tick_clock_blend(const tick_clock *c)
{
    return (float)((double)c->behind / (double)TICK);
}
