// SPDX-License-Identifier: MIT
#include "terrain_internal.h"

#include <float.h>
#include <string.h>

#define CHUNK                                                                                      \
    512u // columns at a time: a turned map's lines are still in the cache for its next row

// The way through the caller's samples, in steps of the field's own columns and rows.
typedef struct way {
    const unsigned char *data, *mask; // of the field's first vertex; mask may be NULL
    ptrdiff_t column, row;            // bytes
    ptrdiff_t mask_column, mask_row;
} way;

// The field a band of rows is decoded into, and what was found there.
typedef struct found {
    float lowest, highest;
    uint64_t holes;
} found;

typedef struct decoding {
    qx_terrain *t;
    const qx_terrain_desc *desc;
    way way;
    found bands[TERRAIN_MAX_BANDS];
} decoding;

// One run of samples of a row.
typedef struct run {
    const unsigned char *at, *mask;
    ptrdiff_t step, mask_step;
    size_t index; // of its first sample in the field
    uint32_t count;
} run;

static way way_of(const qx_terrain_desc *desc)
{
    const qx_terrain_samples *s = &desc->samples;
    const ptrdiff_t step = (ptrdiff_t)s->step, stride = (ptrdiff_t)s->stride, line = s->columns;
    const ptrdiff_t right = s->columns - 1, down = s->rows - 1;
    // Of the source: its column and row at the field's (0, 0), and what a column and row add there.
    static const signed char turns[4][4] = {
        { 1, 0, 0, 1 }, { 0, 1, -1, 0 }, { -1, 0, 0, -1 }, { 0, -1, 1, 0 }
    };
    const signed char *turn = turns[desc->turn & 3];
    const ptrdiff_t flip = desc->turn & 4 ? -1 : 1;
    const ptrdiff_t column_x = turn[0] * flip, column_y = turn[1], row_x = turn[2] * flip,
                    row_y = turn[3];
    const ptrdiff_t x = column_x + row_x < 0 ? right : 0, y = column_y + row_y < 0 ? down : 0;
    const unsigned char *data = s->data;
    return (way){ .data = data + (x * step + y * stride),
                  .mask = desc->mask ? desc->mask + (x + y * line) : NULL,
                  .column = column_x * step + column_y * stride,
                  .row = row_x * step + row_y * stride,
                  .mask_column = column_x + column_y * line,
                  .mask_row = row_x + row_y * line };
}

static uint32_t packed(const unsigned char *at)
{
    return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
}

static float of_rgb(const qx_terrain *t, uint32_t value)
{
    if (value == 16777215) return t->high;
    const double span = (double)t->high - (double)t->low;
    return (float)((double)t->low + span * ((double)value / 16777215.0));
}

static void mark(qx_terrain *t, size_t index, bool present)
{
    if (t->present && present) t->present[index >> 6] |= UINT64_C(1) << (index & 63);
}

static const unsigned char *sample_at(const run *r, uint32_t i)
{
    return r->at + (ptrdiff_t)i * r->step;
}

static bool is_masked(const run *r, uint32_t i)
{
    return r->mask && r->mask[(ptrdiff_t)i * r->mask_step] == 0;
}

static bool is_missing(const qx_terrain_desc *desc, const run *r, uint32_t i, uint32_t value)
{
    return is_masked(r, i) || (desc->has_no_data && desc->no_data == (double)value);
}

static uint32_t read_code(qx_terrain_kind kind, const unsigned char *at)
{
    uint16_t value;
    if (kind == QX_TERRAIN_U8) return *at;
    memcpy(&value, at, sizeof value);
    return value;
}

static void decode_codes(const decoding *d, const run *r)
{
    qx_terrain *t = d->t;
    const qx_terrain_kind kind = d->desc->samples.kind;
    if (kind == QX_TERRAIN_U16 && r->step == (ptrdiff_t)sizeof *t->codes && !t->present) {
        memcpy(t->codes + r->index, r->at, r->count * sizeof *t->codes);
        return;
    }
    const uint32_t scale = kind == QX_TERRAIN_U8 ? 257 : 1;
    for (uint32_t i = 0; i < r->count; i++) {
        const uint32_t value = read_code(kind, sample_at(r, i));
        const bool missing = t->present && is_missing(d->desc, r, i, value);
        t->codes[r->index + i] = (uint16_t)(missing ? 0 : value * scale);
        mark(t, r->index + i, !missing);
    }
}

static float height_of(const qx_terrain *t, qx_terrain_kind kind, uint32_t value)
{
    if (kind == QX_TERRAIN_TERRAIN_RGB) return (float)((double)value / 10.0 - 10000.0);
    if (kind == QX_TERRAIN_TERRARIUM) return (float)((double)value / 256.0 - 32768.0);
    return of_rgb(t, value);
}

static void decode_packed(const decoding *d, const run *r)
{
    qx_terrain *t = d->t;
    const qx_terrain_kind kind = d->desc->samples.kind;
    for (uint32_t i = 0; i < r->count; i++) {
        const uint32_t value = packed(sample_at(r, i));
        const bool missing = t->present && is_missing(d->desc, r, i, value);
        t->heights[r->index + i] = missing ? 0.0f : height_of(t, kind, value);
        mark(t, r->index + i, !missing);
    }
}

static bool is_no_data(const qx_terrain_desc *desc, float height)
{
    if (!(height >= -TERRAIN_MOST && height <= TERRAIN_MOST)) return true; // NaN too
    if (!desc->has_no_data) return false;
    return desc->no_data >= -(double)FLT_MAX && desc->no_data <= (double)FLT_MAX &&
           height == (float)desc->no_data;
}

static float read_float(const run *r, uint32_t i)
{
    float height;
    memcpy(&height, sample_at(r, i), sizeof height);
    return height;
}

static void mark_all(qx_terrain *t, size_t index, size_t end)
{
    for (; index < end && (index & 63); index++) mark(t, index, true);
    for (; index + 64 <= end; index += 64) t->present[index >> 6] = UINT64_MAX;
    for (; index < end; index++) mark(t, index, true);
}

// Most runs have no hole: they are taken as they are, one look for all. Gives whether that was so.
static bool decode_whole_floats(const decoding *d, const run *r)
{
    float *heights = d->t->heights + r->index;
    uint32_t missing = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        heights[i] = read_float(r, i);
        missing += is_no_data(d->desc, heights[i]);
    }
    if (missing) return false;
    mark_all(d->t, r->index, r->index + r->count);
    return true;
}

static void decode_floats(const decoding *d, const run *r)
{
    qx_terrain *t = d->t;
    if (!r->mask && decode_whole_floats(d, r)) return;
    for (uint32_t i = 0; i < r->count; i++) {
        const float height = read_float(r, i);
        const bool missing = is_masked(r, i) || is_no_data(d->desc, height);
        t->heights[r->index + i] = missing ? 0.0f : height;
        mark(t, r->index + i, !missing);
    }
}

static void decode_run(const decoding *d, const run *r)
{
    if (d->t->codes)
        decode_codes(d, r);
    else if (d->desc->samples.kind == QX_TERRAIN_F32)
        decode_floats(d, r);
    else
        decode_packed(d, r);
}

static run run_at(const decoding *d, uint32_t column, uint32_t row, uint32_t count)
{
    const way *w = &d->way;
    // The last row of a periodic field is its first one.
    const ptrdiff_t r = d->t->periodic && row == d->t->rows - 1 ? 0 : row, c = column;
    return (run){ .at = w->data + (c * w->column + r * w->row),
                  .mask = w->mask ? w->mask + (c * w->mask_column + r * w->mask_row) : NULL,
                  .step = w->column,
                  .mask_step = w->mask_column,
                  .index = terrain_index(d->t, column, row),
                  .count = count };
}

static void decode_row(const decoding *d, uint32_t first, uint32_t end, uint32_t row)
{
    const uint32_t last = d->t->columns - 1;
    const bool repeats = d->t->periodic && end == d->t->columns;
    if (end - first > repeats) {
        const run most = run_at(d, first, row, end - first - repeats);
        decode_run(d, &most);
    }
    if (!repeats) return;
    run one = run_at(d, 0, row, 1);
    one.index = terrain_index(d->t, last, row);
    decode_run(d, &one);
}

static void add_height(found *f, float height)
{
    if (height < f->lowest) f->lowest = height;
    if (height > f->highest) f->highest = height;
}

static void survey_floats(const qx_terrain *t, size_t index, size_t end, found *f)
{
    for (size_t i = index; i < end; i++) {
        if (terrain_present(t, i))
            add_height(f, t->heights[i]);
        else
            f->holes++;
    }
}

// Codes are monotone: two of them tell the range.
static void survey_codes(const qx_terrain *t, size_t index, size_t end, found *f)
{
    uint32_t lowest = 65535, highest = 0;
    const uint64_t holes = f->holes;
    for (size_t i = index; i < end; i++) {
        if (!terrain_present(t, i)) {
            f->holes++;
            continue;
        }
        const uint32_t code = t->codes[i];
        lowest = code < lowest ? code : lowest;
        highest = code > highest ? code : highest;
    }
    if (f->holes - holes == end - index) return;
    add_height(f, terrain_decode(t, lowest));
    add_height(f, terrain_decode(t, highest));
}

static found survey(const qx_terrain *t, uint32_t first_row, uint32_t end_row)
{
    const size_t index = terrain_index(t, 0, first_row), end = terrain_index(t, 0, end_row);
    found f = { .lowest = FLT_MAX, .highest = -FLT_MAX };
    if (t->codes)
        survey_codes(t, index, end, &f);
    else
        survey_floats(t, index, end, &f);
    return f;
}

static uint32_t band_count(const qx_terrain *t)
{
    return (t->rows + TERRAIN_BAND - 1) / TERRAIN_BAND;
}

static void decode_band(void *context, uint32_t band)
{
    decoding *d = context;
    const uint32_t columns = d->t->columns, end_row = terrain_band_end(band, d->t->rows);
    for (uint32_t c = 0; c < columns; c += CHUNK) {
        const uint32_t end = columns - c > CHUNK ? c + CHUNK : columns;
        for (uint32_t row = band * TERRAIN_BAND; row < end_row; row++) decode_row(d, c, end, row);
    }
    d->bands[band] = survey(d->t, band * TERRAIN_BAND, end_row);
}

static void conclude(decoding *d)
{
    qx_terrain *t = d->t;
    found all = { .lowest = FLT_MAX, .highest = -FLT_MAX };
    for (uint32_t band = 0; band < band_count(t); band++) {
        const found *one = &d->bands[band];
        if (one->lowest < all.lowest) all.lowest = one->lowest; // a band of holes has none
        if (one->highest > all.highest) all.highest = one->highest;
        all.holes += one->holes;
    }
    t->holes = all.holes;
    const bool any = all.holes < (uint64_t)t->columns * t->rows;
    t->lowest = any ? all.lowest : 0.0f;
    t->highest = any ? all.highest : 0.0f;
    if (!t->measured) return;
    t->low = t->lowest;
    t->high = t->highest;
}

void terrain_decode_samples(qx_terrain *t, const qx_terrain_desc *desc, const qx_workers *workers)
{
    decoding d = { .t = t, .desc = desc, .way = way_of(desc) };
    terrain_for_bands(t->rows, workers, decode_band, &d);
    conclude(&d);
}

void terrain_find_range(qx_terrain *t)
{
    decoding d = { .t = t };
    for (uint32_t band = 0; band < band_count(t); band++)
        d.bands[band] = survey(t, band * TERRAIN_BAND, terrain_band_end(band, t->rows));
    conclude(&d);
}
