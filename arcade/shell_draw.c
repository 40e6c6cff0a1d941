// SPDX-License-Identifier: MIT
#include "shell_state.h"

#include <math.h>

static keep_rivals get_rivals(const shell *s)
{
    if (!shell_is_playing(s) || s->playback.recording || !keep_is_game(s->stage.scene))
        return (keep_rivals){ 0 };
    return keep_get_rivals(&s->keep, s->stage.scene->result(s->stage.state).score);
}

static scene_canvas canvas_of(shell *s, uint32_t width, uint32_t height)
{
    static const qx_view nothing = { 0.0f, 0.0f, 1280.0f, 720.0f };
    const keep_rivals rivals = get_rivals(s);
    const qx_view seen = { 0.0f, 0.0f, s->last.view_width, s->last.view_height };
    return (scene_canvas){ .render = s->render,
                           .view = s->stage.scene ? seen : nothing,
                           .width = width,
                           .height = height,
                           .blend = tick_clock_blend(&s->clock),
                           .particles = s->settings.particles,
                           .shake = s->settings.shake,
                           .flash = s->settings.flash,
                           .flashes = &s->flashes,
                           .hud = (shell_is_playing(s) || s->demo) && !shell_menu_is_open(s),
                           .best = rivals.best,
                           .rival = rivals.next,
                           .rival_name = rivals.name,
                           .reduced_motion = s->settings.reduced_motion,
                           .palette = s->settings.palette,
                           .tick_ms = s->stage.tick_ms,
                           .frame_ms = s->frame_ms };
}

// Two bars in the corner that pauses, while fingers are what plays.
static void draw_corner(const shell *s, const scene_canvas *canvas)
{
    qx_line bars[2];
    const qx_view all = qx_view_cover(&canvas->view, canvas->width, canvas->height);
    const float unit = all.height / 720.0f;
    const float right = all.x + all.width - 0.5f * DEVICES_CORNER * unit;
    const float middle = all.y + 0.5f * DEVICES_CORNER * unit;
    if (!s->input.touch_last || shell_menu_is_open(s)) return;
    for (uint32_t i = 0; i < 2; i++) {
        const float x = right + (i == 0 ? -5.0f : 5.0f) * unit;
        bars[i] = (qx_line){ { x, middle - 9.0f * unit, 0.0f },
                             { x, middle + 9.0f * unit, 0.0f },
                             3.0f * unit,
                             1.0f,
                             0xC8C8FFA0 };
    }
    qx_render_lines(s->render, QX_BLEND_ALPHA, bars, 2);
}

// What to do while others play: quiet, at the foot of the picture.
static void draw_note(const shell *s, const scene_canvas *canvas)
{
    if (shell_menu_is_open(s) || (!s->demo && !s->watching)) return;
    const qx_view all = qx_view_cover(&canvas->view, canvas->width, canvas->height);
    const float unit = all.height / 720.0f, pixel = all.height / (float)canvas->height;
    const float size = fmaxf(13.0f * unit, 8.0f * pixel);
    qx_text note = { .words = s->demo ? "Press any key" : "Replay: Esc returns",
                     .x = all.x + 0.5f * all.width,
                     .y = all.y + all.height - 2.8f * size,
                     .size = size,
                     .width = fmaxf(0.36f * size, 3.4f * pixel),
                     .colour = 0x04050CC0,
                     .align = QX_ALIGN_CENTRE };
    qx_render_words(s->render, QX_BLEND_ALPHA, &note); // a dark rim, legible over anything
    note.width = fmaxf(0.13f * size, 1.2f * pixel);
    note.colour = 0xC9CEF5E0;
    qx_render_words(s->render, QX_BLEND_ALPHA, &note);
}

void shell_draw(shell *s)
{
    uint32_t width, height;
    window_get_size(&s->window, &width, &height);
    const scene_canvas canvas = canvas_of(s, width, height);
    const qx_frame frame = { .width = width,
                             .height = height,
                             .view = canvas.view,
                             .bloom = s->settings.bloom,
                             .resolution = s->resolution };
    flashes_begin(&s->flashes, s->shown, s->settings.limit_flashes);
    qx_render_begin(s->render, &frame);
    if (s->stage.scene) s->stage.scene->draw(s->stage.state, &canvas);
    if (shell_menu_is_open(s)) menu_draw_scene(s->menu, &canvas);
    qx_render_compose(s->render);
    if (shell_menu_is_open(s)) menu_draw_overlay(s->menu, &canvas);
    draw_corner(s, &canvas);
    draw_note(s, &canvas);
    qx_render_end(s->render);
}
