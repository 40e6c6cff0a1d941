// SPDX-License-Identifier: MIT
// The numbers of Blaster Classic: lengths in the tutorial's pixels (an arena of 800 x 600), times
// in ticks of 1/60 s, speeds in pixels a tick. From the public iOS and MonoGame versions of the
// "Shape Blaster" tutorial.
#pragma once

#define ARENA_WIDTH 800
#define ARENA_HEIGHT 600

#define SHIP_SPEED 8.0f
#define SHIP_RADIUS 10.0f
#define SHIP_HALF 20.0f // of its picture: kept inside the arena by this

#define FIRE_TICKS 6
#define BULLET_SPEED 11.0f
#define BULLET_RADIUS 8.0f
#define BULLET_AHEAD 35.0f // muzzles: ahead of the ship, and to both sides
#define BULLET_ASIDE 8.0f
#define BULLET_SPREAD 0.04f // radians; two such uniform numbers are added

#define ENEMY_RADIUS 20.0f
#define ENEMY_FADE_TICKS 60 // harmless, at rest and not pulled meanwhile, but it can be shot
#define ENEMY_KEEP 0.8f     // of its velocity a tick
#define ENEMY_SHOVE 10.0f
#define SEEKER_PUSH 0.9f
#define SEEKER_POINTS 2
#define WANDERER_PUSH 0.4f
#define WANDERER_TURN 0.1f // radians, every WANDERER_TURN_TICKS
#define WANDERER_TURN_TICKS 6
#define WANDERER_SPIN 0.05f
#define WANDERER_POINTS 1

#define SPAWN_START 90.0f // one in so many ticks, for each kind of enemy
#define SPAWN_LEAST 30.0f
#define SPAWN_FALL 0.005f // a tick, also while the ship is dead
#define SPAWN_HOLE 600
#define SPAWN_DISTANCE 250.0f
#define THINGS_MAX 200 // ship, bullets, enemies, holes: nothing spawns then; the gun goes on
#define HOLES_MAX 2

#define HOLE_RADIUS 20.0f
#define HOLE_HITS 10
#define HOLE_POINTS 5
#define HOLE_REACH 250.0f
#define HOLE_PULL 2.0f // at its centre, falling to 0 at its reach
#define HOLE_REPEL 0.3f
#define HOLE_SPRAY_TURN (2.0 * 3.14159265358979323846 / 50.0) // radians a tick

#define LIVES_START 4
#define LIFE_POINTS 2000
#define MULTIPLIER_MAX 20
#define MULTIPLIER_TICKS 48 // 0.8 s
#define RESPAWN_TICKS 120
#define GAME_OVER_TICKS 300

#define STRIKE_FIRST 100 // points of the gun that fill the first charge
#define STRIKE_MORE 150  // and so many more each further one
#define STRIKE_MOST 1400
#define STRIKE_CHAINS 4
#define STRIKE_TICKS 15    // that the longest chain takes at most; one of few links is faster
#define STRIKE_HOLE_HITS 5 // that a hole loses

#define TOUCH_RADIUS 64.0f    // of a touch pad: so far from where the finger came down is full
#define TOUCH_DEAD 0.1f       // of that radius
#define TOUCH_STRIKE_X 744.0f // the button for fingers
#define TOUCH_STRIKE_Y 214.0f
#define TOUCH_STRIKE_RADIUS 50.0f
