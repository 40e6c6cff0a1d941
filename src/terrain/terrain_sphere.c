// SPDX-License-Identifier: MIT
// A moving sphere against the field: down the pyramid, nearer blocks first, to the triangles in
// reach.
#include "terrain_cell.h"
#include "terrain_sweep.h"

#include "base/exact.h"

#include <float.h>

#define DEPTHS 1e15 // as far as solid ground goes down

typedef struct box {
    double low_x, high_x, low_y, high_y, low_z, high_z;
} box;

typedef struct stretch {
    double from, to;
} stretch;

static bool cut(double place, double step, double low, double high, stretch *s)
{
    if (step == 0.0) return place >= low && place <= high;
    const double a = (low - place) / step, b = (high - place) / step;
    const double near = a < b ? a : b, far = a < b ? b : a;
    if (near > s->from) s->from = near;
    if (far < s->to) s->to = far;
    return s->from <= s->to;
}

// The stretch of the way on which the sphere may touch a box.
static bool find_stretch(const terrain_sweep *s, const box *b, stretch *on)
{
    *on = (stretch){ 0.0, s->distance };
    return cut(s->from.x, s->step.x, b->low_x - s->room, b->high_x + s->room, on) &&
           cut(s->from.z, s->step.z, b->low_z - s->room, b->high_z + s->room, on) &&
           cut(s->from.y, s->step.y, b->low_y - s->room, b->high_y + s->room, on);
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// A block of the pyramid; false where it has no triangle.
static bool find_box(const qx_terrain *t, const terrain_sweep *s, uint32_t level, uint32_t x,
                     uint32_t z, box *b)
{
    const terrain_bounds bounds =
        t->pyramid[t->level_start[level] + (size_t)z * t->level_columns[level] + x];
    if (bounds.lowest > bounds.highest) return false;
    const uint64_t size = (uint64_t)TERRAIN_BLOCK << level;
    const uint64_t last_x = (x + 1) * size, last_z = (z + 1) * size;
    const uint32_t end_x = last_x < t->columns ? (uint32_t)last_x : t->columns - 1;
    const uint32_t end_z = last_z < t->rows ? (uint32_t)last_z : t->rows - 1;
    b->low_x = terrain_place((uint32_t)(x * size), t->columns, t->width);
    b->high_x = terrain_place(end_x, t->columns, t->width);
    b->low_z = terrain_place((uint32_t)(z * size), t->rows, t->depth);
    b->high_z = terrain_place(end_z, t->rows, t->depth);
    b->low_y = s->solid ? -DEPTHS : terrain_bound_height(t, bounds.lowest);
    b->high_y = terrain_bound_height(t, bounds.highest);
    return true;
}

// --- cells

static terrain_vec corner_at(const qx_terrain *t, uint32_t column, uint32_t row, double height)
{
    return (terrain_vec){ terrain_place(column, t->columns, t->width), height,
                          terrain_place(row, t->rows, t->depth) };
}

// Walls matter only where ground ends: elsewhere no sphere can come between two triangles.
static bool has_walls(const qx_terrain *t, const terrain_sweep *s, uint32_t column, uint32_t row)
{
    return s->solid && (t->present || column == 0 || row == 0 || column == t->columns - 2 ||
                        row == t->rows - 2);
}

static void touch_cell(const qx_terrain *t, terrain_sweep *s, uint32_t column, uint32_t row)
{
    const terrain_cell cell = terrain_cell_at(t, column, row);
    const terrain_vec lt = corner_at(t, column, row, cell.lt);
    const terrain_vec rt = corner_at(t, column + 1, row, cell.rt);
    const terrain_vec lb = corner_at(t, column, row + 1, cell.lb);
    const terrain_vec rb = corner_at(t, column + 1, row + 1, cell.rb);
    const terrain_vec corners[2][3] = { { lt, lb, cell.is_lt_rb ? rb : rt },
                                        { cell.is_lt_rb ? lt : rt, cell.is_lt_rb ? rb : lb,
                                          cell.is_lt_rb ? rt : rb } };
    s->walls = has_walls(t, s, column, row);
    for (uint32_t i = 0; i < 2; i++) {
        if (!cell.there[i] || !terrain_touch_triangle(s, corners[i])) continue;
        s->column = column;
        s->row = row;
        s->triangle = i;
    }
}

typedef struct run {
    uint32_t first, last;
} run;

// The cells of a block that a sphere reaches whose centre goes from a to b, along one axis.
static run cells_between(double a, double b, double room, uint32_t samples, float size,
                         uint32_t block)
{
    const double half = 0.5 * (double)(samples - 1), per_unit = terrain_per_unit(samples, size);
    const double low = ((a < b ? a : b) - room) * per_unit + half - 1e-6;
    const double high = ((a < b ? b : a) + room) * per_unit + half + 1e-6;
    const uint32_t first = block * TERRAIN_BLOCK;
    const uint32_t last = lesser(first + TERRAIN_BLOCK - 1, samples - 2);
    run r = { first, last };
    if (low > (double)first) r.first = low < (double)last ? (uint32_t)low : last;
    if (high < (double)last) r.last = high > (double)first ? (uint32_t)high : first;
    return r;
}

static void find_heights(const qx_terrain *t, const terrain_sweep *s, uint32_t column, uint32_t row,
                         box *cell)
{
    const size_t at = terrain_index(t, column, row);
    const double lt = (double)terrain_height(t, at), rt = (double)terrain_height(t, at + 1);
    const double lb = (double)terrain_height(t, at + t->columns);
    const double rb = (double)terrain_height(t, at + t->columns + 1);
    cell->low_y = s->solid ? -DEPTHS : exact_min(exact_min(lt, rt), exact_min(lb, rb));
    cell->high_y = exact_max(exact_max(lt, rt), exact_max(lb, rb));
}

// The cells of a row that the sphere passes on its stretch over the row.
static void touch_row(const qx_terrain *t, terrain_sweep *s, uint32_t x, uint32_t row, stretch on)
{
    const double unit_x = (double)t->width / (double)(t->columns - 1);
    const double unit_z = (double)t->depth / (double)(t->rows - 1);
    box cell; // rounded otherwise than the corners are, by less than the room has over the radius
    cell.low_z = ((double)row - 0.5 * (double)(t->rows - 1)) * unit_z;
    cell.high_z = cell.low_z + unit_z;
    if (!cut(s->from.z, s->step.z, cell.low_z - s->room, cell.high_z + s->room, &on)) return;
    const run columns =
        cells_between(s->from.x + s->step.x * on.from, s->from.x + s->step.x * on.to, s->room,
                      t->columns, t->width, x);
    for (uint32_t column = columns.first; column <= columns.last; column++) {
        stretch part;
        cell.low_x = ((double)column - 0.5 * (double)(t->columns - 1)) * unit_x;
        cell.high_x = cell.low_x + unit_x;
        find_heights(t, s, column, row, &cell);
        if (find_stretch(s, &cell, &part)) touch_cell(t, s, column, row);
    }
}

static void touch_block(const qx_terrain *t, terrain_sweep *s, uint32_t x, uint32_t z, stretch on)
{
    const run rows = cells_between(s->from.z + s->step.z * on.from, s->from.z + s->step.z * on.to,
                                   s->room, t->rows, t->depth, z);
    for (uint32_t row = rows.first; row <= rows.last; row++) touch_row(t, s, x, row, on);
}

// --- blocks

typedef struct child {
    uint32_t x, z;
    stretch on;
} child;

static uint32_t find_children(const qx_terrain *t, const terrain_sweep *s, uint32_t level,
                              uint32_t x, uint32_t z, child children[4])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        child c = { 2 * x + (i & 1), 2 * z + (i >> 1), { 0.0, 0.0 } };
        box b;
        if (c.x >= t->level_columns[level] || c.z >= t->level_rows[level]) continue;
        if (!find_box(t, s, level, c.x, c.z, &b) || !find_stretch(s, &b, &c.on)) continue;
        uint32_t at = count++;
        for (; at > 0 && children[at - 1].on.from > c.on.from; at--)
            children[at] = children[at - 1];
        children[at] = c;
    }
    return count;
}

// At most TERRAIN_LEVELS deep.
static void search(const qx_terrain *t, terrain_sweep *s, uint32_t level, const child *block)
{
    if (block->on.from > s->distance) return;
    if (level == 0) {
        touch_block(t, s, block->x, block->z, block->on);
        return;
    }
    child children[4];
    const uint32_t count = find_children(t, s, level - 1, block->x, block->z, children);
    for (uint32_t i = 0; i < count; i++) search(t, s, level - 1, &children[i]);
}

bool terrain_sweep_field(const qx_terrain *t, terrain_sweep *s)
{
    child top = { 0, 0, { 0.0, 0.0 } };
    box field;
    s->found = false;
    s->room = s->radius * (1.0 + 1e-9) + 1e-12 * ((double)t->width + (double)t->depth);
    if (!find_box(t, s, t->level_count - 1, 0, 0, &field) || !find_stretch(s, &field, &top.on))
        return false;
    // From far away: begin where the field may be touched, so that no digits are lost.
    const double begin = top.on.from;
    s->from = terrain_add(s->from, s->step, begin);
    s->distance = top.on.to - begin;
    top.on = (stretch){ 0.0, s->distance };
    search(t, s, t->level_count - 1, &top);
    s->distance += begin;
    return s->found;
}

// --- the public call

static bool is_finite(float value)
{
    return value - value == 0.0f;
}

static bool is_sweep(const qx_terrain_ray *r, float radius)
{
    return is_finite(r->origin.x) && is_finite(r->origin.y) && is_finite(r->origin.z) &&
           is_finite(r->direction.x) && is_finite(r->direction.y) && is_finite(r->direction.z) &&
           (r->direction.x != 0.0f || r->direction.y != 0.0f || r->direction.z != 0.0f) &&
           r->reach >= 0.0f && radius >= 0.0f && is_finite(radius);
}

static qx_vec3 rounded(terrain_vec v)
{
    return (qx_vec3){ (float)v.x, (float)v.y, (float)v.z };
}

// A sphere of no size is a point; its normal is of the side from which it comes.
static bool solve_point(const qx_terrain *t, const qx_terrain_ray *ray, qx_terrain_hit *hit)
{
    if (!qx_terrain_solve_ray(t, ray, hit)) return false;
    const double along = (double)ray->direction.x * (double)hit->normal.x +
                         (double)ray->direction.y * (double)hit->normal.y +
                         (double)ray->direction.z * (double)hit->normal.z;
    if (along > 0.0) hit->normal = (qx_vec3){ -hit->normal.x, -hit->normal.y, -hit->normal.z };
    return true;
}

bool qx_terrain_solve_sphere(const qx_terrain *t, const qx_terrain_ray *ray, float radius,
                             qx_terrain_hit *hit)
{
    *hit = (qx_terrain_hit){ .distance = 0.0f };
    if (!is_sweep(ray, radius)) return false;
    if (radius == 0.0f) return solve_point(t, ray, hit);
    terrain_sweep s = {
        .from = { (double)ray->origin.x, (double)ray->origin.y, (double)ray->origin.z },
        .step = { (double)ray->direction.x, (double)ray->direction.y, (double)ray->direction.z },
        .radius = (double)radius,
        .distance = (double)ray->reach
    };
    if (!terrain_sweep_field(t, &s)) return false;
    hit->distance = s.distance < (double)FLT_MAX ? (float)s.distance : FLT_MAX;
    hit->place = rounded(s.place);
    hit->normal = rounded(s.normal);
    hit->column = s.column;
    hit->row = s.row;
    hit->triangle = s.triangle;
    return true;
}
