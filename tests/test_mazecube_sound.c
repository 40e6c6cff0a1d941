// SPDX-License-Identifier: MIT
// What is heard of Maze Cube, rendered into memory and measured.
#include "hearing.h"
#include "mazecube/mazecube_patches.h"
#include "mazecube/mazecube_scene.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define RATE 48000u
#define TICK (RATE / 60u) // frames

static float heard[2 * 60 * TICK * 10];
static sound *out;
static mazecube game;
static mazecube_ears ears;
static mazecube_bearing far_off; // the exit, out of hearing

static int begin(void **state)
{
    (void)state;
    memset(&game, 0, sizeof game);
    ears = (mazecube_ears){ .playing = true }; // no music
    far_off = (mazecube_bearing){ 0.0f, 40.0f };
    game.over = true; // the exit does not sing, until a test lets it
    out = sound_create(RATE, 1);
    assert_non_null(out);
    return 0;
}

static int end(void **state)
{
    (void)state;
    sound_destroy(out);
    return 0;
}

static float *from(uint32_t tick)
{
    return heard + 2 * (size_t)TICK * tick;
}

static void hear(uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        mazecube_sound(out, &game, far_off, &ears);
        game.event_count = 0;
        sound_mix(out, from(i), TICK);
    }
}

static void happens(mazecube_event_kind kind, double value)
{
    game.events[game.event_count++] = (mazecube_event){ kind, value };
}

// Cells a second, on so many walls.
static void roll_at(double speed, uint32_t contacts)
{
    game.rolled = speed / 60.0;
    game.ball.contacts = contacts;
}

static double side(const float *stereo, uint32_t frames, uint32_t which)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < frames; i++)
        sum += (double)stereo[2 * i + which] * (double)stereo[2 * i + which];
    return sqrt(sum / frames);
}

// --- rolling

static void rolling_grows_louder_and_brighter_with_speed(void **state)
{
    (void)state;
    static const double speeds[] = { 0.3, 1.0, 2.5, 5.0, 9.0 };
    double loud = 0.0, bright = 0.0;
    for (size_t i = 0; i < COUNT(speeds); i++) {
        begin(NULL);
        roll_at(speeds[i], 1);
        hear(120);
        const double level = hearing_rms(from(60), 60 * TICK);
        const double centre = hearing_centroid(from(60), 60 * TICK, RATE);
        assert_true(level > loud * 1.1 + 0.0005);
        assert_true(centre > bright * 1.02);
        loud = level, bright = centre;
        end(NULL);
    }
    assert_true(loud > 0.02 && loud < 0.2); // heard, and no roar
}

static void a_ball_at_rest_is_silent(void **state)
{
    (void)state;
    roll_at(6.0, 1);
    hear(60);
    roll_at(0.0, 1);
    hear(120);
    assert_true(hearing_rms(from(60), 60 * TICK) < 5e-4); // the echo of what was
    roll_at(0.0, 0);
    hear(300);
    assert_true(hearing_rms(from(240), 60 * TICK) < 2e-5);
}

static void a_groove_sounds_other_than_a_wall(void **state)
{
    (void)state;
    double level[2], high[2];
    for (uint32_t i = 0; i < 2; i++) {
        begin(NULL);
        roll_at(4.0, i == 0 ? 4u : 4u | 1u);
        hear(120);
        level[i] = hearing_rms(from(60), 60 * TICK);
        high[i] = hearing_centroid(from(60), 60 * TICK, RATE);
        end(NULL);
    }
    assert_true(fabs(high[1] - high[0]) > 0.1 * high[0]);
    assert_true(level[1] > 0.6 * level[0] && level[1] < 1.7 * level[0]);
}

static void rolling_has_no_clicks(void **state)
{
    (void)state;
    for (uint32_t tick = 0; tick < 300; tick++) {
        roll_at(tick / 40 % 2 ? 7.0 : 1.5, tick / 15 % 3 == 0 ? 5u : tick / 15 % 3 == 1 ? 1u : 0u);
        mazecube_sound(out, &game, far_off, &ears);
        sound_mix(out, from(tick), TICK);
    }
    assert_true(hearing_is_in_bounds(heard, 300 * TICK));
    assert_true(hearing_corner(heard, 300 * TICK) < 0.25);
}

// --- impacts

static double hit_loudness(double speed, double *centre)
{
    begin(NULL);
    happens(MAZECUBE_HIT, speed);
    hear(40);
    const double loud = hearing_loudness(heard, 40 * TICK, RATE);
    if (centre) *centre = hearing_centroid(heard, 10 * TICK, RATE);
    assert_true(hearing_rms(from(30), 10 * TICK) < 0.03 * hearing_peak(heard, 40 * TICK));
    end(NULL);
    return loud;
}

static void impacts_follow_their_strength(void **state)
{
    (void)state;
    static const double speeds[] = { 0.3, 0.8, 2.0, 3.5, 6.0, 10.0, 14.0 };
    double before = -90.0;
    for (size_t i = 0; i < COUNT(speeds); i++) {
        const double loud = hit_loudness(speeds[i], NULL);
        assert_true(loud > before + 0.3);
        before = loud;
    }
    assert_true(hit_loudness(0.3, NULL) < before - 12.0);
    assert_true(before > -24.0 && before < -6.0);
}

static void odd_strengths_do_no_harm(void **state)
{
    (void)state;
    static const double odd[] = { NAN, INFINITY, -INFINITY, 1e300, -3.0 };
    for (size_t i = 0; i < COUNT(odd); i++) {
        happens(MAZECUBE_HIT, odd[i]);
        happens(MAZECUBE_CHECKPOINT, odd[i]);
        game.rolled = odd[i];
        far_off = (mazecube_bearing){ (float)odd[i], (float)odd[i] };
        game.over = false;
        hear(30);
        assert_true(hearing_is_in_bounds(heard, 30 * TICK));
    }
    game.event_count = UINT32_MAX;
    mazecube_sound(out, &game, far_off, &ears);
}

static void every_event_is_heard(void **state)
{
    (void)state;
    for (uint32_t kind = MAZECUBE_HIT; kind <= MAZECUBE_REFUSED; kind++) {
        begin(NULL);
        happens((mazecube_event_kind)kind, 1.0);
        hear(60);
        const double loud = hearing_loudness(heard, 60 * TICK, RATE);
        assert_true(loud > -52.0 && loud < -8.0);
        assert_true(hearing_length(heard, 60 * TICK, RATE) > 0.02);
        end(NULL);
    }
}

static void checkpoints_climb(void **state)
{
    (void)state;
    double before = 0.0;
    for (uint32_t i = 1; i < 8; i++) {
        begin(NULL);
        happens(MAZECUBE_CHECKPOINT, i);
        hear(30);
        const double centre = hearing_centroid(heard, 30 * TICK, RATE);
        assert_true(centre > before);
        before = centre;
        end(NULL);
    }
}

// --- the exit

static void sing(float pan, float distance)
{
    begin(NULL);
    game.over = false;
    far_off = (mazecube_bearing){ pan, distance };
    hear(180);
}

static void the_exit_sings_from_its_side(void **state)
{
    (void)state;
    const float pans[] = { -1.0f, 1.0f };
    for (uint32_t i = 0; i < 2; i++) {
        sing(pans[i], 2.0f);
        const double here = side(from(90), 90 * TICK, i), there = side(from(90), 90 * TICK, 1 - i);
        assert_true(here > 1.8 * there);
        end(NULL);
    }
    sing(0.0f, 2.0f);
    const double left = side(from(90), 90 * TICK, 0), right = side(from(90), 90 * TICK, 1);
    assert_true(fabs(left - right) < 0.35 * left); // the echo leans
    end(NULL);
}

static void the_exit_sings_the_louder_the_nearer_and_softly(void **state)
{
    (void)state;
    static const float distances[] = { 20.0f, 10.0f, 5.0f, 2.0f, 0.5f };
    double before = 0.0;
    for (size_t i = 0; i < COUNT(distances); i++) {
        sing(0.0f, distances[i]);
        const double level = hearing_rms(from(90), 90 * TICK);
        assert_true(level > before * 1.05 + 1e-4);
        before = level;
        end(NULL);
    }
    assert_true(before < 0.06);
}

static void a_frozen_exit_is_still(void **state)
{
    (void)state;
    sing(0.0f, 1.0f);
    game.frozen = true;
    hear(240);
    assert_true(hearing_rms(from(210), 30 * TICK) < 1e-3);
    end(NULL);
}

// --- whole

// The bot plays a level through the scene, exit, farewell, music and all.
static void a_whole_game_is_heard_and_does_not_clip(void **state)
{
    (void)state;
    static const char *const words[] = { "--bot", "--level=10" };
    static mazecube_play play;
    char problem[256];
    double loudest = 0.0, sum = 0.0;
    uint32_t quiet = 0;
    const scene *maze = scene_find("maze");
    const scene_services services = { .sound = out };
    const tick_input idle = { .view_width = 1280, .view_height = 720 };
    const scene_setup setup = {
        .seed = 1, .view_width = 1280, .view_height = 720, .option_count = 2, .options = words
    };
    assert_int_equal(maze->state_size, sizeof play);
    assert_true(maze->init(&play, &setup, problem, sizeof problem));
    for (uint32_t tick = 0; tick < 780; tick++) {
        maze->input(&play, &idle);
        maze->tick(&play, &services);
        sound_mix(out, heard, TICK);
        assert_true(hearing_is_in_bounds(heard, TICK));
        const double peak = hearing_peak(heard, TICK), level = hearing_rms(heard, TICK);
        loudest = fmax(loudest, peak);
        sum += level * level;
        quiet += level < 1e-4;
    }
    const double level = 10.0 * log10(sum / 780.0);
    assert_true(play.game.over);
    assert_true(loudest > 0.15 && loudest < 0.9);
    assert_true(level > -40.0 && level < -16.0);
    assert_true(quiet < 60);
    maze->quit(&play);
}

// Full speed, hits all the time, everything at once.
static void the_worst_does_not_clip(void **state)
{
    (void)state;
    game.over = false;
    far_off = (mazecube_bearing){ 0.2f, 0.0f };
    ears.playing = false; // with the music
    for (uint32_t tick = 0; tick < 400; tick++) {
        roll_at(20.0, 5);
        happens(MAZECUBE_HIT, 12.0);
        happens(MAZECUBE_SLICE, 0.0);
        if (tick % 20 == 0) happens(MAZECUBE_CHECKPOINT, tick / 20);
        if (tick % 50 == 0) happens(MAZECUBE_LEFT, 0.0);
        if (tick % 40 == 0) happens(MAZECUBE_HINT, 0.0);
        mazecube_sound(out, &game, far_off, &ears);
        game.event_count = 0;
        sound_mix(out, from(tick), TICK);
    }
    assert_true(hearing_is_in_bounds(heard, 400 * TICK));
    assert_true(hearing_peak(heard, 400 * TICK) < 0.97);
}

static void the_music_is_quiet(void **state)
{
    (void)state;
    ears.playing = false;
    hear(600);
    const double level = hearing_rms(from(120), 480 * TICK);
    assert_true(level > 0.003 && level < 0.06);
}

static bool is_pentatonic(double hz)
{
    static const double notes[] = { 0.0, 3.0, 5.0, 7.0, 10.0, 12.0 };
    const double above = fmod(12.0 * log2(hz / (double)MAZECUBE_ROOT) + 120.0, 12.0);
    for (size_t i = 0; i < COUNT(notes); i++)
        if (fabs(above - notes[i]) < 0.05) return true;
    return false;
}

static void voices_are_in_tune(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < MAZECUBE_VOICES; i++) {
        const patch *p = &mazecube_patches[i];
        if (p->wave == WAVE_NOISE) continue;
        assert_true(is_pentatonic((double)p->pitch));
        if (p->pitch_end > 0.0f) assert_true(is_pentatonic((double)p->pitch_end));
    }
}

static void no_speaker_is_no_fault(void **state)
{
    (void)state;
    happens(MAZECUBE_LEFT, 0.0);
    mazecube_sound(NULL, &game, far_off, &ears);
    mazecube_sound_rest(NULL, &ears);
    assert_int_equal(ears.tune, 0);
}

#define HEARD(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rolling_grows_louder_and_brighter_with_speed),
        HEARD(a_ball_at_rest_is_silent),
        cmocka_unit_test(a_groove_sounds_other_than_a_wall),
        HEARD(rolling_has_no_clicks),
        cmocka_unit_test(impacts_follow_their_strength),
        HEARD(odd_strengths_do_no_harm),
        cmocka_unit_test(every_event_is_heard),
        cmocka_unit_test(checkpoints_climb),
        cmocka_unit_test(the_exit_sings_from_its_side),
        cmocka_unit_test(the_exit_sings_the_louder_the_nearer_and_softly),
        cmocka_unit_test(a_frozen_exit_is_still),
        HEARD(a_whole_game_is_heard_and_does_not_clip),
        HEARD(the_worst_does_not_clip),
        HEARD(the_music_is_quiet),
        cmocka_unit_test(voices_are_in_tune),
        HEARD(no_speaker_is_no_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
