// SPDX-License-Identifier: MIT
// What the pages' drawings share. Only menu_draw.c and the pages with rows of their own include
// this.
#pragma once

#include "menu_state.h"

// Everything a draw needs, gathered once.
typedef struct painter {
    ui u;
    const menu *m;
    const ui_palette *palette;
    layout l;
    float appear; // eased
    float scroll;
} painter;

// One row on its way through the drawing.
typedef struct placed_row {
    row_info r;
    uint32_t index;
    float top, height;
    float visible; // alpha
    float glow;    // 0..1, 1 selected
} placed_row;

// Base line of words of this size in the middle of a row.
float menu_middle_line(const placed_row *row, float size);
float menu_row_size(const layout *l);
uint32_t menu_row_colour(const painter *p, const placed_row *row);

// Rows of the scores page (menu_scores.c) and of the name page (menu_name.c).
void menu_draw_score(painter *p, const placed_row *row);
void menu_draw_name_field(painter *p, const placed_row *row);
void menu_draw_letters(painter *p, const placed_row *row);
