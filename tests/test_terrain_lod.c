// SPDX-License-Identifier: MIT
// Levels of detail: errors against every sample, edits that equal rebuilds, normals, memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing.h"
#include "terrain_cases.h"
#include "terrain_lods.h"
#include "threads.h"

#include <math.h>
#include <string.h>

static void assert_alike(const qx_terrain_lod *a, const qx_terrain_lod *b)
{
    const qx_terrain_lod_info one = qx_terrain_lod_get_info(a), two = qx_terrain_lod_get_info(b);
    assert_int_equal(one.levels, two.levels);
    assert_int_equal(one.bytes, two.bytes);
    assert_memory_equal(one.errors, two.errors, sizeof one.errors);
}

// Errors

// Of the mesh that joins every 2^level-th vertex, the last one always among them, heights as they
// are drawn.
static double mesh_height(const float *drawn, const qx_terrain_info *info, uint32_t level,
                          uint32_t column, uint32_t row)
{
    const uint32_t side = 1u << level;
    uint32_t c0 = column / side * side, r0 = row / side * side;
    if (c0 == info->columns - 1) c0 = (info->columns - 2) / side * side;
    if (r0 == info->rows - 1) r0 = (info->rows - 2) / side * side;
    const uint32_t c1 = c0 + side < info->columns ? c0 + side : info->columns - 1;
    const uint32_t r1 = r0 + side < info->rows ? r0 + side : info->rows - 1;
    const double u = (double)(column - c0) / (c1 - c0), v = (double)(row - r0) / (r1 - r0);
    const double lt = (double)drawn[(size_t)r0 * info->columns + c0],
                 rt = (double)drawn[(size_t)r0 * info->columns + c1],
                 lb = (double)drawn[(size_t)r1 * info->columns + c0],
                 rb = (double)drawn[(size_t)r1 * info->columns + c1];
    if (info->diagonal == QX_TERRAIN_LT_RB)
        return u > v ? lt + u * (rt - lt) + v * (rb - rt) : lt + v * (lb - lt) + u * (rb - lb);
    return u + v > 1 ? rb + (1 - u) * (lb - rb) + (1 - v) * (rt - rb)
                     : lt + u * (rt - lt) + v * (lb - lt);
}

static float *drawn_heights(const qx_terrain_lod *lod, const qx_terrain_info *info)
{
    float *drawn = malloc((size_t)info->columns * info->rows * sizeof *drawn);
    assert_non_null(drawn);
    const qx_terrain_area all = { 0, 0, info->columns - 1, info->rows - 1 };
    qx_terrain_lod_build_texels(lod, &all, &(qx_terrain_texels){ .heights = drawn });
    return drawn;
}

static void check_errors(const qx_terrain *t)
{
    const qx_terrain_info info = qx_terrain_get_info(t);
    qx_terrain_lod *lod = lod_of(t, false);
    const qx_terrain_lod_info of = qx_terrain_lod_get_info(lod);
    float *drawn = drawn_heights(lod, &info);
    double most = 0;
    assert_true(of.errors[0] == 0);
    for (uint32_t level = 0; level < of.levels; level++) {
        for (uint32_t row = 0; row < info.rows; row++) {
            for (uint32_t column = 0; column < info.columns; column++) {
                float height;
                if (!qx_terrain_get_height(t, column, row, &height)) continue;
                assert_true(drawn[(size_t)row * info.columns + column] == height);
                const double off =
                    fabs(mesh_height(drawn, &info, level, column, row) - (double)height);
                most = off > most ? off : most;
            }
        }
        assert_true(fabs((double)of.errors[level] - most) <=
                    1e-6 * fabs((double)info.highest) + 1e-5);
        assert_true(level == 0 || of.errors[level] >= of.errors[level - 1]);
    }
    free(drawn);
    qx_terrain_lod_destroy(lod);
}

static void errors_are_the_largest_of_all_samples(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 2, 2 },   { 33, 33 },   { 34, 32 },
                                         { 2, 131 }, { 129, 129 }, { 150, 97 } };
    for (size_t k = 0; k < LOD_KINDS; k++) {
        for (size_t s = 0; s < COUNT(sizes); s++) {
            qx_terrain *t = lod_field(k + 10 * s, lod_kinds[k], sizes[s][0], sizes[s][1], 60);
            check_errors(t);
            qx_terrain_destroy(t);
        }
    }
}

static void levels_reach_over_the_field(void **state)
{
    (void)state;
    static const struct {
        uint32_t columns, rows, levels;
    } cases[] = { { 2, 2, 1 },   { 33, 33, 1 }, { 34, 33, 2 },
                  { 65, 65, 2 }, { 66, 2, 3 },  { 2, 1025, 6 } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        qx_terrain *t = lod_field(1, lod_kinds[0], cases[i].columns, cases[i].rows, 10);
        qx_terrain_lod *lod = lod_of(t, false);
        assert_int_equal(qx_terrain_lod_get_info(lod).levels, cases[i].levels);
        assert_ptr_equal(qx_terrain_lod_get_terrain(lod), t);
        assert_null(qx_terrain_lod_get_normals(lod));
        qx_terrain_lod_destroy(lod);
        qx_terrain_destroy(t);
    }
}

static void a_flat_field_is_one_patch(void **state)
{
    (void)state;
    static float heights[300 * 200];
    for (size_t i = 0; i < COUNT(heights); i++) heights[i] = 7.1f;
    qx_terrain *t = of_floats(heights, 300, 200);
    qx_terrain_lod *lod = lod_of(t, false);
    const qx_terrain_view view = { .eye = { 3, 8, 5 } };
    const qx_terrain_ranges ranges = qx_terrain_lod_sample_ranges(lod, &view);
    assert_int_equal(qx_terrain_lod_build(lod, &view, &ranges, lod_patches, LOD_PATCHES), 1);
    assert_int_equal(lod_patches[0].level, qx_terrain_lod_get_info(lod).levels - 1);
    assert_true(lod_patches[0].lowest <= 7.1f && lod_patches[0].highest >= 7.1f);
    qx_terrain_lod_destroy(lod);
    qx_terrain_destroy(t);
}

// Edits

typedef struct texels {
    uint16_t *codes;
    float *heights;
    int8_t *normals;
    uint8_t *present;
    size_t samples;
} texels;

static texels texels_of(const qx_terrain_lod *lod, const qx_terrain_area *area)
{
    const size_t samples = (size_t)(area->last_column - area->first_column + 1) *
                           (area->last_row - area->first_row + 1);
    texels all = { calloc(samples, 2), calloc(samples, 4), calloc(samples, 2), calloc(samples, 1),
                   samples };
    assert_true(all.codes && all.heights && all.normals && all.present);
    qx_terrain_lod_build_texels(
        lod, area, &(qx_terrain_texels){ all.codes, all.heights, all.normals, all.present });
    return all;
}

static void texels_free(texels *all)
{
    free(all->codes);
    free(all->heights);
    free(all->normals);
    free(all->present);
}

// What lies outside of `reach` is as before, what lies inside is what its own rectangle gives.
static void check_reach(const qx_terrain_lod *lod, const texels *before, const texels *after,
                        const qx_terrain_area *reach, uint32_t columns)
{
    texels part = texels_of(lod, reach);
    const uint32_t width = reach->last_column - reach->first_column + 1;
    for (size_t i = 0; i < after->samples; i++) {
        const uint32_t column = (uint32_t)(i % columns), row = (uint32_t)(i / columns);
        const bool inside = column >= reach->first_column && column <= reach->last_column &&
                            row >= reach->first_row && row <= reach->last_row;
        const texels *from = inside ? &part : before;
        const size_t k =
            inside ? (size_t)(row - reach->first_row) * width + (column - reach->first_column) : i;
        assert_int_equal(after->codes[i], from->codes[k]);
        assert_true(after->heights[i] == from->heights[k]);
        assert_memory_equal(after->normals + 2 * i, from->normals + 2 * k, 2);
        assert_int_equal(after->present[i], from->present[k]);
    }
    texels_free(&part);
}

static void check_edit(qx_terrain *t, qx_terrain_lod *lod, const qx_terrain_edit *edit)
{
    const qx_terrain_info info = qx_terrain_get_info(t);
    const qx_terrain_area all = { 0, 0, info.columns - 1, info.rows - 1 };
    texels before = texels_of(lod, &all);
    qx_terrain_area area;
    if (qx_terrain_apply(t, edit, &area) == QX_OK) {
        const qx_terrain_area reach = qx_terrain_lod_get_reach(lod, &area);
        qx_terrain_lod_update(lod, &area);
        qx_terrain_lod *anew = lod_of(t, true);
        assert_alike(lod, anew);
        assert_memory_equal(qx_terrain_lod_get_normals(lod), qx_terrain_lod_get_normals(anew),
                            2 * before.samples);
        texels after = texels_of(lod, &all);
        check_reach(anew, &before, &after, &reach, info.columns);
        texels_free(&after);
        qx_terrain_lod_destroy(anew);
    }
    texels_free(&before);
}

static void edits_equal_rebuilds(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < LOD_KINDS; k++) {
        qx_terrain *t = lod_field(k, lod_kinds[k], 300, 170, 60);
        const qx_terrain_info info = qx_terrain_get_info(t);
        qx_terrain_lod *lod = lod_of(t, true);
        qx_random random;
        qx_random_seed(&random, k, 5);
        for (int i = 0; i < 60; i++) {
            const qx_terrain_edit edit = { .kind =
                                               (qx_terrain_edit_kind)qx_random_below(&random, 5),
                                           .x = lod_anywhere(&random, 0.5f * info.width),
                                           .z = lod_anywhere(&random, 0.5f * info.depth),
                                           .radius = qx_random_range(&random, 0.5f, 30),
                                           .amount = qx_random_range(&random, -90, 90) };
            check_edit(t, lod, &edit);
        }
        qx_terrain_lod_destroy(lod);
        qx_terrain_destroy(t);
    }
}

// Normals and memory

static void small_normals_are_the_large_ones_rounded(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < LOD_KINDS; k++) {
        qx_terrain *t = lod_field(k, lod_kinds[k], 300, 70, 60);
        qx_terrain_lod *lod = lod_of(t, true);
        int16_t(*large)[2] = malloc(300 * 70 * sizeof *large);
        assert_non_null(large);
        qx_terrain_build_octahedral(t, QX_TERRAIN_SMOOTH_NORMALS, NULL, large, NULL);
        const int8_t *small = qx_terrain_lod_get_normals(lod);
        for (size_t i = 0; i < 2 * 300 * 70; i++)
            assert_true(fabs(small[i] / 127.0 - large[i / 2][i % 2] / 32767.0) <= 0.5 / 127 + 1e-9);
        free(large);
        qx_terrain_lod_destroy(lod);
        qx_terrain_destroy(t);
    }
}

static void workers_give_the_same(void **state)
{
    (void)state;
    qx_terrain *t = lod_field(9, lod_kinds[0], 700, 500, 60);
    qx_terrain_lod *alone = lod_of(t, true), *together;
    uint32_t threads = 4;
    const qx_workers workers = { run_on_threads, &threads };
    const qx_terrain_lod_desc desc = { .normals = true };
    assert_int_equal(qx_terrain_lod_create(t, &desc, &workers, &together), QX_OK);
    assert_alike(alone, together);
    assert_memory_equal(qx_terrain_lod_get_normals(alone), qx_terrain_lod_get_normals(together),
                        2 * 700 * 500);
    qx_terrain_lod_destroy(alone);
    qx_terrain_lod_destroy(together);
    qx_terrain_destroy(t);
}

static void memory_is_taken_once_and_given_back(void **state)
{
    (void)state;
    qx_terrain *t = lod_field(9, lod_kinds[3], 100, 100, 60);
    failing book;
    qx_allocator allocator = failing_after(&book, 0);
    qx_terrain_lod_desc desc = { .normals = true, .allocator = &allocator };
    qx_terrain_lod *lod = (qx_terrain_lod *)1;
    assert_int_equal(qx_terrain_lod_create(t, &desc, NULL, &lod), QX_NO_MEMORY);
    assert_null(lod);
    allocator = failing_after(&book, 1);
    assert_int_equal(qx_terrain_lod_create(t, &desc, NULL, &lod), QX_OK);
    assert_int_equal(book.live_bytes, qx_terrain_lod_get_info(lod).bytes);
    qx_terrain_lod_update(lod, &(qx_terrain_area){ 0, 0, 99, 99 });
    qx_terrain_ranges ranges;
    lod_choose(lod, &(qx_terrain_view){ .error = 1 }, &ranges);
    assert_int_equal(book.requests, 1);
    qx_terrain_lod_destroy(lod);
    assert_int_equal(book.live, 0);
    qx_terrain_lod_destroy(NULL);
    assert_int_equal(qx_terrain_lod_create(t, NULL, NULL, &lod), QX_OK);
    qx_terrain_lod_destroy(lod);
    qx_terrain_destroy(t);
}

static void nothing_but_holes_is_nothing(void **state)
{
    (void)state;
    static const float heights[70 * 70];
    static const uint8_t mask[70 * 70];
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 70, .rows = 70 },
        .mask = mask
    };
    qx_terrain *t = create(&desc);
    qx_terrain_lod *lod = lod_of(t, true);
    qx_terrain_ranges ranges;
    assert_int_equal(lod_choose(lod, &(qx_terrain_view){ .error = 1 }, &ranges), 0);
    qx_terrain_lod_destroy(lod);
    qx_terrain_destroy(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_the_largest_of_all_samples),
        cmocka_unit_test(levels_reach_over_the_field),
        cmocka_unit_test(a_flat_field_is_one_patch),
        cmocka_unit_test(edits_equal_rebuilds),
        cmocka_unit_test(small_normals_are_the_large_ones_rounded),
        cmocka_unit_test(workers_give_the_same),
        cmocka_unit_test(memory_is_taken_once_and_given_back),
        cmocka_unit_test(nothing_but_holes_is_nothing),
    };
    return cmocka_run_group_tests_name("terrain_lod", tests, NULL, NULL);
}
