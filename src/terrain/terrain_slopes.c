// SPDX-License-Identifier: MIT
#include "terrain_normals.h"

#include <string.h>

// A sample in or around the field. Differences of codes are exact, so they are taken where all
// samples are codes of the same range: then a tile's slopes are those of the whole map.
typedef struct sample {
    const qx_terrain *of; // NULL: a hole, or nothing there
    uint32_t column, row; // in `of`
    size_t index;
} sample;

const terrain_kernels *terrain_choose_kernels(qx_simd simd)
{
    switch (simd) {
#if defined(__x86_64__)
    case QX_SIMD_SSE2: return &terrain_kernels_sse2;
    case QX_SIMD_AVX2: return &terrain_kernels_avx2;
    case QX_SIMD_AVX512: return &terrain_kernels_avx512;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: return &terrain_kernels_neon;
#endif
    default: return &terrain_kernels_scalar;
    }
}

static const qx_terrain *of_rows(const qx_terrain *t, const qx_terrain *n)
{
    return n && n->rows == t->rows ? n : NULL;
}

static const qx_terrain *of_columns(const qx_terrain *t, const qx_terrain *n)
{
    return n && n->columns == t->columns ? n : NULL;
}

bool terrain_neighbours_fit(const qx_terrain *t, const qx_terrain_neighbours *n)
{
    if (!n) return true;
    return of_rows(t, n->left) == n->left && of_rows(t, n->right) == n->right &&
           of_columns(t, n->up) == n->up && of_columns(t, n->down) == n->down;
}

terrain_shade terrain_shade_of(const qx_terrain *t, qx_terrain_normals rule,
                               const qx_terrain_neighbours *neighbours)
{
    terrain_shade shade = { .t = t, .kernels = terrain_choose_kernels(t->simd), .rule = rule };
    if (!neighbours) return shade;
    shade.around = *neighbours;
    shade.around.left = of_rows(t, neighbours->left);
    shade.around.right = of_rows(t, neighbours->right);
    shade.around.up = of_columns(t, neighbours->up);
    shade.around.down = of_columns(t, neighbours->down);
    return shade;
}

// Which field lies at a place: -1 before ours, 0 ours, 1 behind it, along each axis.
static const qx_terrain *field_at(const terrain_shade *s, int x, int y)
{
    const qx_terrain_neighbours *n = &s->around;
    const qx_terrain *const fields[3][3] = { { n->left_up, n->up, n->right_up },
                                             { n->left, s->t, n->right },
                                             { n->left_down, n->down, n->right_down } };
    return fields[y + 1][x + 1];
}

static int64_t wrapped(int64_t index, int64_t period)
{
    const int64_t rest = index % period;
    return rest < 0 ? rest + period : rest;
}

// Where a column is in the field on its side; `end` is the last that is ours.
static int64_t within(int64_t index, int side, int64_t end, int64_t end_there)
{
    return side < 0 ? index + end_there : side > 0 ? index - end : index;
}

// Columns and rows up to `most` are ours; neighbours share the last one. Cells: one fewer.
static sample place_at(const terrain_shade *s, int64_t column, int64_t row, uint32_t fewer)
{
    const qx_terrain *t = s->t;
    const int64_t last_column = (int64_t)t->columns - 1, last_row = (int64_t)t->rows - 1;
    const int x = column < 0 ? -1 : column > last_column - fewer;
    const int y = row < 0 ? -1 : row > last_row - fewer;
    const qx_terrain *of = field_at(s, x, y);
    if (!of && t->periodic) {
        of = t;
        column = x ? wrapped(column, last_column) : column;
        row = y ? wrapped(row, last_row) : row;
    } else if (of) {
        column = within(column, x, last_column, (int64_t)of->columns - 1);
        row = within(row, y, last_row, (int64_t)of->rows - 1);
    }
    if (!of || column < 0 || row < 0 || column >= of->columns || row >= of->rows)
        return (sample){ NULL, 0, 0, 0 };
    return (sample){ of, (uint32_t)column, (uint32_t)row,
                     terrain_index(of, (uint32_t)column, (uint32_t)row) };
}

static sample sample_at(const terrain_shade *s, int64_t column, int64_t row)
{
    sample found = place_at(s, column, row, 0);
    if (found.of && !terrain_present(found.of, found.index)) found.of = NULL;
    return found;
}

static bool cell_is_lt_rb(const terrain_shade *s, int64_t column, int64_t row)
{
    const sample cell = place_at(s, column, row, 1);
    return cell.of && terrain_is_lt_rb(cell.of, cell.column, cell.row);
}

static float height_of(sample a)
{
    return terrain_height(a.of, a.index);
}

// Codes of one range?
static bool alike(sample a, sample b)
{
    return a.of == b.of
               ? a.of->codes != NULL
               : a.of->codes && b.of->codes && a.of->low == b.of->low && a.of->high == b.of->high;
}

static float per_height(const qx_terrain *t, double cells, bool down)
{
    const double size = down ? (double)t->depth : (double)t->width;
    return (float)((double)((down ? t->rows : t->columns) - 1) / (cells * size));
}

// Cells over their size first: tiles whose cells are of one size then have the same factor.
static float per_code(const qx_terrain *t, double cells, bool down)
{
    const double size = down ? (double)t->depth : (double)t->width;
    const double per_unit = (double)((down ? t->rows : t->columns) - 1) / (cells * size);
    return (float)(per_unit * (((double)t->high - (double)t->low) / 65535.0));
}

static float per_step(const qx_terrain *t, double cells, bool down, bool codes)
{
    return codes ? per_code(t, cells, down) : per_height(t, cells, down);
}

// From a to b over a number of cells.
static float slope_between(const qx_terrain *t, sample a, sample b, double cells, bool down)
{
    if (alike(a, b))
        return (float)((int32_t)b.of->codes[b.index] - (int32_t)a.of->codes[a.index]) *
               per_code(t, cells, down);
    return (height_of(b) - height_of(a)) * per_height(t, cells, down);
}

// At `a`, from it and the two after it, as a parabola through them has it.
static float slope_of_three(const qx_terrain *t, sample a, sample b, sample c, bool down)
{
    if (alike(a, b) && alike(a, c)) {
        const int32_t h = a.of->codes[a.index], near = b.of->codes[b.index],
                      far = c.of->codes[c.index];
        return (float)(4 * (near - h) - (far - h)) * per_code(t, 2, down);
    }
    const float h = height_of(a);
    return (4.0f * (height_of(b) - h) - (height_of(c) - h)) * per_height(t, 2, down);
}

static sample along(const terrain_shade *s, int64_t column, int64_t row, int64_t step, bool down)
{
    return down ? sample_at(s, column, row + step) : sample_at(s, column + step, row);
}

static float one_sided(const terrain_shade *s, int64_t column, int64_t row, int side, bool down)
{
    const sample here = sample_at(s, column, row), near = along(s, column, row, side, down),
                 far = along(s, column, row, 2 * side, down);
    const float slope = far.of ? slope_of_three(s->t, here, near, far, down)
                               : slope_between(s->t, here, near, 1, down);
    return side < 0 ? -slope : slope;
}

static float central(const terrain_shade *s, int64_t column, int64_t row, bool down)
{
    const sample before = along(s, column, row, -1, down), after = along(s, column, row, 1, down);
    if (before.of && after.of) return slope_between(s->t, before, after, 2, down);
    if (!before.of && !after.of) return 0.0f;
    return one_sided(s, column, row, after.of ? 1 : -1, down);
}

// The nine samples around a vertex, row by row, and the cuts of the four cells between them.
typedef struct ring {
    sample samples[9];
    bool lt_rb[4];
    bool whole, codes;
} ring;

static ring ring_at(const terrain_shade *s, int64_t column, int64_t row)
{
    ring r = { .whole = true, .codes = true };
    for (int i = 0; i < 9; i++) {
        r.samples[i] = sample_at(s, column + i % 3 - 1, row + i / 3 - 1);
        r.whole = r.whole && r.samples[i].of;
    }
    for (int i = 0; i < 9; i++)
        r.codes = r.codes && (!r.samples[i].of || alike(r.samples[4], r.samples[i]));
    for (int i = 0; i < 4; i++) r.lt_rb[i] = cell_is_lt_rb(s, column + i % 2 - 1, row + i / 2 - 1);
    return r;
}

// The kernels' rule for it, or TERRAIN_RULES where there is none.
static terrain_rule rule_of(const ring *r)
{
    const int cuts = r->lt_rb[0] | r->lt_rb[1] << 1 | r->lt_rb[2] << 2 | r->lt_rb[3] << 3;
    if (!r->whole) return TERRAIN_RULES;
    switch (cuts) {
    case 0: return TERRAIN_SIX_RT_LB;
    case 15: return TERRAIN_SIX_LT_RB;
    case 6: return TERRAIN_CENTRAL;
    case 9: return TERRAIN_EIGHT;
    default: return TERRAIN_RULES;
    }
}

static double cells_of(terrain_rule rule)
{
    static const double cells[TERRAIN_RULES] = { 2, 6, 6, 8 };
    return cells[rule];
}

// The very arithmetic of the inner loops.
static void slopes_by_rule(const terrain_shade *s, const ring *r, terrain_rule rule, float *x,
                           float *z)
{
    uint16_t codes[9];
    float heights[9];
    for (int i = 0; i < 9; i++) {
        codes[i] = r->codes ? r->samples[i].of->codes[r->samples[i].index] : 0;
        heights[i] = r->codes ? 0.0f : height_of(r->samples[i]);
    }
    const terrain_run run = { .up = r->codes ? (void *)(codes + 1) : (void *)(heights + 1),
                              .here = r->codes ? (void *)(codes + 4) : (void *)(heights + 4),
                              .down = r->codes ? (void *)(codes + 7) : (void *)(heights + 7),
                              .count = 1,
                              .rule = rule,
                              .x = per_step(s->t, cells_of(rule), false, r->codes),
                              .z = per_step(s->t, cells_of(rule), true, r->codes) };
    (r->codes ? s->kernels->slopes_of_codes : s->kernels->slopes_of_heights)(&run, x, z);
}

// Sums of the slopes of triangles, all of the same area from above.
typedef struct slope_sum {
    double x, z;
    int count;
} slope_sum;

// A triangle by its corners in the ring: its slope along x is from a to b, along z from c to d.
static void add_triangle(const ring *r, const int corners[3], int a, int b, int c, int d,
                         slope_sum *sum)
{
    bool meets = false;
    for (int i = 0; i < 3; i++) {
        if (!r->samples[corners[i]].of) return;
        meets = meets || corners[i] == 4;
    }
    if (!meets) return;
    sum->x += (double)height_of(r->samples[b]) - (double)height_of(r->samples[a]);
    sum->z += (double)height_of(r->samples[d]) - (double)height_of(r->samples[c]);
    sum->count++;
}

// Of the triangles that are there.
static void slopes_of_triangles(const terrain_shade *s, const ring *r, float *x, float *z)
{
    slope_sum sum = { 0, 0, 0 };
    for (int i = 0; i < 4; i++) {
        const int lt = i % 2 + i / 2 * 3, rt = lt + 1, lb = lt + 3, rb = lt + 4;
        if (r->lt_rb[i]) {
            add_triangle(r, (const int[]){ lt, lb, rb }, lb, rb, lt, lb, &sum);
            add_triangle(r, (const int[]){ lt, rb, rt }, lt, rt, rt, rb, &sum);
        } else {
            add_triangle(r, (const int[]){ lt, lb, rt }, lt, rt, lt, lb, &sum);
            add_triangle(r, (const int[]){ rt, lb, rb }, lb, rb, rt, rb, &sum);
        }
    }
    const qx_terrain *t = s->t;
    const double n = sum.count ? sum.count : 1;
    *x = (float)(sum.x * ((double)(t->columns - 1) / (n * (double)t->width)));
    *z = (float)(sum.z * ((double)(t->rows - 1) / (n * (double)t->depth)));
}

// One vertex, wherever it lies.
static void slopes_at(const terrain_shade *s, uint32_t column, uint32_t row, float *x, float *z)
{
    *x = *z = 0.0f;
    if (!terrain_present(s->t, terrain_index(s->t, column, row))) return;
    if (s->rule == QX_TERRAIN_SMOOTH_NORMALS) {
        *x = central(s, column, row, false);
        *z = central(s, column, row, true);
        return;
    }
    const ring r = ring_at(s, column, row);
    const terrain_rule rule = rule_of(&r);
    if (rule == TERRAIN_RULES)
        slopes_of_triangles(s, &r, x, z);
    else
        slopes_by_rule(s, &r, rule, x, z);
}

static void run_kernel(const terrain_shade *s, terrain_rule rule, size_t index, uint32_t count,
                       float *x, float *z)
{
    const qx_terrain *t = s->t;
    const bool codes = t->codes != NULL;
    const size_t size = codes ? sizeof *t->codes : sizeof *t->heights;
    const char *here =
        codes ? (const char *)(t->codes + index) : (const char *)(t->heights + index);
    const terrain_run run = { .up = here - t->columns * size,
                              .here = here,
                              .down = here + t->columns * size,
                              .count = count,
                              .rule = rule,
                              .x = per_step(t, cells_of(rule), false, codes),
                              .z = per_step(t, cells_of(rule), true, codes) };
    (codes ? s->kernels->slopes_of_codes : s->kernels->slopes_of_heights)(&run, x, z);
}

// Around a vertex of an even place of alternating cells four triangles meet, around the others
// eight.
static void slopes_of_alternating(const terrain_shade *s, uint32_t column, uint32_t row,
                                  uint32_t count, float *x, float *z)
{
    float four_x[TERRAIN_RUN], four_z[TERRAIN_RUN];
    const size_t index = terrain_index(s->t, column, row);
    run_kernel(s, TERRAIN_EIGHT, index, count, x, z);
    run_kernel(s, TERRAIN_CENTRAL, index, count, four_x, four_z);
    for (uint32_t i = (column + row) & 1; i < count; i += 2) {
        x[i] = four_x[i];
        z[i] = four_z[i];
    }
}

static void slopes_inside(const terrain_shade *s, uint32_t column, uint32_t row, uint32_t count,
                          float *x, float *z)
{
    static const terrain_rule rules[] = { TERRAIN_SIX_RT_LB, TERRAIN_SIX_LT_RB };
    const bool smooth = s->rule == QX_TERRAIN_SMOOTH_NORMALS;
    if (!smooth && s->t->diagonal == QX_TERRAIN_ALTERNATING)
        slopes_of_alternating(s, column, row, count, x, z);
    else
        run_kernel(s, smooth ? TERRAIN_CENTRAL : rules[s->t->diagonal],
                   terrain_index(s->t, column, row), count, x, z);
}

// Whether the three samples in a row around a column are there.
static bool three_present(const qx_terrain *t, size_t index)
{
    return terrain_present(t, index - 1) && terrain_present(t, index) &&
           terrain_present(t, index + 1);
}

static bool near_hole(const qx_terrain *t, uint32_t column, uint32_t row)
{
    const size_t index = terrain_index(t, column, row);
    return !three_present(t, index - t->columns) || !three_present(t, index) ||
           !three_present(t, index + t->columns);
}

void terrain_slopes(const terrain_shade *s, uint32_t column, uint32_t row, uint32_t count, float *x,
                    float *z)
{
    const qx_terrain *t = s->t;
    const uint32_t end = column + count, first = column ? column : 1,
                   last = end < t->columns ? end : t->columns - 1;
    const bool inside = row > 0 && row < t->rows - 1 && first < last;
    if (inside)
        slopes_inside(s, first, row, last - first, x + (first - column), z + (first - column));
    for (uint32_t c = column; c < end; c++) {
        if (inside && c == first && !t->present) c = last; // skips what is done
        if (c >= end) break;
        if (inside && c >= first && c < last && !near_hole(t, c, row)) continue;
        slopes_at(s, c, row, x + (c - column), z + (c - column));
    }
}
