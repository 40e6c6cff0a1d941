// SPDX-License-Identifier: MIT
#pragma once

// What the files of the greedy triangulation share. Not installed.

#include "terrain_internal.h"
#include "terrain_scan.h"
#include "terrain_tin_kernel.h"

#include <quincunx/terrain_simplify.h>

#define TIN_NONE UINT32_MAX
#define TIN_MOST_TRIANGLES (UINT32_C(1) << 30) // three half-edges each have to have a number

// The error of a sample that has to become a vertex is at least this: it goes before all others.
#define TIN_MUST 1e32f

typedef struct tin_vertex {
    uint32_t place;
    float unit; // its height
} tin_vertex;

// Half-edge 3 * triangle + k goes from corner k to the next one, with its triangle at the left when
// seen from above.
typedef struct tin_triangle {
    uint32_t corners[3];
    uint32_t twins[3];  // the half-edge on the other side; TIN_NONE at the border
    uint32_t candidate; // the place where it is worst
    float error;        // there, in units, rounded up
    uint32_t queued;    // its place in the queue; TIN_NONE
} tin_triangle;

// In a queue: the error again, so that comparing looks nowhere else.
typedef struct tin_entry {
    float error;
    uint32_t triangle;
} tin_entry;

// A triangulation that grows. All growing is done by tin_reserve.
typedef struct tin_build {
    const qx_terrain *t;
    qx_allocator allocator;
    const tin_kernels *kernels;
    float error;        // asked for, in units
    uint32_t most;      // triangles asked for
    bool shares_border; // only what `must` says becomes a vertex on it
    uint64_t *must;     // a bit a sample that has to become a vertex and is none yet; or NULL
    size_t must_bytes;
    tin_vertex *vertices;
    tin_triangle *triangles;
    tin_entry *queue; // a heap of the triangles whose error is larger than asked
    uint32_t vertex_count, triangle_count, queue_count;
    uint32_t vertex_room, triangle_room; // the queue has room for as many
} tin_build;

static inline uint32_t tin_next(uint32_t edge)
{
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

static inline uint32_t tin_before(uint32_t edge)
{
    return edge % 3 == 0 ? edge + 2 : edge - 1;
}

static inline scan_point tin_point(uint32_t place)
{
    return (scan_point){ (int32_t)(place & 0xFFFF), (int32_t)(place >> 16) };
}

static inline size_t tin_index(const qx_terrain *t, uint32_t place)
{
    return terrain_index(t, place & 0xFFFF, place >> 16);
}

// terrain_tin_grow.c: room for one more vertex. QX_OK, QX_TOO_LARGE or QX_NO_MEMORY.
qx_result tin_reserve(tin_build *b);

// The four corners and two triangles.
qx_result tin_begin(tin_build *b);

// A vertex at `place`, which lies in or on a side of the triangle and is none yet; there must be
// room. Returns a half-edge from it; the triangles around it are those that changed.
uint32_t tin_insert(tin_build *b, uint32_t triangle, uint32_t place);

// From a half-edge to the next one around its start, counter-clockwise; TIN_NONE at the border. Of
// a vertex on the border tin_insert returns the first one.
static inline uint32_t tin_turn(const tin_build *b, uint32_t edge)
{
    const uint32_t in = tin_before(edge);
    return b->triangles[in / 3].twins[in % 3];
}

// terrain_tin_worst.c: finds candidate and error of a triangle anew.
void tin_measure(tin_build *b, uint32_t triangle);

// terrain_tin_queue.c: puts a triangle where its error belongs, or out.
void tin_queue(tin_build *b, uint32_t triangle);

// terrain_tin_must.c: what borders and holes ask for.
qx_result tin_mark_must(tin_build *b, qx_terrain_border border);
