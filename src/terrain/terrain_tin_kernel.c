// SPDX-License-Identifier: MIT
#include "terrain_tin_kernel.h"
#include "terrain_doubles.h"

// Compiled several times, QX_KERNELS being the name of the table. The largest of many is the same
// in any order, so only then is looked for where it is: seldom, as it has to beat the rows before.

INLINE double off_at(const tin_span *s, uint32_t i, double height)
{
    const double off = (s->start + (double)i * s->across) - s->area * height;
    return off < 0.0 ? -off : off;
}

#if WIDTH > 1

typedef uint16_t codes_16 __attribute__((vector_size(2 * WIDTH)));
typedef int32_t codes_32 __attribute__((vector_size(4 * WIDTH)));
typedef float floats_32 __attribute__((vector_size(4 * WIDTH)));

INLINE lanes widen_16(const uint16_t *from)
{
    codes_16 value;
    memcpy(&value, from, sizeof value);
    return __builtin_convertvector(__builtin_convertvector(value, codes_32), lanes);
}

INLINE lanes widen_32(const float *from)
{
    floats_32 value;
    memcpy(&value, from, sizeof value);
    return __builtin_convertvector(value, lanes);
}

INLINE lanes first_places(void)
{
    double places[WIDTH];
    for (uint32_t i = 0; i < WIDTH; i++) places[i] = i;
    return load(places);
}

INLINE double largest(lanes a)
{
    double values[WIDTH], most = 0.0;
    store(values, a);
    for (uint32_t i = 0; i < WIDTH; i++) most = values[i] > most ? values[i] : most;
    return most;
}

#define WHOLE_BLOCKS(WIDEN)                                                                        \
    const uint32_t whole = s->count - s->count % WIDTH;                                            \
    lanes most_lanes = 0.0 * first_places(), place = first_places();                               \
    for (uint32_t i = 0; i < whole; i += WIDTH, place += (double)WIDTH) {                          \
        const lanes off = (s->start + place * s->across) - s->area * WIDEN(from + i);              \
        most_lanes = larger(magnitude(off), most_lanes);                                           \
    }                                                                                              \
    double most = largest(most_lanes);

#else

#define WHOLE_BLOCKS(WIDEN)                                                                        \
    const uint32_t whole = 0;                                                                      \
    double most = 0.0;

#endif

#define SPAN(NAME, TYPE, WIDEN)                                                                    \
    static void NAME(const TYPE *from, tin_span *s)                                                \
    {                                                                                              \
        WHOLE_BLOCKS(WIDEN)                                                                        \
        for (uint32_t i = whole; i < s->count; i++) {                                              \
            const double off = off_at(s, i, (double)from[i]);                                      \
            most = off > most ? off : most;                                                        \
        }                                                                                          \
        if (!(most > s->worst)) return;                                                            \
        s->worst = most;                                                                           \
        s->at = 0;                                                                                 \
        while (off_at(s, s->at, (double)from[s->at]) != most) s->at++;                             \
    }

SPAN(span_16, uint16_t, widen_16)
SPAN(span_32, float, widen_32)

const tin_kernels QX_KERNELS = { span_16, span_32 };
