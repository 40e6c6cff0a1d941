// SPDX-License-Identifier: MIT
// What a game or room is to the shell: one struct of functions over one state struct, one row in
// scenes.c.
#pragma once

#include "controls.h"
#include "flashes.h"
#include "sound.h"

#include <quincunx/render.h>

#include <stdbool.h>
#include <stddef.h>

// What a scene starts from. Everything that changes the outcome is in here and so in a recording's
// header.
typedef struct scene_setup {
    uint64_t seed;
    int16_t view_width, view_height; // world units, as in tick_input
    uint32_t option_count;
    const char *const
        *options; // the scene's own command-line words, "--material" or "--density=60000"
} scene_setup;

// Help the shell gives while a tick runs; nothing here may change the outcome of the tick.
typedef struct scene_services {
    sound *sound;              // NULL where nothing is to be heard
    const qx_workers *workers; // NULL for one thread
} scene_services;

// How a game stands, asked after each tick.
typedef struct scene_result {
    uint64_t score; // what it would come to if it ended now
    bool over;      // it has ended, and the score stays as it is
    bool restart;   // over, and the player asks for another one: the shell starts it at once
    bool rest;      // a life was lost in this tick: a moment to write down what was earned
} scene_result;

// What a player has reached in a scene, kept from one session to the next by who runs it: scenes
// know no files. Nothing of it may change the outcome of a tick.
typedef struct scene_progress {
    uint32_t version; // of the bytes
    size_t bound;     // most of them there are
    // After init. False with the reason, a part of a sentence, where the bytes are none of its own,
    // and with NULL where memory lacks; nothing has changed then.
    bool (*load)(void *state, const uint8_t *bytes, size_t size, const char **reason);
    // Returns how many were written into room for bound.
    size_t (*save)(const void *state, uint8_t *bytes);
    // 0 at first; another number than before: there is something new to be kept.
    uint32_t (*count)(const void *state);
    // The options with which who left these bytes goes on where they were, which from 0 on; "" once
    // there are no more.
    void (*word)(const uint8_t *bytes, size_t size, uint32_t which, char *word, size_t room);
} scene_progress;

// What draw needs besides the state; cosmetic, never hashed.
typedef struct scene_canvas {
    qx_render *render;
    qx_view view;           // what is shown, world units; already in the frame
    uint32_t width, height; // pixels
    float blend;            // 0..1: how far real time is between the last tick and the next
    float particles;        // 0..1 of all particles
    float shake;            // 0..1 of camera shake
    float flash;            // 0..1 of flash brightness
    flashes *flashes;       // to be asked for large flashes; NULL lets all pass
    bool hud;               // false for clean pictures
    uint64_t best;          // of the game's table, this game itself aside; 0 where there is none
    uint64_t rival;         // the next score of the table to be passed; 0 where there is none
    const char *rival_name; // whose it is, or NULL
    bool reduced_motion;
    uint32_t palette; // as in the settings: 0 house, 1 high contrast
    double tick_ms;   // cost of the latest tick, smoothed; 0 where not measured
    double frame_ms;  // cost of the latest frame, smoothed
} scene_canvas;

typedef struct scene {
    const char *name;          // the word on the command line and in recordings
    const char *title;         // in the menu
    const char *summary;       // one line below the title
    const char *options_help;  // one "--word  meaning" line each, or NULL
    const char *controls_help; // one line per control, for the pause screen
    const char *assist_word;   // the option that the setting "One stick" adds, or NULL
    const char *attract_word;  // the option it gets while it moves behind the menu, or NULL
    const char *day_word;      // the option that tells it today's date, =YYYY-MM-DD, or NULL
    const char *file_help;     // what a file named behind the scene is, or NULL: it takes none. The
                               // name comes as an option without "--"
    uint32_t accent;           // 0xRRGGBBAA
    float world_height;        // world units from top to bottom of the view
    float world_width; // the view is never narrower, but taller where the picture is; 0 where any
                       // will do
    uint32_t version;  // of the rules: a recording of another version is refused
    size_t state_size; // zeroed before init

    // False with a sentence in problem (at most problem_size bytes) where the options or the memory
    // do not do.
    bool (*init)(void *state, const scene_setup *setup, char *problem, size_t problem_size);
    // An option that goes into recordings beside those of the setup: with it init refuses what
    // cannot come out the same, such as another file of the same name. Writes "" for none. May be
    // NULL.
    void (*stamp)(const void *state, char *word, size_t room);
    // Once before each tick.
    void (*input)(void *state, const tick_input *input);
    void (*tick)(void *state, const scene_services *services);
    // Between qx_render_begin and the shell's own qx_render_compose; calls compose itself where it
    // draws on top.
    void (*draw)(const void *state, const scene_canvas *canvas);
    uint64_t (*hash)(const void *state);
    // Of a game, whose scores and replays are kept; NULL for a room.
    scene_result (*result)(const void *state);
    const scene_progress *progress; // NULL where nothing outlasts a session
    // Gives back what draw made on the GPU, before quit; draw may be called again after it, and
    // makes it anew. NULL where draw keeps nothing there. What is kept lies behind a pointer of the
    // state.
    void (*release)(void *state, qx_render *render);
    void (*quit)(void *state);
} scene;

extern const scene *const scenes[];
extern const uint32_t scene_count;

// NULL where there is none of this name.
const scene *scene_find(const char *name);
