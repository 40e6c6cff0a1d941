// SPDX-License-Identifier: MIT
// Loads anything as glTF, poses it, saves it, and reads again what was saved: the same meshes,
// deltas and curves, bit for bit but for the signs of zeros. Boxes hold all poses.

#include "fuzz.h"

#include <math.h>
#include <quincunx/model.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 22, SAVED_LIMIT = 1 << 28 };

static void require(bool condition)
{
    if (!condition) abort();
}

// --- what was loaded

static void check_target(const qx_model_mesh *mesh, const qx_keyframe_target *target)
{
    require(target->indices || !(target->positions || target->normals) ||
            target->count == mesh->vertex_count);
    for (uint32_t i = 0; i < target->count; i++) {
        if (target->indices) {
            require(target->indices[i] < mesh->vertex_count);
            require(i == 0 || target->indices[i] > target->indices[i - 1]);
        }
        for (size_t k = 3 * (size_t)i; k < 3 * (size_t)i + 3; k++) {
            if (target->positions) require(fabsf(target->positions[k]) <= 1e9f);
            if (target->normals) require(fabsf(target->normals[k]) <= 1e9f);
        }
    }
}

static void check_mesh(const qx_model_mesh *mesh)
{
    require(mesh->vertex_count > 0 && mesh->key_count == 1);
    require(mesh->index_count > 0 && mesh->index_count % 3 == 0);
    for (uint32_t i = 0; i < mesh->index_count; i++) require(mesh->indices[i] < mesh->vertex_count);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const float *n = mesh->normals + 3 * i, *p = mesh->positions + 3 * i;
        require(fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1.0f) < 1e-5f);
        for (int k = 0; k < 3; k++) require(fabsf(p[k]) <= 1e9f);
        if (mesh->texture_places) require(fabsf(mesh->texture_places[2 * i + 1]) <= 1e9f);
    }
    for (uint32_t i = 0; i < mesh->target_count; i++) check_target(mesh, &mesh->targets[i]);
}

static void check_clip(const qx_model *model, const qx_model_clip *clip)
{
    require(clip->name[0] != '\0' && clip->duration >= 0);
    uint32_t moving = 0;
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        const qx_keyframe_track *track = &clip->tracks[i];
        moving += track->count > 0;
        if (track->count > 0) require(track->width == model->meshes[i].target_count);
        for (uint32_t k = 1; k < track->count; k++) require(track->times[k] >= track->times[k - 1]);
        if (track->count > 0) require(track->times[track->count - 1] <= clip->duration);
    }
    require(moving > 0);
}

static void check(const qx_model *model)
{
    require(model->mesh_count > 0);
    for (uint32_t i = 0; i < model->mesh_count; i++) check_mesh(&model->meshes[i]);
    for (uint32_t i = 0; i < model->clip_count; i++) check_clip(model, &model->clips[i]);
}

static void require_inside(const qx_keyframe_box *box, const float *places, uint32_t count)
{
    const qx_keyframe_box own = qx_keyframe_pose_bounds(places, 12, count);
    require(own.low.x >= box->low.x && own.low.y >= box->low.y && own.low.z >= box->low.z);
    require(own.high.x <= box->high.x && own.high.y <= box->high.y && own.high.z <= box->high.z);
}

static void pose(const qx_model *model, uint32_t number)
{
    const qx_model_mesh *mesh = &model->meshes[number];
    const size_t floats = 3 * (size_t)mesh->vertex_count;
    float *values = malloc(2 * floats * sizeof *values);
    require(values != NULL);
    const qx_keyframe_layout out = { .positions = values, .normals = values + floats };
    for (uint32_t clip = 0; clip == 0 || (clip < model->clip_count && clip < 3); clip++)
        for (int i = 0; i < 4; i++) {
            const double length = model->clip_count > 0 ? (double)model->clips[clip].duration : 0.0;
            require(qx_model_pose(model, number, clip, length * i / 3.1, QX_KEYFRAME_LINEAR, false,
                                  &out) == QX_OK);
            for (size_t k = 0; k < 2 * floats; k++) require(isfinite(values[k]));
            require_inside(model->clip_count > 0 ? &model->clips[clip].bounds : &model->bounds,
                           values, mesh->vertex_count);
        }
    free(values);
}

// --- the same again

static void spread(const qx_model_mesh *mesh, const qx_keyframe_target *target, bool normals,
                   float *to)
{
    const float *from = normals ? target->normals : target->positions;
    memset(to, 0, 3 * (size_t)mesh->vertex_count * sizeof *to);
    for (uint32_t i = 0; from && i < target->count; i++)
        memcpy(to + 3 * (size_t)(target->indices ? target->indices[i] : i), from + 3 * (size_t)i,
               12);
}

static void compare_targets(const qx_model_mesh *a, const qx_model_mesh *b)
{
    const size_t floats = 3 * (size_t)a->vertex_count;
    float *values = malloc(2 * floats * sizeof *values);
    require(values != NULL);
    for (uint32_t i = 0; i < 2 * a->target_count; i++) {
        spread(a, &a->targets[i / 2], i % 2, values);
        spread(b, &b->targets[i / 2], i % 2, values + floats);
        for (size_t k = 0; k < floats; k++) require(values[k] == values[floats + k]);
        require(a->weights[i / 2] == b->weights[i / 2]);
    }
    free(values);
}

static void compare_meshes(const qx_model_mesh *a, const qx_model_mesh *b)
{
    const size_t bytes = 3 * (size_t)a->vertex_count * sizeof(float);
    require(a->kind == b->kind && a->flat == b->flat && a->colour == b->colour);
    require(a->vertex_count == b->vertex_count && a->index_count == b->index_count);
    require(a->target_count == b->target_count && strcmp(a->name, b->name) == 0);
    require(memcmp(a->indices, b->indices, a->index_count * sizeof *a->indices) == 0);
    require(memcmp(a->positions, b->positions, bytes) == 0);
    require(memcmp(a->normals, b->normals, bytes) == 0);
    require(!a->texture_places == !b->texture_places);
    if (a->texture_places)
        require(memcmp(a->texture_places, b->texture_places, bytes / 3 * 2) == 0);
    compare_targets(a, b);
}

// Times that floats cannot tell apart are moved on by one float each.
static void compare_tracks(const qx_keyframe_track *a, const qx_keyframe_track *b)
{
    require(a->count == b->count);
    if (a->count == 0) return;
    const size_t floats = (size_t)a->count * a->width * (a->curve == QX_KEYFRAME_CUBIC ? 3 : 1);
    require(a->curve == b->curve && a->width == b->width);
    for (size_t i = 0; i < floats; i++) require(a->values[i] == b->values[i]);
    for (uint32_t i = 0; i < a->count; i++) {
        const double off = fabs((double)a->times[i] - (double)b->times[i]);
        require(off <= (1.0 + (double)a->times[i] * 0x1p-23) * (i + 2.0));
    }
}

static void compare(const qx_model *a, const qx_model *b)
{
    require(a->mesh_count == b->mesh_count && a->clip_count == b->clip_count);
    for (uint32_t i = 0; i < a->mesh_count; i++) compare_meshes(&a->meshes[i], &b->meshes[i]);
    for (uint32_t clip = 0; clip < a->clip_count; clip++) {
        require(strcmp(a->clips[clip].name, b->clips[clip].name) == 0);
        for (uint32_t i = 0; i < a->mesh_count; i++)
            compare_tracks(&a->clips[clip].tracks[i], &b->clips[clip].tracks[i]);
    }
}

static void save_and_reload(const qx_model *model)
{
    const qx_model_options options = { .limit = SAVED_LIMIT };
    uint8_t *bytes;
    size_t size;
    qx_model *back;
    qx_model_cost cost;
    require(qx_model_save_gltf(model, 0.0f, NULL, &bytes, &size, &cost, NULL) == QX_OK);
    require(cost.position_error == 0.0f && cost.normal_error == 0.0f);
    require(qx_model_load_memory(bytes, size, NULL, &options, NULL, &back, NULL) == QX_OK);
    compare(model, back);
    qx_model_destroy(back);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const qx_model_options options = { .limit = LIMIT };
    qx_model *model;
    qx_error error = { .code = QX_OK };
    if (size > 0 && data[0] != '{' && data[0] != 'g') return 0; // other formats
    const qx_result result = qx_model_load_memory(data, size, NULL, &options, NULL, &model, &error);
    require((result == QX_OK) == (model != NULL));
    require(result == QX_OK || (error.code == result && error.message[0] != '\0'));
    if (!model) return 0;
    check(model);
    for (uint32_t i = 0; i < model->mesh_count && i < 4; i++) pose(model, i);
    save_and_reload(model);
    qx_model_destroy(model);
    return 0;
}
