// SPDX-License-Identifier: MIT
#include "maze.h"

#include <stdio.h>
#include <stdlib.h>

qx_result maze_fail(qx_error *error, qx_result code, const char *words)
{
    *error = (qx_error){ .code = code };
    snprintf(error->message, sizeof error->message, "%s", words);
    return code;
}

typedef struct maze_search {
    const qx_maze *maze;
    uint32_t *distances;
    void *scratch;
} maze_search;

static void release_search(maze_search *search)
{
    free(search->distances);
    free(search->scratch);
}

static bool create_search(const qx_maze *maze, maze_search *search)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    search->maze = maze;
    search->distances = calloc((size_t)cells, sizeof *search->distances);
    search->scratch = malloc(qx_maze_bound_scratch(maze));
    return search->distances && search->scratch;
}

// Both ends included. From the exit, so that distances lead there.
static qx_result find_solution(maze_puzzle *puzzle, const maze_search *search)
{
    qx_maze_file *file = &puzzle->file;
    const uint64_t from = file->route.entrance.cell, to = file->route.exit.cell;
    qx_maze_solve_distances(search->maze, to, search->distances, search->scratch);
    if (search->distances[from] == QX_MAZE_FAR) return QX_NOT_FOUND;
    const uint64_t cells = (uint64_t)search->distances[from] + 1;
    puzzle->solution = malloc((size_t)cells * sizeof *puzzle->solution);
    if (!puzzle->solution) return QX_NO_MEMORY;
    file->route.length = search->distances[from];
    file->solution = puzzle->solution;
    file->solution_count =
        (size_t)qx_maze_solve_path(search->maze, from, search->distances, puzzle->solution, cells);
    return qx_maze_measure(search->maze, from, to, search->distances, search->scratch,
                           &puzzle->measures);
}

static qx_result find_all(maze_puzzle *puzzle, const maze_options *options,
                          const maze_search *search)
{
    qx_maze_file *file = &puzzle->file;
    if (!file->has_route || options->has_exit) {
        const qx_result result = qx_maze_solve_exit(file->maze, &options->exit, search->distances,
                                                    search->scratch, &file->route);
        if (result != QX_OK) return result;
        file->has_route = true;
    }
    const qx_result result = find_solution(puzzle, search);
    if (result == QX_OK) file->measures = &puzzle->measures;
    return result;
}

qx_result maze_puzzle_solve(maze_puzzle *puzzle, const maze_options *options)
{
    maze_search search = { 0 };
    if (options->closed) puzzle->file.has_route = false;
    if (options->closed) return QX_OK;
    const bool created = create_search(puzzle->file.maze, &search);
    const qx_result result = created ? find_all(puzzle, options, &search) : QX_NO_MEMORY;
    release_search(&search);
    return result;
}

qx_result maze_puzzle_check(const maze_puzzle *puzzle, bool *perfect)
{
    void *scratch = malloc(qx_maze_bound_scratch(puzzle->file.maze));
    *perfect = scratch && qx_maze_is_perfect(puzzle->file.maze, scratch);
    free(scratch);
    return scratch ? QX_OK : QX_NO_MEMORY;
}

void maze_puzzle_release(maze_puzzle *puzzle)
{
    qx_maze_destroy(puzzle->file.maze);
    free(puzzle->solution);
    *puzzle = (maze_puzzle){ 0 };
}
