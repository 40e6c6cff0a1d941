// SPDX-License-Identifier: MIT
#pragma once

#include "base/hints.h"

#include <stdint.h>
#include <string.h>

#if !defined(QX_ONE_LANE) && defined(__GNUC__) && defined(__AVX__)
#include <immintrin.h>
#endif

// As many doubles at a time as the instruction set has, as base/lanes.h has floats.
#if defined(QX_ONE_LANE) || !defined(__GNUC__)
#define WIDTH 1u
typedef double lanes;
typedef int64_t masks;
#else
#if defined(__AVX512F__)
#define WIDTH 8u
#elif defined(__AVX__)
#define WIDTH 4u
#else
#define WIDTH 2u
#endif
typedef double lanes __attribute__((vector_size(8 * WIDTH)));
#if WIDTH == 8u
typedef uint8_t masks;
#else
typedef int64_t masks __attribute__((vector_size(8 * WIDTH)));
#endif
#endif

INLINE lanes load(const double *from)
{
    lanes value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE void store(double *to, lanes value)
{
    memcpy(to, &value, sizeof value);
}

#if WIDTH == 1

INLINE masks at_most(lanes a, lanes b)
{
    return -(a <= b);
}

INLINE masks others(masks mask)
{
    return ~mask;
}

INLINE lanes choose(masks mask, lanes a, lanes b)
{
    return mask ? a : b;
}

INLINE lanes where(masks mask, lanes a)
{
    return mask ? a : 0.0;
}

INLINE lanes magnitude(lanes a)
{
    return a < 0.0 ? -a : a;
}

INLINE lanes larger(lanes a, lanes b)
{
    return a > b ? a : b;
}

#elif WIDTH == 8

// By name, since compilers make three operations of a choice written with & and |. The largest of
// two equal values is either: there are no zeros of different sign and no NaN here.
INLINE masks at_most(lanes a, lanes b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ);
}

INLINE masks others(masks mask)
{
    return (masks)~mask;
}

INLINE lanes choose(masks mask, lanes a, lanes b)
{
    return _mm512_mask_blend_pd(mask, b, a);
}

INLINE lanes where(masks mask, lanes a)
{
    return _mm512_maskz_mov_pd(mask, a);
}

INLINE lanes magnitude(lanes a)
{
    return _mm512_abs_pd(a);
}

INLINE lanes larger(lanes a, lanes b)
{
    return _mm512_max_pd(a, b);
}

#else

INLINE masks at_most(lanes a, lanes b)
{
    return a <= b;
}

INLINE masks others(masks mask)
{
    return ~mask;
}

INLINE lanes where(masks mask, lanes a)
{
    return (lanes)((masks)a & mask);
}

INLINE lanes magnitude(lanes a)
{
    return (lanes)((masks)a & INT64_MAX);
}

#if WIDTH == 4

INLINE lanes choose(masks mask, lanes a, lanes b)
{
    return _mm256_blendv_pd(b, a, (lanes)mask);
}

INLINE lanes larger(lanes a, lanes b)
{
    return _mm256_max_pd(a, b);
}

#else

INLINE lanes choose(masks mask, lanes a, lanes b)
{
    return (lanes)(((masks)a & mask) | ((masks)b & ~mask));
}

INLINE lanes larger(lanes a, lanes b)
{
    return choose(a > b, a, b);
}

#endif
#endif
