// SPDX-License-Identifier: MIT
// Rays against the drawn triangles. A ray is cut to the field, then goes from block to block of the
// pyramid, down where it is not clearly above or below, and there from cell to cell. Stretches of
// the way share their ends, and a triangle is hit where the ray's height over it changes sign or is
// nought but for rounding: so nothing slips through between two triangles.
#include "terrain_cell.h"

#include "base/exact.h"
#include "base/hints.h"

#include <float.h>
#include <math.h>

// A ray in cells, from where it may meet the field first.
typedef struct way {
    double x, y, z;
    double dx, dy, dz;
    double start, end;             // what was cut off; how much is left
    double line_x, line_z;         // the place from which lines are timed: behind all where d is 0
    double over_x, over_z;         // 1 / d
    double touch;                  // heights over a triangle that count as nought
    double bound, dbound;          // y in steps of the pyramid
    double sample, dsample, slack; // y in codes or heights as stored, and how rough that is
} way;

typedef struct found {
    uint32_t column, row, triangle;
    double distance; // from the way's start
} found;

// The cell where the way is.
typedef struct stand {
    uint32_t column, row;
    double distance;
} stand;

static bool is_finite(float value)
{
    return value - value == 0.0f;
}

static bool is_ray(const qx_terrain_ray *r)
{
    return is_finite(r->origin.x) && is_finite(r->origin.y) && is_finite(r->origin.z) &&
           is_finite(r->direction.x) && is_finite(r->direction.y) && is_finite(r->direction.z) &&
           (r->direction.x != 0.0f || r->direction.y != 0.0f || r->direction.z != 0.0f) &&
           r->reach >= 0.0f;
}

// Cuts a way to low .. high of one axis. What only touches a corner must not be lost by rounding.
static bool cut(double place, double step, double over, double low, double high, double *from,
                double *to)
{
    if (step == 0.0) return place >= low && place <= high;
    const double a = (low - place) * over, b = (high - place) * over;
    *from = exact_max(exact_min(a, b), *from);
    *to = exact_min(exact_max(a, b), *to);
    if (*from > *to + 1e-13 * (fabs(*from) + fabs(*to))) return false;
    *to = exact_max(*to, *from);
    return true;
}

static double origin_in_cells(float place, uint32_t samples, float size, double per_unit)
{
    const double last = (double)(samples - 1), twice = 2.0 * (double)place;
    const double cells = (double)place * per_unit + 0.5 * last;
    return twice >= -(double)size && twice <= (double)size ? terrain_clamp(cells, 0.0, last)
                                                           : cells;
}

static double in_steps(double span, double steps)
{
    return span != 0.0 ? steps / span : 0.0;
}

static void scale_heights(const qx_terrain *t, way *w)
{
    const double low = (double)t->low, span = (double)t->high - low;
    const double per_bound = in_steps((double)t->pyramid_span, 65535.0);
    const double largest = exact_max(fabs((double)t->lowest), fabs((double)t->highest));
    w->touch = ((double)t->highest - (double)t->lowest) * 0x1p-33 + largest * 0x1p-46;
    w->bound = (w->y - (double)t->pyramid_low) * per_bound;
    w->dbound = w->dy * per_bound;
    const double per_code = t->codes ? in_steps(span, 65535.0) : 1.0;
    w->sample = t->codes ? (w->y - low) * per_code : w->y;
    w->dsample = w->dy * per_code;
    // A code's height is rounded to a float, by up to 2^-24 of itself.
    w->slack = 2.0 * w->touch * fabs(per_code);
    if (t->codes)
        w->slack += exact_max(fabs(low), fabs((double)t->high)) * 0x1p-23 * fabs(per_code);
    if (per_code == 0.0) w->slack = 65536.0; // one height for all codes: no cell can be left out
}

static void begin_at(const qx_terrain *t, way *w, double from, double to)
{
    if (from > 0.0) {
        w->x = terrain_clamp(w->x + from * w->dx, 0.0, (double)(t->columns - 1));
        w->z = terrain_clamp(w->z + from * w->dz, 0.0, (double)(t->rows - 1));
        w->y += from * w->dy;
    }
    w->start = from;
    w->end = to - from;
    w->line_x = w->dx == 0.0 ? -1.0 : w->x;
    w->line_z = w->dz == 0.0 ? -1.0 : w->z;
}

static bool find_way(const qx_terrain *t, const qx_terrain_ray *r, way *w)
{
    if (!is_ray(r)) return false;
    const double across = terrain_per_unit(t->columns, t->width);
    const double down = terrain_per_unit(t->rows, t->depth);
    *w = (way){ .x = origin_in_cells(r->origin.x, t->columns, t->width, across),
                .y = (double)r->origin.y,
                .z = origin_in_cells(r->origin.z, t->rows, t->depth, down),
                .dx = (double)r->direction.x * across,
                .dy = (double)r->direction.y,
                .dz = (double)r->direction.z * down };
    w->over_x = w->dx == 0.0 ? (double)INFINITY : 1.0 / w->dx;
    w->over_z = w->dz == 0.0 ? (double)INFINITY : 1.0 / w->dz;
    const double over_y = w->dy == 0.0 ? 0.0 : 1.0 / w->dy;
    const double low = (double)t->lowest, high = (double)t->highest;
    const double room = (high - low) * 1e-6 + exact_max(fabs(low), fabs(high)) * 1e-12 + 1e-30;
    double from = 0.0, to = (double)r->reach;
    if (!cut(w->x, w->dx, w->over_x, 0.0, (double)(t->columns - 1), &from, &to) ||
        !cut(w->z, w->dz, w->over_z, 0.0, (double)(t->rows - 1), &from, &to) ||
        !cut(w->y, w->dy, over_y, low - room, high + room, &from, &to))
        return false;
    begin_at(t, w, from, to);
    scale_heights(t, w);
    return true;
}

// The ray's height over a triangle's plane.
static double height_over(const way *w, const terrain_cell *cell, const stand *at,
                          uint32_t triangle, double distance)
{
    const double u = w->x + distance * w->dx - (double)at->column;
    const double v = w->z + distance * w->dz - (double)at->row;
    return w->y + distance * w->dy - terrain_cell_height(cell, triangle, u, v);
}

static bool meet_triangle(const way *w, const terrain_cell *cell, const stand *at,
                          uint32_t triangle, double from, double to, found *hit)
{
    if (!cell->there[triangle]) return false;
    const double a = height_over(w, cell, at, triangle, from);
    const double b = height_over(w, cell, at, triangle, to);
    double distance;
    if (fabs(a) <= w->touch)
        distance = from;
    else if (fabs(b) <= w->touch)
        distance = to;
    else if ((a > 0.0) == (b > 0.0))
        return false;
    else
        distance = from + (to - from) * (a / (a - b));
    *hit = (found){ at->column, at->row, triangle, distance };
    return true;
}

// Both triangles of a cell over a stretch of the way, in the order in which it meets them.
static bool meet_cell(const qx_terrain *t, const way *w, const stand *at, double to, found *hit)
{
    const terrain_cell cell = terrain_cell_at(t, at->column, at->row);
    const double from = at->distance, c = (double)at->column, r = (double)at->row;
    const double a = terrain_cell_side(&cell, w->x + from * w->dx - c, w->z + from * w->dz - r);
    const double b = terrain_cell_side(&cell, w->x + to * w->dx - c, w->z + to * w->dz - r);
    const uint32_t first = a < 0.0 || (a == 0.0 && b > 0.0) ? 0 : 1;
    if ((a < 0.0 && b < 0.0) || (a > 0.0 && b > 0.0))
        return meet_triangle(w, &cell, at, first, from, to, hit);
    if (a == 0.0 && b == 0.0) // along the diagonal: on both
        return meet_triangle(w, &cell, at, 0, from, to, hit) ||
               meet_triangle(w, &cell, at, 1, from, to, hit);
    const double turn = from + (to - from) * (a / (a - b));
    return meet_triangle(w, &cell, at, first, from, turn, hit) ||
           meet_triangle(w, &cell, at, first ^ 1, turn, to, hit);
}

// A way through a corner meets the cells at both sides with that one point. Where there are no
// holes the one that it passes through has the point too.
static bool meet_corner(const qx_terrain *t, const way *w, uint32_t column, uint32_t row,
                        double distance, found *hit)
{
    if (!t->present || column > t->columns - 2 || row > t->rows - 2) return false;
    return meet_cell(t, w, &(stand){ column, row, distance }, distance, hit);
}

typedef struct range {
    double low, high;
} range;

static inline range range_of(double a, double b)
{
    return a < b ? (range){ a, b } : (range){ b, a };
}

// Whether a way between these heights is clear of all four corners of a cell.
static inline bool is_clear(const qx_terrain *t, size_t at, range way_range, double slack,
                            const bool coded)
{
    double low, high;
    if (coded) {
        const uint16_t *top = t->codes + at, *under = top + t->columns;
        const int32_t a = top[0], b = top[1], c = under[0], d = under[1];
        const int32_t ab = a < b ? a : b, cd = c < d ? c : d;
        const int32_t ba = a < b ? b : a, dc = c < d ? d : c;
        low = (double)(ab < cd ? ab : cd);
        high = (double)(ba > dc ? ba : dc);
    } else {
        const float *top = t->heights + at, *under = top + t->columns;
        const double a = (double)top[0], b = (double)top[1];
        const double c = (double)under[0], d = (double)under[1];
        low = exact_min(exact_min(a, b), exact_min(c, d));
        high = exact_max(exact_max(a, b), exact_max(c, d));
    }
    return way_range.low > high + slack || way_range.high < low - slack;
}

// What one walk through a block came to.
typedef enum outcome { WALK_ON, WALK_HIT, WALK_END } outcome;

// From cell to cell of the finest block, until it is left.
static inline outcome walk_block(const qx_terrain *t, const way *w, stand *at, found *hit,
                                 const bool coded)
{
    const uint32_t mask = ~(TERRAIN_BLOCK - 1), block_x = at->column & mask,
                   block_z = at->row & mask;
    const bool right = w->dx >= 0.0, down = w->dz >= 0.0;
    const double step_x = right ? 1.0 : -1.0, step_z = down ? 1.0 : -1.0;
    double line_x = (double)(at->column + right) - w->line_x;
    double line_z = (double)(at->row + down) - w->line_z;
    double sample = w->sample + at->distance * w->dsample;
    size_t index = terrain_index(t, at->column, at->row);
    for (;;) {
        const double to_x = line_x * w->over_x, to_z = line_z * w->over_z;
        const bool by_x = to_x <= to_z;
        const double next = by_x ? to_x : to_z;
        const double stop = exact_max(exact_min(next, w->end), at->distance);
        const double after = w->sample + stop * w->dsample;
        if (!is_clear(t, index, range_of(sample, after), w->slack, coded) &&
            meet_cell(t, w, at, stop, hit))
            return WALK_HIT;
        if (next > w->end) return WALK_END;
        if (to_x == to_z && meet_corner(t, w, at->column, at->row + (down ? 1u : ~0u), stop, hit))
            return WALK_HIT;
        at->distance = stop;
        sample = after;
        line_x += by_x ? step_x : 0.0;
        line_z += by_x ? 0.0 : step_z;
        at->column += by_x ? (right ? 1u : ~0u) : 0u;
        at->row += by_x ? 0u : (down ? 1u : ~0u);
        if (at->column > t->columns - 2 || at->row > t->rows - 2) return WALK_END;
        if ((at->column & mask) != block_x || (at->row & mask) != block_z) return WALK_ON;
        index = terrain_index(t, at->column, at->row);
    }
}

// The row or column where a way leaves a block of cells first .. first + size - 1 sideways.
static uint32_t along(double place, uint32_t first, uint32_t size, uint32_t most)
{
    const uint32_t last = first + size - 1 < most ? first + size - 1 : most;
    return (uint32_t)exact_min(exact_max(place, (double)first), (double)last);
}

// Rows of samples lie in pages of their own: asked for together, they come in the time of one.
static void fetch_block(const qx_terrain *t, const way *w, const stand *at, double stop)
{
    const uint32_t first = at->row & ~(TERRAIN_BLOCK - 1);
    const uint32_t last = along(w->z + stop * w->dz, first, TERRAIN_BLOCK, t->rows - 2);
    const uint32_t low = at->row < last ? at->row : last, high = at->row < last ? last : at->row;
    const size_t size = t->codes ? sizeof *t->codes : sizeof *t->heights;
    const char *samples = t->codes ? (const char *)t->codes : (const char *)t->heights;
    for (uint32_t row = low; row <= high + 1; row++)
        FETCH(samples + terrain_index(t, at->column, row) * size);
}

static bool is_apart(const qx_terrain *t, const way *w, uint32_t level, const stand *at,
                     double stop)
{
    const uint32_t shift = level + 3;
    const terrain_bounds b =
        t->pyramid[t->level_start[level] + (size_t)(at->row >> shift) * t->level_columns[level] +
                   (at->column >> shift)];
    const range r = range_of(w->bound + at->distance * w->dbound, w->bound + stop * w->dbound);
    return r.low > (double)b.highest + 0.01 || r.high < (double)b.lowest - 0.01;
}

// Blocks about a quarter as long as the way are a good place to begin.
static uint32_t first_level(const qx_terrain *t, const way *w)
{
    const double cells = w->end * exact_max(fabs(w->dx), fabs(w->dz));
    uint32_t level = 0;
    while (level + 1 < t->level_count && (double)(TERRAIN_BLOCK << (level + 1)) <= 0.25 * cells)
        level++;
    return level;
}

static bool trace(const qx_terrain *t, const way *w, stand at, found *hit)
{
    const bool right = w->dx >= 0.0, down = w->dz >= 0.0;
    uint32_t level = first_level(t, w);
    for (;;) {
        const uint32_t shift = level + 3, size = 1u << shift;
        const uint32_t x = at.column >> shift, z = at.row >> shift;
        const uint32_t first_x = x << shift, first_z = z << shift;
        const double to_x = ((double)(first_x + (right ? size : 0)) - w->line_x) * w->over_x;
        const double to_z = ((double)(first_z + (down ? size : 0)) - w->line_z) * w->over_z;
        const double next = to_x <= to_z ? to_x : to_z;
        const double stop = exact_max(exact_min(next, w->end), at.distance);
        if (is_apart(t, w, level, &at, stop)) {
            if (next > w->end) return false;
            if (to_x == to_z && meet_corner(t, w, right ? first_x + size - 1 : first_x,
                                            down ? first_z + size : first_z - 1, stop, hit))
                return true;
            // Which side it leaves by is not to be foretold: both are reckoned, one is taken.
            const bool by_x = to_x <= to_z;
            const uint32_t row = along(w->z + stop * w->dz, first_z, size, t->rows - 2);
            const uint32_t column = along(w->x + stop * w->dx, first_x, size, t->columns - 2);
            const uint32_t beside_x = right ? first_x + size : first_x - 1;
            const uint32_t beside_z = down ? first_z + size : first_z - 1;
            at.row = by_x ? (w->dz != 0.0 ? row : at.row) : beside_z;
            at.column = by_x ? beside_x : (w->dx != 0.0 ? column : at.column);
            at.distance = stop;
            if (at.column > t->columns - 2 || at.row > t->rows - 2) return false;
        } else if (level > 0) {
            level--;
            continue;
        } else {
            fetch_block(t, w, &at, stop);
            const outcome o =
                t->codes ? walk_block(t, w, &at, hit, true) : walk_block(t, w, &at, hit, false);
            if (o != WALK_ON) return o == WALK_HIT;
        }
        // Out of the parent block as well: the next one may be skipped as a whole.
        const bool left_parent =
            (at.column >> (shift + 1)) != x >> 1 || (at.row >> (shift + 1)) != z >> 1;
        if (left_parent && level + 1 < t->level_count) level++;
    }
}

// The height of the way over the triangle there, if there is one.
static bool height_at(const qx_terrain *t, const way *w, double distance, found *hit, double *over)
{
    terrain_spot spot =
        terrain_spot_at(t, terrain_clamp(w->x + distance * w->dx, 0.0, (double)(t->columns - 1)),
                        terrain_clamp(w->z + distance * w->dz, 0.0, (double)(t->rows - 1)));
    terrain_cell cell;
    uint32_t triangle;
    if (!terrain_find_triangle(t, &spot, &cell, &triangle)) return false;
    *over = w->y + distance * w->dy - terrain_cell_height(&cell, triangle, spot.u, spot.v);
    *hit = (found){ spot.column, spot.row, triangle, distance };
    return true;
}

static bool trace_vertical(const qx_terrain *t, const way *w, found *hit)
{
    double over;
    if (!height_at(t, w, 0.0, hit, &over)) return false;
    const double distance = fabs(over) <= w->touch ? 0.0 : -over / w->dy;
    if (!(distance >= 0.0) || distance > w->end) {
        // The end was cut a hair above or below the field, or lies on it.
        const double left = over + w->end * w->dy;
        if (fabs(left) > w->touch) return false;
        hit->distance = w->end;
        return true;
    }
    hit->distance = distance;
    return true;
}

// Along a line of the grid the way is on the border of two rows of cells; a hole in one must not
// hide the other.
static bool trace_other_side(const qx_terrain *t, const way *w, const stand *at, found *hit)
{
    stand other = *at;
    const bool row = w->dz == 0.0 && w->z == (double)at->row && at->row > 0;
    const bool column = w->dx == 0.0 && w->x == (double)at->column && at->column > 0;
    if (!row && !column) return false;
    other.row -= row;
    other.column -= column;
    return trace(t, w, other, hit);
}

static bool trace_with_holes(const qx_terrain *t, const way *w, const stand *at, found *hit)
{
    double over;
    if (height_at(t, w, 0.0, hit, &over) && fabs(over) <= w->touch) return true;
    const bool here = trace(t, w, *at, hit);
    found other;
    if (!trace_other_side(t, w, at, &other)) return here;
    if (!here || other.distance < hit->distance) *hit = other;
    return true;
}

static bool find_hit(const qx_terrain *t, const way *w, found *hit)
{
    if (w->dx == 0.0 && w->dz == 0.0) return trace_vertical(t, w, hit);
    const terrain_spot spot = terrain_spot_at(t, w->x, w->z);
    const stand at = { spot.column, spot.row, 0.0 };
    return t->present ? trace_with_holes(t, w, &at, hit) : trace(t, w, at, hit);
}

static float to_world(double cells, uint32_t samples, float size)
{
    const double last = (double)(samples - 1);
    return (float)((cells - 0.5 * last) * (double)size / last);
}

static void describe(const qx_terrain *t, const way *w, const found *f, qx_terrain_hit *hit)
{
    const double distance = w->start + f->distance;
    const terrain_cell cell = terrain_cell_at(t, f->column, f->row);
    double slope;
    hit->distance = (float)exact_min(distance, (double)FLT_MAX);
    hit->place = (qx_vec3){ to_world(w->x + f->distance * w->dx, t->columns, t->width),
                            (float)(w->y + f->distance * w->dy),
                            to_world(w->z + f->distance * w->dz, t->rows, t->depth) };
    hit->normal = terrain_cell_normal(t, &cell, f->triangle, &slope);
    hit->column = f->column;
    hit->row = f->row;
    hit->triangle = f->triangle;
}

bool qx_terrain_solve_ray(const qx_terrain *t, const qx_terrain_ray *ray, qx_terrain_hit *hit)
{
    way w;
    found f;
    *hit = (qx_terrain_hit){ .distance = 0.0f };
    if (!find_way(t, ray, &w) || !find_hit(t, &w, &f)) return false;
    describe(t, &w, &f, hit);
    return true;
}

// Above the ground at one end and below it at the other: no need to know where it goes through.
static bool ends_differ(const qx_terrain *t, const way *w)
{
    found f;
    double first, last;
    if (t->present || w->y + w->end * w->dy >= (double)t->highest) return false;
    return height_at(t, w, 0.0, &f, &first) && height_at(t, w, w->end, &f, &last) &&
           ((first > w->touch && last < -w->touch) || (first < -w->touch && last > w->touch));
}

bool qx_terrain_solve_any(const qx_terrain *t, const qx_terrain_ray *ray)
{
    way w;
    found f;
    if (!find_way(t, ray, &w)) return false;
    return ends_differ(t, &w) || find_hit(t, &w, &f);
}
