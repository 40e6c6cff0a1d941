// SPDX-License-Identifier: MIT
#include "failing.h"
#include "threads.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "terrain/terrain_internal.h"
#include "terrain_cases.h"

static qx_terrain_desc of_u8(const uint8_t *data, uint32_t columns, uint32_t rows)
{
    return (qx_terrain_desc){
        .samples = { .data = data, .kind = QX_TERRAIN_U8, .columns = columns, .rows = rows }
    };
}

// A case of the reference: all white is flat at exactly the highest.
static void white_is_the_highest(void **state)
{
    (void)state;
    static const float highs[] = { 0.1f, 3776.24f, -0.3f, 1e9f, 1e-30f };
    uint8_t white[48];
    memset(white, 255, sizeof white);
    for (size_t i = 0; i < 3 * COUNT(highs); i++) {
        const float high = highs[i / 3];
        qx_terrain_desc desc = of_u8(white, 4, 4);
        desc.samples.kind = (qx_terrain_kind)(i % 3);
        desc.low = -0.1f;
        desc.high = high;
        qx_terrain *t = create(&desc);
        for (uint32_t v = 0; v < 16; v++) assert_true(height_at(t, v % 4, v / 4) == high);
        assert_true(qx_terrain_get_info(t).lowest == high);
        assert_true(qx_terrain_get_info(t).highest == high);
        qx_terrain_destroy(t);
    }
}

static float expected(const qx_terrain_desc *desc, double value, double most)
{
    if (value == most) return desc->high;
    const double low = (double)desc->low, high = (double)desc->high;
    return (float)(low + (high - low) * (value / most));
}

// Every value of 8 bits, as 8, 16 and 24 bits, gives one height.
static void depths_agree(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 1);
    uint8_t grey[256], rgb[768];
    uint16_t wide[256];
    for (uint32_t v = 0; v < 256; v++) {
        grey[v] = rgb[3 * v] = rgb[3 * v + 1] = rgb[3 * v + 2] = (uint8_t)v;
        wide[v] = (uint16_t)(v * 257);
    }
    for (int round = 0; round < 50; round++) {
        qx_terrain_desc desc = of_u8(grey, 16, 16);
        desc.low = qx_random_range(&random, -100, 100);
        desc.high = qx_random_range(&random, -100, 100);
        qx_terrain *a = create(&desc);
        desc.samples.data = wide;
        desc.samples.kind = QX_TERRAIN_U16;
        qx_terrain *b = create(&desc);
        desc.samples.data = rgb;
        desc.samples.kind = QX_TERRAIN_RGB8;
        qx_terrain *c = create(&desc);
        for (uint32_t v = 0; v < 256; v++) {
            const float height = height_at(a, v % 16, v / 16);
            assert_true(height == expected(&desc, v, 255));
            assert_true(height == height_at(b, v % 16, v / 16));
            assert_true(height == height_at(c, v % 16, v / 16));
        }
        qx_terrain_destroy(a);
        qx_terrain_destroy(b);
        qx_terrain_destroy(c);
    }
}

static void sixteen_bits_keep_all_levels(void **state)
{
    (void)state;
    static uint16_t all[65536];
    for (uint32_t v = 0; v < 65536; v++) all[v] = (uint16_t)v;
    static const float ranges[][2] = {
        { 0, 1 }, { -0.1f, 0.1f }, { 8848.86f, -10994 }, { 5, 4.5f }
    };
    for (size_t i = 0; i < COUNT(ranges); i++) {
        const qx_terrain_desc desc = {
            .samples = { .data = all, .kind = QX_TERRAIN_U16, .columns = 256, .rows = 256 },
            .low = ranges[i][0],
            .high = ranges[i][1]
        };
        qx_terrain *t = create(&desc);
        const bool rises = desc.high > desc.low;
        assert_true(height_at(t, 0, 0) == desc.low && height_at(t, 255, 255) == desc.high);
        for (uint32_t v = 1; v < 65536; v++) {
            const float before = height_at(t, (v - 1) % 256, (v - 1) / 256);
            const float after = height_at(t, v % 256, v / 256);
            assert_true(rises ? after > before : after < before);
            assert_true(after == expected(&desc, v, 65535));
        }
        qx_terrain_destroy(t);
    }
}

static void metres_are_metres(void **state)
{
    (void)state;
    const uint8_t data[] = { 1, 134, 160, 128, 0, 0, 0, 0, 0, 255, 255, 255 };
    qx_terrain_desc desc = of_u8(data, 2, 2);
    desc.samples.kind = QX_TERRAIN_TERRAIN_RGB;
    qx_terrain *t = create(&desc);
    assert_true(height_at(t, 0, 0) == 0.0f && height_at(t, 0, 1) == -10000.0f);
    assert_true(height_at(t, 1, 0) == 828860.8f && height_at(t, 1, 1) == 1667721.5f);
    assert_true(qx_terrain_get_info(t).low == -10000.0f);
    assert_true(qx_terrain_get_info(t).high == qx_terrain_get_info(t).highest);
    qx_terrain_destroy(t);
    desc.samples.kind = QX_TERRAIN_TERRARIUM;
    t = create(&desc);
    assert_true(height_at(t, 0, 0) == -32768.0f + 256 + 134 + 160 / 256.0f);
    assert_true(height_at(t, 1, 0) == 0.0f && height_at(t, 0, 1) == -32768.0f);
    assert_true(height_at(t, 1, 1) == 32767.99609375f);
    qx_terrain_destroy(t);
}

// The vertex a sample comes to lie on: mirrored, then turned so that the right comes to the top.
static void lay_down(qx_terrain_turn turn, uint32_t columns, uint32_t rows, uint32_t *column,
                     uint32_t *row)
{
    if (turn >= QX_TERRAIN_MIRROR) *column = columns - 1 - *column;
    for (uint32_t quarter = 0; quarter < turn % 4u; quarter++) {
        const uint32_t x = *column, wide = quarter % 2 ? rows : columns;
        *column = *row;
        *row = wide - 1 - x;
    }
}

static void eight_turns_are_turns(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 3, 2 }, { 2, 2 }, { 70, 131 }, { 600, 5 } };
    static float heights[70 * 131];
    for (size_t i = 0; i < COUNT(heights); i++) heights[i] = (float)i;
    for (size_t i = 0; i < 8 * COUNT(sizes); i++) {
        const uint32_t columns = sizes[i / 8][0], rows = sizes[i / 8][1];
        const qx_terrain_desc desc = { .samples = { .data = heights,
                                                    .kind = QX_TERRAIN_F32,
                                                    .columns = columns,
                                                    .rows = rows },
                                       .turn = (qx_terrain_turn)(i % 8) };
        qx_terrain *t = create(&desc);
        assert_int_equal(qx_terrain_get_info(t).columns, i % 2 ? rows : columns);
        for (uint32_t v = 0; v < columns * rows; v++) {
            uint32_t column = v % columns, row = v / columns;
            lay_down(desc.turn, columns, rows, &column, &row);
            assert_true(height_at(t, column, row) == (float)v);
        }
        qx_terrain_destroy(t);
    }
}

// Steps and strides of samples among other bytes, unaligned.
static void samples_lie_anywhere(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1, 2, 3, 4, 3, 3 };
    static uint8_t bytes[4000];
    qx_random random;
    qx_random_seed(&random, 3, 1);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 37 % 63); // small floats
    for (uint32_t i = 0; i < 300; i++) {
        uint8_t packed[4 * 10 * 10];
        const uint32_t columns = between(&random, 2, 10), rows = between(&random, 2, 10);
        const size_t size = sizes[i % 6], step = size + between(&random, 0, 9),
                     stride = columns * step + between(&random, 0, 50),
                     first = between(&random, 0, 7);
        for (uint32_t v = 0; v < columns * rows; v++)
            memcpy(packed + v * size, bytes + first + v % columns * step + v / columns * stride,
                   size);
        qx_terrain_desc desc = of_u8(packed, columns, rows);
        desc.samples.kind = (qx_terrain_kind)(i % 6);
        desc.turn = (qx_terrain_turn)(i % 8);
        qx_terrain *a = create(&desc);
        desc.samples.data = bytes + first;
        desc.samples.step = step;
        desc.samples.stride = stride;
        qx_terrain *b = create(&desc);
        assert_int_equal(qx_terrain_hash(a), qx_terrain_hash(b));
        qx_terrain_destroy(a);
        qx_terrain_destroy(b);
    }
}

static void holes_are_holes(void **state)
{
    (void)state;
    const float heights[] = { 1, NAN, 3, INFINITY, 5, -9999, -INFINITY, 8, -3.4e38f };
    const uint8_t mask[] = { 1, 1, 1, 1, 1, 1, 1, 0, 255 };
    qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 3, .rows = 3 },
        .has_no_data = true,
        .no_data = -9999,
        .mask = mask
    };
    for (int turn = 0; turn < 8; turn++) {
        desc.turn = (qx_terrain_turn)turn;
        qx_terrain *t = create(&desc);
        const qx_terrain_info info = qx_terrain_get_info(t);
        assert_int_equal(info.holes, 6);
        assert_true(info.lowest == 1.0f && info.highest == 5.0f);
        for (uint32_t v = 0; v < 9; v++) {
            uint32_t column = v % 3, row = v / 3;
            lay_down(desc.turn, 3, 3, &column, &row);
            const bool there = v == 0 || v == 2 || v == 4;
            assert_true(is_hole(t, column, row) == !there);
            assert_true(height_at(t, column, row) == (there ? heights[v] : 0.0f));
        }
        assert_true(is_hole(t, 3, 0) && is_hole(t, 0, 3)); // outside
        qx_terrain_destroy(t);
    }
}

static void no_data_is_the_stored_value(void **state)
{
    (void)state;
    const uint8_t bytes[] = { 0, 7, 255, 7, 0, 7, 255, 7, 0, 7, 255, 7 };
    static const qx_terrain_kind kinds[] = { QX_TERRAIN_U8, QX_TERRAIN_U16, QX_TERRAIN_RGB8,
                                             QX_TERRAIN_TERRAIN_RGB };
    const double values[] = { 255, 0x07FF, 0x0007FF, 0x0007FF }; // little-endian 16 bits
    static const uint64_t holes[] = { 1, 2, 1, 1 };
    for (size_t i = 0; i < COUNT(kinds); i++) {
        qx_terrain_desc desc = of_u8(bytes, 2, 2);
        desc.samples.kind = kinds[i];
        desc.has_no_data = true;
        desc.no_data = values[i];
        qx_terrain *t = create(&desc);
        assert_int_equal(qx_terrain_get_info(t).holes, holes[i]);
        qx_terrain_destroy(t);
    }
}

static void all_holes_and_flat_are_fields(void **state)
{
    (void)state;
    const float nothing[] = { NAN, NAN, NAN, NAN }, flat[] = { 4, 4, 4, 4 };
    qx_terrain *t = of_floats(nothing, 2, 2);
    const qx_terrain_info info = qx_terrain_get_info(t);
    assert_true(info.holes == 4 && info.lowest == 0.0f && info.highest == 0.0f);
    assert_true(t->pyramid[0].lowest > t->pyramid[0].highest);
    qx_terrain_destroy(t);
    t = of_floats(flat, 2, 2);
    assert_true(qx_terrain_get_info(t).low == 4.0f && qx_terrain_get_info(t).high == 4.0f);
    assert_true(terrain_bound_height(t, t->pyramid[0].lowest) == 4.0);
    assert_true(terrain_bound_height(t, t->pyramid[0].highest) == 4.0);
    qx_terrain_destroy(t);
}

static void periodic_fields_repeat(void **state)
{
    (void)state;
    float heights[7 * 5];
    for (size_t i = 0; i < COUNT(heights); i++) heights[i] = i == 14 ? NAN : (float)(i * i);
    for (int turn = 0; turn < 8; turn++) {
        const qx_terrain_desc desc = {
            .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 7, .rows = 5 },
            .turn = (qx_terrain_turn)turn,
            .periodic = true
        };
        qx_terrain *t = create(&desc);
        const uint32_t right = qx_terrain_get_info(t).columns - 1,
                       down = qx_terrain_get_info(t).rows - 1;
        for (uint32_t i = 0; i <= down; i++) {
            assert_true(height_at(t, 0, i) == height_at(t, right, i));
            assert_true(is_hole(t, 0, i) == is_hole(t, right, i));
        }
        for (uint32_t i = 0; i <= right; i++) {
            assert_true(height_at(t, i, 0) == height_at(t, i, down));
            assert_true(is_hole(t, i, 0) == is_hole(t, i, down));
        }
        qx_terrain_destroy(t);
    }
}

// The range of a block's triangles, by looking at each of them.
static bool block_range(const qx_terrain *t, uint32_t x, uint32_t y, uint32_t cells, float *lowest,
                        float *highest)
{
    *lowest = FLT_MAX;
    *highest = -FLT_MAX;
    for (uint32_t row = y; row < y + cells && row + 1 < t->rows; row++) {
        for (uint32_t c = x; c < x + cells && c + 1 < t->columns; c++) {
            const bool lt_rb = terrain_is_lt_rb(t, c, row);
            static const uint32_t one[] = { 0, 2, 1, 1, 2, 3 }, other[] = { 0, 2, 3, 0, 3, 1 };
            for (int triangle = 0; triangle < 2; triangle++) {
                const uint32_t *at = (lt_rb ? other : one) + 3 * triangle;
                float heights[3];
                bool there = true;
                for (int i = 0; i < 3; i++)
                    there &= qx_terrain_get_height(t, c + at[i] % 2, row + at[i] / 2, &heights[i]);
                for (int i = 0; there && i < 3; i++) {
                    *lowest = fminf(*lowest, heights[i]);
                    *highest = fmaxf(*highest, heights[i]);
                }
            }
        }
    }
    return *lowest <= *highest;
}

static void check_pyramid(const qx_terrain *t)
{
    const double step = 1.000001 * (double)t->pyramid_span / 65535.0;
    for (uint32_t level = 0, cells = TERRAIN_BLOCK; level < t->level_count; level++, cells *= 2) {
        for (uint32_t y = 0; y < t->level_rows[level]; y++) {
            for (uint32_t x = 0; x < t->level_columns[level]; x++) {
                float lowest, highest;
                const terrain_bounds b =
                    t->pyramid[t->level_start[level] + (size_t)y * t->level_columns[level] + x];
                if (!block_range(t, x * cells, y * cells, cells, &lowest, &highest)) {
                    assert_true(b.lowest > b.highest);
                    continue;
                }
                const double low = terrain_bound_height(t, b.lowest),
                             high = terrain_bound_height(t, b.highest);
                assert_true(low <= (double)lowest && low >= (double)lowest - step);
                assert_true(high >= (double)highest && high <= (double)highest + step);
            }
        }
    }
    assert_int_equal(t->level_columns[t->level_count - 1] * t->level_rows[t->level_count - 1], 1);
}

static void the_pyramid_bounds_closely(void **state)
{
    (void)state;
    static uint16_t codes[90 * 90];
    static float heights[90 * 90];
    static uint8_t mask[90 * 90];
    qx_random random;
    qx_random_seed(&random, 9, 1);
    for (int round = 0; round < 60; round++) {
        const uint32_t columns = between(&random, 2, 90), rows = between(&random, 2, 90);
        for (size_t i = 0; i < COUNT(codes); i++) {
            codes[i] = (uint16_t)qx_random_next(&random);
            heights[i] = qx_random_range(&random, -1e3f, 1e4f);
            mask[i] = qx_random_below(&random, 3) > 0;
        }
        const qx_terrain_desc desc = {
            .samples = { .data = round % 2 ? (const void *)codes : heights,
                         .kind = round % 2 ? QX_TERRAIN_U16 : QX_TERRAIN_F32,
                         .columns = columns,
                         .rows = rows },
            .low = qx_random_range(&random, -9, 9),
            .high = qx_random_range(&random, -9, 9),
            .diagonal = (qx_terrain_diagonal)(round % 3),
            .mask = round % 5 > 2 ? mask : NULL
        };
        qx_terrain *t = create(&desc);
        check_pyramid(t);
        qx_terrain_destroy(t);
    }
}

static void workers_give_the_same_field(void **state)
{
    (void)state;
    static float heights[333 * 300];
    qx_random random;
    qx_random_seed(&random, 5, 1);
    for (size_t i = 0; i < COUNT(heights); i++)
        heights[i] = qx_random_below(&random, 9) ? qx_random_range(&random, 0, 9) : NAN;
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 333, .rows = 300 },
        .turn = QX_TERRAIN_MIRROR_90
    };
    qx_terrain *alone = create(&desc);
    for (uint32_t threads = 1; threads < 5; threads++) {
        const qx_workers workers = { run_on_threads, &threads };
        qx_terrain *t;
        assert_int_equal(qx_terrain_create(&desc, &workers, &t), QX_OK);
        const size_t blocks = t->level_start[t->level_count - 1] + 1;
        assert_int_equal(qx_terrain_hash(t), qx_terrain_hash(alone));
        assert_memory_equal(t->pyramid, alone->pyramid, blocks * sizeof *t->pyramid);
        qx_terrain_destroy(t);
    }
    qx_terrain_destroy(alone);
}

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    static const uint8_t data[64];
    const qx_terrain_desc good = of_u8(data, 4, 4);
    qx_terrain_desc bad[30];
    for (size_t i = 0; i < COUNT(bad); i++) bad[i] = good;
    size_t n = 0;
    bad[n++].samples.data = NULL;
    bad[n++].samples.columns = 0;
    bad[n++].samples.rows = 0;
    bad[n++].samples.columns = 1;
    bad[n++].samples.rows = 1;
    bad[n++].samples.columns = QX_TERRAIN_MAX_AXIS + 1;
    bad[n++].samples.rows = UINT32_MAX;
    bad[n++].samples.kind = (qx_terrain_kind)6;
    bad[n++].samples.kind = (qx_terrain_kind)-1;
    bad[n++].samples.stride = 3;
    bad[n++].samples.stride = SIZE_MAX / 2;
    bad[n++].samples.step = SIZE_MAX / 2;
    bad[n].samples.kind = QX_TERRAIN_U16;
    bad[n++].samples.step = 1;
    bad[n++].low = NAN;
    bad[n++].high = NAN;
    bad[n++].high = INFINITY;
    bad[n++].low = -2e9f;
    bad[n++].width = NAN;
    bad[n++].width = -1;
    bad[n++].depth = INFINITY;
    bad[n++].depth = 1e-4f;
    bad[n++].width = 2e9f;
    bad[n++].diagonal = (qx_terrain_diagonal)3;
    bad[n++].turn = (qx_terrain_turn)8;
    bad[n++].turn = (qx_terrain_turn)-1;
    bad[n++].simd = (qx_simd)77;
    assert_true(n <= COUNT(bad));
    for (size_t i = 0; i < n; i++) {
        qx_terrain *t = (qx_terrain *)1;
        assert_int_equal(qx_terrain_create(&bad[i], NULL, &t), QX_BAD_VALUE);
        assert_null(t);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const float heights[] = { 1, NAN, 3, 4 };
    failing book;
    qx_allocator allocator;
    qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 2, .rows = 2 },
        .allocator = &allocator
    };
    qx_result result = QX_NO_MEMORY;
    for (long allowed = 0; result != QX_OK; allowed++) {
        qx_terrain *t;
        allocator = failing_after(&book, allowed);
        result = qx_terrain_create(&desc, NULL, &t);
        assert_true(result == QX_OK ? allowed == 2 : result == QX_NO_MEMORY && !t);
        if (t) assert_int_equal(qx_terrain_get_info(t).bytes, book.live_bytes);
        qx_terrain_destroy(t);
        assert_true(book.live == 0 && book.live_bytes == 0);
    }
}

static void small_and_long_fields_are_fields(void **state)
{
    (void)state;
    static uint16_t codes[65536 * 2];
    static const uint32_t sizes[][2] = {
        { 2, 2 }, { 800, 100 }, { 2, 4096 }, { 65536, 2 }, { 2, 65536 }
    };
    for (size_t i = 0; i < COUNT(codes); i++) codes[i] = (uint16_t)i;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const qx_terrain_desc desc = { .samples = { .data = codes,
                                                    .kind = QX_TERRAIN_U16,
                                                    .columns = sizes[i][0],
                                                    .rows = sizes[i][1] } };
        qx_terrain *t = create(&desc);
        const qx_terrain_info info = qx_terrain_get_info(t);
        assert_true(info.width == (float)(sizes[i][0] - 1) &&
                    info.depth == (float)(sizes[i][1] - 1));
        check_pyramid(t);
        qx_terrain_destroy(t);
    }
}

// Codes, holes and the pyramid of a large field: what a screen full of levels of detail adds to is
// this.
static void codes_stay_small(void **state)
{
    (void)state;
    static uint16_t codes[1024 * 1024];
    const qx_terrain_desc desc = {
        .samples = { .data = codes, .kind = QX_TERRAIN_U16, .columns = 1024, .rows = 1024 }
    };
    qx_terrain *t = create(&desc);
    assert_true((double)qx_terrain_get_info(t).bytes < 2.1 * 1024 * 1024);
    qx_terrain_destroy(t);
    qx_terrain_destroy(NULL);
}

static void hashes_tell_fields_apart(void **state)
{
    (void)state;
    uint8_t data[16] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    const qx_terrain_desc desc = of_u8(data, 4, 4);
    qx_terrain_desc others[7];
    for (size_t i = 0; i < COUNT(others); i++) others[i] = desc;
    others[0].high = 2;
    others[1].width = 9;
    others[2].diagonal = QX_TERRAIN_LT_RB;
    others[3].periodic = true;
    others[4].has_no_data = true;
    others[5].turn = QX_TERRAIN_TURN_180;
    others[6].samples.rows = 3;
    qx_terrain *t = create(&desc);
    for (size_t i = 0; i < COUNT(others); i++) {
        qx_terrain *other = create(&others[i]);
        assert_true(qx_terrain_hash(other) != qx_terrain_hash(t));
        qx_terrain_destroy(other);
    }
    qx_terrain_destroy(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_is_the_highest),
        cmocka_unit_test(depths_agree),
        cmocka_unit_test(sixteen_bits_keep_all_levels),
        cmocka_unit_test(metres_are_metres),
        cmocka_unit_test(eight_turns_are_turns),
        cmocka_unit_test(samples_lie_anywhere),
        cmocka_unit_test(holes_are_holes),
        cmocka_unit_test(no_data_is_the_stored_value),
        cmocka_unit_test(all_holes_and_flat_are_fields),
        cmocka_unit_test(periodic_fields_repeat),
        cmocka_unit_test(the_pyramid_bounds_closely),
        cmocka_unit_test(workers_give_the_same_field),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(small_and_long_fields_are_fields),
        cmocka_unit_test(codes_stay_small),
        cmocka_unit_test(hashes_tell_fields_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
