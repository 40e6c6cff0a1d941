// SPDX-License-Identifier: MIT
#include "terrain_lod.h"

#include "terrain_normals.h"

#include <string.h>

// The bounds of the block of the pyramid around a hole, the smallest that has any ground. NULL: none
// near.
static const terrain_bounds *around(const qx_terrain *t, uint32_t column, uint32_t row)
{
    for (uint32_t level = 0; level <= LOD_FILL_LEVEL && level < t->level_count; level++) {
        const uint32_t side = TERRAIN_BLOCK << level;
        const uint32_t x = lod_at_most(column / side, t->level_columns[level] - 1),
                       y = lod_at_most(row / side, t->level_rows[level] - 1);
        const terrain_bounds *b =
            t->pyramid + t->level_start[level] + (size_t)y * t->level_columns[level] + x;
        if (b->lowest <= b->highest) return b;
    }
    return NULL;
}

// In steps of the pyramid. Far from all ground the lowest there may be: the sea around an island.
static uint32_t fill_of(const qx_terrain *t, uint32_t column, uint32_t row)
{
    const terrain_bounds *b = around(t, column, row);
    return b ? ((uint32_t)b->lowest + b->highest) / 2 : 0;
}

uint16_t lod_code(const qx_terrain *t, uint32_t column, uint32_t row)
{
    const size_t at = terrain_index(t, column, row);
    if (terrain_present(t, at)) return t->codes[at];
    const uint32_t fill = fill_of(t, column, row); // the pyramid's steps are those of the codes
    return (uint16_t)(t->low <= t->high ? fill : 65535 - fill);
}

float lod_height(const qx_terrain *t, uint32_t column, uint32_t row)
{
    if (t->codes) return terrain_decode(t, lod_code(t, column, row));
    const size_t at = terrain_index(t, column, row);
    if (terrain_present(t, at)) return t->heights[at];
    return (float)terrain_bound_height(t, fill_of(t, column, row));
}

// From 16 bits to 8, to the nearest, halves away from 0 as neither axis shall lean.
static int8_t in_bytes(int32_t value)
{
    const int32_t size = value < 0 ? -value : value;
    const int32_t byte = (size * 127 + 16383) / 32767;
    return (int8_t)(value < 0 ? -byte : byte);
}

static void build_normals(const terrain_shade *shade, const qx_terrain_area *area, uint32_t row,
                          int8_t *out)
{
    _Alignas(64) float x[TERRAIN_RUN], z[TERRAIN_RUN];
    _Alignas(64) uint32_t pairs[TERRAIN_RUN];
    for (uint32_t c = area->first_column; c <= area->last_column; c += TERRAIN_RUN) {
        const uint32_t count = lod_at_most(TERRAIN_RUN, area->last_column - c + 1);
        terrain_slopes(shade, c, row, count, x, z);
        shade->kernels->octahedral(x, z, count, pairs);
        for (uint32_t i = 0; i < count; i++) {
            *out++ = in_bytes((int16_t)(pairs[i] & 0xFFFF));
            *out++ = in_bytes((int16_t)(pairs[i] >> 16));
        }
    }
}

typedef struct normals_job {
    terrain_shade shade;
    int8_t *normals;
} normals_job;

static void build_normals_band(void *context, uint32_t band)
{
    const normals_job *job = context;
    const qx_terrain *t = job->shade.t;
    const qx_terrain_area all = { 0, 0, t->columns - 1, t->rows - 1 };
    for (uint32_t row = band * TERRAIN_BAND; row < terrain_band_end(band, t->rows); row++)
        build_normals(&job->shade, &all, row, job->normals + 2 * terrain_index(t, 0, row));
}

static void build_all_normals(qx_terrain_lod *lod, const qx_workers *workers)
{
    normals_job job = { terrain_shade_of(lod->t, QX_TERRAIN_SMOOTH_NORMALS, NULL), lod->normals };
    terrain_for_bands(lod->t->rows, workers, build_normals_band, &job);
}

static uint32_t count_levels(const qx_terrain *t)
{
    const uint32_t cells = (t->columns > t->rows ? t->columns : t->rows) - 1;
    uint32_t levels = 1;
    while (QX_TERRAIN_PATCH << (levels - 1) < cells) levels++;
    return levels;
}

qx_result qx_terrain_lod_create(const qx_terrain *terrain, const qx_terrain_lod_desc *desc,
                                const qx_workers *workers, qx_terrain_lod **out)
{
    *out = NULL;
    const qx_terrain_lod_desc used = desc ? *desc : (qx_terrain_lod_desc){ 0 };
    qx_terrain_lod plan = { .t = terrain, .levels = count_levels(terrain) };
    const size_t tiles = lod_errors_plan(&plan) * sizeof(float);
    const size_t normals = used.normals ? 2 * (size_t)terrain->columns * terrain->rows : 0;
    plan.bytes = sizeof plan + tiles + normals;
    plan.allocator = qx_allocator_resolve(used.allocator);
    qx_terrain_lod *lod = qx_allocate(&plan.allocator, plan.bytes, QX_CACHE_LINE);
    if (!lod) return QX_NO_MEMORY;

    *lod = plan;
    lod->tiles = (float *)(lod + 1);
    if (used.normals) {
        lod->normals = (int8_t *)lod->tiles + tiles;
        build_all_normals(lod, workers);
    }
    lod->pyramid_low = terrain->pyramid_low;
    lod->pyramid_span = terrain->pyramid_span;
    lod_errors_build_all(lod, workers);
    *out = lod;
    return QX_OK;
}

void qx_terrain_lod_destroy(qx_terrain_lod *lod)
{
    if (!lod) return;
    const qx_allocator allocator = lod->allocator;
    qx_release(&allocator, lod, lod->bytes);
}

static qx_terrain_area whole(const qx_terrain *t)
{
    return (qx_terrain_area){ 0, 0, t->columns - 1, t->rows - 1 };
}

// The samples around `index` that fills there may look at: of the blocks on both sides of it.
static uint32_t block_before(uint32_t index, uint32_t side)
{
    return (index ? index - 1 : 0) / side * side;
}

static bool is_refilled(const qx_terrain_lod *lod)
{
    return lod->t->present &&
           (lod->pyramid_low != lod->t->pyramid_low || lod->pyramid_span != lod->t->pyramid_span);
}

// What a change of samples changes of the heights that are drawn.
static qx_terrain_area filled_area(const qx_terrain_lod *lod, const qx_terrain_area *a)
{
    const qx_terrain *t = lod->t;
    const uint32_t side = TERRAIN_BLOCK << LOD_FILL_LEVEL;
    if (!t->present) return *a;
    if (is_refilled(lod)) return whole(t);
    return (qx_terrain_area){ block_before(a->first_column, side), block_before(a->first_row, side),
                              lod_at_most((a->last_column / side + 1) * side, t->columns - 1),
                              lod_at_most((a->last_row / side + 1) * side, t->rows - 1) };
}

// Normals look two samples far at borders and beside holes; across the border of a periodic field
// at the other side.
static qx_terrain_area shaded_area(const qx_terrain *t, const qx_terrain_area *a)
{
    qx_terrain_area s = { a->first_column < 2 ? 0 : a->first_column - 2,
                          a->first_row < 2 ? 0 : a->first_row - 2,
                          lod_at_most(a->last_column + 2, t->columns - 1),
                          lod_at_most(a->last_row + 2, t->rows - 1) };
    if (!t->periodic) return s;
    if (s.first_column == 0 || s.last_column == t->columns - 1) {
        s.first_column = 0;
        s.last_column = t->columns - 1;
    }
    if (s.first_row == 0 || s.last_row == t->rows - 1) {
        s.first_row = 0;
        s.last_row = t->rows - 1;
    }
    return s;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

qx_terrain_area qx_terrain_lod_get_reach(const qx_terrain_lod *lod, const qx_terrain_area *area)
{
    const qx_terrain_area f = filled_area(lod, area), s = shaded_area(lod->t, area);
    return (
        qx_terrain_area){ lesser(f.first_column, s.first_column), lesser(f.first_row, s.first_row),
                          greater(f.last_column, s.last_column), greater(f.last_row, s.last_row) };
}

void qx_terrain_lod_update(qx_terrain_lod *lod, const qx_terrain_area *area)
{
    const qx_terrain *t = lod->t;
    const qx_terrain_area filled = filled_area(lod, area), shaded = shaded_area(t, area);
    lod_errors_build(lod, &filled);
    lod->pyramid_low = t->pyramid_low;
    lod->pyramid_span = t->pyramid_span;
    if (!lod->normals) return;
    const terrain_shade shade = terrain_shade_of(t, QX_TERRAIN_SMOOTH_NORMALS, NULL);
    for (uint32_t row = shaded.first_row; row <= shaded.last_row; row++)
        build_normals(&shade, &shaded, row,
                      lod->normals + 2 * terrain_index(t, shaded.first_column, row));
}

qx_terrain_lod_info qx_terrain_lod_get_info(const qx_terrain_lod *lod)
{
    qx_terrain_lod_info info = { .levels = lod->levels, .bytes = lod->bytes };
    memcpy(info.errors, lod->errors, sizeof info.errors);
    return info;
}

const qx_terrain *qx_terrain_lod_get_terrain(const qx_terrain_lod *lod)
{
    return lod->t;
}

const int8_t *qx_terrain_lod_get_normals(const qx_terrain_lod *lod)
{
    return lod->normals;
}

static void copy_codes(const qx_terrain *t, const qx_terrain_area *a, uint32_t row, uint16_t *out)
{
    const size_t first = terrain_index(t, a->first_column, row);
    if (terrain_all_present(t, first, a->last_column - a->first_column + 1)) {
        memcpy(out, t->codes + first, (a->last_column - a->first_column + 1) * sizeof *out);
        return;
    }
    for (uint32_t c = a->first_column; c <= a->last_column; c++) *out++ = lod_code(t, c, row);
}

void qx_terrain_lod_build_texels(const qx_terrain_lod *lod, const qx_terrain_area *area,
                                 const qx_terrain_texels *texels)
{
    const qx_terrain *t = lod->t;
    const qx_terrain_area a = { area->first_column, area->first_row,
                                lod_at_most(area->last_column, t->columns - 1),
                                lod_at_most(area->last_row, t->rows - 1) };
    const terrain_shade shade = terrain_shade_of(t, QX_TERRAIN_SMOOTH_NORMALS, NULL);
    const size_t width = (size_t)a.last_column - a.first_column + 1;
    for (uint32_t row = a.first_row; row <= a.last_row; row++) {
        const size_t at = (row - a.first_row) * width, from = terrain_index(t, a.first_column, row);
        if (texels->codes && t->codes) copy_codes(t, &a, row, texels->codes + at);
        for (size_t i = 0; texels->heights && i < width; i++)
            texels->heights[at + i] = lod_height(t, a.first_column + (uint32_t)i, row);
        for (size_t i = 0; texels->present && i < width; i++)
            texels->present[at + i] = terrain_present(t, from + i) ? 255 : 0;
        if (!texels->normals) continue;
        if (lod->normals)
            memcpy(texels->normals + 2 * at, lod->normals + 2 * from, 2 * width);
        else
            build_normals(&shade, &a, row, texels->normals + 2 * at);
    }
}
