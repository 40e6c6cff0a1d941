// SPDX-License-Identifier: MIT
#pragma once

// The two halves of a glb file, its bytes (gltf.c) and its JSON (gltf_json.c), go by one list.

#include "buffer.h"

#include <quincunx/mesh.h>

/// What one stretch of the binary chunk holds; each is a buffer view and an accessor.
typedef enum gltf_kind {
    GLTF_POSITION,      // 3 floats
    GLTF_NORMAL,        // 3 floats
    GLTF_TEXTURE_PLACE, // 2 floats
    GLTF_COLOUR,        // 4 normalised 16-bit numbers, linear
    GLTF_INDEX          // 16 or 32 bits
} gltf_kind;

enum { GLTF_PARTS = 5 };

typedef struct gltf_part {
    gltf_kind kind;
    size_t count, bytes_each;
} gltf_part;

/// The mesh's parts in the order in which they lie in the file; returns how many.
uint32_t qx_gltf_list_parts(const qx_mesh *mesh, gltf_part parts[GLTF_PARTS]);

/// A position as it is written, in metres.
qx_vec3 qx_gltf_position(const qx_mesh_set *set, const qx_mesh *mesh, uint32_t vertex);

/// Adds the JSON, filled with spaces to a multiple of 4 bytes.
/// @param binary  Bytes of the binary chunk.
void qx_gltf_add_json(qx_buffer *buffer, const qx_mesh_set *set, size_t binary);
