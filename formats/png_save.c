// SPDX-License-Identifier: MIT
#include <quincunx/png.h>

#include "base/memory.h"
#include "buffer.h"
#include "error.h"
#include "png_memory.h"

#include <quincunx/file.h>
#include <setjmp.h>

// In one place that a longjmp leaves alone; see png_load.c.
typedef struct png_writer {
    png_memory memory;
    png_structp png;
    png_infop info;
    const qx_image *image;
    qx_buffer buffer;
} png_writer;

static void take_bytes(png_structp png, png_bytep bytes, size_t size)
{
    png_writer *writer = png_get_io_ptr(png);
    qx_buffer_add(&writer->buffer, bytes, size);
    if (writer->buffer.failed) png_error(png, "out of memory");
}

static void nothing_to_flush(png_structp png)
{
    (void)png;
}

// A valid picture can fail for want of memory alone, so the words are of no use.
static void leave(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

// Measured on pictures of nets of 1280 x 720: level 3 with all filters takes 57 ms for 1.16 MB,
// libpng's own level 6 136 ms for 1.17 MB, level 1 41 ms for 1.22 MB.
static void describe(png_writer *writer)
{
    const qx_image *image = writer->image;
    const int type = image->channels == 4 ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB;
    png_set_IHDR(writer->png, writer->info, image->width, image->height, 8, type,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_compression_level(writer->png, 3);
    png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
}

static bool encode(png_writer *writer)
{
    if (setjmp(png_jmpbuf(writer->png))) return false;
    const qx_image *image = writer->image;
    png_set_write_fn(writer->png, writer, take_bytes, nothing_to_flush);
    describe(writer);
    png_write_info(writer->png, writer->info);
    const size_t row = (size_t)image->width * image->channels;
    for (uint32_t y = 0; y < image->height; y++)
        png_write_row(writer->png, image->pixels + y * row);
    png_write_end(writer->png, NULL);
    return true;
}

static bool encode_with_libpng(png_writer *writer)
{
    writer->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, writer, leave, ignore_warning,
                                            &writer->memory, qx_png_malloc, qx_png_free);
    if (writer->png) writer->info = png_create_info_struct(writer->png);
    const bool done = writer->info && encode(writer) && !writer->memory.failed;
    if (writer->png) png_destroy_write_struct(&writer->png, &writer->info);
    return done;
}

static bool is_writable(const qx_image *image)
{
    return image->pixels && image->width >= 1 && image->width <= 65535 && image->height >= 1 &&
           image->height <= 65535 && (image->channels == 3 || image->channels == 4);
}

qx_result qx_png_save_memory(const qx_image *image, const qx_allocator *allocator, uint8_t **bytes,
                             size_t *size)
{
    *bytes = NULL;
    *size = 0;
    if (!is_writable(image)) return QX_BAD_VALUE;
    png_writer writer = { .image = image, .buffer = { .allocator = allocator } };
    writer.memory.allocator = qx_allocator_resolve(allocator);
    if (encode_with_libpng(&writer)) return qx_buffer_finish(&writer.buffer, bytes, size);
    qx_buffer_release(&writer.buffer);
    return QX_NO_MEMORY;
}

qx_result qx_png_save_file(const qx_image *image, const char *path, const qx_allocator *allocator,
                           qx_error *error)
{
    uint8_t *bytes;
    size_t size;
    qx_result result = qx_png_save_memory(image, allocator, &bytes, &size);
    if (result != QX_OK) return qx_error_set(error, result, 0, "%s", qx_result_text(result));
    result = qx_file_save(path, bytes, size, error);
    qx_release(allocator, bytes, size);
    return result;
}
