// SPDX-License-Identifier: MIT
#include "terrain_rtin.h"
#include "terrain_unit.h"

#include "base/layout.h"

#define MOST_BLOCK 32768u
#define MOST_CELLS (UINT64_C(1) << 31) // two triangles each are counted in 32 bits

void rtin_run(const qx_workers *workers, uint32_t count, void (*task)(void *, uint32_t),
              void *context)
{
    if (workers && workers->parallel_for) {
        workers->parallel_for(workers->user, count, task, context);
        return;
    }
    for (uint32_t i = 0; i < count; i++) task(context, i);
}

// The largest power of two that divides both.
static uint32_t largest_block(uint32_t columns, uint32_t rows)
{
    const uint32_t both = (columns - 1) | (rows - 1);
    const uint32_t lowest = both & (~both + 1);
    return lowest < MOST_BLOCK ? lowest : MOST_BLOCK;
}

static qx_result check(const qx_terrain *t, const qx_terrain_rtin_desc *desc, uint32_t *block)
{
    const int error = (int)desc->error; // as a number: callers may pass what is no enumerator
    if (error < 0 || error > QX_TERRAIN_ERROR_MIDPOINT) return QX_BAD_VALUE;
    const uint32_t largest = largest_block(t->columns, t->rows);
    *block = desc->block ? desc->block : largest;
    if (*block < 2 || *block > largest || (*block & (*block - 1)) != 0) return QX_BAD_VALUE;
    const uint64_t cells = (uint64_t)(t->columns - 1) * (t->rows - 1);
    return cells >= MOST_CELLS ? QX_TOO_LARGE : QX_OK;
}

static const rtin_kernels *choose_kernels(qx_simd simd)
{
    switch (simd) {
#if defined(__x86_64__)
    case QX_SIMD_SSE2: return &rtin_kernels_sse2;
    case QX_SIMD_AVX2: return &rtin_kernels_avx2;
    case QX_SIMD_AVX512: return &rtin_kernels_avx512;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: return &rtin_kernels_neon;
#endif
    default: return &rtin_kernels_scalar;
    }
}

// Errors are a whole number of words long, so that kernels need no tails.
static bool lay_out(qx_terrain_rtin *r, layout *l)
{
    const size_t words = rtin_word_count(r);
    layout_take(l, 1, sizeof *r);
    r->errors = layout_take(l, words * 64, sizeof *r->errors);
    r->split = layout_take(l, words, sizeof *r->split);
    r->used = r->has_holes ? layout_take(l, words, sizeof *r->used) : r->split;
    r->ranks = layout_take(l, words, sizeof *r->ranks);
    return l->fits;
}

static qx_terrain_rtin *allocate(const qx_terrain_rtin *plan)
{
    qx_terrain_rtin made = *plan;
    layout sizes = { .fits = true };
    if (!lay_out(&made, &sizes)) return NULL;
    char *block = qx_allocate(&plan->allocator, sizes.size, QX_CACHE_LINE);
    if (!block) return NULL;
    layout l = { .base = block, .fits = true };
    lay_out(&made, &l);
    made.bytes = sizes.size;
    qx_terrain_rtin *r = (qx_terrain_rtin *)(void *)block;
    *r = made;
    return r;
}

// Corners of blocks are no middles: they are never asked.
static void clear_corners(qx_terrain_rtin *r)
{
    for (uint32_t row = 0; row < r->rows; row += r->block)
        for (uint32_t column = 0; column < r->columns; column += r->block)
            r->errors[(size_t)row * r->columns + column] = 0.0f;
    for (size_t i = r->samples; i < rtin_word_count(r) * 64; i++) r->errors[i] = 0.0f;
}

static void mark_holes(qx_terrain_rtin *r, const qx_terrain *t)
{
    for (size_t i = 0; r->has_holes && i < r->samples; i++)
        if (!terrain_present(t, i)) r->errors[i] = -r->errors[i];
}

qx_result qx_terrain_rtin_create(const qx_terrain *terrain, const qx_terrain_rtin_desc *desc,
                                 const qx_workers *workers, qx_terrain_rtin **rtin)
{
    static const qx_terrain_rtin_desc defaults = { 0 };
    *rtin = NULL;
    if (!desc) desc = &defaults;
    uint32_t block;
    qx_result result = check(terrain, desc, &block);
    if (result != QX_OK) return result;

    const qx_terrain_rtin plan = {
        .allocator = qx_allocator_resolve(desc->allocator),
        .kernels = choose_kernels(terrain->simd),
        .columns = terrain->columns,
        .rows = terrain->rows,
        .block = block,
        .has_holes = terrain->holes > 0,
        .unit = terrain_unit_size(terrain),
        .samples = (size_t)terrain->columns * terrain->rows,
        .noted = -1.0f,
    };
    qx_terrain_rtin *r = allocate(&plan);
    if (!r) return QX_NO_MEMORY;
    const bool exact = desc->error == QX_TERRAIN_ERROR_EXACT;
    if (exact) result = rtin_measure_tiles(r, terrain, workers);
    if (result != QX_OK) {
        qx_terrain_rtin_destroy(r);
        return result;
    }
    rtin_sweep(r, terrain, exact, workers);
    clear_corners(r);
    mark_holes(r, terrain);
    *rtin = r;
    return QX_OK;
}

void qx_terrain_rtin_destroy(qx_terrain_rtin *rtin)
{
    if (!rtin) return;
    const qx_allocator allocator = rtin->allocator;
    qx_release(&allocator, rtin, rtin->bytes);
}
