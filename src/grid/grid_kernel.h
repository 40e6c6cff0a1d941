// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/grid.h>

#include <stdbool.h>

// The inner loops of the net, compiled once for each instruction set from grid_kernel.c. Rows are padded to whole
// blocks of GRID_BLOCK columns, so loops have no tails; padding columns hold zeros and have no mass to move.

#define GRID_BLOCK 16u

// Fields of a row, one after the other, `stride` floats each.
enum { GRID_UX, GRID_UY, GRID_UZ, GRID_VX, GRID_VY, GRID_VZ, GRID_FIELDS };

// Accelerations and the slowing factor that pushes give a row, likewise.
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
    float time;          // of a sub-step, in ticks
    float damping;       // kept share of the velocity in a sub-step
    float damping_floor; // least product of what pushes slow a point by
    bool classic;
} grid_law;

// One row to be advanced by one sub-step, in place.
typedef struct grid_row {
    float *fields;
    const float *above;            // force of the springs from the row above on that row, 3 * stride
    const float *below;            // force of the springs to the row below on this row, 3 * stride
    const float *anchor_stiffness; // a column each
    const float *anchor_damping;
    const float *time;             // sub-step for each column: 0 where a point is held
    const float *push;             // GRID_PUSH_FIELDS * stride
    uint32_t push_first, push_end; // columns they reach, multiples of GRID_BLOCK
    uint32_t stride, columns;
    bool slow;                     // take GRID_SLOW into account: in the last sub-step of a tick
    float reach_x, reach_y;        // receives the largest |displacement| of the row
} grid_row;

typedef enum grid_shape {
    GRID_RADIAL_TUTORIAL, // a / (b + d²) inside a hard radius
    GRID_RADIAL_EVEN,     // a * w
    GRID_RADIAL_CORE,     // a * w / (b + d²)
    GRID_ALONG_TUTORIAL,  // 10 / (10 + d) along a direction
    GRID_ALONG,           // w along a direction
    GRID_AROUND,          // a * w, turned by 90 degrees
    GRID_SHELL,           // on a sphere around the centre
    GRID_CAPSULE,         // away from a segment
    GRID_BAND,            // along a direction, in a straight band
    GRID_SHAPES
} grid_shape;

// A push, prepared: places relative to the middle of the net, so that mirrored pushes give mirrored bits.
typedef struct grid_push {
    grid_shape shape;
    float x, y, z;
    float edge_x, edge_y;      // the segment's vector, or the band's normal over its half breadth
    float inverse_edge;        // 1 / |edge|², 0 for a point
    float radius, square;      // radius and its square
    float inverse_square;      // 1 / radius² (of the band's half breadth for a shell)
    float a, b;
    float ax, ay, az;          // acceleration at full weight
    float slow;                // share of speed taken at full weight
    // For finding the columns it may reach: a capsule of this reach around a segment, doubles as input gave them.
    double from_x, from_y, to_x, to_y, reach;
} grid_push;

typedef struct grid_kernels {
    // Force of the springs between a row and the one below it on the upper row, 3 * stride.
    void (*springs_down)(const grid_law *law, const float *upper, const float *lower, uint32_t stride, float *force);
    void (*advance)(const grid_law *law, grid_row *row);
    // Adds a push to the columns first .. end - 1 of a row whose resting place is (rest_x[column], rest_y).
    void (*push[GRID_SHAPES])(const grid_push *push, const float *fields, const float *rest_x, float rest_y,
                              uint32_t stride, uint32_t first, uint32_t end, float *out);
} grid_kernels;

extern const grid_kernels grid_kernels_scalar;
#if defined(__x86_64__)
extern const grid_kernels grid_kernels_sse2, grid_kernels_avx2, grid_kernels_avx512;
#elif defined(__aarch64__)
extern const grid_kernels grid_kernels_neon;
#endif

// The table for a resolved choice.
const grid_kernels *grid_kernels_for(qx_simd simd);
