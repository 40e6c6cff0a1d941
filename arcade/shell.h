// SPDX-License-Identifier: MIT
// The arcade on screen: one window, the menu, and a scene in it, frame by frame.
#pragma once

#include "options.h"

typedef struct shell shell;

// NULL where it cannot start; it has been reported then, and *status is the exit status.
shell *shell_create(const options *o, int *status);

// Plays one frame that lasted this long in real time. False when the program is to end.
bool shell_frame(shell *s, uint64_t nanoseconds);

// Leaves the scene, writes what is to be kept, and returns the exit status.
int shell_destroy(shell *s);

// All of it: frames until somebody leaves. Returns the exit status.
int shell_run(const options *o);

// What tests look at.
typedef struct shell_info {
    const scene *scene; // being played; NULL where there is only the menu
    bool menu_open;
    uint32_t ticks;
    uint64_t hash;
    float resolution;
} shell_info;
shell_info shell_get(const shell *s);
