// SPDX-License-Identifier: MIT
#include "make_kernel.h"

#include <stddef.h>
#include <string.h>

// --- gradient noise (Perlin, "Improving Noise", 2002): quintic fade, gradients by hash

// Both multiplications are needed: with one, neighbouring rows look alike.
static inline uint32_t hash(uint32_t seed, int32_t x, int32_t y)
{
    uint32_t h = seed ^ (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 13) * 0x297A2D39u;
    return h ^ h >> 16;
}

// The dot product with a direction of nearly length 1 (0.99 to 1.02), evenly around the circle:
// (3a - a³) / 2 and 1 - a² come near sine and cosine. Perlin's eight directions show in hillshades.
static inline float slope(uint32_t h, float x, float y)
{
    const float a = (float)(int32_t)h * 0x1p-31f, square = a * a;
    const float along = 1.0f - square;
    return a * (1.5f - 0.5f * square) * x + (h & 1 ? along : -along) * y;
}

static inline float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static inline int32_t floor_of(float value)
{
    const int32_t whole = (int32_t)value;
    return whole - ((float)whole > value);
}

// From one period below the lattice to two beyond it.
static inline int32_t wrap(int32_t index, int32_t period)
{
    index += index < 0 ? period : 0;
    index -= index >= period ? period : 0;
    return index - (index >= period ? period : 0);
}

static inline int32_t next(int32_t index, int32_t period)
{
    return index + 1 == period ? 0 : index + 1;
}

static void noise(const noise_octave *octave, const noise_row *row, float *out)
{
    const noise_octave o = *octave;
    const int32_t times = (int32_t)(1u << o.doublings), row_cell = row->cell_y * times;
    const float scale = (float)times;
    const int32_t *cell_x = row->cell_x;
    const float *place_x = row->x, *place_y = row->y;
    const uint32_t count = row->count;
    for (uint32_t i = 0; i < count; i++) {
        float x = place_x[i] * scale + o.shift_x, y = place_y[i] * scale + o.shift_y;
        const int32_t whole_x = floor_of(x), whole_y = floor_of(y);
        x -= (float)whole_x;
        y -= (float)whole_y;
        const int32_t left = wrap(whole_x + cell_x[i] * times, o.period_x);
        const int32_t top = wrap(whole_y + row_cell, o.period_y);
        const int32_t right = next(left, o.period_x), bottom = next(top, o.period_y);
        const float lt = slope(hash(o.seed, left, top), x, y);
        const float rt = slope(hash(o.seed, right, top), x - 1.0f, y);
        const float lb = slope(hash(o.seed, left, bottom), x, y - 1.0f);
        const float rb = slope(hash(o.seed, right, bottom), x - 1.0f, y - 1.0f);
        const float u = fade(x), v = fade(y);
        const float above = lt + u * (rt - lt), below = lb + u * (rb - lb);
        out[i] = 1.4f * (above + v * (below - above));
    }
}

// --- slides (Musgrave, Kolb and Mace, 1989)

static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// What comes from there to here. Both sides of a pair compute the same amount, so nothing is lost.
// 0 for NaN. With the sign as a bit: gcc makes jumps of choices by it and then vectorises nothing.
static inline float flow(float here, float there, float rest)
{
    const uint32_t rise = bits_of(there - here);
    const float excess = float_of(rise & 0x7FFFFFFFu) - rest;
    return float_of(bits_of(excess > 0.0f ? excess : 0.0f) | (rise & 0x80000000u));
}

static void slide(const float *const rows[3], uint32_t count, float rest, float rest_across,
                  float *out)
{
    const float *above = rows[0], *row = rows[1], *below = rows[2];
    for (size_t i = 0; i < count; i++) { // of full width: i + 2 must not wrap
        const float here = row[i + 1];
        const float sides = (flow(here, row[i], rest) + flow(here, row[i + 2], rest)) +
                            (flow(here, above[i + 1], rest) + flow(here, below[i + 1], rest));
        const float corners =
            (flow(here, above[i], rest_across) + flow(here, above[i + 2], rest_across)) +
            (flow(here, below[i], rest_across) + flow(here, below[i + 2], rest_across));
        out[i] = here + 0.125f * sides + 0.0625f * corners;
    }
}

extern const make_kernels QX_KERNELS;
const make_kernels QX_KERNELS = { .noise = noise, .slide = slide };
