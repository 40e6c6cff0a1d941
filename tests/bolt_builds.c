// SPDX-License-Identifier: MIT
#include "bolt_builds.h"

#include <quincunx/hash.h>

#include <stdbool.h>

#define GUARD 64u // values behind the room
#define POISON 0xA5

build build_for(const qx_bolt *bolt)
{
    build b = { .room = qx_bolt_bound_ribbon(bolt) };
    b.lines = malloc((qx_bolt_bound_lines(bolt) + GUARD) * sizeof *b.lines);
    b.vertices = malloc((b.room.vertices + GUARD) * sizeof *b.vertices);
    b.indices = malloc((b.room.indices + GUARD) * sizeof *b.indices);
    assert_true(b.lines && b.vertices && b.indices);
    memset(b.lines + qx_bolt_bound_lines(bolt), POISON, GUARD * sizeof *b.lines);
    memset(b.vertices + b.room.vertices, POISON, GUARD * sizeof *b.vertices);
    memset(b.indices + b.room.indices, POISON, GUARD * sizeof *b.indices);
    return b;
}

void build_free(build *b)
{
    free(b->lines);
    free(b->vertices);
    free(b->indices);
}

static void expect_poison(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) assert_int_equal(at[i], POISON);
}

static void expect_untouched(const build *b, const qx_bolt *bolt)
{
    expect_poison(b->lines + qx_bolt_bound_lines(bolt), GUARD * sizeof *b->lines);
    expect_poison(b->vertices + b->room.vertices, GUARD * sizeof *b->vertices);
    expect_poison(b->indices + b->room.indices, GUARD * sizeof *b->indices);
}

static bool is_finite_place(qx_vec3 p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static void widen(qx_bolt_bounds *box, qx_vec3 p)
{
    box->low = (qx_vec3){ fminf(box->low.x, p.x), fminf(box->low.y, p.y), fminf(box->low.z, p.z) };
    box->high =
        (qx_vec3){ fmaxf(box->high.x, p.x), fmaxf(box->high.y, p.y), fmaxf(box->high.z, p.z) };
}

bool is_same_place(qx_vec3 a, qx_vec3 b)
{
    return !(a.x < b.x) && !(a.x > b.x) && !(a.y < b.y) && !(a.y > b.y) && !(a.z < b.z) &&
           !(a.z > b.z);
}

static void expect_bounds(qx_bolt_bounds given, qx_bolt_bounds found, bool any)
{
    if (!any) found = (qx_bolt_bounds){ 0 };
    assert_true(is_same_place(given.low, found.low));
    assert_true(is_same_place(given.high, found.high));
}

static void expect_lines(const build *b)
{
    qx_bolt_bounds box = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
    for (uint32_t i = 0; i < b->line_count; i++) {
        const qx_glow_line *line = &b->lines[i];
        assert_true(is_finite_place(line->from) && is_finite_place(line->to));
        assert_true(line->scale >= 0.0f && isfinite(line->scale));
        assert_true(line->brightness >= 0.0f && isfinite(line->brightness));
        widen(&box, line->from);
        widen(&box, line->to);
    }
    expect_bounds(b->line_bounds, box, b->line_count != 0);
}

static void expect_ribbon(const build *b)
{
    assert_true(b->counts.vertices <= b->room.vertices && b->counts.vertices % 2 == 0);
    assert_true(b->counts.indices <= b->room.indices && b->counts.indices % 3 == 0);
    qx_bolt_bounds box = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
    for (uint32_t i = 0; i < b->counts.vertices; i++) {
        const qx_bolt_vertex *v = &b->vertices[i];
        assert_true(is_finite_place((qx_vec3){ v->x, v->y, v->z }));
        assert_true(v->across == -127 || v->across == 0 || v->across == 127);
        assert_true(v->along == -127 || v->along == 0 || v->along == 127);
        widen(&box, (qx_vec3){ v->x, v->y, v->z });
    }
    for (uint32_t i = 0; i < b->counts.indices; i++)
        assert_true(b->indices[i] < b->counts.vertices);
    expect_bounds(b->bounds, box, b->counts.vertices != 0);
}

void build_moment(build *b, const qx_bolt *bolt, const qx_bolt_pose *pose,
                  const qx_bolt_camera *camera)
{
    b->line_count = qx_bolt_build_lines(bolt, pose, b->lines, &b->line_bounds);
    b->counts = qx_bolt_build_ribbon(bolt, pose, camera, b->vertices, b->indices, 0, &b->bounds);
    assert_true(b->line_count <= qx_bolt_bound_lines(bolt));
    expect_lines(b);
    expect_ribbon(b);
    expect_untouched(b, bolt);
}

uint64_t build_hash(const build *b)
{
    uint64_t hash = qx_hash_bytes(QX_HASH_START, b->lines, b->line_count * sizeof *b->lines);
    hash = qx_hash_bytes(hash, b->vertices, b->counts.vertices * sizeof *b->vertices);
    hash = qx_hash_bytes(hash, b->indices, b->counts.indices * sizeof *b->indices);
    hash = qx_hash_bytes(hash, &b->bounds, sizeof b->bounds);
    return qx_hash_bytes(hash, &b->line_bounds, sizeof b->line_bounds);
}

const qx_vec3 *described_ends(const qx_bolt *bolt)
{
    return bolt->ends;
}

void move_ends(const qx_bolt *bolt, float reach, qx_random *random, qx_vec3 *ends)
{
    for (uint32_t i = 0; i < bolt->info.ends; i++) {
        ends[i].x = bolt->ends[i].x + qx_random_range(random, -reach, reach);
        ends[i].y = bolt->ends[i].y + qx_random_range(random, -reach, reach);
        ends[i].z = bolt->ends[i].z + qx_random_range(random, -reach, reach);
    }
}

float length_between(qx_vec3 a, qx_vec3 b)
{
    const float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return sqrtf(x * x + y * y + z * z);
}

static void lay_through(qx_bolt *bolt, const qx_vec3 *points, uint32_t count, float half_width)
{
    const bolt_points *p = &bolt->points;
    float distance = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) distance += length_between(points[i - 1], points[i]);
        p->x[i] = points[i].x;
        p->y[i] = points[i].y;
        p->z[i] = points[i].z;
        p->distance[i] = distance;
        p->sway[i] = p->crackle[i] = 0.0f;
        p->width[i] = half_width;
        p->brightness[i] = 1.0f;
    }
    bolt->info.reach = distance;
}

qx_bolt *bolt_through(const qx_vec3 *points, uint32_t count, float half_width)
{
    assert_true(count >= 2 && is_same_place(points[0], (qx_vec3){ 0 }));
    uint32_t generations = 1;
    while ((1u << generations) < count) generations++;
    qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .to = { 1.0f, 0.0f, 0.0f },
                                             .space = QX_BOLT_SOLID,
                                             .generations = generations,
                                             .branch_chance = -1.0f,
                                             .segments = 2u << generations });
    lay_through(bolt, points, count, half_width);
    bolt->strands[0].count = count;
    bolt->strands[0].target = QX_BOLT_NONE;
    bolt->info.segments = count - 1;
    return bolt;
}
