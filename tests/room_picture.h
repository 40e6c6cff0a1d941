// SPDX-License-Identifier: MIT
// Pictures of a room that is played by room_drive.h, in windows of every shape.
#pragma once

#include "gl_picture.h"
#include "room_drive.h"

typedef struct window_size {
    uint32_t width, height;
} window_size;

enum { WINDOW_SIZES = 5 };
extern const window_size window_sizes[WINDOW_SIZES];

// World units from side to side in such a window.
int16_t room_breadth(uint32_t width, uint32_t height);

// A window's canvas between two ticks, without a display; the times in it are long to write.
scene_canvas room_canvas(const room_play *p, uint32_t width, uint32_t height);
picture room_take(const gl_stage *stage, const room_play *p, const scene_canvas *canvas);
