// SPDX-License-Identifier: MIT
#pragma once

#include "maze_internal.h"

// Openings of 64 cells at once.

// Toward low x, y or z, the bits of the cells behind those of a word. Rows end closed, so nothing
// comes in from outside.
static inline uint64_t maze_openings_low(const qx_maze *maze, size_t word, uint32_t axis)
{
    const uint64_t *plane = maze->planes[axis], step = maze_step(maze, axis);
    const uint64_t back = step / 64;
    const uint32_t shift = step % 64;
    if (word < back) return 0;
    const size_t high = (size_t)(word - back);
    const uint64_t low = shift && high ? plane[high - 1] >> (64 - shift) : 0;
    return plane[high] << shift | low;
}

// A word a face: bit i is cell 64 * word + i.
static inline void maze_openings_word(const qx_maze *maze, size_t word, uint64_t faces[6])
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        faces[2 * axis] = maze_openings_low(maze, word, axis);
        faces[2 * axis + 1] = maze->planes[axis][word];
    }
}
