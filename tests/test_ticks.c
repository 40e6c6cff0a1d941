// SPDX-License-Identifier: MIT
// Ticks from real time, and that nothing else decides over a game.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "marble_scene.h"
#include "quality.h"
#include "stage.h"
#include "tick_clock.h"

#include <quincunx/random.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static void a_second_has_sixty_ticks_at_any_rate(void **state)
{
    (void)state;
    static const uint32_t rates[] = { 24, 30, 59, 60, 75, 144, 165, 240, 1000 };
    for (size_t i = 0; i < COUNT(rates); i++) {
        tick_clock clock = { 0 };
        uint32_t ticks = 0;
        uint64_t before = 0;
        for (uint64_t frame = 1; frame <= 10 * rates[i]; frame++) {
            const uint64_t now = frame * 1000000000u / rates[i];
            ticks += tick_clock_advance(&clock, now - before);
            before = now;
        }
        assert_int_equal(ticks, 600);
    }
}

static void an_hour_of_short_frames_does_not_drift(void **state)
{
    (void)state;
    tick_clock clock = { 0 };
    uint64_t ticks = 0;
    for (uint32_t frame = 0; frame < 3600u * 1000u; frame++)
        ticks += tick_clock_advance(&clock, 1000000);
    assert_int_equal(ticks, 3600 * 60);
}

static void a_stall_is_not_made_up_for(void **state)
{
    (void)state;
    static const uint64_t stalls[] = { 500000000, 5000000000, UINT64_MAX };
    for (size_t i = 0; i < COUNT(stalls); i++) {
        tick_clock clock = { 0 };
        assert_int_equal(tick_clock_advance(&clock, stalls[i]), TICKS_PER_FRAME);
        assert_true(tick_clock_advance(&clock, 16666667) <= 2);
        assert_true(tick_clock_blend(&clock) >= 0.0f && tick_clock_blend(&clock) < 1.0f);
    }
}

static void blend_says_how_far_the_next_tick_is(void **state)
{
    (void)state;
    tick_clock clock = { 0 };
    assert_int_equal(tick_clock_advance(&clock, 25000000), 1); // one tick and a half
    assert_float_equal(tick_clock_blend(&clock), 0.5f, 1e-4f);
}

static tick_input scripted(uint32_t tick)
{
    qx_random random;
    qx_random_seed(&random, 7, tick);
    return (tick_input){ .move_x = (int16_t)qx_random_below(&random, 20000),
                         .pressed = qx_random_below(&random, 4) == 0,
                         .view_width = 160,
                         .view_height = 120 };
}

// Frame times of a display, in nanoseconds; rate 0 stutters.
static uint64_t frame_time(uint32_t rate, qx_random *random)
{
    if (rate > 0) return 1000000000u / rate;
    return qx_random_below(random, 10) == 0 ? 90000000
                                            : 3000000 + qx_random_below(random, 20000000);
}

static uint64_t hash_at(uint32_t rate)
{
    char problem[128];
    stage s;
    tick_clock clock = { 0 };
    qx_random random;
    const scene_setup setup = { .seed = 5, .view_width = 160, .view_height = 120 };
    const scene_services services = { 0 };
    qx_random_seed(&random, 1, rate);
    assert_true(stage_start(&s, &marble_scene, &setup, false, problem, sizeof problem));
    while (s.ticks < 1200) {
        uint32_t due = tick_clock_advance(&clock, frame_time(rate, &random));
        for (; due > 0 && s.ticks < 1200; due--) {
            const tick_input in = scripted(s.ticks);
            stage_tick(&s, &in, &services);
        }
    }
    const uint64_t hash = stage_hash(&s);
    stage_stop(&s);
    return hash;
}

static void the_same_game_at_every_display_rate(void **state)
{
    (void)state;
    static const uint32_t rates[] = { 30, 144, 240, 0 };
    const uint64_t expected = hash_at(60);
    for (size_t i = 0; i < COUNT(rates); i++) assert_true(hash_at(rates[i]) == expected);
}

static void a_scene_that_refuses_leaves_nothing_behind(void **state)
{
    (void)state;
    char problem[128];
    stage s;
    const char *const options[] = { "--weight=0" };
    const scene_setup setup = {
        .view_width = 160, .view_height = 120, .option_count = 1, .options = options
    };
    assert_false(stage_start(&s, &marble_scene, &setup, true, problem, sizeof problem));
    assert_string_equal(problem, "--weight is a number from 1 to 9");
    assert_null(s.scene);
    assert_null(s.state);
    assert_null(s.record);
    stage_stop(&s);
}

static void the_view_follows_the_shape_of_the_picture(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height;
        float expected;
    } cases[] = { { 320, 240, 160 }, { 1280, 720, 213 }, { 3440, 1440, 287 }, { 5120, 1440, 427 },
                  { 720, 1280, 68 }, { 1, 4320, 1 },     { 100, 0, 12000 } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const qx_view view = stage_view(&marble_scene, cases[i].width, cases[i].height);
        assert_float_equal(view.width, cases[i].expected, 0.0f);
        assert_float_equal(view.height, 120.0f, 0.0f);
    }
}

static void a_narrow_picture_shows_the_width_a_scene_needs(void **state)
{
    (void)state;
    scene wide = marble_scene;
    wide.world_width = 160.0f;
    static const struct {
        uint32_t width, height;
        float view_width, view_height;
    } cases[] = { { 1280, 720, 213, 120 }, { 320, 240, 160, 120 },  { 240, 240, 160, 160 },
                  { 720, 1280, 160, 284 }, { 1, 4320, 160, 32767 }, { 0, 100, 160, 32767 } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const qx_view view = stage_view(&wide, cases[i].width, cases[i].height);
        assert_float_equal(view.width, cases[i].view_width, 0.0f);
        assert_float_equal(view.height, cases[i].view_height, 0.0f);
    }
}

// --- automatic quality

static float run_quality(auto_quality *q, float ms, uint32_t frames)
{
    float resolution = 1.0f;
    for (uint32_t i = 0; i < frames; i++) resolution = quality_step(q, ms, 16.7f);
    return resolution;
}

static void slow_frames_lower_the_resolution_step_by_step(void **state)
{
    (void)state;
    auto_quality q;
    quality_start(&q);
    assert_float_equal(run_quality(&q, 16.7f, 600), 1.0f, 0.0f);
    assert_float_equal(run_quality(&q, 25.0f, 40), 0.85f, 0.0f);
    assert_float_equal(run_quality(&q, 25.0f, 600), 0.5f, 0.0f);
}

static void one_hitch_changes_nothing(void **state)
{
    (void)state;
    auto_quality q;
    quality_start(&q);
    run_quality(&q, 16.7f, 60);
    quality_step(&q, 2000.0f, 16.7f);
    assert_float_equal(run_quality(&q, 16.7f, 600), 1.0f, 0.0f);
}

static void good_frames_raise_it_again_but_slowly(void **state)
{
    (void)state;
    auto_quality q;
    quality_start(&q);
    run_quality(&q, 25.0f, 25);
    assert_float_equal(run_quality(&q, 16.7f, 60 * 5), 0.85f, 0.0f);
    assert_float_equal(run_quality(&q, 16.7f, 60 * 5), 1.0f, 0.0f);
}

// A machine that manages 0.85 and not 1: tries must become rare, not swing for ever.
static void what_failed_is_tried_later_and_later(void **state)
{
    (void)state;
    auto_quality q;
    quality_start(&q);
    uint32_t changes = 0;
    float resolution = 1.0f;
    for (uint32_t frame = 0; frame < 60 * 600; frame++) {
        const float next = quality_step(&q, resolution > 0.9f ? 25.0f : 16.7f, 16.7f);
        changes += next != resolution;
        resolution = next;
    }
    assert_true(changes >= 3);
    assert_true(changes <= 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_has_sixty_ticks_at_any_rate),
        cmocka_unit_test(an_hour_of_short_frames_does_not_drift),
        cmocka_unit_test(a_stall_is_not_made_up_for),
        cmocka_unit_test(blend_says_how_far_the_next_tick_is),
        cmocka_unit_test(the_same_game_at_every_display_rate),
        cmocka_unit_test(a_scene_that_refuses_leaves_nothing_behind),
        cmocka_unit_test(the_view_follows_the_shape_of_the_picture),
        cmocka_unit_test(a_narrow_picture_shows_the_width_a_scene_needs),
        cmocka_unit_test(slow_frames_lower_the_resolution_step_by_step),
        cmocka_unit_test(one_hitch_changes_nothing),
        cmocka_unit_test(good_frames_raise_it_again_but_slowly),
        cmocka_unit_test(what_failed_is_tried_later_and_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
