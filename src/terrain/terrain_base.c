// SPDX-License-Identifier: MIT
#include "terrain_base.h"

#include <quincunx/terrain_mesh.h>

// --- vertices

static qx_vec3 place_of(const qx_terrain *t, uint32_t column, uint32_t row, float height)
{
    return (qx_vec3){ (float)terrain_place(column, t->columns, t->width), height,
                      (float)terrain_place(row, t->rows, t->depth) };
}

static void put_bottom(base_writer *w, uint32_t top, uint32_t number)
{
    w->positions[number] = w->positions[top];
    w->positions[number].y = w->desc->bottom;
}

// A border sample's number along the border: the first row, the last, the left and right between.
static uint32_t rim_of_grid(const qx_terrain *t, uint32_t top)
{
    const uint32_t column = top % t->columns, row = top / t->columns;
    if (row == 0) return column;
    if (row == t->rows - 1) return t->columns + column;
    return 2 * t->columns + 2 * (row - 1) + (column > 0);
}

// The vertex below one of the border.
static uint32_t below(base_writer *w, uint32_t top)
{
    uint32_t rim = top;
    if (w->whole && !w->desc->places) rim = rim_of_grid(w->t, top);
    if (w->whole && w->desc->places) {
        if (w->rim_numbers[top] == 0) w->rim_numbers[top] = ++w->rim_count;
        rim = w->rim_numbers[top] - 1;
    }
    const uint32_t number = (uint32_t)w->tops + rim;
    if (w->whole) put_bottom(w, top, number);
    return number;
}

// --- triangles

static void put_triangle(base_writer *w, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *at = w->indices + w->count;
    at[0] = a;
    at[1] = b;
    at[2] = c;
    w->count += 3;
}

void base_put_wall(base_writer *w, uint32_t a, uint32_t b)
{
    const uint32_t under_a = below(w, a), under_b = below(w, b);
    put_triangle(w, b, a, under_a);
    put_triangle(w, b, under_a, under_b);
    if (w->whole) put_triangle(w, under_b, under_a, (uint32_t)(w->tops + w->rims));
}

static void put_middle(base_writer *w)
{
    w->positions[w->tops + w->rims] = (qx_vec3){ 0.0f, w->desc->bottom, 0.0f };
}

// The ground once more, from below.
static void put_mirrored(base_writer *w)
{
    const uint32_t tops = (uint32_t)w->tops;
    for (uint32_t i = 0; i < tops; i++) put_bottom(w, i, tops + i);
    for (uint64_t i = 0; i < w->ground; i += 3) {
        const uint32_t *corners = w->indices + i;
        put_triangle(w, tops + corners[2], tops + corners[1], tops + corners[0]);
    }
}

// --- the ground as a grid

static bool is_sample(const qx_terrain *t, uint32_t column, uint32_t row)
{
    return terrain_present(t, terrain_index(t, column, row));
}

typedef enum cell_side { LEFT = 0, BOTTOM, RIGHT, TOP } cell_side;

// The triangle of a cell that has this side, by all three of its corners. Columns and rows that are
// none wrap to large ones.
static bool has_side(const qx_terrain *t, uint32_t column, uint32_t row, cell_side side)
{
    static const uint8_t third[2][4] = { { 1, 1, 2, 2 }, { 3, 0, 0, 3 } }; // corners, see below
    static const uint8_t ends[4][2] = { { 0, 2 }, { 2, 3 }, { 3, 1 }, { 1, 0 } };
    if (column >= t->columns - 1 || row >= t->rows - 1) return false;
    const uint8_t corners[3] = { ends[side][0], ends[side][1],
                                 third[terrain_is_lt_rb(t, column, row)][side] };
    for (int i = 0; i < 3; i++) // left top 0, right top 1, left bottom 2, right bottom 3
        if (!is_sample(t, column + (corners[i] & 1), row + (corners[i] >> 1))) return false;
    return true;
}

// The diagonal is an edge of the border where one of the cell's triangles alone is there.
static int lone_triangle(const qx_terrain *t, uint32_t column, uint32_t row)
{
    const bool first = has_side(t, column, row, LEFT), second = has_side(t, column, row, RIGHT);
    return first == second ? 0 : first ? 1 : 2;
}

static void meet_edge(base_writer *w, uint32_t a, uint32_t b)
{
    if (w->positions)
        base_put_wall(w, a, b);
    else
        w->rims++;
}

static void meet_edges(base_writer *w, uint32_t column, uint32_t row)
{
    const qx_terrain *t = w->t;
    const uint32_t lt = row * t->columns + column, rt = lt + 1, lb = lt + t->columns, rb = lb + 1;
    const bool lt_rb = terrain_is_lt_rb(t, column, row);
    const uint32_t ends[4][2] = { { lt, lb }, { lb, rb }, { rb, rt }, { rt, lt } };
    const bool open[4] = { !has_side(t, column - 1, row, RIGHT), !has_side(t, column, row + 1, TOP),
                           !has_side(t, column + 1, row, LEFT),
                           !has_side(t, column, row - 1, BOTTOM) };
    for (int i = LEFT; i <= TOP; i++)
        if (open[i] && has_side(t, column, row, (cell_side)i)) meet_edge(w, ends[i][0], ends[i][1]);
    const uint32_t from = lt_rb ? rb : lb, to = lt_rb ? lt : rt;
    const int lone = lone_triangle(t, column, row);
    if (lone == 1) meet_edge(w, from, to);
    if (lone == 2) meet_edge(w, to, from);
}

// Without holes only the outermost cells have an edge of the border.
static void meet_all_edges(base_writer *w)
{
    const qx_terrain *t = w->t;
    for (uint32_t row = 0; row < t->rows - 1; row++) {
        const bool outer = row == 0 || row == t->rows - 2 || t->present;
        const uint32_t step = outer || t->columns == 2 ? 1 : t->columns - 2;
        for (uint32_t column = 0; column < t->columns - 1; column += step)
            meet_edges(w, column, row);
    }
}

static qx_result plan_grid(base_writer *w)
{
    const qx_terrain_mesh_counts counts = qx_terrain_mesh_bound(w->t, NULL);
    w->tops = counts.vertices;
    w->ground = counts.indices;
    w->whole = !w->t->present;
    if (w->ground == 0) return QX_NOT_FOUND;
    if (!(w->desc->bottom < w->t->lowest)) return QX_BAD_VALUE;
    if (w->tops > UINT32_MAX) return QX_TOO_LARGE;
    meet_all_edges(w);
    return QX_OK;
}

static qx_result put_grid(base_writer *w)
{
    const qx_terrain *t = w->t;
    uint64_t written;
    for (uint32_t row = 0; row < t->rows; row++)
        for (uint32_t column = 0; column < t->columns; column++) {
            const size_t at = terrain_index(t, column, row);
            w->positions[at] = place_of(t, column, row,
                                        terrain_present(t, at) ? terrain_height(t, at) : t->lowest);
        }
    const qx_result result = qx_terrain_build_indices(t, NULL, NULL, w->indices, &written);
    w->count = written;
    if (result == QX_OK) meet_all_edges(w);
    return result;
}

// --- the whole

static uint64_t vertices_of(const base_writer *w)
{
    return w->tops + (w->whole ? w->rims + 1 : w->tops);
}

static qx_result plan(base_writer *w, qx_terrain_base_counts *counts)
{
    const float bottom = w->desc->bottom;
    *counts = (qx_terrain_base_counts){ 0 };
    if (!(bottom >= -TERRAIN_MOST && bottom <= TERRAIN_MOST)) return QX_BAD_VALUE;
    size_t scratch = 0;
    const qx_result result = w->desc->places ? base_plan_places(w, &scratch) : plan_grid(w);
    if (result != QX_OK) return result;
    if (vertices_of(w) > UINT32_MAX) return QX_TOO_LARGE;
    counts->vertices = vertices_of(w);
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

qx_result qx_terrain_base_build(const qx_terrain *terrain, const qx_terrain_base_desc *desc,
                                qx_vec3 *positions, uint32_t *indices, void *scratch,
                                qx_terrain_base_counts *written)
{
    base_writer w = { .t = terrain, .desc = desc };
    qx_result result = plan(&w, written);
    if (result != QX_OK) return result;
    w.positions = positions;
    w.indices = indices;
    result = desc->places ? base_put_places(&w, scratch) : put_grid(&w);
    if (result == QX_OK && w.whole) put_middle(&w);
    if (result == QX_OK && !w.whole) put_mirrored(&w);
    *written = (qx_terrain_base_counts){ 0 };
    if (result != QX_OK) return result;
    *written = (qx_terrain_base_counts){ .vertices = vertices_of(&w), .indices = w.count };
    return QX_OK;
}
