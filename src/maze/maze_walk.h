// SPDX-License-Identifier: MIT
#pragma once

#include "maze_internal.h"

// A place in a maze that is being made, and the cells not come to yet. Searches that dig cell by
// cell share it.
typedef struct maze_walk {
    const qx_maze *maze;
    uint64_t *left; // a bit a cell: there and not come to
    void *more;     // memory of the caller's own, 8-aligned
    size_t bytes;
    uint64_t cell;
    uint32_t at[3], limits[3]; // of the cell, of the box
    uint64_t steps[3];
} maze_walk;

// Makes all cells of the mask wait, with room for `count` things of `size` bytes besides. The walk
// stands nowhere yet. False where there is no memory.
bool maze_walk_begin(maze_walk *walk, const qx_maze *maze, uint64_t count, size_t size);
void maze_walk_end(maze_walk *walk);

// The first cell that waits, from this one on and round; QX_MAZE_NONE where none does.
uint64_t maze_walk_find(const maze_walk *walk, uint64_t from);

// Goes to a cell anywhere.
void maze_walk_stand(maze_walk *walk, uint64_t cell);

static inline void maze_walk_take(maze_walk *walk, uint64_t cell)
{
    walk->left[cell / 64] &= ~(UINT64_C(1) << (cell % 64));
}

static inline bool maze_walk_is_inside(const maze_walk *walk, uint32_t face)
{
    const uint32_t at = walk->at[face / 2];
    return face % 2 ? at + 1 < walk->limits[face / 2] : at > 0;
}

static inline uint64_t maze_walk_beside(const maze_walk *walk, uint32_t face)
{
    const uint64_t step = walk->steps[face / 2];
    return face % 2 ? walk->cell + step : walk->cell - step;
}

// Writes the faces whose cells have their bit in a plane.
static inline uint32_t maze_walk_look(const maze_walk *walk, const uint64_t *plane,
                                      uint32_t faces[6])
{
    uint32_t count = 0;
    for (uint32_t face = 0; face < 6; face++) {
        if (!maze_walk_is_inside(walk, face)) continue;
        faces[count] = face;
        count += maze_bit(plane, maze_walk_beside(walk, face));
    }
    return count;
}

static inline void maze_walk_go(maze_walk *walk, uint32_t face)
{
    walk->cell = maze_walk_beside(walk, face);
    walk->at[face / 2] += face % 2 ? 1u : UINT32_MAX; // one on or back
}

static inline void maze_walk_open(const maze_walk *walk, uint32_t face)
{
    const uint64_t beside = maze_walk_beside(walk, face);
    maze_open(walk->maze->planes[face / 2], face % 2 ? walk->cell : beside);
}

// The way back of a search in depth: half a byte a cell, faces in the order gone through.
typedef struct maze_trail {
    uint8_t *faces; // walk->more
    uint64_t length;
} maze_trail;

static inline void maze_trail_push(maze_trail *trail, uint32_t face)
{
    uint8_t *pair = &trail->faces[trail->length / 2];
    *pair = (uint8_t)(trail->length % 2 ? (*pair & 15u) | face << 4 : face);
    trail->length++;
}

static inline uint32_t maze_trail_pop(maze_trail *trail)
{
    trail->length--;
    const uint32_t pair = trail->faces[trail->length / 2];
    return trail->length % 2 ? pair >> 4 : pair & 15u;
}
