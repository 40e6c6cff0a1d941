// SPDX-License-Identifier: MIT
// Ends, targets and obstacles: where they are and how they drift.
#include "lightning_room.h"

#include <quincunx/math.h>

#include <math.h>

#define TURN 6.283185307179586
#define FINGER 30.0f    // a hand takes what is so near
#define CLEARANCE 10.0f // between an end and an obstacle
#define OTHER_PACE 0.73 // across against along: figures that do not close soon

bool lightning_is_obstacle(const lightning_mark *m)
{
    return m->kind == MARK_BALL || m->kind == MARK_BOX;
}

uint32_t lightning_add_mark(lightning_play *r, lightning_kind kind, float x, float y)
{
    uint32_t i = 0;
    while (i < LIGHTNING_MARKS && r->rules.marks[i].kind != MARK_NONE) i++;
    if (i == LIGHTNING_MARKS) return i;
    r->rules.marks[i] = (lightning_mark){ .kind = (uint32_t)kind,
                                          .x = x,
                                          .y = y,
                                          .last_x = x,
                                          .last_y = y,
                                          .home_x = x,
                                          .home_y = y,
                                          .radius = 30.0f };
    return i;
}

static float reach_of(const lightning_mark *m)
{
    return lightning_is_obstacle(m) ? fmaxf(m->radius, FINGER) : FINGER;
}

static float distance_to(const lightning_mark *m, qx_vec2 place)
{
    const float dx = m->x - place.x, dy = m->y - place.y;
    return sqrtf(dx * dx + dy * dy);
}

uint32_t lightning_mark_at(const lightning_play *r, qx_vec2 place)
{
    uint32_t nearest = LIGHTNING_MARKS;
    float least = 1.0f;
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) {
        const lightning_mark *m = &r->rules.marks[i];
        const float share = distance_to(m, place) / reach_of(m);
        if (m->kind == MARK_NONE || share > least) continue;
        nearest = i;
        least = share;
    }
    return nearest;
}

const lightning_mark *lightning_mark_of(const lightning_play *r, lightning_kind kind,
                                        uint32_t which)
{
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++)
        if (r->rules.marks[i].kind == (uint32_t)kind && which-- == 0) return &r->rules.marks[i];
    return NULL;
}

uint32_t lightning_count_marks(const lightning_play *r, lightning_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++)
        count += r->rules.marks[i].kind == (uint32_t)kind;
    return count;
}

static float drift(const lightning_play *r, const lightning_mark *m, double pace, double phase)
{
    const double seconds = (double)r->rules.tick / 60.0;
    return m->reach * (float)qx_sin(TURN * (pace * seconds + phase));
}

static float drift_x(const lightning_play *r, const lightning_mark *m)
{
    return drift(r, m, (double)m->pace, (double)m->phase);
}

static float drift_y(const lightning_play *r, const lightning_mark *m)
{
    return drift(r, m, OTHER_PACE * (double)m->pace, (double)m->phase + 0.25);
}

static float within(float value, float most)
{
    return !(value > 4.0f) ? 4.0f : value > most - 4.0f ? most - 4.0f : value;
}

void lightning_move_mark(lightning_play *r, uint32_t which, float x, float y)
{
    lightning_mark *m = &r->rules.marks[which];
    m->home_x = within(x, r->rules.width) - drift_x(r, m);
    m->home_y = within(y, r->rules.height) - drift_y(r, m);
}

static qx_vec3 clear_of_ball(const lightning_mark *m, qx_vec3 p)
{
    const float least = m->radius + CLEARANCE, dx = p.x - m->x, dy = p.y - m->y;
    const float distance = sqrtf(dx * dx + dy * dy);
    if (distance >= least) return p;
    if (distance < 0.001f) return (qx_vec3){ m->x, m->y - least, p.z };
    return (qx_vec3){ m->x + dx * least / distance, m->y + dy * least / distance, p.z };
}

// To the nearest side.
static qx_vec3 clear_of_box(const lightning_mark *m, qx_vec3 p)
{
    const float least = m->radius + CLEARANCE, dx = p.x - m->x, dy = p.y - m->y;
    if (fabsf(dx) >= least || fabsf(dy) >= least) return p;
    if (fabsf(dx) > fabsf(dy)) return (qx_vec3){ m->x + (dx < 0.0f ? -least : least), p.y, p.z };
    return (qx_vec3){ p.x, m->y + (dy < 0.0f ? -least : least), p.z };
}

// Twice, as one obstacle may push into the next.
qx_vec3 lightning_clear_of(const lightning_play *r, qx_vec3 place)
{
    for (uint32_t i = 0; i < 2 * LIGHTNING_MARKS; i++) {
        const lightning_mark *m = &r->rules.marks[i % LIGHTNING_MARKS];
        if (m->kind == MARK_BALL) place = clear_of_ball(m, place);
        if (m->kind == MARK_BOX) place = clear_of_box(m, place);
    }
    return place;
}

void lightning_drift_marks(lightning_play *r)
{
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) {
        lightning_mark *m = &r->rules.marks[i];
        if (m->kind == MARK_NONE) continue;
        m->last_x = m->x;
        m->last_y = m->y;
        m->x = within(m->home_x + drift_x(r, m), r->rules.width);
        m->y = within(m->home_y + drift_y(r, m), r->rules.height);
        if (lightning_is_obstacle(m)) continue;
        const qx_vec3 clear = lightning_clear_of(r, (qx_vec3){ m->x, m->y, 0.0f });
        m->x = clear.x;
        m->y = clear.y;
    }
}

void lightning_follow_view(lightning_play *r, float width, float height)
{
    if (!(width > 0.0f) || !(height > 0.0f)) return;
    const float x = width / r->rules.width, y = height / r->rules.height;
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) {
        lightning_mark *m = &r->rules.marks[i];
        m->x *= x, m->last_x *= x, m->home_x *= x;
        m->y *= y, m->last_y *= y, m->home_y *= y;
    }
    r->rules.width = width;
    r->rules.height = height;
}
