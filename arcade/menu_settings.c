// SPDX-License-Identifier: MIT
// The settings page's rows: titles and order, and how each kind of value moves in its range.
#include "menu_state.h"
#include "settings_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

static const char *const off_on[] = { "Off", "On" };
static const char *const quality_titles[] = { "Automatic", "Low", "Medium", "High" };
static const char *const palette_titles[] = { "House", "High contrast" };
static const char *const cap_titles[] = {
    "None", "30", "60", "72", "90", "120", "144", "165", "240"
};
static const uint32_t caps[] = { 0, 30, 60, 72, 90, 120, 144, 165, 240 };

_Static_assert(sizeof caps / sizeof caps[0] == sizeof cap_titles / sizeof cap_titles[0],
               "every cap has a title");

typedef enum value_kind {
    VALUE_NONE,
    VALUE_FLOAT,
    VALUE_BOOL,
    VALUE_CAP,
    VALUE_QUALITY,
    VALUE_PALETTE
} value_kind;

typedef struct setting_row {
    row_kind kind;
    row_verb verb;
    const char *title, *detail;
    value_kind value;
    size_t offset;
    float step; // of sliders
} setting_row;

#define HEADING(title)                                                                             \
    {                                                                                              \
        ROW_HEADING, VERB_NONE, title, NULL, VALUE_NONE, 0, 0                                      \
    }
#define SLIDER(field, step, title, detail)                                                         \
    {                                                                                              \
        ROW_SLIDER, VERB_CHANGE, title, detail, VALUE_FLOAT, offsetof(settings, field), step       \
    }
#define TOGGLE(field, title, detail)                                                               \
    {                                                                                              \
        ROW_TOGGLE, VERB_CHANGE, title, detail, VALUE_BOOL, offsetof(settings, field), 0           \
    }
#define CHOICE(field, value, title, detail)                                                        \
    {                                                                                              \
        ROW_CHOICE, VERB_CHANGE, title, detail, value, offsetof(settings, field), 0                \
    }
#define ACTION(verb, title, detail)                                                                \
    {                                                                                              \
        ROW_ACTION, verb, title, detail, VALUE_NONE, 0, 0                                          \
    }

static const setting_row rows[] = {
    HEADING("Sound"),
    SLIDER(volume_master, 0.05f, "Volume", "All that is heard"),
    SLIDER(volume_effects, 0.05f, "Effects", "Sounds of the game and of this menu"),
    SLIDER(volume_music, 0.05f, "Music", "0 % plays none"),
    HEADING("Picture"),
    TOGGLE(fullscreen, "Fullscreen", "The whole display, without a border"),
    TOGGLE(vsync, "Vertical sync", "No torn pictures; costs a little delay"),
    CHOICE(frame_cap, VALUE_CAP, "Frame limit", "Frames a second at most; the pace of games stays"),
    CHOICE(quality, VALUE_QUALITY, "Quality", "Automatic draws less while the computer is behind"),
    SLIDER(bloom, 0.05f, "Glow", "Light around bright lines"),
    SLIDER(particles, 0.05f, "Particles", "How many sparks fly"),
    HEADING("Comfort"),
    SLIDER(shake, 0.05f, "Camera shake", "0 % keeps the camera still"),
    SLIDER(flash, 0.05f, "Flashes", "How bright they are; 0 % leaves them out"),
    TOGGLE(limit_flashes, "Limit flashes", "Large ones, to three a second"),
    TOGGLE(reduced_motion, "Reduced motion", "Less that moves for looks alone"),
    CHOICE(palette, VALUE_PALETTE, "Colours",
           "High contrast is brighter, in hues that all eyes tell apart"),
    HEADING("Controls"),
    TOGGLE(one_stick, "One stick", "Blaster aims and fires by itself, from the next game on"),
    SLIDER(stick_dead_zone, 0.05f, "Stick dead zone", "How far a stick moves before it counts"),
    SLIDER(stick_curve, 0.1f, "Stick curve", "1 is direct; more is finer near the middle"),
    ACTION(VERB_KEYS, "Keys and buttons", "Choose which key or button does what"),
    HEADING(""),
    ACTION(VERB_RESTORE_SETTINGS, "Restore defaults",
           "Everything on this page; keys and buttons stay"),
    ACTION(VERB_BACK, "Back", NULL),
};

uint32_t menu_settings_row_count(void)
{
    return COUNT(rows);
}

row_info menu_settings_row(uint32_t index)
{
    const setting_row *r = &rows[index];
    return (row_info){ r->kind, r->verb, r->title, r->detail, index };
}

static const setting *range_of(uint32_t item)
{
    return setting_at(rows[item].offset);
}

static const void *value_of(const settings *s, uint32_t item)
{
    return (const char *)s + rows[item].offset;
}

// The cap that is nearest to a number from a file.
static uint32_t cap_number(uint32_t cap)
{
    uint32_t nearest = 0;
    for (uint32_t i = 1; i < COUNT(caps) && cap > 0; i++)
        if (nearest == 0 || abs((int)caps[i] - (int)cap) < abs((int)caps[nearest] - (int)cap))
            nearest = i;
    return nearest;
}

static uint32_t choice_of(const settings *s, uint32_t item)
{
    switch (rows[item].value) {
    case VALUE_BOOL: return *(const bool *)value_of(s, item) ? 1 : 0;
    case VALUE_CAP: return cap_number(s->frame_cap);
    case VALUE_QUALITY: return (uint32_t)s->quality;
    case VALUE_PALETTE: return s->palette;
    default: return 0;
    }
}

static bool choose(settings *s, uint32_t item, uint32_t choice)
{
    if (choice == choice_of(s, item)) return false;
    switch (rows[item].value) {
    case VALUE_BOOL: *(bool *)((char *)s + rows[item].offset) = choice != 0; return true;
    case VALUE_CAP: s->frame_cap = caps[choice]; return true;
    case VALUE_QUALITY: s->quality = (quality)choice; return true;
    case VALUE_PALETTE: s->palette = choice; return true;
    default: return false;
    }
}

uint32_t menu_setting_choices(uint32_t item)
{
    switch (rows[item].value) {
    case VALUE_BOOL: return COUNT(off_on);
    case VALUE_CAP: return COUNT(caps);
    case VALUE_QUALITY: return COUNT(quality_titles);
    case VALUE_PALETTE: return COUNT(palette_titles);
    default: return 0;
    }
}

float menu_setting_share(const settings *s, uint32_t item)
{
    if (rows[item].kind != ROW_SLIDER) return (float)choice_of(s, item);
    const setting *range = range_of(item);
    return (*(const float *)value_of(s, item) - range->lowest) / (range->highest - range->lowest);
}

const char *menu_setting_text(const settings *s, uint32_t item, char room[32])
{
    const uint32_t choice = choice_of(s, item);
    switch (rows[item].value) {
    case VALUE_BOOL: return off_on[choice];
    case VALUE_CAP:
        if (s->frame_cap == caps[choice]) return cap_titles[choice];
        snprintf(room, 32, "%lu", (unsigned long)s->frame_cap); // set by hand in the file
        return room;
    case VALUE_QUALITY: return quality_titles[choice];
    case VALUE_PALETTE: return palette_titles[choice];
    case VALUE_NONE: return "";
    case VALUE_FLOAT: break;
    }
    const float value = *(const float *)value_of(s, item);
    if (range_of(item)->highest > 1.0f) {
        // An exponent. Its point is ours: the C library's follows the language of the desktop.
        const int tenths = (int)lroundf(value * 10.0f);
        snprintf(room, 32, "%d.%d", tenths / 10, tenths % 10);
    } else {
        snprintf(room, 32, "%d %%", (int)lroundf(value * 100.0f));
    }
    return room;
}

static bool set_float(settings *s, uint32_t item, float value)
{
    const setting *range = range_of(item);
    float *const target = (float *)(void *)((char *)s + range->offset);
    const float before = *target;
    *target = fminf(fmaxf(value, range->lowest), range->highest);
    return *target != before;
}

bool menu_setting_move(settings *s, uint32_t item, int steps)
{
    const setting_row *r = &rows[item];
    if (r->kind == ROW_SLIDER) {
        const float now = *(const float *)value_of(s, item) / r->step;
        return set_float(s, item, (roundf(now) + (float)steps) * r->step);
    }
    const int last = (int)menu_setting_choices(item) - 1;
    const int next = (int)choice_of(s, item) + steps;
    return choose(s, item, (uint32_t)(next < 0 ? 0 : next > last ? last : next));
}

bool menu_setting_turn(settings *s, uint32_t item)
{
    const uint32_t choices = menu_setting_choices(item);
    return choices > 0 && choose(s, item, (choice_of(s, item) + 1) % choices);
}

// In hundredths: the number that is shown is the number that is kept.
bool menu_setting_put(settings *s, uint32_t item, float share)
{
    const setting *range = range_of(item);
    const float value = range->lowest + share * (range->highest - range->lowest);
    return set_float(s, item, roundf(value * 100.0f) / 100.0f);
}

void menu_settings_restore(settings *s)
{
    settings preset;
    settings_defaults(&preset);
    memcpy(preset.keys, s->keys, sizeof preset.keys);
    memcpy(preset.buttons, s->buttons, sizeof preset.buttons);
    *s = preset;
}
