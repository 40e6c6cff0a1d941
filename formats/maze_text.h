// SPDX-License-Identifier: MIT
#pragma once

// The two directions of a maze's JSON go by the same names.

#include <quincunx/maze_file.h>

#define MAZE_FORMAT "quincunx maze"

enum { MAZE_VERSION = 1 };

extern const char *const qx_maze_algorithm_names[QX_MAZE_ALGORITHM_COUNT];

/// By qx_maze_face.
extern const char *const qx_maze_face_names[6];

/// Whether an opening leads from a cell of the maze to the outside of its box.
bool qx_maze_is_outer(const qx_maze_info *info, const qx_maze_opening *opening);

/// As qx_maze_hash, but a mask that leaves nothing out is none: no file tells of it.
uint64_t qx_maze_hash_told(const qx_maze *maze);
