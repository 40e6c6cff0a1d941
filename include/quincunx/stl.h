// SPDX-License-Identifier: MIT
#pragma once

#include "mesh.h"

/// @file
/// Meshes as binary STL: bare triangles, what every slicer reads. Part of the library `formats`.
///
/// Does: write all triangles of a set, one mesh after another, each with the true normal of its
/// plane.
/// Does not: read STL, keep names, colours, normals of vertices or separate objects apart: write a
/// file for each part, or use threemf.h, which knows objects and units.
///
///     const qx_mesh_set set = { .meshes = &mesh, .count = 1, .axes = QX_MESH_Z_UP };
///     qx_result result = qx_stl_save_file(&set, "cube.stl", NULL, &error);
///
/// Axes: x right, y away from the viewer, z up, right-handed, as printers have it; positions are
/// turned there from the set's axes. Corners keep their order: what ran counter-clockwise seen from
/// outside still does.
/// Units: STL has none; slicers take the numbers for millimetres. set->metres is not looked at.
/// Memory: exactly the file, 84 bytes and 50 a triangle; files are written piece by piece, in
/// constant memory.
/// Same bits: the same meshes give the same bytes on every machine.
/// Threads: calls are independent of each other.

/// Writes meshes into memory from `allocator` (NULL: malloc).
/// @param bytes  Receives the file's bytes; give them back with the allocator's free and `size`.
///               NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (a field out of range, not finite or missing; an index beyond the
///         vertices; a mesh of lines), QX_TOO_LARGE (more than 2^32 - 1 triangles), QX_NO_MEMORY.
QX_API qx_result qx_stl_save_memory(const qx_mesh_set *set, const qx_allocator *allocator,
                                    uint8_t **bytes, size_t *size);

/// Writes meshes into a file; "-" means standard output.
/// @return As qx_stl_save_memory, and QX_FILE_ERROR; the reason is in error->message.
QX_API qx_result qx_stl_save_file(const qx_mesh_set *set, const char *path,
                                  const qx_allocator *allocator, qx_error *error);
