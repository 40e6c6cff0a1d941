// SPDX-License-Identifier: MIT
#include "picture.h"

#include "report.h"
#include "tick_clock.h"

#include <quincunx/png.h>

#include <stdlib.h>

static bool refuse(picture *p, const char *why)
{
    report("%s", why);
    picture_close(p, NULL);
    return false;
}

static bool make_target(picture *p)
{
    const qx_result result = qx_target_create(p->render, p->width, p->height, &p->target);
    p->pixels = malloc((size_t)p->width * p->height * 3);
    if (result == QX_OK && p->pixels) return true;
    return refuse(
        p, result == QX_BAD_VALUE
               ? "the picture is larger than the graphics driver can draw; choose a smaller --size"
               : "not enough memory for a picture of this size; choose a smaller --size");
}

bool picture_open(picture *p, const options *o, const settings *wanted)
{
    char problem[512];
    qx_error error = { 0 };
    *p = (picture){ .width = o->width, .height = o->height, .hud = o->hud, .settings = *wanted };
    // The window itself stays tiny: pictures are drawn into a target of their own.
    const window_desc desc = { "quincunx", 320, 240, .hidden = true };
    if (!window_open(&p->window, &desc, problem, sizeof problem)) return refuse(p, problem);
    if (qx_render_create(NULL, &p->render, &error) != QX_OK) return refuse(p, error.message);
    if (o->verbose) report("drawing with %s", qx_render_text(p->render));
    return make_target(p);
}

void picture_draw(picture *p, const stage *s, const qx_view *view, float blend)
{
    const scene_canvas canvas = { .render = p->render,
                                  .view = *view,
                                  .width = p->width,
                                  .height = p->height,
                                  .blend = blend,
                                  .particles = p->settings.particles,
                                  .shake = p->settings.shake,
                                  .flash = p->settings.flash,
                                  .flashes = &p->flashes,
                                  .reduced_motion = p->settings.reduced_motion,
                                  .palette = p->settings.palette,
                                  .hud = p->hud };
    const qx_frame frame = { .width = p->width,
                             .height = p->height,
                             .framebuffer = qx_target_framebuffer(p->target),
                             .view = *view,
                             .bloom = p->settings.bloom };
    // The moment it shows, as a film plays it.
    flashes_begin(&p->flashes, ((double)s->ticks + (double)blend) / TICKS_PER_SECOND,
                  p->settings.limit_flashes);
    qx_render_begin(p->render, &frame);
    s->scene->draw(s->state, &canvas);
    qx_render_end(p->render);
    qx_target_read(p->render, p->target, p->pixels);
}

bool picture_save(const picture *p, const char *path)
{
    qx_error error = { 0 };
    const qx_image image = { p->pixels, p->width, p->height, 3 };
    if (qx_png_save_file(&image, path, NULL, &error) == QX_OK) return true;
    report("%s: %s; name another place with -o", path, error.message);
    return false;
}

void picture_close(picture *p, const stage *s)
{
    if (s) stage_release(s, p->render);
    qx_target_destroy(p->render, p->target);
    qx_render_destroy(p->render);
    window_close(&p->window);
    free(p->pixels);
    *p = (picture){ 0 };
}
