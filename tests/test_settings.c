// SPDX-License-Identifier: MIT
// Settings: sound defaults, a text that people can read, and nothing out of range from any file.
#define _POSIX_C_SOURCE 200809L

#include "settings_table.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static storage_problem problem;

static bool same(const settings *a, const settings *b)
{
    char text_a[SETTINGS_TEXT_BOUND], text_b[SETTINGS_TEXT_BOUND];
    const size_t size = settings_write(a, text_a);
    return settings_write(b, text_b) == size && memcmp(text_a, text_b, size) == 0;
}

static void defaults_need_no_repair(void **state)
{
    (void)state;
    settings s;
    settings_defaults(&s);
    assert_int_equal(settings_repair(&s), 0);
    assert_true(s.flash <= 0.5f);
    assert_true(s.shake == 0.5f && s.stick_dead_zone == 0.2f && s.stick_curve == 1.5f);
    assert_true(s.volume_master == 0.8f && s.volume_effects == 0.8f && s.volume_music == 0.6f);
    assert_int_equal(s.keys[ACTION_MOVE_LEFT][0], SDL_SCANCODE_A);
    assert_int_equal(s.keys[ACTION_AIM_LEFT][0], SDL_SCANCODE_LEFT);
    assert_int_equal(s.buttons[ACTION_PRIMARY], SDL_CONTROLLER_BUTTON_A + 1);
}

static void every_default_key_means_one_thing(void **state)
{
    (void)state;
    settings s;
    settings_defaults(&s);
    for (int a = 0; a < ACTION_COUNT; a++) {
        assert_true(s.keys[a][0] != 0);
        assert_true(action_title((action)a)[0] != '\0');
        for (int b = 0; b < a; b++) {
            assert_true(s.buttons[a] == 0 || s.buttons[a] != s.buttons[b]);
            for (int i = 0; i < 4; i++)
                assert_true(s.keys[a][i / 2] == 0 || s.keys[a][i / 2] != s.keys[b][i % 2]);
        }
    }
    assert_string_equal(action_title(ACTION_COUNT), "");
}

static float random_step(qx_random *random, float low, float high)
{
    return low + (high - low) * (float)qx_random_below(random, 101) / 100.0f;
}

static settings random_settings(uint64_t seed)
{
    qx_random r;
    settings s;
    qx_random_seed(&r, seed, 1);
    settings_defaults(&s);
    float *const shares[] = { &s.volume_master, &s.volume_effects, &s.volume_music, &s.shake,
                              &s.flash,         &s.bloom,          &s.particles };
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        *shares[i] = random_step(&r, 0.0f, 1.0f);
    s.stick_dead_zone = random_step(&r, 0.0f, 0.9f);
    s.stick_curve = random_step(&r, 1.0f, 3.0f);
    s.limit_flashes = qx_random_below(&r, 2);
    s.reduced_motion = qx_random_below(&r, 2);
    s.one_stick = qx_random_below(&r, 2);
    s.fullscreen = qx_random_below(&r, 2);
    s.vsync = qx_random_below(&r, 2);
    s.frame_cap = qx_random_below(&r, 2) * (30 + qx_random_below(&r, 971));
    s.quality = (quality)qx_random_below(&r, 4);
    s.palette = qx_random_below(&r, 2);
    for (int a = 0; a < ACTION_COUNT; a++) {
        s.keys[a][0] = (int32_t)qx_random_below(&r, SDL_NUM_SCANCODES);
        s.keys[a][1] = (int32_t)qx_random_below(&r, SDL_NUM_SCANCODES);
        s.buttons[a] = (int32_t)qx_random_below(&r, SDL_CONTROLLER_BUTTON_MAX + 3);
        if (s.buttons[a] > SDL_CONTROLLER_BUTTON_MAX)
            s.buttons[a] += BUTTON_TRIGGER_LEFT - SDL_CONTROLLER_BUTTON_MAX - 1;
    }
    return s;
}

static void text_gives_back_what_it_was_made_from(void **state)
{
    (void)state;
    char text[SETTINGS_TEXT_BOUND];
    for (uint64_t seed = 0; seed < 2000; seed++) {
        const settings s = random_settings(seed);
        settings back;
        settings_defaults(&back);
        const size_t size = settings_write(&s, text);
        assert_true(size > 0 && size < SETTINGS_TEXT_BOUND - 1);
        assert_int_equal(settings_parse(&back, text, size, &problem), 0);
        assert_int_equal(settings_repair(&back), 0);
        assert_memory_equal(s.keys, back.keys, sizeof s.keys);
        assert_memory_equal(s.buttons, back.buttons, sizeof s.buttons);
        assert_true(fabsf(s.flash - back.flash) < 1e-4f);
        assert_true(s.frame_cap == back.frame_cap && s.quality == back.quality);
        assert_true(same(&s, &back));
    }
}

static void text_is_for_people(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "volume_master = 0.8\n",
        "flash = 0.5\n",
        "reduced_motion = no\n",
        "quality = auto\n",
        "key_1.move_left = A\n",
        "key_2.move_left = none\n",
        "key_1.more = =\n",
        "button.primary = a\n",
        "key_1.primary = Space\n",
        "stick_curve = 1.5\n",
        "key_1.secondary = Left Shift\n",
    };
    settings s;
    char text[SETTINGS_TEXT_BOUND];
    settings_defaults(&s);
    text[settings_write(&s, text)] = '\0';
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_non_null(strstr(text, lines[i]));
}

// As they are in the files of those who play already.
static void names_and_their_order_stay(void **state)
{
    (void)state;
    static const char expected[] = "# Settings of Quincunx\n"
                                   "volume_master = 0.8\n"
                                   "volume_effects = 0.8\n"
                                   "volume_music = 0.6\n"
                                   "shake = 0.5\n"
                                   "flash = 0.5\n"
                                   "limit_flashes = yes\n"
                                   "bloom = 1.0\n"
                                   "particles = 1.0\n"
                                   "reduced_motion = no\n"
                                   "fullscreen = no\n"
                                   "vsync = yes\n"
                                   "frame_cap = 0\n"
                                   "quality = auto\n"
                                   "palette = 0\n"
                                   "one_stick = no\n"
                                   "stick_dead_zone = 0.2\n"
                                   "stick_curve = 1.5\n"
                                   "# Keys by their place on a US keyboard";
    settings s;
    char text[SETTINGS_TEXT_BOUND];
    settings_defaults(&s);
    assert_true(settings_write(&s, text) > sizeof expected);
    assert_memory_equal(text, expected, sizeof expected - 1);
}

static void lines_that_are_not_understood_are_counted_and_named(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "nonsense",
        "flash",
        "flash =",
        "flash = nan",
        "flash = -nan",
        "flash = inf",
        "flash = 1e9",
        "flash = 0.5.5",
        "flash = 0,5",
        "flash = -",
        "flash = .",
        "Flash = 0.5",
        "sparkle = 1",
        "vsync = maybe",
        "frame_cap = -60",
        "frame_cap = 12345678901",
        "frame_cap = 60x",
        "quality = best",
        "palette = house",
        "key_1.primary = Any Key",
        "key_3.primary = A",
        "key_1.jump = A",
        "key_1. = A",
        "button.primary = z",
        "button.primary =",
        "key_1.primary = code 99999",
        "key_1.primary = code x",
        "= 1",
        "key_1.primary =",
    };
    settings preset;
    settings_defaults(&preset);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        settings s = preset;
        char text[128];
        const int size = snprintf(text, sizeof text, "# remark\n%s\nshake = 0.25\n", bad[i]);
        problem.text[0] = '\0';
        if (settings_parse(&s, text, (size_t)size, &problem) != 1) fail_msg("taken: %s", bad[i]);
        assert_non_null(strstr(problem.text, "line 2"));
        assert_true(s.shake == 0.25f); // the rest counts
        s.shake = preset.shake;
        if (!same(&s, &preset)) fail_msg("changed something: %s", bad[i]);
    }
}

static void odd_spelling_is_taken(void **state)
{
    (void)state;
    static const char text[] = "\r\n  flash=0.25 \r\n\tshake\t=\t.125\nvsync = no\r\n\n# x = y\n"
                               "key_2.more = code 46\nbutton.less = righttrigger\nbloom = 0.75";
    settings s;
    settings_defaults(&s);
    assert_int_equal(settings_parse(&s, text, strlen(text), &problem), 0);
    assert_true(s.flash == 0.25f && s.shake == 0.125f && s.bloom == 0.75f && !s.vsync);
    assert_int_equal(s.keys[ACTION_MORE][1], 46);
    assert_int_equal(s.buttons[ACTION_LESS], BUTTON_TRIGGER_RIGHT);
}

static void any_bytes_are_survived(void **state)
{
    (void)state;
    qx_random r;
    char text[400];
    qx_random_seed(&r, 7, 1);
    for (int i = 0; i < 3000; i++) {
        settings s;
        settings_defaults(&s);
        const char start[] = "key_1.primary = \nflash = 0.123456789123\nfr";
        memcpy(text, start, sizeof start);
        for (size_t k = qx_random_below(&r, 60); k < sizeof text; k++)
            text[k] = (char)qx_random_below(&r, 256);
        settings_parse(&s, text, qx_random_below(&r, sizeof text), &problem);
        settings_repair(&s);
        assert_int_equal(settings_repair(&s), 0);
        assert_true(strlen(problem.text) < sizeof problem.text);
    }
}

static void values_out_of_range_are_repaired(void **state)
{
    (void)state;
    settings preset, s;
    settings_defaults(&preset);
    s = preset;
    s.flash = NAN;
    s.shake = -INFINITY;
    s.bloom = INFINITY;
    s.stick_dead_zone = 0.95f;
    s.stick_curve = -0.0f;
    s.frame_cap = 7;
    s.palette = 99;
    s.quality = (quality)77;
    s.keys[ACTION_MODE][1] = -1;
    s.keys[ACTION_RESET][0] = SDL_NUM_SCANCODES;
    s.buttons[ACTION_NEXT] = 99;
    s.buttons[ACTION_RESET] = BUTTON_TRIGGER_LEFT;
    assert_int_equal(settings_repair(&s), 11);
    assert_true(s.flash == preset.flash && s.shake == 0.0f && s.bloom == 1.0f);
    assert_true(s.stick_dead_zone == 0.9f && s.stick_curve == 1.0f);
    assert_int_equal(s.frame_cap, 30);
    assert_int_equal(s.palette, 1);
    assert_int_equal(s.quality, QUALITY_AUTO);
    assert_int_equal(s.keys[ACTION_MODE][1], 0);
    assert_int_equal(s.keys[ACTION_RESET][0], 0);
    assert_int_equal(s.buttons[ACTION_NEXT], 0);
    assert_int_equal(s.buttons[ACTION_RESET], BUTTON_TRIGGER_LEFT);
}

static void each_setting_has_a_field_of_its_own_and_keeps_its_range(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < settings_table_size; i++) {
        const setting *what = &settings_table[i];
        settings s;
        settings_defaults(&s);
        assert_ptr_equal(setting_at(what->offset), what);
        if (what->kind != SETTING_FLOAT) continue;
        float *const value = (float *)(void *)((char *)&s + what->offset);
        assert_true(*value == what->preset);
        *value = what->lowest;
        assert_int_equal(setting_repair(what, &s), 0);
        *value = nextafterf(what->lowest, -INFINITY);
        assert_int_equal(setting_repair(what, &s), 1);
        assert_true(*value == what->lowest);
        *value = what->highest;
        assert_int_equal(setting_repair(what, &s), 0);
        *value = nextafterf(what->highest, INFINITY);
        assert_int_equal(setting_repair(what, &s), 1);
        assert_true(*value == what->highest);
        *value = NAN;
        assert_int_equal(setting_repair(what, &s), 1);
        assert_true(*value == what->preset);
    }
}

// Files

static char folder[64];

static int open_fresh_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/qx-settings-XXXXXX");
    return mkdtemp(folder) && storage_open(folder, &problem) ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    char name[128];
    snprintf(name, sizeof name, "%s/settings", folder);
    remove(name);
    snprintf(name, sizeof name, "%s/settings.damaged", folder);
    remove(name);
    return rmdir(folder);
}

static void files_keep_them(void **state)
{
    (void)state;
    settings back, preset;
    const settings s = random_settings(5);
    settings_defaults(&preset);
    assert_int_equal(settings_load(&back, &problem), STORAGE_MISSING);
    assert_true(same(&back, &preset));
    assert_int_equal(settings_save(&s, &problem), STORAGE_OK);
    assert_int_equal(settings_load(&back, &problem), STORAGE_OK);
    assert_string_equal(problem.text, "");
    assert_true(same(&back, &s));
}

static void a_damaged_file_means_defaults_and_a_word(void **state)
{
    (void)state;
    char name[128];
    settings s = random_settings(6), preset;
    settings_defaults(&preset);
    assert_int_equal(settings_save(&s, &problem), STORAGE_OK);
    snprintf(name, sizeof name, "%s/settings", folder);
    assert_int_equal(truncate(name, 100), 0);
    assert_int_equal(settings_load(&s, &problem), STORAGE_DAMAGED);
    assert_non_null(strstr(problem.text, "settings.damaged"));
    assert_true(same(&s, &preset));
    assert_int_equal(settings_save(&s, &problem), STORAGE_OK);
    assert_int_equal(settings_load(&s, &problem), STORAGE_OK);
}

static void unknown_keys_of_a_sound_file_are_named(void **state)
{
    (void)state;
    static const char text[] = "shake = 0.25\nhyperdrive = on\nflash = 7\n";
    char name[128];
    settings s;
    snprintf(name, sizeof name, "%s/settings", folder);
    assert_int_equal(storage_save(name, "QXSE", 1, text, strlen(text), &problem), STORAGE_OK);
    assert_int_equal(settings_load(&s, &problem), STORAGE_OK);
    assert_non_null(strstr(problem.text, "hyperdrive"));
    assert_true(s.shake == 0.25f && s.flash == 1.0f);
}

static void without_a_folder_nothing_breaks(void **state)
{
    (void)state;
    settings s, preset;
    settings_defaults(&preset);
    assert_false(storage_open("", &problem));
    assert_int_equal(settings_load(&s, &problem), STORAGE_MISSING);
    assert_true(same(&s, &preset));
    assert_int_equal(settings_save(&s, &problem), STORAGE_FAILED);
    assert_non_null(strstr(problem.text, "--data FOLDER"));
    assert_int_equal(settings_save(&s, NULL), STORAGE_FAILED);
}

#define HERE(test) cmocka_unit_test_setup_teardown(test, open_fresh_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_need_no_repair),
        cmocka_unit_test(every_default_key_means_one_thing),
        cmocka_unit_test(text_gives_back_what_it_was_made_from),
        cmocka_unit_test(text_is_for_people),
        cmocka_unit_test(names_and_their_order_stay),
        cmocka_unit_test(lines_that_are_not_understood_are_counted_and_named),
        cmocka_unit_test(odd_spelling_is_taken),
        cmocka_unit_test(any_bytes_are_survived),
        cmocka_unit_test(values_out_of_range_are_repaired),
        cmocka_unit_test(each_setting_has_a_field_of_its_own_and_keeps_its_range),
        HERE(files_keep_them),
        HERE(a_damaged_file_means_defaults_and_a_word),
        HERE(unknown_keys_of_a_sound_file_are_named),
        HERE(without_a_folder_nothing_breaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
