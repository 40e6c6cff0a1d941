// SPDX-License-Identifier: MIT
// The picture: floor with shadow, the model lit, its ghosts as glass.
#include "model_room.h"

#include "ui.h"

#include <math.h>

#define FLOOR_COLOUR 0x191C4AFFu
#define GHOST_FAR 0x6A4DFFFFu
#define GHOST_NEAR 0xFFB938FFu
#define BEHIND 1.7f // so much farther off are ghosts drawn
#define PLAIN 0xFFFFFFFFu
#define CLAY 0xC79A5AFFu

// What has neither colour nor skin is of clay.
static uint32_t own_colour(const model_play *r, uint32_t mesh, bool skin)
{
    const uint32_t own = r->source.model->meshes[mesh].colour;
    return own == PLAIN && !skin ? CLAY : own;
}

static void draw_model(const model_play *r, qx_render *render, const model_item *item)
{
    const qx_texture *skin = model_picture_skin(r, item->mesh, render);
    qx_space_solid(render, item->solid,
                   &(qx_solid_look){ .place = model_place(&r->source, item->x),
                                     .colour = own_colour(r, item->mesh, skin),
                                     .gloss = skin ? 0.15f : 0.45f,
                                     .glow = skin ? 0.08f : 0.01f,
                                     .rim = skin ? 0.15f : 0.5f,
                                     .texture = skin,
                                     .toward = item->toward,
                                     .mix = item->mix,
                                     .two_sided = r->source.file });
}

// Farther from the eye, and larger by as much: seen where it is, and never before the model.
static qx_mat4 behind(qx_mat4 place, qx_vec3 eye)
{
    const float *t = &place.m[12];
    for (int i = 0; i < 3; i++) place.m[5 * i] *= BEHIND;
    place.m[12] = eye.x + BEHIND * (t[0] - eye.x);
    place.m[13] = eye.y + BEHIND * (t[1] - eye.y);
    place.m[14] = eye.z + BEHIND * (t[2] - eye.z);
    return place;
}

static void draw_ghost(const model_play *r, qx_render *render, const model_item *item, qx_vec3 eye)
{
    const float near = item->ghost;
    qx_space_solid(render, item->solid,
                   &(qx_solid_look){ .place = behind(model_place(&r->source, item->x), eye),
                                     .colour = ui_mix(GHOST_FAR, GHOST_NEAR, near * near * near),
                                     .alpha = 0.03f + 0.05f * near * near,
                                     .glow = 0.5f,
                                     .rim = 9.0f,
                                     .toward = item->toward,
                                     .mix = item->mix,
                                     .no_shadow = true });
}

// A pool of light that reaches as far as the strip.
static void draw_floor(const model_play *r, qx_render *render)
{
    const float deep = MODEL_FLOOR, wide = deep + 0.5f * model_strip(r);
    const qx_mat4 place = { { wide, 0, 0, 0, 0, 1, 0, 0, 0, 0, deep, 0, 0, -0.004f, 0, 1 } };
    const qx_solid *floor = model_picture_floor(r, render);
    if (floor)
        qx_space_solid(render, floor,
                       &(qx_solid_look){ .place = place,
                                         .colour = FLOOR_COLOUR,
                                         .alpha = 0.999f, // fades out by that of its corners
                                         .no_shadow = true });
}

// The lamp stays with the eye, at its left: it is the table that turns.
static qx_vec3 sun_of(const qx_camera *camera)
{
    const float x = camera->eye.x - camera->target.x, z = camera->eye.z - camera->target.z;
    const float away = fmaxf(sqrtf(x * x + z * z), 1e-6f);
    const qx_vec3 right = { z / away, 0.0f, -x / away }, toward = { x / away, 0.0f, z / away };
    return (qx_vec3){ -0.62f * right.x + 0.1f * toward.x, 0.8f,
                      -0.62f * right.z + 0.1f * toward.z };
}

static qx_space space_of(const model_play *r, const scene_canvas *canvas)
{
    const qx_camera camera = model_camera(r, canvas);
    return (qx_space){ .camera = camera,
                       .sun = sun_of(&camera),
                       .sun_light = 0.95f,
                       .sky = 0x2A3274FF,
                       .ground = 0x3A2050FF,
                       .shadow_reach = 0.5f * (model_strip(r) + r->source.size.x) + 4.0f };
}

void model_draw(const model_play *r, const scene_canvas *canvas)
{
    const int64_t now = model_moment(r, canvas);
    const model_item *items;
    qx_render *render = canvas->render;
    const uint32_t count = model_gather(r, render, now, &items);
    const qx_space space = space_of(r, canvas);
    qx_space_begin(render, &space);
    for (uint32_t i = 0; i < count; i++)
        if (!(items[i].ghost > 0.0f)) draw_model(r, render, &items[i]);
    draw_floor(r, render);
    for (uint32_t i = 0; i < count; i++)
        if (items[i].ghost > 0.0f) draw_ghost(r, render, &items[i], space.camera.eye);
    model_mark_floor(r, render);
    model_mark_way(r, render);
    model_mark_pose(r, render, now);
    qx_space_end(render);
}
