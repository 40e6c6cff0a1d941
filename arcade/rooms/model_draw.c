// SPDX-License-Identifier: MIT
// The picture: floor with shadow, the model lit, its ghosts as glass.
#include "model_room.h"

#include "ui.h"

#define FLOOR_COLOUR 0x2A2F78FFu
#define GHOST_FAR 0x6A4DFFFFu
#define GHOST_NEAR 0xFFB938FFu
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
                                     .glow = skin ? 0.08f : 0.02f,
                                     .rim = skin ? 0.2f : 0.7f,
                                     .texture = skin,
                                     .toward = item->toward,
                                     .mix = item->mix,
                                     .two_sided = r->source.file });
}

static void draw_ghost(const model_play *r, qx_render *render, const model_item *item)
{
    const float near = item->ghost;
    qx_space_solid(render, item->solid,
                   &(qx_solid_look){ .place = model_place(&r->source, item->x),
                                     .colour = ui_mix(GHOST_FAR, GHOST_NEAR, near * near * near),
                                     .alpha = 0.03f + 0.07f * near * near,
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

void model_draw(const model_play *r, const scene_canvas *canvas)
{
    const int64_t now = model_moment(r, canvas);
    const model_item *items;
    const uint32_t count = model_gather(r, canvas->render, now, &items);
    const qx_camera camera = model_camera(r, canvas);
    const float away = 0.5f * (model_strip(r) + r->source.size.x) + 4.0f;
    qx_space_begin(canvas->render, &(qx_space){ .camera = camera,
                                                .sun = { 0.75f, 0.9f, 0.45f },
                                                .sun_light = 1.0f,
                                                .sky = 0x2C3478FF,
                                                .ground = 0x301C50FF,
                                                .shadow_reach = away });
    draw_floor(r, canvas->render);
    for (uint32_t i = 0; i < count; i++)
        if (!(items[i].ghost > 0.0f)) draw_model(r, canvas->render, &items[i]);
    for (uint32_t i = 0; i < count; i++)
        if (items[i].ghost > 0.0f) draw_ghost(r, canvas->render, &items[i]);
    model_mark_floor(r, canvas->render);
    model_mark_model(r, canvas->render, now);
    qx_space_end(canvas->render);
}
