// SPDX-License-Identifier: MIT
// The state machine: which page is open, which row is chosen, what keys, gamepads and pointers do
// to them.
#include "menu_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Rows of the short pages

static const row_info main_tail[] = {
    { ROW_HEADING, VERB_NONE, "", NULL, 0 },
    { ROW_ACTION, VERB_SCORES, "Scores", NULL, 0 }, // without games it is left out
    { ROW_ACTION, VERB_SETTINGS, "Settings", NULL, 0 },
    { ROW_ACTION, VERB_QUIT, "Quit", NULL, 0 },
};

static const row_info pause_rows[] = {
    { ROW_ACTION, VERB_RESUME, "Resume", NULL, 0 },
    { ROW_ACTION, VERB_RESTART, "Restart", NULL, 0 },
    { ROW_ACTION, VERB_SETTINGS, "Settings", NULL, 0 },
    { ROW_ACTION, VERB_LEAVE, "Leave", NULL, 0 },
};

static const row_info problem_row = { ROW_ACTION, VERB_CONTINUE, "Continue", NULL, 0 };

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

// More scenes than rows would only be cut off, not overrun anything.
static uint32_t shown_scenes(void)
{
    const uint32_t most = ROW_MAX - COUNT(main_tail);
    return scene_count < most ? scene_count : most;
}

static uint32_t tail_rows(void)
{
    return menu_has_scores() ? COUNT(main_tail) : COUNT(main_tail) - 1;
}

static row_info tail_row(uint32_t index)
{
    return main_tail[index > 0 && !menu_has_scores() ? index + 1 : index];
}

static row_info main_row(uint32_t index)
{
    if (index >= shown_scenes()) return tail_row(index - shown_scenes());
    const scene *s = scenes[index];
    return (row_info){ ROW_SCENE, VERB_START, s->title, s->summary, index };
}

uint32_t menu_row_count(const menu *m)
{
    switch (m->page) {
    case MENU_MAIN: return shown_scenes() + tail_rows();
    case MENU_PAUSE: return COUNT(pause_rows);
    case MENU_SETTINGS: return menu_settings_row_count();
    case MENU_KEYS: return menu_keys_row_count();
    case MENU_SCORES: return menu_scores_row_count(m);
    case MENU_NAME: return menu_name_row_count();
    case MENU_PROBLEM: return 1;
    case MENU_CLOSED: break;
    }
    return 0;
}

row_info menu_row(const menu *m, uint32_t index)
{
    switch (m->page) {
    case MENU_MAIN: return main_row(index);
    case MENU_PAUSE: return pause_rows[index];
    case MENU_SETTINGS: return menu_settings_row(index);
    case MENU_KEYS: return menu_keys_row(index);
    case MENU_SCORES: return menu_scores_row(m, index);
    case MENU_NAME: return menu_name_row(m, index);
    default: return problem_row;
    }
}

bool menu_row_selectable(const row_info *r)
{
    return r->kind != ROW_HEADING && r->kind != ROW_NOTE && r->kind != ROW_NAME;
}

static row_info selected_row(const menu *m)
{
    return menu_row(m, m->selected);
}

static void play(const menu *m, const patch *what)
{
    sound_play(m->sound, what, 0.0f, 1.0f, 1.0f);
}

// Motion

// Share of the way to go that is covered in this time; a time constant of 1 / rate seconds.
static float ease(float rate, float seconds)
{
    return 1.0f - expf(-rate * seconds);
}

static void approach(float *value, float target, float share)
{
    *value += (target - *value) * share;
    if (fabsf(target - *value) < 0.0005f) *value = target;
}

static float row_value(const menu *m, const row_info *r)
{
    return r->verb == VERB_CHANGE ? menu_setting_share(m->settings, r->item) : 0.0f;
}

static void cursor_target(const menu *m, const layout *l, float target[4])
{
    const row_info r = selected_row(m);
    target[0] = menu_row_top(m, l, m->selected);
    target[1] = menu_row_height(l, &r);
    target[2] = l->left;
    target[3] = l->right;
    if (menu_row_cells(&r) > 1) menu_cell(l, &r, m->column, &target[2], &target[3]);
}

static void move_cursor(menu *m, const layout *l, float share)
{
    float target[4];
    cursor_target(m, l, target);
    approach(&m->motion.cursor_top, target[0], share);
    approach(&m->motion.cursor_height, target[1], share);
    approach(&m->motion.cursor_left, target[2], share);
    approach(&m->motion.cursor_right, target[3], share);
}

static void move_rows(menu *m, float glow_share, float value_share)
{
    const uint32_t count = menu_row_count(m);
    for (uint32_t i = 0; i < count; i++) {
        const row_info r = menu_row(m, i);
        approach(&m->motion.glow[i], i == m->selected ? 1.0f : 0.0f, glow_share);
        approach(&m->motion.shown[i], row_value(m, &r), value_share);
    }
}

// A scene shines through behind its own title and the main page more than behind lists that are
// read.
static float dim_wanted(const menu *m)
{
    return m->page == MENU_MAIN ? 0.80f : 0.95f;
}

// With reduced motion things are in their place at once and only their brightness eases.
static void animate(menu *m, const layout *l, float seconds)
{
    const bool still = m->settings->reduced_motion;
    row_motion *motion = &m->motion;
    m->scroll_target = fminf(fmaxf(m->scroll_target, 0.0f), menu_scroll_most(l));
    approach(&motion->appear, 1.0f, ease(9.0f, seconds));
    approach(&motion->dim, dim_wanted(m), ease(7.0f, seconds));
    approach(&motion->asking, m->asking ? 1.0f : 0.0f, ease(12.0f, seconds));
    approach(&motion->scroll, m->scroll_target, still ? 1.0f : ease(16.0f, seconds));
    move_cursor(m, l, still ? 1.0f : ease(22.0f, seconds));
    move_rows(m, ease(14.0f, seconds), still ? 1.0f : ease(20.0f, seconds));
    if (!still) motion->time += (double)seconds;
}

// Pages

static layout layout_of(const menu *m)
{
    return menu_layout(m, m->width, m->height);
}

// Keeps the selected row in sight with a neighbour's room around it.
static void show_selected(menu *m, const layout *l)
{
    const row_info r = selected_row(m);
    const float top = menu_row_top(m, l, m->selected), height = menu_row_height(l, &r);
    const float window = l->bottom - l->top;
    const float room = fminf(60.0f, 0.5f * fmaxf(window - height, 0.0f));
    m->scroll_target = fminf(m->scroll_target, top - room);
    m->scroll_target = fmaxf(m->scroll_target, top + height + room - window);
    m->scroll_target = fminf(fmaxf(m->scroll_target, 0.0f), menu_scroll_most(l));
}

static void select_first(menu *m, uint32_t wanted)
{
    const uint32_t count = menu_row_count(m);
    m->selected = wanted < count ? wanted : 0;
    for (uint32_t i = 0; i < count; i++) {
        const row_info r = selected_row(m);
        if (menu_row_selectable(&r)) return;
        m->selected = (m->selected + 1) % count;
    }
}

static uint32_t remembered_row(const menu *m, menu_page page)
{
    if (page == MENU_MAIN) return m->last_on_main;
    if (page == MENU_SETTINGS) return m->last_on_settings;
    if (page == MENU_SCORES) return m->last_on_scores;
    return page == MENU_NAME ? menu_name_row_count() - 1 : 0;
}

static void remember_row(menu *m)
{
    if (m->page == MENU_MAIN) m->last_on_main = m->selected;
    if (m->page == MENU_SETTINGS) m->last_on_settings = m->selected;
    if (m->page == MENU_SCORES) m->last_on_scores = m->selected;
}

static void forget_presses(menu *m)
{
    m->asking = m->armed = false;
    m->pointer_drags = m->pointer_scrolls = m->press_on_back = false;
    m->press_row = ROW_MAX;
    m->note[0] = '\0';
}

static void enter(menu *m, menu_page page)
{
    remember_row(m);
    *m->before = *m;
    forget_presses(m);
    m->page = page;
    m->column = 0;
    m->scroll_target = 0.0f;
    if (page == MENU_CLOSED) m->motion.dim = 0.0f;
    if (page == MENU_CLOSED) return;
    select_first(m, remembered_row(m, page));
    if (page == MENU_NAME) m->column = menu_letter_count(selected_row(m).item) - 1; // "Done"
    const layout l = layout_of(m);
    show_selected(m, &l);
    m->motion.appear = 0.0f;
    m->motion.scroll = m->scroll_target;
    move_cursor(m, &l, 1.0f);
    move_rows(m, 1.0f, 1.0f);
}

menu *menu_create(settings *s, sound *speaker)
{
    menu *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->before = calloc(1, sizeof *m->before);
    m->lines = malloc(LINE_ROOM * sizeof *m->lines);
    m->settings = s;
    m->sound = speaker;
    m->press_row = ROW_MAX;
    if (m->before && m->lines) return m;
    menu_destroy(m);
    return NULL;
}

void menu_destroy(menu *m)
{
    if (!m) return;
    free(m->before);
    free(m->lines);
    free(m);
}

// What went wrong is read first.
static void open_page(menu *m, menu_page page)
{
    if (m->report_count > 0)
        m->after_problem = page;
    else
        enter(m, page);
}

void menu_open(menu *m, menu_page page)
{
    if (page == MENU_PROBLEM || page == MENU_NAME) return; // these have functions of their own
    if (page == MENU_MAIN || page == MENU_SCORES) m->paused = NULL;
    if (page == MENU_PAUSE) m->last_on_settings = 0;
    open_page(m, page);
}

void menu_set_scores(menu *m, const score_table *tables)
{
    m->tables = tables;
}

void menu_get_entry(const menu *m, uint32_t *row, uint32_t *place)
{
    *row = m->entry / SCORES_MAX;
    *place = m->entry % SCORES_MAX;
}

void menu_ask_name(menu *m, const scene *game, uint32_t place, uint64_t score, const char *name,
                   menu_page next)
{
    menu_name_start(m, game, place, score, name);
    m->name.next = next;
    open_page(m, MENU_NAME);
}

const char *menu_get_name(const menu *m)
{
    return m->name.name;
}

bool menu_wants_text(const menu *m)
{
    return m->page == MENU_NAME;
}

void menu_report(menu *m, const char *sentence)
{
    if (m->report_count == 0) {
        m->after_problem = m->page;
        enter(m, MENU_PROBLEM);
    }
    // The first ones are the causes of the others.
    if (m->report_count == REPORT_MAX) m->report_count--;
    snprintf(m->reports[m->report_count++], REPORT_BYTES, "%s", sentence);
}

menu_page menu_get_page(const menu *m)
{
    return m->page;
}

uint32_t menu_get_scene(const menu *m)
{
    return m->scene_row;
}

void menu_set_paused_scene(menu *m, const scene *behind)
{
    m->paused = behind;
}

bool menu_wants_binding(const menu *m)
{
    return m->asking;
}

// What rows do

static menu_command close_with(menu *m, menu_command command)
{
    enter(m, MENU_CLOSED);
    return command;
}

static menu_command leave_settings(menu *m, menu_page to)
{
    const bool unsaved = m->unsaved;
    m->unsaved = false;
    enter(m, to);
    return unsaved ? MENU_SAVE_SETTINGS : MENU_NOTHING;
}

static menu_command continue_after_problem(menu *m)
{
    m->report_count--;
    memmove(m->reports[0], m->reports[1], sizeof m->reports - sizeof m->reports[0]);
    enter(m, m->report_count > 0 ? MENU_PROBLEM : m->after_problem);
    return m->page == MENU_CLOSED ? MENU_RESUME : MENU_NOTHING;
}

static menu_command leave_name(menu *m)
{
    enter(m, m->name.next);
    return MENU_NAMED;
}

static menu_command finish_name(menu *m)
{
    leave_name(m);
    return m->page == MENU_CLOSED ? MENU_NAMED_AGAIN : MENU_NAMED;
}

static menu_command go_back(menu *m)
{
    switch (m->page) {
    case MENU_MAIN: // never out of the program by one key too many
        m->selected = menu_row_count(m) - 1;
        return MENU_NOTHING;
    case MENU_PAUSE: return close_with(m, MENU_RESUME);
    case MENU_SETTINGS: return leave_settings(m, m->paused ? MENU_PAUSE : MENU_MAIN);
    case MENU_KEYS: return leave_settings(m, MENU_SETTINGS);
    case MENU_SCORES: enter(m, MENU_MAIN); return MENU_NOTHING;
    case MENU_NAME: menu_name_keep(m); return leave_name(m);
    case MENU_PROBLEM: return continue_after_problem(m);
    case MENU_CLOSED: break;
    }
    return MENU_NOTHING;
}

static menu_command changed(menu *m, bool really)
{
    if (!really) return MENU_NOTHING;
    m->unsaved = true;
    play(m, &sound_menu_change);
    return MENU_SETTINGS_CHANGED;
}

// Restoring asks once more, in the row itself.
static menu_command restore(menu *m, row_verb verb)
{
    if (!m->armed) {
        m->armed = true;
        play(m, &sound_menu_move);
        return MENU_NOTHING;
    }
    m->armed = false;
    if (verb == VERB_RESTORE_KEYS)
        settings_default_bindings(m->settings);
    else
        menu_settings_restore(m->settings);
    return changed(m, true);
}

static menu_command start_scene(menu *m, uint32_t item)
{
    m->scene_row = item;
    return close_with(m, MENU_START);
}

static menu_command confirm_row(menu *m)
{
    const row_info r = selected_row(m);
    switch (r.verb) {
    case VERB_START: play(m, &sound_menu_confirm); return start_scene(m, r.item);
    case VERB_CHANGE: return changed(m, menu_setting_turn(m->settings, r.item));
    case VERB_RESTORE_SETTINGS:
    case VERB_RESTORE_KEYS: return restore(m, r.verb);
    case VERB_BACK: play(m, &sound_menu_back); return go_back(m);
    case VERB_LETTER: return menu_name_press(m, r.item) ? finish_name(m) : MENU_NOTHING;
    default: break;
    }
    play(m, &sound_menu_confirm);
    switch (r.verb) {
    case VERB_SETTINGS:
        m->last_on_settings = 0;
        enter(m, MENU_SETTINGS);
        break;
    case VERB_KEYS: enter(m, MENU_KEYS); break;
    case VERB_SCORES:
        m->last_on_scores = 0;
        enter(m, MENU_SCORES);
        break;
    case VERB_WATCH: m->entry = r.item; return close_with(m, MENU_WATCH);
    case VERB_BIND: menu_ask(m); break;
    case VERB_QUIT: return MENU_QUIT;
    case VERB_RESUME: return close_with(m, MENU_RESUME);
    case VERB_RESTART: return close_with(m, MENU_RESTART);
    case VERB_LEAVE:
        enter(m, MENU_MAIN);
        m->paused = NULL;
        return MENU_LEAVE;
    case VERB_CONTINUE: return continue_after_problem(m);
    default: break;
    }
    return MENU_NOTHING;
}

// Keys and gamepads

// In a row of other cells the column is the one nearest below or above.
static void select_row(menu *m, uint32_t index)
{
    if (index == m->selected) return;
    const row_info from = selected_row(m), to = menu_row(m, index);
    const uint32_t cells = menu_row_cells(&from);
    if (cells > 1) m->column = (2 * m->column + 1) * menu_row_cells(&to) / (2 * cells);
    m->selected = index;
    m->armed = false;
    play(m, &sound_menu_move);
}

static void move_selection(menu *m, int dy)
{
    const uint32_t count = menu_row_count(m);
    uint32_t index = m->selected;
    row_info r;
    do {
        index = (index + count + (uint32_t)(dy > 0 ? 1 : count - 1)) % count;
        r = menu_row(m, index);
    } while (!menu_row_selectable(&r));
    select_row(m, index);
    const layout l = layout_of(m);
    show_selected(m, &l);
}

static menu_command move_sideways(menu *m, int dx)
{
    const row_info r = selected_row(m);
    const uint32_t cells = menu_row_cells(&r);
    if (cells > 1) {
        uint32_t next = m->column + (uint32_t)(dx > 0 ? 1 : -1);
        if (r.kind == ROW_LETTERS) next = (next + cells) % cells; // round, for long ways are dull
        if (next >= cells) return MENU_NOTHING;
        m->column = next;
        play(m, &sound_menu_move);
    }
    if (r.verb != VERB_CHANGE) return MENU_NOTHING;
    return changed(m, menu_setting_move(m->settings, r.item, dx > 0 ? 1 : -1));
}

static menu_command step_keys(menu *m, const menu_input *input)
{
    if (m->page == MENU_NAME) {
        menu_name_type(m, input);
        if (input->pause) return finish_name(m); // Start on a gamepad says that it is done
    }
    if (input->back || input->pause) {
        if (m->page != MENU_MAIN) play(m, &sound_menu_back);
        return go_back(m);
    }
    if (input->confirm) return confirm_row(m);
    if (input->dy != 0) move_selection(m, input->dy);
    return input->dx != 0 ? move_sideways(m, input->dx) : MENU_NOTHING;
}

// Pointers

static void hover(menu *m, const layout *l, float x, float y)
{
    const uint32_t index = menu_row_at(m, l, x, y);
    if (index == ROW_MAX) return;
    const row_info r = menu_row(m, index);
    if (!menu_row_selectable(&r)) return;
    select_row(m, index);
    if (menu_row_cells(&r) > 1) m->column = menu_cell_at(l, &r, x);
}

static menu_command drag_slider(menu *m, const layout *l, float x)
{
    float left, right;
    menu_row_control(l, &left, &right);
    const row_info r = menu_row(m, m->press_row);
    const float share = fminf(fmaxf((x - left) / (right - left), 0.0f), 1.0f);
    if (!menu_setting_put(m->settings, r.item, share)) return MENU_NOTHING;
    m->unsaved = true;
    m->motion.shown[m->press_row] = menu_setting_share(m->settings, r.item); // under the finger
    return MENU_SETTINGS_CHANGED;
}

static menu_command press(menu *m, const layout *l, float x, float y)
{
    float left, right;
    menu_row_control(l, &left, &right);
    hover(m, l, x, y);
    m->press_row = menu_row_at(m, l, x, y);
    m->press_on_back = menu_is_on_back(m, l, x, y);
    m->press_y = m->last_y = y;
    m->pointer_drags = m->pointer_scrolls = false;
    if (m->press_row == ROW_MAX) return MENU_NOTHING;
    const row_info r = menu_row(m, m->press_row);
    m->pointer_drags = r.kind == ROW_SLIDER && x >= left - 16.0f && x <= right + 16.0f;
    return m->pointer_drags ? drag_slider(m, l, x) : MENU_NOTHING;
}

// A finger that moves along the rows scrolls them and chooses nothing.
static void scroll_by_finger(menu *m, const layout *l, float y)
{
    if (menu_scroll_most(l) <= 0.0f) return;
    if (fabsf(y - m->press_y) > 14.0f) m->pointer_scrolls = true;
    if (!m->pointer_scrolls) return;
    m->scroll_target = fminf(fmaxf(m->scroll_target + m->last_y - y, 0.0f), menu_scroll_most(l));
    m->motion.scroll = m->scroll_target;
}

// On a choice the left arrow goes back, everything else goes on.
static menu_command click_choice(menu *m, const layout *l, const row_info *r, float x)
{
    float left, right;
    menu_row_control(l, &left, &right);
    const bool backward = r->kind == ROW_CHOICE && x >= left - 16.0f && x < left + 32.0f;
    if (backward) return changed(m, menu_setting_move(m->settings, r->item, -1));
    return confirm_row(m);
}

static menu_command release(menu *m, const layout *l, float x, float y)
{
    const uint32_t pressed = m->press_row;
    const bool on_back = m->press_on_back && menu_is_on_back(m, l, x, y);
    const bool acts = !m->pointer_drags && !m->pointer_scrolls;
    if (m->pointer_drags) play(m, &sound_menu_change);
    m->pointer_drags = m->pointer_scrolls = m->press_on_back = false;
    m->press_row = ROW_MAX;
    if (acts && on_back) {
        play(m, &sound_menu_back);
        return go_back(m);
    }
    if (!acts || pressed == ROW_MAX || menu_row_at(m, l, x, y) != pressed) return MENU_NOTHING;
    const row_info r = menu_row(m, pressed);
    if (!menu_row_selectable(&r)) return MENU_NOTHING;
    m->selected = pressed;
    return click_choice(m, l, &r, x);
}

// Clicks may be told when the button goes down or when it comes up, with or without `held`: a press
// begins with whichever comes first and ends when neither is there any more.
static menu_command step_pointer(menu *m, const menu_input *input)
{
    const layout l = layout_of(m);
    const float x = input->pointer_x / l.zoom, y = input->pointer_y / l.zoom;
    menu_command command = MENU_NOTHING;
    const bool was_down = m->pointer_down;
    const bool goes_down = !was_down && (input->pointer_held || input->pointer_clicked);
    m->pointer_down = input->pointer_held;
    if (goes_down)
        command = press(m, &l, x, y);
    else if (was_down && m->pointer_drags)
        command = drag_slider(m, &l, x);
    else if (was_down)
        scroll_by_finger(m, &l, y);
    else if (input->pointer_moved)
        hover(m, &l, x, y);
    m->last_y = y;
    if (input->wheel != 0) m->scroll_target -= 70.0f * (float)input->wheel;
    if ((was_down || goes_down) && !input->pointer_held) {
        const menu_command released = release(m, &l, x, y);
        if (released != MENU_NOTHING) command = released;
    }
    return command;
}

static bool is_usable(const menu_input *input)
{
    return isfinite(input->pointer_x) && isfinite(input->pointer_y);
}

menu_command menu_step(menu *m, const menu_input *input, float seconds)
{
    menu_command command = MENU_NOTHING;
    if (m->page == MENU_CLOSED) return MENU_NOTHING;
    if (!(seconds > 0.0f)) seconds = 0.0f; // also NaN
    if (seconds > 0.1f) seconds = 0.1f;    // after a stall nothing jumps
    m->width = input->width;
    m->height = input->height;
    if (m->asking) {
        command = menu_step_asking(m, input, seconds);
        m->pointer_down = input->pointer_held || input->pointer_clicked;
    } else if (m->page == MENU_NAME && m->name.deaf > 0.0f) {
        m->name.deaf -= seconds;
        m->pointer_down = input->pointer_held || input->pointer_clicked;
    } else {
        command = step_keys(m, input);
        if (command == MENU_NOTHING && !m->asking && m->page != MENU_CLOSED && is_usable(input))
            command = step_pointer(m, input);
    }
    if (m->page == MENU_CLOSED) return command;
    const layout l = layout_of(m);
    animate(m, &l, seconds);
    return command;
}
