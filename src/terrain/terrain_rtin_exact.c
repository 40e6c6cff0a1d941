// SPDX-License-Identifier: MIT
#include "terrain_rtin.h"
#include "terrain_unit.h"

#include <string.h>

// Every triangle's deviation at every sample it covers: a sample is in as many triangles as there
// are levels, so each is read once, into a tile that stays in the first cache, and measured there
// against all of them. Samples on the two short sides of a triangle are left to its children, which
// have them on their long sides or in their own children; a long side is measured with it.

// What a tile adds to the one square of a size that it is a part of.
typedef struct part {
    float halves, side, face;
} part;

typedef struct tiles {
    qx_terrain_rtin *r;
    const qx_terrain *t;
    uint32_t across, down; // tiles
    uint32_t large;        // levels of squares larger than a tile
    uint32_t odd;          // which rows of tiles are worked on
    part *parts;           // [tile][level]
} tiles;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

// Beyond the field the last sample is repeated; squares there are not asked for.
static void load_tile(const tiles *all, uint32_t column, uint32_t row, rtin_tile *tile)
{
    const qx_terrain *t = all->t;
    double line[RTIN_TILE + 1];
    for (uint32_t y = 0; y <= RTIN_TILE; y++) {
        const size_t start = terrain_index(t, column, least(row + y, t->rows - 1));
        const uint32_t there = least(RTIN_TILE + 1, t->columns - column);
        for (uint32_t x = 0; x < there; x++) line[x] = terrain_unit(t, start + x);
        for (uint32_t x = there; x <= RTIN_TILE; x++) line[x] = line[there - 1];
        for (uint32_t step = 0; step < RTIN_STEPS; step++)
            for (uint32_t lane = 0; lane < RTIN_LANES; lane++)
                tile->heights[y][step][lane] = line[RTIN_LANES * lane + step];
    }
}

static double tile_at(const rtin_tile *tile, uint32_t column, uint32_t row)
{
    if (column == RTIN_TILE) return tile->heights[row][RTIN_STEPS - 1][RTIN_LANES - 1];
    return tile->heights[row][column % RTIN_LANES][column / RTIN_LANES];
}

static void raise(float *error, float value)
{
    *error = larger(*error, value);
}

static void raise_at(qx_terrain_rtin *r, uint32_t column, uint32_t row, float value)
{
    raise(&r->errors[(size_t)row * r->columns + column], value);
}

static void copy_lanes(double *to, const rtin_tile *tile, uint32_t row, uint32_t step)
{
    memcpy(to, tile->heights[row][step], sizeof tile->heights[row][step]);
}

// Of at most 8 cells: a lane each.
static void set_corners_small(rtin_squares *q, const rtin_tile *tile, uint32_t side, uint32_t row)
{
    const uint32_t first = q->first_step;
    copy_lanes(q->left_top, tile, row, first);
    copy_lanes(q->right_top, tile, row, first + side);
    copy_lanes(q->left_bottom, tile, row + side, first);
    copy_lanes(q->right_bottom, tile, row + side, first + side);
    copy_lanes(q->centre, tile, row + side / 2, first + side / 2);
}

static void set_corners(rtin_squares *q, const rtin_tile *tile, uint32_t side, uint32_t row)
{
    for (uint32_t lane = 0; lane < RTIN_LANES; lane++) {
        const uint32_t column = RTIN_LANES * lane, left = column / side * side;
        q->left_top[lane] = tile_at(tile, left, row);
        q->right_top[lane] = tile_at(tile, left + side, row);
        q->left_bottom[lane] = tile_at(tile, left, row + side);
        q->right_bottom[lane] = tile_at(tile, left + side, row + side);
        q->centre[lane] = tile_at(tile, left + side / 2, row + side / 2);
        q->x[lane] = column - left;
    }
}

// Squares of at most a tile, all of which lie in it. `first` is the step where they begin.
static void set_squares(rtin_squares *q, const rtin_tile *tile, uint32_t side, uint32_t row,
                        uint32_t first, uint32_t parity)
{
    q->first_step = first;
    q->end_step = first + least(side, RTIN_LANES);
    q->row = row;
    if (side <= RTIN_LANES)
        set_corners_small(q, tile, side, row);
    else
        set_corners(q, tile, side, row);
    for (uint32_t lane = 0; lane < RTIN_LANES; lane++)
        q->flip[lane] = ((RTIN_LANES * lane + first) / side + row / side + parity) & 1;
}

// Squares of at most 8 cells, of which a tile has the most. No other square has their centres.
static void raise_small(qx_terrain_rtin *r, uint32_t column, uint32_t row, uint32_t side,
                        const rtin_worst *w)
{
    const uint32_t middle = side / 2, right = r->columns - 1 - column;
    const uint32_t lanes = least(RTIN_LANES, (right + RTIN_LANES - side) / RTIN_LANES);
    float *top = r->errors + (size_t)row * r->columns + column;
    float *centre = top + (size_t)middle * r->columns, *bottom = top + (size_t)side * r->columns;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        const uint32_t at = RTIN_LANES * lane;
        centre[at + middle] = w->halves[lane];
        raise(&centre[at], w->left[lane]);
        raise(&centre[at + side], w->right[lane]);
        raise(&top[at + middle], w->top[lane]);
        raise(&bottom[at + middle], w->bottom[lane]);
    }
}

// `column` and `row` are those of the tile, in samples of the field.
static void raise_lanes(qx_terrain_rtin *r, uint32_t column, uint32_t row, const rtin_squares *q,
                        const rtin_worst *w)
{
    const uint32_t side = (uint32_t)q->side, middle = side / 2, top = row + q->row;
    for (uint32_t lane = 0; lane < RTIN_LANES; lane++) {
        const uint32_t inside = (uint32_t)q->x[lane];
        const uint32_t left = column + RTIN_LANES * lane - inside;
        if (left + side >= r->columns) return;
        raise_at(r, left + middle, top + middle, w->halves[lane]);
        raise_at(r, inside < middle ? left : left + side, top + middle, w->left[lane]);
        raise_at(r, left + middle, top, w->top[lane]);
        raise_at(r, left + middle, top + side, w->bottom[lane]);
    }
}

static void measure_small(const tiles *all, uint32_t column, uint32_t row, const rtin_tile *tile)
{
    qx_terrain_rtin *r = all->r;
    rtin_worst worst;
    for (uint32_t side = 4; side <= least(RTIN_TILE, r->block); side *= 2) {
        rtin_squares q = { .side = side, .bottom = side };
        const uint32_t parity = column / side + row / side;
        const uint32_t end = least(RTIN_TILE, r->rows - 1 - row);
        for (uint32_t y = 0; y < end; y += side)
            for (uint32_t first = 0; first < RTIN_LANES; first += side) {
                set_squares(&q, tile, side, y, first, parity);
                r->kernels->measure(&q, tile, &worst);
                if (side <= RTIN_LANES)
                    raise_small(r, column + first, row + y, side, &worst);
                else
                    raise_lanes(r, column, row, &q, &worst);
            }
    }
}

// The one square of more than a tile around a tile.
static rtin_squares square_around(const qx_terrain *t, uint32_t column, uint32_t row, uint32_t side)
{
    const uint32_t left = column / side * side, top = row / side * side;
    rtin_squares q = {
        .side = side, .end_step = RTIN_LANES, .top = row - top, .bottom = row - top + RTIN_TILE
    };
    for (uint32_t lane = 0; lane < RTIN_LANES; lane++) {
        q.left_top[lane] = terrain_unit(t, terrain_index(t, left, top));
        q.right_top[lane] = terrain_unit(t, terrain_index(t, left + side, top));
        q.left_bottom[lane] = terrain_unit(t, terrain_index(t, left, top + side));
        q.right_bottom[lane] = terrain_unit(t, terrain_index(t, left + side, top + side));
        q.centre[lane] = terrain_unit(t, terrain_index(t, left + side / 2, top + side / 2));
        q.x[lane] = column - left + RTIN_LANES * lane;
        q.flip[lane] = rtin_rises(left, top, side);
    }
    return q;
}

static part sum_up(const rtin_worst *w)
{
    part p = { 0 };
    for (uint32_t lane = 0; lane < RTIN_LANES; lane++) {
        p.halves = larger(p.halves, w->halves[lane]);
        p.side = larger(p.side, w->left[lane]);
        p.face = larger(p.face, larger(w->top[lane], w->bottom[lane]));
    }
    return p;
}

static void measure_large(const tiles *all, uint32_t column, uint32_t row, const rtin_tile *tile,
                          part *parts)
{
    rtin_worst worst;
    for (uint32_t level = 0; level < all->large; level++) {
        const rtin_squares q = square_around(all->t, column, row, (2 * RTIN_TILE) << level);
        all->r->kernels->measure(&q, tile, &worst);
        parts[level] = sum_up(&worst);
    }
}

static void measure_row(void *context, uint32_t index)
{
    const tiles *all = context;
    const uint32_t down = 2 * index + all->odd;
    rtin_tile tile;
    for (uint32_t across = 0; across < all->across; across++) {
        const uint32_t column = across * RTIN_TILE, row = down * RTIN_TILE;
        load_tile(all, column, row, &tile);
        measure_small(all, column, row, &tile);
        measure_large(all, column, row, &tile,
                      all->parts + ((size_t)down * all->across + across) * all->large);
    }
}

static void raise_part(qx_terrain_rtin *r, uint32_t column, uint32_t row, uint32_t side,
                       const part *p)
{
    const uint32_t left = column / side * side, top = row / side * side, middle = side / 2;
    raise_at(r, left + middle, top + middle, p->halves);
    raise_at(r, column - left < middle ? left : left + side, top + middle, p->side);
    raise_at(r, left + middle, row - top < middle ? top : top + side, p->face);
}

static void raise_parts(const tiles *all)
{
    const part *p = all->parts;
    for (uint32_t down = 0; down < all->down; down++)
        for (uint32_t across = 0; across < all->across; across++)
            for (uint32_t level = 0; level < all->large; level++, p++)
                raise_part(all->r, across * RTIN_TILE, down * RTIN_TILE, (2 * RTIN_TILE) << level,
                           p);
}

// Edges along a line of samples, `step` apart.
static void measure_line(const tiles *all, size_t start, size_t step, uint32_t cells)
{
    for (uint32_t side = 4; side <= all->r->block; side *= 2)
        for (uint32_t first = 0; first < cells; first += side) {
            const size_t at = start + first * step;
            const double a = terrain_unit(all->t, at);
            const double slope = (terrain_unit(all->t, at + side * step) - a) / side;
            float *error = &all->r->errors[at + side / 2 * step];
            for (uint32_t i = 1; i < side; i++) {
                const double off = terrain_unit(all->t, at + i * step) - (a + i * slope);
                raise(error, round_up(off < 0.0 ? -off : off));
            }
        }
}

// A square measures its left and top edge; the last ones have no square beyond them.
static void measure_last_edges(const tiles *all)
{
    const uint32_t columns = all->t->columns, rows = all->t->rows;
    measure_line(all, columns - 1, columns, rows - 1);
    measure_line(all, (size_t)(rows - 1) * columns, 1, columns - 1);
}

static void clear_row(void *context, uint32_t index)
{
    const qx_terrain_rtin *r = ((const tiles *)context)->r;
    memset(r->errors + (size_t)2 * index * r->columns, 0, r->columns * sizeof *r->errors);
}

qx_result rtin_measure_tiles(qx_terrain_rtin *r, const qx_terrain *t, const qx_workers *workers)
{
    tiles all = { .r = r, .t = t };
    all.across = (t->columns - 1 + RTIN_TILE - 1) / RTIN_TILE;
    all.down = (t->rows - 1 + RTIN_TILE - 1) / RTIN_TILE;
    while ((RTIN_TILE << all.large) < r->block) all.large++;
    const size_t bytes = (size_t)all.across * all.down * all.large * sizeof *all.parts;
    all.parts = qx_allocate(&r->allocator, bytes, QX_CACHE_LINE);
    if (!all.parts) return QX_NO_MEMORY;

    rtin_run(workers, (r->rows + 1) / 2, clear_row, &all);
    // Rows of tiles share the edges between them, so every second one at a time.
    rtin_run(workers, (all.down + 1) / 2, measure_row, &all);
    all.odd = 1;
    rtin_run(workers, all.down / 2, measure_row, &all);
    raise_parts(&all);
    measure_last_edges(&all);
    qx_release(&r->allocator, all.parts, bytes);
    return QX_OK;
}
