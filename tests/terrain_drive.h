// SPDX-License-Identifier: MIT
// The land of a terrain room that is played by room_drive.h, and maps written for it.
#pragma once

#include "room_drive.h"
#include "rooms/terrain_room.h"

extern const scene terrain_room;

enum { SMALL = 65 }; // samples along a side of terrain_small

terrain_play *terrain_of(const room_play *p);

// A made-up map that is made quickly, with up to three more words.
room_play terrain_small(const char *a, const char *b, const char *c);
// One word is a file of fresh_folder.h, up to two more words.
room_play terrain_file(const char *name, const char *a, const char *b);
bool terrain_try_file(const char *name, const char *a, char problem[256]);

// Writes columns * rows of 16 bits as a PNG into the fresh folder.
void terrain_write_png(const char *name, uint32_t columns, uint32_t rows, const uint16_t *samples);
// One that rises along the columns and a little along the rows.
void terrain_write_slope(const char *name, uint32_t columns, uint32_t rows);

// Eyes, feet, balls and values are finite and where they may be.
void terrain_assert_sound(const room_play *p);
// How far feet, or the lowest ball's middle, are above the ground; INFINITY where there is none.
double terrain_feet_above(const room_play *p);
double terrain_ball_above(const room_play *p, uint32_t ball);
