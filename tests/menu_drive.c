// SPDX-License-Identifier: MIT
#include "menu_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

static const scene first = {
    .name = "first",
    .title = "First",
    .summary = "A scene whose summary is so long that it takes two lines in the list of scenes.",
    .controls_help = "Left mouse: push\nE, Q: next and previous\nR: start over",
    .accent = 0x5CC8FFFF,
};
static const scene second = {
    .name = "second", .title = "Second", .summary = "Short.", .accent = 0xFF8A3DFF
};
static scene_result no_result(const void *state)
{
    (void)state;
    return (scene_result){ 0 };
}

// A game: it has scores.
static const scene third = {
    .name = "third", .title = "Third", .summary = "", .accent = 0x9A7BFFFF, .result = no_result
};

const scene *const scenes[] = { &first, &second, &third };
const uint32_t scene_count = 3;

const uint32_t drive_shapes[DRIVE_SHAPES][2] = {
    { 1280, 720 },  { 320, 240 }, { 640, 360 },  { 3440, 1440 },
    { 7680, 2160 }, { 540, 960 }, { 1024, 768 }, { 0, 0 },
};

static void fill_scores(score_table *t)
{
    static const char *const names[] = { "Ada", "WWWWWWWWWWWWWWWW", "Grace Hopper",
                                         "i",   "\xC3\x89mile",     "Player" };
    score_table_start(t);
    for (uint32_t i = 0; i < SCORES_MAX; i++) {
        score_entry e = { .score = 1234567 >> 2 * i, .ticks = 40000 >> i };
        strcpy(e.name, names[i % 6]);
        strcpy(e.replay, i == 3 ? "" : "third-1-1.qxrp");
        score_insert(t, &e);
    }
}

void drive_start(menu_drive *d, uint32_t width, uint32_t height)
{
    memset(d, 0, sizeof *d);
    settings_defaults(&d->settings);
    d->menu = menu_create(&d->settings, NULL);
    assert_non_null(d->menu);
    fill_scores(&d->tables[2]);
    menu_set_scores(d->menu, d->tables);
    d->input.width = width;
    d->input.height = height;
}

void drive_stop(menu_drive *d)
{
    menu_destroy(d->menu);
    d->menu = NULL;
}

void drive_open(menu_drive *d, menu_page page)
{
    drive_start(d, 1280, 720);
    if (page == MENU_PAUSE) menu_set_paused_scene(d->menu, scenes[0]);
    menu_open(d->menu, page);
    drive_wait(d, 1.0f);
}

menu_page drive_page(const menu_drive *d)
{
    return menu_get_page(d->menu);
}

menu_command drive_step(menu_drive *d)
{
    d->last = menu_step(d->menu, &d->input, 1.0f / 60.0f);
    d->changes += d->last == MENU_SETTINGS_CHANGED;
    d->saves += d->last == MENU_SAVE_SETTINGS;
    d->input = (menu_input){ .width = d->input.width,
                             .height = d->input.height,
                             .pointer_x = d->input.pointer_x,
                             .pointer_y = d->input.pointer_y,
                             .pointer_held = d->input.pointer_held };
    return d->last;
}

void drive_wait(menu_drive *d, float seconds)
{
    for (float t = 0.0f; t < seconds; t += 1.0f / 60.0f) drive_step(d);
}

menu_command drive_move(menu_drive *d, int dx, int dy)
{
    d->input.dx = dx;
    d->input.dy = dy;
    return drive_step(d);
}

menu_command drive_confirm(menu_drive *d)
{
    d->input.confirm = true;
    return drive_step(d);
}

menu_command drive_back(menu_drive *d)
{
    d->input.back = true;
    return drive_step(d);
}

menu_command drive_key(menu_drive *d, int32_t key)
{
    d->input.key = key;
    return drive_step(d);
}

menu_command drive_button(menu_drive *d, int32_t button)
{
    d->input.button = button;
    return drive_step(d);
}

menu_command drive_click(menu_drive *d, float x, float y)
{
    d->input.pointer_x = x;
    d->input.pointer_y = y;
    d->input.pointer_moved = true;
    drive_step(d);
    d->input.pointer_clicked = d->input.pointer_held = true;
    const menu_command down = drive_step(d);
    d->input.pointer_held = false;
    const menu_command up = drive_step(d);
    return up != MENU_NOTHING ? up : down;
}

uint32_t drive_find(const menu_drive *d, const char *title)
{
    const uint32_t count = menu_row_count(d->menu);
    for (uint32_t i = 0; i < count; i++) {
        const row_info r = menu_row(d->menu, i);
        if (menu_row_selectable(&r) && strcmp(r.title, title) == 0) return i;
    }
    fail_msg("no row \"%s\" on page %d", title, (int)menu_get_page(d->menu));
    return ROW_MAX;
}

void drive_select(menu_drive *d, const char *title)
{
    const uint32_t wanted = drive_find(d, title);
    for (uint32_t i = 0; i < ROW_MAX && d->menu->selected != wanted; i++) drive_move(d, 0, 1);
    assert_int_equal(d->menu->selected, wanted);
}

menu_command drive_choose(menu_drive *d, const char *title)
{
    drive_select(d, title);
    return drive_confirm(d);
}

void drive_row_place(menu_drive *d, const char *title, float share, float *x, float *y)
{
    const uint32_t index = drive_find(d, title);
    const row_info r = menu_row(d->menu, index);
    for (int notches = 0; notches < 200; notches++) {
        const layout l = menu_layout(d->menu, d->input.width, d->input.height);
        const float top = l.content_top - d->menu->motion.scroll + menu_row_top(d->menu, &l, index);
        const float middle = top + 0.5f * menu_row_height(&l, &r);
        *x = (l.left + share * (l.right - l.left)) * l.zoom;
        *y = middle * l.zoom;
        if (middle > l.top + 2.0f && middle < l.bottom - 2.0f) return;
        d->input.wheel = middle > l.top ? -1 : 1;
        drive_step(d);
        drive_wait(d, 0.5f);
    }
    fail_msg("row \"%s\" does not come into the window", title);
}

menu_command drive_click_row(menu_drive *d, const char *title)
{
    float x, y;
    drive_row_place(d, title, 0.5f, &x, &y);
    return drive_click(d, x, y);
}
