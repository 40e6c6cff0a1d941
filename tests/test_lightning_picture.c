// SPDX-License-Identifier: MIT
// Pictures of the lightning room at every shape: bolts that are to be seen and not blown out, two
// pictures side by side, ribbons, and a column that stands clear of the numbers.
#include "lightning_drive.h"
#include "room_picture.h"

#include "flashes.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

static picture take(void **state, const room_play *p, uint32_t width, uint32_t height, bool hud)
{
    scene_canvas canvas = room_canvas(p, width, height);
    canvas.hud = hud;
    return room_take(*state, p, &canvas);
}

// Plays until some strike gives full light for a while.
static room_play play_until_lit(uint32_t width, uint32_t height, uint32_t preset)
{
    room_play p = room_open(&lightning_room, "--preset=strike");
    p.input.view_width = room_breadth(width, height);
    room_press(&p, (action)(ACTION_OPTION_1 + preset));
    for (uint32_t t = 0, lit = 0; t < 1200 && lit < 12; t++) {
        room_tick(&p, 1);
        float most = 0.0f;
        for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
            const lightning_strike *s = &p.lightning->strikes[i];
            const bool small = !s->used || !s->grown || s->scale < 0.45f;
            if (!small && s->wish.light > most) most = s->wish.light;
        }
        lit = most > 0.7f ? lit + 1 : 0;
    }
    return p;
}

// Share of pixels that are brighter than `least` where the other picture is not.
static double brighter_share(const picture *a, const picture *b, double least)
{
    size_t count = 0;
    for (uint32_t y = 0; y < a->height; y++)
        for (uint32_t x = 0; x < a->width; x++)
            count += picture_top(a, x, y) > picture_top(b, x, y) + least;
    return (double)count / ((double)a->width * a->height);
}

static picture take_dark(void **state, room_play *p, uint32_t width, uint32_t height)
{
    lightning_forget_strikes(p->lightning);
    return take(state, p, width, height, false);
}

static void every_preset_draws_bolts_at_every_shape(void **state)
{
    for (size_t i = 0; i < WINDOW_SIZES; i++)
        for (uint32_t preset = 0; preset < LIGHTNING_PRESETS; preset++) {
            const uint32_t width = window_sizes[i].width, height = window_sizes[i].height;
            room_play p = play_until_lit(width, height, preset);
            picture lit = take(state, &p, width, height, false);
            picture dark = take_dark(state, &p, width, height);
            const double share = brighter_share(&lit, &dark, 0.1);
            print_message("%s at %u x %u: %.2f %% lit, %.2f %% white\n",
                          lightning_preset_word(preset), width, height, 100.0 * share,
                          100.0 * picture_white_share(&lit));
            assert_true(share > 0.002); // thin bolts are not lost in small windows
            assert_true(picture_white_share(&lit) < 0.02);
            picture_free(&lit);
            picture_free(&dark);
            room_close(&p);
        }
}

static double lit_within(const picture *a, const picture *b, uint32_t from, uint32_t to)
{
    size_t count = 0;
    for (uint32_t y = 0; y < a->height; y++)
        for (uint32_t x = from; x < to; x++)
            count += picture_top(a, x, y) > picture_top(b, x, y) + 0.1;
    return (double)count / ((double)(to - from) * a->height);
}

static void comparing_draws_the_same_bolts_in_both_halves(void **state)
{
    for (uint32_t preset = 0; preset < LIGHTNING_PRESETS; preset++) {
        room_play p = play_until_lit(1280, 720, preset);
        p.lightning->rules.compare = 1;
        picture lit = take(state, &p, 1280, 720, false);
        picture dark = take_dark(state, &p, 1280, 720);
        const double left = lit_within(&lit, &dark, 0, 640);
        const double right = lit_within(&lit, &dark, 640, 1280);
        print_message("%s: %.2f %% left, %.2f %% right\n", lightning_preset_word(preset),
                      100.0 * left, 100.0 * right);
        assert_true(left > 0.001);
        assert_true(right >= left); // what adds up is no darker
        picture_free(&lit);
        picture_free(&dark);
        room_close(&p);
    }
}

static void ribbons_draw_what_lines_draw(void **state)
{
    room_play p = play_until_lit(1280, 720, PRESET_STRIKE);
    picture lines = take(state, &p, 1280, 720, false);
    p.lightning->rules.values[PARAM_DRAWN] = (float)DRAWN_RIBBON;
    picture ribbon = take(state, &p, 1280, 720, false);
    picture dark = take_dark(state, &p, 1280, 720);
    const double a = brighter_share(&lines, &dark, 0.1), b = brighter_share(&ribbon, &dark, 0.1);
    print_message("%.2f %% lit by lines, %.2f %% by ribbons\n", 100.0 * a, 100.0 * b);
    assert_true(b > 0.5 * a && b < 2.0 * a);
    picture_free(&lines);
    picture_free(&ribbon);
    picture_free(&dark);
    room_close(&p);
}

static bool differs(const picture *a, const picture *b, uint32_t x, uint32_t y)
{
    return memcmp(a->rgb + 3 * ((size_t)y * a->width + x), b->rgb + 3 * ((size_t)y * b->width + x),
                  3) != 0;
}

static bool row_differs(const picture *a, const picture *b, uint32_t y, uint32_t from, uint32_t to)
{
    for (uint32_t x = from; x < to; x++)
        if (differs(a, b, x, y)) return true;
    return false;
}

// Between the longest page of the column and the numbers lies a row in which nothing is.
static void the_column_stands_clear_of_the_numbers(void **state)
{
    for (size_t i = 0; i < WINDOW_SIZES; i++) {
        const uint32_t width = window_sizes[i].width, height = window_sizes[i].height;
        room_play p = room_open(&lightning_room, "--preset=globe");
        p.input.view_width = room_breadth(width, height);
        p.lightning->rules.page = LIGHTNING_PAGES - 1;
        room_tick(&p, 1);
        picture bare = take(state, &p, width, height, false);
        picture full = take(state, &p, width, height, true);
        const float scale = (float)height / (float)HEIGHT;
        const float end =
            LIGHTNING_ROW_TOP + LIGHTNING_ROW_STEP * (float)lightning_row_count(p.lightning);
        uint32_t y = (uint32_t)((end - 4.0f) * scale), empty = 0;
        for (; y < height; y++) empty += !row_differs(&bare, &full, y, 0, width / 3);
        assert_true(empty > (uint32_t)(8.0f * scale));
        picture_free(&bare);
        picture_free(&full);
        room_close(&p);
    }
}

static void the_setting_for_flashes_darkens_the_sky(void **state)
{
    room_play p = play_until_lit(640, 360, PRESET_STORM);
    picture bright = take(state, &p, 640, 360, false);
    scene_canvas canvas = room_canvas(&p, 640, 360);
    canvas.flash = 0.0f;
    picture calm = room_take(*state, &p, &canvas);
    assert_true(picture_mean(&bright, 0, 0, 640, 120) > picture_mean(&calm, 0, 0, 640, 120));
    picture_free(&bright);
    picture_free(&calm);
    room_close(&p);
}

int main(void)
{
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest tests[] = {
        DRAWN(every_preset_draws_bolts_at_every_shape),
        DRAWN(comparing_draws_the_same_bolts_in_both_halves),
        DRAWN(ribbons_draw_what_lines_draw),
        DRAWN(the_column_stands_clear_of_the_numbers),
        DRAWN(the_setting_for_flashes_darkens_the_sky),
    };
    return cmocka_run_group_tests(tests, gl_stage_core, gl_stage_close);
}
