// SPDX-License-Identifier: MIT
// What is seen of Maze Cube: the cube with one slice of it solid and all others as faint lines, the
// ball and its marks through every wall, and the small map of the stack of slices. Reads the rules'
// state and changes nothing of it; meshes are made on the GPU once a level.
//
// A scene keeps a picture behind a pointer of its state, and two poses:
//
//     init:    picture = mazecube_picture_create(); pose[0] = pose[1] = mazecube_pose_of(&game);
//     tick:    pose[0] = pose[1]; mazecube_tick(&game, &orders);
//              pose[1] = mazecube_pose_next(&pose[0], &game);
//     draw:    mazecube_draw(&game, picture, &look, canvas);
//              qx_render_compose(canvas->render);
//              if (canvas->hud) mazecube_draw_map(&game, &look, canvas);
//     release: mazecube_picture_release(picture, render);
//     quit:    mazecube_picture_destroy(picture);
#pragma once

#include "mazecube.h"
#include "scene.h"

#include <quincunx/solid.h>

// Where things are at the end of a tick. What is drawn lies between two of them.
typedef struct mazecube_pose {
    quat turn; // of the cube, to world
    vec ball;  // cells, of the cube's frame
    quat
        roll; // of the ball, in the cube's frame: follows from the way it rolls, the rules need none
} mazecube_pose;

mazecube_pose mazecube_pose_of(const mazecube *game);
// After a tick, from the pose before it.
mazecube_pose mazecube_pose_next(const mazecube_pose *before, const mazecube *game);
// Between two, share 0..1; where the ball jumped (undo) it is at once where it came to.
mazecube_pose mazecube_pose_between(const mazecube_pose *before, const mazecube_pose *now,
                                    float share);

// How it is looked at. Zero means the default.
typedef struct mazecube_look {
    mazecube_pose before, now; // of the latest tick; canvas->blend is between them
    float yaw;                 // of the camera around the cube, radians, 0: from +z
    float pitch_more;          // beyond HANDS_PITCH; the sum is kept from pole to pole
    float nearer;              // 0: the cube fits, its farthest corners aside; 1: half as far, -1:
                               // twice
    bool ghost_shown;          // of a time trial
    vec ghost;                 // its ball, cells
    bool backdrop;             // of a menu: the cube alone, dimmed, no ball, no marks, no map
} mazecube_look;

// The camera in world space, whose origin is the cube's middle and whose unit is a cell. Serves the
// ear, too: qx_camera_project says from which side the exit sings.
qx_camera mazecube_camera(const mazecube *game, const mazecube_look *look);
// A place of the cube's frame, in cells, in world space.
qx_vec3 mazecube_world(const mazecube *game, const mazecube_pose *pose, vec place);

typedef struct mazecube_picture mazecube_picture;

// NULL where memory lacks. Takes nothing on the GPU yet.
mazecube_picture *mazecube_picture_create(void);
// Gives back what draw made on the GPU; draw makes it anew.
void mazecube_picture_release(mazecube_picture *picture, qx_render *render);
// Only after mazecube_picture_release. NULL is allowed.
void mazecube_picture_destroy(mazecube_picture *picture);

// Before compose. Another level than in the last call makes new meshes. Draws nothing of an empty
// game, and lines alone where the GPU has no memory for meshes.
void mazecube_draw(const mazecube *game, mazecube_picture *picture, const mazecube_look *look,
                   const scene_canvas *canvas);

// After compose: the stack of slices with the ball's layer, the exit and the start, and which way
// is down. Takes the corner at the right top; what it covers, in world units of the view, is what
// mazecube_map_place says. Nothing of an empty game or a backdrop.
void mazecube_draw_map(const mazecube *game, const mazecube_look *look, const scene_canvas *canvas);
qx_view mazecube_map_place(const scene_canvas *canvas);
