// SPDX-License-Identifier: MIT
// The lightning room's sounds by numbers: never clipped, each in its place, and the whole room
// mixed as the shell does it.
#include "hearing.h"
#include "rooms/lightning_room.h"
#include "sound_lightning.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>

#define RATE 48000u
#define TICK 800u // frames of a 60th of a second
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define SECONDS 12u

extern const scene lightning_room;

static float heard[2 * SECONDS * RATE];

static void render_patch(const patch *p, bool held)
{
    sound *s = sound_create(RATE, 7);
    assert_non_null(s);
    if (!held) sound_play(s, p, 0.0f, 1.0f, 1.0f);
    for (uint32_t tick = 0; tick < 360; tick++) {
        if (held && tick < 180) sound_hold(s, 1, p, 0.0f, 1.0f, 1.0f);
        sound_mix(s, heard + 2 * TICK * tick, TICK);
    }
    sound_destroy(s);
}

// Centre of the spectrum in Hz, and length in seconds, echoes included.
static const struct {
    const char *name;
    double low, high, shortest, longest;
} designed[LIGHTNING_VOICES] = {
    [LIGHTNING_CRACK] = { "crack", 2500.0, 8000.0, 0.2, 1.5 },
    [LIGHTNING_SNAP] = { "snap", 2000.0, 8000.0, 0.05, 1.2 },
    [LIGHTNING_ZAP] = { "zap", 200.0, 3000.0, 0.2, 1.5 },
    [LIGHTNING_SPARK] = { "spark", 1000.0, 7000.0, 0.03, 1.5 },
    [LIGHTNING_CLAP] = { "clap", 200.0, 1500.0, 0.8, 4.0 },
    [LIGHTNING_RUMBLE] = { "rumble", 60.0, 700.0, 1.5, 5.5 },
    [LIGHTNING_ROLL] = { "roll", 40.0, 500.0, 1.2, 4.5 },
    [LIGHTNING_CLICK] = { "click", 150.0, 2500.0, 0.04, 1.5 },
};

static void each_sound_is_as_designed(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LIGHTNING_VOICES; i++) {
        render_patch(&sound_lightning[i], false);
        const double peak = hearing_peak(heard, 6 * RATE);
        const double centre = hearing_centroid(heard, 3 * RATE, RATE);
        const double length = hearing_length(heard, 6 * RATE, RATE);
        print_message("%s: peak %.2f, %.1f dB, %.0f Hz, %.2f s\n", designed[i].name, peak,
                      hearing_loudness(heard, 6 * RATE, RATE), centre, length);
        assert_true(peak > 0.04 && peak < 0.95);
        assert_true(centre > designed[i].low && centre < designed[i].high);
        assert_true(length > designed[i].shortest && length < designed[i].longest);
    }
}

static void far_thunder_is_lower_than_near_and_near_than_the_crack(void **state)
{
    (void)state;
    static const uint32_t order[] = { LIGHTNING_ROLL, LIGHTNING_RUMBLE, LIGHTNING_CLAP,
                                      LIGHTNING_CRACK };
    double before = 0.0;
    for (size_t i = 0; i < COUNT(order); i++) {
        render_patch(&sound_lightning[order[i]], false);
        const double centre = hearing_centroid(heard, 3 * RATE, RATE);
        assert_true(centre > before);
        before = centre;
    }
}

static void held_sounds_are_quiet_and_last(void **state)
{
    (void)state;
    static const patch *const held[] = { &sound_lightning_hum, &sound_lightning_buzz };
    for (size_t i = 0; i < COUNT(held); i++) {
        render_patch(held[i], true);
        assert_true(hearing_peak(heard, 3 * RATE) < 0.6);
        assert_true(hearing_rms(heard + 2 * RATE, RATE) > 0.01);
        assert_true(hearing_rms(heard + 2 * 5 * RATE, RATE / 2) < 1e-3);
    }
}

// The room as the shell runs it, twelve seconds of each preset.
static void play_room(const char *const *words, uint32_t count)
{
    char problem[256];
    void *room = calloc(1, lightning_room.state_size);
    sound *s = sound_create(RATE, 7);
    const scene_setup setup = {
        .seed = 7, .view_width = 1280, .view_height = 720, .option_count = count, .options = words
    };
    assert_true(lightning_room.init(room, &setup, problem, sizeof problem));
    tick_input in = { .view_width = 1280, .view_height = 720 };
    for (uint32_t tick = 0; tick < 60 * SECONDS; tick++) {
        in.pointers[0] = (pointer){ 16 * 900, 16 * 500, tick / 180 % 2 };
        lightning_room.input(room, &in);
        lightning_room.tick(room, &(scene_services){ .sound = s });
        sound_mix(s, heard + 2 * TICK * tick, TICK);
    }
    lightning_room.quit(room);
    sound_destroy(s);
    free(room);
}

static void every_preset_is_heard_and_never_clips(void **state)
{
    (void)state;
    static const char *const words[] = { "--preset=strike", "--preset=arc",   "--preset=chain",
                                         "--preset=storm",  "--preset=globe", "--preset=cage" };
    for (size_t i = 0; i < COUNT(words); i++) {
        play_room(&words[i], 1);
        print_message("%s: peak %.2f, %.1f dB\n", words[i], hearing_peak(heard, SECONDS * RATE),
                      hearing_loudness(heard, SECONDS * RATE, RATE));
        assert_true(hearing_is_in_bounds(heard, SECONDS * RATE));
        assert_true(hearing_peak(heard, SECONDS * RATE) > 0.05);
        assert_true(hearing_peak(heard, SECONDS * RATE) < 0.95);
        assert_true(hearing_loudness(heard, SECONDS * RATE, RATE) < -6.0);
    }
}

static void the_worst_storm_stays_in_bounds(void **state)
{
    (void)state;
    static const char *const worst[] = { "--preset=storm", "--period=0.05", "--jitter=1",
                                         "--full=0.1", "--flashes=8" };
    play_room(worst, COUNT(worst));
    print_message("peak %.2f\n", hearing_peak(heard, SECONDS * RATE));
    assert_true(hearing_is_in_bounds(heard, SECONDS * RATE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sound_is_as_designed),
        cmocka_unit_test(far_thunder_is_lower_than_near_and_near_than_the_crack),
        cmocka_unit_test(held_sounds_are_quiet_and_last),
        cmocka_unit_test(every_preset_is_heard_and_never_clips),
        cmocka_unit_test(the_worst_storm_stays_in_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
