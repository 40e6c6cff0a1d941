// SPDX-License-Identifier: MIT
#include "raster.h"

#include <math.h>
#include <quincunx/math.h>
#include <stdlib.h>

enum { MOST_ACROSS = 16384 };

static const float glow_strength = 0.22f; // of the line's own light, where the glow begins

bool raster_create(line_raster *raster, uint32_t width, uint32_t height)
{
    *raster = (line_raster){ 0 };
    if (width == 0 || height == 0 || width > MOST_ACROSS || height > MOST_ACROSS) return false;
    raster->light = calloc((size_t)width * height, 3 * sizeof(float));
    raster->width = width;
    raster->height = height;
    return raster->light != NULL;
}

void raster_destroy(line_raster *raster)
{
    free(raster->light);
    *raster = (line_raster){ 0 };
}

static float clamped(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

// sRGB's curve from IEC 61966-2-1, with powers by way of the core's own logarithm.
static float linear_from_srgb(uint32_t channel)
{
    const double value = channel / 255.0;
    if (value <= 0.04045) return (float)(value / 12.92);
    return (float)qx_exp(2.4 * qx_log((value + 0.055) / 1.055));
}

static double srgb_from_linear(double value)
{
    if (value <= 0.0031308) return 12.92 * value;
    return 1.055 * qx_exp(qx_log(value) / 2.4) - 0.055;
}

typedef struct glow_stroke {
    qx_vec2 from, along; // along: to - from
    float squared;       // length of it, squared
    float half, glow, strength;
    float light[3];
} glow_stroke;

static float distance_to(const glow_stroke *stroke, float x, float y)
{
    const float dx = x - stroke->from.x, dy = y - stroke->from.y;
    const float dot = dx * stroke->along.x + dy * stroke->along.y;
    const float part = stroke->squared > 0.0f ? clamped(dot / stroke->squared, 0.0f, 1.0f) : 0.0f;
    const float rx = dx - part * stroke->along.x, ry = dy - part * stroke->along.y;
    return sqrtf(rx * rx + ry * ry);
}

static float brightness_at(const glow_stroke *stroke, float distance)
{
    const float beyond = distance - stroke->half;
    const float core = stroke->strength * clamped(0.5f - beyond, 0.0f, 1.0f);
    if (beyond >= stroke->glow) return core;
    const float fade = 1.0f - clamped(beyond, 0.0f, stroke->glow) / stroke->glow;
    const float halo = stroke->strength * glow_strength * fade * fade * fade;
    return core > halo ? core : halo;
}

static void light_pixel(float *pixel, const glow_stroke *stroke, float brightness)
{
    for (int i = 0; i < 3; i++) {
        const float light = brightness * stroke->light[i];
        if (light > pixel[i]) pixel[i] = light;
    }
}

// First and last pixel of a span, cut to the picture; an empty one has first > last.
static void pixel_span(float a, float b, float reach, uint32_t count, int64_t *first, int64_t *last)
{
    const double low = floor((double)(a < b ? a : b) - (double)reach);
    const double high = ceil((double)(a < b ? b : a) + (double)reach);
    *first = low > 0.0 ? (int64_t)low : 0;
    *last = high < count - 1.0 ? (int64_t)high : (int64_t)count - 1;
}

void raster_line(line_raster *raster, qx_vec2 from, qx_vec2 to, float width, float glow,
                 uint32_t colour)
{
    glow_stroke stroke = { .from = from, .along = { to.x - from.x, to.y - from.y }, .glow = glow };
    stroke.squared = stroke.along.x * stroke.along.x + stroke.along.y * stroke.along.y;
    stroke.half = width > 1.0f ? 0.5f * width : 0.5f;
    stroke.strength = (width < 1.0f ? width : 1.0f) * (float)(colour & 255) / 255.0f;
    for (int i = 0; i < 3; i++) stroke.light[i] = linear_from_srgb(colour >> (24 - 8 * i) & 255);

    const float reach = stroke.half + (glow > 0.5f ? glow : 0.5f);
    int64_t left, right, top, bottom;
    pixel_span(from.x, to.x, reach, raster->width, &left, &right);
    pixel_span(from.y, to.y, reach, raster->height, &top, &bottom);
    for (int64_t y = top; y <= bottom; y++) {
        for (int64_t x = left; x <= right; x++) {
            const float distance = distance_to(&stroke, (float)x + 0.5f, (float)y + 0.5f);
            if (distance >= reach) continue;
            float *pixel = raster->light + 3 * ((size_t)y * raster->width + (size_t)x);
            light_pixel(pixel, &stroke, brightness_at(&stroke, distance));
        }
    }
}

enum { CURVE_STEPS = 4096 };

// Light to 8 bits by table: a logarithm for each channel of each pixel takes longer than all lines.
static void fill_curve(uint8_t curve[CURVE_STEPS + 1])
{
    for (int i = 0; i <= CURVE_STEPS; i++)
        curve[i] =
            (uint8_t)(255.0 * srgb_from_linear((double)i * i / CURVE_STEPS / CURVE_STEPS) + 0.5);
}

void raster_build(const line_raster *raster, uint32_t background, uint8_t *pixels)
{
    uint8_t curve[CURVE_STEPS + 1];
    fill_curve(curve);
    float behind[3];
    for (int i = 0; i < 3; i++) behind[i] = linear_from_srgb(background >> (24 - 8 * i) & 255);
    const size_t values = (size_t)raster->width * raster->height * 3;
    for (size_t i = 0; i < values; i++) {
        const float light = clamped(raster->light[i] + behind[i % 3], 0.0f, 1.0f);
        pixels[i] = curve[(int)(sqrtf(light) * CURVE_STEPS + 0.5f)]; // finer steps in the dark
    }
}
