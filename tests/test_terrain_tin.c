// SPDX-License-Identifier: MIT
// Greedy triangulations: bounds that hold, Delaunay's property, borders that close; and measuring.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "failing.h"
#include "simds_here.h"
#include "terrain_fields.h"
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static qx_terrain_tin *make_tin(const qx_terrain *terrain, const qx_terrain_tin_desc *desc)
{
    qx_terrain_tin *tin;
    assert_int_equal(qx_terrain_tin_create(terrain, desc, &tin), QX_OK);
    return tin;
}

static field_case draw_case(uint64_t seed)
{
    return (field_case){
        .columns = 2 + (uint32_t)(seed * 31 % 37),
        .rows = 2 + (uint32_t)(seed * 17 % 29),
        .seed = seed,
        .kind = (field_kind)(seed % FIELD_KIND_COUNT),
        .floats = seed / 2 % 2,
        .holes = seed % 5 == 0 ? (uint32_t)(seed % 300) : 0,
    };
}

static const float errors[] = { 0.0f, 0.5f, 60.0f, 1000.0f, 9000.0f, 1e9f };
#define ERRORS (sizeof errors / sizeof errors[0])

static void true_errors_are_within_what_was_asked(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 9000; seed++) {
        const field_case c = draw_case(seed);
        qx_terrain *terrain = make_field(&c);
        const qx_terrain_tin_desc desc = { .error = errors[seed / 7 % ERRORS],
                                           .border = (qx_terrain_border)(seed / 3 % 3) };
        qx_terrain_tin *tin = make_tin(terrain, &desc);
        simple_mesh mesh = build_tin(tin);
        // Codes are reckoned exactly, floats in double.
        const double slack = c.floats ? 1e-9 : 0.0;
        check_mesh(terrain, &mesh, (double)desc.error + slack);
        assert_true((double)qx_terrain_tin_get_info(tin).error <= (double)desc.error + slack);
        free_mesh(&mesh);
        qx_terrain_tin_destroy(tin);
        qx_terrain_destroy(terrain);
    }
}

// --- Delaunay's property

static int64_t column_of(const simple_mesh *mesh, uint32_t vertex)
{
    return (int64_t)(mesh->places[vertex] & 0xFFFF);
}

static int64_t row_of(const simple_mesh *mesh, uint32_t vertex)
{
    return (int64_t)(mesh->places[vertex] >> 16);
}

// Of places below 1,000: nothing overflows. Above 0: d lies inside the circle of a triangle.
static int64_t in_circle(const simple_mesh *mesh, const uint32_t *t, uint32_t d)
{
    int64_t x[3], y[3], s[3];
    for (int i = 0; i < 3; i++) {
        x[i] = column_of(mesh, t[i]) - column_of(mesh, d);
        y[i] = row_of(mesh, t[i]) - row_of(mesh, d);
        s[i] = x[i] * x[i] + y[i] * y[i];
    }
    return -(s[0] * (x[1] * y[2] - x[2] * y[1]) - s[1] * (x[0] * y[2] - x[2] * y[0]) +
             s[2] * (x[0] * y[1] - x[1] * y[0]));
}

static void no_vertex_lies_in_the_circle_of_a_triangle(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        const field_case c = { 90, 70, seed, FIELD_HILLS, seed % 2 == 1, 0, QX_SIMD_BEST };
        qx_terrain *terrain = make_field(&c);
        qx_terrain_tin *tin =
            make_tin(terrain, &(qx_terrain_tin_desc){ .error = 1500,
                                                      .border = (qx_terrain_border)(seed % 3) });
        simple_mesh mesh = build_tin(tin);
        for (uint32_t t = 0; t < mesh.counts.triangles; t++)
            for (uint32_t v = 0; v < mesh.counts.vertices; v++)
                assert_true(in_circle(&mesh, mesh.indices + 3 * (size_t)t, v) <= 0);
        free_mesh(&mesh);
        qx_terrain_tin_destroy(tin);
        qx_terrain_destroy(terrain);
    }
}

// The longest sides there can be: predicates of 68 bits.
static void the_largest_fields_are_cut_right(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 65536, 3 }, { 2, 65536 }, { 65536, 2 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const field_case c = { sizes[i][0], sizes[i][1], i, FIELD_HILLS, false, 0, QX_SIMD_BEST };
        qx_terrain *terrain = make_field(&c);
        qx_terrain_tin *tin = make_tin(terrain, &(qx_terrain_tin_desc){ .error = 4000 });
        simple_mesh mesh = build_tin(tin);
        check_mesh(terrain, &mesh, 4000.0);
        free_mesh(&mesh);
        qx_terrain_tin_destroy(tin);
        qx_terrain_destroy(terrain);
    }
}

// --- borders

// The samples of a border, of one field and of another one beside it that has them too.
static qx_terrain *make_half(const field_case *whole, uint32_t first, uint32_t columns)
{
    uint16_t *codes = malloc((size_t)columns * whole->rows * sizeof *codes);
    for (uint32_t row = 0; row < whole->rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            codes[(size_t)row * columns + column] =
                (uint16_t)field_sample(whole, first + column, row);
    const qx_terrain_desc desc = { .samples = { .data = codes,
                                                .kind = QX_TERRAIN_U16,
                                                .columns = columns,
                                                .rows = whole->rows },
                                   .high = 65535 };
    qx_terrain *terrain;
    assert_int_equal(qx_terrain_create(&desc, NULL, &terrain), QX_OK);
    free(codes);
    return terrain;
}

static uint32_t border_places(const qx_terrain *terrain, const qx_terrain_tin_desc *desc,
                              field_side side, uint32_t *along)
{
    const qx_terrain_info info = qx_terrain_get_info(terrain);
    qx_terrain_tin *tin = make_tin(terrain, desc);
    simple_mesh mesh = build_tin(tin);
    check_mesh(terrain, &mesh, (double)desc->error);
    const uint32_t count = border_of(&mesh, info.columns, info.rows, side, along);
    free_mesh(&mesh);
    qx_terrain_tin_destroy(tin);
    return count;
}

static void neighbours_close(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        const field_case whole = {
            .columns = 61, .rows = 50, .seed = seed, .kind = seed % 2 ? FIELD_HILLS : FIELD_NOISE
        };
        qx_terrain *left = make_half(&whole, 0, 31), *right = make_half(&whole, 30, 31);
        uint32_t of_left[50], of_right[50];
        const qx_terrain_tin_desc desc = { .error = seed % 3 ? 1200 : 15000,
                                           .border = QX_TERRAIN_BORDER_SHARED };
        const uint32_t count = border_places(left, &desc, SIDE_RIGHT, of_left);
        assert_int_equal(count, border_places(right, &desc, SIDE_LEFT, of_right));
        assert_memory_equal(of_left, of_right, count * sizeof of_left[0]);
        qx_terrain_destroy(left);
        qx_terrain_destroy(right);
    }
}

static void locked_borders_have_all_their_samples(void **state)
{
    (void)state;
    const field_case c = { 40, 33, 9, FIELD_HILLS, false, 0, QX_SIMD_BEST };
    qx_terrain *terrain = make_field(&c);
    const qx_terrain_tin_desc desc = { .error = 1e9f, .border = QX_TERRAIN_BORDER_LOCKED };
    uint32_t along[40];
    assert_int_equal(border_places(terrain, &desc, SIDE_LEFT, along), 33);
    assert_int_equal(border_places(terrain, &desc, SIDE_RIGHT, along), 33);
    assert_int_equal(border_places(terrain, &desc, SIDE_TOP, along), 40);
    assert_int_equal(border_places(terrain, &desc, SIDE_BOTTOM, along), 40);
    qx_terrain_destroy(terrain);
}

// --- limits and repetition

static void the_number_of_triangles_can_be_limited(void **state)
{
    (void)state;
    const field_case c = { 120, 90, 4, FIELD_HILLS, false, 0, QX_SIMD_BEST };
    qx_terrain *terrain = make_field(&c);
    double first = 0.0, last = 0.0;
    for (uint32_t most = 2; most < 3000; most *= 2) {
        qx_terrain_tin *tin = make_tin(terrain, &(qx_terrain_tin_desc){ .triangles = most });
        const qx_terrain_tin_info info = qx_terrain_tin_get_info(tin);
        simple_mesh mesh = build_tin(tin);
        assert_true(info.counts.triangles >= most && info.counts.triangles <= most + 1);
        check_mesh(terrain, &mesh, (double)info.error);
        if (most == 2) first = (double)info.error;
        last = (double)info.error;
        free_mesh(&mesh);
        qx_terrain_tin_destroy(tin);
    }
    assert_true(last < first / 8);
    qx_terrain_destroy(terrain);
}

static void a_plane_is_two_triangles(void **state)
{
    (void)state;
    const field_case c = { 500, 300, 4, FIELD_PLANE, false, 0, QX_SIMD_BEST };
    qx_terrain *terrain = make_field(&c);
    qx_terrain_tin *tin = make_tin(terrain, &(qx_terrain_tin_desc){ 0 });
    assert_int_equal(qx_terrain_tin_get_info(tin).counts.triangles, 2);
    assert_int_equal(qx_terrain_tin_get_info(tin).counts.vertices, 4);
    assert_true(qx_terrain_tin_get_info(tin).error == 0.0f);
    qx_terrain_tin_destroy(tin);
    qx_terrain_destroy(terrain);
}

static void every_set_gives_the_same_mesh(void **state)
{
    (void)state;
    qx_simd simds[8];
    const uint32_t count = simds_here(simds);
    for (int floats = 0; floats < 2; floats++) {
        simple_mesh first = { 0 };
        for (uint32_t i = 0; i < count; i++) {
            const field_case c = { 300, 200, 6, FIELD_HILLS, floats == 1, 3, simds[i] };
            qx_terrain *terrain = make_field(&c);
            const qx_terrain_tin_desc desc = { .error = 300, .border = QX_TERRAIN_BORDER_SHARED };
            qx_terrain_tin *tin = make_tin(terrain, &desc);
            simple_mesh mesh = build_tin(tin);
            if (i == 0) {
                first = mesh;
            } else {
                assert_int_equal(mesh.counts.vertices, first.counts.vertices);
                assert_int_equal(mesh.counts.triangles, first.counts.triangles);
                assert_memory_equal(mesh.places, first.places,
                                    mesh.counts.vertices * sizeof *mesh.places);
                assert_memory_equal(mesh.indices, first.indices,
                                    3 * mesh.counts.triangles * sizeof *mesh.indices);
                free_mesh(&mesh);
            }
            qx_terrain_tin_destroy(tin);
            qx_terrain_destroy(terrain);
        }
        free_mesh(&first);
    }
}

// --- what may go wrong

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const field_case c = { 100, 80, 5, FIELD_HILLS, false, 10, QX_SIMD_BEST };
    qx_terrain *terrain = make_field(&c);
    qx_result result = QX_NO_MEMORY;
    for (long allowed = 0; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        const qx_terrain_tin_desc desc = { .error = 100,
                                           .border = QX_TERRAIN_BORDER_SHARED,
                                           .allocator = &allocator };
        qx_terrain_tin *tin = (qx_terrain_tin *)1;
        result = qx_terrain_tin_create(terrain, &desc, &tin);
        assert_true(result == QX_OK ? tin != NULL : tin == NULL && result == QX_NO_MEMORY);
        assert_true(allowed < 60);
        if (tin) assert_int_equal(book.live, 1); // what it worked with is gone
        qx_terrain_tin_destroy(tin);
        assert_int_equal(book.live, 0);
        assert_int_equal(book.live_bytes, 0);
    }
    qx_terrain_destroy(terrain);
}

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    static const qx_terrain_tin_desc bad[] = {
        { .error = -1 },
        { .error = NAN },
        { .error = INFINITY },
        { .error = 1, .border = (qx_terrain_border)3 },
        { .error = 1, .border = (qx_terrain_border)-1 },
    };
    const field_case c = { 9, 9, 1, FIELD_HILLS, false, 0, QX_SIMD_BEST };
    qx_terrain *terrain = make_field(&c);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        qx_terrain_tin *tin = (qx_terrain_tin *)1;
        assert_int_equal(qx_terrain_tin_create(terrain, &bad[i], &tin), QX_BAD_VALUE);
        assert_null(tin);
    }
    qx_terrain_tin_destroy(NULL);
    qx_terrain_destroy(terrain);
}

#define AT(COLUMN, ROW) ((uint32_t)(COLUMN) | (uint32_t)(ROW) << 16)

static void measuring_refuses_what_is_no_mesh(void **state)
{
    (void)state;
    static const struct {
        uint32_t places[4], indices[6];
        uint32_t vertex_count, index_count;
    } bad[] = {
        { { AT(0, 0), AT(0, 2), AT(2, 0) }, { 0, 1, 2 }, 2, 3 },          // no such vertex
        { { AT(0, 0), AT(0, 3), AT(2, 0) }, { 0, 1, 2 }, 3, 3 },          // below the field
        { { AT(0, 0), AT(0, 2), AT(4, 0) }, { 0, 1, 2 }, 3, 3 },          // right of it
        { { AT(0, 0), AT(2, 0), AT(0, 2) }, { 0, 1, 2 }, 3, 3 },          // from below
        { { AT(0, 0), AT(1, 1), AT(2, 2) }, { 0, 1, 2 }, 3, 3 },          // no area
        { { AT(0, 0), AT(0, 2), AT(2, 0) }, { 0, 1, 2, 0 }, 3, 4 },       // a third of one
        { { AT(0, 0), AT(0, 2), AT(2, 0) }, { 0, 1, 2, 2, 1, 3 }, 3, 6 }, // the second one
        { { AT(0, 0), AT(0, 2), AT(3, 1) }, { 0, 1, 2 }, 3, 3 },          // a hole
    };
    static const uint16_t codes[12] = { 0 };
    static const uint8_t mask[12] = { 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1 };
    const qx_terrain_desc desc = {
        .samples = { .data = codes, .kind = QX_TERRAIN_U16, .columns = 4, .rows = 3 }, .mask = mask
    };
    qx_terrain *terrain;
    assert_int_equal(qx_terrain_create(&desc, NULL, &terrain), QX_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        qx_terrain_measured measured = { 1.0, 1 };
        assert_int_equal(qx_terrain_measure(terrain, bad[i].places, bad[i].vertex_count,
                                            bad[i].indices, bad[i].index_count, NULL, &measured),
                         QX_BAD_VALUE);
        assert_true(measured.error == 0.0 && measured.missed == 0);
    }
    failing book;
    const qx_allocator allocator = failing_after(&book, 0);
    qx_terrain_measured measured;
    assert_int_equal(qx_terrain_measure(terrain, NULL, 0, NULL, 0, &allocator, &measured),
                     QX_NO_MEMORY);
    assert_int_equal(qx_terrain_measure(terrain, NULL, 0, NULL, 0, NULL, &measured), QX_OK);
    assert_int_equal(measured.missed, 11);
    qx_terrain_destroy(terrain);
}

static void what_a_mesh_costs_is_known_by_hand(void **state)
{
    (void)state;
    static const float heights[9] = { 0, 4, 8, 1, 7, 9, 2, 6, 10 };
    static const uint32_t places[3] = { AT(0, 0), AT(0, 2), AT(2, 0) };
    static const uint32_t indices[3] = { 0, 1, 2 };
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 3, .rows = 3 }
    };
    qx_terrain *terrain;
    qx_terrain_measured measured;
    assert_int_equal(qx_terrain_create(&desc, NULL, &terrain), QX_OK);
    assert_int_equal(qx_terrain_measure(terrain, places, 3, indices, 3, NULL, &measured), QX_OK);
    assert_true(measured.error == 2.0); // 7 in the middle of 2 and 8
    assert_int_equal(measured.missed, 3);
    qx_terrain_destroy(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_errors_are_within_what_was_asked),
        cmocka_unit_test(no_vertex_lies_in_the_circle_of_a_triangle),
        cmocka_unit_test(the_largest_fields_are_cut_right),
        cmocka_unit_test(neighbours_close),
        cmocka_unit_test(locked_borders_have_all_their_samples),
        cmocka_unit_test(the_number_of_triangles_can_be_limited),
        cmocka_unit_test(a_plane_is_two_triangles),
        cmocka_unit_test(every_set_gives_the_same_mesh),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(measuring_refuses_what_is_no_mesh),
        cmocka_unit_test(what_a_mesh_costs_is_known_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
