// SPDX-License-Identifier: MIT
// The net under the player's hands.
#include "grid_room.h"

#include <quincunx/hash.h>

#include <stdio.h>
#include <string.h>

enum { NOTICE_TICKS = 200 };

#define TINT_EASE 0.06f // a tick

_Static_assert(sizeof(grid_rules) == sizeof(qx_random) + GRID_EVENTS * sizeof(grid_event) +
                                         GRID_HANDS * sizeof(grid_hand) + 18 * 4,
               "no padding: hashed as a whole");

void grid_notice(grid_play *r, const char *words)
{
    snprintf(r->notice, sizeof r->notice, "%s", words);
    r->notice_left = NOTICE_TICKS;
}

// --- tools

static const struct {
    const char *title;
    uint32_t colour;
} tools[GRID_TOOLS] = {
    { "Explode", 0xFF8A3DFF }, { "Implode", 0x9A7BFFFF }, { "Drag", 0x5CC8FFFF },
    { "Vortex", 0xFF5C9EFF },  { "Shock", 0x5CE0D8FF },   { "Line", 0xFFD24AFF },
    { "Wave", 0x6F9BFFFF },    { "Shows", 0x5CC8FFFF },
};

const char *grid_tool_title(uint32_t tool)
{
    return tools[tool].title;
}

uint32_t grid_tool_colour(uint32_t tool)
{
    return tools[tool].colour;
}

// Coming back to the presets while they are chosen goes on to the next one.
void grid_choose_tool(grid_play *r, uint32_t tool)
{
    const bool again = r->rules.tool == tool;
    r->rules.tool = tool;
    if (tool != GRID_TOOL_PRESET) return;
    if (again || r->rules.preset == 0)
        grid_choose_preset(r, (r->rules.preset + 1) % grid_preset_count());
}

void grid_choose_preset(grid_play *r, uint32_t preset)
{
    r->rules.preset = preset;
    r->rules.preset_age = 0;
    r->rules.preset_level = 0.0f;
}

// --- density

void grid_choose_density(grid_play *r, uint32_t points, uint32_t material)
{
    r->rules.wanted_points = points;
    r->rules.wanted_material = material;
    if (r->rules.fade < GRID_FADE_OUT) r->rules.fade = GRID_FADE_TICKS;
}

static bool reopen(grid_play *r, uint32_t points, uint32_t material, int16_t width, int16_t height)
{
    char count[16], words[GRID_NOTICE_SIZE];
    if (grid_net_open(&r->net, points, material, width, height) == QX_OK) return true;
    grid_write_count(count, points);
    snprintf(words, sizeof words, "Not enough memory for %s points", count);
    grid_notice(r, words);
    return false;
}

static void change_density(grid_play *r)
{
    if (r->rules.fade == 0) return;
    r->rules.fade--;
    if (r->rules.fade != GRID_FADE_TICKS - GRID_FADE_OUT) return;
    if (reopen(r, r->rules.wanted_points, r->rules.wanted_material, (int16_t)r->net.width,
               (int16_t)r->net.height))
        return;
    r->rules.wanted_points = r->net.points;
    r->rules.wanted_material = r->net.material;
}

// What lies outside the new shape is brought inside by the hands' own limits.
static void follow_view(grid_play *r)
{
    const int16_t width = r->input.view_width, height = r->input.view_height;
    if (width <= 0 || height <= 0) return;
    if ((float)width == r->net.width && (float)height == r->net.height) return;
    reopen(r, r->net.points, r->net.material, width, height);
}

// --- keys

static void step_tool(grid_play *r, uint32_t step)
{
    grid_choose_tool(r, (r->rules.tool + step) % GRID_TOOLS);
}

static void start_over(grid_play *r)
{
    memset(r->rules.events, 0, sizeof r->rules.events);
    grid_choose_preset(r, 0);
    if (r->rules.tool == GRID_TOOL_PRESET) r->rules.tool = QX_GRID_EXPLODE;
    r->rules.swapped = 0;
    grid_net_rest(&r->net);
    grid_notice(r, "The net is at rest");
}

static bool is_pressed(const grid_play *r, action a)
{
    return r->input.pressed & ACTION_BIT(a);
}

static void obey_keys(grid_play *r)
{
    for (uint32_t i = 0; i < GRID_TOOLS; i++)
        if (is_pressed(r, (action)(ACTION_OPTION_1 + i))) grid_choose_tool(r, i);
    if (is_pressed(r, ACTION_NEXT)) step_tool(r, 1);
    if (is_pressed(r, ACTION_PREVIOUS)) step_tool(r, GRID_TOOLS - 1);
    if (is_pressed(r, ACTION_MORE) || r->input.wheel > 0) grid_press_button(r, BUTTON_MORE);
    if (is_pressed(r, ACTION_LESS) || r->input.wheel < 0) grid_press_button(r, BUTTON_LESS);
    if (is_pressed(r, ACTION_MODE)) grid_press_button(r, BUTTON_MATERIAL);
    if (is_pressed(r, ACTION_RESET)) start_over(r);
}

// --- the scene

static void put_cursor_in_the_middle(grid_play *r)
{
    grid_hand *h = &r->rules.hands[0];
    h->x = h->last_x = 0.5f * r->net.width;
    h->y = h->last_y = 0.5f * r->net.height;
}

static void start_rules(grid_play *r, const grid_options *o, uint64_t seed)
{
    qx_random_seed(&r->rules.random, seed, 1);
    r->rules.preset = o->preset;
    r->rules.tool = o->preset > 0 ? GRID_TOOL_PRESET : QX_GRID_EXPLODE;
    r->rules.calm = o->calm;
    r->rules.wanted_points = o->points;
    r->rules.wanted_material = o->material;
    r->rules.untouched = UINT32_MAX; // nobody has touched it yet: ripples begin at once
    put_cursor_in_the_middle(r);
}

static bool init(void *state, const scene_setup *setup, char *problem, size_t problem_size)
{
    grid_play *r = state;
    grid_options o;
    if (!grid_options_read(&o, setup, problem, problem_size)) return false;
    const qx_result result =
        grid_net_open(&r->net, o.points, o.material, setup->view_width, setup->view_height);
    if (result != QX_OK) {
        char count[16];
        grid_write_count(count, o.points);
        snprintf(problem, problem_size, "no net of %s points: %s; choose fewer with --points=N",
                 count, qx_result_text(result));
        return false;
    }
    start_rules(r, &o, setup->seed);
    return true;
}

static void input(void *state, const tick_input *in)
{
    ((grid_play *)state)->input = *in;
}

static float channel(uint32_t colour, uint32_t shift)
{
    const float value = (float)(colour >> shift & 255) / 255.0f;
    return value * value;
}

// The net takes on the colour of what happens to it, slowly.
static void ease_tint(grid_play *r)
{
    const bool shows = r->rules.preset > 0;
    const uint32_t colour = shows                          ? grid_preset_colour(r->rules.preset)
                            : r->rules.ripple_level > 0.0f ? grid_ripple_colour(r)
                                                           : grid_tool_colour(r->rules.tool);
    for (uint32_t i = 0; i < 3; i++) {
        const float wanted = channel(colour, 24 - 8 * i);
        r->tint[i] = r->version == 0 ? wanted : r->tint[i] + TINT_EASE * (wanted - r->tint[i]);
    }
}

static void tick(void *state, const scene_services *services)
{
    grid_play *r = state;
    r->sound = services->sound;
    r->light_count = 0;
    if (r->notice_left > 0) r->notice_left--;
    follow_view(r);
    change_density(r);
    grid_move_hands(r);
    obey_keys(r);
    grid_use_hands(r);
    grid_run_presets(r);
    grid_run_events(r);
    grid_net_step(&r->net, services->workers);
    ease_tint(r);
    r->rules.tick++;
    r->version++;
    r->sound = NULL;
}

static uint64_t hash(const void *state)
{
    const grid_play *r = state;
    const uint64_t net = qx_grid_hash(r->net.grid);
    const uint64_t so_far = qx_hash_bytes(QX_HASH_START, &net, sizeof net);
    return qx_hash_bytes(so_far, &r->rules, sizeof r->rules);
}

static void draw(const void *state, const scene_canvas *canvas)
{
    grid_draw(state, canvas);
    if (canvas->hud) grid_draw_hud(state, canvas);
}

static void quit(void *state)
{
    grid_net_close(&((grid_play *)state)->net);
}

const scene grid_room = {
    .name = "grid",
    .title = "The Net",
    .summary = "Push a net of up to a million points about",
    .options_help = grid_options_help,
    .controls_help = "Mouse: left pushes, right pulls, the wheel changes the density\n"
                     "Fingers: each pushes; buttons at the left choose how\n"
                     "W A S D, left stick: move the cursor\n"
                     "Space, A: push there\n"
                     "Shift, B: pull there\n"
                     "Arrows, right stick: shoot\n"
                     "1 to 7, Q E, shoulders: choose the force\n"
                     "8: shows; again for the next\n"
                     "+ -, up and down: density\n"
                     "M, Y: material\n"
                     "R, X: put the net to rest\n",
    .accent = 0x5CC8FFFF,
    .world_height = 720.0f,
    .version = 2,
    .state_size = sizeof(grid_play),
    .init = init,
    .input = input,
    .tick = tick,
    .draw = draw,
    .hash = hash,
    .quit = quit,
};
