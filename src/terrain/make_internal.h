// SPDX-License-Identifier: MIT
#pragma once

// What the files of making maps share. Not installed.

#include "make_kernel.h"

#include <quincunx/terrain_make.h>

#include "base/memory.h"

// A piece of a row whose arrays lie on the stack.
#define MAKE_PIECE 256u

// Rows of a task.
#define MAKE_BAND 16u

// The base lattice: where each sample lies in it.
typedef struct make_lattice {
    double step_x, step_y;      // cells from one sample to the next
    int32_t period_x, period_y; // cells after which it repeats
    uint32_t octaves;
} make_lattice;

typedef struct make_job {
    const qx_terrain_make *make; // resolved
    const make_kernels *kernels;
    make_lattice lattice;
    float *heights;
    uint32_t columns, rows; // that are made; those that repeat are copied
} make_job;

// A piece of a row in the lattice: as noise_row, with the arrays.
typedef struct make_piece {
    int32_t cell_x[MAKE_PIECE], cell_y;
    float x[MAKE_PIECE], y[MAKE_PIECE];
    uint32_t first, row, count;
} make_piece;

static inline bool make_is_finite(float value)
{
    return value - value == 0.0f;
}

// The rows of a map that are there once: all, or all but the last of a tileable one.
static inline uint32_t make_own(const qx_terrain_make *make, uint32_t samples)
{
    return make->tileable ? samples - 1 : samples;
}

// Runs task(context, band) for every band of MAKE_BAND rows.
void make_for_bands(const qx_workers *workers, uint32_t rows,
                    void (*task)(void *context, uint32_t band), void *context);

// Copies the first column and row to the last ones.
void make_close(const qx_terrain_make *make, float *heights);

// make_shape.c: heights of no certain range.
void make_shape(const make_job *job, const qx_workers *workers);

// make_slide.c and make_rain.c. `relief` is highest - lowest, above 0; `scratch` has as many bytes
// as the bound says, where SIZE_MAX is too much for this machine.
size_t make_slide_bound(const qx_terrain_make *make);
void make_slide(const qx_terrain_make *make, const make_kernels *kernels, const qx_workers *workers,
                float relief, float *heights, float *scratch);
size_t make_rain_bound(const qx_terrain_make *make);
void make_rain(const qx_terrain_make *make, float lowest, float relief, float *heights,
               float *scratch);

// make_coarse.c: the same ground with fewer samples, times `factor`; and what has changed there,
// times `factor`, added to the many. `line` has room for a coarse row.
void make_coarse_take(const qx_terrain_make *fine, const float *heights,
                      const qx_terrain_make *coarse, float factor, float *out);
void make_coarse_add(const qx_terrain_make *fine, float *heights, const qx_terrain_make *coarse,
                     float factor, const float *change, float *line);
