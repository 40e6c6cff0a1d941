// SPDX-License-Identifier: MIT
#pragma once

#include "model_arena.h"

/// Finds clips in the names of mesh 0's keys: one for every run of numbers behind one name.
/// @param frames_a_second  0 or out of range: 10.
/// @return False without memory.
bool md2_clips_find(model_arena *arena, double frames_a_second);
