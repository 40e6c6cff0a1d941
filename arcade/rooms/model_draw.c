// SPDX-License-Identifier: MIT
// The picture: floor with shadow, the model lit, its ghosts as glass.
#include "model_room.h"

#include "ui.h"

#define FLOOR_COLOUR 0x191C48FFu
#define GHOST_FAR 0x5A4DFFFFu
#define GHOST_NEAR 0xFFC247FFu

static uint32_t own_colour(const model_play *r, uint32_t mesh)
{
    return r->source.model->meshes[mesh].colour;
}

static void draw_model(const model_play *r, qx_render *render, const model_item *item)
{
    const qx_texture *skin = model_picture_skin(r, item->mesh, render);
    qx_space_solid(render, item->solid,
                   &(qx_solid_look){ .place = model_place(&r->source, item->x),
                                     .colour = own_colour(r, item->mesh),
                                     .gloss = skin ? 0.15f : 0.5f,
                                     .glow = skin ? 0.08f : 0.03f,
                                     .rim = skin ? 0.15f : 0.5f,
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
                                     .alpha = 0.05f + 0.15f * near,
                                     .glow = 0.15f,
                                     .rim = 2.2f,
                                     .toward = item->toward,
                                     .mix = item->mix,
                                     .no_shadow = true });
}

static void draw_floor(const model_play *r, qx_render *render)
{
    const qx_solid *floor = model_picture_floor(r, render);
    if (floor)
        qx_space_solid(render, floor,
                       &(qx_solid_look){ .colour = FLOOR_COLOUR, .no_shadow = true });
}

void model_draw(const model_play *r, const scene_canvas *canvas)
{
    const int64_t now = model_moment(r, canvas);
    const model_item *items;
    const uint32_t count = model_gather(r, canvas->render, now, &items);
    const qx_camera camera = model_camera(r, canvas);
    const float away = 0.5f * (model_strip(r) + r->source.size.x) + 4.0f;
    qx_space_begin(canvas->render, &(qx_space){ .camera = camera,
                                                .sun = { 0.35f, 0.85f, 0.5f },
                                                .sun_light = 1.15f,
                                                .sky = 0x39408CFF,
                                                .ground = 0x2A1840FF,
                                                .fog_density = 0.035f,
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
