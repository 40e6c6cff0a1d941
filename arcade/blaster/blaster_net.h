// SPDX-License-Identifier: MIT
// The net behind Blaster: it fills the whole view, the arena in its middle, and feels bullets,
// holes, deaths and returns. Cosmetic: the rules never look at it.
#pragma once

#include "place.h"

#include <quincunx/grid.h>

#define NET_CLASSIC_POINTS 1600u
#define NET_WORLD_POINTS 60000u

typedef struct blaster_net {
    qx_grid *grid;
    qx_vec3 *positions, *before; // of this tick and of the one before
    uint64_t version;            // of the positions
    qx_grid_material material;
    int16_t width, height; // the view
    place arena;           // its left top in the view
} blaster_net;

// Makes it for a view. On failure *net is as it was.
qx_result blaster_net_open(blaster_net *net, qx_grid_material material, int16_t width,
                           int16_t height);
void blaster_net_close(blaster_net *net);

// Pushes of the coming tick; places in the arena.
void blaster_net_bullet(blaster_net *net, const bullet *b);
void blaster_net_hole(blaster_net *net, const hole *h);
void blaster_net_return(blaster_net *net, place at);
void blaster_net_blast(blaster_net *net, place at, float level); // level 1: the ship's end
// A furrow along a link.
void blaster_net_bolt(blaster_net *net, place from, place to, float level);

void blaster_net_step(blaster_net *net, const qx_workers *workers);
