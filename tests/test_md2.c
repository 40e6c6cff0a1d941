// SPDX-License-Identifier: MIT
// MD2 as a model: what is read where, what is taken though it is odd, what is refused and why.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/model.h>
#include <quincunx/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "md2_files.h"
#include "md2_normals.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static qx_result load(const uint8_t *bytes, size_t size, qx_model **model, qx_error *error)
{
    return qx_model_load_memory(bytes, size, NULL, NULL, NULL, model, error);
}

static bool warns(const qx_model *model, const char *part)
{
    for (uint32_t i = 0; i < model->warning_count; i++)
        if (strstr(model->warnings[i].text, part)) return true;
    return false;
}

static bool near_to(float a, float b)
{
    return fabsf(a - b) <= 1e-6f;
}

// --- the 162 normals

// Entries as the games list them, to six digits.
static void normals_come_in_the_order_of_the_games(void **state)
{
    (void)state;
    static const struct {
        int number;
        float normal[3];
    } known[] = {
        { 0, { -0.525731f, 0.000000f, 0.850651f } },
        { 1, { -0.442863f, 0.238856f, 0.864188f } },
        { 2, { -0.295242f, 0.000000f, 0.955423f } },
        { 3, { -0.309017f, 0.500000f, 0.809017f } },
        { 4, { -0.162460f, 0.262866f, 0.951056f } },
        { 5, { 0.000000f, 0.000000f, 1.000000f } },
        { 6, { 0.000000f, 0.850651f, 0.525731f } },
        { 153, { -0.681718f, 0.147621f, -0.716567f } },
        { 154, { -0.681718f, -0.147621f, -0.716567f } },
        { 155, { -0.850651f, 0.000000f, -0.525731f } },
        { 156, { -0.688191f, 0.587785f, -0.425325f } },
        { 157, { -0.587785f, 0.425325f, -0.688191f } },
        { 158, { -0.425325f, 0.688191f, -0.587785f } },
        { 159, { -0.425325f, -0.688191f, -0.587785f } },
        { 160, { -0.587785f, -0.425325f, -0.688191f } },
        { 161, { -0.688191f, -0.587785f, -0.425325f } },
    };
    float normals[MD2_NORMALS][3];
    md2_normals_build(normals);
    for (size_t i = 0; i < COUNT(known); i++)
        for (int axis = 0; axis < 3; axis++)
            assert_true(near_to(normals[known[i].number][axis], known[i].normal[axis]));
}

static void normals_are_unit_all_different_and_found_again(void **state)
{
    (void)state;
    md2_finder finder;
    md2_finder_build(&finder);
    float(*const normals)[3] = finder.normals;
    for (int i = 0; i < MD2_NORMALS; i++) {
        const double x = (double)normals[i][0], y = (double)normals[i][1];
        const double z = (double)normals[i][2];
        assert_true(fabs(sqrt(x * x + y * y + z * z) - 1.0) < 2e-7);
        assert_int_equal(md2_finder_find(&finder, normals[i]), i);
        for (int k = 0; k < i; k++) {
            const double along =
                x * (double)normals[k][0] + y * (double)normals[k][1] + z * (double)normals[k][2];
            assert_true(along < 0.97); // none within 14 degrees
        }
    }
}

// Among all of them, the first of those that are equally near.
static uint8_t nearest(const md2_finder *finder, const float d[3])
{
    uint8_t best = 0;
    float most = -INFINITY;
    for (uint8_t i = 0; i < MD2_NORMALS; i++) {
        const float *n = finder->normals[i];
        const float along = n[0] * d[0] + n[1] * d[1] + n[2] * d[2];
        if (along > most) best = i;
        most = fmaxf(most, along);
    }
    return best;
}

static void directions_lose_six_degrees_and_at_most_eleven(void **state)
{
    (void)state;
    md2_finder finder;
    md2_finder_build(&finder);
    qx_random random;
    qx_random_seed(&random, 162, 0);
    double sum = 0.0, most = 0.0;
    enum { TRIES = 200000 };
    for (int i = 0; i < TRIES; i++) {
        const double z = 2.0 * (double)qx_random_unit(&random) - 1.0;
        const double turn = 6.283185307179586 * (double)qx_random_unit(&random);
        const double r = sqrt(1.0 - z * z);
        const float d[3] = { (float)(r * cos(turn)), (float)(r * sin(turn)), (float)z };
        const uint8_t found = md2_finder_find(&finder, d);
        const float *n = finder.normals[found];
        assert_int_equal(found, nearest(&finder, d));
        const double along =
            (double)n[0] * (double)d[0] + (double)n[1] * (double)d[1] + (double)n[2] * (double)d[2];
        const double angle = acos(along > 1.0 ? 1.0 : along) * 57.29577951308232;
        sum += angle;
        most = angle > most ? angle : most;
    }
    assert_true(fabs(sum / TRIES - 6.1) < 0.06);
    assert_true(most > 10.7 && most < 10.8124); // the widest gap's circle: 10.8123 degrees
}

// --- what is read

static void every_value_is_where_it_belongs(void **state)
{
    (void)state;
    qx_model *model = md2_made(&(md2_recipe){ .skins = 2, .frames = 3 });
    const qx_model_mesh *mesh = model->meshes;
    assert_string_equal(model->format, "MD2");
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(mesh->kind, QX_MODEL_KEYS);
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->index_count, 6);
    assert_int_equal(mesh->key_count, 3);
    assert_int_equal(model->skin_count, 2);
    assert_string_equal(mesh->skin, "skin0.png");
    assert_string_equal(model->skins[1], "skin1.png");
    assert_int_equal(mesh->skin_width, 64);
    float normals[MD2_NORMALS][3];
    md2_normals_build(normals);
    for (uint32_t key = 0; key < 3; key++) {
        for (uint32_t i = 0; i < 4; i++) {
            const float *p = mesh->positions + 3 * (4 * key + i);
            const float *n = mesh->normals + 3 * (4 * key + i);
            const float *from = normals[i + 40 * key];
            assert_true(p[0] == (float)(3 * i + key) * 0.5f - 8.0f);
            assert_true(p[1] == (float)(7 * i + 2 * key) * 2.0f + (float)key); // z is up
            assert_true(p[2] == -((float)(5 * i + key) * 0.25f + 4.0f));
            assert_true(n[0] == from[0] && n[1] == from[2] && n[2] == -from[1]);
        }
    }
    assert_true(mesh->texture_places[2] == 0.25f && mesh->texture_places[5] == 0.25f);
    assert_string_equal(mesh->key_names[2], "frame3");
    assert_int_equal(model->warning_count, 0);
    qx_model_destroy(model);
}

static void axes_can_stay(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ 0 }, &size);
    qx_model *model;
    const qx_model_options options = { .file_axes = true };
    assert_int_equal(qx_model_load_memory(file, size, NULL, &options, NULL, &model, NULL), QX_OK);
    const float *p = model->meshes->positions + 3;
    assert_true(p[0] == -6.5f && p[1] == 5.25f && p[2] == 14.0f);
    qx_model_destroy(model);
    free(file);
}

static double volume(const float *p, const uint32_t *i)
{
    const float *a = p + 3 * (size_t)i[0], *b = p + 3 * (size_t)i[1], *c = p + 3 * (size_t)i[2];
    const double bc[3] = { (double)b[1] * (double)c[2] - (double)b[2] * (double)c[1],
                           (double)b[2] * (double)c[0] - (double)b[0] * (double)c[2],
                           (double)b[0] * (double)c[1] - (double)b[1] * (double)c[0] };
    return (double)a[0] * bc[0] + (double)a[1] * bc[1] + (double)a[2] * bc[2];
}

// Forward is +x, up +z in the file: the right hand is at -y. In the model up is +y, and right of
// someone who looks along +x is +z. A triangle whose front is seen from above stays so.
static void the_right_hand_stays_the_right_hand(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ .vertices = 3, .triangles = 1, .frames = 1 }, &size);
    for (int i = 0; i < 6; i++) md2_set_float(md2_frame(file, 0) + 4 * i, i < 3 ? 1.0f : -100.0f);
    static const uint8_t places[3][4] = { { 110, 100, 101, 5 },
                                          { 100, 90, 101, 5 },
                                          { 90, 100, 101, 5 } };
    for (int i = 0; i < 3; i++) memcpy(md2_vertex(file, 0, i), places[i], 4);
    qx_model *model = md2_loaded(file, size);
    const float *p = model->meshes->positions;
    assert_true(p[0] == 10.0f && p[1] == 1.0f && p[2] == 0.0f); // forward
    assert_true(p[3] == 0.0f && p[4] == 1.0f && p[5] == 10.0f); // right hand
    // Clockwise seen from above in the file: forward, right, back. Here counter-clockwise.
    assert_true(volume(p, model->meshes->indices) > 0.0);
    assert_true(model->meshes->normals[1] == 1.0f);
    qx_model_destroy(model);
    free(file);
}

static void places_are_split_by_texture_place_alone(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ .frames = 1 }, &size);
    md2_set_16(md2_triangle(file, 1) + 6, 3); // place 1 with coordinate 3; triangle 0 has 1 with 1
    qx_model *model = md2_loaded(file, size);
    const qx_model_mesh *mesh = model->meshes;
    assert_int_equal(mesh->vertex_count, 5);
    assert_memory_equal(mesh->positions + 3, mesh->positions + 6, 12);
    assert_true(mesh->texture_places[2] == 0.25f && mesh->texture_places[4] == 0.75f);
    assert_int_equal(mesh->indices[0], 0);
    assert_int_equal(mesh->indices[2], 1); // turned round
    assert_int_equal(mesh->indices[3], 2);
    qx_model_destroy(model);
    free(file);
}

// --- what is odd, and how it is taken

static void extend(uint8_t **file, size_t *size, size_t more)
{
    uint8_t *longer = calloc(1, *size + more);
    assert_non_null(longer);
    memcpy(longer, *file, *size);
    free(*file);
    *file = longer;
    *size += more;
}

static void odd_files_are_read(void **state)
{
    (void)state;
    enum { NONE = -1 };
    static const struct {
        const char *what;
        md2_recipe recipe;
        int field;
        int32_t value;
        const char *warning; // NULL: none at all
    } odd[] = {
        { "plain: frames end with the file", { 0 }, NONE, 0, NULL },
        { "commands that mean nothing", { .commands = 7 }, NONE, 0, NULL },
        { "commands said to be elsewhere", { .commands = 7 }, MD2_AT_COMMANDS, INT32_MAX, NULL },
        { "more commands than bytes", { .commands = 1 }, MD2_COMMANDS, INT32_MAX, NULL },
        { "negative commands", { 0 }, MD2_COMMANDS, -5, NULL },
        { "end too early", { 0 }, MD2_AT_END, 70, "ends at byte 70" },
        { "end too late", { 0 }, MD2_AT_END, INT32_MAX, "ends at byte" },
        { "negative end", { 0 }, MD2_AT_END, -1, "ends at byte -1" },
        { "long frames", { .padding = 100 }, NONE, 0, NULL },
        { "odd length of frames", { .padding = 3 }, NONE, 0, NULL },
        { "one frame far longer than the file", { .frames = 1 }, MD2_FRAME_SIZE, INT32_MAX, NULL },
        { "no texture coordinates", { .coordinates = -1 }, NONE, 0, NULL },
        { "no texture coordinates, said to be nowhere",
          { .coordinates = -1 },
          MD2_AT_COORDINATES,
          INT32_MAX,
          NULL },
        { "no skins, said to be nowhere", { 0 }, MD2_AT_SKINS, -7, NULL },
        { "a skin of no width", { 0 }, MD2_SKIN_WIDTH, 0, "texture coordinates are left out" },
        { "a skin of negative height", { 0 }, MD2_SKIN_HEIGHT, -32, "left out" },
        { "513 frames", { .frames = 513 }, NONE, 0, "513 frames" },
        { "1,007 frames", { .frames = 1007 }, NONE, 0, "1007 frames" },
        { "2,049 vertices", { .vertices = 2049 }, NONE, 0, "2049 vertices" },
        { "4,097 triangles", { .triangles = 4097 }, NONE, 0, "4097 triangles" },
        { "33 skins", { .skins = 33 }, NONE, 0, "33 skins" },
        { "65,536 vertices", { .vertices = 65536 }, NONE, 0, "65536 vertices" },
    };
    for (size_t i = 0; i < COUNT(odd); i++) {
        size_t size;
        uint8_t *file = md2_make(&odd[i].recipe, &size);
        if (odd[i].field != NONE) md2_set(file, odd[i].field, odd[i].value);
        qx_model *model;
        qx_error error;
        if (load(file, size, &model, &error) != QX_OK)
            fail_msg("%s: %s", odd[i].what, error.message);
        if (odd[i].warning && !warns(model, odd[i].warning))
            fail_msg("%s: no warning", odd[i].what);
        if (!odd[i].warning && model->warning_count > 0)
            fail_msg("%s: %s", odd[i].what, model->warnings[0].text);
        qx_model_destroy(model);
        free(file);
    }
}

static void sections_may_lie_anywhere(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ 0 }, &size);
    qx_model *first = md2_loaded(file, size);
    const size_t triangles = (size_t)md2_get(file, MD2_AT_TRIANGLES), end = size;
    extend(&file, &size, 24 + 3); // triangles last, at an odd byte, and nothing behind them
    memcpy(file + end + 3, file + triangles, 24);
    memset(file + triangles, 0xEE, 24);
    md2_set(file, MD2_AT_TRIANGLES, (int32_t)end + 3);
    qx_model *second = md2_loaded(file, size);
    assert_memory_equal(first->meshes->indices, second->meshes->indices, 6 * sizeof(uint32_t));
    assert_memory_equal(first->meshes->positions, second->meshes->positions, 8 * 12);
    qx_model_destroy(second);
    qx_model_destroy(first);
    free(file);
}

static void texture_places_may_lie_beyond_the_skin(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ 0 }, &size);
    md2_set_16(md2_coordinate(file, 0), -64);
    md2_set_16(md2_coordinate(file, 0) + 2, 32767);
    qx_model *model = md2_loaded(file, size);
    assert_true(model->meshes->texture_places[0] == -1.0f);
    assert_true(model->meshes->texture_places[1] == 32767.0f / 32.0f);
    qx_model_destroy(model);
    free(file);
}

static void names_may_lack_their_end(void **state)
{
    (void)state;
    size_t size;
    static const char *const names[] = { "sixteen_letters1", "sixteen_letters2" };
    uint8_t *file = md2_make(&(md2_recipe){ .skins = 1, .names = names }, &size);
    memset(file + 68, 'x', 64);
    file[70] = '\n';
    qx_model *model = md2_loaded(file, size);
    assert_int_equal(strlen(model->meshes->skin), 64);
    assert_memory_equal(model->meshes->skin, "xx_xx", 5);
    assert_true(warns(model, "its name has no end"));
    assert_string_equal(model->meshes->key_names[1], "sixteen_letters2");
    assert_int_equal(model->clip_count, 1);
    assert_string_equal(model->clips->name, "sixteen_letters");
    qx_model_destroy(model);
    free(file);
}

static void scale_may_be_negative_or_nothing(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ .frames = 1 }, &size);
    md2_set_float(md2_frame(file, 0), -0.5f);
    md2_set_float(md2_frame(file, 0) + 4, 0.0f);
    qx_model *model = md2_loaded(file, size);
    const float *p = model->meshes->positions;
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(p[3 * i] == -0.5f * (float)(3 * i) - 8.0f);
        assert_true(p[3 * i + 2] == -4.0f);
    }
    assert_true(model->bounds.high.x == -8.0f && model->bounds.low.x == -12.5f);
    qx_model_destroy(model);
    free(file);
}

// Only those that have none; they are unit, and face as their triangles do.
static void normals_beyond_the_162_are_made_anew(void **state)
{
    (void)state;
    static const uint8_t odd[] = { 162, 163, 255 };
    for (size_t i = 0; i < COUNT(odd); i++) {
        size_t size;
        uint8_t *file = md2_make(&(md2_recipe){ .frames = 2 }, &size);
        qx_model *before = md2_loaded(file, size);
        md2_vertex(file, 1, 2)[3] = odd[i];
        qx_model *model = md2_loaded(file, size);
        const float *n = model->meshes->normals + 3 * (4 + 2);
        const double length = sqrt((double)n[0] * (double)n[0] + (double)n[1] * (double)n[1] +
                                   (double)n[2] * (double)n[2]);
        assert_true(fabs(length - 1.0) < 2e-7);
        float made[12];
        qx_keyframe_normals_build(model->meshes->positions + 12, 12, 4, model->meshes->indices, 6,
                                  true, made, 12);
        assert_memory_equal(n, made + 6, 12);
        assert_memory_equal(model->meshes->normals, before->meshes->normals, 6 * 12);
        assert_memory_equal(n + 3, before->meshes->normals + 21, 12);
        assert_true(warns(model, "1 frames with normals beyond 161"));
        qx_model_destroy(model);
        qx_model_destroy(before);
        free(file);
    }
}

// --- what is refused

typedef enum lie_place { FIELD, BYTE_16, REAL } lie_place;

typedef struct lie {
    const char *what;
    lie_place place;
    int at; // a field, or a byte
    double value;
    qx_result expected;
} lie;

// Of the default file: coordinates at 68, triangles at 84, frames at 108, each 56 long, end 220.
static const lie lies[] = {
    { "version 7", FIELD, 1, 7, QX_UNSUPPORTED },
    { "no vertices", FIELD, MD2_VERTICES, 0, QX_BAD_DATA },
    { "no triangles", FIELD, MD2_TRIANGLES, 0, QX_BAD_DATA },
    { "no frames", FIELD, MD2_FRAMES, 0, QX_BAD_DATA },
    { "negative vertices", FIELD, MD2_VERTICES, -4, QX_BAD_DATA },
    { "negative triangles", FIELD, MD2_TRIANGLES, -1, QX_BAD_DATA },
    { "negative frames", FIELD, MD2_FRAMES, INT32_MIN, QX_BAD_DATA },
    { "negative skins", FIELD, MD2_SKINS, -1, QX_BAD_DATA },
    { "negative coordinates", FIELD, MD2_COORDINATES, -1, QX_BAD_DATA },
    { "too many vertices", FIELD, MD2_VERTICES, 5, QX_BAD_DATA }, // for the frame size
    { "vertices whose bytes wrap in 32 bits", FIELD, MD2_VERTICES, 0x40000000, QX_BAD_DATA },
    { "more triangles than bytes", FIELD, MD2_TRIANGLES, 14, QX_TRUNCATED },
    { "triangles whose bytes wrap", FIELD, MD2_TRIANGLES, 0x15555556, QX_BAD_DATA },
    { "most triangles", FIELD, MD2_TRIANGLES, INT32_MAX, QX_BAD_DATA },
    { "one frame more", FIELD, MD2_FRAMES, 3, QX_TRUNCATED },
    { "most frames", FIELD, MD2_FRAMES, INT32_MAX, QX_BAD_DATA },
    { "frames whose bytes wrap", FIELD, MD2_FRAMES, 0x4924925, QX_BAD_DATA },
    { "skins beyond the end", FIELD, MD2_SKINS, 3, QX_TRUNCATED },
    { "coordinates beyond the end", FIELD, MD2_COORDINATES, 65000, QX_TRUNCATED },
    { "more coordinates than 16 bits name", FIELD, MD2_COORDINATES, 65537, QX_TOO_LARGE },
    { "frames too short", FIELD, MD2_FRAME_SIZE, 55, QX_BAD_DATA },
    { "frames of a head alone", FIELD, MD2_FRAME_SIZE, 40, QX_BAD_DATA },
    { "frames of nothing", FIELD, MD2_FRAME_SIZE, 0, QX_BAD_DATA },
    { "negative frames' size", FIELD, MD2_FRAME_SIZE, -56, QX_BAD_DATA },
    { "frames one byte too long", FIELD, MD2_FRAME_SIZE, 57, QX_TRUNCATED },
    { "frames far too long", FIELD, MD2_FRAME_SIZE, INT32_MAX, QX_TRUNCATED },
    { "triangles at 2^31 - 1", FIELD, MD2_AT_TRIANGLES, INT32_MAX, QX_TRUNCATED },
    { "frames at 2^31 - 112", FIELD, MD2_AT_FRAMES, INT32_MAX - 111, QX_TRUNCATED },
    { "coordinates at 2^31 - 16", FIELD, MD2_AT_COORDINATES, INT32_MAX - 15, QX_TRUNCATED },
    { "triangles at -2^31", FIELD, MD2_AT_TRIANGLES, INT32_MIN, QX_BAD_DATA },
    { "frames at -1", FIELD, MD2_AT_FRAMES, -1, QX_BAD_DATA },
    { "frames in the head", FIELD, MD2_AT_FRAMES, 67, QX_BAD_DATA },
    { "triangles in the head", FIELD, MD2_AT_TRIANGLES, 0, QX_BAD_DATA },
    { "coordinates in the head", FIELD, MD2_AT_COORDINATES, 12, QX_BAD_DATA },
    { "frames one byte too late", FIELD, MD2_AT_FRAMES, 109, QX_TRUNCATED },
    { "a vertex equal to the count", BYTE_16, 84 + 12 + 2, 4, QX_BAD_DATA },
    { "vertex 65,535", BYTE_16, 84, 65535, QX_BAD_DATA },
    { "a coordinate equal to the count", BYTE_16, 84 + 6, 4, QX_BAD_DATA },
    { "coordinate 65,535", BYTE_16, 84 + 12 + 10, 65535, QX_BAD_DATA },
    { "scale that is no number", REAL, 108 + 4, (double)NAN, QX_BAD_DATA },
    { "endless scale", REAL, 108 + 56 + 8, (double)-INFINITY, QX_BAD_DATA },
    { "scale beyond reason", REAL, 108, 1e30, QX_BAD_DATA },
    { "translate that is no number", REAL, 108 + 12, (double)NAN, QX_BAD_DATA },
    { "endless translate", REAL, 108 + 56 + 20, (double)INFINITY, QX_BAD_DATA },
    { "translate beyond reason", REAL, 108 + 16, -3e38, QX_BAD_DATA },
};

static void tell(uint8_t *file, const lie *l)
{
    if (l->place == FIELD) md2_set(file, l->at, (int32_t)l->value);
    if (l->place == BYTE_16) md2_set_16(file + l->at, (int)l->value);
    if (l->place == REAL) md2_set_float(file + l->at, (float)l->value);
}

static void lies_are_refused_with_a_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lies); i++) {
        size_t size;
        uint8_t *file = md2_make(&(md2_recipe){ 0 }, &size);
        assert_int_equal(size, 220);
        tell(file, &lies[i]);
        qx_model *model = (qx_model *)1;
        qx_error error;
        const qx_result result = load(file, size, &model, &error);
        if (result != lies[i].expected) fail_msg("%s: %s", lies[i].what, qx_result_text(result));
        assert_null(model);
        assert_int_equal(error.code, result);
        assert_true(error.message[0] != '\0');
        assert_true(error.offset <= INT32_MAX);
        if (lies[i].place != FIELD) // the byte, or the triangle that it is in
            assert_true(error.offset + 12 > (uint64_t)lies[i].at &&
                        error.offset <= (uint64_t)lies[i].at);
        assert_int_equal(load(file, size, &model, NULL), result);
        free(file);
    }
}

static void files_cut_anywhere_are_refused(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ .skins = 1 }, &size);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *copy = malloc(cut ? cut : 1);
        assert_non_null(copy);
        memcpy(copy, file, cut);
        qx_model *model;
        qx_error error;
        const qx_result result = load(copy, cut, &model, &error);
        assert_int_equal(result, cut > 0 && cut < 4 ? QX_UNSUPPORTED : QX_TRUNCATED);
        assert_null(model);
        free(copy);
    }
    free(file);
}

// A file of 260 kB that would become 96 MB, and one whose corners all share one place.
static void small_files_do_not_become_large_ones(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(
        &(md2_recipe){ .vertices = 3, .coordinates = 30000, .triangles = 10000, .frames = 400 },
        &size);
    md2_set(file, MD2_FRAMES, 400);
    qx_model *model;
    qx_error error;
    const qx_model_options options = { .limit = 50 << 20 };
    assert_int_equal(qx_model_load_memory(file, size, NULL, &options, NULL, &model, &error),
                     QX_TOO_LARGE);
    assert_non_null(strstr(error.message, "96019200 bytes"));
    free(file);
    file = md2_make(
        &(md2_recipe){ .vertices = 1, .coordinates = 65536, .triangles = 400000, .frames = 1 },
        &size);
    model = md2_loaded(file, size); // at once: joining corners takes time in proportion to them
    assert_int_equal(model->meshes->vertex_count, 65536);
    qx_model_destroy(model);
    free(file);
}

// --- clips

static void clips_are_found_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *names[12];
        const char *clips; // name, first, count
    } cases[] = {
        { { "stand01", "stand02", "run1", "run2", "run3" }, "stand 0 2,run 2 3," },
        { { "pain101", "pain102", "pain201", "pain202" }, "pain1 0 2,pain2 2 2," },
        { { "frame098", "frame099", "frame100", "frame101" }, "frame 0 4," },
        { { "run8", "run9", "run10", "run11" }, "run 0 4," },
        { { "run1", "run2", "run1", "run2" }, "run 0 2,run 2 2," },
        { { "a", "b", "c" }, "a 0 1,b 1 1,c 2 1," },
        { { "idle", "idle", "idle" }, "idle 0 3," },
        { { "001", "002", "003" }, "frames 0 3," },
        { { "", "", "" }, "frames 0 3," },
        { { "walk_01", "walk_02", "crouch-1" }, "walk 0 2,crouch 2 1," },
        { { "run1", "run3", "run7" }, "run 0 3," },
        { { "death1", "death2", "death2" }, "death 0 2,death 2 1," },
        { { "x199", "x200" }, "x 0 2," },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        int32_t frames = 0;
        while (frames < 12 && cases[i].names[frames]) frames++;
        qx_model *model = md2_made(&(md2_recipe){ .frames = frames, .names = cases[i].names });
        char found[256] = "";
        for (uint32_t k = 0; k < model->clip_count; k++) {
            const qx_model_clip *clip = &model->clips[k];
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s %u %u,", clip->name,
                     (unsigned)clip->first, (unsigned)clip->count);
            assert_int_equal(clip->duration, (clip->count - 1) * (QX_KEYFRAME_SECOND / 10));
            assert_int_equal(clip->period, clip->count * (QX_KEYFRAME_SECOND / 10));
            assert_int_equal(clip->times[clip->count - 1], clip->duration);
        }
        assert_string_equal(found, cases[i].clips);
        qx_model_destroy(model);
    }
}

static void frames_a_second_are_an_option(void **state)
{
    (void)state;
    static const struct {
        double given, used;
    } rates[] = { { 0, 10 }, { 25, 25 }, { -1, 10 }, { (double)NAN, 10 }, { 1e9, 10 } };
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ 0 }, &size);
    for (size_t i = 0; i < COUNT(rates); i++) {
        const qx_model_options options = { .frames_a_second = rates[i].given };
        qx_model *model;
        assert_int_equal(qx_model_load_memory(file, size, NULL, &options, NULL, &model, NULL),
                         QX_OK);
        assert_int_equal(model->clips->duration, qx_keyframe_ticks(1.0 / rates[i].used));
        qx_model_destroy(model);
    }
    free(file);
}

// --- damage

static void use(const qx_model *model)
{
    const qx_model_mesh *mesh = model->meshes;
    float *pose = malloc(sizeof *pose * 6 * mesh->vertex_count);
    assert_non_null(pose);
    const qx_keyframe_layout out = { .positions = pose, .normals = pose + 3 * mesh->vertex_count };
    for (uint32_t clip = 0; clip < model->clip_count && clip < 4; clip++) {
        const double place = 0.6 * (double)model->clips[clip].period;
        assert_int_equal(qx_model_pose(model, 0, clip, place, QX_KEYFRAME_CATMULL_ROM, true, &out),
                         QX_OK);
    }
    for (uint32_t i = 0; i < 6 * mesh->vertex_count; i++) assert_true(isfinite(pose[i]));
    free(pose);
}

static void damage(uint8_t *file, size_t size, qx_random *random)
{
    const uint32_t changes = 1 + qx_random_below(random, 4);
    for (uint32_t i = 0; i < changes; i++) {
        const bool head = qx_random_below(random, 2) == 0 && size >= 68;
        const size_t at = qx_random_below(random, head ? 68 : (uint32_t)size);
        static const uint8_t favourites[] = { 0, 1, 0x7F, 0x80, 0xFF };
        const uint32_t kind = qx_random_below(random, 8);
        file[at] = kind < COUNT(favourites) ? favourites[kind] : (uint8_t)qx_random_next(random);
    }
}

static void run_damaged(const uint8_t *file, size_t size, uint64_t seed, uint32_t *read)
{
    qx_random random;
    qx_random_seed(&random, seed, 2);
    const size_t kept =
        qx_random_below(&random, 4) > 0 ? size : qx_random_below(&random, (uint32_t)size);
    uint8_t *copy = malloc(kept ? kept : 1); // exactly: reading behind it is seen
    assert_non_null(copy);
    memcpy(copy, file, kept);
    if (kept > 0) damage(copy, kept, &random);
    qx_model *model;
    qx_error error = { .code = QX_OK };
    const qx_model_options options = { .limit = 1 << 24 };
    const qx_result result = qx_model_load_memory(copy, kept, NULL, &options, NULL, &model, &error);
    assert_true((result == QX_OK) == (model != NULL));
    assert_true(result == QX_OK || error.message[0] != '\0');
    if (model) {
        ++*read;
        use(model);
        uint8_t *again;
        size_t again_size;
        assert_int_equal(qx_model_save_md2(model, NULL, &again, &again_size, NULL, NULL), QX_OK);
        free(again);
        qx_model_destroy(model);
    }
    free(copy);
}

static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(
        &(md2_recipe){ .skins = 1, .vertices = 12, .triangles = 8, .frames = 6, .commands = 5 },
        &size);
    uint32_t read = 0;
    enum { TRIES = 20000 };
    for (uint64_t seed = 0; seed < TRIES; seed++) run_damaged(file, size, seed, &read);
    assert_true(read > TRIES / 10 && read < TRIES * 9 / 10);
    free(file);
    uint8_t *grass = md2_foreign("ufo_grass.md2", &size);
    if (!grass) return;
    for (uint64_t seed = 0; seed < TRIES; seed++) run_damaged(grass, size, seed, &read);
    free(grass);
}

// --- memory

static void loading_survives_every_failing_allocation(void **state)
{
    (void)state;
    size_t size;
    uint8_t *file = md2_make(&(md2_recipe){ .skins = 2, .frames = 4 }, &size);
    md2_vertex(file, 2, 1)[3] = 200; // normals are made too
    long allowed = 0;
    for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        qx_model *model;
        qx_error error = { .code = QX_OK };
        result = qx_model_load_memory(file, size, NULL, NULL, &allocator, &model, &error);
        assert_true(result == QX_OK || (result == QX_NO_MEMORY && error.code == result));
        assert_true((result == QX_OK) == (model != NULL));
        if (model) assert_int_equal(model->bytes, book.live_bytes);
        qx_model_destroy(model);
        assert_int_equal(book.live, 0);
        assert_int_equal(book.live_bytes, 0);
    }
    assert_true(allowed > 10);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals_come_in_the_order_of_the_games),
        cmocka_unit_test(normals_are_unit_all_different_and_found_again),
        cmocka_unit_test(directions_lose_six_degrees_and_at_most_eleven),
        cmocka_unit_test(every_value_is_where_it_belongs),
        cmocka_unit_test(axes_can_stay),
        cmocka_unit_test(the_right_hand_stays_the_right_hand),
        cmocka_unit_test(places_are_split_by_texture_place_alone),
        cmocka_unit_test(odd_files_are_read),
        cmocka_unit_test(sections_may_lie_anywhere),
        cmocka_unit_test(texture_places_may_lie_beyond_the_skin),
        cmocka_unit_test(names_may_lack_their_end),
        cmocka_unit_test(scale_may_be_negative_or_nothing),
        cmocka_unit_test(normals_beyond_the_162_are_made_anew),
        cmocka_unit_test(lies_are_refused_with_a_reason),
        cmocka_unit_test(files_cut_anywhere_are_refused),
        cmocka_unit_test(small_files_do_not_become_large_ones),
        cmocka_unit_test(clips_are_found_by_name),
        cmocka_unit_test(frames_a_second_are_an_option),
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(loading_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
