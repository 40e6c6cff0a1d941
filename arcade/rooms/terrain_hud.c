// SPDX-License-Identifier: MIT
// The column of parameters and the numbers.
#include "column.h"
#include "terrain_room.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ACCENT 0x7FD08AFFu
#define QUIET 0xA2AAD2FFu
#define BRIGHT 0xF0F4FFFFu
#define TRACK 0x59669EFFu
#define INERT 0.5f // of a row that changes nothing now

enum { NUMBERS = 7, TRACKS = 64 };

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

static void draw_slider(const terrain_play *r, tracks *t, uint32_t row, float y, bool chosen,
                        float shown)
{
    const float left = TERRAIN_ROW_LEFT, wide = TERRAIN_ROW_WIDTH;
    const float at = left + wide * terrain_param_share(row, r->rules.values[row]);
    const uint32_t colour = chosen ? ACCENT : QUIET;
    track(t, left, left + wide, y, 1.5f, TRACK, shown);
    if (at > left) track(t, left, at, y, 2.0f, colour, shown);
    track(t, at - 0.01f, at, y, 7.0f, colour, shown);
}

static void draw_row(const terrain_play *r, const column *c, tracks *t, uint32_t row, float shown)
{
    char value[32];
    const bool chosen = row == r->rules.row, slides = !terrain_param_is_choice(row);
    const float top = TERRAIN_ROW_TOP + TERRAIN_ROW_STEP * (float)row;
    const float line = top + (slides ? 16.0f : 20.0f), size = fminf(c->size, 16.0f);
    const float right = TERRAIN_ROW_LEFT + TERRAIN_ROW_WIDTH;
    if (!terrain_row_matters(r, row)) shown *= INERT;
    terrain_row_write(r, row, value);
    const float breadth = fminf(qx_text_breadth(value, size), 0.55f * TERRAIN_ROW_WIDTH);
    column_write_fitted(c, terrain_param_title(row), TERRAIN_ROW_LEFT, line, size,
                        TERRAIN_ROW_WIDTH - breadth - 0.8f * size, chosen ? BRIGHT : QUIET, shown,
                        QX_ALIGN_LEFT);
    column_write_fitted(c, value, right, line, size, breadth, BRIGHT, shown, QX_ALIGN_RIGHT);
    if (slides)
        draw_slider(r, t, row, top + 23.0f, chosen, shown);
    else if (chosen)
        track(t, TERRAIN_ROW_LEFT, right, top + 26.0f, 1.5f, ACCENT, 0.8f * shown);
}

static void draw_column(const terrain_play *r, const column *c, float shown)
{
    tracks t = { .count = 0 };
    column_shade(c, 0.0f, 0.0f, TERRAIN_ROW_LEFT + TERRAIN_ROW_WIDTH + 14.0f,
                 TERRAIN_ROW_TOP + TERRAIN_ROW_STEP * (float)PARAM_COUNT + 4.0f, 1.9f * shown);
    for (uint32_t i = 0; i < PARAM_COUNT; i++) draw_row(r, c, &t, i, shown);
    qx_render_lines(c->canvas->render, QX_BLEND_ALPHA, t.lines, t.count);
}

// --- numbers

static void write_place(const terrain_play *r, char row[COLUMN_WORDS])
{
    const terrain_camera *c = &r->rules.camera;
    const double speed =
        sqrt(c->speed.x * c->speed.x + c->speed.y * c->speed.y + c->speed.z * c->speed.z);
    snprintf(row, COLUMN_WORDS, "%.0f m up, %.0f m/s", c->hover, speed);
}

static void write_numbers(const terrain_play *r, const scene_canvas *canvas,
                          char rows[NUMBERS][COLUMN_WORDS])
{
    const qx_terrain_info *info = &r->map.info;
    const qx_land_count count = terrain_picture_count(r->picture);
    memset(rows, 0, NUMBERS * sizeof rows[0]);
    snprintf(rows[0], COLUMN_WORDS, "%s",
             r->rules.alone ? "A flight"
                            : terrain_param_name(PARAM_WAY, r->rules.values[PARAM_WAY]));
    if (rows[0][0] >= 'a') rows[0][0] = (char)(rows[0][0] - 'a' + 'A');
    snprintf(rows[1], COLUMN_WORDS, "%u x %u, %.0f to %.0f m", info->columns, info->rows,
             (double)info->lowest, (double)info->highest);
    write_place(r, rows[2]);
    snprintf(rows[3], COLUMN_WORDS, "%u patches, %.0fk triangles, %.1f px", count.patches,
             (double)count.triangles / 1000.0, (double)count.error);
    if (info->holes > 0)
        snprintf(rows[4], COLUMN_WORDS, "%llu holes", (unsigned long long)info->holes);
    if (canvas->tick_ms > 0.0) snprintf(rows[5], COLUMN_WORDS, "Tick %.2f ms", canvas->tick_ms);
    if (canvas->frame_ms > 0.0) snprintf(rows[6], COLUMN_WORDS, "Frame %.1f ms", canvas->frame_ms);
}

static void draw_numbers(const terrain_play *r, const column *c, float shown)
{
    char rows[NUMBERS][COLUMN_WORDS];
    write_numbers(r, c->canvas, rows);
    column_numbers(c, rows, NUMBERS, ACCENT, shown);
}

void terrain_draw_hud(const terrain_play *r, const scene_canvas *canvas)
{
    static const char *const hints[] = {
        "W A S D move   Arrows look",    "Drag looks, or uses the hand",
        "1-8 hand   M fly, orbit, walk", "Space, Shift up and down",
        "Q E rows   + - wheel change",
    };
    const column c = column_begin(canvas);
    const float shown = column_hint_share(r->quiet);
    qx_render_compose(canvas->render);
    draw_column(r, &c, 0.4f + 0.6f * shown);
    draw_numbers(r, &c, 0.55f + 0.45f * shown);
    column_hints(&c, hints, sizeof hints / sizeof hints[0], shown);
    column_notice(&c, r->notice, r->notice_left);
}
