// SPDX-License-Identifier: MIT
// The way a ball took: a place ten times a second since the cube was first turned. Cosmetic: the
// rules never see it.
#pragma once

#include "vector.h"

#include <stddef.h>
#include <stdint.h>

#define GHOST_EVERY 6u                   // ticks
#define GHOST_SAMPLES 4096u              // nearly seven minutes; of longer runs no ghost is kept
#define GHOST_STEPS 32.0                 // places a cell
#define GHOST_BOUND (7u * GHOST_SAMPLES) // bytes, packed

typedef struct ghost_track {
    uint32_t count;
    bool cut; // there was more than it can hold
    int16_t at[GHOST_SAMPLES][3];
} ghost_track;

void ghost_start(ghost_track *t);
void ghost_add(ghost_track *t, vec at);
// False before its first place and after its last. age: ticks since the first.
bool ghost_find(const ghost_track *t, double age, vec *at);

// Runs of equal steps: how many samples, then the step along x, y and z, as LEB128 varints, signed
// ones zigzag. Returns how many bytes, at most GHOST_BOUND; 0 for an empty or a cut one.
size_t ghost_pack(const ghost_track *t, uint8_t *bytes);
// False, and an empty track, where the bytes are none that ghost_pack writes.
bool ghost_unpack(ghost_track *t, const uint8_t *bytes, size_t size);
