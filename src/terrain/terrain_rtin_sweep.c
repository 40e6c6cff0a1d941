// SPDX-License-Identifier: MIT
#include "terrain_rtin.h"
#include "terrain_unit.h"

#include "base/hints.h"

// From the smallest squares to the largest: edges' middles, whose children are the centres of
// squares half as large, then centres, whose children are the edges' middles of the same square.
// A stripe is a row of squares. Larger squares follow as soon as the stripes that they need are
// done, while those are still in the cache.

#define BAND 16u   // rows of a task
#define LEVELS 15u // squares of 2 to 32,768 cells

typedef struct sweep {
    qx_terrain_rtin *r;
    const qx_terrain *t;
    bool exact;
    uint32_t lines[LEVELS]; // of level edges that are done, of squares of 2 << level cells
} sweep;

INLINE float larger(float a, float b)
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

INLINE float off_middle(const qx_terrain *t, size_t at, size_t reach)
{
    if (t->codes) {
        const uint16_t *code = t->codes + at;
        const int32_t twice = *(code - reach) + *(code + reach) - 2 * *code;
        return 0.5f * (float)(twice < 0 ? -twice : twice);
    }
    const float *height = t->heights + at;
    const double middle = ((double)*(height - reach) + (double)*(height + reach)) * 0.5;
    const double off = (double)*height - middle;
    return round_up(off < 0.0 ? -off : off);
}

INLINE void set_error(const sweep *s, size_t at, size_t reach, float children)
{
    float *error = &s->r->errors[at];
    const float own = larger(off_middle(s->t, at, reach), children);
    *error = s->exact ? larger(own, *error) : own;
}

// The centres on one side of an edge.
INLINE float pair_of_centres(const float *errors, size_t from, size_t along)
{
    return larger(errors[from - along], errors[from + along]);
}

static void level_edges(const sweep *s, uint32_t side, uint32_t row)
{
    const uint32_t columns = s->t->columns;
    const size_t quarter = side / 4, away = quarter * columns, start = terrain_index(s->t, 0, row);
    const float *errors = s->r->errors;
    for (size_t at = start + side / 2; at < start + columns; at += side) {
        float most = 0.0f;
        if (row > 0) most = pair_of_centres(errors, at - away, quarter);
        if (row + 1 < s->t->rows) most = larger(most, pair_of_centres(errors, at + away, quarter));
        set_error(s, at, side / 2, most);
    }
}

static void upright_edges(const sweep *s, uint32_t side, uint32_t row)
{
    const uint32_t columns = s->t->columns;
    const size_t quarter = side / 4, along = quarter * columns, start = terrain_index(s->t, 0, row);
    const float *errors = s->r->errors;
    const size_t reach = (size_t)side / 2 * columns, last = start + columns - 1;
    set_error(s, start, reach, pair_of_centres(errors, start + quarter, along));
    for (size_t at = start + side; at < last; at += side)
        set_error(s, at, reach,
                  larger(pair_of_centres(errors, at - quarter, along),
                         pair_of_centres(errors, at + quarter, along)));
    set_error(s, last, reach, pair_of_centres(errors, last - quarter, along));
}

static void centres(const sweep *s, uint32_t side, uint32_t row)
{
    const uint32_t columns = s->t->columns;
    const size_t half = side / 2, down = half * columns, start = terrain_index(s->t, 0, row);
    const float *errors = s->r->errors;
    bool rises = rtin_rises(0, row, side);
    for (size_t at = start + half; at < start + columns; at += side, rises = !rises) {
        const float beside = larger(errors[at - half], errors[at + half]);
        const float above = larger(errors[at - down], errors[at + down]);
        set_error(s, at, rises ? down - half : down + half, larger(beside, above));
    }
}

// --- squares of four cells, by kernels

static void four_level(const sweep *s, uint32_t row)
{
    const size_t columns = s->t->columns, start = terrain_index(s->t, 0, row);
    float *errors = s->r->errors + start;
    const bool first = row == 0, last = row == s->t->rows - 1; // have one side only
    const rtin_around around = { .above = first ? errors + columns : errors - columns,
                                 .below = last ? errors - columns : errors + columns,
                                 .errors = errors,
                                 .columns = s->t->columns,
                                 .exact = s->exact };
    if (s->t->codes)
        s->r->kernels->level_16(&around, s->t->codes + start);
    else
        s->r->kernels->level_32(&around, s->t->heights + start);
}

static void four_between(const sweep *s, uint32_t row)
{
    const size_t columns = s->t->columns, start = terrain_index(s->t, 0, row);
    float *errors = s->r->errors + start;
    const bool flip = rtin_rises(0, row, 4);
    const rtin_around next = { errors - columns, errors + columns, errors,
                               s->t->columns,    s->exact,         flip };
    const rtin_around far = {
        errors - 2 * columns, errors + 2 * columns, errors, s->t->columns, s->exact, flip
    };
    const rtin_kernels *k = s->r->kernels;
    if (s->t->codes) {
        const uint16_t *codes = s->t->codes + start;
        const rtin_rows_16 rows = { codes - 2 * columns, codes, codes + 2 * columns };
        k->upright_16(&next, &rows);
        k->centres_16(&far, &rows);
    } else {
        const float *heights = s->t->heights + start;
        const rtin_rows_32 rows = { heights - 2 * columns, heights, heights + 2 * columns };
        k->upright_32(&next, &rows);
        k->centres_32(&far, &rows);
    }
}

static void do_line(const sweep *s, uint32_t side, uint32_t row)
{
    if (side == 4)
        four_level(s, row);
    else
        level_edges(s, side, row);
}

static void do_stripe(const sweep *s, uint32_t side, uint32_t row)
{
    if (side == 4) {
        four_between(s, row);
        return;
    }
    upright_edges(s, side, row);
    centres(s, side, row);
}

// `ready` stripes of squares half as large are done. A line of level edges needs those around it,
// a stripe the lines above and below.
static void go_on(sweep *s, uint32_t level, uint32_t ready)
{
    const uint32_t side = UINT32_C(2) << level, stripes = (s->t->rows - 1) / side;
    if (side > s->r->block) return;
    uint32_t *line = &s->lines[level];
    const uint32_t before = *line;
    for (; *line <= stripes && (ready > 2 * *line || ready == 2 * stripes); ++*line) {
        do_line(s, side, *line * side);
        if (*line > 0) do_stripe(s, side, *line * side - side / 2);
    }
    if (*line > before && *line > 1) go_on(s, level + 1, *line - 1);
}

void rtin_sweep(qx_terrain_rtin *r, const qx_terrain *t, bool exact, const qx_workers *workers)
{
    sweep s = { .r = r, .t = t, .exact = exact };
    const uint32_t bands = t->rows / BAND + 1, stripes = (t->rows - 1) / 2;
    if (workers || t->holes > 0) {
        rtin_run(workers, bands, finest_band, &s);
        if (t->holes > 0) {
            split_mixed(&s);
            hand_up_mixed(&s);
        }
        go_on(&s, 1, stripes);
        return;
    }
    for (uint32_t band = 0; band < bands; band++) {
        const uint32_t ready = (band + 1) * (BAND / 2);
        finest_band(&s, band);
        go_on(&s, 1, ready < stripes ? ready : stripes);
    }
}
