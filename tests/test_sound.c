// SPDX-License-Identifier: MIT
// The mixer by numbers: always in bounds, never a click, silence when all is over, and effects that
// match each other.
#include "hearing.h"
#include "mixer.h"
#include "sound.h"
#include "sound_grid.h"
#include "sound_queue.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RATE 48000u
#define TICK 800u // frames of a 60th of a second
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static float heard[2 * 12 * RATE];

static const patch *const effects[] = {
    &sound_menu_move, &sound_menu_confirm, &sound_menu_back, &sound_menu_change,
    &sound_grid[0],   &sound_grid[1],      &sound_grid[2],   &sound_grid[3],
    &sound_grid[4],   &sound_grid[5],      &sound_grid[6],
};

static sound *create(void)
{
    sound *s = sound_create(RATE, 7);
    assert_non_null(s);
    return s;
}

// A low sine has no corners of its own, so any click stands out.
static patch hum(float pitch, float gain)
{
    return (patch){ .wave = WAVE_SINE,
                    .attack = 0.01f,
                    .sustain = 1.0f,
                    .hold = 30.0f,
                    .release = 0.01f,
                    .pitch = pitch,
                    .gain = gain };
}

// The linker leads the mixer's calloc and malloc through here (--wrap), to count them and to let
// one fail.
static uint32_t allocations;
static uint32_t failing = UINT32_MAX;

void *__real_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_calloc(size_t count, size_t size)
{
    return allocations++ == failing ? NULL : __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
    return allocations++ == failing ? NULL : __real_malloc(size);
}

static void memory_that_lacks_gives_null(void **state)
{
    (void)state;
    allocations = 0;
    sound_destroy(create());
    const uint32_t needed = allocations;
    assert_true(needed > 0);
    for (failing = 0; failing < needed; failing++) {
        allocations = 0;
        assert_null(sound_create(RATE, 1));
    }
    failing = UINT32_MAX;
}

static void mixing_never_allocates(void **state)
{
    (void)state;
    const music piece = { .tempo = 120.0f, .root = 55.0f, .seed = 3 };
    sound *s = create();
    allocations = 0;
    sound_set_music(s, &piece, 1.0f);
    for (uint32_t i = 0; i < 100; i++) {
        sound_play(s, effects[i % COUNT(effects)], 0.0f, 1.0f, 1.0f);
        sound_hold(s, i % 20, &sound_grid_held[i % 7], 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard, TICK * 3);
    }
    assert_int_equal(allocations, 0);
    sound_destroy(s);
}

static void rates_out_of_range_are_taken_into_it(void **state)
{
    (void)state;
    static const uint32_t rates[] = { 0, 7999, 8000, 192000, UINT32_MAX };
    for (size_t i = 0; i < COUNT(rates); i++) {
        sound *s = sound_create(rates[i], UINT64_MAX);
        assert_non_null(s);
        sound_play(s, &sound_grid[i], 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard, RATE);
        assert_true(hearing_is_in_bounds(heard, RATE));
        assert_true(hearing_peak(heard, RATE) > 0.05);
        sound_destroy(s);
    }
}

static void null_is_silence(void **state)
{
    (void)state;
    const music piece = { .tempo = 100.0f, .root = 55.0f };
    sound_play(NULL, &sound_menu_move, 0.0f, 1.0f, 1.0f);
    sound_hold(NULL, 1, &sound_menu_move, 0.0f, 1.0f, 1.0f);
    sound_set_volumes(NULL, (sound_volumes){ 1.0f, 1.0f, 1.0f });
    sound_set_music(NULL, &piece, 1.0f);
    sound_pause(NULL, true);
    heard[0] = 1.0f;
    sound_mix(NULL, heard, 100);
    assert_true(hearing_is_silent(heard, 100));
    sound_destroy(NULL);
}

static void bad_arguments_are_not_heard(void **state)
{
    (void)state;
    static const float bad[][3] = {
        { NAN, 1.0f, 1.0f },      { 0.0f, NAN, 1.0f },      { 0.0f, 1.0f, NAN },
        { INFINITY, 1.0f, 1.0f }, { 0.0f, INFINITY, 1.0f }, { 0.0f, 1.0f, -INFINITY },
        { 0.0f, 1.0f, -1.0f },
    };
    sound *s = create();
    for (size_t i = 0; i < COUNT(bad); i++) {
        sound_play(s, &sound_grid[0], bad[i][0], bad[i][1], bad[i][2]);
        sound_hold(s, 1, &sound_grid[0], bad[i][0], bad[i][1], bad[i][2]);
    }
    sound_play(s, NULL, 0.0f, 1.0f, 1.0f);
    sound_hold(s, 1, NULL, 0.0f, 1.0f, 1.0f);
    sound_mix(s, heard, RATE);
    assert_true(hearing_is_silent(heard, RATE));
    sound_destroy(s);
}

static patch random_patch(qx_random *r)
{
    return (patch){
        .wave = (wave)qx_random_below(r, 5),
        .noise = qx_random_range(r, -1.0f, 1.0f),
        .attack = qx_random_range(r, 0.0f, 0.2f),
        .decay = qx_random_range(r, 0.0f, 0.5f),
        .sustain = qx_random_unit(r),
        .hold = qx_random_range(r, 0.0f, 0.5f),
        .release = qx_random_unit(r),
        .pitch = qx_random_range(r, 20.0f, 9000.0f),
        .pitch_end = qx_random_range(r, -2000.0f, 9000.0f),
        .vibrato_rate = qx_random_range(r, 0.0f, 20.0f),
        .vibrato_depth = qx_random_range(r, 0.0f, 12.0f),
        .fm_ratio = qx_random_range(r, 0.0f, 8.0f),
        .fm_depth = qx_random_range(r, -2.0f, 5.0f),
        .cutoff = qx_random_range(r, -500.0f, 20000.0f),
        .cutoff_end = qx_random_range(r, 0.0f, 20000.0f),
        .resonance = qx_random_unit(r),
        .gain = 1.0f,
        .echo = qx_random_unit(r),
    };
}

static void random_command(sound *s, const patch *patches, uint32_t count, qx_random *r)
{
    const patch *p = &patches[qx_random_below(r, count)];
    const float pan = qx_random_range(r, -2.0f, 2.0f), gain = qx_random_range(r, 0.0f, 6.0f);
    const float pitch = qx_random_range(r, -1.0f, 9.0f);
    const music piece = { qx_random_range(r, -50.0f, 400.0f), qx_random_range(r, -10.0f, 900.0f),
                          qx_random_below(r, 5), qx_random_next(r) };
    switch (qx_random_below(r, 16)) {
    case 0: sound_pause(s, qx_random_below(r, 3) == 0); break;
    case 1: sound_set_music(s, &piece, qx_random_range(r, -1.0f, 2.0f)); break;
    case 2:
        sound_set_volumes(s, (sound_volumes){ 9.0f, qx_random_range(r, -1.0f, 2.0f), 1.0f });
        break;
    case 3:
    case 4:
    case 5:
    case 6: sound_hold(s, qx_random_below(r, 24), p, pan, pitch, gain); break;
    default: sound_play(s, p, pan, pitch, gain); break;
    }
}

static void storms_stay_in_bounds(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 1);
        patch patches[64];
        for (size_t i = 0; i < COUNT(patches); i++) patches[i] = random_patch(&random);
        sound *s = create();
        for (int left = 1000; left > 0;) {
            for (uint32_t n = qx_random_below(&random, 40); n > 0 && left > 0; n--, left--)
                random_command(s, patches, COUNT(patches), &random);
            const uint32_t frames = 1 + qx_random_below(&random, 3000);
            sound_mix(s, heard, frames);
            assert_true(hearing_is_in_bounds(heard, frames));
        }
        sound_destroy(s);
    }
}

static void the_limit_is_smooth_and_below_one(void **state)
{
    (void)state;
    float before = -1.0f;
    for (int i = -100000; i <= 100000; i++) {
        const float x = (float)i * 1e-4f, y = mixer_soft_limit(x);
        assert_true(y >= before && fabsf(y) < 1.0f && y - before < 1.1e-4f + (i == -100000));
        if (fabsf(x) <= 0.6f) assert_true(fabsf(x - y) < 1e-7f);
        before = y;
    }
    assert_true(mixer_soft_limit(3e38f) < 1.0f && mixer_soft_limit(-3e38f) > -1.0f);
}

// A block of a loud steady tone, as crowds are: the leveller's gain is what it comes out with.
static void level_block(mixer_leveller *l, float value, synth_output *out)
{
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) out->left[i] = out->right[i] = out->send[i] = value;
    mixer_leveller_run(l, out, (float)SYNTH_BLOCK / (float)RATE);
}

static void crowds_are_turned_down_and_come_back(void **state)
{
    (void)state;
    mixer_leveller l = { .gain = 1.0f };
    synth_output out;
    float before = 0.3f;
    for (int block = 0; block < 1500; block++) {
        const float value = block < 10 ? 0.3f : block < 500 ? 4.0f : 0.3f;
        level_block(&l, value, &out);
        if (block < 10) assert_true(fabsf(out.left[5] - 0.3f) < 1e-6f);
        for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
            const float gain = out.right[i] / value;
            assert_true(fabsf(gain - before) < 0.03f || (block == 0 && i == 0));
            before = gain;
        }
        assert_true(out.left[SYNTH_BLOCK - 1] < 1.0f);
    }
    assert_true(out.left[0] > 0.28f);
}

// Twelve tones at once: loud, but what they add up to is still tones, not their distortion.
static void crowds_stay_clean(void **state)
{
    (void)state;
    patch tones[12];
    sound *s = create();
    for (size_t i = 0; i < COUNT(tones); i++) {
        tones[i] = hum(300.0f + 10.0f * (float)i, 0.3f);
        sound_play(s, &tones[i], 0.0f, 1.0f, 1.0f);
    }
    sound_mix(s, heard, RATE);
    sound_mix(s, heard, RATE);
    assert_true(hearing_is_in_bounds(heard, RATE));
    const double tone = hearing_partial(heard, RATE, RATE, 350.0);
    for (double hz = 900.0; hz < 1300.0; hz += 5.0)
        assert_true(hearing_partial(heard, RATE, RATE, hz) < 0.02 * tone);
    sound_destroy(s);
}

// Starts, ends, renewals and pauses of low sines leave hardly a corner that the sines do not have
// themselves. Cutting one of these voices off would leave one of 0.1, fading it within one block of
// the mixer's one of 0.003.
#define CLICK 0.001

static void starts_and_ends_do_not_click(void **state)
{
    (void)state;
    static const float attacks[] = { 0.0f, 0.001f, 0.01f };
    for (size_t i = 0; i < COUNT(attacks); i++) {
        patch p = hum(60.0f, 0.15f);
        p.attack = attacks[i];
        p.release = attacks[i];
        p.hold = 0.1037f;
        sound *s = create();
        sound_play(s, &p, 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard, RATE / 4);
        assert_true(hearing_peak(heard, RATE / 4) > 0.1);
        assert_true(hearing_corner(heard, RATE / 4) < CLICK);
        assert_true(hearing_is_silent(heard + RATE / 4, RATE / 8));
        sound_destroy(s);
    }
}

static void stealing_does_not_click(void **state)
{
    (void)state;
    patch low[200];
    sound *s = create();
    uint32_t at = 0;
    for (size_t i = 0; i < COUNT(low); i++) {
        low[i] = hum(50.0f + 0.1f * (float)i, 0.1f);
        sound_play(s, &low[i], 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard + 2 * at, RATE / 100);
        at += RATE / 100;
    }
    assert_true(hearing_corner(heard, at) < CLICK);
    sound_destroy(s);
}

static void the_quietest_gives_way(void **state)
{
    (void)state;
    patch loud = hum(100.0f, 0.5f), quiet = hum(1000.0f, 0.01f), more[31];
    sound *s = create();
    sound_play(s, &quiet, 0.0f, 1.0f, 1.0f);
    sound_play(s, &loud, 0.0f, 1.0f, 0.2f);
    for (size_t i = 0; i < COUNT(more); i++) {
        more[i] = hum(200.0f + (float)i, 0.012f);
        sound_mix(s, heard, RATE / 50);
        if (i == 30) break;
        sound_play(s, &more[i], 0.0f, 1.0f, 1.0f);
    }
    sound_mix(s, heard, RATE);
    assert_true(hearing_partial(heard, RATE, RATE, 1000.0) > 0.005); // 32 still have room
    sound_play(s, &more[30], 0.0f, 1.0f, 1.0f);
    sound_mix(s, heard, RATE / 10);
    sound_mix(s, heard, RATE);
    assert_true(hearing_partial(heard, RATE, RATE, 1000.0) < 1e-5);
    assert_true(hearing_partial(heard, RATE, RATE, 100.0) > 0.05);
    assert_true(hearing_partial(heard, RATE, RATE, 230.0) > 0.005);
    sound_destroy(s);
}

static void volumes_and_pauses_do_not_click(void **state)
{
    (void)state;
    static const float masters[] = { 0.0f, 1.0f, 0.3f, 0.31f, 0.9f, 0.0f, 1.0f };
    const patch p = hum(60.0f, 0.2f);
    sound *s = create();
    uint32_t at = 0;
    for (size_t i = 0; i < COUNT(masters); i++) {
        sound_play(s, &p, 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard + 2 * at, RATE / 10);
        at += RATE / 10;
        sound_set_volumes(s, (sound_volumes){ masters[i], 1.0f - 0.1f * (float)i, 1.0f });
        sound_mix(s, heard + 2 * at, RATE / 10 + 7);
        at += RATE / 10 + 7;
        sound_pause(s, true);
        sound_mix(s, heard + 2 * at, RATE / 20);
        at += RATE / 20;
        sound_pause(s, false);
    }
    assert_true(hearing_peak(heard, at) > 0.1);
    assert_true(hearing_corner(heard, at) < CLICK);
    sound_destroy(s);
}

static void a_pause_silences_and_lets_the_menu_be_heard(void **state)
{
    (void)state;
    const patch p = hum(100.0f, 0.3f), menu = hum(300.0f, 0.3f);
    sound *s = create();
    sound_play(s, &p, 0.0f, 1.0f, 1.0f);
    sound_hold(s, 1, &p, 0.0f, 1.0f, 1.0f);
    sound_mix(s, heard, RATE / 10);
    sound_pause(s, true);
    sound_mix(s, heard, RATE / 40);
    sound_mix(s, heard, RATE);
    assert_true(hearing_is_silent(heard, RATE));
    sound_play(s, &menu, 0.0f, 1.0f, 1.0f);
    sound_mix(s, heard, RATE);
    assert_true(hearing_peak(heard, RATE) > 0.2);
    sound_destroy(s);
}

// Where a volume is 0, nothing at all comes through.
static void volumes_reach_nothing(void **state)
{
    (void)state;
    static const sound_volumes off[] = { { 0.0f, 1.0f, 1.0f },
                                         { NAN, 1.0f, 1.0f },
                                         { 1.0f, 0.0f, 1.0f } };
    for (size_t i = 0; i < COUNT(off); i++) {
        sound *s = create();
        sound_set_volumes(s, off[i]);
        sound_mix(s, heard, RATE / 2);
        sound_play(s, &sound_grid[0], 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard, RATE);
        assert_true(hearing_is_silent(heard, RATE));
        sound_destroy(s);
    }
}

static void silence_is_exact_in_the_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(effects); i++) {
        sound *s = create();
        sound_play(s, effects[i], 0.3f, 1.0f, 1.0f);
        sound_mix(s, heard, 10 * RATE);
        assert_false(hearing_is_silent(heard, RATE));
        sound_mix(s, heard, RATE);
        assert_true(hearing_is_silent(heard, RATE));
        sound_destroy(s);
    }
}

static double side_rms(const float *stereo, uint32_t frames, uint32_t side)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < frames; i++)
        sum += (double)stereo[2 * i + side] * (double)stereo[2 * i + side];
    return sqrt(sum / frames);
}

static void pans_have_equal_power(void **state)
{
    (void)state;
    const patch p = hum(200.0f, 0.3f);
    for (int i = -6; i <= 6; i++) {
        const float pan = (float)i / 5.0f;
        sound *s = create();
        sound_play(s, &p, pan, 1.0f, 1.0f);
        sound_mix(s, heard, RATE / 10);
        sound_mix(s, heard, RATE);
        const double left = side_rms(heard, RATE, 0), right = side_rms(heard, RATE, 1);
        assert_true(fabs(hypot(left, right) - 0.3 * sqrt(0.5)) < 0.001);
        if (i <= -5) assert_true(right < 1e-9 && left > 0.2);
        if (i >= 5) assert_true(left < 1e-9 && right > 0.2);
        if (i == 0) assert_true(fabs(left - right) < 1e-6);
        sound_destroy(s);
    }
}

static void held_voices_end_after_the_last_renewal(void **state)
{
    (void)state;
    const patch p = hum(60.0f, 0.2f);
    sound *s = create();
    for (uint32_t tick = 0; tick < 30; tick++) {
        sound_hold(s, 9, &p, 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard + 2 * TICK * tick, TICK);
    }
    sound_mix(s, heard + 2 * TICK * 30, RATE);
    assert_true(hearing_rms(heard + 2 * TICK * 5, TICK * 25) > 0.09);
    assert_true(hearing_corner(heard, TICK * 30 + RATE) < CLICK);
    const uint32_t last = TICK * 29; // of the last renewal
    const uint32_t ended = last + RATE / 20 + 64;
    assert_true(hearing_rms(heard + 2 * (last + RATE / 50), RATE / 50) > 0.08);
    assert_true(hearing_is_silent(heard + 2 * ended, RATE / 2));
    sound_destroy(s);
}

static void held_voices_follow_and_never_click(void **state)
{
    (void)state;
    const patch one = hum(50.0f, 0.2f), other = hum(70.0f, 0.2f);
    qx_random random;
    qx_random_seed(&random, 3, 1);
    sound *s = create();
    for (uint32_t tick = 0; tick < 300; tick++) {
        const bool skip = tick % 50 > 46; // now and then the renewals fail for a while
        const patch *p = tick / 60 % 2 == 0 ? &one : &other;
        const float pan = qx_random_range(&random, -1.0f, 1.0f), gain = qx_random_unit(&random);
        if (!skip) sound_hold(s, 4, p, pan, qx_random_range(&random, 0.8f, 1.2f), gain);
        sound_mix(s, heard + 2 * TICK * tick, TICK);
    }
    assert_true(hearing_rms(heard, 300 * TICK) > 0.03);
    assert_true(hearing_corner(heard, 300 * TICK) < CLICK);
    sound_destroy(s);
}

static void sixteen_are_held_and_no_more(void **state)
{
    (void)state;
    patch p[20];
    for (size_t i = 0; i < COUNT(p); i++) p[i] = hum(400.0f + 100.0f * (float)i, 0.02f);
    sound *s = create();
    for (uint32_t tick = 0; tick < 120; tick++) {
        for (uint32_t i = 0; i < COUNT(p); i++) sound_hold(s, i, &p[i], 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard + 2 * TICK * tick, TICK);
    }
    for (uint32_t i = 0; i < COUNT(p); i++) {
        const double level = hearing_partial(heard + RATE, RATE, RATE, 400.0 + 100.0 * i);
        assert_true(i < 16 ? level > 0.01 : level < 1e-4);
    }
    sound_destroy(s);
}

static void crowds_of_one_patch_are_thinned(void **state)
{
    (void)state;
    static float four[2 * RATE], many[2 * RATE];
    for (int storm = 0; storm < 2; storm++) {
        sound *s = create();
        for (int i = 0; i < (storm ? 50 : 4); i++) sound_play(s, &sound_grid[6], 0.0f, 1.0f, 1.0f);
        sound_mix(s, storm ? many : four, RATE / 100);
        if (storm) sound_play(s, &sound_grid[6], 0.0f, 1.0f, 1.0f); // 10 ms later: still too soon
        sound_mix(s, (storm ? many : four) + 2 * (RATE / 100), RATE / 2);
        sound_destroy(s);
    }
    assert_memory_equal(four, many, sizeof(float) * RATE);

    const patch p = hum(100.0f, 0.02f);
    sound *s = create();
    for (int i = 0; i < 5; i++) {
        sound_play(s, &p, 0.0f, 1.0f, 1.0f);
        if (i == 3) sound_mix(s, heard, RATE / 50); // the fifth 20 ms later
    }
    sound_mix(s, heard, RATE / 10);
    sound_mix(s, heard, RATE);
    assert_true(hearing_partial(heard, RATE, RATE, 100.0) > 3.9 * 0.02 * 0.707 * 0.5);
    sound_destroy(s);
}

static void same_commands_give_the_same_bytes(void **state)
{
    (void)state;
    static float runs[2][2 * RATE];
    const music piece = { .tempo = 110.0f, .root = 110.0f, .seed = 5 };
    for (int run = 0; run < 2; run++) {
        sound *s = create();
        sound_set_music(s, &piece, 1.0f);
        for (uint32_t at = 0; at < RATE; at += 960) {
            sound_play(s, &sound_grid[at / 960 % 7], 0.1f, 1.0f, 1.0f);
            // Pieces of any size come out the same, while commands come at the same places.
            for (uint32_t done = 0, piece_size = run ? 7 : 960; done < 960; done += piece_size) {
                if (done + piece_size > 960) piece_size = 960 - done;
                sound_mix(s, &runs[run][2 * (at + done)], piece_size);
            }
        }
        sound_destroy(s);
    }
    assert_memory_equal(runs[0], runs[1], sizeof runs[0]);
}

static void the_echo_goes_from_side_to_side(void **state)
{
    (void)state;
    patch p = hum(500.0f, 0.3f);
    p.hold = 0.02f;
    p.echo = 1.0f;
    sound *s = create();
    sound_play(s, &p, 0.0f, 1.0f, 1.0f);
    sound_mix(s, heard, 2 * RATE);
    const uint32_t gap = RATE * 3 / 10, length = RATE / 20;
    const float *first = heard + 2 * gap, *second = heard + 4 * gap, *third = heard + 6 * gap;
    assert_true(side_rms(first, length, 0) > 20.0 * side_rms(first, length, 1));
    assert_true(side_rms(second, length, 1) > 20.0 * side_rms(second, length, 0));
    assert_true(side_rms(third, length, 0) > 20.0 * side_rms(third, length, 1));
    assert_true(side_rms(third, length, 0) < 0.5 * side_rms(first, length, 0));
    sound_destroy(s);
}

static void notes_leave_room_for_settings_in_the_queue(void **state)
{
    (void)state;
    static sound_queue queue;
    sound_command c = { .kind = SOUND_PLAY };
    uint32_t notes = 0, settings = 0;
    while (sound_queue_put(&queue, &c)) c.of.note.key = ++notes;
    c.kind = SOUND_PAUSE;
    while (sound_queue_put(&queue, &c)) settings++;
    assert_int_equal(notes + settings, SOUND_QUEUE_SIZE);
    assert_true(settings >= 32 && notes >= 900);
    for (uint32_t i = 0; i < notes; i++) {
        assert_true(sound_queue_take(&queue, &c));
        assert_int_equal(c.of.note.key, i);
    }
    for (uint32_t i = 0; i < settings; i++) assert_true(sound_queue_take(&queue, &c));
    assert_false(sound_queue_take(&queue, &c));
}

// Renders an effect alone: one-shots once, held ones for two seconds.
static void render_effect(const patch *p, bool held)
{
    sound *s = create();
    if (!held) sound_play(s, p, 0.0f, 1.0f, 1.0f);
    for (uint32_t tick = 0; tick < 240; tick++) {
        if (held && tick < 120) sound_hold(s, 1, p, 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard + 2 * TICK * tick, TICK);
    }
    sound_destroy(s);
}

static void effects_are_equally_loud(void **state)
{
    (void)state;
    double loudness[COUNT(effects) + SOUND_GRID_KINDS], mean = 0.0;
    for (size_t i = 0; i < COUNT(loudness); i++) {
        const bool held = i >= COUNT(effects);
        render_effect(held ? &sound_grid_held[i - COUNT(effects)] : effects[i], held);
        assert_true(hearing_peak(heard, 4 * RATE) > 0.05 && hearing_peak(heard, 4 * RATE) < 0.9);
        loudness[i] = hearing_loudness(heard, 4 * RATE, RATE);
        mean += loudness[i] / (double)COUNT(loudness);
    }
    for (size_t i = 0; i < COUNT(loudness); i++) assert_true(fabs(loudness[i] - mean) < 3.0);
}

// Each sound's place: centre of its spectrum in Hz, and length in seconds, echoes included.
static const struct {
    double low, high, shortest, longest;
} designed[SOUND_GRID_KINDS] = {
    { 200.0, 600.0, 0.8, 1.5 },  { 350.0, 900.0, 1.2, 1.9 },  { 450.0, 1000.0, 0.9, 1.6 },
    { 300.0, 700.0, 1.2, 2.0 },  { 800.0, 1700.0, 1.2, 2.0 }, { 500.0, 1100.0, 0.9, 1.7 },
    { 900.0, 1800.0, 1.2, 2.1 },
};

static void grid_sounds_are_as_designed(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SOUND_GRID_KINDS; i++) {
        render_effect(&sound_grid[i], false);
        const double centre = hearing_centroid(heard, 2 * RATE, RATE);
        const double length = hearing_length(heard, 4 * RATE, RATE);
        assert_true(centre > designed[i].low && centre < designed[i].high);
        assert_true(length > designed[i].shortest && length < designed[i].longest);
        render_effect(&sound_grid_held[i], true);
        const double held = hearing_centroid(heard + RATE, RATE, RATE);
        assert_true(held > 90.0 && held < 1500.0);
    }
}

static bool in_pentatonic(float pitch)
{
    static const double notes[] = { 0.0, 3.0, 5.0, 7.0, 10.0, 12.0 };
    double above = fmod(12.0 * log2((double)pitch / 55.0) + 120.0, 12.0);
    for (size_t i = 0; i < COUNT(notes); i++)
        if (fabs(above - notes[i]) < 0.05) return true;
    return false;
}

static void effects_are_in_tune_with_each_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(effects) + SOUND_GRID_KINDS; i++) {
        const patch *p = i < COUNT(effects) ? effects[i] : &sound_grid_held[i - COUNT(effects)];
        assert_true(in_pentatonic(p->pitch));
        if (p->pitch_end > 0.0f) assert_true(in_pentatonic(p->pitch_end));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_lacks_gives_null),
        cmocka_unit_test(mixing_never_allocates),
        cmocka_unit_test(rates_out_of_range_are_taken_into_it),
        cmocka_unit_test(null_is_silence),
        cmocka_unit_test(bad_arguments_are_not_heard),
        cmocka_unit_test(storms_stay_in_bounds),
        cmocka_unit_test(the_limit_is_smooth_and_below_one),
        cmocka_unit_test(crowds_are_turned_down_and_come_back),
        cmocka_unit_test(crowds_stay_clean),
        cmocka_unit_test(starts_and_ends_do_not_click),
        cmocka_unit_test(stealing_does_not_click),
        cmocka_unit_test(the_quietest_gives_way),
        cmocka_unit_test(volumes_and_pauses_do_not_click),
        cmocka_unit_test(a_pause_silences_and_lets_the_menu_be_heard),
        cmocka_unit_test(volumes_reach_nothing),
        cmocka_unit_test(silence_is_exact_in_the_end),
        cmocka_unit_test(pans_have_equal_power),
        cmocka_unit_test(held_voices_end_after_the_last_renewal),
        cmocka_unit_test(held_voices_follow_and_never_click),
        cmocka_unit_test(sixteen_are_held_and_no_more),
        cmocka_unit_test(crowds_of_one_patch_are_thinned),
        cmocka_unit_test(same_commands_give_the_same_bytes),
        cmocka_unit_test(the_echo_goes_from_side_to_side),
        cmocka_unit_test(notes_leave_room_for_settings_in_the_queue),
        cmocka_unit_test(effects_are_equally_loud),
        cmocka_unit_test(grid_sounds_are_as_designed),
        cmocka_unit_test(effects_are_in_tune_with_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
