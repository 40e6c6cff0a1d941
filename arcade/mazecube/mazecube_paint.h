// SPDX-License-Identifier: MIT
// What the files that draw Maze Cube share: the picture's meshes, and a pen for lines in the cube's
// frame. Private to them.
#pragma once

#include "mazecube_draw.h"
#include "ui.h"

#include <quincunx/maze_mesh.h>

enum { PAINT_LINES = 512, PICTURE_RANGES = 2 * LEVEL_SIZE_MAX + 1 };

struct mazecube_picture {
    level_desc level;    // whose meshes these are; of size 0 where there are none
    qx_solid *slices[3]; // across x, y and z; NULL where the GPU had no memory
    qx_maze_mesh_range ranges[3][PICTURE_RANGES];
    qx_solid *ball, *disc; // of radius 1
    qx_maze_edge *edges;   // of all walls
    size_t edge_count;
};

typedef struct paint {
    const mazecube *game;
    mazecube_picture *picture;
    const mazecube_look *look;
    const scene_canvas *canvas;
    const ui_palette *palette;
    mazecube_pose pose;
    qx_camera camera;
    qx_vec3 turned[3]; // where the cube's axes point in the world
    float size;        // cells
    float pixel;       // of a 720-line picture at the cube's middle, in cells
    float light;       // of everything
    double time;       // seconds, for what breathes; stands still with reduced motion

    qx_blend blend;
    qx_space_depth depth;
    float strength; // of the pen's lines
    size_t count;
    qx_line lines[PAINT_LINES];
} paint;

// Everything in the cube's frame, in cells.
qx_vec3 paint_place(const paint *p, vec place);
void paint_pen(paint *p, qx_blend blend, qx_space_depth depth, float strength);
// Width as in qx_line.
void paint_line(paint *p, vec from, vec to, float width, float intensity, uint32_t colour);
void paint_circle(paint *p, vec centre, vec across, vec along, float width, float intensity,
                  uint32_t colour);
void paint_sprite(paint *p, qx_sprite_shape shape, vec at, float half, float angle, float intensity,
                  uint32_t colour);
// Draws what the pen holds.
void paint_up(paint *p);

// Outward, of length 1.
vec paint_face(uint32_t face);
// A vector with these parts along an axis and along the two that follow it.
vec paint_spread(uint32_t axis, double along, double u, double v);
vec paint_middle(const paint *p, uint64_t cell);
// 0 below `from`, 1 beyond `to`, with no jolt between.
float paint_ease(float from, float to, float at);
// Between 1 - depth and 1, a breath in two seconds.
float paint_breath(const paint *p, float depth);

// mazecube_mesh.c
void picture_fit(mazecube_picture *picture, const mazecube *game, qx_render *render);
void paint_slices(paint *p);
void paint_ball_solid(const paint *p, vec at, quat roll, uint32_t colour, float alpha);
void paint_disc(const paint *p, vec at, uint32_t face, float radius, uint32_t colour, float alpha);

// How far a slice has come: 0 gone, 1 there. Walls rise from their floor when it lies there, and
// sink before it goes, so that no glass wall is ever seen through another.
typedef struct slice_share {
    uint32_t face, index;
    float base, walls;
} slice_share;
// The shown slice last. Returns how many there are, 1 or 2.
uint32_t paint_shares(const paint *p, slice_share shares[2]);
// Of the walls as they are shown: cut down so that what lies between them is seen.
#define PAINT_HEIGHT 0.5f
// Along the slice's axis: the surface of its floor, and a height above that, in cells.
double paint_level(const slice_share *s, double height);

// mazecube_lines.c
void paint_ground(paint *p);
void paint_rest(paint *p);
void paint_outlines(paint *p);
void paint_frame(paint *p);
void paint_arrows(paint *p);

// mazecube_marks.c
void paint_marks(paint *p);
