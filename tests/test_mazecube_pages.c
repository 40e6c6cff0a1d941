// SPDX-License-Identifier: MIT
// Pictures of Maze Cube's pages and of what stands over the game, in windows of every shape: all of
// it there, large enough to read, and nothing blown out.
#include "mazecube/mazecube_scene.h"
#include "room_picture.h"
#include "stage.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

extern const scene mazecube_scene;

static mazecube_play *play_of(const room_play *p)
{
    return p->state;
}

// As the shell would have it: narrow windows see more from top to bottom.
static room_play open_at(uint32_t width, uint32_t height, const char *word)
{
    room_play p = room_open(&mazecube_scene, word);
    const qx_view view = stage_view(&mazecube_scene, width, height);
    p.input.view_width = (int16_t)view.width;
    p.input.view_height = (int16_t)view.height;
    room_tick(&p, 2);
    return p;
}

static picture take(void **state, const room_play *p, uint32_t width, uint32_t height, bool hud,
                    uint32_t palette)
{
    scene_canvas canvas = room_canvas(p, width, height);
    canvas.hud = hud;
    canvas.palette = palette;
    return room_take(*state, p, &canvas);
}

static void close_play(void **state, room_play *p)
{
    const gl_stage *gl = *state;
    mazecube_scene.release(p->state, gl->render);
    room_close(p);
}

typedef struct area {
    uint32_t x, y, width, height;
} area;

static area pixels_of(const room_play *p, const picture *t, mazecube_box b)
{
    const float share = (float)t->width / (float)p->input.view_width;
    return (area){ (uint32_t)(b.x * share), (uint32_t)(b.y * share), (uint32_t)(b.width * share),
                   (uint32_t)(b.height * share) };
}

static double mean(const picture *t, area a)
{
    return picture_mean(t, a.x, a.y, a.width, a.height);
}

// How many rows of an area have light in them.
static uint32_t lit_rows(const picture *t, area a, double least)
{
    uint32_t rows = 0;
    for (uint32_t y = a.y; y < a.y + a.height; y++) {
        bool lit = false;
        for (uint32_t x = a.x; x < a.x + a.width; x++) lit = lit || picture_top(t, x, y) > least;
        rows += lit;
    }
    return rows;
}

static void the_chosen_level_stands_out_at_every_size(void **state)
{
    for (uint32_t i = 0; i < WINDOW_SIZES; i++) {
        const uint32_t w = window_sizes[i].width, h = window_sizes[i].height;
        room_play p = open_at(w, h, "--page=42");
        picture t = take(state, &p, w, h, true, 0);
        const float vw = p.input.view_width, vh = p.input.view_height;
        const double chosen = mean(&t, pixels_of(&p, &t, mazecube_tile_box(vw, vh, 41)));
        for (uint32_t tile = 0; tile < LEVEL_COUNT; tile++) {
            const area a = pixels_of(&p, &t, mazecube_tile_box(vw, vh, tile));
            if (tile != 41) assert_true(mean(&t, a) < 0.8 * chosen);
            // The number: seven pixels high at least, within a frame that is two.
            const area inner = { a.x + 3, a.y + 2, a.width - 6, a.height * 5 / 8 - 2 };
            assert_true(lit_rows(&t, inner, 0.15) >= 7);
        }
        assert_true(picture_white_share(&t) < 0.02);
        picture_free(&t);
        close_play(state, &p);
    }
}

static void stars_show_how_many(void **state)
{
    room_play p = open_at(640, 360, "--page=42");
    double before = 0.0;
    for (uint32_t stars = 0; stars <= 3; stars++) {
        play_of(&p)->records.of[7].stars = stars;
        picture t = take(state, &p, 640, 360, true, 0);
        area a = pixels_of(&p, &t, mazecube_tile_box(p.input.view_width, p.input.view_height, 7));
        a.y += 3 * a.height / 5;
        a.height = 2 * a.height / 5 - 2;
        const double light = mean(&t, a);
        assert_true(light > before * 1.1);
        before = light;
        picture_free(&t);
    }
    close_play(state, &p);
}

static void time_and_level_are_legible_at_every_size(void **state)
{
    for (uint32_t i = 0; i < WINDOW_SIZES; i++) {
        const uint32_t w = window_sizes[i].width, h = window_sizes[i].height;
        room_play p = open_at(w, h, "--level=12");
        play_of(&p)->game.moved = play_of(&p)->game.time = 1234;
        picture with = take(state, &p, w, h, true, 0), bare = take(state, &p, w, h, false, 0);
        const float share = (float)w / (float)p.input.view_width;
        const float size = fmaxf(11.5f, 7.0f / share), depth = 16.0f + 7.2f * size;
        const area corner = { 0, 0, (uint32_t)(110.0f * share), (uint32_t)(depth * share) };
        assert_true(lit_rows(&with, corner, 0.15) >= 14 + 2 * 7); // the time, and two lines below
        assert_true(lit_rows(&bare, corner, 0.15) < lit_rows(&with, corner, 0.15) / 2);
        picture_free(&with);
        picture_free(&bare);
        close_play(state, &p);
    }
}

static void the_page_after_a_level_shows_its_choices(void **state)
{
    for (uint32_t i = 0; i < WINDOW_SIZES; i++) {
        const uint32_t w = window_sizes[i].width, h = window_sizes[i].height;
        room_play p = open_at(w, h, "--level=12");
        play_of(&p)->game.over = true;
        room_tick(&p, 120);
        assert_int_equal(play_of(&p)->screen, SCREEN_DONE);
        picture t = take(state, &p, w, h, true, 0);
        for (uint32_t choice = 0; choice < DONE_COUNT; choice++) {
            const mazecube_box b =
                mazecube_done_box(p.input.view_width, p.input.view_height, choice);
            area a = pixels_of(&p, &t, b);
            a = (area){ a.x + a.width / 5, a.y + a.height / 5, 3 * a.width / 5, 3 * a.height / 5 };
            assert_true(lit_rows(&t, a, 0.15) >= 7);
        }
        assert_true(picture_white_share(&t) < 0.02);
        picture_free(&t);
        close_play(state, &p);
    }
}

static void high_contrast_is_brighter(void **state)
{
    room_play p = open_at(640, 360, "--page=42");
    picture house = take(state, &p, 640, 360, true, 0), high = take(state, &p, 640, 360, true, 1);
    assert_true(picture_mean(&high, 0, 0, 640, 360) > 1.15 * picture_mean(&house, 0, 0, 640, 360));
    picture_free(&house);
    picture_free(&high);
    close_play(state, &p);
}

static void buttons_show_for_fingers_alone(void **state)
{
    room_play p = open_at(640, 360, "--level=12");
    const float vw = p.input.view_width, vh = p.input.view_height;
    picture before = take(state, &p, 640, 360, true, 0);
    room_hold_finger(&p, 0.5f * vw, 0.5f * vh);
    room_tick(&p, 2);
    picture after = take(state, &p, 640, 360, true, 0);
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) {
        const hands_disc d = hands_button_place(vw, vh, (hands_button)i);
        const mazecube_box b = { d.x - d.radius, d.y - d.radius, 2.0f * d.radius, 2.0f * d.radius };
        const area a = pixels_of(&p, &after, b);
        assert_true(mean(&after, a) > mean(&before, a) + 0.01);
    }
    picture_free(&before);
    picture_free(&after);
    close_play(state, &p);
}

static void drawing_changes_nothing(void **state)
{
    room_play p = open_at(640, 360, "--level=12");
    p.input.move_x = AXIS_FULL;
    room_tick(&p, 60);
    const uint64_t hash = room_hash(&p);
    const gl_stage *gl = *state;
    picture first = take(state, &p, 640, 360, true, 0);
    mazecube_scene.release(p.state, gl->render);
    picture again = take(state, &p, 640, 360, true, 0); // made anew
    assert_true(room_hash(&p) == hash);
    assert_int_equal(picture_worst(&first, &again), 0);
    picture_free(&first);
    picture_free(&again);
    close_play(state, &p);
}

#define CASE(name) cmocka_unit_test_teardown(name, gl_stage_check)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_chosen_level_stands_out_at_every_size),
        CASE(stars_show_how_many),
        CASE(time_and_level_are_legible_at_every_size),
        CASE(the_page_after_a_level_shows_its_choices),
        CASE(high_contrast_is_brighter),
        CASE(buttons_show_for_fingers_alone),
        CASE(drawing_changes_nothing),
    };
    return cmocka_run_group_tests(tests, gl_stage_core, gl_stage_close);
}
