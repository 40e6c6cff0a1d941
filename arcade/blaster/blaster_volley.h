// SPDX-License-Identifier: MIT
// The lightning of a strike as it is seen: a bolt for each chain, that grows from target to target
// as the rules strike them, stands a moment and fades. Cosmetic; never allocates after its start.
#pragma once

#include "place.h"

#include <quincunx/bolt.h>

#define VOLLEY_LINKS_MAX ((STRIKE_TARGETS_MAX + STRIKE_CHAINS - 1) / STRIKE_CHAINS)

typedef struct volley {
    qx_bolt *bolts[STRIKE_CHAINS];
    uint32_t chains;               // that are seen; 0 for none
    uint32_t links[STRIKE_CHAINS]; // of each
    qx_vec3 paths[STRIKE_CHAINS][VOLLEY_LINKS_MAX + 1];
    float speed;    // links a tick
    uint32_t age;   // ticks since the press
    uint32_t ticks; // until all links are there
    uint64_t seed;
} volley;

// On failure all is freed.
qx_result volley_open(volley *v, uint64_t seed);
void volley_close(volley *v);

// After each tick of the game.
void volley_tick(volley *v, const blaster *game);

// Most lines of a picture.
uint32_t volley_bound_lines(const volley *v);

// The lines of a moment between the latest tick (blend 1) and the one before it; places of the
// arena, from too, where the chains begin, moved by origin. flare: 0..1 of how much brighter links begin.
uint32_t volley_build_lines(const volley *v, float blend, place origin, place from, float flare,
                            qx_glow_line *lines);
