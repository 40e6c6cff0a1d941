// SPDX-License-Identifier: MIT
#include "terrain_tin.h"

// A heap in which each triangle knows its place. Of equal errors the lower number comes first, so
// that the order is one and the same everywhere.

static bool goes_before(const tin_build *b, uint32_t one, uint32_t other)
{
    const float a = b->triangles[one].error, c = b->triangles[other].error;
    return a > c || (a == c && one < other);
}

static void put(tin_build *b, uint32_t at, uint32_t triangle)
{
    b->queue[at] = triangle;
    b->triangles[triangle].queued = at;
}

static void rise(tin_build *b, uint32_t at, uint32_t triangle)
{
    while (at > 0) {
        const uint32_t parent = (at - 1) / 2;
        if (!goes_before(b, triangle, b->queue[parent])) break;
        put(b, at, b->queue[parent]);
        at = parent;
    }
    put(b, at, triangle);
}

static void sink(tin_build *b, uint32_t at, uint32_t triangle)
{
    while (2 * at + 1 < b->queue_count) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < b->queue_count && goes_before(b, b->queue[child + 1], b->queue[child]))
            child++;
        if (!goes_before(b, b->queue[child], triangle)) break;
        put(b, at, b->queue[child]);
        at = child;
    }
    put(b, at, triangle);
}

static void settle(tin_build *b, uint32_t at, uint32_t triangle)
{
    if (at > 0 && goes_before(b, triangle, b->queue[(at - 1) / 2]))
        rise(b, at, triangle);
    else
        sink(b, at, triangle);
}

static void leave(tin_build *b, uint32_t at)
{
    const uint32_t last = b->queue[--b->queue_count];
    if (at < b->queue_count) settle(b, at, last);
}

void tin_queue(tin_build *b, uint32_t triangle)
{
    tin_triangle *t = &b->triangles[triangle];
    const uint32_t at = t->queued;
    if (t->error > b->error) {
        if (at == TIN_NONE)
            rise(b, b->queue_count++, triangle);
        else
            settle(b, at, triangle);
    } else if (at != TIN_NONE) {
        t->queued = TIN_NONE;
        leave(b, at);
    }
}
