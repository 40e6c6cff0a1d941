// SPDX-License-Identifier: MIT
#include "gltf_load.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Meshes as a model has them: each primitive of each node that is shown, put where the node puts
// it. Deltas are turned with their base; those of normals are also divided by what makes the base's
// normal unit, so that a morphed normal points where the file's would.
// Without normals a surface is flat: every triangle then gets vertices of its own.

enum { MODE_STRIP = 5, MODE_FAN = 6 };

typedef struct builder {
    gltf_file *g;
    uint32_t number; // of the mesh in the file
    const gltf_mesh *from;
    const gltf_primitive *primitive;
    bool moved, mirrored;
    double place[12], turn[9]; // of positions; of normals
    uint32_t source_count;     // vertices in the file
    uint32_t *corners;         // flat: each vertex's in the file; NULL otherwise
    float *normal_scale;       // of vertices in the file: what made them unit; NULL: no targets
    qx_model_mesh *mesh;
} builder;

static qx_result fail(builder *b, const char *fault)
{
    return gltf_fail(b->g, QX_BAD_DATA, "meshes[%" PRIu32 "]/primitives[%" PRIu32 "]: %s",
                     b->number, (uint32_t)(b->primitive - b->from->primitives), fault);
}

static const gltf_accessor *accessor(const builder *b, uint32_t number)
{
    return &b->g->accessors[number];
}

// --- turning

// Cofactors are the inverse transposed times the determinant; they are there for flat shapes too.
static double find_turn(const double m[12], double turn[9])
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            const int r1 = (row + 1) % 3, r2 = (row + 2) % 3;
            const int c1 = (column + 1) % 3, c2 = (column + 2) % 3;
            turn[3 * row + column] =
                m[4 * r1 + c1] * m[4 * r2 + c2] - m[4 * r1 + c2] * m[4 * r2 + c1];
        }
    return m[0] * turn[0] + m[1] * turn[1] + m[2] * turn[2];
}

static void set_place(builder *b, const double place[12])
{
    static const double still[12] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 };
    b->moved = false;
    for (int i = 0; i < 12; i++) b->moved = b->moved || place[i] != still[i];
    memcpy(b->place, place, sizeof b->place);
    b->mirrored = find_turn(place, b->turn) < 0.0;
    for (int i = 0; i < 9 && b->mirrored; i++) b->turn[i] = -b->turn[i];
}

static bool is_far(const float v[3])
{
    return !(fabsf(v[0]) <= 1e9f && fabsf(v[1]) <= 1e9f && fabsf(v[2]) <= 1e9f); // NaN is far
}

// @param move  1 for places, 0 for deltas.
static qx_result place_all(builder *b, float *values, uint32_t count, double move)
{
    const double *m = b->place;
    for (float *v = values, *end = values + 3 * (size_t)count; v < end; v += 3) {
        const double x = (double)v[0], y = (double)v[1], z = (double)v[2];
        for (int row = 0; row < 3 && b->moved; row++)
            v[row] = (float)(m[4 * row] * x + m[4 * row + 1] * y + m[4 * row + 2] * z +
                             move * m[4 * row + 3]);
        if (is_far(v)) return fail(b, "a POSITION is not finite, or beyond 1e9");
    }
    return QX_OK;
}

static void turn(const builder *b, const float v[3], double to[3])
{
    const double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    for (int row = 0; row < 3; row++)
        to[row] = b->moved
                      ? b->turn[3 * row] * x + b->turn[3 * row + 1] * y + b->turn[3 * row + 2] * z
                      : (double)v[row];
}

// Unit ones stay as they are, to the bit; those of no length become (0, 0, 1).
static void make_unit(const builder *b, float *v, float *scale)
{
    double n[3];
    turn(b, v, n);
    const double square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const bool unit = fabs(square - 1.0) <= 3e-7;
    const double by = unit ? 1.0 : square > 1e-60 ? 1.0 / sqrt(square) : 0.0;
    for (int i = 0; i < 3; i++) v[i] = (float)(n[i] * by);
    if (by == 0.0) v[2] = 1.0f;
    if (scale) *scale = (float)by;
}

static qx_result turn_deltas(builder *b, float *values, const uint32_t *indices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        double n[3];
        float *v = values + 3 * (size_t)i;
        const double scale = (double)b->normal_scale[indices ? indices[i] : i];
        turn(b, v, n);
        for (int k = 0; k < 3; k++) v[k] = (float)(n[k] * scale);
        if (is_far(v)) return fail(b, "the NORMAL of a target is not finite, or beyond 1e9");
    }
    return QX_OK;
}

// --- from vertices of the file to those of the mesh

// Memory for what is read: the model's own where it is that, too.
static void *take_source(builder *b, size_t count, size_t size)
{
    return b->corners ? gltf_take_scratch(b->g, count, size) : gltf_take(b->g, count, size);
}

static float *read_source(builder *b, uint32_t number)
{
    const gltf_accessor *a = accessor(b, number);
    float *values = take_source(b, (size_t)a->count * a->width, sizeof *values);
    if (!values || gltf_read_floats(b->g, a, values) != QX_OK) return NULL;
    return values;
}

// The source itself where vertices are shared; NULL without memory.
static const float *spread(builder *b, const float *source, uint32_t width)
{
    if (!b->corners) return source;
    const size_t count = b->mesh->vertex_count;
    float *values = gltf_take(b->g, count * width, sizeof *values);
    for (size_t i = 0; values && i < count; i++)
        memcpy(values + i * width, source + (size_t)b->corners[i] * width, width * sizeof *values);
    return values;
}

// --- triangles

static uint32_t triangle_room(uint32_t mode, uint32_t count)
{
    if (count < 3) return 0;
    return mode >= MODE_STRIP ? 3 * (count - 2) : count / 3 * 3;
}

// Every second triangle of a strip is turned round.
static void corners_of(uint32_t mode, uint32_t triangle, uint32_t corner[3])
{
    const uint32_t t = triangle, odd = t % 2;
    if (mode == MODE_FAN) {
        corner[0] = t + 1;
        corner[1] = t + 2;
        corner[2] = 0;
    } else if (mode == MODE_STRIP) {
        corner[0] = t;
        corner[1] = t + 1 + odd;
        corner[2] = t + 2 - odd;
    } else {
        for (uint32_t i = 0; i < 3; i++) corner[i] = 3 * t + i;
    }
}

static void list_triangles(const builder *b, const uint32_t *raw, uint32_t count, uint32_t *indices,
                           uint32_t *made)
{
    const uint32_t mode = b->primitive->mode;
    for (uint32_t t = 0; t < count / 3; t++) {
        uint32_t c[3];
        corners_of(mode, t, c);
        const uint32_t v[3] = { raw[c[0]], raw[c[1]], raw[c[2]] };
        // Where strips are sewn together.
        if (mode == MODE_STRIP && (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])) continue;
        indices[(*made)++] = v[0];
        indices[(*made)++] = b->mirrored ? v[2] : v[1];
        indices[(*made)++] = b->mirrored ? v[1] : v[2];
    }
}

static qx_result read_triangles(builder *b, uint32_t **indices, uint32_t *made)
{
    const gltf_primitive *p = b->primitive;
    const bool indexed = p->indices != GLTF_NONE;
    const uint32_t count = indexed ? accessor(b, p->indices)->count : b->source_count;
    const uint32_t room = triangle_room(p->mode, count);
    uint32_t *raw = gltf_take_scratch(b->g, count, sizeof *raw);
    *indices = gltf_take(b->g, room, sizeof **indices);
    if (!raw || !*indices) return b->g->failed;
    for (uint32_t i = 0; !indexed && i < count; i++) raw[i] = i;
    if (indexed && gltf_read_indices(b->g, accessor(b, p->indices), raw) != QX_OK)
        return b->g->failed;
    for (uint32_t i = 0; i < count; i++)
        if (raw[i] >= b->source_count) return fail(b, "an index beyond its vertices");
    list_triangles(b, raw, room, *indices, made);
    if (p->mode == 4 && count % 3 != 0)
        model_warn(b->g->arena,
                   "meshes[%" PRIu32 "]: %" PRIu32 " corners of no triangle are left out",
                   b->number, count % 3);
    return QX_OK;
}

static qx_result set_triangles(builder *b, uint32_t *indices, uint32_t count)
{
    qx_model_mesh *mesh = b->mesh;
    mesh->indices = indices;
    mesh->index_count = count;
    mesh->vertex_count = b->source_count;
    mesh->flat = b->primitive->normal == GLTF_NONE;
    if (!mesh->flat) return QX_OK;
    b->corners = gltf_take_scratch(b->g, count, sizeof *b->corners);
    if (!b->corners) return b->g->failed;
    memcpy(b->corners, indices, count * sizeof *indices);
    for (uint32_t i = 0; i < count; i++) indices[i] = i;
    mesh->vertex_count = count;
    return QX_OK;
}

// --- the base

static qx_result set_positions(builder *b)
{
    float *source = read_source(b, b->primitive->position);
    if (!source || place_all(b, source, b->source_count, 1.0) != QX_OK) return b->g->failed;
    b->mesh->positions = spread(b, source, 3);
    return b->mesh->positions ? QX_OK : b->g->failed;
}

static qx_result set_flat_normals(builder *b)
{
    const qx_model_mesh *mesh = b->mesh;
    float *normals = gltf_take(b->g, 3 * (size_t)mesh->vertex_count, sizeof *normals);
    if (!normals) return b->g->failed;
    qx_keyframe_normals_build(mesh->positions, 12, mesh->vertex_count, mesh->indices,
                              mesh->index_count, false, normals, 12);
    b->mesh->normals = normals;
    return QX_OK;
}

static qx_result set_normals(builder *b)
{
    if (b->mesh->flat) return set_flat_normals(b);
    float *normals = read_source(b, b->primitive->normal);
    if (!normals) return b->g->failed;
    if (b->from->target_count > 0) {
        b->normal_scale = gltf_take_scratch(b->g, b->source_count, sizeof *b->normal_scale);
        if (!b->normal_scale) return b->g->failed;
    }
    for (uint32_t i = 0; i < b->source_count; i++) {
        float *v = normals + 3 * (size_t)i;
        if (is_far(v)) return fail(b, "a NORMAL is not finite, or beyond 1e9");
        make_unit(b, v, b->normal_scale ? b->normal_scale + i : NULL);
    }
    b->mesh->normals = normals;
    return QX_OK;
}

static qx_result set_texture_places(builder *b)
{
    if (b->primitive->texture_place == GLTF_NONE) return QX_OK;
    const float *places = read_source(b, b->primitive->texture_place);
    if (!places) return b->g->failed;
    for (size_t i = 0; i < 2 * (size_t)b->source_count; i++)
        if (!(fabsf(places[i]) <= 1e9f)) return fail(b, "a TEXCOORD is not finite, or beyond 1e9");
    b->mesh->texture_places = spread(b, places, 2);
    return b->mesh->texture_places ? QX_OK : b->g->failed;
}

// --- targets

static bool is_sparse(const builder *b, uint32_t number)
{
    return number == GLTF_NONE || !accessor(b, number)->bytes;
}

static uint32_t sparse_count(const builder *b, uint32_t number)
{
    return number == GLTF_NONE ? 0 : accessor(b, number)->sparse_count;
}

// One attribute's sparse deltas.
typedef struct deltas {
    uint32_t count, *indices;
    float *values;
} deltas;

static qx_result read_sparse(builder *b, uint32_t number, deltas *d)
{
    d->count = sparse_count(b, number);
    d->indices = gltf_take_scratch(b->g, d->count, sizeof *d->indices);
    d->values = gltf_take_scratch(b->g, 3 * (size_t)d->count, sizeof *d->values);
    if (!d->indices || !d->values) return b->g->failed;
    if (d->count > 0) gltf_read_sparse(accessor(b, number), d->indices, d->values);
    return QX_OK;
}

// Vertices that either list has; deltas of the other are 0.
static uint32_t merge(const deltas *p, const deltas *n, uint32_t *indices, float *positions,
                      float *normals)
{
    uint32_t i = 0, k = 0, made = 0;
    while (i < p->count || k < n->count) {
        const uint32_t first = i < p->count ? p->indices[i] : UINT32_MAX;
        const uint32_t second = k < n->count ? n->indices[k] : UINT32_MAX;
        const uint32_t index = first < second ? first : second;
        if (first == index) memcpy(positions + 3 * (size_t)made, p->values + 3 * (size_t)i++, 12);
        if (second == index) memcpy(normals + 3 * (size_t)made, n->values + 3 * (size_t)k++, 12);
        indices[made++] = index;
    }
    return made;
}

static qx_result read_sparse_target(builder *b, const gltf_target *from, qx_keyframe_target *target)
{
    deltas p, n;
    if (read_sparse(b, from->position, &p) != QX_OK || read_sparse(b, from->normal, &n) != QX_OK)
        return b->g->failed;
    const size_t most = (size_t)p.count + n.count;
    uint32_t *indices = take_source(b, most, sizeof *indices);
    float *positions = take_source(b, 3 * most, sizeof *positions);
    float *normals = take_source(b, 3 * most, sizeof *normals);
    if (!indices || !positions || !normals) return b->g->failed;
    const uint32_t count = merge(&p, &n, indices, positions, normals);
    if (place_all(b, positions, count, 0.0) != QX_OK) return b->g->failed;
    if (n.count > 0 && turn_deltas(b, normals, indices, count) != QX_OK) return b->g->failed;
    *target = (qx_keyframe_target){ .positions = p.count > 0 ? positions : NULL,
                                    .normals = n.count > 0 ? normals : NULL,
                                    .indices = count > 0 ? indices : NULL,
                                    .count = count };
    return QX_OK;
}

static qx_result read_dense_target(builder *b, const gltf_target *from, qx_keyframe_target *target)
{
    const uint32_t count = b->source_count;
    *target = (qx_keyframe_target){ .count = count };
    if (from->position != GLTF_NONE) {
        float *positions = read_source(b, from->position);
        if (!positions || place_all(b, positions, count, 0.0) != QX_OK) return b->g->failed;
        target->positions = positions;
    }
    if (from->normal != GLTF_NONE) {
        float *normals = read_source(b, from->normal);
        if (!normals || turn_deltas(b, normals, NULL, count) != QX_OK) return b->g->failed;
        target->normals = normals;
    }
    return QX_OK;
}

// A sparse target of shared vertices for the corners that are made of them. Flat ones have no
// normals.
// @param slots  One a vertex of the file, 0; and 0 again afterwards.
static qx_result spread_sparse(builder *b, uint32_t *slots, qx_keyframe_target *target)
{
    const qx_keyframe_target source = *target;
    const uint32_t corners = b->mesh->vertex_count;
    uint32_t count = 0;
    if (gltf_charge(b->g, corners, 4) != QX_OK) return b->g->failed;
    for (uint32_t i = 0; i < source.count; i++) slots[source.indices[i]] = i + 1;
    for (uint32_t i = 0; i < corners; i++) count += slots[b->corners[i]] != 0;
    uint32_t *indices = gltf_take(b->g, count, sizeof *indices);
    float *positions = gltf_take(b->g, 3 * (size_t)count, sizeof *positions);
    if (!indices || !positions) return b->g->failed;
    uint32_t made = 0;
    for (uint32_t i = 0; i < corners; i++) {
        const uint32_t slot = slots[b->corners[i]];
        if (slot == 0) continue;
        memcpy(positions + 3 * (size_t)made, source.positions + 3 * (size_t)(slot - 1), 12);
        indices[made++] = i;
    }
    for (uint32_t i = 0; i < source.count; i++) slots[source.indices[i]] = 0;
    *target = (qx_keyframe_target){ .positions = count > 0 ? positions : NULL,
                                    .indices = count > 0 ? indices : NULL,
                                    .count = count };
    return QX_OK;
}

static qx_result read_target(builder *b, const gltf_target *from, uint32_t *slots,
                             qx_keyframe_target *target)
{
    if (is_sparse(b, from->position) && is_sparse(b, from->normal)) {
        const qx_result result = read_sparse_target(b, from, target);
        return result == QX_OK && b->corners && target->count > 0 ? spread_sparse(b, slots, target)
                                                                  : result;
    }
    if (read_dense_target(b, from, target) != QX_OK) return b->g->failed;
    target->count = b->mesh->vertex_count;
    if (target->positions) target->positions = spread(b, target->positions, 3);
    return target->positions || from->position == GLTF_NONE ? QX_OK : b->g->failed;
}

static qx_result set_weights(builder *b, const float *from)
{
    const uint32_t count = b->from->target_count;
    float *weights = gltf_take(b->g, count, sizeof *weights);
    if (!weights) return b->g->failed;
    for (uint32_t i = 0; from && i < count; i++) {
        if (!(fabsf(from[i]) <= 1e6f)) return fail(b, "a weight beyond 1e6");
        weights[i] = from[i];
    }
    b->mesh->weights = weights;
    return QX_OK;
}

static qx_result set_targets(builder *b)
{
    const uint32_t count = b->from->target_count;
    if (count == 0) return QX_OK;
    qx_keyframe_target *targets = gltf_take(b->g, count, sizeof *targets);
    uint32_t *slots = gltf_take_scratch(b->g, b->source_count, sizeof *slots);
    if (!targets || !slots) return b->g->failed;
    for (uint32_t i = 0; i < count; i++)
        if (read_target(b, &b->primitive->targets[i], slots, &targets[i]) != QX_OK)
            return b->g->failed;
    b->mesh->kind = QX_MODEL_MORPH;
    b->mesh->target_count = count;
    b->mesh->targets = targets;
    b->mesh->target_names = b->from->target_names;
    return QX_OK;
}

// --- a mesh

static void set_material(builder *b)
{
    const uint32_t number = b->primitive->material;
    b->mesh->colour = 0xFFFFFFFF;
    if (number == GLTF_NONE) return;
    b->mesh->colour = b->g->materials[number].colour;
    b->mesh->skin = b->g->materials[number].skin;
}

static qx_result set_name(builder *b, const gltf_node *node)
{
    b->mesh->name = node && node->name ? node->name : b->from->name;
    if (b->mesh->name) return QX_OK;
    char *name = gltf_take(b->g, 16, 1);
    if (!name) return b->g->failed;
    snprintf(name, 16, "mesh%" PRIu32, b->number);
    b->mesh->name = name;
    return QX_OK;
}

// @return With mesh->index_count 0 where there is no triangle.
static qx_result build(builder *b, const gltf_node *node)
{
    uint32_t *indices, count = 0;
    *b->mesh = (qx_model_mesh){ .key_count = 1 };
    b->corners = NULL;
    b->normal_scale = NULL;
    b->source_count = accessor(b, b->primitive->position)->count;
    if (read_triangles(b, &indices, &count) != QX_OK) return b->g->failed;
    if (count == 0) return QX_OK;
    const float *weights = node && node->weights ? node->weights : b->from->weights;
    set_material(b);
    qx_result result = set_triangles(b, indices, count);
    if (result == QX_OK) result = set_name(b, node);
    if (result == QX_OK) result = set_positions(b);
    if (result == QX_OK) result = set_normals(b);
    if (result == QX_OK) result = set_texture_places(b);
    if (result == QX_OK) result = set_targets(b);
    if (result == QX_OK && b->from->target_count > 0) result = set_weights(b, weights);
    return result;
}

// All primitives of a mesh; node: GLTF_NONE where no node shows it.
static qx_result build_mesh(gltf_file *g, uint32_t number, uint32_t node, qx_model_mesh *meshes)
{
    static const double still[12] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 };
    builder b = { .g = g, .number = number, .from = &g->meshes[number] };
    set_place(&b, node == GLTF_NONE ? still : g->nodes[node].place);
    for (uint32_t i = 0; i < b.from->primitive_count; i++) {
        const uint32_t made = g->arena->model.mesh_count;
        b.primitive = &b.from->primitives[i];
        if (b.primitive->mode == GLTF_NONE) continue;
        b.mesh = &meshes[made];
        if (build(&b, node == GLTF_NONE ? NULL : &g->nodes[node]) != QX_OK) return g->failed;
        if (b.mesh->index_count == 0) {
            model_warn(g->arena, "meshes[%" PRIu32 "]/primitives[%" PRIu32 "]: no triangles",
                       number, i);
            continue;
        }
        g->mesh_nodes[made] = node;
        g->arena->model.mesh_count++;
    }
    return QX_OK;
}

// --- all of them

// Which meshes are built: those of nodes that are shown; without any, of all nodes; without any,
// each once.
typedef enum choice { SHOWN, OF_NODES, ALL } choice;

static bool is_chosen(const gltf_node *node, choice which)
{
    return node->mesh != GLTF_NONE && (node->shown || which == OF_NODES);
}

static uint64_t count_primitives(const gltf_file *g, choice which)
{
    uint64_t count = 0;
    for (uint32_t i = 0; which != ALL && i < g->node_count; i++)
        if (is_chosen(&g->nodes[i], which)) count += g->meshes[g->nodes[i].mesh].primitive_count;
    for (uint32_t i = 0; which == ALL && i < g->mesh_count; i++)
        count += g->meshes[i].primitive_count;
    return count;
}

static qx_result build_chosen(gltf_file *g, choice which, qx_model_mesh *meshes)
{
    qx_result result = QX_OK;
    for (uint32_t i = 0; which != ALL && i < g->node_count && result == QX_OK; i++)
        if (is_chosen(&g->nodes[i], which)) result = build_mesh(g, g->nodes[i].mesh, i, meshes);
    for (uint32_t i = 0; which == ALL && i < g->mesh_count && result == QX_OK; i++)
        result = build_mesh(g, i, GLTF_NONE, meshes);
    return result;
}

qx_result gltf_build_meshes(gltf_file *g)
{
    static const char *const words[] = { [OF_NODES] = "the scene shows no mesh: all nodes are read",
                                         [ALL] = "no node shows a mesh: each is read once" };
    choice which = SHOWN;
    while (which < ALL && count_primitives(g, which) == 0) which++;
    const uint64_t count = count_primitives(g, which);
    if (which != SHOWN && count > 0) model_warn(g->arena, "%s", words[which]);
    if (count > UINT32_MAX) return gltf_fail(g, QX_TOO_LARGE, "nodes: too many meshes");
    qx_model_mesh *meshes = gltf_take(g, (size_t)count, sizeof *meshes);
    g->mesh_nodes = gltf_take_scratch(g, (size_t)count, sizeof *g->mesh_nodes);
    if (!meshes || !g->mesh_nodes) return g->failed;
    g->arena->model.meshes = meshes;
    return build_chosen(g, which, meshes);
}
