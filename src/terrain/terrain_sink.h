// SPDX-License-Identifier: MIT
#pragma once

#include "terrain_normals_kernel.h"

#include <stdbool.h>
#include <string.h>

// Where results leave for memory, run by run. What is larger than the near caches goes past them,
// a whole line at a time: a line written in two pieces costs several times as much. So the last
// piece of a line waits for the next run, whatever place in a line the caller's buffer begins at.

#define TERRAIN_LINE 64u

// Bytes of results from which on going past the caches is quicker.
#define TERRAIN_STREAM_ABOVE ((size_t)1 << 20)

typedef struct terrain_sink {
    const terrain_kernels *kernels;
    bool streams;
    char *at;    // where the next run goes
    size_t from; // bytes of its line before this one are not ours
    union {
        float numbers[4 * TERRAIN_RUN + TERRAIN_LINE / sizeof(float)];
        uint32_t indices[4 * TERRAIN_RUN];
        _Alignas(TERRAIN_LINE) char bytes[16 * TERRAIN_RUN + TERRAIN_LINE];
    } room;
} terrain_sink;

static inline void terrain_sink_open(terrain_sink *s, const terrain_kernels *kernels,
                                     const void *first, size_t bytes_in_all)
{
    s->kernels = kernels;
    s->streams = bytes_in_all > TERRAIN_STREAM_ABOVE && ((uintptr_t)first & 3) == 0;
    s->at = NULL;
    s->from = 0;
}

static inline size_t terrain_sink_held(const terrain_sink *s)
{
    return (uintptr_t)s->at & (TERRAIN_LINE - 1);
}

// Writes what waits.
static inline void terrain_sink_close(terrain_sink *s)
{
    if (!s->streams || !s->at) return;
    const size_t held = terrain_sink_held(s);
    if (held > s->from) memcpy(s->at - (held - s->from), s->room.bytes + s->from, held - s->from);
    s->at = NULL;
    s->kernels->settle();
}

// Room for at most 16 * TERRAIN_RUN bytes that belong to `to`, aligned as that is.
static inline void *terrain_sink_room(terrain_sink *s, void *to)
{
    if (!s->streams) return ((uintptr_t)to & 3) == 0 ? to : (void *)s->room.bytes;
    if (to == s->at) return s->room.bytes + terrain_sink_held(s);
    terrain_sink_close(s);
    s->at = to;
    s->from = terrain_sink_held(s);
    return s->room.bytes + s->from;
}

// What was written to the room is complete.
static inline void terrain_sink_put(terrain_sink *s, void *to, size_t bytes)
{
    if (!s->streams) {
        if (((uintptr_t)to & 3) != 0) memcpy(to, s->room.bytes, bytes);
        return;
    }
    const size_t held = terrain_sink_held(s), end = held + bytes;
    char *line = s->at - held;
    s->at += bytes;
    if (end < TERRAIN_LINE) return;
    size_t whole = 0;
    if (s->from) {
        memcpy(line + s->from, s->room.bytes + s->from, TERRAIN_LINE - s->from);
        s->from = 0;
        whole = TERRAIN_LINE;
    }
    const size_t last = end & ~(size_t)(TERRAIN_LINE - 1);
    s->kernels->stream(line + whole, s->room.bytes + whole, last - whole);
    memcpy(s->room.bytes, s->room.bytes + last, end - last);
}
