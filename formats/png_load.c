// SPDX-License-Identifier: MIT
#include <quincunx/png.h>

#include "base/memory.h"
#include "error.h"
#include "png_memory.h"
#include "png_source.h"

#include <quincunx/file.h>
#include <setjmp.h>
#include <stdalign.h>
#include <string.h>

enum { MOST_PIXELS_ACROSS = 65535, HEADER_BYTES = 33 };

// Everything lives here and not in locals: a longjmp leaves what a pointer reaches as it is, while
// locals changed after setjmp would be lost.
typedef struct png_reader {
    png_memory memory;
    png_structp png;
    png_infop info;
    png_source file;
    uint32_t channels;
    qx_image image;
    size_t pixel_bytes;
    qx_error *error;
} png_reader;

// libpng's own reason, unless a more exact one is known; never printed.
static void note_error(png_structp png, png_const_charp message)
{
    png_reader *reader = png_get_error_ptr(png);
    qx_error_set(reader->error, QX_BAD_DATA, reader->file.offset, "%s", message);
    png_longjmp(png, 1);
}

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// What the first chunk claims, in bits a pixel; 0 for a type that does not exist.
static uint32_t bits_per_pixel(const uint8_t *header)
{
    static const uint8_t samples[] = { 1, 0, 3, 1, 2, 0, 4 };
    return header[25] < sizeof samples ? header[24] * (uint32_t)samples[header[25]] : 0;
}

// Refuses before anything is allocated: no PNG, too large, or more pixels than a file of this size
// can hold (deflate makes at most 1,032 bytes of one).
static qx_result check_header(const uint8_t *bytes, size_t size, qx_error *error)
{
    static const uint8_t signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n' };
    const size_t known = size < sizeof signature ? size : sizeof signature;
    if (memcmp(bytes, signature, known) != 0)
        return qx_error_set(error, QX_BAD_DATA, 0, "this is not a PNG file");
    if (size < HEADER_BYTES)
        return qx_error_set(error, QX_TRUNCATED, size, "the file ends inside its header");
    if (memcmp(bytes + 12, "IHDR", 4) != 0)
        return qx_error_set(error, QX_BAD_DATA, 12, "the first chunk is not IHDR");

    const uint32_t width = big_endian(bytes + 16), height = big_endian(bytes + 20);
    if (width == 0 || height == 0)
        return qx_error_set(error, QX_BAD_DATA, 16, "the picture has no width or no height");
    if (width > MOST_PIXELS_ACROSS || height > MOST_PIXELS_ACROSS)
        return qx_error_set(error, QX_TOO_LARGE, 16,
                            "%u x %u pixels: at most 65535 x 65535 are read", width, height);
    const uint64_t pixels = (uint64_t)width * height;
    if (pixels > QX_PNG_MAX_PIXELS)
        return qx_error_set(error, QX_TOO_LARGE, 16,
                            "%u x %u are too many pixels: at most %u are read", width, height,
                            QX_PNG_MAX_PIXELS);
    const uint64_t claimed = pixels * bits_per_pixel(bytes) / 8;
    if (claimed / 1032 > size)
        return qx_error_set(error, QX_TRUNCATED, size, "%u x %u pixels cannot lie in %zu bytes",
                            width, height, size);
    return QX_OK;
}

static void convert_to_8_bits(png_structp png, png_infop info, uint32_t channels)
{
    const png_byte type = png_get_color_type(png, info);
    if (type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
    if (type == PNG_COLOR_TYPE_GRAY) png_set_expand_gray_1_2_4_to_8(png);
    if (channels == 4 && png_get_valid(png, info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(png);
    png_set_scale_16(png); // rounds; png_set_strip_16 would cut
    if (!(type & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
    if (channels == 3) png_set_strip_alpha(png);
    if (channels == 4) png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

static bool allocate_pixels(png_reader *reader)
{
    qx_image *image = &reader->image;
    size_t row, all;
    if (!size_multiply(image->width, image->channels, &row) ||
        !size_multiply(row, image->height, &all))
        return false;
    image->pixels = qx_allocate(&reader->memory.allocator, all, alignof(max_align_t));
    reader->pixel_bytes = all;
    reader->memory.failed |= !image->pixels;
    return image->pixels != NULL;
}

static void read_rows(png_reader *reader)
{
    const qx_image *image = &reader->image;
    const int passes = png_set_interlace_handling(reader->png);
    png_read_update_info(reader->png, reader->info);
    const size_t row = (size_t)image->width * image->channels;
    if (png_get_rowbytes(reader->png, reader->info) != row)
        png_error(reader->png, "unknown pixel type");
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < image->height; y++)
            png_read_row(reader->png, image->pixels + y * row, NULL);
}

static bool decode(png_reader *reader)
{
    if (setjmp(png_jmpbuf(reader->png))) return false;
    qx_png_read_from(reader->png, &reader->file, MOST_PIXELS_ACROSS);
    png_read_info(reader->png, reader->info);
    reader->image.width = png_get_image_width(reader->png, reader->info);
    reader->image.height = png_get_image_height(reader->png, reader->info);
    reader->image.channels = reader->channels;
    convert_to_8_bits(reader->png, reader->info, reader->channels);
    if (!allocate_pixels(reader)) return false;
    read_rows(reader);
    png_read_end(reader->png, NULL);
    return true;
}

static bool decode_with_libpng(png_reader *reader)
{
    reader->png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reader, note_error, qx_png_ignore_warning,
                                 &reader->memory, qx_png_malloc, qx_png_free);
    if (reader->png) reader->info = png_create_info_struct(reader->png);
    const bool done = reader->info && decode(reader) && !reader->memory.failed;
    if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
    return done;
}

static qx_result failure(png_reader *reader)
{
    qx_release(&reader->memory.allocator, reader->image.pixels, reader->pixel_bytes);
    if (reader->memory.failed)
        return qx_error_set(reader->error, QX_NO_MEMORY, reader->file.offset, "out of memory");
    if (reader->file.ended)
        return qx_error_set(reader->error, QX_TRUNCATED, reader->file.offset,
                            "the file ends too early");
    return QX_BAD_DATA; // note_error has said why
}

qx_result qx_png_load_memory(const void *bytes, size_t size, uint32_t channels,
                             const qx_allocator *allocator, qx_image *image, qx_error *error)
{
    *image = (qx_image){ 0 };
    if (channels != 3 && channels != 4)
        return qx_error_set(error, QX_BAD_VALUE, 0, "%u channels: 3 or 4 are possible", channels);
    if (size == 0) return qx_error_set(error, QX_TRUNCATED, 0, "the file is empty");
    const qx_result result = check_header(bytes, size, error);
    if (result != QX_OK) return result;

    png_reader reader = { .file = { .bytes = bytes, .size = size },
                          .channels = channels,
                          .error = error };
    reader.memory.allocator = qx_allocator_resolve(allocator);
    if (!decode_with_libpng(&reader)) return failure(&reader);
    *image = reader.image;
    return QX_OK;
}

qx_result qx_png_load_file(const char *path, uint32_t channels, const qx_allocator *allocator,
                           qx_image *image, qx_error *error)
{
    *image = (qx_image){ 0 };
    uint8_t *bytes;
    size_t size;
    qx_result result = qx_file_load(path, QX_PNG_MAX_BYTES, allocator, &bytes, &size, error);
    if (result != QX_OK) return result;
    result = qx_png_load_memory(bytes, size, channels, allocator, image, error);
    qx_release(allocator, bytes, size);
    return result;
}
