// SPDX-License-Identifier: MIT
// What glTF files say, by files made here and by those of others.
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

#include "gltf_files.h"

static bool warns_of(const qx_model *model, const char *words)
{
    for (uint32_t i = 0; i < model->warning_count; i++)
        if (strstr(model->warnings[i].text, words)) return true;
    return false;
}

static void assert_close(const float *found, const float *wanted, size_t count, double margin)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs((double)found[i] - (double)wanted[i]) <= margin))
            fail_msg("number %zu: %g, not %g", i, (double)found[i], (double)wanted[i]);
}

// --- what a file says

static void a_file_becomes_a_model(void **state)
{
    (void)state;
    qx_model *model = gltf_good(gltf_usual, NULL);
    const qx_model_mesh *mesh = &model->meshes[0];
    assert_string_equal(model->format, "glTF");
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(model->warning_count, 0);
    assert_string_equal(mesh->name, "body");
    assert_int_equal(mesh->kind, QX_MODEL_MORPH);
    assert_int_equal(mesh->vertex_count, 3);
    assert_int_equal(mesh->index_count, 3);
    assert_memory_equal(mesh->positions, gltf_positions, sizeof gltf_positions);
    assert_memory_equal(mesh->normals, gltf_normals, sizeof gltf_normals);
    assert_false(mesh->flat);
    assert_int_equal(mesh->colour, 0xFF008080);
    assert_string_equal(mesh->skin, "red skin.png");
    assert_int_equal(model->skin_count, 1);
    assert_string_equal(model->skins[0], "red skin.png");
    assert_int_equal(mesh->target_count, 1);
    assert_memory_equal(mesh->targets[0].positions, gltf_deltas, sizeof gltf_deltas);
    assert_memory_equal(mesh->targets[0].normals, gltf_turns, sizeof gltf_turns);
    assert_null(mesh->targets[0].indices);
    assert_string_equal(mesh->target_names[0], "up");
    assert_true(mesh->weights[0] == 0.5f);
    assert_int_equal(model->clip_count, 1);
    assert_string_equal(model->clips[0].name, "wave");
    assert_int_equal(model->clips[0].duration, 4 * QX_KEYFRAME_SECOND);
    const qx_keyframe_track *track = &model->clips[0].tracks[0];
    assert_int_equal(track->count, 3);
    assert_int_equal(track->width, 1);
    assert_int_equal(track->times[0], QX_KEYFRAME_SECOND);
    assert_memory_equal(track->values, gltf_weights, 3 * sizeof *gltf_weights);
    qx_model_destroy(model);
}

static void weights_are_of_the_node_then_the_mesh_then_zero(void **state)
{
    (void)state;
    qx_model *model = GLTF_CHANGED("'mesh':0", "'mesh':0,'weights':[-2]");
    assert_true(model->meshes[0].weights[0] == -2.0f);
    qx_model_destroy(model);
    model = GLTF_CHANGED("'weights':[0.5],", "");
    assert_true(model->meshes[0].weights[0] == 0.0f);
    qx_model_destroy(model);
}

// All poses of a clip, sampled finely; those at keys of straight curves are the box's own.
static void check_bounds(const qx_model *model, double slack)
{
    const qx_model_clip *clip = &model->clips[0];
    const uint32_t vertices = model->meshes[0].vertex_count;
    float low = 1e9f, high = -1e9f;
    float *p = malloc(12 * (size_t)vertices);
    assert_non_null(p);
    for (int i = 0; i <= 400; i++) {
        const qx_keyframe_layout out = { .positions = p };
        const double place = (double)clip->duration * i / 400.0;
        assert_int_equal(qx_model_pose(model, 0, 0, place, QX_KEYFRAME_LINEAR, false, &out), QX_OK);
        const qx_keyframe_box box = qx_keyframe_pose_bounds(p, 12, vertices);
        low = fminf(low, box.low.z);
        high = fmaxf(high, box.high.z);
    }
    free(p);
    assert_true(clip->bounds.low.z <= low && clip->bounds.high.z >= high);
    assert_true((double)clip->bounds.low.z >= (double)low - slack);
    assert_true((double)clip->bounds.high.z <= (double)high + slack);
    assert_memory_equal(&clip->bounds, &model->bounds, sizeof model->bounds);
}

static void bounds_hold_every_pose_of_a_clip(void **state)
{
    (void)state;
    qx_model *linear = gltf_good(gltf_usual, NULL);
    qx_model *step = GLTF_CHANGED("'output':5", "'output':5,'interpolation':'STEP'");
    qx_model *cubic = GLTF_CHANGED("'output':5", "'output':5,'interpolation':'CUBICSPLINE'", //
                                   "'bufferView':2,'componentType':5126,'count':3",
                                   "'bufferView':2,'componentType':5126,'count':9");
    qx_model *still = GLTF_CHANGED("'animations':[", "'nothing':[");
    check_bounds(linear, 1e-5);
    check_bounds(step, 1e-5);
    check_bounds(cubic, 3.0); // its control points are farther out than it is
    assert_true(fabsf(still->bounds.low.z + 1.5f) < 1e-5f); // half of the deltas
    assert_true(fabsf(still->bounds.high.z - 1.0f) < 1e-5f);
    qx_model_destroy(linear);
    qx_model_destroy(step);
    qx_model_destroy(cubic);
    qx_model_destroy(still);
}

static float weight_at(const qx_model *model, double seconds)
{
    float weight;
    qx_keyframe_track_sample(&model->clips[0].tracks[0], seconds * (double)QX_KEYFRAME_SECOND,
                             &weight);
    return weight;
}

static void curves_hold_outside_and_are_exact_at_keys(void **state)
{
    (void)state;
    qx_model *linear = gltf_good(gltf_usual, NULL);
    qx_model *step = GLTF_CHANGED("'output':5", "'output':5,'interpolation':'STEP'");
    qx_model *cubic = GLTF_CHANGED("'output':5", "'output':5,'interpolation':'CUBICSPLINE'", //
                                   "'bufferView':2,'componentType':5126,'count':3",
                                   "'bufferView':2,'componentType':5126,'count':9");
    assert_true(weight_at(linear, 0.0) == gltf_weights[0] &&
                weight_at(linear, 9.0) == gltf_weights[2]);
    assert_true(weight_at(linear, 2.0) == gltf_weights[1]);
    assert_true(fabsf(weight_at(linear, 3.0) - 0.375f) < 1e-7f);
    assert_true(weight_at(step, 1.99) == gltf_weights[0] &&
                weight_at(step, 3.99) == gltf_weights[1]);
    // In-tangent, value, out-tangent a key.
    assert_true(weight_at(cubic, 0.5) == 0.25f && weight_at(cubic, 1.0) == 0.25f);
    assert_true(weight_at(cubic, 2.0) == 1.0f && weight_at(cubic, 7.0) == 0.5f);
    // Halfway from key 2 s to 4 s: (1 + 0.5)/2 + 2 s/8 (2 - 1).
    assert_true(fabsf(weight_at(cubic, 3.0) - (0.75f + 0.25f * (2.0f - 1.0f))) < 1e-6f);
    qx_model_destroy(linear);
    qx_model_destroy(step);
    qx_model_destroy(cubic);
}

static void two_keys_suffice_for_a_spline(void **state)
{
    (void)state;
    qx_model *model = GLTF_CHANGED("'output':5", "'output':5,'interpolation':'CUBICSPLINE'", //
                                   "'bufferView':1,'componentType':5126,'count':3",
                                   "'bufferView':1,'componentType':5126,'count':2",
                                   "'bufferView':2,'componentType':5126,'count':3",
                                   "'bufferView':2,'componentType':5126,'count':6");
    assert_true(weight_at(model, 1.0) == 0.25f && weight_at(model, 2.0) == 1.0f);
    qx_model_destroy(model);
}

// The outputs of animations as integers: of signed ones both lowest numbers are -1.
static void normalised_outputs_are_shares(void **state)
{
    (void)state;
    static const struct {
        const char *accessor;
        float wanted[3];
    } cases[] = {
        { "'bufferView':4,'componentType':5120,'normalized':true", { -1, -1, 0 } },
        { "'bufferView':4,'byteOffset':3,'componentType':5120,'normalized':true",
          { 1, -1.0f / 127, 1.0f / 127 } },
        { "'bufferView':4,'byteOffset':2,'componentType':5121,'normalized':true",
          { 0, 127.0f / 255, 1 } },
        { "'bufferView':5,'componentType':5122,'normalized':true", { -1, -1, 16384.0f / 32767 } },
        { "'bufferView':5,'byteOffset':6,'componentType':5123,'normalized':true",
          { 32767.0f / 65535, 1, 0 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        qx_model *model = GLTF_CHANGED("'bufferView':2,'componentType':5126", cases[i].accessor);
        assert_memory_equal(model->clips[0].tracks[0].values, cases[i].wanted, 12);
        qx_model_destroy(model);
    }
}

static void times_of_frames_are_exact(void **state)
{
    (void)state;
    gltf_data d = gltf_usual_data();
    const float thirtieths[3] = { 1.0f / 30, 0.1f, 7.7f };
    memcpy(d.bytes + 144, thirtieths, 12);
    qx_model *model = gltf_good(gltf_usual, &d);
    const int64_t *ticks = model->clips[0].tracks[0].times;
    assert_int_equal(ticks[0], QX_KEYFRAME_SECOND / 30);
    assert_int_equal(ticks[1], QX_KEYFRAME_SECOND / 10);
    assert_int_equal(ticks[2], QX_KEYFRAME_SECOND / 10 * 77);
    qx_model_destroy(model);
}

static void clips_move_meshes_of_several_nodes(void **state)
{
    (void)state;
    qx_model *model = GLTF_CHANGED(
        "'nodes':[0]", "'nodes':[0,1]", //
        "{'name':'body','mesh':0}", "{'name':'body','mesh':0},{'mesh':0,'translation':[5,0,0]}",
        "'animations':[",
        "'animations':[{'samplers':[{'input':4,'output':4}],'channels':[{'sampler':0,'target':"
        "{'node':1,'path':'weights'}},{'sampler':0,'target':{'node':0,'path':'weights'}}]},");
    assert_int_equal(model->mesh_count, 2);
    assert_int_equal(model->clip_count, 2);
    assert_string_equal(model->clips[0].name, "clip1");
    assert_string_equal(model->meshes[1].name, "triangle");
    assert_int_equal(model->clips[0].tracks[1].count, 3);
    assert_true(model->clips[0].tracks[0].values == model->clips[0].tracks[1].values);
    assert_int_equal(model->clips[1].tracks[0].count, 3);
    assert_int_equal(model->clips[1].tracks[1].count, 0);
    assert_true(model->meshes[1].positions[0] == 5.0f);
    assert_memory_equal(model->meshes[1].targets[0].positions, gltf_deltas, sizeof gltf_deltas);
    qx_model_destroy(model);
}

// --- accessors

static void sparse_accessors_change_views_or_zeros(void **state)
{
    (void)state;
    // Over zeros: elements 0 and 1 get what lies at 108; over a view: likewise.
    static const char over_zeros[] =
        "{'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':2,'indices':"
        "{'bufferView':6,'componentType':5121},'values':{'bufferView':7}}}";
    static const char over_view[] =
        "{'bufferView':0,'byteOffset':72,'componentType':5126,'count':3,'type':'VEC3','sparse':"
        "{'count':2,'indices':{'bufferView':6,'componentType':5121},'values':{'bufferView':7}}}";
    static const char base[] =
        "{'bufferView':0,'byteOffset':72,'componentType':5126,'count':3,'type':'VEC3'}";
    static const char view[] = "{'buffer':0,'byteOffset':212,'byteLength':12}";
    static const char views[] = "{'buffer':0,'byteOffset':212,'byteLength':12},"
                                "{'buffer':0,'byteOffset':208,'byteLength':2},"
                                "{'buffer':0,'byteOffset':108,'byteLength':24}";
    gltf_data d = gltf_usual_data();
    d.bytes[208] = 0;
    d.bytes[209] = 2;
    char *json = gltf_change(gltf_usual, view, views), *zeros = gltf_change(json, base, over_zeros);
    char *changed = gltf_change(json, base, over_view);
    char *no_normals = gltf_change(zeros, ",'NORMAL':3", "");
    qx_model *model = gltf_good(no_normals, &d);
    const qx_keyframe_target *target = &model->meshes[0].targets[0];
    assert_int_equal(target->count, 2);
    assert_int_equal(target->indices[0], 0);
    assert_int_equal(target->indices[1], 2);
    assert_memory_equal(target->positions, gltf_turns, 24);
    assert_null(target->normals);
    qx_model_destroy(model);

    const float dense[9] = { 1, 0, 0, 0, 0, 0, 0, 0, 0 }, whole[9] = { 1, 0, 0, 0, 0, 2, 0, 0, 0 };
    model = gltf_good(zeros, &d); // its normals are not sparse, so it is not
    assert_memory_equal(model->meshes[0].targets[0].positions, dense, sizeof dense);
    qx_model_destroy(model);
    model = gltf_good(changed, &d);
    assert_memory_equal(model->meshes[0].targets[0].positions, whole, sizeof whole);
    qx_model_destroy(model);
    free(json);
    free(zeros);
    free(changed);
    free(no_normals);
}

static void deltas_of_two_sparse_accessors_are_joined(void **state)
{
    (void)state;
    static const char both[] =
        "{'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':2,'indices':"
        "{'bufferView':6,'componentType':5123},'values':{'bufferView':7}}},"
        "{'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':1,'indices':"
        "{'bufferView':6,'byteOffset':4,'componentType':5121},'values':{'bufferView':7}}}";
    gltf_data d = gltf_usual_data();
    memcpy(d.bytes + 200, "\0\0\2\0\1", 5);
    char *views = gltf_change(gltf_usual, "{'buffer':0,'byteOffset':212,'byteLength':12}",
                              "{'buffer':0,'byteOffset':212,'byteLength':12},"
                              "{'buffer':0,'byteOffset':200,'byteLength':8},"
                              "{'buffer':0,'byteOffset':0,'byteLength':36}");
    char *json = gltf_change(
        views,
        "{'bufferView':0,'byteOffset':72,'componentType':5126,'count':3,'type':'VEC3'},"
        "{'bufferView':0,'byteOffset':108,'componentType':5126,'count':3,'type':'VEC3'}",
        both);
    qx_model *model = gltf_good(json, &d);
    const qx_keyframe_target *target = &model->meshes[0].targets[0];
    const float moved[9] = { 0, 0, 0, 0, 0, 0, 2, 0, 0 }, turned[9] = { 0 };
    const uint32_t all[3] = { 0, 1, 2 };
    assert_int_equal(target->count, 3);
    assert_memory_equal(target->indices, all, sizeof all);
    assert_memory_equal(target->positions, moved, sizeof moved);
    assert_memory_equal(target->normals, turned, sizeof turned);
    qx_model_destroy(model);
    free(views);
    free(json);
}

// KHR_mesh_quantization: positions of 16 bits, 8 bytes apart, in a node that makes them metres.
static void quantised_meshes_are_read(void **state)
{
    (void)state;
    static const char json[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_mesh_quantization'],"
        "'extensionsRequired':['KHR_mesh_quantization'],"
        "'nodes':[{'mesh':0,'scale':[0.5,0.5,0.5]}],'meshes':[{'primitives':[{'attributes':"
        "{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2},'targets':[{'POSITION':3}]}]}],"
        "'accessors':[{'bufferView':0,'componentType':5122,'count':3,'type':'VEC3'},"
        "{'bufferView':1,'componentType':5120,'normalized':true,'count':3,'type':'VEC3'},"
        "{'bufferView':2,'componentType':5123,'normalized':true,'count':3,'type':'VEC2'},"
        "{'bufferView':1,'componentType':5120,'count':3,'type':'VEC3'}],"
        "'bufferViews':[{'buffer':0,'byteLength':24,'byteStride':8},"
        "{'buffer':0,'byteOffset':24,'byteLength':12,'byteStride':4},"
        "{'buffer':0,'byteOffset':36,'byteLength':12}],'buffers':[{'byteLength':48}]}";
    const int16_t places[12] = { 0, 0, 0, 9, 300, 0, -2, 9, -300, 32767, 4, 9 };
    const int8_t ups[12] = { 0, 127, 0, 5, 0, -127, 0, 5, 0, 0, -128, 5 };
    const uint16_t shares[6] = { 0, 65535, 32768, 0, 13107, 65535 };
    gltf_data d = { .size = 0 };
    gltf_push(&d, places, sizeof places);
    gltf_push(&d, ups, sizeof ups);
    gltf_push(&d, shares, sizeof shares);
    qx_model *model = gltf_good(json, &d);
    const qx_model_mesh *mesh = &model->meshes[0];
    const float at[9] = { 0, 0, 0, 150, 0, -1, -150, 16383.5f, 2 };
    const float up[9] = { 0, 1, 0, 0, -1, 0, 0, 0, -1 };
    const float delta[9] = { 0, 63.5f, 0, 0, -63.5f, 0, 0, 0, -64 };
    const float share[6] = { 0, 1, 32768.0f / 65535, 0, 0.2f, 1 };
    assert_memory_equal(mesh->positions, at, sizeof at);
    assert_close(mesh->normals, up, 9, 1e-7);
    assert_memory_equal(mesh->targets[0].positions, delta, sizeof delta);
    assert_close(mesh->texture_places, share, 6, 1e-7);
    assert_int_equal(model->warning_count, 0);
    qx_model_destroy(model);
}

// --- primitives

// Five places and what is made of them.
static void assert_triangles(const char *primitive, const uint32_t *wanted, uint32_t count)
{
    static const char frame[] =
        "{'asset':{'version':'2.0'},'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':"
        "0}"
        "@}]}],'accessors':[{'bufferView':0,'componentType':5126,'count':5,'type':'VEC3'},"
        "{'bufferView':1,'componentType':5121,'count':6,'type':'SCALAR'},"
        "{'bufferView':1,'componentType':5121,'count':5,'type':'SCALAR'},"
        "{'bufferView':2,'componentType':5125,'count':3,'type':'SCALAR'}],"
        "'bufferViews':[{'buffer':0,'byteLength':60},{'buffer':0,'byteOffset':60,'byteLength':6},"
        "{'buffer':0,'byteOffset':68,'byteLength':12}],'buffers':[{'byteLength':80}]}";
    const uint8_t strip[6] = { 0, 1, 2, 2, 3, 4 };
    const uint32_t wide[3] = { 4, 0, 2 };
    const float places[15] = { 0, 0, 1, 1, 0, 0, 0, 1, 0, 2, 2, 0, 3, 0, 0 };
    gltf_data d = { .size = 0 };
    gltf_push(&d, places, sizeof places);
    gltf_push(&d, strip, sizeof strip);
    gltf_push(&d, wide, sizeof wide);
    char *json = gltf_change(frame, "@", primitive);
    qx_model *model = gltf_good(json, &d);
    assert_int_equal(model->meshes[0].index_count, count);
    assert_memory_equal(model->meshes[0].indices, wanted, count * sizeof *wanted);
    assert_int_equal(model->meshes[0].kind, QX_MODEL_STILL);
    assert_true(warns_of(model, "no node shows a mesh"));
    qx_model_destroy(model);
    free(json);
}

static void strips_fans_and_lists_become_triangles(void **state)
{
    (void)state;
    assert_triangles("", (const uint32_t[]){ 0, 1, 2 }, 3); // two corners are left over
    assert_triangles(",'mode':5", (const uint32_t[]){ 0, 1, 2, 1, 3, 2, 2, 3, 4 }, 9);
    assert_triangles(",'mode':6", (const uint32_t[]){ 1, 2, 0, 2, 3, 0, 3, 4, 0 }, 9);
    assert_triangles(",'indices':1", (const uint32_t[]){ 0, 1, 2, 2, 3, 4 }, 6);
    assert_triangles(",'indices':1,'mode':5", (const uint32_t[]){ 0, 1, 2, 2, 4, 3 }, 6);
    assert_triangles(",'indices':2,'mode':6", (const uint32_t[]){ 1, 2, 0, 2, 2, 0, 2, 3, 0 }, 9);
    assert_triangles(",'indices':3", (const uint32_t[]){ 4, 0, 2 }, 3);
}

static void points_and_lines_are_left_out(void **state)
{
    (void)state;
    qx_model *model =
        GLTF_CHANGED("'primitives':[", "'primitives':[{'attributes':{'POSITION':0,'NORMAL':1},"
                                       "'mode':1,'targets':[{'POSITION':2}]},");
    assert_int_equal(model->mesh_count, 1);
    assert_true(warns_of(model, "points and lines"));
    qx_model_destroy(model);
    qx_error error;
    char *json = gltf_change(gltf_usual, "'indices':6", "'mode':3");
    assert_int_equal(gltf_try(json, NULL, 0, &model, &error), QX_UNSUPPORTED);
    assert_null(model);
    free(json);
}

static void a_surface_without_normals_is_flat(void **state)
{
    (void)state;
    static const char square[] =
        "{'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':"
        "{'POSITION':0},'indices':1,'targets':[{'POSITION':2},{'POSITION':3}]}]}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},"
        "{'bufferView':1,'componentType':5121,'count':6,'type':'SCALAR'},"
        "{'componentType':5126,'count':4,'type':'VEC3','sparse':{'count':1,'indices':{'bufferView':"
        "2"
        ",'componentType':5121},'values':{'bufferView':3}}},"
        "{'bufferView':4,'componentType':5126,'count':4,'type':'VEC3'}],"
        "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':6},"
        "{'buffer':0,'byteOffset':56,'byteLength':1},{'buffer':0,'byteOffset':60,'byteLength':12},"
        "{'buffer':0,'byteOffset':72,'byteLength':48}],'buffers':[{'byteLength':120}]}";
    const float places[12] = { 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0 };
    const uint8_t corners[8] = { 0, 1, 2, 0, 2, 3 }, moved[4] = { 2 };
    const float delta[3] = { 0, 0, 5 };
    const float all[12] = { 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0 };
    gltf_data d = { .size = 0 };
    gltf_push(&d, places, sizeof places);
    gltf_push(&d, corners, sizeof corners);
    gltf_push(&d, moved, sizeof moved);
    gltf_push(&d, delta, sizeof delta);
    gltf_push(&d, all, sizeof all);
    qx_model *model = gltf_good(square, &d);
    const qx_model_mesh *mesh = &model->meshes[0];
    assert_true(mesh->flat);
    assert_int_equal(mesh->vertex_count, 6);
    for (uint32_t i = 0; i < 6; i++) {
        const float *from = places + 3 * corners[i];
        assert_int_equal(mesh->indices[i], i);
        assert_memory_equal(mesh->positions + 3 * i, from, 12);
        assert_close(mesh->normals + 3 * i, (const float[]){ 0, 0, 1 }, 3, 0.0);
        assert_memory_equal(mesh->targets[1].positions + 3 * i, all + 3 * corners[i], 12);
    }
    const uint32_t both[2] = { 2, 4 };
    assert_int_equal(mesh->targets[0].count, 2);
    assert_memory_equal(mesh->targets[0].indices, both, sizeof both);
    assert_memory_equal(mesh->targets[0].positions + 3, delta, sizeof delta);
    qx_model_destroy(model);
}

// --- nodes

static void nodes_move_turn_and_mirror(void **state)
{
    (void)state;
    // A quarter turn about z, after a scale of 2, 1, 1, in a parent that mirrors x.
    qx_model *model =
        GLTF_CHANGED("'nodes':[0]", "'nodes':[1]", //
                     "{'name':'body','mesh':0}",
                     "{'mesh':0,'translation':[1,2,3],'rotation':[0,0,0.70710678,0.70710678],"
                     "'scale':[2,1,1]},"
                     "{'children':[0],'matrix':[-1,0,0,0,0,1,0,0,0,0,1,0,10,0,0,1]}");
    const qx_model_mesh *mesh = &model->meshes[0];
    // (x, y, z) -> (2x, y, z) -> (-y, 2x, z) -> + (1, 2, 3) -> (10 - x, y, z)
    const float at[9] = { 9, 2, 3, 9, 6, 3, 11, 2, 3 };
    assert_close(mesh->positions, at, 9, 1e-6);
    const uint32_t around[3] = { 0, 2, 1 };
    assert_memory_equal(mesh->indices, around, sizeof around);
    assert_close(mesh->targets[0].positions, gltf_deltas, 9, 1e-6);
    assert_close(mesh->normals, gltf_normals, 9, 1e-6);
    // Normals (1, 0, 0) and (0, 1, -1) as deltas: halved along x, turned, mirrored.
    assert_close(mesh->targets[0].normals, (const float[]){ 0, 0.5f, 0, 0, 0, 0, 1, 0, -1 }, 9,
                 1e-6);
    qx_model_destroy(model);
}

// A morphed normal points where the file's does, turned: base and delta are scaled alike.
static void morphed_normals_are_those_of_the_file_turned(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 8, 1);
    for (int round = 0; round < 200; round++) {
        gltf_data d = gltf_usual_data();
        float n[9], t[9];
        double s[3];
        for (int i = 0; i < 9; i++) {
            n[i] = qx_random_range(&random, -2, 2);
            t[i] = qx_random_range(&random, -1, 1);
        }
        memcpy(d.bytes + 36, n, sizeof n);
        memcpy(d.bytes + 108, t, sizeof t);
        for (int i = 0; i < 3; i++) s[i] = (double)qx_random_range(&random, 0.2f, 3);
        char scale[120];
        snprintf(scale, sizeof scale, "'mesh':0,'scale':[%.9g,%.9g,%.9g]", s[0], s[1], s[2]);
        char *json = gltf_change(gltf_usual, "'mesh':0", scale);
        qx_model *model = gltf_good(json, &d);
        const qx_model_mesh *mesh = &model->meshes[0];
        for (int v = 0; v < 9; v += 3) {
            double wanted[3], found[3], a = 0.0, b = 0.0, c = 0.0;
            for (int i = 0; i < 3; i++) {
                wanted[i] = ((double)n[v + i] + 0.7 * (double)t[v + i]) / s[i];
                found[i] =
                    (double)mesh->normals[v + i] + 0.7 * (double)mesh->targets[0].normals[v + i];
                a += wanted[i] * wanted[i];
                b += found[i] * found[i];
                c += wanted[i] * found[i];
            }
            assert_true(c > (1.0 - 1e-6) * sqrt(a * b));
        }
        qx_model_destroy(model);
        free(json);
    }
}

static char *chain(int depth, int last)
{
    char *nodes = malloc((size_t)depth * 60 + 400);
    assert_non_null(nodes);
    char *at = nodes + sprintf(nodes, "'nodes':[");
    for (int i = 0; i < depth; i++)
        at += sprintf(at, "{'children':[%d],'translation':[1,0,0]},", i + 1);
    if (last < 0) sprintf(at, "{'name':'body','mesh':0}]");
    if (last >= 0) sprintf(at, "{'children':[%d]}]", last);
    char *json = gltf_change(gltf_usual, "'nodes':[{'name':'body','mesh':0}]", nodes);
    free(nodes);
    return json;
}

static void depth_of_nodes_costs_no_stack(void **state)
{
    (void)state;
    char *json = chain(100000, -1);
    char *still = gltf_change(json, "'path':'weights'", "'path':'else'");
    qx_model *model = gltf_good(still, NULL);
    assert_true(model->meshes[0].positions[0] == 100000.0f);
    qx_model_destroy(model);
    free(json);
    free(still);
}

static void circles_of_nodes_are_refused(void **state)
{
    (void)state;
    qx_model *model;
    qx_error error;
    for (int i = 0; i < 4; i++) {
        char *json = chain(i, 0);
        assert_int_equal(gltf_try(json, NULL, 0, &model, &error), QX_BAD_DATA);
        assert_non_null(strstr(error.message, "their own ancestors"));
        free(json);
    }
}

// --- files of others

static char *data_path(const char *name)
{
    static char path[1024];
    const char *folder = getenv("QX_TEST_DATA");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "../shared/data", name);
    return path;
}

static qx_model *load_data(const char *name, qx_result wanted, const char *words)
{
    qx_model *model;
    qx_error error = { .code = QX_OK };
    const qx_result result = qx_model_load_file(data_path(name), NULL, NULL, &model, &error);
    if (result != wanted || !strstr(error.message, words))
        fail_msg("%s: %d %s", name, result, error.message);
    return model;
}

static bool is_data_here(void)
{
    uint8_t *bytes;
    size_t size;
    if (qx_file_load(data_path("gltf/SimpleMorph/SimpleMorph.gltf"), 1 << 20, NULL, &bytes, &size,
                     NULL) == QX_OK) {
        free(bytes);
        return true;
    }
    print_message("skipped: glTF files of others (%s is not here)\n", data_path(""));
    return false;
}

static void files_of_others_are_read(void **state)
{
    (void)state;
    if (!is_data_here()) return;
    qx_model *model = load_data("gltf/01_cs_morph/01_cs_morph.gltf", QX_OK, "");
    assert_string_equal(model->meshes[0].target_names[0], "Stretch");
    assert_int_equal(model->clips[0].tracks[0].curve, QX_KEYFRAME_CUBIC);
    assert_true(weight_at(model, 1.0) == 1.0f && weight_at(model, 0.0) == 0.0f);
    assert_true(fabsf(weight_at(model, 0.5) - 0.5f) < 1e-6f); // tangents 0
    assert_true(fabsf(weight_at(model, 0.25) - 0.15625f) < 1e-6f);
    qx_model_destroy(model);

    model = load_data("gltf/01_morphed_triangle/01_morphed_triangle.gltf", QX_OK, "");
    assert_true(weight_at(model, 0.5) == 0.5f && weight_at(model, 1.75) == 0.25f);
    assert_non_null(model->meshes[0].texture_places);
    qx_model_destroy(model);

    model = load_data("gltf/AnimatedMorphCube/AnimatedMorphCube.gltf", QX_OK, "");
    assert_int_equal(model->meshes[0].target_count, 2);
    assert_int_equal(model->clips[0].tracks[0].count, 127);
    assert_true(fabsf(model->bounds.high.x - 1.0f) < 1e-5f); // 0.01 in a node of scale 100
    qx_model_destroy(model);

    model = load_data("gltf/SimpleMorph/SimpleMorph.gltf", QX_OK, "");
    assert_true(model->meshes[0].flat);
    assert_true(model->meshes[0].weights[1] == 0.5f);
    assert_int_equal(model->clips[0].duration, 4 * QX_KEYFRAME_SECOND);
    qx_model_destroy(model);

    model = load_data("gltf/singleBlendshapeCube_sparse.glb", QX_OK, "");
    const qx_keyframe_target *target = &model->meshes[0].targets[0];
    assert_int_equal(target->count, 12);
    for (uint32_t i = 0; i < 12; i++) {
        assert_true(i == 0 || target->indices[i] > target->indices[i - 1]);
        assert_true(fabsf(target->positions[3 * i] - 0.015f) < 1e-7f);
    }
    qx_model_destroy(model);
}

// As the reports of Khronos' validator beside them say.
static void invalid_files_of_others_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        { "animation__channel_node_no_morphs", "animations[0]/channels[0]" },
        { "animation__sampler_output_count_invalid", "animations[0]/samplers[0]: 2 elements" },
        { "animation__sampler_too_few_cubic_frames", "animations[0]/samplers[0]: CUBICSPLINE" },
        { "animation__unresolved_sampler_output", "animations[0]/samplers[0]: its output" },
        { "mesh__morph_attribute_invalid_count", "meshes[0]/primitives[0]/targets[0]/POSITION: 4" },
        { "mesh__morph_unequal_targets_count", "meshes[0]/primitives[1]/targets: 1" },
        { "mesh__morph_weights_wrong_count", "meshes[0]/weights: 2" },
        { "mesh__unresolved_morph_positions", "meshes[0]/primitives[0]/targets[0]/POSITION" },
    };
    if (!is_data_here()) return;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[200];
        snprintf(name, sizeof name, "gltf-invalid/%s.gltf", cases[i][0]);
        assert_null(load_data(name, QX_BAD_DATA, cases[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_becomes_a_model),
        cmocka_unit_test(weights_are_of_the_node_then_the_mesh_then_zero),
        cmocka_unit_test(bounds_hold_every_pose_of_a_clip),
        cmocka_unit_test(curves_hold_outside_and_are_exact_at_keys),
        cmocka_unit_test(two_keys_suffice_for_a_spline),
        cmocka_unit_test(normalised_outputs_are_shares),
        cmocka_unit_test(times_of_frames_are_exact),
        cmocka_unit_test(clips_move_meshes_of_several_nodes),
        cmocka_unit_test(sparse_accessors_change_views_or_zeros),
        cmocka_unit_test(deltas_of_two_sparse_accessors_are_joined),
        cmocka_unit_test(quantised_meshes_are_read),
        cmocka_unit_test(strips_fans_and_lists_become_triangles),
        cmocka_unit_test(points_and_lines_are_left_out),
        cmocka_unit_test(a_surface_without_normals_is_flat),
        cmocka_unit_test(nodes_move_turn_and_mirror),
        cmocka_unit_test(morphed_normals_are_those_of_the_file_turned),
        cmocka_unit_test(depth_of_nodes_costs_no_stack),
        cmocka_unit_test(circles_of_nodes_are_refused),
        cmocka_unit_test(files_of_others_are_read),
        cmocka_unit_test(invalid_files_of_others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
