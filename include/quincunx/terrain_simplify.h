// SPDX-License-Identifier: MIT
#pragma once

#include "terrain.h"

/// @file
/// Height fields as meshes of few triangles, none farther than a given vertical error from any
/// sample.
///
/// Does: right-triangulated irregular networks (RTIN) for fields of m * 2^k + 1 samples, quick and
/// at any error from one map of errors; greedy Delaunay networks (TIN) for any size, with fewest
/// triangles.
/// Does not: bound anything but the vertical distance at the samples; keep vertices where holes
/// are.
///
/// Vertices are samples: column | row << 16 in `places` (32 bits); make positions from them with
/// qx_terrain_get_height. Triangles turn counter-clockwise from above.
/// Threads: const calls may run together. Same bits everywhere.
/// Sources: Evans, Kirkpatrick, Townsend, "Right-Triangulated Irregular Networks" (2001); Garland
/// and Heckbert, "Fast Polygonal Approximation of Terrains and Height Fields" (1995);
/// docs/terrain.md.

/// Errors of every triangle of the hierarchy: made once, for meshes of any error.
typedef struct qx_terrain_rtin qx_terrain_rtin;

/// What an error is.
typedef enum qx_terrain_error {
    QX_TERRAIN_ERROR_EXACT = 0, ///< The largest deviation of any sample a triangle covers: a bound.
    QX_TERRAIN_ERROR_MIDPOINT   ///< Of the middle of its long side alone, as martini has it:
                                ///< quicker, and no bound.
} qx_terrain_error;

typedef struct qx_terrain_rtin_desc {
    qx_terrain_error error;
    uint32_t block; ///< Cells of a block, a power of two of at most 32,768 that divides columns - 1
                    ///< and rows - 1. Default: the largest there is. Errors on borders between
                    ///< blocks are merged from both sides, so that neighbours close.
    const qx_allocator *allocator; ///< Copied.
} qx_terrain_rtin_desc;

/// @return QX_OK, QX_BAD_VALUE (no power of two above 1 divides both), QX_NO_MEMORY.
QX_API qx_result qx_terrain_rtin_create(const qx_terrain *terrain,
                                        const qx_terrain_rtin_desc *desc,
                                        const qx_workers *workers, qx_terrain_rtin **rtin);
QX_API void qx_terrain_rtin_destroy(qx_terrain_rtin *rtin);

/// Also what is in an object of two passes: counts exactly, then writes.
typedef struct qx_terrain_simple_counts {
    uint32_t vertices, triangles;
} qx_terrain_simple_counts;

/// How many vertices and triangles a mesh of at most `error` has (world units, 0 or more). The
/// object takes notes: one bound and build at a time.
QX_API qx_terrain_simple_counts qx_terrain_rtin_bound(qx_terrain_rtin *rtin, float error);

/// Writes it.
/// @param places   Room for bound's vertices.
/// @param indices  Room for three a triangle.
QX_API qx_terrain_simple_counts qx_terrain_rtin_build(qx_terrain_rtin *rtin, float error,
                                                      uint32_t *places, uint32_t *indices);

/// A triangulation that is refined where it is worst.
typedef struct qx_terrain_tin qx_terrain_tin;

typedef enum qx_terrain_border {
    QX_TERRAIN_BORDER_FREE = 0, ///< As the error asks.
    QX_TERRAIN_BORDER_SHARED,   ///< Chosen from the border's own samples alone, each border for
                                ///< itself: neighbours with the same border samples and error
                                ///< close.
    QX_TERRAIN_BORDER_LOCKED    ///< All of its samples.
} qx_terrain_border;

typedef struct qx_terrain_tin_desc {
    float error;             ///< Stops when every sample is within it. World units, 0 or more.
    uint32_t triangles;      ///< Or when there are so many. 0: no limit.
    qx_terrain_border border;
    const qx_allocator *allocator; ///< Copied.
} qx_terrain_tin_desc;

/// Refines until the error or the limit is reached.
/// @return QX_OK, QX_BAD_VALUE, QX_TOO_LARGE (more than 2^31 triangles), QX_NO_MEMORY.
QX_API qx_result qx_terrain_tin_create(const qx_terrain *terrain, const qx_terrain_tin_desc *desc,
                                       qx_terrain_tin **tin);
QX_API void qx_terrain_tin_destroy(qx_terrain_tin *tin);

typedef struct qx_terrain_tin_info {
    qx_terrain_simple_counts counts; ///< Holes left out.
    float error; ///< The largest that is left.
} qx_terrain_tin_info;
QX_API qx_terrain_tin_info qx_terrain_tin_get_info(const qx_terrain_tin *tin);

QX_API void qx_terrain_tin_build(const qx_terrain_tin *tin, uint32_t *places, uint32_t *indices);

/// The largest vertical distance of any sample that is no hole from a mesh of samples: what it
/// really costs.
/// @return QX_OK, QX_BAD_VALUE (an index or place out of range, a triangle seen from below),
///         QX_NO_MEMORY.
QX_API qx_result qx_terrain_measure(const qx_terrain *terrain, const uint32_t *places,
                                    uint32_t vertex_count, const uint32_t *indices,
                                    uint32_t index_count, const qx_allocator *allocator,
                                    double *error);
