// SPDX-License-Identifier: MIT
// Devices into ticks: nothing that was pressed is lost, nothing counts twice, sticks are true.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "input.h"
#include "replay.h"

#include <SDL_gamecontroller.h>
#include <SDL_scancode.h>
#include <math.h>
#include <stdlib.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static settings chosen;
static const input_view view = { { 0, 0, 320, 240 }, 640, 480, 50.0f };

static input fresh(void)
{
    input in;
    settings_defaults(&chosen);
    input_start(&in, &chosen);
    return in;
}

static void press(input *in, int32_t key)
{
    input_key(in, key, true);
}

static void let_go(input *in, int32_t key)
{
    input_key(in, key, false);
}

// --- sticks

static double length_of(const int16_t v[2])
{
    return sqrt((double)v[0] * v[0] + (double)v[1] * v[1]);
}

static void sticks_are_never_longer_than_full(void **state)
{
    (void)state;
    static const float zones[] = { 0.0f, 0.1f, 0.2f, 0.5f, 0.9f };
    static const float curves[] = { 1.0f, 1.5f, 3.0f };
    for (size_t z = 0; z < COUNT(zones); z++) {
        for (size_t c = 0; c < COUNT(curves); c++) {
            for (int32_t x = -32768; x <= 32767; x += 331) {
                for (int32_t y = -32768; y <= 32767; y += 331) {
                    int16_t out[2];
                    input_stick(x, y, zones[z], curves[c], out);
                    assert_true(length_of(out) <= AXIS_FULL);
                    if (sqrt((double)x * x + (double)y * y) / 32767.0 < zones[z] - 1e-4)
                        assert_true(out[0] == 0 && out[1] == 0);
                }
            }
        }
    }
}

static void sticks_reach_full_and_keep_their_direction(void **state)
{
    (void)state;
    for (int degree = 0; degree < 360; degree++) {
        const double angle = degree * 3.14159265358979 / 180.0;
        int16_t out[2];
        input_stick((int32_t)(40000 * cos(angle)), (int32_t)(40000 * sin(angle)), 0.2f, 1.5f, out);
        assert_true(length_of(out) > AXIS_FULL - 3);
        const double turned = atan2(out[1], out[0]) - angle;
        assert_true(fabs(sin(turned)) < 1e-3 && cos(turned) > 0.0);
    }
}

static void the_dead_zone_is_stretched_away(void **state)
{
    (void)state;
    int16_t out[2];
    input_stick(6554, 0, 0.2f, 1.0f, out); // just outside: almost nothing, not a jump to 0.2
    assert_true(out[0] >= 0 && out[0] < 10);
    input_stick(19661, 0, 0.2f, 1.0f, out); // half of what is left
    assert_true(abs(out[0] - AXIS_FULL / 2) < 10);
    input_stick(19661, 0, 0.2f, 2.0f, out);
    assert_true(abs(out[0] - AXIS_FULL / 4) < 10);
    assert_int_equal(out[1], 0);
}

static void diagonals_of_keys_are_no_faster(void **state)
{
    (void)state;
    input in = fresh();
    press(&in, SDL_SCANCODE_D);
    tick_input tick = input_take(&in, &view);
    assert_int_equal(tick.move_x, AXIS_FULL);
    assert_int_equal(tick.move_y, 0);
    press(&in, SDL_SCANCODE_W);
    tick = input_take(&in, &view);
    assert_true(tick_input_valid(&tick));
    assert_true(tick.move_x > 23000 && tick.move_y < -23000);
    press(&in, SDL_SCANCODE_A); // against D
    tick = input_take(&in, &view);
    assert_int_equal(tick.move_x, 0);
    assert_int_equal(tick.move_y, -AXIS_FULL);
}

// --- edges

static void a_press_counts_once(void **state)
{
    (void)state;
    input in = fresh();
    press(&in, SDL_SCANCODE_SPACE);
    assert_int_equal(input_take(&in, &view).pressed, ACTION_BIT(ACTION_PRIMARY));
    for (int tick = 0; tick < 5; tick++) {
        const tick_input next = input_take(&in, &view);
        assert_int_equal(next.pressed, 0);
        assert_int_equal(next.held, ACTION_BIT(ACTION_PRIMARY));
    }
    let_go(&in, SDL_SCANCODE_SPACE);
    assert_int_equal(input_take(&in, &view).held, 0);
}

static void a_press_between_two_ticks_is_not_lost(void **state)
{
    (void)state;
    input in = fresh();
    press(&in, SDL_SCANCODE_SPACE);
    let_go(&in, SDL_SCANCODE_SPACE);
    press(&in, SDL_SCANCODE_D);
    let_go(&in, SDL_SCANCODE_D);
    const tick_input tick = input_take(&in, &view);
    assert_true(tick.pressed & ACTION_BIT(ACTION_PRIMARY));
    assert_int_equal(tick.held, 0);
    assert_int_equal(tick.move_x, AXIS_FULL); // a tap moves for one tick
    assert_int_equal(input_take(&in, &view).move_x, 0);
}

static void two_keys_of_one_action_are_one_press(void **state)
{
    (void)state;
    input in = fresh();
    const uint32_t bit = ACTION_BIT(ACTION_SECONDARY);
    press(&in, SDL_SCANCODE_LSHIFT);
    assert_int_equal(input_take(&in, &view).pressed, bit);
    press(&in, SDL_SCANCODE_RSHIFT);
    assert_int_equal(input_take(&in, &view).pressed, 0);
    let_go(&in, SDL_SCANCODE_LSHIFT);
    assert_int_equal(input_take(&in, &view).held, bit);
    let_go(&in, SDL_SCANCODE_RSHIFT);
    assert_int_equal(input_take(&in, &view).held, 0);
}

static void keys_out_of_range_are_nothing(void **state)
{
    (void)state;
    static const int32_t keys[] = { INT32_MIN, -1, 0, INPUT_KEYS, INT32_MAX };
    input in = fresh();
    for (size_t i = 0; i < COUNT(keys); i++) {
        press(&in, keys[i]);
        assert_int_equal(input_take(&in, &view).held, 0);
    }
}

static void bindings_count_as_soon_as_they_are_changed(void **state)
{
    (void)state;
    input in = fresh();
    chosen.keys[ACTION_PRIMARY][0] = SDL_SCANCODE_X;
    press(&in, SDL_SCANCODE_SPACE);
    assert_int_equal(input_take(&in, &view).pressed, 0);
    press(&in, SDL_SCANCODE_X);
    assert_int_equal(input_take(&in, &view).pressed, ACTION_BIT(ACTION_PRIMARY));
}

static void after_a_pause_everything_is_up_until_pressed_anew(void **state)
{
    (void)state;
    input in = fresh();
    input_pad_added(&in, 5);
    press(&in, SDL_SCANCODE_SPACE);
    press(&in, SDL_SCANCODE_D);
    input_pad_button(&in, 5, SDL_CONTROLLER_BUTTON_B, true);
    input_pad_axis(&in, 5, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767);
    input_mouse_button(&in, 0, true, 10, 10);
    input_wheel(&in, 3.0f);
    touch_down(&in.touch, 1, PAD_NONE, 5, 5);
    input_release(&in);
    tick_input tick = input_take(&in, &view);
    assert_int_equal(tick.held | tick.pressed, 0);
    assert_int_equal(tick.move_x, 0);
    assert_int_equal(tick.wheel, 0);
    for (uint32_t i = 0; i < POINTER_COUNT; i++) assert_int_equal(tick.pointers[i].buttons, 0);
    // The trigger is still down and trembles; the finger still moves.
    input_pad_axis(&in, 5, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32000);
    touch_move(&in.touch, 1, 6, 6);
    let_go(&in, SDL_SCANCODE_SPACE);
    tick = input_take(&in, &view);
    assert_int_equal(tick.held | tick.pressed, 0);
    assert_int_equal(tick.pointers[1].buttons, 0);
    press(&in, SDL_SCANCODE_SPACE);
    assert_int_equal(input_take(&in, &view).pressed, ACTION_BIT(ACTION_PRIMARY));
}

// --- gamepads

static void gamepads_come_and_go(void **state)
{
    (void)state;
    input in = fresh();
    input_pad_button(&in, 1, SDL_CONTROLLER_BUTTON_A, true); // not there yet
    assert_int_equal(input_take(&in, &view).held, 0);
    input_pad_added(&in, 1);
    input_pad_added(&in, 1);
    input_pad_added(&in, 2);
    input_pad_button(&in, 1, SDL_CONTROLLER_BUTTON_A, true);
    assert_int_equal(input_take(&in, &view).held, ACTION_BIT(ACTION_PRIMARY));
    assert_false(input_pad_removed(&in, 2)); // not the one in use
    assert_true(input_pad_removed(&in, 1));
    assert_false(input_pad_removed(&in, 1));
    assert_int_equal(input_take(&in, &view).held, 0);
    input_pad_added(&in, 3); // the same one, plugged in again
    input_pad_button(&in, 3, SDL_CONTROLLER_BUTTON_A, true);
    assert_int_equal(input_take(&in, &view).pressed, ACTION_BIT(ACTION_PRIMARY));
}

static void more_gamepads_than_slots_do_no_harm(void **state)
{
    (void)state;
    input in = fresh();
    for (int32_t id = 0; id < 3 * INPUT_PADS; id++) input_pad_added(&in, id);
    for (int32_t id = 0; id < 3 * INPUT_PADS; id++) {
        input_pad_button(&in, id, 200, true);
        input_pad_axis(&in, id, 99, 32767);
        input_pad_axis(&in, id, SDL_CONTROLLER_AXIS_LEFTX, 32767);
    }
    assert_true(input_take(&in, &view).move_x > AXIS_FULL - 3);
    for (int32_t id = 0; id < 3 * INPUT_PADS; id++) input_pad_removed(&in, id);
    assert_int_equal(input_take(&in, &view).move_x, 0);
}

static void resting_sticks_are_exactly_nothing(void **state)
{
    (void)state;
    input in = fresh();
    input_pad_added(&in, 1);
    for (uint32_t axis = 0; axis < 4; axis++) input_pad_axis(&in, 1, axis, 3000);
    const tick_input tick = input_take(&in, &view);
    assert_int_equal(tick.move_x | tick.move_y | tick.aim_x | tick.aim_y, 0);
    assert_int_equal(in.active_pad, -1); // drift does not make it the one in use
}

static void triggers_are_buttons_that_do_not_chatter(void **state)
{
    (void)state;
    input in = fresh();
    input_pad_added(&in, 1);
    chosen.buttons[ACTION_NEXT] = BUTTON_TRIGGER_LEFT;
    uint32_t presses = 0;
    static const int16_t values[] = { 5000, 13000, 15000, 13000, 12000, 15000, 10000, 8000, 20000 };
    for (size_t i = 0; i < COUNT(values); i++) {
        input_pad_axis(&in, 1, SDL_CONTROLLER_AXIS_TRIGGERLEFT, values[i]);
        presses += (input_take(&in, &view).pressed & ACTION_BIT(ACTION_NEXT)) != 0;
    }
    assert_int_equal(presses, 2);
    // The right one is bound to nothing and so is the first button.
    input_pad_axis(&in, 1, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767);
    assert_true(input_take(&in, &view).pressed & ACTION_BIT(ACTION_PRIMARY));
}

// --- pointers

static void pointers_are_places_of_the_world(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height;
        float x, y;
        int32_t place_x, place_y;
    } cases[] = {
        { 640, 480, 0, 0, 0, 0 },
        { 640, 480, 320, 240, 160 * 16, 120 * 16 },
        { 640, 480, 640, 480, 320 * 16, 240 * 16 },
        { 1280, 480, 640, 240, 160 * 16, 120 * 16 }, // wider: the view stands in the middle
        { 1280, 480, 0, 0, -160 * 16, 0 },
        { 640, 960, 320, 0, 160 * 16, -120 * 16 }, // taller
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        input in = fresh();
        const input_view v = { view.view, cases[i].width, cases[i].height, 50.0f };
        input_mouse_move(&in, cases[i].x, cases[i].y);
        const tick_input tick = input_take(&in, &v);
        assert_int_equal(tick.pointers[0].x, cases[i].place_x);
        assert_int_equal(tick.pointers[0].y, cases[i].place_y);
        assert_int_equal(tick.pointers[0].buttons, 0);
    }
}

static void wild_places_stay_in_range(void **state)
{
    (void)state;
    static const float wild[] = { 1e30f, -1e30f, INFINITY, -INFINITY, NAN };
    for (size_t i = 0; i < COUNT(wild); i++) {
        input in = fresh();
        input_mouse_move(&in, wild[i], wild[i]);
        input_wheel(&in, wild[i]);
        const tick_input tick = input_take(&in, &view);
        assert_true(tick_input_valid(&tick));
    }
}

static void a_click_between_two_ticks_is_seen_where_it_was(void **state)
{
    (void)state;
    input in = fresh();
    input_mouse_button(&in, 1, true, 100, 100);
    input_mouse_button(&in, 1, false, 102, 100);
    tick_input tick = input_take(&in, &view);
    assert_int_equal(tick.pointers[0].buttons, 2);
    assert_int_equal(tick.pointers[0].x, 50 * 16);
    assert_int_equal(input_take(&in, &view).pointers[0].buttons, 0);
}

static void the_last_that_aimed_is_known(void **state)
{
    (void)state;
    input in = fresh();
    assert_int_equal(input_take(&in, &view).aim_by_pointer, 0);
    input_mouse_move(&in, 1, 1);
    assert_int_equal(input_take(&in, &view).aim_by_pointer, 1);
    press(&in, SDL_SCANCODE_LEFT);
    assert_int_equal(input_take(&in, &view).aim_by_pointer, 0);
    let_go(&in, SDL_SCANCODE_LEFT);
    assert_int_equal(input_take(&in, &view).aim_by_pointer, 0);
    input_mouse_button(&in, 0, true, 2, 2);
    assert_int_equal(input_take(&in, &view).aim_by_pointer, 1);
}

static void wheel_notches_add_up_and_count_once(void **state)
{
    (void)state;
    input in = fresh();
    input_wheel(&in, 0.4f);
    assert_int_equal(input_take(&in, &view).wheel, 0);
    input_wheel(&in, 0.7f);
    assert_int_equal(input_take(&in, &view).wheel, 1);
    input_wheel(&in, -3.0f);
    assert_int_equal(input_take(&in, &view).wheel, -2); // 0.1 was left over
    assert_int_equal(input_take(&in, &view).wheel, 0);
}

// --- fingers

static void fingers_keep_their_slots(void **state)
{
    (void)state;
    input in = fresh();
    for (int64_t id = 0; id < 6; id++) // two more than there are slots
        touch_down(&in.touch, 100 + id, PAD_NONE, (float)(20 * id), 0);
    tick_input tick = input_take(&in, &view);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tick.pointers[i + 1].buttons, 1);
        assert_int_equal(tick.pointers[i + 1].x, i * 160);
    }
    touch_up(&in.touch, 101, 20, 0);
    touch_move(&in.touch, 104, 400, 0); // never had one
    tick = input_take(&in, &view);
    assert_int_equal(tick.pointers[2].buttons, 0);
    assert_int_equal(tick.pointers[3].x, 2 * 160);
    touch_down(&in.touch, 200, PAD_NONE, 300, 0);
    tick = input_take(&in, &view);
    assert_int_equal(tick.pointers[2].buttons, 1);
    assert_int_equal(tick.pointers[2].x, 150 * 16);
    assert_int_equal(tick.pointers[1].x, 0);
    assert_int_equal(tick.pointers[4].x, 3 * 160);
}

static void a_tap_between_two_ticks_is_seen_once(void **state)
{
    (void)state;
    input in = fresh();
    touch_down(&in.touch, 9, PAD_NONE, 64, 64);
    touch_up(&in.touch, 9, 64, 64);
    touch_down(&in.touch, 10, PAD_NONE, 128, 64); // does not take the tap's slot
    tick_input tick = input_take(&in, &view);
    assert_int_equal(tick.pointers[1].buttons, 1);
    assert_int_equal(tick.pointers[1].x, 32 * 16);
    assert_int_equal(tick.pointers[2].x, 64 * 16);
    tick = input_take(&in, &view);
    assert_int_equal(tick.pointers[1].buttons, 0);
    assert_int_equal(tick.pointers[2].buttons, 1);
}

static void a_pad_belongs_to_one_finger(void **state)
{
    (void)state;
    input in = fresh();
    touch_down(&in.touch, 1, PAD_MOVE, 100, 100);
    touch_down(&in.touch, 2, PAD_MOVE, 110, 100); // a plain pointer then
    touch_down(&in.touch, 3, PAD_AIM, 500, 100);
    touch_move(&in.touch, 1, 200, 100);
    touch_move(&in.touch, 2, 10, 100);
    touch_move(&in.touch, 3, 500, 75);
    tick_input tick = input_take(&in, &view);
    assert_true(tick.move_x > AXIS_FULL - 3 && tick.move_y == 0);
    assert_true(tick.aim_x == 0 && tick.aim_y < -AXIS_FULL / 4 && tick.aim_y > -AXIS_FULL);
    assert_true(tick_input_valid(&tick));
    assert_int_equal(tick.pointers[1].buttons, 0);
    assert_int_equal(tick.pointers[2].buttons, 1);
    touch_up(&in.touch, 1, 200, 100);
    assert_int_equal(input_take(&in, &view).move_x, 0); // finger 2 does not take over
}

static void the_view_is_part_of_the_input(void **state)
{
    (void)state;
    input in = fresh();
    const tick_input tick = input_take(&in, &view);
    assert_int_equal(tick.view_width, 320);
    assert_int_equal(tick.view_height, 240);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sticks_are_never_longer_than_full),
        cmocka_unit_test(sticks_reach_full_and_keep_their_direction),
        cmocka_unit_test(the_dead_zone_is_stretched_away),
        cmocka_unit_test(diagonals_of_keys_are_no_faster),
        cmocka_unit_test(a_press_counts_once),
        cmocka_unit_test(a_press_between_two_ticks_is_not_lost),
        cmocka_unit_test(two_keys_of_one_action_are_one_press),
        cmocka_unit_test(keys_out_of_range_are_nothing),
        cmocka_unit_test(bindings_count_as_soon_as_they_are_changed),
        cmocka_unit_test(after_a_pause_everything_is_up_until_pressed_anew),
        cmocka_unit_test(gamepads_come_and_go),
        cmocka_unit_test(more_gamepads_than_slots_do_no_harm),
        cmocka_unit_test(resting_sticks_are_exactly_nothing),
        cmocka_unit_test(triggers_are_buttons_that_do_not_chatter),
        cmocka_unit_test(pointers_are_places_of_the_world),
        cmocka_unit_test(wild_places_stay_in_range),
        cmocka_unit_test(a_click_between_two_ticks_is_seen_where_it_was),
        cmocka_unit_test(the_last_that_aimed_is_known),
        cmocka_unit_test(wheel_notches_add_up_and_count_once),
        cmocka_unit_test(fingers_keep_their_slots),
        cmocka_unit_test(a_tap_between_two_ticks_is_seen_once),
        cmocka_unit_test(a_pad_belongs_to_one_finger),
        cmocka_unit_test(the_view_is_part_of_the_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
