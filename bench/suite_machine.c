// SPDX-License-Identifier: MIT
// What the machine itself can do: the floor that other suites are compared with.
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

double bench_triad(float *a, const float *b, const float *c, size_t count)
{
    const double start = bench_seconds();
    for (size_t i = 0; i < count; i++) a[i] = b[i] + 3.0f * c[i];
    return bench_seconds() - start;
}

// The quickest of several passes: everything that disturbs a measurement makes it slower, never
// faster.
static double best_triad(float *arrays, size_t count)
{
    double best = bench_triad(arrays, arrays + count, arrays + 2 * count, count);
    for (int pass = 0; pass < 9; pass++) {
        const double seconds = bench_triad(arrays, arrays + count, arrays + 2 * count, count);
        if (seconds < best) best = seconds;
    }
    return best;
}

void suite_machine(void)
{
    const size_t count = (size_t)1 << 24; // 64 MiB an array, beyond any cache
    float *arrays = malloc(3 * count * sizeof *arrays);
    if (!arrays) {
        fputs("machine.triad: no memory for three arrays of 64 MiB, left out\n", stderr);
        return;
    }
    for (size_t i = 0; i < 3 * count; i++) arrays[i] = (float)(i & 1023);
    bench_metric("machine.triad", 12.0 * (double)count / best_triad(arrays, count) * 1e-9, "GB/s");
    free(arrays);
}
