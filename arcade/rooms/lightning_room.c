// SPDX-License-Identifier: MIT
// Lightning under the player's hands.
#include "lightning_room.h"

#include <quincunx/hash.h>

#include <stdio.h>
#include <stdlib.h>

enum { NOTICE_TICKS = 200, SHOW_TICKS = 480 };

_Static_assert(sizeof(lightning_rules) == 8 + LIGHTNING_MARKS * sizeof(lightning_mark) +
                                              LIGHTNING_HANDS * sizeof(lightning_hand) +
                                              (2 * PARAM_COUNT + 22) * 4,
               "no padding: hashed as a whole");

void lightning_notice(lightning_play *r, const char *words)
{
    snprintf(r->notice, sizeof r->notice, "%s", words);
    r->notice_left = NOTICE_TICKS;
}

float lightning_unit(const lightning_play *r, uint32_t salt, uint64_t index, uint32_t which)
{
    const uint64_t numbers[] = { r->rules.seed, (uint64_t)salt << 32 | which, index,
                                 r->rules.epoch };
    const uint64_t hash = qx_hash_bytes(QX_HASH_START, numbers, sizeof numbers);
    return (float)(hash >> 40) / 16777216.0f;
}

// --- memory

static bool open_buffers(lightning_play *r)
{
    const qx_bolt_counts a = qx_bolt_bound_ribbon(r->bolts[0]);
    const qx_bolt_counts b = qx_bolt_bound_ribbon(r->trees[0]);
    const uint32_t lines = qx_bolt_bound_lines(r->bolts[0]);
    const uint32_t tree_lines = qx_bolt_bound_lines(r->trees[0]);
    const uint32_t vertices = a.vertices > b.vertices ? a.vertices : b.vertices;
    const uint32_t indices = a.indices > b.indices ? a.indices : b.indices;
    r->lines = malloc((lines > tree_lines ? lines : tree_lines) * sizeof r->lines[0]);
    r->vertices = malloc(vertices * sizeof r->vertices[0]);
    r->indices = malloc(indices * sizeof r->indices[0]);
    return r->lines && r->vertices && r->indices;
}

static void quit(void *state)
{
    lightning_play *r = state;
    lightning_close_bolts(r);
    free(r->lines);
    free(r->vertices);
    free(r->indices);
    r->lines = NULL;
    r->vertices = NULL;
    r->indices = NULL;
}

// --- the scene

static void start_rules(lightning_play *r, const lightning_options *o, const scene_setup *setup)
{
    lightning_rules *rules = &r->rules;
    rules->seed = setup->seed;
    rules->width = (float)setup->view_width;
    rules->height = (float)setup->view_height;
    rules->compare = o->compare;
    rules->show = o->show;
    lightning_choose_preset(r, o->show ? PRESET_STORM : o->preset);
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        if (o->given[i]) rules->values[i] = rules->timing[i] = o->values[i];
    rules->hands[0].x = rules->hands[0].last_x = 0.5f * rules->width;
    rules->hands[0].y = rules->hands[0].last_y = 0.5f * rules->height;
}

static bool init(void *state, const scene_setup *setup, char *problem, size_t problem_size)
{
    lightning_play *r = state;
    lightning_options o;
    if (!lightning_options_read(&o, setup, problem, problem_size)) return false;
    const qx_result result = lightning_open_bolts(r);
    if (result != QX_OK || !open_buffers(r)) {
        snprintf(problem, problem_size, "no memory for bolts: %s",
                 qx_result_text(result == QX_OK ? QX_NO_MEMORY : result));
        quit(r);
        return false;
    }
    start_rules(r, &o, setup);
    return true;
}

static void input(void *state, const tick_input *in)
{
    ((lightning_play *)state)->input = *in;
}

static void follow_view(lightning_play *r)
{
    const float width = (float)r->input.view_width, height = (float)r->input.view_height;
    const bool same = !(width < r->rules.width || width > r->rules.width ||
                        height < r->rules.height || height > r->rules.height);
    if (!same) lightning_follow_view(r, width, height);
}

// One preset after the other, until somebody chooses.
static void go_on_with_the_show(lightning_play *r)
{
    static const uint32_t order[LIGHTNING_PRESETS] = { PRESET_STORM, PRESET_GLOBE, PRESET_CHAIN,
                                                       PRESET_CAGE,  PRESET_ARC,   PRESET_STRIKE };
    uint32_t at = 0;
    if (!r->rules.show || r->rules.tick - r->rules.preset_tick < SHOW_TICKS) return;
    if (r->rules.untouched < SHOW_TICKS) return;
    while (order[at] != r->rules.preset) at++;
    lightning_choose_preset(r, order[(at + 1) % LIGHTNING_PRESETS]);
}

static void tick(void *state, const scene_services *services)
{
    lightning_play *r = state;
    r->sound = services->sound;
    if (r->notice_left > 0) r->notice_left--;
    follow_view(r);
    go_on_with_the_show(r);
    lightning_move_hands(r);
    lightning_obey_keys(r);
    lightning_use_hands(r);
    lightning_drift_marks(r);
    lightning_run_strikes(r);
    lightning_run_light(r);
    lightning_run_events(r);
    r->rules.tick++;
    r->sound = NULL;
}

static uint64_t hash(const void *state)
{
    const lightning_play *r = state;
    return qx_hash_bytes(QX_HASH_START, &r->rules, sizeof r->rules);
}

static void draw(const void *state, const scene_canvas *canvas)
{
    lightning_draw(state, canvas);
    lightning_draw_hud(state, canvas);
}

const scene lightning_room = {
    .name = "lightning",
    .title = "Lightning",
    .summary = "Strikes, arcs, chains and storms",
    .options_help = lightning_options_help,
    .controls_help = "Mouse, finger: drag what lies there, else a bolt\n"
                     "Right, Shift, B: set an obstacle or target; on one: away\n"
                     "W A S D, stick: the cursor; Space, A: press\n"
                     "1 to 6: the scenes\n"
                     "7, 8: glow by max and sum; ribbons\n"
                     "Q E, right stick: a row of the column\n"
                     "+ -, wheel: change it\n"
                     "M, Y: the way to grow\n"
                     "R, X: as it was\n",
    .attract_word = "--show",
    .accent = 0x9A7BFFFF,
    .world_height = 720.0f,
    .version = 2,
    .state_size = sizeof(lightning_play),
    .init = init,
    .input = input,
    .tick = tick,
    .draw = draw,
    .hash = hash,
    .quit = quit,
};
