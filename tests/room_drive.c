// SPDX-License-Identifier: MIT
#include "room_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>

// --- the linker leads memory and sounds through here (--wrap)

uint32_t room_allocations, room_failing = UINT32_MAX;
room_sounds room_heard;

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
    assert_true(gain >= 0.0f && gain <= 1.5f);
}

void __wrap_sound_play(sound *s, const patch *which, float pan, float pitch, float gain)
{
    (void)s;
    check_sound(which, pan, pitch, gain);
    room_heard.latest = which;
    room_heard.latest_pan = pan;
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

bool room_try_open(room_play *p, const char *const *words, uint32_t count, char problem[256])
{
    const scene_setup setup = { .seed = 7,
                                .view_width = WIDTH,
                                .view_height = HEIGHT,
                                .option_count = count,
                                .options = words };
    *p = (room_play){ .room = calloc(1, grid_room.state_size),
                      .input = { .view_width = WIDTH, .view_height = HEIGHT } };
    assert_non_null(p->room);
    problem[0] = '\0';
    if (grid_room.init(p->room, &setup, problem, 256)) return true;
    free(p->room);
    p->room = NULL;
    return false;
}

room_play room_open(const char *word)
{
    room_play p;
    char problem[256];
    assert_true(room_try_open(&p, &word, word ? 1 : 0, problem));
    return p;
}

void room_close(room_play *p)
{
    grid_room.quit(p->room);
    free(p->room);
}

void room_tick(room_play *p, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        grid_room.input(p->room, &p->input);
        grid_room.tick(p->room, &p->services);
        p->input.pressed = 0;
        p->input.wheel = 0;
    }
}

uint64_t room_hash(const room_play *p)
{
    return grid_room.hash(p->room);
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

float room_moved_at(const room_play *p, float x, float y)
{
    const qx_vec3 d = qx_grid_sample_displacement(p->room->net.grid, x, y);
    return sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
}

// Farthest that the net is off its place within reach of (x, y).
float room_moved_near(const room_play *p, float x, float y, float reach)
{
    float most = 0.0f;
    for (int i = -4; i <= 4; i++)
        for (int j = -4; j <= 4; j++)
            most = fmaxf(
                most, room_moved_at(p, x + 0.25f * reach * (float)i, y + 0.25f * reach * (float)j));
    return most;
}

void room_assert_finite(const room_play *p)
{
    const qx_grid_info info = qx_grid_get_info(p->room->net.grid);
    for (uint32_t i = 0; i < info.points; i++) {
        const qx_vec3 at = p->room->net.positions[i];
        assert_true(isfinite(at.x) && isfinite(at.y) && isfinite(at.z));
    }
}

double room_unrest(const room_play *p)
{
    double sum = 0.0;
    for (int i = 1; i < 16; i++)
        for (int j = 1; j < 9; j++)
            sum += (double)room_moved_at(p, 80.0f * (float)i, 80.0f * (float)j);
    return sum / (15 * 8);
}
