// SPDX-License-Identifier: MIT
#pragma once

// What the files of the module share. Not installed.

#include <quincunx/terrain.h>

#include "base/memory.h"

// Cells of a block of the lowest level of the pyramid, along a side: 4 bytes a block are 0.08 bytes
// a sample with all levels.
#define TERRAIN_BLOCK 8u
#define TERRAIN_LEVELS 15u

// Heights beyond this to either side are holes; sizes are within [1 / 1000, this]: slopes and their
// squares then stay finite.
#define TERRAIN_MOST 1e9f

// Rows of a task of workers: a multiple of 64 samples begins each, so that no two share a word of
// `present`.
#define TERRAIN_BAND 64u
#define TERRAIN_MAX_BANDS (QX_TERRAIN_MAX_AXIS / TERRAIN_BAND)

// Lowest and highest height of a block's drawn triangles, in steps of 1 / 65,535 from pyramid_low
// over pyramid_span, rounded outward. A block without a triangle has lowest > highest.
typedef struct terrain_bounds {
    uint16_t lowest, highest;
} terrain_bounds;

struct qx_terrain {
    qx_allocator allocator;
    uint32_t columns, rows;
    float width, depth;
    float low, high;       // heights of the codes 0 and 65,535
    float lowest, highest; // of the samples that are no holes
    qx_terrain_diagonal diagonal;
    bool periodic;
    bool measured; // low and high are lowest and highest
    qx_simd simd;
    uint16_t *codes;   // row by row; NULL where heights are floats
    float *heights;    // NULL where they are codes; a hole's is 0
    uint64_t *present; // a bit a sample by index; NULL where there are no holes
    uint64_t holes;
    terrain_bounds *pyramid;         // all levels, the finest first
    float pyramid_low, pyramid_span; // of all that is allowed (codes) or of all there is (floats)
    uint32_t level_count;
    uint32_t level_columns[TERRAIN_LEVELS], level_rows[TERRAIN_LEVELS]; // blocks
    size_t level_start[TERRAIN_LEVELS];
    float *rows_before; // two rows as they were, for edits that read what they write
    size_t block_bytes; // the one block of memory in which all but `present` lies
    size_t bytes;
};

static inline size_t terrain_index(const qx_terrain *t, uint32_t column, uint32_t row)
{
    return (size_t)row * t->columns + column;
}

static inline bool terrain_present(const qx_terrain *t, size_t index)
{
    return !t->present || (t->present[index >> 6] >> (index & 63) & 1);
}

// Of a code: in double, rounded once; 65,535 is `high` itself.
static inline float terrain_decode(const qx_terrain *t, uint32_t code)
{
    if (code == 65535) return t->high;
    return (float)((double)t->low + ((double)t->high - (double)t->low) * ((double)code / 65535.0));
}

static inline float terrain_height(const qx_terrain *t, size_t index)
{
    return t->codes ? terrain_decode(t, t->codes[index]) : t->heights[index];
}

// Whether a cell is cut from left top to right bottom.
static inline bool terrain_is_lt_rb(const qx_terrain *t, uint32_t column, uint32_t row)
{
    return t->diagonal == QX_TERRAIN_LT_RB ||
           (t->diagonal == QX_TERRAIN_ALTERNATING && ((column + row) & 1));
}

// The world place of a column or row, in double: exact at both borders.
static inline double terrain_place(uint32_t index, uint32_t samples, float size)
{
    return (double)(2 * (int64_t)index - (int64_t)(samples - 1)) * (double)size /
           (2.0 * (double)(samples - 1));
}

// The height of a bound of the pyramid, in double: not above (lowest) or below (highest) what it
// bounds.
static inline double terrain_bound_height(const qx_terrain *t, uint32_t bound)
{
    return (double)t->pyramid_low + (double)t->pyramid_span * ((double)bound / 65535.0);
}

// Whether none of `count` samples from an index on is a hole.
static inline bool terrain_all_present(const qx_terrain *t, size_t index, size_t count)
{
    for (size_t i = index; t->present && i < index + count; i++)
        if (!terrain_present(t, i)) return false;
    return true;
}

// terrain_desc.c
qx_result terrain_check_desc(const qx_terrain_desc *resolved);
bool terrain_is_turned(qx_terrain_turn turn); // by a quarter: columns and rows change places

// Calls a task for each TERRAIN_BAND of so many rows, on workers where there are any.
static inline void terrain_for_bands(uint32_t rows, const qx_workers *workers,
                                     void (*task)(void *context, uint32_t band), void *context)
{
    const uint32_t bands = (rows + TERRAIN_BAND - 1) / TERRAIN_BAND;
    if (workers && bands > 1)
        workers->parallel_for(workers->user, bands, task, context);
    else
        for (uint32_t band = 0; band < bands; band++) task(context, band);
}

static inline uint32_t terrain_band_end(uint32_t band, uint32_t rows)
{
    return (band + 1) * TERRAIN_BAND < rows ? (band + 1) * TERRAIN_BAND : rows;
}

// terrain.c: the bits of `present`, which lie apart.
size_t terrain_present_bytes(const qx_terrain *t);
bool terrain_take_present(qx_terrain *t); // zeroed; false where there is no memory
void terrain_drop_present(qx_terrain *t);

// terrain_decode.c: fills heights, holes and the range from the samples.
void terrain_decode_samples(qx_terrain *t, const qx_terrain_desc *resolved,
                            const qx_workers *workers);

// The lowest and highest of the samples that are there, anew.
void terrain_find_range(qx_terrain *t);

// terrain_pyramid.c: how large it is; all of it, or what an area of samples reaches.
size_t terrain_pyramid_plan(qx_terrain *t);
void terrain_pyramid_build(qx_terrain *t, const qx_terrain_area *area);
void terrain_pyramid_build_all(qx_terrain *t, const qx_workers *workers);
