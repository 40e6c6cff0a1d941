// SPDX-License-Identifier: MIT
// Where column, list of clips and time line are, and what a press on a row does. Places are world
// units, so that a recording means the same in any window.
#include "model_room.h"

#include <math.h>

#define LIST_WIDTH 150.0f
#define LIST_STEP 23.0f
#define LIST_TOP 20.0f
#define LINE_EDGE 22.0f
#define LINE_BUTTON 26.0f
#define LINE_NUMBERS 168.0f

enum { LIST_MOST = 18 };

// --- the column

uint32_t model_row_at(const model_play *r, float x, float y)
{
    const float down = (y - MODEL_ROW_TOP) / MODEL_ROW_STEP;
    (void)r;
    if (x > MODEL_ROW_LEFT + MODEL_ROW_WIDTH || !(down >= 0.0f)) return PARAM_COUNT;
    return down < (float)PARAM_COUNT ? (uint32_t)down : PARAM_COUNT;
}

static float along_row(float x)
{
    return (x - MODEL_ROW_LEFT) / MODEL_ROW_WIDTH;
}

// The left third of what is no slider goes back.
void model_press_row(model_play *r, uint32_t row, float x)
{
    r->rules.row = row;
    if (model_param_is_choice(row)) {
        const int direction = along_row(x) < 0.33f ? -1 : 1;
        model_set(r, row, model_param_step(&r->source, row, r->rules.values[row], direction));
    } else {
        model_slide_row(r, row, x);
    }
}

void model_slide_row(model_play *r, uint32_t row, float x)
{
    if (model_param_is_choice(row)) return;
    model_set(r, row, model_param_at(&r->source, row, along_row(x)));
}

// --- the list

// Of more clips than there is room for, those around the one that plays.
model_list model_list_of(const model_play *r)
{
    const uint32_t clips = r->source.model->clip_count, now = model_clip_now(r);
    const float free = r->rules.width - MODEL_ROW_LEFT - MODEL_ROW_WIDTH - 60.0f;
    model_list list = { .width = LIST_WIDTH, .top = LIST_TOP, .step = LIST_STEP };
    list.left = r->rules.width - LIST_WIDTH - 14.0f;
    if (free < 2.0f * LIST_WIDTH) return list; // narrow pictures have the column alone
    list.count = clips < LIST_MOST ? clips : LIST_MOST;
    if (now > LIST_MOST / 2) list.first = now - LIST_MOST / 2;
    if (list.first + list.count > clips) list.first = clips - list.count;
    return list;
}

uint32_t model_list_at(const model_play *r, float x, float y)
{
    const model_list list = model_list_of(r);
    const float down = (y - list.top) / list.step;
    if (x < list.left || x > list.left + list.width || !(down >= 0.0f)) return UINT32_MAX;
    return down < (float)list.count ? list.first + (uint32_t)down : UINT32_MAX;
}

// --- the time line

model_line model_line_of(const model_play *r)
{
    model_line line = { .left = LINE_EDGE + 2.0f * LINE_BUTTON,
                        .right = r->rules.width - LINE_NUMBERS,
                        .y = r->rules.height - 0.5f * MODEL_LINE_HEIGHT,
                        .button = LINE_EDGE + 0.5f * LINE_BUTTON };
    line.right = fmaxf(line.right, line.left + 40.0f);
    return line;
}
