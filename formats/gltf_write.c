// SPDX-License-Identifier: MIT
#include "gltf_write.h"

#include "base/memory.h"
#include "srgb.h"

#include <quincunx/gltf.h>
#include <string.h>

// --- the container

static uint8_t *put_chunk(uint8_t *at, size_t size, const char name[4])
{
    memcpy(gltf_put_32(at, (uint32_t)size), name, 4);
    return at + GLTF_CHUNK_BYTES;
}

qx_result gltf_frame(const qx_buffer *json, size_t binary, const qx_allocator *allocator,
                     uint8_t **bytes, size_t *size, uint8_t **chunk)
{
    size_t all = GLTF_FRAME_BYTES;
    if (!size_add(all, json->size, &all) || !size_add(all, binary, &all) || all > QX_GLTF_MAX_BYTES)
        return QX_TOO_LARGE;
    uint8_t *file = qx_allocate(allocator, all, 4);
    if (!file) return QX_NO_MEMORY;
    memcpy(file, "glTF", 4);
    uint8_t *at = gltf_put_32(gltf_put_32(file + 4, 2), (uint32_t)all);
    at = put_chunk(at, json->size, "JSON");
    memcpy(at, json->bytes, json->size);
    *chunk = put_chunk(at + json->size, binary, "BIN");
    *bytes = file;
    *size = all;
    return QX_OK;
}

// --- bytes

uint8_t *gltf_put_16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
    return at + 2;
}

uint8_t *gltf_put_32(uint8_t *at, uint32_t value)
{
    return gltf_put_16(gltf_put_16(at, value), value >> 16);
}

uint8_t *gltf_put_float(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return gltf_put_32(at, bits);
}

size_t gltf_index_bytes(uint32_t vertex_count)
{
    return vertex_count <= 65535 ? 2 : 4;
}

uint8_t *gltf_put_indices(uint8_t *at, const uint32_t *indices, size_t count, size_t bytes_each)
{
    if (bytes_each == 4) {
        for (size_t i = 0; i < count; i++) at = gltf_put_32(at, indices[i]);
        return at;
    }
    for (size_t i = 0; i < count; i++) at = gltf_put_16(at, indices[i]);
    return count % 2 ? gltf_put_16(at, 0) : at; // views begin at multiples of 4
}

// --- JSON

static void add(qx_buffer *buffer, const char *text)
{
    qx_buffer_text(buffer, text);
}

void gltf_add_whole(qx_buffer *buffer, size_t number)
{
    qx_buffer_number(buffer, (double)number, 0); // at most 2^32
}

void gltf_add_field(qx_buffer *buffer, const char *name, size_t number)
{
    add(buffer, ",\"");
    add(buffer, name);
    add(buffer, "\":");
    gltf_add_whole(buffer, number);
}

void gltf_add_floats(qx_buffer *buffer, const char *name, const float *values, int count)
{
    add(buffer, "\"");
    add(buffer, name);
    add(buffer, "\":[");
    for (int i = 0; i < count; i++) {
        if (i > 0) add(buffer, ",");
        qx_buffer_float(buffer, values[i]);
    }
    add(buffer, "]");
}

void gltf_add_quoted(qx_buffer *buffer, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    add(buffer, "\"");
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        char escaped[] = "\\u0000";
        escaped[4] = digits[byte >> 4];
        escaped[5] = digits[byte & 15];
        if (byte < 0x20 || byte == '"' || byte == '\\')
            add(buffer, escaped);
        else
            qx_buffer_add(buffer, text, 1);
    }
    add(buffer, "\"");
}

void gltf_separate(qx_buffer *buffer, size_t number)
{
    if (number > 0) add(buffer, ",");
}

void gltf_add_surface(qx_buffer *buffer, uint32_t colour, float base[4])
{
    for (int i = 0; i < 3; i++) base[i] = (float)qx_linear_from_srgb(colour >> (24 - 8 * i) & 255);
    base[3] = (float)((colour & 255) / 255.0);
    add(buffer, "\"pbrMetallicRoughness\":{");
    gltf_add_floats(buffer, "baseColorFactor", base, 4);
    add(buffer, ",\"metallicFactor\":0");
}

void gltf_add_scene(qx_buffer *buffer, size_t count)
{
    add(buffer, ",\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (size_t i = 0; i < count; i++) {
        gltf_separate(buffer, i);
        gltf_add_whole(buffer, i);
    }
    add(buffer, "]}],\"nodes\":[");
}

void gltf_add_view(qx_buffer *buffer, size_t *offset, size_t size, size_t target)
{
    gltf_separate(buffer, *offset);
    add(buffer, "{\"buffer\":0");
    if (*offset > 0) gltf_add_field(buffer, "byteOffset", *offset);
    gltf_add_field(buffer, "byteLength", size);
    if (target != 0) gltf_add_field(buffer, "target", target);
    add(buffer, "}");
    *offset += (size + 3) / 4 * 4;
}

void gltf_add_end(qx_buffer *buffer, size_t binary)
{
    add(buffer, ",\"buffers\":[{\"byteLength\":");
    gltf_add_whole(buffer, binary);
    add(buffer, "}]}");
    while (buffer->size % 4 && !buffer->failed) add(buffer, " ");
}
