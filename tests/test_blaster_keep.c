// SPDX-License-Identifier: MIT
// A game of Blaster from its first tick to its entry in the table, and its replay played again.
#include "blaster/blaster_scene.h"
#include "fresh_folder.h"
#include "keep.h"
#include "replay_again.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

enum { PLAYED_TICKS = 1500, MOST_TICKS = 30000 };

static storage_problem problem;

static int16_t axis(float value)
{
    return (int16_t)lroundf(value * 0.99f * (float)AXIS_FULL);
}

// Sticks as the bot would hold them, for a while; then the hands rest, until all is lost.
static tick_input input_for(const stage *s)
{
    const blaster_play *b = s->state;
    const orders o = s->ticks < PLAYED_TICKS ? blaster_bot(&b->game) : (orders){ 0 };
    return (tick_input){ .view_width = 1138,
                         .view_height = 640,
                         .move_x = axis(o.move.x),
                         .move_y = axis(o.move.y),
                         .aim_x = axis(o.aim.x),
                         .aim_y = axis(o.aim.y) };
}

static void a_game_ends_in_the_table_and_its_replay_comes_out_the_same(void **state)
{
    (void)state;
    char text[256];
    keep k;
    stage s;
    uint64_t at_end = 0;
    uint32_t length = 0, ticks = 0;
    const scene *which = scene_find("blaster");
    const scene_services services = { 0 };
    const scene_setup setup = { .seed = 42, .view_width = 1138, .view_height = 640 };
    assert_true(keep_open(&k));
    assert_true(stage_start(&s, which, &setup, true, text, sizeof text));
    keep_begin(&k, which, true);
    for (uint32_t asked = 0; !(asked & KEEP_ASK_NAME);) {
        const tick_input in = input_for(&s);
        assert_true(s.ticks < MOST_TICKS);
        stage_tick(&s, &in, &services);
        if (which->result(s.state).over && length == 0) {
            at_end = stage_hash(&s);
            length = s.ticks;
        }
        asked = keep_tick(&k, &s, &problem);
        assert_false(asked & KEEP_PROBLEM);
    }
    const uint64_t score = which->result(s.state).score;
    assert_true(score > 20);
    assert_int_equal(keep_rename(&k, "Ada", &problem), STORAGE_OK);
    stage_stop(&s);
    keep_close(&k);

    score_table t;
    assert_int_equal(scores_load(&t, "blaster", &problem), STORAGE_OK);
    assert_int_equal(t.count, 1); // written at every lost life, but once
    assert_int_equal(fresh_count("replays"), 1);
    assert_true(t.entries[0].score == score);
    assert_string_equal(t.entries[0].name, "Ada");
    assert_int_equal(t.entries[0].ticks, length);
    assert_true(replay_again(t.entries[0].replay, which, &ticks) == at_end);
    assert_int_equal(ticks, length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_game_ends_in_the_table_and_its_replay_comes_out_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
