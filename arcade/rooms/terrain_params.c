// SPDX-License-Identifier: MIT
// Every parameter: its name, range and steps.
#include "terrain_room.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum scale { LINEAR, SQUARE, WHOLE, CHOICE } scale; // SQUARE: finer at the low end

enum { KEY_STEPS = 40, CHOICES_MOST = 8 };

static const struct param {
    const char *title, *word;
    scale scale;
    float low, high;
    const char *names[CHOICES_MOST];
} params[PARAM_COUNT] = {
    [PARAM_WAY] = { "Move", "way", CHOICE, 0, WAY_COUNT - 1, { "fly", "orbit", "walk" } },
    [PARAM_TOOL] = { "Hand",
                     "tool",
                     CHOICE,
                     0,
                     TOOL_COUNT - 1,
                     { "look", "raise", "lower", "flatten", "smooth", "hole", "ball", "sun" } },
    [PARAM_BRUSH] = { "Brush", "brush", SQUARE, 0.002f, 0.2f, { 0 } },
    [PARAM_FORCE] = { "Force", "force", LINEAR, 0.05f, 1, { 0 } },
    [PARAM_SPEED] = { "Speed", "speed", SQUARE, 1, 120, { 0 } },
    [PARAM_FOLLOW] = { "Follow ground", "follow", CHOICE, 0, 1, { "off", "on" } },
    [PARAM_SUN] = { "Sun", "sun", SQUARE, 1, 85, { 0 } },
    [PARAM_AZIMUTH] = { "Sun from", "azimuth", LINEAR, 0, 360, { 0 } },
    [PARAM_FOG] = { "Fog", "fog", LINEAR, 0, 1, { 0 } },
    [PARAM_WATER] = { "Water", "water", SQUARE, 0, 1, { 0 } },
    [PARAM_SHOW] = { "Show", "show", CHOICE, 0, SHOW_BOTH, { "land", "wire", "levels", "both" } },
    [PARAM_ERROR] = { "Detail", "error", SQUARE, 0.5f, 32, { 0 } },
    [PARAM_REPEAT] = { "Repeat", "repeat", CHOICE, 0, 4, { "1", "3", "5", "7", "9" } },
    [PARAM_SHAPE] = { "Shape",
                      "shape",
                      CHOICE,
                      0,
                      SHAPE_FILE,
                      { "hills", "ridges", "island", "dunes", "file" } },
    [PARAM_CHANCE] = { "Seed", "chance", WHOLE, 0, 9999, { 0 } },
};

const char *terrain_param_title(uint32_t param)
{
    return params[param].title;
}

const char *terrain_param_word(uint32_t param)
{
    return params[param].word;
}

bool terrain_param_is_choice(uint32_t param)
{
    return params[param].scale >= WHOLE;
}

const char *terrain_param_name(uint32_t param, float value)
{
    return params[param].names[(uint32_t)value];
}

float terrain_usual_water(uint32_t shape)
{
    static const float of[] = { 0.34f, 0.3f, 0.12f, 0.0f, 0.0f };
    return of[shape];
}

float terrain_param_clamp(uint32_t param, float value)
{
    const struct param *p = &params[param];
    if (!(value > p->low)) return p->low; // NaN too
    if (value > p->high) return p->high;
    return p->scale >= WHOLE ? (float)(int32_t)(value + 0.5f) : value;
}

float terrain_param_share(uint32_t param, float value)
{
    const struct param *p = &params[param];
    const float share = (terrain_param_clamp(param, value) - p->low) / (p->high - p->low);
    return p->scale == SQUARE ? sqrtf(share) : share;
}

float terrain_param_at(uint32_t param, float share)
{
    const struct param *p = &params[param];
    const float along = !(share > 0.0f) ? 0.0f : share > 1.0f ? 1.0f : share;
    const float part = p->scale == SQUARE ? along * along : along;
    return terrain_param_clamp(param, p->low + (p->high - p->low) * part);
}

// Choices and seeds go round.
float terrain_param_step(uint32_t param, float value, int direction)
{
    const struct param *p = &params[param];
    const float next = value + (float)direction;
    if (p->scale >= WHOLE) return next > p->high ? p->low : next < p->low ? p->high : next;
    const float notch = floorf(terrain_param_share(param, value) * KEY_STEPS + 0.5f);
    const float share = (notch + (float)direction) / KEY_STEPS;
    if (param == PARAM_AZIMUTH) return terrain_param_at(param, share - floorf(share));
    return terrain_param_at(param, share);
}

// --- words of the command line

static bool read_choice(const struct param *p, const char *text, float *value)
{
    for (uint32_t i = 0; i <= (uint32_t)p->high; i++) {
        if (strcmp(p->names[i], text) != 0) continue;
        *value = (float)i;
        return true;
    }
    return false;
}

// Plain decimals only: strtod would also take hexadecimal, "inf", "nan", and another country's
// comma.
static bool read_decimal(const char *text, float *value)
{
    double number = 0.0, place = 0.0;
    const size_t length = strlen(text);
    if (length == 0 || length > 12) return false;
    for (const char *c = text; *c; c++) {
        if (*c == '.' && place == 0.0 && length > 1) {
            place = 1.0;
        } else if (*c >= '0' && *c <= '9') {
            number = 10.0 * number + (double)(*c - '0');
            place *= 10.0;
        } else {
            return false;
        }
    }
    *value = (float)(place > 0.0 ? number / place : number);
    return true;
}

static bool read_value(uint32_t param, const char *text, float *value)
{
    const struct param *p = &params[param];
    if (p->scale == CHOICE) return read_choice(p, text, value);
    if (!read_decimal(text, value) || *value < p->low || *value > p->high) return false;
    return p->scale != WHOLE || !(*value > floorf(*value));
}

static void say_range(uint32_t param, const char *text, char *problem, size_t size)
{
    const struct param *p = &params[param];
    char names[128] = "";
    for (uint32_t i = 0; p->scale == CHOICE && i <= (uint32_t)p->high; i++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "", p->names[i]);
    }
    if (p->scale == CHOICE)
        snprintf(problem, size, "--%s is one of %s; not \"%.60s\"", p->word, names, text);
    else
        snprintf(problem, size, "--%s is %s from %g to %g, not \"%.60s\"", p->word,
                 p->scale == WHOLE ? "a whole number" : "a number", (double)p->low, (double)p->high,
                 text);
}

bool terrain_param_read(uint32_t param, const char *text, float *value, char *problem, size_t size)
{
    float found = 0.0f;
    if (!read_value(param, text, &found)) {
        say_range(param, text, problem, size);
        return false;
    }
    *value = found;
    return true;
}
