// SPDX-License-Identifier: MIT
#include "maze_internal.h"

#include <quincunx/random.h>

// A row along x falls into runs, each of which opens once toward the row below in y or the one
// below in z: so every run hangs on exactly one made before it. The first row of all has nothing
// below and stays one run.

static void open_toward_low(qx_maze *maze, qx_random *random, uint64_t cell, bool y, bool z)
{
    const bool along_z = z && (!y || qx_random_next(random) >> 31);
    const uint32_t axis = along_z ? 2 : 1;
    maze_open(maze->planes[axis], cell - maze_step(maze, axis));
}

static void make_row(qx_maze *maze, qx_random *random, uint64_t first, bool y, bool z)
{
    const uint32_t width = maze->info.width;
    uint32_t start = 0;
    for (uint32_t x = 0; x < width; x++) {
        const bool last = x + 1 == width;
        if (!last && qx_random_next(random) >> 31) {
            maze_open(maze->planes[0], first + x);
            continue;
        }
        const uint32_t chosen = start + qx_random_below(random, x + 1 - start);
        open_toward_low(maze, random, first + chosen, y, z);
        start = x + 1;
    }
}

qx_result maze_make_sidewinder(qx_maze *maze, const qx_maze_desc *desc)
{
    const qx_maze_info *info = &maze->info;
    qx_random random;
    qx_random_seed(&random, desc->seed, QX_MAZE_SIDEWINDER);
    for (uint32_t x = 0; x + 1 < info->width; x++) maze_open(maze->planes[0], x);
    for (uint32_t z = 0; z < info->depth; z++) {
        for (uint32_t y = 0; y < info->height; y++) {
            const uint64_t first = ((uint64_t)z * info->height + y) * info->width;
            if (first) make_row(maze, &random, first, y > 0, z > 0);
        }
    }
    return QX_OK;
}
