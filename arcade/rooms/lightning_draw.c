// SPDX-License-Identifier: MIT
// Bolts, in one picture or in two side by side, and what all drawing of the room is made of.
#include "lightning_room.h"

#include "flashes.h"

#include <quincunx/math.h>

#include <math.h>

#define TURN 6.283185307179586
#define BRIGHT 0.55f // light of a bolt's lit part, against its core

enum { CIRCLE_PIECES = 40, GREAT_PIECES = 120 }; // 120: no corner shows

// --- pens

static qx_vec3 place(const lightning_pen *p, qx_vec2 at)
{
    const lightning_pane *pane = p->pane;
    return (qx_vec3){ pane->x + pane->scale * at.x, pane->y + pane->scale * at.y, 0.0f };
}

void lightning_pen_up(lightning_pen *p)
{
    if (p->count > 0) qx_render_lines(p->canvas->render, p->blend, p->lines, p->count);
    p->count = 0;
}

static bool is_inside(const lightning_pen *p, qx_vec2 at)
{
    const qx_view *view = &p->canvas->view;
    return at.x >= 0.0f && at.y >= 0.0f && at.x <= view->width && at.y <= view->height;
}

// A pane shows nothing beyond its frame.
void lightning_stroke(lightning_pen *p, qx_vec2 from, qx_vec2 to, float width, float intensity,
                      uint32_t colour)
{
    if (!(intensity > 0.0f)) return;
    if (p->pane->scale < 1.0f && !(is_inside(p, from) && is_inside(p, to))) return;
    if (p->count == sizeof p->lines / sizeof p->lines[0]) lightning_pen_up(p);
    p->lines[p->count++] =
        (qx_line){ place(p, from), place(p, to), width * p->pane->scale, intensity, colour };
}

void lightning_circle(lightning_pen *p, qx_vec2 centre, float radius, float width, float intensity,
                      uint32_t colour)
{
    qx_vec2 from = { centre.x + radius, centre.y };
    const uint32_t pieces = radius < 100.0f ? CIRCLE_PIECES : GREAT_PIECES;
    for (uint32_t i = 1; i <= pieces; i++) {
        const double angle = TURN * i / pieces;
        const qx_vec2 to = { centre.x + radius * (float)qx_cos(angle),
                             centre.y + radius * (float)qx_sin(angle) };
        lightning_stroke(p, from, to, width, intensity, colour);
        from = to;
    }
}

void lightning_spot(const lightning_pen *p, qx_sprite_shape shape, qx_vec2 centre, float half_width,
                    float half_height, float intensity, uint32_t colour)
{
    const qx_sprite sprite = { .centre = place(p, centre),
                               .half_width = half_width * p->pane->scale,
                               .half_height = half_height * p->pane->scale,
                               .intensity = intensity,
                               .colour = colour,
                               .shape = (uint32_t)shape };
    if (intensity > 0.0f) qx_render_sprites(p->canvas->render, p->blend, &sprite, 1);
}

// --- bolts

uint32_t lightning_accent(const lightning_play *r)
{
    return qx_glow_get_ramp((qx_glow_ramp)r->rules.values[PARAM_RAMP], 0.0f).middle_colour;
}

static lightning_look between(lightning_look before, lightning_look now, float blend)
{
    return (lightning_look){ before.light + blend * (now.light - before.light),
                             before.unborn + blend * (now.unborn - before.unborn) };
}

lightning_look lightning_look_of(const lightning_strike *s, const scene_canvas *canvas)
{
    const bool limited = canvas->flashes && canvas->flashes->limited;
    if (!s->used || !s->grown) return (lightning_look){ 0.0f, 1.0f };
    return limited ? between(s->held_before, s->held, canvas->blend)
                   : between(s->wish_before, s->wish, canvas->blend);
}

static qx_bolt_pose pose_of(const lightning_play *r, const lightning_strike *s,
                            const scene_canvas *canvas, float light, float unborn, qx_vec3 *ends)
{
    const float blend = canvas->blend;
    for (uint32_t i = 0; i < s->end_count; i++) {
        const qx_vec3 a = s->before[i], b = s->ends[i];
        ends[i] = (qx_vec3){ a.x + blend * (b.x - a.x), a.y + blend * (b.y - a.y),
                             a.z + blend * (b.z - a.z) };
    }
    return (qx_bolt_pose){ .ends = ends,
                           .time = ((double)r->rules.tick + (double)blend) / 60.0,
                           .unborn = unborn,
                           .in_turn = r->rules.preset == PRESET_CHAIN, // from target to target
                           .dimmed = 1.0f - light,
                           .scale = r->rules.values[PARAM_WIDTH] * s->scale };
}

static void draw_lines(const lightning_play *r, const lightning_pen *p, const qx_bolt *bolt,
                       const qx_bolt_pose *pose, const qx_glow *glow)
{
    const lightning_pane *pane = p->pane;
    const uint32_t count = qx_bolt_build_lines(bolt, pose, r->lines, NULL);
    for (uint32_t i = 0; i < count; i++) {
        qx_glow_line *l = &r->lines[i];
        l->from = place(p, (qx_vec2){ l->from.x, l->from.y });
        l->to = place(p, (qx_vec2){ l->to.x, l->to.y });
        l->scale *= pane->scale;
    }
    qx_render_glow(p->canvas->render, pane->form, glow, r->lines, count);
}

static void draw_ribbon(const lightning_play *r, const lightning_pen *p, const qx_bolt *bolt,
                        const qx_bolt_pose *pose, const qx_glow *glow)
{
    const qx_bolt_counts made =
        qx_bolt_build_ribbon(bolt, pose, NULL, r->vertices, r->indices, 0, NULL);
    for (uint32_t i = 0; i < made.vertices; i++) {
        qx_bolt_vertex *v = &r->vertices[i];
        const qx_vec3 at = place(p, (qx_vec2){ v->x, v->y });
        v->x = at.x, v->y = at.y, v->z = 0.0f;
    }
    qx_glow bright = *glow; // a ribbon's brightness is a share of the bolt's power
    const float power = r->rules.values[PARAM_POWER];
    bright.core_light *= power;
    bright.middle_light *= power;
    bright.halo_light *= power;
    qx_render_ribbon(p->canvas->render, p->pane->form, &bright, r->vertices, made.vertices,
                     r->indices, made.indices);
}

static void draw_bolt(const lightning_play *r, const lightning_pen *p, const lightning_strike *s,
                      const qx_glow *glow, float factor)
{
    qx_vec3 ends[LIGHTNING_ENDS];
    const lightning_look look = lightning_look_of(s, p->canvas);
    if (look.light <= 0.001f || s->end_count == 0) return;
    const qx_bolt *bolt = lightning_bolt_of(r, s);
    const qx_bolt_pose pose =
        pose_of(r, s, p->canvas, fminf(factor * look.light, 1.0f), look.unborn, ends);
    if (qx_bolt_get_info(bolt).ends != s->end_count) return; // grown anew at the next tick
    if ((uint32_t)r->rules.values[PARAM_DRAWN] == DRAWN_RIBBON)
        draw_ribbon(r, p, bolt, &pose, glow);
    else
        draw_lines(r, p, bolt, &pose, glow);
}

// --- the flash limit

static float ask(const lightning_play *r, const scene_canvas *canvas, uint32_t colour)
{
    flash_wish wish = { 0 };
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &r->strikes[i];
        const lightning_look look = lightning_look_of(s, canvas);
        const float power = r->rules.values[PARAM_POWER] * s->power;
        if (look.light > 0.0f) flash_wish_add(&wish, colour, BRIGHT * look.light * power, s->area);
    }
    return flashes_allow(canvas->flashes, &wish);
}

static void draw_pane(const lightning_play *r, lightning_pen *p, const qx_glow *glow, float factor)
{
    lightning_draw_ground(r, p, factor);
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) draw_bolt(r, p, &r->strikes[i], glow, factor);
    lightning_draw_marks(r, p, factor);
}

void lightning_draw(const lightning_play *r, const scene_canvas *canvas)
{
    static const lightning_pane whole = { .scale = 1.0f };
    lightning_pane panes[2];
    const qx_glow glow = lightning_glow(r);
    const float factor = ask(r, canvas, glow.middle_colour);
    const uint32_t count = lightning_panes(r, canvas->hud, panes);
    for (uint32_t i = 0; i < count; i++) {
        lightning_pen p = { .canvas = canvas, .pane = &panes[i] };
        draw_pane(r, &p, &glow, factor);
        lightning_pen_up(&p);
    }
    lightning_pen over = { .canvas = canvas, .pane = &whole };
    lightning_draw_cursor(r, &over);
    lightning_pen_up(&over);
}
