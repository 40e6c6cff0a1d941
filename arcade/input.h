// SPDX-License-Identifier: MIT
// What all devices together say, turned into one tick_input at each tick. Fed with plain numbers by
// devices.c, so that tests need no device. Places are pixels of the drawable.
#pragma once

#include "settings.h"
#include "touch.h"

#include <quincunx/render.h>

#define INPUT_KEYS 512 // SDL scancodes
#define INPUT_PADS 8

// One gamepad. Axes in SDL's order: left x, y, right x, y, left trigger, right trigger.
typedef struct gamepad {
    bool present;
    int32_t id;
    uint32_t buttons; // bit SDL_GameControllerButton
    int16_t axes[6];
    bool triggers[2]; // down, with hysteresis
} gamepad;

typedef struct input {
    const settings *settings; // read at every event and tick: changes count at once
    bool keys[INPUT_KEYS];
    gamepad pads[INPUT_PADS];
    int32_t active_pad; // id of the one last used, or -1
    touch touch;
    float mouse_x, mouse_y;
    uint32_t mouse_down;
    uint32_t mouse_clicked; // went down since the last tick
    float wheel;
    uint32_t held, pressed;
    bool aim_by_pointer;
    bool touch_last; // a finger was the last device used
} input;

void input_start(input *in, const settings *s);

void input_key(input *in, int32_t scancode, bool down);
bool input_key_down(const input *in, int32_t scancode);

void input_pad_added(input *in, int32_t id);
// True where it was the one last used: the game should pause.
bool input_pad_removed(input *in, int32_t id);
void input_pad_button(input *in, int32_t id, uint32_t button, bool down);
void input_pad_axis(input *in, int32_t id, uint32_t axis, int16_t value);

void input_mouse_move(input *in, float x, float y);
// button: 0 left, 1 right, 2 middle.
void input_mouse_button(input *in, uint32_t button, bool down, float x, float y);
void input_wheel(input *in, float notches);

// Every key, button and finger counts as up until it is pressed anew; sticks go on.
void input_release(input *in);

// How a tick sees the picture.
typedef struct input_view {
    qx_view view;           // world units
    uint32_t width, height; // pixels
    float pad_radius;       // pixels that a finger moves on a touch pad for full deflection
} input_view;

// What the next tick gets. Presses, clicks and wheel notches are handed out once.
tick_input input_take(input *in, const input_view *view);

// A stick's two axes (-32768..32767) without its dead zone: exactly 0 inside, the rest stretched to
// the full length, then bent by the curve. Never longer than AXIS_FULL.
void input_stick(int32_t x, int32_t y, float dead_zone, float curve, int16_t out[2]);
