// SPDX-License-Identifier: MIT
// One thread plays, another mixes: nothing is lost, torn or out of order, and neither waits for the
// other.
#define _POSIX_C_SOURCE 200809L

#include "hearing.h"
#include "sound.h"
#include "sound_grid.h"
#include "sound_queue.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#define COMMANDS 100000u

static sound_queue queue;

// Every field carries the same number, so that a torn command would show.
static void *put_numbers(void *unused)
{
    for (uint32_t i = 0; i < COMMANDS; i++) {
        const float number = (float)i;
        const sound_command c = { SOUND_HOLD, { .note = { NULL, i, number, number, number } } };
        while (!sound_queue_put(&queue, &c)) sched_yield();
    }
    return unused;
}

static void commands_arrive_whole_and_in_order(void **state)
{
    (void)state;
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, put_numbers, NULL), 0);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < COMMANDS;) {
        sound_command c;
        if (!sound_queue_take(&queue, &c)) {
            sched_yield();
            continue;
        }
        const float number = (float)i;
        wrong += c.of.note.key != i || c.of.note.pan < number || c.of.note.pan > number ||
                 c.of.note.gain < number || c.of.note.gain > number;
        i++;
    }
    pthread_join(writer, NULL);
    assert_int_equal(wrong, 0);
}

typedef struct mixing {
    sound *sound;
    atomic_bool over;
    bool in_bounds;
    uint32_t mixed;
} mixing;

static void *mix_until_over(void *user)
{
    mixing *m = user;
    static float block[2 * 512];
    m->in_bounds = true;
    do {
        sound_mix(m->sound, block, 512);
        m->in_bounds = m->in_bounds && hearing_is_in_bounds(block, 512);
        m->mixed++;
    } while (!atomic_load(&m->over));
    return NULL;
}

static void play_at_random(sound *s, qx_random *r)
{
    const music piece = { 110.0f, 55.0f, qx_random_below(r, 3), qx_random_below(r, 4) };
    switch (qx_random_below(r, 8)) {
    case 0: sound_set_music(s, &piece, qx_random_unit(r)); break;
    case 1:
        sound_set_volumes(s, (sound_volumes){ 1.0f, qx_random_unit(r), qx_random_unit(r) });
        break;
    case 2: sound_pause(s, qx_random_below(r, 2) == 0); break;
    case 3:
        sound_hold(s, qx_random_below(r, 9), &sound_grid_held[qx_random_below(r, 7)], 0.0f, 1.0f,
                   1.0f);
        break;
    default: sound_play(s, &sound_grid[qx_random_below(r, 7)], 0.0f, 1.0f, 1.0f); break;
    }
}

static void playing_and_mixing_run_side_by_side(void **state)
{
    (void)state;
    mixing m = { .sound = sound_create(48000, 1) };
    assert_non_null(m.sound);
    pthread_t mixer;
    assert_int_equal(pthread_create(&mixer, NULL, mix_until_over, &m), 0);
    qx_random random;
    qx_random_seed(&random, 11, 1);
    for (int i = 0; i < 2000; i++) {
        for (int n = 0; n < 10; n++) play_at_random(m.sound, &random);
        sched_yield();
    }
    atomic_store(&m.over, true);
    pthread_join(mixer, NULL);
    assert_true(m.in_bounds);
    assert_true(m.mixed > 0);
    sound_destroy(m.sound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_arrive_whole_and_in_order),
        cmocka_unit_test(playing_and_mixing_run_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
