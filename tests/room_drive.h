// SPDX-License-Identifier: MIT
// Plays the grid room without a shell: scripted inputs, tick by tick. The linker leads memory and
// sounds through here (see tests/CMakeLists.txt), to count them and to let memory fail.
#pragma once

#include "rooms/grid_room.h"

#define WIDTH 1280
#define HEIGHT 720
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

extern const scene grid_room;

typedef struct room_play {
    grid_play *room;
    tick_input input; // presses and the wheel are let go after each tick
    scene_services services;
} room_play;

typedef struct room_sounds {
    uint32_t played, held;
    const patch *latest; // that was played
    float latest_pan;
} room_sounds;

extern uint32_t room_allocations;
extern uint32_t room_failing; // the allocation with this number fails
extern room_sounds room_heard;

// False with the room's own words in problem.
bool room_try_open(room_play *p, const char *const *words, uint32_t count, char problem[256]);
// With one option, or none where it is NULL.
room_play room_open(const char *word);
void room_close(room_play *p);

void room_tick(room_play *p, uint32_t count);
void room_press(room_play *p, action a); // and one tick
void room_put(room_play *p, uint32_t which, float x, float y, uint32_t buttons);
uint64_t room_hash(const room_play *p);

// How far the net is off its place at (x, y), and at most within reach of it, and on the whole.
float room_moved_at(const room_play *p, float x, float y);
float room_moved_near(const room_play *p, float x, float y, float reach);
double room_unrest(const room_play *p);
void room_assert_finite(const room_play *p);
