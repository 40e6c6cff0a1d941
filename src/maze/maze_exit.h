// SPDX-License-Identifier: MIT
#pragma once

#include "maze_border.h"
#include "maze_wave.h"

#include <quincunx/random.h>

// A search for entrance and exit.
typedef struct maze_search {
    const qx_maze *maze;
    maze_wave wave;
    qx_random random;
    uint64_t *bits;    // a bit a cell
    uint64_t entrance; // QX_MAZE_NONE: not known yet
} maze_search;

// Border cells that may be the exit: those met whose distance is nearest to the one wanted. With
// the entrance in the same cell there must be a second face.
typedef struct maze_equals {
    uint64_t count;
    uint32_t distance_gap;
} maze_equals;

maze_equals maze_exit_count(const maze_search *search, uint32_t wanted);
uint64_t maze_exit_get(const maze_search *search, uint32_t wanted, maze_equals equals,
                       uint64_t index);

// maze_diameter.c: finds the longest way between two border cells and sets the entrance, the wave
// run from there. False where there is none.
bool maze_exit_span(maze_search *search, uint32_t *length);
