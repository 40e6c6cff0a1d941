// SPDX-License-Identifier: MIT
// Making maps, part of the suite `terrain`: one core, the quickest of several runs.
#include "bench.h"

#include <quincunx/terrain_make.h>

#include <stdio.h>
#include <stdlib.h>

#define SIDE 4097u
#define RAIN_SIDE 1025u

// Seconds of the quickest run; 0 where it could not be had.
static double measure(const qx_terrain_make *make, float *heights, int rounds)
{
    double best = 0.0;
    for (int i = 0; i < rounds; i++) {
        const double start = bench_seconds();
        const qx_result result = qx_terrain_generate(make, NULL, heights);
        const double seconds = bench_seconds() - start;
        if (result != QX_OK) {
            fprintf(stderr, "terrain: making a map: %s\n", qx_result_text(result));
            return 0.0;
        }
        if (best == 0.0 || seconds < best) best = seconds;
    }
    return best;
}

static void measure_shapes(float *heights)
{
    static const char *const names[QX_TERRAIN_SHAPE_COUNT] = { "terrain.make.hills_ms",
                                                               "terrain.make.ridges_ms",
                                                               "terrain.make.island_ms",
                                                               "terrain.make.dunes_ms" };
    for (int shape = 0; shape < QX_TERRAIN_SHAPE_COUNT; shape++) {
        const qx_terrain_make make = { .columns = SIDE,
                                       .rows = SIDE,
                                       .shape = (qx_terrain_shape)shape };
        const double seconds = measure(&make, heights, 3);
        if (seconds > 0.0) bench_metric(names[shape], seconds * 1e3, "ms");
    }
}

// Each less the same map without weather.
static void measure_weather(float *heights)
{
    qx_terrain_make make = { .columns = RAIN_SIDE, .rows = RAIN_SIDE };
    const double dry = measure(&make, heights, 5);
    make.rain = 100000;
    const double wet = measure(&make, heights, 2);
    if (wet > dry) bench_metric("terrain.make.rain_kdrops_per_s", 100.0 / (wet - dry), "k/s");
    make.rain = 0;
    make.slides = 100;
    const double slid = measure(&make, heights, 3);
    const double samples = 100.0 * RAIN_SIDE * RAIN_SIDE;
    if (slid > dry)
        bench_metric("terrain.make.slide_msamples_per_s", samples / (slid - dry) * 1e-6,
                     "Msamples/s");
}

void suite_terrain_make(void)
{
    float *heights = malloc(sizeof *heights * SIDE * SIDE);
    if (!heights) {
        fputs("terrain: no memory for a map\n", stderr);
        return;
    }
    measure_shapes(heights);
    measure_weather(heights);
    free(heights);
}
