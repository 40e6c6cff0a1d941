// SPDX-License-Identifier: MIT
#include "room_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>
#include <string.h>

// --- the linker leads memory and sounds through here (--wrap)

uint32_t room_allocations, room_failing = UINT32_MAX;
room_sounds room_heard;
float room_gain_most = 4.0f;
static uint32_t tick_now; // stamped on what is heard

void *__real_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_sound_play(sound *s, const patch *which, float pan, float pitch, float gain);
void __wrap_sound_hold(sound *s, uint32_t key, const patch *which, float pan, float pitch,
                       float gain);

void *__wrap_malloc(size_t size)
{
    return room_allocations++ == room_failing ? NULL : __real_malloc(size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return room_allocations++ == room_failing ? NULL : __real_aligned_alloc(alignment, size);
}

static void check_sound(const patch *which, float pan, float pitch, float gain)
{
    assert_non_null(which);
    assert_true(pan >= -1.0f && pan <= 1.0f);
    assert_true(pitch >= 0.25f && pitch <= 4.0f);
    assert_true(gain >= 0.0f && gain <= room_gain_most);
}

void __wrap_sound_play(sound *s, const patch *which, float pan, float pitch, float gain)
{
    (void)s;
    check_sound(which, pan, pitch, gain);
    room_heard.latest = which;
    room_heard.latest_pan = pan;
    if (room_heard.played < HEARD_MOST) {
        room_heard.patches[room_heard.played] = which;
        room_heard.ticks[room_heard.played] = tick_now;
    }
    room_heard.played++;
}

void __wrap_sound_hold(sound *s, uint32_t key, const patch *which, float pan, float pitch,
                       float gain)
{
    (void)s, (void)key;
    check_sound(which, pan, pitch, gain);
    room_heard.held++;
}

// --- a room being played

enum { FINGER = 3 }; // any but the mouse, which is 0

bool room_try_open(room_play *p, const scene *room, const char *const *words, uint32_t count,
                   char problem[256])
{
    const scene_setup setup = { .seed = 7,
                                .view_width = WIDTH,
                                .view_height = HEIGHT,
                                .option_count = count,
                                .options = words };
    *p = (room_play){ .scene = room,
                      .state = calloc(1, room->state_size),
                      .input = { .view_width = WIDTH, .view_height = HEIGHT } };
    assert_non_null(p->state);
    problem[0] = '\0';
    if (room->init(p->state, &setup, problem, 256)) return true;
    free(p->state);
    p->state = NULL;
    return false;
}

room_play room_open_with(const scene *room, const char *const *words, uint32_t count)
{
    room_play p;
    char problem[256];
    if (!room_try_open(&p, room, words, count, problem)) fail_msg("%s", problem);
    return p;
}

room_play room_open(const scene *room, const char *word)
{
    return room_open_with(room, &word, word ? 1 : 0);
}

void room_assert_refuses(const scene *room, const room_refusal *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        room_play p;
        char problem[256];
        if (room_try_open(&p, room, &bad[i].word, 1, problem))
            fail_msg("%s was taken", bad[i].word);
        if (!strstr(problem, bad[i].says)) fail_msg("%s says: %s", bad[i].word, problem);
    }
}

void room_close(room_play *p)
{
    p->scene->quit(p->state);
    free(p->state);
}

void room_tick(room_play *p, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        tick_now = p->ticks++;
        p->scene->input(p->state, &p->input);
        p->scene->tick(p->state, &p->services);
        p->input.pressed = 0;
        p->input.wheel = 0;
    }
}

uint64_t room_hash(const room_play *p)
{
    return p->scene->hash(p->state);
}

void room_press(room_play *p, action a)
{
    p->input.pressed = ACTION_BIT(a);
    room_tick(p, 1);
}

void room_put(room_play *p, uint32_t which, float x, float y, uint32_t buttons)
{
    p->input.pointers[which] =
        (pointer){ (int32_t)(x * PLACE_SCALE), (int32_t)(y * PLACE_SCALE), buttons };
    if (which == 0) p->input.aim_by_pointer = 1;
}

void room_hold_mouse(room_play *p, float x, float y)
{
    room_put(p, 0, x, y, 1);
}

void room_lift_mouse(room_play *p)
{
    p->input.pointers[0].buttons = 0;
}

void room_hold_finger(room_play *p, float x, float y)
{
    room_put(p, FINGER, x, y, 1);
}

void room_lift_finger(room_play *p)
{
    p->input.pointers[FINGER] = (pointer){ 0 };
}

static void shake_pointer(pointer *which, qx_random *random)
{
    const uint32_t near = qx_random_below(random, 5);
    which->x = (int32_t)qx_random_next(random) >> (12 + near);
    which->y = (int32_t)qx_random_next(random) >> (13 + near);
    which->buttons = qx_random_next(random) & 7;
}

void room_shake(room_play *p, qx_random *random)
{
    tick_input *in = &p->input;
    for (uint32_t i = 0; i < POINTER_COUNT; i++)
        if (qx_random_below(random, 3) == 0) shake_pointer(&in->pointers[i], random);
    in->held = qx_random_next(random) & qx_random_next(random);
    in->pressed = qx_random_next(random) & qx_random_next(random) & qx_random_next(random) &
                  qx_random_next(random);
    in->move_x = (int16_t)qx_random_next(random);
    in->move_y = (int16_t)qx_random_next(random);
    in->aim_x = (int16_t)qx_random_next(random);
    in->aim_y = (int16_t)qx_random_next(random);
    in->wheel = (int16_t)qx_random_next(random);
    if (qx_random_below(random, 3) > 0) in->wheel %= 3;
    in->aim_by_pointer = qx_random_next(random) & 1;
    if (qx_random_below(random, 50) == 0) {
        in->view_width = (int16_t)(320 + qx_random_below(random, 2500));
        in->view_height = (int16_t)(720 + qx_random_below(random, 400));
    }
}
