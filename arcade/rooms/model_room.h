// SPDX-License-Identifier: MIT
// The model room's state and the parts it is made of. Only model_*.c and the room's tests include
// this.
//
//   model_options.c  command-line words
//   model_params.c   every parameter: its name, range and steps
//   model_ball.c     what is there without a file: a ball over the floor, with three clips
//   model_source.c   the model that is shown: opened, measured, made ready to be posed
//   model_skin.c     its pictures, as PNG beside it
//   model_time.c     the clock: play, scrub, speed, direction, loops, from one clip to another
//   model_pose.c     which keys make a moment's pose; the pose itself
//   model_hands.c    what mouse, fingers, keys and sticks do
//   model_column.c   column, clips and time line: where they are, what a press on them does
//   model_ears.c     bounces, keys, ends
//   model_camera.c   where the eye is, and where the model
//   model_picture.c  meshes on the GPU
//   model_marks.c    lines: the floor's, wireframe, normals, the way of the middle
//   model_draw.c     the picture
//   model_hud.c      column, clips, time line and numbers
#pragma once

#include "scene.h"

#include <quincunx/model.h>
#include <quincunx/png.h>
#include <quincunx/solid.h>

enum { MODEL_PATH_SIZE = 512, MODEL_NOTICE_SIZE = 160, MODEL_MOST_GHOSTS = 13 };

// Of its clock, a tick of the room.
#define MODEL_TICK (QX_KEYFRAME_SECOND / 60)

// --- parameters; all of them are rows of the column and words of the command line

typedef enum model_param {
    PARAM_CLIP,
    PARAM_WITH,  // 0 none, else a clip and 1
    PARAM_SHARE, // of that one, percent
    PARAM_SPEED, // percent
    PARAM_WAY,
    PARAM_LOOP,
    PARAM_CURVE,
    PARAM_EASE,
    PARAM_FADE, // milliseconds
    PARAM_ONION,
    PARAM_WIRE,
    PARAM_NORMALS,
    PARAM_TURN, // of the table, degrees a second
    PARAM_PATH,
    PARAM_COUNT
} model_param;

enum { WAY_FORWARD, WAY_BACKWARD };
enum { LOOP_OWN, LOOP_ONCE, LOOP_REPEAT, LOOP_PING_PONG };
enum { CURVE_OWN, CURVE_LINEAR, CURVE_STEP, CURVE_CATMULL_ROM };
enum { EASE_OWN, EASE_FIRST }; // EASE_FIRST + a qx_ease
enum { ONION_OFF, ONION_KEYS, ONION_STRIP };
enum { MARKS_OFF, MARKS_POSE, MARKS_KEY };
enum { PATH_GPU, PATH_CPU };

// --- the model

// What it takes to pose one mesh.
typedef struct model_body {
    qx_keyframe_keys *keys;   // of KEYS
    qx_keyframe_morph *morph; // of MORPH
    uint32_t (*edges)[2];     // each once
    uint32_t edge_count;
    uint32_t skin; // of the source's, or UINT32_MAX
} model_body;

typedef struct model_skin {
    const char *name; // the file's own
    qx_image image;
} model_skin;

typedef struct model_source {
    qx_model *file;        // NULL: the ball
    const qx_model *model; // the file's, or the ball's
    struct model_ball *ball;
    qx_keyframe_clip *clips; // as played now: by their own loops or the chosen one
    const uint8_t *loops;    // a qx_keyframe_loop a clip, its own; NULL: all repeat
    const uint8_t *eases;    // a qx_ease a key, on the way to the next; NULL: linear
    uint8_t *lands;          // a key, of mesh 0: it comes down there
    qx_vec3 *centres;        // a key, of mesh 0: the middle of its vertices
    int64_t (*ends)[2];      // a clip: times where it has no keys
    model_body *bodies;      // a mesh
    model_skin *skins;
    uint32_t skin_count;
    float *positions, *normals; // room for a pose of the largest mesh
    float *weights;             // and for the weights of the most targets, twice
    float scale;                // to world units: the larger side is 4 long
    qx_vec3 middle;             // of its floor, in its own units
    qx_vec3 size;               // world units
    float sweep;                // breadth of the circle that it turns in
    uint64_t stamp;
    char title[40];
    char folder[MODEL_PATH_SIZE];
} model_source;

enum { MODEL_BALL_CLIPS = 3 };

// The ball: NULL where memory lacks.
struct model_ball *model_ball_create(void);
void model_ball_destroy(struct model_ball *ball);
const qx_model *model_ball_model(const struct model_ball *ball);
const uint8_t *model_ball_loops(void);
const uint8_t *model_ball_eases(void);

// --- options

typedef struct model_options {
    char path[MODEL_PATH_SIZE]; // "": the ball
    char skin[MODEL_PATH_SIZE];
    const char *clip, *with; // as written, or NULL
    int32_t values[PARAM_COUNT];
    bool given[PARAM_COUNT];
    bool paused, show;
    bool has_time;
    int64_t time; // ticks of the clip
    float yaw, pitch, zoom;
    bool has_stamp;
    uint64_t stamp;
} model_options;

bool model_options_read(model_options *o, const scene_setup *setup, char *problem,
                        size_t problem_size);
extern const char model_options_help[];

// False with a sentence in problem; all is given back then.
bool model_source_open(model_source *s, const model_options *o, char *problem, size_t size);
void model_source_close(model_source *s);
// Of all meshes.
uint32_t model_source_vertices(const model_source *s);
uint32_t model_source_triangles(const model_source *s);
// A clip by name, or by number from 1. False with a sentence in problem that lists those there are.
bool model_source_find(const model_source *s, const char *name, uint32_t *clip, char *problem,
                       size_t size);
// Clips by their own loops, or all by one.
void model_source_loop(model_source *s, uint32_t loop);

// Pictures that the model names, or the one that was given. What is not there is left out: false
// only where one that was given cannot be read.
bool model_skins_open(model_source *s, const char *given, char *problem, size_t size);
void model_skins_close(model_source *s);

// --- hands

typedef enum model_act {
    ACT_NONE,
    ACT_ROW,
    ACT_TIME, // the time line
    ACT_CLIP, // the list of clips
    ACT_LOOK,
    ACT_SCRUB // time, by a drag anywhere
} model_act;

// All members are of 4 bytes: hashed as a whole.
typedef struct model_hand {
    uint32_t down; // 0, 1 primary, 2 secondary
    uint32_t act;
    uint32_t row;
    float x, y, last_x, last_y;
} model_hand;

// --- room

// What decides the outcome, the player aside. No padding: hashed as a whole.
typedef struct model_rules {
    uint64_t seed;
    int64_t now;                     // of the clips' clocks, ticks: stands while it is paused
    model_hand hands[POINTER_COUNT]; // 0 is the mouse
    int32_t values[PARAM_COUNT];
    float yaw, pitch, zoom;       // of the camera; radians; factor on the distance
    float yaw_speed, pitch_speed; // eased, a tick
    float width, height;          // of the view
    int32_t mouse_x, mouse_y;
    uint32_t tick, untouched;
    uint32_t row;  // of the column
    uint32_t wait; // ticks until the aim stick moves on in the column
    uint32_t playing;
    uint32_t show, show_tick;
    float spread; // of two fingers; 0 none
} model_rules;

typedef struct model_picture model_picture;

typedef struct model_play {
    model_rules rules;
    qx_keyframe_player player;
    model_source source;
    model_options options;
    tick_input input;
    // Cosmetic from here on.
    model_picture *picture;
    int64_t before; // rules.now a tick earlier
    float yaw_before, pitch_before, zoom_before;
    sound *sound;   // during a tick
    uint32_t quiet; // ticks without any input
    uint32_t notice_left;
    char notice[MODEL_NOTICE_SIZE];
} model_play;

void model_notice(model_play *r, const char *words);
// Everything as at the start.
void model_start_over(model_play *r);

// --- parameters

const char *model_param_title(uint32_t param);
const char *model_param_word(uint32_t param);
bool model_param_is_choice(uint32_t param);
int32_t model_param_low(uint32_t param);
int32_t model_param_high(const model_source *s, uint32_t param);
int32_t model_param_clamp(const model_source *s, uint32_t param, int32_t value);
int32_t model_param_step(const model_source *s, uint32_t param, int32_t value, int direction);
float model_param_share(const model_source *s, uint32_t param, int32_t value);
int32_t model_param_at(const model_source *s, uint32_t param, float share);
void model_param_write(const model_source *s, uint32_t param, int32_t value, char text[32]);
// Not of clips: those are known by the source. False where the text is no value of it.
bool model_param_read(uint32_t param, const char *text, int32_t *value);
void model_param_range(uint32_t param, char text[128]);
// Whether it changes anything here.
bool model_param_matters(const model_play *r, uint32_t param);
// Sets it, and does what follows from it.
void model_set(model_play *r, uint32_t param, int32_t value);

// --- time

void model_begin_clip(model_play *r, uint32_t clip, bool at_once);
void model_toggle_play(model_play *r);
void model_run_time(model_play *r, bool held); // held: a hand is on the time
void model_follow_speed(model_play *r);
void model_follow_loop(model_play *r);
// Puts the clip at a place, ticks within it.
void model_scrub(model_play *r, int64_t place);
// The clip that was begun last, and where in it a moment is.
uint32_t model_clip_now(const model_play *r);
qx_keyframe_phase model_phase(const model_play *r, int64_t now);
// Ticks after which it all comes again: to and fro count as one.
int64_t model_cycle(const model_play *r);
// Where in that cycle a phase is, 0 to 1.
double model_cycle_share(const model_play *r, const qx_keyframe_phase *phase);
// And back: the place in the clip.
int64_t model_cycle_place(const model_play *r, double share);

// --- poses

// At a moment; clips that fade and the one it is blended with all count.
qx_keyframe_mix model_mix_now(const model_play *r, int64_t now);
// Of the clip alone, at a place.
qx_keyframe_mix model_mix_at(const model_play *r, int64_t place);
// Weights of a mesh of kind MORPH.
void model_weights_now(const model_play *r, uint32_t mesh, int64_t now, float *weights);
void model_weights_at(const model_play *r, uint32_t mesh, int64_t place, float *weights);
// Into the source's room. False where it cannot be posed.
bool model_pose_mix(const model_play *r, uint32_t mesh, const qx_keyframe_mix *mix);
bool model_pose_weights(const model_play *r, uint32_t mesh, const float *weights);
// By whichever way the mesh moves. The key nearest to the moment where `key`.
bool model_pose_now(const model_play *r, uint32_t mesh, int64_t now, bool key);
// Whether two buffers and one factor can draw it.
bool model_mix_is_pair(const qx_keyframe_mix *mix);

// --- hands, column

void model_use_hands(model_play *r);

#define MODEL_ROW_LEFT 14.0f
#define MODEL_ROW_WIDTH 204.0f
#define MODEL_ROW_TOP 12.0f
#define MODEL_ROW_STEP 30.0f

// PARAM_COUNT where there is none.
uint32_t model_row_at(const model_play *r, float x, float y);
void model_press_row(model_play *r, uint32_t row, float x);
void model_slide_row(model_play *r, uint32_t row, float x);

// The list of clips at the right: rows that show of it, from which on.
typedef struct model_list {
    float left, top, width, step;
    uint32_t first, count;
} model_list;
model_list model_list_of(const model_play *r);
// UINT32_MAX where there is none.
uint32_t model_list_at(const model_play *r, float x, float y);

// The time line at the bottom.
typedef struct model_line {
    float left, right, y;
    float button; // x of the middle of play and pause
} model_line;
#define MODEL_LINE_HEIGHT 46.0f
model_line model_line_of(const model_play *r);

// --- seen and heard

void model_be_heard(model_play *r, int64_t before);

#define MODEL_FLOOR 15.0f // how far it reaches beyond the strip

// All of the strip, or of the model, is in the picture.
qx_camera model_camera(const model_play *r, const scene_canvas *canvas);
// From its own units to the world, moved along by x.
qx_mat4 model_place(const model_source *s, float x);
qx_vec3 model_world(const model_source *s, qx_vec3 own, float x);
// How far a strip of ghosts reaches, world units; 0 where there is none.
float model_strip(const model_play *r);
// Where on it a share of the cycle stands.
float model_strip_x(const model_play *r, double share);
int64_t model_moment(const model_play *r, const scene_canvas *canvas); // between two ticks

// NULL where memory lacks. Takes nothing on the GPU yet.
model_picture *model_picture_create(const model_source *s);
void model_picture_release(model_picture *p, qx_render *render);
void model_picture_destroy(model_picture *p);

// One mesh to be drawn: solid, or between two of them.
typedef struct model_item {
    const qx_solid *solid, *toward;
    float mix;
    uint32_t mesh;
    float x;     // along the strip
    float ghost; // 0: the model itself; else how near in time it is, up to 1
} model_item;

// All that is drawn at a moment, made ready on the GPU; the model itself first. Before the space
// begins. The items are the picture's, until the next call.
uint32_t model_gather(const model_play *r, qx_render *render, int64_t now,
                      const model_item **items);
// Ghosts of a strip that there are; 0 of models too large for them.
uint32_t model_ghosts(const model_source *s);
const qx_solid *model_picture_floor(const model_play *r, qx_render *render);
const qx_texture *model_picture_skin(const model_play *r, uint32_t mesh, qx_render *render);

void model_mark_floor(const model_play *r, qx_render *render);
void model_mark_way(const model_play *r, qx_render *render);
void model_mark_pose(const model_play *r, qx_render *render, int64_t now);

void model_draw(const model_play *r, const scene_canvas *canvas);
void model_draw_hud(const model_play *r, const scene_canvas *canvas);
