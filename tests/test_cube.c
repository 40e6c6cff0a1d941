// SPDX-License-Identifier: MIT
// The cube of Maze Cube: a rotation for hours, led by hands, snapping square, dragged by an
// arcball.
#include "mazecube/cube.h"

#include <quincunx/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define PI 3.14159265358979323846

static void assert_near(double value, double wanted, double within)
{
    const double off = value > wanted ? value - wanted : wanted - value;
    if (!(off <= within)) fail_msg("%.17g is not %.17g", value, wanted);
}

static vec random_vec(qx_random *random, double size)
{
    const double x = qx_random_range(random, -1.0f, 1.0f), y = qx_random_range(random, -1.0f, 1.0f);
    return vec_scale((vec){ x, y, qx_random_range(random, -1.0f, 1.0f) }, size);
}

static quat random_turn(qx_random *random)
{
    for (;;) {
        const vec v = random_vec(random, 1.0);
        const quat q = { v.x, v.y, v.z, qx_random_range(random, -1.0f, 1.0f) };
        const double square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (square > 0.01 && square <= 1.0) return quat_unit(q);
    }
}

static double quat_dot(quat a, quat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// The angle of the rotation between two.
static double angle_between(quat a, quat b)
{
    const quat way = quat_multiply(a, quat_inverse(b));
    const double sine = vec_length((vec){ way.x, way.y, way.z });
    return 2.0 * qx_atan2(sine, way.w < 0.0 ? -way.w : way.w);
}

// 46 hours of wild hands, and what no hand gives.
static void stays_a_rotation_for_hours(void **state)
{
    (void)state;
    static const double odd[] = { NAN, INFINITY, -INFINITY, 1e308, 0.0 };
    qx_random random;
    qx_random_seed(&random, 1, 0);
    cube c = { .turn = { 0.0, 0.0, 0.0, 1.0 } };
    vec hands = { 0.0, 0.0, 0.0 };
    for (uint32_t tick = 0; tick < 10000000; tick++) {
        if (tick % 16 == 0) hands = random_vec(&random, tick % 160 ? 10.0 : 1e9);
        if (tick % 1024 == 0) hands.y = odd[qx_random_below(&random, 5)];
        cube_step(&c, hands);
        const double square = quat_dot(c.turn, c.turn);
        if (!(square > 1.0 - 1e-15 && square < 1.0 + 1e-15)) fail_msg("%.17g", square);
        if (!(vec_length(c.spin) <= CUBE_MAX_SPIN + 1e-9)) fail_msg("%g", vec_length(c.spin));
    }
    assert_near(vec_length(cube_down(&c)), 1.0, 1e-14);
}

static void a_broken_cube_is_mended(void **state)
{
    (void)state;
    static const cube broken[] = {
        { .turn = { 0.0, 0.0, 0.0, 0.0 } },
        { .turn = { NAN, 0.0, 0.0, 1.0 } },
        { .turn = { 0.0, 1e300, 0.0, 1.0 } },
        { .turn = { 0.0, 0.0, 0.0, 1.0 }, .spin = { NAN, INFINITY, 1e308 } },
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        cube c = broken[i];
        cube_step(&c, (vec){ 1.0, 0.0, 0.0 });
        assert_near(quat_dot(c.turn, c.turn), 1.0, 1e-14);
        assert_true(vec_length(c.spin) <= CUBE_MAX_SPIN + 1e-9);
    }
}

// Where hands say, about the world's axes, whichever way the cube is turned.
static void turns_as_hands_say(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    for (int i = 0; i < 200; i++) {
        const quat start = random_turn(&random);
        const vec hands = random_vec(&random, 3.0);
        cube c = { .turn = start };
        for (int tick = 0; tick < 60; tick++) cube_step(&c, hands);
        const vec spin = quat_apply(c.turn, c.spin); // in the world
        assert_near(vec_length(vec_sub(spin, hands)), 0.0, 1e-7);
        for (int tick = 0; tick < 60; tick++) cube_step(&c, (vec){ 0.0, 0.0, 0.0 });
        assert_true(vec_length(c.spin) < 1e-9);
        // In full: what the start lagged behind, the end made up.
        const quat wanted = quat_multiply(quat_of(hands), start);
        assert_true(angle_between(c.turn, wanted) < 1e-7);
    }
}

static void hands_cannot_jerk_it(void **state)
{
    (void)state;
    cube c = { .turn = { 0.0, 0.0, 0.0, 1.0 } };
    const vec hands = { 0.0, CUBE_MAX_SPIN, 0.0 };
    cube_step(&c, hands);
    assert_near(c.spin.y, CUBE_MAX_SPIN / (60.0 * CUBE_EASE), 1e-12);
    assert_true(c.before.y == 0.0);
    for (int tick = 1; tick < 9; tick++) cube_step(&c, hands);
    assert_in_range(100.0 * c.spin.y / CUBE_MAX_SPIN, 98, 100);
}

static void down_is_down(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 0);
    for (int i = 0; i < 1000; i++) {
        const cube c = { .turn = random_turn(&random) };
        const vec down = quat_apply(c.turn, cube_down(&c));
        assert_true(vec_length(vec_sub(down, (vec){ 0.0, -1.0, 0.0 })) < 1e-14);
    }
}

// The 24 as products of quarter turns; there is another way to them in cube.c.
static uint32_t square_turns(quat all[24])
{
    const double s = sqrt(0.5);
    const quat quarter[3] = { { s, 0.0, 0.0, s }, { 0.0, s, 0.0, s }, { 0.0, 0.0, s, s } };
    uint32_t count = 1;
    all[0] = (quat){ 0.0, 0.0, 0.0, 1.0 };
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            const quat next = quat_unit(quat_multiply(quarter[axis], all[i]));
            bool known = false;
            for (uint32_t k = 0; k < count; k++) known |= angle_between(next, all[k]) < 0.1;
            if (!known) all[count++] = next;
        }
    return count;
}

static double nearest_angle(const quat all[24], quat turn)
{
    double least = 10.0;
    for (int i = 0; i < 24; i++) {
        const double angle = angle_between(all[i], turn);
        if (angle < least) least = angle;
    }
    return least;
}

// Straight to the nearest, never back, within two seconds, and there it stays.
static void snaps_to_the_nearest_square(void **state)
{
    (void)state;
    quat all[24];
    assert_int_equal(square_turns(all), 24);
    qx_random random;
    qx_random_seed(&random, 4, 0);
    for (int i = 0; i < 1000; i++) {
        cube c = { .turn = random_turn(&random) };
        double before = nearest_angle(all, c.turn);
        for (int tick = 0; tick < 150; tick++) {
            cube_step(&c, cube_snap(&c));
            const double now = nearest_angle(all, c.turn);
            assert_true(now <= before + 1e-4);
            before = now;
        }
        assert_true(before < 2e-4 && vec_length(cube_snap(&c)) == 0.0 && vec_length(c.spin) < 1e-9);
    }
    for (int i = 0; i < 24; i++) {
        const cube c = { .turn = all[i] };
        assert_true(vec_length(cube_snap(&c)) == 0.0);
    }
}

// Shoemake: the point under the pointer, turned twice the arc, goes where the mirrored arc ends.
static void an_arcball_turns_by_twice_the_arc(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 5, 0);
    for (int i = 0; i < 1000; i++) {
        const vec a = random_vec(&random, 140.0), b = random_vec(&random, 140.0); // radius 200
        const vec turn = cube_arc(a.x, a.y, b.x, b.y, 200.0);
        const vec from = { a.x / 200.0, a.y / 200.0,
                           sqrt(1.0 - (a.x * a.x + a.y * a.y) / 40000.0) };
        const vec to = { b.x / 200.0, b.y / 200.0, sqrt(1.0 - (b.x * b.x + b.y * b.y) / 40000.0) };
        const vec half = quat_apply(quat_of(vec_scale(turn, 0.5)), from);
        assert_true(vec_length(vec_sub(half, to)) < 1e-12);
    }
    // From one rim to the other: once around.
    assert_near(vec_length(cube_arc(-300.0, 0.0, 250.0, 1e-9, 200.0)), 2.0 * PI, 1e-9);
    assert_near(vec_length(cube_arc(10.0, 10.0, 10.0, 10.0, 200.0)), 0.0, 0.0);
}

static void an_arcball_of_no_numbers_does_not_turn(void **state)
{
    (void)state;
    static const double bad[][5] = { { 0, 0, 1, 1, 0 },
                                     { 0, 0, 1, 1, -5 },
                                     { 0, 0, 1, 1, NAN },
                                     { NAN, NAN, 0, 0, 9 },
                                     { 0, 0, 1, 1, 1e308 } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const double *b = bad[i];
        assert_true(vec_length(cube_arc(b[0], b[1], b[2], b[3], b[4])) == 0.0);
    }
    const vec wild = cube_arc(-INFINITY, 1e308, INFINITY, 0.0, 1.0);
    assert_true(vec_length(wild) <= 2.0 * PI + 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stays_a_rotation_for_hours),
        cmocka_unit_test(a_broken_cube_is_mended),
        cmocka_unit_test(turns_as_hands_say),
        cmocka_unit_test(hands_cannot_jerk_it),
        cmocka_unit_test(down_is_down),
        cmocka_unit_test(snaps_to_the_nearest_square),
        cmocka_unit_test(an_arcball_turns_by_twice_the_arc),
        cmocka_unit_test(an_arcball_of_no_numbers_does_not_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
