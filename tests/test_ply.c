// SPDX-License-Identifier: MIT
// PLY, read again by a small reader that knows the format and nothing of the writer.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/file.h>
#include <quincunx/ply.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_bytes.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- the reader

enum { MOST_PROPERTIES = 16 };

typedef struct ply_file {
    unsigned long vertices, faces;
    char names[MOST_PROPERTIES][16];
    size_t sizes[MOST_PROPERTIES], offsets[MOST_PROPERTIES];
    size_t properties, vertex_bytes;
    const uint8_t *first_vertex, *first_face;
} ply_file;

static const char *next_line(const char *at, char line[80])
{
    const char *end = strchr(at, '\n');
    assert_non_null(end);
    assert_true(end - at < 80);
    memcpy(line, at, (size_t)(end - at));
    line[end - at] = '\0';
    return end + 1;
}

static void add_property(ply_file *ply, const char *type, const char *name)
{
    const size_t i = ply->properties++;
    assert_true(i < MOST_PROPERTIES);
    strcpy(ply->names[i], name);
    ply->sizes[i] = strcmp(type, "float") == 0 ? 4 : 1;
    assert_true(ply->sizes[i] == 4 || strcmp(type, "uchar") == 0);
    ply->offsets[i] = ply->vertex_bytes;
    ply->vertex_bytes += ply->sizes[i];
}

static ply_file read_head(const uint8_t *bytes, size_t size)
{
    ply_file ply = { 0 };
    char line[80], type[16], name[16];
    const char *at = next_line((const char *)bytes, line);
    assert_string_equal(line, "ply");
    at = next_line(at, line);
    assert_string_equal(line, "format binary_little_endian 1.0");
    for (;;) {
        at = next_line(at, line);
        if (strcmp(line, "end_header") == 0) break;
        if (strncmp(line, "comment ", 8) == 0) continue;
        if (sscanf(line, "element vertex %lu", &ply.vertices) == 1) continue;
        if (sscanf(line, "element face %lu", &ply.faces) == 1) continue;
        if (strcmp(line, "property list uchar int vertex_indices") == 0) continue;
        assert_int_equal(sscanf(line, "property %15s %15s", type, name), 2);
        add_property(&ply, type, name);
    }
    ply.first_vertex = (const uint8_t *)at;
    ply.first_face = ply.first_vertex + ply.vertices * ply.vertex_bytes;
    assert_int_equal(size, (size_t)(ply.first_face - bytes) + ply.faces * 13);
    return ply;
}

static uint32_t little(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// A property of a vertex; NaN where the file has no such property.
static double value(const ply_file *ply, unsigned long vertex, const char *name)
{
    for (size_t i = 0; i < ply->properties; i++) {
        if (strcmp(ply->names[i], name) != 0) continue;
        const uint8_t *at = ply->first_vertex + vertex * ply->vertex_bytes + ply->offsets[i];
        if (ply->sizes[i] == 1) return *at;
        const uint32_t bits = little(at);
        float single;
        memcpy(&single, &bits, sizeof single);
        return (double)single;
    }
    return (double)NAN;
}

static uint32_t corner(const ply_file *ply, unsigned long face, unsigned long number)
{
    const uint8_t *at = ply->first_face + face * 13;
    assert_int_equal(at[0], 3);
    return little(at + 1 + 4 * number);
}

// --- meshes to work with

typedef struct vertex {
    float position[3], normal[3], place[2];
    uint32_t colour;
} vertex;

static const vertex quad[] = {
    { { -1, 2, -3 }, { 0, 2, 0 }, { 0, 0 }, 0xFF0000FF },
    { { 4, 5.5f, -3 }, { 0, 0, 0 }, { 1, 0 }, 0x80FF4080 },
    { { -1, -0.0f, 6 }, { 3, 0, 4 }, { 0, 1 }, 0x00000000 },
    { { 1e9f, 2, 6 }, { -1, 0, 0 }, { 1, 0.25f }, 0xFFFFFFFF },
};
static const uint32_t quad_indices[] = { 0, 2, 1, 1, 2, 3 };

static qx_mesh full_mesh(void)
{
    return (qx_mesh){ .vertex_count = 4,
                      .positions = quad[0].position,
                      .position_stride = sizeof quad[0],
                      .normals = quad[0].normal,
                      .normal_stride = sizeof quad[0],
                      .texture_places = quad[0].place,
                      .texture_place_stride = sizeof quad[0],
                      .colours = &quad[0].colour,
                      .colour_stride = sizeof quad[0],
                      .indices = quad_indices,
                      .index_count = 6 };
}

static uint8_t *saved(const qx_mesh_set *set, size_t *size)
{
    uint8_t *bytes;
    assert_int_equal(qx_ply_save_memory(set, NULL, &bytes, size), QX_OK);
    return bytes;
}

static void every_value_is_there(void **state)
{
    (void)state;
    const qx_mesh mesh = full_mesh();
    for (int axes = 0; axes <= QX_MESH_Z_UP; axes++) { // as they are
        const qx_mesh_set set = { .meshes = &mesh, .count = 1, .axes = (qx_mesh_axes)axes };
        size_t size;
        uint8_t *bytes = saved(&set, &size);
        const ply_file ply = read_head(bytes, size);
        assert_int_equal(ply.vertices, 4);
        assert_int_equal(ply.faces, 2);
        for (unsigned long i = 0; i < 4; i++) {
            assert_true(value(&ply, i, "x") == (double)quad[i].position[0]);
            assert_true(value(&ply, i, "y") == (double)quad[i].position[1]);
            assert_true(value(&ply, i, "z") == (double)quad[i].position[2]);
            assert_true(value(&ply, i, "s") == (double)quad[i].place[0]);
            assert_true(value(&ply, i, "t") == 1.0 - (double)quad[i].place[1]);
            assert_true(value(&ply, i, "red") == quad[i].colour >> 24);
            assert_true(value(&ply, i, "green") == (quad[i].colour >> 16 & 255));
            assert_true(value(&ply, i, "blue") == (quad[i].colour >> 8 & 255));
            assert_true(value(&ply, i, "alpha") == (quad[i].colour & 255));
            const double x = value(&ply, i, "nx"), y = value(&ply, i, "ny");
            const double z = value(&ply, i, "nz");
            assert_true(fabs(x * x + y * y + z * z - 1.0) < 1e-6);
        }
        assert_true(value(&ply, 2, "nx") == (double)0.6f && value(&ply, 2, "nz") == (double)0.8f);
        assert_false(signbit(value(&ply, 2, "y")));
        for (unsigned long i = 0; i < 6; i++)
            assert_int_equal(corner(&ply, i / 3, i % 3), quad_indices[i]);
        free(bytes);
    }
}

// What only some meshes have is left out; colours are white where there are none, and multiplied.
static void meshes_become_one(void **state)
{
    (void)state;
    static const float corners[9] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
    const qx_mesh meshes[] = {
        full_mesh(),
        { .vertex_count = 3, .positions = corners, .colour = 0x336699FF },
        { .vertex_count = 3, .positions = corners },
    };
    const qx_mesh_set set = { .meshes = meshes, .count = 3, .axes = QX_MESH_Y_UP };
    size_t size;
    uint8_t *bytes = saved(&set, &size);
    const ply_file ply = read_head(bytes, size);
    assert_int_equal(ply.vertices, 10);
    assert_int_equal(ply.faces, 4);
    assert_true(isnan(value(&ply, 0, "nx")) && isnan(value(&ply, 0, "s")));
    assert_true(value(&ply, 4, "red") == 0x33 && value(&ply, 4, "blue") == 0x99);
    assert_true(value(&ply, 7, "green") == 255 && value(&ply, 7, "alpha") == 255);
    for (unsigned long i = 0; i < 3; i++) {
        assert_int_equal(corner(&ply, 2, i), 4 + i);
        assert_int_equal(corner(&ply, 3, i), 7 + i);
    }
    free(bytes);
    const qx_mesh_set plain = { .meshes = &meshes[2], .count = 1 };
    bytes = saved(&plain, &size);
    assert_int_equal(read_head(bytes, size).properties, 3);
    free(bytes);
}

// More than a piece; the same in a file, in memory that does not grow.
static void files_hold_what_memory_holds(void **state)
{
    (void)state;
    enum { SIDE = 60000 };
    float *positions = malloc(sizeof *positions * SIDE * 3);
    assert_non_null(positions);
    for (size_t i = 0; i < (size_t)SIDE * 3; i++) positions[i] = (float)i;
    const qx_mesh mesh = { .vertex_count = SIDE, .positions = positions };
    const qx_mesh_set set = { .meshes = &mesh, .count = 1 };
    size_t size, file_size;
    uint8_t *bytes = saved(&set, &size), *file_bytes;
    const ply_file ply = read_head(bytes, size);
    for (unsigned long i = 0; i < SIDE; i++) {
        assert_true(value(&ply, i, "z") == (double)(float)(3 * i + 2));
        assert_int_equal(corner(&ply, i / 3, i % 3), i);
    }
    failing book;
    const qx_allocator allocator = failing_after(&book, 1); // the file alone
    char path[] = "test_ply.ply";
    assert_int_equal(qx_ply_save_file(&set, path, &allocator, NULL), QX_OK);
    assert_int_equal(book.live, 0);
    assert_int_equal(qx_file_load(path, SIZE_MAX, NULL, &file_bytes, &file_size, NULL), QX_OK);
    remove(path);
    assert_int_equal(file_size, size);
    assert_memory_equal(file_bytes, bytes, size);
    free(file_bytes);
    free(bytes);
    free(positions);
}

// --- bad input

static void bad_meshes_are_refused(void **state)
{
    (void)state;
    static const float corners[9] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
    static const float endless[9] = { 0, 0, 0, 1, 0, INFINITY, 0, 1, 0 };
    static const uint32_t beyond[] = { 0, 1, 3 };
    static const struct {
        qx_mesh mesh;
        qx_result expected;
    } bad[] = {
        { { .vertex_count = 0, .positions = corners }, QX_BAD_VALUE },
        { { .vertex_count = 3 }, QX_BAD_VALUE },
        { { .vertex_count = 2, .positions = corners }, QX_BAD_VALUE },
        { { .vertex_count = 3, .positions = endless }, QX_BAD_VALUE },
        { { .vertex_count = 3, .positions = corners, .indices = beyond, .index_count = 3 },
          QX_BAD_VALUE },
        { { .vertex_count = 2, .positions = corners, .kind = QX_MESH_LINES }, QX_UNSUPPORTED },
        { { .vertex_count = 4294967292u, .positions = corners }, QX_TOO_LARGE },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        const qx_mesh_set set = { .meshes = &bad[i].mesh, .count = 1 };
        uint8_t *bytes = (uint8_t *)1;
        size_t size = 1;
        qx_error error;
        assert_int_equal(qx_ply_save_memory(&set, NULL, &bytes, &size), bad[i].expected);
        assert_null(bytes);
        assert_int_equal(size, 0);
        assert_int_equal(qx_ply_save_file(&set, "test_ply.bad", NULL, &error), bad[i].expected);
        assert_true(error.code == bad[i].expected && error.message[0] != '\0');
        assert_null(fopen("test_ply.bad", "rb"));
    }
}

static void full_disks_are_told(void **state)
{
    (void)state;
    const qx_mesh mesh = full_mesh();
    const qx_mesh_set set = { .meshes = &mesh, .count = 1 };
    qx_error error;
    assert_int_equal(qx_ply_save_file(&set, "/no/such/folder/x.ply", NULL, &error), QX_FILE_ERROR);
    FILE *full = fopen("/dev/full", "wb");
    if (!full) return;
    fclose(full);
    assert_int_equal(qx_ply_save_file(&set, "/dev/full", NULL, &error), QX_FILE_ERROR);
}

static void saving_survives_every_failing_allocation(void **state)
{
    (void)state;
    const qx_mesh mesh = full_mesh();
    const qx_mesh_set set = { .meshes = &mesh, .count = 1 };
    long allowed = 0;
    for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        uint8_t *bytes;
        size_t size;
        result = qx_ply_save_memory(&set, &allocator, &bytes, &size);
        failing_bytes_settle(&book, result, bytes, size);
    }
    assert_true(allowed > 1);
    failing book;
    const qx_allocator none = failing_after(&book, 0);
    qx_error error;
    assert_int_equal(qx_ply_save_file(&set, "test_ply.none", &none, &error), QX_NO_MEMORY);
    assert_int_equal(error.code, QX_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_is_there),
        cmocka_unit_test(meshes_become_one),
        cmocka_unit_test(files_hold_what_memory_holds),
        cmocka_unit_test(bad_meshes_are_refused),
        cmocka_unit_test(full_disks_are_told),
        cmocka_unit_test(saving_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
