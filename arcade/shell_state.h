// SPDX-License-Identifier: MIT
// Inside the shell: its state, and what its parts do for each other. Only shell*.c include this.
//
//   shell.c        start and end, settings, scenes, frames
//   shell_games.c  scores, names, replays from the scores page, the demonstration
//   shell_draw.c   a frame's picture
#pragma once

#include "audio.h"
#include "devices.h"
#include "keep.h"
#include "menu.h"
#include "pacing.h"
#include "playback.h"
#include "progress.h"
#include "quality.h"
#include "shell.h"
#include "stage.h"
#include "tick_clock.h"
#include "workers.h"

struct shell {
    const options *options;
    settings settings, applied; // as chosen, and as they were when last applied
    bool fullscreen;            // as the window is; the command line may overrule the settings
    bool keep_settings;         // false where the file is of a later version or there is no folder
    bool settings_changed;      // since they were saved

    window window;
    qx_render *render;
    workers *workers;
    sound *sound;
    audio audio;
    input input;
    devices devices;
    menu *menu;

    stage stage;
    bool attract;      // what is on stage only decorates the menu
    bool demo;         // and the menu is hidden for it, until somebody is there
    bool touched;      // somebody was, in this frame
    float idle;        // seconds that the main menu has been waiting for anybody
    keep keep;         // scores, and replays of games
    progress progress; // what was reached in the scene that is on
    playback playback;
    bool watching;    // a replay from the scores page, which is where it returns to
    uint32_t lingers; // ticks that a watched game's end has been shown
    const char *words[OPTIONS_SCENE_WORDS]; // the options of the scene that is being started
    char day[OPTIONS_DAY_WORD_SIZE];        // among them
    char going_on[PROGRESS_WORDS][PROGRESS_WORD_SIZE]; // likewise
    uint32_t starts; // of scenes by the player: each begins with another seed
    tick_clock clock;
    tick_input last; // input of the latest tick

    auto_quality quality;
    float resolution;
    double frame_ms; // smoothed
    double shown;    // seconds of frames so far
    flashes flashes;
    pacing pacing;

    uint64_t hash; // of the scene that was left last
    bool has_hash, quit;
    int status;
};

// --- shell.c

bool shell_is_playing(const shell *s);
bool shell_menu_is_open(const shell *s);
// On standard error and in the menu.
void shell_tell(shell *s, const char *sentence);
// Leaves whatever is on; what it earned is kept.
void shell_leave_scene(shell *s);
// False with a sentence in problem; nothing is on then.
bool shell_start_scene(shell *s, const scene *which, char *problem, size_t problem_size);
// Where it does not start, the main menu says why.
void shell_start_from_menu(shell *s, const scene *which);
void shell_open_main_menu(shell *s);
// Puts a scene behind the menu.
void shell_start_attract(shell *s, const scene *which);

// --- shell_games.c

void shell_load_scores(shell *s);
// A game that plays itself earns nothing, and one that is played again has earned it before.
bool shell_game_counts(const shell *s, const scene *which, const scene_setup *setup);
// After a tick; true where the ticks of this frame end with it.
bool shell_follow_game(shell *s);
void shell_take_name(shell *s);
// From the pause page to the main menu, or where the scene was started from.
void shell_leave_for_menu(shell *s);
void shell_start_watching(shell *s);
void shell_end_watching(shell *s);
// Where a recording has no more ticks: true with an idle one while the end of a game is shown.
bool shell_linger(shell *s, tick_input *tick);
// Once a frame: a main menu that nobody touches hides behind a game, and shows again at the first
// touch. True in the frame of that touch, which does nothing else.
bool shell_step_demo(shell *s, float seconds);

// --- shell_draw.c

void shell_draw(shell *s);
