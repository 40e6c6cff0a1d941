// SPDX-License-Identifier: MIT
#include "keyframe_given.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

const qx_keyframe_mix mixes[MIXES] = {
    { 1, { 4 }, { 1.0f } },
    { 2, { 1, 2 }, { 0.7f, 0.3f } },
    { 2, { 1, 2 }, { 0.7f, 0.9f } },
    { 3, { 1, 2, 8 }, { 0.5f, 0.25f, 0.25f } },
    { 4, { 1, 2, 3, 4 }, { -0.0625f, 0.5625f, 0.5625f, -0.0625f } },
    { 8, { 1, 2, 3, 4, 5, 6, 7, 8 }, { 1, -2, 3, 0, 0.5f, 2, -1, 3 } },
};

double length_of(const float *v)
{
    const double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    return sqrt(x * x + y * y + z * z);
}

static void random_normal(qx_random *random, float *n)
{
    do {
        for (int axis = 0; axis < 3; axis++) n[axis] = qx_random_range(random, -1.0f, 1.0f);
    } while (length_of(n) < 0.1);
    const double length = length_of(n);
    for (int axis = 0; axis < 3; axis++) n[axis] = (float)((double)n[axis] / length);
}

given give(uint32_t count, uint64_t seed)
{
    const size_t all = 3 * (size_t)count * KEYS;
    given g = { count, malloc(all * sizeof(float)), malloc(all * sizeof(float)) };
    assert_true(g.positions && g.normals);
    qx_random random;
    qx_random_seed(&random, seed, 3);
    for (size_t i = 0; i < all; i += 3) {
        for (size_t axis = 0; axis < 3; axis++)
            g.positions[i + axis] = qx_random_range(&random, -10.0f, 30.0f);
        random_normal(&random, g.normals + i);
    }
    return g;
}

void drop(given *g)
{
    free(g->positions);
    free(g->normals);
}

const float *key_of(const given *g, const float *values, uint32_t key)
{
    return values + 3 * (size_t)g->count * key;
}

qx_keyframe_keys *make(const given *g, qx_keyframe_storage storage, qx_simd simd)
{
    qx_keyframe_keys *keys;
    const qx_keyframe_keys_desc desc = { .vertex_count = g->count,
                                         .key_count = KEYS,
                                         .storage = storage,
                                         .normals = true,
                                         .simd = simd };
    assert_int_equal(qx_keyframe_keys_create(&desc, &keys), QX_OK);
    for (uint32_t key = 0; key < KEYS; key++)
        assert_int_equal(qx_keyframe_keys_set(keys, key, key_of(g, g->positions, key), 0,
                                              key_of(g, g->normals, key), 0, NULL),
                         QX_OK);
    return keys;
}

room make_room(uint32_t count)
{
    const size_t bytes = 3 * (size_t)count * sizeof(float);
    room r = { malloc(bytes), malloc(bytes), { 0 } };
    assert_true(r.positions && r.normals);
    memset(r.positions, 0xFF, bytes);
    memset(r.normals, 0xFF, bytes);
    r.layout = (qx_keyframe_layout){ .positions = r.positions, .normals = r.normals };
    return r;
}

void drop_room(room *r)
{
    free(r->positions);
    free(r->normals);
}

qx_keyframe_mix two(uint32_t a, uint32_t b, float share)
{
    return (qx_keyframe_mix){ 2, { a, b }, { 1.0f - share, share } };
}

void pose(const qx_keyframe_keys *keys, const qx_keyframe_mix *mix, room *r)
{
    assert_int_equal(qx_keyframe_pose_build(keys, mix, &r->layout, NULL), QX_OK);
}

void assert_same_floats(const float *a, const float *b, size_t count)
{
    assert_memory_equal(a, b, count * sizeof *a);
}

void assert_unit(const float *normals, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        assert_true(fabs(length_of(normals + 3 * (size_t)i) - 1.0) <= 2e-7);
}
