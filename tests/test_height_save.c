// SPDX-License-Identifier: MIT
// Height maps written row by row.
#define _XOPEN_SOURCE 700 // mkstemp

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <quincunx/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failing.h"
#include "height_pictures.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static char path[64];

static int make_path(void **state)
{
    (void)state;
    strcpy(path, "/tmp/qx-height-XXXXXX");
    const int file = mkstemp(path);
    return file < 0 || close(file) != 0;
}

static int remove_path(void **state)
{
    (void)state;
    remove(path);
    return 0;
}

// --- rows

typedef struct row_source {
    uint32_t columns, next; // rows come in order, each once
    bool floats;
} row_source;

static float slanted_float(uint32_t column, uint32_t row)
{
    return (float)slanted_code(column, row) / 7.0f - 3000.0f;
}

static void give(void *user, uint32_t row, void *samples)
{
    row_source *source = user;
    assert_int_equal(row, source->next++);
    for (uint32_t column = 0; column < source->columns; column++) {
        if (source->floats)
            ((float *)samples)[column] = slanted_float(column, row);
        else
            ((uint16_t *)samples)[column] = slanted_code(column, row);
    }
}

static qx_result save(qx_height_format format, uint32_t columns, uint32_t rows,
                      const qx_allocator *allocator, qx_error *error)
{
    row_source source = { .columns = columns, .floats = format == QX_HEIGHT_R32 };
    return qx_height_save_file(path, format, columns, rows, give, &source, allocator, error);
}

static qx_height_options options_for(qx_height_format format, uint32_t columns, uint32_t rows)
{
    qx_height_options options = { 0 };
    if (format == QX_HEIGHT_R16) options.raw = QX_HEIGHT_RAW_U16_LITTLE;
    if (format == QX_HEIGHT_R32) options.raw = QX_HEIGHT_RAW_F32_LITTLE;
    if (options.raw) options.columns = columns;
    if (options.raw) options.rows = rows;
    return options;
}

static void check_samples(const qx_height_map *map, qx_height_format format)
{
    for (uint32_t row = 0; row < map->samples.rows; row++)
        for (uint32_t column = 0; column < map->samples.columns; column++) {
            if (format == QX_HEIGHT_R32)
                assert_true(map_float(map, column, row) == slanted_float(column, row));
            else
                assert_int_equal(map_code(map, column, row), slanted_code(column, row));
        }
}

static void what_goes_out_comes_back(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 2, 2 }, { 37, 5 }, { 2, 3000 }, { 65536, 2 } };
    for (int format = 0; format <= QX_HEIGHT_R32; format++)
        for (size_t i = 0; i < COUNT(sizes); i++) {
            const qx_height_format used = (qx_height_format)format;
            assert_int_equal(save(used, sizes[i][0], sizes[i][1], NULL, NULL), QX_OK);
            const qx_height_options options = options_for(used, sizes[i][0], sizes[i][1]);
            qx_height_map map;
            assert_int_equal(qx_height_load_file(path, &options, NULL, &map, NULL), QX_OK);
            assert_int_equal(map.samples.columns, sizes[i][0]);
            assert_int_equal(map.samples.rows, sizes[i][1]);
            check_samples(&map, used);
            qx_height_destroy(&map, NULL);
        }
}

// Bytes as the formats want them, whatever the machine's order.
static void bytes_are_in_their_formats_order(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    const uint16_t second = slanted_code(1, 0);
    assert_int_equal(save(QX_HEIGHT_PGM16, 2, 2, NULL, NULL), QX_OK);
    assert_int_equal(qx_file_load(path, 1000, NULL, &bytes, &size, NULL), QX_OK);
    assert_int_equal(size, 13 + 8);
    assert_memory_equal(bytes, "P5\n2 2\n65535\n", 13);
    assert_int_equal(bytes[13 + 2] << 8 | bytes[13 + 3], second);
    free(bytes);
    assert_int_equal(save(QX_HEIGHT_R16, 2, 2, NULL, NULL), QX_OK);
    assert_int_equal(qx_file_load(path, 1000, NULL, &bytes, &size, NULL), QX_OK);
    assert_int_equal(size, 8);
    assert_int_equal(bytes[3] << 8 | bytes[2], second);
    free(bytes);
    assert_int_equal(save(QX_HEIGHT_PNG16, 2, 2, NULL, NULL), QX_OK);
    assert_int_equal(qx_file_load(path, 1000, NULL, &bytes, &size, NULL), QX_OK);
    assert_int_equal(bytes[24], 16); // bits
    assert_int_equal(bytes[25], 0);  // grey
    free(bytes);
}

// --- memory

static void memory_does_not_grow_with_the_map(void **state)
{
    (void)state;
    for (int format = 0; format <= QX_HEIGHT_R32; format++) {
        long few = 0;
        for (uint32_t rows = 4; rows <= 4000; rows *= 1000) {
            failing book;
            const qx_allocator allocator = failing_after(&book, 1000);
            assert_int_equal(save((qx_height_format)format, 64, rows, &allocator, NULL), QX_OK);
            assert_int_equal(book.live, 0);
            if (rows == 4) few = book.requests;
            assert_true(book.requests <= few + 2);
        }
    }
}

static void saving_survives_every_failing_allocation(void **state)
{
    (void)state;
    for (int format = 0; format <= QX_HEIGHT_R32; format++) {
        long allowed = 0;
        assert_int_equal(qx_file_save(path, "before", 6, NULL), QX_OK);
        for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
            failing book;
            const qx_allocator allocator = failing_after(&book, allowed);
            qx_error error;
            result = save((qx_height_format)format, 50, 50, &allocator, &error);
            assert_true(result == QX_OK || (result == QX_NO_MEMORY && error.code == QX_NO_MEMORY));
            assert_int_equal(book.live, 0);
            uint8_t *bytes;
            size_t size;
            assert_int_equal(qx_file_load(path, 1 << 20, NULL, &bytes, &size, NULL), QX_OK);
            assert_int_equal(size == 6, result != QX_OK); // nothing half-written
            free(bytes);
        }
        assert_true(allowed > 1);
    }
}

// --- bad input

static void bad_values_are_refused(void **state)
{
    (void)state;
    static const struct {
        int format;
        uint32_t columns, rows;
    } bad[] = { { 0, 1, 9 },     { 0, 9, 1 },  { 1, 0, 9 }, { 2, 65537, 9 },
                { 3, 9, 65537 }, { -1, 9, 9 }, { 4, 9, 9 } };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_error error;
        assert_int_equal(
            save((qx_height_format)bad[i].format, bad[i].columns, bad[i].rows, NULL, &error),
            QX_BAD_VALUE);
        assert_true(error.message[0] != '\0');
    }
}

static void files_that_cannot_be_written_say_so(void **state)
{
    (void)state;
    for (int format = 0; format <= QX_HEIGHT_R32; format++) {
        row_source source = { .columns = 500, .floats = format == QX_HEIGHT_R32 };
        qx_error error;
        assert_int_equal(qx_height_save_file("/no/such/folder/map", (qx_height_format)format, 500,
                                             9, give, &source, NULL, &error),
                         QX_FILE_ERROR);
        if (access("/dev/full", W_OK) != 0) continue;
        source.next = 0;
        assert_int_equal(qx_height_save_file("/dev/full", (qx_height_format)format, 500, 500, give,
                                             &source, NULL, &error),
                         QX_FILE_ERROR);
        assert_non_null(strstr(error.message, "space"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_out_comes_back),
        cmocka_unit_test(bytes_are_in_their_formats_order),
        cmocka_unit_test(memory_does_not_grow_with_the_map),
        cmocka_unit_test(saving_survives_every_failing_allocation),
        cmocka_unit_test(bad_values_are_refused),
        cmocka_unit_test(files_that_cannot_be_written_say_so),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
