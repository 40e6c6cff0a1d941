// SPDX-License-Identifier: MIT
// The land of the terrain room: walked on, rolled down, changed.
#include "fresh_folder.h"
#include "terrain_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

// --- walking

static void a_walker_is_never_below_the_ground(void **state)
{
    (void)state;
    static const char *const shapes[] = { "--shape=hills", "--shape=ridges", "--shape=island",
                                          "--shape=dunes" };
    for (size_t i = 0; i < COUNT(shapes); i++) {
        room_play p = terrain_small(shapes[i], "--way=walk", "--width=700");
        qx_random random;
        float walked = 0.0f;
        qx_random_seed(&random, i, 5);
        for (uint32_t t = 0; t < 4000; t++) {
            const qx_vec3 from = terrain_of(&p)->rules.person.feet;
            if (t % 30 == 0) {
                p.input.move_x = (int16_t)qx_random_next(&random);
                p.input.move_y = (int16_t)(-(int32_t)qx_random_below(&random, AXIS_FULL));
                p.input.aim_x = (int16_t)qx_random_next(&random);
                p.input.held = ACTION_BIT(ACTION_SECONDARY) |
                               (qx_random_below(&random, 3) ? 0 : ACTION_BIT(ACTION_PRIMARY));
            }
            room_tick(&p, 1);
            const qx_vec3 to = terrain_of(&p)->rules.person.feet;
            walked += hypotf(to.x - from.x, to.z - from.z);
            assert_int_equal(terrain_choice(terrain_of(&p), PARAM_WAY), WAY_WALK);
            assert_true(terrain_feet_above(&p) >= 0.0);
        }
        assert_true(walked > 100.0f);
        room_close(&p);
    }
}

static void a_walker_jumps_and_lands(void **state)
{
    (void)state;
    room_play p = terrain_small("--shape=dunes", "--way=walk", "--water=0");
    room_tick(&p, 60);
    const terrain_person *person = &terrain_of(&p)->rules.person;
    assert_int_equal(person->standing, 1);
    const float ground = person->feet.y;
    room_press(&p, ACTION_PRIMARY);
    room_tick(&p, 20);
    assert_true(person->feet.y > ground + 0.8f);
    assert_int_equal(person->standing, 0);
    room_tick(&p, 120);
    assert_int_equal(person->standing, 1);
    assert_true(fabsf(person->feet.y - ground) < 0.5f);
    room_close(&p);
}

static void a_tap_jumps(void **state)
{
    (void)state;
    room_play p = terrain_small("--shape=dunes", "--way=walk", "--water=0");
    room_tick(&p, 60);
    room_hold_finger(&p, 800.0f, 400.0f);
    room_tick(&p, 3);
    assert_false(terrain_of(&p)->news.jumped);
    room_lift_finger(&p);
    room_tick(&p, 1);
    assert_true(terrain_of(&p)->news.jumped);
    room_hold_finger(&p, 800.0f, 400.0f); // a long hold only looks
    room_tick(&p, 60);
    room_lift_finger(&p);
    room_tick(&p, 1);
    assert_false(terrain_of(&p)->news.jumped);
    room_close(&p);
}

static void who_falls_off_the_border_comes_back(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=walk", "--water=0", "--width=100");
    terrain_play *r = terrain_of(&p);
    room_tick(&p, 80);
    r->rules.person.feet = (qx_vec3){ 80.0f, 0.0f, 0.0f };
    for (uint32_t t = 0; t < 600; t++) room_tick(&p, 1);
    assert_true(fabsf(r->rules.person.feet.x) <= 50.0f);
    assert_true(terrain_feet_above(&p) >= 0.0 && terrain_feet_above(&p) < 3.0);
    room_close(&p);
}

// Water carries a walker, whose eyes stay above it.
static void a_walker_floats(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=walk", "--water=1", "--shape=island");
    room_tick(&p, 200);
    const terrain_play *r = terrain_of(&p);
    double level;
    assert_true(terrain_water(r, &level));
    assert_true(r->rules.camera.eye.y > level);
    room_close(&p);
}

static void copies_are_walked_across(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=walk", "--repeat=3", "--shape=dunes");
    terrain_play *r = terrain_of(&p);
    const float half = 0.5f * r->map.info.width;
    double here, there;
    assert_true(terrain_ground(r, 100.0, 50.0, &here));
    assert_true(terrain_ground(r, 100.0 + 2.0 * (double)half, 50.0, &there));
    assert_float_equal(here, there, 1e-3);
    assert_false(terrain_ground(r, 3.01 * (double)half, 0.0, &there));
    r->rules.person.feet.x = half - 1.0f;
    r->rules.person.feet.y = r->map.info.highest;
    room_tick(&p, 600);
    r->rules.camera.yaw = 1.5707963; // to the right
    p.input.move_y = -AXIS_FULL;
    p.input.held = ACTION_BIT(ACTION_SECONDARY);
    for (uint32_t t = 0; t < 300 && r->rules.person.copy.column == 0; t++) {
        room_tick(&p, 1);
        assert_true(terrain_feet_above(&p) > -0.01);
    }
    assert_int_equal(r->rules.person.copy.column, 1);
    assert_true(r->rules.person.feet.x < 0.0f);
    assert_true(r->rules.camera.eye.x > (double)half);
    room_close(&p);
}

// --- balls

static void balls_roll_down_and_stay_on_the_ground(void **state)
{
    (void)state;
    terrain_write_slope("slope.png", 60, 60);
    room_play p = terrain_file("slope.png", "--high=250", "--tool=ball");
    room_hold_mouse(&p, 640.0f, 360.0f);
    room_tick(&p, 1);
    room_lift_mouse(&p);
    const terrain_ball *b = &terrain_of(&p)->rules.balls[0];
    assert_int_equal(b->alive, 1);
    const qx_vec3 start = b->at;
    for (uint32_t t = 0; t < 240; t++) {
        room_tick(&p, 1);
        if (!b->alive) break;
        const double above = terrain_ball_above(&p, 0);
        if (isfinite(above)) assert_true(above > 0.5 * (double)b->radius);
    }
    assert_true(b->at.y < start.y - 5.0f); // the ground falls to the left
    assert_true(b->at.x < start.x - 20.0f);
    const float *q = b->turn;
    assert_float_equal(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0f, 1e-4f);
    assert_true(fabsf(q[3]) < 0.999f || fabsf(q[2]) > 0.01f); // it has turned
    room_close(&p);
}

static void many_balls_come_to_rest_in_valleys(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=orbit", "--tool=ball", "--water=0");
    for (uint32_t i = 0; i < TERRAIN_BALLS; i++) {
        room_hold_mouse(&p, 400.0f + 20.0f * (float)i, 420.0f);
        room_tick(&p, 1);
        room_lift_mouse(&p);
        room_tick(&p, 1);
    }
    for (uint32_t t = 0; t < 3000; t++) {
        room_tick(&p, 1);
        terrain_assert_sound(&p);
    }
    p.input.held = ACTION_BIT(ACTION_SECONDARY); // the opposite of setting them
    room_press(&p, ACTION_SECONDARY);
    for (uint32_t i = 0; i < TERRAIN_BALLS; i++)
        assert_int_equal(terrain_of(&p)->rules.balls[i].alive, 0);
    room_close(&p);
}

// --- tools

static void tools_change_the_ground_under_the_cursor(void **state)
{
    (void)state;
    static const struct {
        const char *tool;
        bool opposite;
        int sign;
    } cases[] = { { "--tool=raise", false, 1 },
                  { "--tool=raise", true, -1 },
                  { "--tool=lower", false, -1 },
                  { "--tool=lower", true, 1 } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        room_play p = terrain_small("--way=orbit", cases[i].tool, "--water=0");
        terrain_play *r = terrain_of(&p);
        room_put(&p, 0, 640.0f, 400.0f, 0);
        room_tick(&p, 1);
        assert_true(r->aims);
        const spot at = r->aim;
        double before, after;
        assert_true(terrain_ground(r, at.x, at.z, &before));
        if (cases[i].opposite) p.input.held = ACTION_BIT(ACTION_SECONDARY);
        room_hold_mouse(&p, 640.0f, 400.0f);
        room_tick(&p, 20);
        assert_true(terrain_ground(r, at.x, at.z, &after));
        assert_true((after - before) * cases[i].sign > 5.0);
        assert_true(r->map.edits > 10);
        room_close(&p);
    }
}

static void flattening_and_smoothing_take_relief_away(void **state)
{
    (void)state;
    static const char *const tools[] = { "--tool=flatten", "--tool=smooth" };
    for (size_t i = 0; i < COUNT(tools); i++) {
        room_play p = terrain_small("--way=orbit", tools[i], "--brush=0.1");
        terrain_play *r = terrain_of(&p);
        room_put(&p, 0, 640.0f, 400.0f, 0);
        room_tick(&p, 1);
        const spot at = r->aim;
        float before = 0.0f, after = 0.0f;
        for (uint32_t pass = 0; pass < 2; pass++) {
            float *relief = pass ? &after : &before;
            const float step = r->map.side / (SMALL - 1);
            double a = 0.0, b = 0.0, c = 0.0;
            if (pass) room_tick(&p, 40);
            assert_true(terrain_ground(r, at.x - (double)step, at.z, &a) &&
                        terrain_ground(r, at.x, at.z, &b) &&
                        terrain_ground(r, at.x + (double)step, at.z, &c));
            *relief = (float)fabs(a - 2.0 * b + c);
            if (i == 0) *relief += (float)fabs(c - a);
            room_hold_mouse(&p, 640.0f, 400.0f);
        }
        assert_true(after < 0.7f * before);
        room_close(&p);
    }
}

static void holes_are_cut_and_filled_again(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=orbit", "--tool=hole", "--water=0");
    terrain_play *r = terrain_of(&p);
    room_put(&p, 0, 640.0f, 400.0f, 0);
    room_tick(&p, 1);
    const spot at = r->aim;
    double height;
    room_hold_mouse(&p, 640.0f, 400.0f);
    room_tick(&p, 1);
    assert_true(r->map.info.holes > 0);
    assert_false(terrain_ground(r, at.x, at.z, &height));
    room_lift_mouse(&p);
    room_tick(&p, 1);
    p.input.held = ACTION_BIT(ACTION_SECONDARY);
    room_tick(&p, 1);
    assert_true(terrain_ground(r, at.x, at.z, &height));
    room_close(&p);
}

static void everything_as_it_was(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=orbit", "--tool=raise", NULL);
    terrain_play *r = terrain_of(&p);
    const uint64_t before = qx_terrain_hash(r->map.field);
    room_hold_mouse(&p, 640.0f, 420.0f);
    room_tick(&p, 30);
    room_lift_mouse(&p);
    assert_true(qx_terrain_hash(r->map.field) != before);
    room_press(&p, ACTION_RESET);
    assert_true(qx_terrain_hash(r->map.field) == before);
    assert_int_equal(r->map.edits, 0);
    room_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walker_is_never_below_the_ground),
        cmocka_unit_test(a_walker_jumps_and_lands),
        cmocka_unit_test(a_tap_jumps),
        cmocka_unit_test(who_falls_off_the_border_comes_back),
        cmocka_unit_test(a_walker_floats),
        cmocka_unit_test(copies_are_walked_across),
        IN_FOLDER(balls_roll_down_and_stay_on_the_ground),
        cmocka_unit_test(many_balls_come_to_rest_in_valleys),
        cmocka_unit_test(tools_change_the_ground_under_the_cursor),
        cmocka_unit_test(flattening_and_smoothing_take_relief_away),
        cmocka_unit_test(holes_are_cut_and_filled_again),
        cmocka_unit_test(everything_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
