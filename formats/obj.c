// SPDX-License-Identifier: MIT
#include <quincunx/obj.h>

#include "buffer.h"
#include "error.h"
#include "mesh.h"
#include "srgb.h"

#include <quincunx/file.h>

enum { PIECE_BYTES = 1 << 16 };

// Vertices, texture places and normals are counted through the whole file, each from 1.
typedef struct obj_writer {
    qx_buffer buffer; // all of it, or what goes to the file next
    qx_file *file;    // NULL: in memory
    qx_error *error;
    qx_result result; // of the file
    const qx_mesh_set *set;
    uint64_t vertices, texture_places, normals; // before this mesh
} obj_writer;

static void flush(obj_writer *writer)
{
    if (writer->result == QX_OK)
        writer->result =
            qx_file_write(writer->file, writer->buffer.bytes, writer->buffer.size, writer->error);
    writer->buffer.size = 0;
}

static void end_line(obj_writer *writer)
{
    qx_buffer_text(&writer->buffer, "\n");
    if (writer->file && writer->buffer.size >= PIECE_BYTES) flush(writer);
}

static void add_floats(obj_writer *writer, const char *keyword, const float *values, int count)
{
    qx_buffer_text(&writer->buffer, keyword);
    for (int i = 0; i < count; i++) {
        qx_buffer_text(&writer->buffer, " ");
        qx_buffer_float(&writer->buffer, values[i]);
    }
}

static void add_vec3(obj_writer *writer, const char *keyword, qx_vec3 v)
{
    add_floats(writer, keyword, (const float[]){ v.x, v.y, v.z }, 3);
}

// --- colours

static double product(uint32_t a, uint32_t b)
{
    if (a == 255) return b / 255.0;
    if (b == 255) return a / 255.0;
    return qx_srgb_from_linear(qx_linear_from_srgb(a) * qx_linear_from_srgb(b));
}

static void add_colour(obj_writer *writer, uint32_t a, uint32_t b)
{
    for (int shift = 24; shift >= 8; shift -= 8) {
        qx_buffer_text(&writer->buffer, " ");
        qx_buffer_number(&writer->buffer, product(a >> shift & 255, b >> shift & 255), 3);
    }
}

// --- vertices

static void add_positions(obj_writer *writer, const qx_mesh *mesh)
{
    const bool coloured = mesh->colours || qx_mesh_colour(mesh) >> 8 != 0xFFFFFF;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        add_vec3(writer, "v", qx_mesh_position(writer->set, mesh, i));
        if (coloured) add_colour(writer, qx_mesh_colour(mesh), qx_mesh_vertex_colour(mesh, i));
        end_line(writer);
    }
}

// OBJ counts v from the bottom.
static void add_texture_places(obj_writer *writer, const qx_mesh *mesh)
{
    for (uint32_t i = 0; mesh->texture_places && i < mesh->vertex_count; i++) {
        const qx_vec2 place = qx_mesh_texture_place(mesh, i);
        add_floats(writer, "vt", (const float[]){ place.x, 1.0f - place.y }, 2);
        end_line(writer);
    }
}

// Lines have none in OBJ.
static bool has_normals(const qx_mesh *mesh)
{
    return mesh->normals && mesh->kind == QX_MESH_TRIANGLES;
}

static void add_normals(obj_writer *writer, const qx_mesh *mesh)
{
    for (uint32_t i = 0; has_normals(mesh) && i < mesh->vertex_count; i++) {
        add_vec3(writer, "vn", qx_mesh_normal(writer->set, mesh, i));
        end_line(writer);
    }
}

// --- triangles and lines

static void add_whole(obj_writer *writer, uint64_t number)
{
    char text[20];
    char *first = text + sizeof text;
    do *--first = (char)('0' + number % 10);
    while (number /= 10);
    qx_buffer_add(&writer->buffer, first, (size_t)(text + sizeof text - first));
}

// "7", "7/7", "7//7" or "7/7/7": position, texture place, normal.
static void add_corner(obj_writer *writer, const qx_mesh *mesh, uint32_t index)
{
    const bool normal = has_normals(mesh);
    qx_buffer_text(&writer->buffer, " ");
    add_whole(writer, writer->vertices + index + 1);
    if (mesh->texture_places || normal) qx_buffer_text(&writer->buffer, "/");
    if (mesh->texture_places) add_whole(writer, writer->texture_places + index + 1);
    if (normal) {
        qx_buffer_text(&writer->buffer, "/");
        add_whole(writer, writer->normals + index + 1);
    }
}

static void add_elements(obj_writer *writer, const qx_mesh *mesh)
{
    const uint32_t corners = qx_mesh_corners(mesh);
    const size_t count = qx_mesh_index_count(mesh);
    for (size_t i = 0; i < count; i++) {
        if (i % corners == 0) qx_buffer_text(&writer->buffer, corners == 3 ? "f" : "l");
        add_corner(writer, mesh, qx_mesh_index(mesh, i));
        if (i % corners == corners - 1) end_line(writer);
    }
}

// --- the file

static void add_safely(qx_buffer *buffer, const char *name)
{
    for (; *name; name++) {
        const bool plain = (unsigned char)*name > ' ' && *name != 0x7F;
        qx_buffer_add(buffer, plain ? name : "_", 1);
    }
}

static void add_mesh(obj_writer *writer, uint32_t number)
{
    const qx_mesh *mesh = &writer->set->meshes[number];
    qx_buffer_text(&writer->buffer, "o ");
    qx_mesh_add_name(&writer->buffer, writer->set, number, add_safely);
    end_line(writer);
    add_positions(writer, mesh);
    add_texture_places(writer, mesh);
    add_normals(writer, mesh);
    add_elements(writer, mesh);
    writer->vertices += mesh->vertex_count;
    if (mesh->texture_places) writer->texture_places += mesh->vertex_count;
    if (has_normals(mesh)) writer->normals += mesh->vertex_count;
}

static qx_result check(const qx_mesh_set *set, qx_error *error)
{
    const qx_result result = qx_mesh_check(set, error);
    return result == QX_OK ? qx_mesh_check_values(set, error) : result;
}

static void add_all(obj_writer *writer)
{
    qx_buffer_text(&writer->buffer, "# Quincunx\n");
    for (uint32_t i = 0; i < writer->set->count; i++)
        if (!writer->buffer.failed && writer->result == QX_OK) add_mesh(writer, i);
}

qx_result qx_obj_save_memory(const qx_mesh_set *set, const qx_allocator *allocator, uint8_t **bytes,
                             size_t *size)
{
    *bytes = NULL;
    *size = 0;
    const qx_result result = check(set, NULL);
    if (result != QX_OK) return result;
    obj_writer writer = { .buffer = { .allocator = allocator }, .set = set };
    add_all(&writer);
    return qx_buffer_finish(&writer.buffer, bytes, size);
}

qx_result qx_obj_save_file(const qx_mesh_set *set, const char *path, const qx_allocator *allocator,
                           qx_error *error)
{
    obj_writer writer = { .buffer = { .allocator = allocator }, .error = error, .set = set };
    qx_result result = check(set, error);
    if (result == QX_OK) result = qx_file_create(path, allocator, &writer.file, error);
    if (result != QX_OK) return result;
    add_all(&writer);
    if (writer.buffer.failed)
        writer.result = qx_error_set(error, QX_NO_MEMORY, 0, "%s", qx_result_text(QX_NO_MEMORY));
    else
        flush(&writer);
    qx_buffer_release(&writer.buffer);
    if (writer.result == QX_OK) return qx_file_commit(writer.file, error);
    qx_file_destroy(writer.file);
    return writer.result;
}
