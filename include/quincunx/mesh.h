// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#include <stdbool.h>

/// @file
/// What every mesh format writes: triangles or lines described where they lie. Part of the library
/// `formats`.
///
/// Does: describe meshes in the caller's memory, whatever their layout; say which way is up.
/// Does not: own, copy, weld or simplify. obj.h and gltf.h write what is described here.
///
///     const qx_mesh mesh = { .name = "bolt", .vertex_count = counts.vertices,
///                            .positions = &vertices[0].x, .position_stride = sizeof vertices[0],
///                            .indices = indices, .index_count = counts.indices };
///     const qx_mesh_set set = { .meshes = &mesh, .count = 1 };
///     qx_result result = qx_gltf_save_file(&set, "bolt.glb", NULL, &error);
///
/// Front: the side of a triangle from which its corners are seen to run counter-clockwise.
/// Threads: plain data.

typedef enum qx_mesh_kind {
    QX_MESH_TRIANGLES = 0, ///< Three indices each.
    QX_MESH_LINES          ///< Two indices each.
} qx_mesh_kind;

/// How light meets a mesh, for formats that know.
typedef enum qx_mesh_finish {
    QX_MESH_MATT = 0, ///< Lit by lamps: rough, not a metal.
    QX_MESH_UNLIT,    ///< Shows its colours as they are, whatever the lamps.
    QX_MESH_GLOWING   ///< Gives light of its base colour, times `glow`, besides being lit.
} qx_mesh_finish;

/// One object of a file. Zero means the default; positions and their count must be given.
typedef struct qx_mesh {
    const char *name;            ///< UTF-8. Default "mesh" and its number from 0.
    qx_mesh_kind kind;           ///< Default QX_MESH_TRIANGLES.
    uint32_t vertex_count;       ///< 1 or more.
    const float *positions;      ///< The first vertex's x, y, z; within 1e9 to either side.
    size_t position_stride;      ///< Bytes from one vertex to the next, 12 or more. Default 12.
    const float *normals;        ///< x, y, z of any length; written with length 1 (of length 0:
                                 ///< along the third axis). Default: none.
    size_t normal_stride;        ///< 12 or more. Default 12.
    const float *texture_places; ///< u, v: 0, 0 is the left top of a picture, 1, 1 its right
                                 ///< bottom; within 1e9. Default: none.
    size_t texture_place_stride; ///< 8 or more. Default 8.
    const uint32_t *colours;     ///< 0xRRGGBBAA of each vertex, sRGB. Default: none.
    size_t colour_stride;        ///< 4 or more. Default 4.
    const uint32_t *indices;     ///< Each below vertex_count. NULL: the vertices in order.
    size_t index_count;          ///< A multiple of 3 (lines: 2), above 0; 0 where indices are NULL.
    uint32_t colour;             ///< 0xRRGGBBAA of all of it, sRGB, times the vertices'. 0: white.
    qx_mesh_finish finish;       ///< Default QX_MESH_MATT.
    float glow;                  ///< QX_MESH_GLOWING: factor, up to 1e4. Default 1.
    bool two_sided;              ///< Seen from behind too.
} qx_mesh;

/// Which way the axes of all positions and normals point. Writers turn them to their format's own.
typedef enum qx_mesh_axes {
    QX_MESH_SCREEN = 0, ///< x right, y down, z toward the viewer: Quincunx's pictures.
    QX_MESH_Y_UP,       ///< x right, y up, z toward the viewer: glTF's and most games'.
    QX_MESH_Z_UP        ///< x right, y away from the viewer, z up: printers' and maps'.
} qx_mesh_axes;

/// What goes into one file.
typedef struct qx_mesh_set {
    const qx_mesh *meshes;
    uint32_t count;    ///< 1 or more.
    qx_mesh_axes axes; ///< Default QX_MESH_SCREEN.
    float metres;      ///< How many a unit is, 1e-9 to 1e6, for formats that have a unit. Default
                       ///< 1.
} qx_mesh_set;
