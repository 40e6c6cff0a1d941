// SPDX-License-Identifier: MIT
// Rays and moving spheres against every triangle of the field: nothing is missed, nothing is hit
// that is not there.
#include "terrain_plain.h"

#include <terrain/terrain_internal.h>

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka wants the four above it
#include <cmocka.h>

#define FIELDS 250u
#define RAYS 400u // of each field

typedef enum ray_kind {
    RAY_RANDOM,
    RAY_VERTICAL,
    RAY_VERTICAL_ON_LINES, // through vertices and edges
    RAY_ALONG_LINES,
    RAY_ALONG_DIAGONALS,
    RAY_THROUGH_VERTEX,
    RAY_THROUGH_EDGE,
    RAY_GRAZING,
    RAY_FROM_BELOW,
    RAY_FROM_SURFACE,
    RAY_WITHOUT_REACH,
    RAY_ENDLESS,
    RAY_FROM_FAR,
    RAY_KINDS
} ray_kind;

static float somewhere(qx_random *random, float size)
{
    return qx_random_range(random, -0.5f * size, 0.5f * size);
}

static qx_vec3 vertex_by_chance(const plain_field *f, qx_random *random)
{
    const uint32_t c = qx_random_below(random, f->info.columns);
    const uint32_t r = qx_random_below(random, f->info.rows);
    float height;
    qx_terrain_get_height(f->terrain, c, r, &height);
    return (qx_vec3){ (float)terrain_place(c, f->info.columns, f->info.width), height,
                      (float)terrain_place(r, f->info.rows, f->info.depth) };
}

// Inside, over or under the field, within about twice its heights.
static qx_vec3 point_by_chance(const plain_field *f, qx_random *random)
{
    const float middle = 0.5f * (f->info.lowest + f->info.highest);
    return (qx_vec3){ somewhere(random, f->info.width),
                      middle + (float)f->range * qx_random_range(random, -1.0f, 1.0f),
                      somewhere(random, f->info.depth) };
}

static qx_vec3 between(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ b.x - a.x, b.y - a.y, b.z - a.z };
}

static void aim(qx_terrain_ray *ray, qx_vec3 at, float beyond)
{
    ray->direction = between(ray->origin, at);
    ray->reach = 1.0f + beyond;
}

static qx_vec3 surface_by_chance(const plain_field *f, qx_random *random)
{
    qx_vec3 p = point_by_chance(f, random);
    qx_terrain_sample_height(f->terrain, p.x, p.z, &p.y);
    return p;
}

static void aim_along(const plain_field *f, qx_random *random, qx_terrain_ray *ray, bool diagonal)
{
    const qx_vec3 v = vertex_by_chance(f, random);
    const float steep = (float)f->range * qx_random_range(random, -0.3f, 0.3f);
    const float sign = qx_random_below(random, 2) ? 1.0f : -1.0f;
    const float cell_x = f->info.width / (float)(f->info.columns - 1);
    const float cell_z = f->info.depth / (float)(f->info.rows - 1);
    const bool x = diagonal || qx_random_below(random, 2), z = diagonal || !x;
    const float turn = diagonal && qx_random_below(random, 2) ? -1.0f : 1.0f;
    ray->direction = (qx_vec3){ x ? sign * cell_x : 0.0f, steep, z ? sign * turn * cell_z : 0.0f };
    ray->origin = (qx_vec3){ v.x - 3.0f * ray->direction.x, v.y - 3.0f * steep,
                             v.z - 3.0f * ray->direction.z };
    ray->reach = 40.0f;
}

static qx_terrain_ray ray_by_chance(const plain_field *f, qx_random *random, ray_kind kind)
{
    qx_terrain_ray ray = { .origin = point_by_chance(f, random), .reach = 4.0f };
    ray.direction = between(ray.origin, point_by_chance(f, random));
    switch (kind) {
    case RAY_VERTICAL:
        ray.direction = (qx_vec3){ 0.0f, -(float)f->range, 0.0f };
        if (qx_random_below(random, 2)) ray.direction.y *= -1e-3f;
        ray.reach = 1e6f;
        break;
    case RAY_VERTICAL_ON_LINES: {
        const qx_vec3 v = vertex_by_chance(f, random);
        ray.direction = (qx_vec3){ 0.0f, -3.0f, 0.0f };
        ray.origin.y = f->info.highest + 1.0f;
        ray.reach = FLT_MAX;
        if (qx_random_below(random, 2)) ray.origin.x = v.x;
        if (qx_random_below(random, 2)) ray.origin.z = v.z;
        break;
    }
    case RAY_ALONG_LINES: aim_along(f, random, &ray, false); break;
    case RAY_ALONG_DIAGONALS: aim_along(f, random, &ray, true); break;
    case RAY_THROUGH_VERTEX: aim(&ray, vertex_by_chance(f, random), 3.0f); break;
    case RAY_THROUGH_EDGE: {
        const qx_vec3 v = vertex_by_chance(f, random);
        qx_vec3 on = surface_by_chance(f, random);
        on.x = v.x;
        qx_terrain_sample_height(f->terrain, on.x, on.z, &on.y);
        aim(&ray, on, 3.0f);
        break;
    }
    case RAY_GRAZING: {
        const qx_vec3 v = vertex_by_chance(f, random);
        ray.origin = vertex_by_chance(f, random);
        aim(&ray, v, 3.0f);
        ray.origin.y += (float)f->range * 1e-3f;
        break;
    }
    case RAY_FROM_BELOW: ray.origin.y = f->info.lowest - 0.5f * (float)f->range; break;
    case RAY_FROM_SURFACE: ray.origin = surface_by_chance(f, random); break;
    case RAY_WITHOUT_REACH:
        ray.origin = vertex_by_chance(f, random);
        ray.reach = 0.0f;
        break;
    case RAY_ENDLESS: ray.reach = INFINITY; break;
    case RAY_FROM_FAR:
        for (int i = 0; i < 2; i++) {
            ray.origin.x -= 5.0f * ray.direction.x;
            ray.origin.y -= 5.0f * ray.direction.y;
            ray.origin.z -= 5.0f * ray.direction.z;
        }
        ray.reach = 50.0f;
        break;
    default: break;
    }
    return ray;
}

static double length_of(qx_vec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

// The cell and triangle that a hit names hold its place and have its normal.
static void is_of_its_triangle(const plain_field *f, const qx_terrain_hit *hit, double close)
{
    uint32_t i = 0;
    while (i < f->count &&
           (f->triangles[i].column != hit->column || f->triangles[i].row != hit->row ||
            f->triangles[i].triangle != hit->triangle))
        i++;
    assert_true(i < f->count);
    const plain_point *c = f->triangles[i].corner;
    const plain_point n = { (double)hit->normal.x, (double)hit->normal.y, (double)hit->normal.z };
    for (int k = 0; k < 3; k++) {
        const plain_point off = { (double)hit->place.x - c[k].x, (double)hit->place.y - c[k].y,
                                  (double)hit->place.z - c[k].z };
        const double length = sqrt(off.x * off.x + off.y * off.y + off.z * off.z);
        assert_true(fabs(off.x * n.x + off.y * n.y + off.z * n.z) < close + 1e-6 * length);
        assert_true(fabs(off.x) < f->cell * 1.001 + close && fabs(off.z) < f->cell * 1.001 + close);
    }
}

static void is_on_the_ray_and_the_ground(const plain_field *f, const qx_terrain_ray *ray,
                                         const qx_terrain_hit *hit)
{
    const double scale = length_of(ray->direction) * (double)hit->distance + length_of(ray->origin);
    const double close = 1e-5 * f->range + 1e-6 * scale;
    const plain_point at = plain_at(ray, (double)hit->distance);
    const plain_point place = { (double)hit->place.x, (double)hit->place.y, (double)hit->place.z };
    assert_true(fabs(at.x - place.x) < close && fabs(at.y - place.y) < close &&
                fabs(at.z - place.z) < close);
    assert_true(plain_distance(f, place) < 1e-5 * f->range + 1e-6 * length_of(hit->place));
    assert_true(hit->distance >= 0.0f && hit->distance <= ray->reach);
    assert_true(fabs(length_of(hit->normal) - 1.0) < 1e-6 && hit->normal.y > 0.0f);
    is_of_its_triangle(f, hit, close);
}

// Within a hair of the border of a hole a rounding decides.
static bool is_at_a_rim(const plain_field *f, plain_point p)
{
    for (int i = 0; f->info.holes > 0 && i < 9; i++) {
        const double x = p.x + (i % 3 - 1) * 1e-6 * f->cell, z = p.z + (i / 3 - 1) * 1e-6 * f->cell;
        double height;
        if (plain_height(f, x, z, &height) != QX_TERRAIN_ON) return true;
    }
    return false;
}

static void check_ray(const plain_field *f, const qx_terrain_ray *ray)
{
    double plain;
    qx_terrain_hit hit;
    const bool expected = plain_ray(f, ray, &plain);
    const bool found = qx_terrain_solve_ray(f->terrain, ray, &hit);
    assert_int_equal(qx_terrain_solve_any(f->terrain, ray), found);
    const double close = 1e-5 * f->range / length_of(ray->direction) + 1e-6 * plain;
    if (expected && (!found || (double)hit.distance > plain + close))
        assert_true(is_at_a_rim(f, plain_at(ray, plain))); // else a miss
    if (found)
        is_on_the_ray_and_the_ground(f, ray, &hit);
    else
        assert_true(hit.distance == 0.0f && hit.normal.y == 0.0f);
}

static void rays_of_every_kind_hit_what_is_there(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FIELDS; seed++) {
        plain_field f = plain_by_chance(seed, seed < FIELDS / 2 ? 9 : 33, PLAIN_ANY);
        qx_random random;
        qx_random_seed(&random, seed, 5);
        for (uint32_t i = 0; i < RAYS; i++) {
            const qx_terrain_ray ray = ray_by_chance(&f, &random, (ray_kind)(i % RAY_KINDS));
            check_ray(&f, &ray);
        }
        plain_free(&f);
    }
}

// Whole fields: a vertical ray anywhere inside hits, up and down, and what leads from above the
// field to below it does.
static void nothing_slips_through(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        plain_field f = plain_by_chance(seed, 65, PLAIN_WHOLE);
        qx_random random;
        qx_random_seed(&random, seed, 6);
        const float above = f.info.highest + 1.0f, below = f.info.lowest - 1.0f;
        for (uint32_t i = 0; i < 1000; i++) {
            const qx_vec3 v = vertex_by_chance(&f, &random), w = vertex_by_chance(&f, &random);
            qx_vec3 a = { somewhere(&random, f.info.width), above,
                          somewhere(&random, f.info.depth) };
            qx_vec3 b = { somewhere(&random, f.info.width), below,
                          somewhere(&random, f.info.depth) };
            if (i & 1) a.x = v.x;
            if (i & 2) a.z = v.z;
            if (i & 4) b.x = w.x;
            if (i & 8) b.z = w.z;
            if (i & 16) b.x = a.x;
            if (i & 32) b.z = a.z;
            qx_terrain_hit hit;
            const qx_terrain_ray down = { a, between(a, b), 1.0f }, up = { b, between(b, a), 1.0f };
            assert_true(qx_terrain_solve_ray(f.terrain, &down, &hit));
            assert_true(qx_terrain_solve_any(f.terrain, &down));
            assert_true(qx_terrain_solve_ray(f.terrain, &up, &hit));
            const qx_terrain_ray drop = { a, { 0.0f, -1.0f, 0.0f }, INFINITY };
            float height;
            assert_true(qx_terrain_solve_ray(f.terrain, &drop, &hit));
            qx_terrain_sample_height(f.terrain, a.x, a.z, &height);
            assert_true(fabs((double)hit.place.y - (double)height) < 1e-5 * f.range);
        }
        plain_free(&f);
    }
}

static void flat_ground_is_hit_where_it_is_touched(void **state)
{
    (void)state;
    static const uint8_t white[16] = { 255, 255, 255, 255, 255, 255, 255, 255,
                                       255, 255, 255, 255, 255, 255, 255, 255 };
    plain_field f = plain_of(&(qx_terrain_desc){
        .samples = { .data = white, .columns = 4, .rows = 4 }, .low = -3.1f, .high = 0.7f });
    const float y = 0.7f;
    static const qx_vec3 ways[] = {
        { 1, 0, 0 }, { 0, 0, -1 }, { 1, 0, 1 }, { -1, 0, 0.3f }, { 0, -1, 0 }, { 0, 1, 0 },
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        qx_terrain_hit hit;
        const qx_terrain_ray on = { { 0.25f, y, 0.5f }, ways[i], 0.0f };
        assert_true(qx_terrain_solve_ray(f.terrain, &on, &hit) && hit.distance == 0.0f);
        const qx_terrain_ray from_afar = { { 0.25f - 40.0f * ways[i].x, y - 40.0f * ways[i].y,
                                             0.5f - 40.0f * ways[i].z },
                                           ways[i],
                                           INFINITY };
        assert_true(qx_terrain_solve_ray(f.terrain, &from_afar, &hit));
        const qx_terrain_ray over = { { 0.25f, y + 1e-3f, 0.5f }, { 1, 0, 0 }, INFINITY };
        assert_false(qx_terrain_solve_ray(f.terrain, &over, &hit));
    }
    plain_free(&f);
}

// Through a hole nothing is hit; its border is.
static void holes_let_rays_through(void **state)
{
    (void)state;
    float heights[25] = { 0 };
    heights[12] = NAN; // the middle: six triangles are missing
    plain_field f = plain_of(&(qx_terrain_desc){
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 5, .rows = 5 } });
    static const struct {
        qx_vec3 origin, direction;
        bool hits;
    } cases[] = {
        { { 0, 1, 0 }, { 0, -1, 0 }, false },       { { 0.4f, 1, 0.4f }, { 0, -1, 0 }, false },
        { { 1, 1, 0.5f }, { 0, -1, 0 }, true },     { { 1, 1, -1 }, { 0, -1, 0 }, true },
        { { -1, 1, 1 }, { 0, -1, 0 }, true },       { { 0, 1, 1 }, { 0, -1, 0 }, true },
        { { -1, 1, 0 }, { 0, -1, 0 }, true },       { { -1, 1, -1 }, { 0, -1, 0 }, true },
        { { 0.5f, 1, 0 }, { 0, -1, 0.1f }, false }, { { 1, 1, -1 }, { 0, -1, 1 }, true },
        { { 1, -1, 1 }, { 0, 1, -1 }, true },       { { -2, 1, 1 }, { 1, -1, 0 }, true },
        { { 2, 1, 2 }, { -1, -1, -1 }, true },      { { -1.4f, 1, -1.4f }, { 1, -1, 1 }, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        qx_terrain_hit hit;
        const qx_terrain_ray ray = { cases[i].origin, cases[i].direction, 8.0f };
        assert_int_equal(qx_terrain_solve_ray(f.terrain, &ray, &hit), cases[i].hits);
        assert_int_equal(qx_terrain_solve_any(f.terrain, &ray), cases[i].hits);
    }
    plain_free(&f);
}

static void values_out_of_range_hit_nothing(void **state)
{
    (void)state;
    plain_field f = plain_by_chance(4, 9, PLAIN_WHOLE);
    static const qx_terrain_ray rays[] = {
        { { 0, 0, 0 }, { 0, 0, 0 }, 1e9f },         { { 0, 1e9f, 0 }, { 0, -1, 0 }, -1.0f },
        { { 0, 1e9f, 0 }, { 0, -1, 0 }, NAN },      { { NAN, 1e9f, 0 }, { 0, -1, 0 }, 1e9f },
        { { 0, INFINITY, 0 }, { 0, -1, 0 }, 1e9f }, { { 0, 0, 0 }, { 0, NAN, 0 }, 1e9f },
        { { 0, 1e9f, 0 }, { 0, -INFINITY, 0 }, 1 },
    };
    for (size_t i = 0; i < sizeof rays / sizeof rays[0]; i++) {
        qx_terrain_hit hit;
        assert_false(qx_terrain_solve_ray(f.terrain, &rays[i], &hit));
        assert_false(qx_terrain_solve_any(f.terrain, &rays[i]));
        assert_false(qx_terrain_solve_sphere(f.terrain, &rays[i], 1.0f, &hit));
    }
    plain_free(&f);
}

static void extreme_values_give_finite_answers(void **state)
{
    (void)state;
    plain_field f = plain_by_chance(5, 9, PLAIN_WHOLE);
    static const float sizes[] = { 1e-45f, 1e-38f, 1e-20f, 1.0f, 1e20f, 3e38f };
    for (size_t i = 0; i < 6; i++)
        for (size_t k = 0; k < 6; k++)
            for (uint32_t way = 0; way < 8; way++) {
                const float x = way & 1 ? sizes[i] : 0.0f, z = way & 2 ? -sizes[k] : 0.0f;
                const qx_terrain_ray ray = { { way & 4 ? -3e38f : 0.1f, 1e6f, 0.2f },
                                             { x, -sizes[k], z },
                                             INFINITY };
                qx_terrain_hit hit;
                (void)qx_terrain_solve_ray(f.terrain, &ray, &hit);
                assert_true(isfinite(hit.distance) && isfinite(hit.place.y));
                (void)qx_terrain_solve_sphere(f.terrain, &ray, sizes[i], &hit);
                assert_true(isfinite(hit.distance) && isfinite(hit.place.y) &&
                            isfinite(hit.normal.x));
            }
    plain_free(&f);
}

// --- spheres

// How far a sphere may go for certain: as far as the ground is off, again and again. True where
// that came to a touch.
static bool plain_sphere(const plain_field *f, const qx_terrain_ray *ray, double radius,
                         double *distance)
{
    const double length = length_of(ray->direction);
    *distance = 0.0;
    for (int i = 0; i < 200 && *distance <= (double)ray->reach; i++) {
        const double off = plain_distance(f, plain_at(ray, *distance)) - radius;
        if (off < 1e-9 * f->range) return true;
        *distance += off / length;
    }
    return false;
}

static void check_sphere(const plain_field *f, const qx_terrain_ray *ray, float radius)
{
    double plain;
    qx_terrain_hit hit;
    const bool expected = plain_sphere(f, ray, (double)radius, &plain);
    const bool found = qx_terrain_solve_sphere(f->terrain, ray, radius, &hit);
    const double close = 1e-5 * f->range / length_of(ray->direction) + 1e-6 * plain;
    if (!found) {
        assert_true(!expected || plain > (double)ray->reach - close);
        assert_true(hit.distance == 0.0f && hit.normal.y == 0.0f);
        return;
    }
    assert_true((double)hit.distance >= plain - close); // not through anything
    if (expected) assert_true((double)hit.distance <= plain + close);
    const plain_point c = plain_at(ray, (double)hit.distance);
    const double way = plain * length_of(ray->direction) + length_of(ray->origin);
    const double small = 1e-5 * f->range + 1e-5 * (double)radius + 1e-6 * way;
    const double off = plain_distance(f, c);
    if (hit.distance > 0.0f) assert_true(fabs(off - (double)radius) < small);
    const plain_point from = { (double)hit.place.x + off * (double)hit.normal.x,
                               (double)hit.place.y + off * (double)hit.normal.y,
                               (double)hit.place.z + off * (double)hit.normal.z };
    assert_true(fabs(from.x - c.x) < small && fabs(from.y - c.y) < small &&
                fabs(from.z - c.z) < small);
    assert_true(fabs(length_of(hit.normal) - 1.0) < 1e-5);
}

static void spheres_touch_first_what_is_there(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 150; seed++) {
        plain_field f = plain_by_chance(seed, 9, PLAIN_ANY);
        qx_random random;
        qx_random_seed(&random, seed, 8);
        for (uint32_t i = 0; i < 10 * RAY_KINDS; i++) {
            qx_terrain_ray ray = ray_by_chance(&f, &random, (ray_kind)(i % RAY_KINDS));
            if (ray.reach > 1e4f) ray.reach = 1e4f;
            const float radius =
                (float)f.cell * qx_random_range(&random, 0.01f, i % 3 ? 0.5f : 3.0f);
            if (i % 2) ray.origin.y += radius;
            check_sphere(&f, &ray, radius);
        }
        plain_free(&f);
    }
}

static void a_sphere_of_no_size_is_a_ray(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        plain_field f = plain_by_chance(seed, 33, PLAIN_ANY);
        qx_random random;
        qx_random_seed(&random, seed, 9);
        for (uint32_t i = 0; i < 100; i++) {
            const qx_terrain_ray ray = ray_by_chance(&f, &random, RAY_RANDOM);
            qx_terrain_hit hit, point;
            assert_int_equal(qx_terrain_solve_ray(f.terrain, &ray, &hit),
                             qx_terrain_solve_sphere(f.terrain, &ray, 0.0f, &point));
            assert_true(hit.distance == point.distance);
        }
        assert_false(qx_terrain_solve_sphere(f.terrain,
                                             &(qx_terrain_ray){ { 0, 0, 0 }, { 0, 1, 0 }, 1.0f },
                                             -1.0f, &(qx_terrain_hit){ 0 }));
        plain_free(&f);
    }
}

// Fields of many levels, where every triangle is too much to ask: rays and the tiniest spheres
// search in different ways and come to the same.
static void large_fields_by_two_ways(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 513, 513 }, { 3, 3000 }, { 1100, 70 }, { 2, 2049 } };
    static float heights[513 * 513];
    for (uint32_t k = 0; k < 4; k++) {
        qx_random random;
        qx_random_seed(&random, k, 10);
        const uint32_t count = sizes[k][0] * sizes[k][1];
        for (uint32_t i = 0; i < count; i++)
            heights[i] = 20.0f * sinf((float)(i % sizes[k][0]) * 0.03f) +
                         15.0f * cosf((float)(i / sizes[k][0]) * 0.05f) +
                         qx_random_range(&random, 0.0f, 2.0f);
        qx_terrain *t;
        const qx_terrain_desc desc = { .samples = { .data = heights,
                                                    .kind = QX_TERRAIN_F32,
                                                    .columns = sizes[k][0],
                                                    .rows = sizes[k][1] },
                                       .diagonal = (qx_terrain_diagonal)(k % 3) };
        assert_int_equal(qx_terrain_create(&desc, NULL, &t), QX_OK);
        const plain_field f = { .terrain = t, .info = qx_terrain_get_info(t), .range = 70.0 };
        uint32_t grazed = 0, hits = 0;
        for (uint32_t i = 0; i < 5000; i++) {
            qx_terrain_ray ray = { .origin = point_by_chance(&f, &random), .reach = 1.0f };
            ray.direction = between(ray.origin, point_by_chance(&f, &random));
            if (i % 4 == 0) ray.direction.x = 0.0f;
            if (i % 8 == 0) ray.direction.z = 0.0f;
            qx_terrain_hit hit, touch;
            const bool found = qx_terrain_solve_ray(t, &ray, &hit);
            const bool touched = qx_terrain_solve_sphere(t, &ray, 1e-4f, &touch);
            assert_int_equal(qx_terrain_solve_any(t, &ray), found);
            assert_true(touched || !found);
            assert_true(!found || touch.distance <= hit.distance);
            if (touched && (!found || hit.distance - touch.distance > 1e-3f)) grazed++;
            hits += found;
        }
        assert_true(hits > 2500 && grazed < 50);
        qx_terrain_destroy(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_fields_by_two_ways),
        cmocka_unit_test(rays_of_every_kind_hit_what_is_there),
        cmocka_unit_test(nothing_slips_through),
        cmocka_unit_test(flat_ground_is_hit_where_it_is_touched),
        cmocka_unit_test(holes_let_rays_through),
        cmocka_unit_test(values_out_of_range_hit_nothing),
        cmocka_unit_test(extreme_values_give_finite_answers),
        cmocka_unit_test(spheres_touch_first_what_is_there),
        cmocka_unit_test(a_sphere_of_no_size_is_a_ray),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
