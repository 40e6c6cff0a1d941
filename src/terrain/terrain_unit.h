// SPDX-License-Identifier: MIT
#pragma once

#include "terrain_internal.h"
#include "terrain_round.h"

// Simplification measures heights in units: codes as they are kept, or heights themselves. Sums and
// products of codes and of places are whole numbers below 2^53, so doubles hold them exactly.

// More than any two heights are apart.
#define TERRAIN_MOST_ERROR 1e30f

static inline double terrain_unit(const qx_terrain *t, size_t index)
{
    return t->codes ? (double)t->codes[index] : (double)t->heights[index];
}

// World units of one unit.
static inline double terrain_unit_size(const qx_terrain *t)
{
    if (!t->codes) return 1.0;
    const double span = (double)t->high - (double)t->low;
    return (span < 0.0 ? -span : span) / 65535.0;
}

// The largest error in units of `size` that is no more than `error` of the world.
static inline float terrain_unit_error(double size, float error)
{
    if (!(error > 0.0f)) return 0.0f;
    if (size == 0.0 || (double)error / size > TERRAIN_MOST_ERROR) return TERRAIN_MOST_ERROR;
    float units = round_down((double)error / size);
    while ((double)units * size > (double)error) units = round_below(units); // as dividing rounds
    return units;
}
