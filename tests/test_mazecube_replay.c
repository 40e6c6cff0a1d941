// SPDX-License-Identifier: MIT
// Recorded games of Maze Cube come out the same: on every build, through the whole arcade. And
// those that cannot are refused with a clear word.
#include "fresh_folder.h"
#include "headless.h"
#include "mazecube/mazecube_scene.h"
#include "playback.h"
#include "replay_again.h"
#include "report.h"
#include "shell_hands.h"
#include "stage.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <quincunx/hash.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define VIEW_WIDTH 1280
#define VIEW_HEIGHT 720
#define DIAGONAL 23169 // of keys

enum { PLAYED = 1500, WATCHED = 60 };

static storage_problem problem;

// --- hands: whole numbers alone, so that they do the same in every build

static tick_input rest(uint32_t tick)
{
    (void)tick;
    return (tick_input){ .view_width = VIEW_WIDTH, .view_height = VIEW_HEIGHT };
}

static tick_input keys(uint32_t tick)
{
    tick_input in = rest(tick);
    in.move_x = (int16_t)(tick / 40 % 3 == 0 ? DIAGONAL : tick / 40 % 3 == 1 ? -DIAGONAL : 0);
    in.move_y = (int16_t)(tick / 55 % 4 == 0 ? -DIAGONAL : tick / 55 % 4 == 2 ? DIAGONAL : 0);
    in.held = tick / 90 % 5 == 1 ? ACTION_BIT(ACTION_NEXT) : 0;
    if (tick / 120 % 3 == 2) in.held |= ACTION_BIT(ACTION_PRIMARY);
    if (tick % 300 == 200) in.pressed = ACTION_BIT(ACTION_MORE);
    if (tick % 400 == 250 || tick % 400 == 270) in.pressed = ACTION_BIT(ACTION_SECONDARY);
    if (tick % 700 == 650) in.pressed = ACTION_BIT(ACTION_LESS);
    if (tick == 1000 || tick == 1030) in.pressed = ACTION_BIT(ACTION_OPTION_5);
    return in;
}

static pointer pointer_at(int32_t x, int32_t y, uint32_t buttons)
{
    return (pointer){ (VIEW_WIDTH / 2 + x) * PLACE_SCALE, (VIEW_HEIGHT / 2 + y) * PLACE_SCALE,
                      buttons };
}

static tick_input mouse(uint32_t tick)
{
    tick_input in = rest(tick);
    const int32_t at = (int32_t)(tick % 80);
    in.pointers[0] = pointer_at(5 * at - 200, 3 * (int32_t)(tick % 50) - 75,
                                tick / 80 % 4 == 3 ? 2 : tick % 80 > 5);
    in.wheel = (int16_t)(tick % 200 == 0);
    return in;
}

static tick_input fingers(uint32_t tick)
{
    tick_input in = rest(tick);
    const int32_t at = (int32_t)(tick % 70);
    if (at > 3) in.pointers[2] = pointer_at(4 * at - 140, 2 * at - 70, 1);
    if (tick / 70 % 3 == 1 && at > 20) in.pointers[1] = pointer_at(60 - at, 3 * at, 1);
    const hands_disc d = hands_button_place(VIEW_WIDTH, VIEW_HEIGHT, BUTTON_HINT);
    if (tick % 500 > 490)
        in.pointers[4] = (pointer){ (int32_t)d.x * PLACE_SCALE, (int32_t)d.y * PLACE_SCALE, 1 };
    return in;
}

// Chooses on the page, plays, returns, chooses another.
static tick_input pages(uint32_t tick)
{
    tick_input in = keys(tick);
    if (tick % 500 < 60) {
        in.move_x = (int16_t)(tick % 20 < 10 ? DIAGONAL : 0);
        in.move_y = (int16_t)(tick % 30 < 5 ? DIAGONAL : 0);
        in.held = 0, in.pressed = 0;
    }
    if (tick % 500 == 60) in.pressed = ACTION_BIT(ACTION_PRIMARY);
    if (tick % 500 == 499) in.pressed = ACTION_BIT(ACTION_MODE);
    return in;
}

// --- games

// The whole course of each, in every build. Another number means that games recorded before do not
// come out any more: then mazecube_scene.version has to grow.
static const struct {
    const char *name, *words[2];
    tick_input (*hands)(uint32_t tick);
    uint64_t course;
} games[] = {
    { "bot", { "--bot", "--level=10" }, rest, UINT64_C(0xD38D8E0796156C10) },
    { "bot, article", { "--bot", "--rule=article" }, rest, UINT64_C(0xA2498304FD34CBE4) },
    { "keys", { "--level=3" }, keys, UINT64_C(0xCC0E475204019968) },
    { "mouse", { "--level=30" }, mouse, UINT64_C(0xD4FF8A35AD369786) },
    { "fingers", { "--cells=6" }, fingers, UINT64_C(0x4683754E70EB5B36) },
    { "pages", { "--page=9", "--today=2026-11-30" }, pages, UINT64_C(0xFB5BA8C68D08B914) },
    { "day", { "--daily=2026-11-30" }, keys, UINT64_C(0xD67B7310AE3964DF) },
    { "endless", { "--bot", "--endless" }, rest, UINT64_C(0x55C8BD41F8EA0352) },
};

static const char *path_of(size_t index)
{
    static char name[32];
    snprintf(name, sizeof name, "game-%u.qxrp", (unsigned)index);
    return fresh_path(name);
}

static uint64_t record_game(size_t index, uint32_t ticks)
{
    char text[256];
    stage s;
    const scene_services services = { 0 };
    const scene_setup setup = { .seed = 11,
                                .view_width = VIEW_WIDTH,
                                .view_height = VIEW_HEIGHT,
                                .option_count = games[index].words[1] ? 2 : 1,
                                .options = games[index].words };
    assert_true(stage_start(&s, scene_find("maze"), &setup, true, text, sizeof text));
    uint64_t course = QX_HASH_START;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        const tick_input in = games[index].hands(tick);
        assert_true(tick_input_valid(&in));
        stage_tick(&s, &in, &services);
        course = course_follow(course, &s);
    }
    assert_int_equal(recording_save(s.record, stage_hash(&s), path_of(index), &problem),
                     STORAGE_OK);
    stage_stop(&s);
    return course;
}

static void recorded_games_come_out_as_in_every_build(void **state)
{
    (void)state;
    bool same = true;
    for (size_t i = 0; i < COUNT(games); i++) {
        const uint64_t course = record_game(i, PLAYED);
        assert_true(course_again(path_of(i)) == course);
        if (course == games[i].course) continue;
        print_error("%s: UINT64_C(0x%016" PRIX64 ")\n", games[i].name, course);
        same = false;
    }
    assert_true(same);
}

// --- through the arcade

static int watch(uint32_t frames_a_tick)
{
    options o = hands_options(NULL, fresh_folder());
    o.replay = path_of(2);
    o.width = 160;
    o.height = 90;
    o.mute = true;
    shell *s = hands_start(&o);
    while (shell_frame(s, TICK / frames_a_tick)) {
    }
    return shell_destroy(s);
}

static void a_window_shows_them_at_every_rate(void **state)
{
    (void)state;
    record_game(2, WATCHED);
    assert_int_equal(watch(1), STATUS_DONE);
    assert_int_equal(watch(3), STATUS_DONE);
    assert_false(fresh_exists("progress-maze")); // whoever watches reaches nothing
}

static void another_hash_is_told(void **state)
{
    (void)state;
    recording *r;
    record_game(2, WATCHED);
    assert_int_equal(recording_load(path_of(2), &r, &problem), STORAGE_OK);
    const uint64_t hash = recording_get(r).hash;
    assert_int_equal(recording_save(r, hash ^ 1, path_of(2), &problem), STORAGE_OK);
    recording_destroy(r);
    assert_int_equal(watch(1), STATUS_FAILED);
}

// --- the day

static uint32_t year_of(const stage *s)
{
    return ((const mazecube_play *)s->state)->options.today.year;
}

// The program looks at the calendar; the scene is told, and so is the recording.
static void the_day_is_told_and_recorded(void **state)
{
    (void)state;
    static const char *const words[] = { NULL, "--today=2031-01-01", "--daily" };
    for (size_t i = 0; i < COUNT(words); i++) {
        headless h;
        playback p;
        options o = hands_options(scene_find("maze"), NULL);
        o.job = JOB_HEADLESS;
        o.record = fresh_path("day.qxrp");
        strcpy(o.today, "2030-02-03");
        if (words[i]) o.scene_words[o.scene_word_count++] = words[i];
        assert_int_equal(headless_open(&h, &o), STATUS_DONE);
        for (uint32_t tick = 0; tick < 20; tick++) assert_true(headless_tick(&h));
        assert_int_equal(year_of(&h.stage), i == 1 ? 2031 : 2030);
        assert_int_equal(headless_close(&h), STATUS_DONE);
        assert_true(playback_open(&p, fresh_path("day.qxrp"), NULL, &problem));
        assert_string_equal(p.info.setup.options[0], "--today=2030-02-03");
        playback_close(&p);
        assert_true(course_again(fresh_path("day.qxrp")) != 0);
    }
}

static void pictures_without_words_show_the_bot_on_any_day(void **state)
{
    (void)state;
    headless h;
    options o = hands_options(scene_find("maze"), NULL);
    o.job = JOB_SHOT;
    strcpy(o.today, "2030-02-03");
    assert_int_equal(headless_open(&h, &o), STATUS_DONE);
    assert_true(((const mazecube_play *)h.stage.state)->options.bot);
    assert_int_equal(headless_close(&h), STATUS_DONE);
}

// --- what cannot be played

static recording *recording_of(uint32_t version, const char *word)
{
    const tick_input in = rest(0);
    const scene_setup setup = { .seed = 1,
                                .view_width = VIEW_WIDTH,
                                .view_height = VIEW_HEIGHT,
                                .option_count = 1,
                                .options = &word };
    recording *r = recording_create("maze", version, &setup);
    assert_non_null(r);
    for (uint32_t i = 0; i < 20; i++) recording_add(r, &in);
    return r;
}

static void a_recording_of_another_version_is_refused_and_kept(void **state)
{
    (void)state;
    static uint8_t before[4096], after[4096];
    const uint32_t version = scene_find("maze")->version;
    const uint32_t versions[] = { version - 1, version + 1, UINT32_MAX };
    for (size_t i = 0; i < COUNT(versions); i++) {
        playback p;
        recording *r = recording_of(versions[i], "--level=3");
        assert_int_equal(recording_save(r, 1, fresh_path("old.qxrp"), &problem), STORAGE_OK);
        recording_destroy(r);
        const size_t size = fresh_read("old.qxrp", before, sizeof before);
        assert_false(playback_open(&p, fresh_path("old.qxrp"), NULL, &problem));
        assert_non_null(strstr(problem.text, "old.qxrp"));
        assert_non_null(strstr(problem.text, "version"));
        assert_int_equal(fresh_read("old.qxrp", after, sizeof after), size);
        assert_memory_equal(before, after, size);
    }
}

// A file can say anything: words that the command line would not have let pass.
static void words_of_a_file_are_checked_too(void **state)
{
    (void)state;
    static const char *const words[] = { "--level=82",  "--cells=2", "--daily=2026-02-30",
                                         "--rule=mine", "",          "--endless=1" };
    for (size_t i = 0; i < COUNT(words); i++) {
        playback p;
        stage s;
        char text[256];
        recording *r = recording_of(scene_find("maze")->version, words[i]);
        assert_int_equal(recording_save(r, 1, fresh_path("odd.qxrp"), &problem), STORAGE_OK);
        recording_destroy(r);
        if (!playback_open(&p, fresh_path("odd.qxrp"), NULL, &problem)) continue;
        assert_false(stage_start(&s, p.scene, &p.info.setup, false, text, sizeof text));
        assert_true(text[0] != '\0');
        playback_close(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(recorded_games_come_out_as_in_every_build),
        IN_FOLDER(a_window_shows_them_at_every_rate),
        IN_FOLDER(another_hash_is_told),
        IN_FOLDER(the_day_is_told_and_recorded),
        IN_FOLDER(pictures_without_words_show_the_bot_on_any_day),
        IN_FOLDER(a_recording_of_another_version_is_refused_and_kept),
        IN_FOLDER(words_of_a_file_are_checked_too),
    };
    hands_set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
