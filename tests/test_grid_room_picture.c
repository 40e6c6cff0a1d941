// SPDX-License-Identifier: MIT
// Pictures of the grid room at every shape: filled to the borders, luminous but never blown out,
// and nothing of the display over the net overlaps.
#include "net_drive.h"
#include "room_picture.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>
#include <string.h>

static picture take_with(void **state, const room_play *p, uint32_t width, uint32_t height,
                         bool hud, float flash)
{
    scene_canvas canvas = room_canvas(p, width, height);
    canvas.hud = hud;
    canvas.flash = flash;
    return room_take(*state, p, &canvas);
}

static picture take(void **state, const room_play *p, uint32_t width, uint32_t height, bool hud)
{
    return take_with(state, p, width, height, hud, 0.5f);
}

static room_play play_at(uint32_t width, uint32_t height, const char *word, uint32_t ticks)
{
    room_play p = room_open(&grid_room, word);
    p.input.view_width = room_breadth(width, height);
    room_tick(&p, ticks);
    return p;
}

// Brightest pixel of a rectangle.
static double brightest(const picture *t, uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    double most = 0.0;
    for (uint32_t j = y; j < y + height; j++)
        for (uint32_t i = x; i < x + width; i++) {
            const double top = picture_top(t, i, j);
            most = top > most ? top : most;
        }
    return most;
}

static void assert_reaches_borders(const picture *t)
{
    const uint32_t rim = 3, w = t->width, h = t->height;
    const double least = 0.02;
    assert_true(brightest(t, 0, 0, w, rim) > least);
    assert_true(brightest(t, 0, h - rim, w, rim) > least);
    assert_true(brightest(t, 0, 0, rim, h) > least);
    assert_true(brightest(t, w - rim, 0, rim, h) > least);
}

static void assert_looks_alive(const picture *t)
{
    const double mean = picture_mean(t, 0, 0, t->width, t->height);
    assert_true(mean > 0.01 && mean < 0.5);
    assert_true(brightest(t, 0, 0, t->width, t->height) > 0.2);
    assert_true(picture_white_share(t) < 0.01);
}

static void ripples_fill_every_shape(void **state)
{
    for (size_t i = 0; i < WINDOW_SIZES; i++) {
        room_play p = play_at(window_sizes[i].width, window_sizes[i].height, NULL, 300);
        picture t = take(state, &p, window_sizes[i].width, window_sizes[i].height, false);
        assert_reaches_borders(&t);
        assert_looks_alive(&t);
        picture_free(&t);
        room_close(&p);
    }
}

static void every_preset_is_bright_but_not_blown_out(void **state)
{
    for (uint32_t i = 1; i < grid_preset_count(); i++) {
        room_play p = play_at(640, 360, NULL, 0);
        grid_choose_preset(p.grid, i);
        room_tick(&p, 300);
        picture t = take(state, &p, 640, 360, false);
        assert_reaches_borders(&t);
        assert_looks_alive(&t);
        picture_free(&t);
        room_close(&p);
    }
}

// Brightness in the middle, where an explosion has just begun.
static double middle_of(void **state, const room_play *p, float flash)
{
    picture t = take_with(state, p, 640, 360, false, flash);
    const double mean = picture_mean(&t, 300, 160, 40, 40);
    picture_free(&t);
    return mean;
}

static void flashes_go_down_to_nothing(void **state)
{
    room_play p = play_at(640, 360, "--calm", 5);
    room_put(&p, 0, 640.0f, 360.0f, 1);
    room_tick(&p, 1);
    room_put(&p, 0, 100.0f, 360.0f, 0);
    room_tick(&p, 2);
    const double full = middle_of(state, &p, 1.0f), half = middle_of(state, &p, 0.5f);
    const double none = middle_of(state, &p, 0.0f);
    p.grid->light_count = 0;
    assert_true(full > half && half > none);
    assert_true(none == middle_of(state, &p, 1.0f));
    room_close(&p);
}

static void the_densest_nets_are_drawn_to_the_borders(void **state)
{
    static const char *const words[] = { "--points=60000", "--material=classic", "--points=16" };
    for (size_t i = 0; i < COUNT(words); i++) {
        room_play p = play_at(1280, 720, words[i], 60);
        picture t = take(state, &p, 1280, 720, false);
        assert_reaches_borders(&t);
        picture_free(&t);
        room_close(&p);
    }
}

static bool differs(const picture *a, const picture *b, uint32_t x, uint32_t y)
{
    return memcmp(a->rgb + 3 * ((size_t)y * a->width + x), b->rgb + 3 * ((size_t)y * b->width + x),
                  3) != 0;
}

static bool column_differs(const picture *a, const picture *b, uint32_t x, uint32_t from,
                           uint32_t to)
{
    for (uint32_t y = from; y < to; y++)
        if (differs(a, b, x, y)) return true;
    return false;
}

static bool row_differs(const picture *a, const picture *b, uint32_t y, uint32_t from, uint32_t to)
{
    for (uint32_t x = from; x < to; x++)
        if (differs(a, b, x, y)) return true;
    return false;
}

// From the left: the column, then nothing, then (where there is room) the hints.
static void assert_columns_are_apart(const picture *bare, const picture *full)
{
    uint32_t x = 0, gap = 0;
    const uint32_t w = bare->width, low = bare->height / 2;
    while (x < w && column_differs(bare, full, x, low, bare->height)) x++;
    while (x + gap < w && !column_differs(bare, full, x + gap, low, bare->height)) gap++;
    assert_true(x > 20 && x < w / 2);
    assert_true(gap >= w / 20);
}

// Buttons stand above the numbers, with a row in between where nothing is.
static void assert_rows_are_apart(const picture *bare, const picture *full)
{
    float unused, lowest;
    grid_button_place(BUTTON_SWAP, &unused, &lowest);
    const float scale = (float)bare->height / (float)HEIGHT;
    const uint32_t from = (uint32_t)((lowest + GRID_BUTTON_REACH - 6.0f) * scale);
    uint32_t y = from;
    while (y < bare->height && row_differs(bare, full, y, 0, bare->width / 3)) y++;
    assert_true(y < from + (uint32_t)(14.0f * scale) + 2);
}

static void nothing_over_the_net_overlaps(void **state)
{
    for (size_t i = 0; i < WINDOW_SIZES; i++) {
        room_play p = play_at(window_sizes[i].width, window_sizes[i].height, "--calm", 1);
        grid_choose_preset(p.grid, 5); // the longest name
        picture bare = take(state, &p, window_sizes[i].width, window_sizes[i].height, false);
        picture full = take(state, &p, window_sizes[i].width, window_sizes[i].height, true);
        assert_columns_are_apart(&bare, &full);
        assert_rows_are_apart(&bare, &full);
        picture_free(&bare);
        picture_free(&full);
        room_close(&p);
    }
}

static void hints_leave_after_a_while_and_the_numbers_stay(void **state)
{
    room_play p = play_at(1280, 720, "--calm", 600);
    picture bare = take(state, &p, 1280, 720, false);
    picture full = take(state, &p, 1280, 720, true);
    assert_false(row_differs(&bare, &full, 700, 640, 1280));
    assert_true(row_differs(&bare, &full, 700, 0, 640));
    picture_free(&bare);
    picture_free(&full);
    room_close(&p);
}

static void a_notice_stands_clear_of_the_corner_at_every_shape(void **state)
{
    for (size_t i = 0; i < WINDOW_SIZES; i++) {
        const uint32_t width = window_sizes[i].width, height = window_sizes[i].height;
        room_play p = play_at(width, height, "--calm", 600);
        picture before = take(state, &p, width, height, true);
        grid_notice(p.grid, "Not enough memory for 1,000,000 points");
        picture after = take(state, &p, width, height, true);
        const uint32_t edge = 60 * height / HEIGHT, corner = 70 * height / HEIGHT;
        assert_true(row_differs(&before, &after, 35 * height / HEIGHT, 0, width));
        for (uint32_t x = 0; x < edge; x++)
            assert_false(column_differs(&before, &after, x, 0, height));
        for (uint32_t x = width - corner; x < width; x++)
            assert_false(column_differs(&before, &after, x, 0, height));
        picture_free(&before);
        picture_free(&after);
        room_close(&p);
    }
}

int main(void)
{
    room_gain_most = 1.5f; // nothing here is louder
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest tests[] = {
        DRAWN(ripples_fill_every_shape),
        DRAWN(every_preset_is_bright_but_not_blown_out),
        DRAWN(flashes_go_down_to_nothing),
        DRAWN(the_densest_nets_are_drawn_to_the_borders),
        DRAWN(nothing_over_the_net_overlaps),
        DRAWN(hints_leave_after_a_while_and_the_numbers_stay),
        DRAWN(a_notice_stands_clear_of_the_corner_at_every_shape),
    };
    return cmocka_run_group_tests(tests, gl_stage_core, gl_stage_close);
}
