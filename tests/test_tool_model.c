// SPDX-License-Identifier: MIT
// qx model: command lines, bad input, what is said of a model, conversions there and back, poses.
#include "tool_drive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cjson/cJSON.h>
#include <cmocka.h>
#include <math.h>
#include <quincunx/file.h>
#include <quincunx/model.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf_files.h"
#include "md2_files.h"

// --- files; they lie beside the test's folder, which is for what is written

static void write_bytes(const char *path, uint8_t *bytes, size_t size)
{
    assert_int_equal(qx_file_save(path, bytes, size, NULL), QX_OK);
    free(bytes);
}

static void write_text(const char *path, const char *text)
{
    assert_int_equal(qx_file_save(path, text, strlen(text), NULL), QX_OK);
}

// Three clips: run of three keys, idle of one, die of two.
static void write_knight(void)
{
    static const char *const names[] = { "run1", "run2", "run3", "idle1", "die1", "die2" };
    size_t size;
    uint8_t *bytes = md2_make(&(md2_recipe){ .skins = 1, .frames = 6, .names = names }, &size);
    write_bytes("../knight.md2", bytes, size);
}

static void write_gltf(const char *path, const char *json)
{
    const gltf_data data = gltf_usual_data();
    const gltf_glb glb = gltf_make(json, &data);
    write_bytes(path, glb.bytes, glb.size);
}

static void write_face(void)
{
    write_gltf("../face.glb", gltf_usual);
}

static qx_model *load(const char *path)
{
    qx_model *model;
    qx_error error;
    if (qx_model_load_file(path, NULL, NULL, &model, &error) != QX_OK)
        fail_msg("%s: %s", path, error.message);
    return model;
}

static cJSON *info_of(const char *arguments)
{
    char all[300];
    snprintf(all, sizeof all, "model info %s --json", arguments);
    tool_run_well(all);
    char *text = tool_text("../out", NULL);
    cJSON *json = cJSON_Parse(text);
    if (!json) fail_msg("no JSON: %s", text);
    free(text);
    return json;
}

static double number_at(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItem(json, name);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static const cJSON *clip_at(const cJSON *json, int number)
{
    const cJSON *clip = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "clips"), number);
    assert_non_null(clip);
    return clip;
}

static double corner(const cJSON *json, const char *name, int axis)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItem(json, name), axis)->valuedouble;
}

static double said_after(const char *words)
{
    char *text = tool_text("../err", NULL);
    const char *at = strstr(text, words);
    if (!at) fail_msg("no \"%s\" in %s", words, text);
    const double number = strtod(at + strlen(words), NULL);
    free(text);
    return number;
}

// --- the command line

static void the_manuals_are_printed(void **state)
{
    (void)state;
    static const char *const manuals[][2] = {
        { "--help", "model" },
        { "model --help", "info|convert|pose|ball" },
        { "model info --help", "--json" },
        { "model convert --help", "--max-error" },
        { "model pose --help", "--time" },
        { "model ball --help", "--squash" },
    };
    for (size_t i = 0; i < COUNT(manuals); i++) {
        assert_int_equal(tool_run(manuals[i][0]), 0);
        assert_true(tool_contains("../out", manuals[i][1]));
        tool_assert_lines_fit("../out", 97);
    }
    assert_int_equal(tool_run("model info --help"), 0);
    assert_false(tool_contains("../out", "--clip"));
}

static const char *const bad_command_lines[][2] = {
    { "model", "info, convert, pose or ball" },
    { "model knight.md2", "\"knight.md2\"" },
    { "model --json", "\"--json\"" },
    { "model info", "FILE is missing" },
    { "model info ''", "FILE is missing" },
    { "model info --json", "FILE is missing" },
    { "model info a.md2 b.md2", "\"b.md2\"" },
    { "model info a.md2 --clip run", "\"--clip\"" },
    { "model info a.md2 --rate 0", "--rate" },
    { "model info a.md2 --rate nan", "--rate" },
    { "model convert -o a.glb", "FILE is missing" },
    { "model convert a.md2", "-o FILE is missing" },
    { "model convert a.md2 -o ''", "-o" },
    { "model convert a.md2 -o a", ".md2, .glb and .obj" },
    { "model convert a.md2 -o a.stl", ".md2, .glb and .obj" },
    { "model convert a.md2 -o a.gltf", ".md2, .glb and .obj" },
    { "model convert a.md2 -o -", "--format" },
    { "model convert a.md2 --format ply -o a.ply", "--format ply" },
    { "model convert a.md2 --format png -o a.png", "md2, glb, obj" },
    { "model convert a.md2 --fps 0 -o a.glb", "0.1 to 1000" },
    { "model convert a.md2 --fps inf -o a.glb", "--fps" },
    { "model convert a.md2 --max-error -1 -o a.glb", "--max-error" },
    { "model convert a.md2 --max-error nan -o a.glb", "--max-error" },
    { "model convert a.md2 --curve step -o a.glb", "--curve needs --fps" },
    { "model convert a.md2 --repeat -o a.glb", "--repeat needs --fps" },
    { "model convert a.md2 --fps 5 --curve cubic -o a.glb", "linear, step or catmull-rom" },
    { "model convert a.md2 --clip '' -o a.glb", "--clip" },
    { "model convert a.md2 --clip", "--clip lacks its NAME|N" },
    { "model pose a.md2", "-o FILE is missing" },
    { "model pose a.md2 -o a.md2", ".obj, .glb, .stl and .ply" },
    { "model pose a.md2 --format md2 -o a", "--format md2" },
    { "model pose a.md2 --time soon -o a.obj", "--time" },
    { "model pose a.md2 --time nan -o a.obj", "--time" },
    { "model pose a.md2 --time 1e10 -o a.obj", "--time" },
    { "model pose a.md2 --loop twice -o a.obj", "once, repeat or ping-pong" },
    { "model ball", "-o FILE is missing" },
    { "model ball a.md2 -o a.glb", "\"a.md2\"" },
    { "model ball --keys 3 -o a.glb", "2 or 5" },
    { "model ball --detail 7 -o a.glb", "1 to 6" },
    { "model ball --squash 0.1 -o a.glb", "--squash" },
};

static void bad_command_lines_are_explained(void **state)
{
    (void)state;
    tool_assert_refused(bad_command_lines, COUNT(bad_command_lines));
}

static const char *const bad_inputs[][2] = {
    { "info ../none.md2", "../none.md2: " },
    { "info ..", "..: " },
    { "info ../empty.md2", "empty" },
    { "info ../words.obj", "neither MD2 nor glTF nor OBJ" },
    { "info ../short.md2", "byte " },
    { "info ../line.obj", "../line.obj: line 3: " },
    { "info ../lost.gltf", "lost.bin" },
    { "info ../out.gltf", "../out.gltf: " },
    { "info -", "standard input: " },
    { "convert ../none.md2 -o a.glb", "../none.md2: " },
    { "convert ../knight.md2 --clip walk -o a.glb", "no clip \"walk\"; there are run, idle, die" },
    { "convert ../knight.md2 --clip 0 -o a.glb", "there are run, idle, die" },
    { "convert ../knight.md2 --clip 4 -o a.md2", "there are run, idle, die" },
    { "convert ../knight.md2 --clip Run -o a.obj", "there are run, idle, die" },
    { "convert ../knight.md2 --clip 99999999999999999999 -o a.obj", "there are run" },
    { "convert ../still.obj --clip run -o a.glb", "it stands still" },
    { "convert ../knight.md2 -o none/a.glb", "none/a.glb: " },
    { "convert ../knight.md2 -o none/a.obj", "none/a.obj: " },
    { "convert ../knight.md2 --format md2 -o ..", "..: " },
    { "convert ../knight.md2 --format glb -o /dev/full", "No space left" },
    { "convert ../knight.md2 --format obj -o -", "6 keys are as many files" },
    { "convert ../face.glb --max-error 1e-9 -o a.md2", "more than the --max-error" },
    { "pose ../knight.md2 --clip walk -o a.obj", "there are run, idle, die" },
    { "pose ../still.obj --clip run -o a.obj", "it stands still" },
    { "pose ../knight.md2 -o none/a.ply", "none/a.ply: " },
    { "pose ../knight.md2 --format stl -o /dev/full", "No space left" },
    { "ball -o none/a.glb", "none/a.glb: " },
    { "ball --format obj -o -", "2 keys are as many files" },
};

static void write_bad_files(void)
{
    size_t size;
    uint8_t *bytes = md2_make(&(md2_recipe){ .frames = 2 }, &size);
    write_bytes("../short.md2", bytes, size - 9);
    write_text("../empty.md2", "");
    write_text("../words.obj", "once upon a time\n");
    write_text("../line.obj", "v 0 0 0\nv 1 0 0\nv 1 x 0\nf 1 2 3\n");
    write_text("../still.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n");
    write_text("../lost.gltf", "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,"
                               "\"uri\":\"lost.bin\"}],\"bufferViews\":[{\"buffer\":0,"
                               "\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"count\":3,"
                               "\"type\":\"VEC3\",\"componentType\":5126}],\"meshes\":[{"
                               "\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                               "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]}");
    char *text = tool_text("../lost.gltf", NULL), *out = gltf_change(text, "lost.bin", "../x.bin");
    write_text("../out.gltf", out);
    free(text);
    free(out);
}

static void bad_input_is_explained_and_leaves_nothing(void **state)
{
    (void)state;
    write_knight();
    write_face();
    write_bad_files();
    for (size_t i = 0; i < COUNT(bad_inputs); i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, "model %s", bad_inputs[i][0]);
        tool_assert_fails(arguments, 1, bad_inputs[i][1]);
        assert_int_equal(tool_count_entries(), 0);
    }
}

static void what_was_there_stays_where_writing_fails(void **state)
{
    (void)state;
    write_knight();
    write_face();
    write_text("a.md2", "mine");
    tool_assert_fails("model convert ../face.glb --max-error 1e-9 -o a.md2", 1, "--max-error");
    assert_true(tool_contains("a.md2", "mine"));
    write_text("b_0002.obj", "mine"); // only one of six; the last may not be one of seven
    write_text("b_0007.obj", "mine");
    tool_assert_fails("model convert ../knight.md2 -o b.obj", 1, "b_0007.obj");
    assert_true(tool_contains("b_0002.obj", "mine"));
    assert_int_equal(tool_count_entries(), 3);
}

// --- info

static void info_tells_clips_bounds_and_skins(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double keys, seconds, repeated;
    } clips[] = { { "run", 3, 0.2, 0.3 }, { "idle", 1, 0, 0.1 }, { "die", 2, 0.1, 0.2 } };
    write_knight();
    cJSON *json = info_of("../knight.md2");
    qx_model *model = load("../knight.md2");
    assert_string_equal(cJSON_GetObjectItem(json, "format")->valuestring, "MD2");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "clips")), 3);
    for (int i = 0; i < 3; i++) {
        const cJSON *clip = clip_at(json, i);
        assert_string_equal(cJSON_GetObjectItem(clip, "name")->valuestring, clips[i].name);
        assert_true(number_at(clip, "keys") == clips[i].keys);
        assert_true(fabs(number_at(clip, "seconds") - clips[i].seconds) < 1e-9);
        assert_true(fabs(number_at(clip, "repeated") - clips[i].repeated) < 1e-9);
    }
    assert_true((float)corner(json, "low", 0) == model->bounds.low.x);
    assert_true((float)corner(json, "high", 1) == model->bounds.high.y);
    assert_true(corner(clip_at(json, 1), "high", 1) < corner(json, "high", 1)); // its own alone
    const cJSON *skin = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "skins"), 0);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(skin, "found")));
    qx_model_destroy(model);
    cJSON_Delete(json);
    json = info_of("../knight.md2 --rate 20");
    assert_true(fabs(number_at(clip_at(json, 0), "seconds") - 0.1) < 1e-9);
    cJSON_Delete(json);
    tool_run_well("model info ../knight.md2");
    static const char *const words[] = { "MD2", "run", "3 keys,", "0.2 s, repeated",
                                         "(not found)" };
    for (size_t i = 0; i < COUNT(words); i++) assert_true(tool_contains("../out", words[i]));
}

static void skins_are_looked_for_beside_the_model(void **state)
{
    (void)state;
    write_face();
    write_text("../red skin.png", "a picture");
    tool_run_well("model info ../face.glb");
    assert_true(tool_contains("../out", "red skin.png\n"));
    assert_false(tool_contains("../out", "not found"));
    char *outside = gltf_change(gltf_usual, "red%20skin.png", "../red%20skin.png");
    write_gltf("../outside.glb", outside);
    free(outside);
    tool_run_well("model info ../outside.glb");
    assert_true(tool_contains("../out", "notes"));
    assert_true(tool_contains("../out", "does not lie in the folder"));
}

static void names_do_not_break_json(void **state)
{
    (void)state;
    char *odd = gltf_change(gltf_usual, "'name':'wave'", "'name':'a\\u0022b\\\\c'");
    write_gltf("../odd.glb", odd);
    free(odd);
    cJSON *json = info_of("../odd.glb");
    assert_string_equal(cJSON_GetObjectItem(clip_at(json, 0), "name")->valuestring, "a\"b\\c");
    cJSON_Delete(json);
}

// The bounds of a morphing clip hold every pose; those of straight weights are met.
static void bounds_hold_every_pose(void **state)
{
    (void)state;
    char *nine = gltf_change(gltf_usual, "'bufferView':2,'componentType':5126,'count':3",
                             "'bufferView':2,'componentType':5126,'count':9");
    char *cubic = gltf_change(nine, "'input':4,'output':5",
                              "'input':4,'output':5,"
                              "'interpolation':'CUBICSPLINE'");
    write_face();
    write_gltf("../cubic.glb", cubic);
    free(nine);
    free(cubic);
    for (int curved = 0; curved < 2; curved++) {
        const char *path = curved ? "../cubic.glb" : "../face.glb";
        cJSON *json = info_of(path);
        qx_model *model = load(path);
        double low = 1e9, high = -1e9;
        for (int i = 0; i <= 1000; i++) {
            float p[9];
            const qx_keyframe_layout out = { .positions = p };
            const double place = (double)model->clips[0].duration * i / 1000.0;
            assert_int_equal(qx_model_pose(model, 0, 0, place, QX_KEYFRAME_LINEAR, false, &out),
                             QX_OK);
            for (int k = 2; k < 9; k += 3) {
                low = fmin(low, (double)p[k]);
                high = fmax(high, (double)p[k]);
            }
        }
        assert_true(corner(clip_at(json, 0), "low", 2) <= low + 1e-6);
        assert_true(corner(clip_at(json, 0), "high", 2) >= high - 1e-6);
        const double slack = curved ? 3.0 : 1e-5;
        assert_true(corner(json, "low", 2) > low - slack && corner(json, "high", 2) < high + slack);
        qx_model_destroy(model);
        cJSON_Delete(json);
    }
}

// --- converting

// The largest distance of corners of triangles, key by key: formats number vertices as they like.
static double difference(const qx_model *a, const qx_model *b)
{
    const qx_model_mesh *m = &a->meshes[0], *n = &b->meshes[0];
    double worst = 0;
    assert_int_equal(m->key_count, n->key_count);
    assert_int_equal(m->index_count, n->index_count);
    for (size_t key = 0; key < m->key_count; key++)
        for (uint32_t i = 0; i < m->index_count; i++) {
            const float *p = m->positions + 3 * (key * m->vertex_count + m->indices[i]);
            const float *q = n->positions + 3 * (key * n->vertex_count + n->indices[i]);
            for (int axis = 0; axis < 3; axis++)
                worst = fmax(worst, fabs((double)p[axis] - (double)q[axis]));
        }
    return worst;
}

static qx_model *load_keys(const char *path)
{
    qx_model *model = load(path), *baked;
    assert_int_equal(
        qx_model_bake_keys(model, &(qx_model_bake){ .frames = 10 }, NULL, &baked, NULL), QX_OK);
    qx_model_destroy(model);
    return baked;
}

static void conversions_there_and_back_cost_what_is_said(void **state)
{
    (void)state;
    write_knight();
    qx_model *knight = load("../knight.md2");
    tool_run_well("model convert ../knight.md2 -o a.glb");
    assert_true(tool_contains("../err", "3 clips, 6 keys, 2 triangles"));
    const double glb_error = said_after("at most ");
    qx_model *glb = load_keys("a.glb");
    assert_true(difference(knight, glb) <= glb_error + 1e-6 && glb_error < 1e-4);
    assert_int_equal(glb->clip_count, 3);
    assert_string_equal(glb->clips[2].name, "die");
    tool_run_well("model convert a.glb -o b.md2");
    const double md2_error = said_after("at most ");
    assert_true(tool_contains("../err", "normals"));
    qx_model *md2 = load("b.md2");
    assert_int_equal(md2->clip_count, 3);
    assert_true(difference(knight, md2) <= md2_error + glb_error + 1e-6 && md2_error < 2.0);
    tool_run_well("model convert a.glb -o c.obj");
    assert_true(tool_contains("../err", "exact: c_0001.obj to _0006"));
    qx_model *obj = load("c_0001.obj");
    assert_true(difference(glb, obj) == 0);
    tool_run_well("model convert c_0001.obj -o d.glb");
    qx_model *again = load_keys("d.glb");
    assert_true(difference(obj, again) < 1e-4);
    qx_model *const all[] = { knight, glb, md2, obj, again };
    for (size_t i = 0; i < COUNT(all); i++) qx_model_destroy(all[i]);
}

static void one_clip_is_taken_by_name_or_number(void **state)
{
    (void)state;
    static const struct {
        const char *clip, *name;
        uint32_t keys;
    } cases[] = { { "run", "run", 3 }, { "2", "idle", 1 }, { "3", "die", 2 }, { "die", "die", 2 } };
    write_knight();
    for (size_t i = 0; i < COUNT(cases); i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, "model convert ../knight.md2 --clip %s -o a.md2",
                 cases[i].clip);
        tool_run_well(arguments);
        qx_model *model = load("a.md2");
        assert_int_equal(model->clip_count, 1);
        assert_int_equal(model->meshes[0].key_count, cases[i].keys);
        qx_model_destroy(model);
        snprintf(arguments, sizeof arguments, "model convert ../knight.md2 --clip %s -o a.glb",
                 cases[i].clip);
        tool_run_well(arguments);
        cJSON *json = info_of("a.glb");
        const cJSON *clips = cJSON_GetObjectItem(json, "clips");
        assert_int_equal(cJSON_GetArraySize(clips), cases[i].keys > 1); // one key moves nothing
        if (cases[i].keys > 1)
            assert_string_equal(cJSON_GetObjectItem(clip_at(json, 0), "name")->valuestring,
                                cases[i].name);
        cJSON_Delete(json);
    }
    tool_run_well("model convert ../knight.md2 --clip 2 -o one.obj"); // it stands still
    free(tool_text("one.obj", NULL));
}

static void clips_are_played_into_keys(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        int keys;
    } cases[] = {
        { "--clip run --fps 20", 5 }, // 0.2 s
        { "--clip run --fps 20 --repeat", 6 },
        { "--clip run --fps 20 --curve step", 5 },
        { "--clip run --fps 20 --curve catmull-rom", 5 },
        { "--fps 20", 9 },
        { "--fps 20 --rate 5", 15 },
    };
    write_knight();
    for (size_t i = 0; i < COUNT(cases); i++) {
        char arguments[200], says[40];
        snprintf(arguments, sizeof arguments, "model convert ../knight.md2 %s -o a.md2",
                 cases[i].options);
        tool_run_well(arguments);
        snprintf(says, sizeof says, ", %d keys, ", cases[i].keys);
        assert_true(tool_contains("../err", says));
        assert_true(tool_contains("../err", "for 20 keys a second"));
    }
    tool_run_well("model convert ../knight.md2 --clip run --fps 20 --curve step -o a.obj");
    tool_assert_same("a_0001.obj", "a_0002.obj", true);
    tool_assert_same("a_0002.obj", "a_0003.obj", false);
    write_face();
    tool_run_well("model convert ../face.glb -o a.md2"); // of 4 s
    assert_true(tool_contains("../err", "41 keys"));
    assert_true(tool_contains("../err", "for 10 keys a second"));
}

static void morph_targets_stay_what_they_are(void **state)
{
    (void)state;
    write_face();
    tool_run_well("model convert ../face.glb --clip wave -o a.glb");
    assert_true(tool_contains("../err", "1 clip, 1 target, 1 triangle, "));
    tool_run_well("model convert a.glb -o b.glb");
    tool_run_well("model convert b.glb -o c.glb");
    tool_assert_same("b.glb", "c.glb", true);
    cJSON *json = info_of("a.glb");
    const cJSON *mesh = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "meshes"), 0);
    assert_string_equal(cJSON_GetObjectItem(mesh, "kind")->valuestring, "morph");
    assert_string_equal(cJSON_GetArrayItem(cJSON_GetObjectItem(mesh, "targets"), 0)->valuestring,
                        "up");
    cJSON_Delete(json);
    tool_run_well("model convert ../face.glb --max-error 10 -o c.glb");
    assert_true(said_after("at most ") >= 3.0);
}

static void what_games_do_not_take_is_said(void **state)
{
    (void)state;
    tool_run_well("model ball --detail 5 -o a.md2"); // 20,480 triangles
    assert_true(tool_contains("../err", "note: 20480 triangles: games of the format take 4096"));
    tool_run_well("model ball --detail 5 --quiet -o a.md2");
    char *said = tool_text("../err", NULL);
    assert_string_equal(said, "");
    free(said);
}

static void standard_input_and_output_are_files_too(void **state)
{
    (void)state;
    write_knight();
    tool_run_well("model convert ../knight.md2 -o a.glb");
    tool_run_well("model convert ../knight.md2 --format glb -o -");
    tool_assert_same("a.glb", "../out", true);
    assert_int_equal(system("'" QX_PROGRAM "' model convert - --quiet --format md2 -o - <a.glb "
                            "| '" QX_PROGRAM "' model info - >../out"),
                     0);
    assert_true(tool_contains("../out", "die"));
    assert_true(tool_contains("../out", "MD2"));
}

// --- poses

static void poses_are_the_librarys(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        uint32_t clip;
        double seconds; // of the clip
        qx_keyframe_curve curve;
        bool repeats;
    } cases[] = {
        { "", 0, 0, QX_KEYFRAME_LINEAR, false },
        { "--clip run --time 0.05", 0, 0.05, QX_KEYFRAME_LINEAR, false },
        { "--clip run --time 0.05 --curve step", 0, 0, QX_KEYFRAME_LINEAR, false },
        { "--clip run --time 0.13 --curve catmull-rom", 0, 0.13, QX_KEYFRAME_CATMULL_ROM, false },
        { "--clip run --time 7", 0, 0.2, QX_KEYFRAME_LINEAR, false },
        { "--clip run --time -7", 0, 0, QX_KEYFRAME_LINEAR, false },
        { "--clip run --time 0.65 --loop repeat", 0, 0.05, QX_KEYFRAME_LINEAR, true },
        { "--clip run --time 0.25 --loop repeat", 0, 0.25, QX_KEYFRAME_LINEAR, true },
        { "--clip run --time -0.05 --loop repeat", 0, 0.25, QX_KEYFRAME_LINEAR, true },
        { "--clip run --time 0.25 --loop ping-pong", 0, 0.15, QX_KEYFRAME_LINEAR, false },
        { "--clip idle --time 3", 1, 0, QX_KEYFRAME_LINEAR, false }, // lasts 0 s
        { "--clip idle --time 3 --loop ping-pong", 1, 0, QX_KEYFRAME_LINEAR, false },
        { "--clip die --time 0.05", 2, 0.05, QX_KEYFRAME_LINEAR, false },
    };
    write_knight();
    qx_model *knight = load("../knight.md2");
    const qx_model_mesh *mesh = &knight->meshes[0];
    float *places = malloc(12 * (size_t)mesh->vertex_count);
    for (size_t i = 0; i < COUNT(cases); i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, "model pose ../knight.md2 %s -o a.obj",
                 cases[i].options);
        tool_run_well(arguments);
        const qx_keyframe_layout out = { .positions = places };
        assert_int_equal(qx_model_pose(knight, 0, cases[i].clip,
                                       cases[i].seconds * (double)QX_KEYFRAME_SECOND,
                                       cases[i].curve, cases[i].repeats, &out),
                         QX_OK);
        qx_model *posed = load("a.obj");
        assert_int_equal(posed->meshes[0].index_count, mesh->index_count);
        for (uint32_t k = 0; k < mesh->index_count; k++)
            for (int axis = 0; axis < 3; axis++) {
                const float p = places[3 * mesh->indices[k] + (uint32_t)axis];
                const float q =
                    posed->meshes[0].positions[3 * posed->meshes[0].indices[k] + (uint32_t)axis];
                if (!(fabsf(p - q) < 1e-5f))
                    fail_msg("%s: %g, not %g", arguments, (double)q, (double)p);
            }
        qx_model_destroy(posed);
    }
    free(places);
    qx_model_destroy(knight);
}

static void poses_keep_their_pictures(void **state)
{
    (void)state;
    write_knight();
    tool_run_well("model pose ../knight.md2 --time 0.05 -o a.glb");
    qx_model *still = load("a.glb");
    assert_int_equal(still->skin_count, 1);
    assert_string_equal(still->meshes[0].skin, "skin0.png");
    qx_model_destroy(still);
}

static void poses_are_written_in_every_format(void **state)
{
    (void)state;
    write_face();
    tool_run_well("model pose ../face.glb --time 4 -o a.obj"); // weight 0.5 of z 1, 2, -3
    assert_true(tool_contains("../err", "\"wave\" at 4 s of 4 s, 3 vertices"));
    assert_true(tool_contains("a.obj", "v 0 0 0.5 "));
    assert_true(tool_contains("a.obj", "v 2 0 1 "));
    assert_true(tool_contains("a.obj", "v 0 2 -1.5 "));
    tool_run_well("model pose ../face.glb --time 4 -o a.glb");
    qx_model *still = load("a.glb");
    assert_int_equal(still->clip_count, 0);
    assert_int_equal(still->meshes[0].kind, QX_MODEL_STILL);
    assert_true(still->meshes[0].positions[8] == -1.5f);
    qx_model_destroy(still);
    tool_run_well("model pose ../face.glb --time 4 -o a.ply");
    assert_true(tool_contains("a.ply", "element vertex 3\n"));
    tool_run_well("model pose ../face.glb --time 4 -o a.stl");
    size_t size;
    char *stl = tool_text("a.stl", &size);
    float second[3];
    assert_int_equal(size, 84 + 50);
    memcpy(second, stl + 84 + 24, sizeof second);
    free(stl);
    assert_true(second[0] == 2.0f && second[1] == -1.0f && second[2] == 0.0f); // z up
    tool_run_well("model pose ../face.glb --time 4 --format stl -o -");
    tool_assert_same("a.stl", "../out", true);
}

// --- the ball

static void the_ball_bounces_in_every_format(void **state)
{
    (void)state;
    static const char *const outputs[][2] = { { "a.glb", "a.glb" },
                                              { "a.md2", "a.md2" },
                                              { "a.obj", "a_0001.obj" } };
    for (size_t i = 0; i < 2 * COUNT(outputs); i++) {
        char arguments[200];
        const int keys = i % 2 ? 5 : 2;
        const char *const *output = outputs[i / 2];
        snprintf(arguments, sizeof arguments, "model ball --keys %d --radius 2 --detail 2 -o %s",
                 keys, output[0]);
        tool_run_well(arguments);
        cJSON *json = info_of(output[1]);
        assert_true(number_at(json, "triangles") == 320);
        assert_true(number_at(clip_at(json, 0), "keys") == keys);
        assert_true(fabs(corner(json, "high", 1) - 8.0) < 0.05);
        assert_true(fabs(corner(json, "low", 1)) < 0.05);
        cJSON_Delete(json);
    }
    tool_run_well("model ball -o a.glb");
    cJSON *json = info_of("a.glb");
    assert_true(fabs(number_at(clip_at(json, 0), "seconds") - 0.3) < 1e-6);
    cJSON_Delete(json);
    tool_run_well("model ball --keys 5 -o a.md2");
    assert_true(tool_contains("../err", "of uneven times"));
    tool_run_well("model ball --keys 5 --fps 25 -o a.md2");
    assert_true(tool_contains("../err", "24 keys, 1280 triangles, for 25 keys a second"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_manuals_are_printed),
        IN_FOLDER(bad_command_lines_are_explained),
        IN_FOLDER(bad_input_is_explained_and_leaves_nothing),
        IN_FOLDER(what_was_there_stays_where_writing_fails),
        IN_FOLDER(info_tells_clips_bounds_and_skins),
        IN_FOLDER(skins_are_looked_for_beside_the_model),
        IN_FOLDER(names_do_not_break_json),
        IN_FOLDER(bounds_hold_every_pose),
        IN_FOLDER(conversions_there_and_back_cost_what_is_said),
        IN_FOLDER(one_clip_is_taken_by_name_or_number),
        IN_FOLDER(clips_are_played_into_keys),
        IN_FOLDER(morph_targets_stay_what_they_are),
        IN_FOLDER(what_games_do_not_take_is_said),
        IN_FOLDER(standard_input_and_output_are_files_too),
        IN_FOLDER(poses_are_the_librarys),
        IN_FOLDER(poses_keep_their_pictures),
        IN_FOLDER(poses_are_written_in_every_format),
        IN_FOLDER(the_ball_bounces_in_every_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
