// SPDX-License-Identifier: MIT
// The keys page: what is asked for, bound, taken from others, cancelled and cleared.
#include "menu_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <SDL.h>
#include <string.h>

static void open_keys(menu_drive *d)
{
    drive_open(d, MENU_MAIN);
    drive_choose(d, "Settings");
    drive_choose(d, "Keys and buttons");
    drive_wait(d, 0.5f);
}

static void a_key_is_asked_for_and_bound(void **state)
{
    (void)state;
    menu_drive d;
    open_keys(&d);
    assert_false(menu_wants_binding(d.menu));
    assert_int_equal(drive_choose(&d, "Primary"), MENU_NOTHING);
    assert_true(menu_wants_binding(d.menu));
    drive_wait(&d, 1.0f);
    assert_int_equal(drive_key(&d, SDL_SCANCODE_F5), MENU_SETTINGS_CHANGED);
    assert_false(menu_wants_binding(d.menu));
    assert_int_equal(d.settings.keys[ACTION_PRIMARY][0], SDL_SCANCODE_F5);
    assert_string_equal(d.menu->note, "");
    assert_int_equal(drive_back(&d), MENU_SAVE_SETTINGS);
    drive_stop(&d);
}

static void the_second_column_and_the_gamepad_have_their_own(void **state)
{
    (void)state;
    menu_drive d;
    open_keys(&d);
    drive_select(&d, "Primary");
    drive_move(&d, 1, 0);
    drive_confirm(&d);
    assert_int_equal(drive_key(&d, SDL_SCANCODE_RETURN), MENU_SETTINGS_CHANGED);
    assert_int_equal(d.settings.keys[ACTION_PRIMARY][1], SDL_SCANCODE_RETURN);
    assert_int_equal(d.settings.keys[ACTION_PRIMARY][0], SDL_SCANCODE_SPACE);
    drive_move(&d, 1, 0);
    drive_move(&d, 1, 0); // no fourth column
    drive_confirm(&d);
    assert_int_equal(drive_key(&d, SDL_SCANCODE_K), MENU_NOTHING); // a button is asked for
    assert_true(menu_wants_binding(d.menu));
    assert_int_equal(drive_button(&d, BUTTON_TRIGGER_RIGHT), MENU_SETTINGS_CHANGED);
    assert_int_equal(d.settings.buttons[ACTION_PRIMARY], BUTTON_TRIGGER_RIGHT);
    drive_stop(&d);
}

static void a_key_in_use_is_taken_and_that_is_said(void **state)
{
    (void)state;
    menu_drive d;
    open_keys(&d);
    drive_choose(&d, "Primary");
    drive_key(&d, SDL_SCANCODE_E);
    assert_int_equal(d.settings.keys[ACTION_PRIMARY][0], SDL_SCANCODE_E);
    assert_int_equal(d.settings.keys[ACTION_NEXT][0], 0);
    assert_non_null(strstr(d.menu->note, "E was taken from \"Next\""));
    drive_move(&d, 1, 0);
    drive_confirm(&d); // its own other place
    drive_key(&d, SDL_SCANCODE_E);
    assert_int_equal(d.settings.keys[ACTION_PRIMARY][0], 0);
    assert_int_equal(d.settings.keys[ACTION_PRIMARY][1], SDL_SCANCODE_E);
    assert_non_null(strstr(d.menu->note, "moved here"));
    drive_confirm(&d); // the same again: nothing is taken from anyone
    drive_key(&d, SDL_SCANCODE_E);
    assert_string_equal(d.menu->note, "");
    assert_int_equal(d.settings.keys[ACTION_PRIMARY][1], SDL_SCANCODE_E);

    drive_move(&d, 1, 0);
    drive_confirm(&d);
    drive_button(&d, SDL_CONTROLLER_BUTTON_B + 1);
    assert_int_equal(d.settings.buttons[ACTION_PRIMARY], SDL_CONTROLLER_BUTTON_B + 1);
    assert_int_equal(d.settings.buttons[ACTION_SECONDARY], 0);
    assert_non_null(strstr(d.menu->note, "B was taken from \"Secondary\""));
    drive_stop(&d);
}

static void asking_can_be_cancelled_by_any_hand(void **state)
{
    (void)state;
    menu_drive d;
    open_keys(&d);
    const settings before = d.settings;
    for (int way = 0; way < 5; way++) {
        drive_choose(&d, "Primary");
        assert_true(menu_wants_binding(d.menu));
        if (way == 0) drive_key(&d, SDL_SCANCODE_ESCAPE);
        if (way == 1) drive_button(&d, SDL_CONTROLLER_BUTTON_START + 1);
        if (way == 2) drive_click(&d, 640.0f, 360.0f);
        if (way == 3) drive_wait(&d, 9.0f); // nobody is there
        if (way == 4) {
            d.input.back = d.input.confirm = true; // what Escape also means does not count here
            drive_key(&d, SDL_SCANCODE_ESCAPE);
        }
        assert_false(menu_wants_binding(d.menu));
        assert_int_equal(drive_page(&d), MENU_KEYS);
        assert_memory_equal(&before, &d.settings, sizeof before);
    }
    assert_int_equal(drive_back(&d), MENU_NOTHING);
    drive_stop(&d);
}

static void a_binding_can_be_cleared(void **state)
{
    (void)state;
    menu_drive d;
    open_keys(&d);
    drive_choose(&d, "Primary");
    assert_int_equal(drive_key(&d, SDL_SCANCODE_BACKSPACE), MENU_SETTINGS_CHANGED);
    assert_int_equal(d.settings.keys[ACTION_PRIMARY][0], 0);
    drive_move(&d, 1, 0);
    drive_move(&d, 1, 0);
    drive_confirm(&d);
    assert_int_equal(drive_button(&d, SDL_CONTROLLER_BUTTON_BACK + 1), MENU_SETTINGS_CHANGED);
    assert_int_equal(d.settings.buttons[ACTION_PRIMARY], 0);
    drive_stop(&d);
}

static void pointers_choose_the_cell_they_are_on(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DRIVE_SHAPES; i++) {
        for (uint32_t column = 0; column < KEY_COLUMNS; column++) {
            menu_drive d;
            float x, y, left, right;
            drive_start(&d, drive_shapes[i][0], drive_shapes[i][1]);
            menu_open(d.menu, MENU_MAIN);
            drive_choose(&d, "Settings");
            drive_choose(&d, "Keys and buttons");
            drive_row_place(&d, "Option 8", 0.5f, &x, &y);
            const layout l = menu_layout(d.menu, drive_shapes[i][0], drive_shapes[i][1]);
            menu_cell(&l, &(row_info){ .kind = ROW_BINDING }, column, &left, &right);
            drive_click(&d, 0.5f * (left + right) * l.zoom, y);
            assert_true(menu_wants_binding(d.menu));
            assert_int_equal(d.menu->column, column);
            assert_int_equal(menu_row(d.menu, d.menu->selected).item, ACTION_OPTION_8);
            d.input.key = SDL_SCANCODE_F8;
            assert_int_equal(drive_button(&d, 11), MENU_SETTINGS_CHANGED);
            if (column < 2)
                assert_int_equal(d.settings.keys[ACTION_OPTION_8][column], SDL_SCANCODE_F8);
            else
                assert_int_equal(d.settings.buttons[ACTION_OPTION_8], 11);
            drive_stop(&d);
        }
    }
}

static void codes_that_no_key_has_are_not_bound(void **state)
{
    (void)state;
    static const int32_t codes[] = { -1, SDL_NUM_SCANCODES, INT32_MAX, INT32_MIN };
    menu_drive d;
    open_keys(&d);
    drive_choose(&d, "Primary");
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        assert_int_equal(drive_key(&d, codes[i]), MENU_NOTHING);
        assert_true(menu_wants_binding(d.menu));
    }
    assert_int_equal(d.settings.keys[ACTION_PRIMARY][0], SDL_SCANCODE_SPACE);
    drive_stop(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_asked_for_and_bound),
        cmocka_unit_test(the_second_column_and_the_gamepad_have_their_own),
        cmocka_unit_test(a_key_in_use_is_taken_and_that_is_said),
        cmocka_unit_test(asking_can_be_cancelled_by_any_hand),
        cmocka_unit_test(a_binding_can_be_cleared),
        cmocka_unit_test(pointers_choose_the_cell_they_are_on),
        cmocka_unit_test(codes_that_no_key_has_are_not_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
