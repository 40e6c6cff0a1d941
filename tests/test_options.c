// SPDX-License-Identifier: MIT
// The command line: what it comes to, and what is said where it is wrong.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "marble_scene.h"
#include "nearest.h"
#include "options.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define MOST_WORDS 16

typedef struct command {
    int count;
    char *words[MOST_WORDS];
    char text[1024];
} command;

// Splits at single blanks; the program's own name comes first.
static void split(command *c, const char *line)
{
    static char name[] = "quincunx";
    c->count = 0;
    c->words[c->count++] = name;
    strncpy(c->text, line, sizeof c->text - 1);
    c->text[sizeof c->text - 1] = '\0';
    for (char *word = strtok(c->text, " "); word; word = strtok(NULL, " ")) {
        assert_true(c->count < MOST_WORDS);
        c->words[c->count++] = word;
    }
}

static bool read_line(options *o, const char *line, command *c, char problem[OPTIONS_PROBLEM_SIZE])
{
    split(c, line);
    return options_read(o, c->count, c->words, problem);
}

static void nothing_is_the_menu(void **state)
{
    (void)state;
    command c;
    options o;
    char problem[OPTIONS_PROBLEM_SIZE];
    assert_true(read_line(&o, "", &c, problem));
    assert_int_equal(o.job, JOB_PLAY);
    assert_null(o.scene);
    assert_int_equal(o.seed, 1);
    assert_true(o.any_seed);
    assert_int_equal(o.width, 1280);
    assert_int_equal(o.height, 720);
    assert_int_equal(o.fps, 30);
}

static void everything_at_once(void **state)
{
    (void)state;
    command c;
    options o;
    char problem[OPTIONS_PROBLEM_SIZE];
    assert_true(read_line(&o,
                          "film marble --seconds 2.5 --weight=3 --fps=60 -o a=b.mp4 --seed 0xFF "
                          "--size 7680x4320 --hash --threads 2",
                          &c, problem));
    assert_int_equal(o.job, JOB_FILM);
    assert_ptr_equal(o.scene, &marble_scene);
    assert_float_equal(o.seconds, 2.5f, 0.0f);
    assert_int_equal(o.fps, 60);
    assert_string_equal(o.output, "a=b.mp4");
    assert_int_equal(o.seed, 255);
    assert_false(o.any_seed);
    assert_int_equal(o.width, 7680);
    assert_int_equal(o.height, 4320);
    assert_true(o.hash && !o.mute);
    assert_int_equal(o.threads, 2);
    assert_int_equal(o.scene_word_count, 1);
    assert_string_equal(o.scene_words[0], "--weight=3");
}

static void good_lines_are_taken(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        job job;
    } cases[] = {
        { "marble", JOB_PLAY },
        { "--windowed --mute marble --record x", JOB_PLAY },
        { "--replay x", JOB_PLAY },
        { "marble --replay x", JOB_PLAY },
        { "shot marble -o -", JOB_SHOT },
        { "shot marble --output=x.png --ticks 1", JOB_SHOT },
        { "shot --replay x -o y", JOB_SHOT },
        { "film marble -o x --size=320x240", JOB_FILM },
        { "--headless marble --seed 18446744073709551615 --ticks 9 --hash --record x",
          JOB_HEADLESS },
        { "marble --headless --replay x", JOB_HEADLESS },
        { "--scenes", JOB_SCENES },
        { "--version", JOB_VERSION },
        { "--check-display", JOB_CHECK_DISPLAY },
        { "--help", JOB_HELP },
        { "shot --help", JOB_HELP },
        { "-h shot", JOB_HELP },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        command c;
        options o;
        char problem[OPTIONS_PROBLEM_SIZE];
        if (!read_line(&o, cases[i].line, &c, problem)) fail_msg("%s: %s", cases[i].line, problem);
        assert_int_equal(o.job, cases[i].job);
    }
}

static void bad_lines_are_told_why(void **state)
{
    (void)state;
    static const struct {
        const char *line, *expected;
    } cases[] = {
        { "marbel", "did you mean \"marble\"?\nScenes: marble" },
        { "xyzzyxyzzy", "unknown scene \"xyzzyxyzzy\"\nScenes: marble" },
        { "shto marble", "did you mean \"shot\"" },
        { "marble marble", "one word too many" },
        { "marble shot", "one word too many" },
        { "marble --sed 3", "did you mean \"--seed\"" },
        { "marble --wieght=3", "did you mean \"--weight\"" },
        { "marble --wieght=3", "of the scene marble: --weight" },
        { "marble --flabbergast", "Known options: --seed" },
        { "--weight=3", "unknown option \"--weight\"" },
        { "marble -x", "unknown option \"-x\"" },
        { "marble --", "unknown option \"--\"" },
        { "marble --seed", "--seed needs a value" },
        { "marble --seed -1", "not \"-1\"" },
        { "marble --seed 18446744073709551616", "--seed needs a whole number" },
        { "marble --seed 0x", "--seed needs" },
        { "marble --seed 1.5", "--seed needs" },
        { "marble --seed=", "--seed needs" },
        { "marble --weight 3", "--weight=3" },
        { "--sed 3 marble", "did you mean \"--seed\"" },
        { "marble --hash=1", "--hash takes no value" },
        { "marble --ticks 0", "--ticks needs a whole number from 1" },
        { "marble --ticks many", "not \"many\"" },
        { "marble --threads 65", "to 64" },
        { "marble --size 319x240", "320x240 to 7680x4320" },
        { "marble --size 7681x4320", "320x240 to 7680x4320" },
        { "marble --size 1280", "not \"1280\"" },
        { "marble --size 1280x", "not \"1280x\"" },
        { "marble --size x720", "not \"x720\"" },
        { "marble --size 1280x720x2", "WIDTHxHEIGHT" },
        { "marble --size -1280x720", "WIDTHxHEIGHT" },
        { "marble --size 99999999999999999999x720", "WIDTHxHEIGHT" },
        { "film marble -o x --seconds 0", "--seconds needs seconds above 0" },
        { "film marble -o x --seconds nan", "--seconds needs" },
        { "film marble -o x --seconds 1e9", "--seconds needs" },
        { "film marble -o x --seconds 10s", "not \"10s\"" },
        { "film marble -o x --fps 241", "--fps needs" },
        { "film marble", "quincunx film marble -o FILE.mp4" },
        { "shot marble", "quincunx shot marble -o FILE.png" },
        { "shot -o x", "which scene?\nScenes: marble" },
        { "--headless", "which scene?" },
        { "shot marble -o x --headless", "does not go together" },
        { "shot marble -o x --seconds 3", "--seconds belongs to film" },
        { "shot marble -o x --record y", "--record belongs to" },
        { "marble -o x", "-o belongs to shot and film" },
        { "marble --record=", "--record needs a path" },
        { "--replay x --seed 3", "--seed does not go with --replay" },
        { "marble --replay x --weight=3", "--weight=3 does not go with --replay" },
        { "--replay x --record y", "--record does not go with --replay" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        command c;
        options o;
        char problem[OPTIONS_PROBLEM_SIZE];
        if (read_line(&o, cases[i].line, &c, problem)) fail_msg("\"%s\" was taken", cases[i].line);
        if (!strstr(problem, cases[i].expected))
            fail_msg("\"%s\": \"%s\" instead of \"%s\"", cases[i].line, problem, cases[i].expected);
    }
}

static void long_words_and_many_do_no_harm(void **state)
{
    (void)state;
    static char name[] = "quincunx", scene_word[] = "marble", weight[] = "--weight=1";
    char huge[5000] = "--weight=";
    char *words[OPTIONS_SCENE_WORDS + 3] = { name, huge };
    char problem[OPTIONS_PROBLEM_SIZE];
    options o;
    memset(huge + 9, '1', sizeof huge - 10);
    huge[sizeof huge - 1] = '\0';
    assert_false(options_read(&o, 2, words, problem));
    huge[1] = 'x'; // not an option's name, but a value's beginning
    words[1] = huge + 2;
    assert_false(options_read(&o, 2, words, problem));
    words[1] = scene_word;
    for (int i = 2; i < OPTIONS_SCENE_WORDS + 3; i++) words[i] = weight;
    assert_true(options_read(&o, OPTIONS_SCENE_WORDS + 2, words, problem));
    assert_false(options_read(&o, OPTIONS_SCENE_WORDS + 3, words, problem));
}

static void spelling_is_measured_in_letters(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        uint32_t distance;
    } cases[] = { { "", "", 0 },        { "grid", "grid", 0 },  { "gird", "grid", 1 },
                  { "grd", "grid", 1 }, { "grids", "grid", 1 }, { "grit", "grid", 1 },
                  { "", "grid", 4 },    { "maze", "grid", 4 } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(nearest_distance(cases[i].a, cases[i].b), cases[i].distance);
        assert_int_equal(nearest_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

static void the_nearest_word_is_kept_and_far_ones_are_not(void **state)
{
    (void)state;
    nearest best = { 0 };
    nearest_offer(&best, "--sed", "--headless");
    assert_null(best.word);
    nearest_offer(&best, "--sed", "--size");
    nearest_offer(&best, "--sed", "--seed");
    nearest_offer(&best, "--sed", "--hud");
    assert_string_equal(best.word, "--seed");
}

// Every option stands in the manual, whatever is added to the table.
static void the_manual_names_every_option(void **state)
{
    (void)state;
    char manual[16384], problem[OPTIONS_PROBLEM_SIZE];
    command c;
    options o;
    FILE *file = tmpfile();
    assert_non_null(file);
    options_print_manual(file);
    rewind(file);
    const size_t size = fread(manual, 1, sizeof manual - 1, file);
    manual[size] = '\0';
    fclose(file);
    assert_false(read_line(&o, "marble --unheard-of", &c, problem));
    char *known = strstr(problem, "Known options:");
    assert_non_null(known);
    uint32_t count = 0;
    for (char *word = strtok(known + strlen("Known options:"), " \n"); word;
         word = strtok(NULL, " \n")) {
        if (word[0] != '-') break;
        if (!strstr(manual, word)) fail_msg("%s is not in the manual", word);
        count++;
    }
    assert_true(count > 20);
    assert_non_null(strstr(manual, "marble"));
    assert_non_null(strstr(manual, "--weight=N"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_the_menu),
        cmocka_unit_test(everything_at_once),
        cmocka_unit_test(good_lines_are_taken),
        cmocka_unit_test(bad_lines_are_told_why),
        cmocka_unit_test(long_words_and_many_do_no_harm),
        cmocka_unit_test(spelling_is_measured_in_letters),
        cmocka_unit_test(the_nearest_word_is_kept_and_far_ones_are_not),
        cmocka_unit_test(the_manual_names_every_option),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
