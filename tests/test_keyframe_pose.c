// SPDX-License-Identifier: MIT
// Poses from keys: what the mix is, what stays to the last bit, layouts, workers, adding, boxes.
#include "keyframe_given.h"
#include "simds_here.h"
#include "threads.h"

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

// --- what a mix is

static float mixed(float a, float b, float from, float to)
{
    const float low = a < b ? a : b, high = a < b ? b : a;
    const float first = a * from, second = b * to;
    const float sum = first + second;
    return sum < low ? low : sum > high ? high : sum;
}

static void assert_normal_near(const float *normal, const double *mix)
{
    const double length = sqrt(mix[0] * mix[0] + mix[1] * mix[1] + mix[2] * mix[2]);
    if (length < 1e-2) return; // rounding turns short ones far
    for (int axis = 0; axis < 3; axis++)
        assert_true(fabs((double)normal[axis] - mix[axis] / length) <= 2e-7 + 2e-7 / length);
}

static void two_keys_are_mixed_by_the_formula(void **state)
{
    (void)state;
    static const float shares[] = { 0.25f, 0.5f, 1e-7f, 0.999f, 0.3333f };
    given g = give(1037, 1);
    qx_simd simds[8];
    const uint32_t simd_count = simds_here(simds);
    for (uint32_t s = 0; s < simd_count; s++) {
        qx_keyframe_keys *keys = make(&g, QX_KEYFRAME_FLOATS, simds[s]);
        room r = make_room(g.count);
        for (size_t k = 0; k < COUNT(shares); k++) {
            const float from = 1.0f - shares[k], to = shares[k];
            const qx_keyframe_mix mix = two(3, 5, shares[k]);
            const float *a = key_of(&g, g.positions, 3), *b = key_of(&g, g.positions, 5);
            const float *m = key_of(&g, g.normals, 3), *n = key_of(&g, g.normals, 5);
            pose(keys, &mix, &r);
            for (size_t i = 0; i < 3 * g.count; i++)
                assert_true(r.positions[i] == mixed(a[i], b[i], from, to));
            for (size_t i = 0; i < 3 * g.count; i += 3) {
                double sum[3];
                for (size_t axis = 0; axis < 3; axis++)
                    sum[axis] =
                        (double)m[i + axis] * (double)from + (double)n[i + axis] * (double)to;
                assert_normal_near(r.normals + i, sum);
            }
            assert_unit(r.normals, g.count);
        }
        drop_room(&r);
        qx_keyframe_keys_destroy(keys);
    }
    drop(&g);
}

static void a_pose_at_a_key_is_the_key(void **state)
{
    (void)state;
    given g = give(333, 2);
    qx_keyframe_keys *keys = make(&g, QX_KEYFRAME_FLOATS, QX_SIMD_BEST);
    room r = make_room(g.count);
    for (uint32_t key = 0; key < KEYS; key++) {
        const qx_keyframe_mix same[] = {
            { 1, { key }, { 1.0f } },
            two(key, (key + 1) % KEYS, 0.0f),
            two((key + 1) % KEYS, key, 1.0f),
            two(key, key, 0.37f),
            { 4, { key, key, key, key }, { -0.0625f, 0.5625f, 0.5625f, -0.0625f } },
            { 3, { 0, key, 2 }, { 0.0f, 1.0f, -0.0f } },
        };
        for (size_t i = 0; i < COUNT(same); i++) {
            pose(keys, &same[i], &r);
            assert_same_floats(r.positions, key_of(&g, g.positions, key), 3 * (size_t)g.count);
            assert_same_floats(r.normals, key_of(&g, g.normals, key), 3 * (size_t)g.count);
        }
    }
    drop_room(&r);
    qx_keyframe_keys_destroy(keys);
    drop(&g);
}

// The plain formula changes one in nine.
static void what_is_equal_in_both_keys_stays(void **state)
{
    (void)state;
    given g = give(500, 3);
    float *b = g.positions + 3 * (size_t)g.count, *n = g.normals + 3 * (size_t)g.count;
    for (size_t i = 0; i < 3 * (size_t)g.count; i += 6) {
        memcpy(b + i, g.positions + i, 3 * sizeof *b);
        memcpy(n + i, g.normals + i, 3 * sizeof *n);
    }
    for (int storage = 0; storage < 2; storage++) {
        qx_keyframe_keys *keys = make(&g, (qx_keyframe_storage)storage, QX_SIMD_BEST);
        room first = make_room(g.count), r = make_room(g.count);
        pose(keys, &(qx_keyframe_mix){ 1, { 0 }, { 1.0f } }, &first);
        for (int step = 1; step < 100; step++) {
            const qx_keyframe_mix mix = two(0, 1, (float)step / 100.0f);
            pose(keys, &mix, &r);
            for (size_t i = 0; i < 3 * (size_t)g.count; i += 6) {
                if (storage == QX_KEYFRAME_FLOATS) // packed, the boxes of both keys differ
                    assert_same_floats(r.positions + i, first.positions + i, 3);
                assert_same_floats(r.normals + i, first.normals + i, 3);
            }
        }
        drop_room(&r);
        drop_room(&first);
        qx_keyframe_keys_destroy(keys);
    }
    drop(&g);
}

static void mixes_lie_within_their_keys(void **state)
{
    (void)state;
    given g = give(400, 4);
    for (int storage = 0; storage < 2; storage++) {
        qx_keyframe_keys *keys = make(&g, (qx_keyframe_storage)storage, QX_SIMD_BEST);
        room a = make_room(g.count), b = make_room(g.count), r = make_room(g.count);
        pose(keys, &(qx_keyframe_mix){ 1, { 6 }, { 1.0f } }, &a);
        pose(keys, &(qx_keyframe_mix){ 1, { 7 }, { 1.0f } }, &b);
        for (int step = 0; step <= 64; step++) {
            const qx_keyframe_mix mix = two(6, 7, (float)step / 64.0f);
            pose(keys, &mix, &r);
            for (size_t i = 0; i < 3 * (size_t)g.count; i++) {
                assert_true(r.positions[i] >= fminf(a.positions[i], b.positions[i]));
                assert_true(r.positions[i] <= fmaxf(a.positions[i], b.positions[i]));
            }
        }
        drop_room(&r);
        drop_room(&a);
        drop_room(&b);
        qx_keyframe_keys_destroy(keys);
    }
    drop(&g);
}

static void opposite_normals_become_the_nearer_key_s(void **state)
{
    (void)state;
    given g = give(40, 5);
    const size_t all = 3 * (size_t)g.count;
    for (size_t i = 0; i < all; i++) g.normals[all + i] = -g.normals[i];
    static const struct {
        float from, to;
        uint32_t nearer;
    } cases[] = { { 0.5f, 0.5f, 0 },
                  { 0.4999999f, 0.5000001f, 1 },
                  { 0.5000001f, 0.4999999f, 0 },
                  { 0.25f, 0.75f, 1 },
                  { 0.9f, 0.1f, 0 } };
    qx_simd simds[8];
    const uint32_t simd_count = simds_here(simds);
    for (uint32_t s = 0; s < 2 * simd_count; s++) {
        qx_keyframe_keys *keys = make(&g, (qx_keyframe_storage)(s % 2), simds[s / 2]);
        room key = make_room(g.count), r = make_room(g.count);
        for (size_t c = 0; c < COUNT(cases); c++) {
            const qx_keyframe_mix mix = { 2, { 0, 1 }, { cases[c].from, cases[c].to } };
            const qx_keyframe_mix more = { 3,
                                           { 0, 1, 1 },
                                           { cases[c].from, cases[c].to - 0.0625f, 0.0625f } };
            pose(keys, &(qx_keyframe_mix){ 1, { cases[c].nearer }, { 1.0f } }, &key);
            pose(keys, &mix, &r);
            for (size_t i = 0; i < all; i++)
                assert_true(fabsf(r.normals[i] - key.normals[i]) <= 2e-7f);
            pose(keys, &more, &r);
            assert_unit(r.normals, g.count);
        }
        drop_room(&key);
        drop_room(&r);
        qx_keyframe_keys_destroy(keys);
    }
    drop(&g);
}

static void eight_keys_of_any_weights(void **state)
{
    (void)state;
    given g = give(150, 6);
    qx_random random;
    qx_random_seed(&random, 6, 1);
    qx_keyframe_keys *keys = make(&g, QX_KEYFRAME_FLOATS, QX_SIMD_BEST);
    room r = make_room(g.count);
    for (int round = 0; round < 200; round++) {
        qx_keyframe_mix mix = { .count = 1 + qx_random_below(&random, 8) };
        for (uint32_t k = 0; k < mix.count; k++) {
            mix.key[k] = qx_random_below(&random, KEYS);
            mix.weight[k] = qx_random_range(&random, -3.0f, 3.0f);
        }
        pose(keys, &mix, &r);
        for (size_t i = 0; i < 3 * (size_t)g.count; i++) {
            double sum = 0.0, size = 0.0;
            for (uint32_t k = 0; k < mix.count; k++) {
                const double part = (double)key_of(&g, g.positions, mix.key[k])[i];
                sum += part * (double)mix.weight[k];
                size += fabs(part * (double)mix.weight[k]);
            }
            assert_true(fabs((double)r.positions[i] - sum) <= 1e-6 * size);
        }
        for (size_t i = 0; i < 3 * (size_t)g.count; i += 3) {
            double sum[3] = { 0.0, 0.0, 0.0 };
            for (uint32_t k = 0; k < mix.count; k++)
                for (size_t axis = 0; axis < 3; axis++)
                    sum[axis] +=
                        (double)key_of(&g, g.normals, mix.key[k])[i + axis] * (double)mix.weight[k];
            const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
            for (size_t axis = 0; axis < 3 && length > 0.1; axis++)
                assert_true(fabs((double)r.normals[i + axis] - sum[axis] / length) <= 4e-5);
        }
        assert_unit(r.normals, g.count);
    }
    drop_room(&r);
    qx_keyframe_keys_destroy(keys);
    drop(&g);
}

// --- bits, layouts, workers

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    static const uint32_t counts[] = { 1, 2, 15, 16, 17, 255, 256, 257, 1000 };
    qx_simd simds[8];
    const uint32_t simd_count = simds_here(simds);
    for (size_t c = 0; c < COUNT(counts); c++) {
        given g = give(counts[c], 8 + c);
        const size_t all = 3 * (size_t)g.count;
        memcpy(g.normals + 3 * all, g.normals + 2 * all, all / 2 / 3 * 3 * sizeof(float));
        for (int storage = 0; storage < 2; storage++) {
            qx_keyframe_keys *plain = make(&g, (qx_keyframe_storage)storage, QX_SIMD_SCALAR);
            room a = make_room(g.count), b = make_room(g.count);
            for (uint32_t s = 1; s < simd_count; s++) {
                qx_keyframe_keys *keys = make(&g, (qx_keyframe_storage)storage, simds[s]);
                for (size_t m = 0; m < MIXES; m++) {
                    pose(plain, &mixes[m], &a);
                    pose(keys, &mixes[m], &b);
                    assert_same_floats(a.positions, b.positions, all);
                    assert_same_floats(a.normals, b.normals, all);
                }
                qx_keyframe_keys_destroy(keys);
            }
            drop_room(&a);
            drop_room(&b);
            qx_keyframe_keys_destroy(plain);
        }
        drop(&g);
    }
}

// In words; NONE where a piece is not wanted.
#define NONE UINT32_MAX
static const struct form {
    uint32_t position, position_stride, normal, normal_stride;
} forms[] = {
    { 0, 6, 3, 6 },    { 3, 6, 0, 6 },    { 0, 8, 3, 8 },    { 2, 11, 7, 11 },
    { 0, 4, NONE, 4 }, { NONE, 3, 0, 5 }, { 0, 3, NONE, 3 }, { NONE, 3, 0, 3 },
};

static void check_form(const qx_keyframe_keys *keys, uint32_t count, struct form form,
                       const room *plain, const qx_keyframe_mix *mix, const qx_workers *workers)
{
    const uint32_t stride =
        form.position_stride > form.normal_stride ? form.position_stride : form.normal_stride;
    const size_t words = (size_t)stride * count;
    uint32_t *memory = malloc(words * sizeof *memory), *wanted = malloc(words * sizeof *wanted);
    assert_true(memory && wanted);
    for (size_t i = 0; i < words; i++) memory[i] = wanted[i] = 0x7F800001u + (uint32_t)i;
    qx_keyframe_layout to = { .position_stride = 4 * (size_t)form.position_stride,
                              .normal_stride = 4 * (size_t)form.normal_stride };
    if (form.position != NONE) to.positions = (float *)(void *)(memory + form.position);
    if (form.normal != NONE) to.normals = (float *)(void *)(memory + form.normal);
    for (size_t i = 0; i < count; i++) {
        if (to.positions)
            memcpy(wanted + form.position + form.position_stride * i, plain->positions + 3 * i, 12);
        if (to.normals)
            memcpy(wanted + form.normal + form.normal_stride * i, plain->normals + 3 * i, 12);
    }
    assert_int_equal(qx_keyframe_pose_build(keys, mix, &to, workers), QX_OK);
    assert_memory_equal(memory, wanted, words * sizeof *memory);
    free(memory);
    free(wanted);
}

static void any_layout_takes_the_same_floats_and_nothing_else(void **state)
{
    (void)state;
    static const uint32_t counts[] = { 1, 16, 41, 300, 9001 };
    static const uint32_t threads[] = { 1, 2, 5 };
    for (size_t c = 0; c < COUNT(counts); c++) {
        given g = give(counts[c], 20 + c);
        for (int storage = 0; storage < 2; storage++) {
            qx_keyframe_keys *keys = make(&g, (qx_keyframe_storage)storage, QX_SIMD_BEST);
            room plain = make_room(g.count);
            for (size_t m = 1; m < 3; m++) {
                pose(keys, &mixes[m], &plain);
                for (size_t f = 0; f < COUNT(forms); f++) {
                    check_form(keys, g.count, forms[f], &plain, &mixes[m], NULL);
                    for (size_t t = 0; t < COUNT(threads); t++) {
                        uint32_t number = threads[t];
                        const qx_workers workers = { run_on_threads, &number };
                        check_form(keys, g.count, forms[f], &plain, &mixes[m], &workers);
                    }
                }
            }
            drop_room(&plain);
            qx_keyframe_keys_destroy(keys);
        }
        drop(&g);
    }
}

// Beyond the caches poses are written past them, where memory is aligned for it.
static void large_poses_are_the_same(void **state)
{
    (void)state;
    const uint32_t count = (1u << 20) + 21;
    qx_random random;
    qx_random_seed(&random, 9, 9);
    const size_t floats = 3 * (size_t)count;
    float *values = malloc(2 * floats * sizeof *values),
          *to = malloc(4 * (floats + 16) * sizeof *to);
    assert_true(values && to);
    for (size_t i = 0; i < 2 * floats; i++) values[i] = qx_random_range(&random, -1.0f, 1.0f);
    for (int storage = 0; storage < 2; storage++) {
        qx_keyframe_keys *keys;
        const qx_keyframe_keys_desc desc = { .vertex_count = count,
                                             .key_count = 2,
                                             .storage = (qx_keyframe_storage)storage,
                                             .normals = true };
        assert_int_equal(qx_keyframe_keys_create(&desc, &keys), QX_OK);
        for (uint32_t key = 0; key < 2; key++)
            assert_int_equal(
                qx_keyframe_keys_set(keys, key, values + key, 0, values + floats - key, 0, NULL),
                QX_OK);
        float *aligned = (float *)(void *)(((uintptr_t)to + 15) & ~(uintptr_t)15);
        const size_t half = (floats + 3) / 4 * 4;
        float *odd = aligned + 2 * half + 1;
        const qx_keyframe_mix mix = two(0, 1, 0.4f);
        const qx_keyframe_layout even_to = { .positions = aligned, .normals = aligned + half };
        const qx_keyframe_layout odd_to = { .positions = odd, .normals = odd + half };
        assert_int_equal(qx_keyframe_pose_build(keys, &mix, &even_to, NULL), QX_OK);
        assert_int_equal(qx_keyframe_pose_build(keys, &mix, &odd_to, NULL), QX_OK);
        assert_same_floats(aligned, odd, floats);
        assert_same_floats(aligned + half, odd + half, floats);
        qx_keyframe_keys_destroy(keys);
    }
    free(values);
    free(to);
}

// --- adding

static void differences_are_added(void **state)
{
    (void)state;
    given g = give(700, 10);
    for (int storage = 0; storage < 2; storage++) {
        qx_keyframe_keys *keys = make(&g, (qx_keyframe_storage)storage, QX_SIMD_BEST);
        room base = make_room(g.count), a = make_room(g.count), b = make_room(g.count);
        room r = make_room(g.count);
        pose(keys, &mixes[1], &base);
        pose(keys, &mixes[1], &r);
        pose(keys, &(qx_keyframe_mix){ 1, { 5 }, { 1.0f } }, &a);
        pose(keys, &(qx_keyframe_mix){ 1, { 6 }, { 1.0f } }, &b);
        assert_int_equal(qx_keyframe_pose_add(keys, 5, 6, 0.0f, &r.layout), QX_OK);
        assert_int_equal(qx_keyframe_pose_add(keys, 5, 5, 0.7f, &r.layout), QX_OK);
        assert_same_floats(r.positions, base.positions, 3 * (size_t)g.count);
        assert_same_floats(r.normals, base.normals, 3 * (size_t)g.count);
        assert_int_equal(qx_keyframe_pose_add(keys, 5, 6, 0.5f, &r.layout), QX_OK);
        for (size_t i = 0; i < 3 * (size_t)g.count; i++) {
            const float by = (a.positions[i] - b.positions[i]) * 0.5f;
            assert_true(r.positions[i] == base.positions[i] + by);
        }
        for (size_t i = 0; i < 3 * (size_t)g.count; i += 3) {
            double sum[3];
            for (size_t axis = 0; axis < 3; axis++)
                sum[axis] = (double)base.normals[i + axis] +
                            0.5 * ((double)a.normals[i + axis] - (double)b.normals[i + axis]);
            assert_normal_near(r.normals + i, sum);
        }
        assert_unit(r.normals, g.count);
        drop_room(&base);
        drop_room(&a);
        drop_room(&b);
        drop_room(&r);
        qx_keyframe_keys_destroy(keys);
    }
    drop(&g);
}

// --- boxes

static void assert_inside(const room *r, uint32_t count, qx_keyframe_box box)
{
    const qx_keyframe_box own = qx_keyframe_pose_bounds(r->positions, 0, count);
    assert_true(own.low.x >= box.low.x && own.low.y >= box.low.y && own.low.z >= box.low.z);
    assert_true(own.high.x <= box.high.x && own.high.y <= box.high.y && own.high.z <= box.high.z);
}

static void boxes_of_clips_contain_every_pose(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 11, 2);
    for (uint64_t seed = 0; seed < 24; seed++) {
        given g = give(1 + (uint32_t)seed * 13, 100 + seed);
        const qx_keyframe_curve curve = (qx_keyframe_curve)(seed % 4);
        qx_keyframe_keys *keys = make(&g, (qx_keyframe_storage)(seed / 4 % 2), QX_SIMD_BEST);
        const qx_keyframe_box box = qx_keyframe_clip_bounds(keys, 2, 6, curve);
        int64_t times[6] = { 0 };
        for (int k = 1; k < 6; k++)
            times[k] = times[k - 1] + 1 + (int64_t)qx_random_below(&random, k % 2 ? 10 : 100000);
        room r = make_room(g.count);
        for (int step = 0; step < 300; step++) {
            const double place = (double)times[5] * (double)qx_random_unit(&random);
            const qx_keyframe_span span = qx_keyframe_span_find(times, 6, curve, 0, place);
            qx_keyframe_mix mix = { .count = 4 };
            for (int k = 0; k < 4; k++) {
                mix.key[k] = 2 + span.key[k];
                mix.weight[k] = span.weight[k];
            }
            pose(keys, &mix, &r);
            assert_inside(&r, g.count, box);
        }
        drop_room(&r);
        qx_keyframe_keys_destroy(keys);
        drop(&g);
    }
}

static void boxes_of_straight_clips_are_no_larger_than_their_keys(void **state)
{
    (void)state;
    given g = give(77, 12);
    qx_keyframe_keys *keys = make(&g, QX_KEYFRAME_FLOATS, QX_SIMD_BEST);
    const qx_keyframe_box box = qx_keyframe_clip_bounds(keys, 3, 4, QX_KEYFRAME_LINEAR);
    const qx_keyframe_box own =
        qx_keyframe_pose_bounds(key_of(&g, g.positions, 3), 0, 4 * g.count); // keys 3 to 6
    assert_memory_equal(&box, &own, sizeof box);
    const qx_keyframe_box none = qx_keyframe_clip_bounds(keys, KEYS, 1, QX_KEYFRAME_LINEAR);
    assert_true(none.low.x == 0.0f && none.high.z == 0.0f);
    const qx_keyframe_box rest = qx_keyframe_clip_bounds(keys, 8, 100, QX_KEYFRAME_STEP);
    const qx_keyframe_box last = qx_keyframe_pose_bounds(key_of(&g, g.positions, 8), 0, g.count);
    assert_memory_equal(&rest, &last, sizeof rest);
    qx_keyframe_keys_destroy(keys);
    drop(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_keys_are_mixed_by_the_formula),
        cmocka_unit_test(a_pose_at_a_key_is_the_key),
        cmocka_unit_test(what_is_equal_in_both_keys_stays),
        cmocka_unit_test(mixes_lie_within_their_keys),
        cmocka_unit_test(opposite_normals_become_the_nearer_key_s),
        cmocka_unit_test(eight_keys_of_any_weights),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(any_layout_takes_the_same_floats_and_nothing_else),
        cmocka_unit_test(large_poses_are_the_same),
        cmocka_unit_test(differences_are_added),
        cmocka_unit_test(boxes_of_clips_contain_every_pose),
        cmocka_unit_test(boxes_of_straight_clips_are_no_larger_than_their_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
