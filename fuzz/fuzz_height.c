// SPDX-License-Identifier: MIT
// Loads anything as a map of heights, with every encoding and as raw samples; maps of 8 and 16 bits
// must come back from a copy saved as PNG unchanged. PNGs also with their checksums mended.

#include "fuzz.h"
#include "png_checks.h"

#include <quincunx/file.h>
#include <quincunx/height.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT = 1 << 22 };

static void require(bool condition)
{
    if (!condition) abort();
}

static uint16_t code(const qx_height_map *map, uint32_t column, uint32_t row)
{
    const uint8_t *at =
        (const uint8_t *)map->samples.data + row * map->samples.stride + column * map->samples.step;
    if (map->samples.kind == QX_TERRAIN_U8) return (uint16_t)(*at * 257);
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void give(void *user, uint32_t row, void *samples)
{
    const qx_height_map *map = user;
    for (uint32_t column = 0; column < map->samples.columns; column++)
        ((uint16_t *)samples)[column] = code(map, column, row);
}

static void save_and_reload(qx_height_map *map, const char *path, qx_height_format format)
{
    const uint32_t columns = map->samples.columns, rows = map->samples.rows;
    require(qx_height_save_file(path, format, columns, rows, give, map, NULL, NULL) == QX_OK);
    qx_height_map back;
    require(qx_height_load_file(path, NULL, NULL, &back, NULL) == QX_OK);
    require(back.samples.columns == columns && back.samples.rows == rows);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            require(code(&back, column, row) == code(map, column, row));
    qx_height_destroy(&back, NULL);
}

static void read_all(const qx_height_map *map)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < map->bytes; i++) sum += ((const uint8_t *)map->samples.data)[i];
    const size_t samples = (size_t)map->samples.columns * map->samples.rows;
    for (size_t i = 0; map->mask && i < samples; i++) sum += map->mask[i];
    require(sum < UINT64_MAX);
    require(map->samples.columns >= 2 && map->samples.rows >= 2 && map->bytes <= LIMIT);
}

static void load(const uint8_t *data, size_t size, const qx_height_options *options, bool copy)
{
    qx_height_map map;
    qx_error error = { .code = QX_OK };
    const qx_result result = qx_height_load_memory(data, size, options, NULL, &map, &error);
    require((result == QX_OK) == (map.samples.data != NULL));
    require(result == QX_OK || (error.code == result && error.message[0] != '\0'));
    if (result != QX_OK) return;
    read_all(&map);
    const bool coded = map.samples.kind <= QX_TERRAIN_U16;
    if (copy && coded && map.bytes <= 4096) {
        char path[64];
        snprintf(path, sizeof path, "/tmp/qx-fuzz-height-%ld", (long)getpid());
        save_and_reload(&map, path, QX_HEIGHT_PNG16);
        save_and_reload(&map, path, QX_HEIGHT_PGM16);
        remove(path);
    }
    qx_height_destroy(&map, NULL);
}

static void load_all_ways(const uint8_t *data, size_t size)
{
    static unsigned count; // a file is slow: not for each of the many inputs that hardly differ
    for (int encoding = 0; encoding <= QX_HEIGHT_TERRARIUM; encoding++) {
        const qx_height_options options = { .encoding = (qx_height_encoding)encoding,
                                            .alpha_is_mask = encoding % 2 == 1,
                                            .limit = LIMIT };
        load(data, size, &options, encoding == 0 && count++ % 64 == 0);
    }
}

static void load_raw(const uint8_t *data, size_t size)
{
    for (int raw = QX_HEIGHT_RAW_U16_LITTLE; raw <= QX_HEIGHT_RAW_F32_BIG; raw++) {
        const size_t each = raw < QX_HEIGHT_RAW_F32_LITTLE ? 2 : 4;
        const qx_height_options options = { .raw = (qx_height_raw)raw,
                                            .columns = 2,
                                            .rows = (uint32_t)(size / each / 2 + 1),
                                            .limit = LIMIT };
        load(data, size, &options, false); // one row too many
        const qx_height_options fitting = { .raw = (qx_height_raw)raw,
                                            .columns = 2,
                                            .rows = (uint32_t)(size / each / 2),
                                            .limit = LIMIT };
        if (fitting.rows) load(data, size, &fitting, false);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    load_all_ways(data, size);
    load_raw(data, size);
    if (size < 8 || data[0] != 0x89) return 0;
    uint8_t *mended = malloc(size);
    require(mended != NULL);
    memcpy(mended, data, size);
    png_mend_checks(mended, size);
    load_all_ways(mended, size);
    free(mended);
    return 0;
}
