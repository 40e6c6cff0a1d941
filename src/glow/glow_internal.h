// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/glow.h>

#define GLOW_LIGHTS 3

// One of a line's three lights, in linear light.
typedef struct glow_light {
    double radius; // world units at scale 1
    float red, green, blue;
} glow_light;

// Linear light of an sRGB byte, the lowest 8 bits.
float glow_light_of(uint32_t byte);

// The lights that shine, widest first. Returns how many, or -1 where the glow is out of range.
int glow_get_lights(const qx_glow *glow, glow_light lights[GLOW_LIGHTS]);

bool glow_line_is_good(const qx_glow_line *line);
