// SPDX-License-Identifier: MIT
// Maze Cube as a scene: its words, memory that lacks, the course of a game, and a hash that knows
// nothing of what is cosmetic.
#include "mazecube/mazecube_scene.h"
#include "room_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const scene mazecube_scene;

static mazecube_play *play_of(const room_play *p)
{
    return p->state;
}

static room_play open_with(const char *const *words, uint32_t count)
{
    return room_open_with(&mazecube_scene, words, count);
}

// --- words

static void words_say_how_it_begins(void **state)
{
    (void)state;
    static const struct {
        const char *words[3];
        mazecube_mode mode;
        mazecube_screen screen;
        uint32_t level, size;
    } cases[] = {
        { { NULL }, MODE_LEVELS, SCREEN_LEVELS, 1, 3 },
        { { "--page=23" }, MODE_LEVELS, SCREEN_LEVELS, 23, 7 },
        { { "--level=1" }, MODE_LEVELS, SCREEN_PLAY, 1, 3 },
        { { "--level=81" }, MODE_LEVELS, SCREEN_PLAY, 81, 15 },
        { { "--page=23", "--level=10" }, MODE_LEVELS, SCREEN_PLAY, 10, 5 },
        { { "--level=10", "--page=23" }, MODE_LEVELS, SCREEN_PLAY, 10, 5 },
        { { "--endless" }, MODE_ENDLESS, SCREEN_PLAY, 1, 3 },
        { { "--cells=3" }, MODE_FREE, SCREEN_PLAY, 1, 3 },
        { { "--cells=7", "--rule=article" }, MODE_FREE, SCREEN_PLAY, 1, 7 },
        { { "--bot" }, MODE_LEVELS, SCREEN_PLAY, 10, 5 },
        { { "--bot", "--level=4" }, MODE_LEVELS, SCREEN_PLAY, 4, 4 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t count = 0;
        while (count < 3 && cases[i].words[count]) count++;
        room_play p = open_with(cases[i].words, count);
        const mazecube_play *m = play_of(&p);
        assert_int_equal(m->mode, cases[i].mode);
        assert_int_equal(m->screen, cases[i].screen);
        assert_int_equal(m->level, cases[i].level);
        assert_int_equal(m->game.level.size, cases[i].size);
        room_close(&p);
    }
}

static void other_words_are_refused_and_named(void **state)
{
    (void)state;
    static const room_refusal bad[] = {
        { "--level=0", "\"0\"" },
        { "--level=82", "1 to 81, not \"82\"" },
        { "--level=-1", "\"-1\"" },
        { "--level=", "--level" },
        { "--level=1x", "\"1x\"" },
        { "--level=00001", "--level" },
        { "--level", "--level=1..81" },
        { "--cells=0", "3 to 15" },
        { "--cells=1", "3 to 15, not \"1\"" },
        { "--cells=2", "3 to 15, not \"2\"" },
        { "--cells=16", "3 to 15, not \"16\"" },
        { "--page=0", "--page" },
        { "--page=99", "--page" },
        { "--daily=2026-13-01", "2026-13-01" },
        { "--daily=2026-02-29", "2026-02-29" },
        { "--daily=1900-02-29", "1900-02-29" },
        { "--daily=2026-2-1", "2026-2-1" },
        { "--daily=0000-01-01", "0000-01-01" },
        { "--daily=tomorrow", "tomorrow" },
        { "--daily", "--daily=2026-01-31" }, // nobody says what day it is
        { "--today=", "--today" },
        { "--rule=mine", "clean or article" },
        { "--bot=1", "--bot" },
        { "--colour", "\"--colour\"" },
        { "", "--endless" },
    };
    room_assert_refuses(&mazecube_scene, bad, COUNT(bad));
}

static uint64_t seed_of_day(const char *const *words, uint32_t count)
{
    room_play p = open_with(words, count);
    assert_int_equal(play_of(&p)->mode, MODE_DAILY);
    const uint64_t seed = play_of(&p)->game.level.seed;
    assert_true(play_of(&p)->game.level.par > 0);
    room_close(&p);
    return seed;
}

static void a_day_has_one_cube(void **state)
{
    (void)state;
    static const char *const told[] = { "--today=2026-11-30", "--daily" };
    static const char *const swapped[] = { "--daily", "--today=2026-11-30" };
    static const char *const named[] = { "--today=2027-01-01", "--daily=2026-11-30" };
    static const char *const leap[] = { "--daily=2024-02-29" };
    const uint64_t seed = seed_of_day(told, 2);
    assert_true(seed_of_day(swapped, 2) == seed);
    assert_true(seed_of_day(named, 2) == seed);
    assert_true(seed_of_day(leap, 1) != seed);
}

static void memory_that_lacks_is_told(void **state)
{
    (void)state;
    const char *const word = "--level=4";
    room_play p = open_with(&word, 1);
    room_close(&p);
    room_allocations = 0;
    p = open_with(&word, 1);
    const uint32_t all = room_allocations;
    room_close(&p);
    assert_in_range(all, 5, 100);
    for (uint32_t n = 0; n < all; n++) {
        char problem[256];
        room_allocations = 0;
        room_failing = n;
        const bool opened = room_try_open(&p, &mazecube_scene, &word, 1, problem);
        room_failing = UINT32_MAX;
        if (opened) // the driver's own calls of malloc, or one that can be done without
            room_close(&p);
        else
            assert_non_null(strstr(problem, "not enough memory"));
    }
}

// Whatever fails while a player goes on, the game before is there yet.
static void a_level_that_finds_no_memory_leaves_the_one_before(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=4");
    for (uint32_t n = 0; n < 6; n++) {
        room_allocations = 0;
        room_failing = n;
        room_press(&p, ACTION_RESET);
        room_failing = UINT32_MAX;
        assert_int_equal(play_of(&p)->game.level.size, 4);
        room_tick(&p, 10);
    }
    room_close(&p);
}

// Asks for another cube than level 4: by a tile, or for the next level. The allocation with this
// number fails; returns how many there were.
static uint32_t ask_without_memory(room_play *p, uint32_t tile, uint32_t failing)
{
    if (tile < TILE_COUNT) room_press(p, ACTION_MODE);
    if (tile < TILE_COUNT) play_of(p)->page.chosen = tile;
    room_allocations = 0;
    room_failing = failing;
    room_press(p, tile < TILE_COUNT ? ACTION_PRIMARY : ACTION_OPTION_8);
    room_failing = UINT32_MAX;
    return room_allocations;
}

// What is on keeps its name then, and its time counts for it.
static void a_choice_that_finds_no_memory_changes_nothing(void **state)
{
    (void)state;
    static const uint32_t tiles[] = { 0, TILE_ENDLESS, TILE_DAILY, TILE_COUNT };
    static const char *const words[] = { "--level=4", "--today=2026-11-30" };
    for (uint32_t i = 0; i < COUNT(tiles); i++) {
        room_play p = open_with(words, 2);
        const uint32_t last = ask_without_memory(&p, tiles[i], UINT32_MAX) - 1;
        room_close(&p);
        p = open_with(words, 2);
        const mazecube_play *m = play_of(&p);
        ask_without_memory(&p, tiles[i], last);
        assert_int_equal(m->game.level.number, 4);
        assert_int_equal(m->mode, MODE_LEVELS);
        assert_int_equal(m->level, 4);
        assert_int_equal(m->options.day.year, 0);
        room_close(&p);
    }
}

// --- games

// As a player who does what the solver would: it has the last tick alone, in which the ball leaves.
static void solve(room_play *p)
{
    mazecube_play *m = play_of(p);
    const bool shown = m->game.gave_up;
    assert_true(plan_solve(&m->plan, &m->game.level, 0));
    room_press(p, ACTION_RESET);
    m->game.gave_up = shown;
    while (m->game.tick < m->plan.ticks) {
        m->options.bot = m->game.tick + 1 < m->plan.ticks;
        room_tick(p, 1);
    }
    assert_true(m->game.over && !m->options.bot);
}

static void after_a_level_comes_its_page_and_then_the_next(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=1");
    mazecube_play *m = play_of(&p);
    solve(&p);
    room_tick(&p, 70);
    assert_int_equal(m->screen, SCREEN_DONE);
    assert_int_equal(m->outcome.stars, 3);
    assert_int_equal(m->outcome.time, m->game.time);
    room_press(&p, ACTION_PRIMARY); // too early to be meant
    assert_int_equal(m->screen, SCREEN_DONE);
    room_tick(&p, 30);
    room_press(&p, ACTION_PRIMARY);
    assert_int_equal(m->screen, SCREEN_PLAY);
    assert_int_equal(m->game.level.number, 2);
    assert_int_equal(m->game.tick, 0);
    room_close(&p);
}

static void again_and_levels_can_be_chosen_instead(void **state)
{
    (void)state;
    for (uint32_t choice = DONE_NEXT; choice < DONE_COUNT; choice++) {
        room_play p = room_open(&mazecube_scene, "--level=81");
        mazecube_play *m = play_of(&p);
        m->game.over = true; // as if it had been solved
        room_tick(&p, 100);
        assert_int_equal(m->screen, SCREEN_DONE);
        const mazecube_box b = mazecube_done_box(WIDTH, HEIGHT, choice);
        room_hold_mouse(&p, b.x + 5.0f, b.y + 5.0f);
        room_tick(&p, 2);
        // After the last level there is no next.
        assert_int_equal(m->screen, choice == DONE_AGAIN ? SCREEN_PLAY : SCREEN_LEVELS);
        assert_int_equal(m->game.level.number, 81);
        room_close(&p);
    }
}

static void giving_up_is_asked_twice(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=3");
    mazecube_play *m = play_of(&p);
    room_press(&p, ACTION_OPTION_5);
    assert_false(m->game.gave_up);
    assert_non_null(m->notice);
    room_tick(&p, 300);
    room_press(&p, ACTION_OPTION_5); // long after: asked anew
    assert_false(m->game.gave_up);
    room_tick(&p, 20);
    room_press(&p, ACTION_OPTION_5);
    assert_true(m->game.gave_up);
    solve(&p);
    assert_int_equal(m->outcome.stars, 0);
    assert_int_equal(m->records.of[2].time, 0);
    room_close(&p);
}

static void endless_grows_and_counts(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--endless");
    mazecube_play *m = play_of(&p);
    uint64_t before = 1;
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(m->solved, i);
        assert_true(m->game.level.size >= 3 + i / 2 - 1 && m->game.level.seed != before);
        before = m->game.level.seed;
        solve(&p);
        assert_int_equal(m->solved, i + 1);
        room_tick(&p, 100);
        room_press(&p, ACTION_PRIMARY);
    }
    assert_int_equal(m->screen, SCREEN_PLAY);
    room_press(&p, ACTION_OPTION_5);
    room_press(&p, ACTION_OPTION_5);
    solve(&p);
    assert_int_equal(m->solved, 0); // on end no more
    room_close(&p);
}

// Whether it was made while the page showed, or only when it was asked for.
static void the_next_endless_cube_is_the_same_however_it_was_made(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--endless"),
              q = room_open(&mazecube_scene, "--endless");
    for (uint32_t i = 0; i < 10; i++) {
        solve(&p);
        solve(&q);
        assert_non_null(play_of(&p)->making);
        plan_making_drop(play_of(&q)->making); // as without memory
        play_of(&q)->making = NULL;
        room_tick(&p, 100);
        room_tick(&q, 100);
        assert_false(plan_making_run(play_of(&p)->making, 1)); // there was nothing left to do
        room_press(&p, ACTION_PRIMARY);
        room_press(&q, ACTION_PRIMARY);
        assert_null(play_of(&p)->making);
        assert_int_equal(play_of(&p)->screen, SCREEN_PLAY);
        assert_true(room_hash(&p) == room_hash(&q));
    }
    room_close(&p);
    room_close(&q);
}

// What is made is of no use where the player goes elsewhere.
static void an_endless_cube_that_is_not_taken_is_given_back(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--endless");
    solve(&p);
    room_tick(&p, 3);
    room_press(&p, ACTION_MODE); // the game is over, the page is not there yet
    play_of(&p)->page.chosen = 11;
    room_tick(&p, 2);
    room_press(&p, ACTION_PRIMARY);
    assert_int_equal(play_of(&p)->game.level.number, 12);
    room_press(&p, ACTION_MODE);
    play_of(&p)->page.chosen = TILE_ENDLESS;
    room_press(&p, ACTION_PRIMARY);
    assert_null(play_of(&p)->making);
    assert_int_equal(play_of(&p)->solved, 0);
    solve(&p);
    room_close(&p); // in the middle of it
}

static void levels_are_left_for_the_next_and_the_one_before(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=80");
    mazecube_play *m = play_of(&p);
    room_press(&p, ACTION_OPTION_8);
    assert_int_equal(m->game.level.number, 81);
    room_press(&p, ACTION_OPTION_8);
    assert_int_equal(m->screen, SCREEN_LEVELS);
    room_close(&p);
    p = room_open(&mazecube_scene, "--level=2");
    m = play_of(&p);
    room_press(&p, ACTION_OPTION_7);
    assert_int_equal(m->game.level.number, 1);
    room_press(&p, ACTION_OPTION_7);
    assert_int_equal(m->screen, SCREEN_LEVELS);
    room_close(&p);
}

static void the_bot_goes_from_level_to_level(void **state)
{
    (void)state;
    static const char *const words[] = { "--bot", "--level=1" };
    room_play p = open_with(words, 2);
    room_tick(&p, 2200);
    assert_true(play_of(&p)->game.level.number > 2);
    assert_int_equal(play_of(&p)->records.of[0].time, 0); // its runs are nobody's
    room_close(&p);
    static const char *const last[] = { "--bot", "--daily=2026-11-30" };
    p = open_with(last, 2);
    for (uint32_t i = 0; i < 20000 && !play_of(&p)->game.over; i++) room_tick(&p, 1);
    room_tick(&p, 400);
    assert_int_equal(play_of(&p)->screen, SCREEN_PLAY); // once more
    assert_int_equal(play_of(&p)->options.day.day, 30);
    room_close(&p);
}

// --- what was reached

static void a_solved_level_is_kept_with_its_ghost(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=1");
    mazecube_play *m = play_of(&p);
    const mazecube_record *record = &m->records.of[0];
    const uint32_t changes = m->records.changes;
    vec at;
    solve(&p);
    assert_true(m->outcome.new_best && m->outcome.best_before == 0);
    assert_int_equal(record->time, m->game.time);
    assert_int_equal(record->stars, 3);
    assert_true(m->records.changes > changes && record->ghost_size > 20);
    assert_true(ghost_unpack(m->rival, record->ghost, record->ghost_size));
    assert_true(ghost_find(m->rival, 0.0, &at));
    assert_true(vec_length(vec_sub(at, (vec){ 0.5, 0.5, 0.5 })) < 0.3); // in the first cell
    assert_true(ghost_find(m->rival, m->rival->count * GHOST_EVERY - GHOST_EVERY, &at));
    assert_true(vec_length(vec_sub(at, m->game.ball.at)) < 0.05); // and out
    room_tick(&p, 100);
    solve(&p);
    assert_false(m->outcome.new_best); // as fast is no better
    assert_int_equal(m->outcome.best_before, record->time);
    room_close(&p);
}

static uint32_t run_of(mazecube_play *m, uint32_t time, double from)
{
    ghost_start(m->track);
    for (uint32_t i = 0; i < 30; i++) ghost_add(m->track, (vec){ from + 0.1 * i, 0.5, 0.5 });
    records_add(&m->records, &m->records.of[0], 2, time, m->track);
    return m->records.of[0].time;
}

static void only_a_better_run_replaces_the_ghost(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=1");
    mazecube_play *m = play_of(&p);
    vec at;
    assert_int_equal(run_of(m, 600, 0.0), 600);
    assert_int_equal(run_of(m, 700, 1.0), 600);
    room_press(&p, ACTION_RESET);
    assert_true(ghost_find(m->rival, 0.0, &at));
    assert_true(at.x == 0.0);
    assert_int_equal(run_of(m, 500, 2.0), 500);
    room_press(&p, ACTION_RESET);
    assert_true(ghost_find(m->rival, 0.0, &at));
    assert_true(at.x == 2.0);
    room_close(&p);
}

// Ten steps of a tenth of a second, a tenth of a cell each.
static void the_ghost_begins_with_the_clock_and_leaves_at_its_end(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=1");
    mazecube_play *m = play_of(&p);
    const scene_canvas canvas = { .blend = 1.0f };
    ghost_start(m->rival);
    for (uint32_t i = 0; i <= 10; i++) ghost_add(m->rival, (vec){ 0.125 * i, 0.5, 0.5 });
    room_tick(&p, 30);
    assert_false(mazecube_look_of(m, &canvas).ghost_shown); // nobody has turned the cube yet
    p.input.move_x = AXIS_FULL;
    for (uint32_t tick = 1; tick < 90; tick++) {
        room_tick(&p, 1);
        const mazecube_look look = mazecube_look_of(m, &canvas);
        assert_int_equal(look.ghost_shown, tick > 1 && tick <= 61);
        if (look.ghost_shown)
            assert_true(fabs(look.ghost.x - 0.125 * (double)(tick - 1) / 6.0) < 0.02);
    }
    room_close(&p);
}

static void without_motion_the_camera_stands(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=1");
    const mazecube_play *m = play_of(&p);
    const scene_canvas calm = { .reduced_motion = true }, moving = { .blend = 1.0f };
    float most = 0.0f;
    p.input.move_x = AXIS_FULL;
    p.input.move_y = 0;
    for (uint32_t tick = 0; tick < 60; tick++) {
        room_tick(&p, 1);
        const mazecube_look look = mazecube_look_of(m, &calm);
        assert_true(look.yaw == 0.0f && look.pitch_more == 0.0f && look.nearer == 0.0f);
        most = fmaxf(most, fabsf(mazecube_look_of(m, &moving).yaw));
    }
    assert_true(most > 0.02f && most < 0.4f); // else it leans, gently
    room_close(&p);
}

static void progress_survives_its_bytes(void **state)
{
    (void)state;
    static uint8_t bytes[RECORDS_BOUND], again[RECORDS_BOUND];
    const scene_progress *kept = mazecube_scene.progress;
    const char *reason = NULL;
    char word[40];
    room_play p = room_open(&mazecube_scene, "--level=7"), q = room_open(&mazecube_scene, NULL);
    run_of(play_of(&p), 543, 1.0);
    play_of(&p)->records.latest = 7;
    play_of(&p)->records.endless = 12;
    const size_t size = kept->save(p.state, bytes);
    const uint64_t before = room_hash(&q);
    assert_true(kept->load(q.state, bytes, size, &reason));
    assert_true(room_hash(&q) == before);
    assert_int_equal(kept->save(q.state, again), size);
    assert_memory_equal(bytes, again, size);
    kept->word(bytes, size, 0, word, sizeof word);
    assert_string_equal(word, "--page=7");
    kept->word(bytes, size, 1, word, sizeof word);
    assert_string_equal(word, "");
    for (size_t cut = 0; cut < size; cut++) assert_false(kept->load(q.state, bytes, cut, &reason));
    bytes[size] = 0;
    assert_false(kept->load(q.state, bytes, size + 1, &reason));
    assert_int_equal(play_of(&q)->records.of[0].time, 543); // as it was
    room_close(&p);
    room_close(&q);
}

static void the_rule_is_kept(void **state)
{
    (void)state;
    static uint8_t bytes[RECORDS_BOUND];
    static const char *const expected[] = { "--rule=article", "--page=7", "" };
    const scene_progress *kept = mazecube_scene.progress;
    const char *reason = NULL;
    char word[40];
    room_play p = room_open(&mazecube_scene, "--level=7"), q = room_open(&mazecube_scene, NULL);
    play_of(&p)->records.rule = SLICE_ARTICLE;
    for (uint32_t latest = 0; latest <= 7; latest += 7) {
        play_of(&p)->records.latest = latest;
        const size_t size = kept->save(p.state, bytes);
        assert_true(kept->load(q.state, bytes, size, &reason));
        assert_int_equal(play_of(&q)->records.rule, SLICE_ARTICLE);
        assert_int_equal(play_of(&q)->records.latest, latest);
        for (uint32_t i = 0; i < 3; i++) {
            kept->word(bytes, size, i, word, sizeof word);
            assert_string_equal(word, i == 1 && latest == 0 ? "" : expected[i]);
        }
    }
    bytes[0] = 128 + 82; // no such level
    kept->word(bytes, 1, 0, word, sizeof word);
    assert_string_equal(word, "");
    assert_false(kept->load(q.state, bytes, 1, &reason));
    room_close(&p);
    room_close(&q);
}

// No bytes do harm, and what is accepted is sound.
static void any_bytes_do_no_harm(void **state)
{
    (void)state;
    static uint8_t bytes[RECORDS_BOUND], again[RECORDS_BOUND];
    const scene_progress *kept = mazecube_scene.progress;
    room_play p = room_open(&mazecube_scene, "--level=7");
    run_of(play_of(&p), 543, 1.0);
    const size_t size = kept->save(p.state, bytes);
    for (uint32_t i = 0; i < 20000; i++) {
        const char *reason = NULL;
        const size_t at = (i * 2654435761u >> 8) % size;
        const uint8_t was = bytes[at];
        bytes[at] = (uint8_t)(i * 97u);
        if (kept->load(p.state, bytes, size, &reason)) {
            const mazecube_records *r = &play_of(&p)->records;
            for (uint32_t k = 0; k < RECORDS_COUNT; k++) assert_in_range(r->of[k].stars, 0, 3);
            assert_true(kept->save(p.state, again) <= RECORDS_BOUND);
        } else {
            assert_non_null(reason);
        }
        bytes[at] = was;
    }
    room_close(&p);
}

// --- the hash

static uint64_t hash_after(const char *word, int16_t width, bool kept)
{
    static uint8_t bytes[RECORDS_BOUND];
    room_play p = room_open(&mazecube_scene, word);
    if (kept) {
        const char *reason;
        run_of(play_of(&p), 600, 0.0);
        const size_t size = mazecube_scene.progress->save(p.state, bytes);
        assert_true(mazecube_scene.progress->load(p.state, bytes, size, &reason));
    }
    p.input.view_width = width;
    for (uint32_t i = 0; i < 400; i++) {
        p.input.move_x = (int16_t)(i / 50 % 2 ? 20000 : -20000);
        p.input.move_y = (int16_t)(i / 70 % 2 ? 25000 : 0);
        p.input.aim_x = (int16_t)(i % 90 < 20 ? 9000 : 0);
        room_tick(&p, 1);
    }
    const uint64_t hash = room_hash(&p);
    room_close(&p);
    return hash;
}

static void neither_views_nor_records_are_in_the_hash(void **state)
{
    (void)state;
    const uint64_t expected = hash_after("--level=1", WIDTH, false);
    assert_true(hash_after("--level=1", 1720, false) == expected);
    assert_true(hash_after("--level=1", WIDTH, true) == expected);
    assert_true(hash_after("--level=2", WIDTH, false) != expected);
}

static void the_camera_is_in_the_hash(void **state)
{
    (void)state;
    room_play p = room_open(&mazecube_scene, "--level=1"),
              q = room_open(&mazecube_scene, "--level=1");
    q.input.aim_x = AXIS_FULL;
    room_tick(&p, 10);
    room_tick(&q, 10);
    assert_true(room_hash(&p) != room_hash(&q)); // hands mean other directions now
    assert_true(mazecube_hash(&play_of(&p)->game) == mazecube_hash(&play_of(&q)->game));
    room_close(&p);
    room_close(&q);
}

static void a_tick_of_play_allocates_nothing(void **state)
{
    (void)state;
    static const char *const words[] = { "--bot", "--level=10" };
    room_play p = open_with(words, 2);
    room_allocations = 0;
    room_tick(&p, 500);
    assert_int_equal(room_allocations, 0);
    room_close(&p);
}

static void a_time_is_written_shortly(void **state)
{
    (void)state;
    static const struct {
        uint32_t ticks;
        const char *text;
    } cases[] = { { 0, "0.0" },         { 5, "0.0" },           { 6, "0.1" },
                  { 599, "9.9" },       { 3599, "59.9" },       { 3600, "1:00.0" },
                  { 36630, "10:10.5" }, { UINT32_MAX, "9999:" } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[16];
        mazecube_write_time(text, cases[i].ticks);
        assert_memory_equal(text, cases[i].text, strlen(cases[i].text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_say_how_it_begins),
        cmocka_unit_test(other_words_are_refused_and_named),
        cmocka_unit_test(a_day_has_one_cube),
        cmocka_unit_test(memory_that_lacks_is_told),
        cmocka_unit_test(a_level_that_finds_no_memory_leaves_the_one_before),
        cmocka_unit_test(a_choice_that_finds_no_memory_changes_nothing),
        cmocka_unit_test(after_a_level_comes_its_page_and_then_the_next),
        cmocka_unit_test(again_and_levels_can_be_chosen_instead),
        cmocka_unit_test(giving_up_is_asked_twice),
        cmocka_unit_test(endless_grows_and_counts),
        cmocka_unit_test(the_next_endless_cube_is_the_same_however_it_was_made),
        cmocka_unit_test(an_endless_cube_that_is_not_taken_is_given_back),
        cmocka_unit_test(levels_are_left_for_the_next_and_the_one_before),
        cmocka_unit_test(the_bot_goes_from_level_to_level),
        cmocka_unit_test(a_solved_level_is_kept_with_its_ghost),
        cmocka_unit_test(only_a_better_run_replaces_the_ghost),
        cmocka_unit_test(the_ghost_begins_with_the_clock_and_leaves_at_its_end),
        cmocka_unit_test(without_motion_the_camera_stands),
        cmocka_unit_test(progress_survives_its_bytes),
        cmocka_unit_test(the_rule_is_kept),
        cmocka_unit_test(any_bytes_do_no_harm),
        cmocka_unit_test(neither_views_nor_records_are_in_the_hash),
        cmocka_unit_test(the_camera_is_in_the_hash),
        cmocka_unit_test(a_tick_of_play_allocates_nothing),
        cmocka_unit_test(a_time_is_written_shortly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
