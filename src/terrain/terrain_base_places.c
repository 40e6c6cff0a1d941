// SPDX-License-Identifier: MIT
#include "terrain_base.h"

#include "terrain_scan.h"

#include <string.h>

// The border of a ground of places is found by its edges: those whose other direction no triangle
// has. Edges lie in scratch memory by the vertex that they leave.
typedef struct edges {
    uint32_t *first; // by vertex and one more: where its edges begin
    uint32_t *to;    // vertices that edges lead to
} edges;

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

qx_result base_plan_places(base_writer *w, size_t *scratch)
{
    const qx_terrain_base_desc *d = w->desc;
    int64_t area;
    if (d->vertex_count == 0 || !d->indices || d->index_count == 0) return QX_NOT_FOUND;
    if (d->index_count % 3 != 0 || !are_vertices(w) || !sum_areas(d, &area)) return QX_BAD_VALUE;
    if (d->index_count > UINT32_MAX) return QX_TOO_LARGE;
    w->whole = area == 2 * (int64_t)(w->t->columns - 1) * (int64_t)(w->t->rows - 1);
    w->tops = d->vertex_count;
    w->ground = d->index_count;
    w->rims = w->whole ? count_border_places(w) : d->index_count; // at most all edges
    size_t numbers;
    if (!size_multiply(2 * (size_t)d->vertex_count + 1, sizeof(uint32_t), &numbers) ||
        !size_multiply(d->index_count, sizeof(uint32_t), scratch) ||
        !size_add(*scratch, numbers, scratch))
        return QX_TOO_LARGE;
    return QX_OK;
}

static void sort_edges(const qx_terrain_base_desc *d, edges *e)
{
    memset(e->first, 0, ((size_t)d->vertex_count + 1) * sizeof *e->first);
    for (size_t i = 0; i < d->index_count; i++) e->first[d->indices[i]]++;
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= d->vertex_count; i++) { // to the end of each, then back to its start
        sum += e->first[i];
        e->first[i] = sum;
    }
    for (size_t i = 0; i < d->index_count; i++) {
        const size_t next = i % 3 == 2 ? i - 2 : i + 1;
        e->to[--e->first[d->indices[i]]] = d->indices[next];
    }
}

static uint32_t count_edges(const edges *e, uint32_t from, uint32_t to)
{
    uint32_t count = 0;
    for (uint32_t i = e->first[from]; i < e->first[from + 1]; i++) count += e->to[i] == to;
    return count;
}

// Counts the border's edges. False where an edge is there twice, or more are of the border than
// were counted on.
static bool check_edges(base_writer *w, const edges *e)
{
    uint64_t rims = 0;
    for (uint32_t from = 0; from < w->desc->vertex_count; from++)
        for (uint32_t i = e->first[from]; i < e->first[from + 1]; i++) {
            if (count_edges(e, from, e->to[i]) != 1) return false;
            rims += count_edges(e, e->to[i], from) == 0;
        }
    const bool fits = rims <= w->rims;
    w->rims = rims;
    return fits;
}

qx_result base_put_places(base_writer *w, uint32_t *scratch)
{
    const qx_terrain *t = w->t;
    const qx_terrain_base_desc *d = w->desc;
    edges e = { .first = scratch, .to = scratch + d->vertex_count + 1 };
    sort_edges(d, &e);
    if (!check_edges(w, &e)) return QX_BAD_VALUE;
    w->rim_numbers = e.to + d->index_count;
    memset(w->rim_numbers, 0, (size_t)d->vertex_count * sizeof *w->rim_numbers);
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        const uint32_t column = d->places[i] & 0xFFFF, row = d->places[i] >> 16;
        w->positions[i] = (qx_vec3){ (float)terrain_place(column, t->columns, t->width),
                                     terrain_height(t, terrain_index(t, column, row)),
                                     (float)terrain_place(row, t->rows, t->depth) };
    }
    memcpy(w->indices, d->indices, d->index_count * sizeof *d->indices);
    w->count = d->index_count;
    for (uint32_t from = 0; from < d->vertex_count; from++)
        for (uint32_t i = e.first[from]; i < e.first[from + 1]; i++)
            if (count_edges(&e, e.to[i], from) == 0) base_put_wall(w, from, e.to[i]);
    return QX_OK;
}
