// SPDX-License-Identifier: MIT
#include "terrain_rtin_kernel.h"
#include "terrain_doubles.h"
#include "terrain_round.h"

#include "base/hints.h"

// Compiled several times, QX_KERNELS being the name of the table. Places, sides and codes are whole
// numbers and slopes multiples of 1 / side, so that of coded fields every value here is exact.

// A plane over a square: its value at the left top, and what it gains a column and a row.
typedef struct plane {
    lanes start, across, down;
} plane;

// What is interpolated over a square: the two halves, and the quarters between centre and edges.
typedef struct surface {
    plane lower, upper; // halves: of rows at or below the cut, and the other one
    plane left, right, top, bottom;
    masks flip;
} surface;

INLINE plane choose_plane(masks mask, plane a, plane b)
{
    return (plane){ choose(mask, a.start, b.start), choose(mask, a.across, b.across),
                    choose(mask, a.down, b.down) };
}

INLINE surface surface_of(const rtin_squares *s, uint32_t lane)
{
    const lanes a = load(s->left_top + lane), b = load(s->right_top + lane);
    const lanes c = load(s->left_bottom + lane), d = load(s->right_bottom + lane);
    const lanes twice = 2.0 * load(s->centre + lane);
    const double part = 1.0 / s->side; // a power of two
    const lanes top = (b - a) * part, bottom = (d - c) * part;
    const lanes left = (c - a) * part, right = (d - b) * part;
    const masks flip = at_most(1.0 + 0.0 * a, load(s->flip + lane));
    const plane lower_left = { a, bottom, left }, upper_right = { a, top, right };
    const plane lower_right = { b + c - d, bottom, right }, upper_left = { a, top, left };
    const lanes in_left = twice - a - c, in_right = twice - b - d;
    const lanes in_top = twice - a - b, in_bottom = twice - c - d;
    return (surface){
        .lower = choose_plane(flip, lower_right, lower_left),
        .upper = choose_plane(flip, upper_left, upper_right),
        .left = { a, in_left * part, left },
        .right = { b + in_right, -in_right * part, right },
        .top = { a, top, in_top * part },
        .bottom = { c + in_bottom, bottom, -in_bottom * part },
        .flip = flip,
    };
}

typedef struct worst {
    lanes halves, side, face;
} worst;

INLINE lanes value_at(plane p, lanes x, double row)
{
    return p.start + x * p.across + row * p.down;
}

// Rows [first, end) of one column, which lie all in the upper or all in the lower half of a square.
// `cut` is the first row of the lower part; `side` is the left or right quarter, `face` the upper
// or lower one, and `near` the distance of the column from the side. The rows are `from` and
// `step` away from the face.
INLINE void measure_column(const double *heights, uint32_t first, uint32_t end, lanes x, lanes cut,
                           lanes near, const surface *s, plane side, plane face, double from,
                           double step, worst *w)
{
    const double row = first;
    lanes lower = value_at(s->lower, x, row), upper = value_at(s->upper, x, row);
    lanes beside = value_at(side, x, row), above = value_at(face, x, row);
    lanes at = 0.0 * x + row, depth = 0.0 * x + from;
    for (uint32_t i = first; i < end; i++, heights += RTIN_STEPS * RTIN_LANES) {
        const lanes height = load(heights);
        const lanes half = choose(at_most(cut, at), lower, upper);
        w->halves = larger(magnitude(height - half), w->halves);
        const masks aside = at_most(near, depth);
        const lanes quarter = magnitude(height - choose(aside, beside, above));
        w->side = larger(where(aside, quarter), w->side);
        w->face = larger(where(others(aside), quarter), w->face);
        lower += s->lower.down;
        upper += s->upper.down;
        beside += side.down;
        above += face.down;
        at += 1.0;
        depth += step;
    }
}

INLINE uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

INLINE uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

INLINE void put(float *to, lanes value)
{
    double values[WIDTH];
    store(values, value);
    for (uint32_t i = 0; i < WIDTH; i++) to[i] = round_up(values[i]);
}

INLINE void measure_lanes(const rtin_squares *q, const rtin_tile *tile, uint32_t lane,
                          rtin_worst *out)
{
    const surface s = surface_of(q, lane);
    const uint32_t middle = (uint32_t)q->side / 2;
    const uint32_t half = least(most(middle, q->top), q->bottom);
    const lanes none = 0.0 * s.lower.across;
    lanes halves = none, sides[2] = { none, none }, top = none, bottom = none;
    for (uint32_t i = q->first_step; i < q->end_step; i++) {
        const lanes x = load(q->x + lane) + (double)(i - q->first_step);
        const masks is_left = others(at_most(none + middle, x));
        const lanes to_right = q->side - x, near = choose(is_left, x, to_right);
        const lanes cut = choose(s.flip, to_right, x);
        const plane side = choose_plane(is_left, s.left, s.right);
        const uint32_t hand = q->side <= RTIN_LANES && i - q->first_step >= middle;
        const double *heights = tile->heights[q->row][i] + lane;
        worst w = { halves, sides[hand], top };
        measure_column(heights, q->top, half, x, cut, near, &s, side, s.top, q->top, 1.0, &w);
        top = w.face;
        w.face = bottom;
        heights += (size_t)(half - q->top) * (RTIN_STEPS * RTIN_LANES);
        measure_column(heights, half, q->bottom, x, cut, near, &s, side, s.bottom, q->side - half,
                       -1.0, &w);
        bottom = w.face;
        halves = w.halves;
        sides[hand] = w.side;
    }
    put(out->halves + lane, halves);
    put(out->left + lane, sides[0]);
    put(out->right + lane, sides[1]);
    put(out->top + lane, top);
    put(out->bottom + lane, bottom);
}

static void measure(const rtin_squares *squares, const rtin_tile *tile, rtin_worst *out)
{
    for (uint32_t lane = 0; lane < RTIN_LANES; lane += WIDTH)
        measure_lanes(squares, tile, lane, out);
}

// --- the finest squares, of two cells

// Twice the distance of a code from the middle of two others.
INLINE int32_t bent(int32_t a, int32_t middle, int32_t b)
{
    const int32_t twice = a + b - 2 * middle;
    return twice < 0 ? -twice : twice;
}

INLINE int32_t larger_code(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static void even_16(const uint16_t *row, uint32_t columns, float *errors)
{
    EACH_ALONE
    for (uint32_t x = 1; x < columns; x += 2)
        errors[x] = 0.5f * (float)bent(row[x - 1], row[x], row[x + 1]);
}

static void odd_16(const rtin_rows_16 *rows, uint32_t columns, bool flip, float *errors)
{
    const uint16_t *a = rows->above, *m = rows->row, *b = rows->below;
    errors[0] = 0.5f * (float)bent(a[0], m[0], b[0]);
    const uint32_t fall = flip ? 2 : 0;
    EACH_ALONE
    for (uint32_t x = 1; x < columns; x += 2) {
        const bool rises = ((x - 1) & 2) != fall;
        const int32_t left = bent(a[x - 1], m[x - 1], b[x - 1]);
        const int32_t right = bent(a[x + 1], m[x + 1], b[x + 1]);
        const int32_t top = bent(a[x - 1], a[x], a[x + 1]);
        const int32_t bottom = bent(b[x - 1], b[x], b[x + 1]);
        const int32_t falling = bent(a[x - 1], m[x], b[x + 1]);
        const int32_t rising = bent(a[x + 1], m[x], b[x - 1]);
        const int32_t edges = larger_code(larger_code(left, right), larger_code(top, bottom));
        errors[x] = 0.5f * (float)larger_code(edges, rises ? rising : falling);
        errors[x + 1] = 0.5f * (float)right;
    }
}

INLINE double bent_double(double a, double middle, double b)
{
    const double off = (a + b) * 0.5 - middle;
    return off < 0.0 ? -off : off;
}

INLINE double larger_double(double a, double b)
{
    return a > b ? a : b;
}

static void even_32(const float *row, uint32_t columns, float *errors)
{
    EACH_ALONE
    for (uint32_t x = 1; x < columns; x += 2)
        errors[x] = round_up(bent_double((double)row[x - 1], (double)row[x], (double)row[x + 1]));
}

static void odd_32(const rtin_rows_32 *rows, uint32_t columns, bool flip, float *errors)
{
    const float *a = rows->above, *m = rows->row, *b = rows->below;
    errors[0] = round_up(bent_double((double)a[0], (double)m[0], (double)b[0]));
    const uint32_t fall = flip ? 2 : 0;
    EACH_ALONE
    for (uint32_t x = 1; x < columns; x += 2) {
        const bool rises = ((x - 1) & 2) != fall;
        const double lt = (double)a[x - 1], t = (double)a[x], rt = (double)a[x + 1];
        const double l = (double)m[x - 1], c = (double)m[x], r = (double)m[x + 1];
        const double lb = (double)b[x - 1], u = (double)b[x], rb = (double)b[x + 1];
        const double left = bent_double(lt, l, lb), right = bent_double(rt, r, rb);
        const double top = bent_double(lt, t, rt), bottom = bent_double(lb, u, rb);
        const double across = rises ? bent_double(rt, c, lb) : bent_double(lt, c, rb);
        const double edges = larger_double(larger_double(left, right), larger_double(top, bottom));
        errors[x] = round_up(larger_double(edges, across));
        errors[x + 1] = round_up(right);
    }
}

// --- squares of four cells: whole rows, of which every fourth column is taken, sooner than columns
// far apart

INLINE float larger_float(float a, float b)
{
    return a > b ? a : b;
}

INLINE float error_16(uint16_t a, uint16_t middle, uint16_t b)
{
    return 0.5f * (float)bent(a, middle, b);
}

INLINE float error_32(float a, float middle, float b)
{
    return round_up(bent_double((double)a, (double)middle, (double)b));
}

// What becomes of an error, where the column is one of those meant.
INLINE float grown(const rtin_around *r, float before, float fresh, bool meant)
{
    const float kept = r->exact ? before : 0.0f;
    return meant ? larger_float(kept, fresh) : before;
}

INLINE float of_corners(const float *above, const float *below, uint32_t x)
{
    return larger_float(larger_float(above[x - 1], above[x + 1]),
                        larger_float(below[x - 1], below[x + 1]));
}

#define FOUR(SIZE, TYPE)                                                                           \
    static void level_##SIZE(const rtin_around *at, const TYPE *row)                               \
    {                                                                                              \
        const rtin_around r = *at;                                                                 \
        float *errors = r.errors;                                                                  \
        EACH_ALONE                                                                                 \
        for (uint32_t x = 2; x < r.columns - 2; x++) {                                             \
            const float own = error_##SIZE(row[x - 2], row[x], row[x + 2]);                        \
            const float fresh = larger_float(own, of_corners(r.above, r.below, x));                \
            errors[x] = grown(&r, errors[x], fresh, (x & 3) == 2);                                 \
        }                                                                                          \
    }                                                                                              \
    static void upright_##SIZE(const rtin_around *at, const rtin_rows_##SIZE *rows)                \
    {                                                                                              \
        const rtin_around r = *at;                                                                 \
        const TYPE *a = rows->above, *m = rows->row, *b = rows->below;                             \
        float *errors = r.errors;                                                                  \
        const uint32_t z = r.columns - 1;                                                          \
        const float first = larger_float(r.above[1], r.below[1]);                                  \
        const float last = larger_float(r.above[z - 1], r.below[z - 1]);                           \
        errors[0] = grown(&r, errors[0], larger_float(first, error_##SIZE(a[0], m[0], b[0])), 1);  \
        errors[z] = grown(&r, errors[z], larger_float(last, error_##SIZE(a[z], m[z], b[z])), 1);   \
        EACH_ALONE                                                                                 \
        for (uint32_t x = 1; x < z; x++) {                                                         \
            const float own = error_##SIZE(a[x], m[x], b[x]);                                      \
            const float fresh = larger_float(own, of_corners(r.above, r.below, x));                \
            errors[x] = grown(&r, errors[x], fresh, (x & 3) == 0);                                 \
        }                                                                                          \
    }                                                                                              \
    static void centres_##SIZE(const rtin_around *at, const rtin_rows_##SIZE *rows)                \
    {                                                                                              \
        const rtin_around r = *at;                                                                 \
        const TYPE *a = rows->above, *m = rows->row, *b = rows->below;                             \
        float *errors = r.errors;                                                                  \
        const uint32_t fall = r.flip ? 4 : 0;                                                      \
        EACH_ALONE                                                                                 \
        for (uint32_t x = 2; x < r.columns - 2; x++) {                                             \
            const float falling = error_##SIZE(a[x - 2], m[x], b[x + 2]);                          \
            const float rising = error_##SIZE(a[x + 2], m[x], b[x - 2]);                           \
            const float own = (x & 4) != fall ? rising : falling;                                  \
            const float beside = larger_float(errors[x - 2], errors[x + 2]);                       \
            const float edges = larger_float(beside, larger_float(r.above[x], r.below[x]));        \
            errors[x] = grown(&r, errors[x], larger_float(own, edges), (x & 3) == 2);              \
        }                                                                                          \
    }

FOUR(16, uint16_t)
FOUR(32, float)

// --- meshes

static void above(const float *errors, float most_error, size_t count, uint64_t *bits)
{
    for (size_t i = 0; i < count; i++, errors += 64) {
        uint64_t word = 0;
        for (uint32_t k = 0; k < 64; k++) {
            const float error = errors[k] < 0.0f ? -errors[k] : errors[k];
            word |= (uint64_t)(error > most_error) << k;
        }
        bits[i] = word;
    }
}

const rtin_kernels QX_KERNELS = {
    measure,    even_16,    odd_16,   even_32,    odd_32,     level_16,
    upright_16, centres_16, level_32, upright_32, centres_32, above,
};
