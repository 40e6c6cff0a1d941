// SPDX-License-Identifier: MIT
#pragma once

// Names of files where a command writes several: frames, layers, parts.

#include <stdbool.h>
#include <stdint.h>

enum { NUMBERED_BYTES = 4096 };

/// "cube.stl" becomes "cube-low.stl". False where that is too long.
bool named_path(const char *path, const char *name, char out[NUMBERED_BYTES]);

/// "net.svg" becomes "net-0007.svg". False where that is too long.
bool numbered_path(const char *path, uint64_t number, char out[NUMBERED_BYTES]);
