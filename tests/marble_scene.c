// SPDX-License-Identifier: MIT
#include "marble_scene.h"

#include <quincunx/hash.h>

#include <stdio.h>
#include <string.h>

static bool init(void *state, const scene_setup *setup, char *problem, size_t problem_size)
{
    marble *m = state;
    m->weight = 1;
    for (uint32_t i = 0; i < setup->option_count; i++) {
        const char *value = setup->options[i] + strlen("--weight=");
        if (value[0] < '1' || value[0] > '9' || value[1] != '\0') {
            snprintf(problem, problem_size, "--weight is a number from 1 to 9");
            return false;
        }
        m->weight = value[0] - '0';
    }
    m->told = qx_hash_bytes(QX_HASH_START, &setup->seed, sizeof setup->seed);
    return true;
}

static void input(void *state, const tick_input *in)
{
    marble *m = state;
    m->told = qx_hash_bytes(m->told, in, sizeof *in);
    m->x += in->move_x / m->weight;
    m->y += in->move_y / m->weight;
    m->presses += (in->pressed & ACTION_BIT(ACTION_PRIMARY)) != 0;
    m->clicks += in->pointers[0].buttons & 1;
}

static void tick(void *state, const scene_services *services)
{
    (void)services;
    ((marble *)state)->ticks++;
}

static void draw(const void *state, const scene_canvas *canvas)
{
    const marble *m = state;
    const qx_sprite dot = { .centre = { 80.0f + (float)m->x * 1e-6f, 60.0f, 0.0f },
                            .half_width = 30.0f,
                            .half_height = 30.0f,
                            .intensity = 2.0f,
                            .colour = 0x40E0FFFF,
                            .shape = QX_SPRITE_RING };
    qx_render_sprites(canvas->render, QX_BLEND_ADD, &dot, 1);
}

static uint64_t hash(const void *state)
{
    return qx_hash_bytes(QX_HASH_START, state, sizeof(marble));
}

static void quit(void *state)
{
    (void)state;
}

const scene marble_scene = {
    .name = "marble",
    .title = "Marble",
    .summary = "A marble",
    .options_help = "--weight=N  1 to 9\n",
    .controls_help = "Move  push\n",
    .assist_word = "--weight=9",
    .accent = 0x40E0FFFF,
    .world_height = 120.0f,
    .version = 3,
    .state_size = sizeof(marble),
    .init = init,
    .input = input,
    .tick = tick,
    .draw = draw,
    .hash = hash,
    .quit = quit,
};

// In place of arcade/scenes.c, which a static library gives only to those who lack these names.
const scene *const scenes[] = { &marble_scene };
const uint32_t scene_count = 1;

const scene *scene_find(const char *name)
{
    return strcmp(name, "marble") == 0 ? &marble_scene : NULL;
}
