// SPDX-License-Identifier: MIT
// What makes the main page the arcade's own: the mark and the name. What moves behind them is a
// scene, not ours.
#include "menu_state.h"

#include <math.h>
#include <string.h>

static const char name[] = "QUINCUNX";

// The points breathe, each in its own time, so slowly that it reads as life and not as a signal.
static float breath(double time, int point)
{
    return 1.0f + 0.12f * sinf((float)fmod(time * (0.9 + 0.07 * point), 6.283185307) +
                               1.3f * (float)point);
}

static void draw_point(ui *u, float x, float y, float radius, uint32_t colour, float light)
{
    ui_glow(u, x, y, 4.2f * radius, colour, 0.16f * light);
    ui_disc(u, x, y, radius, colour, 1.5f * light);
    ui_disc(u, x, y, 0.5f * radius, 0xFFFFFFFF, 0.9f * light);
    ui_ring(u, x, y, 1.9f * radius, colour, 0.5f * light);
}

void menu_draw_mark(ui *u, const ui_palette *palette, double time, float x, float y, float size)
{
    static const float corners[5][2] = { { 0, 0 }, { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    for (int i = 1; i < 5; i++) {
        const float cx = corners[i][0], cy = corners[i][1];
        const uint32_t strand = palette->mark[i];
        ui_line(u, x + 0.18f * size * cx, y + 0.18f * size * cy, x + 0.78f * size * cx,
                y + 0.78f * size * cy, 0.018f * size + 0.8f, strand, 0.7f);
        const int next = i % 4 + 1;
        const float nx = corners[next][0], ny = corners[next][1];
        ui_line(u, x + size * (0.86f * cx + 0.14f * nx), y + size * (0.86f * cy + 0.14f * ny),
                x + size * (0.14f * cx + 0.86f * nx), y + size * (0.14f * cy + 0.86f * ny),
                0.008f * size + 0.6f, palette->line, 0.9f);
    }
    for (int i = 0; i < 5; i++)
        draw_point(u, x + size * corners[i][0], y + size * corners[i][1], 0.10f * size + 1.0f,
                   palette->mark[i], breath(time, i));
}

// Letter by letter: the font's own spacing is for reading, not for a name.
void menu_draw_name(ui *u, float x, float y, float breadth, float most, uint32_t colour,
                    float intensity)
{
    const size_t count = strlen(name);
    const float tracking = 0.42f;
    float letters = 0.0f;
    for (size_t i = 0; i < count; i++) letters += qx_text_breadth((char[2]){ name[i], '\0' }, 1.0f);
    const float size = fminf(breadth / (letters + tracking * (float)(count - 1)), most);
    x -= 0.5f * size * (letters + tracking * (float)(count - 1));
    for (size_t i = 0; i < count; i++) {
        const char letter[2] = { name[i], '\0' };
        ui_words(u, letter, x, y, size, QX_ALIGN_LEFT, colour, intensity);
        x += size * (tracking + qx_text_breadth(letter, 1.0f));
    }
}
