// SPDX-License-Identifier: MIT
#pragma once

// What the files of RTIN share. Not installed.

#include "terrain_internal.h"
#include "terrain_round.h"
#include "terrain_rtin_kernel.h"

#include <quincunx/terrain_simplify.h>

#include <float.h>

// The hierarchy: a square of `side` cells (a power of two, at a multiple of it) is cut from left
// top to right bottom where column / side + row / side is even, else from right top to left bottom.
// Both halves have their long sides' middle at the centre, where they are split. The quarters have
// the edges' middles. So each sample but the corners of blocks is the middle of one or two
// triangles, which are split together, and holds their error. A middle's children are the middles
// of the triangles after the split; none has a larger error than it.

// An error that no one asks for: of what must be split.
#define RTIN_ENDLESS FLT_MAX

struct qx_terrain_rtin {
    qx_allocator allocator;
    const rtin_kernels *kernels;
    uint32_t columns, rows;
    uint32_t block; // cells
    bool has_holes;
    double unit;
    size_t samples;
    float *errors;   // a sample each, in units; negative, also -0, at a hole
    uint64_t *split; // a bit a sample: is a vertex of the mesh of `noted`
    uint64_t *used;  // and has a triangle; the same as `split` where there are no holes
    uint32_t *ranks; // bits before each word of `used`
    float noted;     // the error in units that the bits are for; negative: none yet
    qx_terrain_simple_counts counts;
    size_t bytes;
};

static inline size_t rtin_word_count(const qx_terrain_rtin *r)
{
    return (r->samples + 63) / 64;
}

// Whether a square is cut from right top to left bottom.
static inline bool rtin_rises(uint32_t column, uint32_t row, uint32_t side)
{
    return (column / side + row / side) & 1;
}

// Calls task(context, i) for all i below count.
void rtin_run(const qx_workers *workers, uint32_t count, void (*task)(void *, uint32_t),
              void *context);

// terrain_rtin_exact.c: true deviations of all squares of 4 cells and more, at samples of even
// columns and rows. QX_OK or QX_NO_MEMORY.
qx_result rtin_measure_tiles(qx_terrain_rtin *r, const qx_terrain *t, const qx_workers *workers);

// terrain_rtin_sweep.c: errors of middles, those of their children and, where `exact`, what is
// there already: the largest of them.
void rtin_sweep(qx_terrain_rtin *r, const qx_terrain *t, bool exact, const qx_workers *workers);
