// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cjson/cJSON.h>
#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <quincunx/gltf.h>
#include <quincunx/obj.h>
#include <quincunx/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "failing_bytes.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef qx_result (*save_memory)(const qx_mesh_set *set, const qx_allocator *allocator,
                                 uint8_t **bytes, size_t *size);

static const save_memory writers[] = { qx_obj_save_memory, qx_gltf_save_memory };

// --- numbers

static void float_text(float value, char text[40])
{
    qx_buffer buffer = { 0 };
    qx_buffer_float(&buffer, value);
    assert_false(buffer.failed);
    assert_in_range(buffer.size, 1, 39);
    memcpy(text, buffer.bytes, buffer.size);
    text[buffer.size] = '\0';
    qx_buffer_release(&buffer);
}

static void floats_have_the_fewest_digits(void **state)
{
    (void)state;
    static const struct {
        float value;
        const char *text;
    } cases[] = {
        { 0.0f, "0" },
        { -0.0f, "0" },
        { 1.0f, "1" },
        { -1.0f, "-1" },
        { 0.1f, "0.1" },
        { -0.125f, "-0.125" },
        { 10.0f, "10" },
        { 120.0f, "120" },
        { 1234.5f, "1234.5" },
        { 16777216.0f, "16777216" },
        { 123456792.0f, "123456790" }, // enough for the same float
        { 1e9f, "1e9" },
        { 3.25e9f, "3.2499999e9" }, // 3.25e9 lies between two floats
        { 3.5e9f, "3.5e9" },
        { 1e-5f, "0.00001" },
        { 0.00012f, "0.00012" },
        { 1e-6f, "1e-6" },
        { -1.5e-7f, "-1.5e-7" },
        { 1.0f / 3.0f, "0.33333334" },
        { 9.99999e-6f, "9.99999e-6" },
        { 1e-45f, "1e-45" },
        { 1e37f, "1e37" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[40];
        float_text(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
    }
}

static void floats_read_back_as_they_were(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 5, 1);
    for (int i = 0; i < 300000; i++) {
        const uint32_t bits = qx_random_next(&random);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!(fabsf(value) <= 1e37f)) continue;
        if (i % 2) value = qx_random_range(&random, -1000.0f, 1000.0f);
        char text[40], shorter[40];
        float_text(value, text);
        assert_true(strtof(text, NULL) == value);
        snprintf(shorter, sizeof shorter, "%.9g", (double)value);
        assert_true(strlen(text) <= strlen(shorter) + 1); // it writes 1e-05 as we 0.00001
    }
}

static size_t significant_digits(const char *text)
{
    char digits[40];
    size_t count = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0')) digits[count++] = *text;
    while (count > 0 && digits[count - 1] == '0') count--;
    return count;
}

static void no_shorter_number_reads_back(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 6, 1);
    for (int i = 0; i < 60000; i++) {
        float value = qx_random_range(&random, -1.0f, 1.0f);
        if (i % 3 == 0) value = (float)(int)(value * 1e5f) / 1000.0f; // few digits
        for (uint32_t tens = qx_random_below(&random, 12); tens > 0; tens--)
            value = i % 2 ? value * 10.0f : value / 10.0f;
        char text[40], printed[400];
        float_text(value, text);
        for (int digits = 1; digits < (int)significant_digits(text); digits++) {
            snprintf(printed, sizeof printed, "%.*g", digits, (double)value);
            const double read = strtod(printed, NULL); // halfway between two floats is no good
            if ((float)(read * (1 - 1e-13)) == value && (float)(read * (1 + 1e-13)) == value)
                fail_msg("%s rather than %s", text, printed);
        }
    }
}

// --- a mesh of every kind

typedef struct corner { // an uneven stride
    float place[3];
    uint8_t more[5];
} corner;

static const corner square[] = {
    { { 0, 0, 0 }, { 0 } },
    { { 2, 0, 0 }, { 0 } },
    { { 2, 1, 0.5f }, { 0 } },
    { { 0, 1, -0.25f }, { 0 } },
};
static const qx_vec3 up[] = { { 0, 0, 1 }, { 0, 0, 7 }, { 3, 4, 0 }, { 0, 0, 0 } };
static const qx_vec2 places[] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0.75f } };
static const uint32_t colours[] = { 0xFF0000FF, 0x00FF00FF, 0x0000FFFF, 0x80808080 };
static const uint32_t triangles[] = { 0, 2, 1, 0, 3, 2 };
static const uint32_t edges[] = { 0, 1, 1, 2, 2, 3, 3, 0 };

static qx_mesh full_mesh(void)
{
    return (qx_mesh){ .name = "a \"square\"",
                      .vertex_count = 4,
                      .positions = square[0].place,
                      .position_stride = sizeof square[0],
                      .normals = &up[0].x,
                      .texture_places = &places[0].x,
                      .colours = colours,
                      .indices = triangles,
                      .index_count = COUNT(triangles) };
}

static qx_mesh line_mesh(void)
{
    return (qx_mesh){ .name = "\xc3\xa4",
                      .kind = QX_MESH_LINES,
                      .vertex_count = 4,
                      .positions = square[0].place,
                      .position_stride = sizeof square[0],
                      .indices = edges,
                      .index_count = COUNT(edges),
                      .colour = 0x4FD8FFFF,
                      .finish = QX_MESH_GLOWING,
                      .glow = 4 };
}

// Three of the corners, in order, and nothing else.
static qx_mesh plain_mesh(void)
{
    return (qx_mesh){
        .vertex_count = 3, .positions = &up[0].x, .finish = QX_MESH_UNLIT, .two_sided = true
    };
}

static char *text_of(save_memory save, const qx_mesh_set *set, size_t *size)
{
    uint8_t *bytes;
    assert_int_equal(save(set, NULL, &bytes, size), QX_OK);
    char *text = malloc(*size + 1);
    assert_non_null(text);
    memcpy(text, bytes, *size);
    text[*size] = '\0';
    free(bytes);
    return text;
}

static void obj_is_as_documented(void **state)
{
    (void)state;
    const qx_mesh meshes[] = { full_mesh(), line_mesh(), plain_mesh() };
    size_t size;
    char *text = text_of(qx_obj_save_memory, &(qx_mesh_set){ .meshes = meshes, .count = 3 }, &size);
    assert_string_equal(text, "# Quincunx\n"
                              "o a_\"square\"\n"
                              "v 0 0 0 1 0 0\n"
                              "v 2 0 0 0 1 0\n"
                              "v 2 -1 0.5 0 0 1\n"
                              "v 0 -1 -0.25 0.502 0.502 0.502\n"
                              "vt 0 1\nvt 1 1\nvt 1 0\nvt 0 0.25\n"
                              "vn 0 0 1\nvn 0 0 1\nvn 0.6 -0.8 0\nvn 0 0 1\n"
                              "f 1/1/1 3/3/3 2/2/2\n"
                              "f 1/1/1 4/4/4 3/3/3\n"
                              "o \xc3\xa4\n"
                              "v 0 0 0 0.31 0.847 1\n"
                              "v 2 0 0 0.31 0.847 1\n"
                              "v 2 -1 0.5 0.31 0.847 1\n"
                              "v 0 -1 -0.25 0.31 0.847 1\n"
                              "l 5 6\nl 6 7\nl 7 8\nl 8 5\n"
                              "o mesh2\n"
                              "v 0 0 1\nv 0 0 7\nv 3 -4 0\n"
                              "f 9 10 11\n");
    free(text);
}

static void axes_are_turned(void **state)
{
    (void)state;
    static const float point[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
    static const char *const first[] = { "v 1 -2 3\n", "v 1 2 3\n", "v 1 3 -2\n" };
    const qx_mesh mesh = { .vertex_count = 3, .positions = point };
    for (int axes = QX_MESH_SCREEN; axes <= QX_MESH_Z_UP; axes++) {
        size_t size;
        char *text = text_of(
            qx_obj_save_memory,
            &(qx_mesh_set){ .meshes = &mesh, .count = 1, .axes = (qx_mesh_axes)axes }, &size);
        assert_non_null(strstr(text, first[axes]));
        free(text);
    }
}

// --- reading a glb again

typedef struct glb {
    char *file;
    size_t size;
    cJSON *json;
    const uint8_t *binary;
    size_t binary_size;
} glb;

static uint32_t word_at(const void *bytes)
{
    const uint8_t *at = bytes;
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static float float_at(const void *bytes)
{
    const uint32_t bits = word_at(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static glb read_glb(const qx_mesh_set *set)
{
    glb model = { 0 };
    model.file = text_of(qx_gltf_save_memory, set, &model.size);
    assert_memory_equal(model.file, "glTF", 4);
    assert_int_equal(word_at(model.file + 4), 2);
    assert_int_equal(word_at(model.file + 8), model.size);
    const uint32_t json = word_at(model.file + 12);
    assert_int_equal(json % 4, 0);
    assert_memory_equal(model.file + 16, "JSON", 4);
    model.json = cJSON_ParseWithLength(model.file + 20, json);
    assert_non_null(model.json);
    const char *chunk = model.file + 20 + json;
    model.binary_size = word_at(chunk);
    assert_memory_equal(chunk + 4, "BIN", 4);
    model.binary = (const uint8_t *)chunk + 8;
    assert_int_equal(28 + json + model.binary_size, model.size);
    return model;
}

static void release_glb(glb *model)
{
    cJSON_Delete(model->json);
    free(model->file);
}

static const cJSON *of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!item) fail_msg("no %s", name);
    return item;
}

static const cJSON *element(const cJSON *object, const char *name, int index)
{
    const cJSON *item = cJSON_GetArrayItem(of(object, name), index);
    if (!item) fail_msg("no %s[%d]", name, index);
    return item;
}

static uint32_t whole(const cJSON *object, const char *name)
{
    const double value = of(object, name)->valuedouble;
    assert_true(value >= 0 && value <= UINT32_MAX && value == floor(value));
    return (uint32_t)value;
}

static uint32_t whole_or_zero(const cJSON *object, const char *name)
{
    return cJSON_HasObjectItem(object, name) ? whole(object, name) : 0;
}

static size_t bytes_each(const cJSON *accessor)
{
    static const char *const types[] = { "SCALAR", "VEC2", "VEC3", "VEC4" };
    size_t components = 0;
    for (size_t i = 0; i < COUNT(types); i++)
        if (strcmp(of(accessor, "type")->valuestring, types[i]) == 0) components = i + 1;
    assert_true(components > 0);
    return components * (whole(accessor, "componentType") == 5123 ? 2 : 4);
}

// Where an accessor's values lie, which must be within the chunk and aligned.
static const uint8_t *values_of(const glb *model, uint32_t number, uint32_t *count)
{
    const cJSON *accessor = element(model->json, "accessors", (int)number);
    const cJSON *view = element(model->json, "bufferViews", (int)whole(accessor, "bufferView"));
    const uint32_t offset = whole_or_zero(view, "byteOffset"), size = whole(view, "byteLength");
    *count = whole(accessor, "count");
    assert_int_equal(offset % 4, 0);
    assert_true(offset <= model->binary_size && size <= model->binary_size - offset);
    assert_int_equal(*count * bytes_each(accessor), size);
    assert_int_equal(whole(view, "buffer"), 0);
    return model->binary + offset;
}

static const cJSON *primitive_of(const glb *model, int mesh)
{
    return element(element(model->json, "meshes", mesh), "primitives", 0);
}

static void check_bounds(const glb *model, uint32_t number)
{
    uint32_t count;
    const uint8_t *values = values_of(model, number, &count);
    const cJSON *accessor = element(model->json, "accessors", (int)number);
    for (int axis = 0; axis < 3; axis++) {
        float low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            low = fminf(low, float_at(values + 12 * i + 4 * axis));
            high = fmaxf(high, float_at(values + 12 * i + 4 * axis));
        }
        assert_true((float)element(accessor, "min", axis)->valuedouble == low);
        assert_true((float)element(accessor, "max", axis)->valuedouble == high);
    }
}

static void check_indices(const glb *model, const cJSON *primitive, uint32_t vertices)
{
    if (!cJSON_HasObjectItem(primitive, "indices")) return;
    const uint32_t number = whole(primitive, "indices");
    const cJSON *accessor = element(model->json, "accessors", (int)number);
    uint32_t count;
    const uint8_t *values = values_of(model, number, &count);
    const bool wide = whole(accessor, "componentType") == 5125;
    assert_int_equal(wide, vertices > 65535);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *at = values + i * (wide ? 4 : 2);
        assert_true((wide ? word_at(at) : at[0] | (uint32_t)at[1] << 8) < vertices);
    }
}

// What must hold for whatever is written.
static void check_glb(const glb *model, const qx_mesh_set *set)
{
    assert_string_equal(of(of(model->json, "asset"), "version")->valuestring, "2.0");
    assert_int_equal(whole(element(model->json, "buffers", 0), "byteLength"), model->binary_size);
    assert_int_equal(cJSON_GetArraySize(of(model->json, "meshes")), set->count);
    assert_int_equal(cJSON_GetArraySize(of(element(model->json, "scenes", 0), "nodes")),
                     set->count);
    for (int i = 0; i < (int)set->count; i++) {
        const cJSON *primitive = primitive_of(model, i), *attributes = of(primitive, "attributes");
        const uint32_t position = whole(attributes, "POSITION");
        uint32_t vertices;
        values_of(model, position, &vertices);
        assert_int_equal(vertices, set->meshes[i].vertex_count);
        check_bounds(model, position);
        check_indices(model, primitive, vertices);
        assert_int_equal(whole(element(model->json, "nodes", i), "mesh"), i);
        element(model->json, "materials", (int)whole(primitive, "material"));
        const bool lines = set->meshes[i].kind == QX_MESH_LINES;
        assert_int_equal(cJSON_HasObjectItem(primitive, "mode") ? whole(primitive, "mode") : 4,
                         lines ? 1 : 4);
    }
}

static void glb_holds_what_was_described(void **state)
{
    (void)state;
    const qx_mesh meshes[] = { full_mesh(), line_mesh(), plain_mesh() };
    const qx_mesh_set set = { .meshes = meshes, .count = 3, .metres = 0.5f };
    glb model = read_glb(&set);
    check_glb(&model, &set);
    assert_string_equal(of(element(model.json, "nodes", 0), "name")->valuestring, "a \"square\"");
    assert_string_equal(of(element(model.json, "meshes", 1), "name")->valuestring, "\xc3\xa4");
    assert_string_equal(of(element(model.json, "nodes", 2), "name")->valuestring, "mesh2");

    uint32_t count;
    const cJSON *attributes = of(primitive_of(&model, 0), "attributes");
    const uint8_t *at = values_of(&model, whole(attributes, "POSITION"), &count);
    static const float third[] = { 1, -0.5f, 0.25f }; // y up, half a metre a unit
    for (int i = 0; i < 3; i++) assert_true(float_at(at + 24 + 4 * i) == third[i]);
    at = values_of(&model, whole(attributes, "NORMAL"), &count);
    for (uint32_t i = 0; i < count; i++) {
        const float x = float_at(at + 12 * i), y = float_at(at + 12 * i + 4),
                    z = float_at(at + 12 * i + 8);
        assert_true(fabsf(x * x + y * y + z * z - 1.0f) < 1e-6f);
    }
    at = values_of(&model, whole(attributes, "TEXCOORD_0"), &count);
    assert_true(float_at(at + 28) == 0.75f); // v down, as the caller has it
    at = values_of(&model, whole(attributes, "COLOR_0"), &count);
    static const uint8_t red[] = { 255, 255, 0, 0, 0, 0, 255, 255 };
    assert_memory_equal(at, red, sizeof red);
    const double grey = (at[24] | at[25] << 8) / 65535.0; // 0x80 of sRGB is 21.6 % of the light
    assert_true(fabs(grey - 0.21586) < 1e-4);
    assert_int_equal(at[30] | at[31] << 8, 128 * 257);
    release_glb(&model);
}

static void materials_follow_the_finish(void **state)
{
    (void)state;
    const qx_mesh meshes[] = { full_mesh(), line_mesh(), plain_mesh() };
    glb model = read_glb(&(qx_mesh_set){ .meshes = meshes, .count = 3 });
    const cJSON *matt = element(model.json, "materials", 0);
    assert_string_equal(of(matt, "alphaMode")->valuestring, "BLEND"); // a vertex is translucent
    assert_false(cJSON_HasObjectItem(matt, "extensions"));
    const cJSON *glowing = element(model.json, "materials", 1);
    assert_true(fabs(element(glowing, "emissiveFactor", 2)->valuedouble - 1.0) < 1e-6);
    const cJSON *strength = of(of(glowing, "extensions"), "KHR_materials_emissive_strength");
    assert_true(of(strength, "emissiveStrength")->valuedouble == 4.0);
    assert_false(cJSON_HasObjectItem(glowing, "alphaMode"));
    const cJSON *unlit = element(model.json, "materials", 2);
    of(of(unlit, "extensions"), "KHR_materials_unlit");
    assert_true(cJSON_IsTrue(of(unlit, "doubleSided")));
    assert_int_equal(cJSON_GetArraySize(of(model.json, "extensionsUsed")), 2);
    release_glb(&model);
}

static void many_vertices_take_wide_indices(void **state)
{
    (void)state;
    enum { MOST = 65536 };
    static qx_vec3 points[MOST];
    for (uint32_t i = 0; i < MOST; i++) points[i] = (qx_vec3){ (float)i, (float)(i % 7), 0 };
    for (uint32_t count = MOST - 1; count <= MOST; count++) {
        const uint32_t last[] = { 0, 1, count - 1 };
        const qx_mesh mesh = {
            .vertex_count = count, .positions = &points[0].x, .indices = last, .index_count = 3
        };
        const qx_mesh_set set = { .meshes = &mesh, .count = 1 };
        glb model = read_glb(&set);
        check_glb(&model, &set);
        release_glb(&model);
    }
}

static void random_meshes_read_back(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 1);
        qx_vec3 points[40];
        uint32_t indices[60];
        const uint32_t vertices = 1 + qx_random_below(&random, COUNT(points));
        for (uint32_t i = 0; i < vertices; i++)
            points[i] =
                (qx_vec3){ qx_random_range(&random, -1e9f, 1e9f), qx_random_range(&random, -1, 1),
                           qx_random_range(&random, -1e-9f, 1e-9f) };
        const bool lines = qx_random_below(&random, 2);
        const uint32_t count = (lines ? 2 : 3) * (1 + qx_random_below(&random, 20));
        for (uint32_t i = 0; i < count; i++) indices[i] = qx_random_below(&random, vertices);
        const qx_mesh mesh = { .kind = lines ? QX_MESH_LINES : QX_MESH_TRIANGLES,
                               .vertex_count = vertices,
                               .positions = &points[0].x,
                               .indices = indices,
                               .index_count = count };
        const qx_mesh_set set = { .meshes = &mesh,
                                  .count = 1,
                                  .axes = (qx_mesh_axes)qx_random_below(&random, 3),
                                  .metres = seed % 2 ? 0.001f : 0 };
        glb model = read_glb(&set);
        check_glb(&model, &set);
        release_glb(&model);

        size_t size;
        char *text = text_of(qx_obj_save_memory, &set, &size);
        uint32_t points_read = 0, elements = 0;
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
            points_read += strncmp(line, "v ", 2) == 0;
            if (line[0] != 'f' && line[0] != 'l') continue;
            char *end = line + 1;
            for (; *end; elements++) {
                const unsigned long index = strtoul(end, &end, 10);
                assert_int_equal(index, indices[elements] + 1);
            }
        }
        assert_int_equal(points_read, vertices);
        assert_int_equal(elements, count);
        free(text);
    }
}

// --- bad input

static void refused(const qx_mesh_set *set, qx_result expected, const char *what, size_t number)
{
    for (size_t i = 0; i < COUNT(writers); i++) {
        uint8_t *bytes = (uint8_t *)1;
        size_t size = 1;
        const qx_result result = writers[i](set, NULL, &bytes, &size);
        if (result != expected) fail_msg("writer %zu, %s %zu: %d", i, what, number, (int)result);
        assert_null(bytes);
        assert_int_equal(size, 0);
    }
}

static void bad_meshes_are_refused(void **state)
{
    (void)state;
    static const float bad_floats[][3] = {
        { NAN, 0, 0 },
        { 0, INFINITY, 0 },
        { 0, 0, -INFINITY },
        { 2e9f, 0, 0 },
    };
    static const float good[9] = { 0 };
    static const uint32_t beyond[] = { 0, 1, 3 };
    static const uint32_t within[] = { 0, 1, 2, 0 };
    const qx_mesh bad[] = {
        { 0 },
        { .positions = good },
        { .vertex_count = 3 },
        { .vertex_count = 2, .positions = good }, // no whole triangle
        { .vertex_count = 3, .positions = good, .kind = QX_MESH_LINES },
        { .vertex_count = 3, .positions = good, .index_count = 3 },
        { .vertex_count = 3, .positions = good, .indices = within },
        { .vertex_count = 3, .positions = good, .indices = within, .index_count = 4 },
        { .vertex_count = 3, .positions = good, .indices = beyond, .index_count = 3 },
        { .vertex_count = 3, .positions = good, .position_stride = 11 },
        { .vertex_count = 3, .positions = good, .normals = good, .normal_stride = 4 },
        { .vertex_count = 3, .positions = good, .texture_places = good, .texture_place_stride = 7 },
        { .vertex_count = 3, .positions = good, .colours = within, .colour_stride = 3 },
        { .vertex_count = 3, .positions = good, .kind = (qx_mesh_kind)2 },
        { .vertex_count = 3, .positions = good, .kind = (qx_mesh_kind)-1 },
        { .vertex_count = 3, .positions = good, .finish = (qx_mesh_finish)3 },
        { .vertex_count = 3, .positions = good, .glow = -1 },
        { .vertex_count = 3, .positions = good, .glow = NAN },
        { .vertex_count = 3, .positions = good, .name = "\xff" },
        { .vertex_count = 3, .positions = good, .name = "cut \xc3" },
        { .vertex_count = 3, .positions = good, .name = "\xc0\x80" },     // overlong
        { .vertex_count = 3, .positions = good, .name = "\xed\xa0\x80" }, // half of a pair
    };
    for (size_t i = 0; i < COUNT(bad); i++)
        refused(&(qx_mesh_set){ .meshes = &bad[i], .count = 1 }, QX_BAD_VALUE, "mesh", i);
    for (size_t i = 0; i < COUNT(bad_floats); i++) {
        float values[9] = { 0 };
        memcpy(values + 6, bad_floats[i], sizeof bad_floats[i]);
        const qx_mesh where[] = {
            { .vertex_count = 3, .positions = values },
            { .vertex_count = 3,
              .positions = good,
              .texture_places = values + 3,
              .texture_place_stride = 8 },
            { .vertex_count = 3, .positions = good, .normals = values },
        };
        refused(&(qx_mesh_set){ .meshes = &where[0], .count = 1 }, QX_BAD_VALUE, "position", i);
        if (i < 3) // normals may have any length
            refused(&(qx_mesh_set){ .meshes = &where[2], .count = 1 }, QX_BAD_VALUE, "normal", i);
        if (i < 2)
            refused(&(qx_mesh_set){ .meshes = &where[1], .count = 1 }, QX_BAD_VALUE, "texture", i);
    }
    const qx_mesh fine = { .vertex_count = 3, .positions = good };
    const qx_mesh_set bad_sets[] = {
        { 0 },
        { .meshes = &fine },
        { .count = 1 },
        { .meshes = &fine, .count = 1, .axes = (qx_mesh_axes)3 },
        { .meshes = &fine, .count = 1, .metres = -1 },
        { .meshes = &fine, .count = 1, .metres = NAN },
        { .meshes = &fine, .count = 1, .metres = 1e7f },
    };
    for (size_t i = 0; i < COUNT(bad_sets); i++) refused(&bad_sets[i], QX_BAD_VALUE, "set", i);
}

// Sizes are looked at before vertices: there are none of these.
static void more_than_four_gigabytes_are_refused(void **state)
{
    (void)state;
    static const float few[9] = { 0 };
    static const uint32_t indices[3] = { 0 };
    const qx_mesh large[] = {
        { .vertex_count = UINT32_MAX, .positions = few },
        { .vertex_count = 3, .positions = few, .indices = indices, .index_count = 3u << 30 },
        { .vertex_count = 3,
          .positions = few,
          .indices = indices,
          .index_count = SIZE_MAX / 3 * 3 },
        { .vertex_count = 3 * 119304647u, .positions = few }, // the vertices alone would just fit
    };
    for (size_t i = 0; i < COUNT(large); i++) {
        uint8_t *bytes = (uint8_t *)1;
        size_t size = 1;
        const qx_mesh_set set = { .meshes = &large[i], .count = 1 };
        assert_int_equal(qx_gltf_save_memory(&set, NULL, &bytes, &size), QX_TOO_LARGE);
        assert_null(bytes);
        assert_int_equal(size, 0);
    }
    const qx_mesh halves[] = { { .vertex_count = 3u << 26, .positions = few },
                               { .vertex_count = 3u << 26, .positions = few } };
    uint8_t *bytes;
    size_t size;
    const qx_mesh_set set = { .meshes = halves, .count = 2 };
    assert_int_equal(qx_gltf_save_memory(&set, NULL, &bytes, &size), QX_TOO_LARGE);
}

static void saving_survives_every_failing_allocation(void **state)
{
    (void)state;
    const qx_mesh meshes[] = { full_mesh(), line_mesh(), plain_mesh() };
    const qx_mesh_set set = { .meshes = meshes, .count = 3 };
    for (size_t i = 0; i < COUNT(writers); i++) {
        long allowed = 0;
        for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
            failing book;
            const qx_allocator allocator = failing_after(&book, allowed);
            uint8_t *bytes;
            size_t size;
            result = writers[i](&set, &allocator, &bytes, &size);
            failing_bytes_settle(&book, result, bytes, size);
        }
        assert_true(allowed > 5);
    }
}

static void the_locale_changes_nothing(void **state)
{
    (void)state;
    const qx_mesh meshes[] = { full_mesh(), line_mesh(), plain_mesh() };
    const qx_mesh_set set = { .meshes = meshes, .count = 3, .metres = 0.3f };
    static const char *const names[] = { "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8" };
    for (size_t i = 0; i < COUNT(writers); i++) {
        size_t before_size, after_size;
        char *before = text_of(writers[i], &set, &before_size);
        for (size_t name = 0; name < COUNT(names); name++) {
            if (!setlocale(LC_ALL, names[name])) continue;
            char *after = text_of(writers[i], &set, &after_size);
            setlocale(LC_ALL, "C");
            assert_int_equal(before_size, after_size);
            assert_memory_equal(before, after, before_size);
            free(after);
        }
        free(before);
    }
}

static void files_say_what_is_wrong(void **state)
{
    (void)state;
    const float bad[] = { 0, 0, 0, 0, 0, 0, 0, NAN, 0 };
    const qx_mesh meshes[] = { plain_mesh(), { .vertex_count = 3, .positions = bad } };
    qx_error error;
    const qx_mesh_set set = { .meshes = meshes, .count = 2 };
    assert_int_equal(qx_obj_save_file(&set, "/nowhere/a.obj", NULL, &error), QX_BAD_VALUE);
    assert_non_null(strstr(error.message, "mesh 1: a position is not finite"));
    assert_int_equal(qx_gltf_save_file(&set, "/nowhere/a.glb", NULL, &error), QX_BAD_VALUE);
    assert_non_null(strstr(error.message, "mesh 1: a position is not finite"));
    const qx_mesh_set good = { .meshes = meshes, .count = 1 };
    assert_int_equal(qx_obj_save_file(&good, "/nowhere/a.obj", NULL, &error), QX_FILE_ERROR);
    assert_int_equal(qx_gltf_save_file(&good, "/nowhere/a.glb", NULL, &error), QX_FILE_ERROR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_have_the_fewest_digits),
        cmocka_unit_test(floats_read_back_as_they_were),
        cmocka_unit_test(no_shorter_number_reads_back),
        cmocka_unit_test(obj_is_as_documented),
        cmocka_unit_test(axes_are_turned),
        cmocka_unit_test(glb_holds_what_was_described),
        cmocka_unit_test(materials_follow_the_finish),
        cmocka_unit_test(many_vertices_take_wide_indices),
        cmocka_unit_test(random_meshes_read_back),
        cmocka_unit_test(bad_meshes_are_refused),
        cmocka_unit_test(more_than_four_gigabytes_are_refused),
        cmocka_unit_test(saving_survives_every_failing_allocation),
        cmocka_unit_test(the_locale_changes_nothing),
        cmocka_unit_test(files_say_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
