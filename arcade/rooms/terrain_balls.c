// SPDX-License-Identifier: MIT
// Balls that roll down: a sphere is swept along its way and slides on along what it meets.
#include "terrain_room.h"

#include <quincunx/math.h>

#include <math.h>

#define TICK (1.0f / 60.0f)
#define GRAVITY 9.81f
#define ROLLING (5.0f / 7.0f) // of gravity along a slope, for a solid ball that does not slip
#define BOUNCE 0.42f
#define SOFT 1.2f    // metres a second: below, nothing bounces
#define DRAG 0.0015f // share of speed a tick while it rolls
#define WET_DRAG 0.03f
#define GAP 0.002f // of the radius, kept to the ground
#define SMALL 4.0f // metres of radius: larger ones fall as a model of their size would
#define PIECES 5   // contacts in a tick
#define SLOW 0.15f // metres a second
#define REST_TICKS 30u
#define DEEP 0.4f // of the map's side below the ground: it is gone

static float dot(qx_vec3 a, qx_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static qx_vec3 added(qx_vec3 a, float factor, qx_vec3 b)
{
    return (qx_vec3){ a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z };
}

static float length_of(qx_vec3 a)
{
    return sqrtf(dot(a, a));
}

spot terrain_ball_place(const terrain_play *r, const terrain_ball *ball)
{
    return terrain_world(r, ball->copy, ball->at);
}

// --- on the ground

static float gravity(const terrain_play *r, const terrain_ball *b)
{
    return GRAVITY * fmaxf(r->map.human, b->radius / SMALL);
}

// From above onto the ground, which may have been raised beneath it.
static void put_on_top(const terrain_play *r, terrain_ball *b)
{
    const qx_terrain_info *info = &r->map.info;
    const float high = info->highest + 2.0f * b->radius + 1.0f;
    const float reach = high - info->lowest + 2.0f * b->radius;
    const qx_terrain_ray down = { .origin = { b->at.x, high, b->at.z },
                                  .direction = { 0.0f, -1.0f, 0.0f },
                                  .reach = reach };
    qx_terrain_hit hit;
    if (!qx_terrain_solve_sphere(r->map.field, &down, b->radius, &hit)) return;
    b->at.y = fmaxf(b->at.y, high - hit.distance + GAP * b->radius);
}

static void note_knock(terrain_play *r, const terrain_ball *b, float speed)
{
    const float strength = fminf(speed / (1.4f * gravity(r, b)), 1.0f);
    if (speed < 2.0f * SOFT * r->map.human || strength <= r->news.knock) return;
    const spot at = terrain_ball_place(r, b);
    r->news.knocked = true;
    r->news.knock = strength;
    r->news.at = (qx_vec3){ (float)at.x, (float)at.y, (float)at.z };
}

// Speed into the ground comes back in part; what is slow stays.
static void meet(terrain_play *r, terrain_ball *b, qx_vec3 normal)
{
    const float into = -dot(b->velocity, normal);
    const float soft = SOFT * r->map.human + 3.0f * TICK * gravity(r, b);
    if (into <= 0.0f) return;
    b->velocity = added(b->velocity, into > soft ? (1.0f + BOUNCE) * into : into, normal);
    if (b->touching == 0 || into > soft) note_knock(r, b, into);
}

// Returns the time that is left after a contact.
static float advance(terrain_play *r, terrain_ball *b, float time, bool *met)
{
    const qx_terrain_ray way = { b->at, b->velocity, time };
    qx_terrain_hit hit;
    *met = length_of(b->velocity) > 0.0f &&
           qx_terrain_solve_sphere(r->map.field, &way, b->radius, &hit);
    if (!*met) {
        b->at = added(b->at, time, b->velocity);
        return 0.0f;
    }
    b->at = added(hit.place, b->radius * (1.0f + GAP), hit.normal);
    meet(r, b, hit.normal);
    return time - hit.distance;
}

static qx_vec3 cross(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// Rolls without slipping about the ground's normal.
static void roll_on(const terrain_play *r, terrain_ball *b)
{
    qx_vec3 normal = { 0.0f, 1.0f, 0.0f };
    (void)qx_terrain_sample_normal(r->map.field, b->at.x, b->at.z, &normal, NULL);
    const qx_vec3 spin = cross(normal, b->velocity);
    b->spin = (qx_vec3){ spin.x / b->radius, spin.y / b->radius, spin.z / b->radius };
    b->velocity = added(b->velocity, -DRAG, b->velocity);
}

static void turn(terrain_ball *b)
{
    const float rate = length_of(b->spin), *q = b->turn;
    if (!(rate > 1e-6f)) return;
    const double half = 0.5 * (double)(rate * TICK);
    const float s = (float)qx_sin(half) / rate, w = (float)qx_cos(half);
    const float x = s * b->spin.x, y = s * b->spin.y, z = s * b->spin.z;
    const float next[4] = { w * q[0] + x * q[3] + y * q[2] - z * q[1],
                            w * q[1] + y * q[3] + z * q[0] - x * q[2],
                            w * q[2] + z * q[3] + x * q[1] - y * q[0],
                            w * q[3] - x * q[0] - y * q[1] - z * q[2] };
    const float length =
        sqrtf(next[0] * next[0] + next[1] * next[1] + next[2] * next[2] + next[3] * next[3]);
    for (int i = 0; i < 4; i++) b->turn[i] = next[i] / length;
}

// A ball is half as dense as water.
static void swim(terrain_play *r, terrain_ball *b)
{
    double level;
    if (!terrain_water(r, &level)) return;
    const float under = fminf(((float)level - (b->at.y - b->radius)) / (2.0f * b->radius), 1.0f);
    if (!(under > 0.0f)) return;
    if (b->at.y > (float)level && b->velocity.y < -4.0f * r->map.human) r->news.splashed = true;
    b->velocity.y += 2.0f * under * gravity(r, b) * TICK;
    b->velocity = added(b->velocity, -WET_DRAG * under, b->velocity);
}

static void run(terrain_play *r, terrain_ball *b)
{
    const float pull = gravity(r, b) * (b->touching ? ROLLING : 1.0f);
    bool touched = false, met = true;
    float left = TICK;
    b->velocity.y -= TICK * pull;
    swim(r, b);
    for (int i = 0; i < PIECES && left > 0.0f && met; i++) {
        left = advance(r, b, left, &met);
        touched |= met;
    }
    b->touching = touched ? b->touching + (b->touching < UINT32_MAX) : 0;
    if (touched) {
        put_on_top(r, b);
        roll_on(r, b);
    }
    turn(b);
    terrain_cross(r, &b->at, &b->copy);
}

// One that has been slow for a while rests until the ground changes.
static bool rests(const terrain_play *r, const terrain_ball *b)
{
    const float speed = length_of(b->velocity);
    return b->touching > REST_TICKS && speed < SLOW * r->map.human && !r->news.painted;
}

static void listen(terrain_play *r, const terrain_ball *b)
{
    const float speed = b->touching ? length_of(b->velocity) / r->map.side : 0.0f;
    if (speed > r->news.rolling) r->news.rolling = speed;
}

void terrain_run_balls(terrain_play *r)
{
    const float bottom = r->map.base - DEEP * r->map.side;
    for (uint32_t i = 0; i < TERRAIN_BALLS; i++) {
        terrain_ball *b = &r->rules.balls[i];
        r->balls_before[i] = *b;
        if (!b->alive || rests(r, b)) continue;
        run(r, b);
        listen(r, b);
        if (b->at.y < bottom) b->alive = 0;
    }
}

void terrain_place_ball(terrain_play *r, spot at)
{
    const uint32_t which = r->rules.next_ball++ % TERRAIN_BALLS;
    terrain_ball *b = &r->rules.balls[which];
    const float radius = fmaxf(0.12f * terrain_brush_radius(r), 0.2f * r->map.human);
    const terrain_copy copy = terrain_copy_at(r, at.x, at.z);
    const spot off = terrain_copy_offset(r, copy);
    *b = (terrain_ball){ .turn = { 0, 0, 0, 1 }, .radius = radius, .copy = copy, .alive = 1 };
    b->at = (qx_vec3){ (float)(at.x - off.x), (float)at.y + radius, (float)(at.z - off.z) };
    put_on_top(r, b);
    b->at.y += 0.6f * radius;
    r->balls_before[which] = *b;
    r->news.placed = true;
}
