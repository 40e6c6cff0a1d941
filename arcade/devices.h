// SPDX-License-Identifier: MIT
// SDL's events, told to the game's input and to the menu's. Gamepads come and go here.
#pragma once

#include "input.h"
#include "menu.h"
#include "window.h"

#include <SDL.h>

// What an event asks of the shell.
enum {
    DEVICES_QUIT = 1,
    DEVICES_PAUSE = 2, // Esc, Start, the corner under a finger, or the gamepad in use was unplugged
    DEVICES_FOCUS_LOST = 4, // likewise to pause, and nothing is heard of keys that are let go
    DEVICES_FULLSCREEN = 8, // F11 or Alt+Enter
    DEVICES_TOUCHED = 16    // somebody is there: any key, button, finger or clear motion
};

// The corner at the right top that pauses under a finger, menu units.
#define DEVICES_CORNER 64.0f

typedef struct devices {
    SDL_GameController *pads[INPUT_PADS];
    menu_input menu;  // gathered since it was last taken
    bool binding;     // keys and buttons go to the menu raw
    bool typing;      // letters are text for the menu, not directions
    bool stale_key;   // the latest key event repeats one that was pressed before it counted
    bool touch_pads;  // fingers in the two halves of the picture are sticks
    bool playing;     // no menu is open
    int nav_x, nav_y; // direction a gamepad holds in the menu
    float nav_wait;   // seconds until it repeats
    float mouse_rest; // seconds since the mouse was last moved
    bool pointer_held;
    bool mouse_seen; // where the mouse rests when the window opens is no move
} devices;

void devices_start(devices *d);
void devices_stop(devices *d);

// Returns what is asked for, or 0.
uint32_t devices_handle(devices *d, input *in, const window *w, const SDL_Event *event);

// What the menu gets for this frame of `seconds`; gathering begins anew.
menu_input devices_take_menu(devices *d, const input *in, const window *w, float seconds);

// Shows the mouse in menus and while it is used.
void devices_show_cursor(devices *d, float seconds);
