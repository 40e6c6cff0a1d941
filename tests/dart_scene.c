// SPDX-License-Identifier: MIT
#include "dart_scene.h"

#include <quincunx/hash.h>

#include <string.h>

static bool init(void *state, const scene_setup *setup, char *problem, size_t problem_size)
{
    (void)problem;
    (void)problem_size;
    dart *d = state;
    d->lives = DART_LIVES;
    d->bot = setup->option_count > 0;
    d->told = qx_hash_bytes(QX_HASH_START, &setup->seed, sizeof setup->seed);
    return true;
}

static void input(void *state, const tick_input *in)
{
    dart *d = state;
    const bool over = d->lives == 0;
    const bool primary = in->pressed & ACTION_BIT(ACTION_PRIMARY);
    d->told = qx_hash_bytes(d->told, in, sizeof *in);
    d->rest = !over && in->pressed & ACTION_BIT(ACTION_SECONDARY);
    d->restart = over && d->over_ticks >= DART_WAIT_TICKS && primary;
    if (d->rest) d->lives--;
    if (!over && (primary || d->bot)) d->score += DART_POINTS;
}

static void tick(void *state, const scene_services *services)
{
    (void)services;
    dart *d = state;
    d->ticks++;
    if (d->lives == 0) d->over_ticks++;
}

static void draw(const void *state, const scene_canvas *canvas)
{
    const dart *d = state;
    const qx_sprite dot = { .centre = { 80.0f, 60.0f, 0.0f },
                            .half_width = 20.0f + (float)d->lives,
                            .half_height = 20.0f,
                            .intensity = 2.0f,
                            .colour = 0x40E0FFFF,
                            .shape = QX_SPRITE_RING };
    qx_render_sprites(canvas->render, QX_BLEND_ADD, &dot, 1);
}

static uint64_t hash(const void *state)
{
    const dart *d = state;
    const uint64_t all[] = { d->score, d->told, d->lives, d->over_ticks, d->ticks };
    return qx_hash_bytes(QX_HASH_START, all, sizeof all);
}

static scene_result result(const void *state)
{
    const dart *d = state;
    return (scene_result){ d->score, d->lives == 0, d->restart, d->rest };
}

static void quit(void *state)
{
    (void)state;
}

const scene dart_scene = {
    .name = "dart",
    .title = "Dart",
    .summary = "A game of darts",
    .options_help = "--bot  plays itself\n",
    .controls_help = "Space: throw\n",
    .attract_word = "--bot",
    .accent = 0xFF5C9EFF,
    .world_height = 120.0f,
    .version = 7,
    .state_size = sizeof(dart),
    .init = init,
    .input = input,
    .tick = tick,
    .draw = draw,
    .hash = hash,
    .result = result,
    .quit = quit,
};

// In place of arcade/scenes.c: a room before and a game behind, so that rows matter.
static const scene room = {
    .name = "room",
    .title = "Room",
    .summary = "Not a game",
    .accent = 0x40E0FFFF,
    .world_height = 120.0f,
    .version = 1,
    .state_size = sizeof(dart),
    .init = init,
    .input = input,
    .tick = tick,
    .draw = draw,
    .hash = hash,
    .quit = quit,
};

const scene *const scenes[] = { &room, &dart_scene };
const uint32_t scene_count = 2;

const scene *scene_find(const char *name)
{
    for (uint32_t i = 0; i < scene_count; i++)
        if (strcmp(scenes[i]->name, name) == 0) return scenes[i];
    return NULL;
}
