// SPDX-License-Identifier: MIT
#pragma once

#include "mesh.h"

/// @file
/// Meshes as glTF 2.0 in one binary file (.glb), for engines, browsers and Blender. Part of the
/// library `formats`.
///
/// Does: write each mesh as a node with a name, a primitive of triangles or lines and a material.
/// Does not: read glTF, write pictures, skins, animation or cameras.
///
///     qx_result result = qx_gltf_save_file(&set, "bolt.glb", NULL, &error);
///
/// Axes: x right, y up, z toward the viewer, right-handed, metres. Positions are turned there from
/// the set's axes (QX_MESH_SCREEN: y changes its sign) and multiplied by set->metres.
/// Materials: qx_mesh_finish as pbrMetallicRoughness (metallic 0, roughness 1), with
/// KHR_materials_unlit, or with emissiveFactor (above 1 with KHR_materials_emissive_strength);
/// blended where any alpha is below 255. Vertex colours are linear, 16 bits a channel.
/// Memory: the file and a few hundred bytes a mesh; nothing is copied besides.
/// Same bits: the same meshes give the same bytes on every machine and in every locale.
/// Threads: calls are independent of each other.
/// Source: Khronos, "glTF 2.0 Specification" (2021).

/// Most bytes of a file: its header counts in 32 bits.
#define QX_GLTF_MAX_BYTES UINT32_MAX

/// Writes meshes into memory from `allocator` (NULL: malloc).
/// @param bytes  Receives the file's bytes; give them back with the allocator's free and `size`.
///               NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (a field out of range, not finite or missing; an index beyond the
///         vertices; a name that is not UTF-8), QX_TOO_LARGE (more than QX_GLTF_MAX_BYTES),
///         QX_NO_MEMORY.
QX_API qx_result qx_gltf_save_memory(const qx_mesh_set *set, const qx_allocator *allocator,
                                     uint8_t **bytes, size_t *size);

/// Writes meshes into a file; "-" means standard output.
/// @return As qx_gltf_save_memory, and QX_FILE_ERROR; the reason is in error->message.
QX_API qx_result qx_gltf_save_file(const qx_mesh_set *set, const char *path,
                                   const qx_allocator *allocator, qx_error *error);
