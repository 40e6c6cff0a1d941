// SPDX-License-Identifier: MIT
// Vectors, quaternions and rotations of the game, in double. Only +, -, *, / and sqrt and the
// core's own sine: the same bits everywhere.
#pragma once

#include <quincunx/math.h>

#include <math.h>
#include <stdbool.h>

typedef struct vec {
    double x, y, z;
} vec;

// A rotation: (x, y, z) the axis times the sine of half the angle, w its cosine. Turns places of
// the cube into the world.
typedef struct quat {
    double x, y, z, w;
} quat;

static inline vec vec_add(vec a, vec b)
{
    return (vec){ a.x + b.x, a.y + b.y, a.z + b.z };
}

static inline vec vec_sub(vec a, vec b)
{
    return (vec){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline vec vec_scale(vec a, double s)
{
    return (vec){ a.x * s, a.y * s, a.z * s };
}

static inline double vec_dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec vec_cross(vec a, vec b)
{
    return (vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline double vec_length(vec a)
{
    return sqrt(vec_dot(a, a));
}

// Shortened to a length where it is longer; 0 for what is no number.
static inline vec vec_limit(vec a, double longest)
{
    const double huge = 1e100; // its square is a number yet
    a.x = a.x > -huge ? a.x < huge ? a.x : huge : a.x <= -huge ? -huge : 0.0;
    a.y = a.y > -huge ? a.y < huge ? a.y : huge : a.y <= -huge ? -huge : 0.0;
    a.z = a.z > -huge ? a.z < huge ? a.z : huge : a.z <= -huge ? -huge : 0.0;
    const double length = vec_length(a);
    return length > longest ? vec_scale(a, longest / length) : a;
}

// Axis 0 to 2.
static inline double vec_axis(vec a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static inline quat quat_multiply(quat a, quat b)
{
    return (quat){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}

static inline quat quat_inverse(quat q)
{
    return (quat){ -q.x, -q.y, -q.z, q.w };
}

// Of a rotation vector: its axis times its angle in radians.
static inline quat quat_of(vec turn)
{
    const double angle = vec_length(turn);
    if (!(angle > 1e-12)) return (quat){ 0.5 * turn.x, 0.5 * turn.y, 0.5 * turn.z, 1.0 };
    const double s = qx_sin(0.5 * angle) / angle;
    return (quat){ turn.x * s, turn.y * s, turn.z * s, qx_cos(0.5 * angle) };
}

// Of length 1; the identity for what has none.
static inline quat quat_unit(quat q)
{
    const double square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(square > 1e-30) || !(square < 1e30)) return (quat){ 0.0, 0.0, 0.0, 1.0 };
    const double s = 1.0 / sqrt(square);
    return (quat){ q.x * s, q.y * s, q.z * s, q.w * s };
}

static inline vec quat_apply(quat q, vec v)
{
    const vec u = { q.x, q.y, q.z };
    const vec t = vec_scale(vec_cross(u, v), 2.0);
    return vec_add(vec_add(v, vec_scale(t, q.w)), vec_cross(u, t));
}
