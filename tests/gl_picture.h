// SPDX-License-Identifier: MIT
#pragma once

// A renderer without a display, in each dialect and precision, and pictures taken with it.

#include "gl_context.h"

#include <quincunx/render.h>

typedef struct gl_stage {
    gl_context context;
    gl_dialect dialect;
    bool bytes; // RGBA8 although half floats would be there
    qx_render *render;
} gl_stage;

// Set-ups of a test group, one a kind; *state is then a gl_stage.
int gl_stage_core(void **state);
int gl_stage_core_bytes(void **state);
int gl_stage_es(void **state);
int gl_stage_es_bytes(void **state);
int gl_stage_close(void **state);

// Tear-down of each test: fails where OpenGL has an error to report.
int gl_stage_check(void **state);

typedef struct picture {
    uint32_t width, height;
    uint8_t *rgb; // from the top
} picture;

typedef void picture_draw(qx_render *render, const void *user);

// One frame off-screen; the frame's framebuffer is filled in. `over` is drawn after compose; both
// may be NULL.
picture picture_take(qx_render *render, qx_frame frame, picture_draw *scene, picture_draw *over,
                     const void *user);
void picture_free(picture *taken);

uint8_t picture_byte(const picture *taken, uint32_t x, uint32_t y, int channel);
// Linear light of a pixel's green, 0 to 1.
double picture_light(const picture *taken, uint32_t x, uint32_t y);
// The same for the brightest channel.
double picture_top(const picture *taken, uint32_t x, uint32_t y);
// Mean of picture_top over the rectangle [x, x + width) * [y, y + height).
double picture_mean(const picture *taken, uint32_t x, uint32_t y, uint32_t width, uint32_t height);
// Of pixels that are as good as white, 0 to 1.
double picture_white_share(const picture *taken);
// Greatest and mean difference of bytes.
int picture_worst(const picture *a, const picture *b);
double picture_apart(const picture *a, const picture *b);
