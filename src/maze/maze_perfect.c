// SPDX-License-Identifier: MIT
#include "maze_internal.h"

#include "base/bits.h"

#include <assert.h>

// Sets of cells that hang together, each named by its lowest cell; ways to it are halved while they
// are walked (Tarjan and van Leeuwen).
static inline uint64_t find(uint64_t *parents, uint64_t cell)
{
    while (parents[cell] != cell) {
        parents[cell] = parents[parents[cell]];
        cell = parents[cell];
    }
    return cell;
}

static inline bool unite(uint64_t *parents, uint64_t a, uint64_t b)
{
    a = find(parents, a);
    b = find(parents, b);
    parents[a < b ? b : a] = a < b ? a : b;
    return a != b;
}

// As many openings as join all cells, and none within a set: all are one.
bool qx_maze_is_perfect(const qx_maze *maze, void *scratch)
{
    uint64_t *parents = scratch;
    assert(scratch && (uintptr_t)scratch % 16 == 0);
    if (maze->info.openings + 1 != maze->info.present) return false;
    for (uint64_t i = 0; i < maze->info.cells; i++) parents[i] = i;
    for (size_t word = 0; word < maze->words; word++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            const uint64_t step = maze_step(maze, axis);
            for (uint64_t bits = maze->planes[axis][word]; bits; bits &= bits - 1) {
                const uint64_t cell = word * UINT64_C(64) + bits_lowest(bits);
                if (!unite(parents, cell, cell + step)) return false;
            }
        }
    }
    return true;
}
