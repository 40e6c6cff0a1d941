// SPDX-License-Identifier: MIT
#include "terrain_internal.h"

#define LEAST_SIZE 1e-3f

static size_t size_of(qx_terrain_kind kind)
{
    switch (kind) {
    case QX_TERRAIN_U8: return 1;
    case QX_TERRAIN_U16: return 2;
    case QX_TERRAIN_F32: return 4;
    default: return 3;
    }
}

bool terrain_is_turned(qx_terrain_turn turn)
{
    return turn & 1;
}

qx_terrain_desc qx_terrain_desc_resolve(const qx_terrain_desc *desc)
{
    qx_terrain_desc used = *desc;
    qx_terrain_samples *s = &used.samples;
    if (s->step == 0) s->step = size_of(s->kind);
    if (s->stride == 0 && s->columns <= QX_TERRAIN_MAX_AXIS)
        if (!size_multiply(s->columns, s->step, &s->stride)) s->stride = 0;
    if (used.low == 0.0f && used.high == 0.0f) used.high = 1.0f;
    const bool turned = terrain_is_turned(used.turn);
    if (used.width == 0.0f) used.width = (float)((turned ? s->rows : s->columns) - 1.0);
    if (used.depth == 0.0f) used.depth = (float)((turned ? s->columns : s->rows) - 1.0);
    return used;
}

static bool is_size(float value)
{
    return value >= LEAST_SIZE && value <= TERRAIN_MOST; // false for NaN
}

static bool is_height(float value)
{
    return value >= -TERRAIN_MOST && value <= TERRAIN_MOST;
}

static bool is_axis(uint32_t samples)
{
    return samples >= 2 && samples <= QX_TERRAIN_MAX_AXIS;
}

static qx_result check_samples(const qx_terrain_samples *s)
{
    size_t row, all;
    if (!s->data || (unsigned)s->kind > QX_TERRAIN_TERRARIUM) return QX_BAD_VALUE;
    if (!is_axis(s->columns) || !is_axis(s->rows)) return QX_BAD_VALUE;
    if (s->step < size_of(s->kind)) return QX_BAD_VALUE;
    if (!size_multiply(s->columns - 1, s->step, &row)) return QX_BAD_VALUE;
    if (!size_add(row, size_of(s->kind), &row) || s->stride < row) return QX_BAD_VALUE;
    if (!size_multiply(s->stride, s->rows, &all) || all > PTRDIFF_MAX) return QX_BAD_VALUE;
    return QX_OK;
}

qx_result terrain_check_desc(const qx_terrain_desc *desc)
{
    if (!is_height(desc->low) || !is_height(desc->high)) return QX_BAD_VALUE;
    if (!is_size(desc->width) || !is_size(desc->depth)) return QX_BAD_VALUE;
    if ((unsigned)desc->diagonal > QX_TERRAIN_ALTERNATING) return QX_BAD_VALUE;
    if ((unsigned)desc->turn > QX_TERRAIN_MIRROR_270) return QX_BAD_VALUE;
    return check_samples(&desc->samples);
}
