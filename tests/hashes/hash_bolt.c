// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/bolt.h>
#include <quincunx/hash.h>

#include <stdlib.h>

static const qx_vec3 path[] = {
    { 0, 0, 0 }, { 120, 80, 30 }, { 120, 80, 30 }, { 60.5f, -300.25f, 8 }, { -700, 12, -90 }
};
static const qx_vec3 targets[] = { { 500, 250, 40 }, { 420, -130, 0 } };
static const qx_bolt_obstacle obstacles[] = { { .centre = { 250, 60, 0 }, .radius = 70 },
                                              { .centre = { 330, -60, 0 },
                                                .half = { 40, 30, 50 } } };

// Room for what one bolt is written into.
typedef struct buffers {
    qx_glow_line *lines;
    qx_bolt_vertex *vertices;
    uint32_t *indices;
} buffers;

static uint64_t add_word(uint64_t hash, uint64_t word)
{
    return qx_hash_bytes(hash, &word, sizeof word);
}

static uint64_t add_bounds(uint64_t hash, qx_bolt_bounds b)
{
    const float values[] = { b.low.x, b.low.y, b.low.z, b.high.x, b.high.y, b.high.z };
    return qx_hash_floats(hash, values, 6);
}

static uint64_t add_lines(uint64_t hash, const qx_bolt *bolt, const qx_bolt_pose *pose,
                          qx_glow_line *lines)
{
    qx_bolt_bounds bounds;
    const uint32_t count = qx_bolt_build_lines(bolt, pose, lines, &bounds);
    for (uint32_t i = 0; i < count; i++) {
        const qx_glow_line *l = &lines[i];
        const float values[] = { l->from.x, l->from.y, l->from.z, l->to.x,
                                 l->to.y,   l->to.z,   l->scale,  l->brightness };
        hash = qx_hash_floats(hash, values, 8);
    }
    return add_bounds(add_word(hash, count), bounds);
}

static uint64_t add_ribbon(uint64_t hash, const qx_bolt *bolt, const qx_bolt_pose *pose,
                           const qx_bolt_camera *camera, const buffers *b)
{
    qx_bolt_bounds bounds;
    const qx_bolt_counts counts =
        qx_bolt_build_ribbon(bolt, pose, camera, b->vertices, b->indices, 3, &bounds);
    for (uint32_t i = 0; i < counts.vertices; i++) {
        const qx_bolt_vertex *v = &b->vertices[i];
        const float place[] = { v->x, v->y, v->z };
        const int32_t rest[] = { v->across, v->along, v->brightness };
        hash = qx_hash_bytes(qx_hash_floats(hash, place, 3), rest, sizeof rest);
    }
    hash = qx_hash_bytes(hash, b->indices, counts.indices * sizeof *b->indices);
    return add_bounds(add_word(add_word(hash, counts.vertices), counts.indices), bounds);
}

static uint64_t add_poses(uint64_t hash, const qx_bolt *bolt, const buffers *b)
{
    static const qx_bolt_pose poses[] = {
        { .time = 0 },
        { .time = 0.37, .dimmed = 0.25f },
        { .time = -12.5, .unborn = 0.4f },
        { .time = 123456.789, .scale = 1.5f },
    };
    static const qx_bolt_camera camera = { .eye = { 100, -50, 400 }, .placed = true };
    for (size_t i = 0; i < sizeof poses / sizeof poses[0]; i++) {
        hash = add_lines(hash, bolt, &poses[i], b->lines);
        hash = add_ribbon(hash, bolt, &poses[i], NULL, b);
        hash = add_ribbon(hash, bolt, &poses[i], &camera, b);
    }
    return hash;
}

static uint64_t add_moved(uint64_t hash, const qx_bolt *bolt, const buffers *b)
{
    qx_vec3 ends[5];
    const qx_bolt_info info = qx_bolt_get_info(bolt);
    for (uint32_t i = 0; i < info.ends && i < 5; i++)
        ends[i] = (qx_vec3){ 90.0f * (float)i, 33.5f - 7.0f * (float)(i * i), 11.0f * (float)i };
    return add_ribbon(hash, bolt, &(qx_bolt_pose){ .ends = ends, .time = 2.25 }, NULL, b);
}

static uint64_t add_bolt(uint64_t hash, const qx_bolt_desc *desc)
{
    qx_bolt *bolt;
    const qx_result result = qx_bolt_create(desc, &bolt);
    if (result != QX_OK) return add_word(hash, (uint64_t)result);
    const qx_bolt_counts most = qx_bolt_bound_ribbon(bolt);
    const buffers b = { malloc(qx_bolt_bound_lines(bolt) * sizeof *b.lines),
                        malloc(most.vertices * sizeof *b.vertices),
                        malloc(most.indices * sizeof *b.indices) };
    hash = add_word(hash, qx_bolt_hash(bolt));
    if (b.lines && b.vertices && b.indices) hash = add_moved(add_poses(hash, bolt, &b), bolt, &b);
    free(b.lines);
    free(b.vertices);
    free(b.indices);
    qx_bolt_destroy(bolt);
    return hash;
}

uint64_t hash_bolt(qx_simd simd)
{
    static const qx_bolt_desc bolts[] = {
        { .from = { 40, 40, 0 }, .to = { 600, 300, 70 }, .seed = 7 },
        { .from = { 3, 4, 5 }, .to = { -900.5f, 4, 5 }, .seed = UINT64_C(0x123456789ABCDEF0) },
        { .to = { 1, 0, 0 }, .generations = 9, .branch_chance = 0.9f, .depth = 9, .segments = 777 },
        { .path = path, .path_count = 5, .seed = 3, .generations = 4, .straightness = 0.3f },
        { .from = { 9, 9, 9 }, .to = { 9, 9, 9 }, .generations = 3 },
        { .to = { 600, 20, 0 },
          .targets = targets,
          .target_count = 2,
          .obstacles = obstacles,
          .obstacle_count = 2,
          .particles = 150,
          .seed = 12 },
    };
    uint64_t hash = QX_HASH_START;
    for (size_t i = 0; i < 6 * sizeof bolts / sizeof bolts[0]; i++) {
        qx_bolt_desc desc = bolts[i / 6];
        desc.growth = (qx_bolt_growth)(i % 3); // a path by breakdown is refused, which counts too
        desc.space = i / 3 % 2 ? QX_BOLT_SOLID : QX_BOLT_FLAT;
        desc.simd = simd;
        hash = add_bolt(hash, &desc);
    }
    return hash;
}
