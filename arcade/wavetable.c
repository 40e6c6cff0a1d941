// SPDX-License-Identifier: MIT
// The tables are sums of sines. A step that is rounded over two samples (polyBLEP) needs no memory,
// but leaves a saw of 5 kHz with mirrored partials at -22 dB; sums leave none, and reading them
// costs less.
#include "wavetable.h"

#include <math.h>

#define TURN 6.28318530717958647692

// Half-octave steps: a wave never loses more than the top half octave of what it could have.
static const uint32_t harmonics_of[WAVETABLE_LEVELS] = {
    1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512,
};

// Every level at one place of the period. sin(n a) follows from the two before it: sin(n a + a) = 2
// cos(a) sin(n a) - sin(n a - a), which in double stays exact far below a float's last place for
// 512 steps.
static void fill_place(wavetable *t, uint32_t place)
{
    const double angle = TURN * (double)place / (double)WAVETABLE_SIZE;
    const double twice_cosine = 2.0 * cos(angle);
    double before = 0.0, now = sin(angle);
    double saw = 0.0, triangle = 0.0;
    uint32_t n = 1;
    t->sine[place] = (float)now;
    for (uint32_t level = 0; level < WAVETABLE_LEVELS; level++) {
        for (; n <= harmonics_of[level]; n++) {
            saw += now / (double)n;
            if (n % 2 == 1) triangle += (n % 4 == 1 ? now : -now) / ((double)n * (double)n);
            const double next = twice_cosine * now - before;
            before = now;
            now = next;
        }
        t->saw[level][place] = (float)(saw * 4.0 / TURN);
        t->triangle[level][place] = (float)(triangle * 32.0 / (TURN * TURN));
    }
}

void wavetable_fill(wavetable *t)
{
    for (uint32_t place = 0; place < WAVETABLE_SIZE; place++) fill_place(t, place);
    t->sine[WAVETABLE_SIZE] = t->sine[0];
    for (uint32_t level = 0; level < WAVETABLE_LEVELS; level++) {
        t->saw[level][WAVETABLE_SIZE] = t->saw[level][0];
        t->triangle[level][WAVETABLE_SIZE] = t->triangle[level][0];
    }
}

uint32_t wavetable_level(float harmonics)
{
    uint32_t level = WAVETABLE_LEVELS - 1;
    while (level > 0 && (float)harmonics_of[level] > harmonics) level--;
    return level;
}
