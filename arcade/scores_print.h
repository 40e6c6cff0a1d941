// SPDX-License-Identifier: MIT
// High scores on a terminal.
#pragma once

#include "options.h"

// One entry a line: scene, place, score, name, ticks, seed, path of the replay, with tabs between;
// of one game or of all. Returns the exit status.
int scores_print(const options *o, FILE *file);
