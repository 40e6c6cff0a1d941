// SPDX-License-Identifier: MIT
// What a player does in one tick, as integers: recorded, replayed and hashed exactly as it is.
// Devices are turned into this in input.c; scenes see nothing else, so keyboard, gamepad, touch,
// replay and bot are the same to them.
#pragma once

#include <stdint.h>

// Things a key or button can be bound to. The order is stored in settings files: add at the end.
typedef enum action {
    ACTION_MOVE_LEFT,
    ACTION_MOVE_RIGHT,
    ACTION_MOVE_UP,
    ACTION_MOVE_DOWN,
    ACTION_AIM_LEFT,
    ACTION_AIM_RIGHT,
    ACTION_AIM_UP,
    ACTION_AIM_DOWN,
    ACTION_PRIMARY,   // fire, push, confirm
    ACTION_SECONDARY, // the other push, bomb
    ACTION_NEXT,      // next kind, next slice
    ACTION_PREVIOUS,
    ACTION_MORE, // denser, faster, larger
    ACTION_LESS,
    ACTION_MODE,     // switch the room's mode
    ACTION_RESET,    // start over
    ACTION_OPTION_1, // number keys
    ACTION_OPTION_2,
    ACTION_OPTION_3,
    ACTION_OPTION_4,
    ACTION_OPTION_5,
    ACTION_OPTION_6,
    ACTION_OPTION_7,
    ACTION_OPTION_8,
    ACTION_COUNT
} action;

#define ACTION_BIT(a) (UINT32_C(1) << (a))

// Full deflection of an axis.
#define AXIS_FULL 32767

// The mouse is pointer 0, fingers take 1 and up; a finger keeps its slot until it lifts.
#define POINTER_COUNT 5

// Places are sixteenths of a world unit: exact, and small enough for a 7680 wide world on 32 bits.
#define PLACE_SCALE 16

// No pointer is farther out than this to any side, whatever the window's shape.
#define PLACE_MOST (1 << 22)

typedef struct pointer {
    int32_t x, y;     // PLACE_SCALE-ths of a world unit in the scene's view
    uint32_t buttons; // bit 0 left or finger, bit 1 right, bit 2 middle; 0 for a hovering mouse
} pointer;

typedef struct tick_input {
    int16_t move_x,
        move_y; // right and down positive, dead zone already taken out, |(x, y)| <= AXIS_FULL
    int16_t aim_x, aim_y;
    int16_t view_width; // world units that show, chosen by the shell from the window's shape
    int16_t view_height;
    int16_t wheel;           // notches since the last tick
    uint16_t aim_by_pointer; // 1 while the mouse was the last thing that aimed
    uint32_t held;           // ACTION_BITs down now
    uint32_t pressed;        // ACTION_BITs that went down since the last tick, even if up again
    pointer pointers[POINTER_COUNT];
} tick_input;
