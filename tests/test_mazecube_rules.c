// SPDX-License-Identifier: MIT
// The rules of Maze Cube by what a player sees: clock, checkpoints, freeze, hint, undo, giving up,
// the exit, stars; the hash; memory that lacks.
#include "mazecube/mazecube.h"
#include "mazecube/plan.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define NEVER UINT32_MAX

static const orders nothing;
static const level_desc five = { .size = 5, .seed = 3, .par = 1000 };

// --- the linker leads memory through here (--wrap)

static uint32_t requests, refused_from = NEVER; // this one and all after it

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    return requests++ >= refused_from ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return requests++ >= refused_from ? NULL : __real_calloc(count, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return requests++ >= refused_from ? NULL : __real_aligned_alloc(alignment, size);
}

// --- a game

static mazecube game;

static void begin(const level_desc *level)
{
    assert_true(mazecube_start(&game, level, SLICE_CLEAN));
}

static void tick(orders given)
{
    mazecube_tick(&game, &given);
}

static void ticks(orders given, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) tick(given);
}

static const mazecube_event *told(mazecube_event_kind kind)
{
    for (uint32_t i = 0; i < game.event_count; i++)
        if (game.events[i].kind == kind) return &game.events[i];
    return NULL;
}

static vec middle(uint64_t cell)
{
    const uint32_t size = game.level.size;
    return (vec){ (double)(cell % size) + 0.5, (double)(cell / size % size) + 0.5,
                  (double)(cell / size / size) + 0.5 };
}

static double apart(vec a, vec b)
{
    return vec_length(vec_sub(a, b));
}

static void put_ball(uint64_t cell)
{
    game.ball = (ball){ .at = middle(cell) };
}

static bool is_still(void)
{
    const vec none = { 0.0, 0.0, 0.0 };
    return apart(game.ball.velocity, none) == 0.0 && apart(game.cube.spin, none) == 0.0;
}

// The rules' own solver leads out.
static void leave(void)
{
    static plan p;
    assert_true(plan_solve(&p, &game.level, 0));
    while (!game.over) {
        assert_true(game.tick < p.ticks);
        tick(plan_orders(&p, &game));
    }
}

// --- start and clock

static void the_ball_lies_at_rest_on_the_floor_of_the_first_cell(void **state)
{
    (void)state;
    begin(&five);
    const vec at = game.ball.at;
    assert_int_equal(game.path[0], 0);
    assert_int_equal(game.path[game.path_count - 1], game.route.exit.cell);
    assert_true(at.x == 0.5 && at.z == 0.5 && at.y == 0.5 * WALL + BALL_RADIUS);
    ticks(nothing, 600);
    assert_true(apart(game.ball.at, at) < 1e-6);
    assert_int_equal(game.tick, 600);
    assert_int_equal(game.time, 0);
    mazecube_stop(&game);
}

static void the_clock_starts_when_the_cube_is_first_turned(void **state)
{
    (void)state;
    static const struct {
        orders given;
        bool starts;
    } cases[] = { { { .spin = { 0.0, 0.0, 1e-6 } }, false },
                  { { .snap = true }, false },
                  { { .undo = true }, false },
                  { { .spin = { 0.0, 0.0, 0.01 } }, true },
                  { { .spin = { -3.0, 0.0, 0.0 } }, true } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin(&five);
        ticks(nothing, 10);
        tick(cases[i].given);
        ticks(nothing, 99);
        assert_int_equal(game.time, cases[i].starts ? 100 : 0);
        mazecube_stop(&game);
    }
}

static void the_clock_goes_on_while_frozen_but_does_not_start_then(void **state)
{
    (void)state;
    begin(&five);
    tick((orders){ .freeze = true });
    ticks((orders){ .spin = { 1.0, 0.0, 0.0 } }, 50);
    assert_int_equal(game.time, 0);
    tick((orders){ .freeze = true, .spin = { 1.0, 0.0, 0.0 } });
    tick((orders){ .freeze = true });
    ticks(nothing, 50);
    assert_int_equal(game.time, 52);
    mazecube_stop(&game);
}

static void hands_turn_the_cube_no_faster_than_allowed(void **state)
{
    (void)state;
    begin(&five);
    for (uint32_t i = 0; i < 120; i++) {
        tick((orders){ .spin = { 300.0, -900.0, 40.0 } });
        assert_true(vec_length(game.cube.spin) <= CUBE_MAX_SPIN * (1.0 + 1e-12));
    }
    assert_true(vec_length(game.cube.spin) > 0.99 * CUBE_MAX_SPIN);
    mazecube_stop(&game);
}

static void snap_brings_the_nearest_face_down(void **state)
{
    (void)state;
    begin(&five);
    ticks((orders){ .spin = { 1.0, 0.0, 0.0 } }, 20);
    ticks((orders){ .snap = true, .spin = { 5.0, 5.0, 5.0 } }, 120);
    assert_true(cube_down(&game.cube).y < -0.9999);
    mazecube_stop(&game);
}

static void orders_that_are_no_numbers_are_none(void **state)
{
    (void)state;
    static const double odd[] = { NAN, INFINITY, -INFINITY, 1e300, -1e9 };
    for (size_t i = 0; i < COUNT(odd); i++) {
        begin(&five);
        ticks(nothing, 60);
        const uint64_t wanted = mazecube_hash(&game);
        mazecube_stop(&game);
        begin(&five);
        ticks((orders){ .spin = { odd[i], odd[i], odd[i] } }, 60);
        assert_int_equal(mazecube_hash(&game), wanted);
        mazecube_stop(&game);
    }
}

// --- freeze

static void freeze_holds_ball_and_cube_and_lets_go_from_rest(void **state)
{
    (void)state;
    begin(&five);
    const orders turning = { .spin = { 2.0, 0.0, 1.5 } };
    ticks(turning, 40);
    assert_false(is_still());
    const vec at = game.ball.at;
    const quat turn = game.cube.turn;
    tick((orders){ .freeze = true, .spin = turning.spin });
    assert_non_null(told(MAZECUBE_FREEZE));
    ticks(turning, 100);
    assert_true(is_still());
    assert_true(apart(game.ball.at, at) == 0.0);
    assert_memory_equal(&game.cube.turn, &turn, sizeof turn);
    tick((orders){ .freeze = true });
    assert_non_null(told(MAZECUBE_THAW));
    assert_true(vec_length(game.ball.velocity) <= BALL_GRAVITY / 60.0 + 1e-9);
    mazecube_stop(&game);
}

// --- checkpoints and undo

static uint32_t ways(uint64_t cell)
{
    uint32_t count = 0;
    for (uint32_t face = 0; face < 6; face++)
        count += qx_maze_get_open(game.maze, cell, (qx_maze_face)face);
    return count;
}

static void checkpoints_are_the_junctions_of_the_solution(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        const level_desc level = { .size = 3 + (uint32_t)(seed % 6), .seed = seed };
        begin(&level);
        uint32_t found = 0;
        for (uint32_t i = 1; i + 1 < game.path_count; i++) {
            if (ways(game.path[i]) < 3) continue;
            assert_true(found < game.checkpoint_count);
            assert_int_equal(game.checkpoints[found++], i);
        }
        assert_int_equal(found, game.checkpoint_count);
        mazecube_stop(&game);
    }
}

static void checkpoints_are_reached_in_order_and_never_lost(void **state)
{
    (void)state;
    begin(&five);
    assert_true(game.checkpoint_count >= 3);
    for (uint32_t i = 0; i < 3; i++) {
        put_ball(game.path[game.checkpoints[i]]);
        tick(nothing);
        assert_int_equal(game.checkpoint, i + 1);
        assert_non_null(told(MAZECUBE_CHECKPOINT));
        assert_true(told(MAZECUBE_CHECKPOINT)->value == i + 1);
    }
    put_ball(0);
    tick(nothing);
    assert_int_equal(game.checkpoint, 3);
    assert_null(told(MAZECUBE_CHECKPOINT));
    mazecube_stop(&game);
}

static void undo_goes_to_the_latest_checkpoint_and_keeps_the_turn(void **state)
{
    (void)state;
    begin(&five);
    put_ball(game.path[game.checkpoints[1]]);
    ticks((orders){ .spin = { 2.0, 0.0, 1.0 } }, 60);
    tick((orders){ .freeze = true });
    const quat turn = game.cube.turn;
    const uint32_t reached = game.checkpoint;
    tick((orders){ .undo = true });
    assert_true(told(MAZECUBE_UNDO) && told(MAZECUBE_UNDO)->value == reached);
    assert_true(apart(game.ball.at, middle(game.path[game.checkpoints[reached - 1]])) == 0.0);
    assert_true(is_still());
    assert_memory_equal(&game.cube.turn, &turn, sizeof turn);
    assert_int_equal(game.undos, 1);
    mazecube_stop(&game);
}

static void undo_before_any_checkpoint_goes_to_the_start(void **state)
{
    (void)state;
    begin(&five);
    game.checkpoint_count = 0;
    ticks((orders){ .spin = { 2.0, 0.0, 1.0 } }, 90);
    tick((orders){ .freeze = true });
    tick((orders){ .undo = true });
    assert_true(apart(game.ball.at, middle(0)) == 0.0);
    mazecube_stop(&game);
}

// --- hints and giving up

static void a_hint_shows_three_cells_for_a_while_and_costs_time(void **state)
{
    (void)state;
    begin(&five);
    tick((orders){ .hint = true });
    assert_non_null(told(MAZECUBE_HINT));
    assert_int_equal(game.hint_from, 1);
    assert_int_equal(game.hint_count, 3);
    assert_int_equal(game.time, MAZECUBE_PENALTY);
    tick((orders){ .hint = true }); // while one glows
    assert_non_null(told(MAZECUBE_REFUSED));
    ticks(nothing, MAZECUBE_HINT_TICKS);
    assert_int_equal(game.hint_left, 0);
    tick((orders){ .hint = true });
    assert_int_equal(game.hints, 2);
    assert_int_equal(game.time, 2 * MAZECUBE_PENALTY);
    mazecube_stop(&game);
}

static void hints_follow_the_ball(void **state)
{
    (void)state;
    begin(&five);
    for (uint32_t place = 0; place < game.path_count; place++) {
        const uint32_t left = game.path_count - 1 - place;
        put_ball(game.path[place]);
        game.hint_left = 0;
        tick((orders){ .hint = true });
        assert_int_equal(game.hint_from, place + 1);
        assert_int_equal(game.hint_count, left < 3 ? left : 3);
    }
    mazecube_stop(&game);
}

static bool is_on_path(uint64_t cell)
{
    return game.path[game.places[cell]] == cell;
}

// The first cell that glows is the one of the path that is nearest through the maze.
static void off_the_way_hints_lead_back_to_it(void **state)
{
    (void)state;
    begin(&five);
    uint32_t distances[125], off = 0;
    void *scratch = malloc(qx_maze_bound_scratch(game.maze));
    assert_non_null(scratch);
    for (uint64_t cell = 0; cell < 125; cell++) {
        if (is_on_path(cell)) continue;
        uint32_t nearest = 0;
        qx_maze_solve_distances(game.maze, cell, distances, scratch);
        for (uint32_t i = 1; i < game.path_count; i++)
            if (distances[game.path[i]] < distances[game.path[nearest]]) nearest = i;
        put_ball(cell);
        game.hint_left = 0;
        tick((orders){ .hint = true });
        assert_int_equal(game.hint_from, nearest);
        off++;
    }
    assert_true(off > 40);
    free(scratch);
    mazecube_stop(&game);
}

static void who_gives_up_sees_the_solution_and_gets_no_stars(void **state)
{
    (void)state;
    begin(&five);
    tick((orders){ .give_up = true, .hint = false });
    assert_non_null(told(MAZECUBE_SHOWN));
    assert_true(game.gave_up);
    tick((orders){ .give_up = true });
    assert_non_null(told(MAZECUBE_REFUSED));
    tick((orders){ .hint = true });
    assert_non_null(told(MAZECUBE_REFUSED));
    assert_int_equal(game.hints, 0);
    mazecube_stop(&game);

    begin(&five);
    game.gave_up = true;
    leave();
    assert_int_equal(mazecube_stars(&game), 0);
    mazecube_stop(&game);
}

// --- the exit

static void the_ball_leaves_through_the_exit_and_falls_for_a_while(void **state)
{
    (void)state;
    begin(&five);
    leave();
    assert_true(told(MAZECUBE_LEFT) && told(MAZECUBE_LEFT)->value == game.time);
    assert_int_equal(game.farthest, game.path_count - 1);
    assert_int_equal(game.checkpoint, game.checkpoint_count);
    const uint32_t time = game.time;
    tick((orders){ .freeze = true });
    assert_non_null(told(MAZECUBE_REFUSED));
    assert_false(game.frozen);
    ticks((orders){ .spin = { 1.0, 2.0, 3.0 } }, 2 * MAZECUBE_FALL);
    const vec at = game.ball.at;
    ticks((orders){ .undo = true, .hint = true, .give_up = true }, 10);
    assert_true(apart(game.ball.at, at) == 0.0);
    assert_true(game.hit == 0.0 && game.rolled == 0.0);
    assert_int_equal(game.time, time);
    assert_true(game.over && !game.gave_up && game.hints == 0 && game.undos == 0);
    mazecube_stop(&game);
}

static void stars_follow_par(void **state)
{
    (void)state;
    static const struct {
        uint32_t time, par, stars;
        bool over, gave_up;
    } cases[] = {
        { 1000, 1000, 3, true, false }, { 1001, 1000, 3, true, false }, // 16.6 is shown
        { 1002, 1000, 2, true, false }, { 2003, 1000, 2, true, false }, // 33.3
        { 2004, 1000, 1, true, false }, { UINT32_MAX, 1000, 1, true, false },
        { 100, 0, 1, true, false },     { 100, 1000, 0, false, false },
        { 100, 1000, 0, true, true },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const mazecube done = { .level = { .par = cases[i].par },
                                .time = cases[i].time,
                                .over = cases[i].over,
                                .gave_up = cases[i].gave_up };
        assert_int_equal(mazecube_stars(&done), cases[i].stars);
    }
}

// --- whatever is done

static orders at_random(qx_random *random)
{
    orders given = { .snap = qx_random_below(random, 40) == 0,
                     .freeze = qx_random_below(random, 150) == 0,
                     .hint = qx_random_below(random, 300) == 0,
                     .undo = qx_random_below(random, 400) == 0,
                     .give_up = qx_random_below(random, 3000) == 0 };
    given.spin = (vec){ qx_random_range(random, -9.0f, 9.0f), qx_random_range(random, -9.0f, 9.0f),
                        qx_random_range(random, -9.0f, 9.0f) };
    return given;
}

static void check_state(uint32_t time_before)
{
    uint32_t cell[3];
    assert_true(game.over || ball_cell(&game.walls, &game.ball, cell));
    assert_true(game.checkpoint <= game.checkpoint_count);
    assert_true(game.farthest < game.path_count);
    assert_true(game.hint_from + game.hint_count <= game.path_count + 1);
    assert_true(game.time >= time_before && game.time <= time_before + 1 + MAZECUBE_PENALTY);
    assert_true(game.trail_next < MAZECUBE_TRAIL);
    assert_true(game.over || ball_depth(&game.walls, game.ball.at) < 1e-4);
}

static void wild_hands_never_break_it(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        const level_desc level = { .size = 3 + (uint32_t)(seed % 5), .seed = seed };
        qx_random random;
        qx_random_seed(&random, seed, 5);
        assert_true(mazecube_start(&game, &level, seed % 2 ? SLICE_ARTICLE : SLICE_CLEAN));
        orders given = nothing;
        for (uint32_t i = 0; i < 3000; i++) {
            const uint32_t before = game.time;
            const vec kept = given.spin;
            given = at_random(&random);
            if (i % 30) given.spin = kept;
            tick(given);
            check_state(before);
        }
        mazecube_stop(&game);
    }
}

static void the_trail_has_places_a_step_apart(void **state)
{
    (void)state;
    begin(&five);
    ticks((orders){ .spin = { 2.0, 0.0, 1.0 } }, 600);
    for (uint32_t i = 1; i < MAZECUBE_TRAIL; i++) {
        const uint32_t a = (game.trail_next + i - 1) % MAZECUBE_TRAIL;
        const double step = apart(game.trail[a], game.trail[(a + 1) % MAZECUBE_TRAIL]);
        assert_true(step == 0.0 || step >= MAZECUBE_TRAIL_STEP);
        assert_true(step <= MAZECUBE_TRAIL_STEP + BALL_MAX_SPEED / 60.0);
    }
    const uint32_t latest = (game.trail_next + MAZECUBE_TRAIL - 1) % MAZECUBE_TRAIL;
    assert_true(apart(game.trail[latest], game.ball.at) < MAZECUBE_TRAIL_STEP);
    mazecube_stop(&game);
}

static void hits_are_told_with_their_speed(void **state)
{
    (void)state;
    begin(&five);
    uint32_t told_hits = 0;
    for (uint32_t i = 0; i < 600; i++) {
        tick((orders){ .spin = { i / 60 % 2 ? 2.0 : -2.0, 0.0, 1.0 } });
        const mazecube_event *hit = told(MAZECUBE_HIT);
        assert_int_equal(hit != NULL, game.hit >= MAZECUBE_SOFTEST);
        if (hit) assert_true(hit->value == game.hit);
        told_hits += hit != NULL;
    }
    assert_true(told_hits > 5);
    mazecube_stop(&game);
}

// --- hash

static uint64_t play_for_hash(const level_desc *level, double speed)
{
    begin(level);
    ticks((orders){ .spin = { speed, 0.0, 1.0 } }, 300);
    const uint64_t hash = mazecube_hash(&game);
    mazecube_stop(&game);
    return hash;
}

static void the_same_orders_give_the_same_hash(void **state)
{
    (void)state;
    const level_desc other = { .size = 5, .seed = 4 };
    const uint64_t hash = play_for_hash(&five, 2.0);
    assert_int_equal(play_for_hash(&five, 2.0), hash);
    assert_true(play_for_hash(&five, 2.0000001) != hash);
    assert_true(play_for_hash(&other, 2.0) != hash);
}

static void the_hash_knows_all_that_the_rules_depend_on(void **state)
{
    (void)state;
    begin(&five);
    const mazecube before = game;
    const uint64_t hash = mazecube_hash(&game);
#define CHANGES(statement)                                                                         \
    do {                                                                                           \
        statement;                                                                                 \
        assert_true(mazecube_hash(&game) != hash);                                                 \
        game = before;                                                                             \
    } while (0)
    CHANGES(game.cube.turn.w = 0.5);
    CHANGES(game.cube.spin.x = 0.5);
    CHANGES(game.cube.before.z = 0.5);
    CHANGES(game.ball.at.y += 1e-15);
    CHANGES(game.ball.velocity.z = 1e-9);
    CHANGES(game.ball.roll = 1e-9);
    CHANGES(game.slice.waited++);
    CHANGES(game.slice.index++);
    CHANGES(game.tick++);
    CHANGES(game.time++);
    CHANGES(game.moved++);
    CHANGES(game.frozen = true);
    CHANGES(game.gave_up = true);
    CHANGES(game.over = true);
    CHANGES(game.over_ticks++);
    CHANGES(game.hints++);
    CHANGES(game.undos++);
    CHANGES(game.hint_left++);
    CHANGES(game.hint_from++);
    CHANGES(game.checkpoint++);
    CHANGES(game.farthest++);
    CHANGES(game.rule = SLICE_ARTICLE);
    CHANGES(game.level.par++);
    CHANGES(game.route.exit.face =
                QX_MAZE_LOW_X == game.route.exit.face ? QX_MAZE_HIGH_X : QX_MAZE_LOW_X);
#undef CHANGES
    game.events[0].value = 7.0; // what happened is no part
    game.trail[3].x = 7.0;
    assert_int_equal(mazecube_hash(&game), hash);
    mazecube_stop(&game);
}

// --- memory, and levels that are none

static void every_lack_of_memory_is_told(void **state)
{
    (void)state;
    uint32_t failed = 0;
    for (bool done = false; !done; failed++) {
        requests = 0;
        refused_from = failed;
        done = mazecube_start(&game, &five, SLICE_CLEAN);
        refused_from = NEVER;
        if (!done) assert_null(game.maze);
        mazecube_stop(&game); // does no harm either way
    }
    assert_true(failed > 8);
}

static void the_solver_tells_every_lack_of_memory(void **state)
{
    (void)state;
    static plan p;
    uint32_t failed = 0;
    for (bool done = false; !done; failed++) {
        requests = 0;
        refused_from = failed;
        done = plan_solve(&p, &five, 0);
        refused_from = NEVER;
        if (!done) assert_int_equal(p.count, 0);
    }
    assert_true(failed > 16 && p.count > 0);
}

static void a_tick_needs_no_memory(void **state)
{
    (void)state;
    begin(&five);
    qx_random random;
    qx_random_seed(&random, 1, 1);
    requests = 0;
    for (uint32_t i = 0; i < 2000; i++) tick(at_random(&random));
    mazecube_hash(&game);
    assert_int_equal(requests, 0);
    mazecube_stop(&game);
}

static void what_is_no_level_is_refused(void **state)
{
    (void)state;
    level_desc bad[] = { { .size = 0 },
                         { .size = 1 },
                         { .size = 2 },
                         { .size = 16 },
                         { .size = UINT32_MAX },
                         { .size = 5, .algorithm = QX_MAZE_ALGORITHM_COUNT },
                         { .size = 5, .braid = 1.5f },
                         { .size = 5, .braid = -0.1f },
                         { .size = 5, .braid = NAN },
                         level_get(0),
                         level_get(82),
                         level_get(UINT32_MAX) };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_maze *maze;
        qx_maze_route route;
        assert_non_null(level_fault(&bad[i]));
        assert_int_equal(level_build(&bad[i], &maze, &route), QX_BAD_VALUE);
        assert_null(maze);
        assert_false(mazecube_start(&game, &bad[i], SLICE_CLEAN));
        mazecube_stop(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ball_lies_at_rest_on_the_floor_of_the_first_cell),
        cmocka_unit_test(the_clock_starts_when_the_cube_is_first_turned),
        cmocka_unit_test(the_clock_goes_on_while_frozen_but_does_not_start_then),
        cmocka_unit_test(hands_turn_the_cube_no_faster_than_allowed),
        cmocka_unit_test(snap_brings_the_nearest_face_down),
        cmocka_unit_test(orders_that_are_no_numbers_are_none),
        cmocka_unit_test(freeze_holds_ball_and_cube_and_lets_go_from_rest),
        cmocka_unit_test(checkpoints_are_the_junctions_of_the_solution),
        cmocka_unit_test(checkpoints_are_reached_in_order_and_never_lost),
        cmocka_unit_test(undo_goes_to_the_latest_checkpoint_and_keeps_the_turn),
        cmocka_unit_test(undo_before_any_checkpoint_goes_to_the_start),
        cmocka_unit_test(a_hint_shows_three_cells_for_a_while_and_costs_time),
        cmocka_unit_test(hints_follow_the_ball),
        cmocka_unit_test(off_the_way_hints_lead_back_to_it),
        cmocka_unit_test(who_gives_up_sees_the_solution_and_gets_no_stars),
        cmocka_unit_test(the_ball_leaves_through_the_exit_and_falls_for_a_while),
        cmocka_unit_test(stars_follow_par),
        cmocka_unit_test(wild_hands_never_break_it),
        cmocka_unit_test(the_trail_has_places_a_step_apart),
        cmocka_unit_test(hits_are_told_with_their_speed),
        cmocka_unit_test(the_same_orders_give_the_same_hash),
        cmocka_unit_test(the_hash_knows_all_that_the_rules_depend_on),
        cmocka_unit_test(every_lack_of_memory_is_told),
        cmocka_unit_test(the_solver_tells_every_lack_of_memory),
        cmocka_unit_test(a_tick_needs_no_memory),
        cmocka_unit_test(what_is_no_level_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
