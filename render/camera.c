// SPDX-License-Identifier: MIT
#include "camera.h"

#include <math.h>

// Matrices and cameras on the CPU. Clip space is OpenGL's: -w to w in all three directions.

static qx_vec3 minus(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static float dot(qx_vec3 a, qx_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static qx_vec3 cross(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

qx_vec3 qx_direction(qx_vec3 of, qx_vec3 otherwise)
{
    const float length = sqrtf(dot(of, of));
    if (!(length > 1e-20f) || !(length < 1e19f)) return otherwise; // also NaN
    return (qx_vec3){ of.x / length, of.y / length, of.z / length };
}

qx_mat4 qx_mat4_multiply(const qx_mat4 *a, const qx_mat4 *b)
{
    qx_mat4 product;
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 4; row++) {
            float sum = 0.0f;
            for (int i = 0; i < 4; i++) sum += a->m[4 * i + row] * b->m[4 * column + i];
            product.m[4 * column + row] = sum;
        }
    }
    return product;
}

qx_mat4 qx_mat4_place(qx_vec3 at, float scale)
{
    return (qx_mat4){ { scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, at.x, at.y, at.z, 1 } };
}

qx_mat4 qx_mat4_turn(qx_vec3 at, float scale, const float quaternion[4])
{
    const float x = quaternion[0], y = quaternion[1], z = quaternion[2], w = quaternion[3];
    const float s = 2.0f * scale;
    return (qx_mat4){ {
        scale - s * (y * y + z * z),
        s * (x * y + z * w),
        s * (x * z - y * w),
        0,
        s * (x * y - z * w),
        scale - s * (x * x + z * z),
        s * (y * z + x * w),
        0,
        s * (x * z + y * w),
        s * (y * z - x * w),
        scale - s * (x * x + y * y),
        0,
        at.x,
        at.y,
        at.z,
        1,
    } };
}

qx_axes qx_axes_along(qx_vec3 along, qx_vec3 up)
{
    qx_axes axes = { .ahead = along };
    qx_vec3 right = cross(along, up);
    if (dot(right, right) < 1e-8f * dot(up, up)) { // looking along it: any other does
        right = cross(along, fabsf(along.z) < 0.7f ? (qx_vec3){ 0, 0, 1 } : (qx_vec3){ 1, 0, 0 });
    }
    axes.right = qx_direction(right, (qx_vec3){ 1, 0, 0 });
    axes.up = cross(axes.right, along);
    return axes;
}

qx_mat4 qx_axes_matrix(const qx_axes *axes, qx_vec3 eye)
{
    const qx_vec3 r = axes->right, u = axes->up, a = axes->ahead;
    return (qx_mat4){ { r.x, u.x, -a.x, 0, r.y, u.y, -a.y, 0, r.z, u.z, -a.z, 0, -dot(r, eye),
                        -dot(u, eye), dot(a, eye), 1 } };
}

static bool is_above_zero(float value)
{
    return value > 0.0f && isfinite(value);
}

qx_camera qx_camera_resolve(const qx_camera *camera)
{
    qx_camera used = *camera;
    const qx_vec3 way = minus(camera->target, camera->eye);
    const float far = sqrtf(dot(way, way));
    const float distance = is_above_zero(far) ? far : 1.0f;
    used.up = qx_direction(camera->up, (qx_vec3){ 0, 1, 0 });
    if (!is_above_zero(used.field)) used.field = 0.9f;
    if (used.field > 3.0f) used.field = 3.0f;
    if (!is_above_zero(used.nearest)) used.nearest = distance / 1000.0f;
    if (!is_above_zero(used.farthest)) used.farthest = 4.0f * distance;
    if (!(used.farthest > used.nearest)) used.farthest = 4000.0f * used.nearest;
    return used;
}

static qx_axes axes_of(const qx_camera *used)
{
    const qx_vec3 ahead = qx_direction(minus(used->target, used->eye), (qx_vec3){ 0, 0, -1 });
    return qx_axes_along(ahead, used->up);
}

// Half the picture's height and width at distance 1.
static qx_vec2 reach_of(const qx_camera *used, float aspect)
{
    const float half = tanf(0.5f * used->field);
    return aspect < 1.0f ? (qx_vec2){ half, half / aspect } : (qx_vec2){ half * aspect, half };
}

static qx_mat4 perspective(const qx_camera *used, float aspect)
{
    const qx_vec2 reach = reach_of(used, aspect);
    const float depth = used->nearest - used->farthest;
    return (qx_mat4){ {
        1.0f / reach.x,
        0,
        0,
        0,
        0,
        1.0f / reach.y,
        0,
        0,
        0,
        0,
        (used->nearest + used->farthest) / depth,
        -1,
        0,
        0,
        2.0f * used->nearest * used->farthest / depth,
        0,
    } };
}

qx_mat4 qx_camera_matrix(const qx_camera *camera, float aspect)
{
    const qx_camera used = qx_camera_resolve(camera);
    const qx_axes axes = axes_of(&used);
    const qx_mat4 seen = qx_axes_matrix(&axes, used.eye);
    const qx_mat4 lens = perspective(&used, is_above_zero(aspect) ? aspect : 1.0f);
    return qx_mat4_multiply(&lens, &seen);
}

bool qx_camera_project(const qx_camera *camera, uint32_t width, uint32_t height, qx_vec3 place,
                       qx_vec3 *pixel)
{
    const qx_camera used = qx_camera_resolve(camera);
    const qx_axes axes = axes_of(&used);
    const qx_vec2 reach = reach_of(&used, (float)width / (float)height);
    const qx_vec3 way = minus(place, used.eye);
    const float far = dot(way, axes.ahead);
    *pixel = (qx_vec3){ 0, 0, far };
    if (!(far > 0.0f)) return false;
    pixel->x = 0.5f * (float)width * (1.0f + dot(way, axes.right) / (far * reach.x));
    pixel->y = 0.5f * (float)height * (1.0f - dot(way, axes.up) / (far * reach.y));
    return true;
}

qx_vec3 qx_camera_ray(const qx_camera *camera, uint32_t width, uint32_t height, qx_vec2 pixel)
{
    const qx_camera used = qx_camera_resolve(camera);
    const qx_axes axes = axes_of(&used);
    const qx_vec2 reach = reach_of(&used, (float)width / (float)height);
    const float x = (2.0f * pixel.x / (float)width - 1.0f) * reach.x;
    const float y = (1.0f - 2.0f * pixel.y / (float)height) * reach.y;
    const qx_vec3 way = {
        axes.ahead.x + x * axes.right.x + y * axes.up.x,
        axes.ahead.y + x * axes.right.y + y * axes.up.y,
        axes.ahead.z + x * axes.right.z + y * axes.up.z,
    };
    return qx_direction(way, axes.ahead);
}

// A place is inside where -w <= x <= w and so on: sums and differences of the matrix's rows
// (Gribb and Hartmann, 2001).
void qx_camera_planes(const qx_camera *camera, float aspect, float planes[6][4])
{
    const qx_mat4 matrix = qx_camera_matrix(camera, aspect);
    for (int i = 0; i < 6; i++) {
        const float sign = i % 2 == 0 ? 1.0f : -1.0f;
        float *plane = planes[i];
        for (int k = 0; k < 4; k++) {
            plane[k] = matrix.m[4 * k + 3] + sign * matrix.m[4 * k + i / 2];
        }
        const float length = sqrtf(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
        for (int k = 0; k < 4; k++) plane[k] /= length;
    }
}
