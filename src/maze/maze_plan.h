// SPDX-License-Identifier: MIT
#pragma once

#include "maze_internal.h"

// How many walls a layer of Eller's algorithm shall open along each axis, so that a whole maze has
// the shares that are wished for. Counts follow from what is open already; chances follow from
// counts.
//
// A layer that begins with C separate parts (sets that came up, and fresh cells) and ends with S
// has opened exactly C - S walls. So S is aimed at, as a part of the openings that shall go up;
// what x and y have to open together is then known before a coin is thrown. A last layer ends with
// S = 1.

typedef struct maze_plan {
    double share[3];     // of all openings, together 1; 0 along axes of one cell
    double cells, edges; // of a layer: cells, x-edges; y-edges are `edges_y`
    double edges_y;
    double small;   // 1 for small layers, toward 0 the larger they are
    double layers;  // 0: without end
    double through; // openings that lead into the first layer from a slab below
} maze_plan;

// What has happened so far.
typedef struct maze_tally {
    uint64_t opened[3];
    double yield[2]; // walls opened for each one that was tried, along x and y, in such a layer
    double bare;     // sets without an opening by chance, as a part of what single cells would give
} maze_tally;

// A plan for `layers` layers, of which those of a slab above another begin with openings through
// its floor.
maze_plan maze_plan_of(const qx_maze_desc *desc, uint64_t layers, bool above);

maze_tally maze_tally_begin(const maze_plan *plan);

// Counts the walls of a layer; `alone`: one on which nothing hung together before.
void maze_tally_walls(const maze_plan *plan, maze_tally *tally, bool alone,
                      const uint32_t opened[2], const uint32_t tried[2]);

// Openings up from layer `z` of all but the last, counted from the plan's first.
uint32_t maze_plan_up(const maze_plan *plan, const maze_tally *tally, uint64_t z);

// Openings through each floor between slabs.
uint32_t maze_plan_floor(const maze_plan *plan);

// Sets that the layer shall end with, from its openings up.
uint32_t maze_plan_sets(const maze_plan *plan, uint32_t up);

// Of `inside` openings within the layer, those along x.
uint32_t maze_plan_x(const maze_plan *plan, const maze_tally *tally, uint32_t inside);

// The chance of a coin, in 256ths, for `wanted` openings along an axis.
uint32_t maze_plan_coin(const maze_plan *plan, const maze_tally *tally, uint32_t axis,
                        uint32_t wanted);

// The chance that makes somewhat less than `up` openings, together with those that bare sets are
// given: what is missing is added, none is taken away.
uint32_t maze_plan_coin_up(const maze_plan *plan, const maze_tally *tally, uint32_t up,
                           uint32_t sets);
