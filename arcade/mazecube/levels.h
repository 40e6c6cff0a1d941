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
    uint32_t par;    // ticks for three stars, from a plan that was played through the physics
                     // (plan_par); 0 unknown
    uint32_t number; // 1 to 81; 0 of endless, daily and free ones
} level_desc;

// What is wrong with a level, as a sentence; NULL where nothing is.
const char *level_fault(const level_desc *level);

// number 1 to 81; for any other a level of size 0, of which level_fault says what is wrong.
level_desc level_get(uint32_t number);
const char *level_world_title(uint32_t world); // 0 to 8; "" beyond
const char *level_world_note(uint32_t world);  // what its mazes are like, a few words

// Endless: wider by how many were solved before. A day's: of the proleptic calendar, any numbers.
// Both are only proposals: plan_certify makes sure that they can be solved, and gives them a par.
level_desc level_endless(uint64_t seed, uint32_t solved);
level_desc level_daily(uint32_t year, uint32_t month, uint32_t day);

// The next proposal where one could not be solved.
level_desc level_another(const level_desc *level);

// Maze, entrance and exit of a level. The two are the ends of the longest way between border cells
// (QX_MAZE_EXIT_DIAMETER) and the entrance is cell (0, 0, 0): mazes are drawn from the seed until
// one has its longest way begin at a corner, and mirrored to have it there. Only the exit is open
// to the outside. The level's seed becomes the one that was drawn at last, from which the same maze
// is built at once: hundreds are drawn for a wide cube. QX_OK, QX_BAD_VALUE (level_fault says why),
// QX_NO_MEMORY.
qx_result level_build(level_desc *level, qx_maze **maze, qx_maze_route *route);

// One of the draws of level_build, for who spreads them: QX_OK where its maze will do, and the
// level's seed is the one that was drawn; QX_NOT_FOUND where not.
#define LEVEL_DRAWS 4096u
qx_result level_draw(level_desc *level, uint32_t number); // 0 to LEVEL_DRAWS - 1

// How hard it is to find the way, 0 upward: what qx_maze_measure calls difficulty (turns and cells
// off the way), an eighth of the steps, and a hundredth of the dead ends. Levels rise by it.
double level_rating(const qx_maze_measures *measures);
