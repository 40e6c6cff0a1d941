// SPDX-License-Identifier: MIT
// Keys as they are kept: what packing costs, what is refused, memory.
#include "failing.h"
#include "keyframe_given.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

// --- packed

static void packing_costs_what_it_says(void **state)
{
    (void)state;
    given g = give(2000, 7);
    qx_keyframe_keys *keys = make(&g, QX_KEYFRAME_PACKED, QX_SIMD_BEST);
    room r = make_room(g.count);
    double moved = 0.0, turned = 0.0;
    for (uint32_t key = 0; key < KEYS; key++) {
        float error;
        const float *p = key_of(&g, g.positions, key), *n = key_of(&g, g.normals, key);
        assert_int_equal(qx_keyframe_keys_set(keys, key, p, 0, n, 0, &error), QX_OK);
        double here = 0.0;
        pose(keys, &(qx_keyframe_mix){ 1, { key }, { 1.0f } }, &r);
        for (size_t i = 0; i < 3 * (size_t)g.count; i += 3) {
            double apart = 0.0, chord = 0.0;
            for (size_t axis = 0; axis < 3; axis++) {
                const double by = (double)p[i + axis] - (double)r.positions[i + axis];
                const double turn = (double)n[i + axis] - (double)r.normals[i + axis];
                apart += by * by;
                chord += turn * turn;
            }
            here = fmax(here, sqrt(apart));
            turned = fmax(turned, 2.0 * asin(0.5 * sqrt(chord)));
        }
        assert_true(here <= (double)error && here >= 0.999999 * (double)error);
        moved = fmax(moved, here);
    }
    const qx_keyframe_keys_info info = qx_keyframe_keys_get_info(keys);
    assert_true(moved <= (double)info.position_error && turned <= (double)info.normal_error + 3e-7);
    assert_true(moved >= 0.999999 * (double)info.position_error);
    assert_true(moved <= 40.0 / 65535.0); // less than a step along each axis
    assert_true(turned <= 0.0125);        // 0.7 degrees
    drop_room(&r);
    qx_keyframe_keys_destroy(keys);
    drop(&g);
}

static void packed_bytes_are_eight_a_vertex(void **state)
{
    (void)state;
    for (int normals = 0; normals < 2; normals++) {
        qx_keyframe_keys *keys;
        const qx_keyframe_keys_desc desc = { .vertex_count = 16000,
                                             .key_count = 10,
                                             .storage = QX_KEYFRAME_PACKED,
                                             .normals = normals };
        assert_int_equal(qx_keyframe_keys_create(&desc, &keys), QX_OK);
        const size_t bytes = qx_keyframe_keys_get_info(keys).bytes;
        assert_in_range(bytes, (normals ? 8u : 6u) * 160000u,
                        (normals ? 8u : 6u) * 160000u + 1000u);
        qx_keyframe_keys_destroy(keys);
    }
}

static void axes_and_flat_meshes_are_packed_exactly(void **state)
{
    (void)state;
    static const float positions[6][3] = { { 1, 5, -2 }, { 2, 5, -2 }, { 1, 5, -2 },
                                           { 2, 5, -2 }, { 1, 5, -2 }, { 2, 5, -2 } };
    static const float normals[6][3] = { { 1, 0, 0 },  { -1, 0, 0 }, { 0, 1, 0 },
                                         { 0, -1, 0 }, { 0, 0, 1 },  { 0, 0, -1 } };
    qx_keyframe_keys *keys;
    const qx_keyframe_keys_desc desc = {
        .vertex_count = 6, .key_count = 1, .storage = QX_KEYFRAME_PACKED, .normals = true
    };
    assert_int_equal(qx_keyframe_keys_create(&desc, &keys), QX_OK);
    float error;
    assert_int_equal(qx_keyframe_keys_set(keys, 0, positions[0], 0, normals[0], 0, &error), QX_OK);
    assert_true(error <= 1.2e-7f);
    room r = make_room(6);
    pose(keys, &(qx_keyframe_mix){ 1, { 0 }, { 1.0f } }, &r);
    for (size_t i = 0; i < 18; i++) assert_true(r.normals[i] == (&normals[0][0])[i]);
    for (size_t i = 0; i < 6; i++) assert_true(r.positions[3 * i + 1] == 5.0f);
    drop_room(&r);
    qx_keyframe_keys_destroy(keys);
}

static void new_keys_rest_at_the_origin(void **state)
{
    (void)state;
    for (int storage = 0; storage < 2; storage++) {
        qx_keyframe_keys *keys;
        const qx_keyframe_keys_desc desc = { .vertex_count = 19,
                                             .key_count = 2,
                                             .storage = (qx_keyframe_storage)storage,
                                             .normals = true };
        assert_int_equal(qx_keyframe_keys_create(&desc, &keys), QX_OK);
        room r = make_room(19);
        const qx_keyframe_mix mix = two(0, 1, 0.3f);
        pose(keys, &mix, &r);
        for (size_t i = 0; i < 57; i++) {
            assert_true(r.positions[i] == 0.0f);
            assert_true(r.normals[i] == (i % 3 == 2 ? 1.0f : 0.0f));
        }
        drop_room(&r);
        qx_keyframe_keys_destroy(keys);
    }
}

static void keys_are_read_from_any_stride(void **state)
{
    (void)state;
    given g = give(100, 31);
    const float *p = key_of(&g, g.positions, 0), *n = key_of(&g, g.normals, 0);
    float mesh[100][8];
    for (size_t i = 0; i < 100; i++) {
        memcpy(&mesh[i][1], p + 3 * i, 12);
        memcpy(&mesh[i][5], n + 3 * i, 12);
    }
    for (int storage = 0; storage < 2; storage++) {
        qx_keyframe_keys *keys = make(&g, (qx_keyframe_storage)storage, QX_SIMD_BEST);
        room a = make_room(100), b = make_room(100);
        assert_int_equal(qx_keyframe_keys_set(keys, 1, &mesh[0][1], 32, &mesh[0][5], 32, NULL),
                         QX_OK);
        pose(keys, &(qx_keyframe_mix){ 1, { 0 }, { 1.0f } }, &a);
        pose(keys, &(qx_keyframe_mix){ 1, { 1 }, { 1.0f } }, &b);
        assert_same_floats(a.positions, b.positions, 300);
        assert_same_floats(a.normals, b.normals, 300);
        drop_room(&a);
        drop_room(&b);
        qx_keyframe_keys_destroy(keys);
    }
    drop(&g);
}

// --- lies and shortages

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    static const struct {
        qx_keyframe_keys_desc desc;
        qx_result result;
    } bad[] = {
        { { .vertex_count = 0, .key_count = 1 }, QX_BAD_VALUE },
        { { .vertex_count = 1, .key_count = 0 }, QX_BAD_VALUE },
        { { .vertex_count = (1u << 28) + 1, .key_count = 1 }, QX_BAD_VALUE },
        { { .vertex_count = 1, .key_count = 1, .storage = (qx_keyframe_storage)2 }, QX_BAD_VALUE },
        { { .vertex_count = 1, .key_count = 1, .storage = (qx_keyframe_storage)-1 }, QX_BAD_VALUE },
        { { .vertex_count = 1, .key_count = 1, .simd = (qx_simd)77 }, QX_BAD_VALUE },
#if defined(__x86_64__)
        { { .vertex_count = 1, .key_count = 1, .simd = QX_SIMD_NEON }, QX_UNSUPPORTED },
#endif
        { { .vertex_count = 1u << 28, .key_count = UINT32_MAX, .normals = true }, QX_NO_MEMORY },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_keyframe_keys *keys = (qx_keyframe_keys *)1;
        assert_int_equal(qx_keyframe_keys_create(&bad[i].desc, &keys), bad[i].result);
        assert_null(keys);
    }
    qx_keyframe_keys_destroy(NULL);
}

static void bad_keys_change_nothing(void **state)
{
    (void)state;
    static const float wrong[] = { NAN, INFINITY, -INFINITY, 1.1e9f, -2e9f };
    given g = give(50, 13);
    for (int storage = 0; storage < 2; storage++) {
        qx_keyframe_keys *keys = make(&g, (qx_keyframe_storage)storage, QX_SIMD_BEST);
        room before = make_room(50), after = make_room(50);
        const float *p = key_of(&g, g.positions, 1), *n = key_of(&g, g.normals, 1);
        pose(keys, &mixes[1], &before);
        for (size_t i = 0; i < 2 * COUNT(wrong); i++) {
            float values[150];
            float error = 9.0f;
            memcpy(values, p, sizeof values);
            values[(17 * i) % 150] = wrong[i / 2];
            assert_int_equal(
                qx_keyframe_keys_set(keys, 1, i % 2 ? values : p, 0, i % 2 ? n : values, 0, &error),
                QX_BAD_VALUE);
            assert_true(error == 0.0f);
        }
        assert_int_equal(qx_keyframe_keys_set(keys, KEYS, p, 0, n, 0, NULL), QX_BAD_VALUE);
        assert_int_equal(qx_keyframe_keys_set(keys, 1, NULL, 0, n, 0, NULL), QX_BAD_VALUE);
        assert_int_equal(qx_keyframe_keys_set(keys, 1, p, 0, NULL, 0, NULL), QX_BAD_VALUE);
        assert_int_equal(qx_keyframe_keys_set(keys, 1, p, 8, n, 0, NULL), QX_BAD_VALUE);
        assert_int_equal(qx_keyframe_keys_set(keys, 1, p, 0, n, 14, NULL), QX_BAD_VALUE);
        pose(keys, &mixes[1], &after);
        assert_same_floats(before.positions, after.positions, 150);
        assert_same_floats(before.normals, after.normals, 150);
        drop_room(&before);
        drop_room(&after);
        qx_keyframe_keys_destroy(keys);
    }
    drop(&g);
}

static void bad_mixes_write_nothing(void **state)
{
    (void)state;
    static const qx_keyframe_mix bad[] = {
        { 0, { 0 }, { 1.0f } },    { 9, { 0 }, { 1.0f } },
        { 1, { KEYS }, { 1.0f } }, { 2, { 0, UINT32_MAX }, { 1.0f, 0.0f } },
        { 1, { 0 }, { NAN } },     { 2, { 0, 1 }, { 0.0f, INFINITY } },
        { 1, { 0 }, { 1.1e6f } },
    };
    given g = give(20, 14);
    qx_keyframe_keys *keys = make(&g, QX_KEYFRAME_FLOATS, QX_SIMD_BEST);
    room r = make_room(20), untouched = make_room(20);
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_int_equal(qx_keyframe_pose_build(keys, &bad[i], &r.layout, NULL), QX_BAD_VALUE);
    static const size_t strides[] = { 4, 8, 13, 26 };
    for (size_t i = 0; i < COUNT(strides); i++) {
        qx_keyframe_layout to = r.layout;
        to.position_stride = strides[i];
        assert_int_equal(qx_keyframe_pose_build(keys, &mixes[0], &to, NULL), QX_BAD_VALUE);
        assert_int_equal(qx_keyframe_pose_add(keys, 0, 1, 1.0f, &to), QX_BAD_VALUE);
    }
    assert_int_equal(qx_keyframe_pose_add(keys, KEYS, 1, 1.0f, &r.layout), QX_BAD_VALUE);
    assert_int_equal(qx_keyframe_pose_add(keys, 0, KEYS, 1.0f, &r.layout), QX_BAD_VALUE);
    assert_int_equal(qx_keyframe_pose_add(keys, 0, 1, NAN, &r.layout), QX_BAD_VALUE);
    assert_memory_equal(r.positions, untouched.positions, 240);
    assert_memory_equal(r.normals, untouched.normals, 240);
    drop_room(&r);
    drop_room(&untouched);
    qx_keyframe_keys_destroy(keys);
    drop(&g);
}

static void keys_without_normals_give_none(void **state)
{
    (void)state;
    given g = give(20, 15);
    for (int storage = 0; storage < 2; storage++) {
        qx_keyframe_keys *keys;
        const qx_keyframe_keys_desc desc = { .vertex_count = 20,
                                             .key_count = 2,
                                             .storage = (qx_keyframe_storage)storage };
        assert_int_equal(qx_keyframe_keys_create(&desc, &keys), QX_OK);
        assert_int_equal(qx_keyframe_keys_set(keys, 0, g.positions, 0, NULL, 0, NULL), QX_OK);
        room r = make_room(20);
        const qx_keyframe_mix mix = two(0, 1, 0.5f);
        assert_int_equal(qx_keyframe_pose_build(keys, &mix, &r.layout, NULL), QX_BAD_VALUE);
        assert_int_equal(qx_keyframe_pose_add(keys, 0, 1, 1.0f, &r.layout), QX_BAD_VALUE);
        r.layout.normals = NULL;
        pose(keys, &mix, &r);
        for (size_t i = 0; i < 60; i++)
            assert_true(fabsf(r.positions[i] - 0.5f * g.positions[i]) <= 40.0f / 65535.0f);
        drop_room(&r);
        qx_keyframe_keys_destroy(keys);
    }
    drop(&g);
}

static void extremes_stay_finite_and_unit(void **state)
{
    (void)state;
    enum { N = 64 };
    static const float extremes[] = { 1e9f, -1e9f, 0.0f, -0.0f, 1e-40f, -1e-45f, 1.0f };
    qx_random random;
    qx_random_seed(&random, 16, 4);
    for (int round = 0; round < 200; round++) {
        qx_keyframe_keys *keys;
        const qx_keyframe_keys_desc desc = { .vertex_count = N,
                                             .key_count = 3,
                                             .storage = (qx_keyframe_storage)(round % 2),
                                             .normals = true };
        assert_int_equal(qx_keyframe_keys_create(&desc, &keys), QX_OK);
        for (uint32_t key = 0; key < 3; key++) {
            float p[3 * N], n[3 * N];
            for (int i = 0; i < 3 * N; i++) {
                p[i] = extremes[qx_random_below(&random, COUNT(extremes))];
                n[i] = extremes[qx_random_below(&random, COUNT(extremes))];
            }
            assert_int_equal(qx_keyframe_keys_set(keys, key, p, 0, n, 0, NULL), QX_OK);
        }
        static const float weights[] = { 1e6f, -1e6f, 0.0f, 1e-30f, 0.5f, -0.5f, 1.0f };
        qx_keyframe_mix mix = { .count = 8 };
        for (int k = 0; k < 8; k++) {
            mix.key[k] = qx_random_below(&random, 3);
            mix.weight[k] = weights[qx_random_below(&random, COUNT(weights))];
        }
        room r = make_room(N);
        pose(keys, &mix, &r);
        assert_unit(r.normals, N);
        for (size_t i = 0; i < 3 * N; i++) assert_true(isfinite(r.positions[i]));
        assert_int_equal(qx_keyframe_pose_add(keys, 0, 1, -1e6f, &r.layout), QX_OK);
        assert_unit(r.normals, N);
        for (size_t i = 0; i < 3 * N; i++) assert_true(isfinite(r.positions[i]));
        drop_room(&r);
        qx_keyframe_keys_destroy(keys);
    }
}

static void without_memory_there_are_no_keys_and_poses_take_none(void **state)
{
    (void)state;
    for (int storage = 0; storage < 2; storage++) {
        failing book;
        qx_allocator allocator;
        qx_keyframe_keys *keys = NULL;
        long allowed = 0;
        for (; !keys; allowed++) {
            allocator = failing_after(&book, allowed);
            const qx_keyframe_keys_desc desc = { .vertex_count = 5000,
                                                 .key_count = 3,
                                                 .storage = (qx_keyframe_storage)storage,
                                                 .normals = true,
                                                 .allocator = &allocator };
            const qx_result result = qx_keyframe_keys_create(&desc, &keys);
            assert_int_equal(result, keys ? QX_OK : QX_NO_MEMORY);
            if (!keys) assert_int_equal(book.live, 0);
        }
        assert_true(allowed > 1);
        assert_int_equal(book.live_bytes, qx_keyframe_keys_get_info(keys).bytes);
        const long requests = book.requests;
        room r = make_room(5000);
        const qx_keyframe_mix mix = two(0, 1, 0.5f);
        pose(keys, &mix, &r);
        assert_int_equal(qx_keyframe_pose_add(keys, 0, 1, 1.0f, &r.layout), QX_OK);
        qx_keyframe_clip_bounds(keys, 0, 3, QX_KEYFRAME_CATMULL_ROM);
        assert_int_equal(book.requests, requests);
        drop_room(&r);
        qx_keyframe_keys_destroy(keys);
        assert_int_equal(book.live, 0);
        assert_int_equal(book.live_bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packing_costs_what_it_says),
        cmocka_unit_test(packed_bytes_are_eight_a_vertex),
        cmocka_unit_test(axes_and_flat_meshes_are_packed_exactly),
        cmocka_unit_test(new_keys_rest_at_the_origin),
        cmocka_unit_test(keys_are_read_from_any_stride),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(bad_keys_change_nothing),
        cmocka_unit_test(bad_mixes_write_nothing),
        cmocka_unit_test(keys_without_normals_give_none),
        cmocka_unit_test(extremes_stay_finite_and_unit),
        cmocka_unit_test(without_memory_there_are_no_keys_and_poses_take_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
