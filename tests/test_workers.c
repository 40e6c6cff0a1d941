// SPDX-License-Identifier: MIT
// Every task exactly once, however many threads there are and however short the jobs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "workers.h"

#include <quincunx/grid.h>

#include <SDL_timer.h>
#include <stdlib.h>

#define MOST 1000

static void count_up(void *context, uint32_t index)
{
    ((uint32_t *)context)[index]++;
}

static void every_task_runs_once(void **state)
{
    (void)state;
    static const uint32_t counts[] = { 0, 1, 2, 3, 7, 64, MOST };
    for (uint32_t threads = 1; threads <= 5; threads++) {
        workers *w = workers_create(threads);
        assert_non_null(w);
        assert_int_equal(workers_count(w), threads);
        const qx_workers *interface = workers_get(w);
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            uint32_t runs[MOST] = { 0 };
            interface->parallel_for(interface->user, counts[i], count_up, runs);
            for (uint32_t k = 0; k < MOST; k++) assert_int_equal(runs[k], k < counts[i]);
        }
        workers_destroy(w);
    }
}

// Late threads of one job must not touch the next, which has other fields.
static void short_jobs_follow_each_other(void **state)
{
    (void)state;
    workers *w = workers_create(3);
    const qx_workers *interface = workers_get(w);
    uint32_t first[8] = { 0 }, second[3] = { 0 };
    const uint32_t rounds = 5000;
    for (uint32_t i = 0; i < rounds; i++) {
        interface->parallel_for(interface->user, 8, count_up, first);
        interface->parallel_for(interface->user, 3, count_up, second);
    }
    for (uint32_t i = 0; i < 8; i++) assert_int_equal(first[i], rounds);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(second[i], rounds);
    workers_destroy(w);
}

static void sleeping_threads_wake_up(void **state)
{
    (void)state;
    workers *w = workers_create(4);
    const qx_workers *interface = workers_get(w);
    uint32_t runs[16] = { 0 };
    for (uint32_t i = 0; i < 20; i++) {
        SDL_Delay(3); // longer than they spin
        interface->parallel_for(interface->user, 16, count_up, runs);
    }
    for (uint32_t i = 0; i < 16; i++) assert_int_equal(runs[i], 20);
    workers_destroy(w);
}

static uint64_t hash_of_net(const qx_workers *interface)
{
    qx_grid *net;
    const qx_grid_desc desc = { .width = 1280, .height = 720, .points = 60000 };
    assert_int_equal(qx_grid_create(&desc, &net), QX_OK);
    for (uint32_t tick = 0; tick < 20; tick++) {
        const qx_grid_push push = { .kind = QX_GRID_EXPLODE,
                                    .x = 50.0f * (float)tick,
                                    .y = 300,
                                    .radius = 120,
                                    .strength = 6 };
        assert_int_equal(qx_grid_apply(net, &push), QX_OK);
        qx_grid_step(net, interface);
    }
    const uint64_t hash = qx_grid_hash(net);
    qx_grid_destroy(net);
    return hash;
}

static void a_net_is_the_same_with_any_number(void **state)
{
    (void)state;
    const uint64_t expected = hash_of_net(NULL);
    for (uint32_t threads = 1; threads <= 4; threads++) {
        workers *w = workers_create(threads);
        assert_true(hash_of_net(workers_get(w)) == expected);
        workers_destroy(w);
    }
}

static void none_is_allowed(void **state)
{
    (void)state;
    assert_null(workers_get(NULL));
    assert_int_equal(workers_count(NULL), 1);
    workers_destroy(NULL);
    workers *w = workers_create(0);
    assert_non_null(w);
    assert_true(workers_count(w) >= 1);
    workers_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_runs_once),
        cmocka_unit_test(short_jobs_follow_each_other),
        cmocka_unit_test(sleeping_threads_wake_up),
        cmocka_unit_test(a_net_is_the_same_with_any_number),
        cmocka_unit_test(none_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
