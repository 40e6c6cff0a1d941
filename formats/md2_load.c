// SPDX-License-Identifier: MIT
#include "md2_load.h"

#include "error.h"
#include "md2_clips.h"
#include "md2_normals.h"
#include "model_corners.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdalign.h>
#include <string.h>

// MD2's vertices are places, and a triangle's corners name a place and a texture place each; here a
// vertex is both, so that a place is repeated for every texture place it is used with.

enum {
    HEAD = 68,
    SKIN = 64,
    COORDINATE = 4,
    TRIANGLE = 12,
    FRAME = 40, // before its vertices
    MOST_COUNT = 1 << 24
};

// The header's fields, in order.
enum {
    IDENT,
    VERSION,
    SKIN_WIDTH,
    SKIN_HEIGHT,
    FRAME_SIZE,
    SKINS,
    VERTICES,
    COORDINATES,
    TRIANGLES,
    COMMANDS,
    FRAMES,
    AT_SKINS,
    AT_COORDINATES,
    AT_TRIANGLES,
    AT_FRAMES,
    AT_COMMANDS,
    AT_END,
    FIELDS
};

typedef struct md2 {
    const uint8_t *bytes;
    size_t size;
    int32_t head[FIELDS];
    model_arena *arena;
    qx_error *error;
    float normals[MD2_NORMALS][3]; // in the model's axes
    // Of the vertices as they come out: their place and texture place in the file.
    uint32_t *places, *coordinates;
    uint32_t *indices;
    uint32_t vertex_count;
} md2;

// --- bytes

static uint16_t get_16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static uint32_t get_32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static float get_float(const uint8_t *at)
{
    const uint32_t bits = get_32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool md2_is(const uint8_t *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "IDP2", 4) == 0;
}

// --- the head

static qx_result no_memory(const md2 *m)
{
    return qx_error_set(m->error, QX_NO_MEMORY, 0, "out of memory");
}

static uint64_t frame_bytes(const md2 *m)
{
    return FRAME + 4 * (uint64_t)m->head[VERTICES];
}

// A section of `count` things of `size` bytes, of which the last may be shorter.
static qx_result check_section(const md2 *m, int at, int32_t count, uint64_t size, uint64_t last,
                               const char *what)
{
    const int32_t first = m->head[at];
    if (count == 0) return QX_OK;
    if (first < HEAD)
        return qx_error_set(m->error, QX_BAD_DATA, 4 * (uint64_t)at,
                            "%s begin at byte %" PRId32 ", within the head", what, first);
    const uint64_t end = (uint64_t)first + (uint64_t)(count - 1) * size + last;
    if (end > m->size)
        return qx_error_set(m->error, QX_TRUNCATED, (uint64_t)first,
                            "%" PRId32 " %s end at byte %" PRIu64 " of %zu", count, what, end,
                            m->size);
    return QX_OK;
}

static qx_result check_counts(const md2 *m)
{
    static const struct {
        int field;
        const char *what;
        int32_t least;
    } counts[] = { { SKINS, "skins", 0 },
                   { VERTICES, "vertices", 1 },
                   { TRIANGLES, "triangles", 1 },
                   { FRAMES, "frames", 1 },
                   { COORDINATES, "texture coordinates", 0 } };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const int32_t count = m->head[counts[i].field];
        if (count < counts[i].least || count > MOST_COUNT)
            return qx_error_set(m->error, QX_BAD_DATA, 4 * (uint64_t)counts[i].field,
                                "%" PRId32 " %s", count, counts[i].what);
    }
    for (int i = VERTICES; i <= COORDINATES; i++)
        if (m->head[i] > 65536)
            return qx_error_set(m->error, QX_TOO_LARGE, 4 * (uint64_t)i,
                                "%" PRId32 " %s: more than 16 bits can name", m->head[i],
                                i == VERTICES ? "vertices" : "texture coordinates");
    const int32_t frame = m->head[FRAME_SIZE];
    if (frame < 0 || (uint64_t)frame < frame_bytes(m))
        return qx_error_set(m->error, QX_BAD_DATA, 4 * FRAME_SIZE,
                            "frames of %" PRId32 " bytes; %" PRId32 " vertices need %" PRIu64,
                            frame, m->head[VERTICES], frame_bytes(m));
    return QX_OK;
}

static qx_result check_sections(const md2 *m)
{
    const int32_t *h = m->head;
    qx_result result = check_section(m, AT_SKINS, h[SKINS], SKIN, SKIN, "skins");
    if (result == QX_OK)
        result = check_section(m, AT_COORDINATES, h[COORDINATES], COORDINATE, COORDINATE,
                               "texture coordinates");
    if (result == QX_OK)
        result = check_section(m, AT_TRIANGLES, h[TRIANGLES], TRIANGLE, TRIANGLE, "triangles");
    if (result == QX_OK)
        result = check_section(m, AT_FRAMES, h[FRAMES], (uint64_t)h[FRAME_SIZE], frame_bytes(m),
                               "frames");
    return result;
}

static void warn_of_limits(const md2 *m)
{
    static const struct {
        int field;
        int32_t most;
        const char *what;
    } limits[] = { { VERTICES, 2048, "vertices" },
                   { TRIANGLES, 4096, "triangles" },
                   { FRAMES, 512, "frames" },
                   { SKINS, 32, "skins" } };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const int32_t count = m->head[limits[i].field];
        if (count > limits[i].most)
            model_warn(m->arena, "%" PRId32 " %s: games of the format take %" PRId32, count,
                       limits[i].what, limits[i].most);
    }
    if (m->head[AT_END] != (int64_t)m->size)
        model_warn(m->arena, "the head says the file ends at byte %" PRId32 ", it ends at %zu",
                   m->head[AT_END], m->size);
}

static qx_result read_head(md2 *m)
{
    if (m->size < HEAD)
        return qx_error_set(m->error, QX_TRUNCATED, m->size, "the head of 68 bytes ends early");
    for (int i = 0; i < FIELDS; i++) m->head[i] = (int32_t)get_32(m->bytes + 4 * i);
    if (m->head[VERSION] != 8)
        return qx_error_set(m->error, QX_UNSUPPORTED, 4, "version %" PRId32 ", not 8",
                            m->head[VERSION]);
    qx_result result = check_counts(m);
    if (result == QX_OK) result = check_sections(m);
    if (result == QX_OK) warn_of_limits(m);
    return result;
}

// --- triangles

// Numbers of each corner's place and texture place.
typedef struct corner_numbers {
    uint32_t *places, *coordinates;
} corner_numbers;

static qx_result read_corner(const md2 *m, size_t at, size_t corner, const corner_numbers *c)
{
    const uint32_t place = get_16(m->bytes + at), coordinate = get_16(m->bytes + at + 6);
    const uint32_t places = (uint32_t)m->head[VERTICES];
    const uint32_t coordinates = (uint32_t)m->head[COORDINATES];
    if (place >= places)
        return qx_error_set(m->error, QX_BAD_DATA, at,
                            "triangle %zu names vertex %" PRIu32 " of %" PRIu32, corner / 3, place,
                            places);
    if (coordinates > 0 && coordinate >= coordinates)
        return qx_error_set(m->error, QX_BAD_DATA, at + 6,
                            "triangle %zu names texture coordinate %" PRIu32 " of %" PRIu32,
                            corner / 3, coordinate, coordinates);
    c->places[corner] = place;
    c->coordinates[corner] = coordinates > 0 ? coordinate : 0;
    return QX_OK;
}

// Front faces are clockwise in the file.
static qx_result read_triangles(const md2 *m, const corner_numbers *c)
{
    static const size_t order[3] = { 0, 2, 1 };
    const size_t count = (size_t)m->head[TRIANGLES];
    for (size_t corner = 0; corner < 3 * count; corner++) {
        const size_t triangle = (size_t)m->head[AT_TRIANGLES] + TRIANGLE * (corner / 3);
        const qx_result result = read_corner(m, triangle + 2 * order[corner % 3], corner, c);
        if (result != QX_OK) return result;
    }
    return QX_OK;
}

static qx_result join_corners(md2 *m, uint32_t corners, const corner_numbers *c, uint32_t *examples)
{
    const uint32_t coordinates = (uint32_t)m->head[COORDINATES];
    const model_corner_key keys[] = { { c->places, (uint32_t)m->head[VERTICES] },
                                      { c->coordinates, coordinates > 0 ? coordinates : 1 } };
    if (!model_corners_join(keys, 2, corners, &m->arena->allocator, m->indices, examples,
                            &m->vertex_count))
        return no_memory(m);
    m->places = model_take(m->arena, m->vertex_count, sizeof *m->places);
    m->coordinates = model_take(m->arena, m->vertex_count, sizeof *m->coordinates);
    if (!m->places || !m->coordinates) return no_memory(m);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        m->places[i] = c->places[examples[i]];
        m->coordinates[i] = c->coordinates[examples[i]];
    }
    return QX_OK;
}

static qx_result make_vertices(md2 *m)
{
    const uint32_t corners = 3 * (uint32_t)m->head[TRIANGLES];
    const size_t bytes = 3 * (size_t)corners * sizeof(uint32_t);
    m->indices = model_take(m->arena, corners, sizeof *m->indices);
    uint32_t *memory = qx_allocate(&m->arena->allocator, bytes, alignof(uint32_t));
    qx_result result = no_memory(m);
    if (m->indices && memory) {
        const corner_numbers c = { memory, memory + corners };
        result = read_triangles(m, &c);
        if (result == QX_OK) result = join_corners(m, corners, &c, memory + 2 * (size_t)corners);
    }
    qx_release(&m->arena->allocator, memory, bytes);
    return result;
}

// What a small file can become: frames may lie over each other, and a place may be repeated for
// every texture place.
static qx_result check_limit(const md2 *m, const qx_model_options *options)
{
    const size_t limit = options && options->limit ? options->limit : MODEL_LIMIT;
    const uint64_t bytes = 24 * (uint64_t)m->vertex_count * (uint64_t)m->head[FRAMES];
    if (bytes <= limit) return QX_OK;
    return qx_error_set(m->error, QX_TOO_LARGE, 4 * FRAMES,
                        "%" PRId32 " frames of %" PRIu32 " vertices take %" PRIu64 " bytes",
                        m->head[FRAMES], m->vertex_count, bytes);
}

static float *read_coordinates(md2 *m)
{
    float *places = model_take(m->arena, 2 * (size_t)m->vertex_count, sizeof *places);
    const float width = (float)m->head[SKIN_WIDTH], height = (float)m->head[SKIN_HEIGHT];
    for (uint32_t i = 0; places && i < m->vertex_count; i++) {
        const size_t at = (size_t)m->head[AT_COORDINATES] + COORDINATE * (size_t)m->coordinates[i];
        places[2 * (size_t)i] = (float)(int16_t)get_16(m->bytes + at) / width;
        places[2 * (size_t)i + 1] = (float)(int16_t)get_16(m->bytes + at + 2) / height;
    }
    return places;
}

static bool has_coordinates(const md2 *m)
{
    if (m->head[COORDINATES] == 0) return false;
    if (m->head[SKIN_WIDTH] > 0 && m->head[SKIN_HEIGHT] > 0) return true;
    model_warn(m->arena, "a skin of %" PRId32 "x%" PRId32 ": texture coordinates are left out",
               m->head[SKIN_WIDTH], m->head[SKIN_HEIGHT]);
    return false;
}

// --- frames

static void turn(const float from[3], bool file_axes, float to[3])
{
    to[0] = from[0];
    to[1] = file_axes ? from[1] : from[2];
    to[2] = file_axes ? from[2] : -from[1];
}

static void make_normals(md2 *m, bool file_axes)
{
    float normals[MD2_NORMALS][3];
    md2_normals_build(normals);
    for (int i = 0; i < MD2_NORMALS; i++) turn(normals[i], file_axes, m->normals[i]);
}

// The bytes that become x, y and z, and what one of their steps is.
typedef struct frame_axes {
    int byte[3];
    float scale[3], move[3];
} frame_axes;

static frame_axes axes_of(const uint8_t *frame, bool file_axes)
{
    float scale[3], move[3];
    for (int axis = 0; axis < 3; axis++) {
        scale[axis] = get_float(frame + 4 * axis);
        move[axis] = get_float(frame + 12 + 4 * axis);
    }
    frame_axes axes = { .byte = { 0, file_axes ? 1 : 2, file_axes ? 2 : 1 } };
    turn(scale, file_axes, axes.scale);
    turn(move, file_axes, axes.move);
    return axes;
}

// False where a normal is none of the 162.
static bool read_frame(const md2 *m, const uint8_t *frame, const frame_axes *axes, float *positions,
                       float *normals)
{
    const uint8_t *vertices = frame + FRAME;
    uint8_t most = 0;
    for (uint32_t i = 0; i < m->vertex_count; i++, positions += 3, normals += 3) {
        const uint8_t *v = vertices + 4 * (size_t)m->places[i];
        for (int axis = 0; axis < 3; axis++)
            positions[axis] = (float)v[axes->byte[axis]] * axes->scale[axis] + axes->move[axis];
        const float *normal = m->normals[v[3] < MD2_NORMALS ? v[3] : 0];
        for (int axis = 0; axis < 3; axis++) normals[axis] = normal[axis];
        most = v[3] > most ? v[3] : most;
    }
    return most < MD2_NORMALS;
}

// Only those whose number is none of the 162.
static qx_result mend_normals(const md2 *m, const uint8_t *frame, const float *positions,
                              float *normals)
{
    const size_t bytes = 3 * (size_t)m->vertex_count * sizeof(float);
    float *made = qx_allocate(&m->arena->allocator, bytes, alignof(float));
    if (!made) return no_memory(m);
    qx_keyframe_normals_build(positions, 12, m->vertex_count, m->indices,
                              3 * (uint32_t)m->head[TRIANGLES], true, made, 12);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        if (frame[FRAME + 4 * (size_t)m->places[i] + 3] < MD2_NORMALS) continue;
        memcpy(normals + 3 * (size_t)i, made + 3 * (size_t)i, 3 * sizeof *made);
    }
    qx_release(&m->arena->allocator, made, bytes);
    return QX_OK;
}

static qx_result check_frame(const md2 *m, size_t at, int32_t number)
{
    for (int i = 0; i < 6; i++) {
        const float value = get_float(m->bytes + at + 4 * i);
        if (!(fabsf(value) <= (i < 3 ? 1e6f : 5e8f)))
            return qx_error_set(m->error, QX_BAD_DATA, at + 4 * (size_t)i,
                                "frame %" PRId32 ": %s is not finite or too large", number,
                                i < 3 ? "scale" : "translate");
    }
    return QX_OK;
}

static qx_result read_frames(md2 *m, bool file_axes, float *positions, float *normals)
{
    int32_t mended = 0;
    make_normals(m, file_axes);
    for (int32_t i = 0; i < m->head[FRAMES]; i++) {
        const size_t at = (size_t)m->head[AT_FRAMES] + (size_t)i * (size_t)m->head[FRAME_SIZE];
        const size_t first = 3 * (size_t)i * m->vertex_count;
        qx_result result = check_frame(m, at, i);
        if (result != QX_OK) return result;
        const frame_axes axes = axes_of(m->bytes + at, file_axes);
        const bool odd = !read_frame(m, m->bytes + at, &axes, positions + first, normals + first);
        if (odd) result = mend_normals(m, m->bytes + at, positions + first, normals + first);
        if (result != QX_OK) return result;
        mended += odd;
    }
    if (mended > 0)
        model_warn(m->arena, "%" PRId32 " frames with normals beyond 161: made from triangles",
                   mended);
    return QX_OK;
}

// --- names

static qx_result read_skins(md2 *m)
{
    const uint32_t count = (uint32_t)m->head[SKINS];
    const char **skins = model_take(m->arena, count, sizeof *skins);
    if (!skins) return no_memory(m);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *at = m->bytes + m->head[AT_SKINS] + (size_t)SKIN * i;
        skins[i] = model_take_name(m->arena, at, SKIN);
        if (!skins[i]) return no_memory(m);
        if (!memchr(at, 0, SKIN)) model_warn(m->arena, "skin %" PRIu32 ": its name has no end", i);
    }
    m->arena->model.skins = skins;
    m->arena->model.skin_count = count;
    return QX_OK;
}

static const char **read_frame_names(md2 *m)
{
    const uint32_t count = (uint32_t)m->head[FRAMES];
    const char **names = model_take(m->arena, count, sizeof *names);
    for (uint32_t i = 0; names && i < count; i++) {
        const size_t at = (size_t)m->head[AT_FRAMES] + (size_t)i * (size_t)m->head[FRAME_SIZE];
        names[i] = model_take_name(m->arena, m->bytes + at + 24, 16);
        if (!names[i]) return NULL;
    }
    return names;
}

// --- all of it

static qx_result read_mesh(md2 *m, const qx_model_options *options)
{
    const size_t floats = 3 * (size_t)m->vertex_count;
    qx_model_mesh *mesh = model_take(m->arena, 1, sizeof *mesh);
    float *positions = model_take(m->arena, floats * (size_t)m->head[FRAMES], sizeof *positions);
    float *normals = model_take(m->arena, floats * (size_t)m->head[FRAMES], sizeof *normals);
    const char **names = read_frame_names(m);
    const bool textured = has_coordinates(m);
    const float *coordinates = textured ? read_coordinates(m) : NULL;
    if (!mesh || !positions || !normals || !names || (textured && !coordinates))
        return no_memory(m);
    const qx_result result = read_frames(m, options && options->file_axes, positions, normals);
    *mesh = (qx_model_mesh){ .name = "md2",
                             .kind = m->head[FRAMES] > 1 ? QX_MODEL_KEYS : QX_MODEL_STILL,
                             .vertex_count = m->vertex_count,
                             .index_count = 3 * (uint32_t)m->head[TRIANGLES],
                             .indices = m->indices,
                             .texture_places = coordinates,
                             .colour = 0xFFFFFFFF,
                             .skin = m->head[SKINS] > 0 ? m->arena->model.skins[0] : NULL,
                             .skin_width = textured ? (uint32_t)m->head[SKIN_WIDTH] : 0,
                             .skin_height = textured ? (uint32_t)m->head[SKIN_HEIGHT] : 0,
                             .key_count = (uint32_t)m->head[FRAMES],
                             .positions = positions,
                             .normals = normals,
                             .key_names = names };
    m->arena->model.meshes = mesh;
    m->arena->model.mesh_count = 1;
    return result;
}

qx_result md2_load(const uint8_t *bytes, size_t size, const qx_model_options *options,
                   model_arena *arena, qx_error *error)
{
    md2 m = { .bytes = bytes, .size = size, .arena = arena, .error = error };
    arena->model.format = "MD2";
    qx_result result = read_head(&m);
    if (result == QX_OK) result = make_vertices(&m);
    if (result == QX_OK) result = check_limit(&m, options);
    if (result == QX_OK) result = read_skins(&m);
    if (result == QX_OK) result = read_mesh(&m, options);
    if (result == QX_OK && !md2_clips_find(arena, options ? options->frames_a_second : 0.0))
        result = no_memory(&m);
    return result;
}
