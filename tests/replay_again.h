// SPDX-License-Identifier: MIT
// Kept games played again, without a window.
#pragma once

#include "scene.h"

// One of the folder's replays. Returns the hash it comes to, which must be the recorded one, and
// how many ticks it took, unless ticks is NULL.
uint64_t replay_again(const char *name, const scene *which, uint32_t *ticks);
