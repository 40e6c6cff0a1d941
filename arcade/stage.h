// SPDX-License-Identifier: MIT
// A scene that is being played: its state, its ticks, its recording. Knows no window and no device,
// so that a run on screen, a run without one and a replay are the same thing.
#pragma once

#include "replay.h"
#include "scene.h"

typedef struct stage {
    const scene *scene; // NULL while nothing is on
    void *state;
    uint32_t ticks;
    recording *record; // NULL where nothing is recorded
    double tick_ms;    // smoothed
} stage;

// The view of a scene in a picture of this shape: its world_height tall and as wide as the picture
// asks for; in pictures narrower than its world_width that wide, and as tall as they ask for.
qx_view stage_view(const scene *which, uint32_t width, uint32_t height);

// False with a sentence in problem where the scene refuses or memory lacks; nothing is on then.
bool stage_start(stage *s, const scene *which, const scene_setup *setup, bool record, char *problem,
                 size_t problem_size);

void stage_tick(stage *s, const tick_input *input, const scene_services *services);

uint64_t stage_hash(const stage *s);

// What was drawn with this renderer lets go of it; allowed when nothing is on.
void stage_release(const stage *s, qx_render *render);

// Frees the scene's state and the recording; allowed when nothing is on.
void stage_stop(stage *s);
