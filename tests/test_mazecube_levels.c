// SPDX-License-Identifier: MIT
// The levels of Maze Cube and their solver: 81 that rise, each begun at a corner and left at the
// far end of the longest way, each solved by a plan that is played by the rules; endless and daily
// ones.
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
#define CELLS_MAX (LEVEL_SIZE_MAX * LEVEL_SIZE_MAX * LEVEL_SIZE_MAX)

// A maze that is looked at.
typedef struct look {
    qx_maze *maze;
    qx_maze_route route;
    uint32_t distances[CELLS_MAX];
    void *scratch;
} look;

static void open_look(look *l, const level_desc *level)
{
    assert_null(level_fault(level));
    level_desc drawn = *level;
    assert_int_equal(level_build(&drawn, &l->maze, &l->route), QX_OK);
    l->scratch = malloc(qx_maze_bound_scratch(l->maze));
    assert_non_null(l->scratch);
}

static void close_look(look *l)
{
    qx_maze_destroy(l->maze);
    free(l->scratch);
}

static bool faces_out(const look *l, qx_maze_opening at)
{
    return qx_maze_get_neighbour(l->maze, at.cell, at.face) == QX_MAZE_NONE;
}

static bool is_border(const look *l, uint64_t cell)
{
    for (uint32_t face = 0; face < 6; face++)
        if (faces_out(l, (qx_maze_opening){ cell, (qx_maze_face)face })) return true;
    return false;
}

static uint32_t farthest_border(look *l, uint64_t from)
{
    uint32_t farthest = 0;
    const uint64_t cells = qx_maze_get_info(l->maze).cells;
    qx_maze_solve_distances(l->maze, from, l->distances, l->scratch);
    for (uint64_t cell = 0; cell < cells; cell++)
        if (is_border(l, cell) && l->distances[cell] > farthest) farthest = l->distances[cell];
    return farthest;
}

static look at; // large

// --- where they begin and end

static void every_level_begins_at_cell_0_and_ends_outside(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 7 * 60; i++) {
        const level_desc level = { .size = 3 + i % 6,
                                   .algorithm = (qx_maze_algorithm)(i % 7),
                                   .braid = i % 4 == 3 ? 0.3f : 0.0f,
                                   .seed = i };
        open_look(&at, &level);
        assert_int_equal(at.route.entrance.cell, 0);
        assert_true(at.route.exit.cell != 0);
        assert_true(faces_out(&at, at.route.entrance) && faces_out(&at, at.route.exit));
        qx_maze_solve_distances(at.maze, 0, at.distances, at.scratch);
        assert_int_equal(at.distances[at.route.exit.cell], at.route.length);
        if (level.braid == 0.0f) assert_true(qx_maze_is_perfect(at.maze, at.scratch));
        close_look(&at);
    }
}

// From every border cell, in mazes small enough for that.
static void the_way_is_the_longest_between_border_cells(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 7 * 12; i++) {
        const level_desc level = { .size = 3 + i % 4,
                                   .algorithm = (qx_maze_algorithm)(i % 7),
                                   .seed = 900 + i };
        open_look(&at, &level);
        uint32_t longest = 0;
        for (uint64_t cell = 0; cell < qx_maze_get_info(at.maze).cells; cell++) {
            if (!is_border(&at, cell)) continue;
            const uint32_t length = farthest_border(&at, cell);
            if (length > longest) longest = length;
        }
        assert_int_equal(at.route.length, longest);
        close_look(&at);
    }
}

// Of the table's levels and of others.
static void a_level_is_built_at_once_the_second_time(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 40; i++) {
        level_desc level = i < 20 ? level_get(1 + 4 * i) : level_endless(i, i);
        const uint64_t seed = level.seed;
        qx_maze *first, *again;
        qx_maze_route route, route_again;
        assert_int_equal(level_build(&level, &first, &route), QX_OK);
        assert_true(i >= 20 || level.seed == seed); // the table has those that were drawn
        const uint64_t drawn = level.seed;
        assert_int_equal(level_build(&level, &again, &route_again), QX_OK);
        assert_true(level.seed == drawn);
        assert_true(qx_maze_hash(first) == qx_maze_hash(again));
        assert_memory_equal(&route, &route_again, sizeof route);
        qx_maze_destroy(first);
        qx_maze_destroy(again);
    }
}

static void a_level_is_the_same_every_time(void **state)
{
    (void)state;
    for (uint32_t number = 1; number <= LEVEL_COUNT; number += 8) {
        const level_desc level = level_get(number);
        open_look(&at, &level);
        const uint64_t hash = qx_maze_hash(at.maze);
        const qx_maze_route route = at.route;
        close_look(&at);
        open_look(&at, &level);
        assert_int_equal(qx_maze_hash(at.maze), hash);
        assert_int_equal(at.route.exit.cell, route.exit.cell);
        assert_int_equal(at.route.exit.face, route.exit.face);
        close_look(&at);
    }
}

// --- the 81

static void levels_rise(void **state)
{
    (void)state;
    double before = 0.0;
    for (uint32_t number = 1; number <= LEVEL_COUNT; number++) {
        const level_desc level = level_get(number);
        qx_maze_measures measures;
        assert_int_equal(level.number, number);
        open_look(&at, &level);
        assert_int_equal(
            qx_maze_measure(at.maze, 0, at.route.exit.cell, at.distances, at.scratch, &measures),
            QX_OK);
        assert_true(level_rating(&measures) > before);
        before = level_rating(&measures);
        close_look(&at);
    }
    assert_int_equal(level_get(1).size, LEVEL_SIZE_MIN);
    assert_int_equal(level_get(LEVEL_COUNT).size, LEVEL_SIZE_MAX);
}

static void worlds_have_titles_of_their_own(void **state)
{
    (void)state;
    for (uint32_t a = 0; a < LEVEL_WORLDS; a++) {
        assert_true(*level_world_title(a) && *level_world_note(a));
        for (uint32_t b = 0; b < a; b++) {
            assert_string_not_equal(level_world_title(a), level_world_title(b));
            assert_string_not_equal(level_world_note(a), level_world_note(b));
        }
    }
    assert_string_equal(level_world_title(LEVEL_WORLDS), "");
    assert_string_equal(level_world_note(UINT32_MAX), "");
}

// --- the solver

static plan p;
static mazecube game;

// As a player's hands would, and no longer than the plan says.
static void play(const level_desc *level)
{
    assert_true(mazecube_start(&game, level, SLICE_CLEAN));
    while (!game.over) {
        assert_true(game.tick < p.ticks);
        const orders given = plan_orders(&p, &game);
        assert_true(vec_length(given.spin) <= PLAN_RATE + 1e-9);
        mazecube_tick(&game, &given);
    }
    assert_int_equal(game.tick, p.ticks);
    assert_int_equal(game.farthest, game.path_count - 1);
}

static void all_81_are_solved_by_a_plan_played_by_the_rules(void **state)
{
    (void)state;
    for (uint32_t number = 1; number <= LEVEL_COUNT; number++) {
        const level_desc level = level_get(number);
        assert_true(plan_solve(&p, &level, 0));
        play(&level);
        assert_int_equal(level.par, plan_par(&p)); // else level_table.c is old: see make_levels.c
        assert_int_equal(mazecube_stars(&game), 3);
        mazecube_stop(&game);
    }
}

static void par_leaves_a_player_more_time_than_the_plan_takes(void **state)
{
    (void)state;
    static const plan three = { .count = 4,
                                .ticks = 400,
                                .moves = { { 1, 100 }, { 1, 100 }, { 4, 100 }, { 1, 100 } } };
    assert_int_equal(plan_par(&three), 400 + 100 + 3 * 20);
}

static void the_same_level_gives_the_same_plan(void **state)
{
    (void)state;
    static plan again;
    const level_desc level = level_get(20);
    assert_true(plan_solve(&p, &level, 0));
    assert_true(plan_solve(&again, &level, 0));
    assert_int_equal(p.count, again.count);
    assert_int_equal(p.ticks, again.ticks);
    for (uint32_t i = 0; i < p.count; i++) {
        assert_int_equal(p.moves[i].face, again.moves[i].face);
        assert_int_equal(p.moves[i].ticks, again.moves[i].ticks);
    }
}

static void a_budget_that_is_too_small_ends_the_search(void **state)
{
    (void)state;
    const level_desc level = level_get(40), none = level_get(82);
    assert_false(plan_solve(&p, &level, 1));
    assert_false(plan_solve(&p, &level, 1000));
    assert_false(plan_solve(&p, &none, 0));
}

static void a_finished_plan_keeps_still(void **state)
{
    (void)state;
    const level_desc level = level_get(1);
    assert_true(plan_solve(&p, &level, 0));
    play(&level);
    const orders given = plan_orders(&p, &game);
    assert_true(vec_length(given.spin) == 0.0);
    assert_false(given.snap || given.freeze || given.hint || given.undo || given.give_up);
    mazecube_stop(&game);
}

static vec face_of(uint32_t face)
{
    const double sign = face & 1 ? 1.0 : -1.0;
    return (vec){ face / 2 == 0 ? sign : 0.0, face / 2 == 1 ? sign : 0.0,
                  face / 2 == 2 ? sign : 0.0 };
}

static void the_hand_brings_any_face_down(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 3);
    for (uint32_t i = 0; i < 600; i++) {
        cube c = { .turn = { .w = 1.0 } };
        const vec turn = { qx_random_range(&random, -3.0f, 3.0f),
                           qx_random_range(&random, -3.0f, 3.0f),
                           qx_random_range(&random, -3.0f, 3.0f) };
        if (i >= 6) c.turn = quat_of(turn); // the first six from square, one of them a half turn
        for (uint32_t tick = 0; tick < 100; tick++) {
            const vec spin = plan_turn(&c, i % 6);
            assert_true(vec_length(spin) <= PLAN_RATE + 1e-9);
            cube_step(&c, spin);
        }
        assert_true(vec_dot(cube_down(&c), face_of(i % 6)) > 0.9999);
    }
}

// --- endless and daily

static void endless_and_daily_levels_can_be_solved(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 60; i++) {
        level_desc level =
            i % 2 ? level_endless(i * 77, i / 2) : level_daily(2024 + i, 1 + i % 12, 1 + i % 28);
        assert_null(level_fault(&level));
        assert_int_equal(level.par, 0);
        assert_true(plan_certify(&p, &level));
        assert_int_equal(level.par, plan_par(&p));
        assert_int_equal(level.number, 0);
        play(&level);
        mazecube_stop(&game);
    }
}

// In slices of any length, or not at all.
static void a_level_made_in_slices_is_the_same(void **state)
{
    (void)state;
    static plan whole, cut;
    for (uint32_t i = 0; i < 24; i++) {
        const level_desc proposed = level_endless(i * 5, i);
        level_desc at_once = proposed, sliced = proposed;
        assert_true(plan_certify(&whole, &at_once));
        plan_making *m = plan_making_begin(&proposed);
        assert_non_null(m);
        assert_true(plan_making_is_of(m, &proposed));
        for (uint32_t k = 0; plan_making_run(m, 1 + i * 97) && k < 40 * i; k++) {
        }
        assert_true(plan_making_take(m, &cut, &sliced));
        plan_making_drop(m);
        assert_true(sliced.seed == at_once.seed && sliced.par == at_once.par);
        assert_int_equal(sliced.size, at_once.size);
        assert_int_equal(cut.count, whole.count);
        for (uint32_t k = 0; k < cut.count; k++) {
            assert_int_equal(cut.moves[k].face, whole.moves[k].face);
            assert_int_equal(cut.moves[k].ticks, whole.moves[k].ticks);
        }
    }
}

static void no_level_is_made_of_too_small_a_size(void **state)
{
    (void)state;
    for (uint32_t size = 0; size < LEVEL_SIZE_MIN; size++) {
        level_desc level = { .size = size };
        plan_making *m = plan_making_begin(&level);
        assert_non_null(m);
        assert_false(plan_making_run(m, 1));
        assert_false(plan_making_take(m, &p, &level));
        assert_int_equal(level.size, size);
        plan_making_drop(m);
    }
    plan_making_drop(NULL);
}

static void endless_grows_to_a_bound(void **state)
{
    (void)state;
    uint32_t before = LEVEL_SIZE_MIN;
    for (uint32_t solved = 0; solved < 100; solved++) {
        const uint32_t size = level_endless(5, solved).size;
        assert_true(size >= before && size <= LEVEL_SIZE_MAX);
        before = size;
    }
    assert_true(before > 8);
    assert_null(level_fault(&(level_desc){ .size = level_endless(0, UINT32_MAX).size }));
}

static void each_day_and_each_proposal_has_its_own(void **state)
{
    (void)state;
    uint64_t seeds[31 * 3];
    uint32_t count = 0;
    for (uint32_t day = 1; day <= 31; day++) {
        const level_desc daily = level_daily(2025, 3, day), endless = level_endless(9, day);
        seeds[count++] = daily.seed;
        seeds[count++] = level_another(&daily).seed;
        seeds[count++] = endless.seed;
    }
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < a; b++) assert_true(seeds[a] != seeds[b]);
    assert_int_equal(level_daily(2025, 3, 1).seed, level_daily(2025, 3, 1).seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_begins_at_cell_0_and_ends_outside),
        cmocka_unit_test(the_way_is_the_longest_between_border_cells),
        cmocka_unit_test(a_level_is_the_same_every_time),
        cmocka_unit_test(a_level_is_built_at_once_the_second_time),
        cmocka_unit_test(levels_rise),
        cmocka_unit_test(worlds_have_titles_of_their_own),
        cmocka_unit_test(all_81_are_solved_by_a_plan_played_by_the_rules),
        cmocka_unit_test(par_leaves_a_player_more_time_than_the_plan_takes),
        cmocka_unit_test(the_same_level_gives_the_same_plan),
        cmocka_unit_test(a_budget_that_is_too_small_ends_the_search),
        cmocka_unit_test(a_finished_plan_keeps_still),
        cmocka_unit_test(the_hand_brings_any_face_down),
        cmocka_unit_test(endless_and_daily_levels_can_be_solved),
        cmocka_unit_test(a_level_made_in_slices_is_the_same),
        cmocka_unit_test(no_level_is_made_of_too_small_a_size),
        cmocka_unit_test(endless_grows_to_a_bound),
        cmocka_unit_test(each_day_and_each_proposal_has_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
