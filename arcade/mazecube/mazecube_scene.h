// SPDX-License-Identifier: MIT
// Maze Cube as a scene: the game and what is seen and heard of it. Only mazecube_*.c and the scene's
// tests include this.
//
//   mazecube_options.c  command-line words
//   mazecube_hands.c    from what devices say to what the cube and the camera do
//   mazecube_ghost.c    the way of a ball, recorded, packed, and where it is at a time
//   mazecube_records.c  stars, best times and ghosts, and their bytes
//   mazecube_pages.c    the page of levels and the one after a level: places and choices
//   mazecube_page_draw.c  their pictures
//   mazecube_hud.c      time, marks, notices, first hints, buttons for fingers
//   mazecube_scene.c    the scene's functions
#pragma once

#include "mazecube_draw.h"
#include "mazecube_ghost.h"
#include "mazecube_hands.h"
#include "mazecube_records.h"
#include "mazecube_sound.h"
#include "plan.h"

#define MAZECUBE_ACCENT 0xFF5C9EFFu // of mazes

// --- options

typedef enum mazecube_mode {
    MODE_LEVELS,
    MODE_ENDLESS,
    MODE_DAILY,
    MODE_FREE // a cube of so many cells, by the seed
} mazecube_mode;

typedef struct mazecube_options {
    mazecube_mode mode;
    bool page;      // it begins on the page of levels
    uint32_t level; // 1 to 81
    uint32_t cells; // of MODE_FREE
    day today, day; // day.year 0: not known
    slice_rule rule;
    bool bot;
} mazecube_options;

// False with a sentence in problem that names the word and what is allowed.
bool mazecube_options_read(mazecube_options *o, const scene_setup *setup, char *problem,
                           size_t problem_size);
extern const char mazecube_options_help[];

// --- pages

typedef enum mazecube_screen { SCREEN_PLAY, SCREEN_LEVELS, SCREEN_DONE } mazecube_screen;

// What can be chosen on the page of levels: the levels, and a row below them.
enum {
    TILE_ENDLESS = LEVEL_COUNT,
    TILE_DAILY,
    TILE_SOLUTION, // of the level that is on
    TILE_RULE,     // by which the slice is chosen: clean, or the article's
    TILE_COUNT
};

// And after a level.
enum { DONE_NEXT, DONE_AGAIN, DONE_LEVELS, DONE_COUNT };

typedef struct mazecube_page {
    uint32_t chosen;
    int32_t step_x, step_y; // the direction that is held
    uint32_t step_ticks;    // until it steps again
    bool down;              // a pointer was, in the tick before
    bool opened;            // for a tick at least: where the mouse came to rest before is no move
    int32_t hover_x, hover_y;
} mazecube_page;

// Rectangles in world units of the view; x and y are the left top.
typedef struct mazecube_box {
    float x, y, width, height;
} mazecube_box;

mazecube_box mazecube_tile_box(float view_width, float view_height, uint32_t tile);
mazecube_box mazecube_done_box(float view_width, float view_height, uint32_t choice);
bool mazecube_titles_fit(float view_width);

// It opens with this chosen; what is held or down was pressed for something else.
void mazecube_page_open(mazecube_page *p, uint32_t chosen);
// A tick of either page. True where one was taken, which is `chosen` then.
bool mazecube_page_step(mazecube_page *p, mazecube_screen which, const tick_input *in);

// --- state

typedef struct mazecube_outcome {
    uint32_t stars, time, best_before; // ticks
    bool new_best;
} mazecube_outcome;

typedef struct mazecube_play {
    mazecube_options options;
    uint64_t seed;
    mazecube game;
    mazecube_mode mode;
    uint32_t level;   // of MODE_LEVELS, 1 to 81
    uint32_t solved;  // of MODE_ENDLESS, on end
    uint32_t skipped; // of MODE_ENDLESS and MODE_FREE
    mazecube_screen screen;
    mazecube_page page;
    bool begun;            // the game that is on was chosen: the page can return to it
    uint32_t done_age;     // ticks on SCREEN_DONE
    uint32_t give_up_left; // ticks within which a second press gives up
    bool gives_up;         // chosen on the page, for the next tick of the game
    mazecube_hands hands;
    tick_input input;
    plan plan; // the bot's
    // Cosmetic from here on: never hashed, and nothing above follows from it.
    uint32_t ticks;
    mazecube_pose pose[2];
    plan_making *making; // of MODE_ENDLESS: the next cube, begun once the ball is out; or NULL
    mazecube_picture *picture;
    ghost_track *track, *rival; // of this run, and of the best one
    mazecube_records records;
    mazecube_outcome outcome;
    mazecube_ears ears;
    double lean_yaw, lean_pitch; // of the camera, by itself
    const char *notice;
    uint32_t notice_left;
    uint32_t reached; // ticks since the latest checkpoint
    uint32_t quiet;   // ticks without any input
    uint32_t touched; // ticks that the buttons for fingers still show
} mazecube_play;

// The record of what is being played, or NULL where none is kept.
mazecube_record *mazecube_record_of(mazecube_play *m);
uint32_t mazecube_best_of(const mazecube_play *m); // its best time, 0 for none
mazecube_look mazecube_look_of(const mazecube_play *m, const scene_canvas *canvas);
// What stands on the page of levels but cannot be chosen now: a day that is not known, the solution
// of no level.
bool mazecube_offers(const mazecube_play *m, uint32_t tile);

// 1:02.5, or 3.4
void mazecube_write_time(char text[16], uint32_t ticks);

// A colour as this palette has it.
uint32_t mazecube_tone(const scene_canvas *canvas, uint32_t colour);

void mazecube_draw_hud(const mazecube_play *m, const scene_canvas *canvas);
void mazecube_draw_levels(const mazecube_play *m, const scene_canvas *canvas);
void mazecube_draw_done(const mazecube_play *m, const scene_canvas *canvas);
