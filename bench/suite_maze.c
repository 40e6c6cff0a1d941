// SPDX-License-Identifier: MIT
// Mazes: how many cells a second are made and searched, and what a long stream takes. Of each the
// quickest run counts, since all that disturbs makes slower.
#include "bench.h"

#include <quincunx/maze.h>

#ifdef QX_BENCH_WORKERS
#include "workers.h"
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 256u
#define ROUNDS 12

static const double cells = (double)SIDE * SIDE * SIDE;

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double time_create(const qx_maze_desc *desc, const qx_workers *on)
{
    qx_maze *maze;
    const double start = bench_seconds();
    const qx_result result = qx_maze_create(desc, on, &maze);
    const double taken = bench_seconds() - start;
    if (result != QX_OK) fprintf(stderr, "maze: %s\n", qx_result_text(result));
    qx_maze_destroy(maze);
    return result == QX_OK ? taken : INFINITY;
}

static void eller(void)
{
    qx_maze_desc desc = { .width = SIDE, .height = SIDE, .depth = SIDE };
    double best = INFINITY;
    for (desc.seed = 0; desc.seed < ROUNDS; desc.seed++)
        best = least(best, time_create(&desc, NULL));
    bench_metric("maze.eller3d.mcells_per_s", cells / best * 1e-6, "Mcells/s");
}

// Slabs against the same slabs, so that threads alone make the difference.
static void two_workers(void)
{
#ifdef QX_BENCH_WORKERS
    workers *pool = workers_create(2);
    if (!pool) return;
    const qx_maze_desc desc = { .width = SIDE, .height = SIDE, .depth = SIDE, .slab_height = 16 };
    double one = INFINITY, two = INFINITY;
    for (int round = 0; round < 2 * ROUNDS; round++) {
        one = least(one, time_create(&desc, NULL));
        two = least(two, time_create(&desc, workers_get(pool)));
    }
    workers_destroy(pool);
    bench_metric("maze.eller3d.slabs_mcells_per_s", cells / one * 1e-6, "Mcells/s");
    bench_metric("maze.eller3d.workers2_speedup", one / two, "x");
#else
    fputs("maze.eller3d.workers2_speedup: needs the arcade's workers (QX_BUILD_ARCADE), left out\n",
          stderr);
#endif
}

// One line an idea, each in a file of its own where it is more than a few functions.
static void (*const measures[])(void) = {
    eller, two_workers, suite_maze_mesh, suite_maze_solve, suite_maze_ways,
};

void suite_maze(void)
{
    for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++) measures[i]();
}

#define LONG_SIDE 1024u

typedef struct account {
    size_t now, peak;
} account;

static void *account_alloc(void *user, size_t size, size_t alignment)
{
    account *book = user;
    const size_t rounded = (size + alignment - 1) / alignment * alignment;
    book->now += size;
    if (book->now > book->peak) book->peak = book->now;
    return aligned_alloc(alignment, rounded);
}

static void account_free(void *user, void *pointer, size_t size)
{
    ((account *)user)->now -= size;
    free(pointer);
}

// All that a stream of 1024 x 1024 x 1024 cells takes from its allocator, which is all it takes;
// what it makes is counted and forgotten.
void suite_maze_long(void)
{
    account book = { 0 };
    const qx_allocator allocator = { account_alloc, account_free, &book };
    const qx_maze_desc desc = {
        .width = LONG_SIDE, .height = LONG_SIDE, .depth = LONG_SIDE, .allocator = &allocator
    };
    qx_maze_stream *stream;
    qx_maze_layer layer;
    if (qx_maze_stream_create(&desc, &stream) != QX_OK) return;
    const double start = bench_seconds();
    uint64_t layers = 0, sink = 0;
    for (; qx_maze_stream_step(stream, &layer); layers++) sink ^= layer.planes[0][0];
    const double taken = bench_seconds() - start;
    qx_maze_stream_destroy(stream);
    if (layers != LONG_SIDE || sink == 0) fputs("maze.stream: stopped early\n", stderr);
    bench_metric("maze.stream.peak_mb", (double)book.peak * 1e-6, "MB");
    bench_metric("maze.stream.mcells_per_s",
                 (double)LONG_SIDE * LONG_SIDE * LONG_SIDE / taken * 1e-6, "Mcells/s");
}
