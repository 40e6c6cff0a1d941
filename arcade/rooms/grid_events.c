// SPDX-License-Identifier: MIT
// Pushes that go on by themselves, what shines and what is heard of them.
#include "grid_room.h"

#include "sound_grid.h"

#define MARGIN 120.0f // so far outside the net a moving push is over

_Static_assert(sizeof(grid_event) == sizeof(qx_grid_push) + 8 * 4, "no padding: hashed as a whole");

static uint32_t left_of(const grid_event *e)
{
    return e->life - e->age;
}

void grid_start(grid_play *r, const grid_event *event)
{
    grid_event *place = &r->rules.events[0];
    for (uint32_t i = 1; i < GRID_EVENTS; i++)
        if (left_of(&r->rules.events[i]) < left_of(place)) place = &r->rules.events[i];
    *place = *event;
}

static float envelope_of(const grid_event *e)
{
    const float share = (float)e->age / (float)e->life, rest = 1.0f - share;
    switch (e->envelope) {
    case ENVELOPE_FADE: return rest * rest;
    case ENVELOPE_SWELL: return 16.0f * share * share * rest * rest;
    default: return 1.0f;
    }
}

// Moving pushes end where nothing of the net is in their way any more. The band of a wave is as
// long as the net.
static bool is_outside(const grid_play *r, const grid_event *e)
{
    const qx_grid_push *p = &e->push;
    if (e->vx == 0.0f && e->vy == 0.0f) return false;
    const float far = MARGIN + (p->kind == QX_GRID_WAVE ? 0.0f : p->radius);
    const bool leaves_x =
        (e->vx >= 0.0f && p->x > r->net.width + far) || (e->vx <= 0.0f && p->x < -far);
    const bool leaves_y =
        (e->vy >= 0.0f && p->y > r->net.height + far) || (e->vy <= 0.0f && p->y < -far);
    return leaves_x || leaves_y;
}

static void shine_of(grid_play *r, const grid_event *e, float level)
{
    const qx_grid_push *p = &e->push;
    const bool steady = e->envelope == ENVELOPE_STEADY;
    if (e->glow == GLOW_NONE) return;
    grid_shine(r, &(grid_light){ .x = p->x,
                                 .y = p->y,
                                 .vx = e->vx,
                                 .vy = e->vy,
                                 .to_x = p->to_x,
                                 .to_y = p->to_y,
                                 .radius = p->radius,
                                 .growth = e->growth,
                                 .intensity = steady ? 1.0f : level,
                                 .glow = e->glow,
                                 .colour = e->colour,
                                 .flashes = e->envelope == ENVELOPE_FADE });
}

static void run(grid_play *r, grid_event *e)
{
    const float level = envelope_of(e);
    qx_grid_push now = e->push;
    now.strength *= level;
    grid_net_push(&r->net, &now);
    shine_of(r, e, level);
    e->push.x += e->vx, e->push.to_x += e->vx;
    e->push.y += e->vy, e->push.to_y += e->vy;
    e->push.radius += e->growth;
    e->age++;
    if (e->age >= e->life || e->push.radius < 0.0f || is_outside(r, e)) *e = (grid_event){ 0 };
}

void grid_run_events(grid_play *r)
{
    for (uint32_t i = 0; i < GRID_EVENTS; i++)
        if (r->rules.events[i].life > 0) run(r, &r->rules.events[i]);
}

void grid_shine(grid_play *r, const grid_light *light)
{
    if (r->light_count < GRID_LIGHTS) r->lights[r->light_count++] = *light;
}

static float pan_of(const grid_play *r, float x)
{
    const float pan = 1.6f * (x / r->net.width - 0.5f);
    return pan < -0.8f ? -0.8f : pan > 0.8f ? 0.8f : pan;
}

void grid_sound(grid_play *r, const patch *which, float x, float pitch, float gain)
{
    if (r->sound) sound_play(r->sound, which, pan_of(r, x), pitch, gain);
}

void grid_sound_held(grid_play *r, uint32_t key, const patch *which, float x, float gain)
{
    if (r->sound) sound_hold(r->sound, key, which, pan_of(r, x), 1.0f, gain);
}

// A ring that runs outward a little slower than waves in the net do; one that pulls comes from
// outside and closes.
void grid_start_shock(grid_play *r, float x, float y, float sign, float level)
{
    const bool outward = sign > 0.0f;
    grid_start(r, &(grid_event){ .push = { .kind = QX_GRID_RING,
                                           .x = x,
                                           .y = y,
                                           .radius = outward ? 10.0f : 330.0f,
                                           .width = 44.0f,
                                           .strength = 2.6f * sign * level },
                                 .growth = outward ? 8.5f : -7.5f,
                                 .life = outward ? 62 : 44,
                                 .envelope = outward ? ENVELOPE_FADE : ENVELOPE_SWELL,
                                 .glow = GLOW_RING,
                                 .colour = grid_tool_colour(QX_GRID_RING) });
}

void grid_start_bullet(grid_play *r, float x, float y, float vx, float vy, float level)
{
    grid_start(r, &(grid_event){ .push = { .kind = QX_GRID_EXPLODE,
                                           .x = x,
                                           .y = y,
                                           .radius = 84.0f,
                                           .strength = 3.2f * level },
                                 .vx = vx,
                                 .vy = vy,
                                 .life = 400,
                                 .envelope = ENVELOPE_STEADY,
                                 .glow = GLOW_HEAD,
                                 .colour = 0xFFD24AFF });
}
