// SPDX-License-Identifier: MIT
#include "keyframe_keys.h"
#include "keyframe_morph.h"

#include "base/memory.h"

#include <string.h>

// Morph targets sorted into dense and sparse ones, in one piece of memory.

// Entries cost more than dense vertices, each being added alone.
#define SPARSE_SHARE 2 // of so many vertices at most one moves

_Static_assert(KEYFRAME_CHUNK_VERTICES <= 256, "places in a chunk are bytes");

// --- what there is

static uint32_t count_of(const qx_keyframe_morph_desc *d, const qx_keyframe_target *t)
{
    return t->indices ? t->count : d->vertex_count;
}

static uint32_t vertex_of(const qx_keyframe_target *t, uint32_t i)
{
    return t->indices ? t->indices[i] : i;
}

static const float *normals_of(const qx_keyframe_morph_desc *d, const qx_keyframe_target *t)
{
    return d->normals ? t->normals : NULL;
}

static bool is_zero(const float *deltas, uint32_t i)
{
    if (!deltas) return true;
    const float *v = deltas + 3 * (size_t)i;
    return v[0] == 0.0f && v[1] == 0.0f && v[2] == 0.0f;
}

static bool is_still(const qx_keyframe_morph_desc *d, const qx_keyframe_target *t, uint32_t i)
{
    return is_zero(t->positions, i) && is_zero(normals_of(d, t), i);
}

static uint32_t count_moved(const qx_keyframe_morph_desc *d, const qx_keyframe_target *t)
{
    uint32_t moved = 0;
    for (uint32_t i = 0; i < count_of(d, t); i++) moved += !is_still(d, t, i);
    return moved;
}

static bool is_sparse(const qx_keyframe_morph_desc *d, uint32_t moved)
{
    return moved <= d->vertex_count / SPARSE_SHARE;
}

static bool indices_are_good(const qx_keyframe_morph_desc *d, const qx_keyframe_target *t)
{
    for (uint32_t i = 0; t->indices && i < t->count; i++) {
        if (t->indices[i] >= d->vertex_count) return false;
        if (i > 0 && t->indices[i] <= t->indices[i - 1]) return false;
    }
    return true;
}

static bool are_good(const float *values, uint32_t count)
{
    return !values || keyframe_values_are_good(values, 3 * sizeof(float), count);
}

static bool desc_is_good(const qx_keyframe_morph_desc *d)
{
    if (d->vertex_count == 0 || d->vertex_count > KEYFRAME_MOST_VERTICES) return false;
    if (!d->positions || (d->target_count > 0 && !d->targets)) return false;
    if (!are_good(d->positions, d->vertex_count) || !are_good(d->normals, d->vertex_count))
        return false;
    for (uint32_t i = 0; i < d->target_count; i++) {
        const qx_keyframe_target *t = &d->targets[i];
        const uint32_t count = count_of(d, t);
        if (!indices_are_good(d, t) || !are_good(t->positions, count) ||
            !are_good(t->normals, count))
            return false;
    }
    return true;
}

// --- memory

// Hands out pieces of one block; without memory it only counts.
typedef struct piece {
    char *memory;
    size_t used;
    bool full; // no size is that large
} piece;

static void *take(piece *p, size_t count, size_t size)
{
    size_t bytes;
    const size_t at = p->used;
    if (!size_multiply(count, size, &bytes) || !size_align(bytes, QX_CACHE_LINE, &bytes) ||
        !size_add(at, bytes, &p->used))
        p->full = true;
    return p->memory ? p->memory + at : NULL;
}

static size_t chunks_of(uint32_t vertices)
{
    return ((size_t)vertices + KEYFRAME_CHUNK_VERTICES - 1) / KEYFRAME_CHUNK_VERTICES;
}

// --- copying

// Where a vertex's x lies.
static size_t place_in_blocks(uint32_t which)
{
    return which / KEYFRAME_BLOCK * KEYFRAME_TRIPLES + which % KEYFRAME_BLOCK;
}

static void put_in_blocks(float *blocks, uint32_t which, const float *value)
{
    float *to = blocks + place_in_blocks(which);
    for (size_t axis = 0; axis < 3; axis++) to[axis * KEYFRAME_BLOCK] = value[axis];
}

static void copy_base(const qx_keyframe_morph_desc *d, qx_keyframe_morph *m)
{
    memcpy(m->positions, d->positions, 3 * (size_t)d->vertex_count * sizeof *m->positions);
    for (uint32_t i = 0; m->normals && i < d->vertex_count; i++) {
        float normal[3];
        keyframe_normal_keep(d->normals + 3 * (size_t)i, normal);
        put_in_blocks(m->normals, i, normal);
    }
}

static void copy_dense(const qx_keyframe_morph_desc *d, const qx_keyframe_target *t,
                       float *positions, float *normals)
{
    for (uint32_t i = 0; i < count_of(d, t); i++) {
        const uint32_t which = vertex_of(t, i);
        if (positions)
            memcpy(positions + 3 * (size_t)which, t->positions + 3 * (size_t)i,
                   3 * sizeof *positions);
        if (normals) put_in_blocks(normals, which, t->normals + 3 * (size_t)i);
    }
}

static void copy_sparse(const qx_keyframe_morph_desc *d, const qx_keyframe_target *t,
                        float *positions, float *normals, uint8_t *places, uint32_t *chunks)
{
    uint32_t entry = 0, chunk = 0;
    for (uint32_t i = 0; i < count_of(d, t); i++) {
        if (is_still(d, t, i)) continue;
        const uint32_t which = vertex_of(t, i);
        while (chunk <= which / KEYFRAME_CHUNK_VERTICES) chunks[chunk++] = entry;
        places[entry] = (uint8_t)(which % KEYFRAME_CHUNK_VERTICES);
        const size_t bytes = 3 * sizeof(float), from = 3 * (size_t)i, to = 3 * (size_t)entry;
        if (positions) memcpy(positions + to, t->positions + from, bytes);
        if (normals) memcpy(normals + to, t->normals + from, bytes);
        entry++;
    }
    while (chunk <= chunks_of(d->vertex_count)) chunks[chunk++] = entry;
}

// --- one target

static void make_sparse(const qx_keyframe_morph_desc *d, const qx_keyframe_target *t,
                        uint32_t moved, piece *p, keyframe_deltas *to)
{
    float *positions = t->positions ? take(p, moved, 3 * sizeof *positions) : NULL;
    float *normals = normals_of(d, t) ? take(p, moved, 3 * sizeof *normals) : NULL;
    uint8_t *places = take(p, moved, sizeof *places);
    uint32_t *chunks = take(p, chunks_of(d->vertex_count) + 1, sizeof *chunks);
    if (!p->memory) return;
    copy_sparse(d, t, positions, normals, places, chunks);
    *to = (keyframe_deltas){ positions, normals, places, chunks };
}

static void make_dense(const qx_keyframe_morph_desc *d, const qx_keyframe_target *t, piece *p,
                       keyframe_deltas *to)
{
    const size_t blocks = keyframe_blocks_of(d->vertex_count);
    const size_t bytes = KEYFRAME_TRIPLES * sizeof(float);
    float *positions = t->positions ? take(p, blocks, bytes) : NULL;
    float *normals = normals_of(d, t) ? take(p, blocks, bytes) : NULL;
    if (!p->memory) return;
    copy_dense(d, t, positions, normals);
    *to = (keyframe_deltas){ .positions = positions, .normals = normals };
}

// All of it; without memory it counts how much that needs.
static qx_keyframe_morph *make(const qx_keyframe_morph_desc *d, piece *p)
{
    const size_t blocks = keyframe_blocks_of(d->vertex_count);
    const size_t bytes = KEYFRAME_TRIPLES * sizeof(float);
    qx_keyframe_morph *m = take(p, 1, sizeof *m);
    float *positions = take(p, blocks, bytes);
    float *normals = d->normals ? take(p, blocks, bytes) : NULL;
    keyframe_deltas *targets = take(p, d->target_count, sizeof *targets);
    qx_keyframe_morph_info info = { .vertex_count = d->vertex_count,
                                    .target_count = d->target_count,
                                    .normals = d->normals };
    for (uint32_t i = 0; i < d->target_count && !p->full; i++) {
        const uint32_t moved = count_moved(d, &d->targets[i]);
        keyframe_deltas *to = p->memory ? &targets[i] : NULL;
        info.deltas += moved;
        info.sparse_count += is_sparse(d, moved);
        if (is_sparse(d, moved)) {
            make_sparse(d, &d->targets[i], moved, p, to);
        } else {
            make_dense(d, &d->targets[i], p, to);
        }
    }
    if (!m) return NULL;
    info.bytes = p->used;
    *m = (qx_keyframe_morph){ .info = info,
                              .blocks = blocks,
                              .positions = positions,
                              .normals = normals,
                              .targets = targets };
    copy_base(d, m);
    return m;
}

qx_result qx_keyframe_morph_create(const qx_keyframe_morph_desc *desc, qx_keyframe_morph **morph)
{
    *morph = NULL;
    if (!desc_is_good(desc)) return QX_BAD_VALUE;
    const keyframe_kernels *kernels = NULL;
    const qx_result result = keyframe_kernels_find(desc->simd, &kernels);
    if (result != QX_OK) return result;
    piece p = { 0 };
    make(desc, &p);
    if (p.full) return QX_NO_MEMORY;
    p.memory = qx_allocate_zeroed(desc->allocator, p.used, QX_CACHE_LINE);
    p.used = 0;
    if (!p.memory) return QX_NO_MEMORY;
    *morph = make(desc, &p);
    (*morph)->allocator = qx_allocator_resolve(desc->allocator);
    (*morph)->kernels = kernels;
    return QX_OK;
}

void qx_keyframe_morph_destroy(qx_keyframe_morph *morph)
{
    if (!morph) return;
    const qx_allocator allocator = morph->allocator;
    qx_release(&allocator, morph, morph->info.bytes);
}

qx_keyframe_morph_info qx_keyframe_morph_get_info(const qx_keyframe_morph *morph)
{
    return morph->info;
}
