// SPDX-License-Identifier: MIT
#pragma once

#include "terrain.h"

/// @file
/// Height fields as triangle meshes in the caller's memory: positions, normals, texture
/// coordinates, tangents, in any layout; compact heights and normals; blocks and tiles whose seams
/// are exact.
///
/// Does: write whole meshes, with 32-bit or 16-bit indices or in blocks of 16-bit ones; normals by
/// two rules; the neighbours' samples across borders; copies of a block over a plane.
/// Does not: simplify (terrain_simplify.h), choose detail (terrain_lod.h), write files.
///
/// Threads: calls may run together. Same bits everywhere.
/// Sources: docs/terrain.md.

/// What a normal is of.
typedef enum qx_terrain_normals {
    QX_TERRAIN_SMOOTH_NORMALS = 0, ///< ((hL - hR) / 2 dx, 1, (hU - hD) / 2 dz): nearest to the
                                   ///< surface the samples come from.
    QX_TERRAIN_MESH_NORMALS        ///< Area-weighted of the drawn triangles.
} qx_terrain_normals;

/// The samples beyond a border, for normals there. All NULL: one-sided of second order.
/// A neighbour has the same number of samples along the shared border, the same cell size, and its
/// border samples equal ours. Normals on the shared line then have the same bits in both fields,
/// where all are floats or all are coded with one range of low and high; beside holes, where fields
/// have three samples or more across the line too. Those of another size are not looked at by
/// functions without a result. Of a periodic field a neighbour that is given comes first.
typedef struct qx_terrain_neighbours {
    const qx_terrain *left, *right, *up, *down;
    const qx_terrain *left_up, *right_up, *left_down, *right_down; ///< QX_TERRAIN_MESH_NORMALS
                                                                   ///< only.
} qx_terrain_neighbours;

/// Where each piece of a vertex goes. Strides are bytes from one vertex to the next; NULL pieces
/// are not written.
typedef struct qx_terrain_layout {
    float *positions;       ///< x, y, z.
    size_t position_stride; ///< Default 12.
    float *normals;
    size_t normal_stride;   ///< Default 12.
    float *texture_places;  ///< u, v.
    size_t texture_stride;  ///< Default 8.
    float *tangents;        ///< x, y, z, w: along u; w = -1, as glTF has it: the bitangent
                            ///< w * cross(normal, tangent) goes along v.
    size_t tangent_stride;  ///< Default 16.
} qx_terrain_layout;

typedef struct qx_terrain_mesh_desc {
    qx_terrain_normals normals;
    const qx_terrain_neighbours *neighbours;
    float repeat;        ///< Texture coordinates run from 0 to this. Default 1.
    uint32_t copies_x, copies_z; ///< n x n copies of a periodic block side by side, each displaced
                         ///< by (i - (n - 1) / 2) * size; all places of one copy are written by
                         ///< copy_x, copy_z. Default 1.
    uint32_t copy_x, copy_z;
    const qx_terrain_area *area; ///< Only these samples. NULL: all.
} qx_terrain_mesh_desc;

typedef struct qx_terrain_mesh_counts {
    uint64_t vertices, indices;
} qx_terrain_mesh_counts;

/// How large the mesh of all (or of desc->area) is: triangles with a hole are left out of indices,
/// vertices never.
QX_API qx_terrain_mesh_counts qx_terrain_mesh_bound(const qx_terrain *terrain,
                                                    const qx_terrain_mesh_desc *desc);

/// Writes vertices row by row. Holes have height `lowest` and the normal (0, 1, 0).
/// @return QX_OK, QX_BAD_VALUE.
QX_API qx_result qx_terrain_build_vertices(const qx_terrain *terrain,
                                           const qx_terrain_mesh_desc *desc,
                                           const qx_terrain_layout *layout,
                                           const qx_workers *workers);

/// Writes triangles, counter-clockwise from above, in the order of the cells.
/// @param indices16  Or indices32: one of them. 16 bits reach 65,536 vertices.
/// @return QX_OK, QX_TOO_LARGE (16 bits do not reach, or 32), QX_BAD_VALUE.
QX_API qx_result qx_terrain_build_indices(const qx_terrain *terrain,
                                          const qx_terrain_mesh_desc *desc, uint16_t *indices16,
                                          uint32_t *indices32, uint64_t *written);

/// How many blocks of at most 65,536 vertices the field takes, sharing the samples between them;
/// and the samples of one.
QX_API uint32_t qx_terrain_count_blocks(const qx_terrain *terrain);
QX_API qx_terrain_area qx_terrain_get_block(const qx_terrain *terrain, uint32_t block);

/// Normals alone, three floats each, row by row; the quickest way.
/// @param normals  columns * rows.
QX_API void qx_terrain_build_normals(const qx_terrain *terrain, qx_terrain_normals rule,
                                     const qx_terrain_neighbours *neighbours, qx_vec3 *normals,
                                     const qx_workers *workers);

/// A vertex in 6 bytes: for GPUs that put x and z together themselves.
typedef struct qx_terrain_compact {
    uint16_t height; ///< Of 65,535 from low to high (of lowest to highest for fields of floats).
    int16_t normal[2]; ///< Octahedral: see qx_terrain_sample_octahedral.
} qx_terrain_compact;

/// @param vertices  columns * rows.
QX_API void qx_terrain_build_compact(const qx_terrain *terrain, qx_terrain_normals rule,
                                     const qx_terrain_neighbours *neighbours,
                                     qx_terrain_compact *vertices, const qx_workers *workers);

/// Octahedral normals alone, 2 x 16 bit signed (x, z of the projection onto |x| + |y| + |z| = 1;
/// all normals of a field point up, so nothing is folded), row by row.
QX_API void qx_terrain_build_octahedral(const qx_terrain *terrain, qx_terrain_normals rule,
                                        const qx_terrain_neighbours *neighbours, int16_t (*normals)[2],
                                        const qx_workers *workers);

/// The normal two such numbers stand for.
QX_API qx_vec3 qx_terrain_sample_octahedral(const int16_t normal[2]);

/// Weights of the textures seen along x, y and z that keep cliffs from stretching: sum 1.
/// @param sharpness  Exponent, 1 to 32. Default 4 (where 0).
QX_API qx_vec3 qx_terrain_sample_triplanar(qx_vec3 normal, float sharpness);
