// SPDX-License-Identifier: MIT
#include "make_internal.h"

#include "base/exact.h"

#include <string.h>

// --- descriptions

static uint32_t longer_side(const qx_terrain_make *make)
{
    return (make->columns > make->rows ? make->columns : make->rows) - 1;
}

// Down to two samples a cell.
static uint32_t most_octaves(const qx_terrain_make *make)
{
    const double samples = (double)longer_side(make) / (double)make->features;
    uint32_t octaves = 1;
    while (octaves < 16 && samples >= (double)(4u << (octaves - 1))) octaves++;
    return octaves;
}

qx_terrain_make qx_terrain_make_resolve(const qx_terrain_make *make)
{
    qx_terrain_make used = *make;
    if (used.features == 0.0f) used.features = 4.0f;
    if (used.gain == 0.0f) used.gain = 0.5f;
    if (used.warp == 0.0f) used.warp = 0.3f;
    if (used.rest == 0.0f) used.rest = 4.0f;
    if (used.columns < 2 || used.rows < 2 || !(used.features > 0.0f)) return used;
    const uint32_t most = most_octaves(&used);
    if (used.octaves == 0 || (used.octaves <= 16 && used.octaves > most)) used.octaves = most;
    return used;
}

static bool is_within(float value, float low, float high)
{
    return value >= low && value <= high; // false for NaN
}

static bool is_axis(uint32_t samples)
{
    return samples >= 2 && samples <= 65536;
}

static bool is_weather(const qx_terrain_make *make)
{
    return is_axis(make->columns) && is_axis(make->rows) && is_within(make->rest, 0.0f, 1e6f);
}

static bool is_valid(const qx_terrain_make *make)
{
    return is_weather(make) && (int)make->shape >= 0 && make->shape < QX_TERRAIN_SHAPE_COUNT &&
           is_within(make->features, 0.1f, 1000.0f) && make->octaves <= 16 &&
           is_within(make->gain, 0.0f, 1.0f) && is_within(make->warp, -3e38f, 1.0f);
}

static qx_result find_kernels(qx_simd wanted, const make_kernels **kernels)
{
    qx_simd found;
    const qx_result result = qx_simd_resolve(wanted, &found);
    if (result != QX_OK) return result;
    switch (found) {
#if defined(__x86_64__) || defined(_M_X64)
    case QX_SIMD_SSE2: *kernels = &make_kernels_sse2; break;
    case QX_SIMD_AVX2: *kernels = &make_kernels_avx2; break;
    case QX_SIMD_AVX512: *kernels = &make_kernels_avx512; break;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: *kernels = &make_kernels_neon; break;
#endif
    default: *kernels = &make_kernels_scalar;
    }
    return QX_OK;
}

// --- rows

void make_for_bands(const qx_workers *workers, uint32_t rows,
                    void (*task)(void *context, uint32_t band), void *context)
{
    const uint32_t bands = (rows + MAKE_BAND - 1) / MAKE_BAND;
    if (workers) {
        workers->parallel_for(workers->user, bands, task, context);
        return;
    }
    for (uint32_t band = 0; band < bands; band++) task(context, band);
}

void make_close(const qx_terrain_make *make, float *heights)
{
    if (!make->tileable) return;
    const size_t columns = make->columns;
    for (uint32_t row = 0; row + 1 < make->rows; row++)
        heights[row * columns + columns - 1] = heights[row * columns];
    memcpy(heights + (make->rows - 1) * columns, heights, columns * sizeof heights[0]);
}

// --- ranges

typedef struct range {
    float lowest, highest;
} range;

static size_t sample_count(const qx_terrain_make *make)
{
    return (size_t)make->columns * make->rows;
}

static range measure(const float *heights, size_t count)
{
    range found = { heights[0], heights[0] };
    for (size_t i = 0; i < count; i++) {
        found.lowest = heights[i] < found.lowest ? heights[i] : found.lowest;
        found.highest = heights[i] > found.highest ? heights[i] : found.highest;
    }
    return found;
}

// x / x is 1 exactly, 0 / x is 0 exactly.
static void normalise(const qx_terrain_make *make, float *heights)
{
    const size_t count = sample_count(make);
    const range found = measure(heights, count);
    const float relief = found.highest - found.lowest;
    if (relief > 0.0f) {
        for (size_t i = 0; i < count; i++) heights[i] = (heights[i] - found.lowest) / relief;
    } else {
        for (size_t i = 0; i < count; i++) heights[i] = 0.0f;
    }
}

static bool are_finite(const float *heights, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!make_is_finite(heights[i])) return false;
    return true;
}

// --- making

static make_lattice lattice_of(const qx_terrain_make *make)
{
    const double side = (double)longer_side(make), features = (double)make->features;
    make_lattice lattice = { .octaves = make->octaves };
    if (make->tileable) { // a whole number along each axis
        const double across = (make->columns - 1) / side * features;
        const double down = (make->rows - 1) / side * features;
        lattice.period_x = (int32_t)exact_max(1.0, exact_floor(across + 0.5));
        lattice.period_y = (int32_t)exact_max(1.0, exact_floor(down + 0.5));
        lattice.step_x = lattice.period_x / (double)(make->columns - 1);
        lattice.step_y = lattice.period_y / (double)(make->rows - 1);
    } else { // more cells than any map has
        lattice.period_x = lattice.period_y = 1 << 14;
        lattice.step_x = lattice.step_y = features / side;
    }
    return lattice;
}

static size_t scratch_bytes(const qx_terrain_make *make)
{
    const size_t rain = make->rain ? make_rain_bound(make) : 0;
    const size_t slides = make->slides ? make_slide_bound(make) : 0;
    return rain > slides ? rain : slides;
}

// Rain first: slides round off what it has cut too steeply. Memory before both, so that nothing is
// changed without.
static qx_result wear(const qx_terrain_make *make, const make_kernels *kernels,
                      const qx_workers *workers, float *heights)
{
    const range found = measure(heights, sample_count(make));
    const float relief = found.highest - found.lowest;
    if (!make_is_finite(relief)) return QX_BAD_VALUE;
    if (relief == 0.0f) return QX_OK;
    const size_t bytes = scratch_bytes(make);
    float *scratch = NULL;
    if (bytes != 0 && bytes < SIZE_MAX)
        scratch = qx_allocate(make->allocator, bytes, QX_CACHE_LINE);
    if (bytes != 0 && !scratch) return QX_NO_MEMORY;
    if (make->rain) make_rain(make, found.lowest, relief, heights, scratch);
    if (make->slides) make_slide(make, kernels, workers, relief, heights, scratch);
    qx_release(make->allocator, scratch, bytes);
    return QX_OK;
}

qx_result qx_terrain_generate(const qx_terrain_make *make, const qx_workers *workers,
                              float *heights)
{
    const qx_terrain_make used = qx_terrain_make_resolve(make);
    if (!is_valid(&used)) return QX_BAD_VALUE;
    make_job job = { .make = &used, .lattice = lattice_of(&used), .heights = heights };
    job.columns = make_own(&used, used.columns);
    job.rows = make_own(&used, used.rows);
    qx_result result = find_kernels(used.simd, &job.kernels);
    if (result != QX_OK) return result;
    make_shape(&job, workers);
    normalise(&used, heights);
    if (used.rain == 0 && used.slides == 0) return QX_OK;
    result = wear(&used, job.kernels, workers, heights);
    normalise(&used, heights);
    return result;
}

qx_result qx_terrain_erode(const qx_terrain_make *make, float *heights)
{
    const qx_terrain_make used = qx_terrain_make_resolve(make);
    const make_kernels *kernels;
    if (!is_weather(&used)) return QX_BAD_VALUE;
    const qx_result result = find_kernels(used.simd, &kernels);
    if (result != QX_OK) return result;
    if (!are_finite(heights, sample_count(&used))) return QX_BAD_VALUE;
    return wear(&used, kernels, NULL, heights);
}
