// SPDX-License-Identifier: MIT
#include "terrain_internal.h"

#include "base/exact.h"

#include <float.h>
#include <math.h>

// A brush over the samples of a rectangle.
typedef struct brush {
    const qx_terrain_edit *edit;
    qx_terrain_area reach; // samples it may touch
    double full;           // radius within which it is full
    float *above, *here;   // the rows before and at the one that changes, as they were
    qx_terrain_area touched;
    bool any;
    bool lost_lowest, lost_highest; // a sample that was it has changed
    float lowest, highest;          // of what was written
} brush;

static bool is_height(float value)
{
    return value >= -TERRAIN_MOST && value <= TERRAIN_MOST;
}

static bool is_good(const qx_terrain_edit *e)
{
    if ((unsigned)e->kind > QX_TERRAIN_FILL) return false;
    if (!is_height(e->x) || !is_height(e->z) || !is_height(e->amount)) return false;
    if (!(e->radius > 0.0f && e->radius <= TERRAIN_MOST)) return false;
    if (!(e->hardness >= 0.0f && e->hardness <= 1.0f)) return false;
    return e->kind != QX_TERRAIN_SMOOTH || (e->amount >= 0.0f && e->amount <= 1.0f);
}

// Samples from middle - radius to middle + radius along an axis; one more on either side, for
// rounding. False where there are none.
static bool samples_within(double middle, double radius, uint32_t samples, double size,
                           uint32_t *first, uint32_t *last)
{
    const double cells = (double)(samples - 1), per_unit = cells / size;
    const double from = exact_floor((middle - radius + size / 2.0) * per_unit),
                 to = exact_ceil((middle + radius + size / 2.0) * per_unit);
    if (to < 0.0 || from > cells) return false;
    *first = from > 0.0 ? (uint32_t)from : 0;
    *last = to < cells ? (uint32_t)to : samples - 1;
    return true;
}

// 1 in the middle, fading to 0 at the radius, level at both ends; -1 beyond.
static double weight_at(const qx_terrain *t, const brush *b, uint32_t column, uint32_t row)
{
    const double radius = (double)b->edit->radius;
    const double x = terrain_place(column, t->columns, t->width) - (double)b->edit->x;
    const double z = terrain_place(row, t->rows, t->depth) - (double)b->edit->z;
    const double distance = sqrt(x * x + z * z);
    if (distance > radius) return -1.0;
    if (distance <= b->full) return 1.0;
    const double share = (radius - distance) / (radius - b->full);
    return share * share * (3.0 - 2.0 * share);
}

static float height_at(const qx_terrain *t, uint32_t column, uint32_t row)
{
    return terrain_height(t, terrain_index(t, column, row));
}

// A sum over those neighbours that are there.
typedef struct sum {
    double heights;
    int count;
} sum;

static void add(const qx_terrain *t, uint32_t column, uint32_t row, float height, sum *s)
{
    if (!terrain_present(t, terrain_index(t, column, row))) return;
    s->heights += (double)height;
    s->count++;
}

// The sample before or after along an axis, across the border of a periodic field; false where
// there is none.
static bool step(const qx_terrain *t, uint32_t at, int side, uint32_t last, uint32_t *to)
{
    const bool border = at == (side < 0 ? 0 : last);
    *to = border ? (side < 0 ? last - 1 : 1) : side < 0 ? at - 1 : at + 1;
    return !border || t->periodic;
}

// The mean of the four neighbours as they were before the edit, or `own` where none is there. The
// row above and this one are read from what was kept, the others have not changed yet.
static double mean_around(const qx_terrain *t, const brush *b, uint32_t column, uint32_t row,
                          double own)
{
    sum s = { 0, 0 };
    uint32_t to;
    if (step(t, row, -1, t->rows - 1, &to))
        add(t, column, to, row > b->reach.first_row ? b->above[column] : height_at(t, column, to),
            &s);
    if (step(t, row, 1, t->rows - 1, &to)) add(t, column, to, height_at(t, column, to), &s);
    for (int side = -1; side <= 1; side += 2)
        if (step(t, column, side, t->columns - 1, &to)) add(t, to, row, b->here[to], &s);
    return s.count ? s.heights / s.count : own;
}

static double changed(const qx_terrain *t, const brush *b, uint32_t column, uint32_t row,
                      double own, double weight)
{
    const double amount = (double)b->edit->amount;
    switch (b->edit->kind) {
    case QX_TERRAIN_RAISE: return own + amount * weight;
    case QX_TERRAIN_FLATTEN: return own + (amount - own) * weight;
    case QX_TERRAIN_SMOOTH:
        return own + (mean_around(t, b, column, row, own) - own) * (amount * weight);
    default: return amount;
    }
}

static uint16_t code_of(const qx_terrain *t, double height, uint16_t otherwise)
{
    const double span = (double)t->high - (double)t->low;
    if (span == 0.0) return otherwise;
    const double code = (height - (double)t->low) / span * 65535.0 + 0.5;
    return code <= 0.0 ? 0 : code >= 65535.0 ? 65535 : (uint16_t)code;
}

static void set_height(qx_terrain *t, size_t index, double height)
{
    if (t->codes) {
        t->codes[index] = code_of(t, height, t->codes[index]);
        return;
    }
    const double most = (double)TERRAIN_MOST;
    t->heights[index] = (float)(height > most ? most : height < -most ? -most : height);
}

static void set_present(qx_terrain *t, size_t index, bool present)
{
    const uint64_t bit = UINT64_C(1) << (index & 63);
    if (!t->present) return;
    t->present[index >> 6] = present ? t->present[index >> 6] | bit : t->present[index >> 6] & ~bit;
}

// Only samples there are: the bits behind the last one stay 0.
static void set_all_present(qx_terrain *t)
{
    for (size_t i = 0; i < (size_t)t->columns * t->rows; i++) set_present(t, i, true);
}

static void make_hole(qx_terrain *t, size_t index)
{
    set_present(t, index, false);
    if (t->codes)
        t->codes[index] = 0;
    else
        t->heights[index] = 0.0f;
}

static void note_range(const qx_terrain *t, brush *b, bool was, float before, bool is, float after)
{
    const bool gone = was && (!is || after != before);
    b->lost_lowest = b->lost_lowest || (gone && before == t->lowest);
    b->lost_highest = b->lost_highest || (gone && before == t->highest);
    if (is && after < b->lowest) b->lowest = after;
    if (is && after > b->highest) b->highest = after;
}

static void touch(brush *b, uint32_t column, uint32_t row)
{
    qx_terrain_area *a = &b->touched;
    if (!b->any) *a = (qx_terrain_area){ column, row, column, row };
    b->any = true;
    if (column < a->first_column) a->first_column = column;
    if (column > a->last_column) a->last_column = column;
    if (row < a->first_row) a->first_row = row;
    if (row > a->last_row) a->last_row = row;
}

static void change_sample(qx_terrain *t, brush *b, uint32_t column, uint32_t row, double weight)
{
    const size_t index = terrain_index(t, column, row);
    const bool was = terrain_present(t, index), cut = b->edit->kind == QX_TERRAIN_CUT;
    if ((b->edit->kind == QX_TERRAIN_FILL) == was) return;
    const float before = was ? terrain_height(t, index) : 0.0f;
    touch(b, column, row);
    if (cut)
        make_hole(t, index);
    else
        set_height(t, index, changed(t, b, column, row, (double)before, weight));
    if (!was) set_present(t, index, true);
    t->holes += cut;
    t->holes -= !was;
    note_range(t, b, was, before, !cut, terrain_height(t, index));
}

static void keep(const qx_terrain *t, float *kept, uint32_t column, uint32_t row)
{
    kept[column] = height_at(t, column, row);
}

static void keep_row(const qx_terrain *t, brush *b, uint32_t row)
{
    float *above = b->above;
    const uint32_t last = t->columns - 1, from = b->reach.first_column, to = b->reach.last_column;
    b->above = b->here;
    b->here = above;
    for (uint32_t c = from ? from - 1 : 0; c <= to + (to < last); c++) keep(t, b->here, c, row);
    if (from == 0) keep(t, b->here, last - 1, row); // across the border
    if (to == last) keep(t, b->here, 1, row);
}

static void change_row(qx_terrain *t, brush *b, uint32_t row)
{
    if (b->edit->kind == QX_TERRAIN_SMOOTH) keep_row(t, b, row);
    for (uint32_t c = b->reach.first_column; c <= b->reach.last_column; c++) {
        const double weight = weight_at(t, b, c, row);
        if (weight >= 0.0) change_sample(t, b, c, row, weight);
    }
}

// Samples along one axis that have changed: those of the brush, and the border that repeats one of
// them.
typedef struct changed_run {
    uint32_t first, last;
    bool repeats;
    uint32_t from, to; // the border sample touched and the one that repeats it
} changed_run;

// Of two that are one, the first leads where both were touched.
static changed_run run_of(const qx_terrain *t, uint32_t first, uint32_t last, uint32_t end)
{
    const bool repeats = t->periodic && (first == 0 || last == end);
    return (changed_run){ first, last, repeats, first == 0 ? 0 : end, first == 0 ? end : 0 };
}

static void copy_sample(qx_terrain *t, brush *b, size_t from, size_t to)
{
    const bool was = terrain_present(t, to), is = terrain_present(t, from);
    const float before = terrain_height(t, to);
    if (t->codes)
        t->codes[to] = t->codes[from];
    else
        t->heights[to] = t->heights[from];
    set_present(t, to, is);
    t->holes += was;
    t->holes -= is;
    note_range(t, b, was, before, is, terrain_height(t, to));
}

static void repeat(qx_terrain *t, brush *b, const changed_run *x, const changed_run *y)
{
    for (uint32_t row = y->first; x->repeats && row <= y->last; row++)
        copy_sample(t, b, terrain_index(t, x->from, row), terrain_index(t, x->to, row));
    for (uint32_t c = x->first; y->repeats && c <= x->last; c++)
        copy_sample(t, b, terrain_index(t, c, y->from), terrain_index(t, c, y->to));
    if (x->repeats && y->repeats)
        copy_sample(t, b, terrain_index(t, x->from, y->from), terrain_index(t, x->to, y->to));
}

// The ends of the range are looked for anew only where they may have gone.
static void derive_range(qx_terrain *t, const brush *b, bool unknown)
{
    if (unknown || (b->lost_lowest && b->lowest > t->lowest) ||
        (b->lost_highest && b->highest < t->highest)) {
        terrain_find_range(t);
        return;
    }
    if (b->lowest < t->lowest) t->lowest = b->lowest;
    if (b->highest > t->highest) t->highest = b->highest;
    if (!t->measured) return;
    t->low = t->lowest;
    t->high = t->highest;
}

static void derive_pyramid(qx_terrain *t, const changed_run *x, const changed_run *y)
{
    for (int i = 0; i < 4; i++) {
        const bool beside = i & 1, below = i & 2;
        if ((beside && !x->repeats) || (below && !y->repeats)) continue;
        const qx_terrain_area area = { beside ? x->to : x->first, below ? y->to : y->first,
                                       beside ? x->to : x->last, below ? y->to : y->last };
        terrain_pyramid_build(t, &area);
    }
}

static void derive(qx_terrain *t, brush *b, bool was_empty)
{
    qx_terrain_area *a = &b->touched;
    const float lowest = t->lowest, highest = t->highest;
    const changed_run x = run_of(t, a->first_column, a->last_column, t->columns - 1),
                      y = run_of(t, a->first_row, a->last_row, t->rows - 1);
    // Where both of two that are one were touched, what was written to the last one is gone.
    const bool overwritten = (x.repeats && x.first == 0 && x.last == x.to) ||
                             (y.repeats && y.first == 0 && y.last == y.to);
    repeat(t, b, &x, &y);
    derive_range(t, b, was_empty || overwritten);
    if (!t->codes && (lowest != t->lowest || highest != t->highest))
        terrain_pyramid_build_all(t, NULL); // whose steps are of another height now
    else
        derive_pyramid(t, &x, &y);
    if (t->holes == 0) terrain_drop_present(t);
    if (x.repeats) touch(b, x.to, a->first_row);
    if (y.repeats) touch(b, a->first_column, y.to);
}

static bool reaches(const qx_terrain *t, const qx_terrain_edit *e, qx_terrain_area *reach)
{
    const double radius = (double)e->radius;
    return samples_within((double)e->x, radius, t->columns, (double)t->width, &reach->first_column,
                          &reach->last_column) &&
           samples_within((double)e->z, radius, t->rows, (double)t->depth, &reach->first_row,
                          &reach->last_row);
}

qx_result qx_terrain_apply(qx_terrain *terrain, const qx_terrain_edit *edit, qx_terrain_area *area)
{
    qx_terrain *t = terrain;
    brush b = { .edit = edit,
                .full = (double)edit->hardness * (double)edit->radius,
                .above = t->rows_before,
                .here = t->rows_before + t->columns,
                .lowest = FLT_MAX,
                .highest = -FLT_MAX };
    if (area) *area = (qx_terrain_area){ 0, 0, 0, 0 };
    if (!is_good(edit)) return QX_BAD_VALUE;
    if (!reaches(t, edit, &b.reach)) return QX_NOT_FOUND;
    const bool was_empty = t->holes == (uint64_t)t->columns * t->rows;
    if (edit->kind == QX_TERRAIN_CUT && !t->present) {
        if (!terrain_take_present(t)) return QX_NO_MEMORY;
        set_all_present(t);
    }
    for (uint32_t row = b.reach.first_row; row <= b.reach.last_row; row++) change_row(t, &b, row);
    if (!b.any) {
        if (t->holes == 0) terrain_drop_present(t);
        return QX_NOT_FOUND;
    }
    derive(t, &b, was_empty);
    if (area) *area = b.touched;
    return QX_OK;
}
