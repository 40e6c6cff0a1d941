// SPDX-License-Identifier: MIT
#include "maze_internal.h"

static bool is_finite(float value)
{
    return value - value == 0.0f;
}

static bool is_share(float value)
{
    return value >= 0.0f && is_finite(value); // false for NaN
}

static bool is_axis(uint32_t cells)
{
    return cells >= 1 && cells <= QX_MAZE_MAX_AXIS;
}

qx_maze_desc qx_maze_desc_resolve(const qx_maze_desc *desc)
{
    qx_maze_desc used = *desc;
    if (used.share_x == 0.0f && used.share_y == 0.0f && used.share_z == 0.0f) {
        used.share_x = used.width > 1 ? 1.0f : 0.0f;
        used.share_y = used.height > 1 ? 1.0f : 0.0f;
        used.share_z = used.depth != 1 ? 1.0f : 0.0f; // 0 is without end
    }
    if (used.newest == 0.0f) used.newest = 0.5f;
    if (used.newest < 0.0f) used.newest = 0.0f;
    return used;
}

static bool takes_mask(qx_maze_algorithm algorithm)
{
    return algorithm == QX_MAZE_BACKTRACKER || algorithm == QX_MAZE_KRUSKAL ||
           algorithm == QX_MAZE_WILSON || algorithm == QX_MAZE_GROWING_TREE;
}

static bool is_maker(const qx_maze_desc *desc)
{
    const int value = (int)desc->algorithm; // as a number: callers may pass what is no enumerator
    if (value < 0 || value >= QX_MAZE_ALGORITHM_COUNT) return false;
    return !desc->slab_height || desc->algorithm == QX_MAZE_ELLER;
}

// Four bytes a cell, what searches need, must have addresses.
static bool has_addresses(const qx_maze_desc *desc)
{
    const uint64_t layer = (uint64_t)desc->width * desc->height;
    return layer <= SIZE_MAX / 4 / desc->depth;
}

qx_result maze_check_box(const qx_maze_desc *desc)
{
    if (!is_axis(desc->width) || !is_axis(desc->height) || !is_axis(desc->depth))
        return QX_BAD_VALUE;
    return has_addresses(desc) ? QX_OK : QX_TOO_LARGE;
}

qx_result maze_check_desc(const qx_maze_desc *desc)
{
    if (!is_share(desc->share_x) || !is_share(desc->share_y) || !is_share(desc->share_z))
        return QX_BAD_VALUE;
    if (!(desc->braid >= 0.0f && desc->braid <= 1.0f)) return QX_BAD_VALUE;
    if (!(desc->newest >= 0.0f && desc->newest <= 1.0f)) return QX_BAD_VALUE;
    if (!is_maker(desc)) return QX_BAD_VALUE;
    if (desc->mask && !takes_mask(desc->algorithm)) return QX_BAD_VALUE;
    return maze_check_box(desc);
}
