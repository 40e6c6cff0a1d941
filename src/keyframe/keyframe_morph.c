// SPDX-License-Identifier: MIT
#include "keyframe_morph.h"

#include "keyframe_keys.h"
#include "keyframe_layout.h"

#include <math.h>
#include <string.h>

// A chunk at a time: base and dense targets in one pass, then the entries of sparse ones, each
// added to its vertex; then normals are made unit.

// Eight floats a vertex, with normals three behind places; without normals four.
typedef struct wide_stage {
    _Alignas(64) float values[8 * KEYFRAME_CHUNK_VERTICES];
} wide_stage;

// A chunk of positions or normals, with one float behind it.
typedef struct sum_stage {
    _Alignas(64) float values[3 * KEYFRAME_CHUNK_VERTICES + KEYFRAME_BLOCK];
} sum_stage;

typedef struct morphing {
    const qx_keyframe_morph *morph;
    const float *weights;
    const qx_keyframe_layout *to;
    bool direct;        // tightly packed
    bool dense, sparse; // which kinds have weights
    size_t chunk, blocks;
} morphing;

static float weight_of(const morphing *m, uint32_t slot)
{
    return m->weights[m->morph->slots[slot]];
}

static bool is_any_active(const morphing *m, uint32_t first, uint32_t end)
{
    for (uint32_t slot = first; slot < end; slot++)
        if (weight_of(m, slot) != 0.0f) return true;
    return false;
}

// --- dense

// Where floats of the base or a target begin.
static const float *floats_of(const morphing *m, uint32_t which, bool normals)
{
    return keyframe_block_floats(m->morph, m->chunk * KEYFRAME_CHUNK, which) +
           (normals ? KEYFRAME_TRIPLES : 0);
}

// Takes in targets from `slot` on until there is no more room for them; returns the next one.
static uint32_t gather(const morphing *m, uint32_t slot, bool normals, keyframe_sum *sum)
{
    sum->record = m->morph->record;
    for (sum->count = 0; m->dense && slot < m->morph->dense_count; slot++) {
        if (weight_of(m, slot) == 0.0f) continue;
        if (sum->count == KEYFRAME_MOST_TARGETS) return slot;
        sum->weight[sum->count] = weight_of(m, slot);
        sum->deltas[sum->count++] = floats_of(m, slot + 1, normals);
    }
    return slot;
}

// Base and all dense targets; those beyond what one pass takes go on with what is there.
static void add_dense(const morphing *m, bool normals, float *to)
{
    keyframe_sum sum;
    const float *from = floats_of(m, 0, normals);
    size_t step = m->morph->record;
    uint32_t slot = 0;
    do {
        slot = gather(m, slot, normals, &sum);
        m->morph->kernels->sum(&sum, from, step, m->blocks, to);
        from = to;
        step = KEYFRAME_TRIPLES;
    } while (m->dense && slot < m->morph->dense_count);
}

// --- sparse

static void add_sparse(const morphing *m, float *wide)
{
    const qx_keyframe_morph *morph = m->morph;
    const uint32_t slots = morph->info.sparse_count;
    const uint16_t *counts = morph->counts + m->chunk * slots;
    uint64_t at = morph->starts[m->chunk];
    keyframe_entries entries = { .width = morph->info.normals ? 6 : 3 };
    for (uint32_t i = 0; i < slots; i++) {
        entries.weight = weight_of(m, morph->dense_count + i);
        entries.count = counts[i];
        entries.deltas = morph->deltas + at * entries.width;
        entries.places = morph->places + at;
        if (entries.weight != 0.0f && entries.count > 0) morph->kernels->add(&entries, wide);
        at += counts[i];
    }
}

// Both together, as a vertex's entries lie together. What is not wanted is not read.
static void add_all_sparse(const morphing *m, float *positions, float *normals)
{
    const keyframe_kernels *kernels = m->morph->kernels;
    const size_t step = m->morph->info.normals ? 8 : 4;
    wide_stage wide;
    if (positions) kernels->widen(positions, m->blocks, step, wide.values);
    if (normals) kernels->widen_blocks(normals, m->blocks, step, wide.values + 3);
    add_sparse(m, wide.values);
    if (positions) kernels->narrow(wide.values, m->blocks, step, positions);
    if (normals) kernels->narrow_blocks(wide.values + 3, m->blocks, step, normals);
}

// --- a chunk

static void build_in_passes(const morphing *m, float *positions, float *normals)
{
    sum_stage position_sums, normal_sums;
    float *p = positions ? position_sums.values : NULL, *n = normals ? normal_sums.values : NULL;
    const size_t floats = m->blocks * KEYFRAME_TRIPLES;
    if (p) add_dense(m, false, p);
    if (n) add_dense(m, true, n);
    position_sums.values[floats] = 0.0f; // is read, but of no matter
    if (m->sparse) add_all_sparse(m, p, n);
    if (p) memcpy(positions, p, floats * sizeof *p);
    if (n)
        m->morph->kernels->finish(floats_of(m, 0, true), m->morph->record, n, m->blocks, normals);
}

static void build_blocks(const morphing *m, float *positions, float *normals)
{
    keyframe_sum sum;
    if (m->sparse || gather(m, 0, false, &sum) < (m->dense ? m->morph->dense_count : 0)) {
        build_in_passes(m, positions, normals);
    } else {
        m->morph->kernels->morph(&sum, floats_of(m, 0, false), m->blocks, positions, normals);
    }
}

// Whole chunks straight to tightly packed places, others through the stack.
static void build_chunk(const morphing *m)
{
    keyframe_stage positions, normals;
    const qx_keyframe_layout *to = m->to;
    const size_t first = m->chunk * KEYFRAME_CHUNK_VERTICES, all = m->blocks * KEYFRAME_BLOCK;
    const size_t left = m->morph->info.vertex_count - first;
    if (m->direct && left >= all) {
        build_blocks(m, to->positions ? to->positions + 3 * first : NULL,
                     to->normals ? to->normals + 3 * first : NULL);
        return;
    }
    float *p = to->positions ? positions.values : NULL, *n = to->normals ? normals.values : NULL;
    build_blocks(m, p, n);
    keyframe_layout_put(to, first, left < all ? left : all, p, n);
}

static bool weights_are_good(const float *weights, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(fabsf(weights[i]) <= KEYFRAME_MOST_WEIGHT)) return false;
    return true;
}

qx_result qx_keyframe_morph_build(const qx_keyframe_morph *morph, const float *weights,
                                  const qx_keyframe_layout *out)
{
    qx_keyframe_layout to;
    if (!weights_are_good(weights, morph->info.target_count)) return QX_BAD_VALUE;
    if (!keyframe_layout_resolve(out, &to)) return QX_BAD_VALUE;
    if (to.normals && !morph->info.normals) return QX_BAD_VALUE;
    morphing m = { .morph = morph, .weights = weights, .to = &to };
    m.direct = keyframe_layout_is_tight(&to);
    m.dense = is_any_active(&m, 0, morph->dense_count);
    m.sparse = is_any_active(&m, morph->dense_count, morph->info.target_count);
    for (m.chunk = 0; m.chunk < morph->chunks; m.chunk++) {
        m.blocks = keyframe_chunk_blocks(morph, m.chunk);
        build_chunk(&m);
    }
    return QX_OK;
}
