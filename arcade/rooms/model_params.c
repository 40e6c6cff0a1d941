// SPDX-License-Identifier: MIT
// Every parameter: its name, range and steps. All are whole numbers, so that nothing is rounded.
#include "model_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 5, DIGITS_MOST = 6 };

typedef enum scale { WHOLE, CHOICE, EASE, CLIP } scale;

static const struct param {
    const char *title, *word;
    scale scale;
    int32_t low, high, step;
    const char *unit;
    const char *names[NAMES_MOST];
} params[PARAM_COUNT] = {
    [PARAM_CLIP] = { "Clip", "clip", CLIP, 0, 0, 1, "", { 0 } },
    [PARAM_WITH] = { "Blend with", "with", CLIP, 0, 0, 1, "", { 0 } },
    [PARAM_SHARE] = { "Share", "share", WHOLE, 0, 100, 5, " %", { 0 } },
    [PARAM_SPEED] = { "Speed", "speed", WHOLE, 5, 400, 5, " %", { 0 } },
    [PARAM_WAY] = { "Runs", "way", CHOICE, 0, 1, 1, "", { "forward", "backward" } },
    [PARAM_LOOP] = { "Loop",
                     "loop",
                     CHOICE,
                     0,
                     3,
                     1,
                     "",
                     { "own", "once", "repeat", "ping-pong" } },
    [PARAM_CURVE] = { "Curve",
                      "curve",
                      CHOICE,
                      0,
                      3,
                      1,
                      "",
                      { "own", "linear", "step", "catmull-rom" } },
    [PARAM_EASE] = { "Ease", "ease", EASE, 0, QX_EASE_COUNT, 1, "", { 0 } },
    [PARAM_FADE] = { "Cross-fade", "fade", WHOLE, 0, 2000, 50, " ms", { 0 } },
    [PARAM_ONION] = { "Onion skin", "onion", CHOICE, 0, 2, 1, "", { "off", "keys", "strip" } },
    [PARAM_WIRE] = { "Wireframe", "wire", CHOICE, 0, 2, 1, "", { "off", "pose", "key" } },
    [PARAM_NORMALS] = { "Normals", "normals", CHOICE, 0, 2, 1, "", { "off", "pose", "key" } },
    [PARAM_TURN] = { "Turntable", "turn", WHOLE, -90, 90, 5, " deg/s", { 0 } },
    [PARAM_PATH] = { "Posed by", "path", CHOICE, 0, 1, 1, "", { "GPU", "CPU" } },
};

const char *model_param_title(uint32_t param)
{
    return params[param].title;
}

const char *model_param_word(uint32_t param)
{
    return params[param].word;
}

bool model_param_is_choice(uint32_t param)
{
    return params[param].scale != WHOLE;
}

int32_t model_param_low(uint32_t param)
{
    return params[param].low;
}

int32_t model_param_high(const model_source *s, uint32_t param)
{
    const int32_t clips = (int32_t)s->model->clip_count;
    if (param == PARAM_CLIP) return clips > 0 ? clips - 1 : 0;
    return param == PARAM_WITH ? clips : params[param].high;
}

int32_t model_param_clamp(const model_source *s, uint32_t param, int32_t value)
{
    const int32_t low = params[param].low, high = model_param_high(s, param);
    return value < low ? low : value > high ? high : value;
}

static int32_t down_to_multiple(int32_t value, int32_t step)
{
    const int32_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

// Choices go round; others go to the next multiple of their step.
int32_t model_param_step(const model_source *s, uint32_t param, int32_t value, int direction)
{
    const struct param *p = &params[param];
    const int32_t high = model_param_high(s, param);
    if (p->scale != WHOLE) {
        const int32_t next = value + direction;
        return next > high ? p->low : next < p->low ? high : next;
    }
    const int32_t at = down_to_multiple(value, p->step);
    const int32_t next = direction > 0 ? at + p->step : at < value ? at : at - p->step;
    return model_param_clamp(s, param, next);
}

float model_param_share(const model_source *s, uint32_t param, int32_t value)
{
    const int32_t low = params[param].low, range = model_param_high(s, param) - low;
    return range > 0 ? (float)(value - low) / (float)range : 0.0f;
}

int32_t model_param_at(const model_source *s, uint32_t param, float share)
{
    const int32_t low = params[param].low, range = model_param_high(s, param) - low;
    const float along = !(share > 0.0f) ? 0.0f : share > 1.0f ? 1.0f : share;
    return low + (int32_t)(along * (float)range + 0.5f);
}

static void write_clip(const model_source *s, int32_t clip, char text[32])
{
    const bool there = clip >= 0 && (uint32_t)clip < s->model->clip_count;
    snprintf(text, 32, "%s", there ? s->model->clips[clip].name : "none");
}

void model_param_write(const model_source *s, uint32_t param, int32_t value, char text[32])
{
    const struct param *p = &params[param];
    if (param == PARAM_CLIP)
        write_clip(s, value, text);
    else if (param == PARAM_WITH)
        write_clip(s, value - 1, text);
    else if (p->scale == EASE)
        snprintf(text, 32, "%s",
                 value == EASE_OWN ? "own" : qx_keyframe_ease_text((qx_ease)(value - EASE_FIRST)));
    else if (p->scale == CHOICE)
        snprintf(text, 32, "%s", p->names[value]);
    else
        snprintf(text, 32, "%d%s", (int)value, p->unit);
}

// --- on the command line

static bool read_choice(const struct param *p, const char *text, int32_t *value)
{
    for (int32_t i = 0; i <= p->high; i++) {
        if (strcmp(p->names[i], text) != 0) continue;
        *value = i;
        return true;
    }
    return false;
}

static bool read_ease(const char *text, int32_t *value)
{
    const qx_ease found = qx_keyframe_ease_find(text);
    *value = strcmp(text, "own") == 0 ? EASE_OWN : EASE_FIRST + (int32_t)found;
    return *value == EASE_OWN || found < QX_EASE_COUNT;
}

bool model_param_read(uint32_t param, const char *text, int32_t *value)
{
    const struct param *p = &params[param];
    const char *digits = text + (text[0] == '-');
    const size_t length = strspn(digits, "0123456789");
    if (p->scale == CHOICE) return read_choice(p, text, value);
    if (p->scale == EASE) return read_ease(text, value);
    if (p->scale == CLIP || length == 0 || length > DIGITS_MOST || digits[length]) return false;
    *value = (int32_t)strtol(text, NULL, 10);
    return *value >= p->low && *value <= p->high;
}

void model_param_range(uint32_t param, char text[128])
{
    const struct param *p = &params[param];
    int used = 0;
    if (p->scale == EASE)
        snprintf(text, 128,
                 "own, linear, or in-, out-, in-out- and sine, quad, cubic, quart, quint, "
                 "expo, circ, back, elastic, bounce");
    else if (p->scale == CHOICE)
        for (int32_t i = 0; i <= p->high && used >= 0 && used < 128; i++)
            used +=
                snprintf(text + used, 128 - (size_t)used, "%s%s", i > 0 ? ", " : "", p->names[i]);
    else
        snprintf(text, 128, "a whole number from %d to %d", (int)p->low, (int)p->high);
}

// --- in the room

static bool moves(const model_source *s)
{
    for (uint32_t i = 0; i < s->model->mesh_count; i++)
        if (s->model->meshes[i].kind != QX_MODEL_STILL) return s->model->clip_count > 0;
    return false;
}

bool model_param_matters(const model_play *r, uint32_t param)
{
    const model_source *s = &r->source;
    const int32_t *v = r->rules.values;
    switch (param) {
    case PARAM_CLIP:
    case PARAM_WITH:
    case PARAM_FADE: return s->model->clip_count > 1;
    case PARAM_SHARE: return v[PARAM_WITH] > 0;
    case PARAM_EASE: return moves(s) && v[PARAM_CURVE] != CURVE_STEP;
    case PARAM_SPEED:
    case PARAM_WAY:
    case PARAM_LOOP:
    case PARAM_CURVE:
    case PARAM_ONION:
    case PARAM_PATH: return moves(s);
    default: return true;
    }
}

void model_set(model_play *r, uint32_t param, int32_t value)
{
    const int32_t now = model_param_clamp(&r->source, param, value);
    const int32_t before = r->rules.values[param];
    r->rules.values[param] = now;
    if (now == before) return;
    if (param == PARAM_CLIP) model_begin_clip(r, (uint32_t)now, false);
    if (param == PARAM_SPEED || param == PARAM_WAY) model_follow_speed(r);
    if (param == PARAM_LOOP) model_follow_loop(r);
}
