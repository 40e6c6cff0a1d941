// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Triangles between samples, row by row: exactly the samples inside and on their sides.

typedef struct scan_point {
    int32_t column, row;
} scan_point;

// Twice the area; above 0 where the corners run counter-clockwise seen from above, rows downward.
static inline int64_t scan_area(scan_point a, scan_point b, scan_point c)
{
    return (int64_t)(b.row - a.row) * (c.column - a.column) -
           (int64_t)(b.column - a.column) * (c.row - a.row);
}

// A side on its way down: at `column` + `sum` / `rows`.
typedef struct scan_side {
    int32_t column, step;
    int32_t sum, rest, rows;
} scan_side;

static inline scan_side scan_side_of(scan_point from, scan_point to)
{
    const int32_t rows = to.row - from.row, columns = to.column - from.column;
    if (rows <= 0) return (scan_side){ .column = from.column, .rows = 1 };
    int32_t step = columns / rows, rest = columns % rows;
    if (rest < 0) {
        step--;
        rest += rows;
    }
    return (scan_side){ from.column, step, 0, rest, rows };
}

static inline void scan_go_down(scan_side *s)
{
    s->column += s->step;
    s->sum += s->rest;
    const int32_t over = s->sum >= s->rows;
    s->column += over;
    s->sum -= over ? s->rows : 0;
}

typedef struct scan {
    int32_t row, middle, end; // rows: the next, that of the corner between, the last
    int32_t first, last;      // columns of the row that scan_next found; none where first > last
    bool bends_left;          // the corner between lies left of the long side
    scan_side straight, bent, later;
} scan;

static inline void scan_order(scan_point *a, scan_point *b)
{
    if (a->row <= b->row) return;
    const scan_point kept = *a;
    *a = *b;
    *b = kept;
}

// A triangle with an area, whichever way it turns.
static inline scan scan_begin(scan_point a, scan_point b, scan_point c)
{
    scan_order(&a, &b);
    scan_order(&b, &c);
    scan_order(&a, &b);
    return (scan){ .row = a.row,
                   .middle = b.row,
                   .end = c.row,
                   .bends_left = scan_area(a, b, c) > 0,
                   .straight = scan_side_of(a, c),
                   .bent = scan_side_of(a, b),
                   .later = scan_side_of(b, c) };
}

// The next row, s->row - 1 afterwards. False when there are no more.
static inline bool scan_next(scan *s)
{
    if (s->row > s->end) return false;
    if (s->row == s->middle) s->bent = s->later;
    const scan_side *left = s->bends_left ? &s->bent : &s->straight;
    const scan_side *right = s->bends_left ? &s->straight : &s->bent;
    s->first = left->column + (left->sum > 0);
    s->last = right->column;
    s->row++;
    scan_go_down(&s->straight);
    scan_go_down(&s->bent);
    return true;
}

// A plane through three samples, times twice the area of their triangle: whole numbers below 2^53
// where heights are codes.
typedef struct scan_plane {
    scan_point corner;
    double area, start, across, down; // start: at the corner
} scan_plane;

// `area` as scan_area has it, above 0.
static inline scan_plane scan_plane_of(const scan_point p[3], const double heights[3], int64_t area)
{
    const double ux = p[1].column - p[0].column, uy = p[1].row - p[0].row;
    const double vx = p[2].column - p[0].column, vy = p[2].row - p[0].row;
    const double u = heights[1] - heights[0], v = heights[2] - heights[0];
    return (scan_plane){ p[0], (double)area, heights[0] * (double)area, v * uy - u * vy,
                         u * vx - v * ux };
}

static inline double scan_plane_at(const scan_plane *p, int32_t column, int32_t row)
{
    return p->start + (column - p->corner.column) * p->across + (row - p->corner.row) * p->down;
}
