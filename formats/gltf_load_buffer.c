// SPDX-License-Identifier: MIT
#include "gltf_load.h"

#include "base/memory.h"
#include "model_folder.h"

#include <inttypes.h>
#include <string.h>

#define MOST_BYTES ((uint64_t)1 << 40)

// --- data: URIs

static int sextet(char letter)
{
    if (letter >= 'A' && letter <= 'Z') return letter - 'A';
    if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9') return letter - '0' + 52;
    if (letter == '+' || letter == '-') return 62; // '-' and '_': RFC 4648's other alphabet
    return letter == '/' || letter == '_' ? 63 : -1;
}

static qx_result read_base64(gltf_file *g, uint32_t number, const char *text, gltf_bytes *buffer)
{
    size_t length = strlen(text);
    for (int i = 0; i < 2 && length > 0 && text[length - 1] == '='; i++) length--;
    const size_t size = length / 4 * 3 + (length % 4 > 0 ? length % 4 - 1 : 0);
    uint8_t *bytes = gltf_take_scratch(g, size, 1);
    if (!bytes) return g->failed;
    uint32_t bits = 0;
    size_t filled = 0;
    for (size_t i = 0; i < length; i++) {
        const int six = sextet(text[i]);
        if (six < 0)
            return gltf_fail(g, QX_BAD_DATA,
                             "buffers[%" PRIu32 "]/uri: character %zu of its base64 is none",
                             number, i);
        bits = bits << 6 | (uint32_t)six;
        const unsigned digit = (unsigned)(i % 4); // of four, which make three bytes
        if (digit > 0 && filled < size) bytes[filled++] = (uint8_t)(bits >> (6 - 2 * digit));
    }
    *buffer = (gltf_bytes){ .bytes = bytes, .size = size };
    return QX_OK;
}

static qx_result read_data(gltf_file *g, uint32_t number, const char *uri, gltf_bytes *buffer)
{
    const char *comma = strchr(uri, ',');
    if (!comma || comma - uri < 7 || strncmp(comma - 7, ";base64", 7) != 0)
        return gltf_fail(g, QX_UNSUPPORTED, "buffers[%" PRIu32 "]/uri: data that is not base64",
                         number);
    return read_base64(g, number, comma + 1, buffer);
}

// --- files

static qx_result read_file(gltf_file *g, uint32_t number, const char *uri, gltf_bytes *buffer)
{
    if (!g->folder)
        return gltf_fail(g, QX_NOT_FOUND, "buffers[%" PRIu32 "]: \"%.80s\" is a file of its own",
                         number, uri);
    qx_error error = { .code = QX_OK };
    uint8_t *bytes;
    size_t size;
    const uint64_t left = g->limit - g->made;
    const qx_result result =
        model_folder_load(g->folder, uri, left < SIZE_MAX - 1 ? (size_t)left : SIZE_MAX - 1,
                          &g->arena->allocator, &bytes, &size, &error);
    if (result == QX_NO_MEMORY) return gltf_fail(g, result, "out of memory");
    if (result != QX_OK)
        return gltf_fail(g, result, "buffers[%" PRIu32 "]: %s", number, error.message);
    uint8_t *copy = gltf_take_scratch(g, size, 1);
    if (copy) memcpy(copy, bytes, size);
    qx_release(&g->arena->allocator, bytes, size ? size : 1);
    *buffer = (gltf_bytes){ .bytes = copy, .size = size };
    return copy ? QX_OK : g->failed;
}

// --- buffers and views

static qx_result find_bytes(gltf_file *g, const cJSON *json, uint32_t number, gltf_bytes *buffer)
{
    const cJSON *uri = cJSON_GetObjectItemCaseSensitive(json, "uri");
    if (cJSON_IsString(uri) && strncmp(uri->valuestring, "data:", 5) == 0)
        return read_data(g, number, uri->valuestring, buffer);
    if (cJSON_IsString(uri)) return read_file(g, number, uri->valuestring, buffer);
    if (uri || number > 0 || !g->chunk)
        return gltf_fail(g, QX_BAD_DATA, "buffers[%" PRIu32 "]: it names no data", number);
    *buffer = (gltf_bytes){ .bytes = g->chunk, .size = g->chunk_size };
    return QX_OK;
}

qx_result gltf_read_buffers(gltf_file *g)
{
    gltf_list list;
    if (gltf_list_objects(g, g->root, "buffers", &list) != QX_OK) return g->failed;
    g->buffers = gltf_take_scratch(g, list.count, sizeof *g->buffers);
    if (!g->buffers) return g->failed;
    g->buffer_count = list.count;
    for (uint32_t i = 0; i < list.count; i++) {
        uint64_t size;
        if (!gltf_whole(list.items[i], "byteLength", MOST_BYTES, 0, &size) || size == 0)
            return gltf_fail(g, QX_BAD_DATA, "buffers[%" PRIu32 "]/byteLength: not 1 or more", i);
        if (find_bytes(g, list.items[i], i, &g->buffers[i]) != QX_OK) return g->failed;
        if (size > g->buffers[i].size)
            return gltf_fail(g, QX_TRUNCATED,
                             "buffers[%" PRIu32 "]: %" PRIu64
                             " bytes where byteLength says %" PRIu64,
                             i, g->buffers[i].size, size);
        g->buffers[i].size = size; // behind it lies what fills a chunk up
    }
    return QX_OK;
}

static qx_result read_view(gltf_file *g, const cJSON *json, uint32_t number, gltf_bytes *view)
{
    uint32_t buffer;
    uint64_t offset, size, stride;
    if (!gltf_index(json, "buffer", g->buffer_count, &buffer) || buffer == GLTF_NONE)
        return gltf_fail(g, QX_BAD_DATA, "bufferViews[%" PRIu32 "]/buffer: there is none such",
                         number);
    if (!gltf_whole(json, "byteOffset", MOST_BYTES, 0, &offset) ||
        !gltf_whole(json, "byteLength", MOST_BYTES, 0, &size) || size == 0)
        return gltf_fail(g, QX_BAD_DATA,
                         "bufferViews[%" PRIu32 "]: its offset or length is no whole number",
                         number);
    if (!gltf_whole(json, "byteStride", 252, 0, &stride))
        return gltf_fail(g, QX_BAD_DATA, "bufferViews[%" PRIu32 "]/byteStride: not 4 to 252",
                         number);
    if (offset + size > g->buffers[buffer].size)
        return gltf_fail(g, QX_BAD_DATA,
                         "bufferViews[%" PRIu32 "]: %" PRIu64 " bytes behind the buffer's end",
                         number, offset + size - g->buffers[buffer].size);
    *view = (gltf_bytes){ .bytes = g->buffers[buffer].bytes + offset,
                          .size = size,
                          .stride = (uint32_t)stride };
    return QX_OK;
}

qx_result gltf_read_views(gltf_file *g)
{
    gltf_list list;
    if (gltf_list_objects(g, g->root, "bufferViews", &list) != QX_OK) return g->failed;
    g->views = gltf_take_scratch(g, list.count, sizeof *g->views);
    if (!g->views) return g->failed;
    g->view_count = list.count;
    for (uint32_t i = 0; i < list.count; i++)
        if (read_view(g, list.items[i], i, &g->views[i]) != QX_OK) return g->failed;
    return QX_OK;
}
