// SPDX-License-Identifier: MIT
// Models written as .glb: read again they are what they were.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/file.h>
#include <quincunx/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_bytes.h"
#include "foreign_file.h"
#include "gltf_files.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct saved {
    uint8_t *bytes;
    size_t size;
    qx_model_cost cost;
} saved;

static saved save_with(const qx_model *model, float max_error)
{
    saved s;
    qx_error error = { .code = QX_OK };
    if (qx_model_save_gltf(model, max_error, NULL, &s.bytes, &s.size, &s.cost, &error) != QX_OK)
        fail_msg("%s", error.message);
    return s;
}

static saved save(const qx_model *model)
{
    return save_with(model, 0.0f);
}

static qx_model *load(const saved *s)
{
    qx_model *model;
    qx_error error;
    if (qx_model_load_memory(s->bytes, s->size, NULL, NULL, NULL, &model, &error) != QX_OK)
        fail_msg("%s", error.message);
    return model;
}

static qx_model *save_and_load(const qx_model *model)
{
    const saved s = save(model);
    qx_model *back = load(&s);
    free(s.bytes);
    return back;
}

static bool holds(const saved *s, const char *words)
{
    for (size_t i = 0; i + strlen(words) <= s->size; i++)
        if (memcmp(s->bytes + i, words, strlen(words)) == 0) return true;
    return false;
}

// --- models made here

enum { VERTICES = 40, KEYS = 7, TRIANGLES = 30 };

typedef struct sheet {
    float positions[KEYS][VERTICES][3], normals[KEYS][VERTICES][3], places[VERTICES][2];
    uint32_t indices[3 * TRIANGLES];
    int64_t times[KEYS];
    char names[KEYS][16];
    const char *key_names[KEYS], *skins[2];
    qx_model_mesh mesh;
    qx_model_clip clips[2];
    qx_model model;
} sheet;

static void fill_key(sheet *s, int key, qx_random *random)
{
    for (int i = 0; i < VERTICES; i++) {
        float *n = s->normals[key][i], length = 0.0f;
        for (int k = 0; k < 3; k++) {
            const bool stays = key > 0 && i % 4 != 0; // three of four do not move
            s->positions[key][i][k] =
                stays ? s->positions[0][i][k] : qx_random_range(random, -30, 30);
            n[k] = stays ? s->normals[0][i][k] : qx_random_range(random, 0.1f, 1);
            length += n[k] * n[k];
        }
        for (int k = 0; k < 3; k++) n[k] /= sqrtf(length);
    }
}

// Two clips of keys 0 to 3 and 4 to 6.
static sheet *make_keys(uint64_t seed)
{
    sheet *s = calloc(1, sizeof *s);
    qx_random random;
    assert_non_null(s);
    qx_random_seed(&random, seed, 5);
    for (int key = 0; key < KEYS; key++) {
        fill_key(s, key, &random);
        sprintf(s->names[key], "key \"%d\"", key);
        s->key_names[key] = s->names[key];
        s->times[key] = key * QX_KEYFRAME_SECOND / 10;
    }
    for (int i = 0; i < VERTICES; i++)
        for (int k = 0; k < 2; k++) s->places[i][k] = qx_random_range(&random, 0, 1);
    for (int i = 0; i < 3 * TRIANGLES; i++) s->indices[i] = qx_random_next(&random) % VERTICES;
    s->skins[0] = "other.pcx";
    s->skins[1] = "my skins/\xC3\xA4.PNG";
    s->mesh = (qx_model_mesh){ .name = "sheet\n",
                               .kind = QX_MODEL_KEYS,
                               .vertex_count = VERTICES,
                               .index_count = 3 * TRIANGLES,
                               .indices = s->indices,
                               .texture_places = s->places[0],
                               .colour = 0x12C8FF80,
                               .skin = s->skins[1],
                               .key_count = KEYS,
                               .positions = s->positions[0][0],
                               .normals = s->normals[0][0],
                               .key_names = s->key_names };
    s->clips[0] = (qx_model_clip){ .name = "run", .count = 4, .times = s->times };
    s->clips[1] = (qx_model_clip){ .name = "stand", .first = 4, .count = 3, .times = s->times };
    s->model = (qx_model){ .format = "MD2",
                           .mesh_count = 1,
                           .clip_count = 2,
                           .skin_count = 2,
                           .meshes = &s->mesh,
                           .clips = s->clips,
                           .skins = s->skins };
    return s;
}

static qx_model *make_morph(void)
{
    return gltf_good(gltf_usual, NULL);
}

static double distance(const float *a, const float *b)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    return sqrt(sum);
}

// The largest distance of any vertex and any normal from a key.
static void compare_pose(const qx_model *model, uint32_t clip, double place, const float *positions,
                         const float *normals, double most, double most_turned)
{
    float p[VERTICES * 3], n[VERTICES * 3];
    const qx_keyframe_layout out = { .positions = p, .normals = n };
    assert_int_equal(qx_model_pose(model, 0, clip, place, QX_KEYFRAME_LINEAR, false, &out), QX_OK);
    for (int i = 0; i < VERTICES; i++) {
        assert_true(distance(p + 3 * i, positions + 3 * i) <= most);
        assert_true(distance(n + 3 * i, normals + 3 * i) <= most_turned);
    }
}

// --- keys

static void keys_come_back_as_they_were_within_the_cost(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        sheet *s = make_keys(seed);
        const saved file = save(&s->model);
        qx_model *model = load(&file);
        assert_true(file.cost.position_error <= 6e-6f && file.cost.normal_error <= 3e-7f);
        assert_int_equal(model->clip_count, 2);
        assert_int_equal(model->meshes[0].kind, QX_MODEL_MORPH);
        assert_int_equal(model->meshes[0].target_count, KEYS - 1);
        for (uint32_t key = 0; key < KEYS; key++) {
            const uint32_t clip = key < 4 ? 0 : 1;
            const double place = (double)s->times[key - s->clips[clip].first];
            const double most = (double)file.cost.position_error;
            compare_pose(model, clip, place, s->positions[key][0], s->normals[key][0], most, 5e-7);
        }
        qx_model_destroy(model);
        free(file.bytes);
        free(s);
    }
}

// Between keys the weights make the straight line that keys would.
static void poses_between_keys_are_the_same(void **state)
{
    (void)state;
    sheet *s = make_keys(3);
    qx_model *model = save_and_load(&s->model);
    for (int i = 0; i < 50; i++) {
        float p[VERTICES * 3], n[VERTICES * 3];
        const double place = (double)s->times[3] * i / 49;
        const qx_keyframe_layout out = { .positions = p, .normals = n };
        assert_int_equal(qx_model_pose(&s->model, 0, 0, place, QX_KEYFRAME_LINEAR, false, &out),
                         QX_OK);
        compare_pose(model, 0, place, p, n, 1e-5, 1e-6);
    }
    qx_model_destroy(model);
    free(s);
}

static void all_else_comes_back(void **state)
{
    (void)state;
    sheet *s = make_keys(1);
    qx_model *model = save_and_load(&s->model);
    const qx_model_mesh *mesh = &model->meshes[0];
    assert_string_equal(mesh->name, "sheet_"); // control characters are not for reading
    assert_int_equal(mesh->colour, 0x12C8FF80);
    assert_string_equal(mesh->skin, s->skins[1]);
    assert_int_equal(model->skin_count, 2);
    assert_string_equal(mesh->target_names[0], "key \"1\"");
    assert_memory_equal(mesh->indices, s->indices, sizeof s->indices);
    assert_memory_equal(mesh->texture_places, s->places, sizeof s->places);
    assert_memory_equal(mesh->positions, s->positions[0], sizeof s->positions[0]);
    assert_string_equal(model->clips[0].name, "run");
    assert_string_equal(model->clips[1].name, "stand");
    assert_int_equal(model->clips[0].duration, s->times[3]);
    assert_memory_equal(model->clips[0].tracks[0].times, s->times, 4 * sizeof s->times[0]);
    qx_model_destroy(model);
    free(s);
}

// NULL: it leads out of the folder, and is left out with a warning for each place it stands at.
static void check_skin(const saved *file, const char *skin)
{
    qx_model *model = load(file);
    const char *found = model->meshes[0].skin;
    assert_true(skin ? found && strcmp(found, skin) == 0 : found == NULL);
    assert_int_equal(model->skin_count, skin ? 2 : 1);
    assert_int_equal(model->warning_count, skin ? 0 : 2);
    qx_model_destroy(model);
}

static void skins_come_back_whether_pictures_or_not(void **state)
{
    (void)state;
    static const char *const pictures[] = { "a.png", "b/c.JPG", "d.jpeg", "100%00.png" };
    static const char *const others[] = { "e.pcx", ".png", ".skin1", "a \"b\".pcx" };
    static const char *const outside[] = { "../up.png", "/root.png", "c:\\x.png", "a/../b.pcx" };
    for (int i = 0; i < 12; i++) {
        sheet *s = make_keys(1);
        const char *const *kind = i < 4 ? pictures : i < 8 ? others : outside;
        s->skins[1] = s->mesh.skin = kind[i % 4];
        for (int bare = 0; bare < 2; bare++) {
            if (bare) s->mesh.texture_places = NULL; // nothing to lay a picture on
            const saved file = save(&s->model);
            if (!bare) assert_true(holds(&file, "\"images\"") == (i < 4));
            check_skin(&file, i < 8 ? kind[i % 4] : NULL);
            free(file.bytes);
        }
        free(s);
    }
}

static void what_does_not_move_is_not_written(void **state)
{
    (void)state;
    sheet *s = make_keys(2);
    const saved sparse = save(&s->model);
    assert_true(holds(&sparse, "\"sparse\""));
    for (int key = 1; key < KEYS; key++)
        for (int i = 0; i < VERTICES; i++) {
            s->positions[key][i][0] += 0.25f;
            memcpy(s->normals[key][i], s->normals[key][i % 4], 12);
        }
    const saved dense = save(&s->model);
    assert_true(dense.size > sparse.size + 2000);
    memcpy(s->positions[1], s->positions[0], sizeof s->positions[0]);
    memcpy(s->normals[1], s->normals[0], sizeof s->normals[0]);
    const saved still = save(&s->model);
    qx_model *model = load(&still);
    assert_true(still.size < dense.size - 2 * VERTICES * 12);
    assert_int_equal(model->meshes[0].targets[0].count, 0);
    qx_model_destroy(model);
    free(sparse.bytes);
    free(dense.bytes);
    free(still.bytes);
    free(s);
}

static void small_deltas_may_be_left_out_and_are_counted(void **state)
{
    (void)state;
    sheet *s = make_keys(4);
    for (int i = 1; i < VERTICES; i++)
        for (int k = 0; k < 3; k++)
            s->positions[2][i][k] = s->positions[0][i][k] + (k == i % 3 ? 0.01f : 0.0f);
    const saved all = save(&s->model), fewer = save_with(&s->model, 0.02f);
    assert_true(all.cost.position_error < 1e-5f);
    assert_true(fabsf(fewer.cost.position_error - 0.01f) < 1e-4f);
    assert_true(fewer.size < all.size);
    qx_model *model = load(&fewer);
    compare_pose(model, 0, (double)s->times[2], s->positions[2][0], s->normals[2][0], 0.0101, 1e-6);
    // Of morph targets too.
    const saved again = save_with(model, 100.0f);
    assert_true(again.cost.position_error > 1.0f && again.cost.position_error <= 100.0f);
    assert_true(again.cost.normal_error == 0.0f);
    qx_model_destroy(model);
    free(all.bytes);
    free(fewer.bytes);
    free(again.bytes);
    free(s);
}

static void a_still_has_no_targets(void **state)
{
    (void)state;
    sheet *s = make_keys(5);
    s->mesh.kind = QX_MODEL_STILL;
    s->mesh.key_count = 1;
    s->clips[0].count = 1;
    s->model.clip_count = 1;
    const saved file = save(&s->model);
    qx_model *model = load(&file);
    assert_int_equal(model->meshes[0].kind, QX_MODEL_STILL);
    assert_int_equal(model->clip_count, 0);
    assert_false(holds(&file, "targets") || holds(&file, "animations"));
    qx_model_destroy(model);
    free(file.bytes);
    free(s);
}

// --- morph targets

static void deltas_of(const qx_model_mesh *mesh, uint32_t number, float *p, float *n)
{
    const qx_keyframe_target *target = &mesh->targets[number];
    memset(p, 0, mesh->vertex_count * 12);
    memset(n, 0, mesh->vertex_count * 12);
    for (uint32_t i = 0; i < target->count; i++) {
        const uint32_t at = target->indices ? target->indices[i] : i;
        if (target->positions) memcpy(p + 3 * at, target->positions + 3 * i, 12);
        if (target->normals) memcpy(n + 3 * at, target->normals + 3 * i, 12);
    }
}

static void assert_same_mesh(const qx_model_mesh *a, const qx_model_mesh *b)
{
    const size_t bytes = a->vertex_count * 12;
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->index_count, b->index_count);
    assert_int_equal(a->target_count, b->target_count);
    assert_int_equal(a->colour, b->colour);
    assert_true(a->flat == b->flat);
    assert_string_equal(a->name, b->name);
    assert_memory_equal(a->indices, b->indices, a->index_count * 4);
    assert_memory_equal(a->positions, b->positions, bytes);
    assert_memory_equal(a->normals, b->normals, bytes);
    assert_true((a->texture_places != NULL) == (b->texture_places != NULL));
    if (a->texture_places)
        assert_memory_equal(a->texture_places, b->texture_places, a->vertex_count * 8);
    float *deltas = malloc(4 * bytes + 1), *other = deltas + a->vertex_count * 6;
    assert_non_null(deltas);
    for (uint32_t i = 0; i < a->target_count; i++) {
        assert_true(a->weights[i] == b->weights[i]);
        deltas_of(a, i, deltas, deltas + a->vertex_count * 3);
        deltas_of(b, i, other, other + a->vertex_count * 3);
        for (uint32_t k = 0; k < a->vertex_count * 6; k++) assert_true(deltas[k] == other[k]);
    }
    free(deltas);
}

static void assert_same(const qx_model *a, const qx_model *b)
{
    assert_int_equal(a->mesh_count, b->mesh_count);
    assert_int_equal(a->clip_count, b->clip_count);
    for (uint32_t i = 0; i < a->mesh_count; i++) assert_same_mesh(&a->meshes[i], &b->meshes[i]);
    for (uint32_t clip = 0; clip < a->clip_count; clip++) {
        assert_string_equal(a->clips[clip].name, b->clips[clip].name);
        assert_int_equal(a->clips[clip].duration, b->clips[clip].duration);
        for (uint32_t i = 0; i < a->mesh_count; i++) {
            const qx_keyframe_track *s = &a->clips[clip].tracks[i], *t = &b->clips[clip].tracks[i];
            const size_t floats =
                (size_t)s->count * s->width * (s->curve == QX_KEYFRAME_CUBIC ? 3 : 1);
            assert_int_equal(s->count, t->count);
            if (s->count == 0) continue;
            assert_int_equal(s->curve, t->curve);
            assert_memory_equal(s->times, t->times, s->count * sizeof *s->times);
            assert_memory_equal(s->values, t->values, floats * sizeof *s->values);
        }
    }
}

// A skin is lost where there are no places of texture; from then on the bytes are the same too.
static void assert_comes_back(const qx_model *model)
{
    qx_model *first = save_and_load(model), *second = save_and_load(first);
    const saved once = save(first), twice = save(second);
    assert_same(model, first);
    assert_int_equal(once.size, twice.size);
    assert_memory_equal(once.bytes, twice.bytes, once.size);
    qx_model_destroy(first);
    qx_model_destroy(second);
    free(once.bytes);
    free(twice.bytes);
}

static void models_come_back_bit_for_bit(void **state)
{
    (void)state;
    qx_model *models[] = {
        make_morph(),
        GLTF_CHANGED("'output':5", "'output':5,'interpolation':'STEP'"),
        GLTF_CHANGED("'output':5", "'output':5,'interpolation':'CUBICSPLINE'",
                     "'bufferView':2,'componentType':5126,'count':3",
                     "'bufferView':2,'componentType':5126,'count':9"),
        GLTF_CHANGED("'POSITION':0,'NORMAL':1", "'POSITION':0", ",'NORMAL':3", ""),
        GLTF_CHANGED("'nodes':[0]", "'nodes':[0,1]", "{'name':'body','mesh':0}",
                     "{'name':'body','mesh':0,'weights':[0]},{'mesh':0,'scale':[3,2,-1]}"),
    };
    for (size_t i = 0; i < COUNT(models); i++) {
        assert_comes_back(models[i]);
        qx_model_destroy(models[i]);
    }
}

// glTF knows no Catmull-Rom: it becomes the cubic spline that is the same.
static void curves_go_the_same_way(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 6);
        qx_model *model = make_morph();
        float values[8];
        int64_t times[8];
        for (int i = 0; i < 8; i++) {
            values[i] = qx_random_range(&random, -1, 1);
            times[i] =
                (i > 0 ? times[i - 1] : 0) +
                (int64_t)(qx_random_next(&random) % 2 * 50000000 + qx_random_next(&random) % 9);
        }
        const uint32_t count = 1 + qx_random_next(&random) % 8;
        const qx_keyframe_track track = { .curve = seed % 2 ? QX_KEYFRAME_CATMULL_ROM
                                                            : QX_KEYFRAME_LINEAR,
                                          .count = count,
                                          .width = 1,
                                          .times = times,
                                          .values = values };
        qx_model_clip clip = model->clips[0];
        qx_model changed = *model;
        clip.tracks = &track;
        changed.clips = &clip;
        qx_model *back = save_and_load(&changed);
        for (int i = -5; i < 100; i++) {
            const double place = (double)times[count - 1] * i / 90.0;
            bool near = false; // keys that ticks tell apart and floats do not jump there
            for (uint32_t k = 0; k < count; k++)
                near = near || fabs(place - (double)times[k]) < 1000;
            float wanted, found;
            qx_keyframe_track_sample(&track, place, &wanted);
            qx_keyframe_track_sample(&back->clips[0].tracks[0], place, &found);
            if (!near) assert_true(fabsf(wanted - found) < 1e-4f);
        }
        qx_model_destroy(back);
        qx_model_destroy(model);
    }
}

static void a_spline_of_one_key_is_its_value(void **state)
{
    (void)state;
    qx_model *model = make_morph();
    const int64_t time = 7;
    const float values[3] = { 5, 0.25f, 6 };
    const qx_keyframe_track track = { QX_KEYFRAME_CUBIC, 1, 1, &time, values, 0 };
    qx_model_clip clip = model->clips[0];
    qx_model changed = *model;
    clip.tracks = &track;
    changed.clips = &clip;
    qx_model *back = save_and_load(&changed);
    float weight;
    qx_keyframe_track_sample(&back->clips[0].tracks[0], 0.0, &weight);
    assert_true(weight == 0.25f);
    qx_model_destroy(back);
    qx_model_destroy(model);
}

// --- from format to format

static void assert_same_keys(const qx_model_mesh *a, const qx_model_mesh *b, double most)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->key_count, b->key_count);
    const size_t places = (size_t)a->vertex_count * a->key_count;
    for (size_t i = 0; i < places; i++)
        assert_true(distance(a->positions + 3 * i, b->positions + 3 * i) <= most);
}

static qx_model *bake(const qx_model *model, double frames)
{
    qx_model *baked;
    qx_error error;
    const qx_model_bake how = { .frames = frames };
    if (qx_model_bake_keys(model, &how, NULL, &baked, &error) != QX_OK)
        fail_msg("%s", error.message);
    return baked;
}

static void md2_to_glb_to_md2(void **state)
{
    (void)state;
    sheet *s = make_keys(9);
    uint8_t *bytes;
    size_t size;
    qx_model *first, *last;
    s->mesh.skin = s->skins[1] = "plain.png"; // MD2's names are ASCII
    assert_int_equal(qx_model_save_md2(&s->model, NULL, &bytes, &size, NULL, NULL), QX_OK);
    assert_int_equal(qx_model_load_memory(bytes, size, NULL, NULL, NULL, &first, NULL), QX_OK);
    free(bytes);
    qx_model *glb = save_and_load(first), *baked = bake(glb, 10.0);
    qx_model_cost cost;
    assert_int_equal(qx_model_save_md2(baked, NULL, &bytes, &size, &cost, NULL), QX_OK);
    assert_int_equal(qx_model_load_memory(bytes, size, NULL, NULL, NULL, &last, NULL), QX_OK);
    free(bytes);
    assert_int_equal(glb->clip_count, first->clip_count);
    assert_int_equal(last->clip_count, first->clip_count);
    for (uint32_t i = 0; i < first->clip_count; i++) {
        assert_string_equal(glb->clips[i].name, first->clips[i].name);
        assert_int_equal(last->clips[i].count, first->clips[i].count);
    }
    assert_same_keys(&first->meshes[0], &baked->meshes[0], 1e-5);
    assert_same_keys(&first->meshes[0], &last->meshes[0], 60.0 / 255.0);
    qx_model_destroy(first);
    qx_model_destroy(glb);
    qx_model_destroy(baked);
    qx_model_destroy(last);
    free(s);
}

static void glb_to_obj_to_glb(void **state)
{
    (void)state;
    sheet *s = make_keys(10);
    s->model.clip_count = 1;
    s->clips[0].count = s->mesh.key_count = 4;
    qx_error error;
    qx_model *first = save_and_load(&s->model), *baked = bake(first, 10.0), *series;
    if (qx_model_save_obj_series(baked, "gltf_morph.obj", NULL, &error) != QX_OK)
        fail_msg("%s", error.message);
    if (qx_model_load_file("gltf_morph_0001.obj", NULL, NULL, &series, &error) != QX_OK)
        fail_msg("%s", error.message);
    qx_model *glb = save_and_load(series), *last = bake(glb, 10.0);
    assert_int_equal(last->meshes[0].key_count, 4);
    assert_int_equal(last->meshes[0].index_count, 3 * TRIANGLES);
    const qx_model_mesh *a = &baked->meshes[0], *b = &last->meshes[0];
    for (size_t key = 0; key < 4; key++)
        for (uint32_t i = 0; i < a->index_count; i++) {
            const float *from = a->positions + 3 * (key * a->vertex_count + a->indices[i]);
            const float *to = b->positions + 3 * (key * b->vertex_count + b->indices[i]);
            assert_true(distance(from, to) < 1e-4);
        }
    for (int i = 1; i <= 4; i++) {
        char name[40];
        snprintf(name, sizeof name, "gltf_morph_%04d.obj", i);
        assert_int_equal(remove(name), 0);
    }
    qx_model_destroy(first);
    qx_model_destroy(baked);
    qx_model_destroy(series);
    qx_model_destroy(glb);
    qx_model_destroy(last);
    free(s);
}

static void files_of_others_come_back(void **state)
{
    (void)state;
    static const char *const names[] = { "01_cs_morph/01_cs_morph.gltf",
                                         "01_morphed_triangle/01_morphed_triangle.gltf",
                                         "AnimatedMorphCube/AnimatedMorphCube.gltf",
                                         "SimpleMorph/SimpleMorph.gltf",
                                         "singleBlendshapeCube_sparse.glb" };
    size_t missing = 0;
    for (size_t i = 0; i < COUNT(names); i++) {
        char path[1024];
        qx_model *model;
        if (!foreign_file_path("gltf", names[i], path)) {
            missing++;
            continue;
        }
        assert_int_equal(qx_model_load_file(path, NULL, NULL, &model, NULL), QX_OK);
        assert_comes_back(model);
        qx_model_destroy(model);
    }
    foreign_file_skip(missing, COUNT(names), "gltf");
}

// --- what is refused

typedef void change_sheet(sheet *s);

static void no_meshes(sheet *s)
{
    s->model.mesh_count = 0;
}
static void no_name(sheet *s)
{
    s->mesh.name = NULL;
}
static void odd_name(sheet *s)
{
    s->mesh.name = "\xFF";
}
static void odd_skin(sheet *s)
{
    s->mesh.skin = "\xC3";
}
static void odd_key_name(sheet *s)
{
    s->key_names[3] = "\xED\xA0\x80";
}
static void no_vertices(sheet *s)
{
    s->mesh.vertex_count = 0;
}
static void no_keys(sheet *s)
{
    s->mesh.key_count = 0;
}
static void half_a_triangle(sheet *s)
{
    s->mesh.index_count--;
}
static void index_beyond(sheet *s)
{
    s->indices[5] = VERTICES;
}
static void position_nan(sheet *s)
{
    s->positions[6][VERTICES - 1][2] = NAN;
}
static void position_far(sheet *s)
{
    s->positions[1][0][0] = 2e9f;
}
static void normal_short(sheet *s)
{
    s->normals[3][1][0] = s->normals[3][1][1] = s->normals[3][1][2] = 0.1f;
}
static void texture_infinite(sheet *s)
{
    s->places[3][0] = INFINITY;
}
static void clip_without_name(sheet *s)
{
    s->clips[1].name = NULL;
}
static void clip_beyond(sheet *s)
{
    s->clips[1].count = 4;
}
static void times_fall(sheet *s)
{
    s->times[2] = 1;
}
static void times_below_0(sheet *s)
{
    s->times[0] = -1;
}
static void odd_list_of_skins(sheet *s)
{
    s->skins[0] = NULL;
}

static void faults_are_refused(void **state)
{
    (void)state;
    static const struct {
        change_sheet *change;
        const char *words;
    } cases[] = {
        { no_meshes, "no meshes" },

        { no_name, "name" },
        { odd_name, "name" },
        { odd_skin, "skin" },
        { odd_key_name, "key's name" },
        { no_vertices, "no vertices" },
        { no_keys, "keys" },
        { half_a_triangle, "indices" },
        { index_beyond, "indices" },
        { position_nan, "position" },
        { position_far, "position" },
        { normal_short, "normal" },
        { texture_infinite, "texture" },
        { clip_without_name, "clip 1" },
        { clip_beyond, "clip 1: its keys" },

        { times_fall, "clip 0: its times" },
        { times_below_0, "clip 0: its times" },
        { odd_list_of_skins, "skin" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        sheet *s = make_keys(1);
        uint8_t *bytes = (uint8_t *)1;
        size_t size = 1;
        qx_error error = { .code = QX_OK };
        cases[i].change(s);
        const qx_result result =
            qx_model_save_gltf(&s->model, 0, NULL, &bytes, &size, NULL, &error);
        if (result != QX_BAD_VALUE || !strstr(error.message, cases[i].words))
            fail_msg("case %zu: %d %s", i, result, error.message);
        assert_null(bytes);
        assert_int_equal(size, 0);
        free(s);
    }
}

static void targets_and_tracks_are_looked_at(void **state)
{
    (void)state;
    static const float good[3] = { 0, 1, 0 }, bad[3] = { 0, NAN, 0 };
    static const uint32_t falling[2] = { 2, 1 }, beyond[2] = { 0, 3 };
    static const int64_t later[2] = { 5, 4 }, now[2] = { 1, 2 };
    static const qx_keyframe_target targets[] = {
        { .positions = bad, .indices = beyond, .count = 1 },
        { .normals = bad, .indices = beyond, .count = 1 },
        { .positions = good, .indices = falling, .count = 2 },
        { .positions = good, .indices = beyond, .count = 2 },
    };
    static const qx_keyframe_track tracks[] = {
        { .curve = (qx_keyframe_curve)9, .count = 1, .width = 1, .times = now, .values = good },
        { .count = 1, .width = 2, .times = now, .values = good },
        { .count = 2, .width = 1, .times = later, .values = good },
        { .count = 2, .width = 1, .times = now, .values = bad },
        { .count = 2, .width = 1, .times = now },
        { .count = 2, .width = 1, .values = good },
    };
    qx_model *model = make_morph();
    uint8_t *bytes;
    size_t size;
    for (size_t i = 0; i < COUNT(targets) + COUNT(tracks); i++) {
        qx_model_mesh mesh = model->meshes[0];
        qx_model_clip clip = model->clips[0];
        qx_model changed = *model;
        if (i < COUNT(targets)) mesh.targets = &targets[i];
        if (i >= COUNT(targets)) clip.tracks = &tracks[i - COUNT(targets)];
        changed.meshes = &mesh;
        changed.clips = &clip;
        assert_int_equal(qx_model_save_gltf(&changed, 0, NULL, &bytes, &size, NULL, NULL),
                         QX_BAD_VALUE);
    }
    static const float errors[] = { -1.0f, NAN, INFINITY };
    for (size_t i = 0; i < COUNT(errors); i++)
        assert_int_equal(qx_model_save_gltf(model, errors[i], NULL, &bytes, &size, NULL, NULL),
                         QX_BAD_VALUE);
    qx_model_destroy(model);
}

static void memory_may_end_anywhere(void **state)
{
    (void)state;
    sheet *s = make_keys(1);
    qx_result result = QX_NO_MEMORY;
    long allowed = 0;
    for (; result == QX_NO_MEMORY; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        uint8_t *bytes;
        size_t size;
        qx_error error = { .code = QX_OK };
        result = qx_model_save_gltf(&s->model, 0, &allocator, &bytes, &size, NULL, &error);
        assert_int_equal(error.code, result);
        failing_bytes_settle(&book, result, bytes, size);
    }
    assert_int_equal(result, QX_OK);
    assert_true(allowed > 8);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_come_back_as_they_were_within_the_cost),
        cmocka_unit_test(poses_between_keys_are_the_same),
        cmocka_unit_test(all_else_comes_back),
        cmocka_unit_test(skins_come_back_whether_pictures_or_not),
        cmocka_unit_test(what_does_not_move_is_not_written),
        cmocka_unit_test(small_deltas_may_be_left_out_and_are_counted),
        cmocka_unit_test(a_still_has_no_targets),
        cmocka_unit_test(models_come_back_bit_for_bit),
        cmocka_unit_test(curves_go_the_same_way),
        cmocka_unit_test(a_spline_of_one_key_is_its_value),
        cmocka_unit_test(md2_to_glb_to_md2),
        cmocka_unit_test(glb_to_obj_to_glb),
        cmocka_unit_test(files_of_others_come_back),
        cmocka_unit_test(faults_are_refused),
        cmocka_unit_test(targets_and_tracks_are_looked_at),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
