// SPDX-License-Identifier: MIT
// Heights, normals and slopes are those of the triangle that is drawn, on its borders as well, one
// by one and in batches.
#include "terrain_plain.h"

#include <base/memory.h>
#include <terrain/terrain_internal.h>

#include "simds_here.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka wants the four above it
#include <cmocka.h>

#define FIELDS 100u
#define PLACES 10000u     // of each field
#define PLAIN_PLACES 200u // of them against every triangle

// Anywhere, on lines, on vertices, on the border, beyond it.
static qx_vec2 place_by_chance(const plain_field *f, qx_random *random)
{
    const float w = f->info.width, d = f->info.depth;
    qx_vec2 p = { qx_random_range(random, -0.5f * w, 0.5f * w),
                  qx_random_range(random, -0.5f * d, 0.5f * d) };
    const uint32_t column = qx_random_below(random, f->info.columns);
    const uint32_t row = qx_random_below(random, f->info.rows);
    const uint32_t kind = qx_random_below(random, 16);
    if (kind & 1) p.x = (float)terrain_place(column, f->info.columns, w);
    if (kind & 2) p.y = (float)terrain_place(row, f->info.rows, d);
    if (kind == 4) p.x = 0.5f * w;
    if (kind == 5) p.y = -0.5f * d;
    if (kind == 8) p.x *= 1.2f;
    if (kind == 9) p.y *= 1e6f;
    return p;
}

static void heights_are_of_the_drawn_triangles(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FIELDS; seed++) {
        plain_field f = plain_by_chance(seed, 33, PLAIN_ANY);
        qx_random random;
        qx_random_seed(&random, seed, 1);
        for (uint32_t i = 0; i < PLAIN_PLACES; i++) {
            const qx_vec2 p = place_by_chance(&f, &random);
            float height = NAN;
            double plain;
            const qx_terrain_where where = qx_terrain_sample_height(f.terrain, p.x, p.y, &height);
            const qx_terrain_where expected = plain_height(&f, (double)p.x, (double)p.y, &plain);
            // a place a rounding beside a hole's border may count as either
            if (where == expected)
                assert_true(fabs((double)height - plain) < 1e-5 * f.range);
            else
                assert_true(f.info.holes > 0 && where == QX_TERRAIN_HOLE);
        }
        plain_free(&f);
    }
}

// 10^6 places: the plain formula of the cell they lie in.
static double formula(const plain_field *f, qx_vec2 p)
{
    const double x = ((double)p.x / (double)f->info.width + 0.5) * (f->info.columns - 1);
    const double z = ((double)p.y / (double)f->info.depth + 0.5) * (f->info.rows - 1);
    const uint32_t c = (uint32_t)fmin(fmax(x, 0.0), f->info.columns - 2);
    const uint32_t r = (uint32_t)fmin(fmax(z, 0.0), f->info.rows - 2);
    const double u = x - c, v = z - r;
    float lt, rt, lb, rb;
    qx_terrain_get_height(f->terrain, c, r, &lt);
    qx_terrain_get_height(f->terrain, c + 1, r, &rt);
    qx_terrain_get_height(f->terrain, c, r + 1, &lb);
    qx_terrain_get_height(f->terrain, c + 1, r + 1, &rb);
    const double a = (double)lt, b = (double)rt, e = (double)lb, g = (double)rb;
    if (terrain_is_lt_rb(f->terrain, c, r))
        return v >= u ? a * (1 - v) + e * (v - u) + g * u : a * (1 - u) + b * (u - v) + g * v;
    return u + v <= 1 ? a * (1 - u - v) + b * u + e * v
                      : g * (u + v - 1) + e * (1 - u) + b * (1 - v);
}

static void a_million_heights_follow_the_formula(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FIELDS; seed++) {
        plain_field f = plain_by_chance(seed, 65, PLAIN_WHOLE);
        qx_random random;
        qx_random_seed(&random, seed, 2);
        for (uint32_t i = 0; i < PLACES; i++) {
            const qx_vec2 p = place_by_chance(&f, &random);
            float height;
            if (qx_terrain_sample_height(f.terrain, p.x, p.y, &height) != QX_TERRAIN_ON) continue;
            assert_true(fabs((double)height - formula(&f, p)) < 1e-5 * f.range);
        }
        plain_free(&f);
    }
}

static void batches_have_the_same_bits(void **state)
{
    (void)state;
    qx_simd simds[8];
    const uint32_t sets = simds_here(simds);
    static qx_vec2 places[2000];
    static float heights[2000];
    static uint8_t where[2000];
    for (uint64_t seed = 0; seed < FIELDS; seed++) {
        plain_field f = plain_by_chance(seed, 65, PLAIN_ANY);
        qx_random random;
        qx_random_seed(&random, seed, 3);
        for (uint32_t i = 0; i < 2000; i++) places[i] = place_by_chance(&f, &random);
        places[7] = (qx_vec2){ NAN, 0.0f };
        places[1999] = (qx_vec2){ 0.0f, -INFINITY };
        const uint32_t count = seed < 50 ? 1000 + (uint32_t)seed * 20 : (uint32_t)seed * 2;
        for (uint32_t s = 0; s < sets; s++) {
            f.terrain->simd = simds[s];
            memset(where, 9, sizeof where);
            qx_terrain_sample_heights(f.terrain, places, count, heights, s % 2 ? where : NULL);
            for (uint32_t i = 0; i < count; i++) {
                float one;
                const qx_terrain_where at =
                    qx_terrain_sample_height(f.terrain, places[i].x, places[i].y, &one);
                assert_memory_equal(&one, &heights[i], sizeof one);
                assert_true(s % 2 == 0 || where[i] == at);
            }
            assert_int_equal(where[count], 9);
        }
        plain_free(&f);
    }
}

// All 65,536 codes, in ranges that round in every way.
static void batches_decode_every_code_as_it_is(void **state)
{
    (void)state;
    static uint16_t codes[256 * 256];
    static qx_vec2 places[256 * 256];
    static float heights[256 * 256];
    static const float ranges[][2] = { { 0.0f, 1.0f },
                                       { -0.1f, 0.1f },
                                       { 8848.86f, -430.5f },
                                       { 1e9f, 1e9f - 64.0f },
                                       { 0.0f, 65535.0f } };
    for (uint32_t i = 0; i < 65536; i++) codes[i] = (uint16_t)i;
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        plain_field f = plain_of(&(qx_terrain_desc){
            .samples = { .data = codes, .kind = QX_TERRAIN_U16, .columns = 256, .rows = 256 },
            .low = ranges[k][0],
            .high = ranges[k][1],
            .width = 510,
            .depth = 510 });
        for (uint32_t i = 0; i < 65536; i++)
            places[i] =
                (qx_vec2){ (float)(i % 256) * 2.0f - 255.0f, (float)(i / 256) * 2.0f - 255.0f };
        qx_terrain_sample_heights(f.terrain, places, 65536, heights, NULL);
        for (uint32_t i = 0; i < 65536; i++) {
            float vertex;
            assert_true(qx_terrain_get_height(f.terrain, i % 256, i / 256, &vertex));
            assert_true(heights[i] == vertex);
        }
        plain_free(&f);
    }
}

// Flat cases whose places are exact numbers.
static plain_field stairs(qx_terrain_diagonal diagonal, const uint8_t *mask)
{
    static const float heights[9] = { 0, 10, 20, 30, 45, 50, 60, 70, 85 };
    return plain_of(&(qx_terrain_desc){
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 3, .rows = 3 },
        .width = 4,
        .depth = 4,
        .diagonal = diagonal,
        .mask = mask });
}

static void vertices_edges_diagonals_and_the_far_border(void **state)
{
    (void)state;
    static const struct {
        float x, z;
        float height[3]; // by diagonal
    } cases[] = {
        { -2, -2, { 0, 0, 0 } },           { 2, 2, { 85, 85, 85 } },
        { 2, -2, { 20, 20, 20 } },         { -2, 2, { 60, 60, 60 } },
        { 0, 0, { 45, 45, 45 } },          { 0, 2, { 70, 70, 70 } },
        { 2, 1, { 67.5f, 67.5f, 67.5f } }, { -1, -2, { 5, 5, 5 } },
        { -1, -1, { 20, 22.5f, 20 } },     { 1, 1, { 60, 65, 60 } },
        { 1, -1, { 32.5f, 30, 30 } },      { -1.5f, -1.5f, { 10, 11.25f, 10 } },
    };
    for (int d = 0; d < 3; d++) {
        plain_field f = stairs((qx_terrain_diagonal)d, NULL);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            float height;
            assert_int_equal(qx_terrain_sample_height(f.terrain, cases[i].x, cases[i].z, &height),
                             QX_TERRAIN_ON);
            assert_true(height == cases[i].height[d]);
        }
        plain_free(&f);
    }
}

static void outside_and_hole_are_told_apart(void **state)
{
    (void)state;
    static const uint8_t mask[9] = { 1, 1, 1, 1, 1, 1, 1, 1, 0 }; // right bottom is missing
    plain_field f = stairs(QX_TERRAIN_RT_LB, mask);
    static const struct {
        float x, z;
        qx_terrain_where where;
    } cases[] = {
        { 1.9f, 1.9f, QX_TERRAIN_HOLE },
        { 2, 2, QX_TERRAIN_HOLE },
        { 1, 1, QX_TERRAIN_ON },
        { 2, 0, QX_TERRAIN_ON },
        { 2.0000002f, 0, QX_TERRAIN_OUTSIDE },
        { 0, -2.0000002f, QX_TERRAIN_OUTSIDE },
        { -3, 9, QX_TERRAIN_OUTSIDE },
        { NAN, 0, QX_TERRAIN_OUTSIDE },
        { 0, NAN, QX_TERRAIN_OUTSIDE },
        { INFINITY, 0, QX_TERRAIN_OUTSIDE },
        { 0, -INFINITY, QX_TERRAIN_OUTSIDE },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float height = 7.0f, slope = 7.0f;
        qx_vec3 normal = { 7.0f, 7.0f, 7.0f };
        assert_int_equal(qx_terrain_sample_height(f.terrain, cases[i].x, cases[i].z, &height),
                         cases[i].where);
        assert_int_equal(
            qx_terrain_sample_normal(f.terrain, cases[i].x, cases[i].z, &normal, &slope),
            cases[i].where);
        if (cases[i].where == QX_TERRAIN_ON) continue;
        assert_true(height == 0.0f && slope == 0.0f);
        assert_true(normal.x == 0.0f && normal.y == 0.0f && normal.z == 0.0f);
    }
    plain_free(&f);
}

// The border of a hole belongs to the triangles that are there.
static void borders_of_holes_are_ground(void **state)
{
    (void)state;
    uint8_t mask[25];
    float heights[25];
    for (uint32_t i = 0; i < 25; i++) heights[i] = (float)i;
    for (uint32_t hole = 0; hole < 25; hole++) {
        memset(mask, 1, sizeof mask);
        mask[hole] = 0;
        plain_field f = plain_of(&(qx_terrain_desc){
            .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 5, .rows = 5 },
            .diagonal = (qx_terrain_diagonal)(hole % 3),
            .mask = mask });
        for (uint32_t i = 0; i < 25; i++) {
            double plain;
            float height;
            const float x = (float)(i % 5) - 2.0f, z = (float)(i / 5) - 2.0f;
            const qx_terrain_where expected = plain_height(&f, (double)x, (double)z, &plain);
            assert_int_equal(qx_terrain_sample_height(f.terrain, x, z, &height), expected);
            assert_true((double)height == plain);
        }
        plain_free(&f);
    }
}

static void normals_and_slopes_are_of_the_triangles(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FIELDS; seed++) {
        plain_field f = plain_by_chance(seed, 33, PLAIN_ANY);
        for (uint32_t i = 0; i < f.count; i++) {
            const plain_point a = f.triangles[i].corner[0], b = f.triangles[i].corner[1],
                              c = f.triangles[i].corner[2];
            const double nx = (b.y - a.y) * (c.z - a.z) - (b.z - a.z) * (c.y - a.y);
            const double ny = (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
            const double nz = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
            const double length = sqrt(nx * nx + ny * ny + nz * nz);
            qx_vec3 n;
            float slope;
            assert_int_equal(qx_terrain_sample_normal(f.terrain, (float)((a.x + b.x + c.x) / 3),
                                                      (float)((a.z + b.z + c.z) / 3), &n, &slope),
                             QX_TERRAIN_ON);
            assert_true(fabs((double)n.x - nx / length) < 1e-6);
            assert_true(fabs((double)n.y - ny / length) < 1e-6);
            assert_true(fabs((double)n.z - nz / length) < 1e-6);
            assert_true(fabs((double)slope - acos(ny / length)) < 1e-5);
        }
        assert_int_equal(qx_terrain_sample_normal(f.terrain, f.info.width, 0, NULL, NULL),
                         QX_TERRAIN_OUTSIDE);
        plain_free(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_are_of_the_drawn_triangles),
        cmocka_unit_test(a_million_heights_follow_the_formula),
        cmocka_unit_test(batches_have_the_same_bits),
        cmocka_unit_test(batches_decode_every_code_as_it_is),
        cmocka_unit_test(vertices_edges_diagonals_and_the_far_border),
        cmocka_unit_test(outside_and_hole_are_told_apart),
        cmocka_unit_test(borders_of_holes_are_ground),
        cmocka_unit_test(normals_and_slopes_are_of_the_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
