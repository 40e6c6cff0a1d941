// SPDX-License-Identifier: MIT
#include "peers_terrain.h"
#include "bench.h"
#include "terrain_map.h"

#include <quincunx/terrain_simplify.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define RTIN_SIDE 4097u
#define TIN_SIDE 1025u
#define ERROR 10.0f

typedef struct ground {
    qx_terrain *terrain;
    qx_terrain_error error;
    qx_terrain_rtin *rtin; // for meshes
    uint32_t *places, *indices;
} ground;

static bool leave_heights(const float *heights, uint32_t side)
{
    char path[1000];
    snprintf(path, sizeof path, QX_PEERS_FOLDER "/heights_%u.f32", side);
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    const size_t count = (size_t)side * side;
    const bool written = fwrite(heights, sizeof *heights, count, file) == count;
    return fclose(file) == 0 && written;
}

void close_terrain(void *ours)
{
    ground *g = ours;
    qx_terrain_rtin_destroy(g->rtin);
    qx_terrain_destroy(g->terrain);
    free(g->places);
    free(g->indices);
    free(g);
    bench_reusing_end();
}

static ground *open_ground(uint32_t side, qx_terrain_error error)
{
    ground *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    float *heights = malloc((size_t)side * side * sizeof *heights);
    g->error = error;
    g->terrain = heights ? bench_terrain(side, heights) : NULL;
    const bool left = g->terrain && leave_heights(heights, side);
    free(heights);
    if (left) return g;
    close_terrain(g);
    return NULL;
}

void *open_rtin_midpoint(void)
{
    return open_ground(RTIN_SIDE, QX_TERRAIN_ERROR_MIDPOINT);
}

void *open_rtin_exact(void)
{
    return open_ground(RTIN_SIDE, QX_TERRAIN_ERROR_EXACT);
}

void *open_tin(void)
{
    return open_ground(TIN_SIDE, QX_TERRAIN_ERROR_EXACT);
}

static qx_terrain_rtin *make_rtin(const ground *g)
{
    const qx_allocator allocator = bench_reusing();
    const qx_terrain_rtin_desc desc = { .error = g->error, .allocator = &allocator };
    qx_terrain_rtin *rtin;
    return qx_terrain_rtin_create(g->terrain, &desc, NULL, &rtin) == QX_OK ? rtin : NULL;
}

tally round_rtin_map(void *ours, uint32_t piece)
{
    (void)piece;
    const double start = bench_seconds();
    qx_terrain_rtin *rtin = make_rtin(ours);
    const double seconds = bench_seconds() - start;
    qx_terrain_rtin_destroy(rtin);
    return (tally){ rtin ? (double)RTIN_SIDE * RTIN_SIDE : 0.0, seconds };
}

static bool has_room(ground *g)
{
    if (g->indices) return true;
    if (!g->rtin) g->rtin = make_rtin(g);
    if (!g->rtin) return false;
    const qx_terrain_simple_counts counts = qx_terrain_rtin_bound(g->rtin, ERROR);
    if (!g->places) g->places = malloc(counts.vertices * sizeof *g->places);
    if (g->places) g->indices = malloc(3 * (size_t)counts.triangles * sizeof *g->indices);
    return g->indices;
}

tally round_rtin_mesh(void *ours, uint32_t piece)
{
    (void)piece;
    ground *g = ours;
    if (!has_room(g)) return (tally){ 0 };
    qx_terrain_rtin_bound(g->rtin, 2.0f * ERROR); // so that it has no notes
    const double start = bench_seconds();
    qx_terrain_rtin_bound(g->rtin, ERROR);
    const qx_terrain_simple_counts counts =
        qx_terrain_rtin_build(g->rtin, ERROR, g->places, g->indices);
    return (tally){ counts.triangles, bench_seconds() - start };
}

tally round_tin(void *ours, uint32_t piece)
{
    (void)piece;
    const qx_allocator allocator = bench_reusing();
    const qx_terrain_tin_desc desc = { .error = ERROR, .allocator = &allocator };
    qx_terrain_tin *tin;
    const double start = bench_seconds();
    if (qx_terrain_tin_create(((ground *)ours)->terrain, &desc, &tin) != QX_OK) return (tally){ 0 };
    const double seconds = bench_seconds() - start;
    const tally made = { qx_terrain_tin_get_info(tin).counts.triangles, seconds };
    qx_terrain_tin_destroy(tin);
    return made;
}
