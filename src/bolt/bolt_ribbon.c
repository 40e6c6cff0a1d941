// SPDX-License-Identifier: MIT
#include "bolt_mesh.h"

#include "base/hints.h"

#include <math.h>

// A bolt becomes one strip of pairs of vertices, left and right, with two triangles between each pair
// and the next. All that strands, joints and gaps need fits into pairs, so that one pattern of
// indices does for every bolt at every time, and for bolts one after the other. A bevel with its
// outer side to the right has the pairs
//     (inner, outer)  (centre, next outer)  (next inner, next outer)
// and one with its outer side to the left
//     (outer, inner)  (outer, centre)  (next outer, next inner),
// in both of which one triangle is empty. Across is exact in all of them, as every corner has its
// true distance from the segment that the triangle belongs to. `next inner` is `inner` unless that
// lies beyond a segment. A strand's first corner is there twice, and so is its last: where one ends
// with (a, b) and the next begins with (c, d), (b, c) lies between, and all four triangles to and
// from that pair are empty. The bolt begins with another c and ends with another b, which does the
// same from bolt to bolt by two pairs.
//
// Not done, as it costs more vertices: round joints, by fans or by caps of each bevel's own.

#define FARTHEST_EYE 1e9f

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

// Large buffers are in no cache: what is about to be written is called for while it is reckoned.
static void fetch_room(const bolt_mesh *w, const qx_bolt_vertex *to)
{
    const uint32_t points = w->reader.chunk.end - BOLT_FIRST;
    const char *vertices = (const char *)to;
    for (uint32_t i = 0; i < points * sizeof(bolt_pair); i += QX_CACHE_LINE)
        FETCH_TO_WRITE(vertices + i);
}

static qx_bolt_vertex *put_chunk(bolt_mesh *w, qx_bolt_vertex *to)
{
    const bolt_kernels *kernels = w->reader.moment.bolt->kernels;
    const bolt_chunk *chunk = &w->reader.chunk;
    if (w->crowded) fetch_room(w, to);
    bolt_fetch_step(&w->ahead);
    if (kernels->normals(chunk, w->eye, &w->sides)) mend_normals(w);
    bolt_fetch_step(&w->ahead);
    kernels->joints(chunk, w->eye, &w->sides);
    w->bent = w->sides.bent;
    bolt_fetch_step(&w->ahead);
    to = kernels->pieces(w, to);
    bolt_fetch_step(&w->ahead);
    keep_normal(w);
    return to;
}

// --- the whole

// Strands that begin at an end, with a cap there, are links, or anything that breakdown grew.
static uint32_t most_starts(const qx_bolt *bolt)
{
    return bolt->particle_room != 0 ? bolt->segment_room : bolt->end_room;
}

// A strand of n segments has n - 1 joints, of four pairs where the way turns back, two points, a
// cap and two corners twice: 4n pairs, and a cap more at a start.
qx_bolt_counts qx_bolt_bound_ribbon(const qx_bolt *bolt)
{
    const uint32_t vertices = 8 * bolt->segment_room + 2 * most_starts(bolt) + 2;
    return (qx_bolt_counts){ vertices + BOLT_SPARE, 3 * vertices };
}

static bool is_fit(const qx_bolt_camera *camera)
{
    if (!camera || !camera->placed) return true;
    const qx_vec3 eye = camera->eye;
    return fabsf(eye.x) <= FARTHEST_EYE && fabsf(eye.y) <= FARTHEST_EYE &&
           fabsf(eye.z) <= FARTHEST_EYE; // false for NaN
}

bool bolt_mesh_start(bolt_mesh *w, const qx_bolt *bolt, const qx_bolt_pose *pose,
                     const qx_bolt_camera *camera)
{
    w->begun = false;
    w->eye = camera && camera->placed ? &camera->eye : NULL;
    return is_fit(camera) && bolt_read_start(&w->reader, bolt, pose);
}

bool bolt_mesh_next(bolt_mesh *w, qx_bolt_vertex **to)
{
    bolt_fetch_step(&w->ahead);
    if (bolt_read_chunk(&w->reader)) {
        qx_bolt_vertex *const from = *to;
        *to = put_chunk(w, from + !w->begun);
        if (!w->begun) from[0] = from[1];
        w->begun = true;
        return true;
    }
    if (w->begun) **to = (*to)[-1];
    *to += w->begun;
    return false;
}

// Copies fill what the kernel looks at beyond.
void bolt_mesh_bound(const qx_bolt *bolt, qx_bolt_vertex *vertices, uint32_t count, bolt_box *box)
{
    if (count == 0) return;
    for (uint32_t i = 0; i < 3; i++) vertices[count + i] = vertices[count - 1];
    bolt->kernels->bound(vertices, count, box->low, box->high);
}

// At the very end: wide loads right behind narrower stores would have to wait for them.
static qx_bolt_bounds bounds_of(const qx_bolt *bolt, qx_bolt_vertex *vertices, uint32_t count)
{
    if (count == 0) return (qx_bolt_bounds){ 0 };
    bolt_box box = bolt_box_empty();
    bolt_mesh_bound(bolt, vertices, count, &box);
    return bolt_box_bounds(&box);
}

// --- indices

static uint32_t put_indices(const bolt_kernels *kernels, uint32_t first, uint32_t vertices,
                            uint32_t *indices)
{
    const uint32_t steps = vertices < 4 ? 0 : vertices / 2 - 1;
    if (indices) kernels->indices(first, steps, indices);
    return 6 * steps;
}

uint32_t qx_bolt_build_indices(uint32_t first, uint32_t vertices, uint32_t *indices)
{
    qx_simd simd = QX_SIMD_SCALAR;
    qx_simd_resolve(QX_SIMD_BEST, &simd);
    return put_indices(bolt_kernels_of(simd), first, vertices, indices);
}

// Vertices before a bolt's own that say that the buffer is one of many bolts.
#define LARGE_BUFFER 16384u

qx_bolt_counts qx_bolt_build_ribbon(const qx_bolt *bolt, const qx_bolt_pose *pose,
                                    const qx_bolt_camera *camera, qx_bolt_vertex *vertices,
                                    uint32_t *indices, uint32_t first, qx_bolt_bounds *bounds)
{
    bolt_mesh w;
    w.crowded = first >= LARGE_BUFFER;
    w.ahead = (bolt_ahead){ 0 };
    qx_bolt_vertex *to = vertices;
    if (bolt_mesh_start(&w, bolt, pose, camera))
        while (bolt_mesh_next(&w, &to)) {
        }
    const uint32_t count = (uint32_t)(to - vertices);
    if (bounds) *bounds = bounds_of(bolt, vertices, count);
    return (qx_bolt_counts){ count, put_indices(bolt->kernels, first, count, indices) };
}
