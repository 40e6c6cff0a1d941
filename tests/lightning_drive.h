// SPDX-License-Identifier: MIT
// The bolts of a lightning room that is played by room_drive.h.
#pragma once

#include "room_drive.h"
#include "rooms/lightning_room.h"

extern const scene lightning_room;

// Bolts that give light now.
uint32_t lightning_count_lit(const room_play *p);
// Marks, cursor, values and bolts are finite and in their ranges.
void lightning_assert_sound(const room_play *p);
