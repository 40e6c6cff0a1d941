// SPDX-License-Identifier: MIT
#include "bolt_internal.h"

#include <math.h>

static qx_vec3 scaled(double x, double y, double z, double by)
{
    return (qx_vec3){ (float)(x * by), (float)(y * by), (float)(z * by) };
}

// A quarter turn within the plane: no root, no rounding, the same for every direction. Turning as a
// solid frame does would lean `across` out of the plane where z differs.
static bolt_frame flat_frame(qx_vec3 from, qx_vec3 along)
{
    return (bolt_frame){ .origin = from, .along = along, .across = { -along.y, along.x, 0.0f } };
}

// The smallest turn of the axes (x, y, z) that takes x to (a, b, c). Its entries hold b²/(1 + a),
// which is 0/0 at -x; (1 - a) / (b² + c²) for 1/(1 + a) keeps all digits up to there. At -x itself
// no turn is the smallest: half a turn about z is taken, which flat frames come to as well.
static bolt_frame solid_frame(qx_vec3 from, qx_vec3 along)
{
    const double x = along.x, y = along.y, z = along.z;
    const double length = sqrt((x * x + y * y) + z * z);
    if (!(length > 0.0)) return (bolt_frame){ .origin = from };
    const double a = x / length, b = y / length, c = z / length;
    const double off = b * b + c * c;
    bolt_frame frame = { .origin = from,
                         .along = along,
                         .across = scaled(0.0, -1.0, 0.0, length),
                         .up = scaled(0.0, 0.0, 1.0, length) };
    if (a < 0.0 && !(off > 0.0)) return frame;
    const double k = a < 0.0 ? (1.0 - a) / off : 1.0 / (1.0 + a);
    frame.across = scaled(-b, 1.0 - b * b * k, -b * c * k, length);
    frame.up = scaled(-c, -b * c * k, 1.0 - c * c * k, length);
    return frame;
}

bolt_frame bolt_frame_between(qx_vec3 from, qx_vec3 to, qx_bolt_space space)
{
    const qx_vec3 along = { to.x - from.x, to.y - from.y, to.z - from.z };
    return space == QX_BOLT_SOLID ? solid_frame(from, along) : flat_frame(from, along);
}

float bolt_link_length(const qx_bolt *bolt, uint32_t link)
{
    const qx_vec3 a = bolt->ends[link], b = bolt->ends[link + 1];
    const double x = (double)b.x - a.x, y = (double)b.y - a.y, z = (double)b.z - a.z;
    return (float)sqrt((x * x + y * y) + z * z);
}
