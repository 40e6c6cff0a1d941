// SPDX-License-Identifier: MIT
// Pictures of the model room at every shape: the same by both paths, a model that is to be seen and
// not blown out, ghosts, lines, shadow, skin, and a column that stands clear of the numbers.
#include "fresh_folder.h"
#include "model_drive.h"
#include "room_picture.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static picture take(void **state, const room_play *p, uint32_t width, uint32_t height, bool hud)
{
    scene_canvas canvas = room_canvas(p, width, height);
    canvas.hud = hud;
    const picture taken = room_take(*state, p, &canvas);
    return taken;
}

static void release(void **state, room_play *p)
{
    const gl_stage *stage = *state;
    model_room.release(p->state, stage->render);
    room_close(p);
}

static picture take_with(void **state, const char *const *words, uint32_t count, uint32_t ticks,
                         uint32_t width, uint32_t height)
{
    room_play p = model_open(words, count);
    p.input.view_width = room_breadth(width, height);
    room_tick(&p, ticks);
    const picture taken = take(state, &p, width, height, false);
    release(state, &p);
    return taken;
}

// Share of pixels that differ by more than `least` bytes.
static double differing(const picture *a, const picture *b, int least)
{
    size_t count = 0;
    const size_t pixels = (size_t)a->width * a->height;
    for (size_t i = 0; i < pixels; i++) {
        int most = 0;
        for (int c = 0; c < 3; c++) {
            const int d = abs((int)a->rgb[3 * i + (size_t)c] - (int)b->rgb[3 * i + (size_t)c]);
            most = d > most ? d : most;
        }
        count += most > least;
    }
    return (double)count / (double)pixels;
}

// --- both paths

// Two buffers and one factor, or a pose sent: the same picture. A place that rounds across the edge
// of a pixel may differ there, so a handful of them is allowed.
static void both_paths_draw_the_same(void **state)
{
    static const char *const clips[] = { "--clip=bounce", "--clip=squash", "--clip=wobble" };
    for (size_t c = 0; c < COUNT(clips); c++)
        for (uint32_t ticks = 1; ticks < 60; ticks += 7) {
            const char *const gpu[] = { clips[c], "--ease=linear", "--path=GPU" };
            const char *const cpu[] = { clips[c], "--ease=linear", "--path=CPU" };
            picture a = take_with(state, gpu, 3, ticks, 640, 360);
            picture b = take_with(state, cpu, 3, ticks, 640, 360);
            const double share = differing(&a, &b, 1);
            print_message("%s at %u: worst %d, %.4f %% differ\n", clips[c], ticks,
                          picture_worst(&a, &b), 100.0 * share);
            assert_true(share < 0.0002);
            picture_free(&a);
            picture_free(&b);
        }
}

static void another_moment_is_another_picture(void **state)
{
    picture a = take_with(state, NULL, 0, 10, 640, 360);
    picture b = take_with(state, NULL, 0, 14, 640, 360);
    assert_true(differing(&a, &b, 8) > 0.005);
    picture_free(&a);
    picture_free(&b);
}

// --- what is seen

static void the_ball_is_seen_at_every_shape(void **state)
{
    for (size_t i = 0; i < WINDOW_SIZES; i++) {
        const uint32_t width = window_sizes[i].width, height = window_sizes[i].height;
        picture t = take_with(state, NULL, 0, 84, width, height);
        size_t gold = 0;
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++)
                gold += picture_byte(&t, x, y, 0) > 150 &&
                        picture_byte(&t, x, y, 0) > 2 * picture_byte(&t, x, y, 2);
        const double share = (double)gold / ((double)width * height);
        print_message("%u x %u: %.2f %% gold, %.2f %% white\n", width, height, 100.0 * share,
                      100.0 * picture_white_share(&t));
        assert_true(share > 0.003 && share < 0.2);
        assert_true(picture_white_share(&t) < 0.005);
        for (uint32_t x = 0; x < width; x++) assert_true(picture_top(&t, x, 0) < 0.25); // all fits
        picture_free(&t);
    }
}

static void each_kind_of_mark_adds_light(void **state)
{
    static const char *const marks[] = { "--onion=strip", "--onion=keys",   "--wire=pose",
                                         "--wire=key",    "--normals=pose", "--normals=key" };
    const char *const plain[] = { "--onion=off", "--paused", "--time=0.2" };
    picture without = take_with(state, plain, 3, 1, 640, 360);
    for (size_t i = 0; i < COUNT(marks); i++) {
        const char *const words[] = { i < 2 ? marks[i] : "--onion=off", "--paused", "--time=0.2",
                                      i < 2 ? "--wire=off" : marks[i] };
        picture with = take_with(state, words, 4, 1, 640, 360);
        const double share = differing(&with, &without, 6);
        print_message("%s: %.2f %% differ\n", marks[i], 100.0 * share);
        assert_true(share > 0.005);
        picture_free(&with);
    }
    picture_free(&without);
}

static void every_curve_and_ease_is_drawn(void **state)
{
    static const char *const curves[] = { "--curve=step", "--curve=linear", "--curve=catmull-rom" };
    for (size_t c = 0; c < COUNT(curves); c++)
        for (int ease = 0; ease < QX_EASE_COUNT; ease += 3) {
            char word[48];
            snprintf(word, sizeof word, "--ease=%s", qx_keyframe_ease_text((qx_ease)ease));
            const char *const words[] = { "--clip=squash", "--with=wobble", curves[c], word };
            picture t = take_with(state, words, 4, 20, 320, 240);
            assert_true(picture_mean(&t, 80, 60, 160, 160) > 0.004);
            picture_free(&t);
        }
}

static void what_was_released_is_made_anew(void **state)
{
    const gl_stage *stage = *state;
    room_play p = model_open(NULL, 0);
    room_tick(&p, 30);
    picture a = take(state, &p, 640, 360, true);
    model_room.release(p.state, stage->render);
    picture b = take(state, &p, 640, 360, true);
    assert_int_equal(picture_worst(&a, &b), 0);
    picture_free(&a);
    picture_free(&b);
    release(state, &p);
}

// More keys than slots: those drawn longest ago give way, and come back right.
static void many_keys_share_few_slots(void **state)
{
    const char *const strip[] = { "--clip=squash", "--onion=strip" };
    room_play p = model_open(strip, 2);
    room_tick(&p, 20);
    picture a = take(state, &p, 320, 240, false);
    for (int i = 0; i < 30; i++) {
        room_press(&p, ACTION_MODE);
        picture between = take(state, &p, 320, 240, false);
        picture_free(&between);
    }
    const char *const again[] = { "--clip=squash", "--onion=strip" };
    picture b = take_with(state, again, 2, 20, 320, 240);
    assert_true(differing(&a, &b, 2) < 0.001);
    picture_free(&a);
    picture_free(&b);
    release(state, &p);
}

// --- files

static void write_skin(const char *name, uint8_t red, uint8_t green, uint8_t blue)
{
    uint8_t pixels[64 * 64 * 3];
    for (size_t i = 0; i < sizeof pixels; i += 3) {
        pixels[i] = red;
        pixels[i + 1] = green;
        pixels[i + 2] = blue;
    }
    const qx_image image = { pixels, 64, 64, 3 };
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_png_save_memory(&image, NULL, &bytes, &size), QX_OK);
    fresh_write(name, bytes, size);
    free(bytes);
}

static void a_skin_colours_the_model(void **state)
{
    write_skin("green.png", 20, 220, 60);
    model_write_ball("ball.md2", "skins/green.pcx");
    const char *words[] = { fresh_path("ball.md2"), "--turn=0" };
    picture t = take_with(state, words, 2, 20, 640, 360);
    size_t green = 0;
    for (uint32_t y = 0; y < 360; y++)
        for (uint32_t x = 0; x < 640; x++)
            green += picture_byte(&t, x, y, 1) > 100 &&
                     picture_byte(&t, x, y, 1) > 2 * picture_byte(&t, x, y, 0);
    assert_true(green > 500);
    picture_free(&t);
}

static void a_series_is_drawn(void **state)
{
    model_write_series();
    const char *words[] = { fresh_path("step_0001.obj"), "--turn=0", "--yaw=0", "--loop=repeat" };
    picture a = take_with(state, words, 4, 1, 640, 360);
    picture b = take_with(state, words, 4, 7, 640, 360);
    assert_true(differing(&a, &b, 8) > 0.005);
    picture_free(&a);
    picture_free(&b);
}

// A triangle whose one target lifts its tip.
static const char morph[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
    "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
    "\"targets\":[{\"POSITION\":1}]}]}],\"buffers\":[{\"byteLength\":88,\"uri\":"
    "\"data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAPwAAAD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
    "AAAAAAAAAAAAAAgD8AAAAAAACAPw==\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,"
    "\"byteLength\":36},{\"buffer\":0,\"byteOffset\":72,\"byteLength\":8},{\"buffer\":0,"
    "\"byteOffset\":80,\"byteLength\":8}],\"accessors\":["
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],"
    "\"max\":[1,0.5,0]},{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
    "\"min\":[0,0,0],\"max\":[0,2,0]},{\"bufferView\":2,\"componentType\":5126,\"count\":2,"
    "\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]},{\"bufferView\":3,\"componentType\":5126,"
    "\"count\":2,\"type\":\"SCALAR\"}],\"animations\":[{\"name\":\"lift\",\"channels\":[{"
    "\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}],\"samplers\":[{\"input\":2,"
    "\"output\":3}]}]}";

static void weights_of_targets_are_drawn(void **state)
{
    fresh_write("lift.gltf", morph, sizeof morph - 1);
    const char *words[] = { fresh_path("lift.gltf"), "--turn=0", "--yaw=0", "--clip=lift" };
    room_play p = model_open(words, 4);
    model_play *r = model_of(&p);
    room_tick(&p, 30);
    assert_true(model_pose_now(r, 0, r->rules.now, false));
    assert_true(r->source.positions[7] > 1.49f && r->source.positions[7] < 1.51f); // 0.5 + 2 / 2
    assert_true(r->source.size.y > 3.9f); // as far as the target reaches
    picture a = take(state, &p, 640, 360, false);
    room_tick(&p, 25);
    picture b = take(state, &p, 640, 360, false);
    assert_true(differing(&a, &b, 8) > 0.005);
    picture_free(&a);
    picture_free(&b);
    release(state, &p);
}

// --- the column

static bool row_differs(const picture *a, const picture *b, uint32_t y, uint32_t to)
{
    const size_t at = 3 * (size_t)y * a->width;
    return memcmp(a->rgb + at, b->rgb + at, 3 * (size_t)to) != 0;
}

// Between the column and the numbers lies a row in which nothing is.
static void the_column_stands_clear_of_the_numbers(void **state)
{
    for (size_t i = 1; i < WINDOW_SIZES;
         i++) { // the smallest window writes larger than it has room
        const uint32_t width = window_sizes[i].width, height = window_sizes[i].height;
        room_play p = model_open(NULL, 0);
        p.input.view_width = room_breadth(width, height);
        room_tick(&p, 2);
        scene_canvas canvas = room_canvas(&p, width, height);
        canvas.hud = true;
        canvas.palette = 0;
        picture with = room_take(*state, &p, &canvas);
        const uint32_t from =
            (uint32_t)((MODEL_ROW_TOP + MODEL_ROW_STEP * PARAM_COUNT) * (float)height / 720.0f);
        const uint32_t breadth = (uint32_t)(200.0f * (float)height / 720.0f);
        canvas.hud = true;
        model_of(&p)->quiet = 100000;
        picture quiet = room_take(*state, &p, &canvas);
        uint32_t clear = 0;
        for (uint32_t y = from; y < height * 9 / 10; y++)
            clear += !row_differs(&with, &quiet, y, breadth);
        print_message("%u x %u: %u rows are clear\n", width, height, clear);
        assert_true(clear > height / 60);
        picture_free(&with);
        picture_free(&quiet);
        release(state, &p);
    }
}

int main(void)
{
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest tests[] = {
        DRAWN(both_paths_draw_the_same),
        DRAWN(another_moment_is_another_picture),
        DRAWN(the_ball_is_seen_at_every_shape),
        DRAWN(each_kind_of_mark_adds_light),
        DRAWN(every_curve_and_ease_is_drawn),
        DRAWN(what_was_released_is_made_anew),
        DRAWN(many_keys_share_few_slots),
        IN_FOLDER(a_skin_colours_the_model),
        IN_FOLDER(a_series_is_drawn),
        IN_FOLDER(weights_of_targets_are_drawn),
        DRAWN(the_column_stands_clear_of_the_numbers),
    };
    const struct CMUnitTest embedded[] = {
        DRAWN(both_paths_draw_the_same),
        DRAWN(what_was_released_is_made_anew),
    };
    const int failed = cmocka_run_group_tests(tests, gl_stage_core, gl_stage_close);
    return failed + cmocka_run_group_tests(embedded, gl_stage_es, gl_stage_close);
}
