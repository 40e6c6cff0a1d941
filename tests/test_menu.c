// SPDX-License-Identifier: MIT
// The menu as a state machine: keyboard, gamepad and pointer each reach and leave everything.
#include "menu_drive.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <SDL.h>
#include <math.h>
#include <string.h>

// Ways through all pages, by one kind of hand

typedef menu_command (*chooser)(menu_drive *d, const char *title);

static void visit_every_page(menu_drive *d, chooser choose)
{
    menu_open(d->menu, MENU_MAIN);
    drive_wait(d, 0.5f);
    choose(d, "Settings");
    assert_int_equal(drive_page(d), MENU_SETTINGS);
    choose(d, "Keys and buttons");
    assert_int_equal(drive_page(d), MENU_KEYS);
    choose(d, "Back");
    assert_int_equal(drive_page(d), MENU_SETTINGS);
    choose(d, "Back");
    assert_int_equal(drive_page(d), MENU_MAIN);

    uint32_t row, place;
    choose(d, "Scores");
    assert_int_equal(drive_page(d), MENU_SCORES);
    assert_int_equal(choose(d, "Grace Hopper"), MENU_WATCH);
    menu_get_entry(d->menu, &row, &place);
    assert_int_equal(row, 2);
    assert_int_equal(place, 2);
    menu_open(d->menu, MENU_SCORES);
    choose(d, "Back");
    assert_int_equal(drive_page(d), MENU_MAIN);

    for (uint32_t i = 0; i < scene_count; i++) {
        assert_int_equal(choose(d, scenes[i]->title), MENU_START);
        assert_int_equal(menu_get_scene(d->menu), i);
        assert_int_equal(drive_page(d), MENU_CLOSED);
        menu_set_paused_scene(d->menu, scenes[i]);
        menu_open(d->menu, MENU_PAUSE);
        assert_int_equal(choose(d, "Resume"), MENU_RESUME);
        assert_int_equal(drive_page(d), MENU_CLOSED);
        menu_open(d->menu, MENU_PAUSE);
        assert_int_equal(choose(d, "Restart"), MENU_RESTART);
        assert_int_equal(drive_page(d), MENU_CLOSED);
        menu_open(d->menu, MENU_PAUSE);
        choose(d, "Settings");
        assert_int_equal(drive_page(d), MENU_SETTINGS);
        choose(d, "Back");
        assert_int_equal(drive_page(d), MENU_PAUSE);
        assert_int_equal(choose(d, "Leave"), MENU_LEAVE);
        assert_int_equal(drive_page(d), MENU_MAIN);
    }
    menu_report(d->menu, "Something is the matter.");
    assert_int_equal(drive_page(d), MENU_PROBLEM);
    choose(d, "Continue");
    assert_int_equal(drive_page(d), MENU_MAIN);
    assert_int_equal(choose(d, "Quit"), MENU_QUIT);
}

static void keys_reach_and_leave_every_page(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DRIVE_SHAPES; i++) {
        menu_drive d;
        drive_start(&d, drive_shapes[i][0], drive_shapes[i][1]);
        visit_every_page(&d, drive_choose);
        drive_stop(&d);
    }
}

static void pointers_reach_and_leave_every_page(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DRIVE_SHAPES; i++) {
        menu_drive d;
        drive_start(&d, drive_shapes[i][0], drive_shapes[i][1]);
        visit_every_page(&d, drive_click_row);
        drive_stop(&d);
    }
}

static void back_leaves_every_page(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_PAUSE);
    drive_choose(&d, "Settings");
    drive_choose(&d, "Keys and buttons");
    drive_back(&d);
    assert_int_equal(drive_page(&d), MENU_SETTINGS);
    drive_back(&d);
    assert_int_equal(drive_page(&d), MENU_PAUSE);
    assert_int_equal(drive_back(&d), MENU_RESUME);
    assert_int_equal(drive_page(&d), MENU_CLOSED);
    menu_open(d.menu, MENU_PAUSE);
    d.input.pause = true; // Start on a gamepad
    assert_int_equal(drive_step(&d), MENU_RESUME);

    menu_open(d.menu, MENU_MAIN);
    for (int i = 0; i < 5; i++) // never out of the program by one key too many
        assert_int_equal(drive_back(&d), MENU_NOTHING);
    assert_int_equal(drive_page(&d), MENU_MAIN);
    assert_int_equal(d.menu->selected, drive_find(&d, "Quit"));
    drive_stop(&d);
}

static void the_arrow_beside_the_title_goes_back(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DRIVE_SHAPES; i++) {
        menu_drive d;
        drive_start(&d, drive_shapes[i][0], drive_shapes[i][1]);
        menu_open(d.menu, MENU_MAIN);
        drive_choose(&d, "Settings");
        const layout l = menu_layout(d.menu, drive_shapes[i][0], drive_shapes[i][1]);
        drive_click(&d, (l.left + 10.0f) * l.zoom, 50.0f * l.zoom);
        assert_int_equal(drive_page(&d), MENU_MAIN);
        drive_click(&d, (l.left + 10.0f) * l.zoom, 50.0f * l.zoom);
        assert_int_equal(drive_page(&d), MENU_MAIN);
        drive_stop(&d);
    }
}

static void selection_goes_round_and_skips_headings(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    drive_choose(&d, "Settings");
    uint32_t seen[ROW_MAX] = { 0 };
    const uint32_t start = d.menu->selected;
    do {
        const row_info r = menu_row(d.menu, d.menu->selected);
        assert_true(menu_row_selectable(&r));
        seen[d.menu->selected]++;
        drive_move(&d, 0, -1);
    } while (d.menu->selected != start);
    for (uint32_t i = 0; i < menu_row_count(d.menu); i++) {
        const row_info r = menu_row(d.menu, i);
        assert_int_equal(seen[i], menu_row_selectable(&r) ? 1 : 0);
    }
    drive_stop(&d);
}

static void pages_remember_their_row(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    assert_int_equal(drive_choose(&d, "Third"), MENU_START);
    menu_open(d.menu, MENU_MAIN);
    assert_int_equal(d.menu->selected, drive_find(&d, "Third"));
    drive_choose(&d, "Settings");
    drive_choose(&d, "Keys and buttons");
    drive_back(&d);
    assert_int_equal(d.menu->selected, drive_find(&d, "Keys and buttons"));
    drive_stop(&d);
}

// Settings

static void changes_are_told_and_saved_on_leaving(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    drive_choose(&d, "Settings");
    assert_int_equal(drive_back(&d), MENU_NOTHING); // nothing changed, nothing to save
    drive_choose(&d, "Settings");
    drive_select(&d, "Flashes");
    assert_int_equal(drive_move(&d, -1, 0), MENU_SETTINGS_CHANGED);
    assert_true(fabsf(d.settings.flash - 0.45f) < 1e-6f);
    assert_int_equal(drive_choose(&d, "Reduced motion"), MENU_SETTINGS_CHANGED);
    assert_true(d.settings.reduced_motion);
    assert_int_equal(drive_choose(&d, "Quality"), MENU_SETTINGS_CHANGED);
    assert_int_equal(d.settings.quality, QUALITY_LOW);
    assert_int_equal(drive_back(&d), MENU_SAVE_SETTINGS);
    assert_int_equal(drive_page(&d), MENU_MAIN);
    drive_choose(&d, "Settings");
    assert_int_equal(drive_back(&d), MENU_NOTHING);
    drive_stop(&d);
}

static void every_value_stops_at_its_ends(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    drive_choose(&d, "Settings");
    for (uint32_t i = 0; i < menu_row_count(d.menu); i++) {
        const row_info r = menu_row(d.menu, i);
        if (r.verb != VERB_CHANGE) continue;
        drive_select(&d, r.title);
        for (int side = -1; side <= 1; side += 2) {
            uint32_t changed = 0;
            for (int n = 0; n < 40; n++)
                changed += drive_move(&d, side, 0) == MENU_SETTINGS_CHANGED;
            assert_int_equal(drive_move(&d, side, 0), MENU_NOTHING);
            assert_true(side < 0 || changed > 0); // from one end to the other
            assert_int_equal(settings_repair(&d.settings), 0);
        }
    }
    assert_true(d.settings.flash == 1.0f && d.settings.stick_dead_zone == 0.9f);
    assert_true(d.settings.stick_curve == 3.0f && d.settings.frame_cap == 240);
    assert_true(d.settings.fullscreen && d.settings.vsync && d.settings.reduced_motion);
    assert_int_equal(d.settings.quality, QUALITY_HIGH);
    assert_int_equal(d.settings.palette, 1);
    drive_stop(&d);
}

static void toggles_and_choices_go_round_by_confirm(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    drive_choose(&d, "Settings");
    for (uint32_t i = 0; i < menu_row_count(d.menu); i++) {
        const row_info r = menu_row(d.menu, i);
        if (r.kind != ROW_TOGGLE && r.kind != ROW_CHOICE) continue;
        const settings before = d.settings;
        drive_select(&d, r.title);
        for (uint32_t n = 0; n < menu_setting_choices(r.item); n++)
            assert_int_equal(drive_confirm(&d), MENU_SETTINGS_CHANGED);
        assert_memory_equal(&before, &d.settings, sizeof before);
    }
    drive_stop(&d);
}

static void sliders_follow_the_pointer(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DRIVE_SHAPES; i++) {
        menu_drive d;
        float x, y, left, right;
        drive_start(&d, drive_shapes[i][0], drive_shapes[i][1]);
        menu_open(d.menu, MENU_MAIN);
        drive_choose(&d, "Settings");
        drive_row_place(&d, "Camera shake", 0.5f, &x, &y);
        const layout l = menu_layout(d.menu, drive_shapes[i][0], drive_shapes[i][1]);
        menu_row_control(&l, &left, &right);
        d.input.pointer_held = d.input.pointer_clicked = true;
        d.input.pointer_x = (0.75f * left + 0.25f * right) * l.zoom;
        d.input.pointer_y = y;
        assert_int_equal(drive_step(&d), MENU_SETTINGS_CHANGED);
        assert_true(fabsf(d.settings.shake - 0.25f) < 1e-6f);
        d.input.pointer_x = 1e6f; // dragged beyond its end, and away from its row
        d.input.pointer_y = 0.0f;
        d.input.pointer_moved = true;
        assert_int_equal(drive_step(&d), MENU_SETTINGS_CHANGED);
        assert_true(d.settings.shake == 1.0f);
        assert_int_equal(drive_step(&d), MENU_NOTHING);
        d.input.pointer_held = false;
        drive_step(&d);
        assert_int_equal(drive_page(&d),
                         MENU_SETTINGS); // let go over the arrow, but not pressed there
        d.input.pointer_x = left * l.zoom;
        d.input.pointer_moved = true;
        assert_int_equal(drive_step(&d), MENU_NOTHING);
        assert_int_equal(drive_back(&d), MENU_SAVE_SETTINGS);
        drive_stop(&d);
    }
}

static void clicks_on_a_choice_go_either_way(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    float x, y, left, right;
    drive_choose(&d, "Settings");
    drive_row_place(&d, "Frame limit", 0.9f, &x, &y);
    assert_int_equal(drive_click(&d, x, y), MENU_SETTINGS_CHANGED);
    assert_int_equal(d.settings.frame_cap, 30);
    const layout l = menu_layout(d.menu, 1280, 720);
    menu_row_control(&l, &left, &right);
    assert_int_equal(drive_click(&d, left + 4.0f, y), MENU_SETTINGS_CHANGED);
    assert_int_equal(d.settings.frame_cap, 0);
    assert_int_equal(drive_click(&d, left + 4.0f, y), MENU_NOTHING); // at its end
    drive_stop(&d);
}

static void odd_numbers_from_a_file_are_shown_and_kept(void **state)
{
    (void)state;
    char room[32];
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    d.settings.frame_cap = 75;
    d.settings.flash = 0.333f;
    drive_choose(&d, "Settings");
    const row_info cap = menu_row(d.menu, drive_find(&d, "Frame limit"));
    assert_string_equal(menu_setting_text(&d.settings, cap.item, room), "75");
    assert_int_equal(drive_back(&d), MENU_NOTHING);
    assert_int_equal(d.settings.frame_cap, 75);
    drive_choose(&d, "Settings");
    drive_select(&d, "Flashes");
    drive_move(&d, 1, 0); // to the grid of the slider
    assert_true(fabsf(d.settings.flash - 0.40f) < 1e-6f);
    drive_stop(&d);
}

static void restoring_asks_once_more(void **state)
{
    (void)state;
    settings preset;
    settings_defaults(&preset);
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    d.settings.flash = 0.0f;
    d.settings.keys[ACTION_MODE][0] = SDL_SCANCODE_F5;
    drive_choose(&d, "Settings");
    assert_int_equal(drive_choose(&d, "Restore defaults"), MENU_NOTHING);
    drive_move(&d, 0, 1); // thought better of it
    assert_int_equal(drive_choose(&d, "Restore defaults"), MENU_NOTHING);
    assert_true(d.settings.flash == 0.0f);
    assert_int_equal(drive_confirm(&d), MENU_SETTINGS_CHANGED);
    assert_true(d.settings.flash == preset.flash);
    assert_int_equal(d.settings.keys[ACTION_MODE][0], SDL_SCANCODE_F5);

    drive_choose(&d, "Keys and buttons");
    d.settings.flash = 0.0f;
    assert_int_equal(drive_choose(&d, "Restore defaults"), MENU_NOTHING);
    assert_int_equal(drive_confirm(&d), MENU_SETTINGS_CHANGED);
    assert_int_equal(d.settings.keys[ACTION_MODE][0], preset.keys[ACTION_MODE][0]);
    assert_true(d.settings.flash == 0.0f);
    assert_int_equal(drive_back(&d), MENU_SAVE_SETTINGS);
    drive_stop(&d);
}

// Reports

static void reports_are_read_one_after_another(void **state)
{
    (void)state;
    menu_drive d;
    drive_start(&d, 1280, 720);
    menu_report(d.menu, "First.");
    menu_report(d.menu, "Second.");
    menu_open(d.menu, MENU_MAIN); // waits until they were read
    assert_int_equal(drive_page(&d), MENU_PROBLEM);
    assert_string_equal(d.menu->reports[0], "First.");
    assert_int_equal(drive_confirm(&d), MENU_NOTHING);
    assert_int_equal(drive_page(&d), MENU_PROBLEM);
    assert_string_equal(d.menu->reports[0], "Second.");
    drive_back(&d);
    assert_int_equal(drive_page(&d), MENU_MAIN);
    drive_stop(&d);
}

static void a_report_over_a_running_scene_resumes_it(void **state)
{
    (void)state;
    menu_drive d;
    drive_start(&d, 1280, 720);
    assert_int_equal(drive_confirm(&d), MENU_NOTHING); // closed: nothing to answer
    menu_report(d.menu, "The disk is full.");
    assert_int_equal(drive_confirm(&d), MENU_RESUME);
    assert_int_equal(drive_page(&d), MENU_CLOSED);
    drive_stop(&d);
}

static void too_many_and_too_long_reports_are_survived(void **state)
{
    (void)state;
    char words[3000];
    memset(words, 'w', sizeof words);
    words[sizeof words - 1] = '\0';
    menu_drive d;
    drive_open(&d, MENU_PAUSE);
    for (int i = 0; i < 10; i++) menu_report(d.menu, words);
    menu_report(d.menu, "");
    uint32_t read = 0;
    for (; drive_page(&d) == MENU_PROBLEM; read++) drive_confirm(&d);
    assert_int_equal(read, REPORT_MAX);
    assert_int_equal(drive_page(&d), MENU_PAUSE);
    drive_stop(&d);
}

// Motion and layout

static void check_layout(menu_drive *d)
{
    const layout l = menu_layout(d->menu, d->input.width, d->input.height);
    assert_true(l.left >= 10.0f && l.right <= l.width - 10.0f && l.right - l.left >= 150.0f);
    assert_true(l.top >= 0.0f && l.bottom <= l.height && l.bottom - l.top >= 36.0f);
    const bool beside = l.side_right <= l.left || l.side_left >= l.right;
    const bool below = l.side_top >= l.bottom;
    assert_true(l.side_right <= l.side_left || beside || below);
    assert_true(l.side_left >= 0.0f && l.side_right <= l.width);
    const row_info r = menu_row(d->menu, d->menu->selected);
    const float top =
        l.content_top - d->menu->motion.scroll + menu_row_top(d->menu, &l, d->menu->selected);
    assert_true(menu_row_visible(&l, top, menu_row_height(&l, &r)) == 1.0f);
}

static void the_selected_row_is_always_in_sight(void **state)
{
    (void)state;
    static const char *const ways[][2] = { { NULL, NULL },
                                           { "Settings", NULL },
                                           { "Settings", "Keys and buttons" } };
    for (uint32_t i = 0; i < DRIVE_SHAPES; i++) {
        for (uint32_t w = 0; w < 4; w++) {
            menu_drive d;
            drive_start(&d, drive_shapes[i][0], drive_shapes[i][1]);
            if (w == 3) menu_set_paused_scene(d.menu, scenes[0]);
            menu_open(d.menu, w == 3 ? MENU_PAUSE : MENU_MAIN);
            if (w < 3 && ways[w][0]) drive_choose(&d, ways[w][0]);
            if (w < 3 && ways[w][1]) drive_choose(&d, ways[w][1]);
            for (uint32_t n = 0; n < menu_row_count(d.menu) + 2; n++) {
                drive_wait(&d, 1.0f);
                check_layout(&d);
                drive_move(&d, 0, n < 5 ? -1 : 1);
            }
            drive_stop(&d);
        }
    }
}

static void a_finger_scrolls_without_choosing(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    drive_choose(&d, "Settings");
    drive_wait(&d, 1.0f);
    const settings before = d.settings;
    d.input.pointer_x = 400.0f;
    d.input.pointer_y = 600.0f;
    d.input.pointer_clicked = d.input.pointer_held = true;
    drive_step(&d);
    for (int i = 0; i < 20; i++) {
        d.input.pointer_y -= 12.0f;
        drive_step(&d);
    }
    assert_true(d.menu->motion.scroll > 150.0f);
    d.input.pointer_held = false;
    assert_int_equal(drive_step(&d), MENU_NOTHING);
    assert_memory_equal(&before, &d.settings, sizeof before);
    d.input.wheel = 100;
    drive_step(&d);
    drive_wait(&d, 1.5f);
    assert_true(d.menu->motion.scroll == 0.0f);
    drive_stop(&d);
}

// Clicks may be told going down or coming up, with or without the button being held in between.
static void every_telling_of_a_click_counts_once(void **state)
{
    (void)state;
    static const struct {
        bool clicked, held;
    } tellings[][3] = {
        { { true, true }, { false, true }, { false, false } },
        { { false, true }, { false, true }, { true, false } },
        { { true, false }, { false, false }, { false, false } },
        { { false, true }, { false, false }, { false, false } },
    };
    for (size_t t = 0; t < sizeof tellings / sizeof tellings[0]; t++) {
        menu_drive d;
        drive_open(&d, MENU_MAIN);
        float x, y;
        uint32_t changes = 0;
        drive_choose(&d, "Settings");
        drive_row_place(&d, "Vertical sync", 0.2f, &x, &y);
        d.input.pointer_x = x;
        d.input.pointer_y = y;
        for (int i = 0; i < 3; i++) {
            d.input.pointer_clicked = tellings[t][i].clicked;
            d.input.pointer_held = tellings[t][i].held;
            changes += drive_step(&d) == MENU_SETTINGS_CHANGED;
        }
        assert_int_equal(changes, 1);
        assert_false(d.settings.vsync);
        drive_stop(&d);
    }
}

static void a_resting_pointer_leaves_the_selection_to_the_keys(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    float x, y;
    drive_row_place(&d, "Second", 0.5f, &x, &y);
    d.input.pointer_x = x;
    d.input.pointer_y = y;
    d.input.pointer_moved = true;
    drive_step(&d);
    assert_int_equal(d.menu->selected, drive_find(&d, "Second"));
    drive_move(&d, 0, 1);
    drive_wait(&d, 0.5f);
    assert_int_equal(d.menu->selected, drive_find(&d, "Third"));
    drive_stop(&d);
}

static void motion_eases_unless_it_is_reduced(void **state)
{
    (void)state;
    menu_drive d;
    drive_open(&d, MENU_MAIN);
    const layout l = menu_layout(d.menu, 1280, 720);
    float before = d.menu->motion.cursor_top;
    drive_move(&d, 0, 1);
    const float target = menu_row_top(d.menu, &l, d.menu->selected);
    float largest = 0.0f;
    for (int i = 0; i < 60; i++) {
        largest = fmaxf(largest, fabsf(d.menu->motion.cursor_top - before));
        before = d.menu->motion.cursor_top;
        drive_step(&d);
    }
    assert_true(largest > 0.0f && largest < 0.6f * target);
    assert_true(d.menu->motion.cursor_top == target);

    d.settings.reduced_motion = true;
    const double time = d.menu->motion.time;
    drive_move(&d, 0, 1);
    assert_true(d.menu->motion.cursor_top == menu_row_top(d.menu, &l, d.menu->selected));
    assert_true(d.menu->motion.glow[d.menu->selected] <
                0.5f); // brightness still eases: nothing blinks
    assert_true(d.menu->motion.time == time);
    drive_stop(&d);
}

// Anything at all, for a long time

static float any_place(qx_random *r)
{
    static const float odd[] = { NAN, INFINITY, -INFINITY, -1e30f, 1e30f };
    if (qx_random_below(r, 50) == 0) return odd[qx_random_below(r, 5)];
    return qx_random_range(r, -100.0f, 1400.0f);
}

static menu_input any_input(qx_random *r)
{
    menu_input in = { .dx = (int)qx_random_below(r, 3) - 1,
                      .dy = (int)qx_random_below(r, 3) - 1,
                      .confirm = qx_random_below(r, 8) == 0,
                      .back = qx_random_below(r, 30) == 0,
                      .pause = qx_random_below(r, 60) == 0,
                      .pointer_moved = qx_random_below(r, 4) == 0,
                      .pointer_clicked = qx_random_below(r, 8) == 0,
                      .pointer_held = qx_random_below(r, 3) == 0,
                      .pointer_x = any_place(r),
                      .pointer_y = any_place(r),
                      .key = qx_random_below(r, 20) == 0 ? (int32_t)qx_random_next(r) : 0,
                      .button = (int32_t)qx_random_below(r, 40) - 5,
                      .wheel = (int)qx_random_below(r, 9) - 4 };
    const uint32_t shape = qx_random_below(r, DRIVE_SHAPES);
    if (qx_random_below(r, 10) == 0) in.key = (int32_t)qx_random_below(r, SDL_NUM_SCANCODES);
    in.width = drive_shapes[shape][0];
    in.height = drive_shapes[shape][1];
    return in;
}

static void check_sound(const menu_drive *d)
{
    settings copy = d->settings;
    const row_motion *motion = &d->menu->motion;
    assert_int_equal(settings_repair(&copy), 0);
    assert_true(isfinite(motion->scroll) && isfinite(motion->cursor_top) &&
                isfinite(motion->cursor_left));
    assert_true(motion->appear >= 0.0f && motion->appear <= 1.0f);
    if (drive_page(d) == MENU_CLOSED) return;
    const row_info r = menu_row(d->menu, d->menu->selected);
    assert_true(d->menu->selected < menu_row_count(d->menu) && menu_row_selectable(&r));
    assert_true(d->menu->column < KEY_COLUMNS);
}

static void no_input_breaks_it(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        qx_random r;
        menu_drive d;
        qx_random_seed(&r, seed, 3);
        drive_start(&d, 1280, 720);
        menu_open(d.menu, MENU_MAIN);
        for (int i = 0; i < 2500; i++) {
            const menu_input in = any_input(&r);
            const float seconds = qx_random_below(&r, 20) == 0 ? any_place(&r) : 0.016f;
            menu_step(d.menu, &in, seconds);
            check_sound(&d);
            if (qx_random_below(&r, 300) == 0) menu_report(d.menu, "A report in between.");
            if (drive_page(&d) != MENU_CLOSED) continue;
            menu_set_paused_scene(d.menu, scenes[qx_random_below(&r, scene_count)]);
            menu_open(d.menu, qx_random_below(&r, 2) ? MENU_PAUSE : MENU_MAIN);
        }
        drive_stop(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_reach_and_leave_every_page),
        cmocka_unit_test(pointers_reach_and_leave_every_page),
        cmocka_unit_test(back_leaves_every_page),
        cmocka_unit_test(the_arrow_beside_the_title_goes_back),
        cmocka_unit_test(selection_goes_round_and_skips_headings),
        cmocka_unit_test(pages_remember_their_row),
        cmocka_unit_test(changes_are_told_and_saved_on_leaving),
        cmocka_unit_test(every_value_stops_at_its_ends),
        cmocka_unit_test(toggles_and_choices_go_round_by_confirm),
        cmocka_unit_test(sliders_follow_the_pointer),
        cmocka_unit_test(clicks_on_a_choice_go_either_way),
        cmocka_unit_test(odd_numbers_from_a_file_are_shown_and_kept),
        cmocka_unit_test(restoring_asks_once_more),
        cmocka_unit_test(reports_are_read_one_after_another),
        cmocka_unit_test(a_report_over_a_running_scene_resumes_it),
        cmocka_unit_test(too_many_and_too_long_reports_are_survived),
        cmocka_unit_test(the_selected_row_is_always_in_sight),
        cmocka_unit_test(a_finger_scrolls_without_choosing),
        cmocka_unit_test(every_telling_of_a_click_counts_once),
        cmocka_unit_test(a_resting_pointer_leaves_the_selection_to_the_keys),
        cmocka_unit_test(motion_eases_unless_it_is_reduced),
        cmocka_unit_test(no_input_breaks_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
