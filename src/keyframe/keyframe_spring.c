// SPDX-License-Identifier: MIT
#include <quincunx/keyframe.h>
#include <quincunx/math.h>

#include <math.h>

// Eases that are given by numbers: a Bezier curve, a damped spring.

// --- cubic-bezier
// Source: W3C, "CSS Easing Functions Level 1" (2023).

// One coordinate of a curve from 0 to 1 with two control values.
static double bezier(double a, double b, double s)
{
    const double r = 1.0 - s;
    return 3.0 * r * r * s * a + 3.0 * r * s * s * b + s * s * s;
}

static double to_unit(double x)
{
    return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
}

// x rises with s, so halving always finds it; 60 halvings end at the last bit. Newton's method
// would be quicker by some steps, but stands still where the curve is level.
double qx_keyframe_bezier(double x1, double y1, double x2, double y2, double t)
{
    if (!(t > 0.0)) return 0.0; // also NaN
    if (t >= 1.0) return 1.0;
    if (!(fabs(y1) <= 1e9) || !(fabs(y2) <= 1e9)) return t;
    const double a = to_unit(x1), b = to_unit(x2);
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (bezier(a, b, middle) < t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return bezier(y1, y2, 0.5 * (low + high));
}

// --- springs
// x" + 2 d w x' + w^2 x = 0 for the distance that is left, from -1.

#define TURN 6.28318530717958647693

static double or_default(double value, double otherwise)
{
    return value > 0.0 && value <= 1e6 ? value : otherwise; // also replaces NaN
}

static double swinging(double w, double damping, double speed, double seconds)
{
    const double rate = w * sqrt(1.0 - damping * damping);
    const double sine = (speed - damping * w) / rate; // x = e^(-d w t) (sine sin - cos)
    return 1.0 + qx_exp(-damping * w * seconds) *
                     (sine * qx_sin(rate * seconds) - qx_cos(rate * seconds));
}

static double creeping(double w, double damping, double speed, double seconds)
{
    const double root = w * sqrt(damping * damping - 1.0);
    const double slow = -damping * w + root, fast = -damping * w - root;
    const double of_slow = (speed + fast) / (slow - fast); // the two add up to -1 at 0
    return 1.0 + of_slow * qx_exp(slow * seconds) - (1.0 + of_slow) * qx_exp(fast * seconds);
}

static double critical(double w, double speed, double seconds)
{
    return 1.0 + qx_exp(-w * seconds) * ((speed - w) * seconds - 1.0);
}

double qx_keyframe_spring_sample(const qx_keyframe_spring *spring, double seconds)
{
    if (!(seconds > 0.0)) return 0.0; // also NaN
    if (seconds > 1e6) return 1.0;
    const double w = TURN * or_default(spring->frequency, 2.0);
    const double damping = or_default(spring->damping, 0.5);
    const double speed = fabs(spring->velocity) <= 1e9 ? spring->velocity : 0.0;
    if (fabs(damping - 1.0) < 1e-4) return critical(w, speed, seconds); // both others divide by 0
    return damping < 1.0 ? swinging(w, damping, speed, seconds)
                         : creeping(w, damping, speed, seconds);
}
