// SPDX-License-Identifier: MIT
// How far the mesh of a level is off the samples, straight up or down. A level's mesh joins every
// 2^level-th sample; each sample is measured against the triangle over it. Adding up what single
// steps from level to level do would cost a third of it, and gave bounds two to three times as
// large.
#include "terrain_lod.h"

#include <math.h>

// A cell of a level: `width` and `height` cells of the field, fewer than 2^level at the far border.
typedef struct coarse {
    const qx_terrain *t;
    uint32_t column, row, width, height;
    uint32_t end_u, end_v; // samples of it that no neighbour measures
    bool is_lt_rb;
} coarse;

// base + u * x + v * z: of one of its two triangles.
typedef struct plane {
    int32_t base, x, z;
} plane;

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

// Of samples u to end - 1 of a row, times the side.
static int32_t worst_of_run(const uint16_t *codes, int32_t u, int32_t end, int32_t side,
                            int32_t base, int32_t x)
{
    int32_t most = 0;
    for (; u < end; u++) {
        const int32_t off = side * codes[u] - base - u * x;
        most = larger(most, off < 0 ? -off : off);
    }
    return most;
}

// Whole cells of codes: exact in integers, below 2^11 * 2^16 * 3.
static double worst_of_codes(const coarse *c)
{
    const uint16_t *top = c->t->codes + terrain_index(c->t, c->column, c->row);
    const uint16_t *low = top + (size_t)c->height * c->t->columns;
    const int32_t side = (int32_t)c->width;
    const int32_t lt = top[0], rt = top[side], lb = low[0], rb = low[side];
    plane first = { side * lt, rt - lt, lb - lt };
    plane second = { side * (rt + lb - rb), rb - lb, rb - rt };
    if (c->is_lt_rb) {
        first = (plane){ side * lt, rb - lb, lb - lt };
        second = (plane){ side * lt, rt - lt, rb - rt };
    }
    int32_t most = 0;
    for (int32_t v = 0; v < (int32_t)c->end_v; v++, top += c->t->columns) {
        const int32_t end = (int32_t)c->end_u, reach = 1 + (c->is_lt_rb ? v : side - v);
        const int32_t split = reach < end ? reach : end;
        most = larger(most, worst_of_run(top, 0, split, side, first.base + v * first.z, first.x));
        most =
            larger(most, worst_of_run(top, split, end, side, second.base + v * second.z, second.x));
    }
    return (double)most / side;
}

// Heights of the corners.
typedef struct corners {
    double lt, rt, lb, rb;
} corners;

static corners corners_of(const coarse *c)
{
    const uint32_t right = c->column + c->width, down = c->row + c->height;
    return (corners){ (double)lod_height(c->t, c->column, c->row),
                      (double)lod_height(c->t, right, c->row),
                      (double)lod_height(c->t, c->column, down),
                      (double)lod_height(c->t, right, down) };
}

static double mesh_at(const coarse *c, const corners *k, double u, double v)
{
    if (c->is_lt_rb)
        return u <= v ? k->lt + v * (k->lb - k->lt) + u * (k->rb - k->lb)
                      : k->lt + u * (k->rt - k->lt) + v * (k->rb - k->rt);
    return u + v <= 1.0 ? k->lt + u * (k->rt - k->lt) + v * (k->lb - k->lt)
                        : k->rb + (1.0 - u) * (k->lb - k->rb) + (1.0 - v) * (k->rt - k->rb);
}

static double worst_of_heights(const coarse *c)
{
    const corners k = corners_of(c);
    double most = 0.0;
    for (uint32_t v = 0; v < c->end_v; v++) {
        for (uint32_t u = 0; u < c->end_u; u++) {
            const size_t at = terrain_index(c->t, c->column + u, c->row + v);
            if (!terrain_present(c->t, at)) continue;
            const double on = mesh_at(c, &k, (double)u / c->width, (double)v / c->height);
            const double off = fabs((double)terrain_height(c->t, at) - on);
            most = off > most ? off : most;
        }
    }
    return most;
}

static double worst_of_cell(const coarse *c, uint32_t side, double code)
{
    const bool whole = c->width == side && c->height == side;
    return whole && c->t->codes && !c->t->present ? worst_of_codes(c) * code : worst_of_heights(c);
}

// Far borders belong to the last cell alone, all others to the next.
static coarse cell_at(const qx_terrain_lod *lod, uint32_t level, uint32_t column, uint32_t row)
{
    const qx_terrain *t = lod->t;
    const uint32_t side = 1u << level, last_column = t->columns - 1, last_row = t->rows - 1;
    coarse c = { .t = t,
                 .column = column,
                 .row = row,
                 .width = lod_at_most(side, last_column - column),
                 .height = lod_at_most(side, last_row - row),
                 .is_lt_rb = t->diagonal == QX_TERRAIN_LT_RB };
    c.end_u = c.width + (column + c.width == last_column);
    c.end_v = c.height + (row + c.height == last_row);
    return c;
}

// Rounded up, so that a float bounds it.
static float bound_of(double error)
{
    const float near = (float)error;
    return (double)near < error ? (float)(error * (1.0 + 0x1p-22)) : near;
}

static void build_tile(const qx_terrain_lod *lod, uint32_t level, uint32_t x, uint32_t y)
{
    const qx_terrain *t = lod->t;
    const uint32_t tile = lod_tile_side(level), side = 1u << level;
    const uint32_t end_column = lod_at_most((x + 1) * tile, t->columns - 1),
                   end_row = lod_at_most((y + 1) * tile, t->rows - 1);
    const double code = fabs((double)t->high - (double)t->low) / 65535.0;
    double most = 0.0;
    for (uint32_t row = y * tile; row < end_row; row += side) {
        for (uint32_t column = x * tile; column < end_column; column += side) {
            const coarse c = cell_at(lod, level, column, row);
            const double worst = worst_of_cell(&c, side, code);
            most = worst > most ? worst : most;
        }
    }
    lod->tiles[lod->tile_start[level] + (size_t)y * lod->tile_columns[level] + x] = bound_of(most);
}

size_t lod_errors_plan(qx_terrain_lod *lod)
{
    size_t tiles = 0;
    for (uint32_t level = 1; level < lod->levels; level++) {
        const uint32_t side = lod_tile_side(level);
        lod->tile_columns[level] = (lod->t->columns - 2) / side + 1;
        lod->tile_rows[level] = (lod->t->rows - 2) / side + 1;
        lod->tile_start[level] = tiles;
        tiles += (size_t)lod->tile_columns[level] * lod->tile_rows[level];
    }
    return tiles;
}

static void gather(qx_terrain_lod *lod)
{
    for (uint32_t level = 1; level < lod->levels; level++) {
        const float *tiles = lod->tiles + lod->tile_start[level];
        const size_t count = (size_t)lod->tile_columns[level] * lod->tile_rows[level];
        float most = lod->errors[level - 1];
        for (size_t i = 0; i < count; i++) most = tiles[i] > most ? tiles[i] : most;
        lod->errors[level] = most;
    }
}

// A sample on a border between tiles is a corner of both.
static void reach(uint32_t first, uint32_t last, uint32_t side, uint32_t tiles, uint32_t *from,
                  uint32_t *to)
{
    *from = first ? (first - 1) / side : 0;
    *to = lod_at_most(last / side, tiles - 1);
}

void lod_errors_build(qx_terrain_lod *lod, const qx_terrain_area *area)
{
    for (uint32_t level = 1; level < lod->levels; level++) {
        const uint32_t side = lod_tile_side(level);
        uint32_t left, right, up, down;
        reach(area->first_column, area->last_column, side, lod->tile_columns[level], &left, &right);
        reach(area->first_row, area->last_row, side, lod->tile_rows[level], &up, &down);
        for (uint32_t y = up; y <= down; y++)
            for (uint32_t x = left; x <= right; x++) build_tile(lod, level, x, y);
    }
    gather(lod);
}

typedef struct whole_level {
    qx_terrain_lod *lod;
    uint32_t level;
} whole_level;

static void build_tile_row(void *context, uint32_t y)
{
    const whole_level *all = context;
    for (uint32_t x = 0; x < all->lod->tile_columns[all->level]; x++)
        build_tile(all->lod, all->level, x, y);
}

void lod_errors_build_all(qx_terrain_lod *lod, const qx_workers *workers)
{
    for (uint32_t level = 1; level < lod->levels; level++) {
        whole_level all = { lod, level };
        const uint32_t rows = lod->tile_rows[level];
        if (workers)
            workers->parallel_for(workers->user, rows, build_tile_row, &all);
        else
            for (uint32_t y = 0; y < rows; y++) build_tile_row(&all, y);
    }
    gather(lod);
}
