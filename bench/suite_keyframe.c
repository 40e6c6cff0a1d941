// SPDX-License-Identifier: MIT
// Poses and morphs on one core, in memory that was used before, each by turns with a memcpy that
// moves as many bytes; of each the quickest counts.
#include "bench.h"
#include "keyframe_md2.h"

#include <quincunx/keyframe_pose.h>
#include <quincunx/model.h>
#include <quincunx/random.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CACHED 100000u
#define ROUNDS 60

static double least(double a, double b)
{
    return a < b ? a : b;
}

static float *take(size_t floats)
{
    float *memory = aligned_alloc(64, (floats * sizeof *memory + 63) / 64 * 64);
    if (memory) memset(memory, 0, floats * sizeof *memory);
    return memory;
}

static void fill(float *values, size_t count, uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 0);
    for (size_t i = 0; i < count; i++) values[i] = qx_random_range(&random, -1.0f, 1.0f);
}

// Copies half of `bytes` to the other half: it moves `bytes`, as what it is compared with.
typedef struct copying {
    char *memory;
    size_t bytes;
} copying;

static copying open_copying(size_t bytes)
{
    copying c = { aligned_alloc(64, (bytes + 127) / 128 * 128), bytes };
    if (c.memory) memset(c.memory, 1, bytes);
    return c;
}

static double time_copy(const copying *c)
{
    const double start = bench_seconds();
    memcpy(c->memory, c->memory + c->bytes / 2, c->bytes / 2);
    return bench_seconds() - start;
}

// A pose, its room and what it is made of.
typedef struct subject {
    qx_keyframe_keys *keys;
    float *memory;
    qx_keyframe_layout to;
} subject;

static bool set_keys(qx_keyframe_keys *keys, uint32_t vertices, uint32_t count)
{
    float *values = take(6 * (size_t)vertices);
    bool good = values != NULL;
    for (uint32_t key = 0; key < count && good; key++) {
        fill(values, 6 * (size_t)vertices, key);
        good = qx_keyframe_keys_set(keys, key, values, 0, values + 3 * (size_t)vertices, 0, NULL) ==
               QX_OK;
    }
    free(values);
    return good;
}

static void close_subject(subject *s)
{
    qx_keyframe_keys_destroy(s->keys);
    free(s->memory);
}

static bool open_subject(subject *s, uint32_t vertices, qx_keyframe_storage storage)
{
    const qx_keyframe_keys_desc desc = {
        .vertex_count = vertices, .key_count = 2, .storage = storage, .normals = true
    };
    const size_t half = (3 * (size_t)vertices + 15) / 16 * 16;
    *s = (subject){ .memory = take(2 * half) };
    s->to = (qx_keyframe_layout){ .positions = s->memory, .normals = s->memory + half };
    if (s->memory && qx_keyframe_keys_create(&desc, &s->keys) == QX_OK &&
        set_keys(s->keys, vertices, 2))
        return true;
    close_subject(s);
    return false;
}

static double time_pose(const subject *s, int round)
{
    const float share = 0.3f + 0.001f * (float)round;
    const qx_keyframe_mix mix = { 2, { 0, 1 }, { 1.0f - share, share } };
    const double start = bench_seconds();
    const qx_result result = qx_keyframe_pose_build(s->keys, &mix, &s->to, NULL);
    const double seconds = bench_seconds() - start;
    if (result != QX_OK) fprintf(stderr, "keyframe: %s\n", qx_result_text(result));
    return seconds;
}

// Seconds of the quickest pose and copy.
typedef struct times {
    double ours, copy;
} times;

static bool time_poses(uint32_t vertices, qx_keyframe_storage storage, size_t bytes, int rounds,
                       times *best)
{
    subject s;
    *best = (times){ INFINITY, INFINITY };
    if (!open_subject(&s, vertices, storage)) return false;
    const copying c = open_copying(bytes * vertices);
    for (int round = 0; round < rounds && c.memory; round++) {
        best->copy = least(best->copy, time_copy(&c));
        best->ours = least(best->ours, time_pose(&s, round));
    }
    free(c.memory);
    close_subject(&s);
    return c.memory != NULL;
}

static void report_memory(uint32_t vertices, const times *t)
{
    const double bytes = 72.0 * vertices;
    bench_metric("keyframe.lerp.mverts_memory", vertices / t->ours * 1e-6, "Mvertices/s");
    bench_metric("keyframe.lerp.memory_bandwidth", bytes / t->ours * 1e-9, "GB/s");
    bench_metric("keyframe.lerp.memcpy_bandwidth", bytes / t->copy * 1e-9, "GB/s");
    bench_metric("keyframe.lerp.memcpy_share_memory", t->copy / t->ours, "x");
}

static void poses(void)
{
    const uint32_t many = 4000000;
    times t;
    if (time_poses(CACHED, QX_KEYFRAME_FLOATS, 72, 10 * ROUNDS, &t)) {
        bench_metric("keyframe.lerp.mverts_cached", CACHED / t.ours * 1e-6, "Mvertices/s");
        bench_metric("keyframe.lerp.memcpy_share_cached", t.copy / t.ours, "x");
    }
    if (time_poses(many, QX_KEYFRAME_FLOATS, 72, 12, &t)) report_memory(many, &t);
    if (time_poses(CACHED, QX_KEYFRAME_PACKED, 40, 5 * ROUNDS, &t))
        bench_metric("keyframe.packed.mverts_cached", CACHED / t.ours * 1e-6, "Mvertices/s");
    if (time_poses(many, QX_KEYFRAME_PACKED, 40, 12, &t))
        bench_metric("keyframe.packed.mverts_memory", many / t.ours * 1e-6, "Mvertices/s");
}

// --- morphs

#define FACE 52u // targets of a face, as usual for capture

typedef struct morphs {
    qx_keyframe_morph *morph;
    float weights[FACE];
    float *memory;
    qx_keyframe_layout to;
} morphs;

static void close_morphs(morphs *m)
{
    qx_keyframe_morph_destroy(m->morph);
    free(m->memory);
}

// Of so many vertices one moves, each anywhere.
static void thin_out(float *positions, float *normals, uint32_t vertices, uint32_t one_of,
                     qx_random *random)
{
    for (size_t i = 0; i < 3 * (size_t)vertices; i += 3) {
        if (qx_random_below(random, one_of) == 0) continue;
        memset(positions + i, 0, 3 * sizeof *positions);
        memset(normals + i, 0, 3 * sizeof *normals);
    }
}

static qx_result make_morph(morphs *m, uint32_t vertices, uint32_t targets, uint32_t one_of,
                            float *values)
{
    const size_t floats = 3 * (size_t)vertices;
    qx_keyframe_target list[FACE];
    qx_random random;
    qx_random_seed(&random, targets, one_of);
    fill(values, 2 * floats * (targets + 1), one_of);
    for (uint32_t t = 0; t < targets; t++) {
        float *deltas = values + 2 * floats * (t + 1);
        thin_out(deltas, deltas + floats, vertices, one_of, &random);
        list[t] = (qx_keyframe_target){ .positions = deltas, .normals = deltas + floats };
        m->weights[t] = 0.1f + 0.01f * (float)t;
    }
    const qx_keyframe_morph_desc desc = { .vertex_count = vertices,
                                          .target_count = targets,
                                          .positions = values,
                                          .normals = values + floats,
                                          .targets = list };
    return qx_keyframe_morph_create(&desc, &m->morph);
}

static bool open_morphs(morphs *m, uint32_t vertices, uint32_t targets, uint32_t one_of)
{
    const size_t half = (3 * (size_t)vertices + 15) / 16 * 16;
    float *values = take(6 * (size_t)vertices * (targets + 1));
    *m = (morphs){ .memory = take(2 * half) };
    m->to = (qx_keyframe_layout){ .positions = m->memory, .normals = m->memory + half };
    const bool good =
        values && m->memory && make_morph(m, vertices, targets, one_of, values) == QX_OK;
    free(values);
    if (!good) close_morphs(m);
    return good;
}

static double time_morph(const morphs *m)
{
    const double start = bench_seconds();
    const qx_result result = qx_keyframe_morph_build(m->morph, m->weights, &m->to);
    const double seconds = bench_seconds() - start;
    if (result != QX_OK) fprintf(stderr, "keyframe: %s\n", qx_result_text(result));
    return seconds;
}

// In a row, as each throws what the others read out of the cache.
#define AGAIN 3

// A dense morph, the same with a tenth of the deltas, and a copy that moves as much as the dense.
static void compare_morphs(uint32_t targets, times *dense, double *sparse)
{
    const copying c = open_copying((size_t)CACHED * 24 * (targets + 2));
    morphs full = { 0 }, thin = { 0 };
    *dense = (times){ INFINITY, INFINITY };
    *sparse = INFINITY;
    if (c.memory && open_morphs(&full, CACHED, targets, 1)) {
        if (open_morphs(&thin, CACHED, targets, 10)) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < AGAIN; i++) dense->copy = least(dense->copy, time_copy(&c));
                for (int i = 0; i < AGAIN; i++) dense->ours = least(dense->ours, time_morph(&full));
                for (int i = 0; i < AGAIN; i++) *sparse = least(*sparse, time_morph(&thin));
            }
            close_morphs(&thin);
        }
        close_morphs(&full);
    }
    free(c.memory);
}

static void morphing(void)
{
    times dense;
    double sparse;
    compare_morphs(8, &dense, &sparse);
    bench_metric("keyframe.morph8.mverts", CACHED / dense.ours * 1e-6, "Mvertices/s");
    bench_metric("keyframe.morph8.memcpy_share", dense.copy / dense.ours, "x");
    bench_metric("keyframe.morph8.sparse_ratio", dense.ours / sparse, "x");
    compare_morphs(FACE, &dense, &sparse);
    bench_metric("keyframe.morph52.memcpy_share", dense.copy / dense.ours, "x");
    bench_metric("keyframe.morph_sparse_ratio", dense.ours / sparse, "x");
}

// --- models

#define CROWD 10000u

typedef struct crowd {
    qx_model *model;
    qx_keyframe_keys *keys;
    qx_keyframe_clock clocks[CROWD];
    int64_t times[BENCH_MD2_FRAMES], period;
    float *memory; // of all models
} crowd;

static double time_load(const uint8_t *bytes, size_t size, const qx_allocator *allocator)
{
    qx_model *model;
    const double start = bench_seconds();
    const qx_result result = qx_model_load_memory(bytes, size, NULL, NULL, allocator, &model, NULL);
    const double seconds = bench_seconds() - start;
    if (result != QX_OK) fprintf(stderr, "keyframe.load: %s\n", qx_result_text(result));
    qx_model_destroy(model);
    return seconds;
}

// All of a chunk of memory that is begun anew for every model: pages that are there already.
typedef struct arena {
    char *memory;
    size_t size, used;
} arena;

static void *arena_alloc(void *user, size_t size, size_t alignment)
{
    arena *a = user;
    const size_t at = (a->used + alignment - 1) / alignment * alignment;
    if (at + size > a->size) return NULL;
    a->used = at + size;
    return a->memory + at;
}

static void arena_free(void *user, void *pointer, size_t size)
{
    (void)user;
    (void)pointer;
    (void)size;
}

static void loading(const uint8_t *bytes, size_t size)
{
    arena a = { .size = (size_t)32 << 20 };
    a.memory = aligned_alloc(64, a.size);
    if (!a.memory) return;
    memset(a.memory, 1, a.size);
    const qx_allocator allocator = { arena_alloc, arena_free, &a };
    double reused = INFINITY, fresh = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        a.used = 0;
        reused = least(reused, time_load(bytes, size, &allocator));
        fresh = least(fresh, time_load(bytes, size, NULL));
    }
    bench_metric("keyframe.load.md2_us", reused * 1e6, "us");
    bench_metric("keyframe.load.md2_malloc_us", fresh * 1e6, "us");
    free(a.memory);
}

static bool pack_keys(crowd *c)
{
    const qx_model_mesh *mesh = &c->model->meshes[0];
    const qx_keyframe_keys_desc desc = { .vertex_count = mesh->vertex_count,
                                         .key_count = mesh->key_count,
                                         .storage = QX_KEYFRAME_PACKED,
                                         .normals = true };
    const size_t floats = 3 * (size_t)mesh->vertex_count;
    if (qx_keyframe_keys_create(&desc, &c->keys) != QX_OK) return false;
    for (uint32_t key = 0; key < mesh->key_count; key++)
        if (qx_keyframe_keys_set(c->keys, key, mesh->positions + floats * key, 0,
                                 mesh->normals + floats * key, 0, NULL) != QX_OK)
            return false;
    return true;
}

static bool open_crowd(crowd *c, const uint8_t *bytes, size_t size)
{
    const int64_t spacing = QX_KEYFRAME_SECOND / 10;
    qx_random random;
    qx_random_seed(&random, 3, 3);
    c->memory = take(6 * (size_t)BENCH_MD2_VERTICES * CROWD);
    if (!c->memory || qx_model_load_memory(bytes, size, NULL, NULL, NULL, &c->model, NULL) != QX_OK)
        return false;
    c->period = BENCH_MD2_FRAMES * spacing;
    for (uint32_t i = 0; i < BENCH_MD2_FRAMES; i++) c->times[i] = i * spacing;
    for (uint32_t i = 0; i < CROWD; i++)
        qx_keyframe_clock_start(&c->clocks[i], QX_KEYFRAME_REPEAT, c->period,
                                -(int64_t)(qx_random_next(&random) % (uint64_t)c->period));
    return pack_keys(c);
}

static void close_crowd(crowd *c)
{
    qx_keyframe_keys_destroy(c->keys);
    qx_model_destroy(c->model);
    free(c->memory);
    free(c);
}

static void pose_member(const crowd *c, uint32_t member, int64_t now, float *to)
{
    const qx_keyframe_phase phase = qx_keyframe_clock_sample(&c->clocks[member], now);
    const qx_keyframe_span span = qx_keyframe_span_find(c->times, BENCH_MD2_FRAMES,
                                                        QX_KEYFRAME_LINEAR, c->period, phase.place);
    const qx_keyframe_mix mix = { 2,
                                  { span.key[1], span.key[2] },
                                  { span.weight[1], span.weight[2] } };
    const qx_keyframe_layout out = { .positions = to, .normals = to + 3 * BENCH_MD2_VERTICES };
    (void)qx_keyframe_pose_build(c->keys, &mix, &out, NULL);
}

// Poses into one room, or every model into its own.
static double time_crowd(const crowd *c, int64_t now, size_t apart)
{
    const double start = bench_seconds();
    for (uint32_t i = 0; i < CROWD; i++) pose_member(c, i, now, c->memory + apart * i);
    return bench_seconds() - start;
}

static double time_model(const crowd *c, int round)
{
    const double start = bench_seconds();
    for (uint32_t i = 0; i < 1000; i++) {
        const uint32_t key = (i * 7u + (uint32_t)round) % (BENCH_MD2_FRAMES - 1);
        const float share = 0.001f * (float)(i + 1);
        const qx_keyframe_mix mix = { 2, { key, key + 1 }, { 1.0f - share, share } };
        const qx_keyframe_layout out = { .positions = c->memory,
                                         .normals = c->memory + 3 * BENCH_MD2_VERTICES };
        (void)qx_keyframe_pose_build(c->keys, &mix, &out, NULL);
    }
    return (bench_seconds() - start) / 1000.0;
}

static void crowds(const uint8_t *bytes, size_t size)
{
    crowd *c = calloc(1, sizeof *c);
    if (!c) return;
    if (open_crowd(c, bytes, size)) {
        const size_t apart = 6 * (size_t)BENCH_MD2_VERTICES;
        double one = INFINITY, all = INFINITY, rooms = INFINITY;
        for (int round = 0; round < 30; round++) {
            const int64_t now = round * QX_KEYFRAME_SECOND / 60;
            one = least(one, time_model(c, round));
            all = least(all, time_crowd(c, now, 0));
            rooms = least(rooms, time_crowd(c, now, apart));
        }
        bench_metric("keyframe.pose.md2_us", one * 1e6, "us");
        bench_metric("keyframe.crowd.ms", all * 1e3, "ms");
        bench_metric("keyframe.crowd.rooms_ms", rooms * 1e3, "ms");
    }
    close_crowd(c);
}

static void count_allocations(void)
{
    unsigned count = 0;
    const qx_allocator allocator = bench_counting(&count);
    const qx_keyframe_keys_desc desc = {
        .vertex_count = 1000, .key_count = 2, .normals = true, .allocator = &allocator
    };
    subject s = { .memory = take(6000) };
    s.to = (qx_keyframe_layout){ .positions = s.memory, .normals = s.memory + 3000 };
    if (s.memory && qx_keyframe_keys_create(&desc, &s.keys) == QX_OK) {
        count = 0;
        for (int round = 0; round < ROUNDS; round++) (void)time_pose(&s, round);
        bench_metric("keyframe.frame.allocations", (double)count, "1");
    }
    close_subject(&s);
}

void suite_keyframe(void)
{
    size_t size;
    uint8_t *bytes = bench_md2(&size);
    poses();
    morphing();
    if (bytes) {
        crowds(bytes, size);
        loading(bytes, size);
    }
    free(bytes);
    count_allocations();
}
