// SPDX-License-Identifier: MIT
#include "state.h"

#include <math.h>

// One frame: scene in high dynamic range, compose, what lies on top.

#ifndef GL_FRAMEBUFFER_SRGB
#define GL_FRAMEBUFFER_SRGB 0x8DB9 // GLES does without: there, sRGB targets always convert
#endif

enum { BACKGROUND = 0x05060FFF };

#define MOST_LIGHT 4096.0f // of one draw; a half float ends at 65,504

static void make_texture(qx_render *render, qx_surface *surface)
{
    const GLsizei width = (GLsizei)surface->width;
    const GLsizei height = (GLsizei)surface->height;
    glGenTextures(1, &surface->texture);
    glBindTexture(GL_TEXTURE_2D, surface->texture);
    if (render->half_float) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F, width, height, 0, GL_RGBA, GL_HALF_FLOAT, NULL);
    } else { // sRGB: plain bytes of linear light have too few dark steps for the grid
        glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     NULL);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
}

bool qx_surface_fit(qx_render *render, qx_surface *surface, uint32_t width, uint32_t height)
{
    if (surface->width == width && surface->height == height) return true;
    qx_surface_free(surface);
    surface->width = width;
    surface->height = height;
    make_texture(render, surface);
    glGenFramebuffers(1, &surface->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, surface->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, surface->texture,
                           0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return true;
    qx_surface_free(surface);
    return false;
}

void qx_surface_free(qx_surface *surface)
{
    glDeleteFramebuffers(1, &surface->framebuffer);
    glDeleteTextures(1, &surface->texture);
    *surface = (qx_surface){ 0 };
}

static float or_default(float value, float otherwise)
{
    return value > 0.0f ? value : otherwise; // also replaces NaN
}

static uint32_t clamp_size(uint32_t size)
{
    return size < 1 ? 1 : size > 16384 ? 16384 : size;
}

static void resolve(qx_frame *used, const qx_frame *frame)
{
    *used = *frame;
    used->width = clamp_size(frame->width);
    used->height = clamp_size(frame->height);
    used->view.width = or_default(frame->view.width, (float)used->width);
    used->view.height = or_default(frame->view.height, (float)used->height);
    if (used->background == 0) used->background = BACKGROUND;
    used->bloom = fminf(or_default(frame->bloom, 0.0f), 2.0f);
    used->exposure = or_default(frame->exposure, 1.0f);
    used->resolution = fminf(fmaxf(or_default(frame->resolution, 1.0f), 0.25f), 1.0f);
    used->perspective = or_default(frame->perspective, 2000.0f);
}

static uint32_t scaled(const qx_render *render, uint32_t size)
{
    const uint32_t wanted = (uint32_t)ceilf((float)size * render->frame.resolution);
    return wanted < render->texture_limit ? wanted : render->texture_limit;
}

// What a program using OpenGL beside us may have left behind.
static void known_state(void)
{
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glActiveTexture(GL_TEXTURE0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

// GLES converts to sRGB whenever the target is of that kind; desktop OpenGL wants to be asked.
static void convert_to_srgb(const qx_render *render, bool on)
{
    if (render->es) return;
    if (on && !render->half_float) {
        glEnable(GL_FRAMEBUFFER_SRGB);
    } else {
        glDisable(GL_FRAMEBUFFER_SRGB);
    }
}

float qx_light_of(uint32_t byte)
{
    const float c = (float)(byte & 255) / 255.0f;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

static void clear_to_background(const qx_render *render)
{
    const uint32_t colour = render->frame.background;
    if (render->bytes_out) {
        glClearColor((float)(colour >> 24) / 255.0f, (float)(colour >> 16 & 255) / 255.0f,
                     (float)(colour >> 8 & 255) / 255.0f, 1.0f);
    } else {
        const float stored = render->half_float ? 1.0f : 1.0f / QX_HEADROOM;
        glClearColor(qx_light_of(colour >> 24) * stored, qx_light_of(colour >> 16) * stored,
                     qx_light_of(colour >> 8) * stored, 1.0f);
    }
    glClear(GL_COLOR_BUFFER_BIT);
}

static void draw_into_scene(qx_render *render)
{
    render->stage = QX_STAGE_SCENE;
    render->width = render->scene.width;
    render->height = render->scene.height;
    render->bytes_out = false;
    convert_to_srgb(render, true);
    render->scene_framebuffer = render->scene.framebuffer;
    glBindFramebuffer(GL_FRAMEBUFFER, render->scene_framebuffer);
    glViewport(0, 0, (GLsizei)render->width, (GLsizei)render->height);
}

static void draw_into_output(qx_render *render)
{
    render->stage = QX_STAGE_OVER;
    render->width = render->frame.width;
    render->height = render->frame.height;
    render->bytes_out = true;
    convert_to_srgb(render, false);
    glBindFramebuffer(GL_FRAMEBUFFER, render->frame.framebuffer);
    glViewport(0, 0, (GLsizei)render->width, (GLsizei)render->height);
}

void qx_render_begin(qx_render *render, const qx_frame *frame)
{
    resolve(&render->frame, frame);
    known_state();
    render->beams_used = false;
    const uint32_t width = scaled(render, render->frame.width);
    const uint32_t height = scaled(render, render->frame.height);
    if (qx_surface_fit(render, &render->scene, width, height)) {
        draw_into_scene(render);
    } else {
        draw_into_output(
            render); // no memory for a scene that large: without glow rather than nothing
    }
    clear_to_background(render);
}

static void tell_view(const qx_render *render, const qx_program *program)
{
    const qx_frame *frame = &render->frame;
    const qx_view *view = &frame->view;
    const float scale = qx_view_scale(view, frame->width, frame->height);
    const float across = scale * (float)render->width / (float)frame->width;
    const float down = scale * (float)render->height / (float)frame->height;
    glUniform4f(program->at[QX_UNIFORM_VIEW], view->x + 0.5f * view->width,
                view->y + 0.5f * view->height, across, down);
    glUniform4f(program->at[QX_UNIFORM_PICTURE], 0.5f * (float)render->width,
                0.5f * (float)render->height, 1.0f / frame->perspective,
                (float)render->height / 720.0f);
}

const qx_program *qx_render_use(const qx_render *render, qx_program_name which)
{
    const qx_program *program = &render->programs[which];
    glUseProgram(program->name);
    tell_view(render, program);
    const bool bytes = render->bytes_out || !render->half_float;
    const float stored = bytes && !render->bytes_out ? 1.0f / QX_HEADROOM : 1.0f;
    glUniform3f(program->at[QX_UNIFORM_OUTPUT], stored, render->bytes_out ? 1.0f : 0.0f,
                bytes ? 1.0f : MOST_LIGHT);
    return program;
}

static void draw_into_beams(qx_render *render)
{
    if (!qx_surface_fit(render, &render->beams, render->width, render->height)) {
        glBindFramebuffer(GL_FRAMEBUFFER, render->scene_framebuffer); // then they wait for no layer
        return;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, render->beams.framebuffer);
    if (!render->beams_used) {
        glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        render->beams_used = true;
    }
}

void qx_render_blend(qx_render *render, qx_blend blend)
{
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, blend == QX_BLEND_ALPHA ? GL_ONE_MINUS_SRC_ALPHA : GL_ONE);
    if (blend != QX_BLEND_MAX) return;
    glBlendEquation(GL_MAX);
    if (render->stage == QX_STAGE_SCENE) draw_into_beams(render);
}

void qx_render_blend_done(qx_render *render, qx_blend blend)
{
    glDisable(GL_BLEND);
    glUseProgram(0);
    if (blend != QX_BLEND_MAX) return;
    glBlendEquation(GL_FUNC_ADD);
    if (render->stage == QX_STAGE_SCENE)
        glBindFramebuffer(GL_FRAMEBUFFER, render->scene_framebuffer);
}

void qx_render_cover(const qx_render *render)
{
    glBindVertexArray(render->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

static void add_beams(const qx_render *render)
{
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glUseProgram(render->programs[QX_PROGRAM_ADD].name);
    glBindTexture(GL_TEXTURE_2D, render->beams.texture);
    qx_render_cover(render);
    glDisable(GL_BLEND);
}

void qx_bind_to_unit(GLenum unit, GLuint texture)
{
    glActiveTexture(unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

static void show(qx_render *render, bool glows)
{
    const float stored = render->half_float ? 1.0f : QX_HEADROOM;
    const float scene = render->frame.exposure * stored;
    const float glow = glows ? scene * render->frame.bloom * QX_BLOOM_GAIN : 0.0f;
    const qx_program *program = &render->programs[QX_PROGRAM_COMPOSE];
    glUseProgram(program->name);
    glUniform4f(program->at[QX_UNIFORM_AMOUNT], scene, glow, 0.0f, 0.0f);
    qx_bind_to_unit(GL_TEXTURE1, glows ? render->glow[0].texture : render->scene.texture);
    qx_bind_to_unit(GL_TEXTURE0, render->scene.texture);
    qx_render_cover(render);
    qx_bind_to_unit(GL_TEXTURE1, 0);
    qx_bind_to_unit(GL_TEXTURE0, 0);
    glUseProgram(0);
}

void qx_render_compose(qx_render *render)
{
    if (render->stage != QX_STAGE_SCENE) return;
    qx_space_end(render);
    if (render->beams_used) add_beams(render);
    const bool glows = render->frame.bloom > 0.0f && qx_bloom_build(render);
    draw_into_output(render);
    show(render, glows);
}

void qx_render_end(qx_render *render)
{
    qx_render_compose(render);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    render->stage = QX_STAGE_IDLE;
}
