// SPDX-License-Identifier: MIT
#include "model_drive.h"

#include "fresh_folder.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

model_play *model_of(const room_play *p)
{
    return p->state;
}

room_play model_open(const char *const *words, uint32_t count)
{
    return room_open_with(&model_room, words, count);
}

static void check_mix(const qx_keyframe_mix *mix, uint32_t keys)
{
    float sum = 0.0f;
    assert_true(mix->count >= 1 && mix->count <= 8);
    for (uint32_t i = 0; i < mix->count; i++) {
        assert_true(mix->key[i] < keys && isfinite(mix->weight[i]));
        sum += mix->weight[i];
    }
    assert_true(fabsf(sum - 1.0f) < 1e-4f);
}

void model_assert_sound(const room_play *p)
{
    const model_play *r = model_of(p);
    const model_rules *rules = &r->rules;
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        assert_int_equal(rules->values[i], model_param_clamp(&r->source, i, rules->values[i]));
    assert_true(isfinite(rules->yaw) && fabsf(rules->yaw) <= 3.2f);
    assert_true(rules->pitch >= -0.36f && rules->pitch <= 1.51f);
    assert_true(rules->zoom >= 0.25f && rules->zoom <= 4.0f);
    assert_true(rules->row < PARAM_COUNT && r->player.count <= QX_KEYFRAME_LAYERS);
    const qx_keyframe_mix mix = model_mix_now(r, rules->now);
    check_mix(&mix, r->source.model->meshes[0].key_count);
}

// --- files

void model_write_ball(const char *name, const char *skin)
{
    struct model_ball *ball = model_ball_create();
    assert_non_null(ball);
    qx_model model = *model_ball_model(ball);
    qx_model_mesh mesh = model.meshes[0];
    float *places = calloc(mesh.vertex_count, 2 * sizeof *places);
    assert_non_null(places);
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        places[2 * i] = 0.5f + 0.4f * mesh.normals[3 * i];
        places[2 * i + 1] = 0.5f + 0.4f * mesh.normals[3 * i + 1];
    }
    mesh.texture_places = places;
    mesh.skin = skin;
    mesh.skin_width = mesh.skin_height = 64;
    model.meshes = &mesh;
    model.skins = &skin;
    model.skin_count = skin ? 1 : 0;
    uint8_t *bytes;
    size_t size;
    qx_error error;
    assert_int_equal(qx_model_save_md2(&model, NULL, &bytes, &size, NULL, &error), QX_OK);
    fresh_write(name, bytes, size);
    free(bytes);
    free(places);
    model_ball_destroy(ball);
}

void model_write_series(void)
{
    static const char low[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    static const char high[] = "v 0 1 0\nv 1 1 0\nv 0 2 0\nf 1 2 3\n";
    fresh_write("step_0001.obj", low, sizeof low - 1);
    fresh_write("step_0002.obj", high, sizeof high - 1);
}
