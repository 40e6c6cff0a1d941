// SPDX-License-Identifier: MIT
// Land to fly over, walk on and change.
#include "terrain_room.h"

#include <quincunx/hash.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NOTICE_TICKS = 200 };

_Static_assert(sizeof(terrain_rules) == 8 + sizeof(terrain_camera) + sizeof(terrain_person) +
                                            TERRAIN_BALLS * sizeof(terrain_ball) +
                                            POINTER_COUNT * sizeof(terrain_hand) + 4 * PARAM_COUNT +
                                            4 * 16,
               "no padding: hashed as a whole");
_Static_assert(sizeof(terrain_camera) == 16 * 8, "no padding: hashed as a whole");
_Static_assert(sizeof(terrain_person) == 17 * 4, "no padding: hashed as a whole");
_Static_assert(sizeof(terrain_ball) == 18 * 4, "no padding: hashed as a whole");
_Static_assert(sizeof(terrain_hand) == 8 * 4, "no padding: hashed as a whole");

void terrain_notice(terrain_play *r, const char *words)
{
    snprintf(r->notice, sizeof r->notice, "%s", words);
    r->notice_left = NOTICE_TICKS;
}

// --- the map

static terrain_wish wish_of(const terrain_play *r)
{
    return (terrain_wish){ .shape = terrain_choice(r, PARAM_SHAPE),
                           .seed = r->rules.seed + (uint64_t)r->rules.values[PARAM_CHANCE] };
}

static void stand_anew(terrain_play *r)
{
    memset(r->rules.balls, 0, sizeof r->rules.balls);
    if (terrain_choice(r, PARAM_WAY) == WAY_WALK && !r->rules.alone)
        terrain_choose_way(r, WAY_WALK);
    terrain_keep_above(r);
}

// A file that has changed meanwhile would make another outcome of the same recording.
static bool open_again(terrain_play *r, terrain_map *next, const qx_workers *workers)
{
    const terrain_wish wish = wish_of(r);
    char problem[TERRAIN_NOTICE_SIZE];
    if (!terrain_map_open(next, &r->options, &wish, workers, problem, sizeof problem)) {
        terrain_notice(r, problem);
        return false;
    }
    if (wish.shape != SHAPE_FILE || next->hash == r->file_hash) return true;
    terrain_map_close(next);
    terrain_notice(r, "The file has changed: leave the room and open it anew");
    return false;
}

bool terrain_remake(terrain_play *r, const qx_workers *workers)
{
    terrain_map next = { .number = r->map.number };
    if (!open_again(r, &next, workers)) return false;
    terrain_map_close(&r->map);
    r->map = next;
    stand_anew(r);
    return true;
}

// The parameters stay, the ground and the eye come back.
void terrain_start_over(terrain_play *r, const qx_workers *workers)
{
    terrain_place_camera(r);
    r->before = r->rules.camera;
    if (!terrain_remake(r, workers)) return;
    terrain_choose_way(r, terrain_choice(r, PARAM_WAY));
    terrain_notice(r, "Everything as it was");
}

// --- keys

static bool is_pressed(const terrain_play *r, action a)
{
    return r->input.pressed & ACTION_BIT(a);
}

static void obey_keys(terrain_play *r, const qx_workers *workers)
{
    const uint32_t row = r->rules.row;
    for (uint32_t i = 0; i < TOOL_COUNT; i++)
        if (is_pressed(r, (action)(ACTION_OPTION_1 + i)))
            terrain_set(r, PARAM_TOOL, (float)i, workers);
    if (is_pressed(r, ACTION_NEXT)) r->rules.row = (row + 1) % PARAM_COUNT;
    if (is_pressed(r, ACTION_PREVIOUS)) r->rules.row = (row + PARAM_COUNT - 1) % PARAM_COUNT;
    if (is_pressed(r, ACTION_MORE)) terrain_step_row(r, row, 1, workers);
    if (is_pressed(r, ACTION_LESS)) terrain_step_row(r, row, -1, workers);
    if (is_pressed(r, ACTION_MODE)) terrain_step_row(r, PARAM_WAY, 1, workers);
    if (is_pressed(r, ACTION_RESET)) terrain_start_over(r, workers);
}

// --- the scene

static void quit(void *state)
{
    terrain_play *r = state;
    terrain_map_close(&r->map);
    terrain_picture_destroy(r->picture);
    r->picture = NULL;
}

// False where a recording was made on another map.
static bool check_stamp(const terrain_play *r, char *problem, size_t size)
{
    const terrain_options *o = &r->options;
    if (!o->has_stamp || o->stamp == r->map.hash) return true;
    snprintf(problem, size,
             "%s: not the map this was recorded on, which had the hash %016" PRIx64
             " and not %016" PRIx64 "; bring that file back to play the recording",
             o->path[0] ? o->path : "the map that was made up", o->stamp, r->map.hash);
    return false;
}

static void begin(terrain_play *r, const scene_setup *setup)
{
    r->file_hash = r->map.hash;
    r->rules.width = setup->view_width;
    r->rules.height = setup->view_height;
    r->rules.still = r->options.still;
    r->rules.alone = !r->options.still && !r->options.given[PARAM_WAY];
    r->rules.untouched = r->rules.alone ? TERRAIN_IDLE_TICKS : 0;
    r->input = (tick_input){ .view_width = setup->view_width, .view_height = setup->view_height };
    r->rules.level = r->map.base + 0.5f * r->map.range;
    terrain_place_camera(r);
    r->before = r->rules.camera;
    terrain_choose_way(r, terrain_choice(r, PARAM_WAY));
}

static bool init(void *state, const scene_setup *setup, char *problem, size_t problem_size)
{
    terrain_play *r = state;
    if (!terrain_options_read(&r->options, setup, problem, problem_size)) return false;
    memcpy(r->rules.values, r->options.values, sizeof r->rules.values);
    r->rules.seed = setup->seed;
    const terrain_wish wish = wish_of(r);
    r->picture = terrain_picture_create();
    if (!r->picture)
        snprintf(problem, problem_size, "not enough memory for the room; close other programs");
    if (!r->picture ||
        !terrain_map_open(&r->map, &r->options, &wish, NULL, problem, problem_size) ||
        !check_stamp(r, problem, problem_size)) {
        quit(r);
        return false;
    }
    begin(r, setup);
    return true;
}

// Maps that are made up need none: the words say all of them.
static void stamp(const void *state, char *word, size_t room)
{
    const terrain_play *r = state;
    word[0] = '\0';
    if (r->options.path[0]) snprintf(word, room, "--map-hash=%016" PRIx64, r->map.hash);
}

static void input(void *state, const tick_input *in)
{
    ((terrain_play *)state)->input = *in;
}

static void follow_view(terrain_play *r)
{
    if (r->input.view_width <= 0 || r->input.view_height <= 0) return;
    r->rules.width = r->input.view_width;
    r->rules.height = r->input.view_height;
}

static void move(terrain_play *r, const terrain_wishes *w)
{
    if (r->rules.alone)
        terrain_fly_alone(r);
    else if (terrain_choice(r, PARAM_WAY) == WAY_WALK)
        terrain_walk(r, w);
    else if (terrain_choice(r, PARAM_WAY) == WAY_ORBIT)
        terrain_orbit(r, w);
    else
        terrain_fly(r, w);
}

static void tick(void *state, const scene_services *services)
{
    terrain_play *r = state;
    r->news = (terrain_news){ .painted = false };
    r->before = r->rules.camera;
    if (r->notice_left > 0) r->notice_left--;
    follow_view(r);
    obey_keys(r, services->workers);
    const terrain_wishes w = terrain_take_hands(r, services->workers);
    move(r, &w);
    terrain_run_balls(r);
    terrain_be_heard(r, services->sound);
    r->rules.tick++;
}

static uint64_t hash(const void *state)
{
    const terrain_play *r = state;
    const uint64_t field = qx_terrain_hash(r->map.field);
    const uint64_t so_far = qx_hash_bytes(QX_HASH_START, &field, sizeof field);
    return qx_hash_bytes(so_far, &r->rules, sizeof r->rules);
}

static void draw(const void *state, const scene_canvas *canvas)
{
    terrain_draw(state, canvas);
    if (canvas->hud) terrain_draw_hud(state, canvas);
}

static void release(void *state, qx_render *render)
{
    terrain_picture_release(((terrain_play *)state)->picture, render);
}

const scene terrain_room = {
    .name = "terrain",
    .title = "Terrain",
    .summary = "Fly over land, walk on it, change it: made up, or any height map of yours",
    .options_help = terrain_options_help,
    .file_help = "a height map: PNG, PGM, TIFF, or raw samples with --raw",
    .controls_help = "W A S D, left stick: move\n"
                     "Arrows, right stick, right button: look\n"
                     "Left button, a finger: what the hand does; two fingers: move; a tap: jump\n"
                     "1 look, 2 raise, 3 lower, 4 flatten, 5 smooth, 6 hole, 7 ball, 8 sun\n"
                     "Space, A: up, jump; with a tool: use it\n"
                     "Shift, B: down, run; with a tool: its opposite\n"
                     "Wheel: speed, distance, size of the brush\n"
                     "M, Y: fly, orbit, walk\n"
                     "Q E, shoulders: choose a row; + -, up and down: change it\n"
                     "R, X: as it was\n",
    .accent = 0x7FD08AFF,
    .world_height = 720.0f,
    .version = 1,
    .state_size = sizeof(terrain_play),
    .init = init,
    .stamp = stamp,
    .input = input,
    .tick = tick,
    .draw = draw,
    .hash = hash,
    .release = release,
    .quit = quit,
};
