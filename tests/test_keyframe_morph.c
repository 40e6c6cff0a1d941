// SPDX-License-Identifier: MIT
// Morph targets: what the sum is, dense and sparse alike; what stays to the last bit; lies.
#include "failing.h"
#include "keyframe_given.h"
#include "simds_here.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#define TARGETS 23u

// A base and targets of every kind, as whole arrays; targets hand them out dense or by index.
typedef struct face {
    uint32_t count;
    float *positions, *normals;
    float *deltas[TARGETS], *turns[TARGETS]; // all vertices
    float *kept[TARGETS];                    // what is handed out of sparse ones
    uint32_t *indices[TARGETS];
    qx_keyframe_target targets[TARGETS];
    qx_keyframe_morph_desc desc;
} face;

static float *take(size_t floats)
{
    float *memory = calloc(floats + 1, sizeof *memory);
    assert_non_null(memory);
    return memory;
}

// Of so many vertices one moves.
static void fill_target(face *f, uint32_t target, uint32_t one_of, qx_random *random)
{
    const size_t floats = 3 * (size_t)f->count;
    f->deltas[target] = take(floats);
    f->turns[target] = take(floats);
    for (size_t i = 0; i < floats; i += 3) {
        if (qx_random_below(random, one_of) != 0) continue;
        for (size_t axis = 0; axis < 3; axis++) {
            f->deltas[target][i + axis] = qx_random_range(random, -2.0f, 2.0f);
            f->turns[target][i + axis] = qx_random_range(random, -0.3f, 0.3f);
        }
    }
    f->targets[target] =
        (qx_keyframe_target){ .positions = f->deltas[target], .normals = f->turns[target] };
}

// By index: every other vertex, so that zeros are among them too.
static void hand_out_by_index(face *f, uint32_t target)
{
    const uint32_t count = (f->count + 1) / 2;
    float *kept = f->kept[target] = take(6 * (size_t)count);
    uint32_t *indices = f->indices[target] = malloc((count + 1) * sizeof *indices);
    assert_non_null(indices);
    for (uint32_t i = 0; i < f->count; i++) {
        float *delta = f->deltas[target] + 3 * (size_t)i, *turn = f->turns[target] + 3 * (size_t)i;
        if (i % 2 == 1) {
            memset(delta, 0, 3 * sizeof *delta);
            memset(turn, 0, 3 * sizeof *turn);
            continue;
        }
        indices[i / 2] = i;
        memcpy(kept + 3 * (size_t)(i / 2), delta, 3 * sizeof *delta);
        memcpy(kept + 3 * (size_t)(count + i / 2), turn, 3 * sizeof *turn);
    }
    f->targets[target] = (qx_keyframe_target){ kept, kept + 3 * (size_t)count, indices, count };
}

static void open_face(face *f, uint32_t count, uint64_t seed, bool normals)
{
    qx_random random;
    qx_random_seed(&random, seed, 5);
    given g = give(count, seed);
    const size_t bytes = 3 * (size_t)count * sizeof(float);
    *f = (face){ .count = count };
    f->positions = take(3 * (size_t)count);
    f->normals = take(3 * (size_t)count);
    memcpy(f->positions, g.positions, bytes);
    memcpy(f->normals, g.normals, bytes);
    drop(&g);
    for (uint32_t t = 0; t < TARGETS; t++) {
        fill_target(f, t, t < 18 ? 1 : 1 + 4 * (t - 17), &random);
        if (t % 4 == 3) hand_out_by_index(f, t);
        if (t == 6) { // some have but one piece
            f->targets[t].normals = NULL;
            memset(f->turns[t], 0, bytes);
        }
        if (t == 20) {
            f->targets[t].positions = NULL;
            memset(f->deltas[t], 0, bytes);
        }
    }
    f->desc = (qx_keyframe_morph_desc){ .vertex_count = count,
                                        .target_count = TARGETS,
                                        .positions = f->positions,
                                        .normals = normals ? f->normals : NULL,
                                        .targets = f->targets };
}

static void close_face(face *f)
{
    free(f->positions);
    free(f->normals);
    for (uint32_t t = 0; t < TARGETS; t++) {
        free(f->deltas[t]);
        free(f->turns[t]);
        free(f->kept[t]);
        free(f->indices[t]);
    }
}

static qx_keyframe_morph *create(const face *f, qx_simd simd)
{
    qx_keyframe_morph *morph;
    qx_keyframe_morph_desc desc = f->desc;
    desc.simd = simd;
    assert_int_equal(qx_keyframe_morph_create(&desc, &morph), QX_OK);
    return morph;
}

static void build(const qx_keyframe_morph *morph, const float *weights, room *r)
{
    assert_int_equal(qx_keyframe_morph_build(morph, weights, &r->layout), QX_OK);
}

// Which targets have weights.
enum { ALL, DENSE, SPARSE, FEW, ONE, KINDS };

static void weigh(float weights[TARGETS], int kind, qx_random *random)
{
    for (uint32_t t = 0; t < TARGETS; t++) {
        const bool sparse = t >= 18 || t % 4 == 3;
        const bool wanted = kind == ALL || (kind == DENSE && !sparse) ||
                            (kind == SPARSE && sparse) || (kind == FEW && t % 7 == 2) ||
                            (kind == ONE && t == 19);
        weights[t] = wanted ? qx_random_range(random, -1.0f, 1.5f) : 0.0f;
    }
}

static void assert_sum(const face *f, const float *weights, const room *r)
{
    for (size_t i = 0; i < 3 * (size_t)f->count; i += 3) {
        double place[3], normal[3], size = 0.0;
        for (size_t axis = 0; axis < 3; axis++) {
            place[axis] = (double)f->positions[i + axis];
            normal[axis] = (double)f->normals[i + axis];
            for (uint32_t t = 0; t < TARGETS; t++) {
                place[axis] += (double)weights[t] * (double)f->deltas[t][i + axis];
                normal[axis] += (double)weights[t] * (double)f->turns[t][i + axis];
            }
            assert_true(fabs((double)r->positions[i + axis] - place[axis]) <= 1e-4);
            size += normal[axis] * normal[axis];
        }
        const double length = sqrt(size);
        for (size_t axis = 0; axis < 3 && length > 0.1; axis++)
            assert_true(fabs((double)r->normals[i + axis] - normal[axis] / length) <= 5e-5);
    }
}

static void a_pose_is_base_and_weighted_deltas(void **state)
{
    (void)state;
    static const uint32_t counts[] = { 1, 2, 16, 77, 256, 300, 1025 };
    qx_random random;
    qx_random_seed(&random, 1, 1);
    for (size_t c = 0; c < COUNT(counts); c++) {
        face f;
        open_face(&f, counts[c], 40 + c, true);
        qx_keyframe_morph *morph = create(&f, QX_SIMD_BEST);
        room r = make_room(f.count);
        for (int kind = 0; kind < KINDS; kind++) {
            float weights[TARGETS];
            weigh(weights, kind, &random);
            build(morph, weights, &r);
            assert_sum(&f, weights, &r);
            assert_unit(r.normals, f.count);
        }
        drop_room(&r);
        qx_keyframe_morph_destroy(morph);
        close_face(&f);
    }
}

static void without_weights_it_is_the_base_bit_for_bit(void **state)
{
    (void)state;
    face f;
    open_face(&f, 500, 3, true);
    f.positions[7] = -0.0f;
    f.normals[3] = -0.0f;
    f.normals[4] = 1.0f;
    f.normals[5] = 0.0f;
    qx_keyframe_morph *morph = create(&f, QX_SIMD_BEST);
    room r = make_room(f.count);
    float weights[TARGETS] = { 0.0f };
    weights[5] = -0.0f;
    build(morph, weights, &r);
    assert_same_floats(r.positions, f.positions, 1500);
    assert_same_floats(r.normals, f.normals, 1500);
    drop_room(&r);
    qx_keyframe_morph_destroy(morph);
    close_face(&f);
}

static void places_that_do_not_move_stay(void **state)
{
    (void)state;
    face f;
    open_face(&f, 900, 4, true);
    qx_keyframe_morph *morph = create(&f, QX_SIMD_BEST);
    room r = make_room(f.count);
    float weights[TARGETS] = { 0.0f };
    weights[21] = 0.7f;
    weights[22] = -1.0f;
    build(morph, weights, &r);
    uint32_t still = 0;
    for (size_t i = 0; i < 2700; i += 3) {
        if (f.deltas[21][i] != 0.0f || f.deltas[22][i] != 0.0f) continue;
        still++;
        assert_same_floats(r.positions + i, f.positions + i, 3);
        assert_same_floats(r.normals + i, f.normals + i, 3);
    }
    assert_in_range(still, 600, 899);
    drop_room(&r);
    qx_keyframe_morph_destroy(morph);
    close_face(&f);
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    static const uint32_t counts[] = { 1, 15, 17, 255, 257, 600 };
    qx_simd simds[8];
    const uint32_t simd_count = simds_here(simds);
    qx_random random;
    qx_random_seed(&random, 2, 2);
    for (size_t c = 0; c < COUNT(counts); c++) {
        face f;
        open_face(&f, counts[c], 60 + c, true);
        qx_keyframe_morph *plain = create(&f, QX_SIMD_SCALAR);
        room a = make_room(f.count), b = make_room(f.count);
        for (uint32_t s = 1; s < simd_count; s++) {
            qx_keyframe_morph *morph = create(&f, simds[s]);
            for (int kind = 0; kind < KINDS; kind++) {
                float weights[TARGETS];
                weigh(weights, kind, &random);
                build(plain, weights, &a);
                build(morph, weights, &b);
                assert_same_floats(a.positions, b.positions, 3 * (size_t)f.count);
                assert_same_floats(a.normals, b.normals, 3 * (size_t)f.count);
            }
            qx_keyframe_morph_destroy(morph);
        }
        drop_room(&a);
        drop_room(&b);
        qx_keyframe_morph_destroy(plain);
        close_face(&f);
    }
}

static void any_layout_takes_the_same_floats(void **state)
{
    (void)state;
    enum { N = 601, WORDS = 9 };
    face f;
    open_face(&f, N, 5, true);
    qx_keyframe_morph *morph = create(&f, QX_SIMD_BEST);
    room r = make_room(N);
    qx_random random;
    qx_random_seed(&random, 3, 3);
    float *memory = malloc(N * WORDS * sizeof *memory),
          *wanted = malloc(N * WORDS * sizeof *wanted);
    assert_true(memory && wanted);
    for (int kind = 0; kind < KINDS; kind++) {
        float weights[TARGETS];
        weigh(weights, kind, &random);
        build(morph, weights, &r);
        for (int pieces = 1; pieces < 4; pieces++) {
            for (size_t i = 0; i < N * WORDS; i++) memory[i] = wanted[i] = -7.0f;
            for (size_t i = 0; i < N; i++) {
                if (pieces & 1) memcpy(wanted + WORDS * i + 5, r.positions + 3 * i, 12);
                if (pieces & 2) memcpy(wanted + WORDS * i + 1, r.normals + 3 * i, 12);
            }
            const qx_keyframe_layout to = { .positions = pieces & 1 ? memory + 5 : NULL,
                                            .position_stride = WORDS * sizeof(float),
                                            .normals = pieces & 2 ? memory + 1 : NULL,
                                            .normal_stride = WORDS * sizeof(float) };
            assert_int_equal(qx_keyframe_morph_build(morph, weights, &to), QX_OK);
            assert_memory_equal(memory, wanted, N * WORDS * sizeof *memory);
        }
        room alone = make_room(N);
        alone.layout.positions = NULL;
        build(morph, weights, &alone);
        assert_same_floats(alone.normals, r.normals, 3 * N);
        drop_room(&alone);
    }
    free(memory);
    free(wanted);
    drop_room(&r);
    qx_keyframe_morph_destroy(morph);
    close_face(&f);
}

// Whole numbers, so that sums are exact; places from dense and sparse ones, normals unit.
static void there_may_be_hundreds_of_targets(void **state)
{
    (void)state;
    enum { N = 300, MANY = 331 };
    face f;
    open_face(&f, N, 10, true);
    for (size_t i = 0; i < 3 * N; i++) f.positions[i] = (float)(i % 17);
    float *deltas = take((size_t)3 * N * MANY);
    qx_keyframe_target targets[MANY];
    float weights[MANY];
    for (size_t t = 0; t < MANY; t++) {
        float *own = deltas + 3 * N * t;
        for (size_t i = 0; i < 3 * N; i++)
            own[i] = t % 5 == 0 && i / 3 % 7 != 0 ? 0.0f : (float)((i * t) % 11) - 4.0f;
        targets[t] = (qx_keyframe_target){ .positions = own, .normals = own };
        weights[t] = (float)(t % 4);
    }
    f.desc.targets = targets;
    f.desc.target_count = MANY;
    qx_keyframe_morph *morph = create(&f, QX_SIMD_BEST);
    const uint32_t sparse = qx_keyframe_morph_get_info(morph).sparse_count;
    assert_int_equal(sparse, (MANY + 4) / 5);
    room r = make_room(N);
    build(morph, weights, &r);
    for (size_t i = 0; i < 3 * N; i++) {
        float sum = f.positions[i];
        for (size_t t = 0; t < MANY; t++) sum += weights[t] * deltas[3 * N * t + i];
        assert_true(r.positions[i] == sum);
    }
    assert_unit(r.normals, N);
    drop_room(&r);
    qx_keyframe_morph_destroy(morph);
    free(deltas);
    close_face(&f);
}

static void sparse_targets_take_less_memory(void **state)
{
    (void)state;
    enum { N = 20000 };
    face f;
    open_face(&f, N, 6, true);
    qx_keyframe_morph *morph;
    f.desc.targets = f.targets + 22; // one of 21 vertices
    f.desc.target_count = 1;
    assert_int_equal(qx_keyframe_morph_create(&f.desc, &morph), QX_OK);
    const qx_keyframe_morph_info info = qx_keyframe_morph_get_info(morph);
    assert_int_equal(info.sparse_count, 1);
    assert_in_range(info.deltas, N / 30, N / 15);
    assert_in_range(info.bytes, 24 * N, 24 * N + 25 * info.deltas + 5000);
    qx_keyframe_morph_destroy(morph);
    close_face(&f);
}

static void opposite_normals_become_the_base_s(void **state)
{
    (void)state;
    static const float zero[6], up[6] = { 0, 0, 1, 0, 1, 0 }, down[6] = { 0, 0, -1, 0, -1, 0 };
    const qx_keyframe_target target = { .positions = zero, .normals = down };
    const qx_keyframe_morph_desc desc = {
        .vertex_count = 2, .target_count = 1, .positions = zero, .normals = up, .targets = &target
    };
    qx_keyframe_morph *morph;
    assert_int_equal(qx_keyframe_morph_create(&desc, &morph), QX_OK);
    room r = make_room(2);
    build(morph, &(float){ 1.0f }, &r);
    assert_same_floats(r.normals, up, 6);
    build(morph, &(float){ 1.5f }, &r);
    for (size_t i = 0; i < 6; i++) assert_true(r.normals[i] == down[i]);
    drop_room(&r);
    qx_keyframe_morph_destroy(morph);
}

static void a_base_without_targets_or_normals(void **state)
{
    (void)state;
    face f;
    open_face(&f, 100, 7, false);
    qx_keyframe_morph *morph = create(&f, QX_SIMD_BEST);
    room r = make_room(100);
    float weights[TARGETS];
    qx_random random;
    qx_random_seed(&random, 4, 4);
    weigh(weights, ALL, &random);
    assert_int_equal(qx_keyframe_morph_build(morph, weights, &r.layout), QX_BAD_VALUE);
    r.layout.normals = NULL;
    build(morph, weights, &r);
    for (size_t i = 0; i < 300; i++) {
        double place = (double)f.positions[i];
        for (uint32_t t = 0; t < TARGETS; t++) place += (double)weights[t] * (double)f.deltas[t][i];
        assert_true(fabs((double)r.positions[i] - place) <= 1e-4);
    }
    qx_keyframe_morph_destroy(morph);
    f.desc.target_count = 0;
    f.desc.targets = NULL;
    morph = create(&f, QX_SIMD_BEST);
    build(morph, NULL, &r);
    assert_same_floats(r.positions, f.positions, 300);
    qx_keyframe_morph_destroy(morph);
    drop_room(&r);
    close_face(&f);
}

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    static const float good[6] = { 0, 0, 1, 0, 0, 1 }, nan[6] = { 0, 0, NAN, 0, 0, 1 };
    static const float large[6] = { 0, 0, 1, 0, 1.1e9f, 1 };
    static const uint32_t falling[] = { 1, 0 }, twice[] = { 1, 1 }, beyond[] = { 0, 2 };
    static const qx_keyframe_target targets[] = {
        { .positions = nan },
        { .normals = large },
        { .positions = good, .indices = falling, .count = 2 },
        { .positions = good, .indices = twice, .count = 2 },
        { .positions = good, .indices = beyond, .count = 2 },
    };
    const qx_keyframe_morph_desc bad[] = {
        { .vertex_count = 0, .positions = good },
        { .vertex_count = (1u << 28) + 1, .positions = good },
        { .vertex_count = 2 },
        { .vertex_count = 2, .positions = nan },
        { .vertex_count = 2, .positions = good, .normals = large },
        { .vertex_count = 2, .positions = good, .target_count = 1 },
        { .vertex_count = 2, .positions = good, .target_count = 1, .targets = targets },
        { .vertex_count = 2, .positions = good, .target_count = 1, .targets = targets + 1 },
        { .vertex_count = 2, .positions = good, .target_count = 1, .targets = targets + 2 },
        { .vertex_count = 2, .positions = good, .target_count = 1, .targets = targets + 3 },
        { .vertex_count = 2, .positions = good, .target_count = 1, .targets = targets + 4 },
        { .vertex_count = 2, .positions = good, .simd = (qx_simd)-3 },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_keyframe_morph *morph = (qx_keyframe_morph *)1;
        assert_int_equal(qx_keyframe_morph_create(&bad[i], &morph), QX_BAD_VALUE);
        assert_null(morph);
    }
    qx_keyframe_morph_destroy(NULL);
}

static void bad_weights_and_strides_write_nothing(void **state)
{
    (void)state;
    static const float wrong[] = { NAN, INFINITY, -1.1e6f };
    face f;
    open_face(&f, 30, 8, true);
    qx_keyframe_morph *morph = create(&f, QX_SIMD_BEST);
    room r = make_room(30), untouched = make_room(30);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        float weights[TARGETS] = { 0.0f };
        weights[TARGETS - 1 - i] = wrong[i];
        assert_int_equal(qx_keyframe_morph_build(morph, weights, &r.layout), QX_BAD_VALUE);
    }
    const float none[TARGETS] = { 0.0f };
    qx_keyframe_layout to = r.layout;
    to.normal_stride = 10;
    assert_int_equal(qx_keyframe_morph_build(morph, none, &to), QX_BAD_VALUE);
    assert_memory_equal(r.positions, untouched.positions, 360);
    assert_memory_equal(r.normals, untouched.normals, 360);
    drop_room(&r);
    drop_room(&untouched);
    qx_keyframe_morph_destroy(morph);
    close_face(&f);
}

static void extremes_stay_finite(void **state)
{
    (void)state;
    static const float base[6] = { 1e9f, -1e9f, 0, 1e-30f, 0, 1 }, ups[6] = { 0, 0, 1, 0, 1, 0 };
    static const float delta[6] = { 1e9f, -1e9f, 1e9f, 1e-40f, 0, 0 };
    qx_keyframe_target targets[TARGETS];
    for (uint32_t t = 0; t < TARGETS; t++)
        targets[t] = (qx_keyframe_target){ .positions = delta, .normals = delta };
    const qx_keyframe_morph_desc desc = { .vertex_count = 2,
                                          .target_count = TARGETS,
                                          .positions = base,
                                          .normals = ups,
                                          .targets = targets };
    qx_keyframe_morph *morph;
    assert_int_equal(qx_keyframe_morph_create(&desc, &morph), QX_OK);
    room r = make_room(2);
    float weights[TARGETS];
    for (uint32_t t = 0; t < TARGETS; t++) weights[t] = 1e6f;
    build(morph, weights, &r);
    for (size_t i = 0; i < 6; i++) assert_true(isfinite(r.positions[i]));
    assert_unit(r.normals, 2);
    drop_room(&r);
    qx_keyframe_morph_destroy(morph);
}

static void without_memory_there_is_none_and_poses_take_none(void **state)
{
    (void)state;
    face f;
    open_face(&f, 700, 9, true);
    failing book;
    qx_allocator allocator;
    qx_keyframe_morph *morph = NULL;
    long allowed = 0;
    for (; !morph; allowed++) {
        allocator = failing_after(&book, allowed);
        f.desc.allocator = &allocator;
        const qx_result result = qx_keyframe_morph_create(&f.desc, &morph);
        assert_int_equal(result, morph ? QX_OK : QX_NO_MEMORY);
        if (!morph) assert_int_equal(book.live, 0);
    }
    assert_true(allowed > 1);
    assert_int_equal(book.live_bytes, qx_keyframe_morph_get_info(morph).bytes);
    const long requests = book.requests;
    room r = make_room(700);
    const float weights[TARGETS] = { 0.5f, 0.25f };
    build(morph, weights, &r);
    assert_int_equal(book.requests, requests);
    drop_room(&r);
    qx_keyframe_morph_destroy(morph);
    assert_int_equal(book.live, 0);
    assert_int_equal(book.live_bytes, 0);
    close_face(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_is_base_and_weighted_deltas),
        cmocka_unit_test(without_weights_it_is_the_base_bit_for_bit),
        cmocka_unit_test(places_that_do_not_move_stay),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(any_layout_takes_the_same_floats),
        cmocka_unit_test(there_may_be_hundreds_of_targets),
        cmocka_unit_test(sparse_targets_take_less_memory),
        cmocka_unit_test(opposite_normals_become_the_base_s),
        cmocka_unit_test(a_base_without_targets_or_normals),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(bad_weights_and_strides_write_nothing),
        cmocka_unit_test(extremes_stay_finite),
        cmocka_unit_test(without_memory_there_is_none_and_poses_take_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
