// SPDX-License-Identifier: MIT
// Music: always in its mode and consonant, never the same twice, growing with the intensity, out of
// the way of effects.
#include "hearing.h"
#include "music_score.h"
#include "sound.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RATE 24000u // music has little above 12 kHz, and tests are short of time
#define SECONDS 20u
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static float heard[2 * SECONDS * RATE];

static const music night = { .tempo = 108.0f, .root = 110.0f, .mode = 0, .seed = 3 };

static void hear_music(const music *piece, uint64_t seed, float intensity, uint32_t frames)
{
    sound *s = sound_create(RATE, seed);
    assert_non_null(s);
    sound_set_music(s, piece, intensity);
    sound_mix(s, heard, frames);
    sound_destroy(s);
}

static bool is_drum(score_part part)
{
    return part == SCORE_HAT || part == SCORE_KICK || part == SCORE_SNARE;
}

static int32_t apart(int32_t a, int32_t b)
{
    return (((a - b) % 12) + 12) % 12;
}

static bool in_mode(uint32_t mode, int32_t semitone)
{
    static const int32_t scales[3][7] = {
        { 0, 2, 3, 5, 7, 8, 10 },
        { 0, 2, 3, 5, 7, 9, 10 },
        { 0, 1, 3, 5, 7, 8, 10 },
    };
    for (int i = 0; i < 7; i++)
        if (apart(semitone, scales[mode][i]) == 0) return true;
    return false;
}

// No note lies a half tone or a tritone from any of the chord's; the lead may touch a tritone in
// passing.
static void check_note(const score *s, const score_note *n)
{
    assert_true(n->part < SCORE_PARTS && n->steps > 0.0f);
    assert_true(n->gain > 0.0f && n->gain <= 1.0f && fabsf(n->pan) <= 1.0f);
    if (is_drum(n->part)) return;
    assert_true(n->semitone >= 0 && n->semitone <= 72);
    assert_true(in_mode(s->mode, n->semitone));
    for (int i = 0; i < 3; i++) {
        const int32_t distance = apart(n->semitone, s->chord[i]);
        assert_true(distance != 1 && distance != 11);
        if (n->part != SCORE_LEAD) assert_int_not_equal(distance, 6);
    }
}

static void every_note_is_consonant(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        score s;
        score_start(&s, (uint32_t)(seed % 3), seed, 0);
        for (uint32_t step = 0; step < 40 * SCORE_STEPS; step++) {
            score_note notes[SCORE_MOST_NOTES];
            const float density = (float)(step % 97) / 96.0f;
            const uint32_t count = score_step(&s, step % SCORE_STEPS, density, notes);
            assert_true(count < SCORE_MOST_NOTES); // or some may have been left out
            for (uint32_t i = 0; i < count; i++) check_note(&s, &notes[i]);
        }
    }
}

static void notes_end_with_their_chord(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        score s;
        score_start(&s, 1, seed, 4);
        for (uint32_t bar = 0; bar < 40; bar++)
            for (uint32_t step = 0; step < SCORE_STEPS; step++) {
                score_note notes[SCORE_MOST_NOTES];
                const uint32_t count = score_step(&s, step, 1.0f, notes);
                const uint32_t left = (s.bars_a_chord - bar % s.bars_a_chord) * SCORE_STEPS - step;
                for (uint32_t i = 0; i < count; i++)
                    assert_true(notes[i].steps <= (float)left || notes[i].steps < 1.5f);
            }
    }
}

// A hash of all notes of eight bars.
static uint64_t section_hash(score *s)
{
    uint64_t hash = 14695981039346656037u;
    for (uint32_t step = 0; step < 8 * SCORE_STEPS; step++) {
        score_note notes[SCORE_MOST_NOTES];
        const uint32_t count = score_step(s, step % SCORE_STEPS, 0.7f, notes);
        for (uint32_t i = 0; i < count; i++)
            hash = (hash ^ (uint64_t)(notes[i].semitone * 64 + (int32_t)notes[i].part +
                                      (int32_t)step * 8192)) *
                   1099511628211u;
    }
    return hash;
}

static void no_section_is_ever_repeated(void **state)
{
    (void)state;
    static uint64_t hashes[40 * 25];
    size_t count = 0;
    for (uint64_t seed = 0; seed < 25; seed++) {
        score s;
        score_start(&s, 0, seed, 0);
        for (int section = 0; section < 40; section++) hashes[count++] = section_hash(&s);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) assert_true(hashes[i] != hashes[j]);
}

static void the_same_seed_gives_the_same_score(void **state)
{
    (void)state;
    score a, b, other;
    score_start(&a, 2, 77, 1);
    score_start(&b, 2, 77, 1);
    score_start(&other, 2, 77, 2);
    const uint64_t hash = section_hash(&a);
    assert_true(hash == section_hash(&b));
    assert_true(hash != section_hash(&other));
}

static void energy_grows_with_intensity(void **state)
{
    (void)state;
    for (uint32_t mode = 0; mode < 3; mode++) {
        double before = 0.0;
        for (int i = 0; i <= 4; i++) {
            const music piece = { 96.0f + 12.0f * (float)mode, 55.0f, mode, 40 + mode };
            hear_music(&piece, 1, 0.25f * (float)i, SECONDS * RATE);
            const double level = hearing_rms(heard, SECONDS * RATE);
            assert_true(level > before * 1.03);
            assert_true(hearing_peak(heard, SECONDS * RATE) < 0.6); // the limiter's straight part
            before = level;
        }
    }
}

static void quiet_music_stays_far_below_effects(void **state)
{
    (void)state;
    hear_music(&night, 1, 0.0f, SECONDS * RATE);
    const double quiet = 20.0 * log10(hearing_rms(heard, SECONDS * RATE));
    assert_true(quiet > -40.0 && quiet < -30.0);
    hear_music(&night, 1, 1.0f, SECONDS * RATE);
    const double full = 20.0 * log10(hearing_rms(heard, SECONDS * RATE));
    assert_true(full > -27.0 && full < -20.0);
}

static void music_has_no_offset(void **state)
{
    (void)state;
    hear_music(&night, 1, 1.0f, SECONDS * RATE);
    double sum = 0.0;
    for (uint32_t i = 0; i < 2 * SECONDS * RATE; i++) sum += (double)heard[i];
    assert_true(fabs(sum / (2.0 * SECONDS * RATE)) < 0.002);
}

// The tonic sounds where the root says, whatever octave that is in.
static void root_sets_the_pitch(void **state)
{
    (void)state;
    static const float roots[] = { 55.0f, 110.0f, 440.0f, 27.5f };
    for (size_t i = 0; i < COUNT(roots); i++) {
        const music piece = { .tempo = 60.0f, .root = roots[i], .seed = 2 };
        hear_music(&piece, 1, 0.0f, 2 * RATE);
        double best = 0.0, at = 0.0;
        for (double hz = 42.0; hz < 83.0; hz += 0.5) {
            const double level = hearing_partial(heard + RATE, RATE, RATE, hz);
            if (level > best) {
                best = level;
                at = hz;
            }
        }
        const double semitones = 12.0 * log2(at / 55.0);
        assert_true(in_mode(0, (int32_t)floor(semitones + 0.5)));
        assert_true(fabs(semitones - floor(semitones + 0.5)) < 0.2);
    }
}

static void bad_pieces_are_silent_or_repaired(void **state)
{
    (void)state;
    static const struct {
        music piece;
        bool heard;
    } cases[] = {
        { { .tempo = 0.0f, .root = 55.0f }, false },
        { { .tempo = -5.0f, .root = 55.0f }, false },
        { { .tempo = NAN, .root = 55.0f }, false },
        { { .tempo = INFINITY, .root = 55.0f }, false },
        { { .tempo = 1e9f, .root = 55.0f }, true },
        { { .tempo = 1e-9f, .root = 55.0f }, true },
        { { .tempo = 100.0f, .root = NAN }, true },
        { { .tempo = 100.0f, .root = INFINITY }, true },
        { { .tempo = 100.0f, .root = 0.0f }, true },
        { { .tempo = 100.0f, .root = 55.0f, .mode = 999 }, true },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        hear_music(&cases[i].piece, 1, NAN, 2 * RATE);
        assert_true(hearing_is_in_bounds(heard, 2 * RATE));
        assert_true(hearing_is_silent(heard, 2 * RATE) != cases[i].heard);
    }
    hear_music(NULL, 1, 1.0f, RATE);
    assert_true(hearing_is_silent(heard, RATE));
}

static void a_pause_holds_the_music_and_goes_on(void **state)
{
    (void)state;
    sound *s = sound_create(RATE, 1);
    sound_set_music(s, &night, 1.0f);
    sound_mix(s, heard, 4 * RATE);
    sound_pause(s, true);
    sound_mix(s, heard, 6 * RATE);
    sound_mix(s, heard, RATE);
    assert_true(hearing_is_silent(heard, RATE));
    sound_pause(s, false);
    sound_mix(s, heard, 2 * RATE);
    assert_true(hearing_rms(heard, 2 * RATE) > 0.02);
    assert_true(hearing_rms(heard, RATE / 200) < hearing_rms(heard, 2 * RATE) / 4.0); // softly
    sound_destroy(s);
}

static void another_piece_takes_over_softly(void **state)
{
    (void)state;
    const music other = { .tempo = 100.0f, .root = 61.7f, .mode = 1, .seed = 9 };
    sound *s = sound_create(RATE, 1);
    sound_set_music(s, &night, 0.0f);
    sound_mix(s, heard, 4 * RATE);
    sound_set_music(s, &other, 0.0f);
    sound_mix(s, heard + 8 * RATE, 4 * RATE);
    sound_set_music(s, NULL, 0.0f);
    sound_mix(s, heard + 16 * RATE, 4 * RATE);
    assert_true(hearing_corner(heard, 12 * RATE) < 0.02);
    assert_true(hearing_rms(heard + 8 * RATE + RATE * 9 / 10, RATE / 20) < 0.01);
    assert_true(hearing_rms(heard + 12 * RATE, 2 * RATE) > 0.01);
    sound_mix(s, heard, 4 * RATE);
    sound_mix(s, heard, RATE);
    assert_true(hearing_is_silent(heard, RATE));
    sound_destroy(s);
}

static void another_tempo_goes_on_with_the_piece(void **state)
{
    (void)state;
    sound *s = sound_create(RATE, 1);
    for (uint32_t tick = 0; tick < 240; tick++) {
        music piece = night;
        piece.tempo += 0.1f * (float)tick;
        sound_set_music(s, &piece, 0.5f);
        sound_mix(s, heard, RATE / 60);
        if (tick > 60) assert_true(hearing_rms(heard, RATE / 60) > 0.005);
    }
    sound_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_note_is_consonant),
        cmocka_unit_test(notes_end_with_their_chord),
        cmocka_unit_test(no_section_is_ever_repeated),
        cmocka_unit_test(the_same_seed_gives_the_same_score),
        cmocka_unit_test(energy_grows_with_intensity),
        cmocka_unit_test(quiet_music_stays_far_below_effects),
        cmocka_unit_test(music_has_no_offset),
        cmocka_unit_test(root_sets_the_pitch),
        cmocka_unit_test(bad_pieces_are_silent_or_repaired),
        cmocka_unit_test(a_pause_holds_the_music_and_goes_on),
        cmocka_unit_test(another_tempo_goes_on_with_the_piece),
        cmocka_unit_test(another_piece_takes_over_softly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
