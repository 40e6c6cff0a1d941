// SPDX-License-Identifier: MIT
// What stands around the bolts: clouds and ground that they light up, electrodes' stems, the
// globe's glass. Thin lines, faint until something strikes.
#include "lightning_room.h"

#include <quincunx/math.h>

#include <math.h>

#define TURN 6.283185307179586
#define DARK 0x353B92FFu
#define LIT 0xA9B6FFFFu
#define STEEL 0x5A63A8FFu

enum { PUFFS = 15, PUFF_PIECES = 9, HILLS = 28, RAIN = 70, BARS = 7 };

static float unit(uint32_t a, uint32_t b)
{
    uint32_t h = a * 0x9E3779B1u ^ b * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (float)((h ^ h >> 15) >> 8) / 16777216.0f;
}

// How much light falls on a place from the ends of bolts that are `side` of theirs.
static float light_at(const lightning_play *r, const lightning_pen *p, uint32_t side, float x,
                      float reach)
{
    float light = 0.0f;
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &r->strikes[i];
        const lightning_look look = lightning_look_of(s, p->canvas);
        if (look.light <= 0.0f || s->end_count == 0) continue;
        const float away = (s->ends[side == 0 ? 0 : s->end_count - 1].x - x) / reach;
        light += look.light * s->scale / (1.0f + away * away);
    }
    return fminf(light, 1.0f);
}

static uint32_t mix(float share)
{
    uint32_t colour = 0xFF;
    for (uint32_t shift = 8; shift < 32; shift += 8) {
        const float a = (float)(DARK >> shift & 255u), b = (float)(LIT >> shift & 255u);
        colour |= (uint32_t)(a + (b - a) * share + 0.5f) << shift;
    }
    return colour;
}

// --- clouds

static void draw_puff(lightning_pen *p, qx_vec2 centre, float radius, double from, double to,
                      float intensity, uint32_t colour)
{
    qx_vec2 last = { centre.x + radius * (float)qx_cos(TURN * from),
                     centre.y + 0.7f * radius * (float)qx_sin(TURN * from) };
    for (uint32_t i = 1; i <= PUFF_PIECES; i++) {
        const double angle = TURN * (from + (to - from) * i / PUFF_PIECES);
        const qx_vec2 next = { centre.x + radius * (float)qx_cos(angle),
                               centre.y + 0.7f * radius * (float)qx_sin(angle) };
        lightning_stroke(p, last, next, 1.6f, intensity, colour);
        last = next;
    }
}

static void draw_cloud(const lightning_play *r, lightning_pen *p, const lightning_mark *m,
                       uint32_t which, float factor)
{
    const float wide = 0.16f * r->rules.width;
    const float light = factor * p->canvas->flash * light_at(r, p, 0, m->x, 170.0f);
    const double seconds = (double)r->rules.tick / 60.0;
    for (uint32_t i = 0; i < PUFFS; i++) {
        const float along = 2.0f * ((float)i + 0.5f) / PUFFS - 1.0f;
        const float breath = 3.0f * (float)qx_sin(TURN * (0.05 * seconds + 0.37 * i));
        const float radius = (24.0f + 34.0f * unit(which, i)) * (1.1f - 0.5f * fabsf(along));
        const qx_vec2 centre = { m->x + wide * along + 20.0f * (unit(which, 40 + i) - 0.5f),
                                 m->y - 12.0f + breath + 26.0f * along * along * 0.4f -
                                     22.0f * (unit(which, 80 + i) - 0.3f) };
        const bool under = i % 3 == 1;
        draw_puff(p, centre, radius, under ? 0.03 : 0.5, under ? 0.47 : 1.0, 0.45f + 0.8f * light,
                  mix(0.2f + 0.8f * light));
    }
    lightning_spot(p, QX_SPRITE_GLOW, (qx_vec2){ m->x, m->y }, 1.5f * wide, 110.0f, 0.22f * light,
                   0x6C78F0FF);
}

// --- ground

static void draw_hills(const lightning_play *r, lightning_pen *p, float horizon, float factor)
{
    qx_vec2 last = { 0.0f, horizon - 6.0f };
    for (uint32_t i = 1; i <= HILLS; i++) {
        const float share = (float)i / HILLS, x = share * r->rules.width;
        const float light = factor * p->canvas->flash * light_at(r, p, 1, x, 160.0f);
        const float height = 4.0f + 26.0f * unit(7, i) * (0.4f + unit(9, i / 4));
        const qx_vec2 next = { x, horizon - height };
        lightning_stroke(p, last, next, 1.4f, 0.35f + 0.8f * light, mix(0.2f + 0.8f * light));
        last = next;
    }
}

static void draw_floor(const lightning_play *r, lightning_pen *p, float horizon, float factor)
{
    const float width = r->rules.width, front = r->rules.height - horizon;
    const float light = factor * p->canvas->flash * light_at(r, p, 1, 0.5f * width, 0.6f * width);
    for (uint32_t i = 0; i < BARS; i++) {
        const float share = (float)i / BARS, y = horizon + front * share * share;
        lightning_stroke(p, (qx_vec2){ 0.0f, y }, (qx_vec2){ width, y }, i == 0 ? 1.8f : 1.2f,
                         (i == 0 ? 0.5f : 0.26f) + 0.3f * light, mix(0.1f + 0.5f * light));
    }
    for (int i = -12; i <= 12; i++) {
        const float x = 0.5f * width + 0.07f * width * (float)i;
        const float out = 0.5f * width + 0.19f * width * (float)i;
        lightning_stroke(p, (qx_vec2){ x, horizon }, (qx_vec2){ out, r->rules.height }, 1.1f,
                         0.2f + 0.2f * light, mix(0.1f + 0.5f * light));
    }
}

// A pool of light where it strikes.
static void draw_pools(const lightning_play *r, lightning_pen *p, float factor)
{
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &r->strikes[i];
        const lightning_look look = lightning_look_of(s, p->canvas);
        if (look.light <= 0.0f || look.unborn > 0.3f || s->end_count == 0) continue;
        if (s->scale < 0.2f) continue;
        const qx_vec3 end = s->ends[s->end_count - 1];
        lightning_spot(p, QX_SPRITE_GLOW, (qx_vec2){ end.x, end.y }, 190.0f * s->scale,
                       34.0f * s->scale, 0.5f * factor * p->canvas->flash * look.light,
                       lightning_accent(r));
    }
}

static void draw_rain(const lightning_play *r, lightning_pen *p, float factor)
{
    const double seconds = ((double)r->rules.tick + (double)p->canvas->blend) / 60.0;
    const float share = p->canvas->reduced_motion ? 0.0f : p->canvas->particles;
    const float sky = light_at(r, p, 0, 0.5f * r->rules.width, r->rules.width);
    const float light = 0.20f + 0.25f * factor * p->canvas->flash * sky;
    for (uint32_t i = 0; i < (uint32_t)(RAIN * share); i++) {
        const float near = 0.4f + 0.6f * unit(21, i), fall = r->rules.height + 40.0f;
        const double down = (double)(620.0f * near) * seconds + (double)(fall * unit(22, i));
        const uint32_t round = (uint32_t)(down / (double)fall);
        const float y = (float)(down - (double)fall * round) - 20.0f;
        const float x = r->rules.width * unit(23 + round, i) + 0.12f * y;
        lightning_stroke(p, (qx_vec2){ x, y }, (qx_vec2){ x + 2.4f * near, y + 20.0f * near }, 1.0f,
                         light * near, 0x6A78D0FF);
    }
}

static void draw_outdoors(const lightning_play *r, lightning_pen *p, float factor)
{
    const float horizon = lightning_ground(r);
    draw_floor(r, p, horizon, factor);
    draw_hills(r, p, horizon, factor);
    for (uint32_t i = 0;; i++) {
        const lightning_mark *m = lightning_mark_of(r, MARK_START, i);
        if (!m) break;
        draw_cloud(r, p, m, i, factor);
    }
    if (r->rules.preset == PRESET_STORM) draw_rain(r, p, factor);
    lightning_pen_up(p);
    draw_pools(r, p, factor);
}

// --- indoors

static void draw_table(const lightning_play *r, lightning_pen *p)
{
    const float width = r->rules.width, y = 0.9f * r->rules.height;
    lightning_stroke(p, (qx_vec2){ 0.0f, y }, (qx_vec2){ width, y }, 1.4f, 0.35f, DARK);
    for (int i = -12; i <= 12; i++) {
        const float x = 0.5f * width + 0.06f * width * (float)i;
        lightning_stroke(p, (qx_vec2){ x, y },
                         (qx_vec2){ 0.5f * width + 0.11f * width * (float)i, r->rules.height },
                         1.1f, 0.18f, DARK);
    }
}

static void draw_stems(const lightning_play *r, lightning_pen *p)
{
    const float low = 0.9f * r->rules.height;
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) {
        const lightning_mark *m = &r->rules.marks[i];
        if (m->kind != MARK_START && m->kind != MARK_TARGET) continue;
        for (int side = -1; side <= 1; side += 2) {
            const float x = m->x + 4.0f * (float)side;
            lightning_stroke(p, (qx_vec2){ x, m->y + 19.0f }, (qx_vec2){ x, low }, 1.5f, 0.5f,
                             STEEL);
        }
        lightning_stroke(p, (qx_vec2){ m->x - 46.0f, low }, (qx_vec2){ m->x + 46.0f, low }, 3.0f,
                         0.6f, STEEL);
        for (uint32_t k = 1; k < 4; k++) { // insulators
            const float y = low - 26.0f * (float)k, wide = 17.0f - 2.5f * (float)k;
            if (y > m->y + 30.0f)
                lightning_stroke(p, (qx_vec2){ m->x - wide, y }, (qx_vec2){ m->x + wide, y }, 3.0f,
                                 0.45f, STEEL);
        }
    }
}

static void draw_glass(const lightning_play *r, lightning_pen *p)
{
    const lightning_mark *m = lightning_mark_of(r, MARK_START, 0);
    const float radius = lightning_globe_radius(r);
    if (!m) return;
    const qx_vec2 centre = { m->x, m->y };
    lightning_circle(p, centre, radius + 5.0f, 2.0f, 0.55f, STEEL);
    lightning_circle(p, centre, radius + 11.0f, 1.1f, 0.3f, DARK);
    draw_puff(p, (qx_vec2){ m->x, m->y }, 0.86f * radius, 0.58, 0.68, 0.35f, LIT);
    for (int side = -1; side <= 1; side += 2) { // stem and foot
        const float s = (float)side, low = m->y + radius + 9.0f, foot = m->y + 1.24f * radius;
        lightning_stroke(p, (qx_vec2){ m->x + 5.0f * s, m->y + 26.0f },
                         (qx_vec2){ m->x + 9.0f * s, low }, 1.4f, 0.4f, STEEL);
        lightning_stroke(p, (qx_vec2){ m->x + 0.34f * radius * s, low - 0.06f * radius },
                         (qx_vec2){ m->x + 0.52f * radius * s, foot }, 2.0f, 0.55f, STEEL);
        lightning_stroke(p, (qx_vec2){ m->x, foot }, (qx_vec2){ m->x + 0.52f * radius * s, foot },
                         2.0f, 0.55f, STEEL);
    }
}

// A lattice as faint as the house's net at rest.
static void draw_lattice(const lightning_play *r, lightning_pen *p)
{
    const float step = 60.0f, width = r->rules.width, height = r->rules.height;
    for (float x = 0.5f * step; x < width; x += step)
        lightning_stroke(p, (qx_vec2){ x, 0.0f }, (qx_vec2){ x, height }, 1.0f, 0.16f, DARK);
    for (float y = 0.5f * step; y < height; y += step)
        lightning_stroke(p, (qx_vec2){ 0.0f, y }, (qx_vec2){ width, y }, 1.0f, 0.16f, DARK);
}

void lightning_draw_ground(const lightning_play *r, lightning_pen *p, float factor)
{
    switch (r->rules.preset) {
    case PRESET_STRIKE:
    case PRESET_STORM: draw_outdoors(r, p, factor); break;
    case PRESET_ARC: draw_table(r, p), draw_stems(r, p); break;
    case PRESET_GLOBE: draw_table(r, p), draw_glass(r, p); break;
    default: draw_lattice(r, p); break;
    }
    lightning_pen_up(p);
}
