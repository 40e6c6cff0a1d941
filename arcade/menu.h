// SPDX-License-Identifier: MIT
// The screens around a scene: main menu, pause, settings, problem reports. A small state machine
// that is fed steps and answers with what the shell shall do.
#pragma once

#include "scene.h"
#include "scores.h"
#include "settings.h"

// One step of navigation, from whichever device.
typedef struct menu_input {
    int dx, dy; // -1, 0, 1: a move, repeats already made
    bool confirm, back, pause;
    bool pointer_moved, pointer_clicked;
    bool pointer_held;          // left button or finger is down: drags sliders, scrolls lists
    float pointer_x, pointer_y; // menu units from the left top corner: the picture is 720 high
    uint32_t width, height;     // the picture in pixels; 0 counts as 1280x720
    int32_t key;                // SDL scancode pressed now while a binding is asked for, else 0
    int32_t button;             // as settings.buttons, likewise
    int wheel;
    char text[32]; // UTF-8 typed since the last step, where menu_wants_text
    bool erase;    // likewise: the last character away
} menu_input;

typedef enum menu_command {
    MENU_NOTHING,
    MENU_START, // start menu_scene()
    MENU_RESUME,
    MENU_RESTART,
    MENU_LEAVE,            // scene back to the main menu
    MENU_SETTINGS_CHANGED, // apply them now; they are saved when the screen is left
    MENU_SAVE_SETTINGS,
    MENU_WATCH,       // play the replay of menu_get_entry()
    MENU_NAMED,       // menu_get_name() is chosen; the page to come is open
    MENU_NAMED_AGAIN, // the same by "Done" at the end of a game: on into another round
    MENU_QUIT
} menu_command;

typedef enum menu_page {
    MENU_CLOSED,
    MENU_MAIN,
    MENU_PAUSE,
    MENU_SETTINGS,
    MENU_KEYS,
    MENU_SCORES,
    MENU_NAME, // opened by menu_ask_name
    MENU_PROBLEM
} menu_page;

typedef struct menu menu;

menu *menu_create(settings *s, sound *sound);
void menu_destroy(menu *m);
void menu_open(menu *m, menu_page page);
// Shows a sentence until it is confirmed; may be called on any page.
void menu_report(menu *m, const char *sentence);
menu_page menu_get_page(const menu *m);
uint32_t menu_get_scene(const menu *m); // row in scenes[]
void menu_set_paused_scene(menu *m, const scene *scene);
// What the scores page shows: a table for each of scenes[], which stay the caller's. NULL for none.
void menu_set_scores(menu *m, const score_table *tables);
// The row in scenes[] and the place in its table.
void menu_get_entry(const menu *m, uint32_t *row, uint32_t *place);
// Asks for the name of a game that came to `place`; `name` is proposed, and stays where nothing is
// typed. Goes on with `next`.
void menu_ask_name(menu *m, const scene *game, uint32_t place, uint64_t score, const char *name,
                   menu_page next);
const char *menu_get_name(const menu *m);
// True while a name is typed: the shell then hands text through, and letters are no directions.
bool menu_wants_text(const menu *m);
// True while a key or button is being asked for: the shell then hands raw ones through.
bool menu_wants_binding(const menu *m);
menu_command menu_step(menu *m, const menu_input *input, float seconds);
// Draws over whatever the frame holds; called before compose (glowing parts) and after (sharp
// parts).
void menu_draw_scene(const menu *m, const scene_canvas *canvas);
void menu_draw_overlay(const menu *m, const scene_canvas *canvas);
