// SPDX-License-Identifier: MIT
// What the forces of the grid room sound like, in the order of qx_grid_push_kind. All notes belong
// to A minor pentatonic (A C D E G), so that they are in tune together, whatever is pushed at once.
#pragma once

#include "sound.h"

#define SOUND_GRID_KINDS 7

// For a push that happens once.
extern const patch sound_grid[SOUND_GRID_KINDS];

// For a force that lasts while a key or button is held down: give these to sound_hold.
extern const patch sound_grid_held[SOUND_GRID_KINDS];
