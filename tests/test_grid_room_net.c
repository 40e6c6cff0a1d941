// SPDX-License-Identifier: MIT
// The grid room's net: ripples by themselves, presets, options good and bad, shapes, densities,
// lack of memory.
#include "net_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <string.h>

// --- ripples and presets

static void ripples_start_by_themselves_and_never_run_wild(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, NULL);
    room_tick(&p, 60);
    assert_true(net_unrest(&p) > 1.0);
    for (int second = 1; second < 60; second++) {
        room_tick(&p, 60);
        assert_true(net_unrest(&p) > 0.5);
        assert_true(net_unrest(&p) < 120.0);
    }
    net_assert_finite(&p);
    room_close(&p);
}

static void calm_stays_calm(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    room_tick(&p, 900);
    assert_true(net_unrest(&p) == 0.0);
    room_close(&p);
}

static void a_touch_ends_the_ripples_and_they_come_back(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, NULL);
    room_tick(&p, 200);
    p.input.held = ACTION_BIT(ACTION_MOVE_LEFT);
    room_tick(&p, 60);
    p.input.held = 0;
    assert_true(p.grid->rules.ripple_level == 0.0f);
    room_tick(&p, 300);
    assert_true(p.grid->rules.ripple_level == 0.0f);
    room_tick(&p, 300);
    assert_true(p.grid->rules.ripple_level > 0.9f);
    room_close(&p);
}

static void every_preset_moves_the_net(void **state)
{
    (void)state;
    uint64_t hashes[16];
    assert_true(grid_preset_count() >= 7 && grid_preset_count() < COUNT(hashes));
    for (uint32_t i = 1; i < grid_preset_count(); i++) {
        char word[64];
        snprintf(word, sizeof word, "--preset=%s", grid_preset_word(i));
        room_play p = room_open(&grid_room, word);
        room_tick(&p, 240);
        print_message("%s: mean displacement %.1f\n", grid_preset_title(i), net_unrest(&p));
        assert_true(net_unrest(&p) > 0.5);
        room_tick(&p, 600);
        assert_true(net_unrest(&p) < 150.0);
        net_assert_finite(&p);
        hashes[i] = room_hash(&p);
        for (uint32_t k = 1; k < i; k++) assert_true(hashes[k] != hashes[i]);
        room_close(&p);
    }
}

static void the_eighth_tool_goes_through_the_presets(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    room_press(&p, ACTION_OPTION_8);
    assert_int_equal(p.grid->rules.preset, 1);
    room_press(&p, ACTION_OPTION_8);
    assert_int_equal(p.grid->rules.preset, 2);
    room_put(&p, 0, 640.0f, 360.0f, 1);
    room_tick(&p, 1);
    assert_int_equal(p.grid->rules.preset, 3);
    room_put(&p, 0, 640.0f, 360.0f, 2);
    room_tick(&p, 1);
    assert_int_equal(p.grid->rules.preset, 2);
    p.input.pointers[0].buttons = 0;
    room_press(&p, ACTION_OPTION_1);
    assert_int_equal(p.grid->rules.preset, 2); // goes on under the hands
    room_press(&p, ACTION_RESET);
    assert_int_equal(p.grid->rules.preset, 0);
    assert_true(net_unrest(&p) == 0.0);
    room_close(&p);
}

static void next_and_previous_go_round(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    for (uint32_t i = 1; i <= GRID_TOOLS; i++) {
        room_press(&p, ACTION_NEXT);
        assert_int_equal(p.grid->rules.tool, i % GRID_TOOLS);
    }
    room_press(&p, ACTION_PREVIOUS);
    assert_int_equal(p.grid->rules.tool, GRID_TOOL_PRESET);
    room_close(&p);
}

// --- options

static const struct {
    const char *words[3];
    const char *named; // in the message; NULL where the words are good
} option_cases[] = {
    { { "--points=16" }, NULL },
    { { "--points=60000" }, NULL },
    { { "--points=1000000", "--material=classic" }, NULL },
    { { "--material=classic", "--points=250000" }, NULL },
    { { "--material=world", "--preset=hole", "--calm" }, NULL },
    { { "--preset=none" }, NULL },
    { { "--points=15" }, "16 to 60000" },
    { { "--points=0" }, "16 to 60000" },
    { { "--points=60001" }, "--material=classic up to 1000000" },
    { { "--points=1000001", "--material=classic" }, "16 to 1000000" },
    { { "--points=" }, "--points" },
    { { "--points=-5" }, "\"-5\"" },
    { { "--points=1e4" }, "\"1e4\"" },
    { { "--points=99999999999999999999" }, "16 to 60000" },
    { { "--points" }, "--points=N" },
    { { "--material=rubber" }, "world or classic" },
    { { "--material=" }, "world or classic" },
    { { "--preset=snow" }, "none, rain, hole, bullets, shocks, breath, storm, meteors" },
    { { "--preset=" }, "none, rain" },
    { { "--calm=1" }, "--calm" },
    { { "--unknown" }, "--unknown" },
};

static void options_are_taken_or_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(option_cases); i++) {
        room_play p;
        char problem[256];
        uint32_t count = 0;
        while (count < 3 && option_cases[i].words[count]) count++;
        const bool good = room_try_open(&p, &grid_room, option_cases[i].words, count, problem);
        if (good != !option_cases[i].named)
            print_error("%s: %s\n", option_cases[i].words[0], problem);
        assert_int_equal(good, !option_cases[i].named);
        if (!good && !strstr(problem, option_cases[i].named)) print_error("%s\n", problem);
        if (good)
            room_close(&p);
        else
            assert_non_null(strstr(problem, option_cases[i].named));
    }
}

static void a_message_never_overruns(void **state)
{
    (void)state;
    char word[200], problem[256];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    memcpy(word, "--preset=", 9);
    const char *words[] = { word };
    const scene_setup setup = {
        .view_width = WIDTH, .view_height = HEIGHT, .option_count = 1, .options = words
    };
    for (size_t size = 1; size < sizeof problem; size++) {
        grid_options o;
        memset(problem, '?', sizeof problem);
        assert_false(grid_options_read(&o, &setup, problem, size));
        assert_non_null(memchr(problem, '\0', size));
        assert_int_equal(problem[size], '?');
    }
}

static void the_help_names_every_option_and_preset(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < grid_preset_count(); i++)
        assert_non_null(strstr(grid_room.options_help, grid_preset_word(i)));
    assert_non_null(strstr(grid_room.options_help, "--points=N"));
    assert_non_null(strstr(grid_room.options_help, "--material=NAME"));
    assert_non_null(strstr(grid_room.options_help, "--calm"));
}

// --- shape and density

static uint32_t points_of(const room_play *p)
{
    return qx_grid_get_info(p->grid->net.grid).points;
}

static void the_net_fills_every_shape_of_window(void **state)
{
    (void)state;
    static const int16_t widths[] = { 960, 1720, 405, 2560, 1, 32767, 1280 };
    room_play p = room_open(&grid_room, NULL);
    for (size_t i = 0; i < COUNT(widths); i++) {
        p.input.view_width = widths[i];
        room_tick(&p, 30);
        const qx_grid_info info = qx_grid_get_info(p.grid->net.grid);
        const qx_vec3 last = p.grid->net.positions[info.points - 1];
        assert_true(info.width == (float)widths[i] && info.height == (float)HEIGHT);
        assert_true(fabsf(last.x - (float)widths[i]) < 0.01f &&
                    fabsf(last.y - (float)HEIGHT) < 0.01f);
        net_assert_finite(&p);
    }
    p.input.view_width = p.input.view_height =
        0; // no window has this shape: the net stays as it is
    room_tick(&p, 2);
    assert_true(p.grid->net.width == (float)WIDTH);
    room_close(&p);
}

static void climb(room_play *p, action a, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++) {
        room_press(p, a);
        room_tick(p, 31);
    }
}

static void density_goes_up_and_down_and_stops(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    climb(&p, ACTION_MORE, 2);
    assert_int_equal(p.grid->net.points, 60000);
    assert_int_equal(p.grid->net.material, QX_GRID_WORLD);
    climb(&p, ACTION_MORE, 1);
    assert_int_equal(p.grid->net.points, 250000);
    assert_int_equal(p.grid->net.material, QX_GRID_CLASSIC);
    p.input.wheel = 1;
    room_tick(&p, 31);
    climb(&p, ACTION_MORE, 1);
    assert_int_equal(p.grid->net.points, 1000000);
    assert_true(p.grid->notice_left > 0);
    room_press(&p, ACTION_MODE);
    room_tick(&p, 31);
    assert_int_equal(p.grid->net.points, 60000);
    assert_int_equal(p.grid->net.material, QX_GRID_WORLD);
    climb(&p, ACTION_LESS, 5);
    assert_int_equal(p.grid->net.points, 1600);
    assert_true(points_of(&p) > 1500 && points_of(&p) < 1700);
    room_close(&p);
}

static void a_new_density_appears_at_rest(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    room_put(&p, 0, 640.0f, 360.0f, 1);
    room_tick(&p, 10);
    p.input.pointers[0].buttons = 0;
    room_press(&p, ACTION_MORE);
    assert_int_equal(p.grid->net.points, 6000); // still fading
    room_tick(&p, 14);
    assert_int_equal(p.grid->net.points, 15000);
    assert_true(net_unrest(&p) < 1.0);
    room_close(&p);
}

static void a_net_that_memory_lacks_for_is_named(void **state)
{
    (void)state;
    room_play p;
    char problem[256];
    uint32_t n = 0;
    for (;; n++) { // the state's own calloc is not counted
        room_allocations = 0;
        room_failing = n;
        const bool opened = room_try_open(&p, &grid_room, NULL, 0, problem);
        room_failing = UINT32_MAX;
        if (opened) break;
        assert_non_null(strstr(problem, "6,000 points"));
        assert_non_null(strstr(problem, "out of memory"));
        assert_non_null(strstr(problem, "--points=N"));
    }
    assert_true(n >= 3);
    room_close(&p);
}

static void a_failed_change_keeps_the_net(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    room_press(&p, ACTION_MORE);
    room_allocations = 0;
    room_failing = 0;
    room_tick(&p, 31);
    room_failing = UINT32_MAX;
    assert_int_equal(p.grid->net.points, 6000);
    assert_string_equal(p.grid->notice, "Not enough memory for 15,000 points");
    climb(&p, ACTION_MORE, 1);
    assert_int_equal(p.grid->net.points, 15000);
    p.input.view_width = 900;
    room_allocations = 0;
    room_failing = 1;
    room_tick(&p, 1);
    room_failing = UINT32_MAX;
    assert_true(p.grid->net.width == (float)WIDTH);
    room_tick(&p, 1);
    assert_true(p.grid->net.width == 900.0f);
    room_close(&p);
}

static void ticks_allocate_nothing(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--preset=storm");
    room_allocations = 0;
    p.input.aim_x = AXIS_FULL;
    room_put(&p, 0, 640.0f, 360.0f, 1);
    room_tick(&p, 200);
    assert_int_equal(room_allocations, 0);
    room_close(&p);
}

int main(void)
{
    room_gain_most = 1.5f; // nothing here is louder
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ripples_start_by_themselves_and_never_run_wild),
        cmocka_unit_test(calm_stays_calm),
        cmocka_unit_test(a_touch_ends_the_ripples_and_they_come_back),
        cmocka_unit_test(every_preset_moves_the_net),
        cmocka_unit_test(the_eighth_tool_goes_through_the_presets),
        cmocka_unit_test(next_and_previous_go_round),
        cmocka_unit_test(options_are_taken_or_named),
        cmocka_unit_test(a_message_never_overruns),
        cmocka_unit_test(the_help_names_every_option_and_preset),
        cmocka_unit_test(the_net_fills_every_shape_of_window),
        cmocka_unit_test(density_goes_up_and_down_and_stops),
        cmocka_unit_test(a_new_density_appears_at_rest),
        cmocka_unit_test(a_net_that_memory_lacks_for_is_named),
        cmocka_unit_test(a_failed_change_keeps_the_net),
        cmocka_unit_test(ticks_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
