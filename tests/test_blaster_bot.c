// SPDX-License-Identifier: MIT
// The bot plays well, and so that one likes to watch.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "blaster_stage.h"

#include <math.h>
#include <stdlib.h>

#define GAMES 100
#define THREE_MINUTES 10800

static blaster game;

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t score_of_game(uint64_t seed)
{
    blaster_start(&game, seed, STEERING_TWIN);
    for (uint32_t tick = 0; tick < THREE_MINUTES && !game.over; tick++) {
        const orders given = blaster_bot(&game);
        blaster_tick(&game, &given);
    }
    return game.score;
}

static void median_score_is_above_two_thousand(void **state)
{
    (void)state;
    uint32_t scores[GAMES];
    for (uint64_t i = 0; i < GAMES; i++) scores[i] = score_of_game(i + 1);
    qsort(scores, GAMES, sizeof scores[0], compare);
    print_message("scores: %u least, %u %u %u quartiles, %u most\n", (unsigned)scores[0],
                  (unsigned)scores[GAMES / 4], (unsigned)scores[GAMES / 2],
                  (unsigned)scores[3 * GAMES / 4], (unsigned)scores[GAMES - 1]);
    assert_true(scores[GAMES / 2] > 2000);
}

// 0 where it begins or ends to fire.
static float gun_turn(place before, place now)
{
    const float across = now.x * before.y - now.y * before.x;
    const float along = now.x * before.x + now.y * before.y;
    return across == 0.0f && along == 0.0f ? 0.0f : fabsf(atan2f(across, along));
}

// It flies most of the time, its stick and gun never jump, and it keeps off the borders.
static void it_moves_like_a_hand(void **state)
{
    (void)state;
    uint32_t alive = 0, flying = 0, at_border = 0;
    blaster_start(&game, 11, STEERING_TWIN);
    orders before = { 0 };
    for (uint32_t tick = 0; tick < THREE_MINUTES; tick++) {
        const orders given = blaster_bot(&game);
        blaster_tick(&game, &given);
        if (game.ship.dead > 0) continue;
        const float jump = hypotf(given.move.x - before.move.x, given.move.y - before.move.y);
        assert_true(jump < 0.35f);
        assert_true(gun_turn(before.aim, given.aim) < 0.41f);
        const place at = game.ship.at;
        alive++;
        flying += hypotf(given.move.x, given.move.y) > 0.15f;
        at_border += at.x < 60.0f || at.x > 740.0f || at.y < 60.0f || at.y > 540.0f;
        before = given;
    }
    assert_true(alive > THREE_MINUTES / 2);
    assert_true(flying > alive * 3 / 4);
    assert_true(at_border < alive / 50);
}

static void it_rests_while_the_ship_is_dead(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    stage_enemy(&game, ENEMY_SEEKER, 400.0f, 300.0f, ENEMY_FADE_TICKS);
    stage_tick(&game, NOBODY);
    const orders given = blaster_bot(&game);
    assert_true(given.move.x == 0.0f && given.move.y == 0.0f && given.aim.x == 0.0f);
}

// Enemies all around, on one another and on the ship: it stays finite and within its sticks.
static void it_keeps_its_head_in_a_crowd(void **state)
{
    (void)state;
    stage_start(&game, 400.0f, 300.0f);
    for (uint32_t i = 0; i < 180; i++)
        stage_enemy(&game, i % 2 ? ENEMY_SEEKER : ENEMY_WANDERER, 400.0f + (float)(i % 7) * 40.0f,
                    300.0f + (float)(i % 5) * 40.0f, i % 120);
    stage_hole(&game, 400.0f, 300.0f);
    const orders given = blaster_bot(&game);
    assert_true(hypotf(given.move.x, given.move.y) <= 1.0f + 1e-5f);
    assert_true(fabsf(hypotf(given.aim.x, given.aim.y) - 1.0f) < 1e-5f);
}

static void it_gets_away_from_seekers(void **state)
{
    (void)state;
    for (int turn = 0; turn < 16; turn++) {
        const float angle = (float)turn * 0.3927f;
        stage_start(&game, 400.0f, 300.0f);
        game.ship.cooldown = UINT32_MAX; // with its gun jammed
        stage_enemy(&game, ENEMY_SEEKER, 400.0f + 120.0f * cosf(angle),
                    300.0f + 120.0f * sinf(angle), ENEMY_FADE_TICKS);
        for (int tick = 0; tick < 600; tick++) stage_tick(&game, blaster_bot(&game));
        assert_int_equal(game.lives, LIVES_START);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(median_score_is_above_two_thousand),
        cmocka_unit_test(it_moves_like_a_hand),
        cmocka_unit_test(it_rests_while_the_ship_is_dead),
        cmocka_unit_test(it_keeps_its_head_in_a_crowd),
        cmocka_unit_test(it_gets_away_from_seekers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
