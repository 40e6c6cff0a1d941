// SPDX-License-Identifier: MIT
// Ends, targets, obstacles and the cursor: told apart by shape alone.
#include "lightning_room.h"

#include <quincunx/math.h>

#include <math.h>

#define TURN 6.283185307179586
#define STEEL 0x8A90C8FFu
#define HELD 0xFFD24AFFu

static qx_vec2 place_of(const lightning_mark *m, float blend)
{
    return (qx_vec2){ m->last_x + blend * (m->x - m->last_x),
                      m->last_y + blend * (m->y - m->last_y) };
}

static void diamond(lightning_pen *p, qx_vec2 c, float size, float width, float intensity,
                    uint32_t colour)
{
    const qx_vec2 corners[5] = { { c.x, c.y - size },
                                 { c.x + size, c.y },
                                 { c.x, c.y + size },
                                 { c.x - size, c.y },
                                 { c.x, c.y - size } };
    for (uint32_t i = 0; i < 4; i++)
        lightning_stroke(p, corners[i], corners[i + 1], width, intensity, colour);
}

// The house's mark: five points, four of them turning about the fifth.
static void draw_target(const lightning_play *r, lightning_pen *p, qx_vec2 at, float phase,
                        uint32_t colour)
{
    const double turn = 0.06 * (double)r->rules.tick / 60.0 + (double)phase;
    diamond(p, at, 4.2f, 1.9f, 1.1f, colour);
    for (uint32_t i = 0; i < 4; i++) {
        const double angle = TURN * (turn + 0.25 * i);
        const qx_vec2 point = { at.x + 13.0f * (float)qx_cos(angle),
                                at.y + 13.0f * (float)qx_sin(angle) };
        diamond(p, point, 2.7f, 1.6f, 0.8f, colour);
    }
}

static void draw_electrode(lightning_pen *p, qx_vec2 at, float size, uint32_t colour)
{
    lightning_circle(p, at, size, 2.2f, 0.9f, colour);
    lightning_circle(p, at, 0.45f * size, 1.5f, 0.6f, colour);
}

// In the sky only a small caret, so that one can find the place to drag.
static void draw_caret(lightning_pen *p, qx_vec2 at, uint32_t colour)
{
    lightning_stroke(p, (qx_vec2){ at.x - 9.0f, at.y - 5.0f }, (qx_vec2){ at.x, at.y + 5.0f }, 1.8f,
                     0.7f, colour);
    lightning_stroke(p, (qx_vec2){ at.x + 9.0f, at.y - 5.0f }, (qx_vec2){ at.x, at.y + 5.0f }, 1.8f,
                     0.7f, colour);
}

static void draw_ball(lightning_pen *p, const lightning_mark *m, qx_vec2 at, uint32_t colour)
{
    lightning_circle(p, at, m->radius - 1.0f, 2.0f, 0.75f, colour);
    lightning_circle(p, at, 0.7f * m->radius, 1.1f, 0.35f, colour);
}

static void draw_box(lightning_pen *p, const lightning_mark *m, qx_vec2 at, uint32_t colour)
{
    for (uint32_t ring = 0; ring < 2; ring++) {
        const float a = ring == 0 ? m->radius - 1.0f : 0.7f * m->radius;
        const qx_vec2 corners[5] = { { at.x - a, at.y - a },
                                     { at.x + a, at.y - a },
                                     { at.x + a, at.y + a },
                                     { at.x - a, at.y + a },
                                     { at.x - a, at.y - a } };
        for (uint32_t i = 0; i < 4; i++)
            lightning_stroke(p, corners[i], corners[i + 1], ring == 0 ? 2.0f : 1.1f,
                             ring == 0 ? 0.75f : 0.35f, colour);
    }
}

static void draw_mark(const lightning_play *r, lightning_pen *p, const lightning_mark *m)
{
    const qx_vec2 at = place_of(m, p->canvas->blend);
    const uint32_t preset = r->rules.preset;
    const bool outdoors = preset == PRESET_STRIKE || preset == PRESET_STORM;
    const uint32_t colour = m->held > 0 ? HELD : lightning_accent(r);
    switch (m->kind) {
    case MARK_START:
        if (outdoors)
            draw_caret(p, at, m->held > 0 ? HELD : STEEL);
        else
            draw_electrode(p, at, preset == PRESET_GLOBE ? 24.0f : 18.0f, colour);
        break;
    case MARK_TARGET:
        if (preset == PRESET_ARC)
            draw_electrode(p, at, 18.0f, colour);
        else
            draw_target(r, p, at, m->phase, outdoors && m->held == 0 ? STEEL : colour);
        break;
    case MARK_BALL: draw_ball(p, m, at, m->held > 0 ? HELD : STEEL); break;
    case MARK_BOX: draw_box(p, m, at, m->held > 0 ? HELD : STEEL); break;
    default: break;
    }
}

// Where a bolt begins and ends, something glows.
static void draw_touches(const lightning_play *r, lightning_pen *p, float factor)
{
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &r->strikes[i];
        const lightning_look look = lightning_look_of(s, p->canvas);
        const float size = 0.5f * r->rules.values[PARAM_HALO] * s->scale;
        if (look.light <= 0.0f) continue;
        for (uint32_t k = 0; k < s->end_count; k++)
            if (k == 0 || look.unborn < 0.1f)
                lightning_spot(p, QX_SPRITE_GLOW, (qx_vec2){ s->ends[k].x, s->ends[k].y }, size,
                               size, 0.35f * factor * look.light, lightning_accent(r));
    }
}

void lightning_draw_marks(const lightning_play *r, lightning_pen *p, float factor)
{
    draw_touches(r, p, factor);
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) draw_mark(r, p, &r->rules.marks[i]);
    lightning_pen_up(p);
}

void lightning_draw_cursor(const lightning_play *r, lightning_pen *p)
{
    const lightning_hand *h = &r->rules.hands[0];
    const float shown = r->cursor_awake > 60 ? 1.0f : (float)r->cursor_awake / 60.0f;
    const float back = 1.0f - p->canvas->blend, size = h->down ? 11.0f : 14.0f;
    const float x = h->x - back * (h->x - h->last_x), y = h->y - back * (h->y - h->last_y);
    for (uint32_t i = 0; i < 4; i++) {
        const float ux = i == 0 ? 1.0f : i == 1 ? -1.0f : 0.0f;
        const float uy = i == 2 ? 1.0f : i == 3 ? -1.0f : 0.0f;
        lightning_stroke(p, (qx_vec2){ x + size * ux, y + size * uy },
                         (qx_vec2){ x + 0.45f * size * ux, y + 0.45f * size * uy }, 2.0f,
                         1.2f * shown, STEEL);
    }
}
