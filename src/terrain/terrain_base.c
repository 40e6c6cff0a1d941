// SPDX-License-Identifier: MIT
#include "terrain_base.h"

#include <quincunx/terrain_mesh.h>
#include <string.h>

// --- pieces

void base_put_triangle(base_writer *w, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *at = w->indices + w->count;
    at[0] = a;
    at[1] = b;
    at[2] = c;
    w->count += 3;
}

void base_put_bottom(base_writer *w, uint32_t top, uint64_t number)
{
    w->positions[number] = w->positions[top];
    w->positions[number].y = w->desc->bottom;
}

void base_put_rim(base_writer *w, uint32_t a, uint32_t b, uint32_t under_a, uint32_t under_b)
{
    base_put_triangle(w, b, a, under_a);
    base_put_triangle(w, b, under_a, under_b);
    if (w->whole) base_put_triangle(w, under_b, under_a, (uint32_t)(w->tops + w->rims));
}

// --- the ground as a grid

static void put_grid_vertices(base_writer *w)
{
    const qx_terrain *t = w->t;
    for (uint32_t row = 0; row < t->rows; row++)
        for (uint32_t column = 0; column < t->columns; column++) {
            const size_t at = terrain_index(t, column, row);
            w->positions[at] =
                (qx_vec3){ (float)terrain_place(column, t->columns, t->width),
                           terrain_present(t, at) ? terrain_height(t, at) : t->lowest,
                           (float)terrain_place(row, t->rows, t->depth) };
        }
}

// Samples along the border of a whole field: down, to the right, up, to the left.
static uint32_t rim_of_grid(const qx_terrain *t, uint32_t i)
{
    const uint32_t across = t->columns - 1, down = t->rows - 1;
    if (i < down) return i * t->columns;
    if ((i -= down) < across) return down * t->columns + i;
    if ((i -= across) < down) return (down - i) * t->columns + across;
    return across - (i - down);
}

static void close_grid(base_writer *w)
{
    const uint32_t rims = (uint32_t)w->rims, tops = (uint32_t)w->tops;
    for (uint32_t i = 0; i < rims; i++) {
        const uint32_t next = i + 1 < rims ? i + 1 : 0;
        base_put_bottom(w, rim_of_grid(w->t, i), w->tops + i);
        base_put_rim(w, rim_of_grid(w->t, i), rim_of_grid(w->t, next), tops + i, tops + next);
    }
}

// The edges around a hole are at most eight, of cells that are cut alternately.
static qx_result plan_grid(base_writer *w)
{
    const qx_terrain *t = w->t;
    const qx_terrain_mesh_counts counts = qx_terrain_mesh_bound(t, NULL);
    w->tops = counts.vertices;
    w->ground = counts.indices;
    w->whole = !t->present;
    w->rims = 2 * ((uint64_t)t->columns - 1) + 2 * ((uint64_t)t->rows - 1) + 8 * t->holes;
    if (w->rims > w->ground) w->rims = w->ground;
    if (w->ground == 0) return QX_NOT_FOUND;
    if (!(w->desc->bottom < t->lowest)) return QX_BAD_VALUE;
    return w->tops > UINT32_MAX ? QX_TOO_LARGE : QX_OK;
}

static qx_result put_grid(base_writer *w)
{
    put_grid_vertices(w);
    return qx_terrain_build_indices(w->t, NULL, NULL, w->indices, &w->count);
}

// --- the ground as places

static qx_result put_places(base_writer *w)
{
    const qx_terrain *t = w->t;
    const qx_terrain_base_desc *d = w->desc;
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        const uint32_t column = d->places[i] & 0xFFFF, row = d->places[i] >> 16;
        w->positions[i] = (qx_vec3){ (float)terrain_place(column, t->columns, t->width),
                                     terrain_height(t, terrain_index(t, column, row)),
                                     (float)terrain_place(row, t->rows, t->depth) };
    }
    memcpy(w->indices, d->indices, d->index_count * sizeof *d->indices);
    w->count = d->index_count;
    return QX_OK;
}

// --- the whole

static bool needs_edges(const base_writer *w)
{
    return !w->whole || w->desc->places;
}

static qx_result plan(base_writer *w, qx_terrain_base_counts *counts)
{
    const float bottom = w->desc->bottom;
    *counts = (qx_terrain_base_counts){ 0 };
    if (!(bottom >= -TERRAIN_MOST && bottom <= TERRAIN_MOST)) return QX_BAD_VALUE;
    const qx_result result = w->desc->places ? base_plan_places(w) : plan_grid(w);
    if (result != QX_OK) return result;
    const size_t scratch = needs_edges(w) ? base_edges_bound(w) : 0;
    const uint64_t vertices = w->tops + w->rims + (w->whole ? 1 : w->tops);
    if (vertices > UINT32_MAX || scratch == SIZE_MAX) return QX_TOO_LARGE;
    counts->vertices = vertices;
    counts->indices = w->ground + 6 * w->rims + (w->whole ? 3 * w->rims : w->ground);
    counts->scratch = scratch;
    return QX_OK;
}

qx_result qx_terrain_base_bound(const qx_terrain *terrain, const qx_terrain_base_desc *desc,
                                qx_terrain_base_counts *counts)
{
    base_writer w = { .t = terrain, .desc = desc };
    return plan(&w, counts);
}

static qx_result put_all(base_writer *w, void *scratch)
{
    qx_result result = w->desc->places ? put_places(w) : put_grid(w);
    w->vertices = w->tops;
    if (result == QX_OK && needs_edges(w))
        result = base_close_edges(w, scratch);
    else if (result == QX_OK)
        close_grid(w);
    if (result != QX_OK || !w->whole) return result;
    w->vertices = w->tops + w->rims + 1;
    w->positions[w->tops + w->rims] = (qx_vec3){ 0.0f, w->desc->bottom, 0.0f };
    return QX_OK;
}

qx_result qx_terrain_base_build(const qx_terrain *terrain, const qx_terrain_base_desc *desc,
                                qx_vec3 *positions, uint32_t *indices, void *scratch,
                                qx_terrain_base_counts *written)
{
    base_writer w = { .t = terrain, .desc = desc };
    qx_result result = plan(&w, written);
    if (result != QX_OK) return result;
    w.positions = positions;
    w.indices = indices;
    result = put_all(&w, scratch);
    *written = (qx_terrain_base_counts){ 0 };
    if (result == QX_OK)
        *written = (qx_terrain_base_counts){ .vertices = w.vertices, .indices = w.count };
    return result;
}
