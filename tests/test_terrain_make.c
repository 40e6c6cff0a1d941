// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/hash.h>
#include <quincunx/random.h>
#include <quincunx/terrain_make.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "simds_here.h"
#include "threads.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- maps to work with

static float *made(const qx_terrain_make *make)
{
    float *heights = malloc((size_t)make->columns * make->rows * sizeof *heights);
    assert_non_null(heights);
    assert_int_equal(qx_terrain_generate(make, NULL, heights), QX_OK);
    return heights;
}

static uint64_t hash_of(const qx_terrain_make *make, const float *heights)
{
    return qx_hash_floats(QX_HASH_START, heights, (size_t)make->columns * make->rows);
}

// Every shape, with all weather, tileable or not.
static qx_terrain_make random_make(uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 1);
    return (qx_terrain_make){
        .columns = 2 + qx_random_below(&random, 200),
        .rows = 2 + qx_random_below(&random, 200),
        .seed = seed,
        .shape = (qx_terrain_shape)(seed % QX_TERRAIN_SHAPE_COUNT),
        .features = qx_random_range(&random, 0.1f, 20.0f),
        .octaves = qx_random_below(&random, 17),
        .gain = qx_random_range(&random, 0.0f, 1.0f),
        .warp = qx_random_range(&random, -1.0f, 1.0f),
        .tileable = qx_random_below(&random, 2),
        .rain = qx_random_below(&random, 3000),
        .slides = qx_random_below(&random, 5),
        .rest = qx_random_range(&random, 0.0f, 8.0f),
    };
}

static void assert_range(const qx_terrain_make *make, const float *heights)
{
    float lowest = 2.0f, highest = -1.0f;
    for (size_t i = 0; i < (size_t)make->columns * make->rows; i++) {
        assert_true(heights[i] >= 0.0f && heights[i] <= 1.0f);
        lowest = fminf(lowest, heights[i]);
        highest = fmaxf(highest, heights[i]);
    }
    assert_true(lowest == 0.0f);
    assert_true(highest == 1.0f || highest == 0.0f); // without any relief
}

// --- what is made

static void heights_run_from_0_to_1(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        const qx_terrain_make make = random_make(seed);
        float *heights = made(&make);
        assert_range(&make, heights);
        free(heights);
    }
}

static void extreme_descriptions_stay_in_range(void **state)
{
    (void)state;
    static const qx_terrain_make extremes[] = {
        { .columns = 2, .rows = 2 },
        { .columns = 2, .rows = 2, .tileable = true, .rain = 100, .slides = 3 },
        { .columns = 2, .rows = 300, .shape = QX_TERRAIN_ISLAND, .rain = 100 },
        { .columns = 3, .rows = 2, .tileable = true, .rain = 100, .slides = 2 },
        { .columns = 65536, .rows = 2, .features = 1000, .octaves = 16, .warp = 1 },
        { .columns = 65536, .rows = 3, .rain = 3000, .tileable = true },
        { .columns = 2, .rows = 9999, .rain = 3000, .tileable = true },
        { .columns = 777, .rows = 1300, .rain = 9000, .slides = 1 },
        { .columns = 2, .rows = 65536, .features = 0.1f, .tileable = true, .slides = 1 },
        { .columns = 500, .rows = 500, .features = 1000, .gain = 1, .warp = -3e38f },
        { .columns = 99, .rows = 99, .gain = 1e-30f, .rain = 20000, .slides = 50, .rest = 1e-30f },
        { .columns = 99, .rows = 99, .seed = UINT64_MAX, .rain = 20000, .slides = 2, .rest = 1e6f },
    };
    for (size_t i = 0; i < COUNT(extremes); i++) {
        float *heights = made(&extremes[i]);
        assert_range(&extremes[i], heights);
        free(heights);
    }
}

static void every_worker_and_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 24; seed++) {
        qx_terrain_make make = random_make(seed);
        make.columns += 400; // more than a piece, and often than the least of the coarse maps
        float *heights = made(&make);
        const uint64_t expected = hash_of(&make, heights);
        for (uint32_t threads = 1; threads <= 3; threads++) {
            const qx_workers workers = { run_on_threads, &threads };
            assert_int_equal(qx_terrain_generate(&make, &workers, heights), QX_OK);
            assert_true(hash_of(&make, heights) == expected);
        }
        qx_simd simds[8];
        const uint32_t count = simds_here(simds);
        for (size_t i = 0; i < count; i++) {
            make.simd = simds[i];
            assert_int_equal(qx_terrain_generate(&make, NULL, heights), QX_OK);
            assert_true(hash_of(&make, heights) == expected);
        }
        free(heights);
    }
}

static void seeds_and_shapes_give_different_maps(void **state)
{
    (void)state;
    uint64_t hashes[16 * QX_TERRAIN_SHAPE_COUNT];
    for (size_t i = 0; i < COUNT(hashes); i++) {
        const qx_terrain_make make = { .columns = 33,
                                       .rows = 33,
                                       .seed = i / QX_TERRAIN_SHAPE_COUNT << 60 | 1,
                                       .shape = (qx_terrain_shape)(i % QX_TERRAIN_SHAPE_COUNT) };
        float *heights = made(&make);
        hashes[i] = hash_of(&make, heights);
        for (size_t other = 0; other < i; other++) assert_true(hashes[other] != hashes[i]);
        free(heights);
    }
}

static void golden_hashes(void **state)
{
    (void)state;
    static const uint64_t expected[QX_TERRAIN_SHAPE_COUNT] = { UINT64_C(0x9C3338CEC18E6EA4),
                                                               UINT64_C(0x00F62AF2E3043769),
                                                               UINT64_C(0xBBA1E6A6A2FEFBC4),
                                                               UINT64_C(0xE3E64102C3EBC274) };
    for (int shape = 0; shape < QX_TERRAIN_SHAPE_COUNT; shape++) {
        const qx_terrain_make make = { .columns = shape < 2 ? 129 : 1201, // rains on coarser ones
                                       .rows = 97,
                                       .seed = 42,
                                       .shape = (qx_terrain_shape)shape,
                                       .tileable = shape % 2 == 1,
                                       .rain = 2000,
                                       .slides = 3 };
        float *heights = made(&make);
        const uint64_t hash = hash_of(&make, heights);
        if (hash != expected[shape])
            fail_msg("shape %d: 0x%016llX", shape, (unsigned long long)hash);
        free(heights);
    }
}

// --- how it looks, in numbers

// Mean differences from one sample to the next along both axes.
static void measure_slopes(const qx_terrain_make *make, const float *heights, double slopes[2])
{
    slopes[0] = slopes[1] = 0.0;
    for (uint32_t row = 1; row < make->rows; row++)
        for (uint32_t column = 1; column < make->columns; column++) {
            const float *here = &heights[(size_t)row * make->columns + column];
            slopes[0] += fabs((double)(here[0] - here[-1]));
            slopes[1] += fabs((double)(here[0] - here[-(ptrdiff_t)make->columns]));
        }
}

static void hills_have_no_favourite_direction(void **state)
{
    (void)state;
    double sums[2] = { 0.0, 0.0 };
    for (uint64_t seed = 0; seed < 40; seed++) {
        const qx_terrain_make make = { .columns = 129, .rows = 129, .seed = seed };
        float *heights = made(&make);
        double slopes[2];
        measure_slopes(&make, heights, slopes);
        sums[0] += slopes[0];
        sums[1] += slopes[1];
        free(heights);
    }
    assert_true(sums[0] / sums[1] > 0.93 && sums[0] / sums[1] < 1.07);
}

// More samples show the same hills: those of a coarse map lie on the fine one.
static void the_same_hills_at_any_resolution(void **state)
{
    (void)state;
    const qx_terrain_make coarse = { .columns = 65, .rows = 65, .seed = 3, .octaves = 2 };
    qx_terrain_make fine = coarse;
    fine.columns = fine.rows = 1025;
    float *few = made(&coarse), *many = made(&fine);
    for (size_t row = 0; row < 65; row++)
        for (size_t column = 0; column < 65; column++)
            assert_true(fabsf(few[row * 65 + column] - many[(row * 1025 + column) * 16]) < 0.02f);
    free(few);
    free(many);
}

static void islands_end_in_the_sea(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        const qx_terrain_make make = {
            .columns = 200, .rows = 150, .seed = seed, .shape = QX_TERRAIN_ISLAND
        };
        float *heights = made(&make);
        for (size_t row = 0; row < 150; row++)
            for (size_t column = 0; column < 200; column++)
                if (row == 0 || row == 149 || column == 0 || column == 199)
                    assert_true(heights[row * 200 + column] == 0.0f);
        free(heights);
    }
}

// --- tiles

// How much a row of samples bends at `column`, the one before and after it across the seam.
static double bend(const qx_terrain_make *make, const float *heights, uint32_t row, uint32_t column)
{
    const uint32_t own = make->columns - 1;
    const float *line = heights + (size_t)row * make->columns;
    const float before = line[(column + own - 1) % own], after = line[(column + 1) % own];
    return fabs((double)before - 2.0 * (double)line[column] + (double)after);
}

static void assert_closed(const qx_terrain_make *make, const float *heights)
{
    const size_t columns = make->columns, rows = make->rows;
    for (size_t row = 0; row < rows; row++)
        assert_true(heights[row * columns] == heights[row * columns + columns - 1]);
    assert_memory_equal(heights, heights + (rows - 1) * columns, columns * sizeof *heights);
}

static void tiles_meet_themselves(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        qx_terrain_make make = random_make(seed);
        make.tileable = true;
        float *heights = made(&make);
        assert_closed(&make, heights);
        free(heights);
    }
}

// The seam is no line to be seen: it bends as all the others do, weather and all.
static void check_seams(uint32_t columns)
{
    for (int shape = 0; shape < QX_TERRAIN_SHAPE_COUNT; shape++) {
        double seam = 0.0, all = 0.0;
        for (uint64_t seed = 0; seed < 12; seed++) {
            const qx_terrain_make make = { .columns = columns,
                                           .rows = 120,
                                           .seed = seed,
                                           .shape = (qx_terrain_shape)shape,
                                           .features = 3.3f,
                                           .tileable = true,
                                           .rain = seed % 2 ? 3000 : 0,
                                           .slides = seed % 3 ? 4 : 0 };
            float *heights = made(&make);
            for (uint32_t row = 0; row < 120; row++)
                for (uint32_t column = 0; column < columns - 1; column++) {
                    const double here = bend(&make, heights, row, column);
                    all += here / (columns - 1);
                    if (column == 0) seam += here;
                }
            free(heights);
        }
        assert_true(seam < 1.3 * all);
    }
}

static void seams_are_smooth(void **state)
{
    (void)state;
    check_seams(160);
    check_seams(600); // rains on a coarser one first
}

// --- weather

static double sum_of(const float *heights, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) sum += (double)heights[i];
    return sum;
}

static float steepest(const qx_terrain_make *make, const float *heights)
{
    float most = 0.0f;
    for (uint32_t row = 1; row < make->rows; row++)
        for (uint32_t column = 1; column < make->columns; column++) {
            const float *here = &heights[(size_t)row * make->columns + column];
            most = fmaxf(most, fabsf(here[0] - here[-1]));
            most = fmaxf(most, fabsf(here[0] - here[-(ptrdiff_t)make->columns]));
        }
    return most;
}

static void slides_end_at_rest_and_lose_nothing(void **state)
{
    (void)state;
    for (int tileable = 0; tileable < 2; tileable++) {
        qx_terrain_make make = { .columns = 64, .rows = 50, .seed = 9, .tileable = tileable };
        float *heights = made(&make);
        make.slides = 4000;
        make.rest = 2.0f;
        const size_t own = tileable ? (size_t)63 * 49 : (size_t)64 * 50;
        double before = 0.0, after = 0.0;
        for (size_t row = 0; row < 50u - (size_t)tileable; row++)
            before += sum_of(heights + row * 64, 64u - (size_t)tileable);
        assert_true(steepest(&make, heights) > 1.5f * 2.0f / 64.0f);
        assert_int_equal(qx_terrain_erode(&make, heights), QX_OK);
        for (size_t row = 0; row < 50u - (size_t)tileable; row++)
            after += sum_of(heights + row * 64, 64u - (size_t)tileable);
        assert_true(fabs(after - before) < 1e-5 * (double)own);
        assert_true(steepest(&make, heights) < 1.02f * 2.0f / 64.0f);
        free(heights);
    }
}

static void what_rests_stays(void **state)
{
    (void)state;
    qx_terrain_make make = { .columns = 40, .rows = 40 };
    float heights[40 * 40], before[40 * 40];
    for (size_t i = 0; i < COUNT(heights); i++) heights[i] = (float)(i % 40) / 64.0f;
    memcpy(before, heights, sizeof heights);
    make.slides = 10;
    make.rest = 1.1f;
    assert_int_equal(qx_terrain_erode(&make, heights), QX_OK);
    assert_memory_equal(heights, before, sizeof heights);
}

// A plain slope with a little noise gets channels: across it, the ground gets rougher.
static void rain_cuts_valleys(void **state)
{
    (void)state;
    enum { SIDE = 128 };
    float *heights = malloc(sizeof *heights * SIDE * SIDE);
    assert_non_null(heights);
    qx_random random;
    qx_random_seed(&random, 5, 1);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        heights[i] = (float)(i / SIDE) / SIDE + 0.002f * qx_random_unit(&random);
    const qx_terrain_make make = { .columns = SIDE, .rows = SIDE, .rain = 5000 };
    const double before = sum_of(heights, (size_t)SIDE * SIDE);
    assert_int_equal(qx_terrain_erode(&make, heights), QX_OK);
    assert_true(sum_of(heights, (size_t)SIDE * SIDE) < before); // soil left over the border
    float lowest = 2.0f, highest = -1.0f;
    for (size_t column = 8; column < SIDE - 8; column++) {
        lowest = fminf(lowest, heights[SIDE / 2 * SIDE + column]);
        highest = fmaxf(highest, heights[SIDE / 2 * SIDE + column]);
    }
    assert_true(highest - lowest > 0.01f);
    free(heights);
}

// Twice as high ground wears twice as much, to the bit; and any range is allowed.
static void weather_scales_with_the_ground(void **state)
{
    (void)state;
    qx_terrain_make make = { .columns = 90, .rows = 70, .seed = 2 };
    float *low = made(&make), *high = made(&make);
    for (size_t i = 0; i < (size_t)90 * 70; i++) high[i] *= 8192.0f;
    make.rain = 2000;
    make.slides = 3;
    assert_int_equal(qx_terrain_erode(&make, low), QX_OK);
    assert_int_equal(qx_terrain_erode(&make, high), QX_OK);
    for (size_t i = 0; i < (size_t)90 * 70; i++) assert_true(low[i] * 8192.0f == high[i]);
    free(low);
    free(high);
}

// --- bad input

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    static const qx_terrain_make bad[] = {
        { .columns = 0, .rows = 9 },
        { .columns = 1, .rows = 9 },
        { .columns = 9, .rows = 1 },
        { .columns = 65537, .rows = 9 },
        { .columns = 9, .rows = UINT32_MAX },
        { .columns = 9, .rows = 9, .shape = QX_TERRAIN_SHAPE_COUNT },
        { .columns = 9, .rows = 9, .shape = (qx_terrain_shape)-1 },
        { .columns = 9, .rows = 9, .features = 0.09f },
        { .columns = 9, .rows = 9, .features = 1001 },
        { .columns = 9, .rows = 9, .features = -1 },
        { .columns = 9, .rows = 9, .features = NAN },
        { .columns = 9, .rows = 9, .octaves = 17 },
        { .columns = 9, .rows = 9, .gain = 1.1f },
        { .columns = 9, .rows = 9, .gain = -0.1f },
        { .columns = 9, .rows = 9, .gain = NAN },
        { .columns = 9, .rows = 9, .warp = 1.1f },
        { .columns = 9, .rows = 9, .warp = NAN },
        { .columns = 9, .rows = 9, .warp = -INFINITY },
        { .columns = 9, .rows = 9, .rest = -1 },
        { .columns = 9, .rows = 9, .rest = INFINITY },
        { .columns = 9, .rows = 9, .rest = NAN },
        { .columns = 9, .rows = 9, .simd = (qx_simd)99 },
    };
    float untouched = 7.0f;
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_int_equal(qx_terrain_generate(&bad[i], NULL, &untouched), QX_BAD_VALUE);
    assert_true(untouched == 7.0f);
}

static void bad_ground_is_refused(void **state)
{
    (void)state;
    static const float bad[] = { NAN, INFINITY, -INFINITY, 3.4e38f };
    const qx_terrain_make make = { .columns = 3, .rows = 3, .rain = 10, .slides = 1 };
    for (size_t i = 0; i < COUNT(bad); i++) {
        float heights[9] = { 0, 1, 2, 3, -3e38f, 5, 6, 7, bad[i] };
        float before[9];
        memcpy(before, heights, sizeof heights);
        assert_int_equal(qx_terrain_erode(&make, heights), QX_BAD_VALUE);
        assert_memory_equal(heights, before, sizeof heights);
    }
}

static void plains_stay(void **state)
{
    (void)state;
    const qx_terrain_make make = { .columns = 3, .rows = 3, .rain = 10, .slides = 1 };
    float heights[9] = { 5, 5, 5, 5, 5, 5, 5, 5, 5 };
    assert_int_equal(qx_terrain_erode(&make, heights), QX_OK);
    for (size_t i = 0; i < 9; i++) assert_true(heights[i] == 5.0f);
}

static void failing_allocations_leave_the_ground(void **state)
{
    (void)state;
    qx_terrain_make make = { .columns = 20, .rows = 20, .seed = 4 };
    float *heights = made(&make), before[400];
    memcpy(before, heights, sizeof before);
    make.rain = 50;
    make.slides = 2;
    failing book;
    const qx_allocator none = failing_after(&book, 0);
    make.allocator = &none;
    assert_int_equal(qx_terrain_erode(&make, heights), QX_NO_MEMORY);
    assert_memory_equal(heights, before, sizeof before);
    assert_int_equal(qx_terrain_generate(&make, NULL, heights), QX_NO_MEMORY);
    const qx_allocator one = failing_after(&book, 1);
    make.allocator = &one;
    assert_int_equal(qx_terrain_generate(&make, NULL, heights), QX_OK);
    assert_int_equal(book.requests, 1);
    assert_int_equal(book.live, 0);
    assert_int_equal(book.live_bytes, 0);
    free(heights);
}

static void failing_allocations_leave_large_ground(void **state)
{
    (void)state;
    qx_terrain_make make = { .columns = 1030, .rows = 5, .seed = 4 };
    float *heights = made(&make);
    const uint64_t before = hash_of(&make, heights);
    failing book;
    const qx_allocator none = failing_after(&book, 0);
    make.allocator = &none;
    make.rain = 500; // on coarser maps first
    assert_int_equal(qx_terrain_erode(&make, heights), QX_NO_MEMORY);
    assert_true(hash_of(&make, heights) == before);
    const qx_allocator one = failing_after(&book, 1);
    make.allocator = &one;
    assert_int_equal(qx_terrain_erode(&make, heights), QX_OK);
    assert_true(hash_of(&make, heights) != before);
    assert_int_equal(book.live, 0);
    assert_int_equal(book.live_bytes, 0);
    free(heights);
}

static void defaults_are_resolved(void **state)
{
    (void)state;
    const qx_terrain_make make = { .columns = 1025, .rows = 9 };
    const qx_terrain_make used = qx_terrain_make_resolve(&make);
    assert_true(used.features == 4.0f && used.gain == 0.5f && used.warp == 0.3f);
    assert_true(used.rest == 4.0f);
    assert_int_equal(used.octaves, 8); // 256 samples a feature, down to 2
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_run_from_0_to_1),
        cmocka_unit_test(extreme_descriptions_stay_in_range),
        cmocka_unit_test(every_worker_and_instruction_set_gives_the_same_bits),
        cmocka_unit_test(seeds_and_shapes_give_different_maps),
        cmocka_unit_test(golden_hashes),
        cmocka_unit_test(hills_have_no_favourite_direction),
        cmocka_unit_test(the_same_hills_at_any_resolution),
        cmocka_unit_test(islands_end_in_the_sea),
        cmocka_unit_test(tiles_meet_themselves),
        cmocka_unit_test(seams_are_smooth),
        cmocka_unit_test(slides_end_at_rest_and_lose_nothing),
        cmocka_unit_test(what_rests_stays),
        cmocka_unit_test(rain_cuts_valleys),
        cmocka_unit_test(weather_scales_with_the_ground),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(bad_ground_is_refused),
        cmocka_unit_test(plains_stay),
        cmocka_unit_test(failing_allocations_leave_the_ground),
        cmocka_unit_test(failing_allocations_leave_large_ground),
        cmocka_unit_test(defaults_are_resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
