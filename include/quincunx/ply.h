// SPDX-License-Identifier: MIT
#pragma once

#include "mesh.h"

/// @file
/// Meshes as PLY, binary little-endian, for viewers and scanners' tools. Part of the library
/// `formats`.
///
/// Does: write all meshes of a set as one: positions; normals and texture places (s, t, from the
/// left bottom) where every mesh has them; colours, of mesh and vertex multiplied, where any mesh
/// has one.
/// Does not: read PLY, write lines.
///
/// Axes: as they are. Same bits: the same meshes give the same bytes everywhere.
/// Threads: calls are independent of each other.

/// Writes the file into memory from `allocator` (NULL: malloc).
/// @param bytes  Receives the file's bytes; give them back with the allocator's free and `size`.
///               NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (as mesh.h says), QX_UNSUPPORTED (lines), QX_TOO_LARGE (beyond 2^31
///         vertices or triangles), QX_NO_MEMORY.
QX_API qx_result qx_ply_save_memory(const qx_mesh_set *set, const qx_allocator *allocator,
                                    uint8_t **bytes, size_t *size);

/// Writes a file piece by piece, in constant memory; "-" means standard output.
/// @return As above, and QX_FILE_ERROR; what is wrong in error->message.
QX_API qx_result qx_ply_save_file(const qx_mesh_set *set, const char *path,
                                  const qx_allocator *allocator, qx_error *error);
