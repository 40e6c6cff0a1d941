// SPDX-License-Identifier: MIT
// Recorded games of Blaster come out the same: on every build, at every display rate, through the
// whole arcade.
#include "blaster/blaster_scene.h"
#include "fresh_folder.h"
#include "playback.h"
#include "replay_again.h"
#include "report.h"
#include "shell_hands.h"
#include "stage.h"
#include "tick_clock.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <quincunx/hash.h>

#include <inttypes.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define VIEW_WIDTH 1138
#define VIEW_HEIGHT 640

enum {
    PLAYED = 1800, // 30 seconds
#if defined(__SANITIZE_ADDRESS__)
    FINE = 120, // the same on a fine net, which is slow under sanitizers
#else
    FINE = PLAYED,
#endif
    WATCHED = 60 // in a window, which draws them all
};

static storage_problem problem;
static uint32_t strikes; // in all games that were recorded

// --- hands

static int16_t axis(float value)
{
    return (int16_t)lroundf(value * 0.99f * (float)AXIS_FULL);
}

static pointer pointer_at(float x, float y, bool down)
{
    const float left = 0.5f * (VIEW_WIDTH - ARENA_WIDTH), top = 0.5f * (VIEW_HEIGHT - ARENA_HEIGHT);
    return (pointer){ (int32_t)lroundf((left + x) * PLACE_SCALE),
                      (int32_t)lroundf((top + y) * PLACE_SCALE), down };
}

static tick_input sticks(const blaster_play *b, orders o)
{
    (void)b;
    return (tick_input){ .move_x = axis(o.move.x),
                         .move_y = axis(o.move.y),
                         .aim_x = axis(o.aim.x),
                         .aim_y = axis(o.aim.y),
                         .pressed = o.strike ? ACTION_BIT(ACTION_SECONDARY) : 0 };
}

static tick_input keys_and_mouse(const blaster_play *b, orders o)
{
    const place at = b->game.ship.at;
    tick_input in = { .move_x = axis(o.move.x), .move_y = axis(o.move.y), .aim_by_pointer = 1 };
    in.pointers[0] = pointer_at(at.x + 120.0f * o.aim.x, at.y + 120.0f * o.aim.y, !is_zero(o.aim));
    if (o.strike) in.pointers[0].buttons |= 2;
    return in;
}

// Each thumb lifts every few seconds.
static tick_input thumbs(const blaster_play *b, orders o)
{
    const float reach = 70.0f;
    tick_input in = { 0 };
    in.pointers[1] =
        pointer_at(90.0f + reach * o.move.x, 480.0f + reach * o.move.y, b->game.tick % 250 > 3);
    in.pointers[3] =
        pointer_at(710.0f + reach * o.aim.x, 480.0f + reach * o.aim.y, b->game.tick % 190 > 3);
    if (b->game.tick % 250 == 4) in.pointers[1] = pointer_at(90.0f, 480.0f, true);
    if (b->game.tick % 190 == 4) in.pointers[3] = pointer_at(710.0f, 480.0f, true);
    if (o.strike) in.pointers[4] = pointer_at(TOUCH_STRIKE_X, TOUCH_STRIKE_Y, true);
    return in;
}

// --- games

// The whole course of each, in every build. Another number means that games recorded before do not
// come out any more: then blaster_scene.version has to grow.
static const struct {
    const char *name;
    const char *word;
    uint32_t ticks;
    tick_input (*hands)(const blaster_play *b, orders wanted);
    uint64_t course;
} games[] = {
    { "sticks", NULL, PLAYED, sticks, UINT64_C(0x7E143891BAFC11F9) },
    { "keys and mouse", NULL, PLAYED, keys_and_mouse, UINT64_C(0x2C7FDEE43AA85AE6) },
    { "thumbs", NULL, PLAYED, thumbs, UINT64_C(0xE82C7B03C514471A) },
    { "one stick", "--one-stick", PLAYED, sticks, UINT64_C(0x5A932F2982F4ACDA) },
    { "the net of 60,000 points", "--material=world", FINE, sticks, UINT64_C(0x7E143891BAFC11F9) },
    { "bot", "--bot", PLAYED, sticks, UINT64_C(0x0BFDD451A324DA82) },
};

static const char *path_of(size_t index)
{
    static char name[32];
    snprintf(name, sizeof name, "game-%u.qxrp", (unsigned)index);
    return fresh_path(name);
}

// A state tells little of how it came about: at quiet moments two ways to aim have led to the same.
// The hands do what the bot would, as well as their devices can. Returns its course.
static uint64_t record_game(size_t index, uint32_t ticks)
{
    char text[256];
    stage s;
    const scene_services services = { 0 };
    const scene_setup setup = { .seed = 11,
                                .view_width = VIEW_WIDTH,
                                .view_height = VIEW_HEIGHT,
                                .option_count = games[index].word ? 1 : 0,
                                .options = &games[index].word };
    assert_true(stage_start(&s, scene_find("blaster"), &setup, true, text, sizeof text));
    uint64_t course = QX_HASH_START;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        const blaster_play *b = s.state;
        tick_input in = games[index].hands(b, blaster_bot(&b->game));
        in.view_width = VIEW_WIDTH;
        in.view_height = VIEW_HEIGHT;
        assert_true(tick_input_valid(&in));
        stage_tick(&s, &in, &services);
        course = course_follow(course, &s);
    }
    assert_int_equal(recording_save(s.record, stage_hash(&s), path_of(index), &problem),
                     STORAGE_OK);
    const blaster *game = &((const blaster_play *)s.state)->game;
    assert_true(ticks < PLAYED || game->kills > 10);
    strikes += (game->strike.need - STRIKE_FIRST) / STRIKE_MORE;
    stage_stop(&s);
    return course;
}

static void recorded_games_come_out_as_in_every_build(void **state)
{
    (void)state;
    bool same = true;
    strikes = 0;
    for (size_t i = 0; i < COUNT(games); i++) {
        const uint64_t course = record_game(i, games[i].ticks);
        assert_true(course_again(path_of(i)) == course);
        if (course == games[i].course || games[i].ticks < PLAYED) continue;
        print_error("%s: UINT64_C(0x%016" PRIX64 ")\n", games[i].name, course);
        same = false;
    }
    assert_true(same);
    assert_true(strikes >= 4); // the button was pressed in most
}

// --- display rates

// Of a display in nanoseconds; rate 0 stutters from a millisecond to six ticks at once.
static uint64_t frame_time(uint32_t rate, qx_random *random)
{
    if (rate > 0) return UINT64_C(1000000000) / rate;
    if (qx_random_below(random, 10) == 0) return 100000000;
    return 1000000 + qx_random_below(random, 30000000);
}

// Plays the file in ticks that are due by the clock. Returns the most of one frame.
static uint32_t play_by_clock(uint32_t rate)
{
    char text[256];
    uint32_t most = 0;
    bool more = true;
    playback p;
    stage s;
    tick_input in;
    tick_clock clock = { 0 };
    qx_random random;
    const scene_services services = { 0 };
    qx_random_seed(&random, 1, rate);
    assert_true(playback_open(&p, path_of(0), NULL, &problem));
    assert_true(stage_start(&s, p.scene, &p.info.setup, false, text, sizeof text));
    while (more) {
        uint32_t due = tick_clock_advance(&clock, frame_time(rate, &random));
        most = due > most ? due : most;
        for (; due > 0 && (more = playback_next(&p, &in)); due--) stage_tick(&s, &in, &services);
    }
    assert_int_equal(s.ticks, PLAYED);
    assert_true(stage_hash(&s) == p.info.hash);
    stage_stop(&s);
    playback_close(&p);
    return most;
}

static void recorded_games_come_out_at_every_display_rate(void **state)
{
    (void)state;
    static const struct {
        uint32_t rate, most; // ticks of a frame
    } displays[] = { { 60, 2 }, { 144, 1 }, { 240, 1 }, { 0, 6 } };
    record_game(0, PLAYED);
    for (size_t i = 0; i < COUNT(displays); i++)
        assert_in_range(play_by_clock(displays[i].rate), 1, displays[i].most);
    assert_true(play_by_clock(0) > 3); // it does stutter
}

// The window of the arcade plays the file, in so many frames. Returns the program's exit status.
static int watch(uint32_t rate, uint32_t width, uint32_t height, uint32_t *frames)
{
    qx_random random;
    options o = hands_options(NULL, fresh_folder());
    o.replay = path_of(0);
    o.width = width;
    o.height = height;
    o.mute = true;
    shell *s = hands_start(&o);
    qx_random_seed(&random, 1, rate);
    for (*frames = 1; shell_frame(s, frame_time(rate, &random)); ++*frames) {
    }
    return shell_destroy(s);
}

static void a_window_shows_them_at_every_rate(void **state)
{
    (void)state;
    static const struct {
        uint32_t rate, width, height, least, most; // frames
    } displays[] = {
        { 60, 160, 90, WATCHED - 2, WATCHED + 2 },
        { 144, 80, 60, 12 * WATCHED / 5 - 5, 12 * WATCHED / 5 + 5 },
        { 240, 64, 64, 4 * WATCHED - 5, 4 * WATCHED + 5 },
        { 0, 160, 45, WATCHED / 6, WATCHED },
    };
    record_game(0, WATCHED);
    for (size_t i = 0; i < COUNT(displays); i++) {
        uint32_t frames;
        assert_int_equal(watch(displays[i].rate, displays[i].width, displays[i].height, &frames),
                         STATUS_DONE);
        assert_in_range(frames, displays[i].least, displays[i].most);
    }
}

// What the test above rests on: the program's exit status tells of another hash.
static void another_hash_is_told(void **state)
{
    (void)state;
    uint32_t frames;
    recording *r;
    record_game(0, WATCHED);
    assert_int_equal(recording_load(path_of(0), &r, &problem), STORAGE_OK);
    const uint64_t hash = recording_get(r).hash;
    assert_int_equal(recording_save(r, hash ^ 1, path_of(0), &problem), STORAGE_OK);
    recording_destroy(r);
    assert_int_equal(watch(0, 64, 48, &frames), STATUS_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(recorded_games_come_out_as_in_every_build),
        IN_FOLDER(recorded_games_come_out_at_every_display_rate),
        IN_FOLDER(a_window_shows_them_at_every_rate),
        IN_FOLDER(another_hash_is_told),
    };
    hands_set_up();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
