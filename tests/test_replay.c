// SPDX-License-Identifier: MIT
// Recordings: what comes out is what went in, and no file can do harm.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "marble_scene.h"
#include "playback.h"
#include "stage.h"

#include <quincunx/random.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define TICKS 400

static const char path[] = "test_replay.qxrp";

static int16_t any_axis(qx_random *random)
{
    return (int16_t)((int32_t)qx_random_below(random, 46000) - 23000);
}

static tick_input any_input(qx_random *random)
{
    tick_input in = { .view_width = 213, .view_height = 120 };
    in.move_x = any_axis(random), in.move_y = any_axis(random);
    in.aim_x = any_axis(random), in.aim_y = any_axis(random);
    in.wheel = (int16_t)qx_random_next(random);
    in.aim_by_pointer = (uint16_t)qx_random_below(random, 2);
    in.held = qx_random_next(random) >> 8;
    in.pressed = qx_random_next(random) >> 8;
    for (uint32_t i = 0; i < POINTER_COUNT; i++) {
        in.pointers[i].x = (int32_t)qx_random_below(random, 2 * PLACE_MOST) - PLACE_MOST;
        in.pointers[i].y = (int32_t)qx_random_below(random, 2 * PLACE_MOST) - PLACE_MOST;
        in.pointers[i].buttons = qx_random_below(random, 8);
    }
    return in;
}

// Runs of 1 to 20 equal ticks: as the hands of a player are.
static void make_inputs(tick_input inputs[TICKS], uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 0);
    for (uint32_t i = 0, run = 0; i < TICKS; i++, run--) {
        if (run == 0) run = 1 + qx_random_below(&random, 20);
        const bool fresh = i == 0 || run == 1;
        inputs[i] = fresh ? any_input(&random) : inputs[i - 1];
    }
}

static scene_setup any_setup(void)
{
    static const char *const options[] = { "--weight=3" };
    return (scene_setup){ .seed = UINT64_MAX,
                          .view_width = 213,
                          .view_height = 120,
                          .option_count = 1,
                          .options = options };
}

static recording *record(const tick_input *inputs, uint32_t count)
{
    const scene_setup setup = any_setup();
    recording *r = recording_create("marble", 3, &setup);
    assert_non_null(r);
    for (uint32_t i = 0; i < count; i++) recording_add(r, &inputs[i]);
    return r;
}

static void expect_inputs(const recording *r, const tick_input *inputs, uint32_t count)
{
    replay_cursor cursor = { .recording = r };
    tick_input in;
    for (uint32_t i = 0; i < count; i++) {
        assert_true(replay_next(&cursor, &in));
        assert_memory_equal(&in, &inputs[i], sizeof in);
    }
    assert_false(replay_next(&cursor, &in));
}

static void what_is_read_is_what_was_recorded(void **state)
{
    (void)state;
    tick_input inputs[TICKS];
    for (uint64_t seed = 0; seed < 200; seed++) {
        make_inputs(inputs, seed);
        const uint32_t count = (uint32_t)seed * 2;
        storage_problem problem;
        size_t size;
        recording *r = record(inputs, count);
        uint8_t *bytes = recording_encode(r, 0x0123456789ABCDEF, &size);
        assert_non_null(bytes);
        recording *back = recording_decode(bytes, size, &problem);
        assert_non_null(back);
        const recording_info info = recording_get(back);
        assert_string_equal(info.scene, "marble");
        assert_int_equal(info.version, 3);
        assert_true(info.setup.seed == UINT64_MAX);
        assert_int_equal(info.setup.view_width, 213);
        assert_int_equal(info.setup.view_height, 120);
        assert_int_equal(info.setup.option_count, 1);
        assert_string_equal(info.setup.options[0], "--weight=3");
        assert_int_equal(info.ticks, count);
        assert_true(info.hash == 0x0123456789ABCDEF);
        expect_inputs(back, inputs, count);
        recording_destroy(back);
        recording_destroy(r);
        free(bytes);
    }
}

static void resting_hands_take_no_room(void **state)
{
    (void)state;
    const tick_input rest = { .view_width = 1, .view_height = 1 };
    const scene_setup setup = any_setup();
    recording *r = recording_create("marble", 3, &setup);
    size_t size;
    for (uint32_t i = 0; i < 60 * 3600; i++) recording_add(r, &rest);
    uint8_t *bytes = recording_encode(r, 0, &size);
    assert_non_null(bytes);
    assert_true(size < 100);
    free(bytes);
    recording_destroy(r);
}

static void what_does_not_fit_a_file_is_not_recorded(void **state)
{
    (void)state;
    char long_option[RECORDING_OPTION_SIZE + 1];
    memset(long_option, 'x', sizeof long_option);
    long_option[RECORDING_OPTION_SIZE] = '\0';
    const char *const options[] = { long_option };
    scene_setup setup = any_setup();
    assert_null(recording_create("a name that is longer than any scene's", 1, &setup));
    setup.option_count = RECORDING_OPTIONS + 1;
    assert_null(recording_create("marble", 1, &setup));
    setup.option_count = 1;
    setup.options = options;
    assert_null(recording_create("marble", 1, &setup));
}

static void inputs_out_of_range_are_told(void **state)
{
    (void)state;
    const tick_input good = { .view_width = 1, .view_height = 1 };
    assert_true(tick_input_valid(&good));
    tick_input bad[10];
    for (size_t i = 0; i < COUNT(bad); i++) bad[i] = good;
    bad[0].move_x = bad[0].move_y = 30000;
    bad[1].aim_x = INT16_MIN;
    bad[2].view_width = 0;
    bad[3].view_height = -5;
    bad[4].aim_by_pointer = 2;
    bad[5].held = UINT32_C(1) << 24;
    bad[6].pressed = UINT32_C(1) << 31;
    bad[7].pointers[4].x = PLACE_MOST + 1;
    bad[8].pointers[0].y = INT32_MIN;
    bad[9].pointers[2].buttons = 8;
    for (size_t i = 0; i < COUNT(bad); i++) assert_false(tick_input_valid(&bad[i]));
}

// --- damaged contents, without the checksum that would tell at once

static void play_through(const recording *r)
{
    replay_cursor cursor = { .recording = r };
    tick_input in;
    uint32_t ticks = 0;
    while (replay_next(&cursor, &in)) {
        assert_true(tick_input_valid(&in));
        ticks++;
    }
    assert_int_equal(ticks, recording_get(r).ticks);
}

// The bytes in a block of exactly their size, so that the sanitizer sees any read behind it.
static recording *decode_exactly(const uint8_t *bytes, size_t size, storage_problem *problem)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    problem->text[0] = '\0';
    recording *r = recording_decode(copy, size, problem);
    free(copy);
    return r;
}

static uint8_t *encode_some(size_t *size)
{
    tick_input inputs[TICKS];
    make_inputs(inputs, 11);
    recording *r = record(inputs, 60);
    uint8_t *bytes = recording_encode(r, 42, size);
    assert_non_null(bytes);
    recording_destroy(r);
    return bytes;
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    size_t size;
    storage_problem problem;
    uint8_t *bytes = encode_some(&size);
    for (size_t cut = 0; cut < size; cut++) {
        assert_null(decode_exactly(bytes, cut, &problem));
        assert_true(problem.text[0] != '\0');
    }
    free(bytes);
}

// Many flips make another recording that is as good; none may make one that cannot be played.
static void every_flipped_bit_is_refused_or_harmless(void **state)
{
    (void)state;
    size_t size;
    storage_problem problem;
    uint8_t *bytes = encode_some(&size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        recording *r = decode_exactly(bytes, size, &problem);
        if (r)
            play_through(r);
        else
            assert_true(problem.text[0] != '\0');
        recording_destroy(r);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    free(bytes);
}

static void noise_is_refused_or_harmless(void **state)
{
    (void)state;
    qx_random random;
    storage_problem problem;
    uint8_t bytes[64];
    for (uint64_t seed = 0; seed < 5000; seed++) {
        qx_random_seed(&random, seed, 3);
        const size_t size = qx_random_below(&random, sizeof bytes + 1);
        for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)qx_random_next(&random);
        recording *r = decode_exactly(bytes, size, &problem);
        if (r) play_through(r);
        recording_destroy(r);
    }
}

static void lies_in_the_contents_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *expected;
    } cases[] = {
        { "", 0, "ends too early" },
        { "\x20", 1, "out of range" },           // a name of 32 letters
        { "\x01\x07", 2, "control characters" }, // a bell for a name
        { "\x01"
          "a"
          "\xFF\xFF\xFF\xFF\x1F",
          7, "out of range" }, // a version of 33 bits
        { "\x01"
          "a"
          "\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x02",
          13, "too long" }, // a seed of 65
        { "\x01"
          "a"
          "\x01\x01\x00\x01\x00\x00",
          8, "no size" }, // a view of 0 by 1
        { "\x01"
          "a"
          "\x01\x01\x01\x01\x21",
          7, "out of range" }, // 33 options
        { "\x01"
          "a"
          "\x01\x01\x01\x01\x00\xFF\xFF\xFF\xFF\x0F",
          12, "out of range" }, // ticks
        { "\x01"
          "a"
          "\x01\x01\x01\x01\x00\x02"
          "12345678",
          16, "do not add up" }, // two ticks, no runs
        { "\x01"
          "a"
          "\x01\x01\x01\x01\x00\x00"
          "12345678"
          "\x00\x00",
          18, "empty" },
        { "\x01"
          "a"
          "\x01\x01\x01\x01\x00\x01"
          "12345678"
          "\x01\x00",
          18, "out of range" }, // no view
        { "\x01"
          "a"
          "\x01\x01\x01\x01\x00\x01"
          "12345678"
          "\x01\xFF\xFF\xFF\x3F",
          21, "out of range" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        storage_problem problem;
        recording *r = decode_exactly((const uint8_t *)cases[i].bytes, cases[i].size, &problem);
        assert_null(r);
        if (!strstr(problem.text, cases[i].expected))
            fail_msg("case %zu: \"%s\" instead of \"%s\"", i, problem.text, cases[i].expected);
    }
}

// --- files

static void save(recording *r, uint64_t hash)
{
    storage_problem problem;
    assert_int_equal(recording_save(r, hash, path, &problem), STORAGE_OK);
}

static size_t read_file(uint8_t **bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *bytes = malloc(1 << 20);
    const size_t size = fread(*bytes, 1, 1 << 20, file);
    fclose(file);
    return size;
}

static void write_file(const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void expect_refused(const scene *wanted, const char *expected)
{
    storage_problem problem = { 0 };
    playback p;
    assert_false(playback_open(&p, path, wanted, &problem));
    assert_null(p.recording);
    if (!strstr(problem.text, expected) || !strstr(problem.text, path))
        fail_msg("\"%s\" instead of \"%s\"", problem.text, expected);
}

static void damaged_files_are_named_and_stay(void **state)
{
    (void)state;
    tick_input inputs[TICKS];
    make_inputs(inputs, 12);
    recording *r = record(inputs, 30);
    save(r, 1);
    recording_destroy(r);
    uint8_t *bytes;
    const size_t size = read_file(&bytes);
    for (size_t cut = 0; cut < size; cut++) {
        write_file(bytes, cut);
        expect_refused(NULL, "");
    }
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= 0x10;
        write_file(bytes, size);
        expect_refused(NULL, "");
        bytes[at] ^= 0x10;
    }
    write_file(bytes, size);
    free(bytes);
    storage_problem problem;
    playback p;
    assert_true(playback_open(&p, path, &marble_scene, &problem));
    playback_close(&p);
    remove(path);
}

static void foreign_and_strange_recordings_are_refused(void **state)
{
    (void)state;
    static const scene other = { .name = "other" };
    const scene_setup setup = any_setup();
    remove(path);
    expect_refused(NULL, "--record");

    recording *r = recording_create("pinball", 1, &setup);
    save(r, 0);
    recording_destroy(r);
    expect_refused(NULL, "pinball");

    r = recording_create("marble", 2, &setup);
    save(r, 0);
    recording_destroy(r);
    expect_refused(NULL, "version 2");

    r = recording_create("marble", 3, &setup);
    save(r, 0);
    recording_destroy(r);
    expect_refused(&other, "not of other");

    write_file((const uint8_t *)"\x89PNG\r\n\x1a\n and so on", 18);
    expect_refused(NULL, "");
    storage_problem problem;
    assert_int_equal(storage_save(path, "QXRP", 2, "later", 5, &problem), STORAGE_OK);
    expect_refused(NULL, "");
    remove(path);
}

// --- whole runs

static uint64_t play_recorded(const tick_input *inputs, uint32_t count)
{
    char problem_text[128];
    stage s;
    const scene_setup setup = any_setup();
    const scene_services services = { 0 };
    assert_true(stage_start(&s, &marble_scene, &setup, true, problem_text, sizeof problem_text));
    for (uint32_t i = 0; i < count; i++) stage_tick(&s, &inputs[i], &services);
    const uint64_t hash = stage_hash(&s);
    save(s.record, hash);
    stage_stop(&s);
    return hash;
}

static uint64_t play_again(playback *p)
{
    char problem_text[128];
    stage s;
    tick_input in;
    const scene_services services = { 0 };
    assert_true(
        stage_start(&s, p->scene, &p->info.setup, false, problem_text, sizeof problem_text));
    while (playback_next(p, &in)) stage_tick(&s, &in, &services);
    const uint64_t hash = stage_hash(&s);
    stage_stop(&s);
    return hash;
}

static void a_recorded_run_replays_to_its_hash(void **state)
{
    (void)state;
    tick_input inputs[TICKS];
    storage_problem problem;
    playback p;
    FILE *told = tmpfile();
    make_inputs(inputs, 13);
    const uint64_t hash = play_recorded(inputs, TICKS);
    assert_true(playback_open(&p, path, NULL, &problem));
    assert_true(play_again(&p) == hash);
    playback_rewind(&p);
    assert_true(play_again(&p) == hash);
    assert_true(playback_compare(&p, TICKS, hash, told));
    assert_false(playback_compare(&p, TICKS, hash ^ 1, told));
    assert_false(playback_compare(&p, TICKS - 1, hash, told));
    playback_close(&p);
    fclose(told);
    remove(path);
}

static void a_full_disk_is_told_and_leaves_no_half_file(void **state)
{
    (void)state;
    tick_input inputs[TICKS];
    storage_problem problem = { 0 };
    make_inputs(inputs, 14);
    recording *r = record(inputs, 10);
    remove(path);
    storage_fail_after(2);
    assert_int_equal(recording_save(r, 0, path, &problem), STORAGE_FAILED);
    storage_fail_after(0);
    assert_non_null(strstr(problem.text, path));
    assert_null(fopen(path, "rb"));
    recording_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_what_was_recorded),
        cmocka_unit_test(resting_hands_take_no_room),
        cmocka_unit_test(what_does_not_fit_a_file_is_not_recorded),
        cmocka_unit_test(inputs_out_of_range_are_told),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_flipped_bit_is_refused_or_harmless),
        cmocka_unit_test(noise_is_refused_or_harmless),
        cmocka_unit_test(lies_in_the_contents_are_named),
        cmocka_unit_test(damaged_files_are_named_and_stay),
        cmocka_unit_test(foreign_and_strange_recordings_are_refused),
        cmocka_unit_test(a_recorded_run_replays_to_its_hash),
        cmocka_unit_test(a_full_disk_is_told_and_leaves_no_half_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
