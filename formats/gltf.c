// SPDX-License-Identifier: MIT
#include <quincunx/gltf.h>

#include "base/memory.h"
#include "error.h"
#include "gltf_json.h"
#include "gltf_write.h"
#include "mesh.h"
#include "srgb.h"

#include <string.h>

// The file: a header, the JSON chunk, the binary chunk. All sizes are known before any vertex is
// written, so the file is filled in memory of exactly its size.

// --- what a mesh consists of

static gltf_part part_of(gltf_kind kind, size_t count, size_t bytes_each)
{
    return (gltf_part){ .kind = kind, .count = count, .bytes_each = bytes_each };
}

uint32_t qx_gltf_list_parts(const qx_mesh *mesh, gltf_part parts[GLTF_PARTS])
{
    const size_t vertices = mesh->vertex_count;
    uint32_t count = 0;
    parts[count++] = part_of(GLTF_POSITION, vertices, 12);
    if (mesh->normals) parts[count++] = part_of(GLTF_NORMAL, vertices, 12);
    if (mesh->texture_places) parts[count++] = part_of(GLTF_TEXTURE_PLACE, vertices, 8);
    if (mesh->colours) parts[count++] = part_of(GLTF_COLOUR, vertices, 8);
    if (mesh->indices)
        parts[count++] =
            part_of(GLTF_INDEX, mesh->index_count, gltf_index_bytes(mesh->vertex_count));
    return count;
}

static bool add_part(const gltf_part *part, size_t *sum)
{
    size_t bytes;
    return size_multiply(part->count, part->bytes_each, &bytes) && size_align(bytes, 4, &bytes) &&
           size_add(*sum, bytes, sum) && *sum <= QX_GLTF_MAX_BYTES;
}

// Bytes of the binary chunk. False where a file cannot hold them.
static bool measure(const qx_mesh_set *set, size_t *binary)
{
    size_t sum = GLTF_FRAME_BYTES;
    for (uint32_t i = 0; i < set->count; i++) {
        gltf_part parts[GLTF_PARTS];
        const uint32_t count = qx_gltf_list_parts(&set->meshes[i], parts);
        for (uint32_t part = 0; part < count; part++)
            if (!add_part(&parts[part], &sum)) return false;
    }
    *binary = sum - GLTF_FRAME_BYTES;
    return true;
}

qx_vec3 qx_gltf_position(const qx_mesh_set *set, const qx_mesh *mesh, uint32_t vertex)
{
    const float metres = set->metres == 0.0f ? 1.0f : set->metres;
    const qx_vec3 place = qx_mesh_position(set, mesh, vertex);
    return (qx_vec3){ place.x * metres, place.y * metres, place.z * metres };
}

// --- vertices and indices

static uint8_t *put_vec3(uint8_t *at, qx_vec3 v)
{
    return gltf_put_float(gltf_put_float(gltf_put_float(at, v.x), v.y), v.z);
}

typedef struct linear_table {
    uint16_t of[256]; // light of each sRGB channel, 65,535 full
} linear_table;

static void fill_table(linear_table *table)
{
    for (uint32_t i = 0; i < 256; i++)
        table->of[i] = (uint16_t)(qx_linear_from_srgb(i) * 65535.0 + 0.5);
}

static uint8_t *put_colour(uint8_t *at, const linear_table *table, uint32_t colour)
{
    for (int shift = 24; shift >= 8; shift -= 8)
        at = gltf_put_16(at, table->of[colour >> shift & 255]);
    return gltf_put_16(at, (colour & 255) * 257);
}

static uint8_t *put_positions(uint8_t *at, const qx_mesh_set *set, const qx_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        at = put_vec3(at, qx_gltf_position(set, mesh, i));
    return at;
}

static uint8_t *put_normals(uint8_t *at, const qx_mesh_set *set, const qx_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        at = put_vec3(at, qx_mesh_normal(set, mesh, i));
    return at;
}

static uint8_t *put_texture_places(uint8_t *at, const qx_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const qx_vec2 place = qx_mesh_texture_place(mesh, i);
        at = gltf_put_float(gltf_put_float(at, place.x), place.y);
    }
    return at;
}

static uint8_t *put_colours(uint8_t *at, const qx_mesh *mesh)
{
    linear_table table;
    fill_table(&table);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        at = put_colour(at, &table, qx_mesh_vertex_colour(mesh, i));
    return at;
}

static uint8_t *put_part(uint8_t *at, const qx_mesh_set *set, const qx_mesh *mesh, gltf_kind kind)
{
    switch (kind) {
    case GLTF_POSITION: return put_positions(at, set, mesh);
    case GLTF_NORMAL: return put_normals(at, set, mesh);
    case GLTF_TEXTURE_PLACE: return put_texture_places(at, mesh);
    case GLTF_COLOUR: return put_colours(at, mesh);
    case GLTF_INDEX: break;
    }
    return gltf_put_indices(at, mesh->indices, mesh->index_count,
                            gltf_index_bytes(mesh->vertex_count));
}

static uint8_t *put_meshes(uint8_t *at, const qx_mesh_set *set)
{
    for (uint32_t i = 0; i < set->count; i++) {
        gltf_part parts[GLTF_PARTS];
        const uint32_t count = qx_gltf_list_parts(&set->meshes[i], parts);
        for (uint32_t part = 0; part < count; part++)
            at = put_part(at, set, &set->meshes[i], parts[part].kind);
    }
    return at;
}

// --- the file

static qx_result fill(const qx_mesh_set *set, const qx_buffer *json, size_t binary,
                      const qx_allocator *allocator, uint8_t **bytes, size_t *size)
{
    uint8_t *chunk;
    const qx_result result = gltf_frame(json, binary, allocator, bytes, size, &chunk);
    if (result == QX_OK) put_meshes(chunk, set);
    return result;
}

static qx_result write(const qx_mesh_set *set, size_t binary, const qx_allocator *allocator,
                       uint8_t **bytes, size_t *size)
{
    qx_buffer json = { .allocator = allocator };
    qx_gltf_add_json(&json, set, binary);
    const qx_result result =
        json.failed ? QX_NO_MEMORY : fill(set, &json, binary, allocator, bytes, size);
    qx_buffer_release(&json);
    return result;
}

static qx_result save(const qx_mesh_set *set, const qx_allocator *allocator, uint8_t **bytes,
                      size_t *size, qx_error *error)
{
    *bytes = NULL;
    *size = 0;
    qx_result result = qx_mesh_check(set, error);
    if (result != QX_OK) return result;
    size_t binary;
    if (!measure(set, &binary))
        return qx_error_set(error, QX_TOO_LARGE, 0, "a glb file ends at 4 GiB");
    result = qx_mesh_check_values(set, error);
    if (result != QX_OK) return result;
    result = write(set, binary, allocator, bytes, size);
    if (result != QX_OK) qx_error_set(error, result, 0, "%s", qx_result_text(result));
    return result;
}

qx_result qx_gltf_save_memory(const qx_mesh_set *set, const qx_allocator *allocator,
                              uint8_t **bytes, size_t *size)
{
    return save(set, allocator, bytes, size, NULL);
}

qx_result qx_gltf_save_file(const qx_mesh_set *set, const char *path, const qx_allocator *allocator,
                            qx_error *error)
{
    return qx_mesh_save_file(save, set, path, allocator, error);
}
