// SPDX-License-Identifier: MIT
#include "hearing.h"

#include <math.h>

#define TURN 6.283185307179586

double hearing_peak(const float *stereo, uint32_t frames)
{
    double peak = 0.0;
    for (uint32_t i = 0; i < 2 * frames; i++) peak = fmax(peak, fabs((double)stereo[i]));
    return peak;
}

static double power(const float *stereo, uint32_t frames)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < 2 * frames; i++) sum += (double)stereo[i] * (double)stereo[i];
    return frames > 0 ? sum / (2.0 * frames) : 0.0;
}

double hearing_rms(const float *stereo, uint32_t frames)
{
    return sqrt(power(stereo, frames));
}

double hearing_loudness(const float *stereo, uint32_t frames, uint32_t rate)
{
    const uint32_t window = rate / 10, hop = rate / 100;
    double loudest = 1e-20;
    for (uint32_t at = 0; at + window <= frames; at += hop)
        loudest = fmax(loudest, power(stereo + 2 * at, window));
    return 10.0 * log10(loudest);
}

double hearing_corner(const float *stereo, uint32_t frames)
{
    double sharpest = 0.0;
    for (uint32_t i = 4; i < 2 * frames; i++) {
        const double bend = (double)stereo[i] - 2.0 * (double)stereo[i - 2] + (double)stereo[i - 4];
        sharpest = fmax(sharpest, fabs(bend));
    }
    return sharpest;
}

// Blackman-Harris by the cosine of the place in the window, -1 in the middle.
static double window(double cosine)
{
    const double second = 2.0 * cosine * cosine - 1.0;
    const double third = cosine * (2.0 * second - 1.0);
    return 0.35875 - 0.48829 * cosine + 0.14128 * second - 0.01168 * third;
}

typedef struct turning {
    double x, y, step_x, step_y;
} turning;

static turning turning_by(double angle)
{
    return (turning){ 1.0, 0.0, cos(angle), sin(angle) };
}

static void turn(turning *t)
{
    const double x = t->x * t->step_x - t->y * t->step_y;
    t->y = t->x * t->step_y + t->y * t->step_x;
    t->x = x;
}

double hearing_partial(const float *stereo, uint32_t frames, uint32_t rate, double hz)
{
    turning wave = turning_by(TURN * hz / (double)rate), place = turning_by(TURN / (double)frames);
    double sum_x = 0.0, sum_y = 0.0, weight = 0.0;
    for (uint32_t i = 0; i < frames; i++) {
        const double w = window(place.x);
        const double value = 0.5 * ((double)stereo[2 * i] + (double)stereo[2 * i + 1]) * w;
        sum_x += value * wave.x;
        sum_y += value * wave.y;
        weight += w;
        turn(&wave);
        turn(&place);
    }
    return 2.0 * sqrt(sum_x * sum_x + sum_y * sum_y) / weight;
}

// A twelfth of an octave at a time, each taken over a piece short enough to be seen by its
// neighbours.
double hearing_centroid(const float *stereo, uint32_t frames, uint32_t rate)
{
    double weighted = 0.0, total = 0.0;
    for (double hz = 20.0; hz < 16000.0; hz *= 1.06) {
        const uint32_t piece = (uint32_t)(60.0 * (double)rate / hz);
        for (uint32_t at = 0; at + piece <= frames; at += piece) {
            const double a = hearing_partial(stereo + 2 * at, piece, rate, hz);
            weighted += hz * a * a * piece * hz; // wider bands as the pitch rises
            total += a * a * piece * hz;
        }
    }
    return total > 0.0 ? weighted / total : 0.0;
}

double hearing_length(const float *stereo, uint32_t frames, uint32_t rate)
{
    const uint32_t piece = rate / 100;
    double loudest = 0.0;
    for (uint32_t at = 0; at + piece <= frames; at += piece)
        loudest = fmax(loudest, power(stereo + 2 * at, piece));
    uint32_t end = 0;
    for (uint32_t at = 0; at + piece <= frames; at += piece)
        if (power(stereo + 2 * at, piece) > loudest * 1e-4) end = at + piece;
    return (double)end / (double)rate;
}

bool hearing_is_silent(const float *stereo, uint32_t frames)
{
    for (uint32_t i = 0; i < 2 * frames; i++)
        if (stereo[i] < 0.0f || stereo[i] > 0.0f || isnan(stereo[i])) return false;
    return true;
}

bool hearing_is_in_bounds(const float *stereo, uint32_t frames)
{
    for (uint32_t i = 0; i < 2 * frames; i++)
        if (!(fabsf(stereo[i]) < 1.0f)) return false;
    return true;
}
