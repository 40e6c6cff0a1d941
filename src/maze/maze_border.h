// SPDX-License-Identifier: MIT
#pragma once

#include "maze_internal.h"

// The cells at the outside of the box, one after the other by index:
//
//     maze_border at = { .maze = maze };
//     do … at.cell … while (maze_border_next(&at));
typedef struct maze_border {
    const qx_maze *maze;
    uint64_t cell;
    uint32_t x, y, z;
} maze_border;

// Rows inside have border cells at both ends alone.
static inline bool maze_border_next(maze_border *at)
{
    const qx_maze_info *box = &at->maze->info;
    const bool inside = at->y > 0 && at->y + 1 < box->height && at->z > 0 && at->z + 1 < box->depth;
    const uint32_t step = inside && at->x == 0 && box->width > 1 ? box->width - 1 : 1;
    at->cell += step;
    at->x += step;
    if (at->x < box->width) return true;
    at->x = 0;
    if (++at->y < box->height) return true;
    at->y = 0;
    return ++at->z < box->depth;
}

// Bit i: face i leads out of the box.
static inline uint32_t maze_border_faces(const qx_maze *maze, uint64_t cell)
{
    uint32_t faces = 0;
    for (uint32_t face = 0; face < 6; face++) {
        const bool out = qx_maze_get_neighbour(maze, cell, (qx_maze_face)face) == QX_MAZE_NONE;
        faces |= (uint32_t)out << face;
    }
    return faces;
}

// Whether a cell has two such faces or more.
static inline bool maze_border_is_edge(const qx_maze *maze, uint64_t cell)
{
    const uint32_t faces = maze_border_faces(maze, cell);
    return faces & (faces - 1);
}
