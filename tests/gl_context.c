// SPDX-License-Identifier: MIT
#include "gl_context.h"

#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <stdio.h>

static void ask_for(gl_dialect dialect)
{
    const bool es = dialect == GL_DIALECT_ES;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK,
                        es ? SDL_GL_CONTEXT_PROFILE_ES : SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, es ? 0 : 3);
}

bool gl_context_open(gl_context *context, gl_dialect dialect)
{
    *context = (gl_context){ 0 };
    SDL_SetMainReady();
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) == 0) {
        ask_for(dialect);
        context->window = SDL_CreateWindow("test", 0, 0, 64, 64, SDL_WINDOW_OPENGL);
        if (context->window) context->context = SDL_GL_CreateContext(context->window);
        if (context->context) return true;
    }
    fprintf(stderr, "no %s context: %s\n",
            dialect == GL_DIALECT_ES ? "OpenGL ES 3.0" : "OpenGL 3.3", SDL_GetError());
    gl_context_close(context);
    return false;
}

// The window stays: with the last one SDL unloads the driver, and then LeakSanitizer can no longer
// tell the driver's leaks from ours.
void gl_context_close(gl_context *context)
{
    if (context->window) SDL_GL_MakeCurrent(context->window, NULL);
    *context = (gl_context){ 0 };
}
