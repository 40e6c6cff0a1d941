// SPDX-License-Identifier: MIT
// What a scene keeps between sessions: written when it is reached, never by who only watches, and
// never over what could not be read. And Maze Cube's own, through the whole arcade.
#define _POSIX_C_SOURCE 200809L

#include "fresh_folder.h"
#include "mazecube/mazecube_scene.h"
#include "progress.h"
#include "report.h"
#include "shell_hands.h"
#include "shell_state.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_NAME "progress-steps"

static storage_problem problem;

// --- a scene that counts its steps

typedef struct steps {
    uint8_t best;
    uint32_t count;
} steps;

static bool begin(void *state, const scene_setup *setup, char *text, size_t size)
{
    (void)state, (void)setup, (void)text, (void)size;
    return true;
}

static void take(void *state, const tick_input *in)
{
    steps *s = state;
    if (!in->pressed) return;
    s->best++;
    s->count++;
}

static void step(void *state, const scene_services *services)
{
    (void)state, (void)services;
}

static uint64_t hash(const void *state)
{
    return ((const steps *)state)->count;
}

static void end(void *state)
{
    (void)state;
}

static bool load(void *state, const uint8_t *bytes, size_t size, const char **reason)
{
    *reason = "it is not of two bytes";
    if (size != 2) return false;
    *reason = "its bytes differ";
    if (bytes[0] != bytes[1]) return false;
    ((steps *)state)->best = bytes[0];
    return true;
}

static size_t save(const void *state, uint8_t *bytes)
{
    bytes[0] = bytes[1] = ((const steps *)state)->best;
    return 2;
}

static uint32_t count(const void *state)
{
    return ((const steps *)state)->count;
}

static void word(const uint8_t *bytes, size_t size, uint32_t which, char *text, size_t room)
{
    text[0] = '\0';
    if (which == 0) snprintf(text, room, "--from=%u", size == 2 ? bytes[0] : 0u);
    if (which == 1) snprintf(text, room, "--far");
}

static const scene_progress kept = { 3, 2, load, save, count, word };
static const scene steps_scene = { .name = "steps",
                                   .world_height = 100.0f,
                                   .version = 1,
                                   .state_size = sizeof(steps),
                                   .init = begin,
                                   .input = take,
                                   .tick = step,
                                   .hash = hash,
                                   .progress = &kept,
                                   .quit = end };
static const scene plain_scene = { .name = "plain",
                                   .world_height = 100.0f,
                                   .version = 1,
                                   .state_size = sizeof(steps),
                                   .init = begin,
                                   .input = take,
                                   .tick = step,
                                   .hash = hash,
                                   .quit = end };

// --- a session

typedef struct session {
    progress progress;
    stage stage;
} session;

static storage_result open_session(session *s, const scene *which, bool counts)
{
    char text[256];
    const scene_setup setup = { .seed = 1, .view_width = 100, .view_height = 100 };
    *s = (session){ .stage = { 0 } };
    assert_true(storage_open(fresh_folder(), &problem));
    const storage_result read = progress_read(&s->progress, which, &problem);
    assert_true(stage_start(&s->stage, which, &setup, false, text, sizeof text));
    storage_problem second = { 0 };
    const storage_result began = progress_begin(&s->progress, &s->stage, counts, &second);
    if (began != STORAGE_OK) problem = second;
    return began != STORAGE_OK ? began : read;
}

static bool press(session *s)
{
    const scene_services services = { 0 };
    const tick_input in = { .pressed = 1 };
    problem.text[0] = '\0';
    stage_tick(&s->stage, &in, &services);
    return progress_tick(&s->progress, &s->stage, &problem);
}

static void close_session(session *s)
{
    progress_leave(&s->progress, &s->stage, &problem);
    stage_stop(&s->stage);
    progress_close(&s->progress);
}

static uint8_t best_of(const session *s)
{
    return ((const steps *)s->stage.state)->best;
}

// --- reading and writing

static void what_is_reached_is_there_the_next_time(void **state)
{
    (void)state;
    session s;
    char words[PROGRESS_WORDS][PROGRESS_WORD_SIZE];
    assert_int_equal(open_session(&s, &steps_scene, true), STORAGE_MISSING);
    assert_string_equal(problem.text, "");
    assert_int_equal(progress_words(&s.progress, &steps_scene, words), 0);
    assert_false(fresh_exists(FILE_NAME)); // nothing was reached yet
    for (uint32_t i = 0; i < 3; i++) assert_true(press(&s));
    assert_true(fresh_exists(FILE_NAME));
    stage_stop(&s.stage); // the machine stops here
    progress_close(&s.progress);
    assert_int_equal(open_session(&s, &steps_scene, true), STORAGE_OK);
    assert_int_equal(best_of(&s), 3);
    assert_int_equal(progress_words(&s.progress, &steps_scene, words), 2);
    assert_string_equal(words[0], "--from=3");
    assert_string_equal(words[1], "--far");
    close_session(&s);
}

static void who_watches_changes_nothing(void **state)
{
    (void)state;
    session s;
    open_session(&s, &steps_scene, true);
    press(&s);
    close_session(&s);
    assert_int_equal(open_session(&s, &steps_scene, false), STORAGE_OK);
    assert_int_equal(best_of(&s), 0);
    for (uint32_t i = 0; i < 5; i++) press(&s);
    close_session(&s);
    open_session(&s, &steps_scene, true);
    assert_int_equal(best_of(&s), 1);
    close_session(&s);
}

static void scenes_that_keep_nothing_have_no_file(void **state)
{
    (void)state;
    session s;
    char words[PROGRESS_WORDS][PROGRESS_WORD_SIZE];
    assert_int_equal(open_session(&s, &plain_scene, true), STORAGE_OK);
    assert_int_equal(progress_words(&s.progress, &plain_scene, words), 0);
    assert_true(press(&s));
    close_session(&s);
    assert_int_equal(fresh_count(""), 0);
}

// --- files that are not as they have to be

static void keep_some(void)
{
    session s;
    open_session(&s, &steps_scene, true);
    press(&s);
    close_session(&s);
}

static void a_damaged_file_is_set_aside_and_told(void **state)
{
    (void)state;
    uint8_t bytes[256], again[256];
    keep_some();
    const size_t size = fresh_read(FILE_NAME, bytes, sizeof bytes);
    for (size_t at = 0; at < size; at++) {
        session s;
        bytes[at] ^= 0x10;
        fresh_write(FILE_NAME, bytes, size);
        const storage_result result = open_session(&s, &steps_scene, true);
        if (result == STORAGE_DAMAGED) {
            assert_true(fresh_exists(FILE_NAME ".damaged"));
            assert_int_equal(fresh_read(FILE_NAME ".damaged", again, sizeof again), size);
            assert_memory_equal(bytes, again, size); // nothing is lost
            assert_int_equal(remove(fresh_path(FILE_NAME ".damaged")), 0);
            assert_non_null(strstr(problem.text, FILE_NAME));
            assert_int_equal(best_of(&s), 0);
            assert_true(press(&s)); // and it plays on
            assert_true(fresh_exists(FILE_NAME));
        } else {
            assert_int_equal(result, STORAGE_NEWER); // the version's own bytes
        }
        close_session(&s);
        bytes[at] ^= 0x10;
    }
}

static void bytes_the_scene_does_not_know_are_damage(void **state)
{
    (void)state;
    static const char magic[4] = { 'Q', 'X', 'P', 'G' };
    session s;
    storage_open(fresh_folder(), &problem);
    assert_int_equal(storage_save(fresh_path(FILE_NAME), magic, 3, "ab", 2, &problem), STORAGE_OK);
    assert_int_equal(open_session(&s, &steps_scene, true), STORAGE_DAMAGED);
    assert_non_null(strstr(problem.text, "its bytes differ"));
    assert_true(fresh_exists(FILE_NAME ".damaged"));
    assert_true(press(&s));
    close_session(&s);
    assert_int_equal(open_session(&s, &steps_scene, true), STORAGE_OK);
    assert_int_equal(best_of(&s), 1);
    close_session(&s);
}

static void a_file_of_a_later_version_is_left_alone(void **state)
{
    (void)state;
    static const char magic[4] = { 'Q', 'X', 'P', 'G' };
    uint8_t before[64], after[64];
    session s;
    storage_open(fresh_folder(), &problem);
    assert_int_equal(storage_save(fresh_path(FILE_NAME), magic, 4, "\7\7", 2, &problem),
                     STORAGE_OK);
    const size_t size = fresh_read(FILE_NAME, before, sizeof before);
    assert_int_equal(open_session(&s, &steps_scene, true), STORAGE_NEWER);
    assert_non_null(strstr(problem.text, FILE_NAME));
    assert_int_equal(best_of(&s), 0);
    assert_true(press(&s)); // played on without saving, and said once
    close_session(&s);
    assert_int_equal(fresh_read(FILE_NAME, after, sizeof after), size);
    assert_memory_equal(before, after, size);
    assert_int_equal(fresh_count(""), 1);
}

static void a_full_disk_is_told_once_and_made_up_for(void **state)
{
    (void)state;
    session s;
    open_session(&s, &steps_scene, true);
    assert_true(press(&s));
    storage_fail_after(1);
    assert_false(press(&s));
    assert_true(problem.text[0] != '\0');
    storage_fail_after(1);
    assert_true(press(&s)); // known
    storage_fail_after(0);
    close_session(&s); // room again
    open_session(&s, &steps_scene, true);
    assert_int_equal(best_of(&s), 3);
    close_session(&s);
}

// --- Maze Cube through the arcade

static shell *start(const char *word, const char *record)
{
    static options o;
    o = hands_options(scene_find("maze"), fresh_folder());
    o.mute = true;
    o.width = 160, o.height = 90; // many frames are drawn
    o.record = record;
    if (word) o.scene_words[o.scene_word_count++] = word;
    shell *s = hands_start(&o);
    hands_frames(s, 1);
    return s;
}

// The solver's hands on a player's game, but for the last tick.
static void solve(shell *s)
{
    mazecube_play *m = s->stage.state;
    assert_true(plan_solve(&m->plan, &m->game.level, 0));
    hands_tap(SDL_SCANCODE_R);
    hands_frames(s, 1);
    while (m->game.tick < m->plan.ticks) {
        m->options.bot = m->game.tick + 1 < m->plan.ticks;
        hands_frames(s, 1);
    }
    assert_true(m->game.over);
}

static void a_solved_level_is_kept(void **state)
{
    (void)state;
    shell *s = start("--level=2", NULL);
    solve(s);
    const uint32_t time = ((mazecube_play *)s->stage.state)->game.time;
    assert_true(fresh_exists("progress-maze"));
    assert_int_equal(shell_destroy(s), STATUS_DONE);
    s = start(NULL, NULL); // the page begins where the player left off
    const mazecube_play *m = s->stage.state;
    assert_int_equal(m->screen, SCREEN_LEVELS);
    assert_int_equal(m->page.chosen, 1);
    assert_int_equal(m->records.of[1].time, time);
    assert_true(m->rival->count > 5);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// Permissions do not hold for root, but for whom it acts as.
static void make_read_only(bool read_only)
{
    if (!read_only && getuid() == 0) assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(fresh_folder(), read_only ? 0555 : 0755), 0);
    if (read_only && getuid() == 0) assert_int_equal(seteuid(65534), 0);
}

// Told once, played on, and what was there stays; what is reached is written as soon as it can be.
static void a_read_only_folder_loses_nothing(void **state)
{
    (void)state;
    static uint8_t before[RECORDS_BOUND], after[RECORDS_BOUND];
    shell *s = start("--level=2", NULL);
    solve(s);
    const size_t size = fresh_read("progress-maze", before, sizeof before);
    const uint32_t files = fresh_count("");
    hands_tap(SDL_SCANCODE_8);
    make_read_only(true);
    hands_frames(s, 3);
    assert_true(shell_get(s).menu_open); // it is told
    hands_tap(SDL_SCANCODE_RETURN);
    hands_frames(s, 5);
    assert_false(shell_get(s).menu_open);
    solve(s);
    hands_frames(s, 5);
    assert_false(shell_get(s).menu_open); // once
    const uint32_t time = ((mazecube_play *)s->stage.state)->records.of[2].time;
    assert_true(time > 0);
    assert_int_equal(fresh_read("progress-maze", after, sizeof after), size);
    assert_memory_equal(before, after, size);
    make_read_only(false);
    assert_int_equal(fresh_count(""), files); // nothing half written
    assert_int_equal(shell_destroy(s), STATUS_DONE);
    s = start(NULL, NULL);
    assert_int_equal(((mazecube_play *)s->stage.state)->records.of[2].time, time);
    assert_true(((mazecube_play *)s->stage.state)->records.of[1].time > 0);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// On the page, and with the next session, whose recording holds it as a word.
static void the_rule_is_kept_and_recorded(void **state)
{
    (void)state;
    char path[512];
    recording *r;
    snprintf(path, sizeof path, "%s", fresh_path("run.qxrp"));
    shell *s = start(NULL, NULL);
    hands_frames(s, 2);
    ((mazecube_play *)s->stage.state)->page.chosen = TILE_RULE;
    hands_tap(SDL_SCANCODE_SPACE);
    hands_frames(s, 3);
    assert_int_equal(((mazecube_play *)s->stage.state)->options.rule, SLICE_ARTICLE);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
    s = start("--level=3", path);
    hands_frames(s, 20);
    assert_int_equal(((mazecube_play *)s->stage.state)->game.rule, SLICE_ARTICLE);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
    assert_int_equal(recording_load(path, &r, &problem), STORAGE_OK);
    const scene_setup setup = recording_get(r).setup;
    bool found = false;
    for (uint32_t i = 0; i < setup.option_count; i++)
        found = found || strcmp(setup.options[i], "--rule=article") == 0;
    recording_destroy(r);
    assert_true(found);
    s = start("--rule=clean", NULL); // whoever names one is heard
    assert_int_equal(((mazecube_play *)s->stage.state)->options.rule, SLICE_CLEAN);
    assert_int_equal(((mazecube_play *)s->stage.state)->records.rule, SLICE_ARTICLE);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

static void the_bot_keeps_nothing(void **state)
{
    (void)state;
    shell *s = start("--bot", NULL);
    hands_frames(s, 900);
    assert_true(((mazecube_play *)s->stage.state)->game.over ||
                ((mazecube_play *)s->stage.state)->level != 10);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
    assert_false(fresh_exists("progress-maze"));
}

static void a_damaged_file_does_not_stop_the_game(void **state)
{
    (void)state;
    fresh_write("progress-maze", "this is no progress", 19);
    shell *s = start("--level=2", NULL);
    assert_true(shell_get(s).menu_open); // it is told
    assert_ptr_equal(shell_get(s).scene, scene_find("maze"));
    assert_true(fresh_exists("progress-maze.damaged"));
    hands_tap(SDL_SCANCODE_RETURN);
    hands_frames(s, 5);
    assert_false(shell_get(s).menu_open);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
}

// The page's choice stands in the recording, and what was reached before does not matter.
static void a_recording_needs_no_progress(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s", fresh_path("run.qxrp"));
    shell *s = start("--level=3", NULL);
    hands_frames(s, 2);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
    s = start(NULL, path);
    hands_frames(s, 3);
    hands_tap(SDL_SCANCODE_SPACE);
    hands_frames(s, 2);
    hands_key(SDL_SCANCODE_D, true);
    hands_frames(s, 60);
    assert_int_equal(((mazecube_play *)s->stage.state)->game.level.number, 3);
    assert_int_equal(shell_destroy(s), STATUS_DONE);
    remove(fresh_path("progress-maze"));
    options o = hands_options(NULL, fresh_folder());
    o.replay = path;
    o.mute = true;
    s = hands_start(&o);
    while (shell_frame(s, TICK)) {
    }
    assert_int_equal(shell_destroy(s), STATUS_DONE); // came out as it was recorded
    assert_false(fresh_exists("progress-maze"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_reached_is_there_the_next_time),
        IN_FOLDER(who_watches_changes_nothing),
        IN_FOLDER(scenes_that_keep_nothing_have_no_file),
        IN_FOLDER(a_damaged_file_is_set_aside_and_told),
        IN_FOLDER(bytes_the_scene_does_not_know_are_damage),
        IN_FOLDER(a_file_of_a_later_version_is_left_alone),
        IN_FOLDER(a_full_disk_is_told_once_and_made_up_for),
        IN_FOLDER(a_solved_level_is_kept),
        IN_FOLDER(a_read_only_folder_loses_nothing),
        IN_FOLDER(the_rule_is_kept_and_recorded),
        IN_FOLDER(the_bot_keeps_nothing),
        IN_FOLDER(a_damaged_file_does_not_stop_the_game),
        IN_FOLDER(a_recording_needs_no_progress),
    };
    hands_set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
