// SPDX-License-Identifier: MIT
#include "buffer.h"
#include "error.h"
#include "md2_normals.h"
#include "model_merge.h"
#include "model_names.h"

#include <quincunx/math.h>
#include <quincunx/model.h>

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdalign.h>
#include <string.h>

// Everything is first made into the file's own bytes; what is the same there is the same vertex. So
// merging costs nothing beyond what the 8 bits of an axis and the 162 normals cost already.

enum {
    HEAD = 68,
    SKIN = 64,
    COORDINATE = 4,
    TRIANGLE = 12,
    FRAME = 40,
    NAME = 16,
    MOST_VERTICES = 65536,
    MOST_COUNT = 1 << 24,
    LEAST_SKIN = 256,
    MOST_SKIN = 16384
};

typedef struct writer {
    const qx_model *model;
    const qx_model_mesh *mesh;
    const qx_allocator *allocator;
    qx_error *error;
    qx_model_cost cost;
    md2_finder finder;
    float *boxes;         // of each key: scale, translate
    uint8_t *vertices;    // of each vertex, 4 bytes a key
    uint8_t *coordinates; // of each vertex, 4 bytes
    uint32_t *numbers;    // of each vertex: place, texture place; then examples of both
    uint32_t places, texture_places;
    uint32_t skin_width, skin_height, skins;
    qx_buffer buffer;
} writer;

static qx_result no_memory(const writer *w)
{
    return qx_error_set(w->error, QX_NO_MEMORY, 0, "out of memory");
}

// --- what can be written

static bool all_fit(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(values[i]) <= 1e9f)) return false;
    return true;
}

static qx_result check(const writer *w)
{
    if (w->model->mesh_count == 0 || w->mesh->vertex_count == 0 || w->mesh->index_count < 3 ||
        w->mesh->key_count == 0)
        return qx_error_set(w->error, QX_BAD_VALUE, 0, "there is no mesh");
    if (w->mesh->kind == QX_MODEL_MORPH)
        return qx_error_set(w->error, QX_UNSUPPORTED, 0, "MD2 has keys, not morph targets");
    if (w->mesh->index_count / 3 > MOST_COUNT || w->mesh->key_count > MOST_COUNT)
        return qx_error_set(w->error, QX_TOO_LARGE, 0, "more than 2^24 triangles or frames");
    const size_t floats = 3 * (size_t)w->mesh->vertex_count * w->mesh->key_count;
    if (!all_fit(w->mesh->positions, floats) || !all_fit(w->mesh->normals, floats))
        return qx_error_set(w->error, QX_BAD_VALUE, 0, "a value is not finite, or beyond 1e9");
    return QX_OK;
}

// --- frames

// y up to z up.
static void turn(const float from[3], float to[3])
{
    to[0] = from[0];
    to[1] = -from[2];
    to[2] = from[1];
}

static void set_box(const float *positions, uint32_t count, float *scale, float *move)
{
    float high[3];
    turn(positions, move);
    turn(positions, high);
    for (uint32_t i = 1; i < count; i++) {
        float p[3];
        turn(positions + 3 * (size_t)i, p);
        for (int axis = 0; axis < 3; axis++) {
            move[axis] = p[axis] < move[axis] ? p[axis] : move[axis];
            high[axis] = p[axis] > high[axis] ? p[axis] : high[axis];
        }
    }
    for (int axis = 0; axis < 3; axis++)
        scale[axis] = (float)(((double)high[axis] - (double)move[axis]) / 255.0);
}

static uint8_t step_of(float value, float scale, float move)
{
    if (!(scale > 0.0f)) return 0;
    const double steps = floor(((double)value - (double)move) / (double)scale + 0.5);
    return (uint8_t)(steps < 0.0 ? 0.0 : steps > 255.0 ? 255.0 : steps);
}

// Never less than the value, so that what is reported is kept.
static float raise(float most, double value)
{
    if (value <= (double)most) return most;
    const float rounded = (float)value;
    return (double)rounded < value ? nextafterf(rounded, INFINITY) : rounded;
}

// As it will be read again.
static double distance_of(const uint8_t bytes[3], const float box[6], const float p[3])
{
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        const float read = (float)bytes[axis] * box[axis] + box[3 + axis];
        const double off = (double)read - (double)p[axis];
        sum += off * off;
    }
    return sqrt(sum);
}

static double angle_of(const float a[3], const float b[3])
{
    const double x = (double)a[1] * (double)b[2] - (double)a[2] * (double)b[1];
    const double y = (double)a[2] * (double)b[0] - (double)a[0] * (double)b[2];
    const double z = (double)a[0] * (double)b[1] - (double)a[1] * (double)b[0];
    const double along =
        (double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] + (double)a[2] * (double)b[2];
    return qx_atan2(sqrt(x * x + y * y + z * z), along);
}

static void make_frame(writer *w, uint32_t key)
{
    const uint32_t count = w->mesh->vertex_count;
    const float *positions = w->mesh->positions + 3 * (size_t)key * count;
    const float *normals = w->mesh->normals + 3 * (size_t)key * count;
    float *box = w->boxes + 6 * (size_t)key;
    set_box(positions, count, box, box + 3);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *to = w->vertices + 4 * ((size_t)i * w->mesh->key_count + key);
        float p[3], n[3];
        turn(positions + 3 * (size_t)i, p);
        turn(normals + 3 * (size_t)i, n);
        for (int axis = 0; axis < 3; axis++) to[axis] = step_of(p[axis], box[axis], box[3 + axis]);
        to[3] = md2_finder_find(&w->finder, n);
        w->cost.position_error = raise(w->cost.position_error, distance_of(to, box, p));
        w->cost.normal_error = raise(w->cost.normal_error, angle_of(w->finder.normals[to[3]], n));
    }
}

// --- texture places

static int16_t pixel_of(float place, uint32_t size)
{
    const double pixel = floor((double)place * size + 0.5);
    if (!(pixel > -32768.0)) return INT16_MIN; // also NaN
    return (int16_t)(pixel < 32767.0 ? pixel : 32767.0);
}

static double pixel_error(float place, uint32_t size)
{
    return fabs((double)((float)pixel_of(place, size) / (float)size) - (double)place);
}

static double skin_error(const writer *w, uint32_t width, uint32_t height)
{
    double most = 0.0;
    for (uint32_t i = 0; i < w->mesh->vertex_count; i++) {
        const float *place = w->mesh->texture_places + 2 * (size_t)i;
        most = fmax(most, fmax(pixel_error(place[0], width), pixel_error(place[1], height)));
    }
    return most;
}

// The skin's own size where that is exact; else the smallest that does best.
static void choose_skin_size(writer *w)
{
    const uint32_t width = w->mesh->skin_width, height = w->mesh->skin_height;
    const bool known = width > 0 && height > 0 && width <= INT16_MAX && height <= INT16_MAX;
    double least = known ? skin_error(w, width, height) : INFINITY;
    w->skin_width = known ? width : LEAST_SKIN;
    w->skin_height = known ? height : LEAST_SKIN;
    for (uint32_t size = LEAST_SKIN; size <= MOST_SKIN && least > 0.0; size *= 2) {
        const double error = skin_error(w, size, size);
        if (error >= least) continue;
        least = error;
        w->skin_width = w->skin_height = size;
    }
    w->cost.texture_error = raise(0.0f, least);
}

static void put_16(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)(value & 0xFF);
    to[1] = (uint8_t)(value >> 8 & 0xFF);
}

// Without any, all corners name one: readers take the first for granted.
static void make_coordinates(writer *w)
{
    const float *places = w->mesh->texture_places;
    w->skin_width = w->skin_height = LEAST_SKIN;
    if (places) choose_skin_size(w);
    for (uint32_t i = 0; i < w->mesh->vertex_count; i++) {
        uint8_t *to = w->coordinates + COORDINATE * (size_t)i;
        put_16(to, places ? (uint16_t)pixel_of(places[2 * (size_t)i], w->skin_width) : 0);
        put_16(to + 2, places ? (uint16_t)pixel_of(places[2 * (size_t)i + 1], w->skin_height) : 0);
    }
}

// --- merging

static qx_result merge(writer *w)
{
    const uint32_t count = w->mesh->vertex_count;
    uint32_t *numbers = w->numbers;
    if (!model_merge(w->vertices, 4 * (size_t)w->mesh->key_count, count, w->allocator, numbers,
                     numbers + 2 * (size_t)count, &w->places) ||
        !model_merge(w->coordinates, COORDINATE, count, w->allocator, numbers + count,
                     numbers + 3 * (size_t)count, &w->texture_places))
        return no_memory(w);
    if (w->places <= MOST_VERTICES && w->texture_places <= MOST_VERTICES) return QX_OK;
    return qx_error_set(w->error, QX_TOO_LARGE, 0,
                        "%" PRIu32 " vertices and %" PRIu32 " texture places: MD2 numbers %d",
                        w->places, w->texture_places, MOST_VERTICES);
}

// --- bytes

static void add_32(writer *w, uint32_t value)
{
    uint8_t bytes[4];
    put_16(bytes, value);
    put_16(bytes + 2, value >> 16);
    qx_buffer_add(&w->buffer, bytes, sizeof bytes);
}

static void add_float(writer *w, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_32(w, bits);
}

static void add_16(writer *w, uint32_t value)
{
    uint8_t bytes[2];
    put_16(bytes, value);
    qx_buffer_add(&w->buffer, bytes, sizeof bytes);
}

// The mesh's own skin first.
static const char *skin_of(const writer *w, uint32_t number)
{
    if (w->mesh->skin && number-- == 0) return w->mesh->skin;
    for (uint32_t i = 0; i < w->model->skin_count; i++) {
        const char *skin = w->model->skins[i];
        if (w->mesh->skin && strcmp(skin, w->mesh->skin) == 0) continue;
        if (number-- == 0) return skin;
    }
    return NULL;
}

static void add_skins(writer *w)
{
    for (uint32_t i = 0; i < w->skins; i++) {
        char name[SKIN] = { 0 };
        const char *skin = skin_of(w, i);
        const size_t length = strlen(skin);
        memcpy(name, skin, length < SKIN - 1 ? length : SKIN - 1);
        qx_buffer_add(&w->buffer, name, sizeof name);
    }
}

static void add_coordinates(writer *w)
{
    const uint32_t *examples = w->numbers + 3 * (size_t)w->mesh->vertex_count;
    for (uint32_t i = 0; i < w->texture_places; i++)
        qx_buffer_add(&w->buffer, w->coordinates + COORDINATE * (size_t)examples[i], COORDINATE);
}

// Front faces are clockwise in the file.
static void add_triangles(writer *w)
{
    static const uint32_t order[3] = { 0, 2, 1 };
    for (uint32_t i = 0; i + 2 < w->mesh->index_count; i += 3) {
        for (int k = 0; k < 3; k++) add_16(w, w->numbers[w->mesh->indices[i + order[k]]]);
        for (int k = 0; k < 3; k++)
            add_16(w, w->numbers[w->mesh->vertex_count + w->mesh->indices[i + order[k]]]);
    }
}

static void name_frame(const writer *w, uint32_t key, char name[NAME])
{
    if (w->mesh->key_names) {
        model_shorten_name(w->mesh->key_names[key], name, NAME);
        return;
    }
    const qx_model_clip all = { .name = "frame", .count = w->mesh->key_count };
    const qx_model_clip *clip = &all;
    for (uint32_t i = 0; i < w->model->clip_count && clip == &all; i++) {
        const qx_model_clip *other = &w->model->clips[i];
        if (key >= other->first && key - other->first < other->count) clip = other;
    }
    model_name_key(clip, key - clip->first, name, NAME);
}

static void add_frame(writer *w, uint32_t key)
{
    const uint32_t *examples = w->numbers + 2 * (size_t)w->mesh->vertex_count;
    char name[NAME] = { 0 };
    for (int i = 0; i < 6; i++) add_float(w, w->boxes[6 * (size_t)key + (size_t)i]);
    name_frame(w, key, name);
    qx_buffer_add(&w->buffer, name, sizeof name);
    for (uint32_t i = 0; i < w->places; i++) {
        const size_t at = (size_t)examples[i] * w->mesh->key_count + key;
        qx_buffer_add(&w->buffer, w->vertices + 4 * at, 4);
    }
}

// --- the file

static qx_result add_head(writer *w)
{
    const uint32_t triangles = w->mesh->index_count / 3, keys = w->mesh->key_count;
    const uint64_t frame = FRAME + 4 * (uint64_t)w->places;
    const uint64_t coordinates = HEAD + SKIN * (uint64_t)w->skins;
    const uint64_t first_triangle = coordinates + COORDINATE * (uint64_t)w->texture_places;
    const uint64_t frames = first_triangle + TRIANGLE * (uint64_t)triangles;
    const uint64_t commands = frames + frame * keys, end = commands + 4;
    if (end > INT32_MAX)
        return qx_error_set(w->error, QX_TOO_LARGE, 0, "%" PRIu64 " bytes: MD2 ends at 2 GiB", end);
    if (!qx_buffer_reserve(&w->buffer, (size_t)end)) return no_memory(w);
    const uint64_t head[] = { 844121161, 8,         w->skin_width,     w->skin_height, frame,
                              w->skins,  w->places, w->texture_places, triangles,      1,
                              keys,      HEAD,      coordinates,       first_triangle, frames,
                              commands,  end };
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++) add_32(w, (uint32_t)head[i]);
    return QX_OK;
}

static qx_result add_all(writer *w)
{
    while (skin_of(w, w->skins)) w->skins++;
    const qx_result result = add_head(w);
    if (result != QX_OK) return result;
    add_skins(w);
    add_coordinates(w);
    add_triangles(w);
    for (uint32_t key = 0; key < w->mesh->key_count; key++) add_frame(w, key);
    add_32(w, 0); // the end of the commands
    return QX_OK;
}

static qx_result make_all(writer *w)
{
    md2_finder_build(&w->finder);
    for (uint32_t key = 0; key < w->mesh->key_count; key++) make_frame(w, key);
    make_coordinates(w);
    const qx_result result = merge(w);
    return result == QX_OK ? add_all(w) : result;
}

// Memory for the file's pieces, in one block.
static qx_result make_with_memory(writer *w)
{
    const size_t count = w->mesh->vertex_count, keys = w->mesh->key_count;
    size_t vertices, bytes;
    const size_t rest = 24 * keys + (16 + COORDINATE) * count;
    if (!size_multiply(4 * count, keys, &vertices) || !size_add(vertices, rest, &bytes))
        return no_memory(w);
    uint8_t *memory = qx_allocate(w->allocator, bytes, alignof(float));
    if (!memory) return no_memory(w);
    w->boxes = (float *)(void *)memory;
    w->numbers = (uint32_t *)(void *)(memory + 24 * keys);
    w->coordinates = memory + 24 * keys + 16 * count;
    w->vertices = w->coordinates + COORDINATE * count;
    const qx_result result = make_all(w);
    qx_release(w->allocator, memory, bytes);
    return result;
}

qx_result qx_model_save_md2(const qx_model *model, const qx_allocator *allocator, uint8_t **bytes,
                            size_t *size, qx_model_cost *cost, qx_error *error)
{
    *bytes = NULL;
    *size = 0;
    writer w = { .model = model, .mesh = model->meshes, .allocator = allocator, .error = error };
    w.buffer = (qx_buffer){ .allocator = allocator };
    qx_result result = check(&w);
    if (result == QX_OK) result = make_with_memory(&w);
    if (result != QX_OK) {
        qx_buffer_release(&w.buffer);
        return result;
    }
    if (cost) *cost = w.cost;
    result = qx_buffer_finish(&w.buffer, bytes, size);
    return result == QX_OK ? QX_OK : no_memory(&w);
}
