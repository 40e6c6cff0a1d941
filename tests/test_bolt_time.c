// SPDX-License-Identifier: MIT
// A bolt's life, strikes that follow each other, and what is to be heard of them.
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
#define MOST_EVENTS 4096u

// --- life

static void a_life_is_born_stays_and_fades(void **state)
{
    (void)state;
    static const qx_bolt_life presets = { 0 };
    static const struct {
        double age;
        bool seen;
        float unborn, dimmed;
    } cases[] = {
        { -1e-9, false, 1, 1 },
        { 0, true, 1, 0 },
        { 0.025, true, 0.5f, 0 },
        { 0.051, true, 0, 0 },
        { 0.29, true, 0, 0 },
        { 0.4, true, 0, 0.5f },
        { 0.4999999, true, 0, 1 },
        { 0.51, false, 1, 1 },
        { 1e9, false, 1, 1 },
        { (double)NAN, false, 1, 1 },
        { (double)INFINITY, false, 1, 1 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        qx_bolt_pose pose = { .time = 3.0, .scale = 2.0f };
        assert_int_equal(qx_bolt_sample_life(&presets, cases[i].age, &pose), cases[i].seen);
        assert_true(fabsf(pose.unborn - cases[i].unborn) < 1e-4f);
        assert_true(fabsf(pose.dimmed - cases[i].dimmed) < 1e-4f);
        assert_true(pose.time == 3.0 && pose.scale == 2.0f);
    }
}

static void lives_may_begin_and_end_at_once(void **state)
{
    (void)state;
    const qx_bolt_life sudden = { -1.0f, 0.1f, -1.0f };
    qx_bolt_pose pose = { 0 };
    assert_true(qx_bolt_sample_life(&sudden, 0.0, &pose));
    assert_true(pose.unborn == 0.0f && pose.dimmed == 0.0f);
    assert_true(qx_bolt_sample_life(&sudden, 0.0999, &pose) && pose.dimmed == 0.0f);
    assert_false(qx_bolt_sample_life(&sudden, 0.1001, &pose));
}

// No jumps: what changes in a thousandth of a second is little.
static void lives_change_smoothly(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        qx_random random;
        qx_bolt_pose before = { .unborn = 1.0f };
        qx_random_seed(&random, seed, 1);
        const qx_bolt_life life = { qx_random_range(&random, 0.05f, 1.0f),
                                    qx_random_range(&random, 0.0f, 1.0f),
                                    qx_random_range(&random, 0.1f, 1.0f) };
        for (uint32_t i = 0; i < 4000; i++) {
            qx_bolt_pose pose;
            if (!qx_bolt_sample_life(&life, i / 1000.0, &pose)) break;
            assert_true(pose.unborn <= before.unborn && before.unborn - pose.unborn < 0.03f);
            assert_true(pose.dimmed >= before.dimmed && pose.dimmed - before.dimmed < 0.03f);
            before = pose;
        }
        assert_true(before.dimmed > 0.99f && before.unborn == 0.0f);
    }
}

static float dimmed_at(double share)
{
    qx_bolt_pose pose;
    const qx_bolt_life life = { .birth = -1.0f, .steady = -1.0f, .vanish = 2.0f };
    assert_true(qx_bolt_sample_life(&life, 2.0 * share, &pose));
    return pose.dimmed;
}

static void fading_begins_and_ends_slowly(void **state)
{
    (void)state;
    assert_true(dimmed_at(0.01) < 0.001f && dimmed_at(0.99) > 0.999f);
    assert_true(fabsf(dimmed_at(0.5) - 0.5f) < 1e-6f);
}

static void bad_lives_are_not_seen(void **state)
{
    (void)state;
    static const qx_bolt_life bad[] = {
        { NAN, 1, 1 },      { 1, NAN, 1 },      { 1, 1, NAN },
        { INFINITY, 1, 1 }, { 1, INFINITY, 1 }, { 1, 1, INFINITY },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_bolt_pose pose = { 0 };
        const bool seen = qx_bolt_sample_life(&bad[i], 0.5, &pose);
        assert_true(!seen || (pose.unborn >= 0.0f && pose.unborn <= 1.0f && pose.dimmed == 0.0f));
    }
}

// --- schedule

static const qx_bolt_schedule article = { 0 };

// Frames of the article: a new full bolt every tenth, the one before it dimmed, and no third.
static void assert_article_frame(uint64_t frame, double time, double exposure)
{
    qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
    const uint32_t count = qx_bolt_sample_schedule(&article, time, exposure, strikes);
    assert_int_equal(count, frame < 10 ? 1 : 2);
    assert_true(strikes[0].index == frame / 10 && strikes[0].dimmed == 0.0f);
    assert_true(fabs(strikes[0].age - (double)(frame % 10) / 60.0) < 1e-9 * (1.0 + time));
    if (count < 2) return;
    assert_true(strikes[1].index == frame / 10 - 1 && strikes[1].dimmed == 0.5f);
}

// However a program reckons its frames' times.
static void the_defaults_are_the_articles(void **state)
{
    (void)state;
    double sum = 0.0;
    for (uint64_t frame = 0; frame < 100000; frame++) {
        assert_article_frame(frame, (double)frame / 60.0, 0.0);
        assert_article_frame(frame, (double)frame * (1.0 / 60.0), 0.0);
        assert_article_frame(frame, (double)frame / 60.0, 1.0 / 60.0);
        if (frame < 1000) assert_article_frame(frame, sum, 0.0);
        sum += 1.0 / 60.0;
    }
    for (uint64_t frame = 60000000000u; frame < 60000001000u; frame++)
        assert_article_frame(frame / 10 * 10 + 5, (double)(frame / 10 * 10 + 5) / 60.0, 0.0);
}

static qx_bolt_schedule random_schedule(uint64_t seed)
{
    qx_random r;
    qx_bolt_schedule s = { .seed = seed };
    qx_random_seed(&r, seed, 2);
    s.period = qx_random_below(&r, 4) == 0 ? 0.0f : qx_random_range(&r, 0.01f, 2.0f);
    s.jitter = qx_random_below(&r, 3) == 0 ? 0.0f : qx_random_range(&r, 0.0f, 1.0f);
    if (qx_random_below(&r, 5) == 0) s.jitter = 1.0f;
    s.full = qx_random_below(&r, 4) == 0 ? 0.0f : qx_random_range(&r, 0.001f, 1.0f);
    s.dim = qx_random_below(&r, 4) == 0 ? -1.0f : qx_random_range(&r, 0.001f, 1.0f);
    s.dimmed = qx_random_range(&r, 0.1f, 1.0f);
    s.flashes = qx_random_below(&r, 9);
    return s;
}

static double any_time(qx_random *random)
{
    static const float scales[] = { 0.1f, 1.0f, 30.0f, 1e4f, 1e9f };
    return (double)(qx_random_range(random, -0.1f, 1.0f) * scales[qx_random_below(random, 5)]);
}

static void strikes_come_latest_first_each_with_its_own_seed(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 5000; seed++) {
        qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES], again[QX_BOLT_MAX_STRIKES];
        qx_random random;
        qx_random_seed(&random, seed, 3);
        const qx_bolt_schedule s = random_schedule(seed);
        const double time = any_time(&random), exposure = seed % 2 == 0 ? 0.0 : 1.0 / 60.0;
        const uint32_t count = qx_bolt_sample_schedule(&s, time, exposure, strikes);
        assert_true(count <= QX_BOLT_MAX_STRIKES);
        assert_true(time >= 0.0 || count == 0);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(strikes[i].age >= 0.0);
            assert_true(strikes[i].dimmed >= 0.0f && strikes[i].dimmed <= s.dimmed);
            if (i == 0) continue;
            assert_true(strikes[i].index + 1 == strikes[i - 1].index);
            assert_true(strikes[i].age >= strikes[i - 1].age);
            assert_true(strikes[i].seed != strikes[i - 1].seed);
        }
        assert_int_equal(qx_bolt_sample_schedule(&s, time, exposure, again), count);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(again[i].index == strikes[i].index && again[i].seed == strikes[i].seed);
            assert_true(again[i].age == strikes[i].age && again[i].dimmed == strikes[i].dimmed);
        }
    }
}

// Whoever walks in small steps of time meets every strike, in order, at an even pace but for the
// jitter.
static void no_strike_is_missed_and_all_keep_their_order(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
        const qx_bolt_schedule s = random_schedule(seed);
        const double period = s.period > 0.0f ? (double)s.period : 1.0 / 6.0;
        const double step = period / 7.3;
        uint64_t next = 0;
        for (uint32_t i = 0; i < 2000; i++) {
            const double time = step * i;
            const uint32_t count = qx_bolt_sample_schedule(&s, time, step, strikes);
            for (uint32_t k = count; k-- > 0;) {
                if (strikes[k].index < next) continue;
                assert_true(strikes[k].index == next++);
                const double late = time - strikes[k].age - (double)strikes[k].index * period;
                assert_true(late > -1e-6 && late <= (double)s.jitter * period + 1e-6);
            }
        }
        assert_true(next >= 271); // 2000 / 7.3, less two
    }
}

// A frame of a sixtieth, strikes of a thousandth: each is in one picture, in full light.
static void what_is_shorter_than_a_frame_shows_for_one(void **state)
{
    (void)state;
    static const double rates[] = { 24, 30, 60, 144 };
    const qx_bolt_schedule s = { .period = 0.1f, .jitter = 1.0f, .full = 0.001f, .dim = -1.0f };
    for (size_t r = 0; r < COUNT(rates); r++) {
        uint32_t seen[100] = { 0 };
        for (uint32_t frame = 0; frame < 11 * (uint32_t)rates[r]; frame++) {
            qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
            const uint32_t count =
                qx_bolt_sample_schedule(&s, frame / rates[r], 1.0 / rates[r], strikes);
            for (uint32_t i = 0; i < count; i++) {
                assert_true(strikes[i].dimmed == 0.0f);
                if (strikes[i].index < 100) seen[strikes[i].index]++;
            }
        }
        for (uint32_t i = 0; i < 100; i++) assert_int_equal(seen[i], 1);
    }
}

static void the_latest_of_too_many_are_kept(void **state)
{
    (void)state;
    qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
    const qx_bolt_schedule s = { .period = 0.01f, .full = 900.0f, .dim = 900.0f };
    assert_int_equal(qx_bolt_sample_schedule(&s, 12.345, 0.0, strikes), QX_BOLT_MAX_STRIKES);
    for (uint32_t i = 0; i < QX_BOLT_MAX_STRIKES; i++) assert_int_equal(strikes[i].index, 1234 - i);
}

static float light_at(const qx_bolt_schedule *s, double time)
{
    qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
    return qx_bolt_sample_schedule(s, time, 0.0, strikes) == 1 ? 1.0f - strikes[0].dimmed : 0.0f;
}

static void return_strokes_flare_smoothly(void **state)
{
    (void)state;
    for (uint32_t flashes = 2; flashes <= 8; flashes++) {
        const qx_bolt_schedule s = {
            .period = 10.0f, .full = 0.8f, .dim = 0.4f, .dimmed = 0.7f, .flashes = flashes
        };
        uint32_t peaks = 0;
        float before = light_at(&s, 0.0), rise = -1.0f;
        assert_true(before == 1.0f);
        for (uint32_t i = 1; i < 12000; i++) {
            const float now = light_at(&s, i / 10000.0);
            assert_true(fabsf(now - before) < 0.005f);
            assert_true(now > 0.2999f && now <= 1.0f);
            if (rise > 0.0f && now < before) peaks += before > 0.999f;
            if (now != before) rise = now - before;
            before = now;
        }
        assert_int_equal(peaks + 1, flashes); // the first is there from the start
        assert_true(fabsf(before - 0.3f) < 1e-6f);
        assert_true(light_at(&s, 1.2001) == 0.0f);
    }
}

static void schedules_out_of_range_have_no_strikes(void **state)
{
    (void)state;
    static const qx_bolt_schedule bad[] = {
        { .period = -1 },       { .period = 0.009f },      { .period = 1.1e6f }, { .period = NAN },
        { .period = INFINITY }, { .jitter = -0.1f },       { .jitter = 1.1f },   { .jitter = NAN },
        { .full = -0.1f },      { .full = 1001 },          { .full = NAN },      { .dim = 1001 },
        { .dim = NAN },         { .dim = INFINITY },       { .dimmed = 1.1f },   { .dimmed = NAN },
        { .flashes = 9 },       { .flashes = UINT32_MAX },
    };
    qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
    qx_bolt_event events[4];
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(qx_bolt_sample_schedule(&bad[i], 1.0, 0.0, strikes), 0);
        assert_int_equal(qx_bolt_build_events(&bad[i], 0.0f, 0.0, 1.0, events, 4), 0);
    }
    static const double times[] = {
        (double)NAN, (double)INFINITY, (double)-INFINITY, -1e-9, -1e9, 1.1e12, 1e300
    };
    for (size_t i = 0; i < COUNT(times); i++)
        assert_int_equal(qx_bolt_sample_schedule(&article, times[i], 0.0, strikes), 0);
    assert_int_equal(qx_bolt_sample_schedule(&article, 1.0, (double)NAN, strikes), 0);
    assert_int_equal(qx_bolt_sample_schedule(&article, 1.0, -1.0, strikes), 0);
    assert_int_equal(qx_bolt_sample_schedule(&article, 1.0, 1e300, strikes), 7);
    assert_int_equal(qx_bolt_sample_schedule(&article, 1e12, 0.0, strikes), 2);
}

// --- events

static bool same_event(const qx_bolt_event *a, const qx_bolt_event *b)
{
    return a->kind == b->kind && a->flash == b->flash && a->strike == b->strike &&
           a->time == b->time;
}

static void events_of_any_cuts_are_those_of_the_whole(void **state)
{
    (void)state;
    static qx_bolt_event whole[MOST_EVENTS], part[MOST_EVENTS];
    for (uint64_t seed = 0; seed < 1000; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 4);
        const qx_bolt_schedule s = random_schedule(seed);
        const float distance = seed % 3 == 0 ? 0.0f : qx_random_range(&random, 0.0f, 5000.0f);
        const double span = 40.0 * (s.period > 0.0f ? (double)s.period : 1.0 / 6.0);
        const double start = fmax(any_time(&random), -1.0), end = start + span;
        const uint32_t count = qx_bolt_build_events(&s, distance, start, end, whole, MOST_EVENTS);
        assert_true(count <= MOST_EVENTS);
        uint32_t told = 0;
        for (double from = start; from < end;) {
            const double to =
                fmin(from + span * (double)qx_random_range(&random, 0.001f, 0.2f), end);
            const uint32_t some = qx_bolt_build_events(&s, distance, from, to, part, MOST_EVENTS);
            for (uint32_t i = 0; i < some; i++) {
                assert_true(told < count && same_event(&part[i], &whole[told++]));
                assert_true(part[i].time > from && part[i].time <= to);
            }
            from = to;
        }
        assert_int_equal(told, count);
    }
}

// Every strike has its flashes and its thunder, at their times, and all come in order.
static void every_strike_is_told_with_all_that_follows(void **state)
{
    (void)state;
    static qx_bolt_event events[MOST_EVENTS];
    for (uint64_t seed = 0; seed < 300; seed++) {
        double strikes[64] = { 0 };
        uint32_t flashes[64] = { 0 }, thunders[64] = { 0 };
        const qx_bolt_schedule s = random_schedule(seed);
        const float distance = (float)(seed % 7) * 171.5f;
        const uint32_t each = s.flashes > 0 ? s.flashes : 1;
        const double period = s.period > 0.0f ? (double)s.period : 1.0 / 6.0;
        const double full = s.full > 0.0f ? (double)s.full : 1.0 / 6.0;
        const uint32_t count =
            qx_bolt_build_events(&s, distance, -1.0, 8.0 + 20.0 * period, events, MOST_EVENTS);
        for (uint32_t i = 0; i < count && i < MOST_EVENTS; i++) {
            const qx_bolt_event *e = &events[i];
            assert_true(i == 0 || e->time >= events[i - 1].time);
            if (e->strike >= 20) continue;
            if (e->kind == QX_BOLT_EVENT_STRIKE) strikes[e->strike] = e->time;
            const double after = e->time - strikes[e->strike];
            if (e->kind == QX_BOLT_EVENT_THUNDER) {
                thunders[e->strike]++;
                assert_true(fabs(after - (double)distance / 343.0) < 1e-9);
            }
            if (e->kind != QX_BOLT_EVENT_FLASH) continue;
            assert_int_equal(e->flash, flashes[e->strike]++);
            assert_true(fabs(after - full * e->flash / each) < 1e-9);
        }
        for (uint32_t i = 0; i < 20 && count <= MOST_EVENTS; i++) {
            assert_int_equal(flashes[i], each);
            assert_int_equal(thunders[i], 1);
        }
    }
}

// A frame in which a strike is first seen is the frame in which it is told.
static void events_and_strikes_agree(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        const qx_bolt_schedule s = random_schedule(seed);
        uint64_t next = 0;
        for (uint32_t frame = 0; frame < 600; frame++) {
            qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
            qx_bolt_event events[64];
            const double time = frame / 60.0, step = 1.0 / 60.0;
            const uint32_t seen = qx_bolt_sample_schedule(&s, time, step, strikes);
            const uint32_t told =
                qx_bolt_build_events(&s, 1e6f, (frame - 1.0) / 60.0, time, events, 64);
            for (uint32_t i = 0; i < told; i++)
                if (events[i].kind == QX_BOLT_EVENT_STRIKE) assert_true(events[i].strike == next++);
            if (seen > 0) assert_true(strikes[0].index + 1 == next);
        }
    }
}

static void more_events_than_room_are_counted(void **state)
{
    (void)state;
    qx_bolt_event events[6] = { 0 }, all[30];
    assert_int_equal(qx_bolt_build_events(&article, 0.0f, -1.0, 1.6, all, 30), 30);
    assert_int_equal(qx_bolt_build_events(&article, 0.0f, -1.0, 1.6, events, 5), 30);
    for (uint32_t i = 0; i < 5; i++) assert_true(same_event(&all[i], &events[i]));
    assert_true(events[5].time == 0.0);
    assert_int_equal(qx_bolt_build_events(&article, 0.0f, -1.0, 1.6, NULL, 0), 30);
    const double forever = (double)INFINITY;
    assert_true(qx_bolt_build_events(&article, 0.0f, -forever, forever, events, 5) == UINT32_MAX);
    assert_true(same_event(&all[4], &events[4]));
}

static void intervals_without_sense_have_no_events(void **state)
{
    (void)state;
    static const struct {
        double after, until;
        float distance;
    } bad[] = {
        { 1, 1, 0 },      { 2, 1, 0 },        { (double)NAN, 1, 0 }, { 0, (double)NAN, 0 },
        { -5, -1, 0 },    { 2e12, 3e12, 0 },  { 0, 1, -1 },          { 0, 1, NAN },
        { 0, 1, 1.1e6f }, { 0, 1, INFINITY }, { -1e300, -1e299, 0 },
    };
    qx_bolt_event events[4];
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_int_equal(
            qx_bolt_build_events(&article, bad[i].distance, bad[i].after, bad[i].until, events, 4),
            0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_life_is_born_stays_and_fades),
        cmocka_unit_test(lives_may_begin_and_end_at_once),
        cmocka_unit_test(lives_change_smoothly),
        cmocka_unit_test(fading_begins_and_ends_slowly),
        cmocka_unit_test(bad_lives_are_not_seen),
        cmocka_unit_test(the_defaults_are_the_articles),
        cmocka_unit_test(strikes_come_latest_first_each_with_its_own_seed),
        cmocka_unit_test(no_strike_is_missed_and_all_keep_their_order),
        cmocka_unit_test(what_is_shorter_than_a_frame_shows_for_one),
        cmocka_unit_test(the_latest_of_too_many_are_kept),
        cmocka_unit_test(return_strokes_flare_smoothly),
        cmocka_unit_test(schedules_out_of_range_have_no_strikes),
        cmocka_unit_test(events_of_any_cuts_are_those_of_the_whole),
        cmocka_unit_test(every_strike_is_told_with_all_that_follows),
        cmocka_unit_test(events_and_strikes_agree),
        cmocka_unit_test(more_events_than_room_are_counted),
        cmocka_unit_test(intervals_without_sense_have_no_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
