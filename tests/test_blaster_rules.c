// SPDX-License-Identifier: MIT
// Blaster Classic by measured behaviour: ship, gun, enemies, holes and spawner do what the numbers
// of rules.h say.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "blaster_stage.h"

#include <math.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define PI 3.14159265358979

static blaster game;

static double apart(place a, place b)
{
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

#define assert_near(value, expected, error)                                                        \
    assert_true(fabs((double)(value) - (double)(expected)) <= (error))

// --- ship

static void speed_follows_the_stick_in_every_direction(void **state)
{
    (void)state;
    static const struct {
        float stick, speed;
    } cases[] = { { 0.0f, 0.0f }, { 0.25f, 2.0f }, { 0.5f, 4.0f }, { 1.0f, 8.0f }, { 1.5f, 8.0f } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (int degree = 0; degree < 360; degree += 15) {
            const float turn = (float)(degree * PI / 180.0);
            stage_start(&game, 400.0f, 300.0f);
            const place from = game.ship.at;
            const place stick = { cases[i].stick * cosf(turn), cases[i].stick * sinf(turn) };
            stage_tick(&game, (orders){ .move = stick });
            assert_near(apart(game.ship.at, from), cases[i].speed, 1e-4);
        }
    }
}

static void ship_stops_at_once(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    stage_tick(&game, (orders){ .move = { 1.0f, 0.0f } });
    const place there = game.ship.at;
    stage_tick(&game, NOBODY);
    assert_true(apart(game.ship.at, there) == 0.0);
    assert_near(game.ship.facing, 0.0, 1e-6);
}

static void ship_stays_inside_by_half_its_size(void **state)
{
    (void)state;
    static const struct {
        place stick, end;
    } cases[] = {
        { { -1.0f, 0.0f }, { 20.0f, 300.0f } }, { { 1.0f, 0.0f }, { 780.0f, 300.0f } },
        { { 0.0f, -1.0f }, { 400.0f, 20.0f } }, { { 0.0f, 1.0f }, { 400.0f, 580.0f } },
        { { -1.0f, -1.0f }, { 20.0f, 20.0f } }, { { 1.0f, 1.0f }, { 780.0f, 580.0f } },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        stage_start(&game, 400.0f, 300.0f);
        for (int tick = 0; tick < 120; tick++)
            stage_tick(&game, (orders){ .move = cases[i].stick });
        assert_true(apart(game.ship.at, cases[i].end) == 0.0);
    }
}

static void odd_orders_are_taken_as_none_or_full(void **state)
{
    (void)state;
    static const place odd[] = { { NAN, 0.0f },       { 0.0f, NAN },      { INFINITY, 0.0f },
                                 { 0.0f, -INFINITY }, { 1e-30f, 1e-30f }, { 1e30f, -1e30f } };
    for (size_t i = 0; i < COUNT(odd); i++) {
        stage_start(&game, 400.0f, 300.0f);
        for (int tick = 0; tick < 30; tick++) {
            stage_tick(&game, (orders){ odd[i], odd[i], false });
            assert_true(stage_is_sound(&game));
        }
    }
}

// --- gun

static void gun_fires_two_bullets_every_six_ticks(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 300.0f);
    for (uint32_t tick = 0; tick < 60; tick++) {
        const uint32_t before = game.bullet_count;
        stage_tick(&game, (orders){ .aim = { 1.0f, 0.0f } });
        const bool due = tick % 6 == 0;
        assert_int_equal(stage_count(&game, EVENT_SHOT), due ? 1 : 0);
        assert_int_equal(game.bullet_count, before + (due ? 2 : 0));
    }
}

static void letting_go_of_the_trigger_does_not_make_the_gun_faster(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 300.0f);
    uint32_t shots = 0;
    for (uint32_t tick = 0; tick < 120; tick++) {
        stage_tick(&game, (orders){ .aim = { tick % 2 == 0 ? 1.0f : 0.0f, 0.0f } });
        shots += stage_count(&game, EVENT_SHOT);
    }
    assert_int_equal(shots, 20);
}

static void muzzles_turn_with_the_aim(void **state)
{
    (void)state;
    for (int degree = 0; degree < 360; degree += 7) {
        const double turn = degree * PI / 180.0;
        const place aim = { (float)cos(turn), (float)sin(turn) };
        stage_start(&game, 400.0f, 300.0f);
        stage_tick(&game, (orders){ .aim = { 0.3f * aim.x, 0.3f * aim.y } });
        assert_int_equal(game.bullet_count, 2);
        for (uint32_t i = 0; i < 2; i++) {
            const float x = game.bullets[i].at.x - 400.0f, y = game.bullets[i].at.y - 300.0f;
            assert_near(x * aim.x + y * aim.y, BULLET_AHEAD, 1e-3);
            assert_near(y * aim.x - x * aim.y, i == 0 ? -BULLET_ASIDE : BULLET_ASIDE, 1e-3);
        }
        assert_near(hypotf(game.bullets[0].velocity.x, game.bullets[0].velocity.y), 11.0, 1e-4);
        assert_true(apart(game.bullets[0].velocity, game.bullets[1].velocity) == 0.0);
    }
}

// The sum of two independent numbers is triangular: the eight parts of its range hold (1, 3, 5, 7,
// 7, 5, 3, 1)/32. One number doubled, the original's fault, would fill all alike.
static void spread_is_the_sum_of_two_independent_numbers(void **state)
{
    (void)state;
    static const double shares[] = { 1, 3, 5, 7, 7, 5, 3, 1 };
    enum { SHOTS = 32000 };
    uint32_t bins[8] = { 0 };
    stage_start(&game, 400.0f, 300.0f);
    for (int shot = 0; shot < SHOTS; shot++) {
        game.bullet_count = game.ship.cooldown = 0;
        stage_tick(&game, (orders){ .aim = { 0.0f, 1.0f } });
        const double off = atan2(-game.bullets[0].velocity.x, game.bullets[0].velocity.y);
        const double share = (off + 2.0 * 0.04) / (4.0 * 0.04);
        assert_true(share > -1e-5 && share < 1.0 + 1e-5);
        bins[(int)fmin(fmax(share * 8.0, 0.0), 7.0)]++;
    }
    double chi2 = 0.0;
    for (size_t i = 0; i < COUNT(bins); i++) {
        const double expected = SHOTS * shares[i] / 32.0;
        chi2 += (bins[i] - expected) * (bins[i] - expected) / expected;
    }
    assert_true(chi2 < 24.3); // 7 degrees of freedom, one in a thousand
}

static void bullets_end_at_the_border(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    stage_bullet(&game, 790.0f, 100.0f, 11.0f, 0.0f);
    stage_bullet(&game, 50.0f, 30.0f, 0.0f, -11.0f);
    stage_tick(&game, NOBODY);
    assert_int_equal(game.bullet_count, 1);
    const event *gone = stage_find(&game, EVENT_BULLET_GONE);
    assert_non_null(gone);
    assert_true(gone->at.x == 800.0f && gone->at.y == 100.0f && gone->direction.x == 1.0f);
    stage_tick(&game, NOBODY);
    assert_int_equal(game.bullet_count, 1);
    stage_tick(&game, NOBODY);
    assert_int_equal(game.bullet_count, 0);
    assert_int_equal(game.score, 0);
}

// --- enemies

// Each tick adds the push, moves, then keeps 0.8: steps of push (1 - 0.8^k) / (1 - 0.8).
static double step_after(double push, int ticks)
{
    return push * (1.0 - pow(0.8, ticks)) / (1.0 - 0.8);
}

static void seeker_gains_speed_to_four_and_a_half(void **state)
{
    (void)state;
    stage_start(&game, 780.0f, 300.0f);
    const enemy *e = stage_enemy(&game, ENEMY_SEEKER, 30.0f, 300.0f, ACTIVE);
    double step = 0.0;
    for (int tick = 1; tick <= 100; tick++) {
        const place from = e->at;
        stage_tick(&game, NOBODY);
        step = apart(e->at, from);
        assert_near(step, step_after(0.9, tick), 1e-3);
        assert_true(e->at.y == 300.0f && e->at.x > from.x);
    }
    assert_near(step, 4.5, 1e-3);
}

static void wanderer_gains_speed_to_two(void **state)
{
    (void)state;
    double fastest = 0.0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        blaster_start(&game, seed, STEERING_TWIN);
        game.ship.at = (place){ 20.0f, 20.0f };
        const enemy *e = stage_enemy(&game, ENEMY_WANDERER, 400.0f, 300.0f, ACTIVE);
        for (int tick = 1; tick <= 60; tick++) {
            const place from = e->at;
            stage_tick(&game, NOBODY);
            const double step = apart(e->at, from);
            if (tick == 1) assert_near(step, 0.4, 1e-4);
            assert_true(step <= step_after(0.4, tick) + 1e-3);
            fastest = fmax(fastest, step);
        }
    }
    assert_near(fastest, 2.0, 0.01);
}

static double turned(double to, double from)
{
    return remainder(to - from, 2.0 * PI);
}

static bool is_near_border(place at)
{
    return at.x < 21.0f || at.x > 779.0f || at.y < 21.0f || at.y > 579.0f;
}

// Where it is near the border before a tick it takes any course that leads inward, else it keeps
// its heading, but for a small turn every six ticks.
static void wanderer_turns_a_little_and_back_at_the_border(void **state)
{
    (void)state;
    double widest = 0.0, widest_back = 0.0;
    stage_start(&game, 20.0f, 20.0f);
    const enemy *e = stage_enemy(&game, ENEMY_WANDERER, 700.0f, 300.0f, ACTIVE);
    for (uint32_t tick = 0; tick < 60000; tick++) {
        game.ship.at.x = e->at.x < 400.0f ? 780.0f : 20.0f; // out of its way
        const enemy before = *e;
        stage_tick(&game, NOBODY);
        const double inward = atan2(300.0 - before.at.y, 400.0 - before.at.x);
        const double off = fabs(turned(e->heading, inward));
        const double change = fabs(turned(e->heading, before.heading));
        if (is_near_border(before.at))
            widest_back = fmax(widest_back, off);
        else if (tick % 6 == 0)
            widest = fmax(widest, change);
        else
            assert_true(change == 0.0);
        assert_near(fabs(turned(e->spin, before.spin)), 0.05, 1e-5);
        assert_true(stage_is_sound(&game));
    }
    assert_true(widest > 0.099 && widest < 0.1 + 1e-6);
    assert_true(widest_back > 1.5 && widest_back < PI / 2 + 1e-6);
}

static void enemies_are_harmless_for_sixty_ticks(void **state)
{
    (void)state;
    for (int kind = ENEMY_SEEKER; kind <= ENEMY_WANDERER; kind++) {
        stage_start(&game, 400.0f, 300.0f);
        const enemy *e = stage_enemy(&game, (enemy_kind)kind, 400.0f, 310.0f, 0);
        stage_hole(&game, 600.0f, 300.0f); // nor are they pulled
        for (int tick = 1; tick < 60; tick++) {
            game.ship.at = (place){ 400.0f, 300.0f };
            stage_tick(&game, NOBODY);
            assert_int_equal(game.ship.dead, 0);
            assert_true(e->at.x == 400.0f && e->at.y == 310.0f);
        }
        stage_tick(&game, NOBODY);
        assert_int_equal(game.ship.dead, RESPAWN_TICKS);
    }
}

static void enemies_can_be_shot_while_they_fade_in(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    stage_enemy(&game, ENEMY_SEEKER, 600.0f, 300.0f, 5);
    stage_bullet(&game, 570.0f, 300.0f, 11.0f, 0.0f);
    stage_tick(&game, NOBODY);
    assert_int_equal(game.enemy_count, 0);
    assert_int_equal(game.bullet_count, 0);
    assert_int_equal(game.score, SEEKER_POINTS);
}

static void a_bullet_hits_once_within_both_radii(void **state)
{
    (void)state;
    static const struct {
        float gap;
        bool hits;
    } cases[] = { { 0.0f, true }, { 27.9f, true }, { 28.1f, false } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        stage_start(&game, 400.0f, 300.0f);
        stage_enemy(&game, ENEMY_WANDERER, 600.0f, 300.0f, 5);
        stage_enemy(&game, ENEMY_WANDERER, 600.0f, 300.0f, 5);
        stage_bullet(&game, 600.0f, 300.0f + cases[i].gap, 0.0f, 0.0f);
        stage_tick(&game, NOBODY);
        assert_int_equal(game.enemy_count, cases[i].hits ? 1 : 2);
    }
}

static void a_pair_is_shoved_apart_once(void **state)
{
    (void)state;
    static const double gaps[] = { 0.5, 1.0, 3.0, 10.0, 25.0, 39.9 };
    for (size_t i = 0; i < COUNT(gaps); i++) {
        stage_start(&game, 100.0f, 100.0f);
        const float gap = (float)gaps[i];
        const enemy *a = stage_enemy(&game, ENEMY_SEEKER, 500.0f + gap, 300.0f, 0);
        const enemy *b = stage_enemy(&game, ENEMY_SEEKER, 500.0f, 300.0f, 0);
        stage_tick(&game, NOBODY);
        const double expected = 10.0 * gaps[i] / (gaps[i] * gaps[i] + 1.0);
        assert_near(a->velocity.x, expected, 1e-3);
        assert_near(b->velocity.x, -expected, 1e-3);
        assert_true(a->velocity.y == 0.0f && b->velocity.y == 0.0f);
    }
}

static void enemies_that_do_not_touch_leave_each_other_alone(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 100.0f);
    const enemy *a = stage_enemy(&game, ENEMY_SEEKER, 540.0f, 300.0f, 0);
    stage_enemy(&game, ENEMY_SEEKER, 500.0f, 300.0f, 0);
    stage_tick(&game, NOBODY);
    assert_true(a->velocity.x == 0.0f && a->velocity.y == 0.0f);
}

static void enemies_on_one_place_part(void **state)
{
    (void)state;
    stage_start(&game, 700.0f, 500.0f);
    const enemy *a = stage_enemy(&game, ENEMY_SEEKER, 20.0f, 20.0f, ACTIVE);
    const enemy *b = stage_enemy(&game, ENEMY_SEEKER, 20.0f, 20.0f, ACTIVE);
    for (int tick = 0; tick < 30; tick++) {
        stage_tick(&game, NOBODY);
        assert_true(stage_is_sound(&game));
    }
    assert_true(apart(a->at, b->at) > 20.0);
}

// --- what touches

static void the_ship_dies_on_an_enemy_within_both_radii(void **state)
{
    (void)state;
    for (int touches = 0; touches < 2; touches++) {
        stage_start(&game, 400.0f, 300.0f);
        stage_enemy(&game, ENEMY_SEEKER, touches ? 429.9f : 430.1f, 300.0f, ACTIVE - 1);
        stage_tick(&game, NOBODY);
        assert_int_equal(game.ship.dead > 0, touches);
    }
}

// It is pulled before: from 31.58 away to 29.83, from 32.1 away to 30.36.
static void the_ship_dies_in_a_hole_within_both_radii(void **state)
{
    (void)state;
    for (int touches = 0; touches < 2; touches++) {
        stage_start(&game, 400.0f, 300.0f);
        stage_hole(&game, touches ? 431.58f : 432.1f, 300.0f);
        stage_tick(&game, NOBODY);
        assert_int_equal(game.ship.dead > 0, touches);
    }
}

static void holes_swallow_within_both_radii(void **state)
{
    (void)state;
    for (int touches = 0; touches < 2; touches++) {
        stage_start(&game, 100.0f, 100.0f);
        stage_enemy(&game, ENEMY_SEEKER, touches ? 439.9f : 440.1f, 300.0f, ACTIVE - 1);
        stage_hole(&game, 400.0f, 300.0f);
        stage_tick(&game, NOBODY);
        assert_int_equal(stage_count(&game, EVENT_ENEMY_SWALLOWED), touches);
    }
}

// --- black holes

static void holes_pull_the_ship_less_with_distance(void **state)
{
    (void)state;
    static const struct {
        float away, pull;
    } cases[] = { { 31.0f, 2.0f * (1.0f - 31.0f / 250.0f) },
                  { 62.5f, 1.5f },
                  { 125.0f, 1.0f },
                  { 187.5f, 0.5f },
                  { 250.0f, 0.0f },
                  { 300.0f, 0.0f } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        stage_start(&game, 400.0f - cases[i].away, 300.0f);
        stage_hole(&game, 400.0f, 300.0f);
        const float from = game.ship.at.x;
        stage_tick(&game, NOBODY);
        assert_near(game.ship.at.x - from, cases[i].pull, 1e-3);
        assert_true(game.ship.velocity.x == 0.0f); // its engine does nothing
    }
}

// At 0 there is no direction; right beside it the pull is nearly 2.
static void holes_pull_hardest_at_their_centre(void **state)
{
    (void)state;
    stage_start(&game, 399.0f, 300.0f);
    stage_hole(&game, 400.0f, 300.0f);
    stage_tick(&game, NOBODY);
    assert_near(game.ship.at.x - 399.0f, 2.0 * 249.0 / 250.0, 1e-3);
    stage_start(&game, 400.0f, 300.0f);
    stage_hole(&game, 400.0f, 300.0f);
    stage_tick(&game, NOBODY);
    assert_true(game.ship.at.x == 400.0f && game.ship.at.y == 300.0f);
}

static void holes_pull_enemies_that_are_in_play(void **state)
{
    (void)state;
    stage_start(&game, 780.0f, 300.0f); // ship, seeker and hole in a line: 0.9 one way, 1 the other
    stage_hole(&game, 200.0f, 300.0f);
    const enemy *e = stage_enemy(&game, ENEMY_SEEKER, 325.0f, 300.0f, ACTIVE);
    stage_tick(&game, NOBODY);
    assert_near(e->at.x, 325.0 + 0.9 - 1.0, 1e-3);
    assert_near(e->velocity.x, 0.8 * (0.9 - 1.0), 1e-3);
}

static void holes_push_bullets_away(void **state)
{
    (void)state;
    stage_start(&game, 780.0f, 580.0f);
    stage_hole(&game, 300.0f, 300.0f);
    stage_bullet(&game, 400.0f, 300.0f, 0.0f, 0.0f);
    stage_bullet(&game, 300.0f, 51.0f, 0.0f, 0.0f);
    stage_bullet(&game, 551.0f, 300.0f, 0.0f, 0.0f);
    stage_tick(&game, NOBODY);
    assert_near(game.bullets[0].velocity.x, 0.3, 1e-6);
    assert_near(game.bullets[1].velocity.y, -0.3, 1e-6);
    assert_true(game.bullets[2].velocity.x == 0.0f);
}

static void a_hole_takes_ten_hits_and_brings_five_points(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 100.0f);
    stage_hole(&game, 400.0f, 300.0f);
    for (uint32_t hit = 1; hit <= 10; hit++) {
        assert_int_equal(game.hole_count, 1);
        assert_int_equal(game.score, 0);
        stage_bullet(&game, 420.0f, 300.0f, 0.0f, 0.0f);
        stage_tick(&game, NOBODY);
        assert_int_equal(stage_count(&game, EVENT_HOLE_HIT), 1);
    }
    assert_int_equal(game.hole_count, 0);
    assert_int_equal(stage_find(&game, EVENT_HOLE_DEAD)->value, 5);
    assert_int_equal(game.score, 5);
    assert_int_equal(game.multiplier, 2);
}

static void a_dead_hole_takes_no_more_bullets(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 100.0f);
    stage_hole(&game, 400.0f, 300.0f)->hits = 2;
    for (int i = 0; i < 5; i++) stage_bullet(&game, 420.0f, 300.0f, 0.0f, 0.0f);
    stage_tick(&game, NOBODY);
    assert_int_equal(game.hole_count, 0);
    assert_int_equal(game.bullet_count, 3);
}

static void holes_swallow_enemies_without_points(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 100.0f);
    stage_hole(&game, 400.0f, 300.0f);
    stage_enemy(&game, ENEMY_SEEKER, 430.0f, 300.0f, ACTIVE);
    stage_enemy(&game, ENEMY_WANDERER, 400.0f, 300.0f, ACTIVE);
    stage_enemy(&game, ENEMY_WANDERER, 400.0f, 330.0f, 3); // fades in yet
    stage_tick(&game, NOBODY);
    assert_int_equal(game.enemy_count, 1);
    assert_int_equal(stage_count(&game, EVENT_ENEMY_SWALLOWED), 2);
    assert_int_equal(game.score, 0);
    assert_int_equal(game.kills, 0);
    assert_int_equal(game.multiplier, 1);
}

static void the_spray_turns_fifty_times_to_a_round(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 100.0f);
    const hole *h = stage_hole(&game, 400.0f, 300.0f);
    for (uint32_t tick = 1; tick <= 1000; tick++) {
        stage_tick(&game, NOBODY);
        assert_near(sin(h->spray / 2.0), sin(tick * PI / 50.0), 1e-5);
    }
}

// --- spawner

static double floor_at(uint32_t tick)
{
    return floor(fmax(90.0 - 0.005 * tick, 30.0) +
                 1e-4); // the game's sum of floats is a little off
}

// Enemies of each kind in stretches of a game whose ship lives undisturbed, against the law;
// chi-square.
static void enemies_spawn_by_the_law(void **state)
{
    (void)state;
    enum { SEEDS = 120, STRETCH = 1000, STRETCHES = 14 };
    static uint32_t seen[2][STRETCHES];
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        blaster_start(&game, seed, STEERING_TWIN);
        for (uint32_t tick = 0; tick < STRETCH * STRETCHES; tick++) {
            blaster_tick(&game, &NOBODY);
            for (uint32_t i = 0; i < game.enemy_count; i++)
                seen[game.enemies[i].kind][tick / STRETCH]++;
            game.enemy_count = game.hole_count = 0;
        }
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        double chi2 = 0.0;
        for (uint32_t s = 0; s < STRETCHES; s++) {
            double mean = 0.0, spread = 0.0;
            for (uint32_t tick = s * STRETCH; tick < (s + 1) * STRETCH; tick++) {
                const double chance = 1.0 / floor_at(tick);
                mean += SEEDS * chance;
                spread += SEEDS * chance * (1.0 - chance);
            }
            chi2 += (seen[kind][s] - mean) * (seen[kind][s] - mean) / spread;
        }
        assert_true(chi2 < 36.1); // 14 degrees of freedom, one in a thousand
    }
}

static void holes_spawn_once_in_six_hundred_ticks_while_fewer_than_two(void **state)
{
    (void)state;
    enum { TICKS = 1200000 };
    uint32_t count = 0;
    blaster_start(&game, 5, STEERING_TWIN);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        blaster_tick(&game, &NOBODY);
        count += game.hole_count;
        game.enemy_count = game.hole_count = 0;
    }
    assert_near(count, TICKS / 600.0, 3.3 * sqrt(TICKS / 600.0));
    for (uint32_t tick = 0; tick < 20000; tick++) {
        blaster_tick(&game, &NOBODY);
        game.enemy_count = 0;
        game.ship.at = (place){ 20.0f, 20.0f };
        game.ship.dead = 0;
        game.lives = LIVES_START;
        assert_true(game.hole_count <= HOLES_MAX);
    }
    assert_int_equal(game.hole_count, HOLES_MAX);
}

static void all_spawn_far_from_the_ship_and_inside(void **state)
{
    (void)state;
    static const place ships[] = {
        { 20, 20 }, { 780, 20 }, { 400, 300 }, { 20, 580 }, { 600, 400 }
    };
    for (size_t i = 0; i < COUNT(ships); i++) {
        stage_start(&game, ships[i].x, ships[i].y);
        uint32_t count = 0;
        double nearest = 1e9;
        while (count < 2000) {
            game.spawn_chance = SPAWN_LEAST;
            blaster_tick(&game, &NOBODY);
            for (uint32_t e = 0; e < game.event_count; e++) {
                if (game.events[e].kind != EVENT_SPAWN) continue;
                nearest = fmin(nearest, apart(game.events[e].at, ships[i]));
                count++;
            }
            assert_true(stage_is_sound(&game));
            game.enemy_count = game.hole_count = 0;
        }
        assert_true(nearest >= 250.0 && nearest < 260.0);
    }
}

static void nothing_spawns_where_two_hundred_things_are(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    for (uint32_t i = 0; i < 40; i++) stage_bullet(&game, 10.0f, 10.0f, 0.0f, 0.0f);
    for (uint32_t tick = 0; tick < 3000; tick++) {
        game.spawn_chance = 2.0f;
        for (uint32_t i = 0; i < game.enemy_count; i++)
            game.enemies[i].age = 0; // harmless for good
        for (uint32_t i = 0; i < game.bullet_count; i++)
            game.bullets[i].at = (place){ 0.0f, 0.0f }; // out of reach
        game.hole_count = 0;
        blaster_tick(&game, &NOBODY);
        assert_true(1 + game.bullet_count + game.enemy_count + game.hole_count <= 200);
    }
    assert_int_equal(1 + game.bullet_count + game.enemy_count + game.hole_count, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speed_follows_the_stick_in_every_direction),
        cmocka_unit_test(ship_stops_at_once),
        cmocka_unit_test(ship_stays_inside_by_half_its_size),
        cmocka_unit_test(odd_orders_are_taken_as_none_or_full),
        cmocka_unit_test(gun_fires_two_bullets_every_six_ticks),
        cmocka_unit_test(letting_go_of_the_trigger_does_not_make_the_gun_faster),
        cmocka_unit_test(muzzles_turn_with_the_aim),
        cmocka_unit_test(spread_is_the_sum_of_two_independent_numbers),
        cmocka_unit_test(bullets_end_at_the_border),
        cmocka_unit_test(seeker_gains_speed_to_four_and_a_half),
        cmocka_unit_test(wanderer_gains_speed_to_two),
        cmocka_unit_test(wanderer_turns_a_little_and_back_at_the_border),
        cmocka_unit_test(enemies_are_harmless_for_sixty_ticks),
        cmocka_unit_test(enemies_can_be_shot_while_they_fade_in),
        cmocka_unit_test(a_bullet_hits_once_within_both_radii),
        cmocka_unit_test(a_pair_is_shoved_apart_once),
        cmocka_unit_test(enemies_that_do_not_touch_leave_each_other_alone),
        cmocka_unit_test(enemies_on_one_place_part),
        cmocka_unit_test(the_ship_dies_on_an_enemy_within_both_radii),
        cmocka_unit_test(the_ship_dies_in_a_hole_within_both_radii),
        cmocka_unit_test(holes_swallow_within_both_radii),
        cmocka_unit_test(holes_pull_the_ship_less_with_distance),
        cmocka_unit_test(holes_pull_hardest_at_their_centre),
        cmocka_unit_test(holes_pull_enemies_that_are_in_play),
        cmocka_unit_test(holes_push_bullets_away),
        cmocka_unit_test(a_hole_takes_ten_hits_and_brings_five_points),
        cmocka_unit_test(a_dead_hole_takes_no_more_bullets),
        cmocka_unit_test(holes_swallow_enemies_without_points),
        cmocka_unit_test(the_spray_turns_fifty_times_to_a_round),
        cmocka_unit_test(enemies_spawn_by_the_law),
        cmocka_unit_test(holes_spawn_once_in_six_hundred_ticks_while_fewer_than_two),
        cmocka_unit_test(all_spawn_far_from_the_ship_and_inside),
        cmocka_unit_test(nothing_spawns_where_two_hundred_things_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
