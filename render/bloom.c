// SPDX-License-Identifier: MIT
#include "state.h"

// Bright parts are halved again and again and added up on the way back: each level blurs twice as
// wide as the one before, all together fall off softly. Levels are counted from the coarsest, which
// has about 11 lines in any picture, so that a glow covers the same share of it at any resolution.

#define THRESHOLD 0.05f
#define SOFTNESS 0.05f
#define LEAST_LINES 8
#define FULL_LEVELS 6 // finer ones than these are below a pixel of a 720-line picture
#define FINE_WEIGHT 0.25f

static uint32_t halved(uint32_t size)
{
    return size > 1 ? (size + 1) / 2 : 1;
}

static uint32_t fit_levels(qx_render *render)
{
    uint32_t width = halved(render->scene.width);
    uint32_t height = halved(render->scene.height);
    uint32_t count = 0;
    while (count < QX_BLOOM_LEVELS && width >= LEAST_LINES && height >= LEAST_LINES) {
        if (!qx_surface_fit(render, &render->glow[count], width, height)) break;
        width = halved(width);
        height = halved(height);
        count++;
    }
    return count;
}

static void draw_from(const qx_render *render, const qx_program *program, const qx_surface *from,
                      const qx_surface *to)
{
    glUniform2f(program->at[QX_UNIFORM_TEXEL], 1.0f / (float)from->width,
                1.0f / (float)from->height);
    glBindTexture(GL_TEXTURE_2D, from->texture);
    glBindFramebuffer(GL_FRAMEBUFFER, to->framebuffer);
    glViewport(0, 0, (GLsizei)to->width, (GLsizei)to->height);
    qx_render_cover(render);
}

static void keep_bright(const qx_render *render)
{
    const qx_program *program = &render->programs[QX_PROGRAM_BRIGHT];
    const float stored = render->half_float ? 1.0f : QX_HEADROOM;
    glUseProgram(program->name);
    glUniform4f(program->at[QX_UNIFORM_AMOUNT], THRESHOLD, SOFTNESS, stored, 1.0f / stored);
    draw_from(render, program, &render->scene, &render->glow[0]);
}

static void go_down(const qx_render *render)
{
    const qx_program *program = &render->programs[QX_PROGRAM_DOWN];
    glUseProgram(program->name);
    for (uint32_t i = 1; i < render->glow_levels; i++) {
        draw_from(render, program, &render->glow[i - 1], &render->glow[i]);
    }
}

static void come_up(const qx_render *render)
{
    const qx_program *program = &render->programs[QX_PROGRAM_UP];
    glUseProgram(program->name);
    glUniform4f(program->at[QX_UNIFORM_AMOUNT], 1.0f, 0.0f, 0.0f, 0.0f);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_CONSTANT_ALPHA);
    for (uint32_t i = render->glow_levels - 1; i > 0; i--) {
        const bool fine = i - 1 + FULL_LEVELS < render->glow_levels;
        glBlendColor(0.0f, 0.0f, 0.0f, fine ? FINE_WEIGHT : 1.0f);
        draw_from(render, program, &render->glow[i], &render->glow[i - 1]);
    }
    glDisable(GL_BLEND);
}

bool qx_bloom_build(qx_render *render)
{
    render->glow_levels = fit_levels(render);
    if (render->glow_levels == 0) return false;
    keep_bright(render);
    go_down(render);
    come_up(render);
    return true;
}
