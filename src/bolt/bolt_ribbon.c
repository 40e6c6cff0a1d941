// SPDX-License-Identifier: MIT
#include "bolt_box.h"
#include "bolt_mesh.h"

#include <math.h>

// A strand becomes one strip of pairs of vertices, left and right, with two triangles between each
// pair and the next. All that joints need fits into pairs too, so that one pattern of indices does
// for the whole strip. A bevel with its outer side to the right has the pairs
//     (inner, outer)  (centre, next outer)  (next inner, next outer)
// and one with its outer side to the left
//     (outer, inner)  (outer, centre)  (next outer, next inner),
// in both of which one triangle is empty. Across is exact in all of them, as every corner has its
// true distance from the segment that the triangle belongs to. `next inner` is `inner` unless that
// lies beyond a segment.
//
// Not done, as it costs more vertices: round joints, by fans or by caps of each bevel's own.

// Room that the kernels' whole blocks want at the end.
#define SPARE_VERTICES (2u * BOLT_BLOCK)
#define SPARE_INDICES (6u * BOLT_STRIP)

#define FARTHEST_EYE 1e9f

#if defined(__GNUC__)
#define FETCH(at) __builtin_prefetch(at, 1)
#else
#define FETCH(at) (void)(at)
#endif

// --- normals of what has no length

// Across the view, and level where that can be.
static qx_vec3 any_normal(const bolt_mesh *w, size_t slot)
{
    const qx_vec3 view = bolt_view_at(w, slot);
    const qx_vec3 level = { view.z, 0.0f, -view.x };
    if (fabsf(view.x) + fabsf(view.z) > 1e-3f * fabsf(view.y)) return bolt_normalise(level);
    return bolt_normalise(bolt_cross(view, (qx_vec3){ 0.0f, 0.0f, 1.0f }));
}

static bool get_normal(const bolt_mesh *w, size_t slot, qx_vec3 *normal)
{
    const bolt_sides *s = &w->sides;
    *normal = (qx_vec3){ s->x[slot], s->y[slot], w->eye ? s->z[slot] : 0.0f };
    return normal->x != 0.0f || normal->y != 0.0f || normal->z != 0.0f;
}

// A segment without a normal takes that of the one before it, or of the first that has one.
static void mend_piece(bolt_mesh *w, const bolt_piece *piece)
{
    bolt_sides *s = &w->sides;
    const size_t first = piece->slot + piece->begins;
    const size_t end = piece->slot + piece->count + piece->trails;
    qx_vec3 last = w->normal, normal;
    if (!piece->leads) {
        size_t i = first;
        while (i < end && !get_normal(w, i, &last)) i++;
        if (i == end) last = any_normal(w, piece->slot);
    }
    for (size_t i = first; i < end; i++) {
        if (get_normal(w, i, &normal)) last = normal;
        s->x[i] = last.x;
        s->y[i] = last.y;
        s->z[i] = last.z;
    }
}

static void mend_normals(bolt_mesh *w)
{
    for (uint32_t i = 0; i < w->reader.piece_count; i++) mend_piece(w, &w->reader.pieces[i]);
}

// For a strand that goes on in the next chunk.
static void keep_normal(bolt_mesh *w)
{
    get_normal(w, w->reader.chunk.end, &w->normal);
}

// Vertices before a bolt's own that say that the buffer is one of many bolts.
#define LARGE_BUFFER 16384u

// Large buffers are in no cache: what is about to be written is called for while it is reckoned.
static void fetch_room(const bolt_mesh *w, const qx_bolt_vertex *to)
{
    const uint32_t points = w->reader.chunk.end - BOLT_FIRST;
    const char *vertices = (const char *)to, *indices = (const char *)w->next_index;
    for (uint32_t i = 0; i < points * sizeof(bolt_pair); i += QX_CACHE_LINE) FETCH(vertices + i);
    for (uint32_t i = 0; i < points * 6 * sizeof(uint32_t); i += QX_CACHE_LINE) FETCH(indices + i);
}

static qx_bolt_vertex *put_chunk(bolt_mesh *w, qx_bolt_vertex *to)
{
    const bolt_kernels *kernels = w->reader.moment.bolt->kernels;
    const bolt_chunk *chunk = &w->reader.chunk;
    if (w->first >= LARGE_BUFFER) fetch_room(w, to);
    if (kernels->normals(chunk, w->eye, &w->sides)) mend_normals(w);
    kernels->joints(chunk, w->eye, &w->sides);
    w->bent = w->sides.bent;
    w->strip_count = 0;
    to = kernels->pieces(w, to);
    w->next_index = kernels->strips(w->strips, w->strip_count, w->next_index);
    keep_normal(w);
    return to;
}

// --- the whole

// A joint has at most three pairs, an end a cap besides its own.
qx_bolt_counts qx_bolt_bound_ribbon(const qx_bolt *bolt)
{
    return (qx_bolt_counts){ 8 * bolt->segment_room + SPARE_VERTICES,
                             18 * bolt->segment_room + SPARE_INDICES };
}

static bool is_fit(const qx_bolt_camera *camera)
{
    if (!camera || !camera->placed) return true;
    const qx_vec3 eye = camera->eye;
    return fabsf(eye.x) <= FARTHEST_EYE && fabsf(eye.y) <= FARTHEST_EYE &&
           fabsf(eye.z) <= FARTHEST_EYE; // false for NaN
}

// At the very end: wide loads right behind narrower stores would have to wait for them. Copies fill
// what the kernel looks at beyond.
static qx_bolt_bounds bounds_of(const qx_bolt *bolt, qx_bolt_vertex *vertices, uint32_t count)
{
    if (count == 0) return (qx_bolt_bounds){ 0 };
    bolt_box box = bolt_box_empty();
    for (uint32_t i = 0; i < 3; i++) vertices[count + i] = vertices[count - 1];
    bolt->kernels->bound(vertices, count, box.low, box.high);
    return bolt_box_bounds(&box);
}

qx_bolt_counts qx_bolt_build_ribbon(const qx_bolt *bolt, const qx_bolt_pose *pose,
                                    const qx_bolt_camera *camera, qx_bolt_vertex *vertices,
                                    uint32_t *indices, uint32_t first, qx_bolt_bounds *bounds)
{
    bolt_mesh w;
    w.vertices = vertices;
    w.next_index = indices;
    w.first = first;
    w.eye = camera && camera->placed ? &camera->eye : NULL;
    qx_bolt_vertex *to = vertices;
    if (is_fit(camera) && bolt_read_start(&w.reader, bolt, pose))
        while (bolt_read_chunk(&w.reader)) to = put_chunk(&w, to);
    const uint32_t count = (uint32_t)(to - vertices);
    if (bounds) *bounds = bounds_of(bolt, vertices, count);
    return (qx_bolt_counts){ count, (uint32_t)(w.next_index - indices) };
}
