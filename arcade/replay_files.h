// SPDX-License-Identifier: MIT
// The replays of games: SCENE-SCORE-SEED.qxrp in the folder `replays` beside the tables. All of them
// stay: a minute of play takes some 20 KiB, and which run was worth keeping only the player knows.
#pragma once

#include "replay.h"
#include "scores.h"

enum { REPLAY_PATH_BYTES = 4400 };

// False where there is no folder, or the name is not one of ours.
bool replay_file_path(char path[REPLAY_PATH_BYTES], const char *name);

// Saves under a name that no other file has; `own`, which may be "", is an earlier file of the same
// game and may be replaced. The name is written to `name`, which on failure stays as it was.
storage_result replay_file_save(recording *r, uint64_t hash, uint64_t score, const char *own,
                                char name[SCORE_FILE_BYTES], storage_problem *problem);

void replay_file_remove(const char *name);
