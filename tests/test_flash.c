// SPDX-License-Identifier: MIT
// The flash meter against the criterion's words, and the limiter against the meter and against a
// count by brute force that shares nothing with them.
#include <quincunx/flash.h>
#include <quincunx/math.h>
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
#define LARGE 0.5f
#define MOST_LOOKS 4096u

// --- a count by brute force

// The longest run of rises and falls of `least` or more within looks [first, last] whose darker end
// is below `dark`: for every look the longest that ends there with a rise and with a fall.
static uint32_t longest_run(const float *values, uint32_t first, uint32_t last, float least,
                            float dark)
{
    static uint32_t up[MOST_LOOKS], down[MOST_LOOKS];
    uint32_t most = 0;
    for (uint32_t i = first; i <= last; i++) {
        up[i] = down[i] = 0;
        for (uint32_t k = first; k < i; k++) {
            const float by = values[i] - values[k];
            if (by >= least && values[k] < dark && down[k] + 1 > up[i]) up[i] = down[k] + 1;
            if (-by >= least && values[i] < dark && up[k] + 1 > down[i]) down[i] = up[k] + 1;
        }
        const uint32_t longer = up[i] > down[i] ? up[i] : down[i];
        most = longer > most ? longer : most;
    }
    return most;
}

// The most flashes in any second.
static uint32_t worst_second(const double *times, const float *values, uint32_t count, float least,
                             float dark)
{
    uint32_t most = 0;
    for (uint32_t last = 0, first = 0; last < count; last++) {
        while (times[last] - times[first] > 1.0 + 1e-9) first++;
        const uint32_t flashes = longest_run(values, first, last, least, dark) / 2;
        most = flashes > most ? flashes : most;
    }
    return most;
}

// 1 and 0 by turns.
static float flicker(uint32_t i)
{
    return i % 2 == 1 ? 1.0f : 0.0f;
}

// --- signals

typedef struct signal {
    qx_random random;
    uint32_t kind;
    double phase, rate; // flashes a second
    float level, red;
    double time;
} signal;

enum { NOISE, SQUARE, SINE, SAW, STORM, RAMPS, AREAS, REDS, SIGNAL_KINDS };

static float square(double phase)
{
    return phase - floor(phase) < 0.5 ? 1.0f : 0.0f;
}

// Walks to levels at random in steps too small to be changes.
static float walk(signal *s)
{
    const float step = qx_random_range(&s->random, -0.099f, 0.099f);
    s->level = fminf(fmaxf(s->level + step + 0.04f * (square(s->phase) - 0.5f), 0.0f), 1.0f);
    return s->level;
}

static float storm(signal *s, double seconds)
{
    s->level *= (float)exp(-seconds * 9.0);
    if (qx_random_unit(&s->random) < (float)(seconds * s->rate)) s->level = 1.2f;
    return s->level;
}

static float level_of(signal *s, double seconds)
{
    switch (s->kind) {
    case SQUARE: return square(s->phase);
    case SINE: return 0.5f + 0.6f * (float)sin(6.283185 * s->phase);
    case SAW: return (float)(s->phase - floor(s->phase));
    case STORM: return storm(s, seconds);
    case RAMPS: return walk(s);
    case AREAS: return 0.9f;
    default: return qx_random_unit(&s->random) * 1.3f - 0.1f;
    }
}

static signal start_signal(uint64_t seed, uint32_t kind)
{
    signal s = { .kind = kind };
    qx_random_seed(&s.random, seed, kind);
    s.rate = (double)qx_random_range(&s.random, 0.5f, 40.0f);
    s.time = (double)qx_random_range(&s.random, -5.0f, 1000.0f);
    return s;
}

static qx_flash_sample next_wish(signal *s, double seconds)
{
    s->time += seconds;
    s->phase += seconds * s->rate;
    const float level = level_of(s, seconds);
    const bool small = s->kind == AREAS && qx_random_unit(&s->random) < 0.4f;
    const bool reddish = s->kind == REDS || qx_random_unit(&s->random) < 0.2f;
    return (qx_flash_sample){ .time = s->time,
                              .luminance = s->kind == REDS ? 0.2f * level : level,
                              .red = reddish ? level : 0.0f,
                              .area = small ? 0.9f * QX_FLASH_AREA : LARGE };
}

static double next_step(qx_random *random, double rate, bool even)
{
    const float jitter = even ? 1.0f : qx_random_range(random, 0.02f, 3.0f);
    const bool stalls = !even && qx_random_below(random, 200) == 0;
    return (stalls ? 0.7 : 1.0) * (double)jitter / rate;
}

// --- meter

static uint32_t most_of(const float *levels, uint32_t count, double rate, float area)
{
    qx_flash_meter meter = { 0 };
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const qx_flash_sample s = { .time = i / rate, .luminance = levels[i], .area = area };
        const uint32_t now = qx_flash_meter_step(&meter, &s);
        most = now > most ? now : most;
    }
    return most;
}

static void the_criterions_numbers_count(void **state)
{
    (void)state;
    static const struct {
        float levels[7];
        float area;
        uint32_t flashes;
    } cases[] = {
        { { 0, 1, 0, 0, 0, 0, 0 }, LARGE, 1 },
        { { 0, 1, 1, 1, 1, 1, 1 }, LARGE, 0 }, // half a flash is none
        { { 0, 1, 0, 1, 0, 1, 0 }, LARGE, 3 },
        { { 1, 0, 1, 0, 1, 0, 1 }, LARGE, 3 },
        { { 0, 0.09f, 0, 0.09f, 0, 0.09f, 0 }, LARGE, 0 },             // too small
        { { 0, 0.11f, 0, 0.11f, 0, 0.11f, 0 }, LARGE, 3 },             // just enough
        { { 1, 0.85f, 1, 0.85f, 1, 0.85f, 1 }, LARGE, 0 },             // too bright
        { { 1, 0.79f, 1, 0.79f, 1, 0.79f, 1 }, LARGE, 3 },             // not so
        { { 0, 0.05f, 0.1f, 0.15f, 0.1f, 0.05f, 0 }, LARGE, 1 },       // small steps, one change
        { { 0.5f, 0.56f, 0.5f, 0.57f, 0.5f, 0.58f, 0.5f }, LARGE, 0 }, // wiggles
        { { 0, 0.3f, 0.25f, 0.5f, 0.45f, 0.2f, 0 }, LARGE, 1 },        // wiggles on the way
        { { 0, 1, 0, 1, 0, 1, 0 }, 0.99f * QX_FLASH_AREA, 0 },
        { { 0, 1, 0, 1, 0, 1, 0 }, QX_FLASH_AREA, 3 },
        { { -1, 9, -1, 9, -1, 9, -1 }, LARGE, 3 }, // beyond what screens show
        { { 1, 9, 1, 9, 1, 9, 1 }, LARGE, 0 },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(most_of(cases[i].levels, 7, 60.0, cases[i].area), cases[i].flashes);
}

static uint32_t worst_of_square(double flashes, double rate)
{
    float levels[MOST_LOOKS];
    const uint32_t count = (uint32_t)(4.0 * rate);
    for (uint32_t i = 0; i < count; i++) levels[i] = square((i + 0.25) * flashes / rate);
    return most_of(levels, count, rate, LARGE);
}

static void a_second_is_a_second_at_any_rate(void **state)
{
    (void)state;
    static const double rates[] = { 24, 30, 50, 60, 75, 144, 240 };
    for (size_t i = 0; i < COUNT(rates); i++) {
        assert_in_range(worst_of_square(2.0, rates[i]), 2, 2);
        assert_in_range(worst_of_square(2.9, rates[i]), 3, 3);
        assert_in_range(worst_of_square(4.1, rates[i]), 4, 4);
        assert_true(worst_of_square(10.0, rates[i]) >= 10);
    }
}

// Up in one frame, down in the one a second later: one flash; a frame more and there is none.
static void both_ends_of_a_second_are_within(void **state)
{
    (void)state;
    static const double rates[] = { 24, 30, 50, 60, 75, 144, 240 };
    for (size_t i = 0; i < COUNT(rates); i++)
        for (uint32_t up = 1; up < 400; up++)
            for (uint32_t more = 0; more <= 1; more++) {
                const uint32_t down = up + (uint32_t)rates[i] + more;
                qx_flash_meter meter = { 0 };
                uint32_t flashes = 0;
                for (uint32_t k = up - 1; k <= down; k++) {
                    const float level = k >= up && k < down ? 1.0f : 0.0f;
                    const qx_flash_sample s = { 1000.0 + k / rates[i], level, 0, LARGE };
                    flashes = qx_flash_meter_step(&meter, &s);
                }
                assert_int_equal(flashes, 1 - more);
            }
}

static void saturated_red_counts_apart(void **state)
{
    (void)state;
    qx_flash_meter meter = { 0 };
    uint32_t most = 0;
    for (uint32_t i = 0; i < 60; i++) { // of one luminance
        const qx_flash_sample s = { i / 60.0, 0.07f, i / 6 % 2 ? 0.07f : 0.0f, LARGE };
        most = qx_flash_meter_step(&meter, &s);
    }
    assert_int_equal(most, 4);
    for (uint32_t i = 60; i < 180; i++) { // too weak
        const qx_flash_sample s = { i / 60.0, 0.07f, i / 6 % 2 ? 0.06f : 0.0f, LARGE };
        most = qx_flash_meter_step(&meter, &s);
    }
    assert_int_equal(most, 0);
}

static void bad_looks_are_passed_over(void **state)
{
    (void)state;
    static const qx_flash_sample bad[] = {
        { NAN, 0, 0, LARGE },         { INFINITY, 0, 0, LARGE },   { -INFINITY, 0, 0, LARGE },
        { 0.5, NAN, 0, LARGE },       { 0.5, INFINITY, 0, LARGE }, { 0.5, 0, NAN, LARGE },
        { 0.5, 0, -INFINITY, LARGE }, { 0.5, 0, 0, NAN },          { 0.49, 0, 0, LARGE },
    };
    qx_flash_meter meter = { 0 };
    for (uint32_t i = 0; i < 5; i++)
        qx_flash_meter_step(&meter, &(qx_flash_sample){ 0.1 * i + 0.1, flicker(i), 0, LARGE });
    for (size_t i = 0; i < COUNT(bad); i++) {
        const qx_flash_meter before = meter;
        assert_int_equal(qx_flash_meter_step(&meter, &bad[i]), 2);
        assert_memory_equal(&before, &meter, sizeof meter);
    }
}

// Changes at the very edge of a threshold may fall to either side, so both bounds have slack.
static void the_meter_agrees_with_brute_force(void **state)
{
    (void)state;
    static double times[600];
    static float values[600];
    for (uint64_t seed = 0; seed < 60; seed++) {
        signal s = start_signal(seed, (uint32_t)(seed % AREAS));
        qx_flash_meter meter = { 0 };
        uint32_t most = 0;
        for (uint32_t i = 0; i < 300; i++) {
            qx_flash_sample wish = next_wish(&s, next_step(&s.random, 60.0, seed % 2 == 0));
            wish.red = 0.0f;
            times[i] = wish.time;
            values[i] = fminf(fmaxf(wish.luminance, 0.0f), 1.0f);
            const uint32_t now = qx_flash_meter_step(&meter, &wish);
            most = now > most ? now : most;
        }
        const uint32_t tight = worst_second(times, values, 300, 0.1f, 0.8f);
        assert_in_range(most, tight > 0 ? tight - 1 : 0, tight + 1);
    }
}

// --- limiter

// Runs a signal through a limiter and keeps what comes out. Returns how many looks.
typedef struct output {
    double times[MOST_LOOKS];
    float luminance[MOST_LOOKS], red[MOST_LOOKS];
    uint32_t count, metered;
} output;

static void run_limiter(output *out, signal *s, uint32_t limit, double rate, bool even,
                        uint32_t count)
{
    qx_flash_limiter limiter = { .limit = limit };
    qx_flash_meter meter = { 0 };
    out->metered = 0;
    for (uint32_t i = 0; i < count; i++) {
        qx_flash_sample wish = next_wish(s, next_step(&s->random, rate, even));
        const float share = qx_flash_limiter_step(&limiter, &wish);
        assert_true(share >= 0.0f && share <= 1.0f);
        wish.luminance *= share;
        wish.red *= share;
        const uint32_t now = qx_flash_meter_step(&meter, &wish);
        out->metered = now > out->metered ? now : out->metered;
        const bool counts = wish.area >= QX_FLASH_AREA;
        out->times[i] = wish.time;
        out->luminance[i] = counts ? fminf(fmaxf(wish.luminance, 0.0f), 1.0f) : 0.0f;
        out->red[i] = counts ? fminf(fmaxf(wish.red, 0.0f), 1.0f) : 0.0f;
    }
    out->count = count;
}

static const double frame_rates[] = { 24, 30, 60, 75, 120, 144, 240 };

static void nothing_gets_past_the_limit(void **state)
{
    (void)state;
    static output out;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        signal s = start_signal(seed, (uint32_t)(seed % SIGNAL_KINDS));
        const uint32_t limit = seed % 5 == 4 ? 1 + (uint32_t)(seed / 5 % 8) : 0;
        const double rate = frame_rates[seed / SIGNAL_KINDS % COUNT(frame_rates)];
        run_limiter(&out, &s, limit, rate, seed % 2 == 0, 1200);
        assert_true(out.metered <= (limit == 0 ? 3 : limit));
    }
}

static void nothing_gets_past_it_by_brute_force(void **state)
{
    (void)state;
    static output out;
    for (uint64_t seed = 0; seed < 112; seed++) {
        signal s = start_signal(seed, (uint32_t)(seed % SIGNAL_KINDS));
        const double rate = frame_rates[seed / SIGNAL_KINDS % COUNT(frame_rates)];
        run_limiter(&out, &s, 0, rate, seed % 3 == 0, 400);
        assert_true(worst_second(out.times, out.luminance, out.count, 0.1f, 0.8f) <= 3);
        assert_true(worst_second(out.times, out.red, out.count, 20.0f / 320.0f, 2.0f) <= 3);
    }
}

// Who watches the factor and always wishes for what hurts most.
static void an_adversary_gets_no_further(void **state)
{
    (void)state;
    static output out;
    for (uint64_t seed = 0; seed < 200; seed++) {
        qx_flash_limiter limiter = { 0 };
        qx_random random;
        float shown = 0.0f;
        qx_random_seed(&random, seed, 3);
        for (uint32_t i = 0; i < 500; i++) {
            const bool rise = shown < 0.3f;
            const float aim = shown + (rise ? 0.0f : -0.1f) + qx_random_range(&random, 0.0f, 0.11f);
            const bool creep = qx_random_below(&random, 3) == 0;
            const float wish = creep ? fmaxf(aim, 0.0f) : rise ? 1.0f : 0.0f;
            const qx_flash_sample s = { i / 90.0, wish, 0.0f, LARGE };
            shown = wish * qx_flash_limiter_step(&limiter, &s);
            out.times[i] = s.time;
            out.luminance[i] = shown;
        }
        assert_true(worst_second(out.times, out.luminance, 500, 0.1f, 0.8f) <= 3);
    }
}

static void quiet_light_passes_unchanged(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 500; seed++) {
        qx_flash_limiter limiter = { 0 };
        qx_random random;
        qx_random_seed(&random, seed, 4);
        const float base = qx_random_unit(&random), drift = qx_random_range(&random, -0.2f, 0.2f);
        for (uint32_t i = 0; i < 600; i++) { // glimmers, on a level that slowly moves
            const float level =
                base + drift * (float)i / 60.0f + qx_random_range(&random, -0.045f, 0.045f);
            const qx_flash_sample s = { i / 60.0, level, 0.0f, LARGE };
            assert_true(qx_flash_limiter_step(&limiter, &s) == 1.0f);
        }
    }
}

// Flashes of a twelfth of a second each.
static float pulse(double time, double rate)
{
    return time * rate - floor(time * rate) < rate / 12.0 ? 0.8f : 0.0f;
}

// Three a second do not: the fall of the fourth might come at once, and then make it four.
static void slow_flashes_pass_unchanged(void **state)
{
    (void)state;
    static const double rates[] = { 0.5, 1.0, 2.0, 2.7 };
    for (size_t r = 0; r < COUNT(rates); r++) {
        qx_flash_limiter limiter = { 0 };
        for (uint32_t i = 0; i < 2000; i++) {
            const double time = i / 144.0;
            const qx_flash_sample s = { time, pulse(time, rates[r]), 0.0f, LARGE };
            assert_true(qx_flash_limiter_step(&limiter, &s) == 1.0f);
        }
    }
}

static void the_first_flashes_pass_and_again_after_a_pause(void **state)
{
    (void)state;
    qx_flash_limiter limiter = { 0 };
    for (uint32_t round = 0; round < 5; round++) {
        uint32_t passed = 0;
        for (uint32_t i = 0; i < 60; i++) {
            const double time = 2.5 * round + i / 60.0;
            const bool lit = i % 10 >= 5;
            const qx_flash_sample s = { time, lit ? 0.8f : 0.0f, 0.0f, LARGE };
            const float share = qx_flash_limiter_step(&limiter, &s);
            if (lit && i < 30) assert_true(share == 1.0f);
            if (lit && i >= 30) assert_true(0.8f * share < 0.1f && share > 0.0f);
            passed += lit && share == 1.0f;
        }
        assert_int_equal(passed, 3 * 5);
    }
}

// What is held still moves, and more for more.
static void held_light_glimmers(void **state)
{
    (void)state;
    qx_flash_limiter limiter = { 0 };
    float before = 0.0f;
    for (uint32_t i = 0; i < 7; i++)
        qx_flash_limiter_step(&limiter, &(qx_flash_sample){ i / 20.0, flicker(i), 0, LARGE });
    for (uint32_t i = 1; i <= 20; i++) {
        const qx_flash_sample s = { 0.35 + i / 200.0, 0.05f * (float)i, 0.0f, LARGE };
        const float shown = s.luminance * qx_flash_limiter_step(&limiter, &s);
        assert_true(shown > before && shown < 0.1f);
        before = shown;
    }
    assert_true(before > 0.07f);
}

static void light_that_stays_comes_up_smoothly(void **state)
{
    (void)state;
    qx_flash_limiter limiter = { 0 };
    float before = 0.0f;
    uint32_t held = 0;
    for (uint32_t i = 0; i < 8; i++)
        qx_flash_limiter_step(&limiter, &(qx_flash_sample){ i / 20.0, flicker(i), 0, LARGE });
    for (uint32_t i = 0; i < 240; i++) {
        const float share =
            qx_flash_limiter_step(&limiter, &(qx_flash_sample){ 0.4 + i / 120.0, 1.0f, 0, LARGE });
        assert_true(i == 0 || (share >= before && share - before < 0.05f));
        held += share < 1.0f;
        before = share;
    }
    assert_true(before == 1.0f);
    assert_in_range(held, 60, 150);
}

static void small_things_are_no_flashes(void **state)
{
    (void)state;
    qx_flash_limiter limiter = { 0 };
    for (uint32_t i = 0; i < 200; i++) {
        const qx_flash_sample s = { i / 60.0, flicker(i), flicker(i), 0.9f * QX_FLASH_AREA };
        assert_true(qx_flash_limiter_step(&limiter, &s) == 1.0f);
    }
}

static float any_number(qx_random *random)
{
    static const float odd[] = {
        NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 3e38f, -3e38f, 1e-45f, 1e6f
    };
    const uint32_t which = qx_random_below(random, 2 * COUNT(odd));
    return which < COUNT(odd) ? odd[which] : qx_random_unit(random);
}

static double any_time(qx_random *random, double now)
{
    static const double odd[] = { -1.0, -1e9, 1e9, 1e308, -1e308 };
    const uint32_t which = qx_random_below(random, 60);
    if (which == 0) return (double)any_number(random);
    return which <= COUNT(odd) ? odd[which - 1] : now;
}

// The screen shows what is finite, and at most white.
static void nothing_confuses_it(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        qx_flash_limiter limiter = { .limit = seed % 3 == 0 ? UINT32_MAX : 0 };
        qx_flash_meter meter = { 0 };
        qx_random random;
        qx_random_seed(&random, seed, 5);
        for (uint32_t i = 0; i < 200; i++) {
            qx_flash_sample s = { .time = any_time(&random, i / 60.0) };
            s.luminance = any_number(&random);
            s.red = any_number(&random);
            s.area = any_number(&random);
            const float share = qx_flash_limiter_step(&limiter, &s);
            assert_true(share >= 0.0f && share <= 1.0f);
            const bool lit = share > 0.0f;
            const qx_flash_sample shown = { limiter.meter.time, lit ? share * s.luminance : 0.0f,
                                            lit ? share * s.red : 0.0f, lit ? s.area : 0.0f };
            assert_true(qx_flash_meter_step(&meter, &shown) <= (seed % 3 == 0 ? 8u : 3u));
        }
    }
}

static void states_are_plain_data(void **state)
{
    (void)state;
    signal s = start_signal(1, STORM);
    qx_flash_limiter limiter = { 0 };
    for (uint32_t i = 0; i < 100; i++) {
        const qx_flash_sample wish = next_wish(&s, 1.0 / 60.0);
        qx_flash_limiter_step(&limiter, &wish);
    }
    qx_flash_limiter copy = limiter;
    for (uint32_t i = 0; i < 300; i++) {
        const qx_flash_sample wish = next_wish(&s, 1.0 / 60.0);
        assert_true(qx_flash_limiter_step(&limiter, &wish) == qx_flash_limiter_step(&copy, &wish));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_criterions_numbers_count),
        cmocka_unit_test(a_second_is_a_second_at_any_rate),
        cmocka_unit_test(both_ends_of_a_second_are_within),
        cmocka_unit_test(saturated_red_counts_apart),
        cmocka_unit_test(bad_looks_are_passed_over),
        cmocka_unit_test(the_meter_agrees_with_brute_force),
        cmocka_unit_test(nothing_gets_past_the_limit),
        cmocka_unit_test(nothing_gets_past_it_by_brute_force),
        cmocka_unit_test(an_adversary_gets_no_further),
        cmocka_unit_test(quiet_light_passes_unchanged),
        cmocka_unit_test(slow_flashes_pass_unchanged),
        cmocka_unit_test(the_first_flashes_pass_and_again_after_a_pause),
        cmocka_unit_test(held_light_glimmers),
        cmocka_unit_test(light_that_stays_comes_up_smoothly),
        cmocka_unit_test(small_things_are_no_flashes),
        cmocka_unit_test(nothing_confuses_it),
        cmocka_unit_test(states_are_plain_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
