// SPDX-License-Identifier: MIT
// "The button": what charges it, whom it strikes and in which order, and what it leaves alone.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "blaster_stage.h"

#include <math.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define PRESS ((orders){ .strike = true })
#define LONGEST (STRIKE_TICKS + 1)

static blaster game, other;

static void charge(blaster *g)
{
    g->strike.charge = g->strike.need;
}

static void shoot_one(enemy_kind kind)
{
    stage_enemy(&game, kind, 600.0f, 500.0f, 0);
    stage_bullet(&game, 600.0f, 500.0f, 0.0f, 0.0f);
    stage_tick(&game, NOBODY);
}

// Spread so that no two touch, none near the ship.
static void scatter(blaster *g, uint32_t count, uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 5);
    for (uint32_t i = 0; i < count; i++) {
        const float x = qx_random_range(&random, 30.0f, 770.0f);
        const float y = qx_random_range(&random, 30.0f, 570.0f);
        stage_enemy(g, i % 3 ? ENEMY_SEEKER : ENEMY_WANDERER, x, y, i % 2 ? ACTIVE + i : i % 60);
    }
}

// --- charge

static void the_points_of_the_gun_fill_it(void **state)
{
    (void)state;
    uint32_t shot = 0, ready = 0;
    stage_start(&game, 100.0f, 100.0f);
    assert_int_equal(game.strike.need, 100);
    while (game.score < 100) {
        shoot_one(++shot % 3 ? ENEMY_SEEKER : ENEMY_WANDERER);
        const bool full = game.score >= 100;
        assert_int_equal(game.strike.charge, full ? 100 : game.score);
        assert_int_equal(stage_count(&game, EVENT_STRIKE_READY), full ? 1 : 0);
    }
    for (int more = 0; more < 20; more++) { // it stays full, and says so once
        shoot_one(ENEMY_SEEKER);
        ready += stage_count(&game, EVENT_STRIKE_READY);
        assert_int_equal(game.strike.charge, 100);
    }
    assert_int_equal(ready, 0);
}

static void a_burst_hole_charges_it_too(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 100.0f);
    stage_hole(&game, 600.0f, 300.0f)->hits = 1;
    stage_bullet(&game, 600.0f, 300.0f, 0.0f, 0.0f);
    stage_tick(&game, NOBODY);
    assert_int_equal(game.score, HOLE_POINTS);
    assert_int_equal(game.strike.charge, HOLE_POINTS);
}

static void each_charge_takes_more_than_the_one_before(void **state)
{
    (void)state;
    uint32_t need = STRIKE_FIRST;
    stage_start(&game, 100.0f, 100.0f);
    for (int time = 0; time < 14; time++) {
        charge(&game);
        stage_enemy(&game, ENEMY_SEEKER, 700.0f, 500.0f, 0);
        stage_tick(&game, PRESS);
        need = need + STRIKE_MORE < STRIKE_MOST ? need + STRIKE_MORE : STRIKE_MOST;
        assert_int_equal(game.strike.need, need);
        assert_int_equal(game.strike.charge, 0);
    }
    assert_int_equal(need, STRIKE_MOST);
}

// No endless loop: what the lightning earns is score, and nothing else.
static void struck_enemies_count_but_charge_nothing(void **state)
{
    (void)state;
    uint32_t brought = 0, multiplier = 1, dead = 0;
    stage_start(&game, 400.0f, 300.0f);
    charge(&game);
    for (int i = 0; i < 30; i++)
        stage_enemy(&game, ENEMY_SEEKER, 40.0f + 24.0f * (float)i, 60.0f, ACTIVE);
    stage_tick(&game, PRESS);
    for (int tick = 0; tick < LONGEST; tick++, stage_tick(&game, NOBODY))
        for (uint32_t i = 0; i < game.event_count; i++) {
            if (game.events[i].kind != EVENT_ENEMY_DEAD) continue;
            assert_int_equal(game.events[i].value, SEEKER_POINTS * multiplier);
            brought += game.events[i].value;
            if (multiplier < MULTIPLIER_MAX) multiplier++;
            dead++;
        }
    assert_int_equal(dead, 30);
    assert_int_equal(game.score, brought);
    assert_int_equal(game.kills, 30);
    assert_int_equal(game.multiplier, MULTIPLIER_MAX);
    assert_int_equal(game.strike.charge, 0);
}

static void the_charge_outlives_the_ship(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    charge(&game);
    stage_enemy(&game, ENEMY_SEEKER, 400.0f, 300.0f, ACTIVE);
    stage_tick(&game, NOBODY);
    assert_int_equal(stage_count(&game, EVENT_SHIP_DEAD), 1);
    assert_int_equal(game.strike.charge, game.strike.need);
    stage_tick(&game, PRESS); // a ship that is gone strikes nobody
    assert_int_equal(game.event_count, 0);
    assert_int_equal(game.strike.charge, game.strike.need);
}

// --- when it does nothing

static void a_press_without_charge_or_target_costs_nothing(void **state)
{
    (void)state;
    for (int full = 0; full < 2; full++) {
        stage_start(&game, 400.0f, 300.0f);
        game.strike.charge = full ? game.strike.need : game.strike.need - 1;
        if (!full) stage_enemy(&game, ENEMY_SEEKER, 700.0f, 500.0f, ACTIVE);
        const uint32_t before = game.strike.charge;
        assert_false(blaster_strike_ready(&game));
        stage_tick(&game, PRESS);
        assert_int_equal(stage_count(&game, EVENT_STRIKE_REFUSED), 1);
        assert_int_equal(stage_count(&game, EVENT_STRIKE), 0);
        assert_int_equal(game.strike.charge, before);
        assert_int_equal(game.strike.need, STRIKE_FIRST);
        assert_int_equal(game.kills, 0);
    }
}

static void pressing_again_while_it_strikes_changes_nothing(void **state)
{
    (void)state;
    uint32_t strikes = 0, refused = 0;
    stage_start(&game, 400.0f, 300.0f);
    scatter(&game, 100, 1);
    charge(&game);
    for (int tick = 0; tick < 8; tick++) {
        stage_tick(&game, PRESS);
        strikes += stage_count(&game, EVENT_STRIKE);
        refused += stage_count(&game, EVENT_STRIKE_REFUSED);
    }
    assert_int_equal(strikes, 1);
    assert_int_equal(refused, 0);
}

// --- whom it strikes

typedef struct seen {
    place ends[STRIKE_TARGETS_MAX];
    uint32_t ids[STRIKE_TARGETS_MAX], ticks[STRIKE_TARGETS_MAX];
    uint32_t count, ticks_taken, dead;
} seen;

static seen watch_strike(blaster *g)
{
    seen s = { 0 };
    stage_tick(g, PRESS);
    for (; s.ticks_taken < 2 * LONGEST; s.ticks_taken++, stage_tick(g, NOBODY)) {
        for (uint32_t i = 0; i < g->event_count; i++) {
            const event *e = &g->events[i];
            s.dead += e->kind == EVENT_ENEMY_DEAD;
            if (e->kind != EVENT_STRIKE_LINK) continue;
            assert_int_equal(e->value, s.count);
            const place before =
                s.count < g->strike.chains ? g->strike.from : s.ends[s.count - g->strike.chains];
            // Case 7: each link begins exactly where the one before it ended.
            assert_memory_equal(&e->direction, &before, sizeof before);
            s.ends[s.count] = e->at;
            s.ids[s.count] = e->id;
            s.ticks[s.count++] = s.ticks_taken;
        }
        if (g->strike.struck == g->strike.count) break;
    }
    s.ticks_taken++;
    return s;
}

static void assert_all_different(const seen *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t j = 0; j < i; j++) assert_int_not_equal(s->ids[i], s->ids[j]);
}

static void all_that_is_there_is_struck_once_within_a_quarter_of_a_second(void **state)
{
    (void)state;
    static const uint32_t counts[] = { 1, 2, 3, 4, 8, 9, 16, 40, 61, 120, 196 };
    for (size_t i = 0; i < COUNT(counts); i++) {
        for (uint64_t seed = 0; seed < 20; seed++) {
            stage_start(&game, 400.0f, 300.0f);
            scatter(&game, counts[i], seed);
            const uint32_t last = game.next_id;
            charge(&game);
            const seen s = watch_strike(&game);
            assert_int_equal(s.count, counts[i]);
            assert_int_equal(s.dead, counts[i]);
            assert_true(s.ticks_taken <= STRIKE_TICKS);
            assert_all_different(&s);
            for (uint32_t k = 0; k < s.count; k++) assert_true(s.ids[k] < last);
            assert_int_equal(game.enemy_count, 0);
            assert_true(game.lives >= LIVES_START);
        }
    }
}

// Each turn takes what is nearest to the end of that chain of all that is left then.
static void chains_go_on_to_what_is_nearest(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    scatter(&game, 60, 3);
    charge(&game);
    const seen s = watch_strike(&game);
    for (uint32_t i = 0; i < s.count; i++) {
        const place head = blaster_strike_before(&game.strike, i);
        const float taken = hypotf(s.ends[i].x - head.x, s.ends[i].y - head.y);
        for (uint32_t j = i + 1; j < s.count; j++)
            assert_true(hypotf(s.ends[j].x - head.x, s.ends[j].y - head.y) >= taken - 1e-3f);
    }
}

static void a_row_is_struck_from_the_ship_outward(void **state)
{
    (void)state;
    stage_start(&game, 60.0f, 300.0f);
    for (int i = 0; i < 3; i++)
        stage_enemy(&game, ENEMY_SEEKER, 700.0f - 200.0f * (float)i, 300.0f, 1); // at rest
    charge(&game);
    const seen s = watch_strike(&game);
    assert_int_equal(s.count, 3);
    assert_int_equal(s.ticks_taken, 3); // a jump a tick
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(s.ends[i].x == 300.0f + 200.0f * (float)i);
        assert_int_equal(s.ticks[i], i);
    }
}

static void what_comes_after_the_press_lives(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    scatter(&game, 12, 4);
    charge(&game);
    stage_tick(&game, PRESS);
    stage_enemy(&game, ENEMY_WANDERER, 780.0f, 580.0f, 1);
    for (int tick = 0; tick < LONGEST; tick++) stage_tick(&game, NOBODY);
    assert_int_equal(game.enemy_count, 1);
    assert_false(game.enemies[0].waits);
    assert_int_equal(game.kills, 12);
}

// --- while it strikes

// Nothing moves those who wait, hits or swallows them, and they harm nobody.
static void those_who_wait_are_out_of_the_game(void **state)
{
    (void)state;
    stage_start(&game, 60.0f, 60.0f);
    for (int i = 0; i < 40; i++)
        stage_enemy(&game, ENEMY_SEEKER, 140.0f + 16.0f * (float)(i % 20),
                    60.0f + 16.0f * (float)(i / 20), ACTIVE);
    stage_hole(&game, 700.0f, 500.0f);
    stage_enemy(&game, ENEMY_SEEKER, 680.0f, 500.0f, ACTIVE); // in the hole's mouth
    charge(&game);
    stage_tick(&game, PRESS);
    for (int tick = 0; game.enemy_count > 0 && tick < LONGEST; tick++) {
        const enemy e = game.enemies[game.enemy_count - 1];
        if (e.at.x < 600.0f) game.ship.at = e.at; // right on it
        stage_bullet(&game, e.at.x, e.at.y, 0.0f, 0.0f);
        stage_tick(&game, NOBODY);
        assert_int_equal(stage_count(&game, EVENT_SHIP_DEAD), 0);
        assert_int_equal(stage_count(&game, EVENT_ENEMY_SWALLOWED), 0);
        for (uint32_t i = 0; i < game.enemy_count; i++)
            if (game.enemies[i].id == e.id)
                assert_memory_equal(&game.enemies[i].at, &e.at, sizeof e.at);
    }
    assert_int_equal(game.kills, 41);
}

static void a_hole_loses_half_of_its_hits_and_a_weak_one_bursts(void **state)
{
    (void)state;
    static const struct {
        uint32_t hits, left;
    } cases[] = { { 10, 5 }, { 6, 1 }, { 5, 0 }, { 1, 0 } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        stage_start(&game, 100.0f, 300.0f);
        stage_hole(&game, 600.0f, 300.0f)->hits = cases[i].hits;
        charge(&game);
        assert_true(blaster_strike_ready(&game)); // a hole alone is worth it
        stage_tick(&game, PRESS);
        assert_int_equal(stage_count(&game, EVENT_HOLE_HIT), cases[i].hits - cases[i].left);
        assert_int_equal(stage_count(&game, EVENT_HOLE_DEAD), cases[i].left == 0);
        assert_int_equal(game.hole_count, cases[i].left > 0);
        assert_int_equal(game.score, cases[i].left > 0 ? 0 : HOLE_POINTS);
        assert_int_equal(game.strike.charge, 0);
    }
}

static void a_hole_that_bursts_before_the_bolt_arrives_is_passed_through(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 300.0f);
    stage_enemy(&game, ENEMY_SEEKER, 300.0f, 300.0f, ACTIVE);
    stage_enemy(&game, ENEMY_SEEKER, 400.0f, 300.0f, ACTIVE);
    stage_hole(&game, 600.0f, 300.0f)->hits = 1;
    charge(&game);
    stage_bullet(&game, 600.0f, 300.0f, 0.0f, 0.0f);
    const seen s = watch_strike(&game);
    assert_int_equal(s.count, 3);
    assert_int_equal(game.kills, 3);
    assert_true(stage_is_sound(&game));
}

// A hole is no enemy that waits: it still takes the ship, and then the lightning ends.
static void the_lightning_ends_with_the_ship(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    scatter(&game, 100, 6);
    stage_hole(&game, 400.0f, 300.0f);
    game.holes[0].hits = HOLE_HITS;
    charge(&game);
    stage_tick(&game, PRESS);
    assert_int_equal(stage_count(&game, EVENT_SHIP_DEAD), 1);
    assert_int_equal(game.strike.count, 0);
    for (int tick = 0; tick < RESPAWN_TICKS + 2; tick++) {
        stage_tick(&game, NOBODY);
        assert_int_equal(stage_count(&game, EVENT_STRIKE_LINK), 0);
    }
}

static void things_in_one_place_are_struck_too(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    for (int i = 0; i < 196; i++) stage_enemy(&game, ENEMY_SEEKER, 400.0f, 300.0f, 0);
    charge(&game);
    const seen s = watch_strike(&game);
    assert_int_equal(s.dead, 196);
    assert_true(stage_is_sound(&game));
}

// --- the same bytes

static void strikes_leave_the_same_bytes(void **state)
{
    (void)state;
    uint32_t strikes = 0;
    memset(&game, 0x00, sizeof game);
    memset(&other, 0xA5, sizeof other);
    blaster_start(&game, 3, STEERING_TWIN);
    blaster_start(&other, 3, STEERING_TWIN);
    for (uint32_t tick = 0; tick < 4000; tick++) {
        const orders given = blaster_bot(&game);
        blaster_tick(&game, &given);
        blaster_tick(&other, &given);
        strikes += stage_count(&game, EVENT_STRIKE);
        assert_true(blaster_hash(&game) == blaster_hash(&other));
    }
    assert_true(strikes > 0);
}

// --- the bot

static void the_bot_strikes_crowds(void **state)
{
    (void)state;
    uint32_t strikes = 0, struck = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        blaster_start(&game, seed, STEERING_TWIN);
        for (uint32_t tick = 0; tick < 7200; tick++) {
            const orders given = blaster_bot(&game);
            assert_true(!given.strike || blaster_strike_ready(&game));
            blaster_tick(&game, &given);
            const event *e = stage_find(&game, EVENT_STRIKE);
            strikes += e != NULL;
            struck += e ? e->value : 0;
        }
    }
    print_message("%u strikes of %.1f each\n", (unsigned)strikes, (double)struck / strikes);
    assert_true(strikes > 20 && struck > 5 * strikes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_points_of_the_gun_fill_it),
        cmocka_unit_test(a_burst_hole_charges_it_too),
        cmocka_unit_test(each_charge_takes_more_than_the_one_before),
        cmocka_unit_test(struck_enemies_count_but_charge_nothing),
        cmocka_unit_test(the_charge_outlives_the_ship),
        cmocka_unit_test(a_press_without_charge_or_target_costs_nothing),
        cmocka_unit_test(pressing_again_while_it_strikes_changes_nothing),
        cmocka_unit_test(all_that_is_there_is_struck_once_within_a_quarter_of_a_second),
        cmocka_unit_test(chains_go_on_to_what_is_nearest),
        cmocka_unit_test(a_row_is_struck_from_the_ship_outward),
        cmocka_unit_test(what_comes_after_the_press_lives),
        cmocka_unit_test(those_who_wait_are_out_of_the_game),
        cmocka_unit_test(a_hole_loses_half_of_its_hits_and_a_weak_one_bursts),
        cmocka_unit_test(a_hole_that_bursts_before_the_bolt_arrives_is_passed_through),
        cmocka_unit_test(the_lightning_ends_with_the_ship),
        cmocka_unit_test(things_in_one_place_are_struck_too),
        cmocka_unit_test(strikes_leave_the_same_bytes),
        cmocka_unit_test(the_bot_strikes_crowds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
