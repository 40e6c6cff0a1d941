// SPDX-License-Identifier: MIT
// What the rated levels are made from: nine worlds by hand (level_worlds.c), and the seeds that
// make_levels.c chose (level_table.c).
#pragma once

#include "levels.h"

// Nine mazes of one kind.
typedef struct level_world {
    const char *title, *note;
    qx_maze_algorithm algorithm;
    float braid;
    uint32_t sizes[LEVELS_OF_WORLD];
} level_world;

typedef struct level_row {
    uint64_t seed;
    uint32_t par;
} level_row;

extern const level_world level_worlds[LEVEL_WORLDS];
extern const level_row level_rows[LEVEL_COUNT];
