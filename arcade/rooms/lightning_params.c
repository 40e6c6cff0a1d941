// SPDX-License-Identifier: MIT
// Every parameter: its name, range and steps, and what the core is told of it.
#include "lightning_room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum scale { LINEAR, SQUARE, WHOLE, CHOICE } scale; // SQUARE: finer at the low end

enum { KEY_STEPS = 40, CHOICES_MOST = 5 };

static const struct param {
    const char *title, *word;
    scale scale;
    float low, high;
    const char *unit;
    const char *names[CHOICES_MOST];
} params[PARAM_COUNT] = {
    [PARAM_GROWTH] = { "Growth",
                       "growth",
                       CHOICE,
                       0,
                       2,
                       "",
                       { "midpoint", "offsets", "breakdown" } },
    [PARAM_SPACE] = { "Space", "space", CHOICE, 0, 1, "", { "flat", "solid" } },
    [PARAM_GENERATIONS] = { "Generations", "generations", WHOLE, 1, 10, "", { 0 } },
    [PARAM_ROUGHNESS] = { "Roughness", "roughness", LINEAR, 0.05f, 1, "", { 0 } },
    [PARAM_STRAIGHTNESS] = { "Straightness", "straightness", LINEAR, 0, 1, "", { 0 } },
    [PARAM_CHANCE] = { "Chance", "chance", SQUARE, 0, 1, "", { 0 } },
    [PARAM_BRANCH] = { "Length", "length", LINEAR, 0.05f, 1, "", { 0 } },
    [PARAM_ANGLE] = { "Angle", "angle", LINEAR, 2, 90, " deg", { 0 } },
    [PARAM_DEPTH] = { "Depth", "depth", WHOLE, 1, 6, "", { 0 } },
    [PARAM_TAPER] = { "Taper", "taper", LINEAR, 0, 1, "", { 0 } },
    [PARAM_TRUNK] = { "Trunk", "trunk", LINEAR, 0.05f, 1, "", { 0 } },
    [PARAM_ETA] = { "Eta", "eta", SQUARE, 0.1f, 16, "", { 0 } },
    [PARAM_CELL] = { "Cell", "cell", LINEAR, 6, 60, "", { 0 } },
    [PARAM_PARTICLES] = { "Particles", "particles", WHOLE, 50, LIGHTNING_PARTICLES, "", { 0 } },
    [PARAM_SWAY] = { "Sway", "sway", SQUARE, 0, 0.5f, "", { 0 } },
    [PARAM_CRACKLE] = { "Crackle", "crackle", LINEAR, 0, 1, "", { 0 } },
    [PARAM_RATE] = { "Rate", "rate", SQUARE, 0.1f, 30, " /s", { 0 } },
    [PARAM_BIRTH] = { "Birth", "birth", SQUARE, 0, 1, " s", { 0 } },
    [PARAM_VANISH] = { "Vanish", "vanish", SQUARE, 0, 2, " s", { 0 } },
    [PARAM_PERIOD] = { "Period", "period", SQUARE, 0.05f, 8, " s", { 0 } },
    [PARAM_JITTER] = { "Jitter", "jitter", LINEAR, 0, 1, "", { 0 } },
    [PARAM_FULL] = { "Full", "full", SQUARE, 0.02f, 8, " s", { 0 } },
    [PARAM_DIM] = { "Dim", "dim", SQUARE, 0, 2, " s", { 0 } },
    [PARAM_DIMMED] = { "Dimmed", "dimmed", LINEAR, 0.01f, 1, "", { 0 } },
    [PARAM_FLASHES] = { "Flashes", "flashes", WHOLE, 1, 8, "", { 0 } },
    [PARAM_SCATTER] = { "Scatter", "scatter", LINEAR, 0, 1, "", { 0 } },
    [PARAM_WIDTH] = { "Width", "width", SQUARE, 0.2f, 3, "", { 0 } },
    [PARAM_POWER] = { "Power", "power", SQUARE, 0.1f, 4, "", { 0 } },
    [PARAM_HALO] = { "Halo", "halo", SQUARE, 6, 160, "", { 0 } },
    [PARAM_CORE] = { "Core", "core", SQUARE, 0.02f, 0.5f, "", { 0 } },
    [PARAM_RAMP] = { "Ramp",
                     "ramp",
                     CHOICE,
                     0,
                     4,
                     "",
                     { "storm", "plasma", "ember", "acid", "gold" } },
    [PARAM_FORM] = { "Glow", "form", CHOICE, 0, 1, "", { "max", "sum" } },
    [PARAM_DRAWN] = { "Drawn as", "drawn", CHOICE, 0, 1, "", { "lines", "ribbon" } },
};

const lightning_page lightning_pages[LIGHTNING_PAGES] = {
    { "Shape", PARAM_GROWTH, PARAM_CHANCE - PARAM_GROWTH },
    { "Branches", PARAM_CHANCE, PARAM_ETA - PARAM_CHANCE },
    { "Breakdown", PARAM_ETA, PARAM_SWAY - PARAM_ETA },
    { "Motion", PARAM_SWAY, PARAM_PERIOD - PARAM_SWAY },
    { "Strikes", PARAM_PERIOD, PARAM_WIDTH - PARAM_PERIOD },
    { "Light", PARAM_WIDTH, PARAM_COUNT - PARAM_WIDTH },
};

const char *lightning_param_title(uint32_t param)
{
    return params[param].title;
}

const char *lightning_param_word(uint32_t param)
{
    return params[param].word;
}

bool lightning_param_is_choice(uint32_t param)
{
    return params[param].scale == CHOICE;
}

float lightning_param_low(uint32_t param)
{
    return params[param].low;
}

float lightning_param_high(uint32_t param)
{
    return params[param].high;
}

static bool is_whole(uint32_t param)
{
    return params[param].scale == WHOLE || params[param].scale == CHOICE;
}

float lightning_param_clamp(uint32_t param, float value)
{
    const struct param *p = &params[param];
    if (!(value > p->low)) return p->low; // NaN too
    if (value > p->high) return p->high;
    return is_whole(param) ? (float)(int32_t)(value + 0.5f) : value;
}

float lightning_param_share(uint32_t param, float value)
{
    const struct param *p = &params[param];
    const float share = (lightning_param_clamp(param, value) - p->low) / (p->high - p->low);
    return p->scale == SQUARE ? sqrtf(share) : share;
}

float lightning_param_at(uint32_t param, float share)
{
    const struct param *p = &params[param];
    const float along = !(share > 0.0f) ? 0.0f : share > 1.0f ? 1.0f : share;
    const float part = p->scale == SQUARE ? along * along : along;
    return lightning_param_clamp(param, p->low + (p->high - p->low) * part);
}

static float step_whole(uint32_t param, float value, int direction)
{
    const struct param *p = &params[param];
    const float range = p->high - p->low;
    const float step = range > KEY_STEPS ? floorf(range / KEY_STEPS) : 1.0f;
    const float next = value + (float)direction * step;
    if (p->scale != CHOICE) return lightning_param_clamp(param, next);
    return next > p->high ? p->low : next < p->low ? p->high : next;
}

float lightning_param_step(uint32_t param, float value, int direction)
{
    if (is_whole(param)) return step_whole(param, value, direction);
    const float share = lightning_param_share(param, value);
    const float notch = floorf(share * KEY_STEPS + 0.5f) + (float)direction;
    return lightning_param_at(param, notch / KEY_STEPS);
}

void lightning_param_write(uint32_t param, float value, char text[24])
{
    const struct param *p = &params[param];
    if (p->scale == CHOICE)
        snprintf(text, 24, "%s", p->names[(uint32_t)value]);
    else if (p->scale == WHOLE)
        snprintf(text, 24, "%d", (int)value);
    else
        snprintf(text, 24, value < 10.0f ? "%.2f%s" : "%.0f%s", (double)value, p->unit);
}

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

bool lightning_param_read(uint32_t param, const char *text, float *value)
{
    const struct param *p = &params[param];
    if (p->scale == CHOICE) return read_choice(p, text, value);
    if (!read_decimal(text, value)) return false;
    if (*value < p->low || *value > p->high) return false;
    return p->scale != WHOLE || !(*value > floorf(*value));
}

void lightning_param_range(uint32_t param, char text[96])
{
    const struct param *p = &params[param];
    int used = 0;
    if (p->scale != CHOICE) {
        snprintf(text, 96, "%s from %g to %g", p->scale == WHOLE ? "a whole number" : "a number",
                 (double)p->low, (double)p->high);
        return;
    }
    for (uint32_t i = 0; i <= (uint32_t)p->high && used >= 0 && used < 96; i++)
        used += snprintf(text + used, 96 - (size_t)used, "%s%s", i > 0 ? ", " : "", p->names[i]);
}

// --- what the core is told

bool lightning_param_matters(const lightning_play *r, uint32_t param)
{
    const uint32_t preset = r->rules.preset;
    const bool breakdown = (uint32_t)r->rules.values[PARAM_GROWTH] == QX_BOLT_BREAKDOWN;
    if (param >= PARAM_ETA && param <= PARAM_PARTICLES) return breakdown;
    if (param >= PARAM_GENERATIONS && param <= PARAM_ANGLE) return !breakdown;
    return param != PARAM_SCATTER || preset == PRESET_STRIKE || preset == PRESET_STORM;
}

qx_glow lightning_glow(const lightning_play *r)
{
    const float *v = r->rules.values;
    qx_glow glow = qx_glow_get_ramp((qx_glow_ramp)v[PARAM_RAMP], v[PARAM_HALO]);
    glow.core = v[PARAM_CORE] * v[PARAM_HALO];
    glow.middle = fmaxf(0.4f * v[PARAM_HALO], glow.core);
    return glow;
}

// Zero means the default to the core, and nothing to a slider.
static float or_none(float value)
{
    return value > 0.0f ? value : -1.0f;
}

qx_bolt_schedule lightning_schedule(const lightning_play *r)
{
    const float *v = r->rules.timing;
    return (qx_bolt_schedule){ .period = v[PARAM_PERIOD],
                               .jitter = v[PARAM_JITTER],
                               .full = v[PARAM_FULL],
                               .dim = or_none(v[PARAM_DIM]),
                               .dimmed = v[PARAM_DIMMED],
                               .flashes = (uint32_t)v[PARAM_FLASHES] };
}
