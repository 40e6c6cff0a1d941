// SPDX-License-Identifier: MIT
// The lattice of boxes that a maze is when its walls have thickness.
#include "ball.h"

#include "walls.h"

#include <stdlib.h>

static size_t box_index(const lattice *l, uint32_t x, uint32_t y, uint32_t z)
{
    return ((size_t)z * l->count[1] + y) * l->count[0] + x;
}

static void set_box(lattice *l, uint32_t x, uint32_t y, uint32_t z, bool solid)
{
    const size_t i = box_index(l, x, y, z);
    const uint64_t bit = UINT64_C(1) << (i % 64);
    if (solid)
        l->solid[i / 64] |= bit;
    else
        l->solid[i / 64] &= ~bit;
}

bool lattice_solid(const lattice *l, int x, int y, int z)
{
    if (x < 0 || y < 0 || z < 0) return false;
    const uint32_t a = (uint32_t)x, b = (uint32_t)y, c = (uint32_t)z;
    if (a >= l->count[0] || b >= l->count[1] || c >= l->count[2]) return false;
    const size_t i = box_index(l, a, b, c);
    return l->solid[i / 64] >> (i % 64) & 1;
}

static void open_face(lattice *l, const uint32_t cell[3], uint32_t face)
{
    uint32_t box[3] = { 2 * cell[0] + 1, 2 * cell[1] + 1, 2 * cell[2] + 1 };
    if (face % 2)
        box[face / 2]++;
    else
        box[face / 2]--;
    set_box(l, box[0], box[1], box[2], false);
}

static void open_cell(lattice *l, const qx_maze *maze, const uint32_t cell[3])
{
    const uint64_t index = qx_maze_get_cell(maze, cell[0], cell[1], cell[2]);
    if (!qx_maze_get_present(maze, index)) return;
    set_box(l, 2 * cell[0] + 1, 2 * cell[1] + 1, 2 * cell[2] + 1, false);
    const uint32_t faces = qx_maze_get_faces(maze, index);
    for (uint32_t face = 0; face < 6; face++)
        if (faces >> face & 1) open_face(l, cell, face);
}

static void open_cells(lattice *l, const qx_maze *maze)
{
    uint32_t cell[3];
    for (cell[2] = 0; cell[2] < l->size[2]; cell[2]++)
        for (cell[1] = 0; cell[1] < l->size[1]; cell[1]++)
            for (cell[0] = 0; cell[0] < l->size[0]; cell[0]++) open_cell(l, maze, cell);
}

static bool open_outside(lattice *l, const qx_maze *maze, const qx_maze_opening *opening)
{
    if ((uint32_t)opening->face >= 6 || !qx_maze_get_present(maze, opening->cell)) return false;
    if (qx_maze_get_neighbour(maze, opening->cell, opening->face) != QX_MAZE_NONE) return false;
    const uint64_t layer = (uint64_t)l->size[0] * l->size[1];
    const uint32_t cell[3] = { (uint32_t)(opening->cell % l->size[0]),
                               (uint32_t)(opening->cell % layer / l->size[0]),
                               (uint32_t)(opening->cell / layer) };
    open_face(l, cell, opening->face);
    return true;
}

qx_result lattice_open(lattice *l, const qx_maze *maze, const qx_maze_opening *openings,
                       uint32_t opening_count)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    *l = (lattice){ .size = { info.width, info.height, info.depth } };
    for (int axis = 0; axis < 3; axis++) {
        if (l->size[axis] > LATTICE_MAX) return QX_BAD_VALUE;
        l->count[axis] = 2 * l->size[axis] + 1;
    }
    const size_t boxes = (size_t)l->count[0] * l->count[1] * l->count[2];
    l->words = (boxes + 63) / 64;
    l->solid = malloc(l->words * sizeof l->solid[0]);
    if (!l->solid) return QX_NO_MEMORY;
    for (size_t i = 0; i < l->words; i++) l->solid[i] = UINT64_MAX;

    open_cells(l, maze);
    for (uint32_t i = 0; i < opening_count; i++) {
        if (open_outside(l, maze, &openings[i])) continue;
        lattice_close(l);
        return QX_BAD_VALUE;
    }
    return QX_OK;
}

void lattice_close(lattice *l)
{
    free(l->solid);
    *l = (lattice){ 0 };
}

// Distance of a place from a box, negative within: minus the way out.
static double box_distance(const double at[3], const int box[3])
{
    double square = 0.0, within = -1.0;
    for (int axis = 0; axis < 3; axis++) {
        const double below = lattice_low(box[axis]) - at[axis];
        const double above = at[axis] - lattice_high(box[axis]);
        const double out = below > above ? below : above;
        if (out > 0.0) square += out * out;
        if (out > within) within = out;
    }
    return square > 0.0 ? sqrt(square) : within;
}

double ball_depth(const lattice *l, vec place)
{
    const double at[3] = { place.x, place.y, place.z };
    int low[3], high[3], box[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = lattice_box(at[axis] - 1.0 - BALL_RADIUS);
        high[axis] = lattice_box(at[axis] + 1.0 + BALL_RADIUS);
    }
    double nearest = 1.0 + BALL_RADIUS;
    for (box[2] = low[2]; box[2] <= high[2]; box[2]++)
        for (box[1] = low[1]; box[1] <= high[1]; box[1]++)
            for (box[0] = low[0]; box[0] <= high[0]; box[0]++) {
                if (!lattice_solid(l, box[0], box[1], box[2])) continue;
                const double distance = box_distance(at, box);
                if (distance < nearest) nearest = distance;
            }
    return BALL_RADIUS - nearest;
}

bool ball_cell(const lattice *l, const ball *b, uint32_t cell[3])
{
    const double at[3] = { b->at.x, b->at.y, b->at.z };
    for (int axis = 0; axis < 3; axis++)
        if (!(at[axis] >= 0.0) || !(at[axis] < (double)l->size[axis])) return false;
    for (int axis = 0; axis < 3; axis++) cell[axis] = (uint32_t)at[axis];
    return true;
}
