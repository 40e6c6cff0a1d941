// SPDX-License-Identifier: MIT
// OBJ as a model: single files, series of them, and series written all or not at all.
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <quincunx/file.h>
#include <quincunx/model.h>
#include <quincunx/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "failing.h"
#include "model_square.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- a folder for each test

static char folder[64];

static int open_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/qx-obj-XXXXXX");
    return mkdtemp(folder) ? 0 : 1;
}

static const char *path_of(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

// How many things there are in it, hidden ones too.
static uint32_t visit_folder(bool and_remove)
{
    uint32_t count = 0;
    DIR *all = opendir(folder);
    assert_non_null(all);
    for (struct dirent *entry = readdir(all); entry; entry = readdir(all)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        count++;
        if (and_remove) remove(path_of(entry->d_name));
    }
    closedir(all);
    return count;
}

static int remove_folder(void **state)
{
    (void)state;
    visit_folder(true);
    return rmdir(folder);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, remove_folder)

static void write_text(const char *name, const char *text)
{
    assert_int_equal(qx_file_save(path_of(name), text, strlen(text), NULL), QX_OK);
}

static bool is_there(const char *name)
{
    return access(path_of(name), F_OK) == 0;
}

// --- one file

static qx_result load(const char *text, qx_model **model, qx_error *error)
{
    const size_t size = strlen(text);
    char *copy = malloc(size); // exactly: reading behind it is seen
    assert_non_null(copy);
    memcpy(copy, text, size);
    const qx_result result = qx_model_load_memory(copy, size, NULL, NULL, NULL, model, error);
    free(copy);
    return result;
}

static qx_model *loaded(const char *text)
{
    qx_model *model;
    qx_error error = { .code = QX_OK };
    if (load(text, &model, &error) != QX_OK) fail_msg("%u: %s", error.line, error.message);
    return model;
}

static void every_value_is_where_it_belongs(void **state)
{
    (void)state;
    qx_model *model = loaded("\xEF\xBB\xBF# a triangle\r\n"
                             "mtllib none.mtl\r\no thing\r\n"
                             "v 1 2 3\r\nv +4.5e1 -.5 6. 1.0\r\nv 7 8 9 0.1 0.2 0.3\r\n"
                             "vt 0.25 0.75\r\nvt 1\r\nvt 0 0 0\r\n"
                             "vn 0 0 2\r\nvn 0 0 0\r\n"
                             "g side\r\ns 1\r\nusemtl red\r\n"
                             "f 1/1/1 2/2/1 3/3/2\r\n");
    const qx_model_mesh *mesh = model->meshes;
    assert_string_equal(model->format, "OBJ");
    assert_int_equal(mesh->kind, QX_MODEL_STILL);
    assert_int_equal(model->clip_count, 0);
    assert_int_equal(mesh->vertex_count, 3);
    static const float positions[] = { 1, 2, 3, 45, -0.5f, 6, 7, 8, 9 };
    static const float places[] = { 0.25f, 0.25f, 1, 1, 0, 1 };
    static const float normals[] = { 0, 0, 1, 0, 0, 1, 0, 0, 1 };
    assert_memory_equal(mesh->positions, positions, sizeof positions);
    assert_memory_equal(mesh->texture_places, places, sizeof places);
    assert_memory_equal(mesh->normals, normals, sizeof normals);
    assert_false(mesh->flat);
    assert_true(model->bounds.low.y == -0.5f && model->bounds.high.x == 45.0f);
    qx_model_destroy(model);
}

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void faces_are_read_in_every_spelling(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t vertices, indices;
    } cases[] = {
        { SQUARE "vn 0 0 1\nf 1//1 2//1 3//1", 3, 3 },
        { SQUARE "vn 0 0 1\nf 1//1 2//1 3//1 4//1\n", 4, 6 },
        { SQUARE "vn 0 0 1\nf -4//-1 -3//-1 -2//-1 -1//1\n", 4, 6 },
        { SQUARE "vn 0 0 1\nf 1//1 2//1 \\\n 3//1\\\r\n 4//1 # and done\n", 4, 6 },
        { SQUARE "vn 0 0 1\n\tf\t1//1  2//1\t3//1  \n   f 1//1 3//1 4//1\n", 4, 6 },
        { SQUARE "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 4/1/1", 4, 6 },
        { SQUARE "vn 0 0 1\nvn 1 0 0\nf 1//1 2//1 3//1\nf 1//2 3//1 4//1", 5, 6 },
        { "f 1//1 2//1 3//1\n" SQUARE "vn 0 0 1\n", 3, 3 }, // named before they are there
        { SQUARE "f 1 2 3 4\n", 6, 6 },                     // flat: nothing is shared
        { SQUARE "f 1/ 2/ 3/\n", 3, 3 },
        { SQUARE "vt 0 0\nf 1/1/ 2/1/ 3/1/\n", 3, 3 },
        { SQUARE "f 1 1 1\n", 3, 3 },
        { SQUARE "vn 0 0 1\nf 1//1 2//1 3//1 4//1 1//1 2//1 3//1\n", 4, 15 },
        { SQUARE "l 1 2\np 1\ncurv 0 1\nf 1 2 3\nweird \\\n 7\n", 3, 3 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        qx_model *model = loaded(cases[i].text);
        assert_int_equal(model->meshes->vertex_count, cases[i].vertices);
        assert_int_equal(model->meshes->index_count, cases[i].indices);
        for (uint32_t k = 0; k < cases[i].indices; k++)
            assert_true(model->meshes->indices[k] < cases[i].vertices);
        qx_model_destroy(model);
    }
    qx_model *model = loaded(SQUARE "vn 0 0 1\nf 1//1 2//1 3//1 4//1\n");
    static const uint32_t fan[] = { 0, 1, 2, 0, 2, 3 };
    assert_memory_equal(model->meshes->indices, fan, sizeof fan);
    qx_model_destroy(model);
}

static void files_without_normals_are_flat(void **state)
{
    (void)state;
    qx_model *model = loaded(SQUARE "vn 1 0 0\nf 1//1 2//1 3//1\nf 1 3 4\n");
    assert_true(model->meshes->flat);
    assert_int_equal(model->warning_count, 1);
    assert_int_equal(model->meshes->vertex_count, 6);
    for (uint32_t i = 0; i < 6; i++) assert_true(model->meshes->normals[3 * i + 2] == 1.0f);
    qx_model_destroy(model);
}

// Numbers as they are written here and elsewhere: the nearest float.
static void numbers_are_read_to_the_last_bit(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 0);
    for (int i = 0; i < 50000; i++) {
        const uint32_t bits = qx_random_next(&random);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!(fabsf(value) <= 1e9f)) continue;
        char text[128];
        snprintf(text, sizeof text, "v %.9g %.8e %.17g\nv 0 0 0\nf 1 2 2\n", (double)value,
                 (double)value, (double)value);
        qx_model *model = loaded(text);
        for (int k = 0; k < 3; k++) assert_true(model->meshes->positions[k] == value);
        qx_model_destroy(model);
    }
    qx_model *model = loaded("v 0.00000000000000000000000000012345678901234567890123 "
                             "123456789.00000000000000000000000000001 1e-400\nf 1 1 1");
    assert_true(model->meshes->positions[0] == 1.2345679e-28f);
    assert_true(model->meshes->positions[1] == 123456792.0f);
    assert_true(model->meshes->positions[2] == 0.0f);
    qx_model_destroy(model);
}

static void bad_files_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line;
    } bad[] = {
        { "v 1 2\nf 1 1 1", 1 },
        { "v 1 2 x\nf 1 1 1", 1 },
        { "#\nv 1 2 3x\nf 1 1 1", 2 },
        { "v 1 2 nan\nf 1 1 1", 1 },
        { "v 1 2 inf\nf 1 1 1", 1 },
        { "v 1 2 0x10\nf 1 1 1", 1 },
        { "v 1 2 1e\nf 1 1 1", 1 },
        { "v 1 2 .\nf 1 1 1", 1 },
        { "v 1 2 --3\nf 1 1 1", 1 },
        { "v 1,5 2 3\nf 1 1 1", 1 },
        { "v 1e10 2 3\nf 1 1 1", 1 },
        { "v 1e99999999999 2 3\nf 1 1 1", 1 },
        { "v 1 2 3\nvt\nf 1 1 1", 2 },
        { "v 1 2 3\nvn 1 1\nf 1 1 1", 2 },
        { SQUARE "f 1 2\n", 5 },
        { SQUARE "f\n", 5 },
        { SQUARE "f 1 \\\n 2 0\n", 6 },
        { SQUARE "f 1 2 -5\n", 5 },
        { SQUARE "f 1 2 3.5\n", 5 },
        { SQUARE "f 1 2 a\n", 5 },
        { SQUARE "f 1 2 3/1/1/1\n", 5 },
        { SQUARE "f 1 2 99999999999999999999\n", 5 },
        { SQUARE "f 1 2 4294967295\n", 5 },
        { SQUARE "f 1/-1 2/1 3/1\n", 5 },
        { SQUARE "f 1 2 5\n", 0 }, // known only in the end
        { SQUARE "f 1/1 2/1 3/1\n", 0 },
        { SQUARE "vt 0 0\nf 1/1/1 2/1/1 3/1/1\n", 0 },
        { SQUARE, 0 },
        { "o nothing\n", 0 },
        { "v", 1 },
        { "f ", 1 },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_model *model = (qx_model *)1;
        qx_error error;
        const qx_result result = load(bad[i].text, &model, &error);
        if (result != QX_BAD_DATA || error.line != bad[i].line)
            fail_msg("%s: %s in line %u", bad[i].text, qx_result_text(result), error.line);
        assert_null(model);
        assert_true(error.message[0] != '\0');
    }
}

static void small_files_do_not_become_large_ones(void **state)
{
    (void)state;
    enum { CORNERS = 100000 };
    char *text = malloc(32 + 2 * CORNERS);
    assert_non_null(text);
    strcpy(text, "v 1 2 3\nf");
    char *at = text + strlen(text);
    for (int i = 0; i < CORNERS; i++, at += 2) memcpy(at, " 1", 2);
    *at = '\0';
    qx_model *model;
    qx_error error;
    const qx_model_options options = { .limit = 1 << 20 };
    assert_int_equal(qx_model_load_memory(text, strlen(text), NULL, &options, NULL, &model, &error),
                     QX_TOO_LARGE);
    assert_int_equal(error.line, 2);
    free(text);
}

static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    static const char good[] = SQUARE "vt 0 0\nvt 1 1\nvn 0 0 1\nvn 0.6 0 0.8\n"
                                      "f 1/1/1 2/2/1 3/1/2 4/2/2\nf -1/1/1 -2/2/2 \\\n-3/-1/-1\n";
    static const char letters[] = "01234567890123456789-. /\n#v\\";
    uint32_t read = 0;
    enum { TRIES = 20000 };
    for (uint64_t seed = 0; seed < TRIES; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 5);
        char text[sizeof good];
        memcpy(text, good, sizeof good);
        const uint32_t changes = 1 + qx_random_below(&random, 3);
        for (uint32_t i = 0; i < changes; i++)
            text[qx_random_below(&random, sizeof good - 1)] =
                letters[qx_random_below(&random, sizeof letters - 1)];
        if (seed % 4 == 0) text[qx_random_below(&random, sizeof good - 1)] = '\0';
        qx_model *model;
        qx_error error = { .code = QX_OK };
        const qx_result result = load(text, &model, &error);
        assert_true((result == QX_OK) == (model != NULL));
        assert_true(result == QX_OK || error.message[0] != '\0');
        read += model != NULL;
        if (model) {
            const size_t floats = 3 * (size_t)model->meshes->vertex_count;
            for (size_t i = 0; i < floats; i++) assert_true(isfinite(model->meshes->normals[i]));
        }
        qx_model_destroy(model);
    }
    assert_true(read > TRIES / 10 && read < TRIES * 9 / 10);
}

// --- series

static qx_model *read_series(const char *name)
{
    qx_model *model;
    qx_error error = { .code = QX_OK };
    if (qx_model_load_file(path_of(name), NULL, NULL, &model, &error) != QX_OK)
        fail_msg("%s", error.message);
    assert_int_equal(error.code, QX_OK);
    return model;
}

static void write_triangle(const char *name, int height)
{
    char text[256];
    snprintf(text, sizeof text,
             "v 0 %d 0\nv 1 %d 0\nv 0 %d 1\nvt 0 0\nvn 0 1 0\nf 1/1/1 3/1/1 2/1/1\n", height,
             height, height);
    write_text(name, text);
}

static void files_are_keys_up_to_a_gap(void **state)
{
    (void)state;
    static const struct {
        const char *first, *names[6];
        uint32_t keys;
        const char *clip;
    } cases[] = {
        { "walk_0001.obj", { "walk_0001.obj", "walk_0002.obj", "walk_0003.obj" }, 3, "walk" },
        { "gap1.obj", { "gap1.obj", "gap2.obj", "gap4.obj" }, 2, "gap" },
        { "n9.obj", { "n9.obj", "n10.obj", "n11.obj", "n011.obj" }, 3, "n" },
        { "k-099.obj", { "k-099.obj", "k-100.obj", "k-0100.obj" }, 2, "k" },
        { "00.OBJ", { "00.OBJ", "01.OBJ" }, 2, "frames" },
        { "later_5.obj", { "later_4.obj", "later_5.obj", "later_6.obj" }, 2, "later" },
        { "v1.2_1", { "v1.2_1", "v1.2_2" }, 1, NULL }, // ".2_1" is the suffix
        { "single.obj", { "single.obj", "single1.obj" }, 1, NULL },
        { "only7.obj", { "only7.obj" }, 1, NULL },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (int k = 0; k < 6 && cases[i].names[k]; k++) write_triangle(cases[i].names[k], k);
        qx_model *model = read_series(cases[i].first);
        assert_int_equal(model->meshes->key_count, cases[i].keys);
        assert_int_equal(model->clip_count, cases[i].clip ? 1 : 0);
        if (cases[i].clip) {
            assert_string_equal(model->clips->name, cases[i].clip);
            assert_int_equal(model->clips->count, cases[i].keys);
            assert_int_equal(model->clips->period, cases[i].keys * (QX_KEYFRAME_SECOND / 10));
            assert_int_equal(model->meshes->kind, QX_MODEL_KEYS);
        }
        for (uint32_t key = 1; key < cases[i].keys; key++)
            assert_true(model->meshes->positions[9 * key + 1] ==
                        model->meshes->positions[1] + (float)key);
        qx_model_destroy(model);
    }
    qx_model *model = read_series("walk_0001.obj");
    assert_string_equal(model->meshes->key_names[2], "walk_0003");
    qx_model_destroy(model);
}

// Programs number normals anew in each file, equal ones as one.
static void normals_may_be_numbered_as_they_like(void **state)
{
    (void)state;
    write_text("a1.obj", SQUARE "vn 0 0 1\nf 1//1 2//1 3//1\nf 1//1 3//1 4//1\n");
    write_text("a2.obj",
               SQUARE "vn 0 0 1\nvn 1 0 0\nvn 0 1 0\nf 1//1 2//2 3//1\nf 1//3 3//1 4//1\n");
    qx_model *model = read_series("a1.obj");
    const qx_model_mesh *mesh = model->meshes;
    assert_int_equal(mesh->vertex_count, 5); // corner 1 is split, by the second file
    assert_int_equal(mesh->key_count, 2);
    const float *second = mesh->normals + 15;
    assert_true(second[3 * mesh->indices[1]] == 1.0f);
    assert_true(second[3 * mesh->indices[3] + 1] == 1.0f);
    assert_true(mesh->normals[3 * mesh->indices[3] + 2] == 1.0f);
    qx_model_destroy(model);
}

static void other_topology_is_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        { SQUARE "v 0 0 0\nf 1 2 3\nf 1 3 4\n", "b_2.obj: 5 vertices" },
        { SQUARE "f 1 2 3\n", "b_2.obj: 1 triangles" },
        { SQUARE "f 1 2 3\nf 1 4 3\n", "b_2.obj: triangle 1" },
        { SQUARE "vt 0 0\nf 1/1 2/1 3/1\nf 1 3 4\n", "b_2.obj: triangle 0" },
        { SQUARE "f 1 2 oh\n", "b_2.obj: " },
        { "", "b_2.obj: there are no faces" },
    };
    write_text("b_1.obj", SQUARE "f 1 2 3\nf 1 3 4\n");
    for (size_t i = 0; i < COUNT(bad); i++) {
        write_text("b_2.obj", bad[i].text);
        qx_model *model = (qx_model *)1;
        qx_error error;
        assert_int_equal(qx_model_load_file(path_of("b_1.obj"), NULL, NULL, &model, &error),
                         QX_BAD_DATA);
        assert_null(model);
        if (!strstr(error.message, bad[i].message)) fail_msg("%s", error.message);
    }
    assert_int_equal(remove(path_of("b_2.obj")), 0);
    assert_int_equal(mkdir(path_of("b_2.obj"), 0777), 0);
    qx_model *model;
    qx_error error;
    assert_int_equal(qx_model_load_file(path_of("b_1.obj"), NULL, NULL, &model, &error),
                     QX_FILE_ERROR);
    assert_memory_equal(error.message, "b_2.obj: ", 9);
}

static void the_limit_is_of_all_files_together(void **state)
{
    (void)state;
    struct stat about;
    for (int i = 0; i < 9; i++) {
        char name[32];
        snprintf(name, sizeof name, "c%d.obj", i);
        write_triangle(name, i);
    }
    assert_int_equal(stat(path_of("c0.obj"), &about), 0);
    const size_t all = 9 * (size_t)about.st_size;
    qx_model *model;
    qx_error error;
    assert_int_equal(qx_model_load_file(path_of("c0.obj"), &(qx_model_options){ .limit = all - 1 },
                                        NULL, &model, &error),
                     QX_TOO_LARGE);
    assert_memory_equal(error.message, "c8.obj: ", 8);
    assert_int_equal(qx_model_load_file(path_of("c0.obj"), &(qx_model_options){ .limit = all },
                                        NULL, &model, &error),
                     24 * 3 * 9 <= all ? QX_OK : QX_TOO_LARGE);
    qx_model_destroy(model);
}

// --- written

static void save(const qx_model *model, const char *name)
{
    qx_error error;
    if (qx_model_save_obj_series(model, path_of(name), NULL, &error) != QX_OK)
        fail_msg("%s", error.message);
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    s.mesh.texture_places = &s.places[0][0];
    s.normals[1][2][0] = 0.6f;
    s.normals[1][2][2] = 0.8f;
    save(&s.model, "square.obj");
    assert_int_equal(visit_folder(false), 2);
    qx_model *model = read_series("square_0001.obj");
    assert_int_equal(model->meshes->key_count, 2);
    assert_int_equal(model->meshes->vertex_count, 6);
    assert_string_equal(model->clips->name, "square");
    assert_memory_equal(model->meshes->positions, s.positions, sizeof s.positions);
    assert_memory_equal(model->meshes->normals, s.normals, sizeof s.normals);
    assert_memory_equal(model->meshes->indices, s.indices, sizeof s.indices);
    for (int i = 0; i < 12; i++)
        assert_true(fabsf(model->meshes->texture_places[i] - s.places[i / 2][i % 2]) < 1e-7f);
    qx_model_destroy(model);
    s.mesh.flat = true;
    s.mesh.texture_places = NULL;
    save(&s.model, "square.obj"); // over the first
    model = read_series("square_0001.obj");
    assert_true(model->meshes->flat);
    assert_int_equal(visit_folder(false), 2);
    qx_model_destroy(model);
}

static void longer_series_of_before_are_not_mixed_in(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    write_text("walk_0003.obj", "old");
    qx_error error;
    assert_int_equal(qx_model_save_obj_series(&s.model, path_of("walk.obj"), NULL, &error),
                     QX_FILE_ERROR);
    assert_memory_equal(error.message, "walk_0003.obj is there already", 30);
    assert_int_equal(visit_folder(false), 1);
}

static void series_are_written_whole_or_not_at_all(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    write_text("a_0001.obj", "old");
    assert_int_equal(mkdir(path_of("a_0002.obj"), 0777), 0);
    qx_error error;
    assert_int_equal(qx_model_save_obj_series(&s.model, path_of("a.obj"), NULL, &error),
                     QX_FILE_ERROR);
    assert_memory_equal(error.message, "a_0002.obj: ", 12);
    assert_int_equal(visit_folder(false), 2);
    assert_int_equal(qx_model_save_obj_series(&s.model, path_of("no/a.obj"), NULL, &error),
                     QX_FILE_ERROR);
    s.positions[1][3][1] = NAN; // the second file cannot be written
    assert_int_equal(qx_model_save_obj_series(&s.model, path_of("b.obj"), NULL, &error),
                     QX_BAD_VALUE);
    assert_int_equal(visit_folder(false), 2);
    assert_false(is_there("b_0001.obj"));
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_file_load(path_of("a_0001.obj"), 99, NULL, &bytes, &size, NULL), QX_OK);
    assert_memory_equal(bytes, "old", 3);
    free(bytes);
    make_square(&s);
    s.mesh.kind = QX_MODEL_MORPH;
    assert_int_equal(qx_model_save_obj_series(&s.model, path_of("c.obj"), NULL, &error),
                     QX_UNSUPPORTED);
    s.model.mesh_count = 0;
    assert_int_equal(qx_model_save_obj_series(&s.model, path_of("c.obj"), NULL, NULL),
                     QX_BAD_VALUE);
}

// Each rename fails once, also those that put files into their places: what was there is back.
static long renames, refused_rename;

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

int __wrap_rename(const char *from, const char *to)
{
    if (++renames != refused_rename) return __real_rename(from, to);
    errno = EIO;
    return -1;
}

static void require_text(const char *name, const char *text)
{
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_file_load(path_of(name), 1 << 20, NULL, &bytes, &size, NULL), QX_OK);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(bytes, text, size);
    free(bytes);
}

static void failing_renames_are_taken_back(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    write_text("a_0001.obj", "old");
    long number = 1;
    for (qx_result result = QX_FILE_ERROR; result != QX_OK; number++) {
        qx_error error;
        renames = 0;
        refused_rename = number;
        result = qx_model_save_obj_series(&s.model, path_of("a.obj"), NULL, &error);
        refused_rename = 0;
        assert_true(result == QX_OK || result == QX_FILE_ERROR);
        assert_int_equal(visit_folder(false), result == QX_OK ? 2 : 1);
        if (result != QX_OK) require_text("a_0001.obj", "old");
    }
    assert_true(number > 6); // two to write, two for each place
    qx_model_destroy(read_series("a_0001.obj"));
}

// --- memory

static void series_survive_every_failing_allocation(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    s.mesh.texture_places = &s.places[0][0];
    qx_result result = QX_NO_MEMORY;
    for (long allowed = 0; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        result = qx_model_save_obj_series(&s.model, path_of("m.obj"), &allocator, NULL);
        assert_true(result == QX_OK || result == QX_NO_MEMORY);
        assert_int_equal(book.live, 0);
        assert_int_equal(visit_folder(false), result == QX_OK ? 2 : 0);
    }
    result = QX_NO_MEMORY;
    for (long allowed = 0; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        qx_model *model;
        qx_error error = { .code = QX_OK };
        result = qx_model_load_file(path_of("m_0001.obj"), NULL, &allocator, &model, &error);
        assert_true(result == QX_OK || (result == QX_NO_MEMORY && error.code == result));
        assert_true((result == QX_OK) == (model != NULL));
        qx_model_destroy(model);
        assert_int_equal(book.live, 0);
        assert_int_equal(book.live_bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_is_where_it_belongs),
        cmocka_unit_test(faces_are_read_in_every_spelling),
        cmocka_unit_test(files_without_normals_are_flat),
        cmocka_unit_test(numbers_are_read_to_the_last_bit),
        cmocka_unit_test(bad_files_are_refused_with_their_line),
        cmocka_unit_test(small_files_do_not_become_large_ones),
        cmocka_unit_test(damaged_files_do_no_harm),
        IN_FOLDER(files_are_keys_up_to_a_gap),
        IN_FOLDER(normals_may_be_numbered_as_they_like),
        IN_FOLDER(other_topology_is_refused_by_name),
        IN_FOLDER(the_limit_is_of_all_files_together),
        IN_FOLDER(what_is_written_is_read_again),
        IN_FOLDER(longer_series_of_before_are_not_mixed_in),
        IN_FOLDER(series_are_written_whole_or_not_at_all),
        IN_FOLDER(failing_renames_are_taken_back),
        IN_FOLDER(series_survive_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
