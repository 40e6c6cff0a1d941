// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/keyframe_pose.h>
#include <quincunx/random.h>

#include <string.h>

enum { VERTICES = 300, KEYS = 5, TARGETS = 6 };

static uint64_t add_number(uint64_t hash, double number)
{
    return qx_hash_bytes(hash, &number, sizeof number);
}

// --- time

static uint64_t add_clocks(uint64_t hash)
{
    qx_random random;
    qx_random_seed(&random, 1, 21);
    for (int i = 0; i < 200; i++) {
        qx_keyframe_clock clock;
        const int64_t long_ago = -(int64_t)qx_random_next(&random) * 1000;
        const int64_t duration = qx_random_next(&random), later = qx_random_next(&random);
        const int32_t speed = (int32_t)qx_random_below(&random, 400000) - 200000;
        qx_keyframe_clock_start(&clock, (qx_keyframe_loop)(i % 3), duration, long_ago);
        qx_keyframe_clock_set_speed(&clock, speed, later);
        const qx_keyframe_phase phase =
            qx_keyframe_clock_sample(&clock, (int64_t)qx_random_next(&random) * 300);
        hash = add_number(add_number(hash, phase.fraction), phase.place);
        hash = add_number(hash, (double)phase.turn);
    }
    return hash;
}

static uint64_t add_eases(uint64_t hash)
{
    for (int ease = 0; ease < QX_EASE_COUNT; ease++)
        for (int step = 0; step <= 20; step++)
            hash = add_number(hash, qx_keyframe_ease((qx_ease)ease, step / 20.0));
    for (int step = 0; step <= 40; step++) {
        const qx_keyframe_spring spring = { .frequency = 1.5, .damping = step / 20.0 };
        hash = add_number(hash, qx_keyframe_bezier(0.3, -0.4, 0.6, 1.7, step / 40.0));
        hash = add_number(hash, qx_keyframe_spring_sample(&spring, step / 10.0));
    }
    return hash;
}

static uint64_t add_tracks(uint64_t hash)
{
    static const int64_t times[4] = { 0, 1000, 1700, 5000 };
    static const float values[24] = { 1, 2, -1, 0.5f, 3, 3, 0, 7, 1, -4, 2,  2,
                                      5, 1, 0,  9,    1, 1, 2, 3, 8, 13, 21, 34 };
    for (int curve = 0; curve < 4; curve++) {
        const qx_keyframe_track track = { (qx_keyframe_curve)curve, 4, 2, times, values,
                                          curve % 2 ? 6000 : 0 };
        for (int step = -3; step < 60; step++) {
            float value[2];
            const double place = step * 101.5;
            qx_keyframe_track_sample(&track, place, value);
            hash = qx_hash_floats(hash, value, 2);
            const qx_keyframe_span span =
                qx_keyframe_span_find(times, 4, track.curve, track.period, place);
            hash = qx_hash_floats(hash, span.weight, 4);
        }
    }
    return hash;
}

// --- poses

static void fill(float *values, size_t count, float size, qx_random *random)
{
    for (size_t i = 0; i < count; i++) values[i] = qx_random_range(random, -size, size);
}

static uint64_t add_pose(uint64_t hash, const float *positions, const float *normals)
{
    hash = qx_hash_floats(hash, positions, (size_t)3 * VERTICES);
    return qx_hash_floats(hash, normals, (size_t)3 * VERTICES);
}

static qx_keyframe_keys *make_keys(qx_keyframe_storage storage, qx_simd simd)
{
    static float positions[3 * VERTICES], normals[3 * VERTICES];
    qx_random random;
    qx_random_seed(&random, 2, 21);
    const qx_keyframe_keys_desc desc = { .vertex_count = VERTICES,
                                         .key_count = KEYS,
                                         .storage = storage,
                                         .normals = true,
                                         .simd = simd };
    qx_keyframe_keys *keys;
    if (qx_keyframe_keys_create(&desc, &keys) != QX_OK) return NULL;
    for (uint32_t key = 0; key < KEYS; key++) {
        fill(positions, (size_t)3 * VERTICES, 20.0f, &random);
        fill(normals, (size_t)3 * VERTICES, 1.0f, &random);
        memset(normals, 0, 6 * sizeof *normals);
        (void)qx_keyframe_keys_set(keys, key, positions, 0, normals, 0, NULL);
    }
    return keys;
}

static uint64_t add_keys(uint64_t hash, qx_keyframe_storage storage, qx_simd simd)
{
    static const qx_keyframe_mix mixes[] = {
        { 1, { 4 }, { 1.0f } },
        { 2, { 0, 1 }, { 0.7f, 0.3f } },
        { 4, { 0, 1, 2, 3 }, { -0.0625f, 0.5625f, 0.5625f, -0.0625f } },
        { 5, { 0, 1, 2, 3, 4 }, { 2.0f, -1.0f, 3.0f, 0.5f, 0.25f } },
    };
    static float positions[3 * VERTICES], normals[3 * VERTICES];
    const qx_keyframe_layout to = { .positions = positions, .normals = normals };
    qx_keyframe_keys *keys = make_keys(storage, simd);
    if (!keys) return 0;
    for (size_t i = 0; i < sizeof mixes / sizeof mixes[0]; i++) {
        (void)qx_keyframe_pose_build(keys, &mixes[i], &to, NULL);
        hash = add_pose(hash, positions, normals);
    }
    (void)qx_keyframe_pose_add(keys, 3, 1, -0.4f, &to);
    hash = add_pose(hash, positions, normals);
    const qx_keyframe_keys_info info = qx_keyframe_keys_get_info(keys);
    const float errors[] = { info.position_error, info.normal_error };
    const qx_keyframe_box box = qx_keyframe_clip_bounds(keys, 1, 3, QX_KEYFRAME_CATMULL_ROM);
    hash = qx_hash_floats(qx_hash_floats(hash, errors, 2), &box.low.x, 3);
    hash = qx_hash_floats(hash, &box.high.x, 3);
    qx_keyframe_keys_destroy(keys);
    return hash;
}

static uint64_t add_morph(uint64_t hash, qx_simd simd)
{
    static float values[(2 + 2 * TARGETS) * 3 * VERTICES];
    static float positions[3 * VERTICES], normals[3 * VERTICES];
    const size_t floats = (size_t)3 * VERTICES;
    qx_keyframe_target targets[TARGETS];
    qx_random random;
    qx_random_seed(&random, 3, 21);
    fill(values, sizeof values / sizeof *values, 2.0f, &random);
    for (uint32_t t = 0; t < TARGETS; t++) {
        float *deltas = values + (2 + 2 * (size_t)t) * floats;
        for (size_t i = 0; i < 2 * floats && t % 2 == 0; i++)
            if (i / 3 % 7 != t) deltas[i] = 0.0f;
        targets[t] = (qx_keyframe_target){ .positions = deltas, .normals = deltas + floats };
    }
    const qx_keyframe_morph_desc desc = { .vertex_count = VERTICES,
                                          .target_count = TARGETS,
                                          .positions = values,
                                          .normals = values + floats,
                                          .targets = targets,
                                          .simd = simd };
    static const float weights[3][TARGETS] = { { 0 },
                                               { 0, 0.5f, 0, -1.0f, 0, 2.0f },
                                               { 0.3f, 0.5f, 1.0f, -1.0f, 0.2f, 0 } };
    const qx_keyframe_layout to = { .positions = positions, .normals = normals };
    qx_keyframe_morph *morph;
    if (qx_keyframe_morph_create(&desc, &morph) != QX_OK) return 0;
    for (int i = 0; i < 3; i++) {
        (void)qx_keyframe_morph_build(morph, weights[i], &to);
        hash = add_pose(hash, positions, normals);
    }
    qx_keyframe_morph_destroy(morph);
    return hash;
}

static uint64_t add_ball(uint64_t hash)
{
    static qx_vec3 positions[5 * 162], normals[5 * 162];
    static uint32_t indices[960];
    const qx_keyframe_ball_desc desc = { .detail = 2, .keys = 5 };
    const qx_keyframe_ball_counts counts = qx_keyframe_ball_bound(&desc);
    if (counts.vertices != 162 || counts.indices != 960) return 0;
    (void)qx_keyframe_ball_build(&desc, positions, normals, indices);
    hash = qx_hash_floats(hash, &positions[0].x, (size_t)3 * 5 * 162);
    hash = qx_hash_floats(hash, &normals[0].x, (size_t)3 * 5 * 162);
    return qx_hash_bytes(hash, indices, sizeof indices);
}

uint64_t hash_keyframe(qx_simd simd)
{
    uint64_t hash = add_tracks(add_eases(add_clocks(QX_HASH_START)));
    hash = add_keys(hash, QX_KEYFRAME_FLOATS, simd);
    hash = add_keys(hash, QX_KEYFRAME_PACKED, simd);
    return add_ball(add_morph(hash, simd));
}
