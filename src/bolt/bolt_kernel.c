// SPDX-License-Identifier: MIT
#include "bolt_kernel.h"

#include "base/lanes.h"
#include "bolt_mesh.h"

#include <float.h>

// Compiled several times, QX_KERNELS being the name of the table. Every lane goes through a fixed
// sequence of single operations, so each instruction set gives the same bits.

// Segments shorter than this have no direction.
#define LEAST_SQUARE 1e-30f
// Nor those that the eye sees from their end, within a ten-thousandth of a radian.
#define LEAST_SINE_SQUARE 1e-8f
// A mitre is at most twice the width: cosine of the turn.
#define SHARPEST (-0.5f)
// A turn that comes back on itself, within 12 degrees.
#define TURN_BACK (-0.98f)
#define LEAST_OPENING 0.02f // 1 + TURN_BACK

typedef struct place {
    lanes x, y, z;
} place;

// --- moving

// Zero slope at both ends, so that velocities are continuous.
INLINE lanes smooth(lanes share)
{
    return share * share * (3.0f - 2.0f * share);
}

// As bolt_mix, less its first step: keys are random already.
INLINE words mix(words bits)
{
    bits = bits * UINT32_C(0x7FEB352D);
    bits = (bits ^ bits >> 15) * UINT32_C(0x846CA68B);
    return bits ^ bits >> 16;
}

INLINE lanes blend(lanes a, lanes b, lanes share)
{
    return a + (b - a) * share;
}

// From one uniform value to another, each within 2^31 of 0, where their mean is.
INLINE lanes blend_words(words a, words b, lanes share)
{
    return blend(from_integers(as_masks(a)), from_integers(as_masks(b)), share);
}

// A point's own noise, times 2^31: each key has a phase, so that not all of them turn at the same
// instant. Words are used whole and without their upper bits, whose mean lies half a step below 0.
INLINE place crackle(const bolt_move *m, words key, const bool solid)
{
    const lanes phase = from_integers(as_masks(key >> 8)) * 0x1p-24f;
    const lanes sum = spread(m->fraction) + phase;
    const masks sooner = below(sum, spread(1.0f));
    const lanes share = smooth(sum - unless(sooner, spread(1.0f)));
    const words none = key ^ key;
    const words first = choose_words(sooner, none + m->knots[0], none + m->knots[1]);
    const words second = choose_words(sooner, none + m->knots[1], none + m->knots[2]);
    const words a = mix(key ^ first), b = mix(key ^ second);
    place value = { blend_words(a, b, share), blend_words(a << 16, b << 16, share) + 0x1p15f,
                    spread(0.0f) };
    if (solid) value.z = blend_words(a << 8, b << 8, share) + 0x1p7f;
    return value;
}

// Looks the cell up by comparing with each: the table is short, and gathering is slow.
INLINE place sway(const bolt_move *m, lanes distance, const bool solid)
{
    const lanes at = distance * m->per_length;
    const masks cell = to_integers(at);
    const lanes share = smooth(at - from_integers(cell));
    place a = { spread(m->sway[0][0]), spread(m->sway[1][0]), spread(m->sway[2][0]) };
    place b = { spread(m->sway[0][1]), spread(m->sway[1][1]), spread(m->sway[2][1]) };
    for (uint32_t i = 1; i < m->cells; i++) {
        const masks here = is_cell(cell, (int32_t)i);
        a.x = choose(here, spread(m->sway[0][i]), a.x);
        a.y = choose(here, spread(m->sway[1][i]), a.y);
        b.x = choose(here, spread(m->sway[0][i + 1]), b.x);
        b.y = choose(here, spread(m->sway[1][i + 1]), b.y);
        if (!solid) continue;
        a.z = choose(here, spread(m->sway[2][i]), a.z);
        b.z = choose(here, spread(m->sway[2][i + 1]), b.z);
    }
    return (place){ blend(a.x, b.x, share), blend(a.y, b.y, share),
                    solid ? blend(a.z, b.z, share) : a.z };
}

INLINE place to_world(const bolt_frame *f, place at, const bool solid)
{
    place world = { (f->origin.x + at.x * f->along.x) + at.y * f->across.x,
                    (f->origin.y + at.x * f->along.y) + at.y * f->across.y,
                    f->origin.z + at.x * f->along.z }; // flat frames do not lean
    if (!solid) return world;
    world.z = world.z + at.y * f->across.z;
    return (place){ world.x + at.z * f->up.x, world.y + at.z * f->up.y, world.z + at.z * f->up.z };
}

INLINE void move_block(const bolt_move *m, const bolt_points *points, size_t from,
                       bolt_chunk *chunk, size_t to, const bool solid, const bool stretched)
{
    const lanes distance = load(points->distance + from);
    const place own = crackle(m, load_words(points->key + from), solid);
    const place common = sway(m, distance, solid);
    const lanes own_reach = load(points->crackle + from) * 0x1p-31f;
    const lanes reach = load(points->sway + from);
    place at = { load(points->x + from) + (common.x * reach + own.x * own_reach),
                 load(points->y + from) + (common.y * reach + own.y * own_reach), spread(0.0f) };
    if (solid) at.z = load(points->z + from) + (common.z * reach + own.z * own_reach);
    place world = to_world(&m->frame, at, solid);
    if (stretched) {
        const lanes way = distance - m->distance;
        world.x = world.x + (m->start.x + m->slope.x * way);
        world.y = world.y + (m->start.y + m->slope.y * way);
        world.z = world.z + (m->start.z + m->slope.z * way);
    }
    store(chunk->x + to, world.x);
    store(chunk->y + to, world.y);
    store(chunk->z + to, world.z);
    store(chunk->half + to, load(points->width + from) * m->scale);
    store(chunk->light + to, load(points->brightness + from) * m->light);
}

// By copies that no store can change.
INLINE void move_all(const bolt_move *move, const bolt_points *points, size_t first, size_t count,
                     bolt_chunk *chunk, size_t slot, const bool solid, const bool stretched)
{
    const bolt_move m = *move;
    const bolt_points p = *points;
    for (size_t i = 0; i < count; i += LANES)
        move_block(&m, &p, first + i, chunk, slot + i, solid, stretched);
}

static void clear(bolt_chunk *chunk)
{
    const masks none = below(spread(1.0f), spread(0.0f));
    for (size_t i = 0; i < BOLT_SLOTS; i += LANES) {
        store_masks(chunk->begins + i, none);
        store_masks(chunk->ends + i, none);
    }
}

static void move(const bolt_move *m, const bolt_points *points, size_t first, size_t count,
                 bolt_chunk *chunk, size_t slot, bool solid, bool stretched)
{
    if (stretched && solid)
        move_all(m, points, first, count, chunk, slot, true, true);
    else if (stretched)
        move_all(m, points, first, count, chunk, slot, false, true);
    else if (solid)
        move_all(m, points, first, count, chunk, slot, true, false);
    else
        move_all(m, points, first, count, chunk, slot, false, false);
}

static void pad(bolt_chunk *c, size_t slot)
{
    const masks all = below(spread(0.0f), spread(1.0f));
    const lanes x = spread(c->x[slot - 1]), y = spread(c->y[slot - 1]), z = spread(c->z[slot - 1]);
    for (size_t i = slot; i < slot + BOLT_BLOCK; i += LANES) {
        store(c->x + i, x);
        store(c->y + i, y);
        store(c->z + i, z);
        store(c->half + i, spread(0.0f));
        store(c->light + i, spread(0.0f));
        store_masks(c->begins + i, all);
        store_masks(c->ends + i, all);
    }
}

// --- normals

INLINE place sum(place a, place b)
{
    return (place){ a.x + b.x, a.y + b.y, a.z + b.z };
}

INLINE place less(place a, place b)
{
    return (place){ a.x - b.x, a.y - b.y, a.z - b.z };
}

INLINE lanes dot(place a, place b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

INLINE place cross(place a, place b)
{
    return (place){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

INLINE place scaled(place a, lanes by)
{
    return (place){ a.x * by, a.y * by, a.z * by };
}

INLINE place load_place(const float *x, const float *y, const float *z, size_t at)
{
    return (place){ load(x + at), load(y + at), load(z + at) };
}

INLINE void store_place(float *x, float *y, float *z, size_t at, place value)
{
    store(x + at, value.x);
    store(y + at, value.y);
    store(z + at, value.z);
}

INLINE place choose_place(masks mask, place a, place b)
{
    return (place){ choose(mask, a.x, b.x), choose(mask, a.y, b.y), choose(mask, a.z, b.z) };
}

// Up to the segment that leads on from the last point.
static bool flat_normals(const bolt_chunk *c, bolt_sides *s)
{
    masks lost = below(spread(1.0f), spread(0.0f));
    for (size_t i = BOLT_FIRST; i <= c->end; i += LANES) {
        const lanes x = load(c->x + i) - load(c->x + i - 1);
        const lanes y = load(c->y + i) - load(c->y + i - 1);
        const lanes square = x * x + y * y;
        const masks none = below(square, spread(LEAST_SQUARE));
        const lanes inverse = unless(none, 1.0f / root(most_of(square, spread(LEAST_SQUARE))));
        lost |= none & ~load_masks(c->begins + i);
        store(s->x + i, y * inverse);
        store(s->y + i, -x * inverse);
        store(s->square + i, square);
    }
    return is_any(lost);
}

static bool placed_normals(const bolt_chunk *c, const qx_vec3 *eye, bolt_sides *s)
{
    masks lost = below(spread(1.0f), spread(0.0f));
    for (size_t i = BOLT_FIRST; i <= c->end; i += LANES) {
        const place at = load_place(c->x, c->y, c->z, i);
        const place way = less(at, load_place(c->x, c->y, c->z, i - 1));
        const place view = { eye->x - at.x, eye->y - at.y, eye->z - at.z };
        const lanes near = 1.0f / root(most_of(dot(view, view), spread(LEAST_SQUARE)));
        const place side = cross(way, view);
        const lanes sides = dot(side, side), square = sides * near * near;
        const masks none =
            below(square, most_of(dot(way, way) * LEAST_SINE_SQUARE, spread(LEAST_SQUARE)));
        const lanes inverse = unless(none, 1.0f / root(most_of(sides, spread(LEAST_SQUARE))));
        lost |= none & ~load_masks(c->begins + i);
        store_place(s->x, s->y, s->z, i, scaled(side, inverse));
        store(s->square + i, square);
        store(s->near + i, near);
    }
    return is_any(lost);
}

static bool normals(const bolt_chunk *chunk, const qx_vec3 *eye, bolt_sides *sides)
{
    return eye ? placed_normals(chunk, eye, sides) : flat_normals(chunk, sides);
}

// --- pairs

#if LANES == 1

INLINE void store_pairs(bolt_pair *to, place left, place right, words left_word, words right_word)
{
    const bolt_pair pair = {
        { left.x, left.y, left.z, as_lanes(left_word) },
        { right.x, right.y, right.z, as_lanes(right_word) },
    };
    memcpy(to, &pair, sizeof pair);
}

#else

#if LANES == 16
#define LOW_HALVES 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_HALVES 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#elif LANES == 8
#define LOW_HALVES 0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_HALVES 4, 12, 5, 13, 6, 14, 7, 15
#else
#define LOW_HALVES 0, 4, 1, 5
#define HIGH_HALVES 2, 6, 3, 7
#endif

INLINE lanes zip_low(lanes a, lanes b)
{
    return __builtin_shufflevector(a, b, LOW_HALVES);
}

INLINE lanes zip_high(lanes a, lanes b)
{
    return __builtin_shufflevector(a, b, HIGH_HALVES);
}

INLINE void store_zipped(float *to, lanes x, lanes y, lanes z, lanes w)
{
    const lanes low_xz = zip_low(x, z), high_xz = zip_high(x, z);
    const lanes low_yw = zip_low(y, w), high_yw = zip_high(y, w);
    store(to, zip_low(low_xz, low_yw));
    store(to + LANES, zip_high(low_xz, low_yw));
    store(to + 2 * LANES, zip_low(high_xz, high_yw));
    store(to + 3 * LANES, zip_high(high_xz, high_yw));
}

// Eight rows become the columns of vertices in three rounds of zipping halves: first what is left
// with what is right.
INLINE void store_pairs(bolt_pair *to, place left, place right, words left_word, words right_word)
{
    const lanes left_w = as_lanes(left_word), right_w = as_lanes(right_word);
    float *const at = (float *)(void *)to; // of several pairs
    store_zipped(at, zip_low(left.x, right.x), zip_low(left.y, right.y), zip_low(left.z, right.z),
                 zip_low(left_w, right_w));
    store_zipped(at + 4 * LANES, zip_high(left.x, right.x), zip_high(left.y, right.y),
                 zip_high(left.z, right.z), zip_high(left_w, right_w));
}

#endif

// --- joints

// In a flat view sides do not leave their point's z.
INLINE void store_sides(bolt_pair *to, place at, place left, place right, words light,
                        const bool flat)
{
    place a = sum(at, left), b = less(at, right);
    if (flat) a.z = b.z = at.z;
    store_pairs(to, a, b, light | BOLT_LEFT, light | BOLT_RIGHT);
}

// A point between two segments.
typedef struct joint {
    place at, to, on; // place, normals of both
    lanes half, cosine, reach;
    place mitre;
    words light;
} joint;

INLINE joint joint_of(const bolt_chunk *c, size_t i, place to, place on, const bool flat)
{
    joint j = { .to = to, .on = on, .half = load(c->half + i) };
    j.at = (place){ load(c->x + i), load(c->y + i), load(c->z + i) };
    j.cosine = flat ? to.x * on.x + to.y * on.y : dot(to, on);
    j.reach = j.half / most_of(1.0f + j.cosine, spread(LEAST_OPENING));
    j.mitre = scaled(sum(to, on), j.reach);
    j.light = words_of(to_integers(load(c->light + i) * 65535.0f + 0.5f)) << BOLT_LIGHT;
    return j;
}

// Sine of the turn, above 0 to the right. Both normals lie across the view.
INLINE lanes sine_of(const joint *j, const qx_vec3 *eye, lanes near, const bool flat)
{
    if (flat) return j->to.x * j->on.y - j->to.y * j->on.x;
    const place view = { eye->x - j->at.x, eye->y - j->at.y, eye->z - j->at.z };
    return dot(cross(j->to, j->on), view) * near;
}

// Room on a segment for this joint's inner corner, and for that of its other end where that lies on
// the same side.
INLINE masks has_room(lanes own, lanes other, lanes square)
{
    const lanes both = magnitude(own) + unless(~below(spread(0.0f), own * other), magnitude(other));
    return ~below(square, both * both);
}

INLINE masks has_rooms(const bolt_sides *s, size_t i)
{
    const lanes own = load(s->inset + i);
    return has_room(own, load(s->inset + i - 1), load(s->square + i)) &
           has_room(own, load(s->inset + i + 1), load(s->square + i + 1));
}

// Between the two pairs of a bevel: centre and next outer, or outer and centre.
INLINE void store_middle(bolt_pair *to, const joint *j, masks left_outer, const bool flat)
{
    place outer = sum(j->at, scaled(j->to, j->half));
    place next_outer = less(j->at, scaled(j->on, j->half));
    if (flat) outer.z = next_outer.z = j->at.z;
    store_pairs(to, choose_place(left_outer, outer, j->at),
                choose_place(left_outer, j->at, next_outer),
                j->light | (words_of(left_outer) & BOLT_LEFT),
                j->light | (~words_of(left_outer) & BOLT_RIGHT));
}

INLINE void cut_corners(bolt_sides *s, size_t i, const joint *j, const bool flat)
{
    const masks bent = load_masks(s->joint + i), back = below(j->cosine, spread(TURN_BACK));
    const masks left_outer = below(spread(0.0f), load(s->inset + i));
    // Where the inner corner has no place.
    const masks cut = bent & (back | ~has_rooms(s, i));
    const place square_to = scaled(j->to, j->half), square_on = scaled(j->on, j->half);
    const place outer_to = choose_place(bent, square_to, j->mitre);
    const place inner_to = choose_place(cut, square_to, j->mitre);
    const place inner_on = choose_place(cut, square_on, j->mitre);
    store_sides(s->pairs + i, j->at, choose_place(left_outer, outer_to, inner_to),
                choose_place(left_outer, inner_to, outer_to), j->light, flat);
    store_middle(s->middle + i, j, left_outer, flat);
    store_sides(s->next + i, j->at, choose_place(left_outer, square_on, inner_on),
                choose_place(left_outer, inner_on, square_on), j->light, flat);
    const words none = words_of(bent) ^ words_of(bent);
    const words kind = choose_words(back, none + BOLT_TURN_BACK, none + BOLT_BEVEL);
    store_masks(s->joint + i, as_masks(kind) & bent);
}

INLINE place normal_at(const bolt_sides *s, size_t i, const bool flat)
{
    return (place){ load(s->x + i), load(s->y + i), flat ? spread(0.0f) : load(s->z + i) };
}

INLINE joint joint_at(const bolt_chunk *c, const bolt_sides *s, size_t i, const bool flat)
{
    const masks begins = load_masks(c->begins + i), ends = load_masks(c->ends + i);
    const place lead = normal_at(s, i, flat), follow = normal_at(s, i + 1, flat);
    return joint_of(c, i, choose_place(begins, follow, lead), choose_place(ends, lead, follow),
                    flat);
}

// Looked at through memory, some time after it was written: in registers it would have to be waited
// for.
static bool is_block_bent(const int32_t *bent)
{
    int32_t any = 0;
    for (int i = 0; i < LANES; i++) any |= bent[i];
    return any != 0;
}

// Adds the bent ones of a block to the list; without a branch, as none could be foreseen.
static uint32_t *list_bent(const bolt_sides *s, size_t first, uint32_t *list)
{
    for (size_t i = first; i < first + LANES; i++) {
        *list = (uint32_t)i;
        list += s->joint[i] != BOLT_MITRE;
    }
    return list;
}

// First as if all were mitres; blocks where some are not once more. The other ends of segments that
// reach out of the chunk count as turned like this one.
INLINE void join(const bolt_chunk *c, const qx_vec3 *eye, bolt_sides *s, const bool flat)
{
    for (size_t i = BOLT_FIRST; i < c->end; i += LANES) {
        const joint j = joint_at(c, s, i, flat);
        const lanes near = flat ? spread(1.0f) : load(s->near + i);
        store(s->inset + i, sine_of(&j, eye, near, flat) * j.reach);
        store_masks(s->joint + i, below(j.cosine, spread(SHARPEST)));
        store_sides(s->pairs + i, j.at, j.mitre, j.mitre, j.light, flat);
    }
    s->inset[BOLT_FIRST - 1] = s->inset[BOLT_FIRST];
    s->inset[c->end] = s->inset[c->end - 1];
    for (size_t i = BOLT_FIRST; i < c->end; i += LANES)
        store_masks(s->joint + i, load_masks(s->joint + i) | ~has_rooms(s, i));
    store_masks(s->joint + c->end, below(spread(1.0f), spread(0.0f))); // no joints beyond
    uint32_t *list = s->bent;
    for (size_t i = BOLT_FIRST; i < c->end; i += LANES) {
        if (!is_block_bent(s->joint + i)) continue;
        const joint j = joint_at(c, s, i, flat);
        cut_corners(s, i, &j, flat);
        list = list_bent(s, i, list);
    }
    *list = UINT32_MAX;
}

static void joints(const bolt_chunk *chunk, const qx_vec3 *eye, bolt_sides *sides)
{
    if (eye)
        join(chunk, eye, sides, false);
    else
        join(chunk, NULL, sides, true);
}

// --- vertices

// Each writes at `to` and returns where to go on: kept in memory, that place would have to be
// waited for from one short strand to the next.

// Four at a time, up to three beyond: short counts are hard to foresee.
INLINE qx_bolt_vertex *put_pairs(qx_bolt_vertex *to, const bolt_pair *pairs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 4) {
        const float *const from = (const float *)(const void *)&pairs[i]; // of four
        for (uint32_t k = 0; k < 32; k += LANES) store(&to[2 * i].x + k, load(from + k));
    }
    return to + 2 * (size_t)count;
}

// Kept in registers: short stores that are then read in one would hold that up.
typedef struct corner {
    float x, y, z;
    uint32_t word;
} corner;

INLINE qx_bolt_vertex *put_corner(qx_bolt_vertex *to, corner at)
{
    to->x = at.x;
    to->y = at.y;
    to->z = at.z;
    memcpy(&to->across, &at.word, sizeof at.word);
    return to + 1;
}

INLINE corner moved(const float vertex[4], qx_vec3 way, uint32_t along)
{
    corner at = { vertex[0] + way.x, vertex[1] + way.y, vertex[2] + way.z, 0 };
    memcpy(&at.word, vertex + 3, sizeof at.word);
    at.word |= along;
    return at;
}

// Half a width along the segment: a quarter turn of half the way from the right side to the left.
INLINE qx_vec3 cap_way(const bolt_mesh *w, uint32_t slot, float side, const bool flat)
{
    const float *left = w->sides.pairs[slot].left, *right = w->sides.pairs[slot].right;
    const float half = 0.5f * side;
    const float x = half * (left[0] - right[0]), y = half * (left[1] - right[1]);
    if (flat) return (qx_vec3){ -y, x, 0.0f };
    const float z = half * (left[2] - right[2]), near = w->sides.near[slot];
    const qx_vec3 view = bolt_view_at(w, slot);
    return bolt_cross((qx_vec3){ view.x * near, view.y * near, view.z * near },
                      (qx_vec3){ x, y, z });
}

// Its first corner twice, as all beginnings have it.
INLINE qx_bolt_vertex *put_start(const bolt_mesh *w, qx_bolt_vertex *to, uint32_t slot,
                                 const bool flat)
{
    const bolt_pair *pair = &w->sides.pairs[slot];
    const qx_vec3 way = cap_way(w, slot, -1.0f, flat);
    const corner left = moved(pair->left, way, BOLT_START);
    to = put_corner(to, left);
    to = put_corner(to, left);
    return put_corner(to, moved(pair->right, way, BOLT_START));
}

// Its last corner twice, as all ends have it.
INLINE qx_bolt_vertex *put_end(const bolt_mesh *w, qx_bolt_vertex *to, uint32_t slot,
                               const bool flat)
{
    const bolt_pair *pair = &w->sides.pairs[slot];
    const qx_vec3 way = cap_way(w, slot, 1.0f, flat);
    const corner right = moved(pair->right, way, BOLT_END);
    to = put_corner(to, moved(pair->left, way, BOLT_END));
    to = put_corner(to, right);
    return put_corner(to, right);
}

INLINE qx_bolt_vertex *put_left(qx_bolt_vertex *to, const bolt_pair *pair)
{
    memcpy(to, pair->left, sizeof pair->left);
    return to + 1;
}

INLINE qx_bolt_vertex *put_pair(qx_bolt_vertex *to, const bolt_pair *pair)
{
    memcpy(to, pair, sizeof *pair);
    return to + 2;
}

// What follows the first pair of a joint that is no mitre.
INLINE qx_bolt_vertex *put_joint(bolt_mesh *w, qx_bolt_vertex *to, uint32_t slot, const bool flat)
{
    const bolt_sides *s = &w->sides;
    if (s->joint[slot] == BOLT_TURN_BACK) {
        to = put_end(w, to, slot, flat);
        to = put_left(to, &s->next[slot]);
    } else {
        to = put_pair(to, &s->middle[slot]);
    }
    return put_pair(to, &s->next[slot]);
}

// Points slot .. end - 1, with what bent joints want besides.
INLINE qx_bolt_vertex *put_points(bolt_mesh *w, qx_bolt_vertex *to, uint32_t slot, uint32_t end,
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

INLINE qx_bolt_vertex *begin_strand(const bolt_mesh *w, qx_bolt_vertex *to, const bolt_piece *piece,
                                    const bool flat)
{
    const bolt_strand *strand = &w->reader.moment.bolt->strands[piece->strand];
    if (strand->parent == QX_BOLT_NONE) return put_start(w, to, piece->slot, flat);
    return put_left(to, &w->sides.pairs[piece->slot]);
}

INLINE qx_bolt_vertex *put_piece(bolt_mesh *w, qx_bolt_vertex *to, const bolt_piece *piece,
                                 const bool flat)
{
    const uint32_t end = piece->slot + piece->count;
    if (piece->begins) to = begin_strand(w, to, piece, flat);
    to = put_points(w, to, piece->slot, end, flat);
    return piece->ends ? put_end(w, to, end - 1, flat) : to;
}

INLINE qx_bolt_vertex *put_pieces(bolt_mesh *w, qx_bolt_vertex *to, const bool flat)
{
    for (uint32_t i = 0; i < w->reader.piece_count; i++)
        to = put_piece(w, to, &w->reader.pieces[i], flat);
    return to;
}

static qx_bolt_vertex *pieces(bolt_mesh *mesh, qx_bolt_vertex *to)
{
    return mesh->eye ? put_pieces(mesh, to, false) : put_pieces(mesh, to, true);
}

// --- indices and bounds

static void indices(uint32_t first, size_t steps, uint32_t *to)
{
    static const uint32_t pattern[6 * BOLT_STEPS] = {
        0, 1, 2,  1, 3,  2,  2,  3,  4,  3,  5,  4,  4,  5,  6,  5,  7,  6,  6,  7,  8,  7,  9,  8,
        8, 9, 10, 9, 11, 10, 10, 11, 12, 11, 13, 12, 12, 13, 14, 13, 15, 14, 14, 15, 16, 15, 17, 16,
    };
    for (; steps >= BOLT_STEPS; steps -= BOLT_STEPS) {
        for (size_t i = 0; i < 6 * BOLT_STEPS; i += LANES)
            store_words(to + i, load_words(pattern + i) + first);
        first += 2 * BOLT_STEPS;
        to += 6 * BOLT_STEPS;
    }
    for (size_t i = 0; i < 6 * steps; i++) to[i] = pattern[i] + first;
}

#if LANES == 1

static void bound(const qx_bolt_vertex *vertices, size_t count, float *low, float *high)
{
    for (size_t i = 0; i < count; i++) {
        const float at[] = { vertices[i].x, vertices[i].y, vertices[i].z };
        for (size_t k = 0; k < 3; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
}

#else

static void bound(const qx_bolt_vertex *vertices, size_t count, float *low, float *high)
{
    lanes least = load(low), most = load(high);
    for (size_t i = 0; i < count; i += LANES / 4) {
        const lanes at = load(&vertices[i].x);
        least = least_lanes(at, least);
        most = most_lanes(at, most);
    }
    store(low, least);
    store(high, most);
}

#endif

const bolt_kernels QX_KERNELS = {
    .clear = clear,
    .move = move,
    .pad = pad,
    .normals = normals,
    .joints = joints,
    .pieces = pieces,
    .indices = indices,
    .bound = bound,
};
