// SPDX-License-Identifier: MIT
#pragma once

#include "maze_plan.h"

// One layer after the other by Eller's algorithm: what mazes in memory, streams and slabs share.

typedef struct maze_layers {
    maze_plan plan;
    maze_tally tally;
    uint64_t seed;
    uint64_t z;          // of the maze, next to be made
    uint64_t first, end; // of the plan; end 0: without end
    uint32_t width, cells, words;
    uint32_t labels;       // given in the layer so far
    uint32_t sets;         // that came up from the layer before
    uint32_t *label;       // of each cell its set, where it has an opening below
    uint32_t *parent;      // of each label a lower one of the same set, or itself
    uint32_t *scratch;     // edges to be tried; then new labels; then priorities
    size_t room;           // of scratch: 4 more than cells at least
    uint64_t *inner;       // cells with a neighbour toward higher x
    uint64_t *untried[2];  // walls along x and y that may fall and were not tried yet
    const uint64_t *below; // openings from the layer before
} maze_layers;

// Bytes that the arrays take. False where there are no addresses for them, or labels for the cells.
bool maze_layers_bound(const qx_maze_desc *desc, size_t *bytes);

// `memory` is of that size and aligned to cache lines.
void maze_layers_lay_out(maze_layers *layers, const qx_maze_desc *desc, void *memory);

// Begins a maze at its first layer.
void maze_layers_begin(maze_layers *layers, const qx_maze_desc *desc);

// Begins a slab of layers above a connected one, `floor` being the openings between.
void maze_layers_begin_above(maze_layers *layers, const qx_maze_desc *desc, uint64_t first,
                             uint64_t end, const uint64_t *floor);

// Makes the layer `z` and goes on to the next one. The last one of the plan is connected and has no
// openings up. `planes` are written whole; the third stays borrowed until the next step and may be
// the one that is borrowed already.
void maze_layers_step(maze_layers *layers, uint64_t *const planes[3]);

// Draws the openings between a slab whose last layer is `z` - 1 and the one above.
void maze_layers_draw_floor(const maze_layers *layers, uint64_t z, uint64_t *floor);

// Adds `words` words of bits to a plane at a bit. Those that fall into the word of `head` go there
// instead: another thread may be writing to it.
typedef struct maze_head {
    size_t word;
    uint64_t *bits;
} maze_head;

void maze_put_bits(uint64_t *plane, uint64_t bit, const uint64_t *from, size_t words,
                   const maze_head *head);

// maze_slabs.c
qx_result maze_make_slabs(qx_maze *maze, const qx_maze_desc *desc, const qx_workers *workers);
