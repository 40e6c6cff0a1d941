// SPDX-License-Identifier: MIT
// Walking: a capsule that collides with the very triangles, slides, jumps, and floats on water.
#include "terrain_room.h"

#include <quincunx/math.h>

#include <math.h>

#define TICK (1.0f / 60.0f)
#define GRAVITY 9.81f
#define HEIGHT 1.8f // metres
#define RADIUS 0.35f
#define EYES 1.65f
#define WALK 5.0f // metres a second
#define RUN 16.0f
#define JUMP 5.5f
#define AFLOAT 1.2f // of the body that is under water
#define GRIP 0.25f  // share of a change of speed a tick, on the ground
#define AIR 0.03f
#define STRIDE 1.9f // metres
#define SAFE_TICKS 40u
#define RINGS 100 // around a place in which ground is looked for
#define SPOKES 24
#define GENTLE 0.45f // radians
#define DEEP 0.2f    // of the map's side below the lowest ground: it fell out

// A person's `standing` in deep water: it carries, but is no ground to be held on.
enum { SWIMS = 2 };

static void set_safe(terrain_person *p)
{
    p->safe = p->feet;
    p->safe_copy = p->copy;
}

static void put(terrain_play *r, double x, double z)
{
    terrain_person *p = &r->rules.person;
    const terrain_copy copy = terrain_copy_at(r, x, z);
    const spot off = terrain_copy_offset(r, copy);
    double height, level;
    if (!terrain_ground(r, x, z, &height)) height = (double)r->map.base;
    if (terrain_water(r, &level)) height = fmax(height, level - (double)(AFLOAT * r->map.human));
    *p = (terrain_person){ .copy = copy };
    p->feet = (qx_vec3){ (float)(x - off.x), (float)height, (float)(z - off.z) };
    p->feet.y += 0.1f * r->map.human;
    set_safe(p);
}

// Level enough to look around, and dry.
static bool is_comfortable(const terrain_play *r, double x, double z, double height)
{
    const spot off = terrain_copy_offset(r, terrain_copy_at(r, x, z));
    const float margin = 2.0f * r->map.human;
    float slope = 0.0f;
    double level;
    (void)qx_terrain_sample_normal(r->map.field, (float)(x - off.x), (float)(z - off.z), NULL,
                                   &slope);
    return slope < GENTLE && !(terrain_water(r, &level) && height < level + (double)margin);
}

// Ground near a place: there, or else ever farther out.
static bool find_ground(const terrain_play *r, bool comfortable, double *x, double *z)
{
    const double side = (double)r->map.side;
    double height;
    for (int ring = 0; ring < RINGS; ring++)
        for (int i = 0; i < SPOKES; i++) {
            const double angle = (double)i * (6.283185307179586 / SPOKES);
            const double away = side * 0.012 * (double)ring;
            const double at_x = *x + away * qx_cos(angle), at_z = *z + away * qx_sin(angle);
            if (!terrain_ground(r, at_x, at_z, &height)) continue;
            if (comfortable && !is_comfortable(r, at_x, at_z, height)) continue;
            *x = at_x;
            *z = at_z;
            return true;
        }
    return false;
}

static bool find_place(const terrain_play *r, double *x, double *z)
{
    return find_ground(r, true, x, z) || find_ground(r, false, x, z);
}

static spot eyes_of(const terrain_play *r)
{
    const terrain_person *p = &r->rules.person;
    spot at = terrain_world(r, p->copy, p->feet);
    at.y += (double)(EYES * r->map.human);
    return at;
}

bool terrain_begin_walk(terrain_play *r)
{
    terrain_camera *c = &r->rules.camera;
    double x = c->eye.x, z = c->eye.z;
    if (!find_place(r, &x, &z)) {
        terrain_notice(r, "There is no ground to walk on");
        return false;
    }
    put(r, x, z);
    c->eye = r->before.eye = eyes_of(r);
    c->speed = (spot){ 0.0, 0.0, 0.0 };
    c->roll = r->before.roll = 0.0;
    return true;
}

// --- a tick

static void steer(terrain_play *r, const terrain_wishes *w)
{
    terrain_person *p = &r->rules.person;
    const float human = r->map.human, fast = human * (w->run ? RUN : WALK);
    const float s = (float)qx_sin(r->rules.camera.yaw), k = (float)qx_cos(r->rules.camera.yaw);
    const float ahead = (float)w->ahead, right = (float)w->right;
    const float grip = p->standing ? GRIP : AIR;
    p->velocity.x += grip * (fast * (s * ahead + k * right) - p->velocity.x);
    p->velocity.z += grip * (fast * (s * right - k * ahead) - p->velocity.z);
    p->velocity.y -= TICK * GRAVITY * human;
    if (!w->jump || !p->standing) return;
    p->velocity.y = JUMP * human;
    r->news.jumped = true;
}

// Held up by the water, in which one can jump too.
static void float_up(terrain_play *r)
{
    terrain_person *p = &r->rules.person;
    const float deep = AFLOAT * r->map.human;
    double level;
    if (!terrain_water(r, &level)) return;
    const float least = (float)level - deep;
    if (p->feet.y >= least) return;
    r->news.splashed |= p->velocity.y < -3.0f * r->map.human;
    p->feet.y = fminf(p->feet.y + 0.12f * r->map.human, least);
    p->velocity.y = fmaxf(p->velocity.y, 0.0f);
    p->standing = SWIMS;
}

static void step(terrain_play *r)
{
    terrain_person *p = &r->rules.person;
    const float human = r->map.human, fall = -p->velocity.y;
    const bool stood = p->standing > 0;
    qx_terrain_walker walker = { .feet = p->feet,
                                 .velocity = p->velocity,
                                 .radius = RADIUS * human,
                                 .height = HEIGHT * human,
                                 .standing = p->standing == 1 };
    qx_terrain_step_walker(r->map.field, &walker, TICK);
    p->feet = walker.feet;
    p->velocity = walker.velocity;
    p->standing = walker.standing ? 1 : 0;
    float_up(r);
    if (p->standing == 1 && !stood) {
        p->fall = fall;
        r->news.landed = fall > 2.5f * human;
    }
}

static void count_steps(terrain_play *r, qx_vec3 before)
{
    terrain_person *p = &r->rules.person;
    const float x = p->feet.x - before.x, z = p->feet.z - before.z;
    if (p->standing != 1) return;
    p->stride += sqrtf(x * x + z * z);
    if (p->stride < STRIDE * r->map.human) return;
    p->stride = 0.0f;
    r->news.stepped = true;
}

// Who fell through a hole or over the border comes back to where it last stood for a while.
static void come_back(terrain_play *r)
{
    terrain_person *p = &r->rules.person;
    double height;
    p->stood = p->standing == 1 ? p->stood + (p->stood < UINT32_MAX) : 0;
    const spot at = terrain_world(r, p->copy, p->feet);
    if (p->stood >= SAFE_TICKS && terrain_ground(r, at.x, at.z, &height)) set_safe(p);
    if (p->feet.y > r->map.base - DEEP * r->map.side) return;
    const spot safe = terrain_world(r, p->safe_copy, p->safe);
    double x = safe.x, z = safe.z;
    if (find_place(r, &x, &z)) {
        put(r, x, z);
        terrain_notice(r, "Back where there is ground");
    } else {
        terrain_choose_way(r, WAY_FLY);
    }
}

static void look(terrain_camera *c, const terrain_wishes *w)
{
    c->turn += 0.25 * (2.0 * w->turn - c->turn);
    c->tilt += 0.25 * (1.5 * w->tilt - c->tilt);
    c->yaw += w->yaw + (double)TICK * c->turn;
    if (c->yaw > 3.14159265358979323846) c->yaw -= 6.283185307179586;
    if (c->yaw < -3.14159265358979323846) c->yaw += 6.283185307179586;
    c->pitch = fmin(fmax(c->pitch + w->pitch + (double)TICK * c->tilt, -1.5), 1.5);
    c->roll *= 0.9;
}

// Eyes go up and down a little slower than feet, so that bumps do not shake the picture.
void terrain_walk(terrain_play *r, const terrain_wishes *w)
{
    terrain_person *p = &r->rules.person;
    terrain_camera *c = &r->rules.camera;
    const qx_vec3 before = p->feet;
    look(c, w);
    steer(r, w);
    step(r);
    count_steps(r, before);
    terrain_cross(r, &p->feet, &p->copy);
    come_back(r);
    if (terrain_choice(r, PARAM_WAY) != WAY_WALK) return;
    const spot eyes = eyes_of(r);
    const double most = 0.5 * (double)r->map.human;
    const double lag = fmin(fmax(0.75 * (c->eye.y - eyes.y), -most), most);
    c->eye = (spot){ eyes.x, eyes.y + lag, eyes.z };
    c->speed = (spot){ (double)p->velocity.x, (double)p->velocity.y, (double)p->velocity.z };
    c->hover = (double)(EYES * r->map.human);
}
