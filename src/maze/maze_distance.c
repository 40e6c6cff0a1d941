// SPDX-License-Identifier: MIT
#include "maze_openings.h"
#include "maze_wave.h"

// The queue, and a bit a cell for the exit's search.
size_t qx_maze_bound_scratch(const qx_maze *maze)
{
    if (maze->info.cells > SIZE_MAX / 9 - 64) return SIZE_MAX; // no memory is so large
    const size_t bytes = maze_wave_bound(maze) + maze->words * sizeof(uint64_t);
    return (bytes + 15) & ~(size_t)15;
}

uint64_t qx_maze_solve_distances(const qx_maze *maze, uint64_t from, uint32_t *distances,
                                 void *scratch)
{
    maze_wave wave;
    maze_wave_begin(&wave, maze, distances, scratch);
    maze_wave_prepare(&wave, true);
    const bool there = maze_is_there(maze, from);
    if (there) maze_wave_add(&wave, from);
    maze_wave_run(&wave);
    maze_wave_finish(&wave);
    return there ? wave.farthest_cell : QX_MAZE_NONE;
}
