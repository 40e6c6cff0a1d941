// SPDX-License-Identifier: MIT
#include "terrain_normals_kernel.h"

#include "base/hints.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__) && !defined(QX_ONE_LANE)
#include <immintrin.h>
#endif

// Compiled several times, QX_KERNELS being the name of the table. Every loop body is a fixed
// sequence of single operations, so each instruction set gives the same bits.

// Adding it rounds to a whole number, which is then in the lower bits.
#define ROUND 12582912.0f

// Slopes by one rule from samples of one type: differences of codes are exact as integers.
#define SLOPES(NAME, SAMPLE, NUMBER, ACROSS, DOWN)                                                 \
    static void NAME(const terrain_run *run, float *x, float *z)                                   \
    {                                                                                              \
        const SAMPLE *up = run->up, *here = run->here, *down = run->down;                          \
        const float scale_x = run->x, scale_z = run->z;                                            \
        const size_t count = run->count;                                                           \
        EACH_ALONE                                                                                 \
        for (size_t i = 0; i < count; i++) {                                                       \
            const NUMBER l = here[(ptrdiff_t)i - 1], r = here[i + 1], u = up[i], d = down[i];      \
            x[i] = (float)(ACROSS)*scale_x;                                                        \
            z[i] = (float)(DOWN)*scale_z;                                                          \
        }                                                                                          \
    }

// The corners of the neighbouring cells: left up and so on.
#define LU (NUMBER_OF) up[(ptrdiff_t)i - 1]
#define RU (NUMBER_OF) up[i + 1]
#define LD (NUMBER_OF) down[(ptrdiff_t)i - 1]
#define RD (NUMBER_OF) down[i + 1]

#define NUMBER_OF int32_t
SLOPES(central_codes, uint16_t, int32_t, r - l, d - u)
SLOPES(rt_lb_codes, uint16_t, int32_t, 2 * (r - l) + (d - LD) + (RU - u),
       2 * (d - u) + (LD - l) + (r - RU))
SLOPES(lt_rb_codes, uint16_t, int32_t, 2 * (r - l) + (u - LU) + (RD - d),
       2 * (d - u) + (l - LU) + (RD - r))
SLOPES(eight_codes, uint16_t, int32_t, 2 * (r - l) + (RU - LU) + (RD - LD),
       2 * (d - u) + (LD - LU) + (RD - RU))
#undef NUMBER_OF

#define NUMBER_OF float
SLOPES(central_heights, float, float, r - l, d - u)
SLOPES(rt_lb_heights, float, float, 2 * (r - l) + (d - LD) + (RU - u),
       2 * (d - u) + (LD - l) + (r - RU))
SLOPES(lt_rb_heights, float, float, 2 * (r - l) + (u - LU) + (RD - d),
       2 * (d - u) + (l - LU) + (RD - r))
SLOPES(eight_heights, float, float, 2 * (r - l) + (RU - LU) + (RD - LD),
       2 * (d - u) + (LD - LU) + (RD - RU))
#undef NUMBER_OF

static void slopes_of_codes(const terrain_run *run, float *x, float *z)
{
    switch (run->rule) {
    case TERRAIN_SIX_RT_LB: rt_lb_codes(run, x, z); break;
    case TERRAIN_SIX_LT_RB: lt_rb_codes(run, x, z); break;
    case TERRAIN_EIGHT: eight_codes(run, x, z); break;
    default: central_codes(run, x, z);
    }
}

static void slopes_of_heights(const terrain_run *run, float *x, float *z)
{
    switch (run->rule) {
    case TERRAIN_SIX_RT_LB: rt_lb_heights(run, x, z); break;
    case TERRAIN_SIX_LT_RB: lt_rb_heights(run, x, z); break;
    case TERRAIN_EIGHT: eight_heights(run, x, z); break;
    default: central_heights(run, x, z);
    }
}

static void normals(const float *x, const float *z, uint32_t count, float *out)
{
    EACH_ALONE
    for (size_t i = 0; i < count; i++) {
        const float y = 1.0f / sqrtf((x[i] * x[i] + 1.0f) + z[i] * z[i]);
        out[3 * i] = 0.0f - y * x[i]; // never -0
        out[3 * i + 1] = y;
        out[3 * i + 2] = 0.0f - y * z[i];
    }
}

static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void octahedral(const float *x, const float *z, uint32_t count, uint32_t *out)
{
    EACH_ALONE
    for (size_t i = 0; i < count; i++) {
        const float scale = 32767.0f / ((fabsf(x[i]) + 1.0f) + fabsf(z[i]));
        const uint32_t a = bits_of(ROUND - x[i] * scale), b = bits_of(ROUND - z[i] * scale);
        out[i] = (a & 0xFFFF) | b << 16;
    }
}

static void decode(const terrain_code *code, const uint16_t *codes, uint32_t count, float *out)
{
    const double low = code->low, span = code->span;
    const float high = code->high;
    EACH_ALONE
    for (size_t i = 0; i < count; i++) {
        const float height = (float)(low + span * ((double)codes[i] / 65535.0));
        out[i] = codes[i] == 65535 ? high : height;
    }
}

static void positions(const float *x, const float *heights, float z, uint32_t count, float *out)
{
    float all_z[TERRAIN_RUN]; // one value for all would keep gcc from vectorising the other loop
    for (size_t i = 0; i < count; i++) all_z[i] = z;
    EACH_ALONE
    for (size_t i = 0; i < count; i++) {
        out[3 * i] = x[i];
        out[3 * i + 1] = heights[i];
        out[3 * i + 2] = all_z[i];
    }
}

static void pairs(const float *u, float v, uint32_t count, float *out)
{
    EACH_ALONE
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = u[i];
        out[2 * i + 1] = v;
    }
}

static void tangents(const float *x, uint32_t count, float *out)
{
    EACH_ALONE
    for (size_t i = 0; i < count; i++) {
        const float scale = 1.0f / sqrtf(x[i] * x[i] + 1.0f);
        out[4 * i] = scale;
        out[4 * i + 1] = scale * x[i];
        out[4 * i + 2] = 0.0f;
        out[4 * i + 3] = -1.0f;
    }
}

static void indices(const uint32_t *pattern, uint32_t first, uint32_t count, uint32_t *out)
{
    EACH_ALONE
    for (size_t i = 0; i < count; i++) out[i] = pattern[i] + first;
}

static void indices16(const uint32_t *pattern, uint32_t first, uint32_t count, uint16_t *out)
{
    EACH_ALONE
    for (size_t i = 0; i < count; i++) out[i] = (uint16_t)(pattern[i] + first);
}

#if defined(__AVX512F__) && !defined(QX_ONE_LANE)
static inline void stream_line(char *to, const char *from)
{
    _mm512_stream_si512((void *)to, _mm512_loadu_si512(from));
}
#elif defined(__x86_64__) && !defined(QX_ONE_LANE)
static inline void stream_line(char *to, const char *from)
{
    for (int i = 0; i < 64; i += 16)
        _mm_stream_si128((void *)(to + i), _mm_loadu_si128((const void *)(from + i)));
}
#endif

static void stream(void *to, const void *from, size_t bytes)
{
#if defined(__x86_64__) && !defined(QX_ONE_LANE)
    for (size_t at = 0; at < bytes; at += 64) stream_line((char *)to + at, (const char *)from + at);
#else
    memcpy(to, from, bytes);
#endif
}

static void settle(void)
{
#if defined(__x86_64__) && !defined(QX_ONE_LANE)
    _mm_sfence();
#endif
}

extern const terrain_kernels QX_KERNELS;
const terrain_kernels QX_KERNELS = {
    .slopes_of_codes = slopes_of_codes,
    .slopes_of_heights = slopes_of_heights,
    .normals = normals,
    .octahedral = octahedral,
    .decode = decode,
    .positions = positions,
    .pairs = pairs,
    .tangents = tangents,
    .indices = indices,
    .indices16 = indices16,
    .stream = stream,
    .settle = settle,
};
