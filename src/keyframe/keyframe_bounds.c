// SPDX-License-Identifier: MIT
#include "keyframe_keys.h"
#include "keyframe_layout.h"

#include <math.h>

// The box of a clip: for each vertex the box of its keys, widened by what a curve may overshoot it.
//
// Catmull-Rom's outer weights are -(t - 2t² + t³) r and -(t² - t³) s, where r and s are the spacing
// over that of both sides, at most 1; the inner ones are never negative. So negative weights come
// to at most t - t², a quarter, whatever the times, and a vertex leaves the span of its keys by at
// most a quarter of it. A one-sided tangent's part goes to an inner weight.
#define OVERSHOOT 0.25

// Mixes that may overshoot are rounded as they come.
#define ROUNDING 1e-6

typedef struct reach {
    double low[3], high[3];
} reach;

static void widen(reach *r, int axis, double low, double high)
{
    r->low[axis] = low < r->low[axis] ? low : r->low[axis];
    r->high[axis] = high > r->high[axis] ? high : r->high[axis];
}

static double bigger(double a, double b)
{
    return a > b ? a : b;
}

// Boxes of a chunk's vertices over all keys.
static void span_chunk(const qx_keyframe_keys *keys, uint32_t first, uint32_t count, size_t block,
                       size_t blocks, float *low, float *high)
{
    keyframe_stage stage;
    for (uint32_t key = 0; key < count; key++) {
        keyframe_parts parts = { .guard = KEYFRAME_CONVEX };
        keyframe_parts_add(&parts, keys, first + key, 1.0f);
        keyframe_pose_blocks(keys, &parts, block, blocks, stage.values, NULL, false);
        for (size_t i = 0; i < blocks * KEYFRAME_TRIPLES; i++) {
            const float value = stage.values[i];
            low[i] = key == 0 || value < low[i] ? value : low[i];
            high[i] = key == 0 || value > high[i] ? value : high[i];
        }
    }
}

static void reach_chunk(const float *low, const float *high, size_t count, bool overshoots,
                        reach *r)
{
    for (size_t i = 0; i < 3 * count; i++) {
        const double from = (double)low[i], to = (double)high[i];
        const double most = bigger(fabs(from), fabs(to));
        const double more = overshoots && to > from ? OVERSHOOT * (to - from) + ROUNDING * most : 0;
        widen(r, (int)(i % 3), from - more, to + more);
    }
}

// Rounded away from the middle where a double lies between two floats.
static float at_most(double value)
{
    const float near = (float)value;
    return (double)near <= value ? near : near - fabsf(near) * 1.2e-7f;
}

static qx_keyframe_box box_of(const reach *r)
{
    return (qx_keyframe_box){
        .low = { at_most(r->low[0]), at_most(r->low[1]), at_most(r->low[2]) },
        .high = { -at_most(-r->high[0]), -at_most(-r->high[1]), -at_most(-r->high[2]) },
    };
}

qx_keyframe_box qx_keyframe_clip_bounds(const qx_keyframe_keys *keys, uint32_t first,
                                        uint32_t count, qx_keyframe_curve curve)
{
    const bool overshoots = curve == QX_KEYFRAME_CATMULL_ROM || curve == QX_KEYFRAME_CUBIC;
    const uint32_t all = keys->info.key_count, vertices = keys->info.vertex_count;
    if (first >= all || count == 0) return (qx_keyframe_box){ { 0, 0, 0 }, { 0, 0, 0 } };
    const uint32_t used = count < all - first ? count : all - first;
    reach r = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
    for (size_t block = 0; block < keys->blocks; block += KEYFRAME_CHUNK) {
        keyframe_stage low, high;
        const size_t left = keys->blocks - block, at = block * KEYFRAME_BLOCK;
        const size_t blocks = left < KEYFRAME_CHUNK ? left : KEYFRAME_CHUNK;
        const size_t whole = blocks * KEYFRAME_BLOCK;
        span_chunk(keys, first, used, block, blocks, low.values, high.values);
        reach_chunk(low.values, high.values, vertices - at < whole ? vertices - at : whole,
                    overshoots, &r);
    }
    return box_of(&r);
}
