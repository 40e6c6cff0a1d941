// SPDX-License-Identifier: MIT
#include "bolt_obstacle.h"

#include "base/exact.h"
#include "bolt_internal.h"

#include <math.h>

// Half the height of a box without an end.
#define ENDLESS 1e30

static place3 scaled(place3 v, double by)
{
    return (place3){ v.x * by, v.y * by, v.z * by };
}

static double length_of(place3 v)
{
    return sqrt(place3_dot(v, v));
}

cell_frame cell_frame_of(qx_vec3 from, qx_vec3 to, double cell, qx_bolt_space space)
{
    const bool flat = space != QX_BOLT_SOLID;
    const bolt_frame frame = bolt_frame_between(from, to, space);
    place3 along = place3_of(frame.along);
    if (flat) along.z = 0.0; // z runs straight from end to end: it is no way to go
    const double length = length_of(along);
    if (!(length > 0.0)) return (cell_frame){ .flat = flat };
    const double unit = 1.0 / (length * cell);
    return (cell_frame){ .origin = place3_of(from),
                         .x = scaled(along, unit),
                         .y = scaled(place3_of(frame.across), unit),
                         .z = scaled(place3_of(frame.up), unit),
                         .way = length / cell,
                         .flat = flat };
}

place3 cell_frame_place(const cell_frame *frame, qx_vec3 world)
{
    const place3 away = place3_between(frame->origin, place3_of(world));
    return (place3){ place3_dot(away, frame->x), place3_dot(away, frame->y),
                     place3_dot(away, frame->z) };
}

static obstacle obstacle_of(const cell_frame *frame, const qx_bolt_obstacle *o, double cell)
{
    const bool flat = frame->flat;
    obstacle made = { .centre = cell_frame_place(frame, o->centre) };
    if (o->radius > 0.0f) {
        made.radius = made.reach = (double)o->radius / cell;
    } else {
        made.half = scaled(place3_of(o->half), 1.0 / cell);
        if (flat) made.half.z = 0.0;
        made.reach = length_of(made.half);
        if (flat) made.half.z = ENDLESS;
    }
    return made;
}

obstacle_set obstacle_set_of(const cell_frame *frame, const qx_bolt_desc *desc, double cell,
                             obstacle *room)
{
    obstacle_set set = { .all = room, .count = frame->way > 0.0 ? desc->obstacle_count : 0 };
    for (uint32_t i = 0; i < set.count; i++)
        room[i] = obstacle_of(frame, &desc->obstacles[i], cell);
    set.x = scaled((place3){ frame->x.x, frame->y.x, frame->z.x }, cell);
    set.y = scaled((place3){ frame->x.y, frame->y.y, frame->z.y }, cell);
    set.z = scaled((place3){ frame->x.z, frame->y.z, frame->z.z }, cell);
    return set;
}

// Along the sides of boxes, from the middle of one.
static place3 in_box(const obstacle_set *set, const obstacle *o, place3 place)
{
    const place3 away = place3_between(o->centre, place);
    return (place3){ place3_dot(away, set->x), place3_dot(away, set->y), place3_dot(away, set->z) };
}

static double beyond(double value, double half)
{
    return exact_max(fabs(value) - half, 0.0);
}

double obstacle_distance(const obstacle_set *set, const obstacle *o, place3 place)
{
    if (o->radius > 0.0) {
        const double away = length_of(place3_between(o->centre, place)) - o->radius;
        return exact_max(away, 0.0);
    }
    const place3 at = in_box(set, o, place);
    return length_of(
        (place3){ beyond(at.x, o->half.x), beyond(at.y, o->half.y), beyond(at.z, o->half.z) });
}

// The share of the way from -> to at which it passes nearest to a place.
static double nearest_share(place3 from, place3 to, place3 place)
{
    const place3 way = place3_between(from, to);
    const double square = place3_dot(way, way);
    if (!(square > 0.0)) return 0.0;
    const double share = place3_dot(place3_between(from, place), way) / square;
    return exact_min(exact_max(share, 0.0), 1.0);
}

static double square_to_segment(place3 from, place3 to, place3 place)
{
    const double share = nearest_share(from, to, place);
    const place3 at = { from.x + share * (to.x - from.x), from.y + share * (to.y - from.y),
                        from.z + share * (to.z - from.z) };
    const place3 off = place3_between(at, place);
    return place3_dot(off, off);
}

// What is left of the stretch [first, last] of a line inside one pair of sides.
static void clip(double from, double to, double half, double *first, double *last)
{
    const double way = to - from;
    if (fabs(way) < 1e-12) {
        if (fabs(from) > half) *last = -1.0;
        return;
    }
    const double a = (-half - from) / way, b = (half - from) / way;
    *first = exact_max(*first, exact_min(a, b));
    *last = exact_min(*last, exact_max(a, b));
}

static bool crosses_box(const obstacle_set *set, const obstacle *o, place3 from, place3 to,
                        double margin)
{
    const place3 a = in_box(set, o, from), b = in_box(set, o, to);
    double first = 0.0, last = 1.0;
    clip(a.x, b.x, o->half.x + margin, &first, &last);
    clip(a.y, b.y, o->half.y + margin, &first, &last);
    clip(a.z, b.z, o->half.z + margin, &first, &last);
    return first <= last;
}

// Nearly all obstacles are out of the way of nearly all lines: this costs no division.
static bool is_aside(double from, double to, double centre, double reach)
{
    return (from < centre - reach && to < centre - reach) ||
           (from > centre + reach && to > centre + reach);
}

bool obstacle_blocks(const obstacle_set *set, const obstacle *o, place3 from, place3 to,
                     double margin)
{
    const double reach = o->reach + margin;
    if (is_aside(from.x, to.x, o->centre.x, reach) || is_aside(from.y, to.y, o->centre.y, reach) ||
        is_aside(from.z, to.z, o->centre.z, reach))
        return false;
    if (square_to_segment(from, to, o->centre) > reach * reach) return false;
    return o->radius > 0.0 || crosses_box(set, o, from, to, margin);
}

bool obstacle_set_blocks(const obstacle_set *set, place3 from, place3 to, double margin)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (obstacle_blocks(set, &set->all[i], from, to, margin)) return true;
    return false;
}
