// SPDX-License-Identifier: MIT
// A recording that is played again: loaded, matched with a scene of this program, and compared at
// the end.
#pragma once

#include "replay.h"

#include <stdio.h>

typedef struct playback {
    recording *recording; // NULL while there is none
    recording_info info;
    const scene *scene;
    replay_cursor cursor;
} playback;

// wanted is the scene that was asked for by name, or NULL for the recording's own. False with a
// text in problem that names the file, the reason and the remedy.
bool playback_open(playback *p, const char *path, const scene *wanted, storage_problem *problem);

// From the first tick again.
void playback_rewind(playback *p);

// False after the last tick.
bool playback_next(playback *p, tick_input *input);

// Says in one line whether the state after `ticks` ticks is the recorded one. False where it is
// not, and where the recording was not played to its end.
bool playback_compare(const playback *p, uint32_t ticks, uint64_t hash, FILE *file);

void playback_close(playback *p);
