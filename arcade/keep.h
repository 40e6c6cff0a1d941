// SPDX-License-Identifier: MIT
// What a game earns, written when it is earned: its replay first, then the table that names it, so
// that at any moment the table on the disk names files that are there. One entry a game, updated in
// place: when a life is lost, when the game is over, when it is left.
#pragma once

#include "scores.h"
#include "stage.h"

// From the end of a game until its name is asked for: its last fight is watched.
#define KEEP_NAME_TICKS 60u

typedef struct keep {
    score_table *tables; // one for each of scenes[]; those of rooms stay empty
    bool *closed;        // likewise: the file must not be written

    // The game that is on.
    uint32_t row;                  // in scenes[]
    bool counts;                   // played by the player, from the start
    uint64_t written;              // score in the files
    uint32_t place;                // of its entry, SCORES_MAX while it has none
    char replay[SCORE_FILE_BYTES]; // its newest file
    char named[SCORE_FILE_BYTES];  // the one that the table on the disk names
    bool failed;                   // what was earned is not on the disk
    bool told;                     // and the player knows
    uint32_t over_ticks;           // since it ended
} keep;

// What a tick asks of the shell.
enum {
    KEEP_PROBLEM = 1, // tell it
    KEEP_RESTART = 2,
    KEEP_ASK_NAME = 4
};

// False where memory lacks. The tables are empty until they are loaded.
bool keep_open(keep *k);
void keep_close(keep *k);
// Of one scene, a row of scenes[]. STORAGE_OK for rooms.
storage_result keep_load(keep *k, uint32_t row, storage_problem *problem);

// Whether scores of it are kept at all.
bool keep_is_game(const scene *which);

// A scene begins. counts: false for replays, and for games that play themselves.
void keep_begin(keep *k, const scene *which, bool counts);
// After each tick; returns what is asked for. problem is set with KEEP_PROBLEM.
uint32_t keep_tick(keep *k, const stage *s, storage_problem *problem);
// Before it is left, for whatever reason. False with a text in problem where something was not kept
// and the player does not know yet.
bool keep_leave(keep *k, const stage *s, storage_problem *problem);

// Whether the latest game stands in the table, at `place`; also after it was left.
bool keep_has_entry(const keep *k);
const char *keep_last_name(const keep *k);
// Names its entry; an empty name leaves it as it is.
storage_result keep_rename(keep *k, const char *name, storage_problem *problem);

// The best score of the table and the next above `score`, without the game's own entry; 0 and NULL
// where there is none.
typedef struct keep_rivals {
    uint64_t best, next;
    const char *name;
} keep_rivals;
keep_rivals keep_get_rivals(const keep *k, uint64_t score);
