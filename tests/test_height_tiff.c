// SPDX-License-Identifier: MIT
// TIFF elevation, written with libtiff and read by `formats`.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/random.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#include "failing.h"
#include "height_pictures.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- a file in memory

typedef struct memory {
    height_bytes file;
    size_t at;
} memory;

static tmsize_t read_memory(thandle_t user, void *out, tmsize_t size)
{
    memory *m = user;
    const size_t left = m->at < m->file.size ? m->file.size - m->at : 0;
    const size_t count = (size_t)size < left ? (size_t)size : left;
    memcpy(out, m->file.bytes + m->at, count);
    m->at += count;
    return (tmsize_t)count;
}

static tmsize_t write_memory(thandle_t user, void *bytes, tmsize_t size)
{
    memory *m = user;
    const size_t end = m->at + (size_t)size;
    if (end > m->file.size) {
        m->file.bytes = realloc(m->file.bytes, end);
        assert_non_null(m->file.bytes);
        memset(m->file.bytes + m->file.size, 0, end - m->file.size);
        m->file.size = end;
    }
    memcpy(m->file.bytes + m->at, bytes, (size_t)size);
    m->at = end;
    return size;
}

static toff_t seek_memory(thandle_t user, toff_t offset, int from)
{
    memory *m = user;
    if (from == SEEK_CUR) offset += m->at;
    if (from == SEEK_END) offset += m->file.size;
    m->at = (size_t)offset;
    return offset;
}

static int close_memory(thandle_t user)
{
    (void)user;
    return 0;
}

static toff_t size_of_memory(thandle_t user)
{
    return ((memory *)user)->file.size;
}

// --- pictures

enum { COLUMNS = 37, ROWS = 21 };

typedef struct tiff_picture {
    const char *mode; // "wl", "wb", and 8 for BigTIFF
    uint16_t format, bits, compression, predictor;
    uint32_t rows_a_strip; // 0: tiles of 16 x 32
    bool min_is_white;
    const char *no_data, *metadata;
    double cell[3];
    bool sparse; // the second strip or tile is left out
} tiff_picture;

static double slanted_value(const tiff_picture *picture, uint32_t column, uint32_t row)
{
    const int32_t code = slanted_code(column, row);
    if (picture->bits == 8)
        return picture->format == SAMPLEFORMAT_INT ? code % 256 - 128 : code % 256;
    if (picture->format == SAMPLEFORMAT_UINT) return picture->bits == 16 ? code : code * 65000.0;
    if (picture->format == SAMPLEFORMAT_INT)
        return picture->bits == 16 ? code - 32768 : (code - 32768.0) * 65000.0;
    return code / 7.0 - 3000.0;
}

static void put_value(const tiff_picture *picture, double value, uint8_t *at)
{
    const bool is_signed = picture->format == SAMPLEFORMAT_INT;
    if (picture->format == SAMPLEFORMAT_IEEEFP) {
        const float single = (float)value;
        memcpy(at, picture->bits == 32 ? (const void *)&single : &value, picture->bits / 8u);
        return;
    }
    const int64_t whole = (int64_t)value;
    const uint8_t byte = (uint8_t)whole;
    const uint16_t half = (uint16_t)whole;
    const uint32_t word = is_signed ? (uint32_t)(int32_t)whole : (uint32_t)whole;
    if (picture->bits == 8) *at = byte;
    if (picture->bits == 16) memcpy(at, &half, 2);
    if (picture->bits == 32) memcpy(at, &word, 4);
}

static void put_row(const tiff_picture *picture, uint32_t first, uint32_t count, uint32_t row,
                    uint8_t *at)
{
    for (uint32_t i = 0; i < count; i++)
        put_value(picture, slanted_value(picture, first + i, row), at + i * (picture->bits / 8u));
}

static const TIFFFieldInfo own_tags[] = {
    { 33550, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, true, true, (char *)"ModelPixelScale" },
    { 42112, -1, -1, TIFF_ASCII, FIELD_CUSTOM, true, false, (char *)"GDALMetadata" },
    { 42113, -1, -1, TIFF_ASCII, FIELD_CUSTOM, true, false, (char *)"GDALNoData" },
};

static void describe(const tiff_picture *picture, TIFF *tiff)
{
    TIFFMergeFieldInfo(tiff, own_tags, COUNT(own_tags));
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, COLUMNS);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, ROWS);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, picture->format);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, picture->bits);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, picture->compression ? picture->compression : 1);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, picture->min_is_white ? 0 : 1);
    if (picture->predictor) TIFFSetField(tiff, TIFFTAG_PREDICTOR, picture->predictor);
    if (picture->cell[0] > 0.0) TIFFSetField(tiff, 33550, 3, picture->cell);
    if (picture->metadata) TIFFSetField(tiff, 42112, picture->metadata);
    if (picture->no_data) TIFFSetField(tiff, 42113, picture->no_data);
    if (picture->rows_a_strip) {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, picture->rows_a_strip);
    } else {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, 32);
    }
}

static void write_strips(const tiff_picture *picture, TIFF *tiff)
{
    uint8_t row_bytes[COLUMNS * 8];
    for (uint32_t row = 0; row < ROWS; row++) {
        if (picture->sparse && row / picture->rows_a_strip == 1) continue;
        put_row(picture, 0, COLUMNS, row, row_bytes);
        assert_int_equal(TIFFWriteScanline(tiff, row_bytes, row, 0), 1);
    }
}

static void write_tiles(const tiff_picture *picture, TIFF *tiff)
{
    uint8_t tile[16 * 32 * 8];
    for (uint32_t first = 0; first < COLUMNS; first += 16) {
        if (picture->sparse && first == 16) continue;
        memset(tile, 0x5A, sizeof tile);
        for (uint32_t row = 0; row < ROWS; row++) {
            const uint32_t count = COLUMNS - first < 16 ? COLUMNS - first : 16;
            put_row(picture, first, count, row, tile + row * 16 * (picture->bits / 8u));
        }
        assert_true(TIFFWriteTile(tiff, tile, first, 0, 0, 0) > 0);
    }
}

// Whatever libtiff says to nobody in particular.
static int complaints;

static void complain(const char *module, const char *format, va_list list)
{
    (void)module;
    (void)format;
    (void)list;
    complaints++;
}

static height_bytes tiff_save(const tiff_picture *picture)
{
    memory m = { { NULL, 0 }, 0 };
    TIFFSetWarningHandler(NULL);
    TIFF *tiff =
        TIFFClientOpen("test", picture->mode ? picture->mode : "w", &m, read_memory, write_memory,
                       seek_memory, close_memory, size_of_memory, NULL, NULL);
    assert_non_null(tiff);
    describe(picture, tiff);
    if (picture->rows_a_strip)
        write_strips(picture, tiff);
    else
        write_tiles(picture, tiff);
    TIFFClose(tiff);
    TIFFSetWarningHandler(complain);
    return m.file;
}

static qx_height_map load(height_bytes file, const qx_height_options *options)
{
    qx_height_map map;
    qx_error error;
    if (qx_height_load_memory(file.bytes, file.size, options, NULL, &map, &error) != QX_OK)
        fail_msg("%s", error.message);
    return map;
}

static double stored(const qx_height_map *map, uint32_t column, uint32_t row)
{
    if (map->samples.kind == QX_TERRAIN_F32) return (double)map_float(map, column, row);
    return map_code(map, column, row) / (map->samples.kind == QX_TERRAIN_U8 ? 257 : 1);
}

static void check_values(const qx_height_map *map, const tiff_picture *picture)
{
    assert_int_equal(map->samples.columns, COLUMNS);
    assert_int_equal(map->samples.rows, ROWS);
    assert_int_equal(map->bits, picture->bits);
    assert_string_equal(map->format, "TIFF");
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t column = 0; column < COLUMNS; column++)
            assert_true((float)stored(map, column, row) ==
                        (float)slanted_value(picture, column, row));
}

static const struct {
    uint16_t format, bits;
    qx_terrain_kind kind;
} kinds[] = {
    { SAMPLEFORMAT_UINT, 8, QX_TERRAIN_U8 },     { SAMPLEFORMAT_UINT, 16, QX_TERRAIN_U16 },
    { SAMPLEFORMAT_UINT, 32, QX_TERRAIN_F32 },   { SAMPLEFORMAT_INT, 8, QX_TERRAIN_F32 },
    { SAMPLEFORMAT_INT, 16, QX_TERRAIN_F32 },    { SAMPLEFORMAT_INT, 32, QX_TERRAIN_F32 },
    { SAMPLEFORMAT_IEEEFP, 32, QX_TERRAIN_F32 }, { SAMPLEFORMAT_IEEEFP, 64, QX_TERRAIN_F32 },
};

static void every_kind_of_sample_in_strips_and_tiles(void **state)
{
    (void)state;
    assert_true(qx_height_has_tiff());
    static const char *const modes[] = { "wl", "wb", "wl8", "wb8" };
    static const uint32_t strips[] = { 0, 1, 4, ROWS, 1000 };
    for (size_t kind = 0; kind < COUNT(kinds); kind++)
        for (size_t i = 0; i < COUNT(modes) * COUNT(strips); i++) {
            const tiff_picture picture = { .mode = modes[i % COUNT(modes)],
                                           .format = kinds[kind].format,
                                           .bits = kinds[kind].bits,
                                           .rows_a_strip = strips[i / COUNT(modes)] };
            const height_bytes file = tiff_save(&picture);
            qx_height_map map = load(file, NULL);
            assert_int_equal(map.samples.kind, kinds[kind].kind);
            check_values(&map, &picture);
            assert_false(map.has_no_data);
            assert_true(map.low == map.high && map.cell_x == 0.0);
            qx_height_destroy(&map, NULL);
            free(file.bytes);
        }
}

static void every_compression(void **state)
{
    (void)state;
    static const uint16_t compressions[][2] = {
        { COMPRESSION_LZW, 1 },           { COMPRESSION_LZW, 2 },
        { COMPRESSION_DEFLATE, 1 },       { COMPRESSION_ADOBE_DEFLATE, 2 },
        { COMPRESSION_ADOBE_DEFLATE, 3 }, { COMPRESSION_PACKBITS, 0 },
        { COMPRESSION_ZSTD, 2 },          { COMPRESSION_LZMA, 1 },
        { COMPRESSION_LERC, 0 },
    };
    for (size_t i = 0; i < COUNT(compressions) * COUNT(kinds) * 2; i++) {
        tiff_picture picture = { .format = kinds[i / 2 % COUNT(kinds)].format,
                                 .bits = kinds[i / 2 % COUNT(kinds)].bits,
                                 .rows_a_strip = i % 2 ? 5 : 0 };
        picture.compression = compressions[i / 2 / COUNT(kinds)][0];
        picture.predictor = compressions[i / 2 / COUNT(kinds)][1];
        const bool floats = picture.format == SAMPLEFORMAT_IEEEFP;
        if (!TIFFIsCODECConfigured(picture.compression)) continue;
        if (picture.predictor > 1 && (picture.predictor == 3) != floats) continue;
        const height_bytes file = tiff_save(&picture);
        qx_height_map map = load(file, NULL);
        check_values(&map, &picture);
        qx_height_destroy(&map, NULL);
        free(file.bytes);
    }
}

// --- what tags say

static void tags_are_told(void **state)
{
    (void)state;
    const tiff_picture picture = { .format = SAMPLEFORMAT_IEEEFP,
                                   .bits = 32,
                                   .rows_a_strip = 4,
                                   .no_data = "-3.4028234663852886e+38",
                                   .cell = { 10.0, 20.5, 0.0 } };
    const height_bytes file = tiff_save(&picture);
    qx_height_map map = load(file, NULL);
    assert_true(map.cell_x == 10.0 && map.cell_z == 20.5);
    assert_true(map.has_no_data && map.no_data == (double)-3.4028234663852886e+38f);
    assert_true(map.low == map.high); // floats are heights already
    qx_height_destroy(&map, NULL);
    free(file.bytes);
}

static void integers_of_maps_on_the_ground_are_metres(void **state)
{
    (void)state;
    tiff_picture picture = {
        .format = SAMPLEFORMAT_UINT, .bits = 16, .no_data = "65535", .cell = { 30.0, 30.0, 0.0 }
    };
    height_bytes file = tiff_save(&picture);
    qx_height_map map = load(file, NULL);
    assert_true(map.low == 0.0 && map.high == 65535.0);
    assert_true(map.has_no_data && map.no_data == 65535.0);
    qx_height_destroy(&map, NULL);
    free(file.bytes);
    picture.no_data = "-9999"; // no sample can be that
    file = tiff_save(&picture);
    map = load(file, NULL);
    assert_false(map.has_no_data);
    qx_height_destroy(&map, NULL);
    free(file.bytes);
}

static const char metadata[] =
    "<GDALMetadata>\n  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">-100.5</Item>\n"
    "  <Item name=\"SCALE\" sample=\"0\" role=\"scale\">2.5e-1</Item>\n</GDALMetadata>";

static void scale_and_offset_are_applied(void **state)
{
    (void)state;
    tiff_picture picture = {
        .format = SAMPLEFORMAT_UINT, .bits = 16, .rows_a_strip = 3, .metadata = metadata
    };
    height_bytes file = tiff_save(&picture);
    qx_height_map map = load(file, NULL);
    assert_true(map.low == -100.5 && map.high == 65535.0 * 0.25 - 100.5);
    check_values(&map, &picture);
    qx_height_destroy(&map, NULL);
    free(file.bytes);
    picture.format = SAMPLEFORMAT_INT;
    picture.no_data = "-32768";
    file = tiff_save(&picture);
    map = load(file, NULL);
    for (uint32_t i = 0; i < COLUMNS; i++)
        assert_true(map_float(&map, i, 1) == (float)(slanted_value(&picture, i, 1) * 0.25 - 100.5));
    assert_true(map.has_no_data && map.no_data == -32768.0 * 0.25 - 100.5);
    qx_height_destroy(&map, NULL);
    free(file.bytes);
}

static void odd_no_data_is_survived(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool expected;
        double value;
    } cases[] = {
        { "nan", false, 0 },
        { "", false, 0 },
        { "-", false, 0 },
        { "-9999", true, -9999 },
        { " 0 ", true, 0 },
        { "+1.5e3", true, 1500 },
        { "-inf", false, 0 },
        { "1e999", false, 0 },
        { "1e39", false, 0 },
        { "1e-999", true, 0 },
        { "0.1", true, (double)0.1f },
        { "1e99999999999", false, 0 },
        { "12345678901234567890123", true, (double)12345678901234567890123.0f },
        { "-32767.000000000000000000000000", true, -32767 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const tiff_picture picture = {
            .format = SAMPLEFORMAT_IEEEFP, .bits = 32, .rows_a_strip = 4, .no_data = cases[i].text
        };
        const height_bytes file = tiff_save(&picture);
        qx_height_map map = load(file, NULL);
        if (map.has_no_data != cases[i].expected || map.no_data != cases[i].value)
            fail_msg("%s: %g", cases[i].text, map.no_data);
        qx_height_destroy(&map, NULL);
        free(file.bytes);
    }
}

static void white_may_be_the_least(void **state)
{
    (void)state;
    const tiff_picture picture = { .format = SAMPLEFORMAT_UINT,
                                   .bits = 16,
                                   .rows_a_strip = 4,
                                   .min_is_white = true,
                                   .no_data = "5" };
    const height_bytes file = tiff_save(&picture);
    qx_height_map map = load(file, NULL);
    for (uint32_t i = 0; i < COLUMNS; i++)
        assert_int_equal(map_code(&map, i, 2), 65535 - slanted_code(i, 2));
    assert_true(map.no_data == 65530.0);
    qx_height_destroy(&map, NULL);
    free(file.bytes);
}

// GDAL leaves out parts that are no-data all over.
static void missing_parts_are_no_data(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(kinds) * 2; i++) {
        tiff_picture picture = { .format = kinds[i / 2].format,
                                 .bits = kinds[i / 2].bits,
                                 .rows_a_strip = i % 2 ? 4 : 0,
                                 .no_data = "99",
                                 .sparse = true };
        height_bytes file = tiff_save(&picture);
        qx_height_map map = load(file, NULL);
        assert_true(stored(&map, 20, 5) == 99.0);
        assert_true((float)stored(&map, 3, 1) == (float)slanted_value(&picture, 3, 1));
        qx_height_destroy(&map, NULL);
        free(file.bytes);
        picture.no_data = NULL;
        file = tiff_save(&picture);
        qx_error error;
        assert_int_equal(qx_height_load_memory(file.bytes, file.size, NULL, NULL, &map, &error),
                         QX_TRUNCATED);
        free(file.bytes);
    }
}

// --- bad input

static qx_result load_anything(const uint8_t *bytes, size_t size, qx_error *error)
{
    const qx_height_options options = { .limit = 1 << 22 };
    qx_height_map map = { .bits = 99 };
    *error = (qx_error){ .code = QX_OK };
    const qx_result result = qx_height_load_memory(bytes, size, &options, NULL, &map, error);
    if (result == QX_OK) {
        assert_non_null(map.samples.data);
    } else {
        assert_null(map.samples.data);
        assert_true(error->code == result && error->message[0] != '\0');
        assert_null(strchr(error->message, '\n'));
    }
    qx_height_destroy(&map, NULL);
    return result;
}

static void files_cut_anywhere_are_refused(void **state)
{
    (void)state;
    for (int tiles = 0; tiles < 2; tiles++) {
        const tiff_picture picture = { .format = SAMPLEFORMAT_IEEEFP,
                                       .bits = 32,
                                       .compression = tiles ? COMPRESSION_ADOBE_DEFLATE : 0,
                                       .rows_a_strip = tiles ? 0 : 4 };
        const height_bytes file = tiff_save(&picture);
        for (size_t size = 0; size < file.size; size++) {
            uint8_t *cut = malloc(size ? size : 1); // its own block
            assert_non_null(cut);
            memcpy(cut, file.bytes, size);
            qx_error error;
            assert_int_not_equal(load_anything(cut, size, &error), QX_OK);
            free(cut);
        }
        free(file.bytes);
    }
}

static void damaged_files_are_never_trusted(void **state)
{
    (void)state;
    static const uint16_t compressions[] = { COMPRESSION_NONE, COMPRESSION_LZW,
                                             COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS };
    for (size_t i = 0; i < COUNT(compressions) * 2; i++) {
        const tiff_picture picture = { .format = SAMPLEFORMAT_IEEEFP,
                                       .bits = 32,
                                       .compression = compressions[i / 2],
                                       .rows_a_strip = i % 2 ? 4 : 0,
                                       .no_data = "-9999",
                                       .metadata = metadata,
                                       .cell = { 1, 1, 0 } };
        const height_bytes file = tiff_save(&picture);
        uint8_t *damaged = malloc(file.size);
        assert_non_null(damaged);
        qx_random random;
        qx_random_seed(&random, i, 2);
        for (uint32_t round = 0; round < 3000; round++) {
            memcpy(damaged, file.bytes, file.size);
            for (uint32_t flips = 1 + qx_random_below(&random, 3); flips > 0; flips--) {
                // half of them in the directory at the end
                const uint32_t span = round % 2 && file.size > 300 ? 300 : (uint32_t)file.size;
                const size_t at = file.size - 1 - qx_random_below(&random, span);
                damaged[at] = (uint8_t)qx_random_next(&random);
            }
            qx_error error;
            load_anything(damaged, file.size, &error);
        }
        free(damaged);
        free(file.bytes);
    }
}

static void what_is_not_read_is_named(void **state)
{
    (void)state;
    static const struct {
        uint16_t tag, value;
        const char *word;
    } cases[] = {
        { TIFFTAG_BITSPERSAMPLE, 12, "bits" },
        { TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_COMPLEXINT, "complex" },
        { TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_CIELAB, "colours" },
        { TIFFTAG_COMPRESSION, COMPRESSION_JPEG, "compression" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const tiff_picture picture = {
            .mode = "wl", .format = SAMPLEFORMAT_UINT, .bits = 16, .rows_a_strip = 4
        };
        const height_bytes file = tiff_save(&picture);
        bool found = false; // the entry of a directory: tag, type, count, value
        for (size_t at = 8; at + 12 <= file.size && !found; at++) {
            static const uint8_t type_and_count[] = { 3, 0, 1, 0, 0, 0 };
            if (file.bytes[at] != (cases[i].tag & 255) || file.bytes[at + 1] != cases[i].tag >> 8 ||
                memcmp(file.bytes + at + 2, type_and_count, sizeof type_and_count) != 0)
                continue;
            file.bytes[at + 8] = (uint8_t)cases[i].value;
            found = true;
        }
        assert_true(found);
        qx_error error;
        if (load_anything(file.bytes, file.size, &error) != QX_UNSUPPORTED ||
            !strstr(error.message, cases[i].word))
            fail_msg("%s: %s", cases[i].word, error.message);
        free(file.bytes);
    }
}

// After all of that.
static void nothing_was_printed(void **state)
{
    (void)state;
    assert_int_equal(complaints, 0);
}

static void loading_survives_every_failing_allocation(void **state)
{
    (void)state;
    for (uint32_t strips = 0; strips < 5; strips += 4) {
        const tiff_picture picture = { .format = SAMPLEFORMAT_UINT,
                                       .bits = 16,
                                       .rows_a_strip = strips };
        const height_bytes file = tiff_save(&picture);
        long allowed = 0;
        for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
            failing book;
            const qx_allocator allocator = failing_after(&book, allowed);
            qx_height_map map;
            qx_error error;
            result = qx_height_load_memory(file.bytes, file.size, NULL, &allocator, &map, &error);
            assert_true(result == QX_OK || (result == QX_NO_MEMORY && error.code == result));
            qx_height_destroy(&map, &allocator);
            assert_int_equal(book.live, 0);
        }
        assert_int_equal(allowed, 3);
        free(file.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_sample_in_strips_and_tiles),
        cmocka_unit_test(every_compression),
        cmocka_unit_test(tags_are_told),
        cmocka_unit_test(integers_of_maps_on_the_ground_are_metres),
        cmocka_unit_test(scale_and_offset_are_applied),
        cmocka_unit_test(odd_no_data_is_survived),
        cmocka_unit_test(white_may_be_the_least),
        cmocka_unit_test(missing_parts_are_no_data),
        cmocka_unit_test(files_cut_anywhere_are_refused),
        cmocka_unit_test(damaged_files_are_never_trusted),
        cmocka_unit_test(what_is_not_read_is_named),
        cmocka_unit_test(loading_survives_every_failing_allocation),
        cmocka_unit_test(nothing_was_printed),
    };
    TIFFSetErrorHandler(complain);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
