// SPDX-License-Identifier: MIT
// The column of parameters, the numbers, and captions where two pictures stand side by side.
#include "column.h"
#include "lightning_room.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ACCENT 0x9A7BFFFFu
#define QUIET 0x8A90C8FFu
#define TRACK 0x323E86FFu
#define INERT 0.45f // of a row that changes nothing here

enum { NUMBERS = 5, TRACKS = 64 };

typedef struct tracks {
    qx_line lines[TRACKS];
    uint32_t count;
} tracks;

static void track(tracks *t, float x0, float x1, float y, float width, uint32_t colour, float alpha)
{
    const uint32_t faded = (colour & 0xFFFFFF00u) | (uint32_t)(255.0f * alpha);
    if (t->count == TRACKS) return;
    t->lines[t->count++] = (qx_line){ { x0, y, 0.0f }, { x1, y, 0.0f }, width, 1.0f, faded };
}

// --- the column

static void draw_slider(const lightning_play *r, tracks *t, uint32_t param, float y, bool chosen,
                        float shown)
{
    const float left = LIGHTNING_ROW_LEFT, wide = LIGHTNING_ROW_WIDTH;
    const float share = lightning_param_share(param, r->rules.values[param]);
    const float at = left + wide * share;
    track(t, left, left + wide, y, 1.5f, TRACK, shown);
    if (share > 0.0f) track(t, left, at, y, 2.0f, chosen ? ACCENT : QUIET, shown);
    track(t, at - 0.01f, at, y, 7.0f, chosen ? ACCENT : QUIET, shown);
}

static void draw_row(const lightning_play *r, const column *c, tracks *t, uint32_t row, float shown)
{
    char title[32], value[32];
    const uint32_t param = lightning_row_param(r, row);
    const bool chosen = row == r->rules.row,
               slides = param < PARAM_COUNT && !lightning_param_is_choice(param);
    const float top = LIGHTNING_ROW_TOP + LIGHTNING_ROW_STEP * (float)row;
    const float line = top + (slides ? 17.0f : 21.0f), wide = LIGHTNING_ROW_WIDTH;
    const float size = fminf(c->size, 17.0f);
    const float right = LIGHTNING_ROW_LEFT + wide;
    if (param < PARAM_COUNT && !lightning_param_matters(r, param)) shown *= INERT;
    lightning_row_write(r, row, title, value);
    const float value_breadth = fminf(qx_text_breadth(value, size), 0.5f * wide);
    column_write_fitted(c, title, LIGHTNING_ROW_LEFT, line, size,
                        wide - value_breadth - 0.8f * size, chosen ? 0xE4ECFFFF : QUIET, shown,
                        QX_ALIGN_LEFT);
    column_write_fitted(c, value, right, line, size, value_breadth,
                        chosen ? 0xE4ECFFFF : 0xA6ACE0FF, shown, QX_ALIGN_RIGHT);
    if (slides)
        draw_slider(r, t, param, top + 24.0f, chosen, shown);
    else if (chosen)
        track(t, LIGHTNING_ROW_LEFT, right, top + 27.0f, 1.5f, ACCENT, 0.8f * shown);
}

static void draw_column(const lightning_play *r, const column *c, float shown)
{
    tracks t = { .count = 0 };
    const uint32_t count = lightning_row_count(r);
    column_shade(c, 0.0f, 0.0f, LIGHTNING_ROW_LEFT + LIGHTNING_ROW_WIDTH + 14.0f,
                 LIGHTNING_ROW_TOP + LIGHTNING_ROW_STEP * (float)count + 4.0f, 1.3f * shown);
    for (uint32_t i = 0; i < count; i++) draw_row(r, c, &t, i, shown);
    qx_render_lines(c->canvas->render, QX_BLEND_ALPHA, t.lines, t.count);
}

// --- numbers

static void write_numbers(const lightning_play *r, const scene_canvas *canvas,
                          char rows[NUMBERS][COLUMN_WORDS])
{
    uint32_t bolts = 0, segments = 0, capped = 0;
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &r->strikes[i];
        if (!s->used || !s->grown) continue;
        const qx_bolt_info info = qx_bolt_get_info(lightning_bolt_of(r, s));
        bolts++;
        segments += info.segments;
        capped += info.capped;
    }
    memset(rows, 0, NUMBERS * sizeof rows[0]);
    snprintf(rows[0], COLUMN_WORDS, "%s", lightning_preset_title(r->rules.preset));
    snprintf(rows[1], COLUMN_WORDS, "%u bolt%s, %u segments", bolts, bolts == 1 ? "" : "s",
             segments);
    if (capped > 0) snprintf(rows[2], COLUMN_WORDS, "%u left out", capped);
    if (canvas->tick_ms > 0.0) snprintf(rows[3], COLUMN_WORDS, "Tick %.2f ms", canvas->tick_ms);
    if (canvas->frame_ms > 0.0) snprintf(rows[4], COLUMN_WORDS, "Frame %.1f ms", canvas->frame_ms);
}

static void draw_numbers(const lightning_play *r, const column *c, float shown)
{
    char rows[NUMBERS][COLUMN_WORDS];
    write_numbers(r, c->canvas, rows);
    column_numbers(c, rows, NUMBERS, ACCENT, shown);
}

// --- captions

static void draw_captions(const lightning_play *r, const column *c)
{
    static const char *const captions[] = { "MAX  the brightest wins", "SUM  light adds up" };
    lightning_pane panes[2];
    const uint32_t count = lightning_panes(r, c->canvas->hud, panes);
    if (count < 2) return;
    for (uint32_t i = 0; i < 2; i++) {
        const lightning_pane *p = &panes[i];
        const float wide = p->scale * r->rules.width, high = p->scale * r->rules.height;
        qx_line frame[4];
        const qx_vec3 corners[5] = { { p->x + 3.0f, p->y, 0.0f },
                                     { p->x + wide - 3.0f, p->y, 0.0f },
                                     { p->x + wide - 3.0f, p->y + high, 0.0f },
                                     { p->x + 3.0f, p->y + high, 0.0f },
                                     { p->x + 3.0f, p->y, 0.0f } };
        for (uint32_t k = 0; k < 4; k++)
            frame[k] = (qx_line){ corners[k], corners[k + 1], 1.3f, 1.0f, TRACK };
        qx_render_lines(c->canvas->render, QX_BLEND_ALPHA, frame, 4);
        column_write_fitted(c, captions[i], p->x + 0.5f * wide, p->y - 0.8f * c->size, c->size,
                            0.94f * wide, 0xE4ECFFFF, 1.0f, QX_ALIGN_CENTRE);
    }
}

void lightning_draw_hud(const lightning_play *r, const scene_canvas *canvas)
{
    static const char *const hints[] = {
        "Drag ends, targets, obstacles", "Press: a bolt to there",
        "Right: obstacle; again: away",  "1-6 scenes   7 max, sum",
        "Q E rows   + - wheel change",   "M growth   R as it was",
    };
    const column c = column_begin(canvas);
    const float shown = column_hint_share(r->quiet);
    qx_render_compose(canvas->render);
    draw_captions(r, &c);
    if (!canvas->hud) return;
    draw_column(r, &c, 0.45f + 0.55f * shown);
    draw_numbers(r, &c, 0.55f + 0.45f * shown);
    column_hints(&c, hints, sizeof hints / sizeof hints[0], shown);
    column_notice(&c, r->notice, r->notice_left);
}
