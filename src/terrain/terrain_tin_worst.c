// SPDX-License-Identifier: MIT
#include "terrain_tin.h"
#include "terrain_unit.h"

// Where a triangle is worst: all its samples are looked at, row by row.

typedef struct search {
    tin_build *b;
    scan_point corners[3];
    scan_plane plane;
    double worst; // times twice the area
    uint32_t place;
    float must; // the largest lot of samples that have to become vertices, at `place`; or 0
} search;

static uint32_t place_of(int32_t column, int32_t row)
{
    return (uint32_t)column | (uint32_t)row << 16;
}

// Such samples come in an order drawn by lot: in rows they would make long thin triangles first.
static float lot_of(size_t index)
{
    const uint64_t mixed = (uint64_t)index * UINT64_C(0x9E3779B97F4A7C15);
    return TIN_MUST * (1.0f + (float)(mixed >> 40) * 0x1p-24f);
}

static void find_must(search *s, size_t start, int32_t row, int32_t first, int32_t last)
{
    const uint64_t *bits = s->b->must;
    for (int32_t column = first; column <= last; column++) {
        const size_t at = start + (size_t)column;
        if (!bits[at >> 6]) {
            column += 63 - (int32_t)(at & 63);
            continue;
        }
        if (!(bits[at >> 6] >> (at & 63) & 1)) continue;
        const float lot = lot_of(at);
        if (!(lot > s->must)) continue;
        s->must = lot;
        s->place = place_of(column, row);
    }
}

#define SHORT 12 // samples that are looked at here sooner than a kernel is called

// As the kernels have it, bit by bit.
static void search_short(search *s, size_t from, int32_t row, int32_t first, int32_t last)
{
    const qx_terrain *t = s->b->t;
    const double start = scan_plane_at(&s->plane, first, row);
    for (int32_t i = 0; i <= last - first; i++) {
        const double height = terrain_unit(t, from + (size_t)i);
        const double off = (start + (double)i * s->plane.across) - s->plane.area * height;
        const double size = off < 0.0 ? -off : off;
        if (!(size > s->worst)) continue;
        s->worst = size;
        s->place = place_of(first + i, row);
    }
}

static void search_long(search *s, size_t from, int32_t row, int32_t first, int32_t last)
{
    const qx_terrain *t = s->b->t;
    tin_span span = { .start = scan_plane_at(&s->plane, first, row),
                      .across = s->plane.across,
                      .area = s->plane.area,
                      .count = (uint32_t)(last - first + 1),
                      .at = TIN_NONE,
                      .worst = s->worst };
    if (t->codes)
        s->b->kernels->span_16(t->codes + from, &span);
    else
        s->b->kernels->span_32(t->heights + from, &span);
    if (span.at == TIN_NONE) return;
    s->worst = span.worst;
    s->place = place_of(first + (int32_t)span.at, row);
}

static void search_span(search *s, size_t start, int32_t row, int32_t first, int32_t last)
{
    if (last - first < SHORT)
        search_short(s, start + (size_t)first, row, first, last);
    else
        search_long(s, start + (size_t)first, row, first, last);
}

// Runs of samples that are no holes.
static void search_runs(search *s, size_t start, int32_t row, int32_t first, int32_t last)
{
    const qx_terrain *t = s->b->t;
    for (int32_t from = first; from <= last; from++) {
        if (!terrain_present(t, start + (size_t)from)) continue;
        int32_t to = from;
        while (to < last && terrain_present(t, start + (size_t)to + 1)) to++;
        search_span(s, start, row, from, to);
        from = to;
    }
}

static bool is_corner(const search *s, int32_t column, int32_t row)
{
    for (int i = 0; i < 3; i++)
        if (s->corners[i].row == row && s->corners[i].column == column) return true;
    return false;
}

// Corners are at ends of their rows. They fit, but for rounding, and can not become vertices again.
static void search_row(search *s, int32_t row, int32_t first, int32_t last)
{
    const qx_terrain *t = s->b->t;
    const size_t start = terrain_index(t, 0, (uint32_t)row);
    if (s->b->must) find_must(s, start, row, first, last);
    if (s->must > 0.0f) return;
    if (s->b->shares_border) {
        if (row == 0 || row == (int32_t)t->rows - 1) return;
        if (first == 0) first++;
        if (last == (int32_t)t->columns - 1) last--;
    }
    if (first <= last && is_corner(s, first, row)) first++;
    if (first <= last && is_corner(s, last, row)) last--;
    if (first > last) return;
    if (t->present)
        search_runs(s, start, row, first, last);
    else
        search_span(s, start, row, first, last);
}

void tin_measure(tin_build *b, uint32_t triangle)
{
    tin_triangle *t = &b->triangles[triangle];
    search s = { .b = b };
    double heights[3];
    for (int i = 0; i < 3; i++) {
        const tin_vertex *v = &b->vertices[t->corners[i]];
        s.corners[i] = tin_point(v->place);
        heights[i] = (double)v->unit;
    }
    const int64_t area = scan_area(s.corners[0], s.corners[1], s.corners[2]);
    s.plane = scan_plane_of(s.corners, heights, area);
    scan rows = scan_begin(s.corners[0], s.corners[1], s.corners[2]);
    while (scan_next(&rows))
        if (rows.first <= rows.last) search_row(&s, rows.row - 1, rows.first, rows.last);
    t->candidate = s.place;
    t->error = s.must > 0.0f ? s.must : round_up(s.worst / s.plane.area);
}
