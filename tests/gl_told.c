// SPDX-License-Identifier: MIT
#include "gl_told.h"

#include "shaders.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

void gl_told_state(const gl_state_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        GLint found = -1;
        glGetIntegerv(values[i].name, &found);
        assert_int_equal(found, values[i].expected);
    }
}

GLuint gl_told_program(const gl_stage *stage, uint32_t which, const char *const *outputs,
                       uint32_t count)
{
    const bool es = stage->dialect == GL_DIALECT_ES;
    const GLuint program = glCreateProgram();
    for (uint32_t i = 0; i < 2; i++) {
        const qx_shader_text text = qx_render_shader(2 * which + i, es);
        const GLuint shader = glCreateShader(i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
        glShaderSource(shader, QX_SHADER_PARTS, text.parts, NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glTransformFeedbackVaryings(program, (GLsizei)count, outputs, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    assert_true(linked);
    return program;
}

void gl_told_draw(uint32_t vertices, void *found, size_t size)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, (GLsizeiptr)size, NULL, GL_STATIC_READ);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArraysInstanced(GL_POINTS, 0, (GLsizei)vertices, 1);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    const void *mapped =
        glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLsizeiptr)size, GL_MAP_READ_BIT);
    assert_non_null(mapped);
    memcpy(found, mapped, size);
    glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDeleteBuffers(1, &buffer);
}
