// SPDX-License-Identifier: MIT
#include "room_picture.h"

const window_size window_sizes[WINDOW_SIZES] = {
    { 320, 240 }, { 640, 360 }, { 1280, 720 }, { 3440, 1440 }, { 540, 960 }
};

int16_t room_breadth(uint32_t width, uint32_t height)
{
    return (int16_t)((float)HEIGHT * (float)width / (float)height + 0.5f);
}

scene_canvas room_canvas(const room_play *p, uint32_t width, uint32_t height)
{
    return (scene_canvas){ .view = { 0.0f, 0.0f, p->input.view_width, p->input.view_height },
                           .width = width,
                           .height = height,
                           .blend = 0.5f,
                           .particles = 1.0f,
                           .flash = 1.0f,
                           .tick_ms = 12.34,
                           .frame_ms = 123.4 };
}

typedef struct shown {
    const room_play *play;
    const scene_canvas *canvas;
} shown;

static void draw_room(qx_render *render, const void *user)
{
    const shown *s = user;
    scene_canvas canvas = *s->canvas;
    canvas.render = render;
    s->play->scene->draw(s->play->state, &canvas);
}

picture room_take(const gl_stage *stage, const room_play *p, const scene_canvas *canvas)
{
    const shown s = { p, canvas };
    const qx_frame frame = {
        .width = canvas->width, .height = canvas->height, .view = canvas->view, .bloom = 1.0f
    };
    return picture_take(stage->render, frame, draw_room, NULL, &s);
}
