// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // access
#include "tool_drive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cjson/cJSON.h>
#include <cmocka.h>
#include <math.h>
#include <quincunx/png.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENDS "bolt --from 40,40 --to 600,300 "

// --- the command line

static void the_manual_is_printed(void **state)
{
    (void)state;
    assert_int_equal(tool_run("bolt --help"), 0);
    static const char *const parts[] = { "--from X,Y[,Z]", "--growth NAME", "Examples:", "storm" };
    for (size_t i = 0; i < COUNT(parts); i++) assert_true(tool_contains("../out", parts[i]));
    tool_assert_lines_fit("../out", 90);
    assert_int_equal(tool_run("--help"), 0);
    assert_true(tool_contains("../out", "bolt"));
}

static const char *const bad_command_lines[][2] = {
    { "bolt", "-o FILE" },
    { "bolt -o a.svg", "--from X,Y and --to X,Y are missing" },
    { "bolt --from 1,2 -o a.svg", "are missing" },
    { "bolt --to 1,2 -o a.svg", "are missing" },
    { "bolt --path 1,2 -o a.svg", "at least two" },
    { "bolt --from 1 --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from 1,2,3,4 --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from nan,0 --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from 0,inf --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from 0,1 --to 2,-nan -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from 0,1e8 --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from 0,1e999 --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from 0, --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from ,0 --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from '' --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from '1, 2' --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { "bolt --from '1;2' --to 2,3 -o a.svg", "X,Y or X,Y,Z" },
    { ENDS "-o a", "--format" },
    { ENDS "-o a.gif", ".svg, .png, .json, .obj and .glb" },
    { ENDS "--format gltf -o a.svg", "svg, png, json, obj or glb" },
    { ENDS "-o ''", "-o" },
    { ENDS "--nope -o a.svg", "\"--nope\"" },
    { ENDS "--in-turn -o a.svg", "--life" },
    { ENDS "--cap 0 -o a.svg", "from 1 to 4194304" },
    { ENDS "--cap 4194305 -o a.svg", "from 1 to 4194304" },
    { ENDS "--cap -1 -o a.svg", "from 1 to 4194304" },
    { ENDS "--cap 99999999999999999999999 -o a.svg", "from 1 to 4194304" },
    { ENDS "--cap 100 -o a.svg", "trunk alone has 128 segments" },
    { ENDS "--generations 0 -o a.svg", "from 1 to 16" },
    { ENDS "--generations 17 -o a.svg", "from 1 to 16" },
    { ENDS "--generations 16 --cap 4096 -o a.svg", "trunk alone has 65536 segments" },
    { ENDS "--width -1 -o a.svg", "--width" },
    { ENDS "--width 0 -o a.svg", "--width" },
    { ENDS "--width nan -o a.svg", "--width" },
    { ENDS "--width 1e30 -o a.svg", "--width" },
    { ENDS "--power 0 -o a.svg", "--power" },
    { ENDS "--branches 1.5 -o a.svg", "from 0 to 1" },
    { ENDS "--branches -0.1 -o a.svg", "from 0 to 1" },
    { ENDS "--branch-angle 91 -o a.svg", "to 90" },
    { ENDS "--depth 16 -o a.svg", "from 1 to 15" },
    { ENDS "--taper 2 -o a.svg", "from 0 to 1" },
    { ENDS "--roughness 0 -o a.svg", "--roughness" },
    { ENDS "--straightness abc -o a.svg", "--straightness" },
    { ENDS "--seed x -o a.svg", "whole number" },
    { ENDS "--seed 18446744073709551616 -o a.svg", "whole number" },
    { ENDS "--growth tree -o a.svg", "midpoint, offsets or breakdown" },
    { ENDS "--ramp pink -o a.svg", "storm, plasma, ember, acid or gold" },
    { ENDS "--form add -o a.png", "max or sum" },
    { ENDS "--mesh cube -o a.obj", "ribbon, tube or lines" },
    { ENDS "--target 1,2 -o a.svg", "breakdown" },
    { ENDS "--ball 1,2,3 -o a.svg", "breakdown" },
    { ENDS "--growth breakdown --ball 1,2 -o a.svg", "X,Y,R" },
    { ENDS "--growth breakdown --ball 1,2,0 -o a.svg", "R above 0" },
    { ENDS "--growth breakdown --ball 1,2,-5 -o a.svg", "R above 0" },
    { ENDS "--growth breakdown --box 1,2,3 -o a.svg", "X,Y,W,H" },
    { ENDS "--growth breakdown --box 1,2,3,0 -o a.svg", "above 0" },
    { ENDS "--growth breakdown --box 1,2,3,4,5 -o a.svg", "X,Y,W,H" },
    { ENDS "--growth breakdown --ball 600,300,20 -o a.svg", "inside an obstacle" },
    { ENDS "--growth breakdown --box 40,40,9,9 -o a.svg", "inside an obstacle" },
    { ENDS "--growth breakdown --target 9,9 --ball 9,9,4 -o a.svg", "inside an obstacle" },
    { ENDS "--growth breakdown --path 1,2 -o a.svg", "not in chains" },
    { "bolt --growth breakdown --circle 1,2,3 -o a.svg", "not in chains" },
    { ENDS "--circle 1,2,3 -o a.svg", "take no --from" },
    { "bolt --circle 1,2 -o a.svg", "X,Y,R" },
    { "bolt --circle 1,2,0 -o a.svg", "R above 0" },
    { "bolt --rectangle 1,2,3 -o a.svg", "X,Y,W,H" },
    { "bolt --rectangle 1,2,3,-4 -o a.svg", "above 0" },
    { "bolt --circle 0,0,5 --steps 65537 -o a.svg", "from 1 to 65536" },
    { "bolt --path 0,0 --path 1,nan -o a.svg", "X,Y or X,Y,Z" },
    { ENDS "--time 1e10 -o a.svg", "--time" },
    { ENDS "--time 1e9 --frames 100 -o a.svg", "time ends" },
    { ENDS "--frames 0 -o a.svg", "from 1" },
    { ENDS "--frames 3 --format svg -o -", "standard output" },
    { ENDS "--fps 0 -o a.svg", "--fps" },
    { ENDS "--life 1,2 -o a.svg", "BIRTH,STEADY,VANISH" },
    { ENDS "--life 0,0,0 -o a.svg", "not all 0" },
    { ENDS "--life 1,-1,2 -o a.svg", "BIRTH,STEADY,VANISH" },
    { ENDS "--storm 0 -o a.svg", "--storm" },
    { ENDS "--storm 1 -o a.glb", "SVG or PNG" },
    { ENDS "--storm 1 -o a.json", "SVG or PNG" },
    { ENDS "--storm 1 --life 1,1,1 -o a.svg", "either" },
    { ENDS "--storm 1 --flashes 9 -o a.svg", "from 1 to 8" },
    { ENDS "--flashes 2 -o a.svg", "need a --storm" },
    { ENDS "--jitter 1 -o a.svg", "need a --storm" },
    { ENDS "--size 100 -o a.png", "WxH" },
    { ENDS "--size 100x0 -o a.png", "WxH" },
    { ENDS "--size 20000x20000 -o a.png", "too large" },
    { ENDS "--scale 1000 -o a.png", "too large" },
    { ENDS "--scale 100000 -o a.svg", "too large" },
    { ENDS "--size 100x100 --scale 2 -o a.png", "either --size or --scale" },
    { ENDS "--view 1,2,3 -o a.png", "X,Y,W,H" },
    { ENDS "--view 1,2,3,0 -o a.png", "X,Y,W,H" },
    { ENDS "--background blue -o a.png", "RRGGBB" },
    { ENDS "--halo 0 -o a.png", "--halo" },
    { ENDS "--layers 65 -o a.svg", "from 1 to 64" },
    { ENDS "--metres 0 -o a.glb", "--metres" },
    { ENDS "--margin -1 -o a.svg", "--margin" },
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
        { ENDS "-o a.svg", "a.svg", "</svg>" },
        { ENDS "-o a.png", "a.png", "" },
        { ENDS "-o a.json", "a.json", "\"segments\"" },
        { ENDS "-o a.obj", "a.obj", "o bolt" },
        { ENDS "-o a.glb", "a.glb", "glTF" },
        { ENDS "--format json -o plain", "plain", "\"growth\": \"midpoint\"" },
        { ENDS "--format=obj -o a.txt", "a.txt", "\nf " },
        { ENDS "--growth offsets --straightness 0.5 --roughness 0.4 -o a.json", "a.json",
          "\"growth\": \"offsets\"" },
        { ENDS "--growth breakdown --target 600,40 --ball 320,170,60 --box 500,100,40,40 --eta 6 "
               "--cell 12 --particles 2000 -o a.json",
          "a.json", "\"growth\": \"breakdown\"" },
        { ENDS "--solid --branches 0 --taper 0 --sway 0 --crackle 0 --rate 3 -o a.json", "a.json",
          "\"solid\": true,\n\"seed\": \"1\"" },
        { ENDS "--seed 0xFFFFFFFFFFFFFFFF -o a.json", "a.json",
          "\"seed\": \"18446744073709551615\"" },
        { ENDS "--branches 0 --generations 4 -o a.json", "a.json", "\"strands\": 1," },
        { ENDS "--generations 5 --depth 1 --branch-angle 60 --branch-scale 0.9 --trunk-share 0.3 "
               "--power 2 --width 7 -o a.json",
          "a.json", "\"width\": 7" },
        { "bolt --path 0,0 --path 100,50 --path 150,0,20 --spline --steps 3 -o a.json", "a.json",
          "\"links\": 6," },
        { "bolt --path 0,0 --path 100,50 --path 150,0 --closed -o a.json", "a.json",
          "\"links\": 3," },
        { "bolt --from 0,0 --path 100,50 --to 150,0 -o a.json", "a.json", "\"links\": 2," },
        { "bolt --circle 0,0,50 --steps 5 -o a.json", "a.json", "\"links\": 5," },
        { "bolt --rectangle 0,0,9,50,20 -o a.json", "a.json", "\"links\": 8," },
        { "bolt --from 7,7 --to 7,7 -o a.svg", "a.svg", "</svg>" },
        { "bolt --from 7,7 --to 7,7 -o a.png", "a.png", "" },
        { "bolt --from 7,7 --to 7,7 -o a.json", "a.json", "[7,7,0]" },
        { "bolt --from 7,7 --to 7,7 -o a.obj", "a.obj", "o bolt" },
        { "bolt --from 7,7 --to 7,7 --mesh tube -o a.glb", "a.glb", "glTF" },
        { "bolt --from 7,7 --to 7,7 --margin 0 -o a.png", "a.png", "" },
        { "bolt --from -1e7,-1e7 --to 1e7,1e7 --size 300x200 -o a.png", "a.png", "" },
        { "bolt --from 0,0 --to 1e-6,0 -o a.svg", "a.svg", "</svg>" },
        { "bolt --from -5,0.5,2 --to -7,1e1,3 -o a.json", "a.json", "\"from\":[-5,0.5,2]" },
        { ENDS "--background none --layers 1 -o a.svg", "a.svg", "<svg" },
        { ENDS "--background none --form sum --exposure 2 --halo 40 -o a.png", "a.png", "" },
        { ENDS "--view 0,0,100,100 --scale 2 -o a.svg", "a.svg", "width=\"200\" height=\"200\"" },
        { ENDS "--view 40,40,0.01,0.01 --scale 50000 -o a.png", "a.png", "" }, // ends far outside
        { ENDS "--view 40,40,1,1 --scale 100000 -o a.svg", "a.svg", "</svg>" },
        { ENDS "--view 1e6,1e6,9,9 -o a.png", "a.png", "" },
        { ENDS "--solid --emission 8 --metres 0.01 -o a.glb", "a.glb",
          "KHR_materials_emissive_strength" },
        { ENDS "--mesh lines -o a.obj", "a.obj", "\nl 1 2" },
        { ENDS "--mesh lines -o a.glb", "a.glb", "\"mode\":1" },
        { ENDS "--time 1 --storm 0.2 --jitter 0.5 --flashes 3 -o a.svg", "a.svg", "<path" },
        { ENDS "--time -3 --storm 0.2 -o a.png", "a.png", "" },
        { ENDS "--time -3.25 --life 0.1,0.2,0.3 -o a.svg", "a.svg", "</svg>" }, // not there yet
    };
    for (size_t i = 0; i < COUNT(good); i++) {
        tool_run_well(good[i][0]);
        char *bytes = tool_text(good[i][1], NULL);
        char *part = bytes; // a glb's JSON begins behind zeros
        if (memcmp(bytes, "glTF", 4) == 0 && strcmp(good[i][2], "glTF") != 0) part = bytes + 20;
        if (good[i][2][0] == '\0')
            assert_memory_equal(bytes + 1, "PNG", 3);
        else if (!strstr(part, good[i][2]))
            fail_msg("qx %s: no %s", good[i][0], good[i][2]);
        free(bytes);
        assert_true(tool_contains("../err", "segments in "));
        assert_true(tool_contains("../err", good[i][1])); // says what it did
        assert_int_equal(tool_count_entries(), 1);
        assert_int_equal(unlink(good[i][1]), 0);
    }
}

static void what_was_done_is_said(void **state)
{
    (void)state;
    tool_run_well(ENDS "--cap 140 --branches 1 -o a.svg");
    assert_true(tool_contains("../err", "more left out by the cap"));
    tool_run_well("bolt --growth breakdown --from 0,0 --to 200,0 --target 200,100 -o a.svg");
    assert_true(tool_contains("../err", "2 of 2 targets reached"));
    tool_run_well("bolt --circle 0,0,90 --size 300x200 -o a.png");
    assert_true(tool_contains("../err", "8 links"));
    assert_true(tool_contains("../err", "300x200: a.png"));
    tool_run_well(ENDS "--quiet -o a.svg");
    size_t size;
    free(tool_text("../err", &size));
    assert_int_equal(size, 0);
}

static void standard_output_takes_the_same_bytes(void **state)
{
    (void)state;
    static const char *const formats[] = { "svg", "png", "json", "obj", "glb" };
    for (size_t i = 0; i < COUNT(formats); i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, ENDS "--seed 3 -o file --format %s", formats[i]);
        tool_run_well(arguments);
        snprintf(arguments, sizeof arguments, ENDS "--seed 3 -o - --format %s", formats[i]);
        tool_run_well(arguments);
        assert_true(tool_contains("../err", "standard output"));
        tool_assert_same("../out", "file", true);
    }
}

static void seeds_decide(void **state)
{
    (void)state;
    tool_run_well(ENDS "--seed 1 -o a.json");
    tool_run_well(ENDS "-o b.json");
    tool_run_well(ENDS "--seed 2 -o c.json");
    tool_assert_same("a.json", "b.json", true);
    tool_assert_same("a.json", "c.json", false);
}

// --- frames

static void frames_are_numbered(void **state)
{
    (void)state;
    tool_run_well(ENDS "--time 0.5 --fps 20 --frames 3 -o bolt.json");
    assert_int_equal(tool_count_entries(), 3);
    assert_true(tool_contains("../err", "3 files"));
    tool_run_well(ENDS "--time 0.6 -o one.json");
    tool_assert_same("bolt-0003.json", "one.json", true); // a frame is what its time alone gives
    tool_assert_same("bolt-0001.json", "bolt-0002.json", false);
}

static void pictures_of_one_film_are_of_one_size(void **state)
{
    (void)state;
    tool_run_well(ENDS "--sway 0.3 --fps 4 --frames 6 -o film.png");
    uint32_t width = 0, height = 0;
    for (int i = 1; i <= 6; i++) {
        char path[32];
        qx_image image;
        snprintf(path, sizeof path, "film-%04d.png", i);
        assert_int_equal(qx_png_load_file(path, 3, NULL, &image, NULL), QX_OK);
        if (i == 1) width = image.width, height = image.height;
        assert_int_equal(image.width, width);
        assert_int_equal(image.height, height);
        free(image.pixels);
    }
}

static void storms_bring_other_bolts(void **state)
{
    (void)state;
    tool_run_well(
        "bolt --from 0,0 --to 100,0 --generations 3 --view -9,-60,120,120 --storm 0.5 --fps 2 "
        "--crackle 0 --sway 0 --frames 4 -o storm.svg");
    tool_assert_same("storm-0001.svg", "storm-0002.svg", false);
    tool_assert_same("storm-0002.svg", "storm-0003.svg", false);
    tool_run_well(
        "bolt --from 0,0 --to 100,0 --generations 3 --view -9,-60,120,120 --storm 0.5 --fps 2 "
        "--crackle 0 --sway 0 --frames 4 -o again.svg");
    tool_assert_same("storm-0004.svg", "again-0004.svg", true);
}

static bool reaches_down(const char *options)
{
    char arguments[300];
    snprintf(arguments, sizeof arguments,
             "bolt --path 0,0 --path 100,0 --path 100,100 --straightness 1 --branches 0 --sway 0 "
             "--crackle 0 --life 1,1,0 --time 0.4 --mesh lines %s -o chain.obj",
             options);
    tool_run_well(arguments);
    return tool_contains("chain.obj", "\nv 100 -"); // OBJ's y is up
}

static void chains_strike_side_by_side_or_in_turn(void **state)
{
    (void)state;
    assert_true(reaches_down(""));
    assert_false(reaches_down("--in-turn"));
    assert_true(reaches_down("--in-turn --time 0.7"));
}

static void moments_without_a_mesh_have_no_file(void **state)
{
    (void)state;
    tool_run_well(ENDS "--life 0,0.2,0 --fps 10 --frames 6 -o bolt.obj");
    assert_int_equal(access("bolt-0001.obj", F_OK), 0);
    assert_int_equal(access("bolt-0006.obj", F_OK), -1);
    assert_int_equal(tool_run(ENDS "--time 9 --life 0.1,0.2,0.3 -o late.glb"), 1);
    assert_true(tool_contains("../err", "nothing is to be seen"));
    assert_int_equal(access("late.glb", F_OK), -1);
}

static void outputs_that_cannot_be_written_leave_nothing(void **state)
{
    (void)state;
    assert_int_equal(system("mkdir taken.svg bolt-0003.svg && echo old >old.svg"), 0);
    static const char *const bad[][2] = {
        { ENDS "-o missing/a.svg", "missing/a.svg: " },
        { ENDS "-o old.svg/a.glb", "old.svg/a.glb: " },
        { ENDS "-o taken.svg", "taken.svg: " },
        { ENDS "--format png -o /dev/full", "/dev/full: " },
        { ENDS "--format json -o /dev/full", "/dev/full: " },
        { ENDS "--format svg -o /dev/full", "No space" },
        { ENDS "--format obj -o /dev/full", "No space" },
        { ENDS "--format glb -o /dev/full", "No space" },
        { ENDS "--frames 5 -o missing/a.svg", "missing/a-0001.svg: " },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        tool_assert_fails(bad[i][0], 1, bad[i][1]);
        assert_int_equal(tool_count_entries(), 3);
    }
    assert_true(tool_contains("old.svg", "old"));
    // A folder has the third frame's name: two whole files stay, nothing else.
    assert_int_equal(tool_run(ENDS "--frames 5 -o bolt.svg"), 1);
    assert_true(tool_contains("../err", "bolt-0003.svg: "));
    assert_int_equal(tool_count_entries(), 5);
    assert_true(tool_contains("bolt-0001.svg", "</svg>"));
    assert_true(tool_contains("bolt-0002.svg", "</svg>"));
}

// --- what is in the files

static cJSON *load_json(const char *path)
{
    char *text = tool_text(path, NULL);
    cJSON *json = cJSON_Parse(text);
    free(text);
    if (!json) fail_msg("%s is no JSON", path);
    return json;
}

static double number(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsNumber(item)) fail_msg("no number %s", name);
    return item->valuedouble;
}

static double coordinate(const cJSON *segment, const char *end, int axis)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(segment, end), axis)->valuedouble;
}

enum { MOST_SEGMENTS = 5000 };

static void trees_hang_together(void **state)
{
    (void)state;
    static const char *const growths[] = { "--growth midpoint --branches 0.3",
                                           "--growth offsets --branches 0.3",
                                           "--growth breakdown --target 600,40", "--solid" };
    static const cJSON *segments[MOST_SEGMENTS];
    static double outflow[MOST_SEGMENTS];
    for (size_t g = 0; g < COUNT(growths); g++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, ENDS "--time 2.5 %s -o a.json", growths[g]);
        tool_run_well(arguments);
        cJSON *tree = load_json("a.json");
        const cJSON *list = cJSON_GetObjectItemCaseSensitive(tree, "segments"), *segment;
        int count = 0;
        cJSON_ArrayForEach(segment, list)
        {
            assert_true(count < MOST_SEGMENTS);
            outflow[count] = 0;
            segments[count++] = segment;
        }
        assert_true(count > 16);
        for (int i = 0; i < count; i++) {
            assert_true(number(segments[i], "width") > 0 && number(segments[i], "brightness") >= 0);
            if (cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(segments[i], "parent"))) {
                assert_true(coordinate(segments[i], "from", 0) == 40);
                assert_true(coordinate(segments[i], "from", 1) == 40);
                continue;
            }
            const int parent = (int)number(segments[i], "parent");
            assert_in_range(parent, 0, i - 1);
            outflow[parent] += number(segments[i], "power");
            for (int axis = 0; axis < 3; axis++)
                assert_true(coordinate(segments[i], "from", axis) ==
                            coordinate(segments[parent], "to", axis));
        }
        for (int i = 0; i < count; i++) {
            const double power = number(segments[i], "power");
            assert_true(outflow[i] == 0 || fabs(outflow[i] - power) < 1e-5 * power);
        }
        cJSON_Delete(tree);
    }
}

static void pictures_show_the_bolt(void **state)
{
    (void)state;
    tool_run_well("bolt --from 0,0 --to 300,0 --straightness 1 --branches 0 --sway 0 --crackle 0 "
                  "--width 4 --margin 30 -o a.png");
    qx_image image;
    assert_int_equal(qx_png_load_file("a.png", 3, NULL, &image, NULL), QX_OK);
    assert_int_equal(image.width, 360);
    assert_in_range(image.height, 60, 64);
    const uint8_t *middle = image.pixels + 3 * ((size_t)image.height / 2 * 360 + 180);
    assert_true(middle[2] > 200);
    const uint8_t *corner = image.pixels;
    assert_true(corner[0] < 10 && corner[1] < 10 && corner[2] < 24); // the near-black ground
    free(image.pixels);
}

// A line that crosses the picture from far away keeps its slope: a third.
static void views_may_be_tiny_parts_of_a_bolt(void **state)
{
    (void)state;
    tool_run_well(
        "bolt --from=-9000000,-3000000 --to 9000000,3000000 --straightness 1 --branches 0 "
        "--sway 0 --crackle 0 --generations 1 --width 0.1 --halo 1 --view=-50,-50,100,100 "
        "--size 400x400 --background 000000 -o a.png");
    qx_image image;
    assert_int_equal(qx_png_load_file("a.png", 3, NULL, &image, NULL), QX_OK);
    for (int x = 10; x < 390; x += 20) {
        const int y = (x + 400) / 3; // to a pixel
        int blue = 0;
        for (int k = y - 1; k <= y + 1; k++) blue += image.pixels[3 * (k * 400 + x) + 2];
        assert_true(blue > 200);
        assert_true(abs(x - y) < 12 || image.pixels[3 * (x * 400 + x) + 2] < 20);
    }
    free(image.pixels);
}

static void pictures_without_ground_are_transparent(void **state)
{
    (void)state;
    tool_run_well("bolt --from 0,0 --to 300,100 --background none -o a.png");
    qx_image image;
    assert_int_equal(qx_png_load_file("a.png", 4, NULL, &image, NULL), QX_OK);
    size_t clear = 0, opaque = 0;
    const size_t pixels = (size_t)image.width * image.height;
    for (size_t i = 0; i < pixels; i++) {
        clear += image.pixels[4 * i + 3] == 0;
        opaque += image.pixels[4 * i + 3] > 250;
    }
    assert_true(clear > pixels / 4 && opaque > 100);
    free(image.pixels);
}

typedef struct triangle_sum {
    double volume;
    size_t triangles;
} triangle_sum;

// Six times the volume of what the triangles enclose, by the divergence theorem.
static triangle_sum sum_of(const char *path)
{
    static float places[200000][3];
    size_t count = 0, size;
    triangle_sum sum = { 0 };
    char *text = tool_text(path, &size);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        unsigned a, b, c;
        float *p = places[count];
        if (sscanf(line, "v %f %f %f", &p[0], &p[1], &p[2]) == 3) count++;
        if (sscanf(line, "f %u %u %u", &a, &b, &c) != 3) continue;
        assert_true(a >= 1 && a <= count && b >= 1 && b <= count && c >= 1 && c <= count);
        const float *u = places[a - 1], *v = places[b - 1], *w = places[c - 1];
        sum.volume += (double)u[0] * ((double)v[1] * w[2] - (double)v[2] * w[1]) -
                      (double)u[1] * ((double)v[0] * w[2] - (double)v[2] * w[0]) +
                      (double)u[2] * ((double)v[0] * w[1] - (double)v[1] * w[0]);
        sum.triangles++;
    }
    free(text);
    return sum;
}

static void tubes_are_closed_and_face_outward(void **state)
{
    (void)state;
    tool_run_well("bolt --from 0,0,0 --to 0,0,100 --solid --straightness 1 --branches 0 --sway 0 "
                  "--crackle 0 --width 2 -o a.obj");
    const triangle_sum sum = sum_of("a.obj");
    const double hexagon = 1.5 * sqrt(3.0); // of radius 1
    assert_true(fabs(sum.volume / 6 - 100 * hexagon) < 1.0);
    assert_int_equal(sum.triangles, 128 * 12 + 8);
    tool_run_well("bolt --from 0,0,0 --to 9,-40,30 --solid --seed 5 -o b.obj");
    assert_true(sum_of("b.obj").volume > 0);
}

static void ribbons_lie_in_the_plane(void **state)
{
    (void)state;
    tool_run_well("bolt --from 0,0 --to 100,0 -o a.obj");
    assert_true(sum_of("a.obj").triangles > 256);
    assert_true(fabs(sum_of("a.obj").volume) < 1e-9);
}

static void drawings_lay_bright_strokes_over_dim_ones(void **state)
{
    (void)state;
    tool_run_well("bolt --from 0,0 --to 100,0 --layers 3 --width 4 --branches 0 -o a.svg");
    char *text = tool_text("a.svg", NULL);
    double last = INFINITY;
    int layers = 0;
    for (char *at = text; (at = strstr(at, "stroke-width=\"")); at++) {
        const double width = strtod(at + 14, NULL);
        assert_true(width <= last * 1.2); // steps of width within a layer aside
        layers += width < last / 1.5;
        last = width;
    }
    assert_int_equal(layers, 3);
    assert_null(strstr(text, "opacity"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_manual_is_printed),
        IN_FOLDER(bad_command_lines_are_explained),
        IN_FOLDER(good_command_lines_write_one_file),
        IN_FOLDER(what_was_done_is_said),
        IN_FOLDER(standard_output_takes_the_same_bytes),
        IN_FOLDER(seeds_decide),
        IN_FOLDER(frames_are_numbered),
        IN_FOLDER(pictures_of_one_film_are_of_one_size),
        IN_FOLDER(storms_bring_other_bolts),
        IN_FOLDER(chains_strike_side_by_side_or_in_turn),
        IN_FOLDER(moments_without_a_mesh_have_no_file),
        IN_FOLDER(outputs_that_cannot_be_written_leave_nothing),
        IN_FOLDER(trees_hang_together),
        IN_FOLDER(pictures_show_the_bolt),
        IN_FOLDER(views_may_be_tiny_parts_of_a_bolt),
        IN_FOLDER(pictures_without_ground_are_transparent),
        IN_FOLDER(tubes_are_closed_and_face_outward),
        IN_FOLDER(ribbons_lie_in_the_plane),
        IN_FOLDER(drawings_lay_bright_strokes_over_dim_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
