// SPDX-License-Identifier: MIT
// One voice by numbers: right pitch, nothing folded back, envelopes on time, a filter that holds
// for every setting.
#include "hearing.h"
#include "sound.h"
#include "synth.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>

#define RATE 48000u
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static float heard[2 * 4 * RATE];

// Plays one patch in the middle and keeps what comes out, after a lead-in that is not kept.
static void hear(const patch *p, float pitch, uint32_t rate, uint32_t lead_in, uint32_t frames)
{
    sound *s = sound_create(rate, 1);
    assert_non_null(s);
    sound_play(s, p, 0.0f, pitch, 1.0f);
    sound_mix(s, heard, lead_in);
    sound_mix(s, heard, frames);
    sound_destroy(s);
}

static patch steady(wave shape, float pitch)
{
    return (patch){
        .wave = shape, .attack = 0.01f, .sustain = 1.0f, .hold = 10.0f, .pitch = pitch, .gain = 0.4f
    };
}

static double decibel(double ratio)
{
    return 20.0 * log10(ratio > 1e-12 ? ratio : 1e-12);
}

static double peak_near(double hz, uint32_t rate)
{
    double best = 0.0, at = 0.0;
    for (double f = hz * 0.9; f < hz * 1.1; f += 0.25) {
        const double level = hearing_partial(heard, rate, rate, f);
        if (level > best) {
            best = level;
            at = f;
        }
    }
    return at;
}

static void pitch_is_right_at_every_rate(void **state)
{
    (void)state;
    static const uint32_t rates[] = { 8000, 22050, 44100, 48000, 96000 };
    for (size_t i = 0; i < COUNT(rates); i++) {
        const patch p = steady(WAVE_SINE, 220.0f);
        hear(&p, 2.0f, rates[i], rates[i] / 10, rates[i]);
        assert_true(fabs(peak_near(440.0, rates[i]) - 440.0) <= 1.0);
    }
}

static void sine_is_pure(void **state)
{
    (void)state;
    const patch p = steady(WAVE_SINE, 440.0f);
    hear(&p, 1.0f, RATE, RATE / 10, RATE);
    const double tone = hearing_partial(heard, RATE, RATE, 440.0);
    assert_true(fabs(tone - 0.4 * sqrt(0.5)) < 0.002); // equal power in the middle
    for (int n = 2; n < 50; n++)
        assert_true(decibel(hearing_partial(heard, RATE, RATE, 440.0 * n) / tone) < -90.0);
}

// The loudest partial that is no multiple of the pitch, relative to the pitch's own.
static double loudest_stranger(double pitch, double step)
{
    const uint32_t frames = RATE / 2;
    const double tone = hearing_partial(heard, frames, RATE, pitch);
    double loudest = 0.0;
    for (double hz = 40.0; hz < RATE / 2.0; hz += step) {
        if (fabs(hz / pitch - floor(hz / pitch + 0.5)) * pitch < 30.0) continue;
        loudest = fmax(loudest, hearing_partial(heard, frames, RATE, hz));
    }
    return decibel(loudest / tone);
}

static void nothing_folds_back(void **state)
{
    (void)state;
    static const wave shapes[] = { WAVE_TRIANGLE, WAVE_SAW, WAVE_SQUARE };
    static const float pitches[] = { 4997.0f, 1234.5f, 9871.0f };
    for (size_t i = 0; i < COUNT(shapes); i++) {
        for (size_t j = 0; j < COUNT(pitches); j++) {
            const patch p = steady(shapes[i], pitches[j]);
            hear(&p, 1.0f, RATE, RATE / 10, RATE / 2);
            assert_true(loudest_stranger((double)pitches[j], 7.0) < -75.0);
        }
    }
}

static void waves_have_their_harmonics(void **state)
{
    (void)state;
    const patch saw = steady(WAVE_SAW, 300.0f), square = steady(WAVE_SQUARE, 300.0f);
    hear(&saw, 1.0f, RATE, RATE / 10, RATE);
    const double saw_tone = hearing_partial(heard, RATE, RATE, 300.0);
    for (int n = 2; n <= 20; n++)
        assert_true(fabs(hearing_partial(heard, RATE, RATE, 300.0 * n) / saw_tone - 1.0 / n) <
                    0.002);
    hear(&square, 1.0f, RATE, RATE / 10, RATE);
    const double square_tone = hearing_partial(heard, RATE, RATE, 300.0);
    for (int n = 2; n <= 20; n++) {
        const double expected = n % 2 == 1 ? 1.0 / n : 0.0;
        assert_true(fabs(hearing_partial(heard, RATE, RATE, 300.0 * n) / square_tone - expected) <
                    0.002);
    }
}

static void pitch_glides_to_its_end(void **state)
{
    (void)state;
    patch p = steady(WAVE_SINE, 300.0f);
    p.hold = 2.0f;
    p.release = 9.0f;
    p.pitch_end = 600.0f;
    hear(&p, 1.0f, RATE, 2 * RATE + RATE / 10, RATE / 4);
    assert_true(hearing_partial(heard, RATE / 4, RATE, 600.0) > 0.23);
    // Half way in time is half way in octaves.
    hear(&p, 1.0f, RATE, RATE - RATE / 80, RATE / 40);
    assert_true(hearing_partial(heard, RATE / 40, RATE, 424.3) > 0.27);
}

static void vibrato_swings_as_far_as_it_says(void **state)
{
    (void)state;
    patch p = steady(WAVE_SINE, 1000.0f);
    p.vibrato_rate = 2.0f;
    p.vibrato_depth = 12.0f;
    hear(&p, 1.0f, RATE, RATE * 5 / 8 - 240, 480); // the top of the second swing
    assert_true(hearing_partial(heard, 480, RATE, 2000.0) > 0.26);
    hear(&p, 1.0f, RATE, RATE * 7 / 8 - 240, 480); // and its bottom
    assert_true(hearing_partial(heard, 480, RATE, 500.0) > 0.26);
}

static void fm_makes_bessel_sidebands(void **state)
{
    (void)state;
    patch p = steady(WAVE_SINE, 1000.0f);
    p.fm_ratio = 0.5f;
    p.fm_depth = 1.0f;
    hear(&p, 1.0f, RATE, RATE / 10, RATE);
    const double bessel[] = { 0.7652, 0.4401, 0.1149, 0.0196 };
    for (int n = 0; n < 4; n++)
        assert_true(fabs(hearing_partial(heard, RATE, RATE, 1000.0 + 500.0 * n) / 0.28284 -
                         bessel[n]) < 0.01);
}

static void envelopes_keep_their_times(void **state)
{
    (void)state;
    static const patch cases[] = {
        { .attack = 0.1f, .decay = 0.2f, .sustain = 0.5f, .hold = 0.1f, .release = 0.3f },
        { .attack = 0.01f, .decay = 0.5f, .sustain = 0.2f, .hold = 0.0f, .release = 0.05f },
        { .attack = 1.0f, .decay = 0.01f, .sustain = 1.0f, .hold = 0.5f, .release = 2.0f },
        { .attack = 0.002f, .decay = 0.4f, .sustain = 0.0f, .hold = 0.0f, .release = 0.0f },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const patch *p = &cases[i];
        const float step = 0.0005f;
        synth_envelope e;
        synth_envelope_start(&e, p, p->hold);
        float before = 0.0f;
        while (!synth_envelope_done(&e)) {
            const float level = synth_envelope_step(&e, step);
            const float t = e.age, decayed = p->attack + p->decay, end = decayed + p->hold;
            assert_true(level >= 0.0f && level <= 1.0f);
            assert_true(t > p->attack || level >= before);
            assert_true(t <= p->attack + step || level <= before + 1e-6f);
            if (t >= p->attack && t < p->attack + step) assert_true(level > 0.97f);
            if (t > decayed && t < end) assert_true(fabsf(level - p->sustain) < 0.001f);
            before = level;
        }
        const float release = p->sustain > 0.0f ? p->release : 0.0f;
        assert_true(fabsf(e.age - (p->attack + p->decay + p->hold + release)) < 0.002f);
        assert_true(before < 0.001f);
    }
}

static void filter_holds_for_every_setting(void **state)
{
    (void)state;
    static const float cutoffs[] = { -1.0f,    0.0f,     1.0f, 20.0f,    440.0f, 5000.0f,
                                     21600.0f, 24000.0f, 1e9f, INFINITY, NAN };
    static const float resonances[] = { -1.0f, 0.0f, 0.5f, 0.9f, 1.0f, 7.0f, INFINITY, NAN };
    static const float rates[] = { 8000.0f, 48000.0f, 192000.0f };
    qx_random random;
    qx_random_seed(&random, 5, 1);
    for (size_t i = 0; i < COUNT(cutoffs); i++)
        for (size_t j = 0; j < COUNT(resonances); j++)
            for (size_t k = 0; k < COUNT(rates); k++) {
                synth_filter f = { 0 };
                synth_filter_set(&f, cutoffs[i], resonances[j], rates[k]);
                for (int n = 0; n < 4000; n++) {
                    float x = qx_random_next(&random) % 2 == 0 ? 1.0f : -1.0f;
                    synth_filter_run(&f, &x, 1);
                    assert_true(fabsf(x) < 40.0f);
                }
            }
}

static void filter_stays_calm_while_it_is_swept(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 6, 1);
    synth_filter f = { 0 };
    for (int n = 0; n < 20000; n++) {
        float x[4];
        for (int i = 0; i < 4; i++) x[i] = qx_random_range(&random, -1.0f, 1.0f);
        synth_filter_set(&f, qx_random_range(&random, 10.0f, 24000.0f), 1.0f, 48000.0f);
        synth_filter_run(&f, x, 4);
        assert_true(fabsf(x[3]) < 40.0f);
    }
}

// Loudest of a sine's second half, when the first has let the filter settle.
static double filtered(double hz, float cutoff, float resonance)
{
    synth_filter f = { 0 };
    synth_filter_set(&f, cutoff, resonance, (float)RATE);
    double loudest = 0.0;
    for (uint32_t i = 0; i < RATE; i++) {
        float x = (float)sin(6.283185307 * hz * i / RATE);
        synth_filter_run(&f, &x, 1);
        if (i > RATE / 2) loudest = fmax(loudest, fabs((double)x));
    }
    return loudest;
}

static void filter_has_its_slope(void **state)
{
    (void)state;
    const float flat = 0.30831f; // Butterworth: damping of the square root of 2
    assert_true(fabs(decibel(filtered(50.0, 1000.0f, flat))) < 0.05);
    assert_true(fabs(decibel(filtered(1000.0, 1000.0f, flat)) + 3.0) < 0.1);
    assert_true(fabs(decibel(filtered(4000.0, 1000.0f, flat)) + 24.3) < 0.7);
    assert_true(fabs(decibel(filtered(1000.0, 1000.0f, 1.0f)) - 20.0) < 0.3);
}

// Whatever a patch says, what comes out is in bounds and ends.
static void nonsense_patches_do_no_harm(void **state)
{
    (void)state;
    static const patch bad[] = {
        { 0 },
        { .pitch = NAN, .gain = 1.0f, .sustain = 1.0f, .hold = 0.1f },
        { .pitch = INFINITY, .gain = 1.0f, .sustain = 1.0f, .hold = 0.1f },
        { .wave = WAVE_SAW, .pitch = -50.0f, .gain = INFINITY, .sustain = 2.0f, .hold = 0.1f },
        { .wave = WAVE_SQUARE, .pitch = 1e30f, .pitch_end = 1e-30f, .gain = 9.0f, .decay = 0.2f },
        { .pitch = 100.0f, .pitch_end = INFINITY, .gain = 1.0f, .decay = 0.2f },
        { .pitch = 400.0f, .gain = 1.0f, .decay = 0.2f, .cutoff = NAN, .resonance = NAN },
        { .wave = WAVE_SAW,
          .pitch = 400.0f,
          .gain = 1.0f,
          .decay = 0.2f,
          .cutoff = INFINITY,
          .resonance = 50.0f },
        { .wave = WAVE_SAW,
          .pitch = 400.0f,
          .gain = 1.0f,
          .decay = 0.2f,
          .cutoff = 9.0f,
          .cutoff_end = INFINITY },
        { .pitch = 400.0f,
          .gain = 1.0f,
          .decay = 0.2f,
          .fm_ratio = INFINITY,
          .fm_depth = INFINITY },
        { .pitch = 400.0f,
          .gain = 1.0f,
          .decay = 0.2f,
          .vibrato_rate = INFINITY,
          .vibrato_depth = 1e9f },
        { .pitch = 400.0f, .gain = 1.0f, .decay = 0.2f, .noise = -4.0f, .echo = NAN },
        { .pitch = 400.0f,
          .gain = NAN,
          .attack = NAN,
          .decay = NAN,
          .sustain = NAN,
          .release = NAN,
          .hold = NAN },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        hear(&bad[i], 1.0f, RATE, 0, RATE / 2);
        assert_true(hearing_is_in_bounds(heard, RATE / 2));
        assert_true(hearing_is_silent(heard + RATE * 9 / 10, RATE / 20));
    }
}

static void noise_is_white_and_without_offset(void **state)
{
    (void)state;
    const patch p = steady(WAVE_NOISE, 440.0f);
    hear(&p, 1.0f, RATE, RATE / 10, 2 * RATE);
    double sum = 0.0, beside = 0.0, square = 0.0;
    for (uint32_t i = 1; i < 2 * RATE; i++) {
        const double a = (double)heard[2 * i], b = (double)heard[2 * i - 2];
        sum += a;
        square += a * a;
        beside += a * b;
    }
    assert_true(fabs(sum / (2 * RATE)) < 0.003);
    assert_true(fabs(beside / square) < 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pitch_is_right_at_every_rate),
        cmocka_unit_test(sine_is_pure),
        cmocka_unit_test(nothing_folds_back),
        cmocka_unit_test(waves_have_their_harmonics),
        cmocka_unit_test(pitch_glides_to_its_end),
        cmocka_unit_test(vibrato_swings_as_far_as_it_says),
        cmocka_unit_test(fm_makes_bessel_sidebands),
        cmocka_unit_test(envelopes_keep_their_times),
        cmocka_unit_test(filter_holds_for_every_setting),
        cmocka_unit_test(filter_stays_calm_while_it_is_swept),
        cmocka_unit_test(filter_has_its_slope),
        cmocka_unit_test(nonsense_patches_do_no_harm),
        cmocka_unit_test(noise_is_white_and_without_offset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
