// SPDX-License-Identifier: MIT
#include "ui.h"

#include <math.h>
#include <string.h>

enum { WORDS_ROOM = 256, MENU_HEIGHT = 720 };

static const ui_palette palettes[] = {
    {
        .text = 0xE4ECFFFF,
        .dim = 0x93A5D6FF,
        .faint = 0x56669CFF,
        .line = 0x323E86FF,
        .accent = 0x5CC8FFFF,
        .warning = 0xFFB454FF,
        .mark = { 0x5CC8FFFF, 0x9A7BFFFF, 0xFF5C9EFF, 0xFF8A3DFF, 0xFFD24AFF },
    },
    {
        .text = 0xFFFFFFFF,
        .dim = 0xD3DCF5FF,
        .faint = 0xA4B0D6FF,
        .line = 0x7480BFFF,
        .accent = 0xFFE14DFF,
        .warning = 0xFF9A4DFF,
        .mark = { 0x7AD7FFFF, 0xB39CFFFF, 0xFF7DB3FF, 0xFFA25CFF, 0xFFE14DFF },
    },
};

const ui_palette *ui_palette_get(uint32_t index)
{
    return &palettes[index < sizeof palettes / sizeof palettes[0] ? index : 0];
}

static float clamp01(float value)
{
    return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value;
}

uint32_t ui_fade(uint32_t colour, float alpha)
{
    const float opaque = (float)(colour & 0xFF) * clamp01(alpha);
    return (colour & 0xFFFFFF00u) | (uint32_t)(opaque + 0.5f);
}

uint32_t ui_mix(uint32_t from, uint32_t to, float share)
{
    uint32_t mixed = 0;
    const float part = clamp01(share);
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        const float a = (float)(from >> shift & 0xFF), b = (float)(to >> shift & 0xFF);
        mixed |= (uint32_t)(a + (b - a) * part + 0.5f) << shift;
    }
    return mixed;
}

// The layout spans the whole picture, so it starts where the picture does and not where the scene's
// view does.
void ui_begin(ui *u, const scene_canvas *canvas, qx_blend blend, float zoom, qx_line *lines,
              size_t room)
{
    const qx_view cover = qx_view_cover(&canvas->view, canvas->width, canvas->height);
    *u = (ui){
        .canvas = canvas,
        .lines = lines,
        .room = room,
        .blend = blend,
        .unit = cover.height * zoom / (float)MENU_HEIGHT,
        .left = cover.x,
        .top = cover.y,
        .alpha = 1.0f,
    };
    u->width = cover.width / u->unit;
    u->height = cover.height / u->unit;
}

void ui_end(ui *u)
{
    if (u->count > 0) qx_render_lines(u->canvas->render, u->blend, u->lines, u->count);
    u->count = 0;
}

static qx_vec3 place(const ui *u, float x, float y)
{
    return (qx_vec3){ u->left + x * u->unit, u->top + y * u->unit, 0.0f };
}

void ui_line(ui *u, float x0, float y0, float x1, float y1, float width, uint32_t colour,
             float intensity)
{
    if (u->count == u->room) ui_end(u);
    u->lines[u->count++] = (qx_line){
        .from = place(u, x0, y0),
        .to = place(u, x1, y1),
        .width = width * u->unit,
        .intensity = intensity,
        .colour = ui_fade(colour, u->alpha),
    };
}

void ui_frame(ui *u, float x0, float y0, float x1, float y1, float cut, float width,
              uint32_t colour, float intensity)
{
    const float corners[9][2] = {
        { x0 + cut, y0 }, { x1 - cut, y0 }, { x1, y0 + cut }, { x1, y1 - cut }, { x1 - cut, y1 },
        { x0 + cut, y1 }, { x0, y1 - cut }, { x0, y0 + cut }, { x0 + cut, y0 },
    };
    for (size_t i = 0; i < 8; i++)
        ui_line(u, corners[i][0], corners[i][1], corners[i + 1][0], corners[i + 1][1], width,
                colour, intensity);
}

// Sprites are few; lines collected so far go first, so that the order of calls is the order in the
// picture.
static void draw_sprite(ui *u, qx_blend blend, qx_sprite_shape shape, float x, float y,
                        float half_width, float half_height, uint32_t colour, float intensity)
{
    ui_end(u);
    const qx_sprite sprite = {
        .centre = place(u, x, y),
        .half_width = half_width * u->unit,
        .half_height = half_height * u->unit,
        .intensity = intensity,
        .colour = ui_fade(colour, u->alpha),
        .shape = (uint32_t)shape,
    };
    qx_render_sprites(u->canvas->render, blend, &sprite, 1);
}

void ui_fill(ui *u, float x0, float y0, float x1, float y1, uint32_t colour)
{
    draw_sprite(u, QX_BLEND_ALPHA, QX_SPRITE_BOX, 0.5f * (x0 + x1), 0.5f * (y0 + y1),
                0.5f * (x1 - x0), 0.5f * (y1 - y0), colour, 1.0f);
}

void ui_glow(ui *u, float x, float y, float radius, uint32_t colour, float intensity)
{
    draw_sprite(u, u->blend, QX_SPRITE_GLOW, x, y, radius, radius, colour, intensity);
}

void ui_disc(ui *u, float x, float y, float radius, uint32_t colour, float intensity)
{
    draw_sprite(u, u->blend, QX_SPRITE_DISC, x, y, radius, radius, colour, intensity);
}

void ui_ring(ui *u, float x, float y, float radius, uint32_t colour, float intensity)
{
    draw_sprite(u, u->blend, QX_SPRITE_RING, x, y, radius, radius, colour, intensity);
}

void ui_chevron(ui *u, float x, float y, float size, float direction, uint32_t colour)
{
    const float tip = 0.5f * size * direction;
    ui_line(u, x - tip, y - size, x + tip, y, 2.0f, colour, 1.0f);
    ui_line(u, x + tip, y, x - tip, y + size, 2.0f, colour, 1.0f);
}

// Thin strokes look refined in large letters and vanish in small ones.
static float stroke_width(float size)
{
    const float thin = 0.09f * size;
    return thin < 1.9f ? 1.9f : thin;
}

void ui_words(ui *u, const char *words, float x, float y, float size, qx_align align,
              uint32_t colour, float intensity)
{
    const qx_vec3 at = place(u, x, y);
    const qx_text text = {
        .words = words,
        .x = at.x,
        .y = at.y,
        .size = size * u->unit,
        .width = stroke_width(size) * u->unit,
        .intensity = intensity,
        .colour = ui_fade(colour, u->alpha),
        .align = align,
    };
    const size_t bound = qx_text_bound(words);
    if (bound > u->room) return;
    if (bound > u->room - u->count) ui_end(u);
    u->count += qx_text_build(&text, u->lines + u->count);
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

// The longest beginning that fits together with dots.
static void cut_to_fit(const char *words, char out[WORDS_ROOM], float size, float breadth)
{
    size_t length = strlen(words);
    if (length > WORDS_ROOM - 4) length = WORDS_ROOM - 4;
    do {
        while (length > 0 && is_continuation(words[length])) length--;
        memcpy(out, words, length);
        memcpy(out + length, "...", 4);
    } while (qx_text_breadth(out, size) > breadth && length-- > 0);
}

void ui_words_fitted(ui *u, const char *words, float x, float y, float size, float smallest,
                     float breadth, qx_align align, uint32_t colour)
{
    char cut[WORDS_ROOM];
    const float full = qx_text_breadth(words, size);
    if (full > breadth) {
        const float centre = y - 0.5f * size; // smaller letters stay in the middle of their row
        size = fmaxf(size * breadth / full, fminf(smallest, size));
        y = centre + 0.5f * size;
    }
    if (qx_text_breadth(words, size) > breadth * 1.001f) {
        cut_to_fit(words, cut, size, breadth);
        words = cut;
    }
    ui_words(u, words, x, y, size, align, colour, 1.0f);
}

static float span_breadth(const char *start, size_t size, float letters)
{
    char words[WORDS_ROOM];
    if (size >= sizeof words) size = sizeof words - 1;
    memcpy(words, start, size);
    words[size] = '\0';
    return qx_text_breadth(words, letters);
}

// End of the word that begins after the spaces at i.
static size_t word_end(const char *words, size_t i)
{
    while (words[i] == ' ') i++;
    while (words[i] != '\0' && words[i] != ' ' && words[i] != '\n') i++;
    return i;
}

// How much of a text goes into its first line; at least one character of what is not empty.
static size_t first_line(const char *words, float size, float breadth)
{
    size_t taken = 0;
    while (words[taken] != '\0' && words[taken] != '\n') {
        const size_t end = word_end(words, taken);
        if (end >= WORDS_ROOM || span_breadth(words, end, size) > breadth) break;
        taken = end;
    }
    if (taken > 0 || words[0] == '\0' || words[0] == '\n') return taken;
    do {
        taken++;
    } while (is_continuation(words[taken]) ||
             (words[taken] != '\0' && words[taken] != ' ' && words[taken] != '\n' &&
              taken < WORDS_ROOM - 5 && span_breadth(words, taken + 1, size) <= breadth));
    return taken;
}

uint32_t ui_wrap(const char *words, float size, float breadth, ui_span *spans, uint32_t room)
{
    uint32_t count = 0;
    while (*words) {
        const size_t length = first_line(words, size, breadth);
        if (count < room) spans[count] = (ui_span){ words, length };
        count++;
        words += length;
        while (*words == ' ') words++;
        if (*words == '\n') words++;
    }
    return count;
}

void ui_paragraph(ui *u, const char *words, float x, float y, float size, float step, float breadth,
                  uint32_t most, qx_align align, uint32_t colour)
{
    ui_span spans[32];
    char line[WORDS_ROOM];
    uint32_t count = ui_wrap(words, size, breadth, spans, 32);
    if (most > 32) most = 32;
    if (count > most) count = most;
    for (uint32_t i = 0; i < count; i++) {
        const size_t length = spans[i].size < sizeof line ? spans[i].size : sizeof line - 1;
        memcpy(line, spans[i].start, length);
        line[length] = '\0';
        ui_words(u, line, x, y + step * (float)i, size, align, colour, 1.0f);
    }
}
