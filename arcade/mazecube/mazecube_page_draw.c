// SPDX-License-Identifier: MIT
// The pages of Maze Cube as they are seen.
#include "mazecube_scene.h"

#include "column.h"

#include <math.h>
#include <stdio.h>

#define TEXT 0xE4ECFFFFu
#define QUIET 0x9AA0D4FFu
#define LINE 0x4A54A0FFu
#define GOLD 0xFFD24AFFu
#define GHOST 0x9A7BFFFFu

enum { STAR_POINTS = 5, STAR_LINES = 2 * STAR_POINTS };

// --- marks

static void put(const column *c, const char *words, float x, float y, float size, uint32_t colour,
                float alpha, qx_align align)
{
    column_write(c, words, x, y, size, mazecube_tone(c->canvas, colour), alpha, align);
}

static void put_fitted(const column *c, const char *words, float x, float y, float size,
                       float breadth, uint32_t colour, float alpha, qx_align align)
{
    column_write_fitted(c, words, x, y, size, breadth, mazecube_tone(c->canvas, colour), alpha,
                        align);
}

static void frame(const column *c, mazecube_box b, float width, uint32_t colour)
{
    const float cut = 0.18f * b.height, x = b.x + b.width, y = b.y + b.height;
    const qx_vec3 corners[9] = {
        { b.x + cut, b.y, 0 }, { x - cut, b.y, 0 },   { x, b.y + cut, 0 },
        { x, y - cut, 0 },     { x - cut, y, 0 },     { b.x + cut, y, 0 },
        { b.x, y - cut, 0 },   { b.x, b.y + cut, 0 }, { b.x + cut, b.y, 0 }
    };
    qx_line lines[8];
    for (uint32_t i = 0; i < 8; i++)
        lines[i] =
            (qx_line){ corners[i], corners[i + 1], width, 1.0f, mazecube_tone(c->canvas, colour) };
    qx_render_lines(c->canvas->render, QX_BLEND_ALPHA, lines, 8);
}

static void fill(const column *c, float x, float y, float width, float height, uint32_t colour)
{
    const qx_sprite box = { .centre = { x + 0.5f * width, y + 0.5f * height, 0.0f },
                            .half_width = 0.5f * width,
                            .half_height = 0.5f * height,
                            .intensity = 1.0f,
                            .colour = colour,
                            .shape = QX_SPRITE_BOX };
    qx_render_sprites(c->canvas->render, QX_BLEND_ALPHA, &box, 1);
}

// A five-pointed star; one that is not earned is a dot.
static void star(const column *c, float x, float y, float size, bool earned)
{
    qx_line lines[STAR_LINES];
    const float least = 1.2f * c->width;
    for (uint32_t i = 0; earned && i < STAR_LINES; i++) {
        const double a = 3.14159265 * ((double)i / STAR_POINTS - 0.5);
        const double b = 3.14159265 * ((double)(i + 1) / STAR_POINTS - 0.5);
        const float ra = i % 2 ? 0.45f * size : size, rb = i % 2 ? size : 0.45f * size;
        lines[i] = (qx_line){ { x + ra * (float)qx_cos(a), y + ra * (float)qx_sin(a), 0.0f },
                              { x + rb * (float)qx_cos(b), y + rb * (float)qx_sin(b), 0.0f },
                              fmaxf(0.22f * size, 0.8f * least),
                              1.0f,
                              GOLD };
    }
    const qx_sprite dot = { .centre = { x, y, 0.0f },
                            .half_width = earned ? 0.5f * size : fmaxf(0.25f * size, least),
                            .half_height = earned ? 0.5f * size : fmaxf(0.25f * size, least),
                            .intensity = 1.0f,
                            .colour = earned ? GOLD : 0x4A54A0C0u,
                            .shape = QX_SPRITE_DISC };
    qx_render_sprites(c->canvas->render, QX_BLEND_ALPHA, &dot, 1);
    if (earned) qx_render_lines(c->canvas->render, QX_BLEND_ALPHA, lines, STAR_LINES);
}

static void stars(const column *c, float x, float y, float size, float step, uint32_t earned)
{
    for (uint32_t i = 0; i < 3; i++) star(c, x + step * ((float)i - 1.0f), y, size, i < earned);
}

// --- the page of levels

static void draw_level(const mazecube_play *m, const column *c, uint32_t level, bool chosen)
{
    char number[8];
    const qx_view *view = &c->canvas->view;
    const mazecube_box b = mazecube_tile_box(view->width, view->height, level);
    const mazecube_record *record = &m->records.of[level];
    const bool solved = record->time > 0, on = m->begun && m->mode == MODE_LEVELS;
    const float size = fmaxf(fminf(0.34f * b.height, 15.0f), c->size);
    fill(c, b.x, b.y, b.width, b.height, chosen ? 0x3A1430D0u : solved ? 0x191C48B0u : 0x0C0E26B0u);
    frame(c, b, (chosen ? 2.0f : 1.0f) * c->width,
          chosen                        ? MAZECUBE_ACCENT
          : on && level + 1 == m->level ? GHOST
                                        : LINE);
    snprintf(number, sizeof number, "%u", (unsigned)(level + 1));
    put(c, number, b.x + 0.5f * b.width, b.y + 0.5f * b.height + 0.2f * size, size,
        chosen || solved ? TEXT : QUIET, 1.0f, QX_ALIGN_CENTRE);
    stars(c, b.x + 0.5f * b.width, b.y + 0.8f * b.height, 0.1f * b.height, 0.27f * b.height,
          record->stars);
}

static void draw_wide(const mazecube_play *m, const column *c, uint32_t tile, bool chosen)
{
    static const char *const titles[] = { "Endless", "Today's cube", "Show the way",
                                          "Slice: clean" };
    const bool article = tile == TILE_RULE && m->options.rule == SLICE_ARTICLE;
    const char *title = article ? "Slice: article" : titles[tile - LEVEL_COUNT];
    const qx_view *view = &c->canvas->view;
    const mazecube_box b = mazecube_tile_box(view->width, view->height, tile);
    const bool offered = mazecube_offers(m, tile);
    fill(c, b.x, b.y, b.width, b.height, chosen ? 0x3A1430D0u : 0x0C0E26B0u);
    frame(c, b, (chosen ? 2.0f : 1.0f) * c->width, chosen ? MAZECUBE_ACCENT : LINE);
    put_fitted(c, title, b.x + 0.5f * b.width, b.y + 0.5f * b.height + 0.5f * c->size,
               1.1f * c->size, b.width - 12.0f, offered ? TEXT : LINE, 1.0f, QX_ALIGN_CENTRE);
}

static void draw_titles(const column *c, uint32_t chosen)
{
    const qx_view *view = &c->canvas->view;
    if (!mazecube_titles_fit(view->width)) return;
    for (uint32_t world = 0; world < LEVEL_WORLDS; world++) {
        const mazecube_box b =
            mazecube_tile_box(view->width, view->height, world * LEVELS_OF_WORLD);
        const bool lit = chosen < LEVEL_COUNT && chosen / LEVELS_OF_WORLD == world;
        put_fitted(c, level_world_title(world), b.x - 18.0f, b.y + 0.5f * b.height + 0.5f * c->size,
                   1.15f * c->size, 220.0f, lit ? MAZECUBE_ACCENT : QUIET, 1.0f, QX_ALIGN_RIGHT);
    }
}

typedef char row[96];

static void describe_level(const mazecube_play *m, uint32_t level, row rows[3])
{
    char par[16], best[16];
    const level_desc d = level_get(level + 1);
    const uint32_t world = level / LEVELS_OF_WORLD;
    const mazecube_record *record = &m->records.of[level];
    mazecube_write_time(par, d.par);
    mazecube_write_time(best, record->time);
    snprintf(rows[0], sizeof(row), "Level %u   %s", (unsigned)(level + 1),
             level_world_title(world));
    snprintf(rows[1], sizeof(row), "%ux%ux%u cells, %s", d.size, d.size, d.size,
             level_world_note(world));
    snprintf(rows[2], sizeof(row), "3 stars within %s%s%s", par, record->time ? "   best " : "",
             record->time ? best : "");
}

static void describe_rule(slice_rule rule, row rows[3])
{
    const bool article = rule == SLICE_ARTICLE;
    snprintf(rows[0], sizeof(row), "Which slice is shown: %s rule",
             article ? "the article's" : "the clean");
    snprintf(rows[1], sizeof(row), "%s",
             article ? "by its two arrows nearest to down, floor or ceiling"
                     : "the one at the face that is turned down most");
    snprintf(rows[2], sizeof(row), "choose it for %s",
             article ? "the clean rule" : "the article's");
}

static void describe_wide(const mazecube_play *m, uint32_t tile, row rows[3])
{
    char best[16];
    const day *d = m->options.day.year ? &m->options.day : &m->options.today;
    const day *kept = &m->records.day;
    const bool same = d->year == kept->year && d->month == kept->month && d->day == kept->day;
    const uint32_t time = same ? m->records.of[RECORDS_DAY].time : 0;
    mazecube_write_time(best, time);
    if (tile == TILE_ENDLESS) {
        snprintf(rows[0], sizeof(row), "Endless");
        snprintf(rows[1], sizeof(row), "one cube after the other, ever wider");
        if (m->records.endless > 0)
            snprintf(rows[2], sizeof(row), "best: %u on end", m->records.endless);
    } else if (tile == TILE_DAILY) {
        snprintf(rows[0], sizeof(row), "Today's cube");
        if (d->year > 0)
            snprintf(rows[1], sizeof(row), "%04u-%02u-%02u, the same for everyone", d->year,
                     d->month, d->day);
        else
            snprintf(rows[1], sizeof(row), "what day it is is not known");
        if (time > 0) snprintf(rows[2], sizeof(row), "best %s", best);
    } else if (tile == TILE_RULE) {
        describe_rule(m->options.rule, rows);
    } else {
        snprintf(rows[0], sizeof(row), "Show the way");
        snprintf(rows[1], sizeof(row), "%s",
                 mazecube_offers(m, tile) ? "of the level that is on; it earns no star then"
                                          : "of a level, once one is on");
    }
}

static void draw_foot(const mazecube_play *m, const column *c)
{
    static const uint32_t colours[] = { MAZECUBE_ACCENT, TEXT, GOLD };
    row rows[3] = { "", "", "" };
    const qx_view *view = &c->canvas->view;
    const float step = 1.75f * c->size, room = view->width - 2.0f * COLUMN_MARGIN;
    if (m->page.chosen < LEVEL_COUNT)
        describe_level(m, m->page.chosen, rows);
    else
        describe_wide(m, m->page.chosen, rows);
    float y = view->height - 128.0f + 1.9f * c->size;
    for (uint32_t i = 0; i < 3; i++, y += step)
        put_fitted(c, rows[i], 0.5f * view->width, y, (i == 0 ? 1.25f : 1.0f) * c->size, room,
                   colours[i], 1.0f, QX_ALIGN_CENTRE);
}

static void draw_keys(const mazecube_play *m, const column *c)
{
    const qx_view *view = &c->canvas->view;
    const char *words = m->begun
                            ? "Choose with arrows or mouse, Space plays, M returns to the level"
                            : "Choose with arrows or mouse, Space plays";
    if (c->size > 14.5f || view->width < 44.0f * c->size) return; // no room, and less need
    put(c, words, 0.5f * view->width, view->height - 20.0f, c->size, QUIET, 0.8f, QX_ALIGN_CENTRE);
}

static void draw_head(const mazecube_play *m, const column *c)
{
    char words[48];
    const qx_view *view = &c->canvas->view;
    put(c, "MAZE CUBE", 0.5f * view->width, 40.0f, 24.0f, TEXT, 1.0f, QX_ALIGN_CENTRE);
    const uint32_t earned = records_stars(&m->records);
    snprintf(words, sizeof words, "%u of %u stars", earned, 3u * LEVEL_COUNT);
    put(c, words, 0.5f * view->width, 48.0f + 1.3f * c->size, c->size, earned ? GOLD : QUIET, 1.0f,
        QX_ALIGN_CENTRE);
}

void mazecube_draw_levels(const mazecube_play *m, const scene_canvas *canvas)
{
    const column c = column_begin(canvas);
    const qx_view all = qx_view_cover(&canvas->view, canvas->width, canvas->height);
    fill(&c, all.x, all.y, all.width, all.height, 0x04050CB0u);
    draw_head(m, &c);
    draw_titles(&c, m->page.chosen);
    for (uint32_t i = 0; i < LEVEL_COUNT; i++) draw_level(m, &c, i, i == m->page.chosen);
    for (uint32_t i = LEVEL_COUNT; i < TILE_COUNT; i++) draw_wide(m, &c, i, i == m->page.chosen);
    draw_foot(m, &c);
    draw_keys(m, &c);
}

// --- after a level

static void draw_outcome(const mazecube_play *m, const column *c, float shown)
{
    char time[16], words[96];
    const mazecube_outcome *o = &m->outcome;
    const float x = 0.5f * c->canvas->view.width, y = 0.3f * c->canvas->view.height;
    const float half = fminf(18.0f * c->size, x);
    fill(c, x - half, y - 3.2f * c->size, 2.0f * half, 18.0f * c->size,
         0x04050C00u | (uint32_t)(190.0f * shown));
    mazecube_write_time(time, o->time);
    put(c, m->game.gave_up ? "OUT, with the way shown" : "OUT OF THE CUBE", x, y, 1.9f * c->size,
        TEXT, shown, QX_ALIGN_CENTRE);
    put(c, time, x, y + 5.2f * c->size, 3.4f * c->size, MAZECUBE_ACCENT, shown, QX_ALIGN_CENTRE);
    if (m->game.level.par > 0 && !m->game.gave_up) {
        mazecube_write_time(time, m->game.level.par);
        snprintf(words, sizeof words, "par %s", time);
        put(c, words, x, y + 7.4f * c->size, c->size, QUIET, shown, QX_ALIGN_CENTRE);
    }
    words[0] = '\0';
    mazecube_write_time(time, o->best_before);
    if (o->new_best && o->best_before == 0)
        snprintf(words, sizeof words, "YOUR FIRST TIME");
    else if (o->best_before > 0)
        snprintf(words, sizeof words, "%s%s", o->new_best ? "A NEW BEST: it was " : "best ", time);
    put(c, words, x, y + 9.3f * c->size, c->size, o->new_best ? GOLD : GHOST, shown,
        QX_ALIGN_CENTRE);
    if (shown >= 1.0f && !m->game.gave_up)
        stars(c, x, y + 12.2f * c->size, 1.2f * c->size, 3.6f * c->size, o->stars);
}

static void draw_choice(const mazecube_play *m, const column *c, uint32_t choice, float shown)
{
    static const char *const titles[DONE_COUNT] = { "Next", "Again", "Levels" };
    const qx_view *view = &c->canvas->view;
    const bool chosen = choice == m->page.chosen;
    const mazecube_box b = mazecube_done_box(view->width, view->height, choice);
    fill(c, b.x, b.y, b.width, b.height, chosen ? 0x3A1430E0u : 0x0C0E26D0u);
    frame(c, b, (chosen ? 2.0f : 1.0f) * c->width, chosen ? MAZECUBE_ACCENT : LINE);
    put(c, titles[choice], b.x + 0.5f * b.width, b.y + 0.5f * b.height + 0.6f * c->size,
        1.2f * c->size, chosen ? TEXT : QUIET, shown, QX_ALIGN_CENTRE);
}

void mazecube_draw_done(const mazecube_play *m, const scene_canvas *canvas)
{
    const column c = column_begin(canvas);
    const float shown = fminf(((float)m->done_age + canvas->blend) / 20.0f, 1.0f);
    const qx_view all = qx_view_cover(&canvas->view, canvas->width, canvas->height);
    fill(&c, all.x, all.y, all.width, all.height, 0x04050C00u | (uint32_t)(130.0f * shown));
    draw_outcome(m, &c, shown);
    for (uint32_t i = 0; i < DONE_COUNT && !m->options.bot; i++) draw_choice(m, &c, i, shown);
}
