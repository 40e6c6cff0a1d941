// SPDX-License-Identifier: MIT
#pragma once

// Our side of the peers that pose animated models.

#include "peers_terrain.h"

// Leaves the model for the peer, in the folder it runs in; NULL where that cannot be.
void *open_poses(void);
tally round_poses(void *ours, uint32_t piece);
void close_poses(void *ours);
