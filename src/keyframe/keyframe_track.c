// SPDX-License-Identifier: MIT
#include <quincunx/keyframe.h>

#include <string.h>

// What lies between keys. Catmull-Rom with unequal spacing: each key's tangent is the slope from
// its one neighbour to its other.
// Source: Barry and Goldman (1988) for spacing; Khronos, "glTF 2.0 Specification", appendix C.

// Two keys and how far a place is between them.
typedef struct stretch {
    uint32_t from, to;
    double share;   // 0 to 1; 0: exactly at `from`
    double spacing; // ticks
} stretch;

// The last key at or before a place; 0 where there is none.
static uint32_t key_at(const int64_t *times, uint32_t count, double place)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if ((double)times[middle] <= place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? low - 1 : 0;
}

// Ticks from the last key round to the first.
static int64_t closing(const int64_t *times, uint32_t count, int64_t period)
{
    const int64_t length = times[count - 1] - times[0];
    return period > length ? period - length : 0;
}

static stretch stretch_at(const int64_t *times, uint32_t count, int64_t period, double place)
{
    const uint32_t key = key_at(times, count, place);
    const double from = (double)times[key];
    const bool last = key + 1 == count;
    const int64_t spacing = last ? closing(times, count, period) : times[key + 1] - times[key];
    const double passed = place - from;
    if (!(passed > 0.0) || spacing <= 0) return (stretch){ key, key, 0.0, 0.0 }; // also NaN
    const double share = passed / (double)spacing;
    const uint32_t to = last ? 0 : key + 1;
    if (share >= 1.0) return (stretch){ to, to, 0.0, 0.0 };
    return (stretch){ key, to, share, (double)spacing };
}

// --- Catmull-Rom

// A neighbour beyond one side of a stretch, and the ticks to it; 0 where there is none.
typedef struct neighbour {
    uint32_t key;
    double spacing;
} neighbour;

static neighbour before(const int64_t *times, uint32_t count, int64_t period, uint32_t key)
{
    if (key > 0) return (neighbour){ key - 1, (double)(times[key] - times[key - 1]) };
    if (period == 0) return (neighbour){ key, 0.0 };
    const int64_t round = closing(times, count, period);
    if (round > 0) return (neighbour){ count - 1, (double)round };
    if (count < 2) return (neighbour){ key, 0.0 };
    return (neighbour){ count - 2, (double)(times[count - 1] - times[count - 2]) };
}

static neighbour after(const int64_t *times, uint32_t count, int64_t period, uint32_t key)
{
    if (key + 1 < count) return (neighbour){ key + 1, (double)(times[key + 1] - times[key]) };
    if (period == 0) return (neighbour){ key, 0.0 };
    const int64_t round = closing(times, count, period);
    if (round > 0) return (neighbour){ 0, (double)round };
    if (count < 2) return (neighbour){ key, 0.0 };
    return (neighbour){ 1, (double)(times[1] - times[0]) };
}

// Hermite's four polynomials at a share.
typedef struct hermite {
    double from, from_slope, to, to_slope;
} hermite;

static hermite hermite_at(double s)
{
    const double s2 = s * s, s3 = s2 * s;
    return (hermite){ 2.0 * s3 - 3.0 * s2 + 1.0, s3 - 2.0 * s2 + s, 3.0 * s2 - 2.0 * s3, s3 - s2 };
}

// A tangent is the slope over both sides of its key, or over the stretch alone where there is no
// other side.
static void weigh(const stretch *at, neighbour first, neighbour last, double weight[4])
{
    const hermite h = hermite_at(at->share);
    const double from_slope = h.from_slope * (at->spacing / (at->spacing + first.spacing));
    const double to_slope = h.to_slope * (at->spacing / (at->spacing + last.spacing));
    weight[0] = -from_slope;
    weight[1] = h.from - to_slope;
    weight[2] = h.to + from_slope;
    weight[3] = to_slope;
    if (first.spacing == 0.0) { // its key is `from` itself
        weight[1] += weight[0];
        weight[0] = 0.0;
    }
    if (last.spacing == 0.0) {
        weight[2] += weight[3];
        weight[3] = 0.0;
    }
}

qx_keyframe_span qx_keyframe_span_find(const int64_t *times, uint32_t count,
                                       qx_keyframe_curve curve, int64_t period, double place)
{
    const stretch at = stretch_at(times, count, period, place);
    qx_keyframe_span span = { .key = { at.from, at.from, at.to, at.to },
                              .weight = { 0.0f, 1.0f, 0.0f, 0.0f },
                              .share = at.share };
    if (at.share == 0.0 || curve == QX_KEYFRAME_STEP) return span;
    if (curve == QX_KEYFRAME_LINEAR) {
        span.weight[1] = (float)(1.0 - at.share);
        span.weight[2] = (float)at.share;
        return span;
    }
    const neighbour first = before(times, count, period, at.from);
    const neighbour last = after(times, count, period, at.to);
    span.key[0] = first.key;
    span.key[3] = last.key;
    double weight[4];
    weigh(&at, first, last, weight);
    for (int i = 0; i < 4; i++) span.weight[i] = (float)weight[i];
    return span;
}

// --- tracks

static const float *value_of(const qx_keyframe_track *track, uint32_t key)
{
    const size_t size = track->width;
    if (track->curve == QX_KEYFRAME_CUBIC) return track->values + (3 * (size_t)key + 1) * size;
    return track->values + (size_t)key * size;
}

// a (1 - s) + b s is exact at both ends, but not for equal values in between, and not always within
// the two.
static float between(float a, float b, double s)
{
    if (a == b) return a;
    const float mixed = (float)((double)a * (1.0 - s) + (double)b * s);
    const float low = a < b ? a : b, high = a < b ? b : a;
    return mixed < low ? low : mixed > high ? high : mixed;
}

static void mix_linear(const qx_keyframe_track *track, const stretch *at, float *values)
{
    const float *a = value_of(track, at->from), *b = value_of(track, at->to);
    for (uint32_t i = 0; i < track->width; i++) values[i] = between(a[i], b[i], at->share);
}

static void mix_cubic(const qx_keyframe_track *track, const stretch *at, float *values)
{
    const size_t size = track->width;
    const float *a = value_of(track, at->from), *b = value_of(track, at->to);
    const float *leaves = a + size, *arrives = b - size;
    const hermite h = hermite_at(at->share);
    const double seconds = at->spacing / (double)QX_KEYFRAME_SECOND;
    for (size_t i = 0; i < size; i++) {
        values[i] = (float)(h.from * (double)a[i] + h.from_slope * seconds * (double)leaves[i] +
                            h.to * (double)b[i] + h.to_slope * seconds * (double)arrives[i]);
    }
}

static void mix_catmull_rom(const qx_keyframe_track *track, const stretch *at, float *values)
{
    const neighbour first = before(track->times, track->count, track->period, at->from);
    const neighbour last = after(track->times, track->count, track->period, at->to);
    double weight[4];
    weigh(at, first, last, weight);
    const float *v[4] = { value_of(track, first.key), value_of(track, at->from),
                          value_of(track, at->to), value_of(track, last.key) };
    for (uint32_t i = 0; i < track->width; i++) {
        const float value = v[1][i]; // differences: four equal ones give the value itself
        const double from[3] = { (double)v[0][i] - (double)value, (double)v[2][i] - (double)value,
                                 (double)v[3][i] - (double)value };
        values[i] = (float)((double)value +
                            (weight[0] * from[0] + weight[2] * from[1] + weight[3] * from[2]));
    }
}

void qx_keyframe_track_sample(const qx_keyframe_track *track, double place, float *values)
{
    const stretch at = stretch_at(track->times, track->count, track->period, place);
    if (at.share == 0.0 || track->curve == QX_KEYFRAME_STEP) {
        memcpy(values, value_of(track, at.from), track->width * sizeof *values);
    } else if (track->curve == QX_KEYFRAME_CUBIC) {
        mix_cubic(track, &at, values);
    } else if (track->curve == QX_KEYFRAME_CATMULL_ROM) {
        mix_catmull_rom(track, &at, values);
    } else {
        mix_linear(track, &at, values);
    }
}
