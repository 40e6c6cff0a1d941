// SPDX-License-Identifier: MIT
#pragma once

// Formats whose corners name a place, a texture place and a normal each become meshes whose corners
// name one vertex that is all of these.

#include <quincunx/base.h>

#include <stdbool.h>

/// Numbers of one kind, one a corner.
typedef struct model_corner_key {
    const uint32_t *numbers;
    uint32_t range; // all are below
} model_corner_key;

/// Finds vertices: one for every different combination of numbers, in rising order of the first
/// kind, then the second …. Takes time in proportion to corners and ranges, not to numbers.
/// @param vertices  Receives each corner's vertex.
/// @param examples  Receives one corner of each vertex; room for `corners`.
/// @param count     Receives the number of vertices.
/// @return False without memory.
bool model_corners_join(const model_corner_key *keys, uint32_t key_count, uint32_t corners,
                        const qx_allocator *allocator, uint32_t *vertices, uint32_t *examples,
                        uint32_t *count);
