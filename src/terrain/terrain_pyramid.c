// SPDX-License-Identifier: MIT
#include "terrain_internal.h"

#include <float.h>
#include <string.h>

#define RUN 32u // blocks of a row at a time

// A range of heights.
typedef struct span {
    float lowest, highest;
} span;

static const terrain_bounds nothing = { 65535, 0 };

size_t terrain_pyramid_plan(qx_terrain *t)
{
    uint32_t columns = (t->columns - 2) / TERRAIN_BLOCK + 1,
             rows = (t->rows - 2) / TERRAIN_BLOCK + 1;
    size_t blocks = 0;
    t->level_count = 0;
    for (;;) {
        t->level_columns[t->level_count] = columns;
        t->level_rows[t->level_count] = rows;
        t->level_start[t->level_count++] = blocks;
        blocks += (size_t)columns * rows;
        if (columns == 1 && rows == 1) return blocks;
        columns = (columns + 1) / 2;
        rows = (rows + 1) / 2;
    }
}

static float next_up(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits++;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

// Codes keep the whole range, so that edits cannot move it; floats take the one there is.
static void choose_range(qx_terrain *t)
{
    float low = t->lowest, high = t->highest;
    if (t->codes) {
        low = t->low < t->high ? t->low : t->high;
        high = t->low < t->high ? t->high : t->low;
    }
    t->pyramid_low = low;
    t->pyramid_span = (float)((double)high - (double)low);
    while ((double)t->pyramid_low + (double)t->pyramid_span < (double)high)
        t->pyramid_span = next_up(t->pyramid_span);
}

static uint32_t near_bound(const qx_terrain *t, float height)
{
    if (!(t->pyramid_span > 0.0f)) return 0;
    const double share = ((double)height - (double)t->pyramid_low) / (double)t->pyramid_span;
    const double bound = share * 65535.0;
    return bound < 0.0 ? 0 : bound > 65535.0 ? 65535 : (uint32_t)bound;
}

static terrain_bounds bounds_of(const qx_terrain *t, span s)
{
    if (s.lowest > s.highest) return nothing;
    uint32_t lowest = near_bound(t, s.lowest), highest = near_bound(t, s.highest);
    while (lowest > 0 && terrain_bound_height(t, lowest) > (double)s.lowest) lowest--;
    while (highest < 65535 && terrain_bound_height(t, highest) < (double)s.highest) highest++;
    return (terrain_bounds){ (uint16_t)lowest, (uint16_t)highest };
}

static void add_height(span *s, float height)
{
    if (height < s->lowest) s->lowest = height;
    if (height > s->highest) s->highest = height;
}

// Samples of a block.
typedef struct block {
    uint32_t column, row, end_column, end_row;
} block;

static block block_at(const qx_terrain *t, uint32_t x, uint32_t y)
{
    const block whole = { x * TERRAIN_BLOCK, y * TERRAIN_BLOCK, (x + 1) * TERRAIN_BLOCK + 1,
                          (y + 1) * TERRAIN_BLOCK + 1 };
    return (block){ whole.column, whole.row,
                    whole.end_column < t->columns ? whole.end_column : t->columns,
                    whole.end_row < t->rows ? whole.end_row : t->rows };
}

static bool is_whole(const qx_terrain *t, const block *b)
{
    for (uint32_t row = b->row; t->present && row < b->end_row; row++)
        if (!terrain_all_present(t, terrain_index(t, b->column, row), b->end_column - b->column))
            return false;
    return true;
}

// Of samples that are all there.
static span span_of_floats(const qx_terrain *t, const block *b)
{
    span s = { FLT_MAX, -FLT_MAX };
    for (uint32_t row = b->row; row < b->end_row; row++) {
        const float *heights = t->heights + terrain_index(t, 0, row);
        for (uint32_t c = b->column; c < b->end_column; c++) add_height(&s, heights[c]);
    }
    return s;
}

static void add_triangle(const qx_terrain *t, const size_t corners[3], span *s)
{
    for (int i = 0; i < 3; i++)
        if (!terrain_present(t, corners[i])) return;
    for (int i = 0; i < 3; i++) add_height(s, terrain_height(t, corners[i]));
}

static span span_with_holes(const qx_terrain *t, const block *b)
{
    span s = { FLT_MAX, -FLT_MAX };
    for (uint32_t row = b->row; row + 1 < b->end_row; row++) {
        for (uint32_t c = b->column; c + 1 < b->end_column; c++) {
            const size_t lt = terrain_index(t, c, row), lb = lt + t->columns;
            const bool lt_rb = terrain_is_lt_rb(t, c, row);
            add_triangle(t, (const size_t[]){ lt, lb, lt_rb ? lb + 1 : lt + 1 }, &s);
            add_triangle(t, (const size_t[]){ lt + 1, lt_rb ? lt : lb, lb + 1 }, &s);
        }
    }
    return s;
}

static terrain_bounds bounds_of_codes(const qx_terrain *t, uint32_t lowest, uint32_t highest)
{
    span s = { FLT_MAX, -FLT_MAX };
    add_height(&s, terrain_decode(t, lowest));
    add_height(&s, terrain_decode(t, highest));
    return bounds_of(t, s);
}

// Lowest and highest codes of each column of a run of blocks: loops that compilers vectorise.
typedef struct column_codes {
    uint16_t lowest[RUN * TERRAIN_BLOCK + 1], highest[RUN * TERRAIN_BLOCK + 1];
} column_codes;

static void survey_columns(const qx_terrain *t, const block *b, column_codes *of)
{
    const size_t count = b->end_column - b->column;
    memset(of->lowest, 0xFF, count * sizeof of->lowest[0]);
    memset(of->highest, 0, count * sizeof of->highest[0]);
    for (uint32_t row = b->row; row < b->end_row; row++) {
        const uint16_t *codes = t->codes + terrain_index(t, b->column, row);
        for (size_t i = 0; i < count; i++) {
            of->lowest[i] = codes[i] < of->lowest[i] ? codes[i] : of->lowest[i];
            of->highest[i] = codes[i] > of->highest[i] ? codes[i] : of->highest[i];
        }
    }
}

// Blocks of codes without a hole, at most RUN of them side by side.
static void build_codes(const qx_terrain *t, uint32_t x, uint32_t y, uint32_t count,
                        terrain_bounds *bounds)
{
    column_codes of;
    block all = block_at(t, x, y);
    all.end_column = block_at(t, x + count - 1, y).end_column;
    survey_columns(t, &all, &of);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t lowest = 65535, highest = 0;
        const uint32_t first = i * TERRAIN_BLOCK,
                       end = block_at(t, x + i, y).end_column - all.column;
        for (uint32_t c = first; c < end; c++) {
            lowest = of.lowest[c] < lowest ? of.lowest[c] : lowest;
            highest = of.highest[c] > highest ? of.highest[c] : highest;
        }
        bounds[i] = bounds_of_codes(t, lowest, highest);
    }
}

static terrain_bounds finest(const qx_terrain *t, uint32_t x, uint32_t y)
{
    terrain_bounds bounds;
    const block b = block_at(t, x, y);
    if (!is_whole(t, &b)) return bounds_of(t, span_with_holes(t, &b));
    if (!t->codes) return bounds_of(t, span_of_floats(t, &b));
    build_codes(t, x, y, 1, &bounds);
    return bounds;
}

static terrain_bounds joined(const qx_terrain *t, uint32_t level, uint32_t x, uint32_t y)
{
    terrain_bounds all = nothing;
    const uint32_t columns = t->level_columns[level - 1], rows = t->level_rows[level - 1];
    const terrain_bounds *below = t->pyramid + t->level_start[level - 1];
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t column = 2 * x + (i & 1), row = 2 * y + (i >> 1);
        if (column >= columns || row >= rows) continue;
        const terrain_bounds one = below[(size_t)row * columns + column];
        all.lowest = one.lowest < all.lowest ? one.lowest : all.lowest;
        all.highest = one.highest > all.highest ? one.highest : all.highest;
    }
    return all;
}

static void build_finest(const qx_terrain *t, const qx_terrain_area *blocks, uint32_t y)
{
    const uint32_t end = blocks->last_column + 1;
    terrain_bounds *bounds = t->pyramid + (size_t)y * t->level_columns[0];
    if (t->codes && !t->present) {
        for (uint32_t x = blocks->first_column; x < end; x += RUN)
            build_codes(t, x, y, end - x < RUN ? end - x : RUN, bounds + x);
        return;
    }
    for (uint32_t x = blocks->first_column; x < end; x++) bounds[x] = finest(t, x, y);
}

// Blocks of a level, last ones included.
static void build_level(qx_terrain *t, uint32_t level, const qx_terrain_area *blocks)
{
    terrain_bounds *bounds = t->pyramid + t->level_start[level];
    for (uint32_t y = blocks->first_row; y <= blocks->last_row; y++) {
        if (level == 0) build_finest(t, blocks, y);
        for (uint32_t x = blocks->first_column; level > 0 && x <= blocks->last_column; x++)
            bounds[(size_t)y * t->level_columns[level] + x] = joined(t, level, x, y);
    }
}

static qx_terrain_area halved(const qx_terrain_area *a)
{
    return (qx_terrain_area){ a->first_column / 2, a->first_row / 2, a->last_column / 2,
                              a->last_row / 2 };
}

static void build_above(qx_terrain *t, qx_terrain_area blocks)
{
    for (uint32_t level = 1; level < t->level_count; level++) {
        blocks = halved(&blocks);
        build_level(t, level, &blocks);
    }
}

// The first and last block that a run of samples touches; one on a border touches both.
static void reach(uint32_t first, uint32_t last, uint32_t blocks, uint32_t *from, uint32_t *to)
{
    *from = first ? (first - 1) / TERRAIN_BLOCK : 0;
    *to = last / TERRAIN_BLOCK < blocks ? last / TERRAIN_BLOCK : blocks - 1;
}

void terrain_pyramid_build(qx_terrain *t, const qx_terrain_area *area)
{
    if (!area) {
        terrain_pyramid_build_all(t, NULL);
        return;
    }
    qx_terrain_area b;
    reach(area->first_column, area->last_column, t->level_columns[0], &b.first_column,
          &b.last_column);
    reach(area->first_row, area->last_row, t->level_rows[0], &b.first_row, &b.last_row);
    build_level(t, 0, &b);
    build_above(t, b);
}

static void build_finest_row(void *context, uint32_t row)
{
    qx_terrain *t = context;
    build_level(t, 0, &(qx_terrain_area){ 0, row, t->level_columns[0] - 1, row });
}

void terrain_pyramid_build_all(qx_terrain *t, const qx_workers *workers)
{
    choose_range(t);
    const uint32_t rows = t->level_rows[0];
    if (workers)
        workers->parallel_for(workers->user, rows, build_finest_row, t);
    else
        for (uint32_t row = 0; row < rows; row++) build_finest_row(t, row);
    build_above(t, (qx_terrain_area){ 0, 0, t->level_columns[0] - 1, rows - 1 });
}
