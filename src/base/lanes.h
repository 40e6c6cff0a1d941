// SPDX-License-Identifier: MIT
#pragma once

#include "hints.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// As many floats at a time as the instruction set has, by the vector types of gcc and clang, whose
// operators are those of one float; with one lane they are float, and every width gives the same
// bits. Loops over arrays would spill what the pose and the joints keep in registers. Only for
// kernel files.

#if defined(QX_ONE_LANE) || !defined(__GNUC__)
#define LANES 1
typedef float lanes;
typedef int32_t masks;
typedef uint32_t words;
#else
#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX__)
#define LANES 8
#else
#define LANES 4
#endif
typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t masks __attribute__((vector_size(4 * LANES)));
typedef uint32_t words __attribute__((vector_size(4 * LANES)));
#endif

INLINE lanes load(const float *from)
{
    lanes value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE masks load_masks(const int32_t *from)
{
    masks value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE words load_words(const uint32_t *from)
{
    words value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE void store(float *to, lanes value)
{
    memcpy(to, &value, sizeof value);
}

INLINE void store_masks(int32_t *to, masks value)
{
    memcpy(to, &value, sizeof value);
}

INLINE void store_words(uint32_t *to, words value)
{
    memcpy(to, &value, sizeof value);
}

#if LANES == 1

INLINE lanes spread(float value)
{
    return value;
}

INLINE masks below(lanes a, lanes b)
{
    return -(a < b);
}

INLINE masks is_cell(masks a, int32_t b)
{
    return -(a == b);
}

INLINE lanes choose(masks mask, lanes a, lanes b)
{
    return mask ? a : b;
}

INLINE words choose_words(masks mask, words a, words b)
{
    return mask ? a : b;
}

INLINE lanes from_integers(masks value)
{
    return (float)value;
}

INLINE masks to_integers(lanes value)
{
    return (int32_t)value;
}

INLINE masks as_masks(words value)
{
    int32_t same;
    memcpy(&same, &value, sizeof same);
    return same;
}

INLINE words words_of(masks value)
{
    return (uint32_t)value;
}

INLINE words as_words(lanes value)
{
    uint32_t same;
    memcpy(&same, &value, sizeof same);
    return same;
}

INLINE lanes as_lanes(words value)
{
    float same;
    memcpy(&same, &value, sizeof same);
    return same;
}

#else

// Written out: adding to zeros would be an addition, for the sake of -0.
INLINE lanes spread(float value)
{
#define FOUR value, value, value, value
#if LANES == 16
    return (lanes){ FOUR, FOUR, FOUR, FOUR };
#elif LANES == 8
    return (lanes){ FOUR, FOUR };
#else
    return (lanes){ FOUR };
#endif
#undef FOUR
}

INLINE masks below(lanes a, lanes b)
{
    return a < b;
}

INLINE masks is_cell(masks a, int32_t b)
{
    return a == b;
}

INLINE lanes choose(masks mask, lanes a, lanes b)
{
    return (lanes)(((masks)a & mask) | ((masks)b & ~mask));
}

INLINE words choose_words(masks mask, words a, words b)
{
    return (a & (words)mask) | (b & ~(words)mask);
}

INLINE lanes from_integers(masks value)
{
    return __builtin_convertvector(value, lanes);
}

INLINE masks to_integers(lanes value)
{
    return __builtin_convertvector(value, masks);
}

INLINE masks as_masks(words value)
{
    return (masks)value;
}

INLINE words words_of(masks value)
{
    return (words)value;
}

INLINE words as_words(lanes value)
{
    return (words)value;
}

INLINE lanes as_lanes(words value)
{
    return (lanes)value;
}

#endif

INLINE lanes magnitude(lanes value)
{
    return as_lanes(as_words(value) & UINT32_MAX >> 1);
}

// Slow in vectors: once a loop, not once a turn.
INLINE int is_any(masks mask)
{
    int32_t parts[LANES], any = 0;
    store_masks(parts, mask);
    for (int i = 0; i < LANES; i++) any |= parts[i];
    return any != 0;
}

INLINE lanes least_of(lanes a, lanes b)
{
    return choose(below(a, b), a, b);
}

INLINE lanes most_of(lanes a, lanes b)
{
    return choose(below(a, b), b, a);
}

// The value where the mask is not set, elsewhere 0.
INLINE lanes unless(masks mask, lanes value)
{
    return as_lanes(as_words(value) & ~words_of(mask));
}

// a < b ? a : b, a > b ? a : b and the square root. One instruction each on x86, where compilers do
// not make it of the selection; elsewhere lane by lane through memory, which they see through in
// short loops.
#if LANES > 1 && defined(__SSE2__)

#if LANES == 16
#define LANES_CALL(name) _mm512_##name##_ps
#elif LANES == 8
#define LANES_CALL(name) _mm256_##name##_ps
#else
#define LANES_CALL(name) _mm_##name##_ps
#endif

INLINE lanes least_lanes(lanes a, lanes b)
{
    return LANES_CALL(min)(a, b);
}

INLINE lanes most_lanes(lanes a, lanes b)
{
    return LANES_CALL(max)(a, b);
}

INLINE lanes root(lanes value)
{
    return LANES_CALL(sqrt)(value);
}

#undef LANES_CALL

#else

INLINE lanes least_lanes(lanes a, lanes b)
{
    float x[LANES], y[LANES];
    store(x, a);
    store(y, b);
    for (int i = 0; i < LANES; i++) x[i] = x[i] < y[i] ? x[i] : y[i];
    return load(x);
}

INLINE lanes most_lanes(lanes a, lanes b)
{
    float x[LANES], y[LANES];
    store(x, a);
    store(y, b);
    for (int i = 0; i < LANES; i++) x[i] = x[i] > y[i] ? x[i] : y[i];
    return load(x);
}

INLINE lanes root(lanes value)
{
    float parts[LANES];
    store(parts, value);
    for (int i = 0; i < LANES; i++) parts[i] = sqrtf(parts[i]);
    return load(parts);
}

#endif
