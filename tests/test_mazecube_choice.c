// SPDX-License-Identifier: MIT
// The page of levels of Maze Cube: what can be chosen there, and with which hands.
#include "mazecube/mazecube_scene.h"
#include "room_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

extern const scene mazecube_scene;

static mazecube_play *play_of(const room_play *p)
{
    return p->state;
}

static void push(room_play *p, int16_t x, int16_t y)
{
    p->input.move_x = x, p->input.move_y = y;
    room_tick(p, 1);
    p->input.move_x = p->input.move_y = 0;
    room_tick(p, 1);
}

static void keys_reach_every_level(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, NULL);
    for (uint32_t tile = 0; tile < LEVEL_COUNT; tile++) {
        assert_int_equal(play_of(&p)->page.chosen, tile);
        if (tile % 9 < 8) {
            push(&p, AXIS_FULL, 0);
            continue;
        }
        push(&p, AXIS_FULL, 0); // the end of a row
        assert_int_equal(play_of(&p)->page.chosen, tile);
        for (uint32_t i = 0; i < 8; i++) push(&p, -AXIS_FULL, 0);
        push(&p, 0, AXIS_FULL);
    }
    assert_int_equal(play_of(&p)->page.chosen, TILE_ENDLESS);
    push(&p, 0, AXIS_FULL);
    push(&p, AXIS_FULL, 0);
    push(&p, AXIS_FULL, 0);
    assert_int_equal(play_of(&p)->page.chosen, TILE_SOLUTION);
    room_press(&p, ACTION_PRIMARY); // of no level that is on
    assert_int_equal(play_of(&p)->screen, SCREEN_LEVELS);
    push(&p, 0, -AXIS_FULL);
    assert_int_equal(play_of(&p)->page.chosen, 77);
    push(&p, 0, AXIS_FULL);
    push(&p, AXIS_FULL, 0);
    push(&p, AXIS_FULL, 0); // the end of the row
    assert_int_equal(play_of(&p)->page.chosen, TILE_RULE);
    push(&p, 0, -AXIS_FULL);
    room_press(&p, ACTION_PRIMARY);
    assert_int_equal(play_of(&p)->screen, SCREEN_PLAY);
    assert_int_equal(play_of(&p)->game.level.number, 80);
    room_close(&p);
}

static void a_held_direction_repeats(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, NULL);
    p.input.move_x = AXIS_FULL;
    room_tick(&p, 15);
    assert_int_equal(play_of(&p)->page.chosen, 1);
    room_tick(&p, 60);
    assert_int_equal(play_of(&p)->page.chosen, 8);
    room_close(&p);
}

static mazecube_box tile(uint32_t which)
{
    return mazecube_tile_box(WIDTH, HEIGHT, which);
}

static void mouse_and_finger_choose(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LEVEL_COUNT; i += 10) {
        room_play p = room_open(&mazecube_scene, NULL);
        const mazecube_box b = tile(i);
        room_tick(&p, 1);
        room_put(&p, 0, b.x + 0.5f * b.width, b.y + 0.5f * b.height, 0);
        room_tick(&p, 1);
        assert_int_equal(play_of(&p)->page.chosen, i);
        assert_int_equal(play_of(&p)->screen, SCREEN_LEVELS);
        if (i % 20 == 0)
            room_hold_mouse(&p, b.x + 0.5f * b.width, b.y + 0.5f * b.height);
        else
            room_hold_finger(&p, b.x + 0.5f * b.width, b.y + 0.5f * b.height);
        room_tick(&p, 2);
        assert_int_equal(play_of(&p)->game.level.number, i + 1);
        assert_int_equal(play_of(&p)->screen, SCREEN_PLAY);
        room_close(&p);
    }
}

// By key or pad, mouse and finger; the page stays, and it is kept.
static void take_rule(room_play *p, uint32_t device)
{
    const mazecube_box b = tile(TILE_RULE);
    const float x = b.x + 0.5f * b.width, y = b.y + 0.5f * b.height;
    room_tick(p, 1);
    play_of(p)->page.chosen = TILE_RULE;
    if (device == 0) room_press(p, ACTION_PRIMARY);
    if (device == 1) room_hold_mouse(p, x, y);
    if (device == 2) room_hold_finger(p, x, y);
    room_tick(p, 5); // held is not pressed again
    room_lift_mouse(p);
    room_lift_finger(p);
    room_tick(p, 1);
    assert_int_equal(play_of(p)->screen, SCREEN_LEVELS);
}

static void the_rule_can_be_chosen(void **state)
{
    (void)state;
    for (uint32_t device = 0; device < 3; device++) {
        room_play p = room_open(&mazecube_scene, "--page=5");
        mazecube_play *m = play_of(&p);
        const uint64_t before = room_hash(&p);
        room_tick(&p, 2);
        take_rule(&p, device);
        assert_int_equal(m->options.rule, SLICE_ARTICLE);
        assert_int_equal(m->records.rule, SLICE_ARTICLE);
        assert_int_equal(m->records.changes, 1);
        assert_true(room_hash(&p) != before);
        m->page.chosen = 4;
        room_press(&p, ACTION_PRIMARY);
        assert_int_equal(m->screen, SCREEN_PLAY);
        assert_int_equal(m->game.rule, SLICE_ARTICLE);
        room_press(&p, ACTION_MODE);
        take_rule(&p, device); // of the cube that is on, too
        assert_int_equal(m->game.rule, SLICE_CLEAN);
        assert_int_equal(m->game.slice.face, slice_face(cube_down(&m->game.cube)));
        room_close(&p);
    }
}

static void a_mouse_that_rests_chooses_nothing(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--page=23");
    const mazecube_box b = tile(50);
    room_put(&p, 0, b.x + 5.0f, b.y + 5.0f, 0);
    room_tick(&p, 5);
    assert_int_equal(play_of(&p)->page.chosen, 22); // it lay there before the page came
    room_put(&p, 0, b.x + 8.0f, b.y + 5.0f, 0);
    room_tick(&p, 1);
    assert_int_equal(play_of(&p)->page.chosen, 50);
    push(&p, AXIS_FULL, 0);
    assert_int_equal(play_of(&p)->page.chosen, 51); // keys are not overruled
    room_close(&p);
}

static bool meet(mazecube_box a, mazecube_box b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

static void tiles_lie_apart_and_in_every_view(void **state)
{
    (void)state;
    static const float views[][2] = { { 1280, 720 }, { 960, 720 }, { 1720, 720 },
                                      { 480, 853 },  { 480, 720 }, { 2560, 720 } };
    for (size_t v = 0; v < COUNT(views); v++) {
        for (uint32_t i = 0; i < TILE_COUNT; i++) {
            const mazecube_box b = mazecube_tile_box(views[v][0], views[v][1], i);
            assert_true(b.x >= 0.0f && b.y >= 0.0f && b.width > 30.0f && b.height > 30.0f);
            assert_true(b.x + b.width <= views[v][0] && b.y + b.height <= views[v][1]);
            for (uint32_t k = 0; k < i; k++)
                assert_false(meet(b, mazecube_tile_box(views[v][0], views[v][1], k)));
        }
        for (uint32_t i = 0; i < DONE_COUNT; i++) {
            const mazecube_box b = mazecube_done_box(views[v][0], views[v][1], i);
            assert_true(b.x >= 0.0f && b.x + b.width <= views[v][0]);
        }
        for (uint32_t i = 0; i < BUTTON_COUNT; i++) {
            const hands_disc d = hands_button_place(views[v][0], views[v][1], (hands_button)i);
            assert_true(d.radius > 20.0f && d.x > d.radius && d.x + d.radius < views[v][0]);
        }
    }
}

static void the_page_returns_to_the_level_that_is_on(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=5");
    p.input.move_x = AXIS_FULL;
    room_tick(&p, 50);
    p.input.move_x = 0;
    room_press(&p, ACTION_MODE);
    const uint32_t tick = play_of(&p)->game.tick;
    assert_int_equal(play_of(&p)->screen, SCREEN_LEVELS);
    assert_int_equal(play_of(&p)->page.chosen, 4);
    room_tick(&p, 100);
    assert_int_equal(play_of(&p)->game.tick, tick); // nothing moves meanwhile
    room_press(&p, ACTION_MODE);
    assert_int_equal(play_of(&p)->screen, SCREEN_PLAY);
    room_tick(&p, 1);
    assert_int_equal(play_of(&p)->game.tick, tick + 1);
    room_close(&p);
    p = room_open(&mazecube_scene, NULL); // and where none is it stays
    room_press(&p, ACTION_MODE);
    assert_int_equal(play_of(&p)->screen, SCREEN_LEVELS);
    room_close(&p);
}

static void the_page_shows_the_way(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=3");
    mazecube_play *m = play_of(&p);
    const mazecube_box b = tile(TILE_SOLUTION);
    room_press(&p, ACTION_MODE);
    room_hold_mouse(&p, b.x + 9.0f, b.y + 9.0f);
    room_tick(&p, 1);
    room_lift_mouse(&p);
    room_tick(&p, 1);
    room_hold_mouse(&p, b.x + 9.0f, b.y + 9.0f);
    room_tick(&p, 3);
    assert_int_equal(m->screen, SCREEN_PLAY);
    assert_true(m->game.gave_up);
    room_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_reach_every_level),
        cmocka_unit_test(a_held_direction_repeats),
        cmocka_unit_test(mouse_and_finger_choose),
        cmocka_unit_test(the_rule_can_be_chosen),
        cmocka_unit_test(a_mouse_that_rests_chooses_nothing),
        cmocka_unit_test(tiles_lie_apart_and_in_every_view),
        cmocka_unit_test(the_page_returns_to_the_level_that_is_on),
        cmocka_unit_test(the_page_shows_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
