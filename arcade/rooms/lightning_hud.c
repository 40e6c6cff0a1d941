// SPDX-License-Identifier: MIT
// The column of parameters, the numbers, and captions where two pictures stand side by side.
#include "column.h"
#include "lightning_room.h"
#include "rows.h"

#include <stdio.h>
#include <string.h>

#define ACCENT 0x9A7BFFFFu
#define QUIET 0x8A90C8FFu
#define TRACK 0x323E86FFu
#define INERT 0.45f // of a row that changes nothing here

enum { NUMBERS = 5 };

// --- the column

static const rows_look look = { .left = LIGHTNING_ROW_LEFT,
                                .top = LIGHTNING_ROW_TOP,
                                .width = LIGHTNING_ROW_WIDTH,
                                .step = LIGHTNING_ROW_STEP,
                                .size = 17.0f,
                                .part = 0.5f,
                                .over = 17.0f,
                                .alone = 21.0f,
                                .slide = 24.0f,
                                .accent = ACCENT,
                                .bright = 0xE4ECFFFF,
                                .quiet = QUIET,
                                .value = 0xA6ACE0FF,
                                .track = TRACK,
                                .inert = INERT,
                                .shade = 1.3f };

static void draw_column(const lightning_play *r, const column *c, float shown)
{
    rows_row rows[ROWS_MOST];
    const uint32_t count = lightning_row_count(r);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t param = lightning_row_param(r, i);
        rows[i] = (rows_row){ .matters = true };
        lightning_row_write(r, i, rows[i].title, rows[i].value);
        if (param >= PARAM_COUNT) continue;
        rows[i].slides = !lightning_param_is_choice(param);
        rows[i].matters = lightning_param_matters(r, param);
        rows[i].along = lightning_param_share(param, r->rules.values[param]);
    }
    rows_draw(c, &look, rows, count, r->rules.row, shown);
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
