// SPDX-License-Identifier: MIT
#include "touch.h"

static finger *find(touch *t, int64_t id)
{
    for (uint32_t i = 0; i < FINGER_COUNT; i++)
        if (t->fingers[i].down && t->fingers[i].id == id) return &t->fingers[i];
    return NULL;
}

static finger *find_free(touch *t)
{
    for (uint32_t i = 0; i < FINGER_COUNT; i++)
        if (!t->fingers[i].down && !t->fingers[i].fresh) return &t->fingers[i];
    return NULL;
}

static const finger *find_pad(const touch *t, touch_pad pad)
{
    for (uint32_t i = 0; i < FINGER_COUNT; i++)
        if (t->fingers[i].down && t->fingers[i].pad == pad) return &t->fingers[i];
    return NULL;
}

void touch_down(touch *t, int64_t id, touch_pad pad, float x, float y)
{
    finger *f = find(t, id);
    if (!f) f = find_free(t);
    if (!f) return;
    if (pad != PAD_NONE && find_pad(t, pad)) pad = PAD_NONE;
    *f = (finger){ id, true, true, pad, x, y, x, y };
}

void touch_move(touch *t, int64_t id, float x, float y)
{
    finger *f = find(t, id);
    if (!f) return;
    f->x = x;
    f->y = y;
}

void touch_up(touch *t, int64_t id, float x, float y)
{
    touch_move(t, id, x, y);
    finger *f = find(t, id);
    if (f) f->down = false;
}

void touch_release(touch *t)
{
    *t = (touch){ 0 };
}

void touch_tick_done(touch *t)
{
    for (uint32_t i = 0; i < FINGER_COUNT; i++) t->fingers[i].fresh = false;
}

bool touch_stick(const touch *t, touch_pad pad, float *x, float *y)
{
    const finger *f = find_pad(t, pad);
    *x = f ? f->x - f->from_x : 0.0f;
    *y = f ? f->y - f->from_y : 0.0f;
    return f;
}
