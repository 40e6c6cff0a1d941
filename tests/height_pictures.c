// SPDX-License-Identifier: MIT
#include "height_pictures.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

uint16_t slanted_code(uint32_t column, uint32_t row)
{
    return (uint16_t)(column * 3001u + row * 7919u + column * row * 13u);
}

bool picture_is_hole(uint32_t column, uint32_t row)
{
    return (column * 5 + row * 3) % 7 == 0;
}

uint16_t code_of_bits(uint16_t code, int bits)
{
    const uint32_t most = (1u << bits) - 1;
    return (uint16_t)((uint32_t)(code >> (16 - bits)) * 65535u / most);
}

uint16_t map_code(const qx_height_map *map, uint32_t column, uint32_t row)
{
    const uint8_t *at =
        (const uint8_t *)map->samples.data + row * map->samples.stride + column * map->samples.step;
    if (map->samples.kind == QX_TERRAIN_U8) return (uint16_t)(*at * 257u);
    uint16_t code;
    memcpy(&code, at, sizeof code);
    return code;
}

float map_float(const qx_height_map *map, uint32_t column, uint32_t row)
{
    float height;
    memcpy(&height,
           (const uint8_t *)map->samples.data + row * map->samples.stride +
               column * map->samples.step,
           sizeof height);
    return height;
}

// --- writing

static void take(png_structp png, png_bytep bytes, size_t size)
{
    height_bytes *file = png_get_io_ptr(png);
    uint8_t *more = realloc(file->bytes, file->size + size);
    if (!more) png_error(png, "out of memory");
    memcpy(more + file->size, bytes, size);
    file->bytes = more;
    file->size += size;
}

static void nothing_to_flush(png_structp png)
{
    (void)png;
}

static uint32_t channels_of(int type)
{
    static const uint32_t channels[] = { 1, 0, 3, 1, 2, 0, 4 };
    return channels[type];
}

// The most significant bit of a row first, as PNG wants it.
static void put_bits(uint8_t *row, size_t at, int bits, uint32_t value)
{
    for (int bit = bits - 1; bit >= 0; bit--, at++)
        if (value >> bit & 1) row[at / 8] |= (uint8_t)(0x80u >> at % 8);
}

static void put_pixel(const height_picture *picture, uint32_t column, uint32_t y, uint8_t *row)
{
    const uint32_t channels = channels_of(picture->type);
    const bool hole = picture->transparent && picture_is_hole(column, y);
    const uint16_t code = picture->code(column, y);
    for (uint32_t channel = 0; channel < channels; channel++) {
        uint32_t value = code;
        if (picture->coloured && channel == 1) value = 65535u - code;
        if (picture->coloured && channel == 2) value = 7u * 257u;
        const bool alpha = channel + 1 == channels && channels % 2 == 0;
        if (alpha) value = hole ? 0 : 1u << (16 - picture->depth); // hardly there, but there
        put_bits(row, ((size_t)column * channels + channel) * (size_t)picture->depth,
                 picture->depth, value >> (16 - picture->depth));
    }
}

static void write_rows(const height_picture *picture, png_structp png)
{
    const size_t bytes = (size_t)picture->columns * 8 + 8;
    const int passes = png_set_interlace_handling(png);
    uint8_t *row = malloc(bytes);
    for (int pass = 0; row && pass < passes; pass++)
        for (uint32_t y = 0; y < picture->rows; y++) {
            memset(row, 0, bytes);
            for (uint32_t x = 0; x < picture->columns; x++) put_pixel(picture, x, y, row);
            png_write_row(png, row);
        }
    free(row);
}

static void add_palette(png_structp png, png_infop info, int depth)
{
    png_color colours[256];
    const int count = 1 << depth;
    for (int i = 0; i < count; i++) {
        const png_byte grey = (png_byte)(i * 255 / (count - 1));
        colours[i] = (png_color){ grey, grey, grey };
    }
    png_set_PLTE(png, info, colours, count);
}

height_bytes picture_save(const height_picture *picture)
{
    height_bytes file = { NULL, 0 };
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) abort();
    png_set_write_fn(png, &file, take, nothing_to_flush);
    png_set_IHDR(png, info, picture->columns, picture->rows, picture->depth, picture->type,
                 picture->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (picture->type == PNG_COLOR_TYPE_PALETTE) add_palette(png, info, picture->depth);
    png_write_info(png, info);
    write_rows(picture, png);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return file;
}
