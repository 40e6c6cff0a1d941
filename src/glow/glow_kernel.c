// SPDX-License-Identifier: MIT
#include "glow_kernel.h"
#include "base/exact.h"
#include "base/hints.h"

#include <math.h>
#include <string.h>

// Compiled several times, QX_KERNELS being the name of the table. A line is drawn in columns of a
// fixed number of pixels from the picture's left, each from row to row: long loops with few
// branches, where going along a row would end after two or three steps. Every body is a fixed
// sequence of single operations, so each instruction set gives the same bits. Places count from the
// column's first pixel in the band, which is reckoned in double: lines that end far away lose
// nothing. Of a batch, all that reaches a tile is drawn there before the next tile's turn.

#define COLUMN 16u
#define TILE GLOW_TILE
#define MOST_TILES (16384u / TILE)

// Farther than any radius reaches, and its square is still a float or infinite, which are alike.
#define FAR 1e30

// What is so near to being lit, in pixels, is looked at too: more than rounding can be wrong by.
#define MARGIN 0.0625

// Where a column lies against the line, in radii of the widest light: its first pixel along the line
// from the start and from the end, and across it; and steps to the right and down.
typedef struct column_place {
    float along, past, across;
    float right_along, right_across, down_along, down_across;
} column_place;

// Some rows of a column in the three planes.
typedef struct column_rows {
    float *red, *green, *blue; // of row 0 of the band
    size_t stride;             // from row to row
    uint32_t first, end;       // rows of the band
} column_rows;

static inline float larger(float a, float b)
{
    return a > b ? a : b;
}

static inline float clamp(float value, float low, float high)
{
    const float least = value > low ? value : low;
    return least < high ? least : high;
}

// (1 - q)^(5/2)
static inline float profile(float q)
{
    const float rest = larger(1.0f - q, 0.0f);
    return rest * rest * sqrtf(rest);
}

// `lights` is known where this is inlined.
static inline void draw_max_rows(const glow_reach *reach, const column_place *place,
                                 const column_rows *rows, const int lights)
{
    const column_place at = *place;
    const glow_reach a = reach[0], b = reach[1], c = reach[2];
    const float b2 = b.ratio * b.ratio, c2 = c.ratio * c.ratio;
    for (uint32_t row = rows->first; row < rows->end; row++) {
        float *red = rows->red + row * rows->stride;
        float *green = rows->green + row * rows->stride;
        float *blue = rows->blue + row * rows->stride;
        const float down_along = (float)(int)row * at.down_along;
        const float down_across = (float)(int)row * at.down_across;
        EACH_ALONE
        for (unsigned i = 0; i < COLUMN; i++) {
            const float right = (float)(int)i * at.right_along;
            const float before = (-at.along - right) - down_along;
            const float beyond = larger(larger(before, (at.past + right) + down_along), 0.0f);
            const float across = (at.across + (float)(int)i * at.right_across) + down_across;
            const float square = beyond * beyond + across * across;
            float share = profile(square);
            float r = share * a.red, g = share * a.green, l = share * a.blue;
            if (lights > 1) {
                share = profile(square * b2);
                r += share * b.red;
                g += share * b.green;
                l += share * b.blue;
            }
            if (lights > 2) {
                share = profile(square * c2);
                r += share * c.red;
                g += share * c.green;
                l += share * c.blue;
            }
            red[i] = larger(red[i], r);
            green[i] = larger(green[i], g);
            blue[i] = larger(blue[i], l);
        }
    }
}

// The integral of (h² - s²)² from 0 to s.
static inline float integral(float square, float s)
{
    return s * (square * square + s * s * (s * s * 0.2f - square * (2.0f / 3.0f)));
}

// Over the part of the line that lies within the radius; along and past are distances to its ends.
static inline float line_integral(float along, float past, float across, float ratio)
{
    const float d = across * ratio;
    const float square = larger(1.0f - d * d, 0.0f);
    const float h = sqrtf(square);
    const float low = clamp(-along * ratio, -h, h);
    const float high = clamp(-past * ratio, -h, h);
    return (integral(square, high) - integral(square, low)) * (15.0f / 16.0f);
}

static inline void draw_sum_rows(const glow_reach *reach, const column_place *place,
                                 const column_rows *rows, const int lights)
{
    const column_place at = *place;
    const glow_reach a = reach[0], b = reach[1], c = reach[2];
    for (uint32_t row = rows->first; row < rows->end; row++) {
        float *red = rows->red + row * rows->stride;
        float *green = rows->green + row * rows->stride;
        float *blue = rows->blue + row * rows->stride;
        const float down_along = (float)(int)row * at.down_along;
        const float down_across = (float)(int)row * at.down_across;
        EACH_ALONE
        for (unsigned i = 0; i < COLUMN; i++) {
            const float right = (float)(int)i * at.right_along;
            const float along = (at.along + right) + down_along;
            const float past = (at.past + right) + down_along;
            const float across = (at.across + (float)(int)i * at.right_across) + down_across;
            float share = line_integral(along, past, across, 1.0f);
            float r = share * a.red, g = share * a.green, l = share * a.blue;
            if (lights > 1) {
                share = line_integral(along, past, across, b.ratio);
                r += share * b.red;
                g += share * b.green;
                l += share * b.blue;
            }
            if (lights > 2) {
                share = line_integral(along, past, across, c.ratio);
                r += share * c.red;
                g += share * c.green;
                l += share * c.blue;
            }
            red[i] += r;
            green[i] += g;
            blue[i] += l;
        }
    }
}

// Functions of their own, as each is called twice and would else be there twice.
#define ROWS_OF(NAME, LIGHTS)                                                                      \
    static void NAME##_##LIGHTS(const glow_reach *reach, const column_place *place,                \
                                const column_rows *rows)                                           \
    {                                                                                              \
        NAME(reach, place, rows, LIGHTS);                                                          \
    }
ROWS_OF(draw_max_rows, 1)
ROWS_OF(draw_max_rows, 2)
ROWS_OF(draw_max_rows, 3)
ROWS_OF(draw_sum_rows, 1)
ROWS_OF(draw_sum_rows, 2)
ROWS_OF(draw_sum_rows, 3)

typedef void rows_draw(const glow_reach *reach, const column_place *place, const column_rows *rows);

// Of one form, by the number of lights less 1. Handed down as a constant, so that calls are direct.
typedef rows_draw *const rows_form[GLOW_LIGHTS];
static rows_form max_form = { draw_max_rows_1, draw_max_rows_2, draw_max_rows_3 };
static rows_form sum_form = { draw_sum_rows_1, draw_sum_rows_2, draw_sum_rows_3 };

// From where the last part ended up to `end`.
static inline void draw_rows(rows_draw *draw, const glow_reach *reach, const column_place *place,
                             column_rows *rows, uint32_t end)
{
    rows->end = end;
    if (rows->first < end) draw(reach, place, rows);
    rows->first = end;
}

// Rows or columns first .. end - 1.
typedef struct span {
    uint32_t first, end;
} span;

// A column's middle, and what its strips' middles and half heights grow by over its breadth.
typedef struct column_cross {
    double across, along, across_more, along_more, off;
} column_cross;

static inline column_cross cross_column(const glow_stroke *stroke, double x)
{
    const glow_strips *of = &stroke->strips;
    const double half = 0.5 * (double)(COLUMN - 1), right = x + half - stroke->from_x;
    return (column_cross){
        .across = stroke->from_y + right * of->across_slope,
        .along = of->along_at + right * of->along_slope,
        .across_more = half * fabs(of->across_slope),
        .along_more = half * fabs(of->along_slope),
        .off = exact_max(exact_max(stroke->left - (x + 2.0 * half), x - stroke->right), 0.0),
    };
}

// The rows of a column whose pixels' centres may lie within a light's radius: in the rectangle
// around the capsule that is turned with it, and no farther from the line's box than the round end
// is there.
static inline span find_span(const glow_stroke *stroke, const column_cross *cross, int light,
                             double round, const glow_band *band, span within)
{
    const glow_strips *of = &stroke->strips;
    const double radius = stroke->reach[light].radius;
    const double across = radius * of->across_stretch + cross->across_more;
    const double along = (0.5 * stroke->length + radius) * of->along_stretch + cross->along_more;
    const double top =
        exact_max(exact_max(stroke->top - round, cross->across - across), cross->along - along);
    const double bottom =
        exact_min(exact_min(stroke->bottom + round, cross->across + across), cross->along + along);
    const double up = (double)band->first;
    const double first = exact_max(top - up + (0.5 - MARGIN), (double)within.first);
    const double end = exact_min(bottom - up + (0.5 + MARGIN), (double)within.end);
    if (!(first < end) || cross->off > radius) return (span){ within.end, within.end };
    return (span){ (uint32_t)(int32_t)first, (uint32_t)(int32_t)end };
}

static inline float to_float(double value)
{
    return (float)exact_max(exact_min(value, FAR), -FAR);
}

static inline column_place place_column(const glow_stroke *stroke, double x, double y)
{
    const double unit = stroke->unit;
    const double right = x - stroke->from_x, down = y - stroke->from_y;
    const double along = right * stroke->way_x + down * stroke->way_y;
    return (column_place){
        .along = to_float(along * unit),
        .past = to_float((along - stroke->length) * unit),
        .across = to_float((right * stroke->way_y - down * stroke->way_x) * unit),
        .right_along = (float)(stroke->way_x * unit),
        .right_across = (float)(stroke->way_y * unit),
        .down_along = (float)(stroke->way_y * unit),
        .down_across = (float)(-stroke->way_x * unit),
    };
}

// Lights lie inside one another, so a column has five parts at most, seen from above.
static inline void draw_parts(rows_form *form, const glow_reach *reach, const column_place *place,
                              column_rows rows, const span spans[GLOW_LIGHTS])
{
    rows.first = spans[0].first;
    draw_rows((*form)[0], reach, place, &rows, spans[1].first);
    draw_rows((*form)[1], reach, place, &rows, spans[2].first);
    draw_rows((*form)[2], reach, place, &rows, spans[2].end);
    draw_rows((*form)[1], reach, place, &rows, spans[1].end);
    draw_rows((*form)[0], reach, place, &rows, spans[0].end);
}

// Rows point at the column's first pixel.
static inline void draw_column(rows_form *form, const glow_stroke *stroke, const glow_band *band,
                               uint32_t x, const column_rows *rows)
{
    const double left = (double)x + 0.5, top = (double)band->first + 0.5;
    const column_cross cross = cross_column(stroke, left);
    const double radius = stroke->reach[0].radius;
    const double round = sqrt(exact_max(radius * radius - cross.off * cross.off, 0.0));
    const span all = { rows->first, rows->end };
    span spans[GLOW_LIGHTS];
    spans[0] = find_span(stroke, &cross, 0, round, band, all);
    if (spans[0].first >= spans[0].end) return;
    for (int i = 1; i < GLOW_LIGHTS; i++)
        spans[i] = find_span(stroke, &cross, i, stroke->reach[i].radius, band, spans[i - 1]);
    const column_place place = place_column(stroke, left, top);
    draw_parts(form, stroke->reach, &place, *rows, spans);
}

// Pixels of a band.
typedef struct patch {
    span rows, columns;
} patch;

// What a stroke may reach, in whole columns.
static inline patch find_patch(const glow_stroke *stroke, const glow_band *band)
{
    const glow_strips *of = &stroke->strips;
    const double radius = stroke->reach[0].radius + MARGIN;
    const double up = (double)band->first, down = (double)band->end;
    const double top = exact_max(stroke->top - radius, up);
    const double bottom = exact_min(stroke->bottom + radius, down);
    const double breadth = radius * of->along_stretch;
    const double a = stroke->from_x + (stroke->from_y - top) * of->along_slope;
    const double b = stroke->from_x + (stroke->from_y - bottom) * of->along_slope;
    const double left = exact_max(exact_max(stroke->left - radius, exact_min(a, b) - breadth), 0.0);
    const double right = exact_min(exact_min(stroke->right + radius, exact_max(a, b) + breadth),
                                   (double)band->width);
    if (!(top < bottom && left < right)) return (patch){ { 0, 0 }, { 0, 0 } };
    return (patch){
        .rows = { (uint32_t)(int32_t)(top - up), (uint32_t)(int32_t)exact_ceil(bottom - up) },
        .columns = { (uint32_t)(int32_t)left / COLUMN * COLUMN,
                     (uint32_t)(int32_t)exact_ceil(right) },
    };
}

static inline uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

// What a batch does to some columns: the first and the last stroke that may reach them, and their
// patches' rows and pixels there.
typedef struct column_use {
    uint32_t from, to;
    span rows;
    uint32_t pixels;
} column_use;

static inline void use_tiles(column_use *tiles, uint32_t stroke, const patch *reached)
{
    const span rows = reached->rows, columns = reached->columns;
    for (uint32_t x = columns.first, end; x < columns.end; x = end) {
        column_use *use = &tiles[x / TILE];
        end = lesser((x / TILE + 1) * TILE, columns.end);
        if (use->pixels == 0) *use = (column_use){ .from = stroke, .rows = rows };
        use->to = stroke;
        use->rows = (span){ lesser(use->rows.first, rows.first), greater(use->rows.end, rows.end) };
        use->pixels += (rows.end - rows.first) * (end - x);
    }
}

// Strokes of a batch and where they lie in a band.
typedef struct layout {
    const glow_stroke *strokes;
    const glow_band *band;
    patch patches[GLOW_BATCH];
} layout;

// Rows point at the first column.
static inline void draw_strokes(rows_form *form, const layout *all, const column_use *use,
                                span columns, const column_rows *rows)
{
    for (uint32_t i = use->from; i <= use->to; i++) {
        const span reached = all->patches[i].columns;
        const uint32_t end = lesser(reached.end, columns.end);
        for (uint32_t x = greater(reached.first, columns.first); x < end; x += COLUMN) {
            const size_t at = x - columns.first;
            const column_rows column = { rows->red + at, rows->green + at, rows->blue + at,
                                         rows->stride,   rows->first,      rows->end };
            draw_column(form, &all->strokes[i], all->band, x, &column);
        }
    }
}

static column_rows find_picture(const glow_band *band, const column_use *use, span columns)
{
    const size_t start = (size_t)band->first * band->width + columns.first;
    return (column_rows){ band->planes[0] + start, band->planes[1] + start,
                          band->planes[2] + start, band->width,
                          use->rows.first,         use->rows.end };
}

static inline void draw_within(rows_form *form, const layout *all, const column_use *use,
                               span columns)
{
    const column_rows rows = find_picture(all->band, use, columns);
    draw_strokes(form, all, use, columns, &rows);
}

// Rows of a tile, red, green and blue side by side; an odd number of 64 bytes apart, so that each has
// a place of its own in the processor's first cache.
#define TILE_STRIDE (3 * TILE + COLUMN)

// In pieces of known length: no function is called for them.
static inline void copy_rows(float *to, size_t to_stride, const float *from, size_t from_stride,
                             uint32_t rows, uint32_t breadth)
{
    for (uint32_t row = 0; row < rows; row++, to += to_stride, from += from_stride) {
        uint32_t x = 0;
        for (; x + COLUMN <= breadth; x += COLUMN) memcpy(to + x, from + x, COLUMN * sizeof(float));
        if (x < breadth) memcpy(to + x, from + x, (breadth - x) * sizeof(float));
    }
}

// Not in the picture but in a copy of a part of it that the first cache holds. At most a tile.
static inline void draw_beside(rows_form *form, const layout *all, const column_use *use,
                               span columns)
{
    _Alignas(64) float tile[GLOW_BAND_ROWS * TILE_STRIDE];
    const column_rows there = find_picture(all->band, use, columns);
    const uint32_t breadth = columns.end - columns.first, rows = there.end - there.first;
    const size_t at = there.first * there.stride, start = there.first * TILE_STRIDE;
    float *const red = tile + start, *const green = red + TILE, *const blue = green + TILE;
    if (breadth < TILE) memset(red, 0, rows * TILE_STRIDE * sizeof *tile);
    copy_rows(red, TILE_STRIDE, there.red + at, there.stride, rows, breadth);
    copy_rows(green, TILE_STRIDE, there.green + at, there.stride, rows, breadth);
    copy_rows(blue, TILE_STRIDE, there.blue + at, there.stride, rows, breadth);
    draw_strokes(
        form, all, use, columns,
        &(column_rows){ tile, tile + TILE, tile + 2 * TILE, TILE_STRIDE, there.first, there.end });
    copy_rows(there.red + at, there.stride, red, TILE_STRIDE, rows, breadth);
    copy_rows(there.green + at, there.stride, green, TILE_STRIDE, rows, breadth);
    copy_rows(there.blue + at, there.stride, blue, TILE_STRIDE, rows, breadth);
}

// Where the picture ends within a column, that one is drawn beside it.
static inline void draw_one(rows_form *form, const layout *all)
{
    const patch *one = &all->patches[0];
    const uint32_t width = all->band->width, whole = width / COLUMN * COLUMN;
    const column_use use = { .rows = one->rows };
    draw_within(form, all, &use, (span){ one->columns.first, lesser(one->columns.end, whole) });
    if (one->columns.end > whole) draw_beside(form, all, &use, (span){ whole, width });
}

static span find_tiles(const layout *all, uint32_t count)
{
    span tiles = { MOST_TILES, 0 };
    for (uint32_t i = 0; i < count; i++) {
        const span columns = all->patches[i].columns;
        if (columns.end == 0) continue;
        tiles.first = lesser(tiles.first, columns.first / TILE);
        tiles.end = greater(tiles.end, (columns.end - 1) / TILE + 1);
    }
    return tiles;
}

// Beside the picture where there is at least as much to draw as to copy.
static inline void draw_batch(rows_form *form, const layout *all, uint32_t count)
{
    const span tiles = find_tiles(all, count);
    column_use uses[MOST_TILES];
    for (uint32_t t = tiles.first; t < tiles.end; t++) uses[t].pixels = 0;
    for (uint32_t i = 0; i < count; i++) use_tiles(uses, i, &all->patches[i]);
    for (uint32_t t = tiles.first; t < tiles.end; t++) {
        const column_use *use = &uses[t];
        const span columns = { t * TILE, (t + 1) * TILE };
        if (use->pixels > TILE * (use->rows.end - use->rows.first))
            draw_beside(form, all, use, columns);
        else if (use->pixels > 0)
            draw_within(form, all, use, columns);
    }
}

static inline void draw(rows_form *form, const glow_stroke *strokes, uint32_t count,
                        const glow_band *band)
{
    layout all;
    all.strokes = strokes;
    all.band = band;
    for (uint32_t i = 0; i < count; i++) all.patches[i] = find_patch(&strokes[i], band);
    if (count == 1)
        draw_one(form, &all);
    else
        draw_batch(form, &all, count);
}

static void draw_max(const glow_stroke *strokes, uint32_t count, const glow_band *band)
{
    draw(&max_form, strokes, count, band);
}

static void draw_sum(const glow_stroke *strokes, uint32_t count, const glow_band *band)
{
    draw(&sum_form, strokes, count, band);
}

const glow_kernels QX_KERNELS = {
    .draw_max = draw_max,
    .draw_sum = draw_sum,
};
