// SPDX-License-Identifier: MIT
#pragma once

#include "bolt_obstacle.h"

// How far it is to the nearest target around obstacles: what draws a breakdown on. Straight
// distances would draw it against the back of every wall until it has filled the space behind it.

#define ROUTE_NODES 4096u

// Nodes of a coarse net around ends and obstacles.
typedef struct bolt_route {
    const obstacle_set *obstacles;
    place3 low;
    double spacing;
    uint32_t columns, rows, layers, count;
    place3 targets[QX_BOLT_MAX_TARGETS + 1];
    uint32_t target_count;
    double distance[ROUTE_NODES];
    uint32_t anchor[ROUTE_NODES]; // what a node sees on its way: a node, or count + a target
    uint32_t heap[ROUTE_NODES];   // nodes to be settled, the nearest first
    uint32_t heap_count;
    uint32_t slot[ROUTE_NODES]; // where in the heap a node is
    bool open;                  // a target can be reached from the start, as far as the net tells
} bolt_route;

// Lays the net around the start and the targets, to be solved. `obstacles` is borrowed.
void bolt_route_begin(bolt_route *route, const obstacle_set *obstacles, bool flat,
                      const place3 *targets, uint32_t count);
// Finds the ways to these targets.
void bolt_route_solve(bolt_route *route, const place3 *targets, uint32_t count);
// The way from a place to the nearest target; the straight one where the net knows none.
double bolt_route_distance(const bolt_route *route, place3 place);
