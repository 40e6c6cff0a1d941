// SPDX-License-Identifier: MIT
// What every room shows over its picture: one quiet column at the left with its numbers at the
// bottom, hints at the right that leave when the hands rest, a notice at the top. Draws on top, so
// call it after qx_render_compose. Places are world units of the view.
#pragma once

#include "scene.h"

#define COLUMN_MARGIN 16.0f
#define COLUMN_STEP 1.68f // height of a line of text, in capitals

enum { COLUMN_WORDS = 48 };

typedef struct column {
    const scene_canvas *canvas;
    float size;  // of a capital, world units: never too small to read
    float width; // of a stroke
} column;

column column_begin(const scene_canvas *canvas);

void column_write(const column *c, const char *words, float x, float y, float size, uint32_t colour,
                  float alpha, qx_align align);
// Made smaller where it would be wider than breadth.
void column_write_fitted(const column *c, const char *words, float x, float y, float size,
                         float breadth, uint32_t colour, float alpha, qx_align align);

// Darkens what lies behind a text, so that it can be read over a bright picture.
void column_shade(const column *c, float x, float y, float breadth, float height, float shown);

// Rows at the left bottom; empty ones take no room. The first is larger, and of this colour.
void column_numbers(const column *c, char rows[][COLUMN_WORDS], uint32_t count, uint32_t colour,
                    float shown);

// Rows at the right bottom; left out where they would meet the numbers.
void column_hints(const column *c, const char *const *hints, uint32_t count, float shown);

// In the middle at the top for as long as ticks are left.
void column_notice(const column *c, const char *words, uint32_t ticks_left);

// How much hints are shown after so many ticks without any input.
float column_hint_share(uint32_t quiet);
