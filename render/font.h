// SPDX-License-Identifier: MIT
#pragma once

// The stroke font: what each character looks like, and its outline as points.

#include <quincunx/base.h>

#define QX_FONT_CAPITAL 12.0f // height of a capital letter, font units
#define QX_FONT_GAP 4.0f      // between two characters

typedef struct qx_glyph {
    uint32_t code;    // Unicode
    uint8_t width;    // font units
    const char *path; // see font.c
} qx_glyph;

// Where a glyph's pen goes, font units, y up from the base line.
typedef struct qx_pen {
    void (*line)(void *user, qx_vec2 from, qx_vec2 to);
    void *user;
} qx_pen;

// The glyph for a character; the box where the font lacks it.
const qx_glyph *qx_font_find(uint32_t code);

void qx_glyph_draw(const qx_glyph *glyph, const qx_pen *pen);
