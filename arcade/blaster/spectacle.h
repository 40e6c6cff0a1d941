// SPDX-License-Identifier: MIT
// What Blaster's events look like: bursts of particles, exhaust, pushes of the net, shaking,
// glimmers and floating points. Cosmetic: fed by the game, with random numbers of its own,
// unhashed. Never allocates after its start.
#pragma once

#include "blaster_net.h"
#include "particles.h"

#define LIGHTS_MAX 48
#define POPUPS_MAX 24

// A soft spot or a ring that grows and fades.
typedef struct light {
    place at;
    float radius, growth; // pixels, a tick
    float intensity;      // at its start
    uint32_t colour;
    uint32_t age, life; // ticks; life 0 is a free place
    bool ring;
    bool flash; // dimmed by the setting for flashes
} light;

typedef struct popup {
    place at;
    uint32_t points;
    uint32_t age, life;
} popup;

typedef struct spectacle {
    qx_random random;
    uint32_t tick;
    particles particles;
    light lights[LIGHTS_MAX];
    popup popups[POPUPS_MAX];
    uint32_t next_light, next_popup;
    float shake;          // pixels it swings by now
    place shaken, before; // where it swung to, and a tick ago
    uint32_t step_age;    // ticks since the multiplier grew
    uint32_t life_age;    // ticks since an extra life
    float sky;            // light of a strike over all, 0..1
    place sky_at;
    float volley_share;   // of their own that each of a strike's jumps and deaths shows
    uint32_t struck;      // id of the latest that lightning reached in this tick, else 0
    uint32_t ready_age;   // ticks since the button was charged
    uint32_t refused_age; // ticks since it was pressed in vain
} spectacle;

void spectacle_start(spectacle *s, uint64_t seed);

// After each tick of the game. Pushes the net; stepping it is the caller's.
void spectacle_tick(spectacle *s, const blaster *game, blaster_net *net);

// Hue 0..6 (red, yellow, green, cyan, blue, magenta), taken round; saturation and value 0..1.
uint32_t spectacle_hue(float hue, float saturation, float value);

// The colours of things, 0xRRGGBBFF.
#define SHIP_COLOUR 0xF2F6FFFFu
#define BULLET_COLOUR 0xFFD24AFFu
#define SEEKER_COLOUR 0xFF5C9EFFu
#define WANDERER_COLOUR 0x5CE0D8FFu
#define HOLE_COLOUR 0xFF8A3DFFu
#define STRIKE_COLOUR 0xA9C4FFFFu
