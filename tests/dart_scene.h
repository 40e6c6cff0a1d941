// SPDX-License-Identifier: MIT
// The smallest game there can be, for tests of what is around games: each primary press scores,
// each secondary one costs one of three lives.
#pragma once

#include "scene.h"

enum { DART_POINTS = 100, DART_LIVES = 3, DART_WAIT_TICKS = 10 };

typedef struct dart {
    uint64_t score, told; // told: hash of all inputs
    uint32_t lives, over_ticks, ticks;
    bool bot, restart, rest;
} dart;

extern const scene dart_scene;
