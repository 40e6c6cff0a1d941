// SPDX-License-Identifier: MIT
#include <quincunx/stl.h>

#include "base/memory.h"
#include "error.h"
#include "print.h"

#include <math.h>
#include <quincunx/file.h>
#include <string.h>

enum { HEADER_BYTES = 80, HEAD_BYTES = HEADER_BYTES + 4, TRIANGLE_BYTES = 50, PIECE = 256 };

// Must not begin with "solid", by which readers know the text form.
static const char header[HEADER_BYTES] = "Quincunx, binary STL";

// --- bytes, the least first

static uint8_t *put_32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) *at++ = (uint8_t)(value >> (8 * i));
    return at;
}

static uint8_t *put_vec3(uint8_t *at, qx_vec3 v)
{
    uint32_t bits[3];
    memcpy(bits, &v, sizeof bits);
    return put_32(put_32(put_32(at, bits[0]), bits[1]), bits[2]);
}

// --- triangles

typedef struct wide_vec3 {
    double x, y, z;
} wide_vec3;

static wide_vec3 between(qx_vec3 from, qx_vec3 to)
{
    return (wide_vec3){ (double)to.x - (double)from.x, (double)to.y - (double)from.y,
                        (double)to.z - (double)from.z };
}

// Of length 1, to the side from which the corners run counter-clockwise; 0 where there is no area,
// which tells readers to find their own. In doubles: floats would lose slivers.
static qx_vec3 normal_of(const qx_vec3 corners[3])
{
    const wide_vec3 a = between(corners[0], corners[1]), b = between(corners[0], corners[2]);
    const wide_vec3 n = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    const double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (!(length > 0.0)) return (qx_vec3){ 0.0f, 0.0f, 0.0f };
    return (qx_vec3){ (float)(n.x / length) + 0.0f, (float)(n.y / length) + 0.0f,
                      (float)(n.z / length) + 0.0f };
}

static uint8_t *put_triangle(uint8_t *at, const qx_mesh_set *set, const qx_mesh *mesh, size_t first)
{
    qx_vec3 corners[3];
    for (size_t i = 0; i < 3; i++)
        corners[i] = qx_print_position(set, mesh, qx_mesh_index(mesh, first + i));
    at = put_vec3(at, normal_of(corners));
    for (int i = 0; i < 3; i++) at = put_vec3(at, corners[i]);
    *at++ = 0; // two bytes that nobody has agreed on
    *at++ = 0;
    return at;
}

// --- the file

static uint8_t *put_head(uint8_t *at, const qx_mesh_set *set)
{
    memcpy(at, header, HEADER_BYTES);
    return put_32(at + HEADER_BYTES, (uint32_t)qx_print_triangles(set));
}

static void put_file(uint8_t *at, const qx_mesh_set *set)
{
    at = put_head(at, set);
    for (uint32_t i = 0; i < set->count; i++) {
        const qx_mesh *mesh = &set->meshes[i];
        const size_t count = qx_mesh_index_count(mesh);
        for (size_t first = 0; first < count; first += 3) at = put_triangle(at, set, mesh, first);
    }
}

static qx_result save(const qx_mesh_set *set, const qx_allocator *allocator, uint8_t **bytes,
                      size_t *size, qx_error *error)
{
    *bytes = NULL;
    *size = 0;
    const qx_result result = qx_print_check(set, UINT32_MAX, error);
    if (result != QX_OK) return result;
    size_t all;
    if (!size_multiply((size_t)qx_print_triangles(set), TRIANGLE_BYTES, &all) ||
        !size_add(all, HEAD_BYTES, &all))
        return qx_error_set(error, QX_TOO_LARGE, 0, "%s", qx_result_text(QX_TOO_LARGE));
    uint8_t *file = qx_allocate(allocator, all, 1);
    if (!file) return qx_error_set(error, QX_NO_MEMORY, 0, "%s", qx_result_text(QX_NO_MEMORY));
    put_file(file, set);
    *bytes = file;
    *size = all;
    return QX_OK;
}

qx_result qx_stl_save_memory(const qx_mesh_set *set, const qx_allocator *allocator, uint8_t **bytes,
                             size_t *size)
{
    return save(set, allocator, bytes, size, NULL);
}

// PIECE triangles at a time.
static qx_result write_mesh(qx_file *file, const qx_mesh_set *set, const qx_mesh *mesh,
                            qx_error *error)
{
    uint8_t piece[PIECE * TRIANGLE_BYTES];
    const size_t count = qx_mesh_index_count(mesh);
    qx_result result = QX_OK;
    for (size_t first = 0; first < count && result == QX_OK;) {
        uint8_t *at = piece;
        for (int i = 0; i < PIECE && first < count; i++, first += 3)
            at = put_triangle(at, set, mesh, first);
        result = qx_file_write(file, piece, (size_t)(at - piece), error);
    }
    return result;
}

qx_result qx_stl_save_file(const qx_mesh_set *set, const char *path, const qx_allocator *allocator,
                           qx_error *error)
{
    uint8_t head[HEAD_BYTES];
    qx_file *file;
    qx_result result = qx_print_check(set, UINT32_MAX, error);
    if (result == QX_OK) result = qx_file_create(path, allocator, &file, error);
    if (result != QX_OK) return result;
    put_head(head, set);
    result = qx_file_write(file, head, sizeof head, error);
    for (uint32_t i = 0; i < set->count && result == QX_OK; i++)
        result = write_mesh(file, set, &set->meshes[i], error);
    if (result == QX_OK) return qx_file_commit(file, error);
    qx_file_destroy(file);
    return result;
}
