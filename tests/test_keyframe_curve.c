// SPDX-License-Identifier: MIT
// Eases, springs, what lies between keys, and clips that share a pose.
#include <quincunx/keyframe.h>
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
#define SECOND QX_KEYFRAME_SECOND
#define PI 3.14159265358979323846

// --- eases

static void eases_are_exact_at_both_ends(void **state)
{
    (void)state;
    static const double before[] = { 0.0, -0.0, -1.0, -INFINITY, NAN };
    static const double after[] = { 1.0, 1.5, INFINITY };
    for (int ease = 0; ease < QX_EASE_COUNT; ease++) {
        for (size_t i = 0; i < COUNT(before); i++)
            assert_true(qx_keyframe_ease((qx_ease)ease, before[i]) == 0.0);
        for (size_t i = 0; i < COUNT(after); i++)
            assert_true(qx_keyframe_ease((qx_ease)ease, after[i]) == 1.0);
    }
}

static void eases_have_no_steps(void **state)
{
    (void)state;
    for (int ease = 0; ease < QX_EASE_COUNT; ease++) {
        double last = 0.0;
        for (int i = 1; i <= 1000000; i++) {
            const double value = qx_keyframe_ease((qx_ease)ease, i / 1e6);
            assert_true(fabs(value - last) < 2e-3); // CIRC is upright at an end
            last = value;
        }
    }
}

// Each way out is the way in seen from the other end, and a half of both is in and out.
static void the_three_ways_belong_together(void **state)
{
    (void)state;
    for (int in = QX_EASE_IN_SINE; in < QX_EASE_COUNT; in += 3) {
        for (int i = 1; i < 1000; i++) {
            const double t = i / 1000.0;
            const double mirrored = 1.0 - qx_keyframe_ease((qx_ease)in, 1.0 - t);
            assert_true(fabs(qx_keyframe_ease((qx_ease)(in + 1), t) - mirrored) < 1e-12);
            const double both = qx_keyframe_ease((qx_ease)(in + 2), t);
            const double other = qx_keyframe_ease((qx_ease)(in + 2), 1.0 - t);
            assert_true(fabs(both + other - 1.0) < 1e-12);
        }
    }
}

typedef struct ease_case {
    qx_ease ease;
    double t, value;
} ease_case;

// By hand from Penner's formulas.
static void eases_have_penners_values(void **state)
{
    (void)state;
    static const ease_case cases[] = {
        { QX_EASE_LINEAR, 0.3, 0.3 },
        { QX_EASE_IN_QUAD, 0.5, 0.25 },
        { QX_EASE_OUT_CUBIC, 0.5, 0.875 },
        { QX_EASE_IN_OUT_QUART, 0.25, 0.03125 },
        { QX_EASE_IN_QUINT, 0.5, 0.03125 },
        { QX_EASE_IN_SINE, 0.5, 0.29289321881345254 },
        { QX_EASE_IN_OUT_SINE, 0.25, 0.14644660940672624 },
        { QX_EASE_IN_EXPO, 0.5, 31.0 / 1023.0 },
        { QX_EASE_IN_CIRC, 0.6, 0.2 },
        { QX_EASE_IN_BACK, 0.5, -0.0876975 },
        { QX_EASE_OUT_BOUNCE, 0.2, 0.3025 },
        { QX_EASE_OUT_BOUNCE, 1.5 / 2.75, 0.75 },
        { QX_EASE_OUT_ELASTIC, 0.9, 1.0 - 1.0 / 512.0 - 0.9 / 2048.0 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const double value = qx_keyframe_ease(cases[i].ease, cases[i].t);
        assert_true(fabs(value - cases[i].value) < 1e-12);
    }
}

static void eases_are_found_by_name(void **state)
{
    (void)state;
    for (int ease = 0; ease < QX_EASE_COUNT; ease++)
        assert_int_equal(qx_keyframe_ease_find(qx_keyframe_ease_text((qx_ease)ease)), ease);
    assert_int_equal(qx_keyframe_ease_find("in-outer-space"), QX_EASE_COUNT);
    assert_string_equal(qx_keyframe_ease_text(QX_EASE_COUNT), "unknown");
}

static void bezier_curves_follow_css(void **state)
{
    (void)state;
    for (int i = 0; i <= 1000; i++) { // control points on the line: the line
        const double t = i / 1000.0;
        assert_true(fabs(qx_keyframe_bezier(0.25, 0.25, 0.75, 0.75, t) - t) < 1e-12);
    }
    // "ease" at a half, from its polynomial: x(s) = 1/2 at s = 0.70091…
    assert_true(fabs(qx_keyframe_bezier(0.25, 0.1, 0.25, 1.0, 0.5) - 0.80240338) < 1e-7);
    assert_true(fabs(qx_keyframe_bezier(0.42, 0.0, 0.58, 1.0, 0.5) - 0.5) < 1e-12);
    assert_true(qx_keyframe_bezier(-5.0, 0.0, 7.0, 1.0, 0.5) ==
                qx_keyframe_bezier(0.0, 0.0, 1.0, 1.0, 0.5));
    assert_true(qx_keyframe_bezier(0.5, NAN, 0.5, 1.0, 0.25) == 0.25);
    assert_true(qx_keyframe_bezier(0.1, 5.0, 0.2, -5.0, 1.0) == 1.0);
}

// Against the equation of motion, in small steps.
static void springs_obey_their_equation(void **state)
{
    (void)state;
    static const double dampings[] = { 0.05, 0.5, 0.9, 0.9999999, 1.0, 1.3, 4.0 };
    for (size_t i = 0; i < COUNT(dampings); i++) {
        const qx_keyframe_spring spring = { .frequency = 1.5,
                                            .damping = dampings[i],
                                            .velocity = 3.0 };
        const double w = 2.0 * PI * spring.frequency, dt = 1e-6;
        double x = -1.0, v = 3.0;
        for (int step = 0; step < 1000000; step++) {
            v += 0.5 * dt * (-2.0 * dampings[i] * w * v - w * w * x);
            x += dt * v;
            v += 0.5 * dt * (-2.0 * dampings[i] * w * v - w * w * x);
            if (step % 100000 == 99999) {
                const double value = qx_keyframe_spring_sample(&spring, (step + 1) * dt);
                assert_true(fabs(value - (1.0 + x)) < 2e-4);
            }
        }
    }
    const qx_keyframe_spring plain = { 0 };
    assert_true(qx_keyframe_spring_sample(&plain, 0.0) == 0.0);
    assert_true(qx_keyframe_spring_sample(&plain, NAN) == 0.0);
    assert_true(fabs(qx_keyframe_spring_sample(&plain, 20.0) - 1.0) < 1e-12);
    assert_true(qx_keyframe_spring_sample(&plain, INFINITY) == 1.0);
}

// --- tracks

static const int64_t uneven[] = { SECOND / 2, SECOND, SECOND, 3 * SECOND, 7 * SECOND };

static void keys_are_met_exactly(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 0);
    for (int run = 0; run < 1000; run++) {
        float values[5 * 3 * 2];
        for (size_t i = 0; i < COUNT(values); i++) values[i] = qx_random_range(&random, -9, 9);
        for (int curve = 0; curve <= QX_KEYFRAME_CUBIC; curve++) {
            const qx_keyframe_track track = { .curve = (qx_keyframe_curve)curve,
                                              .count = 5,
                                              .width = 2,
                                              .times = uneven,
                                              .values = values,
                                              .period = run & 1 ? 10 * SECOND : 0 };
            for (uint32_t key = 0; key < 5; key++) {
                const uint32_t met = key == 1 ? 2 : key; // of equal times the last holds
                const float *stored = values + 2 * (curve == QX_KEYFRAME_CUBIC ? 3 * met + 1 : met);
                float found[2];
                qx_keyframe_track_sample(&track, (double)uneven[key], found);
                assert_memory_equal(found, stored, sizeof found);
            }
        }
    }
}

static void outside_of_the_keys_ends_stay(void **state)
{
    (void)state;
    const float values[] = { 1, 2, 3, 4, 5 };
    const qx_keyframe_track track = { .count = 5, .width = 1, .times = uneven, .values = values };
    static const double places[] = { -1e18, 0.0, 1e9, 1e18, NAN };
    static const float expected[] = { 1, 1, 5, 5, 1 };
    for (size_t i = 0; i < COUNT(places); i++) {
        float value;
        qx_keyframe_track_sample(&track, i == 2 ? 7.5 * (double)SECOND : places[i], &value);
        assert_true(value == expected[i]);
    }
}

static void linear_stays_between_its_two(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    static const int64_t times[] = { 0, 3 * SECOND };
    for (int run = 0; run < 200000; run++) {
        float values[2] = { qx_random_range(&random, -9, 9), qx_random_range(&random, -9, 9) };
        if (run & 1) values[1] = values[0];
        const qx_keyframe_track track = {
            .count = 2, .width = 1, .times = times, .values = values
        };
        float value;
        qx_keyframe_track_sample(&track, qx_random_unit(&random) * 3.0 * (double)SECOND, &value);
        assert_true(value >= fminf(values[0], values[1]) && value <= fmaxf(values[0], values[1]));
    }
}

static void cubic_takes_tangents_a_second(void **state)
{
    (void)state;
    static const int64_t times[] = { 0, 2 * SECOND };
    // f(t) = t^3 - 2 t: slopes -2 and 10, values 0 and 4.
    static const float values[] = { 0, 0, -2, 10, 4, 0 };
    const qx_keyframe_track track = {
        .curve = QX_KEYFRAME_CUBIC, .count = 2, .width = 1, .times = times, .values = values
    };
    for (int i = 0; i <= 20; i++) {
        const double t = i / 10.0;
        float value;
        qx_keyframe_track_sample(&track, t * (double)SECOND, &value);
        assert_true(fabs((double)value - (t * t * t - 2.0 * t)) < 1e-5);
    }
}

// Catmull-Rom meets a straight line, and a parabola within, whatever the spacing of keys is not.
static void catmull_rom_keeps_straight_lines(void **state)
{
    (void)state;
    static const int64_t times[] = { 0, SECOND, 3 * SECOND, 4 * SECOND };
    static const float line[] = { 1, 3, 7, 9 }, same[] = { 0.1f, 0.1f, 0.1f, 0.1f };
    for (int i = 0; i <= 400; i++) {
        const double t = i / 100.0;
        float value;
        qx_keyframe_track track = {
            .curve = QX_KEYFRAME_CATMULL_ROM, .count = 4, .width = 1, .times = times, .values = line
        };
        qx_keyframe_track_sample(&track, t * (double)SECOND, &value);
        assert_true(fabs((double)value - (1.0 + 2.0 * t)) < 1e-6);
        track.values = same;
        qx_keyframe_track_sample(&track, t * (double)SECOND, &value);
        assert_true(value == 0.1f);
    }
}

static float at(const qx_keyframe_track *track, double seconds)
{
    float value;
    qx_keyframe_track_sample(track, seconds * (double)SECOND, &value);
    return value;
}

static void a_period_closes_the_ring(void **state)
{
    (void)state;
    static const int64_t times[] = { 0, SECOND, 2 * SECOND };
    static const float values[] = { 0, 1, 5 };
    qx_keyframe_track track = {
        .count = 3, .width = 1, .times = times, .values = values, .period = 4 * SECOND
    };
    assert_true(at(&track, 3.0) == 2.5f && at(&track, 4.0) == 0.0f);

    // Smooth across the seam: the same slope on both sides.
    track.curve = QX_KEYFRAME_CATMULL_ROM;
    const double h = 1e-4;
    const double before = ((double)at(&track, 4.0) - (double)at(&track, 4.0 - h)) / h;
    const double after = ((double)at(&track, h) - (double)at(&track, 0.0)) / h;
    assert_true(fabs(before - after) < 1e-2);
    assert_true(fabs(after - (1.0 - 5.0) / 3.0) < 1e-2); // neighbours: 5 two before, 1 one after
}

static void spans_weigh_as_tracks_do(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 0);
    static const qx_keyframe_curve curves[] = { QX_KEYFRAME_LINEAR, QX_KEYFRAME_STEP,
                                                QX_KEYFRAME_CATMULL_ROM };
    for (int run = 0; run < 20000; run++) {
        float values[5];
        for (int i = 0; i < 5; i++) values[i] = qx_random_range(&random, -9, 9);
        const qx_keyframe_track track = { .curve = curves[run % 3],
                                          .count = 1 + (uint32_t)run % 5,
                                          .width = 1,
                                          .times = uneven,
                                          .values = values,
                                          .period = run & 8 ? 7 * SECOND : 0 };
        const double place = (double)qx_random_range(&random, -1, 9) * (double)SECOND;
        const qx_keyframe_span span =
            qx_keyframe_span_find(uneven, track.count, track.curve, track.period, place);
        double sum = 0.0, value = 0.0;
        for (int i = 0; i < 4; i++) {
            assert_true(span.key[i] < track.count);
            sum += (double)span.weight[i];
            value += (double)span.weight[i] * (double)values[span.key[i]];
        }
        assert_true(fabs(sum - 1.0) < 1e-6);
        assert_true(fabs(value - (double)at(&track, place / (double)SECOND)) < 2e-5);
    }
}

// --- players

static const int64_t clip_times[] = { 0, SECOND / 2, SECOND };
static const qx_keyframe_clip clips[] = {
    { 0, 3, clip_times, SECOND, QX_KEYFRAME_REPEAT },
    { 3, 3, clip_times, SECOND, QX_KEYFRAME_ONCE },
    { 6, 3, clip_times, 2 * SECOND, QX_KEYFRAME_PING_PONG },
};

static double weight_of(const qx_keyframe_player *player, uint32_t clip, int64_t now)
{
    qx_keyframe_share shares[QX_KEYFRAME_LAYERS];
    const uint32_t count = qx_keyframe_player_sample(player, now, shares);
    double sum = 0.0, weight = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        assert_true(shares[i].weight > 0.0f);
        sum += (double)shares[i].weight;
        if (shares[i].clip == clip) weight += (double)shares[i].weight;
    }
    assert_true(count == 0 || fabs(sum - 1.0) < 1e-6);
    return weight;
}

static void one_clip_takes_over_from_another(void **state)
{
    (void)state;
    qx_keyframe_player player = { 0 };
    assert_true(weight_of(&player, 0, 0) == 0.0);
    qx_keyframe_player_play(&player, clips, 0, QX_KEYFRAME_SPEED_1, SECOND, 0);
    assert_true(weight_of(&player, 0, 1) == 1.0); // there is nothing to take over from
    qx_keyframe_player_play(&player, clips, 1, QX_KEYFRAME_SPEED_1, SECOND, 5 * SECOND);
    assert_true(weight_of(&player, 1, 5 * SECOND) == 0.0);
    assert_true(fabs(weight_of(&player, 1, 5 * SECOND + SECOND / 2) - 0.5) < 1e-6);
    assert_true(weight_of(&player, 1, 6 * SECOND) == 1.0);
    qx_keyframe_player_play(&player, clips, 2, -QX_KEYFRAME_SPEED_1, 0, 7 * SECOND);
    assert_true(weight_of(&player, 2, 7 * SECOND) == 1.0);
    qx_keyframe_share share[QX_KEYFRAME_LAYERS];
    qx_keyframe_player_sample(&player, 7 * SECOND + SECOND / 2, share);
    assert_true(share[0].phase.fraction == 0.75); // begun at its end
}

// Whatever is begun in the middle of whatever, weights change little from moment to moment.
static void no_weight_jumps(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 4, 0);
    qx_keyframe_player player = { 0 };
    qx_keyframe_player_play(&player, clips, 0, QX_KEYFRAME_SPEED_1, 0, 0);
    double last[3] = { 1.0, 0.0, 0.0 };
    for (int64_t now = 1; now < 4000; now++) {
        const int64_t moment = now * (SECOND / 100);
        if (qx_random_below(&random, 60) == 0) { // a fade lasts 0.8 s, one begins every 0.6 s
            qx_keyframe_player_play(&player, clips, qx_random_below(&random, 3),
                                    QX_KEYFRAME_SPEED_1, 8 * SECOND / 10, moment);
        }
        assert_true(player.count <= QX_KEYFRAME_LAYERS);
        for (uint32_t clip = 0; clip < 3; clip++) {
            const double weight = weight_of(&player, clip, moment);
            assert_true(fabs(weight - last[clip]) < 0.06);
            last[clip] = weight;
        }
    }
}

static void a_player_tells_the_keys_of_its_latest_clip(void **state)
{
    (void)state;
    qx_keyframe_event events[8];
    qx_keyframe_player player = { 0 };
    assert_int_equal(qx_keyframe_player_cross(&player, clips, 0, SECOND, events, 8), 0);
    qx_keyframe_player_play(&player, clips, 0, QX_KEYFRAME_SPEED_1, 0, 0);
    qx_keyframe_player_play(&player, clips, 1, QX_KEYFRAME_SPEED_1, SECOND, 10 * SECOND);
    assert_int_equal(qx_keyframe_player_cross(&player, clips, 9 * SECOND, 20 * SECOND, events, 8),
                     2);
    assert_int_equal(events[0].key, 1);
    assert_true(events[0].when == 10 * SECOND + SECOND / 2);
    assert_int_equal(events[1].key, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eases_are_exact_at_both_ends),
        cmocka_unit_test(eases_have_no_steps),
        cmocka_unit_test(the_three_ways_belong_together),
        cmocka_unit_test(eases_have_penners_values),
        cmocka_unit_test(eases_are_found_by_name),
        cmocka_unit_test(bezier_curves_follow_css),
        cmocka_unit_test(springs_obey_their_equation),
        cmocka_unit_test(keys_are_met_exactly),
        cmocka_unit_test(outside_of_the_keys_ends_stay),
        cmocka_unit_test(linear_stays_between_its_two),
        cmocka_unit_test(cubic_takes_tangents_a_second),
        cmocka_unit_test(catmull_rom_keeps_straight_lines),
        cmocka_unit_test(a_period_closes_the_ring),
        cmocka_unit_test(spans_weigh_as_tracks_do),
        cmocka_unit_test(one_clip_takes_over_from_another),
        cmocka_unit_test(no_weight_jumps),
        cmocka_unit_test(a_player_tells_the_keys_of_its_latest_clip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
