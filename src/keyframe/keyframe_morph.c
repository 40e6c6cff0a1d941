// SPDX-License-Identifier: MIT
#include "keyframe_morph.h"

#include "keyframe_keys.h"
#include "keyframe_layout.h"

#include <math.h>
#include <string.h>

// A chunk at a time: base and dense targets in one pass, then the entries of sparse ones, each
// added to its vertex; then normals are made unit.

// A chunk on its way.
typedef struct morphing {
    const qx_keyframe_morph *morph;
    const float *weights;
    size_t block, blocks; // where it begins, how many
} morphing;

static bool is_active(const morphing *m, uint32_t target)
{
    return m->weights[target] != 0.0f;
}

static const float *floats_of(const keyframe_deltas *target, bool normals)
{
    return normals ? target->normals : target->positions;
}

// --- dense

static void add_batch(const morphing *m, keyframe_sum *sum, const float *base, float *to)
{
    m->morph->kernels->sum(sum, base, m->block * KEYFRAME_TRIPLES, m->blocks, to);
    sum->count = 0;
}

// Base and all dense targets; targets beyond what one pass takes go on with what is there.
static void add_dense(const morphing *m, bool normals, const float *base, float *to)
{
    keyframe_sum sum;
    sum.count = 0;
    const float *from = base;
    for (uint32_t i = 0; i < m->morph->info.target_count; i++) {
        const keyframe_deltas *target = &m->morph->targets[i];
        if (!is_active(m, i) || target->places || !floats_of(target, normals)) continue;
        sum.weight[sum.count] = m->weights[i];
        sum.deltas[sum.count++] = floats_of(target, normals);
        if (sum.count < KEYFRAME_MOST_TARGETS) continue;
        add_batch(m, &sum, from, to);
        from = to;
    }
    if (sum.count > 0 || from == base) add_batch(m, &sum, from, to);
}

// --- sparse

static void add_entries(const keyframe_deltas *target, size_t chunk, float weight, float *to)
{
    for (uint32_t i = target->chunks[chunk]; i < target->chunks[chunk + 1]; i++) {
        const float *delta = target->positions + 3 * (size_t)i;
        float *at = to + 3 * (size_t)target->places[i];
        at[0] += weight * delta[0];
        at[1] += weight * delta[1];
        at[2] += weight * delta[2];
    }
}

static void add_turns(const keyframe_deltas *target, size_t chunk, float weight, float *to)
{
    for (uint32_t i = target->chunks[chunk]; i < target->chunks[chunk + 1]; i++) {
        const float *delta = target->normals + 3 * (size_t)i;
        const size_t place = target->places[i];
        float *at = to + place / KEYFRAME_BLOCK * KEYFRAME_TRIPLES + place % KEYFRAME_BLOCK;
        at[0] += weight * delta[0];
        at[KEYFRAME_BLOCK] += weight * delta[1];
        at[2 * KEYFRAME_BLOCK] += weight * delta[2];
    }
}

static void add_sparse(const morphing *m, bool normals, float *to)
{
    const size_t chunk = m->block / KEYFRAME_CHUNK;
    for (uint32_t i = 0; i < m->morph->info.target_count; i++) {
        const keyframe_deltas *target = &m->morph->targets[i];
        if (!is_active(m, i) || !target->places || !floats_of(target, normals)) continue;
        (normals ? add_turns : add_entries)(target, chunk, m->weights[i], to);
    }
}

// --- a chunk

static void build_chunk(const morphing *m, const qx_keyframe_layout *to, size_t count)
{
    keyframe_stage positions, sums, normals;
    const qx_keyframe_morph *morph = m->morph;
    const size_t at = m->block * KEYFRAME_TRIPLES, first = m->block * KEYFRAME_BLOCK;
    if (to->positions) {
        add_dense(m, false, morph->positions + at, positions.values);
        add_sparse(m, false, positions.values);
    }
    if (to->normals) {
        add_dense(m, true, morph->normals + at, sums.values);
        add_sparse(m, true, sums.values);
        morph->kernels->finish(morph->normals + at, sums.values, m->blocks, normals.values);
    }
    keyframe_layout_put(to, first, count, to->positions ? positions.values : NULL,
                        to->normals ? normals.values : NULL);
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
    if (to.normals && !morph->normals) return QX_BAD_VALUE;
    const size_t vertices = morph->info.vertex_count;
    for (size_t block = 0; block < morph->blocks; block += KEYFRAME_CHUNK) {
        const size_t left = morph->blocks - block, after = vertices - block * KEYFRAME_BLOCK;
        const morphing m = { morph, weights, block, left < KEYFRAME_CHUNK ? left : KEYFRAME_CHUNK };
        build_chunk(&m, &to, after < KEYFRAME_CHUNK_VERTICES ? after : KEYFRAME_CHUNK_VERTICES);
    }
    return QX_OK;
}
