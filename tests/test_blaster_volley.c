// SPDX-License-Identifier: MIT
// The lightning of a strike as lines: it follows the rules from jump to jump, its links end where
// they should, and it takes no memory in play.
#include "blaster/blaster_volley.h"
#include "blaster_stage.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

// The linker leads memory through here (--wrap).
static uint32_t allocations, failing = UINT32_MAX;

void *__real_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    return allocations++ == failing ? NULL : __real_malloc(size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return allocations++ == failing ? NULL : __real_aligned_alloc(alignment, size);
}

static const place origin = { 169.0f, 20.0f };
static blaster game;
static volley seen;
static qx_glow_line *lines;
static uint32_t count;

static int open_volley(void **state)
{
    (void)state;
    if (volley_open(&seen, 7) != QX_OK) return -1;
    lines = malloc(volley_bound_lines(&seen) * sizeof *lines);
    return lines ? 0 : -1;
}

static int close_volley(void **state)
{
    (void)state;
    volley_close(&seen);
    free(lines);
    return 0;
}

static void look(float blend)
{
    count = volley_build_lines(&seen, blend, origin, game.ship.at, 1.0f, lines);
    assert_true(count <= volley_bound_lines(&seen));
}

static void stage_strike(uint32_t targets, uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 5);
    stage_start(&game, 400.0f, 300.0f);
    for (uint32_t i = 0; i < targets; i++) {
        const float x = qx_random_range(&random, 30.0f, 770.0f);
        stage_enemy(&game, ENEMY_SEEKER, x, qx_random_range(&random, 30.0f, 570.0f), 1);
    }
    game.strike.charge = game.strike.need;
}

static void tick(bool press)
{
    stage_tick(&game, (orders){ .strike = press });
    volley_tick(&seen, &game);
}

// Lines with an end here, but for what the moving by origin rounds away.
static uint32_t ends_at(place at)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const qx_vec3 from = lines[i].from, to = lines[i].to;
        found += hypotf(from.x - at.x - origin.x, from.y - at.y - origin.y) < 1e-3f;
        found += hypotf(to.x - at.x - origin.x, to.y - at.y - origin.y) < 1e-3f;
    }
    return found;
}

static void assert_sound_lines(void)
{
    for (uint32_t i = 0; i < count; i++) {
        const qx_glow_line *l = &lines[i];
        const float sum = l->from.x + l->from.y + l->to.x + l->to.y;
        assert_true(isfinite(sum) && isfinite(l->scale) && l->scale > 0.0f);
        assert_true(l->brightness >= 0.0f && l->brightness < 4.0f);
    }
}

// After each tick the bolts reach all that has been struck, and nobody else.
static void it_reaches_who_is_struck_and_nobody_else(void **state)
{
    (void)state;
    static const uint32_t targets[] = { 1, 3, 7, 20, 60, 196 };
    for (size_t i = 0; i < COUNT(targets); i++) {
        stage_strike(targets[i], i);
        tick(true);
        const strike *s = &game.strike;
        for (uint32_t t = 0; t <= STRIKE_TICKS; t++) {
            look(1.0f);
            assert_sound_lines();
            assert_true(ends_at(game.ship.at) >= s->chains);
            for (uint32_t k = 0; k < s->count; k++)
                assert_int_equal(ends_at(s->targets[k].at) > 0, k < s->struck);
            tick(false);
        }
    }
}

// Between two ticks only the links that are on their way differ.
static void it_grows_between_ticks(void **state)
{
    (void)state;
    stage_strike(40, 9);
    tick(true);
    tick(false);
    uint32_t before = 0;
    for (uint32_t i = 0; i <= 8; i++) {
        look((float)i / 8.0f);
        assert_true(count > before);
        before = count;
    }
}

// The first links hang at the ship, however it flies; the others stay where they struck.
static void it_hangs_at_the_ship(void **state)
{
    (void)state;
    stage_strike(7, 3);
    tick(true);
    for (uint32_t t = 0; t < 12; t++) {
        const place struck = game.strike.targets[0].at;
        look(1.0f);
        assert_true(ends_at(game.ship.at) >= game.strike.chains);
        assert_true(ends_at(struck) > 0);
        stage_tick(&game, (orders){ .move = { 0.6f, -0.8f } });
        volley_tick(&seen, &game);
    }
}

static double light(void)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) sum += (double)lines[i].brightness;
    return sum;
}

static void it_stands_a_moment_and_fades_away(void **state)
{
    (void)state;
    stage_strike(7, 3);
    tick(true);
    while (game.strike.struck < game.strike.count) tick(false);
    look(1.0f);
    double before = light();
    const double whole = before;
    uint32_t ticks = 0;
    for (; count > 0 && ticks < 120; ticks++) {
        tick(false);
        look(1.0f);
        assert_true(light() <= before + 1e-6);
        before = light();
        if (ticks == 5) assert_true(before > 0.4 * whole);
    }
    assert_in_range(ticks, 20, 45);
    assert_int_equal(seen.chains, 0);
}

static void it_ends_with_the_ship(void **state)
{
    (void)state;
    stage_strike(60, 4);
    tick(true);
    stage_hole(&game, game.ship.at.x, game.ship.at.y);
    tick(false);
    assert_true(game.ship.dead > 0);
    look(0.5f);
    assert_int_equal(count, 0);
}

static void a_strike_takes_no_memory(void **state)
{
    (void)state;
    allocations = 0;
    for (uint32_t strike_no = 0; strike_no < 20; strike_no++) {
        stage_strike(10 * strike_no, strike_no);
        tick(true);
        for (uint32_t t = 0; t < 50; t++) {
            look(0.5f);
            tick(false);
        }
    }
    assert_int_equal(allocations, 0);
}

static void the_same_strike_gives_the_same_lines(void **state)
{
    (void)state;
    stage_strike(30, 8);
    for (int i = 0; i < 6; i++) tick(i == 0);
    look(0.3f);
    const uint32_t first = count;
    qx_glow_line *kept = malloc(first * sizeof *kept);
    assert_non_null(kept);
    memcpy(kept, lines, first * sizeof *kept);
    look(0.9f); // other moments in between
    look(0.3f);
    assert_int_equal(count, first);
    assert_memory_equal(kept, lines, first * sizeof *kept);
    free(kept);
}

static void without_memory_nothing_is_left_open(void **state)
{
    (void)state;
    uint32_t refused = 0;
    for (;; refused++) {
        volley v;
        allocations = 0;
        failing = refused;
        const qx_result result = volley_open(&v, 1);
        failing = UINT32_MAX;
        if (result != QX_OK) {
            assert_int_equal(result, QX_NO_MEMORY);
            for (uint32_t i = 0; i < STRIKE_CHAINS; i++) assert_null(v.bolts[i]);
            continue;
        }
        volley_close(&v);
        break;
    }
    assert_true(refused >= STRIKE_CHAINS);
}

#define WITH_VOLLEY(test) cmocka_unit_test_setup_teardown(test, open_volley, close_volley)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_VOLLEY(it_reaches_who_is_struck_and_nobody_else),
        WITH_VOLLEY(it_grows_between_ticks),
        WITH_VOLLEY(it_hangs_at_the_ship),
        WITH_VOLLEY(it_stands_a_moment_and_fades_away),
        WITH_VOLLEY(it_ends_with_the_ship),
        WITH_VOLLEY(a_strike_takes_no_memory),
        WITH_VOLLEY(the_same_strike_gives_the_same_lines),
        cmocka_unit_test(without_memory_nothing_is_left_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
