// SPDX-License-Identifier: MIT
#include "failing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "terrain/terrain_internal.h"
#include "terrain_cases.h"

#define MOST 80u

static uint16_t codes[MOST * MOST];
static float heights[MOST * MOST];
static uint8_t mask[MOST * MOST];

static qx_terrain_desc described(qx_random *random, bool coded)
{
    const uint32_t holes_in = qx_random_below(random, 3) * 8;
    for (size_t i = 0; i < MOST * MOST; i++) {
        codes[i] = (uint16_t)qx_random_next(random);
        heights[i] = qx_random_range(random, -9, 70);
        mask[i] = holes_in == 0 || qx_random_below(random, holes_in) > 0;
    }
    const uint32_t columns = between(random, 2, MOST), rows = between(random, 2, MOST);
    return (qx_terrain_desc){ .samples = { .data = coded ? (const void *)codes : heights,
                                           .kind = coded ? QX_TERRAIN_U16 : QX_TERRAIN_F32,
                                           .columns = columns,
                                           .rows = rows },
                              .low = 10,
                              .high = qx_random_range(random, -40, 90),
                              .width = qx_random_range(random, 1, 200),
                              .depth = qx_random_range(random, 1, 200),
                              .diagonal = (qx_terrain_diagonal)qx_random_below(random, 3),
                              .periodic = qx_random_below(random, 2),
                              .mask = mask };
}

static qx_terrain_edit any_edit(qx_random *random, const qx_terrain *t)
{
    const qx_terrain_info info = qx_terrain_get_info(t);
    qx_terrain_edit edit = { .kind = (qx_terrain_edit_kind)qx_random_below(random, 5) };
    edit.x = qx_random_range(random, -0.6f, 0.6f) * info.width;
    edit.z = qx_random_range(random, -0.6f, 0.6f) * info.depth;
    edit.radius =
        qx_random_range(random, 0.01f, qx_random_below(random, 4) ? 0.5f : 1.5f) * info.width;
    edit.hardness = (float)qx_random_below(random, 3) * 0.5f;
    edit.amount =
        edit.kind == QX_TERRAIN_SMOOTH ? qx_random_unit(random) : qx_random_range(random, -60, 60);
    return edit;
}

// The field made anew from the samples there are now.
static qx_terrain *rebuilt(const qx_terrain *t)
{
    static float now[MOST * MOST];
    static uint8_t there[MOST * MOST];
    for (uint32_t v = 0; v < t->columns * t->rows; v++) {
        float height;
        there[v] = qx_terrain_get_height(t, v % t->columns, v / t->columns, &height);
        now[v] = height;
    }
    const qx_terrain_desc desc = { .samples = { .data = t->codes ? (const void *)t->codes : now,
                                                .kind = t->codes ? QX_TERRAIN_U16 : QX_TERRAIN_F32,
                                                .columns = t->columns,
                                                .rows = t->rows },
                                   .low = t->low,
                                   .high = t->high,
                                   .width = t->width,
                                   .depth = t->depth,
                                   .diagonal = t->diagonal,
                                   .periodic = t->periodic,
                                   .mask = there };
    return create(&desc);
}

static void assert_same_bounds(const qx_terrain *a, const qx_terrain *b)
{
    assert_true(a->pyramid_low == b->pyramid_low && a->pyramid_span == b->pyramid_span);
    const size_t blocks = a->level_start[a->level_count - 1] + 1;
    assert_memory_equal(a->pyramid, b->pyramid, blocks * sizeof *a->pyramid);
}

static void assert_same_normals(const qx_terrain *a, const qx_terrain *b)
{
    static qx_vec3 of_a[MOST * MOST], of_b[MOST * MOST];
    for (int rule = 0; rule < 2; rule++) {
        qx_terrain_build_normals(a, (qx_terrain_normals)rule, NULL, of_a, NULL);
        qx_terrain_build_normals(b, (qx_terrain_normals)rule, NULL, of_b, NULL);
        assert_memory_equal(of_a, of_b, (size_t)a->columns * a->rows * sizeof *of_a);
    }
}

static void edits_equal_rebuilds(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 21, 1);
    uint32_t touched = 0;
    for (int round = 0; round < 400; round++) {
        const qx_terrain_desc desc = described(&random, round & 1);
        qx_terrain *t = create(&desc);
        for (int i = 0; i < 12; i++) {
            const qx_terrain_edit edit = any_edit(&random, t);
            const qx_result result = qx_terrain_apply(t, &edit, NULL);
            assert_true(result == QX_OK || result == QX_NOT_FOUND);
            touched += result == QX_OK;
            qx_terrain *anew = rebuilt(t);
            const qx_terrain_info is = qx_terrain_get_info(t), should = qx_terrain_get_info(anew);
            assert_true(is.lowest == should.lowest && is.highest == should.highest);
            assert_true(is.low == should.low && is.high == should.high);
            assert_int_equal(is.holes, should.holes);
            assert_int_equal(is.bytes, should.bytes);
            assert_int_equal(qx_terrain_hash(t), qx_terrain_hash(anew));
            assert_same_bounds(t, anew);
            assert_same_normals(t, anew);
            qx_terrain_destroy(anew);
        }
        qx_terrain_destroy(t);
    }
    assert_true(touched > 2000);
}

// Samples outside the area that is told stay as they were, those at its borders were within reach.
static void only_the_area_changes(void **state)
{
    (void)state;
    static float before[MOST * MOST];
    qx_random random;
    qx_random_seed(&random, 22, 1);
    for (int round = 0; round < 600; round++) {
        qx_terrain_desc desc = described(&random, round & 1);
        qx_terrain *t = create(&desc);
        const uint32_t count = t->columns * t->rows;
        for (uint32_t v = 0; v < count; v++)
            before[v] = is_hole(t, v % t->columns, v / t->columns)
                            ? NAN
                            : height_at(t, v % t->columns, v / t->columns);
        const qx_terrain_edit edit = any_edit(&random, t);
        const uint64_t hash = qx_terrain_hash(t);
        qx_terrain_area a = { 9, 9, 9, 9 };
        const bool found = qx_terrain_apply(t, &edit, &a) == QX_OK;
        if (!found) assert_int_equal(qx_terrain_hash(t), hash);
        for (uint32_t v = 0; v < count; v++) {
            const uint32_t c = v % t->columns, r = v / t->columns;
            if (found && c >= a.first_column && c <= a.last_column && r >= a.first_row &&
                r <= a.last_row)
                continue;
            assert_true(is_hole(t, c, r) ? isnan(before[v]) : height_at(t, c, r) == before[v]);
        }
        qx_terrain_destroy(t);
    }
}

// By hand: a flat field of 11 x 11 at height 5, a brush of 3 cells around the middle.
static qx_terrain *flat(void)
{
    for (int i = 0; i < 11 * 11; i++) heights[i] = 5;
    return of_floats(heights, 11, 11);
}

static void brushes_do_what_they_say(void **state)
{
    (void)state;
    qx_terrain *t = flat();
    qx_terrain_edit edit = { .kind = QX_TERRAIN_RAISE, .radius = 3, .amount = 2, .hardness = 0.5f };
    qx_terrain_area area;
    assert_int_equal(qx_terrain_apply(t, &edit, &area), QX_OK);
    assert_true(area.first_column == 2 && area.last_column == 8 && area.first_row == 2 &&
                area.last_row == 8);
    assert_true(height_at(t, 5, 5) == 7 && height_at(t, 6, 6) == 7); // 1.41 of 1.5
    assert_true(height_at(t, 5, 8) == 5 && height_at(t, 2, 2) == 5);
    const double share = (3.0 - 2.0) / 1.5;
    assert_true(height_at(t, 3, 5) == (float)(5 + 2 * (share * share * (3 - 2 * share))));
    assert_true(height_at(t, 3, 5) == height_at(t, 7, 5) &&
                height_at(t, 5, 3) == height_at(t, 3, 5));
    assert_true(qx_terrain_get_info(t).highest == 7 && qx_terrain_get_info(t).high == 7);
    edit =
        (qx_terrain_edit){ .kind = QX_TERRAIN_FLATTEN, .radius = 100, .amount = -3, .hardness = 1 };
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_true(qx_terrain_get_info(t).lowest == -3 && qx_terrain_get_info(t).highest == -3);
    edit = (qx_terrain_edit){ .kind = QX_TERRAIN_CUT, .radius = 1 };
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_int_equal(qx_terrain_get_info(t).holes, 5);
    edit.kind = QX_TERRAIN_RAISE;
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_NOT_FOUND); // holes alone
    edit = (qx_terrain_edit){ .kind = QX_TERRAIN_FILL, .radius = 2, .amount = 9 };
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_int_equal(qx_terrain_get_info(t).holes, 0);
    assert_true(height_at(t, 5, 5) == 9 && height_at(t, 4, 4) == -3); // what was there stays
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_NOT_FOUND);
    qx_terrain_destroy(t);
}

// All samples are smoothed by what they were, whatever the order.
static void smoothing_is_even(void **state)
{
    (void)state;
    for (int i = 0; i < 11 * 11; i++) heights[i] = i == 60 ? 8 : i == 61 ? 4 : 0;
    qx_terrain *t = of_floats(heights, 11, 11);
    const qx_terrain_edit edit = {
        .kind = QX_TERRAIN_SMOOTH, .radius = 50, .amount = 1, .hardness = 1
    };
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_true(height_at(t, 5, 5) == 1 && height_at(t, 6, 5) == 2);
    assert_true(height_at(t, 5, 4) == 2 && height_at(t, 5, 6) == 2 && height_at(t, 4, 5) == 2);
    assert_true(height_at(t, 7, 5) == 1 && height_at(t, 6, 4) == 1 && height_at(t, 6, 6) == 1);
    assert_true(height_at(t, 0, 0) == 0 && height_at(t, 4, 4) == 0);
    qx_terrain_destroy(t);
}

static void periodic_edits_repeat(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 23, 1);
    for (int round = 0; round < 300; round++) {
        qx_terrain_desc desc = described(&random, round & 1);
        desc.periodic = true;
        qx_terrain *t = create(&desc);
        qx_terrain_edit edit = any_edit(&random, t);
        edit.x = t->width * (round & 2 ? 0.5f : -0.5f);
        edit.z = t->depth * (round & 4 ? 0.5f : 0.1f);
        (void)qx_terrain_apply(t, &edit, NULL);
        for (uint32_t r = 0; r < t->rows; r++) {
            assert_true(is_hole(t, 0, r) == is_hole(t, t->columns - 1, r));
            assert_true(height_at(t, 0, r) == height_at(t, t->columns - 1, r));
        }
        for (uint32_t c = 0; c < t->columns; c++) {
            assert_true(is_hole(t, c, 0) == is_hole(t, c, t->rows - 1));
            assert_true(height_at(t, c, 0) == height_at(t, c, t->rows - 1));
        }
        qx_terrain_destroy(t);
    }
}

static void codes_keep_within_their_range(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 24, 1);
    qx_terrain_desc desc = described(&random, true);
    desc.low = 5;
    desc.high = 1;
    qx_terrain *t = create(&desc);
    qx_terrain_edit edit = {
        .kind = QX_TERRAIN_RAISE, .radius = 1e3f, .amount = 1e9f, .hardness = 1
    };
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_true(qx_terrain_get_info(t).lowest == 5 && qx_terrain_get_info(t).highest == 5);
    edit.amount = -1e9f;
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_true(qx_terrain_get_info(t).lowest == 1 && qx_terrain_get_info(t).highest == 1);
    qx_terrain_destroy(t);
}

static void floats_stay_finite(void **state)
{
    (void)state;
    qx_terrain *t = flat();
    const qx_terrain_edit edit = {
        .kind = QX_TERRAIN_RAISE, .radius = 1e3f, .amount = 1e9f, .hardness = 1
    };
    for (int i = 0; i < 3; i++) assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_true(qx_terrain_get_info(t).highest == 1e9f);
    qx_terrain_destroy(t);
}

static void bad_edits_are_refused(void **state)
{
    (void)state;
    static const qx_terrain_edit bad[] = {
        { .kind = (qx_terrain_edit_kind)5, .radius = 1 },
        { .kind = (qx_terrain_edit_kind)-1, .radius = 1 },
        { .radius = 0 },
        { .radius = -1 },
        { .radius = NAN },
        { .radius = INFINITY },
        { .radius = 1, .x = NAN },
        { .radius = 1, .z = INFINITY },
        { .radius = 1, .amount = NAN },
        { .radius = 1, .amount = 2e9f },
        { .radius = 1, .hardness = -0.1f },
        { .radius = 1, .hardness = 1.1f },
        { .radius = 1, .hardness = NAN },
        { .kind = QX_TERRAIN_SMOOTH, .radius = 1, .amount = 1.5f },
        { .kind = QX_TERRAIN_SMOOTH, .radius = 1, .amount = -0.5f },
    };
    qx_terrain *t = flat();
    const uint64_t hash = qx_terrain_hash(t);
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_int_equal(qx_terrain_apply(t, &bad[i], NULL), QX_BAD_VALUE);
    static const qx_terrain_edit far[] = { { .radius = 1, .x = 7 },
                                           { .radius = 1, .x = -1e9f },
                                           { .radius = 1, .z = 1e9f },
                                           { .radius = 0.1f, .x = 0.5f } };
    for (size_t i = 0; i < COUNT(far); i++)
        assert_int_equal(qx_terrain_apply(t, &far[i], NULL), QX_NOT_FOUND);
    assert_int_equal(qx_terrain_hash(t), hash);
    qx_terrain_destroy(t);
}

static void the_first_hole_may_lack_memory(void **state)
{
    (void)state;
    failing book;
    const qx_allocator allocator = failing_after(&book, 1);
    const uint8_t data[16] = { 0 };
    const qx_terrain_desc desc = { .samples = { .data = data, .columns = 4, .rows = 4 },
                                   .allocator = &allocator };
    qx_terrain *t = create(&desc);
    const uint64_t hash = qx_terrain_hash(t);
    qx_terrain_edit edit = { .kind = QX_TERRAIN_CUT, .radius = 1 };
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_NO_MEMORY);
    assert_int_equal(qx_terrain_hash(t), hash);
    book.allowed = 1;
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_int_equal(book.live, 2);
    const long requests = book.requests;
    edit.kind = QX_TERRAIN_SMOOTH;
    edit.radius = 9;
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_int_equal(book.requests, requests);
    edit.kind = QX_TERRAIN_FILL;
    assert_int_equal(qx_terrain_apply(t, &edit, NULL), QX_OK);
    assert_int_equal(book.live, 1); // no holes, no memory for them
    qx_terrain_destroy(t);
    assert_int_equal(book.live_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_equal_rebuilds),
        cmocka_unit_test(only_the_area_changes),
        cmocka_unit_test(brushes_do_what_they_say),
        cmocka_unit_test(smoothing_is_even),
        cmocka_unit_test(periodic_edits_repeat),
        cmocka_unit_test(codes_keep_within_their_range),
        cmocka_unit_test(floats_stay_finite),
        cmocka_unit_test(bad_edits_are_refused),
        cmocka_unit_test(the_first_hole_may_lack_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
