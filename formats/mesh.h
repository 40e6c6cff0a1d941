// SPDX-License-Identifier: MIT
#pragma once

// What the writers of meshes share: checks, and each vertex as their files want it.

#include "buffer.h"

#include <quincunx/mesh.h>

/// Looks at everything but the vertices themselves: counts, strides, enumerators, names.
/// @return QX_OK, QX_BAD_VALUE with the mesh and what is wrong with it in error->message.
qx_result qx_mesh_check(const qx_mesh_set *set, qx_error *error);

/// Looks at every vertex and index, after qx_mesh_check.
qx_result qx_mesh_check_values(const qx_mesh_set *set, qx_error *error);

/// Indices of a triangle or line: 3 or 2.
uint32_t qx_mesh_corners(const qx_mesh *mesh);

/// How many indices there are, written or not.
size_t qx_mesh_index_count(const qx_mesh *mesh);

uint32_t qx_mesh_index(const qx_mesh *mesh, size_t i);

/// A position with x right, y up, z toward the viewer; 0 is never -0.
qx_vec3 qx_mesh_position(const qx_mesh_set *set, const qx_mesh *mesh, uint32_t vertex);

/// A normal of length 1, turned alike.
qx_vec3 qx_mesh_normal(const qx_mesh_set *set, const qx_mesh *mesh, uint32_t vertex);

qx_vec2 qx_mesh_texture_place(const qx_mesh *mesh, uint32_t vertex);

/// 0xRRGGBBAA of the vertex alone; white where there are none.
uint32_t qx_mesh_vertex_colour(const qx_mesh *mesh, uint32_t vertex);

/// 0xRRGGBBAA of the mesh as a whole.
uint32_t qx_mesh_colour(const qx_mesh *mesh);

/// The mesh's name, or "mesh" and its number.
void qx_mesh_add_name(qx_buffer *buffer, const qx_mesh_set *set, uint32_t number,
                      void (*add)(qx_buffer *buffer, const char *name));

/// Whether a text is UTF-8 as RFC 3629 has it.
bool qx_is_utf8(const char *text);

/// Builds a whole file in memory.
typedef qx_result qx_mesh_writer(const qx_mesh_set *set, const qx_allocator *allocator,
                                 uint8_t **bytes, size_t *size, qx_error *error);

/// Writes what a writer builds; "-" means standard output.
/// @return As the writer, and QX_FILE_ERROR.
qx_result qx_mesh_save_file(qx_mesh_writer *write, const qx_mesh_set *set, const char *path,
                            const qx_allocator *allocator, qx_error *error);
