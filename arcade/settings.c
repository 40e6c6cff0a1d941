// SPDX-License-Identifier: MIT
// Defaults and limits of keys and buttons, and where all settings are kept. Their text is
// settings_text.c's business.
#include "settings_table.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char settings_magic[4] = { 'Q', 'X', 'S', 'E' };

enum { SETTINGS_VERSION = 1, PATH_ROOM = 4200 };

// Left hand on WASD moves, right hand on the arrows aims; everything else lies around the left
// hand.
typedef struct default_binding {
    action action;
    int32_t keys[BINDINGS_PER_ACTION];
    int32_t button;
} default_binding;

#define PAD(name) (SDL_CONTROLLER_BUTTON_##name + 1)

static const default_binding default_bindings[] = {
    { ACTION_MOVE_LEFT, { SDL_SCANCODE_A, 0 }, 0 },
    { ACTION_MOVE_RIGHT, { SDL_SCANCODE_D, 0 }, 0 },
    { ACTION_MOVE_UP, { SDL_SCANCODE_W, 0 }, 0 },
    { ACTION_MOVE_DOWN, { SDL_SCANCODE_S, 0 }, 0 },
    { ACTION_AIM_LEFT, { SDL_SCANCODE_LEFT, 0 }, 0 },
    { ACTION_AIM_RIGHT, { SDL_SCANCODE_RIGHT, 0 }, 0 },
    { ACTION_AIM_UP, { SDL_SCANCODE_UP, 0 }, 0 },
    { ACTION_AIM_DOWN, { SDL_SCANCODE_DOWN, 0 }, 0 },
    { ACTION_PRIMARY, { SDL_SCANCODE_SPACE, 0 }, PAD(A) },
    { ACTION_SECONDARY, { SDL_SCANCODE_LSHIFT, SDL_SCANCODE_RSHIFT }, PAD(B) },
    { ACTION_NEXT, { SDL_SCANCODE_E, 0 }, PAD(RIGHTSHOULDER) },
    { ACTION_PREVIOUS, { SDL_SCANCODE_Q, 0 }, PAD(LEFTSHOULDER) },
    { ACTION_MORE, { SDL_SCANCODE_EQUALS, SDL_SCANCODE_KP_PLUS }, PAD(DPAD_UP) },
    { ACTION_LESS, { SDL_SCANCODE_MINUS, SDL_SCANCODE_KP_MINUS }, PAD(DPAD_DOWN) },
    { ACTION_MODE, { SDL_SCANCODE_M, SDL_SCANCODE_TAB }, PAD(Y) },
    { ACTION_RESET, { SDL_SCANCODE_R, 0 }, PAD(X) },
    { ACTION_OPTION_1, { SDL_SCANCODE_1, SDL_SCANCODE_KP_1 }, 0 },
    { ACTION_OPTION_2, { SDL_SCANCODE_2, SDL_SCANCODE_KP_2 }, 0 },
    { ACTION_OPTION_3, { SDL_SCANCODE_3, SDL_SCANCODE_KP_3 }, 0 },
    { ACTION_OPTION_4, { SDL_SCANCODE_4, SDL_SCANCODE_KP_4 }, 0 },
    { ACTION_OPTION_5, { SDL_SCANCODE_5, SDL_SCANCODE_KP_5 }, 0 },
    { ACTION_OPTION_6, { SDL_SCANCODE_6, SDL_SCANCODE_KP_6 }, 0 },
    { ACTION_OPTION_7, { SDL_SCANCODE_7, SDL_SCANCODE_KP_7 }, 0 },
    { ACTION_OPTION_8, { SDL_SCANCODE_8, SDL_SCANCODE_KP_8 }, 0 },
};

_Static_assert(sizeof default_bindings / sizeof default_bindings[0] == ACTION_COUNT,
               "every action has a default");

void settings_defaults(settings *s)
{
    *s = (settings){ 0 };
    for (uint32_t i = 0; i < settings_table_size; i++) setting_set_default(&settings_table[i], s);
    settings_default_bindings(s);
}

void settings_default_bindings(settings *s)
{
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        const default_binding *from = &default_bindings[i];
        memcpy(s->keys[from->action], from->keys, sizeof from->keys);
        s->buttons[from->action] = from->button;
    }
}

// 1 where it had to be changed.
static uint32_t repair_key(int32_t *key)
{
    if (*key >= 0 && *key < SDL_NUM_SCANCODES) return 0;
    *key = 0;
    return 1;
}

static uint32_t repair_button(int32_t *button)
{
    if (*button >= 0 && *button <= SDL_CONTROLLER_BUTTON_MAX) return 0;
    if (*button == BUTTON_TRIGGER_LEFT || *button == BUTTON_TRIGGER_RIGHT) return 0;
    *button = 0;
    return 1;
}

static uint32_t repair_bindings(settings *s)
{
    uint32_t count = 0;
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        for (size_t k = 0; k < BINDINGS_PER_ACTION; k++) count += repair_key(&s->keys[i][k]);
        count += repair_button(&s->buttons[i]);
    }
    return count;
}

uint32_t settings_repair(settings *s)
{
    uint32_t count = repair_bindings(s);
    for (uint32_t i = 0; i < settings_table_size; i++)
        count += setting_repair(&settings_table[i], s);
    return count;
}

// False where there is no folder or its path is too long to append a name.
static bool settings_path(char path[PATH_ROOM])
{
    const char *folder = storage_folder();
    if (folder[0] == '\0') return false;
    const int length = snprintf(path, PATH_ROOM, "%ssettings", folder);
    return length > 0 && length < PATH_ROOM;
}

storage_result settings_load(settings *s, storage_problem *problem)
{
    char path[PATH_ROOM];
    uint32_t version;
    void *text;
    size_t size;
    settings_defaults(s);
    if (problem) problem->text[0] = '\0';
    if (!settings_path(path)) return STORAGE_MISSING;
    const storage_result result =
        storage_load(path, settings_magic, SETTINGS_VERSION, &version, &text, &size, problem);
    if (result != STORAGE_OK) return result;
    settings_parse(s, text, size, problem);
    free(text);
    settings_repair(s);
    return STORAGE_OK;
}

storage_result settings_save(const settings *s, storage_problem *problem)
{
    char path[PATH_ROOM], text[SETTINGS_TEXT_BOUND];
    if (!settings_path(path)) {
        if (problem)
            snprintf(
                problem->text, sizeof problem->text,
                "Settings are not saved: no folder for them could be made at the start. Choose "
                "one with --data FOLDER.");
        return STORAGE_FAILED;
    }
    const size_t size = settings_write(s, text);
    return storage_save(path, settings_magic, SETTINGS_VERSION, text, size, problem);
}
