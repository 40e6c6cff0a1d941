// SPDX-License-Identifier: MIT
// How a scene is played, set as a table: what to press at the left, what it does at the right.
#include "menu_state.h"

#include <math.h>
#include <string.h>

enum { CONTROL_ROOM = 64, MEANING_ROOM = 192 };

// One line of the help, taken apart; control is empty where the line has no colon.
typedef struct help_line {
    char control[CONTROL_ROOM], meaning[MEANING_ROOM];
} help_line;

typedef struct help_table {
    float size, step; // of letters and lines
    float controls;   // breadth of the left column
    float meanings;
} help_table;

static void copy_part(char *to, size_t room, const char *from, size_t size)
{
    if (size >= room) size = room - 1;
    memcpy(to, from, size);
    to[size] = '\0';
}

// Takes one line and returns where the next begins, or NULL.
static const char *take_line(const char *help, help_line *line)
{
    const size_t size = strcspn(help, "\n");
    const char *const colon = memchr(help, ':', size);
    const size_t control = colon ? (size_t)(colon - help) : 0;
    size_t meaning = colon ? control + 1 : 0;
    while (meaning < size && help[meaning] == ' ') meaning++;
    copy_part(line->control, sizeof line->control, help, control);
    copy_part(line->meaning, sizeof line->meaning, help + meaning, size - meaning);
    if (help[size] == '\0' || help[size + 1] == '\0') return NULL;
    return help + size + 1;
}

static help_table measure(const char *help, float breadth, float size)
{
    help_line line;
    help_table table = { .size = size, .step = 1.65f * size };
    for (const char *at = help; at;) {
        at = take_line(at, &line);
        if (line.control[0])
            table.controls =
                fmaxf(table.controls, qx_text_breadth(line.control, size) + 1.6f * size);
    }
    table.controls = fminf(table.controls, 0.45f * breadth);
    table.meanings = breadth - table.controls;
    return table;
}

static uint32_t lines_of(const help_line *line, const help_table *table, float breadth)
{
    const float room = line->control[0] ? table->meanings : breadth;
    const uint32_t meaning = ui_wrap(line->meaning, table->size, room, NULL, 0);
    const uint32_t control =
        ui_wrap(line->control, table->size, table->controls - table->size, NULL, 0);
    const uint32_t count = meaning > control ? meaning : control;
    return count > 0 ? count : 1;
}

static float height_of(const char *help, const help_table *table, float breadth)
{
    help_line line;
    uint32_t count = 0;
    for (const char *at = help; at;) {
        at = take_line(at, &line);
        count += lines_of(&line, table, breadth);
    }
    return table->step * (float)count;
}

void menu_draw_help(ui *u, const ui_palette *palette, const char *help, const help_place *place)
{
    help_line line;
    help_table table = measure(help, place->breadth, place->largest);
    while (table.size > place->smallest && height_of(help, &table, place->breadth) > place->height)
        table = measure(help, place->breadth, fmaxf(table.size - 1.0f, place->smallest));

    float y = place->y + table.step;
    for (const char *at = help; at && y <= place->y + place->height;) {
        at = take_line(at, &line);
        const float x = line.control[0] ? place->x + table.controls : place->x;
        ui_paragraph(u, line.control, place->x, y, table.size, table.step,
                     table.controls - table.size, 8, QX_ALIGN_LEFT, palette->text);
        ui_paragraph(u, line.meaning, x, y, table.size, table.step, place->x + place->breadth - x,
                     8, QX_ALIGN_LEFT, palette->dim);
        y += table.step * (float)lines_of(&line, &table, place->breadth);
    }
}
