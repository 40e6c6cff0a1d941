// SPDX-License-Identifier: MIT
#include "stage.h"

#include <SDL_timer.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The widest and tallest view that tick_input can name.
#define MOST 32767.0f

qx_view stage_view(const scene *which, uint32_t width, uint32_t height)
{
    const float shape = (float)width / (float)(height > 0 ? height : 1);
    const float wide = roundf(which->world_height * shape);
    if (wide >= which->world_width)
        return (qx_view){ 0.0f, 0.0f, fminf(fmaxf(wide, 1.0f), MOST), which->world_height };
    const float tall = roundf(which->world_width / fmaxf(shape, 1e-6f));
    return (qx_view){ 0.0f, 0.0f, which->world_width, fminf(tall, MOST) };
}

static bool refuse(stage *s, const char *why, char *problem, size_t problem_size)
{
    if (why) snprintf(problem, problem_size, "%s", why);
    stage_stop(s);
    return false;
}

// The scene's stamp stands behind its options.
static bool start_record(stage *s, const scene_setup *setup)
{
    const char *words[RECORDING_OPTIONS];
    char stamp[RECORDING_OPTION_SIZE] = "";
    scene_setup stamped = *setup;
    if (setup->option_count > RECORDING_OPTIONS) return false;
    for (uint32_t i = 0; i < setup->option_count; i++) words[i] = setup->options[i];
    if (s->scene->stamp) s->scene->stamp(s->state, stamp, sizeof stamp);
    if (stamp[0]) {
        if (stamped.option_count == RECORDING_OPTIONS) return false;
        words[stamped.option_count++] = stamp;
    }
    stamped.options = words;
    s->record = recording_create(s->scene->name, s->scene->version, &stamped);
    return s->record;
}

bool stage_start(stage *s, const scene *which, const scene_setup *setup, bool record, char *problem,
                 size_t problem_size)
{
    static const char no_memory[] = "not enough memory to start the scene; close other programs";
    problem[0] = '\0';
    *s = (stage){ .state = calloc(1, which->state_size) };
    if (!s->state) return refuse(s, no_memory, problem, problem_size);
    if (!which->init(s->state, setup, problem, problem_size))
        return refuse(s, problem[0] ? NULL : "the scene did not start", problem, problem_size);
    s->scene = which;
    if (record && !start_record(s, setup)) return refuse(s, no_memory, problem, problem_size);
    return true;
}

static double milliseconds_since(uint64_t start)
{
    return 1000.0 * (double)(SDL_GetPerformanceCounter() - start) /
           (double)SDL_GetPerformanceFrequency();
}

void stage_tick(stage *s, const tick_input *input, const scene_services *services)
{
    if (s->record) recording_add(s->record, input);
    const uint64_t start = SDL_GetPerformanceCounter();
    s->scene->input(s->state, input);
    s->scene->tick(s->state, services);
    const double cost = milliseconds_since(start);
    s->tick_ms = s->ticks == 0 ? cost : s->tick_ms + 0.05 * (cost - s->tick_ms);
    s->ticks++;
}

uint64_t stage_hash(const stage *s)
{
    return s->scene->hash(s->state);
}

void stage_release(const stage *s, qx_render *render)
{
    if (s->scene && s->scene->release) s->scene->release(s->state, render);
}

void stage_stop(stage *s)
{
    if (s->scene) s->scene->quit(s->state);
    free(s->state);
    recording_destroy(s->record);
    *s = (stage){ 0 };
}
