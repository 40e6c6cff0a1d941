// SPDX-License-Identifier: MIT
// The levels: 81 rated ones in nine worlds, an endless mode and one a day, all from seeds.
#pragma once

#include <quincunx/maze.h>

#define LEVEL_WORLDS 9
#define LEVELS_OF_WORLD 9
#define LEVEL_COUNT 81
#define LEVEL_SIZE_MIN 3
#define LEVEL_SIZE_MAX 15

// All a level is made from.
typedef struct level_desc {
    uint32_t size; // cells along each edge
    qx_maze_algorithm algorithm;
    float braid;
    uint64_t seed;
    uint32_t par;    // ticks of the plan that was played through the physics; 0 unknown
    uint32_t number; // 1 to 81; 0 of endless and daily
} level_desc;

// number 1 to 81.
level_desc level_get(uint32_t number);
const char *level_world_title(uint32_t world); // 0 to 8

// Endless: size by how many were solved before; a solver makes sure later (plan.h).
level_desc level_endless(uint64_t seed, uint32_t solved);
level_desc level_daily(uint32_t year, uint32_t month, uint32_t day);

// Maze, entrance and exit of a level: start cell (0, 0, 0) and the exit by the rule of the reference,
// the true border diameter where it begins there is not asked: see levels.c. QX_OK, QX_NO_MEMORY.
qx_result level_build(const level_desc *level, qx_maze **maze, qx_maze_route *route);
