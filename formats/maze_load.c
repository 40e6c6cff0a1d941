// SPDX-License-Identifier: MIT
#include "maze_raw.h"
#include "maze_text.h"

#include "base/memory.h"
#include "error.h"

#include <cjson/cJSON.h>
#include <quincunx/file.h>
#include <stdalign.h>
#include <string.h>

typedef struct maze_reader {
    const cJSON *root;
    const qx_allocator *allocator;
    qx_maze_file *file;
    qx_error *error;
    uint64_t cells;
} maze_reader;

static qx_result refuse(const maze_reader *reader, const char *name, const char *fault)
{
    return qx_error_set(reader->error, QX_BAD_DATA, 0, "\"%s\": %s", name, fault);
}

static const cJSON *item_of(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

// --- values

static bool is_whole(const cJSON *item, double least, double most)
{
    if (!cJSON_IsNumber(item)) return false;
    const double value = item->valuedouble;
    return value >= least && value <= most && value == (double)(uint64_t)value;
}

static bool is_triple(const cJSON *item)
{
    return cJSON_IsArray(item) && cJSON_GetArraySize(item) == 3;
}

static int find_name(const cJSON *item, const char *const *names, int count)
{
    for (int i = 0; cJSON_IsString(item) && i < count; i++)
        if (strcmp(item->valuestring, names[i]) == 0) return i;
    return -1;
}

static int digit_of(char letter)
{
    if (letter >= '0' && letter <= '9') return letter - '0';
    if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
    if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
    return -1;
}

// Digits of a base that fill 64 bits at most.
static bool read_digits(const char *text, uint64_t base, uint64_t *number)
{
    *number = 0;
    for (const char *at = text; *at; at++) {
        const int digit = digit_of(*at);
        if (digit < 0 || (uint64_t)digit >= base) return false;
        if (*number > (UINT64_MAX - (uint64_t)digit) / base) return false;
        *number = *number * base + (uint64_t)digit;
    }
    return *text != '\0';
}

// --- the head

static qx_result read_version(const maze_reader *reader)
{
    const cJSON *format = item_of(reader->root, "format");
    const cJSON *version = item_of(reader->root, "version");
    if (!cJSON_IsString(format) || strcmp(format->valuestring, MAZE_FORMAT) != 0)
        return refuse(reader, "format", "it is not \"" MAZE_FORMAT "\"");
    if (!is_whole(version, 1, 1e9)) return refuse(reader, "version", "it is no version");
    if (version->valuedouble == MAZE_VERSION) return QX_OK;
    return qx_error_set(reader->error, QX_UNSUPPORTED, 0, "version %.0f is not known here",
                        version->valuedouble);
}

static qx_result read_size(maze_reader *reader)
{
    const cJSON *size = item_of(reader->root, "size");
    uint32_t axes[3] = { 0 };
    if (!is_triple(size)) return refuse(reader, "size", "it is not three numbers");
    for (int i = 0; i < 3; i++) {
        const cJSON *axis = cJSON_GetArrayItem(size, i);
        if (!is_whole(axis, 1, QX_MAZE_MAX_AXIS))
            return refuse(reader, "size", "a number is not whole, from 1 to 2^30");
        axes[i] = (uint32_t)axis->valuedouble;
    }
    const uint64_t layer = (uint64_t)axes[0] * axes[1];
    if (layer > UINT64_C(8) * QX_MAZE_FILE_MAX_BYTES / axes[2])
        return qx_error_set(reader->error, QX_TOO_LARGE, 0,
                            "\"size\": more cells than a file can hold");
    reader->cells = layer * axes[2];
    reader->file->desc.width = axes[0];
    reader->file->desc.height = axes[1];
    reader->file->desc.depth = axes[2];
    return QX_OK;
}

// --- how it was made: for the record, so a file may leave it out.

static qx_result read_number(const maze_reader *reader, const cJSON *item, const char *name,
                             double least, double most, float *number)
{
    if (!item) return QX_OK;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= least && item->valuedouble <= most))
        return refuse(reader, name, "it is no number, or out of range");
    *number = (float)item->valuedouble;
    return QX_OK;
}

static qx_result read_shares(const maze_reader *reader)
{
    qx_maze_desc *desc = &reader->file->desc;
    float *const shares[] = { &desc->share_x, &desc->share_y, &desc->share_z };
    const cJSON *item = item_of(reader->root, "shares");
    if (!item) return QX_OK;
    if (!is_triple(item)) return refuse(reader, "shares", "they are not three numbers");
    qx_result result = QX_OK;
    for (int i = 0; i < 3 && result == QX_OK; i++)
        result = read_number(reader, cJSON_GetArrayItem(item, i), "shares", 0, 1e30, shares[i]);
    return result;
}

static qx_result read_seed(const maze_reader *reader)
{
    const cJSON *seed = item_of(reader->root, "seed");
    if (!seed) return QX_OK;
    if (!cJSON_IsString(seed) || !read_digits(seed->valuestring, 10, &reader->file->desc.seed))
        return refuse(reader, "seed", "it is not a text of decimal digits below 2^64");
    return QX_OK;
}

static qx_result read_making(const maze_reader *reader)
{
    qx_maze_desc *desc = &reader->file->desc;
    const cJSON *algorithm = item_of(reader->root, "algorithm");
    const cJSON *slab = item_of(reader->root, "slab_height");
    const int found = find_name(algorithm, qx_maze_algorithm_names, QX_MAZE_ALGORITHM_COUNT);
    if (algorithm && found < 0) return refuse(reader, "algorithm", "there is none of this name");
    if (algorithm) desc->algorithm = (qx_maze_algorithm)found;
    if (slab && !is_whole(slab, 0, UINT32_MAX)) return refuse(reader, "slab_height", "no height");
    if (slab) desc->slab_height = (uint32_t)slab->valuedouble;
    qx_result result = read_seed(reader);
    if (result == QX_OK) result = read_shares(reader);
    if (result == QX_OK)
        result = read_number(reader, item_of(reader->root, "braid"), "braid", 0, 1, &desc->braid);
    if (result == QX_OK)
        result =
            read_number(reader, item_of(reader->root, "newest"), "newest", -1, 1, &desc->newest);
    return result;
}

// --- planes

static size_t bytes_of_plane(const maze_reader *reader)
{
    return (size_t)(reader->cells / 8 + (reader->cells % 8 != 0));
}

static qx_result check_plane(const maze_reader *reader, const cJSON *item, const char *name)
{
    if (!cJSON_IsString(item)) return refuse(reader, name, "it is missing, or no text");
    const size_t wanted = 2 * bytes_of_plane(reader), found = strlen(item->valuestring);
    if (found == wanted) return QX_OK;
    return qx_error_set(reader->error, found < wanted ? QX_TRUNCATED : QX_BAD_DATA, 0,
                        "\"%s\": %zu hexadecimal digits where its size wants %zu", name, found,
                        wanted);
}

static qx_result read_plane(const maze_reader *reader, const cJSON *item, const char *name,
                            uint64_t *plane)
{
    const size_t bytes = bytes_of_plane(reader);
    for (size_t i = 0; i < bytes; i++) {
        const int high = digit_of(item->valuestring[2 * i]);
        const int low = digit_of(item->valuestring[2 * i + 1]);
        if (high < 0 || low < 0)
            return qx_error_set(reader->error, QX_BAD_DATA, 0,
                                "\"%s\": digits %zu and %zu are not hexadecimal", name, 2 * i + 1,
                                2 * i + 2);
        plane[i / 8] |= (uint64_t)(high << 4 | low) << (8 * (i % 8));
    }
    if (reader->cells % 64 && plane[reader->cells / 64] >> (reader->cells % 64))
        return refuse(reader, name, "there are bits behind the last cell");
    return QX_OK;
}

static qx_result create(const maze_reader *reader, uint64_t *const planes[4], bool masked)
{
    qx_maze_desc desc = reader->file->desc;
    desc.allocator = reader->allocator;
    if (masked) desc.mask = planes[3];
    const qx_result result = qx_maze_create_from(
        &desc, (const uint64_t *const[]){ planes[0], planes[1], planes[2] }, &reader->file->maze);
    if (result == QX_BAD_DATA)
        return refuse(reader, "openings", "some lead outside, or to cells that are not there");
    if (result == QX_BAD_VALUE) return refuse(reader, "cells", "there are none");
    if (result != QX_OK)
        qx_error_set(reader->error, result, 0, "the maze: %s", qx_result_text(result));
    return result;
}

static qx_result read_planes(const maze_reader *reader, const cJSON *const items[4])
{
    static const char *const names[] = { "x", "y", "z", "cells" };
    const size_t words = (size_t)(reader->cells / 64) + 1, count = items[3] ? 4 : 3;
    const size_t all = count * words * sizeof(uint64_t);
    uint64_t *memory = qx_allocate_zeroed(reader->allocator, all, alignof(uint64_t));
    if (!memory) return qx_error_set(reader->error, QX_NO_MEMORY, 0, "out of memory");
    uint64_t *planes[4] = { NULL };
    qx_result result = QX_OK;
    for (size_t i = 0; i < count && result == QX_OK; i++) {
        planes[i] = memory + i * words;
        result = read_plane(reader, items[i], names[i], planes[i]);
    }
    if (result == QX_OK) result = create(reader, planes, count == 4);
    qx_release(reader->allocator, memory, all);
    return result;
}

// All lengths are checked before any memory is taken.
static qx_result read_openings(const maze_reader *reader)
{
    const cJSON *openings = item_of(reader->root, "openings");
    const cJSON *const items[] = { item_of(openings, "x"), item_of(openings, "y"),
                                   item_of(openings, "z"), item_of(reader->root, "cells") };
    qx_result result = check_plane(reader, items[0], "x");
    if (result == QX_OK) result = check_plane(reader, items[1], "y");
    if (result == QX_OK) result = check_plane(reader, items[2], "z");
    if (result == QX_OK && items[3]) result = check_plane(reader, items[3], "cells");
    return result == QX_OK ? read_planes(reader, items) : result;
}

static qx_result check_hash(const maze_reader *reader)
{
    const cJSON *item = item_of(reader->root, "hash");
    uint64_t hash;
    if (!item) return QX_OK;
    if (!cJSON_IsString(item) || strncmp(item->valuestring, "0x", 2) != 0 ||
        !read_digits(item->valuestring + 2, 16, &hash))
        return refuse(reader, "hash", "it is not \"0x\" and hexadecimal digits");
    if (hash == qx_maze_hash_told(reader->file->maze)) return QX_OK;
    return refuse(reader, "hash", "size and openings have another: one of them was changed");
}

// --- entrance and exit

static qx_result read_way(const maze_reader *reader, const char *name, qx_maze_opening *opening)
{
    const cJSON *item = item_of(reader->root, name);
    const cJSON *cell = item_of(item, "cell");
    const qx_maze_info info = qx_maze_get_info(reader->file->maze);
    const uint32_t axes[] = { info.width, info.height, info.depth };
    uint32_t at[3] = { 0 };
    if (!is_triple(cell)) return refuse(reader, name, "its cell is not three numbers");
    for (int i = 0; i < 3; i++) {
        const cJSON *number = cJSON_GetArrayItem(cell, i);
        if (!is_whole(number, 0, axes[i] - 1.0))
            return refuse(reader, name, "its cell is not in the maze");
        at[i] = (uint32_t)number->valuedouble;
    }
    const int face = find_name(item_of(item, "face"), qx_maze_face_names, 6);
    if (face < 0) return refuse(reader, name, "its face is none of low_x to high_z");
    *opening = (qx_maze_opening){ .cell = qx_maze_get_cell(reader->file->maze, at[0], at[1], at[2]),
                                  .face = (qx_maze_face)face };
    if (!qx_maze_is_outer(&info, opening))
        return refuse(reader, name, "its face does not lead outside");
    return QX_OK;
}

static qx_result read_route(const maze_reader *reader)
{
    qx_maze_file *file = reader->file;
    if (!item_of(reader->root, "entrance") && !item_of(reader->root, "exit")) return QX_OK;
    qx_result result = read_way(reader, "entrance", &file->route.entrance);
    if (result == QX_OK) result = read_way(reader, "exit", &file->route.exit);
    file->has_route = result == QX_OK;
    return result;
}

// --- the text

static qx_result read_root(maze_reader *reader)
{
    qx_result result = read_version(reader);
    if (result == QX_OK) result = read_size(reader);
    if (result == QX_OK) result = read_making(reader);
    if (result == QX_OK) result = read_openings(reader);
    if (result == QX_OK) result = check_hash(reader);
    return result == QX_OK ? read_route(reader) : result;
}

static qx_result refuse_text(const char *text, size_t at, const char *fault, qx_error *error)
{
    uint32_t line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    qx_error_set(error, QX_BAD_DATA, at, "%s", fault);
    if (error) error->line = line;
    return QX_BAD_DATA;
}

static const char *skip_spaces(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at++;
    return at;
}

static qx_result load_json(const char *text, size_t size, const qx_allocator *allocator,
                           qx_maze_file *file, qx_error *error)
{
    const char *end = text;
    cJSON *root = cJSON_ParseWithLengthOpts(text, size, &end, 0);
    size_t at = end >= text && end <= text + size ? (size_t)(end - text) : 0;
    if (!root)
        return refuse_text(text, at, "it is neither a raw maze nor JSON from here on", error);
    at = (size_t)(skip_spaces(text + at, text + size) - text);
    maze_reader reader = { root, allocator, file, error, 0 };
    const qx_result result = at < size
                                 ? refuse_text(text, at, "there is more behind its end", error)
                                 : read_root(&reader);
    cJSON_Delete(root);
    return result;
}

qx_result qx_maze_load_memory(const void *bytes, size_t size, const qx_allocator *allocator,
                              qx_maze_file *file, qx_error *error)
{
    *file = (qx_maze_file){ 0 };
    if (size > QX_MAZE_FILE_MAX_BYTES)
        return qx_error_set(error, QX_TOO_LARGE, 0, "%s", qx_result_text(QX_TOO_LARGE));
    const qx_result result = qx_maze_is_raw(bytes, size)
                                 ? qx_maze_load_raw(bytes, size, allocator, file, error)
                                 : load_json(bytes, size, allocator, file, error);
    if (result == QX_OK) return QX_OK;
    qx_maze_destroy(file->maze);
    *file = (qx_maze_file){ 0 };
    return result;
}

qx_result qx_maze_load_file(const char *path, const qx_allocator *allocator, qx_maze_file *file,
                            qx_error *error)
{
    *file = (qx_maze_file){ 0 };
    uint8_t *bytes;
    size_t size;
    qx_result result = qx_file_load(path, QX_MAZE_FILE_MAX_BYTES, allocator, &bytes, &size, error);
    if (result != QX_OK) return result;
    result = qx_maze_load_memory(bytes, size, allocator, file, error);
    qx_release(allocator, bytes, size ? size : 1);
    return result;
}
