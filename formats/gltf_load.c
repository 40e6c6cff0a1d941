// SPDX-License-Identifier: MIT
#include "gltf_load.h"

#include "error.h"
#include "mesh.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_LIMIT ((uint64_t)1 << 30)

enum { HEADER = 12, CHUNK = 8 };

// --- what all steps use

qx_result gltf_fail(gltf_file *g, qx_result code, const char *format, ...)
{
    char words[sizeof g->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    for (char *at = words; *at; at++) // names out of the file may hold anything
        if ((unsigned char)*at < 0x20 || *at == 0x7F) *at = '_';
    g->failed = code;
    return qx_error_set(g->error, code, 0, "%s", words);
}

qx_result gltf_charge(gltf_file *g, uint64_t count, uint64_t size)
{
    const uint64_t left = g->limit - g->made;
    if (size != 0 && count > left / size)
        return gltf_fail(g, QX_TOO_LARGE, "it becomes more than %" PRIu64 " bytes", g->limit);
    g->made += count * size;
    return QX_OK;
}

static void *take(gltf_file *g, model_arena *arena, size_t count, size_t size)
{
    if (gltf_charge(g, count, size) != QX_OK) return NULL;
    void *memory = model_take(arena, count, size);
    if (memory) {
        memset(memory, 0, count * size);
    } else {
        gltf_fail(g, QX_NO_MEMORY, "out of memory");
    }
    return memory;
}

void *gltf_take(gltf_file *g, size_t count, size_t size)
{
    return take(g, g->arena, count, size);
}

void *gltf_take_scratch(gltf_file *g, size_t count, size_t size)
{
    return take(g, g->scratch, count, size);
}

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

bool gltf_whole(const cJSON *object, const char *name, uint64_t most, uint64_t missing,
                uint64_t *value)
{
    const cJSON *item = member(object, name);
    *value = missing;
    if (!item) return true;
    if (!cJSON_IsNumber(item)) return false;
    const double number = item->valuedouble;
    if (!(number >= 0.0 && number <= (double)most) || number != floor(number)) return false;
    *value = (uint64_t)number;
    return true;
}

bool gltf_index(const cJSON *object, const char *name, uint32_t count, uint32_t *index)
{
    uint64_t value;
    if (!gltf_whole(object, name, UINT32_MAX, GLTF_NONE, &value)) return false;
    *index = (uint32_t)value;
    return *index < count || !member(object, name);
}

qx_result gltf_list_objects(gltf_file *g, const cJSON *object, const char *name, gltf_list *list)
{
    const cJSON *array = member(object, name), *item;
    *list = (gltf_list){ .items = NULL };
    if (!array) return QX_OK;
    if (!cJSON_IsArray(array)) return gltf_fail(g, QX_BAD_DATA, "%s: it is no array", name);
    list->items = gltf_take_scratch(g, (size_t)cJSON_GetArraySize(array), sizeof *list->items);
    if (!list->items) return g->failed;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsObject(item))
            return gltf_fail(g, QX_BAD_DATA, "%s[%" PRIu32 "]: it is no object", name, list->count);
        list->items[list->count++] = item;
    }
    return QX_OK;
}

qx_result gltf_numbers(gltf_file *g, const cJSON *object, const char *name, uint32_t count,
                       const char *place, uint32_t number, const float **numbers)
{
    const cJSON *array = member(object, name), *item;
    *numbers = NULL;
    if (!array) return QX_OK;
    const int found = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
    if (found != (int64_t)count)
        return gltf_fail(g, QX_BAD_DATA, "%s[%" PRIu32 "]/%s: %d numbers where %" PRIu32 " belong",
                         place, number, name, found, count);
    float *values = gltf_take_scratch(g, count, sizeof *values);
    if (!values) return g->failed;
    uint32_t i = 0;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsNumber(item) || !(fabs(item->valuedouble) <= 1e9))
            return gltf_fail(g, QX_BAD_DATA,
                             "%s[%" PRIu32 "]/%s: number %" PRIu32 " is none, or beyond 1e9", place,
                             number, name, i);
        values[i++] = (float)item->valuedouble;
    }
    *numbers = values;
    return QX_OK;
}

qx_result gltf_text(gltf_file *g, const cJSON *text, const char **copy)
{
    *copy = NULL;
    if (!cJSON_IsString(text) || text->valuestring[0] == '\0') return QX_OK;
    const char *from = text->valuestring;
    const size_t size = strlen(from) + 1;
    const bool whole = qx_is_utf8(from);
    char *to = gltf_take(g, size, 1);
    if (!to) return g->failed;
    for (size_t i = 0; i + 1 < size; i++) {
        const unsigned char byte = (unsigned char)from[i];
        to[i] = byte < 0x20 || byte == 0x7F || (byte > 0x7F && !whole) ? '_' : from[i];
    }
    *copy = to;
    return QX_OK;
}

// --- the container

static uint32_t get_32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool is_binary(const uint8_t *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "glTF", 4) == 0;
}

static bool is_space(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

bool gltf_is(const uint8_t *bytes, size_t size)
{
    size_t at = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && is_space(bytes[at])) at++;
    return is_binary(bytes, size) || (at < size && bytes[at] == '{');
}

static qx_result fail_at(gltf_file *g, qx_result code, size_t offset, const char *words)
{
    g->failed = code;
    return qx_error_set(g->error, code, offset, "%s", words);
}

static qx_result read_chunks(gltf_file *g, const uint8_t *bytes, size_t size)
{
    for (size_t at = HEADER; at < size;) {
        if (size - at < CHUNK) return fail_at(g, QX_TRUNCATED, at, "a chunk's head is cut off");
        const size_t length = get_32(bytes + at);
        const bool json = memcmp(bytes + at + 4, "JSON", 4) == 0;
        const bool binary = memcmp(bytes + at + 4, "BIN\0", 4) == 0;
        if (length > size - at - CHUNK)
            return fail_at(g, QX_TRUNCATED, at, "a chunk is longer than the file");
        if (json != (at == HEADER))
            return fail_at(g, QX_BAD_DATA, at, "JSON is not its first chunk");
        if (json) {
            g->json = bytes + at + CHUNK;
            g->json_size = length;
        } else if (binary && !g->chunk) {
            g->chunk = bytes + at + CHUNK;
            g->chunk_size = length;
        }
        at += CHUNK + length;
        while (at % 4 != 0 && at < size) at++; // some do not count what fills a chunk up
    }
    if (!g->json) return fail_at(g, QX_TRUNCATED, size, "there is no JSON chunk");
    return QX_OK;
}

static qx_result read_container(gltf_file *g, const uint8_t *bytes, size_t size)
{
    if (!is_binary(bytes, size)) {
        g->json = bytes;
        g->json_size = size;
        return QX_OK;
    }
    if (size < HEADER) return fail_at(g, QX_TRUNCATED, size, "the head of 12 bytes is cut off");
    if (get_32(bytes + 4) != 2)
        return fail_at(g, QX_UNSUPPORTED, 4, "glb of a version that is not 2");
    const size_t length = get_32(bytes + 8);
    if (length > size) return fail_at(g, QX_TRUNCATED, size, "it ends before its length");
    if (length < HEADER) return fail_at(g, QX_BAD_DATA, 8, "its length is shorter than its head");
    if (length < size) model_warn(g->arena, "%zu bytes behind the end are ignored", size - length);
    return read_chunks(g, bytes, length);
}

// --- JSON

// The parser takes 64 bytes a value, however short: "[0,0,0…" would become 32 times as large.
static qx_result check_json(gltf_file *g)
{
    uint64_t values = 1;
    for (size_t i = 0; i < g->json_size; i++) {
        const uint8_t byte = g->json[i];
        values += byte == ',' || byte == '[' || byte == '{';
    }
    return gltf_charge(g, values, sizeof(cJSON));
}

static qx_result parse(gltf_file *g)
{
    const char *text = (const char *)g->json, *end = NULL;
    if (check_json(g) != QX_OK) return g->failed;
    g->root = cJSON_ParseWithLengthOpts(text, g->json_size, &end, 0);
    size_t at = end ? (size_t)(end - text) : 0;
    if (!g->root) return fail_at(g, QX_BAD_DATA, at, "its JSON is damaged, or nested beyond 1000");
    while (at < g->json_size && (is_space(g->json[at]) || g->json[at] == 0)) at++;
    if (at < g->json_size) return fail_at(g, QX_BAD_DATA, at, "its JSON ends before the text does");
    return cJSON_IsObject(g->root) ? QX_OK : gltf_fail(g, QX_BAD_DATA, "its JSON is no object");
}

// --- versions and extensions

static qx_result read_asset(gltf_file *g)
{
    const cJSON *asset = member(g->root, "asset");
    const cJSON *version = member(asset, "version"), *least = member(asset, "minVersion");
    if (!cJSON_IsString(version)) return gltf_fail(g, QX_BAD_DATA, "asset/version: it is missing");
    if (strncmp(version->valuestring, "2.", 2) != 0)
        return gltf_fail(g, QX_UNSUPPORTED, "asset/version: it is not 2");
    if (cJSON_IsString(least) && strcmp(least->valuestring, "2.0") != 0)
        return gltf_fail(g, QX_UNSUPPORTED, "asset/minVersion: it is later than 2.0");
    return QX_OK;
}

static bool is_known(const char *extension)
{
    static const char *const known[] = { "KHR_mesh_quantization", "KHR_materials_unlit",
                                         "KHR_materials_emissive_strength" };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(extension, known[i]) == 0) return true;
    return false;
}

static qx_result read_extensions(gltf_file *g, const char *list, bool required)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, member(g->root, list))
    {
        const char *name;
        if (!cJSON_IsString(item) || is_known(item->valuestring)) continue;
        if (gltf_text(g, item, &name) != QX_OK) return g->failed;
        if (required)
            return gltf_fail(g, QX_UNSUPPORTED, "it needs the extension %s, which is not read here",
                             name ? name : "of no name");
        model_warn(g->arena, "extension %s is not read", name ? name : "of no name");
    }
    return QX_OK;
}

static qx_result read_head(gltf_file *g)
{
    qx_result result = parse(g);
    if (result == QX_OK) result = read_asset(g);
    if (result == QX_OK) result = read_extensions(g, "extensionsRequired", true);
    if (result == QX_OK) result = read_extensions(g, "extensionsUsed", false);
    return result;
}

// --- all of it

static qx_result check_whole(gltf_file *g)
{
    if (g->arena->model.mesh_count > 0) return QX_OK;
    return gltf_fail(g, QX_UNSUPPORTED, "there is no mesh of triangles in it");
}

static qx_result read_all(gltf_file *g)
{
    static qx_result (*const steps[])(
        gltf_file *) = { read_head,           gltf_read_buffers,   gltf_read_views,
                         gltf_read_accessors, gltf_read_materials, gltf_read_meshes,
                         gltf_read_nodes,     gltf_build_meshes,   gltf_read_animations,
                         check_whole };
    qx_result result = QX_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && result == QX_OK; i++)
        result = steps[i](g);
    return result;
}

qx_result gltf_load(const uint8_t *bytes, size_t size, const char *folder,
                    const qx_model_options *options, model_arena *arena, qx_error *error)
{
    gltf_file g = { .folder = folder,
                    .arena = arena,
                    .error = error,
                    .limit = options && options->limit ? options->limit : DEFAULT_LIMIT };
    arena->model.format = "glTF";
    g.scratch = model_arena_create(&arena->allocator);
    if (!g.scratch) return gltf_fail(&g, QX_NO_MEMORY, "out of memory");
    qx_result result = read_container(&g, bytes, size);
    if (result == QX_OK) result = read_all(&g);
    cJSON_Delete(g.root);
    model_arena_destroy(g.scratch);
    return result;
}
