// SPDX-License-Identifier: MIT
// What a player has reached: stars, best times and the ghosts of the best runs; and their bytes,
// which the shell keeps. Cosmetic: the rules never see any of it.
//
// Layout, low bytes first: the level chosen last, and 128 more for the article's rule (1), most
// endless levels on end (4), date of the day's level (4, 1, 1), number of records (1), and of each:
// stars (1), best time in ticks (4), size of the ghost (4), the ghost (mazecube_ghost.h). The last
// record is the day's. Version 1 knew no rule.
#pragma once

#include "cube.h"
#include "levels.h"
#include "mazecube_ghost.h"

#define RECORDS_COUNT (LEVEL_COUNT + 1)
#define RECORDS_DAY LEVEL_COUNT
#define RECORDS_BOUND (16u + RECORDS_COUNT * (9u + GHOST_BOUND))

typedef struct day {
    uint32_t year, month, day; // year 0: none
} day;

typedef struct mazecube_record {
    uint32_t stars; // 0 to 3
    uint32_t time;  // ticks, penalties included; 0: never solved
    uint8_t *ghost; // packed; NULL for none
    uint32_t ghost_size;
} mazecube_record;

typedef struct mazecube_records {
    mazecube_record of[RECORDS_COUNT];
    day day;          // whose record the last one is
    uint32_t latest;  // level chosen last, 1 to 81; 0 none
    slice_rule rule;  // chosen last
    uint32_t endless; // most on end
    uint32_t changes; // since it was made
} mazecube_records;

// A level was solved, by this way. True for a new best time.
bool records_add(mazecube_records *r, mazecube_record *record, uint32_t stars, uint32_t time,
                 const ghost_track *way);
// The record of a day's level; that of another day is gone.
mazecube_record *records_of_day(mazecube_records *r, day of);
uint32_t records_stars(const mazecube_records *r); // of all levels

// Returns how many bytes, at most RECORDS_BOUND.
size_t records_encode(const mazecube_records *r, uint8_t *bytes);
// False with the reason, a part of a sentence, or NULL where memory lacks; r is as it was then.
// changes stays in any case.
bool records_decode(mazecube_records *r, const uint8_t *bytes, size_t size, const char **reason);
// The level and the rule chosen last; 0 and the clean one where the bytes are none.
uint32_t records_peek(const uint8_t *bytes, size_t size, slice_rule *rule);
void records_clear(mazecube_records *r);
