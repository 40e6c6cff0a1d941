// SPDX-License-Identifier: MIT
#include "maze_walk.h"

#include "base/bits.h"

#include <string.h>

static void make_all_wait(maze_walk *walk, const qx_maze *maze)
{
    const size_t bytes = maze->words * sizeof *walk->left;
    if (maze->mask) {
        memcpy(walk->left, maze->mask, bytes);
        return;
    }
    memset(walk->left, 0xFF, bytes);
    walk->left[maze->words - 1] = maze_last_bits(maze);
}

bool maze_walk_begin(maze_walk *walk, const qx_maze *maze, uint64_t count, size_t size)
{
    *walk = (maze_walk){ .maze = maze,
                         .limits = { maze->info.width, maze->info.height, maze->info.depth } };
    for (uint32_t axis = 0; axis < 3; axis++) walk->steps[axis] = maze_step(maze, axis);
    const size_t plane = maze->words * sizeof *walk->left;
    size_t more;
    if (count > SIZE_MAX || !size_multiply((size_t)count, size, &more) ||
        !size_add(plane, more, &walk->bytes))
        return false;
    walk->left = qx_allocate(&maze->allocator, walk->bytes, QX_CACHE_LINE);
    if (!walk->left) return false;
    walk->more = walk->left + maze->words;
    make_all_wait(walk, maze);
    return true;
}

void maze_walk_end(maze_walk *walk)
{
    qx_release(&walk->maze->allocator, walk->left, walk->bytes);
}

uint64_t maze_walk_find(const maze_walk *walk, uint64_t from)
{
    const size_t words = walk->maze->words, first = (size_t)(from / 64);
    for (size_t i = 0; i <= words; i++) {
        const size_t at = first + i < words ? first + i : first + i - words;
        const uint64_t after = i == 0 ? ~UINT64_C(0) << from % 64 : ~UINT64_C(0);
        const uint64_t word = walk->left[at] & after;
        if (word) return at * UINT64_C(64) + bits_lowest(word);
    }
    return QX_MAZE_NONE;
}

void maze_walk_stand(maze_walk *walk, uint64_t cell)
{
    walk->cell = cell;
    walk->at[0] = (uint32_t)(cell % walk->limits[0]);
    walk->at[1] = (uint32_t)(cell / walk->limits[0] % walk->limits[1]);
    walk->at[2] = (uint32_t)(cell / walk->limits[0] / walk->limits[1]);
}
