// SPDX-License-Identifier: MIT
// Mazes searched and asked; part of the suite `maze`. The quickest of several runs counts, since
// all that disturbs makes slower.
#include "bench.h"

#include <quincunx/maze.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct ground {
    qx_maze *maze;
    uint32_t *distances;
    void *scratch;
    double cells;
} ground;

static bool ground_make(ground *g, const qx_maze_desc *desc)
{
    *g = (ground){ .maze = NULL };
    const qx_result result = qx_maze_create(desc, NULL, &g->maze);
    if (result != QX_OK) {
        fprintf(stderr, "maze: %s\n", qx_result_text(result));
        return false;
    }
    const size_t cells = (size_t)qx_maze_get_info(g->maze).cells;
    g->cells = (double)cells;
    g->distances = malloc(cells * sizeof *g->distances);
    g->scratch = aligned_alloc(16, qx_maze_bound_scratch(g->maze));
    return g->distances && g->scratch;
}

static void ground_free(ground *g)
{
    free(g->scratch);
    free(g->distances);
    qx_maze_destroy(g->maze);
}

// Steps from the first cell to all others.
static void search(const ground *g)
{
    (void)qx_maze_solve_distances(g->maze, 0, g->distances, g->scratch);
}

static void check(const ground *g)
{
    (void)qx_maze_is_perfect(g->maze, g->scratch);
}

static void find_exit(const ground *g)
{
    qx_maze_route route;
    (void)qx_maze_solve_exit(g->maze, &(qx_maze_exit_desc){ .seed = 1 }, g->distances, g->scratch,
                             &route);
}

static void measure(const ground *g)
{
    qx_maze_measures measures;
    (void)qx_maze_measure(g->maze, 0, (uint64_t)g->cells - 1, g->distances, g->scratch, &measures);
}

static void time_question(const char *name, const qx_maze_desc *desc, void (*ask)(const ground *g),
                          int rounds)
{
    ground g;
    if (ground_make(&g, desc)) {
        double best = INFINITY;
        for (int i = 0; i < rounds; i++) {
            const double start = bench_seconds();
            ask(&g);
            best = fmin(best, bench_seconds() - start);
        }
        bench_metric(name, g.cells / best * 1e-6, "Mcells/s");
    }
    ground_free(&g);
}

void suite_maze_solve(void)
{
    static const qx_maze_desc perfect = { .width = 256, .height = 256, .depth = 256, .seed = 1 };
    static const qx_maze_desc braided = {
        .width = 256, .height = 256, .depth = 256, .seed = 1, .braid = 0.5f
    };
    static const qx_maze_desc corridors = {
        .width = 256, .height = 256, .depth = 256, .seed = 1, .algorithm = QX_MAZE_BACKTRACKER
    };
    time_question("maze.bfs.mcells_per_s", &perfect, search, 12);
    time_question("maze.bfs.braided_mcells_per_s", &braided, search, 12);
    time_question("maze.bfs.corridors_mcells_per_s", &corridors, search, 3);
    time_question("maze.perfect.mcells_per_s", &perfect, check, 6);
    time_question("maze.exit.mcells_per_s", &perfect, find_exit, 3);
    time_question("maze.measure.mcells_per_s", &perfect, measure, 3);
}
