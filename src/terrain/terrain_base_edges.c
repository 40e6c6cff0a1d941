// SPDX-License-Identifier: MIT
#include "terrain_base.h"

#include <string.h>

// The border of a ground is found by its edges: those whose other direction no triangle has. An
// edge is named by the corner that it leaves, an index of the ground.
#define NONE UINT32_MAX

// A vertex of the underside that steps aside does so by this part of a cell.
#define ASIDE (1.0 / 32.0)

typedef struct edges {
    const uint32_t *indices;
    uint32_t count, vertices;
    uint32_t *first;   // by vertex and one more: where its edges begin
    uint32_t *corners; // of all edges, by the vertex that they leave
} edges;

static uint32_t next_of(uint32_t corner)
{
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static void sort_edges(edges *e)
{
    memset(e->first, 0, ((size_t)e->vertices + 1) * sizeof *e->first);
    for (uint32_t i = 0; i < e->count; i++) e->first[e->indices[i]]++;
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= e->vertices; i++) { // to the end of each, then back to its start
        sum += e->first[i];
        e->first[i] = sum;
    }
    for (uint32_t i = 0; i < e->count; i++) e->corners[--e->first[e->indices[i]]] = i;
}

static uint32_t find_edge(const edges *e, uint32_t from, uint32_t to)
{
    for (uint32_t i = e->first[from]; i < e->first[from + 1]; i++)
        if (e->indices[next_of(e->corners[i])] == to) return e->corners[i];
    return NONE;
}

static bool is_rim(const edges *e, uint32_t corner)
{
    return find_edge(e, e->indices[next_of(corner)], e->indices[corner]) == NONE;
}

// Counts the border's edges. False where an edge is there twice, or more are of the border than
// were counted on.
static bool check_edges(base_writer *w, const edges *e)
{
    uint64_t rims = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        if (find_edge(e, e->indices[i], e->indices[next_of(i)]) != i) return false;
        rims += is_rim(e, i);
    }
    const bool fits = rims <= w->rims;
    w->rims = rims;
    return fits;
}

// --- without gaps: a fan

static void close_whole(base_writer *w, const edges *e, uint32_t *numbers)
{
    memset(numbers, 0, (size_t)e->vertices * sizeof *numbers);
    for (uint32_t i = 0; i < e->count; i++) {
        if (!is_rim(e, i)) continue;
        const uint32_t ends[2] = { e->indices[i], e->indices[next_of(i)] };
        for (int k = 0; k < 2; k++) {
            if (numbers[ends[k]] != 0) continue;
            numbers[ends[k]] = (uint32_t)w->vertices;
            base_put_bottom(w, ends[k], w->vertices++);
        }
        base_put_rim(w, ends[0], ends[1], numbers[ends[0]], numbers[ends[1]]);
    }
}

// --- with gaps: the ground once more, from below

// Where the underside's corner below one of the ground lies in `indices`.
static uint64_t below(const base_writer *w, uint32_t corner)
{
    return w->ground + corner - corner % 3 + (2 - corner % 3);
}

static void put_mirrored(base_writer *w, const edges *e)
{
    const uint32_t tops = (uint32_t)w->tops;
    for (uint32_t i = 0; i < tops; i++) base_put_bottom(w, i, w->vertices++);
    for (uint32_t i = 0; i < e->count; i += 3)
        base_put_triangle(w, tops + e->indices[i + 2], tops + e->indices[i + 1],
                          tops + e->indices[i]);
}

// Into the triangle that has this corner.
static void step_aside(base_writer *w, const edges *e, uint32_t corner, uint64_t number)
{
    const qx_vec3 at = w->positions[e->indices[corner]],
                  a = w->positions[e->indices[next_of(corner)]],
                  b = w->positions[e->indices[next_of(next_of(corner))]];
    const double x = ((double)a.x + (double)b.x) / 2.0 - (double)at.x;
    const double z = ((double)a.z + (double)b.z) / 2.0 - (double)at.z;
    const double cells_x = (x < 0.0 ? -x : x) * (w->t->columns - 1) / (double)w->t->width;
    const double cells_z = (z < 0.0 ? -z : z) * (w->t->rows - 1) / (double)w->t->depth;
    const double part = ASIDE / (cells_x > cells_z ? cells_x : cells_z);
    w->positions[number] = (qx_vec3){ (float)((double)at.x + part * x), w->desc->bottom,
                                      (float)((double)at.z + part * z) };
}

// All triangles around a vertex from an edge of the border on, up to the next one, get a vertex of
// the underside for themselves.
static void split(base_writer *w, const edges *e, uint32_t corner)
{
    const uint32_t vertex = e->indices[corner], number = (uint32_t)w->vertices++;
    step_aside(w, e, corner, number);
    while (corner != NONE) {
        w->indices[below(w, corner)] = number;
        corner = find_edge(e, vertex, e->indices[next_of(next_of(corner))]);
    }
}

// Where triangles touch at a vertex alone, four walls would share the edge that goes down from it,
// and readers that know places alone join the wrong ones.
static void split_all(base_writer *w, const edges *e)
{
    for (uint32_t vertex = 0; vertex < e->vertices; vertex++) {
        bool found = false;
        for (uint32_t i = e->first[vertex]; i < e->first[vertex + 1]; i++) {
            if (!is_rim(e, e->corners[i])) continue;
            if (found) split(w, e, e->corners[i]);
            found = true;
        }
    }
}

static void close_gaps(base_writer *w, const edges *e)
{
    put_mirrored(w, e);
    split_all(w, e);
    for (uint32_t i = 0; i < e->count; i++)
        if (is_rim(e, i))
            base_put_rim(w, e->indices[i], e->indices[next_of(i)], w->indices[below(w, i)],
                         w->indices[below(w, next_of(i))]);
}

// --- the whole

size_t base_edges_bound(const base_writer *w)
{
    size_t numbers, bytes;
    if (w->ground >= NONE || !size_multiply(2 * (size_t)w->tops + 1, sizeof(uint32_t), &numbers) ||
        !size_multiply((size_t)w->ground, sizeof(uint32_t), &bytes) ||
        !size_add(bytes, numbers, &bytes))
        return SIZE_MAX;
    return bytes;
}

qx_result base_close_edges(base_writer *w, uint32_t *scratch)
{
    edges e = { .indices = w->indices,
                .count = (uint32_t)w->ground,
                .vertices = (uint32_t)w->tops,
                .first = scratch,
                .corners = scratch + w->tops + 1 };
    sort_edges(&e);
    if (!check_edges(w, &e)) return QX_BAD_VALUE;
    if (w->whole)
        close_whole(w, &e, e.corners + e.count);
    else
        close_gaps(w, &e);
    return QX_OK;
}
