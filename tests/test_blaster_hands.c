// SPDX-License-Identifier: MIT
// Blaster under simulated hands: real events of mouse, keys and fingers, in windows of many shapes,
// through the whole arcade. On SDL's offscreen driver.
#include "blaster/blaster_scene.h"
#include "fresh_folder.h"
#include "report.h"
#include "shell_state.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <SDL.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define TICK UINT64_C(16666667) // nanoseconds

static const struct {
    uint32_t width, height;
} windows[] = { { 320, 240 }, { 426, 240 }, { 853, 240 }, { 320, 568 }, { 640, 360 } };

static shell *start(uint32_t width, uint32_t height)
{
    static options o;
    int status = -1;
    o = (options){ .scene = scene_find("blaster"),
                   .seed = 5,
                   .width = width,
                   .height = height,
                   .fps = 30,
                   .threads = 1,
                   .mute = true,
                   .data = fresh_folder(),
                   .screen = SCREEN_WINDOW };
    shell *s = shell_create(&o, &status);
    assert_non_null(s);
    assert_true(shell_frame(s, TICK));
    return s;
}

static blaster *game_of(const shell *s)
{
    return &((blaster_play *)s->stage.state)->game;
}

static void frame(shell *s)
{
    assert_true(shell_frame(s, TICK));
}

// --- hands

static void move_mouse(float x, float y)
{
    SDL_Event e = {
        .motion = { .type = SDL_MOUSEMOTION, .x = (int)lroundf(x), .y = (int)lroundf(y), .xrel = 1 }
    };
    assert_int_equal(SDL_PushEvent(&e), 1);
}

static void mouse_button(float x, float y, bool down)
{
    SDL_Event e = { .button = { .type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                .button = SDL_BUTTON_LEFT,
                                .state = down ? SDL_PRESSED : SDL_RELEASED,
                                .x = (int)lroundf(x),
                                .y = (int)lroundf(y) } };
    assert_int_equal(SDL_PushEvent(&e), 1);
}

static void key(SDL_Scancode code, bool down)
{
    SDL_Event e = { .key = { .type = down ? SDL_KEYDOWN : SDL_KEYUP,
                             .state = down ? SDL_PRESSED : SDL_RELEASED,
                             .keysym = { .scancode = code } } };
    assert_int_equal(SDL_PushEvent(&e), 1);
}

// x and y as shares of the window.
static void move_finger(SDL_EventType type, SDL_FingerID id, float x, float y)
{
    SDL_Event e = { .tfinger = { .type = type, .fingerId = id, .x = x, .y = y } };
    assert_int_equal(SDL_PushEvent(&e), 1);
}

static void assert_place(place found, float x, float y, float tolerance)
{
    if (fabsf(found.x - x) <= tolerance && fabsf(found.y - y) <= tolerance) return;
    fail_msg("(%g, %g) instead of (%g, %g)", (double)found.x, (double)found.y, (double)x,
             (double)y);
}

// --- where things are in the window

static place pixel_of(uint32_t width, uint32_t height, place at)
{
    const qx_view view = stage_view(scene_find("blaster"), width, height);
    const float share = qx_view_scale(&view, width, height);
    return (place){ 0.5f * (float)width + share * (at.x - ARENA_WIDTH / 2.0f),
                    0.5f * (float)height + share * (at.y - ARENA_HEIGHT / 2.0f) };
}

// Case 5: from the ship to the cursor, also where the view shows more than the arena.
static void the_mouse_aims_at_its_cursor_in_every_window(void **state)
{
    (void)state;
    static const place ships[] = { { 400, 300 }, { 60, 60 }, { 700, 500 } };
    for (size_t i = 0; i < COUNT(windows); i++) {
        const float wide = (float)windows[i].width, tall = (float)windows[i].height;
        const place cursors[] = {
            { 2, 2 }, { wide - 3, 2 }, { wide - 3, tall - 3 }, { 0.3f * wide, 0.8f * tall }
        };
        shell *s = start(windows[i].width, windows[i].height);
        for (size_t k = 0; k < COUNT(ships) * COUNT(cursors); k++) {
            const place cursor = cursors[k % COUNT(cursors)], at = ships[k / COUNT(cursors)];
            game_of(s)->ship.at = at;
            move_mouse(cursor.x, cursor.y);
            mouse_button(cursor.x, cursor.y, true);
            frame(s);
            const place away = sub(cursor, pixel_of(windows[i].width, windows[i].height, at));
            assert_place(game_of(s)->ship.aim, unit(away).x, unit(away).y, 0.06f); // whole pixels
            mouse_button(cursor.x, cursor.y, false);
            frame(s);
            assert_true(is_zero(game_of(s)->ship.aim));
        }
        assert_int_equal(shell_destroy(s), STATUS_DONE);
    }
}

static void the_last_used_of_mouse_and_arrows_aims(void **state)
{
    (void)state;
    shell *s = start(320, 240);
    move_mouse(300, 120); // the first only tells where it is
    mouse_button(310, 120, true);
    frame(s);
    assert_place(game_of(s)->ship.aim, 1.0f, 0.0f, 0.02f);
    key(SDL_SCANCODE_UP, true);
    frame(s);
    assert_place(game_of(s)->ship.aim, 0.0f, -1.0f, 0.0f);
    key(SDL_SCANCODE_UP, false);
    frame(s);
    assert_true(is_zero(game_of(s)->ship.aim)); // the mouse rests
    move_mouse(10, 120);
    frame(s);
    assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
    key(SDL_SCANCODE_D, true); // flies, and changes nothing
    frame(s);
    assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
    assert_place(game_of(s)->ship.velocity, SHIP_SPEED, 0.0f, 1e-4f);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// Case 1.
static void two_keys_are_as_fast_as_one(void **state)
{
    (void)state;
    shell *s = start(320, 240);
    key(SDL_SCANCODE_W, true);
    frame(s);
    assert_true(fabsf(length(game_of(s)->ship.velocity) - SHIP_SPEED) < 1e-4f);
    key(SDL_SCANCODE_A, true);
    frame(s);
    assert_true(fabsf(length(game_of(s)->ship.velocity) - SHIP_SPEED) < 1e-4f);
    assert_true(game_of(s)->ship.velocity.x < -5.6f && game_of(s)->ship.velocity.y < -5.6f);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// Case 4.
static void each_finger_keeps_its_pad(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(windows); i++) {
        shell *s = start(windows[i].width, windows[i].height);
        move_finger(SDL_FINGERDOWN, 70, 0.25f, 0.75f);
        move_finger(SDL_FINGERDOWN, 90, 0.75f, 0.75f);
        frame(s);
        move_finger(SDL_FINGERMOTION, 70, 0.25f, 0.35f);
        move_finger(SDL_FINGERMOTION, 90, 0.55f, 0.75f);
        frame(s);
        assert_place(game_of(s)->ship.velocity, 0.0f, -SHIP_SPEED, 0.02f);
        assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
        move_finger(SDL_FINGERDOWN, 5, 0.20f, 0.60f); // a third takes neither
        frame(s);
        move_finger(SDL_FINGERMOTION, 5, 0.45f, 0.90f);
        move_finger(SDL_FINGERMOTION, 90, 0.30f, 0.75f); // and the aiming one may cross the middle
        frame(s);
        assert_place(game_of(s)->ship.velocity, 0.0f, -SHIP_SPEED, 0.02f);
        assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
        move_finger(SDL_FINGERUP, 70, 0.25f, 0.35f);
        frame(s);
        assert_true(is_zero(game_of(s)->ship.velocity));
        assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
        assert_int_equal(shell_destroy(s), STATUS_DONE);
    }
}

// --- rounds

// A game without score has no name to ask for: fire starts another at once, and nothing else does.
static void another_round_is_one_press_away(void **state)
{
    (void)state;
    shell *s = start(320, 240);
    blaster *g = game_of(s);
    const uint64_t first = g->random.increment ^ g->random.state;
    key(SDL_SCANCODE_SPACE, true); // held through the end
    g->lives = 1;
    g->enemy_count = 1;
    g->enemies[0] = (enemy){ .at = g->ship.at, .age = ENEMY_FADE_TICKS, .id = 900 };
    for (uint32_t i = 0; i < 50; i++) frame(s);
    assert_true(game_of(s)->over && game_of(s)->over_ticks > 45);
    key(SDL_SCANCODE_SPACE, false);
    frame(s);
    key(SDL_SCANCODE_SPACE, true);
    frame(s);
    frame(s);
    assert_false(game_of(s)->over);
    assert_int_equal(game_of(s)->lives, LIVES_START);
    assert_true(game_of(s)->tick < 3);
    assert_true((game_of(s)->random.increment ^ game_of(s)->random.state) != first);
    assert_false(shell_get(s).menu_open);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// Case 6.
static void a_gamepad_pulled_out_pauses_and_another_goes_on(void **state)
{
    (void)state;
    shell *s = start(320, 240);
    for (uint32_t round = 0; round < 2; round++) {
        const int index = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0);
        assert_true(index >= 0);
        frame(s);
        SDL_Joystick *stick = SDL_JoystickOpen(index);
        assert_non_null(stick);
        if (round == 1) { // the pause page's first row goes on
            SDL_JoystickSetVirtualButton(stick, SDL_CONTROLLER_BUTTON_A, 1);
            frame(s);
            frame(s);
            SDL_JoystickSetVirtualButton(stick, SDL_CONTROLLER_BUTTON_A, 0);
            frame(s);
            frame(s);
        }
        assert_false(shell_get(s).menu_open);
        SDL_JoystickSetVirtualAxis(stick, SDL_CONTROLLER_AXIS_LEFTX, INT16_MAX);
        SDL_JoystickSetVirtualAxis(stick, SDL_CONTROLLER_AXIS_RIGHTY, INT16_MIN);
        frame(s);
        frame(s);
        assert_place(game_of(s)->ship.velocity, SHIP_SPEED, 0.0f, 0.01f);
        assert_place(game_of(s)->ship.aim, 0.0f, -1.0f, 0.01f);
        const uint32_t tick = game_of(s)->tick;
        assert_int_equal(SDL_JoystickDetachVirtual(index), 0);
        frame(s);
        frame(s);
        assert_true(shell_get(s).menu_open);
        assert_in_range(game_of(s)->tick, tick, tick + 1);
        SDL_JoystickClose(stick);
    }
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, fresh_folder_open, fresh_folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_mouse_aims_at_its_cursor_in_every_window),
        CASE(the_last_used_of_mouse_and_arrows_aims),
        CASE(two_keys_are_as_fast_as_one),
        CASE(each_finger_keeps_its_pad),
        CASE(another_round_is_one_press_away),
        CASE(a_gamepad_pulled_out_pauses_and_another_goes_on),
    };
    SDL_setenv("SDL_VIDEODRIVER", "offscreen", 1);
    SDL_setenv("SDL_AUDIODRIVER", "dummy", 1);
    SDL_setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    SDL_setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1", 1); // nothing has the focus here
    return cmocka_run_group_tests(tests, NULL, NULL);
}
