// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "error.h"
#include "height_read.h"

#include <quincunx/file.h>
#include <stdalign.h>
#include <string.h>

#define USUAL_LIMIT ((uint64_t)4 << 30)

// --- memory

static size_t sample_bytes(qx_terrain_kind kind)
{
    switch (kind) {
    case QX_TERRAIN_U8: return 1;
    case QX_TERRAIN_U16: return 2;
    case QX_TERRAIN_F32: return 4;
    default: return 3;
    }
}

qx_result qx_height_check_size(const height_source *source, uint32_t columns, uint32_t rows,
                               qx_terrain_kind kind)
{
    const uint64_t bytes = (uint64_t)columns * rows * sample_bytes(kind);
    if (columns < 2 || rows < 2)
        return qx_error_set(source->error, QX_UNSUPPORTED, 0,
                            "%u x %u samples: a height map has at least 2 x 2", (unsigned)columns,
                            (unsigned)rows);
    if (columns > QX_TERRAIN_MAX_AXIS || rows > QX_TERRAIN_MAX_AXIS)
        return qx_error_set(source->error, QX_TOO_LARGE, 0,
                            "%u x %u samples: at most %u x %u are read; cut it into tiles",
                            (unsigned)columns, (unsigned)rows, QX_TERRAIN_MAX_AXIS,
                            QX_TERRAIN_MAX_AXIS);
    if (bytes > source->options->limit)
        return qx_error_set(
            source->error, QX_TOO_LARGE, 0, "%u x %u samples take %llu bytes, and the limit is %zu",
            (unsigned)columns, (unsigned)rows, (unsigned long long)bytes, source->options->limit);
    return QX_OK;
}

static qx_result no_memory(const height_source *source, size_t bytes)
{
    return qx_error_set(source->error, QX_NO_MEMORY, 0, "out of memory: %zu bytes are needed",
                        bytes);
}

qx_result qx_height_begin(const height_source *source, uint32_t columns, uint32_t rows,
                          qx_terrain_kind kind)
{
    const qx_result result = qx_height_check_size(source, columns, rows, kind);
    if (result != QX_OK) return result;
    qx_height_map *map = source->map;
    const size_t step = sample_bytes(kind), bytes = (size_t)columns * rows * step;
    map->samples.data = qx_allocate(source->allocator, bytes, alignof(max_align_t));
    if (!map->samples.data) return no_memory(source, bytes);
    map->samples.kind = kind;
    map->samples.columns = columns;
    map->samples.rows = rows;
    map->samples.step = step;
    map->samples.stride = columns * step;
    map->bytes = bytes;
    return QX_OK;
}

static size_t mask_bytes(const qx_height_map *map)
{
    return (size_t)map->samples.columns * map->samples.rows;
}

qx_result qx_height_begin_mask(const height_source *source)
{
    const size_t bytes = mask_bytes(source->map);
    source->map->mask = qx_allocate(source->allocator, bytes, alignof(max_align_t));
    return source->map->mask ? QX_OK : no_memory(source, bytes);
}

void qx_height_drop(const height_source *source)
{
    qx_height_destroy(source->map, source->allocator);
}

void *qx_height_row(const height_source *source, uint32_t row)
{
    const qx_terrain_samples *samples = &source->map->samples;
    return (uint8_t *)samples->data + row * samples->stride; // ours to write until it is handed out
}

void qx_height_destroy(qx_height_map *map, const qx_allocator *allocator)
{
    if (!map) return;
    qx_release(allocator, map->mask, mask_bytes(map));
    qx_release(allocator, (void *)map->samples.data, map->bytes);
    *map = (qx_height_map){ 0 };
}

// --- which format it is

typedef qx_result reader(const height_source *source);

static bool begins_with(const height_source *source, const char *magic, size_t length)
{
    return source->size >= length && memcmp(source->bytes, magic, length) == 0;
}

static bool is_tiff(const height_source *source)
{
    static const char magics[][4] = {
        { 'I', 'I', '*', 0 }, { 'M', 'M', 0, '*' }, { 'I', 'I', '+', 0 }, { 'M', 'M', 0, '+' }
    };
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
        if (begins_with(source, magics[i], 4)) return true;
    return false;
}

static bool is_netpbm(const height_source *source)
{
    return source->size >= 3 && source->bytes[0] == 'P' && source->bytes[1] >= '1' &&
           source->bytes[1] <= '7' && strchr(" \t\r\n#", source->bytes[2]);
}

static bool is_text(const height_source *source)
{
    const size_t size = source->size < 256 ? source->size : 256;
    for (size_t i = 0; i < size; i++) {
        const uint8_t c = source->bytes[i];
        if (c < 32 && !(c >= 9 && c <= 13)) return false;
    }
    return true;
}

static qx_result refuse_unknown(const height_source *source)
{
    static const char signature[] = "\x89PNG";
    if (source->size == 0)
        return qx_error_set(source->error, QX_TRUNCATED, 0,
                            "the file is empty: fetch or export it once more");
    if (source->size < 4 && (memcmp(source->bytes, signature, source->size) == 0 ||
                             memcmp(source->bytes, "II*", source->size) == 0 ||
                             memcmp(source->bytes, "MM", source->size) == 0))
        return qx_error_set(source->error, QX_TRUNCATED, source->size,
                            "the file ends too early: fetch or export it once more");
    if (begins_with(source, "\xFF\xD8\xFF", 3))
        return qx_error_set(source->error, QX_UNSUPPORTED, 0,
                            "this is a JPEG, which blurs heights: export the map as 16-bit PNG");
    return qx_error_set(source->error, QX_BAD_DATA, 0,
                        "this is %s and no PNG, TIFF or PGM, whatever its name; raw samples need "
                        "their kind and size told",
                        is_text(source) ? "text" : "something else");
}

static reader *find_reader(const height_source *source)
{
    if (source->options->raw != QX_HEIGHT_RAW_NONE) return qx_height_read_raw;
    if (begins_with(source, "\x89PNG", 4)) return qx_height_read_png;
    if (is_tiff(source)) return qx_height_read_tiff;
    if (is_netpbm(source)) return qx_height_read_pgm;
    return refuse_unknown;
}

// --- entries

static qx_height_options resolve(const qx_height_options *options)
{
    qx_height_options used = options ? *options : (qx_height_options){ 0 };
    if (used.limit == 0) used.limit = USUAL_LIMIT < SIZE_MAX ? (size_t)USUAL_LIMIT : SIZE_MAX;
    return used;
}

static qx_result check_options(const qx_height_options *options, qx_error *error)
{
    if ((int)options->encoding < 0 || options->encoding > QX_HEIGHT_TERRARIUM)
        return qx_error_set(error, QX_BAD_VALUE, 0, "there is no such encoding");
    if ((int)options->raw < 0 || options->raw > QX_HEIGHT_RAW_F32_BIG)
        return qx_error_set(error, QX_BAD_VALUE, 0, "there is no such kind of raw samples");
    if (options->raw != QX_HEIGHT_RAW_NONE && (options->columns == 0 || options->rows == 0))
        return qx_error_set(error, QX_BAD_VALUE, 0, "raw samples need their size told");
    return QX_OK;
}

qx_result qx_height_load_memory(const void *bytes, size_t size, const qx_height_options *options,
                                const qx_allocator *allocator, qx_height_map *map, qx_error *error)
{
    *map = (qx_height_map){ 0 };
    const qx_height_options used = resolve(options);
    qx_result result = check_options(&used, error);
    if (result != QX_OK) return result;
    const height_source source = { bytes, size, &used, allocator, map, error };
    result = find_reader(&source)(&source);
    if (result != QX_OK) qx_height_drop(&source);
    return result;
}

qx_result qx_height_load_file(const char *path, const qx_height_options *options,
                              const qx_allocator *allocator, qx_height_map *map, qx_error *error)
{
    *map = (qx_height_map){ 0 };
    const size_t limit = resolve(options).limit;
    uint8_t *bytes;
    size_t size;
    qx_result result = qx_file_load(path, limit < SIZE_MAX / 4 ? 4 * limit : SIZE_MAX - 1,
                                    allocator, &bytes, &size, error);
    if (result != QX_OK) return result;
    result = qx_height_load_memory(bytes, size, options, allocator, map, error);
    qx_release(allocator, bytes, size);
    return result;
}
