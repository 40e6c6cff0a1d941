// SPDX-License-Identifier: MIT
#include "camera.h"
#include "state.h"

#include <math.h>
#include <stddef.h>

// A space: solids are queued until lines, sprites or the end ask for them to be drawn, as the
// shadow map needs them all before the first of them is seen.

enum {
    SHADOW_SIZE = 2048,
    SKY = 0x28304AFF,
    GROUND = 0x100C14FF,
    HORIZON = 0x39466BFF,
    ZENITH = 0x070A18FF
};

#define SUN 0.8f          // of strength 1; leaves highlights room below the screen's white
#define SHADOW_DEPTH 3.0f // half the depth of the shadow map's box, of half its side

// As qx_space_block has it.
typedef struct block {
    qx_mat4 world_to_clip, world_to_shadow;
    float eye[4], ray_ahead[4], ray_right[4], ray_up[4];
    float lens[4], shadow_form[4];
    float sun_way[4], sun_light[4], sky_light[4], ground_light[4];
    float fog_light[4], horizon_light[4], zenith_light[4];
} block;

bool qx_space_create(qx_render *render)
{
    qx_space_state *space = &render->space;
    glGenBuffers(1, &space->block);
    glBindBuffer(GL_UNIFORM_BUFFER, space->block);
    glBufferData(GL_UNIFORM_BUFFER, sizeof(block), NULL, GL_STREAM_DRAW);
    glBindBuffer(GL_UNIFORM_BUFFER, 0);
    space->samples = qx_space_samples(render);
    return glGetError() == GL_NO_ERROR;
}

void qx_space_free(qx_render *render)
{
    glDeleteBuffers(1, &render->space.block);
    qx_space_target_free(&render->space.target);
    qx_shadow_free(&render->space.shadow);
}

static uint32_t colour_or(uint32_t colour, uint32_t otherwise)
{
    return colour != 0 ? colour : otherwise;
}

static float factor_of(float value)
{
    return value > 0.0f && isfinite(value) ? value : 0.0f;
}

static void resolve(qx_space *used, const qx_space *space, const qx_frame *frame)
{
    *used = *space;
    used->camera = qx_camera_resolve(&space->camera);
    const qx_vec3 usual = { 0.4f, 0.8f, 0.45f };
    used->sun = qx_direction(space->sun, qx_direction(usual, usual));
    used->sun_colour = colour_or(space->sun_colour, UINT32_MAX);
    used->sun_light = space->sun_light == 0.0f ? 1.0f : factor_of(space->sun_light);
    used->sky = colour_or(space->sky, SKY);
    used->ground = colour_or(space->ground, GROUND);
    used->horizon = colour_or(space->horizon, HORIZON);
    used->zenith = colour_or(space->zenith, ZENITH);
    used->fog = colour_or(space->fog, space->clear_sky ? used->horizon : frame->background);
    used->fog_density = factor_of(space->fog_density);
    used->shadow_reach = used->sun_light > 0.0f ? factor_of(space->shadow_reach) : 0.0f;
}

static void put_light(float to[4], uint32_t colour, float factor, float last)
{
    to[0] = qx_light_of(colour >> 24) * factor;
    to[1] = qx_light_of(colour >> 16) * factor;
    to[2] = qx_light_of(colour >> 8) * factor;
    to[3] = last;
}

static void put_place(float to[4], qx_vec3 place, float factor)
{
    to[0] = place.x * factor;
    to[1] = place.y * factor;
    to[2] = place.z * factor;
    to[3] = 0.0f;
}

static void put_camera(block *to, const qx_space *used, float aspect, uint32_t height)
{
    const qx_camera *camera = &used->camera;
    const qx_vec3 way = { camera->target.x - camera->eye.x, camera->target.y - camera->eye.y,
                          camera->target.z - camera->eye.z };
    const qx_axes axes = qx_axes_along(qx_direction(way, (qx_vec3){ 0, 0, -1 }), camera->up);
    const float half = tanf(0.5f * camera->field);
    const float up = aspect < 1.0f ? half / aspect : half;
    to->world_to_clip = qx_camera_matrix(camera, aspect);
    put_place(to->eye, camera->eye, 1.0f);
    put_place(to->ray_ahead, axes.ahead, 1.0f);
    put_place(to->ray_right, axes.right, up * aspect);
    put_place(to->ray_up, axes.up, up);
    to->lens[0] = 0.5f * (float)height / up;
    to->lens[1] = (camera->farthest + camera->nearest) / (camera->farthest - camera->nearest);
}

// The box the sun sees, around the camera's target. It moves by whole texels, so that shadows of
// what stands still do not crawl when the camera moves.
static void put_shadow(block *to, const qx_space *used)
{
    const float reach = used->shadow_reach;
    const float texel = 2.0f * reach / SHADOW_SIZE;
    const qx_axes axes =
        qx_axes_along((qx_vec3){ -used->sun.x, -used->sun.y, -used->sun.z }, (qx_vec3){ 0, 1, 0 });
    const qx_mat4 seen = qx_axes_matrix(&axes, (qx_vec3){ 0, 0, 0 });
    const qx_vec3 at = used->camera.target;
    float centre[3];
    for (int i = 0; i < 3; i++) {
        const float along = seen.m[i] * at.x + seen.m[4 + i] * at.y + seen.m[8 + i] * at.z;
        centre[i] = floorf(along / texel + 0.5f) * texel;
    }
    const float wide = 0.5f / reach;
    const float deep = wide / SHADOW_DEPTH;
    const qx_mat4 fit = { { wide, 0, 0, 0, 0, wide, 0, 0, 0, 0, -deep, 0, 0.5f - centre[0] * wide,
                            0.5f - centre[1] * wide, 0.5f + centre[2] * deep, 1 } };
    to->world_to_shadow = qx_mat4_multiply(&fit, &seen);
    to->shadow_form[0] = texel;
    to->shadow_form[1] = 1.0f / SHADOW_SIZE;
    to->shadow_form[2] = 1.0f;
    to->shadow_form[3] = 0.25f * texel * deep;
}

// What a program using OpenGL beside us may have left behind.
static void known_depth(const qx_render *render)
{
    static const float far = 1.0f;
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glDisable(GL_SAMPLE_COVERAGE);
#ifndef __EMSCRIPTEN__
    if (!render->es) { // what OpenGL ES has no switch for
        glEnable(GL_MULTISAMPLE);
        glDepthRange(0.0, 1.0);
    }
#endif
    if (render->es) glDepthRangef(0.0f, 1.0f);
    glClearBufferfv(GL_DEPTH, 0, &far);
}

static void fill_block(qx_render *render)
{
    const qx_space *used = &render->space.used;
    block filled = { 0 };
    put_camera(&filled, used, (float)render->frame.width / (float)render->frame.height,
               render->height);
    if (used->shadow_reach > 0.0f) put_shadow(&filled, used);
    put_place(filled.sun_way, used->sun, 1.0f);
    put_light(filled.sun_light, used->sun_colour, used->sun_light * SUN, 0.0f);
    put_light(filled.sky_light, used->sky, 1.0f, 0.0f);
    put_light(filled.ground_light, used->ground, 1.0f, 0.0f);
    put_light(filled.fog_light, used->fog, 1.0f, used->fog_density);
    put_light(filled.horizon_light, used->horizon, 1.0f, 0.0f);
    put_light(filled.zenith_light, used->zenith, 1.0f, 0.0f);
    glBindBuffer(GL_UNIFORM_BUFFER, render->space.block);
    glBufferData(GL_UNIFORM_BUFFER, sizeof filled, &filled, GL_STREAM_DRAW);
    glBindBuffer(GL_UNIFORM_BUFFER, 0);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, render->space.block);
}

// Drawn rather than copied: OpenGL ES does not copy into what is multisampled.
static void begin_with_scene(const qx_render *render)
{
    glUseProgram(render->programs[QX_PROGRAM_ADD].name);
    glBindTexture(GL_TEXTURE_2D, render->scene.texture);
    qx_render_cover(render);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
}

void qx_space_begin(qx_render *render, const qx_space *description)
{
    qx_space_end(render);
    qx_space_state *space = &render->space;
    if (render->stage != QX_STAGE_SCENE) return;
    space->open = qx_space_target_fit(render, &space->target, description->rough_edges);
    glBindFramebuffer(GL_FRAMEBUFFER,
                      space->open ? space->target.framebuffer : render->scene.framebuffer);
    if (!space->open) return;

    resolve(&space->used, description, &render->frame);
    if (space->used.shadow_reach > 0.0f && !qx_shadow_fit(&space->shadow, SHADOW_SIZE)) {
        space->used.shadow_reach = 0.0f; // no memory: everything in the sun
    }
    glBindFramebuffer(GL_FRAMEBUFFER, space->target.framebuffer);
    render->scene_framebuffer = space->target.framebuffer;
    fill_block(render);
    space->draw_count = 0;
    space->cast = false;
    known_depth(render);
    if (space->target.samples > 0 && !space->used.clear_sky) begin_with_scene(render);
}

static void cast_one(qx_render *render, const qx_space_draw *draw)
{
    if (draw->callback) {
        draw->callback(render, QX_SPACE_CAST, draw->user);
    } else if (!draw->look.no_shadow && !qx_solid_is_blended(&draw->look)) {
        qx_solid_cast(render, draw);
    }
}

static void cast_shadows(qx_render *render)
{
    qx_space_state *space = &render->space;
    glBindFramebuffer(GL_FRAMEBUFFER, space->shadow.framebuffer);
    glViewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
    static const float far = 1.0f;
    if (!space->cast) glClearBufferfv(GL_DEPTH, 0, &far);
    space->cast = true;
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 2.0f);
    for (uint32_t i = 0; i < space->draw_count; i++) cast_one(render, &space->draws[i]);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glBindFramebuffer(GL_FRAMEBUFFER, space->target.framebuffer);
    glViewport(0, 0, (GLsizei)render->width, (GLsizei)render->height);
}

static void show_opaque(qx_render *render)
{
    qx_space_state *space = &render->space;
    for (uint32_t i = 0; i < space->draw_count; i++) {
        const qx_space_draw *draw = &space->draws[i];
        if (draw->callback) {
            draw->callback(render, QX_SPACE_SHOW, draw->user);
        } else if (!qx_solid_is_blended(&draw->look)) {
            qx_solid_draw(render, draw);
        }
    }
}

// After what is opaque, so that only what is left of it is painted.
static void show_sky(qx_render *render)
{
    glDepthMask(GL_FALSE);
    qx_render_use(render, QX_PROGRAM_SKY);
    qx_render_cover(render);
    glUseProgram(0);
    render->space.used.clear_sky = false;
}

static void show_blended(qx_render *render)
{
    qx_space_state *space = &render->space;
    glDepthMask(GL_FALSE);
    qx_render_blend(render, QX_BLEND_ALPHA);
    for (uint32_t i = 0; i < space->draw_count; i++) {
        const qx_space_draw *draw = &space->draws[i];
        if (!draw->callback && qx_solid_is_blended(&draw->look)) qx_solid_draw(render, draw);
    }
    qx_render_blend_done(render, QX_BLEND_ALPHA);
}

void qx_space_flush(qx_render *render)
{
    qx_space_state *space = &render->space;
    if (space->draw_count == 0 && !space->used.clear_sky) return;
    glEnable(GL_DEPTH_TEST);
    if (space->used.shadow_reach > 0.0f) {
        if (space->draw_count > 0) cast_shadows(render);
        qx_bind_to_unit(GL_TEXTURE1, space->shadow.texture);
        glActiveTexture(GL_TEXTURE0);
    }
    show_opaque(render);
    if (space->used.clear_sky) show_sky(render);
    show_blended(render);
    qx_bind_to_unit(GL_TEXTURE1, 0);
    glActiveTexture(GL_TEXTURE0);
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    space->draw_count = 0;
}

void qx_space_add(qx_render *render, const qx_space_draw *draw)
{
    qx_space_state *space = &render->space;
    if (!space->open) return;
    if (space->draw_count == QX_SPACE_DRAWS) qx_space_flush(render);
    space->draws[space->draw_count++] = *draw;
}

static void bring_into_scene(const qx_render *render)
{
    const GLint width = (GLint)render->width;
    const GLint height = (GLint)render->height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, render->space.target.framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, render->scene.framebuffer);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void qx_space_end(qx_render *render)
{
    qx_space_state *space = &render->space;
    if (!space->open) return;
    qx_space_flush(render);
    if (space->target.samples > 0) bring_into_scene(render);
    render->scene_framebuffer = render->scene.framebuffer;
    glBindFramebuffer(GL_FRAMEBUFFER, render->scene_framebuffer);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0);
    glDepthFunc(GL_LESS);
    space->open = false;
}
