// SPDX-License-Identifier: MIT
#pragma once

// One cell as its two drawn triangles, and where a place of the world lies among the cells. All in
// double: every query asks these same lines, so all agree on where the ground is.

#include "terrain_internal.h"

typedef struct terrain_cell {
    double lt, rt, lb, rb;
    bool is_lt_rb;
    bool there[2]; // no corner of the triangle is a hole
} terrain_cell;

// A place in cells: column and row are of a cell, u (right) and v (down) within it, 0 to 1.
typedef struct terrain_spot {
    uint32_t column, row;
    double u, v;
} terrain_spot;

static inline double terrain_clamp(double value, double low, double high)
{
    const double raised = value >= low ? value : low; // low for NaN
    return raised <= high ? raised : high;
}

// Cells per world unit.
static inline double terrain_per_unit(uint32_t samples, float size)
{
    return (double)(samples - 1) / (double)size;
}

// In cells from the border; a place within the field stays within it when rounded.
static inline double terrain_to_cells(float place, uint32_t samples, float size)
{
    const double last = (double)(samples - 1);
    return terrain_clamp((double)place * terrain_per_unit(samples, size) + 0.5 * last, 0.0, last);
}

static inline bool terrain_is_within(const qx_terrain *t, float x, float z)
{
    const double w = (double)t->width, d = (double)t->depth;
    const double x2 = 2.0 * (double)x, z2 = 2.0 * (double)z;
    return x2 >= -w && x2 <= w && z2 >= -d && z2 <= d; // NaN is outside
}

// x and z in cells, within the field.
static inline terrain_spot terrain_spot_at(const qx_terrain *t, double x, double z)
{
    terrain_spot spot = { (uint32_t)x, (uint32_t)z, 0.0, 0.0 };
    if (spot.column > t->columns - 2) spot.column = t->columns - 2; // the far border
    if (spot.row > t->rows - 2) spot.row = t->rows - 2;
    spot.u = x - (double)spot.column;
    spot.v = z - (double)spot.row;
    return spot;
}

static inline terrain_cell terrain_cell_at(const qx_terrain *t, uint32_t column, uint32_t row)
{
    const size_t top = terrain_index(t, column, row), low = top + t->columns;
    terrain_cell cell = { (double)terrain_height(t, top),   (double)terrain_height(t, top + 1),
                          (double)terrain_height(t, low),   (double)terrain_height(t, low + 1),
                          terrain_is_lt_rb(t, column, row), { true, true } };
    if (t->present) {
        const bool lt = terrain_present(t, top), rt = terrain_present(t, top + 1);
        const bool lb = terrain_present(t, low), rb = terrain_present(t, low + 1);
        cell.there[0] = lt && lb && (cell.is_lt_rb ? rb : rt);
        cell.there[1] = rt && rb && (cell.is_lt_rb ? lt : lb);
    }
    return cell;
}

// Below 0 over the first triangle, above 0 over the second, 0 on the diagonal.
static inline double terrain_cell_side(const terrain_cell *cell, double u, double v)
{
    return cell->is_lt_rb ? u - v : u + v - 1.0;
}

static inline double terrain_cell_height(const terrain_cell *cell, uint32_t triangle, double u,
                                         double v)
{
    if (cell->is_lt_rb)
        return triangle == 0 ? cell->lt + v * (cell->lb - cell->lt) + u * (cell->rb - cell->lb)
                             : cell->lt + u * (cell->rt - cell->lt) + v * (cell->rb - cell->rt);
    return triangle == 0
               ? cell->lt + u * (cell->rt - cell->lt) + v * (cell->lb - cell->lt)
               : cell->rb + (1.0 - u) * (cell->lb - cell->rb) + (1.0 - v) * (cell->rt - cell->rb);
}

// terrain_sample.c: the triangle over a spot, which moves to a neighbouring cell where its own
// triangle is a hole and it lies on the edge of one that is not. False in a hole.
bool terrain_find_triangle(const qx_terrain *t, terrain_spot *spot, terrain_cell *cell,
                           uint32_t *triangle);

// The upward normal of length 1. `slope` is rise over run.
qx_vec3 terrain_cell_normal(const qx_terrain *t, const terrain_cell *cell, uint32_t triangle,
                            double *slope);
