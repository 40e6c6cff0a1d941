// SPDX-License-Identifier: MIT
#pragma once

// The shaders' text, one source for GLSL 330 core and GLSL ES 300, and the programs made from it.

#include "gl.h"

#include <quincunx/base.h>

#include <stdbool.h>

typedef enum qx_program_name {
    QX_PROGRAM_LINES,
    QX_PROGRAM_NET,
    QX_PROGRAM_GLOW,
    QX_PROGRAM_RIBBON,
    QX_PROGRAM_SPRITES,
    QX_PROGRAM_BRIGHT,
    QX_PROGRAM_DOWN,
    QX_PROGRAM_UP,
    QX_PROGRAM_ADD,
    QX_PROGRAM_COMPOSE,
    QX_PROGRAM_COUNT
} qx_program_name;

// Every uniform of every program; where a program lacks one its place is -1, which OpenGL ignores.
typedef enum qx_uniform {
    QX_UNIFORM_VIEW,
    QX_UNIFORM_PICTURE,
    QX_UNIFORM_OUTPUT,
    QX_UNIFORM_FADE_ENDS,
    QX_UNIFORM_NOW,
    QX_UNIFORM_BEFORE,
    QX_UNIFORM_FOLD,
    QX_UNIFORM_COUNTS,
    QX_UNIFORM_STRIDE,
    QX_UNIFORM_LOOK,
    QX_UNIFORM_WIDTHS,
    QX_UNIFORM_REST,
    QX_UNIFORM_COLOUR,
    QX_UNIFORM_HIGHLIGHT,
    QX_UNIFORM_SOURCE,
    QX_UNIFORM_GLOW,
    QX_UNIFORM_TEXEL,
    QX_UNIFORM_AMOUNT,
    QX_UNIFORM_RADII,
    QX_UNIFORM_CORE_LIGHT,
    QX_UNIFORM_MIDDLE_LIGHT,
    QX_UNIFORM_HALO_LIGHT,
    QX_UNIFORM_SUMS,
    QX_UNIFORM_COUNT
} qx_uniform;

typedef struct qx_program {
    GLuint name;
    GLint at[QX_UNIFORM_COUNT];
} qx_program;

#define QX_SHADER_PARTS 6

// A shader's full text is its parts one after the other: version and precision, what it shares with
// others, the rest.
typedef struct qx_shader_text {
    const char *name; // "net.vert"
    const char *parts[QX_SHADER_PARTS];
} qx_shader_text;

#define QX_SHADER_COUNT (2 * QX_PROGRAM_COUNT)

// Even indices are vertex shaders, odd ones the fragment shaders of the same program.
qx_shader_text qx_render_shader(uint32_t index, bool es);

// Of shaders_glow.c: what lines and ribbons by the law of glow.h are drawn with.
extern const char qx_glow_vertex[], qx_glow_shine[], qx_glow_fragment[];
extern const char qx_ribbon_vertex[], qx_ribbon_fragment[];

qx_result qx_program_create(qx_program_name which, bool es, qx_program *program, qx_error *error);
