// SPDX-License-Identifier: MIT
// The terrain room's command-line words: a file and how it is to be read, and any parameter by its
// name.
#include "terrain_room.h"
#include "word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_HEIGHT 1e6f
#define MOST_WIDTH 1e7f

enum { LEAST_SAMPLES = 33, MOST_SAMPLES = 4097, USUAL_SAMPLES = 1025 };

const char terrain_options_help[] =
    "--raw=WxH          the file is raw samples of this many columns and rows\n"
    "--format=NAME      of raw samples: r16 (default), r16be, r32, r32be\n"
    "--encoding=NAME    what colours are: auto, grey, rgb, terrain-rgb, terrarium\n"
    "--alpha            where the picture is clear there is a hole\n"
    "--no-data=V        samples of this value are holes\n"
    "--width=W          of the map in metres; default what the file says, or 8 a sample\n"
    "--low=H            height of black in metres; default 0\n"
    "--high=H           height of white; default a seventh of the width\n"
    "--diagonal=NAME    how cells are cut: rt-lb, lt-rb, alternating\n"
    "--shape=NAME       of a map that is made up: hills (default), ridges, island, dunes\n"
    "--samples=N        33 to 4097 along a side of it; default 1025\n"
    "--chance=N         0 to 9999, added to the seed\n"
    "--way=NAME         fly, orbit, walk\n"
    "--tool=NAME        look, raise, lower, flatten, smooth, hole, ball, sun\n"
    "--brush=R          radius, 0.002 to 0.2 of the map\n"
    "--force=F          0.05 to 1\n"
    "--speed=V          of flight, 1 to 120 thousandths of the map a second\n"
    "--follow=on        keep the height above the ground; off\n"
    "--sun=DEGREES      its height, 1 to 85\n"
    "--azimuth=DEGREES  where it stands, 0 to 360\n"
    "--fog=F            0 to 1\n"
    "--water=S          its level, as a share of the map's height; 0 is none\n"
    "--show=NAME        land, wire, levels, both\n"
    "--error=PIXELS     by which the land's shape may be wrong, 0.5 to 32\n"
    "--repeat=N         the map 1, 3, 5, 7 or 9 times side by side\n"
    "--still            no flight by itself\n";

typedef struct reading {
    terrain_options *o;
    char *problem;
    size_t size;
} reading;

static bool say(const reading *r, const char *format, const char *value)
{
    snprintf(r->problem, r->size, format, value);
    return false;
}

static bool read_count(const char **text, uint32_t most, uint32_t *value)
{
    const char *c = *text;
    *value = 0;
    for (; *c >= '0' && *c <= '9'; c++) {
        *value = 10 * *value + (uint32_t)(*c - '0');
        if (*value > most) return false;
    }
    const bool any = c != *text;
    *text = c;
    return any;
}

// Decimals with a sign; no "inf", "nan" or hexadecimal, which strtod takes too.
static bool read_number(const char *text, double most, double *value)
{
    char *end;
    if (text[0] == '\0' || text[strspn(text, "+-.0123456789eE")] != '\0') return false;
    *value = strtod(text, &end);
    return *end == '\0' && *value >= -most && *value <= most;
}

// --- values

static bool read_raw(const reading *r, const char *text)
{
    const char *at = text;
    const bool good = read_count(&at, QX_TERRAIN_MAX_AXIS, &r->o->height.columns) && *at == 'x' &&
                      (at++, read_count(&at, QX_TERRAIN_MAX_AXIS, &r->o->height.rows)) &&
                      *at == '\0' && r->o->height.columns >= 2 && r->o->height.rows >= 2;
    if (r->o->height.raw == QX_HEIGHT_RAW_NONE) r->o->height.raw = QX_HEIGHT_RAW_U16_LITTLE;
    return good ||
           say(r, "--raw is COLUMNSxROWS, 2 to 65536 each, as in 1025x1025; not \"%.60s\"", text);
}

// Index of the text among names, or count.
static uint32_t find(const char *text, const char *const *names, uint32_t count)
{
    uint32_t i = 0;
    while (i < count && strcmp(text, names[i]) != 0) i++;
    return i;
}

static bool read_format(const reading *r, const char *text)
{
    static const char *const names[] = { "r16", "r16be", "r32", "r32be" };
    const uint32_t found = find(text, names, 4);
    if (found == 4) return say(r, "--format is r16, r16be, r32 or r32be, not \"%.60s\"", text);
    r->o->height.raw = (qx_height_raw)(QX_HEIGHT_RAW_U16_LITTLE + found);
    return true;
}

static bool read_encoding(const reading *r, const char *text)
{
    static const char *const names[] = { "auto", "grey", "rgb", "terrain-rgb", "terrarium" };
    const uint32_t found = find(text, names, 5);
    if (found == 5)
        return say(r, "--encoding is auto, grey, rgb, terrain-rgb or terrarium, not \"%.60s\"",
                   text);
    r->o->height.encoding = (qx_height_encoding)found;
    return true;
}

static bool read_diagonal(const reading *r, const char *text)
{
    static const char *const names[] = { "rt-lb", "lt-rb", "alternating" };
    const uint32_t found = find(text, names, 3);
    if (found == 3) return say(r, "--diagonal is rt-lb, lt-rb or alternating, not \"%.60s\"", text);
    r->o->diagonal = (qx_terrain_diagonal)found;
    return true;
}

static bool read_height(const reading *r, const char *name, const char *text, float *height)
{
    double value;
    if (!read_number(text, (double)MOST_HEIGHT, &value)) {
        snprintf(r->problem, r->size, "%s is a height within 1000000 m of 0, not \"%.60s\"", name,
                 text);
        return false;
    }
    *height = (float)value;
    return true;
}

static bool read_width(const reading *r, const char *text)
{
    double value = 0.0;
    if (!read_number(text, (double)MOST_WIDTH, &value) || value < 0.1)
        return say(r, "--width is metres from 0.1 to 10000000, not \"%.60s\"", text);
    r->o->width = (float)value;
    return true;
}

static bool read_no_data(const reading *r, const char *text)
{
    r->o->has_no_data = true;
    if (read_number(text, 1e300, &r->o->no_data)) return true;
    return say(r, "--no-data is a number, not \"%.60s\"", text);
}

static bool read_samples(const reading *r, const char *text)
{
    const char *at = text;
    if (read_count(&at, MOST_SAMPLES, &r->o->samples) && *at == '\0' &&
        r->o->samples >= LEAST_SAMPLES)
        return true;
    return say(r, "--samples is a whole number from 33 to 4097, not \"%.60s\"", text);
}

static bool read_stamp(const reading *r, const char *text)
{
    char *end;
    r->o->has_stamp = true;
    r->o->stamp = strtoull(text, &end, 16);
    return *end == '\0' || say(r, "the recording's map is called \"%.60s\"", text);
}

// --- words

// True where the word is this parameter's; *good is false where its value is not.
static bool read_param(const reading *r, const char *word, bool *good)
{
    for (uint32_t i = 0; i < PARAM_COUNT; i++) {
        const char *value = word_value(word, terrain_param_word(i));
        if (!value) continue;
        *good = terrain_param_read(i, value, &r->o->values[i], r->problem, r->size);
        r->o->given[i] = true;
        return true;
    }
    return false;
}

static bool read_path(const reading *r, const char *word)
{
    if (strlen(word) >= TERRAIN_PATH_SIZE)
        return say(r, "the file's name is too long: \"%.60s...\"", word);
    strcpy(r->o->path, word);
    return true;
}

static bool read_word(const reading *r, const char *word)
{
    const char *value;
    bool good = true;
    if (word[0] != '-' || word[1] == '\0') return read_path(r, word);
    if ((value = word_value(word, "raw"))) return read_raw(r, value);
    if ((value = word_value(word, "format"))) return read_format(r, value);
    if ((value = word_value(word, "encoding"))) return read_encoding(r, value);
    if ((value = word_value(word, "diagonal"))) return read_diagonal(r, value);
    if ((value = word_value(word, "no-data"))) return read_no_data(r, value);
    if ((value = word_value(word, "width"))) return read_width(r, value);
    if ((value = word_value(word, "low"))) return read_height(r, "--low", value, &r->o->low);
    if ((value = word_value(word, "high"))) return read_height(r, "--high", value, &r->o->high);
    if ((value = word_value(word, "samples"))) return read_samples(r, value);
    if ((value = word_value(word, "map-hash"))) return read_stamp(r, value);
    if (strcmp(word, "--alpha") == 0) return r->o->height.alpha_is_mask = true;
    if (strcmp(word, "--still") == 0) return r->o->still = true;
    if (read_param(r, word, &good)) return good;
    return say(r,
               "\"%.60s\" is not understood, or lacks its value, as in --raw=1025x1025; "
               "quincunx --help lists all words",
               word);
}

static bool fits(const reading *r)
{
    terrain_options *o = r->o;
    const bool file = o->path[0];
    const uint32_t shape = (uint32_t)o->values[PARAM_SHAPE];
    if (o->height.raw != QX_HEIGHT_RAW_NONE && o->height.columns == 0)
        return say(r, "--format belongs to raw samples: say how many, as in --raw=1025x1025%s", "");
    if (!file && o->height.raw != QX_HEIGHT_RAW_NONE)
        return say(r, "--raw belongs to a file: quincunx terrain FILE --raw=1025x1025%s", "");
    if (!file && shape == SHAPE_FILE)
        return say(r, "--shape=file belongs to a file: quincunx terrain FILE%s", "");
    if (file && o->given[PARAM_SHAPE] && shape != SHAPE_FILE)
        return say(r,
                   "--shape makes a map up, and there is a file: \"%.60s\"; leave one of them "
                   "out",
                   o->path);
    if (file) o->values[PARAM_SHAPE] = SHAPE_FILE;
    return true;
}

bool terrain_options_read(terrain_options *o, const scene_setup *setup, char *problem,
                          size_t problem_size)
{
    const reading r = { o, problem, problem_size };
    *o = (terrain_options){ .samples = USUAL_SAMPLES,
                            .values = { [PARAM_BRUSH] = 0.025f,
                                        [PARAM_FORCE] = 0.5f,
                                        [PARAM_SPEED] = 18.0f,
                                        [PARAM_SUN] = 16.0f,
                                        [PARAM_AZIMUTH] = 290.0f,
                                        [PARAM_FOG] = 0.22f,
                                        [PARAM_ERROR] = 3.0f,
                                        [PARAM_SHAPE] = QX_TERRAIN_HILLS } };
    for (uint32_t i = 0; i < setup->option_count; i++)
        if (!read_word(&r, setup->options[i])) return false;
    if (!fits(&r)) return false;
    if (!o->given[PARAM_WATER])
        o->values[PARAM_WATER] = terrain_usual_water((uint32_t)o->values[PARAM_SHAPE]);
    return true;
}
