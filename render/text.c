// SPDX-License-Identifier: MIT
#include "font.h"
#include "state.h"

// Text is laid out glyph by glyph; each stroke goes to a writer, which counts it, keeps it, or
// draws when it is full.

enum { BATCH = 256 };

typedef struct writer {
    qx_line *lines; // NULL: only count
    size_t count;
    size_t room; // 0: as much as it takes
    void (*flush)(struct writer *full);
    qx_render *render;
    qx_blend blend;
    qx_line look; // width, intensity, colour
    float x, y, scale;
} writer;

static bool continues(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

// One character; a byte that does not belong to well-formed UTF-8 is one U+FFFD.
static uint32_t next_character(const char **words)
{
    static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    const unsigned char *s = (const unsigned char *)*words;
    const int more = s[0] < 0x80   ? 0
                     : s[0] < 0xC2 ? -1
                     : s[0] < 0xE0 ? 1
                     : s[0] < 0xF0 ? 2
                     : s[0] < 0xF5 ? 3
                                   : -1;
    *words += 1;
    if (more < 0) return 0xFFFD;
    uint32_t code = more == 0 ? s[0] : s[0] & (0x3Fu >> more);
    for (int i = 1; i <= more; i++) {
        if (!continues(s[i])) return 0xFFFD; // the terminating 0 ends up here too
        code = code << 6 | (s[i] & 0x3Fu);
    }
    if (code < least[more] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return 0xFFFD;
    *words += more;
    return code;
}

static void write_line(void *user, qx_vec2 from, qx_vec2 to)
{
    writer *into = user;
    if (into->lines) {
        if (into->room > 0 && into->count == into->room) into->flush(into);
        qx_line *line = &into->lines[into->count];
        *line = into->look;
        line->from =
            (qx_vec3){ into->x + from.x * into->scale, into->y - from.y * into->scale, 0.0f };
        line->to = (qx_vec3){ into->x + to.x * into->scale, into->y - to.y * into->scale, 0.0f };
    }
    into->count++;
}

static void write_words(writer *into, const char *words)
{
    const qx_pen pen = { write_line, into };
    while (words && *words != '\0') {
        const qx_glyph *glyph = qx_font_find(next_character(&words));
        qx_glyph_draw(glyph, &pen);
        into->x += ((float)glyph->width + QX_FONT_GAP) * into->scale;
    }
}

float qx_text_breadth(const char *words, float size)
{
    float units = 0.0f;
    for (const char *rest = words; rest && *rest != '\0';) {
        units += (float)qx_font_find(next_character(&rest))->width + QX_FONT_GAP;
    }
    return units > 0.0f ? (units - QX_FONT_GAP) * size / QX_FONT_CAPITAL : 0.0f;
}

size_t qx_text_bound(const char *words)
{
    writer counts = { .scale = 1.0f };
    write_words(&counts, words);
    return counts.count;
}

static writer begin(const qx_text *text, qx_line *lines)
{
    const float share[] = { 0.0f, 0.5f, 1.0f };
    const float aligned = text->align <= QX_ALIGN_RIGHT ? share[text->align] : 0.0f;
    return (writer){
        .lines = lines,
        .look = {
            .width = text->width != 0.0f ? text->width : text->size / 8.0f,
            .intensity = text->intensity != 0.0f ? text->intensity : 1.0f,
            .colour = text->colour != 0 ? text->colour : 0xFFFFFFFF,
        },
        .x = text->x - aligned * qx_text_breadth(text->words, text->size),
        .y = text->y,
        .scale = text->size / QX_FONT_CAPITAL,
    };
}

size_t qx_text_build(const qx_text *text, qx_line *lines)
{
    writer keeps = begin(text, lines);
    write_words(&keeps, text->words);
    return keeps.count;
}

static void draw_batch(writer *full)
{
    qx_render_lines(full->render, full->blend, full->lines, full->count);
    full->count = 0;
}

void qx_render_words(qx_render *render, qx_blend blend, const qx_text *text)
{
    qx_line lines[BATCH];
    writer draws = begin(text, lines);
    draws.room = BATCH;
    draws.flush = draw_batch;
    draws.render = render;
    draws.blend = blend;
    write_words(&draws, text->words);
    draw_batch(&draws);
}
