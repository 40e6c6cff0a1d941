// SPDX-License-Identifier: MIT
#include <quincunx/keyframe.h>
#include <quincunx/math.h>

#include <math.h>
#include <string.h>

// Penner's families by their "in" form alone: "out" is the same from the other end, and "in-out" is
// half of each. EXPO and ELASTIC as Penner wrote them do not begin at 0 but with a step of a
// thousandth; here they are moved so that they do.
// Source: Penner, "Robert Penner's Programming Macromedia Flash MX" (2002), chapter 7.

#define PI 3.14159265358979323846
#define OVERSHOOT 1.70158 // BACK: a tenth beyond
#define PERIOD 0.3        // ELASTIC: of the swings

static double in_sine(double t)
{
    return 1.0 - qx_cos(0.5 * PI * t);
}

static double in_quad(double t)
{
    return t * t;
}

static double in_cubic(double t)
{
    return t * t * t;
}

static double in_quart(double t)
{
    return t * t * t * t;
}

static double in_quint(double t)
{
    return t * t * t * t * t;
}

static double power_of_2(double x)
{
    return qx_exp(x * 0.69314718055994530942);
}

static double in_expo(double t)
{
    return (power_of_2(10.0 * t) - 1.0) / 1023.0;
}

static double in_circ(double t)
{
    return 1.0 - sqrt(1.0 - t * t);
}

static double in_back(double t)
{
    return t * t * ((OVERSHOOT + 1.0) * t - OVERSHOOT);
}

static double swing(double t)
{
    return -power_of_2(10.0 * (t - 1.0)) * qx_sin((t - 1.0 - 0.25 * PERIOD) * (2.0 * PI / PERIOD));
}

static double in_elastic(double t)
{
    return swing(t) - swing(0.0) * (1.0 - t);
}

// Four parabolas, the last one upside down: a ball that is dropped, seen from the end.
static double out_bounce(double t)
{
    static const double middle[] = { 0.0, 1.5 / 2.75, 2.25 / 2.75, 2.625 / 2.75 };
    static const double foot[] = { 0.0, 0.75, 0.9375, 0.984375 };
    const int part = t < 1.0 / 2.75 ? 0 : t < 2.0 / 2.75 ? 1 : t < 2.5 / 2.75 ? 2 : 3;
    const double from = t - middle[part];
    return 7.5625 * from * from + foot[part];
}

static double in_bounce(double t)
{
    return 1.0 - out_bounce(1.0 - t);
}

static double (*const families[])(double t) = {
    in_sine, in_quad, in_cubic, in_quart,   in_quint,
    in_expo, in_circ, in_back,  in_elastic, in_bounce,
};

double qx_keyframe_ease(qx_ease ease, double t)
{
    if (!(t > 0.0)) return 0.0; // also NaN
    if (t >= 1.0) return 1.0;
    if (ease <= QX_EASE_LINEAR || ease >= QX_EASE_COUNT) return t;
    const int which = (int)ease - (int)QX_EASE_IN_SINE;
    double (*const in)(double) = families[which / 3];
    switch (which % 3) {
    case 0: return in(t);
    case 1: return 1.0 - in(1.0 - t);
    default: return t < 0.5 ? 0.5 * in(2.0 * t) : 1.0 - 0.5 * in(2.0 - 2.0 * t);
    }
}

const char *qx_keyframe_ease_text(qx_ease ease)
{
    static const char *const texts[QX_EASE_COUNT] = {
        "linear",        "in-sine",    "out-sine",    "in-out-sine",    "in-quad",   "out-quad",
        "in-out-quad",   "in-cubic",   "out-cubic",   "in-out-cubic",   "in-quart",  "out-quart",
        "in-out-quart",  "in-quint",   "out-quint",   "in-out-quint",   "in-expo",   "out-expo",
        "in-out-expo",   "in-circ",    "out-circ",    "in-out-circ",    "in-back",   "out-back",
        "in-out-back",   "in-elastic", "out-elastic", "in-out-elastic", "in-bounce", "out-bounce",
        "in-out-bounce",
    };
    return ease >= QX_EASE_LINEAR && ease < QX_EASE_COUNT ? texts[ease] : "unknown";
}

qx_ease qx_keyframe_ease_find(const char *text)
{
    int ease = QX_EASE_LINEAR;
    while (ease < QX_EASE_COUNT && strcmp(qx_keyframe_ease_text((qx_ease)ease), text) != 0) ease++;
    return (qx_ease)ease;
}
