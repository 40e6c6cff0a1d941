// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#include <stdbool.h>

/// @file
/// Height maps out of nothing: fractal noise, ridges, islands, and weather that wears them down.
///
/// Does: fill the caller's samples with heights; tileable on request.
/// Does not: keep them (terrain.h does).
///
///     const qx_terrain_make make = { .columns = 1025, .rows = 1025, .seed = 7, .rain = 60000 };
///     qx_terrain_generate(&make, NULL, heights);      // 1,025 x 1,025 floats from 0 to 1
///
/// Threads: calls are independent of each other.
/// Same bits: the same description gives the same heights everywhere, with any number of workers.
/// Sources: docs/terrain.md.

typedef enum qx_terrain_shape {
    QX_TERRAIN_HILLS = 0, ///< Fractal sum of gradient noise.
    QX_TERRAIN_RIDGES,    ///< Ridged multifractal: alps.
    QX_TERRAIN_ISLAND,    ///< Hills and ridges that sink into the sea toward the borders.
    QX_TERRAIN_DUNES,
    QX_TERRAIN_SHAPE_COUNT
} qx_terrain_shape;

/// Zero means the default; only the size must be given.
typedef struct qx_terrain_make {
    uint32_t columns, rows; ///< 2 to 65,536 each.
    uint64_t seed;
    qx_terrain_shape shape;
    float features;    ///< Largest hills along the longer side, 0.1 to 1,000. Default 4.
    uint32_t octaves;  ///< 1 to 16; none smaller than two samples is taken. Default: down to two
                       ///< samples.
    float gain;        ///< Height of each octave over the one before, 0 to 1. Default 0.5.
    float warp;        ///< How far noise displaces noise, in features, up to 1. Default 0.3;
                       ///< negative: none.
    bool tileable;     ///< The last column repeats the first, and the last row the first; hills and
                       ///< weather go on across them. There is a whole number of features then.
    uint32_t rain;     ///< Drops of water that carry soil away; about a tenth of the samples makes
                       ///< valleys. Default 0.
    uint32_t slides;   ///< Rounds in which what is steeper than `rest` slides down. Default 0.
    float rest;        ///< Steepest slope that stays, up to 1e6: the height gained over one cell,
                       ///< times columns, of a map from 0 to 1. Default 4.
    qx_simd simd;
    const qx_allocator *allocator; ///< Not kept; for scratch memory.
} qx_terrain_make;

QX_API qx_terrain_make qx_terrain_make_resolve(const qx_terrain_make *make);

/// Fills columns * rows heights, row by row, from exactly 0 to exactly 1 (a map without any relief,
/// as a tileable one of 2 x 2, is 0).
/// @param workers  Noise and slides run in parallel; drops of water meet each other's tracks and
///                 run one after the other.
/// @return QX_OK, QX_BAD_VALUE, QX_UNSUPPORTED (this processor has no such instruction set),
///         QX_NO_MEMORY.
QX_API qx_result qx_terrain_generate(const qx_terrain_make *make, const qx_workers *workers,
                                     float *heights);

/// Weather over heights that are there already, of any range; the fields rain, slides, rest, seed,
/// tileable and the size count. Tileable: the last column and row are taken to repeat the first.
/// @return QX_OK, QX_BAD_VALUE (a height that is not finite too), QX_NO_MEMORY; on failure the
///         heights are as they were.
QX_API qx_result qx_terrain_erode(const qx_terrain_make *make, float *heights);
