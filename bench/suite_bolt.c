// SPDX-License-Identifier: MIT
// Bolts: moved and written as ribbons against the rate at which a cache takes plain stores, grown,
// and drawn without a GPU. What is compared runs turn by turn in one process; of each the quickest
// run counts, since all that disturbs makes slower.
#include "bench.h"

#include <quincunx/bolt.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 400
#define BOLTS 16 // of the same description and different seeds, so that no branch is foreseen

static double least(double a, double b)
{
    return a < b ? a : b;
}

static qx_bolt *make(const qx_bolt_desc *desc)
{
    qx_bolt *bolt;
    const qx_result result = qx_bolt_create(desc, &bolt);
    if (result != QX_OK) fprintf(stderr, "bolt: %s\n", qx_result_text(result));
    return bolt;
}

// --- moved and written

typedef struct herd {
    qx_bolt *bolts[BOLTS];
    qx_bolt_vertex *vertices;
    uint32_t *indices;
    size_t segments, bytes; // of all bolts, of the last round
    bool placed;            // seen from an eye
} herd;

static void herd_free(herd *h)
{
    for (int i = 0; i < BOLTS; i++) qx_bolt_destroy(h->bolts[i]);
    free(h->vertices);
    free(h->indices);
}

static bool herd_make(herd *h, qx_bolt_space space)
{
    *h = (herd){ .placed = space == QX_BOLT_SOLID };
    for (int i = 0; i < BOLTS; i++) {
        h->bolts[i] = make(&(qx_bolt_desc){ .from = { 40.0f, 40.0f, 0.0f },
                                            .to = { 1200.0f, 600.0f, 0.0f },
                                            .space = space,
                                            .seed = (uint64_t)i });
        if (!h->bolts[i]) return false;
        h->segments += qx_bolt_get_info(h->bolts[i]).segments;
    }
    const qx_bolt_counts room = qx_bolt_bound_ribbon(h->bolts[0]);
    h->vertices = malloc(room.vertices * sizeof *h->vertices);
    h->indices = malloc(room.indices * sizeof *h->indices);
    return h->vertices && h->indices;
}

// Seconds for all bolts at one moment, each written over the one before, as into a cache.
static double time_herd(herd *h, double time)
{
    const qx_bolt_camera camera = { .eye = { 600.0f, 300.0f, 900.0f }, .placed = true };
    const qx_bolt_pose pose = { .time = time };
    size_t vertices = 0, indices = 0;
    const double start = bench_seconds();
    for (int i = 0; i < BOLTS; i++) {
        const qx_bolt_counts counts = qx_bolt_build_ribbon(
            h->bolts[i], &pose, h->placed ? &camera : NULL, h->vertices, h->indices, 0, NULL);
        vertices += counts.vertices;
        indices += counts.indices;
    }
    const double seconds = bench_seconds() - start;
    h->bytes = vertices * sizeof *h->vertices + indices * sizeof *h->indices;
    return seconds;
}

// Seconds a byte of stores into memory that a cache holds, as many as a bolt's. The C library's
// widest stores: no loop of our own is quicker.
static double time_stores(unsigned char *memory, size_t size, int value)
{
    static void *(*volatile fill)(void *, int, size_t) = memset; // not to be left out
    const int times = 2 * BOLTS;
    const double start = bench_seconds();
    for (int i = 0; i < times; i++) fill(memory, value + i, size);
    return (bench_seconds() - start) / (double)times / (double)size;
}

static void ribbons(void)
{
    herd flat, solid;
    const bool flat_made = herd_make(&flat, QX_BOLT_FLAT);
    const bool solid_made = herd_make(&solid, QX_BOLT_SOLID);
    if (flat_made && solid_made) {
        double flat_time = INFINITY, solid_time = INFINITY, store = INFINITY, per_byte = INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            const double time = time_herd(&flat, round * 0.0137);
            flat_time = least(flat_time, time);
            per_byte = least(per_byte, time / (double)flat.bytes);
            store = least(store, time_stores((unsigned char *)flat.vertices, 16384, round));
            solid_time = least(solid_time, time_herd(&solid, round * 0.0137));
        }
        const double flat_ns = flat_time * 1e9 / (double)flat.segments;
        const double solid_ns = solid_time * 1e9 / (double)solid.segments;
        bench_metric("bolt.ribbon.write_share", store / per_byte, "x");
        bench_metric("bolt.ribbon.ns_per_segment", flat_ns, "ns");
        bench_metric("bolt.camera3d.ns_per_segment", solid_ns, "ns");
        bench_metric("bolt.camera3d.ratio", solid_ns / flat_ns, "x");
    }
    herd_free(&flat);
    herd_free(&solid);
}

// --- a thousand in one frame

#define THOUSAND 1000

// Written once: the indices, which are the same for all bolts at all times. Every frame: each bolt
// is moved to a time that it was not at before, and all its vertices are written. What is then in
// both buffers can be drawn in one call.
typedef struct frame {
    qx_bolt *bolts[THOUSAND];
    const qx_bolt *built[THOUSAND]; // the same
    qx_bolt_pose poses[THOUSAND];
    qx_bolt_vertex *vertices;
    uint32_t *indices;
} frame;

static bool frame_make(frame *f)
{
    size_t segments = 0;
    for (int i = 0; i < THOUSAND; i++) {
        const qx_bolt_desc desc = { .from = { 1.0f * (float)i, 0.0f, 0.0f },
                                    .to = { 300.0f, 600.0f, 0.0f },
                                    .seed = (uint64_t)i,
                                    .generations = 8,
                                    .segments = 512 };
        f->bolts[i] = make(&desc);
        if (!f->bolts[i]) return false;
        f->built[i] = f->bolts[i];
        segments += qx_bolt_get_info(f->bolts[i]).segments;
    }
    if (segments < THOUSAND * 510u)
        fprintf(stderr, "bolt.thousand: %zu segments in all\n", segments);
    const uint32_t room = THOUSAND * qx_bolt_bound_ribbon(f->bolts[0]).vertices;
    f->vertices = aligned_alloc(64, sizeof *f->vertices * room); // as bolt.h advises
    f->indices = malloc(sizeof *f->indices * qx_bolt_build_indices(0, room, NULL));
    if (!f->vertices || !f->indices) return false;
    qx_bolt_build_indices(0, room, f->indices);
    return true;
}

static double time_frame(frame *f, double time)
{
    const double start = bench_seconds();
    for (int i = 0; i < THOUSAND; i++) f->poses[i].time = time;
    qx_bolt_build_ribbons(f->built, f->poses, THOUSAND, NULL, f->vertices, NULL);
    return bench_seconds() - start;
}

static void thousand(void)
{
    static frame f;
    if (frame_make(&f)) {
        double best = INFINITY;
        for (int round = 0; round < 60; round++) best = least(best, time_frame(&f, round / 60.0));
        bench_metric("bolt.thousand.ms", best * 1e3, "ms");
    }
    for (int i = 0; i < THOUSAND; i++) qx_bolt_destroy(f.bolts[i]);
    free(f.vertices);
    free(f.indices);
}

// --- grown

// A shape for every seed: of many, the quickest a segment counts.
static void generation(void)
{
    qx_bolt_desc desc = { .to = { 1200.0f, 600.0f, 0.0f } };
    qx_bolt *bolt = make(&desc);
    if (!bolt) return;
    double best = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        size_t segments = 0;
        const double start = bench_seconds();
        for (desc.seed = 0; desc.seed < 20; desc.seed++) {
            if (qx_bolt_generate(bolt, &desc) == QX_OK) segments += qx_bolt_get_info(bolt).segments;
        }
        best = least(best, (bench_seconds() - start) / (double)segments);
    }
    bench_metric("bolt.generate.ns_per_segment", best * 1e9, "ns");
    qx_bolt_destroy(bolt);
}

// So far from its target that it never arrives: all particles are grown.
static void breakdown(void)
{
    qx_bolt_desc desc = {
        .to = { 1000.0f, 0.0f, 0.0f }, .growth = QX_BOLT_BREAKDOWN, .cell = 1.0f, .particles = 1000
    };
    qx_bolt *bolt = make(&desc);
    if (!bolt) return;
    double best = INFINITY;
    uint32_t arrived = 0;
    for (desc.seed = 0; desc.seed < 40; desc.seed++) {
        const double start = bench_seconds();
        qx_bolt_generate(bolt, &desc);
        best = least(best, bench_seconds() - start);
        arrived += qx_bolt_get_info(bolt).targets_reached;
    }
    if (arrived != 0) fprintf(stderr, "bolt.dbm: %u ended before 1,000 particles\n", arrived);
    bench_metric("bolt.dbm.ms_1000", best * 1e3, "ms");
    qx_bolt_destroy(bolt);
}

// --- drawn

#define WIDTH 1280
#define HEIGHT 720

static bool is_within(const qx_glow_line *line, float x, float y, float radius)
{
    const float dx = line->to.x - line->from.x, dy = line->to.y - line->from.y;
    const float px = x - line->from.x, py = y - line->from.y;
    const float square = dx * dx + dy * dy;
    const float share = square > 0.0f ? fminf(fmaxf((px * dx + py * dy) / square, 0.0f), 1.0f) : 0;
    const float off_x = px - share * dx, off_y = py - share * dy;
    return off_x * off_x + off_y * off_y < radius * radius;
}

// Pixels whose centre a line's light reaches, all lines together.
static size_t count_lit(const qx_glow_line *lines, uint32_t count, float halo)
{
    size_t lit = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float radius = fmaxf(halo * lines[i].scale, 1.0f);
        const int left = (int)fmaxf(fminf(lines[i].from.x, lines[i].to.x) - radius - 1.0f, 0.0f);
        const int top = (int)fmaxf(fminf(lines[i].from.y, lines[i].to.y) - radius - 1.0f, 0.0f);
        const float right = fmaxf(lines[i].from.x, lines[i].to.x) + radius + 1.0f;
        const float bottom = fmaxf(lines[i].from.y, lines[i].to.y) + radius + 1.0f;
        for (int y = top; y < HEIGHT && (float)y < bottom; y++)
            for (int x = left; x < WIDTH && (float)x < right; x++)
                lit += is_within(&lines[i], (float)x + 0.5f, (float)y + 0.5f, radius);
    }
    return lit;
}

static double time_glow(const qx_glow *glow, qx_glow_form form, const qx_glow_line *lines,
                        uint32_t count, const qx_glow_picture *picture)
{
    memset(picture->planes, 0, sizeof(float) * 3 * WIDTH * HEIGHT);
    const double start = bench_seconds();
    const qx_result result = qx_glow_build(glow, form, lines, count, picture, NULL);
    const double seconds = bench_seconds() - start;
    if (result != QX_OK) fprintf(stderr, "bolt.glow: %s\n", qx_result_text(result));
    return seconds;
}

static void glow(void)
{
    qx_bolt *bolt =
        make(&(qx_bolt_desc){ .from = { 40.0f, 100.0f, 0.0f }, .to = { 1200.0f, 560.0f, 0.0f } });
    if (!bolt) return;
    qx_glow_line *lines = malloc(qx_bolt_bound_lines(bolt) * sizeof *lines);
    float *planes = aligned_alloc(64, sizeof *planes * 3 * WIDTH * HEIGHT); // as glow.h advises
    if (lines && planes) {
        const uint32_t count = qx_bolt_build_lines(bolt, NULL, lines, NULL);
        const qx_glow light = qx_glow_get_ramp(QX_GLOW_STORM, 24.0f);
        const qx_glow_picture picture = { .planes = planes, .width = WIDTH, .height = HEIGHT };
        const double lit = (double)count_lit(lines, count, light.halo);
        double most = INFINITY, sum = INFINITY;
        for (int round = 0; round < 60; round++) {
            most = least(most, time_glow(&light, QX_GLOW_MAX, lines, count, &picture));
            sum = least(sum, time_glow(&light, QX_GLOW_SUM, lines, count, &picture));
        }
        bench_metric("bolt.glow.ns_per_pixel", most * 1e9 / lit, "ns");
        bench_metric("bolt.glow.sum_ns_per_pixel", sum * 1e9 / lit, "ns");
    }
    free(lines);
    free(planes);
    qx_bolt_destroy(bolt);
}

// --- memory

static void count_allocations(void)
{
    unsigned count = 0;
    const qx_allocator allocator = bench_counting(&count);
    qx_bolt_desc desc = { .to = { 1200.0f, 600.0f, 0.0f }, .allocator = &allocator };
    qx_bolt *bolt = make(&desc);
    if (!bolt) return;
    const qx_bolt_counts room = qx_bolt_bound_ribbon(bolt);
    qx_bolt_vertex *vertices = malloc(room.vertices * sizeof *vertices);
    uint32_t *indices = malloc(room.indices * sizeof *indices);
    count = 0;
    for (desc.seed = 0; desc.seed < 60 && vertices && indices; desc.seed++) {
        qx_bolt_generate(bolt, &desc);
        qx_bolt_build_ribbon(bolt, NULL, NULL, vertices, indices, 0, NULL);
    }
    bench_metric("bolt.frame.allocations", (double)count, "1");
    free(vertices);
    free(indices);
    qx_bolt_destroy(bolt);
}

void suite_bolt(void)
{
    ribbons();
    thousand();
    generation();
    breakdown();
    glow();
    count_allocations();
}
