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
    qx_bolt_vertex *vertices;
    uint32_t *indices;
    uint32_t first; // added to every index
    uint32_t strip; // vertex at which the strip in work began
    qx_bolt_counts written;
    const qx_vec3 *eye; // NULL: along z
    qx_vec3 normal;     // of the segment that leads on from the chunk before
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
    row.first = flat ? p->slot - p->leads : p->begins;
    row.end = flat ? p->slot + p->count - 1 + p->trails : 2 * p->count - p->ends;
    return row;
}

// The three components of normal i, and the slot it is seen from.
static size_t find_normal(const normal_row *row, uint32_t i, float *at[3])
{
    bolt_sides *s = row->sides;
    const size_t slot = row->flat ? i : row->piece->slot + i / 2;
    const bool leads = !row->flat && i % 2 == 0;
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
    const size_t slot = w->reader.chunk.count;
    w->normal = (qx_vec3){ s->on_x[slot], s->on_y[slot], w->eye ? s->on_z[slot] : 0.0f };
}

// --- vertices

static qx_vec3 left_at(const writer *w, size_t slot)
{
    const bolt_sides *s = &w->sides;
    const float z = w->eye ? s->left_z[slot] : w->reader.chunk.z[slot];
    return (qx_vec3){ s->left_x[slot], s->left_y[slot], z };
}

static qx_vec3 right_at(const writer *w, size_t slot)
{
    const bolt_sides *s = &w->sides;
    const float z = w->eye ? s->right_z[slot] : w->reader.chunk.z[slot];
    return (qx_vec3){ s->right_x[slot], s->right_y[slot], z };
}

static qx_vec3 next_left_at(const writer *w, size_t slot)
{
    const bolt_sides *s = &w->sides;
    const float z = w->eye ? s->next_left_z[slot] : w->reader.chunk.z[slot];
    return (qx_vec3){ s->next_left_x[slot], s->next_left_y[slot], z };
}

static qx_vec3 next_right_at(const writer *w, size_t slot)
{
    const bolt_sides *s = &w->sides;
    const float z = w->eye ? s->next_right_z[slot] : w->reader.chunk.z[slot];
    return (qx_vec3){ s->next_right_x[slot], s->next_right_y[slot], z };
}

static qx_vec3 centre_at(const writer *w, size_t slot)
{
    const bolt_chunk *c = &w->reader.chunk;
    return (qx_vec3){ c->x[slot], c->y[slot], c->z[slot] };
}

static void put_vertex(writer *w, qx_vec3 at, uint32_t word)
{
    char *to = (char *)(w->vertices + w->written.vertices++);
    memcpy(to, &at, sizeof at);
    memcpy(to + sizeof at, &word, sizeof word);
}

static void put_run(writer *w, uint32_t slot, uint32_t count)
{
    w->kernels->pairs(&w->reader.chunk, &w->sides, slot, count, !w->eye,
                      w->vertices + w->written.vertices);
    w->written.vertices += 2 * count;
}

static void end_strip(writer *w)
{
    const uint32_t pairs = (w->written.vertices - w->strip) / 2;
    w->kernels->strip(w->first + w->strip, pairs - 1, w->indices + w->written.indices);
    w->written.indices += 6 * (pairs - 1);
    w->strip = w->written.vertices;
}

// Half a width beyond an end, along its segment.
static void put_cap(writer *w, uint32_t slot, qx_vec3 normal, float side, uint32_t word)
{
    const qx_vec3 view = w->eye ? normalised(view_at(w, slot)) : view_at(w, slot);
    const qx_vec3 way = crossed(view, normal);
    const float reach = side * w->reader.chunk.half[slot];
    const qx_vec3 left = left_at(w, slot), right = right_at(w, slot);
    word |= w->sides.light[slot];
    put_vertex(w,
               (qx_vec3){ left.x + way.x * reach, left.y + way.y * reach, left.z + way.z * reach },
               word | BOLT_LEFT);
    put_vertex(
        w, (qx_vec3){ right.x + way.x * reach, right.y + way.y * reach, right.z + way.z * reach },
        word | BOLT_RIGHT);
}

static void put_start_cap(writer *w, uint32_t slot)
{
    const bolt_sides *s = &w->sides;
    const qx_vec3 normal = { s->on_x[slot], s->on_y[slot], w->eye ? s->on_z[slot] : 0.0f };
    put_cap(w, slot, normal, -1.0f, BOLT_START);
}

static void put_end_cap(writer *w, uint32_t slot)
{
    const bolt_sides *s = &w->sides;
    const qx_vec3 normal = w->eye ? (qx_vec3){ s->to_x[slot], s->to_y[slot], s->to_z[slot] }
                                  : (qx_vec3){ s->on_x[slot - 1], s->on_y[slot - 1], 0.0f };
    put_cap(w, slot, normal, 1.0f, BOLT_END);
}

static void put_next_pair(writer *w, uint32_t slot)
{
    const uint32_t light = w->sides.light[slot];
    put_vertex(w, next_left_at(w, slot), light | BOLT_LEFT);
    put_vertex(w, next_right_at(w, slot), light | BOLT_RIGHT);
}

// What follows the first pair of a joint that is no mitre.
static void put_joint(writer *w, uint32_t slot)
{
    const uint32_t light = w->sides.light[slot];
    switch (w->sides.joint[slot]) {
    case BOLT_TURN_BACK:
        put_end_cap(w, slot);
        end_strip(w);
        break;
    case BOLT_BEVEL_LEFT:
        put_vertex(w, left_at(w, slot), light | BOLT_LEFT);
        put_vertex(w, centre_at(w, slot), light);
        break;
    default:
        put_vertex(w, centre_at(w, slot), light);
        put_vertex(w, next_right_at(w, slot), light | BOLT_RIGHT);
        break;
    }
    put_next_pair(w, slot);
}

static void put_points(writer *w, uint32_t slot, uint32_t end, bool mitred)
{
    const int32_t *joint = w->sides.joint;
    while (slot < end) {
        uint32_t next = slot;
        while (!mitred && next < end && joint[next] == BOLT_MITRE) next++;
        const uint32_t last = !mitred && next < end ? next : end - 1;
        put_run(w, slot, last + 1 - slot);
        if (!mitred && joint[last] != BOLT_MITRE) put_joint(w, last);
        slot = last + 1;
    }
}

static void put_piece(writer *w, const bolt_piece *piece, bool mitred)
{
    const bolt_strand *strand = &w->reader.moment.bolt->strands[piece->strand];
    const uint32_t end = piece->slot + piece->count;
    if (piece->begins) {
        w->strip = w->written.vertices;
        if (strand->parent == QX_BOLT_NONE) put_start_cap(w, piece->slot);
    }
    put_points(w, piece->slot, end, mitred);
    if (!piece->ends) return;
    put_end_cap(w, end - 1);
    end_strip(w);
}

static void put_chunk(writer *w)
{
    const bolt_chunk *chunk = &w->reader.chunk;
    if (w->kernels->normals(chunk, w->eye, &w->sides)) mend_normals(w);
    const bool mitred = !w->kernels->joints(chunk, w->eye, &w->sides);
    for (uint32_t i = 0; i < w->reader.piece_count; i++) put_piece(w, &w->reader.pieces[i], mitred);
    keep_normal(w);
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

qx_bolt_counts qx_bolt_build_ribbon(const qx_bolt *bolt, const qx_bolt_pose *pose,
                                    const qx_bolt_camera *camera, qx_bolt_vertex *vertices,
                                    uint32_t *indices, uint32_t first, qx_bolt_bounds *bounds)
{
    writer w;
    w.kernels = bolt->kernels;
    w.vertices = vertices;
    w.indices = indices;
    w.first = first;
    w.eye = camera && camera->placed ? &camera->eye : NULL;
    w.written = (qx_bolt_counts){ 0, 0 };
    bolt_box box = bolt_box_empty();
    if (is_fit(camera) && bolt_read_start(&w.reader, bolt, pose)) {
        while (bolt_read_chunk(&w.reader)) {
            const uint32_t before = w.written.vertices;
            put_chunk(&w);
            if (bounds)
                w.kernels->bound(vertices + before, w.written.vertices - before, box.low, box.high);
        }
    }
    if (bounds) *bounds = bolt_box_bounds(&box);
    return w.written;
}
