// SPDX-License-Identifier: MIT
// A scene drawn where nobody looks, and read back.
#pragma once

#include "options.h"
#include "settings.h"
#include "stage.h"
#include "window.h"

typedef struct picture {
    window window;
    qx_render *render;
    qx_target *target;
    uint8_t *pixels; // RGB of the latest picture
    uint32_t width, height;
    bool hud;
    settings settings; // bloom, particles, shake and flashes
    flashes flashes;
} picture;

// False where that is not possible here; it has been reported then.
bool picture_open(picture *p, const options *o, const settings *wanted);
void picture_draw(picture *p, const stage *s, const qx_view *view, float blend);
// As PNG; "-" is standard output. False where it was not written, reported likewise.
bool picture_save(const picture *p, const char *path);
// NULL where nothing was drawn.
void picture_close(picture *p, const stage *s);
