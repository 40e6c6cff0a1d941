// SPDX-License-Identifier: MIT
// Fingers. Each gets a slot when it comes down and keeps it until it lifts, whatever the others do.
// In scenes with touch pads a finger that comes down in the left half of the picture is a stick for
// moving, one in the right half a stick for aiming: it stands where the finger came down, and that
// finger alone moves it.
#pragma once

#include "controls.h"

#include <stdbool.h>
#include <stddef.h>

#define FINGER_COUNT (POINTER_COUNT - 1)

typedef enum touch_pad { PAD_NONE, PAD_MOVE, PAD_AIM } touch_pad;

typedef struct finger {
    int64_t id;
    bool down;
    bool fresh; // came down since the last tick: shows for one tick even when it is up again
    touch_pad pad;
    float x, y;           // pixels
    float from_x, from_y; // where it came down
} finger;

typedef struct touch {
    finger fingers[FINGER_COUNT];
} touch;

// pad says what the finger is to be; it becomes a plain pointer where another finger has that pad
// already. Does nothing while all slots are taken.
void touch_down(touch *t, int64_t id, touch_pad pad, float x, float y);
void touch_move(touch *t, int64_t id, float x, float y);
void touch_up(touch *t, int64_t id, float x, float y);

// All fingers are forgotten; those still on the glass count again once they come down anew.
void touch_release(touch *t);

// After a tick has seen them: frees the slots of fingers that have lifted.
void touch_tick_done(touch *t);

// Deflection of a pad in pixels from its middle; false while no finger has it.
bool touch_stick(const touch *t, touch_pad pad, float *x, float *y);
