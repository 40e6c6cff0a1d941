// SPDX-License-Identifier: MIT
#pragma once

// OpenGL contexts without a display, for the renderer's tests.

#include <stdbool.h>

typedef enum gl_dialect { GL_DIALECT_CORE, GL_DIALECT_ES } gl_dialect;

typedef struct gl_context {
    void *window, *context;
} gl_context;

// False, with the reason on stderr, where this machine gives no such context.
bool gl_context_open(gl_context *context, gl_dialect dialect);
void gl_context_close(gl_context *context);
