// SPDX-License-Identifier: MIT
#include "bolt_kernel.h"

#include "bolt_lanes.h"

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
static inline lanes smooth(lanes share)
{
    return share * share * (3.0f - 2.0f * share);
}

static inline words rotate_down(words bits, unsigned by)
{
    return bits ^ bits >> by;
}

// As bolt_mix, less its first step: keys are random already.
static inline words mix(words bits)
{
    bits = rotate_down(bits * UINT32_C(0x7FEB352D), 15);
    return rotate_down(bits * UINT32_C(0x846CA68B), 16);
}

// Two uniform values from -32,767.5 to 32,767.5, no one of them zero, their mean zero.
static inline lanes high_value(words bits)
{
    return from_integers(as_masks(bits) >> 16) + 0.5f;
}

static inline lanes low_value(words bits)
{
    return from_integers(as_masks(bits << 16) >> 16) + 0.5f;
}

static inline lanes blend(lanes a, lanes b, lanes share)
{
    return a + (b - a) * share;
}

// A point's own noise: each key has a phase, so that not all of them turn at the same instant.
static inline place crackle(const bolt_move *m, words key, const bool solid)
{
    const lanes phase = from_integers(as_masks(key >> 8)) * 0x1p-24f;
    const lanes sum = spread(m->fraction) + phase;
    const masks later = ~below(sum, spread(1.0f));
    const lanes share = smooth(sum - choose(later, spread(1.0f), spread(0.0f)));
    const words none = key ^ key;
    const words first = choose_words(later, none + m->knots[1], none + m->knots[0]);
    const words second = choose_words(later, none + m->knots[2], none + m->knots[1]);
    const words a = mix(key ^ first), b = mix(key ^ second);
    place value = { blend(high_value(a), high_value(b), share),
                    blend(low_value(a), low_value(b), share), spread(0.0f) };
    if (solid) {
        const words c = rotate_down(a * UINT32_C(0x9E3779B1), 15);
        const words d = rotate_down(b * UINT32_C(0x9E3779B1), 15);
        value.z = blend(high_value(c), high_value(d), share);
    }
    return value;
}

// Looks the cell up by comparing with each: the table is short, and gathering is slow.
static inline place sway(const bolt_move *m, lanes distance, const bool solid)
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

static inline lanes to_world(float origin, float along, float across, float up, place at,
                             const bool solid)
{
    const lanes sum = (origin + at.x * along) + at.y * across;
    return solid ? sum + at.z * up : sum;
}

static inline void move_block(const bolt_move *m, const bolt_points *points, size_t from,
                              bolt_chunk *chunk, size_t to, const bool solid, const bool stretched)
{
    const lanes distance = load(points->distance + from);
    const place own = crackle(m, load_words(points->key + from), solid);
    const place common = sway(m, distance, solid);
    const lanes own_reach = load(points->crackle + from) * 0x1p-15f;
    const lanes reach = load(points->sway + from);
    place at = { load(points->x + from) + (common.x * reach + own.x * own_reach),
                 load(points->y + from) + (common.y * reach + own.y * own_reach), spread(0.0f) };
    if (solid) at.z = load(points->z + from) + (common.z * reach + own.z * own_reach);
    const bolt_frame *f = &m->frame;
    place world = { to_world(f->origin.x, f->along.x, f->across.x, f->up.x, at, solid),
                    to_world(f->origin.y, f->along.y, f->across.y, f->up.y, at, solid),
                    to_world(f->origin.z, f->along.z, f->across.z, f->up.z, at, solid) };
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

static inline void move_all(const bolt_move *m, const bolt_points *points, size_t first,
                            size_t count, bolt_chunk *chunk, size_t slot, const bool solid,
                            const bool stretched)
{
    for (size_t i = 0; i < count; i += LANES)
        move_block(m, points, first + i, chunk, slot + i, solid, stretched);
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

// --- normals

static inline lanes dot(place a, place b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline place cross(place a, place b)
{
    return (place){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline place scaled(place a, lanes by)
{
    return (place){ a.x * by, a.y * by, a.z * by };
}

static inline place load_place(const float *x, const float *y, const float *z, size_t at)
{
    return (place){ load(x + at), load(y + at), load(z + at) };
}

static inline void store_place(float *x, float *y, float *z, size_t at, place value)
{
    store(x + at, value.x);
    store(y + at, value.y);
    store(z + at, value.z);
}

static inline place choose_place(masks mask, place a, place b)
{
    return (place){ choose(mask, a.x, b.x), choose(mask, a.y, b.y), choose(mask, a.z, b.z) };
}

static bool flat_normals(const bolt_chunk *c, bolt_sides *s)
{
    masks lost = below(spread(1.0f), spread(0.0f));
    for (size_t i = 0; i <= c->count; i += LANES) {
        const lanes x = load(c->x + i + 1) - load(c->x + i);
        const lanes y = load(c->y + i + 1) - load(c->y + i);
        const lanes square = x * x + y * y;
        const masks none = below(square, spread(LEAST_SQUARE));
        const lanes inverse =
            choose(none, spread(0.0f), 1.0f / root(most_of(square, spread(LEAST_SQUARE))));
        lost |= none & ~load_masks(c->ends + i);
        store(s->on_x + i, y * inverse);
        store(s->on_y + i, -x * inverse);
        store(s->on_square + i, square);
    }
    return is_any(lost);
}

static inline place difference(const bolt_chunk *c, size_t from, size_t to)
{
    const place a = load_place(c->x, c->y, c->z, from), b = load_place(c->x, c->y, c->z, to);
    return (place){ b.x - a.x, b.y - a.y, b.z - a.z };
}

// Normal of a segment where it is seen along `view`; says where there is none.
static inline place seen_normal(place way, place view, lanes inverse_view, lanes *square,
                                masks *lost)
{
    const place side = cross(way, view);
    const lanes sides = dot(side, side) * inverse_view; // length² as it is seen
    *lost = below(sides, most_of(dot(way, way) * LEAST_SINE_SQUARE, spread(LEAST_SQUARE)));
    *square = sides;
    const lanes whole = root(most_of(dot(side, side), spread(LEAST_SQUARE)));
    return scaled(side, choose(*lost, spread(0.0f), 1.0f / whole));
}

static bool placed_normals(const bolt_chunk *c, const qx_vec3 *eye, bolt_sides *s)
{
    masks lost = below(spread(1.0f), spread(0.0f));
    for (size_t i = 1; i <= c->count; i += LANES) {
        const place view = { eye->x - load(c->x + i), eye->y - load(c->y + i),
                             eye->z - load(c->z + i) };
        const lanes inverse = 1.0f / most_of(dot(view, view), spread(LEAST_SQUARE));
        lanes to_square, on_square;
        masks to_lost, on_lost;
        const place to = seen_normal(difference(c, i - 1, i), view, inverse, &to_square, &to_lost);
        const place on = seen_normal(difference(c, i, i + 1), view, inverse, &on_square, &on_lost);
        lost |= (to_lost & ~load_masks(c->begins + i)) | (on_lost & ~load_masks(c->ends + i));
        store_place(s->to_x, s->to_y, s->to_z, i, to);
        store_place(s->on_x, s->on_y, s->on_z, i, on);
        store(s->to_square + i, to_square);
        store(s->on_square + i, on_square);
    }
    return is_any(lost);
}

static bool normals(const bolt_chunk *chunk, const qx_vec3 *eye, bolt_sides *sides)
{
    return eye ? placed_normals(chunk, eye, sides) : flat_normals(chunk, sides);
}

// --- joints

static inline void store_next(bolt_sides *s, size_t i, place at, place left, place right,
                              const bool flat)
{
    store(s->next_left_x + i, at.x + left.x);
    store(s->next_left_y + i, at.y + left.y);
    store(s->next_right_x + i, at.x - right.x);
    store(s->next_right_y + i, at.y - right.y);
    if (flat) return;
    store(s->next_left_z + i, at.z + left.z);
    store(s->next_right_z + i, at.z - right.z);
}

static inline void store_sides(bolt_sides *s, size_t i, place at, place left, place right,
                               const bool flat)
{
    store(s->left_x + i, at.x + left.x);
    store(s->left_y + i, at.y + left.y);
    store(s->right_x + i, at.x - right.x);
    store(s->right_y + i, at.y - right.y);
    if (flat) return;
    store(s->left_z + i, at.z + left.z);
    store(s->right_z + i, at.z - right.z);
}

// The inner corner of a joint lies tan(turn / 2) half widths from it along both segments, and has
// room on the half that is this joint's.
static inline masks has_room(lanes half, lanes cosine, lanes square)
{
    return ~below(0.25f * square * (1.0f + cosine), half * half * (1.0f - cosine));
}

static inline masks join(const bolt_chunk *c, bolt_sides *s, size_t i, place to, place on,
                         lanes square, lanes turn, const bool flat)
{
    const place at = { load(c->x + i), load(c->y + i), flat ? load(c->x + i) : load(c->z + i) };
    const lanes half = load(c->half + i);
    const lanes cosine = flat ? to.x * on.x + to.y * on.y : dot(to, on);
    const masks room = has_room(half, cosine, square);
    const masks back = below(cosine, spread(TURN_BACK));
    const masks bent = below(cosine, spread(SHARPEST)) | ~room;
    const lanes reach = half / most_of(1.0f + cosine, spread(LEAST_OPENING));
    const place mitre = { (to.x + on.x) * reach, (to.y + on.y) * reach, (to.z + on.z) * reach };
    const words light = (words)to_integers(load(c->light + i) * 65535.0f + 0.5f);
    store_words(s->light + i, light << BOLT_LIGHT);
    if (!is_any(bent)) {
        store_sides(s, i, at, mitre, mitre, flat);
        store_masks(s->joint + i, bent);
        return bent;
    }
    const masks left_outer = below(spread(0.0f), turn);
    const masks cut = bent & (back | ~room); // where the inner corner has no place
    const place square_to = scaled(to, half), square_on = scaled(on, half);
    const place outer_to = choose_place(bent, square_to, mitre);
    const place inner_to = choose_place(cut, square_to, mitre);
    const place inner_on = choose_place(cut, square_on, mitre);
    store_sides(s, i, at, choose_place(left_outer, outer_to, inner_to),
                choose_place(left_outer, inner_to, outer_to), flat);
    store_next(s, i, at, choose_place(left_outer, square_on, inner_on),
               choose_place(left_outer, inner_on, square_on), flat);
    const words none = light ^ light;
    const words kind = choose_words(left_outer, none + BOLT_BEVEL_LEFT, none + BOLT_BEVEL_RIGHT);
    store_words((uint32_t *)(void *)(s->joint + i),
                choose_words(back, none + BOLT_TURN_BACK, kind) & (words)bent);
    return bent;
}

static bool flat_joints(const bolt_chunk *c, bolt_sides *s)
{
    masks any = below(spread(1.0f), spread(0.0f));
    for (size_t i = 1; i <= c->count; i += LANES) {
        const masks begins = load_masks(c->begins + i), ends = load_masks(c->ends + i);
        const place lead = { load(s->on_x + i - 1), load(s->on_y + i - 1), spread(0.0f) };
        const place follow = { load(s->on_x + i), load(s->on_y + i), spread(0.0f) };
        const lanes behind = load(s->on_square + i - 1), ahead = load(s->on_square + i);
        const place to = choose_place(begins, follow, lead);
        const place on = choose_place(ends, lead, follow);
        const lanes square = least_of(choose(begins, ahead, behind), choose(ends, behind, ahead));
        any |= join(c, s, i, to, on, square, to.x * on.y - to.y * on.x, true);
    }
    return is_any(any);
}

static bool placed_joints(const bolt_chunk *c, const qx_vec3 *eye, bolt_sides *s)
{
    masks any = below(spread(1.0f), spread(0.0f));
    for (size_t i = 1; i <= c->count; i += LANES) {
        const masks begins = load_masks(c->begins + i), ends = load_masks(c->ends + i);
        const place lead = load_place(s->to_x, s->to_y, s->to_z, i);
        const place follow = load_place(s->on_x, s->on_y, s->on_z, i);
        const lanes behind = load(s->to_square + i), ahead = load(s->on_square + i);
        const place to = choose_place(begins, follow, lead);
        const place on = choose_place(ends, lead, follow);
        const lanes square = least_of(choose(begins, ahead, behind), choose(ends, behind, ahead));
        const place view = { eye->x - load(c->x + i), eye->y - load(c->y + i),
                             eye->z - load(c->z + i) };
        any |= join(c, s, i, to, on, square, dot(cross(to, on), view), false);
    }
    return is_any(any);
}

static bool joints(const bolt_chunk *chunk, const qx_vec3 *eye, bolt_sides *sides)
{
    return eye ? placed_joints(chunk, eye, sides) : flat_joints(chunk, sides);
}

// --- vertices and indices

#if LANES == 1

static void put(float *to, lanes x, lanes y, lanes z, words last)
{
    const float values[] = { x, y, z, as_lanes(last) };
    memcpy(to, values, sizeof values);
}

static inline void pairs_block(const float *const from[6], words light, size_t i, float *to)
{
    put(to, load(from[0] + i), load(from[1] + i), load(from[2] + i), light | BOLT_LEFT);
    put(to + 4, load(from[3] + i), load(from[4] + i), load(from[5] + i), light | BOLT_RIGHT);
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

static inline lanes zip_low(lanes a, lanes b)
{
    return __builtin_shufflevector(a, b, LOW_HALVES);
}

static inline lanes zip_high(lanes a, lanes b)
{
    return __builtin_shufflevector(a, b, HIGH_HALVES);
}

// Eight rows become the columns of vertices in three rounds of zipping halves: x of left and right
// with each other, then with z, y with the last word, and both results.
static inline void pairs_block(const float *const from[6], words light, size_t i, float *to)
{
    const lanes lx = load(from[0] + i), ly = load(from[1] + i), lz = load(from[2] + i);
    const lanes rx = load(from[3] + i), ry = load(from[4] + i), rz = load(from[5] + i);
    const lanes lw = as_lanes(light | BOLT_LEFT), rw = as_lanes(light | BOLT_RIGHT);
    const lanes x[] = { zip_low(lx, rx), zip_high(lx, rx) };
    const lanes y[] = { zip_low(ly, ry), zip_high(ly, ry) };
    const lanes z[] = { zip_low(lz, rz), zip_high(lz, rz) };
    const lanes w[] = { zip_low(lw, rw), zip_high(lw, rw) };
    for (size_t k = 0; k < 2; k++) {
        const lanes xz[] = { zip_low(x[k], z[k]), zip_high(x[k], z[k]) };
        const lanes yw[] = { zip_low(y[k], w[k]), zip_high(y[k], w[k]) };
        store(to + (4 * k) * LANES, zip_low(xz[0], yw[0]));
        store(to + (4 * k + 1) * LANES, zip_high(xz[0], yw[0]));
        store(to + (4 * k + 2) * LANES, zip_low(xz[1], yw[1]));
        store(to + (4 * k + 3) * LANES, zip_high(xz[1], yw[1]));
    }
}

#endif

static void pairs(const bolt_chunk *c, const bolt_sides *s, size_t slot, size_t count, bool flat,
                  qx_bolt_vertex *vertices)
{
    const float *const from[6] = { s->left_x,  s->left_y,  flat ? c->z : s->left_z,
                                   s->right_x, s->right_y, flat ? c->z : s->right_z };
    float *to = (float *)(void *)vertices;
    for (size_t i = 0; i < count; i += LANES)
        pairs_block(from, load_words(s->light + slot + i), slot + i, to + 8 * i);
}

static void strip(uint32_t first, size_t pair_count, uint32_t *indices)
{
    static const uint32_t pattern[6 * BOLT_STRIP] = {
        0, 1, 2,  1, 3,  2,  2,  3,  4,  3,  5,  4,  4,  5,  6,  5,  7,  6,  6,  7,  8,  7,  9,  8,
        8, 9, 10, 9, 11, 10, 10, 11, 12, 11, 13, 12, 12, 13, 14, 13, 15, 14, 14, 15, 16, 15, 17, 16,
    };
    for (size_t done = 0; done < pair_count; done += BOLT_STRIP) {
        for (size_t i = 0; i < 6 * BOLT_STRIP; i += LANES)
            store_words(indices + i, load_words(pattern + i) + first);
        first += 2 * BOLT_STRIP;
        indices += 6 * BOLT_STRIP;
    }
}

// A vertex is four floats to this; the fourth, which is none, is never looked at.
static void bound(const qx_bolt_vertex *vertices, size_t count, float low[4], float high[4])
{
    for (size_t i = 0; i < count; i++) {
        const float at[] = { vertices[i].x, vertices[i].y, vertices[i].z };
        for (size_t k = 0; k < 3; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
}

const bolt_kernels QX_KERNELS = {
    .move = move,
    .normals = normals,
    .joints = joints,
    .pairs = pairs,
    .strip = strip,
    .bound = bound,
};
