// SPDX-License-Identifier: MIT
// Height maps from PNG, PGM and raw files.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <png.h>
#include <quincunx/file.h>
#include <quincunx/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "foreign_file.h"
#include "height_pictures.h"
#include "png_checks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// Whatever the bytes are: a map or a reason, and never both.
static qx_result load_anything(const void *bytes, size_t size, const qx_height_options *options,
                               qx_error *error)
{
    qx_height_map map = { .bits = 99 };
    *error = (qx_error){ .code = QX_OK };
    const qx_result result = qx_height_load_memory(bytes, size, options, NULL, &map, error);
    if (result == QX_OK) {
        assert_non_null(map.samples.data);
        assert_non_null(map.format);
        assert_true(map.samples.columns >= 2 && map.samples.rows >= 2);
        assert_int_equal(map.bytes, map.samples.stride * map.samples.rows);
        assert_true(error->message[0] == '\0');
        qx_height_destroy(&map, NULL);
        return result;
    }
    assert_null(map.samples.data);
    assert_null(map.mask);
    assert_int_equal(map.bits, 0);
    assert_int_equal(error->code, result);
    assert_true(error->message[0] != '\0');
    assert_null(strchr(error->message, '\n'));
    return result;
}

static qx_height_map load(height_bytes file, const qx_height_options *options)
{
    qx_height_map map;
    qx_error error;
    if (qx_height_load_memory(file.bytes, file.size, options, NULL, &map, &error) != QX_OK)
        fail_msg("%s", error.message);
    return map;
}

// --- PNG of every type

static const struct {
    int type, depth;
} png_kinds[] = {
    { PNG_COLOR_TYPE_GRAY, 1 },        { PNG_COLOR_TYPE_GRAY, 2 },
    { PNG_COLOR_TYPE_GRAY, 4 },        { PNG_COLOR_TYPE_GRAY, 8 },
    { PNG_COLOR_TYPE_GRAY, 16 },       { PNG_COLOR_TYPE_PALETTE, 1 },
    { PNG_COLOR_TYPE_PALETTE, 2 },     { PNG_COLOR_TYPE_PALETTE, 4 },
    { PNG_COLOR_TYPE_PALETTE, 8 },     { PNG_COLOR_TYPE_RGB, 8 },
    { PNG_COLOR_TYPE_RGB, 16 },        { PNG_COLOR_TYPE_GRAY_ALPHA, 8 },
    { PNG_COLOR_TYPE_GRAY_ALPHA, 16 }, { PNG_COLOR_TYPE_RGBA, 8 },
    { PNG_COLOR_TYPE_RGBA, 16 },
};

static void check_codes(const qx_height_map *map, const height_picture *picture)
{
    assert_int_equal(map->samples.columns, picture->columns);
    assert_int_equal(map->samples.rows, picture->rows);
    assert_int_equal(map->samples.kind, picture->depth == 16 ? QX_TERRAIN_U16 : QX_TERRAIN_U8);
    assert_int_equal(map->bits, picture->depth);
    assert_string_equal(map->format, "PNG");
    for (uint32_t row = 0; row < picture->rows; row++)
        for (uint32_t column = 0; column < picture->columns; column++)
            assert_int_equal(map_code(map, column, row),
                             code_of_bits(picture->code(column, row), picture->depth));
}

static void one_picture_has_the_same_heights_in_every_type(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 2, 2 }, { 4, 4 }, { 37, 19 }, { 2, 70 } };
    for (size_t kind = 0; kind < COUNT(png_kinds); kind++)
        for (size_t i = 0; i < COUNT(sizes) * 2; i++) {
            const height_picture picture = { .columns = sizes[i / 2][0],
                                             .rows = sizes[i / 2][1],
                                             .type = png_kinds[kind].type,
                                             .depth = png_kinds[kind].depth,
                                             .interlaced = i % 2,
                                             .transparent = true, // and not looked at
                                             .code = slanted_code };
            const height_bytes file = picture_save(&picture);
            qx_height_map map = load(file, NULL);
            assert_null(map.mask);
            check_codes(&map, &picture);
            qx_height_destroy(&map, NULL);
            free(file.bytes);
        }
}

static uint16_t white(uint32_t column, uint32_t row)
{
    (void)column;
    (void)row;
    return 65535;
}

static void white_is_the_greatest_in_every_type(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < COUNT(png_kinds); kind++) {
        const height_picture picture = { .columns = 4,
                                         .rows = 4,
                                         .type = png_kinds[kind].type,
                                         .depth = png_kinds[kind].depth,
                                         .code = white };
        const height_bytes file = picture_save(&picture);
        qx_height_map map = load(file, NULL);
        for (uint32_t i = 0; i < 16; i++) assert_int_equal(map_code(&map, i % 4, i / 4), 65535);
        qx_height_destroy(&map, NULL);
        free(file.bytes);
    }
}

static uint16_t counted(uint32_t column, uint32_t row)
{
    return (uint16_t)(row * 256 + column);
}

static void all_65536_levels_are_kept(void **state)
{
    (void)state;
    const height_picture picture = {
        256, 256, PNG_COLOR_TYPE_GRAY, 16, false, false, counted, false
    };
    const height_bytes file = picture_save(&picture);
    qx_height_map map = load(file, NULL);
    for (uint32_t i = 0; i < 65536; i++) assert_int_equal(map_code(&map, i % 256, i / 256), i);
    qx_height_destroy(&map, NULL);
    free(file.bytes);
}

static void alpha_is_a_mask_on_request(void **state)
{
    (void)state;
    const qx_height_options options = { .alpha_is_mask = true };
    for (size_t i = 0; i < COUNT(png_kinds) * 2; i++) {
        const height_picture picture = { .columns = 23,
                                         .rows = 11,
                                         .type = png_kinds[i / 2].type,
                                         .depth = png_kinds[i / 2].depth,
                                         .interlaced = i % 2,
                                         .transparent = true,
                                         .code = slanted_code };
        const height_bytes file = picture_save(&picture);
        qx_height_map map = load(file, &options);
        const bool alpha = picture.type & PNG_COLOR_MASK_ALPHA;
        assert_int_equal(map.mask != NULL, alpha);
        check_codes(&map, &picture);
        for (uint32_t sample = 0; alpha && sample < 23 * 11; sample++)
            assert_int_equal(map.mask[sample] == 0, picture_is_hole(sample % 23, sample / 23));
        qx_height_destroy(&map, NULL);
        free(file.bytes);
    }
}

// --- colours

static height_picture coloured_picture(int type, int depth, bool interlaced)
{
    return (height_picture){ .columns = 13,
                             .rows = 9,
                             .type = type,
                             .depth = depth,
                             .interlaced = interlaced,
                             .code = slanted_code,
                             .coloured = true };
}

// 16 bits to 8, rounded: what libpng does not say in so many words.
static uint8_t rounded(uint16_t value)
{
    return (uint8_t)((value * 255u + 32767u) / 65535u);
}

static void check_colours(const qx_height_map *map, const height_picture *picture)
{
    for (uint32_t row = 0; row < picture->rows; row++)
        for (uint32_t column = 0; column < picture->columns; column++) {
            const uint8_t *at = (const uint8_t *)map->samples.data + row * map->samples.stride +
                                column * map->samples.step;
            const uint16_t code = picture->code(column, row), other = (uint16_t)(65535 - code);
            const bool wide = picture->depth == 16;
            assert_int_equal(at[0], wide ? rounded(code) : code >> 8);
            assert_int_equal(at[1], wide ? rounded(other) : other >> 8);
            assert_int_equal(at[2], 7);
        }
}

static void colours_pack_heights(void **state)
{
    (void)state;
    static const struct {
        qx_height_encoding encoding;
        qx_terrain_kind kind;
    } cases[] = { { QX_HEIGHT_AUTO, QX_TERRAIN_RGB8 },
                  { QX_HEIGHT_RGB, QX_TERRAIN_RGB8 },
                  { QX_HEIGHT_TERRAIN_RGB, QX_TERRAIN_TERRAIN_RGB },
                  { QX_HEIGHT_TERRARIUM, QX_TERRAIN_TERRARIUM } };
    static const int types[] = { PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGBA };
    for (size_t i = 0; i < COUNT(cases) * 8; i++) {
        const height_picture picture = coloured_picture(types[i & 1], i & 2 ? 16 : 8, i & 4);
        const height_bytes file = picture_save(&picture);
        const qx_height_options options = { .encoding = cases[i / 8].encoding };
        qx_height_map map = load(file, &options);
        assert_int_equal(map.samples.kind, cases[i / 8].kind);
        check_colours(&map, &picture);
        qx_height_destroy(&map, NULL);
        free(file.bytes);
    }
}

static void coloured_pictures_are_no_grey_heights(void **state)
{
    (void)state;
    const height_picture picture = coloured_picture(PNG_COLOR_TYPE_RGB, 8, true);
    const height_bytes file = picture_save(&picture);
    const qx_height_options options = { .encoding = QX_HEIGHT_GREY };
    qx_error error;
    assert_int_equal(load_anything(file.bytes, file.size, &options, &error), QX_UNSUPPORTED);
    assert_non_null(strstr(error.message, "column 0, row 0"));
    free(file.bytes);
}

static void grey_keeps_its_bits_where_rgb_is_asked_for(void **state)
{
    (void)state;
    const height_picture picture = { 9,     9,     PNG_COLOR_TYPE_GRAY, 16,
                                     false, false, slanted_code,        false };
    const height_bytes file = picture_save(&picture);
    qx_height_options options = { .encoding = QX_HEIGHT_RGB };
    qx_height_map map = load(file, &options);
    check_codes(&map, &picture);
    qx_height_destroy(&map, NULL);
    options.encoding = QX_HEIGHT_TERRARIUM; // the tile of a plain that somebody has packed tightly
    map = load(file, &options);
    assert_int_equal(map.samples.kind, QX_TERRAIN_TERRARIUM);
    qx_height_destroy(&map, NULL);
    free(file.bytes);
}

// --- files that others made

typedef struct foreign {
    const char *name;
    uint32_t side;
    qx_terrain_kind kind;
    uint32_t bits;
} foreign;

static const foreign foreigners[] = {
    { "gz_heightmap_bowl.png", 129, QX_TERRAIN_RGB8, 8 }, // nearly grey
    { "gz_heightmap_flat_129.png", 129, QX_TERRAIN_U8, 8 },
    { "lwjglbook_heightmap_256_rgba8_tileable.png", 256, QX_TERRAIN_U8, 8 },
    { "lwjglbook_heightmap_test_4x4_rgba8.png", 4, QX_TERRAIN_U8, 8 },
    { "pngsuite_basn0g01.png", 32, QX_TERRAIN_U8, 1 },
    { "pngsuite_basn0g08.png", 32, QX_TERRAIN_U8, 8 },
    { "pngsuite_basn0g16.png", 32, QX_TERRAIN_U16, 16 },
    { "pngsuite_basn3p08.png", 32, QX_TERRAIN_RGB8, 8 },
    { "pngsuite_basn6a16.png", 32, QX_TERRAIN_RGB8, 16 },
    { "pngsuite_ibasn0g16.png", 32, QX_TERRAIN_U16, 16 },
};

static qx_height_map load_foreign(const char *path)
{
    qx_height_map map;
    qx_error error;
    if (qx_height_load_file(path, NULL, NULL, &map, &error) != QX_OK)
        fail_msg("%s: %s", path, error.message);
    return map;
}

static void files_that_others_made_are_read(void **state)
{
    (void)state;
    char path[1024];
    size_t missing = 0;
    for (size_t i = 0; i < COUNT(foreigners); i++) {
        if (!foreign_file_path("height", foreigners[i].name, path)) {
            missing++;
            continue;
        }
        qx_height_map map = load_foreign(path);
        assert_int_equal(map.samples.columns, foreigners[i].side);
        assert_int_equal(map.samples.rows, foreigners[i].side);
        assert_int_equal(map.samples.kind, foreigners[i].kind);
        assert_int_equal(map.bits, foreigners[i].bits);
        qx_height_destroy(&map, NULL);
    }
    foreign_file_skip(missing, COUNT(foreigners), "height");
}

// The same picture, interlaced and not; a map of white alone; one that repeats.
static void what_is_known_of_foreign_files_holds(void **state)
{
    (void)state;
    char path[1024], other[1024];
    if (!foreign_file_path("height", "pngsuite_basn0g16.png", path) ||
        !foreign_file_path("height", "pngsuite_ibasn0g16.png", other)) {
        print_message("SKIPPED: pngsuite is not in $QX_TEST_DATA/height\n");
        skip();
    }
    qx_height_map map = load_foreign(path), interlaced = load_foreign(other);
    assert_memory_equal(map.samples.data, interlaced.samples.data, map.bytes);
    qx_height_destroy(&interlaced, NULL);
    qx_height_destroy(&map, NULL);
    if (!foreign_file_path("height", "lwjglbook_heightmap_test_4x4_rgba8.png", path)) skip();
    map = load_foreign(path);
    for (uint32_t i = 0; i < 16; i++) assert_int_equal(map_code(&map, i % 4, i / 4), 65535);
    qx_height_destroy(&map, NULL);
}

// --- raw

static void raw_samples_of_either_order(void **state)
{
    (void)state;
    static const uint8_t bytes[] = { 0x12, 0x34, 0xFF, 0xFF, 0, 1, 0, 0 };
    qx_height_options options = { .raw = QX_HEIGHT_RAW_U16_BIG, .columns = 2, .rows = 2 };
    qx_height_map map = load((height_bytes){ (uint8_t *)bytes, 8 }, &options);
    assert_int_equal(map_code(&map, 0, 0), 0x1234);
    assert_int_equal(map_code(&map, 0, 1), 1);
    qx_height_destroy(&map, NULL);
    options.raw = QX_HEIGHT_RAW_U16_LITTLE;
    map = load((height_bytes){ (uint8_t *)bytes, 8 }, &options);
    assert_int_equal(map_code(&map, 0, 0), 0x3412);
    assert_int_equal(map_code(&map, 1, 0), 65535);
    assert_string_equal(map.format, "raw");
    qx_height_destroy(&map, NULL);
}

static void raw_floats_of_either_order(void **state)
{
    (void)state;
    static const uint8_t little[16] = { 0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0,
                                        0, 0, 0xC0, 0x7F, 0, 0, 0, 0 };
    uint8_t big[16];
    for (size_t i = 0; i < 16; i++) big[i] = little[i / 4 * 4 + 3 - i % 4];
    for (int order = 0; order < 2; order++) {
        const qx_height_options options = {
            .raw = order ? QX_HEIGHT_RAW_F32_BIG : QX_HEIGHT_RAW_F32_LITTLE, .columns = 2, .rows = 2
        };
        qx_height_map map = load((height_bytes){ order ? big : (uint8_t *)little, 16 }, &options);
        assert_int_equal(map.samples.kind, QX_TERRAIN_F32);
        assert_true(map_float(&map, 0, 0) == 1.0f && map_float(&map, 1, 0) == -2.0f);
        assert_true(isnan(map_float(&map, 0, 1)) && map_float(&map, 1, 1) == 0.0f);
        qx_height_destroy(&map, NULL);
    }
}

static void a_wrong_size_is_named_with_what_is_there(void **state)
{
    (void)state;
    static const uint8_t bytes[100];
    qx_height_options options = { .raw = QX_HEIGHT_RAW_F32_LITTLE, .columns = 6, .rows = 5 };
    qx_error error;
    assert_int_equal(load_anything(bytes, 100, &options, &error), QX_TRUNCATED);
    assert_non_null(strstr(error.message, "120 bytes"));
    assert_non_null(strstr(error.message, "file has 100"));
    assert_non_null(strstr(error.message, "5 x 5 would"));
    options.rows = 2;
    assert_int_equal(load_anything(bytes, 100, &options, &error), QX_BAD_DATA);
    options = (qx_height_options){ .raw = QX_HEIGHT_RAW_U16_BIG, .columns = 65536, .rows = 65536 };
    assert_int_equal(load_anything(bytes, 100, &options, &error), QX_TOO_LARGE); // over the limit
    options.rows = 1;
    assert_int_equal(load_anything(bytes, 100, &options, &error), QX_UNSUPPORTED);
    options = (qx_height_options){ .raw = QX_HEIGHT_RAW_U16_BIG };
    assert_int_equal(load_anything(bytes, 100, &options, &error), QX_BAD_VALUE);
}

// --- PGM

static void pgm_text_and_binary(void **state)
{
    (void)state;
#define FILE_OF(text)                                                                              \
    {                                                                                              \
        (uint8_t *)(text), sizeof(text) - 1                                                        \
    }
    static const height_bytes files[] = {
        FILE_OF("P2\n2 3\n255\n0 1\n2 3\n4 255\n"),
        FILE_OF("P2 # what\n#whose\n2\t3 # size\n255 # most\n0 1 # first row\r\n2 3 4 255"),
        FILE_OF("P5\n# by hand\n2 3\n255\n\0\1\2\3\4\xFF"),
        FILE_OF("P5 2#\n3 255 \0\1\2\3\4\xFF and what follows"),
    };
#undef FILE_OF
    static const uint16_t expected[] = { 0, 1, 2, 3, 4, 255 };
    for (size_t i = 0; i < COUNT(files); i++) {
        qx_height_map map = load(files[i], NULL);
        assert_int_equal(map.samples.columns, 2);
        assert_int_equal(map.samples.rows, 3);
        assert_int_equal(map.samples.kind, QX_TERRAIN_U8);
        for (uint32_t sample = 0; sample < 6; sample++)
            assert_int_equal(map_code(&map, sample % 2, sample / 2), expected[sample] * 257);
        qx_height_destroy(&map, NULL);
    }
}

static void pgm_of_any_greatest_value(void **state)
{
    (void)state;
    static const uint8_t wide[] = "P5 2 2 65535\n\x12\x34\xFF\xFF\0\1\0";
    qx_height_map map = load((height_bytes){ (uint8_t *)wide, sizeof wide }, NULL);
    assert_int_equal(map_code(&map, 0, 0), 0x1234);
    assert_int_equal(map_code(&map, 0, 1), 1);
    assert_int_equal(map.bits, 16);
    qx_height_destroy(&map, NULL);
    static const char few[] = "P2 2 2 1000 0 1000 500 1";
    map = load((height_bytes){ (uint8_t *)few, sizeof few - 1 }, NULL);
    assert_int_equal(map_code(&map, 0, 0), 0);
    assert_int_equal(map_code(&map, 1, 0), 65535);
    assert_int_equal(map_code(&map, 0, 1), 32768); // 32,767.5
    assert_int_equal(map_code(&map, 1, 1), 66);    // 65.535
    qx_height_destroy(&map, NULL);
}

static void bad_pgm_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        qx_result expected;
    } bad[] = {
        { "P5", QX_BAD_DATA }, // might be anything
        { "P5\n", QX_TRUNCATED },
        { "P5\n2 2", QX_TRUNCATED },
        { "P5\n2 2 255", QX_TRUNCATED },
        { "P5\n2 2 255\n123", QX_TRUNCATED },
        { "P5\n2 2 256\n1234567", QX_TRUNCATED },
        { "P5\n2 2 255x1234", QX_BAD_DATA },
        { "P5\n2 2 0\n1234", QX_BAD_DATA },
        { "P5\n2 2 65536\n12345678", QX_BAD_DATA },
        { "P5\n2 2 99\n123\xF0", QX_BAD_DATA },
        { "P5\n-2 2 255\n1234", QX_BAD_DATA },
        { "P5\n99999999999 2 255\n1234", QX_BAD_DATA },
        { "P5\n65536 65536 255\n1234", QX_TRUNCATED },
        { "P5\n65537 2 255\n1234", QX_TOO_LARGE },
        { "P5\n1 4 255\n1234", QX_UNSUPPORTED },
        { "P5\n0 4 255\n1234", QX_UNSUPPORTED },
        { "P2\n2 2 255\n1 2 3", QX_TRUNCATED },
        { "P2\n2 2 255\n1 2 3 # 4", QX_TRUNCATED },
        { "P2\n2 2 255\n1 2 3 x", QX_BAD_DATA },
        { "P2\n2 2 255\n1 2 3 256", QX_BAD_DATA },
        { "P6\n2 2 255\n123412341234", QX_UNSUPPORTED },
        { "P1\n2 2\n1 0 0 1", QX_UNSUPPORTED },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_error error;
        const qx_result result = load_anything(bad[i].text, strlen(bad[i].text), NULL, &error);
        if (result != bad[i].expected) fail_msg("%s: %s", bad[i].text, error.message);
    }
    qx_error error;
    load_anything("P2\n2 2 255\n1 2\n3 256\n", 21, NULL, &error);
    assert_int_equal(error.line, 4);
}

// --- bad input of any kind

static void other_things_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        qx_result expected;
        const char *word;
    } other[] = {
        { "", 0, QX_TRUNCATED, "empty" },
        { "\x89P", 2, QX_TRUNCATED, "early" },
        { "\x89PNG\r\n\x1a\n", 8, QX_TRUNCATED, "early" },
        { "\x89PNG\n\x1a\n...............", 22, QX_BAD_DATA, "export" },
        { "hello, this is a text file that somebody renamed", 48, QX_BAD_DATA, "text" },
        { "<svg>", 5, QX_BAD_DATA, "text" },
        { "GIF89a\0\1", 8, QX_BAD_DATA, "no PNG, TIFF or PGM" },
        { "\xFF\xD8\xFF\xE0", 4, QX_UNSUPPORTED, "JPEG" },
        { "\0\0\0\0\0\0\0\0", 8, QX_BAD_DATA, "raw" },
    };
    for (size_t i = 0; i < COUNT(other); i++) {
        qx_error error;
        assert_int_equal(load_anything(other[i].bytes, other[i].size, NULL, &error),
                         other[i].expected);
        if (!strstr(error.message, other[i].word)) fail_msg("%zu: %s", i, error.message);
    }
}

static height_bytes small_file(bool interlaced)
{
    const height_picture picture = { 19,         13,   PNG_COLOR_TYPE_RGBA, 8,
                                     interlaced, true, slanted_code,        false };
    return picture_save(&picture);
}

static void files_cut_anywhere_are_refused(void **state)
{
    (void)state;
    const qx_height_options options = { .alpha_is_mask = true };
    const height_bytes file = small_file(true);
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *cut = malloc(size ? size : 1); // its own block, so that reading behind it is seen
        assert_non_null(cut);
        memcpy(cut, file.bytes, size);
        qx_error error;
        assert_int_equal(load_anything(cut, size, &options, &error), QX_TRUNCATED);
        assert_true(error.offset <= size);
        free(cut);
    }
    free(file.bytes);
}

static void damaged_files_are_never_trusted(void **state)
{
    (void)state;
    const height_bytes file = small_file(false);
    uint8_t *damaged = malloc(file.size);
    assert_non_null(damaged);
    qx_random random;
    qx_random_seed(&random, 2, 2);
    for (uint32_t round = 0; round < 6000; round++) {
        memcpy(damaged, file.bytes, file.size);
        for (uint32_t flips = 1 + qx_random_below(&random, 4); flips > 0; flips--) {
            const uint32_t bit = qx_random_below(&random, (uint32_t)file.size * 8);
            damaged[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        if (round % 2) png_mend_checks(damaged, file.size);
        const qx_height_options options = { .encoding = (qx_height_encoding)(round / 2 % 5),
                                            .alpha_is_mask = round % 4 > 1,
                                            .limit = 1 << 24 };
        qx_error error;
        load_anything(damaged, file.size, &options, &error);
    }
    free(damaged);
    free(file.bytes);
}

static void lying_dimensions_take_no_memory(void **state)
{
    (void)state;
    static const struct {
        uint32_t columns, rows;
        qx_result expected;
    } lies[] = {
        { 0, 1, QX_BAD_DATA },          { 1, 13, QX_UNSUPPORTED },
        { 13, 1, QX_UNSUPPORTED },      { 65537, 2, QX_TOO_LARGE },
        { 2, 65537, QX_TOO_LARGE },     { 0x7FFFFFFF, 0x7FFFFFFF, QX_TOO_LARGE },
        { 65536, 65536, QX_TRUNCATED }, { 16384, 16384, QX_TRUNCATED },
        { UINT32_MAX, 2, QX_BAD_DATA },
    };
    const height_bytes file = small_file(false);
    for (size_t i = 0; i < COUNT(lies); i++) {
        png_put_big_endian(file.bytes + 16, lies[i].columns);
        png_put_big_endian(file.bytes + 20, lies[i].rows);
        png_mend_checks(file.bytes, file.size);
        qx_error error;
        assert_int_equal(load_anything(file.bytes, file.size, NULL, &error), lies[i].expected);
    }
    free(file.bytes);
}

static void the_limit_holds(void **state)
{
    (void)state;
    const height_picture picture = { 16,    16,    PNG_COLOR_TYPE_GRAY, 16,
                                     false, false, slanted_code,        false };
    const height_bytes file = picture_save(&picture);
    qx_height_options options = { .limit = 511 };
    qx_error error;
    assert_int_equal(load_anything(file.bytes, file.size, &options, &error), QX_TOO_LARGE);
    assert_non_null(strstr(error.message, "512"));
    options.limit = 512;
    assert_int_equal(load_anything(file.bytes, file.size, &options, &error), QX_OK);
    free(file.bytes);
}

static void bad_options_are_refused(void **state)
{
    (void)state;
    static const qx_height_options bad[] = {
        { .encoding = (qx_height_encoding)5 },
        { .encoding = (qx_height_encoding)-1 },
        { .raw = (qx_height_raw)5, .columns = 2, .rows = 2 },
        { .raw = (qx_height_raw)-1, .columns = 2, .rows = 2 },
        { .raw = QX_HEIGHT_RAW_U16_BIG, .columns = 2 },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_error error;
        assert_int_equal(load_anything("12345678", 8, &bad[i], &error), QX_BAD_VALUE);
    }
}

// --- memory

static void check_failing(height_bytes file, const qx_height_options *options)
{
    long allowed = 0;
    for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        qx_height_map map;
        qx_error error;
        result = qx_height_load_memory(file.bytes, file.size, options, &allocator, &map, &error);
        assert_true(result == QX_OK || (result == QX_NO_MEMORY && error.code == QX_NO_MEMORY));
        assert_int_equal(result == QX_OK, map.samples.data != NULL);
        qx_height_destroy(&map, &allocator);
        assert_int_equal(book.live, 0);
        assert_int_equal(book.live_bytes, 0);
    }
    assert_true(allowed > 1);
}

static void loading_survives_every_failing_allocation(void **state)
{
    (void)state;
    const qx_height_options mask = { .alpha_is_mask = true };
    const qx_height_options raw = { .raw = QX_HEIGHT_RAW_U16_BIG, .columns = 2, .rows = 2 };
    const height_bytes rgba = small_file(true);
    const height_picture picture = coloured_picture(PNG_COLOR_TYPE_RGB, 8, false);
    const height_bytes colours = picture_save(&picture);
    check_failing(rgba, &mask);
    check_failing(colours, NULL); // read twice
    check_failing((height_bytes){ (uint8_t *)"P5 2 2 255 1234", 15 }, NULL);
    check_failing((height_bytes){ (uint8_t *)"12345678", 8 }, &raw);
    free(rgba.bytes);
    free(colours.bytes);
}

// --- how much of it

typedef struct meter {
    size_t live, peak;
} meter;

static void *metered_alloc(void *user, size_t size, size_t alignment)
{
    meter *m = user;
    (void)alignment;
    m->live += size;
    if (m->live > m->peak) m->peak = m->live;
    return malloc(size);
}

static void metered_free(void *user, void *pointer, size_t size)
{
    ((meter *)user)->live -= size;
    free(pointer);
}

// The map itself and what libpng needs for a row.
static void memory_stays_near_the_map(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(png_kinds) * 2; i++) {
        const height_picture picture = { .columns = 700,
                                         .rows = 900,
                                         .type = png_kinds[i / 2].type,
                                         .depth = png_kinds[i / 2].depth,
                                         .interlaced = i % 2,
                                         .code = slanted_code,
                                         .coloured = i % 3 == 0 };
        const height_bytes file = picture_save(&picture);
        meter m = { 0, 0 };
        const qx_allocator allocator = { metered_alloc, metered_free, &m };
        qx_height_map map;
        assert_int_equal(qx_height_load_memory(file.bytes, file.size, NULL, &allocator, &map, NULL),
                         QX_OK);
        assert_true(m.peak < map.bytes + 200000);
        qx_height_destroy(&map, &allocator);
        assert_int_equal(m.live, 0);
        free(file.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_picture_has_the_same_heights_in_every_type),
        cmocka_unit_test(white_is_the_greatest_in_every_type),
        cmocka_unit_test(all_65536_levels_are_kept),
        cmocka_unit_test(alpha_is_a_mask_on_request),
        cmocka_unit_test(colours_pack_heights),
        cmocka_unit_test(coloured_pictures_are_no_grey_heights),
        cmocka_unit_test(grey_keeps_its_bits_where_rgb_is_asked_for),
        cmocka_unit_test(files_that_others_made_are_read),
        cmocka_unit_test(what_is_known_of_foreign_files_holds),
        cmocka_unit_test(raw_samples_of_either_order),
        cmocka_unit_test(raw_floats_of_either_order),
        cmocka_unit_test(a_wrong_size_is_named_with_what_is_there),
        cmocka_unit_test(pgm_text_and_binary),
        cmocka_unit_test(pgm_of_any_greatest_value),
        cmocka_unit_test(bad_pgm_is_refused),
        cmocka_unit_test(other_things_are_refused_with_a_reason),
        cmocka_unit_test(files_cut_anywhere_are_refused),
        cmocka_unit_test(damaged_files_are_never_trusted),
        cmocka_unit_test(lying_dimensions_take_no_memory),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(loading_survives_every_failing_allocation),
        cmocka_unit_test(memory_stays_near_the_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
