// SPDX-License-Identifier: MIT
#include "glow_kernel.h"
#include "base/exact.h"

#include <math.h>
#include <string.h>

// Compiled several times, QX_KERNELS being the name of the table. A line is drawn in columns of a
// fixed number of pixels from the picture's left, each from row to row: long loops with few
// branches, where going along a row would end after two or three steps. Every body is a fixed
// sequence of single operations, so each instruction set gives the same bits. Places count from the
// column's first pixel in the band, which is reckoned in double: lines that end far away lose
// nothing.

#define COLUMN 16u

// Says that no turn of a loop touches what another one writes.
#if defined(__clang__)
#define EACH_ALONE _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define EACH_ALONE _Pragma("GCC ivdep")
#else
#define EACH_ALONE
#endif

// Farther than any radius reaches, and its square is still a float or infinite, which are alike.
#define FAR 1e30

// Where a line is steeper or flatter than this, its strips are not reckoned with.
#define LEAST_SLOPE 1e-6

// Where a column lies against the line, in radii of the widest light: its first pixel along the line
// from the start and from the end, and across it; and steps to the right and down.
typedef struct column_place {
    float along, past, across;
    float right_along, right_across, down_along, down_across;
} column_place;

// Some rows of a column in the three planes.
typedef struct column_rows {
    float *red, *green, *blue; // of row 0 of the band
    size_t stride;             // from row to row
    uint32_t first, end;       // rows of the band
} column_rows;

static inline float larger(float a, float b)
{
    return a > b ? a : b;
}

static inline float clamp(float value, float low, float high)
{
    const float least = value > low ? value : low;
    return least < high ? least : high;
}

// (1 - q)^(5/2)
static inline float profile(float q)
{
    const float rest = larger(1.0f - q, 0.0f);
    return rest * rest * sqrtf(rest);
}

// `lights` is known where this is inlined.
static inline void draw_max_rows(const glow_reach *reach, const column_place *place,
                                 const column_rows *rows, const int lights)
{
    const column_place at = *place;
    const glow_reach a = reach[0], b = reach[1], c = reach[2];
    const float b2 = b.ratio * b.ratio, c2 = c.ratio * c.ratio;
    for (uint32_t row = rows->first; row < rows->end; row++) {
        float *red = rows->red + row * rows->stride;
        float *green = rows->green + row * rows->stride;
        float *blue = rows->blue + row * rows->stride;
        const float down_along = (float)(int)row * at.down_along;
        const float down_across = (float)(int)row * at.down_across;
        EACH_ALONE
        for (unsigned i = 0; i < COLUMN; i++) {
            const float right = (float)(int)i * at.right_along;
            const float before = (-at.along - right) - down_along;
            const float beyond = larger(larger(before, (at.past + right) + down_along), 0.0f);
            const float across = (at.across + (float)(int)i * at.right_across) + down_across;
            const float square = beyond * beyond + across * across;
            float share = profile(square);
            float r = share * a.red, g = share * a.green, l = share * a.blue;
            if (lights > 1) {
                share = profile(square * b2);
                r += share * b.red;
                g += share * b.green;
                l += share * b.blue;
            }
            if (lights > 2) {
                share = profile(square * c2);
                r += share * c.red;
                g += share * c.green;
                l += share * c.blue;
            }
            red[i] = larger(red[i], r);
            green[i] = larger(green[i], g);
            blue[i] = larger(blue[i], l);
        }
    }
}

// The integral of (h² - s²)² from 0 to s.
static inline float integral(float square, float s)
{
    return s * (square * square + s * s * (s * s * 0.2f - square * (2.0f / 3.0f)));
}

// Over the part of the line that lies within the radius; along and past are distances to its ends.
static inline float line_integral(float along, float past, float across, float ratio)
{
    const float d = across * ratio;
    const float square = larger(1.0f - d * d, 0.0f);
    const float h = sqrtf(square);
    const float low = clamp(-along * ratio, -h, h);
    const float high = clamp(-past * ratio, -h, h);
    return (integral(square, high) - integral(square, low)) * (15.0f / 16.0f);
}

static inline void draw_sum_rows(const glow_reach *reach, const column_place *place,
                                 const column_rows *rows, const int lights)
{
    const column_place at = *place;
    const glow_reach a = reach[0], b = reach[1], c = reach[2];
    for (uint32_t row = rows->first; row < rows->end; row++) {
        float *red = rows->red + row * rows->stride;
        float *green = rows->green + row * rows->stride;
        float *blue = rows->blue + row * rows->stride;
        const float down_along = (float)(int)row * at.down_along;
        const float down_across = (float)(int)row * at.down_across;
        EACH_ALONE
        for (unsigned i = 0; i < COLUMN; i++) {
            const float right = (float)(int)i * at.right_along;
            const float along = (at.along + right) + down_along;
            const float past = (at.past + right) + down_along;
            const float across = (at.across + (float)(int)i * at.right_across) + down_across;
            float share = line_integral(along, past, across, 1.0f);
            float r = share * a.red, g = share * a.green, l = share * a.blue;
            if (lights > 1) {
                share = line_integral(along, past, across, b.ratio);
                r += share * b.red;
                g += share * b.green;
                l += share * b.blue;
            }
            if (lights > 2) {
                share = line_integral(along, past, across, c.ratio);
                r += share * c.red;
                g += share * c.green;
                l += share * c.blue;
            }
            red[i] += r;
            green[i] += g;
            blue[i] += l;
        }
    }
}

// Functions of their own, as each is called twice and would else be there twice.
#define ROWS_OF(NAME, LIGHTS)                                                                      \
    static void NAME##_##LIGHTS(const glow_reach *reach, const column_place *place,                \
                                const column_rows *rows)                                           \
    {                                                                                              \
        NAME(reach, place, rows, LIGHTS);                                                          \
    }
ROWS_OF(draw_max_rows, 1)
ROWS_OF(draw_max_rows, 2)
ROWS_OF(draw_max_rows, 3)
ROWS_OF(draw_sum_rows, 1)
ROWS_OF(draw_sum_rows, 2)
ROWS_OF(draw_sum_rows, 3)

typedef void rows_draw(const glow_reach *reach, const column_place *place, const column_rows *rows);

static rows_draw *const max_rows[] = { draw_max_rows_1, draw_max_rows_2, draw_max_rows_3 };
static rows_draw *const sum_rows[] = { draw_sum_rows_1, draw_sum_rows_2, draw_sum_rows_3 };

// From where the last part ended up to `end`.
static inline void draw_rows(const glow_reach *reach, const column_place *place, column_rows *rows,
                             uint32_t end, int lights, const bool sum)
{
    rows->end = end;
    if (rows->first < end) (sum ? sum_rows : max_rows)[lights - 1](reach, place, rows);
    rows->first = end;
}

// What columns have in common: the line's box, and where its strips cross a column: across is the
// strip on both sides of it, along the one between its ends. Their middles move by a slope from
// column to column; half their heights follow for each light.
typedef struct strips {
    double left, right, top, bottom;
    double across_slope, along_at, along_slope;
    double across_half[GLOW_LIGHTS], along_half[GLOW_LIGHTS];
} strips;

static inline strips find_strips(const glow_stroke *stroke)
{
    const double x = stroke->way_x, y = stroke->way_y;
    const bool leans = fabs(x) > LEAST_SLOPE, rises = fabs(y) > LEAST_SLOPE;
    const double across = leans ? 1.0 / x : 0.0, along = rises ? 1.0 / y : 0.0;
    strips of = {
        .left = exact_min(stroke->from_x, stroke->to_x),
        .right = exact_max(stroke->from_x, stroke->to_x),
        .top = exact_min(stroke->from_y, stroke->to_y),
        .bottom = exact_max(stroke->from_y, stroke->to_y),
        .across_slope = y * across,
        .along_at = stroke->from_y + 0.5 * stroke->length * along,
        .along_slope = -x * along,
    };
    for (int i = 0; i < GLOW_LIGHTS; i++) {
        const double radius = stroke->reach[i].radius;
        of.across_half[i] = leans ? radius * fabs(across) : FAR;
        of.along_half[i] = rises ? (0.5 * stroke->length + radius) * fabs(along) : FAR;
    }
    return of;
}

// Rows first .. end - 1 of the band.
typedef struct span {
    uint32_t first, end;
} span;

// A column's middle, and what its strips' middles and half heights grow by over its breadth.
typedef struct column_cross {
    double across, along, across_more, along_more, off;
} column_cross;

static inline column_cross cross_column(const glow_stroke *stroke, const strips *of, double x)
{
    const double half = 0.5 * (double)(COLUMN - 1), right = x + half - stroke->from_x;
    return (column_cross){
        .across = stroke->from_y + right * of->across_slope,
        .along = of->along_at + right * of->along_slope,
        .across_more = half * fabs(of->across_slope),
        .along_more = half * fabs(of->along_slope),
        .off = exact_max(exact_max(of->left - (x + 2.0 * half), x - of->right), 0.0),
    };
}

// The rows of a column whose pixels' centres may lie within a light's radius: in the rectangle
// around the capsule that is turned with it, and no farther from the line's box than the round end
// is there.
static inline span find_span(const glow_stroke *stroke, const strips *of, const column_cross *cross,
                             int light, double round, const glow_band *band, span within)
{
    const double across = of->across_half[light] + cross->across_more;
    const double along = of->along_half[light] + cross->along_more;
    const double top =
        exact_max(exact_max(of->top - round, cross->across - across), cross->along - along);
    const double bottom =
        exact_min(exact_min(of->bottom + round, cross->across + across), cross->along + along);
    const double up = (double)band->first;
    const double first = exact_max(top - up - 0.5, (double)within.first);
    const double end = exact_min(bottom - up + 1.5, (double)within.end);
    if (!(first < end) || cross->off > stroke->reach[light].radius)
        return (span){ within.end, within.end };
    return (span){ (uint32_t)(int32_t)first, (uint32_t)(int32_t)end };
}

static inline float to_float(double value)
{
    return (float)exact_max(exact_min(value, FAR), -FAR);
}

static inline column_place place_column(const glow_stroke *stroke, double x, double y)
{
    const double unit = stroke->unit;
    const double right = x - stroke->from_x, down = y - stroke->from_y;
    const double along = right * stroke->way_x + down * stroke->way_y;
    return (column_place){
        .along = to_float(along * unit),
        .past = to_float((along - stroke->length) * unit),
        .across = to_float((right * stroke->way_y - down * stroke->way_x) * unit),
        .right_along = (float)(stroke->way_x * unit),
        .right_across = (float)(stroke->way_y * unit),
        .down_along = (float)(stroke->way_y * unit),
        .down_across = (float)(-stroke->way_x * unit),
    };
}

// Lights lie inside one another, so a column has five parts at most, seen from above.
static inline void draw_parts(const glow_reach *reach, const column_place *place, column_rows rows,
                              const span spans[GLOW_LIGHTS], const bool sum)
{
    rows.first = spans[0].first;
    draw_rows(reach, place, &rows, spans[1].first, 1, sum);
    draw_rows(reach, place, &rows, spans[2].first, 2, sum);
    draw_rows(reach, place, &rows, spans[2].end, 3, sum);
    draw_rows(reach, place, &rows, spans[1].end, 2, sum);
    draw_rows(reach, place, &rows, spans[0].end, 1, sum);
}

// Where the picture ends within a column, the column is drawn beside it.
typedef float column_copy[GLOW_BAND_ROWS * COLUMN];

static void copy_in(column_copy copy, const float *plane, size_t stride, uint32_t rows,
                    size_t count)
{
    for (size_t row = 0; row < rows; row++)
        memcpy(copy + row * COLUMN, plane + row * stride, count * sizeof(float));
}

static void copy_out(const column_copy copy, float *plane, size_t stride, uint32_t rows,
                     size_t count)
{
    for (size_t row = 0; row < rows; row++)
        memcpy(plane + row * stride, copy + row * COLUMN, count * sizeof(float));
}

static void draw_beside(const glow_reach *reach, const column_place *place, column_rows rows,
                        const span spans[GLOW_LIGHTS], size_t count, const bool sum)
{
    column_copy red = { 0 }, green = { 0 }, blue = { 0 };
    const uint32_t end = spans[0].end;
    copy_in(red, rows.red, rows.stride, end, count);
    copy_in(green, rows.green, rows.stride, end, count);
    copy_in(blue, rows.blue, rows.stride, end, count);
    draw_parts(reach, place, (column_rows){ red, green, blue, COLUMN, 0, 0 }, spans, sum);
    copy_out(red, rows.red, rows.stride, end, count);
    copy_out(green, rows.green, rows.stride, end, count);
    copy_out(blue, rows.blue, rows.stride, end, count);
}

static inline void draw_column(const glow_stroke *stroke, const strips *of, const glow_band *band,
                               uint32_t x, const bool sum)
{
    const double left = (double)x + 0.5, top = (double)band->first + 0.5;
    const column_cross cross = cross_column(stroke, of, left);
    const double radius = stroke->reach[0].radius;
    const double round = sqrt(exact_max(radius * radius - cross.off * cross.off, 0.0));
    const span all = { 0, band->end - band->first };
    span spans[GLOW_LIGHTS];
    spans[0] = find_span(stroke, of, &cross, 0, round, band, all);
    if (spans[0].first >= spans[0].end) return;
    for (int i = 1; i < GLOW_LIGHTS; i++) {
        const double inner = stroke->reach[i].radius;
        spans[i] = find_span(stroke, of, &cross, i, inner, band, spans[i - 1]);
    }

    const column_place place = place_column(stroke, left, top);
    const size_t start = (size_t)band->first * band->width + x;
    const column_rows rows = {
        band->planes[0] + start, band->planes[1] + start, band->planes[2] + start, band->width, 0, 0
    };
    if (x + COLUMN <= band->width)
        draw_parts(stroke->reach, &place, rows, spans, sum);
    else
        draw_beside(stroke->reach, &place, rows, spans, band->width - x, sum);
}

static inline void draw(const glow_stroke *stroke, const glow_band *band, const bool sum)
{
    const strips of = find_strips(stroke);
    const double radius = stroke->reach[0].radius;
    const double left = exact_max(of.left - radius - 0.5, 0.0);
    const double right = exact_min(of.right + radius + 0.5, (double)band->width);
    if (!(left < right)) return;
    const uint32_t end = (uint32_t)(int32_t)exact_ceil(right);
    for (uint32_t x = (uint32_t)(int32_t)left / COLUMN * COLUMN; x < end; x += COLUMN)
        draw_column(stroke, &of, band, x, sum);
}

static void draw_max(const glow_stroke *stroke, const glow_band *band)
{
    draw(stroke, band, false);
}

static void draw_sum(const glow_stroke *stroke, const glow_band *band)
{
    draw(stroke, band, true);
}

const glow_kernels QX_KERNELS = {
    .draw_max = draw_max,
    .draw_sum = draw_sum,
};
