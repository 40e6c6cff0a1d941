// SPDX-License-Identifier: MIT
#include "shaders.h"

#include <stdio.h>
#include <string.h>

static const char *const uniform_names[QX_UNIFORM_COUNT] = {
    "view",       "picture",    "out_scale", "fade_ends", "now",   "before",     "fold",
    "counts",     "stride",     "look",      "widths",    "rest",  "net_colour", "net_highlight",
    "source",     "glow",       "texel",     "amount",    "radii", "core_light", "middle_light",
    "halo_light", "sums",       "place",     "turn",      "share", "tint",       "finish",
    "opaque",     "shadow_map", "adds",
};

// Drivers' logs span lines; a message is one.
static void join_lines(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && (unsigned char)text[length - 1] <= ' ') {
        text[--length] = '\0';
    }
    for (char *c = text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ') *c = ' ';
    }
}

static qx_result report(qx_error *error, const char *name, const char *log)
{
    if (error) {
        *error = (qx_error){ .code = QX_BAD_DATA };
        snprintf(error->message, sizeof error->message, "shader %s: %s", name, log);
        join_lines(error->message);
    }
    return QX_BAD_DATA;
}

static qx_result compile(uint32_t index, bool es, GLuint *shader, qx_error *error)
{
    const qx_shader_text text = qx_render_shader(index, es);
    *shader = glCreateShader(index % 2 == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
    glShaderSource(*shader, QX_SHADER_PARTS, text.parts, NULL);
    glCompileShader(*shader);

    GLint compiled = 0;
    glGetShaderiv(*shader, GL_COMPILE_STATUS, &compiled);
    if (compiled) return QX_OK;
    char log[120] = "";
    glGetShaderInfoLog(*shader, sizeof log, NULL, log);
    return report(error, text.name, log);
}

static qx_result link_shaders(GLuint program, const char *name, qx_error *error)
{
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked) return QX_OK;
    char log[120] = "";
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    return report(error, name, log);
}

static void find_uniforms(qx_program *program)
{
    for (int i = 0; i < QX_UNIFORM_COUNT; i++) {
        program->at[i] = glGetUniformLocation(program->name, uniform_names[i]);
    }
    glUseProgram(program->name);
    glUniform1i(program->at[QX_UNIFORM_SOURCE], 0);
    glUniform1i(program->at[QX_UNIFORM_GLOW], 1);
    glUniform1i(program->at[QX_UNIFORM_NOW], 0);
    glUniform1i(program->at[QX_UNIFORM_BEFORE], 1);
    glUniform1i(program->at[QX_UNIFORM_SHADOW_MAP], 1);
    glUseProgram(0);
    const GLuint block = glGetUniformBlockIndex(program->name, "space_block");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(program->name, block, 0);
    const GLuint land = glGetUniformBlockIndex(program->name, "land_block");
    if (land != GL_INVALID_INDEX) glUniformBlockBinding(program->name, land, 1);
}

qx_result qx_program_create(qx_program_name which, bool es, qx_program *program, qx_error *error)
{
    const uint32_t first = 2 * (uint32_t)which;
    GLuint vertex = 0;
    GLuint fragment = 0;
    program->name = glCreateProgram();
    qx_result result = compile(first, es, &vertex, error);
    if (result == QX_OK) result = compile(first + 1, es, &fragment, error);
    if (result == QX_OK) {
        glAttachShader(program->name, vertex);
        glAttachShader(program->name, fragment);
        result = link_shaders(program->name, qx_render_shader(first, es).name, error);
    }
    if (result == QX_OK) find_uniforms(program);
    glDeleteShader(vertex); // a program keeps what is attached to it; 0 is ignored
    glDeleteShader(fragment);
    return result;
}
