// SPDX-License-Identifier: MIT
#pragma once

// One line on a terminal for work that takes longer than a second; nothing in files and pipes.

#include <stdbool.h>
#include <stdint.h>

typedef struct progress_line {
    const char *what; // "tick"
    const char *unit; // what the rate counts, "Mcells"; NULL: the same as `what`
    double per;       // of them in each
    double started, shown;
    bool on_terminal, visible;
} progress_line;

progress_line progress_start(const char *what);

/// Shows "tick 120 of 600, 60/s, 8 s left", ten times a second at most.
void progress_show(progress_line *progress, uint64_t done, uint64_t all);

/// Shows "what…" at once, before work of unknown length.
void progress_wait(progress_line *progress);

/// Wipes the line.
void progress_end(progress_line *progress);
