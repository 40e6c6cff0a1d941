// SPDX-License-Identifier: MIT
// Where the eye looks: its axes, rays through the picture, and the camera that is drawn.
#include "terrain_room.h"

#include <quincunx/math.h>

#include <math.h>

#define PI 3.14159265358979323846

terrain_axes terrain_camera_axes(const terrain_camera *c)
{
    const double sy = qx_sin(c->yaw), cy = qx_cos(c->yaw);
    const double sp = qx_sin(c->pitch), cp = qx_cos(c->pitch);
    const double sr = qx_sin(c->roll), cr = qx_cos(c->roll);
    const spot ahead = { sy * cp, sp, -cy * cp };
    const spot level = { cy, 0.0, sy }; // to the right, without roll
    const spot above = { -sy * sp, cp, cy * sp };
    return (
        terrain_axes){ ahead,
                       { cr * level.x - sr * above.x, -sr * above.y, cr * level.z - sr * above.z },
                       { sr * level.x + cr * above.x, cr * above.y, sr * level.z + cr * above.z } };
}

// As the camera of solid.h: in narrow pictures the angle of view lies across.
spot terrain_camera_way(const terrain_play *r, float x, float y)
{
    const terrain_axes a = terrain_camera_axes(&r->rules.camera);
    const double width = fmax((double)r->rules.width, 1.0),
                 height = fmax((double)r->rules.height, 1.0);
    const double reach = qx_sin(0.5 * TERRAIN_FIELD) / qx_cos(0.5 * TERRAIN_FIELD);
    const double scale = 2.0 * reach / fmin(width, height);
    const double right = scale * ((double)x - 0.5 * width), up = scale * (0.5 * height - (double)y);
    return (spot){ a.ahead.x + right * a.right.x + up * a.up.x,
                   a.ahead.y + right * a.right.y + up * a.up.y,
                   a.ahead.z + right * a.right.z + up * a.up.z };
}

double terrain_turn_between(double from, double to)
{
    double turn = to - from;
    if (turn > PI) turn -= 2.0 * PI;
    if (turn < -PI) turn += 2.0 * PI;
    return turn;
}

static double mix(double from, double to, double share)
{
    return from + share * (to - from);
}

qx_camera terrain_camera_between(const terrain_play *r, float blend)
{
    const terrain_camera *from = &r->before, *to = &r->rules.camera;
    const double share = (double)blend;
    const terrain_camera c = { .yaw = from->yaw + share * terrain_turn_between(from->yaw, to->yaw),
                               .pitch = mix(from->pitch, to->pitch, share),
                               .roll = mix(from->roll, to->roll, share) };
    const spot eye = { mix(from->eye.x, to->eye.x, share), mix(from->eye.y, to->eye.y, share),
                       mix(from->eye.z, to->eye.z, share) };
    const terrain_axes a = terrain_camera_axes(&c);
    const float near = fmaxf(0.0001f * r->map.side, 0.05f * r->map.human);
    const bool walks = terrain_choice(r, PARAM_WAY) == WAY_WALK && !r->rules.alone;
    const double reach = (double)r->map.side * 0.01;
    const qx_vec3 at = { (float)eye.x, (float)eye.y, (float)eye.z };
    return (qx_camera){ .eye = at,
                        .target = { (float)(eye.x + reach * a.ahead.x),
                                    (float)(eye.y + reach * a.ahead.y),
                                    (float)(eye.z + reach * a.ahead.z) },
                        .up = { (float)a.up.x, (float)a.up.y, (float)a.up.z },
                        .field = (float)TERRAIN_FIELD,
                        .nearest = walks ? 0.15f * r->map.human : near,
                        .farthest = r->map.side * (1.8f + 1.5f * (float)terrain_copies(r)) };
}
