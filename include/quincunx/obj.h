// SPDX-License-Identifier: MIT
#pragma once

#include "mesh.h"

/// @file
/// Meshes as Wavefront OBJ: text that nearly every modeller reads. Part of the library `formats`.
///
/// Does: write objects of triangles or lines with normals, texture places and colours.
/// Does not: read OBJ (model.h does), write materials (colours stand behind the vertices,
/// `v x y z r g b`, as most programs read them).
///
///     qx_result result = qx_obj_save_file(&set, "maze.obj", NULL, &error);
///
/// Axes: x right, y up, z toward the viewer; a unit is the caller's own, OBJ has none.
/// Numbers: the fewest digits from which the same float is read back. Names: spaces and control
/// characters become "_".
/// Memory: files are written piece by piece, in constant memory.
/// Same bits: the same meshes give the same bytes on every machine and in every locale.
/// Threads: calls are independent of each other.

/// Writes meshes into memory from `allocator` (NULL: malloc).
/// @param bytes  Receives the text without a final zero; give it back with the allocator's free and
///               `size`. NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (a field out of range, not finite or missing; an index beyond the
///         vertices; a name that is not UTF-8), QX_NO_MEMORY.
QX_API qx_result qx_obj_save_memory(const qx_mesh_set *set, const qx_allocator *allocator,
                                    uint8_t **bytes, size_t *size);

/// Writes meshes into a file; "-" means standard output.
/// @return As qx_obj_save_memory, and QX_FILE_ERROR; the reason is in error->message.
QX_API qx_result qx_obj_save_file(const qx_mesh_set *set, const char *path,
                                  const qx_allocator *allocator, qx_error *error);
