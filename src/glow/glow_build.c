// SPDX-License-Identifier: MIT
#include "base/exact.h"
#include "glow_kernel.h"

#include <math.h>

#define MOST_PIXELS 16384u

// Where a line is steeper or flatter than this, its strips are not reckoned with.
#define LEAST_SLOPE 1e-6
#define ENDLESS 1e30

// How many times the room of its strokes a batch may take up, so that looking for them stays cheap.
#define SPREAD 8.0

// Everything a band needs to know.
typedef struct glow_job {
    const qx_glow_picture *picture;
    const qx_glow_line *lines;
    size_t count;
    double scale; // pixels a world unit
    glow_light lights[GLOW_LIGHTS];
    int light_count;
    uint32_t batch; // strokes that are drawn together
    void (*draw)(const glow_stroke *strokes, uint32_t count, const glow_band *band);
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
    const double to_x = ((double)line->to.x - x) * job->scale;
    const double to_y = ((double)line->to.y - y) * job->scale;
    stroke->from_x = ((double)line->from.x - x) * job->scale;
    stroke->from_y = ((double)line->from.y - y) * job->scale;
    const double right = to_x - stroke->from_x, down = to_y - stroke->from_y;
    stroke->length = sqrt(right * right + down * down);
    stroke->way_x = stroke->length > 0.0 ? right / stroke->length : 1.0;
    stroke->way_y = stroke->length > 0.0 ? down / stroke->length : 0.0;
    stroke->left = exact_min(stroke->from_x, to_x);
    stroke->right = exact_max(stroke->from_x, to_x);
    stroke->top = exact_min(stroke->from_y, to_y);
    stroke->bottom = exact_max(stroke->from_y, to_y);
}

// Below one pixel the same light is spread over a whole one.
static glow_reach reach_of(const glow_light *light, double unit, double widest, float brightness)
{
    const double radius = exact_max(light->radius * unit, 1.0);
    const float amount = (float)exact_min(light->radius * unit, 1.0) * brightness;
    return (glow_reach){ radius, (float)(widest / radius), light->red * amount,
                         light->green * amount, light->blue * amount };
}

// Without light, and nowhere.
static const glow_reach dark = { .radius = -1.0, .ratio = 1.0f };

static void light_up(const glow_job *job, const qx_glow_line *line, glow_stroke *stroke)
{
    const double unit = (double)line->scale * job->scale;
    const double widest = exact_max(job->lights[0].radius * unit, 1.0);
    stroke->unit = 1.0 / widest;
    for (int i = 0; i < GLOW_LIGHTS; i++)
        stroke->reach[i] =
            i < job->light_count ? reach_of(&job->lights[i], unit, widest, line->brightness) : dark;
}

static glow_strips find_strips(const glow_stroke *stroke)
{
    const double x = stroke->way_x, y = stroke->way_y;
    const bool leans = fabs(x) > LEAST_SLOPE, rises = fabs(y) > LEAST_SLOPE;
    const double across = leans ? 1.0 / x : 0.0, along = rises ? 1.0 / y : 0.0;
    return (glow_strips){
        .across_slope = y * across,
        .across_stretch = leans ? fabs(across) : ENDLESS,
        .along_at = stroke->from_y + 0.5 * stroke->length * along,
        .along_slope = -x * along,
        .along_stretch = rises ? fabs(along) : ENDLESS,
    };
}

// Bands first .. end - 1.
typedef struct range {
    uint32_t first, end;
} range;

// Those of them that the line's light reaches. Looked at first, for most lines of a large picture
// lie outside of a band.
static range find_bands(const glow_job *job, const qx_glow_line *line, range within)
{
    const double y = (double)job->picture->origin.y;
    const double from = ((double)line->from.y - y) * job->scale;
    const double to = ((double)line->to.y - y) * job->scale;
    const double radius = exact_max(job->lights[0].radius * (double)line->scale * job->scale, 1.0);
    const double top = (exact_min(from, to) - radius) / (double)GLOW_BAND_ROWS;
    const double bottom = (exact_max(from, to) + radius) / (double)GLOW_BAND_ROWS;
    const double first = exact_max(top, (double)within.first);
    const double end = exact_min(bottom, (double)within.end);
    if (!(first < end)) return (range){ 0, 0 };
    return (range){ (uint32_t)first, (uint32_t)exact_ceil(end) };
}

static glow_band find_band(const qx_glow_picture *picture, uint32_t index)
{
    const size_t plane = (size_t)picture->width * picture->height;
    const uint32_t first = index * GLOW_BAND_ROWS, rest = picture->height - first;
    return (glow_band){
        .planes = { picture->planes, picture->planes + plane, picture->planes + 2 * plane },
        .width = picture->width,
        .first = first,
        .end = first + (rest < GLOW_BAND_ROWS ? rest : GLOW_BAND_ROWS),
    };
}

// Where strokes' light lies in the picture.
typedef struct region {
    range bands;
    double left, right;
} region;

static region find_region(const glow_job *job, const glow_stroke *stroke, range bands)
{
    const double radius = stroke->reach[0].radius;
    return (region){ bands, exact_max(stroke->left - radius, 0.0),
                     exact_min(stroke->right + radius, (double)job->picture->width) };
}

static region unite(region a, region b)
{
    return (region){ .bands = { a.bands.first < b.bands.first ? a.bands.first : b.bands.first,
                                a.bands.end > b.bands.end ? a.bands.end : b.bands.end },
                     .left = exact_min(a.left, b.left),
                     .right = exact_max(a.right, b.right) };
}

static double room_of(region all)
{
    return (double)(all.bands.end - all.bands.first) * (all.right - all.left + (double)GLOW_TILE);
}

// Strokes that are drawn together.
typedef struct batch {
    glow_stroke strokes[GLOW_BATCH];
    uint32_t count;
    region region; // of them all
    double room;   // of each one, added up
} batch;

static void draw_batch(const glow_job *job, batch *b)
{
    for (uint32_t k = b->region.bands.first; k < b->region.bands.end; k++) {
        const glow_band band = find_band(job->picture, k);
        job->draw(b->strokes, b->count, &band);
    }
    b->count = 0;
    b->room = 0.0;
}

// The stroke that lies behind the last one becomes part of the batch.
static void grow_batch(const glow_job *job, batch *b, region reached)
{
    const double room = room_of(reached);
    region all = b->count == 0 ? reached : unite(b->region, reached);
    if (room_of(all) > SPREAD * (b->room + room)) {
        const glow_stroke stroke = b->strokes[b->count];
        draw_batch(job, b);
        b->strokes[0] = stroke;
        all = reached;
    }
    b->region = all;
    b->room += room;
    if (++b->count == job->batch) draw_batch(job, b);
}

static void draw_bands(const glow_job *job, range bands)
{
    batch b;
    b.count = 0;
    b.room = 0.0;
    for (size_t i = 0; i < job->count; i++) {
        const qx_glow_line *line = &job->lines[i];
        const range reached = find_bands(job, line, bands);
        if (reached.first >= reached.end || line->brightness == 0.0f) continue;
        glow_stroke *stroke = &b.strokes[b.count];
        aim(job, line, stroke);
        light_up(job, line, stroke);
        const region lit = find_region(job, stroke, reached);
        if (!(lit.left < lit.right)) continue;
        stroke->strips = find_strips(stroke);
        grow_batch(job, &b, lit);
    }
    if (b.count != 0) draw_batch(job, &b);
}

static void draw_one_band(void *context, uint32_t index)
{
    draw_bands(context, (range){ index, index + 1 });
}

// Where rows lie so far apart that a column's share a few places of the processor's first cache, they
// push one another out: lines are drawn in batches then, tile by tile, and tiles beside the picture.
// A sum takes longer to reckon, so that the cache is waited for less.
static bool is_crowded(uint32_t width, qx_glow_form form)
{
    const size_t apart = form == QX_GLOW_SUM ? 4096 : 2048;
    return width * sizeof(float) % apart == 0;
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
    job.batch = is_crowded(picture->width, form) ? GLOW_BATCH : 1;
    const uint32_t bands = (picture->height + GLOW_BAND_ROWS - 1) / GLOW_BAND_ROWS;
    if (workers)
        workers->parallel_for(workers->user, bands, draw_one_band, &job);
    else
        draw_bands(&job, (range){ 0, bands });
    return QX_OK;
}
