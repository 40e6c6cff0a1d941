// SPDX-License-Identifier: MIT
#include <quincunx/render.h>

float qx_view_scale(const qx_view *view, uint32_t width, uint32_t height)
{
    const float across = (float)width / view->width;
    const float down = (float)height / view->height;
    return across < down ? across : down;
}

qx_view qx_view_cover(const qx_view *view, uint32_t width, uint32_t height)
{
    const float scale = qx_view_scale(view, width, height);
    const float across = (float)width / scale;
    const float down = (float)height / scale;
    return (qx_view){
        .x = view->x + 0.5f * (view->width - across),
        .y = view->y + 0.5f * (view->height - down),
        .width = across,
        .height = down,
    };
}

qx_vec2 qx_view_place(const qx_view *view, uint32_t width, uint32_t height, qx_vec2 pixel)
{
    const qx_view cover = qx_view_cover(view, width, height);
    const float scale = qx_view_scale(view, width, height);
    return (qx_vec2){ cover.x + pixel.x / scale, cover.y + pixel.y / scale };
}
