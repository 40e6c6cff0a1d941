// SPDX-License-Identifier: MIT
#include "terrain_rtin.h"
#include "terrain_unit.h"

// From the smallest squares to the largest, level by level: edges' middles, whose children are the
// centres of squares half as large, then centres, whose children are the edges' middles of the same
// square.

#define BAND 64u // rows of a task, or one square's where that has more

typedef struct sweep {
    qx_terrain_rtin *r;
    const qx_terrain *t;
    uint32_t side;
    bool exact;
} sweep;

static float larger(float a, float b)
{
    return a > b ? a : b;
}

// --- squares of two cells, by kernels

static void finest_even(const sweep *s, uint32_t row)
{
    const size_t start = terrain_index(s->t, 0, row);
    float *errors = s->r->errors + start;
    if (s->t->codes)
        s->r->kernels->even_16(s->t->codes + start, s->t->columns, errors);
    else
        s->r->kernels->even_32(s->t->heights + start, s->t->columns, errors);
}

static void finest_odd(const sweep *s, uint32_t row)
{
    const uint32_t columns = s->t->columns;
    const size_t start = terrain_index(s->t, 0, row);
    const bool flip = rtin_rises(0, row, 2);
    float *errors = s->r->errors + start;
    if (s->t->codes) {
        const uint16_t *codes = s->t->codes + start;
        const rtin_rows_16 rows = { codes - columns, codes, codes + columns };
        s->r->kernels->odd_16(&rows, columns, flip, errors);
    } else {
        const float *heights = s->t->heights + start;
        const rtin_rows_32 rows = { heights - columns, heights, heights + columns };
        s->r->kernels->odd_32(&rows, columns, flip, errors);
    }
}

static void finest_band(void *context, uint32_t index)
{
    const sweep *s = context;
    const uint32_t first = index * BAND;
    for (uint32_t row = first; row < first + BAND && row < s->t->rows; row++) {
        if (row & 1)
            finest_odd(s, row);
        else
            finest_even(s, row);
    }
}

// --- holes: the smallest triangles that have one beside other samples must be split, and so all
// that hold them

static bool is_there(const qx_terrain *t, int64_t column, int64_t row, uint32_t *asked)
{
    if (column < 0 || row < 0 || column >= t->columns || row >= t->rows) return false;
    ++*asked;
    return terrain_present(t, terrain_index(t, (uint32_t)column, (uint32_t)row));
}

// Around the middle of an edge of two cells: itself, the ends, and the points of both triangles.
static bool is_mixed(const qx_terrain *t, uint32_t column, uint32_t row)
{
    uint32_t asked = 0, there = 0;
    there += is_there(t, column, row, &asked);
    there += is_there(t, (int64_t)column - 1, row, &asked);
    there += is_there(t, (int64_t)column + 1, row, &asked);
    there += is_there(t, column, (int64_t)row - 1, &asked);
    there += is_there(t, column, (int64_t)row + 1, &asked);
    return there != 0 && there != asked;
}

static void split_mixed(const sweep *s)
{
    for (uint32_t row = 0; row < s->t->rows; row++)
        for (uint32_t column = ~row & 1; column < s->t->columns; column += 2)
            if (is_mixed(s->t, column, row))
                s->r->errors[terrain_index(s->t, column, row)] = RTIN_ENDLESS;
}

static float largest_around(const float *error, size_t columns)
{
    return larger(larger(error[-1], error[1]), larger(*(error - columns), *(error + columns)));
}

static void hand_up_mixed(const sweep *s)
{
    for (uint32_t row = 1; row < s->t->rows; row += 2)
        for (uint32_t column = 1; column < s->t->columns; column += 2) {
            float *error = &s->r->errors[terrain_index(s->t, column, row)];
            *error = larger(*error, largest_around(error, s->t->columns));
        }
}

// --- larger squares

static float off_middle(const qx_terrain *t, size_t at, size_t reach)
{
    const double middle = (terrain_unit(t, at - reach) + terrain_unit(t, at + reach)) * 0.5;
    const double off = terrain_unit(t, at) - middle;
    return round_up(off < 0.0 ? -off : off);
}

static void set_error(const sweep *s, size_t at, size_t reach, float children)
{
    float *error = &s->r->errors[at];
    const float own = larger(off_middle(s->t, at, reach), children);
    *error = s->exact ? larger(own, *error) : own;
}

// The centres above or below (left or right of) an edge's middle, as far as there are any.
static float pair_of_centres(const float *errors, size_t at, size_t along, size_t away, bool before,
                             bool after)
{
    float most = 0.0f;
    if (before) most = larger(errors[at - away - along], errors[at - away + along]);
    if (after) most = larger(most, larger(errors[at + away - along], errors[at + away + along]));
    return most;
}

static void level_edges(const sweep *s, uint32_t row)
{
    const uint32_t side = s->side, half = side / 2, quarter = side / 4;
    const qx_terrain *t = s->t;
    const size_t columns = t->columns, q = quarter;
    for (uint32_t column = half; column < columns; column += side) {
        const size_t at = terrain_index(t, column, row);
        set_error(s, at, half,
                  pair_of_centres(s->r->errors, at, q, q * columns, row > 0, row < t->rows - 1));
    }
}

static void upright_edges(const sweep *s, uint32_t row)
{
    const uint32_t side = s->side, half = side / 2, quarter = side / 4;
    const qx_terrain *t = s->t;
    const size_t columns = t->columns, q = quarter;
    for (uint32_t column = 0; column < columns; column += side) {
        const size_t at = terrain_index(t, column, row);
        set_error(
            s, at, half * columns,
            pair_of_centres(s->r->errors, at, q * columns, q, column > 0, column < columns - 1));
    }
}

static void centres(const sweep *s, uint32_t row)
{
    const uint32_t side = s->side, half = side / 2;
    const size_t columns = s->t->columns, down = half * columns;
    const float *errors = s->r->errors;
    for (uint32_t column = half; column < columns; column += side) {
        const size_t at = terrain_index(s->t, column, row);
        const bool rises = rtin_rises(column, row, side);
        const float beside = larger(errors[at - half], errors[at + half]);
        const float above = larger(errors[at - down], errors[at + down]);
        set_error(s, at, rises ? down - half : down + half, larger(beside, above));
    }
}

static uint32_t band_of(const sweep *s)
{
    return s->side > BAND ? s->side : BAND;
}

static void edge_band(void *context, uint32_t index)
{
    const sweep *s = context;
    const uint32_t band = band_of(s), first = index * band;
    for (uint32_t row = first; row < first + band && row < s->t->rows; row += s->side) {
        level_edges(s, row);
        if (row + s->side / 2 < s->t->rows) upright_edges(s, row + s->side / 2);
    }
}

static void centre_band(void *context, uint32_t index)
{
    const sweep *s = context;
    const uint32_t band = band_of(s), first = index * band + s->side / 2;
    for (uint32_t row = first; row < first + band && row < s->t->rows; row += s->side)
        centres(s, row);
}

void rtin_sweep(qx_terrain_rtin *r, const qx_terrain *t, bool exact, const qx_workers *workers)
{
    sweep s = { .r = r, .t = t, .side = 2, .exact = exact };
    rtin_run(workers, t->rows / BAND + 1, finest_band, &s);
    if (t->holes > 0) {
        split_mixed(&s);
        hand_up_mixed(&s);
    }
    for (s.side = 4; s.side <= r->block; s.side *= 2) {
        const uint32_t bands = t->rows / band_of(&s) + 1;
        rtin_run(workers, bands, edge_band, &s);
        rtin_run(workers, bands, centre_band, &s);
    }
}
