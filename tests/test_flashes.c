// SPDX-License-Identifier: MIT
// The arcade's flashes: what a frame's lights come to, and that no more than three a second pass
// whatever scenes ask for and however frames come.
#include "flashes.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#define WHITE 0xFFFFFFFFu
#define RED 0xFF0000FFu
#define BLUE 0x0000FFFFu

static flash_wish light_of(uint32_t colour, float intensity, float area)
{
    flash_wish wish = { 0 };
    flash_wish_add(&wish, colour, intensity, area);
    return wish;
}

static float ask(flashes *f, double time, bool limited, const flash_wish *wish)
{
    flashes_begin(f, time, limited);
    return flashes_allow(f, wish);
}

// How many of twenty flashes within a second come through as they are.
static uint32_t count_passed(bool limited, const flash_wish *wish)
{
    static const flash_wish dark = { 0 };
    flashes f = { 0 };
    uint32_t passed = 0;
    for (uint32_t i = 0; i < 40; i++) {
        const bool lit = i % 2 == 1;
        passed += ask(&f, i / 40.0, limited, lit ? wish : &dark) == 1.0f && lit;
    }
    return passed;
}

static void three_large_flashes_pass(void **state)
{
    (void)state;
    const struct {
        flash_wish wish;
        uint32_t passed;
    } cases[] = {
        { light_of(WHITE, 1.0f, 1.0f), 3 },   { light_of(WHITE, 0.11f, 0.1f), 3 },
        { light_of(WHITE, 0.09f, 1.0f), 20 }, { light_of(WHITE, 1.0f, 0.02f), 20 },
        { light_of(WHITE, 50.0f, 0.5f), 3 },  { light_of(BLUE, 1.0f, 1.0f), 20 }, // 7 %
        { light_of(BLUE, 2.0f, 1.0f), 3 },    { light_of(RED, 0.08f, 1.0f), 3 },  // 2 %, but red
        { light_of(RED, 0.05f, 1.0f), 20 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(count_passed(true, &cases[i].wish), cases[i].passed);
        assert_int_equal(count_passed(false, &cases[i].wish), 20);
    }
}

static void lights_of_a_frame_count_together(void **state)
{
    (void)state;
    flash_wish small = { 0 }, faint = { 0 }, mixed = { 0 };
    for (int i = 0; i < 5; i++) flash_wish_add(&small, WHITE, 0.5f, 0.01f); // side by side
    for (int i = 0; i < 3; i++) flash_wish_add(&faint, WHITE, 0.05f, 1.0f); // over each other
    for (int i = 0; i < 5; i++) flash_wish_add(&mixed, WHITE, 0.3f, 0.02f);
    flash_wish_add(&mixed, WHITE, 0.001f, 1.0f);
    assert_int_equal(count_passed(true, &small), 3);
    assert_int_equal(count_passed(true, &faint), 3);
    assert_int_equal(count_passed(true, &mixed), 3);
    flash_wish few = { 0 };
    flash_wish_add(&few, WHITE, 1.0f, 0.02f);
    flash_wish_add(&few, WHITE, 0.0f, 1.0f);
    flash_wish_add(&few, WHITE, 0.05f, 1.0f);
    assert_int_equal(count_passed(true, &few), 20);
}

static void a_frame_has_one_answer(void **state)
{
    (void)state;
    const flash_wish bright = light_of(WHITE, 1.0f, 1.0f), dark = { 0 };
    flashes f = { 0 };
    for (uint32_t i = 0; i < 100; i++) {
        const float first = ask(&f, i / 60.0, true, i % 3 == 0 ? &bright : &dark);
        assert_true(flashes_allow(&f, &bright) == first && flashes_allow(&f, &dark) == first);
    }
    assert_true(flashes_allow(NULL, &bright) == 1.0f);
}

// A scene that only asks when it flashes is dark in between.
static void frames_without_a_question_are_dark(void **state)
{
    (void)state;
    const flash_wish bright = light_of(WHITE, 1.0f, 1.0f);
    flashes f = { 0 };
    uint32_t passed = 0;
    for (uint32_t i = 0; i < 60; i++) {
        flashes_begin(&f, i / 60.0, true);
        if (i % 6 == 3) passed += flashes_allow(&f, &bright) == 1.0f;
    }
    assert_int_equal(passed, 3);
}

static void another_film_or_setting_begins_afresh(void **state)
{
    (void)state;
    const flash_wish bright = light_of(WHITE, 1.0f, 1.0f);
    flashes f = { 0 };
    for (uint32_t i = 0; i < 60; i++) {
        flashes_begin(&f, i / 60.0, true);
        if (i % 2 == 1) flashes_allow(&f, &bright);
    }
    flashes again = f;
    assert_true(ask(&f, 0.0, true, &bright) == 1.0f);
    assert_true(ask(&again, 1.0, false, &bright) == 1.0f);
}

static void storms_keep_within_three_a_second(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        qx_random random;
        flashes f = { 0 };
        qx_flash_meter meter = { 0 };
        double time = 0.0;
        qx_random_seed(&random, seed, 1);
        for (uint32_t i = 0; i < 600; i++) {
            time += (double)qx_random_range(&random, 0.002f, 0.05f);
            flashes_begin(&f, time, true);
            const bool lit = qx_random_below(&random, 3) > 0;
            const float level = qx_random_range(&random, 0.0f, 1.5f);
            const flash_wish wish = light_of(WHITE, level, 0.7f);
            const float shown = lit ? level * flashes_allow(&f, &wish) : 0.0f;
            const qx_flash_sample seen = { time, shown, 0.0f, 0.7f };
            assert_true(qx_flash_meter_step(&meter, &seen) <= 3);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_large_flashes_pass),
        cmocka_unit_test(lights_of_a_frame_count_together),
        cmocka_unit_test(a_frame_has_one_answer),
        cmocka_unit_test(frames_without_a_question_are_dark),
        cmocka_unit_test(another_film_or_setting_begins_afresh),
        cmocka_unit_test(storms_keep_within_three_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
