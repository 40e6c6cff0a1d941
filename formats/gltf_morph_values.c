// SPDX-License-Identifier: MIT
#include "gltf_morph.h"

#include <math.h>
#include <string.h>

// What glTF wants of a model's pieces: keys as differences from the first one, which weight of keys
// is 1 when, times as seconds, curves as splines.

uint32_t gltf_morph_targets(const qx_model_mesh *mesh)
{
    if (mesh->kind == QX_MODEL_KEYS) return mesh->key_count - 1;
    return mesh->kind == QX_MODEL_MORPH ? mesh->target_count : 0;
}

bool gltf_morph_turns(const qx_model_mesh *mesh)
{
    if (mesh->flat) return false;
    if (mesh->kind == QX_MODEL_KEYS) return true;
    for (uint32_t i = 0; mesh->kind == QX_MODEL_MORPH && i < mesh->target_count; i++)
        if (mesh->targets[i].normals) return true;
    return false;
}

static const qx_keyframe_track *track_of(const qx_model *model, uint32_t clip, uint32_t mesh)
{
    const qx_keyframe_track *tracks = model->clips[clip].tracks;
    const bool morph = model->meshes[mesh].kind == QX_MODEL_MORPH;
    return tracks && morph && tracks[mesh].count > 0 ? &tracks[mesh] : NULL;
}

// A clip's keys are mesh 0's.
static bool plays_keys(const qx_model *model, uint32_t clip, uint32_t mesh)
{
    return mesh == 0 && gltf_morph_targets(&model->meshes[0]) > 0 &&
           model->meshes[0].kind == QX_MODEL_KEYS && model->clips[clip].count > 0;
}

uint32_t gltf_morph_keys(const qx_model *model, uint32_t clip, uint32_t mesh)
{
    if (plays_keys(model, clip, mesh)) return model->clips[clip].count;
    const qx_keyframe_track *track = track_of(model, clip, mesh);
    return track && model->meshes[mesh].target_count > 0 ? track->count : 0;
}

// glTF has no Catmull-Rom, which is a cubic spline of certain tangents; and none of one key.
qx_keyframe_curve gltf_morph_curve(const qx_model *model, uint32_t clip, uint32_t mesh)
{
    const qx_keyframe_track *track = track_of(model, clip, mesh);
    if (!track || track->curve == QX_KEYFRAME_LINEAR) return QX_KEYFRAME_LINEAR;
    if (track->curve == QX_KEYFRAME_STEP) return QX_KEYFRAME_STEP;
    return track->count > 1 ? QX_KEYFRAME_CUBIC : QX_KEYFRAME_LINEAR;
}

// --- deltas

static void key_deltas(const float *values, uint32_t vertices, uint32_t key, float *deltas)
{
    const size_t count = 3 * (size_t)vertices;
    const float *of_key = values + count * key;
    for (size_t i = 0; i < count; i++) deltas[i] = of_key[i] - values[i];
}

static void target_deltas(const qx_keyframe_target *target, const float *values, uint32_t vertices,
                          float *deltas)
{
    const size_t bytes = 3 * sizeof *deltas;
    if (!target->indices || !values) {
        if (values) memcpy(deltas, values, vertices * bytes);
        if (!values) memset(deltas, 0, vertices * bytes);
        return;
    }
    memset(deltas, 0, vertices * bytes);
    for (uint32_t i = 0; i < target->count; i++)
        memcpy(deltas + 3 * (size_t)target->indices[i], values + 3 * (size_t)i, bytes);
}

void gltf_morph_deltas(const qx_model_mesh *mesh, uint32_t target, bool normals, float *values)
{
    if (mesh->kind == QX_MODEL_KEYS) {
        key_deltas(normals ? mesh->normals : mesh->positions, mesh->vertex_count, target + 1,
                   values);
        return;
    }
    const qx_keyframe_target *from = &mesh->targets[target];
    target_deltas(from, normals ? from->normals : from->positions, mesh->vertex_count, values);
}

static void leave_out(float *deltas, uint32_t vertices, double most)
{
    for (float *d = deltas, *end = deltas + 3 * (size_t)vertices; d < end; d += 3) {
        const double x = (double)d[0], y = (double)d[1], z = (double)d[2];
        if (x * x + y * y + z * z <= most * most) d[0] = d[1] = d[2] = 0.0f;
    }
}

// --- clips

static float next_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits++;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// They rise, however close ticks are together.
static void fill_times(const morph_writer *w, const morph_part *part)
{
    const qx_keyframe_track *track = track_of(w->model, part->item, part->mesh);
    const int64_t *times = track ? track->times : w->model->clips[part->item].times;
    for (uint32_t i = 0; i < part->count; i++) {
        const float seconds = (float)((double)times[i] / (double)QX_KEYFRAME_SECOND);
        const bool rises = i == 0 || seconds > w->values[i - 1];
        w->values[i] = rises ? seconds : next_float(w->values[i - 1]);
    }
}

static void fill_key_weights(const morph_writer *w, const morph_part *part)
{
    const qx_model_clip *clip = &w->model->clips[part->item];
    const size_t targets = gltf_morph_targets(&w->model->meshes[part->mesh]);
    memset(w->values, 0, part->count * sizeof *w->values);
    for (uint32_t i = 0; i < clip->count; i++) {
        const size_t key = (size_t)clip->first + i;
        if (key > 0) w->values[i * targets + key - 1] = 1.0f;
    }
}

// The slope over both sides of a key; over one where there is no other.
static float slope(const qx_keyframe_track *t, uint32_t key, uint32_t number)
{
    const uint32_t from = key > 0 && t->times[key - 1] < t->times[key] ? key - 1 : key;
    const uint32_t to = key + 1 < t->count && t->times[key + 1] > t->times[key] ? key + 1 : key;
    const double ticks = (double)(t->times[to] - t->times[from]);
    const double rise = (double)t->values[(size_t)to * t->width + number] -
                        (double)t->values[(size_t)from * t->width + number];
    const double steep = ticks > 0.0 ? rise / ticks * (double)QX_KEYFRAME_SECOND : 0.0;
    return (float)(steep > 1e9 ? 1e9 : steep < -1e9 ? -1e9 : steep); // what readers take
}

static void fill_splines(const qx_keyframe_track *t, float *values)
{
    for (uint32_t key = 0; key < t->count; key++) {
        float *in = values + 3 * (size_t)key * t->width, *value = in + t->width;
        for (uint32_t i = 0; i < t->width; i++) {
            in[i] = value[t->width + i] = slope(t, key, i);
            value[i] = t->values[(size_t)key * t->width + i];
        }
    }
}

static void fill_weights(const morph_writer *w, const morph_part *part)
{
    const qx_keyframe_track *track = track_of(w->model, part->item, part->mesh);
    if (!track) {
        fill_key_weights(w, part);
    } else if (track->curve == QX_KEYFRAME_CATMULL_ROM && track->count > 1) {
        fill_splines(track, w->values);
    } else {
        const bool lone = track->curve == QX_KEYFRAME_CUBIC && track->count == 1;
        memcpy(w->values, track->values + (lone ? track->width : 0),
               part->count * sizeof *w->values);
    }
}

// --- all

void gltf_morph_fill(const morph_writer *w, const morph_part *part)
{
    const qx_model_mesh *mesh = &w->model->meshes[part->mesh];
    const size_t bytes = (size_t)part->count * part->width * sizeof *w->values;
    switch (part->kind) {
    case MORPH_POSITION: memcpy(w->values, mesh->positions, bytes); break;
    case MORPH_NORMAL: memcpy(w->values, mesh->normals, bytes); break;
    case MORPH_TEXTURE_PLACE: memcpy(w->values, mesh->texture_places, bytes); break;
    case MORPH_TARGET_POSITION:
        gltf_morph_deltas(mesh, part->item, false, w->values);
        leave_out(w->values, part->count, (double)w->max_error);
        break;
    case MORPH_TARGET_NORMAL: gltf_morph_deltas(mesh, part->item, true, w->values); break;
    case MORPH_TIMES: fill_times(w, part); break;
    case MORPH_WEIGHTS: fill_weights(w, part); break;
    case MORPH_INDEX: break;
    }
}
