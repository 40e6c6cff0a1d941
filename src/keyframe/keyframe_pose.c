// SPDX-License-Identifier: MIT
#include "keyframe_keys.h"
#include "keyframe_layout.h"

#include <math.h>

// Poses from keys: blocks of 16 vertices go straight to tightly packed places, else through the
// stack. Tiles are fixed, so any number of workers gives the same bytes.

#define TILE 256u                 // blocks: what a worker takes at a time
#define CACHED ((size_t)12 << 20) // bytes of a pose that are better left in the caches

typedef struct build {
    const qx_keyframe_keys *keys;
    keyframe_parts parts;
    qx_keyframe_layout to;
    bool direct, stream;
} build;

// --- what a pose is made of

static keyframe_guard guard_of(const keyframe_parts *parts)
{
    double all = 0.0;
    bool negative = false;
    for (uint32_t i = 0; i < parts->count; i++) {
        all += (double)parts->weight[i];
        negative |= parts->weight[i] < 0.0f;
    }
    if (fabs(all - 1.0) > 1e-6) return KEYFRAME_ANY;
    return negative ? KEYFRAME_WHOLE : KEYFRAME_CONVEX;
}

static bool weight_is_good(float weight)
{
    return fabsf(weight) <= KEYFRAME_MOST_WEIGHT; // false for NaN
}

static qx_result read_mix(const qx_keyframe_keys *keys, const qx_keyframe_mix *mix,
                          keyframe_parts *parts)
{
    if (mix->count == 0 || mix->count > KEYFRAME_MOST_KEYS) return QX_BAD_VALUE;
    parts->count = parts->nearest = 0;
    for (uint32_t i = 0; i < mix->count; i++) {
        if (mix->key[i] >= keys->info.key_count || !weight_is_good(mix->weight[i]))
            return QX_BAD_VALUE;
        if (mix->weight[i] != 0.0f) keyframe_parts_add(parts, keys, mix->key[i], mix->weight[i]);
    }
    if (parts->count == 0) keyframe_parts_add(parts, keys, mix->key[0], 0.0f);
    parts->guard = guard_of(parts);
    return QX_OK;
}

// --- where it goes

static bool is_aligned(const void *at)
{
    return ((uintptr_t)at & 15) == 0;
}

static bool is_streamed(const build *b)
{
    const size_t bytes = b->keys->blocks * KEYFRAME_TRIPLES * sizeof(float);
    return b->direct && bytes >= CACHED && is_aligned(b->to.positions) && is_aligned(b->to.normals);
}

static float *place_of(float *first, size_t block)
{
    return first ? first + block * KEYFRAME_TRIPLES : NULL;
}

static void build_direct(const build *b, size_t first, size_t count)
{
    keyframe_pose_blocks(b->keys, &b->parts, first, count, place_of(b->to.positions, first),
                         place_of(b->to.normals, first), b->stream);
}

// Through the stack; at the end of the pose a part of a block.
static void build_staged(const build *b, size_t first, size_t count)
{
    keyframe_stage positions, normals;
    float *p = b->to.positions ? positions.values : NULL;
    float *n = b->to.normals ? normals.values : NULL;
    for (size_t block = first; block < first + count; block += KEYFRAME_CHUNK) {
        const size_t left = first + count - block;
        const size_t blocks = left < KEYFRAME_CHUNK ? left : KEYFRAME_CHUNK;
        const size_t at = block * KEYFRAME_BLOCK;
        const size_t vertices_left = b->keys->info.vertex_count - at;
        const size_t all = blocks * KEYFRAME_BLOCK;
        keyframe_pose_blocks(b->keys, &b->parts, block, blocks, p, n, false);
        keyframe_layout_put(&b->to, at, vertices_left < all ? vertices_left : all, p, n);
    }
}

static void build_blocks(const build *b, size_t first, size_t count)
{
    const size_t whole = b->keys->info.vertex_count / KEYFRAME_BLOCK;
    size_t direct = 0;
    if (b->direct && first < whole) direct = count < whole - first ? count : whole - first;
    if (direct > 0) build_direct(b, first, direct);
    if (direct < count) build_staged(b, first + direct, count - direct);
    if (b->stream) b->keys->kernels->fence();
}

static void build_tile(void *context, uint32_t index)
{
    const build *b = context;
    const size_t first = (size_t)index * TILE, left = b->keys->blocks - first;
    build_blocks(b, first, left < TILE ? left : TILE);
}

qx_result qx_keyframe_pose_build(const qx_keyframe_keys *keys, const qx_keyframe_mix *mix,
                                 const qx_keyframe_layout *out, const qx_workers *workers)
{
    build b;
    b.keys = keys;
    if (!keyframe_layout_resolve(out, &b.to)) return QX_BAD_VALUE;
    if (b.to.normals && !keys->info.normals) return QX_BAD_VALUE;
    const qx_result result = read_mix(keys, mix, &b.parts);
    if (result != QX_OK) return result;
    b.direct = keyframe_layout_is_tight(&b.to);
    b.stream = is_streamed(&b);
    const size_t tiles = (keys->blocks + TILE - 1) / TILE;
    if (workers && tiles > 1) {
        workers->parallel_for(workers->user, (uint32_t)tiles, build_tile, &b);
    } else {
        build_blocks(&b, 0, keys->blocks);
    }
    return QX_OK;
}

// --- adding

static void add_position(float *to, const float *a, const float *b, float weight)
{
    for (int axis = 0; axis < 3; axis++) to[axis] += (a[axis] - b[axis]) * weight;
}

static void add_normal(float *to, const float *a, const float *b, float weight)
{
    if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2]) return;
    double sum[3];
    for (int axis = 0; axis < 3; axis++)
        sum[axis] = (double)to[axis] + ((double)a[axis] - (double)b[axis]) * (double)weight;
    const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    if (length < 1e-6) return;
    for (int axis = 0; axis < 3; axis++) to[axis] = (float)(sum[axis] / length);
}

// Key a's chunk, x, y, z after each other.
static void read_chunk(const qx_keyframe_keys *keys, uint32_t key, size_t block, size_t blocks,
                       float *positions, float *normals)
{
    keyframe_parts parts = { .guard = KEYFRAME_CONVEX };
    keyframe_parts_add(&parts, keys, key, 1.0f);
    keyframe_pose_blocks(keys, &parts, block, blocks, positions, normals, false);
}

static void add_chunk(const qx_keyframe_keys *keys, uint32_t a, uint32_t b, float weight,
                      const qx_keyframe_layout *to, uint32_t first, uint32_t count)
{
    keyframe_stage positions[2], normals[2];
    const size_t block = first / KEYFRAME_BLOCK, blocks = keyframe_blocks_of(count);
    const uint32_t key[2] = { a, b };
    for (int k = 0; k < 2; k++)
        read_chunk(keys, key[k], block, blocks, to->positions ? positions[k].values : NULL,
                   to->normals ? normals[k].values : NULL);
    for (uint32_t i = 0; i < count; i++) {
        if (to->positions)
            add_position(vertex_at_mutable(to->positions, to->position_stride, first + i),
                         positions[0].values + 3 * i, positions[1].values + 3 * i, weight);
        if (to->normals)
            add_normal(vertex_at_mutable(to->normals, to->normal_stride, first + i),
                       normals[0].values + 3 * i, normals[1].values + 3 * i, weight);
    }
}

qx_result qx_keyframe_pose_add(const qx_keyframe_keys *keys, uint32_t a, uint32_t b, float weight,
                               const qx_keyframe_layout *out)
{
    qx_keyframe_layout to;
    const uint32_t keys_here = keys->info.key_count, count = keys->info.vertex_count;
    if (a >= keys_here || b >= keys_here || !weight_is_good(weight)) return QX_BAD_VALUE;
    if (!keyframe_layout_resolve(out, &to)) return QX_BAD_VALUE;
    if (to.normals && !keys->info.normals) return QX_BAD_VALUE;
    if (weight == 0.0f) return QX_OK;
    for (uint32_t first = 0; first < count; first += KEYFRAME_CHUNK_VERTICES) {
        const uint32_t left = count - first;
        add_chunk(keys, a, b, weight, &to, first,
                  left < KEYFRAME_CHUNK_VERTICES ? left : KEYFRAME_CHUNK_VERTICES);
    }
    return QX_OK;
}
