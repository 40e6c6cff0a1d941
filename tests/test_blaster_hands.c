// SPDX-License-Identifier: MIT
// Blaster under simulated hands: real events of mouse, keys and fingers, in windows of many shapes,
// through the whole arcade. On SDL's offscreen driver.
#include "blaster/blaster_scene.h"
#include "fresh_folder.h"
#include "report.h"
#include "shell_hands.h"
#include "shell_state.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct {
    uint32_t width, height;
} windows[] = { { 320, 240 }, { 426, 240 }, { 853, 240 }, { 320, 568 }, { 640, 360 } };

static shell *start(uint32_t width, uint32_t height)
{
    static options o;
    o = hands_options(scene_find("blaster"), fresh_folder());
    o.width = width;
    o.height = height;
    o.mute = true;
    shell *s = hands_start(&o);
    hands_frames(s, 1);
    return s;
}

static blaster *game_of(const shell *s)
{
    return &((blaster_play *)s->stage.state)->game;
}

// --- hands

static void move_mouse(float x, float y)
{
    SDL_Event e = {
        .motion = { .type = SDL_MOUSEMOTION, .x = (int)lroundf(x), .y = (int)lroundf(y), .xrel = 1 }
    };
    assert_int_equal(SDL_PushEvent(&e), 1);
}

// One of several. x and y as shares of the window.
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
            hands_mouse(cursor.x, cursor.y, true);
            hands_frames(s, 1);
            const place away = sub(cursor, pixel_of(windows[i].width, windows[i].height, at));
            assert_place(game_of(s)->ship.aim, unit(away).x, unit(away).y, 0.06f); // whole pixels
            hands_mouse(cursor.x, cursor.y, false);
            hands_frames(s, 1);
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
    hands_mouse(310, 120, true);
    hands_frames(s, 1);
    assert_place(game_of(s)->ship.aim, 1.0f, 0.0f, 0.02f);
    hands_key(SDL_SCANCODE_UP, true);
    hands_frames(s, 1);
    assert_place(game_of(s)->ship.aim, 0.0f, -1.0f, 0.0f);
    hands_key(SDL_SCANCODE_UP, false);
    hands_frames(s, 1);
    assert_true(is_zero(game_of(s)->ship.aim)); // the mouse rests
    move_mouse(10, 120);
    hands_frames(s, 1);
    assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
    hands_key(SDL_SCANCODE_D, true); // flies, and changes nothing
    hands_frames(s, 1);
    assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
    assert_place(game_of(s)->ship.velocity, SHIP_SPEED, 0.0f, 1e-4f);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// Case 1.
static void two_keys_are_as_fast_as_one(void **state)
{
    (void)state;
    shell *s = start(320, 240);
    hands_key(SDL_SCANCODE_W, true);
    hands_frames(s, 1);
    assert_true(fabsf(length(game_of(s)->ship.velocity) - SHIP_SPEED) < 1e-4f);
    hands_key(SDL_SCANCODE_A, true);
    hands_frames(s, 1);
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
        hands_frames(s, 1);
        move_finger(SDL_FINGERMOTION, 70, 0.25f, 0.35f);
        move_finger(SDL_FINGERMOTION, 90, 0.55f, 0.75f);
        hands_frames(s, 1);
        assert_place(game_of(s)->ship.velocity, 0.0f, -SHIP_SPEED, 0.02f);
        assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
        move_finger(SDL_FINGERDOWN, 5, 0.20f, 0.60f); // a third takes neither
        hands_frames(s, 1);
        move_finger(SDL_FINGERMOTION, 5, 0.45f, 0.90f);
        move_finger(SDL_FINGERMOTION, 90, 0.30f, 0.75f); // and the aiming one may cross the middle
        hands_frames(s, 1);
        assert_place(game_of(s)->ship.velocity, 0.0f, -SHIP_SPEED, 0.02f);
        assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
        move_finger(SDL_FINGERUP, 70, 0.25f, 0.35f);
        hands_frames(s, 1);
        assert_true(is_zero(game_of(s)->ship.velocity));
        assert_place(game_of(s)->ship.aim, -1.0f, 0.0f, 0.02f);
        assert_int_equal(shell_destroy(s), STATUS_DONE);
    }
}

// --- the button

static void press_right(float x, float y)
{
    SDL_Event e = { .button = { .type = SDL_MOUSEBUTTONDOWN,
                                .button = SDL_BUTTON_RIGHT,
                                .state = SDL_PRESSED,
                                .x = (int)x,
                                .y = (int)y } };
    assert_int_equal(SDL_PushEvent(&e), 1);
}

static void press_button(uint32_t how, uint32_t width, uint32_t height)
{
    const place at = pixel_of(width, height, (place){ TOUCH_STRIKE_X, TOUCH_STRIKE_Y });
    if (how == 0) hands_key(SDL_SCANCODE_LSHIFT, true);
    if (how == 1) press_right(0.5f * (float)width, 0.5f * (float)height);
    if (how == 2) move_finger(SDL_FINGERDOWN, 3, at.x / (float)width, at.y / (float)height);
}

// By a key, the mouse and a finger, in every window. Nothing else comes of it.
static void the_button_is_under_every_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(windows); i++) {
        for (uint32_t how = 0; how < 3; how++) {
            shell *s = start(windows[i].width, windows[i].height);
            blaster *g = game_of(s);
            g->strike.charge = g->strike.need;
            g->enemies[g->enemy_count++] = (enemy){ .at = { 100, 500 }, .age = 1, .id = 900 };
            press_button(how, windows[i].width, windows[i].height);
            hands_frames(s, 2);
            if (g->strike.need == STRIKE_FIRST) fail_msg("window %d, hand %d", (int)i, (int)how);
            assert_int_equal(g->kills, 1);
            assert_true(is_zero(g->ship.aim) && is_zero(g->ship.velocity));
            assert_false(shell_get(s).menu_open);
            assert_int_equal(shell_destroy(s), STATUS_DONE);
        }
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
    hands_key(SDL_SCANCODE_SPACE, true); // held through the end
    g->lives = 1;
    g->enemy_count = 1;
    g->enemies[0] = (enemy){ .at = g->ship.at, .age = ENEMY_FADE_TICKS, .id = 900 };
    hands_frames(s, 50);
    assert_true(game_of(s)->over && game_of(s)->over_ticks > 45);
    hands_key(SDL_SCANCODE_SPACE, false);
    hands_frames(s, 1);
    hands_key(SDL_SCANCODE_SPACE, true);
    hands_frames(s, 2);
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
        const int index = hands_attach_gamepad();
        hands_frames(s, 1);
        SDL_Joystick *stick = SDL_JoystickOpen(index);
        assert_non_null(stick);
        // The pause page's first row goes on.
        if (round == 1) hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_A);
        assert_false(shell_get(s).menu_open);
        SDL_JoystickSetVirtualAxis(stick, SDL_CONTROLLER_AXIS_LEFTX, INT16_MAX);
        SDL_JoystickSetVirtualAxis(stick, SDL_CONTROLLER_AXIS_RIGHTY, INT16_MIN);
        hands_frames(s, 2);
        assert_place(game_of(s)->ship.velocity, SHIP_SPEED, 0.0f, 0.01f);
        assert_place(game_of(s)->ship.aim, 0.0f, -1.0f, 0.01f);
        const uint32_t tick = game_of(s)->tick;
        assert_int_equal(SDL_JoystickDetachVirtual(index), 0);
        hands_frames(s, 2);
        assert_true(shell_get(s).menu_open);
        assert_in_range(game_of(s)->tick, tick, tick + 1);
        SDL_JoystickClose(stick);
    }
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_mouse_aims_at_its_cursor_in_every_window),
        IN_FOLDER(the_last_used_of_mouse_and_arrows_aims),
        IN_FOLDER(two_keys_are_as_fast_as_one),
        IN_FOLDER(each_finger_keeps_its_pad),
        IN_FOLDER(the_button_is_under_every_hand),
        IN_FOLDER(another_round_is_one_press_away),
        IN_FOLDER(a_gamepad_pulled_out_pauses_and_another_goes_on),
    };
    hands_set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
