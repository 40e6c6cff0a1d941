// SPDX-License-Identifier: MIT
#pragma once

#include "mesh.h"

/// @file
/// Meshes as PLY, binary little-endian, for viewers and scanners' tools. Part of the library
/// `formats`.
///
/// Does: write all meshes of a set as one: positions, normals, texture places and colours as far as
/// every mesh has them.
/// Does not: read PLY, write lines.
///
/// Axes: as they are. Same bits: the same meshes give the same bytes everywhere.
/// Threads: calls are independent of each other.

/// As qx_gltf_save_memory, but QX_UNSUPPORTED for lines.
QX_API qx_result qx_ply_save_memory(const qx_mesh_set *set, const qx_allocator *allocator,
                                    uint8_t **bytes, size_t *size);

/// Writes a file piece by piece; "-" means standard output.
QX_API qx_result qx_ply_save_file(const qx_mesh_set *set, const char *path,
                                  const qx_allocator *allocator, qx_error *error);
