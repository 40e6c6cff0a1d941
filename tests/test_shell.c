// SPDX-License-Identifier: MIT
// The whole arcade with a scene of its own, on SDL's offscreen driver, under simulated hands.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "marble_scene.h"
#include "playback.h"
#include "report.h"
#include "settings.h"
#include "shell_hands.h"

#include <SDL.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const char recording_path[] = "test_shell.qxrp";
static const char data_path[] = "test_shell_data";

static options options_for(const scene *which)
{
    return hands_options(which, data_path);
}

static void window_event(SDL_WindowEventID id)
{
    SDL_Event e = { .window = { .type = SDL_WINDOWEVENT, .event = (Uint8)id } };
    assert_int_equal(SDL_PushEvent(&e), 1);
}

static uint32_t presses_in(const char *path)
{
    storage_problem problem;
    playback p;
    tick_input in;
    uint32_t presses = 0;
    assert_true(playback_open(&p, path, NULL, &problem));
    while (playback_next(&p, &in)) presses += in.pressed == ACTION_BIT(ACTION_PRIMARY);
    playback_close(&p);
    return presses;
}

static void a_scene_plays_one_tick_a_sixtieth(void **state)
{
    (void)state;
    const options o = options_for(&marble_scene);
    shell *s = hands_start(&o);
    assert_ptr_equal(shell_get(s).scene, &marble_scene);
    assert_false(shell_get(s).menu_open);
    hands_frames(s, 30);
    assert_int_equal(shell_get(s).ticks, 30);
    assert_true(shell_frame(s, 4 * TICK));
    assert_int_equal(shell_get(s).ticks, 34);
    assert_true(shell_frame(s, UINT64_C(60000000000))); // the machine slept for a minute
    assert_int_equal(shell_get(s).ticks, 42);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// What the hands did must come out the same, however many frames there were.
static uint64_t hash_after_hands(uint64_t frame, uint32_t frame_count)
{
    const options o = options_for(&marble_scene);
    shell *s = hands_start(&o);
    uint32_t ticks = 0;
    for (uint32_t i = 0; i < frame_count; i++) {
        if (ticks == 0 && i == 0) hands_key(SDL_SCANCODE_D, true);
        assert_true(shell_frame(s, frame));
        ticks = shell_get(s).ticks;
    }
    const uint64_t hash = shell_get(s).hash;
    assert_int_equal(ticks, 24);
    shell_destroy(s);
    return hash;
}

static void the_same_hands_give_the_same_game_at_any_rate(void **state)
{
    (void)state;
    const uint64_t expected = hash_after_hands(TICK, 24);
    assert_true(hash_after_hands(2 * TICK, 12) == expected);
    assert_true(hash_after_hands(8 * TICK, 3) == expected);
    assert_true(hash_after_hands(TICK / 4 + 1, 96) == expected);
}

static void a_press_counts_once_whatever_the_frames(void **state)
{
    (void)state;
    static const uint32_t ticks_a_frame[] = { 1, 5 };
    for (size_t i = 0; i < 2; i++) {
        options o = options_for(&marble_scene);
        o.record = recording_path;
        shell *s = hands_start(&o);
        hands_frames(s, 3);
        hands_tap(SDL_SCANCODE_SPACE);
        assert_true(shell_frame(s, ticks_a_frame[i] * TICK));
        assert_true(shell_frame(s, ticks_a_frame[i] * TICK));
        assert_int_equal(shell_destroy(s), STATUS_DONE);

        assert_int_equal(presses_in(recording_path), 1);
    }
    remove(recording_path);
}

static void escape_pauses_and_goes_on(void **state)
{
    (void)state;
    const options o = options_for(&marble_scene);
    shell *s = hands_start(&o);
    hands_frames(s, 5);
    hands_key(SDL_SCANCODE_D, true);
    hands_frames(s, 5);
    hands_tap(SDL_SCANCODE_ESCAPE);
    hands_frames(s, 1);
    const shell_info paused = shell_get(s);
    assert_true(paused.menu_open);
    hands_frames(s, 60);
    assert_int_equal(shell_get(s).ticks, paused.ticks);
    assert_true(shell_get(s).hash == paused.hash);
    hands_tap(SDL_SCANCODE_ESCAPE);
    hands_frames(s, 10);
    assert_false(shell_get(s).menu_open);
    assert_true(shell_get(s).ticks > paused.ticks);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

static void losing_the_focus_pauses(void **state)
{
    (void)state;
    const options o = options_for(&marble_scene);
    shell *s = hands_start(&o);
    hands_frames(s, 5);
    window_event(SDL_WINDOWEVENT_FOCUS_LOST);
    hands_frames(s, 1);
    assert_true(shell_get(s).menu_open);
    shell_destroy(s);
}

static void a_finger_in_the_corner_pauses(void **state)
{
    (void)state;
    const options o = options_for(&marble_scene);
    shell *s = hands_start(&o);
    hands_finger(0.5f, 0.5f, true);
    hands_frames(s, 2);
    assert_false(shell_get(s).menu_open);
    hands_finger(0.99f, 0.01f, true);
    hands_frames(s, 1);
    assert_true(shell_get(s).menu_open);
    shell_destroy(s);
}

// Keys that are held while the game is paused must not act when it goes on.
static void after_a_pause_the_hands_are_neutral(void **state)
{
    (void)state;
    options o = options_for(&marble_scene);
    o.record = recording_path;
    shell *s = hands_start(&o);
    hands_key(SDL_SCANCODE_D, true);
    hands_frames(s, 3);
    hands_tap(SDL_SCANCODE_ESCAPE);
    hands_frames(s, 2);
    hands_tap(SDL_SCANCODE_ESCAPE);
    hands_frames(s, 5);
    hands_key(SDL_SCANCODE_D, false);
    hands_key(SDL_SCANCODE_D, true);
    hands_frames(s, 5);
    shell_destroy(s);

    storage_problem problem;
    playback p;
    tick_input in;
    uint32_t changes = 0;
    int16_t last = -1;
    assert_true(playback_open(&p, recording_path, NULL, &problem));
    while (playback_next(&p, &in)) {
        changes += in.move_x != last;
        last = in.move_x;
    }
    assert_int_equal(changes, 3); // on, off, on
    assert_int_equal(last, AXIS_FULL);
    playback_close(&p);
    remove(recording_path);
}

static void the_menu_starts_a_scene_and_leaves_it(void **state)
{
    (void)state;
    const options o = options_for(NULL);
    shell *s = hands_start(&o);
    hands_frames(s, 30);
    assert_true(shell_get(s).menu_open);
    assert_null(shell_get(s).scene); // what moves behind the menu is not played
    hands_tap(SDL_SCANCODE_RETURN);
    hands_frames(s, 30);
    assert_ptr_equal(shell_get(s).scene, &marble_scene);
    assert_false(shell_get(s).menu_open);
    hands_tap(SDL_SCANCODE_ESCAPE);
    hands_frames(s, 2);
    for (int i = 0; i < 20 && shell_get(s).scene; i++) { // down to "leave", wherever it stands
        hands_tap(SDL_SCANCODE_UP);
        hands_frames(s, 1);
        hands_tap(SDL_SCANCODE_RETURN);
        hands_frames(s, 1);
        if (shell_get(s).scene && !shell_get(s).menu_open) break;
    }
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

static void closing_the_window_keeps_the_recording(void **state)
{
    (void)state;
    options o = options_for(&marble_scene);
    o.record = recording_path;
    shell *s = hands_start(&o);
    hands_mouse(160.0f, 120.0f, true);
    hands_mouse(160.0f, 120.0f, false);
    hands_frames(s, 20);
    const uint64_t hash = shell_get(s).hash;
    hands_quit();
    assert_false(shell_frame(s, 0));
    assert_int_equal(shell_destroy(s), STATUS_DONE);

    o.record = NULL;
    o.replay = recording_path;
    s = hands_start(&o);
    uint32_t count = 0;
    while (shell_frame(s, TICK)) assert_true(count++ < 100);
    assert_true(shell_get(s).hash == hash);
    assert_int_equal(shell_get(s).ticks, 20);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
    remove(recording_path);
}

static void a_signal_to_end_keeps_the_recording(void **state)
{
    (void)state;
    static const int signals[] = { SIGINT, SIGTERM };
    for (size_t i = 0; i < 2; i++) {
        options o = options_for(&marble_scene);
        o.record = recording_path;
        shell *s = hands_start(&o);
        hands_frames(s, 7);
        raise(signals[i]);
        assert_false(shell_frame(s, 0));
        assert_int_equal(shell_destroy(s), STATUS_DONE);

        storage_problem problem;
        playback p;
        assert_true(playback_open(&p, recording_path, NULL, &problem));
        assert_int_equal(p.info.ticks, 7);
        playback_close(&p);
        remove(recording_path);
    }
}

static void a_replay_of_another_game_says_so(void **state)
{
    (void)state;
    const scene_setup setup = { .seed = 1, .view_width = 160, .view_height = 120 };
    const tick_input in = { .view_width = 160, .view_height = 120 };
    storage_problem problem;
    recording *r = recording_create("marble", marble_scene.version, &setup);
    recording_add(r, &in);
    assert_int_equal(recording_save(r, 123, recording_path, &problem), STORAGE_OK);
    recording_destroy(r);
    options o = options_for(NULL);
    o.replay = recording_path;
    shell *s = hands_start(&o);
    while (shell_frame(s, TICK)) {
    }
    assert_int_equal(shell_destroy(s), STATUS_FAILED);
    remove(recording_path);
}

static void resizing_changes_the_next_ticks_view(void **state)
{
    (void)state;
    options o = options_for(&marble_scene);
    o.record = recording_path;
    shell *s = hands_start(&o);
    hands_frames(s, 3);
    SDL_Window *window = SDL_GetWindowFromID(1);
    for (Uint32 id = 1; !window && id < 100; id++) window = SDL_GetWindowFromID(id);
    assert_non_null(window);
    SDL_SetWindowSize(window, 960, 240);
    hands_frames(s, 3);
    shell_destroy(s);

    storage_problem problem;
    playback p;
    tick_input in;
    assert_true(playback_open(&p, recording_path, NULL, &problem));
    assert_int_equal(p.info.setup.view_width, 160);
    assert_true(playback_next(&p, &in));
    assert_int_equal(in.view_width, 160);
    while (playback_next(&p, &in)) {
    }
    assert_int_equal(in.view_width, 480);
    assert_int_equal(in.view_height, 120);
    playback_close(&p);
    remove(recording_path);
}

// Plugged in while playing, pulled out in the middle, plugged in again.
static void gamepads_may_come_and_go(void **state)
{
    (void)state;
    options o = options_for(&marble_scene);
    o.record = recording_path;
    shell *s = hands_start(&o);
    hands_frames(s, 2);
    int index = hands_attach_gamepad();
    hands_frames(s, 2);
    SDL_Joystick *stick = SDL_JoystickOpen(index);
    assert_non_null(stick);
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_A);
    assert_false(shell_get(s).menu_open);
    SDL_JoystickDetachVirtual(index);
    hands_frames(s, 2);
    assert_true(shell_get(s).menu_open);
    SDL_JoystickClose(stick);

    index = hands_attach_gamepad();
    hands_frames(s, 2);
    stick = SDL_JoystickOpen(index);
    assert_non_null(stick);
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_START);
    assert_false(shell_get(s).menu_open);
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_A);
    SDL_JoystickClose(stick);
    SDL_JoystickDetachVirtual(index);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
    assert_int_equal(presses_in(recording_path), 2);
    remove(recording_path);
}

static void a_recording_that_cannot_be_written_is_told_before_play(void **state)
{
    (void)state;
    int status = -1;
    options o = options_for(&marble_scene);
    o.record = "no/such/folder/run.qxrp";
    assert_null(shell_create(&o, &status));
    assert_int_equal(status, STATUS_FAILED);
}

static void a_scene_that_refuses_ends_with_its_reason(void **state)
{
    (void)state;
    int status = -1;
    options o = options_for(&marble_scene);
    o.scene_words[0] = "--weight=x";
    o.scene_word_count = 1;
    assert_null(shell_create(&o, &status));
    assert_int_equal(status, STATUS_BAD_COMMAND);
    o = options_for(NULL);
    o.replay = "no-such-recording";
    assert_null(shell_create(&o, &status));
    assert_int_equal(status, STATUS_FAILED);
}

// A folder that cannot be made is a sentence in the menu; the game plays on.
static void no_place_for_settings_is_no_reason_not_to_play(void **state)
{
    (void)state;
    options o = options_for(NULL);
    o.data = "/dev/null/settings";
    shell *s = hands_start(&o);
    hands_frames(s, 5);
    assert_true(shell_get(s).menu_open);
    hands_tap(SDL_SCANCODE_RETURN); // read
    hands_frames(s, 5);
    hands_tap(SDL_SCANCODE_RETURN); // play
    hands_frames(s, 5);
    assert_ptr_equal(shell_get(s).scene, &marble_scene);
    shell_destroy(s);
}

// A run of a given length waits for nobody to read it.
static void no_place_for_settings_does_not_hold_up_a_run_of_given_length(void **state)
{
    (void)state;
    options o = options_for(&marble_scene);
    o.data = "/dev/null/settings";
    o.ticks = 10;
    shell *s = hands_start(&o);
    uint32_t count = 0;
    while (shell_frame(s, TICK) && count < 100) count++;
    assert_int_equal(shell_get(s).ticks, 10);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// The setting is the scene's own word from the next game on, and so part of what a recording holds.
static void one_stick_is_an_option_of_the_game(void **state)
{
    (void)state;
    settings chosen;
    storage_problem problem;
    playback p;
    assert_true(storage_open(data_path, &problem));
    settings_defaults(&chosen);
    chosen.one_stick = true;
    assert_int_equal(settings_save(&chosen, &problem), STORAGE_OK);
    options o = options_for(&marble_scene);
    o.record = recording_path;
    o.scene_words[o.scene_word_count++] = "--weight=2";
    shell *s = hands_start(&o);
    hands_frames(s, 3);
    shell_destroy(s);
    assert_true(playback_open(&p, recording_path, NULL, &problem));
    assert_int_equal(p.info.setup.option_count, 2);
    assert_string_equal(p.info.setup.options[0], "--weight=2");
    assert_string_equal(p.info.setup.options[1], "--weight=9");
    playback_close(&p);
    remove(recording_path);
    chosen.one_stick = false;
    assert_int_equal(settings_save(&chosen, &problem), STORAGE_OK);
}

static void ticks_end_a_run(void **state)
{
    (void)state;
    options o = options_for(&marble_scene);
    o.ticks = 10;
    shell *s = hands_start(&o);
    uint32_t count = 0;
    while (shell_frame(s, 3 * TICK)) count++;
    assert_int_equal(shell_get(s).ticks, 10);
    assert_int_equal(count, 3);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_plays_one_tick_a_sixtieth),
        cmocka_unit_test(the_same_hands_give_the_same_game_at_any_rate),
        cmocka_unit_test(a_press_counts_once_whatever_the_frames),
        cmocka_unit_test(escape_pauses_and_goes_on),
        cmocka_unit_test(losing_the_focus_pauses),
        cmocka_unit_test(a_finger_in_the_corner_pauses),
        cmocka_unit_test(after_a_pause_the_hands_are_neutral),
        cmocka_unit_test(the_menu_starts_a_scene_and_leaves_it),
        cmocka_unit_test(closing_the_window_keeps_the_recording),
        cmocka_unit_test(a_signal_to_end_keeps_the_recording),
        cmocka_unit_test(a_replay_of_another_game_says_so),
        cmocka_unit_test(resizing_changes_the_next_ticks_view),
        cmocka_unit_test(gamepads_may_come_and_go),
        cmocka_unit_test(a_recording_that_cannot_be_written_is_told_before_play),
        cmocka_unit_test(a_scene_that_refuses_ends_with_its_reason),
        cmocka_unit_test(no_place_for_settings_does_not_hold_up_a_run_of_given_length),
        cmocka_unit_test(one_stick_is_an_option_of_the_game),
        cmocka_unit_test(no_place_for_settings_is_no_reason_not_to_play),
        cmocka_unit_test(ticks_end_a_run),
    };
    hands_set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
