// SPDX-License-Identifier: MIT
// The model room's command-line words: a file, and any parameter by its name.
#include "model_room.h"
#include "word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE 0.017453292519943295f

const char model_options_help[] =
    "--clip=NAME     by name, or number from 1\n"
    "--with=NAME     a second clip, blended in\n"
    "--share=N       of that one, 0 to 100 percent; default 50\n"
    "--speed=N       5 to 400 percent\n"
    "--way=NAME      forward, backward\n"
    "--loop=NAME     own, once, repeat, ping-pong\n"
    "--curve=NAME    between keys: own, linear, step, catmull-rom\n"
    "--ease=NAME     from key to key: own, linear, in-quad, out-bounce and so on\n"
    "--fade=N        from clip to clip, 0 to 2000 ms\n"
    "--onion=NAME    off; keys, where they are; strip, side by side in time\n"
    "--wire=NAME     wireframe: off, of the pose, of the nearest key\n"
    "--normals=NAME  off, pose, key\n"
    "--turn=N        turntable, -90 to 90 degrees a second\n"
    "--path=NAME     posed by GPU, CPU\n"
    "--time=SECONDS  where in the clip it begins\n"
    "--paused        it does not play by itself\n"
    "--yaw=DEGREES   of the eye, -180 to 180\n"
    "--pitch=DEGREES -20 to 85\n"
    "--zoom=N        distance, 25 to 400 percent\n"
    "--skin=FILE     a PNG in place of those the model names\n"
    "--show          one clip after the other\n";

typedef struct reading {
    model_options *o;
    char *problem;
    size_t size;
} reading;

static bool say(const reading *r, const char *format, const char *value)
{
    snprintf(r->problem, r->size, format, value);
    return false;
}

// Decimals with a sign; no "inf", "nan" or hexadecimal, which strtod takes too.
static bool read_number(const char *text, double low, double high, double *value)
{
    char *end;
    if (text[0] == '\0' || text[strspn(text, "+-.0123456789")] != '\0') return false;
    *value = strtod(text, &end);
    return *end == '\0' && *value >= low && *value <= high;
}

static bool read_param(const reading *r, uint32_t param, const char *value)
{
    char range[128];
    r->o->given[param] = model_param_read(param, value, &r->o->values[param]);
    if (r->o->given[param]) return true;
    model_param_range(param, range);
    snprintf(r->problem, r->size, "--%s is %s%s, not \"%.40s\"", model_param_word(param),
             model_param_is_choice(param) ? "one of " : "", range, value);
    return false;
}

static bool read_time(const reading *r, const char *text)
{
    double seconds = 0.0;
    if (!read_number(text, 0.0, 1e6, &seconds))
        return say(r, "--time is seconds from 0 to 1000000, not \"%.60s\"", text);
    r->o->has_time = true;
    r->o->time = qx_keyframe_ticks(seconds);
    return true;
}

static bool read_angle(const reading *r, const char *text, double low, double high, float *angle)
{
    double degrees = 0.0;
    if (!read_number(text, low, high, &degrees)) {
        snprintf(r->problem, r->size, "an angle is degrees from %g to %g, not \"%.60s\"", low, high,
                 text);
        return false;
    }
    *angle = (float)degrees * DEGREE;
    return true;
}

static bool read_zoom(const reading *r, const char *text)
{
    double percent = 0.0;
    if (!read_number(text, 25.0, 400.0, &percent))
        return say(r, "--zoom is 25 to 400 percent, not \"%.60s\"", text);
    r->o->zoom = (float)percent / 100.0f;
    return true;
}

// Of a recording.
static bool read_stamp(const reading *r, const char *text)
{
    if (strlen(text) != 16 || text[strspn(text, "0123456789abcdef")] != '\0')
        return say(r, "--stamp is 16 hexadecimal digits, not \"%.60s\"", text);
    r->o->has_stamp = true;
    r->o->stamp = strtoull(text, NULL, 16);
    return true;
}

static bool keep_name(const reading *r, const char *text, char name[MODEL_PATH_SIZE])
{
    if (text[0] == '\0') return say(r, "the name of a file is empty%s", "");
    if (strlen(text) >= MODEL_PATH_SIZE)
        return say(r, "the name of the file is too long: \"%.60s\"", text);
    memcpy(name, text, strlen(text) + 1);
    return true;
}

static bool read_other(const reading *r, const char *word)
{
    model_options *o = r->o;
    const char *value;
    if ((value = word_value(word, "time"))) return read_time(r, value);
    if ((value = word_value(word, "yaw"))) return read_angle(r, value, -180.0, 180.0, &o->yaw);
    if ((value = word_value(word, "pitch"))) return read_angle(r, value, -20.0, 85.0, &o->pitch);
    if ((value = word_value(word, "zoom"))) return read_zoom(r, value);
    if ((value = word_value(word, "skin"))) return keep_name(r, value, o->skin);
    if ((value = word_value(word, "stamp"))) return read_stamp(r, value);
    const bool paused = strcmp(word, "--paused") == 0, show = strcmp(word, "--show") == 0;
    o->paused |= paused;
    o->show |= show;
    return paused || show ||
           say(r,
               "\"%.60s\" is not understood; there are a FILE, --time=SECONDS, --paused, "
               "--show, and --PARAMETER=VALUE as --help lists them",
               word);
}

static bool read_word(const reading *r, const char *word)
{
    model_options *o = r->o;
    const char *value;
    if (word[0] != '-') return keep_name(r, word, o->path);
    if ((value = word_value(word, "clip"))) return (o->clip = value), true;
    if ((value = word_value(word, "with"))) return (o->with = value), true;
    for (uint32_t i = PARAM_SHARE; i < PARAM_COUNT; i++)
        if ((value = word_value(word, model_param_word(i)))) return read_param(r, i, value);
    return read_other(r, word);
}

static void set_defaults(model_options *o)
{
    const bool ball = o->path[0] == '\0';
    const int32_t defaults[PARAM_COUNT] = {
        [PARAM_SHARE] = 50,           [PARAM_SPEED] = 100,
        [PARAM_FADE] = 300,           [PARAM_ONION] = ball ? ONION_STRIP : ONION_OFF,
        [PARAM_TURN] = ball ? 0 : 20,
    };
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        if (!o->given[i]) o->values[i] = defaults[i];
}

bool model_options_read(model_options *o, const scene_setup *setup, char *problem,
                        size_t problem_size)
{
    const reading r = { o, problem, problem_size };
    *o = (model_options){ .yaw = 0.42f, .pitch = 0.2f, .zoom = 1.0f };
    for (uint32_t i = 0; i < setup->option_count; i++)
        if (!read_word(&r, setup->options[i])) return false;
    set_defaults(o);
    return true;
}
