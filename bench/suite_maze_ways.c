// SPDX-License-Identifier: MIT
// Mazes by other ways than Eller's, and chunks; part of the suite `maze`. The quickest of several
// runs counts, since all that disturbs makes slower.
#include "bench.h"

#include <quincunx/maze.h>

#include <stdio.h>

#define CHUNKS 500u

// Cells a second of a cube, in millions; 0 where it could not be had.
static double measure(qx_maze_algorithm algorithm, uint32_t size, uint32_t rounds)
{
    double best = 0.0;
    for (uint32_t i = 0; i < rounds; i++) {
        const qx_maze_desc desc = {
            .width = size, .height = size, .depth = size, .algorithm = algorithm, .seed = i
        };
        qx_maze *maze;
        const double start = bench_seconds();
        const qx_result result = qx_maze_create(&desc, NULL, &maze);
        const double seconds = bench_seconds() - start;
        if (result != QX_OK) {
            fprintf(stderr, "maze: %u cubed: %s\n", size, qx_result_text(result));
            return 0.0;
        }
        qx_maze_destroy(maze);
        const double rate = (double)size * size * size / seconds * 1e-6;
        if (rate > best) best = rate;
    }
    return best;
}

static void measure_algorithms(void)
{
    static const struct {
        const char *name;
        qx_maze_algorithm algorithm;
        uint32_t size, rounds;
    } rows[] = {
        { "maze.binary3d.mcells_per_s", QX_MAZE_BINARY_TREE, 256, 60 },
        { "maze.sidewinder.mcells_per_s", QX_MAZE_SIDEWINDER, 128, 5 },
        { "maze.backtracker.mcells_per_s", QX_MAZE_BACKTRACKER, 128, 5 },
        { "maze.wilson.mcells_per_s", QX_MAZE_WILSON, 128, 5 },
        { "maze.growing_tree.mcells_per_s", QX_MAZE_GROWING_TREE, 128, 3 },
        { "maze.kruskal.mcells_per_s", QX_MAZE_KRUSKAL, 128, 3 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double rate = measure(rows[i].algorithm, rows[i].size, rows[i].rounds);
        if (rate > 0.0) bench_metric(rows[i].name, rate, "Mcells/s");
    }
}

// One chunk after another, each from its own corner of the world.
static double seconds_of_chunks(const qx_maze_world *world, qx_maze_chunk *chunk)
{
    const double start = bench_seconds();
    for (uint32_t i = 0; i < CHUNKS; i++) {
        const uint32_t far = QX_MAZE_MAX_AXIS / QX_MAZE_CHUNK - 1;
        qx_maze_chunk_build(world, i * 7919u, far - i, i * 104729u % far, chunk);
    }
    return bench_seconds() - start;
}

static void measure_chunks(void)
{
    static qx_maze_chunk chunk; // of 12 KB
    const qx_maze_world world = { QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS, 1 };
    double best = seconds_of_chunks(&world, &chunk);
    for (uint32_t i = 0; i < 5; i++) {
        const double seconds = seconds_of_chunks(&world, &chunk);
        if (seconds < best) best = seconds;
    }
    bench_metric("maze.chunk.us", best / CHUNKS * 1e6, "us");
}

void suite_maze_ways(void)
{
    measure_algorithms();
    measure_chunks();
}
