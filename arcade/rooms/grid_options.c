// SPDX-License-Identifier: MIT
// The grid room's command-line words.
#include "grid_room.h"
#include "word.h"

#include <stdio.h>
#include <string.h>

const char grid_options_help[] =
    "--points=N         16 to 60000, with --material=classic to 1000000; default 6000\n"
    "--material=NAME    world: alike at any density; classic: the tutorial's constants a cell\n"
    "--preset=NAME      none, rain, hole, bullets, shocks, breath, storm, meteors; default none\n"
    "--calm             no ripples while nobody touches the net\n";

// 0 where it is not a whole number of at most seven digits.
static uint32_t read_count(const char *text)
{
    uint32_t value = 0;
    const size_t length = strlen(text);
    if (length < 1 || length > 7 || strspn(text, "0123456789") != length) return 0;
    for (const char *digit = text; *digit; digit++) value = value * 10 + (uint32_t)(*digit - '0');
    return value;
}

static bool read_material(grid_options *o, const char *value, char *problem, size_t problem_size)
{
    o->material = strcmp(value, "classic") == 0 ? QX_GRID_CLASSIC : QX_GRID_WORLD;
    if (o->material == QX_GRID_CLASSIC || strcmp(value, "world") == 0) return true;
    snprintf(problem, problem_size, "--material is world or classic, not \"%.60s\"", value);
    return false;
}

static bool read_preset(grid_options *o, const char *value, char *problem, size_t problem_size)
{
    for (o->preset = 0; o->preset < grid_preset_count(); o->preset++)
        if (strcmp(value, grid_preset_word(o->preset)) == 0) return true;
    int used = snprintf(problem, problem_size, "--preset is one of");
    for (uint32_t i = 0; i < grid_preset_count(); i++) {
        if (used < 0 || (size_t)used >= problem_size) return false;
        used += snprintf(problem + used, problem_size - (size_t)used, " %s%s", grid_preset_word(i),
                         i + 1 < grid_preset_count() ? "," : "");
    }
    if (used >= 0 && (size_t)used < problem_size)
        snprintf(problem + used, problem_size - (size_t)used, "; not \"%.60s\"", value);
    return false;
}

static bool read_word(grid_options *o, const char *word, const char **points, char *problem,
                      size_t problem_size)
{
    const char *value;
    if ((value = word_value(word, "points"))) {
        *points = value;
        return true;
    }
    if ((value = word_value(word, "material")))
        return read_material(o, value, problem, problem_size);
    if ((value = word_value(word, "preset"))) return read_preset(o, value, problem, problem_size);
    if (strcmp(word, "--calm") == 0) {
        o->calm = true;
        return true;
    }
    snprintf(problem, problem_size,
             "\"%.60s\" is not understood; there are --points=N, --material=world|classic, "
             "--preset=NAME and --calm",
             word);
    return false;
}

// After all other words, because what is allowed depends on the material.
static bool read_points(grid_options *o, const char *value, char *problem, size_t problem_size)
{
    const bool classic = o->material == QX_GRID_CLASSIC;
    const uint32_t most = classic ? GRID_MOST_CLASSIC : GRID_MOST_WORLD;
    o->points = read_count(value);
    if (o->points >= GRID_LEAST_POINTS && o->points <= most) return true;
    snprintf(problem, problem_size, "--points is a whole number from %u to %u%s, not \"%.60s\"",
             GRID_LEAST_POINTS, most, classic ? "" : " (with --material=classic up to 1000000)",
             value);
    return false;
}

bool grid_options_read(grid_options *o, const scene_setup *setup, char *problem,
                       size_t problem_size)
{
    const char *points = NULL;
    *o = (grid_options){ .points = 6000, .material = QX_GRID_WORLD };
    for (uint32_t i = 0; i < setup->option_count; i++)
        if (!read_word(o, setup->options[i], &points, problem, problem_size)) return false;
    return !points || read_points(o, points, problem, problem_size);
}
