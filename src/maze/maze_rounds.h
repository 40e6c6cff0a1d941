// SPDX-License-Identifier: MIT
#pragma once

#include "maze_layer.h"

#include "base/bits.h"

// Walls of a layer tried in rounds, each of walls drawn at random all over it.

// What the random bits of a layer are for.
typedef enum maze_purpose {
    MAZE_FOR_X,
    MAZE_FOR_Y,
    MAZE_FOR_Z,
    MAZE_FOR_MORE_Z,
    MAZE_FOR_BARE,
    MAZE_FOR_COLUMNS,
    MAZE_FOR_ROWS,
    MAZE_FOR_ROUNDS,
    MAZE_FOR_RUNS,
    MAZE_FOR_SHUFFLE,
    MAZE_PURPOSES
} maze_purpose;

static inline uint64_t maze_layer_key(const maze_layers *layers, uint64_t z, maze_purpose purpose)
{
    return maze_mix(layers->seed, z * MAZE_PURPOSES + (uint64_t)purpose + 1);
}

// 64 coins at once: a binary fraction of 8 places compared with the chance, in 256ths, from its
// lowest place that is not 0 upward.
static inline uint64_t maze_throw(uint64_t key, uint64_t word, uint32_t chance)
{
    if (chance > 255) return ~UINT64_C(0);
    if (chance == 0) return 0;
    uint64_t heads = 0;
    for (uint64_t place = bits_lowest(chance); place < 8; place++) {
        const uint64_t random = maze_mix(key, word * 8 + place);
        const uint64_t set = 0 - (uint64_t)(chance >> place & 1);
        heads = (heads & random) | (set & (heads | random));
    }
    return heads;
}

// A number below `count` by the number of a draw: uniform as far as 2^32 over `count` goes.
static inline uint32_t maze_draw(uint64_t key, uint64_t draw, uint32_t count)
{
    return (uint32_t)((maze_mix(key, draw) >> 32) * count >> 32);
}

// Bits of the word that are among the first `cells`.
static inline uint64_t maze_word_cells(uint32_t cells, uint32_t word)
{
    if (word > cells / 64) return 0;
    const uint32_t left = cells - word * 64;
    return left >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << left) - 1;
}

// Cells with a wall toward a neighbour along an axis.
static inline uint64_t maze_word_walls(const maze_layers *layers, uint32_t axis, uint32_t word)
{
    return axis ? maze_word_cells(layers->cells - layers->width, word) : layers->inner[word];
}

// From a cell to its neighbour along an axis.
static inline uint32_t maze_layer_step(const maze_layers *layers, uint32_t axis)
{
    return axis ? layers->width : 1;
}

// A root is its own parent, others are lower. Asked so, and not for equality: gcc would take what
// it read for what it asked about, and everything after would wait for memory.
static inline uint32_t maze_root(const uint32_t *parent, uint32_t label)
{
    while (parent[label] < label) label = parent[label];
    return label;
}

// 1 where they were two sets.
static inline uint32_t maze_unite(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = maze_root(parent, a);
    b = maze_root(parent, b);
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    parent[high] = low;
    return a != b;
}

// Lists the cells of a word's bits from `end` on, upward or downward (step 1 or -1); returns where
// to go on. Four at a time, since how many there are is what no processor foresees: up to three
// places past the end are written to.
static inline uint32_t *maze_list_word(uint32_t *end, ptrdiff_t step, uint64_t bits, uint32_t word)
{
    while (bits) {
        for (uint32_t i = 0; i < 4; i++) {
            *end = word * 64 + bits_lowest(bits | UINT64_C(1) << 63);
            end += bits ? step : 0;
            bits &= bits - 1;
        }
    }
    return end;
}

// Scratch as a list of walls, in scan order or against it, as the key says.
typedef struct maze_list {
    uint32_t *begin, *end;
    ptrdiff_t step;
} maze_list;

static inline maze_list maze_list_begin(const maze_layers *layers, uint64_t key)
{
    const bool upward = key >> 63;
    uint32_t *const at = layers->scratch + (upward ? 0 : layers->room - 1);
    return (maze_list){ at, at, upward ? 1 : -1 };
}

static inline uint32_t maze_list_count(const maze_list *list)
{
    return (uint32_t)((list->end - list->begin) * list->step);
}

// Opens those of the walls listed that part two sets. Returns how many.
uint32_t maze_open_listed(maze_layers *layers, const maze_list *list, uint32_t axis, uint64_t key,
                          uint64_t *plane);

// Takes each of the walls along an axis that were not tried yet by chance (in 256ths), and opens
// those that part two sets. Returns how many, adds to `tried` how many were taken.
uint32_t maze_open_round(maze_layers *layers, uint32_t axis, uint32_t chance, uint32_t round,
                         uint64_t *plane, uint32_t *tried);

// Opens the walls along x that are in `plane`, but for those that part nothing, and gives all cells
// their labels. Returns how many stay open, adds to `tried` how many there were.
uint32_t maze_open_runs(maze_layers *layers, uint64_t *plane, uint32_t *tried);

// maze_last.c: opens `inside` walls, after which one set is left, with as many along each axis as
// the plan wants.
void maze_open_last(maze_layers *layers, uint32_t inside, uint64_t *const planes[3]);
