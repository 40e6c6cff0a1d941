// SPDX-License-Identifier: MIT
#include "glow_kernel.h"

#include <base/exact.h>

#include <math.h>

#define MOST_PIXELS 16384u
#define BAND_ROWS 32u

// Everything a band needs to know.
typedef struct glow_job {
    const qx_glow_picture *picture;
    const qx_glow_line *lines;
    size_t count;
    double scale; // pixels a world unit
    glow_light lights[GLOW_LIGHTS];
    int light_count;
    uint32_t band_rows;
    void (*draw)(const glow_stroke *stroke, const glow_band *band);
} glow_job;

static const glow_kernels *find_kernels(qx_simd simd)
{
    switch (simd) {
#if defined(__x86_64__)
    case QX_SIMD_SSE2: return &glow_kernels_sse2;
    case QX_SIMD_AVX2: return &glow_kernels_avx2;
    case QX_SIMD_AVX512: return &glow_kernels_avx512;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: return &glow_kernels_neon;
#endif
    default: return &glow_kernels_scalar;
    }
}

static bool is_within(float value, float low, float high)
{
    return value >= low && value <= high; // false for NaN
}

static bool picture_is_good(const qx_glow_picture *picture)
{
    return picture->planes && picture->width >= 1 && picture->width <= MOST_PIXELS &&
           picture->height >= 1 && picture->height <= MOST_PIXELS &&
           is_within(picture->origin.x, -1e9f, 1e9f) && is_within(picture->origin.y, -1e9f, 1e9f) &&
           (picture->scale == 0.0f || is_within(picture->scale, 1e-6f, 1e6f));
}

static bool lines_are_good(const qx_glow_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!glow_line_is_good(&lines[i])) return false;
    return true;
}

static void aim(const glow_job *job, const qx_glow_line *line, glow_stroke *stroke)
{
    const double x = (double)job->picture->origin.x, y = (double)job->picture->origin.y;
    stroke->from_x = ((double)line->from.x - x) * job->scale;
    stroke->from_y = ((double)line->from.y - y) * job->scale;
    stroke->to_x = ((double)line->to.x - x) * job->scale;
    stroke->to_y = ((double)line->to.y - y) * job->scale;
    const double right = stroke->to_x - stroke->from_x, down = stroke->to_y - stroke->from_y;
    stroke->length = sqrt(right * right + down * down);
    stroke->way_x = stroke->length > 0.0 ? right / stroke->length : 1.0;
    stroke->way_y = stroke->length > 0.0 ? down / stroke->length : 0.0;
}

// Below one pixel the same light is spread over a whole one.
static void light_up(const glow_job *job, const qx_glow_line *line, glow_stroke *stroke)
{
    stroke->lights = job->light_count;
    for (int i = 0; i < job->light_count; i++) {
        const glow_light *light = &job->lights[i];
        const double radius = light->radius * (double)line->scale * job->scale;
        const float amount = (float)exact_min(radius, 1.0) * line->brightness;
        stroke->reach[i] = (glow_reach){
            .radius = exact_max(radius, 1.0),
            .inverse = (float)(1.0 / exact_max(radius, 1.0)),
            .red = light->red * amount,
            .green = light->green * amount,
            .blue = light->blue * amount,
        };
    }
}

static bool meets(const glow_job *job, const glow_stroke *stroke, const qx_glow_line *line,
                  const glow_band *band)
{
    const double radius = exact_max(job->lights[0].radius * (double)line->scale * job->scale, 1.0);
    const double top = exact_min(stroke->from_y, stroke->to_y) - radius;
    const double bottom = exact_max(stroke->from_y, stroke->to_y) + radius;
    return top < (double)band->end && bottom > (double)band->first;
}

static void draw_band(void *context, uint32_t index)
{
    const glow_job *job = context;
    const qx_glow_picture *picture = job->picture;
    const size_t plane = (size_t)picture->width * picture->height;
    const uint32_t first = index * job->band_rows, rest = picture->height - first;
    const glow_band band = {
        .planes = { picture->planes, picture->planes + plane, picture->planes + 2 * plane },
        .width = picture->width,
        .first = first,
        .end = first + (rest < job->band_rows ? rest : job->band_rows),
    };
    glow_stroke stroke = { 0 };
    for (size_t i = 0; i < job->count; i++) {
        const qx_glow_line *line = &job->lines[i];
        if (line->brightness == 0.0f) continue;
        aim(job, line, &stroke);
        if (!meets(job, &stroke, line, &band)) continue;
        light_up(job, line, &stroke);
        job->draw(&stroke, &band);
    }
}

qx_result qx_glow_build(const qx_glow *glow, qx_glow_form form, const qx_glow_line *lines,
                        size_t count, const qx_glow_picture *picture, const qx_workers *workers)
{
    glow_job job = { .picture = picture, .lines = lines, .count = count };
    job.light_count = glow_get_lights(glow, job.lights);
    if (job.light_count < 0 || ((int)form != QX_GLOW_MAX && (int)form != QX_GLOW_SUM) ||
        !picture_is_good(picture) || !lines_are_good(lines, count))
        return QX_BAD_VALUE;
    qx_simd simd;
    const qx_result result = qx_simd_resolve(picture->simd, &simd);
    if (result != QX_OK || job.light_count == 0 || count == 0) return result;

    const glow_kernels *kernels = find_kernels(simd);
    job.draw = form == QX_GLOW_SUM ? kernels->draw_sum : kernels->draw_max;
    job.scale = picture->scale == 0.0f ? 1.0 : (double)picture->scale;
    job.band_rows = workers ? BAND_ROWS : picture->height;
    const uint32_t bands = (picture->height + job.band_rows - 1) / job.band_rows;
    if (workers)
        workers->parallel_for(workers->user, bands, draw_band, &job);
    else
        draw_band(&job, 0);
    return QX_OK;
}
