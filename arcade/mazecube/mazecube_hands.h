// SPDX-License-Identifier: MIT
// From what devices say to what the cube and the camera do: an arcball under mouse or finger, keys
// and sticks that tip, roll and turn, and a camera of its own. Part of the outcome: a replay's hands
// do the same.
//
// Directions are the player's: as they stand around the cube, right is right.
#pragma once

#include "controls.h"
#include "mazecube.h"

#define HANDS_RATE 2.8     // radians / s that a key or a full stick turns the cube
#define HANDS_ORBIT 1.9    // and the camera
#define HANDS_ARCBALL 0.46 // radius, of the view's smaller side: about the cube as it is seen
#define HANDS_PITCH 0.96   // the camera's height above the horizon as it stands by itself
#define HANDS_PITCH_LOW (-1.2)
#define HANDS_PITCH_HIGH 0.55 // beyond that

// Buttons for fingers, a row at the foot of the picture.
typedef enum hands_button {
    BUTTON_SNAP, // held
    BUTTON_FREEZE,
    BUTTON_HINT,
    BUTTON_UNDO,
    BUTTON_LEVELS,
    BUTTON_COUNT
} hands_button;

typedef struct hands_disc {
    float x, y, radius; // world units of the view
} hands_disc;

hands_disc hands_button_place(float view_width, float view_height, hands_button which);

typedef struct mazecube_hands {
    uint32_t holder;       // the pointer that holds the cube, and 1; 0 for none
    double hold_x, hold_y; // where, world units from the middle of the view, y up
    uint32_t orbiting;     // how many fingers, or 1 for the mouse, move the camera; 0 for none
    double orbit_x, orbit_y, spread;
    uint32_t down;                       // pointers that were down in the tick before, a bit each
    uint32_t on_button;                  // and those that came down on a button
    hands_button buttons[POINTER_COUNT]; // which
    double yaw, pitch, nearer;           // of the camera: radians beyond its usual place; -1 to 1
    bool returning;                      // to that place
    bool snap_waits; // until the key is let go: it was pressed for something else
} mazecube_hands;

// What was asked for beside the game's own orders.
typedef struct hands_wishes {
    orders orders; // give_up: asked for, and to be confirmed
    bool levels, again, next, before;
    bool touched; // by a finger
} hands_wishes;

hands_wishes hands_take(mazecube_hands *h, const tick_input *in);
// As hands_take, of hands that are at something else: nothing is held afterwards.
void hands_let_go(mazecube_hands *h, const tick_input *in);
// Every press is old from now on.
void hands_begin(mazecube_hands *h);
