// SPDX-License-Identifier: MIT
#include "make_internal.h"

#include <string.h>

// Rounds read a copy with a sample more on each side and write the heights.
typedef struct slope_job {
    const make_kernels *kernels;
    float *heights, *copy;
    uint32_t columns, rows; // that are there once
    size_t stride, copy_stride;
    bool tileable;
    float rest;
} slope_job;

// The square root of 2, rounded down: what rests along the sides rests across the corners.
#define DIAGONAL 1.41421354f

// A NaN by its arithmetic: no call, and no macro that is an expression of another library.
static float nothing(void)
{
    const float huge = 3.0e38f;
    const float infinite = huge * 10.0f;
    return infinite - infinite;
}

static float *copied_row(const slope_job *job, uint32_t row)
{
    return job->copy + (size_t)(row + 1) * job->copy_stride + 1;
}

static void copy_row(const slope_job *job, const float *from, float *to)
{
    memcpy(to, from, job->columns * sizeof to[0]);
    to[-1] = job->tileable ? to[job->columns - 1] : nothing();
    to[job->columns] = job->tileable ? to[0] : nothing();
}

static uint32_t band_end(const slope_job *job, uint32_t band)
{
    const uint32_t first = band * MAKE_BAND;
    return job->rows - first < MAKE_BAND ? job->rows : first + MAKE_BAND;
}

static void copy_band(void *context, uint32_t band)
{
    const slope_job *job = context;
    for (uint32_t row = band * MAKE_BAND; row < band_end(job, band); row++)
        copy_row(job, job->heights + row * job->stride, copied_row(job, row));
}

static void slide_band(void *context, uint32_t band)
{
    const slope_job *job = context;
    for (uint32_t row = band * MAKE_BAND; row < band_end(job, band); row++) {
        const float *here = copied_row(job, row) - 1;
        const float *const rows[3] = { here - job->copy_stride, here, here + job->copy_stride };
        job->kernels->slide(rows, job->columns, job->rest, job->rest * DIAGONAL,
                            job->heights + row * job->stride);
    }
}

static void copy_outer_rows(const slope_job *job)
{
    float *above = job->copy + 1, *below = copied_row(job, job->rows);
    if (job->tileable) {
        copy_row(job, job->heights + (job->rows - 1) * job->stride, above);
        copy_row(job, job->heights, below);
        return;
    }
    for (size_t i = 0; i < job->copy_stride; i++) above[(ptrdiff_t)i - 1] = nothing();
    for (size_t i = 0; i < job->copy_stride; i++) below[(ptrdiff_t)i - 1] = nothing();
}

size_t make_slide_bound(const qx_terrain_make *make)
{
    const size_t columns = (size_t)make_own(make, make->columns) + 2;
    const size_t rows = (size_t)make_own(make, make->rows) + 2;
    size_t samples, bytes;
    const bool fits =
        size_multiply(columns, rows, &samples) && size_multiply(samples, sizeof(float), &bytes);
    return fits ? bytes : SIZE_MAX;
}

void make_slide(const qx_terrain_make *make, const make_kernels *kernels, const qx_workers *workers,
                float relief, float *heights, float *scratch)
{
    slope_job job = {
        .kernels = kernels,
        .heights = heights,
        .copy = scratch,
        .columns = make_own(make, make->columns),
        .rows = make_own(make, make->rows),
        .stride = make->columns,
        .tileable = make->tileable,
        .rest = make->rest * relief / (float)make->columns,
    };
    job.copy_stride = (size_t)job.columns + 2;
    for (uint32_t round = 0; round < make->slides; round++) {
        make_for_bands(workers, job.rows, copy_band, &job);
        copy_outer_rows(&job);
        make_for_bands(workers, job.rows, slide_band, &job);
    }
    make_close(make, heights);
}
