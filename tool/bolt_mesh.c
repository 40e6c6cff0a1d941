// SPDX-License-Identifier: MIT
#include "bolt.h"

#include <math.h>
#include <quincunx/gltf.h>
#include <quincunx/obj.h>
#include <stdlib.h>
#include <string.h>

// A bolt as a mesh: the ribbon that is drawn on a screen, a tube for space and printers, or lines.

typedef struct mesh_store {
    void *vertices;
    uint32_t *colours, *indices;
    qx_mesh mesh;
} mesh_store;

static void release(mesh_store *store)
{
    free(store->vertices);
    free(store->colours);
    free(store->indices);
}

// Memory for a mesh; false without.
static bool reserve(mesh_store *store, size_t vertices, size_t vertex_bytes, size_t indices)
{
    store->vertices = calloc(vertices + 1, vertex_bytes);
    store->colours = calloc(vertices + 1, sizeof *store->colours);
    store->indices = calloc(indices + 1, sizeof *store->indices);
    store->mesh.positions = store->vertices;
    store->mesh.position_stride = vertex_bytes;
    store->mesh.colours = store->colours;
    store->mesh.indices = store->indices;
    return store->vertices && store->colours && store->indices;
}

// The ramp's colour between core and halo, as dark as the brightness says.
static uint32_t shade(const bolt_look *look, float brightness)
{
    const qx_glow glow = qx_glow_get_ramp((qx_glow_ramp)look->ramp, 0.0f);
    // sRGB is about a square root of light.
    const float factor = sqrtf(fminf(fmaxf(brightness, 0.0f), 1.0f));
    uint32_t colour = 0xFF;
    for (int shift = 8; shift <= 24; shift += 8)
        colour |= (uint32_t)((float)(glow.middle_colour >> shift & 255) * factor + 0.5f) << shift;
    return colour;
}

// --- ribbon

static bool is_same_place(const qx_bolt_vertex *a, const qx_bolt_vertex *b)
{
    return memcmp(a, b, 3 * sizeof a->x) == 0;
}

// Without the triangles from strand to strand, of which two corners are one. Returns how many
// indices are left.
static uint32_t drop_empty(const qx_bolt_vertex *vertices, uint32_t *indices, uint32_t count)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i += 3) {
        const uint32_t corners[] = { indices[i], indices[i + 1], indices[i + 2] };
        const qx_bolt_vertex *a = &vertices[corners[0]], *b = &vertices[corners[1]];
        const qx_bolt_vertex *c = &vertices[corners[2]];
        if (is_same_place(a, b) || is_same_place(b, c) || is_same_place(c, a)) continue;
        for (int k = 0; k < 3; k++) indices[left++] = corners[k];
    }
    return left;
}

static bool build_ribbon(const bolt_look *look, const bolt_moment *moment, mesh_store *store)
{
    const qx_bolt_counts bound = qx_bolt_bound_ribbon(moment->bolt);
    if (!reserve(store, bound.vertices, sizeof(qx_bolt_vertex), bound.indices)) return false;
    qx_bolt_vertex *vertices = store->vertices;
    const qx_bolt_counts counts =
        qx_bolt_build_ribbon(moment->bolt, &moment->pose, NULL, vertices, store->indices, 0, NULL);
    for (uint32_t i = 0; i < counts.vertices; i++)
        store->colours[i] = shade(look, (float)vertices[i].brightness / 65535.0f);
    store->mesh.vertex_count = counts.vertices;
    store->mesh.index_count = drop_empty(vertices, store->indices, counts.indices);
    store->mesh.two_sided = true;
    return true;
}

// --- lines

static bool build_lines(const bolt_look *look, const qx_glow_line *lines, uint32_t count,
                        mesh_store *store)
{
    if (!reserve(store, 2 * (size_t)count, sizeof(qx_vec3), 2 * (size_t)count)) return false;
    qx_vec3 *places = store->vertices;
    for (uint32_t i = 0; i < 2 * count; i++) {
        const qx_glow_line *line = &lines[i / 2];
        places[i] = i % 2 ? line->to : line->from;
        store->colours[i] = shade(look, line->brightness);
        store->indices[i] = i;
    }
    store->mesh.kind = QX_MESH_LINES;
    store->mesh.vertex_count = 2 * count;
    store->mesh.index_count = 2 * (size_t)count;
    return true;
}

// --- tube: a ring of corners at every joint of a strand, carried from one to the next with as
// little turning as there can be, so that it never twists; both ends closed.

enum { SIDES = 6 };

typedef struct tube_pen {
    mesh_store *store;
    const bolt_look *look;
    float radius;         // of a line of scale 1
    uint32_t ring;        // first vertex of the last ring
    qx_vec3 along, aside; // unit vectors of the last ring
} tube_pen;

static qx_vec3 minus(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static qx_vec3 plus_times(qx_vec3 a, float factor, qx_vec3 b)
{
    return (qx_vec3){ a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z };
}

static float dot(qx_vec3 a, qx_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static qx_vec3 cross(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// Of length 1; `otherwise` where it has none.
static qx_vec3 unit(qx_vec3 v, qx_vec3 otherwise)
{
    const double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    const double length = sqrt(x * x + y * y + z * z);
    if (length < 1e-30) return otherwise;
    return (qx_vec3){ (float)(x / length), (float)(y / length), (float)(z / length) };
}

static qx_vec3 any_aside(qx_vec3 along)
{
    const bool steep = fabsf(along.y) > 0.9f;
    const qx_vec3 other = steep ? (qx_vec3){ 1, 0, 0 } : (qx_vec3){ 0, 1, 0 };
    return unit(cross(along, other), (qx_vec3){ 0, 0, 1 });
}

// What is left of the last ring's direction across the new way.
static void turn_pen(tube_pen *pen, qx_vec3 along)
{
    const qx_vec3 rest = plus_times(pen->aside, -dot(pen->aside, along), along);
    pen->aside = unit(rest, any_aside(along));
    pen->along = along;
}

static void add_ring(tube_pen *pen, qx_vec3 centre, float radius, float brightness)
{
    static const float cosines[SIDES] = { 1, 0.5f, -0.5f, -1, -0.5f, 0.5f };
    static const float sines[SIDES] = { 0, 0.866025404f,  0.866025404f,
                                        0, -0.866025404f, -0.866025404f };
    mesh_store *store = pen->store;
    const qx_vec3 up = cross(pen->along, pen->aside);
    qx_vec3 *places = store->vertices;
    pen->ring = store->mesh.vertex_count;
    for (int i = 0; i < SIDES; i++) {
        const qx_vec3 place = plus_times(centre, radius * cosines[i], pen->aside);
        places[pen->ring + (uint32_t)i] = plus_times(place, radius * sines[i], up);
        store->colours[pen->ring + (uint32_t)i] = shade(pen->look, brightness);
    }
    store->mesh.vertex_count += SIDES;
}

static void add_triangle(mesh_store *store, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *at = store->indices + store->mesh.index_count;
    at[0] = a;
    at[1] = b;
    at[2] = c;
    store->mesh.index_count += 3;
}

// The space of pictures is left-handed, so what runs clockwise by its numbers is seen from outside
// to run counter-clockwise.
static void close_start(tube_pen *pen)
{
    for (uint32_t i = 1; i + 1 < SIDES; i++)
        add_triangle(pen->store, pen->ring, pen->ring + i, pen->ring + i + 1);
}

static void close_end(tube_pen *pen)
{
    for (uint32_t i = 1; i + 1 < SIDES; i++)
        add_triangle(pen->store, pen->ring, pen->ring + i + 1, pen->ring + i);
}

static void join_rings(tube_pen *pen, uint32_t from)
{
    for (uint32_t i = 0; i < SIDES; i++) {
        const uint32_t next = (i + 1) % SIDES;
        add_triangle(pen->store, from + i, pen->ring + i, from + next);
        add_triangle(pen->store, from + next, pen->ring + i, pen->ring + next);
    }
}

static bool goes_on(const qx_glow_line *line, const qx_glow_line *next)
{
    return line->to.x == next->from.x && line->to.y == next->from.y && line->to.z == next->from.z;
}

// One tube of the lines that follow each other; returns how many.
static uint32_t add_tube(tube_pen *pen, const qx_glow_line *lines, uint32_t count)
{
    const qx_vec3 down = { 0, 1, 0 };
    qx_vec3 way = unit(minus(lines[0].to, lines[0].from), down);
    pen->aside = any_aside(way);
    turn_pen(pen, way);
    add_ring(pen, lines[0].from, pen->radius * lines[0].scale, lines[0].brightness);
    close_start(pen);
    uint32_t taken = 0;
    for (bool more = true; more; taken++) {
        const qx_glow_line *line = &lines[taken];
        more = taken + 1 < count && goes_on(line, line + 1);
        const qx_vec3 next = more ? unit(minus(line[1].to, line[1].from), way) : way;
        const uint32_t before = pen->ring;
        turn_pen(pen, unit(plus_times(way, 1.0f, next), way));
        add_ring(pen, line->to, pen->radius * line->scale, line->brightness);
        join_rings(pen, before);
        way = next;
    }
    close_end(pen);
    return taken;
}

// At most one tube a line: two rings, two ends, twelve sides.
static bool build_tubes(const bolt_look *look, float radius, const qx_glow_line *lines,
                        uint32_t count, mesh_store *store)
{
    const size_t triangles = 2 * SIDES + 2 * (SIDES - 2);
    if (!reserve(store, (size_t)count * 2 * SIDES, sizeof(qx_vec3), count * triangles * 3))
        return false;
    tube_pen pen = { .store = store, .look = look, .radius = radius };
    for (uint32_t done = 0; done < count;) done += add_tube(&pen, lines + done, count - done);
    return true;
}

// --- the file

static bool build_from_lines(const bolt_look *look, const bolt_moment *moment, mesh_store *store)
{
    uint32_t count;
    qx_glow_line *lines = bolt_lines_build(moment, &count, NULL);
    const float radius = qx_bolt_get_info(moment->bolt).width / 2.0f;
    bool done = lines != NULL;
    if (done && look->mesh == BOLT_LINES) done = build_lines(look, lines, count, store);
    if (done && look->mesh == BOLT_TUBE) done = build_tubes(look, radius, lines, count, store);
    free(lines);
    return done;
}

static qx_result fail(qx_error *error, qx_result code, const char *words)
{
    *error = (qx_error){ .code = code };
    for (size_t i = 0; words[i] && i + 1 < sizeof error->message; i++) error->message[i] = words[i];
    return code;
}

static qx_result save(const bolt_look *look, mesh_store *store, const char *path, qx_error *error)
{
    store->mesh.name = "bolt";
    store->mesh.finish = look->emission > 0.0 ? QX_MESH_GLOWING : QX_MESH_UNLIT;
    store->mesh.glow = (float)look->emission;
    if (look->emission > 0.0) {
        store->mesh.colours = NULL; // what shines has one colour in glTF
        store->mesh.colour = shade(look, 1.0f);
    }
    const qx_mesh_set set = { .meshes = &store->mesh, .count = 1, .metres = (float)look->metres };
    if (look->format == BOLT_OBJ) return qx_obj_save_file(&set, path, NULL, error);
    return qx_gltf_save_file(&set, path, NULL, error);
}

qx_result bolt_mesh_save(const bolt_look *look, const bolt_moment *moment, const char *path,
                         qx_error *error)
{
    mesh_store store = { 0 };
    bool built = true;
    if (moment->visible)
        built = look->mesh == BOLT_RIBBON ? build_ribbon(look, moment, &store)
                                          : build_from_lines(look, moment, &store);
    qx_result result;
    if (!built)
        result = fail(error, QX_NO_MEMORY, "out of memory");
    else if (store.mesh.index_count == 0)
        result = fail(error, QX_NOT_FOUND, "nothing is to be seen at this moment: see --life");
    else
        result = save(look, &store, path, error);
    release(&store);
    return result;
}
