// SPDX-License-Identifier: MIT
// Buttons and numbers in one column at the left, and hints that leave when the hands rest.
#include "column.h"
#include "grid_room.h"

#include <quincunx/math.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TURN 6.283185307179586

enum { ROW_COUNT = 7, ICON_ROOM = 48 };

// What is drawn with, in one go at the end.
typedef struct pen {
    qx_line *lines;
    uint32_t count;
    float x, y; // of the icon
    float width;
    uint32_t colour;
} pen;

static void stroke(pen *p, float x0, float y0, float x1, float y1)
{
    if (p->count == ICON_ROOM) return;
    p->lines[p->count++] = (qx_line){
        { p->x + x0, p->y + y0, 0.0f }, { p->x + x1, p->y + y1, 0.0f }, p->width, 1.0f, p->colour
    };
}

static void head(pen *p, float x, float y, float ux, float uy, float size)
{
    stroke(p, x, y, x - size * (ux - uy), y - size * (uy + ux));
    stroke(p, x, y, x - size * (ux + uy), y - size * (uy - ux));
}

static void arc(pen *p, float radius, float radius_end, double from, double to, uint32_t pieces)
{
    for (uint32_t i = 0; i < pieces; i++) {
        const double a = TURN * (from + (to - from) * i / pieces);
        const double b = TURN * (from + (to - from) * (i + 1) / pieces);
        const float ra = radius + (radius_end - radius) * (float)i / (float)pieces;
        const float rb = radius + (radius_end - radius) * (float)(i + 1) / (float)pieces;
        stroke(p, ra * (float)qx_cos(a), ra * (float)qx_sin(a), rb * (float)qx_cos(b),
               rb * (float)qx_sin(b));
    }
}

// --- icons, about 24 wide

static void icon_explode(pen *p)
{
    for (uint32_t i = 0; i < 8; i++) {
        const float x = (float)qx_cos(TURN * i / 8.0), y = (float)qx_sin(TURN * i / 8.0);
        const float out = i % 2 ? 9.0f : 13.0f;
        stroke(p, 5.0f * x, 5.0f * y, out * x, out * y);
    }
}

static void icon_implode(pen *p)
{
    for (uint32_t i = 0; i < 4; i++) {
        const float x = (float)qx_cos(TURN * (i + 0.5) / 4.0),
                    y = (float)qx_sin(TURN * (i + 0.5) / 4.0);
        stroke(p, 14.0f * x, 14.0f * y, 4.5f * x, 4.5f * y);
        head(p, 4.5f * x, 4.5f * y, -x, -y, 3.6f);
    }
}

static void icon_drag(pen *p)
{
    stroke(p, -12.0f, 0.0f, 12.0f, 0.0f);
    head(p, 12.0f, 0.0f, 1.0f, 0.0f, 6.0f);
    stroke(p, -12.0f, -6.0f, -3.0f, -6.0f);
    stroke(p, -12.0f, 6.0f, -3.0f, 6.0f);
}

static void icon_vortex(pen *p)
{
    arc(p, 2.0f, 13.0f, 0.0, 1.0, 14);
    arc(p, 2.0f, 13.0f, 0.5, 1.5, 14);
}

static void icon_shock(pen *p)
{
    arc(p, 5.0f, 5.0f, 0.0, 1.0, 12);
    arc(p, 12.0f, 12.0f, 0.0, 1.0, 20);
}

static void icon_line(pen *p)
{
    stroke(p, 5.0f, -13.0f, -5.0f, 1.0f);
    stroke(p, -5.0f, 1.0f, 4.0f, -1.0f);
    stroke(p, 4.0f, -1.0f, -5.0f, 13.0f);
}

static void icon_wave(pen *p)
{
    for (int row = -1; row <= 1; row += 2)
        for (int i = 0; i < 12; i++) {
            const float x = -12.0f + 2.0f * (float)i, y = 5.0f * (float)row;
            stroke(p, x, y + 4.0f * (float)qx_sin(TURN * i / 8.0), x + 2.0f,
                   y + 4.0f * (float)qx_sin(TURN * (i + 1) / 8.0));
        }
}

static void icon_shows(pen *p)
{
    static const float places[][2] = { { -9, -9 }, { 9, -9 }, { 0, 0 }, { -9, 9 }, { 9, 9 } };
    for (uint32_t i = 0; i < 5; i++) {
        const float x = places[i][0], y = places[i][1];
        stroke(p, x - 2.4f, y, x, y - 2.4f), stroke(p, x, y - 2.4f, x + 2.4f, y);
        stroke(p, x + 2.4f, y, x, y + 2.4f), stroke(p, x, y + 2.4f, x - 2.4f, y);
    }
}

static void icon_less(pen *p)
{
    stroke(p, -8.0f, 0.0f, 8.0f, 0.0f);
}

static void icon_more(pen *p)
{
    icon_less(p);
    stroke(p, 0.0f, -8.0f, 0.0f, 8.0f);
}

// A spring.
static void icon_material(pen *p)
{
    static const float zigzag[] = { 0.0f, -6.0f, 6.0f, -6.0f, 6.0f, 0.0f };
    stroke(p, -13.0f, 0.0f, -9.0f, 0.0f);
    for (uint32_t i = 0; i < 5; i++) {
        const float x = -9.0f + 3.6f * (float)i;
        stroke(p, x, zigzag[i], x + 3.6f, zigzag[i + 1]);
    }
    stroke(p, 9.0f, 0.0f, 13.0f, 0.0f);
}

static void icon_swap(pen *p)
{
    stroke(p, -10.0f, -4.0f, 10.0f, -4.0f);
    head(p, 10.0f, -4.0f, 1.0f, 0.0f, 5.0f);
    stroke(p, 10.0f, 5.0f, -10.0f, 5.0f);
    head(p, -10.0f, 5.0f, -1.0f, 0.0f, 5.0f);
}

typedef void icon(pen *p);

static icon *const icons[BUTTON_COUNT] = {
    icon_explode, icon_implode, icon_drag, icon_vortex, icon_shock,    icon_line,
    icon_wave,    icon_shows,   icon_less, icon_more,   icon_material, icon_swap,
};

// --- buttons

static bool is_on(const grid_play *r, uint32_t button)
{
    if (button < GRID_TOOLS) return button == r->rules.tool;
    if (button == BUTTON_SWAP) return r->rules.swapped;
    return button == BUTTON_MATERIAL && r->rules.wanted_material == QX_GRID_CLASSIC;
}

static void frame(pen *p)
{
    const float a = GRID_BUTTON_REACH - 2.0f, c = 6.0f, b = a - c;
    stroke(p, -b, -a, b, -a), stroke(p, b, -a, a, -b), stroke(p, a, -b, a, b);
    stroke(p, a, b, b, a), stroke(p, b, a, -b, a), stroke(p, -b, a, -a, b);
    stroke(p, -a, b, -a, -b), stroke(p, -a, -b, -b, -a);
}

static void draw_button(const grid_play *r, const scene_canvas *canvas, uint32_t button,
                        float shown)
{
    qx_line lines[ICON_ROOM];
    const bool on = is_on(r, button);
    const uint32_t accent = button < GRID_TOOLS ? grid_tool_colour(button) : 0x5CC8FFFF;
    const uint32_t alpha = (uint32_t)((on ? 255.0f : 190.0f) * shown);
    const float scale = qx_view_scale(&canvas->view, canvas->width, canvas->height);
    pen p = { .lines = lines,
              .width = fmaxf(1.7f, 1.2f / scale),
              .colour = ((on ? accent : 0x8A90C8FF) & 0xFFFFFF00u) | alpha };
    grid_button_place(button, &p.x, &p.y);
    icons[button](&p);
    if (on) frame(&p);
    qx_render_lines(canvas->render, QX_BLEND_ALPHA, lines, p.count);
}

// --- text

static void write_numbers(const grid_play *r, const scene_canvas *canvas,
                          char rows[ROW_COUNT][COLUMN_WORDS])
{
    const qx_grid_info info = qx_grid_get_info(r->net.grid);
    char count[16];
    grid_write_count(count, info.points);
    memset(rows, 0, ROW_COUNT * sizeof rows[0]);
    snprintf(rows[0], COLUMN_WORDS, "%s", grid_tool_title(r->rules.tool));
    snprintf(rows[1], COLUMN_WORDS, "%s",
             r->rules.preset > 0            ? grid_preset_title(r->rules.preset)
             : r->rules.ripple_level > 0.5f ? "Ripples"
                                            : "");
    snprintf(rows[2], COLUMN_WORDS, "%s points", count);
    snprintf(rows[3], COLUMN_WORDS, "%s law",
             r->net.material == QX_GRID_CLASSIC ? "Classic" : "World");
    snprintf(rows[4], COLUMN_WORDS, "%u step%s a tick", info.substeps,
             info.substeps == 1 ? "" : "s");
    if (canvas->tick_ms > 0.0) snprintf(rows[5], COLUMN_WORDS, "Tick %.2f ms", canvas->tick_ms);
    if (canvas->frame_ms > 0.0) snprintf(rows[6], COLUMN_WORDS, "Frame %.1f ms", canvas->frame_ms);
}

static void draw_numbers(const grid_play *r, const column *c, float shown)
{
    char rows[ROW_COUNT][COLUMN_WORDS];
    write_numbers(r, c->canvas, rows);
    column_numbers(c, rows, ROW_COUNT, grid_tool_colour(r->rules.tool), shown);
}

static void draw_buttons(const grid_play *r, const column *c, float shown)
{
    float x, first, last, low, wide;
    grid_button_place(BUTTON_FIRST_TOOL, &x, &first);
    grid_button_place(GRID_TOOLS - 1, &x, &last);
    grid_button_place(BUTTON_SWAP, &wide, &low);
    const float reach = GRID_BUTTON_REACH - 1.0f;
    column_shade(c, 0.0f, first - reach, x + reach, last - first + 2.0f * reach, shown);
    column_shade(c, 0.0f, last + reach, wide + reach, low - last, shown);
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) draw_button(r, c->canvas, i, shown);
}

void grid_draw_hud(const grid_play *r, const scene_canvas *canvas)
{
    static const char *const hints[] = {
        "Left pushes, right pulls", "1-7 force   8 shows",      "Wheel, + - density",
        "M law   R rest",           "Arrows shoot   WASD move",
    };
    const column c = column_begin(canvas);
    const float shown = column_hint_share(r->quiet);
    qx_render_compose(canvas->render);
    draw_buttons(r, &c, 0.4f + 0.6f * shown);
    draw_numbers(r, &c, 0.55f + 0.45f * shown);
    column_hints(&c, hints, sizeof hints / sizeof hints[0], shown);
    column_notice(&c, r->notice, r->notice_left);
}
