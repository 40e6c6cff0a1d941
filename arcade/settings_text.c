// SPDX-License-Identifier: MIT
// Settings as text: one "key = value" line each, names that stay the same for ever, "#" for
// remarks. Numbers are read and written here, not with the C library, whose decimal point follows
// the language of the desktop.
#include "settings_table.h"

#include <SDL.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// What an action is called in the file and on screen.
static const struct {
    const char *name, *title;
} action_names[ACTION_COUNT] = {
    [ACTION_MOVE_LEFT] = { "move_left", "Move left" },
    [ACTION_MOVE_RIGHT] = { "move_right", "Move right" },
    [ACTION_MOVE_UP] = { "move_up", "Move up" },
    [ACTION_MOVE_DOWN] = { "move_down", "Move down" },
    [ACTION_AIM_LEFT] = { "aim_left", "Aim left" },
    [ACTION_AIM_RIGHT] = { "aim_right", "Aim right" },
    [ACTION_AIM_UP] = { "aim_up", "Aim up" },
    [ACTION_AIM_DOWN] = { "aim_down", "Aim down" },
    [ACTION_PRIMARY] = { "primary", "Primary" },
    [ACTION_SECONDARY] = { "secondary", "Secondary" },
    [ACTION_NEXT] = { "next", "Next" },
    [ACTION_PREVIOUS] = { "previous", "Previous" },
    [ACTION_MORE] = { "more", "More" },
    [ACTION_LESS] = { "less", "Less" },
    [ACTION_MODE] = { "mode", "Mode" },
    [ACTION_RESET] = { "reset", "Start over" },
    [ACTION_OPTION_1] = { "option_1", "Option 1" },
    [ACTION_OPTION_2] = { "option_2", "Option 2" },
    [ACTION_OPTION_3] = { "option_3", "Option 3" },
    [ACTION_OPTION_4] = { "option_4", "Option 4" },
    [ACTION_OPTION_5] = { "option_5", "Option 5" },
    [ACTION_OPTION_6] = { "option_6", "Option 6" },
    [ACTION_OPTION_7] = { "option_7", "Option 7" },
    [ACTION_OPTION_8] = { "option_8", "Option 8" },
};

const char *action_title(action a)
{
    return (uint32_t)a < ACTION_COUNT ? action_names[a].title : "";
}

static const char *const quality_names[] = { "auto", "low", "medium", "high" };

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// Names of keys and buttons

const char *settings_key_name(int32_t key, char room[32])
{
    if (key <= 0 || key >= SDL_NUM_SCANCODES) return "none";
    const char *name = SDL_GetScancodeName((SDL_Scancode)key);
    // Some keys share a name and some have none: those are written by number.
    if (name[0] == '\0' || SDL_GetScancodeFromName(name) != (SDL_Scancode)key) {
        snprintf(room, 32, "code %d", (int)key);
        return room;
    }
    return name;
}

const char *settings_button_name(int32_t button, char room[32])
{
    if (button == BUTTON_TRIGGER_LEFT) return "lefttrigger";
    if (button == BUTTON_TRIGGER_RIGHT) return "righttrigger";
    if (button <= 0 || button > SDL_CONTROLLER_BUTTON_MAX) return "none";
    const char *name = SDL_GameControllerGetStringForButton((SDL_GameControllerButton)(button - 1));
    if (name) return name;
    snprintf(room, 32, "button %d", (int)button);
    return room;
}

// Writing

typedef struct writer {
    char *text;
    size_t size;
} writer;

static void put(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const size_t room = SETTINGS_TEXT_BOUND - w->size;
    const int length = vsnprintf(w->text + w->size, room, format, arguments);
    va_end(arguments);
    if (length > 0) w->size += (size_t)length < room ? (size_t)length : room - 1;
}

// Four decimals: a slider's steps come back as the same floats.
static void put_float(writer *w, float value)
{
    const uint32_t parts = (uint32_t)(value * 10000.0f + 0.5f);
    char decimals[8];
    snprintf(decimals, sizeof decimals, "%04lu", (unsigned long)(parts % 10000));
    size_t length = 4;
    while (length > 1 && decimals[length - 1] == '0') length--;
    put(w, "%lu.%.*s", (unsigned long)(parts / 10000), (int)length, decimals);
}

static void put_value(writer *w, setting_kind kind, const void *value)
{
    switch (kind) {
    case SETTING_FLOAT: put_float(w, *(const float *)value); break;
    case SETTING_BOOL: put(w, "%s", *(const bool *)value ? "yes" : "no"); break;
    case SETTING_NUMBER: put(w, "%lu", (unsigned long)*(const uint32_t *)value); break;
    case SETTING_QUALITY: put(w, "%s", quality_names[*(const quality *)value]); break;
    }
}

static void put_bindings(writer *w, const settings *s, size_t a)
{
    char room[32];
    for (size_t k = 0; k < BINDINGS_PER_ACTION; k++)
        put(w, "key_%lu.%s = %s\n", (unsigned long)(k + 1), action_names[a].name,
            settings_key_name(s->keys[a][k], room));
    put(w, "button.%s = %s\n", action_names[a].name, settings_button_name(s->buttons[a], room));
}

size_t settings_write(const settings *s, char text[SETTINGS_TEXT_BOUND])
{
    writer w = { text, 0 };
    settings used = *s;
    settings_repair(&used); // what is written is in range whatever it came from
    put(&w, "# Settings of Quincunx\n");
    for (uint32_t i = 0; i < settings_table_size; i++) {
        const setting *what = &settings_table[i];
        put(&w, "%s = ", what->name);
        put_value(&w, what->kind, (const char *)&used + what->offset);
        put(&w, "\n");
    }
    put(&w, "# Keys by their place on a US keyboard, buttons by SDL's names\n");
    for (size_t a = 0; a < ACTION_COUNT; a++) put_bindings(&w, &used, a);
    return w.size;
}

// Reading, from pieces of the text that are not terminated; values are only touched where reading
// succeeds

typedef struct piece {
    const char *start;
    size_t size;
} piece;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static piece trimmed(piece p)
{
    while (p.size > 0 && is_space(p.start[0])) {
        p.start++;
        p.size--;
    }
    while (p.size > 0 && is_space(p.start[p.size - 1])) p.size--;
    return p;
}

static bool equals(piece p, const char *word)
{
    return strlen(word) == p.size && memcmp(p.start, word, p.size) == 0;
}

static bool take_prefix(piece *p, const char *prefix)
{
    const size_t length = strlen(prefix);
    if (p->size < length || memcmp(p->start, prefix, length) != 0) return false;
    p->start += length;
    p->size -= length;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// At most nine digits: no setting needs more, and they cannot overflow.
static bool read_number(piece p, uint32_t *number)
{
    uint32_t read = 0;
    if (p.size == 0 || p.size > 9) return false;
    for (size_t i = 0; i < p.size; i++) {
        if (!is_digit(p.start[i])) return false;
        read = read * 10 + (uint32_t)(p.start[i] - '0');
    }
    *number = read;
    return true;
}

// "-0.25", "3", ".5"; words such as nan and inf are no numbers here. Digits past the ninth decimal
// do not count.
static bool read_float(piece p, float *value)
{
    double whole = 0.0, scale = 1.0;
    bool any = false, point = false;
    const bool negative = take_prefix(&p, "-");
    for (size_t i = 0; i < p.size; i++) {
        if (p.start[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(p.start[i]) || p.size > 40) return false;
        any = true;
        if (point && scale >= 1e9) continue;
        whole = whole * 10.0 + (p.start[i] - '0');
        if (point) scale *= 10.0;
    }
    if (!any) return false;
    const double result = whole / scale;
    *value = (float)(negative ? -result : result > 1e30 ? 1e30 : result);
    return true;
}

static bool read_bool(piece p, bool *value)
{
    if (!equals(p, "yes") && !equals(p, "no")) return false;
    *value = equals(p, "yes");
    return true;
}

static bool read_quality(piece p, quality *value)
{
    for (size_t i = 0; i < COUNT(quality_names); i++) {
        if (!equals(p, quality_names[i])) continue;
        *value = (quality)i;
        return true;
    }
    return false;
}

static bool read_value(setting_kind kind, piece p, void *value)
{
    switch (kind) {
    case SETTING_FLOAT: return read_float(p, value);
    case SETTING_BOOL: return read_bool(p, value);
    case SETTING_NUMBER: return read_number(p, value);
    case SETTING_QUALITY: return read_quality(p, value);
    }
    return false;
}

static bool read_key(piece p, int32_t *key)
{
    char name[64];
    uint32_t number = 0;
    piece rest = p;
    if (p.size >= sizeof name) return false;
    memcpy(name, p.start, p.size);
    name[p.size] = '\0';
    if (take_prefix(&rest, "code ") && (!read_number(rest, &number) || number >= SDL_NUM_SCANCODES))
        return false;
    if (number == 0) number = (uint32_t)SDL_GetScancodeFromName(name);
    if (number == SDL_SCANCODE_UNKNOWN && !equals(p, "none")) return false;
    *key = (int32_t)number;
    return true;
}

static bool read_button(piece p, int32_t *button)
{
    char room[32];
    for (int32_t b = 0; b <= BUTTON_TRIGGER_RIGHT; b++) {
        if (!equals(p, settings_button_name(b, room))) continue;
        *button = b;
        return true;
    }
    return false;
}

static bool read_binding(settings *s, piece key, piece value)
{
    int32_t *binding = NULL;
    size_t slot = BINDINGS_PER_ACTION;
    if (take_prefix(&key, "key_1."))
        slot = 0;
    else if (take_prefix(&key, "key_2."))
        slot = 1;
    else if (!take_prefix(&key, "button."))
        return false;
    for (size_t a = 0; a < ACTION_COUNT; a++) {
        if (!equals(key, action_names[a].name)) continue;
        binding = slot < BINDINGS_PER_ACTION ? &s->keys[a][slot] : &s->buttons[a];
    }
    if (!binding) return false;
    return slot < BINDINGS_PER_ACTION ? read_key(value, binding) : read_button(value, binding);
}

static bool read_line(settings *s, piece line)
{
    line = trimmed(line);
    if (line.size == 0 || line.start[0] == '#') return true;
    const char *equal = memchr(line.start, '=', line.size);
    if (!equal) return false;
    const size_t left = (size_t)(equal - line.start);
    const piece key = trimmed((piece){ line.start, left });
    const piece value = trimmed((piece){ equal + 1, line.size - left - 1 });
    for (uint32_t i = 0; i < settings_table_size; i++) {
        const setting *what = &settings_table[i];
        if (equals(key, what->name)) return read_value(what->kind, value, (char *)s + what->offset);
    }
    return read_binding(s, key, value);
}

// Bytes that are no printable ASCII would only confuse whoever reads the message.
static void name_line(storage_problem *problem, piece line, uint32_t number)
{
    char words[49];
    size_t size = line.size < sizeof words - 1 ? line.size : sizeof words - 1;
    for (size_t i = 0; i < size; i++)
        words[i] = line.start[i] >= ' ' && line.start[i] <= '~' ? line.start[i] : '?';
    words[size] = '\0';
    snprintf(problem->text, sizeof problem->text,
             "Settings, line %lu: \"%s\" is not understood and was left out; the others are used. "
             "It goes away when the settings are saved again.",
             (unsigned long)number, words);
}

uint32_t settings_parse(settings *s, const char *text, size_t size, storage_problem *problem)
{
    uint32_t bad = 0, number = 0;
    const char *const end = text + size;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const piece line = { text, (size_t)((stop ? stop : end) - text) };
        number++;
        if (!read_line(s, line) && bad++ == 0 && problem) name_line(problem, line, number);
        text = stop ? stop + 1 : end;
    }
    return bad;
}
