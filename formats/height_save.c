// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "error.h"
#include "png_memory.h"

#include <quincunx/file.h>
#include <quincunx/height.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

// In one place that a longjmp leaves alone; see png_load.c.
typedef struct height_writer {
    png_memory memory;
    png_structp png;
    png_infop info;
    qx_file *file;
    qx_error *error;
    qx_result result;
    qx_height_format format;
    uint32_t columns, rows;
    qx_height_rows give;
    void *user;
    uint8_t *row; // as it was given, then as it is written
    size_t row_bytes;
} height_writer;

static bool write(height_writer *writer, const void *bytes, size_t size)
{
    writer->result = qx_file_write(writer->file, bytes, size, writer->error);
    return writer->result == QX_OK;
}

// --- rows in the file's order of bytes

static void order_16(uint8_t *row, uint32_t count, bool big)
{
    for (uint32_t i = 0; i < count; i++) {
        uint16_t value;
        memcpy(&value, row + 2 * (size_t)i, sizeof value);
        row[2 * (size_t)i] = (uint8_t)(big ? value >> 8 : value);
        row[2 * (size_t)i + 1] = (uint8_t)(big ? value : value >> 8);
    }
}

static void order_32(uint8_t *row, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value;
        memcpy(&value, row + 4 * (size_t)i, sizeof value);
        for (size_t byte = 0; byte < 4; byte++)
            row[4 * (size_t)i + byte] = (uint8_t)(value >> 8 * byte);
    }
}

static void get_row(height_writer *writer, uint32_t row)
{
    writer->give(writer->user, row, writer->row);
    if (writer->format == QX_HEIGHT_R32)
        order_32(writer->row, writer->columns);
    else
        order_16(writer->row, writer->columns, writer->format != QX_HEIGHT_R16);
}

// --- plain formats

static bool save_plain(height_writer *writer)
{
    if (writer->format == QX_HEIGHT_PGM16) {
        char head[48];
        const int length = snprintf(head, sizeof head, "P5\n%u %u\n65535\n",
                                    (unsigned)writer->columns, (unsigned)writer->rows);
        if (!write(writer, head, (size_t)length)) return false;
    }
    for (uint32_t row = 0; row < writer->rows; row++) {
        get_row(writer, row);
        if (!write(writer, writer->row, writer->row_bytes)) return false;
    }
    return true;
}

// --- PNG

static void take_bytes(png_structp png, png_bytep bytes, size_t size)
{
    if (!write(png_get_io_ptr(png), bytes, size)) png_error(png, "cannot write");
}

static void nothing_to_flush(png_structp png)
{
    (void)png;
}

static void leave(png_structp png, png_const_charp message)
{
    (void)message; // what can fail, memory and the file, has said so itself
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

// Level 3 and one filter: PAETH predicts heights best, and trying all of them doubles the time.
static bool encode(height_writer *writer)
{
    if (setjmp(png_jmpbuf(writer->png))) return false;
    png_set_write_fn(writer->png, writer, take_bytes, nothing_to_flush);
    png_set_IHDR(writer->png, writer->info, writer->columns, writer->rows, 16, PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(writer->png, 3);
    png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
    png_write_info(writer->png, writer->info);
    for (uint32_t row = 0; row < writer->rows; row++) {
        get_row(writer, row);
        png_write_row(writer->png, writer->row);
    }
    png_write_end(writer->png, NULL);
    return true;
}

static bool save_png(height_writer *writer)
{
    writer->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, writer, leave, ignore_warning,
                                            &writer->memory, qx_png_malloc, qx_png_free);
    if (writer->png) writer->info = png_create_info_struct(writer->png);
    const bool done = writer->info && encode(writer) && !writer->memory.failed;
    if (writer->png) png_destroy_write_struct(&writer->png, &writer->info);
    if (!done && writer->result == QX_OK)
        writer->result = qx_error_set(writer->error, QX_NO_MEMORY, 0, "out of memory");
    return done;
}

// --- files

static bool is_axis(uint32_t samples)
{
    return samples >= 2 && samples <= QX_TERRAIN_MAX_AXIS;
}

static qx_result save(height_writer *writer, const char *path, const qx_allocator *allocator)
{
    qx_result result = qx_file_create(path, allocator, &writer->file, writer->error);
    if (result != QX_OK) return result;
    const bool done = writer->format == QX_HEIGHT_PNG16 ? save_png(writer) : save_plain(writer);
    if (done) return qx_file_commit(writer->file, writer->error);
    qx_file_destroy(writer->file);
    return writer->result;
}

qx_result qx_height_save_file(const char *path, qx_height_format format, uint32_t columns,
                              uint32_t rows, qx_height_rows give, void *user,
                              const qx_allocator *allocator, qx_error *error)
{
    if (!is_axis(columns) || !is_axis(rows))
        return qx_error_set(error, QX_BAD_VALUE, 0,
                            "%u x %u samples: 2 x 2 to 65536 x 65536 are written",
                            (unsigned)columns, (unsigned)rows);
    if ((int)format < 0 || format > QX_HEIGHT_R32)
        return qx_error_set(error, QX_BAD_VALUE, 0, "there is no such format");
    height_writer writer = { .error = error, .format = format, .columns = columns, .rows = rows };
    writer.memory.allocator = qx_allocator_resolve(allocator);
    writer.give = give;
    writer.user = user;
    writer.row_bytes = (size_t)columns * (format == QX_HEIGHT_R32 ? 4 : 2);
    writer.row = qx_allocate(allocator, writer.row_bytes, alignof(max_align_t));
    if (!writer.row) return qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
    const qx_result result = save(&writer, path, allocator);
    qx_release(allocator, writer.row, writer.row_bytes);
    return result;
}
