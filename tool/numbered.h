// SPDX-License-Identifier: MIT
#pragma once

// Names of the files that --frames writes.

#include <stdbool.h>
#include <stdint.h>

enum { NUMBERED_BYTES = 4096 };

/// "net.svg" becomes "net-0007.svg". False where that is too long.
bool numbered_path(const char *path, uint64_t number, char out[NUMBERED_BYTES]);
