// SPDX-License-Identifier: MIT
// The smallest scene there can be, for tests of what is around scenes: a marble that is pushed
// about, and a hash of everything it was told.
#pragma once

#include "scene.h"

typedef struct marble {
    int32_t x, y;
    int32_t weight; // --weight=1..9
    uint32_t ticks, presses, clicks;
    uint64_t told; // hash of all inputs
} marble;

extern const scene marble_scene;
