// SPDX-License-Identifier: MIT
#pragma once

// The net written out plainly, in double: a list of points, a loop over all of them for every push,
// springs that give to one end what they take from the other. Says what the net must do, and how
// far rounding in float may lead away.

#include <quincunx/grid.h>
#include <stdbool.h>

typedef struct plain_point {
    double home[2];    // from the middle of the net
    double u[3], v[3]; // displacement, velocity
    double push[3];    // acceleration of this tick
    double keep;       // product of what the tutorial's pushes slow by
    double depth;      // sum of how deep it is in smooth ones
    double force[3];   // of the sub-step at work
    double push_doubt; // how far rounding may change `push`
    double keep_doubt;
    double doubt;       // how far it may change u and v in a tick
    bool held, touched; // fixed; inside the radius of a push
} plain_point;

typedef struct plain_grid {
    qx_grid_info info;
    bool classic, fixed;
    double wave_scale, floor;
    plain_point *points;
} plain_grid;

// Takes over constants, places and velocities; pushes that wait are left behind.
plain_grid plain_from(const qx_grid *grid);
void plain_free(plain_grid *plain);

// Adds a push to the coming tick.
void plain_apply(plain_grid *plain, const qx_grid_push *push);
void plain_step(plain_grid *plain);

// The largest difference to the net, as a multiple of what rounding may make.
double plain_compare(const plain_grid *plain, const qx_grid *grid);

plain_point *plain_at(const plain_grid *plain, uint32_t column, uint32_t row);
