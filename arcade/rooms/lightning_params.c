// SPDX-License-Identifier: MIT
// Every parameter: its name, range and steps, and what the core is told of it.
#include "lightning_room.h"

#include <math.h>
#include <stdio.h>

static const parameter params[PARAM_COUNT] = {
    [PARAM_GROWTH] = { "Growth",
                       "growth",
                       SCALE_CHOICE,
                       0,
                       2,
                       "",
                       { "midpoint", "offsets", "breakdown" } },
    [PARAM_SPACE] = { "Space", "space", SCALE_CHOICE, 0, 1, "", { "flat", "solid" } },
    [PARAM_GENERATIONS] = { "Generations", "generations", SCALE_WHOLE, 1, 10, "", { 0 } },
    [PARAM_ROUGHNESS] = { "Roughness", "roughness", SCALE_LINEAR, 0.05f, 1, "", { 0 } },
    [PARAM_STRAIGHTNESS] = { "Straightness", "straightness", SCALE_LINEAR, 0, 1, "", { 0 } },
    [PARAM_CHANCE] = { "Chance", "chance", SCALE_SQUARE, 0, 1, "", { 0 } },
    [PARAM_BRANCH] = { "Length", "length", SCALE_LINEAR, 0.05f, 1, "", { 0 } },
    [PARAM_ANGLE] = { "Angle", "angle", SCALE_LINEAR, 2, 90, " deg", { 0 } },
    [PARAM_DEPTH] = { "Depth", "depth", SCALE_WHOLE, 1, 6, "", { 0 } },
    [PARAM_TAPER] = { "Taper", "taper", SCALE_LINEAR, 0, 1, "", { 0 } },
    [PARAM_TRUNK] = { "Trunk", "trunk", SCALE_LINEAR, 0.05f, 1, "", { 0 } },
    [PARAM_ETA] = { "Eta", "eta", SCALE_SQUARE, 0.1f, 16, "", { 0 } },
    [PARAM_CELL] = { "Cell", "cell", SCALE_LINEAR, 6, 60, "", { 0 } },
    [PARAM_PARTICLES] = { "Particles",
                          "particles",
                          SCALE_WHOLE,
                          50,
                          LIGHTNING_PARTICLES,
                          "",
                          { 0 } },
    [PARAM_SWAY] = { "Sway", "sway", SCALE_SQUARE, 0, 0.5f, "", { 0 } },
    [PARAM_CRACKLE] = { "Crackle", "crackle", SCALE_LINEAR, 0, 1, "", { 0 } },
    [PARAM_RATE] = { "Rate", "rate", SCALE_SQUARE, 0.1f, 30, " /s", { 0 } },
    [PARAM_BIRTH] = { "Birth", "birth", SCALE_SQUARE, 0, 1, " s", { 0 } },
    [PARAM_VANISH] = { "Vanish", "vanish", SCALE_SQUARE, 0, 2, " s", { 0 } },
    [PARAM_PERIOD] = { "Period", "period", SCALE_SQUARE, 0.05f, 8, " s", { 0 } },
    [PARAM_JITTER] = { "Jitter", "jitter", SCALE_LINEAR, 0, 1, "", { 0 } },
    [PARAM_FULL] = { "Full", "full", SCALE_SQUARE, 0.02f, 8, " s", { 0 } },
    [PARAM_DIM] = { "Dim", "dim", SCALE_SQUARE, 0, 2, " s", { 0 } },
    [PARAM_DIMMED] = { "Dimmed", "dimmed", SCALE_LINEAR, 0.01f, 1, "", { 0 } },
    [PARAM_FLASHES] = { "Flashes", "flashes", SCALE_WHOLE, 1, 8, "", { 0 } },
    [PARAM_SCATTER] = { "Scatter", "scatter", SCALE_LINEAR, 0, 1, "", { 0 } },
    [PARAM_WIDTH] = { "Width", "width", SCALE_SQUARE, 0.2f, 3, "", { 0 } },
    [PARAM_POWER] = { "Power", "power", SCALE_SQUARE, 0.1f, 4, "", { 0 } },
    [PARAM_HALO] = { "Halo", "halo", SCALE_SQUARE, 6, 160, "", { 0 } },
    [PARAM_CORE] = { "Core", "core", SCALE_SQUARE, 0.02f, 0.5f, "", { 0 } },
    [PARAM_RAMP] = { "Ramp",
                     "ramp",
                     SCALE_CHOICE,
                     0,
                     4,
                     "",
                     { "storm", "plasma", "ember", "acid", "gold" } },
    [PARAM_FORM] = { "Glow", "form", SCALE_CHOICE, 0, 1, "", { "max", "sum" } },
    [PARAM_DRAWN] = { "Drawn as", "drawn", SCALE_CHOICE, 0, 1, "", { "lines", "ribbon" } },
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
    return params[param].scale == SCALE_CHOICE;
}

float lightning_param_low(uint32_t param)
{
    return params[param].low;
}

float lightning_param_high(uint32_t param)
{
    return params[param].high;
}

float lightning_param_clamp(uint32_t param, float value)
{
    return parameter_clamp(&params[param], value);
}

float lightning_param_share(uint32_t param, float value)
{
    return parameter_share(&params[param], value);
}

float lightning_param_at(uint32_t param, float share)
{
    return parameter_at(&params[param], share);
}

static float step_whole(const parameter *p, float value, int direction)
{
    const float range = p->high - p->low;
    const float step = range > PARAMETER_NOTCHES ? floorf(range / PARAMETER_NOTCHES) : 1.0f;
    const float next = value + (float)direction * step;
    return p->scale == SCALE_CHOICE ? parameter_go_round(p, next) : parameter_clamp(p, next);
}

float lightning_param_step(uint32_t param, float value, int direction)
{
    const parameter *p = &params[param];
    if (parameter_is_whole(p)) return step_whole(p, value, direction);
    return parameter_at(p, parameter_next_notch(p, value, direction));
}

void lightning_param_write(uint32_t param, float value, char text[24])
{
    const parameter *p = &params[param];
    if (p->scale == SCALE_CHOICE)
        snprintf(text, 24, "%s", p->names[(uint32_t)value]);
    else if (p->scale == SCALE_WHOLE)
        snprintf(text, 24, "%d", (int)value);
    else
        snprintf(text, 24, value < 10.0f ? "%.2f%s" : "%.0f%s", (double)value, p->unit);
}

bool lightning_param_read(uint32_t param, const char *text, float *value)
{
    return parameter_read(&params[param], text, value);
}

void lightning_param_range(uint32_t param, char text[PARAMETER_RANGE_SIZE])
{
    parameter_range(&params[param], text);
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
