// SPDX-License-Identifier: MIT
// A room's parameters in its column, a row each: what it is called, its value, and a slider where
// it has one.
#pragma once

#include "column.h"

enum { ROWS_MOST = 24 };

typedef struct rows_look {
    float left, top, width, step; // world units of the view
    float size;                   // of words, at the most
    float part;                   // of the width that a value may take
    float over, alone, slide;     // below a row's top: words over a slider, words alone, the slider
    uint32_t accent, bright, quiet, value, track;
    float inert; // how much is shown of a row that changes nothing now
    float shade;
} rows_look;

typedef struct rows_row {
    char title[32], value[32];
    bool slides, matters;
    float along; // its slider, 0 to 1
} rows_row;

// At most ROWS_MOST.
void rows_draw(const column *c, const rows_look *look, const rows_row *rows, uint32_t count,
               uint32_t chosen, float shown);
