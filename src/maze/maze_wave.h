// SPDX-License-Identifier: MIT
#pragma once

#include "maze_internal.h"

// Breadth-first search, level by level.
//
// A cell not met yet holds, in the caller's distances, a mark and its openings, so that the one
// line of memory that is written for a cell says all about it. Queue entries are a cell times 64
// and the ways on from it. The level that is walked lies at one end of the queue and the next one
// grows from the other: both stay in a near cache, and no cell is there twice, so a place a cell is
// room enough.
//
//     maze_wave_begin(&wave, maze, distances, scratch);
//     maze_wave_prepare(&wave, true);
//     maze_wave_start(&wave);
//     maze_wave_add(&wave, cell);                // as many as are wanted
//     maze_wave_run(&wave);
//     …start, add and run again, for parts of the maze that were not met…
//     maze_wave_finish(&wave);

#define MAZE_WAVE_FRESH 0xFFFFFF80u   // from here on: not met
#define MAZE_WAVE_WATCHED 0x40u       // of a cell not met: counts as farthest
#define MAZE_WAVE_BLOCKED 0xFFFFFF7Fu // as if met; more than any distance

typedef struct maze_wave {
    const qx_maze *maze;
    uint32_t *distances;
    uint64_t *queue;        // cells + 1
    uint64_t count;         // of the level
    bool high;              // the level lies at the queue's end
    uint32_t level;         // its distance
    uint32_t farthest;      // of watched cells, since the start
    uint64_t farthest_cell; // the lowest; QX_MAZE_NONE where none is watched
    uint64_t arrived;       // cells met on this level
    uint64_t met;           // cells met since the start
    uint64_t ways;          // looked through since the start, but for the ones come by
    uint64_t beside[64][8]; // by ways: what leads from an entry to those behind them
    uint8_t counts[64];
} maze_wave;

// Bytes of the queue.
size_t maze_wave_bound(const qx_maze *maze);

void maze_wave_begin(maze_wave *wave, const qx_maze *maze, uint32_t *distances, void *scratch);

// Makes all cells fresh, watched or not.
void maze_wave_prepare(maze_wave *wave, bool watched);

// Begins a level of distance 0, without cells.
void maze_wave_start(maze_wave *wave);

// Adds a cell to the first level. False where it is met already.
bool maze_wave_add(maze_wave *wave, uint64_t cell);

// Goes a level on. False where there is none.
bool maze_wave_step(maze_wave *wave);

void maze_wave_run(maze_wave *wave);

// All that was not met is QX_MAZE_FAR.
void maze_wave_finish(maze_wave *wave);

// Prepares, and runs from a cell.
void maze_wave_run_from(maze_wave *wave, uint64_t cell);

// Whether the cells met since the start are a tree: one way less than cells.
static inline bool maze_wave_is_tree(const maze_wave *wave)
{
    return wave->ways + 1 == wave->met;
}

// maze_path.c: the open neighbour one step nearer, the lowest of several; QX_MAZE_NONE where there
// is none.
uint64_t maze_path_next(const qx_maze *maze, const uint32_t *distances, uint64_t cell);
