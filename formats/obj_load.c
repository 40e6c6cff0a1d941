// SPDX-License-Identifier: MIT
#include "obj_load.h"

#include "error.h"
#include "model_clips.h"
#include "model_corners.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdalign.h>
#include <string.h>

// Programs that write a series number normals anew in each file, equal ones as one; so only places
// and texture places have to be the same, and a vertex is what no file splits.

typedef struct obj_model {
    const obj_file *files;
    const char *const *names;
    uint32_t count;   // files
    uint32_t corners; // of each
    model_arena *arena;
    qx_error *error;
    bool flat;
    uint32_t vertex_count;
    uint32_t *indices, *examples; // of each vertex, a corner
} obj_model;

static const obj_corner *corners_of(const obj_file *file)
{
    return (const obj_corner *)(const void *)file->corners.bytes;
}

static const float *floats_of(const qx_buffer *array)
{
    return (const float *)(const void *)array->bytes;
}

static qx_result no_memory(const obj_model *m)
{
    return qx_error_set(m->error, QX_NO_MEMORY, 0, "out of memory");
}

// --- vertices

static bool lacks_normals(const obj_model *m)
{
    uint32_t missing = 0;
    for (uint32_t file = 0; file < m->count; file++)
        for (uint32_t i = 0; i < m->corners; i++)
            missing += corners_of(&m->files[file])[i].normal == OBJ_NONE;
    if (missing > 0 && missing < (uint64_t)m->count * m->corners)
        model_warn(m->arena, "%" PRIu32 " corners without normals: all are made flat", missing);
    return missing > 0;
}

static bool has_texture_places(const obj_model *m)
{
    for (uint32_t i = 0; i < m->corners; i++)
        if (corners_of(&m->files[0])[i].texture_place != OBJ_NONE) return true;
    return false;
}

// Places, texture places, then each file's normals. Missing numbers count as 0, others from 1.
static void list_numbers(const obj_model *m, uint32_t *numbers, model_corner_key *keys)
{
    for (uint32_t key = 0; key < m->count + 2; key++) {
        const obj_file *file = &m->files[key < 2 ? 0 : key - 2];
        const obj_corner *c = corners_of(file);
        uint32_t *list = numbers + (size_t)key * m->corners;
        for (uint32_t i = 0; i < m->corners; i++)
            list[i] = (key == 0 ? c[i].place : key == 1 ? c[i].texture_place : c[i].normal) + 1;
        const uint32_t range = key == 0   ? obj_file_count(&file->places, 12)
                               : key == 1 ? obj_file_count(&file->texture_places, 8)
                                          : obj_file_count(&file->normals, 12);
        keys[key] = (model_corner_key){ list, range + 1 };
    }
}

static bool join(obj_model *m)
{
    const qx_allocator *allocator = &m->arena->allocator;
    const uint32_t keys_count = m->count + 2;
    size_t numbers_bytes;
    if (!size_multiply((size_t)keys_count * sizeof(uint32_t), m->corners, &numbers_bytes))
        return false;
    const size_t keys_bytes = keys_count * sizeof(model_corner_key);
    uint32_t *numbers = qx_allocate(allocator, numbers_bytes, alignof(uint32_t));
    model_corner_key *keys = qx_allocate(allocator, keys_bytes, alignof(model_corner_key));
    bool done = numbers && keys;
    if (done) {
        list_numbers(m, numbers, keys);
        done = model_corners_join(keys, keys_count, m->corners, allocator, m->indices, m->examples,
                                  &m->vertex_count);
    }
    qx_release(allocator, keys, keys_bytes);
    qx_release(allocator, numbers, numbers_bytes);
    return done;
}

// Flat: every corner a vertex of its own.
static void split(obj_model *m)
{
    m->vertex_count = m->corners;
    for (uint32_t i = 0; i < m->corners; i++) m->indices[i] = m->examples[i] = i;
}

static qx_result make_vertices(obj_model *m)
{
    m->flat = lacks_normals(m);
    m->indices = model_take(m->arena, m->corners, sizeof *m->indices);
    m->examples = model_take(m->arena, m->corners, sizeof *m->examples);
    if (!m->indices || !m->examples) return no_memory(m);
    if (m->flat) split(m);
    return m->flat || join(m) ? QX_OK : no_memory(m);
}

static qx_result check_limit(const obj_model *m, const qx_model_options *options)
{
    const uint64_t limit = options && options->limit ? options->limit : MODEL_LIMIT;
    const uint64_t bytes = 24 * (uint64_t)m->vertex_count * m->count;
    if (bytes <= limit) return QX_OK;
    return qx_error_set(m->error, QX_TOO_LARGE, 0,
                        "%" PRIu32 " keys of %" PRIu32 " vertices take %" PRIu64 " bytes", m->count,
                        m->vertex_count, bytes);
}

// --- values

static void set_unit(const float *from, float *to)
{
    const double x = (double)from[0], y = (double)from[1], z = (double)from[2];
    const double length = sqrt(x * x + y * y + z * z);
    to[0] = length > 0.0 ? (float)(x / length) : 0.0f;
    to[1] = length > 0.0 ? (float)(y / length) : 0.0f;
    to[2] = length > 0.0 ? (float)(z / length) : 1.0f;
}

static void read_key(const obj_model *m, uint32_t key, float *positions, float *normals)
{
    const obj_file *file = &m->files[key];
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        const obj_corner *c = &corners_of(file)[m->examples[i]];
        memcpy(positions + 3 * (size_t)i, floats_of(&file->places) + 3 * (size_t)c->place, 12);
        if (m->flat) continue;
        set_unit(floats_of(&file->normals) + 3 * (size_t)c->normal, normals + 3 * (size_t)i);
    }
    if (!m->flat) return;
    qx_keyframe_normals_build(positions, 12, m->vertex_count, m->indices, m->corners, false,
                              normals, 12);
}

// OBJ counts v from the bottom.
static float *read_texture_places(const obj_model *m)
{
    float *places = model_take(m->arena, 2 * (size_t)m->vertex_count, sizeof *places);
    for (uint32_t i = 0; places && i < m->vertex_count; i++) {
        const uint32_t number = corners_of(&m->files[0])[m->examples[i]].texture_place;
        const float *from = floats_of(&m->files[0].texture_places) + 2 * (size_t)number;
        places[2 * (size_t)i] = number == OBJ_NONE ? 0.0f : from[0];
        places[2 * (size_t)i + 1] = number == OBJ_NONE ? 0.0f : 1.0f - from[1];
    }
    return places;
}

// --- the model

static qx_result make_mesh(const obj_model *m)
{
    const size_t floats = 3 * (size_t)m->vertex_count;
    qx_model_mesh *mesh = model_take(m->arena, 1, sizeof *mesh);
    float *positions = model_take(m->arena, floats * m->count, sizeof *positions);
    float *normals = model_take(m->arena, floats * m->count, sizeof *normals);
    const bool textured = has_texture_places(m);
    const float *places = textured ? read_texture_places(m) : NULL;
    if (!mesh || !positions || !normals || (textured && !places)) return no_memory(m);
    for (uint32_t key = 0; key < m->count; key++)
        read_key(m, key, positions + floats * key, normals + floats * key);
    *mesh = (qx_model_mesh){ .name = "obj",
                             .kind = m->count > 1 ? QX_MODEL_KEYS : QX_MODEL_STILL,
                             .vertex_count = m->vertex_count,
                             .index_count = m->corners,
                             .indices = m->indices,
                             .texture_places = places,
                             .colour = 0xFFFFFFFF,
                             .key_count = m->count,
                             .positions = positions,
                             .normals = normals,
                             .flat = m->flat,
                             .key_names = m->names };
    m->arena->model.meshes = mesh;
    m->arena->model.mesh_count = 1;
    return QX_OK;
}

// "walk" of "walk_0001".
static const char *title_of(model_arena *arena, const char *name)
{
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9') length--;
    while (length > 0 && strchr("_-. ", name[length - 1])) length--;
    return length > 0 ? model_take_name(arena, name, length) : "frames";
}

static qx_result make_clip(const obj_model *m, const qx_model_options *options)
{
    const int64_t spacing = model_clip_spacing(options ? options->frames_a_second : 0.0);
    qx_model_clip *clip = model_take(m->arena, 1, sizeof *clip);
    int64_t *times = model_take(m->arena, m->count, sizeof *times);
    const char *title = title_of(m->arena, m->names[0]);
    if (!clip || !times || !title) return no_memory(m);
    for (uint32_t i = 0; i < m->count; i++) times[i] = (int64_t)i * spacing;
    *clip = (qx_model_clip){ .name = title,
                             .duration = (int64_t)(m->count - 1) * spacing,
                             .period = (int64_t)m->count * spacing,
                             .count = m->count,
                             .times = times };
    m->arena->model.clips = clip;
    m->arena->model.clip_count = 1;
    return QX_OK;
}

qx_result obj_load(const obj_file *files, const char *const *names, uint32_t count,
                   const qx_model_options *options, model_arena *arena, qx_error *error)
{
    obj_model m = {
        .files = files, .names = names, .count = count, .arena = arena, .error = error
    };
    m.corners = obj_file_count(&files[0].corners, sizeof(obj_corner));
    arena->model.format = "OBJ";
    qx_result result = make_vertices(&m);
    if (result == QX_OK) result = check_limit(&m, options);
    if (result == QX_OK) result = make_mesh(&m);
    if (result == QX_OK && count > 1) result = make_clip(&m, options);
    return result;
}
