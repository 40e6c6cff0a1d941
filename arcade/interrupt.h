// SPDX-License-Identifier: MIT
// Ctrl-C and the system's request to end: noticed, so that a recording is still written.
#pragma once

#include <stdbool.h>

void interrupt_watch(void);
bool interrupt_asked(void);
