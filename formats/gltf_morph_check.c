// SPDX-License-Identifier: MIT
#include "gltf_morph.h"

#include "error.h"
#include "mesh.h"

#include <inttypes.h>
#include <math.h>

// A model may come from anywhere: every number that the writer goes by is looked at before.

static bool are_within(const float *values, size_t count, float most)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(values[i]) <= most)) return false; // false for NaN
    return true;
}

// --- meshes

static bool are_units(const float *normals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double x = (double)normals[3 * i], y = (double)normals[3 * i + 1];
        const double z = (double)normals[3 * i + 2];
        if (!(fabs(x * x + y * y + z * z - 1.0) <= 1e-4)) return false;
    }
    return true;
}

static bool are_names(const char *const *names, uint32_t count)
{
    for (uint32_t i = 0; names && i < count; i++)
        if (!names[i] || !qx_is_utf8(names[i])) return false;
    return true;
}

static bool are_indices(const uint32_t *indices, uint32_t count, uint32_t vertices)
{
    if (!indices || count == 0 || count % 3 != 0) return false;
    for (uint32_t i = 0; i < count; i++)
        if (indices[i] >= vertices) return false;
    return true;
}

static const char *fault_of_target(const qx_keyframe_target *target, uint32_t vertices)
{
    const size_t count = 3 * (size_t)(target->indices ? target->count : vertices);
    for (uint32_t i = 0; target->indices && i < target->count; i++)
        if (target->indices[i] >= vertices ||
            (i > 0 && target->indices[i] <= target->indices[i - 1]))
            return "indices of a target do not rise below its vertices";
    if (target->positions && !are_within(target->positions, count, 1e9f))
        return "a target is not finite, or beyond 1e9";
    if (target->normals && !are_within(target->normals, count, 1e9f))
        return "a target's normal is not finite, or beyond 1e9";
    return NULL;
}

static const char *fault_of_targets(const qx_model_mesh *mesh)
{
    if (mesh->target_count > 0 && !mesh->targets) return "its targets are missing";
    if (mesh->weights && !are_within(mesh->weights, mesh->target_count, 1e6f))
        return "a weight is not finite, or beyond 1e6";
    if (!are_names(mesh->target_names, mesh->target_count)) return "a target's name is not UTF-8";
    for (uint32_t i = 0; i < mesh->target_count; i++) {
        const char *fault = fault_of_target(&mesh->targets[i], mesh->vertex_count);
        if (fault) return fault;
    }
    return NULL;
}

static const char *fault_of_mesh(const qx_model_mesh *mesh)
{
    const size_t places = (size_t)mesh->key_count * mesh->vertex_count;
    if ((int)mesh->kind < 0 || mesh->kind > QX_MODEL_MORPH) return "no such kind";
    if (!mesh->name || !qx_is_utf8(mesh->name)) return "its name is not UTF-8";
    if (mesh->skin && !qx_is_utf8(mesh->skin)) return "its skin's name is not UTF-8";
    if (mesh->vertex_count == 0 || !mesh->positions || !mesh->normals) return "it has no vertices";
    if (mesh->key_count == 0 || (mesh->kind != QX_MODEL_KEYS && mesh->key_count != 1))
        return "keys of no such number";
    if (!are_indices(mesh->indices, mesh->index_count, mesh->vertex_count))
        return "its indices are no triangles of its vertices";
    if (!are_within(mesh->positions, 3 * places, 1e9f))
        return "a position is not finite, or beyond 1e9";
    if (!mesh->flat && !are_units(mesh->normals, places)) return "a normal is not of length 1";
    if (mesh->texture_places &&
        !are_within(mesh->texture_places, 2 * (size_t)mesh->vertex_count, 1e9f))
        return "a texture place is not finite, or beyond 1e9";
    if (mesh->kind == QX_MODEL_KEYS && !are_names(mesh->key_names, mesh->key_count))
        return "a key's name is not UTF-8";
    return mesh->kind == QX_MODEL_MORPH ? fault_of_targets(mesh) : NULL;
}

// --- clips

static bool are_times(const int64_t *times, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (times[i] < (i > 0 ? times[i - 1] : 0) || times[i] > QX_KEYFRAME_MOST) return false;
    return true;
}

// Tangents may be steep: a second is long.
static bool are_weights(const qx_keyframe_track *track)
{
    const bool cubic = track->curve == QX_KEYFRAME_CUBIC;
    const float *values = track->values;
    for (uint32_t i = 0; i < (cubic ? 3 : 1) * track->count; i++, values += track->width)
        if (!are_within(values, track->width, cubic && i % 3 != 1 ? 1e9f : 1e6f)) return false;
    return true;
}

static const char *fault_of_track(const qx_keyframe_track *track, const qx_model_mesh *mesh)
{
    if ((int)track->curve < 0 || track->curve > QX_KEYFRAME_CUBIC) return "no such curve";
    if (track->width != mesh->target_count) return "its weights are not one a target";
    if (!track->times || !are_times(track->times, track->count)) return "its times fall";
    if (!track->values || !are_weights(track)) return "a weight is not finite, or beyond 1e6";
    return NULL;
}

static const char *fault_of_clip(const qx_model *model, const qx_model_clip *clip)
{
    if (!clip->name || !qx_is_utf8(clip->name)) return "its name is not UTF-8";
    if (model->meshes[0].kind == QX_MODEL_KEYS && clip->count > 0) {
        const uint32_t keys = model->meshes[0].key_count;
        if (clip->first >= keys || clip->count > keys - clip->first)
            return "its keys are not there";
        if (!clip->times || !are_times(clip->times, clip->count)) return "its times fall";
    }
    for (uint32_t i = 0; clip->tracks && i < model->mesh_count; i++) {
        if (model->meshes[i].kind != QX_MODEL_MORPH || clip->tracks[i].count == 0) continue;
        const char *fault = fault_of_track(&clip->tracks[i], &model->meshes[i]);
        if (fault) return fault;
    }
    return NULL;
}

qx_result gltf_morph_check(const qx_model *model, qx_error *error)
{
    if (model->mesh_count == 0 || !model->meshes)
        return qx_error_set(error, QX_BAD_VALUE, 0, "there are no meshes");
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        const char *fault = fault_of_mesh(&model->meshes[i]);
        if (fault) return qx_error_set(error, QX_BAD_VALUE, 0, "mesh %" PRIu32 ": %s", i, fault);
    }
    for (uint32_t i = 0; i < model->clip_count; i++) {
        const char *fault = fault_of_clip(model, &model->clips[i]);
        if (fault) return qx_error_set(error, QX_BAD_VALUE, 0, "clip %" PRIu32 ": %s", i, fault);
    }
    if (!are_names(model->skins, model->skin_count))
        return qx_error_set(error, QX_BAD_VALUE, 0, "a skin's name is not UTF-8");
    return QX_OK;
}
