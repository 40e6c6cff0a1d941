// SPDX-License-Identifier: MIT
// The terrain room's state and the parts it is made of. Only terrain_*.c and the room's tests
// include this.
//
//   terrain_options.c   command-line words
//   terrain_params.c    the parameters: ranges, steps, how they are written
//   terrain_map.c       the field: from a file or made up, alone or repeated, asked for its ground
//   terrain_camera.c    where the eye looks: its axes, rays through the picture
//   terrain_fly.c       flying, orbiting, and the flight by itself
//   terrain_walk.c      walking
//   terrain_balls.c     balls that roll down
//   terrain_brush.c     the tools that change the ground, under the cursor
//   terrain_hands.c     what mouse, fingers, keys and sticks do
//   terrain_column.c    the column at the left: rows, and what a press on one does
//   terrain_ears.c      what is heard
//   terrain_light.c     colours of sun, sky, fog and water
//   terrain_draw.c      the picture
//   terrain_hud.c       the column and numbers
#pragma once

#include "scene.h"

#include <quincunx/height.h>
#include <quincunx/solid.h>
#include <quincunx/terrain_draw.h>
#include <quincunx/terrain_make.h>

enum {
    TERRAIN_BALLS = 24,
    TERRAIN_AREAS = 64, // latest edits that are remembered for the picture
    TERRAIN_NOTICE_SIZE = 96,
    TERRAIN_PATH_SIZE = 256,
    TERRAIN_IDLE_TICKS = 1800 // until it flies by itself
};

#define TERRAIN_FIELD 0.95 // vertical angle of view, radians

// --- parameters; all of them are rows of the column and words of the command line

typedef enum terrain_param {
    PARAM_WAY,
    PARAM_TOOL,
    PARAM_BRUSH, // radius over the map's larger side
    PARAM_FORCE,
    PARAM_SPEED, // of flight, in thousandths of the larger side a second
    PARAM_FOLLOW,
    PARAM_SUN,     // degrees above the horizon
    PARAM_AZIMUTH, // degrees from north (away from the viewer at first) to the right
    PARAM_FOG,
    PARAM_WATER, // share of the map's height; 0 none
    PARAM_SHOW,
    PARAM_ERROR, // pixels
    PARAM_REPEAT,
    PARAM_SHAPE,
    PARAM_CHANCE, // added to the seed
    PARAM_COUNT
} terrain_param;

typedef enum terrain_way { WAY_FLY, WAY_ORBIT, WAY_WALK, WAY_COUNT } terrain_way;

typedef enum terrain_tool {
    TOOL_LOOK,
    TOOL_RAISE,
    TOOL_LOWER,
    TOOL_FLATTEN,
    TOOL_SMOOTH,
    TOOL_HOLE,
    TOOL_BALL,
    TOOL_SUN,
    TOOL_COUNT
} terrain_tool;

typedef enum terrain_show { SHOW_PLAIN, SHOW_WIRE, SHOW_LEVELS, SHOW_BOTH } terrain_show;

enum { SHAPE_FILE = QX_TERRAIN_SHAPE_COUNT };

const char *terrain_param_title(uint32_t param);
const char *terrain_param_word(uint32_t param);
bool terrain_param_is_choice(uint32_t param);
// Lakes suit some shapes more than others.
float terrain_usual_water(uint32_t shape);
// Into its range, whole where it is a whole number or a choice.
float terrain_param_clamp(uint32_t param, float value);
float terrain_param_step(uint32_t param, float value, int direction);
float terrain_param_share(uint32_t param, float value); // 0..1 along its slider
float terrain_param_at(uint32_t param, float share);
// False with a sentence in problem where text is no value of it.
bool terrain_param_read(uint32_t param, const char *text, float *value, char *problem, size_t size);
const char *terrain_param_name(uint32_t param, float value); // of a choice

// --- options

typedef struct terrain_options {
    char path[TERRAIN_PATH_SIZE]; // "" where the map is made up
    qx_height_options height;
    qx_terrain_diagonal diagonal;
    float low, high; // both 0 where nobody says
    float width;     // world units; 0 where nobody says
    bool has_no_data;
    double no_data;
    uint32_t samples;
    float values[PARAM_COUNT];
    bool given[PARAM_COUNT];
    bool still;     // no flight by itself
    bool has_stamp; // of a recording
    uint64_t stamp; // what the map's hash has to be
} terrain_options;

bool terrain_options_read(terrain_options *o, const scene_setup *setup, char *problem,
                          size_t problem_size);
extern const char terrain_options_help[];

// --- the map

typedef struct terrain_map {
    qx_terrain *field;
    qx_terrain_info info; // as it is now
    float base, range;    // lowest height and difference to the highest, as it was made
    float side;           // the larger of width and depth
    float human;          // metres a person's metre has: less on tiny maps
    uint64_t hash;        // as it was made
    qx_terrain_area areas[TERRAIN_AREAS];
    uint32_t edits;  // so many since it was made
    uint32_t number; // another one for each field
} terrain_map;

// What a map is made of, apart from the options.
typedef struct terrain_wish {
    uint32_t shape;
    uint64_t seed;
} terrain_wish;

// False with a sentence in problem; the map stays as it is then.
bool terrain_map_open(terrain_map *m, const terrain_options *o, const terrain_wish *wish,
                      const qx_workers *workers, char *problem, size_t size);
void terrain_map_close(terrain_map *m);

// A place in the world, in double for the eye.
typedef struct spot {
    double x, y, z;
} spot;

// A place of one copy of the map: of the map itself where it is not repeated.
typedef struct terrain_copy {
    int32_t column, row; // 0 is the one around the origin
} terrain_copy;

// --- hands

typedef struct terrain_hand {
    uint32_t down; // 0, 1 primary, 2 secondary
    uint32_t act;  // a terrain_act, chosen when it came down
    uint32_t row;  // of the column
    uint32_t age;  // ticks
    float x, y, last_x, last_y;
} terrain_hand;

typedef enum terrain_act { ACT_NONE, ACT_ROW, ACT_LOOK, ACT_TOOL, ACT_TAP } terrain_act;

// --- who moves

typedef struct terrain_camera {
    spot eye, speed; // world units, a second
    double yaw, pitch, roll;
    double turn, tilt; // of yaw and pitch, a second
    spot target;       // of the orbit
    double distance;   // from it
    double hover;      // over the ground, while it follows
} terrain_camera;

// The capsule lies in one copy of the map. All members are of 4 bytes.
typedef struct terrain_person {
    qx_vec3 feet, velocity;
    terrain_copy copy;
    qx_vec3 safe; // where it stood a while ago
    terrain_copy safe_copy;
    uint32_t standing, stood; // standing: 1 on ground, 2 in water; stood: ticks in a row
    float stride;             // world units since the latest step
    float fall;               // speed downward before it landed
} terrain_person;

typedef struct terrain_ball {
    qx_vec3 at, velocity;
    qx_vec3 spin;  // radians a second
    float turn[4]; // a unit quaternion
    float radius;
    terrain_copy copy;
    uint32_t alive, touching; // touching: ticks in a row
} terrain_ball;

// --- room

// What decides the outcome, apart from the field. No padding: hashed as a whole.
typedef struct terrain_rules {
    uint64_t seed;
    terrain_camera camera;
    terrain_person person;
    terrain_ball balls[TERRAIN_BALLS];
    terrain_hand hands[POINTER_COUNT]; // 0 is the mouse
    float values[PARAM_COUNT];
    float width, height; // of the view
    int32_t mouse_x, mouse_y;
    uint32_t tick;
    uint32_t untouched; // ticks
    uint32_t alone;     // it flies by itself
    uint32_t still;
    uint32_t row; // of the column
    uint32_t next_ball;
    uint32_t wait;                // ticks until the tool acts again
    float level;                  // height at which the tool began
    float pair_x, pair_y, spread; // of two fingers: their middle, where they came down, their
                                  // distance a tick ago
    uint32_t paired;              // ticks that two fingers have been down
} terrain_rules;

// What happened in a tick, for the ears and the picture; not hashed.
typedef struct terrain_news {
    bool painted, stepped, landed, splashed, knocked, placed, jumped;
    float knock;    // 0..1
    qx_vec3 at;     // of the knock
    float rolling;  // speed of the loudest ball, over the side a second
    float roll_pan; // -1..1
} terrain_news;

typedef struct terrain_picture terrain_picture;

typedef struct terrain_play {
    terrain_rules rules;
    terrain_map map;
    terrain_options options;
    uint64_t file_hash; // of the map it began with
    tick_input input;
    // Cosmetic from here on.
    terrain_picture *picture;
    terrain_camera before; // of the tick before
    terrain_ball balls_before[TERRAIN_BALLS];
    terrain_news news;
    bool aims;      // the tool's place is on the ground
    spot aim;       // of the tool
    float wind;     // eased
    uint32_t quiet; // ticks without any input
    uint32_t notice_left;
    char notice[TERRAIN_NOTICE_SIZE];
} terrain_play;

void terrain_notice(terrain_play *r, const char *words);
static inline uint32_t terrain_choice(const terrain_play *r, terrain_param p)
{
    return (uint32_t)r->rules.values[p];
}
// Makes the map anew from its file or seed. Where that fails, it stays as it is.
bool terrain_remake(terrain_play *r, const qx_workers *workers);
// Everything as at the start.
void terrain_start_over(terrain_play *r, const qx_workers *workers);

// --- ground, in the world; copies side by side

// So many to each side of the map itself.
int32_t terrain_copies(const terrain_play *r);
// The copy a place lies in, or the nearest.
terrain_copy terrain_copy_at(const terrain_play *r, double x, double z);
// From a place of that copy to the world.
spot terrain_copy_offset(const terrain_play *r, terrain_copy copy);
spot terrain_world(const terrain_play *r, terrain_copy copy, qx_vec3 local);
// Brings what has left its copy into the next one, where there is one.
void terrain_cross(const terrain_play *r, qx_vec3 *local, terrain_copy *copy);
// False beyond the border and in holes.
bool terrain_ground(const terrain_play *r, double x, double z, double *height);
bool terrain_ray(const terrain_play *r, spot from, spot way, double reach, spot *hit);
// False where there is none.
bool terrain_water(const terrain_play *r, double *level);

// --- camera

typedef struct terrain_axes {
    spot ahead, right, up;
} terrain_axes;

terrain_axes terrain_camera_axes(const terrain_camera *c);
// Way, of any length, through a place of the view.
spot terrain_camera_way(const terrain_play *r, float x, float y);
double terrain_turn_between(double from, double to); // the shorter way, radians
qx_camera terrain_camera_between(const terrain_play *r, float blend);

// What hands ask for in a tick.
typedef struct terrain_wishes {
    double ahead, right, up; // -1..1
    double yaw, pitch;       // radians, at once
    double turn, tilt;       // -1..1 of the sticks' speed
    double zoom;             // factor on distances, 1 leaves them
    double slide_x, slide_y; // of the view's height: moves the orbit's target
    bool jump, run;
} terrain_wishes;

void terrain_place_camera(terrain_play *r); // at the start
void terrain_fly(terrain_play *r, const terrain_wishes *w);
void terrain_orbit(terrain_play *r, const terrain_wishes *w);
void terrain_begin_orbit(terrain_play *r);
void terrain_fly_alone(terrain_play *r);
void terrain_keep_above(terrain_play *r); // ground and water

bool terrain_begin_walk(terrain_play *r);
void terrain_walk(terrain_play *r, const terrain_wishes *w);

void terrain_run_balls(terrain_play *r);
void terrain_place_ball(terrain_play *r, spot at);
spot terrain_ball_place(const terrain_play *r, const terrain_ball *ball);

// --- hands, tools, column

terrain_wishes terrain_take_hands(terrain_play *r, const qx_workers *workers);
// At a place of the view; sign -1 does the opposite.
void terrain_use_tool(terrain_play *r, float x, float y, float sign, bool fresh);
void terrain_aim(terrain_play *r, float x, float y);
// By a way in the view.
void terrain_move_sun(terrain_play *r, float x, float y);
float terrain_brush_radius(const terrain_play *r);
bool terrain_tool_paints(uint32_t tool);

void terrain_set(terrain_play *r, uint32_t param, float value, const qx_workers *workers);
void terrain_choose_way(terrain_play *r, uint32_t way);

#define TERRAIN_ROW_LEFT 14.0f
#define TERRAIN_ROW_WIDTH 200.0f
#define TERRAIN_ROW_TOP 12.0f
#define TERRAIN_ROW_STEP 31.0f

// PARAM_COUNT where there is none.
uint32_t terrain_row_at(const terrain_play *r, float x, float y);
void terrain_press_row(terrain_play *r, uint32_t row, float x, const qx_workers *workers);
void terrain_slide_row(terrain_play *r, uint32_t row, float x, const qx_workers *workers);
void terrain_step_row(terrain_play *r, uint32_t row, int direction, const qx_workers *workers);
void terrain_row_write(const terrain_play *r, uint32_t row, char value[32]);
bool terrain_row_matters(const terrain_play *r, uint32_t row);

// --- seen and heard

// Colours 0xRRGGBBAA.
typedef struct terrain_light {
    qx_vec3 sun; // toward it, of length 1
    uint32_t sun_colour, sky, ground, horizon, zenith, water;
    float sun_light;
    float density; // of fog
} terrain_light;
terrain_light terrain_light_of(const terrain_play *r);

void terrain_be_heard(terrain_play *r, sound *s);
void terrain_draw(const terrain_play *r, const scene_canvas *canvas);
void terrain_draw_hud(const terrain_play *r, const scene_canvas *canvas);
// The picture's memory on the GPU.
terrain_picture *terrain_picture_create(void);
void terrain_picture_release(terrain_picture *p, qx_render *render);
void terrain_picture_destroy(terrain_picture *p);
qx_land_count terrain_picture_count(const terrain_picture *p); // of the latest frame
