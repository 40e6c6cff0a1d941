// SPDX-License-Identifier: MIT
// The lightning room: options, parameters, presets, any input at all, its sounds, and the same hash
// for the same input.
#include "lightning_drive.h"
#include "sound_lightning.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// --- options

static void options_set_what_they_name(void **state)
{
    (void)state;
    char problem[256];
    static const char *const words[] = { "--preset=arc",    "--halo=99.5", "--growth=offsets",
                                         "--generations=5", "--compare",   "--ramp=gold",
                                         "--drawn=ribbon",  "--period=0.5" };
    room_play p;
    assert_true(room_try_open(&p, &lightning_room, words, COUNT(words), problem));
    const lightning_rules *rules = &p.lightning->rules;
    assert_int_equal(rules->preset, PRESET_ARC);
    assert_int_equal(rules->compare, 1);
    assert_true(rules->values[PARAM_HALO] == 99.5f);
    assert_true(rules->values[PARAM_GROWTH] == (float)QX_BOLT_OFFSETS);
    assert_true(rules->values[PARAM_GENERATIONS] == 5.0f);
    assert_true(rules->values[PARAM_RAMP] == (float)QX_GLOW_GOLD);
    assert_true(rules->values[PARAM_DRAWN] == (float)DRAWN_RIBBON);
    assert_true(rules->timing[PARAM_PERIOD] == 0.5f);
    room_close(&p);
}

static void bad_options_are_refused_with_a_sentence(void **state)
{
    (void)state;
    static const room_refusal bad[] = {
        { "--preset=rain", "strike, arc, chain, storm, globe, cage" },
        { "--preset=", "not \"\"" },
        { "--preset", "is not understood" },
        { "--halo=nan", "6 to 160" },
        { "--halo=inf", "6 to 160" },
        { "--halo=0x20", "6 to 160" },
        { "--halo=-7", "6 to 160" },
        { "--halo=1e2", "6 to 160" },
        { "--halo=161", "6 to 160" },
        { "--halo=5.99", "6 to 160" },
        { "--halo=", "6 to 160" },
        { "--halo=.", "6 to 160" },
        { "--halo=1.2.3", "6 to 160" },
        { "--halo=99999999999999999999", "6 to 160" },
        { "--generations=2.5", "a whole number from 1 to 10" },
        { "--generations=0", "a whole number from 1 to 10" },
        { "--generations=11", "a whole number from 1 to 10" },
        { "--growth=3", "midpoint, offsets, breakdown" },
        { "--ramp=Storm", "storm, plasma, ember, acid, gold" },
        { "--form=add", "max, sum" },
        { "--flashes=9", "1 to 8" },
        { "--compare=1", "is not understood" },
        { "halo=20", "is not understood" },
        { "", "is not understood" },
        { "--", "is not understood" },
    };
    room_assert_refuses(&lightning_room, bad, COUNT(bad));
}

static void every_parameter_is_an_option_and_in_the_help(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PARAM_COUNT; i++) {
        char word[64], value[24], problem[256];
        const char *given = word + 1;
        room_play p;
        snprintf(word, sizeof word, "\n--%s=", lightning_param_word(i));
        assert_non_null(strstr(lightning_options_help, word)); // at the start of a line
        if (lightning_param_is_choice(i))
            lightning_param_write(i, lightning_param_high(i), value);
        else
            snprintf(value, sizeof value, "%g", (double)lightning_param_high(i));
        strcat(word, value);
        if (!room_try_open(&p, &lightning_room, &given, 1, problem))
            fail_msg("%s: %s", word, problem);
        assert_true(p.lightning->rules.values[i] == lightning_param_high(i));
        room_close(&p);
    }
}

// --- parameters

static void parameters_stay_in_their_range(void **state)
{
    (void)state;
    static const float wild[] = { NAN, -INFINITY, INFINITY, -1e30f, 1e30f, 0.0f, 0.37f, 1.0f };
    for (uint32_t i = 0; i < PARAM_COUNT; i++) {
        const float low = lightning_param_low(i), high = lightning_param_high(i);
        for (size_t k = 0; k < COUNT(wild); k++) {
            const float value = lightning_param_clamp(i, wild[k]);
            const float at = lightning_param_at(i, wild[k]);
            assert_true(value >= low && value <= high);
            assert_true(at >= low && at <= high);
        }
        assert_true(lightning_param_at(i, 0.0f) == low);
        assert_true(lightning_param_at(i, 1.0f) == high);
    }
}

static void sliders_and_values_agree(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        for (int k = 0; k <= 50; k++) {
            const float value = lightning_param_at(i, (float)k / 50.0f);
            const float again = lightning_param_at(i, lightning_param_share(i, value));
            assert_true(fabsf(again - value) <= 1e-4f * lightning_param_high(i));
        }
}

static void keys_reach_both_ends_of_every_parameter(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PARAM_COUNT; i++) {
        float value = lightning_param_at(i, 0.37f);
        if (lightning_param_is_choice(i)) {
            const float first = value;
            const int names = (int)lightning_param_high(i) + 1;
            for (int k = 0; k < names; k++) value = lightning_param_step(i, value, 1);
            assert_true(value == first); // once around
            continue;
        }
        for (int k = 0; k < 60; k++) {
            const float next = lightning_param_step(i, value, 1);
            assert_true(next > value || value == lightning_param_high(i));
            value = next;
        }
        assert_true(value == lightning_param_high(i));
        for (int k = 0; k < 60; k++) value = lightning_param_step(i, value, -1);
        assert_true(value == lightning_param_low(i));
    }
}

static void every_parameter_is_on_one_page(void **state)
{
    (void)state;
    uint32_t next = 0;
    for (uint32_t i = 0; i < LIGHTNING_PAGES; i++) {
        assert_int_equal(lightning_pages[i].first, next);
        assert_true(lightning_pages[i].count <= LIGHTNING_PAGE_MOST);
        next += lightning_pages[i].count;
    }
    assert_int_equal(next, PARAM_COUNT);
}

// --- presets

static void every_preset_strikes(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LIGHTNING_PRESETS; i++) {
        uint32_t lit = 0;
        room_play p = room_open(&lightning_room, NULL);
        room_press(&p, (action)(ACTION_OPTION_1 + i));
        assert_int_equal(p.lightning->rules.preset, i);
        for (int t = 0; t < 600; t++) {
            room_tick(&p, 1);
            lit += lightning_count_lit(&p) > 0;
            lightning_assert_sound(&p);
        }
        print_message("%s: light in %u of 600 ticks\n", lightning_preset_word(i), lit);
        assert_true(lit > 60);
        room_close(&p);
    }
}

static void every_preset_strikes_in_each_way_to_grow(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LIGHTNING_PRESETS; i++)
        for (uint32_t way = 0; way < 3; way++) {
            uint32_t lit = 0;
            room_play p = room_open(&lightning_room, NULL);
            room_press(&p, (action)(ACTION_OPTION_1 + i));
            p.lightning->rules.values[PARAM_GROWTH] = (float)way;
            for (int t = 0; t < 300; t++) {
                room_tick(&p, 1);
                lit += lightning_count_lit(&p) > 0;
            }
            if (lit < 30)
                fail_msg("%s by growth %u is lit in %u ticks", lightning_preset_word(i), way, lit);
            room_close(&p);
        }
}

// Its mark says where it strikes.
static void the_great_stroke_meets_its_mark(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=strike");
    const lightning_mark *m = lightning_mark_of(p.lightning, MARK_TARGET, 0);
    for (int t = 0; t < 600; t++) {
        room_tick(&p, 1);
        const lightning_strike *s = &p.lightning->strikes[0];
        if (s->used) assert_true(s->ends[1].x == m->x && s->ends[1].y == m->y);
    }
    room_close(&p);
}

static void a_storm_stays_in_the_picture(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=storm");
    for (int t = 0; t < 3600; t++) {
        room_tick(&p, 1);
        for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
            const lightning_strike *s = &p.lightning->strikes[i];
            if (!s->used || s->source >= 3) continue; // small ones below the clouds may leave it
            assert_true(s->ends[1].x > 0.0f && s->ends[1].x < (float)WIDTH);
        }
    }
    room_close(&p);
}

static void the_show_goes_through_all_presets(void **state)
{
    (void)state;
    uint32_t seen = 0;
    room_play p = room_open(&lightning_room, "--show");
    for (int t = 0; t < 6 * 500; t++) {
        room_tick(&p, 1);
        seen |= 1u << p.lightning->rules.preset;
    }
    assert_int_equal(seen, (1u << LIGHTNING_PRESETS) - 1);
    room_press(&p, ACTION_OPTION_3);
    room_tick(&p, 3000);
    assert_int_equal(p.lightning->rules.preset, PRESET_CHAIN); // whoever chooses ends it
    room_close(&p);
}

// --- any input, any shape

static void any_input_at_all_leaves_the_room_sound(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        room_play p = room_open(&lightning_room, NULL);
        qx_random random;
        qx_random_seed(&random, seed, 2);
        for (int t = 0; t < 1000; t++) {
            room_shake(&p, &random);
            room_tick(&p, 1);
            lightning_assert_sound(&p);
        }
        room_close(&p);
    }
}

static void every_extreme_of_every_parameter_is_borne(void **state)
{
    (void)state;
    for (uint32_t way = 0; way < 3; way++)
        for (uint32_t i = 0; i < PARAM_COUNT; i++)
            for (int end = 0; end < 2; end++) {
                room_play p =
                    room_open(&lightning_room, way == 2 ? "--preset=cage" : "--preset=chain");
                p.lightning->rules.values[PARAM_GROWTH] = (float)way;
                p.lightning->rules.values[i] =
                    end ? lightning_param_high(i) : lightning_param_low(i);
                uint32_t lit = 0;
                for (int t = 0; t < 40; t++) {
                    room_tick(&p, 1);
                    lit += lightning_count_lit(&p);
                }
                lightning_assert_sound(&p);
                if (lit == 0) fail_msg("%s at end %d is dark", lightning_param_title(i), end);
                room_close(&p);
            }
}

static void marks_follow_the_shape_of_the_view(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=chain");
    room_tick(&p, 10);
    p.input.view_width = 405;
    room_tick(&p, 2);
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++)
        assert_true(p.lightning->rules.marks[i].x <= 405.0f);
    p.input.view_width = 0; // no window yet: nothing to follow
    room_tick(&p, 2);
    assert_true(p.lightning->rules.width == 405.0f);
    room_close(&p);
}

// --- memory

static void memory_that_lacks_is_told(void **state)
{
    (void)state;
    char problem[256];
    room_play p;
    uint32_t n = 0;
    for (;; n++) { // the state's own calloc is not counted
        room_allocations = 0;
        room_failing = n;
        const bool opened = room_try_open(&p, &lightning_room, NULL, 0, problem);
        room_failing = UINT32_MAX;
        if (opened) break;
        assert_non_null(strstr(problem, "memory"));
    }
    print_message("%u allocations\n", n);
    assert_true(n >= LIGHTNING_STRIKES + LIGHTNING_TREES + 3);
    room_close(&p);
}

static void ticks_allocate_nothing(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LIGHTNING_PRESETS; i++) {
        room_play p = room_open(&lightning_room, NULL);
        room_allocations = 0;
        room_press(&p, (action)(ACTION_OPTION_1 + i));
        room_tick(&p, 200);
        room_put(&p, 0, 700.0f, 400.0f, 2);
        room_tick(&p, 100);
        assert_int_equal(room_allocations, 0);
        room_close(&p);
    }
}

// --- sound

static uint32_t first_heard(const patch *which, uint32_t after)
{
    for (uint32_t i = 0; i < room_heard.played && i < HEARD_MOST; i++)
        if (room_heard.patches[i] == which && room_heard.ticks[i] >= after)
            return room_heard.ticks[i];
    return UINT32_MAX;
}

static void thunder_comes_as_late_as_it_is_far(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=strike");
    p.services.sound = (sound *)&p; // never looked into: the calls end here
    room_heard = (room_sounds){ 0 };
    room_tick(&p, 600);
    const float metres = p.lightning->sources[0].distance;
    const uint32_t crack = first_heard(&sound_lightning[LIGHTNING_CRACK], 0);
    const uint32_t clap = first_heard(&sound_lightning[LIGHTNING_CLAP], crack);
    assert_true(crack < 600 && clap < 600);
    const float late = (float)(clap - crack) / 60.0f;
    print_message("%.0f m: %.2f s\n", (double)metres, (double)late);
    assert_true(fabsf(late - metres / 343.0f) <= 1.1f / 60.0f);
    assert_null(p.lightning->sound); // not kept beyond the tick
    room_close(&p);
}

static void a_crack_falls_together_with_its_light(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=strike");
    p.services.sound = (sound *)&p;
    for (int t = 0; t < 300; t++) {
        room_heard = (room_sounds){ 0 };
        const uint32_t lit = lightning_count_lit(&p);
        room_tick(&p, 1);
        const bool cracks = first_heard(&sound_lightning[LIGHTNING_CRACK], 0) != UINT32_MAX;
        assert_int_equal(cracks, lit == 0 && lightning_count_lit(&p) == 1);
    }
    room_close(&p);
}

static void an_arc_hums_while_it_burns(void **state)
{
    (void)state;
    static const char *const words[] = { "--preset=arc", "--preset=globe" };
    for (size_t i = 0; i < COUNT(words); i++) {
        room_play p = room_open(&lightning_room, words[i]);
        p.services.sound = (sound *)&p;
        room_heard = (room_sounds){ 0 };
        room_tick(&p, 300);
        assert_true(room_heard.held >= 298);
        assert_int_equal(room_heard.played, 0);
        room_close(&p);
    }
}

// --- the same hash for the same input

static void script(tick_input *in, uint32_t t)
{
    *in = (tick_input){ .view_width = t < 500 ? WIDTH : 1000, .view_height = HEIGHT };
    in->pointers[0] = (pointer){ (int32_t)(3000 + 23 * t), (int32_t)(9000 - 7 * t), t / 40 % 3 };
    in->pointers[2] = (pointer){ (int32_t)(16000 - 20 * t), 5000, t / 60 % 2 };
    in->aim_by_pointer = t / 100 % 2;
    if (t % 45 == 44) in->pressed = ACTION_BIT(ACTION_NEXT);
    if (t % 45 == 20 && t > 100 && t < 400) in->pressed = ACTION_BIT(ACTION_MORE);
    if (t == 300) in->pressed = ACTION_BIT(ACTION_MODE);
    if (t / 50 % 4 == 3) in->aim_x = AXIS_FULL, in->aim_y = -AXIS_FULL / 3;
    if (t / 70 % 3 == 2) in->move_x = -AXIS_FULL;
}

static uint64_t play_script(const char *preset)
{
    room_play p = room_open(&lightning_room, preset);
    for (uint32_t t = 0; t < 700; t++) {
        script(&p.input, t);
        room_tick(&p, 1);
    }
    lightning_assert_sound(&p);
    const uint64_t hash = room_hash(&p);
    room_close(&p);
    return hash;
}

// Whatever compiles it: where the rules change, these change, and the scene's version with them.
static const struct {
    const char *word;
    uint64_t hash;
} scripted[] = {
    { "--preset=strike", UINT64_C(0x4AA5CC23951BBD15) },
    { "--preset=arc", UINT64_C(0x8326B8D71992A594) },
    { "--preset=chain", UINT64_C(0xC457537A40746698) },
    { "--preset=storm", UINT64_C(0xC5B74D3613985DAC) },
    { "--preset=globe", UINT64_C(0x8712BEFBC2695C69) },
    { "--preset=cage", UINT64_C(0x1CCAEBE11F577FE7) },
};

static void the_same_input_gives_the_same_hash(void **state)
{
    (void)state;
    bool same = true;
    for (size_t i = 0; i < COUNT(scripted); i++) {
        const uint64_t hash = play_script(scripted[i].word);
        assert_int_equal(play_script(scripted[i].word), hash);
        same = same && hash == scripted[i].hash;
        if (hash != scripted[i].hash)
            print_message("%s: 0x%016" PRIX64 "\n", scripted[i].word, hash);
    }
    assert_true(same);
}

static void the_hash_tells_rooms_apart(void **state)
{
    (void)state;
    room_play a = room_open(&lightning_room, NULL), b = room_open(&lightning_room, NULL);
    room_tick(&a, 5), room_tick(&b, 5);
    assert_int_equal(room_hash(&a), room_hash(&b));
    b.input.move_x = 100;
    room_tick(&a, 1), room_tick(&b, 1);
    assert_true(room_hash(&a) != room_hash(&b));
    room_close(&a), room_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_set_what_they_name),
        cmocka_unit_test(bad_options_are_refused_with_a_sentence),
        cmocka_unit_test(every_parameter_is_an_option_and_in_the_help),
        cmocka_unit_test(parameters_stay_in_their_range),
        cmocka_unit_test(sliders_and_values_agree),
        cmocka_unit_test(keys_reach_both_ends_of_every_parameter),
        cmocka_unit_test(every_parameter_is_on_one_page),
        cmocka_unit_test(every_preset_strikes),
        cmocka_unit_test(every_preset_strikes_in_each_way_to_grow),
        cmocka_unit_test(the_great_stroke_meets_its_mark),
        cmocka_unit_test(a_storm_stays_in_the_picture),
        cmocka_unit_test(the_show_goes_through_all_presets),
        cmocka_unit_test(any_input_at_all_leaves_the_room_sound),
        cmocka_unit_test(every_extreme_of_every_parameter_is_borne),
        cmocka_unit_test(marks_follow_the_shape_of_the_view),
        cmocka_unit_test(memory_that_lacks_is_told),
        cmocka_unit_test(ticks_allocate_nothing),
        cmocka_unit_test(thunder_comes_as_late_as_it_is_far),
        cmocka_unit_test(a_crack_falls_together_with_its_light),
        cmocka_unit_test(an_arc_hums_while_it_burns),
        cmocka_unit_test(the_same_input_gives_the_same_hash),
        cmocka_unit_test(the_hash_tells_rooms_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
