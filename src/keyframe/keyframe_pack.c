// SPDX-License-Identifier: MIT
#include "keyframe_keys.h"

#include <quincunx/math.h>

#include <math.h>
#include <string.h>

// Keys in 8 bytes a vertex. What packing cost is measured on what comes out again, with the same
// single operations as the kernels'.

#define MOST_CODE 65535.0
#define OCTAHEDRON 127.0

// --- positions

static keyframe_frame frame_around(const float *positions, size_t stride, uint32_t count)
{
    const qx_keyframe_box box = qx_keyframe_pose_bounds(positions, stride, count);
    const float low[3] = { box.low.x, box.low.y, box.low.z };
    const float high[3] = { box.high.x, box.high.y, box.high.z };
    keyframe_frame frame;
    for (int axis = 0; axis < 3; axis++) {
        frame.low[axis] = low[axis];
        frame.step[axis] = (float)(((double)high[axis] - (double)low[axis]) / MOST_CODE);
    }
    return frame;
}

static uint16_t code_of(float value, float low, float step)
{
    if (!(step > 0.0f)) return 0;
    const double code = ((double)value - (double)low) / (double)step + 0.5;
    return code >= MOST_CODE ? UINT16_MAX : (uint16_t)code; // never below 0.5
}

// Distance² that a vertex is moved.
static double pack_position(const keyframe_frame *frame, const float *position, uint16_t *codes)
{
    double moved = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const uint16_t code = code_of(position[axis], frame->low[axis], frame->step[axis]);
        codes[axis * KEYFRAME_BLOCK] = code;
        const float out = frame->low[axis] + (float)code * frame->step[axis];
        const double by = (double)out - (double)position[axis];
        moved += by * by;
    }
    return moved;
}

// --- normals

// Places on the octahedron's unfolded square, -127 to 127 along each side.
typedef struct square_place {
    int x, y;
} square_place;

static vertex unfold(square_place p)
{
    const double x = (double)p.x, y = (double)p.y, z = OCTAHEDRON - fabs(x) - fabs(y);
    const double below = z < 0.0 ? -z : 0.0;
    const vertex way = { x - copysign(below, x), y - copysign(below, y), z };
    const double length = sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
    return (vertex){ way.x / length, way.y / length, way.z / length };
}

static int within(int value)
{
    return value < -127 ? -127 : value > 127 ? 127 : value;
}

static int floor_of(double value)
{
    return (int)(value + 128.0) - 128; // not below -127
}

// Square of the chord between two unit vectors: near 0 more exact than their product near 1.
static double chord(vertex a, vertex b)
{
    const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

// The nearest of the four places around: rounding alone often takes a farther one.
static square_place nearest(double x, double y, vertex normal, double *apart)
{
    square_place best = { 0, 0 };
    *apart = 5.0;
    for (int corner = 0; corner < 4; corner++) {
        const square_place p = { within(floor_of(x) + (corner & 1)),
                                 within(floor_of(y) + (corner >> 1)) };
        const double at = chord(unfold(p), normal);
        if (!(at < *apart)) continue;
        *apart = at;
        best = p;
    }
    return best;
}

// Square of the chord by which a normal is turned.
static double pack_normal(const float *normal, uint16_t *code)
{
    float kept[3];
    keyframe_normal_keep(normal, kept);
    const vertex n = { (double)kept[0], (double)kept[1], (double)kept[2] };
    const double by = OCTAHEDRON / (fabs(n.x) + fabs(n.y) + fabs(n.z));
    double x = n.x * by, y = n.y * by, apart;
    if (n.z < 0.0) {
        const double folded = copysign(OCTAHEDRON - fabs(y), x);
        y = copysign(OCTAHEDRON - fabs(x), y);
        x = folded;
    }
    const square_place p = nearest(x, y, n, &apart);
    *code = (uint16_t)((p.x & 255) | (p.y & 255) << 8);
    return apart;
}

static double angle_of(double chord_square)
{
    return 2.0 * qx_atan2(0.5 * sqrt(chord_square), sqrt(1.0 - 0.25 * chord_square));
}

void keyframe_pack(qx_keyframe_keys *keys, uint32_t key, const float *positions,
                   size_t position_stride, const float *normals, size_t normal_stride,
                   float *position_error, float *normal_error)
{
    const uint32_t count = keys->info.vertex_count;
    const keyframe_frame frame = frame_around(positions, position_stride, count);
    uint16_t *codes = keys->codes + keys->blocks * keys->block * key;
    double moved = 0.0, turned = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t *to = codes + i / KEYFRAME_BLOCK * keys->block + i % KEYFRAME_BLOCK;
        const double by = pack_position(&frame, vertex_at(positions, position_stride, i), to);
        moved = by > moved ? by : moved;
        if (!keys->info.normals) continue;
        const double turn = pack_normal(vertex_at(normals, normal_stride, i), to + KEYFRAME_CODES);
        turned = turn > turned ? turn : turned;
    }
    keys->frames[key] = frame;
    *position_error = (float)(sqrt(moved) * (1.0 + 1e-7)); // rounded up
    *normal_error = (float)(angle_of(turned) * (1.0 + 1e-7));
}
