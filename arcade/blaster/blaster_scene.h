// SPDX-License-Identifier: MIT
// Blaster as a scene: the game and what is seen and heard of it. Only blaster_*.c and the scene's
// tests include this.
//
//   blaster_options.c  command-line words
//   blaster_trace.c    where things were a tick ago, for pictures in between
//   blaster_draw.c     net, particles, things
//   blaster_hud.c      score, lives, messages, hints, touch pads
//   blaster_scene.c    the scene's functions
#pragma once

#include "blaster_sound.h"
#include "blaster_volley.h"
#include "scene.h"
#include "spectacle.h"

#define SHAPE_LINES 40u // most of one thing's outline

typedef struct blaster_options {
    bool bot;
    steering steering;
    qx_grid_material material;
} blaster_options;

// False with a sentence in problem that names the word and what is allowed.
bool blaster_options_read(blaster_options *o, const scene_setup *setup, char *problem,
                          size_t problem_size);
extern const char blaster_options_help[];

// --- trace

typedef struct trace {
    place ship;
    float facing;
    uint32_t enemy_count;
    uint32_t ids[ENEMIES_MAX];
    place enemies[ENEMIES_MAX];
} trace;

void trace_keep(trace *t, const blaster *game);
place trace_ship(const trace *t, const blaster *game, float blend);
float trace_facing(const trace *t, const blaster *game, float blend);
// index: the enemy's in the game.
place trace_enemy(const trace *t, const blaster *game, uint32_t index, float blend);

// --- state

typedef struct blaster_play {
    blaster game;
    blaster_options options;
    uint64_t seed;
    uint32_t runs; // games that the bot finished here before this one
    tick_input input;
    bool trigger; // held in the tick before: starting over asks for a fresh press
    bool restart; // asked for in this tick
    // Cosmetic from here on.
    blaster_net net;
    spectacle spectacle;
    volley volley;
    trace trace;
    blaster_ears ears;
    uint32_t moved, shot; // ticks in which the player did so
    uint32_t hint_age;
    uint32_t touched;     // ticks for which the button for fingers still shows
    qx_line *lines;       // room for PARTICLES_MAX
    qx_sprite *dots;      // the same
    qx_glow_line *sparks; // room for volley_bound_lines
} blaster_play;

void blaster_draw(const blaster_play *b, const scene_canvas *canvas);
// After qx_render_compose: outlines that no glow washes out, the ship last.
void blaster_draw_on_top(const blaster_play *b, const scene_canvas *canvas);
void blaster_draw_hud(const blaster_play *b, const scene_canvas *canvas);

// The ship's outline around (x, y), its nose at `angle`; size 1 is as in play. Returns how many
// lines, at most SHAPE_LINES.
uint32_t blaster_ship_shape(qx_line *lines, place at, float angle, float size, float width,
                            float intensity, uint32_t colour);

// A circle of `pieces` lines.
void blaster_circle(qx_line *lines, uint32_t pieces, place at, float radius, float width,
                    float intensity, uint32_t colour);

// Where the arena's left top is in the picture now, shaking included.
place blaster_origin(const blaster_play *b, const scene_canvas *canvas);
