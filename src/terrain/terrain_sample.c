// SPDX-License-Identifier: MIT
// Height, normal and slope of the drawn triangle over a place.
#include "terrain_cell.h"
#include "terrain_sample_kernel.h"

#include <quincunx/math.h>

#include <math.h>

static bool take_if_there(const terrain_cell *cell, const terrain_spot *spot, uint32_t *triangle)
{
    const double side = terrain_cell_side(cell, spot->u, spot->v);
    *triangle = side <= 0.0 ? 0u : 1u;
    if (!cell->there[*triangle] && side == 0.0) *triangle = 1;
    return cell->there[*triangle];
}

// A place on a cell's left or top border belongs to the neighbours as well.
static bool find_beside(const qx_terrain *t, terrain_spot *spot, terrain_cell *cell,
                        uint32_t *triangle)
{
    for (uint32_t way = 1; way < 4; way++) {
        const bool left = way & 1, up = way & 2;
        if (left && (spot->u != 0.0 || spot->column == 0)) continue;
        if (up && (spot->v != 0.0 || spot->row == 0)) continue;
        const terrain_spot beside = { spot->column - left, spot->row - up, left ? 1.0 : spot->u,
                                      up ? 1.0 : spot->v };
        *cell = terrain_cell_at(t, beside.column, beside.row);
        if (!take_if_there(cell, &beside, triangle)) continue;
        *spot = beside;
        return true;
    }
    return false;
}

bool terrain_find_triangle(const qx_terrain *t, terrain_spot *spot, terrain_cell *cell,
                           uint32_t *triangle)
{
    *cell = terrain_cell_at(t, spot->column, spot->row);
    return take_if_there(cell, spot, triangle) || find_beside(t, spot, cell, triangle);
}

qx_vec3 terrain_cell_normal(const qx_terrain *t, const terrain_cell *cell, uint32_t triangle,
                            double *slope)
{
    const bool top = triangle == 1 && cell->is_lt_rb, first = triangle == 0 && !cell->is_lt_rb;
    const bool left = triangle == 0; // which sides of the cell the triangle has
    const double across = top || first ? cell->rt - cell->lt : cell->rb - cell->lb;
    const double down = left ? cell->lb - cell->lt : cell->rb - cell->rt;
    const double x = across * terrain_per_unit(t->columns, t->width);
    const double z = down * terrain_per_unit(t->rows, t->depth);
    const double rise = x * x + z * z, share = 1.0 / sqrt(1.0 + rise);
    *slope = sqrt(rise);
    return (qx_vec3){ (float)(-x * share), (float)share, (float)(-z * share) };
}

static qx_terrain_where look(const qx_terrain *t, float x, float z, terrain_spot *spot,
                             terrain_cell *cell, uint32_t *triangle)
{
    if (!terrain_is_within(t, x, z)) return QX_TERRAIN_OUTSIDE;
    *spot = terrain_spot_at(t, terrain_to_cells(x, t->columns, t->width),
                            terrain_to_cells(z, t->rows, t->depth));
    return terrain_find_triangle(t, spot, cell, triangle) ? QX_TERRAIN_ON : QX_TERRAIN_HOLE;
}

qx_terrain_where qx_terrain_sample_height(const qx_terrain *t, float x, float z, float *height)
{
    terrain_spot spot;
    terrain_cell cell;
    uint32_t triangle;
    const qx_terrain_where where = look(t, x, z, &spot, &cell, &triangle);
    *height =
        where == QX_TERRAIN_ON ? (float)terrain_cell_height(&cell, triangle, spot.u, spot.v) : 0.0f;
    return where;
}

qx_terrain_where qx_terrain_sample_normal(const qx_terrain *t, float x, float z, qx_vec3 *normal,
                                          float *slope)
{
    terrain_spot spot;
    terrain_cell cell;
    uint32_t triangle;
    double rise = 0.0;
    qx_vec3 up = { 0.0f, 0.0f, 0.0f };
    const qx_terrain_where where = look(t, x, z, &spot, &cell, &triangle);
    if (where == QX_TERRAIN_ON) up = terrain_cell_normal(t, &cell, triangle, &rise);
    if (normal) *normal = up;
    if (slope) *slope = (float)qx_atan2(rise, 1.0);
    return where;
}

static const terrain_sample_kernels *find_kernels(qx_simd simd)
{
    switch (simd) {
#if defined(__x86_64__)
    case QX_SIMD_SSE2: return &terrain_sample_kernels_sse2;
    case QX_SIMD_AVX2: return &terrain_sample_kernels_avx2;
    case QX_SIMD_AVX512: return &terrain_sample_kernels_avx512;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: return &terrain_sample_kernels_neon;
#endif
    default: return &terrain_sample_kernels_scalar;
    }
}

static bool has_all_corners(const qx_terrain *t, const terrain_batch *batch, uint32_t i)
{
    const size_t top = terrain_index(t, (uint32_t)batch->column[i], (uint32_t)batch->row[i]);
    const size_t low = top + t->columns;
    return terrain_present(t, top) && terrain_present(t, top + 1) && terrain_present(t, low) &&
           terrain_present(t, low + 1);
}

static void finish(const qx_terrain *t, const terrain_batch *batch, const qx_vec2 *places,
                   uint32_t count, float *heights, uint8_t *where)
{
    for (uint32_t i = 0; where && i < count; i++)
        where[i] = (uint8_t)(batch->within[i] ? QX_TERRAIN_ON : QX_TERRAIN_OUTSIDE);
    for (uint32_t i = 0; t->present && i < count; i++) {
        if (!batch->within[i] || has_all_corners(t, batch, i)) continue;
        const qx_terrain_where found =
            qx_terrain_sample_height(t, places[i].x, places[i].y, &heights[i]);
        if (where) where[i] = (uint8_t)found;
    }
}

void qx_terrain_sample_heights(const qx_terrain *t, const qx_vec2 *places, uint32_t count,
                               float *heights, uint8_t *where)
{
    // While one batch is reckoned, the samples of the next come from memory.
    const terrain_sample_kernels *kernels = find_kernels(t->simd);
    terrain_batch batches[2];
    for (uint32_t first = 0, next = 0, turn = 0; first < count; first = next, turn ^= 1) {
        next = count - first > TERRAIN_BATCH ? first + TERRAIN_BATCH : count;
        if (first == 0) kernels->find(t, places, next, &batches[turn]);
        const uint32_t after = count - next > TERRAIN_BATCH ? TERRAIN_BATCH : count - next;
        if (after > 0) kernels->find(t, places + next, after, &batches[turn ^ 1]);
        kernels->heights(t, &batches[turn], next - first, heights + first);
        finish(t, &batches[turn], places + first, next - first, heights + first,
               where ? where + first : NULL);
    }
}
