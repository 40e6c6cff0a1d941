// SPDX-License-Identifier: MIT
// The ball, normals made from triangles, boxes and rays of a pose.
#include <quincunx/keyframe_pose.h>
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

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct built {
    qx_keyframe_ball_counts counts;
    qx_vec3 *positions, *normals;
    uint32_t *indices;
} built;

static built build(const qx_keyframe_ball_desc *desc)
{
    built b = { .counts = qx_keyframe_ball_bound(desc) };
    const size_t all = (size_t)b.counts.vertices * b.counts.keys;
    b.positions = malloc(all * sizeof *b.positions);
    b.normals = malloc(all * sizeof *b.normals);
    b.indices = malloc(b.counts.indices * sizeof *b.indices);
    assert_true(b.positions && b.normals && b.indices);
    memset(b.positions, 0xFF, all * sizeof *b.positions); // NaN where nothing is written
    assert_int_equal(qx_keyframe_ball_build(desc, b.positions, b.normals, b.indices), QX_OK);
    return b;
}

static void drop(built *b)
{
    free(b->positions);
    free(b->normals);
    free(b->indices);
}

static double length(qx_vec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

// --- the ball

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// Every directed edge once, and its opposite too: closed, and turned alike everywhere.
static void assert_closed(const built *b)
{
    const uint32_t count = b->counts.indices;
    uint64_t *edges = malloc(count * sizeof *edges);
    assert_non_null(edges);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        edges[i] = (uint64_t)b->indices[i] << 32 | b->indices[next];
    }
    qsort(edges, count, sizeof *edges, compare);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(i == 0 || edges[i] != edges[i - 1]);
        const uint64_t opposite = edges[i] << 32 | edges[i] >> 32;
        assert_non_null(bsearch(&opposite, edges, count, sizeof *edges, compare));
    }
    free(edges);
}

static double volume(const built *b, uint32_t key)
{
    const qx_vec3 *p = b->positions + (size_t)key * b->counts.vertices;
    double sum = 0.0;
    for (uint32_t i = 0; i < b->counts.indices; i += 3) {
        const qx_vec3 u = p[b->indices[i]], v = p[b->indices[i + 1]], w = p[b->indices[i + 2]];
        sum += (double)u.x * ((double)v.y * (double)w.z - (double)v.z * (double)w.y) +
               (double)u.y * ((double)v.z * (double)w.x - (double)v.x * (double)w.z) +
               (double)u.z * ((double)v.x * (double)w.y - (double)v.y * (double)w.x);
    }
    return sum / 6.0;
}

static void the_ball_is_closed_and_keeps_its_volume(void **state)
{
    (void)state;
    for (uint32_t detail = 1; detail <= 6; detail++) {
        built b = build(&(qx_keyframe_ball_desc){ .detail = detail, .radius = 2, .keys = 5 });
        assert_int_equal(b.counts.vertices, (10u << (2 * detail)) + 2);
        assert_int_equal(b.counts.keys, 5);
        assert_closed(&b);
        const double whole = volume(&b, 0);
        assert_true(whole > 20.0 && whole < 4.0 / 3.0 * 3.14159265 * 8.0);
        for (uint32_t key = 1; key < 5; key++)
            assert_true(fabs(volume(&b, key) / whole - 1.0) < 1e-5);
        drop(&b);
    }
}

static void the_ball_stands_on_the_floor_when_squashed(void **state)
{
    (void)state;
    built b = build(&(qx_keyframe_ball_desc){ .radius = 1.5f, .height = 4.0f, .squash = 0.5f });
    const uint32_t n = b.counts.vertices;
    const qx_keyframe_box up = qx_keyframe_pose_bounds(&b.positions->x, 0, n);
    const qx_keyframe_box down = qx_keyframe_pose_bounds(&b.positions[n].x, 0, n);
    assert_true(fabsf(up.high.y - 5.5f) < 0.02f && fabsf(up.low.y - 2.5f) < 0.02f);
    assert_true(fabsf(down.low.y) < 0.02f && fabsf(down.high.y - 1.5f) < 0.02f);
    assert_true(down.high.x > 1.4f * 1.5f);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(fabs(length(b.normals[i]) - 1.0) < 1e-6);
        assert_true(fabs(length(b.normals[n + i]) - 1.0) < 1e-6);
    }
    drop(&b);
}

static void bad_balls_are_refused(void **state)
{
    (void)state;
    static const qx_keyframe_ball_desc bad[] = {
        { .detail = 7 },    { .radius = -1 },   { .radius = NAN }, { .height = INFINITY },
        { .squash = 0.1f }, { .squash = 1.1f }, { .keys = 3 },     { .keys = 1 },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(qx_keyframe_ball_bound(&bad[i]).vertices, 0);
        assert_int_equal(qx_keyframe_ball_build(&bad[i], NULL, NULL, NULL), QX_BAD_VALUE);
    }
}

// --- normals

static void smooth_normals_are_near_the_balls_own(void **state)
{
    (void)state;
    built b = build(&(qx_keyframe_ball_desc){ .detail = 4 });
    const uint32_t n = b.counts.vertices;
    qx_vec3 *made = malloc(2 * n * sizeof *made);
    assert_non_null(made);
    for (uint32_t key = 0; key < 2; key++) {
        assert_int_equal(qx_keyframe_normals_build(&b.positions[key * n].x, 12, n, b.indices,
                                                   b.counts.indices, true, &made->x, 24),
                         QX_OK);
        for (uint32_t i = 0; i < n; i++) {
            const qx_vec3 own = b.normals[key * n + i], other = made[2 * i];
            assert_true(fabs(length(other) - 1.0) < 2e-7);
            assert_true(own.x * other.x + own.y * other.y + own.z * other.z > 0.999f);
        }
    }
    free(made);
    drop(&b);
}

static void flat_normals_are_their_triangles(void **state)
{
    (void)state;
    static const float corners[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5 };
    static const uint32_t indices[] = { 0, 1, 2, 3, 4, 5 };
    static const float expected[] = { 0, 0, 1 };
    float normals[18];
    assert_int_equal(qx_keyframe_normals_build(corners, 0, 6, indices, 6, false, normals, 0),
                     QX_OK);
    for (int i = 0; i < 6; i++) // the second triangle has no area
        assert_memory_equal(normals + 3 * i, expected, sizeof expected);
    static const uint32_t beyond[] = { 0, 1, 6 };
    assert_int_equal(qx_keyframe_normals_build(corners, 0, 6, beyond, 3, true, normals, 0),
                     QX_BAD_VALUE);
    assert_int_equal(qx_keyframe_normals_build(corners, 0, 6, indices, 5, true, normals, 0),
                     QX_BAD_VALUE);
    assert_int_equal(qx_keyframe_normals_build(corners, 8, 6, indices, 6, true, normals, 0),
                     QX_BAD_VALUE);
    assert_int_equal(qx_keyframe_normals_build(corners, 0, 6, indices, 6, true, normals, 14),
                     QX_BAD_VALUE);
}

static void normals_are_finite_whatever_the_places(void **state)
{
    (void)state;
    static const float odd[] = { NAN, INFINITY, -INFINITY, 3e38f, 1e-45f };
    static const uint32_t indices[] = { 0, 1, 2 };
    for (size_t i = 0; i < 3 * sizeof odd / sizeof odd[0]; i++) {
        float corners[9] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, normals[9];
        corners[3 + i % 3] = odd[i / 3];
        for (int smooth = 0; smooth < 2; smooth++) {
            assert_int_equal(
                qx_keyframe_normals_build(corners, 0, 3, indices, 3, smooth, normals, 0), QX_OK);
            for (int k = 0; k < 9; k += 3)
                assert_true(fabsf(normals[k] * normals[k] + normals[k + 1] * normals[k + 1] +
                                  normals[k + 2] * normals[k + 2] - 1.0f) < 1e-6f);
        }
    }
}

// --- rays

// A sphere is met where the formula says, but for the flatness of its triangles; at vertices and
// edges too.
static void rays_meet_the_ball(void **state)
{
    (void)state;
    built b = build(&(qx_keyframe_ball_desc){ .detail = 5, .radius = 1, .height = 0.0001f });
    qx_random random;
    qx_random_seed(&random, 1, 0);
    const uint32_t count = b.counts.indices;
    for (int run = 0; run < 400; run++) {
        qx_vec3 way = { qx_random_range(&random, -1, 1), qx_random_range(&random, -1, 1),
                        qx_random_range(&random, -1, 1) };
        if (run < 100) way = b.normals[run * 7]; // through a vertex
        if (length(way) < 0.5) continue;         // it would begin inside
        const qx_vec3 inward = { -way.x, -way.y, -way.z };
        const qx_vec3 origin = { 3 * way.x, 3 * way.y, 3 * way.z };
        float distance;
        uint32_t triangle;
        assert_true(qx_keyframe_pose_ray(&b.positions->x, 12, b.indices, count, origin, inward,
                                         &distance, &triangle));
        assert_true(fabs((double)distance - (3.0 - 1.0 / length(way))) < 2e-3 / length(way));
        assert_true(triangle < count / 3);
        assert_false(qx_keyframe_pose_ray(&b.positions->x, 12, b.indices, count, origin, way,
                                          &distance, &triangle));
        assert_true(distance == 0.0f);
    }
    drop(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ball_is_closed_and_keeps_its_volume),
        cmocka_unit_test(the_ball_stands_on_the_floor_when_squashed),
        cmocka_unit_test(bad_balls_are_refused),
        cmocka_unit_test(smooth_normals_are_near_the_balls_own),
        cmocka_unit_test(flat_normals_are_their_triangles),
        cmocka_unit_test(normals_are_finite_whatever_the_places),
        cmocka_unit_test(rays_meet_the_ball),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
