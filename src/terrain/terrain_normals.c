// SPDX-License-Identifier: MIT
#include "terrain_normals.h"
#include "terrain_sink.h"

#include <quincunx/math.h>

#include <float.h>
#include <math.h>

// What is made of slopes, for all vertices of a field.
typedef struct making {
    terrain_shade shade;
    char *out;
    size_t size; // bytes a vertex
    void (*make)(const struct making *m, size_t index, uint32_t count, const float *x,
                 const float *z, void *out);
    double code_scale; // compact heights of floats
    uint16_t hole;
} making;

static void make_band(void *context, uint32_t band)
{
    const making *m = context;
    const qx_terrain *t = m->shade.t;
    _Alignas(64) float x[TERRAIN_RUN], z[TERRAIN_RUN];
    const uint32_t end = terrain_band_end(band, t->rows);
    terrain_sink sink;
    terrain_sink_open(&sink, m->shade.kernels, m->out, (size_t)t->columns * t->rows * m->size);
    for (uint32_t row = band * TERRAIN_BAND; row < end; row++) {
        for (uint32_t c = 0; c < t->columns; c += TERRAIN_RUN) {
            const uint32_t count = t->columns - c < TERRAIN_RUN ? t->columns - c : TERRAIN_RUN;
            const size_t index = terrain_index(t, c, row);
            char *to = m->out + index * m->size;
            terrain_slopes(&m->shade, c, row, count, x, z);
            m->make(m, index, count, x, z, terrain_sink_room(&sink, to));
            terrain_sink_put(&sink, to, count * m->size);
        }
    }
    terrain_sink_close(&sink);
}

static void make_all(making *m, const qx_workers *workers)
{
    terrain_for_bands(m->shade.t->rows, workers, make_band, m);
}

static void make_normals(const making *m, size_t index, uint32_t count, const float *x,
                         const float *z, void *out)
{
    (void)index;
    m->shade.kernels->normals(x, z, count, out);
}

void qx_terrain_build_normals(const qx_terrain *terrain, qx_terrain_normals rule,
                              const qx_terrain_neighbours *neighbours, qx_vec3 *normals,
                              const qx_workers *workers)
{
    making m = { .shade = terrain_shade_of(terrain, rule, neighbours),
                 .out = (char *)normals,
                 .size = sizeof *normals,
                 .make = make_normals };
    make_all(&m, workers);
}

static void make_octahedral(const making *m, size_t index, uint32_t count, const float *x,
                            const float *z, void *out)
{
    (void)index;
    m->shade.kernels->octahedral(x, z, count, out);
}

void qx_terrain_build_octahedral(const qx_terrain *terrain, qx_terrain_normals rule,
                                 const qx_terrain_neighbours *neighbours, int16_t (*normals)[2],
                                 const qx_workers *workers)
{
    making m = { .shade = terrain_shade_of(terrain, rule, neighbours),
                 .out = (char *)normals,
                 .size = sizeof *normals,
                 .make = make_octahedral };
    make_all(&m, workers);
}

static uint16_t compact_height(const making *m, size_t index)
{
    const qx_terrain *t = m->shade.t;
    if (!terrain_present(t, index)) return m->hole;
    if (t->codes) return t->codes[index];
    const double above = (double)t->heights[index] - (double)t->lowest;
    return (uint16_t)(above * m->code_scale + 0.5);
}

static void make_compact(const making *m, size_t index, uint32_t count, const float *x,
                         const float *z, void *out)
{
    uint32_t pairs[TERRAIN_RUN];
    qx_terrain_compact *vertices = out;
    m->shade.kernels->octahedral(x, z, count, pairs);
    for (uint32_t i = 0; i < count; i++) {
        vertices[i].height = compact_height(m, index + i);
        vertices[i].normal[0] = (int16_t)(pairs[i] & 0xFFFF);
        vertices[i].normal[1] = (int16_t)(pairs[i] >> 16);
    }
}

// The code of the lowest height.
static uint16_t lowest_code(const qx_terrain *t)
{
    const double span = (double)t->high - (double)t->low;
    if (!t->codes || span == 0.0 || t->holes == (uint64_t)t->columns * t->rows) return 0;
    return (uint16_t)(((double)t->lowest - (double)t->low) / span * 65535.0 + 0.5);
}

void qx_terrain_build_compact(const qx_terrain *terrain, qx_terrain_normals rule,
                              const qx_terrain_neighbours *neighbours, qx_terrain_compact *vertices,
                              const qx_workers *workers)
{
    const double span = (double)terrain->highest - (double)terrain->lowest;
    making m = { .shade = terrain_shade_of(terrain, rule, neighbours),
                 .out = (char *)vertices,
                 .size = sizeof *vertices,
                 .make = make_compact,
                 .code_scale = span > 0.0 ? 65535.0 / span : 0.0,
                 .hole = lowest_code(terrain) };
    make_all(&m, workers);
}

qx_vec3 qx_terrain_sample_octahedral(const int16_t normal[2])
{
    const double x = normal[0] / 32767.0, z = normal[1] / 32767.0;
    const double rest = 1.0 - fabs(x) - fabs(z), y = rest > 0.0 ? rest : 0.0;
    const double length = sqrt(x * x + y * y + z * z);
    return (qx_vec3){ (float)(x / length), (float)(y / length), (float)(z / length) };
}

static double power(double base, double exponent)
{
    return base > 0.0 ? qx_exp(exponent * qx_log(base)) : 0.0;
}

qx_vec3 qx_terrain_sample_triplanar(qx_vec3 n, float sharpness)
{
    const double x = fabs((double)n.x), y = fabs((double)n.y), z = fabs((double)n.z);
    const double most = x > y ? (x > z ? x : z) : (y > z ? y : z);
    if (!(most > 0.0 && x + y + z <= 3.0 * (double)FLT_MAX)) return (qx_vec3){ 0, 1, 0 };
    const double wanted = sharpness != 0.0f ? (double)sharpness : 4.0;
    const double exponent = wanted >= 1.0 ? (wanted <= 32.0 ? wanted : 32.0) : 1.0;
    const double a = power(x / most, exponent), b = power(y / most, exponent),
                 c = power(z / most, exponent), sum = a + b + c;
    return (qx_vec3){ (float)(a / sum), (float)(b / sum), (float)(c / sum) };
}
