// SPDX-License-Identifier: MIT
// Every parameter: its name, range and steps.
#include "parameter.h"
#include "terrain_room.h"

#include <math.h>
#include <stdio.h>

static const parameter params[PARAM_COUNT] = {
    [PARAM_WAY] = { "Move", "way", SCALE_CHOICE, 0, WAY_COUNT - 1, "", { "fly", "orbit", "walk" } },
    [PARAM_TOOL] = { "Hand",
                     "tool",
                     SCALE_CHOICE,
                     0,
                     TOOL_COUNT - 1,
                     "",
                     { "look", "raise", "lower", "flatten", "smooth", "hole", "ball", "sun" } },
    [PARAM_BRUSH] = { "Brush", "brush", SCALE_SQUARE, 0.002f, 0.2f, "", { 0 } },
    [PARAM_FORCE] = { "Force", "force", SCALE_LINEAR, 0.05f, 1, "", { 0 } },
    [PARAM_SPEED] = { "Speed", "speed", SCALE_SQUARE, 1, 120, "", { 0 } },
    [PARAM_FOLLOW] = { "Follow ground", "follow", SCALE_CHOICE, 0, 1, "", { "off", "on" } },
    [PARAM_SUN] = { "Sun", "sun", SCALE_SQUARE, 1, 85, "", { 0 } },
    [PARAM_AZIMUTH] = { "Sun from", "azimuth", SCALE_LINEAR, 0, 360, "", { 0 } },
    [PARAM_FOG] = { "Fog", "fog", SCALE_LINEAR, 0, 1, "", { 0 } },
    [PARAM_WATER] = { "Water", "water", SCALE_SQUARE, 0, 1, "", { 0 } },
    [PARAM_SHOW] = { "Show",
                     "show",
                     SCALE_CHOICE,
                     0,
                     SHOW_BOTH,
                     "",
                     { "land", "wire", "levels", "both" } },
    [PARAM_ERROR] = { "Detail", "error", SCALE_SQUARE, 0.5f, 32, "", { 0 } },
    [PARAM_REPEAT] = { "Repeat", "repeat", SCALE_CHOICE, 0, 4, "", { "1", "3", "5", "7", "9" } },
    [PARAM_SHAPE] = { "Shape",
                      "shape",
                      SCALE_CHOICE,
                      0,
                      SHAPE_FILE,
                      "",
                      { "hills", "ridges", "island", "dunes", "file" } },
    [PARAM_CHANCE] = { "Seed", "chance", SCALE_WHOLE, 0, 9999, "", { 0 } },
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
    return parameter_is_whole(&params[param]);
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
    return parameter_clamp(&params[param], value);
}

float terrain_param_share(uint32_t param, float value)
{
    return parameter_share(&params[param], value);
}

float terrain_param_at(uint32_t param, float share)
{
    return parameter_at(&params[param], share);
}

// Choices and seeds go round.
float terrain_param_step(uint32_t param, float value, int direction)
{
    const parameter *p = &params[param];
    if (parameter_is_whole(p)) return parameter_go_round(p, value + (float)direction);
    const float share = parameter_next_notch(p, value, direction);
    return parameter_at(p, param == PARAM_AZIMUTH ? share - floorf(share) : share);
}

// --- words of the command line

static void say_range(const parameter *p, const char *text, char *problem, size_t size)
{
    char range[PARAMETER_RANGE_SIZE];
    parameter_range(p, range);
    if (p->scale == SCALE_CHOICE)
        snprintf(problem, size, "--%s is one of %s; not \"%.60s\"", p->word, range, text);
    else
        snprintf(problem, size, "--%s is %s, not \"%.60s\"", p->word, range, text);
}

bool terrain_param_read(uint32_t param, const char *text, float *value, char *problem, size_t size)
{
    float found = 0.0f;
    if (!parameter_read(&params[param], text, &found)) {
        say_range(&params[param], text, problem, size);
        return false;
    }
    *value = found;
    return true;
}
