// SPDX-License-Identifier: MIT
#include "grid_internal.h"

#include <math.h>

// A sub-step goes down each band row by row, in place: the springs between a row and the next are
// reckoned before the row moves and kept for the next. Bands meet at rows that either may have
// moved, so with workers the springs between bands come first; alone, each band hands them to the
// next. Both read the same values, hence the same bits.

typedef struct substep {
    qx_grid *grid;
    bool first, last; // of the tick
    bool tidy;
    bool alone;
} substep;

static float *springs_into(const qx_grid *grid, uint32_t band)
{
    return grid->bands[band].springs;
}

static void springs_below(const qx_grid *grid, uint32_t row, float *out)
{
    grid->kernels->springs_down(&grid->law, grid_row_fields(grid, row),
                                grid_row_fields(grid, row + 1), grid->stride, out);
}

static void join_bands(void *context, uint32_t index)
{
    const substep *step = context;
    const qx_grid *grid = step->grid;
    springs_below(grid, grid->bands[index].end - 1, springs_into(grid, index + 1));
}

static bool is_held(const qx_grid *grid, uint32_t row)
{
    return grid->desc.border == QX_GRID_BORDER_FIXED && (row == 0 || row == grid->desc.rows - 1);
}

// Where the springs from a row to the one below are kept: for the next row of the band, or for the
// next band.
static float *find_below(const qx_grid *grid, uint32_t band, uint32_t row)
{
    if (row + 1 == grid->desc.rows) return grid->nothing;
    if (row + 1 == grid->bands[band].end) return springs_into(grid, band + 1);
    return springs_into(grid, band) + (size_t)(1 + row % 2) * 3 * grid->stride;
}

// Known before: what join_bands reckoned, and that nothing hangs below the last row.
static bool is_known(const substep *step, const grid_band *band, uint32_t row)
{
    return row + 1 == step->grid->desc.rows || (row + 1 == band->end && !step->alone);
}

// Pushes take hold at the start of the tick, a group of rows before the first of them moves.
static const float *find_push(const substep *step, const grid_band *band, uint32_t row)
{
    qx_grid *grid = step->grid;
    if (step->first && (row - band->first) % GRID_GROUP == 0)
        grid_push_rows(grid, band, row,
                       row + GRID_GROUP < band->end ? row + GRID_GROUP : band->end);
    return grid_row_push(grid, band, row);
}

#define FETCH_ROWS 2u // what is asked for is still in the second cache when its turn comes

static void advance_row(const substep *step, const grid_band *band, uint32_t row, grid_row *job)
{
    const qx_grid *grid = step->grid;
    const grid_anchors *anchors = grid_row_anchors(grid, row);
    job->push = find_push(step, band, row);
    job->push_first = grid->spans[row].first;
    job->push_end = grid->spans[row].end;
    job->fields = grid_row_fields(grid, row);
    job->lower = is_known(step, band, row) ? NULL : grid_row_fields(grid, row + 1);
    job->ahead = grid->fetches && row + FETCH_ROWS < (step->alone ? grid->desc.rows : band->end)
                     ? grid_row_fields(grid, row + FETCH_ROWS)
                     : NULL;
    job->anchor_stiffness = anchors->stiffness;
    job->anchor_damping = anchors->damping;
    job->anchored =
        anchors != &grid->anchors[GRID_ROW_PLAIN] || grid->desc.border != QX_GRID_BORDER_FIXED;
    grid->kernels->advance(&grid->law, job);
}

// A held row does not move, but the next one hangs on it.
static void hold_row(const substep *step, const grid_band *band, uint32_t row, float *below)
{
    find_push(step, band, row);
    if (!is_known(step, band, row)) springs_below(step->grid, row, below);
}

static void advance_band(void *context, uint32_t index)
{
    const substep *step = context;
    qx_grid *grid = step->grid;
    grid_band *band = &grid->bands[index];
    grid_row job = { .time = grid->time,
                     .stride = grid->stride,
                     .columns = grid->desc.columns,
                     .slow = step->last,
                     .tidy = step->tidy };
    float reach_x = 0.0f, reach_y = 0.0f;
    job.above = index ? springs_into(grid, index) : grid->nothing;
    for (uint32_t row = band->first; row < band->end; row++) {
        job.below = find_below(grid, index, row);
        if (is_held(grid, row)) {
            hold_row(step, band, row, job.below);
        } else {
            advance_row(step, band, row, &job);
            reach_x = job.reach_x > reach_x ? job.reach_x : reach_x;
            reach_y = job.reach_y > reach_y ? job.reach_y : reach_y;
        }
        job.above = job.below;
    }
    if (step->last) {
        band->reach_x = reach_x;
        band->reach_y = reach_y;
    }
}

static void run(substep *step, const qx_workers *workers)
{
    const uint32_t bands = step->grid->band_count;
    step->alone = !workers || bands == 1;
    if (step->alone) {
        for (uint32_t band = 0; band < bands; band++) advance_band(step, band);
        return;
    }
    workers->parallel_for(workers->user, bands - 1, join_bands, step);
    workers->parallel_for(workers->user, bands, advance_band, step);
}

// Ahead of a wave values fall by a small factor a point and sub-step: so few of them do not lead
// from the least that a tidy row keeps to numbers whose squares are denormal.
#define TIDY_EVERY 4u

void qx_grid_step(qx_grid *grid, const qx_workers *workers)
{
    grid_prepare_pushes(grid);
    const uint32_t n = grid->info.substeps;
    for (uint32_t i = 1; i <= n; i++)
        run(&(substep){ .grid = grid,
                        .first = i == 1,
                        .last = i == n,
                        .tidy = i == n || i % TIDY_EVERY == 0 },
            workers);
}

static float greatest_speed(const qx_grid *grid)
{
    float greatest = 0.0f;
    for (uint32_t row = 0; row < grid->desc.rows; row++) {
        const float *fields = grid_row_fields(grid, row);
        for (uint32_t c = 0; c < grid->desc.columns; c++) {
            const float x = fields[GRID_VX * (size_t)grid->stride + c];
            const float y = fields[GRID_VY * (size_t)grid->stride + c];
            const float z = fields[GRID_VZ * (size_t)grid->stride + c];
            const float square = x * x + y * y + z * z;
            greatest = square > greatest ? square : greatest;
        }
    }
    return (float)sqrt((double)greatest);
}

uint32_t qx_grid_settle(qx_grid *grid, float speed, uint32_t ticks, const qx_workers *workers)
{
    uint32_t taken = 0;
    while (taken < ticks) {
        qx_grid_step(grid, workers);
        taken++;
        if (greatest_speed(grid) <= speed) break;
    }
    return taken;
}

void grid_measure_reach(qx_grid *grid)
{
    for (uint32_t b = 0; b < grid->band_count; b++) {
        grid_band *band = &grid->bands[b];
        band->reach_x = band->reach_y = 0.0f;
        for (uint32_t row = band->first; row < band->end; row++) {
            const float *fields = grid_row_fields(grid, row);
            for (uint32_t c = 0; c < grid->desc.columns; c++) {
                const float x = fabsf(fields[c]), y = fabsf(fields[grid->stride + c]);
                band->reach_x = x > band->reach_x ? x : band->reach_x;
                band->reach_y = y > band->reach_y ? y : band->reach_y;
            }
        }
    }
}
