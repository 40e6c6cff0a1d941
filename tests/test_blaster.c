// SPDX-License-Identifier: MIT
// A game of Blaster as a whole: score, lives, death and return, the same bytes from the same
// orders, and no order that breaks it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "blaster_stage.h"

#include <math.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static blaster game, other;

// --- score

static void shoot_one(blaster *g, enemy_kind kind)
{
    stage_enemy(g, kind, 600.0f, 500.0f, 0);
    stage_bullet(g, 600.0f, 500.0f, 0.0f, 0.0f);
    stage_tick(g, NOBODY);
}

static void each_kill_is_worth_its_points_times_the_multiplier(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 100.0f);
    uint32_t score = 0;
    for (uint32_t kill = 1; kill <= 40; kill++) {
        const enemy_kind kind = kill % 3 == 0 ? ENEMY_WANDERER : ENEMY_SEEKER;
        const uint32_t multiplier = kill < 20 ? kill : 20, points = kind == ENEMY_SEEKER ? 2 : 1;
        assert_int_equal(game.multiplier, multiplier);
        shoot_one(&game, kind);
        score += points * multiplier;
        assert_int_equal(game.score, score);
        assert_int_equal(stage_find(&game, EVENT_ENEMY_DEAD)->value, points * multiplier);
        assert_int_equal(stage_count(&game, EVENT_MULTIPLIER), kill < 20 ? 1 : 0);
        assert_int_equal(game.kills, kill);
    }
    assert_int_equal(game.best_multiplier, 20);
}

static void multiplier_falls_back_after_48_ticks_without_a_kill(void **state)
{
    (void)state;
    stage_start(&game, 100.0f, 100.0f);
    shoot_one(&game, ENEMY_SEEKER);
    for (int tick = 0; tick < 46; tick++) stage_tick(&game, NOBODY);
    shoot_one(&game, ENEMY_SEEKER); // just in time
    assert_int_equal(game.multiplier, 3);
    for (int tick = 0; tick < 47; tick++) stage_tick(&game, NOBODY);
    assert_int_equal(game.multiplier, 3);
    stage_tick(&game, NOBODY);
    assert_int_equal(game.multiplier, 1);
    assert_int_equal(stage_find(&game, EVENT_MULTIPLIER)->value, 1);
    assert_int_equal(game.best_multiplier, 3);
    for (int tick = 0; tick < 200; tick++) {
        stage_tick(&game, NOBODY);
        assert_int_equal(stage_count(&game, EVENT_MULTIPLIER), 0);
    }
}

static void a_life_comes_every_two_thousand_points(void **state)
{
    (void)state;
    static const struct {
        uint32_t before, after, lives;
    } cases[] = { { 1997, 1999, 4 }, { 1998, 2000, 5 }, { 1999, 2001, 5 }, { 2001, 2003, 4 } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        stage_start(&game, 100.0f, 100.0f);
        game.score = cases[i].before;
        if (game.score >= 2000) game.next_life = 4000;
        shoot_one(&game, ENEMY_SEEKER);
        assert_int_equal(game.score, cases[i].after);
        assert_int_equal(game.lives, cases[i].lives);
        assert_int_equal(stage_count(&game, EVENT_EXTRA_LIFE), cases[i].lives - 4);
        assert_int_equal(game.next_life, cases[i].after < 2000 ? 2000 : 4000);
    }
}

// --- death

static void fill_with_trouble(blaster *g)
{
    stage_enemy(g, ENEMY_SEEKER, g->ship.at.x, g->ship.at.y, ENEMY_FADE_TICKS);
    stage_enemy(g, ENEMY_WANDERER, g->ship.at.x, g->ship.at.y, ENEMY_FADE_TICKS);
    stage_enemy(g, ENEMY_SEEKER, 700.0f, 500.0f, 3);
    stage_hole(g, 600.0f, 100.0f);
}

static void death_takes_all_along_without_score(void **state)
{
    (void)state;
    stage_start(&game, 200.0f, 300.0f);
    game.spawn_chance = 40.0f;
    fill_with_trouble(&game);
    stage_bullet(&game, 400.0f, 50.0f, 0.0f, 1.0f);
    stage_tick(&game, NOBODY);
    assert_int_equal(stage_count(&game, EVENT_SHIP_DEAD), 1);
    assert_int_equal(stage_count(&game, EVENT_VANISHED), 4);
    assert_int_equal(game.enemy_count, 0);
    assert_int_equal(game.hole_count, 0);
    assert_int_equal(game.bullet_count, 1);
    assert_int_equal(game.lives, 3);
    assert_int_equal(game.score, 0);
    assert_true(game.spawn_chance > 89.9f);
    assert_false(game.over);
}

static void ship_returns_after_120_ticks_and_nothing_spawns_before(void **state)
{
    (void)state;
    stage_start(&game, 200.0f, 300.0f);
    fill_with_trouble(&game);
    stage_tick(&game, NOBODY);
    for (int tick = 1; tick < 120; tick++) {
        game.spawn_chance = 1.0f; // would spawn for certain
        blaster_tick(&game, &(orders){ { 1.0f, 0.0f }, { 1.0f, 0.0f }, true });
        assert_true(game.ship.dead > 0);
        assert_int_equal(game.event_count, 0);
        assert_true(game.ship.at.x == 200.0f);
    }
    game.spawn_chance = SPAWN_START;
    stage_tick(&game, NOBODY);
    assert_int_equal(game.ship.dead, 0);
    assert_int_equal(stage_count(&game, EVENT_SHIP_RETURN), 1);
    stage_tick(&game, (orders){ .move = { 1.0f, 0.0f } });
    assert_true(game.ship.at.x == 208.0f);
}

static void spawn_chance_goes_on_falling_while_the_ship_is_dead(void **state)
{
    (void)state;
    stage_start(&game, 200.0f, 300.0f);
    fill_with_trouble(&game);
    for (int tick = 0; tick < 100; tick++) stage_tick(&game, NOBODY);
    assert_true(fabsf(game.spawn_chance - 89.5f) < 1e-3f);
}

static void game_is_over_with_the_last_life(void **state)
{
    (void)state;
    stage_start(&game, 200.0f, 300.0f);
    for (uint32_t death = 1; death <= LIVES_START; death++) {
        game.ship.dead = 0;
        fill_with_trouble(&game);
        stage_tick(&game, NOBODY);
        assert_int_equal(game.lives, LIVES_START - death);
        assert_int_equal(game.over, death == LIVES_START);
        assert_int_equal(stage_count(&game, EVENT_GAME_OVER), game.over ? 1 : 0);
    }
    assert_int_equal(game.over_ticks, 0);
    assert_int_equal(game.ship.dead, 300);
    for (uint32_t tick = 1; tick <= 600; tick++) {
        blaster_tick(&game, &(orders){ { 1.0f, 0.0f }, { 1.0f, 0.0f }, true });
        assert_int_equal(game.over_ticks, tick);
        assert_int_equal(game.ship.dead, 300);
        assert_int_equal(game.event_count + game.enemy_count + game.hole_count, 0);
    }
}

// Case 8: exactly on a seeker or a hole, or on many things at once.
static void coinciding_with_what_kills_is_one_death(void **state)
{
    (void)state;
    for (int what = 0; what < 4; what++) {
        stage_start(&game, 400.0f, 300.0f);
        if (what != 1) stage_enemy(&game, ENEMY_SEEKER, 400.0f, 300.0f, ENEMY_FADE_TICKS);
        if (what >= 1) stage_hole(&game, 400.0f, 300.0f);
        if (what == 3) stage_hole(&game, 400.0f, 300.0f);
        if (what == 3) stage_bullet(&game, 400.0f, 300.0f, 0.0f, 0.0f);
        for (int i = 0; what == 3 && i < 20; i++)
            stage_enemy(&game, ENEMY_SEEKER, 400.0f, 300.0f, ENEMY_FADE_TICKS);
        uint32_t deaths = 0;
        for (int tick = 0; tick < 60; tick++) {
            stage_tick(&game, NOBODY);
            deaths += stage_count(&game, EVENT_SHIP_DEAD);
            assert_true(stage_is_sound(&game));
        }
        assert_int_equal(deaths, 1);
        assert_int_equal(game.lives, LIVES_START - 1);
    }
}

// --- the same bytes

static void play(blaster *g, uint64_t seed, uint32_t ticks)
{
    blaster_start(g, seed, STEERING_TWIN);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        const orders given = blaster_bot(g);
        blaster_tick(g, &given);
    }
}

static void the_same_orders_give_the_same_state(void **state)
{
    (void)state;
    memset(&game, 0x00, sizeof game);
    memset(&other, 0xA5, sizeof other);
    for (uint64_t seed = 0; seed < 4; seed++) {
        play(&game, seed, 2000);
        play(&other, seed, 2000);
        assert_true(blaster_hash(&game) == blaster_hash(&other));
        play(&other, seed + 100, 2000);
        assert_true(blaster_hash(&game) != blaster_hash(&other));
    }
}

// In every build; a change here is a change of the rules or of the bot.
static void bot_games_have_their_known_hashes(void **state)
{
    (void)state;
    static const uint64_t known[] = { UINT64_C(0xF8D911DE70F998E0), UINT64_C(0x96026F476A0A1476),
                                      UINT64_C(0x2D7CAAA18223F9CE) };
    for (uint64_t seed = 1; seed <= COUNT(known); seed++) {
        play(&game, seed, 3600);
        const uint64_t hash = blaster_hash(&game);
        if (hash != known[seed - 1])
            fail_msg("seed %d: 0x%016llX", (int)seed, (unsigned long long)hash);
    }
}

static void hash_sees_no_events_and_nothing_beyond_the_counts(void **state)
{
    (void)state;
    play(&game, 3, 1500);
    const uint64_t hash = blaster_hash(&game);
    memset(game.events, 0x5A, sizeof game.events);
    game.event_count = 17;
    memset(&game.strike.targets[game.strike.count], 0x5A, sizeof game.strike.targets[0]);
    memset(&game.bullets[game.bullet_count], 0x5A, sizeof game.bullets[0]);
    memset(&game.enemies[game.enemy_count], 0x5A, sizeof game.enemies[0]);
    assert_true(blaster_hash(&game) == hash);
}

#define FIELD(name)                                                                                \
    {                                                                                              \
        offsetof(blaster, name), sizeof(((blaster *)0)->name)                                      \
    }

static void hash_sees_every_field(void **state)
{
    (void)state;
    static const struct {
        size_t offset, size;
    } fields[] = {
        FIELD(random.state),
        FIELD(random.increment),
        FIELD(tick),
        FIELD(steering),
        FIELD(ship.at.x),
        FIELD(ship.at.y),
        FIELD(ship.velocity.x),
        FIELD(ship.velocity.y),
        FIELD(ship.facing),
        FIELD(ship.aim.x),
        FIELD(ship.aim.y),
        FIELD(ship.cooldown),
        FIELD(ship.dead),
        FIELD(bullets[0].at.x),
        FIELD(bullets[0].at.y),
        FIELD(bullets[0].velocity.x),
        FIELD(bullets[0].velocity.y),
        FIELD(enemies[0].kind),
        FIELD(enemies[0].at.x),
        FIELD(enemies[0].at.y),
        FIELD(enemies[0].velocity.x),
        FIELD(enemies[0].velocity.y),
        FIELD(enemies[0].heading),
        FIELD(enemies[0].spin),
        FIELD(enemies[0].age),
        FIELD(enemies[0].id),
        FIELD(enemies[0].waits),
        FIELD(holes[0].at.x),
        FIELD(holes[0].at.y),
        FIELD(holes[0].hits),
        FIELD(holes[0].spray),
        FIELD(holes[0].age),
        FIELD(holes[0].id),
        FIELD(next_id),
        FIELD(strike.charge),
        FIELD(strike.need),
        FIELD(strike.from.x),
        FIELD(strike.from.y),
        FIELD(strike.chains),
        FIELD(strike.struck),
        FIELD(strike.pace),
        FIELD(strike.targets[0].at.x),
        FIELD(strike.targets[0].at.y),
        FIELD(strike.targets[0].what),
        FIELD(strike.targets[0].id),
        FIELD(spawn_chance),
        FIELD(score),
        FIELD(best_multiplier),
        FIELD(kills),
        FIELD(lives),
        FIELD(next_life),
        FIELD(multiplier),
        FIELD(multiplier_left),
        FIELD(over_ticks),
        FIELD(move_pad.pointer),
        FIELD(move_pad.middle.x),
        FIELD(move_pad.at.y),
        FIELD(aim_pad.pointer),
        FIELD(aim_pad.middle.y),
        FIELD(aim_pad.at.x),
        FIELD(fingers),
    };
    stage_start(&game, 100.0f, 100.0f);
    stage_enemy(&game, ENEMY_WANDERER, 300.0f, 300.0f, 4);
    stage_hole(&game, 500.0f, 200.0f);
    stage_bullet(&game, 50.0f, 60.0f, 1.0f, 2.0f);
    game.strike.count = 1;
    const uint64_t hash = blaster_hash(&game);
    for (size_t i = 0; i < COUNT(fields); i++) {
        unsigned char *bytes = (unsigned char *)&game + fields[i].offset;
        bytes[0] ^= 1; // the least bit of whole numbers and of floats
        if (blaster_hash(&game) == hash) fail_msg("field %d is not hashed", (int)i);
        bytes[0] ^= 1;
        assert_true(blaster_hash(&game) == hash);
    }
    game.over = true;
    assert_true(blaster_hash(&game) != hash);
}

// --- anything a player may do

static int16_t any_axis(qx_random *random)
{
    return (int16_t)((int32_t)qx_random_below(random, 2 * AXIS_FULL + 1) - AXIS_FULL);
}

static pointer any_pointer(qx_random *random)
{
    static const int32_t reaches[] = { 1, 400 * PLACE_SCALE, 1000 * PLACE_SCALE, PLACE_MOST };
    const int32_t reach = reaches[qx_random_below(random, COUNT(reaches))];
    const uint32_t range = 2 * (uint32_t)reach + 1;
    return (pointer){ (int32_t)qx_random_below(random, range) - reach,
                      (int32_t)qx_random_below(random, range) - reach,
                      qx_random_below(random, 3) == 0 ? qx_random_next(random) & 7 : 0 };
}

// Each part of the input changes now and then, so that sticks and fingers also stay for a while.
static void change_input(tick_input *input, qx_random *random)
{
    const uint32_t what = qx_random_below(random, 24);
    if (what == 0) input->move_x = any_axis(random), input->move_y = any_axis(random);
    if (what == 1) input->aim_x = any_axis(random), input->aim_y = any_axis(random);
    if (what == 2) input->move_x = input->move_y = input->aim_x = input->aim_y = 0;
    if (what == 3) input->aim_by_pointer = (uint16_t)qx_random_below(random, 2);
    if (what == 4) input->held = qx_random_next(random), input->pressed = qx_random_next(random);
    if (what > 4 && what < 5 + POINTER_COUNT) input->pointers[what - 5] = any_pointer(random);
}

static void play_at_random(uint64_t seed)
{
    qx_random random;
    tick_input input = { 0 };
    qx_random_seed(&random, seed, 99);
    blaster_start(&game, seed, seed % 4 == 0 ? STEERING_ONE : STEERING_TWIN);
    for (uint32_t tick = 0; tick < 2000; tick++) {
        change_input(&input, &random);
        const orders given = blaster_orders(&game, &input, 100.0f, 50.0f);
        assert_true(hypotf(given.move.x, given.move.y) <= 1.0f + 1e-5f);
        const float aim = hypotf(given.aim.x, given.aim.y);
        assert_true(aim == 0.0f || fabsf(aim - 1.0f) < 1e-5f);
        blaster_tick(&game, &given);
        if (!stage_is_sound(&game)) fail_msg("seed %d, tick %d", (int)seed, (int)tick);
    }
}

static void no_input_breaks_a_game(void **state)
{
    (void)state;
    uint32_t deaths = 0, kills = 0, over = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        play_at_random(seed);
        deaths += LIVES_START - game.lives;
        kills += game.kills;
        over += game.over;
    }
    assert_true(deaths > 500 && kills > 5000 && over > 0); // they were games
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kill_is_worth_its_points_times_the_multiplier),
        cmocka_unit_test(multiplier_falls_back_after_48_ticks_without_a_kill),
        cmocka_unit_test(a_life_comes_every_two_thousand_points),
        cmocka_unit_test(death_takes_all_along_without_score),
        cmocka_unit_test(ship_returns_after_120_ticks_and_nothing_spawns_before),
        cmocka_unit_test(spawn_chance_goes_on_falling_while_the_ship_is_dead),
        cmocka_unit_test(game_is_over_with_the_last_life),
        cmocka_unit_test(coinciding_with_what_kills_is_one_death),
        cmocka_unit_test(the_same_orders_give_the_same_state),
        cmocka_unit_test(bot_games_have_their_known_hashes),
        cmocka_unit_test(hash_sees_no_events_and_nothing_beyond_the_counts),
        cmocka_unit_test(hash_sees_every_field),
        cmocka_unit_test(no_input_breaks_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
