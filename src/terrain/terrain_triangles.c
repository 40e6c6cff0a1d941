// SPDX-License-Identifier: MIT
#include "terrain_mesh.h"
#include "terrain_sink.h"

#define CELLS (16u * TERRAIN_RUN / 24u) // of a row at a time: as many as the sink has room for

// The six indices of each of CELLS cells and one more, the first vertex being 0; from the second
// one on, where alternating cells begin with an odd one.
typedef struct pattern {
    uint32_t indices[6 * (CELLS + 1)];
} pattern;

typedef struct triangles {
    const qx_terrain *t;
    const terrain_kernels *kernels;
    terrain_mesh_plan plan;
    terrain_sink sink; // of 32-bit indices
    pattern pattern;
    uint16_t *indices16;
    uint32_t *indices32;
    uint64_t count; // of indices so far
} triangles;

// Which corners there are: left top 1, right top 2, left bottom 4, right bottom 8.
static const unsigned corners[2][2] = { { 7, 14 }, { 13, 11 } };

static void fill_cell(uint32_t first, uint32_t columns, bool lt_rb, uint32_t out[6])
{
    const uint32_t lt = first, rt = first + 1, lb = first + columns, rb = lb + 1;
    const uint32_t one[6] = { lt, lb, rt, rt, lb, rb }, other[6] = { lt, lb, rb, lt, rb, rt };
    for (int i = 0; i < 6; i++) out[i] = lt_rb ? other[i] : one[i];
}

static void fill_pattern(triangles *m)
{
    for (uint32_t i = 0; i <= CELLS; i++)
        fill_cell(i, m->plan.columns, terrain_is_lt_rb(m->t, i, 0),
                  m->pattern.indices + 6 * (size_t)i);
}

static bool are_present(const qx_terrain *t, uint32_t column, uint32_t row, uint32_t cells)
{
    const size_t index = terrain_index(t, column, row);
    return terrain_all_present(t, index, cells + 1) &&
           terrain_all_present(t, index + t->columns, cells + 1);
}

static unsigned present_corners(const qx_terrain *t, uint32_t column, uint32_t row)
{
    const size_t lt = terrain_index(t, column, row), lb = lt + t->columns;
    return (unsigned)terrain_present(t, lt) | (unsigned)terrain_present(t, lt + 1) << 1 |
           (unsigned)terrain_present(t, lb) << 2 | (unsigned)terrain_present(t, lb + 1) << 3;
}

static void put_index(triangles *m, uint32_t index)
{
    if (m->indices16)
        m->indices16[m->count] = (uint16_t)index;
    else
        m->indices32[m->count] = index;
    m->count++;
}

static void put_cell(triangles *m, uint32_t column, uint32_t row, uint32_t first)
{
    uint32_t indices[6];
    const bool lt_rb = terrain_is_lt_rb(m->t, column, row);
    const unsigned there = present_corners(m->t, column, row);
    fill_cell(first, m->plan.columns, lt_rb, indices);
    for (int triangle = 0; triangle < 2; triangle++) {
        if ((there & corners[lt_rb][triangle]) != corners[lt_rb][triangle]) continue;
        for (int i = 0; i < 3; i++) put_index(m, indices[3 * triangle + i]);
    }
}

static void put_whole_cells(triangles *m, uint32_t column, uint32_t row, uint32_t first,
                            uint32_t cells)
{
    const bool odd = m->t->diagonal == QX_TERRAIN_ALTERNATING && ((column + row) & 1);
    const uint32_t *from = m->pattern.indices + (odd ? 6 : 0);
    const uint32_t base = odd ? first - 1 : first; // may wrap and wraps back
    if (m->indices16) {
        m->kernels->indices16(from, base, 6 * cells, m->indices16 + m->count);
    } else {
        uint32_t *to = m->indices32 + m->count;
        m->kernels->indices(from, base, 6 * cells, terrain_sink_room(&m->sink, to));
        terrain_sink_put(&m->sink, to, 6 * cells * sizeof *to);
    }
    m->count += 6 * cells;
}

static void put_cells(triangles *m, uint32_t column, uint32_t row, uint32_t cells)
{
    const qx_terrain_area *a = &m->plan.area;
    const uint32_t first = (row - a->first_row) * m->plan.columns + (column - a->first_column);
    if (are_present(m->t, column, row, cells))
        put_whole_cells(m, column, row, first, cells);
    else
        for (uint32_t i = 0; i < cells; i++) put_cell(m, column + i, row, first + i);
}

static uint64_t count_triangles(const qx_terrain *t, uint32_t column, uint32_t row, uint32_t cells)
{
    uint64_t count = 0;
    if (are_present(t, column, row, cells)) return 2 * (uint64_t)cells;
    for (uint32_t c = column; c < column + cells; c++) {
        const unsigned there = present_corners(t, c, row),
                       *need = corners[terrain_is_lt_rb(t, c, row)];
        count += (there & need[0]) == need[0];
        count += (there & need[1]) == need[1];
    }
    return count;
}

static uint32_t run_of(const qx_terrain_area *a, uint32_t column)
{
    const uint32_t left = a->last_column - column;
    return left < CELLS ? left : CELLS;
}

static uint64_t count_indices(const qx_terrain *t, const qx_terrain_area *a)
{
    uint64_t count = 0;
    for (uint32_t row = a->first_row; row < a->last_row; row++)
        for (uint32_t c = a->first_column; c < a->last_column; c += CELLS)
            count += count_triangles(t, c, row, run_of(a, c));
    return 3 * count;
}

qx_terrain_mesh_counts qx_terrain_mesh_bound(const qx_terrain *terrain,
                                             const qx_terrain_mesh_desc *desc)
{
    terrain_mesh_plan p;
    if (!terrain_plan_mesh(terrain, desc, &p)) return (qx_terrain_mesh_counts){ 0, 0 };
    const uint64_t cells = (uint64_t)(p.columns - 1) * (p.rows - 1);
    return (qx_terrain_mesh_counts){ .vertices = (uint64_t)p.columns * p.rows,
                                     .indices = terrain->present ? count_indices(terrain, &p.area)
                                                                 : 6 * cells };
}

static void put_all(triangles *m)
{
    const qx_terrain_area *a = &m->plan.area;
    for (uint32_t row = a->first_row; row < a->last_row; row++)
        for (uint32_t c = a->first_column; c < a->last_column; c += CELLS)
            put_cells(m, c, row, run_of(a, c));
    terrain_sink_close(&m->sink);
}

qx_result qx_terrain_build_indices(const qx_terrain *terrain, const qx_terrain_mesh_desc *desc,
                                   uint16_t *indices16, uint32_t *indices32, uint64_t *written)
{
    triangles m = { .t = terrain,
                    .kernels = terrain_choose_kernels(terrain->simd),
                    .indices16 = indices16,
                    .indices32 = indices32 };
    if (written) *written = 0;
    if (!terrain_plan_mesh(terrain, desc, &m.plan)) return QX_BAD_VALUE;
    if (!indices16 == !indices32) return QX_BAD_VALUE;
    const uint64_t vertices = (uint64_t)m.plan.columns * m.plan.rows;
    if (vertices > (indices16 ? UINT64_C(1) << 16 : UINT64_C(1) << 32)) return QX_TOO_LARGE;
    terrain_sink_open(&m.sink, m.kernels, indices32, (size_t)vertices * 24);
    fill_pattern(&m);
    put_all(&m);
    if (written) *written = m.count;
    return QX_OK;
}
