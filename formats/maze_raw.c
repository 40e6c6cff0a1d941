// SPDX-License-Identifier: MIT
#include "maze_raw.h"

#include "base/memory.h"
#include "error.h"
#include "maze_text.h"

#include <stdalign.h>
#include <string.h>

static const char letters[8] = { 'q', 'x', 'm', 'a', 'z', 'e', '1', '\n' };

// --- numbers, the lowest byte first

static void put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t get(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static void put_float(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(at, bits, 4);
}

static float get_float(const uint8_t *at)
{
    const uint32_t bits = (uint32_t)get(at, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// --- writing

void qx_maze_file_build_head(const qx_maze_desc *desc, uint8_t head[QX_MAZE_FILE_HEAD])
{
    memset(head, 0, QX_MAZE_FILE_HEAD);
    memcpy(head, letters, sizeof letters);
    put(head + 8, desc->width, 4);
    put(head + 12, desc->height, 4);
    put(head + 16, desc->depth, 4);
    put(head + 20, (uint64_t)desc->algorithm, 4);
    put(head + 24, desc->seed, 8);
    put_float(head + 32, desc->share_x);
    put_float(head + 36, desc->share_y);
    put_float(head + 40, desc->share_z);
}

static uint64_t words_of(uint32_t width, uint32_t height)
{
    const uint64_t cells = (uint64_t)width * height; // axes end at 2^32
    return cells / 64 + (cells % 64 != 0);
}

size_t qx_maze_file_bound_layer(uint32_t width, uint32_t height)
{
    const uint64_t words = words_of(width, height);
    return words <= SIZE_MAX / 24 ? (size_t)words * 24 : 0;
}

void qx_maze_file_build_layer(const qx_maze_layer *layer, uint32_t width, uint32_t height,
                              uint8_t *bytes)
{
    const size_t words = (size_t)words_of(width, height);
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < words; i++, bytes += 8) put(bytes, layer->planes[axis][i], 8);
}

// --- reading

bool qx_maze_is_raw(const void *bytes, size_t size)
{
    return size >= sizeof letters && memcmp(bytes, letters, sizeof letters) == 0;
}

static bool is_axis(uint32_t cells)
{
    return cells >= 1 && cells <= QX_MAZE_MAX_AXIS;
}

static bool is_share(float value)
{
    return value >= 0.0f && value <= 1e30f; // false for NaN
}

static qx_result read_head(const uint8_t *bytes, size_t size, qx_maze_desc *desc, qx_error *error)
{
    if (size < QX_MAZE_FILE_HEAD)
        return qx_error_set(error, QX_TRUNCATED, size, "the head ends early");
    *desc = (qx_maze_desc){ .width = (uint32_t)get(bytes + 8, 4),
                            .height = (uint32_t)get(bytes + 12, 4),
                            .depth = (uint32_t)get(bytes + 16, 4),
                            .seed = get(bytes + 24, 8),
                            .share_x = get_float(bytes + 32),
                            .share_y = get_float(bytes + 36),
                            .share_z = get_float(bytes + 40) };
    if (!is_axis(desc->width) || !is_axis(desc->height) || !is_axis(desc->depth))
        return qx_error_set(error, QX_BAD_DATA, 8, "a size is not from 1 to 2^30");
    const uint64_t algorithm = get(bytes + 20, 4);
    if (algorithm >= QX_MAZE_ALGORITHM_COUNT)
        return qx_error_set(error, QX_UNSUPPORTED, 20, "no such algorithm");
    desc->algorithm = (qx_maze_algorithm)algorithm;
    if (!is_share(desc->share_x) || !is_share(desc->share_y) || !is_share(desc->share_z))
        return qx_error_set(error, QX_BAD_DATA, 32, "a share is out of range");
    return QX_OK;
}

// The layers must fill the rest of the file, so sizes are no larger than it.
static qx_result check_size(const qx_maze_desc *desc, size_t size, qx_error *error)
{
    const uint64_t layer = words_of(desc->width, desc->height) * 24;
    const uint64_t rest = size - QX_MAZE_FILE_HEAD;
    if (layer > rest / desc->depth)
        return qx_error_set(error, QX_TRUNCATED, size, "%ux%ux%u cells end early",
                            (unsigned)desc->width, (unsigned)desc->height, (unsigned)desc->depth);
    if (layer * desc->depth != rest)
        return qx_error_set(error, QX_BAD_DATA, QX_MAZE_FILE_HEAD + layer * desc->depth,
                            "there is more behind the last layer");
    return QX_OK;
}

// A layer's plane to where it lies in the whole one, which need not be at a word's first bit.
static void place_plane(const uint8_t *from, uint64_t words, uint64_t first, uint64_t *plane)
{
    const uint32_t shift = first % 64;
    for (uint64_t i = 0; i < words; i++) {
        const uint64_t bits = get(from + 8 * i, 8);
        uint64_t *at = plane + first / 64 + i;
        at[0] |= bits << shift;
        if (shift) at[1] |= bits >> (64 - shift); // there is a word behind the plane
    }
}

static bool has_stray_bits(const uint8_t *from, uint64_t words, uint64_t cells)
{
    return cells % 64 && get(from + 8 * (words - 1), 8) >> (cells % 64);
}

static qx_result place_layers(const uint8_t *bytes, const qx_maze_desc *desc, uint64_t *planes[3],
                              qx_error *error)
{
    const uint64_t cells = (uint64_t)desc->width * desc->height;
    const uint64_t words = words_of(desc->width, desc->height);
    const uint8_t *at = bytes + QX_MAZE_FILE_HEAD;
    for (uint64_t z = 0; z < desc->depth; z++)
        for (int axis = 0; axis < 3; axis++, at += 8 * words) {
            if (has_stray_bits(at, words, cells))
                return qx_error_set(error, QX_BAD_DATA, (uint64_t)(at - bytes) + 8 * (words - 1),
                                    "openings behind the last cell of a layer");
            place_plane(at, words, z * cells, planes[axis]);
        }
    return QX_OK;
}

qx_result qx_maze_load_raw(const uint8_t *bytes, size_t size, const qx_allocator *allocator,
                           qx_maze_file *file, qx_error *error)
{
    qx_result result = read_head(bytes, size, &file->desc, error);
    if (result == QX_OK) result = check_size(&file->desc, size, error);
    if (result != QX_OK) return result;
    const uint64_t cells = (uint64_t)file->desc.width * file->desc.height * file->desc.depth;
    const size_t words = (size_t)(cells / 64) + 2, all = 3 * words * sizeof(uint64_t);
    uint64_t *memory = qx_allocate_zeroed(allocator, all, alignof(uint64_t));
    if (!memory) return qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
    uint64_t *planes[3] = { memory, memory + words, memory + 2 * words };
    result = place_layers(bytes, &file->desc, planes, error);
    if (result == QX_OK) {
        qx_maze_desc desc = file->desc;
        desc.allocator = allocator;
        result = qx_maze_create_from(
            &desc, (const uint64_t *const[]){ planes[0], planes[1], planes[2] }, &file->maze);
        if (result != QX_OK)
            qx_error_set(error, result, QX_MAZE_FILE_HEAD, "the openings: %s",
                         result == QX_BAD_DATA ? "some lead outside" : qx_result_text(result));
    }
    qx_release(allocator, memory, all);
    return result;
}
