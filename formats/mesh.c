// SPDX-License-Identifier: MIT
#include "mesh.h"

#include "base/memory.h"
#include "error.h"

#include <math.h>
#include <quincunx/file.h>
#include <stdio.h>
#include <string.h>

static const float farthest = 1e9f;

// --- one vertex

static const void *element(const void *first, size_t stride, size_t usual, size_t i)
{
    return (const char *)first + i * (stride ? stride : usual);
}

static qx_vec3 triple(const float *first, size_t stride, uint32_t vertex)
{
    qx_vec3 value; // by copy: a stride need not keep floats aligned
    memcpy(&value, element(first, stride, sizeof value, vertex), sizeof value);
    return value;
}

// To x right, y up, z toward the viewer. 0 - 0 is 0 where -0 would be -0.
static qx_vec3 turn(qx_mesh_axes axes, qx_vec3 v)
{
    if (axes == QX_MESH_SCREEN) v = (qx_vec3){ v.x, 0.0f - v.y, v.z };
    if (axes == QX_MESH_Z_UP) v = (qx_vec3){ v.x, v.z, 0.0f - v.y };
    return (qx_vec3){ v.x + 0.0f, v.y + 0.0f, v.z + 0.0f };
}

qx_vec3 qx_mesh_position(const qx_mesh_set *set, const qx_mesh *mesh, uint32_t vertex)
{
    return turn(set->axes, triple(mesh->positions, mesh->position_stride, vertex));
}

qx_vec3 qx_mesh_normal(const qx_mesh_set *set, const qx_mesh *mesh, uint32_t vertex)
{
    const qx_vec3 v = triple(mesh->normals, mesh->normal_stride, vertex);
    const double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    const double length = sqrt(x * x + y * y + z * z);
    if (length == 0.0) return turn(set->axes, (qx_vec3){ 0.0f, 0.0f, 1.0f });
    return turn(set->axes, (qx_vec3){ (float)(x / length), (float)(y / length), //
                                      (float)(z / length) });
}

qx_vec2 qx_mesh_texture_place(const qx_mesh *mesh, uint32_t vertex)
{
    qx_vec2 place;
    memcpy(&place, element(mesh->texture_places, mesh->texture_place_stride, sizeof place, vertex),
           sizeof place);
    return (qx_vec2){ place.x + 0.0f, place.y + 0.0f };
}

uint32_t qx_mesh_vertex_colour(const qx_mesh *mesh, uint32_t vertex)
{
    uint32_t colour = UINT32_MAX;
    if (mesh->colours)
        memcpy(&colour, element(mesh->colours, mesh->colour_stride, sizeof colour, vertex),
               sizeof colour);
    return colour;
}

uint32_t qx_mesh_colour(const qx_mesh *mesh)
{
    return mesh->colour ? mesh->colour : UINT32_MAX;
}

// --- indices and names

uint32_t qx_mesh_corners(const qx_mesh *mesh)
{
    return mesh->kind == QX_MESH_LINES ? 2 : 3;
}

size_t qx_mesh_index_count(const qx_mesh *mesh)
{
    return mesh->indices ? mesh->index_count : mesh->vertex_count;
}

uint32_t qx_mesh_index(const qx_mesh *mesh, size_t i)
{
    return mesh->indices ? mesh->indices[i] : (uint32_t)i;
}

void qx_mesh_add_name(qx_buffer *buffer, const qx_mesh_set *set, uint32_t number,
                      void (*add)(qx_buffer *buffer, const char *name))
{
    char numbered[24];
    snprintf(numbered, sizeof numbered, "mesh%u", (unsigned)number);
    add(buffer, set->meshes[number].name ? set->meshes[number].name : numbered);
}

// Bytes of the character that begins here, 0 where none does.
static int utf8_length(const unsigned char *at)
{
    static const uint32_t lowest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    if (at[0] < 0x80) return 1;
    const int length = at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : at[0] >> 3 == 30 ? 4 : 0;
    if (length == 0) return 0;
    uint32_t value = at[0] & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0; // the final zero too
        value = value << 6 | (at[i] & 0x3Fu);
    }
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    return value >= lowest[length] && value <= 0x10FFFF && !surrogate ? length : 0;
}

bool qx_is_utf8(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const int length = utf8_length(at);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

// --- checks

static bool is_within(float value, float low, float high)
{
    return value >= low && value <= high; // false for NaN
}

static bool is_stride(size_t stride, size_t least)
{
    return stride == 0 || stride >= least;
}

static bool are_strides(const qx_mesh *mesh)
{
    return is_stride(mesh->position_stride, 12) && is_stride(mesh->normal_stride, 12) &&
           is_stride(mesh->texture_place_stride, 8) && is_stride(mesh->colour_stride, 4);
}

static bool are_indices_complete(const qx_mesh *mesh)
{
    if (!mesh->indices && mesh->index_count != 0) return false;
    const size_t count = qx_mesh_index_count(mesh);
    return count > 0 && count % qx_mesh_corners(mesh) == 0;
}

// What is wrong with a mesh, its vertices aside; NULL where nothing is.
static const char *fault_of(const qx_mesh *mesh)
{
    if ((int)mesh->kind < 0 || mesh->kind > QX_MESH_LINES) return "no such kind";
    if ((int)mesh->finish < 0 || mesh->finish > QX_MESH_GLOWING) return "no such finish";
    if (mesh->vertex_count == 0 || !mesh->positions) return "no vertices";
    if (!are_strides(mesh)) return "a stride is too small";
    if (!are_indices_complete(mesh)) return "its indices make no whole triangles or lines";
    if (!is_within(mesh->glow, 0.0f, 1e4f)) return "its glow is out of range";
    if (mesh->name && !qx_is_utf8(mesh->name)) return "its name is not UTF-8";
    return NULL;
}

static qx_result refuse(qx_error *error, uint32_t mesh, const char *fault)
{
    return qx_error_set(error, QX_BAD_VALUE, 0, "mesh %u: %s", (unsigned)mesh, fault);
}

qx_result qx_mesh_check(const qx_mesh_set *set, qx_error *error)
{
    if (set->count == 0 || !set->meshes)
        return qx_error_set(error, QX_BAD_VALUE, 0, "there are no meshes");
    if ((int)set->axes < 0 || set->axes > QX_MESH_Z_UP)
        return qx_error_set(error, QX_BAD_VALUE, 0, "no such axes");
    if (set->metres != 0.0f && !is_within(set->metres, 1e-9f, 1e6f))
        return qx_error_set(error, QX_BAD_VALUE, 0, "the size of a unit is out of range");
    for (uint32_t i = 0; i < set->count; i++) {
        const char *fault = fault_of(&set->meshes[i]);
        if (fault) return refuse(error, i, fault);
    }
    return QX_OK;
}

static bool is_place(qx_vec3 v, float limit)
{
    return is_within(v.x, -limit, limit) && is_within(v.y, -limit, limit) &&
           is_within(v.z, -limit, limit);
}

static bool is_texture_place(const qx_mesh *mesh, uint32_t vertex)
{
    const qx_vec2 place = qx_mesh_texture_place(mesh, vertex);
    return is_within(place.x, -farthest, farthest) && is_within(place.y, -farthest, farthest);
}

static const char *fault_of_values(const qx_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        if (!is_place(triple(mesh->positions, mesh->position_stride, i), farthest))
            return "a position is not finite or too far away";
        if (mesh->normals && !is_place(triple(mesh->normals, mesh->normal_stride, i), 3e38f))
            return "a normal is not finite";
        if (mesh->texture_places && !is_texture_place(mesh, i))
            return "a texture place is not finite or too far away";
    }
    const size_t count = qx_mesh_index_count(mesh);
    for (size_t i = 0; i < count; i++)
        if (qx_mesh_index(mesh, i) >= mesh->vertex_count) return "an index is beyond its vertices";
    return NULL;
}

qx_result qx_mesh_check_values(const qx_mesh_set *set, qx_error *error)
{
    for (uint32_t i = 0; i < set->count; i++) {
        const char *fault = fault_of_values(&set->meshes[i]);
        if (fault) return refuse(error, i, fault);
    }
    return QX_OK;
}

qx_result qx_mesh_save_file(qx_mesh_writer *write, const qx_mesh_set *set, const char *path,
                            const qx_allocator *allocator, qx_error *error)
{
    uint8_t *bytes;
    size_t size;
    qx_result result = write(set, allocator, &bytes, &size, error);
    if (result != QX_OK) return result;
    result = qx_file_save(path, bytes, size, error);
    qx_release(allocator, bytes, size);
    return result;
}
