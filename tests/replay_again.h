// SPDX-License-Identifier: MIT
// Kept games played again, without a window.
#pragma once

#include "stage.h"

// One of the folder's replays. Returns the hash it comes to, which must be the recorded one, and
// how many ticks it took, unless ticks is NULL.
uint64_t replay_again(const char *name, const scene *which, uint32_t *ticks);

// A game's whole course is a hash of those after each of its ticks, from QX_HASH_START on.
uint64_t course_follow(uint64_t course, const stage *s);
// Of a recording that is played again, and must come to the hash it holds.
uint64_t course_again(const char *path);
