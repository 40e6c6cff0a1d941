// SPDX-License-Identifier: MIT
// Level of detail of a large field: how long a choice of patches takes and what all of it weighs;
// part of the suite `terrain`. Alps of 16,384 x 16,384 samples, cells of 10 m, seen from many places
// in all directions. 1.7 GB.
#include "bench.h"

#include <quincunx/math.h>
#include <quincunx/terrain_lod.h>
#include <quincunx/terrain_make.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 16384u
#define CELL 10.0f
#define TALL 3000.0f
#define BLOCK 4096u // made by noise, and laid side by side
#define PATCHES 8192u
#define CAMERAS 64u
#define RUNS 20

// A block of noise without seams again and again, on four broad hills.
static uint16_t *make_codes(void)
{
    const size_t side = BLOCK + 1;
    float *noise = malloc(side * side * sizeof *noise);
    uint16_t *codes = malloc((size_t)SIDE * SIDE * sizeof *codes);
    const qx_terrain_make make = {
        .columns = BLOCK + 1, .rows = BLOCK + 1, .seed = 7, .tileable = true
    };
    if (!noise || !codes || qx_terrain_generate(&make, NULL, noise) != QX_OK) {
        free(noise);
        free(codes);
        return NULL;
    }
    for (uint32_t row = 0; row < SIDE; row++) {
        for (uint32_t c = 0; c < SIDE; c++) {
            const uint32_t x = c & 8191, z = row & 8191;
            const float hill = (float)(x * (8191 - x) / 4096 + z * (8191 - z) / 4096) / 8192.0f;
            const float small = noise[(row % BLOCK) * side + c % BLOCK];
            codes[(size_t)row * SIDE + c] = (uint16_t)(65535.0f * (0.6f * hill + 0.4f * small));
        }
    }
    free(noise);
    return codes;
}

static void set_plane(float plane[4], double x, double y, double z, qx_vec3 at)
{
    plane[0] = (float)x;
    plane[1] = (float)y;
    plane[2] = (float)z;
    plane[3] = -(plane[0] * at.x + plane[1] * at.y + plane[2] * at.z);
}

// 16:9, 0.9 radians high, a little downward.
static qx_terrain_view camera(uint32_t index)
{
    const float half = 0.5f * CELL * (float)SIDE;
    const double turn = 6.2831853 * index / CAMERAS, c = qx_cos(turn), s = qx_sin(turn);
    qx_terrain_view view = { .eye = { 0.6f * half * (float)s, 1200.0f + 20.0f * (float)index,
                                      -0.6f * half * (float)c },
                             .field = 0.9f,
                             .pixels = 1080,
                             .error = 2 };
    const double high = 0.4831, wide = high * 16 / 9, dip = 0.2;
    set_plane(view.planes[0], wide * c - s, -wide * dip, wide * s + c, view.eye);
    set_plane(view.planes[1], wide * c + s, -wide * dip, wide * s - c, view.eye);
    set_plane(view.planes[2], (high + dip) * c, 1 - high * dip, (high + dip) * s, view.eye);
    set_plane(view.planes[3], (high - dip) * c, -1 - high * dip, (high - dip) * s, view.eye);
    set_plane(view.planes[4], c, -dip, s, view.eye);
    return view;
}

static void measure_choice(const qx_terrain_lod *lod, qx_terrain_patch *patches)
{
    double best = 1e9, worst = 0, sum = 0;
    uint32_t most = 0;
    for (uint32_t i = 0; i < CAMERAS; i++) {
        const qx_terrain_view view = camera(i);
        double least = 1e9;
        for (int run = 0; run < RUNS; run++) {
            const double start = bench_seconds();
            const qx_terrain_ranges ranges = qx_terrain_lod_sample_ranges(lod, &view);
            const uint32_t count = qx_terrain_lod_build(lod, &view, &ranges, patches, PATCHES);
            const double seconds = bench_seconds() - start;
            least = seconds < least ? seconds : least;
            most = count > most ? count : most;
        }
        sum += least;
        best = least < best ? least : best;
        worst = least > worst ? least : worst;
    }
    bench_metric("terrain.lod.select_ms", 1e3 * sum / CAMERAS, "ms");
    bench_metric("terrain.lod.select_worst_ms", 1e3 * worst, "ms");
    bench_metric("terrain.lod.patches_most", most, "1");
}

static void measure_weight(const qx_terrain *terrain, const qx_terrain_lod *lod)
{
    const double bytes =
        (double)qx_terrain_get_info(terrain).bytes + (double)qx_terrain_lod_get_info(lod).bytes;
    bench_metric("terrain.bytes_per_sample", bytes / ((double)SIDE * SIDE), "1");
}

static void measure_edits(qx_terrain *terrain, qx_terrain_lod *lod)
{
    double best = 1e9;
    for (int i = 0; i < 10; i++) {
        const qx_terrain_edit edit = { .x = 100.0f * (float)i, .radius = 100, .amount = 5 };
        qx_terrain_area area;
        if (qx_terrain_apply(terrain, &edit, &area) != QX_OK) continue;
        const double start = bench_seconds();
        qx_terrain_lod_update(lod, &area);
        const double seconds = bench_seconds() - start;
        best = seconds < best ? seconds : best;
    }
    bench_metric("terrain.lod.update_ms", 1e3 * best, "ms");
}

static void measure(qx_terrain *terrain, qx_terrain_patch *patches)
{
    qx_terrain_lod *lod;
    const qx_terrain_lod_desc desc = { .normals = true };
    const double start = bench_seconds();
    if (qx_terrain_lod_create(terrain, &desc, NULL, &lod) != QX_OK) {
        fprintf(stderr, "terrain: no memory for levels of detail, left out\n");
        return;
    }
    bench_metric("terrain.lod.create_ms", 1e3 * (bench_seconds() - start), "ms");
    measure_choice(lod, patches);
    measure_weight(terrain, lod);
    measure_edits(terrain, lod);
    qx_terrain_lod_destroy(lod);
}

void suite_terrain_lod(void)
{
    qx_terrain *terrain = NULL;
    qx_terrain_patch *patches = malloc(PATCHES * sizeof *patches);
    uint16_t *codes = make_codes();
    const float size = CELL * (float)(SIDE - 1);
    const qx_terrain_desc desc = {
        .samples = { .data = codes, .kind = QX_TERRAIN_U16, .columns = SIDE, .rows = SIDE },
        .high = TALL,
        .width = size,
        .depth = size
    };
    if (codes && patches && qx_terrain_create(&desc, NULL, &terrain) != QX_OK) terrain = NULL;
    free(codes);
    if (terrain)
        measure(terrain, patches);
    else
        fprintf(stderr, "terrain: no memory for a map of %u x %u, left out\n", SIDE, SIDE);
    qx_terrain_destroy(terrain);
    free(patches);
}
