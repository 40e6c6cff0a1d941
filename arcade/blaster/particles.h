// SPDX-License-Identifier: MIT
// Blaster's sparks: up to 20,480 in arrays of one value each, so that a tick runs eight or more at
// a time. Cosmetic: the rules never look at them. No allocation, no random numbers of their own;
// who adds one says where it flies.
#pragma once

#include "blaster.h"

#include <quincunx/render.h>

#define PARTICLES_MAX 20480
#define PARTICLES_ROOM (2 * PARTICLES_MAX) // new ones are appended; the oldest leave at the front

typedef enum particle_kind {
    PARTICLE_SPARK,  // slows quickly: enemies, exhaust, holes
    PARTICLE_GLOW,   // the same, a soft dot
    PARTICLE_FREE,   // slows little, each place differently: the ship
    PARTICLE_BULLET, // the same, and as long when slow as when fast
    PARTICLE_RING,   // the same as FREE, but holes do not pull it
    PARTICLE_KINDS
} particle_kind;

typedef struct particle {
    place at, velocity; // pixels of the arena, a tick
    float life;         // ticks, at least 1
    uint32_t colour;    // 0xRRGGBB00; the last byte is not used
    particle_kind kind;
} particle;

typedef struct particles {
    uint32_t first, count; // the living ones lie together, oldest first
    uint32_t made;
    float x[PARTICLES_ROOM], y[PARTICLES_ROOM];
    float vx[PARTICLES_ROOM], vy[PARTICLES_ROOM];
    float left[PARTICLES_ROOM];    // of its life, 1..0
    float fade[PARTICLES_ROOM];    // of `left`, a tick
    float keep[PARTICLES_ROOM];    // least share of its velocity that a tick keeps
    float pull[PARTICLES_ROOM];    // 1, or 0 where holes are ignored
    uint32_t look[PARTICLES_ROOM]; // 0xRRGGBB, then 5 bits of rank and 3 of kind
} particles;

// What is not finite, lives less than a tick or has an unknown kind is left out. Where all places
// are taken the oldest particle goes.
void particles_add(particles *p, const particle *one);

// Moves, bounces off the arena's edges, is drawn by holes, slows, fades; removes what has faded.
void particles_tick(particles *p, const hole *holes, uint32_t hole_count);

// 0..1 at a speed and share of life.
float particle_opacity(float left, float speed);
// Length as a share of the longest.
float particle_stretch(particle_kind kind, float speed, float opacity);

typedef struct particles_view {
    float x, y;      // where the arena's left top is drawn
    float back;      // ticks that the picture is behind
    float share;     // 0..1 of them to be drawn
    float intensity; // of a full one
} particles_view;

// Writes lines (room for PARTICLES_MAX) and soft dots (the same); returns how many of each.
typedef struct particles_drawn {
    uint32_t lines, dots;
} particles_drawn;
particles_drawn particles_build(const particles *p, const particles_view *view, qx_line *lines,
                                qx_sprite *dots);
