// SPDX-License-Identifier: MIT
// Fewer triangles; part of the suite `terrain`. One thread, buffers that were used before.
#include "bench.h"
#include "terrain_map.h"

#include <quincunx/terrain_simplify.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RTIN_SIDE 4097u
#define TIN_SIDE 1025u
#define ROUNDS 5

static double least(double a, double b)
{
    return a < b ? a : b;
}

// The quickest of some rounds; the last one's map is kept.
static double time_map(const qx_terrain *terrain, qx_terrain_error error, qx_terrain_rtin **rtin)
{
    const qx_allocator allocator = bench_reusing();
    const qx_terrain_rtin_desc desc = { .error = error, .allocator = &allocator };
    double best = INFINITY;
    *rtin = NULL;
    for (int round = 0; round < ROUNDS; round++) {
        qx_terrain_rtin_destroy(*rtin);
        const double start = bench_seconds();
        if (qx_terrain_rtin_create(terrain, &desc, NULL, rtin) != QX_OK) return INFINITY;
        best = least(best, bench_seconds() - start);
    }
    return best;
}

static void measure_cuts(qx_terrain_rtin *rtin, float error, const char *name)
{
    char metric[64];
    double best = INFINITY;
    const qx_terrain_simple_counts counts = qx_terrain_rtin_bound(rtin, error);
    uint32_t *places = malloc(counts.vertices * sizeof *places);
    uint32_t *indices = malloc(3 * (size_t)counts.triangles * sizeof *indices);
    for (int round = 0; round < ROUNDS && places && indices; round++) {
        qx_terrain_rtin_bound(rtin, 2.0f * error); // so that it has no notes
        const double start = bench_seconds();
        qx_terrain_rtin_bound(rtin, error);
        qx_terrain_rtin_build(rtin, error, places, indices);
        best = least(best, bench_seconds() - start);
    }
    free(indices);
    free(places);
    snprintf(metric, sizeof metric, "terrain.rtin.mesh%s_ms", name);
    bench_metric(metric, best * 1e3, "ms");
    snprintf(metric, sizeof metric, "terrain.rtin.mesh%s_triangles", name);
    bench_metric(metric, counts.triangles, "1");
}

static void measure_rtin(void)
{
    qx_terrain *terrain = bench_terrain(RTIN_SIDE, NULL);
    qx_terrain_rtin *rtin = NULL;
    if (!terrain) {
        fprintf(stderr, "terrain: no memory for a map of %u x %u\n", RTIN_SIDE, RTIN_SIDE);
        return;
    }
    bench_metric("terrain.rtin.map_midpoint_ms",
                 time_map(terrain, QX_TERRAIN_ERROR_MIDPOINT, &rtin) * 1e3, "ms");
    qx_terrain_rtin_destroy(rtin);
    bench_metric("terrain.rtin.map_ms", time_map(terrain, QX_TERRAIN_ERROR_EXACT, &rtin) * 1e3,
                 "ms");
    if (rtin) {
        measure_cuts(rtin, 1.0f, "_1");
        measure_cuts(rtin, 10.0f, "");
        measure_cuts(rtin, 30.0f, "_30");
    }
    qx_terrain_rtin_destroy(rtin);
    qx_terrain_destroy(terrain);
}

static void measure_tin(void)
{
    qx_terrain *terrain = bench_terrain(TIN_SIDE, NULL);
    const qx_allocator allocator = bench_reusing();
    const qx_terrain_tin_desc desc = { .error = 10, .allocator = &allocator };
    double best = INFINITY, triangles = 0.0;
    for (int round = 0; round < ROUNDS && terrain; round++) {
        qx_terrain_tin *tin;
        const double start = bench_seconds();
        if (qx_terrain_tin_create(terrain, &desc, &tin) != QX_OK) break;
        best = least(best, bench_seconds() - start);
        triangles = qx_terrain_tin_get_info(tin).counts.triangles;
        qx_terrain_tin_destroy(tin);
    }
    qx_terrain_destroy(terrain);
    bench_metric("terrain.tin.mesh_ms", best * 1e3, "ms");
    bench_metric("terrain.tin.mesh_triangles", triangles, "1");
}

void suite_terrain_simplify(void)
{
    measure_rtin();
    measure_tin();
    bench_reusing_end();
}
