// SPDX-License-Identifier: MIT
// Inside the menu: its state, its rows and where they stand. Only menu*.c includes this.
#pragma once

#include "menu.h"
#include "ui.h"

enum {
    ROW_MAX = 64,
    REPORT_MAX = 4,
    REPORT_BYTES = 512,
    NOTE_BYTES = 160,
    LINE_ROOM = 16384,
    KEY_COLUMNS = BINDINGS_PER_ACTION + 1 // two keys and a button
};

typedef enum row_kind {
    ROW_HEADING, // cannot be chosen
    ROW_SCENE,
    ROW_ACTION,
    ROW_SLIDER,
    ROW_TOGGLE,
    ROW_CHOICE,
    ROW_BINDING,
    ROW_SCORE,
    ROW_NOTE,   // cannot be chosen either
    ROW_NAME,   // likewise: the name as it is so far
    ROW_LETTERS // cells with a letter each, or with what else a name page can do
} row_kind;

typedef enum row_verb {
    VERB_NONE,
    VERB_START,
    VERB_SCORES,
    VERB_WATCH,
    VERB_LETTER,
    VERB_SETTINGS,
    VERB_QUIT,
    VERB_RESUME,
    VERB_RESTART,
    VERB_LEAVE,
    VERB_CHANGE, // a setting
    VERB_KEYS,
    VERB_BIND,
    VERB_RESTORE_SETTINGS,
    VERB_RESTORE_KEYS,
    VERB_BACK,
    VERB_CONTINUE
} row_verb;

// Made on demand from the page and its number; nothing of it is kept.
typedef struct row_info {
    row_kind kind;
    row_verb verb;
    const char *title;
    const char *detail; // scene: its summary; else what the foot of the page says about it, or NULL
    uint32_t item;      // scene, setting, action, row of letters; scene * SCORES_MAX + place
} row_info;

// A page's rows, their choice and their motion.
typedef struct row_motion {
    float glow[ROW_MAX];  // 0..1, 1 for the selected row
    float shown[ROW_MAX]; // sliders and toggles: the value as it is drawn
    float cursor_top, cursor_height, cursor_left, cursor_right; // column units
    float scroll;
    float appear; // 0..1 after a page was opened
    float asking; // 0..1 while a binding is being asked for
    float dim;    // 0..1: how much the scene behind is darkened
    double time;  // seconds, for what breathes
} row_motion;

// The name page.
typedef struct name_page {
    const scene *scene;
    char title[64];
    char proposed[SCORE_NAME_BYTES], name[SCORE_NAME_BYTES];
    bool fresh; // the proposed one stands there: what is typed replaces it
    bool small; // letters
    float deaf; // seconds until it hears: what was pressed in the game is none of its
    menu_page next;
} name_page;

struct menu {
    settings *settings;
    sound *sound;
    const scene *paused; // NULL where no scene is behind the menu
    menu_page page, after_problem;
    uint32_t selected;
    uint32_t last_on_main, last_on_settings, last_on_scores; // where to come back to
    uint32_t column;                                         // of the row's cells
    uint32_t scene_row;
    const score_table *tables; // of scenes[], or NULL
    uint32_t entry;            // item of the row that was chosen
    name_page name;
    float scroll_target;
    uint32_t width, height; // pixels of the picture, as last heard

    bool asking;       // for a key or button
    float asking_left; // seconds until that is given up
    bool armed;        // "restore" was confirmed once
    bool unsaved;
    char note[NOTE_BYTES]; // what a binding did to others

    bool pointer_down, pointer_scrolls, pointer_drags;
    bool press_on_back;
    uint32_t press_row; // ROW_MAX: none
    float press_y, last_y;

    char reports[REPORT_MAX][REPORT_BYTES];
    uint32_t report_count;

    row_motion motion;
    menu *before;   // as it was on the page before, which fades away while this one appears
    qx_line *lines; // LINE_ROOM; draws of a const menu write here
};

// Rows

uint32_t menu_row_count(const menu *m);
row_info menu_row(const menu *m, uint32_t index);
bool menu_row_selectable(const row_info *r);

// Where things stand, in layout units from the left top corner of the picture.
typedef struct layout {
    float zoom; // menu units a layout unit
    float width, height;
    float left, right;           // of the rows
    float top, bottom;           // of the window they scroll in
    float side_left, side_right; // of what stands beside them; equal where there is no room
    float side_top, side_bottom;
    float smallest;                       // height of the smallest capital letters
    float content;                        // height of all rows
    float content_top;                    // of the first row where nothing is scrolled
    float text_top, text_size, text_step; // of the sentence on the problem page
    bool wide, low;                       // room beside the rows; room for few rows
} layout;

layout menu_layout(const menu *m, uint32_t width, uint32_t height);
float menu_row_height(const layout *l, const row_info *r);
// From content_top.
float menu_row_top(const menu *m, const layout *l, uint32_t index);
float menu_scroll_most(const layout *l);
// 0..1: how much of a row at this place of the picture shows; rows fade before the window's edge
// cuts them.
float menu_row_visible(const layout *l, float top, float height);
// Row under a place, or ROW_MAX.
uint32_t menu_row_at(const menu *m, const layout *l, float x, float y);
// The part of a row that is dragged, clicked or filled in.
void menu_row_control(const layout *l, float *left, float *right);
// Rows that consist of cells side by side; 1 for all others.
uint32_t menu_row_cells(const row_info *r);
void menu_cell(const layout *l, const row_info *r, uint32_t column, float *left, float *right);
uint32_t menu_cell_at(const layout *l, const row_info *r, float x);
bool menu_is_on_back(const menu *m, const layout *l, float x, float y);
bool menu_has_back(const menu *m);

// Settings page

uint32_t menu_settings_row_count(void);
row_info menu_settings_row(uint32_t index);
// 0..1 along the slider; toggles 0 or 1; choices their number.
float menu_setting_share(const settings *s, uint32_t item);
// The value in words, for the right end of the row.
const char *menu_setting_text(const settings *s, uint32_t item, char room[32]);
// Each returns true where the value is another one now.
bool menu_setting_move(settings *s, uint32_t item, int steps);
bool menu_setting_turn(settings *s, uint32_t item); // toggles flip, choices go round
bool menu_setting_put(settings *s, uint32_t item, float share);
uint32_t menu_setting_choices(uint32_t item);
void menu_settings_restore(settings *s);

// Keys page

uint32_t menu_keys_row_count(void);
row_info menu_keys_row(uint32_t index);
const char *menu_key_title(const settings *s, uint32_t item, uint32_t column, char room[32]);
void menu_ask(menu *m);
// A step while a binding is asked for.
menu_command menu_step_asking(menu *m, const menu_input *input, float seconds);

// Scores page

bool menu_has_scores(void);
uint32_t menu_scores_row_count(const menu *m);
row_info menu_scores_row(const menu *m, uint32_t index);
// 12,345
void menu_write_score(char text[32], uint64_t score);

// Name page

uint32_t menu_name_row_count(void);
row_info menu_name_row(const menu *m, uint32_t index);
uint32_t menu_letter_count(uint32_t item);
// What stands in a cell.
const char *menu_letter_title(const menu *m, uint32_t item, uint32_t column, char room[8]);
// Does what the selected cell says; true where the name is done.
bool menu_name_press(menu *m, uint32_t item);
// What a keyboard typed.
void menu_name_type(menu *m, const menu_input *input);
void menu_name_keep(menu *m);
void menu_name_start(menu *m, const scene *game, uint32_t place, uint64_t score, const char *name);

// Drawing

typedef struct help_place {
    float x, y;              // left top corner
    float breadth, height;   // room
    float largest, smallest; // height of capitals
} help_place;

// The mark: five glowing points and the strands between them; size is the distance from the middle
// to a corner's sides.
void menu_draw_mark(ui *u, const ui_palette *palette, double time, float x, float y, float size);
// The name in wide capitals, as broad as asked.
void menu_draw_name(ui *u, float x, float y, float breadth, float most, uint32_t colour,
                    float intensity);
// A scene's help, "control: what it does" a line, in two columns, as large as fits into breadth and
// height.
void menu_draw_help(ui *u, const ui_palette *palette, const char *help, const help_place *place);
