// SPDX-License-Identifier: MIT
// The scores page: a heading for each game, and below it the table; confirming an entry plays it.
#include "menu_paint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const row_info tail[] = {
    { ROW_HEADING, VERB_NONE, "", NULL, 0 },
    { ROW_ACTION, VERB_BACK, "Back", NULL, 0 },
};

enum { TAIL = sizeof tail / sizeof tail[0] };

bool menu_has_scores(void)
{
    for (uint32_t i = 0; i < scene_count; i++)
        if (scenes[i]->result) return true;
    return false;
}

static uint32_t entries_of(const menu *m, uint32_t scene_row)
{
    return m->tables ? m->tables[scene_row].count : 0;
}

// A heading, and the entries or a note that there are none.
static uint32_t rows_of(const menu *m, uint32_t scene_row)
{
    if (!scenes[scene_row]->result) return 0;
    const uint32_t entries = entries_of(m, scene_row);
    return 1 + (entries > 0 ? entries : 1);
}

// More games than rows would only be cut off, not overrun anything.
uint32_t menu_scores_row_count(const menu *m)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene_count && count + rows_of(m, i) + TAIL <= ROW_MAX; i++)
        count += rows_of(m, i);
    return count + TAIL;
}

static row_info entry_row(const menu *m, uint32_t scene_row, uint32_t place)
{
    const uint32_t item = scene_row * SCORES_MAX + place;
    if (place >= entries_of(m, scene_row))
        return (row_info){ ROW_NOTE, VERB_NONE, "Nobody yet. Play a round!", NULL, item };
    const score_entry *e = &m->tables[scene_row].entries[place];
    return (row_info){ ROW_SCORE, VERB_WATCH, e->name,
                       e->replay[0] ? "Confirm to watch this game"
                                    : "The replay of this game was not kept",
                       item };
}

row_info menu_scores_row(const menu *m, uint32_t index)
{
    const uint32_t count = menu_scores_row_count(m) - TAIL;
    uint32_t row = 0;
    if (index >= count) return tail[index - count];
    for (; index >= rows_of(m, row); row++) index -= rows_of(m, row);
    if (index > 0) return entry_row(m, row, index - 1);
    return (row_info){ ROW_HEADING, VERB_NONE, scenes[row]->title, NULL, row };
}

void menu_write_score(char text[32], uint64_t score)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, score);
    uint32_t used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

static void draw_part(painter *p, const placed_row *row, const char *words, float x, float breadth,
                      qx_align align, uint32_t colour)
{
    const float size = menu_row_size(&p->l);
    ui_words_fitted(&p->u, words, x, menu_middle_line(row, size), size, p->l.smallest, breadth,
                    align, colour);
}

void menu_draw_score(painter *p, const placed_row *row)
{
    char score[32], place[8], time[16];
    const layout *l = &p->l;
    const uint32_t scene_row = row->r.item / SCORES_MAX, rank = row->r.item % SCORES_MAX;
    const score_entry *e = &p->m->tables[scene_row].entries[rank];
    const float breadth = l->right - l->left, number = l->left + 44.0f, end = l->right - 40.0f;
    const uint32_t quiet = ui_mix(p->palette->faint, p->palette->dim, row->glow);
    const uint32_t bright = rank == 0 ? scenes[scene_row]->accent : menu_row_colour(p, row);
    snprintf(place, sizeof place, "%u", (unsigned)rank + 1);
    snprintf(time, sizeof time, "%u:%02u", (unsigned)(e->ticks / 3600),
             (unsigned)(e->ticks / 60 % 60));
    menu_write_score(score, e->score);
    draw_part(p, row, place, number, 32.0f, QX_ALIGN_RIGHT, quiet);
    draw_part(p, row, e->name, number + 20.0f, 0.46f * breadth - 64.0f, QX_ALIGN_LEFT,
              menu_row_colour(p, row));
    draw_part(p, row, time, l->left + 0.62f * breadth, 0.14f * breadth, QX_ALIGN_RIGHT, quiet);
    draw_part(p, row, score, end, 0.38f * breadth - 60.0f, QX_ALIGN_RIGHT, bright);
    if (e->replay[0] == '\0') return;
    ui_chevron(&p->u, l->right - 18.0f, row->top + 0.5f * row->height, 6.0f, 1.0f,
               ui_mix(p->palette->line, p->palette->text, row->glow));
}
