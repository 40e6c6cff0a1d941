// SPDX-License-Identifier: MIT
#include "bolt_chance.h"

#include <quincunx/bolt.h>
#include <quincunx/math.h>
#include <quincunx/random.h>

#include <math.h>

#define TURN 6.28318530717958647692
#define HALF_TURN 3.14159274f // no float is nearer, nor a larger one needed
#define FARTHEST 1e7f

// Places are reckoned in double and rounded once.
typedef struct spot {
    double x, y, z;
} spot;

static spot spot_of(qx_vec3 v)
{
    return (spot){ (double)v.x, (double)v.y, (double)v.z };
}

static spot minus(spot a, spot b)
{
    return (spot){ a.x - b.x, a.y - b.y, a.z - b.z };
}

// a + s * b
static spot plus(spot a, double s, spot b)
{
    return (spot){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static double length(spot a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

static qx_vec3 rounded(spot a)
{
    return (qx_vec3){ (float)a.x, (float)a.y, (float)a.z };
}

static bool equal(qx_vec3 a, qx_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// --- what is asked for

static bool in_range(float value)
{
    return value >= -FARTHEST && value <= FARTHEST; // refuses NaN too
}

static bool is_place(qx_vec3 v)
{
    return in_range(v.x) && in_range(v.y) && in_range(v.z);
}

static bool are_places(const qx_vec3 *points, uint32_t count, uint32_t least)
{
    if (count < least) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!is_place(points[i])) return false;
    return true;
}

static bool is_size(float value)
{
    return value > 0.0f && value <= FARTHEST;
}

static bool is_finite(qx_vec3 v)
{
    return v.x - v.x == 0.0f && v.y - v.y == 0.0f && v.z - v.z == 0.0f;
}

static bool is_round(const qx_bolt_shape *s)
{
    return is_place(s->centre) && is_finite(s->axis) && is_size(s->radius);
}

static qx_result check(const qx_bolt_shape *s)
{
    bool good = false;
    switch (s->kind) {
    case QX_BOLT_POLYLINE:
    case QX_BOLT_SPLINE: good = are_places(s->points, s->point_count, 2); break;
    case QX_BOLT_CIRCLE:
    case QX_BOLT_DISC: good = is_round(s); break;
    case QX_BOLT_CONE: good = is_round(s) && s->angle >= 0.0f && s->angle <= HALF_TURN; break;
    case QX_BOLT_RECTANGLE:
        good = is_place(s->centre) && is_size(s->half.x) && is_size(s->half.y);
        break;
    case QX_BOLT_BETWEEN:
        good = are_places(s->points, s->point_count, 1) && are_places(s->others, s->other_count, 1);
        break;
    }
    return good ? QX_OK : QX_BAD_VALUE;
}

static uint32_t steps_of(const qx_bolt_shape *s)
{
    if (s->steps > 0) return s->steps;
    return s->kind == QX_BOLT_RECTANGLE ? 2 : 8;
}

// A path whose last point is the first one already needs no link between them.
static uint32_t stretches(const qx_bolt_shape *s)
{
    const bool closes = s->closed && !equal(s->points[0], s->points[s->point_count - 1]);
    return closes ? s->point_count : s->point_count - 1;
}

static uint64_t count_links(const qx_bolt_shape *s)
{
    switch (s->kind) {
    case QX_BOLT_POLYLINE: return stretches(s);
    case QX_BOLT_SPLINE: return (uint64_t)stretches(s) * steps_of(s);
    case QX_BOLT_CIRCLE: return steps_of(s);
    case QX_BOLT_RECTANGLE: return 4 * (uint64_t)steps_of(s);
    case QX_BOLT_BETWEEN:
    case QX_BOLT_DISC:
    case QX_BOLT_CONE: break;
    }
    return 1;
}

// --- chance

static qx_random dice_of(const qx_bolt_shape *s)
{
    qx_random random;
    qx_random_seed(&random, bolt_chance(s->seed, (uint64_t)s->kind), (uint64_t)s->kind);
    return random;
}

static double unit(qx_random *random)
{
    return (double)qx_random_next(random) * 0x1p-32;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// --- round ones

typedef struct frame {
    spot along, across, up; // unit length; across and up turn as x and y do for an axis of +z
} frame;

// Duff and others, "Building an Orthonormal Basis, Revisited" (2017).
static frame frame_of(qx_vec3 axis, spot preset)
{
    const spot given = spot_of(axis);
    const double far = length(given);
    const spot n = far > 0.0 ? (spot){ given.x / far, given.y / far, given.z / far } : preset;
    const double sign = n.z >= 0.0 ? 1.0 : -1.0, a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    return (frame){ n,
                    { 1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x },
                    { b, sign + n.y * n.y * a, -n.y } };
}

static qx_vec3 around(spot centre, const frame *f, double radius, double angle)
{
    const spot side = plus(centre, radius * qx_cos(angle), f->across);
    return rounded(plus(side, radius * qx_sin(angle), f->up));
}

static void circle(const qx_bolt_shape *s, qx_vec3 *points)
{
    const frame f = frame_of(s->axis, (spot){ 0.0, 0.0, 1.0 });
    const uint32_t steps = steps_of(s);
    for (uint32_t i = 0; i < steps; i++)
        points[i] = around(spot_of(s->centre), &f, (double)s->radius, TURN * i / steps);
    points[steps] = points[0];
}

// The larger of two even chances has the distribution that the radius of an even disc has, the
// largest of three that of a ball: no roots.
static void disc(const qx_bolt_shape *s, qx_vec3 *points)
{
    const frame f = frame_of(s->axis, (spot){ 0.0, 0.0, 1.0 });
    qx_random random = dice_of(s);
    const double first = unit(&random), second = unit(&random);
    const double angle = TURN * unit(&random);
    points[0] = s->centre;
    points[1] = around(spot_of(s->centre), &f, (double)s->radius * larger(first, second), angle);
}

static void cone(const qx_bolt_shape *s, qx_vec3 *points)
{
    const frame f = frame_of(s->axis, (spot){ 0.0, 1.0, 0.0 });
    const double open = s->angle > 0.0f ? (double)s->angle : 0.5;
    qx_random random = dice_of(s);
    double far = 0.0;
    for (int i = 0; i < 3; i++) far = larger(far, unit(&random));
    far *= (double)s->radius;
    const double along = 1.0 - unit(&random) * (1.0 - qx_cos(open));
    const double aside = sqrt(larger(1.0 - along * along, 0.0));
    const double angle = TURN * unit(&random);
    const spot tip = plus(spot_of(s->centre), far * along, f.along);
    points[0] = s->centre;
    points[1] = around(tip, &f, far * aside, angle);
}

// --- others

static void rectangle(const qx_bolt_shape *s, qx_vec3 *points)
{
    const float left = s->centre.x - s->half.x, right = s->centre.x + s->half.x;
    const float top = s->centre.y - s->half.y, bottom = s->centre.y + s->half.y;
    const float corners[5][2] = {
        { left, top }, { right, top }, { right, bottom }, { left, bottom }, { left, top }
    };
    const uint32_t steps = steps_of(s);
    for (uint32_t i = 0; i <= 4 * steps; i++) {
        const float *a = corners[i / steps], *b = corners[i < 4 * steps ? i / steps + 1 : 4];
        const double share = (double)(i % steps) / (double)steps;
        points[i] =
            (qx_vec3){ (float)((double)a[0] + share * ((double)b[0] - (double)a[0])),
                       (float)((double)a[1] + share * ((double)b[1] - (double)a[1])), s->centre.z };
    }
}

static void between(const qx_bolt_shape *s, qx_vec3 *points)
{
    qx_random random = dice_of(s);
    points[0] = s->points[qx_random_below(&random, s->point_count)];
    points[1] = s->others[qx_random_below(&random, s->other_count)];
}

static void polyline(const qx_bolt_shape *s, qx_vec3 *points)
{
    const uint32_t links = stretches(s);
    for (uint32_t i = 0; i < s->point_count; i++) points[i] = s->points[i];
    points[links] = s->points[links % s->point_count];
}

// Where the curve passes before its first stretch and after its last: nowhere, if it is open. The
// loop of a path whose ends are one place has one point less.
static const qx_vec3 *point_at(const qx_bolt_shape *s, int64_t index)
{
    const int64_t around_all = stretches(s) + (s->closed ? 0 : 1);
    if (!s->closed && (index < 0 || index >= around_all)) return NULL;
    return &s->points[(index + around_all) % around_all];
}

// Knots are the square roots of distances apart: the curve has no cusps and no loops of its own.
static double knot(spot between)
{
    return sqrt(length(between));
}

// The slope at a point between `before` and `after`, for a stretch whose knots lie `span` apart.
// Beside a place that is repeated, and at an open end, the curve starts straight.
static spot slope(spot before, double before_span, spot after, double after_span, spot straight,
                  double span)
{
    if (!(before_span > 0.0) || !(after_span > 0.0)) return straight;
    const spot nothing = { 0.0, 0.0, 0.0 }, both = plus(before, 1.0, after);
    spot sum = plus(nothing, span / before_span, before);
    sum = plus(sum, -span / (before_span + after_span), both);
    return plus(sum, span / after_span, after);
}

// A point's neighbour on one side, or zero where there is none.
static spot toward(const qx_vec3 *from, const qx_vec3 *to)
{
    return from && to ? minus(spot_of(*to), spot_of(*from)) : (spot){ 0.0, 0.0, 0.0 };
}

static void stretch(const qx_bolt_shape *s, int64_t index, qx_vec3 *points)
{
    const qx_vec3 *p1 = point_at(s, index), *p2 = point_at(s, index + 1);
    const spot before = toward(point_at(s, index - 1), p1), along = toward(p1, p2);
    const spot after = toward(p2, point_at(s, index + 2));
    const double d1 = knot(before), d2 = knot(along), d3 = knot(after);
    const spot m1 = slope(before, d1, along, d2, along, d2);
    const spot m2 = slope(along, d2, after, d3, along, d2);
    const uint32_t steps = steps_of(s);
    points[0] = *p1;
    for (uint32_t i = 1; i < steps; i++) {
        const double t = (double)i / (double)steps, u = t * t * (3.0 - 2.0 * t);
        const spot on = plus(spot_of(*p1), u, along);
        const spot bent = plus(on, t * (1.0 - t) * (1.0 - t), m1);
        points[i] = rounded(plus(bent, t * t * (t - 1.0), m2));
    }
}

static void spline(const qx_bolt_shape *s, qx_vec3 *points)
{
    const uint32_t count = stretches(s), steps = steps_of(s);
    for (uint32_t i = 0; i < count; i++) stretch(s, i, points + (size_t)i * steps);
    points[(size_t)count * steps] = s->points[count % s->point_count];
}

// --- all

uint32_t qx_bolt_bound_path(const qx_bolt_shape *shape)
{
    if (check(shape) != QX_OK) return 0;
    const uint64_t links = count_links(shape);
    return links <= QX_BOLT_MAX_LINKS ? (uint32_t)links + 1 : 0;
}

qx_result qx_bolt_build_path(const qx_bolt_shape *shape, qx_vec3 *points, uint32_t *count)
{
    *count = 0;
    const qx_result result = check(shape);
    if (result != QX_OK) return result;
    const uint64_t links = count_links(shape);
    if (links > QX_BOLT_MAX_LINKS) return QX_TOO_LARGE;
    switch (shape->kind) {
    case QX_BOLT_POLYLINE: polyline(shape, points); break;
    case QX_BOLT_SPLINE: spline(shape, points); break;
    case QX_BOLT_CIRCLE: circle(shape, points); break;
    case QX_BOLT_RECTANGLE: rectangle(shape, points); break;
    case QX_BOLT_BETWEEN: between(shape, points); break;
    case QX_BOLT_DISC: disc(shape, points); break;
    case QX_BOLT_CONE: cone(shape, points); break;
    }
    *count = (uint32_t)links + 1;
    return QX_OK;
}
