// SPDX-License-Identifier: MIT
#include "base/exact.h"
#include "grid_internal.h"

#include <math.h>
#include <string.h>

#define MAX_PLACE 1e7f
#define MAX_RADIUS 1e6f
#define MAX_STRENGTH 1e6f
#define LEAST_RADIUS 1e-4f // below it a push reaches nothing; keeps 1 / radius² finite

// Make the greatest value of each smooth profile 1, so that `strength` is the greatest acceleration:
// x (1 - x²)² is greatest at x = 1/sqrt(5); x / (x² + CORE²) (1 - x²)² at x = 0.118.
#define EVEN_SCALE 3.4938562f
#define CORE 0.125f
#define CORE_SCALE 0.2575363f

#define SLOWED 0.4f // the tutorial multiplies damping by 0.6

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

static void set_direction(grid_push *out, const qx_grid_push *push)
{
    const double x = (double)push->direction.x, y = (double)push->direction.y;
    const double z = (double)push->direction.z;
    const double length = sqrt(x * x + y * y + z * z);
    const double scale = length > 0.0 ? (double)push->strength / length : 0.0;
    out->ax = (float)(x * scale);
    out->ay = (float)(y * scale);
    out->az = length > 0.0 ? (float)(z * scale) : push->strength;
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
}

// The band's middle line, as a segment longer than any net.
static void set_band(grid_push *out, const qx_grid_push *push)
{
    double x = (double)push->to_x - (double)push->x, y = (double)push->to_y - (double)push->y;
    const double length = sqrt(x * x + y * y), half = (double)push->width;
    x = length > 0.0 ? x / length : 1.0;
    y = length > 0.0 ? y / length : 0.0;
    out->edge_x = (float)(x / half);
    out->edge_y = (float)(y / half);
    out->reach = half;
    out->from_x -= -y * 4e7;
    out->from_y -= x * 4e7;
    out->to_x += -y * 4e7;
    out->to_y += x * 4e7;
}

static void set_tutorial(grid_push *out, const qx_grid_push *push)
{
    if (push->kind == QX_GRID_DIRECTED) {
        out->shape = GRID_ALONG_TUTORIAL;
        set_direction(out, push);
        return;
    }
    const bool away = push->kind == QX_GRID_EXPLODE;
    out->shape = GRID_RADIAL_TUTORIAL;
    out->a = (away ? 100.0f : -10.0f) * push->strength;
    out->b = away ? 10000.0f : 100.0f;
    out->slow = SLOWED;
}

static void set_even(grid_push *out, const qx_grid_push *push, grid_shape shape)
{
    out->shape = shape;
    out->a = push->strength * (EVEN_SCALE / push->radius);
    out->slow = SLOWED;
}

static void set_core(grid_push *out, const qx_grid_push *push)
{
    out->shape = GRID_RADIAL_CORE;
    out->a = -push->strength * (CORE_SCALE * push->radius);
    out->b = CORE * CORE * push->radius * push->radius;
    out->slow = SLOWED;
}

static void set_shell(grid_push *out, const qx_grid_push *push)
{
    out->shape = GRID_SHELL;
    out->a = push->strength;
    out->inverse_square = 1.0f / (push->width * push->width);
    out->reach = (double)push->radius + (double)push->width;
}

static void set_smooth(grid_push *out, const qx_grid_push *push)
{
    switch (push->kind) {
    case QX_GRID_EXPLODE: set_even(out, push, GRID_RADIAL_EVEN); break;
    case QX_GRID_VORTEX: set_even(out, push, GRID_AROUND); break;
    case QX_GRID_IMPLODE: set_core(out, push); break;
    case QX_GRID_RING: set_shell(out, push); break;
    case QX_GRID_DIRECTED:
        out->shape = GRID_ALONG;
        set_direction(out, push);
        break;
    case QX_GRID_LINE:
        set_even(out, push, GRID_CAPSULE);
        set_segment(out, push);
        break;
    case QX_GRID_WAVE:
        out->shape = GRID_BAND;
        set_direction(out, push);
        set_band(out, push);
        break;
    }
}

static bool reaches_nothing(const qx_grid_push *push)
{
    const bool banded = push->kind == QX_GRID_RING || push->kind == QX_GRID_WAVE;
    if (push->strength == 0.0f) return true;
    return (banded ? push->width : push->radius) < LEAST_RADIUS;
}

// Places are taken from the middle of the net in double, so that mirrored pushes come out as exact negatives.
static grid_push prepare(const qx_grid *grid, const qx_grid_push *push)
{
    grid_push out = { .z = push->z, .radius = push->radius, .reach = (double)push->radius };
    out.from_x = out.to_x = (double)push->x - (double)grid->desc.width * 0.5;
    out.from_y = out.to_y = (double)push->y - (double)grid->desc.height * 0.5;
    out.x = (float)out.from_x;
    out.y = (float)out.from_y;
    out.square = push->radius * push->radius;
    out.inverse_square = out.square > 0.0f ? 1.0f / out.square : 0.0f;
    if (push->law == QX_GRID_TUTORIAL)
        set_tutorial(&out, push);
    else
        set_smooth(&out, push);
    // What is rounded in the kernels must not look farther than what is looked for here.
    out.reach += out.reach * 1e-5 + (double)grid->info.spacing_x * 0.01 + fabs(out.from_x) * 1e-6;
    return out;
}

typedef struct range {
    double low, high;
} range;

// Where a push may reach a row, given how far the band's points strayed: the capsule's part within `reach_y` of the
// row, widened by its own half chord. Empty where low > high.
static range reach_of(const grid_push *push, double row_y, double reach_x, double reach_y)
{
    const double tall = push->reach + reach_y;
    const double dy = push->to_y - push->from_y;
    double start = 0.0, end = 1.0;
    if (dy != 0.0) {
        const double a = (row_y - tall - push->from_y) / dy, b = (row_y + tall - push->from_y) / dy;
        start = exact_max(start, exact_min(a, b));
        end = exact_min(end, exact_max(a, b));
        if (start > end) return (range){ 1.0, 0.0 };
    } else if (fabs(push->from_y - row_y) > tall) {
        return (range){ 1.0, 0.0 };
    }
    double half = push->reach;
    if (dy == 0.0) {
        const double off = exact_max(0.0, fabs(push->from_y - row_y) - reach_y);
        half = sqrt(exact_max(0.0, half * half - off * off));
    }
    const double dx = push->to_x - push->from_x;
    const double a = push->from_x + start * dx, b = push->from_x + end * dx;
    return (range){ exact_min(a, b) - half - reach_x, exact_max(a, b) + half + reach_x };
}

static grid_span columns_in(const qx_grid *grid, range reach)
{
    const double middle = (double)grid->desc.width * 0.5, spacing = (double)grid->info.spacing_x;
    const double columns = (double)grid->desc.columns;
    const double first = (reach.low + middle) / spacing;
    const double end = (reach.high + middle) / spacing + 2.0;
    if (!(first < columns) || !(end > 0.0)) return (grid_span){ 0, 0 };
    const uint32_t low = first > 0.0 ? (uint32_t)first : 0;
    const uint32_t high = end < columns ? (uint32_t)end : grid->desc.columns;
    return (grid_span){ low / GRID_BLOCK * GRID_BLOCK,
                        (high + GRID_BLOCK - 1) / GRID_BLOCK * GRID_BLOCK };
}

static bool may_reach_band(const qx_grid *grid, const grid_band *band, const grid_push *push)
{
    const double top = (double)grid->rest_y[band->first], bottom = (double)grid->rest_y[band->end - 1];
    const double tall = push->reach + (double)band->reach_y;
    const double low = exact_min(push->from_y, push->to_y) - tall, high = exact_max(push->from_y, push->to_y) + tall;
    return low <= bottom && high >= top;
}

void grid_prepare_pushes(qx_grid *grid)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < grid->push_count; i++)
        if (!reaches_nothing(&grid->waiting[i])) grid->prepared[count++] = prepare(grid, &grid->waiting[i]);
    grid->push_count = 0;
    for (uint32_t b = 0; b < grid->band_count; b++) {
        grid_band *band = &grid->bands[b];
        band->pushes = 0;
        for (uint32_t i = 0; i < count; i++)
            if (may_reach_band(grid, band, &grid->prepared[i])) band->list[band->pushes++] = i;
    }
}

static float *push_storage(const qx_grid *grid, const grid_band *band, uint32_t row)
{
    const size_t index = grid->info.substeps == 1 ? (size_t)(band - grid->bands) : row;
    return grid->push_rows + index * GRID_PUSH_FIELDS * grid->stride;
}

// Makes the columns of `more` neutral where `span` does not hold them yet, and returns both together.
static grid_span widen(const qx_grid *grid, float *out, grid_span span, grid_span more)
{
    const bool empty = span.first == span.end;
    const grid_span both = { empty || more.first < span.first ? more.first : span.first,
                             empty || more.end > span.end ? more.end : span.end };
    for (uint32_t field = 0; field < GRID_PUSH_FIELDS; field++) {
        float *values = out + (size_t)field * grid->stride;
        const float neutral = field == GRID_SLOW ? 1.0f : 0.0f;
        const uint32_t held_first = empty ? both.end : span.first;
        const uint32_t held_end = empty ? both.end : span.end;
        for (uint32_t i = both.first; i < held_first; i++) values[i] = neutral;
        for (uint32_t i = held_end; i < both.end; i++) values[i] = neutral;
    }
    return both;
}

const float *grid_push_row(qx_grid *grid, const grid_band *band, uint32_t row)
{
    float *out = push_storage(grid, band, row);
    grid_span span = { 0, 0 };
    const float rest_y = grid->rest_y[row];
    for (uint32_t i = 0; i < band->pushes; i++) {
        const grid_push *push = &grid->prepared[band->list[i]];
        const range reach = reach_of(push, (double)rest_y, (double)band->reach_x, (double)band->reach_y);
        if (reach.low > reach.high) continue;
        const grid_span columns = columns_in(grid, reach);
        if (columns.first == columns.end) continue;
        span = widen(grid, out, span, columns);
        grid->kernels->push[push->shape](push, grid_row_fields(grid, row), grid->rest_x, rest_y,
                                         grid->stride, columns.first, columns.end, out);
    }
    grid->spans[row] = span;
    return out;
}
