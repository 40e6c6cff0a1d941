// SPDX-License-Identifier: MIT
// What hands do to the cube and its camera: every device, every direction, and nothing after a pause.
#include "fresh_folder.h"
#include "mazecube/mazecube_scene.h"
#include "report.h"
#include "shell_hands.h"
#include "shell_state.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define WIDTH 1280
#define HEIGHT 720

static tick_input nothing(void)
{
    return (tick_input){ .view_width = WIDTH, .view_height = HEIGHT };
}

// x and y from the middle, y up, in world units.
static void put(tick_input *in, uint32_t which, float x, float y, uint32_t buttons)
{
    in->pointers[which] = (pointer){ (int32_t)((0.5f * WIDTH + x) * PLACE_SCALE),
                                     (int32_t)((0.5f * HEIGHT - y) * PLACE_SCALE), buttons };
}

static void assert_vec(vec found, double x, double y, double z)
{
    if (fabs(found.x - x) < 1e-3 && fabs(found.y - y) < 1e-3 && fabs(found.z - z) < 1e-3) return;
    fail_msg("(%g, %g, %g) instead of (%g, %g, %g)", found.x, found.y, found.z, x, y, z);
}

// --- keys and sticks

// World: x right, y up, z toward the player. A turn about -z tips the cube to the right.
static void keys_tip_roll_and_turn(void **state)
{
    (void)state;
    static const struct {
        int16_t x, y;
        action held;
        double spin[3];
    } cases[] = {
        { AXIS_FULL, 0, ACTION_COUNT, { 0.0, 0.0, -HANDS_RATE } },
        { -AXIS_FULL, 0, ACTION_COUNT, { 0.0, 0.0, HANDS_RATE } },
        { 0, -AXIS_FULL, ACTION_COUNT, { -HANDS_RATE, 0.0, 0.0 } }, // up: its top goes away
        { 0, AXIS_FULL, ACTION_COUNT, { HANDS_RATE, 0.0, 0.0 } },
        { 0, 0, ACTION_NEXT, { 0.0, HANDS_RATE, 0.0 } }, // its front goes to the right
        { 0, 0, ACTION_PREVIOUS, { 0.0, -HANDS_RATE, 0.0 } },
        { AXIS_FULL / 2, 0, ACTION_COUNT, { 0.0, 0.0, -0.5 * HANDS_RATE } },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        mazecube_hands h = { 0 };
        tick_input in = nothing();
        in.move_x = cases[i].x, in.move_y = cases[i].y;
        if (cases[i].held < ACTION_COUNT) in.held = ACTION_BIT(cases[i].held);
        const double *s = cases[i].spin;
        assert_vec(hands_take(&h, &in).orders.spin, s[0], s[1], s[2]);
        // Seen from the right side, toward -x is to the right of the player's own right.
        h.yaw = 1.5707963267948966;
        const vec turned = hands_take(&h, &in).orders.spin;
        assert_vec(turned, s[2], s[1], -s[0]);
    }
}

static void gravity_follows_the_keys(void **state)
{
    (void)state;
    mazecube_hands h = { 0 };
    cube c = { .turn = { .w = 1.0 } };
    tick_input in = nothing();
    in.move_x = AXIS_FULL;
    for (uint32_t i = 0; i < 20; i++) cube_step(&c, hands_take(&h, &in).orders.spin);
    assert_true(cube_down(&c).x > 0.5 && fabs(cube_down(&c).z) < 1e-9); // the ball rolls right
    in.move_x = 0, in.move_y = -AXIS_FULL;
    c = (cube){ .turn = { .w = 1.0 } };
    for (uint32_t i = 0; i < 20; i++) cube_step(&c, hands_take(&h, &in).orders.spin);
    assert_true(cube_down(&c).z < -0.5); // away
}

static void presses_are_orders_once(void **state)
{
    (void)state;
    static const action freezes[] = { ACTION_SECONDARY, ACTION_OPTION_1 };
    static const action hints[] = { ACTION_MORE, ACTION_OPTION_2 };
    static const action undos[] = { ACTION_LESS, ACTION_OPTION_3 };
    for (uint32_t i = 0; i < 2; i++) {
        mazecube_hands h = { 0 };
        tick_input in = nothing();
        in.pressed = ACTION_BIT(freezes[i]) | ACTION_BIT(hints[i]) | ACTION_BIT(undos[i]);
        hands_wishes w = hands_take(&h, &in);
        assert_true(w.orders.freeze && w.orders.hint && w.orders.undo && !w.orders.give_up);
        in.held = in.pressed;
        in.pressed = 0;
        w = hands_take(&h, &in);
        assert_false(w.orders.freeze || w.orders.hint || w.orders.undo || w.again || w.levels);
    }
}

static void a_key_that_chose_a_level_does_not_snap(void **state)
{
    (void)state;
    mazecube_hands h = { 0 };
    tick_input in = nothing();
    hands_begin(&h);
    in.held = ACTION_BIT(ACTION_PRIMARY);
    for (uint32_t i = 0; i < 30; i++) assert_false(hands_take(&h, &in).orders.snap);
    in.held = 0;
    assert_false(hands_take(&h, &in).orders.snap);
    in.held = ACTION_BIT(ACTION_PRIMARY);
    assert_true(hands_take(&h, &in).orders.snap);
    in.held = 0;
    put(&in, 0, 0, 0, 4); // the middle button
    assert_true(hands_take(&h, &in).orders.snap);
}

// --- the arcball

static void a_drag_turns_what_is_held(void **state)
{
    (void)state;
    mazecube_hands h = { .pitch = -HANDS_PITCH }; // level with it
    tick_input in = nothing();
    put(&in, 0, 0.0f, 0.0f, 1);
    assert_vec(hands_take(&h, &in).orders.spin, 0.0, 0.0, 0.0); // taken, not moved
    put(&in, 0, 10.0f, 0.0f, 1);
    vec spin = hands_take(&h, &in).orders.spin;
    assert_true(spin.y > 1.0 && fabs(spin.x) < 1e-9 && fabs(spin.z) < 1e-9); // front to the right
    assert_vec(hands_take(&h, &in).orders.spin, 0.0, 0.0, 0.0);
    put(&in, 0, 10.0f, 8.0f, 1);
    spin = hands_take(&h, &in).orders.spin;
    assert_true(spin.x < -0.5); // front up
    in = nothing();
    assert_vec(hands_take(&h, &in).orders.spin, 0.0, 0.0, 0.0);
    put(&in, 0, -300.0f, 100.0f, 1); // taken elsewhere: no jump
    assert_vec(hands_take(&h, &in).orders.spin, 0.0, 0.0, 0.0);
}

static void a_quick_drag_is_made_up_for_while_it_is_held(void **state)
{
    (void)state;
    mazecube_hands slow = { 0 }, quick = { 0 };
    cube a = { .turn = { .w = 1.0 } }, b = { .turn = { .w = 1.0 } };
    tick_input in = nothing(), fast = nothing();
    for (uint32_t i = 0; i <= 240; i++) {
        put(&in, 0, i < 120 ? 1.5f * (float)i : 180.0f, 0.0f, 1);
        put(&fast, 0, i < 2 ? 0.0f : 180.0f, 0.0f, 1);
        cube_step(&a, hands_take(&slow, &in).orders.spin);
        const vec spin = hands_take(&quick, &fast).orders.spin;
        assert_true(vec_length(spin) <= CUBE_MAX_SPIN + 1e-9);
        cube_step(&b, spin);
    }
    const vec x = { 1.0, 0.0, 0.0 };
    const vec off = vec_sub(quat_apply(a.turn, x), quat_apply(b.turn, x));
    assert_true(vec_length(off) < 0.02);
    assert_true(vec_length(vec_sub(quat_apply(a.turn, x), x)) > 0.5);
}

static void a_drag_follows_the_camera(void **state)
{
    (void)state;
    mazecube_hands h = { .yaw = 1.5707963267948966, .pitch = -HANDS_PITCH };
    tick_input in = nothing();
    put(&in, 0, 0.0f, 0.0f, 1);
    hands_take(&h, &in);
    put(&in, 0, 0.0f, 10.0f, 1); // upward, seen from +x
    const vec spin = hands_take(&h, &in).orders.spin;
    assert_true(spin.z > 1.0 && fabs(spin.x) < 1e-6);
}

// --- the camera

static void looking_around_turns_nothing(void **state)
{
    (void)state;
    mazecube_hands h = { 0 };
    tick_input in = nothing();
    in.aim_x = 20000, in.aim_y = -15000, in.wheel = 2;
    for (uint32_t i = 0; i < 20; i++) {
        put(&in, 0, 10.0f * (float)i, 4.0f * (float)i, 2);
        assert_vec(hands_take(&h, &in).orders.spin, 0.0, 0.0, 0.0);
    }
    assert_true(fabs(h.yaw) > 0.1 && fabs(h.pitch) > 0.02 && h.nearer == 1.0);
}

static void the_camera_stays_in_its_bounds_for_hours(void **state)
{
    (void)state;
    mazecube_hands h = { 0 };
    tick_input in = nothing();
    in.aim_x = AXIS_FULL;
    for (uint32_t i = 0; i < 100000; i++) {
        in.aim_y = (int16_t)(i / 1000 % 2 ? AXIS_FULL : -AXIS_FULL);
        in.wheel = (int16_t)(i / 500 % 2 ? 1 : -1);
        hands_take(&h, &in);
        assert_true(fabs(h.yaw) <= 3.1416 && fabs(h.nearer) <= 1.0);
        assert_true(h.pitch >= HANDS_PITCH_LOW && h.pitch <= HANDS_PITCH_HIGH);
    }
}

static void the_camera_comes_back(void **state)
{
    (void)state;
    mazecube_hands h = { .yaw = 3.0, .pitch = -1.0, .nearer = 0.8 };
    tick_input in = nothing();
    in.pressed = ACTION_BIT(ACTION_OPTION_6);
    for (uint32_t i = 0; i < 120; i++) {
        hands_take(&h, &in);
        in.pressed = 0;
    }
    assert_true(h.yaw == 0.0 && h.pitch == 0.0 && h.nearer == 0.0 && !h.returning);
}

// --- fingers

static void one_finger_turns_and_two_look_around(void **state)
{
    (void)state;
    mazecube_hands h = { .pitch = -HANDS_PITCH };
    tick_input in = nothing();
    put(&in, 2, 0.0f, 0.0f, 1);
    hands_take(&h, &in);
    put(&in, 2, 10.0f, 0.0f, 1);
    assert_true(hands_take(&h, &in).orders.spin.y > 1.0);
    put(&in, 1, 100.0f, 0.0f, 1); // a second one comes down
    assert_vec(hands_take(&h, &in).orders.spin, 0.0, 0.0, 0.0);
    assert_true(h.yaw == 0.0);
    put(&in, 1, 130.0f, 0.0f, 1);
    put(&in, 2, 40.0f, 0.0f, 1);
    assert_vec(hands_take(&h, &in).orders.spin, 0.0, 0.0, 0.0);
    assert_true(h.yaw < -0.05 && fabs(h.nearer) < 1e-9);
    put(&in, 1, 200.0f, 0.0f, 1); // apart
    hands_take(&h, &in);
    assert_true(h.nearer > 0.05);
    const double yaw = h.yaw;
    in.pointers[1] = (pointer){ 0 }; // one lifts: the other holds the cube anew
    assert_vec(hands_take(&h, &in).orders.spin, 0.0, 0.0, 0.0);
    assert_true(h.yaw == yaw);
}

static void buttons_for_fingers_do_not_turn(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) {
        mazecube_hands h = { 0 };
        tick_input in = nothing();
        const hands_disc d = hands_button_place(WIDTH, HEIGHT, (hands_button)i);
        put(&in, 1, d.x - 0.5f * WIDTH, 0.5f * HEIGHT - d.y, 1);
        hands_wishes w = hands_take(&h, &in);
        assert_int_equal(w.orders.snap, i == BUTTON_SNAP);
        assert_int_equal(w.orders.freeze, i == BUTTON_FREEZE);
        assert_int_equal(w.orders.hint, i == BUTTON_HINT);
        assert_int_equal(w.orders.undo, i == BUTTON_UNDO);
        assert_int_equal(w.levels, i == BUTTON_LEVELS);
        put(&in, 1, 0.0f, 0.0f, 1); // slides off: it is the button's yet
        w = hands_take(&h, &in);
        assert_vec(w.orders.spin, 0.0, 0.0, 0.0);
        assert_int_equal(w.orders.snap, i == BUTTON_SNAP);
        assert_false(w.orders.freeze || w.orders.hint || w.orders.undo || w.levels);
        in = nothing();
        assert_false(hands_take(&h, &in).orders.snap);
    }
}

// No input makes anything but numbers.
static void odd_inputs_do_no_harm(void **state)
{
    (void)state;
    mazecube_hands h = { 0 };
    for (uint32_t i = 0; i < 20000; i++) {
        const uint32_t r = i * 2654435761u, q = (i + 77) * 2246822519u;
        tick_input in = { .move_x = (int16_t)r, .aim_y = (int16_t)(r >> 16), .wheel = (int16_t)q };
        in.view_width = (int16_t)(i % 3 ? q >> 18 : 0);
        in.view_height = (int16_t)(i % 5 ? r >> 18 : 0);
        in.held = r ^ q, in.pressed = q;
        for (uint32_t k = 0; k < POINTER_COUNT; k++)
            in.pointers[k] = (pointer){ (int32_t)(r >> 9) - PLACE_MOST,
                                        (int32_t)(q >> 9) - PLACE_MOST, r >> (3 * k) & 7 };
        const vec spin = hands_take(&h, &in).orders.spin;
        assert_true(isfinite(spin.x) && isfinite(spin.y) && isfinite(spin.z));
        assert_true(isfinite(h.yaw) && isfinite(h.pitch) && isfinite(h.nearer));
    }
}

// --- the whole arcade

static mazecube_play *play_of(const shell *s)
{
    return s->stage.state;
}

static shell *start(void)
{
    static options o;
    o = hands_options(scene_find("maze"), fresh_folder());
    o.mute = true;
    o.scene_words[o.scene_word_count++] = "--level=4";
    shell *s = hands_start(&o);
    hands_frames(s, 2);
    return s;
}

static double turn_of(const shell *s)
{
    return vec_length(play_of(s)->game.cube.spin);
}

static void press_everything(shell *s)
{
    hands_key(SDL_SCANCODE_D, true);
    hands_key(SDL_SCANCODE_E, true);
    hands_key(SDL_SCANCODE_RIGHT, true);
    hands_mouse(160.0f, 120.0f, true);
    hands_frames(s, 2);
    hands_mouse(230.0f, 90.0f, true); // far: the cube is still on its way
    hands_frames(s, 3);
    assert_true(turn_of(s) > 0.5);
}

static void assert_neutral(shell *s)
{
    hands_frames(s, 40); // what was turning comes to rest
    assert_true(turn_of(s) < 1e-6);
    const quat before = play_of(s)->game.cube.turn;
    const double yaw = play_of(s)->hands.yaw;
    hands_frames(s, 60);
    const quat after = play_of(s)->game.cube.turn;
    assert_true(fabs(before.x - after.x) + fabs(before.y - after.y) + fabs(before.z - after.z) <
                1e-9);
    assert_true(play_of(s)->hands.yaw == yaw);
}

static void nothing_is_held_after_a_pause(void **state)
{
    (void)state;
    shell *s = start();
    press_everything(s);
    hands_tap(SDL_SCANCODE_ESCAPE);
    hands_frames(s, 20);
    assert_true(shell_get(s).menu_open);
    hands_tap(SDL_SCANCODE_ESCAPE);
    hands_frames(s, 2);
    assert_false(shell_get(s).menu_open);
    assert_neutral(s);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

static void nothing_is_held_after_the_focus_was_lost(void **state)
{
    (void)state;
    shell *s = start();
    press_everything(s);
    SDL_Event e = { .window = { .type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_LOST } };
    assert_int_equal(SDL_PushEvent(&e), 1);
    hands_frames(s, 20);
    assert_true(shell_get(s).menu_open);
    hands_tap(SDL_SCANCODE_ESCAPE);
    hands_frames(s, 2);
    assert_neutral(s);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_tip_roll_and_turn),
        cmocka_unit_test(gravity_follows_the_keys),
        cmocka_unit_test(presses_are_orders_once),
        cmocka_unit_test(a_key_that_chose_a_level_does_not_snap),
        cmocka_unit_test(a_drag_turns_what_is_held),
        cmocka_unit_test(a_quick_drag_is_made_up_for_while_it_is_held),
        cmocka_unit_test(a_drag_follows_the_camera),
        cmocka_unit_test(looking_around_turns_nothing),
        cmocka_unit_test(the_camera_stays_in_its_bounds_for_hours),
        cmocka_unit_test(the_camera_comes_back),
        cmocka_unit_test(one_finger_turns_and_two_look_around),
        cmocka_unit_test(buttons_for_fingers_do_not_turn),
        cmocka_unit_test(odd_inputs_do_no_harm),
        IN_FOLDER(nothing_is_held_after_a_pause),
        IN_FOLDER(nothing_is_held_after_the_focus_was_lost),
    };
    hands_set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
