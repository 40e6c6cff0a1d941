// SPDX-License-Identifier: MIT
// Plays the lightning room without a shell: scripted inputs, tick by tick. The linker leads memory
// and sounds through here (see tests/CMakeLists.txt), to count them and to let memory fail.
#pragma once

#include "rooms/lightning_room.h"

#define WIDTH 1280
#define HEIGHT 720
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

extern const scene lightning_room;

typedef struct bolt_play {
    lightning_play *room;
    tick_input input; // presses and the wheel are let go after each tick
    scene_services services;
} bolt_play;

enum { HEARD_MOST = 64 };

typedef struct bolt_sounds {
    uint32_t played, held;
    const patch *latest[HEARD_MOST]; // that were played, the oldest first
    uint32_t ticks[HEARD_MOST];      // at which
} bolt_sounds;

extern uint32_t bolt_allocations;
extern uint32_t bolt_failing; // the allocation with this number fails
extern bolt_sounds bolt_heard;
extern uint32_t bolt_tick_now; // stamped on what is heard

// False with the room's own words in problem.
bool bolt_try_open(bolt_play *p, const char *const *words, uint32_t count, char problem[256]);
// With one option, or none where it is NULL.
bolt_play bolt_open(const char *word);
void bolt_close(bolt_play *p);

void bolt_tick(bolt_play *p, uint32_t count);
void bolt_press(bolt_play *p, action a); // and one tick
void bolt_put(bolt_play *p, uint32_t which, float x, float y, uint32_t buttons);
uint64_t bolt_hash(const bolt_play *p);

// Bolts that give light now.
uint32_t bolt_count_lit(const bolt_play *p);
// Marks, cursor, values and bolts are finite and in their ranges.
void bolt_assert_sound(const bolt_play *p);
