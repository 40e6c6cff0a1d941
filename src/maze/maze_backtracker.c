// SPDX-License-Identifier: MIT
#include "maze_walk.h"

#include <quincunx/random.h>

// Digs on from cell to cell until there is nowhere to go, then back to the last cell that has a
// neighbour left. The way back is half a byte a cell; an ordinary stack of cells would take eight,
// recursion much more.
static void dig(maze_walk *walk, maze_trail *trail, qx_random *random)
{
    uint32_t faces[6];
    maze_walk_take(walk, walk->cell);
    for (;;) {
        const uint32_t count = maze_walk_look(walk, walk->left, faces);
        if (count) {
            const uint32_t face = faces[qx_random_below(random, count)];
            maze_walk_open(walk, face);
            maze_trail_push(trail, face);
            maze_walk_go(walk, face);
            maze_walk_take(walk, walk->cell);
        } else if (trail->length) {
            maze_walk_go(walk, maze_trail_pop(trail) ^ 1u);
        } else {
            return;
        }
    }
}

qx_result maze_make_backtracker(qx_maze *maze, const qx_maze_desc *desc)
{
    maze_walk walk;
    if (!maze_walk_begin(&walk, maze, maze->info.present / 2 + 1, 1)) return QX_NO_MEMORY;
    maze_trail trail = { .faces = walk.more };
    qx_random random;
    qx_random_seed(&random, desc->seed, QX_MAZE_BACKTRACKER);
    maze_walk_stand(&walk, maze_walk_find(&walk, maze_mix(desc->seed, 0) % maze->info.cells));
    dig(&walk, &trail, &random);
    maze_walk_end(&walk);
    return QX_OK;
}
