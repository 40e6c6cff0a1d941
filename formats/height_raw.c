// SPDX-License-Identifier: MIT
#include "error.h"
#include "height_read.h"

#include <stdio.h>
#include <string.h>

static bool is_float(qx_height_raw raw)
{
    return raw == QX_HEIGHT_RAW_F32_LITTLE || raw == QX_HEIGHT_RAW_F32_BIG;
}

static bool is_big(qx_height_raw raw)
{
    return raw == QX_HEIGHT_RAW_U16_BIG || raw == QX_HEIGHT_RAW_F32_BIG;
}

// The side of a square map of so many samples; 0 where there is none.
static uint32_t square_side(uint64_t samples)
{
    uint32_t side = 0;
    for (uint32_t bit = 1u << 16; bit; bit >>= 1)
        if ((uint64_t)(side + bit) * (side + bit) <= samples) side += bit;
    return (uint64_t)side * side == samples ? side : 0;
}

static qx_result refuse_size(const height_source *source, uint64_t expected)
{
    const qx_height_options *options = source->options;
    const uint32_t each = is_float(options->raw) ? 4 : 2;
    const uint32_t side = source->size % each == 0 ? square_side(source->size / each) : 0;
    char hint[48] = "";
    if (side >= 2) snprintf(hint, sizeof hint, "; %u x %u would", (unsigned)side, (unsigned)side);
    return qx_error_set(source->error, source->size < expected ? QX_TRUNCATED : QX_BAD_DATA,
                        source->size < expected ? source->size : expected,
                        "%u x %u samples of %u bits are %llu bytes, and the file has %zu: this "
                        "size or kind does not fit%s",
                        (unsigned)options->columns, (unsigned)options->rows, 8 * each,
                        (unsigned long long)expected, source->size, hint);
}

static uint32_t get_16(const uint8_t *at, bool big)
{
    return big ? (uint32_t)at[0] << 8 | at[1] : (uint32_t)at[1] << 8 | at[0];
}

static void read_u16(const height_source *source, size_t count)
{
    const bool big = is_big(source->options->raw);
    uint16_t *out = qx_height_row(source, 0);
    for (size_t i = 0; i < count; i++) out[i] = (uint16_t)get_16(source->bytes + 2 * i, big);
}

static void read_f32(const height_source *source, size_t count)
{
    const bool big = is_big(source->options->raw);
    float *out = qx_height_row(source, 0);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *at = source->bytes + 4 * i;
        const uint32_t first = get_16(at, big), second = get_16(at + 2, big);
        const uint32_t bits = big ? first << 16 | second : second << 16 | first;
        memcpy(&out[i], &bits, sizeof bits);
    }
}

qx_result qx_height_read_raw(const height_source *source)
{
    const qx_height_options *options = source->options;
    const bool floats = is_float(options->raw);
    const qx_terrain_kind kind = floats ? QX_TERRAIN_F32 : QX_TERRAIN_U16;
    qx_result result = qx_height_check_size(source, options->columns, options->rows, kind);
    if (result != QX_OK) return result;
    const uint64_t count = (uint64_t)options->columns * options->rows;
    if (source->size != count * (floats ? 4 : 2))
        return refuse_size(source, count * (floats ? 4 : 2));
    result = qx_height_begin(source, options->columns, options->rows, kind);
    if (result != QX_OK) return result;
    if (floats)
        read_f32(source, (size_t)count);
    else
        read_u16(source, (size_t)count);
    source->map->bits = floats ? 32 : 16;
    source->map->format = "raw";
    return QX_OK;
}
