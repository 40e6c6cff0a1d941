// SPDX-License-Identifier: MIT
// When the next frame begins: how long the last one took, and the waiting where frames are capped.
#pragma once

#include <stdint.h>

typedef struct pacing {
    uint64_t last; // counter ticks at the start of this frame
    uint64_t due;  // when the next may start, where frames are capped
} pacing;

void pacing_start(pacing *p);

// Waits until a frame is due at `rate` frames a second (0: at once) and returns the nanoseconds
// since the last began.
uint64_t pacing_next(pacing *p, uint32_t rate);
