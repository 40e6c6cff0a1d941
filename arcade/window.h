// SPDX-License-Identifier: MIT
// The window and its OpenGL context, on screen or, for pictures, nowhere.
#pragma once

#include <quincunx/base.h>

#include <SDL_video.h>
#include <stdbool.h>

typedef struct window {
    SDL_Window *handle;
    SDL_GLContext context;
    bool vsync; // as it was granted
} window;

typedef struct window_desc {
    const char *title;
    uint32_t width, height; // of the window while it is not fullscreen
    bool fullscreen;
    bool vsync;
    bool hidden; // no display is needed: SDL's offscreen driver where it is there
} window_desc;

// Starts SDL's video. False with one line in problem: no display, no OpenGL 3.3 or OpenGL ES 3.0.
bool window_open(window *w, const window_desc *desc, char *problem, size_t problem_size);
void window_close(window *w);

// True where SDL finds a video driver that shows something to somebody.
bool window_has_display(void);

// Pixels of the drawable, which are more than the window's own where the display is scaled. At
// least 1.
void window_get_size(const window *w, uint32_t *width, uint32_t *height);
// Window coordinates, as SDL's mouse events have them, to pixels of the drawable.
void window_to_pixels(const window *w, float *x, float *y);

void window_set_fullscreen(window *w, bool fullscreen);
void window_set_vsync(window *w, bool vsync);

// Frames a second of the display the window is on; 60 where it is not known.
uint32_t window_get_refresh(const window *w);
