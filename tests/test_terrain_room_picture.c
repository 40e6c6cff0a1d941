// SPDX-License-Identifier: MIT
// Pictures of the terrain room at every shape: sky above land, nothing blown out; what tools, water,
// fog, holes and levels of detail change is seen, and nothing else.
#include "fresh_folder.h"
#include "room_picture.h"
#include "terrain_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>

static picture take(void **state, const room_play *p, uint32_t width, uint32_t height, bool hud)
{
    scene_canvas canvas = room_canvas(p, width, height);
    canvas.hud = hud;
    return room_take(*state, p, &canvas);
}

static void close_room(void **state, room_play *p)
{
    const gl_stage *stage = *state;
    p->scene->release(p->state, stage->render);
    room_close(p);
}

// Mean of a channel, 0 to 255.
static double tint(const picture *t, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                   int channel)
{
    double sum = 0.0;
    for (uint32_t j = y; j < y + height; j++)
        for (uint32_t i = x; i < x + width; i++) sum += picture_byte(t, i, j, channel);
    return sum / ((double)width * height);
}

// How much neighbours differ, from side to side, on average.
static double texture_of(const picture *t, uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    double sum = 0.0;
    for (uint32_t j = y; j < y + height; j++)
        for (uint32_t i = x; i + 1 < x + width; i++)
            sum += fabs((double)picture_byte(t, i, j, 1) - picture_byte(t, i + 1, j, 1));
    return sum / ((double)width * height);
}

static void sky_lies_above_land_at_every_shape(void **state)
{
    for (size_t i = 0; i < WINDOW_SIZES; i++) {
        const uint32_t w = window_sizes[i].width, h = window_sizes[i].height;
        room_play p = terrain_small("--samples=257", "--shape=hills", "--fog=0.1");
        p.input.view_width = room_breadth(w, h);
        room_tick(&p, 60);
        picture t = take(state, &p, w, h, false);
        const double sky = picture_mean(&t, 0, 0, w, h / 16);
        const double land = picture_mean(&t, 0, h - h / 4, w, h / 4);
        assert_true(sky > 0.05 && sky < 0.9);
        assert_true(land > 0.003 && land < 0.6);
        assert_true(sky > 1.3 * land);
        assert_true(picture_white_share(&t) < 0.01);
        assert_true(texture_of(&t, 0, h / 2, w, h / 2) > texture_of(&t, 0, 0, w, h / 8) + 0.2);
        picture_free(&t);
        close_room(state, &p);
    }
}

static picture with_word(void **state, const char *word)
{
    room_play p = terrain_small("--way=orbit", "--samples=129", word);
    room_tick(&p, 10);
    picture t = take(state, &p, 320, 180, false);
    close_room(state, &p);
    return t;
}

static void every_way_to_show_it_differs(void **state)
{
    static const char *const words[] = { "--show=wire", "--show=levels", "--fog=1", "--water=0.8",
                                         "--sun=70" };
    picture plain = with_word(state, "--still");
    picture same = with_word(state, "--still");
    assert_true(picture_apart(&plain, &same) < 0.05);
    for (size_t i = 0; i < COUNT(words); i++) {
        picture t = with_word(state, words[i]);
        if (!(picture_apart(&plain, &t) > 0.5)) fail_msg("%s is not seen", words[i]);
        picture_free(&t);
    }
    picture_free(&plain);
    picture_free(&same);
}

// From the border outward.
static void copies_lie_beyond_the_border(void **state)
{
    static const char *const words[] = { "--repeat=1", "--repeat=3" };
    picture seen[2];
    for (size_t i = 0; i < 2; i++) {
        room_play p = terrain_small("--fog=0", "--way=fly", words[i]);
        terrain_play *r = terrain_of(&p);
        r->rules.camera.eye = (spot){ 0.0, 1800.0, 0.45 * (double)r->map.info.depth };
        r->rules.camera.yaw = 3.0;
        r->rules.camera.pitch = -0.5;
        terrain_set(r, PARAM_WATER, 0.0f, NULL);
        room_tick(&p, 1);
        seen[i] = take(state, &p, 320, 180, false);
        close_room(state, &p);
    }
    assert_true(texture_of(&seen[1], 0, 60, 320, 100) > texture_of(&seen[0], 0, 60, 320, 100));
    assert_true(picture_apart(&seen[0], &seen[1]) > 3.0);
    picture_free(&seen[0]);
    picture_free(&seen[1]);
}

static void thick_fog_has_the_colour_of_the_horizon(void **state)
{
    room_play p = terrain_small("--fog=1", "--way=fly", "--water=0");
    terrain_of(&p)->rules.camera.eye.y += 2000.0; // far from everything
    terrain_of(&p)->rules.camera.pitch = -0.1;
    room_tick(&p, 1);
    picture t = take(state, &p, 320, 180, false);
    for (int channel = 0; channel < 3; channel++) {
        const double low = tint(&t, 0, 96, 320, 6, channel);
        assert_true(fabs(low - tint(&t, 0, 72, 320, 6, channel)) < 28.0);
    }
    picture_free(&t);
    close_room(state, &p);
}

// An edit after the first picture is in the second one, as if the room had been opened with it.
static void edits_are_seen(void **state)
{
    room_play p = terrain_small("--way=orbit", "--tool=raise", "--water=0");
    room_put(&p, 0, 640.0f, 400.0f, 0);
    room_tick(&p, 1);
    picture before = take(state, &p, 320, 180, false);
    room_hold_mouse(&p, 640.0f, 400.0f);
    room_tick(&p, 30);
    room_lift_mouse(&p);
    room_tick(&p, 1);
    picture after = take(state, &p, 320, 180, false);
    const gl_stage *stage = *state;
    p.scene->release(p.state, stage->render);
    picture anew = take(state, &p, 320, 180, false);
    assert_true(picture_apart(&before, &after) > 0.5);
    assert_true(picture_apart(&anew, &after) < 0.6);
    picture_free(&before);
    picture_free(&after);
    picture_free(&anew);
    close_room(state, &p);
}

// More edits than the room remembers: all is made anew.
static void many_edits_without_a_picture_are_not_lost(void **state)
{
    room_play p = terrain_small("--way=orbit", "--tool=raise", "--water=0");
    picture first = take(state, &p, 320, 180, false);
    room_hold_mouse(&p, 640.0f, 400.0f);
    room_tick(&p, TERRAIN_AREAS + 40);
    assert_true(terrain_of(&p)->map.edits > TERRAIN_AREAS);
    picture after = take(state, &p, 320, 180, false);
    assert_true(picture_apart(&first, &after) > 0.5);
    picture_free(&first);
    picture_free(&after);
    close_room(state, &p);
}

static void the_brush_is_a_ring_and_only_with_the_display(void **state)
{
    room_play p = terrain_small("--way=orbit", "--tool=raise", "--brush=0.02");
    room_put(&p, 0, 640.0f, 360.0f, 0);
    room_tick(&p, 1);
    picture without = take(state, &p, 1280, 720, false), with = take(state, &p, 1280, 720, true);
    uint32_t ring = 0;
    for (uint32_t y = 250; y < 560; y++)
        for (uint32_t x = 300; x < 980; x++)
            ring += abs(picture_byte(&with, x, y, 0) - picture_byte(&without, x, y, 0)) > 60;
    if (ring < 200 || ring > 20000) fail_msg("%u pixels", ring);
    picture_free(&without);
    picture_free(&with);
    close_room(state, &p);
}

static void balls_are_seen_in_both_their_colours(void **state)
{
    room_play p = terrain_small("--way=orbit", "--tool=ball", "--brush=0.2");
    room_hold_mouse(&p, 640.0f, 360.0f);
    picture before = take(state, &p, 640, 360, false);
    room_tick(&p, 1);
    room_lift_mouse(&p);
    picture after = take(state, &p, 640, 360, false);
    uint32_t changed = 0, orange = 0;
    for (uint32_t y = 0; y < 360; y++)
        for (uint32_t x = 0; x < 640; x++) {
            changed += abs(picture_byte(&after, x, y, 1) - picture_byte(&before, x, y, 1)) > 12;
            orange += picture_byte(&after, x, y, 0) > picture_byte(&after, x, y, 2) + 70;
        }
    assert_true(changed > 150);
    assert_true(orange > 40);
    picture_free(&before);
    picture_free(&after);
    close_room(state, &p);
}

static void maps_without_ground_are_sky(void **state)
{
    uint16_t samples[30 * 30];
    for (uint32_t i = 0; i < COUNT(samples); i++) samples[i] = 7;
    terrain_write_png("holes.png", 30, 30, samples);
    room_play p = terrain_file("holes.png", "--no-data=7", "--still");
    room_tick(&p, 5);
    picture t = take(state, &p, 320, 180, false);
    assert_true(texture_of(&t, 0, 0, 320, 180) < 1.5);
    assert_true(picture_mean(&t, 0, 0, 320, 90) > 0.02);
    picture_free(&t);
    close_room(state, &p);
}

static void the_smallest_map_is_seen(void **state)
{
    static const uint16_t samples[4] = { 0, 65535, 30000, 9000 };
    terrain_write_png("two.png", 2, 2, samples);
    room_play p = terrain_file("two.png", "--way=orbit", "--fog=0");
    room_tick(&p, 5);
    picture t = take(state, &p, 320, 180, false);
    const double middle = picture_mean(&t, 150, 90, 20, 10), top = picture_mean(&t, 0, 0, 320, 10);
    assert_true(fabs(middle - top) > 0.02);
    picture_free(&t);
    close_room(state, &p);
}

// The column is readable over the brightest sky, and the numbers do not meet it.
static void the_display_stands_on_dark_ground(void **state)
{
    room_play p = terrain_small("--sun=80", "--fog=0", NULL);
    room_tick(&p, 5);
    picture without = take(state, &p, 1280, 720, false), with = take(state, &p, 1280, 720, true);
    const double before = picture_mean(&without, 4, 4, 6, 400),
                 after = picture_mean(&with, 4, 4, 6, 400);
    assert_true(after < 0.55 * before);
    assert_true(picture_mean(&with, 14, 12, 200, 400) > after);
    const uint32_t low = (uint32_t)(TERRAIN_ROW_TOP + TERRAIN_ROW_STEP * PARAM_COUNT) + 6;
    for (uint32_t y = low; y < low + 30; y++) // a gap between them
        for (uint32_t x = 0; x < 200; x++)
            assert_true(abs(picture_byte(&with, x, y, 1) - picture_byte(&without, x, y, 1)) <= 8);
    picture_free(&without);
    picture_free(&with);
    close_room(state, &p);
}

static void another_map_takes_the_place_of_the_first(void **state)
{
    room_play p = terrain_small("--way=orbit", "--samples=129", NULL);
    picture first = take(state, &p, 320, 180, false);
    terrain_set(terrain_of(&p), PARAM_CHANCE, 5.0f, NULL);
    picture second = take(state, &p, 320, 180, false);
    assert_true(picture_apart(&first, &second) > 1.0);
    picture_free(&first);
    picture_free(&second);
    close_room(state, &p);
}

static qx_land_count count_after(void **state, const room_play *p, double frame_ms, uint32_t frames)
{
    scene_canvas canvas = room_canvas(p, 1120, 630);
    canvas.frame_ms = frame_ms;
    for (uint32_t i = 0; i < frames; i++) {
        picture t = room_take(*state, p, &canvas);
        picture_free(&t);
    }
    return terrain_picture_count(terrain_of(p)->picture);
}

// A picture has a patch for every 2,880 pixels, and as many as it takes where a detail is asked for.
// Live there are fewer while frames are late, and nothing jumps when they no longer are.
static void patches_are_as_many_as_time_allows(void **state)
{
    room_play p = terrain_small("--samples=1025", "--fog=0.1", NULL);
    const qx_land_count still = count_after(state, &p, 0.0, 1);
    assert_true(still.patches > 90 && still.patches <= 1120 * 630 / 2880);
    const qx_land_count late = count_after(state, &p, 300.0, 13);
    assert_true(late.patches + 4 < still.patches && late.error > still.error);
    const qx_land_count quick = count_after(state, &p, 4.0, 1);
    assert_true(quick.patches <= late.patches + 10);
    close_room(state, &p);

    p = terrain_small("--samples=1025", "--fog=0.1", "--error=3");
    const qx_land_count asked = count_after(state, &p, 0.0, 1);
    assert_true(asked.error <= 3.0f && asked.patches > 2 * still.patches);
    close_room(state, &p);
}

#define CASE(test) cmocka_unit_test_teardown(test, gl_stage_check)

static int open_folder_and_keep(void **state)
{
    void *stage = *state;
    const int opened = fresh_folder_open(state);
    *state = stage;
    return opened;
}

static int remove_folder_and_check(void **state)
{
    void *stage = *state;
    const int removed = fresh_folder_remove(state);
    *state = stage;
    return removed ? removed : gl_stage_check(state);
}

#define CASE_IN_FOLDER(test)                                                                       \
    cmocka_unit_test_setup_teardown(test, open_folder_and_keep, remove_folder_and_check)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(sky_lies_above_land_at_every_shape),
        CASE(every_way_to_show_it_differs),
        CASE(copies_lie_beyond_the_border),
        CASE(thick_fog_has_the_colour_of_the_horizon),
        CASE(edits_are_seen),
        CASE(many_edits_without_a_picture_are_not_lost),
        CASE(the_brush_is_a_ring_and_only_with_the_display),
        CASE(balls_are_seen_in_both_their_colours),
        CASE_IN_FOLDER(maps_without_ground_are_sky),
        CASE_IN_FOLDER(the_smallest_map_is_seen),
        CASE(the_display_stands_on_dark_ground),
        CASE(another_map_takes_the_place_of_the_first),
        CASE(patches_are_as_many_as_time_allows),
    };
    return cmocka_run_group_tests(tests, gl_stage_core, gl_stage_close);
}
