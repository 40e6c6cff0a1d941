// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <quincunx/file.h>
#include <quincunx/png.h>
#include <quincunx/random.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_bytes.h"
#include "foreign_file.h"
#include "png_checks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- pictures to work with

typedef struct file_bytes {
    uint8_t *bytes;
    size_t size;
} file_bytes;

static qx_image random_image(uint64_t seed, uint32_t width, uint32_t height, uint32_t channels)
{
    const size_t size = (size_t)width * height * channels;
    qx_image image = { malloc(size), width, height, channels };
    assert_non_null(image.pixels);
    qx_random random;
    qx_random_seed(&random, seed, 1);
    for (size_t i = 0; i < size; i++) // half noise, half ramps, so that every filter is used
        image.pixels[i] = (uint8_t)(i / 64 % 2 ? qx_random_next(&random) : i);
    return image;
}

static file_bytes saved(const qx_image *image)
{
    file_bytes file;
    assert_int_equal(qx_png_save_memory(image, NULL, &file.bytes, &file.size), QX_OK);
    return file;
}

static file_bytes small_file(void)
{
    qx_image image = random_image(1, 19, 13, 3);
    const file_bytes file = saved(&image);
    free(image.pixels);
    return file;
}

// Whatever the bytes are: an image or a reason, and never both.
static qx_result load_anything(const void *bytes, size_t size, uint32_t channels)
{
    qx_image image = { (uint8_t *)1, 1, 1, 1 };
    qx_error error = { .code = QX_OK };
    const qx_result result = qx_png_load_memory(bytes, size, channels, NULL, &image, &error);
    if (result == QX_OK) {
        assert_non_null(image.pixels);
        assert_int_equal(image.channels, channels);
        free(image.pixels);
        return result;
    }
    assert_null(image.pixels);
    assert_int_equal(image.width | image.height | image.channels, 0);
    assert_int_equal(error.code, result);
    assert_true(error.message[0] != '\0' && strlen(error.message) < sizeof error.message);
    assert_null(strchr(error.message, '\n'));
    assert_true(error.offset <= size);
    return result;
}

// --- what goes out comes back

static void pictures_of_every_small_size_come_back(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 17; width += 4) {
        for (uint32_t height = 1; height <= 17; height += 4) {
            for (uint32_t channels = 3; channels <= 4; channels++) {
                qx_image image = random_image(width * 100 + height, width, height, channels);
                const file_bytes file = saved(&image);
                qx_image back;
                assert_int_equal(
                    qx_png_load_memory(file.bytes, file.size, channels, NULL, &back, NULL), QX_OK);
                assert_int_equal(back.width, width);
                assert_int_equal(back.height, height);
                assert_int_equal(back.channels, channels);
                assert_memory_equal(back.pixels, image.pixels, (size_t)width * height * channels);
                free(back.pixels);
                free(file.bytes);
                free(image.pixels);
            }
        }
    }
}

static void long_thin_pictures_come_back(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 65535, 1 }, { 1, 65535 } };
    for (size_t i = 0; i < COUNT(sizes); i++) {
        qx_image image = random_image(i, sizes[i][0], sizes[i][1], 3);
        const file_bytes file = saved(&image);
        qx_image back;
        assert_int_equal(qx_png_load_memory(file.bytes, file.size, 3, NULL, &back, NULL), QX_OK);
        assert_memory_equal(back.pixels, image.pixels, (size_t)65535 * 3);
        free(back.pixels);
        free(file.bytes);
        free(image.pixels);
    }
}

static void alpha_is_dropped_or_made_opaque(void **state)
{
    (void)state;
    uint8_t clear[] = { 10, 20, 30, 0, 40, 50, 60, 128 };
    const file_bytes rgba = saved(&(qx_image){ clear, 2, 1, 4 });
    qx_image back;
    assert_int_equal(qx_png_load_memory(rgba.bytes, rgba.size, 3, NULL, &back, NULL), QX_OK);
    assert_memory_equal(back.pixels, ((uint8_t[]){ 10, 20, 30, 40, 50, 60 }), 6);
    free(back.pixels);
    const file_bytes rgb = saved(&(qx_image){ (uint8_t[]){ 1, 2, 3 }, 1, 1, 3 });
    assert_int_equal(qx_png_load_memory(rgb.bytes, rgb.size, 4, NULL, &back, NULL), QX_OK);
    assert_memory_equal(back.pixels, ((uint8_t[]){ 1, 2, 3, 255 }), 4);
    free(back.pixels);
    free(rgb.bytes);
    free(rgba.bytes);
}

static void the_same_picture_gives_the_same_file(void **state)
{
    (void)state;
    const file_bytes a = small_file(), b = small_file();
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    free(a.bytes);
    free(b.bytes);
}

// --- files that others made

// Pixels as RGBA of 8 bits, computed from the raw samples by a decoder of its own.
typedef struct foreign {
    const char *name;
    uint32_t width, height;
    uint8_t first[4], last[4]; // left top and right bottom pixel
    uint64_t sum;              // of all bytes
} foreign;

static const foreign foreigners[] = {
    { "gz_heightmap_bowl.png", 129, 129, { 0, 0, 0, 255 }, { 254, 253, 254, 255 }, 12693000 },
    { "gz_heightmap_flat_129.png", 129, 129, { 0, 0, 0, 255 }, { 0, 0, 0, 255 }, 4243455 },
    { "lwjglbook_heightmap_256_rgba8_tileable.png",
      256,
      256,
      { 180, 180, 180, 255 },
      { 180, 180, 180, 255 },
      43981194 },
    { "lwjglbook_heightmap_test_4x4_rgba8.png",
      4,
      4,
      { 255, 255, 255, 255 },
      { 255, 255, 255, 255 },
      16320 },
    { "pngsuite_basn0g01.png", 32, 32, { 255, 255, 255, 255 }, { 0, 0, 0, 255 }, 643620 },
    { "pngsuite_basn0g08.png", 32, 32, { 0, 0, 0, 255 }, { 3, 3, 3, 255 }, 651288 },
    { "pngsuite_basn0g16.png", 32, 32, { 0, 0, 0, 255 }, { 1, 1, 1, 255 }, 702969 },
    { "pngsuite_basn3p08.png", 32, 32, { 1, 0, 0, 255 }, { 255, 254, 255, 255 }, 652352 },
    { "pngsuite_basn6a16.png", 32, 32, { 255, 255, 0, 0 }, { 0, 0, 255, 0 }, 407960 },
    { "pngsuite_ibasn0g16.png", 32, 32, { 0, 0, 0, 255 }, { 1, 1, 1, 255 }, 702969 },
};

static void check_foreign(const foreign *expected, const char *path)
{
    qx_image image;
    qx_error error;
    if (qx_png_load_file(path, 4, NULL, &image, &error) != QX_OK)
        fail_msg("%s: %s", path, error.message);
    assert_int_equal(image.width, expected->width);
    assert_int_equal(image.height, expected->height);
    const size_t size = (size_t)image.width * image.height * 4;
    assert_memory_equal(image.pixels, expected->first, 4);
    assert_memory_equal(image.pixels + size - 4, expected->last, 4);
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++) sum += image.pixels[i];
    assert_int_equal(sum, expected->sum);
    free(image.pixels);
}

static void files_of_every_type_are_read(void **state)
{
    (void)state;
    char path[1024];
    size_t missing = 0;
    for (size_t i = 0; i < COUNT(foreigners); i++) {
        if (foreign_file_path("height", foreigners[i].name, path))
            check_foreign(&foreigners[i], path);
        else
            missing++;
    }
    foreign_file_skip(missing, COUNT(foreigners), "height");
}

static void foreign_files_survive_mutation(void **state)
{
    (void)state;
    char path[1024];
    for (size_t i = 0; i < COUNT(foreigners); i++) {
        if (!foreign_file_path("height", foreigners[i].name, path)) continue;
        file_bytes file;
        assert_int_equal(qx_file_load(path, SIZE_MAX, NULL, &file.bytes, &file.size, NULL), QX_OK);
        qx_random random;
        qx_random_seed(&random, i, 3);
        for (int round = 0; round < 300; round++) {
            const uint32_t place =
                qx_random_below(&random, (uint32_t)(file.size < 2000 ? file.size : 2000));
            const uint8_t kept = file.bytes[place];
            file.bytes[place] = (uint8_t)qx_random_next(&random);
            load_anything(file.bytes, file.size, 3 + (uint32_t)round % 2);
            file.bytes[place] = kept;
        }
        free(file.bytes);
    }
}

// --- bad input

static void files_cut_anywhere_are_truncated(void **state)
{
    (void)state;
    const file_bytes file = small_file();
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *cut = malloc(size ? size : 1); // its own block, so that reading behind it is seen
        assert_non_null(cut);
        memcpy(cut, file.bytes, size);
        assert_int_equal(load_anything(cut, size, 3), QX_TRUNCATED);
        free(cut);
    }
    free(file.bytes);
}

static void damaged_files_are_never_trusted(void **state)
{
    (void)state;
    const file_bytes file = small_file();
    uint8_t *damaged = malloc(file.size);
    assert_non_null(damaged);
    size_t refused = 0;
    qx_random random;
    qx_random_seed(&random, 2, 2);
    for (uint32_t round = 0; round < 12000; round++) {
        memcpy(damaged, file.bytes, file.size);
        for (uint32_t flips = 1 + qx_random_below(&random, 4); flips > 0; flips--) {
            const uint32_t bit = qx_random_below(&random, (uint32_t)file.size * 8);
            damaged[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        if (round % 2) png_mend_checks(damaged, file.size);
        refused += load_anything(damaged, file.size, 3 + round / 2 % 2) != QX_OK;
    }
    assert_true(refused > 6000); // every flip under a checksum, and most of the others
    free(damaged);
    free(file.bytes);
}

static void one_flipped_bit_of_pixels_is_noticed(void **state)
{
    (void)state;
    const file_bytes file = small_file();
    for (size_t bit = 8 * 8; bit < file.size * 8; bit++) {
        file.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        const qx_result result = load_anything(file.bytes, file.size, 3);
        // sRGB (13 bytes from 33 on) may be lost without harm; all else counts.
        if (bit / 8 < 33 || bit / 8 >= 46) assert_int_not_equal(result, QX_OK);
        file.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    free(file.bytes);
}

typedef struct bad_header {
    uint32_t width, height;
    uint8_t depth, type;
    qx_result expected;
} bad_header;

static void impossible_headers_are_refused_before_memory_is_taken(void **state)
{
    (void)state;
    static const bad_header bad[] = {
        { 0, 1, 8, 2, QX_BAD_DATA },
        { 1, 0, 8, 2, QX_BAD_DATA },
        { 65536, 1, 8, 2, QX_TOO_LARGE },
        { 1, 65536, 8, 2, QX_TOO_LARGE },
        { UINT32_MAX, UINT32_MAX, 16, 6, QX_TOO_LARGE },
        { 0x80000000, 1, 8, 2, QX_TOO_LARGE },
        { 65535, 65535, 8, 2, QX_TOO_LARGE },
        { 16385, 16384, 8, 2, QX_TOO_LARGE },
        { 16384, 16384, 8, 2, QX_TRUNCATED },
        { 65535, 4096, 1, 0, QX_TRUNCATED },
        { 19, 13, 3, 2, QX_BAD_DATA },
        { 19, 13, 8, 1, QX_BAD_DATA },
        { 19, 13, 8, 7, QX_BAD_DATA },
        { 19, 13, 8, 255, QX_BAD_DATA },
        { 19, 13, 8, 3, QX_BAD_DATA }, // a palette is missing
    };
    const file_bytes file = small_file();
    for (size_t i = 0; i < COUNT(bad); i++) {
        png_put_big_endian(file.bytes + 16, bad[i].width);
        png_put_big_endian(file.bytes + 20, bad[i].height);
        file.bytes[24] = bad[i].depth;
        file.bytes[25] = bad[i].type;
        png_mend_checks(file.bytes, file.size);
        assert_int_equal(load_anything(file.bytes, file.size, 3), bad[i].expected);
    }
    free(file.bytes);
}

// More pixels than the data holds, by little: the claim is possible, the data is not there.
static void missing_rows_are_noticed(void **state)
{
    (void)state;
    const file_bytes file = small_file();
    png_put_big_endian(file.bytes + 20, 14);
    png_mend_checks(file.bytes, file.size);
    assert_int_not_equal(load_anything(file.bytes, file.size, 3), QX_OK);
    free(file.bytes);
}

static void other_things_named_png_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        qx_result expected;
    } other[] = {
        { "", 0, QX_TRUNCATED },
        { "\x89", 1, QX_TRUNCATED },
        { "\x89PNG\r\n\x1a\n", 8, QX_TRUNCATED },
        { "\x89PNG\n\x1a\n", 7, QX_BAD_DATA }, // sent as text: the line end was changed
        { "hello, this is a text file that somebody renamed", 48, QX_BAD_DATA },
        { "GIF89a", 6, QX_BAD_DATA },
        { "\xff\xd8\xff\xe0", 4, QX_BAD_DATA },
        { "\x89PNG\r\n\x1a\n\0\0\0\rtEXtwidthheight12345678901234", 43, QX_BAD_DATA },
        { "\0\0\0\0\0\0\0\0", 8, QX_BAD_DATA },
    };
    for (size_t i = 0; i < COUNT(other); i++)
        assert_int_equal(load_anything(other[i].bytes, other[i].size, 4), other[i].expected);
}

static void bad_values_are_refused(void **state)
{
    (void)state;
    uint8_t pixels[16] = { 0 };
    const qx_image bad[] = {
        { NULL, 1, 1, 3 },       { pixels, 0, 1, 3 },
        { pixels, 1, 0, 3 },     { pixels, 1, 1, 0 },
        { pixels, 1, 1, 1 },     { pixels, 1, 1, 2 },
        { pixels, 1, 1, 5 },     { pixels, 65536, 1, 3 },
        { pixels, 1, 65536, 3 }, { pixels, UINT32_MAX, UINT32_MAX, 4 },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        file_bytes file = { pixels, 1 };
        assert_int_equal(qx_png_save_memory(&bad[i], NULL, &file.bytes, &file.size), QX_BAD_VALUE);
        assert_null(file.bytes);
        assert_int_equal(file.size, 0);
    }
    const file_bytes file = small_file();
    static const uint32_t channels[] = { 0, 1, 2, 5, UINT32_MAX };
    for (size_t i = 0; i < COUNT(channels); i++)
        assert_int_equal(load_anything(file.bytes, file.size, channels[i]), QX_BAD_VALUE);
    free(file.bytes);
}

// --- memory

static void loading_survives_every_failing_allocation(void **state)
{
    (void)state;
    const file_bytes file = small_file();
    long allowed = 0;
    for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        qx_image image;
        qx_error error;
        result = qx_png_load_memory(file.bytes, file.size, 4, &allocator, &image, &error);
        assert_true(result == QX_OK || (result == QX_NO_MEMORY && error.code == QX_NO_MEMORY));
        assert_int_equal(result == QX_OK, image.pixels != NULL);
        if (image.pixels) allocator.free(allocator.user, image.pixels, (size_t)19 * 13 * 4);
        assert_int_equal(book.live, 0);
        assert_int_equal(book.live_bytes, 0);
    }
    assert_true(allowed > 3); // libpng's own memory comes from there too
    free(file.bytes);
}

static void saving_survives_every_failing_allocation(void **state)
{
    (void)state;
    qx_image image = random_image(3, 64, 64, 4);
    long allowed = 0;
    for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        file_bytes file;
        result = qx_png_save_memory(&image, &allocator, &file.bytes, &file.size);
        failing_bytes_settle(&book, result, file.bytes, file.size);
    }
    assert_true(allowed > 5);
    free(image.pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_of_every_small_size_come_back),
        cmocka_unit_test(long_thin_pictures_come_back),
        cmocka_unit_test(alpha_is_dropped_or_made_opaque),
        cmocka_unit_test(the_same_picture_gives_the_same_file),
        cmocka_unit_test(files_of_every_type_are_read),
        cmocka_unit_test(foreign_files_survive_mutation),
        cmocka_unit_test(files_cut_anywhere_are_truncated),
        cmocka_unit_test(damaged_files_are_never_trusted),
        cmocka_unit_test(one_flipped_bit_of_pixels_is_noticed),
        cmocka_unit_test(impossible_headers_are_refused_before_memory_is_taken),
        cmocka_unit_test(missing_rows_are_noticed),
        cmocka_unit_test(other_things_named_png_are_refused),
        cmocka_unit_test(bad_values_are_refused),
        cmocka_unit_test(loading_survives_every_failing_allocation),
        cmocka_unit_test(saving_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
