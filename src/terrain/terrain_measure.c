// SPDX-License-Identifier: MIT
#include "terrain_scan.h"
#include "terrain_unit.h"

#include <quincunx/terrain_simplify.h>

#include <string.h>

typedef struct measuring {
    const qx_terrain *t;
    uint64_t *covered; // a bit a sample
    double error;      // units
} measuring;

static bool is_vertex(const qx_terrain *t, uint32_t place)
{
    const uint32_t column = place & 0xFFFF, row = place >> 16;
    return column < t->columns && row < t->rows &&
           terrain_present(t, terrain_index(t, column, row));
}

static void measure_sample(measuring *m, const scan_plane *plane, int32_t column, int32_t row,
                           double value)
{
    const size_t at = terrain_index(m->t, (uint32_t)column, (uint32_t)row);
    m->covered[at >> 6] |= UINT64_C(1) << (at & 63);
    if (!terrain_present(m->t, at)) return;
    const double off = value - terrain_unit(m->t, at) * plane->area;
    const double error = (off < 0.0 ? -off : off) / plane->area;
    if (error > m->error) m->error = error;
}

static bool measure_triangle(measuring *m, const uint32_t places[3])
{
    scan_point p[3];
    double heights[3];
    for (int i = 0; i < 3; i++) {
        if (!is_vertex(m->t, places[i])) return false;
        p[i] = (scan_point){ (int32_t)(places[i] & 0xFFFF), (int32_t)(places[i] >> 16) };
        heights[i] = terrain_unit(m->t, terrain_index(m->t, places[i] & 0xFFFF, places[i] >> 16));
    }
    const int64_t area = scan_area(p[0], p[1], p[2]);
    if (area <= 0) return false;
    const scan_plane plane = scan_plane_of(p, heights, area);
    scan s = scan_begin(p[0], p[1], p[2]);
    while (scan_next(&s))
        for (int32_t column = s.first; column <= s.last; column++)
            measure_sample(m, &plane, column, s.row - 1, scan_plane_at(&plane, column, s.row - 1));
    return true;
}

static bool measure_all(measuring *m, const uint32_t *places, uint32_t vertex_count,
                        const uint32_t *indices, size_t index_count)
{
    for (size_t i = 0; i < index_count; i += 3) {
        uint32_t corners[3];
        for (size_t k = 0; k < 3; k++) {
            if (indices[i + k] >= vertex_count) return false;
            corners[k] = places[indices[i + k]];
        }
        if (!measure_triangle(m, corners)) return false;
    }
    return true;
}

static uint64_t count_missed(const measuring *m)
{
    uint64_t missed = 0;
    const size_t samples = (size_t)m->t->columns * m->t->rows;
    for (size_t i = 0; i < samples; i++)
        missed += terrain_present(m->t, i) && !(m->covered[i >> 6] >> (i & 63) & 1);
    return missed;
}

qx_result qx_terrain_measure(const qx_terrain *terrain, const uint32_t *places,
                             uint32_t vertex_count, const uint32_t *indices, size_t index_count,
                             const qx_allocator *allocator, qx_terrain_measured *measured)
{
    *measured = (qx_terrain_measured){ 0 };
    if (index_count % 3 != 0) return QX_BAD_VALUE;
    const size_t words = ((size_t)terrain->columns * terrain->rows + 63) / 64;
    const size_t bytes = words * sizeof(uint64_t);
    measuring m = { .t = terrain, .covered = qx_allocate_zeroed(allocator, bytes, QX_CACHE_LINE) };
    if (!m.covered) return QX_NO_MEMORY;
    const bool good = measure_all(&m, places, vertex_count, indices, index_count);
    if (good)
        *measured = (qx_terrain_measured){ m.error * terrain_unit_size(terrain), count_missed(&m) };
    qx_release(allocator, m.covered, bytes);
    return good ? QX_OK : QX_BAD_VALUE;
}
