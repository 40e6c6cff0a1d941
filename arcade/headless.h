// SPDX-License-Identifier: MIT
// Runs without a player: a scene that is left alone, or a recording. Ticks alone, one picture, or a
// film.
#pragma once

#include "options.h"
#include "playback.h"
#include "settings.h"
#include "stage.h"
#include "workers.h"

typedef struct headless {
    const options *options;
    settings settings; // the defaults, so that pictures are the same everywhere, unless --data
                       // names a folder
    stage stage;
    playback playback;
    workers *workers;
    scene_services services;
    tick_input input;                       // of the latest tick
    const char *words[OPTIONS_SCENE_WORDS]; // the scene's options
    char day[OPTIONS_DAY_WORD_SIZE];
} headless;

// Returns the exit status; what went wrong has been reported when it is not STATUS_DONE, and
// nothing is open then.
int headless_open(headless *h, const options *o);

// False where the recording is over.
bool headless_tick(headless *h);

// What the latest tick saw.
qx_view headless_view(const headless *h);

// Writes the recording, compares a replay, prints the hash; returns the exit status.
int headless_close(headless *h);

// --headless.
int headless_run(const options *o);

// shot.
int headless_shot(const options *o);
