// SPDX-License-Identifier: MIT
#pragma once

#include "maze_internal.h"

// An axis that is one cell long has no outside, so that a flat maze is left at its rim and a line
// at its ends; but for the maze of one cell, which has nothing else.
static inline bool maze_border_has_axis(const qx_maze_info *box, uint32_t axis)
{
    const uint32_t sizes[] = { box->width, box->height, box->depth };
    return sizes[axis] > 1 || box->cells == 1;
}

// Bit i: face i leads out of the box.
static inline uint32_t maze_border_faces(const qx_maze *maze, uint64_t cell)
{
    uint32_t faces = 0;
    for (uint32_t face = 0; face < 6; face++) {
        if (!maze_border_has_axis(&maze->info, face / 2)) continue;
        const bool out = qx_maze_get_neighbour(maze, cell, (qx_maze_face)face) == QX_MAZE_NONE;
        faces |= (uint32_t)out << face;
    }
    return faces;
}

// The cells at the outside of the box, one after the other by index; cell 0 is always one.
//
//     maze_border at = { .maze = maze };
//     do … at.cell … while (maze_border_next(&at));
typedef struct maze_border {
    const qx_maze *maze;
    uint64_t cell;
    uint32_t x, y, z;
} maze_border;

static inline bool maze_border_is_end(uint32_t at, uint32_t size)
{
    return size > 1 && (at == 0 || at + 1 == size);
}

// Rows that are not at an end have border cells at theirs alone; such a row of one cell has none.
static inline bool maze_border_next(maze_border *at)
{
    const qx_maze_info *box = &at->maze->info;
    for (;;) {
        const bool outer =
            maze_border_is_end(at->y, box->height) || maze_border_is_end(at->z, box->depth);
        const uint32_t step = !outer && at->x == 0 && box->width > 1 ? box->width - 1 : 1;
        at->cell += step;
        at->x += step;
        if (at->x < box->width) return true;
        at->x = 0;
        if (++at->y == box->height) {
            at->y = 0;
            if (++at->z == box->depth) return false;
        }
        if (box->width > 1 || maze_border_is_end(at->y, box->height) ||
            maze_border_is_end(at->z, box->depth))
            return true;
    }
}

// Whether a cell has two such faces or more.
static inline bool maze_border_is_edge(const qx_maze *maze, uint64_t cell)
{
    const uint32_t faces = maze_border_faces(maze, cell);
    return faces & (faces - 1);
}
