// SPDX-License-Identifier: MIT
#include "terrain_tin.h"
#include "terrain_unit.h"

#include <string.h>

struct qx_terrain_tin {
    qx_allocator allocator;
    qx_terrain_tin_info info;
    uint32_t *places, *indices; // behind it in the same block
    size_t bytes;
};

static qx_result check(const qx_terrain_tin_desc *desc)
{
    const int border = (int)desc->border; // as a number: callers may pass what is no enumerator
    if (!(desc->error >= 0.0f) || desc->error > TERRAIN_MOST_ERROR) return QX_BAD_VALUE;
    return border < 0 || border > QX_TERRAIN_BORDER_LOCKED ? QX_BAD_VALUE : QX_OK;
}

static const tin_kernels *choose_kernels(qx_simd simd)
{
    switch (simd) {
#if defined(__x86_64__)
    case QX_SIMD_SSE2: return &tin_kernels_sse2;
    case QX_SIMD_AVX2: return &tin_kernels_avx2;
    case QX_SIMD_AVX512: return &tin_kernels_avx512;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: return &tin_kernels_neon;
#endif
    default: return &tin_kernels_scalar;
    }
}

// --- refining

static void measure_and_queue(tin_build *b, uint32_t triangle)
{
    tin_measure(b, triangle);
    tin_queue(b, triangle);
}

static void measure_around(tin_build *b, uint32_t edge)
{
    const uint32_t start = edge;
    do {
        measure_and_queue(b, edge / 3);
        edge = tin_turn(b, edge);
    } while (edge != TIN_NONE && edge != start);
}

static bool is_done(const tin_build *b)
{
    if (b->queue_count == 0) return true;
    const bool must = b->queue[0].error >= TIN_MUST;
    return !must && b->most > 0 && b->triangle_count >= b->most;
}

static qx_result refine(tin_build *b)
{
    qx_result result = tin_begin(b);
    if (result != QX_OK) return result;
    measure_and_queue(b, 0);
    measure_and_queue(b, 1);
    while (!is_done(b)) {
        result = tin_reserve(b);
        if (result != QX_OK) return result;
        const uint32_t worst = b->queue[0].triangle;
        measure_around(b, tin_insert(b, worst, b->triangles[worst].candidate));
    }
    return QX_OK;
}

// --- what is kept of it

static bool is_hole(const tin_build *b, uint32_t vertex)
{
    return !terrain_present(b->t, tin_index(b->t, b->vertices[vertex].place));
}

static bool is_kept(const tin_build *b, const tin_triangle *t)
{
    return b->t->holes == 0 ||
           !(is_hole(b, t->corners[0]) || is_hole(b, t->corners[1]) || is_hole(b, t->corners[2]));
}

// Numbers of the vertices that are kept, or TIN_NONE: in the queue, which is no longer needed and
// has room for two a vertex.
static uint32_t *numbers_of(const tin_build *b)
{
    return (uint32_t *)(void *)b->queue;
}

static qx_terrain_tin_info count_kept(tin_build *b)
{
    qx_terrain_tin_info info = { 0 };
    float worst = 0.0f;
    uint32_t *numbers = numbers_of(b);
    memset(numbers, 0xFF, b->vertex_count * sizeof *numbers);
    for (uint32_t i = 0; i < b->triangle_count; i++) {
        const tin_triangle *t = &b->triangles[i];
        if (!is_kept(b, t)) continue;
        info.counts.triangles++;
        if (t->error > worst) worst = t->error;
        for (int k = 0; k < 3; k++) numbers[t->corners[k]] = 0;
    }
    for (uint32_t i = 0; i < b->vertex_count; i++)
        if (numbers[i] != TIN_NONE) numbers[i] = info.counts.vertices++;
    info.error = round_up((double)worst * terrain_unit_size(b->t));
    return info;
}

static void write_kept(const tin_build *b, qx_terrain_tin *tin)
{
    const uint32_t *numbers = numbers_of(b);
    for (uint32_t i = 0; i < b->vertex_count; i++)
        if (numbers[i] != TIN_NONE) tin->places[numbers[i]] = b->vertices[i].place;
    uint32_t *next = tin->indices;
    for (uint32_t i = 0; i < b->triangle_count; i++) {
        const tin_triangle *t = &b->triangles[i];
        if (!is_kept(b, t)) continue;
        for (int k = 0; k < 3; k++) *next++ = numbers[t->corners[k]];
    }
}

static qx_result keep(tin_build *b, qx_terrain_tin **out)
{
    const qx_terrain_tin_info info = count_kept(b);
    const size_t vertices = info.counts.vertices, indices = 3 * (size_t)info.counts.triangles;
    const size_t bytes = sizeof(qx_terrain_tin) + (vertices + indices) * sizeof(uint32_t);
    qx_terrain_tin *tin = qx_allocate(&b->allocator, bytes, QX_CACHE_LINE);
    if (!tin) return QX_NO_MEMORY;
    *tin = (qx_terrain_tin){ .allocator = b->allocator, .info = info, .bytes = bytes };
    tin->places = (uint32_t *)(void *)(tin + 1);
    tin->indices = tin->places + vertices;
    write_kept(b, tin);
    *out = tin;
    return QX_OK;
}

static void let_go(tin_build *b)
{
    qx_release(&b->allocator, b->must, b->must_bytes);
    qx_release(&b->allocator, b->vertices, b->vertex_room * sizeof *b->vertices);
    qx_release(&b->allocator, b->triangles, b->triangle_room * sizeof *b->triangles);
    qx_release(&b->allocator, b->queue, b->triangle_room * sizeof *b->queue);
}

qx_result qx_terrain_tin_create(const qx_terrain *terrain, const qx_terrain_tin_desc *desc,
                                qx_terrain_tin **tin)
{
    *tin = NULL;
    qx_result result = check(desc);
    if (result != QX_OK) return result;

    tin_build b = {
        .t = terrain,
        .allocator = qx_allocator_resolve(desc->allocator),
        .kernels = choose_kernels(terrain->simd),
        .error = terrain_unit_error(terrain_unit_size(terrain), desc->error),
        .most = desc->triangles,
        .shares_border = desc->border == QX_TERRAIN_BORDER_SHARED,
    };
    result = tin_mark_must(&b, desc->border);
    if (result == QX_OK) result = refine(&b);
    if (result == QX_OK) result = keep(&b, tin);
    let_go(&b);
    return result;
}

void qx_terrain_tin_destroy(qx_terrain_tin *tin)
{
    if (!tin) return;
    const qx_allocator allocator = tin->allocator;
    qx_release(&allocator, tin, tin->bytes);
}

qx_terrain_tin_info qx_terrain_tin_get_info(const qx_terrain_tin *tin)
{
    return tin->info;
}

void qx_terrain_tin_build(const qx_terrain_tin *tin, uint32_t *places, uint32_t *indices)
{
    memcpy(places, tin->places, tin->info.counts.vertices * sizeof *places);
    memcpy(indices, tin->indices, 3 * (size_t)tin->info.counts.triangles * sizeof *indices);
}
