// SPDX-License-Identifier: MIT
// Where things are between two ticks, and where they are seen from.
#include "mazecube_draw.h"
#include "mazecube_hands.h"

#include <math.h>

#define FIELD 0.62f       // narrow: lines that are parallel look so
#define STEEPEST 1.5533f  // radians; up and down stay what they are
#define ROOM 0.92f        // of the way to the cube's corners: they may leave the picture
#define FURTHEST_JUMP 1.0 // cells in a tick that are rolled and not jumped

// --- poses

mazecube_pose mazecube_pose_of(const mazecube *game)
{
    return (mazecube_pose){ game->cube.turn, game->ball.at, { 0.0, 0.0, 0.0, 1.0 } };
}

// The mean of the walls that are touched points from the ball into them.
static vec toward_walls(uint32_t contacts)
{
    double into[3];
    for (int axis = 0; axis < 3; axis++)
        into[axis] = (contacts >> (2 * axis + 1) & 1 ? 1.0 : 0.0) - (contacts >> (2 * axis) & 1);
    const vec sum = { into[0], into[1], into[2] };
    const double length = vec_length(sum);
    return length > 0.0 ? vec_scale(sum, 1.0 / length) : sum;
}

static bool jumped(vec way)
{
    return !(vec_dot(way, way) < FURTHEST_JUMP * FURTHEST_JUMP);
}

mazecube_pose mazecube_pose_next(const mazecube_pose *before, const mazecube *game)
{
    mazecube_pose pose = { game->cube.turn, game->ball.at, before->roll };
    const vec way = vec_sub(pose.ball, before->ball);
    if (jumped(way)) return pose;
    const vec axis = vec_cross(way, toward_walls(game->ball.contacts));
    const quat turned = quat_of(vec_scale(axis, 1.0 / BALL_RADIUS));
    pose.roll = quat_unit(quat_multiply(turned, before->roll));
    return pose;
}

static quat quat_between(quat a, quat b, double share)
{
    const double same = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    const double s = same < 0.0 ? -share : share, r = 1.0 - share;
    return quat_unit(
        (quat){ r * a.x + s * b.x, r * a.y + s * b.y, r * a.z + s * b.z, r * a.w + s * b.w });
}

mazecube_pose mazecube_pose_between(const mazecube_pose *before, const mazecube_pose *now,
                                    float share)
{
    const vec way = vec_sub(now->ball, before->ball);
    const vec left = jumped(way) ? (vec){ 0.0, 0.0, 0.0 } : vec_scale(way, 1.0 - (double)share);
    return (mazecube_pose){ quat_between(before->turn, now->turn, share), vec_sub(now->ball, left),
                            quat_between(before->roll, now->roll, share) };
}

// --- camera

qx_vec3 mazecube_world(const mazecube *game, const mazecube_pose *pose, vec place)
{
    const double half = 0.5 * game->level.size;
    const vec at = quat_apply(pose->turn, vec_sub(place, (vec){ half, half, half }));
    return (qx_vec3){ (float)at.x, (float)at.y, (float)at.z };
}

// Of the ball around the cube, corners and all.
static float reach(const mazecube *game)
{
    return ROOM * 0.8660254f * ((float)game->level.size + (float)WALL);
}

static float distance_of(const mazecube *game, const mazecube_look *look)
{
    const float nearer = look->nearer > 1.0f ? 1.0f : look->nearer < -1.0f ? -1.0f : look->nearer;
    return reach(game) / sinf(0.5f * FIELD) * exp2f(-nearer);
}

qx_camera mazecube_camera(const mazecube *game, const mazecube_look *look)
{
    const float wanted = (float)HANDS_PITCH + look->pitch_more;
    const float pitch = fminf(fmaxf(wanted, -STEEPEST), STEEPEST);
    const float distance = distance_of(game, look);
    return (qx_camera){ .eye = { distance * cosf(pitch) * sinf(look->yaw), distance * sinf(pitch),
                                 distance * cosf(pitch) * cosf(look->yaw) },
                        .field = FIELD,
                        .nearest = 0.02f * distance,
                        .farthest = 2.0f * distance + 2.0f * reach(game) };
}
