// SPDX-License-Identifier: MIT
#include "maze_walk.h"

// How many cells hang together with the one where the walk stands.
static uint64_t flood(maze_walk *walk, maze_trail *trail)
{
    uint64_t met = 1;
    uint32_t faces[6];
    maze_walk_take(walk, walk->cell);
    for (;;) {
        if (maze_walk_look(walk, walk->left, faces)) {
            maze_trail_push(trail, faces[0]);
            maze_walk_go(walk, faces[0]);
            maze_walk_take(walk, walk->cell);
            met++;
        } else if (trail->length) {
            maze_walk_go(walk, maze_trail_pop(trail) ^ 1u);
        } else {
            return met;
        }
    }
}

qx_result maze_check_mask(const qx_maze *maze)
{
    maze_walk walk;
    if (!maze->info.present) return QX_BAD_VALUE;
    if (!maze->mask) return QX_OK;
    if (!maze_walk_begin(&walk, maze, maze->info.present / 2 + 1, 1)) return QX_NO_MEMORY;
    maze_trail trail = { .faces = walk.more };
    maze_walk_stand(&walk, maze_walk_find(&walk, 0));
    const uint64_t met = flood(&walk, &trail);
    maze_walk_end(&walk);
    return met == maze->info.present ? QX_OK : QX_BAD_VALUE;
}
