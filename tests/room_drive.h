// SPDX-License-Identifier: MIT
// Plays a room without a shell: scripted inputs, tick by tick. The linker leads memory and sounds
// through here (see tests/CMakeLists.txt), to count them and to let memory fail.
#pragma once

#include "scene.h"
#include "sound.h"

#include <quincunx/random.h>

#define WIDTH 1280
#define HEIGHT 720
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

typedef struct room_play {
    const scene *scene;
    union { // its state
        void *state;
        struct grid_play *grid;
        struct lightning_play *lightning;
    };
    tick_input input; // presses and the wheel are let go after each tick
    scene_services services;
    uint32_t ticks; // since it was opened
} room_play;

enum { HEARD_MOST = 64 };

typedef struct room_sounds {
    uint32_t played, held;
    const patch *patches[HEARD_MOST]; // that were played, the oldest first
    uint32_t ticks[HEARD_MOST];       // at which
    const patch *latest;
    float latest_pan;
} room_sounds;

extern uint32_t room_allocations;
extern uint32_t room_failing; // the allocation with this number fails
extern room_sounds room_heard;
extern float room_gain_most; // louder sounds fail the test; 4 where it is not set

// False with the room's own words in problem.
bool room_try_open(room_play *p, const scene *room, const char *const *words, uint32_t count,
                   char problem[256]);
// Fails the test instead.
room_play room_open_with(const scene *room, const char *const *words, uint32_t count);
// A word that a room refuses, and what its reason holds.
typedef struct room_refusal {
    const char *word, *says;
} room_refusal;
void room_assert_refuses(const scene *room, const room_refusal *bad, size_t count);
// With one option, or none where it is NULL.
room_play room_open(const scene *room, const char *word);
void room_close(room_play *p);

void room_tick(room_play *p, uint32_t count);
void room_press(room_play *p, action a); // and one tick
void room_put(room_play *p, uint32_t which, float x, float y, uint32_t buttons);
void room_hold_mouse(room_play *p, float x, float y); // by its left button
void room_lift_mouse(room_play *p);
void room_hold_finger(room_play *p, float x, float y);
void room_lift_finger(room_play *p);
// Any input at all: pointers near and far, buttons, keys, axes, now and then another view.
void room_shake(room_play *p, qx_random *random);
uint64_t room_hash(const room_play *p);
