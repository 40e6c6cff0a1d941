// SPDX-License-Identifier: MIT
#pragma once

#include "keyframe_kernel.h"

#include <quincunx/keyframe_pose.h>

// Where poses go in the caller's memory.

/// Room for a chunk of positions or normals.
typedef struct keyframe_stage {
    _Alignas(64) float values[3 * KEYFRAME_CHUNK_VERTICES];
} keyframe_stage;

/// Strides filled in; false where one is none.
bool keyframe_layout_resolve(const qx_keyframe_layout *layout, qx_keyframe_layout *used);

/// Whether all that is wanted is x, y, z after each other.
bool keyframe_layout_is_tight(const qx_keyframe_layout *to);

/// Moves `count` vertices of a chunk, the first being number `first` of the pose, to where they are
/// wanted. Either may be NULL.
void keyframe_layout_put(const qx_keyframe_layout *to, size_t first, size_t count,
                         const float *positions, const float *normals);
