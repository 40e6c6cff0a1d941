// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "error.h"
#include "height_read.h"
#include "png_memory.h"
#include "png_source.h"

#include <setjmp.h>
#include <stdalign.h>
#include <string.h>

// Whether a picture is grey shows only in its pixels. So it is read as a grey one until a coloured
// pixel comes, and then once more: grey maps are read once, into memory of their own size.
typedef enum png_way { WAY_UNCHECKED, WAY_GREY, WAY_COLOURS } png_way;

enum { DEFLATE_RATIO = 1032 };

// In one place that a longjmp leaves alone; see png_load.c.
typedef struct height_png {
    png_memory memory;
    png_structp png;
    png_infop info;
    const height_source *source;
    png_source file;
    png_way way;
    bool coloured; // and it was to be read as grey
    uint32_t columns, rows;
    uint32_t channels, depth; // of a row as libpng gives it
    uint8_t *row;
    size_t row_bytes;
    qx_result result;
} height_png;

// --- libpng's questions

static void note_error(png_structp png, png_const_charp message)
{
    height_png *reader = png_get_error_ptr(png);
    reader->result = qx_error_set(reader->source->error, QX_BAD_DATA, reader->file.offset,
                                  "the PNG is damaged (%s): export it once more", message);
    png_longjmp(png, 1);
}

// --- what is asked of libpng

static bool is_little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static bool is_packed(const height_png *reader)
{
    const qx_height_encoding encoding = reader->source->options->encoding;
    return encoding == QX_HEIGHT_TERRAIN_RGB || encoding == QX_HEIGHT_TERRARIUM;
}

// Of the file: which way to begin with. One channel and asked for as RGB is the same as grey.
static png_way first_way(const height_png *reader, bool file_has_colours)
{
    if (is_packed(reader)) return WAY_COLOURS;
    if (!file_has_colours) return WAY_UNCHECKED;
    return reader->source->options->encoding == QX_HEIGHT_RGB ? WAY_COLOURS : WAY_GREY;
}

static void convert(height_png *reader)
{
    png_structp png = reader->png;
    const png_byte type = png_get_color_type(png, reader->info);
    const bool mask = reader->source->options->alpha_is_mask;
    if (type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
    if (type == PNG_COLOR_TYPE_GRAY) png_set_expand_gray_1_2_4_to_8(png);
    if (mask && png_get_valid(png, reader->info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(png);
    if (!mask) png_set_strip_alpha(png);
    if (reader->way == WAY_COLOURS) {
        png_set_scale_16(png); // rounds
        if (!(type & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
    } else if (is_little_endian()) {
        png_set_swap(png);
    }
}

static qx_terrain_kind kind_of(const height_png *reader)
{
    if (reader->way != WAY_COLOURS) return reader->depth == 16 ? QX_TERRAIN_U16 : QX_TERRAIN_U8;
    switch (reader->source->options->encoding) {
    case QX_HEIGHT_TERRAIN_RGB: return QX_TERRAIN_TERRAIN_RGB;
    case QX_HEIGHT_TERRARIUM: return QX_TERRAIN_TERRARIUM;
    default: return QX_TERRAIN_RGB8;
    }
}

// --- rows

static bool has_alpha(const height_png *reader)
{
    return reader->channels == 2 || reader->channels == 4;
}

static bool is_grey(const height_png *reader, const uint8_t *pixel)
{
    const size_t step = reader->depth / 8;
    return memcmp(pixel, pixel + step, step) == 0 && memcmp(pixel, pixel + 2 * step, step) == 0;
}

static uint8_t presence(const height_png *reader, const uint8_t *pixel)
{
    const size_t step = reader->depth / 8;
    const uint8_t *alpha = pixel + (reader->channels - 1) * step;
    return alpha[0] || alpha[step - 1] ? 255 : 0;
}

// False at a coloured pixel that was to be grey; colours under holes do not count.
static bool take_pixel(const height_png *reader, uint32_t column, uint32_t row)
{
    const height_source *source = reader->source;
    const size_t step = source->map->samples.step;
    const uint8_t *pixel = reader->row + (size_t)column * reader->channels * (reader->depth / 8);
    uint8_t there = 255;
    if (source->map->mask) {
        if (has_alpha(reader)) there = presence(reader, pixel);
        source->map->mask[(size_t)row * reader->columns + column] = there;
    }
    if (reader->way == WAY_GREY && there && !is_grey(reader, pixel)) return false;
    memcpy((uint8_t *)qx_height_row(source, row) + column * step, pixel, step);
    return true;
}

static void note_colour(height_png *reader, uint32_t column, uint32_t row)
{
    reader->coloured = true;
    if (reader->source->options->encoding == QX_HEIGHT_AUTO) return; // it is read once more
    reader->result = qx_error_set(reader->source->error, QX_UNSUPPORTED, 0,
                                  "the pixel in column %u, row %u is coloured and no grey height; "
                                  "colours that pack heights need their encoding told",
                                  (unsigned)column, (unsigned)row);
}

// A row of which libpng has filled in the pixels of one pass.
static bool take_row(height_png *reader, uint32_t row, int pass, bool interlaced)
{
    const bool straight = !interlaced && !reader->source->map->mask && reader->way != WAY_GREY;
    if (straight) { // the samples as they are
        memcpy(qx_height_row(reader->source, row), reader->row, reader->row_bytes);
        return true;
    }
    for (uint32_t column = 0; column < reader->columns; column++) {
        if (interlaced && !PNG_COL_IN_INTERLACE_PASS(column, pass)) continue;
        if (take_pixel(reader, column, row)) continue;
        note_colour(reader, column, row);
        return false;
    }
    return true;
}

static bool read_rows(height_png *reader, int passes)
{
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t row = 0; row < reader->rows; row++) {
            png_read_row(reader->png, reader->row, NULL);
            if (passes > 1 && !PNG_ROW_IN_INTERLACE_PASS(row, pass)) continue;
            if (!take_row(reader, row, pass, passes > 1)) return false;
        }
    return true;
}

// --- all of it

// Before memory is taken: deflate makes at most 1,032 bytes of one.
static bool can_be_there(height_png *reader)
{
    const uint64_t claimed = (uint64_t)png_get_rowbytes(reader->png, reader->info) * reader->rows;
    const size_t size = reader->source->size;
    if (claimed / DEFLATE_RATIO <= size) return true;
    reader->result =
        qx_error_set(reader->source->error, QX_TRUNCATED, size,
                     "%u x %u pixels cannot lie in %zu bytes: fetch or export it once more",
                     (unsigned)reader->columns, (unsigned)reader->rows, size);
    return false;
}

static bool take_memory(height_png *reader)
{
    const qx_height_options *options = reader->source->options;
    reader->result =
        qx_height_begin(reader->source, reader->columns, reader->rows, kind_of(reader));
    if (reader->result == QX_OK && options->alpha_is_mask && has_alpha(reader))
        reader->result = qx_height_begin_mask(reader->source);
    if (reader->result != QX_OK) return false;
    reader->row_bytes = png_get_rowbytes(reader->png, reader->info);
    const size_t expected = (size_t)reader->columns * reader->channels * (reader->depth / 8);
    if (reader->row_bytes != expected) png_error(reader->png, "unknown pixel type");
    reader->row = qx_allocate_zeroed(reader->source->allocator, expected, alignof(max_align_t));
    reader->memory.failed |= !reader->row;
    return reader->row != NULL;
}

static void read_head(height_png *reader)
{
    // Of what is too large qx_height_check_size speaks better.
    qx_png_read_from(reader->png, &reader->file, PNG_UINT_31_MAX);
    png_read_info(reader->png, reader->info);
    reader->columns = png_get_image_width(reader->png, reader->info);
    reader->rows = png_get_image_height(reader->png, reader->info);
    reader->source->map->bits = png_get_bit_depth(reader->png, reader->info);
    const bool colours = png_get_color_type(reader->png, reader->info) & PNG_COLOR_MASK_COLOR;
    if (reader->way == WAY_UNCHECKED) reader->way = first_way(reader, colours);
}

static bool decode(height_png *reader)
{
    if (setjmp(png_jmpbuf(reader->png))) return false;
    read_head(reader);
    // One byte a sample is the least there is; what it is exactly, qx_height_begin asks.
    reader->result =
        qx_height_check_size(reader->source, reader->columns, reader->rows, QX_TERRAIN_U8);
    if (reader->result != QX_OK || !can_be_there(reader)) return false;
    convert(reader);
    const int passes = png_set_interlace_handling(reader->png);
    png_read_update_info(reader->png, reader->info);
    reader->channels = png_get_channels(reader->png, reader->info);
    reader->depth = png_get_bit_depth(reader->png, reader->info);
    if (!take_memory(reader) || !read_rows(reader, passes)) return false;
    png_read_end(reader->png, NULL);
    return true;
}

static bool decode_with_libpng(height_png *reader)
{
    reader->png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reader, note_error, qx_png_ignore_warning,
                                 &reader->memory, qx_png_malloc, qx_png_free);
    if (reader->png) reader->info = png_create_info_struct(reader->png);
    const bool done = reader->info && decode(reader) && !reader->memory.failed;
    if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
    qx_release(reader->source->allocator, reader->row, reader->row_bytes);
    return done;
}

static qx_result failure(const height_png *reader)
{
    qx_error *error = reader->source->error;
    if (reader->memory.failed)
        return qx_error_set(error, QX_NO_MEMORY, reader->file.offset, "out of memory");
    if (reader->file.ended)
        return qx_error_set(error, QX_TRUNCATED, reader->file.offset,
                            "the file ends too early: fetch or export it once more");
    return reader->result;
}

static qx_result read_as(const height_source *source, png_way way, bool *coloured)
{
    height_png reader = { .source = source,
                          .file = { .bytes = source->bytes, .size = source->size },
                          .way = way,
                          .result = QX_NO_MEMORY };
    reader.memory.allocator = qx_allocator_resolve(source->allocator);
    const bool done = decode_with_libpng(&reader);
    *coloured = reader.coloured;
    return done ? QX_OK : failure(&reader);
}

qx_result qx_height_read_png(const height_source *source)
{
    bool coloured;
    qx_result result = read_as(source, WAY_UNCHECKED, &coloured);
    if (coloured && source->options->encoding == QX_HEIGHT_AUTO) {
        qx_height_drop(source);
        result = read_as(source, WAY_COLOURS, &coloured);
    }
    if (result == QX_OK) source->map->format = "PNG";
    return result;
}
