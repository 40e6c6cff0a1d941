// SPDX-License-Identifier: MIT
#include "grid_plain.h"
#include "grid_cases.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define ULP ((double)FLT_EPSILON)

plain_point *plain_at(const plain_grid *plain, uint32_t column, uint32_t row)
{
    return &plain->points[(size_t)row * plain->info.columns + column];
}

static double from_middle(uint32_t index, uint32_t count, double length)
{
    return (index / (double)(count - 1) - 0.5) * length;
}

static bool is_border(const plain_grid *plain, uint32_t column, uint32_t row)
{
    return column == 0 || row == 0 || column == plain->info.columns - 1 ||
           row == plain->info.rows - 1;
}

plain_grid plain_from(const qx_grid *grid)
{
    plain_grid plain = { .info = qx_grid_get_info(grid),
                         .classic = grid->desc.material == QX_GRID_CLASSIC,
                         .fixed = grid->desc.border == QX_GRID_BORDER_FIXED,
                         .wave_scale = (double)grid->desc.wave_scale,
                         .floor = (double)grid->desc.damping_floor };
    plain.points = calloc(plain.info.points, sizeof *plain.points);
    assert_non_null(plain.points);
    for (uint32_t row = 0; row < plain.info.rows; row++)
        for (uint32_t column = 0; column < plain.info.columns; column++) {
            plain_point *p = plain_at(&plain, column, row);
            p->home[0] = from_middle(column, plain.info.columns, (double)plain.info.width);
            p->home[1] = from_middle(row, plain.info.rows, (double)plain.info.height);
            p->keep = 1.0;
            p->held = plain.fixed && is_border(&plain, column, row);
            for (uint32_t i = 0; i < 3; i++) {
                p->u[i] = (double)field_of(grid, column, row, GRID_UX + i);
                p->v[i] = (double)field_of(grid, column, row, GRID_VX + i);
            }
        }
    return plain;
}

void plain_free(plain_grid *plain)
{
    free(plain->points);
}

static double length3(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

// --- pushes

// Smooth pushes leave (1 - SLOWED * depth)^4 of the speed, all depths of a tick added up: 0.6 in the
// middle of one.
#define SLOWED (1.0 - pow(0.6, 0.25))

// What a push does to one point.
typedef struct effect {
    double a[3];
    double depth; // how deep the point is in a smooth push that slows, 0 to 1
    double slow;  // share of speed that a push of the tutorial's keeps
    double slope; // how much |a| changes with a place at most, near here
    double slow_slope;
    bool unsure; // too near a hard edge, or to where there is no direction, for float to tell
} effect;

static const effect no_effect = { .slow = 1.0 };

static void unit_direction(const qx_grid_push *push, double out[3])
{
    const double d[3] = { (double)push->direction.x, (double)push->direction.y,
                          (double)push->direction.z };
    const double length = length3(d);
    for (int i = 0; i < 3; i++) out[i] = length > 0.0 ? d[i] / length : i == 2;
}

// From the reference: directed 10 F / (10 + d), implosive 10 f (centre - p) / (100 + d²), explosive
// 100 f (p - centre) / (10000 + d²); the latter two slow by 0.6.
static effect tutorial(const qx_grid_push *push, const double x[3], double d, double rounding)
{
    const double f = (double)push->strength, r = (double)push->radius;
    const double near = 4.0 * ULP * (rounding + r);
    effect e = { .slow = 1.0, .unsure = fabs(d - r) < near };
    if (d >= r + near) return e;
    double along[3];
    unit_direction(push, along);
    for (int i = 0; i < 3; i++) {
        if (push->kind == QX_GRID_EXPLODE) e.a[i] = 100.0 * f * x[i] / (10000.0 + d * d);
        if (push->kind == QX_GRID_IMPLODE) e.a[i] = -10.0 * f * x[i] / (100.0 + d * d);
        if (push->kind == QX_GRID_DIRECTED) e.a[i] = 10.0 * f * along[i] / (10.0 + d);
    }
    if (push->kind != QX_GRID_DIRECTED) e.slow = 0.6;
    e.slope = 0.1 * fabs(f);
    return e;
}

// (1 - t²)² inside, 0 outside; the slope of what is made of it is at most 17 times strength over
// its breadth.
static double fall(double t)
{
    return t < 1.0 ? (1.0 - t * t) * (1.0 - t * t) : 0.0;
}

// Away from the centre: greatest where t = 1 / sqrt(5).
static effect away(const qx_grid_push *push, const double x[3], double d, double sign)
{
    const double r = (double)push->radius, t = d / r, peak = (1.0 / sqrt(5.0)) * 0.64;
    effect e = { .slow = 1.0, .depth = fall(t) };
    for (int i = 0; i < 3; i++)
        e.a[i] = sign * (double)push->strength * (x[i] / r) * fall(t) / peak;
    return e;
}

// t / (t² + 1/64) (1 - t²)², greatest where its derivative is 0: found here, not copied.
static double core_profile(double t)
{
    return t / (t * t + 0.125 * 0.125) * fall(t);
}

static double core_peak(void)
{
    double low = 0.0, high = 0.4;
    while (high - low > 1e-9) {
        const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        if (core_profile(a) < core_profile(b))
            low = a;
        else
            high = b;
    }
    return core_profile(low);
}

static effect toward(const qx_grid_push *push, const double x[3], double d)
{
    const double r = (double)push->radius, t = d / r;
    effect e = { .slow = 1.0, .depth = fall(t) };
    const double g = fall(t) / (t * t + 0.125 * 0.125) / core_peak();
    for (int i = 0; i < 3; i++) e.a[i] = -(double)push->strength * x[i] / r * g;
    return e;
}

static effect along(const qx_grid_push *push, double t)
{
    effect e = { .slow = 1.0 };
    unit_direction(push, e.a);
    for (int i = 0; i < 3; i++) e.a[i] *= (double)push->strength * fall(t);
    return e;
}

static effect vortex(const qx_grid_push *push, const double x[3], double d)
{
    const double turned[3] = { -x[1], x[0], 0.0 };
    return away(push, turned, d, 1.0);
}

static effect ring(const qx_grid_push *push, const double x[3], double d, double rounding)
{
    effect e = { .slow = 1.0, .unsure = d < 1e3 * ULP * rounding };
    const double t = fabs(d - (double)push->radius) / (double)push->width;
    for (int i = 0; i < 3; i++)
        e.a[i] = d > 0.0 ? (double)push->strength * fall(t) * x[i] / d : 0.0;
    e.slope = d > 0.0 ? length3(e.a) / d : 0.0;
    return e;
}

static effect segment(const qx_grid_push *push, const double x[3])
{
    const double ex = (double)push->to_x - (double)push->x,
                 ey = (double)push->to_y - (double)push->y;
    const double square = ex * ex + ey * ey;
    const double share = square > 0.0 ? (x[0] * ex + x[1] * ey) / square : 0.0;
    const double t = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    const double n[3] = { x[0] - t * ex, x[1] - t * ey, x[2] };
    return away(push, n, length3(n), 1.0);
}

static effect band(const qx_grid_push *push, const double x[3])
{
    const double nx = (double)push->to_x - (double)push->x,
                 ny = (double)push->to_y - (double)push->y;
    const double length = sqrt(nx * nx + ny * ny);
    const double off = length > 0.0 ? (x[0] * nx + x[1] * ny) / length : x[0];
    return along(push, fabs(off) / (double)push->width);
}

static effect smooth(const qx_grid_push *push, const double x[3], double rounding)
{
    const double d = length3(x);
    const double half =
        (double)(push->kind == QX_GRID_RING || push->kind == QX_GRID_WAVE ? push->width
                                                                          : push->radius);
    effect e = no_effect;
    switch (push->kind) {
    case QX_GRID_EXPLODE: e = away(push, x, d, 1.0); break;
    case QX_GRID_IMPLODE: e = toward(push, x, d); break;
    case QX_GRID_DIRECTED: e = along(push, d / (double)push->radius); break;
    case QX_GRID_VORTEX: e = vortex(push, x, d); break;
    case QX_GRID_RING: e = ring(push, x, d, rounding); break;
    case QX_GRID_LINE: e = segment(push, x); break;
    case QX_GRID_WAVE: e = band(push, x); break;
    }
    e.slope += 17.0 * fabs((double)push->strength) / half;
    e.slow_slope = 4.0 * SLOWED * 2.0 / half;
    return e;
}

static void push_point(plain_point *p, const qx_grid_push *push, const plain_grid *plain)
{
    const double cx = (double)push->x - 0.5 * (double)plain->info.width;
    const double cy = (double)push->y - 0.5 * (double)plain->info.height;
    const double x[3] = { p->home[0] + p->u[0] - cx, p->home[1] + p->u[1] - cy,
                          p->u[2] - (double)push->z };
    const double rounding = fabs(p->home[0]) + fabs(p->home[1]) + length3(p->u) + fabs(cx) +
                            fabs(cy) + fabs((double)push->z) + fabs((double)push->to_x) +
                            fabs((double)push->to_y);
    const effect e = push->law == QX_GRID_TUTORIAL ? tutorial(push, x, length3(x), rounding)
                                                   : smooth(push, x, rounding);
    for (int i = 0; i < 3; i++) p->push[i] += e.a[i];
    p->keep *= e.slow;
    p->depth += e.depth;
    const bool reached = length3(e.a) > 0.0 || e.slow < 1.0 || e.depth > 0.0;
    p->touched = p->touched || reached || e.unsure;
    if (!reached && !e.unsure) return; // outside, rounding has nothing to change
    const double size = fabs((double)push->strength);
    p->push_doubt += ULP * (e.slope * rounding + 8.0 * length3(e.a) +
                            (push->law == QX_GRID_SMOOTH ? 8.0 * size : 0.0));
    p->keep_doubt += ULP * (8.0 + e.slow_slope * rounding);
    if (e.unsure) {
        p->push_doubt += 2.0 * (length3(e.a) + size);
        p->keep_doubt += 1.0;
    }
}

void plain_apply(plain_grid *plain, const qx_grid_push *push)
{
    const bool banded = push->kind == QX_GRID_RING || push->kind == QX_GRID_WAVE;
    const float reach = banded ? push->width : push->radius;
    if (!(reach > 0.0f)) return;
    for (uint32_t i = 0; i < plain->info.points; i++) push_point(&plain->points[i], push, plain);
}

// --- springs

typedef struct plain_spring {
    double length[2], stiffness, damping;
} plain_spring;

// Pulls, never pushes; taken from one end and given to the other with the opposite sign. `p1` lies
// right of or below `p2`.
static void pull(const plain_spring *spring, plain_point *p1, plain_point *p2)
{
    double x[3], dv[3];
    for (int i = 0; i < 3; i++) {
        x[i] = p1->u[i] - p2->u[i] + (i < 2 ? spring->length[i] : 0.0);
        dv[i] = p2->v[i] - p1->v[i];
    }
    const double length = length3(x), rest = 0.95 * (spring->length[0] + spring->length[1]);
    const double stray = length3(p1->u) + length3(p2->u) + rest;
    const double swift = length3(p1->v) + length3(p2->v);
    if (fabs(length - rest) < 4.0 * ULP * stray) {
        p1->doubt += spring->damping * swift;
        p2->doubt += spring->damping * swift;
    }
    const double doubt = ULP * (spring->stiffness * stray + spring->damping * swift);
    p1->doubt += doubt;
    p2->doubt += doubt;
    if (length <= rest) return;
    for (int i = 0; i < 3; i++) {
        const double force =
            x[i] / length * (length - rest) * spring->stiffness - dv[i] * spring->damping;
        p1->force[i] -= force;
        p2->force[i] += force;
    }
}

static void anchor(plain_point *p, double stiffness, double damping)
{
    for (int i = 0; i < 3; i++) p->force[i] -= stiffness * p->u[i] + damping * p->v[i];
    p->doubt += ULP * (stiffness * length3(p->u) + damping * length3(p->v));
}

static bool is_third(uint32_t index, uint32_t count)
{
    const int off = abs(2 * (int)index - (int)(count - 1)); // in half cells from the middle
    return off % 6 == (count % 2 == 1 ? 0 : 3);
}

static void anchor_all(plain_grid *plain)
{
    const double spacing = 0.5 * ((double)plain->info.spacing_x + (double)plain->info.spacing_y);
    const double border = plain->classic ? 0.1 : 0.1 * plain->wave_scale / spacing;
    for (uint32_t row = 0; row < plain->info.rows; row++)
        for (uint32_t column = 0; column < plain->info.columns; column++) {
            plain_point *p = plain_at(plain, column, row);
            const bool third =
                is_third(column, plain->info.columns) && is_third(row, plain->info.rows);
            if (is_border(plain, column, row))
                anchor(p, border, border);
            else if (!plain->classic)
                anchor(p, 0.002 / 9.0, 0.02 / 9.0);
            else if (third)
                anchor(p, 0.002, 0.02);
        }
}

static void pull_all(plain_grid *plain)
{
    const qx_grid_info *info = &plain->info;
    const plain_spring across = { { (double)info->spacing_x, 0.0 },
                                  (double)info->stiffness_x,
                                  (double)info->damping_x };
    const plain_spring down = { { 0.0, (double)info->spacing_y },
                                (double)info->stiffness_y,
                                (double)info->damping_y };
    for (uint32_t row = 0; row < info->rows; row++)
        for (uint32_t column = 0; column < info->columns; column++) {
            plain_point *p = plain_at(plain, column, row);
            if (column + 1 < info->columns) pull(&across, plain_at(plain, column + 1, row), p);
            if (row + 1 < info->rows) pull(&down, plain_at(plain, column, row + 1), p);
        }
}

static void move(const plain_grid *plain, plain_point *p, bool last)
{
    const double time = 1.0 / plain->info.substeps, damping = pow(0.98, time);
    const double keep = p->keep * pow(fmax(0.0, 1.0 - SLOWED * p->depth), 4.0);
    const double kept = keep > plain->floor ? keep : plain->floor;
    for (int i = 0; i < 3; i++) {
        p->v[i] += time * (p->force[i] + p->push[i]);
        p->u[i] += time * p->v[i];
    }
    const double speed = length3(p->v);
    p->doubt += p->push_doubt + ULP * (length3(p->push) + speed + length3(p->u));
    if (last) p->doubt += speed * p->keep_doubt;
    if (plain->classic && fabs(speed - 0.001) < p->doubt) p->doubt += 0.001;
    const bool stopped = plain->classic && speed < 0.001;
    for (int i = 0; i < 3; i++) p->v[i] = stopped ? 0.0 : p->v[i] * damping * (last ? kept : 1.0);
}

void plain_step(plain_grid *plain)
{
    const uint32_t points = plain->info.points;
    for (uint32_t step = 0; step < plain->info.substeps; step++) {
        for (uint32_t i = 0; i < points; i++)
            plain->points[i].force[0] = plain->points[i].force[1] = plain->points[i].force[2] = 0.0;
        pull_all(plain);
        anchor_all(plain);
        for (uint32_t i = 0; i < points; i++)
            if (!plain->points[i].held)
                move(plain, &plain->points[i], step + 1 == plain->info.substeps);
    }
    for (uint32_t i = 0; i < points; i++) {
        plain_point *p = &plain->points[i];
        p->push[0] = p->push[1] = p->push[2] = p->push_doubt = p->keep_doubt = p->depth = 0.0;
        p->keep = 1.0;
    }
}

// With sub-steps what rounds at one point spreads to others: then the largest doubt counts for all.
double plain_compare(const plain_grid *plain, const qx_grid *grid)
{
    double largest = 0.0, worst = 0.0;
    for (uint32_t i = 0; i < plain->info.points; i++)
        largest = fmax(largest, plain->points[i].doubt);
    for (uint32_t row = 0; row < plain->info.rows; row++)
        for (uint32_t column = 0; column < plain->info.columns; column++) {
            const plain_point *p = plain_at(plain, column, row);
            const double doubt = (plain->info.substeps > 1 ? largest : p->doubt) + 1e-19;
            for (uint32_t i = 0; i < 3; i++) {
                worst =
                    fmax(worst,
                         fabs(p->u[i] - (double)field_of(grid, column, row, GRID_UX + i)) / doubt);
                worst =
                    fmax(worst,
                         fabs(p->v[i] - (double)field_of(grid, column, row, GRID_VX + i)) / doubt);
            }
        }
    return worst;
}
