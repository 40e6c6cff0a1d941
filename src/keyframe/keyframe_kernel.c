// SPDX-License-Identifier: MIT
#include "keyframe_kernel.h"

#include "base/hints.h"
#include "base/lanes.h"

// Compiled several times, QX_KERNELS being the name of the table. Every lane goes through a fixed
// sequence of single operations, so each instruction set gives the same bits.

#define NO_LENGTH 1e-12f // square of a length below which a mix has no direction
#define OCTAHEDRON 127.0f

// --- in and out

#if LANES > 1 && defined(__SSE2__)

INLINE masks load_halves(const uint16_t *from)
{
#if LANES == 16
    return (masks)_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)from));
#elif LANES == 8
    return (masks)_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)from));
#else
    const __m128i four = _mm_loadl_epi64((const __m128i *)(const void *)from);
    return (masks)_mm_unpacklo_epi16(four, _mm_setzero_si128());
#endif
}

// By 16 bytes, as malloc aligns: the processor gathers them to whole lines.
INLINE void put(float *to, lanes value, bool stream)
{
    if (!stream) {
        store(to, value);
        return;
    }
#if LANES == 16
    _mm_stream_ps(to, _mm512_castps512_ps128(value));
    _mm_stream_ps(to + 4, _mm512_extractf32x4_ps(value, 1));
    _mm_stream_ps(to + 8, _mm512_extractf32x4_ps(value, 2));
    _mm_stream_ps(to + 12, _mm512_extractf32x4_ps(value, 3));
#elif LANES == 8
    _mm_stream_ps(to, _mm256_castps256_ps128(value));
    _mm_stream_ps(to + 4, _mm256_extractf128_ps(value, 1));
#else
    _mm_stream_ps(to, value);
#endif
}

static void fence(void)
{
    _mm_sfence();
}

#else

INLINE masks load_halves(const uint16_t *from)
{
    int32_t wide[LANES];
    for (int i = 0; i < LANES; i++) wide[i] = from[i];
    return load_masks(wide);
}

INLINE void put(float *to, lanes value, bool stream)
{
    (void)stream;
    store(to, value);
}

static void fence(void)
{
}

#endif

#if LANES == 1

INLINE masks is_equal(lanes a, lanes b)
{
    return -(a == b);
}

INLINE masks is_code(masks a, masks b)
{
    return -(a == b);
}

INLINE void put_triples(float *to, lanes x, lanes y, lanes z, bool stream)
{
    put(to, x, stream);
    put(to + 1, y, stream);
    put(to + 2, z, stream);
}

#else

INLINE masks is_equal(lanes a, lanes b)
{
    return a == b;
}

INLINE masks is_code(masks a, masks b)
{
    return a == b;
}

// Float j of register k is number K(k, j) of x, y, z, x, y, z …: first those of x and y are brought
// to their places, then z's among them.
#define K(k, j) ((k)*LANES + (j))
#define OF_X_Y(k, j) (K(k, j) % 3 == 2 ? 0 : K(k, j) % 3 * LANES + K(k, j) / 3)
#define AND_Z(k, j) (K(k, j) % 3 == 2 ? LANES + K(k, j) / 3 : (j))
#define FOUR_OF(INDEX, k, j) INDEX(k, j), INDEX(k, j + 1), INDEX(k, j + 2), INDEX(k, j + 3)
#if LANES == 16
#define ALL_OF(INDEX, k)                                                                           \
    FOUR_OF(INDEX, k, 0), FOUR_OF(INDEX, k, 4), FOUR_OF(INDEX, k, 8), FOUR_OF(INDEX, k, 12)
#elif LANES == 8
#define ALL_OF(INDEX, k) FOUR_OF(INDEX, k, 0), FOUR_OF(INDEX, k, 4)
#else
#define ALL_OF(INDEX, k) FOUR_OF(INDEX, k, 0)
#endif
#define PUT_TRIPLE(k)                                                                              \
    put(to + (k)*LANES,                                                                            \
        __builtin_shufflevector(__builtin_shufflevector(x, y, ALL_OF(OF_X_Y, k)), z,               \
                                ALL_OF(AND_Z, k)),                                                 \
        stream)

INLINE void put_triples(float *to, lanes x, lanes y, lanes z, bool stream)
{
    PUT_TRIPLE(0);
    PUT_TRIPLE(1);
    PUT_TRIPLE(2);
}

#endif

typedef struct triple {
    lanes x, y, z;
} triple;

INLINE triple load_triple(const float *block)
{
    return (triple){ load(block), load(block + KEYFRAME_BLOCK), load(block + 2 * KEYFRAME_BLOCK) };
}

INLINE masks is_same(triple a, triple b)
{
    return is_equal(a.x, b.x) & is_equal(a.y, b.y) & is_equal(a.z, b.z);
}

INLINE triple choose_triple(masks mask, triple a, triple b)
{
    return (triple){ choose(mask, a.x, b.x), choose(mask, a.y, b.y), choose(mask, a.z, b.z) };
}

INLINE triple times(triple a, lanes by)
{
    return (triple){ a.x * by, a.y * by, a.z * by };
}

INLINE triple plus(triple a, triple b)
{
    return (triple){ a.x + b.x, a.y + b.y, a.z + b.z };
}

INLINE lanes square(triple a)
{
    return a.x * a.x + a.y * a.y + a.z * a.z;
}

// --- mixes

// Values of the parts on their way to one.
typedef struct mixture {
    lanes sum, low, high;
} mixture;

INLINE mixture begin(lanes value, float weight)
{
    return (mixture){ value * spread(weight), value, value };
}

INLINE void add(mixture *m, lanes value, float weight)
{
    m->sum = m->sum + value * spread(weight);
    m->low = least_lanes(m->low, value);
    m->high = most_lanes(m->high, value);
}

// Between least and greatest; these are also what equal ones are.
INLINE lanes guarded(const mixture *m, keyframe_guard guard)
{
    if (guard == KEYFRAME_CONVEX) return most_lanes(least_lanes(m->sum, m->high), m->low);
    if (guard == KEYFRAME_WHOLE) return choose(is_equal(m->low, m->high), m->low, m->sum);
    return m->sum;
}

// The mix made unit, or the nearest where it has no direction or all are the same.
INLINE triple made_unit(triple mix, triple nearest, masks same)
{
    const lanes length = square(mix);
    const triple unit = times(mix, spread(1.0f) / root(length));
    return choose_triple(same | below(length, spread(NO_LENGTH)), nearest, unit);
}

// --- keys in floats

INLINE void float_positions(const keyframe_parts *p, const uint32_t count,
                            const keyframe_guard guard, size_t start, float *to, bool stream)
{
    for (size_t i = 0; i < KEYFRAME_TRIPLES; i += LANES) {
        mixture m = begin(load(p->positions[0] + start + i), p->weight[0]);
        for (uint32_t k = 1; k < count; k++)
            add(&m, load(p->positions[k] + start + i), p->weight[k]);
        put(to + i, guarded(&m, guard), stream);
    }
}

INLINE void float_normals(const keyframe_parts *p, const uint32_t count, const keyframe_guard guard,
                          size_t start, float *to, bool stream)
{
    for (size_t i = 0; i < KEYFRAME_BLOCK; i += LANES) {
        const triple one = load_triple(p->normals[0] + start + i);
        triple mix = times(one, spread(p->weight[0]));
        masks same = is_same(one, one);
        for (uint32_t k = 1; k < count; k++) {
            const triple other = load_triple(p->normals[k] + start + i);
            mix = plus(mix, times(other, spread(p->weight[k])));
            same &= is_same(one, other);
        }
        if (guard == KEYFRAME_ANY) same ^= same;
        const triple nearest = load_triple(p->normals[p->nearest] + start + i);
        const triple unit = made_unit(mix, nearest, same);
        put_triples(to + 3 * i, unit.x, unit.y, unit.z, stream);
    }
}

// Both by turns, so that lengths are found while positions come from memory.
INLINE void float_pose(const keyframe_parts *p, const uint32_t count, const keyframe_guard guard,
                       size_t first, size_t blocks, float *positions, float *normals, bool stream)
{
    for (size_t block = 0; block < blocks; block++) {
        const size_t start = (first + block) * KEYFRAME_TRIPLES, to = block * KEYFRAME_TRIPLES;
        if (positions) float_positions(p, count, guard, start, positions + to, stream);
        if (normals) float_normals(p, count, guard, start, normals + to, stream);
    }
}

static void floats(const keyframe_parts *p, size_t first, size_t count, float *positions,
                   float *normals, bool stream)
{
    if (p->count == 2 && p->guard == KEYFRAME_CONVEX && !stream) {
        float_pose(p, 2, KEYFRAME_CONVEX, first, count, positions, normals, false);
    } else if (p->count == 2 && p->guard == KEYFRAME_CONVEX) {
        float_pose(p, 2, KEYFRAME_CONVEX, first, count, positions, normals, true);
    } else {
        float_pose(p, p->count, p->guard, first, count, positions, normals, stream);
    }
}

// --- packed keys

INLINE lanes unpack_axis(const uint16_t *codes, const keyframe_frame *frame, int axis)
{
    const lanes code = from_integers(load_halves(codes + (size_t)axis * KEYFRAME_BLOCK));
    return spread(frame->low[axis]) + code * spread(frame->step[axis]);
}

INLINE lanes packed_axis(const keyframe_parts *p, const uint32_t count, const keyframe_guard guard,
                         size_t at, int axis)
{
    mixture m = begin(unpack_axis(p->codes[0] + at, p->frames[0], axis), p->weight[0]);
    for (uint32_t k = 1; k < count; k++)
        add(&m, unpack_axis(p->codes[k] + at, p->frames[k], axis), p->weight[k]);
    return guarded(&m, guard);
}

// With the sign of another.
INLINE lanes signed_as(lanes value, lanes sign)
{
    return as_lanes(as_words(value) | (as_words(sign) & ~(UINT32_MAX >> 1)));
}

// A point of the octahedron, in 127ths: whole numbers, so that nothing is rounded. The lower half
// is folded outward over its edges (Cigolle and others 2014).
INLINE triple unfold(masks code)
{
    const lanes x = from_integers(as_masks(words_of(code) << 24) >> 24);
    const lanes y = from_integers(as_masks(words_of(code) << 16) >> 24);
    const lanes z = spread(OCTAHEDRON) - magnitude(x) - magnitude(y);
    const lanes below_edge = most_lanes(spread(0.0f) - z, spread(0.0f));
    return (triple){ x - signed_as(below_edge, x), y - signed_as(below_edge, y), z };
}

// Two are mixed as they lie: a / |a| and b / |b| times |a|²|b|, which takes one root instead of two
// roots and two divisions, and whose length is of no matter.
INLINE triple mix_two(const keyframe_parts *p, size_t at)
{
    const masks code = load_halves(p->codes[0] + at), other = load_halves(p->codes[1] + at);
    const triple a = unfold(code), b = unfold(other);
    const lanes aa = square(a), bb = square(b);
    const triple near = p->nearest == 0 ? a : b;
    const triple mix =
        plus(times(a, spread(p->weight[0]) * root(aa * bb)), times(b, spread(p->weight[1]) * aa));
    const lanes no_length = spread(NO_LENGTH) * (aa * aa * bb);
    const triple way =
        choose_triple(is_code(code, other) | below(square(mix), no_length), near, mix);
    return times(way, spread(1.0f) / root(square(way)));
}

INLINE triple mix_many(const keyframe_parts *p, const uint32_t count, const keyframe_guard guard,
                       size_t at)
{
    const masks code = load_halves(p->codes[0] + at);
    triple mix = { spread(0.0f), spread(0.0f), spread(0.0f) }, near = mix;
    masks same = is_code(code, code);
    for (uint32_t k = 0; k < count; k++) {
        const masks other = load_halves(p->codes[k] + at);
        const triple way = unfold(other);
        const triple unit = times(way, spread(1.0f) / root(square(way)));
        mix = plus(mix, times(unit, spread(p->weight[k])));
        same &= is_code(code, other);
        if (k == p->nearest) near = unit;
    }
    if (guard == KEYFRAME_ANY) same ^= same;
    return made_unit(mix, near, same);
}

INLINE void packed_pose(const keyframe_parts *p, const uint32_t count, const keyframe_guard guard,
                        size_t first, size_t blocks, float *positions, float *normals, bool stream)
{
    for (size_t block = 0; block < blocks; block++) {
        for (size_t i = 0; i < KEYFRAME_BLOCK; i += LANES) {
            const size_t at = (first + block) * p->block + i;
            const size_t to = block * KEYFRAME_TRIPLES + 3 * i;
            if (positions)
                put_triples(positions + to, packed_axis(p, count, guard, at, 0),
                            packed_axis(p, count, guard, at, 1),
                            packed_axis(p, count, guard, at, 2), stream);
            if (!normals) continue;
            const size_t codes = at + KEYFRAME_CODES;
            const triple unit = count == 2 && guard == KEYFRAME_CONVEX
                                    ? mix_two(p, codes)
                                    : mix_many(p, count, guard, codes);
            put_triples(normals + to, unit.x, unit.y, unit.z, stream);
        }
    }
}

static void packed(const keyframe_parts *p, size_t first, size_t count, float *positions,
                   float *normals, bool stream)
{
    if (p->count == 2 && p->guard == KEYFRAME_CONVEX && !stream) {
        packed_pose(p, 2, KEYFRAME_CONVEX, first, count, positions, normals, false);
    } else {
        packed_pose(p, p->count, p->guard, first, count, positions, normals, stream);
    }
}

// --- morphs

// Targets are read from one end of memory to the other, which processors by themselves do not look
// far enough ahead in.
#define AHEAD 2048 // floats
#define LINE 16
#define REGISTERS (KEYFRAME_TRIPLES / LANES) // that a block takes

// `at` is the block's place in its targets.
INLINE void sum_block(const keyframe_sum *s, const float *base, size_t at, lanes sums[REGISTERS])
{
    for (size_t i = 0; i < KEYFRAME_TRIPLES; i += LINE) FETCH(base + AHEAD + i);
    for (size_t k = 0; k < REGISTERS; k++) sums[k] = load(base + k * LANES);
    for (uint32_t target = 0; target < s->count; target++) {
        const float *deltas = s->deltas[target] + at;
        const lanes weight = spread(s->weight[target]);
        for (size_t i = 0; i < KEYFRAME_TRIPLES; i += LINE) FETCH(deltas + AHEAD + i);
        for (size_t k = 0; k < REGISTERS; k++)
            sums[k] = sums[k] + load(deltas + k * LANES) * weight;
    }
}

INLINE void store_block(float *to, const lanes sums[REGISTERS])
{
    for (size_t k = 0; k < REGISTERS; k++) store(to + k * LANES, sums[k]);
}

static void sum(const keyframe_sum *s, const float *base, size_t step, size_t blocks, float *to)
{
    for (size_t block = 0; block < blocks; block++) {
        lanes sums[REGISTERS];
        sum_block(s, base + block * step, block * s->record, sums);
        store_block(to + block * KEYFRAME_TRIPLES, sums);
    }
}

// Lanes of a block from `i` on.
INLINE void finish_lanes(const float *base, triple after, size_t i, float *normals)
{
    const triple before = load_triple(base + i);
    const triple unit = made_unit(after, before, is_same(before, after));
    put_triples(normals + 3 * i, unit.x, unit.y, unit.z, false);
}

static void morph(const keyframe_sum *s, const float *base, size_t blocks, float *positions,
                  float *normals)
{
    const size_t row = KEYFRAME_BLOCK / LANES;
    for (size_t block = 0; block < blocks; block++) {
        const size_t from = block * s->record, to = block * KEYFRAME_TRIPLES;
        lanes sums[REGISTERS];
        if (positions) {
            sum_block(s, base + from, from, sums);
            store_block(positions + to, sums);
        }
        if (!normals) continue;
        const float *turned = base + from + KEYFRAME_TRIPLES;
        sum_block(s, turned, from + KEYFRAME_TRIPLES, sums);
        for (size_t k = 0; k < row; k++)
            finish_lanes(turned, (triple){ sums[k], sums[row + k], sums[2 * row + k] }, k * LANES,
                         normals + to);
    }
}

static void finish(const float *base, size_t step, const float *sums, size_t blocks, float *normals)
{
    for (size_t block = 0; block < blocks; block++)
        for (size_t i = 0; i < KEYFRAME_BLOCK; i += LANES)
            finish_lanes(base + block * step, load_triple(sums + block * KEYFRAME_TRIPLES + i), i,
                         normals + block * KEYFRAME_TRIPLES);
}

// --- sparse morphs

#if LANES == 1

static void widen(const float *triples, size_t blocks, size_t step, float *wide)
{
    for (size_t i = 0; i < blocks * KEYFRAME_BLOCK; i++)
        memcpy(wide + step * i, triples + 3 * i, 3 * sizeof *wide);
}

static void narrow(const float *wide, size_t blocks, size_t step, float *triples)
{
    for (size_t i = 0; i < blocks * KEYFRAME_BLOCK; i++)
        memcpy(triples + 3 * i, wide + step * i, 3 * sizeof *wide);
}

static void widen_blocks(const float *from, size_t blocks, size_t step, float *wide)
{
    for (size_t i = 0; i < blocks * KEYFRAME_BLOCK; i++) {
        const float *x = from + i / KEYFRAME_BLOCK * KEYFRAME_TRIPLES + i % KEYFRAME_BLOCK;
        for (size_t axis = 0; axis < 3; axis++) wide[step * i + axis] = x[axis * KEYFRAME_BLOCK];
    }
}

static void narrow_blocks(const float *wide, size_t blocks, size_t step, float *to)
{
    for (size_t i = 0; i < blocks * KEYFRAME_BLOCK; i++) {
        float *x = to + i / KEYFRAME_BLOCK * KEYFRAME_TRIPLES + i % KEYFRAME_BLOCK;
        for (size_t axis = 0; axis < 3; axis++) x[axis * KEYFRAME_BLOCK] = wide[step * i + axis];
    }
}

static void add_sparse(const keyframe_entries *e, float *wide)
{
    const size_t step = e->width == 3 ? 4 : 8;
    for (uint32_t i = 0; i < e->count; i++) {
        float *to = wide + step * e->places[i];
        for (uint32_t k = 0; k < e->width; k++)
            to[k] = to[k] + e->deltas[(size_t)e->width * i + k] * e->weight;
    }
}

#else

// Small vectors of every set: x, y, z and one that is of no matter; a place and its normal.
typedef float quad __attribute__((vector_size(16)));
typedef float eight __attribute__((vector_size(32)));

INLINE quad load_quad(const float *from)
{
    quad value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE void store_quad(float *to, quad value)
{
    memcpy(to, &value, sizeof value);
}

static void widen(const float *triples, size_t blocks, size_t step, float *wide)
{
    for (size_t i = 0; i < blocks * KEYFRAME_BLOCK; i++)
        store_quad(wide + step * i, load_quad(triples + 3 * i));
}

// Each writes one float too many, which the next puts right.
static void narrow(const float *wide, size_t blocks, size_t step, float *triples)
{
    for (size_t i = 0; i < blocks * KEYFRAME_BLOCK; i++)
        store_quad(triples + 3 * i, load_quad(wide + step * i));
}

#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define LOW_HALVES(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define HIGH_HALVES(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)

static void widen_blocks(const float *from, size_t blocks, size_t step, float *wide)
{
    for (size_t i = 0; i < blocks * KEYFRAME_BLOCK; i += 4) {
        const float *at = from + i / KEYFRAME_BLOCK * KEYFRAME_TRIPLES + i % KEYFRAME_BLOCK;
        float *to = wide + step * i;
        const quad x = load_quad(at), y = load_quad(at + KEYFRAME_BLOCK);
        const quad z = load_quad(at + 2 * KEYFRAME_BLOCK);
        const quad xy = LOW_PAIRS(x, y), zz = LOW_PAIRS(z, z);
        const quad more_xy = HIGH_PAIRS(x, y), more_zz = HIGH_PAIRS(z, z);
        store_quad(to, LOW_HALVES(xy, zz));
        store_quad(to + step, HIGH_HALVES(xy, zz));
        store_quad(to + 2 * step, LOW_HALVES(more_xy, more_zz));
        store_quad(to + 3 * step, HIGH_HALVES(more_xy, more_zz));
    }
}

static void narrow_blocks(const float *wide, size_t blocks, size_t step, float *to)
{
    for (size_t i = 0; i < blocks * KEYFRAME_BLOCK; i += 4) {
        float *at = to + i / KEYFRAME_BLOCK * KEYFRAME_TRIPLES + i % KEYFRAME_BLOCK;
        const float *from = wide + step * i;
        const quad a = load_quad(from), b = load_quad(from + step);
        const quad c = load_quad(from + 2 * step), d = load_quad(from + 3 * step);
        const quad ab = LOW_PAIRS(a, b), cd = LOW_PAIRS(c, d);
        store_quad(at, LOW_HALVES(ab, cd));
        store_quad(at + KEYFRAME_BLOCK, HIGH_HALVES(ab, cd));
        store_quad(at + 2 * KEYFRAME_BLOCK, LOW_HALVES(HIGH_PAIRS(a, b), HIGH_PAIRS(c, d)));
    }
}

static void add_places(const keyframe_entries *e, float *wide)
{
    const float w = e->weight, *delta = e->deltas;
    const quad weight = { w, w, w, w };
    const uint8_t *place = e->places, *end = e->places + e->count;
    for (; place < end; place++, delta += 3) {
        float *to = wide + 4 * (size_t)*place;
        FETCH(delta + AHEAD);
        store_quad(to, load_quad(to) + load_quad(delta) * weight);
    }
}

static void add_both(const keyframe_entries *e, float *wide)
{
    const float w = e->weight, *delta = e->deltas;
    const eight weight = { w, w, w, w, w, w, w, w };
    const uint8_t *place = e->places, *end = e->places + e->count;
    for (; place < end; place++, delta += 6) {
        float *to = wide + 8 * (size_t)*place;
        eight sum, by;
        FETCH(delta + AHEAD);
        memcpy(&sum, to, sizeof sum);
        memcpy(&by, delta, sizeof by);
        sum = sum + by * weight;
        memcpy(to, &sum, sizeof sum);
    }
}

static void add_sparse(const keyframe_entries *e, float *wide)
{
    (e->width == 3 ? add_places : add_both)(e, wide);
}

#endif

const keyframe_kernels QX_KERNELS = {
    .floats = floats,
    .packed = packed,
    .sum = sum,
    .morph = morph,
    .finish = finish,
    .widen = widen,
    .narrow = narrow,
    .widen_blocks = widen_blocks,
    .narrow_blocks = narrow_blocks,
    .add = add_sparse,
    .fence = fence,
};
