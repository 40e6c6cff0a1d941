// SPDX-License-Identifier: MIT
#pragma once

#include "bolt_internal.h"

#include "base/hints.h"

// Calls for the memory of the bolt that is built next, at each step of the present one's work a
// little, and in order: processors drop what is called for beyond the lines that they can wait for.

// At each step: of five steps for each chunk of points, whose own lines are some 80.
#define BOLT_STEP_BYTES (20 * QX_CACHE_LINE)

typedef struct bolt_ahead {
    const char *at, *end; // NULL where there is none
} bolt_ahead;

static inline bolt_ahead bolt_ahead_of(const qx_bolt *next)
{
    return (bolt_ahead){ (const char *)next->points.x,
                         (const char *)(next->strands + next->info.strands) };
}

static inline void bolt_fetch_step(bolt_ahead *ahead)
{
    const char *const at = ahead->at;
    if (at == ahead->end) return;
    const ptrdiff_t left = ahead->end - at;
    const ptrdiff_t size = left < BOLT_STEP_BYTES ? left : BOLT_STEP_BYTES;
    for (ptrdiff_t i = 0; i < size; i += QX_CACHE_LINE) FETCH(at + i);
    ahead->at = at + size;
}

// What has to be there before bolt_ahead_of.
static inline void bolt_fetch_head(const qx_bolt *bolt)
{
    for (size_t i = 0; i < sizeof *bolt; i += QX_CACHE_LINE) FETCH((const char *)bolt + i);
}
