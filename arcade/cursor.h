// SPDX-License-Identifier: MIT
// The cursor of a room: it follows the mouse, and keys and sticks move it. Fingers stand beside it.
#pragma once

#include "controls.h"

#include <stdbool.h>

// Bits of a pointer's buttons; a finger is a left one.
enum { POINTER_LEFT = 1, POINTER_RIGHT = 2 };

typedef struct cursor {
    float x, y, vx, vy; // world units, a tick
} cursor;

// A pointer's place in world units, from 0 to `most`.
float cursor_place(int32_t place, float most);

// 0, 1 the first, 2 the second button; keys count as buttons.
uint32_t cursor_down(const tick_input *in);

// Speed is what keys and sticks give at the most, in world units a tick.
void cursor_move(cursor *c, const tick_input *in, bool mouse_moved, float speed, float width,
                 float height);

// By mouse, keys or the stick that moves it.
bool cursor_is_used(const tick_input *in, bool mouse_moved);
// By anything at all, fingers and the other stick included.
bool cursor_room_is_used(const tick_input *in, bool mouse_moved);

// Counts ticks without use, without wrapping round.
uint32_t cursor_rest(uint32_t ticks, bool used);
// Ticks that the cursor stays visible.
uint32_t cursor_awake(uint32_t ticks, bool used);
