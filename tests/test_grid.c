// SPDX-License-Identifier: MIT
// What a net is made of, how it is read and drawn, and what is refused.
#include "grid_cases.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- counts and places

static qx_vec3 *build(const qx_grid *grid)
{
    qx_vec3 *places = malloc(qx_grid_get_info(grid).points * sizeof *places);
    assert_non_null(places);
    qx_grid_build_positions(grid, places, sizeof *places);
    return places;
}

static bool is_equal(float a, float b)
{
    return !(a < b) && !(a > b);
}

// Every edge lies exactly on the border, every point where its index says.
static void expect_fitting(const qx_grid *grid)
{
    const qx_grid_info info = qx_grid_get_info(grid);
    qx_vec3 *places = build(grid);
    for (uint32_t row = 0; row < info.rows; row++)
        for (uint32_t column = 0; column < info.columns; column++) {
            const qx_vec3 at = places[(size_t)row * info.columns + column];
            const double x = (double)info.width * column / (info.columns - 1);
            const double y = (double)info.height * row / (info.rows - 1);
            if (column == 0) assert_true(is_equal(at.x, 0.0f));
            if (row == 0) assert_true(is_equal(at.y, 0.0f));
            if (column == info.columns - 1) assert_true(is_equal(at.x, info.width));
            if (row == info.rows - 1) assert_true(is_equal(at.y, info.height));
            assert_true(fabs((double)at.x - x) <= 2e-7 * (double)info.width);
            assert_true(fabs((double)at.y - y) <= 2e-7 * (double)info.height);
            assert_true(is_equal(at.z, 0.0f));
        }
    free(places);
}

static void expect_consistent(const qx_grid_desc *desc, const qx_grid_info *info)
{
    assert_true(info->columns >= 2 && info->rows >= 2);
    assert_int_equal(info->points, info->columns * info->rows);
    assert_true(is_equal(info->width, desc->width) && is_equal(info->height, desc->height));
    assert_true(fabs((double)info->spacing_x * (info->columns - 1) / (double)desc->width - 1.0) <
                1e-6);
    assert_true(fabs((double)info->spacing_y * (info->rows - 1) / (double)desc->height - 1.0) <
                1e-6);
    const qx_grid_desc used = qx_grid_desc_resolve(desc);
    assert_int_equal(used.columns, info->columns);
    assert_int_equal(used.rows, info->rows);
    assert_int_equal(used.points, info->points);
    assert_true(is_equal(used.spacing, info->spacing_x));
}

static void cells_fit_sizes_that_overran_the_tutorial(void **state)
{
    (void)state;
    static const float sizes[][2] = { { 341, 2046 },  { 324, 324 },   { 1920, 1080 },
                                      { 3440, 1440 }, { 7680, 2160 }, { 0.001f, 0.001f },
                                      { 1e6f, 1e6f }, { 1, 1000 },    { 333.33334f, 0.1f } };
    static const uint32_t counts[] = { 0, 2, 3, 4, 5, 9, 100, 600, 1600, 1601, 6161, 20000, 60000 };
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (size_t c = 0; c < COUNT(counts); c++)
            for (int material = QX_GRID_WORLD; material <= QX_GRID_CLASSIC; material++) {
                const qx_grid_desc desc = { .width = sizes[s][0],
                                            .height = sizes[s][1],
                                            .points = counts[c],
                                            .material = (qx_grid_material)material,
                                            .pushes = 16,
                                            .wave_scale = fmaxf(
                                                0.001f, 0.02f * (sizes[s][0] + sizes[s][1])) };
                qx_grid *grid = NULL;
                const qx_result result = qx_grid_create(&desc, &grid);
                if (result == QX_TOO_LARGE && material == QX_GRID_WORLD)
                    continue; // too many sub-steps
                assert_int_equal(result, QX_OK);
                const qx_grid_info info = qx_grid_get_info(grid);
                expect_consistent(&desc, &info);
                expect_fitting(grid);
                qx_grid_destroy(grid);
            }
}

static void the_smallest_nets_work(void **state)
{
    (void)state;
    static const uint32_t counts[][2] = { { 2, 2 },   { 3, 2 },   { 2, 3 }, { 3, 3 },
                                          { 200, 2 }, { 2, 200 }, { 17, 3 } };
    for (size_t i = 0; i < COUNT(counts); i++)
        for (int border = QX_GRID_BORDER_FIXED; border <= QX_GRID_BORDER_ANCHORED; border++) {
            qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 640,
                                                       .height = 320,
                                                       .columns = counts[i][0],
                                                       .rows = counts[i][1],
                                                       .border = (qx_grid_border)border });
            assert_int_equal(qx_grid_get_info(grid).columns, counts[i][0]);
            assert_int_equal(qx_grid_get_info(grid).rows, counts[i][1]);
            expect_fitting(grid);
            const qx_grid_push push = {
                .x = 300, .y = 100, .z = -5, .radius = 700, .strength = 20
            };
            assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
            step_times(grid, 60);
            assert_true(is_finite_grid(grid));
            qx_grid_line lines[3000];
            assert_true(qx_grid_bound_lines(grid, NULL) <= COUNT(lines));
            assert_true(qx_grid_build_lines(grid, NULL, lines) >= 4);
            qx_grid_destroy(grid);
        }
}

// As the tutorial's 968,275 viewport sizes, of which 244 overran: counts come first and places
// follow from them.
static void counts_and_places_agree_for_any_viewport(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 7, 1);
    for (uint32_t i = 0; i < cases(200000); i++) {
        const qx_grid_desc desc = { .width = (float)(320 + qx_random_below(&random, 3521)),
                                    .height = (float)(240 + qx_random_below(&random, 1921)),
                                    .points = qx_random_below(&random, 2) ? 600 : 1600 };
        const qx_grid_desc used = qx_grid_desc_resolve(&desc);
        assert_true(used.columns >= 2 && used.rows >= 2 && used.points == used.columns * used.rows);
        assert_true(abs((int)used.points - (int)desc.points) <= (int)desc.points / 10);
        const double cell = (double)(desc.width / (float)(used.columns - 1)) /
                            (double)(desc.height / (float)(used.rows - 1));
        assert_true(cell > 0.9 && cell < 1.12); // nearly square
        if (i % 100 != 0) continue;
        qx_grid *grid = make_grid(&desc);
        expect_fitting(grid);
        qx_grid_destroy(grid);
    }
}

static void spacing_and_exact_counts_are_kept(void **state)
{
    (void)state;
    qx_grid_desc used =
        qx_grid_desc_resolve(&(qx_grid_desc){ .width = 1280, .height = 720, .spacing = 20 });
    assert_int_equal(used.columns, 65);
    assert_int_equal(used.rows, 37);
    used = qx_grid_desc_resolve(
        &(qx_grid_desc){ .width = 1280, .height = 720, .spacing = 20, .points = 60000 });
    assert_true(used.points > 59000 && used.points < 61000); // points win over spacing
    used = qx_grid_desc_resolve(
        &(qx_grid_desc){ .width = 1280, .height = 720, .points = 9, .columns = 7, .rows = 5 });
    assert_int_equal(used.points, 35); // exact counts win over both
    used = qx_grid_desc_resolve(&(qx_grid_desc){ .width = 1280, .height = 720 });
    assert_int_equal(used.columns, 53);
    assert_int_equal(used.rows, 30);
    assert_true(is_equal(used.wave_scale, 24.0f) && is_equal(used.damping_floor, 0.35f));
    assert_int_equal(used.pushes, 1024);
}

static void thick_lines_are_every_third_and_symmetric(void **state)
{
    (void)state;
    for (uint32_t count = 2; count < 400; count++) {
        uint32_t last = UINT32_MAX, thick = 0;
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(qx_grid_is_thick(i, count) != 0,
                             qx_grid_is_thick(count - 1 - i, count) != 0);
            if (!qx_grid_is_thick(i, count)) continue;
            if (last != UINT32_MAX)
                assert_int_equal(i - last, 3);
            else
                assert_true(i < 3);
            last = i;
            thick++;
        }
        assert_true(count == 2 ? thick == 0 : thick >= (count - 1) / 3);
        assert_int_equal(qx_grid_is_thick(count / 2, count) != 0, count % 2 == 1);
    }
}

// --- what is refused

typedef struct refusal {
    qx_grid_desc desc;
    qx_result result;
} refusal;

static const refusal refusals[] = {
    { { .width = 0, .height = 1 }, QX_BAD_VALUE },
    { { .width = 1, .height = 0 }, QX_BAD_VALUE },
    { { .width = 1, .height = -1 }, QX_BAD_VALUE },
    { { .width = -1280, .height = -720 }, QX_BAD_VALUE },
    { { .width = NAN, .height = 1 }, QX_BAD_VALUE },
    { { .width = 1, .height = NAN }, QX_BAD_VALUE },
    { { .width = INFINITY, .height = 1 }, QX_BAD_VALUE },
    { { .width = 1, .height = -INFINITY }, QX_BAD_VALUE },
    { { .width = 1e-4f, .height = 1 }, QX_BAD_VALUE },
    { { .width = 1, .height = 1.1e6f }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .spacing = NAN }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .spacing = -20 }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .spacing = INFINITY }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .spacing = 1e-3f }, QX_TOO_LARGE },
    { { .width = 1e6f, .height = 1e6f, .spacing = FLT_MIN }, QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .wave_scale = NAN }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .wave_scale = -24 }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .wave_scale = INFINITY }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .damping_floor = NAN }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .damping_floor = -0.1f }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .damping_floor = 1.5f }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .material = (qx_grid_material)2 }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .material = (qx_grid_material)0x7FFFFFFF }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .border = (qx_grid_border)2 }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .columns = 1, .rows = 9 }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .columns = 9, .rows = 1 }, QX_BAD_VALUE },
    { { .width = 1280,
        .height = 720,
        .material = QX_GRID_CLASSIC,
        .points = QX_GRID_MAX_POINTS + 1 },
      QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .material = QX_GRID_CLASSIC, .points = UINT32_MAX },
      QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .columns = 4097, .rows = 4096 }, QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .columns = UINT32_MAX, .rows = UINT32_MAX }, QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .columns = 65536, .rows = 65536 },
      QX_TOO_LARGE }, // their product wraps to 0
    { { .width = 1280, .height = 720, .columns = 2, .rows = UINT32_MAX }, QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .pushes = 65537 }, QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .pushes = UINT32_MAX }, QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .points = QX_GRID_MAX_POINTS },
      QX_TOO_LARGE }, // 2,447 sub-steps
    { { .width = 1280, .height = 720, .wave_scale = 1e6f }, QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .wave_scale = 24, .columns = 60000, .rows = 2 },
      QX_TOO_LARGE },
    { { .width = 1280, .height = 720, .simd = (qx_simd)(QX_SIMD_NEON + 1) }, QX_BAD_VALUE },
    { { .width = 1280, .height = 720, .simd = (qx_simd)0x7FFFFFFF }, QX_BAD_VALUE },
#if defined(__x86_64__)
    { { .width = 1280, .height = 720, .simd = QX_SIMD_NEON }, QX_UNSUPPORTED },
#else
    { { .width = 1280, .height = 720, .simd = QX_SIMD_AVX512 }, QX_UNSUPPORTED },
#endif
};

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refusals); i++) {
        qx_grid *grid = (qx_grid *)&grid;
        const qx_result result = qx_grid_create(&refusals[i].desc, &grid);
        if (result != refusals[i].result) print_message("row %zu: %s\n", i, qx_result_text(result));
        assert_int_equal(result, refusals[i].result);
        assert_null(grid);
    }
}

// --- memory

typedef struct ledger {
    long allocations, frees, allowed;
    void *pointer[8];
    size_t size[8];
} ledger;

static void *book_alloc(void *user, size_t size, size_t alignment)
{
    ledger *book = user;
    if (book->allocations == book->allowed) return NULL;
    void *pointer = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    assert_non_null(pointer);
    assert_true(book->allocations < 8);
    book->pointer[book->allocations] = pointer;
    book->size[book->allocations++] = size;
    memset(pointer, 0xA5, size); // nobody promised zeros
    return pointer;
}

static void book_free(void *user, void *pointer, size_t size)
{
    ledger *book = user;
    long found = -1;
    for (long i = 0; i < book->allocations; i++)
        if (book->pointer[i] == pointer) found = i;
    assert_true(found >= 0);
    assert_int_equal(size, book->size[found]);
    book->pointer[found] = NULL;
    book->frees++;
    free(pointer);
}

static void only_create_allocates_and_all_is_freed(void **state)
{
    (void)state;
    for (int material = QX_GRID_WORLD; material <= QX_GRID_CLASSIC; material++) {
        ledger book = { .allowed = 8 };
        const qx_allocator allocator = { book_alloc, book_free, &book };
        qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 1280,
                                                   .height = 720,
                                                   .points = 5000,
                                                   .allocator = &allocator,
                                                   .material = (qx_grid_material)material });
        const long made = book.allocations;
        size_t held = 0;
        for (long i = 0; i < made; i++) held += book.size[i];
        assert_true(made >= 1 && held == qx_grid_get_info(grid).bytes);
        qx_random random;
        qx_random_seed(&random, 3, 3);
        void *kept = malloc(qx_grid_bound_state(grid));
        qx_grid_line *lines = malloc(qx_grid_bound_lines(grid, NULL) * sizeof *lines);
        assert_true(kept && lines);
        for (int tick = 0; tick < 20; tick++) {
            push_at_random(grid, &random, 30, 10.0f);
            qx_grid_step(grid, tick % 2 ? &(qx_workers){ run_backward, NULL } : NULL);
        }
        free(build(grid));
        qx_grid_build_lines(grid, NULL, lines);
        qx_grid_sample_position(grid, 3, 4);
        qx_grid_copy_state(grid, kept);
        assert_int_equal(qx_grid_restore_state(grid, kept, qx_grid_bound_state(grid)), QX_OK);
        qx_grid_settle(grid, 0.01f, 5, NULL);
        qx_grid_reset(grid);
        assert_int_equal(book.allocations, made);
        assert_int_equal(book.frees, 0);
        qx_grid_destroy(grid);
        assert_int_equal(book.frees, made);
        free(kept);
        free(lines);
    }
    qx_grid_destroy(NULL);
}

static void each_failing_allocation_fails_create(void **state)
{
    (void)state;
    qx_result result = QX_NO_MEMORY;
    for (long allowed = 0; result != QX_OK; allowed++) {
        ledger book = { .allowed = allowed };
        const qx_allocator allocator = { book_alloc, book_free, &book };
        qx_grid *grid = (qx_grid *)&grid;
        result = qx_grid_create(
            &(qx_grid_desc){ .width = 1280, .height = 720, .allocator = &allocator }, &grid);
        if (result == QX_OK) {
            assert_true(allowed > 0);
            qx_grid_destroy(grid);
        } else {
            assert_int_equal(result, QX_NO_MEMORY);
            assert_null(grid);
        }
        assert_int_equal(book.frees, book.allocations);
    }
}

// --- sampling

static bool is_near(qx_vec3 a, qx_vec3 b, float tolerance)
{
    return fabsf(a.x - b.x) <= tolerance && fabsf(a.y - b.y) <= tolerance &&
           fabsf(a.z - b.z) <= tolerance;
}

static qx_vec3 displacement_at(const qx_grid *grid, uint32_t column, uint32_t row)
{
    return (qx_vec3){ field_of(grid, column, row, GRID_UX), field_of(grid, column, row, GRID_UY),
                      field_of(grid, column, row, GRID_UZ) };
}

static void samples_at_points_are_the_points(void **state)
{
    (void)state;
    qx_grid *grid = bent_net(1);
    qx_vec3 *places = build(grid);
    for (uint32_t row = 0; row < 11; row++)
        for (uint32_t column = 0; column < 19; column++) {
            const float x = 50.0f * (float)column, y = 50.0f * (float)row;
            assert_true(
                is_near(qx_grid_sample_position(grid, x, y), places[row * 19 + column], 2e-4f));
            assert_true(is_near(qx_grid_sample_displacement(grid, x, y),
                                displacement_at(grid, column, row), 2e-4f));
        }
    free(places);
    qx_grid_destroy(grid);
}

static qx_vec3 blend(qx_vec3 a, qx_vec3 b, float t)
{
    return (qx_vec3){ a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t };
}

static void samples_between_points_are_bilinear(void **state)
{
    (void)state;
    qx_grid *grid = bent_net(2);
    qx_random random;
    qx_random_seed(&random, 2, 9);
    for (int i = 0; i < 10000; i++) {
        const uint32_t column = qx_random_below(&random, 18), row = qx_random_below(&random, 10);
        const float s = qx_random_unit(&random), t = qx_random_unit(&random);
        const float x = 50.0f * ((float)column + s), y = 50.0f * ((float)row + t);
        const qx_vec3 top =
            blend(displacement_at(grid, column, row), displacement_at(grid, column + 1, row), s);
        const qx_vec3 bottom = blend(displacement_at(grid, column, row + 1),
                                     displacement_at(grid, column + 1, row + 1), s);
        const qx_vec3 u = blend(top, bottom, t), found = qx_grid_sample_displacement(grid, x, y);
        assert_true(is_near(found, u, 1e-3f));
        assert_true(is_near(qx_grid_sample_position(grid, x, y), (qx_vec3){ x + u.x, y + u.y, u.z },
                            1e-3f));
    }
    qx_grid_destroy(grid);
}

static void samples_outside_are_taken_to_the_border(void **state)
{
    (void)state;
    static const float places[][4] = {
        { -1, -1, 0, 0 },
        { -1e30f, 250, 0, 250 },
        { 950, 600, 900, 500 },
        { 450, 1e30f, 450, 500 },
        { NAN, NAN, 0, 0 },
        { NAN, 250, 0, 0 },
        { 450, NAN, 0, 0 },
        { INFINITY, 250, 0, 0 },
        { 450, -INFINITY, 0, 0 },
        { INFINITY, INFINITY, 0, 0 },
        { FLT_MAX, -FLT_MAX, 900, 0 },
    };
    qx_grid *grid = make_grid(
        &(qx_grid_desc){ .width = 900, .height = 500, .border = QX_GRID_BORDER_ANCHORED });
    step_times(grid, 100); // the border sags, so that its places differ
    for (size_t i = 0; i < COUNT(places); i++) {
        const qx_vec3 found = qx_grid_sample_position(grid, places[i][0], places[i][1]);
        const qx_vec3 meant = qx_grid_sample_position(grid, places[i][2], places[i][3]);
        if (!is_near(found, meant, 0.0f)) print_message("row %zu\n", i);
        assert_true(is_near(found, meant, 0.0f));
        const qx_vec3 moved = qx_grid_sample_displacement(grid, places[i][0], places[i][1]);
        assert_true(
            is_near(moved, qx_grid_sample_displacement(grid, places[i][2], places[i][3]), 0.0f));
    }
    qx_grid_destroy(grid);
}

static void positions_are_written_at_any_stride(void **state)
{
    (void)state;
    qx_grid *grid = bent_net(3);
    qx_vec3 *dense = build(grid);
    float wide[19 * 11 * 5];
    for (size_t i = 0; i < COUNT(wide); i++) wide[i] = -7.0f;
    qx_grid_build_positions(grid, wide, 5 * sizeof(float));
    for (size_t i = 0; i < 19 * 11; i++) {
        assert_memory_equal(&wide[5 * i], &dense[i], sizeof dense[i]);
        assert_true(is_equal(wide[5 * i + 3], -7.0f) && is_equal(wide[5 * i + 4], -7.0f));
    }
    free(dense);
    qx_grid_destroy(grid);
}

// --- lines

static uint32_t build_all(const qx_grid *grid, const qx_grid_line_desc *desc, qx_grid_line **lines)
{
    const uint32_t bound = qx_grid_bound_lines(grid, desc);
    *lines = malloc((bound + 1) * sizeof **lines);
    assert_non_null(*lines);
    memset(*lines + bound, 0x5A, sizeof **lines);
    const uint32_t count = qx_grid_build_lines(grid, desc, *lines);
    assert_true(count <= bound);
    for (size_t i = 0; i < sizeof **lines; i++)
        assert_int_equal(((unsigned char *)(*lines + bound))[i], 0x5A);
    return count;
}

static void lines_at_rest_are_straight(void **state)
{
    (void)state;
    static const uint32_t counts[][2] = { { 2, 2 }, { 3, 2 }, { 9, 6 }, { 40, 23 }, { 100, 57 } };
    for (size_t i = 0; i < COUNT(counts); i++) {
        const uint32_t c = counts[i][0], r = counts[i][1];
        qx_grid *grid =
            make_grid(&(qx_grid_desc){ .width = 1280, .height = 720, .columns = c, .rows = r });
        qx_grid_line *lines;
        const uint32_t strings = (c - 1) * r + (r - 1) * c, middles = 2 * (c - 1) * (r - 1);
        assert_int_equal(build_all(grid, NULL, &lines), strings + middles);
        free(lines);
        assert_int_equal(build_all(grid, &(qx_grid_line_desc){ .middle = -1 }, &lines), strings);
        free(lines);
        assert_int_equal(
            qx_grid_bound_lines(grid, &(qx_grid_line_desc){ .middle = -1, .smooth = -1 }), strings);
        assert_int_equal(qx_grid_bound_lines(grid, &(qx_grid_line_desc){ .smooth = -1 }),
                         strings + middles);
        assert_int_equal(qx_grid_bound_lines(grid, NULL), 2 * strings + middles);
        qx_grid_destroy(grid);
    }
}

static void the_bound_is_reached_where_all_is_bent(void **state)
{
    (void)state;
    qx_grid *grid = bent_net(4);
    qx_random random;
    qx_random_seed(&random, 4, 13);
    for (uint32_t row = 0; row < 11; row++) // nothing is straight enough
        for (uint32_t column = 0; column < 19; column++)
            grid_row_fields(grid, row)[GRID_UZ * (size_t)grid->stride + column] =
                qx_random_range(&random, -9.0f, 9.0f);
    const qx_grid_line_desc desc = { .smooth = 1e-7f };
    qx_grid_line *lines;
    assert_int_equal(build_all(grid, &desc, &lines), qx_grid_bound_lines(grid, &desc));
    free(lines);
    qx_grid_destroy(grid);
}

// Rows, then columns, each from border to border in one piece; the widths asked for.
static void lines_follow_each_row_and_column(void **state)
{
    (void)state;
    qx_grid *grid = bent_net(5);
    qx_vec3 *places = build(grid);
    const qx_grid_line_desc desc = { .thick = 7, .thin = 2, .middle = 0.5f, .smooth = 0.5f };
    qx_grid_line *lines, *at;
    const uint32_t count = build_all(grid, &desc, &lines);
    at = lines;
    for (uint32_t line = 0; line < 11 + 19; line++) {
        const bool is_row = line < 11;
        const uint32_t index = is_row ? line : line - 11, last = is_row ? 18 : 10;
        const qx_vec3 *first = is_row ? places + index * 19 : places + index;
        const size_t step = is_row ? 1 : 19;
        const float width = qx_grid_is_thick(index, is_row ? 11 : 19) ? 7.0f : 2.0f;
        for (uint32_t i = 0; i < last; i++) {
            assert_memory_equal(&at->from, &first[i * step], sizeof at->from);
            if (memcmp(&at->to, &first[(i + 1) * step], sizeof at->to) != 0) {
                assert_memory_equal(&at[0].to, &at[1].from, sizeof at->to);
                assert_true(is_equal(at->width, width));
                at++;
            }
            assert_memory_equal(&at->to, &first[(i + 1) * step], sizeof at->to);
            assert_true(is_equal(at->width, width));
            at++;
        }
    }
    for (uint32_t i = 0; i < 2 * 18 * 10; i++) assert_true(is_equal(at[i].width, 0.5f));
    const qx_vec3 top = blend(places[0], places[1], 0.5f),
                  bottom = blend(places[19], places[20], 0.5f);
    assert_true(is_near(at->from, top, 1e-4f) && is_near(at->to, bottom, 1e-4f));
    assert_int_equal(count, (uint32_t)(at - lines) + 2 * 18 * 10);
    free(places);
    free(lines);
    qx_grid_destroy(grid);
}

// One point is lifted: along its row z is 0 0 h 0 0, along its column 0 h 0. The Catmull-Rom middle
// of a, b, c, d is (9 (b + c) - a - d) / 16, which strays from the straight one by h/16 in four
// segments of the row. The column has two segments; beyond the border it goes on straight, to -h,
// so that both stray by h/8.
static void segments_bend_where_they_stray_more_than_asked(void **state)
{
    (void)state;
    const float h = 10.0f;
    for (int asked = 0; asked < 2; asked++) {
        qx_grid *grid =
            make_grid(&(qx_grid_desc){ .width = 800, .height = 200, .columns = 9, .rows = 3 });
        grid_row_fields(grid, 1)[GRID_UZ * (size_t)grid->stride + 4] = h;
        const float stray = h / 16.0f;
        const qx_grid_line_desc desc = { .middle = -1,
                                         .smooth = asked ? stray * 1.01f : stray * 0.99f };
        qx_grid_line *lines;
        const uint32_t count = build_all(grid, &desc, &lines), straight = 8 * 3 + 2 * 9;
        float highest = 0.0f;
        for (uint32_t i = 0; i < count; i++)
            if (lines[i].to.y <= 100.0f && lines[i].to.y >= 100.0f && lines[i].to.x < 400.0f)
                highest = fmaxf(highest, lines[i].to.z);
        assert_int_equal(count, asked ? straight + 2 : straight + 6);
        assert_true(fabsf(highest - (asked ? 0.0f : 9.0f * h / 16.0f)) < 1e-5f);
        free(lines);
        qx_grid_destroy(grid);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_fit_sizes_that_overran_the_tutorial),
        cmocka_unit_test(the_smallest_nets_work),
        cmocka_unit_test(counts_and_places_agree_for_any_viewport),
        cmocka_unit_test(spacing_and_exact_counts_are_kept),
        cmocka_unit_test(thick_lines_are_every_third_and_symmetric),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(only_create_allocates_and_all_is_freed),
        cmocka_unit_test(each_failing_allocation_fails_create),
        cmocka_unit_test(samples_at_points_are_the_points),
        cmocka_unit_test(samples_between_points_are_bilinear),
        cmocka_unit_test(samples_outside_are_taken_to_the_border),
        cmocka_unit_test(positions_are_written_at_any_stride),
        cmocka_unit_test(lines_at_rest_are_straight),
        cmocka_unit_test(the_bound_is_reached_where_all_is_bent),
        cmocka_unit_test(lines_follow_each_row_and_column),
        cmocka_unit_test(segments_bend_where_they_stray_more_than_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
