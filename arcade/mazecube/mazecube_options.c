// SPDX-License-Identifier: MIT
// Maze Cube's command-line words.
#include "mazecube_scene.h"
#include "word.h"

#include <stdio.h>
#include <string.h>

const char mazecube_options_help[] =
    "--level=N        straight into level 1 to 81\n"
    "--endless        one cube after the other, ever wider, by the seed\n"
    "--daily          today's cube, the same for everyone; --daily=YYYY-MM-DD another day's\n"
    "--cells=N        one cube of 3 to 15 cells a side, by the seed\n"
    "--page=N         the page of levels, with level N chosen; as it begins without any of these\n"
    "--rule=NAME      which slice is shown: clean (default), or article, by its three arrows\n"
    "--bot            the game plays itself\n"
    "--today=DATE     what day it is, YYYY-MM-DD; told by the program, and kept in recordings\n";

enum { BOT_LEVEL = 10 }; // where the bot begins when nobody says

typedef struct reading {
    mazecube_options *o;
    char *problem;
    size_t size;
    bool daily; // without a date
} reading;

// Digits alone, up to four; false for anything else.
static bool read_digits(const char *text, size_t length, uint32_t *value)
{
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *value = 10 * *value + (uint32_t)(text[i] - '0');
    }
    return length > 0 && length <= 4;
}

static bool read_within(const char *text, uint32_t least, uint32_t most, uint32_t *value)
{
    return read_digits(text, strlen(text), value) && *value >= least && *value <= most;
}

// Of the Gregorian calendar.
static uint32_t days_of(uint32_t year, uint32_t month)
{
    static const uint32_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap);
}

static bool read_day(const char *text, day *date)
{
    if (strlen(text) != 10 || text[4] != '-' || text[7] != '-') return false;
    if (!read_digits(text, 4, &date->year) || !read_digits(text + 5, 2, &date->month) ||
        !read_digits(text + 8, 2, &date->day))
        return false;
    return date->year >= 1 && date->month >= 1 && date->month <= 12 && date->day >= 1 &&
           date->day <= days_of(date->year, date->month);
}

static bool say(reading *r, const char *format, const char *value)
{
    snprintf(r->problem, r->size, format, value);
    return false;
}

static void choose(reading *r, mazecube_mode mode)
{
    r->o->mode = mode;
    r->o->page = false;
}

static bool read_level(reading *r, const char *value)
{
    if (!read_within(value, 1, LEVEL_COUNT, &r->o->level))
        return say(r, "--level is a whole number from 1 to 81, not \"%.60s\"", value);
    choose(r, MODE_LEVELS);
    return true;
}

// Where the player goes on: whoever names a level is heard, before it or after.
static bool read_page(reading *r, const char *value)
{
    uint32_t level;
    if (!read_within(value, 1, LEVEL_COUNT, &level))
        return say(r, "--page is a level, 1 to 81, not \"%.60s\"", value);
    if (r->o->page) r->o->level = level;
    return true;
}

static bool read_cells(reading *r, const char *value)
{
    if (!read_within(value, LEVEL_SIZE_MIN, LEVEL_SIZE_MAX, &r->o->cells))
        return say(r,
                   "--cells is a whole number from 3 to 15, not \"%.60s\": a smaller cube has no "
                   "maze, a wider one cannot be read",
                   value);
    choose(r, MODE_FREE);
    return true;
}

static bool read_daily(reading *r, const char *value)
{
    r->daily = !value;
    if (value && !read_day(value, &r->o->day))
        return say(r, "--daily is a day such as 2026-01-31, not \"%.60s\"", value);
    choose(r, MODE_DAILY);
    return true;
}

static bool read_today(reading *r, const char *value)
{
    if (read_day(value, &r->o->today)) return true;
    return say(r, "--today is a day such as 2026-01-31, not \"%.60s\"", value);
}

static bool read_rule(reading *r, const char *value)
{
    r->o->rule = strcmp(value, "article") == 0 ? SLICE_ARTICLE : SLICE_CLEAN;
    if (r->o->rule == SLICE_ARTICLE || strcmp(value, "clean") == 0) return true;
    return say(r, "--rule is clean or article, not \"%.60s\"", value);
}

static bool read_word(reading *r, const char *word)
{
    const char *value;
    if ((value = word_value(word, "level"))) return read_level(r, value);
    if ((value = word_value(word, "page"))) return read_page(r, value);
    if ((value = word_value(word, "cells"))) return read_cells(r, value);
    if ((value = word_value(word, "daily"))) return read_daily(r, value);
    if ((value = word_value(word, "today"))) return read_today(r, value);
    if ((value = word_value(word, "rule"))) return read_rule(r, value);
    if (strcmp(word, "--daily") == 0) return read_daily(r, NULL);
    if (strcmp(word, "--endless") == 0)
        choose(r, MODE_ENDLESS);
    else if (strcmp(word, "--bot") == 0)
        r->o->bot = true;
    else
        return say(r,
                   "\"%.60s\" is not understood; there are --level=1..81, --endless, --daily, "
                   "--cells=3..15, --page=1..81, --rule=clean|article and --bot",
                   word);
    return true;
}

static bool find_today(reading *r)
{
    if (r->o->mode != MODE_DAILY || !r->daily) return true;
    r->o->day = r->o->today;
    if (r->o->day.year > 0) return true;
    return say(r, "%s", "what day it is is not known; name one, such as --daily=2026-01-31");
}

bool mazecube_options_read(mazecube_options *o, const scene_setup *setup, char *problem,
                           size_t problem_size)
{
    reading r = { .o = o, .problem = problem, .size = problem_size };
    *o = (mazecube_options){ .page = true, .level = 1 };
    for (uint32_t i = 0; i < setup->option_count; i++)
        if (!read_word(&r, setup->options[i])) return false;
    if (o->bot && o->page) o->level = BOT_LEVEL;
    if (o->bot) o->page = false;
    return find_today(&r);
}
