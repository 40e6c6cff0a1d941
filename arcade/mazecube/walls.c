// SPDX-License-Identifier: MIT
#include "walls.h"

#include <assert.h>

// A way along a touched surface may bend into it by rounding this much.
#define TANGENT 1e-13
// A plate reaches this much over its rim, so that no ray slips between it and what joins there.
#define RIM 1e-12

typedef double triple[3];

static bool covered(const lattice *l, const int box[3], const int side[3])
{
    for (int mask = 1; mask < 8; mask++) {
        int step[3];
        bool counts = true;
        for (int axis = 0; axis < 3; axis++) {
            step[axis] = mask >> axis & 1 ? side[axis] : 0;
            if ((mask >> axis & 1) && side[axis] == 0) counts = false;
        }
        if (counts && lattice_solid(l, box[0] + step[0], box[1] + step[1], box[2] + step[2]))
            return true;
    }
    return false;
}

static void add_part(walls *w, const triple low, const triple high, const int side[3])
{
    assert(w->count < WALL_PARTS);
    if (w->count == WALL_PARTS) return;
    wall_part *part = &w->part[w->count++];
    part->passed = 0;
    for (int axis = 0; axis < 3; axis++) {
        part->edge[axis] = side[axis] > 0 ? high[axis] : low[axis];
        part->low[axis] = low[axis] - RIM;
        part->high[axis] = high[axis] + RIM;
        part->side[axis] = side[axis];
        if (side[axis] != 0) part->passed |= 1u << axis;
    }
}

// Square of the distance of a place from the part of a box on these sides.
static double part_distance(const triple at, const triple low, const triple high, const int side[3])
{
    double square = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double out = 0.0;
        if (side[axis] > 0 || (side[axis] == 0 && at[axis] > high[axis]))
            out = at[axis] - high[axis];
        if (side[axis] < 0 || (side[axis] == 0 && at[axis] < low[axis])) out = low[axis] - at[axis];
        square += out * out;
    }
    return square;
}

// The sides of a box that the ball may come to be on, along one axis.
static void reach(double at, double low, double high, double way, int *first, int *last)
{
    *first = at - way < low ? -1 : at - way <= high ? 0 : 1;
    *last = at + way > high ? 1 : at + way >= low ? 0 : -1;
}

static void add_box(walls *w, const lattice *l, const triple at, double way, const int box[3])
{
    triple low, high;
    int first[3], last[3], side[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = lattice_low(box[axis]);
        high[axis] = lattice_high(box[axis]);
        reach(at[axis], low[axis], high[axis], way, &first[axis], &last[axis]);
    }
    const double far = BALL_RADIUS + way;
    for (side[2] = first[2]; side[2] <= last[2]; side[2]++)
        for (side[1] = first[1]; side[1] <= last[1]; side[1]++)
            for (side[0] = first[0]; side[0] <= last[0]; side[0]++) {
                if (side[0] == 0 && side[1] == 0 && side[2] == 0) continue;
                if (part_distance(at, low, high, side) > far * far) continue;
                if (!covered(l, box, side)) add_part(w, low, high, side);
            }
}

void walls_find(walls *w, const lattice *l, vec place, double way)
{
    const triple at = { place.x, place.y, place.z };
    const double far = BALL_RADIUS + way;
    int low[3], high[3], box[3];
    w->count = 0;
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = lattice_box(at[axis] - far);
        high[axis] = lattice_box(at[axis] + far);
        if (high[axis] < 0 || low[axis] >= (int)l->count[axis]) return;
    }
    for (box[2] = low[2]; box[2] <= high[2]; box[2]++)
        for (box[1] = low[1]; box[1] <= high[1]; box[1]++)
            for (box[0] = low[0]; box[0] <= high[0]; box[0]++)
                if (lattice_solid(l, box[0], box[1], box[2])) add_box(w, l, at, way, box);
}

static bool beside(const wall_part *part, const triple at)
{
    for (int axis = 0; axis < 3; axis++) {
        if (part->passed >> axis & 1) continue;
        if (at[axis] < part->low[axis] || at[axis] > part->high[axis]) return false;
    }
    return true;
}

static bool is_face(const wall_part *part)
{
    return (part->passed & (part->passed - 1)) == 0;
}

static int face_axis(const wall_part *part)
{
    return part->passed == 1 ? 0 : part->passed == 2 ? 1 : 2;
}

// The vector from the part to a place; of a face along its normal.
static void from_part(const wall_part *part, const triple at, triple from)
{
    for (int axis = 0; axis < 3; axis++)
        from[axis] = part->passed >> axis & 1 ? at[axis] - part->edge[axis] : 0.0;
}

static double dot(const triple a, const triple b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Puts a place onto the surface over a part; the same place over a face gives the same number every
// time, so that a ball at rest stays at rest.
static void put_on(const wall_part *part, triple at, triple normal)
{
    if (is_face(part)) {
        const int axis = face_axis(part);
        at[axis] = part->edge[axis] + part->side[axis] * BALL_RADIUS;
        for (int i = 0; i < 3; i++) normal[i] = part->side[i];
        return;
    }
    triple from;
    from_part(part, at, from);
    const double length = sqrt(dot(from, from));
    for (int axis = 0; axis < 3; axis++) {
        normal[axis] = from[axis] / length;
        if (part->passed >> axis & 1) at[axis] = part->edge[axis] + normal[axis] * BALL_RADIUS;
    }
}

// Distance of the surface over a part from a place; a face's is negative behind it.
static double gap(const wall_part *part, const triple at)
{
    if (is_face(part)) {
        const int axis = face_axis(part);
        return part->side[axis] * (at[axis] - part->edge[axis]) - BALL_RADIUS;
    }
    triple from;
    from_part(part, at, from);
    return sqrt(dot(from, from)) - BALL_RADIUS;
}

// Normals that are alike but for a hair both count: a way along the one would lead into the other.
static void add_touch(touches *t, const triple normal)
{
    const vec n = { normal[0], normal[1], normal[2] };
    for (uint32_t i = 0; i < t->count; i++) {
        const vec other = t->normal[i];
        if (other.x == n.x && other.y == n.y && other.z == n.z) return;
    }
    if (t->count < TOUCH_MAX) t->normal[t->count++] = n;
}

void walls_touch(const walls *w, vec *place, touches *t)
{
    triple at = { place->x, place->y, place->z }, normal;
    t->count = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const wall_part *part = &w->part[i];
        if (!beside(part, at)) continue;
        const double above = gap(part, at);
        if (above > WALL_TOUCH || above <= -BALL_RADIUS) continue;
        triple onto = { at[0], at[1], at[2] };
        put_on(part, onto, normal);
        if (above < 0.0)
            for (int axis = 0; axis < 3; axis++) at[axis] = onto[axis];
        add_touch(t, normal);
    }
    *place = (vec){ at[0], at[1], at[2] };
}

// Where a ray from outside enters the grown part; 2 where it does not.
static double enter(const wall_part *part, const triple at, const triple way)
{
    triple from, along;
    from_part(part, at, from);
    for (int axis = 0; axis < 3; axis++) along[axis] = part->passed >> axis & 1 ? way[axis] : 0.0;
    if (is_face(part)) {
        const int axis = face_axis(part);
        const double toward = -part->side[axis] * way[axis];
        const double above = gap(part, at);
        if (toward <= (above <= WALL_TOUCH ? TANGENT : 0.0) || above <= -BALL_RADIUS) return 2.0;
        return above > 0.0 ? above / toward : 0.0;
    }
    const double b = dot(from, along);
    const double c = dot(from, from) - BALL_RADIUS * BALL_RADIUS;
    if (b >= (c <= 2.0 * BALL_RADIUS * WALL_TOUCH ? -TANGENT * BALL_RADIUS : 0.0)) return 2.0;
    if (c <= 0.0) return 0.0;
    const double a = dot(along, along);
    const double root = b * b - a * c;
    return root < 0.0 ? 2.0 : c / (sqrt(root) - b);
}

double walls_sweep(const walls *w, vec *place, vec ray)
{
    const triple at = { place->x, place->y, place->z }, way = { ray.x, ray.y, ray.z };
    const wall_part *met = NULL;
    double first = 1.0;
    for (uint32_t i = 0; i < w->count; i++) {
        const wall_part *part = &w->part[i];
        const double t = enter(part, at, way);
        if (t > first || (met && t == first)) continue;
        const triple there = { at[0] + way[0] * t, at[1] + way[1] * t, at[2] + way[2] * t };
        if (!beside(part, there)) continue;
        first = t;
        met = part;
    }
    triple there = { at[0] + way[0] * first, at[1] + way[1] * first, at[2] + way[2] * first };
    triple normal;
    if (met) put_on(met, there, normal);
    *place = (vec){ there[0], there[1], there[2] };
    return first;
}
