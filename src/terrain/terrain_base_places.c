// SPDX-License-Identifier: MIT
#include "terrain_base.h"

#include "terrain_scan.h"

static scan_point point_of(uint32_t place)
{
    return (scan_point){ (int32_t)(place & 0xFFFF), (int32_t)(place >> 16) };
}

static bool are_vertices(const base_writer *w)
{
    const qx_terrain *t = w->t;
    for (uint32_t i = 0; i < w->desc->vertex_count; i++) {
        const uint32_t column = w->desc->places[i] & 0xFFFF, row = w->desc->places[i] >> 16;
        if (column >= t->columns || row >= t->rows) return false;
        const size_t at = terrain_index(t, column, row);
        if (!terrain_present(t, at) || !(w->desc->bottom < terrain_height(t, at))) return false;
    }
    return true;
}

// Twice the area of all triangles, in cells; false where one is none.
static bool sum_areas(const qx_terrain_base_desc *d, int64_t *sum)
{
    *sum = 0;
    for (size_t i = 0; i < d->index_count; i += 3) {
        scan_point corners[3];
        for (size_t k = 0; k < 3; k++) {
            if (d->indices[i + k] >= d->vertex_count) return false;
            corners[k] = point_of(d->places[d->indices[i + k]]);
        }
        const int64_t area = scan_area(corners[0], corners[1], corners[2]);
        if (area <= 0) return false;
        *sum += area;
    }
    return true;
}

static uint64_t count_border_places(const base_writer *w)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < w->desc->vertex_count; i++) {
        const scan_point p = point_of(w->desc->places[i]);
        count += p.column == 0 || p.row == 0 || p.column == (int32_t)w->t->columns - 1 ||
                 p.row == (int32_t)w->t->rows - 1;
    }
    return count;
}

qx_result base_plan_places(base_writer *w)
{
    const qx_terrain_base_desc *d = w->desc;
    int64_t area;
    if (d->vertex_count == 0 || !d->indices || d->index_count == 0) return QX_NOT_FOUND;
    if (d->index_count % 3 != 0 || !are_vertices(w) || !sum_areas(d, &area)) return QX_BAD_VALUE;
    w->whole = area == 2 * (int64_t)(w->t->columns - 1) * (int64_t)(w->t->rows - 1);
    w->tops = d->vertex_count;
    w->ground = d->index_count;
    w->rims = w->whole ? count_border_places(w) : d->index_count; // at most all edges
    return QX_OK;
}
