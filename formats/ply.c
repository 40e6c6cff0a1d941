// SPDX-License-Identifier: MIT
#include <quincunx/ply.h>

#include "base/memory.h"
#include "error.h"
#include "mesh.h"

#include <quincunx/file.h>
#include <stdio.h>
#include <string.h>

// Turk's polygon format (1994), binary, the least byte first: all vertices, then all triangles. A
// piece is gathered and then goes to memory or to a file.

enum { PIECE_BYTES = 1 << 14, CORNERS = 3, FACE_BYTES = 1 + 4 * CORNERS, VERTEX_BYTES = 36 };

typedef struct ply_writer {
    qx_mesh_set set; // its axes as they are
    bool has_normals, has_texture_places, has_colours;
    uint64_t vertices, triangles;
    qx_buffer *buffer; // one of these two is there
    qx_file *file;
    qx_error *error;
    qx_result result;
    uint8_t piece[PIECE_BYTES];
    size_t used;
} ply_writer;

// --- where bytes go

static void flush(ply_writer *writer)
{
    if (writer->result != QX_OK) return;
    if (writer->file)
        writer->result = qx_file_write(writer->file, writer->piece, writer->used, writer->error);
    else
        qx_buffer_add(writer->buffer, writer->piece, writer->used);
    writer->used = 0;
}

// Room for the next element, which is smaller than a piece.
static uint8_t *make_room(ply_writer *writer, size_t size)
{
    if (writer->used + size > PIECE_BYTES) flush(writer);
    if (writer->used + size > PIECE_BYTES) writer->used = 0; // it has failed: nothing is kept
    return writer->piece + writer->used;
}

static void add_text(ply_writer *writer, const char *text)
{
    const size_t length = strlen(text);
    memcpy(make_room(writer, length), text, length);
    writer->used += length;
}

static uint8_t *put_32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) *at++ = (uint8_t)(value >> (8 * i));
    return at;
}

static uint8_t *put_float(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put_32(at, bits);
}

static uint8_t *put_vec3(uint8_t *at, qx_vec3 v)
{
    return put_float(put_float(put_float(at, v.x), v.y), v.z);
}

// --- the head

static void add_element(ply_writer *writer, const char *name, uint64_t count)
{
    char line[64];
    snprintf(line, sizeof line, "element %s %llu\n", name, (unsigned long long)count);
    add_text(writer, line);
}

static void add_head(ply_writer *writer)
{
    add_text(writer, "ply\nformat binary_little_endian 1.0\ncomment Quincunx\n");
    add_element(writer, "vertex", writer->vertices);
    add_text(writer, "property float x\nproperty float y\nproperty float z\n");
    if (writer->has_normals)
        add_text(writer, "property float nx\nproperty float ny\nproperty float nz\n");
    if (writer->has_texture_places) add_text(writer, "property float s\nproperty float t\n");
    if (writer->has_colours)
        add_text(writer, "property uchar red\nproperty uchar green\nproperty uchar blue\n"
                         "property uchar alpha\n");
    add_element(writer, "face", writer->triangles);
    add_text(writer, "property list uchar int vertex_indices\nend_header\n");
}

// --- elements

// Both 0xRRGGBBAA, as shares of 255.
static uint8_t *put_colour(uint8_t *at, uint32_t a, uint32_t b)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        *at++ = (uint8_t)(((a >> shift & 255) * (b >> shift & 255) + 127) / 255);
    return at;
}

static void add_vertex(ply_writer *writer, const qx_mesh *mesh, uint32_t vertex)
{
    uint8_t *start = make_room(writer, VERTEX_BYTES);
    uint8_t *at = put_vec3(start, qx_mesh_position(&writer->set, mesh, vertex));
    if (writer->has_normals) at = put_vec3(at, qx_mesh_normal(&writer->set, mesh, vertex));
    if (writer->has_texture_places) {
        const qx_vec2 place = qx_mesh_texture_place(mesh, vertex);
        at = put_float(put_float(at, place.x), 1.0f - place.y);
    }
    if (writer->has_colours)
        at = put_colour(at, qx_mesh_colour(mesh), qx_mesh_vertex_colour(mesh, vertex));
    writer->used += (size_t)(at - start);
}

static void add_faces(ply_writer *writer, const qx_mesh *mesh, uint32_t first_vertex)
{
    const size_t count = qx_mesh_index_count(mesh);
    for (size_t i = 0; i < count; i += CORNERS) {
        uint8_t *at = make_room(writer, FACE_BYTES);
        *at++ = CORNERS;
        for (size_t corner = 0; corner < CORNERS; corner++)
            at = put_32(at, first_vertex + qx_mesh_index(mesh, i + corner));
        writer->used += FACE_BYTES;
    }
}

static void add_all(ply_writer *writer)
{
    add_head(writer);
    for (uint32_t i = 0; i < writer->set.count; i++)
        for (uint32_t vertex = 0; vertex < writer->set.meshes[i].vertex_count; vertex++)
            add_vertex(writer, &writer->set.meshes[i], vertex);
    uint32_t first = 0;
    for (uint32_t i = 0; i < writer->set.count; i++) {
        add_faces(writer, &writer->set.meshes[i], first);
        first += writer->set.meshes[i].vertex_count;
    }
    flush(writer);
}

// --- the whole

static qx_result describe(ply_writer *writer, const qx_mesh_set *set)
{
    writer->set = *set;
    writer->set.axes = QX_MESH_Y_UP; // as they are
    writer->has_normals = writer->has_texture_places = true;
    for (uint32_t i = 0; i < set->count; i++) {
        const qx_mesh *mesh = &set->meshes[i];
        if (mesh->kind == QX_MESH_LINES)
            return qx_error_set(writer->error, QX_UNSUPPORTED, 0,
                                "mesh %u: lines are not written as PLY", (unsigned)i);
        writer->has_normals = writer->has_normals && mesh->normals;
        writer->has_texture_places = writer->has_texture_places && mesh->texture_places;
        writer->has_colours = writer->has_colours || mesh->colours || mesh->colour;
        writer->vertices += mesh->vertex_count;
        writer->triangles += qx_mesh_index_count(mesh) / CORNERS;
    }
    if (writer->vertices > INT32_MAX || writer->triangles > INT32_MAX)
        return qx_error_set(writer->error, QX_TOO_LARGE, 0, "more than 2^31 vertices or triangles");
    return QX_OK;
}

static qx_result begin(ply_writer *writer, const qx_mesh_set *set)
{
    qx_result result = qx_mesh_check(set, writer->error);
    if (result == QX_OK) result = describe(writer, set);
    if (result == QX_OK) result = qx_mesh_check_values(set, writer->error);
    return result;
}

qx_result qx_ply_save_memory(const qx_mesh_set *set, const qx_allocator *allocator, uint8_t **bytes,
                             size_t *size)
{
    *bytes = NULL;
    *size = 0;
    qx_buffer buffer = { .allocator = allocator };
    ply_writer writer = { .buffer = &buffer };
    const qx_result result = begin(&writer, set);
    if (result != QX_OK) return result;
    add_all(&writer);
    return qx_buffer_finish(&buffer, bytes, size);
}

qx_result qx_ply_save_file(const qx_mesh_set *set, const char *path, const qx_allocator *allocator,
                           qx_error *error)
{
    ply_writer writer = { .error = error };
    qx_result result = begin(&writer, set);
    if (result == QX_OK) result = qx_file_create(path, allocator, &writer.file, error);
    if (result != QX_OK) return result;
    add_all(&writer);
    if (writer.result == QX_OK) return qx_file_commit(writer.file, error);
    qx_file_destroy(writer.file);
    return writer.result;
}
