// SPDX-License-Identifier: MIT
// Blocks are closed: of whole fields and of simplified ones, with holes and without.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "terrain_fields.h"
#include <cmocka.h>
#include <math.h>
#include <quincunx/random.h>
#include <quincunx/terrain_base.h>
#include <quincunx/terrain_mesh.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const float bottom = -1000.0f;

typedef struct block {
    qx_vec3 *positions;
    uint32_t *indices;
    qx_terrain_base_counts counts;
} block;

static block build_block(const qx_terrain *terrain, const simple_mesh *mesh)
{
    const qx_terrain_base_desc desc = {
        .bottom = bottom,
        .places = mesh ? mesh->places : NULL,
        .vertex_count = mesh ? mesh->counts.vertices : 0,
        .indices = mesh ? mesh->indices : NULL,
        .index_count = mesh ? 3 * (size_t)mesh->counts.triangles : 0,
    };
    qx_terrain_base_counts bound;
    assert_int_equal(qx_terrain_base_bound(terrain, &desc, &bound), QX_OK);
    block b = { malloc((size_t)(bound.vertices + 1) * sizeof(qx_vec3)),
                malloc((size_t)(bound.indices + 1) * sizeof(uint32_t)),
                { 0 } };
    b.indices[bound.indices] = 0xC0FFEE;
    b.positions[bound.vertices].x = 77.0f;
    void *scratch = malloc(bound.scratch + 1);
    assert_int_equal(
        qx_terrain_base_build(terrain, &desc, b.positions, b.indices, scratch, &b.counts), QX_OK);
    free(scratch);
    assert_true(b.counts.vertices <= bound.vertices && b.counts.indices <= bound.indices);
    if (!mesh && qx_terrain_get_info(terrain).holes == 0)
        assert_true(b.counts.indices == bound.indices && b.counts.vertices == bound.vertices);
    assert_int_equal(b.indices[bound.indices], 0xC0FFEE);
    assert_true(b.positions[bound.vertices].x == 77.0f);
    return b;
}

static void free_block(block *b)
{
    free(b->positions);
    free(b->indices);
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// Sorted ways of all edges: from << 32 | to, or the other way round.
static uint64_t *sorted_edges(const block *b, bool backward)
{
    const size_t count = (size_t)b->counts.indices;
    uint64_t *keys = malloc(count * sizeof *keys);
    for (size_t i = 0; i < count; i++) {
        const uint64_t from = b->indices[i], to = b->indices[i % 3 == 2 ? i - 2 : i + 1];
        keys[i] = backward ? to << 32 | from : from << 32 | to;
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    return keys;
}

// Each edge once each way, and each in a place of its own.
static void check_closed(const block *b)
{
    const size_t count = (size_t)b->counts.indices;
    uint64_t *there = sorted_edges(b, false), *back = sorted_edges(b, true);
    assert_memory_equal(there, back, count * sizeof *there);
    for (size_t i = 1; i < count; i++) assert_true(there[i] != there[i - 1]);
    free(there);
    free(back);
}

static int compare_places(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(qx_vec3));
}

// Vertices of triangles, none in the place of another.
static void check_places(const block *b)
{
    const size_t count = (size_t)b->counts.vertices;
    uint8_t *used = calloc(count, 1);
    qx_vec3 *places = malloc(count * sizeof *places);
    size_t kept = 0;
    for (uint64_t i = 0; i < b->counts.indices; i++) used[b->indices[i]] = 1;
    for (size_t i = 0; i < count; i++)
        if (used[i]) places[kept++] = b->positions[i];
    qsort(places, kept, sizeof *places, compare_places);
    for (size_t i = 1; i < kept; i++) assert_true(compare_places(&places[i - 1], &places[i]) != 0);
    free(used);
    free(places);
}

static double volume_of(const block *b)
{
    double sum = 0;
    for (uint64_t i = 0; i < b->counts.indices; i += 3) {
        const qx_vec3 p = b->positions[b->indices[i]], q = b->positions[b->indices[i + 1]],
                      r = b->positions[b->indices[i + 2]];
        assert_true(b->indices[i] < b->counts.vertices && b->indices[i + 1] < b->counts.vertices &&
                    b->indices[i + 2] < b->counts.vertices);
        const double x = (double)q.y * (double)r.z - (double)q.z * (double)r.y;
        const double y = (double)q.z * (double)r.x - (double)q.x * (double)r.z;
        const double z = (double)q.x * (double)r.y - (double)q.y * (double)r.x;
        sum += (double)p.x * x + (double)p.y * y + (double)p.z * z;
    }
    return sum / 6;
}

// Between the ground's first triangles and the underside, triangle by triangle.
static double volume_below(const block *b, uint64_t ground)
{
    double sum = 0;
    for (uint64_t i = 0; i < ground; i += 3) {
        const qx_vec3 p = b->positions[b->indices[i]], q = b->positions[b->indices[i + 1]],
                      r = b->positions[b->indices[i + 2]];
        const double area = ((double)q.z - (double)p.z) * ((double)r.x - (double)p.x) -
                            ((double)q.x - (double)p.x) * ((double)r.z - (double)p.z);
        assert_true(area > 0);
        sum += area / 2 * (((double)p.y + (double)q.y + (double)r.y) / 3 - (double)bottom);
    }
    return sum;
}

static void check_block(const qx_terrain *terrain, const simple_mesh *mesh, uint64_t ground)
{
    const bool holes = qx_terrain_get_info(terrain).holes > 0;
    block b = build_block(terrain, mesh);
    check_closed(&b);
    check_places(&b);
    const double volume = volume_of(&b), below = volume_below(&b, ground);
    assert_true(fabs(volume - below) <= (holes ? 0.03 : 1e-6) * below);
    // A fan wants as many triangles as the border has edges.
    if (!holes) assert_true(b.counts.indices < ground + 9 * (b.counts.vertices + 2));
    free_block(&b);
}

static void whole_fields_are_closed(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 600; seed++) {
        const field_case c = { .columns = 2 + (uint32_t)(seed * 7 % 19),
                               .rows = 2 + (uint32_t)(seed * 5 % 17),
                               .seed = seed,
                               .kind = (field_kind)(seed % FIELD_KIND_COUNT),
                               .floats = seed & 1,
                               .holes = seed % 4 == 0 ? 0 : (uint32_t)(seed % 4 * 150) };
        qx_terrain *terrain = make_field(&c);
        const uint64_t ground = qx_terrain_mesh_bound(terrain, NULL).indices;
        if (ground > 0) check_block(terrain, NULL, ground);
        qx_terrain_destroy(terrain);
    }
}

// Every way of cutting cells; holes in every pattern of a field of 3 x 3 samples.
static void all_patterns_of_holes_are_closed(void **state)
{
    (void)state;
    static const uint8_t grey[9] = { 3, 200, 17, 90, 255, 0, 31, 41, 59 };
    for (int diagonal = 0; diagonal <= QX_TERRAIN_ALTERNATING; diagonal++)
        for (unsigned pattern = 0; pattern < 512; pattern++) {
            uint8_t mask[9];
            for (unsigned i = 0; i < 9; i++) mask[i] = pattern >> i & 1;
            const qx_terrain_desc desc = { .samples = { .data = grey, .columns = 3, .rows = 3 },
                                           .high = 50,
                                           .mask = mask,
                                           .diagonal = (qx_terrain_diagonal)diagonal };
            qx_terrain *terrain;
            assert_int_equal(qx_terrain_create(&desc, NULL, &terrain), QX_OK);
            const uint64_t ground = qx_terrain_mesh_bound(terrain, NULL).indices;
            const qx_terrain_base_desc base = { .bottom = bottom };
            qx_terrain_base_counts counts;
            if (ground > 0)
                check_block(terrain, NULL, ground);
            else
                assert_int_equal(qx_terrain_base_bound(terrain, &base, &counts), QX_NOT_FOUND);
            qx_terrain_destroy(terrain);
        }
}

static void simplified_fields_are_closed(void **state)
{
    (void)state;
    static const float errors[] = { 0, 50, 2000, 1e9f };
    for (uint64_t seed = 0; seed < 200; seed++) {
        const field_case c = { .columns = 17 * (1 + (uint32_t)(seed % 2)) - (seed % 2 ? 1 : 0),
                               .rows = 17,
                               .seed = seed,
                               .kind = (field_kind)(seed % FIELD_KIND_COUNT),
                               .floats = seed / 2 % 2,
                               .holes = seed % 3 == 0 ? 60 : 0 };
        qx_terrain *terrain = make_field(&c);
        qx_terrain_rtin *rtin;
        assert_int_equal(qx_terrain_rtin_create(terrain, NULL, NULL, &rtin), QX_OK);
        for (size_t i = 0; i < COUNT(errors); i++) {
            simple_mesh mesh = build_rtin(rtin, errors[i]);
            check_block(terrain, &mesh, 3 * (uint64_t)mesh.counts.triangles);
            free_mesh(&mesh);
            qx_terrain_tin *tin;
            const qx_terrain_tin_desc desc = { .error = errors[i],
                                               .border = (qx_terrain_border)(seed % 3) };
            assert_int_equal(qx_terrain_tin_create(terrain, &desc, &tin), QX_OK);
            mesh = build_tin(tin);
            check_block(terrain, &mesh, 3 * (uint64_t)mesh.counts.triangles);
            free_mesh(&mesh);
            qx_terrain_tin_destroy(tin);
        }
        qx_terrain_rtin_destroy(rtin);
        qx_terrain_destroy(terrain);
    }
}

static qx_terrain *small_field(void)
{
    static const uint8_t grey[9] = { 3, 200, 17, 90, 255, 2, 31, 41, 59 };
    static const uint8_t mask[9] = { 1, 1, 1, 1, 1, 1, 1, 1, 0 };
    const qx_terrain_desc desc = { .samples = { .data = grey, .columns = 3, .rows = 3 },
                                   .high = 255,
                                   .mask = mask };
    qx_terrain *terrain;
    assert_int_equal(qx_terrain_create(&desc, NULL, &terrain), QX_OK);
    return terrain;
}

static void bad_grounds_are_refused(void **state)
{
    (void)state;
    enum { RIGHT = 1, DOWN = 1 << 16 };
    static const uint32_t places[] = { 0, DOWN, RIGHT, RIGHT + DOWN, 2 * RIGHT + 2 * DOWN, 7 };
    static const uint32_t good[] = { 0, 1, 2, 2, 1, 3 }, below[] = { 0, 2, 1 },
                          line[] = { 0, 1, 1 }, beyond[] = { 0, 1, 6 };
    const struct {
        qx_terrain_base_desc desc;
        qx_result result;
    } cases[] = {
        { { .bottom = 0 }, QX_OK },
        { { .bottom = 2 }, QX_BAD_VALUE }, // the lowest sample
        { { .bottom = NAN }, QX_BAD_VALUE },
        { { .bottom = -INFINITY }, QX_BAD_VALUE },
        { { .bottom = -2e9f }, QX_BAD_VALUE },
        { { 0, places, 4, good, 6 }, QX_OK },
        { { 2.5f, places, 4, good, 6 }, QX_OK }, // below those that are there
        { { 3, places, 4, good, 6 }, QX_BAD_VALUE },
        { { 0, places, 4, good, 5 }, QX_BAD_VALUE },
        { { 0, places, 3, good, 6 }, QX_BAD_VALUE },
        { { 0, places, 4, below, 3 }, QX_BAD_VALUE },
        { { 0, places, 4, line, 3 }, QX_BAD_VALUE },
        { { 0, places, 4, beyond, 3 }, QX_BAD_VALUE },
        { { 0, places, 5, good, 6 }, QX_BAD_VALUE }, // the fifth is a hole
        { { 0, places + 5, 1, good, 3 }, QX_BAD_VALUE },
        { { 0, places, 0, good, 6 }, QX_NOT_FOUND },
        { { 0, places, 4, NULL, 6 }, QX_NOT_FOUND },
        { { 0, places, 4, good, 0 }, QX_NOT_FOUND },
    };
    qx_terrain *terrain = small_field();
    for (size_t i = 0; i < COUNT(cases); i++) {
        qx_terrain_base_counts counts = { 1, 1, 1 };
        const qx_result result = qx_terrain_base_bound(terrain, &cases[i].desc, &counts);
        if (result != cases[i].result) fail_msg("case %zu: %d", i, (int)result);
        if (result != QX_OK) assert_true(counts.vertices + counts.indices + counts.scratch == 0);
    }
    qx_terrain_destroy(terrain);
}

static void grounds_that_lie_over_themselves_are_refused(void **state)
{
    (void)state;
    enum { RIGHT = 1, DOWN = 1 << 16 };
    static const uint32_t places[] = { 0, DOWN, RIGHT }, twice[] = { 0, 1, 2, 1, 2, 0 };
    const qx_terrain_base_desc desc = { 0, places, 3, twice, 6 };
    qx_terrain *terrain = small_field();
    qx_terrain_base_counts counts;
    assert_int_equal(qx_terrain_base_bound(terrain, &desc, &counts), QX_OK);
    qx_vec3 positions[64];
    uint32_t indices[256], scratch[64];
    assert_true(counts.vertices <= 64 && counts.indices <= 256 && counts.scratch <= sizeof scratch);
    assert_int_equal(qx_terrain_base_build(terrain, &desc, positions, indices, scratch, &counts),
                     QX_BAD_VALUE);
    assert_true(counts.vertices == 0 && counts.indices == 0);
    qx_terrain_destroy(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_fields_are_closed),
        cmocka_unit_test(all_patterns_of_holes_are_closed),
        cmocka_unit_test(simplified_fields_are_closed),
        cmocka_unit_test(bad_grounds_are_refused),
        cmocka_unit_test(grounds_that_lie_over_themselves_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
