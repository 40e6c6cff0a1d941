// SPDX-License-Identifier: MIT
#include <quincunx/svg.h>

#include "base/memory.h"
#include "buffer.h"
#include "error.h"

#include <quincunx/file.h>

typedef struct svg_writer {
    qx_buffer buffer;
    int decimals;
} svg_writer;

static bool is_within(float value, float low, float high)
{
    return value >= low && value <= high; // false for NaN
}

static bool is_place(qx_vec2 place)
{
    return is_within(place.x, -1e6f, 1e6f) && is_within(place.y, -1e6f, 1e6f);
}

static bool is_drawing(const qx_svg *drawing)
{
    return drawing->width > 0.0f && drawing->width <= 1e6f && drawing->height > 0.0f &&
           drawing->height <= 1e6f && drawing->decimals <= 6 &&
           (int)drawing->unit >= QX_SVG_PIXEL && (int)drawing->unit <= QX_SVG_MILLIMETRE &&
           (drawing->lines || drawing->count == 0);
}

static bool are_lines(const qx_svg_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!is_place(lines[i].from) || !is_place(lines[i].to) ||
            !is_within(lines[i].width, 0.0f, 1e6f))
            return false;
    return true;
}

static void add_text(svg_writer *writer, const char *text)
{
    qx_buffer_text(&writer->buffer, text);
}

static void add_number(svg_writer *writer, float value)
{
    qx_buffer_number(&writer->buffer, (double)value, writer->decimals);
}

// name="#rrggbb" and name-opacity="a" where a is not 1.
static void add_colour(svg_writer *writer, const char *name, uint32_t colour)
{
    static const char digits[] = "0123456789abcdef";
    char text[] = "=\"#rrggbb\"";
    for (int i = 0; i < 6; i++) text[3 + i] = digits[colour >> (28 - 4 * i) & 15];
    add_text(writer, " ");
    add_text(writer, name);
    add_text(writer, text);
    const uint32_t alpha = colour & 255;
    if (alpha == 255) return;
    add_text(writer, " ");
    add_text(writer, name);
    add_text(writer, "-opacity=\"");
    qx_buffer_number(&writer->buffer, alpha / 255.0, 3);
    add_text(writer, "\"");
}

// Characters that XML gives a meaning, and control characters that it does not allow at all.
static void add_escaped(svg_writer *writer, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            add_text(writer, "&lt;");
        else if (*text == '>')
            add_text(writer, "&gt;");
        else if (*text == '&')
            add_text(writer, "&amp;");
        else if ((unsigned char)*text < 0x20 || *text == 0x7F)
            add_text(writer, " ");
        else
            qx_buffer_add(&writer->buffer, text, 1);
    }
}

static void add_size(svg_writer *writer, const char *name, float value, qx_svg_unit unit)
{
    add_text(writer, name);
    add_number(writer, value);
    add_text(writer, unit == QX_SVG_MILLIMETRE ? "mm\"" : "\"");
}

static void add_head(svg_writer *writer, const qx_svg *drawing)
{
    add_text(writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"");
    add_size(writer, " width=\"", drawing->width, drawing->unit);
    add_size(writer, " height=\"", drawing->height, drawing->unit);
    add_text(writer, " viewBox=\"0 0 ");
    add_number(writer, drawing->width);
    add_text(writer, " ");
    add_number(writer, drawing->height);
    add_text(writer, "\">\n");
    if (drawing->title) {
        add_text(writer, "<title>");
        add_escaped(writer, drawing->title);
        add_text(writer, "</title>\n");
    }
    if (drawing->background) {
        add_text(writer, "<rect width=\"100%\" height=\"100%\"");
        add_colour(writer, "fill", drawing->background);
        add_text(writer, "/>\n");
    }
    add_text(writer, "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
}

static void add_place(svg_writer *writer, const char *command, qx_vec2 place)
{
    add_text(writer, command);
    add_number(writer, place.x);
    add_text(writer, " ");
    add_number(writer, place.y);
}

static bool look_alike(const qx_svg_line *a, const qx_svg_line *b)
{
    return a->width == b->width && a->colour == b->colour;
}

static bool follows(const qx_svg_line *line, const qx_svg_line *next)
{
    return line->to.x == next->from.x && line->to.y == next->from.y;
}

// One path of the lines from `first` on that look alike; returns how many.
static size_t add_path(svg_writer *writer, const qx_svg_line *first, size_t count)
{
    add_text(writer, "<path");
    add_colour(writer, "stroke", first->colour);
    add_text(writer, " stroke-width=\"");
    add_number(writer, first->width);
    add_text(writer, "\" d=\"");
    size_t taken = 0;
    for (; taken < count && look_alike(first, &first[taken]); taken++) {
        const qx_svg_line *line = &first[taken];
        if (taken == 0 || !follows(line - 1, line)) add_place(writer, "M", line->from);
        add_place(writer, "L", line->to);
    }
    add_text(writer, "\"/>\n");
    return taken;
}

qx_result qx_svg_save_memory(const qx_svg *drawing, const qx_allocator *allocator, uint8_t **bytes,
                             size_t *size)
{
    *bytes = NULL;
    *size = 0;
    if (!is_drawing(drawing) || !are_lines(drawing->lines, drawing->count)) return QX_BAD_VALUE;
    svg_writer writer = { .buffer = { .allocator = allocator },
                          .decimals = drawing->decimals ? (int)drawing->decimals : 2 };
    add_head(&writer, drawing);
    for (size_t done = 0; done < drawing->count;)
        done += add_path(&writer, drawing->lines + done, drawing->count - done);
    add_text(&writer, "</g>\n</svg>\n");
    return qx_buffer_finish(&writer.buffer, bytes, size);
}

qx_result qx_svg_save_file(const qx_svg *drawing, const char *path, const qx_allocator *allocator,
                           qx_error *error)
{
    uint8_t *bytes;
    size_t size;
    qx_result result = qx_svg_save_memory(drawing, allocator, &bytes, &size);
    if (result != QX_OK) return qx_error_set(error, result, 0, "%s", qx_result_text(result));
    result = qx_file_save(path, bytes, size, error);
    qx_release(allocator, bytes, size);
    return result;
}
