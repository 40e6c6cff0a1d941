// SPDX-License-Identifier: MIT
// High scores: a table of ten for each game, its order, its names, and its file. Knows no game, no
// menu and no replay beyond the name of its file.
//
// Layout of the payload (storage.h puts magic, version and checksum around it), low bytes first:
//   name of the scene, last name used; strings as one byte of length and their bytes
//   number of entries (1 byte), and of each, the best first:
//   score (8), seed (8), ticks (4), name, name of the replay's file
#pragma once

#include "storage.h"

enum {
    SCORES_MAX = 10,
    SCORE_NAME_CHARACTERS = 16,
    SCORE_NAME_BYTES = 4 * SCORE_NAME_CHARACTERS + 1, // UTF-8 and its end
    SCORE_FILE_BYTES = 96,
    SCORES_BOUND = 4096 // of an encoded table
};

// Of who never typed a name.
#define SCORE_NAME_DEFAULT "Player"

typedef struct score_entry {
    uint64_t score; // above 0
    uint64_t seed;
    uint32_t ticks;
    char name[SCORE_NAME_BYTES];   // clean, never empty
    char replay[SCORE_FILE_BYTES]; // name of a file in the folder of replays; "" where none was
                                   // kept
} score_entry;

typedef struct score_table {
    uint32_t count;
    score_entry entries[SCORES_MAX]; // the best first
    char last_name[SCORE_NAME_BYTES];
} score_table;

void score_table_start(score_table *t);

// Whether a new game of this score would stand in the table: of equal ones the older stays ahead.
bool score_belongs(const score_table *t, uint64_t score);
// Returns its place, or SCORES_MAX where it does not belong; what falls off the end is gone.
uint32_t score_insert(score_table *t, const score_entry *entry);
void score_remove(score_table *t, uint32_t place);

// Any bytes made into a name: valid UTF-8 of at most 16 characters, without control characters and
// without such as are unseen or turn the writing around, no blanks at the ends. "" where nothing is
// left of it.
void score_name_clean(char name[SCORE_NAME_BYTES], const char *bytes, size_t size);

// A name that a replay of ours could have, and nothing that leads out of its folder.
bool score_file_valid(const char *name);

size_t scores_encode(const score_table *t, const char *game, uint8_t bytes[SCORES_BOUND]);
// False with the reason, a part of a sentence, where any of it is not as it has to be; the table is
// an empty one then.
bool scores_decode(score_table *t, const char *game, const uint8_t *bytes, size_t size,
                   const char **reason);

// Starts from an empty table in any case; STORAGE_MISSING is no problem. After STORAGE_NEWER and
// STORAGE_FAILED nothing may be saved: what is there would be lost.
storage_result scores_load(score_table *t, const char *game, storage_problem *problem);
storage_result scores_save(const score_table *t, const char *game, storage_problem *problem);
