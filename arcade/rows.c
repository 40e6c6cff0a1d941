// SPDX-License-Identifier: MIT
#include "rows.h"

#include <math.h>

typedef struct tracks {
    qx_line lines[3 * ROWS_MOST];
    uint32_t count;
} tracks;

static void track(tracks *t, float x0, float x1, float y, float width, uint32_t colour, float alpha)
{
    const uint32_t faded = (colour & 0xFFFFFF00u) | (uint32_t)(255.0f * alpha);
    t->lines[t->count++] = (qx_line){ { x0, y, 0.0f }, { x1, y, 0.0f }, width, 1.0f, faded };
}

static void draw_slider(const rows_look *look, tracks *t, float along, float y, uint32_t colour,
                        float shown)
{
    const float left = look->left, at = left + look->width * along;
    track(t, left, left + look->width, y, 1.5f, look->track, shown);
    if (at > left) track(t, left, at, y, 2.0f, colour, shown);
    track(t, at - 0.01f, at, y, 7.0f, colour, shown);
}

static void draw_words(const column *c, const rows_look *look, const rows_row *row, float y,
                       bool chosen, float shown)
{
    const float size = fminf(c->size, look->size);
    const float breadth = fminf(qx_text_breadth(row->value, size), look->part * look->width);
    column_write_fitted(c, row->title, look->left, y, size, look->width - breadth - 0.8f * size,
                        chosen ? look->bright : look->quiet, shown, QX_ALIGN_LEFT);
    column_write_fitted(c, row->value, look->left + look->width, y, size, breadth,
                        chosen ? look->bright : look->value, shown, QX_ALIGN_RIGHT);
}

static void draw_row(const column *c, const rows_look *look, tracks *t, const rows_row *row,
                     float top, bool chosen, float shown)
{
    const float alpha = row->matters ? shown : shown * look->inert;
    draw_words(c, look, row, top + (row->slides ? look->over : look->alone), chosen, alpha);
    if (row->slides)
        draw_slider(look, t, row->along, top + look->slide, chosen ? look->accent : look->quiet,
                    alpha);
    else if (chosen)
        track(t, look->left, look->left + look->width, top + look->slide + 3.0f, 1.5f, look->accent,
              0.8f * alpha);
}

void rows_draw(const column *c, const rows_look *look, const rows_row *rows, uint32_t count,
               uint32_t chosen, float shown)
{
    tracks t = { .count = 0 };
    column_shade(c, 0.0f, 0.0f, look->left + look->width + 14.0f,
                 look->top + look->step * (float)count + 4.0f, look->shade * shown);
    for (uint32_t i = 0; i < count; i++)
        draw_row(c, look, &t, &rows[i], look->top + look->step * (float)i, i == chosen, shown);
    qx_render_lines(c->canvas->render, QX_BLEND_ALPHA, t.lines, t.count);
}
