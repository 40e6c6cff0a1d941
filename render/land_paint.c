// SPDX-License-Identifier: MIT
#include "land.h"

#include <math.h>

// One texture that repeats without seams: a tone of grass, a tone of rock, and the slope of rock as
// it would feel. All of value noise on whole numbers of cells.

#define SIDE LAND_DETAIL

static uint32_t mixed(uint32_t x, uint32_t y, uint32_t seed)
{
    uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

static float corner(uint32_t x, uint32_t y, uint32_t across, uint32_t down, uint32_t seed)
{
    return (float)(mixed(x % across, y % down, seed) >> 8) * (1.0f / 16777216.0f);
}

static float eased(float t)
{
    return t * t * (3.0f - 2.0f * t);
}

// At a texel, of across x down cells over the whole texture: 0 to 1.
static float noise(uint32_t x, uint32_t y, uint32_t across, uint32_t down, uint32_t seed)
{
    const float u = (float)(x * across) / SIDE, v = (float)(y * down) / SIDE;
    const uint32_t i = (uint32_t)u, j = (uint32_t)v;
    const float a = eased(u - (float)i), b = eased(v - (float)j);
    const float top =
        corner(i, j, across, down, seed) * (1.0f - a) + corner(i + 1, j, across, down, seed) * a;
    const float low = corner(i, j + 1, across, down, seed) * (1.0f - a) +
                      corner(i + 1, j + 1, across, down, seed) * a;
    return top * (1.0f - b) + low * b;
}

static float grass(uint32_t x, uint32_t y, uint32_t seed)
{
    return 0.16f * noise(x, y, 5, 5, seed) + 0.2f * noise(x, y, 13, 13, seed + 1) +
           0.22f * noise(x, y, 31, 31, seed + 2) + 0.22f * noise(x, y, 67, 67, seed + 3) +
           0.2f * noise(x, y, 127, 127, seed + 4);
}

// Cracks where noise crosses its middle; lines that lie flat, as layers do.
static float rock(uint32_t x, uint32_t y, uint32_t seed)
{
    float cracks = 0.0f, size = 0.30f;
    for (uint32_t cells = 6; cells < 100; cells = cells * 2 + 1, size *= 0.62f)
        cracks += size * fabsf(2.0f * noise(x, y, cells, cells, seed + cells) - 1.0f);
    const float layers = 0.5f * noise(x, y, 3, 23, seed + 7) + 0.5f * noise(x, y, 7, 59, seed + 8);
    return 0.75f * cracks + 0.42f * layers;
}

static uint8_t byte_of(float value)
{
    return (uint8_t)(255.0f * fminf(fmaxf(value, 0.0f), 1.0f) + 0.5f);
}

static uint8_t slope_between(uint8_t before, uint8_t after)
{
    return byte_of(0.5f + 0.006f * (float)((int)after - (int)before));
}

void land_paint(uint8_t *texels, uint64_t seed)
{
    const uint32_t of = (uint32_t)(seed ^ seed >> 32) * 2654435761u;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        texels[4 * i] = byte_of(0.5f + 1.6f * (grass(i % SIDE, i / SIDE, of) - 0.5f));
        texels[4 * i + 1] = byte_of(0.5f + 1.3f * (rock(i % SIDE, i / SIDE, of + 99) - 0.5f));
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t x = i % SIDE, y = i / SIDE;
        const uint32_t left = y * SIDE + (x + SIDE - 1) % SIDE, right = y * SIDE + (x + 1) % SIDE;
        const uint32_t up = (y + SIDE - 1) % SIDE * SIDE + x, down = (y + 1) % SIDE * SIDE + x;
        texels[4 * i + 2] = slope_between(texels[4 * left + 1], texels[4 * right + 1]);
        texels[4 * i + 3] = slope_between(texels[4 * up + 1], texels[4 * down + 1]);
    }
}
