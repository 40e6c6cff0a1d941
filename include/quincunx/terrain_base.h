// SPDX-License-Identifier: MIT
#pragma once

#include "terrain.h"

/// @file
/// Height fields as solid blocks: the ground, walls around it and a flat underside; closed and
/// outward, for printers and for whatever wants a volume.
///
/// Does: close the whole field, or a mesh of few triangles that was made of it, with holes too.
/// Does not: simplify (terrain_simplify.h), write files (stl.h), choose how thick a block is.
///
///     const qx_terrain_base_desc desc = { .bottom = info.lowest - 5 };
///     qx_terrain_base_counts counts;
///     if (qx_terrain_base_bound(terrain, &desc, &counts) != QX_OK) return 1;
///     qx_vec3 *positions = malloc(counts.vertices * sizeof *positions);
///     uint32_t *indices = malloc(counts.indices * sizeof *indices);
///     qx_terrain_base_build(terrain, &desc, positions, indices, NULL, &counts);
///
/// Closed: each edge of a triangle is the edge of exactly one other, the other way round, and no
/// two edges lie in the same place. For that, where ground meets at a single sample, as the black
/// fields of a chessboard do, the underside below it steps aside by 1/32 of a cell. A hole goes
/// through to the underside.
/// Threads: calls may run together. Same bits everywhere.
/// Sources: docs/terrain.md.

/// What is closed. Zero means the default.
typedef struct qx_terrain_base_desc {
    float bottom;            ///< Height of the underside: below every vertex of the ground, within
                             ///< 1e9.
    const uint32_t *places;  ///< The ground's vertices, column | row << 16, as terrain_simplify.h
                             ///< writes them. NULL: all samples, all triangles.
    uint32_t vertex_count;   ///< Of places.
    const uint32_t *indices; ///< Its triangles, counter-clockwise from above: one surface that lies
                             ///< over itself nowhere.
    size_t index_count;      ///< A multiple of 3.
} qx_terrain_base_desc;

typedef struct qx_terrain_base_counts {
    uint64_t vertices, indices;
    size_t scratch; ///< Bytes; 0 for a whole field without holes.
} qx_terrain_base_counts;

/// How large a block is at most, and the scratch memory its build takes. Exact where the ground has
/// no gaps.
/// @param counts  All zero on failure.
/// @return QX_OK, QX_BAD_VALUE (bottom not below the ground or out of range; a place that is none
///         or a hole; an index out of range; a triangle without area or seen from below), QX_TOO_LARGE
///         (more vertices than 32 bits number), QX_NOT_FOUND (there is no triangle).
QX_API qx_result qx_terrain_base_bound(const qx_terrain *terrain, const qx_terrain_base_desc *desc,
                                       qx_terrain_base_counts *counts);

/// Writes it: the ground's triangles first, in their order, then underside and walls. The ground's
/// vertices come first, in their order (all samples row by row; those of holes belong to no
/// triangle). The underside is a fan around the middle of the field where the ground has no gaps,
/// else the ground once more.
/// @param positions  Room for bound's vertices.
/// @param indices    Room for bound's indices.
/// @param scratch    Bound's bytes, aligned to 4; NULL where that is 0.
/// @param written    Receives how many there are.
/// @return As bound, and QX_BAD_VALUE where places lie over each other.
QX_API qx_result qx_terrain_base_build(const qx_terrain *terrain, const qx_terrain_base_desc *desc,
                                       qx_vec3 *positions, uint32_t *indices, void *scratch,
                                       qx_terrain_base_counts *written);
