// SPDX-License-Identifier: MIT
// The column at the left: a row a parameter, where it is, what a press on it does. Places are world
// units, so that a recording means the same in any window.
#include "terrain_room.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

uint32_t terrain_row_at(const terrain_play *r, float x, float y)
{
    (void)r;
    const float down = (y - TERRAIN_ROW_TOP) / TERRAIN_ROW_STEP;
    if (x > TERRAIN_ROW_LEFT + TERRAIN_ROW_WIDTH || !(down >= 0.0f)) return PARAM_COUNT;
    return down < (float)PARAM_COUNT ? (uint32_t)down : PARAM_COUNT;
}

// --- what a change brings about

void terrain_choose_way(terrain_play *r, uint32_t way)
{
    r->rules.values[PARAM_WAY] = (float)way;
    if (r->rules.alone) return;
    if (way == WAY_ORBIT) terrain_begin_orbit(r);
    if (way == WAY_WALK && !terrain_begin_walk(r)) r->rules.values[PARAM_WAY] = WAY_FLY;
}

static void choose_shape(terrain_play *r, float from, const qx_workers *workers)
{
    if (!terrain_remake(r, workers)) {
        r->rules.values[PARAM_SHAPE] = from;
        return;
    }
    r->rules.values[PARAM_WATER] = terrain_usual_water(terrain_choice(r, PARAM_SHAPE));
}

// Whoever stood on a copy that is gone stands on the map itself.
static void fewer_copies(terrain_play *r)
{
    const int32_t most = terrain_copies(r);
    terrain_copy *copy = &r->rules.person.copy;
    if (copy->column > most || copy->row > most || copy->column < -most || copy->row < -most)
        *copy = r->rules.person.safe_copy = (terrain_copy){ 0, 0 };
    for (uint32_t i = 0; i < TERRAIN_BALLS; i++) {
        copy = &r->rules.balls[i].copy;
        if (copy->column > most || copy->row > most || copy->column < -most || copy->row < -most)
            r->rules.balls[i].alive = 0;
    }
}

void terrain_set(terrain_play *r, uint32_t param, float value, const qx_workers *workers)
{
    const float next = terrain_param_clamp(param, value), before = r->rules.values[param];
    if (!(next < before || next > before)) return;
    r->rules.values[param] = next;
    switch (param) {
    case PARAM_WAY: terrain_choose_way(r, (uint32_t)next); break;
    case PARAM_SHAPE: choose_shape(r, before, workers); break;
    case PARAM_CHANCE:
        if (!terrain_remake(r, workers)) r->rules.values[param] = before;
        break;
    case PARAM_REPEAT: fewer_copies(r); break;
    default: break;
    }
}

// --- presses

// Without a file its shape is passed over.
static float next_of(const terrain_play *r, uint32_t param, int direction)
{
    const float next = terrain_param_step(param, r->rules.values[param], direction);
    if (param != PARAM_SHAPE || (uint32_t)next != SHAPE_FILE || r->options.path[0]) return next;
    return terrain_param_step(param, next, direction);
}

bool terrain_row_matters(const terrain_play *r, uint32_t row)
{
    const uint32_t tool = terrain_choice(r, PARAM_TOOL), way = terrain_choice(r, PARAM_WAY);
    switch (row) {
    case PARAM_BRUSH: return terrain_tool_paints(tool) || tool == TOOL_BALL;
    case PARAM_FORCE: return tool >= TOOL_RAISE && tool <= TOOL_SMOOTH;
    case PARAM_SPEED:
    case PARAM_FOLLOW: return way == WAY_FLY;
    case PARAM_CHANCE: return terrain_choice(r, PARAM_SHAPE) != SHAPE_FILE;
    default: return true;
    }
}

void terrain_step_row(terrain_play *r, uint32_t row, int direction, const qx_workers *workers)
{
    if (row == PARAM_CHANCE && !terrain_row_matters(r, row)) return;
    terrain_set(r, row, next_of(r, row, direction), workers);
}

static float along_row(float x)
{
    return (x - TERRAIN_ROW_LEFT) / TERRAIN_ROW_WIDTH;
}

// The left third of what is no slider goes back.
void terrain_press_row(terrain_play *r, uint32_t row, float x, const qx_workers *workers)
{
    r->rules.row = row;
    if (terrain_param_is_choice(row))
        terrain_step_row(r, row, along_row(x) < 0.33f ? -1 : 1, workers);
    else
        terrain_slide_row(r, row, x, workers);
}

void terrain_slide_row(terrain_play *r, uint32_t row, float x, const qx_workers *workers)
{
    if (!terrain_param_is_choice(row))
        terrain_set(r, row, terrain_param_at(row, along_row(x)), workers);
}

// --- how values are written

static void write_metres(char value[32], float metres)
{
    if (metres >= 10000.0f)
        snprintf(value, 32, "%.1f km", (double)(0.001f * metres));
    else
        snprintf(value, 32, metres < 10.0f ? "%.1f m" : "%.0f m", (double)metres);
}

static void write_shape(const terrain_play *r, char value[32])
{
    const char *slash = strrchr(r->options.path, '/');
    const char *name = slash ? slash + 1 : r->options.path;
    if (terrain_choice(r, PARAM_SHAPE) == SHAPE_FILE)
        snprintf(value, 32, "%.31s", name);
    else
        snprintf(value, 32, "%s", terrain_param_name(PARAM_SHAPE, r->rules.values[PARAM_SHAPE]));
}

static void write_water(const terrain_play *r, char value[32])
{
    double level;
    if (terrain_water(r, &level))
        snprintf(value, 32, "%.0f m", level);
    else
        snprintf(value, 32, "none");
}

void terrain_row_write(const terrain_play *r, uint32_t row, char value[32])
{
    const float v = r->rules.values[row];
    switch (row) {
    case PARAM_BRUSH: write_metres(value, terrain_brush_radius(r)); break;
    case PARAM_FORCE: snprintf(value, 32, "%.0f %%", (double)(100.0f * v)); break;
    case PARAM_SPEED: snprintf(value, 32, "%.0f m/s", (double)(0.001f * v * r->map.side)); break;
    case PARAM_SUN: snprintf(value, 32, "%.0f deg", (double)v); break;
    case PARAM_AZIMUTH: snprintf(value, 32, "%.0f deg", (double)v); break;
    case PARAM_FOG: snprintf(value, 32, "%.0f %%", (double)(100.0f * v)); break;
    case PARAM_WATER: write_water(r, value); break;
    case PARAM_ERROR: snprintf(value, 32, "%.1f px", (double)v); break;
    case PARAM_REPEAT:
        snprintf(value, 32, "%s x %s", terrain_param_name(row, v), terrain_param_name(row, v));
        break;
    case PARAM_SHAPE: write_shape(r, value); break;
    case PARAM_CHANCE: snprintf(value, 32, "%" PRIu64, r->rules.seed + (uint64_t)v); break;
    default: snprintf(value, 32, "%s", terrain_param_name(row, v)); break;
    }
}
