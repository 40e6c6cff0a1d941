// SPDX-License-Identifier: MIT
#include "maze_triangulate.h"

// Triangles are written slice by slice: of each layer the faces across the slice axis, then those
// of all planes along it. Without slices all layers are one, along z.

// The axes by their part in the work: slices follow each other along `slice`; planes across it and
// across `far` are read in rows along `near`, those across `near` in rows along `far`.
typedef struct sides {
    uint32_t near, far, slice;
} sides;

// Rows are along x where they can be: the solid has these from the start.
static sides choose_sides(uint32_t slice_axis)
{
    if (slice_axis == 1) return (sides){ 1, 2, 0 };
    if (slice_axis == 2) return (sides){ 0, 2, 1 };
    return (sides){ 0, 1, 2 };
}

static qx_result turn(maze_solid *solid, const maze_corners *corners, uint32_t along,
                      maze_triangulator *at)
{
    const uint32_t boxes[] = { solid->axes[0].boxes, solid->axes[1].boxes, solid->axes[2].boxes };
    if (along == 0) {
        at->boxes[0] = solid->bits;
        at->bits[0] = corners->bits;
        return QX_OK;
    }
    qx_result result = maze_volume_take(solid, boxes, along, &at->boxes[along]);
    if (result == QX_OK) result = maze_volume_take(solid, boxes, along, &at->bits[along]);
    if (result != QX_OK) return result;
    maze_volume_turn(&solid->bits, boxes, &at->boxes[along]);
    maze_volume_turn(&corners->bits, boxes, &at->bits[along]);
    return QX_OK;
}

// A corner is in at most three chains when it comes: one of each side, and the one that a border
// begins from.
static qx_result take_nodes(maze_solid *solid, const maze_corners *corners, maze_triangulator *at)
{
    uint64_t most = corners->most[0];
    for (size_t axis = 1; axis < 3; axis++)
        if (corners->most[axis] > most) most = corners->most[axis];
    void *nodes;
    if (most >= MAZE_NO_NODE / 3) return QX_TOO_LARGE;
    const qx_result result = maze_solid_take(solid, (size_t)most * 3, sizeof(maze_node), &nodes);
    if (result == QX_OK) at->nodes = nodes;
    return result;
}

static qx_result take_rows(maze_solid *solid, const sides *s, maze_triangulator *at)
{
    const uint32_t near = solid->axes[s->near].boxes, far = solid->axes[s->far].boxes;
    const size_t columns = (size_t)(near > far ? near : far) + 2;
    void *memory;
    qx_result result = maze_solid_take(solid, columns, sizeof(maze_span), &memory);
    if (result != QX_OK) return result;
    at->spans = memory;
    for (size_t i = 0; i < 2; i++) {
        result = maze_solid_take(solid, (columns + 63) / 64, sizeof(uint64_t), &memory);
        if (result != QX_OK) return result;
        at->faces[i] = memory;
    }
    return QX_OK;
}

qx_result maze_faces_prepare(maze_solid *solid, uint32_t slice_axis, const maze_corners *corners,
                             maze_triangulator **prepared)
{
    const sides s = choose_sides(slice_axis);
    void *memory;
    qx_result result = maze_solid_take(solid, 1, sizeof(maze_triangulator), &memory);
    if (result != QX_OK) return result;
    maze_triangulator *const at = *prepared = memory;
    at->solid = solid;
    at->corners = corners;
    result = turn(solid, corners, s.near, at);
    if (result == QX_OK) result = turn(solid, corners, s.far, at);
    if (result == QX_OK) result = take_rows(solid, &s, at);
    if (result == QX_OK) result = take_nodes(solid, corners, at);
    return result;
}

// The faces of the layers' own boxes that look down and up; all of them at the ends of a closed
// slice.
static void across_slices(maze_triangulator *at, const sides *s, uint32_t first, uint32_t last,
                          bool closed)
{
    maze_plane plane = { .normal = s->slice, .row = s->near, .line = s->far };
    plane.last = at->solid->axes[s->far].boxes;
    for (uint32_t layer = first; layer < last; layer++) {
        for (uint32_t high = 0; high < 2; high++) {
            plane.high = high;
            plane.at = layer + high;
            plane.all = closed && (plane.at == first || plane.at == last);
            maze_triangulate(at, &plane);
        }
    }
}

static void along_slices(maze_triangulator *at, maze_plane plane)
{
    for (uint32_t i = 0; i <= at->solid->axes[plane.normal].boxes; i++) {
        plane.at = i;
        for (uint32_t high = 0; high < 2; high++) {
            plane.high = high;
            maze_triangulate(at, &plane);
        }
    }
}

static void build_layers(maze_triangulator *at, const sides *s, uint32_t first, uint32_t last,
                         bool closed)
{
    across_slices(at, s, first, last, closed);
    along_slices(
        at, (maze_plane){
                .normal = s->far, .row = s->near, .line = s->slice, .first = first, .last = last });
    along_slices(
        at, (maze_plane){
                .normal = s->near, .row = s->far, .line = s->slice, .first = first, .last = last });
}

static void build_slices(maze_triangulator *at, const sides *s, bool closed, uint32_t *indices,
                         qx_maze_mesh_range *ranges)
{
    const maze_axis *axis = &at->solid->axes[s->slice];
    for (uint32_t first = 0, last; first < axis->boxes; first = last) {
        for (last = first + 1; last < axis->boxes && !maze_is_cut(axis, last);) last++;
        const uint32_t *begin = at->out;
        build_layers(at, s, first, last, closed);
        if (!ranges) continue;
        ranges[axis->layer[first]] =
            (qx_maze_mesh_range){ (uint32_t)(begin - indices), (uint32_t)(at->out - begin) };
    }
}

void maze_faces_build(maze_triangulator *at, uint32_t slice_axis, bool slice_closed,
                      uint32_t *indices, qx_maze_mesh_range *ranges)
{
    const sides s = choose_sides(slice_axis);
    at->out = indices;
    if (slice_axis)
        build_slices(at, &s, slice_closed, indices, ranges);
    else
        build_layers(at, &s, 0, at->solid->axes[s.slice].boxes, false);
}
