// SPDX-License-Identifier: MIT
// Searches through mazes: distances, paths, exits, measures.
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/maze.h>

#include <stdlib.h>

#define MOST 5000 // cells

static uint64_t add_words(uint64_t hash, const uint64_t *words, size_t count)
{
    return qx_hash_bytes(hash, words, count * sizeof *words);
}

static uint64_t add_path(uint64_t hash, const qx_maze *maze, uint32_t *distances, void *scratch)
{
    static uint64_t path[MOST];
    const uint64_t cells = qx_maze_get_info(maze).cells;
    const uint64_t far = qx_maze_solve_distances(maze, cells / 3, distances, scratch);
    const uint64_t count = qx_maze_solve_path(maze, far, distances, path, MOST);
    hash = qx_hash_bytes(hash, distances, (size_t)cells * sizeof *distances);
    return add_words(hash, path, (size_t)count);
}

static uint64_t add_measures(uint64_t hash, const qx_maze_measures *m)
{
    const uint64_t counts[] = {
        m->dead_ends, m->corridors,   m->junctions,       m->turns,
        m->length,    m->route_turns, m->route_junctions, m->longest_detour
    };
    hash = add_words(hash, counts, sizeof counts / sizeof counts[0]);
    return qx_hash_bytes(hash, &m->difficulty, sizeof m->difficulty);
}

static uint64_t add_exit(uint64_t hash, const qx_maze *maze, const qx_maze_exit_desc *desc,
                         uint32_t *distances, void *scratch)
{
    qx_maze_route route;
    qx_maze_measures measures;
    const qx_result result = qx_maze_solve_exit(maze, desc, distances, scratch, &route);
    const uint64_t words[] = { (uint64_t)result, route.entrance.cell, route.entrance.face,
                               route.exit.cell,  route.exit.face,     route.length };
    hash = add_words(hash, words, sizeof words / sizeof words[0]);
    if (qx_maze_measure(maze, route.entrance.cell, route.exit.cell, distances, scratch,
                        &measures) != QX_OK)
        return hash;
    return add_measures(hash, &measures);
}

static uint64_t add_maze(uint64_t hash, const qx_maze_desc *desc)
{
    static uint32_t distances[MOST];
    qx_maze *maze;
    if (qx_maze_create(desc, NULL, &maze) != QX_OK) abort();
    void *scratch = aligned_alloc(16, qx_maze_bound_scratch(maze));
    if (!scratch) abort();
    const uint64_t perfect = qx_maze_is_perfect(maze, scratch);
    hash = add_path(add_words(hash, &perfect, 1), maze, distances, scratch);
    for (uint64_t i = 0; i < 9; i++) {
        const qx_maze_exit_desc question = { .rule = (qx_maze_exit_rule)(i % 3),
                                             .from = qx_maze_get_info(maze).cells / 2,
                                             .length = 7 * (uint32_t)i,
                                             .seed = i };
        hash = add_exit(hash, maze, &question, distances, scratch);
    }
    free(scratch);
    qx_maze_destroy(maze);
    return hash;
}

uint64_t hash_maze_solve(qx_simd simd)
{
    static const uint64_t mask[] = { 0x3F7F };
    static const qx_maze_desc mazes[] = {
        { .width = 1, .height = 1, .depth = 1 },
        { .width = 5, .height = 4, .depth = 3, .braid = 1.0f },
        { .width = 17, .height = 16, .depth = 18, .algorithm = QX_MAZE_WILSON },
        { .width = 67, .height = 61, .depth = 1, .algorithm = QX_MAZE_KRUSKAL, .braid = 0.5f },
        { .width = 1, .height = 900, .depth = 5, .algorithm = QX_MAZE_BACKTRACKER },
        { .width = 7, .height = 1, .depth = 2, .algorithm = QX_MAZE_GROWING_TREE, .mask = mask },
        { .width = 9, .height = 9, .depth = 9, .algorithm = QX_MAZE_SIDEWINDER, .seed = 3 },
    };
    (void)simd;
    uint64_t hash = QX_HASH_START;
    for (size_t i = 0; i < sizeof mazes / sizeof mazes[0]; i++) hash = add_maze(hash, &mazes[i]);
    return hash;
}
