// SPDX-License-Identifier: MIT
#include "lightning_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>

// --- the linker leads memory and sounds through here (--wrap)

uint32_t bolt_allocations, bolt_failing = UINT32_MAX, bolt_tick_now;
bolt_sounds bolt_heard;

void *__real_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_sound_play(sound *s, const patch *which, float pan, float pitch, float gain);
void __wrap_sound_hold(sound *s, uint32_t key, const patch *which, float pan, float pitch,
                       float gain);

void *__wrap_malloc(size_t size)
{
    return bolt_allocations++ == bolt_failing ? NULL : __real_malloc(size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return bolt_allocations++ == bolt_failing ? NULL : __real_aligned_alloc(alignment, size);
}

static void check_sound(const patch *which, float pan, float pitch, float gain)
{
    assert_non_null(which);
    assert_true(pan >= -1.0f && pan <= 1.0f);
    assert_true(pitch >= 0.25f && pitch <= 4.0f);
    assert_true(gain >= 0.0f && gain <= 4.0f);
}

void __wrap_sound_play(sound *s, const patch *which, float pan, float pitch, float gain)
{
    if (!s) return;
    check_sound(which, pan, pitch, gain);
    if (bolt_heard.played < HEARD_MOST) {
        bolt_heard.latest[bolt_heard.played] = which;
        bolt_heard.ticks[bolt_heard.played] = bolt_tick_now;
    }
    bolt_heard.played++;
}

void __wrap_sound_hold(sound *s, uint32_t key, const patch *which, float pan, float pitch,
                       float gain)
{
    (void)key;
    if (!s) return;
    check_sound(which, pan, pitch, gain);
    bolt_heard.held++;
}

// --- a room being played

bool bolt_try_open(bolt_play *p, const char *const *words, uint32_t count, char problem[256])
{
    const scene_setup setup = { .seed = 7,
                                .view_width = WIDTH,
                                .view_height = HEIGHT,
                                .option_count = count,
                                .options = words };
    *p = (bolt_play){ .room = calloc(1, lightning_room.state_size),
                      .input = { .view_width = WIDTH, .view_height = HEIGHT } };
    assert_non_null(p->room);
    problem[0] = '\0';
    if (lightning_room.init(p->room, &setup, problem, 256)) return true;
    free(p->room);
    p->room = NULL;
    return false;
}

bolt_play bolt_open(const char *word)
{
    bolt_play p;
    char problem[256];
    if (!bolt_try_open(&p, &word, word ? 1 : 0, problem)) fail_msg("%s", problem);
    return p;
}

void bolt_close(bolt_play *p)
{
    lightning_room.quit(p->room);
    free(p->room);
}

void bolt_tick(bolt_play *p, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bolt_tick_now = p->room->rules.tick;
        lightning_room.input(p->room, &p->input);
        lightning_room.tick(p->room, &p->services);
        p->input.pressed = 0;
        p->input.wheel = 0;
    }
}

uint64_t bolt_hash(const bolt_play *p)
{
    return lightning_room.hash(p->room);
}

void bolt_press(bolt_play *p, action a)
{
    p->input.pressed = ACTION_BIT(a);
    bolt_tick(p, 1);
}

void bolt_put(bolt_play *p, uint32_t which, float x, float y, uint32_t buttons)
{
    p->input.pointers[which] =
        (pointer){ (int32_t)(x * PLACE_SCALE), (int32_t)(y * PLACE_SCALE), buttons };
    if (which == 0) p->input.aim_by_pointer = 1;
}

uint32_t bolt_count_lit(const bolt_play *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &p->room->strikes[i];
        count += s->used && s->grown && s->wish.light > 0.01f;
    }
    return count;
}

static void check_strike(const bolt_play *p, const lightning_strike *s)
{
    assert_true(s->wish.light >= 0.0f && s->wish.light <= 1.0f);
    assert_true(s->held.light >= 0.0f && s->held.light <= 1.0f);
    assert_true(s->wish.unborn >= 0.0f && s->wish.unborn <= 1.0f);
    assert_true(s->end_count <= LIGHTNING_ENDS);
    for (uint32_t i = 0; i < s->end_count; i++)
        assert_true(isfinite(s->ends[i].x) && isfinite(s->ends[i].y) && isfinite(s->ends[i].z));
    if (s->grown)
        assert_true(qx_bolt_get_info(lightning_bolt_of(p->room, s)).segments <= LIGHTNING_SEGMENTS);
}

void bolt_assert_sound(const bolt_play *p)
{
    const lightning_rules *rules = &p->room->rules;
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        assert_true(rules->values[i] >= lightning_param_low(i) &&
                    rules->values[i] <= lightning_param_high(i));
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) {
        const lightning_mark *m = &rules->marks[i];
        assert_true(m->kind < MARK_KINDS && isfinite(m->x) && isfinite(m->y));
        assert_true(m->held <= LIGHTNING_HANDS);
    }
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++)
        if (p->room->strikes[i].used) check_strike(p, &p->room->strikes[i]);
    assert_true(rules->page < LIGHTNING_PAGES && rules->row < lightning_row_count(p->room));
    assert_true(rules->tool < TOOL_COUNT && rules->preset < LIGHTNING_PRESETS);
}
