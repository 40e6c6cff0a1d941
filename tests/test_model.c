// SPDX-License-Identifier: MIT
// Poses of models, whatever they move by; clips baked into keys; files that models name.
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
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
#include "md2_files.h"
#include "model_bounds.h"
#include "model_folder.h"
#include "model_square.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { TENTH = QX_KEYFRAME_SECOND / 10 };

typedef struct pose {
    float positions[6][3], normals[6][3];
} pose;

static pose posed(const qx_model *model, uint32_t clip, double place, qx_keyframe_curve curve,
                  bool repeats)
{
    pose p;
    const qx_keyframe_layout out = { .positions = p.positions[0], .normals = p.normals[0] };
    assert_int_equal(qx_model_pose(model, 0, clip, place, curve, repeats, &out), QX_OK);
    return p;
}

static double length(const float *n)
{
    return sqrt((double)n[0] * (double)n[0] + (double)n[1] * (double)n[1] +
                (double)n[2] * (double)n[2]);
}

// --- keys

static void poses_at_keys_are_the_keys(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ .vertices = 6, .triangles = 4, .frames = 9 }, &size);
    qx_model *model = md2_loaded(file, size);
    assert_int_equal(model->meshes->vertex_count, 6);
    for (int curve = 0; curve <= QX_KEYFRAME_CUBIC; curve++) {
        for (uint32_t key = 0; key < 9; key++) {
            const pose p = posed(model, 0, (double)key * TENTH, (qx_keyframe_curve)curve, key % 2);
            assert_memory_equal(p.positions, model->meshes->positions + 18 * key, 72);
            assert_memory_equal(p.normals, model->meshes->normals + 18 * key, 72);
        }
    }
    qx_model_destroy(model);
    free(file);
}

static void poses_between_keys_follow_their_curve(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    static const struct {
        qx_keyframe_curve curve;
        bool repeats;
        double place; // keys
        float z;
    } cases[] = {
        { QX_KEYFRAME_LINEAR, false, -3.0, 0.0f },
        { QX_KEYFRAME_LINEAR, false, 0.25, 0.75f },
        { QX_KEYFRAME_LINEAR, false, 0.5, 1.5f },
        { QX_KEYFRAME_LINEAR, false, 1.5, 3.0f },
        { QX_KEYFRAME_LINEAR, true, 1.5, 1.5f },
        { QX_KEYFRAME_STEP, false, 0.99, 0.0f },
        { QX_KEYFRAME_STEP, true, 1.99, 3.0f },
        { QX_KEYFRAME_CATMULL_ROM, true, 0.5, 1.5f },
        { QX_KEYFRAME_CATMULL_ROM, true, 0.25, 0.46875f }, // flat tangents
        { QX_KEYFRAME_CUBIC, true, 0.25, 0.46875f },       // as Catmull-Rom
        { QX_KEYFRAME_CATMULL_ROM, false, 0.25, 0.75f },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const pose p = posed(&s.model, 0, cases[i].place * TENTH, cases[i].curve, cases[i].repeats);
        for (int k = 0; k < 6; k++) {
            assert_true(fabsf(p.positions[k][2] - cases[i].z) < 1e-6f);
            assert_true(p.positions[k][0] == s.positions[0][k][0]); // equal keys: the key
            assert_true(p.normals[k][2] == 1.0f);
        }
    }
}

static void normals_are_unit_and_opposite_ones_fall_to_the_nearer_key(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    s.normals[1][0][2] = -1.0f;
    s.normals[1][1][2] = 0.0f;
    s.normals[1][1][0] = 1.0f;
    for (int i = 1; i < 100; i++) {
        const pose p = posed(&s.model, 0, i / 100.0 * TENTH, QX_KEYFRAME_LINEAR, false);
        for (int k = 0; k < 6; k++) assert_true(fabs(length(p.normals[k]) - 1.0) < 2e-7);
        assert_true(p.normals[0][2] == (i <= 50 ? 1.0f : -1.0f));
    }
}

// Linear mixes stay within their two keys, whatever these are.
static void mixes_stay_within_their_keys(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    qx_random random;
    qx_random_seed(&random, 7, 0);
    for (int i = 0; i < 20000; i++) {
        const float scale = i % 2 ? 1e-9f : 1e9f;
        s.positions[0][0][0] = qx_random_range(&random, -1.0f, 1.0f) * scale;
        s.positions[1][0][0] = qx_random_range(&random, -1.0f, 1.0f);
        const double share = (double)qx_random_unit(&random);
        const pose p = posed(&s.model, 0, share * TENTH, QX_KEYFRAME_LINEAR, false);
        const float a = s.positions[0][0][0], b = s.positions[1][0][0], x = p.positions[0][0];
        assert_true(x >= fminf(a, b) && x <= fmaxf(a, b));
    }
}

static void poses_go_where_the_layout_says(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    float vertices[6][8];
    for (int i = 0; i < 48; i++) vertices[i / 8][i % 8] = -77.0f;
    const qx_keyframe_layout out = { &vertices[0][1], 32, &vertices[0][4], 32 };
    assert_int_equal(qx_model_pose(&s.model, 0, 0, 0.5 * TENTH, QX_KEYFRAME_LINEAR, false, &out),
                     QX_OK);
    for (int i = 0; i < 6; i++) {
        assert_true(vertices[i][0] == -77.0f && vertices[i][7] == -77.0f);
        assert_true(vertices[i][1] == s.positions[0][i][0] && vertices[i][3] == 1.5f);
        assert_true(vertices[i][6] == 1.0f);
    }
    const qx_keyframe_layout nothing = { NULL, 0, NULL, 0 };
    assert_int_equal(qx_model_pose(&s.model, 0, 0, 1.0, QX_KEYFRAME_LINEAR, false, &nothing),
                     QX_OK);
}

static void flat_meshes_have_the_normals_of_the_pose(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    s.mesh.flat = true;
    for (int i = 0; i < 3; i++) // the first triangle stands up in the second key
        if (s.positions[0][i][1] > 0.0f) s.positions[1][i][2] = 4.0f;
    const pose p = posed(&s.model, 0, 0.5 * TENTH, QX_KEYFRAME_LINEAR, false);
    for (int i = 0; i < 6; i++) {
        assert_true(fabs(length(p.normals[i]) - 1.0) < 2e-7);
        const float y = i < 3 ? -0.4472136f : 0.0f; // rises by 0.5 over 1
        assert_true(fabsf(p.normals[i][1] - y) < 1e-6f);
    }
    float normals[18];
    const qx_keyframe_layout alone = { .normals = normals };
    assert_int_equal(qx_model_pose(&s.model, 0, 0, 1.0, QX_KEYFRAME_LINEAR, false, &alone),
                     QX_BAD_VALUE);
}

static void poses_of_nothing_are_refused(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    pose p;
    const qx_keyframe_layout good = { .positions = p.positions[0] };
    const qx_keyframe_layout bad[] = {
        { .positions = p.positions[0], .position_stride = 8 },
        { .positions = p.positions[0], .position_stride = 13 },
        { .normals = p.normals[0], .normal_stride = 1 },
    };
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_int_equal(qx_model_pose(&s.model, 0, 0, 0.0, QX_KEYFRAME_LINEAR, false, &bad[i]),
                         QX_BAD_VALUE);
    static const double places[] = { (double)NAN, (double)INFINITY, -(double)INFINITY };
    for (size_t i = 0; i < COUNT(places); i++)
        assert_int_equal(qx_model_pose(&s.model, 0, 0, places[i], QX_KEYFRAME_LINEAR, true, &good),
                         QX_BAD_VALUE);
    assert_int_equal(qx_model_pose(&s.model, 1, 0, 0.0, QX_KEYFRAME_LINEAR, false, &good),
                     QX_BAD_VALUE);
    assert_int_equal(qx_model_pose(&s.model, 0, 1, 0.0, QX_KEYFRAME_LINEAR, false, &good),
                     QX_BAD_VALUE);
    s.clip.first = 1; // beyond the keys
    assert_int_equal(qx_model_pose(&s.model, 0, 0, 0.0, QX_KEYFRAME_LINEAR, false, &good),
                     QX_BAD_VALUE);
}

// --- morph targets

typedef struct morph {
    square square;
    float lift[18], turn[6], slide[3], weights[3];
    uint32_t moved[2], slid[1];
    qx_keyframe_target targets[3];
    float values[18];
    int64_t times[2];
    qx_keyframe_track track;
} morph;

// Target 0 lifts all vertices by 1, target 1 turns the normals of vertices 1 and 4 toward x,
// target 2 moves vertex 5 along y. Weights go from (0, 0, 0) to (1, 1, 2) in a second.
static void make_morph(morph *m, qx_keyframe_curve curve)
{
    memset(m, 0, sizeof *m);
    make_square(&m->square);
    for (int i = 0; i < 6; i++) m->lift[3 * i + 2] = 1.0f;
    m->turn[0] = m->turn[3] = 1.0f;
    m->turn[2] = m->turn[5] = -1.0f;
    m->slide[1] = 1.0f;
    m->moved[0] = 1;
    m->moved[1] = 4;
    m->slid[0] = 5;
    m->targets[0] = (qx_keyframe_target){ .positions = m->lift };
    m->targets[1] = (qx_keyframe_target){ .normals = m->turn, .indices = m->moved, .count = 2 };
    m->targets[2] = (qx_keyframe_target){ .positions = m->slide, .indices = m->slid, .count = 1 };
    const size_t part = curve == QX_KEYFRAME_CUBIC ? 3 : 0; // values behind in-tangents
    float *last = m->values + (curve == QX_KEYFRAME_CUBIC ? 9 : 3);
    last[part] = last[part + 1] = 1.0f;
    last[part + 2] = 2.0f;
    m->times[1] = QX_KEYFRAME_SECOND;
    m->track = (qx_keyframe_track){ curve, 2, 3, m->times, m->values, 0 };
    m->square.clip = (qx_model_clip){ .name = "morph",
                                      .duration = QX_KEYFRAME_SECOND,
                                      .period = QX_KEYFRAME_SECOND,
                                      .tracks = &m->track };
    m->square.mesh.kind = QX_MODEL_MORPH;
    m->square.mesh.key_count = 1;
    m->square.mesh.target_count = 3;
    m->square.mesh.targets = m->targets;
    m->square.mesh.weights = m->weights;
}

static void morphs_are_base_and_weighted_deltas(void **state)
{
    (void)state;
    static const struct {
        qx_keyframe_curve curve;
        double seconds;
        float weight; // of targets 0 and 1
    } cases[] = {
        { QX_KEYFRAME_LINEAR, -1.0, 0.0f },     { QX_KEYFRAME_LINEAR, 0.25, 0.25f },
        { QX_KEYFRAME_LINEAR, 1.0, 1.0f },      { QX_KEYFRAME_LINEAR, 7.0, 1.0f },
        { QX_KEYFRAME_STEP, 0.999, 0.0f },      { QX_KEYFRAME_STEP, 1.0, 1.0f },
        { QX_KEYFRAME_CUBIC, 0.25, 0.15625f },  { QX_KEYFRAME_CUBIC, 0.5, 0.5f },
        { QX_KEYFRAME_CATMULL_ROM, 0.5, 0.5f },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        morph m;
        make_morph(&m, cases[i].curve);
        const float w = cases[i].weight;
        const pose p = posed(&m.square.model, 0, cases[i].seconds * (double)QX_KEYFRAME_SECOND,
                             QX_KEYFRAME_STEP, true);
        for (int k = 0; k < 6; k++) {
            assert_true(fabsf(p.positions[k][2] - w) < 1e-6f);
            assert_true(fabs(length(p.normals[k]) - 1.0) < 2e-7);
            const bool turned = k == 1 || k == 4;
            const float x = turned ? w / sqrtf(w * w + (1.0f - w) * (1.0f - w)) : 0.0f;
            assert_true(fabsf(p.normals[k][0] - x) < 1e-6f);
        }
        assert_true(fabsf(p.positions[5][1] - (1.0f + 2.0f * w)) < 1e-6f);
    }
}

static void no_weights_are_the_base_bit_for_bit(void **state)
{
    (void)state;
    morph m;
    make_morph(&m, QX_KEYFRAME_LINEAR);
    m.square.normals[0][2][2] = 0.7f; // not even made unit
    m.lift[0] = INFINITY;
    const pose p = posed(&m.square.model, 0, 0.0, QX_KEYFRAME_LINEAR, false);
    assert_memory_equal(p.positions, m.square.positions[0], sizeof p.positions);
    assert_memory_equal(p.normals, m.square.normals[0], sizeof p.normals);
}

// As loaders find it; without work each pose is only known by the boxes of its targets.
static qx_keyframe_box box_of(morph *m, uint64_t work)
{
    model_arena *arena = model_arena_create(NULL);
    assert_non_null(arena);
    arena->model.meshes = &m->square.mesh;
    arena->model.clips = &m->square.clip;
    arena->model.mesh_count = arena->model.clip_count = 1;
    assert_true(model_bounds_find(arena, work));
    const qx_keyframe_box box = m->square.clip.bounds;
    assert_memory_equal(&box, &arena->model.bounds, sizeof box);
    model_arena_destroy(arena);
    return box;
}

static void check_inside(const pose *p, const qx_keyframe_box *box)
{
    for (int k = 0; k < 6; k++) {
        const float *v = p->positions[k];
        assert_true(v[0] >= box->low.x && v[1] >= box->low.y && v[2] >= box->low.z);
        assert_true(v[0] <= box->high.x && v[1] <= box->high.y && v[2] <= box->high.z);
    }
}

static void bounds_hold_every_pose_of_a_clip(void **state)
{
    (void)state;
    static const qx_keyframe_curve curves[] = { QX_KEYFRAME_LINEAR, QX_KEYFRAME_STEP,
                                                QX_KEYFRAME_CUBIC };
    qx_random random;
    qx_random_seed(&random, 8, 0);
    for (int round = 0; round < 300; round++) {
        morph m;
        make_morph(&m, curves[round % 3]);
        for (int i = 0; i < 18; i++) {
            m.lift[i] = qx_random_range(&random, -4.0f, 5.0f);
            m.values[i] = qx_random_range(&random, -2.0f, 3.0f);
        }
        const qx_keyframe_box near = box_of(&m, UINT64_MAX), far = box_of(&m, 0);
        assert_true(far.low.z <= near.low.z && far.high.z >= near.high.z);
        for (int i = 0; i <= 100; i++) {
            const pose p = posed(&m.square.model, 0, (double)QX_KEYFRAME_SECOND * i / 100.0,
                                 QX_KEYFRAME_LINEAR, false);
            check_inside(&p, &near);
            check_inside(&p, &far);
        }
    }
}

static void meshes_that_no_clip_moves_keep_their_weights(void **state)
{
    (void)state;
    morph m;
    make_morph(&m, QX_KEYFRAME_LINEAR);
    m.weights[0] = 0.5f;
    m.track.count = 0;
    pose p = posed(&m.square.model, 0, 1e9, QX_KEYFRAME_LINEAR, false);
    assert_true(p.positions[0][2] == 0.5f);
    m.square.model.clip_count = 0;
    p = posed(&m.square.model, 0, 0.0, QX_KEYFRAME_LINEAR, false);
    assert_true(p.positions[0][2] == 0.5f);
    m.square.mesh.weights = NULL;
    p = posed(&m.square.model, 0, 0.0, QX_KEYFRAME_LINEAR, false);
    assert_true(p.positions[0][2] == 0.0f);
}

// --- baking

static qx_model *baked(const qx_model *model, const qx_model_bake *bake)
{
    qx_model *result;
    qx_error error;
    if (qx_model_bake_keys(model, bake, NULL, &result, &error) != QX_OK)
        fail_msg("%s", error.message);
    return result;
}

static void baking_at_keys_changes_nothing(void **state)
{
    (void)state;
    static const char *const names[] = { "run1", "run2", "hop1", "hop2", "hop3" };
    size_t size;
    uint8_t *file = md2_make(
        &(md2_recipe){ .skins = 2, .vertices = 6, .triangles = 4, .frames = 5, .names = names },
        &size);
    qx_model *model = md2_loaded(file, size), *copy = baked(model, NULL);
    const qx_model_mesh *a = model->meshes, *b = copy->meshes;
    assert_int_equal(b->key_count, 5);
    assert_memory_equal(a->positions, b->positions, 5 * 72);
    assert_memory_equal(a->normals, b->normals, 5 * 72);
    assert_memory_equal(a->indices, b->indices, 12 * sizeof(uint32_t));
    assert_memory_equal(a->texture_places, b->texture_places, 6 * 8);
    assert_string_equal(b->key_names[3], "hop2");
    assert_string_equal(b->skin, "skin0.png");
    assert_int_equal(copy->skin_count, 2);
    assert_int_equal(copy->clip_count, 2);
    assert_int_equal(copy->clips[1].period, 3 * TENTH);
    qx_model *one = baked(model, &(qx_model_bake){ .clip = 2 });
    qx_model_destroy(model); // a baked model stands alone
    free(file);
    assert_int_equal(one->clip_count, 1);
    assert_string_equal(one->clips->name, "hop");
    assert_int_equal(one->meshes->key_count, 3);
    assert_memory_equal(one->meshes->positions, copy->meshes->positions + 36, 3 * 72);
    qx_model_destroy(one);
    qx_model_destroy(copy);
}

static void other_rates_meet_the_keys_and_both_ends(void **state)
{
    (void)state;
    static const struct {
        double frames;
        bool repeats;
        uint32_t keys;
        int step; // every which key is one of before; 0: none but the ends
    } cases[] = {
        { 10.0, false, 5, 1 },      { 20.0, false, 9, 2 }, { 70.0, false, 29, 7 },
        { 5.0, false, 3, 0 },       { 0.1, false, 2, 0 },  { 11.0, false, 5, 1 },
        { 10.0, true, 5, 1 },       { 30.0, true, 15, 3 }, { 0.1, true, 1, 0 },
        { 1000.0, true, 500, 100 },
    };
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ .vertices = 6, .triangles = 4, .frames = 5 }, &size);
    qx_model *model = md2_loaded(file, size);
    for (size_t i = 0; i < COUNT(cases); i++) {
        qx_model *result = baked(model, &(qx_model_bake){ .frames = cases[i].frames,
                                                          .curve = QX_KEYFRAME_CATMULL_ROM,
                                                          .repeats = cases[i].repeats });
        const uint32_t keys = result->meshes->key_count;
        assert_int_equal(keys, cases[i].keys);
        assert_int_equal(result->clips->period, 5 * TENTH);
        assert_int_equal(result->clips->times[0], 0);
        for (uint32_t k = 0; cases[i].step && k < 5 && k * (uint32_t)cases[i].step < keys; k++)
            assert_memory_equal(result->meshes->positions + 18 * k * (uint32_t)cases[i].step,
                                model->meshes->positions + 18 * k, 72);
        if (!cases[i].repeats) {
            assert_int_equal(result->clips->duration, 4 * TENTH);
            assert_memory_equal(result->meshes->positions + 18 * (keys - 1),
                                model->meshes->positions + 18 * 4, 72);
        }
        qx_model_destroy(result);
    }
    qx_model_destroy(model);
    free(file);
}

static void morphs_become_keys(void **state)
{
    (void)state;
    morph m;
    make_morph(&m, QX_KEYFRAME_CUBIC);
    qx_model *result = baked(&m.square.model, NULL);
    assert_int_equal(result->meshes->kind, QX_MODEL_KEYS);
    assert_int_equal(result->meshes->key_count, 31);
    assert_string_equal(result->meshes->key_names[0], "morph01");
    assert_string_equal(result->meshes->key_names[30], "morph31");
    for (uint32_t key = 0; key < 31; key++) {
        const pose p =
            posed(&m.square.model, 0, (double)result->clips->times[key], QX_KEYFRAME_LINEAR, false);
        assert_memory_equal(result->meshes->positions + 18 * key, p.positions, 72);
        assert_memory_equal(result->meshes->normals + 18 * key, p.normals, 72);
    }
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_model_save_md2(result, NULL, &bytes, &size, NULL, NULL), QX_OK);
    qx_model *again = md2_loaded(bytes, size);
    assert_int_equal(again->clip_count, 1);
    assert_string_equal(again->clips->name, "morph");
    qx_model_destroy(again);
    free(bytes);
    qx_model_destroy(result);
}

static void several_meshes_become_one(void **state)
{
    (void)state;
    morph m;
    square other;
    make_morph(&m, QX_KEYFRAME_LINEAR);
    make_square(&other);
    other.mesh.kind = QX_MODEL_STILL;
    other.mesh.key_count = 1;
    other.mesh.texture_places = &other.places[0][0];
    other.mesh.colour = 0x112233FF;
    const qx_model_mesh meshes[] = { m.square.mesh, other.mesh };
    const qx_keyframe_track tracks[] = { m.track, { .count = 0 } };
    m.square.clip.tracks = tracks;
    m.square.model.meshes = meshes;
    m.square.model.mesh_count = 2;
    qx_model *result = baked(&m.square.model, &(qx_model_bake){ .frames = 2.0 });
    const qx_model_mesh *mesh = result->meshes;
    assert_int_equal(result->mesh_count, 1);
    assert_int_equal(mesh->vertex_count, 12);
    assert_int_equal(mesh->index_count, 12);
    assert_int_equal(mesh->key_count, 3);
    for (uint32_t i = 0; i < 12; i++) assert_int_equal(mesh->indices[i], i);
    for (uint32_t key = 0; key < 3; key++) {
        assert_true(mesh->positions[36 * key + 2] == 0.5f * (float)key);
        assert_memory_equal(mesh->positions + 36 * key + 18, other.positions[0], 72);
    }
    assert_true(mesh->texture_places[0] == 0.0f && mesh->texture_places[14] == other.places[1][0]);
    assert_int_equal(mesh->colour, 0xFFFFFFFF);
    assert_int_equal(result->warning_count, 1);
    qx_model_destroy(result);
}

static void models_without_clips_become_stills(void **state)
{
    (void)state;
    morph m;
    make_morph(&m, QX_KEYFRAME_LINEAR);
    m.square.model.clip_count = 0;
    m.weights[0] = 2.0f;
    qx_model *result = baked(&m.square.model, NULL);
    assert_int_equal(result->meshes->kind, QX_MODEL_STILL);
    assert_int_equal(result->meshes->key_count, 1);
    assert_int_equal(result->clip_count, 0);
    assert_true(result->meshes->positions[2] == 2.0f);
    qx_model_destroy(result);
}

static void bad_bakes_are_refused(void **state)
{
    (void)state;
    square s;
    make_square(&s);
    static const qx_model_bake bad[] = {
        { .clip = 2 },
        { .frames = (double)NAN },
        { .frames = -1.0 },
        { .frames = 0.05 },
        { .frames = 1001.0 },
        { .frames = (double)INFINITY },
        { .curve = (qx_keyframe_curve)9 },
    };
    qx_model *result;
    qx_error error;
    for (size_t i = 0; i < COUNT(bad); i++) {
        result = (qx_model *)1;
        assert_int_equal(qx_model_bake_keys(&s.model, &bad[i], NULL, &result, &error),
                         QX_BAD_VALUE);
        assert_null(result);
        assert_true(error.message[0] != '\0');
    }
    s.clip.duration = QX_KEYFRAME_MOST; // a billion seconds
    assert_int_equal(
        qx_model_bake_keys(&s.model, &(qx_model_bake){ .frames = 1000.0 }, NULL, &result, &error),
        QX_TOO_LARGE);
}

static void baking_survives_every_failing_allocation(void **state)
{
    (void)state;
    morph m;
    make_morph(&m, QX_KEYFRAME_LINEAR);
    m.square.mesh.texture_places = &m.square.places[0][0];
    m.square.mesh.skin = "skin.png";
    long allowed = 0;
    for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        qx_model *model;
        result = qx_model_bake_keys(&m.square.model, &(qx_model_bake){ .frames = 3.0 }, &allocator,
                                    &model, NULL);
        assert_true(result == QX_OK || result == QX_NO_MEMORY);
        assert_true((result == QX_OK) == (model != NULL));
        qx_model_destroy(model);
        assert_int_equal(book.live, 0);
        assert_int_equal(book.live_bytes, 0);
    }
    assert_true(allowed > 10);
}

// --- files that models name

static void names_lead_nowhere_else(void **state)
{
    (void)state;
    static const struct {
        const char *name, *path; // NULL: refused
    } cases[] = {
        { "a.bin", "models/a.bin" },
        { "deep/er/a.bin", "models/deep/er/a.bin" },
        { "./a.bin", "models/./a.bin" },
        { "two%20words.bin", "models/two words.bin" },
        { "100%.bin", "models/100%.bin" },
        { "%zz.bin", "models/%zz.bin" },
        { "%c3%a4.bin", "models/\xC3\xA4.bin" },
        { "..a/b..", "models/..a/b.." },
        { "", NULL },
        { "..", NULL },
        { "../a.bin", NULL },
        { "a/../../b.bin", NULL },
        { "a/..", NULL },
        { "%2e%2e/a.bin", NULL },
        { "..%2Fa.bin", NULL },
        { "/etc/passwd", NULL },
        { "%2Fetc/passwd", NULL },
        { "C:/a.bin", NULL },
        { "file:///etc/passwd", NULL },
        { "http://example.org/a.bin", NULL },
        { "a\\..\\..\\b.bin", NULL },
        { "%5C%5Cserver/a.bin", NULL },
        { "a%00.bin", NULL },
        { "a%0A.bin", NULL },
        { "a\nb", NULL },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *path;
        size_t size;
        qx_error error;
        const qx_result result =
            model_folder_find("models", cases[i].name, NULL, &path, &size, &error);
        if ((result == QX_OK) != (cases[i].path != NULL)) fail_msg("\"%s\"", cases[i].name);
        if (cases[i].path) {
            assert_string_equal(path, cases[i].path);
            free(path);
        } else {
            assert_int_equal(result, QX_BAD_DATA);
            assert_null(path);
            assert_non_null(strstr(error.message, "does not lie in the model's folder"));
        }
    }
}

static void missing_files_are_named(void **state)
{
    (void)state;
    uint8_t *bytes = (uint8_t *)1;
    size_t size;
    qx_error error;
    assert_int_equal(model_folder_load(".", "no such.bin", 100, NULL, &bytes, &size, &error),
                     QX_NOT_FOUND);
    assert_null(bytes);
    assert_memory_equal(error.message, "no such.bin: ", 13);
    failing book;
    const qx_allocator none = failing_after(&book, 0);
    assert_int_equal(model_folder_load(".", "a", 100, &none, &bytes, &size, &error), QX_NO_MEMORY);
}

// Nobody ever writes into it: a reader would wait for ever.
static void pipes_are_not_waited_for(void **state)
{
    (void)state;
    char folder[] = "/tmp/qx-model-XXXXXX", pipe[64];
    assert_non_null(mkdtemp(folder));
    snprintf(pipe, sizeof pipe, "%s/pipe.bin", folder);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    uint8_t *bytes = (uint8_t *)1;
    size_t size;
    qx_error error;
    assert_int_equal(model_folder_load(folder, "pipe.bin", 100, NULL, &bytes, &size, &error),
                     QX_FILE_ERROR);
    assert_null(bytes);
    assert_string_equal(error.message, "pipe.bin: it is no file but a pipe or device");
    assert_int_equal(remove(pipe), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void strangers_are_told_from_models(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        qx_result expected;
    } cases[] = {
        { "", QX_TRUNCATED },
        { "I", QX_UNSUPPORTED },
        { "IDP3....", QX_UNSUPPORTED },
        { "\x89PNG\r\n", QX_UNSUPPORTED },
        { "solid cube", QX_UNSUPPORTED },
        { "vertex 1 2 3", QX_UNSUPPORTED },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        qx_model *model = (qx_model *)1;
        qx_error error;
        assert_int_equal(qx_model_load_memory(cases[i].bytes, strlen(cases[i].bytes), NULL, NULL,
                                              NULL, &model, &error),
                         cases[i].expected);
        assert_null(model);
        assert_true(error.message[0] != '\0');
    }
    qx_model *model;
    assert_int_equal(qx_model_load_file("no/such/model.md2", NULL, NULL, &model, NULL),
                     QX_NOT_FOUND);
    assert_null(model);
    assert_int_equal(qx_model_load_file("/", NULL, NULL, &model, NULL), QX_FILE_ERROR);
    qx_model_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_at_keys_are_the_keys),
        cmocka_unit_test(poses_between_keys_follow_their_curve),
        cmocka_unit_test(normals_are_unit_and_opposite_ones_fall_to_the_nearer_key),
        cmocka_unit_test(mixes_stay_within_their_keys),
        cmocka_unit_test(poses_go_where_the_layout_says),
        cmocka_unit_test(flat_meshes_have_the_normals_of_the_pose),
        cmocka_unit_test(poses_of_nothing_are_refused),
        cmocka_unit_test(morphs_are_base_and_weighted_deltas),
        cmocka_unit_test(no_weights_are_the_base_bit_for_bit),
        cmocka_unit_test(bounds_hold_every_pose_of_a_clip),
        cmocka_unit_test(meshes_that_no_clip_moves_keep_their_weights),
        cmocka_unit_test(baking_at_keys_changes_nothing),
        cmocka_unit_test(other_rates_meet_the_keys_and_both_ends),
        cmocka_unit_test(morphs_become_keys),
        cmocka_unit_test(several_meshes_become_one),
        cmocka_unit_test(models_without_clips_become_stills),
        cmocka_unit_test(bad_bakes_are_refused),
        cmocka_unit_test(baking_survives_every_failing_allocation),
        cmocka_unit_test(names_lead_nowhere_else),
        cmocka_unit_test(missing_files_are_named),
        cmocka_unit_test(pipes_are_not_waited_for),
        cmocka_unit_test(strangers_are_told_from_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
