// SPDX-License-Identifier: MIT
// The model room: options, files good and bad, its clock, clips that fade and blend, poses, any
// input at all, its sounds, and the same hash for the same input.
#include "fresh_folder.h"
#include "model_drive.h"
#include "sound_model.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND ((double)QX_KEYFRAME_SECOND)

// --- options

static void options_set_what_they_name(void **state)
{
    (void)state;
    static const char *const words[] = { "--clip=squash", "--with=3",       "--share=30",
                                         "--speed=50",    "--way=backward", "--loop=ping-pong",
                                         "--curve=step",  "--ease=in-quad", "--fade=700",
                                         "--onion=keys",  "--wire=key",     "--normals=pose",
                                         "--turn=-30",    "--path=CPU",     "--time=0.46",
                                         "--paused",      "--yaw=90",       "--zoom=50" };
    room_play p = model_open(words, COUNT(words));
    static const int32_t values[PARAM_COUNT] = { 1,
                                                 3,
                                                 30,
                                                 50,
                                                 WAY_BACKWARD,
                                                 LOOP_PING_PONG,
                                                 CURVE_STEP,
                                                 EASE_FIRST + QX_EASE_IN_QUAD,
                                                 700,
                                                 ONION_KEYS,
                                                 MARKS_KEY,
                                                 MARKS_POSE,
                                                 -30,
                                                 PATH_CPU };
    const model_play *r = model_of(&p);
    for (uint32_t i = 0; i < PARAM_COUNT; i++) assert_int_equal(r->rules.values[i], values[i]);
    assert_false(r->rules.playing);
    assert_true(fabs(model_phase(r, r->rules.now).place - 0.46 * SECOND) < 1.0);
    assert_true(fabsf(r->rules.yaw - 1.5707963f) < 1e-5f && r->rules.zoom == 0.5f);
    room_close(&p);
}

static void bad_options_are_refused_with_a_sentence(void **state)
{
    (void)state;
    static const room_refusal bad[] = {
        { "--clip=walk", "there are bounce, squash, wobble" },
        { "--clip=", "there are bounce, squash, wobble" },
        { "--clip=0", "there are bounce" },
        { "--clip=4", "there are bounce" },
        { "--clip=99999999999999999999", "there are bounce" },
        { "--with=run", "no clip \"run\"" },
        { "--share=101", "0 to 100" },
        { "--share=-1", "0 to 100" },
        { "--share=", "0 to 100" },
        { "--share=1.5", "0 to 100" },
        { "--share=0x10", "0 to 100" },
        { "--share=5 ", "0 to 100" },
        { "--speed=4", "5 to 400" },
        { "--speed=9999999999999", "5 to 400" },
        { "--speed=--5", "5 to 400" },
        { "--turn=91", "-90 to 90" },
        { "--way=sideways", "forward, backward" },
        { "--loop=twice", "own, once, repeat, ping-pong" },
        { "--ease=in-nothing", "bounce" },
        { "--curve=Linear", "own, linear, step, catmull-rom" },
        { "--time=nan", "seconds" },
        { "--time=-1", "seconds" },
        { "--time=1e9", "seconds" },
        { "--time=", "seconds" },
        { "--yaw=181", "-180 to 180" },
        { "--pitch=86", "-20 to 85" },
        { "--zoom=24", "25 to 400" },
        { "--skin=", "empty" },
        { "--skin=not-there.png", "not-there.png" },
        { "--stamp=12", "hexadecimal" },
        { "--paused=1", "is not understood" },
        { "--", "is not understood" },
        { "--clip", "is not understood" },
        { "not-there.md2", "not-there.md2: " },
        { "", "empty" },
    };
    room_assert_refuses(&model_room, bad, COUNT(bad));
}

static void every_parameter_is_in_the_help(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PARAM_COUNT; i++) {
        char word[64];
        snprintf(word, sizeof word, "--%s=", model_param_word(i));
        const char *at = strstr(model_options_help, word);
        assert_non_null(at);
        assert_true(at == model_options_help || at[-1] == '\n');
    }
}

static void every_choice_is_read_as_it_is_written(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    const model_source *s = &model_of(&p)->source;
    for (uint32_t i = PARAM_SHARE; i < PARAM_COUNT; i++)
        for (int32_t v = model_param_low(i); v <= model_param_high(s, i); v++) {
            char text[32];
            int32_t again = -1000;
            model_param_write(s, i, v, text);
            if (!model_param_is_choice(i)) text[strcspn(text, " ")] = '\0';
            assert_true(model_param_read(i, text, &again));
            assert_int_equal(again, v);
        }
    room_close(&p);
}

static void keys_reach_both_ends_of_every_parameter(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    const model_source *s = &model_of(&p)->source;
    for (uint32_t i = 0; i < PARAM_COUNT; i++) {
        const int32_t low = model_param_low(i), high = model_param_high(s, i);
        int32_t value = model_param_at(s, i, 0.37f);
        const int32_t first = value;
        if (model_param_is_choice(i)) {
            for (int32_t k = low; k <= high; k++) value = model_param_step(s, i, value, 1);
            assert_int_equal(value, first); // once around
            continue;
        }
        for (int k = 0; k < 100; k++) value = model_param_step(s, i, value, 1);
        assert_int_equal(value, high);
        for (int k = 0; k < 100; k++) value = model_param_step(s, i, value, -1);
        assert_int_equal(value, low);
        assert_int_equal(model_param_at(s, i, 0.0f), low);
        assert_int_equal(model_param_at(s, i, 1.0f), high);
        assert_int_equal(model_param_at(s, i, NAN), low);
    }
    room_close(&p);
}

// --- time

static double place_now(const room_play *p)
{
    return model_phase(model_of(p), model_of(p)->rules.now).place / SECOND;
}

static void assert_place(const room_play *p, double seconds)
{
    const double place = place_now(p);
    if (fabs(place - seconds) > 1e-6) fail_msg("at %.9f s and not at %.9f s", place, seconds);
}

static void the_ball_goes_to_and_fro(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    room_tick(&p, 9);
    assert_place(&p, 0.15);
    room_tick(&p, 18);
    assert_place(&p, 0.15);
    assert_true(model_phase(model_of(&p), model_of(&p)->rules.now).backward);
    room_tick(&p, 36 * 5000); // fifty minutes later it is exactly there
    assert_place(&p, 0.15);
    assert_int_equal(model_of(&p)->rules.now, (9 + 18 + 36 * 5000) * MODEL_TICK);
    room_close(&p);
}

static void pause_stands_and_play_goes_on(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    room_tick(&p, 5);
    room_press(&p, ACTION_PRIMARY);
    const double there = place_now(&p);
    room_tick(&p, 100);
    assert_place(&p, there);
    room_press(&p, ACTION_PRIMARY);
    assert_place(&p, there + 1.0 / 60.0);
    room_close(&p);
}

static void nothing_jumps_when_speed_or_direction_change(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 5, 1);
    room_play p = model_open(NULL, 0);
    model_play *r = model_of(&p);
    for (int t = 0; t < 3000; t++) {
        const double before = place_now(&p);
        if (qx_random_below(&random, 4) == 0)
            model_set(r, PARAM_SPEED, 5 + (int32_t)qx_random_below(&random, 396));
        if (qx_random_below(&random, 4) == 0)
            model_set(r, PARAM_WAY, (int32_t)qx_random_below(&random, 2));
        assert_place(&p, before); // also back in the middle of a way
        room_tick(&p, 1);
        const double most = r->rules.values[PARAM_SPEED] / 6000.0 + 1e-6;
        assert_true(fabs(place_now(&p) - before) <= most);
    }
    room_close(&p);
}

static void another_loop_goes_on_from_the_same_place(void **state)
{
    (void)state;
    for (int32_t from = LOOP_ONCE; from <= LOOP_PING_PONG; from++)
        for (int32_t to = LOOP_ONCE; to <= LOOP_PING_PONG; to++)
            for (uint32_t ticks = 1; ticks < 40; ticks += 3) {
                room_play p = model_open(NULL, 0);
                model_play *r = model_of(&p);
                model_set(r, PARAM_LOOP, from);
                room_tick(&p, ticks);
                const double before = place_now(&p);
                model_set(r, PARAM_LOOP, to);
                const double most = to == LOOP_REPEAT ? 0.6 : 0.3; // beyond its last key: there
                const double there = before < most ? before : most;
                const double after = place_now(&p);
                if (fabs(after - there) > 1e-6 && !(to == LOOP_REPEAT && after < 1e-6))
                    fail_msg("%d to %d at %u: %f, %f", from, to, ticks, before, after);
                room_close(&p);
            }
}

static void once_stays_at_its_end_until_it_is_played_again(void **state)
{
    (void)state;
    static const char *const words[] = { "--clip=wobble" };
    room_play p = model_open(words, 1);
    room_tick(&p, 1000);
    assert_place(&p, 1.6);
    room_press(&p, ACTION_PRIMARY);
    assert_place(&p, 1.0 / 60.0);
    room_close(&p);
}

static void put_on_line(room_play *p, float share)
{
    const model_line line = model_line_of(model_of(p));
    room_hold_mouse(p, line.left + share * (line.right - line.left), line.y);
}

static void a_hand_on_the_time_line_holds_the_clip_there(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    put_on_line(&p, 0.5f);
    room_tick(&p, 50);
    assert_true(fabs(place_now(&p) - 0.15) < 1e-3);
    put_on_line(&p, 1.5f);
    room_tick(&p, 50);
    assert_place(&p, 0.3);
    put_on_line(&p, 0.25f);
    room_tick(&p, 1);
    room_lift_mouse(&p);
    room_tick(&p, 1);
    assert_true(fabs(place_now(&p) - 0.075 - 1.0 / 60.0) < 1e-3);
    room_close(&p);
}

static void a_right_drag_scrubs_too(void **state)
{
    (void)state;
    static const char *const words[] = { "--paused", "--clip=squash" };
    room_play p = model_open(words, 2);
    const model_line line = model_line_of(model_of(&p));
    room_put(&p, 0, 500.0f, 300.0f, 2);
    room_tick(&p, 1);
    for (int i = 1; i <= 50; i++) {
        room_put(&p, 0, 500.0f + 4.0f * (float)i, 300.0f, 2);
        room_tick(&p, 1);
    }
    const double moved = 0.92 * 200.0 / (double)(line.right - line.left);
    assert_true(fabs(place_now(&p) - moved) < 2e-3);
    room_close(&p);
}

// --- clips

static void another_clip_fades_in(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    model_play *r = model_of(&p);
    room_tick(&p, 10);
    room_press(&p, ACTION_MODE);
    assert_int_equal(model_clip_now(r), 1);
    float before = 0.0f;
    for (int t = 0; t < 18; t++) {
        qx_keyframe_share shares[QX_KEYFRAME_LAYERS];
        const uint32_t count = qx_keyframe_player_sample(&r->player, r->rules.now, shares);
        const float weight = shares[count - 1].clip == 1 ? shares[count - 1].weight : 0.0f;
        assert_true(weight >= before);
        if (t < 16) assert_true(weight < 1.0f);
        before = weight;
        room_tick(&p, 1);
        model_assert_sound(&p);
    }
    const qx_keyframe_mix mix = model_mix_now(r, r->rules.now);
    for (uint32_t i = 0; i < mix.count; i++) assert_true(mix.key[i] >= 2 && mix.key[i] <= 6);
    room_close(&p);
}

static void a_press_in_the_list_plays_that_clip(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    const model_list list = model_list_of(model_of(&p));
    assert_int_equal(list.count, 3);
    room_hold_mouse(&p, list.left + 40.0f, list.top + 2.5f * list.step);
    room_tick(&p, 1);
    assert_int_equal(model_clip_now(model_of(&p)), 2);
    room_close(&p);
}

// Keeps step: at the same share of both.
static void a_blend_weighs_two_clips(void **state)
{
    (void)state;
    static const char *const words[] = { "--clip=bounce", "--with=wobble", "--share=25",
                                         "--ease=linear", "--paused",      "--time=0.15" };
    room_play p = model_open(words, COUNT(words));
    const qx_keyframe_mix mix = model_mix_now(model_of(&p), model_of(&p)->rules.now);
    static const float expected[] = { 0.375f, 0.375f, 0.125f, 0.125f };
    static const uint32_t keys[] = { 0, 1, 7, 8 };
    assert_int_equal(mix.count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(mix.key[i], keys[i]);
        assert_true(fabsf(mix.weight[i] - expected[i]) < 1e-6f);
    }
    assert_false(model_mix_is_pair(&mix));
    room_close(&p);
}

// --- poses

static void linear_poses_are_the_article_s(void **state)
{
    (void)state;
    static const char *const words[] = { "--ease=linear", "--onion=off" };
    room_play p = model_open(words, 2);
    const model_play *r = model_of(&p);
    const qx_model_mesh *m = &r->source.model->meshes[0];
    const size_t floats = (size_t)m->vertex_count * 3;
    for (uint32_t t = 0; t < 40; t++) {
        const float f = (float)(place_now(&p) / 0.3);
        assert_true(model_pose_now(r, 0, r->rules.now, false));
        for (size_t i = 0; i < floats; i++) {
            const float exact = m->positions[i] * (1.0f - f) + m->positions[floats + i] * f;
            assert_true(fabsf(r->source.positions[i] - exact) < 1e-5f);
        }
        for (size_t i = 0; i < floats; i += 3) {
            const float *n = r->source.normals + i;
            assert_true(fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1.0f) < 1e-6f);
        }
        room_tick(&p, 1);
    }
    room_close(&p);
}

static void every_curve_and_ease_meets_the_keys(void **state)
{
    (void)state;
    static const char *const words[] = { "--clip=squash", "--paused" };
    static const int64_t at[] = { 0, 280, 460, 640 };
    room_play p = model_open(words, 2);
    model_play *r = model_of(&p);
    for (int32_t curve = CURVE_OWN; curve <= CURVE_CATMULL_ROM; curve++)
        for (int32_t ease = EASE_OWN; ease <= QX_EASE_COUNT; ease++)
            for (uint32_t k = 0; k < COUNT(at); k++) {
                model_set(r, PARAM_CURVE, curve);
                model_set(r, PARAM_EASE, ease);
                model_scrub(r, at[k] * QX_KEYFRAME_SECOND / 1000);
                const qx_keyframe_mix mix = model_mix_now(r, r->rules.now);
                assert_int_equal(mix.count, 1);
                assert_int_equal(mix.key[0], 2 + k);
                assert_true(mix.weight[0] == 1.0f);
            }
    room_close(&p);
}

// Eases that swing over leave the way between two keys; two buffers cannot draw that.
static void what_swings_over_is_no_pair(void **state)
{
    (void)state;
    static const char *const words[] = { "--ease=out-back", "--paused", "--time=0.24" };
    room_play p = model_open(words, COUNT(words));
    const qx_keyframe_mix mix = model_mix_now(model_of(&p), model_of(&p)->rules.now);
    assert_int_equal(mix.count, 2);
    assert_true(mix.weight[1] > 1.0f);
    assert_false(model_mix_is_pair(&mix));
    assert_true(model_pose_now(model_of(&p), 0, model_of(&p)->rules.now, false));
    room_close(&p);
}

// --- files

static void a_file_brings_its_own_clips(void **state)
{
    (void)state;
    model_write_ball("ball.md2", NULL);
    const char *words[] = { fresh_path("ball.md2") };
    room_play p = model_open(words, 1);
    const model_play *r = model_of(&p);
    assert_non_null(r->source.file);
    assert_int_equal(r->source.model->meshes[0].key_count, 9);
    assert_int_equal(r->source.model->clip_count, MODEL_BALL_CLIPS);
    assert_string_equal(r->source.model->clips[1].name, "squash");
    assert_true(fabsf(r->source.size.y - 4.0f) < 0.1f);
    room_tick(&p, 200);
    model_assert_sound(&p);
    room_close(&p);
}

static void a_series_is_played(void **state)
{
    (void)state;
    model_write_series();
    const char *words[] = { fresh_path("step_0001.obj"), "--ease=linear", "--time=0.05",
                            "--paused" };
    room_play p = model_open(words, 4);
    model_play *r = model_of(&p);
    assert_int_equal(r->source.model->meshes[0].key_count, 2);
    assert_true(model_pose_now(r, 0, r->rules.now, false));
    assert_true(fabsf(r->source.positions[1] - 0.5f) < 1e-4f);
    room_close(&p);
}

static void bad_files_are_told_with_name_place_and_reason(void **state)
{
    (void)state;
    uint8_t bytes[1 << 17];
    model_write_ball("good.md2", NULL);
    const size_t size = fresh_read("good.md2", bytes, sizeof bytes);
    assert_true(size > 200 && size < sizeof bytes);
    static const size_t cuts[] = { 0, 3, 20, 67, 68, 150 };
    for (size_t i = 0; i < COUNT(cuts); i++) {
        char problem[256];
        room_play p;
        fresh_write("cut.md2", bytes, cuts[i]);
        const char *word = fresh_path("cut.md2");
        assert_false(room_try_open(&p, &model_room, &word, 1, problem));
        if (!strstr(problem, "cut.md2: ")) fail_msg("%zu bytes: %s", cuts[i], problem);
    }
    bytes[24] = bytes[25] = bytes[26] = bytes[27] = 0; // no vertices
    fresh_write("none.md2", bytes, size);
    char problem[256];
    room_play p;
    const char *word = fresh_path("none.md2");
    assert_false(room_try_open(&p, &model_room, &word, 1, problem));
    assert_non_null(strstr(problem, "none.md2: byte 24: "));
}

static void a_recording_knows_its_file(void **state)
{
    (void)state;
    char word[64], problem[256], path[512];
    model_write_series();
    snprintf(path, sizeof path, "%s", fresh_path("step_0001.obj"));
    const char *words[] = { path, word };
    room_play p = model_open(words, 1);
    model_room.stamp(p.state, word, sizeof word);
    assert_int_equal(strlen(word), strlen("--stamp=") + 16);
    room_close(&p);
    p = model_open(words, 2);
    room_close(&p);
    static const char other[] = "v 0 3 0\nv 1 1 0\nv 0 2 0\nf 1 2 3\n";
    fresh_write("step_0002.obj", other, sizeof other - 1);
    assert_false(room_try_open(&p, &model_room, words, 2, problem));
    assert_non_null(strstr(problem, "not the file it was"));
    p = model_open(NULL, 0);
    model_room.stamp(p.state, word, sizeof word);
    assert_string_equal(word, ""); // the ball is always the same
    room_close(&p);
}

static void write_png(const char *name)
{
    uint8_t pixels[4 * 4 * 3];
    memset(pixels, 200, sizeof pixels);
    const qx_image image = { pixels, 4, 4, 3 };
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_png_save_memory(&image, NULL, &bytes, &size), QX_OK);
    fresh_write(name, bytes, size);
    free(bytes);
}

// PCX is not read: a PNG of the same stem is. Nothing outside of the model's folder is.
static void skins_are_found_beside_the_model(void **state)
{
    (void)state;
    static const struct {
        const char *names;
        bool found;
    } skins[] = {
        { "rubber.pcx", true },
        { "players/ball/rubber.pcx", true },
        { "rubber", true },
        { "../rubber.pcx", true }, // as a mere name
        { "C:\\art\\rubber.tga", true },
        { "/etc/rubber.png", true },
        { "leather.pcx", false },
        { "", false },
        { "..", false },
        { "rubber.png/", false },
    };
    write_png("rubber.png");
    for (size_t i = 0; i < COUNT(skins); i++) {
        model_write_ball("ball.md2", skins[i].names);
        const char *word = fresh_path("ball.md2");
        room_play p = model_open(&word, 1);
        if ((model_of(&p)->source.skin_count == 1) != skins[i].found)
            fail_msg("\"%s\" is %sfound", skins[i].names, skins[i].found ? "not " : "");
        room_close(&p);
    }
    char given[1024];
    model_write_ball("ball.md2", NULL);
    snprintf(given, sizeof given, "--skin=%s", fresh_path("rubber.png"));
    const char *words[] = { fresh_path("ball.md2"), given };
    room_play p = model_open(words, 2);
    assert_int_equal(model_of(&p)->source.bodies[0].skin, 0);
    room_close(&p);
}

// --- any input

static uint64_t play_shaken(uint64_t seed, uint32_t ticks)
{
    room_play p = model_open(NULL, 0);
    qx_random random;
    qx_random_seed(&random, seed, 2);
    for (uint32_t t = 0; t < ticks; t++) {
        room_shake(&p, &random);
        room_tick(&p, 1);
        model_assert_sound(&p);
    }
    const uint64_t hash = room_hash(&p);
    room_close(&p);
    return hash;
}

static void any_input_at_all_leaves_the_room_sound(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) play_shaken(seed, 1000);
}

static void the_same_input_gives_the_same_hash(void **state)
{
    (void)state;
    const uint64_t hash = play_shaken(3, 2000);
    assert_true(play_shaken(3, 2000) == hash);
    assert_true(play_shaken(4, 2000) != hash);
}

static void the_eye_turns_by_hand_and_comes_nearer(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    const model_rules *rules = &model_of(&p)->rules;
    const float yaw = rules->yaw, pitch = rules->pitch;
    room_hold_mouse(&p, 600.0f, 300.0f);
    room_tick(&p, 1);
    assert_true(rules->yaw == yaw); // a press alone turns nothing
    room_hold_mouse(&p, 700.0f, 350.0f);
    room_tick(&p, 1);
    assert_true(rules->yaw < yaw - 0.5f && rules->pitch > pitch + 0.2f);
    p.input.wheel = 2;
    room_tick(&p, 1);
    assert_true(rules->zoom < 0.9f);
    room_press(&p, ACTION_RESET);
    assert_true(rules->zoom == 1.0f);
    room_close(&p);
}

static void two_fingers_bring_it_nearer(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    const model_rules *rules = &model_of(&p)->rules;
    const float yaw = rules->yaw;
    for (int i = 0; i < 20; i++) {
        room_put(&p, 1, 600.0f - 5.0f * (float)i, 300.0f, 1);
        room_put(&p, 2, 700.0f + 5.0f * (float)i, 300.0f, 1);
        room_tick(&p, 1);
    }
    assert_true(rules->zoom < 0.5f);
    assert_true(fabsf(rules->yaw - yaw) < 0.1f);
    room_close(&p);
}

static void the_column_s_rows_are_pressed_and_slid(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    const model_rules *rules = &model_of(&p)->rules;
    const float x = MODEL_ROW_LEFT + 0.9f * MODEL_ROW_WIDTH;
    room_hold_mouse(&p, x, MODEL_ROW_TOP + (PARAM_CURVE + 0.5f) * MODEL_ROW_STEP);
    room_tick(&p, 3);
    assert_int_equal(rules->values[PARAM_CURVE], CURVE_LINEAR); // once, however long it is held
    room_lift_mouse(&p);
    room_tick(&p, 1);
    room_hold_mouse(&p, x, MODEL_ROW_TOP + (PARAM_SPEED + 0.5f) * MODEL_ROW_STEP);
    room_tick(&p, 1);
    assert_true(rules->values[PARAM_SPEED] > 350);
    room_hold_mouse(&p, MODEL_ROW_LEFT, 600.0f); // it stays with the row it came down on
    room_tick(&p, 1);
    assert_int_equal(rules->values[PARAM_SPEED], 5);
    room_close(&p);
}

static void the_show_goes_through_the_clips(void **state)
{
    (void)state;
    static const char *const words[] = { "--show" };
    uint32_t seen = 0;
    room_play p = model_open(words, 1);
    for (int t = 0; t < 1800; t++) {
        room_tick(&p, 1);
        seen |= 1u << model_clip_now(model_of(&p));
    }
    assert_int_equal(seen, 7);
    room_close(&p);
}

// --- memory

static void memory_that_lacks_is_told(void **state)
{
    (void)state;
    char problem[256];
    room_play p;
    uint32_t n = 0;
    model_write_series();
    const char *word = fresh_path("step_0001.obj");
    for (uint32_t file = 0; file < 2; file++)
        for (n = 0;; n++) {
            room_allocations = 0;
            room_failing = n;
            const bool opened = room_try_open(&p, &model_room, &word, file, problem);
            room_failing = UINT32_MAX;
            if (opened) {
                room_close(&p);
                break;
            }
            if (!strstr(problem, "memory")) fail_msg("allocation %u: %s", n, problem);
        }
    print_message("%u allocations\n", n);
    assert_true(n >= 8);
}

static void ticks_allocate_nothing(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    qx_random random;
    qx_random_seed(&random, 11, 2);
    room_allocations = 0;
    for (int t = 0; t < 500; t++) {
        room_shake(&p, &random);
        room_tick(&p, 1);
    }
    assert_int_equal(room_allocations, 0);
    room_close(&p);
}

// --- sound

static void it_is_heard_when_the_ball_meets_the_floor(void **state)
{
    (void)state;
    room_play p = model_open(NULL, 0);
    p.services.sound = (sound *)&p; // never looked into: the calls end here
    room_heard = (room_sounds){ 0 };
    room_tick(&p, 180);
    uint32_t bounces = 0;
    for (uint32_t i = 0; i < room_heard.played; i++) {
        if (room_heard.patches[i] != &sound_model[MODEL_BOUNCE]) continue;
        assert_int_equal(room_heard.ticks[i] % 36, 17); // the tick that ends at 0.3 s
        bounces++;
    }
    assert_int_equal(bounces, 5);
    assert_null(model_of(&p)->sound); // not kept beyond the tick
    room_close(&p);
}

static void what_stands_or_is_held_is_silent(void **state)
{
    (void)state;
    static const char *const words[] = { "--paused" };
    room_play p = model_open(words, 1);
    p.services.sound = (sound *)&p;
    room_heard = (room_sounds){ 0 };
    room_tick(&p, 100);
    assert_int_equal(room_heard.played, 0);
    room_close(&p);
}

static void ends_of_ways_are_heard(void **state)
{
    (void)state;
    static const char *const words[] = { "--clip=wobble", "--loop=ping-pong" };
    room_play p = model_open(words, 2);
    p.services.sound = (sound *)&p;
    room_heard = (room_sounds){ 0 };
    room_tick(&p, 300);
    uint32_t ends = 0;
    for (uint32_t i = 0; i < room_heard.played; i++)
        ends += room_heard.patches[i] == &sound_model[MODEL_END];
    assert_int_equal(ends, 3); // after 1.6 s, 3.2 s and 4.8 s
    room_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_set_what_they_name),
        cmocka_unit_test(bad_options_are_refused_with_a_sentence),
        cmocka_unit_test(every_parameter_is_in_the_help),
        cmocka_unit_test(every_choice_is_read_as_it_is_written),
        cmocka_unit_test(keys_reach_both_ends_of_every_parameter),
        cmocka_unit_test(the_ball_goes_to_and_fro),
        cmocka_unit_test(pause_stands_and_play_goes_on),
        cmocka_unit_test(nothing_jumps_when_speed_or_direction_change),
        cmocka_unit_test(another_loop_goes_on_from_the_same_place),
        cmocka_unit_test(once_stays_at_its_end_until_it_is_played_again),
        cmocka_unit_test(a_hand_on_the_time_line_holds_the_clip_there),
        cmocka_unit_test(a_right_drag_scrubs_too),
        cmocka_unit_test(another_clip_fades_in),
        cmocka_unit_test(a_press_in_the_list_plays_that_clip),
        cmocka_unit_test(a_blend_weighs_two_clips),
        cmocka_unit_test(linear_poses_are_the_article_s),
        cmocka_unit_test(every_curve_and_ease_meets_the_keys),
        cmocka_unit_test(what_swings_over_is_no_pair),
        IN_FOLDER(a_file_brings_its_own_clips),
        IN_FOLDER(a_series_is_played),
        IN_FOLDER(bad_files_are_told_with_name_place_and_reason),
        IN_FOLDER(a_recording_knows_its_file),
        IN_FOLDER(skins_are_found_beside_the_model),
        cmocka_unit_test(any_input_at_all_leaves_the_room_sound),
        cmocka_unit_test(the_same_input_gives_the_same_hash),
        cmocka_unit_test(the_eye_turns_by_hand_and_comes_nearer),
        cmocka_unit_test(two_fingers_bring_it_nearer),
        cmocka_unit_test(the_column_s_rows_are_pressed_and_slid),
        cmocka_unit_test(the_show_goes_through_the_clips),
        IN_FOLDER(memory_that_lacks_is_told),
        cmocka_unit_test(ticks_allocate_nothing),
        cmocka_unit_test(it_is_heard_when_the_ball_meets_the_floor),
        cmocka_unit_test(what_stands_or_is_held_is_silent),
        cmocka_unit_test(ends_of_ways_are_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
