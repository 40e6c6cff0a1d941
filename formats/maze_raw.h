// SPDX-License-Identifier: MIT
#pragma once

// The raw form read into planes of the whole maze.

#include <quincunx/maze_file.h>

bool qx_maze_is_raw(const void *bytes, size_t size);

/// As qx_maze_load_memory, of the raw form.
qx_result qx_maze_load_raw(const uint8_t *bytes, size_t size, const qx_allocator *allocator,
                           qx_maze_file *file, qx_error *error);
