// SPDX-License-Identifier: MIT
// The lightning room's state and the parts it is made of. Only lightning_*.c and the room's tests
// include this.
//
//   lightning_params.c   every parameter: its name, range and steps; what the core is told of it
//   lightning_options.c  command-line words
//   lightning_marks.c    ends, targets and obstacles: where they are, how they drift
//   lightning_presets.c  six scenes: marks, parameters, and from where to where their bolts go
//   lightning_hands.c    what mouse, cursor and fingers do
//   lightning_column.c   the column at the left: where its rows are, what they do; panes beside it
//   lightning_strikes.c  the bolts that live now, and growing new ones
//   lightning_light.c    how bright each may be: large changes of light within the flash limit
//   lightning_events.c   cracks, thunder and hum
//   lightning_draw.c     bolts;  lightning_ground.c  clouds, ground, globe;
//   lightning_signs.c    ends, targets, obstacles and the cursor
//   lightning_hud.c      the column and the numbers
#pragma once

#include "parameter.h"
#include "scene.h"

#include <quincunx/bolt.h>

enum {
    LIGHTNING_MARKS = 64,
    LIGHTNING_ENDS = 24, // of one bolt
    LIGHTNING_HANDS = POINTER_COUNT,
    LIGHTNING_PRESETS = 6,
    LIGHTNING_SOURCES = 16 + LIGHTNING_HANDS, // the last ones belong to the hands
    LIGHTNING_HAND_SOURCE = 16,
    LIGHTNING_STRIKES = 40, // bolts alive at once
    LIGHTNING_TREES = 12,   // of these, grown by breakdown
    LIGHTNING_SEGMENTS = 6144,
    LIGHTNING_PARTICLES = 2000,
    LIGHTNING_CHANGES = 8, // of light that are remembered
    LIGHTNING_NOTICE_SIZE = 96
};

// --- parameters

typedef enum lightning_param {
    PARAM_GROWTH,
    PARAM_SPACE,
    PARAM_GENERATIONS,
    PARAM_ROUGHNESS,
    PARAM_STRAIGHTNESS,

    PARAM_CHANCE,
    PARAM_BRANCH,
    PARAM_ANGLE,
    PARAM_DEPTH,
    PARAM_TAPER,
    PARAM_TRUNK,

    PARAM_ETA,
    PARAM_CELL,
    PARAM_PARTICLES,

    PARAM_SWAY,
    PARAM_CRACKLE,
    PARAM_RATE,
    PARAM_BIRTH,
    PARAM_VANISH,

    PARAM_PERIOD,
    PARAM_JITTER,
    PARAM_FULL,
    PARAM_DIM,
    PARAM_DIMMED,
    PARAM_FLASHES,
    PARAM_SCATTER,

    PARAM_WIDTH,
    PARAM_POWER,
    PARAM_HALO,
    PARAM_CORE,
    PARAM_RAMP,
    PARAM_FORM,
    PARAM_DRAWN,
    PARAM_COUNT
} lightning_param;

enum { DRAWN_LINES, DRAWN_RIBBON };

// Each page of the column shows some of them, in their order.
enum { LIGHTNING_PAGES = 6, LIGHTNING_PAGE_MOST = 7 };

typedef struct lightning_page {
    const char *title;
    uint32_t first, count;
} lightning_page;

extern const lightning_page lightning_pages[LIGHTNING_PAGES];

const char *lightning_param_title(uint32_t param);
const char *lightning_param_word(uint32_t param); // on the command line
// True where it is one of a few names and not a slider.
bool lightning_param_is_choice(uint32_t param);
float lightning_param_low(uint32_t param);
float lightning_param_high(uint32_t param);
// Taken into range, and to a whole number where it is one.
float lightning_param_clamp(uint32_t param, float value);
// Place on the slider, 0..1, and back.
float lightning_param_share(uint32_t param, float value);
float lightning_param_at(uint32_t param, float share);
// The next value that keys reach, up or down; choices go round.
float lightning_param_step(uint32_t param, float value, int direction);
void lightning_param_write(uint32_t param, float value, char text[24]);
// False where the text is no value of it; names of choices are known.
bool lightning_param_read(uint32_t param, const char *text, float *value);
// One line on its values, for a message.
void lightning_param_range(uint32_t param, char text[PARAMETER_RANGE_SIZE]);

// --- options

typedef struct lightning_options {
    float values[PARAM_COUNT];
    bool given[PARAM_COUNT]; // else the preset's own
    uint32_t preset;
    bool compare;
    bool show; // one preset after the other
} lightning_options;

// False with a sentence in problem that names the word and the values allowed.
bool lightning_options_read(lightning_options *o, const scene_setup *setup, char *problem,
                            size_t problem_size);
extern const char lightning_options_help[];

// --- marks

typedef enum lightning_kind {
    MARK_NONE,
    MARK_START,
    MARK_TARGET,
    MARK_BALL,
    MARK_BOX,
    MARK_KINDS
} lightning_kind;

// All members are of 4 bytes: hashed as a whole.
typedef struct lightning_mark {
    uint32_t kind;
    float x, y;
    float last_x, last_y; // a tick earlier
    float home_x, home_y; // what it drifts about
    float radius;         // of an obstacle; of a box half its side
    float reach;          // of its drift, world units
    float pace;           // turns a second
    float phase;
    uint32_t held; // hands on it
} lightning_mark;

// --- hands

typedef enum lightning_act { ACT_NONE, ACT_MARK, ACT_ROW, ACT_STRIKE } lightning_act;

// All members are of 4 bytes: hashed as a whole.
typedef struct lightning_hand {
    uint32_t down;  // 0, 1 primary, 2 secondary
    uint32_t act;   // a lightning_act, chosen when it came down
    uint32_t which; // the mark or row
    uint32_t began; // the tick
    float x, y;
    float last_x, last_y;
} lightning_hand;

// What the first button does on empty ground.
typedef enum lightning_tool {
    TOOL_STRIKE,
    TOOL_BALL,
    TOOL_BOX,
    TOOL_TARGET,
    TOOL_COUNT
} lightning_tool;

// --- room

// What decides the outcome. No padding: hashed as a whole.
typedef struct lightning_rules {
    uint64_t seed;
    lightning_mark marks[LIGHTNING_MARKS];
    lightning_hand hands[LIGHTNING_HANDS]; // 0 is the mouse and the cursor
    float values[PARAM_COUNT];
    float timing[PARAM_COUNT]; // values of PERIOD to FLASHES that strikes follow; others unused
    float width, height;       // of the view
    float cursor_vx, cursor_vy;
    float pull, pull_x, pull_y; // how much the pointer draws, and where it is, both eased
    int32_t mouse_x, mouse_y;
    uint32_t tick;
    uint32_t epoch;   // tick at which the strikes began to follow `timing`
    uint32_t settled; // ticks since PERIOD to FLASHES changed last
    uint32_t preset, preset_tick;
    uint32_t page, row; // of the column
    uint32_t tool;
    uint32_t compare;
    uint32_t show;
    uint32_t untouched;  // ticks
    uint32_t steer_wait; // ticks until the aim stick moves on in the column
    uint32_t unused;
} lightning_rules;

// From where bolts come again and again, made anew at each tick.
typedef struct lightning_source {
    bool active;
    qx_bolt_schedule schedule;
    double time;    // of the schedule
    float distance; // metres to the listener
    float scale;    // of all radii
    float power;
    uint32_t salt; // sets it apart
    bool hums;     // burns without a break: heard as a hum and not as cracks
} lightning_source;

// How much of a bolt is to be seen.
typedef struct lightning_look {
    float light;  // 0..1
    float unborn; // 0..1
} lightning_look;

// A bolt that lives, or whose light has not been taken away yet.
typedef struct lightning_strike {
    bool used;
    bool alive; // in the schedule
    bool grown; // false where what it should grow from was refused
    bool tree;  // by breakdown
    uint32_t source, epoch;
    uint64_t index; // in the schedule
    uint64_t key;   // of all that its shape comes from
    uint32_t end_count;
    qx_vec3 ends[LIGHTNING_ENDS], before[LIGHTNING_ENDS];
    float scale, power;
    lightning_look wish, wish_before; // by its schedule
    lightning_look held, held_before; // within the flash limit
    float area;                       // share of the picture that it lights
} lightning_strike;

// Large changes of light, so that they stay few.
typedef struct lightning_light {
    uint32_t changes[LIGHTNING_CHANGES]; // ticks of the latest ones, the latest first; 0 none
    uint32_t direction;                  // of the latest: 0 none yet, 1 brighter, 2 darker, 3 both
    bool vast;                           // so much is lit that it has to move slowly
} lightning_light;

typedef struct lightning_play {
    lightning_rules rules;
    tick_input input;
    lightning_source sources[LIGHTNING_SOURCES];
    lightning_strike strikes[LIGHTNING_STRIKES];
    lightning_light light;
    // Memory made at init; what is drawn is written there.
    qx_bolt *bolts[LIGHTNING_STRIKES], *trees[LIGHTNING_TREES];
    qx_glow_line *lines;
    uint32_t line_room;
    qx_bolt_vertex *vertices;
    uint32_t *indices;
    // Cosmetic from here on.
    sound *sound;          // during a tick
    uint32_t quiet;        // ticks without any input, the mouse's motion included
    uint32_t cursor_awake; // ticks that the cursor stays visible
    uint32_t notice_left;
    char notice[LIGHTNING_NOTICE_SIZE];
} lightning_play;

void lightning_notice(lightning_play *r, const char *words);

// Chance that is the same for the same numbers, 0..1.
float lightning_unit(const lightning_play *r, uint32_t salt, uint64_t index, uint32_t which);

// lightning_params.c: whether bolts differ by it here, and what the core is told.
bool lightning_param_matters(const lightning_play *r, uint32_t param);
qx_glow lightning_glow(const lightning_play *r);
qx_bolt_schedule lightning_schedule(const lightning_play *r);

// --- marks

// Index of a free place with this mark in it, or LIGHTNING_MARKS.
uint32_t lightning_add_mark(lightning_play *r, lightning_kind kind, float x, float y);
// The nearest within reach of a finger, or LIGHTNING_MARKS.
uint32_t lightning_mark_at(const lightning_play *r, qx_vec2 place);
// The which-th of a kind, NULL beyond them.
const lightning_mark *lightning_mark_of(const lightning_play *r, lightning_kind kind,
                                        uint32_t which);
uint32_t lightning_count_marks(const lightning_play *r, lightning_kind kind);
bool lightning_is_obstacle(const lightning_mark *m);
// Puts it there; it drifts on about its new place.
void lightning_move_mark(lightning_play *r, uint32_t which, float x, float y);
void lightning_drift_marks(lightning_play *r);
// Out of any obstacle.
qx_vec3 lightning_clear_of(const lightning_play *r, qx_vec3 place);
// Marks follow the view's shape.
void lightning_follow_view(lightning_play *r, float width, float height);

// --- presets

const char *lightning_preset_word(uint32_t preset);
const char *lightning_preset_title(uint32_t preset);
// Marks, parameters and all.
void lightning_choose_preset(lightning_play *r, uint32_t preset);
// What the second button adds.
lightning_kind lightning_preset_adds(const lightning_play *r);
// Fills sources[] and their clocks.
void lightning_lay_sources(lightning_play *r);
// From where to where a strike of a source goes now; how many ends, at most LIGHTNING_ENDS.
uint32_t lightning_aim(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends);
// Height of the ground, and of the globe's glass.
float lightning_ground(const lightning_play *r);
float lightning_globe_radius(const lightning_play *r);
enum { PRESET_STRIKE, PRESET_ARC, PRESET_CHAIN, PRESET_STORM, PRESET_GLOBE, PRESET_CAGE };

// --- strikes and light

// QX_NO_MEMORY frees all.
qx_result lightning_open_bolts(lightning_play *r);
void lightning_close_bolts(lightning_play *r);
void lightning_run_strikes(lightning_play *r);
void lightning_forget_strikes(lightning_play *r);
const qx_bolt *lightning_bolt_of(const lightning_play *r, const lightning_strike *s);
void lightning_run_light(lightning_play *r);

void lightning_run_events(lightning_play *r);

// --- hands and column

void lightning_move_hands(lightning_play *r);
void lightning_use_hands(lightning_play *r);
void lightning_obey_keys(lightning_play *r);

// Rows from the top: preset, page, the page's parameters, tool, compare.
enum { ROW_PRESET, ROW_PAGE, ROW_PARAM };
uint32_t lightning_row_count(const lightning_play *r);
// PARAM_COUNT where the row is no parameter.
uint32_t lightning_row_param(const lightning_play *r, uint32_t row);

#define LIGHTNING_ROW_LEFT 14.0f
#define LIGHTNING_ROW_WIDTH 216.0f
#define LIGHTNING_ROW_TOP 14.0f
#define LIGHTNING_ROW_STEP 33.0f

// The row's count where there is none.
uint32_t lightning_row_at(const lightning_play *r, float x, float y);
// A hand comes down on a row at x, and is drawn along it.
void lightning_press_row(lightning_play *r, uint32_t row, float x);
void lightning_slide_row(lightning_play *r, uint32_t row, float x);
// Keys change it.
void lightning_step_row(lightning_play *r, uint32_t row, int direction);
void lightning_row_write(const lightning_play *r, uint32_t row, char title[32], char value[32]);

// Where the room lies in the picture: all of it, or one of two panes side by side.
typedef struct lightning_pane {
    float x, y, scale; // of its left top corner, world units
    qx_glow_form form;
} lightning_pane;

// How many there are. Two of them leave room for the column where there is one.
uint32_t lightning_panes(const lightning_play *r, bool column, lightning_pane panes[2]);
// What a place in the picture means in the room; beside the panes, the nearest in one.
qx_vec2 lightning_in_room(const lightning_play *r, float x, float y);

// --- drawing

// Lines collected for one call.
typedef struct lightning_pen {
    const scene_canvas *canvas;
    const lightning_pane *pane;
    qx_blend blend;
    uint32_t count;
    qx_line lines[256];
} lightning_pen;

void lightning_stroke(lightning_pen *p, qx_vec2 from, qx_vec2 to, float width, float intensity,
                      uint32_t colour);
void lightning_circle(lightning_pen *p, qx_vec2 centre, float radius, float width, float intensity,
                      uint32_t colour);
void lightning_pen_up(lightning_pen *p); // draws what was collected
void lightning_spot(const lightning_pen *p, qx_sprite_shape shape, qx_vec2 centre, float half_width,
                    float half_height, float intensity, uint32_t colour);

// What is to be seen of a strike between the last tick and this one.
lightning_look lightning_look_of(const lightning_strike *s, const scene_canvas *canvas);
uint32_t lightning_accent(const lightning_play *r); // of the ramp

// factor is what the flash limiter lets through.
void lightning_draw(const lightning_play *r, const scene_canvas *canvas);
void lightning_draw_ground(const lightning_play *r, lightning_pen *p, float factor);
void lightning_draw_marks(const lightning_play *r, lightning_pen *p, float factor);
void lightning_draw_cursor(const lightning_play *r, lightning_pen *p);
void lightning_draw_hud(const lightning_play *r, const scene_canvas *canvas);
