// SPDX-License-Identifier: MIT
// What the player chose, how it is stored, and its defaults.
#pragma once

#include "controls.h"
#include "storage.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BINDINGS_PER_ACTION 2

// In settings.buttons and menu_input.button, beside SDL's own numbers.
#define BUTTON_TRIGGER_LEFT 100
#define BUTTON_TRIGGER_RIGHT 101

typedef enum quality { QUALITY_AUTO, QUALITY_LOW, QUALITY_MEDIUM, QUALITY_HIGH } quality;

// Ranges and defaults stand in settings_table.c.
typedef struct settings {
    int32_t keys[ACTION_COUNT][BINDINGS_PER_ACTION]; // SDL scancodes, 0 for none
    // SDL_GameControllerButton + 1, 0 for none, or a trigger. A trigger that nothing is bound to
    // counts as ACTION_PRIMARY.
    int32_t buttons[ACTION_COUNT];
    float stick_dead_zone; // radial
    float stick_curve;     // an exponent
    float volume_master, volume_effects, volume_music;
    float shake, flash, bloom, particles;
    bool limit_flashes; // large ones, to three a second
    bool reduced_motion;
    bool one_stick; // games that can aim and fire by themselves
    bool fullscreen;
    bool vsync;
    uint32_t frame_cap; // frames a second, 0 none
    quality quality;
    uint32_t palette; // 0 house, 1 high contrast
} settings;

void settings_defaults(settings *s);
// Keys and buttons alone.
void settings_default_bindings(settings *s);

// Values out of range are taken to the nearest in range and NaN to the default; returns how many
// were.
uint32_t settings_repair(settings *s);

// Text format: "key = value" lines under the storage header, so that a person can read it with
// less. Starts from the defaults in any case. STORAGE_OK with a text in problem: lines that were
// unknown or could not be read are named there and left out; the rest counts.
storage_result settings_load(settings *s, storage_problem *problem);
storage_result settings_save(const settings *s, storage_problem *problem);

// The text itself, for tests and tools. Parsing changes only what the text names; returns how many
// lines were not understood and names the first of them in problem.
#define SETTINGS_TEXT_BOUND 8192
size_t settings_write(const settings *s, char text[SETTINGS_TEXT_BOUND]);
uint32_t settings_parse(settings *s, const char *text, size_t size, storage_problem *problem);

const char *action_title(action a);
// What a scancode or button is called on screen and in the file; "none" for 0. Valid until the next
// call with the same room.
const char *settings_key_name(int32_t key, char room[32]);
const char *settings_button_name(int32_t button, char room[32]);
