// SPDX-License-Identifier: MIT
// The whole arcade on SDL's offscreen driver, and simulated hands: what they do waits for the next
// frame.
#pragma once

#include "shell.h"

#include <SDL.h>

#define TICK UINT64_C(16666667) // nanoseconds

// Before anything of SDL's.
void hands_set_up(void);

// A small window; data is the folder of settings and scores.
options hands_options(const scene *which, const char *data);
shell *hands_start(const options *o);
// Of a tick each.
void hands_frames(shell *s, uint32_t count);

void hands_key(SDL_Scancode code, bool down);
// Down and up before the next frame.
void hands_tap(SDL_Scancode code);
// The left button of the mouse, in pixels.
void hands_mouse(float x, float y, bool down);
// Shares of the window.
void hands_finger(float x, float y, bool down);

// As closing the window does.
void hands_quit(void);

// Which, for SDL_JoystickOpen and SDL_JoystickDetachVirtual.
int hands_attach_gamepad(void);
// Held for two frames, and let go for two.
void hands_press_button(shell *s, SDL_Joystick *gamepad, SDL_GameControllerButton button);
