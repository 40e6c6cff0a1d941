// SPDX-License-Identifier: MIT
#include "terrain_internal.h"

#include "base/layout.h"

#include <quincunx/hash.h>

static void lay_out(qx_terrain *t, layout *l, bool coded)
{
    const size_t samples = (size_t)t->columns * t->rows;
    layout_take(l, 1, sizeof *t);
    if (coded)
        t->codes = layout_take(l, samples, sizeof *t->codes);
    else
        t->heights = layout_take(l, samples, sizeof *t->heights);
    t->pyramid = layout_take(l, terrain_pyramid_plan(t), sizeof *t->pyramid);
    t->rows_before = layout_take(l, t->columns, 2 * sizeof *t->rows_before);
}

static bool is_coded(qx_terrain_kind kind)
{
    return kind == QX_TERRAIN_U8 || kind == QX_TERRAIN_U16;
}

static bool may_have_holes(const qx_terrain_desc *desc)
{
    return desc->mask || desc->has_no_data || desc->samples.kind == QX_TERRAIN_F32;
}

static qx_terrain planned(const qx_terrain_desc *desc, qx_simd simd)
{
    const qx_terrain_samples *s = &desc->samples;
    const bool turned = terrain_is_turned(desc->turn);
    return (qx_terrain){ .columns = turned ? s->rows : s->columns,
                         .rows = turned ? s->columns : s->rows,
                         .width = desc->width,
                         .depth = desc->depth,
                         .low = desc->low,
                         .high = desc->high,
                         .diagonal = desc->diagonal,
                         .periodic = desc->periodic,
                         .measured = !is_coded(s->kind) && s->kind != QX_TERRAIN_RGB8,
                         .simd = simd };
}

size_t terrain_present_bytes(const qx_terrain *t)
{
    return ((size_t)t->columns * t->rows + 63) / 64 * sizeof(uint64_t);
}

void terrain_drop_present(qx_terrain *t)
{
    if (!t->present) return;
    const size_t bytes = terrain_present_bytes(t);
    qx_release(&t->allocator, t->present, bytes);
    t->present = NULL;
    t->bytes -= bytes;
}

bool terrain_take_present(qx_terrain *t)
{
    const size_t bytes = terrain_present_bytes(t);
    t->present = qx_allocate_zeroed(&t->allocator, bytes, QX_CACHE_LINE);
    if (t->present) t->bytes += bytes;
    return t->present != NULL;
}

static qx_terrain *allocate(const qx_terrain_desc *desc, qx_simd simd)
{
    qx_terrain plan = planned(desc, simd);
    plan.allocator = qx_allocator_resolve(desc->allocator);
    const bool coded = is_coded(desc->samples.kind);
    layout measure = { .fits = true };
    lay_out(&plan, &measure, coded);
    if (!measure.fits) return NULL;
    char *block = qx_allocate(&plan.allocator, measure.size, QX_CACHE_LINE);
    if (!block) return NULL;
    qx_terrain *t = (qx_terrain *)(void *)block;
    *t = plan;
    lay_out(t, &(layout){ .base = block, .fits = true }, coded);
    t->bytes = t->block_bytes = measure.size;
    if (!may_have_holes(desc) || terrain_take_present(t)) return t;
    qx_terrain_destroy(t);
    return NULL;
}

qx_result qx_terrain_create(const qx_terrain_desc *desc, const qx_workers *workers,
                            qx_terrain **terrain)
{
    *terrain = NULL;
    const qx_terrain_desc used = qx_terrain_desc_resolve(desc);
    qx_simd simd;
    qx_result result = terrain_check_desc(&used);
    if (result == QX_OK) result = qx_simd_resolve(used.simd, &simd);
    if (result != QX_OK) return result;
    qx_terrain *t = allocate(&used, simd);
    if (!t) return QX_NO_MEMORY;
    terrain_decode_samples(t, &used, workers);
    if (t->holes == 0) terrain_drop_present(t);
    terrain_pyramid_build_all(t, workers);
    *terrain = t;
    return QX_OK;
}

void qx_terrain_destroy(qx_terrain *terrain)
{
    if (!terrain) return;
    terrain_drop_present(terrain);
    const qx_allocator allocator = terrain->allocator;
    qx_release(&allocator, terrain, terrain->block_bytes);
}

qx_terrain_info qx_terrain_get_info(const qx_terrain *t)
{
    return (qx_terrain_info){ .columns = t->columns,
                              .rows = t->rows,
                              .width = t->width,
                              .depth = t->depth,
                              .low = t->low,
                              .high = t->high,
                              .lowest = t->lowest,
                              .highest = t->highest,
                              .holes = t->holes,
                              .diagonal = t->diagonal,
                              .periodic = t->periodic,
                              .coded = t->codes != NULL,
                              .bytes = t->bytes };
}

uint64_t qx_terrain_hash(const qx_terrain *t)
{
    const size_t samples = (size_t)t->columns * t->rows;
    const uint32_t what[] = { t->columns, t->rows, (uint32_t)t->diagonal, t->periodic,
                              t->codes != NULL };
    const float range[] = { t->width, t->depth, t->low, t->high, t->lowest, t->highest };
    uint64_t hash = qx_hash_bytes(QX_HASH_START, what, sizeof what);
    hash = qx_hash_floats(hash, range, sizeof range / sizeof range[0]);
    hash = t->codes ? qx_hash_bytes(hash, t->codes, samples * sizeof *t->codes)
                    : qx_hash_floats(hash, t->heights, samples);
    return t->present ? qx_hash_bytes(hash, t->present, terrain_present_bytes(t)) : hash;
}

bool qx_terrain_get_height(const qx_terrain *t, uint32_t column, uint32_t row, float *height)
{
    *height = 0.0f;
    if (column >= t->columns || row >= t->rows) return false;
    const size_t index = terrain_index(t, column, row);
    if (!terrain_present(t, index)) return false;
    *height = terrain_height(t, index);
    return true;
}
