// SPDX-License-Identifier: MIT
// Models written as MD2: what comes back, what it costs, what cannot be written.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/model.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_bytes.h"
#include "md2_files.h"
#include "model_square.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- writing

typedef struct saved_file {
    uint8_t *bytes;
    size_t size;
    qx_model_cost cost;
} saved_file;

static saved_file saved(const qx_model *model)
{
    saved_file file;
    qx_error error;
    if (qx_model_save_md2(model, NULL, &file.bytes, &file.size, &file.cost, &error) != QX_OK)
        fail_msg("%s", error.message);
    return file;
}

static double distance(const float *a, const float *b)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    return sqrt(sum);
}

static void require_same_clips(const qx_model *a, const qx_model *b)
{
    assert_int_equal(a->clip_count, b->clip_count);
    for (uint32_t i = 0; i < a->clip_count; i++) {
        assert_string_equal(a->clips[i].name, b->clips[i].name);
        assert_int_equal(a->clips[i].first, b->clips[i].first);
        assert_int_equal(a->clips[i].count, b->clips[i].count);
    }
}

// Corner by corner, as vertices may have been merged.
static void require_same_within(const qx_model *a, const qx_model *b, const qx_model_cost *cost)
{
    const qx_model_mesh *x = a->meshes, *y = b->meshes;
    assert_int_equal(x->index_count, y->index_count);
    assert_int_equal(x->key_count, y->key_count);
    double position = 0.0, normal = 0.0, place = 0.0;
    for (uint32_t i = 0; i < x->index_count; i++) {
        const size_t m = x->indices[i], n = y->indices[i];
        for (size_t key = 0; key < x->key_count; key++) {
            const size_t at = 3 * (key * x->vertex_count + m), to = 3 * (key * y->vertex_count + n);
            position = fmax(position, distance(x->positions + at, y->positions + to));
            normal = fmax(normal, 2.0 * asin(distance(x->normals + at, y->normals + to) / 2.0));
        }
        for (size_t k = 0; x->texture_places && k < 2; k++)
            place = fmax(place, fabs((double)x->texture_places[2 * m + k] -
                                     (double)y->texture_places[2 * n + k]));
    }
    assert_true(position <= (double)cost->position_error);
    assert_true(normal <= (double)cost->normal_error + 1e-6);
    assert_true(place <= (double)cost->texture_error);
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    static const char *const names[] = { "stand1", "stand2", "run1", "run2", "run3" };
    qx_model *model = md2_made(&(md2_recipe){ .skins = 3,
                                              .vertices = 90,
                                              .coordinates = 50,
                                              .triangles = 100,
                                              .frames = 5,
                                              .names = names });
    const saved_file file = saved(model);
    qx_model *again = md2_loaded(file.bytes, file.size);
    assert_int_equal(again->warning_count, 0);
    require_same_within(model, again, &file.cost);
    require_same_clips(model, again);
    assert_true(file.cost.normal_error < 1e-6f && file.cost.texture_error == 0.0f);
    assert_true(file.cost.position_error > 0.0f && file.cost.position_error < 1.3f);
    assert_int_equal(again->skin_count, 3);
    for (uint32_t i = 0; i < 3; i++) assert_string_equal(again->skins[i], model->skins[i]);
    const saved_file twice = saved(again); // what has been paid once is not paid again
    assert_true(twice.cost.position_error <= 1e-4f);
    assert_int_equal(twice.size, file.size);
    free(twice.bytes);
    free(file.bytes);
    qx_model_destroy(again);
    qx_model_destroy(model);
}

static void written_files_hold_what_games_expect(void **state)
{
    (void)state;
    qx_model *model = md2_made(&(md2_recipe){ .skins = 1, .frames = 3 });
    const saved_file file = saved(model);
    assert_memory_equal(file.bytes, "IDP2\x08\0\0\0", 8);
    assert_int_equal(md2_get(file.bytes, MD2_AT_END), file.size);
    assert_int_equal(md2_get(file.bytes, MD2_FRAME_SIZE), 40 + 4 * 4);
    assert_int_equal(md2_get(file.bytes, MD2_SKIN_WIDTH), 64);
    assert_int_equal(md2_get(file.bytes, MD2_SKIN_HEIGHT), 32);
    assert_int_equal(md2_get(file.bytes, MD2_COMMANDS), 1);
    assert_int_equal(md2_get(file.bytes, MD2_AT_COMMANDS), file.size - 4);
    assert_memory_equal(file.bytes + file.size - 4, "\0\0\0\0", 4);
    for (int i = MD2_AT_SKINS; i <= MD2_AT_END; i++) // aligned, for readers that map the file
        assert_int_equal(md2_get(file.bytes, i) % 4, 0);
    free(file.bytes);
    qx_model_destroy(model);
}

static void vertices_that_are_alike_in_all_keys_become_one(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    saved_file file = saved(&s.model);
    assert_int_equal(md2_get(file.bytes, MD2_VERTICES), 4);
    assert_int_equal(md2_get(file.bytes, MD2_COORDINATES), 1);
    qx_model *again = md2_loaded(file.bytes, file.size);
    assert_string_equal(again->meshes->key_names[1], "a_name_of_mor02");
    require_same_within(&s.model, again, &file.cost);
    qx_model_destroy(again);
    free(file.bytes);
    s.positions[1][3][2] = 0.0f; // corner 3 leaves corner 0 in the second key alone
    s.normals[1][4][2] = -1.0f;  // and corner 4 turns away from corner 2
    file = saved(&s.model);
    assert_int_equal(md2_get(file.bytes, MD2_VERTICES), 6);
    free(file.bytes);
}

static void costs_are_what_they_say(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    s.positions[0][5][0] = 100.0f;
    s.positions[0][4][0] = 0.2f; // between steps of 100 / 255
    s.mesh.texture_places = &s.places[0][0];
    s.normals[0][0][0] = 0.28f;
    s.normals[0][0][2] = 0.96f;
    saved_file file = saved(&s.model);
    qx_model *again = md2_loaded(file.bytes, file.size);
    require_same_within(&s.model, again, &file.cost);
    assert_true(file.cost.position_error > 0.15f && file.cost.position_error < 0.2f);
    assert_true(file.cost.normal_error > 0.05f && file.cost.normal_error < 0.2f);
    assert_true(file.cost.texture_error > 0.0f && file.cost.texture_error < 3.1e-5f);
    assert_int_equal(md2_get(file.bytes, MD2_SKIN_WIDTH), 16384); // thirds: the finest does best
    qx_model_destroy(again);
    free(file.bytes);
    for (int i = 0; i < 12; i++) s.places[i / 2][i % 2] = (float)(i % 4) * 0.25f - 8.0f;
    file = saved(&s.model); // the coarsest does as well
    assert_int_equal(md2_get(file.bytes, MD2_SKIN_WIDTH), 256);
    assert_true(file.cost.texture_error == 0.0f);
    free(file.bytes);
}

static void what_is_no_md2_is_refused(void **state)
{
    (void)state;
    square s;
    uint8_t *bytes = (uint8_t *)1;
    size_t size;
    qx_error error;
    make_square(&s);
    s.mesh.kind = QX_MODEL_MORPH;
    assert_int_equal(qx_model_save_md2(&s.model, NULL, &bytes, &size, NULL, &error),
                     QX_UNSUPPORTED);
    assert_null(bytes);
    make_square(&s);
    s.positions[1][2][0] = NAN;
    assert_int_equal(qx_model_save_md2(&s.model, NULL, &bytes, &size, NULL, NULL), QX_BAD_VALUE);
    make_square(&s);
    s.model.mesh_count = 0;
    assert_int_equal(qx_model_save_md2(&s.model, NULL, &bytes, &size, NULL, NULL), QX_BAD_VALUE);
}

// 65,536 places that differ are the most there can be.
static void more_than_16_bits_are_too_many(void **state)
{
    (void)state;
    enum { MOST = 65537 };
    float *values = calloc(MOST, 2 * 3 * sizeof *values);
    uint32_t *indices = calloc(MOST + 2, sizeof *indices);
    assert_true(values && indices);
    for (uint32_t i = 0; i < MOST; i++) {
        values[3 * i] = (float)(i & 255);
        values[3 * i + 1] = (float)(i >> 8 & 255);
        values[3 * i + 2] = (float)(i >> 16);
        indices[i] = i;
    }
    qx_model_mesh mesh = { .name = "many",
                           .vertex_count = MOST,
                           .index_count = MOST + 1,
                           .indices = indices,
                           .key_count = 1,
                           .positions = values,
                           .normals = values + 3 * MOST };
    mesh.index_count -= mesh.index_count % 3;
    const qx_model model = { .mesh_count = 1, .meshes = &mesh };
    uint8_t *bytes;
    size_t size;
    qx_error error;
    assert_int_equal(qx_model_save_md2(&model, NULL, &bytes, &size, NULL, &error), QX_TOO_LARGE);
    assert_non_null(strstr(error.message, "65537"));
    mesh.vertex_count = MOST - 1;
    mesh.index_count = 65535;
    assert_int_equal(qx_model_save_md2(&model, NULL, &bytes, &size, NULL, &error), QX_OK);
    assert_int_equal(md2_get(bytes, MD2_VERTICES), 65536);
    free(bytes);
    free(indices);
    free(values);
}

// --- files of others

static void files_of_others_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t vertices, triangles, keys, clips, skins;
        const char *clip; // the last
        uint32_t count;
    } known[] = {
        { "sydney.md2", 482, 679, 198, 16, 0, "death", 20 },
        { "cube2_debris_tris.md2", 19, 12, 198, 20, 1, "death3", 8 },
        { "ufo_grass.md2", 12, 4, 1, 1, 6, "Frame", 1 },
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        size_t size;
        uint8_t *bytes = md2_foreign(known[i].name, &size);
        if (!bytes) continue;
        qx_model *model = md2_loaded(bytes, size);
        assert_int_equal(model->meshes->vertex_count, known[i].vertices);
        assert_int_equal(model->meshes->index_count, 3 * known[i].triangles);
        assert_int_equal(model->meshes->key_count, known[i].keys);
        assert_int_equal(model->clip_count, known[i].clips);
        assert_int_equal(model->skin_count, known[i].skins);
        assert_string_equal(model->clips[known[i].clips - 1].name, known[i].clip);
        assert_int_equal(model->clips[known[i].clips - 1].count, known[i].count);
        const saved_file file = saved(model);
        qx_model *again = md2_loaded(file.bytes, file.size);
        require_same_within(model, again, &file.cost);
        require_same_clips(model, again);
        assert_true(file.cost.normal_error < 1e-6f && file.cost.texture_error == 0.0f);
        qx_model_destroy(again);
        qx_model_destroy(model);
        free(file.bytes);
        free(bytes);
    }
    size_t size;
    uint8_t *bytes = md2_foreign("malformed_zero_numvertices.md2", &size);
    if (!bytes) return;
    qx_model *model;
    assert_int_equal(qx_model_load_memory(bytes, size, NULL, NULL, NULL, &model, NULL),
                     QX_BAD_DATA);
    free(bytes);
}

// --- memory

static void saving_survives_every_failing_allocation(void **state)
{
    (void)state;
    qx_model *model = md2_made(&(md2_recipe){ .skins = 2, .frames = 4 });
    long allowed = 0;
    for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        uint8_t *bytes;
        size_t size;
        result = qx_model_save_md2(model, &allocator, &bytes, &size, NULL, NULL);
        failing_bytes_settle(&book, result, bytes, size);
    }
    assert_true(allowed > 3);
    qx_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(written_files_hold_what_games_expect),
        cmocka_unit_test(vertices_that_are_alike_in_all_keys_become_one),
        cmocka_unit_test(costs_are_what_they_say),
        cmocka_unit_test(what_is_no_md2_is_refused),
        cmocka_unit_test(more_than_16_bits_are_too_many),
        cmocka_unit_test(files_of_others_are_read),
        cmocka_unit_test(saving_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
