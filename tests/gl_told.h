// SPDX-License-Identifier: MIT
// What OpenGL tells: its state, and what the renderer's vertex shaders work out.
#pragma once

#include "gl.h"
#include "gl_picture.h"

#include <stddef.h>

typedef struct gl_state_value {
    GLenum name;
    GLint expected;
} gl_state_value;

void gl_told_state(const gl_state_value *values, size_t count);

// The shaders as they are (QX_PROGRAM_…), with these outputs of the vertex shader written back.
GLuint gl_told_program(const gl_stage *stage, uint32_t which, const char *const *outputs,
                       uint32_t count);
// Draws so many vertices by the program and the array in use; `size` bytes are what they gave.
void gl_told_draw(uint32_t vertices, void *found, size_t size);
