// SPDX-License-Identifier: MIT
#pragma once

#include "maze_solid.h"

// A corner that waits for its last triangle.
typedef struct maze_node {
    int32_t x, y;
    uint32_t vertex, below; // below: the node before in its chain
} maze_node;

// Corners of one side of a region's unfinished part, the last on top, on one corner of the other
// side.
typedef struct maze_chain {
    uint32_t top;
    uint32_t side;
} maze_chain;

// What of a region crosses the sweep line between two of its borders. After two parts have met
// there are two chains: the left one's right border and the right one's left border end in the
// corner where they met, which waits for the next one to be joined with.
typedef struct maze_span {
    maze_chain left, right; // right.top is MAZE_NO_NODE where there is one chain
} maze_span;

#define MAZE_NO_NODE UINT32_MAX

struct maze_triangulator {
    const maze_solid *solid;
    const maze_corners *corners;
    maze_volume boxes[3], bits[3]; // of the solid and of its corners, along x, y and z, where taken
    uint32_t *out;                 // the next index
    // Of the plane at work.
    const int32_t *columns;
    uint32_t row, bit, flip;
    size_t base, step; // words of the corners' ranks: of column 0, to the next
    // Scratch.
    uint64_t *faces[2]; // of the lines below and above
    maze_span *spans;   // by the column of their left border
    maze_node *nodes;
    uint32_t free;
    uint32_t used; // nodes that were ever used
};

// One side of one plane of the lattice, in part.
typedef struct maze_plane {
    uint32_t normal, row, line; // the axes
    uint32_t at;                // its number across the normal
    uint32_t first, last;       // lines of boxes, from the first to before the last
    bool high;                  // the faces that look to the high side
    bool all;                   // of all boxes, where there is material behind them as well
} maze_plane;

// Cuts all faces of a plane into triangles that have corners of maze_corners_find alone.
void maze_triangulate(maze_triangulator *at, const maze_plane *plane);
