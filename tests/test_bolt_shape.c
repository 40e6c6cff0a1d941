// SPDX-License-Identifier: MIT
// Paths for bolts: exact where they must be, even where they are by chance.
#include <quincunx/bolt.h>
#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define MOST_POINTS 600u
#define PI 3.14159265358979323846

static qx_vec3 path[MOST_POINTS], again[MOST_POINTS];

// Into `path`.
static uint32_t build(const qx_bolt_shape *shape)
{
    uint32_t count;
    assert_true(qx_bolt_bound_path(shape) <= MOST_POINTS);
    assert_int_equal(qx_bolt_build_path(shape, path, &count), QX_OK);
    assert_true(count >= 2 && count <= qx_bolt_bound_path(shape));
    for (uint32_t i = 0; i < count; i++)
        assert_true(isfinite(path[i].x) && isfinite(path[i].y) && isfinite(path[i].z));
    return count;
}

static bool same(qx_vec3 a, qx_vec3 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static double dot(qx_vec3 a, qx_vec3 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static qx_vec3 minus(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static double length(qx_vec3 a)
{
    return sqrt(dot(a, a));
}

static qx_vec3 any_place(qx_random *random, float reach)
{
    qx_vec3 v;
    v.x = qx_random_range(random, -reach, reach);
    v.y = qx_random_range(random, -reach, reach);
    v.z = qx_random_range(random, -reach, reach);
    return v;
}

// Points at random, some of them twice in a row.
static uint32_t any_points(qx_random *random, qx_vec3 points[12])
{
    const uint32_t count = 2 + qx_random_below(random, 11);
    for (uint32_t i = 0; i < count; i++) {
        const bool repeats = i > 0 && qx_random_below(random, 4) == 0;
        points[i] = repeats ? points[i - 1] : any_place(random, 1000.0f);
    }
    if (qx_random_below(random, 4) == 0) points[count - 1] = points[0];
    return count;
}

// --- through points

static void polylines_are_the_points_themselves(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 500; seed++) {
        qx_random random;
        qx_vec3 points[12];
        qx_random_seed(&random, seed, 1);
        const uint32_t given = any_points(&random, points);
        const bool closed = seed % 2 == 0, meets = same(points[0], points[given - 1]);
        const uint32_t count = build(&(qx_bolt_shape){
            .kind = QX_BOLT_POLYLINE, .points = points, .point_count = given, .closed = closed });
        assert_int_equal(count, given + (closed && !meets ? 1 : 0));
        assert_memory_equal(path, points, given * sizeof points[0]);
        if (closed) assert_true(same(path[count - 1], points[0]));
    }
}

static void splines_meet_every_point(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        qx_random random;
        qx_vec3 points[12];
        qx_random_seed(&random, seed, 2);
        const uint32_t given = any_points(&random, points),
                       steps = 1 + qx_random_below(&random, 20);
        const bool closed = seed % 2 == 0, meets = same(points[0], points[given - 1]);
        const uint32_t stretches = given - (closed && !meets ? 0 : 1);
        const uint32_t count = build(&(qx_bolt_shape){ .kind = QX_BOLT_SPLINE,
                                                       .points = points,
                                                       .point_count = given,
                                                       .closed = closed,
                                                       .steps = steps });
        assert_int_equal(count, stretches * steps + 1);
        for (uint32_t i = 0; i < given; i++) assert_true(same(path[i * steps], points[i]));
        if (closed) assert_true(same(path[count - 1], path[0]));
    }
}

// The curve as it is defined: Barry and Goldman's pyramid over knots.
static double pyramid(const double p[4], const double t[4], double at)
{
    double a[3], b[2];
    for (int i = 0; i < 3; i++)
        a[i] = ((t[i + 1] - at) * p[i] + (at - t[i]) * p[i + 1]) / (t[i + 1] - t[i]);
    for (int i = 0; i < 2; i++)
        b[i] = ((t[i + 2] - at) * a[i] + (at - t[i]) * a[i + 1]) / (t[i + 2] - t[i]);
    return ((t[2] - at) * b[0] + (at - t[1]) * b[1]) / (t[2] - t[1]);
}

static void splines_are_centripetal(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        qx_random random;
        qx_vec3 p[4];
        double t[4] = { 0.0 };
        qx_random_seed(&random, seed, 3);
        for (uint32_t i = 0; i < 4; i++) p[i] = any_place(&random, 100.0f);
        for (uint32_t i = 1; i < 4; i++) t[i] = t[i - 1] + sqrt(length(minus(p[i], p[i - 1])));
        build(
            &(qx_bolt_shape){ .kind = QX_BOLT_SPLINE, .points = p, .point_count = 4, .steps = 10 });
        for (uint32_t i = 1; i < 10; i++) {
            const double at = t[1] + (t[2] - t[1]) * i / 10.0;
            const double x[] = { (double)p[0].x, (double)p[1].x, (double)p[2].x, (double)p[3].x };
            const double z[] = { (double)p[0].z, (double)p[1].z, (double)p[2].z, (double)p[3].z };
            assert_true(fabs((double)path[10 + i].x - pyramid(x, t, at)) < 2e-4);
            assert_true(fabs((double)path[10 + i].z - pyramid(z, t, at)) < 2e-4);
        }
    }
}

static void splines_through_a_line_stay_on_it_and_turn_nowhere(void **state)
{
    (void)state;
    static const qx_vec3 line[] = { { 0, 0, 0 },     { 10, 5, 0 },    { 10, 5, 0 },
                                    { 300, 150, 0 }, { 302, 151, 0 }, { 700, 350, 0 } };
    const uint32_t count = build(&(qx_bolt_shape){
        .kind = QX_BOLT_SPLINE, .points = line, .point_count = COUNT(line), .steps = 16 });
    for (uint32_t i = 1; i < count; i++) {
        assert_true(path[i].x >= path[i - 1].x);
        assert_true(fabsf(path[i].x - 2.0f * path[i].y) < 1e-3f && path[i].z == 0.0f);
    }
}

static void points_that_are_all_one_are_one_place(void **state)
{
    (void)state;
    static const qx_vec3 one[] = { { 3, 4, 5 }, { 3, 4, 5 }, { 3, 4, 5 } };
    for (int kind = QX_BOLT_POLYLINE; kind <= QX_BOLT_SPLINE; kind++)
        for (uint32_t given = 2; given <= 3; given++)
            for (int closed = 0; closed < 2; closed++) {
                const uint32_t count = build(&(qx_bolt_shape){ .kind = (qx_bolt_shape_kind)kind,
                                                               .points = one,
                                                               .point_count = given,
                                                               .closed = closed != 0 });
                for (uint32_t i = 0; i < count; i++) assert_true(same(path[i], one[0]));
            }
}

// --- circle and rectangle

static void circles_are_round_flat_even_and_closed(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 4);
        qx_bolt_shape s = { .kind = QX_BOLT_CIRCLE, .radius = 50.0f };
        s.centre = any_place(&random, 100.0f);
        s.axis = any_place(&random, seed % 3 == 0 ? 1e-30f : 5.0f);
        if (seed % 5 == 0) s.axis = (qx_vec3){ 0.0f, 0.0f, -1.0f };
        s.steps = 3 + qx_random_below(&random, 60);
        const uint32_t count = build(&s);
        assert_int_equal(count, s.steps + 1);
        assert_true(same(path[0], path[count - 1]));
        const double side = 100.0 * sin(PI / s.steps), axis = length(s.axis);
        for (uint32_t i = 0; i < s.steps; i++) {
            const qx_vec3 arm = minus(path[i], s.centre);
            assert_true(fabs(length(arm) - 50.0) < 1e-4);
            if (axis > 1e-18) assert_true(fabs(dot(arm, s.axis) / axis) < 1e-4);
            assert_true(fabs(length(minus(path[i + 1], path[i])) - side) < 1e-4);
        }
    }
}

static void a_plain_circle_begins_at_the_right_and_goes_down(void **state)
{
    (void)state;
    assert_int_equal(build(&(qx_bolt_shape){ .kind = QX_BOLT_CIRCLE, .radius = 10.0f }), 9);
    assert_true(path[0].x == 10.0f && path[0].y == 0.0f && path[0].z == 0.0f);
    assert_true(fabsf(path[2].x) < 1e-6f && path[2].y == 10.0f);
}

static void rectangles_have_their_corners_exactly(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 500; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 5);
        qx_bolt_shape s = { .kind = QX_BOLT_RECTANGLE };
        s.centre = any_place(&random, 100.0f);
        s.half.x = qx_random_range(&random, 1e-3f, 300.0f);
        s.half.y = qx_random_range(&random, 1e-3f, 300.0f);
        s.steps = qx_random_below(&random, 20);
        const uint32_t n = s.steps > 0 ? s.steps : 2;
        const float left = s.centre.x - s.half.x, right = s.centre.x + s.half.x;
        const float top = s.centre.y - s.half.y, bottom = s.centre.y + s.half.y, z = s.centre.z;
        assert_int_equal(build(&s), 4 * n + 1);
        assert_true(same(path[0], (qx_vec3){ left, top, z }));
        assert_true(same(path[n], (qx_vec3){ right, top, z }));
        assert_true(same(path[2 * n], (qx_vec3){ right, bottom, z }));
        assert_true(same(path[3 * n], (qx_vec3){ left, bottom, z }));
        assert_true(same(path[4 * n], path[0]));
        for (uint32_t i = 0; i <= n; i++) {
            assert_true(path[i].y == top && path[n + i].x == right);
            assert_true(path[2 * n + i].y == bottom && path[3 * n + i].x == left);
            assert_true(fabs((double)path[i].x - (double)left -
                             ((double)right - (double)left) * i / n) < 1e-4);
        }
    }
}

// --- by chance

static void between_meets_every_pair_alike(void **state)
{
    (void)state;
    static const qx_vec3 points[3] = { { 0, 1, 0 }, { 1, 1, 0 }, { 2, 1, 0 } };
    static const qx_vec3 others[4] = { { 0, 2, 0 }, { 1, 2, 0 }, { 2, 2, 0 }, { 3, 2, 0 } };
    uint32_t met[3][4] = { { 0 } };
    qx_bolt_shape s = { .kind = QX_BOLT_BETWEEN,
                        .points = points,
                        .point_count = 3,
                        .others = others,
                        .other_count = 4 };
    for (s.seed = 0; s.seed < 12000; s.seed++) {
        assert_int_equal(build(&s), 2);
        assert_true(path[0].y == 1.0f && path[1].y == 2.0f);
        met[(int)path[0].x][(int)path[1].x]++;
    }
    for (int i = 0; i < 12; i++) assert_in_range(met[i / 4][i % 4], 850, 1150);
}

#define TRIES 20000
#define BINS 8

// Shares of the tries that fall into bins of equal measure are equal, within five standard
// deviations.
static void assert_even(const uint32_t *bins, uint32_t count)
{
    const double expected = (double)TRIES / count;
    for (uint32_t i = 0; i < count; i++)
        assert_true(fabs(bins[i] - expected) < 5.0 * sqrt(expected));
}

static uint32_t bin_of(double share)
{
    assert_true(share > -1e-5 && share < 1.00001);
    const int bin = (int)(share * BINS);
    return (uint32_t)(bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin);
}

static void places_in_a_disc_are_even(void **state)
{
    (void)state;
    uint32_t bins[BINS * BINS] = { 0 };
    qx_bolt_shape s = { .kind = QX_BOLT_DISC, .centre = { 7, 8, 9 }, .radius = 20.0f };
    for (s.seed = 0; s.seed < TRIES; s.seed++) {
        assert_int_equal(build(&s), 2);
        assert_true(same(path[0], s.centre) && path[1].z == 9.0f);
        const qx_vec3 arm = minus(path[1], s.centre);
        const uint32_t ring = bin_of(dot(arm, arm) / 400.0);
        const double angle = atan2((double)arm.y, (double)arm.x);
        bins[ring * BINS + bin_of((angle + PI) / (2.0 * PI))]++;
    }
    assert_even(bins, BINS * BINS);
}

static void places_in_a_tilted_disc_lie_in_its_plane(void **state)
{
    (void)state;
    qx_bolt_shape s = { .kind = QX_BOLT_DISC, .axis = { 1, -2, -0.5f }, .radius = 3.0f };
    for (s.seed = 0; s.seed < 1000; s.seed++) {
        build(&s);
        assert_true(fabs(dot(path[1], s.axis)) < 1e-5 && length(path[1]) < 3.00001);
    }
}

static void assert_cone_is_even(qx_bolt_shape *s, double open)
{
    uint32_t bins[3][BINS] = { { 0 } };
    const double axis = length(s->axis);
    const qx_vec3 along = axis > 0.0 ? s->axis : (qx_vec3){ 0.0f, 1.0f, 0.0f };
    for (s->seed = 0; s->seed < TRIES; s->seed++) {
        assert_int_equal(build(s), 2);
        assert_true(same(path[0], s->centre));
        const qx_vec3 arm = minus(path[1], s->centre);
        const double far = length(arm), r = far / (double)s->radius;
        const double cosine = dot(arm, along) / (axis > 0.0 ? axis : 1.0) / far;
        bins[0][bin_of(r * r * r)]++;
        if (far > 0.01 * (double)s->radius) bins[1][bin_of((1.0 - cosine) / (1.0 - cos(open)))]++;
        bins[2][bin_of((atan2((double)arm.z, (double)arm.x) + PI) / (2.0 * PI))]++;
    }
    assert_even(bins[0], BINS);
    assert_even(bins[1], BINS);
    if (along.x == 0.0f && along.z == 0.0f) assert_even(bins[2], BINS);
}

static void places_in_a_cone_are_even(void **state)
{
    (void)state;
    qx_bolt_shape plain = { .kind = QX_BOLT_CONE, .radius = 5.0f };
    assert_cone_is_even(&plain, 0.5);
    qx_bolt_shape wide = { .kind = QX_BOLT_CONE,
                           .centre = { 1, 2, 3 },
                           .axis = { 3, -1, 2 },
                           .radius = 40.0f,
                           .angle = 2.0f };
    assert_cone_is_even(&wide, 2.0);
    qx_bolt_shape ball = { .kind = QX_BOLT_CONE, .radius = 5.0f, .angle = 3.14159274f };
    assert_cone_is_even(&ball, PI);
}

// --- the same again, and what is refused

static const qx_vec3 pair[] = { { 0, 0, 0 }, { 100, 50, 25 } };

static void the_same_shape_is_the_same_bytes(void **state)
{
    (void)state;
    for (int kind = QX_BOLT_POLYLINE; kind <= QX_BOLT_CONE; kind++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            const qx_bolt_shape s = { .kind = (qx_bolt_shape_kind)kind,
                                      .points = pair,
                                      .point_count = 2,
                                      .others = pair,
                                      .other_count = 2,
                                      .half = { 3, 4 },
                                      .radius = 9.0f,
                                      .seed = seed };
            const uint32_t count = build(&s);
            memcpy(again, path, count * sizeof path[0]);
            memset(path, 0xFF, sizeof path);
            assert_int_equal(build(&s), count);
            assert_memory_equal(path, again, count * sizeof path[0]);
        }
}

static void bad_shapes_are_refused(void **state)
{
    (void)state;
    static const qx_vec3 strange[] = { { 0, 0, 0 }, { NAN, 0, 0 }, { 0, 0, 0 } };
    static const qx_vec3 distant[] = { { 0, 1.1e7f, 0 }, { 0, 0, 0 } };
    static const qx_bolt_shape bad[] = {
        { .kind = QX_BOLT_POLYLINE },
        { .kind = QX_BOLT_POLYLINE, .points = pair, .point_count = 1 },
        { .kind = QX_BOLT_SPLINE, .points = pair, .point_count = 1, .closed = true },
        { .kind = QX_BOLT_POLYLINE, .points = strange, .point_count = 3 },
        { .kind = QX_BOLT_SPLINE, .points = strange, .point_count = 3 },
        { .kind = QX_BOLT_SPLINE, .points = distant, .point_count = 2 },
        { .kind = QX_BOLT_CIRCLE },
        { .kind = QX_BOLT_CIRCLE, .radius = -1 },
        { .kind = QX_BOLT_CIRCLE, .radius = NAN },
        { .kind = QX_BOLT_CIRCLE, .radius = INFINITY },
        { .kind = QX_BOLT_CIRCLE, .radius = 1, .axis = { NAN, 0, 0 } },
        { .kind = QX_BOLT_CIRCLE, .radius = 1, .axis = { 0, INFINITY, 0 } },
        { .kind = QX_BOLT_CIRCLE, .radius = 1, .centre = { 0, 0, NAN } },
        { .kind = QX_BOLT_RECTANGLE },
        { .kind = QX_BOLT_RECTANGLE, .half = { 1, 0 } },
        { .kind = QX_BOLT_RECTANGLE, .half = { -1, 1 } },
        { .kind = QX_BOLT_RECTANGLE, .half = { 1, NAN } },
        { .kind = QX_BOLT_RECTANGLE, .half = { 1, 1 }, .centre = { INFINITY, 0, 0 } },
        { .kind = QX_BOLT_BETWEEN, .points = pair, .point_count = 2 },
        { .kind = QX_BOLT_BETWEEN, .others = pair, .other_count = 2 },
        { .kind = QX_BOLT_BETWEEN,
          .points = pair,
          .point_count = 2,
          .others = strange,
          .other_count = 2 },
        { .kind = QX_BOLT_DISC },
        { .kind = QX_BOLT_CONE, .radius = 1, .angle = -1 },
        { .kind = QX_BOLT_CONE, .radius = 1, .angle = 3.2f },
        { .kind = QX_BOLT_CONE, .radius = 1, .angle = NAN },
        { .kind = (qx_bolt_shape_kind)99, .points = pair, .point_count = 2, .radius = 1 },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        uint32_t count = 7;
        path[0] = (qx_vec3){ 1, 2, 3 };
        assert_int_equal(qx_bolt_bound_path(&bad[i]), 0);
        assert_int_equal(qx_bolt_build_path(&bad[i], path, &count), QX_BAD_VALUE);
        assert_int_equal(count, 0);
        assert_true(same(path[0], (qx_vec3){ 1, 2, 3 }));
    }
}

static void paths_of_too_many_links_are_refused(void **state)
{
    (void)state;
    static qx_vec3 most[QX_BOLT_MAX_LINKS + 1];
    static const qx_bolt_shape bad[] = {
        { .kind = QX_BOLT_CIRCLE, .radius = 1, .steps = QX_BOLT_MAX_LINKS + 1 },
        { .kind = QX_BOLT_CIRCLE, .radius = 1, .steps = UINT32_MAX },
        { .kind = QX_BOLT_RECTANGLE, .half = { 1, 1 }, .steps = QX_BOLT_MAX_LINKS / 4 + 1 },
        { .kind = QX_BOLT_RECTANGLE, .half = { 1, 1 }, .steps = 1u << 30 },
        { .kind = QX_BOLT_SPLINE, .points = pair, .point_count = 2, .steps = UINT32_MAX },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        uint32_t count = 7;
        assert_int_equal(qx_bolt_bound_path(&bad[i]), 0);
        assert_int_equal(qx_bolt_build_path(&bad[i], most, &count), QX_TOO_LARGE);
        assert_int_equal(count, 0);
    }
    uint32_t count;
    const qx_bolt_shape s = { .kind = QX_BOLT_CIRCLE, .radius = 1, .steps = QX_BOLT_MAX_LINKS };
    assert_int_equal(qx_bolt_bound_path(&s), QX_BOLT_MAX_LINKS + 1);
    assert_int_equal(qx_bolt_build_path(&s, most, &count), QX_OK);
    assert_true(count == QX_BOLT_MAX_LINKS + 1 && same(most[0], most[QX_BOLT_MAX_LINKS]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polylines_are_the_points_themselves),
        cmocka_unit_test(splines_meet_every_point),
        cmocka_unit_test(splines_are_centripetal),
        cmocka_unit_test(splines_through_a_line_stay_on_it_and_turn_nowhere),
        cmocka_unit_test(points_that_are_all_one_are_one_place),
        cmocka_unit_test(circles_are_round_flat_even_and_closed),
        cmocka_unit_test(a_plain_circle_begins_at_the_right_and_goes_down),
        cmocka_unit_test(rectangles_have_their_corners_exactly),
        cmocka_unit_test(between_meets_every_pair_alike),
        cmocka_unit_test(places_in_a_disc_are_even),
        cmocka_unit_test(places_in_a_tilted_disc_lie_in_its_plane),
        cmocka_unit_test(places_in_a_cone_are_even),
        cmocka_unit_test(the_same_shape_is_the_same_bytes),
        cmocka_unit_test(bad_shapes_are_refused),
        cmocka_unit_test(paths_of_too_many_links_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
