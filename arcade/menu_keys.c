// SPDX-License-Identifier: MIT
// The keys page: two keys and one button an action, and the asking for a new one.
#include "menu_state.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

// Whoever pressed confirm by mistake, or has no key to cancel with, is let go by himself.
static const float asking_seconds = 8.0f;

static const char *const button_titles[] = {
    "A",           "B",  "X",  "Y",        "Back",       "Guide",      "Start",       "Left stick",
    "Right stick", "LB", "RB", "D-pad up", "D-pad down", "D-pad left", "D-pad right",
};

static const row_info tail[] = {
    { ROW_HEADING, VERB_NONE, "", NULL, 0 },
    { ROW_ACTION, VERB_RESTORE_KEYS, "Restore defaults", "All keys and buttons as they came", 0 },
    { ROW_ACTION, VERB_BACK, "Back", NULL, 0 },
};

enum { TAIL = sizeof tail / sizeof tail[0] };

uint32_t menu_keys_row_count(void)
{
    return ACTION_COUNT + TAIL;
}

row_info menu_keys_row(uint32_t index)
{
    if (index >= ACTION_COUNT) return tail[index - ACTION_COUNT];
    return (row_info){ ROW_BINDING, VERB_BIND, action_title((action)index), NULL, index };
}

static bool is_plain(const char *words)
{
    for (const char *c = words; *c; c++)
        if (*c < ' ' || *c > '~') return false;
    return words[0] != '\0';
}

// What is printed on the player's own keyboard, where the font can write it.
static const char *key_title(int32_t key, char room[32])
{
    if (key == 0) return "";
    const char *printed = SDL_GetKeyName(SDL_GetKeyFromScancode((SDL_Scancode)key));
    return is_plain(printed) ? printed : settings_key_name(key, room);
}

static const char *button_title(int32_t button, char room[32])
{
    if (button == 0) return "";
    if (button == BUTTON_TRIGGER_LEFT) return "LT";
    if (button == BUTTON_TRIGGER_RIGHT) return "RT";
    if ((size_t)button <= sizeof button_titles / sizeof button_titles[0])
        return button_titles[button - 1];
    return settings_button_name(button, room);
}

const char *menu_key_title(const settings *s, uint32_t item, uint32_t column, char room[32])
{
    return column < BINDINGS_PER_ACTION ? key_title(s->keys[item][column], room)
                                        : button_title(s->buttons[item], room);
}

void menu_ask(menu *m)
{
    m->asking = true;
    m->asking_left = asking_seconds;
    m->note[0] = '\0';
}

// The other place that has this key or button; NULL where there is none.
static int32_t *find_other(settings *s, uint32_t column, int32_t code, const int32_t *own,
                           uint32_t *owner)
{
    for (uint32_t a = 0; a < ACTION_COUNT; a++) {
        int32_t *const slots = column < BINDINGS_PER_ACTION ? s->keys[a] : &s->buttons[a];
        const uint32_t count = column < BINDINGS_PER_ACTION ? BINDINGS_PER_ACTION : 1;
        for (uint32_t i = 0; i < count; i++) {
            if (slots[i] != code || &slots[i] == own) continue;
            *owner = a;
            return &slots[i];
        }
    }
    return NULL;
}

static void say_taken(menu *m, uint32_t owner, uint32_t item, const char *name)
{
    if (owner == item)
        snprintf(m->note, sizeof m->note, "%s was in the other place of \"%s\" and moved here.",
                 name, action_title((action)item));
    else
        snprintf(m->note, sizeof m->note, "%s was taken from \"%s\".", name,
                 action_title((action)owner));
}

// One key does one thing: where it was before it is taken away, and that is said.
static void bind(menu *m, int32_t code)
{
    char room[32];
    uint32_t owner;
    const uint32_t item = menu_row(m, m->selected).item;
    int32_t *const own = m->column < BINDINGS_PER_ACTION ? &m->settings->keys[item][m->column]
                                                         : &m->settings->buttons[item];
    *own = code;
    if (code == 0) return;
    const char *name = menu_key_title(m->settings, item, m->column, room);
    for (int32_t *other = find_other(m->settings, m->column, code, own, &owner); other;
         other = find_other(m->settings, m->column, code, own, &owner)) {
        *other = 0;
        say_taken(m, owner, item, name);
    }
}

static menu_command stop_asking(menu *m, bool changed)
{
    m->asking = false;
    if (!changed) {
        sound_play(m->sound, &sound_menu_back, 0.0f, 1.0f, 1.0f);
        return MENU_NOTHING;
    }
    m->unsaved = true;
    sound_play(m->sound, &sound_menu_change, 0.0f, 1.0f, 1.0f);
    return MENU_SETTINGS_CHANGED;
}

static bool is_key(int32_t code)
{
    return code > 0 && code < SDL_NUM_SCANCODES;
}

static bool is_button(int32_t code)
{
    return (code > 0 && code <= SDL_CONTROLLER_BUTTON_MAX) || code == BUTTON_TRIGGER_LEFT ||
           code == BUTTON_TRIGGER_RIGHT;
}

// Escape and Start are the way out of every screen, so they cannot be bound; Backspace and Back
// are.
menu_command menu_step_asking(menu *m, const menu_input *input, float seconds)
{
    const bool for_key = m->column < BINDINGS_PER_ACTION;
    m->asking_left -= seconds;
    if (m->asking_left <= 0.0f || input->pointer_clicked || input->key == SDL_SCANCODE_ESCAPE ||
        input->button == SDL_CONTROLLER_BUTTON_START + 1)
        return stop_asking(m, false);
    if (input->key == SDL_SCANCODE_BACKSPACE || input->button == SDL_CONTROLLER_BUTTON_BACK + 1) {
        bind(m, 0);
        return stop_asking(m, true);
    }
    const int32_t code = for_key ? input->key : input->button;
    if (!(for_key ? is_key(code) : is_button(code))) return MENU_NOTHING;
    bind(m, code);
    return stop_asking(m, true);
}
