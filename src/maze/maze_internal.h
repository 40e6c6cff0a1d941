// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/maze.h>

#include "base/memory.h"

// Openings are three planes of bits, one a cell by its index and axis: the cell is open toward
// higher x, y or z there. One word more than needed is kept behind each plane, so that kernels may
// read a word from any bit on.
struct qx_maze {
    qx_allocator allocator;
    qx_maze_info info;
    size_t words; // of a plane, without the one behind
    uint64_t *planes[3];
    uint64_t *mask; // NULL where all cells are there
};

static inline bool maze_bit(const uint64_t *plane, uint64_t cell)
{
    return plane[cell / 64] >> (cell % 64) & 1;
}

static inline void maze_open(uint64_t *plane, uint64_t cell)
{
    plane[cell / 64] |= UINT64_C(1) << (cell % 64);
}

// Whether the mask has a cell there.
static inline bool maze_is_there(const qx_maze *maze, uint64_t cell)
{
    return cell < maze->info.cells && (!maze->mask || maze_bit(maze->mask, cell));
}

// Bits of a plane's last word that belong to cells.
static inline uint64_t maze_last_bits(const qx_maze *maze)
{
    const uint32_t rest = maze->info.cells % 64;
    return rest ? (UINT64_C(1) << rest) - 1 : ~UINT64_C(0);
}

// From one cell to the next along an axis, in indices.
static inline uint64_t maze_step(const qx_maze *maze, uint32_t axis)
{
    const uint64_t row = maze->info.width;
    return axis == 0 ? 1 : axis == 1 ? row : row * maze->info.height;
}

// Random bits of a cell and a purpose: hashes, so that nothing depends on the order of drawing.
static inline uint64_t maze_mix(uint64_t seed, uint64_t value)
{
    uint64_t x =
        seed ^ value * UINT64_C(0x9E3779B97F4A7C15); // splitmix64's finisher (Steele et al.)
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

// maze_desc.c: all fields, the box alone.
qx_result maze_check_desc(const qx_maze_desc *resolved);
qx_result maze_check_box(const qx_maze_desc *desc);

// Each way to make a maze fills the planes, which are all 0, of a checked description. Memory that
// is wanted meanwhile comes from maze->allocator. QX_NO_MEMORY is the only failure.
qx_result maze_make_eller(qx_maze *maze, const qx_maze_desc *desc, const qx_workers *workers);
qx_result maze_make_backtracker(qx_maze *maze, const qx_maze_desc *desc);
qx_result maze_make_kruskal(qx_maze *maze, const qx_maze_desc *desc);
qx_result maze_make_wilson(qx_maze *maze, const qx_maze_desc *desc);
qx_result maze_make_growing_tree(qx_maze *maze, const qx_maze_desc *desc);
qx_result maze_make_binary_tree(qx_maze *maze, const qx_maze_desc *desc, const qx_workers *workers);
qx_result maze_make_sidewinder(qx_maze *maze, const qx_maze_desc *desc);

// maze_mask.c: QX_BAD_VALUE where the cells do not hang together; QX_NO_MEMORY.
qx_result maze_check_mask(const qx_maze *maze);

// maze_braid.c: opens walls of that share of the dead ends.
qx_result maze_braid(qx_maze *maze, const qx_maze_desc *desc);
