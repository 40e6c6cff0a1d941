// SPDX-License-Identifier: MIT
// From sticks, keys, mouse and fingers to what the ship is told.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "blaster_stage.h"

#include <math.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define VIEW_X 120.0f // the arena's left top in the view
#define VIEW_Y 40.0f

static blaster game;

static orders ask(const tick_input *input)
{
    return blaster_orders(&game, input, VIEW_X, VIEW_Y);
}

static pointer at(float x, float y, uint32_t buttons)
{
    return (pointer){ (int32_t)((x + VIEW_X) * PLACE_SCALE), (int32_t)((y + VIEW_Y) * PLACE_SCALE),
                      buttons };
}

static void assert_place(place value, float x, float y)
{
    if (!(fabsf(value.x - x) < 1e-4f) || !(fabsf(value.y - y) < 1e-4f))
        fail_msg("(%f, %f) instead of (%f, %f)", (double)value.x, (double)value.y, (double)x,
                 (double)y);
}

#define assert_none(value) assert_true((value).x == 0.0f && (value).y == 0.0f)

// --- sticks and keys

static void sticks_move_and_aim(void **state)
{
    (void)state;
    static const struct {
        int16_t x, y;
        place move, aim;
    } cases[] = {
        { 0, 0, { 0.0f, 0.0f }, { 0.0f, 0.0f } },
        { AXIS_FULL, 0, { 1.0f, 0.0f }, { 1.0f, 0.0f } },
        { 0, -AXIS_FULL, { 0.0f, -1.0f }, { 0.0f, -1.0f } },
        { -16384, 0, { -0.50002f, 0.0f }, { -1.0f, 0.0f } },
        { 3000, 4000, { 0.091556f, 0.122074f }, { 0.6f, 0.8f } },
    };
    stage_start(&game, 400.0f, 300.0f);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const int16_t x = cases[i].x, y = cases[i].y;
        const orders moved = ask(&(tick_input){ .move_x = x, .move_y = y });
        const orders aimed = ask(&(tick_input){ .aim_x = x, .aim_y = y });
        assert_place(moved.move, cases[i].move.x, cases[i].move.y);
        assert_none(moved.aim);
        assert_place(aimed.aim, cases[i].aim.x, cases[i].aim.y);
        assert_none(aimed.move);
    }
}

// Case 1. 23169 is what two keys at once give an axis.
static void diagonal_keys_are_as_fast_as_straight_ones(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    for (int turn = 0; turn < 4; turn++) {
        const int16_t x = turn & 1 ? 23169 : -23169, y = turn & 2 ? 23169 : -23169;
        const place from = game.ship.at;
        stage_tick(&game, ask(&(tick_input){ .move_x = x, .move_y = y }));
        const float way = hypotf(game.ship.at.x - from.x, game.ship.at.y - from.y);
        assert_true(fabsf(way - SHIP_SPEED) < 1e-4f);
    }
}

// --- mouse and trigger

static void mouse_aims_from_the_ship_while_its_button_is_held(void **state)
{
    (void)state;
    static const struct {
        place ship, mouse, aim;
    } cases[] = {
        { { 400, 300 }, { 500, 300 }, { 1.0f, 0.0f } },
        { { 400, 300 }, { 400, 100 }, { 0.0f, -1.0f } },
        { { 100, 500 }, { 160, 580 }, { 0.6f, 0.8f } },
        { { 20, 20 },
          { -100, -70 },
          { -0.8f, -0.6f } }, // beyond the border, where the view shows more
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        stage_start(&game, cases[i].ship.x, cases[i].ship.y);
        tick_input input = { .aim_by_pointer = 1 };
        input.pointers[0] = at(cases[i].mouse.x, cases[i].mouse.y, 0);
        assert_none(ask(&input).aim);
        input.pointers[0].buttons = 1;
        assert_place(ask(&input).aim, cases[i].aim.x, cases[i].aim.y);
        input.pointers[0].buttons = 0;
        input.held = ACTION_BIT(ACTION_PRIMARY);
        assert_place(ask(&input).aim, cases[i].aim.x, cases[i].aim.y);
        input.pointers[0].buttons = 2; // the right one is another's
        input.held = 0;
        assert_none(ask(&input).aim);
    }
}

static void mouse_on_the_ship_fires_ahead(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    game.ship.facing = 0.0f;
    tick_input input = { .aim_by_pointer = 1 };
    input.pointers[0] = at(400.0f, 300.0f, 1);
    assert_place(ask(&input).aim, 1.0f, 0.0f);
}

static void keys_that_aim_win_over_a_mouse_that_was_used_before(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    tick_input input = { .aim_x = -AXIS_FULL };
    input.pointers[0] = at(500.0f, 300.0f, 1);
    assert_place(ask(&input).aim, -1.0f, 0.0f);
    input.aim_x = 0;
    assert_none(ask(&input).aim);
}

static void the_trigger_alone_fires_ahead(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    stage_tick(&game, (orders){ .move = { 0.0f, 1.0f } });
    assert_place(ask(&(tick_input){ .held = ACTION_BIT(ACTION_PRIMARY) }).aim, 0.0f, 1.0f);
    assert_place(ask(&(tick_input){ .pressed = ACTION_BIT(ACTION_PRIMARY) }).aim, 0.0f, 1.0f);
    assert_none(ask(&(tick_input){ .held = ACTION_BIT(ACTION_SECONDARY) }).aim);
}

// --- fingers

static void a_finger_in_the_left_half_moves_from_where_it_came_down(void **state)
{
    (void)state;
    static const struct {
        float x, y;
        place move;
    } cases[] = {
        { 0.0f, 0.0f, { 0.0f, 0.0f } },    { 6.0f, 0.0f, { 0.0f, 0.0f } }, // dead zone
        { 64.0f, 0.0f, { 1.0f, 0.0f } },   { 35.2f, 0.0f, { 0.5f, 0.0f } },
        { 0.0f, -64.0f, { 0.0f, -1.0f } }, { 300.0f, 400.0f, { 0.6f, 0.8f } }, // far across
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        stage_start(&game, 400.0f, 300.0f);
        tick_input input = { 0 };
        input.pointers[2] = at(150.0f, 200.0f, 1);
        assert_none(ask(&input).move);
        input.pointers[2] = at(150.0f + cases[i].x, 200.0f + cases[i].y, 1);
        const orders given = ask(&input);
        assert_true(fabsf(given.move.x - cases[i].move.x) < 2e-3f); // places are sixteenths
        assert_true(fabsf(given.move.y - cases[i].move.y) < 2e-3f);
        assert_none(given.aim);
    }
}

static void fingers_in_both_halves_move_and_aim(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    tick_input input = { 0 };
    input.pointers[1] = at(600.0f, 400.0f, 1);
    input.pointers[4] = at(100.0f, 400.0f, 1);
    ask(&input);
    input.pointers[1] = at(600.0f, 380.0f, 1);
    input.pointers[4] = at(36.0f, 400.0f, 1);
    const orders given = ask(&input);
    assert_place(given.move, -1.0f, 0.0f);
    assert_place(given.aim, 0.0f, -1.0f);
    assert_int_equal(game.aim_pad.pointer, 1);
    assert_int_equal(game.move_pad.pointer, 4);
}

// Case 4.
static void a_second_finger_never_takes_the_pad_of_the_first(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    tick_input input = { 0 };
    input.pointers[2] = at(200.0f, 300.0f, 1);
    ask(&input);
    input.pointers[2] = at(264.0f, 300.0f, 1);
    input.pointers[1] = at(100.0f, 300.0f, 1);
    assert_place(ask(&input).move, 1.0f, 0.0f);
    input.pointers[1] = at(100.0f, 200.0f, 1);
    assert_place(ask(&input).move, 1.0f, 0.0f);
    input.pointers[2].buttons = 0; // the first lifts: the second has been no stick, and stays none
    assert_none(ask(&input).move);
    input.pointers[1] = at(100.0f, 100.0f, 1);
    assert_none(ask(&input).move);
    input.pointers[1].buttons = 0;
    ask(&input);
    input.pointers[1] = at(100.0f, 300.0f, 1);
    ask(&input);
    input.pointers[1] = at(100.0f, 364.0f, 1);
    assert_place(ask(&input).move, 0.0f, 1.0f);
}

static void a_finger_keeps_its_pad_in_the_other_half(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    tick_input input = { 0 };
    input.pointers[3] = at(390.0f, 300.0f, 1);
    ask(&input);
    input.pointers[3] = at(700.0f, 300.0f, 1);
    const orders given = ask(&input);
    assert_place(given.move, 1.0f, 0.0f);
    assert_none(given.aim);
}

static void the_mouse_is_no_finger(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    tick_input input = { 0 };
    input.pointers[0] = at(100.0f, 300.0f, 1);
    ask(&input);
    input.pointers[0] = at(200.0f, 300.0f, 1);
    assert_none(ask(&input).move);
}

// --- the button

static void keys_and_the_right_button_strike_once_a_press(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    assert_false(ask(&(tick_input){ .held = ACTION_BIT(ACTION_SECONDARY) }).strike);
    assert_true(ask(&(tick_input){ .pressed = ACTION_BIT(ACTION_SECONDARY) }).strike);
    tick_input input = { 0 };
    input.pointers[0] = at(500.0f, 300.0f, 2);
    assert_true(ask(&input).strike);
    assert_false(ask(&input).strike); // held
    input.pointers[0].buttons = 3;
    assert_false(ask(&input).strike);
    input.pointers[0].buttons = 1;
    assert_false(ask(&input).strike);
    input.pointers[0].buttons = 3;
    assert_true(ask(&input).strike);
}

static void a_finger_on_the_button_strikes_and_is_no_stick(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    for (int how = 0; how < 2; how++) {
        game.steering = how ? STEERING_ONE : STEERING_TWIN;
        tick_input input = { 0 };
        input.pointers[1] = at(600.0f, 450.0f, 1);
        assert_false(ask(&input).strike);
        input.pointers[2] = at(TOUCH_STRIKE_X + 30.0f, TOUCH_STRIKE_Y - 30.0f, 1);
        assert_true(ask(&input).strike);
        assert_false(ask(&input).strike);
        assert_int_equal(how ? game.move_pad.pointer : game.aim_pad.pointer, 1);
        input.pointers[2].buttons = 0; // one that comes from elsewhere does not press it
        ask(&input);
        input.pointers[2] = at(TOUCH_STRIKE_X, TOUCH_STRIKE_Y + TOUCH_STRIKE_RADIUS + 1.0f, 1);
        assert_false(ask(&input).strike);
        input.pointers[2] = at(TOUCH_STRIKE_X, TOUCH_STRIKE_Y, 1);
        assert_false(ask(&input).strike);
        ask(&(tick_input){ 0 });
    }
}

// A finger on it leaves the pad of that half to the next one.
static void the_button_takes_no_pad(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    tick_input input = { 0 };
    input.pointers[1] = at(TOUCH_STRIKE_X, TOUCH_STRIKE_Y, 1);
    assert_true(ask(&input).strike);
    input.pointers[2] = at(600.0f, 450.0f, 1);
    ask(&input);
    input.pointers[2] = at(664.0f, 450.0f, 1);
    assert_place(ask(&input).aim, 1.0f, 0.0f);
}

// --- one stick

static void one_stick_aims_and_fires_by_itself(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    game.steering = STEERING_ONE;
    assert_none(ask(&(tick_input){ .aim_x = AXIS_FULL }).aim); // nothing to shoot at
    stage_enemy(&game, ENEMY_SEEKER, 400.0f, 100.0f, ENEMY_FADE_TICKS);
    stage_enemy(&game, ENEMY_SEEKER, 600.0f, 300.0f, 3);
    const orders given = ask(&(tick_input){ .move_x = AXIS_FULL });
    assert_place(given.aim, 0.0f, -1.0f);
    assert_place(given.move, 1.0f, 0.0f);
}

static void one_stick_takes_a_finger_anywhere(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    game.steering = STEERING_ONE;
    tick_input input = { 0 };
    input.pointers[1] = at(700.0f, 300.0f, 1);
    ask(&input);
    input.pointers[1] = at(636.0f, 300.0f, 1);
    assert_place(ask(&input).move, -1.0f, 0.0f);
}

// Shots at a wanderer that crosses meet it: the aim leads.
static void automatic_aim_leads_what_crosses(void **state)
{
    (void)state;
    uint32_t hits = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        blaster_start(&game, seed, STEERING_ONE);
        game.ship.at = (place){ 100.0f, 300.0f };
        enemy *e = stage_enemy(&game, ENEMY_WANDERER, 420.0f, 150.0f, ENEMY_FADE_TICKS + 1);
        e->heading = 1.5708f;
        e->velocity = (place){ 0.0f, 1.6f };
        stage_tick(&game, ask(&(tick_input){ 0 })); // one pair of bullets
        for (int tick = 0; tick < 50 && game.enemy_count > 0; tick++) stage_tick(&game, NOBODY);
        hits += game.kills;
    }
    assert_true(hits > 180);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sticks_move_and_aim),
        cmocka_unit_test(diagonal_keys_are_as_fast_as_straight_ones),
        cmocka_unit_test(mouse_aims_from_the_ship_while_its_button_is_held),
        cmocka_unit_test(mouse_on_the_ship_fires_ahead),
        cmocka_unit_test(keys_that_aim_win_over_a_mouse_that_was_used_before),
        cmocka_unit_test(the_trigger_alone_fires_ahead),
        cmocka_unit_test(a_finger_in_the_left_half_moves_from_where_it_came_down),
        cmocka_unit_test(fingers_in_both_halves_move_and_aim),
        cmocka_unit_test(a_second_finger_never_takes_the_pad_of_the_first),
        cmocka_unit_test(a_finger_keeps_its_pad_in_the_other_half),
        cmocka_unit_test(the_mouse_is_no_finger),
        cmocka_unit_test(keys_and_the_right_button_strike_once_a_press),
        cmocka_unit_test(a_finger_on_the_button_strikes_and_is_no_stick),
        cmocka_unit_test(the_button_takes_no_pad),
        cmocka_unit_test(one_stick_aims_and_fires_by_itself),
        cmocka_unit_test(one_stick_takes_a_finger_anywhere),
        cmocka_unit_test(automatic_aim_leads_what_crosses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
