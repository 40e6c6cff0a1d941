// SPDX-License-Identifier: MIT
#pragma once

#include "model_arena.h"

/// The boxes of a model's clips and of the model, from its meshes and their tracks.
/// @param work  Floats that may be added up: what is beyond gets a larger box, of its targets' own.
/// @return False without memory.
bool model_bounds_find(model_arena *arena, uint64_t work);

/// A tenth of a second or two.
#define MODEL_BOUNDS_WORK (UINT64_C(1) << 27)
