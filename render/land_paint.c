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

// A piece of broken rock: how far the nearest crack is, in cells, and the piece's own tone.
typedef struct piece {
    float crack, tone;
} piece;

// Cells around scattered points (Worley's), at a place in cells; each lattice cell has one.
static piece piece_at(float u, float v, uint32_t across, uint32_t down, uint32_t seed)
{
    const uint32_t i = (uint32_t)u, j = (uint32_t)v;
    float nearest = 9.0f, second = 9.0f, tone = 0.0f;
    for (uint32_t row = 0; row < 3; row++)
        for (uint32_t column = 0; column < 3; column++) {
            const uint32_t x = i + across + column - 1, y = j + down + row - 1;
            const float dx =
                (float)((int32_t)x - (int32_t)across) + corner(x, y, across, down, seed) - u;
            const float dy =
                (float)((int32_t)y - (int32_t)down) + corner(x, y, across, down, seed + 1) - v;
            const float distance = sqrtf(dx * dx + dy * dy);
            second = fminf(second, fmaxf(nearest, distance));
            if (distance < nearest) tone = corner(x, y, across, down, seed + 2);
            nearest = fminf(nearest, distance);
        }
    return (piece){ second - nearest, tone };
}

// Pieces wider than they are high, as layers break, in two sizes with jagged cracks between.
static float rock(uint32_t x, uint32_t y, uint32_t seed)
{
    const float jag = noise(x, y, 29, 29, seed) + 0.6f * noise(x, y, 61, 61, seed + 1) - 0.8f;
    const float along = (float)x / SIDE, down = (float)y / SIDE;
    const piece large = piece_at(along * 5.0f + 0.5f + 0.35f * jag, down * 9.0f + 0.5f + 0.4f * jag,
                                 5, 9, seed + 2);
    const piece small = piece_at(along * 17.0f + 0.5f + 0.5f * jag,
                                 down * 27.0f + 0.5f - 0.5f * jag, 17, 27, seed + 5);
    const float grit =
        0.5f * noise(x, y, 83, 83, seed + 8) + 0.5f * noise(x, y, 127, 127, seed + 9);
    return 0.62f + 0.30f * (large.tone - 0.5f) + 0.26f * (small.tone - 0.5f) +
           0.3f * (grit - 0.5f) - 0.38f * expf(-16.0f * large.crack) -
           0.22f * expf(-9.0f * small.crack);
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
