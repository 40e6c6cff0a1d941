// SPDX-License-Identifier: MIT
// The column at the left: its rows, where they are, what they do; and the panes beside it. Places
// are world units, so that a recording means the same in any window.
#include "lightning_room.h"

#include <math.h>
#include <stdio.h>

#define BREADTH 244.0f // that two panes leave to the column

enum { SETTLING = 1 };

static const char *const tool_titles[TOOL_COUNT] = { "strikes", "sets a ball", "sets a box",
                                                     "sets a target" };

uint32_t lightning_row_count(const lightning_play *r)
{
    return ROW_PARAM + lightning_pages[r->rules.page].count + 2;
}

uint32_t lightning_row_param(const lightning_play *r, uint32_t row)
{
    const lightning_page *page = &lightning_pages[r->rules.page];
    if (row < ROW_PARAM || row - ROW_PARAM >= page->count) return PARAM_COUNT;
    return page->first + row - ROW_PARAM;
}

static uint32_t tool_row(const lightning_play *r)
{
    return lightning_row_count(r) - 2;
}

uint32_t lightning_row_at(const lightning_play *r, float x, float y)
{
    const uint32_t count = lightning_row_count(r);
    const float down = (y - LIGHTNING_ROW_TOP) / LIGHTNING_ROW_STEP;
    if (x > LIGHTNING_ROW_LEFT + LIGHTNING_ROW_WIDTH || !(down >= 0.0f)) return count;
    return down < (float)count ? (uint32_t)down : count;
}

static void set_value(lightning_play *r, uint32_t param, float value)
{
    r->rules.values[param] = lightning_param_clamp(param, value);
    if (param >= PARAM_PERIOD && param <= PARAM_FLASHES) r->rules.settled = SETTLING;
}

static uint32_t turn(uint32_t value, int direction, uint32_t count)
{
    return (value + count + (uint32_t)direction) % count;
}

// Another page may have fewer rows.
static void turn_page(lightning_play *r, int direction)
{
    r->rules.page = turn(r->rules.page, direction, LIGHTNING_PAGES);
    if (r->rules.row >= lightning_row_count(r)) r->rules.row = lightning_row_count(r) - 1;
}

static void choose(lightning_play *r, int direction)
{
    lightning_choose_preset(r, turn(r->rules.preset, direction, LIGHTNING_PRESETS));
    r->rules.show = 0;
}

void lightning_step_row(lightning_play *r, uint32_t row, int direction)
{
    const uint32_t param = lightning_row_param(r, row);
    if (param < PARAM_COUNT)
        set_value(r, param, lightning_param_step(param, r->rules.values[param], direction));
    else if (row == ROW_PRESET)
        choose(r, direction);
    else if (row == ROW_PAGE)
        turn_page(r, direction);
    else if (row == tool_row(r))
        r->rules.tool = turn(r->rules.tool, direction, TOOL_COUNT);
    else
        r->rules.compare = !r->rules.compare;
}

static float along_row(float x)
{
    return (x - LIGHTNING_ROW_LEFT) / LIGHTNING_ROW_WIDTH;
}

// The left third of what is no slider goes back.
void lightning_press_row(lightning_play *r, uint32_t row, float x)
{
    const uint32_t param = lightning_row_param(r, row);
    r->rules.row = row;
    if (param < PARAM_COUNT && !lightning_param_is_choice(param)) return;
    lightning_step_row(r, row, along_row(x) < 0.33f ? -1 : 1);
}

void lightning_slide_row(lightning_play *r, uint32_t row, float x)
{
    const uint32_t param = lightning_row_param(r, row);
    if (param == PARAM_COUNT || lightning_param_is_choice(param)) return;
    set_value(r, param, lightning_param_at(param, along_row(x)));
}

void lightning_row_write(const lightning_play *r, uint32_t row, char title[32], char value[32])
{
    const uint32_t param = lightning_row_param(r, row);
    if (param < PARAM_COUNT) {
        snprintf(title, 32, "%s", lightning_param_title(param));
        lightning_param_write(param, r->rules.values[param], value);
    } else if (row == ROW_PRESET) {
        snprintf(title, 32, "Scene %u", r->rules.preset + 1);
        snprintf(value, 32, "%s", lightning_preset_title(r->rules.preset));
    } else if (row == ROW_PAGE) {
        snprintf(title, 32, "%s", "Page");
        snprintf(value, 32, "%s", lightning_pages[r->rules.page].title);
    } else if (row == tool_row(r)) {
        snprintf(title, 32, "%s", "A press");
        snprintf(value, 32, "%s", tool_titles[r->rules.tool]);
    } else {
        snprintf(title, 32, "%s", "Max, sum");
        snprintf(value, 32, "%s", r->rules.compare ? "on" : "off");
    }
}

// --- panes

uint32_t lightning_panes(const lightning_play *r, bool column, lightning_pane panes[2])
{
    const float width = r->rules.width, height = r->rules.height;
    const qx_glow_form form = (qx_glow_form)r->rules.values[PARAM_FORM];
    panes[0] = (lightning_pane){ 0.0f, 0.0f, 1.0f, form };
    if (!r->rules.compare) return 1;
    const float left = column && width > 3.0f * BREADTH ? BREADTH : 0.0f;
    const float scale = 0.5f * (width - left) / width, top = 0.5f * (height - scale * height);
    panes[0] = (lightning_pane){ left, top, scale, QX_GLOW_MAX };
    panes[1] = (lightning_pane){ left + scale * width, top, scale, QX_GLOW_SUM };
    return 2;
}

// Where there are hands, there is a column.
qx_vec2 lightning_in_room(const lightning_play *r, float x, float y)
{
    lightning_pane panes[2];
    const uint32_t count = lightning_panes(r, true, panes);
    const lightning_pane *p = &panes[count > 1 && x >= panes[1].x];
    return (qx_vec2){ fminf(fmaxf((x - p->x) / p->scale, 0.0f), r->rules.width),
                      fminf(fmaxf((y - p->y) / p->scale, 0.0f), r->rules.height) };
}
