// SPDX-License-Identifier: MIT
#include "glow_kernel.h"

#include <base/exact.h>

#include <math.h>
#include <string.h>

// Compiled several times, QX_KERNELS being the name of the table. A row is drawn in blocks of a
// fixed number of pixels, whose loops are fixed sequences of single operations: each instruction
// set gives the same bits. Places within a block count from its first pixel, reckoned in double, so
// that lines that end far away lose nothing.

#define BLOCK 16u

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

// Steeper or flatter than this, a line's own strip limits no row, or no row's place.
#define LEAST_SLOPE 1e-6

// The first pixel of a block against the line: along it from its start and from its end, across it.
typedef struct block_place {
    float along, past, across;
    float step_along, step_across; // from one pixel to the next
} block_place;

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

static inline void max_block(const glow_stroke *stroke, block_place at, float *red, float *green,
                             float *blue, const int lights)
{
    const glow_reach a = stroke->reach[0], b = stroke->reach[1], c = stroke->reach[2];
    const float a2 = a.inverse * a.inverse, b2 = b.inverse * b.inverse, c2 = c.inverse * c.inverse;
    EACH_ALONE
    for (unsigned i = 0; i < BLOCK; i++) {
        const float step = (float)(int)i;
        const float moved = step * at.step_along;
        const float beyond = larger(larger(-(at.along + moved), at.past + moved), 0.0f);
        const float across = at.across + step * at.step_across;
        const float square = beyond * beyond + across * across;
        float share = profile(square * a2);
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

// The integral of (h² - s²)² from 0 to s.
static inline float integral(float square, float s)
{
    return s * (square * square + s * s * (s * s * 0.2f - square * (2.0f / 3.0f)));
}

// Along the part of the line that lies within the radius; along and past are distances to its ends.
static inline float line_integral(float along, float past, float across, float inverse)
{
    const float d = across * inverse;
    const float square = larger(1.0f - d * d, 0.0f);
    const float h = sqrtf(square);
    const float low = clamp(-along * inverse, -h, h);
    const float high = clamp(-past * inverse, -h, h);
    return (integral(square, high) - integral(square, low)) * (15.0f / 16.0f);
}

static inline void sum_block(const glow_stroke *stroke, block_place at, float *red, float *green,
                             float *blue, const int lights)
{
    const glow_reach a = stroke->reach[0], b = stroke->reach[1], c = stroke->reach[2];
    EACH_ALONE
    for (unsigned i = 0; i < BLOCK; i++) {
        const float step = (float)(int)i;
        const float moved = step * at.step_along;
        const float along = at.along + moved, past = at.past + moved;
        const float across = at.across + step * at.step_across;
        float share = line_integral(along, past, across, a.inverse);
        float r = share * a.red, g = share * a.green, l = share * a.blue;
        if (lights > 1) {
            share = line_integral(along, past, across, b.inverse);
            r += share * b.red;
            g += share * b.green;
            l += share * b.blue;
        }
        if (lights > 2) {
            share = line_integral(along, past, across, c.inverse);
            r += share * c.red;
            g += share * c.green;
            l += share * c.blue;
        }
        red[i] += r;
        green[i] += g;
        blue[i] += l;
    }
}

static inline void draw_whole_block(const glow_stroke *stroke, block_place at, float *red,
                                    float *green, float *blue, int lights, const bool sum)
{
    if (sum && lights == 1)
        sum_block(stroke, at, red, green, blue, 1);
    else if (sum && lights == 2)
        sum_block(stroke, at, red, green, blue, 2);
    else if (sum)
        sum_block(stroke, at, red, green, blue, 3);
    else if (lights == 1)
        max_block(stroke, at, red, green, blue, 1);
    else if (lights == 2)
        max_block(stroke, at, red, green, blue, 2);
    else
        max_block(stroke, at, red, green, blue, 3);
}

// Where a row ends within the block, the block is drawn beside the picture.
static void draw_part_block(const glow_stroke *stroke, block_place at, float *const planes[3],
                            size_t count, int lights, const bool sum)
{
    float beside[3][BLOCK] = { { 0 } };
    for (int plane = 0; plane < 3; plane++)
        memcpy(beside[plane], planes[plane], count * sizeof(float));
    draw_whole_block(stroke, at, beside[0], beside[1], beside[2], lights, sum);
    for (int plane = 0; plane < 3; plane++)
        memcpy(planes[plane], beside[plane], count * sizeof(float));
}

static inline float to_float(double value)
{
    return (float)exact_max(exact_min(value, FAR), -FAR);
}

static inline block_place place_block(const glow_stroke *stroke, double x, double y)
{
    const double right = x - stroke->from_x, down = y - stroke->from_y;
    const double along = right * stroke->way_x + down * stroke->way_y;
    return (block_place){
        .along = to_float(along),
        .past = to_float(along - stroke->length),
        .across = to_float(right * stroke->way_y - down * stroke->way_x),
        .step_along = (float)stroke->way_x,
        .step_across = (float)stroke->way_y,
    };
}

// Pixels of a row, first .. end - 1.
typedef struct span {
    uint32_t first, end;
} span;

// What rows have in common: where the line's strips cross them.
typedef struct strips {
    double left, right, top, bottom; // of the line itself
    double across_slope, across_breadth, across_at;
    double along_slope, along_breadth, along_at, along_half;
} strips;

static strips find_strips(const glow_stroke *stroke)
{
    const double x = stroke->way_x, y = stroke->way_y;
    const bool crosses = fabs(y) > LEAST_SLOPE, leans = fabs(x) > LEAST_SLOPE;
    return (strips){
        .left = exact_min(stroke->from_x, stroke->to_x),
        .right = exact_max(stroke->from_x, stroke->to_x),
        .top = exact_min(stroke->from_y, stroke->to_y),
        .bottom = exact_max(stroke->from_y, stroke->to_y),
        .across_slope = crosses ? x / y : 0.0,
        .across_breadth = crosses ? 1.0 / fabs(y) : 1.0 / LEAST_SLOPE,
        .across_at = stroke->from_x,
        .along_slope = leans ? -y / x : 0.0,
        .along_breadth = leans ? 1.0 / fabs(x) : 1.0 / LEAST_SLOPE,
        .along_at = stroke->from_x + (leans ? 0.5 * stroke->length / x : 0.0),
        .along_half = 0.5 * stroke->length,
    };
}

static inline uint32_t pixel(double x, uint32_t width)
{
    const double whole = (double)width;
    return x > 0.0 ? (uint32_t)exact_ceil(exact_min(x, whole)) : 0;
}

// The pixels of the row whose centres may lie within the radius: those in the rectangle around the
// capsule that is turned with it, and in the capsule's breadth at this height.
static inline span find_span(const glow_stroke *stroke, const strips *of, double radius, double y,
                             uint32_t width)
{
    const double down = y - stroke->from_y;
    const double off = exact_max(exact_max(of->top - y, y - of->bottom), 0.0);
    const double round = sqrt(exact_max(radius * radius - off * off, 0.0));
    double left = of->left - round, right = of->right + round;
    const double across = of->across_at + down * of->across_slope;
    left = exact_max(left, across - radius * of->across_breadth);
    right = exact_min(right, across + radius * of->across_breadth);
    const double along = of->along_at + down * of->along_slope;
    const double reach = (of->along_half + radius) * of->along_breadth;
    left = exact_max(left, along - reach);
    right = exact_min(right, along + reach);
    if (off > radius || left > right) return (span){ 0, 0 };
    return (span){ pixel(left - 0.5, width), pixel(right + 0.5, width) };
}

static inline int lights_in(const span spans[GLOW_LIGHTS], uint32_t x)
{
    const bool second = x < spans[1].end && x + BLOCK > spans[1].first;
    const bool third = x < spans[2].end && x + BLOCK > spans[2].first;
    return third ? 3 : second ? 2 : 1;
}

static inline void draw_row(const glow_stroke *stroke, const strips *of, const glow_band *band,
                            uint32_t row, const bool sum)
{
    const double y = (double)row + 0.5;
    span spans[GLOW_LIGHTS] = { { 0, 0 } };
    for (int i = 0; i < stroke->lights; i++)
        spans[i] = find_span(stroke, of, stroke->reach[i].radius, y, band->width);
    const size_t start = (size_t)row * band->width;
    for (uint32_t x = spans[0].first; x < spans[0].end; x += BLOCK) {
        float *const at[] = { band->planes[0] + start + x, band->planes[1] + start + x,
                              band->planes[2] + start + x };
        const block_place place = place_block(stroke, (double)x + 0.5, y);
        const int lights = lights_in(spans, x);
        if (x + BLOCK <= band->width)
            draw_whole_block(stroke, place, at[0], at[1], at[2], lights, sum);
        else
            draw_part_block(stroke, place, at, band->width - x, lights, sum);
    }
}

static inline void draw(const glow_stroke *stroke, const glow_band *band, const bool sum)
{
    const strips of = find_strips(stroke);
    const double radius = stroke->reach[0].radius, height = (double)band->end;
    const double top = exact_max(of.top - radius - 0.5, (double)band->first);
    const double bottom = exact_min(of.bottom + radius + 0.5, height);
    if (!(top < bottom)) return;
    const uint32_t end = (uint32_t)exact_ceil(bottom);
    for (uint32_t row = (uint32_t)top; row < end; row++) draw_row(stroke, &of, band, row, sum);
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
