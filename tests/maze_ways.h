// SPDX-License-Identifier: MIT
#pragma once

// What the tests of searches through mazes share: mazes of all kinds, scratch memory with guards
// around it, and distances by the plainest means.

#include "maze_plain.h"

// A small maze of any kind: perfect, braided, in a mask, of openings by chance (with loops and
// parts closed off), with all open. At most `most` cells an axis.
qx_maze *maze_by_chance(qx_random *random, uint32_t most);

// A cube by Eller's algorithm at its plainest, walls tried in shuffled order; not the library's.
qx_maze *maze_by_plain_eller(qx_random *random, uint32_t size);

// Memory for one search, each piece exactly as large as it must be between bytes that are looked at
// when it is freed.
typedef struct ways_memory {
    uint32_t *distances;
    void *scratch;
    unsigned char *pieces[2];
    size_t sizes[2];
} ways_memory;

void ways_memory_make(ways_memory *memory, const qx_maze *maze);
void ways_memory_free(ways_memory *memory);

// Steps from a cell, found by going over all openings until nothing changes.
void plain_distances(const qx_maze *maze, uint64_t from, uint32_t *distances);

// The same for mazes of any size: that they are steps from a cell along shortest ways, by what is
// true of no others.
void assert_distances(const qx_maze *maze, uint64_t from, const uint32_t *distances);

// Faces that lead out of the box, bit i face i.
uint32_t plain_outside(const qx_maze *maze, uint64_t cell);

static inline uint32_t plain_count(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}
