// SPDX-License-Identifier: MIT
// The grid room's state and the parts it is made of. Only grid_*.c and the room's test include
// this.
//
//   grid_options.c   command-line words
//   grid_net.c       the net: making it in any shape and density, pushing it, stepping it
//   grid_hands.c     what mouse, cursor and fingers do to it
//   grid_events.c    pushes that go on by themselves: shock fronts, bullets, travelling waves
//   grid_presets.c   what happens without hands
//   grid_column.c    the column of buttons at the left: where they are, what they do
//   grid_draw.c      the net and its lights
//   grid_hud.c       buttons and numbers
#pragma once

#include "scene.h"

#include <quincunx/grid.h>
#include <quincunx/random.h>

enum {
    GRID_KINDS = 7, // of qx_grid_push_kind
    GRID_TOOLS = 8, // one a kind, then the presets
    GRID_TOOL_PRESET = 7,
    GRID_HANDS = POINTER_COUNT,
    GRID_EVENTS = 128,
    GRID_LIGHTS = 192,
    GRID_NOTICE_SIZE = 96,
    GRID_FADE_OUT =
        12, // ticks until a change of density happens, and until the new net is fully there
    GRID_FADE_TICKS = 30
};

#define GRID_LEAST_POINTS 16u
#define GRID_MOST_WORLD 60000u // what a tick can do with the material law
#define GRID_MOST_CLASSIC 1000000u

// --- options

typedef struct grid_options {
    uint32_t points;
    uint32_t material; // a qx_grid_material
    uint32_t preset;   // 0 none
    bool calm;         // no ripples by themselves
} grid_options;

// False with a sentence in problem that names the word and the values allowed.
bool grid_options_read(grid_options *o, const scene_setup *setup, char *problem,
                       size_t problem_size);
extern const char grid_options_help[];

// --- net

typedef struct grid_net {
    qx_grid *grid;
    qx_vec3 *positions,
        *before;     // of this tick and of the one before; before is NULL for the densest nets
    size_t bytes;    // of each
    uint32_t points; // as asked for
    uint32_t material;
    float width, height;
    float give; // factor on pushes: softer nets are pushed more gently
} grid_net;

// Leaves *net as it is on failure; else what was in it is gone.
qx_result grid_net_open(grid_net *net, uint32_t points, uint32_t material, int16_t width,
                        int16_t height);
void grid_net_close(grid_net *net);
void grid_net_push(grid_net *net, const qx_grid_push *push);
void grid_net_step(grid_net *net, const qx_workers *workers);
void grid_net_rest(grid_net *net);

// The next density on the ladder up (or down) from this one, and what material it needs.
uint32_t grid_denser(uint32_t points);
uint32_t grid_sparser(uint32_t points);

// --- events

typedef enum grid_envelope {
    ENVELOPE_STEADY, // all its life
    ENVELOPE_FADE,   // full at the start, gently gone at the end
    ENVELOPE_SWELL   // from nothing to full and back
} grid_envelope;

typedef enum grid_glow { GLOW_NONE, GLOW_SPOT, GLOW_HEAD, GLOW_RING, GLOW_STROKE } grid_glow;

// A push that repeats each tick while it moves, grows and fades. All members are of 4 bytes:
// hashed as a whole.
typedef struct grid_event {
    qx_grid_push push;  // as it is at its start
    float vx, vy;       // of its centre, world units a tick
    float growth;       // of its radius, world units a tick
    uint32_t age, life; // ticks; life 0 is a free place
    uint32_t envelope;  // a grid_envelope
    uint32_t glow;      // a grid_glow
    uint32_t colour;
} grid_event;

// What shines for one tick; cosmetic, and so not hashed.
typedef struct grid_light {
    float x, y, vx, vy; // world units, a tick
    float to_x, to_y;   // GLOW_STROKE
    float radius;
    float growth;
    float intensity;
    uint32_t glow, colour;
    bool flashes; // comes at once and fades: dimmed by the setting for flashes
} grid_light;

// --- hands

typedef struct grid_hand {
    uint32_t down; // 0, 1 pushes, 2 pulls
    uint32_t kind; // a qx_grid_push_kind, chosen when it came down
    uint32_t idle; // 1: it came down on a button and does nothing to the net
    uint32_t age;  // ticks since it came down
    float x, y;
    float last_x, last_y;   // a tick earlier
    float press_x, press_y; // where it came down
} grid_hand;

// --- room

// What decides the outcome, apart from the net itself. No padding: hashed as a whole.
typedef struct grid_rules {
    qx_random random;
    grid_event events[GRID_EVENTS];
    grid_hand hands[GRID_HANDS]; // 0 is the mouse and the cursor
    uint32_t tick;
    uint32_t tool;
    uint32_t swapped; // 1: hands pull where they would push
    uint32_t preset;  // 0 none
    uint32_t preset_age;
    uint32_t calm;
    uint32_t untouched; // ticks
    uint32_t ripple_age;
    float ripple_level; // 0..1
    float preset_level;
    uint32_t fade; // ticks of a change of density, 0 where there is none
    uint32_t wanted_points, wanted_material;
    int32_t mouse_x, mouse_y;
    float cursor_vx, cursor_vy;
    uint32_t shot_wait; // ticks until the aim stick may shoot again
} grid_rules;

typedef struct grid_play {
    grid_rules rules;
    grid_net net;
    tick_input input;
    // Cosmetic from here on.
    sound *sound;     // during a tick
    uint64_t version; // of the positions
    grid_light lights[GRID_LIGHTS];
    uint32_t light_count;
    uint32_t quiet;        // ticks without any input, the mouse's motion included
    uint32_t cursor_awake; // ticks that the cursor stays visible
    uint32_t notice_left;
    char notice[GRID_NOTICE_SIZE];
    float tint[3]; // linear light
} grid_play;

// Starts an event; the one nearest to its end gives way where all places are taken.
void grid_start(grid_play *r, const grid_event *event);
void grid_run_events(grid_play *r);
void grid_shine(grid_play *r, const grid_light *light);
// Plays a one-shot, or holds a voice, where it is to be heard.
void grid_sound(grid_play *r, const patch *which, float x, float pitch, float gain);
void grid_sound_held(grid_play *r, uint32_t key, const patch *which, float x, float gain);

void grid_start_shock(grid_play *r, float x, float y, float sign, float level);
void grid_start_bullet(grid_play *r, float x, float y, float vx, float vy, float level);

// Reads the input into hands, then lets them act.
void grid_move_hands(grid_play *r);
void grid_use_hands(grid_play *r);

uint32_t grid_preset_count(void); // "none" included, which is 0
const char *grid_preset_word(uint32_t preset);
const char *grid_preset_title(uint32_t preset);
uint32_t grid_preset_colour(uint32_t preset);
uint32_t grid_ripple_colour(const grid_play *r); // of the part that runs now
void grid_run_presets(grid_play *r);

const char *grid_tool_title(uint32_t tool);
uint32_t grid_tool_colour(uint32_t tool);
void grid_choose_tool(grid_play *r, uint32_t tool);
void grid_choose_preset(grid_play *r, uint32_t preset);
void grid_choose_density(grid_play *r, uint32_t points, uint32_t material);
void grid_notice(grid_play *r, const char *words);

// 12,345
void grid_write_count(char text[16], uint32_t count);

typedef enum grid_button {
    BUTTON_FIRST_TOOL = 0,
    BUTTON_LESS = GRID_TOOLS,
    BUTTON_MORE,
    BUTTON_MATERIAL,
    BUTTON_SWAP,
    BUTTON_COUNT
} grid_button;

#define GRID_BUTTON_REACH 20.0f // half the side of a button, world units

void grid_button_place(uint32_t button, float *x, float *y);
// BUTTON_COUNT where there is none.
uint32_t grid_button_at(float x, float y);
void grid_press_button(grid_play *r, uint32_t button);

void grid_draw(const grid_play *r, const scene_canvas *canvas);
void grid_draw_hud(const grid_play *r, const scene_canvas *canvas);
