// SPDX-License-Identifier: MIT
#include "column.h"

#include <math.h>

#define LEAST_PIXELS 7.0f // of a capital letter

enum {
    HINT_TICKS = 420, // that hints stay without any input
    FADE_TICKS = 90
};

column column_begin(const scene_canvas *canvas)
{
    const float scale = qx_view_scale(&canvas->view, canvas->width, canvas->height);
    const float size = fmaxf(11.5f, LEAST_PIXELS / scale);
    return (column){ canvas, size, fmaxf(size / 9.0f, 1.15f / scale) };
}

void column_write(const column *c, const char *words, float x, float y, float size, uint32_t colour,
                  float alpha, qx_align align)
{
    const uint32_t faded = (colour & 0xFFFFFF00u) | (uint32_t)(alpha * (float)(colour & 255));
    if (alpha <= 0.0f) return;
    qx_render_words(c->canvas->render, QX_BLEND_ALPHA,
                    &(qx_text){ .words = words,
                                .x = x,
                                .y = y,
                                .size = size,
                                .width = c->width,
                                .colour = faded,
                                .align = align });
}

void column_write_fitted(const column *c, const char *words, float x, float y, float size,
                         float breadth, uint32_t colour, float alpha, qx_align align)
{
    const float full = qx_text_breadth(words, size);
    const float fitted = full > breadth ? size * breadth / full : size;
    column_write(c, words, x, y - 0.5f * (size - fitted), fitted, colour, alpha, align);
}

void column_shade(const column *c, float x, float y, float breadth, float height, float shown)
{
    const qx_sprite box = { .centre = { x + 0.5f * breadth, y + 0.5f * height, 0.0f },
                            .half_width = 0.5f * breadth,
                            .half_height = 0.5f * height,
                            .intensity = 1.0f,
                            .colour = 0x05060F00u | (uint32_t)(110.0f * shown),
                            .shape = QX_SPRITE_BOX };
    if (shown > 0.0f) qx_render_sprites(c->canvas->render, QX_BLEND_ALPHA, &box, 1);
}

static float row_size(const column *c, uint32_t row)
{
    return row == 0 ? 1.25f * c->size : c->size;
}

// From the bottom up.
void column_numbers(const column *c, char rows[][COLUMN_WORDS], uint32_t count, uint32_t colour,
                    float shown)
{
    const float step = COLUMN_STEP * c->size, low = c->canvas->view.height - COLUMN_MARGIN;
    float breadth = 0.0f, height = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        breadth = fmaxf(breadth, qx_text_breadth(rows[i], row_size(c, i)));
        height += rows[i][0] ? step : 0.0f;
    }
    column_shade(c, 0.0f, low - height - 0.2f * step, breadth + 2.0f * COLUMN_MARGIN,
                 height + COLUMN_MARGIN + 0.2f * step, shown);
    float y = low;
    for (uint32_t i = count; i-- > 0;) {
        if (!rows[i][0]) continue;
        column_write(c, rows[i], COLUMN_MARGIN, y, row_size(c, i), i == 0 ? colour : 0xA6ACE0FF,
                     shown, QX_ALIGN_LEFT);
        y -= step;
    }
}

void column_hints(const column *c, const char *const *hints, uint32_t count, float shown)
{
    const qx_view *view = &c->canvas->view;
    const float right = view->width - COLUMN_MARGIN, low = view->height - COLUMN_MARGIN;
    const float step = COLUMN_STEP * c->size, height = step * (float)count;
    float breadth = 0.0f;
    if (view->width < 44.0f * c->size) return;
    for (uint32_t i = 0; i < count; i++)
        breadth = fmaxf(breadth, qx_text_breadth(hints[i], c->size));
    column_shade(c, right - breadth - COLUMN_MARGIN, low - height, breadth + 2.0f * COLUMN_MARGIN,
                 height + COLUMN_MARGIN, shown);
    for (uint32_t i = 0; i < count; i++)
        column_write(c, hints[i], right, low - step * (float)(count - 1 - i), c->size, 0x8A90C8FF,
                     shown, QX_ALIGN_RIGHT);
}

// Smaller where it would not fit between the column and the corner.
void column_notice(const column *c, const char *words, uint32_t ticks_left)
{
    const float room = c->canvas->view.width - 170.0f;
    const float breadth = qx_text_breadth(words, c->size);
    const float size = breadth > room ? c->size * room / breadth : c->size;
    const float shown = ticks_left > 30 ? 1.0f : (float)ticks_left / 30.0f;
    if (ticks_left == 0) return;
    column_write(c, words, 0.5f * c->canvas->view.width, 40.0f, size, 0xFFD24AFF, shown,
                 QX_ALIGN_CENTRE);
}

float column_hint_share(uint32_t quiet)
{
    if (quiet < HINT_TICKS) return 1.0f;
    const float over = (float)(quiet - HINT_TICKS);
    return over < (float)FADE_TICKS ? 1.0f - over / (float)FADE_TICKS : 0.0f;
}
