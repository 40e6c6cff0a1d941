// SPDX-License-Identifier: MIT
// A menu over three made-up scenes, and hands that press keys and move pointers in it.
#pragma once

#include "menu_state.h"

typedef struct menu_drive {
    settings settings;
    score_table tables[3]; // of scenes[]; the third has a full one
    menu *menu;
    menu_input input; // sticks between steps: shape of the picture, place of the pointer
    menu_command last;
    uint32_t changes, saves; // commands of these kinds so far
} menu_drive;

// Pictures of every kind; 0 is a shell that does not say.
enum { DRIVE_SHAPES = 8 };
extern const uint32_t drive_shapes[DRIVE_SHAPES][2];

void drive_start(menu_drive *d, uint32_t width, uint32_t height);
void drive_stop(menu_drive *d);
// Starts at 1280x720 with the main page or the pause page, at rest.
void drive_open(menu_drive *d, menu_page page);
menu_page drive_page(const menu_drive *d);

// One step of a sixtieth of a second with what lies in `input`, which is then let go.
menu_command drive_step(menu_drive *d);
void drive_wait(menu_drive *d, float seconds);

menu_command drive_move(menu_drive *d, int dx, int dy);
menu_command drive_confirm(menu_drive *d);
menu_command drive_back(menu_drive *d);
menu_command drive_key(menu_drive *d, int32_t key);
menu_command drive_button(menu_drive *d, int32_t button);

// Menu units. Presses, holds for two steps, lets go; returns what the last of them answered.
menu_command drive_click(menu_drive *d, float x, float y);

// Row of this title; fails where there is none.
uint32_t drive_find(const menu_drive *d, const char *title);
// By keys alone: down until it is selected.
void drive_select(menu_drive *d, const char *title);
menu_command drive_choose(menu_drive *d, const char *title);
// By the pointer alone: the wheel until it is in the window, then a click on its middle, or
// elsewhere along it.
menu_command drive_click_row(menu_drive *d, const char *title);
void drive_row_place(menu_drive *d, const char *title, float share, float *x, float *y);
