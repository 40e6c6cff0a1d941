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
///     qx_terrain_rtin *rtin;
///     if (qx_terrain_rtin_create(terrain, NULL, NULL, &rtin) != QX_OK) return 1;
///     const qx_terrain_simple_counts counts = qx_terrain_rtin_bound(rtin, 2.5f);
///     uint32_t *places = malloc(counts.vertices * sizeof *places);
///     uint32_t *indices = malloc(3 * counts.triangles * sizeof *indices);
///     qx_terrain_rtin_build(rtin, 2.5f, places, indices);
///     qx_terrain_rtin_destroy(rtin);
///
/// Vertices are samples: column | row << 16 in `places` (32 bits); make positions from them with
/// qx_terrain_get_height. Triangles turn counter-clockwise from above.
/// Errors are world units. A field kept as 16-bit codes is measured by its codes, exactly; that
/// heights are rounded to floats when they are asked for is not counted.
/// Holes: no triangle covers one; the samples beside them become vertices.
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

/// Reads the field; it may go afterwards. Holds 4 bytes a sample and a bit.
/// @param desc     NULL: all defaults.
/// @param workers  Measure in parallel; NULL for this thread alone.
/// @return QX_OK, QX_BAD_VALUE (no power of two above 1 divides both, or not this block),
///         QX_TOO_LARGE (2^31 cells or more), QX_NO_MEMORY.
QX_API qx_result qx_terrain_rtin_create(const qx_terrain *terrain,
                                        const qx_terrain_rtin_desc *desc,
                                        const qx_workers *workers, qx_terrain_rtin **rtin);
QX_API void qx_terrain_rtin_destroy(qx_terrain_rtin *rtin);

/// How large a mesh is.
typedef struct qx_terrain_simple_counts {
    uint32_t vertices, triangles;
} qx_terrain_simple_counts;

/// How many vertices and triangles a mesh of at most `error` has: exactly as many as build writes.
/// The object takes notes: one bound or build at a time.
/// @param error  0 or more; what is less, or NaN, counts as 0.
QX_API qx_terrain_simple_counts qx_terrain_rtin_bound(qx_terrain_rtin *rtin, float error);

/// Writes it; vertices row by row. Quicker straight after a bound of the same error.
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
                                ///< close, but where a hole is beside the border.
    QX_TERRAIN_BORDER_LOCKED    ///< All of its samples.
} qx_terrain_border;

typedef struct qx_terrain_tin_desc {
    float error;             ///< Stops when every sample is within it. World units, 0 or more.
    uint32_t triangles;      ///< Or when there are so many. 0: no limit.
    qx_terrain_border border;
    const qx_allocator *allocator; ///< Copied.
} qx_terrain_tin_desc;

/// Refines until the error or the limit is reached; what borders and holes ask for comes first and
/// is not limited. Reads the field; it may go afterwards.
/// @return QX_OK, QX_BAD_VALUE (error below 0 or not finite, no such border), QX_TOO_LARGE (2^30
///         triangles), QX_NO_MEMORY.
QX_API qx_result qx_terrain_tin_create(const qx_terrain *terrain, const qx_terrain_tin_desc *desc,
                                       qx_terrain_tin **tin);
QX_API void qx_terrain_tin_destroy(qx_terrain_tin *tin);

typedef struct qx_terrain_tin_info {
    qx_terrain_simple_counts counts; ///< Holes left out.
    float error; ///< The largest that is left.
} qx_terrain_tin_info;
QX_API qx_terrain_tin_info qx_terrain_tin_get_info(const qx_terrain_tin *tin);

QX_API void qx_terrain_tin_build(const qx_terrain_tin *tin, uint32_t *places, uint32_t *indices);

/// What a mesh really costs.
typedef struct qx_terrain_measured {
    double error;    ///< The largest vertical distance of any sample from the triangle over it,
                     ///< world units.
    uint64_t missed; ///< Samples that are no holes and under no triangle.
} qx_terrain_measured;

/// Measures a mesh of samples at every sample that is no hole.
/// @param allocator  For scratch memory; NULL: malloc.
/// @param measured   Zeroed on failure.
/// @return QX_OK, QX_BAD_VALUE (an index or place out of range, a vertex at a hole, a triangle
///         without area or seen from below, a count that is no multiple of 3), QX_NO_MEMORY.
QX_API qx_result qx_terrain_measure(const qx_terrain *terrain, const uint32_t *places,
                                    uint32_t vertex_count, const uint32_t *indices,
                                    size_t index_count, const qx_allocator *allocator,
                                    qx_terrain_measured *measured);
