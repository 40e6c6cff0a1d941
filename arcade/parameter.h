// SPDX-License-Identifier: MIT
// A parameter of a room: what it is called, its range, its steps by keys and along a slider, and
// how it is read from the command line.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// SQUARE: finer at the low end. Values of WHOLE and CHOICE are whole numbers.
typedef enum parameter_scale {
    SCALE_LINEAR,
    SCALE_SQUARE,
    SCALE_WHOLE,
    SCALE_CHOICE
} parameter_scale;

enum { PARAMETER_NAMES = 8, PARAMETER_RANGE_SIZE = 128 };

typedef struct parameter {
    const char *title, *word; // on the screen, on the command line
    parameter_scale scale;
    float low, high;
    const char *unit;
    const char *names[PARAMETER_NAMES]; // of choices, from 0 to high
} parameter;

bool parameter_is_whole(const parameter *p);
// For any value, NaN too.
float parameter_clamp(const parameter *p, float value);

// Along its slider, 0 to 1.
float parameter_share(const parameter *p, float value);
float parameter_at(const parameter *p, float share);
// Share of the notch that follows in this direction; there are PARAMETER_NOTCHES on a slider.
float parameter_next_notch(const parameter *p, float value, int direction);
// From one end to the other.
float parameter_go_round(const parameter *p, float value);

enum { PARAMETER_NOTCHES = 40 };

// False where the text is no value of it.
bool parameter_read(const parameter *p, const char *text, float *value);
// The names of a choice; else, as in "a number from 0 to 1", what there is.
void parameter_range(const parameter *p, char text[PARAMETER_RANGE_SIZE]);
