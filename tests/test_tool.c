// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // access, WEXITSTATUS
#include "tool_drive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <quincunx/png.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void manuals_are_printed(void **state)
{
    (void)state;
    static const char *const asked[][2] = {
        { "--help", "qx SUBCOMMAND" },
        { "-h", "grid" },
        { "grid --help", "--push PUSH" },
        { "grid -h", "Examples:" },
        { "grid --nonsense --help", "--frames N" },
        { "--version", "qx 0." },
    };
    for (size_t i = 0; i < COUNT(asked); i++) {
        assert_int_equal(tool_run(asked[i][0]), 0);
        assert_true(tool_contains("../out", asked[i][1]));
        char *complaints = tool_text("../err", NULL);
        assert_string_equal(complaints, "");
        free(complaints);
    }
}

static const char *const bad_command_lines[][2] = {
    { "", "which subcommand" },
    { "gird", "\"gird\"" },
    { "--nope", "\"--nope\"" },
    { "grid", "-o FILE" },
    { "grid -o", "-o lacks its FILE" },
    { "grid -o ''", "-o" },
    { "grid net.svg", "\"net.svg\"" },
    { "grid --nope -o a.svg", "\"--nope\"" },
    { "grid --quiet=1 -o a.svg", "\"--quiet=1\"" },
    { "grid -o=a.svg", "\"-o=a.svg\"" }, // only long options take "="
    { "grid -o a.gif", ".svg, .png and .json" },
    { "grid -o a", "--format" },
    { "grid --format gif -o a.svg", "svg, png or json" },
    { "grid --size 100 -o a.svg", "WxH" },
    { "grid --size 100x -o a.svg", "WxH" },
    { "grid --size x100 -o a.svg", "WxH" },
    { "grid --size 0x100 -o a.svg", "WxH" },
    { "grid --size -5x100 -o a.svg", "WxH" },
    { "grid --size nanx100 -o a.svg", "WxH" },
    { "grid --size 1e7x100 -o a.svg", "WxH" },
    { "grid --size 100x100x100 -o a.svg", "WxH" },
    { "grid --points 3 -o a.svg", "from 4 to 16777216" },
    { "grid --points 16777217 -o a.svg", "from 4 to 16777216" },
    { "grid --points 99999999999999999999999 -o a.svg", "from 4 to" },
    { "grid --points -5 -o a.svg", "whole number" },
    { "grid --points 1e3 -o a.svg", "whole number" },
    { "grid --points ' 50' -o a.svg", "whole number" },
    { "grid --points '' -o a.svg", "whole number" },
    { "grid --points", "--points lacks its N" },
    { "grid --columns 5 -o a.svg", "go together" },
    { "grid --rows 5 -o a.svg", "go together" },
    { "grid --columns 5 --rows 5 --points 25 -o a.svg", "either" },
    { "grid --columns 1 --rows 5 -o a.svg", "from 2" },
    { "grid --columns 100000 --rows 100000 -o a.svg", "16777216" },
    { "grid --size 1x1 --points 16000000 -o a.svg", "fewer points" },
    { "grid --material soft -o a.svg", "world or classic" },
    { "grid --border loose -o a.svg", "fixed or anchored" },
    { "grid --tick -1 -o a.svg", "whole number" },
    { "grid --frames 0 -o a.svg", "from 1" },
    { "grid --frames 3 -o -", "standard output" },
    { "grid --seed x -o a.svg", "whole number" },
    { "grid --seed 99999999999999999999999 -o a.svg", "whole number" },
    { "grid --random 5000 -o a.svg", "from 0 to 4096" },
    { "grid --colour red -o a.svg", "RRGGBB" },
    { "grid --colour 12345 -o a.svg", "RRGGBB" },
    { "grid --background +12345 -o a.svg", "RRGGBB" },
    { "grid --line-width 0 -o a.svg", "a number from 0.01" },
    { "grid --line-width inf -o a.svg", "a number" },
    { "grid --scale 100 -o a.png", "too large" },
    { "grid --size 1x1 --scale 1e-9 -o a.png", "a number" },
    { "grid --push explode -o a.svg", "KIND,X,Y" },
    { "grid --push explode,1,2,3 -o a.svg", "KIND,X,Y" },
    { "grid --push explode,1,2,3,4,5 -o a.svg", "KIND,X,Y" },
    { "grid --push explode,1,2,3,4,5,6 -o a.svg", "KIND,X,Y" },
    { "grid --push line,1,2,3,4 -o a.svg", "KIND,X,Y" },
    { "grid --push wave,1,2,3,4,5 -o a.svg", "KIND,X,Y" },
    { "grid --push wave,1,2,3,4,5,6,7 -o a.svg", "KIND,X,Y" },
    { "grid --push explode,a,2,3,4 -o a.svg", "KIND,X,Y" },
    { "grid --push explode,1,2,-3,4 -o a.svg", "KIND,X,Y" },
    { "grid --push explode,nan,2,3,4 -o a.svg", "KIND,X,Y" },
    { "grid --push explode,1,2,3,1e9 -o a.svg", "KIND,X,Y" },
    { "grid --push boom,1,2,3,4 -o a.svg", "KIND,X,Y" },
    { "grid --push explode,1,2,3,4, -o a.svg", "KIND,X,Y" },
    { "grid --push explode,,,, -o a.svg", "KIND,X,Y" },
    { "grid --push '' -o a.svg", "KIND,X,Y" },
};

static void bad_command_lines_are_explained(void **state)
{
    (void)state;
    tool_assert_refused(bad_command_lines, COUNT(bad_command_lines));
}

static void good_command_lines_write_one_file(void **state)
{
    (void)state;
    static const char *const good[][3] = {
        { "grid -o a.svg", "a.svg", "</svg>" },
        { "grid -o a.json", "a.json", "\"positions\"" },
        { "grid --size 64x48 -o a.png", "a.png", "PNG" },
        { "grid --format json -o plain", "plain", "\"columns\"" },
        { "grid --format=svg -o a.txt", "a.txt", "</svg>" },
        { "grid --columns 7 --rows 5 -o a.json", "a.json", "\"columns\": 7,\n\"rows\": 5" },
        { "grid --points 100 --size 200x100 -o a.json", "a.json", "\"width\": 200" },
        { "grid --tick 0 --push explode,640,360,200,20 -o a.json", "a.json", "\"tick\": 0" },
        { "grid --material classic --border anchored --tick 5 -o a.svg", "a.svg", "tick 5" },
        { "grid --seed 0xFF --random 3 -o a.svg", "a.svg", "<path" },
        { "grid --background none -o a.svg", "a.svg", "<svg" },
        { "grid --push line,0,0,50,5,100,100 --push wave,50,50,20,5 --push wave,5,5,9,-2,9,9 "
          "--push directed,5,5,50,3,-7,0 --push ring,300,300,99,7 --push vortex,1,1,80,-3 "
          "--push implode,640,360,0,5 -o a.svg",
          "a.svg", "</svg>" },
        { "grid --size 12.5x7.25 --points 50 -o a.svg", "a.svg", "width=\"12.5\" height=\"7.25\"" },
        { "grid --size 1e6x1e6 --points 9 --push explode,1e6,1e6,1e6,1e6 -o a.svg", "a.svg",
          "</svg>" },
    };
    for (size_t i = 0; i < COUNT(good); i++) {
        tool_run_well(good[i][0]);
        char *bytes = tool_text(good[i][1], NULL);
        if (strcmp(good[i][2], "PNG") == 0)
            assert_memory_equal(bytes + 1, "PNG", 3);
        else if (!strstr(bytes, good[i][2]))
            fail_msg("qx %s: no %s", good[i][0], good[i][2]);
        free(bytes);
        assert_true(tool_contains("../err", good[i][1])); // says what it did
        char *words = tool_text("../out", NULL);
        assert_string_equal(words, "");
        free(words);
        assert_int_equal(tool_count_entries(), 1);
        assert_int_equal(unlink(good[i][1]), 0);
    }
}

static void standard_output_takes_the_same_bytes(void **state)
{
    (void)state;
    static const char *const formats[] = { "svg", "png", "json" };
    for (size_t i = 0; i < COUNT(formats); i++) {
        char arguments[100];
        snprintf(arguments, sizeof arguments, "grid --size 160x90 --seed 3 --format %s -o -",
                 formats[i]);
        assert_int_equal(tool_run(arguments), 0);
        assert_int_equal(rename("../out", "first"), 0);
        snprintf(arguments, sizeof arguments, "grid --size 160x90 --seed 3 -o a.%s --quiet",
                 formats[i]);
        assert_int_equal(tool_run(arguments), 0);
        char *words = tool_text("../err", NULL);
        assert_string_equal(words, ""); // --quiet
        free(words);
        snprintf(arguments, sizeof arguments, "a.%s", formats[i]);
        tool_assert_same("first", arguments, true);
    }
}

static void frames_are_numbered(void **state)
{
    (void)state;
    assert_int_equal(tool_run("grid --push explode,640,360,200,20 --tick 3 --frames 4 -o net.json"),
                     0);
    assert_int_equal(tool_count_entries(), 4);
    assert_true(tool_contains("net-0001.json", "\"tick\": 3,"));
    assert_true(tool_contains("net-0004.json", "\"tick\": 6,"));
    assert_int_equal(tool_run("grid --push explode,640,360,200,20 --tick 6 -o one.json"), 0);
    tool_assert_same("net-0004.json", "one.json", true); // a frame is what its tick alone gives
    assert_int_equal(system("mkdir a.b"), 0);
    assert_int_equal(tool_run("grid --format json --frames 1 -o a.b/net"), 0);
    assert_int_equal(access("a.b/net-0001", F_OK), 0);
}

static void seeds_decide(void **state)
{
    (void)state;
    assert_int_equal(tool_run("grid --seed 1 -o a.json"), 0);
    assert_int_equal(tool_run("grid --seed 1 -o b.json"), 0);
    assert_int_equal(tool_run("grid --seed 2 -o c.json"), 0);
    tool_assert_same("a.json", "b.json", true);
    tool_assert_same("a.json", "c.json", false);
}

static void outputs_that_cannot_be_written_leave_nothing(void **state)
{
    (void)state;
    assert_int_equal(system("mkdir taken.svg && echo old >old.svg"), 0);
    static const char *const bad[][2] = {
        { "grid -o missing/a.svg", "missing/a.svg: " },
        { "grid -o old.svg/a.svg", "old.svg/a.svg: " },
        { "grid -o taken.svg", "taken.svg: " },
        { "grid --format png -o /dev/full", "/dev/full: " },
        { "grid --format json -o /dev/full", "/dev/full: " },
        { "grid --format svg -o /dev/full", "No space" },
        { "grid --frames 5 -o missing/a.svg", "missing/a-0001.svg: " },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        tool_assert_fails(bad[i][0], 1, bad[i][1]);
        assert_int_equal(tool_count_entries(), 2);
    }
    assert_true(tool_contains("old.svg", "old"));
    assert_int_equal(WEXITSTATUS(system("'" QX_PROGRAM "' --help >/dev/full 2>../err")), 1);
    assert_int_equal(WEXITSTATUS(system("'" QX_PROGRAM "' grid -o - >/dev/full 2>../err")), 1);
    assert_true(tool_contains("../err", "standard output"));
}

// A picture is checked for what it shows, not for exact pixels.
static void pictures_show_the_net(void **state)
{
    (void)state;
    assert_int_equal(
        tool_run(
            "grid --size 320x240 --points 300 --push explode,160,120,80,10 --tick 10 -o a.png"),
        0);
    qx_image image;
    assert_int_equal(qx_png_load_file("a.png", 3, NULL, &image, NULL), QX_OK);
    assert_int_equal(image.width, 320);
    assert_int_equal(image.height, 240);
    size_t lit = 0, white = 0, at_border[4] = { 0 };
    for (uint32_t y = 0; y < 240; y++) {
        for (uint32_t x = 0; x < 320; x++) {
            const uint8_t *pixel = image.pixels + 3 * (y * 320 + x);
            const bool bright = pixel[2] > 80;
            lit += bright;
            white += pixel[0] > 250 && pixel[1] > 250 && pixel[2] > 250;
            at_border[0] += bright && x == 0;
            at_border[1] += bright && x == 319;
            at_border[2] += bright && y == 0;
            at_border[3] += bright && y == 239;
        }
    }
    assert_true(lit > 320 * 240 / 10 && lit < 320 * 240 * 9 / 10);
    assert_int_equal(white, 0);
    for (int i = 0; i < 4; i++) assert_true(at_border[i] > 200);
    free(image.pixels);
}

static void pictures_scale(void **state)
{
    (void)state;
    assert_int_equal(tool_run("grid --size 100x50.5 --scale 2.5 -o a.png"), 0);
    qx_image image;
    assert_int_equal(qx_png_load_file("a.png", 3, NULL, &image, NULL), QX_OK);
    assert_int_equal(image.width, 250);
    assert_int_equal(image.height, 127);
    free(image.pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(manuals_are_printed),
        IN_FOLDER(bad_command_lines_are_explained),
        IN_FOLDER(good_command_lines_write_one_file),
        IN_FOLDER(standard_output_takes_the_same_bytes),
        IN_FOLDER(frames_are_numbered),
        IN_FOLDER(seeds_decide),
        IN_FOLDER(outputs_that_cannot_be_written_leave_nothing),
        IN_FOLDER(pictures_show_the_net),
        IN_FOLDER(pictures_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
