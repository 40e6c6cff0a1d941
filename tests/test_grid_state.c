// SPDX-License-Identifier: MIT
// Copies of a net's state: taken back, they go on alike; damaged, they are refused.
#include "grid_cases.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *keep(const qx_grid *grid)
{
    void *state = malloc(qx_grid_bound_state(grid));
    assert_non_null(state);
    qx_grid_copy_state(grid, state);
    return state;
}

static void restored_nets_go_on_alike(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < cases(300); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 10);
        const qx_grid_desc desc = random_desc(&random, 800);
        qx_grid *grid = make_grid(&desc), *other = make_grid(&desc);
        displace(grid, &random, 3.0f);
        displace(other, &random, 3.0f);
        push_at_random(grid, &random, qx_random_below(&random, 5), 5.0f); // they wait, and are kept
        void *kept = keep(grid);
        const uint64_t then = qx_grid_hash(grid);
        step_times(grid, 5);
        assert_int_equal(qx_grid_restore_state(other, kept, qx_grid_bound_state(other)), QX_OK);
        assert_true(qx_grid_hash(other) == then);
        step_times(other, 5);
        assert_true(qx_grid_hash(other) == qx_grid_hash(grid));
        assert_int_equal(qx_grid_restore_state(grid, kept, qx_grid_bound_state(grid)), QX_OK);
        assert_true(qx_grid_hash(grid) == then);
        free(kept);
        qx_grid_destroy(grid);
        qx_grid_destroy(other);
    }
}

static void expect_no_restore(qx_grid *grid, const void *state, size_t size)
{
    const uint64_t before = qx_grid_hash(grid);
    assert_int_equal(qx_grid_restore_state(grid, state, size), QX_BAD_DATA);
    assert_true(qx_grid_hash(grid) == before);
}

static void states_of_other_nets_are_refused(void **state)
{
    (void)state;
    static const qx_grid_desc others[] = {
        { .width = 901, .height = 500, .columns = 19, .rows = 11 },
        { .width = 900, .height = 501, .columns = 19, .rows = 11 },
        { .width = 900, .height = 500, .columns = 20, .rows = 11 },
        { .width = 900, .height = 500, .columns = 19, .rows = 12 },
        { .width = 900, .height = 500, .columns = 19, .rows = 11, .material = QX_GRID_CLASSIC },
        { .width = 900,
          .height = 500,
          .columns = 19,
          .rows = 11,
          .border = QX_GRID_BORDER_ANCHORED },
        { .width = 900, .height = 500, .columns = 19, .rows = 11, .wave_scale = 25 },
        { .width = 900, .height = 500, .columns = 19, .rows = 11, .damping_floor = 0.4f },
        { .width = 900, .height = 500, .columns = 19, .rows = 11, .pushes = 1000 },
    };
    qx_grid *grid = bent_net(6);
    for (size_t i = 0; i < COUNT(others); i++) {
        qx_grid *other = make_grid(&others[i]);
        void *kept = keep(other);
        expect_no_restore(grid, kept, qx_grid_bound_state(other));
        free(kept);
        qx_grid_destroy(other);
    }
    qx_grid_destroy(grid);
}

static void states_from_any_instruction_set_are_taken(void **state)
{
    (void)state;
    qx_simd simds[8];
    const uint32_t count = simds_here(simds);
    qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 900, .height = 500 });
    for (uint32_t i = 0; i < count; i++) {
        qx_grid *other =
            make_grid(&(qx_grid_desc){ .width = 900, .height = 500, .simd = simds[i] });
        void *kept = keep(other);
        assert_int_equal(qx_grid_restore_state(grid, kept, qx_grid_bound_state(grid)), QX_OK);
        free(kept);
        qx_grid_destroy(other);
    }
    qx_grid_destroy(grid);
}

static void states_of_other_sizes_are_refused(void **state)
{
    (void)state;
    qx_grid *grid = bent_net(7);
    const size_t size = qx_grid_bound_state(grid);
    void *kept = keep(grid);
    step_times(grid, 1);
    static const size_t shorter[] = { 1, 4, 52, 1000 };
    for (size_t i = 0; i < COUNT(shorter); i++) expect_no_restore(grid, kept, size - shorter[i]);
    expect_no_restore(grid, kept, 0);
    expect_no_restore(grid, kept, 8);
    expect_no_restore(grid, kept, size + 4);
    expect_no_restore(grid, kept, SIZE_MAX);
    free(kept);
    qx_grid_destroy(grid);
}

// Whatever is taken must leave a net that goes on with numbers, however it was damaged.
static void damaged_states_are_refused_or_harmless(void **state)
{
    (void)state;
    static const float values[] = { NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 1e30f };
    qx_random random;
    qx_random_seed(&random, 1, 11);
    qx_grid *grid = bent_net(8);
    push_at_random(grid, &random, 3, 5.0f);
    const size_t size = qx_grid_bound_state(grid);
    char *kept = keep(grid), *damaged = malloc(size);
    assert_non_null(damaged);
    uint32_t refused = 0;
    for (uint32_t i = 0; i < cases(4000); i++) {
        memcpy(damaged, kept, size);
        const bool head = i % 4 == 0; // where counts are
        const size_t at =
            head ? qx_random_below(&random, 8) : qx_random_below(&random, (uint32_t)(size / 4));
        if (i % 2)
            memcpy(damaged + 4 * at, &values[qx_random_below(&random, COUNT(values))],
                   sizeof(float));
        else
            damaged[4 * at + qx_random_below(&random, 4)] ^=
                (char)(1u << qx_random_below(&random, 8));
        const uint64_t before = qx_grid_hash(grid);
        const qx_result result = qx_grid_restore_state(grid, damaged, size);
        if (result == QX_OK) {
            step_times(grid, 3);
            assert_true(is_finite_grid(grid));
            assert_true(isfinite(qx_grid_energy(grid)));
            assert_int_equal(qx_grid_restore_state(grid, kept, size), QX_OK);
        } else {
            assert_int_equal(result, QX_BAD_DATA);
            assert_true(qx_grid_hash(grid) == before);
            refused++;
        }
    }
    assert_true(refused > 0);
    free(kept);
    free(damaged);
    qx_grid_destroy(grid);
}

static void states_with_bad_pushes_are_refused(void **state)
{
    (void)state;
    qx_grid *grid = bent_net(9);
    const qx_grid_push push = { .x = 123.5f, .y = 45, .radius = 77, .strength = 3 };
    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
    const size_t size = qx_grid_bound_state(grid);
    char *kept = keep(grid);
    size_t at = 0;
    while (at + sizeof push <= size && memcmp(kept + at, &push, sizeof push) != 0) at += 4;
    assert_true(at + sizeof push <= size);
    qx_grid_push bad[] = { push, push, push };
    bad[0].x = NAN;
    bad[1].kind = (qx_grid_push_kind)99;
    bad[2].radius = -1;
    for (size_t i = 0; i < COUNT(bad); i++) {
        memcpy(kept + at, &bad[i], sizeof push);
        expect_no_restore(grid, kept, size);
    }
    memcpy(kept + at, &push, sizeof push);
    assert_int_equal(qx_grid_restore_state(grid, kept, size), QX_OK);
    free(kept);
    qx_grid_destroy(grid);
}

static void reset_is_as_new(void **state)
{
    (void)state;
    qx_grid *grid = bent_net(10), *fresh = make_grid(&(qx_grid_desc){
                                      .width = 900, .height = 500, .columns = 19, .rows = 11 });
    qx_random random;
    qx_random_seed(&random, 1, 12);
    push_at_random(grid, &random, 3, 5.0f);
    qx_grid_reset(grid);
    assert_true(is_resting_grid(grid));
    assert_true(qx_grid_hash(grid) == qx_grid_hash(fresh));
    step_times(grid, 10);
    assert_true(qx_grid_hash(grid) == qx_grid_hash(fresh));
    qx_grid_destroy(grid);
    qx_grid_destroy(fresh);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(restored_nets_go_on_alike),
        cmocka_unit_test(states_of_other_nets_are_refused),
        cmocka_unit_test(states_from_any_instruction_set_are_taken),
        cmocka_unit_test(states_of_other_sizes_are_refused),
        cmocka_unit_test(damaged_states_are_refused_or_harmless),
        cmocka_unit_test(states_with_bad_pushes_are_refused),
        cmocka_unit_test(reset_is_as_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
