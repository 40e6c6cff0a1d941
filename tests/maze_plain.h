// SPDX-License-Identifier: MIT
#pragma once

// What the tests of mazes share: includes, and mazes reckoned with by the plainest means, through
// public calls alone.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <quincunx/maze.h>
#include <quincunx/random.h>
#include <stdbool.h>
#include <stdlib.h>

#define QX_COUNT(array) (sizeof(array) / sizeof(array)[0])

qx_maze *maze_of(const qx_maze_desc *desc);
uint64_t maze_hash_of(const qx_maze_desc *desc);

// Whether every cell of the mask (NULL: all) can be reached in exactly one way, by union-find over
// openings cell by cell; others have no openings, and the counts of the maze are right.
bool plain_is_perfect(const qx_maze *maze, const uint64_t *mask);

// Cells with one opening.
uint64_t plain_dead_ends(const qx_maze *maze);

static inline bool plain_bit(const uint64_t *bits, uint64_t at)
{
    return bits[at / 64] >> (at % 64) & 1;
}

static inline uint64_t plain_words(uint64_t cells)
{
    return (cells + 63) / 64;
}

// Runs the tasks from the last to the first.
extern const qx_workers workers_backward;
