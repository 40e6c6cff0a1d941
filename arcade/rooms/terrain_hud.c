// SPDX-License-Identifier: MIT
// The column of parameters and the numbers.
#include "column.h"
#include "rows.h"
#include "terrain_room.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ACCENT 0x7FD08AFFu
#define QUIET 0xA2AAD2FFu
#define BRIGHT 0xF0F4FFFFu
#define TRACK 0x59669EFFu
#define INERT 0.5f // of a row that changes nothing now

enum { NUMBERS = 7 };

// --- the column

static const rows_look look = { .left = TERRAIN_ROW_LEFT,
                                .top = TERRAIN_ROW_TOP,
                                .width = TERRAIN_ROW_WIDTH,
                                .step = TERRAIN_ROW_STEP,
                                .size = 16.0f,
                                .part = 0.55f,
                                .over = 16.0f,
                                .alone = 20.0f,
                                .slide = 23.0f,
                                .accent = ACCENT,
                                .bright = BRIGHT,
                                .quiet = QUIET,
                                .value = BRIGHT,
                                .track = TRACK,
                                .inert = INERT,
                                .shade = 1.9f };

static void draw_column(const terrain_play *r, const column *c, float shown)
{
    rows_row rows[PARAM_COUNT];
    for (uint32_t i = 0; i < PARAM_COUNT; i++) {
        rows[i] = (rows_row){ .slides = !terrain_param_is_choice(i),
                              .matters = terrain_row_matters(r, i),
                              .along = terrain_param_share(i, r->rules.values[i]) };
        snprintf(rows[i].title, sizeof rows[i].title, "%s", terrain_param_title(i));
        terrain_row_write(r, i, rows[i].value);
    }
    rows_draw(c, &look, rows, PARAM_COUNT, r->rules.row, shown);
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
