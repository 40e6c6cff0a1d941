// SPDX-License-Identifier: MIT
// The nine worlds.
#include "level_table.h"

// clang-format off
const level_world level_worlds[LEVEL_WORLDS] = {
    { "First Turns", "small cubes, a little of everything",
      QX_MAZE_ELLER, 0.0f, { 3, 3, 3, 4, 4, 4, 4, 4, 4 } },
    { "Galleries", "long straight runs",
      QX_MAZE_SIDEWINDER, 0.0f, { 5, 5, 5, 5, 5, 6, 6, 6, 6 } },
    { "Rings", "few dead ends, many ways round",
      QX_MAZE_ELLER, 0.4f, { 6, 7, 7, 7, 7, 7, 7, 7, 7 } },
    { "Serpents", "corridors that wind and wind",
      QX_MAZE_BACKTRACKER, 0.4f, { 9, 9, 9, 9, 10, 10, 10, 10, 10 } },
    { "Thickets", "short dead ends everywhere",
      QX_MAZE_KRUSKAL, 0.0f, { 8, 8, 8, 8, 8, 8, 9, 9, 9 } },
    { "Slopes", "every way leans toward one corner",
      QX_MAZE_BINARY_TREE, 0.0f, { 11, 11, 11, 11, 11, 12, 12, 12, 12 } },
    { "Roots", "branches upon branches",
      QX_MAZE_GROWING_TREE, 0.0f, { 11, 11, 11, 11, 12, 12, 12, 12, 12 } },
    { "Wilds", "no rule at all",
      QX_MAZE_WILSON, 0.0f, { 11, 11, 11, 12, 12, 12, 13, 13, 13 } },
    { "The Deep", "wide cubes, long ways",
      QX_MAZE_ELLER, 0.0f, { 13, 13, 13, 14, 14, 14, 15, 15, 15 } },
};
// clang-format on
