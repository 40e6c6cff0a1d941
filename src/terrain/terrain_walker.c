// SPDX-License-Identifier: MIT
// Somebody who walks on the field. Over a height field an upright capsule is free exactly where its
// lower sphere is over ground that goes down without end: there is no roof to bump into. So the
// sphere alone is moved, a bit larger than it is, so that rounding never brings it into the ground.
#include "terrain_cell.h"
#include "terrain_sweep.h"

#include "base/exact.h"
#include <quincunx/math.h>

#include <float.h>
#include <math.h>

#define STEEPEST 0.87f   // where none is given
#define MOST_STEEP 1.553 // 89 degrees: walls are no ground
#define MOST_STEPS 256.0 // parts of a way
#define MOST_TOUCHES 8   // of a part; three planes stop it for good
#define AT_REST 1e-12

typedef struct walk {
    const qx_terrain *terrain;
    terrain_vec centre, velocity;
    double radius, skin; // of the sphere that is moved; how much of it is no body
    double gap;          // kept to what is touched, so that edges within a plane are not met
    double flattest;     // least y of a normal that can be stood on
    double fall;         // drop of the steepest ground over a distance of 1
    bool standing;
    terrain_vec planes[MOST_TOUCHES]; // touched in this part of the way
    uint32_t plane_count;
} walk;

static bool is_finite(float value)
{
    return value - value == 0.0f;
}

static bool is_walker(const qx_terrain_walker *w, float seconds)
{
    return is_finite(w->feet.x) && is_finite(w->feet.y) && is_finite(w->feet.z) &&
           is_finite(w->velocity.x) && is_finite(w->velocity.y) && is_finite(w->velocity.z) &&
           w->radius > 0.0f && is_finite(w->radius) && is_finite(w->height) &&
           w->height >= 2.0f * w->radius && is_finite(w->steepest) && is_finite(seconds) &&
           seconds >= 0.0f;
}

static double level_length(terrain_vec v)
{
    return sqrt(v.x * v.x + v.z * v.z);
}

static terrain_sweep sweep_of(const walk *w, terrain_vec from, terrain_vec step)
{
    return (terrain_sweep){
        .from = from, .step = step, .radius = w->radius, .solid = true, .distance = 1.0
    };
}

// --- where it starts

// Rounding of the place to floats must stay within the skin.
static double skin_of(const qx_terrain_walker *w)
{
    const double x = fabs((double)w->feet.x), y = fabs((double)w->feet.y);
    const double largest = exact_max(exact_max(x, y), fabs((double)w->feet.z));
    return (double)w->radius * 0x1p-9 + largest * 0x1p-21;
}

static void begin(const qx_terrain *t, const qx_terrain_walker *walker, walk *w)
{
    const double steepest = walker->steepest > 0.0f ? (double)walker->steepest : (double)STEEPEST;
    const double limit = steepest < MOST_STEEP ? steepest : MOST_STEEP;
    *w = (walk){ .terrain = t, .skin = skin_of(walker), .standing = walker->standing };
    w->radius = (double)walker->radius + w->skin;
    w->gap = 0.25 * w->skin;
    w->flattest = qx_cos(limit) - 1e-6;
    w->fall = qx_sin(limit) / qx_cos(limit);
    w->centre =
        (terrain_vec){ (double)walker->feet.x, (double)walker->feet.y + (double)walker->radius,
                       (double)walker->feet.z };
    w->velocity = (terrain_vec){ (double)walker->velocity.x, (double)walker->velocity.y,
                                 (double)walker->velocity.z };
}

// The height of the centre at which the sphere would come to rest if it were let down there.
static bool find_rest(const walk *w, terrain_vec place, double *height)
{
    const double top = (double)w->terrain->highest + 2.0 * w->radius + 1.0;
    const double bottom = (double)w->terrain->lowest - 2.0 * w->radius - 1.0;
    place.y = top;
    terrain_sweep s = sweep_of(w, place, (terrain_vec){ 0.0, bottom - top, 0.0 });
    if (!terrain_sweep_field(w->terrain, &s)) return false;
    *height = top + (bottom - top) * s.distance;
    return true;
}

// Out of what it touches: by a hair where rounding brought it there, straight up on ground that can
// be stood on, lest it creep; all the way up where somebody was put into the ground.
static void emerge(walk *w)
{
    double rest;
    for (int i = 0; i < MOST_TOUCHES; i++) {
        terrain_sweep s = sweep_of(w, w->centre, (terrain_vec){ 0.0, 0.0, 0.0 });
        s.resting = true;
        if (!terrain_sweep_field(w->terrain, &s)) return;
        const double depth = w->radius - s.apart + w->gap;
        if (depth > w->skin + w->gap) break;
        if (s.normal.y >= w->flattest)
            w->centre.y += depth / s.normal.y;
        else
            w->centre = terrain_add(w->centre, s.normal, depth);
    }
    walk body = *w;
    body.radius = w->radius - w->skin;
    if (find_rest(&body, w->centre, &rest) && w->centre.y < rest && find_rest(w, w->centre, &rest))
        w->centre.y = rest;
}

// --- what a touch does to a way

// Onto ground that can be stood on: over the level as before, not down into it.
static terrain_vec along_ground(terrain_vec way, terrain_vec normal)
{
    const double climb = -(normal.x * way.x + normal.z * way.z) / normal.y;
    return (terrain_vec){ way.x, exact_max(way.y, climb), way.z };
}

// Along what is too steep: nobody is pushed up it, but who falls slips down it.
static terrain_vec along_wall(terrain_vec way, terrain_vec normal)
{
    const double level = level_length(normal);
    if (level < AT_REST) return (terrain_vec){ way.x, 0.0, way.z };
    const double x = normal.x / level, z = normal.z / level, into = way.x * x + way.z * z;
    terrain_vec left = { way.x - (into < 0.0 ? into * x : 0.0), way.y,
                         way.z - (into < 0.0 ? into * z : 0.0) };
    const double press = terrain_dot(left, normal);
    return press < 0.0 ? terrain_add(left, normal, -press) : left;
}

static terrain_vec along_plane(const walk *w, terrain_vec way, terrain_vec normal)
{
    return normal.y >= w->flattest ? along_ground(way, normal) : along_wall(way, normal);
}

static bool goes_into(terrain_vec way, terrain_vec normal)
{
    return terrain_dot(way, normal) < -1e-12 * sqrt(terrain_dot(way, way));
}

// Between two planes only the line where they meet is left, between three nothing.
static terrain_vec along_all(const walk *w, terrain_vec way)
{
    const terrain_vec last = w->planes[w->plane_count - 1];
    terrain_vec left = along_plane(w, way, last);
    for (uint32_t i = 0; i + 1 < w->plane_count; i++) {
        if (!goes_into(left, w->planes[i])) continue;
        const terrain_vec line = terrain_cross(w->planes[i], last);
        const double squared = terrain_dot(line, line);
        if (squared < 1e-8 && terrain_dot(w->planes[i], last) > 0.0) continue; // one plane
        if (squared < 1e-8) return (terrain_vec){ 0.0, 0.0, 0.0 };
        left = terrain_add((terrain_vec){ 0.0, 0.0, 0.0 }, line, terrain_dot(way, line) / squared);
        for (uint32_t k = 0; k + 1 < w->plane_count; k++)
            if (goes_into(left, w->planes[k])) return (terrain_vec){ 0.0, 0.0, 0.0 };
        break;
    }
    return left;
}

// What is left of a wish, or of a velocity, once its way is turned along what it met. Climbing is
// no part of it: behind the crest, or along a wall, nothing must go on upward.
static terrain_vec without_climb(terrain_vec wish, terrain_vec way)
{
    const double rise = exact_max(wish.y, 0.0);
    return (terrain_vec){ way.x, way.y < rise ? way.y : rise, way.z };
}

// Velocity loses what goes into the ground; on ground that can be stood on only the fall.
static void slow_down(walk *w)
{
    if (w->planes[w->plane_count - 1].y >= w->flattest)
        w->velocity.y = exact_max(w->velocity.y, 0.0);
    else
        w->velocity = without_climb(w->velocity, along_all(w, w->velocity));
}

// --- moving

// The part of a way that is free, but for the gap.
static double free_part(const walk *w, const terrain_sweep *s)
{
    const double into = -terrain_dot(s->step, s->normal);
    const double part = into > 0.0 ? s->distance - w->gap / into : s->distance;
    return part > 0.0 ? part : 0.0;
}

// Goes a way as far as it goes. False where it touched no ground to stand on.
static bool slide(walk *w, terrain_vec wish)
{
    const terrain_vec start = wish;
    terrain_vec way = wish;
    bool grounded = false;
    w->plane_count = 0;
    while (w->plane_count < MOST_TOUCHES && terrain_dot(way, way) > 0.0) {
        terrain_sweep s = sweep_of(w, w->centre, way);
        const bool touched = terrain_sweep_field(w->terrain, &s);
        const double part = touched ? free_part(w, &s) : 1.0, left = 1.0 - part;
        w->centre = terrain_add(w->centre, way, part);
        if (!touched) break;
        w->planes[w->plane_count++] = s.normal;
        grounded = grounded || s.normal.y >= w->flattest;
        wish = (terrain_vec){ wish.x * left, wish.y * left, wish.z * left };
        way = along_all(w, wish);
        wish = without_climb(wish, way);
        slow_down(w);
        // Turned back between two walls it would only tremble.
        if (way.x * start.x + way.z * start.z < 0.0 && way.y >= 0.0) break;
    }
    return grounded;
}

// Down to ground that can be stood on, if there is some within reach.
static bool settle(walk *w, double reach)
{
    const terrain_vec way = { 0.0, -reach, 0.0 };
    terrain_sweep s = sweep_of(w, w->centre, way);
    if (!terrain_sweep_field(w->terrain, &s) || s.normal.y < w->flattest) return false;
    w->centre.y -= reach * free_part(w, &s);
    w->velocity.y = exact_max(w->velocity.y, 0.0);
    return true;
}

// Whether it would stay where it is: on something to stand on, if it touches steep sides as well,
// or held by two of those, whose mean counts then.
static bool is_held(const walk *w)
{
    walk probe = *w;
    terrain_vec sum = { 0.0, 0.0, 0.0 };
    (void)slide(&probe, (terrain_vec){ 0.0, -2.0 * w->skin, 0.0 });
    for (uint32_t i = 0; i < probe.plane_count; i++) {
        if (probe.planes[i].y >= w->flattest) return true;
        sum = terrain_add(sum, probe.planes[i], 1.0);
    }
    return probe.plane_count > 1 && sum.y >= w->flattest * sqrt(terrain_dot(sum, sum));
}

static void move(walk *w, double seconds)
{
    const bool stood = w->standing && w->velocity.y <= 0.0;
    const terrain_vec from = w->centre, v = w->velocity;
    const bool grounded = slide(w, (terrain_vec){ v.x * seconds, v.y * seconds, v.z * seconds });
    const bool follows = stood || (grounded && w->velocity.y <= 0.0);
    const double moved = level_length(terrain_minus(w->centre, from));
    const double reach = 2.0 * w->skin + (follows ? moved * w->fall : 0.0);
    w->standing = w->velocity.y <= 0.0 && (settle(w, reach) || is_held(w));
}

// Short enough to follow the ground, as far as there is something to follow.
static double count_parts(const qx_terrain *t, const walk *w, double seconds)
{
    const double cell_x = 1.0 / terrain_per_unit(t->columns, t->width);
    const double cell_z = 1.0 / terrain_per_unit(t->rows, t->depth);
    const double part = exact_max(w->radius, cell_x < cell_z ? cell_x : cell_z);
    const double parts = level_length(w->velocity) * seconds / part;
    return parts < MOST_STEPS ? (double)((uint32_t)parts + 1) : MOST_STEPS;
}

static float to_float(double value)
{
    const double most = (double)FLT_MAX;
    return (float)terrain_clamp(value, -most, most);
}

static void finish(const walk *w, qx_terrain_walker *walker)
{
    walker->feet = (qx_vec3){ to_float(w->centre.x), to_float(w->centre.y - (w->radius - w->skin)),
                              to_float(w->centre.z) };
    walker->velocity =
        (qx_vec3){ to_float(w->velocity.x), to_float(w->velocity.y), to_float(w->velocity.z) };
    walker->standing = w->standing;
}

void qx_terrain_step_walker(const qx_terrain *t, qx_terrain_walker *walker, float seconds)
{
    walk w;
    if (!is_walker(walker, seconds)) return;
    begin(t, walker, &w);
    emerge(&w);
    const double parts = count_parts(t, &w, (double)seconds);
    for (double i = 0.0; i < parts; i += 1.0) move(&w, (double)seconds / parts);
    finish(&w, walker);
}
