// SPDX-License-Identifier: MIT
// What makes the main page the arcade's own: the net, the mark and the name.
#include "menu_state.h"

#include <math.h>
#include <string.h>

static const float net_spacing = 40.0f;
static const char name[] = "QUINCUNX";

// Where a node of the net went: two slow swells and a ripple that runs out from the centre and dies away.
static void bend(float *x, float *y, float time, float centre_x, float centre_y)
{
    const float swell_x =
        3.0f * sinf(0.011f * *y + 0.40f * time) + 2.0f * sinf(0.017f * *x - 0.31f * time);
    const float swell_y =
        3.0f * sinf(0.010f * *x + 0.36f * time) + 2.0f * sinf(0.019f * *y + 0.27f * time);
    const float dx = *x - centre_x, dy = *y - centre_y;
    const float distance = sqrtf(dx * dx + dy * dy) + 1.0f;
    const float ripple = 9.0f * sinf(0.035f * distance - 1.1f * time) * expf(-0.0045f * distance);
    *x += swell_x + ripple * dx / distance;
    *y += swell_y + ripple * dy / distance;
}

// Brighter near the centre, gone at the far ends.
static float net_light(float x, float y, float centre_x, float centre_y)
{
    const float dx = x - centre_x, dy = y - centre_y;
    return 0.22f + 0.78f * expf(-(dx * dx + dy * dy) / (420.0f * 420.0f));
}

void menu_draw_net(ui *u, double time, float centre_x, float centre_y, float strength)
{
    // Ripples repeat after whole turns only in doubles; a day of floats would stutter.
    const float t = (float)fmod(time, 3600.0);
    const int columns = (int)(u->width / net_spacing) + 3,
              rows = (int)(u->height / net_spacing) + 3;
    for (int row_index = -1; row_index < rows; row_index++) {
        for (int column = -1; column < columns; column++) {
            const float x = net_spacing * (float)column, y = net_spacing * (float)row_index;
            float here[2] = { x, y }, right[2] = { x + net_spacing, y },
                  down[2] = { x, y + net_spacing };
            bend(&here[0], &here[1], t, centre_x, centre_y);
            bend(&right[0], &right[1], t, centre_x, centre_y);
            bend(&down[0], &down[1], t, centre_x, centre_y);
            const float light = strength * net_light(x, y, centre_x, centre_y);
            const float thick_row = row_index % 3 == 0 ? 2.2f : 1.0f;
            const float thick_column = column % 3 == 0 ? 2.2f : 1.0f;
            ui_line(u, here[0], here[1], right[0], right[1], thick_row, 0x2A2FB0FF, light);
            ui_line(u, here[0], here[1], down[0], down[1], thick_column, 0x2A2FB0FF, light);
        }
    }
}

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
