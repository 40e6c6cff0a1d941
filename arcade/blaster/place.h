// SPDX-License-Identifier: MIT
// Arithmetic with places and directions. Only +, -, *, / and sqrt: the same bits everywhere.
#pragma once

#include "blaster.h"

#include <quincunx/math.h>

#include <math.h>

#define HALF_TURN 3.14159265358979323846f

static inline place add(place a, place b)
{
    return (place){ a.x + b.x, a.y + b.y };
}

static inline place sub(place a, place b)
{
    return (place){ a.x - b.x, a.y - b.y };
}

static inline place scale(place a, float factor)
{
    return (place){ a.x * factor, a.y * factor };
}

static inline float dot(place a, place b)
{
    return a.x * b.x + a.y * b.y;
}

static inline float length(place a)
{
    return sqrtf(dot(a, a));
}

static inline float distance(place a, place b)
{
    return length(sub(b, a));
}

static inline bool within(place a, place b, float reach)
{
    const place d = sub(a, b);
    return dot(d, d) < reach * reach;
}

// Length 1, or (0, 0) for what has no direction: zero, too short to be squared, NaN, infinite.
static inline place unit(place a)
{
    const float long_is = length(a);
    if (!(long_is > 1e-18f) || !(long_is < 1e18f)) return (place){ 0.0f, 0.0f };
    return (place){ a.x / long_is, a.y / long_is };
}

static inline bool is_zero(place a)
{
    return a.x == 0.0f && a.y == 0.0f;
}

static inline place toward(float angle)
{
    return (place){ (float)qx_cos((double)angle), (float)qx_sin((double)angle) };
}

static inline float angle_of(place a)
{
    return (float)qx_atan2((double)a.y, (double)a.x);
}

static inline float clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

// The nearest place at least this far from the arena's border.
static inline place inside(place a, float border)
{
    return (place){ clamp(a.x, border, (float)ARENA_WIDTH - border),
                    clamp(a.y, border, (float)ARENA_HEIGHT - border) };
}

static inline bool is_inside(place a, float border)
{
    return a.x >= border && a.x <= (float)ARENA_WIDTH - border && a.y >= border &&
           a.y <= (float)ARENA_HEIGHT - border;
}
