// SPDX-License-Identifier: MIT
#pragma once

#include "mesh.h"

/// @file
/// Meshes as 3MF, the zipped format of 3D printing that knows millimetres, objects and colours.
/// Part of the library `formats`.
///
/// Does: write each mesh as an object with its name, all of them on the plate, and where any has a
/// colour, a material a mesh.
/// Does not: read 3MF; write lines, vertex colours, textures or printer settings; move objects to
/// where a plate is.
///
///     const qx_mesh_set set = { .meshes = halves, .count = 2, .axes = QX_MESH_Z_UP,
///                               .metres = 0.001f };
///     qx_result result = qx_threemf_save_file(&set, "cube.3mf", NULL, &error);
///
/// Axes: x right, y away from the viewer, z up, right-handed; positions are turned there from the
/// set's axes. Corners keep their order: what ran counter-clockwise seen from outside still does.
/// Units: millimetres; positions are multiplied by 1,000 set->metres. Slicers like them positive.
/// Names: characters that XML cannot hold become "_".
/// Memory: the text before and after packing; libzip's own comes from malloc.
/// Same bits: the same meshes give the same file with the same libzip and zlib: times are 1980.
/// Threads: calls are independent of each other.
/// Source: 3MF Consortium, "3MF Core Specification" 1.3 (2021).

/// Writes meshes into memory from `allocator` (NULL: malloc).
/// @param bytes  Receives the file's bytes; give them back with the allocator's free and `size`.
///               NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (a field out of range, not finite or missing; an index beyond the
///         vertices; a triangle with a corner twice; a mesh of lines; a name that is not UTF-8),
///         QX_TOO_LARGE (more than 2^30 triangles or vertices in a mesh), QX_NO_MEMORY.
QX_API qx_result qx_threemf_save_memory(const qx_mesh_set *set, const qx_allocator *allocator,
                                        uint8_t **bytes, size_t *size);

/// Writes meshes into a file; "-" means standard output.
/// @return As qx_threemf_save_memory, and QX_FILE_ERROR; the reason is in error->message.
QX_API qx_result qx_threemf_save_file(const qx_mesh_set *set, const char *path,
                                      const qx_allocator *allocator, qx_error *error);
