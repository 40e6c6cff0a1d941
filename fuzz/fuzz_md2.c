// SPDX-License-Identifier: MIT
// Loads anything as MD2, poses it, saves it, and reads again what was saved: the same corners, as
// near as the cost says.

#include "fuzz.h"

#include <math.h>
#include <quincunx/model.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 22 };

static void require(bool condition)
{
    if (!condition) abort();
}

static void check(const qx_model *model)
{
    const qx_model_mesh *mesh = model->meshes;
    require(model->mesh_count == 1 && mesh->vertex_count > 0 && mesh->key_count > 0);
    require(mesh->index_count > 0 && mesh->index_count % 3 == 0);
    for (uint32_t i = 0; i < mesh->index_count; i++) require(mesh->indices[i] < mesh->vertex_count);
    const size_t floats = 3 * (size_t)mesh->vertex_count * mesh->key_count;
    for (size_t i = 0; i < floats; i++)
        require(isfinite(mesh->positions[i]) && fabsf(mesh->normals[i]) <= 1.001f);
    for (size_t i = 0; mesh->texture_places && i < 2 * (size_t)mesh->vertex_count; i++)
        require(isfinite(mesh->texture_places[i]));
    uint32_t keys = 0;
    for (uint32_t i = 0; i < model->clip_count; i++) {
        require(model->clips[i].first == keys && model->clips[i].count > 0);
        require(model->clips[i].name[0] != '\0');
        keys += model->clips[i].count;
    }
    require(keys == mesh->key_count);
}

static void pose(const qx_model *model)
{
    const qx_model_mesh *mesh = model->meshes;
    const size_t floats = 3 * (size_t)mesh->vertex_count;
    float *values = malloc(2 * floats * sizeof *values);
    require(values != NULL);
    const qx_keyframe_layout out = { .positions = values, .normals = values + floats };
    for (uint32_t clip = 0; clip < model->clip_count && clip < 3; clip++)
        for (int curve = 0; curve <= QX_KEYFRAME_CUBIC; curve++) {
            const double place = 0.3 * (double)model->clips[clip].period * curve;
            require(qx_model_pose(model, 0, clip, place, (qx_keyframe_curve)curve, true, &out) ==
                    QX_OK);
            for (size_t i = 0; i < 2 * floats; i++) require(isfinite(values[i]));
        }
    free(values);
}

static double distance(const float *a, const float *b)
{
    const double x = (double)a[0] - (double)b[0], y = (double)a[1] - (double)b[1];
    const double z = (double)a[2] - (double)b[2];
    return sqrt(x * x + y * y + z * z);
}

static void compare(const qx_model_mesh *a, const qx_model_mesh *b, const qx_model_cost *cost)
{
    require(a->index_count == b->index_count && a->key_count == b->key_count);
    for (uint32_t i = 0; i < a->index_count; i++)
        for (uint32_t key = 0; key < a->key_count; key++) {
            const size_t from = 3 * ((size_t)key * a->vertex_count + a->indices[i]);
            const size_t to = 3 * ((size_t)key * b->vertex_count + b->indices[i]);
            require(distance(a->positions + from, b->positions + to) <=
                    (double)cost->position_error);
            require(distance(a->normals + from, b->normals + to) <=
                    (double)cost->normal_error + 1e-6);
        }
}

static void save_and_reload(const qx_model *model)
{
    uint8_t *bytes;
    size_t size;
    qx_model_cost cost;
    qx_model *again;
    require(qx_model_save_md2(model, NULL, &bytes, &size, &cost, NULL) == QX_OK);
    require(qx_model_load_memory(bytes, size, NULL, NULL, NULL, &again, NULL) == QX_OK);
    check(again);
    compare(model->meshes, again->meshes, &cost);
    qx_model_destroy(again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qx_model *model;
    qx_error error = { .code = QX_OK };
    if (size >= 4 && memcmp(data, "IDP2", 4) != 0) return 0; // other formats have their own
    const qx_model_options options = { .limit = LIMIT, .file_axes = size % 2 == 1 };
    const qx_result result = qx_model_load_memory(data, size, NULL, &options, NULL, &model, &error);
    require((result == QX_OK) == (model != NULL));
    require(result == QX_OK || (error.code == result && error.message[0] != '\0'));
    if (!model) return 0;
    check(model);
    pose(model);
    save_and_reload(model);
    qx_model_destroy(model);
    return 0;
}
