// SPDX-License-Identifier: MIT
#include "grid_internal.h"

#include "base/layout.h"

#include <string.h>

static void choose_kernels(qx_grid *grid)
{
    grid->kernels = &grid_kernels_scalar;
    grid->push_kernels = &grid_push_kernels_scalar;
#define CHOOSE(SET)                                                                                \
    grid->kernels = &grid_kernels_##SET;                                                           \
    grid->push_kernels = &grid_push_kernels_##SET
    switch (grid->desc.simd) {
#if defined(__x86_64__)
    case QX_SIMD_SSE2: CHOOSE(sse2); break;
    case QX_SIMD_AVX2: CHOOSE(avx2); break;
    case QX_SIMD_AVX512: CHOOSE(avx512); break;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: CHOOSE(neon); break;
#endif
    default: break;
    }
#undef CHOOSE
}

// Bytes of state that no longer wait in a near cache. Measured on Zen 5: a million points gain a
// seventh, 60,000 lose 3 %.
#define FETCH_ABOVE ((size_t)8 << 20)

// Few rows: bands enough to share; many: less to do twice at their edges, and scratch memory that
// stays in bounds.
static uint32_t band_rows(uint32_t rows)
{
    if (rows < 256) return 16;
    const uint32_t most = 256;
    return rows <= 32 * most ? 32 : (rows + most - 1) / most;
}

static void lay_out(qx_grid *g, layout *l)
{
    const size_t stride = g->stride, rows = g->desc.rows, bands = g->band_count;
    const size_t f = sizeof(float);
    layout_take(l, 1, sizeof *g);
    g->rows = layout_take(l, grid_state_floats(g), f);
    g->rest_x = layout_take(l, stride, f);
    g->rest_y = layout_take(l, rows, f);
    for (int kind = 0; kind < GRID_ROW_KINDS; kind++) {
        g->anchors[kind].stiffness = layout_take(l, stride, f);
        g->anchors[kind].damping = layout_take(l, stride, f);
    }
    g->time = layout_take(l, stride, f);
    g->nothing = layout_take(l, 3 * stride, f);
    g->spans = layout_take(l, rows, sizeof *g->spans);
    g->push_rows = layout_take(
        l, (g->info.substeps == 1 ? bands * GRID_GROUP : rows) * GRID_PUSH_FIELDS * stride, f);
    g->waiting = layout_take(l, g->desc.pushes, sizeof *g->waiting);
    g->prepared = layout_take(l, g->desc.pushes, sizeof *g->prepared);
    g->bands = layout_take(l, bands, sizeof *g->bands);
    for (uint32_t b = 0; b < g->band_count; b++) {
        grid_band unplaced;
        grid_band *band = l->base ? &g->bands[b] : &unplaced;
        band->list = layout_take(l, g->desc.pushes, sizeof *band->list);
        band->turns = layout_take(l, stride / GRID_BLOCK + 1, sizeof *band->turns);
        band->springs = layout_take(l, 9 * stride, f);
    }
}

static float from_middle(uint32_t index, uint32_t count, float length)
{
    const double twice = 2.0 * (double)index - (double)(count - 1);
    return (float)(twice * (double)length / (2.0 * (double)(count - 1)));
}

int qx_grid_is_thick(uint32_t index, uint32_t count)
{
    const uint32_t twice = 2 * index, middle = count - 1;
    const uint32_t off = twice > middle ? twice - middle : middle - twice;
    return off % 6 == (count % 2 ? 0 : 3);
}

static void set_anchor(grid_anchors anchors, uint32_t column, float stiffness, float damping)
{
    anchors.stiffness[column] = stiffness;
    anchors.damping[column] = damping;
}

// World: a ninth of the tutorial's inner anchors on every point, so that density does not matter.
// Classic: whole ones on every third point, counted from the middle for symmetry.
static void set_anchors(qx_grid *g)
{
    const float inner_stiffness = 0.002f, inner_damping = 0.02f;
    const bool classic = g->law.classic;
    const float spacing = 0.5f * (g->info.spacing_x + g->info.spacing_y);
    const float border = 0.1f * (classic ? 1.0f : g->desc.wave_scale / spacing);
    const uint32_t columns = g->desc.columns;
    for (uint32_t c = 0; c < columns; c++) {
        const bool edge = c == 0 || c == columns - 1;
        if (!classic)
            set_anchor(g->anchors[GRID_ROW_PLAIN], c, inner_stiffness / 9.0f, inner_damping / 9.0f);
        if (classic && qx_grid_is_thick(c, columns))
            set_anchor(g->anchors[GRID_ROW_ANCHORED], c, inner_stiffness, inner_damping);
        if (edge) {
            set_anchor(g->anchors[GRID_ROW_PLAIN], c, border, border);
            set_anchor(g->anchors[GRID_ROW_ANCHORED], c, border, border);
        }
        set_anchor(g->anchors[GRID_ROW_BORDER], c, border, border);
    }
}

static void set_places(qx_grid *g)
{
    const uint32_t columns = g->desc.columns, rows = g->desc.rows;
    g->per_spacing = (double)(columns - 1) / (double)g->desc.width;
    for (uint32_t c = 0; c < columns; c++) g->rest_x[c] = from_middle(c, columns, g->desc.width);
    for (uint32_t r = 0; r < rows; r++) g->rest_y[r] = from_middle(r, rows, g->desc.height);
    for (uint32_t c = 0; c < columns; c++) g->time[c] = g->law.time;
    if (g->desc.border == QX_GRID_BORDER_FIXED) g->time[0] = g->time[columns - 1] = 0.0f;
}

static void set_bands(qx_grid *g)
{
    const uint32_t height = g->band_height;
    for (uint32_t b = 0; b < g->band_count; b++) {
        g->bands[b].first = b * height;
        g->bands[b].end = b + 1 < g->band_count ? (b + 1) * height : g->desc.rows;
    }
}

static qx_grid_info info_of(const qx_grid_desc *desc, const grid_law *law)
{
    return (qx_grid_info){ .columns = desc->columns,
                           .rows = desc->rows,
                           .points = desc->points,
                           .width = desc->width,
                           .height = desc->height,
                           .spacing_x = law->across.length,
                           .spacing_y = law->down.length,
                           .substeps = grid_substeps(desc, law),
                           .stiffness_x = law->across.stiffness,
                           .stiffness_y = law->down.stiffness,
                           .damping_x = law->across.damping,
                           .damping_y = law->down.damping,
                           .simd = desc->simd };
}

qx_result qx_grid_create(const qx_grid_desc *desc, qx_grid **out)
{
    *out = NULL;
    qx_grid plan = { .desc = qx_grid_desc_resolve(desc) };
    qx_result result = grid_check_desc(&plan.desc);
    if (result == QX_OK) result = qx_simd_resolve(desc->simd, &plan.desc.simd);
    if (result != QX_OK) return result;

    const qx_allocator allocator = qx_allocator_resolve(desc->allocator);
    plan.law = grid_law_of(&plan.desc);
    plan.info = info_of(&plan.desc, &plan.law);
    choose_kernels(&plan);
    plan.stride = (plan.desc.columns + GRID_BLOCK - 1) / GRID_BLOCK * GRID_BLOCK;
    plan.fetches = (size_t)plan.desc.points * GRID_FIELDS * sizeof(float) > FETCH_ABOVE;
    plan.band_height = band_rows(plan.desc.rows);
    plan.band_count = (plan.desc.rows + plan.band_height - 1) / plan.band_height;

    layout measure = { .fits = true };
    lay_out(&plan, &measure);
    if (!measure.fits) return QX_NO_MEMORY;
    char *block = qx_allocate_zeroed(&allocator, measure.size, QX_CACHE_LINE);
    if (!block) return QX_NO_MEMORY;

    qx_grid *grid = (qx_grid *)(void *)block;
    *grid = plan;
    grid->allocator = allocator;
    grid->desc.allocator = &grid->allocator;
    grid->info.bytes = measure.size;
    lay_out(grid, &(layout){ .base = block, .fits = true });
    set_bands(grid);
    set_places(grid);
    set_anchors(grid);
    *out = grid;
    return QX_OK;
}

void qx_grid_destroy(qx_grid *grid)
{
    if (!grid) return;
    const qx_allocator allocator = grid->allocator;
    qx_release(&allocator, grid, grid->info.bytes);
}

qx_grid_info qx_grid_get_info(const qx_grid *grid)
{
    return grid->info;
}
