// SPDX-License-Identifier: MIT
// What the files of the rules call of each other.
#pragma once

#include "blaster.h"

void blaster_tell(blaster *game, event what);

// ship.c
void blaster_ship_start(blaster *game);
void blaster_ship_tick(blaster *game, const orders *given);
void blaster_ship_die(blaster *game);

// bullets.c
void blaster_bullets_tick(blaster *game);
void blaster_bullet_add(blaster *game, place at, place velocity);
void blaster_bullet_remove(blaster *game, uint32_t index); // the last one takes its place

// enemies.c
void blaster_enemies_tick(blaster *game);
void blaster_enemy_add(blaster *game, enemy_kind kind, place at);
void blaster_enemy_remove(blaster *game, uint32_t index); // the last one takes its place

// holes.c
void blaster_holes_tick(blaster *game); // pulls what then moves; the ship asks for its own
place blaster_holes_pull(const blaster *game, place at);
void blaster_hole_add(blaster *game, place at);
void blaster_hole_remove(blaster *game, uint32_t index); // the last one takes its place

// contacts.c
void blaster_contacts_tick(blaster *game);
// Both return the points they brought.
uint32_t blaster_enemy_kill(blaster *game, uint32_t index, place direction);
uint32_t blaster_hole_hit(blaster *game, hole *h, place direction); // at 0 hits it is to be removed

// strike.c
void blaster_strike_start(blaster *game);
void blaster_strike_tick(blaster *game, const orders *given);
void blaster_strike_stop(blaster *game);
void blaster_strike_charge(blaster *game, uint32_t points);

// spawner.c
void blaster_spawner_start(blaster *game);
void blaster_spawner_tick(blaster *game);

// score.c
void blaster_score_start(blaster *game);
void blaster_score_tick(blaster *game);
// Counts a kill and returns what it brought.
uint32_t blaster_score_kill(blaster *game, uint32_t points);

// aim.c
// Where to shoot at what is most pressing; (0, 0) while there is nothing.
place blaster_aim(const blaster *game);
