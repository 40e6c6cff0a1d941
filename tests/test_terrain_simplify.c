// SPDX-License-Identifier: MIT
// RTIN: bounds that hold, meshes that close, errors as a plain reckoning has them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "failing.h"
#include "terrain_fields.h"
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float errors[] = { 0.0f, 1e-3f, 40.0f, 900.0f, 9000.0f, 1e9f };

// m * 2^k + 1 along both axes; small ones most often.
static field_case draw_case(uint64_t seed)
{
    const uint32_t block = 2u << (seed * 7 % 13 < 11 ? seed * 5 % 5 : seed % 8);
    const uint32_t most = block > 64 ? 1 : 3;
    return (field_case){
        .columns = block * (1 + (uint32_t)(seed / 3 % most)) + 1,
        .rows = block * (1 + (uint32_t)(seed / 11 % most)) + 1,
        .seed = seed,
        .kind = (field_kind)(seed % FIELD_KIND_COUNT),
        .floats = seed / 2 % 2,
        .holes = seed % 5 == 0 ? 20 : 0,
    };
}

static void true_errors_are_within_what_was_asked(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        const field_case c = draw_case(seed);
        qx_terrain *terrain = make_field(&c);
        qx_terrain_rtin *rtin;
        assert_int_equal(qx_terrain_rtin_create(terrain, NULL, NULL, &rtin), QX_OK);
        for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
            simple_mesh mesh = build_rtin(rtin, errors[i]);
            check_mesh(terrain, &mesh, (double)errors[i]);
            free_mesh(&mesh);
        }
        qx_terrain_rtin_destroy(rtin);
        qx_terrain_destroy(terrain);
    }
}

static void blocks_of_any_size_close(void **state)
{
    (void)state;
    for (uint32_t block = 2; block <= 128; block *= 2) {
        const field_case c = { 257, 129, block, FIELD_HILLS, false, 0, QX_SIMD_BEST };
        qx_terrain *terrain = make_field(&c);
        const qx_terrain_rtin_desc desc = { .block = block };
        qx_terrain_rtin *rtin;
        assert_int_equal(qx_terrain_rtin_create(terrain, &desc, NULL, &rtin), QX_OK);
        for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
            simple_mesh mesh = build_rtin(rtin, errors[i]);
            check_mesh(terrain, &mesh, (double)errors[i]);
            free_mesh(&mesh);
        }
        const qx_terrain_simple_counts least = qx_terrain_rtin_bound(rtin, 1e9f);
        assert_int_equal(least.triangles, 2 * (256 / block) * (128 / block));
        qx_terrain_rtin_destroy(rtin);
        qx_terrain_destroy(terrain);
    }
}

// --- a plain reckoning: each triangle by itself, every sample of it

typedef struct plain {
    const field_case *c;
    bool exact;
    double *errors;
    float error;
    uint32_t triangles;
} plain;

static double height_at(const plain *p, int32_t x, int32_t y)
{
    return field_sample(p->c, (uint32_t)x, (uint32_t)y);
}

// The largest deviation of all samples in a triangle.
static double deviation(const plain *p, int32_t ax, int32_t ay, int32_t bx, int32_t by, int32_t cx,
                        int32_t cy)
{
    const double a = height_at(p, ax, ay), b = height_at(p, bx, by), c = height_at(p, cx, cy);
    const double area = (double)((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
    double worst = 0.0;
    for (int32_t y = 0; y < (int32_t)p->c->rows; y++)
        for (int32_t x = 0; x < (int32_t)p->c->columns; x++) {
            const double wb = (double)((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area;
            const double wc = (double)((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area;
            if (wb < 0.0 || wc < 0.0 || wb + wc > 1.0) continue;
            const double plane = a + wb * (b - a) + wc * (c - a);
            worst = fmax(worst, fabs(plane - height_at(p, x, y)));
        }
    return worst;
}

static double *middle_of(const plain *p, int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    return &p->errors[(size_t)((ay + by) / 2) * p->c->columns + (size_t)((ax + bx) / 2)];
}

// As martini: a triangle's error is that of its long side's middle, and what its halves have.
static double reckon(const plain *p, int32_t ax, int32_t ay, int32_t bx, int32_t by, int32_t cx,
                     int32_t cy)
{
    if (abs(ax - cx) + abs(ay - cy) <= 1) return 0.0;
    const int32_t mx = (ax + bx) / 2, my = (ay + by) / 2;
    double own = fabs((height_at(p, ax, ay) + height_at(p, bx, by)) / 2 - height_at(p, mx, my));
    if (p->exact) own = fmax(own, deviation(p, ax, ay, bx, by, cx, cy));
    double *error = middle_of(p, ax, ay, bx, by);
    own = fmax(own, reckon(p, cx, cy, ax, ay, mx, my));
    own = fmax(own, reckon(p, bx, by, cx, cy, mx, my));
    *error = fmax(*error, own);
    return *error;
}

static void cut(plain *p, int32_t ax, int32_t ay, int32_t bx, int32_t by, int32_t cx, int32_t cy)
{
    const int32_t mx = (ax + bx) / 2, my = (ay + by) / 2;
    const bool is_least = abs(ax - cx) + abs(ay - cy) <= 1;
    if (is_least || *middle_of(p, ax, ay, bx, by) <= (double)p->error) {
        p->triangles++;
        return;
    }
    cut(p, cx, cy, ax, ay, mx, my);
    cut(p, bx, by, cx, cy, mx, my);
}

static void errors_are_those_of_a_plain_reckoning(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 120; seed++) {
        const uint32_t side = 2u << seed % 4;
        const field_case c = { side + 1, side + 1, seed, FIELD_NOISE, false, 0, QX_SIMD_BEST };
        plain p = { .c = &c, .exact = seed % 3 != 0 };
        p.errors = calloc((size_t)c.columns * c.rows, sizeof *p.errors);
        const int32_t s = (int32_t)side;
        for (int pass = 0; pass < 9; pass++) { // errors come up from both sides
            reckon(&p, 0, 0, s, s, s, 0);
            reckon(&p, s, s, 0, 0, 0, s);
        }
        qx_terrain *terrain = make_field(&c);
        const qx_terrain_rtin_desc desc = { .error = p.exact ? QX_TERRAIN_ERROR_EXACT
                                                             : QX_TERRAIN_ERROR_MIDPOINT };
        qx_terrain_rtin *rtin;
        assert_int_equal(qx_terrain_rtin_create(terrain, &desc, NULL, &rtin), QX_OK);
        for (float error = 0.0f; error < 70000.0f; error += 1700.0f) {
            p.error = error;
            p.triangles = 0;
            cut(&p, 0, 0, s, s, s, 0);
            cut(&p, s, s, 0, 0, 0, s);
            assert_int_equal(qx_terrain_rtin_bound(rtin, error).triangles, p.triangles);
        }
        qx_terrain_rtin_destroy(rtin);
        qx_terrain_destroy(terrain);
        free(p.errors);
    }
}

static bool holds(const simple_mesh *mesh, uint32_t place)
{
    for (uint32_t i = 0; i < mesh->counts.vertices; i++)
        if (mesh->places[i] == place) return true;
    return false;
}

static void exact_errors_are_never_below_those_of_middles(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        const field_case c = { 65, 33, seed, FIELD_HILLS, seed % 2 == 1, 0, QX_SIMD_BEST };
        qx_terrain *terrain = make_field(&c);
        const qx_terrain_rtin_desc middles = { .error = QX_TERRAIN_ERROR_MIDPOINT };
        qx_terrain_rtin *exact, *quick;
        assert_int_equal(qx_terrain_rtin_create(terrain, NULL, NULL, &exact), QX_OK);
        assert_int_equal(qx_terrain_rtin_create(terrain, &middles, NULL, &quick), QX_OK);
        for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
            simple_mesh more = build_rtin(exact, errors[i]), fewer = build_rtin(quick, errors[i]);
            for (uint32_t v = 0; v < fewer.counts.vertices; v++)
                assert_true(holds(&more, fewer.places[v]));
            free_mesh(&more);
            free_mesh(&fewer);
        }
        qx_terrain_rtin_destroy(quick);
        qx_terrain_rtin_destroy(exact);
        qx_terrain_destroy(terrain);
    }
}

static void a_plane_is_two_triangles_a_block(void **state)
{
    (void)state;
    for (int floats = 0; floats < 2; floats++) {
        const field_case c = { 193, 129, 3, FIELD_PLANE, floats == 1, 0, QX_SIMD_BEST };
        qx_terrain *terrain = make_field(&c);
        qx_terrain_rtin *rtin;
        assert_int_equal(qx_terrain_rtin_create(terrain, NULL, NULL, &rtin), QX_OK);
        const float error = floats ? 0.01f : 0.0f; // floats themselves are off a plane
        assert_int_equal(qx_terrain_rtin_bound(rtin, error).triangles, 2 * 3 * 2);
        assert_int_equal(qx_terrain_rtin_bound(rtin, error).vertices, 4 * 3);
        qx_terrain_rtin_destroy(rtin);
        qx_terrain_destroy(terrain);
    }
}

static void nothing_is_left_where_all_is_holes(void **state)
{
    (void)state;
    const field_case c = { 33, 33, 3, FIELD_NOISE, false, 1000, QX_SIMD_BEST };
    qx_terrain *terrain = make_field(&c);
    qx_terrain_rtin *rtin;
    assert_int_equal(qx_terrain_rtin_create(terrain, NULL, NULL, &rtin), QX_OK);
    const qx_terrain_simple_counts counts = qx_terrain_rtin_bound(rtin, 10.0f);
    assert_int_equal(counts.vertices, 0);
    assert_int_equal(counts.triangles, 0);
    qx_terrain_rtin_destroy(rtin);
    qx_terrain_destroy(terrain);
}

// --- the same bits

static void run_backward(void *user, uint32_t count, void (*task)(void *, uint32_t), void *context)
{
    (void)user;
    while (count-- > 0) task(context, count);
}

static void assert_same(const simple_mesh *a, const simple_mesh *b)
{
    assert_int_equal(a->counts.vertices, b->counts.vertices);
    assert_int_equal(a->counts.triangles, b->counts.triangles);
    assert_memory_equal(a->places, b->places, a->counts.vertices * sizeof *a->places);
    assert_memory_equal(a->indices, b->indices, 3 * a->counts.triangles * sizeof *a->indices);
}

static void sets_and_orders_of_work_give_the_same_meshes(void **state)
{
    (void)state;
    static const qx_workers backward = { run_backward, NULL };
    for (uint32_t kind = 0; kind < 4; kind++) {
        const uint32_t holes = kind == 3 ? 5 : 0;
        field_case c = { 257, 257, 8, FIELD_HILLS, kind % 2 == 1, holes, QX_SIMD_SCALAR };
        const qx_terrain_rtin_desc desc = { .error = (qx_terrain_error)(kind / 2),
                                            .block = kind == 1 ? 32 : 0 };
        qx_terrain *terrain = make_field(&c);
        qx_terrain_rtin *rtin;
        assert_int_equal(qx_terrain_rtin_create(terrain, &desc, NULL, &rtin), QX_OK);
        simple_mesh plain_mesh = build_rtin(rtin, 250.0f);
        qx_terrain_rtin_destroy(rtin);
        qx_terrain_destroy(terrain);
        for (int simd = QX_SIMD_BEST; simd <= QX_SIMD_NEON; simd++) {
            qx_simd found;
            if (qx_simd_resolve((qx_simd)simd, &found) != QX_OK) continue;
            c.simd = found;
            terrain = make_field(&c);
            assert_int_equal(qx_terrain_rtin_create(terrain, &desc, &backward, &rtin), QX_OK);
            simple_mesh mesh = build_rtin(rtin, 250.0f);
            assert_same(&plain_mesh, &mesh);
            free_mesh(&mesh);
            qx_terrain_rtin_destroy(rtin);
            qx_terrain_destroy(terrain);
        }
        free_mesh(&plain_mesh);
    }
}

// --- what may go wrong

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const field_case c = { 257, 257, 5, FIELD_HILLS, false, 10, QX_SIMD_BEST };
    qx_terrain *terrain = make_field(&c);
    qx_result result = QX_NO_MEMORY;
    for (long allowed = 0; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        const qx_terrain_rtin_desc desc = { .allocator = &allocator };
        qx_terrain_rtin *rtin = (qx_terrain_rtin *)1;
        result = qx_terrain_rtin_create(terrain, &desc, NULL, &rtin);
        assert_true(result == QX_OK ? rtin != NULL : rtin == NULL && result == QX_NO_MEMORY);
        assert_true(allowed < 10);
        const long before = book.requests;
        if (rtin) qx_terrain_rtin_bound(rtin, 10.0f);
        assert_int_equal(book.requests, before); // nothing more once it is made
        qx_terrain_rtin_destroy(rtin);
        assert_int_equal(book.live, 0);
        assert_int_equal(book.live_bytes, 0);
    }
    qx_terrain_destroy(terrain);
}

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t columns, rows;
        qx_terrain_rtin_desc desc;
    } bad[] = {
        { 4, 4, { 0 } },
        { 2, 2, { 0 } },
        { 5, 4, { 0 } },
        { 2, 65, { 0 } },
        { 65, 65, { .block = 1 } },
        { 65, 65, { .block = 3 } },
        { 65, 65, { .block = 128 } },
        { 97, 65, { .block = 64 } },
        { 65, 65, { .block = UINT32_MAX } },
        { 65, 65, { .error = (qx_terrain_error)2 } },
        { 65, 65, { .error = (qx_terrain_error)-1 } },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const field_case c = {
            bad[i].columns, bad[i].rows, 1, FIELD_HILLS, false, 0, QX_SIMD_BEST
        };
        qx_terrain *terrain = make_field(&c);
        qx_terrain_rtin *rtin = (qx_terrain_rtin *)1;
        assert_int_equal(qx_terrain_rtin_create(terrain, &bad[i].desc, NULL, &rtin), QX_BAD_VALUE);
        assert_null(rtin);
        qx_terrain_destroy(terrain);
    }
    qx_terrain_rtin_destroy(NULL);
}

static void odd_errors_count_as_none(void **state)
{
    (void)state;
    const field_case c = { 33, 33, 5, FIELD_NOISE, false, 0, QX_SIMD_BEST };
    qx_terrain *terrain = make_field(&c);
    qx_terrain_rtin *rtin;
    assert_int_equal(qx_terrain_rtin_create(terrain, NULL, NULL, &rtin), QX_OK);
    const uint32_t most = qx_terrain_rtin_bound(rtin, 0.0f).triangles;
    assert_int_equal(most, 2 * 32 * 32);
    assert_int_equal(qx_terrain_rtin_bound(rtin, NAN).triangles, most);
    assert_int_equal(qx_terrain_rtin_bound(rtin, -1.0f).triangles, most);
    assert_int_equal(qx_terrain_rtin_bound(rtin, INFINITY).triangles, 2);
    qx_terrain_rtin_destroy(rtin);
    qx_terrain_destroy(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_errors_are_within_what_was_asked),
        cmocka_unit_test(blocks_of_any_size_close),
        cmocka_unit_test(errors_are_those_of_a_plain_reckoning),
        cmocka_unit_test(exact_errors_are_never_below_those_of_middles),
        cmocka_unit_test(a_plane_is_two_triangles_a_block),
        cmocka_unit_test(nothing_is_left_where_all_is_holes),
        cmocka_unit_test(sets_and_orders_of_work_give_the_same_meshes),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(odd_errors_count_as_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
