// SPDX-License-Identifier: MIT
// When a moving sphere touches a triangle first: its face, one of its edges or one of its corners,
// and, where ground is solid, the walls that go down from them. Where rounding lets a touch fall
// between two of these, the neighbour has it at the same distance.
#include "terrain_sweep.h"

#include <math.h>

static bool take(terrain_sweep *s, double distance, terrain_vec place, terrain_vec normal)
{
    if (!(distance >= 0.0) || distance > s->distance || (s->found && distance == s->distance))
        return false;
    s->found = true;
    s->distance = distance;
    s->apart = s->radius;
    s->place = place;
    s->normal = normal;
    return true;
}

static terrain_vec centre_at(const terrain_sweep *s, double distance)
{
    return terrain_add(s->from, s->step, distance);
}

// A touch of a point that is known: the normal follows.
static bool take_point(terrain_sweep *s, double distance, terrain_vec place)
{
    const terrain_vec away = terrain_minus(centre_at(s, distance), place);
    const double over = 1.0 / s->radius;
    return take(s, distance, place, (terrain_vec){ away.x * over, away.y * over, away.z * over });
}

// What does not overlap for one formula may do so by a rounding for the next: that is a touch where
// it stands, not one missed.
#define HAIR 1e-12

// The smaller root of a t² + 2 b t + c: where a way enters a round thing. Not from inside it.
// `size` is what c is a difference of.
static bool enter(double a, double b, double c, double size, double *distance)
{
    if (!(a > 0.0) || b >= 0.0 || c < -HAIR * size) return false;
    const double outside = c > 0.0 ? c : 0.0, rest = b * b - a * outside;
    if (!(rest >= 0.0)) return false;
    *distance = outside / (sqrt(rest) - b); // keeps its digits where c is small
    return true;
}

// Likewise of a plane, from `off` of it with `speed` toward it.
static bool reach(const terrain_sweep *s, double off, double speed, double *distance)
{
    const double left = off - s->radius;
    if (!(speed > 0.0) || left < -HAIR * s->radius) return false;
    *distance = left > 0.0 ? left / speed : 0.0;
    return *distance <= s->distance;
}

// Above 0 where a place is left of the way from a to b, seen from above.
static double left_of(terrain_vec a, terrain_vec b, terrain_vec p)
{
    return (b.z - a.z) * (p.x - a.x) - (b.x - a.x) * (p.z - a.z);
}

static bool is_over(const terrain_vec corner[3], terrain_vec p)
{
    return left_of(corner[0], corner[1], p) >= 0.0 && left_of(corner[1], corner[2], p) >= 0.0 &&
           left_of(corner[2], corner[0], p) >= 0.0;
}

static bool touch_face(terrain_sweep *s, const terrain_vec corner[3], terrain_vec normal)
{
    const double height = terrain_dot(terrain_minus(s->from, corner[0]), normal);
    const double rise = terrain_dot(s->step, normal);
    const double side = height >= 0.0 ? 1.0 : -1.0;
    double distance;
    if ((s->solid && height < 0.0) || !reach(s, fabs(height), -side * rise, &distance))
        return false;
    const terrain_vec place = terrain_add(centre_at(s, distance), normal, -side * s->radius);
    if (!is_over(corner, place)) return false;
    return take(s, distance, place,
                (terrain_vec){ normal.x * side, normal.y * side, normal.z * side });
}

static bool touch_edge(terrain_sweep *s, terrain_vec a, terrain_vec b)
{
    const terrain_vec e = terrain_minus(b, a), m = terrain_minus(s->from, a);
    const double ee = terrain_dot(e, e), me = terrain_dot(m, e), de = terrain_dot(s->step, e);
    const double dd = terrain_dot(s->step, s->step), md = terrain_dot(m, s->step);
    const double square = s->radius * s->radius, round = terrain_dot(m, m) - square;
    double distance;
    if (!enter(dd * ee - de * de, md * ee - me * de, round * ee - me * me, square * ee,
               &distance) ||
        distance > s->distance)
        return false;
    const double share = (me + distance * de) / ee;
    if (share < 0.0 || share > 1.0) return false;
    return take_point(s, distance, terrain_add(a, e, share));
}

static bool touch_corner(terrain_sweep *s, terrain_vec p)
{
    const terrain_vec m = terrain_minus(s->from, p);
    const double square = s->radius * s->radius;
    double distance;
    if (!enter(terrain_dot(s->step, s->step), terrain_dot(m, s->step), terrain_dot(m, m) - square,
               square, &distance))
        return false;
    return take_point(s, distance, p);
}

// The wall below an edge: touched by the sphere's equator.
static bool touch_wall(terrain_sweep *s, terrain_vec a, terrain_vec b)
{
    const double ex = b.x - a.x, ez = b.z - a.z, length = sqrt(ex * ex + ez * ez);
    const double nx = ez / length, nz = -ex / length;
    const double off = (s->from.x - a.x) * nx + (s->from.z - a.z) * nz;
    const double rise = s->step.x * nx + s->step.z * nz, side = off >= 0.0 ? 1.0 : -1.0;
    double distance;
    if (!reach(s, fabs(off), -side * rise, &distance)) return false;
    const terrain_vec c = centre_at(s, distance);
    const double share = ((c.x - a.x) * ex + (c.z - a.z) * ez) / (length * length);
    if (share < 0.0 || share > 1.0 || c.y > a.y + (b.y - a.y) * share) return false;
    const terrain_vec normal = { nx * side, 0.0, nz * side };
    return take(s, distance, terrain_add(c, normal, -s->radius), normal);
}

// The line down from a corner.
static bool touch_post(terrain_sweep *s, terrain_vec p)
{
    const double mx = s->from.x - p.x, mz = s->from.z - p.z;
    const double square = s->radius * s->radius;
    double distance;
    if (!enter(s->step.x * s->step.x + s->step.z * s->step.z, mx * s->step.x + mz * s->step.z,
               mx * mx + mz * mz - square, square, &distance) ||
        distance > s->distance)
        return false;
    const double y = s->from.y + distance * s->step.y;
    return y <= p.y && take_point(s, distance, (terrain_vec){ p.x, y, p.z });
}

static terrain_vec nearest_of_edge(terrain_vec a, terrain_vec b, terrain_vec p)
{
    const terrain_vec e = terrain_minus(b, a);
    const double share = terrain_dot(terrain_minus(p, a), e) / terrain_dot(e, e);
    return terrain_add(a, e, share > 0.0 ? (share < 1.0 ? share : 1.0) : 0.0);
}

static double squared_off(terrain_vec a, terrain_vec b)
{
    const terrain_vec d = terrain_minus(a, b);
    return terrain_dot(d, d);
}

// Of the three edges; `flat`: seen from above, and then at the height of the edge.
static terrain_vec nearest_of_edges(const terrain_vec corner[3], terrain_vec p, bool flat)
{
    terrain_vec best = corner[0];
    double least = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        terrain_vec a = corner[i], b = corner[(i + 1) % 3], q = p;
        const double low = a.y, high = b.y;
        if (flat) a.y = b.y = q.y = 0.0;
        terrain_vec near = nearest_of_edge(a, b, q);
        const double off = squared_off(near, q);
        if (off >= least) continue;
        least = off;
        const double length = sqrt(squared_off(a, b));
        if (flat) near.y = low + (high - low) * (sqrt(squared_off(near, a)) / length);
        best = near;
    }
    return best;
}

// The place of the ground that is nearest to the centre; false where that is inside the ground.
static bool find_nearest(const terrain_sweep *s, const terrain_vec corner[3], terrain_vec normal,
                         terrain_vec *place)
{
    const double height = terrain_dot(terrain_minus(s->from, corner[0]), normal);
    const bool below = s->solid && height < 0.0;
    if (below && is_over(corner, s->from)) return false;
    if (s->solid && s->walls && !is_over(corner, s->from)) {
        *place = nearest_of_edges(corner, s->from, true);
        if (s->from.y <= place->y) {
            place->y = s->from.y;
            return true;
        }
    }
    *place = terrain_add(s->from, normal, -height);
    // Over the face where the foot of the height lies in it: steep faces need its own three sides.
    for (int i = 0; i < 3; i++) {
        const terrain_vec e = terrain_minus(corner[(i + 1) % 3], corner[i]);
        const terrain_vec off = terrain_minus(*place, corner[i]);
        if (terrain_dot(terrain_cross(e, off), normal) < 0.0) {
            *place = nearest_of_edges(corner, s->from, false);
            return true;
        }
    }
    return true;
}

// What is touched, or overlapped, before the sphere has moved. `done` where nothing else of the
// triangle can come first.
static bool touch_at_once(terrain_sweep *s, const terrain_vec corner[3], terrain_vec normal,
                          bool *done)
{
    terrain_vec place = s->from, away = normal;
    const bool outside = find_nearest(s, corner, normal, &place);
    const double squared = outside ? squared_off(s->from, place) : 0.0;
    *done = squared <= s->radius * s->radius;
    if (!*done) return false;
    const double apart = sqrt(squared);
    if (apart > 1e-9 * s->radius) {
        away = terrain_minus(s->from, place);
        away = (terrain_vec){ away.x / apart, away.y / apart, away.z / apart };
    }
    if (s->solid && !s->resting && terrain_dot(away, s->step) >= 0.0) return false;
    if (s->found && s->distance == 0.0 && s->apart <= apart) return false;
    s->found = true;
    s->distance = 0.0;
    s->apart = apart;
    s->place = place;
    s->normal = away;
    return true;
}

bool terrain_touch_triangle(terrain_sweep *s, const terrain_vec corner[3])
{
    const terrain_vec n =
        terrain_cross(terrain_minus(corner[1], corner[0]), terrain_minus(corner[2], corner[0]));
    const double length = sqrt(terrain_dot(n, n));
    const terrain_vec normal = { n.x / length, n.y / length, n.z / length };
    bool done;
    bool touched = touch_at_once(s, corner, normal, &done);
    if (done) return touched;
    touched = touch_face(s, corner, normal);
    for (int i = 0; i < 3; i++) {
        const terrain_vec a = corner[i], b = corner[(i + 1) % 3];
        touched |= touch_edge(s, a, b);
        touched |= touch_corner(s, a);
        if (!s->walls) continue;
        touched |= touch_wall(s, a, b);
        touched |= touch_post(s, a);
    }
    return touched;
}
