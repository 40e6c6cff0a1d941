// SPDX-License-Identifier: MIT
#pragma once

#include "terrain.h"

/// @file
/// Level of detail for large fields: a quadtree of patches chosen anew each frame, one grid mesh
/// for all of them, vertices that morph from level to level. No cracks, no skirts.
///
/// Does: turn a screen error in pixels into distances, choose patches inside the view, say how a
/// vertex morphs (in C, for checks; terrain_draw.h draws it in a shader), keep normals small.
/// Does not: draw, keep heights twice.
///
///     qx_terrain_lod_create(terrain, NULL, NULL, &lod);
///     const qx_terrain_view view = { .eye = eye, .field = 0.9f, .pixels = 1080 };
///     const qx_terrain_ranges ranges = qx_terrain_lod_sample_ranges(lod, &view);
///     uint32_t count = qx_terrain_lod_build(lod, &view, &ranges, patches, 4096);
///
/// A patch of level l covers QX_TERRAIN_PATCH * 2^l cells; level 0 is the finest. Fields of any
/// size: what lies beyond the last column or row is pressed onto it. Patches are cut as the field
/// is; of ALTERNATING ones level 0 is, the others from right top to left bottom.
///
/// Vertex (i, j) of a patch lies on a sample; where i or j is odd it morphs toward the vertex with
/// i and j made even, which is the next level's. How far is told by its distance from the eye,
/// along the ground and, above or below all heights, upward: a function of its unmorphed column
/// and row alone. So patches that meet agree about every vertex, and where a finer one meets a
/// coarser one its odd vertices have arrived in the coarser one's: the same numbers, no rounding.
///
/// Threads: const calls may run together. Same bits everywhere.
/// Source: Strugar, "Continuous Distance-Dependent Level of Detail for Rendering Heightmaps"
/// (2009), which takes distances to unmorphed heights and has to keep slopes moderate for it.

typedef struct qx_terrain_lod qx_terrain_lod;

/// Cells of a patch along a side.
#define QX_TERRAIN_PATCH 32u
#define QX_TERRAIN_MAX_LEVELS 12u

typedef struct qx_terrain_lod_desc {
    bool normals; ///< Keeps 2 x 8 bit octahedral normals of the finest level too.
    const qx_allocator *allocator; ///< Copied.
} qx_terrain_lod_desc;

/// Makes the quadtree over a field, which must outlive it: for each level the largest vertical
/// error it makes at any sample. Lowest and highest heights of patches are the field's own.
/// @param desc  NULL: the defaults.
/// @return QX_OK, QX_NO_MEMORY.
QX_API qx_result qx_terrain_lod_create(const qx_terrain *terrain, const qx_terrain_lod_desc *desc,
                                       const qx_workers *workers, qx_terrain_lod **lod);
/// NULL is allowed.
QX_API void qx_terrain_lod_destroy(qx_terrain_lod *lod);

/// Takes over an edit of the field: afterwards all is as if made anew. Never allocates.
/// @param area  As qx_terrain_apply gave it.
QX_API void qx_terrain_lod_update(qx_terrain_lod *lod, const qx_terrain_area *area);

typedef struct qx_terrain_lod_info {
    uint32_t levels;
    float errors[QX_TERRAIN_MAX_LEVELS]; ///< World units; 0 of level 0, not falling with the level.
    size_t bytes;                        ///< The field's own not counted.
} qx_terrain_lod_info;
QX_API qx_terrain_lod_info qx_terrain_lod_get_info(const qx_terrain_lod *lod);

/// The field it was made over.
QX_API const qx_terrain *qx_terrain_lod_get_terrain(const qx_terrain_lod *lod);

/// Octahedral normals of all samples, 2 x 8 bit; NULL where they are not kept. Borrowed.
QX_API const int8_t *qx_terrain_lod_get_normals(const qx_terrain_lod *lod);

/// What a GPU draws from, of a rectangle of samples, row by row. NULL pieces are not written.
typedef struct qx_terrain_texels {
    uint16_t *codes;  ///< Of coded fields: as they are. Holes have a height of their surroundings.
    float *heights;   ///< Of any field; likewise.
    int8_t *normals;  ///< 2 x 8 bit, octahedral (of 127): smooth ones; (0, 1, 0) in holes.
    uint8_t *present; ///< 255, or 0 at a hole.
} qx_terrain_texels;
QX_API void qx_terrain_lod_build_texels(const qx_terrain_lod *lod, const qx_terrain_area *area,
                                        const qx_terrain_texels *texels);

/// The samples whose texels an edit may have changed: normals and what fills holes look around.
QX_API qx_terrain_area qx_terrain_lod_get_reach(const qx_terrain_lod *lod,
                                                const qx_terrain_area *area);

/// Who looks. What is not finite counts as 0.
typedef struct qx_terrain_view {
    qx_vec3 eye;
    float planes[6][4]; ///< Of the frustum: a x + b y + c z + d is 0 or more inside. All zero: not
                        ///< used.
    float field;        ///< Vertical angle of view, radians, to 3. Default 0.9.
    float pixels;       ///< Height of the picture. Default 720.
    float error;        ///< Pixels by which the picture may be wrong, in its middle. Default 2.
    float farthest;     ///< Nothing beyond is chosen. Default: all.
} qx_terrain_view;

/// A patch to draw: a grid of QX_TERRAIN_PATCH cells scaled by 2^level from (column, row), or some
/// quarters of it.
typedef struct qx_terrain_patch {
    uint32_t column, row; ///< Of its first sample.
    uint8_t level;
    uint8_t quarters;     ///< Bits: left top 1, right top 2, left bottom 4, right bottom 8; 15 is
                          ///< all.
    float lowest, highest; ///< Of the whole patch.
} qx_terrain_patch;

/// What holds for all patches of a view: as a shader takes it. Where the eye is, in cells from the
/// first sample, stands apart in whole ones and the rest, so that differences of columns are exact.
typedef struct qx_terrain_ranges {
    uint32_t levels;
    float reach[QX_TERRAIN_MAX_LEVELS];      ///< Level l is drawn up to this distance from the eye;
                                             ///< 0: nowhere. The last one: everywhere.
    float morph_from[QX_TERRAIN_MAX_LEVELS]; ///< Morphing to level l + 1 begins here
    float morph_to[QX_TERRAIN_MAX_LEVELS];   ///< and ends here, a little before reach.
    int32_t eye_column, eye_row;
    float eye_right, eye_down;               ///< The rest of it, 0 to 1 cells.
    float cell_x, cell_z;                    ///< World units.
    float above;                             ///< How far the eye is above or below all heights.
} qx_terrain_ranges;
QX_API qx_terrain_ranges qx_terrain_lod_sample_ranges(const qx_terrain_lod *lod,
                                                      const qx_terrain_view *view);

/// Chooses patches, of four neighbours in the tree always the nearest first. Never allocates.
/// @param ranges  Of this view.
/// @return How many there are; the first `capacity` are written.
QX_API uint32_t qx_terrain_lod_build(const qx_terrain_lod *lod, const qx_terrain_view *view,
                                     const qx_terrain_ranges *ranges, qx_terrain_patch *patches,
                                     uint32_t capacity);

/// Where vertex (i, j) of a patch is drawn, 0 to QX_TERRAIN_PATCH each: the shader's own
/// arithmetic. Distances are taken from the unmorphed integer place, so patches that meet agree.
QX_API qx_vec3 qx_terrain_lod_sample_vertex(const qx_terrain_lod *lod,
                                            const qx_terrain_ranges *ranges,
                                            const qx_terrain_patch *patch, uint32_t i, uint32_t j);
