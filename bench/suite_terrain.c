// SPDX-License-Identifier: MIT
// Height fields: how fast normals and whole meshes are written beside what memory can do. Maps are
// far larger than the caches, of which a few rows stay there; all buffers have been touched before.
// What is compared runs turn by turn in one process; of each the quickest run counts.
#include "bench.h"

#include <quincunx/terrain_mesh.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NORMALS_SIDE 2048u // f32: 16 MiB in, 48 MiB out; u16: 8 and 16
#define MESH_SIDE 1024u    // 56 MiB out
#define ROUNDS 40

static double least(double a, double b)
{
    return a < b ? a : b;
}

// Hills with some noise: 0 to 65,535.
static uint32_t height_at(uint32_t column, uint32_t row)
{
    const uint32_t x = column & 511, y = row & 511;
    const uint32_t hill = (x * (511 - x) / 4 + y * (511 - y) / 4),
                   noise = column * 7919u ^ row * 104729u;
    return hill + (noise >> 3 & 1023);
}

static qx_terrain *make(uint32_t side, qx_terrain_kind kind, double *seconds)
{
    const size_t samples = (size_t)side * side, size = kind == QX_TERRAIN_F32 ? 4 : 2;
    void *data = malloc(samples * size);
    float *floats = data;
    uint16_t *codes = data;
    for (size_t i = 0; data && i < samples; i++) {
        const uint32_t height = height_at((uint32_t)(i % side), (uint32_t)(i / side));
        if (kind == QX_TERRAIN_F32)
            floats[i] = (float)height * 0.01f;
        else
            codes[i] = (uint16_t)height;
    }
    qx_terrain *terrain = NULL;
    const qx_terrain_desc desc = {
        .samples = { .data = data, .kind = kind, .columns = side, .rows = side }, .high = 500
    };
    const double start = bench_seconds();
    if (data && qx_terrain_create(&desc, NULL, &terrain) == QX_OK && seconds)
        *seconds = bench_seconds() - start;
    free(data);
    if (!terrain)
        fprintf(stderr, "terrain: no memory for a map of %u x %u, left out\n", side, side);
    return terrain;
}

// Memory that has been written to.
static void *touched(size_t bytes)
{
    void *buffer = malloc(bytes);
    if (buffer) memset(buffer, 1, bytes);
    return buffer;
}

// Of arrays of 32 MiB each.
static double bandwidth(float *arrays)
{
    const size_t count = (size_t)1 << 23;
    return 12.0 * (double)count / bench_triad(arrays, arrays + count, arrays + 2 * count, count);
}

static double time_normals(const qx_terrain *terrain, void *out, bool octahedral)
{
    const double start = bench_seconds();
    if (octahedral)
        qx_terrain_build_octahedral(terrain, QX_TERRAIN_SMOOTH_NORMALS, NULL, out, NULL);
    else
        qx_terrain_build_normals(terrain, QX_TERRAIN_SMOOTH_NORMALS, NULL, out, NULL);
    return bench_seconds() - start;
}

// `moved`: bytes a sample, read once and written once.
static void measure_normals(qx_terrain_kind kind, bool octahedral, double moved, const char *name)
{
    const size_t samples = (size_t)NORMALS_SIDE * NORMALS_SIDE;
    qx_terrain *terrain = make(NORMALS_SIDE, kind, NULL);
    void *out = touched(samples * (octahedral ? 4 : 12));
    float *arrays = touched((size_t)3 << 25);
    double best = INFINITY, most = 0;
    for (int round = 0; round < ROUNDS && terrain && out && arrays; round++) {
        best = least(best, time_normals(terrain, out, octahedral));
        most = fmax(most, bandwidth(arrays));
    }
    free(arrays);
    free(out);
    qx_terrain_destroy(terrain);
    if (!(most > 0)) return;
    char metric[64];
    const double per_second = (double)samples / best;
    snprintf(metric, sizeof metric, "terrain.normals.%s_msamples_per_s", name);
    bench_metric(metric, per_second * 1e-6, "Msamples/s");
    snprintf(metric, sizeof metric, "terrain.normals.%s_bandwidth_share", name);
    bench_metric(metric, per_second * moved / most, "x");
}

// Positions, normals, texture coordinates and 32-bit indices: 12 + 12 + 8 + 24 bytes a vertex.
typedef struct pieces {
    float *positions, *normals, *places;
    uint32_t *indices;
} pieces;

static double time_mesh(const qx_terrain *terrain, const pieces *mesh)
{
    uint64_t written;
    const qx_terrain_layout layout = { .positions = mesh->positions,
                                       .normals = mesh->normals,
                                       .texture_places = mesh->places };
    const double start = bench_seconds();
    if (qx_terrain_build_vertices(terrain, NULL, &layout, NULL) != QX_OK) return INFINITY;
    if (qx_terrain_build_indices(terrain, NULL, NULL, mesh->indices, &written) != QX_OK)
        return INFINITY;
    return bench_seconds() - start;
}

// Not with 0, which some processors write without moving it.
static double time_memset(void *block, size_t bytes, int value)
{
    const double start = bench_seconds();
    memset(block, value, bytes);
    return bench_seconds() - start;
}

static void measure_mesh(qx_terrain_kind kind, const char *name)
{
    const size_t vertices = (size_t)MESH_SIDE * MESH_SIDE, bytes = 56 * vertices;
    qx_terrain *terrain = make(MESH_SIDE, kind, NULL);
    char *block = touched(bytes);
    double ours = INFINITY, set = INFINITY;
    for (int round = 0; round < ROUNDS && terrain && block; round++) {
        const pieces mesh = { .positions = (float *)(void *)block,
                              .normals = (float *)(void *)(block + 12 * vertices),
                              .places = (float *)(void *)(block + 24 * vertices),
                              .indices = (uint32_t *)(void *)(block + 32 * vertices) };
        ours = least(ours, time_mesh(terrain, &mesh));
        set = least(set, time_memset(block, bytes, 1 + round));
    }
    free(block);
    qx_terrain_destroy(terrain);
    if (!(ours < INFINITY)) return;
    char metric[64];
    snprintf(metric, sizeof metric, "terrain.mesh%s.mvertices_per_s", name);
    bench_metric(metric, (double)vertices / ours * 1e-6, "Mvertices/s");
    snprintf(metric, sizeof metric, "terrain.mesh%s.memset_share", name);
    bench_metric(metric, set / ours, "x");
}

// From samples to a field with its pyramid, on memory fresh from the system.
static void measure_create(qx_terrain_kind kind, const char *metric)
{
    double best = INFINITY;
    for (int round = 0; round < 5; round++) {
        double seconds = INFINITY;
        qx_terrain_destroy(make(NORMALS_SIDE, kind, &seconds));
        best = least(best, seconds);
    }
    const double samples = (double)NORMALS_SIDE * NORMALS_SIDE;
    if (best < INFINITY) bench_metric(metric, samples / best * 1e-6, "Msamples/s");
}

// A brush of 64 cells on a large map, with everything that derives from it.
static void measure_edits(void)
{
    qx_terrain *terrain = make(NORMALS_SIDE, QX_TERRAIN_U16, NULL);
    double best = INFINITY;
    for (int round = 0; round < ROUNDS && terrain; round++) {
        const qx_terrain_edit edit = { .kind = QX_TERRAIN_SMOOTH,
                                       .x = 20.0f * (float)(round - ROUNDS / 2),
                                       .radius = 32,
                                       .amount = 0.5f };
        const double start = bench_seconds();
        if (qx_terrain_apply(terrain, &edit, NULL) == QX_OK)
            best = least(best, bench_seconds() - start);
    }
    qx_terrain_destroy(terrain);
    if (best < INFINITY) bench_metric("terrain.edit.smooth_us", best * 1e6, "us");
}

void suite_terrain(void)
{
    measure_create(QX_TERRAIN_F32, "terrain.create.f32_msamples_per_s");
    measure_create(QX_TERRAIN_U16, "terrain.create.u16_msamples_per_s");
    measure_normals(QX_TERRAIN_F32, false, 16.0, "f32");
    measure_normals(QX_TERRAIN_U16, true, 6.0, "oct16");
    measure_mesh(QX_TERRAIN_F32, "");
    measure_mesh(QX_TERRAIN_U16, ".u16");
    measure_edits();
    suite_terrain_query();
    suite_terrain_simplify();
    suite_terrain_make();
    suite_terrain_lod();
}
