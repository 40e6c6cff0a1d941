// SPDX-License-Identifier: MIT
#include "gltf_morph.h"

#include "base/memory.h"
#include "error.h"
#include "gltf_write.h"

#include <math.h>
#include <quincunx/gltf.h>
#include <quincunx/math.h>
#include <stdalign.h>
#include <string.h>

// First every part is looked at: its bounds, how many of its elements are not 0, what is lost. Then
// all sizes are known, and the file is filled in memory of exactly its size.

enum { MOST_ELEMENTS = 1 << 28 };

// What a second view and the words of a sparse accessor take.
enum { SPARSE_WORDS = 160 };

// --- the list

// Counts where there is no memory for parts yet. False for parts of too many elements.
static bool add(morph_writer *w, morph_kind kind, uint32_t mesh, uint32_t item, uint64_t count)
{
    static const uint8_t widths[] = { 3, 3, 2, 1, 3, 3, 1, 1 };
    if (count > MOST_ELEMENTS) return false;
    if (w->parts)
        w->parts[w->part_count] = (morph_part){ .kind = kind,
                                                .mesh = mesh,
                                                .item = item,
                                                .width = widths[kind],
                                                .count = (uint32_t)count };
    w->part_count++;
    return true;
}

static bool list_mesh(morph_writer *w, uint32_t number)
{
    const qx_model_mesh *mesh = &w->model->meshes[number];
    const uint64_t vertices = mesh->vertex_count;
    bool fits = add(w, MORPH_POSITION, number, 0, vertices);
    if (!mesh->flat) fits = fits && add(w, MORPH_NORMAL, number, 0, vertices);
    if (mesh->texture_places) fits = fits && add(w, MORPH_TEXTURE_PLACE, number, 0, vertices);
    fits = fits && add(w, MORPH_INDEX, number, 0, mesh->index_count);
    const bool turns = gltf_morph_turns(mesh);
    for (uint32_t i = 0; i < gltf_morph_targets(mesh); i++) {
        fits = fits && add(w, MORPH_TARGET_POSITION, number, i, vertices);
        if (turns) fits = fits && add(w, MORPH_TARGET_NORMAL, number, i, vertices);
    }
    return fits;
}

static bool list_clip(morph_writer *w, uint32_t clip)
{
    bool fits = true;
    for (uint32_t i = 0; i < w->model->mesh_count && fits; i++) {
        const uint64_t keys = gltf_morph_keys(w->model, clip, i);
        if (keys == 0) continue;
        const bool cubic = gltf_morph_curve(w->model, clip, i) == QX_KEYFRAME_CUBIC;
        const uint64_t weights = gltf_morph_targets(&w->model->meshes[i]);
        fits = keys <= MOST_ELEMENTS && add(w, MORPH_TIMES, i, clip, keys) &&
               add(w, MORPH_WEIGHTS, i, clip, keys * weights * (cubic ? 3 : 1));
    }
    return fits;
}

static bool list_all(morph_writer *w)
{
    bool fits = true;
    w->part_count = 0;
    for (uint32_t i = 0; i < w->model->mesh_count; i++) fits = fits && list_mesh(w, i);
    for (uint32_t i = 0; i < w->model->clip_count; i++) fits = fits && list_clip(w, i);
    return fits;
}

static size_t values_bytes(const morph_writer *w)
{
    size_t most = 1;
    for (uint32_t i = 0; i < w->part_count; i++) {
        const size_t count = (size_t)w->parts[i].count * w->parts[i].width;
        if (w->parts[i].kind != MORPH_INDEX && count > most) most = count;
    }
    return most * sizeof *w->values;
}

// --- what parts hold

size_t gltf_morph_index_bytes(const morph_part *part)
{
    return part->count <= 256 ? 1 : part->count <= 65536 ? 2 : 4;
}

size_t gltf_morph_indices_bytes(const morph_part *part)
{
    return (part->stored * gltf_morph_index_bytes(part) + 3) / 4 * 4;
}

static bool is_zero(const float *element, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (element[i] != 0.0f) return false;
    return true;
}

static void look(const morph_writer *w, morph_part *part)
{
    const uint32_t width = part->width;
    memcpy(part->low, w->values, width * sizeof *part->low);
    memcpy(part->high, w->values, width * sizeof *part->high);
    for (uint32_t i = 0; i < part->count; i++) {
        const float *v = w->values + (size_t)i * width;
        part->stored += !is_zero(v, width);
        for (uint32_t k = 0; k < width; k++) {
            part->low[k] = v[k] < part->low[k] ? v[k] : part->low[k];
            part->high[k] = v[k] > part->high[k] ? v[k] : part->high[k];
        }
    }
}

static bool may_be_sparse(morph_kind kind)
{
    return kind == MORPH_TARGET_POSITION || kind == MORPH_TARGET_NORMAL || kind == MORPH_WEIGHTS;
}

static bool is_smaller(const morph_part *part)
{
    const size_t element = 4 * (size_t)part->width;
    const size_t words = part->stored > 0 ? SPARSE_WORDS : 0;
    return gltf_morph_indices_bytes(part) + part->stored * element + words < part->count * element;
}

// --- what is lost

static double distance(const float *a, const float *b)
{
    const double x = (double)a[0] - (double)b[0], y = (double)a[1] - (double)b[1];
    const double z = (double)a[2] - (double)b[2];
    return sqrt(x * x + y * y + z * z);
}

static void unit(const float *from, float to[3])
{
    static const float origin[3] = { 0 };
    const double length = distance(from, origin);
    for (int i = 0; i < 3; i++) to[i] = length > 0.0 ? (float)((double)from[i] / length) : from[i];
}

// By the chord: an arc cosine cannot tell small angles from none.
static double angle(const float *a, const float *b)
{
    const double half = distance(a, b) / 2.0;
    return 2.0 * qx_atan2(half, sqrt(half < 1.0 ? 1.0 - half * half : 0.0));
}

// Never less than the value, so that what is reported is kept.
static void count_loss(float *most, double value)
{
    if (value <= (double)*most) return;
    *most = (float)value;
    if ((double)*most < value) *most = nextafterf(*most, INFINITY);
}

// Keys are put together again as a reader will.
static void compare_key(morph_writer *w, const morph_part *part)
{
    const qx_model_mesh *mesh = &w->model->meshes[part->mesh];
    const bool turned = part->kind == MORPH_TARGET_NORMAL;
    const float *base = turned ? mesh->normals : mesh->positions;
    const float *key = base + 3 * ((size_t)part->item + 1) * mesh->vertex_count;
    float *most = turned ? &w->cost.normal_error : &w->cost.position_error;
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; i += 3) {
        const float *d = w->values + i, *b = base + i;
        float sum[3] = { b[0] + d[0], b[1] + d[1], b[2] + d[2] };
        if (turned) unit(sum, sum);
        count_loss(most, turned ? angle(sum, key + i) : distance(sum, key + i));
    }
}

// Of morph targets, what will be left out.
static void compare_target(morph_writer *w, const morph_part *part)
{
    static const float none[3] = { 0 };
    gltf_morph_deltas(&w->model->meshes[part->mesh], part->item, false, w->values);
    for (uint32_t i = 0; i < part->count; i++) {
        const double length = distance(w->values + 3 * (size_t)i, none);
        if (length <= (double)w->max_error) count_loss(&w->cost.position_error, length);
    }
}

static void look_at_all(morph_writer *w)
{
    for (uint32_t i = 0; i < w->part_count; i++) {
        morph_part *part = &w->parts[i];
        if (part->kind == MORPH_INDEX) continue;
        const bool keys = w->model->meshes[part->mesh].kind == QX_MODEL_KEYS;
        const bool moves = part->kind == MORPH_TARGET_POSITION;
        if (moves && !keys && w->max_error > 0.0f) compare_target(w, part);
        gltf_morph_fill(w, part);
        look(w, part);
        if (keys && (moves || part->kind == MORPH_TARGET_NORMAL)) compare_key(w, part);
        part->sparse = may_be_sparse(part->kind) && is_smaller(part);
    }
}

// --- the binary chunk

static uint64_t bytes_of(const morph_writer *w, const morph_part *part)
{
    const uint64_t element = 4 * (uint64_t)part->width;
    if (part->sparse) return gltf_morph_indices_bytes(part) + part->stored * element;
    if (part->kind != MORPH_INDEX) return part->count * element;
    const size_t index = gltf_index_bytes(w->model->meshes[part->mesh].vertex_count);
    return (part->count * (uint64_t)index + 3) / 4 * 4;
}

static bool measure(const morph_writer *w, size_t *binary)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < w->part_count; i++) {
        sum += bytes_of(w, &w->parts[i]);
        if (sum > QX_GLTF_MAX_BYTES - GLTF_FRAME_BYTES) return false;
    }
    *binary = (size_t)sum;
    return true;
}

static uint8_t *put_sparse_indices(uint8_t *at, const morph_writer *w, const morph_part *part)
{
    const size_t size = gltf_morph_index_bytes(part);
    uint8_t *const end = at + gltf_morph_indices_bytes(part);
    for (uint32_t i = 0; i < part->count; i++) {
        if (is_zero(w->values + (size_t)i * part->width, part->width)) continue;
        for (size_t k = 0; k < size; k++) *at++ = (uint8_t)(i >> (8 * k));
    }
    while (at < end) *at++ = 0;
    return at;
}

static uint8_t *put_values(uint8_t *at, const morph_writer *w, const morph_part *part)
{
    for (uint32_t i = 0; i < part->count; i++) {
        const float *v = w->values + (size_t)i * part->width;
        if (part->sparse && is_zero(v, part->width)) continue;
        for (uint32_t k = 0; k < part->width; k++) at = gltf_put_float(at, v[k]);
    }
    return at;
}

static void put_all(const morph_writer *w, uint8_t *at)
{
    for (uint32_t i = 0; i < w->part_count; i++) {
        const morph_part *part = &w->parts[i];
        const qx_model_mesh *mesh = &w->model->meshes[part->mesh];
        if (part->kind == MORPH_INDEX) {
            at = gltf_put_indices(at, mesh->indices, mesh->index_count,
                                  gltf_index_bytes(mesh->vertex_count));
            continue;
        }
        gltf_morph_fill(w, part);
        if (part->sparse) at = put_sparse_indices(at, w, part);
        at = put_values(at, w, part);
    }
}

// --- the file

static qx_result write(const morph_writer *w, size_t binary, uint8_t **bytes, size_t *size)
{
    qx_buffer json = { .allocator = w->allocator };
    uint8_t *chunk;
    gltf_morph_json(w, &json, binary);
    const qx_result result =
        json.failed ? QX_NO_MEMORY : gltf_frame(&json, binary, w->allocator, bytes, size, &chunk);
    if (result == QX_OK) put_all(w, chunk);
    qx_buffer_release(&json);
    return result;
}

static qx_result look_and_write(morph_writer *w, uint8_t **bytes, size_t *size)
{
    const size_t room = values_bytes(w);
    w->values = qx_allocate(w->allocator, room, alignof(float));
    if (!w->values) return QX_NO_MEMORY;
    look_at_all(w);
    size_t binary;
    const qx_result result = measure(w, &binary) ? write(w, binary, bytes, size) : QX_TOO_LARGE;
    qx_release(w->allocator, w->values, room);
    return result;
}

static qx_result list_and_write(morph_writer *w, uint8_t **bytes, size_t *size)
{
    size_t room;
    if (!list_all(w) || !size_multiply(w->part_count, sizeof *w->parts, &room)) return QX_TOO_LARGE;
    w->parts = qx_allocate(w->allocator, room, alignof(morph_part));
    if (!w->parts) return QX_NO_MEMORY;
    list_all(w);
    const qx_result result = look_and_write(w, bytes, size);
    qx_release(w->allocator, w->parts, room);
    return result;
}

static qx_result save(morph_writer *w, uint8_t **bytes, size_t *size)
{
    const size_t room = w->model->skin_count * sizeof *w->pictures;
    w->pictures = qx_allocate(w->allocator, room, alignof(uint32_t));
    if (!w->pictures) return QX_NO_MEMORY;
    const qx_result result =
        gltf_morph_find_pictures(w) ? list_and_write(w, bytes, size) : QX_NO_MEMORY;
    qx_release(w->allocator, w->pictures, room);
    return result;
}

qx_result qx_model_save_gltf(const qx_model *model, float max_error, const qx_allocator *allocator,
                             uint8_t **bytes, size_t *size, qx_model_cost *cost, qx_error *error)
{
    *bytes = NULL;
    *size = 0;
    if (!(max_error >= 0.0f && max_error <= 1e9f))
        return qx_error_set(error, QX_BAD_VALUE, 0, "the largest error is below 0, or no number");
    qx_result result = gltf_morph_check(model, error);
    if (result != QX_OK) return result;
    morph_writer w = { .model = model, .max_error = max_error, .allocator = allocator };
    result = save(&w, bytes, size);
    if (result == QX_TOO_LARGE)
        return qx_error_set(error, result, 0, "a glb file ends at 4 GiB, a part of it at 2^28");
    if (result != QX_OK) return qx_error_set(error, result, 0, "%s", qx_result_text(result));
    if (cost) *cost = w.cost;
    return QX_OK;
}
