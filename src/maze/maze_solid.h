// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/maze_mesh.h>

#include "base/memory.h"

#include <stdbool.h>

// The material of a maze on a lattice of boxes: cells, walls, beams and posts, 2 N + 1 along an
// axis of N cells, index even for walls and odd for cells. Planes between boxes are numbered 0 to 2
// N + 1; box i lies between the planes i and i + 1, and has the surface's corners on these planes.
//
// Places are integers, in units that make the longest side at most 2^24 of them: every float that
// is written is exact, and every decision is made on what is written.

// Three-dimensional bits, side by side along one axis. Bit i + 1 of row (j + 1, k + 1) is the box
// (i, j, k): around the boxes lies a border of zeros. Bit i of row (j, k) is the corner on the
// planes i, j and k.
typedef struct maze_volume {
    uint64_t *bits;
    uint32_t along;   // the axis of a row
    size_t words;     // of a row
    size_t stride[3]; // words to the next row; 0 along
} maze_volume;

typedef struct maze_axis {
    uint32_t boxes;
    int32_t *planes; // boxes + 1, rising
    uint32_t *layer; // of each box: its place on the maze's own lattice, which parts refine
} maze_axis;

#define MAZE_SOLID_BLOCKS 32 // as many as one build takes, at most

typedef struct maze_solid {
    const qx_allocator *allocator;
    struct {
        void *memory;
        size_t size;
    } blocks[MAZE_SOLID_BLOCKS];
    uint32_t block_count;
    double unit; // a power of two
    maze_axis axes[3];
    maze_volume bits; // along x
} maze_solid;

static inline size_t maze_row(const maze_volume *volume, size_t x, size_t y, size_t z)
{
    return x * volume->stride[0] + y * volume->stride[1] + z * volume->stride[2];
}

// Whether there is material in the box (x, y, z).
static inline bool maze_solid_get(const maze_volume *volume, size_t x, size_t y, size_t z)
{
    const uint64_t *row = volume->bits + maze_row(volume, 0, y + 1, z + 1);
    return row[(x + 1) / 64] >> (x + 1) % 64 & 1;
}

static inline void maze_solid_set(maze_volume *volume, size_t x, size_t y, size_t z, bool solid)
{
    uint64_t *word = volume->bits + maze_row(volume, 0, y + 1, z + 1) + (x + 1) / 64;
    const uint64_t bit = UINT64_C(1) << (x + 1) % 64;
    *word = solid ? *word | bit : *word & ~bit;
}

// maze_lattice.c: memory that lives as long as the solid, zeroed.
qx_result maze_solid_take(maze_solid *solid, size_t count, size_t size, void **memory);
void maze_solid_release(maze_solid *solid);
qx_result maze_volume_take(maze_solid *solid, const uint32_t boxes[3], uint32_t along,
                           maze_volume *volume);

// maze_lattice.c: the whole maze as a solid. `desc` is resolved and checked.
qx_result maze_lattice_build(const qx_maze *maze, const qx_maze_mesh_desc *desc, maze_solid *solid);

// maze_transpose.c: the same bits, side by side along another axis; `from` lies along x.
void maze_volume_turn(const maze_volume *from, const uint32_t boxes[3], maze_volume *to);

// maze_parts.c: cuts the part out of the whole, its pins or holes included. `desc` as above.
qx_result maze_parts_cut(const qx_maze_mesh_desc *desc, maze_solid *solid);

static inline bool maze_part_has_pins(qx_maze_part part)
{
    return part == QX_MAZE_PART_LOW || part == QX_MAZE_PART_BOX;
}

static inline bool maze_part_has_holes(qx_maze_part part)
{
    return part == QX_MAZE_PART_HIGH || part == QX_MAZE_PART_LID;
}

// The plane across z where a part meets its other.
static inline uint32_t maze_part_seam(qx_maze_part part, uint32_t depth)
{
    return part == QX_MAZE_PART_LOW || part == QX_MAZE_PART_HIGH ? depth / 2 * 2 : 2 * depth;
}

// The corners that triangles need, and the number of each by rank.
typedef struct maze_corners {
    maze_volume bits; // along x
    uint32_t *ranks;  // of each word: corners before it
    uint64_t count;
    uint64_t most[3]; // corners on that plane across x, y, z that has most
} maze_corners;

// maze_corners.c: how many corners and triangles there will be; which corners; where they are.
// `slice_closed` makes no more corners, but more triangles.
void maze_corners_count(const maze_solid *solid, uint32_t slice_axis, bool slice_closed,
                        uint64_t *vertices, uint64_t *triangles);
qx_result maze_corners_find(maze_solid *solid, uint32_t slice_axis, maze_corners *corners);
void maze_corners_write(const maze_solid *solid, const maze_corners *corners, qx_vec3 *positions);

// Whether faces end at this plane across the axis because it lies between two slices.
static inline bool maze_is_cut(const maze_axis *axis, uint32_t plane)
{
    return plane == 0 || plane == axis->boxes || axis->layer[plane - 1] != axis->layer[plane];
}

// maze_faces.c: all triangles, and their ranges where `ranges` is not NULL. Preparing takes all
// memory.
typedef struct maze_triangulator maze_triangulator;
qx_result maze_faces_prepare(maze_solid *solid, uint32_t slice_axis, const maze_corners *corners,
                             maze_triangulator **prepared);
void maze_faces_build(maze_triangulator *at, uint32_t slice_axis, bool slice_closed,
                      uint32_t *indices, qx_maze_mesh_range *ranges);
