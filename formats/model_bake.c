// SPDX-License-Identifier: MIT
#include "error.h"
#include "model_bounds.h"
#include "model_names.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

// Baking is asking for one pose after the other: what lies between keys is qx_model_pose's matter
// alone.

enum { MOST_KEYS = 1 << 24, NAME = 64 };

typedef struct baker {
    const qx_model *model;
    qx_model_bake bake;    // frames: 0 where keys stay
    uint32_t first, count; // clips
    model_arena *arena;
    qx_error *error;
    qx_model_mesh *mesh;
    qx_model_clip *clips;
    float *positions, *normals, *places;
    uint32_t *indices;
    const char **names;
} baker;

static qx_result no_memory(const baker *b)
{
    return qx_error_set(b->error, QX_NO_MEMORY, 0, "out of memory");
}

static bool has_morph(const qx_model *model)
{
    for (uint32_t i = 0; i < model->mesh_count; i++)
        if (model->meshes[i].kind == QX_MODEL_MORPH) return true;
    return false;
}

static qx_result resolve(baker *b)
{
    qx_model_bake *bake = &b->bake;
    if (b->model->mesh_count == 0)
        return qx_error_set(b->error, QX_BAD_VALUE, 0, "there is no mesh");
    if (bake->clip > b->model->clip_count)
        return qx_error_set(b->error, QX_BAD_VALUE, 0, "there is no such clip");
    if (bake->frames != 0.0 && !(bake->frames >= 0.1 && bake->frames <= 1000.0))
        return qx_error_set(b->error, QX_BAD_VALUE, 0, "keys a second are 0.1 to 1,000");
    if (bake->curve > QX_KEYFRAME_CUBIC)
        return qx_error_set(b->error, QX_BAD_VALUE, 0, "there is no such curve");
    if (bake->frames == 0.0 && has_morph(b->model)) bake->frames = 30.0;
    b->first = bake->clip > 0 ? bake->clip - 1 : 0;
    b->count = bake->clip > 0 ? 1 : b->model->clip_count;
    return QX_OK;
}

// --- keys of a clip

static const qx_model_clip *clip_of(const baker *b, uint32_t number)
{
    return &b->model->clips[b->first + number];
}

static bool keys_stay(const baker *b, const qx_model_clip *clip)
{
    return b->bake.frames == 0.0 && clip->count > 0;
}

// Ticks that the keys are spread over: to the last key, or to where the first one comes again.
static int64_t length_of(const baker *b, const qx_model_clip *clip)
{
    const int64_t length = b->bake.repeats ? clip->period : clip->duration;
    return length > 0 ? length : 0;
}

static double steps_of(const baker *b, const qx_model_clip *clip)
{
    const double seconds = (double)length_of(b, clip) / (double)QX_KEYFRAME_SECOND;
    const double steps = floor(seconds * b->bake.frames + 0.5);
    return steps >= 1.0 || length_of(b, clip) == 0 ? steps : 1.0;
}

// MOST_KEYS + 1 stands for any number beyond.
static uint32_t count_keys(const baker *b, const qx_model_clip *clip)
{
    if (keys_stay(b, clip)) return clip->count;
    const double steps = steps_of(b, clip);
    if (steps > MOST_KEYS) return MOST_KEYS + 1;
    const bool ends = !b->bake.repeats || steps == 0.0;
    return (uint32_t)steps + (ends ? 1 : 0);
}

// Whole steps of a length, so that a key which lies on one is met to the tick.
static int64_t time_of(const baker *b, const qx_model_clip *clip, uint32_t number)
{
    if (keys_stay(b, clip)) return clip->times[number];
    const int64_t steps = (int64_t)steps_of(b, clip), length = length_of(b, clip);
    if (steps == 0) return 0;
    return length / steps * number + length % steps * number / steps;
}

static qx_result count_all_keys(const baker *b, uint32_t *keys)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < b->count; i++) sum += count_keys(b, clip_of(b, i));
    if (sum > MOST_KEYS) return qx_error_set(b->error, QX_TOO_LARGE, 0, "more than 2^24 keys");
    *keys = sum > 0 ? (uint32_t)sum : 1; // without clips: the still
    return QX_OK;
}

// --- one mesh of all

static qx_result count_all_vertices(const baker *b, uint32_t *vertices, uint32_t *indices)
{
    uint64_t vertex_sum = 0, index_sum = 0;
    for (uint32_t i = 0; i < b->model->mesh_count; i++) {
        vertex_sum += b->model->meshes[i].vertex_count;
        index_sum += b->model->meshes[i].index_count;
    }
    if (vertex_sum > UINT32_MAX / 3 || index_sum > UINT32_MAX)
        return qx_error_set(b->error, QX_TOO_LARGE, 0, "more vertices than 32 bits can number");
    *vertices = (uint32_t)vertex_sum;
    *indices = (uint32_t)index_sum;
    return QX_OK;
}

static bool is_textured(const qx_model *model)
{
    for (uint32_t i = 0; i < model->mesh_count; i++)
        if (model->meshes[i].texture_places) return true;
    return false;
}

static void warn_of_differences(const baker *b)
{
    const qx_model_mesh *first = b->model->meshes;
    for (uint32_t i = 1; i < b->model->mesh_count; i++) {
        const qx_model_mesh *mesh = &first[i];
        const bool same_skin = mesh->skin == first->skin ||
                               (mesh->skin && first->skin && strcmp(mesh->skin, first->skin) == 0);
        if (mesh->colour == first->colour && same_skin) continue;
        model_warn(b->arena, "mesh \"%.60s\" gets the first one's colour and skin",
                   mesh->name ? mesh->name : "");
    }
}

static void join_meshes(const baker *b)
{
    uint32_t *indices = b->indices;
    uint32_t before = 0;
    if (b->places) memset(b->places, 0, 2 * (size_t)b->mesh->vertex_count * sizeof *b->places);
    for (uint32_t i = 0; i < b->model->mesh_count; i++) {
        const qx_model_mesh *mesh = &b->model->meshes[i];
        for (uint32_t k = 0; k < mesh->index_count; k++) *indices++ = before + mesh->indices[k];
        if (mesh->texture_places)
            memcpy(b->places + 2 * (size_t)before, mesh->texture_places,
                   2 * (size_t)mesh->vertex_count * sizeof *b->places);
        before += mesh->vertex_count;
    }
}

static bool all_flat(const qx_model *model)
{
    for (uint32_t i = 0; i < model->mesh_count; i++)
        if (!model->meshes[i].flat) return false;
    return true;
}

// A copy; NULL of NULL.
static bool copy_text(const baker *b, const char *text, const char **copy)
{
    *copy = text ? model_take_name(b->arena, text, strlen(text)) : NULL;
    return !text || *copy;
}

static bool copy_skins(const baker *b)
{
    qx_model *to = &b->arena->model;
    const char **skins = model_take(b->arena, b->model->skin_count, sizeof *skins);
    if (!skins) return false;
    for (uint32_t i = 0; i < b->model->skin_count; i++)
        if (!copy_text(b, b->model->skins[i], &skins[i])) return false;
    to->skins = skins;
    to->skin_count = b->model->skin_count;
    return true;
}

static qx_result make_mesh(baker *b)
{
    const qx_model_mesh *first = b->model->meshes;
    qx_model_mesh *mesh = model_take(b->arena, 1, sizeof *mesh);
    if (!mesh) return no_memory(b);
    *mesh = (qx_model_mesh){ .kind = QX_MODEL_STILL, .colour = first->colour };
    b->mesh = mesh;
    qx_result result = count_all_keys(b, &mesh->key_count);
    if (result == QX_OK) result = count_all_vertices(b, &mesh->vertex_count, &mesh->index_count);
    if (result != QX_OK) return result;
    if (mesh->key_count > 1) mesh->kind = QX_MODEL_KEYS;
    mesh->flat = all_flat(b->model);
    mesh->skin_width = first->skin_width;
    mesh->skin_height = first->skin_height;
    const size_t floats = 3 * (size_t)mesh->vertex_count * sizeof(float);
    mesh->positions = b->positions = model_take(b->arena, floats, mesh->key_count);
    mesh->normals = b->normals = model_take(b->arena, floats, mesh->key_count);
    mesh->indices = b->indices = model_take(b->arena, mesh->index_count, sizeof *b->indices);
    b->names = model_take(b->arena, mesh->key_count, sizeof *b->names);
    const bool textured = is_textured(b->model);
    if (textured) b->places = model_take(b->arena, mesh->vertex_count, 2 * sizeof *b->places);
    mesh->texture_places = b->places;
    if (!b->positions || !b->normals || !b->indices || !b->names || (textured && !b->places) ||
        !copy_text(b, first->name ? first->name : "baked", &mesh->name) ||
        !copy_text(b, first->skin, &mesh->skin) || !copy_skins(b))
        return no_memory(b);
    join_meshes(b);
    warn_of_differences(b);
    b->arena->model.meshes = mesh;
    b->arena->model.mesh_count = 1;
    return QX_OK;
}

// --- poses

static qx_result pose_all(const baker *b, uint32_t clip, double place, uint32_t key)
{
    size_t vertex = (size_t)key * b->mesh->vertex_count;
    for (uint32_t i = 0; i < b->model->mesh_count; i++) {
        const qx_keyframe_layout out = { .positions = b->positions + 3 * vertex,
                                         .normals = b->normals + 3 * vertex };
        const qx_result result =
            qx_model_pose(b->model, i, clip, place, b->bake.curve, b->bake.repeats, &out);
        if (result != QX_OK)
            return qx_error_set(b->error, result, 0, "mesh %u has no keys of clip %u", i, clip);
        vertex += b->model->meshes[i].vertex_count;
    }
    return QX_OK;
}

static bool name_key(const baker *b, const qx_model_clip *clip, const qx_model_clip *baked,
                     uint32_t number)
{
    const char *const *names = b->model->meshes[0].key_names;
    char made[NAME];
    const char *name = made;
    if (names && keys_stay(b, clip)) {
        name = names[clip->first + number];
    } else {
        model_name_key(baked, number, made, sizeof made);
    }
    return copy_text(b, name, &b->names[baked->first + number]);
}

static qx_result bake_clip(const baker *b, uint32_t number, uint32_t first)
{
    const qx_model_clip *clip = clip_of(b, number);
    const uint32_t count = count_keys(b, clip);
    int64_t *times = model_take(b->arena, count, sizeof *times);
    qx_model_clip *baked = &b->clips[number];
    *baked =
        (qx_model_clip){ .period = clip->period, .first = first, .count = count, .times = times };
    if (!times || !copy_text(b, clip->name ? clip->name : "clip", &baked->name))
        return no_memory(b);
    for (uint32_t i = 0; i < count; i++) {
        times[i] = time_of(b, clip, i);
        const qx_result result = pose_all(b, b->first + number, (double)times[i], first + i);
        if (result != QX_OK) return result;
        if (!name_key(b, clip, baked, i)) return no_memory(b);
    }
    baked->duration = times[count - 1];
    return QX_OK;
}

static qx_result bake_still(const baker *b)
{
    const qx_model_clip still = { .name = b->mesh->name, .count = 1 };
    char name[NAME];
    model_name_key(&still, 0, name, sizeof name);
    if (!copy_text(b, name, &b->names[0])) return no_memory(b);
    return pose_all(b, 0, 0.0, 0);
}

static qx_result bake_clips(baker *b)
{
    b->mesh->key_names = b->names;
    if (b->count == 0) return bake_still(b);
    b->clips = model_take(b->arena, b->count, sizeof *b->clips);
    if (!b->clips) return no_memory(b);
    uint32_t first = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const qx_result result = bake_clip(b, i, first);
        if (result != QX_OK) return result;
        first += b->clips[i].count;
    }
    b->arena->model.clips = b->clips;
    b->arena->model.clip_count = b->count;
    return QX_OK;
}

qx_result qx_model_bake_keys(const qx_model *model, const qx_model_bake *bake,
                             const qx_allocator *allocator, qx_model **baked, qx_error *error)
{
    *baked = NULL;
    if (error) *error = (qx_error){ .code = QX_OK };
    baker b = { .model = model, .error = error };
    if (bake) b.bake = *bake;
    qx_result result = resolve(&b);
    if (result != QX_OK) return result;
    b.arena = model_arena_create(allocator);
    if (!b.arena) return no_memory(&b);
    b.arena->model.format = model->format;
    result = make_mesh(&b);
    if (result == QX_OK) result = bake_clips(&b);
    if (result == QX_OK && !model_bounds_find(b.arena, MODEL_BOUNDS_WORK)) result = no_memory(&b);
    if (result == QX_OK) {
        *baked = model_finish(b.arena);
    } else {
        model_arena_destroy(b.arena);
    }
    return result;
}
