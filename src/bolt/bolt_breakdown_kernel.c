// SPDX-License-Identifier: MIT
#include "bolt_breakdown_kernel.h"

#include "base/lanes.h"

#include <stdbool.h>

// A block is this many registers. Sums are kept in them by hand: those of plain loops would stay in
// memory.
#define PARTS (BREAKDOWN_BLOCK / LANES)
#define FOR_PARTS(p) for (uint32_t p = 0; p < PARTS; p++)

// 1 / sqrt by the halved exponent and two steps of Newton's: within 5e-6, and on most processors
// three times as quick as a root and a division.
static inline lanes root_inverse(lanes square)
{
    const lanes half = square * 0.5f;
    lanes y = as_lanes(UINT32_C(0x5F375A86) - (as_words(square) >> 1));
    y *= 1.5f - half * y * y;
    y *= 1.5f - half * y * y;
    return y;
}

// Softened, so that a particle on top of a site stays finite.
static inline lanes nearness(lanes x, lanes y, lanes z)
{
    return root_inverse(((x * x + y * y) + z * z) + 0.01f);
}

// The lanes of a block made one, in halves of halves.
typedef float (*joining)(float, float);

static inline float sum_of(float a, float b)
{
    return a + b;
}

static inline float lesser_of(float a, float b)
{
    return a < b ? a : b;
}

static inline float greater_of(float a, float b)
{
    return a > b ? a : b;
}

static inline float join(const lanes *parts, joining with)
{
    float all[BREAKDOWN_BLOCK];
    FOR_PARTS(p) store(all + p * LANES, parts[p]);
    for (uint32_t i = 0; i < 8; i++) all[i] = with(all[i], all[i + 8]);
    for (uint32_t i = 0; i < 4; i++) all[i] = with(all[i], all[i + 4]);
    return with(with(all[0], all[2]), with(all[1], all[3]));
}

static inline breakdown_range repel(const breakdown_sites *s, qx_vec3 at, float strength,
                                    bool solid)
{
    lanes low[PARTS], high[PARTS];
    FOR_PARTS(p) low[p] = spread(1e30f);
    FOR_PARTS(p) high[p] = spread(-1e30f);
    for (uint32_t i = 0; i < s->count; i += BREAKDOWN_BLOCK) {
        FOR_PARTS(p)
        {
            const uint32_t k = i + p * LANES;
            const lanes x = load(s->x + k) - at.x, y = load(s->y + k) - at.y;
            const lanes z = solid ? load(s->z + k) - at.z : spread(0.0f);
            const lanes potential = load(s->potential + k) - strength * nearness(x, y, z);
            store(s->potential + k, potential);
            low[p] = least_of(potential, low[p]);
            high[p] = most_of(potential, high[p]);
        }
    }
    return (breakdown_range){ join(low, lesser_of), join(high, greater_of) };
}

static breakdown_range repel_flat(const breakdown_sites *sites, qx_vec3 at, float strength)
{
    return repel(sites, at, strength, false);
}

static breakdown_range repel_solid(const breakdown_sites *sites, qx_vec3 at, float strength)
{
    return repel(sites, at, strength, true);
}

static float crowd(const float *px, const float *py, const float *pz, uint32_t count, qx_vec3 at)
{
    lanes sums[PARTS];
    FOR_PARTS(p) sums[p] = spread(0.0f);
    for (uint32_t i = 0; i < count; i += BREAKDOWN_BLOCK) {
        FOR_PARTS(p)
        {
            const uint32_t k = i + p * LANES;
            sums[p] += nearness(load(px + k) - at.x, load(py + k) - at.y, load(pz + k) - at.z);
        }
    }
    return join(sums, sum_of);
}

// A power of numbers from 0 to 1, whole exponents by squaring.
static inline lanes whole_power(lanes base, uint32_t exponent)
{
    lanes result = exponent & 1 ? base : spread(1.0f);
    for (exponent >>= 1; exponent; exponent >>= 1) {
        base *= base;
        if (exponent & 1) result *= base;
    }
    return result;
}

// log2 of 1e-30 to 1: the exponent, and the series of the area tangent for a mantissa around 1.
static inline lanes logarithm(lanes value)
{
    const words bits = as_words(value) + (UINT32_C(0x3F800000) - UINT32_C(0x3F3504F3));
    const lanes mantissa = as_lanes((bits & UINT32_C(0x007FFFFF)) + UINT32_C(0x3F3504F3));
    // The exponent's digits as a float's last ones: no conversion of integers is wanted.
    const lanes exponent = as_lanes(UINT32_C(0x4B000000) | bits >> 23) - (8388608.0f + 127.0f);
    const lanes s = (mantissa - 1.0f) / (mantissa + 1.0f);
    const lanes q = s * s;
    const lanes series = 2.8853901f + q * (0.96179669f + q * (0.57707802f + q * 0.41219859f));
    return exponent + s * series;
}

// 2 to a power of -126 to 0.
static inline lanes exponential(lanes power)
{
    const lanes whole = from_integers(to_integers(power - 0.5f)); // toward 0: up
    const lanes f = (power - whole) * 0.69314718f;
    const lanes half = 0.5f + f * (0.16666667f + f * (0.041666667f + f * 0.0083333333f));
    const words bits = as_words(whole + (8388608.0f + 127.0f)) << 23;
    return as_lanes(bits) * (1.0f + f * (1.0f + f * half));
}

static inline lanes any_power(lanes base, float exponent)
{
    const lanes least = spread(1e-30f);
    const lanes power = most_of(logarithm(most_of(base, least)) * exponent, spread(-126.0f));
    return choose(below(least, base), exponential(power), spread(0.0f));
}

static inline void weigh_block(const breakdown_sites *s, uint32_t at, float low, float scale,
                               float eta, uint32_t whole)
{
    FOR_PARTS(p)
    {
        const uint32_t k = at + p * LANES;
        const lanes share = most_of((load(s->potential + k) - low) * scale, spread(0.0f));
        store(s->weight + k, whole ? whole_power(share, whole) : any_power(share, eta));
    }
    for (uint32_t k = s->count; k < at + BREAKDOWN_BLOCK; k++) s->weight[k] = 0.0f;
}

static inline void weigh_all(const breakdown_sites *s, float low, float scale, float eta,
                             uint32_t whole)
{
    for (uint32_t first = 0; first < s->count; first += BREAKDOWN_GROUP) {
        const uint32_t rest = s->count - first;
        const uint32_t end = first + (rest < BREAKDOWN_GROUP ? rest : BREAKDOWN_GROUP);
        lanes sums[PARTS];
        FOR_PARTS(p) sums[p] = spread(0.0f);
        for (uint32_t i = first; i < end; i += BREAKDOWN_BLOCK) {
            weigh_block(s, i, low, scale, eta, whole);
            FOR_PARTS(p) sums[p] += load(s->weight + i + p * LANES);
        }
        float *out = s->sums + first / BREAKDOWN_GROUP * BREAKDOWN_BLOCK;
        FOR_PARTS(p) store(out + p * LANES, sums[p]);
    }
}

// The default by itself, so that its squarings are known to the compiler.
static void weigh(const breakdown_sites *sites, float low, float scale, float eta)
{
    const uint32_t whole = (uint32_t)eta;
    if (whole == 4 && eta == 4.0f)
        weigh_all(sites, low, scale, eta, 4);
    else if ((float)whole == eta)
        weigh_all(sites, low, scale, eta, whole);
    else
        weigh_all(sites, low, scale, eta, 0);
}

const breakdown_kernels QX_KERNELS = {
    .repel_flat = repel_flat,
    .repel_solid = repel_solid,
    .crowd = crowd,
    .weigh = weigh,
};
