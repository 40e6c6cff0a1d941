// SPDX-License-Identifier: MIT
#include "cube.h"

#define TICK (1.0 / 60.0)
#define SNAP_RATE 6.0 // of the angle a second; with CUBE_EASE it just does not swing over
#define SNAP_SPIN 4.0
#define SNAP_DONE 1e-4
#define HALF_ROOT 0.70710678118654752440

void cube_step(cube *c, vec world_spin)
{
    const vec hands = vec_limit(world_spin, CUBE_MAX_SPIN);
    c->turn = quat_unit(c->turn);
    c->before = vec_limit(c->spin, CUBE_MAX_SPIN);
    const vec rest = vec_sub(quat_apply(quat_inverse(c->turn), hands), c->before);
    const bool there = vec_dot(rest, rest) < 1e-18;
    c->spin = vec_add(c->before, there ? rest : vec_scale(rest, TICK / CUBE_EASE));
    c->turn = quat_unit(quat_multiply(c->turn, quat_of(vec_scale(c->spin, TICK))));
}

vec cube_down(const cube *c)
{
    return quat_apply(quat_inverse(c->turn), (vec){ 0.0, -1.0, 0.0 });
}

static double magnitude(double a)
{
    return a < 0.0 ? -a : a;
}

static double same_sign(double size, double of)
{
    return of < 0.0 ? -size : size;
}

// The 24 rotations of a cube are those with one component, two or four alike and the others 0. The
// nearest to q is the one with the largest product with it, up to the sign; of equals the simplest.
static quat nearest_square(quat q)
{
    const double part[4] = { q.x, q.y, q.z, q.w };
    int first = 3, second = 0;
    for (int i = 0; i < 3; i++)
        if (magnitude(part[i]) > magnitude(part[first])) first = i;
    if (first == 0) second = 1;
    for (int i = 0; i < 4; i++)
        if (i != first && magnitude(part[i]) > magnitude(part[second])) second = i;
    const double one = magnitude(part[first]);
    const double two = HALF_ROOT * (one + magnitude(part[second]));
    const double four = 0.5 * (magnitude(q.x) + magnitude(q.y) + magnitude(q.z) + magnitude(q.w));

    double square[4] = { 0.0, 0.0, 0.0, 0.0 };
    if (one >= two && one >= four) {
        square[first] = same_sign(1.0, part[first]);
    } else if (two >= four) {
        square[first] = same_sign(HALF_ROOT, part[first]);
        square[second] = same_sign(HALF_ROOT, part[second]);
    } else {
        for (int i = 0; i < 4; i++) square[i] = same_sign(0.5, part[i]);
    }
    return (quat){ square[0], square[1], square[2], square[3] };
}

vec cube_snap(const cube *c)
{
    const quat turn = quat_unit(c->turn);
    quat way = quat_multiply(nearest_square(turn), quat_inverse(turn));
    if (way.w < 0.0) way = (quat){ -way.x, -way.y, -way.z, -way.w };
    const vec axis = { way.x, way.y, way.z };
    const double sine = vec_length(axis);
    const double angle = 2.0 * qx_atan2(sine, way.w);
    if (angle < SNAP_DONE) return (vec){ 0.0, 0.0, 0.0 };
    const double fast = angle * SNAP_RATE;
    return vec_scale(axis, (fast < SNAP_SPIN ? fast : SNAP_SPIN) / sine);
}

// On the ball under the pointer, or on its rim.
static vec arc_place(double x, double y, double radius)
{
    const vec p = vec_limit((vec){ x / radius, y / radius, 0.0 }, 1.0);
    const double square = 1.0 - vec_dot(p, p);
    return (vec){ p.x, p.y, square > 0.0 ? sqrt(square) : 0.0 };
}

vec cube_arc(double from_x, double from_y, double to_x, double to_y, double radius)
{
    if (!(radius > 0.0)) return (vec){ 0.0, 0.0, 0.0 };
    const vec from = arc_place(from_x, from_y, radius), to = arc_place(to_x, to_y, radius);
    const vec axis = vec_cross(from, to);
    const double sine = vec_length(axis);
    if (!(sine > 1e-12)) return (vec){ 0.0, 0.0, 0.0 };
    return vec_scale(axis, 2.0 * qx_atan2(sine, vec_dot(from, to)) / sine);
}
