// SPDX-License-Identifier: MIT
// The net of a grid room that is played by room_drive.h.
#pragma once

#include "room_drive.h"
#include "rooms/grid_room.h"

extern const scene grid_room;

// How far the net is off its place at (x, y), and at most within reach of it, and on the whole.
float net_moved_at(const room_play *p, float x, float y);
float net_moved_near(const room_play *p, float x, float y, float reach);
double net_unrest(const room_play *p);
void net_assert_finite(const room_play *p);
