// SPDX-License-Identifier: MIT
// qx terrain: command lines, bad input, samples and pictures, what is said of a map.
#include "tool_drive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cjson/cJSON.h>
#include <cmocka.h>
#include <dirent.h>
#include <math.h>
#include <quincunx/file.h>
#include <quincunx/height.h>
#include <quincunx/png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- files; they lie beside the test's folder, which is for what is written

static void write_file(const char *path, const void *bytes, size_t size)
{
    assert_int_equal(qx_file_save(path, bytes, size, NULL), QX_OK);
}

static void write_text(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

// Mirrored or turned, it is another one.
static void write_small(void)
{
    write_text("../small.pgm", "P2 3 2 255  0 51 102  153 204 255");
}

static void write_floats(const char *path, const float *heights, size_t count)
{
    write_file(path, heights, count * sizeof *heights); // this test's machines are little-endian
}

static qx_height_map load(const char *path, const qx_height_options *options)
{
    qx_height_map map;
    qx_error error;
    if (qx_height_load_file(path, options, NULL, &map, &error) != QX_OK)
        fail_msg("%s: %s", path, error.message);
    return map;
}

static qx_image load_picture(const char *path, uint32_t channels)
{
    qx_image image;
    assert_int_equal(qx_png_load_file(path, channels, NULL, &image, NULL), QX_OK);
    return image;
}

// --- the command line

static void the_manuals_are_printed(void **state)
{
    (void)state;
    static const char *const manuals[][2] = {
        { "terrain --help", "--alpha-mask" },
        { "terrain info --help", "--json" },
        { "terrain make --help", "--tileable" },
        { "--help", "terrain" },
    };
    for (size_t i = 0; i < COUNT(manuals); i++) {
        assert_int_equal(tool_run(manuals[i][0]), 0);
        assert_true(tool_contains("../out", manuals[i][1]));
        tool_assert_lines_fit("../out", 97);
    }
    assert_int_equal(tool_run("terrain info --help"), 0);
    assert_false(tool_contains("../out", "--exaggerate"));
    assert_int_equal(tool_run("terrain make --help"), 0);
    assert_false(tool_contains("../out", "--raw"));
}

#define MAP "terrain a.png "

static const char *const bad_command_lines[][2] = {
    { "terrain", "FILE is missing" },
    { "terrain -o a.obj", "FILE is missing" },
    { "terrain '' -o a.obj", "FILE is missing" },
    { "terrain info", "FILE is missing" },
    { "terrain info --json", "FILE is missing" },
    { "terrain make", "-o FILE is missing" },
    { MAP, "-o FILE is missing" },
    { MAP "-o ''", "-o" },
    { MAP "-o a", "--format" },
    { MAP "-o a.gif", ".obj, .glb, .ply, .stl, .png, .pgm, .r16 and .r32" },
    { MAP "-o -", "--format" },
    { MAP "b.png -o a.obj", "\"b.png\"" },
    { MAP "--format gltf -o a", "obj, glb, ply" },
    { MAP "--nope -o a.obj", "\"--nope\"" },
    { MAP "--min nan -o a.obj", "-1e+09 to 1000000000" },
    { MAP "--max inf -o a.obj", "--max" },
    { MAP "--max 1e10 -o a.obj", "--max" },
    { MAP "--min 4 --max 4 -o a.obj", "the same" },
    { MAP "--min 16777216 --max 16777217 -o a.obj", "the same" }, // as floats
    { "terrain info a.png --min 4 --max 4", "the same" },
    { MAP "--size 100 -o a.obj", "WxH" },
    { MAP "--size 0x5 -o a.obj", "WxH" },
    { MAP "--size 5x-5 -o a.obj", "WxH" },
    { MAP "--size nanx5 -o a.obj", "WxH" },
    { MAP "--size 5x1e10 -o a.obj", "WxH" },
    { MAP "--diagonal left -o a.obj", "rt-lb, lt-rb or alternating" },
    { MAP "--turn 45 -o a.obj", "mirror-90" },
    { MAP "--encoding hsv -o a.obj", "terrain-rgb or terrarium" },
    { MAP "--raw 5 -o a.obj", "WxH or WxH:KIND" },
    { MAP "--raw 5x -o a.obj", "WxH or WxH:KIND" },
    { MAP "--raw x5 -o a.obj", "WxH or WxH:KIND" },
    { MAP "--raw 5x5: -o a.obj", "WxH or WxH:KIND" },
    { MAP "--raw 5x5:u8 -o a.obj", "WxH or WxH:KIND" },
    { MAP "--raw 5:u16lex5 -o a.obj", "WxH or WxH:KIND" },
    { MAP "--raw -5x5 -o a.obj", "WxH or WxH:KIND" },
    { MAP "--raw 5.5x5 -o a.obj", "WxH or WxH:KIND" },
    { MAP "--raw 5000000000x5 -o a.obj", "WxH or WxH:KIND" },
    { MAP "--no-data none -o a.obj", "--no-data" },
    { MAP "--error -1 -o a.obj", "from 0" },
    { MAP "--error nan -o a.obj", "from 0" },
    { MAP "--error 1 -o a.png", "--error is for meshes" },
    { MAP "--simplify tin -o a.obj", "needs an --error" },
    { MAP "--simplify qem --error 1 -o a.obj", "tin or rtin" },
    { MAP "--tile 0 -o a.obj", "from 1 to 1024" },
    { MAP "--tile 2.5 -o a.obj", "from 1 to 1024" },
    { MAP "--tile 2 -o a.stl", "--bed" },
    { MAP "--tile 2 -o a.png", "--tile is for OBJ, glb and PLY" },
    { MAP "--tile 2 --format obj -o -", "standard output" },
    { MAP "--bed 100x100 --format stl -o -", "standard output" },
    { MAP "--bed 100x100 -o a.obj", "for STL" },
    { MAP "--bed 0x100 -o a.stl", "--bed" },
    { MAP "--base 3 -o a.glb", "for STL" },
    { MAP "--base 0 -o a.stl", "from 0.01" },
    { MAP "--width 90 -o a.ply", "for STL" },
    { MAP "--scale 2 -o a.png", "for STL" },
    { MAP "--scale 2 --width 90 -o a.stl", "either --width or --scale" },
    { MAP "--exaggerate 0 -o a.stl", "--exaggerate" },
    { MAP "--exaggerate 2 -o a.r16", "not for samples" },
    { MAP "--exaggerate 2 -o a.png", "not for samples" },
    { MAP "--map normal -o a.obj", "--map is for PNG" },
    { MAP "--map colour -o a.png", "height, normal or hillshade" },
    { MAP "--sun 300,30 -o a.png", "--sun and --sky are for --map hillshade" },
    { MAP "--sky 1 -o a.png", "--sun and --sky are for --map hillshade" },
    { MAP "--map hillshade --sky 1.1 -o a.png", "from 0 to 1" },
    { MAP "--map hillshade --sun 300 -o a.png", "0 to 90 degrees" },
    { MAP "--map hillshade --sun 300,91 -o a.png", "0 to 90 degrees" },
    { MAP "--map hillshade --sun 300,nan -o a.png", "0 to 90 degrees" },
    { "terrain info a.png --bins 0", "from 1 to 4096" },
    { "terrain info a.png -o b.txt", "\"-o\"" },
    { "terrain make --size 1x9 -o a.png", "WxH, each from 2 to 65536" },
    { "terrain make --size 65537x9 -o a.png", "WxH, each from 2 to 65536" },
    { "terrain make --size 9.5x9 -o a.png", "whole numbers" },
    { "terrain make --shape cube -o a.png", "hills, ridges, island or dunes" },
    { "terrain make --seed -1 -o a.png", "whole number" },
    { "terrain make --features 0 -o a.png", "from 0.1" },
    { "terrain make --octaves 17 -o a.png", "from 1 to 16" },
    { "terrain make --gain 2 -o a.png", "--gain" },
    { "terrain make --cell 0 -o a.png", "--cell" },
    { "terrain make --raw 5x5 -o a.png", "\"--raw\"" },
    { "terrain make --min 2 --max 2 -o a.png", "the same" },
    { "terrain make a.png -o a.png", "\"a.png\"" },
};

static void bad_command_lines_are_explained(void **state)
{
    (void)state;
    tool_assert_refused(bad_command_lines, COUNT(bad_command_lines));
}

// What shows once the file is read.
static void what_does_not_go_with_a_file_is_explained(void **state)
{
    (void)state;
    static const float heights[4] = { 1, 2, 3, 4 };
    write_small();
    write_floats("../f.r32", heights, 4);
    static const char *const rows[][2] = {
        { "terrain ../small.pgm --max 0 -o a.obj", "black and white are both 0 high" },
        { "terrain ../f.r32 --raw 2x2:f32le --max 9 -o a.obj", "holds heights of its own" },
        { "terrain info ../f.r32 --raw 2x2:f32le --min 9", "holds heights of its own" },
        { "terrain make --size 2x65536 --cell 1e6 -o a.stl", "see --size" },
    };
    tool_assert_refused(rows, COUNT(rows));
}

// --- bad input: nothing is written

// A PNG of a few bytes that says it is so large.
static void write_lying_png(const char *path, uint32_t columns, uint32_t rows)
{
    tool_run_well("terrain make --size 9x9 -o ../made.png");
    size_t size;
    uint8_t *bytes = (uint8_t *)tool_text("../made.png", &size);
    for (int i = 0; i < 4; i++) {
        bytes[16 + i] = (uint8_t)(columns >> (24 - 8 * i));
        bytes[20 + i] = (uint8_t)(rows >> (24 - 8 * i));
    }
    uint32_t crc = 0xFFFFFFFFu; // of "IHDR" and its 13 bytes
    for (int i = 12; i < 29; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    for (int i = 0; i < 4; i++) bytes[29 + i] = (uint8_t)(~crc >> (24 - 8 * i));
    write_file(path, bytes, size);
    free(bytes);
}

static void write_bad_files(void)
{
    static const float none[4] = { NAN, NAN, INFINITY, NAN };
    size_t size;
    write_lying_png("../lying.png", 60000, 60000);
    write_lying_png("../long.png", 70000, 9);
    write_lying_png("../thin.png", 1, 9);
    write_lying_png("../zero.png", 0, 9);
    char *bytes = tool_text("../made.png", &size);
    write_file("../cut.png", bytes, size / 2);
    write_file("../three.png", bytes, 3);
    free(bytes);
    write_text("../text.png", "This is no picture at all.\n");
    write_text("../empty.png", "");
    write_text("../row.pgm", "P2 9 1 255  1 2 3 4 5 6 7 8 9");
    write_text("../broken.pgm", "P2 3 2 255\n0 1 2\n3 x 5\n");
    write_floats("../none.r32", none, 4);
}

static void bad_input_is_explained(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        { "../missing.png -o a.obj", "../missing.png: " },
        { ".. -o a.obj", "..: " },
        { "../lying.png -o a.obj", "../lying.png" },
        { "../long.png -o a.obj", "at most 65536 x 65536 are read; cut it into tiles" },
        { "../thin.png -o a.obj", "at least 2 x 2" },
        { "../zero.png -o a.obj", "../zero.png" },
        { "../cut.png -o a.obj", "../cut.png" },
        { "../three.png -o a.obj", "ends too early" },
        { "../text.png -o a.obj", "this is text and no PNG" },
        { "../text.png -o a.obj", "--raw WxH:" },
        { "../empty.png -o a.obj", "../empty.png: the file is empty" },
        { "../row.pgm -o a.obj", "9 x 1 samples: a height map has at least 2 x 2" },
        { "../broken.pgm -o a.obj", "../broken.pgm, line 3: " },
        { "../none.r32 --raw 2x3:f32le -o a.obj", "the file has 16" },
        { "../none.r32 --raw 2x3:f32le -o a.obj", "(see --raw)" },
        { "../none.r32 --raw 3x3 -o a.obj", "the file has 16" },
        { "../none.r32 --raw 0x3 -o a.obj", "size" },
        { "../none.r32 --raw 1x4:f32le -o a.obj", "at least 2 x 2" },
        { "../none.r32 --raw 65537x2 -o a.obj", "at most 65536" },
        { "../none.r32 --raw 2x2:f32le -o a.obj", "every sample is a hole: see --no-data" },
        { "../none.r32 --raw 2x2:f32le -o a.stl", "every sample is a hole" },
        { "../none.r32 --raw 2x2:f32le -o a.png", "every sample is a hole" },
        { "../small.pgm --tile 9 -o a.obj", "1 cells cannot be cut into 9 tiles: see --tile" },
        { "../small.pgm -o missing/a.obj", "missing/a.obj: " },
        { "../small.pgm -o missing/a.glb", "missing/a.glb: " },
        { "../small.pgm -o missing/a.ply", "missing/a.ply: " },
        { "../small.pgm -o missing/a.stl", "missing/a.stl: " },
        { "../small.pgm -o missing/a.png", "missing/a.png: " },
        { "../small.pgm -o missing/a.r16", "missing/a.r16: " },
        { "../small.pgm --map normal -o missing/a.png", "missing/a.png: " },
        { "../small.pgm --tile 1 -o missing/a.obj", "missing/a-0-0.obj: " },
        { "../small.pgm --bed 99x99 -o missing/a.stl", "missing/a-0001.stl: " },
        { "../small.pgm --format obj -o /dev/full", "/dev/full: " },
        { "../small.pgm --format stl -o /dev/full", "No space left" },
        { "../small.pgm --format r16 -o /dev/full", "No space left" },
        { "../small.pgm --bed 3x3 -o a.stl", "larger than the --bed" },
        { "make --size 65x65 --width 120 --bed 2x2 -o a.stl", "take 4096 parts" },
        { "../small.pgm --error 1 --simplify rtin -o a.obj", "--simplify tin takes any" },
    };
    write_small();
    write_bad_files();
    for (size_t i = 0; i < COUNT(bad); i++) {
        char arguments[300];
        snprintf(arguments, sizeof arguments, "terrain %s", bad[i][0]);
        tool_assert_fails(arguments, 1, bad[i][1]);
        assert_int_equal(tool_count_entries(), 0);
    }
}

// --- samples

static void samples_stay_what_they_are(void **state)
{
    (void)state;
    enum { SIDE = 256 };
    static uint16_t codes[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) codes[i] = (uint16_t)(i * 40503u); // all of them
    write_file("all.r16", codes, sizeof codes);
    tool_run_well("terrain all.r16 --raw 256x256 --max 3 --min 7 -o a.png");
    tool_run_well("terrain a.png --min -8000 --max 8848 -o b.pgm");
    tool_run_well("terrain b.pgm -o c.r16");
    tool_assert_same("all.r16", "c.r16", true);
    tool_run_well("terrain b.pgm --turn 90 -o t.png");
    tool_run_well("terrain t.png --turn 270 -o d.r16");
    tool_assert_same("all.r16", "d.r16", true);
    tool_run_well("terrain t.png -o e.r16");
    tool_assert_same("all.r16", "e.r16", false);
}

static void black_is_the_least_and_white_the_greatest(void **state)
{
    (void)state;
    write_small();
    tool_run_well("terrain ../small.pgm --min -0.1 --max 0.7 -o a.r32");
    tool_run_well("terrain ../small.pgm --min 0.7 --max -0.1 -o b.r32");
    const qx_height_options raw = { .raw = QX_HEIGHT_RAW_F32_LITTLE, .columns = 3, .rows = 2 };
    qx_height_map up = load("a.r32", &raw), down = load("b.r32", &raw);
    const float *a = up.samples.data, *b = down.samples.data;
    assert_true(a[0] == -0.1f && a[5] == 0.7f && b[0] == 0.7f && b[5] == -0.1f);
    for (int i = 1; i < 6; i++) assert_true(a[i] > a[i - 1] && b[i] < b[i - 1]);
    qx_height_destroy(&up, NULL);
    qx_height_destroy(&down, NULL);
}

static void heights_become_grey_between_lowest_and_highest(void **state)
{
    (void)state;
    static const float heights[6] = { -4, 0, NAN, 12, 2, 1 };
    write_floats("../f.r32", heights, 6);
    tool_run_well("terrain ../f.r32 --raw 3x2:f32le -o a.png");
    assert_true(tool_contains("../err", "1 of them holes"));
    assert_true(tool_contains("../err", "black is -4 and white 12 high, holes are 0"));
    tool_run_well("terrain ../f.r32 --raw 3x2:f32le --min 0 --max 4 -o b.png");
    tool_run_well("terrain a.png --no-data 0 --min -4 --max 12 -o c.r32");
    static const uint16_t a_codes[6] = { 1, 16384, 0, 65535, 24576, 20480 },
                          b_codes[6] = { 1, 1, 0, 65535, 32768, 16384 };
    qx_height_map a = load("a.png", NULL), b = load("b.png", NULL);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(((const uint16_t *)a.samples.data)[i], a_codes[i]);
        assert_int_equal(((const uint16_t *)b.samples.data)[i], b_codes[i]);
    }
    qx_height_destroy(&a, NULL);
    qx_height_destroy(&b, NULL);
    const qx_height_options raw = { .raw = QX_HEIGHT_RAW_F32_LITTLE, .columns = 3, .rows = 2 };
    qx_height_map c = load("c.r32", &raw);
    for (int i = 0; i < 6; i++) {
        const float height = ((const float *)c.samples.data)[i];
        if (i == 2)
            assert_true(isnan(height));
        else
            assert_true(fabsf(height - heights[i]) < 3e-4f);
    }
    qx_height_destroy(&c, NULL);
}

static void standard_input_and_output_serve(void **state)
{
    (void)state;
    static const char *const formats[] = { "obj", "glb", "ply", "stl", "png", "pgm", "r16", "r32" };
    write_small();
    for (size_t i = 0; i < COUNT(formats); i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, "terrain ../small.pgm -o file --format %s",
                 formats[i]);
        tool_run_well(arguments);
        char command[400];
        snprintf(command, sizeof command,
                 "'%s' terrain - -o - --format %s <../small.pgm >../out 2>"
                 "../err",
                 QX_PROGRAM, formats[i]);
        assert_int_equal(system(command), 0);
        assert_true(tool_contains("../err", "standard output"));
        tool_assert_same("../out", "file", true);
    }
    tool_run_well("terrain ../small.pgm --quiet -o a.obj");
    size_t size;
    free(tool_text("../err", &size));
    assert_int_equal(size, 0);
}

// --- pictures

// A pyramid of 33 x 33 samples: its sides look to the four winds.
static void write_pyramid(void)
{
    float heights[33 * 33];
    for (int row = 0; row < 33; row++)
        for (int column = 0; column < 33; column++) {
            const int x = abs(column - 16), z = abs(row - 16);
            heights[33 * row + column] = (float)(16 - (x > z ? x : z));
        }
    write_floats("../pyramid.r32", heights, 33 * 33);
}

#define PYRAMID "terrain ../pyramid.r32 --raw 33x33:f32le "

static const uint8_t *pixel_at(const qx_image *image, uint32_t x, uint32_t y)
{
    return image->pixels + (y * image->width + x) * image->channels;
}

static void assert_pixel(const qx_image *image, uint32_t x, uint32_t y, int r, int g, int b)
{
    const uint8_t *p = pixel_at(image, x, y);
    if (abs(p[0] - r) > 1 || abs(p[1] - g) > 1 || abs(p[2] - b) > 1)
        fail_msg("%u, %u: %d %d %d", x, y, p[0], p[1], p[2]);
}

static void light_comes_from_the_left_top(void **state)
{
    (void)state;
    write_pyramid();
    tool_run_well(PYRAMID "--map hillshade --sky 0 -o a.png");
    qx_image image = load_picture("a.png", 3);
    assert_int_equal(image.width, 33);
    // cos of the angle between (-1/2, 1/sqrt 2, -1/2) and (-+1, 1, 0) / sqrt 2
    assert_pixel(&image, 6, 16, 218, 218, 218); // west
    assert_pixel(&image, 16, 6, 218, 218, 218); // north
    assert_pixel(&image, 26, 16, 37, 37, 37);   // east
    assert_pixel(&image, 16, 26, 37, 37, 37);   // south
    free(image.pixels);
    tool_run_well(PYRAMID "--map hillshade --sun 90,45 --sky 0 -o b.png");
    image = load_picture("b.png", 3);
    assert_pixel(&image, 26, 16, 255, 255, 255);
    assert_pixel(&image, 6, 16, 0, 0, 0);
    free(image.pixels);
    tool_run_well(PYRAMID "--map hillshade --sun 90,45 --sky 0.5 -o c.png");
    image = load_picture("c.png", 3);
    assert_pixel(&image, 26, 16, 218, 218, 218); // (1 + 1 / sqrt 2) / 2
    assert_pixel(&image, 6, 16, 90, 90, 90);
    free(image.pixels);
    tool_run_well(PYRAMID "--map hillshade --sun 0,90 --exaggerate 1e-6 -o c.png");
    image = load_picture("c.png", 3);
    assert_pixel(&image, 6, 16, 255, 255, 255);
    free(image.pixels);
}

static void normal_maps_have_green_up_the_picture(void **state)
{
    (void)state;
    write_pyramid();
    tool_run_well(PYRAMID "--map normal -o a.png");
    qx_image image = load_picture("a.png", 3);
    const int high = 218, low = 37; // of +-1 / sqrt 2
    assert_pixel(&image, 6, 16, low, 128, high);
    assert_pixel(&image, 26, 16, high, 128, high);
    assert_pixel(&image, 16, 6, 128, high, high);
    assert_pixel(&image, 16, 26, 128, low, high);
    free(image.pixels);
    tool_run_well(PYRAMID "--map normal --exaggerate 1e6 -o b.png");
    image = load_picture("b.png", 3);
    assert_pixel(&image, 6, 16, 0, 128, 128);
    free(image.pixels);
}

static void holes_can_be_seen_through(void **state)
{
    (void)state;
    write_small();
    tool_run_well("terrain ../small.pgm --no-data 204 --map hillshade -o a.png");
    qx_image image = load_picture("a.png", 4);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(pixel_at(&image, i % 3, i / 3)[3], i == 4 ? 0 : 255);
    free(image.pixels);
}

// --- info

static double number_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static cJSON *info_of(const char *arguments)
{
    char line[300];
    snprintf(line, sizeof line, "terrain info %s --json", arguments);
    tool_run_well(line);
    char *text = tool_text("../out", NULL);
    cJSON *object = cJSON_Parse(text);
    free(text);
    assert_non_null(object);
    return object;
}

static void info_tells_what_a_map_is_like(void **state)
{
    (void)state;
    write_pyramid();
    cJSON *info = info_of("../pyramid.r32 --raw 33x33:f32le --size 32x32 --bins 4");
    assert_true(number_of(info, "columns") == 33 && number_of(info, "rows") == 33);
    assert_true(number_of(info, "lowest") == 0 && number_of(info, "highest") == 16);
    assert_true(number_of(info, "holes") == 0 && number_of(info, "triangles") == 2048);
    assert_true(number_of(info, "bits") == 32 && number_of(info, "rtin_block") == 32);
    assert_true(fabs(number_of(info, "steepest") - 54.7356) < 1e-3); // on the edges: 1 and 1
    double sum = 0;
    for (int ring = 1; ring <= 16; ring++) sum += 8.0 * ring * (16 - ring);
    assert_true(fabs(number_of(info, "mean") - (sum + 16) / 1089) < 1e-9);
    // Of rings of 8k samples 16 - k high: 13 to 16, 9 to 12, 5 to 8, 1 to 4 away.
    static const int counts[4] = { 464, 336, 208, 81 };
    const cJSON *histogram = cJSON_GetObjectItemCaseSensitive(info, "histogram");
    assert_int_equal(cJSON_GetArraySize(histogram), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(cJSON_GetArrayItem(histogram, i)->valueint, counts[i]);
    cJSON_Delete(info);
    tool_run_well("terrain info ../pyramid.r32 --raw 33x33:f32le");
    static const char *const said[] = { "33 x 33 samples", "raw, 32 bits",          "0 to 16",
                                        "54.74 degrees",   "in blocks of 32 cells", "####" };
    for (size_t i = 0; i < COUNT(said); i++) assert_true(tool_contains("../out", said[i]));
    assert_int_equal(tool_count_entries(), 0);
}

static void info_counts_holes(void **state)
{
    (void)state;
    static const float none[4] = { NAN, NAN, INFINITY, NAN };
    write_small();
    write_floats("../none.r32", none, 4);
    cJSON *info = info_of("../small.pgm --no-data 204 --max 10 --size 4x1");
    assert_true(number_of(info, "holes") == 1 && number_of(info, "triangles") == 1);
    assert_true(number_of(info, "low") == 0 && number_of(info, "high") == 10);
    assert_true(number_of(info, "width") == 4 && number_of(info, "depth") == 1);
    cJSON_Delete(info);
    info = info_of("../none.r32 --raw 2x2:f32le");
    assert_true(number_of(info, "holes") == 4 && number_of(info, "triangles") == 0);
    assert_true(number_of(info, "mean") == 0 && number_of(info, "steepest") == 0);
    cJSON_Delete(info);
}

// --- made up

static void seeds_and_shapes_decide(void **state)
{
    (void)state;
    tool_run_well("terrain make --size 65x65 -o a.r32");
    tool_run_well("terrain make --size 65x65 --seed 1 --shape hills -o b.r32");
    tool_run_well("terrain make --size 65x65 --seed 2 -o c.r32");
    tool_run_well("terrain make --size 65x65 --rain 2000 --slides 5 -o d.r32");
    tool_run_well("terrain make --size 65x65 --warp 0 --gain 0.6 --octaves 3 -o e.r32");
    tool_assert_same("a.r32", "b.r32", true);
    tool_assert_same("a.r32", "c.r32", false);
    tool_assert_same("a.r32", "d.r32", false);
    tool_assert_same("a.r32", "e.r32", false);
    static const char *const shapes[] = { "ridges", "island", "dunes" };
    for (size_t i = 0; i < COUNT(shapes); i++) {
        char arguments[100];
        snprintf(arguments, sizeof arguments, "terrain make --size 65x65 --shape %s -o s.r32",
                 shapes[i]);
        tool_run_well(arguments);
        tool_assert_same("a.r32", "s.r32", false);
    }
}

static void made_maps_fill_their_range(void **state)
{
    (void)state;
    tool_run_well("terrain make --size 65x33 --tileable --min -3 --max 7 -o a.r32");
    const qx_height_options raw = { .raw = QX_HEIGHT_RAW_F32_LITTLE, .columns = 65, .rows = 33 };
    qx_height_map map = load("a.r32", &raw);
    const float *heights = map.samples.data;
    float lowest = 99, highest = -99;
    for (int i = 0; i < 65 * 33; i++) {
        lowest = fminf(lowest, heights[i]);
        highest = fmaxf(highest, heights[i]);
    }
    assert_true(lowest == -3 && highest == 7);
    for (int i = 0; i < 33; i++) assert_true(heights[65 * i] == heights[65 * i + 64]);
    for (int i = 0; i < 65; i++) assert_true(heights[i] == heights[65 * 32 + i]);
    qx_height_destroy(&map, NULL);
    tool_run_well("terrain make --size 65x33 --max 90 -o b.png");
    assert_true(tool_contains("../err", "black is 0 and white 90 high"));
}

// --- given files

static void given_maps_become_everything(void **state)
{
    (void)state;
    static const char *const formats[] = { "obj", "glb", "ply", "stl", "png", "pgm", "r16", "r32" };
    const char *data = getenv("QX_TEST_DATA");
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/height", data ? data : "");
    DIR *entries = data ? opendir(folder) : NULL;
    if (!entries) {
        print_message("SKIPPED: there is no $QX_TEST_DATA/height\n");
        skip();
    }
    int maps = 0;
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (entry->d_name[0] == '.') continue;
        maps++;
        for (size_t i = 0; i < COUNT(formats); i++) {
            char arguments[1500];
            snprintf(arguments, sizeof arguments, "terrain '%s/%s' -o a.%s", folder, entry->d_name,
                     formats[i]);
            tool_run_well(arguments);
        }
        assert_int_equal(tool_count_entries(), COUNT(formats));
    }
    closedir(entries);
    assert_true(maps > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_manuals_are_printed),
        IN_FOLDER(bad_command_lines_are_explained),
        IN_FOLDER(what_does_not_go_with_a_file_is_explained),
        IN_FOLDER(bad_input_is_explained),
        IN_FOLDER(samples_stay_what_they_are),
        IN_FOLDER(black_is_the_least_and_white_the_greatest),
        IN_FOLDER(heights_become_grey_between_lowest_and_highest),
        IN_FOLDER(standard_input_and_output_serve),
        IN_FOLDER(light_comes_from_the_left_top),
        IN_FOLDER(normal_maps_have_green_up_the_picture),
        IN_FOLDER(holes_can_be_seen_through),
        IN_FOLDER(info_tells_what_a_map_is_like),
        IN_FOLDER(info_counts_holes),
        IN_FOLDER(seeds_and_shapes_decide),
        IN_FOLDER(made_maps_fill_their_range),
        IN_FOLDER(given_maps_become_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
