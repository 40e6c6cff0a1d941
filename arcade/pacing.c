// SPDX-License-Identifier: MIT
#include "pacing.h"

#include <SDL_timer.h>

void pacing_start(pacing *p)
{
    p->last = p->due = SDL_GetPerformanceCounter();
}

// Sleeps whole milliseconds and never spins: a frame may come up to one early, but due times follow
// each other exactly, so the rate is kept.
static void wait_until(uint64_t due)
{
    const uint64_t now = SDL_GetPerformanceCounter();
    if (now >= due) return;
    SDL_Delay((uint32_t)((due - now) * 1000 / SDL_GetPerformanceFrequency()));
}

uint64_t pacing_next(pacing *p, uint32_t rate)
{
    const uint64_t second = SDL_GetPerformanceFrequency();
    if (rate > 0) {
        const uint64_t period = second / rate;
        wait_until(p->due);
        p->due += period;
        const uint64_t now = SDL_GetPerformanceCounter();
        if (p->due < now) p->due = now; // too slow to catch up
    }
    const uint64_t now = SDL_GetPerformanceCounter(), elapsed = now - p->last;
    p->last = now;
    return (uint64_t)((double)elapsed * 1e9 / (double)second);
}
