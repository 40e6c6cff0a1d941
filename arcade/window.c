// SPDX-License-Identifier: MIT
#include "window.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

static bool shows_nothing(const char *driver)
{
    static const char *const blind[] = { "offscreen", "dummy", "evdev" };
    for (size_t i = 0; i < sizeof blind / sizeof blind[0]; i++)
        if (driver && strcmp(driver, blind[i]) == 0) return true;
    return !driver;
}

static bool try_driver(const char *driver)
{
    SDL_SetHint(SDL_HINT_VIDEODRIVER, driver);
    const bool started = SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
    SDL_SetHint(SDL_HINT_VIDEODRIVER, NULL);
    return started;
}

// One by one, because SDL itself ends at drivers that show nothing, and a game that nobody sees
// must not start by accident. Who names a driver in the environment gets that one. Wayland's
// library complains where its folder is not known; it could not work then.
static bool start_shown(void)
{
    if (SDL_getenv("SDL_VIDEODRIVER")) return SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
    for (int i = 0; i < SDL_GetNumVideoDrivers(); i++) {
        const char *driver = SDL_GetVideoDriver(i);
        const bool hopeless = strcmp(driver, "wayland") == 0 && !SDL_getenv("XDG_RUNTIME_DIR");
        if (!hopeless && !shows_nothing(driver) && try_driver(driver)) return true;
    }
    return false;
}

bool window_has_display(void)
{
    if (!start_shown()) return false;
    const bool shows = !shows_nothing(SDL_GetCurrentVideoDriver()) && SDL_GetNumVideoDisplays() > 0;
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return shows;
}

// Builds of SDL without that driver: a window that stays hidden.
static bool start_hidden(void)
{
    return try_driver("offscreen") || SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
}

static bool start_video(bool hidden, char *problem, size_t problem_size)
{
    if (hidden ? start_hidden() : start_shown()) return true;
    if (hidden)
        snprintf(problem, problem_size, "SDL has no video driver to draw with: %s", SDL_GetError());
    else
        snprintf(
            problem, problem_size,
            "no display was found; pictures and films need none: quincunx shot, quincunx film");
    return false;
}

static SDL_Window *make_window(const window_desc *desc, int profile, int major, int minor)
{
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, profile);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, major);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, minor);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (desc->hidden)
        flags |= SDL_WINDOW_HIDDEN;
    else if (desc->fullscreen)
        flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    const int anywhere = (int)SDL_WINDOWPOS_CENTERED;
    return SDL_CreateWindow(desc->title, anywhere, anywhere, (int)desc->width, (int)desc->height,
                            flags);
}

static bool try_context(window *w, const window_desc *desc, int profile, int major, int minor)
{
    w->handle = make_window(desc, profile, major, minor);
    if (!w->handle) return false;
    w->context = SDL_GL_CreateContext(w->handle);
    if (w->context) return true;
    SDL_DestroyWindow(w->handle);
    w->handle = NULL;
    return false;
}

bool window_open(window *w, const window_desc *desc, char *problem, size_t problem_size)
{
    *w = (window){ 0 };
    if (!start_video(desc->hidden, problem, problem_size)) return false;
    if (!try_context(w, desc, SDL_GL_CONTEXT_PROFILE_CORE, 3, 3) &&
        !try_context(w, desc, SDL_GL_CONTEXT_PROFILE_ES, 3, 0)) {
        snprintf(problem, problem_size,
                 "no OpenGL 3.3 or OpenGL ES 3.0 here (%s); a newer graphics driver may help",
                 SDL_GetError());
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        return false;
    }
    SDL_SetWindowMinimumSize(w->handle, 320, 240);
    window_set_vsync(w, desc->vsync);
    return true;
}

void window_close(window *w)
{
    if (!w->handle) return;
    SDL_GL_DeleteContext(w->context);
    SDL_DestroyWindow(w->handle);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    *w = (window){ 0 };
}

void window_get_size(const window *w, uint32_t *width, uint32_t *height)
{
    int x = 0, y = 0;
    SDL_GL_GetDrawableSize(w->handle, &x, &y);
    *width = x > 1 ? (uint32_t)x : 1;
    *height = y > 1 ? (uint32_t)y : 1;
}

void window_to_pixels(const window *w, float *x, float *y)
{
    int width = 0, height = 0;
    uint32_t across, down;
    SDL_GetWindowSize(w->handle, &width, &height);
    window_get_size(w, &across, &down);
    if (width > 0) *x *= (float)across / (float)width;
    if (height > 0) *y *= (float)down / (float)height;
}

void window_set_fullscreen(window *w, bool fullscreen)
{
    SDL_SetWindowFullscreen(w->handle, fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

void window_set_vsync(window *w, bool vsync)
{
    // Adaptive first: a frame that comes late is then shown at once instead of waiting for the
    // next.
    w->vsync = vsync && (SDL_GL_SetSwapInterval(-1) == 0 || SDL_GL_SetSwapInterval(1) == 0);
    if (!vsync) SDL_GL_SetSwapInterval(0);
}

uint32_t window_get_refresh(const window *w)
{
    SDL_DisplayMode mode;
    const int display = SDL_GetWindowDisplayIndex(w->handle);
    if (display < 0 || SDL_GetCurrentDisplayMode(display, &mode) != 0) return 60;
    return mode.refresh_rate > 0 ? (uint32_t)mode.refresh_rate : 60;
}
