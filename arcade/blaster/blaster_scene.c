// SPDX-License-Identifier: MIT
// Blaster Classic as a scene: the game ticks, the spectacle follows what it tells.
#include "blaster_scene.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WAIT_TICKS = 45,      // after the end, until a press starts over: the last fight's must not
    BOT_WAIT_TICKS = 240, // until the bot does
    TOUCHED_TICKS = 600   // that the button for fingers shows after the last one
};

// --- start and end

static void start_game(blaster_play *b)
{
    blaster_start(&b->game, b->seed + b->runs, b->options.steering);
    trace_keep(&b->trace, &b->game);
}

static void quit(void *state)
{
    blaster_play *b = state;
    blaster_net_close(&b->net);
    volley_close(&b->volley);
    free(b->lines);
    free(b->dots);
    free(b->sparks);
    b->lines = NULL;
    b->dots = NULL;
    b->sparks = NULL;
}

static bool refuse(blaster_play *b, const char *why, char *problem, size_t problem_size)
{
    snprintf(problem, problem_size, "%s", why);
    quit(b);
    return false;
}

static bool make_room(blaster_play *b, uint64_t seed)
{
    b->lines = malloc(PARTICLES_MAX * sizeof *b->lines);
    b->dots = malloc(PARTICLES_MAX * sizeof *b->dots);
    if (!b->lines || !b->dots || volley_open(&b->volley, seed) != QX_OK) return false;
    b->sparks = malloc(volley_bound_lines(&b->volley) * sizeof *b->sparks);
    return b->sparks;
}

static bool init(void *state, const scene_setup *setup, char *problem, size_t problem_size)
{
    static const char no_memory[] = "not enough memory for Blaster; close other programs";
    blaster_play *b = state;
    if (!blaster_options_read(&b->options, setup, problem, problem_size)) return false;
    if (!make_room(b, setup->seed)) return refuse(b, no_memory, problem, problem_size);
    const qx_result net =
        blaster_net_open(&b->net, b->options.material, setup->view_width, setup->view_height);
    if (net == QX_NO_MEMORY) return refuse(b, no_memory, problem, problem_size);
    if (net != QX_OK) return refuse(b, qx_result_text(net), problem, problem_size);
    b->seed = setup->seed;
    b->ears.music_seed = (uint32_t)setup->seed;
    spectacle_start(&b->spectacle, setup->seed);
    start_game(b);
    return true;
}

// --- a tick

static void input(void *state, const tick_input *in)
{
    ((blaster_play *)state)->input = *in;
}

// The net follows the window; where there is no memory for another the old one stays, off its place
// but alive.
static void follow_view(blaster_play *b)
{
    const int16_t width = b->input.view_width, height = b->input.view_height;
    if (width <= 0 || height <= 0 || (width == b->net.width && height == b->net.height)) return;
    blaster_net_open(&b->net, b->options.material, width, height);
}

// The middle of the view the tick was played in, not of the net: it must not matter whether there
// was memory for that.
static orders orders_of(blaster_play *b)
{
    const float x = 0.5f * (float)(b->input.view_width - ARENA_WIDTH);
    const float y = 0.5f * (float)(b->input.view_height - ARENA_HEIGHT);
    const orders given = blaster_orders(&b->game, &b->input, x, y);
    return b->options.bot ? blaster_bot(&b->game) : given;
}

static bool trigger_held(const tick_input *in)
{
    uint32_t buttons = 0;
    for (uint32_t i = 0; i < POINTER_COUNT; i++) buttons |= in->pointers[i].buttons;
    return buttons != 0;
}

static bool wants_another(const blaster_play *b)
{
    const uint32_t keys = ACTION_BIT(ACTION_PRIMARY) | ACTION_BIT(ACTION_RESET);
    if (!b->game.over || b->game.over_ticks < WAIT_TICKS) return false;
    if (b->options.bot) return b->game.over_ticks >= BOT_WAIT_TICKS;
    return b->input.pressed & keys || (trigger_held(&b->input) && !b->trigger);
}

// The bot goes on by itself; a player's games are begun by the shell, each with a recording of its own.
static void play_another(blaster_play *b)
{
    b->runs++;
    start_game(b);
    blaster_net_return(&b->net, b->game.ship.at);
}

static void watch_player(blaster_play *b, const orders *given)
{
    if (!is_zero(given->move) && b->moved < UINT32_MAX) b->moved++;
    if (!is_zero(given->aim) && b->shot < UINT32_MAX) b->shot++;
    b->hint_age++;
    if (b->touched > 0) b->touched--;
    if (b->game.fingers >> 1 != 0) b->touched = TOUCHED_TICKS;
}

static void tick(void *state, const scene_services *services)
{
    blaster_play *b = state;
    follow_view(b);
    b->restart = wants_another(b) && !b->options.bot;
    if (wants_another(b) && b->options.bot) play_another(b);
    b->trigger = trigger_held(&b->input);
    trace_keep(&b->trace, &b->game);
    const orders given = orders_of(b);
    blaster_tick(&b->game, &given);
    watch_player(b, &given);
    spectacle_tick(&b->spectacle, &b->game, &b->net);
    volley_tick(&b->volley, &b->game);
    blaster_net_step(&b->net, services->workers);
    blaster_sound(services->sound, &b->game, &b->ears);
}

static void draw(const void *state, const scene_canvas *canvas)
{
    const blaster_play *b = state;
    blaster_draw(b, canvas);
    if (!canvas->hud) return; // a menu may lie over it, and glows with it
    qx_render_compose(canvas->render);
    blaster_draw_on_top(b, canvas);
    blaster_draw_hud(b, canvas);
}

static uint64_t hash(const void *state)
{
    return blaster_hash(&((const blaster_play *)state)->game);
}

static bool died_now(const blaster *game)
{
    for (uint32_t i = 0; i < game->event_count; i++)
        if (game->events[i].kind == EVENT_SHIP_DEAD) return true;
    return false;
}

static scene_result result(const void *state)
{
    const blaster_play *b = state;
    return (scene_result){ .score = b->game.score,
                           .over = b->game.over,
                           .restart = b->restart,
                           .rest = died_now(&b->game) };
}

const scene blaster_scene = {
    .name = "blaster",
    .title = "Blaster",
    .summary = "Fly, fire, survive; one more round",
    .options_help = blaster_options_help,
    .controls_help = "W A S D, left stick: fly\n"
                     "Arrows, right stick: aim and fire\n"
                     "Mouse: aims; the left button fires\n"
                     "Space, A: fire ahead, or toward the mouse\n"
                     "Shift, B, right mouse button: lightning, once it is charged\n"
                     "Fingers: left half flies, right half aims and fires; the button strikes\n"
                     "R, X, or fire: play again after the end\n",
    .assist_word = "--one-stick",
    .attract_word = "--bot",
    .accent = 0xFF5C9EFF,
    .world_height = 640.0f,
    .world_width = 840.0f,
    .version = 3,
    .state_size = sizeof(blaster_play),
    .init = init,
    .input = input,
    .tick = tick,
    .draw = draw,
    .hash = hash,
    .result = result,
    .quit = quit,
};
