// SPDX-License-Identifier: MIT
// Scores in the whole arcade: games played by simulated hands, named, watched again, and the
// demonstration that plays while nobody does. On SDL's offscreen driver.
#include "dart_scene.h"
#include "fresh_folder.h"
#include "keep.h"
#include "menu_state.h"
#include "playback.h"
#include "replay_files.h"
#include "report.h"
#include "scores_print.h"
#include "shell_hands.h"
#include "shell_state.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <signal.h>
#include <stdio.h>
#include <string.h>

#define TABLE "scores-dart"
#define DART 1 // its row in scenes[]

static storage_problem problem;

static options options_for(const scene *which)
{
    options o = hands_options(which, fresh_folder());
    o.mute = true;
    return o;
}

// A frame of up to eight ticks.
static void ticks(shell *s, uint32_t count)
{
    for (; count > 0; count -= count < 8 ? count : 8)
        assert_true(shell_frame(s, (count < 8 ? count : 8) * TICK));
}

// --- hands

// What each of these does is seen in the next frame.

static void tap(shell *s, SDL_Scancode code)
{
    hands_tap(code);
    hands_frames(s, 1);
}

static void type(shell *s, const char *text)
{
    SDL_Event e = { .text = { .type = SDL_TEXTINPUT } };
    snprintf(e.text.text, sizeof e.text.text, "%s", text);
    assert_int_equal(SDL_PushEvent(&e), 1);
    hands_frames(s, 1);
}

static void click(shell *s, float x, float y)
{
    hands_mouse(x, y, true);
    hands_frames(s, 1);
    hands_mouse(x, y, false);
    hands_frames(s, 1);
}

static menu_page page_of(const shell *s)
{
    return menu_get_page(s->menu);
}

static void throw_darts(shell *s, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) tap(s, SDL_SCANCODE_SPACE);
}

static void lose_life(shell *s)
{
    tap(s, SDL_SCANCODE_LSHIFT);
}

static void lose(shell *s)
{
    for (uint32_t i = 0; i < DART_LIVES; i++) lose_life(s);
}

// To the page that asks for the name, and until it hears.
static void wait_for_name(shell *s)
{
    ticks(s, KEEP_NAME_TICKS);
    assert_int_equal(page_of(s), MENU_NAME);
    hands_frames(s, 30);
}

static void select_title(shell *s, const char *title)
{
    for (uint32_t i = 0; i < ROW_MAX; i++) {
        if (strcmp(menu_row(s->menu, s->menu->selected).title, title) == 0) return;
        tap(s, SDL_SCANCODE_DOWN);
    }
    fail_msg("no row %s", title);
}

static void choose(shell *s, const char *title)
{
    select_title(s, title);
    tap(s, SDL_SCANCODE_RETURN);
}

static score_table stored(void)
{
    score_table t;
    assert_int_equal(scores_load(&t, "dart", &problem), STORAGE_OK);
    return t;
}

// --- earning

static void a_game_that_ends_has_an_entry_and_a_replay_that_comes_out_the_same(void **state)
{
    (void)state;
    options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    throw_darts(s, 7);
    lose(s);
    const score_table t = stored();
    assert_int_equal(t.count, 1);
    assert_int_equal(t.entries[0].score, 700);
    assert_int_equal(t.entries[0].seed, 5);
    assert_int_equal(shell_destroy(s), STATUS_DONE);

    char path[REPLAY_PATH_BYTES];
    assert_true(replay_file_path(path, t.entries[0].replay));
    o = options_for(NULL);
    o.replay = path;
    s = hands_start(&o);
    while (shell_frame(s, TICK)) {
    }
    assert_int_equal(shell_destroy(s), STATUS_DONE); // it matches
    assert_int_equal(stored().count, 1);             // and earns nothing again
    assert_int_equal(fresh_count("replays"), 1);
}

typedef enum ending { END_WINDOW, END_SIGNAL, END_LEAVE, END_RESTART, ENDINGS } ending;

static void end_by(shell *s, ending way)
{
    switch (way) {
    case END_WINDOW:
        hands_quit();
        assert_false(shell_frame(s, 0));
        break;
    case END_SIGNAL:
        raise(SIGTERM);
        assert_false(shell_frame(s, 0));
        break;
    default:
        tap(s, SDL_SCANCODE_ESCAPE);
        choose(s, way == END_LEAVE ? "Leave" : "Restart");
        break;
    }
}

static void whatever_ends_a_record_run_keeps_it(void **state)
{
    (void)state;
    for (ending way = 0; way < ENDINGS; way++) {
        assert_int_equal(fresh_folder_open(NULL), 0);
        const options o = options_for(&dart_scene);
        shell *s = hands_start(&o);
        throw_darts(s, 4);
        end_by(s, way);
        shell_destroy(s);
        const score_table t = stored();
        assert_int_equal(t.count, 1);
        assert_int_equal(t.entries[0].score, 400);
        playback p;
        char path[REPLAY_PATH_BYTES];
        assert_true(replay_file_path(path, t.entries[0].replay));
        assert_true(playback_open(&p, path, &dart_scene, &problem));
        playback_close(&p);
        assert_int_equal(fresh_folder_remove(NULL), 0);
    }
}

// What a crash would leave behind.
static void a_lost_life_writes_what_was_earned(void **state)
{
    (void)state;
    const options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    throw_darts(s, 3);
    lose_life(s);
    assert_int_equal(stored().entries[0].score, 300);
    throw_darts(s, 1);
    lose_life(s);
    assert_int_equal(stored().count, 1);
    assert_int_equal(stored().entries[0].score, 400);
    assert_int_equal(page_of(s), MENU_CLOSED);
    shell_destroy(s);
}

static void games_that_play_themselves_earn_nothing(void **state)
{
    (void)state;
    options o = options_for(&dart_scene);
    o.scene_words[0] = "--bot";
    o.scene_word_count = 1;
    shell *s = hands_start(&o);
    hands_frames(s, 20);
    lose(s);
    ticks(s, 2 * KEEP_NAME_TICKS);
    assert_int_equal(page_of(s), MENU_CLOSED);
    shell_destroy(s);
    assert_false(fresh_exists(TABLE));
    assert_false(fresh_exists("replays"));
}

static void rooms_keep_nothing(void **state)
{
    (void)state;
    const options o = options_for(scenes[0]);
    shell *s = hands_start(&o);
    throw_darts(s, 3);
    lose(s);
    shell_destroy(s);
    assert_int_equal(fresh_count(""), 0);
}

static void fire_starts_another_round_with_another_seed(void **state)
{
    (void)state;
    const options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    lose(s); // no points: nothing to name
    ticks(s, DART_WAIT_TICKS + 1);
    tap(s, SDL_SCANCODE_SPACE);
    assert_ptr_equal(shell_get(s).scene, &dart_scene);
    assert_int_equal(shell_get(s).ticks, 0);
    throw_darts(s, 2);
    lose(s);
    assert_int_equal(stored().entries[0].score, 200);
    assert_int_equal(stored().entries[0].seed, 6);
    shell_destroy(s);
}

// --- names

static void a_keyboard_writes_the_name(void **state)
{
    (void)state;
    const options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    throw_darts(s, 2);
    lose(s);
    assert_string_equal(stored().entries[0].name, SCORE_NAME_DEFAULT); // saved before it is typed
    wait_for_name(s);
    tap(s, SDL_SCANCODE_A); // keys alone are no directions and no text
    tap(s, SDL_SCANCODE_SPACE);
    type(s, "G");
    type(s, "r\x1B\xC3\xA9g");
    type(s, "x");
    tap(s, SDL_SCANCODE_BACKSPACE);
    type(s, " ");
    type(s, "L");
    assert_string_equal(menu_get_name(s->menu), "Gr\xC3\xA9g L");
    tap(s, SDL_SCANCODE_RETURN);
    assert_int_equal(page_of(s), MENU_CLOSED);
    assert_string_equal(stored().entries[0].name, "Gr\xC3\xA9g L");
    assert_in_range(shell_get(s).ticks, 0, 4); // and at once another round
    throw_darts(s, 3);
    lose(s);
    wait_for_name(s);
    assert_string_equal(menu_get_name(s->menu), "Gr\xC3\xA9g L");
    type(s, "thrown away");
    tap(s, SDL_SCANCODE_ESCAPE);
    assert_int_equal(page_of(s), MENU_CLOSED);
    assert_string_equal(stored().entries[0].name, "Gr\xC3\xA9g L");
    shell_destroy(s);
}

static void what_was_held_in_the_game_writes_nothing(void **state)
{
    (void)state;
    const options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    throw_darts(s, 2);
    hands_key(SDL_SCANCODE_D, true);
    lose(s);
    wait_for_name(s);
    SDL_Event repeat = { .key = { .type = SDL_KEYDOWN,
                                  .state = SDL_PRESSED,
                                  .repeat = 1,
                                  .keysym = { .scancode = SDL_SCANCODE_D } } };
    for (int i = 0; i < 5; i++) {
        SDL_PushEvent(&repeat);
        type(s, "d");
    }
    assert_string_equal(menu_get_name(s->menu), SCORE_NAME_DEFAULT);
    hands_key(SDL_SCANCODE_D, false);
    hands_key(SDL_SCANCODE_D, true);
    type(s, "d");
    assert_string_equal(menu_get_name(s->menu), "d");
    shell_destroy(s);
}

static void a_gamepad_writes_the_name(void **state)
{
    (void)state;
    const options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    const int index = hands_attach_gamepad();
    hands_frames(s, 2);
    SDL_Joystick *stick = SDL_JoystickOpen(index);
    throw_darts(s, 2);
    lose(s);
    wait_for_name(s);
    for (int i = 0; i < 4; i++) hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_DPAD_UP);
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_A); // above "Done": I
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_DPAD_RIGHT);
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_A);          // J
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_DPAD_RIGHT); // round
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_A);          // A
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_A);
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_X); // erases
    assert_string_equal(menu_get_name(s->menu), "IJA");
    hands_press_button(s, stick, SDL_CONTROLLER_BUTTON_START); // done, from anywhere
    assert_int_equal(page_of(s), MENU_CLOSED);
    assert_true(shell_get(s).ticks < 60); // and on: another round
    assert_ptr_equal(shell_get(s).scene, &dart_scene);
    assert_string_equal(stored().entries[0].name, "IJA");
    SDL_JoystickClose(stick);
    SDL_JoystickDetachVirtual(index);
    shell_destroy(s);
}

static void cell_place(const shell *s, uint32_t row, uint32_t column, float *x, float *y)
{
    float left, right;
    const row_info r = menu_row(s->menu, row);
    const layout l = menu_layout(s->menu, 320, 240);
    const float unit = l.zoom * 240.0f / 720.0f;
    menu_cell(&l, &r, column, &left, &right);
    *x = 0.5f * (left + right) * unit;
    *y = (l.content_top + menu_row_top(s->menu, &l, row) + 0.5f * menu_row_height(&l, &r)) * unit;
}

static void click_cell(shell *s, uint32_t row, uint32_t column)
{
    float x, y;
    cell_place(s, row, column, &x, &y);
    click(s, x, y);
}

static void touch_cell(shell *s, uint32_t row, uint32_t column)
{
    float x, y;
    cell_place(s, row, column, &x, &y);
    hands_finger(x / 320.0f, y / 240.0f, true);
    hands_frames(s, 1);
    hands_finger(x / 320.0f, y / 240.0f, false);
    hands_frames(s, 1);
}

static void pointers_write_the_name(void **state)
{
    (void)state;
    for (uint32_t way = 0; way < 2; way++) {
        void (*press)(shell *, uint32_t, uint32_t) = way ? touch_cell : click_cell;
        assert_int_equal(fresh_folder_open(NULL), 0);
        const options o = options_for(&dart_scene);
        shell *s = hands_start(&o);
        throw_darts(s, 2);
        lose(s);
        wait_for_name(s);
        press(s, 5, 2); // erase: all of a name that was only proposed
        assert_string_equal(menu_get_name(s->menu), "");
        press(s, 1, 0); // A
        press(s, 5, 0); // small letters
        press(s, 1, 3); // d
        press(s, 5, 1); // space
        press(s, 4, 9); // 9
        assert_string_equal(menu_get_name(s->menu), "Ad 9");
        press(s, 5, 3); // done
        assert_int_equal(page_of(s), MENU_CLOSED);
        assert_string_equal(stored().entries[0].name, "Ad 9");
        shell_destroy(s);
        assert_int_equal(fresh_folder_remove(NULL), 0);
    }
}

static void a_game_that_is_left_is_named_on_the_way(void **state)
{
    (void)state;
    const options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    throw_darts(s, 2);
    tap(s, SDL_SCANCODE_ESCAPE);
    choose(s, "Leave");
    assert_int_equal(page_of(s), MENU_NAME);
    hands_frames(s, 30);
    type(s, "Eve");
    tap(s, SDL_SCANCODE_RETURN);
    assert_int_equal(page_of(s), MENU_MAIN);
    assert_string_equal(stored().entries[0].name, "Eve");
    shell_destroy(s);
}

// --- watching

static void play_three(shell *s)
{
    for (uint32_t i = 1; i <= 3; i++) {
        throw_darts(s, 2 * i);
        lose(s);
        wait_for_name(s);
        tap(s, i < 3 ? SDL_SCANCODE_RETURN : SDL_SCANCODE_ESCAPE); // on, or not
    }
    tap(s, SDL_SCANCODE_ESCAPE);
    choose(s, "Leave");
    assert_int_equal(page_of(s), MENU_MAIN); // named already
}

static void the_table_plays_its_games_and_comes_back(void **state)
{
    (void)state;
    const options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    play_three(s);
    choose(s, "Scores");
    assert_int_equal(page_of(s), MENU_SCORES);
    tap(s, SDL_SCANCODE_DOWN);
    tap(s, SDL_SCANCODE_RETURN); // the second, of 400
    assert_int_equal(page_of(s), MENU_CLOSED);
    assert_ptr_equal(shell_get(s).scene, &dart_scene);
    const uint32_t length = s->playback.info.ticks;
    const uint64_t hash = s->playback.info.hash;
    tap(s, SDL_SCANCODE_SPACE); // hands change nothing
    while (shell_get(s).ticks < length) hands_frames(s, 1);
    assert_true(shell_get(s).hash == hash);
    assert_int_equal(((const dart *)s->stage.state)->score, 400);
    ticks(s, 100);
    assert_int_equal(page_of(s), MENU_CLOSED); // its end stays for a while
    ticks(s, 100);
    assert_int_equal(page_of(s), MENU_SCORES);
    assert_int_equal(s->menu->entry, DART * SCORES_MAX + 1);
    assert_int_equal(menu_row(s->menu, s->menu->selected).item, s->menu->entry);

    tap(s, SDL_SCANCODE_RETURN);
    hands_frames(s, 3);
    tap(s, SDL_SCANCODE_ESCAPE); // back at once
    assert_int_equal(page_of(s), MENU_SCORES);
    tap(s, SDL_SCANCODE_ESCAPE);
    assert_int_equal(page_of(s), MENU_MAIN);
    assert_int_equal(stored().count, 3);
    assert_int_equal(fresh_count("replays"), 3);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

static void replace_replay(const char *name, uint32_t way)
{
    char path[SCORE_FILE_BYTES + 16];
    const scene_setup setup = { .seed = 1, .view_width = 160, .view_height = 120 };
    const tick_input in = { .view_width = 160, .view_height = 120 };
    recording *r = recording_create("dart", dart_scene.version + (way == 2), &setup);
    recording_add(r, &in);
    snprintf(path, sizeof path, "replays/%s", name);
    if (way == 0) remove(fresh_path(path));
    if (way == 1) fresh_write(path, "damaged", 7);
    if (way >= 2) assert_int_equal(recording_save(r, 1, fresh_path(path), &problem), STORAGE_OK);
    recording_destroy(r);
}

// Missing, damaged, of other rules, of another outcome.
static void a_replay_that_does_not_play_is_reported(void **state)
{
    (void)state;
    const options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    play_three(s);
    choose(s, "Scores");
    for (uint32_t way = 0; way < 4; way++) {
        replace_replay(stored().entries[0].replay, way);
        tap(s, SDL_SCANCODE_RETURN);
        hands_frames(s, 2);
        assert_int_equal(page_of(s), MENU_PROBLEM);
        tap(s, SDL_SCANCODE_RETURN);
        assert_int_equal(page_of(s), MENU_SCORES);
        assert_null(shell_get(s).scene);
        assert_int_equal(stored().count, 3);
    }
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// --- what cannot be kept

static void a_full_disk_is_told_and_play_goes_on(void **state)
{
    (void)state;
    const options o = options_for(&dart_scene);
    shell *s = hands_start(&o);
    throw_darts(s, 1);
    lose_life(s);
    throw_darts(s, 1);
    lose_life(s);
    storage_fail_after(1);
    lose_life(s);
    storage_fail_after(0);
    assert_int_equal(page_of(s), MENU_PROBLEM);
    assert_int_equal(stored().entries[0].score, 200); // of the life before
    tap(s, SDL_SCANCODE_RETURN);
    assert_int_equal(page_of(s), MENU_CLOSED);
    wait_for_name(s);
    tap(s, SDL_SCANCODE_RETURN); // the next round
    assert_in_range(shell_get(s).ticks, 0, 4);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

static void a_damaged_table_is_told_and_set_aside(void **state)
{
    (void)state;
    fresh_write(TABLE, "rubbish", 7);
    const options o = options_for(NULL);
    shell *s = hands_start(&o);
    hands_frames(s, 2);
    assert_int_equal(page_of(s), MENU_PROBLEM);
    assert_true(fresh_exists(TABLE ".damaged"));
    tap(s, SDL_SCANCODE_RETURN);
    assert_int_equal(page_of(s), MENU_MAIN);
    choose(s, "Scores");
    assert_int_equal(menu_row(s->menu, 1).kind, ROW_NOTE);
    shell_destroy(s);
}

// --- the demonstration

static void wait_seconds(shell *s, float seconds)
{
    for (float t = 0.0f; t < seconds; t += 0.1f) assert_true(shell_frame(s, UINT64_C(100000000)));
}

static void the_demonstration_begins_after_twenty_seconds(void **state)
{
    (void)state;
    const options o = options_for(NULL);
    shell *s = hands_start(&o);
    tap(s, SDL_SCANCODE_DOWN);
    const uint32_t selected = s->menu->selected;
    wait_seconds(s, 19.5f);
    assert_int_equal(page_of(s), MENU_MAIN);
    wait_seconds(s, 1.0f);
    assert_int_equal(page_of(s), MENU_CLOSED);
    assert_ptr_equal(s->stage.scene, &dart_scene); // the first that plays itself
    assert_true(((const dart *)s->stage.state)->score > 0);
    assert_null(shell_get(s).scene); // and nobody plays
    wait_seconds(s, 30.0f);
    assert_int_equal(page_of(s), MENU_CLOSED);
    tap(s, SDL_SCANCODE_RETURN);
    assert_int_equal(page_of(s), MENU_MAIN);
    assert_int_equal(s->menu->selected, selected); // and it did nothing else
    hands_frames(s, 10);
    assert_int_equal(page_of(s), MENU_MAIN);
    assert_null(shell_get(s).scene);
    shell_destroy(s);
    assert_false(fresh_exists(TABLE));
}

static void anything_ends_the_demonstration_and_does_nothing_else(void **state)
{
    (void)state;
    const options o = options_for(NULL);
    shell *s = hands_start(&o);
    SDL_Event events[] = {
        { .button = { .type = SDL_MOUSEBUTTONDOWN,
                      .button = SDL_BUTTON_LEFT,
                      .state = SDL_PRESSED,
                      .x = 160,
                      .y = 120 } },
        { .motion = { .type = SDL_MOUSEMOTION, .x = 160, .y = 90, .xrel = 3 } },
        { .wheel = { .type = SDL_MOUSEWHEEL, .y = 1, .preciseY = 1.0f } },
        { .tfinger = { .type = SDL_FINGERDOWN, .fingerId = 3, .x = 0.5f, .y = 0.4f } },
        { .key = { .type = SDL_KEYDOWN,
                   .state = SDL_PRESSED,
                   .keysym = { .scancode = SDL_SCANCODE_F11 } } },
        { .key = { .type = SDL_KEYDOWN,
                   .state = SDL_PRESSED,
                   .keysym = { .scancode = SDL_SCANCODE_ESCAPE } } },
    };
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        wait_seconds(s, 20.5f);
        assert_int_equal(page_of(s), MENU_CLOSED);
        SDL_PushEvent(&events[i]);
        hands_frames(s, 1);
        assert_int_equal(page_of(s), MENU_MAIN);
        hands_mouse(160.0f, 120.0f, false);
        hands_frames(s, 3);
        assert_int_equal(page_of(s), MENU_MAIN);
        assert_null(shell_get(s).scene);
        assert_int_equal(s->menu->selected, 0);
        assert_false(s->fullscreen);
    }
    wait_seconds(s, 20.5f);
    hands_quit();
    assert_false(shell_frame(s, TICK));
    shell_destroy(s);
}

static void other_pages_wait_for_ever(void **state)
{
    (void)state;
    const options o = options_for(NULL);
    shell *s = hands_start(&o);
    choose(s, "Settings");
    wait_seconds(s, 25.0f);
    assert_int_equal(page_of(s), MENU_SETTINGS);
    shell_destroy(s);
}

// --- on a terminal

static void scores_are_printed_with_tabs(void **state)
{
    (void)state;
    char line[600];
    options o = options_for(&dart_scene);
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(scores_print(&o, file), STATUS_DONE);
    assert_int_equal(ftell(file), 0); // none yet
    shell *s = hands_start(&o);
    throw_darts(s, 2);
    lose(s);
    shell_destroy(s);
    o.scene = NULL;
    assert_int_equal(scores_print(&o, file), STATUS_DONE);
    rewind(file);
    assert_non_null(fgets(line, sizeof line, file));
    static const char expected[] = "dart\t1\t200\tPlayer\t5\t5\t";
    assert_memory_equal(line, expected, sizeof expected - 1);
    assert_non_null(strstr(line, "/replays/dart-200-5.qxrp\n"));
    assert_null(fgets(line, sizeof line, file));
    fresh_write(TABLE, "rubbish", 7);
    assert_int_equal(scores_print(&o, file), STATUS_FAILED);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_game_that_ends_has_an_entry_and_a_replay_that_comes_out_the_same),
        cmocka_unit_test(whatever_ends_a_record_run_keeps_it),
        IN_FOLDER(a_lost_life_writes_what_was_earned),
        IN_FOLDER(games_that_play_themselves_earn_nothing),
        IN_FOLDER(rooms_keep_nothing),
        IN_FOLDER(fire_starts_another_round_with_another_seed),
        IN_FOLDER(a_keyboard_writes_the_name),
        IN_FOLDER(what_was_held_in_the_game_writes_nothing),
        IN_FOLDER(a_gamepad_writes_the_name),
        cmocka_unit_test(pointers_write_the_name),
        IN_FOLDER(a_game_that_is_left_is_named_on_the_way),
        IN_FOLDER(the_table_plays_its_games_and_comes_back),
        IN_FOLDER(a_replay_that_does_not_play_is_reported),
        IN_FOLDER(a_full_disk_is_told_and_play_goes_on),
        IN_FOLDER(a_damaged_table_is_told_and_set_aside),
        IN_FOLDER(the_demonstration_begins_after_twenty_seconds),
        IN_FOLDER(anything_ends_the_demonstration_and_does_nothing_else),
        IN_FOLDER(other_pages_wait_for_ever),
        IN_FOLDER(scores_are_printed_with_tabs),
    };
    hands_set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
