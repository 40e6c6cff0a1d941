// SPDX-License-Identifier: MIT
// What the tests of Blaster's rules set up a scene with.
#pragma once

#include "blaster/blaster.h"

#define ACTIVE ENEMY_FADE_TICKS // age of an enemy that has just become dangerous
#define NOBODY ((orders){ 0 })

// A game that has just begun, its ship here.
void stage_start(blaster *game, float ship_x, float ship_y);

enemy *stage_enemy(blaster *game, enemy_kind kind, float x, float y, uint32_t age);
hole *stage_hole(blaster *game, float x, float y);
bullet *stage_bullet(blaster *game, float x, float y, float speed_x, float speed_y);

// One tick; what the spawner adds in it is taken away again.
void stage_tick(blaster *game, orders given);

uint32_t stage_count(const blaster *game, event_kind kind);
const event *stage_find(const blaster *game, event_kind kind); // the first, or NULL

// Every number of the state is finite, every place inside the arena, every count in its range.
bool stage_is_sound(const blaster *game);
