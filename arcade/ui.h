// SPDX-License-Identifier: MIT
// Small drawing helpers for screens: text, frames, sliders and marks in thin neon lines, in units
// of the layout whatever view and size the picture has. Holds no state between frames and allocates
// nothing.
#pragma once

#include "scene.h"

// Colours of everything that is not an accent, 0xRRGGBBAA.
typedef struct ui_palette {
    uint32_t text, dim, faint; // selected, ordinary, in the background
    uint32_t line;             // frames and tracks
    uint32_t accent, warning;
    uint32_t mark[5]; // the five points; also the accents of the five systems
} ui_palette;

// 0 house, 1 high contrast.
const ui_palette *ui_palette_get(uint32_t index);

typedef struct ui {
    const scene_canvas *canvas;
    qx_line *lines; // collected and drawn in one call
    size_t count, room;
    qx_blend blend;
    float unit;          // world units a layout unit
    float left, top;     // world place of the layout's origin
    float width, height; // the whole picture in layout units
    float alpha;         // of everything drawn, 0..1
} ui;

// zoom: how many of the menu's units (720 to a picture's height) one layout unit is.
void ui_begin(ui *u, const scene_canvas *canvas, qx_blend blend, float zoom, qx_line *lines,
              size_t room);
void ui_end(ui *u);

// Width in layout units.
void ui_line(ui *u, float x0, float y0, float x1, float y1, float width, uint32_t colour,
             float intensity);
// A rectangle with its corners cut.
void ui_frame(ui *u, float x0, float y0, float x1, float y1, float cut, float width,
              uint32_t colour, float intensity);
// A filled rectangle; colours with alpha cover.
void ui_fill(ui *u, float x0, float y0, float x1, float y1, uint32_t colour);
void ui_glow(ui *u, float x, float y, float radius, uint32_t colour, float intensity);
void ui_disc(ui *u, float x, float y, float radius, uint32_t colour, float intensity);
void ui_ring(ui *u, float x, float y, float radius, uint32_t colour, float intensity);
// ">" for direction 1, "<" for -1, centred.
void ui_chevron(ui *u, float x, float y, float size, float direction, uint32_t colour);

// y is the base line, size the height of a capital letter.
void ui_words(ui *u, const char *words, float x, float y, float size, qx_align align,
              uint32_t colour, float intensity);
// As ui_words, made smaller down to `smallest` and then cut off with dots to fit into breadth.
void ui_words_fitted(ui *u, const char *words, float x, float y, float size, float smallest,
                     float breadth, qx_align align, uint32_t colour);

// A line of a longer text.
typedef struct ui_span {
    const char *start;
    size_t size;
} ui_span;

// Breaks at spaces and line ends, and inside words only where one alone is too long. Returns how
// many lines there are; the first `room` of them are written.
uint32_t ui_wrap(const char *words, float size, float breadth, ui_span *spans, uint32_t room);
// Draws a wrapped text downward from its first base line, at most `most` lines.
void ui_paragraph(ui *u, const char *words, float x, float y, float size, float step, float breadth,
                  uint32_t most, qx_align align, uint32_t colour);

// Colour between two, share 0..1.
uint32_t ui_mix(uint32_t from, uint32_t to, float share);
uint32_t ui_fade(uint32_t colour, float alpha);
