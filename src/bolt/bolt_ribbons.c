// SPDX-License-Identifier: MIT
#include "bolt_mesh.h"

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Many bolts at once. Two things cost more than the reckoning where they and what is written are
// more than a cache holds: waiting for a bolt's points, and lines that are read only to be written
// over. So the next bolt is called for while one is built, and vertices go to a stage that stays in
// the cache, and from there in whole lines past it.

// What a call writes before it goes past the caches, bytes: so much may well be read from them.
#define CACHED ((size_t)2 << 20)

#define LINE_VERTICES (QX_CACHE_LINE / (uint32_t)sizeof(qx_bolt_vertex))
#define STAGE_VERTICES (2 * LINE_VERTICES + BOLT_CHUNK_VERTICES + BOLT_SPARE)

typedef struct stage {
    qx_bolt_vertex *vertices, *to; // the caller's: all, and what comes next
    uint32_t lead;                 // up to the first whole line
    uint32_t count;                // that wait
    // First a line of what was handed on last: a bolt's end looks back at it.
    _Alignas(QX_CACHE_LINE) qx_bolt_vertex waiting[STAGE_VERTICES];
} stage;

// --- past the cache

static void copy_lines(const stage *s, const qx_bolt_vertex *from, size_t count)
{
#if defined(__SSE2__)
    const bool aligned = (uintptr_t)s->to % QX_CACHE_LINE == 0;
    if (aligned && (size_t)(s->to - s->vertices) * sizeof *from >= CACHED) {
        const float *at = &from->x;
        float *to = &s->to->x;
        for (size_t i = 0; i < 4 * count; i += 4) _mm_stream_ps(to + i, _mm_loadu_ps(at + i));
        return;
    }
#endif
    memcpy(s->to, from, count * sizeof *from);
}

// Before others may be told that the vertices are there.
static void settle(void)
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

// --- the stage

static void stage_start(stage *s, qx_bolt_vertex *vertices)
{
    s->vertices = s->to = vertices;
    s->count = 0;
    const uintptr_t past = (uintptr_t)vertices % QX_CACHE_LINE;
    s->lead = past == 0 ? 0 : (uint32_t)((QX_CACHE_LINE - past) / sizeof *vertices);
}

static qx_bolt_vertex *stage_end(stage *s)
{
    return s->waiting + LINE_VERTICES + s->count;
}

// Hands on what waits, but for the last line that is not whole.
static void stage_pass(stage *s)
{
    if (s->count < s->lead) return;
    const qx_bolt_vertex *from = s->waiting + LINE_VERTICES;
    memcpy(s->to, from, s->lead * sizeof *from);
    s->to += s->lead;
    const uint32_t whole = (s->count - s->lead) / LINE_VERTICES * LINE_VERTICES;
    copy_lines(s, from + s->lead, whole);
    s->to += whole;
    const uint32_t passed = s->lead + whole;
    memmove(s->waiting, s->waiting + passed, 2 * LINE_VERTICES * sizeof *from);
    s->count -= passed;
    s->lead = 0;
}

static uint32_t stage_finish(stage *s)
{
    memcpy(s->to, s->waiting + LINE_VERTICES, s->count * sizeof *s->to);
    settle();
    return (uint32_t)(s->to - s->vertices) + s->count;
}

// --- the whole

// The rest of a chunk's work, for what stands on the stage since `from`.
static void take(stage *s, const qx_bolt *bolt, qx_bolt_vertex *from, qx_bolt_vertex *end,
                 bolt_box *box)
{
    const uint32_t count = (uint32_t)(end - from);
    if (box) bolt_mesh_bound(bolt, from, count, box);
    s->count += count;
    stage_pass(s);
}

static void put_bolt(bolt_mesh *w, stage *s, bolt_box *box)
{
    const qx_bolt *bolt = w->reader.moment.bolt;
    bool more = true;
    while (more) {
        qx_bolt_vertex *const from = stage_end(s), *to = from;
        more = bolt_mesh_next(w, &to);
        take(s, bolt, from, to, box);
    }
}

uint32_t qx_bolt_build_ribbons(const qx_bolt *const *bolts, const qx_bolt_pose *poses,
                               uint32_t count, const qx_bolt_camera *camera,
                               qx_bolt_vertex *vertices, qx_bolt_bounds *bounds)
{
    bolt_mesh w;
    stage s;
    bolt_box box = bolt_box_empty();
    w.crowded = false;
    stage_start(&s, vertices);
    for (uint32_t i = 0; i < count; i++) {
        if (count - i > 2) bolt_fetch_head(bolts[i + 2]);
        w.ahead = count - i > 1 ? bolt_ahead_of(bolts[i + 1]) : (bolt_ahead){ 0 };
        if (bolt_mesh_start(&w, bolts[i], poses ? &poses[i] : NULL, camera))
            put_bolt(&w, &s, bounds ? &box : NULL);
    }
    const uint32_t written = stage_finish(&s);
    if (bounds) *bounds = written != 0 ? bolt_box_bounds(&box) : (qx_bolt_bounds){ 0 };
    return written;
}
