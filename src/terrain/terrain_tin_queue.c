// SPDX-License-Identifier: MIT
#include "terrain_tin.h"

// A heap in which each triangle knows its place. Of equal errors the lower number comes first, so
// that the order is one and the same everywhere.

static bool goes_before(tin_entry a, tin_entry b)
{
    return a.error > b.error || (a.error == b.error && a.triangle < b.triangle);
}

static void put(tin_build *b, uint32_t at, tin_entry entry)
{
    b->queue[at] = entry;
    b->triangles[entry.triangle].queued = at;
}

static void rise(tin_build *b, uint32_t at, tin_entry entry)
{
    while (at > 0) {
        const uint32_t parent = (at - 1) / 2;
        if (!goes_before(entry, b->queue[parent])) break;
        put(b, at, b->queue[parent]);
        at = parent;
    }
    put(b, at, entry);
}

static void sink(tin_build *b, uint32_t at, tin_entry entry)
{
    while (2 * at + 1 < b->queue_count) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < b->queue_count && goes_before(b->queue[child + 1], b->queue[child]))
            child++;
        if (!goes_before(b->queue[child], entry)) break;
        put(b, at, b->queue[child]);
        at = child;
    }
    put(b, at, entry);
}

static void settle(tin_build *b, uint32_t at, tin_entry entry)
{
    if (at > 0 && goes_before(entry, b->queue[(at - 1) / 2]))
        rise(b, at, entry);
    else
        sink(b, at, entry);
}

static void leave(tin_build *b, uint32_t at)
{
    const tin_entry last = b->queue[--b->queue_count];
    if (at < b->queue_count) settle(b, at, last);
}

void tin_queue(tin_build *b, uint32_t triangle)
{
    tin_triangle *t = &b->triangles[triangle];
    const tin_entry entry = { t->error, triangle };
    const uint32_t at = t->queued;
    if (t->error > b->error) {
        if (at == TIN_NONE)
            rise(b, b->queue_count++, entry);
        else
            settle(b, at, entry);
    } else if (at != TIN_NONE) {
        t->queued = TIN_NONE;
        leave(b, at);
    }
}
