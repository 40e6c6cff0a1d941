// SPDX-License-Identifier: MIT
// The pictures of the pages. What glows goes into the scene before it is composed, what is read
// lies sharp on top.
#include "menu_paint.h"

#include <SDL_stdinc.h>
#include <math.h>
#include <stdio.h>

static float smooth(float t)
{
    return t * t * (3.0f - 2.0f * t);
}

// A new page glides in from below by a hand's breadth; with reduced motion it only brightens.
static painter start(const menu *m, const scene_canvas *canvas, qx_blend blend)
{
    painter p = { .m = m, .palette = ui_palette_get(m->settings->palette) };
    p.l = menu_layout(m, canvas->width, canvas->height);
    ui_begin(&p.u, canvas, blend, p.l.zoom, m->lines, LINE_ROOM);
    p.appear = p.u.alpha = smooth(m->motion.appear);
    p.scroll = fminf(m->motion.scroll, menu_scroll_most(&p.l));
    if (!m->settings->reduced_motion) p.u.top += (1.0f - p.appear) * 14.0f * p.u.unit;
    return p;
}

// The page before, from where it stands.
static painter start_fading(const menu *m, const scene_canvas *canvas, qx_blend blend)
{
    painter p = start(m->before, canvas, blend);
    const float left = 1.0f - m->motion.appear;
    p.u.alpha = p.appear = left * left * p.appear;
    return p;
}

static bool has_fading(const menu *m)
{
    return m->before->page != MENU_CLOSED && m->motion.appear < 1.0f;
}

static uint32_t page_accent(const painter *p)
{
    if (p->m->page == MENU_PROBLEM) return p->palette->warning;
    if (p->m->page == MENU_NAME) return p->m->name.scene->accent;
    return p->m->paused ? p->m->paused->accent : p->palette->accent;
}

static uint32_t row_accent(const painter *p, const row_info *r)
{
    if (r->kind == ROW_SCENE) return scenes[r->item]->accent;
    if (r->kind == ROW_SCORE) return scenes[r->item / SCORES_MAX]->accent;
    if (r->kind == ROW_HEADING && p->m->page == MENU_SCORES) return scenes[r->item]->accent;
    return page_accent(p);
}

static placed_row place_row(const painter *p, uint32_t index, float top)
{
    placed_row placed = { .r = menu_row(p->m, index), .index = index, .top = top };
    placed.height = menu_row_height(&p->l, &placed.r);
    placed.visible = menu_row_visible(&p->l, top, placed.height);
    placed.glow = p->m->motion.glow[index];
    return placed;
}

float menu_middle_line(const placed_row *row, float size)
{
    return row->top + 0.5f * (row->height + size);
}

// Behind everything

static void draw_backdrop(painter *p)
{
    ui *u = &p->u;
    u->alpha = p->m->motion.dim;
    ui_fill(u, -50.0f, -50.0f, u->width + 50.0f, u->height + 50.0f, 0x04050DFF);
    u->alpha = p->appear;
}

// The main page's own parts

static void draw_main_glow(painter *p)
{
    ui *u = &p->u;
    const layout *l = &p->l;
    const double time = p->m->motion.time;
    if (l->wide) {
        const float x = 0.5f * (l->side_left + l->side_right),
                    breadth = l->side_right - l->side_left;
        const float size = fminf(0.21f * breadth, 112.0f);
        menu_draw_mark(u, p->palette, time, x, 0.37f * l->height, size);
        menu_draw_name(u, x, 0.37f * l->height + size + 130.0f, breadth, 50.0f, p->palette->text,
                       1.25f);
    } else if (l->low) {
        menu_draw_mark(u, p->palette, time, l->left + 34.0f, 50.0f, 20.0f);
        menu_draw_name(u, 0.5f * (l->left + l->right) + 36.0f, 63.0f, l->right - l->left - 130.0f,
                       28.0f, p->palette->text, 1.25f);
    } else {
        menu_draw_mark(u, p->palette, time, 0.5f * l->width, l->top - 184.0f, 52.0f);
        menu_draw_name(u, 0.5f * l->width, l->top - 46.0f, l->right - l->left - 40.0f, 40.0f,
                       p->palette->text, 1.25f);
    }
}

static void draw_main_words(painter *p)
{
    const layout *l = &p->l;
    if (!l->wide) return;
    const float breadth = l->side_right - l->side_left;
    const float size = fminf(0.21f * breadth, 112.0f);
    ui_words_fitted(&p->u, "Effects to play with", 0.5f * (l->side_left + l->side_right),
                    0.37f * l->height + size + 178.0f, 17.0f, l->smallest, breadth, QX_ALIGN_CENTRE,
                    p->palette->dim);
}

// Heads and feet of pages

static void draw_page_title(painter *p, const char *title)
{
    const layout *l = &p->l;
    const float size = l->low ? 24.0f : 32.0f, line = l->low ? 58.0f : 88.0f;
    const float shift = menu_has_back(p->m) ? 36.0f : 0.0f;
    if (menu_has_back(p->m))
        ui_chevron(&p->u, l->left + 8.0f, line - 0.5f * size, 0.45f * size, -1.0f, p->palette->dim);
    ui_words_fitted(&p->u, title, l->left + shift, line, size, l->smallest,
                    l->right - l->left - shift, QX_ALIGN_LEFT, p->palette->text);
}

static void draw_foot(painter *p, const char *words, uint32_t colour)
{
    const layout *l = &p->l;
    const float line = l->bottom + (l->low ? 36.0f : 48.0f);
    ui_words_fitted(&p->u, words, l->left, line, l->low ? 14.0f : 17.0f, l->smallest,
                    l->right - l->left, QX_ALIGN_LEFT, colour);
}

static const char *foot_words(const menu *m)
{
    if (m->asking)
        return m->column < BINDINGS_PER_ACTION ? "Escape cancels, Backspace leaves it empty"
                                               : "Start cancels, Back leaves it empty";
    if (m->note[0]) return m->note;
    if (m->page == MENU_NAME) return "Escape or B keeps the name it has";
    const row_info r = menu_row(m, m->selected);
    if (r.kind == ROW_BINDING) return "Confirm to choose a new key or button";
    return r.detail ? r.detail : "";
}

static const char *list_title(const menu *m)
{
    switch (m->page) {
    case MENU_KEYS: return "Keys and buttons";
    case MENU_SCORES: return "Scores";
    case MENU_NAME: return m->name.title;
    default: return "Settings";
    }
}

static void draw_list_words(painter *p)
{
    const menu *m = p->m;
    float left, right;
    draw_page_title(p, list_title(m));
    draw_foot(p, foot_words(m), m->note[0] && !m->asking ? p->palette->warning : p->palette->dim);
    if (m->page != MENU_KEYS) return;
    static const char *const titles[KEY_COLUMNS] = { "Key", "Second key", "Gamepad" };
    for (uint32_t i = 0; i < KEY_COLUMNS; i++) {
        menu_cell(&p->l, &(row_info){ .kind = ROW_BINDING }, i, &left, &right);
        ui_words_fitted(&p->u, titles[i], 0.5f * (left + right), p->l.top - 12.0f,
                        p->l.low ? 13.0f : 16.0f, p->l.smallest, right - left, QX_ALIGN_CENTRE,
                        p->palette->faint);
    }
}

static void draw_list_glow(painter *p)
{
    const layout *l = &p->l;
    const float line = l->bottom + 10.0f;
    ui_line(&p->u, l->left, line, l->right, line, 1.2f, p->palette->line, 0.8f);
    if (!p->m->asking) return;
    const float left = p->m->asking_left / 8.0f; // time runs out from both ends
    const float middle = 0.5f * (l->left + l->right), half = 0.5f * (l->right - l->left) * left;
    ui_line(&p->u, middle - half, line, middle + half, line, 2.0f, page_accent(p), 1.0f);
}

// Pause

static void draw_help(painter *p, const char *help)
{
    const layout *l = &p->l;
    const float x = l->side_left + (l->low ? 16.0f : 26.0f),
                first = l->side_top + (l->low ? 34.0f : 52.0f);
    ui_words(&p->u, "Controls", x, l->side_top + (l->low ? 18.0f : 26.0f), l->low ? 13.0f : 16.0f,
             QX_ALIGN_LEFT, page_accent(p), 1.0f);
    menu_draw_help(&p->u, p->palette, help,
                   &(help_place){ .x = x,
                                  .y = first,
                                  .breadth = l->side_right - x,
                                  .height = l->side_bottom - first,
                                  .largest = l->low ? 15.0f : 18.0f,
                                  .smallest = l->smallest });
}

static void draw_pause_words(painter *p)
{
    const layout *l = &p->l;
    const float line = l->top - (l->low ? 26.0f : 62.0f);
    ui_words(&p->u, "Paused", l->left, line - (l->low ? 40.0f : 58.0f), l->low ? 13.0f : 16.0f,
             QX_ALIGN_LEFT, p->palette->dim, 1.0f);
    if (p->m->paused && p->m->paused->controls_help) draw_help(p, p->m->paused->controls_help);
}

static void draw_pause_glow(painter *p)
{
    const layout *l = &p->l;
    const float line = l->top - (l->low ? 26.0f : 62.0f), size = l->low ? 26.0f : 38.0f;
    const char *title = p->m->paused ? p->m->paused->title : "Quincunx";
    ui_words(&p->u, title, l->left, line, size, QX_ALIGN_LEFT, page_accent(p), 1.1f);
    ui_line(&p->u, l->side_left, l->side_top, l->side_left, l->side_bottom, 1.2f, p->palette->line,
            0.9f);
}

// Problem

static void draw_problem_words(painter *p)
{
    const layout *l = &p->l;
    ui_paragraph(&p->u, p->m->reports[0], l->left + 30.0f, l->text_top + l->text_size, l->text_size,
                 l->text_step, l->right - l->left - 60.0f, 32, QX_ALIGN_LEFT, p->palette->text);
}

static void draw_problem_glow(painter *p)
{
    const layout *l = &p->l;
    const float above = l->low ? 64.0f : 84.0f, height = l->low ? 40.0f : 46.0f;
    ui_frame(&p->u, l->left, l->text_top - above, l->right, l->top + height + 18.0f, 14.0f, 1.6f,
             p->palette->warning, 0.55f);
    ui_words(&p->u, "Please note", l->left + 30.0f, l->text_top - (l->low ? 22.0f : 30.0f),
             l->low ? 18.0f : 22.0f, QX_ALIGN_LEFT, p->palette->warning, 1.0f);
}

// Rows: glow

// The frame that glides to the selected row.
static void draw_cursor(painter *p)
{
    const row_motion *motion = &p->m->motion;
    const layout *l = &p->l;
    const row_info r = menu_row(p->m, p->m->selected);
    const float top = l->content_top - p->scroll + motion->cursor_top + 2.0f;
    const float bottom = top + motion->cursor_height - 4.0f;
    const uint32_t accent = row_accent(p, &r);
    p->u.alpha = p->appear * menu_row_visible(l, top, bottom - top);
    if (p->u.alpha <= 0.0f) return;
    float inset = p->m->page == MENU_PROBLEM ? 18.0f : 0.0f;
    ui_fill(&p->u, motion->cursor_left + inset, top, motion->cursor_right - inset, bottom,
            (accent & ~0xFFu) | 0x09);
    ui_frame(&p->u, motion->cursor_left + inset, top, motion->cursor_right - inset, bottom, 7.0f,
             1.5f, accent, 0.8f + 0.4f * motion->asking);
}

static void draw_slider_glow(painter *p, const placed_row *row)
{
    float left, right;
    menu_row_control(&p->l, &left, &right);
    const float y = row->top + 0.5f * row->height;
    const float knob = left + (right - left) * p->m->motion.shown[row->index];
    const uint32_t accent = ui_mix(p->palette->dim, row_accent(p, &row->r), row->glow);
    ui_line(&p->u, left, y, right, y, 2.0f, p->palette->line, 1.0f);
    if (knob > left + 0.5f)
        ui_line(&p->u, left, y, knob, y, 2.6f, accent, 0.45f + 0.65f * row->glow);
    ui_line(&p->u, knob, y - 9.0f, knob, y + 9.0f, 3.4f, accent, 0.6f + 0.8f * row->glow);
}

static void draw_toggle_glow(painter *p, const placed_row *row)
{
    float left, right;
    menu_row_control(&p->l, &left, &right);
    const float y = row->top + 0.5f * row->height, on = p->m->motion.shown[row->index];
    const uint32_t accent = ui_mix(p->palette->dim, row_accent(p, &row->r), row->glow);
    const uint32_t frame = ui_mix(p->palette->line, accent, on);
    const float knob = left + 11.0f + 24.0f * on;
    ui_frame(&p->u, left, y - 10.0f, left + 46.0f, y + 10.0f, 6.0f, 1.6f, frame,
             0.8f + 0.4f * row->glow * on);
    ui_line(&p->u, knob - 3.0f, y, knob + 3.0f, y, 9.0f, ui_mix(p->palette->faint, accent, on),
            0.5f + 0.6f * on);
}

static void draw_heading_glow(painter *p, const placed_row *row)
{
    if (row->r.title[0] == '\0') return;
    const float size = p->l.low ? 13.0f : 16.0f;
    const float y = row->top + row->height - (p->l.low ? 13.0f : 17.0f);
    const float start_x = p->l.left + 30.0f + qx_text_breadth(row->r.title, size);
    ui_line(&p->u, start_x, y - 0.5f * size, p->l.right, y - 0.5f * size, 1.2f, p->palette->line,
            0.8f);
}

static void draw_scene_glow(painter *p, const placed_row *row)
{
    const float inset = 12.0f;
    ui_line(&p->u, p->l.left + 12.0f, row->top + inset, p->l.left + 12.0f,
            row->top + row->height - inset, 2.4f, scenes[row->r.item]->accent,
            0.45f + 0.85f * row->glow);
}

static void draw_cell_glow(painter *p, const placed_row *row)
{
    float left, right;
    const float y = row->top + row->height - 1.0f;
    ui_line(&p->u, p->l.left, y, p->l.right, y, 1.0f, p->palette->line, 0.35f);
    for (uint32_t i = 0; i < KEY_COLUMNS; i++) {
        char room[32];
        menu_cell(&p->l, &row->r, i, &left, &right);
        if (menu_key_title(p->m->settings, row->r.item, i, room)[0] != '\0') continue;
        const float x = 0.5f * (left + right), middle = row->top + 0.5f * row->height;
        ui_line(&p->u, x - 7.0f, middle, x + 7.0f, middle, 1.6f, p->palette->line, 1.0f);
    }
}

static void draw_row_glow(painter *p, const placed_row *row)
{
    switch (row->r.kind) {
    case ROW_HEADING: draw_heading_glow(p, row); break;
    case ROW_SCENE: draw_scene_glow(p, row); break;
    case ROW_SLIDER: draw_slider_glow(p, row); break;
    case ROW_TOGGLE: draw_toggle_glow(p, row); break;
    case ROW_BINDING: draw_cell_glow(p, row); break;
    case ROW_ACTION:
    case ROW_CHOICE:
    case ROW_SCORE:
    case ROW_NOTE:
    case ROW_NAME:
    case ROW_LETTERS: break;
    }
}

// Rows: words

float menu_row_size(const layout *l)
{
    return l->low ? 15.0f : 18.0f;
}

uint32_t menu_row_colour(const painter *p, const placed_row *row)
{
    return ui_mix(p->palette->dim, p->palette->text, row->glow);
}

static void draw_scene_words(painter *p, const placed_row *row)
{
    const layout *l = &p->l;
    const float breadth = l->right - l->left - 48.0f, first = row->top + (l->low ? 29.0f : 35.0f);
    ui_words_fitted(&p->u, row->r.title, l->left + 28.0f, first, l->low ? 18.0f : 21.0f,
                    l->smallest, breadth, QX_ALIGN_LEFT, menu_row_colour(p, row));
    ui_paragraph(&p->u, row->r.detail, l->left + 28.0f, first + 28.0f, 16.0f, 24.0f, breadth, 8,
                 QX_ALIGN_LEFT, ui_mix(p->palette->faint, p->palette->dim, row->glow));
}

static void draw_title_words(painter *p, const placed_row *row, float breadth)
{
    const float size = menu_row_size(&p->l);
    // Words stand below words: on these pages there are some above the row.
    const float inset = p->m->page == MENU_MAIN      ? 28.0f
                        : p->m->page == MENU_PROBLEM ? 32.0f
                                                     : 16.0f;
    const char *title = row->r.title;
    if (row->r.verb == VERB_RESTORE_SETTINGS || row->r.verb == VERB_RESTORE_KEYS)
        if (p->m->armed && row->index == p->m->selected)
            title = "Restore defaults: confirm once more";
    ui_words_fitted(&p->u, title, p->l.left + inset, menu_middle_line(row, size), size,
                    p->l.smallest, breadth, QX_ALIGN_LEFT, menu_row_colour(p, row));
}

static void draw_value_words(painter *p, const placed_row *row)
{
    char room[32];
    float left, right;
    const float size = menu_row_size(&p->l);
    const char *words = menu_setting_text(p->m->settings, row->r.item, room);
    menu_row_control(&p->l, &left, &right);
    draw_title_words(p, row, left - p->l.left - 30.0f);
    if (row->r.kind != ROW_CHOICE) {
        ui_words_fitted(&p->u, words, p->l.right - 16.0f, menu_middle_line(row, size), size,
                        p->l.smallest, p->l.right - right - 30.0f, QX_ALIGN_RIGHT,
                        menu_row_colour(p, row));
        return;
    }
    const float y = row->top + 0.5f * row->height, end = p->l.right - 16.0f;
    ui_words_fitted(&p->u, words, 0.5f * (left + end), menu_middle_line(row, size), size,
                    p->l.smallest, end - left - 60.0f, QX_ALIGN_CENTRE, menu_row_colour(p, row));
    ui_chevron(&p->u, left + 6.0f, y, 7.0f, -1.0f,
               ui_mix(p->palette->line, p->palette->text, row->glow));
    ui_chevron(&p->u, end - 6.0f, y, 7.0f, 1.0f,
               ui_mix(p->palette->line, p->palette->text, row->glow));
}

static void draw_binding_words(painter *p, const placed_row *row)
{
    char room[32];
    float left, right;
    const menu *m = p->m;
    const float size = menu_row_size(&p->l);
    menu_cell(&p->l, &row->r, 0, &left, &right);
    draw_title_words(p, row, left - p->l.left - 24.0f);
    for (uint32_t i = 0; i < KEY_COLUMNS; i++) {
        const bool chosen = row->index == m->selected && i == m->column;
        const char *words = menu_key_title(m->settings, row->r.item, i, room);
        if (chosen && m->asking) words = i < BINDINGS_PER_ACTION ? "Press a key" : "Press a button";
        menu_cell(&p->l, &row->r, i, &left, &right);
        ui_words_fitted(&p->u, words, 0.5f * (left + right), menu_middle_line(row, size), size,
                        p->l.smallest, right - left - 16.0f, QX_ALIGN_CENTRE,
                        chosen ? menu_row_colour(p, row)
                               : ui_mix(p->palette->faint, p->palette->dim, row->glow + 0.5f));
    }
}

static void draw_row_words(painter *p, const placed_row *row)
{
    switch (row->r.kind) {
    case ROW_HEADING:
        ui_words(&p->u, row->r.title, p->l.left + 16.0f,
                 row->top + row->height - (p->l.low ? 13.0f : 17.0f), p->l.low ? 13.0f : 16.0f,
                 QX_ALIGN_LEFT, row_accent(p, &row->r), 1.0f);
        break;
    case ROW_SCENE: draw_scene_words(p, row); break;
    case ROW_ACTION: draw_title_words(p, row, p->l.right - p->l.left - 32.0f); break;
    case ROW_BINDING: draw_binding_words(p, row); break;
    case ROW_SCORE: menu_draw_score(p, row); break;
    case ROW_NOTE:
        ui_words_fitted(&p->u, row->r.title, p->l.left + 16.0f,
                        menu_middle_line(row, menu_row_size(&p->l)), menu_row_size(&p->l),
                        p->l.smallest, p->l.right - p->l.left - 32.0f, QX_ALIGN_LEFT,
                        p->palette->faint);
        break;
    case ROW_NAME: menu_draw_name_field(p, row); break;
    case ROW_LETTERS: menu_draw_letters(p, row); break;
    default: draw_value_words(p, row); break;
    }
}

// A thin line beside rows that do not all fit.
static void draw_scroll_bar(painter *p)
{
    const layout *l = &p->l;
    const float most = menu_scroll_most(l);
    if (most <= 0.0f) return;
    const float window = l->bottom - l->top, x = l->right + 14.0f;
    const float length = window * window / l->content;
    const float start_y = l->top + (window - length) * p->scroll / most;
    ui_line(&p->u, x, l->top, x, l->bottom, 1.0f, p->palette->line, 0.5f);
    ui_line(&p->u, x, start_y, x, start_y + length, 2.4f, p->palette->faint, 1.0f);
}

static void draw_rows(painter *p, void (*draw)(painter *p, const placed_row *row))
{
    const uint32_t count = menu_row_count(p->m);
    float top = p->l.content_top - p->scroll;
    for (uint32_t i = 0; i < count; i++) {
        const placed_row placed = place_row(p, i, top);
        // While a key is asked for, the others step back.
        const float others = i == p->m->selected ? 1.0f : 1.0f - 0.7f * p->m->motion.asking;
        p->u.alpha = p->appear * placed.visible * others;
        if (placed.visible > 0.0f) draw(p, &placed);
        top += placed.height;
    }
    p->u.alpha = p->appear;
}

static void draw_glow(painter *p)
{
    switch (p->m->page) {
    case MENU_MAIN: draw_main_glow(p); break;
    case MENU_PAUSE: draw_pause_glow(p); break;
    case MENU_PROBLEM: draw_problem_glow(p); break;
    default: draw_list_glow(p); break;
    }
    draw_cursor(p);
    draw_rows(p, draw_row_glow);
    draw_scroll_bar(p);
    ui_end(&p->u);
}

static void draw_words(painter *p)
{
    switch (p->m->page) {
    case MENU_MAIN: draw_main_words(p); break;
    case MENU_PAUSE: draw_pause_words(p); break;
    case MENU_PROBLEM: draw_problem_words(p); break;
    default: draw_list_words(p); break;
    }
    draw_rows(p, draw_row_words);
    ui_end(&p->u);
}

void menu_draw_scene(const menu *m, const scene_canvas *canvas)
{
    if (m->page == MENU_CLOSED) return;
    painter p = start(m, canvas, QX_BLEND_ADD);
    draw_backdrop(&p);
    if (has_fading(m)) {
        painter fading = start_fading(m, canvas, QX_BLEND_ADD);
        draw_glow(&fading);
    }
    draw_glow(&p);
}

void menu_draw_overlay(const menu *m, const scene_canvas *canvas)
{
    if (m->page == MENU_CLOSED) return;
    painter p = start(m, canvas, QX_BLEND_ALPHA);
    if (has_fading(m)) {
        painter fading = start_fading(m, canvas, QX_BLEND_ALPHA);
        draw_words(&fading);
    }
    draw_words(&p);
}
