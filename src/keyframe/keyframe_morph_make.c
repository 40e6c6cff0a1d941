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

// --- sorting

// Dense targets first, each kind in the order in which they were given.
static void sort(const qx_keyframe_morph_desc *d, qx_keyframe_morph *m)
{
    uint32_t dense = 0, sparse = m->dense_count;
    for (uint32_t i = 0; i < d->target_count; i++) {
        const qx_keyframe_target *t = &d->targets[i];
        uint32_t *slot = is_sparse(d, count_moved(d, t)) ? &sparse : &dense;
        m->slots[(*slot)++] = i;
    }
}

static void count(const qx_keyframe_morph_desc *d, qx_keyframe_morph *m, size_t *entries)
{
    *entries = 0;
    for (uint32_t i = 0; i < d->target_count; i++) {
        const uint32_t moved = count_moved(d, &d->targets[i]);
        m->info.deltas += moved;
        if (is_sparse(d, moved)) {
            m->info.sparse_count++;
            *entries += moved; // targets are there, so this fits
        } else {
            m->dense_count++;
        }
    }
}

// --- copying

static void put_normal(float *block, uint32_t place, const float *value)
{
    for (size_t axis = 0; axis < 3; axis++) block[axis * KEYFRAME_BLOCK + place] = value[axis];
}

// A vertex of the base (0) or a dense slot (from 1 on).
static void put_vertex(qx_keyframe_morph *m, uint32_t which, uint32_t index, const float *position,
                       const float *normal)
{
    const uint32_t place = index % KEYFRAME_BLOCK;
    float *floats = keyframe_block_floats(m, index / KEYFRAME_BLOCK, which);
    if (position) memcpy(floats + 3 * (size_t)place, position, 3 * sizeof *floats);
    if (normal) put_normal(floats + KEYFRAME_TRIPLES, place, normal);
}

static void copy_base(const qx_keyframe_morph_desc *d, qx_keyframe_morph *m)
{
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        float normal[3] = { 0.0f, 0.0f, 0.0f };
        if (d->normals) keyframe_normal_keep(d->normals + 3 * (size_t)i, normal);
        put_vertex(m, 0, i, d->positions + 3 * (size_t)i, d->normals ? normal : NULL);
    }
}

static const float *at(const float *deltas, uint32_t i)
{
    return deltas ? deltas + 3 * (size_t)i : NULL;
}

static void copy_dense(const qx_keyframe_morph_desc *d, qx_keyframe_morph *m)
{
    for (uint32_t slot = 0; slot < m->dense_count; slot++) {
        const qx_keyframe_target *t = &d->targets[m->slots[slot]];
        for (uint32_t i = 0; i < count_of(d, t); i++)
            put_vertex(m, slot + 1, vertex_of(t, i), at(t->positions, i), at(normals_of(d, t), i));
    }
}

// How many entries each target has in each chunk, and from that where chunks begin.
static void count_entries(const qx_keyframe_morph_desc *d, qx_keyframe_morph *m)
{
    const uint32_t slots = m->info.sparse_count;
    for (uint32_t slot = 0; slot < slots; slot++) {
        const qx_keyframe_target *t = &d->targets[m->slots[m->dense_count + slot]];
        for (uint32_t i = 0; i < count_of(d, t); i++)
            if (!is_still(d, t, i))
                m->counts[vertex_of(t, i) / KEYFRAME_CHUNK_VERTICES * (size_t)slots + slot]++;
    }
    uint64_t start = 0;
    for (size_t chunk = 0; chunk < m->chunks; chunk++) {
        m->starts[chunk] = start;
        for (uint32_t slot = 0; slot < slots; slot++) start += m->counts[chunk * slots + slot];
    }
}

static void put_entry(qx_keyframe_morph *m, uint64_t entry, uint32_t place, const float *position,
                      const float *normal)
{
    float *to = m->deltas + entry * (m->info.normals ? 6 : 3);
    m->places[entry] = (uint8_t)place;
    if (position) memcpy(to, position, 3 * sizeof *to);
    if (normal) memcpy(to + 3, normal, 3 * sizeof *to);
}

// `starts` moves on through each chunk while its targets are written, and is then brought back.
static void copy_sparse(const qx_keyframe_morph_desc *d, qx_keyframe_morph *m)
{
    const uint32_t slots = m->info.sparse_count;
    for (uint32_t slot = 0; slot < slots; slot++) {
        const qx_keyframe_target *t = &d->targets[m->slots[m->dense_count + slot]];
        for (uint32_t i = 0; i < count_of(d, t); i++) {
            const uint32_t which = vertex_of(t, i);
            if (is_still(d, t, i)) continue;
            put_entry(m, m->starts[which / KEYFRAME_CHUNK_VERTICES]++,
                      which % KEYFRAME_CHUNK_VERTICES, at(t->positions, i),
                      at(normals_of(d, t), i));
        }
    }
    for (size_t chunk = 0; chunk < m->chunks; chunk++)
        for (uint32_t slot = 0; slot < slots; slot++)
            m->starts[chunk] -= m->counts[chunk * slots + slot];
}

// --- all of it

// Without memory it counts how much that needs.
static qx_keyframe_morph *make(const qx_keyframe_morph_desc *d, piece *p)
{
    size_t entries, table;
    qx_keyframe_morph made = { .info = { .vertex_count = d->vertex_count,
                                         .target_count = d->target_count,
                                         .normals = d->normals } };
    count(d, &made, &entries);
    made.blocks = keyframe_blocks_of(d->vertex_count);
    made.chunks = (made.blocks + KEYFRAME_CHUNK - 1) / KEYFRAME_CHUNK;
    const size_t pieces = d->normals ? 2 : 1;
    if (!size_multiply(made.chunks, made.info.sparse_count, &table)) p->full = true;
    qx_keyframe_morph *m = take(p, 1, sizeof *m);
    made.slots = take(p, d->target_count, sizeof *made.slots);
    made.record = (made.dense_count + (size_t)1) * pieces * KEYFRAME_TRIPLES;
    made.floats = take(p, made.record, made.blocks * sizeof *made.floats);
    // Of the last entry two floats too many are read.
    made.deltas = take(p, entries + 1, 3 * pieces * sizeof *made.deltas);
    made.places = take(p, entries, sizeof *made.places);
    made.counts = take(p, table, sizeof *made.counts);
    made.starts = take(p, made.chunks, sizeof *made.starts);
    if (!m) return NULL;
    made.info.bytes = p->used;
    *m = made;
    sort(d, m);
    copy_base(d, m);
    copy_dense(d, m);
    count_entries(d, m);
    copy_sparse(d, m);
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
