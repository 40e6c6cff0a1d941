// SPDX-License-Identifier: MIT
#pragma once

#include "base/memory.h"
#include "grid_kernel.h"
#include "grid_push_kernel.h"

#include <quincunx/grid.h>

// Rows are handed to workers in bands; a band's size depends on the net alone, never on the
// workers.
typedef struct grid_band {
    uint32_t first, end; // rows
    uint32_t pushes;     // how many of `list` count this tick
    uint32_t *list;      // prepared pushes that may reach a row of this band, room for all
    uint64_t
        *turns;     // a block each and one more: the hits that begin or end there; 0 between passes
    float *springs; // three times three rows: from the band above, and two that alternate inside
                    // the band
    float reach_x, reach_y; // no point of the band is displaced by more
} grid_band;

// Coefficients of one kind of row, a column each.
typedef struct grid_anchors {
    float *stiffness, *damping;
} grid_anchors;

enum { GRID_ROW_PLAIN, GRID_ROW_ANCHORED, GRID_ROW_BORDER, GRID_ROW_KINDS };

struct qx_grid {
    qx_allocator allocator;
    qx_grid_desc desc; // resolved
    qx_grid_info info;
    const grid_kernels *kernels;
    const grid_push_kernels *push_kernels;
    grid_law law;
    uint32_t stride; // columns padded to whole blocks
    bool fetches;    // rows are asked for ahead of time: worth it where they come from memory
    uint32_t band_count;
    grid_band *bands;
    uint32_t band_height;   // rows of each band but the last
    float *rows;            // GRID_FIELDS * stride floats a row, GRID_BLOCK zeros after each band
    float *rest_x, *rest_y; // from the middle of the net
    double per_spacing;     // columns in a world unit
    grid_anchors anchors[GRID_ROW_KINDS];
    float *time;      // sub-step a column, 0 where it is held
    float *nothing;   // a row of zero forces
    grid_span *spans; // what pushes reach, a row each
    float *push_rows; // GRID_PUSH_FIELDS * stride floats a row, or GRID_GROUP rows a band where a
                      // tick is one step
    uint32_t push_count;
    qx_grid_push *waiting; // as they were applied
    grid_push *prepared;   // for the tick at work
};

// Description.
qx_result grid_check_desc(const qx_grid_desc *resolved);
uint32_t grid_substeps(const qx_grid_desc *resolved, const grid_law *law);
grid_law grid_law_of(const qx_grid_desc *resolved);

// Pushes.
bool grid_push_is_good(const qx_grid_push *push);
void grid_prepare_pushes(qx_grid *grid);
// Adds up what reaches a group of at most GRID_GROUP rows.
void grid_push_rows(qx_grid *grid, const grid_band *band, uint32_t row, uint32_t end);

// State.
void grid_measure_reach(qx_grid *grid);

// Where the accelerations of a row are kept: with sub-steps for the whole tick, else for its group.
static inline float *grid_row_push(const qx_grid *grid, const grid_band *band, uint32_t row)
{
    const size_t own = (size_t)(band - grid->bands) * GRID_GROUP + (row - band->first) % GRID_GROUP;
    return grid->push_rows +
           (grid->info.substeps == 1 ? own : row) * GRID_PUSH_FIELDS * grid->stride;
}

// Coefficients of the springs that hold a row's points to their places.
static inline const grid_anchors *grid_row_anchors(const qx_grid *grid, uint32_t row)
{
    if (row == 0 || row == grid->desc.rows - 1) return &grid->anchors[GRID_ROW_BORDER];
    const bool anchored = grid->law.classic && qx_grid_is_thick(row, grid->desc.rows);
    return &grid->anchors[anchored ? GRID_ROW_ANCHORED : GRID_ROW_PLAIN];
}

static inline size_t grid_state_floats(const qx_grid *grid)
{
    return (size_t)grid->desc.rows * GRID_FIELDS * grid->stride +
           (size_t)grid->band_count * GRID_BLOCK;
}

// Kernels read, and throw away, one float behind a row: it must not be one that another band's
// worker is writing.
static inline float *grid_row_fields(const qx_grid *grid, uint32_t row)
{
    const size_t gap = (size_t)(row / grid->band_height) * GRID_BLOCK;
    return grid->rows + (size_t)row * GRID_FIELDS * grid->stride + gap;
}
