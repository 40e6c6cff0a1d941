// SPDX-License-Identifier: MIT
#pragma once

#include "maze.h"

/// @file
/// Walls of mazes as closed triangle meshes to print and to show, and as lines to draw.
///
/// Does: build the walls of a maze of any size as one closed surface without a hanging vertex, with
/// openings in the outside; as two halves with pins, or with a lid, so that a ball can be put in;
/// in slices along an axis, so that one can be shown alone; write the edges of cells as lines.
/// Does not: write files (stl.h, threemf.h, obj.h, gltf.h do), draw.
///
///     const qx_maze_mesh_desc desc = { .cell = 10, .wall = 1.6f, .openings = &route.exit,
///                                      .opening_count = 1 };
///     qx_maze_mesh_counts counts;
///     if (qx_maze_mesh_bound(maze, &desc, &counts) != QX_OK) return 1;
///     qx_maze_mesh_build(maze, &desc, positions, indices, NULL);
///
/// Space: as maze.h, from (0, 0, 0); the box is width * cell - wall + 2 * shell long along x. Parts
/// lie where they are when put together.
/// Material: walls that are closed; where walls meet, beams and posts, closed or not. Of a maze
/// with a mask, walls stand around the cells that are there; the others are outside.
/// Triangles turn counter-clockwise seen from outside of the material, in a right-handed space.
/// Places are multiples of a power of two, exact as floats and at most 2^-24 of the box's length.
/// Units: the caller's; printing means millimetres.
/// Threads: calls may run together.
/// Same bits: the same maze and description give the same mesh everywhere.
/// Fewest triangles: a surface of V corners and Euler characteristic X has 2 (V - X), and corners
/// are only where edges that are not in line meet.
/// Sources: docs/maze.md for the lattice; Lee and Preparata (1977) and Garey, Johnson, Preparata
/// and Tarjan (1978) for the cutting of faces.

/// Which piece of the puzzle. LOW and HIGH fit together in one way only, as do BOX and LID.
typedef enum qx_maze_part {
    QX_MAZE_PART_WHOLE = 0, ///< All of it.
    QX_MAZE_PART_LOW,       ///< The half of low z, depth / 2 layers, open above, with pins.
    QX_MAZE_PART_HIGH,      ///< The half of high z, its floor the other one's ceiling, with holes
                            ///< for them.
    QX_MAZE_PART_BOX,       ///< All of it but the outer wall at high z, with pins.
    QX_MAZE_PART_LID        ///< That wall, with holes.
} qx_maze_part;

/// Zero means the default.
typedef struct qx_maze_mesh_desc {
    qx_maze_part part;
    float cell;       ///< From the middle of a wall to the middle of the next, 1e-3 to 1e6. Default
                      ///< 10.
    float wall;       ///< Thickness, less than cell. Default 0.16 cells.
    float shell;      ///< Thickness of the outer walls, up to 1e6. Default: wall; for parts with
                      ///< pins 3 walls, or with a pin given, its hole and a wall to either side.
    float pin;        ///< Width, depth and height of the pins: on the outer walls, at each corner
                      ///< and along the sides. Default 0.4 of the shell.
    float play;       ///< Room around a pin in its hole, and above it; pin and play on both sides
                      ///< are less than the shell. Default 0.1 of pin.
    const qx_maze_opening *openings; ///< Holes in the outer wall, at border cells (with a mask,
                                     ///< also toward a cell that is not there).
    uint32_t opening_count;
    uint32_t slice_axis; ///< 0: faces are merged as far as they go. 1, 2, 3: triangles are sorted
                         ///< by slices along x, y or z, and merged only within one.
    bool slice_closed;   ///< With a slice_axis: each range is a closed surface of its own. Where
                         ///< material goes on from one into the next, both have faces there, back
                         ///< to back. So walls look solid where what lies on them is not shown.
    const qx_allocator *allocator; ///< Not kept; for scratch memory of bound and build. Default
                                   ///< malloc.
} qx_maze_mesh_desc;

typedef struct qx_maze_mesh_counts {
    uint32_t vertices, indices;
} qx_maze_mesh_counts;

/// Indices of one slice.
typedef struct qx_maze_mesh_range {
    uint32_t first, count;
} qx_maze_mesh_range;

/// Returns the description with every default filled in.
QX_API qx_maze_mesh_desc qx_maze_mesh_desc_resolve(const qx_maze_mesh_desc *desc);

/// How large the mesh will be, exactly.
/// @param counts  All 0 on failure.
/// @return QX_OK, QX_BAD_VALUE (a field out of range or not finite, an opening that is not at the
///         outside, one layer for two halves), QX_TOO_LARGE (more than 32-bit indices reach, a
///         lattice beyond memory, or walls, pins or play too thin for floats beside the box's
///         length), QX_NO_MEMORY.
QX_API qx_result qx_maze_mesh_bound(const qx_maze *maze, const qx_maze_mesh_desc *desc,
                                    qx_maze_mesh_counts *counts);

/// Writes the mesh.
/// @param positions  Room for counts.vertices; each vertex once, shared by its triangles.
/// @param indices    Room for counts.indices; three a triangle.
/// @param ranges     With a slice_axis: room for 2 * cells + 1 along it, of the walls (even) and
///                   the layers of cells (odd) in turn; the slice of the cells k is the ranges 2k,
///                   2k + 1 and 2k + 2. Pins belong to the wall they reach into. May be NULL.
/// @return As qx_maze_mesh_bound; on failure nothing is written.
QX_API qx_result qx_maze_mesh_build(const qx_maze *maze, const qx_maze_mesh_desc *desc,
                                    qx_vec3 *positions, uint32_t *indices,
                                    qx_maze_mesh_range *ranges);

/// What a printer and a ball will make of it, in the desc's units.
typedef struct qx_maze_fit {
    float corridor;    ///< Free width between two walls.
    float opening;     ///< Free width of an opening in the outside.
    float thinnest;    ///< Wall, shell, pin, or what the shell leaves beside a pin's hole.
    qx_vec3 size;      ///< Of the part, pins included.
} qx_maze_fit;

/// Measures a part without building it.
/// @param fit  All 0 on failure.
/// @return QX_OK, QX_BAD_VALUE (as qx_maze_mesh_bound).
QX_API qx_result qx_maze_mesh_measure(const qx_maze *maze, const qx_maze_mesh_desc *desc,
                                      qx_maze_fit *fit);

/// An edge where walls meet, end, or turn, for drawing a maze as lines.
typedef struct qx_maze_edge {
    qx_vec3 from, to; ///< In cells: (0, 0, 0) to (width, height, depth), walls without thickness.
} qx_maze_edge;

/// Most edges qx_maze_build_edges writes.
QX_API uint64_t qx_maze_bound_edges(const qx_maze *maze);

/// Writes the edges of all walls: those lattice edges around which walls are not just one flat
/// plane, in straight runs as long as they go. Never allocates.
/// @param axis, slice 0: the whole maze; 1, 2, 3: only what bounds the cells of this slice along x,
///              y or z.
/// @param edges  Room for qx_maze_bound_edges.
/// @return How many were written.
QX_API uint64_t qx_maze_build_edges(const qx_maze *maze, uint32_t axis, uint32_t slice,
                                    qx_maze_edge *edges);
