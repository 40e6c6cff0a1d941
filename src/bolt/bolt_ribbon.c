// SPDX-License-Identifier: MIT
#include "bolt_box.h"
#include "bolt_pose.h"

#include <math.h>
#include <string.h>

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

typedef struct writer {
    bolt_reader reader;
    bolt_sides sides;
    const bolt_kernels *kernels;
    const qx_bolt_vertex *vertices;
    const qx_bolt_vertex *strip; // where the strip in work began
    uint32_t *next_index;
    uint32_t strip_count;
    bolt_strip strips[2 * BOLT_CHUNK]; // a strand's last point may be one that turns back
    uint32_t first;                    // added to every index
    const uint32_t *bent;              // the next joint that is no mitre
    const qx_vec3 *eye;                // NULL: along z
    qx_vec3 normal;                    // of the segment that leads on from the chunk before
} writer;

// --- normals of what has no length

static qx_vec3 view_at(const writer *w, size_t slot)
{
    const bolt_chunk *c = &w->reader.chunk;
    if (!w->eye) return (qx_vec3){ 0.0f, 0.0f, 1.0f };
    return (qx_vec3){ w->eye->x - c->x[slot], w->eye->y - c->y[slot], w->eye->z - c->z[slot] };
}

static qx_vec3 crossed(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// Unit length; x where there is none.
static qx_vec3 normalised(qx_vec3 v)
{
    const float square = (v.x * v.x + v.y * v.y) + v.z * v.z;
    if (!(square > 1e-30f)) return (qx_vec3){ 1.0f, 0.0f, 0.0f };
    const float inverse = 1.0f / sqrtf(square);
    return (qx_vec3){ v.x * inverse, v.y * inverse, v.z * inverse };
}

// Across the view, and level where that can be.
static qx_vec3 any_normal(const writer *w, size_t slot)
{
    const qx_vec3 view = view_at(w, slot);
    const qx_vec3 level = { view.z, 0.0f, -view.x };
    if (fabsf(view.x) + fabsf(view.z) > 1e-3f * fabsf(view.y)) return normalised(level);
    return normalised(crossed(view, (qx_vec3){ 0.0f, 0.0f, 1.0f }));
}

// The normals of a piece in their order: one a segment in a flat view, else two a point.
typedef struct normal_row {
    bolt_sides *sides;
    const bolt_piece *piece;
    bool flat;
    uint32_t first, end;
} normal_row;

static normal_row row_of(writer *w, const bolt_piece *p)
{
    const bool flat = !w->eye;
    normal_row row = { .sides = &w->sides, .piece = p, .flat = flat };
    row.first = flat ? p->slot + p->begins : p->begins;
    row.end = flat ? p->slot + p->count + p->trails : 2 * p->count - p->ends;
    return row;
}

// The three components of normal i, and the slot it is seen from.
static size_t find_normal(const normal_row *row, uint32_t i, float *at[3])
{
    bolt_sides *s = row->sides;
    const size_t slot = row->flat ? i : row->piece->slot + i / 2;
    const bool leads = row->flat || i % 2 == 0;
    at[0] = (leads ? s->to_x : s->on_x) + slot;
    at[1] = (leads ? s->to_y : s->on_y) + slot;
    at[2] = (leads ? s->to_z : s->on_z) + slot;
    return slot;
}

static bool get_normal(const normal_row *row, uint32_t i, qx_vec3 *normal)
{
    float *at[3];
    find_normal(row, i, at);
    *normal = (qx_vec3){ *at[0], *at[1], row->flat ? 0.0f : *at[2] };
    return normal->x != 0.0f || normal->y != 0.0f || normal->z != 0.0f;
}

static void put_normal(const normal_row *row, uint32_t i, qx_vec3 normal)
{
    float *at[3];
    find_normal(row, i, at);
    *at[0] = normal.x;
    *at[1] = normal.y;
    *at[2] = normal.z;
}

// The first good normal, for what comes before it.
static qx_vec3 first_normal(const writer *w, const normal_row *row)
{
    qx_vec3 normal;
    for (uint32_t i = row->first; i < row->end; i++)
        if (get_normal(row, i, &normal)) return normal;
    return any_normal(w, row->piece->slot);
}

// A segment without a normal takes that of the one before it.
static void mend_piece(writer *w, const bolt_piece *piece)
{
    const normal_row row = row_of(w, piece);
    qx_vec3 last = piece->leads ? w->normal : first_normal(w, &row), normal;
    for (uint32_t i = row.first; i < row.end; i++) {
        if (get_normal(&row, i, &normal))
            last = normal;
        else
            put_normal(&row, i, last);
    }
}

static void mend_normals(writer *w)
{
    for (uint32_t i = 0; i < w->reader.piece_count; i++) mend_piece(w, &w->reader.pieces[i]);
}

// For a strand that goes on in the next chunk.
static void keep_normal(writer *w)
{
    const bolt_sides *s = &w->sides;
    const size_t end = w->reader.chunk.end;
    if (w->eye)
        w->normal = (qx_vec3){ s->on_x[end - 1], s->on_y[end - 1], s->on_z[end - 1] };
    else
        w->normal = (qx_vec3){ s->to_x[end], s->to_y[end], 0.0f };
}

// --- vertices

// Each writes at `to` and returns where to go on: kept in memory, that place would have to be waited
// for from one short strand to the next.

// Four at a time, up to three beyond: short counts are hard to foresee.
static qx_bolt_vertex *put_pairs(qx_bolt_vertex *to, const bolt_pair *pairs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 4) memcpy(to + 2 * i, pairs + i, 4 * sizeof *pairs);
    return to + 2 * (size_t)count;
}

static qx_bolt_vertex *put_vertex(qx_bolt_vertex *to, const float vertex[4])
{
    memcpy(to, vertex, sizeof *to);
    return to + 1;
}

// Value by value: short stores into a struct that is then copied would hold up the copy.
static qx_bolt_vertex *put_place(qx_bolt_vertex *to, float x, float y, float z, uint32_t word)
{
    to->x = x;
    to->y = y;
    to->z = z;
    memcpy(&to->across, &word, sizeof word);
    return to + 1;
}

static uint32_t word_of(const float vertex[4])
{
    uint32_t word;
    memcpy(&word, vertex + 3, sizeof word);
    return word;
}

static qx_bolt_vertex *put_centre(const writer *w, qx_bolt_vertex *to, uint32_t slot)
{
    const bolt_chunk *c = &w->reader.chunk;
    const uint32_t word = word_of(w->sides.pairs[slot].left) ^ BOLT_LEFT;
    return put_place(to, c->x[slot], c->y[slot], c->z[slot], word);
}

static qx_bolt_vertex *put_moved(qx_bolt_vertex *to, const float v[4], qx_vec3 way, uint32_t along)
{
    return put_place(to, v[0] + way.x, v[1] + way.y, v[2] + way.z, word_of(v) | along);
}

// Half a width along the segment: a quarter turn of half the way from the right side to the left.
static inline qx_bolt_vertex *put_cap(const writer *w, qx_bolt_vertex *to, uint32_t slot,
                                      float side, uint32_t along, const bool flat)
{
    const float *left = w->sides.pairs[slot].left, *right = w->sides.pairs[slot].right;
    const float half = 0.5f * side;
    const float x = half * (left[0] - right[0]), y = half * (left[1] - right[1]);
    qx_vec3 way = { -y, x, 0.0f };
    if (!flat) {
        const float z = half * (left[2] - right[2]);
        way = crossed(normalised(view_at(w, slot)), (qx_vec3){ x, y, z });
    }
    to = put_moved(to, left, way, along);
    return put_moved(to, right, way, along);
}

static void end_strip(writer *w, const qx_bolt_vertex *end)
{
    w->strips[w->strip_count++] = (bolt_strip){ w->first + (uint32_t)(w->strip - w->vertices),
                                                (uint32_t)(end - w->strip) / 2 - 1 };
}

// What follows the first pair of a joint that is no mitre.
static inline qx_bolt_vertex *put_joint(writer *w, qx_bolt_vertex *to, uint32_t slot,
                                        const bool flat)
{
    const bolt_sides *s = &w->sides;
    switch (s->joint[slot]) {
    case BOLT_TURN_BACK:
        to = put_cap(w, to, slot, 1.0f, BOLT_END, flat);
        end_strip(w, to);
        w->strip = to;
        break;
    case BOLT_BEVEL_LEFT:
        to = put_vertex(to, s->pairs[slot].left);
        to = put_centre(w, to, slot);
        break;
    default:
        to = put_centre(w, to, slot);
        to = put_vertex(to, s->next[slot].right);
        break;
    }
    return put_pairs(to, &s->next[slot], 1);
}

// Points slot .. end - 1, with what bent joints want besides.
static inline qx_bolt_vertex *put_points(writer *w, qx_bolt_vertex *to, uint32_t slot, uint32_t end,
                                         const bool flat)
{
    while (*w->bent < end) {
        const uint32_t bent = *w->bent++;
        to = put_pairs(to, &w->sides.pairs[slot], bent + 1 - slot);
        to = put_joint(w, to, bent, flat);
        slot = bent + 1;
    }
    return put_pairs(to, &w->sides.pairs[slot], end - slot);
}

static inline qx_bolt_vertex *put_piece(writer *w, qx_bolt_vertex *to, const bolt_piece *piece,
                                        const bool flat)
{
    const uint32_t end = piece->slot + piece->count;
    if (piece->begins) {
        const bolt_strand *strand = &w->reader.moment.bolt->strands[piece->strand];
        w->strip = to;
        if (strand->parent == QX_BOLT_NONE)
            to = put_cap(w, to, piece->slot, -1.0f, BOLT_START, flat);
    }
    to = put_points(w, to, piece->slot, end, flat);
    if (!piece->ends) return to;
    to = put_cap(w, to, end - 1, 1.0f, BOLT_END, flat);
    end_strip(w, to);
    return to;
}

static inline qx_bolt_vertex *put_pieces(writer *w, qx_bolt_vertex *to, const bool flat)
{
    for (uint32_t i = 0; i < w->reader.piece_count; i++)
        to = put_piece(w, to, &w->reader.pieces[i], flat);
    return to;
}

static qx_bolt_vertex *put_chunk(writer *w, qx_bolt_vertex *to)
{
    const bolt_chunk *chunk = &w->reader.chunk;
    if (w->kernels->normals(chunk, w->eye, &w->sides)) mend_normals(w);
    w->kernels->joints(chunk, w->eye, &w->sides);
    w->bent = w->sides.bent;
    w->strip_count = 0;
    to = w->eye ? put_pieces(w, to, false) : put_pieces(w, to, true);
    w->next_index = w->kernels->strips(w->strips, w->strip_count, w->next_index);
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
    writer w;
    w.kernels = bolt->kernels;
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
