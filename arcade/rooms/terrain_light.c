// SPDX-License-Identifier: MIT
// Colours of sun, sky, fog and water by the sun's height: a dusk of indigo and copper, a pale noon.
#include "terrain_room.h"

#include <quincunx/math.h>

#include <math.h>

#define DEGREE 0.017453292519943295
#define DENSEST 3.6f // fog over the map's side

enum { HOURS = 4 };

typedef struct hour {
    float height; // degrees
    uint32_t sun, horizon, zenith, sky, ground;
    float light;
} hour;

static const hour hours[HOURS] = {
    { 1.0f, 0xFF7038FF, 0x7A5460FF, 0x0C1130FF, 0x3A4474FF, 0x241E26FF, 0.9f },
    { 12.0f, 0xFFB070FF, 0xB08E8EFF, 0x18265AFF, 0x5E72B0FF, 0x40383AFF, 1.5f },
    { 34.0f, 0xFFE0B8FF, 0xB2BCCAFF, 0x1F4080FF, 0x5C70A0FF, 0x3E3832FF, 1.45f },
    { 70.0f, 0xFFF4E6FF, 0xA8C2DCFF, 0x2A5A9CFF, 0x6A80A8FF, 0x443E36FF, 1.4f },
};

static uint32_t mixed(uint32_t a, uint32_t b, float share)
{
    uint32_t colour = 0;
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        const float from = (float)(a >> shift & 255), to = (float)(b >> shift & 255);
        colour |= (uint32_t)(from + share * (to - from) + 0.5f) << shift;
    }
    return colour;
}

static hour hour_of(float height)
{
    int i = 0;
    while (i < HOURS - 2 && height > hours[i + 1].height) i++;
    const hour *a = &hours[i], *b = &hours[i + 1];
    const float share = fminf(fmaxf((height - a->height) / (b->height - a->height), 0.0f), 1.0f);
    return (hour){ height,
                   mixed(a->sun, b->sun, share),
                   mixed(a->horizon, b->horizon, share),
                   mixed(a->zenith, b->zenith, share),
                   mixed(a->sky, b->sky, share),
                   mixed(a->ground, b->ground, share),
                   a->light + share * (b->light - a->light) };
}

terrain_light terrain_light_of(const terrain_play *r)
{
    const float *v = r->rules.values;
    const double up = DEGREE * (double)v[PARAM_SUN], round = DEGREE * (double)v[PARAM_AZIMUTH];
    const hour h = hour_of(v[PARAM_SUN]);
    return (terrain_light){ .sun = { (float)(qx_cos(up) * qx_sin(round)), (float)qx_sin(up),
                                     (float)(-qx_cos(up) * qx_cos(round)) },
                            .sun_colour = h.sun,
                            .sky = h.sky,
                            .ground = h.ground,
                            .horizon = h.horizon,
                            .zenith = h.zenith,
                            .water = mixed(0x06182CFF, h.zenith, 0.35f),
                            .sun_light = h.light,
                            .density = DENSEST * v[PARAM_FOG] / r->map.side };
}
