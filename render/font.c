// SPDX-License-Identifier: MIT
#include "font.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

// A path is a list of strokes parted by commas; a stroke is a list of corners, x and y in base 36
// each, in a grid where the base line is 4, small letters reach c (12), capitals g (16) and
// descenders 0. After a corner, r rounds it with radius 2 and R with radius 4, less where an edge
// is too short: two rounded corners share their edge. @ closes the stroke. So 04R0gR8gR84R@ is a
// stadium, 8 wide and 12 high: the zero. Strokes of one glyph do not lie on each other, because
// added light would show it; but dots are drawn twice, because so short a stroke is all fading
// ends.

enum { BASE_LINE = 4, MOST_CORNERS = 16, BOX = 0 };

static const qx_glyph glyphs[] = {
    { 0xFFFD, 8, "04 0g 8g 84@" }, // the box for what is missing
    { ' ', 2, "" },
    { '!', 0, "0g 08,05 04,04 05" },
    { '"', 3, "0g 0d,3g 3d" },
    { '#', 8, "14 3g,54 7g,0c 8c,08 88" },
    { '$', 8, "8d 8gR 0gR 0aR 8aR 84R 04R 07,4i 4g,44 42" },
    { '%', 9, "04 9g,0dr 0gr 3gr 3dr@,64r 67r 97r 94r@" },
    { '&', 8, "84 1dr 1gR 6gR 6dr 07r 04R 64R 89" },
    { '\'', 0, "0g 0d" },
    { '(', 3, "3h 0er 06r 33" },
    { ')', 3, "0h 3er 36r 03" },
    { '*', 6, "3g 3a,0f 6b,0b 6f" },
    { '+', 8, "45 4d,09 89" },
    { ',', 1, "15 03" },
    { '-', 6, "09 69" },
    { '.', 0, "05 04,04 05" },
    { '/', 6, "03 6h" },
    { '0', 8, "04R 0gR 8gR 84R@" },
    { '1', 8, "1d 4g 44,14 74" },
    { '2', 8, "0d 0gR 8gR 8br 04 84" },
    { '3', 8, "0d 0gR 8gR 8aR 5a,3a 8aR 84R 04R 07" },
    { '4', 8, "64 6g 08 88" },
    { '5', 8, "7g 0g 0b 8bR 84R 04R 06" },
    { '6', 8, "8d 8gR 0gR 04R 84R 8bR 0b" },
    { '7', 8, "0g 8g 34" },
    { '8', 8, "1aR 1gR 7gR 7aR@,0aR 8aR 84R 04R@" },
    { '9', 8, "07 04R 84R 8gR 0gR 09R 89" },
    { ':', 0, "05 04,04 05,0b 0c,0c 0b" },
    { ';', 1, "1b 1c,1c 1b,15 03" },
    { '<', 7, "7d 09 75" },
    { '=', 8, "0b 8b,07 87" },
    { '>', 7, "0d 79 05" },
    { '?', 8, "0d 0gR 8gR 8aR 4ar 48,45 44,44 45" },
    { '@', 10, "84 04R 0gR agR a7r 77 7cr 3cr 37r 67" },
    { 'A', 8, "04 4g 84,17 77" },
    { 'B', 8, "04 0g 7gR 7aR 4a,0a 8aR 84R 04" },
    { 'C', 8, "8d 8gR 0gR 04R 84R 87" },
    { 'D', 8, "04 0g 8gR 84R@" },
    { 'E', 7, "7g 0g 04 74,0a 5a" },
    { 'F', 7, "7g 0g 04,0a 5a" },
    { 'G', 8, "8d 8gR 0gR 04R 84R 8a 5a" },
    { 'H', 8, "04 0g,84 8g,0a 8a" },
    { 'I', 0, "04 0g" },
    { 'J', 6, "6g 64R 04R 07" },
    { 'K', 8, "04 0g,8g 0a 84" },
    { 'L', 7, "0g 04 74" },
    { 'M', 10, "04 0g 5a ag a4" },
    { 'N', 8, "04 0g 84 8g" },
    { 'O', 9, "04R 0gR 9gR 94R@" },
    { 'P', 8, "04 0g 8gR 89R 09" },
    { 'Q', 9, "04R 0gR 9gR 94R@,67 a3" },
    { 'R', 8, "04 0g 8gR 89R 09,49 84" },
    { 'S', 8, "8d 8gR 0gR 0aR 8aR 84R 04R 07" },
    { 'T', 8, "0g 8g,4g 44" },
    { 'U', 8, "0g 04R 84R 8g" },
    { 'V', 8, "0g 44 8g" },
    { 'W', 12, "0g 34 6e 94 cg" },
    { 'X', 8, "04 8g,0g 84" },
    { 'Y', 8, "0g 4a 8g,4a 44" },
    { 'Z', 8, "0g 8g 04 84" },
    { '[', 3, "3h 0h 03 33" },
    { '\\', 6, "0h 63" },
    { ']', 3, "0h 3h 33 03" },
    { '^', 6, "0d 3g 6d" },
    { '_', 8, "02 82" },
    { '`', 2, "0g 2d" },
    { 'a', 7, "0c 7cR 74 04R 09R 79" },
    { 'b', 7, "0g 04 74R 7cR 0c" },
    { 'c', 7, "7a 7cR 0cR 04R 74R 76" },
    { 'd', 7, "7g 74 04R 0cR 7c" },
    { 'e', 7, "08 78 7cR 0cR 04R 74" },
    { 'f', 5, "5g 2gR 24,0c 4c" },
    { 'g', 7, "74 04R 0cR 7c 70R 10" },
    { 'h', 7, "04 0g,0c 7cR 74" },
    { 'i', 0, "04 0c,0f 0g,0g 0f" },
    { 'j', 3, "3c 30R 00,3f 3g,3g 3f" },
    { 'k', 6, "04 0g,6c 08 64" },
    { 'l', 2, "0g 04r 24" },
    { 'm', 10, "04 0c 5cr 54,3c acr a4" },
    { 'n', 7, "04 0c 7cR 74" },
    { 'o', 7, "04R 0cR 7cR 74R@" },
    { 'p', 7, "00 0c 7cR 74R 04" },
    { 'q', 7, "70 7c 0cR 04R 74" },
    { 'r', 5, "04 0cR 5c" },
    { 's', 6, "6c 0cr 08r 68r 64r 04" },
    { 't', 5, "2g 24R 54,0c 5c" },
    { 'u', 7, "0c 04R 74 7c" },
    { 'v', 6, "0c 34 6c" },
    { 'w', 10, "0c 24 5b 84 ac" },
    { 'x', 6, "04 6c,0c 64" },
    { 'y', 7, "0c 04R 74,7c 70R 10" },
    { 'z', 6, "0c 6c 04 64" },
    { '{', 4, "4h 2hr 2ar 0a,0a 2ar 23r 43" },
    { '|', 0, "0h 03" },
    { '}', 4, "0h 2hr 2ar 4a,4a 2ar 23r 03" },
    { '~', 8, "08 2br 67r 8a" },
    { 0x00B0, 4, "0cR 0gR 4gR 4cR@" }, // degree
    { 0x00B7, 0, "0a 09,09 0a" },      // middle dot
    { 0x00D7, 6, "06 6c,0c 66" },      // times
    { 0x2013, 8, "09 89" },            // en dash
    { 0x2014, 12, "09 c9" },           // em dash
    { 0x2018, 1, "1g 0d" },            // quotation marks
    { 0x2019, 1, "1g 0d" },
    { 0x201C, 4, "1g 0d,4g 3d" },
    { 0x201D, 4, "1g 0d,4g 3d" },
    { 0x2026, 8, "05 04,04 05,45 44,44 45,85 84,84 85" }, // ellipsis
    { 0x2190, 10, "a9 09,4d 09 45" },                     // arrows: left, up, right, down
    { 0x2191, 8, "44 4g,0c 4g 8c" },
    { 0x2192, 10, "09 a9,6d a9 65" },
    { 0x2193, 8, "4g 44,08 44 88" },
};

const qx_glyph *qx_font_find(uint32_t code)
{
    if (code >= ' ' && code <= '~') return &glyphs[1 + code - ' '];
    for (size_t i = 1 + '~' - ' ' + 1; i < sizeof glyphs / sizeof *glyphs; i++) {
        if (glyphs[i].code == code) return &glyphs[i];
    }
    return &glyphs[BOX];
}

typedef struct corner {
    qx_vec2 at;
    float radius; // 0 where it is sharp
} corner;

typedef struct stroke {
    corner corners[MOST_CORNERS];
    size_t count;
    bool closed;
} stroke;

static float digit(char c)
{
    return (float)(c <= '9' ? c - '0' : c - 'a' + 10);
}

// Reads one stroke and returns where the next begins.
static const char *read_stroke(const char *path, stroke *read)
{
    *read = (stroke){ .count = 0 };
    while (*path != '\0' && *path != ',') {
        if (*path == ' ') {
            path++;
        } else if (*path == '@') {
            read->closed = true;
            path++;
        } else if (*path == 'r' || *path == 'R') {
            read->corners[read->count - 1].radius = *path == 'r' ? 2.0f : 4.0f;
            path++;
        } else {
            read->corners[read->count++].at =
                (qx_vec2){ digit(path[0]), digit(path[1]) - BASE_LINE };
            path += 2;
        }
    }
    return *path == ',' ? path + 1 : path;
}

static const corner *corner_at(const stroke *of, size_t index)
{
    return &of->corners[index % of->count];
}

static float distance(qx_vec2 a, qx_vec2 b)
{
    return sqrtf((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

static qx_vec2 toward(qx_vec2 a, qx_vec2 b, float far)
{
    const float share = far / distance(a, b);
    return (qx_vec2){ a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share };
}

// How much of the edge from a to b the corner a may take for its rounding.
static float room(const corner *a, const corner *b)
{
    return distance(a->at, b->at) * (b->radius > 0.0f ? 0.5f : 1.0f);
}

typedef struct nib {
    const qx_pen *pen;
    qx_vec2 at;
    bool down;
} nib;

static void move_to(nib *moved, qx_vec2 to)
{
    if (moved->down && distance(moved->at, to) > 1e-3f)
        moved->pen->line(moved->pen->user, moved->at, to);
    if (!moved->down || distance(moved->at, to) > 1e-3f) moved->at = to;
    moved->down = true;
}

// A conic whose middle weight makes it an arc of a circle.
static void round_corner(nib *moved, qx_vec2 from, qx_vec2 through, qx_vec2 to, int pieces)
{
    const float ax = through.x - from.x, ay = through.y - from.y;
    const float bx = to.x - through.x, by = to.y - through.y;
    const float turn = (ax * bx + ay * by) / (distance(from, through) * distance(through, to));
    const float weight = sqrtf(fmaxf(0.5f + 0.5f * turn, 0.0f));
    move_to(moved, from);
    for (int i = 1; i <= pieces; i++) {
        const float u = (float)i / (float)pieces;
        const float a = (1 - u) * (1 - u), b = 2 * u * (1 - u) * weight, c = u * u;
        move_to(moved, (qx_vec2){ (a * from.x + b * through.x + c * to.x) / (a + b + c),
                                  (a * from.y + b * through.y + c * to.y) / (a + b + c) });
    }
}

static void draw_corner(nib *moved, const stroke *of, size_t index)
{
    const corner *middle = corner_at(of, index);
    const corner *before = corner_at(of, index + of->count - 1);
    const corner *after = corner_at(of, index + 1);
    if (!(middle->radius > 0.0f)) {
        move_to(moved, middle->at);
        return;
    }
    const float radius = fminf(middle->radius, fminf(room(middle, before), room(middle, after)));
    round_corner(moved, toward(middle->at, before->at, radius), middle->at,
                 toward(middle->at, after->at, radius), radius > 2.0f ? 6 : 4);
}

// Where the pen of a closed stroke begins and ends: its first corner, or on the way there where
// that is rounded.
static qx_vec2 start_of(const stroke *of)
{
    const qx_vec2 a = of->corners[of->count - 1].at;
    const qx_vec2 b = of->corners[0].at;
    return of->corners[0].radius > 0.0f ? (qx_vec2){ 0.5f * (a.x + b.x), 0.5f * (a.y + b.y) } : b;
}

static void draw_stroke(const stroke *of, const qx_pen *pen)
{
    if (of->count < 2) return;
    nib moved = { .pen = pen };
    if (of->closed) move_to(&moved, start_of(of));
    for (size_t i = 0; i < of->count; i++) {
        draw_corner(&moved, of, i);
    }
    if (of->closed) move_to(&moved, start_of(of));
}

void qx_glyph_draw(const qx_glyph *glyph, const qx_pen *pen)
{
    const char *path = glyph->path;
    while (*path != '\0') {
        stroke read;
        path = read_stroke(path, &read);
        draw_stroke(&read, pen);
    }
}
