// SPDX-License-Identifier: MIT
// Which slice of Maze Cube's cube is shown: both rules against independent statements of them, when
// faces and slices change, and that nothing flickers.
#include "mazecube/cube.h"

#include <quincunx/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define ORIENTATIONS 100000
#define DEGREES (3.14159265358979323846 / 180.0)

static const uint32_t five[3] = { 5, 5, 5 };
static const vec in_the_middle = { 2.5, 2.5, 2.5 };
static const vec faces[6] = { { -1, 0, 0 }, { 1, 0, 0 },  { 0, -1, 0 },
                              { 0, 1, 0 },  { 0, 0, -1 }, { 0, 0, 1 } };

static vec random_direction(qx_random *random)
{
    for (;;) {
        const vec v = { qx_random_range(random, -1.0f, 1.0f), qx_random_range(random, -1.0f, 1.0f),
                        qx_random_range(random, -1.0f, 1.0f) };
        const double length = vec_length(v);
        if (length > 0.1 && length <= 1.0) return vec_scale(v, 1.0 / length);
    }
}

static vec turned(vec direction, vec axis, double angle)
{
    return quat_apply(quat_of(vec_scale(axis, angle)), direction);
}

static void the_clean_rule_is_argmax(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 0);
    for (int i = 0; i < ORIENTATIONS; i++) {
        const vec d = random_direction(&random);
        const uint32_t face = slice_face(d);
        assert_in_range(face, 0, 5);
        for (uint32_t other = 0; other < 6; other++)
            assert_true(vec_dot(d, faces[face]) >= vec_dot(d, faces[other]));
    }
    assert_int_equal(slice_face((vec){ 1.0, 1.0, 1.0 }), 1); // the lowest of equals
    assert_int_equal(slice_face((vec){ 0.0, -1.0, 1.0 }), 2);
    assert_int_equal(slice_face((vec){ 0.0, 0.0, 0.0 }), 0);
    assert_in_range(slice_face((vec){ NAN, NAN, NAN }), 0, 5);
}

static double square_distance(vec a, vec b)
{
    const vec d = vec_sub(a, b);
    return vec_dot(d, d);
}

// The article's words, with points in space: the arrows by their middles; the face is the one that
// both arrows lie in, seen from the pivot's side.
static uint32_t by_arrows(vec pivot, bool *ceiling)
{
    const vec spot1 = { -1.0, -1.0, -1.0 }, spot2 = { 1.0, 1.0, 1.0 };
    const vec middles[3] = { { 0.0, -1.0, -1.0 }, { -1.0, 0.0, -1.0 }, { -1.0, -1.0, 0.0 } };
    const bool nearer = square_distance(pivot, spot1) < square_distance(pivot, spot2);
    int left_out = 0; // of the two nearest the farthest, of the two farthest the nearest
    for (int arrow = 1; arrow < 3; arrow++) {
        const double here = square_distance(pivot, middles[arrow]);
        const double there = square_distance(pivot, middles[left_out]);
        if (nearer ? here > there : here < there) left_out = arrow;
    }
    *ceiling = !nearer;
    return 2 * (uint32_t)left_out + (nearer ? 0 : 1);
}

static void the_articles_rule_is_its_statement(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    uint32_t differ = 0;
    for (int i = 0; i < ORIENTATIONS; i++) {
        const vec d = random_direction(&random);
        const vec pivot = vec_scale(d, 1.0 + 10.0 * qx_random_unit(&random));
        bool ceiling, wanted;
        const uint32_t face = slice_article(pivot, &ceiling);
        assert_int_equal(face, by_arrows(pivot, &wanted));
        assert_int_equal(ceiling, wanted);
        differ += face != slice_face(d);
    }
    // The reference: 8.77 % of orientations show another face than the one most turned to the
    // pivot.
    assert_in_range(differ, 8400, 9150);
}

static void ties_go_as_the_header_says(void **state)
{
    (void)state;
    static const struct {
        vec pivot;
        uint32_t face;
    } ties[] = {
        { { 0.0, 0.0, 0.0 }, 1 },    // spot1 is not nearer; the lowest axis
        { { 1.0, -1.0, 0.0 }, 1 },   // nor here
        { { -1.0, 1.0, 0.0 }, 3 },   //
        { { -1.0, -1.0, -1.0 }, 0 }, // three arrows equally near
        { { 0.0, -1.0, -1.0 }, 2 },  // two
        { { 0.0, 1.0, 1.0 }, 3 },    { { -1.0, 0.0, -1.0 }, 0 },
    };
    for (size_t i = 0; i < sizeof ties / sizeof ties[0]; i++) {
        bool ceiling;
        assert_int_equal(slice_article(ties[i].pivot, &ceiling), ties[i].face);
        assert_int_equal(ceiling, ties[i].face % 2);
    }
    bool ceiling;
    assert_in_range(slice_article((vec){ NAN, 0.0, NAN }, &ceiling), 0, 5);
}

static slice started(slice_rule rule, vec direction)
{
    slice s;
    slice_start(&s, rule, direction, in_the_middle, five);
    return s;
}

static void jitter_changes_nothing(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 0);
    for (uint32_t rule = SLICE_CLEAN; rule <= SLICE_ARTICLE; rule++)
        for (int i = 0; i < 3000; i++) {
            const vec d = random_direction(&random);
            slice s = started((slice_rule)rule, d);
            const slice before = s;
            // Held aslant for long, and shaken.
            for (int spell = 0; spell < 20; spell++) {
                const vec off = turned(d, random_direction(&random), 2.0 * DEGREES);
                const int ticks = (int)qx_random_below(&random, 30);
                for (int tick = 0; tick < ticks; tick++)
                    slice_step(&s, (slice_rule)rule, off, in_the_middle, five);
                assert_int_equal(s.face, before.face);
                assert_int_equal(s.index, before.index);
                assert_true(s.fade == 1.0);
            }
        }
}

// However it is turned, another face comes at most every 150 ms, only where it leads by 0.15, and
// what jitters about any place changes once at most.
static void jitter_after_a_turn_changes_once_at_most(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 4, 0);
    for (uint32_t rule = SLICE_CLEAN; rule <= SLICE_ARTICLE; rule++)
        for (int i = 0; i < 2000; i++) {
            slice s = started((slice_rule)rule, random_direction(&random));
            const vec d = random_direction(&random);
            for (int tick = 0; tick < 60; tick++)
                slice_step(&s, (slice_rule)rule, d, in_the_middle, five);
            uint32_t changes = 0;
            for (int tick = 0; tick < 600; tick++) {
                const uint32_t before = s.face;
                const vec off = turned(d, random_direction(&random), 2.0 * DEGREES);
                slice_step(&s, (slice_rule)rule, off, in_the_middle, five);
                changes += s.face != before;
            }
            assert_true(changes <= 1);
        }
}

// Between two faces of the clean rule: both components are known.
static vec leading_by(double lead)
{
    // y - x = lead, x^2 + y^2 = 1
    const double x = (sqrt(2.0 - lead * lead) - lead) / 2.0;
    return (vec){ -x, -(x + lead), 0.0 };
}

static void a_new_face_has_to_lead_and_to_last(void **state)
{
    (void)state;
    slice s = started(SLICE_CLEAN, (vec){ -1.0, 0.0, 0.0 });
    for (int tick = 0; tick < 1000; tick++)
        slice_step(&s, SLICE_CLEAN, leading_by(0.149), in_the_middle, five);
    assert_int_equal(s.face, 0);
    for (int tick = 1; tick < SLICE_DWELL_TICKS; tick++)
        slice_step(&s, SLICE_CLEAN, leading_by(0.151), in_the_middle, five);
    assert_int_equal(s.face, 0);
    slice_step(&s, SLICE_CLEAN, leading_by(0.1), in_the_middle, five); // begins anew
    for (int tick = 1; tick < SLICE_DWELL_TICKS; tick++)
        slice_step(&s, SLICE_CLEAN, leading_by(0.151), in_the_middle, five);
    assert_int_equal(s.face, 0);
    slice_step(&s, SLICE_CLEAN, leading_by(0.151), in_the_middle, five);
    assert_int_equal(s.face, 2);
    assert_int_equal(s.face_before, 0);
    // And back by as much the other way.
    for (int tick = 0; tick < 1000; tick++)
        slice_step(&s, SLICE_CLEAN, leading_by(-0.149), in_the_middle, five);
    assert_int_equal(s.face, 2);
}

// The angle of the reference: about 6 degrees past the edge.
static void the_lead_is_six_degrees(void **state)
{
    (void)state;
    const vec d = leading_by(SLICE_LEAD);
    const double past = qx_atan2(-d.y, -d.x) / DEGREES - 45.0;
    assert_true(past > 5.8 && past < 6.3);
}

static void slices_change_a_tenth_past_the_boundary(void **state)
{
    (void)state;
    static const struct {
        double at;
        uint32_t index;
    } way[] = { { 2.5, 2 },  { 2.99, 2 }, { 3.09, 2 }, { 3.11, 3 }, { 2.95, 3 }, { 2.91, 3 },
                { 2.89, 2 }, { 0.3, 0 },  { -9.0, 0 }, { 99.0, 4 }, { 5.05, 4 }, { 4.5, 4 },
                { 3.91, 4 }, { 3.89, 3 }, { NAN, 0 },  { 1.05, 0 }, { 1.5, 1 } };
    const vec down = { 0.0, -1.0, 0.0 };
    slice s = started(SLICE_CLEAN, down);
    for (size_t i = 0; i < sizeof way / sizeof way[0]; i++) {
        slice_step(&s, SLICE_CLEAN, down, (vec){ 0.5, way[i].at, 4.5 }, five);
        assert_int_equal(s.index, way[i].index);
        assert_int_equal(s.face, 2);
    }
}

static void fades_end_and_come_back_without_a_jump(void **state)
{
    (void)state;
    const vec down = { 0.0, -1.0, 0.0 };
    slice s = started(SLICE_CLEAN, down);
    assert_true(s.fade == 1.0);
    const vec above = { 0.5, 3.2, 0.5 }, below = { 0.5, 2.8, 0.5 };
    slice_step(&s, SLICE_CLEAN, down, above, five);
    assert_true(s.fade == 0.0 && s.index == 3 && s.index_before == 2);
    for (int tick = 0; tick < 5; tick++) slice_step(&s, SLICE_CLEAN, down, above, five);
    const double shown = s.fade; // of 3; the rest is of 2
    slice_step(&s, SLICE_CLEAN, down, below, five);
    assert_true(s.index == 2 && s.index_before == 3);
    const double step = 1.0 / SLICE_FADE_TICKS, now = 1.0 - s.fade;
    assert_true(now - shown > -1.01 * step && now - shown < 1.01 * step);
    for (int tick = 0; tick < SLICE_FADE_TICKS; tick++)
        slice_step(&s, SLICE_CLEAN, down, below, five);
    assert_true(s.fade == 1.0);
}

static void the_ceiling_belongs_to_the_articles_rule(void **state)
{
    (void)state;
    const vec up = { 0.1, 1.0, 0.1 }, down = { -0.1, -1.0, -0.1 };
    assert_true(started(SLICE_ARTICLE, up).ceiling);
    assert_false(started(SLICE_ARTICLE, down).ceiling);
    assert_false(started(SLICE_CLEAN, up).ceiling);
    slice s = started(SLICE_ARTICLE, up); // the rule is changed while one plays
    slice_step(&s, SLICE_CLEAN, up, in_the_middle, five);
    assert_false(s.ceiling);
    slice_step(&s, SLICE_ARTICLE, up, in_the_middle, five);
    assert_true(s.ceiling);
}

static void what_is_no_direction_changes_nothing(void **state)
{
    (void)state;
    static const vec bad[] = {
        { 0.0, 0.0, 0.0 }, { NAN, 1.0, 0.0 }, { INFINITY, 0.0, 0.0 }, { 0.0, 1e200, 0.0 }
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        slice s = started(SLICE_CLEAN, (vec){ 0.0, 0.0, -1.0 });
        for (int tick = 0; tick < 60; tick++)
            slice_step(&s, SLICE_CLEAN, bad[i], in_the_middle, five);
        assert_int_equal(s.face, 4);
        assert_int_equal(s.index, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clean_rule_is_argmax),
        cmocka_unit_test(the_articles_rule_is_its_statement),
        cmocka_unit_test(ties_go_as_the_header_says),
        cmocka_unit_test(jitter_changes_nothing),
        cmocka_unit_test(jitter_after_a_turn_changes_once_at_most),
        cmocka_unit_test(a_new_face_has_to_lead_and_to_last),
        cmocka_unit_test(the_lead_is_six_degrees),
        cmocka_unit_test(slices_change_a_tenth_past_the_boundary),
        cmocka_unit_test(fades_end_and_come_back_without_a_jump),
        cmocka_unit_test(the_ceiling_belongs_to_the_articles_rule),
        cmocka_unit_test(what_is_no_direction_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
