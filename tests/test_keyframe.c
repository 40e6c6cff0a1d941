// SPDX-License-Identifier: MIT
// Clocks against exact rational arithmetic, and the keys they cross against a walk tick by tick.
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

__extension__ typedef __int128 wide;

// --- the phase

static wide floor_divide(wide a, wide b)
{
    const wide q = a / b;
    return q * b > a ? q - 1 : q;
}

static wide magnitude(wide a)
{
    return a < 0 ? -a : a;
}

// Whether f is a double nearest to a / b, for whole numbers below 2^53.
static bool is_nearest(double f, wide a, wide b)
{
    if (a == 0) return f == 0.0;
    int exponent;
    const wide mantissa = (wide)ldexp(frexp(f, &exponent), 53);
    const int shift = 53 - exponent;
    if (shift > 100) return false;
    return 2 * magnitude(mantissa * b - (a << shift)) <= b;
}

static int64_t between(qx_random *random, int64_t low, int64_t high)
{
    const uint64_t bits = (uint64_t)qx_random_next(random) << 32 | qx_random_next(random);
    return low + (int64_t)(bits % (uint64_t)(high - low + 1));
}

// Any size from a few ticks up to 2^bits is as likely.
static int64_t of_any_size(qx_random *random, int bits)
{
    return between(random, 1, (INT64_C(1) << between(random, 3, bits)) - 1);
}

static void phases_are_the_exact_ones(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 0);
    for (int i = 0; i < 1000000; i++) {
        const int64_t duration = of_any_size(&random, 36);
        const int64_t start = between(&random, -QX_KEYFRAME_MOST, QX_KEYFRAME_MOST);
        const int64_t sign = between(&random, 0, 1) * 2 - 1;
        int64_t now = start + sign * of_any_size(&random, 59);
        now = now > QX_KEYFRAME_MOST    ? QX_KEYFRAME_MOST
              : now < -QX_KEYFRAME_MOST ? -QX_KEYFRAME_MOST
                                        : now;
        const int32_t speed = (int32_t)between(&random, -3 * 65536, 3 * 65536);
        const qx_keyframe_loop loop = (qx_keyframe_loop)between(&random, 0, 2);

        qx_keyframe_clock clock;
        qx_keyframe_clock_start(&clock, loop, duration, start);
        qx_keyframe_clock_set_speed(&clock, speed, start);
        const qx_keyframe_phase phase = qx_keyframe_clock_sample(&clock, now);

        const wide whole = (wide)duration * 65536;
        wide place = (wide)(now - start) * speed;
        wide turn = 0;
        if (loop == QX_KEYFRAME_ONCE) {
            place = place < 0 ? 0 : place > whole ? whole : place;
        } else {
            turn = floor_divide(place, whole);
            place -= turn * whole;
            if (loop == QX_KEYFRAME_PING_PONG && turn & 1) place = whole - place;
        }
        assert_true((wide)phase.turn == turn);
        assert_true(is_nearest(phase.fraction, place, whole));
        assert_true(phase.fraction < 1.0 || loop != QX_KEYFRAME_REPEAT);
    }
}

static void long_clips_are_near_and_never_reach_one(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    for (int i = 0; i < 100000; i++) {
        const int64_t duration = QX_KEYFRAME_MOST - of_any_size(&random, 40);
        qx_keyframe_clock clock;
        qx_keyframe_clock_start(&clock, QX_KEYFRAME_REPEAT, duration, 0);
        const int64_t now = between(&random, 0, duration - 1);
        const qx_keyframe_phase phase = qx_keyframe_clock_sample(&clock, now);
        const double exact = (double)((long double)now / (long double)duration);
        if (phase.turn == 1) {
            assert_true(phase.fraction == 0.0 && exact > 1.0 - 1e-15);
        } else {
            assert_true(fabs(phase.fraction - exact) <= 4.5e-16 * exact && phase.fraction < 1.0);
        }
    }
}

// The article's ball plays 0.3 s to and fro; whatever the frame rate, a moment shows the same pose.
static void the_speed_is_the_same_at_any_frame_rate(void **state)
{
    (void)state;
    static const double rates[] = { 30.0, 50.0, 60.0, 144.0 };
    qx_keyframe_clock clock;
    qx_keyframe_clock_start(&clock, QX_KEYFRAME_PING_PONG, qx_keyframe_ticks(0.3), 0);
    for (size_t i = 0; i < COUNT(rates); i++) {
        int64_t now = 0;
        for (int frame = 0; frame < 100000; frame++) {
            now += frame % 1000 == 7 ? qx_keyframe_ticks(0.7) : qx_keyframe_ticks(1.0 / rates[i]);
        }
        const int64_t duration = qx_keyframe_ticks(0.3);
        const int64_t turn = now / duration, rest = now % duration;
        const double expected = (double)(turn & 1 ? duration - rest : rest) / (double)duration;
        assert_true(qx_keyframe_clock_sample(&clock, now).fraction == expected);
    }
    assert_true(qx_keyframe_ticks(1.0 / 60.0) * 60 == SECOND);
    assert_true(qx_keyframe_ticks(1.0 / 144.0) * 144 == SECOND);
}

static void a_clip_played_once_stays_at_its_end(void **state)
{
    (void)state;
    qx_keyframe_clock clock;
    qx_keyframe_clock_start(&clock, QX_KEYFRAME_ONCE, SECOND, 5 * SECOND);
    assert_true(qx_keyframe_clock_sample(&clock, 0).fraction == 0.0);
    assert_false(qx_keyframe_clock_sample(&clock, 6 * SECOND - 1).ended);
    const qx_keyframe_phase end = qx_keyframe_clock_sample(&clock, 6 * SECOND);
    assert_true(end.fraction == 1.0 && end.ended && end.place == (double)SECOND);
    assert_true(qx_keyframe_clock_sample(&clock, QX_KEYFRAME_MOST).fraction == 1.0);

    qx_keyframe_clock_set_speed(&clock, -QX_KEYFRAME_SPEED_1, 100 * SECOND); // turns back at once
    const qx_keyframe_phase back = qx_keyframe_clock_sample(&clock, 100 * SECOND + SECOND / 4);
    assert_true(back.fraction == 0.75 && back.backward && !back.ended);
    assert_true(qx_keyframe_clock_sample(&clock, 101 * SECOND).ended);
}

static void stills_have_a_pose(void **state)
{
    (void)state;
    static const int64_t none[] = { 0, -1, INT64_MIN };
    for (size_t i = 0; i < COUNT(none); i++) {
        qx_keyframe_clock clock;
        qx_keyframe_clock_start(&clock, QX_KEYFRAME_REPEAT, none[i], 0);
        const qx_keyframe_phase phase = qx_keyframe_clock_sample(&clock, SECOND);
        assert_true(phase.fraction == 0.0 && phase.turn == 0 && phase.ended);
    }
    assert_true(qx_keyframe_ticks(NAN) == 0);
    assert_true(qx_keyframe_ticks(INFINITY) == QX_KEYFRAME_MOST);
    assert_true(qx_keyframe_ticks(-1e300) == -QX_KEYFRAME_MOST);
}

// --- changes on the way

static double place_of(const qx_keyframe_clock *clock, int64_t now)
{
    return qx_keyframe_clock_sample(clock, now).place;
}

static void another_speed_never_jumps(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 0);
    for (int run = 0; run < 1000; run++) {
        const qx_keyframe_loop loop = (qx_keyframe_loop)between(&random, 0, 2);
        qx_keyframe_clock clock;
        int64_t now = between(&random, -SECOND, SECOND);
        qx_keyframe_clock_start(&clock, loop, of_any_size(&random, 34), now);
        for (int change = 0; change < 50; change++) {
            now += of_any_size(&random, 33);
            const qx_keyframe_phase before = qx_keyframe_clock_sample(&clock, now);
            const int32_t speed = (int32_t)between(&random, -200000, 200000);
            qx_keyframe_clock_set_speed(&clock, speed, now);
            const qx_keyframe_phase after = qx_keyframe_clock_sample(&clock, now);
            assert_true(before.fraction == after.fraction && before.turn == after.turn);
        }
    }
}

// Turned round within a way back of a ping-pong it runs the same way again.
static void a_ping_pong_turned_round_retraces_its_steps(void **state)
{
    (void)state;
    qx_keyframe_clock clock;
    qx_keyframe_clock_start(&clock, QX_KEYFRAME_PING_PONG, SECOND, 0);
    const int64_t turn = SECOND + SECOND / 3;
    qx_keyframe_clock turned = clock;
    qx_keyframe_clock_set_speed(&turned, -QX_KEYFRAME_SPEED_1, turn);
    for (int64_t t = 0; t < turn; t += SECOND / 97)
        assert_true(place_of(&turned, turn + t) == place_of(&clock, turn - t));
    assert_true(qx_keyframe_clock_sample(&clock, turn).backward);
    assert_false(qx_keyframe_clock_sample(&turned, turn + 1).backward);
}

static void a_place_that_is_set_holds_from_then_on(void **state)
{
    (void)state;
    qx_keyframe_clock clock;
    qx_keyframe_clock_start(&clock, QX_KEYFRAME_REPEAT, SECOND, 0);
    qx_keyframe_clock_set_place(&clock, SECOND / 4, 1234567);
    assert_true(qx_keyframe_clock_sample(&clock, 1234567).fraction == 0.25);
    assert_true(qx_keyframe_clock_sample(&clock, 1234567 + SECOND / 2).fraction == 0.75);
}

static void nothing_overflows(void **state)
{
    (void)state;
    static const int64_t moments[] = { INT64_MIN, -QX_KEYFRAME_MOST, 0, QX_KEYFRAME_MOST,
                                       INT64_MAX };
    static const int32_t speeds[] = { INT32_MIN, -1, 0, 1, INT32_MAX };
    for (int loop = 0; loop < 3; loop++) {
        for (size_t i = 0; i < COUNT(moments) * COUNT(moments) * COUNT(speeds); i++) {
            qx_keyframe_clock clock;
            const int64_t first = moments[i % 5], then = moments[i / 5 % 5];
            qx_keyframe_clock_start(&clock, (qx_keyframe_loop)loop, i & 1 ? INT64_MAX : 3, first);
            qx_keyframe_clock_set_speed(&clock, speeds[i / 25], first);
            qx_keyframe_clock_set_speed(&clock, speeds[i / 25], then);
            const qx_keyframe_phase phase = qx_keyframe_clock_sample(&clock, moments[i % 5]);
            assert_true(phase.fraction >= 0.0 && phase.fraction <= 1.0);
            static const int64_t times[] = { 0, 1, 3 };
            qx_keyframe_event events[4];
            qx_keyframe_clock_cross(&clock, first, then, times, 3, events, 4);
        }
    }
}

// --- keys that are crossed

// By brute force: every tick's place is compared with the one before.
typedef struct walker {
    const qx_keyframe_clock *clock;
    const int64_t *times;
    uint32_t count;
} walker;

// Whether key i is passed between two neighbouring moments of a clock whose speed is at most 1.
static bool passes(const walker *w, uint32_t i, int64_t moment, int64_t *turn, bool *backward)
{
    const wide whole = (wide)w->clock->duration * 65536;
    const wide a = (wide)(moment - 1 - w->clock->since) * w->clock->speed +
                   (wide)w->clock->at * 65536 + w->clock->at_part;
    const wide b = a + w->clock->speed;
    const int64_t first = (int64_t)floor_divide(a < b ? a : b, whole) - 1;
    for (int64_t k = first; k <= first + 3; k++) {
        if (w->clock->loop == QX_KEYFRAME_ONCE && k != 0) continue;
        const bool back = w->clock->loop == QX_KEYFRAME_PING_PONG && k & 1;
        // Where a way turns back, its end belongs to the turn that begins there.
        if (w->clock->loop == QX_KEYFRAME_PING_PONG &&
            w->times[i] == (back ? 0 : w->clock->duration))
            continue;
        const wide key =
            k * whole + (back ? whole - (wide)w->times[i] * 65536 : (wide)w->times[i] * 65536);
        if (a < b ? a < key && key <= b : b <= key && key < a) {
            *turn = k;
            *backward = back != (w->clock->speed < 0);
            return true;
        }
    }
    return false;
}

static uint32_t walk(const walker *w, int64_t before, int64_t now, qx_keyframe_event *events)
{
    uint32_t found = 0;
    for (int64_t moment = before + 1; moment <= now; moment++) {
        for (uint32_t i = 0; i < w->count; i++) {
            qx_keyframe_event event = { .key = i, .when = moment };
            if (passes(w, i, moment, &event.turn, &event.backward)) events[found++] = event;
        }
    }
    return found;
}

static bool is_among(const qx_keyframe_event *event, const qx_keyframe_event *events,
                     uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const qx_keyframe_event *other = &events[i];
        if (event->key == other->key && event->turn == other->turn && event->when == other->when &&
            event->backward == other->backward)
            return true;
    }
    return false;
}

static void every_key_crossed_is_told_once(void **state)
{
    (void)state;
    static qx_keyframe_event expected[8192], events[8192];
    qx_random random;
    qx_random_seed(&random, 4, 0);
    uint64_t told = 0;
    for (int run = 0; run < 3000; run++) {
        int64_t times[6];
        const int64_t duration = between(&random, 4, 40);
        const uint32_t count = (uint32_t)between(&random, 1, 6);
        for (uint32_t i = 0; i < count; i++) { // both ends often
            times[i] = i == 0 && run & 1 ? 0 : between(&random, i ? times[i - 1] : 0, duration);
            if (i + 1 == count && run & 2) times[i] = duration;
        }
        qx_keyframe_clock clock;
        qx_keyframe_clock_start(&clock, (qx_keyframe_loop)(run % 3), duration, 0);
        qx_keyframe_clock_set_speed(&clock, (int32_t)between(&random, -65536, 65536), -7);
        const int64_t before = between(&random, -100, 300), now = before + between(&random, 0, 200);

        const walker w = { &clock, times, count };
        const uint32_t all = walk(&w, before, now, expected);
        assert_int_equal(qx_keyframe_clock_cross(&clock, before, now, times, count, events, 8192),
                         all);
        for (uint32_t i = 0; i < all; i++) {
            assert_true(is_among(&expected[i], events, all));
            assert_true(i == 0 || events[i - 1].when <= events[i].when);
        }
        told += all;
    }
    assert_true(told > 10000);
}

// However a stretch of time is cut, the pieces tell the same.
static void pieces_tell_what_the_whole_tells(void **state)
{
    (void)state;
    static const int64_t times[] = { 0, SECOND / 5, SECOND / 2, SECOND };
    static qx_keyframe_event whole[4096], pieces[4096];
    for (int loop = 0; loop < 3; loop++) {
        qx_keyframe_clock clock;
        qx_keyframe_clock_start(&clock, (qx_keyframe_loop)loop, SECOND, 0);
        qx_keyframe_clock_set_speed(&clock, loop == 1 ? -100000 : 100000, 0);
        const uint64_t all =
            qx_keyframe_clock_cross(&clock, 0, 100 * SECOND, times, 4, whole, 4096);
        assert_true(loop == QX_KEYFRAME_ONCE ? all == 3 : all > 400 && all <= 4096);
        uint64_t found = 0;
        qx_random random;
        qx_random_seed(&random, 5, (uint64_t)loop);
        for (int64_t now = 0; now < 100 * SECOND;) {
            int64_t next = now + between(&random, 1, SECOND);
            if (next > 100 * SECOND) next = 100 * SECOND;
            found += qx_keyframe_clock_cross(&clock, now, next, times, 4, pieces + found,
                                             (uint32_t)(4096 - found));
            now = next;
        }
        assert_int_equal(found, all);
        assert_memory_equal(pieces, whole, all * sizeof *whole);
    }
}

static void a_long_sleep_is_counted_at_once(void **state)
{
    (void)state;
    static const int64_t times[] = { 0, SECOND / 3, SECOND };
    qx_keyframe_event events[3];
    qx_keyframe_clock clock;
    qx_keyframe_clock_start(&clock, QX_KEYFRAME_REPEAT, SECOND, 0);
    assert_true(qx_keyframe_clock_cross(&clock, 0, QX_KEYFRAME_MOST, times, 3, events, 3) ==
                UINT64_C(3000000000));
    assert_int_equal(events[0].key, 1);
    assert_int_equal(events[1].key, 2);
    assert_int_equal(events[2].key, 0);
    assert_true(events[2].when == SECOND && events[1].turn == 0 && events[2].turn == 1);
    assert_int_equal(qx_keyframe_clock_cross(&clock, 5, 5, times, 3, events, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases_are_the_exact_ones),
        cmocka_unit_test(long_clips_are_near_and_never_reach_one),
        cmocka_unit_test(the_speed_is_the_same_at_any_frame_rate),
        cmocka_unit_test(a_clip_played_once_stays_at_its_end),
        cmocka_unit_test(stills_have_a_pose),
        cmocka_unit_test(another_speed_never_jumps),
        cmocka_unit_test(a_ping_pong_turned_round_retraces_its_steps),
        cmocka_unit_test(a_place_that_is_set_holds_from_then_on),
        cmocka_unit_test(nothing_overflows),
        cmocka_unit_test(every_key_crossed_is_told_once),
        cmocka_unit_test(pieces_tell_what_the_whole_tells),
        cmocka_unit_test(a_long_sleep_is_counted_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
