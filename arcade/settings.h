// SPDX-License-Identifier: MIT
// What the player chose, how it is stored, and its defaults.
#pragma once

#include "controls.h"
#include "storage.h"

#include <stdbool.h>
#include <stdint.h>

#define BINDINGS_PER_ACTION 2

typedef enum quality { QUALITY_AUTO, QUALITY_LOW, QUALITY_MEDIUM, QUALITY_HIGH } quality;

// Everything 0..1 unless said otherwise.
typedef struct settings {
    int32_t keys[ACTION_COUNT][BINDINGS_PER_ACTION]; // SDL scancodes, 0 for none
    int32_t buttons[ACTION_COUNT];                    // SDL_GameControllerButton + 1, 0 none; 100, 101 are the triggers
    float stick_dead_zone;  // radial, 0 .. 0.9
    float stick_curve;      // exponent 1 .. 3
    float volume_master, volume_effects, volume_music;
    float shake, flash, bloom, particles;
    bool reduced_motion;
    bool fullscreen;
    bool vsync;
    uint32_t frame_cap;     // frames a second, 0 none
    quality quality;
    uint32_t palette;       // 0 house, 1 high contrast
} settings;

void settings_defaults(settings *s);

// Values out of range are taken to the nearest in range and NaN to the default; returns how many were.
uint32_t settings_repair(settings *s);

// Text format: "key = value" lines under the storage header, so that a person can read it with less.
// A key that is unknown is kept out and named in problem; the rest still counts.
storage_result settings_load(settings *s, storage_problem *problem);
storage_result settings_save(const settings *s, storage_problem *problem);

const char *action_title(action a);
