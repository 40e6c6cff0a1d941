// SPDX-License-Identifier: MIT
// Flying, orbiting, and the flight by itself. The eye never comes below the ground or the water.
#include "terrain_room.h"

#include <quincunx/math.h>

#include <math.h>

#define TICK (1.0 / 60.0)
#define PI 3.14159265358979323846
#define STEEPEST 1.5  // radians that one can look up and down
#define TURN_RATE 1.5 // radians a second of a stick that is held
#define EASE 0.07     // share of a change of speed a tick
#define PROBES 6      // places ahead whose ground counts

// --- the eye's limits

static double within(double value, double low, double high)
{
    return value > low ? value < high ? value : high : low;
}

static double wrapped(double yaw)
{
    return yaw > PI ? yaw - 2.0 * PI : yaw < -PI ? yaw + 2.0 * PI : yaw;
}

static double clearance(const terrain_play *r)
{
    return fmax(0.0006 * (double)r->map.side, 1.5 * (double)r->map.human);
}

// What is under a place: ground, water where that is higher, or the lowest height of all.
static double floor_at(const terrain_play *r, double x, double z)
{
    double ground, water;
    if (!terrain_ground(r, x, z, &ground)) ground = (double)r->map.base;
    return terrain_water(r, &water) && water > ground ? water : ground;
}

// The highest of what is under the next few seconds.
static double floor_ahead(const terrain_play *r, double seconds)
{
    const terrain_camera *c = &r->rules.camera;
    double highest = floor_at(r, c->eye.x, c->eye.z);
    for (int i = 1; i <= PROBES; i++) {
        const double time = seconds * (double)i / PROBES;
        const double there =
            floor_at(r, c->eye.x + time * c->speed.x, c->eye.z + time * c->speed.z);
        highest = fmax(highest, there);
    }
    return highest;
}

static void keep_near(terrain_play *r)
{
    spot *eye = &r->rules.camera.eye;
    const double side = (double)r->map.side, copies = (double)terrain_copies(r) + 0.5;
    const double x = copies * (double)r->map.info.width + 0.5 * side;
    const double z = copies * (double)r->map.info.depth + 0.5 * side;
    const double low = (double)r->map.base, high = low + (double)r->map.range + 1.2 * side;
    eye->x = within(eye->x, -x, x);
    eye->y = within(eye->y, low, high);
    eye->z = within(eye->z, -z, z);
}

void terrain_keep_above(terrain_play *r)
{
    terrain_camera *c = &r->rules.camera;
    keep_near(r);
    const double clear = clearance(r), soon = floor_ahead(r, 0.4) + clear;
    if (c->eye.y < soon) c->eye.y += 0.15 * (soon - c->eye.y);
    const double now = floor_at(r, c->eye.x, c->eye.z) + clear;
    if (c->eye.y >= now) return;
    c->eye.y = now;
    c->speed.y = fmax(c->speed.y, 0.0);
}

// --- looking

static void look(terrain_camera *c, const terrain_wishes *w)
{
    c->turn += 0.15 * (TURN_RATE * w->turn - c->turn);
    c->tilt += 0.15 * (TURN_RATE * w->tilt - c->tilt);
    c->yaw = wrapped(c->yaw + w->yaw + TICK * c->turn);
    c->pitch = within(c->pitch + w->pitch + TICK * c->tilt, -STEEPEST, STEEPEST);
}

static void lean(terrain_camera *c, double roll)
{
    c->roll += 0.05 * (roll - c->roll);
}

// --- flying

static void steer(terrain_camera *c, spot wanted)
{
    c->speed.x += EASE * (wanted.x - c->speed.x);
    c->speed.y += EASE * (wanted.y - c->speed.y);
    c->speed.z += EASE * (wanted.z - c->speed.z);
}

static void move(terrain_camera *c)
{
    c->eye.x += TICK * c->speed.x;
    c->eye.y += TICK * c->speed.y;
    c->eye.z += TICK * c->speed.z;
}

static double flight_speed(const terrain_play *r)
{
    return 0.001 * (double)r->rules.values[PARAM_SPEED] * (double)r->map.side;
}

// Upward speed that keeps the height above the ground; lifting changes that height.
static double follow(terrain_play *r, double lift)
{
    terrain_camera *c = &r->rules.camera;
    const double most = (double)r->map.range + (double)r->map.side;
    c->hover = within(c->hover + TICK * lift, clearance(r), most);
    return 1.6 * (floor_ahead(r, 1.5) + c->hover - c->eye.y);
}

void terrain_fly(terrain_play *r, const terrain_wishes *w)
{
    terrain_camera *c = &r->rules.camera;
    const double fast = flight_speed(r), lift = fast * w->up;
    look(c, w);
    const terrain_axes a = terrain_camera_axes(c);
    spot wanted = { fast * (w->ahead * a.ahead.x + w->right * qx_cos(c->yaw)),
                    fast * w->ahead * a.ahead.y + lift,
                    fast * (w->ahead * a.ahead.z + w->right * qx_sin(c->yaw)) };
    if (terrain_choice(r, PARAM_FOLLOW)) {
        wanted.y = follow(r, wanted.y);
    } else {
        c->hover = c->eye.y - floor_at(r, c->eye.x, c->eye.z);
    }
    steer(c, wanted);
    lean(c, 0.22 * c->turn + 0.06 * w->right + within(2.0 * w->yaw, -0.2, 0.2));
    move(c);
    terrain_keep_above(r);
}

// --- orbit

static bool look_for_target(const terrain_play *r, spot *target)
{
    const terrain_camera *c = &r->rules.camera;
    return terrain_ray(r, c->eye, terrain_camera_axes(c).ahead, 4.0 * (double)r->map.side, target);
}

void terrain_begin_orbit(terrain_play *r)
{
    terrain_camera *c = &r->rules.camera;
    const terrain_axes a = terrain_camera_axes(c);
    const double side = (double)r->map.side;
    if (!look_for_target(r, &c->target)) {
        const double reach = 0.35 * side;
        c->target = (spot){ c->eye.x + reach * a.ahead.x, 0.0, c->eye.z + reach * a.ahead.z };
        c->target.y = floor_at(r, c->target.x, c->target.z);
    }
    const spot way = { c->target.x - c->eye.x, c->target.y - c->eye.y, c->target.z - c->eye.z };
    c->distance = fmax(sqrt(way.x * way.x + way.y * way.y + way.z * way.z), 0.01 * side);
    c->speed = (spot){ 0.0, 0.0, 0.0 };
}

static void move_target(terrain_play *r, const terrain_wishes *w)
{
    terrain_camera *c = &r->rules.camera;
    const double x = TICK * w->right - w->slide_x, z = TICK * w->ahead + w->slide_y;
    const double scale = 0.9 * c->distance, s = qx_sin(c->yaw), k = qx_cos(c->yaw);
    const double copies = (double)terrain_copies(r) + 0.5;
    const double most_x = copies * (double)r->map.info.width;
    const double most_z = copies * (double)r->map.info.depth;
    double ground;
    c->target.x = within(c->target.x + scale * (k * x + s * z), -most_x, most_x);
    c->target.z = within(c->target.z + scale * (s * x - k * z), -most_z, most_z);
    if (terrain_ground(r, c->target.x, c->target.z, &ground)) // it does not sink into holes
        c->target.y += 0.1 * (floor_at(r, c->target.x, c->target.z) - c->target.y);
}

void terrain_orbit(terrain_play *r, const terrain_wishes *w)
{
    terrain_camera *c = &r->rules.camera;
    const double side = (double)r->map.side;
    look(c, w);
    c->pitch = within(c->pitch, -STEEPEST, 0.2);
    lean(c, 0.0);
    move_target(r, w);
    c->distance = within(c->distance * w->zoom * (1.0 - TICK * w->up), 0.003 * side, 2.5 * side);
    const terrain_axes a = terrain_camera_axes(c);
    c->eye = (spot){ c->target.x - c->distance * a.ahead.x, c->target.y - c->distance * a.ahead.y,
                     c->target.z - c->distance * a.ahead.z };
    c->speed = (spot){ 0.0, 0.0, 0.0 };
    terrain_keep_above(r);
    c->hover = c->eye.y - floor_at(r, c->eye.x, c->eye.z);
}

// --- by itself: around the map's middle, looking inward

#define LOOP 0.36     // its radius over the map's size
#define LEAD 0.5      // radians on the loop that it steers for
#define INWARD 0.5    // radians between its way and where it looks
#define ALOFT 0.036   // height above the ground over the map's side
#define CRUISE 0.0085 // of the side a second
#define GAZE (-0.2)   // pitch

static spot on_loop(const terrain_play *r, double angle)
{
    return (spot){ LOOP * (double)r->map.info.width * qx_cos(angle), 0.0,
                   LOOP * (double)r->map.info.depth * qx_sin(angle) };
}

// High enough to look over what is near.
static double height_alone(const terrain_play *r)
{
    const terrain_camera *c = &r->rules.camera;
    const double side = (double)r->map.side, s = qx_sin(c->yaw), k = qx_cos(c->yaw);
    double want = floor_ahead(r, 6.0) + ALOFT * side;
    for (int i = 1; i <= PROBES; i++) {
        const double far = 0.025 * side * (double)i;
        const double there = floor_at(r, c->eye.x + far * s, c->eye.z - far * k);
        want = fmax(want, there + 0.3 * ALOFT * side);
    }
    return want;
}

static double heading_to(const terrain_camera *c, spot place)
{
    return qx_atan2(place.x - c->eye.x, -(place.z - c->eye.z));
}

void terrain_fly_alone(terrain_play *r)
{
    terrain_camera *c = &r->rules.camera;
    const double side = (double)r->map.side, fast = CRUISE * side;
    const double angle = qx_atan2(c->eye.z, c->eye.x) - LEAD; // counter-clockwise from above
    const double heading = heading_to(c, on_loop(r, angle));
    const double off = terrain_turn_between(c->yaw, wrapped(heading - INWARD));
    c->turn += 0.02 * (within(0.5 * off, -0.25, 0.25) - c->turn);
    c->tilt += 0.02 * (within(0.5 * (GAZE - c->pitch), -0.1, 0.1) - c->tilt);
    c->yaw = wrapped(c->yaw + TICK * c->turn);
    c->pitch += TICK * c->tilt;
    lean(c, 0.5 * c->turn);
    const double want = height_alone(r);
    const double climb = within(0.4 * (want - c->eye.y), -0.5 * fast, 0.7 * fast);
    const spot wanted = { fast * qx_sin(heading), climb, -fast * qx_cos(heading) };
    c->speed.x += 0.02 * (wanted.x - c->speed.x);
    c->speed.y += 0.02 * (wanted.y - c->speed.y);
    c->speed.z += 0.02 * (wanted.z - c->speed.z);
    move(c);
    terrain_keep_above(r);
    c->hover = c->eye.y - floor_at(r, c->eye.x, c->eye.z);
}

#define START 0.85 // on the loop, radians
#define STARTS 8   // to each side of it that are looked at
#define START_STEP 0.09

static void start_at(terrain_play *r, double angle)
{
    terrain_camera *c = &r->rules.camera;
    const double fast = CRUISE * (double)r->map.side;
    *c = (terrain_camera){ .eye = on_loop(r, angle), .pitch = GAZE };
    const double heading = heading_to(c, on_loop(r, angle - LEAD));
    c->yaw = wrapped(heading - INWARD);
    c->speed = (spot){ fast * qx_sin(heading), 0.0, -fast * qx_cos(heading) };
    c->eye.y = height_alone(r);
}

// Where it can fly lowest: over a valley, with mountains to look up at.
void terrain_place_camera(terrain_play *r)
{
    terrain_camera *c = &r->rules.camera;
    double best = START, lowest = INFINITY;
    for (int i = -STARTS; i <= STARTS; i++) {
        const double angle = START + START_STEP * (double)i;
        start_at(r, angle);
        if (c->eye.y >= lowest) continue;
        lowest = c->eye.y;
        best = angle;
    }
    start_at(r, best);
    c->hover = c->eye.y - floor_at(r, c->eye.x, c->eye.z);
    terrain_keep_above(r);
}
