// SPDX-License-Identifier: MIT
// What a scene keeps from one session to the next, in a file of its own (progress-NAME): read before
// the scene begins, written at each tick in which something new was reached. Knows no scene: the
// bytes are the scene's (scene_progress in scene.h), storage.h puts magic, version and checksum
// around them.
#pragma once

#include "stage.h"
#include "storage.h"

#define PROGRESS_WORD_SIZE 40
#define PROGRESS_WORDS 4

typedef struct progress {
    const scene *scene; // whose bytes these are; NULL for none
    uint8_t *bytes;     // as they were last written or read; NULL for none
    size_t size;
    bool closed;    // the file must not be written: it is of a later version, or could not be read
    bool counts;    // the run that is on is a player's
    uint32_t count; // of what was reached, when it was last written
    bool failed;    // the file lacks what the bytes hold
    bool told;      // and the player knows
} progress;

// Before a scene begins; once a session. STORAGE_OK for scenes that keep nothing.
storage_result progress_read(progress *p, const scene *which, storage_problem *problem);
// The options with which the player goes on. Returns how many there are.
uint32_t progress_words(const progress *p, const scene *which,
                        char words[PROGRESS_WORDS][PROGRESS_WORD_SIZE]);

// It has begun. counts: false for replays and games that play themselves, which neither see nor
// change anything of it. What turns out to be damaged is set aside, with a text in problem.
storage_result progress_begin(progress *p, const stage *s, bool counts, storage_problem *problem);

// After each tick, and before the scene is left. False with a text in problem, once, where something
// was reached that is not on the disk.
bool progress_tick(progress *p, const stage *s, storage_problem *problem);
bool progress_leave(progress *p, const stage *s, storage_problem *problem);

void progress_close(progress *p);
