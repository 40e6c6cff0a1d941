// SPDX-License-Identifier: MIT
// The model room's sounds by numbers: never clipped, each in its place, and the room mixed as the
// shell does it.
#include "hearing.h"
#include "rooms/model_room.h"
#include "sound_model.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>

#define RATE 48000u
#define TICK 800u // frames of a 60th of a second
#define SECONDS 4u

extern const scene model_room;

static float heard[2 * SECONDS * RATE];

static void render_patch(const patch *p)
{
    sound *s = sound_create(RATE, 7);
    assert_non_null(s);
    sound_play(s, p, 0.0f, 1.0f, 1.0f);
    for (uint32_t tick = 0; tick < 60 * SECONDS; tick++)
        sound_mix(s, heard + 2 * TICK * tick, TICK);
    sound_destroy(s);
}

// Centre of the spectrum in Hz, and length in seconds, echoes included.
static const struct {
    const char *name;
    double low, high, shortest, longest;
} designed[MODEL_VOICES] = {
    [MODEL_BOUNCE] = { "bounce", 80.0, 600.0, 0.08, 1.5 },
    [MODEL_KEY] = { "key", 600.0, 1500.0, 0.02, 1.5 },
    [MODEL_END] = { "end", 400.0, 1500.0, 0.03, 1.5 },
    [MODEL_CLICK] = { "click", 150.0, 2500.0, 0.04, 1.5 },
};

static void each_sound_is_as_designed(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < MODEL_VOICES; i++) {
        render_patch(&sound_model[i]);
        const double peak = hearing_peak(heard, SECONDS * RATE);
        const double centre = hearing_centroid(heard, SECONDS * RATE, RATE);
        const double length = hearing_length(heard, SECONDS * RATE, RATE);
        print_message("%s: peak %.2f, %.1f dB, %.0f Hz, %.2f s\n", designed[i].name, peak,
                      hearing_loudness(heard, SECONDS * RATE, RATE), centre, length);
        assert_true(peak > 0.02 && peak < 0.95);
        assert_true(centre > designed[i].low && centre < designed[i].high);
        assert_true(length > designed[i].shortest && length < designed[i].longest);
    }
}

static void a_bounce_is_louder_than_a_key(void **state)
{
    (void)state;
    render_patch(&sound_model[MODEL_BOUNCE]);
    const double bounce = hearing_loudness(heard, SECONDS * RATE, RATE);
    render_patch(&sound_model[MODEL_KEY]);
    assert_true(bounce > hearing_loudness(heard, SECONDS * RATE, RATE) + 6.0);
}

// At four times the speed, with a hand that presses rows, nothing clips; paused, it falls silent.
static void the_room_is_heard_and_falls_silent(void **state)
{
    (void)state;
    static const char *const words[] = { "--speed=400", "--clip=squash" };
    const scene_setup setup = {
        .seed = 1, .view_width = 1280, .view_height = 720, .option_count = 2, .options = words
    };
    char problem[256];
    void *play = calloc(1, model_room.state_size);
    sound *s = sound_create(RATE, 3);
    const scene_services services = { .sound = s };
    assert_true(play && s && model_room.init(play, &setup, problem, sizeof problem));
    for (uint32_t t = 0; t < 60 * SECONDS; t++) {
        tick_input in = { .view_width = 1280, .view_height = 720 };
        if (t % 7 == 0) in.pressed = ACTION_BIT(ACTION_NEXT) | ACTION_BIT(ACTION_OPTION_1);
        if (t == 60) in.pressed = ACTION_BIT(ACTION_PRIMARY);
        if (t > 60) in.pressed = 0;
        model_room.input(play, &in);
        model_room.tick(play, &services);
        sound_mix(s, heard + 2 * TICK * t, TICK);
    }
    print_message("peak %.2f\n", hearing_peak(heard, 60 * TICK));
    assert_true(hearing_is_in_bounds(heard, SECONDS * RATE));
    assert_true(hearing_peak(heard, 60 * TICK) > 0.1);
    assert_true(hearing_peak(heard + 2 * TICK * 200, 40 * TICK) < 0.003);
    model_room.quit(play);
    sound_destroy(s);
    free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sound_is_as_designed),
        cmocka_unit_test(a_bounce_is_louder_than_a_key),
        cmocka_unit_test(the_room_is_heard_and_falls_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
