// SPDX-License-Identifier: MIT
#include <quincunx/keyframe_pose.h>

#include <math.h>

// The article's example: a ball over the floor, and the same ball squashed against it. An
// icosahedron whose faces are split flat into 4^detail and pushed out onto the sphere. Each vertex
// has one number that its corner, edge or face gives it, so nothing has to be searched or merged.

enum { CORNERS = 12, EDGES = 30, FACES = 20, MOST_DETAIL = 6, MOST_KEYS = 5 };

#define X 0.525731112119133606
#define Z 0.850650808352039932

static const double corners[CORNERS][3] = {
    { -X, 0, Z }, { X, 0, Z },   { -X, 0, -Z }, { X, 0, -Z }, { 0, Z, X },  { 0, Z, -X },
    { 0, -Z, X }, { 0, -Z, -X }, { Z, X, 0 },   { -Z, X, 0 }, { Z, -X, 0 }, { -Z, -X, 0 },
};

// Counter-clockwise from outside.
static const uint8_t faces[FACES][3] = {
    { 0, 1, 4 }, { 0, 4, 9 },  { 9, 4, 5 },  { 4, 8, 5 },  { 4, 1, 8 },  { 8, 1, 10 }, { 8, 10, 3 },
    { 5, 8, 3 }, { 5, 3, 2 },  { 2, 3, 7 },  { 7, 3, 10 }, { 7, 10, 6 }, { 7, 6, 11 }, { 11, 6, 0 },
    { 0, 6, 1 }, { 6, 10, 1 }, { 9, 11, 0 }, { 9, 2, 11 }, { 9, 5, 2 },  { 7, 11, 2 },
};

// --- numbers of vertices

typedef struct sphere {
    uint32_t pieces; // of an edge
    uint8_t edges[CORNERS][CORNERS];
} sphere;

static void number_edges(sphere *s)
{
    uint8_t next = 0;
    for (int face = 0; face < FACES; face++) {
        for (int i = 0; i < 3; i++) {
            const uint8_t a = faces[face][i], b = faces[face][(i + 1) % 3];
            if (a < b)
                s->edges[a][b] = s->edges[b][a] = next++; // each edge has a face on both sides
        }
    }
}

static uint32_t on_edge(const sphere *s, uint32_t a, uint32_t b, uint32_t from_a)
{
    const uint32_t along = a < b ? from_a : s->pieces - from_a;
    return CORNERS + s->edges[a][b] * (s->pieces - 1) + along - 1;
}

// A place of a face: a, b and c pieces of its corners, together s->pieces.
static uint32_t number_of(const sphere *s, uint32_t face, uint32_t a, uint32_t b, uint32_t c)
{
    const uint8_t *corner = faces[face];
    if (a == s->pieces) return corner[0];
    if (b == s->pieces) return corner[1];
    if (c == s->pieces) return corner[2];
    if (a == 0) return on_edge(s, corner[1], corner[2], c);
    if (b == 0) return on_edge(s, corner[2], corner[0], a);
    if (c == 0) return on_edge(s, corner[0], corner[1], b);
    const uint32_t inside = (s->pieces - 1) * (s->pieces - 2) / 2;
    const uint32_t rows_before = (c - 1) * (s->pieces - 1) - c * (c - 1) / 2;
    return CORNERS + EDGES * (s->pieces - 1) + face * inside + rows_before + b - 1;
}

static qx_vec3 place_of(uint32_t face, const uint32_t pieces[3])
{
    double p[3] = { 0, 0, 0 };
    for (int corner = 0; corner < 3; corner++)
        for (int axis = 0; axis < 3; axis++)
            p[axis] += (double)pieces[corner] * corners[faces[face][corner]][axis];
    const double by = 1.0 / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    return (qx_vec3){ (float)(p[0] * by), (float)(p[1] * by), (float)(p[2] * by) };
}

static void build_sphere(const sphere *s, qx_vec3 *places)
{
    for (uint32_t face = 0; face < FACES; face++) {
        for (uint32_t c = 0; c <= s->pieces; c++) {
            for (uint32_t b = 0; b + c <= s->pieces; b++) {
                const uint32_t pieces[3] = { s->pieces - b - c, b, c };
                places[number_of(s, face, pieces[0], b, c)] = place_of(face, pieces);
            }
        }
    }
}

static void build_triangles(const sphere *s, uint32_t *indices)
{
    const uint32_t n = s->pieces;
    for (uint32_t face = 0; face < FACES; face++) {
        for (uint32_t c = 0; c < n; c++) {
            for (uint32_t b = 0; b + c < n; b++) {
                const uint32_t a = n - b - c;
                *indices++ = number_of(s, face, a, b, c);
                *indices++ = number_of(s, face, a - 1, b + 1, c);
                *indices++ = number_of(s, face, a - 1, b, c + 1);
                if (a < 2) continue; // and the one upside down beside it
                *indices++ = number_of(s, face, a - 1, b + 1, c);
                *indices++ = number_of(s, face, a - 2, b + 1, c + 1);
                *indices++ = number_of(s, face, a - 1, b, c + 1);
            }
        }
    }
}

// --- keys

typedef struct form {
    double tall;   // height over the ball's own; breadth follows, so that the volume stays
    double middle; // world units over the floor
} form;

static void build_key(form look, double radius, uint32_t count, const qx_vec3 *unit,
                      qx_vec3 *positions, qx_vec3 *normals)
{
    const double broad = 1.0 / sqrt(look.tall);
    for (uint32_t i = count; i-- > 0;) { // backward: the first key's normals are `unit` itself
        const double x = (double)unit[i].x, y = (double)unit[i].y, z = (double)unit[i].z;
        const double nx = x / broad, ny = y / look.tall, nz = z / broad;
        const double by = 1.0 / sqrt(nx * nx + ny * ny + nz * nz);
        positions[i] =
            (qx_vec3){ (float)(radius * broad * x), (float)(radius * look.tall * y + look.middle),
                       (float)(radius * broad * z) };
        normals[i] = (qx_vec3){ (float)(nx * by), (float)(ny * by), (float)(nz * by) };
    }
}

static bool within(float value, float low, float high)
{
    return value >= low && value <= high; // false for NaN
}

static qx_keyframe_ball_desc resolve(const qx_keyframe_ball_desc *desc)
{
    qx_keyframe_ball_desc used = *desc;
    if (used.detail == 0) used.detail = 3;
    if (used.radius == 0.0f) used.radius = 1.0f;
    if (used.height == 0.0f) used.height = 3.0f * used.radius;
    if (used.squash == 0.0f) used.squash = 0.6f;
    if (used.keys == 0) used.keys = 2;
    return used;
}

static bool is_good(const qx_keyframe_ball_desc *desc)
{
    return desc->detail <= MOST_DETAIL && within(desc->radius, 1e-6f, 1e6f) &&
           within(desc->height, 0.0f, 1e6f) && within(desc->squash, 0.2f, 1.0f) &&
           (desc->keys == 2 || desc->keys == MOST_KEYS);
}

qx_keyframe_ball_counts qx_keyframe_ball_bound(const qx_keyframe_ball_desc *desc)
{
    const qx_keyframe_ball_desc used = resolve(desc);
    if (!is_good(&used)) return (qx_keyframe_ball_counts){ 0, 0, 0 };
    const uint32_t triangles = (uint32_t)FACES << (2 * used.detail);
    return (qx_keyframe_ball_counts){ triangles / 2 + 2, 3 * triangles, used.keys };
}

qx_result qx_keyframe_ball_build(const qx_keyframe_ball_desc *desc, qx_vec3 *positions,
                                 qx_vec3 *normals, uint32_t *indices)
{
    const qx_keyframe_ball_desc used = resolve(desc);
    if (!is_good(&used)) return QX_BAD_VALUE;
    const uint32_t count = qx_keyframe_ball_bound(desc).vertices;
    const double radius = (double)used.radius, squash = (double)used.squash;
    const double stretch = 2.0 - squash > 1.15 ? 1.15 : 2.0 - squash;
    const form up = { 1.0, (double)used.height }, flat = { squash, squash * radius };
    const form fast = { stretch, 1.5 * stretch * radius };
    const form keys[2][MOST_KEYS] = { { up, flat }, { up, fast, flat, fast, up } };

    sphere s = { .pieces = 1u << used.detail };
    number_edges(&s);
    build_sphere(&s, normals);
    build_triangles(&s, indices);
    for (uint32_t key = used.keys; key-- > 0;) // the first last: it is made from itself
        build_key(keys[used.keys == MOST_KEYS][key], radius, count, normals,
                  positions + (size_t)key * count, normals + (size_t)key * count);
    return QX_OK;
}
