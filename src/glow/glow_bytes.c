// SPDX-License-Identifier: MIT
#include "base/exact.h"
#include "glow_internal.h"

#include <quincunx/math.h>

#include <math.h>

// The tone curve of the renderer's last step, to bytes. Light up to KNEE stays, what is above bends
// toward 1 by the largest channel alone, so that hues stay; only the hottest turn white.

#define BACKGROUND 0x05060FFFu
#define KNEE 0.6f
#define MOST_LIGHT 4096.0f
#define STEPS 1024

// sRGB over the square root of light: nearly straight there, so that lines between the steps are
// right to a thousandth of a byte.
typedef struct encoder {
    float steps[STEPS + 2];
} encoder;

static void fill(encoder *table)
{
    table->steps[0] = -0.055f;
    for (int i = 1; i < STEPS + 2; i++) {
        const double root = (double)i / STEPS;
        table->steps[i] = (float)(1.055 * qx_exp(qx_log(root) * (2.0 / 2.4)) - 0.055);
    }
}

static float encode(const encoder *table, float light)
{
    const float c = light < 1.0f ? light : 1.0f;
    if (!(c > 0.0031308f)) return c > 0.0f ? c * 12.92f : 0.0f; // also where c is NaN
    const float at = sqrtf(c) * (float)STEPS;
    const int step = (int)at;
    return table->steps[step] + (table->steps[step + 1] - table->steps[step]) * (at - (float)step);
}

typedef struct rgb {
    float c[3];
} rgb;

static float top_of(const rgb *light)
{
    const float two = light->c[0] > light->c[1] ? light->c[0] : light->c[1];
    return two > light->c[2] ? two : light->c[2];
}

static rgb tone_map(rgb light)
{
    const float top = top_of(&light);
    if (!(top > KNEE)) return light;
    const double bend = qx_exp(((double)KNEE - (double)top) / (1.0 - (double)KNEE));
    const float bent = (float)(1.0 - (1.0 - (double)KNEE) * bend);
    const float heat = 0.85f * (top * top / (top * top + 160.0f));
    for (int i = 0; i < 3; i++) {
        const float kept = light.c[i] * (bent / top);
        light.c[i] = kept + (bent - kept) * heat;
    }
    return light;
}

static float light_in(float value, float exposure)
{
    const float light = value * exposure;
    if (!(light > 0.0f)) return 0.0f; // also where it is NaN
    return light < MOST_LIGHT ? light : MOST_LIGHT;
}

static double fraction(double value)
{
    return value - exact_floor(value);
}

// What is added before a byte is cut off to a whole: ordered noise of one step, so that wide halos
// do not band (interleaved gradient noise: Jimenez, 2014). Not quite to its ends, so that a byte's
// own light stays that byte.
static float rounding_at(uint32_t x, uint32_t y)
{
    const double turn = fraction(0.06711056 * (double)x + 0.00583715 * (double)y);
    return (float)(0.005 + 0.99 * fraction(52.9829189 * turn));
}

static uint8_t to_byte(float value, float rounding)
{
    const float scaled = value * 255.0f + rounding;
    return scaled < 255.0f ? (uint8_t)scaled : 255;
}

static void write_solid(const encoder *table, rgb light, float rounding, uint8_t *pixel)
{
    const rgb mapped = tone_map(light);
    for (int i = 0; i < 3; i++) pixel[i] = to_byte(encode(table, mapped.c[i]), rounding);
}

// What is laid over black must look as it does on black: alpha is the brightest channel's byte, the
// colour what gives the others through it.
static void write_clear(const encoder *table, rgb light, float rounding, uint8_t *pixel)
{
    rgb shown = tone_map(light);
    for (int i = 0; i < 3; i++) shown.c[i] = encode(table, shown.c[i]);
    const uint8_t alpha = to_byte(top_of(&shown), rounding);
    const float whole = alpha > 0 ? 255.0f / (float)alpha : 0.0f;
    for (int i = 0; i < 3; i++) pixel[i] = to_byte(shown.c[i] * whole, 0.5f);
    pixel[3] = alpha;
}

void qx_glow_build_bytes(const qx_glow_picture *picture, const qx_glow_tone *tone, uint8_t *pixels)
{
    static const qx_glow_tone defaults = { 0 };
    const qx_glow_tone *used = tone ? tone : &defaults;
    const float exposure = used->exposure > 0.0f ? used->exposure : 1.0f;
    const uint32_t ground = used->background ? used->background : BACKGROUND;
    const rgb under = { { glow_light_of(ground >> 24), glow_light_of(ground >> 16),
                          glow_light_of(ground >> 8) } };
    const size_t plane = (size_t)picture->width * picture->height;
    encoder table;
    fill(&table);
    for (uint32_t y = 0; y < picture->height; y++) {
        for (uint32_t x = 0; x < picture->width; x++) {
            const size_t at = (size_t)y * picture->width + x;
            rgb light;
            for (int i = 0; i < 3; i++) {
                light.c[i] = light_in(picture->planes[(size_t)i * plane + at], exposure);
                if (!used->transparent) light.c[i] += under.c[i];
            }
            const float rounding = rounding_at(x, y);
            if (used->transparent)
                write_clear(&table, light, rounding, pixels + 4 * at);
            else
                write_solid(&table, light, rounding, pixels + 3 * at);
        }
    }
}
