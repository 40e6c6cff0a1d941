// SPDX-License-Identifier: MIT
#include "terrain_tin.h"
#include "terrain_unit.h"

// Vertices that are there whatever the error: on borders, and around holes. Where all four samples
// of a cell are vertices, the cell is two triangles of their own in any Delaunay triangulation. So
// if that is done for all cells with samples and holes, any other triangle has either none or
// nothing but holes.

static void mark(tin_build *b, size_t at)
{
    b->must[at >> 6] |= UINT64_C(1) << (at & 63);
}

static void mark_cell(tin_build *b, uint32_t column, uint32_t row)
{
    const qx_terrain *t = b->t;
    const size_t lt = terrain_index(t, column, row), lb = lt + t->columns;
    const int there = terrain_present(t, lt) + terrain_present(t, lt + 1) + terrain_present(t, lb) +
                      terrain_present(t, lb + 1);
    if (there == 0 || there == 4) return;
    mark(b, lt);
    mark(b, lt + 1);
    mark(b, lb);
    mark(b, lb + 1);
}

static void mark_holes(tin_build *b)
{
    for (uint32_t row = 0; row + 1 < b->t->rows; row++)
        for (uint32_t column = 0; column + 1 < b->t->columns; column++) mark_cell(b, column, row);
}

// A border: `count` samples, `step` apart.
typedef struct line {
    size_t start, step;
    uint32_t count;
} line;

static line line_of(const qx_terrain *t, int side)
{
    const uint32_t columns = t->columns, rows = t->rows;
    switch (side) {
    case 0: return (line){ 0, 1, columns };
    case 1: return (line){ (size_t)(rows - 1) * columns, 1, columns };
    case 2: return (line){ 0, columns, rows };
    default: return (line){ columns - 1, columns, rows };
    }
}

static size_t sample_of(const line *l, uint32_t i)
{
    return l->start + i * l->step;
}

// The sample between two where a straight line is farthest from it by more than asked, or `first`.
static uint32_t worst_between(const tin_build *b, const line *l, uint32_t first, uint32_t last)
{
    const double steps = last - first, start = terrain_unit(b->t, sample_of(l, first));
    const double rise = terrain_unit(b->t, sample_of(l, last)) - start;
    double worst = (double)b->error * steps;
    uint32_t at = first;
    for (uint32_t i = first + 1; i < last; i++) {
        const double height = terrain_unit(b->t, sample_of(l, i)) - start;
        const double off = rise * (i - first) - height * steps;
        const double size = off < 0.0 ? -off : off;
        if (!(size > worst)) continue;
        worst = size;
        at = i;
    }
    return at;
}

// Splits where it is worst, until nothing is (Douglas and Peucker, with vertical distances). `ends`
// are those of stretches not yet looked at, the nearest last.
static void mark_stretch(tin_build *b, const line *l, uint32_t first, uint32_t last, uint32_t *ends)
{
    uint32_t count = 0;
    mark(b, sample_of(l, first));
    ends[count++] = last;
    while (count > 0) {
        const uint32_t end = ends[count - 1], at = worst_between(b, l, first, end);
        if (at != first) {
            ends[count++] = at;
            continue;
        }
        mark(b, sample_of(l, end));
        first = end;
        count--;
    }
}

static bool is_marked(const tin_build *b, size_t at)
{
    return b->must[at >> 6] >> (at & 63) & 1;
}

static bool goes_on(const tin_build *b, const line *l, uint32_t i)
{
    return i + 1 < l->count && terrain_present(b->t, sample_of(l, i + 1));
}

// From one hole to the next, or to a vertex that a hole beside the border asks for.
static void mark_shared(tin_build *b, const line *l, uint32_t *ends)
{
    for (uint32_t first = 0; first < l->count; first++) {
        if (!terrain_present(b->t, sample_of(l, first))) continue;
        uint32_t last = first;
        while (goes_on(b, l, last)) {
            if (!is_marked(b, sample_of(l, ++last))) continue;
            mark_stretch(b, l, first, last, ends);
            first = last;
        }
        mark_stretch(b, l, first, last, ends);
        first = last;
    }
}

static void mark_locked(tin_build *b, const line *l)
{
    for (uint32_t i = 0; i < l->count; i++) mark(b, sample_of(l, i));
}

static qx_result mark_borders(tin_build *b, qx_terrain_border border)
{
    const uint32_t most = b->t->columns > b->t->rows ? b->t->columns : b->t->rows;
    uint32_t *ends = qx_allocate(&b->allocator, most * sizeof *ends, QX_CACHE_LINE);
    if (!ends) return QX_NO_MEMORY;
    for (int side = 0; side < 4; side++) {
        const line l = line_of(b->t, side);
        if (border == QX_TERRAIN_BORDER_SHARED)
            mark_shared(b, &l, ends);
        else
            mark_locked(b, &l);
    }
    qx_release(&b->allocator, ends, most * sizeof *ends);
    return QX_OK;
}

qx_result tin_mark_must(tin_build *b, qx_terrain_border border)
{
    if (border == QX_TERRAIN_BORDER_FREE && b->t->holes == 0) return QX_OK;
    const size_t samples = (size_t)b->t->columns * b->t->rows;
    b->must_bytes = (samples + 63) / 64 * sizeof *b->must;
    b->must = qx_allocate_zeroed(&b->allocator, b->must_bytes, QX_CACHE_LINE);
    if (!b->must) return QX_NO_MEMORY;
    if (b->t->holes > 0) mark_holes(b);
    return border == QX_TERRAIN_BORDER_FREE ? QX_OK : mark_borders(b, border);
}
