// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // fork, kill, posix_openpt
#include "tool_drive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fcntl.h>
#include <math.h>
#include <quincunx/file.h>
#include <quincunx/maze_file.h>
#include <quincunx/png.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CUBE "maze --size 3x3x3 "

// --- the command line

static void the_manuals_are_printed(void **state)
{
    (void)state;
    static const char *const manuals[][2] = {
        { "maze --help", "--size WxHxD" },
        { "maze info --help", "--exit RULE" },
        { "maze solve --help", "qx maze solve FILE" },
        { "--help", "maze" },
    };
    for (size_t i = 0; i < COUNT(manuals); i++) {
        assert_int_equal(tool_run(manuals[i][0]), 0);
        assert_true(tool_contains("../out", manuals[i][1]));
        tool_assert_lines_fit("../out", 96);
    }
}

static const char *const bad_command_lines[][2] = {
    { "maze", "--size WxHxD is missing" },
    { "maze -o a.stl", "--size WxHxD is missing" },
    { CUBE, "-o FILE" },
    { CUBE "-o ''", "-o" },
    { CUBE "-o a", "--format" },
    { CUBE "-o a.gif", ".stl, .3mf, .obj, .glb, .svg, .png, .json and .txt" },
    { CUBE "--format gltf -o a.stl", "stl, 3mf, obj" },
    { CUBE "--nope -o a.stl", "\"--nope\"" },
    { CUBE "more -o a.stl", "\"more\"" },
    { "maze --size 0x3x3 -o a.stl", "1 to 1073741824" },
    { "maze --size 3x0 -o a.stl", "1 to 1073741824" },
    { "maze --size 3x3x0 -o a.stl", "1 to 1073741824" },
    { "maze --size 3 -o a.stl", "WxHxD or WxH" },
    { "maze --size 3x -o a.stl", "WxHxD or WxH" },
    { "maze --size x3x3 -o a.stl", "WxHxD or WxH" },
    { "maze --size 3x3x3x3 -o a.stl", "WxHxD or WxH" },
    { "maze --size 3x3x3x -o a.stl", "WxHxD or WxH" },
    { "maze --size -3x3x3 -o a.stl", "WxHxD or WxH" },
    { "maze --size 3.5x3x3 -o a.stl", "WxHxD or WxH" },
    { "maze --size nanx3x3 -o a.stl", "WxHxD or WxH" },
    { "maze --size 1073741825x1x1 -o a.stl", "1 to 1073741824" },
    { "maze --size 99999999999999999999x1x1 -o a.stl", "1 to 1073741824" },
    { CUBE "--algorithm prim -o a.stl", "eller, backtracker, kruskal" },
    { CUBE "--seed x -o a.stl", "whole number" },
    { CUBE "--seed -1 -o a.stl", "whole number" },
    { CUBE "--braid 1.1 -o a.stl", "from 0 to 1" },
    { CUBE "--braid nan -o a.stl", "from 0 to 1" },
    { CUBE "--bias 1,1 -o a.stl", "X,Y,Z" },
    { CUBE "--bias 1,nan,1 -o a.stl", "X,Y,Z" },
    { CUBE "--bias 1,inf,1 -o a.stl", "X,Y,Z" },
    { CUBE "--bias 1,-1,1 -o a.stl", "X,Y,Z" },
    { CUBE "--bias 0,0,0 -o a.stl", "not all 0" },
    { CUBE "--bias 1,2,1 --algorithm wilson -o a.stl", "--bias is for" },
    { CUBE "--newest 0.5 -o a.stl", "growing-tree" },
    { CUBE "--newest 2 --algorithm growing-tree -o a.stl", "from 0 to 1" },
    { CUBE "--exit left -o a.stl", "diameter, article, length:N or none" },
    { CUBE "--exit length -o a.stl", "length:N" },
    { CUBE "--exit length: -o a.stl", "length:N" },
    { CUBE "--exit length:-3 -o a.stl", "length:N" },
    { CUBE "--exit length:4294967295 -o a.stl", "length:N" },
    { CUBE "--cell 0 -o a.stl", "10mm, 1cm or 10" },
    { CUBE "--cell -1mm -o a.stl", "10mm, 1cm or 10" },
    { CUBE "--cell nan -o a.stl", "10mm, 1cm or 10" },
    { CUBE "--cell 10in -o a.stl", "10mm, 1cm or 10" },
    { CUBE "--cell mm -o a.stl", "10mm, 1cm or 10" },
    { CUBE "--cell 11m -o a.stl", "10mm, 1cm or 10" },
    { CUBE "--wall '1 mm' -o a.stl", "10mm, 1cm or 10" },
    { CUBE "--ball 1e9 -o a.stl", "10mm, 1cm or 10" },
    { CUBE "--scale 1 -o a.png", "from 2 to 1000" },
    { CUBE "--colour red -o a.png", "RRGGBB" },
    { CUBE "--halves --lid -o a.stl", "either --halves or --lid" },
    { CUBE "--halves -o a.svg", "for meshes" },
    { CUBE "--lid -o a.json", "for meshes" },
    { CUBE "--halves --format stl -o -", "standard output" },
    { CUBE "--format svg -o -", "standard output" },
    { CUBE "--halves --solution -o a.glb", "as a whole" },
    { "maze --size 5x5 --halves -o a.stl", "--lid" },
    { CUBE "--solution -o a.stl", "walls alone" },
    { CUBE "--solution -o a.3mf", "walls alone" },
    { CUBE "--solution --exit none -o a.svg", "--solution" },
    { CUBE "--stream --algorithm wilson -o a.qxm", "--stream is for eller" },
    { CUBE "--stream --braid 0.5 -o a.qxm", "--stream is for eller" },
    { CUBE "--stream --halves -o a.qxm", "nothing else" },
    { CUBE "--stream --format json -o a.qxm", "nothing else" },
    { CUBE "--stream --exit article -o a.qxm", "--exit" },
    { CUBE "--stream", "-o FILE" },
    { "maze info", "FILE is missing" },
    { "maze info --exit none", "FILE is missing" },
    { "maze info a.json b.json", "\"b.json\"" },
    { "maze info a.json --size 3x3", "\"--size\"" },
    { "maze solve", "FILE is missing" },
    { "maze solve a.json -o b.stl", "walls alone" },
    { "maze solve a.json --exit none", "--solution" },
};

static void bad_command_lines_are_explained(void **state)
{
    (void)state;
    tool_assert_refused(bad_command_lines, COUNT(bad_command_lines));
}

// --- bad input: nothing is written, and the numbers are told.

static void bad_input_is_explained(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        { "maze --size 1073741824x1073741824x1073741824 -o ../x.json", "1.238e+27 cells" },
        { "maze --size 100000x100000x1000 -o ../x.json", "GB of memory" },
        { "maze --size 1073741824x1073741824x1 --stream -o ../x.qxm",
          "../x.qxm: a layer has at most 4294967231 cells" },
        { CUBE "--ball 7mm -o ../x.stl", "a ball of 7 mm wants corridors of 9 mm, these have 8.4" },
        { CUBE "--cell 5mm -o ../x.stl", "corridors of 8 mm" },
        { CUBE "--cell 5mm -o ../x.glb", "corridors of 8 mm" },
        { CUBE "--ball 2mm -o ../x.stl", "from 3 to 16 mm" },
        { CUBE "--cell 30 --ball 17mm -o ../x.3mf", "from 3 to 16 mm" },
        { CUBE "--wall 1mm -o ../x.stl", "1 mm, printers want 1.2 mm" },
        { CUBE "--wall 1mm -o ../x.obj", "thinnest place of the maze has 1 mm" },
        { CUBE "--wall 1.3mm --halves -o ../x.stl", "place of the low half has 1.014 mm" },
        { CUBE "--wall 1.3mm --lid -o ../x.stl", "place of the lid has 1.014 mm" },
        { CUBE "--wall 10mm -o ../x.stl", "leave nothing of cells of 10 mm" },
        { CUBE "--wall 11mm --force -o ../x.stl", "leave nothing of cells of 10 mm" },
        { CUBE "-o missing/x.stl", "missing/x.stl: " },
        { CUBE "-o missing/x.3mf", "missing/x.3mf: " },
        { CUBE "-o missing/x.svg", "missing/x-0001.svg: " },
        { CUBE "-o missing/x.png", "missing/x.png: " },
        { CUBE "-o missing/x.txt", "missing/x.txt: " },
        { CUBE "-o missing/x.json", "missing/x.json: " },
        { CUBE "--halves -o missing/x.stl", "missing/x-low.stl: " },
        { CUBE "--stream -o missing/x.qxm", "missing/x.qxm: " },
        { CUBE "--format stl -o /dev/full", "No space left" },
        { CUBE "--stream -o /dev/full", "No space left" },
        { "maze --size 600x600 --scale 100 -o ../x.png", "16384 pixels" },
        { "maze --size 20000x2 -o ../x.png", "16384 pixels" },
        { "maze info missing.json", "missing.json: cannot open" },
        { "maze solve missing.json", "missing.json: cannot open" },
        { "maze info /dev/null", "JSON" },
        { "maze info ../err", "JSON" },
        { "maze info .", "cannot read" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        tool_assert_fails(bad[i][0], 1, bad[i][1]);
        assert_int_equal(tool_count_entries(), 0);
        assert_int_equal(access("../x.stl", F_OK), -1);
    }
}

static void damaged_mazes_are_explained(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        { "", "JSON" },
        { "{", "line 1" },
        { "{}", "\"format\"" },
        { "{\"format\": \"quincunx maze\",\n\"version\": 1,\n\"size\": [2, 2}", "line 3" },
        { "{\"format\": \"quincunx maze\", \"version\": 1, \"size\": [2, 2, NaN]}", "JSON" },
        { "{\"format\": \"quincunx maze\", \"version\": 1, \"size\": [2, 2, 0]}", "\"size\"" },
        { "{\"format\": \"quincunx maze\", \"version\": 1, \"size\": [1073741824, 8, 1], "
          "\"openings\": {\"x\": \"00\", \"y\": \"00\", \"z\": \"00\"}}",
          "2 hexadecimal digits where its size wants 2147483648" },
        { "{\"format\": \"quincunx maze\", \"version\": 1, \"size\": [2, 2, 1], "
          "\"openings\": {\"x\": \"0\", \"y\": \"00\", \"z\": \"00\"}}",
          "1 hexadecimal digits where its size wants 2" },
        { "{\"format\": \"quincunx maze\", \"version\": 1, \"size\": [2, 2, 1], "
          "\"openings\": {\"x\": \"00\", \"y\": \"00\", \"z\": \"00\"}, "
          "\"entrance\": {\"cell\": [0, 0, 0], \"face\": \"low_x\"}, "
          "\"exit\": {\"cell\": [1, 1, 0], \"face\": \"high_x\"}}",
          "there is no way" },
        { "qxmaze1\n", "byte 8: the head ends early" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(qx_file_save("m", bad[i][0], strlen(bad[i][0]), NULL), QX_OK);
        static const char *const commands[] = { "maze info m", "maze solve m -o x.svg" };
        for (size_t k = 0; k < COUNT(commands); k++) {
            const int status = tool_run(commands[k]);
            if (status != 1) fail_msg("%s: status %d", bad[i][0], status);
            if (!tool_contains("../err", bad[i][1])) fail_msg("%s: nothing of it", bad[i][0]);
        }
        assert_int_equal(tool_count_entries(), 1);
    }
}

static void force_goes_on_with_a_warning(void **state)
{
    (void)state;
    tool_run_well(CUBE "--cell 5mm --force -o x.stl");
    assert_true(tool_contains("../err", "corridors of 8 mm"));
    assert_true(tool_contains("../err", "--force"));
    assert_int_equal(tool_count_entries(), 1);
}

// --- what is written

static void every_format_is_written(void **state)
{
    (void)state;
    static const struct {
        const char *options, *file, *part;
    } good[] = {
        { CUBE, "a.stl", "Quincunx, binary STL" },
        { CUBE, "a.3mf", "3D/3dmodel.model" },
        { CUBE, "a.obj", "o maze\n" },
        { CUBE, "a.glb", "\"maze\"" },
        { CUBE "--solution", "b.glb", "\"solution\"" },
        { CUBE "--solution", "b.obj", "o solution\n" },
        { CUBE "--lid", "l.obj", "o lid\n" },
        { CUBE "--halves", "h.glb", "\"high\"" },
        { CUBE, "a.json", "\"solution\": [[" },
        { CUBE, "a.txt", "layer 3 of 3" },
        { "maze --size 6x4", "flat.svg", "mm\"" },
        { "maze --size 6x4 --exit none", "sealed.svg", "<path" },
        { "maze --size 1x1x1", "one.stl", "Quincunx" },
        { "maze --size 1x1", "one.svg", "<path" },
        { "maze --size 1x1x9 --halves", "tower.obj", "o low\n" },
    };
    for (size_t i = 0; i < COUNT(good); i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, "%s -o %s", good[i].options, good[i].file);
        tool_run_well(arguments);
        size_t size;
        char *text = tool_text(good[i].file, &size);
        bool found = false;
        for (size_t at = 0; at + strlen(good[i].part) <= size && !found; at++)
            found = memcmp(text + at, good[i].part, strlen(good[i].part)) == 0;
        if (!found) fail_msg("%s: no %s", arguments, good[i].part);
        free(text);
        assert_true(tool_contains("../err", good[i].file));
    }
    assert_int_equal(tool_count_entries(), (int)COUNT(good));
}

static void parts_and_layers_get_names(void **state)
{
    (void)state;
    static const char *const commands[][4] = {
        { "maze --size 3x3x4 --halves --quiet -o c.stl", "c-low.stl", "c-high.stl", NULL },
        { "maze --size 3x3x4 --lid --quiet -o c.stl", "c-box.stl", "c-lid.stl", NULL },
        { "maze --size 3x3x2 --quiet -o a.b.svg", "a.b-0001.svg", "a.b-0002.svg", NULL },
    };
    for (size_t i = 0; i < COUNT(commands); i++) {
        tool_run_well(commands[i][0]);
        assert_int_equal(tool_count_entries(), 2);
        for (size_t k = 1; commands[i][k]; k++) assert_int_equal(unlink(commands[i][k]), 0);
        assert_true(tool_contains("../err", ""));
    }
}

// Of the triangles that lie on the plate, in square millimetres.
static double area_on_plate(const char *path)
{
    size_t size;
    char *bytes = tool_text(path, &size);
    double area = 0;
    for (size_t at = 84; at + 50 <= size; at += 50) {
        float corner[3][3]; // behind the normal
        memcpy(corner, bytes + at + 12, sizeof corner);
        if (corner[0][2] != 0.0f || corner[1][2] != 0.0f || corner[2][2] != 0.0f) continue;
        area -= 0.5 * ((double)(corner[1][0] - corner[0][0]) * (corner[2][1] - corner[0][1]) -
                       (double)(corner[2][0] - corner[0][0]) * (corner[1][1] - corner[0][1]));
    }
    free(bytes);
    return area;
}

static void parts_stand_on_their_closed_side(void **state)
{
    (void)state;
    static const char *const parts[] = { "a-low.stl", "a-high.stl", "a-box.stl", "a-lid.stl" };
    tool_run_well("maze --size 4x4x4 --exit none --halves --quiet -o a.stl");
    tool_run_well("maze --size 4x4x4 --exit none --lid --quiet -o a.stl");
    const double side = 4 * 10 - 1.6 + 2 * 4.8;
    for (size_t i = 0; i < COUNT(parts); i++)
        assert_true(fabs(area_on_plate(parts[i]) - side * side) < 0.01);
}

static void lengths_may_carry_units(void **state)
{
    (void)state;
    static const char *const same[] = { "12mm", "1.2cm", "12", "0.012m", "12.0mm" };
    for (size_t i = 0; i < COUNT(same); i++) {
        char arguments[100];
        snprintf(arguments, sizeof arguments, CUBE "--cell %s --quiet -o %zu.obj", same[i], i);
        tool_run_well(arguments);
        snprintf(arguments, sizeof arguments, "%zu.obj", i);
        tool_assert_same("0.obj", arguments, true);
    }
}

static void options_and_seeds_decide(void **state)
{
    (void)state;
    static const char *const others[] = {
        "--seed 2",
        "--algorithm backtracker",
        "--algorithm kruskal",
        "--algorithm wilson",
        "--algorithm growing-tree",
        "--algorithm binary-tree",
        "--algorithm sidewinder",
        "--bias 5,1,1",
        "--exit article",
        "--exit length:9",
        "--braid 1",
    };
    tool_run_well("maze --size 9x8x7 --quiet -o a.json");
    tool_run_well("maze --size 9x8x7 --quiet -o b.json --seed=1");
    tool_assert_same("a.json", "b.json", true);
    for (size_t i = 0; i < COUNT(others); i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, "maze --size 9x8x7 --quiet %s -o b.json", others[i]);
        tool_run_well(arguments);
        tool_assert_same("a.json", "b.json", false);
        tool_run_well("maze info b.json");
        assert_int_equal(tool_contains("../out", "perfect         yes"),
                         !strstr(others[i], "braid"));
    }
}

// --- a maze is the same in each form

static qx_maze *cube_of(uint32_t side, uint64_t seed)
{
    qx_maze *maze;
    const qx_maze_desc desc = { .width = side, .height = side, .depth = side, .seed = seed };
    assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
    return maze;
}

static void json_holds_the_maze(void **state)
{
    (void)state;
    tool_run_well("maze --size 5x5x5 --seed 9 --quiet -o a.json");
    qx_maze_file file;
    assert_int_equal(qx_maze_load_file("a.json", NULL, &file, NULL), QX_OK);
    qx_maze *maze = cube_of(5, 9);
    assert_int_equal(qx_maze_hash(file.maze), qx_maze_hash(maze));
    assert_int_equal(file.desc.seed, 9);
    assert_true(file.has_route);
    qx_maze_destroy(maze);
    qx_maze_destroy(file.maze);
}

// Row and column of a cell's middle in the text, from the first letter of its layer.
static size_t place_in_text(uint32_t side, uint32_t x, uint32_t y)
{
    return (size_t)(2 * (side - 1 - y) + 1) * (4 * side + 2) + 4 * x + 2;
}

static void check_layer(const qx_maze *maze, const char *layer, uint32_t side, uint32_t z)
{
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            const uint64_t cell = qx_maze_get_cell(maze, x, y, z);
            const char *at = layer + place_in_text(side, x, y);
            const uint32_t faces = qx_maze_get_faces(maze, cell);
            assert_int_equal(at[-1] == '^', faces >> QX_MAZE_HIGH_Z & 1);
            assert_int_equal(at[1] == 'v', faces >> QX_MAZE_LOW_Z & 1);
            if (x + 1 < side) assert_int_equal(at[2] != '|', faces >> QX_MAZE_HIGH_X & 1);
            if (y + 1 < side)
                assert_int_equal(at[-(int)(4 * side + 2)] != '-', faces >> QX_MAZE_HIGH_Y & 1);
        }
}

static int count_letters(const char *text, char letter)
{
    int count = 0;
    for (; *text; text++) count += *text == letter;
    return count;
}

static void text_shows_the_maze(void **state)
{
    (void)state;
    enum { SIDE = 6 };
    qx_maze *maze = cube_of(SIDE, 4);
    tool_run_well("maze --size 6x6x6 --seed 4 --quiet --format txt -o -");
    char *text = tool_text("../out", NULL);
    const char *at = text;
    for (uint32_t z = 0; z < SIDE; z++) {
        char head[32];
        snprintf(head, sizeof head, "layer %u of 6\n", z + 1);
        at = strstr(at, head);
        assert_non_null(at);
        at += strlen(head);
        check_layer(maze, at, SIDE, z);
    }
    assert_int_equal(count_letters(text, '*'), 0);
    free(text);
    qx_maze_destroy(maze);
}

// Every closed wall of a flat maze is a piece of a stroke, and no other is.
static void svg_shows_the_walls(void **state)
{
    (void)state;
    tool_run_well("maze --size 11x7 --seed 3 --exit none --quiet -o a.svg");
    char *text = tool_text("a.svg", NULL);
    const char *at = strstr(text, " d=\"");
    assert_non_null(at);
    double length = 0;
    for (at += 4; *at == 'M';) {
        double x0, y0, x1, y1;
        int used;
        assert_int_equal(sscanf(at, "M%lf %lfL%lf %lf%n", &x0, &y0, &x1, &y1, &used), 4);
        assert_true((x0 == x1) != (y0 == y1));
        length += fabs(x1 - x0) + fabs(y1 - y0);
        at += used;
    }
    // All walls of the box but those of a spanning tree; 10 mm each.
    const double walls = 11 * 8 + 7 * 12 - (11 * 7 - 1);
    assert_true(fabs(length - 10 * walls) < 1e-6);
    free(text);
}

static void sheets_fit_their_layers(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        uint32_t width, height;
    } cases[] = {
        { "maze --size 6x4 --scale 10 --quiet -o a.png", 80, 60 },
        { "maze --size 6x6x6 --scale 10 --quiet -o a.png", 240, 160 },
        { "maze --size 6x6x6 --scale 10 --solution --colour 00FF00 --quiet -o a.png", 240, 160 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        qx_image image;
        tool_run_well(cases[i].command);
        assert_int_equal(qx_png_load_file("a.png", 3, NULL, &image, NULL), QX_OK);
        assert_int_equal(image.width, cases[i].width);
        assert_int_equal(image.height, cases[i].height);
        free(image.pixels);
    }
}

// A flat maze is left through its edges, not through the paper.
static void flat_mazes_open_at_their_edges(void **state)
{
    (void)state;
    static const char *const rules[] = { "diameter", "article", "length:20" };
    for (int seed = 0; seed < 20; seed++)
        for (size_t i = 0; i < COUNT(rules); i++) {
            char arguments[120];
            snprintf(arguments, sizeof arguments,
                     "maze --size 9x9 --seed %d --exit %s --quiet -o a.json", seed, rules[i]);
            tool_run_well(arguments);
            qx_maze_file file;
            assert_int_equal(qx_maze_load_file("a.json", NULL, &file, NULL), QX_OK);
            assert_true(file.route.entrance.face < QX_MAZE_LOW_Z);
            assert_true(file.route.exit.face < QX_MAZE_LOW_Z);
            qx_maze_destroy(file.maze);
        }
}

// --- info and solve

static void solutions_are_the_same_from_a_file(void **state)
{
    (void)state;
    tool_run_well("maze --size 5x4x3 --seed 8 --quiet -o a.json");
    tool_run_well("maze --size 5x4x3 --seed 8 --solution --quiet -o a.txt");
    tool_run_well("maze solve a.json");
    tool_assert_same("../out", "a.txt", true);
    assert_int_equal(system("'" QX_PROGRAM "' maze solve - --quiet -o b.json <a.json"), 0);
    tool_assert_same("a.json", "b.json", true);
    tool_run_well("maze solve a.json -o s.svg");
    tool_run_well("maze solve a.json -o s.png");
    tool_run_well("maze solve a.json -o s.glb");
    assert_int_equal(tool_count_entries(), 3 + 3 + 2);
    qx_maze_file file;
    assert_int_equal(qx_maze_load_file("a.json", NULL, &file, NULL), QX_OK);
    char *text = tool_text("a.txt", NULL);
    assert_true(count_letters(text, '*') >= (int)file.route.length);
    assert_int_equal(count_letters(text, 'S'), 2); // the other one is in the legend
    assert_int_equal(count_letters(text, 'E'), 2);
    free(text);
    qx_maze_destroy(file.maze);
}

static void info_tells_what_is_there(void **state)
{
    (void)state;
    tool_run_well("maze --size 4x4x4 --seed 2 --exit none --quiet -o a.json");
    tool_run_well("maze info a.json --exit article");
    static const char *const parts[] = { "4x4x4, 64 cells",
                                         "eller, seed 2",
                                         "63: ",
                                         "perfect         yes",
                                         "entrance        0,0,0 through low",
                                         "exit ",
                                         "dead ends",
                                         "difficulty" };
    for (size_t i = 0; i < COUNT(parts); i++)
        if (!tool_contains("../out", parts[i])) fail_msg("no %s", parts[i]);
    tool_run_well("maze info a.json --exit none");
    assert_false(tool_contains("../out", "entrance"));
}

// --- streams

static void streams_hold_the_same_maze(void **state)
{
    (void)state;
    tool_run_well("maze --size 30x20x10 --seed 6 --stream -o a.qxm");
    tool_run_well("maze --size 30x20x10 --seed 6 --quiet --stream -o - >b.qxm");
    tool_run_well("maze --size 30x20x10 --seed 6 --quiet -o a.json");
    qx_maze_file raw, json;
    assert_int_equal(qx_maze_load_file("a.qxm", NULL, &raw, NULL), QX_OK);
    assert_int_equal(qx_maze_load_file("a.json", NULL, &json, NULL), QX_OK);
    assert_int_equal(qx_maze_hash(raw.maze), qx_maze_hash(json.maze));
    qx_maze_destroy(raw.maze);
    qx_maze_destroy(json.maze);
    tool_run_well("maze info a.qxm");
    assert_true(tool_contains("../out", "30x20x10, 6000 cells"));
    tool_run_well("maze solve a.qxm -o s.txt");
}

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 300 * 1000 * 1000 }, NULL);
}

static pid_t start_stream(const char *errors)
{
    const pid_t child = fork();
    if (child != 0) return child;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    dup2(open(errors, O_RDWR | O_NOCTTY), STDERR_FILENO);
    execl(QX_PROGRAM, QX_PROGRAM, "maze", "--size", "300x300x1000000", "--stream", "-o", "a.qxm",
          (char *)NULL);
    _exit(99);
}

static void interrupted_streams_leave_nothing(void **state)
{
    (void)state;
    static const int signals[] = { SIGINT, SIGTERM };
    assert_int_equal(qx_file_save("a.qxm", "old", 3, NULL), QX_OK);
    for (size_t i = 0; i < COUNT(signals); i++) {
        const pid_t child = start_stream("/dev/null");
        assert_true(child > 0);
        wait_a_little();
        assert_int_equal(kill(child, signals[i]), 0);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[i]);
        assert_int_equal(tool_count_entries(), 1);
        assert_true(tool_contains("a.qxm", "old"));
    }
}

// What is written to a terminal until its line says how long it takes yet.
static void read_progress(int terminal, char *text, size_t size)
{
    size_t used = 0;
    while (used + 1 < size && !strstr(text, " s left")) {
        const ssize_t got = read(terminal, text + used, size - 1 - used);
        if (got <= 0) return;
        used += (size_t)got;
        text[used] = '\0';
    }
}

static void streams_show_how_far_they_are(void **state)
{
    (void)state;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) skip();
    const int other = open(ptsname(terminal), O_RDWR | O_NOCTTY); // so that it outlives the child
    const pid_t child = start_stream(ptsname(terminal));
    assert_true(child > 0 && other >= 0);
    char text[400] = "";
    alarm(20); // else a stream that says nothing would be waited for
    read_progress(terminal, text, sizeof text);
    alarm(0);
    assert_int_equal(kill(child, SIGINT), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    unsigned long long done;
    double rate, left;
    assert_int_equal(
        sscanf(text, "\rlayer %llu of 1000000, %lf Mcells/s, %lf s left", &done, &rate, &left), 3);
    assert_true(done > 0 && rate > 0.0 && left > 0.0);
    assert_int_equal(tool_count_entries(), 0);
    close(other);
    close(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_manuals_are_printed),
        IN_FOLDER(bad_command_lines_are_explained),
        IN_FOLDER(bad_input_is_explained),
        IN_FOLDER(damaged_mazes_are_explained),
        IN_FOLDER(force_goes_on_with_a_warning),
        IN_FOLDER(every_format_is_written),
        IN_FOLDER(parts_and_layers_get_names),
        IN_FOLDER(parts_stand_on_their_closed_side),
        IN_FOLDER(lengths_may_carry_units),
        IN_FOLDER(options_and_seeds_decide),
        IN_FOLDER(json_holds_the_maze),
        IN_FOLDER(text_shows_the_maze),
        IN_FOLDER(svg_shows_the_walls),
        IN_FOLDER(sheets_fit_their_layers),
        IN_FOLDER(flat_mazes_open_at_their_edges),
        IN_FOLDER(solutions_are_the_same_from_a_file),
        IN_FOLDER(info_tells_what_is_there),
        IN_FOLDER(streams_hold_the_same_maze),
        IN_FOLDER(interrupted_streams_leave_nothing),
        IN_FOLDER(streams_show_how_far_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
