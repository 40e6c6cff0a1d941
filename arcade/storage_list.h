// SPDX-License-Identifier: MIT
// What lies in a folder.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Calls visit for every name in the folder, in any order; `changed` is when the file was last
// written, in seconds. False where the folder cannot be read.
bool storage_list(const char *folder, void (*visit)(void *user, const char *name, int64_t changed),
                  void *user);
