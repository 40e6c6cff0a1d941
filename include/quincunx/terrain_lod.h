// SPDX-License-Identifier: MIT
#pragma once

#include "terrain.h"

/// @file
/// Level of detail for large fields: a quadtree of patches chosen anew each frame, one grid mesh
/// for all of them, vertices that morph from level to level. No cracks, no skirts.
///
/// Does: turn a screen error in pixels into distances, choose patches inside the view, say how a
/// vertex morphs (in C, for checks; render draws it in a shader).
/// Does not: draw, keep heights twice.
///
/// A patch of level l covers QX_TERRAIN_PATCH * 2^l cells; level 0 is the finest.
/// Threads: const calls may run together. Same bits everywhere.
/// Source: Strugar, "Continuous Distance-Dependent Level of Detail for Rendering Heightmaps"
/// (2009).

typedef struct qx_terrain_lod qx_terrain_lod;

/// Cells of a patch along a side.
#define QX_TERRAIN_PATCH 32u
#define QX_TERRAIN_MAX_LEVELS 12u

typedef struct qx_terrain_lod_desc {
    bool normals; ///< Keeps 2 x 8 bit octahedral normals of the finest level too.
    const qx_allocator *allocator; ///< Copied.
} qx_terrain_lod_desc;

/// Makes the quadtree over a field, which must outlive it: lowest and highest heights of patches,
/// and for each level the largest vertical error it makes anywhere.
/// @return QX_OK, QX_BAD_VALUE, QX_NO_MEMORY.
QX_API qx_result qx_terrain_lod_create(const qx_terrain *terrain, const qx_terrain_lod_desc *desc,
                                       const qx_workers *workers, qx_terrain_lod **lod);
QX_API void qx_terrain_lod_destroy(qx_terrain_lod *lod);

/// Takes over an edit of the field.
QX_API void qx_terrain_lod_update(qx_terrain_lod *lod, const qx_terrain_area *area);

typedef struct qx_terrain_lod_info {
    uint32_t levels;
    float errors[QX_TERRAIN_MAX_LEVELS]; ///< World units; not falling with the level.
    size_t bytes;                        ///< The field's own not counted.
} qx_terrain_lod_info;
QX_API qx_terrain_lod_info qx_terrain_lod_get_info(const qx_terrain_lod *lod);

/// Octahedral normals of all samples, 2 x 8 bit; NULL where they are not kept. Borrowed.
QX_API const int8_t *qx_terrain_lod_get_normals(const qx_terrain_lod *lod);

/// Who looks.
typedef struct qx_terrain_view {
    qx_vec3 eye;
    float planes[6][4]; ///< Of the frustum: a x + b y + c z + d is 0 or more inside. All zero: not
                        ///< used.
    float field;        ///< Vertical angle of view, radians.
    float pixels;       ///< Height of the picture.
    float error;        ///< Pixels by which the picture may be wrong. Default 2.
    float farthest;     ///< Nothing beyond is chosen. Default: all.
} qx_terrain_view;

/// A patch to draw: a grid of QX_TERRAIN_PATCH cells scaled by 2^level from (column, row), or one
/// quarter of it.
typedef struct qx_terrain_patch {
    uint32_t column, row; ///< Of its first sample.
    uint8_t level;
    uint8_t quarters;     ///< Bits: left top 1, right top 2, left bottom 4, right bottom 8; 15 is
                          ///< all.
    float lowest, highest;
} qx_terrain_patch;

/// What holds for all patches of a view.
typedef struct qx_terrain_ranges {
    uint32_t levels;
    float reach[QX_TERRAIN_MAX_LEVELS];       ///< Level l is drawn up to this distance from the
                                              ///< eye.
    float morph_from[QX_TERRAIN_MAX_LEVELS];  ///< Morphing to level l + 1 begins here and ends at
                                              ///< reach.
} qx_terrain_ranges;
QX_API qx_terrain_ranges qx_terrain_lod_sample_ranges(const qx_terrain_lod *lod,
                                                      const qx_terrain_view *view);

/// Chooses patches, nearest first by level. Never allocates.
/// @return How many there are; the first `capacity` are written.
QX_API uint32_t qx_terrain_lod_build(const qx_terrain_lod *lod, const qx_terrain_view *view,
                                     const qx_terrain_ranges *ranges, qx_terrain_patch *patches,
                                     uint32_t capacity);

/// Where vertex (i, j) of a patch is drawn, 0 to QX_TERRAIN_PATCH each: the shader's own
/// arithmetic. Distances are taken from the unmorphed integer place, so patches that meet agree.
QX_API qx_vec3 qx_terrain_lod_sample_vertex(const qx_terrain_lod *lod, const qx_terrain_view *view,
                                            const qx_terrain_ranges *ranges,
                                            const qx_terrain_patch *patch, uint32_t i, uint32_t j);
