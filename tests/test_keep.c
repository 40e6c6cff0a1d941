// SPDX-License-Identifier: MIT
// What a game earns is on the disk when it is earned: once, with its replay, and whatever the disk
// does, what was there before stays.
#define _POSIX_C_SOURCE 200809L

#include "dart_scene.h"
#include "fresh_folder.h"
#include "keep.h"
#include "replay_again.h"
#include "replay_files.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define DART 1 // its row in scenes[]
#define TABLE "scores-dart"

static storage_problem problem;

// A game of darts and those who keep its score.
typedef struct play {
    keep keep;
    stage stage;
    uint32_t asked; // by the latest tick
    uint64_t hash_at_end;
} play;

static void open_keep(play *p)
{
    *p = (play){ 0 };
    assert_true(keep_open(&p->keep));
    for (uint32_t i = 0; i < scene_count; i++) keep_load(&p->keep, i, &problem);
}

static void begin(play *p, uint64_t seed)
{
    char text[256];
    const scene_setup setup = { .seed = seed, .view_width = 160, .view_height = 120 };
    assert_true(stage_start(&p->stage, &dart_scene, &setup, true, text, sizeof text));
    keep_begin(&p->keep, &dart_scene, true);
}

static void tick(play *p, uint32_t pressed)
{
    const scene_services services = { 0 };
    const tick_input in = {
        .view_width = 160, .view_height = 120, .pressed = pressed, .held = pressed
    };
    stage_tick(&p->stage, &in, &services);
    problem.text[0] = '\0';
    p->asked = keep_tick(&p->keep, &p->stage, &problem);
}

static void hit(play *p, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++) {
        tick(p, ACTION_BIT(ACTION_PRIMARY));
        tick(p, 0);
    }
}

static void lose_life(play *p)
{
    tick(p, ACTION_BIT(ACTION_SECONDARY));
}

static void lose(play *p)
{
    for (uint32_t i = 0; i < DART_LIVES; i++) lose_life(p);
    p->hash_at_end = stage_hash(&p->stage);
}

static bool leave(play *p)
{
    const bool kept = keep_leave(&p->keep, &p->stage, &problem);
    stage_stop(&p->stage);
    return kept;
}

static void close_keep(play *p)
{
    stage_stop(&p->stage);
    keep_close(&p->keep);
}

static score_table stored(void)
{
    score_table t;
    assert_int_equal(scores_load(&t, "dart", &problem), STORAGE_OK);
    return t;
}

// --- when

static void a_finished_game_has_an_entry_and_its_replay(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    begin(&p, 0xBEEF);
    hit(&p, 5);
    assert_false(fresh_exists(TABLE)); // nothing is written while all goes well
    lose(&p);
    assert_int_equal(p.asked, 0);
    const score_table t = stored();
    assert_int_equal(t.count, 1);
    assert_int_equal(t.entries[0].score, 500);
    assert_int_equal(t.entries[0].seed, 0xBEEF);
    assert_int_equal(t.entries[0].ticks, 13);
    assert_string_equal(t.entries[0].name, SCORE_NAME_DEFAULT);
    assert_string_equal(t.entries[0].replay, "dart-500-beef.qxrp");
    assert_true(replay_again(t.entries[0].replay, &dart_scene, NULL) == p.hash_at_end);
    assert_true(leave(&p));
    assert_int_equal(stored().count, 1);
    assert_int_equal(fresh_count("replays"), 1);
    close_keep(&p);
}

static void a_lost_life_is_a_moment_to_write(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    begin(&p, 1);
    lose_life(&p);
    assert_false(fresh_exists(TABLE)); // no points, no entry
    hit(&p, 2);
    lose_life(&p);
    assert_int_equal(stored().entries[0].score, 200);
    hit(&p, 3);
    lose_life(&p);
    const score_table t = stored();
    assert_int_equal(t.count, 1); // the same entry, in its place
    assert_int_equal(t.entries[0].score, 500);
    assert_string_equal(t.entries[0].replay, "dart-500-1.qxrp");
    assert_int_equal(fresh_count("replays"), 1);
    close_keep(&p);
}

static void a_game_that_is_left_keeps_its_score(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    begin(&p, 1);
    hit(&p, 4);
    const uint64_t hash = stage_hash(&p.stage);
    assert_true(leave(&p));
    const score_table t = stored();
    assert_int_equal(t.entries[0].score, 400);
    assert_true(replay_again(t.entries[0].replay, &dart_scene, NULL) == hash);
    assert_true(keep_has_entry(&p.keep));

    begin(&p, 2); // nothing earned, nothing kept
    tick(&p, 0);
    assert_true(leave(&p));
    assert_false(keep_has_entry(&p.keep));
    assert_int_equal(stored().count, 1);
    assert_int_equal(fresh_count("replays"), 1);
    close_keep(&p);
}

static void finished_games_without_an_entry_keep_their_replay(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    for (uint32_t i = 0; i < SCORES_MAX; i++) {
        begin(&p, i);
        hit(&p, 5);
        lose(&p);
        leave(&p);
    }
    begin(&p, 77);
    hit(&p, 5); // ties stand behind
    lose(&p);
    assert_false(keep_has_entry(&p.keep));
    leave(&p);
    assert_true(fresh_exists("replays/dart-500-4d.qxrp"));
    begin(&p, 78);
    hit(&p, 3);
    leave(&p); // neither finished nor among the best
    assert_int_equal(fresh_count("replays"), SCORES_MAX + 1);
    const score_table t = stored();
    for (uint32_t i = 0; i < SCORES_MAX; i++) assert_int_equal(t.entries[i].seed, i);
    close_keep(&p);
}

static void what_does_not_count_is_not_kept(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    begin(&p, 1);
    keep_begin(&p.keep, &dart_scene, false);
    hit(&p, 4);
    lose(&p);
    for (uint32_t i = 0; i < 2 * KEEP_NAME_TICKS; i++) tick(&p, 0);
    assert_int_equal(p.asked, 0);
    leave(&p);
    assert_int_equal(fresh_count(""), 0);
    assert_false(fresh_exists("replays"));
    close_keep(&p);
}

static void twins_have_names_of_their_own(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    for (uint32_t i = 0; i < 3; i++) {
        begin(&p, 9);
        hit(&p, 1);
        lose(&p);
        leave(&p);
    }
    const score_table t = stored();
    assert_string_equal(t.entries[0].replay, "dart-100-9.qxrp");
    assert_string_equal(t.entries[1].replay, "dart-100-9-2.qxrp");
    assert_string_equal(t.entries[2].replay, "dart-100-9-3.qxrp");
    close_keep(&p);
}

// --- names, rivals, another round

static void the_name_is_asked_for_after_the_last_fight(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    begin(&p, 1);
    hit(&p, 1);
    lose(&p);
    for (uint32_t i = 2; i < KEEP_NAME_TICKS; i++) {
        tick(&p, i == 40 ? ACTION_BIT(ACTION_PRIMARY) : 0); // too early for another round
        assert_int_equal(p.asked, 0);
    }
    tick(&p, 0);
    assert_int_equal(p.asked, KEEP_ASK_NAME);
    assert_int_equal(keep_rename(&p.keep, "  Ada\n", &problem), STORAGE_OK);
    assert_string_equal(stored().entries[0].name, "Ada");
    assert_string_equal(stored().last_name, "Ada");
    assert_int_equal(keep_rename(&p.keep, "\n", &problem), STORAGE_OK);
    assert_string_equal(stored().entries[0].name, "Ada");
    tick(&p, ACTION_BIT(ACTION_PRIMARY));
    assert_int_equal(p.asked, KEEP_RESTART);
    leave(&p);
    begin(&p, 2);
    hit(&p, 2);
    lose(&p);
    assert_string_equal(stored().entries[0].name, "Ada"); // the last used
    close_keep(&p);
}

static void without_an_entry_another_round_is_at_once(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    begin(&p, 1);
    lose(&p);
    for (uint32_t i = 0; i < DART_WAIT_TICKS; i++) tick(&p, 0);
    tick(&p, ACTION_BIT(ACTION_PRIMARY));
    assert_int_equal(p.asked, KEEP_RESTART);
    close_keep(&p);
}

static void rivals_are_the_others(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    for (uint32_t i = 1; i <= 3; i++) {
        begin(&p, i);
        hit(&p, 10 * i);
        lose(&p);
        leave(&p);
    }
    begin(&p, 4);
    static const uint64_t expected[][2] = { { 0, 1000 },    { 999, 1000 }, { 1000, 2000 },
                                            { 2999, 3000 }, { 3000, 0 },   { 9999, 0 } };
    for (size_t i = 0; i < 6; i++) {
        const keep_rivals r = keep_get_rivals(&p.keep, expected[i][0]);
        assert_int_equal(r.best, 3000);
        assert_int_equal(r.next, expected[i][1]);
        assert_int_equal(r.name != NULL, r.next > 0);
    }
    hit(&p, 50);
    lose_life(&p); // stands in the table now, and is no rival of itself
    assert_int_equal(keep_get_rivals(&p.keep, 4000).best, 3000);
    assert_int_equal(keep_get_rivals(&p.keep, 4000).next, 0);
    close_keep(&p);
}

// --- replays stay

static void every_finished_game_keeps_its_replay(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    for (uint32_t game = 0; game < 60; game++) { // many more than the table has room for
        begin(&p, game);
        hit(&p, 60 - game);
        lose(&p);
        leave(&p);
    }
    assert_int_equal(fresh_count("replays"), 60);
    close_keep(&p);
}

// --- a disk that fails

// At every step of the disk: the old entry and its replay stay, what could be kept is sound, and
// the next chance writes it all.
static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    bool done = false;
    uint32_t failures = 0;
    for (uint32_t n = 1; !done; n++) {
        play p;
        assert_int_equal(fresh_folder_open(NULL), 0);
        open_keep(&p);
        begin(&p, 1);
        hit(&p, 3);
        lose(&p);
        const uint64_t old_hash = p.hash_at_end;
        leave(&p);
        begin(&p, 2);
        hit(&p, 9);
        lose_life(&p);
        lose_life(&p);
        storage_fail_after(n);
        hit(&p, 1);
        lose_life(&p);
        storage_fail_after(0);
        done = p.asked == 0;
        failures += !done;
        if (!done) assert_true(p.asked == KEEP_PROBLEM && strlen(problem.text) > 20);

        score_table t = stored(); // as after a crash at this moment
        assert_int_equal(t.count, 2);
        assert_int_equal(t.entries[1].score, 300);
        assert_true(replay_again(t.entries[1].replay, &dart_scene, NULL) == old_hash);
        assert_true(t.entries[0].score == 900 || t.entries[0].score == 1000);
        replay_again(t.entries[0].replay, &dart_scene, NULL);

        assert_true(leave(&p)); // and once more, now that there is room
        t = stored();
        assert_int_equal(t.count, 2);
        assert_int_equal(t.entries[0].score, 1000);
        assert_string_equal(t.entries[0].replay, "dart-1000-2.qxrp");
        assert_int_equal(fresh_count("replays"), 2);
        close_keep(&p);
        assert_int_equal(fresh_folder_remove(NULL), 0);
    }
    assert_true(failures > 10);
}

// Plays better and better games for ever, and tells through a pipe what is kept.
static void play_until_killed(int pipe_end)
{
    play p;
    open_keep(&p);
    for (uint32_t i = 1;; i++) {
        begin(&p, i);
        hit(&p, i);
        lose_life(&p);
        lose(&p);
        leave(&p);
        if (write(pipe_end, &i, sizeof i) != sizeof i) _exit(1);
    }
}

static void wait_for_games(int pipe_end, uint32_t count, uint32_t *told)
{
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(read(pipe_end, told, sizeof *told), sizeof *told);
}

static uint32_t last_told(int pipe_end, uint32_t told)
{
    uint32_t next;
    while (read(pipe_end, &next, sizeof next) == sizeof next) told = next;
    return told;
}

static void assert_kept_and_sound(uint32_t told)
{
    score_table t;
    const storage_result result = scores_load(&t, "dart", &problem);
    assert_true(result == STORAGE_OK || (result == STORAGE_MISSING && told == 0));
    for (uint32_t i = 0; i < t.count; i++) replay_again(t.entries[i].replay, &dart_scene, NULL);
    if (told > 0) assert_true(t.entries[0].score >= (uint64_t)told * DART_POINTS);
}

// In the midst of the first game, the second or the third, however long the disk takes for one.
static void a_kill_at_any_moment_leaves_all_sound(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 40; round++) {
        int ends[2];
        uint32_t told = 0;
        const struct timespec wait = { 0, 500000 + 370000 * (long)round };
        assert_int_equal(fresh_folder_open(NULL), 0);
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) play_until_killed(ends[1]);
        close(ends[1]);
        wait_for_games(ends[0], round % 3, &told);
        nanosleep(&wait, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        assert_kept_and_sound(last_told(ends[0], told));
        close(ends[0]);
        assert_int_equal(fresh_folder_remove(NULL), 0);
    }
}

static void a_disk_that_stays_full_is_told_once_a_game(void **state)
{
    (void)state;
    play p;
    open_keep(&p);
    fresh_write("replays", "a file where the folder should be", 33);
    begin(&p, 1);
    hit(&p, 1);
    lose_life(&p);
    assert_int_equal(p.asked, 0); // not in the middle of a game
    lose_life(&p);
    lose_life(&p);
    assert_int_equal(p.asked, KEEP_PROBLEM);
    assert_int_equal(stored().entries[0].score, 100); // the score is kept all the same
    assert_string_equal(stored().entries[0].replay, "");
    assert_true(leave(&p));
    begin(&p, 2);
    hit(&p, 2);
    assert_false(leave(&p)); // told where it is left
    assert_non_null(strstr(problem.text, "replays"));
    assert_int_equal(stored().count, 2);
    close_keep(&p);
}

static void a_newer_table_is_left_alone(void **state)
{
    (void)state;
    uint8_t before[100], after[100];
    play p;
    assert_int_equal(storage_save(fresh_path(TABLE), "QXSC", 9, "future", 6, &problem), STORAGE_OK);
    const size_t size = fresh_read(TABLE, before, sizeof before);
    open_keep(&p);
    begin(&p, 1);
    hit(&p, 1);
    lose(&p);
    assert_int_equal(p.asked, 0);
    assert_int_equal(keep_rename(&p.keep, "Ada", &problem), STORAGE_OK);
    leave(&p);
    assert_int_equal(p.keep.tables[DART].count, 1); // for as long as the program runs
    assert_int_equal(fresh_read(TABLE, after, sizeof after), size);
    assert_memory_equal(before, after, size);
    close_keep(&p);
}

static void without_a_folder_it_plays_on(void **state)
{
    (void)state;
    play p;
    assert_false(storage_open("/dev/null/nowhere", &problem));
    open_keep(&p);
    begin(&p, 1);
    hit(&p, 2);
    lose(&p);
    assert_int_equal(p.asked, 0);
    assert_int_equal(p.keep.tables[DART].entries[0].score, 200);
    assert_int_equal(keep_rename(&p.keep, "Ada", &problem), STORAGE_OK);
    assert_true(leave(&p));
    close_keep(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_finished_game_has_an_entry_and_its_replay),
        IN_FOLDER(a_lost_life_is_a_moment_to_write),
        IN_FOLDER(a_game_that_is_left_keeps_its_score),
        IN_FOLDER(finished_games_without_an_entry_keep_their_replay),
        IN_FOLDER(what_does_not_count_is_not_kept),
        IN_FOLDER(twins_have_names_of_their_own),
        IN_FOLDER(the_name_is_asked_for_after_the_last_fight),
        IN_FOLDER(without_an_entry_another_round_is_at_once),
        IN_FOLDER(rivals_are_the_others),
        IN_FOLDER(every_finished_game_keeps_its_replay),
        cmocka_unit_test(a_full_disk_loses_nothing),
        cmocka_unit_test(a_kill_at_any_moment_leaves_all_sound),
        IN_FOLDER(a_disk_that_stays_full_is_told_once_a_game),
        IN_FOLDER(a_newer_table_is_left_alone),
        IN_FOLDER(without_a_folder_it_plays_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
