// SPDX-License-Identifier: MIT
// The net against the tutorial's structure, against memory bandwidth, and against itself with
// pushes and workers. What is compared runs turn by turn in one process; of each the quickest run
// counts, since all that disturbs makes slower.
#include "bench.h"
#include "reference_grid.h"

#include <quincunx/grid.h>
#include <quincunx/random.h>

#ifdef QX_BENCH_WORKERS
#include "workers.h"
#endif

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 1280.0f
#define HEIGHT 720.0f
#define ROUNDS 30

static double least(double a, double b)
{
    return a < b ? a : b;
}

static qx_grid *make(uint32_t points, qx_grid_material material, qx_simd simd)
{
    qx_grid *grid;
    const qx_grid_desc desc = {
        .width = WIDTH, .height = HEIGHT, .points = points, .material = material, .simd = simd
    };
    const qx_result result = qx_grid_create(&desc, &grid);
    if (result != QX_OK)
        fprintf(stderr, "grid: a net of %u points: %s\n", points, qx_result_text(result));
    return grid;
}

static void explode(qx_grid *grid, qx_grid_law law, float x, float y, float strength)
{
    qx_grid_apply(grid, &(qx_grid_push){ .kind = QX_GRID_EXPLODE,
                                         .law = law,
                                         .x = x,
                                         .y = y,
                                         .radius = 80.0f,
                                         .strength = strength });
}

// A gentle stir, so that no net is measured at rest.
static void stir(qx_grid *grid)
{
    explode(grid, QX_GRID_SMOOTH, 500.0f, 300.0f, 2.0f);
    for (int tick = 0; tick < 10; tick++) qx_grid_step(grid, NULL);
}

static double time_step(qx_grid *grid, const qx_workers *on)
{
    const double start = bench_seconds();
    qx_grid_step(grid, on);
    return bench_seconds() - start;
}

static double time_reference(reference_grid *grid)
{
    const double start = bench_seconds();
    reference_grid_step(grid);
    return bench_seconds() - start;
}

static void compare_with_reference(void)
{
    qx_grid *grid = make(60000, QX_GRID_WORLD, QX_SIMD_BEST);
    if (!grid) return;
    const qx_grid_info info = qx_grid_get_info(grid);
    reference_grid *reference = reference_grid_create(WIDTH, HEIGHT, info.columns, info.rows);
    if (reference) {
        stir(grid);
        reference_grid_explode(reference, 2.0f, 500.0f, 300.0f, 80.0f);
        double ours = INFINITY, theirs = INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            ours = least(ours, time_step(grid, NULL) / (double)info.substeps);
            theirs = least(theirs, time_reference(reference));
        }
        bench_metric("grid.step.ns_per_point", ours * 1e9 / (double)info.points, "ns");
        bench_metric("grid.reference.ns_per_point", theirs * 1e9 / (double)info.points, "ns");
        bench_metric("grid.step.speedup_vs_reference", theirs / ours, "x");
        bench_metric("grid.tick.ms_60k_world", ours * (double)info.substeps * 1e3, "ms");
    }
    reference_grid_destroy(reference);
    qx_grid_destroy(grid);
}

static void each_instruction_set(void)
{
    for (int simd = QX_SIMD_SCALAR; simd <= QX_SIMD_NEON; simd++) {
        qx_simd found;
        if (qx_simd_resolve((qx_simd)simd, &found) != QX_OK) continue;
        qx_grid *grid = make(60000, QX_GRID_WORLD, found);
        if (!grid) continue;
        const qx_grid_info info = qx_grid_get_info(grid);
        stir(grid);
        double best = INFINITY;
        for (int round = 0; round < 8; round++) best = least(best, time_step(grid, NULL));
        char name[64];
        snprintf(name, sizeof name, "grid.step.ns_per_point.%s", qx_simd_text(found));
        bench_metric(name, best * 1e9 / (double)info.points / (double)info.substeps, "ns");
        qx_grid_destroy(grid);
    }
}

// 48 bytes a point: six floats read and written once.
static void compare_with_bandwidth(qx_grid *grid)
{
    const size_t count = (size_t)1 << 23; // 32 MiB an array
    float *arrays = calloc(3 * count, sizeof *arrays);
    if (!arrays) return;
    const double points = (double)qx_grid_get_info(grid).points;
    double step = INFINITY, triad = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        triad = least(triad, bench_triad(arrays, arrays + count, arrays + 2 * count, count));
        step = least(step, time_step(grid, NULL));
    }
    free(arrays);
    const double moved = 48.0 * points / step, bandwidth = 12.0 * (double)count / triad;
    bench_metric("grid.step.million_ms", step * 1e3, "ms");
    bench_metric("grid.step.bandwidth", moved * 1e-9, "GB/s");
    bench_metric("grid.step.bandwidth_share", moved / bandwidth, "x");
}

static double time_pushes(qx_grid *grid, qx_grid_law law, uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 1);
    const double start = bench_seconds();
    for (int i = 0; i < 200; i++)
        explode(grid, law, qx_random_range(&random, 0.0f, WIDTH),
                qx_random_range(&random, 0.0f, HEIGHT), 0.05f);
    qx_grid_step(grid, NULL);
    return bench_seconds() - start;
}

// What 200 explosions of radius 80 add to a step, over the step.
static void weigh_pushes(qx_grid *grid)
{
    double plain = INFINITY, smooth = INFINITY, tutorial = INFINITY;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        smooth = least(smooth, time_pushes(grid, QX_GRID_SMOOTH, round % 4));
        plain = least(plain, time_step(grid, NULL));
        tutorial = least(tutorial, time_pushes(grid, QX_GRID_TUTORIAL, round % 4));
        plain = least(plain, time_step(grid, NULL));
    }
    bench_metric("grid.force.cost_ratio", (smooth - plain) / plain, "x");
    bench_metric("grid.force.tutorial_cost_ratio", (tutorial - plain) / plain, "x");
}

static void million_points(void)
{
    qx_grid *grid = make(1000000, QX_GRID_CLASSIC, QX_SIMD_BEST);
    if (!grid) return;
    stir(grid);
    compare_with_bandwidth(grid);
    qx_grid_reset(grid);
    weigh_pushes(grid);
    qx_grid_destroy(grid);
}

#ifdef QX_BENCH_WORKERS
// A few steps in a row, so that the second thread is awake as it is in a tick of several sub-steps;
// the quickest counts.
static double time_burst(qx_grid *grid, const qx_workers *on)
{
    double best = INFINITY;
    for (int step = 0; step < 10; step++) best = least(best, time_step(grid, on));
    return best;
}

static void two_workers(void)
{
    qx_grid *grid = make(250000, QX_GRID_CLASSIC, QX_SIMD_BEST);
    workers *pool = workers_create(2);
    if (grid && pool) {
        stir(grid);
        double one = INFINITY, two = INFINITY;
        for (int round = 0; round < 4 * ROUNDS; round++) {
            one = least(one, time_burst(grid, NULL));
            two = least(two, time_burst(grid, workers_get(pool)));
        }
        bench_metric("grid.step.workers2_speedup", one / two, "x");
    }
    workers_destroy(pool);
    qx_grid_destroy(grid);
}
#endif

#define SPREADING 60

// The slowest tick while waves run into a net at rest, over one when they are everywhere: numbers
// ahead of a wave must not become denormal. Of each tick the quickest of some games counts.
static void watch_waves_spread(void)
{
    double ticks[SPREADING];
    for (int i = 0; i < SPREADING; i++) ticks[i] = INFINITY;
    double moving = INFINITY, slowest = 0.0;
    for (int game = 0; game < 20; game++) {
        qx_grid *grid = make(5000, QX_GRID_WORLD, QX_SIMD_BEST);
        if (!grid) return;
        qx_grid_apply(grid, &(qx_grid_push){ .kind = QX_GRID_DIRECTED,
                                             .x = 500.0f,
                                             .y = 300.0f,
                                             .radius = 80.0f,
                                             .strength = 2.0f });
        for (int i = 0; i < SPREADING; i++) ticks[i] = least(ticks[i], time_step(grid, NULL));
        for (int i = 0; i < 400; i++) moving = least(moving, time_step(grid, NULL));
        qx_grid_destroy(grid);
    }
    for (int i = 1; i < SPREADING; i++) slowest = ticks[i] > slowest ? ticks[i] : slowest;
    bench_metric("grid.tick.spreading_ratio", slowest / moving, "x");
}

static void count_allocations(void)
{
    unsigned count = 0;
    const qx_allocator allocator = bench_counting(&count);
    const qx_grid_desc desc = {
        .width = WIDTH, .height = HEIGHT, .points = 60000, .allocator = &allocator
    };
    qx_grid *grid;
    if (qx_grid_create(&desc, &grid) != QX_OK) return;
    count = 0;
    for (int tick = 0; tick < 60; tick++) {
        explode(grid, QX_GRID_SMOOTH, 640.0f, 360.0f, 1.0f);
        qx_grid_step(grid, NULL);
    }
    bench_metric("grid.tick.allocations", (double)count, "1");
    qx_grid_destroy(grid);
}

void suite_grid(void)
{
    // First, on memory fresh from the system: two threads suffer more than one from the small pages that
    // other nets leave behind.
#ifdef QX_BENCH_WORKERS
    two_workers();
#else
    fputs("grid.step.workers2_speedup: needs the arcade's workers (QX_BUILD_ARCADE), left out\n",
          stderr);
#endif
    compare_with_reference();
    each_instruction_set();
    million_points();
    watch_waves_spread();
    count_allocations();
}
