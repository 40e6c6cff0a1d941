// SPDX-License-Identifier: MIT
// Where everything stands. Steps and draws ask the same functions, so what is hit is what is seen.
// Layout units are menu units (720 to the picture's height) except in small or narrow pictures,
// where they are zoomed so that letters stay legible and columns fit.
#include "menu_state.h"

#include <math.h>

static const float narrowest = 620.0f; // the columns need this much
static const float edge = 30.0f;

// Pictures below 360 lines get larger letters, as far as their width allows.
static float zoom_for(float menu_width, float pixel_height)
{
    float zoom = pixel_height < 360.0f ? fminf(360.0f / pixel_height, 1.5f) : 1.0f;
    return fminf(zoom, menu_width / narrowest);
}

static void place_columns(layout *l, float rows, float gap, float side, float shift)
{
    const float whole = rows + gap + side;
    const float start = 0.5f * (l->width - whole);
    l->side_left = start + shift * (rows + gap);
    l->side_right = l->side_left + side;
    l->left = start + (1.0f - shift) * (side + gap);
    l->right = l->left + rows;
}

// The mark at the left, the scenes at the right; or one above the other.
static void lay_out_main(layout *l)
{
    if (l->wide) {
        const float whole = fminf(l->width - 2.0f * edge - 60.0f, 1140.0f);
        place_columns(l, 0.5f * whole, 0.08f * whole, 0.42f * whole, 0.0f);
        l->top = edge;
        l->bottom = l->height - edge;
        return;
    }
    place_columns(l, fminf(l->width - 2.0f * edge, 640.0f), 0.0f, 0.0f, 0.0f);
    l->top = l->low ? 96.0f : 300.0f;
    l->bottom = l->height - 20.0f;
}

// What can be done at the left, how the scene is played at the right; one above the other in tall
// pictures.
static void lay_out_pause(layout *l)
{
    const float whole = fminf(l->width - 2.0f * edge, 1040.0f);
    l->top = l->low ? 110.0f : 200.0f;
    l->bottom = l->side_bottom = l->height - (l->low ? 12.0f : 60.0f);
    l->side_top = l->top;
    if (l->wide || l->low) {
        const float rows = l->wide ? 0.33f : 0.26f, gap = l->wide ? 0.05f : 0.03f;
        place_columns(l, rows * whole, gap * whole, (1.0f - rows - gap) * whole, 1.0f);
        return;
    }
    place_columns(l, whole, 0.0f, 0.0f, 0.0f);
    l->side_left = l->left;
    l->side_right = l->right;
    l->bottom = l->top + 190.0f;
    l->side_top = l->bottom + 40.0f;
}

static void lay_out_list(layout *l, float broadest)
{
    place_columns(l, fminf(l->width - 2.0f * edge, broadest), 0.0f, 0.0f, 0.0f);
    l->top = l->low ? 84.0f : 128.0f;
    l->bottom = l->height - (l->low ? 62.0f : 84.0f);
}

// The sentence in the middle of the picture and one row below it, as high together as the sentence
// needs.
static void lay_out_problem(layout *l, const char *sentence)
{
    place_columns(l, fminf(l->width - 2.0f * edge, 700.0f), 0.0f, 0.0f, 0.0f);
    l->text_size = l->low ? 15.0f : 18.0f;
    l->text_step = 1.7f * l->text_size;
    const float breadth = l->right - l->left - 2.0f * edge;
    const float lines = (float)ui_wrap(sentence, l->text_size, breadth, NULL, 0);
    const float above = l->low ? 64.0f : 84.0f, below = l->low ? 72.0f : 92.0f;
    l->text_top = 0.5f * (l->height - above - below - lines * l->text_step) + above;
    l->top = l->text_top + lines * l->text_step + 22.0f;
    l->bottom = fmaxf(l->top + 60.0f, l->height - 10.0f);
}

static void lay_out_page(layout *l, const menu *m)
{
    switch (m->page) {
    case MENU_MAIN: lay_out_main(l); break;
    case MENU_PAUSE: lay_out_pause(l); break;
    case MENU_KEYS:
        lay_out_list(l, 880.0f);
        l->top += 28.0f; // the titles of the columns
        break;
    case MENU_PROBLEM: lay_out_problem(l, m->reports[0]); break;
    case MENU_NAME: lay_out_list(l, 620.0f); break;
    case MENU_SCORES:
    case MENU_SETTINGS:
    case MENU_CLOSED: lay_out_list(l, 720.0f); break;
    }
}

// Few rows stand in the middle; below a mark they stay a little nearer to it.
static void centre_rows(layout *l)
{
    const float spare = fmaxf(l->bottom - l->top - l->content, 0.0f);
    l->top += (l->wide ? 0.5f : 0.35f) * spare;
}

layout menu_layout(const menu *m, uint32_t width, uint32_t height)
{
    const float pixels_wide = width > 0 && height > 0 ? (float)width : 1280.0f;
    const float pixels_high = width > 0 && height > 0 ? (float)height : 720.0f;
    const float menu_width = 720.0f * pixels_wide / pixels_high;
    layout l = { .zoom = zoom_for(menu_width, pixels_high) };
    l.width = menu_width / l.zoom;
    l.height = 720.0f / l.zoom;
    l.wide = l.width >= 900.0f;
    l.low = l.height < 600.0f;
    l.smallest = l.zoom >= 1.0f ? fmaxf(16.0f / l.zoom, 11.0f) : 11.0f;
    lay_out_page(&l, m);

    const uint32_t count = menu_row_count(m);
    for (uint32_t i = 0; i < count; i++) {
        const row_info r = menu_row(m, i);
        l.content += menu_row_height(&l, &r);
    }
    if (m->page == MENU_MAIN && !l.low) centre_rows(&l);
    l.content_top = l.top;
    return l;
}

float menu_row_height(const layout *l, const row_info *r)
{
    switch (r->kind) {
    case ROW_SCENE:
        return (l->low ? 42.0f : 50.0f) +
               24.0f * (float)ui_wrap(r->detail, 16.0f, l->right - l->left - 48.0f, NULL, 0);
    case ROW_HEADING: return r->title[0] == '\0' ? 18.0f : l->low ? 44.0f : 54.0f;
    case ROW_ACTION: return l->low ? 40.0f : 46.0f;
    case ROW_SCORE: return l->low ? 36.0f : 38.0f; // ten and what stands around them fit
    case ROW_NAME: return l->low ? 54.0f : 76.0f;
    case ROW_LETTERS: return l->low ? 44.0f : 52.0f;
    default: return l->low ? 36.0f : 42.0f;
    }
}

float menu_row_top(const menu *m, const layout *l, uint32_t index)
{
    float top = 0.0f;
    for (uint32_t i = 0; i < index; i++) {
        const row_info r = menu_row(m, i);
        top += menu_row_height(l, &r);
    }
    return top;
}

float menu_scroll_most(const layout *l)
{
    return fmaxf(0.0f, l->content - (l->bottom - l->top));
}

uint32_t menu_row_at(const menu *m, const layout *l, float x, float y)
{
    if (x < l->left || x >= l->right || y < l->top || y >= l->bottom) return ROW_MAX;
    const uint32_t count = menu_row_count(m);
    float top = l->content_top - fminf(m->motion.scroll, menu_scroll_most(l));
    for (uint32_t i = 0; i < count; i++) {
        const row_info r = menu_row(m, i);
        const float height = menu_row_height(l, &r);
        if (y >= top && y < top + height) return i;
        top += height;
    }
    return ROW_MAX;
}

float menu_row_visible(const layout *l, float top, float height)
{
    const float inside = fminf(top + height, l->bottom) - fmaxf(top, l->top);
    return fminf(fmaxf(inside / height * 2.5f - 1.5f, 0.0f), 1.0f);
}

void menu_row_control(const layout *l, float *left, float *right)
{
    const float breadth = l->right - l->left;
    *left = l->left + 0.46f * breadth;
    *right = l->right - (l->low ? 92.0f : 112.0f);
}

uint32_t menu_row_cells(const row_info *r)
{
    if (r->kind == ROW_BINDING) return KEY_COLUMNS;
    return r->kind == ROW_LETTERS ? menu_letter_count(r->item) : 1;
}

void menu_cell(const layout *l, const row_info *r, uint32_t column, float *left, float *right)
{
    const bool titled = r->kind == ROW_BINDING; // its title stands before the cells
    const float breadth = l->right - l->left, gap = titled ? 6.0f : 2.0f;
    const float first = titled ? l->left + 0.31f * breadth : l->left;
    const float end = titled ? l->right - 8.0f : l->right;
    const float each = (end - first) / (float)menu_row_cells(r);
    *left = first + each * (float)column + gap;
    *right = first + each * (float)(column + 1) - gap;
}

uint32_t menu_cell_at(const layout *l, const row_info *r, float x)
{
    float left, right;
    uint32_t column = menu_row_cells(r) - 1;
    menu_cell(l, r, column, &left, &right);
    while (column > 0 && x < left - 6.0f) menu_cell(l, r, --column, &left, &right);
    return column;
}

bool menu_has_back(const menu *m)
{
    return m->page == MENU_SETTINGS || m->page == MENU_KEYS || m->page == MENU_SCORES ||
           m->page == MENU_NAME;
}

bool menu_is_on_back(const menu *m, const layout *l, float x, float y)
{
    return menu_has_back(m) && x >= l->left - 20.0f && x < l->left + 60.0f && y >= 0.0f &&
           y < (l->low ? 80.0f : 112.0f);
}
