// SPDX-License-Identifier: MIT
// A model room that is played by room_drive.h, and files for it.
#pragma once

#include "room_drive.h"
#include "rooms/model_room.h"

extern const scene model_room;

model_play *model_of(const room_play *p);
room_play model_open(const char *const *words, uint32_t count);
// Values, places and weights are finite and in their ranges.
void model_assert_sound(const room_play *p);
// Writes the ball as MD2 into the folder of fresh_folder.h, with a skin's name and texture places.
void model_write_ball(const char *name, const char *skin);
// A series of two triangles, the second one higher: "step_0001.obj" and "step_0002.obj".
void model_write_series(void);
