// SPDX-License-Identifier: MIT
#include "base/exact.h"
#include "grid_internal.h"

#include <math.h>
#include <string.h>

#define MAX_PLACE 1e7f
#define MAX_RADIUS 1e6f
#define MAX_STRENGTH 1e6f
#define LEAST_RADIUS 1e-4f // below it a push reaches nothing; keeps 1 / radius² finite

// Make the greatest value of each smooth profile 1, so that `strength` is the greatest
// acceleration: x (1 - x²)² is greatest at x = 1/sqrt(5); x / (x² + CORE²) (1 - x²)² at x = 0.118.
#define EVEN_SCALE 3.4938562
#define CORE 0.125
#define CORE_SCALE 0.2575363

// The tutorial multiplies damping by 0.6. Here what is kept is the fourth power of GRID_SLOW, so
// that pushes can be subtracted from it, which is quicker than to multiply: 1 - 0.6^(1/4).
#define SLOWED 0.11988830

static bool within(float value, float limit)
{
    return value >= -limit && value <= limit; // false for NaN
}

bool grid_push_is_good(const qx_grid_push *push)
{
    if ((unsigned)push->kind > QX_GRID_WAVE || (unsigned)push->law > QX_GRID_TUTORIAL) return false;
    if (push->law == QX_GRID_TUTORIAL && push->kind > QX_GRID_DIRECTED) return false;
    if (!within(push->x, MAX_PLACE) || !within(push->y, MAX_PLACE) || !within(push->z, MAX_PLACE))
        return false;
    if (!within(push->to_x, MAX_PLACE) || !within(push->to_y, MAX_PLACE)) return false;
    if (!within(push->direction.x, MAX_PLACE) || !within(push->direction.y, MAX_PLACE) ||
        !within(push->direction.z, MAX_PLACE))
        return false;
    if (!(push->radius >= 0.0f && push->radius <= MAX_RADIUS)) return false;
    if (!(push->width >= 0.0f && push->width <= MAX_RADIUS)) return false;
    return within(push->strength, MAX_STRENGTH);
}

qx_result qx_grid_apply(qx_grid *grid, const qx_grid_push *push)
{
    if (!grid_push_is_good(push)) return QX_BAD_VALUE;
    if (grid->push_count == grid->desc.pushes) return QX_TOO_LARGE;
    grid->waiting[grid->push_count++] = *push;
    return QX_OK;
}

// Accelerations along a direction; `peak` is the weight's greatest value.
static void set_direction(grid_push *out, const qx_grid_push *push, double peak)
{
    const double x = (double)push->direction.x, y = (double)push->direction.y;
    const double z = (double)push->direction.z;
    const double length = sqrt(x * x + y * y + z * z);
    const double strength = (double)push->strength / peak;
    const double scale = length > 0.0 ? strength / length : 0.0;
    out->ax = (float)(x * scale);
    out->ay = (float)(y * scale);
    out->az = (float)(length > 0.0 ? z * scale : strength);
}

static void set_segment(grid_push *out, const qx_grid_push *push)
{
    const double x = (double)push->to_x - (double)push->x, y = (double)push->to_y - (double)push->y;
    const double square = x * x + y * y;
    out->edge_x = (float)x;
    out->edge_y = (float)y;
    out->inverse_edge = square > 1e-12 ? (float)(1.0 / square) : 0.0f;
    out->to_x = out->from_x + x;
    out->to_y = out->from_y + y;
    // The kernel looks from the middle, so that both ends are alike.
    out->x = (float)(0.5 * (out->from_x + out->to_x));
    out->y = (float)(0.5 * (out->from_y + out->to_y));
}

// The band's middle line, as a segment longer than any net.
static void set_band(grid_push *out, const qx_grid_push *push)
{
    const double x = (double)push->to_x - (double)push->x, y = (double)push->to_y - (double)push->y;
    const double length = sqrt(x * x + y * y);
    const double nx = length > 0.0 ? x / length : 1.0, ny = length > 0.0 ? y / length : 0.0;
    out->edge_x = (float)nx;
    out->edge_y = (float)ny;
    out->from_x += ny * 4e7;
    out->from_y -= nx * 4e7;
    out->to_x -= ny * 4e7;
    out->to_y += nx * 4e7;
}

static void set_tutorial(grid_push *out, const qx_grid_push *push)
{
    const bool away = push->kind == QX_GRID_EXPLODE;
    out->a = (away ? 100.0f : -10.0f) * push->strength;
    out->b = away ? 10000.0f : 100.0f;
    out->slow = (float)SLOWED;
}

static grid_shape shape_of(const qx_grid_push *push)
{
    const bool tutorial = push->law == QX_GRID_TUTORIAL;
    switch (push->kind) {
    case QX_GRID_EXPLODE:
        return tutorial          ? GRID_RADIAL_TUTORIAL
               : push->z == 0.0f ? GRID_RADIAL_FLAT
                                 : GRID_RADIAL_EVEN;
    case QX_GRID_IMPLODE: return tutorial ? GRID_RADIAL_TUTORIAL : GRID_RADIAL_CORE;
    case QX_GRID_DIRECTED: return tutorial ? GRID_ALONG_TUTORIAL : GRID_ALONG;
    case QX_GRID_VORTEX: return GRID_AROUND;
    case QX_GRID_RING: return GRID_SHELL;
    case QX_GRID_LINE: return GRID_CAPSULE;
    case QX_GRID_WAVE: return GRID_BAND;
    }
    return GRID_SHAPES;
}

static bool is_banded(const qx_grid_push *push)
{
    return push->kind == QX_GRID_RING || push->kind == QX_GRID_WAVE;
}

static void set_factors(grid_push *out, const qx_grid_push *push)
{
    const double half = (double)(is_banded(push) ? push->width : push->radius);
    const double strength = (double)push->strength;
    const double peak = half * half * half * half; // of (s - d²)²
    switch (out->shape) {
    case GRID_RADIAL_TUTORIAL: set_tutorial(out, push); return;
    case GRID_ALONG_TUTORIAL: set_direction(out, push, 1.0); return;
    case GRID_ALONG: set_direction(out, push, peak); return;
    case GRID_SHELL: out->a = (float)(strength / peak); return;
    case GRID_BAND:
        set_direction(out, push, peak);
        set_band(out, push);
        return;
    case GRID_RADIAL_CORE:
        out->a = (float)(-strength * CORE_SCALE * half / peak);
        out->b = (float)(CORE * CORE * half * half);
        break;
    case GRID_CAPSULE: set_segment(out, push); // fall through
    default: out->a = (float)(strength * EVEN_SCALE / half / peak); break;
    }
    out->slow = (float)(SLOWED / peak);
}

static bool reaches_nothing(const qx_grid_push *push)
{
    return push->strength == 0.0f || (is_banded(push) ? push->width : push->radius) < LEAST_RADIUS;
}

// Places are taken from the middle of the net in double, so that mirrored pushes come out as exact
// negatives.
static grid_push prepare(const qx_grid *grid, const qx_grid_push *push, grid_shape shape)
{
    const float half = is_banded(push) ? push->width : push->radius;
    grid_push out = { .shape = shape, .z = push->z, .radius = push->radius, .square = half * half };
    out.from_x = out.to_x = (double)push->x - (double)grid->desc.width * 0.5;
    out.from_y = out.to_y = (double)push->y - (double)grid->desc.height * 0.5;
    out.x = (float)out.from_x;
    out.y = (float)out.from_y;
    set_factors(&out, push);
    // What is rounded in the kernels must not look farther than what is looked for here.
    const double far = (double)half + (shape == GRID_SHELL ? (double)push->radius : 0.0);
    out.reach = far * 1.00001 + (double)grid->info.spacing_x * 0.01 +
                (fabs(out.from_x) + fabs(out.from_y)) * 1e-6;
    return out;
}

// The same but for the centre, as far as GRID_RADIAL_FLAT is concerned.
static bool is_like(const grid_push *a, const grid_push *b)
{
    return a->shape == b->shape && !(a->square < b->square) && !(a->square > b->square) &&
           !(a->a < b->a) && !(a->a > b->a);
}

static bool may_reach_band(const qx_grid *grid, const grid_band *band, const grid_push *push)
{
    const double top = (double)grid->rest_y[band->first],
                 bottom = (double)grid->rest_y[band->end - 1];
    const double tall = push->reach + (double)band->reach_y;
    return exact_min(push->from_y, push->to_y) - tall <= bottom &&
           exact_max(push->from_y, push->to_y) + tall >= top;
}

// Pushes are sorted by shape, so that a kernel gets many at a time; within a shape they keep their
// order, which a mirrored net shares.
void grid_prepare_pushes(qx_grid *grid)
{
    uint32_t count = 0;
    for (uint32_t shape = 0; grid->push_count && shape < GRID_SHAPES; shape++)
        for (uint32_t i = 0; i < grid->push_count; i++) {
            const qx_grid_push *push = &grid->waiting[i];
            if ((uint32_t)shape_of(push) == shape && !reaches_nothing(push))
                grid->prepared[count++] = prepare(grid, push, (grid_shape)shape);
        }
    for (uint32_t i = 1; i < count; i++)
        grid->prepared[i].run =
            grid->prepared[i - 1].run + !is_like(&grid->prepared[i - 1], &grid->prepared[i]);
    grid->push_count = 0;
    for (uint32_t b = 0; b < grid->band_count; b++) {
        grid_band *band = &grid->bands[b];
        band->pushes = 0;
        for (uint32_t i = 0; i < count; i++)
            if (may_reach_band(grid, band, &grid->prepared[i])) band->list[band->pushes++] = i;
    }
}

typedef struct range {
    double low, high;
} range;

static const range nowhere = { 1.0, 0.0 };

// Where a push may reach rows from `top` to `bottom`, given how far the band's points strayed: the
// part of its segment that is near enough, widened by its reach or, for a point, by half the chord.
// Empty where low > high.
static range reach_of(const grid_push *push, double top, double bottom, double reach_x,
                      double reach_y)
{
    const double dy = push->to_y - push->from_y, tall = push->reach + reach_y;
    if (dy == 0.0) {
        const double off =
            exact_max(0.0, exact_max(top - push->from_y, push->from_y - bottom) - reach_y);
        if (off > push->reach) return nowhere;
        const double half = sqrt(push->reach * push->reach - off * off) + reach_x;
        return (range){ exact_min(push->from_x, push->to_x) - half,
                        exact_max(push->from_x, push->to_x) + half };
    }
    const double a = (top - tall - push->from_y) / dy, b = (bottom + tall - push->from_y) / dy;
    const double start = exact_max(0.0, exact_min(a, b)), end = exact_min(1.0, exact_max(a, b));
    if (start > end) return nowhere;
    const double dx = push->to_x - push->from_x, half = push->reach + reach_x;
    const double from = push->from_x + start * dx, to = push->from_x + end * dx;
    return (range){ exact_min(from, to) - half, exact_max(from, to) + half };
}

// The blocks of columns in a range; empty where first == end.
static grid_span blocks_in(const qx_grid *grid, range reach)
{
    const double middle = (double)grid->desc.width * 0.5;
    const double columns = (double)grid->desc.columns;
    const double first = (reach.low + middle) * grid->per_spacing;
    const double end = (reach.high + middle) * grid->per_spacing + 2.0;
    if (reach.low > reach.high || !(first < columns) || !(end > 0.0)) return (grid_span){ 0, 0 };
    const uint32_t low = first > 0.0 ? (uint32_t)first : 0;
    const uint32_t high = end < columns ? (uint32_t)end : grid->desc.columns;
    return (grid_span){ low / GRID_BLOCK, (high + GRID_BLOCK - 1) / GRID_BLOCK };
}

static grid_span joined(grid_span a, grid_span b)
{
    if (a.first == a.end) return b;
    if (b.first == b.end) return a;
    return (grid_span){ a.first < b.first ? a.first : b.first, a.end > b.end ? a.end : b.end };
}

// Finds the next hits of one shape from the band's push `next` on; returns the first that is left.
static uint32_t find_hits(const qx_grid *grid, const grid_band *band, uint32_t next,
                          grid_pass *pass)
{
    const double top = (double)pass->rest_y[0], bottom = (double)pass->rest_y[pass->rows - 1];
    const grid_shape shape = grid->prepared[band->list[next]].shape;
    uint32_t count = 0;
    for (; next < band->pushes && count < GRID_HITS; next++) {
        const grid_push *push = &grid->prepared[band->list[next]];
        if (push->shape != shape) break;
        const range reach =
            reach_of(push, top, bottom, (double)band->reach_x, (double)band->reach_y);
        const grid_span blocks = blocks_in(grid, reach);
        if (blocks.first == blocks.end) continue;
        band->turns[blocks.first] ^= UINT64_C(1) << count;
        band->turns[blocks.end] ^= UINT64_C(1) << count;
        pass->hits[count++] = push;
        pass->blocks = joined(pass->blocks, blocks);
    }
    pass->count = count;
    return next;
}

void grid_push_rows(qx_grid *grid, const grid_band *band, uint32_t row, uint32_t end)
{
    grid_pass pass = { .turns = band->turns,
                       .fields = grid_row_fields(grid, row),
                       .rest_x = grid->rest_x,
                       .rest_y = grid->rest_y + row,
                       .out = grid_row_push(grid, band, row),
                       .stride = grid->stride,
                       .rows = end - row };
    for (uint32_t next = 0; next < band->pushes;) {
        next = find_hits(grid, band, next, &pass);
        if (pass.count == 0) continue;
        grid->push_kernels->add[pass.hits[0]->shape](&pass);
        memset(band->turns + pass.blocks.first, 0,
               (pass.blocks.end - pass.blocks.first + 1) * sizeof *band->turns);
        pass.summed = pass.blocks;
    }
    for (uint32_t r = row; r < end; r++)
        grid->spans[r] =
            (grid_span){ pass.blocks.first * GRID_BLOCK, pass.blocks.end * GRID_BLOCK };
}
