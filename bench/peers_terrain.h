// SPDX-License-Identifier: MIT
#pragma once

// Our side of the peers that simplify terrain.

#include <stdint.h>

// What a round made, and how long that took.
typedef struct tally {
    double count, seconds;
} tally;

// Each leaves the same map for the peer, in the folder it runs in; NULL where that cannot be.
void *open_rtin_midpoint(void); // RTIN at 4,097 x 4,097, errors of middles
void *open_rtin_exact(void);    // and true deviations
void *open_tin(void);           // 1,025 x 1,025

tally round_rtin_map(void *ours, uint32_t piece);
tally round_rtin_mesh(void *ours, uint32_t piece);
tally round_tin(void *ours, uint32_t piece);
void close_terrain(void *ours);
