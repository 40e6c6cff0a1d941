// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/grid.h>

#include <stdbool.h>

// The inner loops of the net, compiled once for each instruction set from grid_kernel.c. Rows are
// padded to whole blocks of GRID_BLOCK columns, so loops have no tails; padding columns hold zeros
// and have no mass to move.

#define GRID_BLOCK 16u

// Fields of a row, one after the other, `stride` floats each.
enum { GRID_UX, GRID_UY, GRID_UZ, GRID_VX, GRID_VY, GRID_VZ, GRID_FIELDS };

// Accelerations that pushes give a row, and the fourth root of what they leave of its speed (below
// 0 counts as 0), likewise.
enum { GRID_AX, GRID_AY, GRID_AZ, GRID_SLOW, GRID_PUSH_FIELDS };

typedef struct grid_spring {
    float length;    // between the resting ends
    float rest;      // where it stops pulling
    float stiffness; // per tick²
    float tension;   // stiffness * rest
    float damping;   // per tick
} grid_spring;

typedef struct grid_law {
    grid_spring across, down;
    float time;       // of a sub-step, in ticks
    float damping;    // kept share of the velocity in a sub-step
    float slow_floor; // least GRID_SLOW that counts
    bool classic;
} grid_law;

// One row to be advanced by one sub-step, in place.
typedef struct grid_row {
    float *fields;
    const float *above; // force of the springs from the row above on that row, 3 * stride
    float *below;       // force of the springs to the row below on this row, 3 * stride
    const float *lower; // fields of the row below: reckon `below` from them; NULL where it is known
    const float *ahead; // fields of a row that comes soon, or NULL
    const float *anchor_stiffness; // a column each
    const float *anchor_damping;
    const float *time;             // sub-step for each column: 0 where a point is held
    const float *push;             // GRID_PUSH_FIELDS * stride
    uint32_t push_first, push_end; // columns they reach, multiples of GRID_BLOCK
    uint32_t stride, columns;
    bool anchored; // by springs at one column or more; always with the world's law
    bool slow;     // take GRID_SLOW into account: in the last sub-step of a tick
    bool tidy;     // set tiny values to 0 and measure the reach; always with the classic law
    float reach_x, reach_y; // receives the largest |displacement| of the row, where it is measured
} grid_row;

typedef struct grid_kernels {
    // Force of the springs between a row and the one below it on the upper row, 3 * stride.
    void (*springs_down)(const grid_law *law, const float *upper, const float *lower,
                         uint32_t stride, float *force);
    void (*advance)(const grid_law *law, grid_row *row);
} grid_kernels;

extern const grid_kernels grid_kernels_scalar;
#if defined(__x86_64__)
extern const grid_kernels grid_kernels_sse2, grid_kernels_avx2, grid_kernels_avx512;
#elif defined(__aarch64__)
extern const grid_kernels grid_kernels_neon;
#endif
