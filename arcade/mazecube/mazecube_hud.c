// SPDX-License-Identifier: MIT
// Time and what it is measured by, the level, notices, first hints, buttons for fingers. Drawn
// sharp, after the glow.
#include "mazecube_scene.h"

#include "column.h"
#include "ui.h"

#include <math.h>
#include <stdio.h>

#define TEXT 0xC9CEF5FFu
#define QUIET 0x9AA0D4FFu
#define GOLD 0xFFD24AFFu
#define GHOST 0x9A7BFFFFu
#define ICE 0x5CC8FFFFu

enum { REACHED_TICKS = 100, LEARNT_TICKS = 900 };

uint32_t mazecube_tone(const scene_canvas *canvas, uint32_t colour)
{
    return canvas->palette == 0 ? colour : ui_mix(colour, colour | 0xFFFFFF00u, 0.5f);
}

void mazecube_write_time(char text[16], uint32_t ticks)
{
    const uint32_t tenths = ticks / MAZECUBE_TENTH, seconds = tenths / 10u;
    const uint32_t minutes = seconds / 60u < 10000u ? seconds / 60u : 9999u;
    if (minutes > 0)
        snprintf(text, 16, "%u:%02u.%u", minutes, seconds % 60u, tenths % 10u);
    else
        snprintf(text, 16, "%u.%u", seconds, tenths % 10u);
}

typedef struct writing {
    column c;
    float y, step;
    float alpha;
} writing;

static void write_row(writing *w, const char *words, float share, uint32_t colour)
{
    const float room = 0.46f * w->c.canvas->view.width;
    w->y += 1.62f * share * w->c.size;
    column_write_fitted(&w->c, words, COLUMN_MARGIN, w->y, share * w->c.size, room,
                        mazecube_tone(w->c.canvas, colour), w->alpha, QX_ALIGN_LEFT);
}

// --- numbers

static void write_title(const mazecube_play *m, char words[COLUMN_WORDS])
{
    const uint32_t size = m->game.level.size;
    const day *d = &m->options.day;
    switch (m->mode) {
    case MODE_ENDLESS:
        snprintf(words, COLUMN_WORDS, "Endless %u   %ux%ux%u", m->solved + 1 - m->game.over, size,
                 size, size);
        break;
    case MODE_DAILY:
        snprintf(words, COLUMN_WORDS, "%04u-%02u-%02u   %ux%ux%u", d->year, d->month, d->day, size,
                 size, size);
        break;
    case MODE_FREE: snprintf(words, COLUMN_WORDS, "%ux%ux%u", size, size, size); break;
    default:
        snprintf(words, COLUMN_WORDS, "Level %u   %ux%ux%u", m->level, size, size, size);
        break;
    }
}

static void write_times(const mazecube_play *m, writing *w)
{
    char time[16], words[COLUMN_WORDS];
    const uint32_t par = m->game.level.par, best = mazecube_best_of(m);
    const uint32_t stars = mazecube_stars_of(m->game.time, par);
    if (stars > 1) {
        mazecube_write_time(time, stars == 2 ? 2 * par : par);
        snprintf(words, sizeof words, "%u stars to %s", (unsigned)stars, time);
        write_row(w, words, 1.0f, stars == 2 ? QUIET : GOLD);
    }
    if (best > 0) {
        mazecube_write_time(time, best);
        snprintf(words, sizeof words, "best %s", time);
        write_row(w, words, 1.0f, GHOST);
    }
}

static void write_course(const mazecube_play *m, writing *w)
{
    char words[COLUMN_WORDS];
    const mazecube *g = &m->game;
    if (g->checkpoint_count > 0) {
        const float fresh = 1.0f - fminf((float)m->reached / (float)REACHED_TICKS, 1.0f);
        snprintf(words, sizeof words, "checkpoint %u of %u", g->checkpoint, g->checkpoint_count);
        write_row(w, words, 1.0f, fresh > 0.0f ? GHOST : QUIET);
    }
    if (g->hints > 0) {
        snprintf(words, sizeof words, "%u hint%s: +%u s", g->hints, g->hints == 1 ? "" : "s",
                 g->hints * MAZECUBE_PENALTY / 60u);
        write_row(w, words, 1.0f, QUIET);
    }
    if (g->gave_up) write_row(w, "the way is shown", 1.0f, QUIET);
}

static void draw_numbers(const mazecube_play *m, const column *c)
{
    char words[COLUMN_WORDS];
    writing w = { .c = *c, .y = COLUMN_MARGIN, .alpha = 1.0f };
    column_shade(c, 0.0f, 0.0f, 16.0f * c->size, 11.0f * c->size, 0.9f);
    mazecube_write_time(words, m->game.time);
    write_row(&w, words, 2.0f, m->game.frozen ? ICE : TEXT);
    w.y += 0.3f * c->size;
    write_title(m, words);
    write_row(&w, words, 1.0f, MAZECUBE_ACCENT);
    if (m->mode == MODE_LEVELS)
        write_row(&w, level_world_title((m->level - 1) / LEVELS_OF_WORLD), 1.0f, QUIET);
    write_times(m, &w);
    write_course(m, &w);
}

// --- words in the middle

// Over a shade, for the cube may be behind it.
static void write_notice(const column *c, const char *words, uint32_t colour, float shown)
{
    const float x = 0.5f * c->canvas->view.width, y = 0.11f * c->canvas->view.height;
    const float room = c->canvas->view.width - 2.0f * COLUMN_MARGIN, size = 1.1f * c->size;
    const float breadth = fminf(qx_text_breadth(words, size), room) + 2.0f * size;
    column_shade(c, x - 0.5f * breadth, y - 1.7f * size, breadth, 2.4f * size, 1.6f * shown);
    column_write_fitted(c, words, x, y, size, room, mazecube_tone(c->canvas, colour), shown,
                        QX_ALIGN_CENTRE);
}

static void draw_notice(const mazecube_play *m, const column *c)
{
    if (m->screen != SCREEN_PLAY) return;
    if (m->game.frozen)
        write_notice(c,
                     m->touched > 0 ? "FROZEN: look around with two fingers"
                                    : "FROZEN: look around; Shift, B or 1 lets go",
                     ICE, 1.0f);
    else if (m->notice_left > 0)
        write_notice(c, m->notice, GOLD, fminf((float)m->notice_left / 30.0f, 1.0f));
}

// They leave once the cube was turned for a while, and come again to who does nothing.
static float hint_share(const mazecube_play *m)
{
    const bool learnt = m->game.moved > LEARNT_TICKS || m->game.level.number > 3;
    if (m->options.bot || m->screen != SCREEN_PLAY || m->game.over || m->touched > 0) return 0.0f;
    return learnt ? 0.0f : column_hint_share(m->quiet);
}

static void draw_hints(const mazecube_play *m, const column *c)
{
    // clang-format off
    static const char *const hints[] = {
        "Roll the ball out by the golden hole",
        "Violet frames lead down, small squares up",
        "Drag, or W A S D Q E: turn the cube",
        "Space: nearest face down",
        "Right drag, arrows: look around",
        "Shift freeze   + hint   - undo",
        "R start over   M levels   Esc help",
    };
    // clang-format on
    column_hints(c, hints, sizeof hints / sizeof hints[0], hint_share(m));
}

// --- buttons for fingers

static qx_line stroke(hands_disc d, float x0, float y0, float x1, float y1, float width,
                      uint32_t colour)
{
    const float r = 0.5f * d.radius;
    return (qx_line){ { d.x + r * x0, d.y + r * y0, 0.0f },
                      { d.x + r * x1, d.y + r * y1, 0.0f },
                      width,
                      1.0f,
                      colour };
}

enum { ICON_STROKES = 6 };

// Strokes in a square of -1 to 1: a face that comes down, two bars, a question mark, a way back,
// rows of tiles.
static const float icons[BUTTON_COUNT][ICON_STROKES][4] = {
    [BUTTON_SNAP] = { { -1, 0.9f, 1, 0.9f },
                      { 0, -0.9f, 0, 0.4f },
                      { -0.5f, -0.1f, 0, 0.4f },
                      { 0.5f, -0.1f, 0, 0.4f } },
    [BUTTON_FREEZE] = { { -0.4f, -0.8f, -0.4f, 0.8f }, { 0.4f, -0.8f, 0.4f, 0.8f } },
    [BUTTON_HINT] = { { -0.5f, -0.5f, -0.1f, -0.9f },
                      { -0.1f, -0.9f, 0.5f, -0.5f },
                      { 0.5f, -0.5f, 0, 0 },
                      { 0, 0, 0, 0.35f },
                      { 0, 0.8f, 0, 0.9f } },
    [BUTTON_UNDO] = { { -0.9f, 0, -0.3f, -0.6f },
                      { -0.9f, 0, -0.3f, 0.6f },
                      { -0.9f, 0, 0.6f, 0 },
                      { 0.6f, 0, 0.9f, 0.6f } },
    [BUTTON_LEVELS] = { { -0.7f, -0.7f, 0.7f, -0.7f },
                        { -0.7f, 0, 0.7f, 0 },
                        { -0.7f, 0.7f, 0.7f, 0.7f } },
};

static void draw_button(const mazecube_play *m, const column *c, hands_button which)
{
    qx_line lines[ICON_STROKES];
    uint32_t count = 0;
    const qx_view *view = &c->canvas->view;
    const hands_disc d = hands_button_place(view->width, view->height, which);
    const bool lit = which == BUTTON_FREEZE && m->game.frozen;
    const qx_sprite ring = { .centre = { d.x, d.y, 0.0f },
                             .half_width = d.radius,
                             .half_height = d.radius,
                             .intensity = 1.0f,
                             .colour = lit ? ICE : 0x8A90C8B0u,
                             .shape = QX_SPRITE_RING };
    for (uint32_t i = 0; i < ICON_STROKES; i++) {
        const float *s = icons[which][i];
        if (s[0] == s[2] && s[1] == s[3]) continue;
        lines[count++] = stroke(d, s[0], s[1], s[2], s[3], 1.4f * c->width, lit ? ICE : TEXT);
    }
    qx_render_sprites(c->canvas->render, QX_BLEND_ALPHA, &ring, 1);
    qx_render_lines(c->canvas->render, QX_BLEND_ALPHA, lines, count);
}

void mazecube_draw_hud(const mazecube_play *m, const scene_canvas *canvas)
{
    const column c = column_begin(canvas);
    draw_numbers(m, &c);
    draw_notice(m, &c);
    draw_hints(m, &c);
    if (m->touched == 0 || m->screen != SCREEN_PLAY || m->game.over) return;
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) draw_button(m, &c, (hands_button)i);
}
