// SPDX-License-Identifier: MIT
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

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

static inline lanes load(const float *from)
{
    lanes value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline masks load_masks(const int32_t *from)
{
    masks value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline words load_words(const uint32_t *from)
{
    words value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store(float *to, lanes value)
{
    memcpy(to, &value, sizeof value);
}

static inline void store_masks(int32_t *to, masks value)
{
    memcpy(to, &value, sizeof value);
}

static inline void store_words(uint32_t *to, words value)
{
    memcpy(to, &value, sizeof value);
}

#if LANES == 1

static inline lanes spread(float value)
{
    return value;
}

static inline masks below(lanes a, lanes b)
{
    return -(a < b);
}

static inline masks is_cell(masks a, int32_t b)
{
    return -(a == b);
}

static inline lanes choose(masks mask, lanes a, lanes b)
{
    return mask ? a : b;
}

static inline words choose_words(masks mask, words a, words b)
{
    return mask ? a : b;
}

static inline lanes from_integers(masks value)
{
    return (float)value;
}

static inline masks to_integers(lanes value)
{
    return (int32_t)value;
}

static inline masks as_masks(words value)
{
    int32_t same;
    memcpy(&same, &value, sizeof same);
    return same;
}

static inline words as_words(lanes value)
{
    uint32_t same;
    memcpy(&same, &value, sizeof same);
    return same;
}

static inline lanes as_lanes(words value)
{
    float same;
    memcpy(&same, &value, sizeof same);
    return same;
}

#else

static inline lanes spread(float value)
{
    return (lanes){ 0 } + value;
}

static inline masks below(lanes a, lanes b)
{
    return a < b;
}

static inline masks is_cell(masks a, int32_t b)
{
    return a == b;
}

static inline lanes choose(masks mask, lanes a, lanes b)
{
    return (lanes)(((masks)a & mask) | ((masks)b & ~mask));
}

static inline words choose_words(masks mask, words a, words b)
{
    return (a & (words)mask) | (b & ~(words)mask);
}

static inline lanes from_integers(masks value)
{
    return __builtin_convertvector(value, lanes);
}

static inline masks to_integers(lanes value)
{
    return __builtin_convertvector(value, masks);
}

static inline masks as_masks(words value)
{
    return (masks)value;
}

static inline words as_words(lanes value)
{
    return (words)value;
}

static inline lanes as_lanes(words value)
{
    return (lanes)value;
}

#endif

static inline int is_any(masks mask)
{
    int32_t parts[LANES], any = 0;
    store_masks(parts, mask);
    for (int i = 0; i < LANES; i++) any |= parts[i];
    return any != 0;
}

// Lane by lane through memory: compilers make one instruction of it.
static inline lanes least_of(lanes a, lanes b)
{
    float x[LANES], y[LANES];
    store(x, a);
    store(y, b);
    for (int i = 0; i < LANES; i++) x[i] = x[i] < y[i] ? x[i] : y[i];
    return load(x);
}

static inline lanes most_of(lanes a, lanes b)
{
    float x[LANES], y[LANES];
    store(x, a);
    store(y, b);
    for (int i = 0; i < LANES; i++) x[i] = x[i] > y[i] ? x[i] : y[i];
    return load(x);
}

static inline lanes root(lanes value)
{
    float parts[LANES];
    store(parts, value);
    for (int i = 0; i < LANES; i++) parts[i] = sqrtf(parts[i]);
    return load(parts);
}
