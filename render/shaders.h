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
    QX_PROGRAM_SOLID, // the next three in the order of their bits: 1 textured, 2 shadowed
    QX_PROGRAM_SOLID_TEXTURED,
    QX_PROGRAM_SOLID_SHADOWED,
    QX_PROGRAM_SOLID_BOTH,
    QX_PROGRAM_CAST,
    QX_PROGRAM_SKY,
    QX_PROGRAM_SPACE_LINES,
    QX_PROGRAM_SPACE_SPRITES,
    QX_PROGRAM_EARLY, // those before are made with the renderer, the others when they are needed
    QX_PROGRAM_LAND = QX_PROGRAM_EARLY,
    QX_PROGRAM_LAND_SHADOWED,
    QX_PROGRAM_LAND_WIRE,
    QX_PROGRAM_LAND_WATER,
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
    QX_UNIFORM_PLACE,
    QX_UNIFORM_TURN,
    QX_UNIFORM_SHARE,
    QX_UNIFORM_TINT,
    QX_UNIFORM_FINISH,
    QX_UNIFORM_OPAQUE,
    QX_UNIFORM_SHADOW_MAP, // unit 1
    QX_UNIFORM_ADDS,
    QX_UNIFORM_COUNT
} qx_uniform;

typedef struct qx_program {
    GLuint name;
    GLint at[QX_UNIFORM_COUNT];
} qx_program;

#define QX_SHADER_PARTS 8

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

// Of shaders_space.c: what everything in a space shares, see there; and the sky.
extern const char qx_space_block[], qx_space_light[], qx_space_shadow[];
extern const char qx_sky_vertex[], qx_sky_fragment[];
// Of shaders_solid.c.
extern const char qx_solid_vertex[], qx_solid_fragment[];
extern const char qx_solid_textured[], qx_solid_shadowed[], qx_solid_both[];
extern const char qx_cast_vertex[], qx_cast_fragment[];
// Of shaders_land.c.
extern const char qx_land_block[], qx_land_ground[], qx_land_wire[], qx_land_shadowed[];
extern const char qx_land_vertex[], qx_land_fragment[], qx_land_wire_fragment[];
extern const char qx_land_water_vertex[], qx_land_water_fragment[];
// Of shaders_space_lines.c.
extern const char qx_space_pixels[], qx_space_lines_vertex[], qx_space_lines_fragment[];
extern const char qx_space_sprites_vertex[];

qx_result qx_program_create(qx_program_name which, bool es, qx_program *program, qx_error *error);
