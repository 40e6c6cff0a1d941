// SPDX-License-Identifier: MIT
#include "terrain_sample_kernel.h"

#include "terrain_cell.h"

#include "base/hints.h"

#include <string.h>

// Compiled several times, QX_KERNELS being the name of the table. Arithmetic runs in loops without
// branches over whole batches, so that each instruction set gives the same bits; between them a
// plain loop fetches the corners, as no instruction set gathers 16 bits.

typedef struct corners {
    double lt[TERRAIN_BATCH], rt[TERRAIN_BATCH], lb[TERRAIN_BATCH], rb[TERRAIN_BATCH];
} corners;

typedef struct codes {
    int32_t lt[TERRAIN_BATCH], rt[TERRAIN_BATCH], lb[TERRAIN_BATCH], rb[TERRAIN_BATCH];
} codes;

static void split(const qx_terrain *t, const float *x, const float *z, terrain_batch *batch)
{
    const double w = (double)t->width, d = (double)t->depth;
    const double last_x = (double)(t->columns - 1), last_z = (double)(t->rows - 1);
    const double scale_x = last_x / w, scale_z = last_z / d;
    const int32_t end_x = (int32_t)t->columns - 2, end_z = (int32_t)t->rows - 2;
    for (uint32_t i = 0; i < TERRAIN_BATCH; i++) {
        const double px = (double)x[i], pz = (double)z[i];
        const double cx = terrain_clamp(px * scale_x + 0.5 * last_x, 0.0, last_x);
        const double cz = terrain_clamp(pz * scale_z + 0.5 * last_z, 0.0, last_z);
        const int32_t column = (int32_t)cx < end_x ? (int32_t)cx : end_x;
        const int32_t row = (int32_t)cz < end_z ? (int32_t)cz : end_z;
        batch->column[i] = column;
        batch->row[i] = row;
        batch->u[i] = cx - (double)column;
        batch->v[i] = cz - (double)row;
        batch->within[i] = (2.0 * px >= -w) & (2.0 * px <= w) & (2.0 * pz >= -d) & (2.0 * pz <= d);
    }
}

static void find(const qx_terrain *t, const qx_vec2 *places, uint32_t count, terrain_batch *batch)
{
    float x[TERRAIN_BATCH], z[TERRAIN_BATCH];
    for (uint32_t i = 0; i < count; i++) {
        x[i] = places[i].x;
        z[i] = places[i].y;
    }
    for (uint32_t i = count; i < TERRAIN_BATCH; i++) x[i] = z[i] = 0.0f;
    split(t, x, z, batch);
    const size_t size = t->codes ? sizeof *t->codes : sizeof *t->heights;
    const char *samples = t->codes ? (const char *)t->codes : (const char *)t->heights;
    for (uint32_t i = 0; i < count; i++) {
        const size_t at = terrain_index(t, (uint32_t)batch->column[i], (uint32_t)batch->row[i]);
        FETCH(samples + at * size);
        FETCH(samples + (at + t->columns) * size);
    }
}

static void load_codes(const qx_terrain *t, const terrain_batch *batch, codes *c)
{
    for (uint32_t i = 0; i < TERRAIN_BATCH; i++) {
        const uint16_t *at =
            t->codes + terrain_index(t, (uint32_t)batch->column[i], (uint32_t)batch->row[i]);
        c->lt[i] = at[0];
        c->rt[i] = at[1];
        c->lb[i] = at[t->columns];
        c->rb[i] = at[t->columns + 1];
    }
}

// As terrain_decode. code / 65,535 is the 16 bits of the code again and again behind the point: the
// first 32 are exact, the others are rounded once and added, which for every code is the division's
// own result at a fraction of its price (a test compares them all).
static inline void decode(const qx_terrain *t, const int32_t *code, double *height)
{
    const double low = (double)t->low, span = (double)t->high - low, high = (double)t->high;
    for (uint32_t i = 0; i < TERRAIN_BATCH; i++) {
        const double value = (double)code[i];
        const double part = value * 0x1.0001p-16 + value * 0x1.000100010001p-48;
        const double between = (double)(float)(low + span * part);
        height[i] = code[i] == 65535 ? high : between;
    }
}

static void load_heights(const qx_terrain *t, const terrain_batch *batch, corners *c)
{
    for (uint32_t i = 0; i < TERRAIN_BATCH; i++) {
        const float *at =
            t->heights + terrain_index(t, (uint32_t)batch->column[i], (uint32_t)batch->row[i]);
        c->lt[i] = (double)at[0];
        c->rt[i] = (double)at[1];
        c->lb[i] = (double)at[t->columns];
        c->rb[i] = (double)at[t->columns + 1];
    }
}

static inline double between_rt_lb(const corners *c, uint32_t i, double u, double v)
{
    const double first = c->lt[i] + u * (c->rt[i] - c->lt[i]) + v * (c->lb[i] - c->lt[i]);
    const double second =
        c->rb[i] + (1.0 - u) * (c->lb[i] - c->rb[i]) + (1.0 - v) * (c->rt[i] - c->rb[i]);
    return u + v - 1.0 <= 0.0 ? first : second;
}

static inline double between_lt_rb(const corners *c, uint32_t i, double u, double v)
{
    const double first = c->lt[i] + v * (c->lb[i] - c->lt[i]) + u * (c->rb[i] - c->lb[i]);
    const double second = c->lt[i] + u * (c->rt[i] - c->lt[i]) + v * (c->rb[i] - c->rt[i]);
    return u - v <= 0.0 ? first : second;
}

static void blend_rt_lb(const terrain_batch *batch, const corners *c, float *out)
{
    for (uint32_t i = 0; i < TERRAIN_BATCH; i++) {
        const double h = between_rt_lb(c, i, batch->u[i], batch->v[i]);
        out[i] = batch->within[i] ? (float)h : 0.0f;
    }
}

static void blend_lt_rb(const terrain_batch *batch, const corners *c, float *out)
{
    for (uint32_t i = 0; i < TERRAIN_BATCH; i++) {
        const double h = between_lt_rb(c, i, batch->u[i], batch->v[i]);
        out[i] = batch->within[i] ? (float)h : 0.0f;
    }
}

static void blend_alternating(const terrain_batch *batch, const corners *c, float *out)
{
    for (uint32_t i = 0; i < TERRAIN_BATCH; i++) {
        const double even = between_rt_lb(c, i, batch->u[i], batch->v[i]);
        const double odd = between_lt_rb(c, i, batch->u[i], batch->v[i]);
        const double h = (batch->column[i] + batch->row[i]) & 1 ? odd : even;
        out[i] = batch->within[i] ? (float)h : 0.0f;
    }
}

static void heights(const qx_terrain *t, const terrain_batch *batch, uint32_t count, float *out)
{
    corners c;
    if (t->codes) {
        codes raw;
        load_codes(t, batch, &raw);
        decode(t, raw.lt, c.lt);
        decode(t, raw.rt, c.rt);
        decode(t, raw.lb, c.lb);
        decode(t, raw.rb, c.rb);
    } else {
        load_heights(t, batch, &c);
    }
    float all[TERRAIN_BATCH];
    switch (t->diagonal) {
    case QX_TERRAIN_RT_LB: blend_rt_lb(batch, &c, all); break;
    case QX_TERRAIN_LT_RB: blend_lt_rb(batch, &c, all); break;
    case QX_TERRAIN_ALTERNATING: blend_alternating(batch, &c, all); break;
    }
    memcpy(out, all, count * sizeof *out);
}

const terrain_sample_kernels QX_KERNELS = {
    .find = find,
    .heights = heights,
};
