// SPDX-License-Identifier: MIT
#include "shell_state.h"

#include "replay_files.h"

#include <stdio.h>
#include <string.h>

#define DEMO_SECONDS 20.0f
#define LINGER_TICKS 180u // of a watched game, after its end

// --- scores and names

void shell_load_scores(shell *s)
{
    storage_problem problem;
    for (uint32_t i = 0; i < scene_count; i++) {
        keep_load(&s->keep, i, &problem);
        if (problem.text[0]) shell_tell(s, problem.text);
    }
    menu_set_scores(s->menu, s->keep.tables);
}

bool shell_game_counts(const shell *s, const scene *which, const scene_setup *setup)
{
    if (s->playback.recording) return false;
    for (uint32_t i = 0; i < setup->option_count; i++)
        if (which->attract_word && strcmp(setup->options[i], which->attract_word) == 0)
            return false;
    return true;
}

static void ask_name(shell *s, menu_page next)
{
    const uint32_t place = s->keep.place;
    const score_entry *entry = &s->keep.tables[s->keep.row].entries[place];
    menu_ask_name(s->menu, scenes[s->keep.row], place, entry->score, entry->name, next);
    sound_pause(s->sound, next == MENU_CLOSED);
    input_release(&s->input);
    s->devices.menu = (menu_input){ 0 };
}

void shell_take_name(shell *s)
{
    storage_problem problem;
    if (keep_rename(&s->keep, menu_get_name(s->menu), &problem) != STORAGE_OK)
        shell_tell(s, problem.text);
}

// A game that was left in the middle is named before the main menu.
void shell_leave_for_menu(shell *s)
{
    const bool named = s->keep.counts && s->keep.over_ticks >= KEEP_NAME_TICKS;
    const bool game = s->keep.counts;
    if (s->watching) {
        shell_end_watching(s);
        return;
    }
    shell_open_main_menu(s);
    if (game && !named && keep_has_entry(&s->keep)) ask_name(s, MENU_MAIN);
}

// --- replays from the scores page

void shell_end_watching(shell *s)
{
    shell_leave_scene(s);
    playback_close(&s->playback);
    s->watching = false;
    s->devices.menu = (menu_input){ 0 }; // the press that ended it is not one in the menu
    shell_open_main_menu(s);
    menu_open(s->menu, MENU_SCORES);
}

void shell_start_watching(shell *s)
{
    uint32_t row, place;
    char path[REPLAY_PATH_BYTES], text[512];
    storage_problem problem = { .text = "The replay of this game was not kept." };
    menu_get_entry(s->menu, &row, &place);
    const score_entry *entry = &s->keep.tables[row].entries[place];
    s->watching = replay_file_path(path, entry->replay) &&
                  playback_open(&s->playback, path, scenes[row], &problem);
    if (s->watching && shell_start_scene(s, scenes[row], text, sizeof text)) return;
    if (s->watching) snprintf(problem.text, sizeof problem.text, "%s", text);
    shell_end_watching(s);
    shell_tell(s, problem.text);
}

// One that was left in the middle just ends.
bool shell_linger(shell *s, tick_input *tick)
{
    const scene *which = s->stage.scene;
    if (!s->watching || !which->result || !which->result(s->stage.state).over) return false;
    if (s->lingers++ >= LINGER_TICKS) return false;
    *tick = (tick_input){ .view_width = s->last.view_width, .view_height = s->last.view_height };
    return true;
}

// The outcome of a watched game is compared where its recording ends. It may have been recorded by
// another build, which is worth knowing.
static void check_watched(shell *s)
{
    if (s->stage.ticks != s->playback.info.ticks) return;
    s->hash = stage_hash(&s->stage);
    if (s->hash == s->playback.info.hash) return;
    shell_end_watching(s);
    shell_tell(s, "This replay did not come out as it was played: the rules have changed since.");
}

bool shell_follow_game(shell *s)
{
    storage_problem problem = { 0 };
    if (s->watching) check_watched(s);
    if (!shell_is_playing(s) || s->playback.recording) return false;
    if (!progress_tick(&s->progress, &s->stage, &problem)) shell_tell(s, problem.text);
    const uint32_t asked = keep_tick(&s->keep, &s->stage, &problem);
    if (asked & KEEP_ASK_NAME) ask_name(s, MENU_CLOSED);
    if (asked & KEEP_PROBLEM) shell_tell(s, problem.text);
    if (asked & KEEP_RESTART) shell_start_from_menu(s, s->stage.scene);
    return asked != 0;
}

// --- the demonstration

// The first that can play itself, or NULL.
static const scene *demo_scene(void)
{
    for (uint32_t i = 0; i < scene_count; i++)
        if (scenes[i]->attract_word) return scenes[i];
    return NULL;
}

static void start_demo(shell *s)
{
    s->idle = 0.0f;
    if (!demo_scene()) return;
    if (!s->attract || s->stage.scene != demo_scene()) shell_start_attract(s, demo_scene());
    s->demo = s->attract;
    if (s->demo) menu_open(s->menu, MENU_CLOSED);
}

static void end_demo(shell *s)
{
    s->demo = false;
    input_release(&s->input);
    s->devices.menu = (menu_input){ 0 };
    s->devices.pointer_held = false;
    menu_open(s->menu, MENU_MAIN);
}

bool shell_step_demo(shell *s, float seconds)
{
    const bool ends = s->demo && s->touched;
    const bool waits = menu_get_page(s->menu) == MENU_MAIN && !s->touched;
    if (ends) end_demo(s);
    s->idle = waits ? s->idle + seconds : 0.0f;
    if (s->idle >= DEMO_SECONDS) start_demo(s);
    s->touched = false;
    return ends;
}
