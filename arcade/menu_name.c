// SPDX-License-Identifier: MIT
// The name page: a name typed on a keyboard, or put together of letters by gamepad, pointer or
// finger. It begins on "Done" with the name used last, so that one press is enough.
#include "menu_paint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What is held over from the game when the page opens is not heard.
static const float deaf_seconds = 0.35f;

static const char *const letters[] = { "ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ.-_!", "0123456789" };

enum {
    LETTER_ROWS = sizeof letters / sizeof letters[0],
    LETTER_COLUMNS = 10,
    DEED_CASE = 0,
    DEED_SPACE,
    DEED_ERASE,
    DEED_DONE,
    DEEDS
};

uint32_t menu_name_row_count(void)
{
    return 1 + LETTER_ROWS + 1;
}

row_info menu_name_row(const menu *m, uint32_t index)
{
    if (index == 0) return (row_info){ ROW_NAME, VERB_NONE, m->name.name, NULL, 0 };
    return (row_info){ ROW_LETTERS, VERB_LETTER, "Letters", NULL, index - 1 };
}

uint32_t menu_letter_count(uint32_t item)
{
    return item < LETTER_ROWS ? LETTER_COLUMNS : DEEDS;
}

static char letter_of(const menu *m, uint32_t item, uint32_t column)
{
    const char letter = letters[item][column];
    const bool has_case = letter >= 'A' && letter <= 'Z';
    return has_case && m->name.small ? (char)(letter + ('a' - 'A')) : letter;
}

const char *menu_letter_title(const menu *m, uint32_t item, uint32_t column, char room[8])
{
    static const char *const deeds[DEEDS] = { "", "Space", "Erase", "Done" };
    if (item >= LETTER_ROWS && column == DEED_CASE) return m->name.small ? "ABC" : "abc";
    if (item >= LETTER_ROWS) return deeds[column];
    room[0] = letter_of(m, item, column);
    room[1] = '\0';
    return room;
}

static void say_place(char title[64], uint32_t place, uint64_t score)
{
    char number[32];
    menu_write_score(number, score);
    if (place == 0)
        snprintf(title, 64, "A new best: %s", number);
    else
        snprintf(title, 64, "Place %u: %s", (unsigned)place + 1, number);
}

void menu_name_start(menu *m, const scene *game, uint32_t place, uint64_t score, const char *name)
{
    name_page *n = &m->name;
    *n = (name_page){ .scene = game, .fresh = true, .deaf = deaf_seconds };
    say_place(n->title, place, score);
    score_name_clean(n->proposed, name, strlen(name));
    memcpy(n->name, n->proposed, sizeof n->name);
}

void menu_name_keep(menu *m)
{
    memcpy(m->name.name, m->name.proposed, sizeof m->name.name);
}

static uint32_t characters_in(const char *name)
{
    uint32_t count = 0;
    for (; *name; name++) count += ((unsigned char)*name & 0xC0) != 0x80;
    return count;
}

// A blank at the end waits for its word: cleaned alone it would be gone.
static void append(menu *m, const char *text)
{
    name_page *n = &m->name;
    char joined[2 * SCORE_NAME_BYTES], clean[SCORE_NAME_BYTES];
    if (n->fresh) n->name[0] = '\0';
    const int length = snprintf(joined, sizeof joined, "%s%s", n->name, text);
    score_name_clean(clean, joined, (size_t)length < sizeof joined ? (size_t)length : 0);
    const bool blank = strcmp(text, " ") == 0 && n->name[0] &&
                       n->name[strlen(n->name) - 1] != ' ' &&
                       characters_in(n->name) < SCORE_NAME_CHARACTERS;
    n->fresh = false;
    if (blank)
        strcat(n->name, " ");
    else if (strcmp(text, " ") != 0)
        memcpy(n->name, clean, sizeof n->name);
}

// All of a name that only was proposed, else its last character.
static void erase(menu *m)
{
    name_page *n = &m->name;
    size_t end = n->fresh ? 0 : strlen(n->name);
    while (end > 0 && ((unsigned char)n->name[end - 1] & 0xC0) == 0x80) end--;
    n->name[end > 0 ? end - 1 : 0] = '\0';
    n->fresh = false;
}

static bool do_deed(menu *m, uint32_t deed)
{
    switch (deed) {
    case DEED_CASE: m->name.small = !m->name.small; return false;
    case DEED_SPACE: append(m, " "); return false;
    case DEED_ERASE: erase(m); return false;
    default: return true;
    }
}

bool menu_name_press(menu *m, uint32_t item)
{
    const bool done = item >= LETTER_ROWS && m->column == DEED_DONE;
    sound_play(m->sound, done ? &sound_menu_confirm : &sound_menu_change, 0.0f, 1.0f, 1.0f);
    if (item >= LETTER_ROWS) return do_deed(m, m->column);
    append(m, (char[2]){ letter_of(m, item, m->column), '\0' });
    return false;
}

// Whoever types finishes with Return, wherever the gamepad's or mouse's choice stood.
void menu_name_type(menu *m, const menu_input *input)
{
    if (!input->erase && input->text[0] == '\0') return;
    if (input->erase) erase(m);
    if (input->text[0]) append(m, input->text);
    m->selected = menu_name_row_count() - 1;
    m->column = DEED_DONE;
    sound_play(m->sound, &sound_menu_change, 0.0f, 1.0f, 1.0f);
}

// --- drawing

void menu_draw_name_field(painter *p, const placed_row *row)
{
    const layout *l = &p->l;
    const name_page *n = &p->m->name;
    const float size = l->low ? 24.0f : 34.0f, line = menu_middle_line(row, size);
    const float middle = 0.5f * (l->left + l->right), breadth = l->right - l->left - 60.0f;
    const float half = 0.5f * fminf(qx_text_breadth(n->name, size), breadth);
    const uint32_t accent = n->scene->accent;
    ui_words_fitted(&p->u, n->name, middle, line, size, l->smallest, breadth, QX_ALIGN_CENTRE,
                    n->fresh ? p->palette->dim : p->palette->text);
    ui_line(&p->u, middle + half + 8.0f, line + 2.0f, middle + half + 8.0f, line - size - 2.0f,
            2.0f, accent, n->fresh ? 0.4f : 1.0f);
    ui_line(&p->u, l->left + 8.0f, row->top + row->height - 6.0f, l->right - 8.0f,
            row->top + row->height - 6.0f, 1.2f, p->palette->line, 0.8f);
}

void menu_draw_letters(painter *p, const placed_row *row)
{
    char room[8];
    float left, right;
    const menu *m = p->m;
    const float size = (row->r.item < LETTER_ROWS ? 1.2f : 1.0f) * menu_row_size(&p->l);
    for (uint32_t i = 0; i < menu_row_cells(&row->r); i++) {
        const bool chosen = row->index == m->selected && i == m->column;
        menu_cell(&p->l, &row->r, i, &left, &right);
        ui_words_fitted(&p->u, menu_letter_title(m, row->r.item, i, room), 0.5f * (left + right),
                        menu_middle_line(row, size), size, p->l.smallest, right - left - 6.0f,
                        QX_ALIGN_CENTRE, chosen ? p->palette->text : p->palette->dim);
    }
}
